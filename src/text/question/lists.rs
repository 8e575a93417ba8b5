//! The words by which questions are read.

/// True when a word is one of a list's.
pub(super) fn is_in(list: &str, word: &str) -> bool {
    list.split(' ').any(|listed| listed == word)
}

/// Words that only tie a sentence together.
pub(super) const FUNCTION_WORDS: &str = "\
    a about according across actually after again against all almost along also although always am among an and \
    another any anybody anyone anything are around as at away back be became because become been before behind being \
    between both but by can could did do does doing done down during each either else ever every everyone everything \
    few for from further get give given go had has have having he her here hers him his how i if in into is it its \
    itself just last least less let like made make many may me might mine more most much must my neither never no \
    nor not now of off often on once one only onto or other others our ours out over own per please rather really \
    same shall she should since so some somebody someone something still such than that the their theirs them then \
    there these they this those through to together too toward towards under until up upon us very via was we were \
    what when where whether which while who whom whose why will with within without would yet you your";

/// Words that frame a question about documents without saying what it is about.
pub(super) const FRAME_WORDS: &str = "\
    address addressed addresses anecdote anecdotes answer appear appears area areas arise asked aspect aspects \
    attributes believe believes broached brought called certain cite cited cites comment comments common commonly \
    compared concern concerning considered consistently contain contains context conversation conversations cover \
    covered covers deal deals describe described describes detail detailed details difference differences different \
    differ discuss discussed discusses discussing discussion discussions emphasise emphasised emphasize emphasized \
    evidence examine example examples explain explained expressed featured feature features featuring find focus \
    focused found frequent frequently general generally happen happened happens highlight highlighted highlighting highlights \
    identified include included includes including insight insights instances issue issues involve involved involves \
    key kind kinds know known list main major mention mentioned mentioning mentions named notable note noted number occur occurred occurs \
    opinion opinions overview particular particularly people perceive perceived person perspective perspectives \
    point points presented primarily question questions recurring reference referenced references regarding relate \
    related relating revolve said say saying says see seen share shared shares sharing show shown shows significant \
    significantly someone sort sorts speak speaking speaks specific specifically spoke spoken standout stories story \
    subject subjects suggest suggested suggests summarise summarize summary takeaway takeaways talk talked talking \
    talks tell tells term terms thing things think thinks thoughts times told topic topics type types typical \
    typically understand unique used uses using various view viewed views way ways word words \
    according envision faced give gives overcoming progression speculate throughout whether characterise characterize recount recounting";

/// Words of content that say little by themselves: what is asked about stands beside them ("the role of mentors", "new
/// technologies").
pub(super) const LIGHT_WORDS: &str = "\
    approach approaches associated balance balancing broader broad collective companies company considerations \
    contributed correlated current currently direct directly directions direction drive drives driving effective \
    emerging enhanced enhance entire existing experience experiences faced facing highest impending importance \
    important increase industry initiatives integrating integration large level levels maintaining maintain multiple \
    negative negatively new overall parts patterns personal pivotal positive positively possible potential potentially \
    practices process processes project projects promote propose proposed provide provides qualities quality real \
    relation role roles sector sectors seem shape short significance stage stages successful support tech technological \
    technologies technology unsuccessful upcoming usage value values vary versus world \
    business businesses decade keep model models next offering offerings trend trends";

/// Words that ask what one has to do with another.
pub(super) const TIE_WORDS: &str = "\
    connect connects connected connecting connection connections relationship relationships link links linked linking \
    ties";

/// Nouns for the corpus and its documents.
pub(super) const DOCUMENT_WORDS: &str = "\
    article articles collection corpus document documents email emails episode episodes file files folder interview \
    interviews letter letters meeting meetings memo memos minutes paper papers passage passages pile podcast \
    podcasts record records report reports source sources text texts transcript transcripts";

pub(super) const GUEST_WORDS: &str = "\
    guest guests interviewee interviewees leader leaders executive executives participant participants witness \
    witnesses panellist panellists panelist panelists";
pub(super) const HOST_WORDS: &str = "\
    host hosts interviewer interviewers moderator chair";
pub(super) const SPEAKER_WORDS: &str = "\
    speaker speakers author authors writer writers analyst analysts contributor contributors somebody who";

/// Verbs of talking about something.
pub(super) const DISCUSS_WORDS: &str = "\
    talk talks talked discuss discusses discussed mention mentions mentioned speak speaks spoke address addresses \
    raise raises raised write writes wrote share shares";

/// Words that ask for the whole when nothing else is asked.
pub(super) const WHOLE_WORDS: &str = "\
    theme themes topic topics subject subjects about overview summary summarise summarize takeaway takeaways \
    insights discussed contain contains cover covers issues happening discussions story stories";

/// Words that ask for a judgement no sentence can be quoted for, with the name it goes by.
pub(super) const JUDGEMENT_WORDS: &[(&str, &str)] = &[
    ("tone", "tone tones sentiment sentiments mood optimistic pessimistic attitude cautious"),
    ("language and style", "language phrasing wording style vocabulary rhetoric phrases"),
    (
        "structure and flow",
        "structure structural flow sequence segue transition transitions transitioning narrative narratives storytelling",
    ),
    ("engagement", "engaged engaging engagement animated elicit"),
    ("the overall impression", "controversial surprising persuasive convincing credible honest trustworthy best worst"),
];

/// Verbs that stand before whoever does what is asked.
pub(super) const AUXILIARIES: &str =
    "are can could did do does had has have is may might must shall should was were will would";

/// Whoever does what is asked, in one word.
pub(super) const SUBJECTS: &str = "people they we you he she it i some many most everybody somebody nobody";
