//! What belongs to a meeting's or a show's running, not to its matter.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Greetings, thanks and directions that make a sentence part of a meeting's or a show's running, not of its matter;
/// wherever they stand. Lower case, words separated by one space.
#[rustfmt::skip]
const HOUSEKEEPING: &[&str] = &[
    "thank you", "thanks for", "thanks to everyone", "thanks again", "welcome to", "welcome back", "next question",
    "prepared remarks", "forward-looking statements", "conference call", "on the call", "today's call", "this call",
    "our call", "the operator", "operator instructions", "question-and-answer", "q&a", "this podcast", "the podcast",
    "our podcast", "my guest", "our guest", "today's guest", "today's show", "today's episode", "this episode",
    "next guest", "the show", "our conversation", "this conversation", "chatting with", "talk with us", "joining us",
    "joined by", "joins us", "join us", "you just heard", "you just listened", "one more thing", "something similar", "in a second",
    "last question", "holy crap", "bringing you", "sit down with", "going to be talking", "talking today",
    "a conversation with", "join me", "last show", "last episode", "next episode", "favorite quotes", "tuning in",
    "stay tuned", "our listeners", "good morning", "good afternoon", "good evening", "turn it over", "hand it over",
    "turn the call", "let me turn", "read the disclaimer", "all rights reserved", "risk factors",
    "risks and uncertainties", "actual results", "press release", "slide deck", "our website", "subscribe to",
    "click here", "see you", "talk to you", "great to have you", "happy to be here", "my pleasure", "nice to meet",
    "point of clarification", "noted earlier", "mentioned earlier", "discussed earlier", "outlined earlier", "described earlier", "said earlier",
    "detailed earlier", "referenced earlier", "shared earlier", "as noted", "as mentioned", "as discussed", "as described",
    "mentioned above", "described above", "noted above", "i mentioned", "i talked about", "we discussed",
    "as i said", "as i mentioned", "as you said", "as you mentioned", "as we mentioned", "as we discussed",
    "we talked about", "we've discussed", "we've talked about", "we've mentioned", "i've mentioned", "i've talked about",
    "i will talk about", "i'll talk about", "you mentioned", "you said", "i don't know", "i have no idea", "or whatever", "or something",
    "guest with us", "with us today", "with us is", "going to hear from", "hear from you", "share with us", "email us",
    "e-mail us", "reach out to us", "hope to hear", "our guests", "my guests", "is with us", "have with us", "as you say",
    "with us who", "be sure to", "to your question", "your question", "to your point", "as follows", "hand it back", "hand over to", "quick question",
    "spend more time talking", "before i hand", "and stuff", "and whatnot", "things like that", "sounds right",
    "sounds good", "sounds great", "good question", "great question", "from the line of", "thrilled to be", "great episode", "special guest",
    "we'll hear from", "we will hear from", "we chatted with", "we spoke with", "we talked with", "we are talking to",
    "we're talking to", "we're talking with", "we are talking with", "needs no introduction", "we'll be talking with", "we will be talking with", "we'll be talking to", "hope everyone enjoyed",
    "hope you enjoyed", "hope you've enjoyed", "love hearing", "chance to chat", "great take", "chat about here", "look forward to hearing",
];

static BY_FIRST_WORD: LazyLock<HashMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let mut phrases: HashMap<&str, Vec<&str>> = HashMap::new();
    for phrase in HOUSEKEEPING {
        phrases.entry(phrase.split(' ').next().unwrap_or_default()).or_default().push(phrase);
    }
    phrases
});

/// The phrases of [`HOUSEKEEPING`] that begin with a word.
pub(super) fn from(word: &str) -> &'static [&'static str] {
    BY_FIRST_WORD.get(word).map_or(&[], Vec::as_slice)
}

/// The same, at the beginning of a sentence only.
#[rustfmt::skip]
pub(super) const OPENINGS: &[&str] = &[
    "thank", "thanks", "welcome", "hi", "hello", "please", "let me", "let's", "let us", "good morning",
    "good afternoon", "good evening", "i'm going to", "i'll turn", "i will turn", "i would like to", "i'd like to",
    "i want to", "i wanted to", "we'll be", "we will be right", "we will now", "we'll now", "we will move",
    "we'll move", "the next question", "our first question", "the first question", "your line", "go ahead", "tell us",
    "tell me", "next", "sorry", "excuse me", "congratulations", "congrats", "dear", "sincerely", "yours", "you bet",
    "with that", "that said", "having said", "by the way", "speaking of", "as for", "i was going to", "i love that",
    "i agree", "i don't know", "i guess", "i'm glad", "i'm sure", "i'm not sure", "i'm so", "i'm just", "i'm curious", "i'm super",
    "i'm really", "i will say", "i know you", "not only that", "same", "see page", "kind of", "sort of", "for me",
    "to me", "figure", "table", "note that", "turning to", "moving to", "moving on", "today we have", "we have with us",
    "you can reach", "as a result", "in addition", "in that case", "in this case", "by then", "since then",
    "at that time", "at the time", "at this point", "at that point", "in turn", "for this reason", "in other words", "to that end", "at the same time",
    "i will give", "i'll give", "i will present", "i'll present", "most notably", "most importantly", "more importantly", "more specifically", "in particular",
];
