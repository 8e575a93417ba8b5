//! The tables that a model's report is written from: rows of entities, relationships, claims and sources, as many as a
//! budget of tokens holds, with the reports of sub-communities in the place of what lies within them; or, for a graph
//! that was made without a model, names and sentences.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::FEW;
use crate::judgement::ReportContext;
use crate::judgement::model::table::{cell, row};
use crate::model::{Citation, Claim, Entity, EntityId, Kind, Ref, Relationship, Report, TextUnitId, find_citations};
use crate::text::cutting::tokens;

/// Sources that a row names.
const SOURCES: usize = 2;

/// What a report is written from, as text, with the kinds that may be cited.
pub(super) struct Tables {
    pub text: String,
    pub kinds: Vec<&'static str>,
}

/// Entities, relationships and claims, and the reports of sub-communities in the place of what lies within them.
pub(super) fn tables(context: &ReportContext, budget: u32) -> Tables {
    let mut elements = Elements::new(context);
    let mut text = String::new();
    let mut kinds = Vec::new();
    let mut left = budget;
    // As many as fit; best rated first. What a report that does not fit would tell is shown as it is.
    // What is too small for a report of its own is told here.
    let has_report = |at: &usize| context.child_members[*at].len() > FEW;
    let mut reports: Vec<usize> = (0..context.children.len()).filter(has_report).collect();
    reports.sort_by(|&a, &b| {
        let (a, b) = (&context.children[a], &context.children[b]);
        b.rating.total_cmp(&a.rating).then(a.community.cmp(&b.community))
    });
    for at in reports {
        let entry = report_text(&context.children[at]);
        if !kinds.is_empty() && tokens::guess(&entry) > left {
            continue;
        }
        if kinds.is_empty() {
            kinds.push("Reports");
            text.push_str("# Reports\nid|title|summary and findings\n");
        }
        left = left.saturating_sub(tokens::guess(&entry));
        text.push_str(&entry);
        elements.leave_out(&context.child_members[at]);
    }
    if !kinds.is_empty() {
        text.push('\n');
    }
    elements.write(left, &mut text, &mut kinds);
    Tables { text, kinds }
}

/// Every record that tables of this community may show: what a report cites beside these, nobody gave it.
pub(super) fn may_show(context: &ReportContext) -> HashSet<Ref> {
    let described = context.entities.iter().flat_map(|entity| find_citations(&entity.description));
    let passages = context.gist.iter().chain(&context.passages).filter_map(|passage| passage.source());
    let children = context.children.iter().map(|report| Ref::from(report.community));
    let ties = context.relationships.iter();
    children
        .chain(context.entities.iter().map(|entity| Ref::from(entity.id)))
        .chain(ties.clone().map(|tie| Ref::from(tie.id)))
        .chain(context.claims.iter().map(|claim| Ref::from(claim.id)))
        .chain(context.sources.iter().map(|(unit, _)| Ref::from(*unit)))
        .chain(ties.flat_map(|tie| tie.text_units.iter().map(|&unit| Ref::from(unit))))
        .chain(described.flat_map(|citation| citation.refs().collect::<Vec<_>>()))
        .chain(passages)
        .map(Ref::record)
        .collect()
}

fn report_text(report: &Report) -> String {
    let mut text = format!("{}|{}|{}", report.community, cell(&report.title), cell(&report.summary));
    for finding in &report.findings {
        text.push_str(&format!(" {}", cell(&finding.heading)));
    }
    text.push('\n');
    text
}

/// The elements of a community, ranked.
struct Elements<'a> {
    /// By combined degree, then id.
    relationships: Vec<&'a Relationship>,
    /// Members, most central first; those without a relationship come last of all.
    entities: Vec<&'a Entity>,
    claims: HashMap<EntityId, Vec<&'a Claim>>,
    /// Left to a sub-community's report.
    covered: HashSet<EntityId>,
    by_id: HashMap<EntityId, &'a Entity>,
    /// Title of the document that each text unit is of.
    sources: HashMap<TextUnitId, &'a str>,
}

impl<'a> Elements<'a> {
    fn new(context: &'a ReportContext) -> Self {
        let by_id: HashMap<EntityId, &Entity> = context.entities.iter().map(|entity| (entity.id, entity)).collect();
        let degree = |id: EntityId| by_id.get(&id).map_or(0, |entity| entity.degree);
        let mut relationships: Vec<&Relationship> = context.relationships.iter().collect();
        relationships.sort_by_key(|r| (std::cmp::Reverse(degree(r.source) + degree(r.target)), r.id));
        let mut claims: HashMap<EntityId, Vec<&Claim>> = HashMap::new();
        for claim in &context.claims {
            claims.entry(claim.subject).or_default().push(claim);
        }
        let sources = context.sources.iter().map(|(unit, title)| (*unit, title.as_str())).collect();
        let entities = context.entities.iter().collect();
        Self { relationships, entities, claims, covered: HashSet::new(), by_id, sources }
    }

    /// Leaves out what lies wholly within a sub-community.
    fn leave_out(&mut self, members: &[EntityId]) {
        let inside: HashSet<EntityId> = members.iter().copied().collect();
        self.relationships.retain(|r| !(inside.contains(&r.source) && inside.contains(&r.target)));
        self.covered.extend(inside);
    }

    fn name(&self, id: EntityId) -> &str {
        self.by_id.get(&id).map_or("", |entity| entity.name.as_str())
    }

    fn entity_row(&self, entity: &Entity, cited: &mut BTreeSet<TextUnitId>) -> String {
        let sources = self.cite(find_citations(&entity.description).iter().flat_map(Citation::refs), cited);
        // What a part's report tells of it needs no telling again.
        let told = if self.covered.contains(&entity.id) { "" } else { entity.description.as_str() };
        row(entity.id.0, &[&entity.name, told, &sources])
    }

    fn relationship_row(&self, r: &Relationship, cited: &mut BTreeSet<TextUnitId>) -> String {
        let sources = self.cite(r.text_units.iter().map(|&unit| Ref::from(unit)), cited);
        // The ends by their numbers, since the table before has their names.
        row(r.id.0, &[&format!("{}-{}", r.source.0, r.target.0), &r.description, &sources])
    }

    /// The numbers of the first sources among some records, as a row gives them.
    fn cite(&self, records: impl Iterator<Item = Ref>, cited: &mut BTreeSet<TextUnitId>) -> String {
        let mut numbers: Vec<String> = Vec::new();
        for unit in records.filter(|record| record.kind == Kind::Source).map(|record| TextUnitId(record.id)) {
            if numbers.len() < SOURCES && self.sources.contains_key(&unit) && !numbers.contains(&unit.0.to_string()) {
                cited.insert(unit);
                numbers.push(unit.0.to_string());
            }
        }
        numbers.join(" ")
    }

    fn claim_row(&self, claim: &Claim) -> String {
        let dates: Vec<&str> = claim.start_date.iter().chain(&claim.end_date).map(String::as_str).collect();
        row(
            claim.id.0,
            &[self.name(claim.subject), &claim.kind, claim.status.name(), &dates.join(" – "), &claim.description],
        )
    }

    /// Writes what fits: relationship by relationship, each with its ends and the claims about them.
    fn write(&self, budget: u32, into: &mut String, kinds: &mut Vec<&'static str>) {
        let mut seen: HashSet<EntityId> = HashSet::new();
        let (mut entities, mut relationships, mut claims) = (String::new(), String::new(), String::new());
        let mut cited: BTreeSet<TextUnitId> = BTreeSet::new();
        let mut left = budget;
        let lone: Vec<EntityId> =
            self.entities.iter().map(|entity| entity.id).filter(|id| !self.covered.contains(id)).collect();
        let ranked = self.relationships.iter().map(|&r| (Some(r), [Some(r.source), Some(r.target)]));
        for (relationship, ends) in ranked.chain(lone.into_iter().map(|id| (None, [Some(id), None]))) {
            let (mut told, mut claimed) = (String::new(), String::new());
            let fresh: Vec<EntityId> = ends.into_iter().flatten().filter(|id| !seen.contains(id)).collect();
            for id in &fresh {
                if let Some(entity) = self.by_id.get(id) {
                    told.push_str(&self.entity_row(entity, &mut cited));
                }
                for claim in self.claims.get(id).into_iter().flatten() {
                    claimed.push_str(&self.claim_row(claim));
                }
            }
            let tied = relationship.map(|r| self.relationship_row(r, &mut cited)).unwrap_or_default();
            let cost = tokens::guess(&told) + tokens::guess(&claimed) + tokens::guess(&tied);
            if cost > left && !entities.is_empty() {
                break;
            }
            left = left.saturating_sub(cost);
            seen.extend(fresh);
            entities.push_str(&told);
            claims.push_str(&claimed);
            relationships.push_str(&tied);
        }
        let sources = cited.iter().map(|unit| row(unit.0, &[self.sources.get(unit).copied().unwrap_or_default()]));
        let sources: String = sources.collect();
        for (kind, head, rows) in [
            ("Entities", "# Entities\nid|name|description|sources\n", entities),
            ("Relationships", "# Relationships\nid|between entities|description|sources\n", relationships),
            ("Claims", "# Claims\nid|subject|type|status|dates|description\n", claims),
            ("Sources", "# Sources\nid|document\n", sources),
        ] {
            if !rows.is_empty() {
                kinds.push(kind);
                into.push_str(head);
                into.push_str(&rows);
                into.push('\n');
            }
        }
    }
}

/// For a graph made without a model: the members, and the sentences that are central to them.
pub(super) fn quoted(context: &ReportContext, budget: u32) -> Tables {
    let mut text = String::new();
    let mut kinds = Vec::new();
    let mut left = budget;
    if !context.children.is_empty() {
        kinds.push("Reports");
        text.push_str("# Reports\n");
        for child in &context.children {
            let entry = report_text(child);
            if tokens::guess(&entry) > left / 2 {
                break;
            }
            left -= tokens::guess(&entry);
            text.push_str(&entry);
        }
        text.push('\n');
    }
    kinds.push("Entities");
    text.push_str("# Entities\nid|name|type\n");
    for entity in context.entities.iter().take(30) {
        let entry = row(entity.id.0, &[&entity.name, entity.kind.name()]);
        left = left.saturating_sub(tokens::guess(&entry));
        text.push_str(&entry);
    }
    let shown: HashSet<EntityId> = context.entities.iter().take(30).map(|entity| entity.id).collect();
    let tied: Vec<String> = context
        .relationships
        .iter()
        .filter(|r| shown.contains(&r.source) && shown.contains(&r.target))
        .take(20)
        .map(|r| row(r.id.0, &[&format!("{}-{}", r.source.0, r.target.0)]))
        .collect();
    if !tied.is_empty() {
        kinds.push("Relationships");
        text.push_str("\n# Relationships (named together more than chance)\nid|between entities\n");
        tied.iter().for_each(|entry| text.push_str(entry));
    }
    let mut said = String::new();
    for sentence in context.gist.iter().chain(&context.passages) {
        let Some(source) = sentence.source() else { continue };
        let speaker = sentence.speaker.as_deref().map(|speaker| format!("{speaker}: ")).unwrap_or_default();
        let entry = row(source.id, &[&format!("{speaker}{}", sentence.text)]);
        if tokens::guess(&entry) > left {
            break;
        }
        left -= tokens::guess(&entry);
        said.push_str(&entry);
    }
    if !said.is_empty() {
        kinds.push("Sources");
        text.push_str("\n# Sources\nid|text\n");
        text.push_str(&said);
    }
    Tables { text, kinds }
}
