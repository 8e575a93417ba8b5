//! Reports written by a model (Edge et al., "From Local to Global", 2024, §3.1.4).
//!
//! What a report is written from: relationships by combined degree, each with its two entities and the claims about
//! them, as far as the budget goes. What lies within a sub-community is left to the report about it (reports go
//! bottom-up, so that it is there), and a parent is given those reports and what connects them: what they have in
//! common is what it can add. Groups of three things at the most are described by quoting: a report on them would cost
//! as much as any and could say no more.

mod tables;

use futures::future::BoxFuture;

use self::tables::{may_show, quoted, tables};
use super::parse::report::{self, ReportText};
use super::table::cell;
use super::{Mind, Unusable, schema};
use crate::judgement::extractive::summaries::reporter::ExtractiveReporter;
use crate::judgement::{Judged, ReportContext, Reporter};
use crate::llm::{ChatAnswer, ChatRequest, Finish, Message, Purpose, Role};
use crate::model::{Community, CommunityId, Finding, Report, keep_citations};
use crate::prompts::{Slot, Step};

/// A group no larger is described by quoting.
const FEW: usize = 3;
/// A report from fewer tokens of records is of no use to anybody.
const LEAST: u32 = 250;
/// Titles that are named as taken.
const TAKEN: usize = 12;

/// Writes reports with a model.
pub struct ModelReporter {
    mind: Mind,
    /// Relationships are plain co-occurrence and descriptions quotations: sentences are shown instead.
    quotes: bool,
}

impl ModelReporter {
    /// `quotes`: the graph was made without a model.
    pub fn new(mind: Mind, quotes: bool) -> Self {
        Self { mind, quotes }
    }

    /// Whether the model is asked about a community: what is smallest is described by quoting.
    pub fn asks_about(community: &Community) -> bool {
        community.entities.len() > FEW
    }

    async fn write(&self, context: &ReportContext) -> Judged<Report> {
        let Some(community) = context.community.as_ref().filter(|community| Self::asks_about(community)) else {
            return ExtractiveReporter.report(context).await;
        };
        let mut budget = self.mind.brief.report_tokens;
        let mut request = self.request(context, community.id, budget);
        loop {
            match self.mind.ask(&request, read_report).await {
                Err(refusal) if refusal.is_too_long() => {
                    let longer = request;
                    // One that is short anyway is the same with half the budget.
                    request = loop {
                        budget /= 2;
                        let shorter = self.request(context, community.id, budget);
                        if shorter.messages != longer.messages || budget < LEAST {
                            break shorter;
                        }
                    };
                    if budget < LEAST {
                        return Err(refusal.into());
                    }
                    self.mind.divide(&longer, &refusal).await?;
                }
                other => {
                    let (text, usage) = other?;
                    return Ok((made(community.id, text, context), usage));
                }
            }
        }
    }

    /// Asks for a report on a community, from records of so many tokens.
    fn request(&self, context: &ReportContext, community: CommunityId, budget: u32) -> ChatRequest {
        let brief = &self.mind.brief;
        let tables = if self.quotes { quoted(context, budget) } else { tables(context, budget) };
        // Titles that reports beside it really have, as far as they are written; those of its parts stand in the
        // tables.
        let beside: Vec<String> = context.sibling_titles.iter().take(TAKEN).map(|title| cell(title)).collect();
        let prompt = self.mind.prompts.fill(
            Step::Report,
            &[
                (Slot::Persona, &brief.persona),
                (Slot::Language, &brief.language("the records")),
                (Slot::MaxWords, &brief.report_words.to_string()),
                (Slot::Findings, findings_for(context)),
                (Slot::Kinds, &tables.kinds.join(", ")),
            ],
        );
        let messages = vec![Message::system(prompt), Message::user(tables.text)];
        let aside = match beside.is_empty() {
            true => String::new(),
            false => format!("Titles that reports beside this one have: {}", beside.join("; ")),
        };
        ChatRequest::new(Purpose::Report, format!("report {community}"), messages).shape(schema::report()).aside(aside)
    }
}

impl Reporter for ModelReporter {
    fn name(&self) -> &str {
        self.mind.provider.model(Role::Report)
    }

    fn concurrency(&self) -> usize {
        self.mind.provider.concurrency() + 8
    }

    /// As many as could ever fit a budget.
    fn elements(&self) -> usize {
        (self.mind.brief.report_tokens as usize / 12).max(30)
    }

    fn report<'a>(&'a self, context: &'a ReportContext) -> BoxFuture<'a, Judged<Report>> {
        Box::pin(self.write(context))
    }
}

/// How many findings there is matter for.
fn findings_for(context: &ReportContext) -> &'static str {
    match context.relationships.len() + context.children.len() * 4 {
        0..=3 => "one or two",
        4..=10 => "two to four",
        _ => "five to eight",
    }
}

fn read_report(answer: &ChatAnswer, attempt: u32) -> Result<ReportText, Unusable> {
    let reading = report::read(&answer.text);
    if answer.finish != Finish::Stop || reading.repairs.cut {
        return Err(Unusable { why: "the report ends in the middle".to_owned(), cut: true });
    }
    if !reading.value.is_whole() {
        return Err(Unusable { why: "no report in the answer".to_owned(), cut: false });
    }
    // One without findings is taken when that is all it comes to.
    if reading.value.findings.is_empty() && attempt == 0 {
        return Err(Unusable { why: "the report has no findings".to_owned(), cut: false });
    }
    Ok(reading.value)
}

fn made(community: CommunityId, text: ReportText, context: &ReportContext) -> Report {
    let standing = context.standing.map_or(0.0, |standing| standing.rating);
    let shown = may_show(context);
    let cited = |text: String| keep_citations(&text, |record| shown.contains(&record.record()));
    Report {
        community,
        title: cell(&text.title),
        summary: cited(text.summary),
        rating: text.rating.unwrap_or(standing),
        rating_reason: cited(text.rating_reason),
        findings: text
            .findings
            .into_iter()
            .map(|(heading, explanation)| Finding {
                heading: cell(&heading),
                explanation: cited(explanation),
                evidence: Vec::new(),
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::extractor::tests::mind;
    use super::*;
    use crate::config::Settings;
    use crate::llm::LlmError;
    use crate::llm::scripted::ScriptedProvider;
    use crate::model::{
        Claim, ClaimId, ClaimStatus, Entity, EntityId, EntityType, Relationship, RelationshipId, TextUnitId,
    };

    fn entity(id: u32, degree: u32) -> Entity {
        Entity {
            id: EntityId(id),
            name: format!("E{id}"),
            kind: EntityType::Person,
            aliases: Vec::new(),
            description: format!("Keeps light number {id} [Data: Sources ({id})]."),
            mentions: 1,
            documents: 1,
            degree,
            ubiquitous: false,
        }
    }

    fn tie(id: u32, source: u32, target: u32) -> Relationship {
        Relationship {
            id: RelationshipId(id),
            source: EntityId(source),
            target: EntityId(target),
            description: format!("tie number {id}"),
            weight: 1.0,
            text_units: Vec::new(),
        }
    }

    fn child(id: u32) -> Report {
        Report {
            community: CommunityId(id),
            title: format!("Child {id}"),
            summary: "What it is.".to_owned(),
            rating: 1.0,
            rating_reason: String::new(),
            findings: Vec::new(),
        }
    }

    fn context(size: u32) -> ReportContext {
        ReportContext {
            community: Some(Community {
                id: CommunityId(9),
                level: 0,
                parent: None,
                children: vec![CommunityId(10), CommunityId(11)],
                entities: (0..size).map(EntityId).collect(),
                documents: 1,
                unconnected: false,
            }),
            entities: (0..size).map(|id| entity(id, size - id)).collect(),
            relationships: (1..size).map(|id| tie(id, id - 1, id)).collect(),
            claims: vec![Claim {
                id: ClaimId(4),
                subject: EntityId(0),
                object: None,
                kind: "fine".to_owned(),
                status: ClaimStatus::False,
                start_date: Some("2022".to_owned()),
                end_date: None,
                description: "It never paid".to_owned(),
                quote: String::new(),
                quote_span: None,
                text_unit: TextUnitId(0),
            }],
            children: vec![child(10), child(11)],
            child_members: vec![
                (0..size * 2 / 3).map(EntityId).collect(),
                (size * 2 / 3..size).map(EntityId).collect(),
            ],
            ..ReportContext::default()
        }
    }

    /// The same without sub-communities.
    fn leaf(size: u32) -> ReportContext {
        ReportContext { children: Vec::new(), child_members: Vec::new(), ..context(size) }
    }

    #[test]
    fn all_elements_are_told_by_combined_degree_with_their_claims_and_sources() {
        let context = leaf(4);
        let told = tables(&context, 10_000);
        assert_eq!(told.kinds, ["Entities", "Relationships", "Claims"]);
        let at = |text: &str, what: &str| text.find(what).unwrap_or_else(|| panic!("{what} in {text}"));
        assert!(at(&told.text, "1|0-1|tie number 1") < at(&told.text, "2|1-2|tie number 2"));
        at(&told.text, "4|E0|fine|false|2022|It never paid");
        assert!(!told.text.contains("Sources"), "numbers of records that are not there are not shown");
        for id in 0..4 {
            at(&told.text, &format!("{id}|E{id}|Keeps light"));
        }
        let context = ReportContext { sources: vec![(TextUnitId(2), "Log of 1931".to_owned())], ..context };
        let told = tables(&context, 10_000);
        assert_eq!(told.kinds, ["Entities", "Relationships", "Claims", "Sources"]);
        at(&told.text, "2|E2|Keeps light number 2.|2\n");
        at(&told.text, "3|E3|Keeps light number 3.|\n");
        at(&told.text, "# Sources\nid|document\n2|Log of 1931\n");
    }

    #[test]
    fn a_parent_is_given_the_reports_of_its_parts_and_what_connects_them() {
        let context = context(60);
        let told = tables(&context, 600);
        assert!(told.text.contains("10|Child 10|What it is.") && told.text.contains("11|Child 11|What it is."));
        assert!(told.text.contains("tie number 40|"), "a tie between two children is nobody's but the parent's");
        assert!(!told.text.contains("tie number 5|") && !told.text.contains("tie number 45|"));
        assert!(told.text.contains("39|E39||") && !told.text.contains("Keeps light"), "{}", told.text);
    }

    #[tokio::test]
    async fn a_model_with_a_short_context_is_given_fewer_records() {
        let whole = r#"{"title": "Lights", "summary": "They burn.", "rating": 7, "rating_reason": "Ships.", "findings": [{"heading": "One", "explanation": "It burns."}]}"#;
        let provider = Arc::new(ScriptedProvider::new(move |request, _| {
            let long = request.messages[1].text.len() > 3_000;
            let error = LlmError::ContextLength { model: "m".to_owned(), limit: None, detail: "too long".to_owned() };
            if long { Err(error) } else { Ok(whole.to_owned()) }
        }));
        let reporter = ModelReporter::new(mind(&provider, &Settings::default()), false);
        let context = leaf(200);
        let (report, usage) = reporter.report(&context).await.expect("written");
        assert_eq!((report.title.as_str(), usage.calls), ("Lights", 1));
        let asked = provider.sent().len();
        assert!((2..6).contains(&asked), "{asked}");
        reporter.report(&context).await.expect("written");
        assert_eq!(provider.sent().len(), asked, "what was too long is not sent again");
        let never = Arc::new(ScriptedProvider::new(|_, _| {
            Err(LlmError::ContextLength { model: "m".to_owned(), limit: None, detail: "too long".to_owned() })
        }));
        let reporter = ModelReporter::new(mind(&never, &Settings::default()), false);
        assert!(reporter.report(&context).await.is_err());
    }

    #[tokio::test]
    async fn what_a_report_cites_that_nobody_gave_it_is_taken_out() {
        let whole = r#"{"title": "Lights", "summary": "They burn [Data: Entities (1, 987); Sources (654)].", "rating": 7, "rating_reason": "Ships.", "findings": [{"heading": "One", "explanation": "It burns [Data: Reports (99999)]."}]}"#;
        let provider = Arc::new(ScriptedProvider::new(move |_, _| Ok(whole.to_owned())));
        let reporter = ModelReporter::new(mind(&provider, &Settings::default()), false);
        let (report, _) = reporter.report(&context(4)).await.expect("written");
        assert_eq!(report.summary, "They burn [Data: Entities (1)].");
        assert_eq!(report.findings[0].explanation, "It burns.");
    }

    #[tokio::test]
    async fn a_broken_report_is_asked_for_once_more() {
        let whole = r#"{"title": "Lights", "summary": "They burn [Data: Entities (1)].", "rating": 7, "rating_reason": "Ships.", "findings": [{"heading": "One", "explanation": "It burns."}]}"#;
        let provider = Arc::new(ScriptedProvider::new(move |_, times| {
            Ok(if times == 0 { whole[..60].to_owned() } else { whole.to_owned() })
        }));
        let reporter = ModelReporter::new(mind(&provider, &Settings::default()), false);
        let (report, usage) = reporter.report(&context(4)).await.expect("written");
        assert_eq!((report.title.as_str(), report.rating, report.findings.len()), ("Lights", 7.0, 1));
        assert_eq!((usage.calls, provider.sent().len()), (2, 2));
    }
}
