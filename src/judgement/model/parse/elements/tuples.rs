//! Elements from delimited records, tagged and untagged.

use super::super::records::{AnswerRecord, Tag};
use super::super::{ReadAnswer, records};
use super::fields::{is_date, is_kind, is_known_kind, is_plain_kind, is_sentence, status_of, tidy};
use super::{Told, ToldElements, push_claim, push_entity, push_relationship};

/// Takes the element of a record, whatever fields it has too few or too many.
pub(super) fn take(record: &AnswerRecord<'_>, reading: &mut ReadAnswer<ToldElements>) {
    let fields: Vec<String> = record.fields.iter().map(|raw| tidy(raw)).filter(|text| !text.is_empty()).collect();
    let mended = !record.exact;
    match record.tag {
        Tag::Entity => take_entity(&fields, record.open, mended, reading),
        Tag::Relationship => take_relationship(&fields, record.open, mended, reading),
        Tag::Claim => take_claim(&fields, record.open, mended, reading),
    }
}

fn take_entity(fields: &[String], open: bool, mended: bool, reading: &mut ReadAnswer<ToldElements>) {
    let Some(name) = fields.first() else {
        reading.repairs.lost += u32::from(!open);
        return;
    };
    let scored = fields.last().is_some_and(|last| records::number(last).is_some());
    let (kind, description) = match fields.len() {
        // A name cut short is no name.
        1 if open => return,
        1 => (None, None),
        2 if is_kind(&fields[1]) => (Some(&fields[1]), None),
        2 => (None, Some(fields[1].clone())),
        // Two names, a sentence and a strength: a relationship under the wrong tag.
        4 if scored && !is_plain_kind(&fields[1]) => return take_relationship(fields, open, true, reading),
        length => {
            let told = if length > 3 && scored { length - 1 } else { length };
            let (first, second) = (&fields[1], &fields[2]);
            if told == 3 && is_sentence(first) && is_kind(second) {
                (Some(second), Some(first.clone()))
            } else if is_kind(first) || !is_sentence(first) {
                (Some(first), Some(fields[2..told].join(" ")))
            } else {
                (None, Some(fields[1..told].join(" ")))
            }
        }
    };
    reading.repairs.mended += u32::from(mended || fields.len() != 3);
    push_entity(name, kind.map(String::as_str), description, reading);
}

fn take_relationship(fields: &[String], open: bool, mended: bool, reading: &mut ReadAnswer<ToldElements>) {
    if fields.len() < 2 || (open && fields.len() < 3) {
        reading.repairs.lost += u32::from(!open);
        return;
    }
    // A name, a type and a sentence: an entity under the wrong tag.
    if fields.len() == 3 && is_known_kind(&fields[1]) && records::number(&fields[2]).is_none() {
        return take_entity(fields, open, true, reading);
    }
    let rest = &fields[2..];
    let strength = rest.iter().rposition(|field| records::number(field).is_some());
    // Behind the strength stand the words that show it.
    let (rest, quote) = match strength {
        Some(at) if at > 0 => (&rest[..=at], rest[at + 1..].join(" ")),
        _ => (rest, String::new()),
    };
    let told: Vec<&str> =
        rest.iter().enumerate().filter(|&(at, _)| Some(at) != strength).map(|(_, field)| field.as_str()).collect();
    let description = match told.as_slice() {
        // Keywords before the sentence, as some prompts ask for.
        [.., keywords, sentence] if !is_sentence(keywords) && is_sentence(sentence) => (*sentence).to_owned(),
        all => all.join(" "),
    };
    let number = strength.and_then(|at| records::number(&rest[at]));
    reading.repairs.mended += u32::from(mended || !(4..=5).contains(&fields.len()) || strength != Some(1));
    push_relationship(&fields[0], &fields[1], description, number, quote, reading);
}

/// Subject, object, type, status, start, end, description, quote: told apart from the status on, because the fields
/// before and after it are the ones models leave out.
fn take_claim(fields: &[String], open: bool, mended: bool, reading: &mut ReadAnswer<ToldElements>) {
    let status = fields.iter().position(|field| status_of(field).is_some());
    if fields.len() < 4 || (open && fields.len() < 7) {
        reading.repairs.lost += u32::from(!open);
        return;
    }
    let at = status.unwrap_or(3).min(fields.len() - 1);
    let (before, after) = (&fields[..at], &fields[at + usize::from(status.is_some())..]);
    let dates = after.iter().take(2).take_while(|field| is_date(field)).count();
    let told = &after[dates..];
    let (Some(subject), Some(description)) = (before.first(), told.first()) else {
        reading.repairs.lost += 1;
        return;
    };
    reading.repairs.mended += u32::from(mended || fields.len() != 8 || dates != 2);
    push_claim(
        Told {
            subject: subject.clone(),
            object: before.get(1).filter(|_| before.len() > 2).cloned(),
            kind: before.last().filter(|_| before.len() > 1).cloned().unwrap_or_default(),
            status: status.and_then(|at| status_of(&fields[at])),
            start: after.first().filter(|_| dates > 0).cloned(),
            end: after.get(1).filter(|_| dates > 1).cloned(),
            description: description.clone(),
            quote: told[1..].join(" "),
        },
        reading,
    );
}

/// Tuples without a tag, one a line: `(SUBJECT<|>OBJECT<|>TYPE<|>STATUS<|>…)`.
pub(super) fn untagged(text: &str, reading: &mut ReadAnswer<ToldElements>) {
    for line in text.lines() {
        let line = line.trim().trim_end_matches("##").trim_end();
        let Some(inner) = line.strip_prefix('(') else { continue };
        if inner.matches("<|>").count() < 3 {
            continue;
        }
        let fields: Vec<String> = inner.split("<|>").map(tidy).filter(|field| !field.is_empty()).collect();
        if fields.iter().any(|field| status_of(field).is_some()) {
            take_claim(&fields, false, false, reading);
        } else {
            reading.repairs.lost += 1;
        }
    }
}
