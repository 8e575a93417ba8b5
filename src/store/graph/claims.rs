//! Claims about entities.

use rusqlite::Row;

use crate::model::{Claim, ClaimId, ClaimStatus, EntityId, Span, TextUnitId};
use crate::store::{Reader, Result, StoreError, Writer};

const COLUMNS: &str = "id, subject, object, kind, status, start_date, end_date, description, quote, quote_start, \
                       quote_end, text_unit FROM claims";

impl Writer {
    pub fn add_claims(&self, claims: &[Claim]) -> Result<()> {
        for c in claims {
            let status = match c.status {
                ClaimStatus::True => "TRUE",
                ClaimStatus::False => "FALSE",
                ClaimStatus::Suspected => "SUSPECTED",
            };
            self.run(
                "INSERT INTO claims (id, subject, object, kind, status, start_date, end_date, description, quote, \
                 quote_start, quote_end, text_unit) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
                (
                    c.id.0,
                    c.subject.0,
                    c.object.map(|id| id.0),
                    &c.kind,
                    status,
                    &c.start_date,
                    &c.end_date,
                    &c.description,
                    &c.quote,
                    c.quote_span.map(|span| span.start as i64),
                    c.quote_span.map(|span| span.end as i64),
                    c.text_unit.0,
                ),
            )?;
        }
        Ok(())
    }
}

fn claim(row: &Row<'_>) -> rusqlite::Result<Claim> {
    let place: (Option<i64>, Option<i64>) = (row.get(9)?, row.get(10)?);
    Ok(Claim {
        id: ClaimId(row.get(0)?),
        subject: EntityId(row.get(1)?),
        object: row.get::<_, Option<u32>>(2)?.map(EntityId),
        kind: row.get(3)?,
        status: match row.get::<_, String>(4)?.as_str() {
            "TRUE" => ClaimStatus::True,
            "FALSE" => ClaimStatus::False,
            _ => ClaimStatus::Suspected,
        },
        start_date: row.get(5)?,
        end_date: row.get(6)?,
        description: row.get(7)?,
        quote: row.get(8)?,
        quote_span: match place {
            (Some(start), Some(end)) => Some(Span::new(start.max(0) as usize, end.max(0) as usize)),
            _ => None,
        },
        text_unit: TextUnitId(row.get(11)?),
    })
}

impl Reader {
    /// Every claim's id, in order.
    pub fn claim_ids(&self) -> Result<Vec<ClaimId>> {
        self.all("SELECT id FROM claims ORDER BY id", [], |row| row.get(0).map(ClaimId))
    }

    /// Every claim, by id.
    pub fn all_claims(&self) -> Result<Vec<Claim>> {
        self.all(&format!("SELECT {COLUMNS} ORDER BY id"), [], claim)
    }

    /// Claims by id, in the order of `ids`.
    pub fn claims(&self, ids: &[ClaimId]) -> Result<Vec<Claim>> {
        self.by_id(&format!("SELECT {COLUMNS} WHERE id = ?1"), ids.iter().map(|id| id.0), claim)
    }

    pub fn claim(&self, id: ClaimId) -> Result<Claim> {
        self.claims(&[id])?.pop().ok_or(StoreError::NoSuchRecord(id.into()))
    }

    /// The claims made about an entity.
    pub fn claims_about(&self, entity: EntityId) -> Result<Vec<Claim>> {
        self.all(&format!("SELECT {COLUMNS} WHERE subject = ?1 ORDER BY id"), [entity.0], claim)
    }

    /// The claims that rest on a text unit.
    pub fn claims_in(&self, unit: TextUnitId) -> Result<Vec<Claim>> {
        self.all(&format!("SELECT {COLUMNS} WHERE text_unit = ?1 ORDER BY id"), [unit.0], claim)
    }
}
