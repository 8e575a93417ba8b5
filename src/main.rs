//! The `gleaner` program: its two faces are joined here and nowhere else.

use std::process::ExitCode;

use gleaner::{cli, tui};

fn main() -> ExitCode {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    allocator::settle();
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

/// How the C library holds memory. A build makes much on all cores and lets go of it on another, stage by stage: as the
/// library would have it, each of many threads keeps what was let go of for itself, which is half as much again as is in use.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod allocator {
    // As in `malloc.h`.
    unsafe extern "C" {
        safe fn mallopt(parameter: i32, value: i32) -> i32;
    }

    const TRIM_THRESHOLD: i32 = -1;
    const MMAP_THRESHOLD: i32 = -3;
    const ARENA_MAX: i32 = -8;
    /// What is larger goes back to the system as soon as it is let go of. Set, it no longer grows with what is let go of.
    const LARGE: i32 = 256 << 10;

    /// Has to be called before there are threads. What the library does not know is left as it was.
    pub fn settle() {
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        mallopt(ARENA_MAX, i32::try_from(cores).unwrap_or(i32::MAX));
        mallopt(MMAP_THRESHOLD, LARGE);
        mallopt(TRIM_THRESHOLD, LARGE);
    }
}
