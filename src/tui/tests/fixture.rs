//! An invented index: what the library would answer, from plain data.

use std::path::PathBuf;
use std::sync::Arc;

use crate::model::{
    Anchor, Answer, AnswerEvent, CitedRecord, CommunityId, Document, DocumentId, Drill, Entity, EntityId, EntityType,
    Finding, Grounding, Kind, Ref, Report, Span, TextUnit, TextUnitId, TraceStep, WrittenFrom,
};
use crate::store::{Change, News};
use crate::tui::data::{
    ChatRow, CommunityRow, DocumentPage, EntityPage, Filtered, GraphNode, GraphOf, GraphView, Hit, HomePage, HomeQuote,
    HomeRow, LibraryError, ListRow, Loaded, Narrow, Overview, Parent, Part, Place, RecordPage, ReportPage, Request,
    SourcePage, TextWindow, Titled, ToldElsewhere, WhatIsNew,
};

const TITLES: [(u32, u32, &str, f32, u32, u32); 9] = [
    (12, 0, "Flood works on the lower river", 7.5, 31, 2),
    (3, 0, "The pension fund and its trustees", 7.4, 24, 1),
    (7, 0, "Ferries, fords and bridges", 6.2, 18, 0),
    (57, 1, "Pumping stations and who pays for them", 6.8, 9, 0),
    (61, 1, "Dykes of the north bank", 4.1, 7, 0),
    (64, 1, "Contributions and arrears", 5.0, 8, 0),
    (90, 0, "A lost dog", 0.6, 2, 0),
    (91, 0, "Bell ringers", 0.4, 2, 0),
    (19, 0, "日本からの手紙 and the letters from abroad", 3.3, 5, 0),
];

fn community(id: u32) -> Option<CommunityRow> {
    TITLES.iter().find(|row| row.0 == id).map(|&(id, level, title, rating, entities, children)| CommunityRow {
        id: CommunityId(id),
        title: title.to_owned(),
        level,
        rating,
        entities,
        documents: entities / 2,
        children,
    })
}

fn children(parent: Option<Parent>) -> Vec<CommunityRow> {
    let ids: &[u32] = match parent {
        None => &[12, 3, 7, 19],
        Some(Parent::Unconnected) => &[90, 91],
        Some(Parent::Community(CommunityId(12))) => &[57, 61],
        Some(Parent::Community(CommunityId(3))) => &[64],
        Some(Parent::Community(_)) => &[],
    };
    ids.iter().filter_map(|&id| community(id)).collect()
}

const PASSAGE: &str = "The engineer said that the pumps at Low Holm had been meant to run for six hours, and had run \
                       for thirty.\n\nNobody at the meeting could say who had agreed to pay for the coal. Mrs Aldous \
                       asked that the minutes record the question.\n";

pub fn text() -> String {
    let mut text = String::new();
    for number in 0..40 {
        text += &format!("Item {number}. The clerk read the letters that had come since the last meeting.\n\n");
        if number == 20 {
            text += PASSAGE;
        }
    }
    text
}

fn document() -> Document {
    Document {
        id: DocumentId(4),
        title: "Minutes of the river board, March".to_owned(),
        path: "council/1911-03-minutes.txt".to_owned(),
        row: None,
        format: "text".to_owned(),
        encoding: "windows-1252".to_owned(),
        language: Some("eng".to_owned()),
        bytes: text().len() as u64,
        modified: None,
        hash: String::new(),
        text_len: text().len(),
        tokens: 900,
    }
}

fn passage() -> Span {
    let at = text().find(PASSAGE).unwrap();
    Span::new(at, at + PASSAGE.trim_end().len())
}

fn titled(kind: Kind, id: u32, title: &str, note: &str) -> Titled {
    Titled { record: Ref::new(kind, id), title: title.to_owned(), note: note.to_owned() }
}

fn record(wanted: Ref) -> Option<RecordPage> {
    let id = wanted.id;
    Some(match wanted.kind {
        Kind::Report => {
            let row = community(id)?;
            let finding = |heading: &str, explanation: &str| Finding {
                heading: heading.to_owned(),
                explanation: explanation.to_owned(),
                evidence: Vec::new(),
            };
            RecordPage::Report(ReportPage {
                report: Report {
                    community: row.id,
                    title: row.title.clone(),
                    summary: "The board returns again and again to the pumps at Low Holm and to who pays for them \
                              [Data: Reports (57); Sources (812, 1204)]. The dykes of the north bank are spoken of \
                              only after floods [Data: Reports (61); Sources (9999)]."
                        .to_owned(),
                    rating: row.rating,
                    rating_reason: "named in a third of the documents".to_owned(),
                    findings: vec![
                        finding(
                            "The pumps ran five times as long as planned",
                            "“The pumps at Low Holm had been meant to run for six hours, and had run for thirty” \
                             [Data: Sources (812); Entities (410)].",
                        ),
                        finding(
                            "Who pays for the coal was never settled",
                            "“Nobody at the meeting could say who had agreed to pay for the coal” \
                             [Data: Sources (812); Entities (411, 412)].",
                        ),
                    ],
                },
                gist: Vec::new(),
                level: row.level,
                documents: row.documents,
                all_documents: 1_669,
                rated: false,
                above: if row.level > 0 { vec![titled(Kind::Report, 12, TITLES[0].2, "")] } else { Vec::new() },
                below: children(Some(Parent::Community(row.id))),
                members: vec![titled(Kind::Entity, 410, "Low Holm", ""), titled(Kind::Entity, 411, "Mrs Aldous", "")],
                member_count: row.entities,
            })
        }
        Kind::Entity if id < 8_214 => RecordPage::Entity(EntityPage {
            entity: Entity {
                id: EntityId(id),
                name: name(id),
                kind: EntityType::Place,
                aliases: vec!["the Holm".to_owned()],
                description: "“The pumps at Low Holm had been meant to run for six hours” [Data: Sources (812)]."
                    .to_owned(),
                mentions: 41,
                documents: 12,
                degree: 30,
                ubiquitous: false,
            },
            relationships: vec![(Ref::new(Kind::Relationship, 5), titled(Kind::Entity, 411, "Mrs Aldous", "3.2"))],
            communities: vec![titled(Kind::Report, 12, TITLES[0].2, "level 0")],
            sources: vec![titled(Kind::Source, 812, "Minutes of the river board, March, part 3", "")],
            source_count: 9,
            claims: Vec::new(),
            years: vec![("1911".to_owned(), 9), ("1912".to_owned(), 3)],
        }),
        Kind::Source if id == 812 || id == 1204 => RecordPage::Source(SourcePage {
            unit: TextUnit {
                id: TextUnitId(id),
                document: DocumentId(4),
                ordinal: 2,
                span: passage(),
                fresh_from: passage().start,
                tokens: 60,
                recurring: false,
            },
            document: document(),
            name: document().title,
            window: window(passage().start - 200, 800),
            place: place(passage()),
            entities: vec![titled(Kind::Entity, 410, "Low Holm", "")],
            previous: None,
            next: Some(Ref::new(Kind::Source, 1204)),
        }),
        Kind::Document if id == 4 => RecordPage::Document(DocumentPage {
            document: document(),
            name: document().title,
            locator: None,
            entities: vec![titled(Kind::Entity, 411, "Mrs Aldous", "")],
            recurring: Vec::new(),
            window: window(0, 60_000),
            previous: None,
            next: Some(Ref::new(Kind::Document, 5)),
        }),
        _ => return None,
    })
}

fn place(span: Span) -> Place {
    let line = 1 + text()[..span.start].matches('\n').count() as u64;
    Place { path: PathBuf::from("/corpus/council/1911-03-minutes.txt"), line: Some(line), bytes: span, locator: None }
}

fn window(from: usize, len: usize) -> TextWindow {
    let text = text();
    let from = if from == 0 { 0 } else { text[..from].rfind('\n').map_or(0, |at| at + 1) };
    let to = (from + len).min(text.len());
    TextWindow { from, text: text[from..to].to_owned(), of: text.len() }
}

fn name(id: u32) -> String {
    match id {
        410 => "Low Holm".to_owned(),
        411 => "Mrs Aldous".to_owned(),
        _ => format!("Entity {id}"),
    }
}

/// What the library would say when some communities are gone.
pub fn answer(request: &Request, gone: &[u32]) -> Result<Loaded, LibraryError> {
    let is_gone = |record: Ref| record.kind == Kind::Report && gone.contains(&record.id);
    Ok(match request {
        Request::Record(wanted) if is_gone(*wanted) => return Err(LibraryError::NoSuchRecord(wanted.record())),
        Request::Reveal { community, .. } if is_gone((*community).into()) => {
            return Err(LibraryError::NoSuchRecord((*community).into()));
        }
        Request::Communities { parent, .. } => {
            let mut rows = children(*parent);
            rows.retain(|row| !is_gone(row.id.into()));
            Loaded::Communities { parent: *parent, rows }
        }
        Request::WholeTree(_) => Loaded::WholeTree([12, 57, 61, 3, 64, 7, 19, 90, 91].map(CommunityId).to_vec()),
        Request::Overview => Loaded::Overview(Box::new(Overview {
            name: "river board".to_owned(),
            documents: 1_669,
            entities: 8_214,
            relationships: 20_410,
            claims: 0,
            reports: 2_680,
            levels: 3,
            unconnected: 2,
            structures: vec!["hippo".to_owned(), "archrag".to_owned()],
            method: "offline".to_owned(),
            roots: vec!["/corpus".to_owned()],
            finished: 1_772_978_700,
            files: 60,
            tokens: 412_000,
            skipped: vec![("scans/plan.tif".to_owned(), "not text".to_owned())],
            remarked: vec![("council/1911-accounts.pdf".to_owned(), "page 1 is scanned, without text".to_owned())],
            failed: Vec::new(),
        })),
        Request::Community(id) => {
            let row = community(id.0).ok_or(LibraryError::NoSuchRecord((*id).into()))?;
            let above = match id.0 {
                57 | 61 => vec![CommunityId(12)],
                64 => vec![CommunityId(3)],
                _ => Vec::new(),
            };
            Loaded::Community { row, above }
        }
        Request::FilterCommunities { text } => {
            let rows = TITLES.iter().filter(|row| row.2.to_lowercase().contains(&text.to_lowercase()));
            let rows = rows.filter_map(|row| community(row.0)).map(|row| (row.clone(), row.level as usize, true));
            Loaded::Filtered(Filtered { rows: rows.collect(), best: 0 })
        }
        Request::Reveal { community, .. } => {
            let above = match community.0 {
                57 | 61 => Some(Parent::Community(CommunityId(12))),
                64 => Some(Parent::Community(CommunityId(3))),
                90 | 91 => Some(Parent::Unconnected),
                _ => None,
            };
            let branches = above.map(|above| (Some(above), children(Some(above))));
            Loaded::Revealed { community: *community, branches: branches.into_iter().collect() }
        }
        Request::Record(wanted) => {
            Loaded::Record(Box::new(record(*wanted).ok_or(LibraryError::NoSuchRecord(wanted.record()))?))
        }
        Request::Text { from, len, .. } => Loaded::Text(window(*from, *len)),
        Request::FindInText { text: wanted, from, .. } => {
            let found = text().get(*from..).and_then(|rest| rest.find(wanted)).map(|at| at + from);
            Loaded::FoundInText(found.map(|at| Span::new(at, at + wanted.len())))
        }
        Request::List { filter, by_column, .. } => {
            let ids = (0..8_214).rev().filter(|&id| name(id).contains(filter) || filter.starts_with('?'));
            // As what nothing has, and is only spelt like something.
            Loaded::List { ids: Arc::new(ids.collect()), by_fit: filter.starts_with('?') && !by_column, hidden: 0 }
        }
        Request::Rows { kind, ids, .. } => {
            let cells: &[&str] = match kind {
                Kind::Document => &["council", "1911-03-04", "text", "900"],
                Kind::Claim => &["", "1911-03-04"],
                _ => &["place", "30", "12"],
            };
            let cells: Vec<String> = cells.iter().map(|&cell| cell.to_owned()).collect();
            let row = |&id: &u32| ListRow { id, name: name(id), cells: cells.clone() };
            Loaded::Rows { kind: *kind, rows: ids.iter().map(row).collect() }
        }
        Request::Names(refs) => {
            let title = |wanted: &Ref| match wanted.kind {
                Kind::Report => community(wanted.id).map(|row| row.title),
                Kind::Entity => Some(name(wanted.id)),
                Kind::Source if wanted.id == 9_999 => None,
                _ => Some("Minutes of the river board, March, part 3".to_owned()),
            };
            Loaded::Names(refs.iter().map(|wanted| (*wanted, title(wanted))).collect())
        }
        Request::Search { text } => {
            let record = Ref::new(Kind::Entity, 410);
            let hits = [Hit { record, title: "Low Holm".to_owned(), snippet: String::new() }];
            Loaded::Hits(hits.into_iter().filter(|hit| hit.title.to_lowercase().contains(text)).collect())
        }
        Request::Alike(_) => Loaded::Hits(super::differences::alike()),
        Request::Differences { pair, reversed } => {
            Loaded::Differences(Box::new(super::differences::page(*pair, *reversed)))
        }
        Request::Place(wanted, _) => Loaded::Place(place(match wanted.anchor {
            Some(Anchor::Passage(span)) => span,
            _ => passage(),
        })),
        Request::Mentions(_) => {
            let at = |unit, span| Ref::new(Kind::Source, unit).at(Anchor::Passage(span));
            Loaded::Mentions(vec![(DocumentId(4), at(812, passage())), (DocumentId(41), at(1_204, passage()))])
        }
        Request::Graph(of) => {
            let node = |id: u32, place| GraphNode {
                record: Ref::new(Kind::Entity, id),
                title: name(id),
                kind: None,
                size: id % 50,
                lit: id == 410,
                place,
            };
            let places = [(0.5, 0.5), (0.1, 0.2), (0.9, 0.3), (0.4, 0.95), (0.7, 0.1)];
            let nodes = places.into_iter().zip(410..).map(|(place, id)| node(id, place)).collect();
            let edges = vec![(0, 1, 3.0), (0, 2, 1.0), (0, 3, 2.0), (1, 4, 1.0)];
            let title = match of {
                GraphOf::Path(from, to) => format!("From {} to {}", name(from.0), name(to.0)),
                GraphOf::Around(entity, _) => format!("Around {}", name(entity.0)),
                GraphOf::Communities(_) => "All communities".to_owned(),
                GraphOf::Named(record) => format!("Named in {record}"),
            };
            Loaded::Graph(Box::new(GraphView { title, nodes, edges, ..GraphView::default() }))
        }
        Request::Timeline(of) => {
            let dated = (0..if of.is_some() { 3 } else { 90 })
                .map(|at| (at, format!("Minutes {at}"), -1_861_920_000 + i64::from(at) * 40 * 86_400));
            Loaded::Timeline(Arc::new(dated.collect()), 12)
        }
        Request::Home => Loaded::Home(Box::new(home())),
        Request::Suggested(_) => Loaded::Questions(vec!["Who keeps the pumps?".to_owned()]),
        Request::Turns(_) => Loaded::Turns(Vec::new()),
        Request::Chats(text) => {
            let row = |id, title: &str, question: &str, used| ChatRow {
                id,
                title: title.to_owned(),
                used,
                turns: 3,
                question: question.to_owned(),
            };
            let now = 1_772_978_700;
            let rows = [
                row(2, "The coal", "Who pays for the coal?", now - 3 * 3_600),
                row(1, "What recurs?", "What recurs?", now - 30 * 86_400),
            ];
            let rows = rows.into_iter().filter(|row| row.question.contains(text.as_str())).collect();
            Loaded::Chats { rows, now }
        }
        Request::News => Loaded::News(WhatIsNew::default()),
        Request::Parts(_) => {
            let part = |narrow, label: &str, count| Part { narrow, label: label.to_owned(), count };
            Loaded::Parts(vec![
                part(Narrow::Type("person".to_owned()), "person", 12),
                part(Narrow::Community(CommunityId(3)), "The mill and its weir", 7),
                part(Narrow::Date(Some("1911".to_owned()), Some("1911".to_owned())), "1911", 9),
            ])
        }
        Request::Records(refs) => Loaded::Records(refs.iter().filter_map(|&wanted| record(wanted)).collect()),
        Request::Sources(refs) => {
            let told = |wanted: Ref| match wanted.kind {
                Kind::Relationship => ToldElsewhere { title: Some("Low Holm – Mrs Aldous".to_owned()), place: None },
                Kind::Source | Kind::Document => {
                    let span = if let Some(Anchor::Passage(span)) = wanted.anchor { span } else { passage() };
                    let line = place(span).line.unwrap_or_default();
                    let title = Some("Minutes of the river board, March, part 3".to_owned());
                    ToldElsewhere { title, place: Some(format!("council/1911-03-minutes.txt, line {line}")) }
                }
                Kind::Report => ToldElsewhere { title: community(wanted.id).map(|row| row.title), place: None },
                Kind::Entity | Kind::Claim => ToldElsewhere { title: Some(name(wanted.id)), place: None },
            };
            Loaded::Sources(refs.iter().map(|&wanted| (wanted, told(wanted))).collect())
        }
        Request::Used => Loaded::Used(Vec::new()),
        Request::Questions => {
            Loaded::Questions(vec!["Who warned?".to_owned(), "What became of the ledger?".to_owned()])
        }
    })
}

/// Where one can go on to from the answer.
pub fn drills() -> Vec<Drill> {
    let drill = |kind, id, title: &str| Drill { record: Ref::new(kind, id), title: title.to_owned(), under: None };
    vec![
        drill(Kind::Report, 57, "Pumping stations and who pays for them"),
        drill(Kind::Report, 3, "The pension fund and its trustees"),
        drill(Kind::Entity, 410, "Low Holm"),
    ]
}

fn home() -> HomePage {
    let row = |kind, id, title: &str, line: &str| HomeRow {
        record: Ref::new(kind, id),
        title: title.to_owned(),
        documents: 12,
        line: line.to_owned(),
    };
    HomePage {
        documents: 1_669,
        claims: 0,
        lacks: None,
        gist: vec![HomeQuote {
            said: "“The board keeps the river, and the river keeps the board.” — Minutes of the river board".to_owned(),
            from: Some((Ref::new(Kind::Source, 812), "The engineer said".to_owned())),
        }],
        subjects: TITLES
            .iter()
            .filter(|title| title.1 == 0)
            .map(|title| {
                row(Kind::Report, title.0, title.2, "“Nobody at the meeting could say who had agreed to pay.”")
            })
            .collect(),
        all_subjects: 34,
        terms: vec![row(Kind::Entity, 413, "Coal", "")],
        people: vec![row(Kind::Entity, 411, "Mrs Aldous", "")],
        organisations: Vec::new(),
        places: vec![row(Kind::Entity, 410, "Low Holm", "")],
        dates: Some((-1_861_920_000, -1_830_384_000)),
        years: vec![("1911".to_owned(), 30), ("1912".to_owned(), 12)],
        kinds: [("minutes", 40), ("letters", 20)]
            .map(|(kind, count)| Part { narrow: Narrow::Kind(Some(kind.to_owned())), label: kind.to_owned(), count })
            .to_vec(),
        titled: Vec::new(),
        languages: vec!["English".to_owned()],
        questions: vec!["Who pays for the coal?".to_owned()],
    }
}

/// What an update did.
pub fn news() -> WhatIsNew {
    let item = |change, kind, id, title: &str| News { record: Ref::new(kind, id), change, title: title.to_owned() };
    let items = vec![
        item(Change::New, Kind::Report, 61, "Dykes of the north bank"),
        item(Change::Changed, Kind::Report, 12, TITLES[0].2),
        item(Change::New, Kind::Entity, 8_213, "Entity 8213"),
        item(Change::Gone, Kind::Entity, 9_001, "The old toll house"),
        item(Change::New, Kind::Document, 4, "Minutes of the river board, March"),
    ];
    WhatIsNew::new("another".to_owned(), items)
}

/// An answer as an engine would write it.
pub fn answered() -> AnswerEvent {
    let cited = |kind, id, title: &str, grounding| CitedRecord {
        record: Ref::new(kind, id),
        title: title.to_owned(),
        grounding,
    };
    AnswerEvent::Done(Box::new(Answer {
        text: "Two matters recur.\n\n- **The pumps** at Low Holm, which ran for thirty hours [Data: Reports (57)].\n- \
               **The coal**, which nobody agreed to pay for [Data: Sources (812)]."
            .to_owned(),
        citations: vec![
            cited(Kind::Report, 57, "Pumping stations and who pays for them", Grounding::Grounded),
            cited(Kind::Source, 812, "Minutes of the river board, March, part 3", Grounding::Grounded),
        ],
        evidence: Vec::new(),
        drill: drills(),
        written_from: WrittenFrom { read: 2, quoted: 5 },
        trace: vec![TraceStep::Read {
            records: vec![Ref::new(Kind::Report, 12), Ref::new(Kind::Report, 3)],
            tokens: 810,
        }],
        analyst: "extractive".to_owned(),
        elapsed_ms: 84,
        ..Answer::default()
    }))
}
