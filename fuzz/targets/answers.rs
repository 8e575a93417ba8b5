//! What a model answers, through every reader that there is for it, and the citations in it.

#![no_main]

use gleaner::judgement::model::parse::{clean, elements, json, points, report};
use gleaner::model::{find_citations, without_citations};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|answer: &str| {
    elements::read(answer);
    report::read(answer);
    points::points(answer);
    points::rating(answer);
    points::yes(answer);
    points::items(answer);
    clean::field(answer);
    clean::without_fences(&clean::without_thoughts(answer));
    json::find(answer, |_| true);
    for citation in find_citations(answer) {
        assert!(citation.span.slice(answer).is_some());
        assert!(find_citations(&citation.to_string()).iter().flat_map(|again| again.refs()).eq(citation.refs()));
    }
    assert!(without_citations(answer).len() <= answer.len());
});
