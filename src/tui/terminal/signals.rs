//! Signals: what asks the program to end, that the window has another size, and how the program stops itself for the
//! shell.

#[cfg(unix)]
use std::time::{Duration, Instant};

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};

/// What ran in the terminal may end by a Ctrl-C before that is heard here: for so long it is still taken for the
/// other's.
#[cfg(unix)]
const AFTER: Duration = Duration::from_millis(500);

/// What a signal asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignalRequest {
    /// SIGTERM, SIGINT from elsewhere, or the terminal hung up: to end, with this exit code.
    End(u8),
    /// The window has another size.
    Resize,
}

#[cfg(unix)]
pub struct Signals {
    terminate: Signal,
    hangup: Signal,
    /// Ctrl-C is a key here; while an editor has the terminal it is the editor's, and must not end us.
    interrupt: Signal,
    quit: Signal,
    window: Signal,
    /// Until when an interrupt was meant for what ran in the terminal before.
    meant_for_another: Option<Instant>,
}

#[cfg(unix)]
impl Signals {
    pub fn new() -> std::io::Result<Signals> {
        Ok(Signals {
            terminate: signal(SignalKind::terminate())?,
            hangup: signal(SignalKind::hangup())?,
            interrupt: signal(SignalKind::interrupt())?,
            quit: signal(SignalKind::quit())?,
            window: signal(SignalKind::window_change())?,
            meant_for_another: None,
        })
    }

    /// Waits for a signal.
    pub async fn next(&mut self) -> SignalRequest {
        // What a shell tells of a program that such a signal ended.
        let code = |kind: SignalKind| 128 + u8::try_from(kind.as_raw_value()).unwrap_or_default();
        loop {
            let pressed = tokio::select! {
                _ = self.terminate.recv() => return SignalRequest::End(code(SignalKind::terminate())),
                _ = self.hangup.recv() => return SignalRequest::End(code(SignalKind::hangup())),
                _ = self.interrupt.recv() => SignalKind::interrupt(),
                _ = self.quit.recv() => SignalKind::quit(),
                _ = self.window.recv() => return SignalRequest::Resize,
            };
            if self.meant_for_another.is_none_or(|until| Instant::now() > until) {
                return SignalRequest::End(code(pressed));
            }
        }
    }

    /// Forgets Ctrl-C and Ctrl-\ that were meant for what ran in the terminal, also those that are still on their way.
    pub async fn forget_interrupts(&mut self) {
        self.meant_for_another = Some(Instant::now() + AFTER);
        for signal in [&mut self.interrupt, &mut self.quit] {
            std::future::poll_fn(|context| {
                while signal.poll_recv(context).is_ready() {}
                std::task::Poll::Ready(())
            })
            .await;
        }
    }
}

/// Stops this process and those it was started with (`cargo run`, a script) until the shell brings them back, as the
/// terminal itself would have done: one that went on would keep the shell waiting.
#[cfg(unix)]
pub fn suspend() {
    let _ = rustix::process::kill_current_process_group(rustix::process::Signal::TSTP);
}

#[cfg(not(unix))]
pub struct Signals;

#[cfg(not(unix))]
impl Signals {
    pub fn new() -> std::io::Result<Signals> {
        Ok(Signals)
    }

    /// Sizes come among the events; nothing else is heard.
    pub async fn next(&mut self) -> SignalRequest {
        std::future::pending().await
    }

    pub async fn forget_interrupts(&mut self) {}
}

#[cfg(not(unix))]
pub fn suspend() {}
