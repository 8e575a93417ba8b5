//! An index of any size, written through the store: invented names, a community to every six of them, four levels. It
//! is for looking at speed; what it says means nothing.

use std::path::Path;

use gleaner::model::{
    Community, CommunityId, Document, DocumentId, Entity, EntityId, EntityType, Finding, Kind, Mention, Ref,
    Relationship, RelationshipId, Report, Sentence, SentenceKind, Span, TextUnit, TextUnitId,
};
use gleaner::store::{BuildFile, FileRecord, FileStatus, Meta, Result, WayBack, Writer};

/// Entities named in a document, members of a community of the finest level, and communities in one of the next.
const IN_DOCUMENT: u32 = 50;
const FINEST: u32 = 6;
const IN_COMMUNITY: u32 = 10;
/// So many entities have a second relationship, with one farther off.
const FARTHER: u32 = 16;

const SYLLABLES: [&str; 32] = [
    "ald", "ber", "cor", "dun", "elm", "far", "gil", "hol", "ing", "jor", "kel", "lan", "mor", "nes", "orm", "pen",
    "quin", "ros", "sel", "thor", "ulv", "ves", "wick", "yar", "ash", "brook", "croft", "dale", "ford", "gate", "ham",
    "ton",
];

/// A name of two words, another for each number.
fn name(number: u32) -> String {
    // A step that shares no factor with the number of names, so that neighbours are unlike.
    let mut left = number.wrapping_mul(2_654_435_761);
    let mut word = |syllables: usize| {
        let mut word = String::new();
        for _ in 0..syllables {
            word.push_str(SYLLABLES[(left % 32) as usize]);
            left /= 32;
        }
        word[..1].to_uppercase() + &word[1..]
    };
    let (first, last) = (word(2), word(3));
    format!("{first} {last}")
}

/// Writes an index with so many entities.
pub fn write(index: &Path, entities: u32) -> Result<()> {
    let place = BuildFile::begin(index)?;
    let writer = place.open(&format!("{entities} entities"))?;
    writer.begin_full_text()?;
    for document in 0..entities.div_ceil(IN_DOCUMENT) {
        let members = document * IN_DOCUMENT..((document + 1) * IN_DOCUMENT).min(entities);
        writer.batch(|writer| {
            let path = format!("book/{document}.txt");
            let file = FileRecord { path, status: FileStatus::Read, reason: None, size: 0, modified: None, hash: None };
            writer.add_file(document, &file)?;
            add_document(writer, document, members)
        })?;
    }
    add_communities(&writer, entities)?;
    writer.finish_unit_words()?;
    writer.finish_record_words()?;
    writer.set_meta(&Meta { build: "1".into(), name: format!("{entities} entities"), ..Meta::default() })?;
    place.publish(writer)
}

fn add_document(writer: &Writer, number: u32, members: std::ops::Range<u32>) -> Result<()> {
    let (id, unit) = (DocumentId(number), TextUnitId(number));
    let mut text = String::new();
    let (mut sentences, mut mentions) = (Vec::new(), Vec::new());
    for member in members.clone() {
        let (name, start) = (name(member), text.len());
        mentions.push(Mention {
            entity: EntityId(member),
            text_unit: unit,
            span: Span::new(start, start + name.len()),
        });
        text += &format!("{name} was seen at gate {member} and said nothing of it.");
        let span = Span::new(start, text.len());
        sentences.push(Sentence { span, kind: SentenceKind::Prose, speaker: None, paragraph: 0, recurring: false });
        text.push('\n');
    }
    let title = format!("Day book, page {number}");
    let whole = Span::new(0, text.len());
    let document = Document {
        id,
        title: title.clone(),
        path: format!("book/{number}.txt"),
        row: None,
        format: "text".into(),
        encoding: "UTF-8".into(),
        language: Some("eng".into()),
        bytes: text.len() as u64,
        modified: None,
        hash: String::new(),
        text_len: text.len(),
        tokens: 600,
    };
    writer.add_document(number, &document, &text, &sentences, &[], &WayBack::default())?;
    writer.add_text_units(&[TextUnit {
        id: unit,
        document: id,
        ordinal: 0,
        span: whole,
        fresh_from: 0,
        tokens: 600,
        recurring: false,
    }])?;
    writer.add_unit_words(unit, &title, &text)?;
    let entities: Vec<Entity> = members
        .clone()
        .map(|member| Entity {
            id: EntityId(member),
            name: name(member),
            kind: EntityType::Person,
            aliases: Vec::new(),
            description: format!("“{} was seen at gate {member}” [Data: Sources ({number})].", name(member)),
            mentions: 1,
            documents: 1,
            degree: 2,
            ubiquitous: false,
        })
        .collect();
    for entity in &entities {
        writer.add_record_words(Ref::from(entity.id), &entity.name, &entity.description)?;
    }
    writer.add_entities(&entities)?;
    writer.add_mentions(&mentions)?;
    let farther = members.clone().step_by(FARTHER as usize).zip(members.clone().skip(2).step_by(FARTHER as usize));
    let nearest = members.clone().zip(members.clone().skip(1));
    // Numbers that no other document gives out: it has fewer than twice its members.
    let first = members.start * 2;
    let relationships = nearest.chain(farther).enumerate().map(|(at, (one, other))| Relationship {
        id: RelationshipId(first + at as u32),
        source: EntityId(one),
        target: EntityId(other),
        description: format!("Both stand on page {number} [Data: Sources ({number})]."),
        weight: 1.0 + (one % 7) as f32,
        text_units: vec![unit],
    });
    writer.add_relationships(&relationships.collect::<Vec<_>>())
}

/// Level by level from the finest, ids given out as they come.
fn add_communities(writer: &Writer, entities: u32) -> Result<()> {
    let mut next = 0;
    let mut below: Vec<Community> = Vec::new();
    for level in [3, 2, 1, 0] {
        let groups: Vec<(Vec<EntityId>, Vec<CommunityId>)> = if level == 3 {
            let members = (0..entities).map(EntityId).collect::<Vec<_>>();
            members.chunks(FINEST as usize).map(|members| (members.to_vec(), Vec::new())).collect()
        } else {
            let groups = below.chunks(IN_COMMUNITY as usize).map(|group| {
                let members = group.iter().flat_map(|community| community.entities.iter().copied().take(10)).collect();
                (members, group.iter().map(|community| community.id).collect())
            });
            groups.collect()
        };
        let first = next;
        let communities: Vec<Community> = groups
            .into_iter()
            .map(|(members, children)| {
                let id = CommunityId(next);
                next += 1;
                let documents = 1;
                Community { id, level, parent: None, children, entities: members, documents, unconnected: false }
            })
            .collect();
        for (at, child) in below.iter_mut().enumerate() {
            child.parent = Some(CommunityId(first + at as u32 / IN_COMMUNITY));
        }
        write_level(writer, &below)?;
        below = communities;
    }
    write_level(writer, &below)
}

fn write_level(writer: &Writer, communities: &[Community]) -> Result<()> {
    for batch in communities.chunks(1_000) {
        writer.batch(|writer| {
            writer.add_communities(batch)?;
            batch.iter().try_for_each(|community| {
                let report = report(community);
                writer.add_record_words(Ref::new(Kind::Report, community.id.0), &report.title, &report.summary)?;
                writer.add_report(&report)
            })
        })?;
    }
    Ok(())
}

fn report(community: &Community) -> Report {
    let member = community.entities.first().map_or(0, |entity| entity.0);
    let source = member / IN_DOCUMENT;
    Report {
        community: community.id,
        title: format!("The gate of {}", name(member)),
        summary: format!("Seen at a gate [Data: Sources ({source})]."),
        rating: (community.id.0 % 100) as f32 / 10.0,
        rating_reason: "by its number".into(),
        findings: vec![Finding {
            heading: format!("{} said nothing", name(member)),
            explanation: format!("“{} was seen at gate {member}” [Data: Sources ({source})].", name(member)),
            evidence: Vec::new(),
        }],
    }
}
