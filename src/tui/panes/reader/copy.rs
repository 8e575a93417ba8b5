//! What is taken elsewhere: a record or an answer as Markdown, with what it cites listed below by number, each with its
//! file and what was quoted of it.

use std::collections::{HashMap, HashSet};

use super::State;
use crate::judgement::extractive::quotes::drawn;
use crate::model::{Anchor, Evidence, Ref, cite, find_citations, without_citations};
use crate::text::display::spacing::single_spaced;
use crate::text::numbers::amounts::count;
use crate::tui::data::{ClaimPage, EntityPage, RecordPage, SourcePage, Titled, ToldElsewhere};

/// A text whose citations are not numbered yet: what they name is asked of the index first, because a screen knows only
/// what it shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Draft {
    text: String,
    quotes: Vec<Quote>,
}

/// What was quoted from a source.
#[derive(Clone, Debug, PartialEq)]
struct Quote {
    source: Ref,
    /// Where the words stand.
    place: Ref,
    /// In quotation marks, with who said them.
    words: String,
}

/// Texts on their way, one behind the other, and where to.
#[derive(Clone, Debug, PartialEq)]
pub struct Taking {
    pub drafts: Vec<Draft>,
    pub to: To,
}

/// Where a text is taken.
#[derive(Clone, Debug, PartialEq)]
pub enum To {
    Clipboard,
    /// The same, without citations.
    BareClipboard,
    /// The file whose name is asked for meanwhile.
    File,
}

impl Draft {
    /// A text with citations; `evidence` is what it quotes.
    pub fn new(text: String, evidence: &[&Evidence]) -> Draft {
        let mut quotes: Vec<Quote> = Vec::new();
        for evidence in evidence {
            let Some(source) = evidence.source() else { continue };
            let place = match evidence.document {
                Some(document) => Ref::from(document).at(Anchor::Passage(evidence.shown_place())),
                None => source,
            };
            // All that the text shows of it, so that whoever looks it up finds the beginning.
            let words = single_spaced(&drawn::words(evidence));
            let by = [evidence.speaker.clone(), drawn::dated(evidence)].into_iter().flatten().collect::<Vec<_>>();
            let by = if by.is_empty() { String::new() } else { format!(" — {}", by.join(", ")) };
            let quote = Quote { source, place, words: format!("“{words}”{by}") };
            // Several parts of a text may quote the same.
            if !quotes.iter().any(|other| other.source == source && other.words == quote.words) {
                quotes.push(quote);
            }
        }
        Draft { text, quotes }
    }

    /// What has to be known before it can be written.
    pub fn asks(&self) -> Vec<Ref> {
        let cited = find_citations(&self.text);
        let places = self.quotes.iter().map(|quote| quote.place);
        let mut seen = HashSet::new();
        cited.iter().flat_map(|citation| citation.refs()).chain(places).filter(|record| seen.insert(*record)).collect()
    }

    /// Puts numbers in the place of citations, and lists below what each stands for: its title, its id, its file, and
    /// what was quoted of it.
    pub fn footnoted(&self, told: &HashMap<Ref, ToldElsewhere>) -> String {
        let mut cited: Vec<Ref> = Vec::new();
        let (mut marked, mut at) = (String::new(), 0);
        for citation in find_citations(&self.text) {
            marked += self.text.get(at..citation.span.start).unwrap_or_default();
            at = citation.span.end;
            let numbers = citation.refs().map(|record| {
                let known = cited.iter().position(|&other| other == record);
                let place = known.unwrap_or_else(|| {
                    cited.push(record);
                    cited.len() - 1
                });
                (place + 1).to_string()
            });
            let numbers: Vec<String> = numbers.collect();
            marked += &format!("[{}]", numbers.join(", "));
        }
        marked += self.text.get(at..).unwrap_or_default();
        if !cited.is_empty() {
            marked.push('\n');
        }
        let place_of = |record: Ref| told.get(&record).and_then(|told| told.place.as_deref());
        for (at, record) in cited.into_iter().enumerate() {
            let title = told.get(&record).and_then(|told| told.title.as_deref()).unwrap_or("not in the index any more");
            marked += &format!("- [{}] {title} ({} {})\n", at + 1, record.kind.plural(), record.id);
            let mut quotes = self.quotes.iter().filter(|quote| quote.source == record).peekable();
            match (quotes.peek(), place_of(record)) {
                (None, Some(place)) => marked += &format!("  - {place}\n"),
                _ => {
                    for Quote { place, words, .. } in quotes {
                        let place = place_of(*place).map_or(String::new(), |place| format!("{place}: "));
                        marked += &format!("  - {place}{words}\n");
                    }
                }
            }
        }
        marked
    }
}

impl State {
    /// Returns the record as a text to take elsewhere.
    pub fn drafted(&self) -> Option<Draft> {
        self.record.as_ref().map(drafted)
    }

    /// Returns the record without its citations.
    pub fn bare(&self) -> Option<String> {
        self.record.as_ref().map(bare)
    }
}

/// A record without its citations.
pub fn bare(record: &RecordPage) -> String {
    match record {
        RecordPage::Source(page) => format!("{}\n", passage(page)),
        record => without_citations(&told(record)),
    }
}

fn passage(page: &SourcePage) -> &str {
    let from = page.unit.span.start.saturating_sub(page.window.from);
    let to = page.unit.span.end.saturating_sub(page.window.from);
    page.window.text.get(from..to).unwrap_or(&page.window.text).trim()
}

/// A record as Markdown, with its citations as they are stored.
fn told(record: &RecordPage) -> String {
    match record {
        RecordPage::Report(page) => {
            let mut text = format!("# {}\n\n{}\n", page.report.title, page.report.summary);
            for finding in &page.report.findings {
                text += &format!("\n## {}\n\n{}\n", finding.heading, finding.explanation);
            }
            text
        }
        RecordPage::Entity(page) => entity(page),
        RecordPage::Relationship(page) => {
            let ends = page.ends.each_ref().map(|end| end.title.as_str()).join(" – ");
            let shown = cited("Shown in", &page.sources, page.sources.len());
            format!("# {ends}\n\n{}\n{shown}", page.relationship.description)
        }
        RecordPage::Claim(page) => claim(page),
        RecordPage::Source(page) => {
            let document = &page.document;
            let line = page.place.line.map(|line| format!("line {line}"));
            let place = page.place.locator.clone().or(line).unwrap_or_default();
            format!("{}\n\n— {}, {}, {place}\n", passage(page), document.title, document.path)
        }
        RecordPage::Document(page) => format!("# {}\n\n{}\n", page.document.title, page.window.text.trim_end()),
    }
}

/// A claim: of what kind and of whom it is, what it says and by which words, and where they stand.
fn claim(page: &ClaimPage) -> String {
    let ends = [Some(&page.subject), page.object.as_ref()].into_iter().flatten().map(|end| end.title.as_str());
    let about = [page.claim.kind.trim(), &ends.collect::<Vec<_>>().join(" – "), page.claim.status.name()];
    let about: Vec<&str> = about.into_iter().filter(|part| !part.is_empty()).collect();
    let quote = if page.claim.quote.is_empty() { String::new() } else { format!("“{}” ", page.claim.quote) };
    let source = cite([page.source.record.record()]);
    format!("# {}\n\n{}\n\n{quote}{source}\n", about.join(", "), page.claim.description.trim())
}

/// What the reader shows of an entity.
fn entity(page: &EntityPage) -> String {
    let entity = &page.entity;
    let known = [
        entity.kind.name().to_owned(),
        count(entity.mentions.into(), "mention", "mentions"),
        count(entity.documents.into(), "document", "documents"),
        count(entity.degree.into(), "relationship", "relationships"),
    ];
    let known: Vec<String> = known.into_iter().filter(|said| !said.is_empty()).collect();
    let mut text = format!("# {}\n\n{}\n", entity.name, known.join(" · "));
    if !entity.aliases.is_empty() {
        text += &format!("\nalso {}\n", entity.aliases.join(" · "));
    }
    if !entity.description.trim().is_empty() {
        text += &format!("\n{}\n", entity.description.trim());
    }
    let related: Vec<Titled> = page.relationships.iter().map(|(_, other)| other.clone()).collect();
    text += &listed("Claims", &page.claims, page.claims.len());
    text += &listed("Related to", &related, entity.degree as usize);
    text += &listed("Communities", &page.communities, page.communities.len());
    text + &cited("Named in", &page.sources, page.source_count as usize)
}

/// A list below a heading, which says how many there are where not all are listed.
fn listed(heading: &str, items: &[Titled], all: usize) -> String {
    let line = |item: &Titled| match item.note.is_empty() {
        true => format!("- {}\n", item.title),
        false => format!("- {} ({})\n", item.title, item.note),
    };
    under(heading, items.iter().map(line).collect(), all)
}

/// The same of sources, each with its number among those told below, where its file stands.
fn cited(heading: &str, sources: &[Titled], all: usize) -> String {
    let line = |source: &Titled| format!("- {} [Data: Sources ({})]\n", source.title, source.record.id);
    under(heading, sources.iter().map(line).collect(), all)
}

fn under(heading: &str, lines: Vec<String>, all: usize) -> String {
    let of = if lines.len() < all { format!(" ({} of {all})", lines.len()) } else { String::new() };
    if lines.is_empty() { String::new() } else { format!("\n## {heading}{of}\n\n{}", lines.concat()) }
}

/// A record as a text to take elsewhere.
pub fn drafted(record: &RecordPage) -> Draft {
    let quotes: Vec<&Evidence> = match record {
        RecordPage::Report(page) => page.quoted().collect(),
        _ => Vec::new(),
    };
    Draft::new(told(record), &quotes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{DocumentId, Kind, Span};

    #[test]
    fn citations_are_numbered_and_listed_with_their_files_and_what_they_say() {
        let text = "Two asks [Data: Sources (8, 12)]. One law [Data: Sources (8)].\n";
        let quote = Evidence {
            cites: vec![Ref::new(Kind::Source, 8)],
            document: Some(DocumentId(1)),
            quote: Span::new(5, 15),
            window: Span::new(0, 15),
            // Of what is shown a part answers.
            text: "Yes. We ask\nit.".to_owned(),
            lead: None,
            speaker: Some("Mrs Aldous".to_owned()),
            title: "Minutes".to_owned(),
            day: None,
            heading: Vec::new(),
            cut: false,
        };
        // Two parts of a text quote the same.
        let draft = Draft::new(text.to_owned(), &[&quote, &quote.clone()]);
        let asked = draft.asks();
        assert_eq!(asked.len(), 3, "both sources, and the place of the quotation: {asked:?}");
        let told = |title: Option<&str>, place: &str| ToldElsewhere {
            title: title.map(Into::into),
            place: Some(place.into()),
        };
        let places = [
            (asked[0], told(Some("Minutes, part 2"), "minutes.txt, line 3")),
            (asked[1], told(Some("Letters, part 1"), "letters.pdf, page 2")),
            (asked[2], told(None, "minutes.txt, line 4")),
        ];
        assert_eq!(
            draft.footnoted(&HashMap::from(places)),
            "Two asks [1, 2]. One law [1].\n\n- [1] Minutes, part 2 (Sources 8)\n  \
             - minutes.txt, line 4: “Yes. We ask it.” — Mrs Aldous\n\
             - [2] Letters, part 1 (Sources 12)\n  - letters.pdf, page 2\n"
        );
        assert!(draft.footnoted(&HashMap::new()).contains("[2] not in the index any more (Sources 12)"));
    }
}
