//! All that a record says, as plain text.

use crate::model::{ClaimId, CommunityId, DocumentId, EntityId, Kind, Ref, RelationshipId, TextUnitId};
use crate::store::{Reader, Result, StoreError};

impl Reader {
    /// Everything that a record says: its names, its description, its text. A document has its title; what it says is
    /// in its text units.
    pub fn whole_text(&self, record: Ref) -> Result<String> {
        let id = record.id;
        Ok(match record.kind {
            Kind::Report => {
                let Some(report) = self.reports(&[CommunityId(id)])?.pop() else { return Ok(String::new()) };
                let findings =
                    report.findings.iter().map(|finding| format!("{}\n{}", finding.heading, finding.explanation));
                format!("{}\n{}\n{}", report.title, report.summary, findings.collect::<Vec<_>>().join("\n"))
            }
            Kind::Entity => {
                let entity = self.entity(EntityId(id))?;
                format!("{}\n{}\n{}", entity.name, entity.aliases.join(", "), entity.description)
            }
            Kind::Relationship => {
                let tie = self.relationship(RelationshipId(id))?;
                let name = |end: EntityId| Ok::<_, StoreError>(self.title(Ref::from(end))?.unwrap_or_default());
                format!("{}\n{}\n{}", name(tie.source)?, name(tie.target)?, tie.description)
            }
            Kind::Claim => {
                let claim = self.claim(ClaimId(id))?;
                format!("{}\n{}", claim.description, claim.quote)
            }
            Kind::Source => self.unit_text(&self.text_unit(TextUnitId(id))?)?,
            Kind::Document => self.title(Ref::from(DocumentId(id)))?.unwrap_or_default(),
        })
    }
}
