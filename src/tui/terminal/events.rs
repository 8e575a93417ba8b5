//! The terminal's input, read on a thread beside the loop. The loop only waits on a channel, so that a terminal that
//! goes away cannot hold it up; and whatever needs the terminal for itself (an editor, the shell) has it once
//! [`Events::stop`] returns.

use std::io;
use std::time::Duration;

use crossterm::event::{self, Event};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;

/// How long the end of the reading thread is waited for. It ends at once, unless a terminal died in the middle of an
/// escape sequence, which crossterm then waits for without end: such a thread is left behind.
const PATIENCE: Duration = Duration::from_millis(500);

/// What is read from the terminal.
#[derive(Debug)]
pub enum Input {
    Event(Event),
    /// There is nothing to read from any more.
    Gone,
}

/// The reading thread and what it has read.
pub struct Events {
    heard: UnboundedSender<Input>,
    inputs: UnboundedReceiver<Input>,
    reading: Option<Reading>,
}

struct Reading {
    /// Closing it asks the thread to end.
    stop: io::PipeWriter,
    /// Closed by the thread's end.
    ended: oneshot::Receiver<()>,
}

impl Events {
    /// Begins to read.
    pub fn start() -> io::Result<Events> {
        let (heard, inputs) = unbounded_channel();
        let mut events = Events { heard, inputs, reading: None };
        events.go_on()?;
        Ok(events)
    }

    /// Reads again after [`Events::stop`].
    pub fn go_on(&mut self) -> io::Result<()> {
        let (stopped, stop) = io::pipe()?;
        let (ending, ended) = oneshot::channel::<()>();
        let heard = self.heard.clone();
        std::thread::Builder::new().name("terminal".to_owned()).spawn(move || {
            let _ending = ending;
            if read(&stopped, &heard).is_err() {
                let _ = heard.send(Input::Gone);
            }
        })?;
        self.reading = Some(Reading { stop, ended });
        Ok(())
    }

    /// Ends the reading and waits for its end. What was read by then is still handed out.
    pub async fn stop(&mut self) {
        if let Some(Reading { stop, ended }) = self.reading.take() {
            drop(stop);
            let _ = tokio::time::timeout(PATIENCE, ended).await;
        }
    }

    pub async fn next(&mut self) -> Input {
        self.inputs.recv().await.unwrap_or(Input::Gone)
    }

    /// What was read already.
    pub fn read_already(&mut self) -> Option<Input> {
        self.inputs.try_recv().ok()
    }
}

/// Reads until it is told to stop; an error when the terminal is gone.
#[cfg(unix)]
fn read(stopped: &io::PipeReader, heard: &UnboundedSender<Input>) -> io::Result<()> {
    use rustix::event::{PollFd, PollFlags, poll};

    /// How long crossterm looks for more, once there is something. Without any time it does not look at all.
    const LOOK: Duration = Duration::from_millis(1);

    let terminal = io::stdin();
    loop {
        // Crossterm is asked only when there is something to read: on a dead terminal it would look for ever.
        let mut both = [PollFd::new(&terminal, PollFlags::IN), PollFd::new(stopped, PollFlags::IN)];
        match poll(&mut both, None) {
            Err(rustix::io::Errno::INTR) => continue,
            result => result?,
        };
        let [terminal, stop] = [both[0].revents(), both[1].revents()];
        if !stop.is_empty() {
            return Ok(());
        }
        if terminal.intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL) {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        while event::poll(LOOK)? {
            if heard.send(Input::Event(event::read()?)).is_err() {
                return Ok(());
            }
        }
    }
}

/// Reads until it is told to stop; an error when there is no console.
#[cfg(not(unix))]
fn read(stopped: &io::PipeReader, heard: &UnboundedSender<Input>) -> io::Result<()> {
    use std::io::Read;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    const LOOK: Duration = Duration::from_millis(100);

    let (mut stopped, over) = (stopped.try_clone()?, Arc::new(AtomicBool::new(false)));
    let its = over.clone();
    std::thread::spawn(move || {
        let _ = stopped.read(&mut [0]);
        its.store(true, Ordering::Relaxed);
    });
    while !over.load(Ordering::Relaxed) {
        if event::poll(LOOK)? && heard.send(Input::Event(event::read()?)).is_err() {
            break;
        }
    }
    Ok(())
}
