//! The `gleaner` program: its two faces are joined here and nowhere else.

use std::process::ExitCode;

use gleaner::index::memory;
use gleaner::{cli, tui};

fn main() -> ExitCode {
    memory::settle();
    cli::main(std::env::args_os(), |explore| {
        let opening = match explore.opening {
            cli::Opening::Start => tui::Opening::Start,
            cli::Opening::Index(index) => tui::Opening::Index(index),
            cli::Opening::Corpus(plan) => tui::Opening::Corpus(plan),
        };
        let (paths, settings) = (explore.paths, explore.settings);
        tui::run(tui::Options { opening, paths, settings, color: explore.color, offline: explore.offline })
    })
}
