//! Closed classes of English words that the judgement of sentences and titles rests on.

/// Verbs before which "that" with another verb behind it stands for something said before.
pub fn is_verb_of_thought(word: &str) -> bool {
    matches!(word, "think" | "thought" | "believe" | "guess" | "hope" | "feel" | "felt" | "know" | "knew" | "suppose")
}

/// Words that never open a sentence that stands alone.
#[rustfmt::skip]
pub fn opens_dangling(word: &str) -> bool {
    matches!(
        word,
        "or" | "nor" | "yet" | "not" | "else" | "too" | "also" | "then" | "otherwise" | "except" | "especially"
        | "including" | "rather" | "yes" | "no" | "right" | "okay" | "ok" | "sure" | "exactly" | "absolutely" | "true"
        | "correct" | "agreed" | "indeed" | "anyway" | "anyways" | "therefore" | "thus" | "hence" | "however"
        | "likewise" | "similarly" | "again" | "here" | "here's" | "me" | "us" | "mine" | "hers" | "theirs" | "ours"
        | "one" | "ones" | "maybe" | "perhaps" | "hopefully" | "same" | "hmm" | "mm-hmm" | "uh-huh" | "wow"
        | "amazing" | "awesome" | "great" | "cool" | "nice" | "fantastic" | "perfect" | "like" | "just" | "even"
        | "than" | "until" | "cause" | "'cause" | "i.e" | "e.g" | "cf" | "ibid" | "now" | "next" | "later" | "instead"
        | "still" | "meanwhile"
    )
}

/// Forms of be, have and do, and the modals, with their negative contractions.
#[rustfmt::skip]
pub fn is_auxiliary(word: &str) -> bool {
    matches!(
        word,
        "is" | "are" | "was" | "were" | "am" | "has" | "have" | "had" | "do" | "does" | "did" | "will" | "would"
        | "can" | "could" | "shall" | "should" | "may" | "might" | "must" | "isn't" | "aren't" | "wasn't" | "weren't"
        | "hasn't" | "haven't" | "hadn't" | "don't" | "doesn't" | "didn't" | "won't" | "wouldn't" | "can't"
        | "couldn't" | "shouldn't" | "cannot"
    )
}

/// Verbs in the past that turn "you" into the person spoken to: "you founded", "you were".
pub fn is_past_of_address(word: &str) -> bool {
    matches!(
        word,
        "were"
            | "had"
            | "did"
            | "was"
            | "went"
            | "got"
            | "came"
            | "said"
            | "made"
            | "wrote"
            | "told"
            | "grew"
            | "spoke"
            | "saw"
            | "gave"
            | "took"
            | "built"
            | "became"
            | "left"
            | "began"
    ) || (word.ends_with("ed") && word.len() > 4 && word != "need")
}

/// Words that name a time when "this" or "last" stands before them.
pub fn is_time(word: &str) -> bool {
    matches!(
        word,
        "year"
            | "year's"
            | "quarter"
            | "quarter's"
            | "month"
            | "week"
            | "century"
            | "decade"
            | "season"
            | "morning"
            | "summer"
            | "spring"
            | "autumn"
            | "fall"
            | "winter"
            | "fiscal"
    )
}

/// What "it is … to" and "it is … that" say of what follows.
#[rustfmt::skip]
pub fn is_evaluation(word: &str) -> bool {
    matches!(
        word,
        "hard" | "harder" | "difficult" | "easy" | "easier" | "important" | "possible" | "impossible" | "necessary"
        | "critical" | "crucial" | "essential" | "clear" | "true" | "likely" | "unlikely" | "better" | "best"
        | "worth" | "useful" | "helpful" | "good" | "great" | "time" | "common" | "rare" | "interesting" | "amazing"
        | "fascinating" | "surprising" | "obvious" | "safe" | "fair" | "wise" | "tempting" | "vital" | "imperative"
        | "known" | "said" | "required" | "illegal" | "legal" | "unlawful" | "natural"
    )
}

#[rustfmt::skip]
pub fn is_preposition(word: &str) -> bool {
    matches!(
        word,
        "of" | "for" | "in" | "with" | "about" | "like" | "to" | "at" | "from" | "on" | "by" | "into" | "after"
        | "before" | "behind" | "around" | "over" | "through" | "beyond" | "under" | "without" | "within" | "during"
    )
}

/// Words for people, which "he" and "she" can stand for.
#[rustfmt::skip]
pub fn is_person_word(word: &str) -> bool {
    matches!(
        word,
        "man" | "woman" | "father" | "mother" | "dad" | "mom" | "brother" | "sister" | "son" | "daughter" | "wife"
        | "husband" | "friend" | "boss" | "teacher" | "professor" | "grandfather" | "grandmother" | "uncle" | "aunt"
        | "boy" | "girl" | "kid" | "child" | "person" | "someone" | "somebody" | "everyone" | "everybody" | "anyone"
        | "guy" | "lady" | "doctor" | "engineer" | "scientist" | "founder" | "mentor" | "advisor" | "student"
        | "author" | "writer" | "clerk" | "mayor" | "captain" | "owner" | "applicant"
    )
}

/// Verbs that report what somebody said, in the past: at the front of a sentence they lack whoever said it.
pub fn is_reporting_verb(word: &str) -> bool {
    matches!(
        word,
        "said"
            | "asked"
            | "noted"
            | "stated"
            | "added"
            | "replied"
            | "explained"
            | "reported"
            | "remarked"
            | "confirmed"
            | "agreed"
            | "discussed"
            | "requested"
            | "suggested"
            | "recommended"
            | "mentioned"
            | "thanked"
            | "moved"
            | "seconded"
            | "inquired"
            | "enquired"
            | "responded"
            | "told"
            | "wrote"
            | "says"
            | "asks"
            | "notes"
    )
}

/// What stands in front of a person's name.
pub fn is_title_of_person(word: &str) -> bool {
    matches!(
        word,
        "mr" | "mrs"
            | "ms"
            | "miss"
            | "dr"
            | "prof"
            | "professor"
            | "sir"
            | "councillor"
            | "councilor"
            | "mayor"
            | "canon"
            | "judge"
            | "senator"
            | "captain"
            | "inspector"
            | "commissioner"
            | "chair"
            | "chairman"
    )
}

/// Parts of a text that are numbered, and with their number alone lead nowhere.
pub fn is_part_of_text(word: &str) -> bool {
    matches!(
        word,
        "table"
            | "tables"
            | "section"
            | "sections"
            | "subsection"
            | "subsections"
            | "figure"
            | "figures"
            | "exhibit"
            | "exhibits"
            | "appendix"
            | "paragraph"
            | "paragraphs"
            | "subparagraph"
            | "clause"
            | "clauses"
            | "chapter"
            | "schedule"
            | "attachment"
            | "annex"
            | "item"
            | "items"
            | "slide"
            | "page"
            | "pages"
            | "footnote"
            | "note"
            | "policy"
            | "policies"
    )
}

/// Verbs that open a request: "Imagine …", "Consider …".
#[rustfmt::skip]
pub fn is_base_verb_opening(word: &str) -> bool {
    matches!(
        word,
        "imagine" | "consider" | "think" | "remember" | "take" | "look" | "make" | "go" | "come" | "give" | "tell"
        | "try" | "ask" | "say" | "suppose" | "note" | "get" | "keep" | "stay" | "stop" | "start" | "see" | "check"
        | "listen" | "read" | "use" | "put" | "call" | "help" | "review" | "require" | "provide" | "ensure" | "verify"
        | "obtain" | "maintain" | "notify" | "submit" | "determine" | "establish" | "identify" | "include" | "describe"
        | "refer" | "return" | "discuss" | "approve" | "prepare" | "complete" | "adopt" | "amend" | "delete" | "add"
        | "replace" | "remove" | "show" | "apply" | "follow" | "allow" | "contact" | "bring" | "send" | "enter"
    )
}

/// Articles, pronouns, prepositions, conjunctions, auxiliaries and the commonest adverbs: words without a topic.
pub fn is_function_word(word: &str) -> bool {
    if is_auxiliary(word) || is_preposition(word) {
        return true;
    }
    matches!(
        word,
        "a" | "an"
            | "the"
            | "and"
            | "or"
            | "but"
            | "nor"
            | "so"
            | "yet"
            | "if"
            | "as"
            | "than"
            | "then"
            | "that"
            | "this"
            | "these"
            | "those"
            | "it"
            | "its"
            | "it's"
            | "i"
            | "i'm"
            | "i've"
            | "i'd"
            | "i'll"
            | "me"
            | "my"
            | "mine"
            | "we"
            | "we're"
            | "we've"
            | "we'll"
            | "us"
            | "our"
            | "ours"
            | "you"
            | "your"
            | "yours"
            | "you're"
            | "you've"
            | "he"
            | "him"
            | "his"
            | "she"
            | "her"
            | "hers"
            | "they"
            | "them"
            | "their"
            | "theirs"
            | "they're"
            | "who"
            | "whom"
            | "whose"
            | "which"
            | "what"
            | "when"
            | "where"
            | "why"
            | "how"
            | "there"
            | "there's"
            | "here"
            | "not"
            | "no"
            | "yes"
            | "all"
            | "any"
            | "some"
            | "each"
            | "every"
            | "both"
            | "few"
            | "more"
            | "most"
            | "other"
            | "another"
            | "such"
            | "only"
            | "own"
            | "same"
            | "too"
            | "very"
            | "just"
            | "also"
            | "even"
            | "still"
            | "now"
            | "be"
            | "been"
            | "being"
            | "having"
            | "doing"
            | "done"
            | "because"
            | "while"
            | "until"
            | "unless"
            | "since"
            | "though"
            | "although"
            | "whether"
            | "either"
            | "neither"
            | "once"
            | "again"
            | "out"
            | "up"
            | "down"
            | "off"
            | "back"
            | "away"
            | "against"
            | "between"
            | "among"
            | "across"
            | "upon"
            | "per"
            | "via"
            | "that's"
            | "what's"
            | "let"
            | "let's"
            | "one"
            | "ones"
            | "much"
            | "many"
            | "lot"
            | "lots"
            | "really"
            | "actually"
            | "quite"
            | "thing"
            | "things"
            | "something"
            | "anything"
            | "everything"
            | "nothing"
            | "stuff"
            | "kind"
            | "sort"
            | "way"
            | "maybe"
            | "perhaps"
            | "well"
            | "like"
            | "get"
            | "got"
            | "go"
            | "going"
            | "goes"
            | "went"
            | "come"
            | "came"
            | "make"
            | "made"
            | "say"
            | "said"
            | "says"
            | "know"
            | "think"
            | "mean"
            | "want"
            | "see"
            | "look"
            | "put"
            | "take"
            | "use"
            | "used"
            | "first"
            | "last"
            | "new"
            | "good"
            | "great"
            | "big"
            | "little"
            | "sure"
            | "right"
            | "okay"
            | "yeah"
            | "oh"
            | "um"
            | "uh"
            | "always"
            | "never"
            | "often"
            | "ever"
            | "able"
            | "around"
    )
}

/// Nouns that name no topic by themselves.
#[rustfmt::skip]
pub fn is_light_noun(word: &str) -> bool {
    matches!(
        word,
        "thing" | "things" | "stuff" | "kind" | "kinds" | "sort" | "sorts" | "type" | "types" | "bunch" | "bits"
        | "piece" | "pieces" | "part" | "parts" | "side" | "sides" | "point" | "points" | "case" | "cases" | "fact"
        | "facts" | "reason" | "reasons" | "sense" | "place" | "places" | "time" | "times" | "year" | "years"
        | "month" | "months" | "week" | "weeks" | "days" | "hour" | "hours" | "minute" | "minutes" | "moment"
        | "moments" | "today" | "tomorrow" | "yesterday" | "morning" | "evening" | "night" | "quarter" | "quarters"
        | "person" | "people" | "guys" | "folks" | "somebody" | "someone" | "everybody" | "everyone" | "anybody"
        | "anyone" | "nobody" | "example" | "examples" | "idea" | "ideas" | "question" | "questions" | "answer"
        | "answers" | "issue" | "issues" | "problem" | "problems" | "level" | "levels" | "number" | "numbers"
        | "amount" | "amounts" | "percent" | "rest" | "half" | "couple" | "dozen" | "hundred" | "hundreds"
        | "thousand" | "thousands" | "million" | "millions" | "billion" | "billions" | "beginning" | "middle"
        | "front" | "back" | "bottom" | "something" | "anything" | "everything" | "nothing" | "word" | "words"
        | "name" | "names" | "chance" | "matter" | "mind" | "hand" | "hands" | "head" | "face" | "eyes" | "line"
        | "lines" | "area" | "areas" | "aspect" | "aspects" | "look" | "talk" | "thought" | "thoughts" | "feeling"
        | "love" | "help" | "work" | "works" | "need" | "needs" | "change" | "changes" | "result" | "results" | "step"
        | "steps" | "form" | "forms" | "group" | "groups" | "order" | "orders" | "past" | "future" | "while"
        | "course" | "self" | "lots" | "tons" | "conversation" | "conversations" | "podcast" | "episode" | "show"
        | "guest" | "guests" | "call" | "slide" | "page" | "pages" | "section" | "sections" | "chapter" | "figure"
        | "table" | "item" | "items" | "list" | "lists" | "journey" | "path" | "stories" | "story" | "life" | "lives"
        | "career" | "world" | "experience" | "experiences" | "interest" | "interests" | "perspective" | "approach"
        | "notion" | "concept" | "topic" | "terms" | "term" | "basis" | "impact" | "opportunity" | "opportunities"
        | "success" | "progress" | "advantage" | "effort" | "efforts" | "ways" | "manner" | "extent" | "degree"
        | "range" | "variety" | "difference" | "differences" | "detail" | "details" | "goal" | "goals" | "process"
        | "situation" | "situations" | "possibility" | "ability" | "capability" | "capabilities"
    )
}

/// Past participles that do not end in "ed".
#[rustfmt::skip]
pub fn is_irregular_participle(word: &str) -> bool {
    matches!(
        word,
        "bought" | "brought" | "built" | "caught" | "chosen" | "cut" | "done" | "driven" | "fed" | "felt" | "found"
        | "given" | "held" | "hidden" | "kept" | "laid" | "led" | "left" | "lent" | "lost" | "made" | "meant" | "met"
        | "paid" | "put" | "read" | "said" | "seen" | "sent" | "set" | "shot" | "sold" | "spent" | "spoken" | "stolen"
        | "struck" | "taken" | "taught" | "thought" | "told" | "torn" | "understood" | "won" | "written" | "woven"
        | "begun" | "broken" | "eaten" | "fallen" | "forgotten" | "sung" | "sunk" | "worn" | "dug" | "hung" | "bound"
    )
}

/// Verbs in the past that "by" may follow without making them passive: "passed by the harbour".
#[rustfmt::skip]
pub fn is_intransitive(word: &str) -> bool {
    matches!(
        word,
        "passed" | "stood" | "stopped" | "dropped" | "lived" | "voted" | "walked" | "travelled" | "traveled" | "began"
        | "started" | "ended" | "died" | "arrived" | "increased" | "decreased" | "declined" | "improved" | "expanded"
        | "grew" | "rose" | "fell" | "went" | "came" | "responded" | "replied" | "opened" | "closed"
    )
}

/// Participles of verbs that must have an object, so that they are passive where they have none: "items deemed necessary",
/// "a house situated on the quay".
#[rustfmt::skip]
pub fn needs_object(word: &str) -> bool {
    matches!(
        word,
        "deemed" | "required" | "provided" | "based" | "located" | "situated" | "attached" | "dated" | "entitled"
        | "titled" | "named" | "called" | "known" | "made" | "given" | "taken" | "used" | "designed" | "intended"
        | "approved" | "adopted" | "requested" | "issued" | "submitted" | "prepared" | "signed"
        | "specified" | "listed" | "described" | "defined" | "built" | "written" | "drawn" | "held" | "bought"
        | "sold" | "sent" | "received" | "recorded" | "installed" | "included" | "excluded" | "associated" | "owned" | "cut" | "planted"
        | "created" | "developed" | "established" | "published" | "produced" | "contained" | "needed" | "caused"
        | "granted" | "permitted" | "shown" | "seen" | "kept" | "lost"
        | "found" | "stated" | "imposed" | "placed" | "proposed"
        | "authorized" | "authorised" | "considered" | "affected" | "covered" | "damaged" | "removed" | "equipped"
    )
}

/// Verbs, adjectives and adverbs that a sentence about anything may have, and that tell nobody what it is about.
#[rustfmt::skip]
pub fn is_said_of_everything(word: &str) -> bool {
    matches!(
        word,
        "said" | "says" | "saying" | "tell" | "tells" | "told" | "telling" | "talk" | "talked" | "talking" | "speak"
        | "make" | "makes" | "made" | "making" | "take" | "takes" | "took" | "taken" | "taking" | "give" | "gives"
        | "gave" | "given" | "giving" | "find" | "finds" | "found" | "keep" | "keeps" | "kept" | "going" | "come"
        | "comes" | "came" | "coming" | "gets" | "getting" | "gotten" | "become" | "becomes" | "became" | "begin"
        | "began" | "start" | "starts" | "started" | "happen" | "happens" | "happened" | "happening" | "look" | "looks"
        | "looked" | "looking" | "work" | "works" | "worked" | "working" | "needs" | "need" | "needed" | "want"
        | "wants" | "wanted" | "used" | "uses" | "using" | "help" | "helps" | "helped" | "show" | "shows" | "showed"
        | "shown" | "change" | "changes" | "changed" | "changing" | "move" | "moves" | "moved" | "lead" | "leads"
        | "doing" | "done" | "does" | "being" | "having" | "trying" | "tried" | "seeing" | "seen" | "feel" | "feels"
        | "felt" | "hear" | "heard" | "worried" | "happy" | "interested" | "excited" | "proud" | "glad" | "able"
        | "actually" | "really" | "probably" | "maybe" | "basically" | "little" | "bigger" | "biggest" | "large"
        | "larger" | "small" | "smaller" | "many" | "much" | "certain" | "different" | "same" | "other" | "others"
        | "great" | "certainly" | "always" | "never" | "often" | "even" | "still" | "already" | "again" | "everyone"
        | "people" | "person" | "someone" | "somebody" | "anybody" | "problems" | "issues" | "concern" | "concerns"
        | "suggestion" | "suggestions" | "comment" | "comments" | "idea" | "ideas"
    )
}
