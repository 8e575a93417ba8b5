//! The reporter without a model: reports made of passages.
//!
//! A report begins with its gist, the passages that tell what it is about. A community without sub-communities has the
//! others as findings, grouped by what they show; a parent has a finding for each child, which cites the child, so that
//! one can walk from the root to a sentence in a file by citations alone, and quotes of it what the child's own report
//! does not. Which passages these are is planned with the whole hierarchy in view (`index/report/plan.rs`). Our own
//! words are headings, names and counts; they claim nothing that the index does not hold.

use futures::FutureExt;
use futures::future::{BoxFuture, ready};

use super::title::{self, names};
use crate::config::cores;
use crate::judgement::extractive::quotes::drawn::passage_of;
use crate::judgement::quotation::plain;
use crate::judgement::{CommunityStanding, Judged, ReportContext, Reporter, Topic, headings};
use crate::model::{
    Community, CommunityId, EXTRACTIVE, Entity, EntityType, Evidence, Finding, Ref, Report, Usage, cite,
};
use crate::text::display::spacing::enumerated;
use crate::text::numbers::amounts::count;

/// How our own words end where there is nothing to quote; a check of quotations passes them over.
pub const NO_SENTENCE: &str = "where no sentence names them.";

/// Heading of the finding that says who and what the leading members are.
const MEMBERS: &str = "Who and what";
/// Passages of one finding.
const OF_A_FINDING: usize = 3;
/// Findings of a parent, at most.
const MAX_FINDINGS: usize = 10;
/// Sub-communities named in a parent's summary.
const NAMED_CHILDREN: usize = 6;
/// Entities named in a summary's line of figures.
const NAMED_ENTITIES: usize = 4;

/// Chooses and arranges sentences; needs no model.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExtractiveReporter;

impl Reporter for ExtractiveReporter {
    fn name(&self) -> &str {
        EXTRACTIVE
    }

    fn concurrency(&self) -> usize {
        cores()
    }

    fn report<'a>(&'a self, context: &'a ReportContext) -> BoxFuture<'a, Judged<Report>> {
        ready(Ok((write(context), Usage::default()))).boxed()
    }
}

/// Writes the report of a community.
pub fn write(context: &ReportContext) -> Report {
    let title = title::title(context);
    let (summary, mut findings) = if context.children.is_empty() { leaf(context, &title) } else { parent(context) };
    if !context.members.is_empty() {
        findings.insert(0, finding(MEMBERS.to_owned(), &context.members, &context.entities, None));
    }
    let (rating, rating_reason) = rating(context);
    Report { community: id(context), title, summary, rating, rating_reason, findings }
}

fn id(context: &ReportContext) -> CommunityId {
    context.community.as_ref().map_or(CommunityId(0), |community| community.id)
}

/// Says how the community stands on its level; the rating itself was computed with the whole level in view.
fn rating(context: &ReportContext) -> (f32, String) {
    let Some(CommunityStanding { rating, rank, of, text_units, relationships }) = context.standing else {
        return (5.0, "There was nothing to compare it with.".to_owned());
    };
    let documents = context.community.as_ref().map_or(0, |community| community.documents);
    let counted = [
        (relationships, "relationship", "relationships"),
        (text_units, "passage", "passages"),
        (documents, "document", "documents"),
    ];
    let counted = counted.iter().filter(|(number, ..)| *number > 0);
    let counted: Vec<String> = counted.map(|&(number, one, many)| count(number.into(), one, many)).collect();
    let by = if counted.is_empty() {
        String::new()
    } else {
        format!(", by the {} that it draws on", enumerated(&counted, "and"))
    };
    let reason = format!("Ranked {rank} of {of} on its level{by}.");
    (rating, reason)
}

/// The line that says what a report is made of that has nothing to begin with: figures and names, with their citations.
fn figures(context: &ReportContext, title: &str) -> String {
    let Some(community) = &context.community else { return String::new() };
    // A day names nobody and nothing.
    let tells = |entity: &&Entity| !entity.ubiquitous && entity.kind != EntityType::Date;
    let named: Vec<_> = context
        .entities
        .iter()
        .filter(|entity| tells(entity) && !title.to_lowercase().contains(&entity.name.to_lowercase()))
        .take(NAMED_ENTITIES)
        .collect();
    let entities = count(community.entities.len() as u64, "entity", "entities");
    let inside = in_documents(community);
    let names: Vec<&str> = named.iter().map(|entity| entity.name.as_str()).collect();
    let names = plain(&enumerated(&names, "and"));
    let line = match named.len() {
        0 => format!("{entities}{inside}"),
        all if all == community.entities.len() => format!("{entities}{inside}: {names}"),
        _ => format!("{entities}{inside}, among them {names}"),
    };
    let mark = cite(named.iter().map(|entity| Ref::from(entity.id)));
    format!("{line}. {mark}").trim_end().to_owned()
}

/// In how many documents a community stands; nothing of an import that says of no documents.
fn in_documents(community: &Community) -> String {
    match community.documents {
        0 => String::new(),
        documents => format!(" in {}", count(documents.into(), "document", "documents")),
    }
}

/// The gist as it stands in a summary.
fn gist(context: &ReportContext) -> Vec<String> {
    context.gist.iter().map(|evidence| passage_of(evidence, &context.entities, None)).collect()
}

/// Summary and findings from the community's own passages.
fn leaf(context: &ReportContext, title: &str) -> (String, Vec<Finding>) {
    let mut summary = gist(context);
    if summary.is_empty() {
        summary.push(figures(context, title));
    }
    let mut groups: Vec<(Option<usize>, Vec<&Evidence>)> = Vec::new();
    // What the report begins with is not told again.
    let told = |evidence: &&Evidence| {
        context.gist.iter().any(|gist| (gist.document, gist.quote) == (evidence.document, evidence.quote))
    };
    for evidence in context.passages.iter().filter(|evidence| !told(evidence)) {
        let leading = context.topics.iter().position(|topic| names(evidence, topic));
        let group = groups
            .iter_mut()
            .find(|(topic, group)| leading.is_some() && *topic == leading && group.len() < OF_A_FINDING);
        match group {
            Some((_, group)) => group.push(evidence),
            None => groups.push((leading, vec![evidence])),
        }
    }
    let mut headings: Vec<String> = vec![title.to_owned()];
    let mut findings = Vec::with_capacity(groups.len());
    for (_, group) in groups {
        let shown = topics_of(&context.topics, &group);
        let heading = title::heading(shown, &headings).unwrap_or_else(|| place(context, &group, &headings));
        headings.push(heading.clone());
        findings.push(finding(heading, group, &context.entities, None));
    }
    if findings.is_empty() && context.gist.is_empty() {
        findings.push(unquotable(context));
    }
    (summary.join("\n\n"), findings)
}

/// A finding that quotes passages; of a child where `from` names it.
fn finding<'e>(
    heading: String,
    passages: impl IntoIterator<Item = &'e Evidence>,
    entities: &[Entity],
    from: Option<Ref>,
) -> Finding {
    let evidence: Vec<Evidence> = passages.into_iter().cloned().collect();
    let written: Vec<String> = evidence.iter().map(|evidence| passage_of(evidence, entities, from)).collect();
    Finding { heading, explanation: written.join("\n\n"), evidence }
}

/// The topics that any passage of a group names, those that more of them name first.
fn topics_of<'a>(topics: &'a [Topic], group: &[&Evidence]) -> Vec<&'a Topic> {
    let naming = |topic: &Topic| group.iter().filter(|evidence| names(evidence, topic)).count();
    let mut shown: Vec<(usize, &Topic)> = topics.iter().map(|topic| (naming(topic), topic)).collect();
    shown.retain(|(count, _)| *count > 0);
    shown.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    shown.into_iter().map(|(_, topic)| topic).collect()
}

/// What stands over passages whose topics give no heading of their own: the heading in the document, a name that they
/// show, who speaks, the document.
fn place(context: &ReportContext, group: &[&Evidence], taken: &[String]) -> String {
    let headed = group.iter().filter_map(|evidence| headings::shown(&evidence.heading));
    let cited = |entity: &&Entity| group.iter().any(|evidence| evidence.cites.contains(&Ref::from(entity.id)));
    let named = context.entities.iter().filter(|entity| entity.kind != EntityType::Date).filter(cited);
    let speaker =
        |evidence: &&Evidence| Some(evidence.speaker.as_deref()?.split(',').next().unwrap_or_default().to_owned());
    let candidates = headed
        .chain(named.map(|entity| entity.name.clone()))
        .chain(group.iter().filter_map(speaker))
        .chain(group.iter().map(|evidence| evidence.title.clone()));
    let is_free = |heading: &String| {
        heading.chars().count() <= title::MAX_CHARS
            && !heading.is_empty()
            && !taken.iter().any(|other| other == heading)
    };
    let found = candidates.map(|heading| title::raised(&heading)).find(is_free);
    found.unwrap_or_else(|| format!("Further passage {}", taken.len()))
}

/// Heading of a finding that quotes nothing.
const NAMED_TOGETHER: &str = "Named together";

/// The one finding of a community that no sentence names: where to read on.
fn unquotable(context: &ReportContext) -> Finding {
    let members: Vec<&str> = context.entities.iter().take(NAMED_ENTITIES).map(|entity| entity.name.as_str()).collect();
    let units = context.text_units.iter().take(NAMED_ENTITIES).copied();
    let relationships = context.relationships.iter().take(NAMED_ENTITIES).map(|relationship| relationship.id);
    let mark = cite(
        (units.map(Ref::from))
            .chain(context.entities.iter().take(NAMED_ENTITIES).map(|entity| Ref::from(entity.id)))
            .chain(relationships.map(Ref::from)),
    );
    // What several documents name may be named together in fewer of them.
    let together = context.community.as_ref().is_some_and(|one| one.documents as usize >= context.documents.len());
    let verb = match members.len() {
        1 => "is named",
        _ if together => "are named together",
        _ => "are named",
    };
    let places: Vec<String> = context.documents.iter().map(|title| format!("“{}”", plain(title))).collect();
    let places: Vec<&str> = places.iter().map(String::as_str).collect();
    let inside = if places.is_empty() { String::new() } else { format!(" in {},", enumerated(&places, "and")) };
    let explanation = format!("{} {verb}{inside} {NO_SENTENCE} {mark}", plain(&enumerated(&members, "and")));
    Finding { heading: NAMED_TOGETHER.to_owned(), explanation, evidence: Vec::new() }
}

/// The line that names the parts of a community that has nothing to begin with.
fn parts(context: &ReportContext, children: &[(usize, &Report)]) -> String {
    let themes: Vec<String> = children.iter().take(NAMED_CHILDREN).map(|(_, child)| plain(&child.title)).collect();
    let mark = cite(children.iter().take(MAX_FINDINGS).map(|(_, child)| Ref::from(child.community)));
    let others = children.len() - themes.len();
    let rest = if others > 0 { format!("; and {others} more") } else { String::new() };
    format!(
        "{}{}: {}{rest}. {mark}",
        count(children.len() as u64, "part", "parts"),
        context.community.as_ref().map(in_documents).unwrap_or_default(),
        themes.join("; "),
    )
}

/// Summary and findings of a community with sub-communities: what it is about, and of each a passage or two.
fn parent(context: &ReportContext) -> (String, Vec<Finding>) {
    let mut children: Vec<(usize, &Report)> = context.children.iter().enumerate().collect();
    children.sort_by(|a, b| b.1.rating.total_cmp(&a.1.rating));
    let mut summary = gist(context);
    if summary.is_empty() {
        summary.push(parts(context, &children));
    }
    let mut findings = Vec::new();
    for &(at, child) in &children {
        let mut passages = context.of_children.get(at).into_iter().flatten().peekable();
        if passages.peek().is_none() || findings.len() >= MAX_FINDINGS {
            continue;
        }
        findings.push(finding(child.title.clone(), passages, &context.entities, Some(child.community.into())));
    }
    if findings.is_empty() && context.gist.is_empty() {
        findings.push(unquotable(context));
    }
    (summary.join("\n\n"), findings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::samples;
    use crate::model::{DocumentId, EntityId, Kind, Span, find_citations};

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
        Entity { documents: 2, degree: 2, ..samples::entity(id, name) }
    }

    fn said(text: &str, source: u32, entity: u32) -> Evidence {
        Evidence {
            cites: vec![Ref::new(Kind::Source, source), Ref::new(Kind::Entity, entity)],
            document: Some(DocumentId(0)),
            quote: Span::new(0, text.len()),
            window: Span::new(0, text.len()),
            text: text.to_owned(),
            lead: None,
            speaker: None,
            title: "Log".to_owned(),
            day: None,
            heading: Vec::new(),
            cut: false,
        }
    }

    fn topic(phrase: &str, weight: f32, entity: u32) -> Topic {
        Topic { phrase: phrase.to_owned(), weight, entity: Some(EntityId(entity)), kind: EntityType::Concept }
    }

    fn harbour() -> ReportContext {
        ReportContext {
            community: Some(community(7, 6, &[])),
            standing: Some(CommunityStanding { rating: 8.2, rank: 2, of: 9, text_units: 12, relationships: 1 }),
            topics: vec![topic("harbour dues", 1.0, 0), topic("cannery", 0.9, 1), topic("tidal power", 0.4, 2)],
            entities: vec![entity(0, "harbour dues"), entity(1, "cannery"), entity(2, "tidal power")],
            gist: vec![said("The cannery paid no harbour dues for eleven years.", 2, 0)],
            passages: vec![
                said("The harbour dues of Marrow Bay doubled in 1986.", 1, 0),
                said("Ines Calder bought the cannery from two brothers.", 3, 1),
                said("The cannery burned down in the spring of 1990.", 4, 1),
                said("Tidal power was brought to every house on the island.", 5, 2),
            ],
            ..ReportContext::default()
        }
    }

    #[test]
    fn a_day_is_no_name_of_a_community() {
        let mut context = harbour();
        context.entities.push(Entity { kind: EntityType::Date, ..entity(7, "4 May 2031") });
        let line = figures(&context, "");
        assert!(line.contains("entities in") && !line.contains("4 May 2031"), "{line}");
    }

    #[test]
    fn a_leaf_quotes_its_sentences_under_headings_of_their_own() {
        let report = write(&harbour());
        assert_eq!(report.title, "Harbour dues, cannery and tidal power");
        assert_eq!(
            report.rating_reason,
            "Ranked 2 of 9 on its level, by the 1 relationship, 12 passages and 3 documents that it draws on."
        );
        assert!(
            report
                .summary
                .starts_with("“The cannery paid no harbour dues for eleven years.” — Log [Data: Sources (2);")
        );
        assert!(!report.summary.contains("6 entities"), "the page tells that: {}", report.summary);
        let headings: Vec<&str> = report.findings.iter().map(|finding| finding.heading.as_str()).collect();
        assert_eq!(headings, ["Harbour dues", "Cannery", "Tidal power"]);
        assert_eq!(
            report.findings[1].explanation,
            "“Ines Calder bought the cannery from two brothers.” — Log [Data: Sources (3); Entities (1)]\n\n\
             “The cannery burned down in the spring of 1990.” — Log [Data: Sources (4); Entities (1)]"
        );
        assert_eq!(report.findings[1].evidence.len(), 2);
    }

    #[test]
    fn a_parent_quotes_what_it_is_about_and_names_its_parts_where_nothing_says_it() {
        let first = write(&harbour());
        let mut second = harbour();
        second.community = Some(community(8, 2, &[]));
        second.topics = vec![topic("moss", 1.0, 4)];
        second.passages = vec![said("More than forty kinds of moss grow on the northern slope.", 9, 4)];
        second.standing = None;
        let context = ReportContext {
            community: Some(community(1, 8, &[7, 8])),
            topics: vec![topic("Marrow Bay", 1.0, 5)],
            gist: vec![said("Marrow Bay lives on its harbour and on its moss.", 11, 5)],
            of_children: vec![
                vec![said("The moss of the northern slope is older than the harbour.", 12, 4)],
                vec![said("The dues were paid in fish until 1902.", 13, 0)],
            ],
            children: vec![write(&second), first],
            ..ReportContext::default()
        };
        let report = write(&context);
        assert_eq!(report.title, "Marrow Bay");
        assert!(report.summary.starts_with("“Marrow Bay lives on its harbour"), "{}", report.summary);
        assert!(!report.summary.contains("2 parts"), "{}", report.summary);
        assert_eq!(
            write(&ReportContext { gist: Vec::new(), ..context.clone() }).summary,
            "2 parts in 3 documents: Harbour dues, cannery and tidal power; Moss. [Data: Reports (7, 8)]"
        );
        let headings: Vec<&str> = report.findings.iter().map(|finding| finding.heading.as_str()).collect();
        assert_eq!(headings, ["Harbour dues, cannery and tidal power", "Moss"]);
        assert!(report.findings[1].explanation.ends_with("[Data: Reports (8); Sources (12); Entities (4)]"));
        assert!(report.findings[0].explanation.contains("paid in fish"));
        for finding in &report.findings {
            for citation in find_citations(&finding.explanation) {
                assert!(citation.refs().any(|reference| reference.kind == Kind::Report));
                assert!(citation.refs().any(|reference| reference.kind == Kind::Source));
            }
        }
    }

    #[test]
    fn a_community_that_no_sentence_names_says_so() {
        let mut context = harbour();
        context.passages.clear();
        context.gist.clear();
        context.community.as_mut().expect("a community").documents = 0;
        let report = write(&context);
        assert!(!report.summary.contains("0 documents"), "{}", report.summary);
        assert_eq!(report.findings.len(), 1);
        assert!(report.findings[0].explanation.contains(NO_SENTENCE));
        assert!(report.findings[0].explanation.ends_with("[Data: Entities (0, 1, 2)]"));
    }
}
