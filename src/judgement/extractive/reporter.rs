//! The reporter without a model: reports made of verbatim sentences.
//!
//! A community without sub-communities is reported from its own sentences, grouped by what they show. A parent is
//! reported from its children's reports: a finding for each child, quoting what the child's report quotes and citing
//! the child, so that one can walk from the root to a sentence in a file by citations alone. Our own words are headings
//! and counts; they claim nothing that the index does not hold.

use futures::FutureExt;
use futures::future::{BoxFuture, ready};

use super::lifted::{kept, lift, on_topic, stands};
use super::quotation::{plain, quotation};
use super::said::Said;
use super::title;
use crate::judgement::{Judged, Quotable, ReportContext, Reporter, Standing, Topic};
use crate::model::{CommunityId, EntityType, Finding, Ref, Report, Usage, cite};

/// How our own words end where there is nothing to quote; a check of quotations passes them over.
pub const NO_SENTENCE: &str = "where no sentence stands alone.";

/// Most findings of a report.
const MAX_FINDINGS: usize = 10;
/// Most sentences of a finding.
const MAX_SENTENCES: usize = 3;
/// Topics that the sentence which sums up may name, and how much less each place further from the centre makes it worth.
const SUMMED_UP: usize = 6;
const CENTRAL: f32 = 0.06;
/// Characters of a sentence that says enough to sum up; a shorter one is worth less.
const FULL: f32 = 110.0;
/// Quotations of a child's report that may sum up its parent.
const SPARE: usize = 3;
/// Entities named in a summary's line of figures.
const NAMED_ENTITIES: usize = 4;

/// Chooses and arranges sentences; needs no model.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExtractiveReporter;

impl Reporter for ExtractiveReporter {
    fn name(&self) -> &str {
        "extractive"
    }

    fn concurrency(&self) -> usize {
        std::thread::available_parallelism().map_or(1, usize::from)
    }

    fn report<'a>(&'a self, context: &'a ReportContext) -> BoxFuture<'a, Judged<Report>> {
        ready(Ok((write(context), Usage::default()))).boxed()
    }
}

/// Writes the report of a community.
pub fn write(context: &ReportContext) -> Report {
    let title = title::title(context);
    let (summary, findings) = if context.children.is_empty() { leaf(context, &title) } else { parent(context, &title) };
    let (rating, rating_reason) = rating(context);
    Report { community: id(context), title, summary, rating, rating_reason, findings }
}

fn id(context: &ReportContext) -> CommunityId {
    context.community.as_ref().map_or(CommunityId(0), |community| community.id)
}

/// Says how the community stands on its level; the rating itself was computed with the whole level in view.
fn rating(context: &ReportContext) -> (f32, String) {
    let Some(Standing { rating, rank, of, text_units, relationships }) = context.standing else {
        return (5.0, "There was nothing to compare it with.".to_owned());
    };
    let documents = context.community.as_ref().map_or(0, |community| community.documents);
    let reason = format!(
        "Ranked {rank} of {of} on its level, by the {}, {} and {} that it draws on.",
        counted(relationships, "relationship"),
        counted(text_units, "passage"),
        counted(documents, "document"),
    );
    (rating, reason)
}

/// `1 document`, `12 documents`, `1,204 documents`; `entity` becomes `entities`.
fn counted(count: u32, noun: &str) -> String {
    let digits = count.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    match (count, noun.strip_suffix('y')) {
        (1, _) => format!("{grouped} {noun}"),
        (_, Some(stem)) => format!("{grouped} {stem}ies"),
        _ => format!("{grouped} {noun}s"),
    }
}

/// The line that says what the report is made of: figures and names, with their citations.
fn figures(context: &ReportContext, title: &str) -> String {
    let Some(community) = &context.community else { return String::new() };
    let named: Vec<_> = context
        .entities
        .iter()
        .filter(|entity| !entity.ubiquitous && !title.to_lowercase().contains(&entity.name.to_lowercase()))
        .take(NAMED_ENTITIES)
        .collect();
    let entities = counted(u32::try_from(community.entities.len()).unwrap_or(u32::MAX), "entity");
    let documents = counted(community.documents, "document");
    let names: Vec<&str> = named.iter().map(|entity| entity.name.as_str()).collect();
    let names = plain(&listed(&names));
    let line = match named.len() {
        0 => format!("{entities} in {documents}"),
        all if all == community.entities.len() => format!("{entities} in {documents}: {names}"),
        _ => format!("{entities} in {documents}, among them {names}"),
    };
    let mark = cite(named.iter().map(|entity| Ref::from(entity.id)));
    format!("{line}. {mark}").trim_end().to_owned()
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// Summary and findings from the community's own sentences.
fn leaf(context: &ReportContext, title: &str) -> (String, Vec<Finding>) {
    let sentences = &context.sentences;
    // The most central sentence that names what leads sums up, when enough is left for findings.
    let mut rest: Vec<&Quotable> = sentences.iter().collect();
    let summing = if rest.len() > 3 { Some(rest.remove(best_for(&context.topics, &rest))) } else { None };
    let mut summary = figures(context, title);
    if let Some(sentence) = summing {
        summary = format!("{}\n\n{summary}", quotation(sentence));
    }
    let wanted = wanted_findings(context).min(MAX_FINDINGS);
    let mut findings: Vec<(Option<usize>, Vec<&Quotable>)> = Vec::new();
    for sentence in rest {
        let leading = leading_topic(&context.topics, sentence);
        let place = findings.iter().position(|(topic, _)| leading.is_some() && *topic == leading);
        match place {
            Some(place) if findings[place].1.len() < MAX_SENTENCES => findings[place].1.push(sentence),
            None if findings.len() < wanted => findings.push((leading, vec![sentence])),
            _ => {}
        }
    }
    let mut headings: Vec<String> = vec![title.to_owned()];
    let written = findings
        .into_iter()
        .map(|(_, group)| {
            let shown = topics_of(&context.topics, &group);
            let heading =
                title::heading(shown, &headings).unwrap_or_else(|| numbered_heading(context, &group, &headings));
            headings.push(heading.clone());
            let explanation: Vec<String> = group.iter().map(|sentence| quotation(sentence)).collect();
            Finding { heading, explanation: explanation.join("\n\n"), evidence: Vec::new() }
        })
        .collect::<Vec<_>>();
    if written.is_empty() {
        return (summary, vec![unquotable(context)]);
    }
    (summary, written)
}

/// As many findings as the community has matter for: one for two entities, up to six for a full one.
fn wanted_findings(context: &ReportContext) -> usize {
    let members = context.community.as_ref().map_or(1, |community| community.entities.len());
    (members / 2).clamp(1, 6)
}

/// The first topic that a sentence names.
fn leading_topic(topics: &[Topic], sentence: &Quotable) -> Option<usize> {
    let text = sentence.text.to_lowercase();
    topics.iter().position(|topic| names(&text, sentence, topic))
}

/// Position of the sentence that sums up best: it names most of what the community is about, and of those that name as
/// much it is the most central, which come first; 0 when none names anything.
fn best_for(topics: &[Topic], sentences: &[&Quotable]) -> usize {
    let told = |sentence: &Quotable| -> f32 {
        let lower = sentence.text.to_lowercase();
        let named = topics.iter().take(SUMMED_UP).filter(|topic| names(&lower, sentence, topic));
        let full = (sentence.text.chars().count() as f32 / FULL).min(1.0);
        named.map(|topic| topic.weight).sum::<f32>() * (0.6 + 0.4 * full)
    };
    let weighed = sentences.iter().enumerate().map(|(at, sentence)| (told(sentence) / (1.0 + CENTRAL * at as f32), at));
    weighed.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1))).map_or(0, |(_, at)| at)
}

/// True when a sentence names a topic: by citing its entity or by its very words.
fn names(lower: &str, sentence: &Quotable, topic: &Topic) -> bool {
    topic.entity.is_some_and(|entity| sentence.cites.contains(&Ref::from(entity)))
        || lower.contains(&topic.phrase.to_lowercase())
}

/// The topics that any sentence of a group names, those that more of them name first.
fn topics_of<'a>(topics: &'a [Topic], group: &[&Quotable]) -> Vec<&'a Topic> {
    let texts: Vec<String> = group.iter().map(|sentence| sentence.text.to_lowercase()).collect();
    let mut shown: Vec<(usize, &Topic)> = topics
        .iter()
        .map(|topic| (group.iter().zip(&texts).filter(|(sentence, text)| names(text, sentence, topic)).count(), topic))
        .filter(|(count, _)| *count > 0)
        .collect();
    shown.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    shown.into_iter().map(|(_, topic)| topic).collect()
}

/// When the topics give no heading of its own: the names that the sentences show, or who speaks.
fn numbered_heading(context: &ReportContext, group: &[&Quotable], taken: &[String]) -> String {
    let cited =
        |entity: &&crate::model::Entity| group.iter().any(|sentence| sentence.cites.contains(&Ref::from(entity.id)));
    let named = context.entities.iter().filter(|entity| entity.kind != EntityType::Date).filter(cited);
    let mut candidates: Vec<String> = named.map(|entity| entity.name.clone()).collect();
    candidates.extend(group.iter().filter_map(|sentence| {
        sentence.speaker.as_deref().map(|speaker| speaker.split(',').next().unwrap_or_default().to_owned())
    }));
    let is_free = |heading: &String| {
        heading.chars().count() <= title::MAX_CHARS
            && !heading.is_empty()
            && !taken.iter().any(|other| other == heading)
    };
    candidates.into_iter().find(is_free).unwrap_or_else(|| format!("Further passage {}", taken.len()))
}

/// Heading of a finding that quotes nothing.
pub(super) const NAMED_TOGETHER: &str = "Named together";

/// The one finding of a community whose passages hold no sentence that could be quoted: where to read on.
fn unquotable(context: &ReportContext) -> Finding {
    let members: Vec<&str> = context.entities.iter().take(NAMED_ENTITIES).map(|entity| entity.name.as_str()).collect();
    let units = context.text_units.iter().take(NAMED_ENTITIES).copied();
    let relationships = context.relationships.iter().take(NAMED_ENTITIES).map(|relationship| relationship.id);
    let mark = cite(
        (units.map(Ref::from))
            .chain(context.entities.iter().take(NAMED_ENTITIES).map(|entity| Ref::from(entity.id)))
            .chain(relationships.map(Ref::from)),
    );
    let verb = if members.len() == 1 { "is named" } else { "are named together" };
    let places: Vec<String> = context.documents.iter().map(|title| format!("“{}”", plain(title))).collect();
    let places: Vec<&str> = places.iter().map(String::as_str).collect();
    let inside = if places.is_empty() { String::new() } else { format!(" in {},", listed(&places)) };
    let explanation = format!("{} {verb}{inside} {NO_SENTENCE} {mark}", plain(&listed(&members)));
    Finding { heading: NAMED_TOGETHER.to_owned(), explanation, evidence: Vec::new() }
}

/// Summary and findings from the children's reports.
fn parent(context: &ReportContext, title: &str) -> (String, Vec<Finding>) {
    let mut children: Vec<&Report> = context.children.iter().collect();
    children.sort_by(|a, b| b.rating.total_cmp(&a.rating));
    let mut said = Said::default();
    let mut summary = Vec::new();
    // A child that has one quotation only keeps it for its finding.
    let several: Vec<Vec<Quotable>> = (children.iter())
        .map(|child| lift(child, &mut Said::default()))
        .filter(|lifted| lifted.len() > 1)
        .map(|lifted| lifted.into_iter().filter(stands).collect())
        .collect();
    let spare: Vec<Quotable> =
        (0..SPARE).flat_map(|place| several.iter().filter_map(move |lifted| lifted.get(place)).cloned()).collect();
    if let Some(central) = spare.get(best_for(&context.topics, &spare.iter().collect::<Vec<_>>())) {
        summary.push(quotation(central));
        said.add_sentence(central);
    }
    let themes: Vec<String> = children.iter().take(3).map(|child| plain(&child.title)).collect();
    let mark = cite(children.iter().take(MAX_FINDINGS).map(|child| Ref::from(child.community)));
    let others = children.len() - themes.len();
    let rest = if others > 0 { format!("; and {others} more") } else { String::new() };
    summary.push(format!(
        "{} in {}: {}{rest}. {mark}",
        counted(u32::try_from(children.len()).unwrap_or(u32::MAX), "theme"),
        counted(context.community.as_ref().map_or(0, |community| community.documents), "document"),
        themes.join("; "),
    ));
    let mut findings = repeated(&children, title, &mut said, stands);
    if findings.is_empty() {
        // What leans on its text is repeated only where nothing else would be said at all.
        findings = repeated(&children, title, &mut said, |_| true);
        findings.truncate(1);
    }
    if findings.is_empty() {
        findings.push(unquotable(context));
    }
    (summary.join("\n\n"), findings)
}

/// A finding for each child whose report quotes what fits and was not said yet.
fn repeated(children: &[&Report], title: &str, said: &mut Said, fits: fn(&Quotable) -> bool) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut headings = vec![title.to_owned()];
    for child in children.iter().take(MAX_FINDINGS) {
        let lifted = lift(child, said).into_iter().filter(fits).collect();
        let lifted = on_topic(lifted, &child.title);
        if lifted.is_empty() {
            continue;
        }
        let own = std::iter::once(&child.title).chain(child.findings.iter().map(|finding| &finding.heading));
        // A heading all of which is said under it; failing that, as much of the title as is.
        let several =
            |heading: &&String| heading.contains([',', ' ']) && kept(heading, &lifted).as_ref() == Some(heading);
        let shortened = kept(&child.title, &lifted);
        let served = own.clone().filter(several).chain(&shortened);
        let heading =
            served.chain(own.clone()).find(|heading| !headings.contains(heading)).unwrap_or(&child.title).clone();
        headings.push(heading.clone());
        let explanation: Vec<String> = lifted.iter().map(quotation).collect();
        lifted.iter().for_each(|sentence| said.add_sentence(sentence));
        findings.push(Finding { heading, explanation: explanation.join("\n\n"), evidence: Vec::new() });
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Community, Entity, EntityId, Kind, find_citations};

    fn community(id: u32, entities: u32, children: &[u32]) -> Community {
        Community {
            id: CommunityId(id),
            level: 0,
            parent: None,
            children: children.iter().copied().map(CommunityId).collect(),
            entities: (0..entities).map(EntityId).collect(),
            documents: 3,
            unconnected: false,
        }
    }

    fn entity(id: u32, name: &str) -> Entity {
        Entity {
            id: EntityId(id),
            name: name.to_owned(),
            kind: EntityType::Concept,
            aliases: Vec::new(),
            description: String::new(),
            mentions: 3,
            documents: 2,
            degree: 2,
            ubiquitous: false,
        }
    }

    fn sentence(text: &str, source: u32, entity: u32) -> Quotable {
        Quotable {
            text: text.to_owned(),
            cites: vec![Ref::new(Kind::Source, source), Ref::new(Kind::Entity, entity)],
            place: None,
            speaker: None,
            relevance: None,
        }
    }

    fn topic(phrase: &str, weight: f32, entity: u32) -> Topic {
        Topic { phrase: phrase.to_owned(), weight, entity: Some(EntityId(entity)), kind: EntityType::Concept }
    }

    fn harbour() -> ReportContext {
        ReportContext {
            community: Some(community(7, 6, &[])),
            standing: Some(Standing { rating: 8.2, rank: 2, of: 9, text_units: 12, relationships: 1 }),
            topics: vec![topic("harbour dues", 1.0, 0), topic("cannery", 0.9, 1), topic("tidal power", 0.4, 2)],
            entities: vec![entity(0, "harbour dues"), entity(1, "cannery"), entity(2, "tidal power")],
            sentences: vec![
                sentence("The harbour dues of Marrow Bay doubled in 1986.", 1, 0),
                sentence("The cannery paid no harbour dues for eleven years.", 2, 0),
                sentence("Ines Calder bought the cannery from two brothers.", 3, 1),
                sentence("The cannery burned down in the spring of 1990.", 4, 1),
                sentence("Tidal power was brought to every house on the island.", 5, 2),
            ],
            ..ReportContext::default()
        }
    }

    #[test]
    fn a_leaf_quotes_its_sentences_under_headings_of_their_own() {
        let report = write(&harbour());
        assert_eq!(report.title, "Harbour dues, cannery and tidal power");
        assert_eq!(
            report.rating_reason,
            "Ranked 2 of 9 on its level, by the 1 relationship, 12 passages and 3 documents that it draws on."
        );
        assert!(report.summary.starts_with("The cannery paid no harbour dues for eleven years. [Data: Sources (2);"));
        assert!(report.summary.ends_with("6 entities in 3 documents."));
        let headings: Vec<&str> = report.findings.iter().map(|finding| finding.heading.as_str()).collect();
        assert_eq!(headings, ["Harbour dues", "Cannery", "Tidal power"]);
        assert_eq!(
            report.findings[1].explanation,
            "Ines Calder bought the cannery from two brothers. [Data: Sources (3); Entities (1)]\n\n\
             The cannery burned down in the spring of 1990. [Data: Sources (4); Entities (1)]"
        );
    }

    #[test]
    fn a_parent_quotes_its_children_and_cites_them() {
        let first = write(&harbour());
        let mut second = harbour();
        second.community = Some(community(8, 2, &[]));
        second.topics = vec![topic("moss", 1.0, 4)];
        second.sentences = vec![sentence("More than forty kinds of moss grow on the northern slope.", 9, 4)];
        second.standing = None;
        let context = ReportContext {
            community: Some(community(1, 8, &[7, 8])),
            topics: vec![topic("Marrow Bay", 1.0, 5)],
            children: vec![write(&second), first],
            ..ReportContext::default()
        };
        let report = write(&context);
        assert_eq!(report.title, "Marrow Bay");
        assert!(
            report.summary.contains(
                "2 themes in 3 documents: Harbour dues, cannery and tidal power; Moss. [Data: Reports (7, 8)]"
            )
        );
        let headings: Vec<&str> = report.findings.iter().map(|finding| finding.heading.as_str()).collect();
        assert_eq!(headings, ["Harbour dues, cannery and tidal power", "Moss"]);
        assert!(report.findings[1].explanation.ends_with("[Data: Reports (8); Sources (9); Entities (4)]"));
        for finding in &report.findings {
            for citation in find_citations(&finding.explanation) {
                assert!(citation.refs().any(|reference| reference.kind == Kind::Report));
                assert!(citation.refs().any(|reference| reference.kind == Kind::Source));
            }
        }
    }

    #[test]
    fn a_community_without_a_sentence_says_so() {
        let mut context = harbour();
        context.sentences.clear();
        let report = write(&context);
        assert_eq!(report.findings.len(), 1);
        assert!(report.findings[0].explanation.contains("where no sentence stands alone"));
        assert!(report.findings[0].explanation.ends_with("[Data: Entities (0, 1, 2)]"));
    }

    #[test]
    fn counts_read_well() {
        assert_eq!(counted(1, "entity"), "1 entity");
        assert_eq!(counted(1204, "entity"), "1,204 entities");
        assert_eq!(counted(1_000_000, "passage"), "1,000,000 passages");
    }
}
