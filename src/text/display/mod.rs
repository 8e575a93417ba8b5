//! Text as it is shown: what a reader sees of markup and links, white space collapsed, text cut to the room there is,
//! columns of a table in cells of a terminal. What comes from a corpus is made safe to print here. Nothing here changes
//! what is kept: a passage stays as it stands in its file.

pub mod columns;
pub mod cut;
pub mod inline;
pub mod links;
pub mod sanitise;
pub mod spacing;
