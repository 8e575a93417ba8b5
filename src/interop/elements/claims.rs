//! Claims of a foreign index.

use std::collections::HashSet;

use super::super::detect::Part;
use super::super::ids::{Key, RENUMBERED};
use super::super::source::{ImportError, Source};
use super::super::texts::Texts;
use super::ImportedElements;
use crate::index::search::words;
use crate::judgement::UnitTexts;
use crate::model::{Claim, ClaimId, ClaimStatus, EntityId, Span};
use crate::store::WriterBehind;

impl ImportedElements {
    /// Writes the claims.
    pub fn claims(
        &mut self,
        source: &mut Source<'_>,
        texts: &Texts,
        behind: &mut WriterBehind,
    ) -> Result<(), ImportError> {
        let numbers = source.numbers(Part::Claims)?;
        let mut seen = HashSet::new();
        let mut claims: Vec<(Claim, String)> = Vec::new();
        let columns = [
            "id",
            "subject_id",
            "object_id",
            "type",
            "status",
            "start_date",
            "end_date",
            "description",
            "source_text",
            "text_unit_id",
        ];
        source.read(Part::Claims, &columns, |number, mut row, account| {
            let id = row.take("id").text();
            if let Some(id) = &id
                && !seen.insert(Key::of(id))
            {
                account.leave(number, "the same id as a claim before it", id);
                return Ok(());
            }
            let unit = row.take("text_unit_id").telling_text();
            let Some(&unit) = unit.as_deref().and_then(|unit| texts.by_key.get(&Key::of(unit))) else {
                account.leave(number, "names a text unit that no table has", unit.as_deref().unwrap_or_default());
                return Ok(());
            };
            let Some(subject) = row.take("subject_id").telling_text() else {
                account.leave(number, "is about nobody", id.as_deref().unwrap_or_default());
                return Ok(());
            };
            let (at, made) = self.named(&subject, &[unit]);
            if made {
                account.odd(number, "is about an entity that no table has: it was made from its name", &subject);
            }
            let object = row.take("object_id").telling_text().and_then(|object| self.by_name(&object));
            let quote = row.take("source_text").telling_text().unwrap_or_default();
            let (id, renumbered) = numbers.of_row(number);
            if renumbered {
                account.odd(number, RENUMBERED, &id.to_string());
            }
            self.claims.insert(id);
            let claim = Claim {
                id: ClaimId(id),
                subject: EntityId(self.ids[at as usize]),
                object: object.map(|at| EntityId(self.ids[at as usize])),
                kind: row.take("type").telling_text().unwrap_or_default(),
                status: status(row.take("status").text().as_deref()),
                start_date: row.take("start_date").telling_text(),
                end_date: row.take("end_date").telling_text(),
                description: row.take("description").text().unwrap_or_default(),
                quote_span: quote_span(texts, unit, &quote),
                quote,
                text_unit: texts.units[unit as usize].id,
            };
            claims.push((claim, self.names[at as usize].clone()));
            account.loaded += 1;
            Ok(())
        })?;
        Ok(behind.write(move |writer| {
            for (claim, subject) in &claims {
                writer.add_claims(std::slice::from_ref(claim))?;
                let (record, title, body) = words::claim_words(claim, subject);
                writer.add_record_words(record, &title, &body)?;
            }
            Ok(())
        })?)
    }
}

fn status(text: Option<&str>) -> ClaimStatus {
    match text.map(str::trim) {
        Some(word) if word.eq_ignore_ascii_case("true") => ClaimStatus::True,
        Some(word) if word.eq_ignore_ascii_case("false") => ClaimStatus::False,
        _ => ClaimStatus::Suspected,
    }
}

fn quote_span(texts: &Texts, unit: u32, quote: &str) -> Option<Span> {
    let quote = quote.trim().trim_matches(['"', '“', '”']);
    let at = memchr::memmem::find(texts.text(unit as usize).as_bytes(), quote.as_bytes())?;
    let start = texts.units[unit as usize].span.start + at;
    (!quote.is_empty()).then(|| Span::new(start, start + quote.len()))
}
