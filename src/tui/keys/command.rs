//! Everything a key or the palette can ask for.

use std::str::FromStr;

use crate::config::suggestion;

macro_rules! commands {
    ($($command:ident = $name:literal : $title:literal),+ $(,)?) => {
        /// A command. The name is what key maps say; the title is what the palette shows.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Command { $($command),+ }

        impl Command {
            pub const ALL: &[Command] = &[$(Command::$command),+];

            /// The kebab-case name used in key maps.
            pub fn name(self) -> &'static str {
                match self { $(Command::$command => $name),+ }
            }

            /// What the palette shows.
            pub fn title(self) -> &'static str {
                match self { $(Command::$command => $title),+ }
            }
        }
    };
}

commands! {
    Help = "help": "Show every key",
    Palette = "palette": "Run a command by name",
    Find = "find": "Find any record by name or text",
    Back = "back": "Go back",
    Forward = "forward": "Go forward",
    NextPane = "next-pane": "Go to the next pane",
    PreviousPane = "previous-pane": "Go to the previous pane",
    FocusTree = "focus-tree": "Go to the communities",
    FocusBrowser = "focus-browser": "Go to the browser",
    FocusReader = "focus-reader": "Go to the reader",
    FocusChat = "focus-chat": "Go to the chat",
    Home = "home": "Show what this is: the home page",
    NextSibling = "next-sibling": "Read the next of its kind",
    PreviousSibling = "previous-sibling": "Read the one before",
    TextDown = "text-down": "Scroll the reader on, wherever you are",
    TextUp = "text-up": "Scroll the reader back",
    Wider = "wider": "Make this pane wider",
    Narrower = "narrower": "Make this pane narrower",
    Taller = "taller": "Make this pane taller",
    Shorter = "shorter": "Make this pane shorter",
    ResetPanes = "reset-panes": "Put the panes back as they were made",
    Zoom = "zoom": "Give this pane the whole screen, or give it back",
    Hints = "hints": "Put a letter on every link in sight",
    Peek = "peek": "Look at a record without leaving",
    Filter = "filter": "Filter this pane, or find in the reader",
    Escape = "escape": "Leave, close or cancel what is foremost",
    Up = "up": "One line up",
    Down = "down": "One line down",
    HalfPageUp = "half-page-up": "Half a page up",
    HalfPageDown = "half-page-down": "Half a page down",
    PageUp = "page-up": "A page up",
    PageDown = "page-down": "A page down",
    Top = "top": "To the top",
    Bottom = "bottom": "To the bottom",
    Open = "open": "Open what is selected",
    Toggle = "toggle": "Fold or unfold",
    Expand = "expand": "Unfold",
    Collapse = "collapse": "Fold, or go to the parent",
    Narrow = "narrow": "Narrow the browser to a type, community, folder, document or date",
    Sort = "sort": "Sort by the next column",
    Reverse = "reverse": "Turn the order round",
    NextKind = "next-kind": "Next kind of record",
    PreviousKind = "previous-kind": "Previous kind of record",
    NextLink = "next-link": "To the next citation",
    PreviousLink = "previous-link": "To the previous citation",
    ShowIds = "show-ids": "Show the ids of what is cited, or footnotes again",
    NextMatch = "next-match": "To the next place found",
    PreviousMatch = "previous-match": "To the previous place found",
    NextDocument = "next-document": "To the next document that mentions the entity",
    PreviousDocument = "previous-document": "To the document before that mentions it",
    Parent = "parent": "Open the community above",
    OpenDocument = "open-document": "Open the document this rests on",
    Edit = "edit": "Open the file in your editor at this line",
    Copy = "copy": "Copy with citations",
    CopyPlain = "copy-plain": "Copy without citations",
    Ask = "ask": "Ask a question",
    AskHere = "ask-here": "Ask about what is open only",
    Send = "send": "Ask what is written",
    NewLine = "new-line": "New line in the question",
    Drill = "drill": "Ask the same inside the cited report",
    CycleMode = "cycle-mode": "Change how questions are answered",
    Deeper = "deeper": "Ask one level deeper",
    Shallower = "shallower": "Ask one level higher",
    WholeScope = "whole-scope": "Ask all documents again",
    Retry = "retry": "Ask the last question again",
    EditQuestion = "edit-question": "Change the question and ask it as a new one",
    ByDay = "by-day": "Put what the answer quotes in the order of time, or back",
    Trace = "trace": "Show how the answer was made",
    Compare = "compare": "Set the answer beside those of other ways of asking",
    Differences = "differences": "Compare two documents: what only one has, and what became otherwise",
    KeepTest = "keep-test": "Keep the question and its answer as a test",
    Questions = "questions": "Bring back a question that was asked before",
    DeleteTurn = "delete-turn": "Remove this question and its answer",
    Modes = "modes": "Choose how questions are answered",
    Chats = "chats": "Show all chats: open, search, rename, delete one",
    NewChat = "new-chat": "Begin a new chat",
    ForkChat = "fork-chat": "Go on from here in a chat of its own",
    RenameChat = "rename-chat": "Give the chat another name",
    DeleteChat = "delete-chat": "Delete the chat",
    Export = "export": "Write this report, record or answer to a Markdown file",
    ExportChat = "export-chat": "Write the whole chat to a Markdown file",
    Tour = "tour": "Take the tour of five steps",
    NextUnread = "next-unread": "Read the next report that nobody has looked at",
    Graph = "graph": "Draw what this is tied to",
    Timeline = "timeline": "Show what is from when",
    Left = "left": "To the node on the left",
    Right = "right": "To the node on the right",
    PanLeft = "pan-left": "Move the picture to the left",
    PanRight = "pan-right": "Move the picture to the right",
    PanUp = "pan-up": "Move the picture up",
    PanDown = "pan-down": "Move the picture down",
    Tie = "tie": "What ties it to what the graph is drawn of",
    ZoomIn = "zoom-in": "Look closer",
    ZoomOut = "zoom-out": "Look from farther away",
    Hops = "hops": "One step around it, or two",
    FindPath = "find-path": "Find the way from here to another entity",
    Grain = "grain": "By day, month, year or decade",
    DocumentDays = "document-days": "What texts say of a time, or the documents that are from it",
    Mark = "mark": "Mark a row and go on to the next, or mark where a span begins",
    PreviousTurn = "previous-turn": "To the previous question",
    NextTurn = "next-turn": "To the next question",
    News = "news": "Show what the last update made new, changed or removed",
    Progress = "progress": "Show indexing and what was skipped",
    Rebuild = "rebuild": "Bring the index up to date",
    IndexOffline = "index-offline": "Index the folder again, without a model",
    IndexFast = "index-fast": "Index the folder again, with reports by the model (asks first)",
    IndexStandard = "index-standard": "Index the folder again, read and reported on by the model (asks first)",
    Pause = "pause": "Pause an indexing that asks a model, or let it go on",
    StopJob = "stop-job": "Stop the indexing; it goes on where it stopped next time",
    RetryFailed = "retry-failed": "Ask the model again for what it failed at",
    Settings = "settings": "Show which models are used, and test the endpoint",
    TestEndpoint = "test-endpoint": "Ask the endpoint of the models what it can do",
    FindServers = "find-servers": "Look for a server of models on this machine",
    SwitchAnalyst = "switch-analyst": "Answer offline, or with the model",
    Start = "start": "Open another index",
    Forget = "forget": "Take the index off the list of those opened lately",
    Complete = "complete": "Complete the path that is begun",
    NextTheme = "next-theme": "Choose the colours, each shown as one comes to it",
    ToggleMouse = "toggle-mouse": "Leave the mouse to the terminal, or take it back",
    Redraw = "redraw": "Draw the screen anew",
    Suspend = "suspend": "Put Gleaner in the background",
    Quit = "quit": "Quit",
    Confirm = "confirm": "Yes",
    Deny = "deny": "No",
}

impl FromStr for Command {
    type Err = String;

    fn from_str(name: &str) -> Result<Command, String> {
        Command::ALL.iter().copied().find(|command| command.name() == name).ok_or_else(|| {
            let near = suggestion(name, Command::ALL.iter().map(|command| command.name()));
            let hint = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            format!("`{name}` is no command{hint}")
        })
    }
}
