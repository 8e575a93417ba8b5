//! Keys as data: chords (`chord`), the commands they run (`command`), and the key map that joins the two (`keymap`),
//! read from `assets/keymap.toml` with a user's file merged over it. Help, palette and hints are made from it.

mod chord;
mod command;
mod keymap;

pub use chord::Chord;
pub use command::Command;
pub use keymap::{Binding, Keymap, Layer, Lookup};
