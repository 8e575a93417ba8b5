//! Pages of what was made of the documents: reports, entities, relationships and claims.

use super::{Builder, Link};
use crate::model::{Anchor, EntityType, Ref};
use crate::text::display::inline::unmarked;
use crate::text::numbers::amounts::{and_more, count, grouped};
use crate::tui::data::{ClaimPage, EntityPage, RelationshipPage, ReportPage, Titled};
use crate::tui::theme::Role;
use crate::tui::widgets::rich::{Face, Piece, Row, shorten, shorten_inside};
use crate::tui::widgets::spark;
use crate::tui::widgets::wrap::wrap;

/// A page narrower than this has shorter heads.
const NARROW: usize = 60;

/// What the figure at a relationship begins with where it counts no passages.
const WEIGHT: &str = "weight";
/// Bytes that what a claim says may have as the title of its page.
const LONGEST_TITLE: usize = 240;
/// Cells of the bar that says how a community was rated, or which share of the documents it draws on.
const CELLS: usize = 5;

/// What is told together of those whom a report speaks of; the last is whatever has no other kind.
const KINDS: [(&str, &[EntityType]); 4] = [
    ("People", &[EntityType::Person]),
    ("Organisations", &[EntityType::Organisation]),
    ("Places", &[EntityType::Place]),
    ("Terms", &[]),
];

impl Builder<'_> {
    pub(super) fn report(&mut self, page: &ReportPage) {
        let report = &page.report;
        self.title(&report.title);
        let (dot, all) = (self.setting.glyphs.dot, page.all_documents);
        let share = if page.rated { report.rating / 10.0 } else { page.documents as f32 / all.max(1) as f32 };
        let (full, empty) = self.setting.glyphs.bar(share, CELLS);
        // An index of another program may not say which documents there are.
        let documents = (page.documents > 0).then(|| match page.rated || self.setting.width < NARROW {
            true => count(page.documents.into(), "document", "documents"),
            false => format!("{} of {}", grouped(page.documents.into()), count(all, "document", "documents")),
        });
        let mut sizes: Vec<String> = documents.into_iter().collect();
        sizes.push(count(page.member_count.into(), "entity", "entities"));
        if !page.below.is_empty() {
            sizes.push(count(page.below.len() as u64, "part", "parts"));
        }
        let sizes = Piece::new(&sizes.join(&format!(" {dot} ")), Role::Dim);
        let pieces = match page.rated {
            // On a narrow page the figures have one line.
            false if self.setting.width < NARROW => vec![sizes],
            rated => {
                let said = if rated { format!(" rated {:.1} {dot} ", report.rating) } else { " ".to_owned() };
                let said = Piece::new(&said, Role::Text);
                vec![Piece::new(&full, Role::Bar), Piece::new(&empty, Role::Dim), said, sizes]
            }
        };
        self.wrapped(&pieces, 0);
        let named = self.members_by_kind(&page.members);
        self.gap();
        self.markdown(&report.summary, 0);
        for (number, finding) in report.findings.iter().enumerate() {
            let number = number as u32;
            let open = !self.setting.folded.contains(&number);
            let mark = if open { self.setting.glyphs.open } else { self.setting.glyphs.closed };
            let link = self.link(Link::Fold(number));
            self.gap();
            self.page.findings.push(self.page.rows.len());
            if self.setting.anchor == Some(Anchor::Finding(number)) {
                self.page.lit = Some(self.page.rows.len());
            }
            let face = Face { role: Role::Heading, strong: false, emphasis: false };
            let first = [Piece::linked(mark, Role::Dim, link), Piece::new(&format!(" {} ", number + 1), Role::Dim)];
            let rest = [Piece::new("    ", Role::Text)];
            self.rows(wrap(&[Piece::new(&finding.heading, face)], self.setting.width, &first, &rest));
            match open {
                true => self.markdown(&finding.explanation, 4),
                false => self.notes.pass_over(&finding.explanation),
            }
        }
        if !page.below.is_empty() {
            self.heading("Inside this community");
            self.communities(&page.below, page.rated);
        }
        if named < page.members.len() {
            self.heading("Entities at its centre");
            let members: Vec<Titled> = page.members.iter().map(|(_, titled)| titled.clone()).collect();
            self.run("", &members, page.member_count.saturating_sub(members.len() as u32));
        }
        if !report.rating_reason.trim().is_empty() {
            self.heading(if page.rated { "Why it is rated so" } else { "Its place" });
            self.dim(&report.rating_reason);
        }
    }

    /// Whom and what a report speaks of, a row of names for each kind: what fits, and how many do. One goes past them
    /// to what it cites.
    fn members_by_kind(&mut self, members: &[(EntityType, Titled)]) -> usize {
        /// Fewer names are told by the title.
        const FEWEST: usize = 4;
        const LABEL: usize = 15;
        /// Columns beside the label that have room for a name.
        const ROOM: usize = 24;
        if self.setting.width < LABEL + ROOM || members.len() < FEWEST {
            return 0;
        }
        self.gap();
        let before = self.page.links.len();
        for (label, kinds) in KINDS {
            let is_kind = |kind: &EntityType| match kinds {
                [] => !KINDS.iter().any(|(_, kinds)| kinds.contains(kind)) && *kind != EntityType::Date,
                kinds => kinds.contains(kind),
            };
            let of_kind: Vec<&Titled> = members.iter().filter(|(kind, _)| is_kind(kind)).map(|(_, it)| it).collect();
            let mut pieces = vec![Piece::new(&format!("{label:LABEL$}"), Role::Dim)];
            let mut room = self.setting.width.saturating_sub(LABEL);
            for (at, titled) in of_kind.iter().enumerate() {
                let dot = if at == 0 { String::new() } else { format!(" {} ", self.setting.glyphs.dot) };
                let dot = Piece::new(&dot, Role::Dim);
                let name = Piece::new(&titled.title, Role::Link);
                if at > 0 && dot.width() + name.width() > room {
                    break;
                }
                room = room.saturating_sub(dot.width() + name.width());
                pieces.push(dot);
                pieces.push(self.linked(titled));
            }
            if !of_kind.is_empty() {
                self.rows([Row::new(pieces)]);
            }
        }
        self.page.aside = self.page.links.len();
        self.page.aside - before
    }

    pub(super) fn entity(&mut self, page: &EntityPage) {
        let entity = &page.entity;
        self.title(&entity.name);
        let dot = self.setting.glyphs.dot;
        let parts = [
            entity.kind.name().to_owned(),
            count(entity.mentions.into(), "mention", "mentions"),
            match entity.documents {
                0 => String::new(),
                documents => count(documents.into(), "document", "documents"),
            },
            count(entity.degree.into(), "relationship", "relationships"),
        ];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        self.dim(&parts.join(&format!(" {dot} ")));
        if entity.ubiquitous {
            self.dim("Named nearly everywhere in these documents: it tells no community from another.");
        }
        if !entity.aliases.is_empty() {
            self.dim(&format!("also {}", entity.aliases.join(&format!(" {dot} "))));
        }
        if page.years.len() > 1 {
            let line = spark::line(page.years.iter().map(|(_, number)| *number), self.setting.glyphs);
            let [from, to] =
                [page.years.first(), page.years.last()].map(|year| year.map_or("", |(year, _)| year.as_str()));
            let pieces = [
                Piece::new(&format!("{from} "), Role::Dim),
                Piece::new(&line, Role::Bar),
                Piece::new(&format!(" {to}"), Role::Dim),
            ];
            self.rows([Row::new(pieces.to_vec())]);
        }
        self.gap();
        self.markdown(&entity.description, 0);
        if !page.claims.is_empty() {
            self.heading("Claims");
            self.list(&page.claims);
        }
        if !page.relationships.is_empty() {
            let shown = page.relationships.len() as u32;
            let of = if shown < entity.degree { format!("{shown} of {}", entity.degree) } else { shown.to_string() };
            // Another program may know how much two are related, and not where.
            let weighed = page.relationships.iter().any(|(_, other)| other.note.starts_with(WEIGHT));
            let by = if weighed { WEIGHT } else { "passages with both" };
            self.heading(&format!("Related to ({of}), by {by}"));
            for (relationship, other) in &page.relationships {
                self.related(*relationship, other);
            }
            let more = (entity.degree as usize).saturating_sub(page.relationships.len());
            if more > 0 {
                self.dim(&format!(
                    "{}; / finds them by name among the relationships of the browser",
                    and_more("", more)
                ));
            }
        }
        // What is said of it comes before what it is part of: so do the citations that one steps through.
        if !page.communities.is_empty() {
            self.heading("Communities");
            self.list(&page.communities);
        }
        if !page.sources.is_empty() {
            self.heading(&format!("Named in ({} of {})", page.sources.len(), page.source_count));
            self.list(&page.sources);
            let more = (page.source_count as usize).saturating_sub(page.sources.len());
            if more > 0 {
                self.dim(&format!("{}; n goes from mention to mention through all of them", and_more("", more)));
            }
        }
    }

    /// The other entity, and behind it the relationship itself.
    pub(super) fn related(&mut self, relationship: Ref, other: &Titled) {
        let width = self.setting.width;
        let open = self.link(Link::Open(other.record));
        let through = self.link(Link::Open(relationship));
        let weight = Piece::linked(&other.note, Role::Link, through);
        let room = width.saturating_sub(weight.width() + 3).max(1);
        let title = shorten(&other.title, room, self.setting.glyphs.ellipsis);
        self.apart(Piece::linked(&title, Role::Link, open), weight);
    }

    pub(super) fn relationship(&mut self, page: &RelationshipPage) {
        let [source, target] = &page.ends;
        let pieces = [self.linked(source), Piece::new(" – ", Role::Dim), self.linked(target)];
        self.wrapped(&pieces, 0);
        let passages = count(page.named_in, "passage names both", "passages name both");
        let dot = self.setting.glyphs.dot;
        self.dim(&format!("{passages} {dot} weight of the tie {:.1}", page.relationship.weight));
        self.gap();
        self.markdown(&page.relationship.description, 0);
        if !page.passages.is_empty() {
            self.heading("Where they stand together");
            for (source, words) in &page.passages {
                let link = self.link(Link::Open(*source));
                let bullet = self.setting.glyphs.bullet;
                let first = [Piece::linked(&format!("{bullet} "), Role::Link, link)];
                let rest = [Piece::new("  ", Role::Text)];
                let rows =
                    wrap(&[Piece::linked(&unmarked(words), Role::Text, link)], self.setting.width, &first, &rest);
                self.rows(rows);
                // Where it is said, under what is said.
                let shown = page.sources.iter().find(|titled| titled.record.record() == source.record());
                if let Some(titled) = shown {
                    let room = self.setting.width.saturating_sub(4).max(1);
                    let title = shorten_inside(&titled.title, room, self.setting.glyphs.ellipsis);
                    let title = Piece::linked(&title, Role::Dim, link);
                    self.rows([Row::new(vec![Piece::new("  ", Role::Dim), title])]);
                }
            }
        }
        let told =
            |titled: &&Titled| !page.passages.iter().any(|(source, _)| source.record() == titled.record.record());
        let others: Vec<Titled> = page.sources.iter().filter(told).cloned().collect();
        if !others.is_empty() {
            self.heading(if page.passages.is_empty() { "Shown in" } else { "Shown in, besides" });
            self.list(&others);
        }
    }

    pub(super) fn claim(&mut self, page: &ClaimPage) {
        let claim = &page.claim;
        let (kind, said) = (claim.kind.trim(), claim.description.trim());
        // What is said is what one looks for; what is too long for a title stands below.
        let is_title = !said.is_empty() && said.len() <= LONGEST_TITLE;
        self.title(match (is_title, kind) {
            (true, _) => said,
            (false, "") => "Claim",
            (false, kind) => kind,
        });
        let is_empty = [&claim.kind, &claim.description].iter().all(|said| said.trim().is_empty());
        if is_empty && page.object.is_none() {
            self.dim("The importing program recorded this text alone as the subject:");
        }
        let mut pieces = vec![self.linked(&page.subject)];
        if let Some(object) = &page.object {
            pieces.push(Piece::new(&format!(" {} ", self.setting.glyphs.arrow), Role::Dim));
            pieces.push(self.linked(object));
        }
        self.wrapped(&pieces, 0);
        let dates = [claim.start_date.as_deref(), claim.end_date.as_deref()];
        let dates = dates.into_iter().flatten().collect::<Vec<_>>().join(" to ");
        let dates = if dates.is_empty() { dates } else { format!(" {} {dates}", self.setting.glyphs.dot) };
        let kind =
            if is_title && !kind.is_empty() { format!(" {} {kind}", self.setting.glyphs.dot) } else { String::new() };
        self.dim(&format!("status {}{kind}{dates}", claim.status.name()));
        self.gap();
        match said {
            _ if is_title => {}
            "" if is_empty => {}
            "" => self.dim("It came without a description."),
            said => self.markdown(said, 0),
        }
        if !claim.quote.is_empty() {
            self.gap();
            self.wrapped(&[Piece::new(&format!("“{}”", claim.quote), Role::Lit)], 2);
        }
        self.heading("Said in");
        self.list(std::slice::from_ref(&page.source));
    }
}
