//! Records as the reader shows them: with titles of everything they lead to.

use std::collections::{HashMap, HashSet};

use unicode_segmentation::UnicodeSegmentation;

use super::{Library, Result};
use crate::model::{
    Anchor, Claim, ClaimId, CommunityId, DocumentId, EntityId, Kind, Ref, Relationship, RelationshipId, Report, Span,
    TextUnit, TextUnitId,
};
use crate::store::DocumentOrder;
use crate::text::display::spacing::single_spaced;
use crate::text::numbers::amounts::count;
use crate::tui::data::{
    BEFORE, ClaimPage, DocumentPage, EntityPage, LibraryError, OFFLINE, RecordPage, RelationshipPage, ReportPage,
    SourcePage, Titled, WINDOW,
};

/// Records listed on a page; the browser and the tree list all. Of an entity so many relationships are looked at for
/// those with most passages.
const SHOWN: usize = 24;
const TIES: usize = 240;

/// Passages of a relationship that are quoted, and bytes between two names that still stand together.
const QUOTED: usize = 5;
const FARTHEST: usize = 400;
/// Text units of an entity that are looked at, and columns of its line of years.
const MOST_UNITS: usize = 2_000;
const YEARS: usize = 40;

/// Text around a passage, in bytes.
const AROUND: usize = 900;

/// Sentences that name both of two.
struct Both {
    /// In how many sentences, and bytes, the two names stand.
    apart: (usize, usize),
    place: Ref,
    words: String,
}

impl Library {
    pub(super) fn record(&self, record: Ref) -> Result<RecordPage> {
        let id = record.id;
        Ok(match record.kind {
            Kind::Report => RecordPage::Report(self.report(CommunityId(id))?),
            Kind::Entity => RecordPage::Entity(self.entity(EntityId(id))?),
            Kind::Relationship => RecordPage::Relationship(self.relationship(RelationshipId(id))?),
            Kind::Claim => RecordPage::Claim(self.claim(ClaimId(id))?),
            Kind::Source => RecordPage::Source(self.source(TextUnitId(id), record.anchor)?),
            Kind::Document => RecordPage::Document(self.document(DocumentId(id), record.anchor)?),
        })
    }

    /// Titles of records that exist, with a remark each.
    fn titled(&self, records: impl IntoIterator<Item = (Ref, String)>) -> Result<Vec<Titled>> {
        let (refs, notes): (Vec<Ref>, Vec<String>) = records.into_iter().unzip();
        let titles = self.titles(&refs)?;
        let records = refs.into_iter().zip(titles).zip(notes);
        Ok(records.filter_map(|((record, title), note)| Some(Titled { record, title: title?, note })).collect())
    }

    fn one_titled(&self, record: Ref) -> Result<Titled> {
        let found = self.titled([(record, String::new())])?.pop();
        found.ok_or(LibraryError::NoSuchRecord(record))
    }

    fn report(&self, id: CommunityId) -> Result<ReportPage> {
        let row_of = self.community(id)?;
        let report = self.reader.reports(&[id])?.pop().unwrap_or_else(|| Report {
            community: id,
            title: row_of.title.clone(),
            summary: "The report on this community is not written yet.".to_owned(),
            rating: 0.0,
            rating_reason: String::new(),
            findings: Vec::new(),
        });
        let path = self.reader.community_path(id)?;
        let above = path.iter().take(path.len().saturating_sub(1)).map(|&above| (above.into(), String::new()));
        let below = self.reader.community_children(Some(id))?.into_iter().map(|row| self.row_apart(row));
        let mut below = below.collect::<Result<Vec<_>>>()?;
        below.sort_by(|a, b| b.rating.total_cmp(&a.rating));
        let members = self.reader.members(id)?;
        let shown = self.reader.entity_rows(&members[..members.len().min(SHOWN)])?.into_iter();
        let shown = shown.map(|row| (row.kind, Titled { record: row.id.into(), title: row.name, note: String::new() }));
        Ok(ReportPage {
            report,
            gist: self.reader.gist(id.into())?,
            level: row_of.level,
            documents: row_of.documents,
            all_documents: self.reader.document_count()?,
            rated: self.meta.method != OFFLINE,
            above: self.titled(above)?,
            below,
            members: shown.collect(),
            member_count: members.len() as u32,
        })
    }

    fn entity(&self, id: EntityId) -> Result<EntityPage> {
        let entity = self.reader.entity(id)?;
        let mut rows = self.reader.relationships_of(id, TIES)?;
        let ids: Vec<RelationshipId> = rows.iter().map(|row| row.id).collect();
        let named_with = self.reader.named_with(id)?;
        let shared: HashMap<RelationshipId, u64> = self
            .reader
            .relationships(&ids)?
            .into_iter()
            .map(|whole| {
                let other = if whole.source == id { whole.target } else { whole.source };
                let named = named_with.get(&other).copied().unwrap_or_default();
                (whole.id, u64::from(named).max(whole.text_units.len() as u64))
            })
            .collect();
        // In the order of the number that is shown; among as many passages the heavier first, as they come.
        rows.sort_by_key(|row| std::cmp::Reverse(shared.get(&row.id)));
        // Other programs tell a tie from either end: whoever is at the other is one.
        let mut met = HashSet::new();
        rows.retain(|row| met.insert(if row.source == id { row.target } else { row.source }));
        rows.truncate(SHOWN);
        let relationships = rows.into_iter().map(|row| {
            let (other, title) =
                if row.source == id { (row.target, row.target_name) } else { (row.source, row.source_name) };
            // A number that means something; where no passage is known, the weight as it was told.
            let note = match shared.get(&row.id) {
                Some(&passages) if passages > 0 => count(passages, "passage", "passages"),
                _ => format!("weight {:.1}", row.weight),
            };
            (Ref::from(row.id), Titled { record: other.into(), title, note })
        });
        let relationships = relationships.collect();
        let communities = self.reader.communities_of(id)?;
        let levels: HashMap<CommunityId, u32> =
            self.reader.community_rows(&communities)?.into_iter().map(|row| (row.id, row.level)).collect();
        let communities = communities
            .into_iter()
            .map(|id| (id.into(), levels.get(&id).map_or(String::new(), |level| format!("level {level}"))));
        let communities = self.titled(communities)?;
        let units = self.reader.units_of_entity(id)?;
        let source_count = units.len() as u32;
        let sources = self.sources(&units)?;
        let claims = self.reader.claims_about(id)?.into_iter().take(SHOWN).map(|claim| {
            let title = self.claim_line(&claim)?;
            Ok(Titled { record: claim.id.into(), title, note: claim.start_date.unwrap_or_default() })
        });
        let claims = claims.collect::<Result<_>>()?;
        let years = self.years_of(&units)?;
        Ok(EntityPage { entity, relationships, communities, sources, source_count, claims, years })
    }

    /// A claim in one line: what it says; where another program left that empty, of whom it says what.
    pub(super) fn claim_line(&self, claim: &Claim) -> Result<String> {
        let said = claim.description.trim();
        if !said.is_empty() {
            return Ok(said.to_owned());
        }
        let ends: Vec<Ref> = [Some(claim.subject), claim.object].into_iter().flatten().map(Ref::from).collect();
        let ends: Vec<String> = self.titles(&ends)?.into_iter().flatten().collect();
        let parts = [ends.join(" – "), claim.kind.trim().to_owned(), claim.quote.trim().to_owned()];
        Ok(parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(": "))
    }

    fn sources(&self, units: &[TextUnitId]) -> Result<Vec<Titled>> {
        self.titled(units.iter().take(SHOWN).map(|&unit| (unit.into(), String::new())))
    }

    fn relationship(&self, id: RelationshipId) -> Result<RelationshipPage> {
        let relationship = self.reader.relationship(id)?;
        let ends = [self.one_titled(relationship.source.into())?, self.one_titled(relationship.target.into())?];
        let sources = self.sources(&relationship.text_units)?;
        let passages = self.passages_of(&relationship)?;
        let named_in = self.reader.passages_of(&[id])?.into_values().sum();
        Ok(RelationshipPage { relationship, ends, named_in, passages, sources })
    }

    /// Sentences of the passages of a relationship that name both of its ends, else those that stand together.
    fn passages_of(&self, relationship: &Relationship) -> Result<Vec<(Ref, String)>> {
        let units = &relationship.text_units[..relationship.text_units.len().min(QUOTED)];
        let found = self.together([relationship.source, relationship.target], units)?;
        Ok(found.into_iter().map(|both| (both.place, format!("“{}”", both.words))).collect())
    }

    /// The passages that name two, the surest first: where one sentence names both, then where they stand nearest to
    /// each other; where they do so nowhere, the text units as they are.
    pub(super) fn naming_both(&self, one: EntityId, other: EntityId) -> Result<Vec<Ref>> {
        let mut units = self.reader.units_of_both(one, other)?;
        units.truncate(MOST_UNITS);
        let mut found = self.together([one, other], &units)?;
        found.sort_by_key(|both| both.apart);
        match found.is_empty() {
            true => Ok(units.into_iter().map(Ref::from).collect()),
            false => Ok(found.into_iter().map(|both| both.place).collect()),
        }
    }

    /// Sentences of text units in which two stand near each other.
    fn together(&self, ends: [EntityId; 2], units: &[TextUnitId]) -> Result<Vec<Both>> {
        let mut found = Vec::new();
        for &id in units {
            let unit = self.reader.text_unit(id)?;
            let mentions = self.reader.mentions_in(id)?;
            let of = |end: EntityId| mentions.iter().filter(move |mention| mention.entity == end);
            let pairs = of(ends[0]).flat_map(|one| of(ends[1]).map(move |other| (one, other)));
            let Some((one, other)) = pairs.min_by_key(|(one, other)| one.span.start.abs_diff(other.span.start)) else {
                continue;
            };
            let (from, to) = (one.span.start.min(other.span.start), one.span.end.max(other.span.end));
            if to - from > FARTHEST {
                continue;
            }
            let window = Span::new(from.saturating_sub(FARTHEST), to + FARTHEST);
            let (span, text) = self.reader.text(unit.document, window)?;
            let sentences = text.split_sentence_bound_indices().map(|(at, words)| Span::new(at, at + words.len()));
            let near = |sentence: &Span| sentence.end + span.start > from && sentence.start + span.start < to;
            let near: Vec<Span> = sentences.filter(near).collect();
            if let (Some(first), Some(last)) = (near.first(), near.last()) {
                let quote = Span::new(first.start, last.end);
                let words = single_spaced(quote.slice(&text).unwrap_or_default());
                let place = Span::new(span.start + quote.start, span.start + quote.end);
                let apart = (near.len(), to - from);
                found.push(Both { apart, place: Ref::from(id).at(Anchor::Passage(place)), words });
            }
        }
        Ok(found)
    }

    /// How many dated documents of each year some text units stand in.
    fn years_of(&self, units: &[TextUnitId]) -> Result<Vec<(String, u32)>> {
        // Of a large corpus the days are not looked for before a page is shown.
        let Some(dated) = self.dated_soon()? else { return Ok(Vec::new()) };
        let dated: HashMap<DocumentId, i64> = dated.iter().copied().collect();
        let mut documents: Vec<DocumentId> = self
            .reader
            .text_units(&units[..units.len().min(MOST_UNITS)])?
            .into_iter()
            .map(|unit| unit.document)
            .collect();
        documents.sort_unstable();
        documents.dedup();
        let mut named: Vec<(DocumentId, i64)> =
            documents.into_iter().filter_map(|id| Some((id, *dated.get(&id)?))).collect();
        named.sort_by_key(|&(_, date)| date);
        Ok(super::dates::by_time(&named, YEARS))
    }

    /// Where an entity is named, by the day that the documents are from; behind those of no day, in their order.
    pub(super) fn mentions(&self, id: EntityId) -> Result<Vec<(DocumentId, Ref)>> {
        let mentions = self.reader.mentions_of(id, MOST_UNITS)?;
        let mut units: Vec<TextUnitId> = mentions.iter().map(|mention| mention.text_unit).collect();
        units.dedup();
        let units = self.reader.text_units(&units)?.into_iter();
        let documents: HashMap<TextUnitId, DocumentId> = units.map(|unit| (unit.id, unit.document)).collect();
        let days: HashMap<DocumentId, i64> = self.dated_soon()?.unwrap_or_default().iter().copied().collect();
        let mut found: Vec<(DocumentId, Ref)> = mentions
            .into_iter()
            .filter_map(|mention| {
                let place = Ref::from(mention.text_unit).at(Anchor::Passage(mention.span));
                Some((*documents.get(&mention.text_unit)?, place))
            })
            .collect();
        found.sort_by_key(|(document, _)| (days.get(document).copied().unwrap_or(i64::MAX), *document));
        Ok(found)
    }

    fn claim(&self, id: ClaimId) -> Result<ClaimPage> {
        let claim = self.reader.claim(id)?;
        let mut source = self.one_titled(claim.text_unit.into())?;
        // Its words are lit there, as those of a citation are.
        source.record = claim.quote_span.map_or(source.record, |span| source.record.at(Anchor::Passage(span)));
        Ok(ClaimPage {
            subject: self.one_titled(claim.subject.into())?,
            object: claim.object.map(|object| self.one_titled(object.into())).transpose()?,
            source,
            claim,
        })
    }

    fn source(&self, id: TextUnitId, anchor: Option<Anchor>) -> Result<SourcePage> {
        let unit = self.reader.text_unit(id)?;
        let document = self.reader.document(unit.document)?;
        let from = unit.span.start.saturating_sub(AROUND);
        let window = self.text(unit.document, from, unit.span.end + AROUND - from)?;
        let span = match anchor {
            Some(Anchor::Passage(span)) => span,
            _ => unit.span,
        };
        let place = self.place_of(unit.document, span)?;
        let mut seen = std::collections::HashSet::new();
        let named = self.reader.mentions_in(id)?.into_iter().map(|mention| mention.entity);
        let named = named.filter(|&entity| seen.insert(entity)).take(SHOWN);
        let entities = self.titled(named.map(|entity| (entity.into(), String::new())))?;
        let [previous, next] = self.beside(&unit)?;
        let name = self.told_apart(document.id.into(), document.title.clone())?;
        Ok(SourcePage { unit, document, name, window, place, entities, previous, next })
    }

    /// The text units before and after one.
    fn beside(&self, unit: &TextUnit) -> Result<[Option<Ref>; 2]> {
        let near = [unit.id.0.checked_sub(1), unit.id.0.checked_add(1)];
        let mut beside = [None; 2];
        // Ids follow the order of the text, as far as it was cut in one go; anything else is looked up.
        for (at, id) in near.into_iter().enumerate() {
            let found = id.and_then(|id| self.reader.text_unit(TextUnitId(id)).ok());
            let wanted = if at == 0 { unit.ordinal.checked_sub(1) } else { unit.ordinal.checked_add(1) };
            let same = found.filter(|found| found.document == unit.document && Some(found.ordinal) == wanted);
            beside[at] = same.map(|found| found.id.into());
        }
        Ok(beside)
    }

    fn document(&self, id: DocumentId, anchor: Option<Anchor>) -> Result<DocumentPage> {
        let document = self.reader.document(id)?;
        let from = match anchor {
            Some(Anchor::Passage(Span { start, .. })) if start > WINDOW / 2 => start - BEFORE,
            _ => 0,
        };
        let mut parts = self.reader.appearances_in(id)?;
        parts.sort_by_key(|part| (std::cmp::Reverse(part.sentences), part.entity));
        let mut seen = std::collections::HashSet::new();
        parts.retain(|part| seen.insert(part.entity));
        let entities = parts.into_iter().take(8).map(|part| (part.entity.into(), String::new()));
        // Of the parts of a file that holds several documents; the place in the text stands with each passage.
        let locator = match document.row {
            Some(_) => self.reader.way_back(id)?.1.at(0).map(|locator| locator.to_string()),
            None => None,
        };
        let name = self.told_apart(id.into(), document.title.clone())?;
        let all = self.reader.document_ids(DocumentOrder::Reading)?;
        let at = all.iter().position(|&other| other == id);
        let beside = |at: Option<usize>| at.and_then(|at| all.get(at)).map(|&other| other.into());
        Ok(DocumentPage {
            previous: beside(at.and_then(|at| at.checked_sub(1))),
            next: beside(at.map(|at| at + 1)),
            name,
            locator,
            entities: self.titled(entities)?,
            recurring: self.reader.recurring(id)?,
            window: self.text(id, from, WINDOW)?,
            document,
        })
    }
}
