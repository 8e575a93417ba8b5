//! `gleaner news`: what the last update of an index made new, changed or removed.

use serde::Serialize;

use super::context::Context;
use super::error::CliError;
use super::output::{one_line, pad};
use super::show::read_kind;
use crate::model::Ref;
use crate::store::{Change, News};

#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    record: Ref,
    change: Change,
    title: &'a str,
}

#[derive(Serialize)]
struct Shape<'a> {
    news: Vec<Line<'a>>,
}

pub fn run(context: &mut Context, kinds: &[String]) -> Result<(), CliError> {
    let kinds = kinds.iter().map(|word| read_kind(word.trim())).collect::<Result<Vec<_>, _>>()?;
    let wanted = |item: &News| kinds.is_empty() || kinds.contains(&item.record.kind);
    let news: Vec<News> = context.reader()?.news()?.into_iter().filter(wanted).collect();
    if context.global.json {
        let news = news.iter().map(|n| Line { record: n.record, change: n.change, title: &n.title }).collect();
        context.out.json(&Shape { news })?;
        return context.out.flush();
    }
    if news.is_empty() {
        context.say("nothing is new: the index was built once, or its last update changed nothing");
    }
    for item in &news {
        let change = context.out.style.accent(&pad(item.change.name(), 9));
        let record = context.out.style.dim(&pad(&item.record.to_string(), 20));
        context.out.line(format!("{change}{record}{}", one_line(&item.title)))?;
    }
    context.out.flush()
}
