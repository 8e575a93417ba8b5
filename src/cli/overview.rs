//! The overview of a corpus as lines: what it is, its subjects, who and where, when, what to ask.

use super::error::CliError;
use super::output::{Output, one_line, pad, wrap};
use crate::judgement::extractive::quotes::drawn;
use crate::model::{Evidence, Overview, Prominent};
use crate::text::dates::known;
use crate::text::display::inline::unmarked;
use crate::text::display::spacing::enumerated;
use crate::text::numbers::amounts::{count, grouped};

/// Width of the names of rows.
const NAME: usize = 15;

/// Prints an overview.
pub fn show(out: &mut Output, overview: &Overview) -> Result<(), CliError> {
    let style = out.style;
    for evidence in &overview.gist {
        out.paragraph("  ", &quoted(evidence))?;
    }
    if !overview.gist.is_empty() {
        out.line("")?;
    }
    if !overview.subjects.is_empty() {
        out.line(format!("  {}", style.dim("communities")))?;
    }
    for subject in &overview.subjects {
        let documents = count(subject.documents.into(), "document", "documents");
        let number = style.dim(&format!("report {} · {documents}", subject.community));
        out.line(format!("    {}  {number}", style.bold(&one_line(&subject.title))))?;
        if let Some(line) = &subject.line {
            out.paragraph("      ", &quoted(line))?;
        }
    }
    let mut row = |name: &str, value: String| -> Result<(), CliError> {
        for (at, line) in wrap(&value, out.width.saturating_sub(NAME + 2)).iter().enumerate() {
            let name = style.dim(&pad(if at == 0 { name } else { "" }, NAME));
            out.line(format!("  {name}{line}"))?;
        }
        Ok(())
    };
    row("people", named(&overview.people))?;
    row("organisations", named(&overview.organisations))?;
    row("places", named(&overview.places))?;
    if !overview.terms.is_empty() {
        row("terms", named(&overview.terms))?;
    }
    if let Some((first, last)) = overview.dates {
        let (first, last) = (known(first), known(last));
        row("dated", if first == last { first } else { format!("{first} to {last}") })?;
    }
    let kinds = overview.kinds.iter().map(|(kind, count)| format!("{} {}", one_line(kind), grouped((*count).into())));
    row("kinds", kinds.collect::<Vec<_>>().join(", "))?;
    if !overview.titled.is_empty() {
        let titled: Vec<_> = overview.titled.iter().map(|phrase| format!("“{}”", one_line(phrase))).collect();
        row("titles", format!("most say {}", enumerated(&titled, "and")))?;
    }
    for (at, question) in overview.questions.iter().enumerate() {
        row(if at == 0 { "ask" } else { "" }, one_line(question).into_owned())?;
    }
    out.line("")
}

fn quoted(evidence: &Evidence) -> String {
    let cut = if evidence.cut { "…" } else { "" };
    format!("“{}{cut}” — {}", one_line(&unmarked(&evidence.text)), one_line(&drawn::behind(evidence)))
}

fn named(prominent: &[Prominent]) -> String {
    let names = prominent.iter().map(|one| format!("{} ({})", one_line(&one.name), grouped(one.documents.into())));
    names.collect::<Vec<_>>().join(", ")
}
