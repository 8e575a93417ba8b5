//! Presentations: slides in the order they are shown, each with its title first, tables as rows, and what the speaker
//! noted below it. Numbers, dates and feet of slides are left out.

use super::limits::{PAGES, only_first};
use super::office::{About, Paragraph, ParagraphPiece, Story, relations};
use super::package::Package;
use super::xml::{self, Node};
use super::{Extracted, Unreadable};
use crate::model::LocatorKind;
use crate::text::layout::blocks::BlockKind;

pub(super) fn extract(package: &mut Package<'_>) -> Result<Extracted, Unreadable> {
    const MAIN: &str = "ppt/presentation.xml";
    let about = About::of_core(package)?;
    let related = relations(package, MAIN)?;
    let mut slides = Vec::new();
    if let Some(part) = package.part(MAIN)? {
        xml::walk(&part, |node| {
            if let Node::Open("sldId", attributes) = node {
                // Two attributes are called id; the one that refers has a prefix and begins with a letter.
                slides.extend(
                    attributes.prefixed("id").and_then(|id| related.get(&id)).map(|slide| slide.target.clone()),
                );
            }
            Ok(())
        })?;
    }
    if slides.is_empty() {
        // A list that is broken or gone: the slides are there all the same.
        slides = package.names().into_iter().filter(|name| name.starts_with("ppt/slides/slide")).collect();
        slides.sort_by(|a, b| crate::ingest::walk::natural(a, b));
    }
    let mut story = Story::default();
    let mut missing = 0usize;
    for (number, slide) in (1u32..).zip(slides.iter().take(PAGES)) {
        package.budget().check_time()?;
        let Some(part) = package.part(slide)? else {
            missing += 1;
            continue;
        };
        story.out.mark(LocatorKind::Slide, number);
        read(&part, &mut story, false)?;
        let about_slide = relations(package, slide)?;
        for relation in
            about_slide.values().filter(|relation| matches!(relation.kind.as_str(), "diagramData" | "notesSlide"))
        {
            if let Some(part) = package.part(&relation.target)? {
                read(&part, &mut story, relation.kind == "notesSlide")?;
            }
        }
    }
    let mut item = story.out.finish();
    item.title = about.title;
    item.saved = about.saved;
    let missing = (missing > 0).then(|| format!("{missing} slides are missing from the file"));
    let remarks: Vec<String> = only_first(slides.len(), "slides").into_iter().chain(missing).collect();
    let remark = (!remarks.is_empty()).then(|| remarks.join("; "));
    Ok(Extracted { format: "pptx".into(), items: vec![item], remark, ..Extracted::default() })
}

/// Adds the text of a slide, of a diagram on it, or of its notes.
fn read(part: &[u8], story: &mut Story, notes: bool) -> Result<(), Unreadable> {
    let mut paragraph = Paragraph::default();
    // The title is read first wherever it was drawn.
    let (mut title, mut rest): (Vec<Paragraph>, Vec<Step>) = (Vec::new(), Vec::new());
    let (mut text, mut is_title, mut left_out, mut fallback) = (false, false, false, 0usize);
    xml::walk(part, |node| {
        match node {
            Node::Open("Fallback", _) => fallback += 1,
            Node::Close("Fallback") => fallback = fallback.saturating_sub(1),
            _ if fallback > 0 => {}
            Node::Open("sp", _) => (is_title, left_out) = (false, false),
            Node::Open("ph", attributes) => match attributes.get("type").as_deref() {
                Some("title" | "ctrTitle") => is_title = true,
                Some("sldNum" | "dt" | "ftr" | "hdr" | "sldImg") => left_out = true,
                _ => {}
            },
            Node::Close("sp") => (is_title, left_out) = (false, false),
            Node::Open("t", _) => text = true,
            Node::Close("t") => text = false,
            Node::Open("br", _) => paragraph.pieces.push(ParagraphPiece::Break),
            Node::Open("tr", _) => rest.push(Step::Row),
            Node::Open("tc", _) => rest.push(Step::Cell),
            Node::Close("tr") => rest.push(Step::RowEnd),
            Node::Text(more) if text => paragraph.text(more),
            Node::Close("p") => {
                let mut made = std::mem::take(&mut paragraph);
                if left_out || made.pieces.is_empty() {
                    return Ok(());
                }
                if is_title && !notes {
                    made.kind = Some(BlockKind::Heading);
                    title.push(made);
                } else {
                    rest.push(Step::Paragraph(made));
                }
            }
            _ => {}
        }
        Ok(())
    })?;
    title.into_iter().try_for_each(|paragraph| story.paragraph(paragraph))?;
    for step in rest {
        match step {
            Step::Row => story.open_row(),
            Step::Cell => story.open_cell(),
            Step::RowEnd => story.close_row()?,
            Step::Paragraph(paragraph) => story.paragraph(paragraph)?,
        }
    }
    Ok(())
}

enum Step {
    Row,
    Cell,
    RowEnd,
    Paragraph(Paragraph),
}
