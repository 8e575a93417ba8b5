//! `gleaner index --watch`: follows the folders of a corpus and brings the index up to date when something in them
//! changes. It waits for the system to say so and does nothing in between.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use notify::{Event, RecursiveMode, Watcher};

use super::context::Context;
use super::error::{CliError, ErrorKind};
use crate::index::{Plan, is_own_file};

/// A change is taken up when nothing else has changed for so long …
const QUIET: Duration = Duration::from_millis(800);
/// … or when changes have been coming for so long.
const PATIENCE: Duration = Duration::from_secs(30);

/// Builds once, then whenever something changes, until it is interrupted. What fails while following is said, and
/// followed on from.
pub fn follow(
    context: &mut Context,
    plan: &Plan,
    mut build: impl FnMut(&mut Context, Plan) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let (sender, changes) = channel();
    let unwatchable = |error: notify::Error| {
        CliError::new(ErrorKind::Failed, format!("the folder cannot be followed: {error}"))
            .hint("run `gleaner index` when something changed")
    };
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
        // An error is taken for a change: looking once too often costs little.
        let matters = event.as_ref().is_ok_and(matters) || event.is_err();
        if matters {
            let _ = sender.send(());
        }
    })
    .map_err(unwatchable)?;
    // Before the first build, so that nothing that changes meanwhile is missed.
    for root in &plan.roots {
        watcher.watch(root, RecursiveMode::Recursive).map_err(unwatchable)?;
    }
    build(context, plan.clone())?;
    context.say("following; Ctrl-C ends it");
    while wait(&changes) {
        // What failed on a file half written is done again when the rest of it comes.
        if let Err(error) = build(context, Plan { afresh: false, ..plan.clone() }) {
            if matches!(error.kind, ErrorKind::Interrupted | ErrorKind::PipeClosed) {
                return Err(error);
            }
            error.print(context.global.json);
        }
    }
    Ok(())
}

/// Waits for a change and for the end of a burst of them; false when there will be no more.
fn wait(changes: &Receiver<()>) -> bool {
    if changes.recv().is_err() {
        return false;
    }
    let first = Instant::now();
    while first.elapsed() < PATIENCE {
        match changes.recv_timeout(QUIET) {
            Ok(()) => {}
            Err(RecvTimeoutError::Timeout) => break,
            Err(RecvTimeoutError::Disconnected) => return false,
        }
    }
    true
}

/// Reading a file changes nothing, and an index that lies in the folder changes with every look at it.
fn matters(event: &Event) -> bool {
    let foreign = |path: &PathBuf| !is_own_file(&path.to_string_lossy());
    !event.kind.is_access() && (event.paths.is_empty() || event.paths.iter().any(foreign))
}
