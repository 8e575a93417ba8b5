//! `gleaner show`: a record with its neighbours and the places it rests on.

use std::path::Path;

use serde_json::{Map, Value, json};

use super::context::Context;
use super::error::{CliError, ErrorKind};
use super::models;
use super::output::{Output, one_line, pad, plain_markdown, safe, shorten_title, wrap};
use crate::model::{EntityId, Kind, RecurringSpan, Ref, UnknownKind};
use crate::retrieve::{Filter, search};
use crate::store::{EntityOrder, EntityRow, Meta, Neighbour, Provenance, Reader, Record, RecordBody, StoreError};
use crate::text::dates::known;
use crate::text::numbers::amounts::{and_more, bytes, count, grouped};
use crate::text::words::fold;
use crate::text::words::terms::{is_stop, words};

/// Neighbours of one relation that plain output lists.
const LISTED: usize = 12;
/// Places that plain output lists.
const PLACES: usize = 8;
/// Entities that one end of a relationship may mean.
const LIKE: usize = 12;
/// Records that are offered where a name is that of none, or of several.
const NEAR: usize = 5;
/// Letters of a word that may be misspelt, at least: of a shorter one too many are near.
const SPELT: usize = 5;

pub fn run(context: &mut Context, kind: &str, id: &str) -> Result<(), CliError> {
    let kind = read_kind(kind)?;
    let index = context.index_path()?;
    let reader = Reader::open(&index)?;
    let record = match id.trim().parse() {
        Ok(id) => reader.record(Ref::new(kind, id)),
        Err(_) => reader.record(named(context, &index, &reader, kind, id.trim())?),
    };
    let record = record.map_err(|error| match (&error, kind) {
        (StoreError::NoSuchRecord(_), Kind::Claim) if reader.claim_ids().is_ok_and(|ids| ids.is_empty()) => {
            CliError::new(ErrorKind::NoRecord, "this index has no claims: a model makes them")
                .hint("`gleaner index --help` tells which methods have one")
        }
        _ => error.into(),
    })?;
    let provenance = reader.provenance(&record.places)?;
    if context.global.json {
        context.out.json(&shape(&record, &provenance)?)?;
    } else {
        let rated = reader.meta()?.method != Meta::OFFLINE;
        print(&mut context.out, &record, &provenance, rated)?;
    }
    context.out.flush()
}

/// The record of a kind that goes by a name; where none or several do, what comes near is told.
fn named(context: &Context, index: &Path, reader: &Reader, kind: Kind, name: &str) -> Result<Ref, CliError> {
    let mut found: Vec<(Ref, String)> = Vec::new();
    if kind == Kind::Entity {
        for id in reader.entities_named(name)? {
            if found.iter().all(|(known, _)| known.id != id.0) {
                found.push((id.into(), reader.title(id.into())?.unwrap_or_default()));
            }
        }
    }
    let mut near = Vec::new();
    if kind == Kind::Relationship {
        (found, near) = tied(reader, name)?;
    }
    let is_named = |title: &str| fold::key(title) == fold::key(name);
    if found.is_empty() && near.is_empty() && !name.is_empty() {
        let session = models::searching(context, index)?;
        let hits = search(&session.reader, &session.query(name)?, &[kind], &Filter::default(), NEAR)?;
        // What only speaks of these words is not called like them.
        let titled = hits.into_iter().map(|hit| (hit.record.record(), hit.title.to_string()));
        let titled = titled.filter(|(_, title)| is_alike(title, name));
        (found, near) = titled.partition(|(_, title)| is_named(title));
    }
    if kind == Kind::Entity && found.is_empty() && near.is_empty() {
        near = misspelt(reader, name)?;
    }
    // Of several the one that is called so itself, and not besides.
    if found.len() > 1 {
        let own: Vec<_> = found.iter().filter(|(_, title)| is_named(title)).cloned().collect();
        found = if own.len() == 1 { own } else { found };
    }
    if let [(record, _)] = found[..] {
        return Ok(record);
    }
    let said = match found.len() {
        0 => format!("no {kind} is called `{}`", one_line(name)),
        _ => format!("several {} are called `{}`", kind.plural(), one_line(name)),
    };
    let error = CliError::new(ErrorKind::NoRecord, said);
    let error = match found.is_empty() && near.is_empty() {
        true => error.hint("`gleaner search WORDS` finds records and prints their ids"),
        false => error,
    };
    let offered = found.iter().chain(&near).take(NEAR);
    Err(offered.fold(error, |error, found| error.hint(told(found))))
}

/// How a record is shown that may be meant.
pub fn told((record, title): &Found) -> String {
    format!("`gleaner show {} {}` is {}", record.kind, record.id, one_line(title))
}

/// True for a title that has a word of a name, but for its ending or a letter amiss.
fn is_alike(title: &str, name: &str) -> bool {
    let [own, wanted] = [title, name].map(|text| words(text).map(|word| fold::key(word.text)).collect::<Vec<_>>());
    let known = || own.iter().map(String::as_str);
    let is_word = |word: &&String| !is_stop(word);
    wanted.iter().filter(is_word).any(|word| {
        let spelt = word.chars().count() >= SPELT;
        own.contains(word) || spelt && (crate::config::suggestion(word, known()).is_some() || begins(&own, word))
    })
}

/// True where a word goes on from another, as a plural does.
fn begins(own: &[String], word: &str) -> bool {
    own.iter()
        .any(|other| other.starts_with(word) || other.chars().count() >= SPELT && word.starts_with(other.as_str()))
}

/// The entities with a word in their names that was probably meant by one that no name has.
pub fn misspelt(reader: &Reader, name: &str) -> Result<Vec<Found>, StoreError> {
    let ids = reader.entity_ids(EntityOrder::Degree, None, "")?;
    let named = |row: EntityRow| {
        let words: Vec<String> = words(&row.name).map(|word| word.text.to_lowercase()).collect();
        (words, (Ref::from(row.id), row.name))
    };
    let named: Vec<(Vec<String>, Found)> = reader.entity_rows(&ids)?.into_iter().map(named).collect();
    let mut near: Vec<Found> = Vec::new();
    for word in words(name).filter(|word| word.text.chars().count() >= SPELT) {
        let known = named.iter().flat_map(|(words, _)| words).map(String::as_str);
        let Some(meant) = crate::config::suggestion(&word.text.to_lowercase(), known) else { continue };
        let has_it = named.iter().filter(|(words, _)| words.iter().any(|word| word == meant));
        near.extend(has_it.take(NEAR).map(|(_, found)| found.clone()));
    }
    near.truncate(NEAR);
    Ok(near)
}

/// The relationships whose ends are called as the two parts of a name, in either order, and those with ends that are
/// called nearly so: by more words than were typed, or with a letter amiss.
fn tied(reader: &Reader, name: &str) -> Result<(Vec<Found>, Vec<Found>), StoreError> {
    let parted = BETWEEN_ENDS.iter().flat_map(|between| name.match_indices(between));
    let (mut found, mut near): (Vec<Found>, Vec<Found>) = (Vec::new(), Vec::new());
    for (at, between) in parted {
        let ends = [&name[..at], &name[at + between.len()..]].map(str::trim);
        if ends.iter().any(|end| end.is_empty()) {
            continue;
        }
        let [one, other] = [reader.entities_named(ends[0])?, reader.entities_named(ends[1])?];
        add_tied(reader, &one, &other, &mut found)?;
        if found.is_empty() {
            let [like_one, like_other] = [called_like(reader, ends[0], &one)?, called_like(reader, ends[1], &other)?];
            add_tied(reader, &like_one, &like_other, &mut near)?;
        }
    }
    Ok((found, near))
}

/// A record with its title.
pub type Found = (Ref, String);

/// What stands between the ends of a relationship, as the program writes it and as one types it.
const BETWEEN_ENDS: [&str; 4] = ["–", "—", "-", ","];

/// Adds the relationships between entities of the one kind and of the other, each once.
fn add_tied(reader: &Reader, ones: &[EntityId], others: &[EntityId], to: &mut Vec<Found>) -> Result<(), StoreError> {
    for (&one, &other) in ones.iter().flat_map(|one| others.iter().map(move |other| (one, other))) {
        if let Some(id) = reader.relationship_between(one, other)?
            && to.iter().all(|(known, _)| known.id != id.0)
        {
            to.push((id.into(), reader.title(id.into())?.unwrap_or_default()));
        }
    }
    Ok(())
}

/// The entities of a name; where there is none, those that have its words among others, else those that are called
/// most like it.
fn called_like(reader: &Reader, name: &str, named: &[EntityId]) -> Result<Vec<EntityId>, StoreError> {
    if !named.is_empty() {
        return Ok(named.to_vec());
    }
    let hits = reader.search_records(name, &[Kind::Entity], true, LIKE)?;
    if !hits.is_empty() {
        return Ok(hits.iter().map(|hit| EntityId(hit.record.id)).collect());
    }
    let ids = reader.entity_ids(EntityOrder::Name, None, "")?;
    let names: Vec<String> = reader.entity_rows(&ids)?.into_iter().map(|row| row.name).collect();
    let meant = crate::config::suggestion(name, names.iter().map(String::as_str));
    meant.map_or_else(|| Ok(Vec::new()), |meant| reader.entities_named(meant))
}

/// Reads the name of a kind.
pub fn read_kind(word: &str) -> Result<Kind, CliError> {
    word.parse().map_err(|error: UnknownKind| {
        let error = CliError::usage(error.to_string());
        match crate::config::suggestion(word, Kind::ALL.map(Kind::name)) {
            Some(closest) => error.hint(format!("did you mean `{closest}`?")),
            None => error,
        }
    })
}

/// The record with its fields flat beside `kind`, `id` and `title`.
fn shape(record: &Record, provenance: &[Provenance]) -> Result<Value, CliError> {
    let mut shape = Map::new();
    shape.insert("kind".to_owned(), json!(record.reference.kind));
    shape.insert("id".to_owned(), json!(record.reference.id));
    shape.insert("title".to_owned(), json!(record.title));
    let mut add = |fields: Value| {
        for (name, value) in fields.as_object().into_iter().flatten() {
            // An entity's own `kind` is its type; a record's kind is what it is.
            let name = if name == "kind" { "type" } else { name };
            shape.entry(name.to_owned()).or_insert_with(|| value.clone());
        }
    };
    match &record.body {
        RecordBody::Report { report, community } => {
            add(serde_json::to_value(report)?);
            add(serde_json::to_value(community)?);
        }
        body => add(serde_json::to_value(body)?),
    }
    shape.insert("neighbours".to_owned(), serde_json::to_value(&record.neighbours)?);
    shape.insert("provenance".to_owned(), serde_json::to_value(provenance)?);
    Ok(Value::Object(shape))
}

/// How many documents a record stands in, behind a dot; nothing of an import that says of no documents.
fn in_documents(documents: u32) -> String {
    if documents == 0 { String::new() } else { format!(" · {}", count(documents.into(), "document", "documents")) }
}

fn print(out: &mut Output, record: &Record, provenance: &[Provenance], rated: bool) -> Result<(), CliError> {
    let reference = record.reference.to_string();
    let head = format!("{}  {}", out.style.accent(&reference), out.style.bold(&one_line(&record.title)));
    out.line(head)?;
    match &record.body {
        RecordBody::Report { report, community } => {
            let facts = format!(
                "level {} · {}{} · {}",
                community.level,
                count(community.entities.len() as u64, "entity", "entities"),
                in_documents(community.documents),
                count(community.children.len() as u64, "part", "parts")
            );
            dim(out, &facts)?;
            let Some(report) = report else { return out.line("Its report is not written yet.") };
            // As the explorer has it: what no model rated weighs as much as its place says.
            let figure = if rated { "rated" } else { "weight" };
            dim(out, &format!("{figure} {:.1}: {}", report.rating, one_line(&report.rating_reason)))?;
            out.line("")?;
            out.paragraph("", &plain_markdown(&safe(&report.summary)))?;
            for (number, finding) in report.findings.iter().enumerate() {
                out.line("")?;
                let heading = out.style.bold(&format!("{}. {}", number + 1, one_line(&finding.heading)));
                out.line(heading)?;
                out.paragraph("   ", &plain_markdown(&safe(&finding.explanation)))?;
            }
        }
        RecordBody::Entity { entity, .. } => {
            let everywhere = if entity.ubiquitous { " · everywhere in the corpus" } else { "" };
            let kind = one_line(entity.kind.name());
            // What was imported may be of no type.
            let kind = if kind.is_empty() { String::new() } else { format!("{kind} · ") };
            let facts = format!(
                "{kind}{}{} · {}{everywhere}",
                count(entity.mentions.into(), "mention", "mentions"),
                in_documents(entity.documents),
                count(entity.degree.into(), "relationship", "relationships")
            );
            dim(out, &facts)?;
            if !entity.aliases.is_empty() {
                dim(out, &format!("also {}", one_line(&entity.aliases.join(", "))))?;
            }
            text(out, &plain_markdown(&entity.description))?;
        }
        RecordBody::Relationship { relationship, passages, .. } => {
            let passages = count(*passages, "passage names both", "passages name both");
            dim(out, &format!("weight {:.2} · {passages}", relationship.weight))?;
            text(out, &plain_markdown(&relationship.description))?;
        }
        RecordBody::Claim(claim) => {
            text(out, &plain_markdown(&claim.description))?;
            text(out, &claim.quote)?;
        }
        RecordBody::Source { unit, text: words, .. } => {
            let recurring = if unit.recurring { " · counted elsewhere" } else { "" };
            dim(out, &format!("{} tokens{recurring}", grouped(unit.tokens.into())))?;
            text(out, words)?;
        }
        RecordBody::Document { document, speakers, recurring } => {
            let language = document.language.as_deref().map(|l| format!(" · {l}")).unwrap_or_default();
            let day = document.modified.map(|day| format!(" · {}", known(day))).unwrap_or_default();
            let facts = format!(
                "{}{day} · {} · {}{language} · {} · {} tokens",
                one_line(&document.path),
                document.format,
                document.encoding,
                bytes(document.bytes),
                grouped(document.tokens.into())
            );
            dim(out, &facts)?;
            if !speakers.is_empty() {
                let names: Vec<_> = speakers.iter().map(|speaker| speaker.attribution()).collect();
                out.paragraph("", &format!("Speakers: {}", one_line(&names.join("; "))))?;
            }
            let length = RecurringSpan::bytes_of_another(recurring);
            if length > 0 {
                out.line(format!("{} of it were counted elsewhere.", bytes(length as u64)))?;
            }
        }
    }
    neighbours(out, &record.neighbours)?;
    places(out, provenance)
}

fn dim(out: &mut Output, text: &str) -> Result<(), CliError> {
    for line in wrap(text, out.width) {
        let line = out.style.dim(&line);
        out.line(line)?;
    }
    Ok(())
}

fn text(out: &mut Output, text: &str) -> Result<(), CliError> {
    if text.trim().is_empty() {
        return Ok(());
    }
    out.line("")?;
    out.paragraph("", &safe(text))
}

/// Neighbours by what they are to the record, in the order they were found.
fn neighbours(out: &mut Output, neighbours: &[Neighbour]) -> Result<(), CliError> {
    let mut relations: Vec<&str> = Vec::new();
    for neighbour in neighbours {
        if !relations.contains(&neighbour.relation) {
            relations.push(neighbour.relation);
        }
    }
    // A relationship's title names whom it relates to.
    if relations.contains(&"relationship") {
        relations.retain(|relation| *relation != "related");
    }
    for relation in relations {
        let of_relation: Vec<_> = neighbours.iter().filter(|neighbour| neighbour.relation == relation).collect();
        out.line("")?;
        dim(out, relation)?;
        for neighbour in of_relation.iter().take(LISTED) {
            let reference = out.style.accent(&pad(&neighbour.record.to_string(), 18));
            let room = out.width.saturating_sub(21);
            out.line(format!("  {reference} {}", shorten_title(&one_line(&neighbour.title), room)))?;
        }
        if of_relation.len() > LISTED {
            dim(out, &and_more("  ", of_relation.len() - LISTED))?;
        }
    }
    Ok(())
}

fn places(out: &mut Output, provenance: &[Provenance]) -> Result<(), CliError> {
    if provenance.is_empty() {
        return Ok(());
    }
    out.line("")?;
    dim(out, "places")?;
    for place in provenance.iter().take(PLACES) {
        let at = match &place.locator {
            Some(locator) => one_line(&locator.to_string()).into_owned(),
            None => format!("bytes {}–{}", place.start, place.end),
        };
        out.line(format!("  {}, {at}", one_line(&place.path)))?;
    }
    if provenance.len() > PLACES {
        dim(out, &and_more("  ", provenance.len() - PLACES))?;
    }
    Ok(())
}
