//! What somebody asks, as it is read before anything is looked for.

#![no_main]

use gleaner::text::question::Question;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|asked: &str| {
    let question = Question::of(asked);
    question.is_open();
    question.asks_about_one();
    question.one();
    Question::attribution(asked);
});
