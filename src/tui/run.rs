//! The loop: waits for what happens, lets the state change, has the effects carried out, draws. It draws at most once in
//! ten milliseconds, at once after a pause, and never when nothing has changed; nothing ticks.

use std::future::poll_fn;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command as Process;
use std::task::Poll;
use std::time::{Duration, Instant};

use crossterm::event::{Event, EventStream};
use futures::StreamExt;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use super::app::App;
use super::effect::Effect;
use super::keys::Keymap;
use super::msg::{Msg, Notice};
use super::perform::Performer;
use super::terminal::Terminal;
use super::theme::Theme;
use super::{Opening, Options, editor};

/// Shortest time between two frames.
const FRAME: Duration = Duration::from_millis(10);

/// Messages taken before the screen is drawn again.
const BATCH: usize = 4_096;

/// Runs the interface until the user leaves it.
pub fn run(options: Options) -> anyhow::Result<()> {
    let folder = options.paths.config.parent().map(Path::to_owned).unwrap_or_default();
    let mut app = App::new(keymap(&folder)?, theme(&options, &folder)?, options.settings.ascii || !is_unicode());
    app.mouse = options.settings.mouse;
    // Two workers: engines and their cancelling. The loop has the main thread to itself.
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async move {
        let (sender, messages) = unbounded_channel();
        let mut performer = Performer::new(sender, options.paths, options.settings);
        match options.opening {
            // An index that cannot be opened is said before the screen is taken.
            Opening::Index(path) => performer.open_index(&path)?,
            Opening::Corpus(plan) => performer.open_plan(*plan)?,
            Opening::Start => performer.start_screen(),
        }
        let terminal = Terminal::enter(app.mouse)?;
        let mut session =
            Running { app, performer, terminal, messages, dirty: true, spin: None, outside: None, over: false };
        session.run().await
    })?;
    // What still runs is of no use to anybody.
    runtime.shutdown_background();
    Ok(())
}

/// The key map, with the user's own laid over it.
fn keymap(folder: &Path) -> anyhow::Result<Keymap> {
    let mut keymap = Keymap::built_in()?;
    let file = folder.join("keymap.toml");
    if let Ok(text) = std::fs::read_to_string(&file) {
        keymap.merge(&file.display().to_string(), &text)?;
    }
    Ok(keymap)
}

/// The theme that the settings name: one of ours, or a file of the user's own. Without colour, `mono`.
fn theme(options: &Options, folder: &Path) -> anyhow::Result<Theme> {
    let name = match options.settings.theme.as_str() {
        _ if !options.color => "mono",
        "auto" => "terminal",
        name => name,
    };
    match std::fs::read_to_string(folder.join("themes").join(format!("{name}.toml"))) {
        Ok(text) => Ok(Theme::parse(name, &text)?),
        Err(_) => Ok(Theme::built_in(name)?),
    }
}

/// True when the locale says that the terminal takes Unicode, or says nothing.
fn is_unicode() -> bool {
    let named = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
    let locale = named.map(|locale| locale.to_ascii_lowercase()).find(|locale| !locale.is_empty());
    locale.is_none_or(|locale| locale.contains("utf-8") || locale.contains("utf8"))
}

struct Running {
    app: App,
    performer: Performer,
    terminal: Terminal,
    messages: UnboundedReceiver<Msg>,
    /// Something changed since the last frame.
    dirty: bool,
    /// When something on the screen moves next.
    spin: Option<Instant>,
    /// What wants the terminal for itself next.
    outside: Option<Outside>,
    over: bool,
}

/// What runs in the terminal in the place of the interface.
enum Outside {
    Editor {
        path: PathBuf,
        line: u64,
    },
    /// The shell that started us, until it brings us back.
    Shell,
}

impl Running {
    async fn run(&mut self) -> anyhow::Result<()> {
        let mut signals = Signals::new()?;
        let mut events = Some(EventStream::new());
        let (width, height) = crossterm::terminal::size()?;
        self.take(Msg::Resize(width, height))?;
        // What was asked before the screen was taken (an index opened) belongs into the first frame.
        self.drain()?;
        let mut drawn: Option<Instant> = None;
        while !self.over {
            let due = drawn.map(|last| last + FRAME);
            if self.dirty && due.is_none_or(|due| due <= Instant::now()) {
                self.app.regions = self.terminal.draw(&self.app)?;
                drawn = Some(Instant::now());
                self.dirty = false;
            }
            let frame = due.filter(|_| self.dirty);
            let stream = events.get_or_insert_with(EventStream::new);
            tokio::select! {
                biased;
                () = signals.terminate() => self.take(Msg::Terminate)?,
                event = stream.next() => match event {
                    Some(event) => self.event(event?)?,
                    // The terminal is gone.
                    None => self.take(Msg::Terminate)?,
                },
                message = self.messages.recv() => if let Some(message) = message { self.take(message)? },
                () = until(frame) => {}
                () = until(self.spin) => {
                    self.spin = None;
                    self.take(Msg::Frame)?;
                }
            }
            for _ in 0..BATCH {
                // Polled as this task: a poll with another waker would take the next event's wake-up away.
                match poll_fn(|context| Poll::Ready(stream.poll_next_unpin(context))).await {
                    Poll::Ready(Some(event)) => self.event(event?)?,
                    _ => break,
                }
            }
            self.drain()?;
            if let Some(outside) = self.outside.take() {
                // A reader left behind would take the keys of what runs outside.
                events = None;
                self.go_outside(outside)?;
            }
        }
        Ok(())
    }

    fn drain(&mut self) -> io::Result<()> {
        for _ in 0..BATCH {
            match self.messages.try_recv() {
                Ok(message) => self.take(message)?,
                Err(_) => break,
            }
        }
        Ok(())
    }

    fn event(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Key(key) => self.take(Msg::Key(key)),
            Event::Mouse(mouse) => self.take(Msg::Mouse(mouse)),
            Event::Paste(text) => self.take(Msg::Paste(text)),
            Event::Resize(width, height) => self.take(Msg::Resize(width, height)),
            Event::FocusGained | Event::FocusLost => Ok(()),
        }
    }

    /// Lets the state change, and has what follows carried out.
    fn take(&mut self, message: Msg) -> io::Result<()> {
        self.dirty = true;
        for effect in self.app.update(message) {
            match effect {
                Effect::Edit { path, line } => self.outside = Some(Outside::Editor { path, line }),
                Effect::Suspend => self.outside = Some(Outside::Shell),
                Effect::Copy(text) => {
                    self.terminal.copy(&text)?;
                    let words = text.split_whitespace().count();
                    self.app.notice = Some(Notice::good(format!("{words} words are on the clipboard")));
                }
                Effect::Frame(wait) => {
                    let at = Instant::now() + wait;
                    self.spin = Some(self.spin.map_or(at, |earlier| earlier.min(at)));
                }
                Effect::ToggleMouse => self.terminal.set_mouse(self.app.mouse)?,
                Effect::Redraw => self.terminal.redraw()?,
                Effect::Quit => self.over = true,
                effect => {
                    let app = &self.app;
                    self.performer.perform(effect, || app.saved());
                }
            }
        }
        Ok(())
    }

    /// Gives the terminal away for a while.
    fn go_outside(&mut self, what: Outside) -> io::Result<()> {
        let notice = match what {
            Outside::Editor { path, line } => {
                let (program, arguments) = editor::command(&editor::from_environment(), &path, line);
                let status = self.terminal.outside(|| Process::new(&program).args(arguments).status())?;
                match status {
                    Ok(status) if status.success() => None,
                    Ok(status) => Some(format!("{program} ended with {status}")),
                    Err(error) => Some(format!("{program}: {error}; set EDITOR to an editor of yours")),
                }
            }
            Outside::Shell => {
                self.terminal.outside(suspend)?;
                None
            }
        };
        self.app.notice = notice.map(Notice::bad);
        // The window may have another size by now.
        let (width, height) = crossterm::terminal::size()?;
        self.take(Msg::Resize(width, height))
    }
}

/// Waits until a moment; for ever without one.
async fn until(moment: Option<Instant>) {
    match moment {
        Some(moment) => tokio::time::sleep_until(moment.into()).await,
        None => std::future::pending().await,
    }
}

/// Stops this process until the shell brings it back. Asked of the shell, because a process cannot be stopped by
/// safe code of its own.
fn suspend() {
    #[cfg(unix)]
    {
        let stop = format!("kill -TSTP {}", std::process::id());
        let _ = Process::new("sh").args(["-c", &stop]).status();
    }
}

/// Signals that ask the program to end.
struct Signals {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(unix)]
    hangup: tokio::signal::unix::Signal,
}

impl Signals {
    #[cfg(unix)]
    fn new() -> io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        // Reading from a terminal that has gone can spin inside crossterm for ever, where no signal is heard: then the
        // process ends from another thread.
        let mut gone = signal(SignalKind::hangup())?;
        tokio::spawn(async move {
            gone.recv().await;
            tokio::time::sleep(Duration::from_secs(2)).await;
            std::process::exit(129);
        });
        Ok(Signals { terminate: signal(SignalKind::terminate())?, hangup: signal(SignalKind::hangup())? })
    }

    #[cfg(unix)]
    async fn terminate(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.hangup.recv() => {}
        }
    }

    #[cfg(not(unix))]
    fn new() -> io::Result<Signals> {
        Ok(Signals {})
    }

    #[cfg(not(unix))]
    async fn terminate(&mut self) {
        std::future::pending().await
    }
}
