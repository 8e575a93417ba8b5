//! The loop: waits for what happens, lets the state change, has the effects carried out, draws. It draws at most once
//! in ten milliseconds, at once after a pause, and never when nothing has changed; nothing ticks. What it begins with
//! is read by `setup`; what runs in its place for a while is named by `editor`.

mod editor;
mod setup;

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command as Process;
use std::time::{Duration, Instant};

use crossterm::event::{Event, KeyEvent};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use super::app::App;
use super::app::tour::Tour;
use super::data::models::Models;
use super::effect::Effect;
use super::msg::Msg;
use super::perform::Performer;
use super::terminal::{Events, Heard, Input, QUESTION, Reply, SignalRequest, Signals, Terminal, suspend};
use super::{Opening, Options};
use crate::config;
use crate::tui::notice::Notice;

/// Shortest time between two frames.
const FRAME: Duration = Duration::from_millis(10);

/// Messages taken before the screen is drawn again.
const BATCH: usize = 4_096;

/// Runs the interface until the user leaves it. Returns the exit code of a signal that ended it.
pub fn run(options: Options) -> anyhow::Result<Option<u8>> {
    let folder = options.paths.config.parent().map(Path::to_owned).unwrap_or_default();
    let (theme, ask) = setup::theme(&options, &folder)?;
    let mut app = App::new(setup::keymap(&folder)?, theme, options.settings.ascii || !setup::is_unicode());
    app.appearance.themes = setup::all_themes(&folder);
    // Whoever never opened an index is shown about.
    app.tour = config::Recent::load(&options.paths).indexes.is_empty().then(Tour::default);
    app.folder = std::env::current_dir().unwrap_or_default();
    app.input.mouse = options.settings.mouse;
    app.set_models(Models::of(&options.settings, &options.paths, options.offline));
    app.indexing.keeps_current = options.settings.update_on_open;
    // Two workers: engines and their cancelling. The loop has the main thread to itself.
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let result = runtime.block_on(async move {
        let (sender, messages) = unbounded_channel();
        let mut performer = Performer::new(sender, options.paths, options.settings, options.offline)?;
        match options.opening {
            // An index that cannot be opened is said before the screen is taken.
            Opening::Index(path) => performer.open_first(&path)?,
            Opening::Corpus(plan) if plan.index.is_file() => performer.open_first(&plan.index)?,
            Opening::Corpus(plan) => performer.open_plan(*plan),
            Opening::Start => performer.start_screen(),
        }
        let signals = Signals::new()?;
        let terminal = Terminal::enter(app.input.mouse)?;
        let reply = ask.then(|| Reply::expected(Instant::now()));
        let events = Events::start()?;
        let mut session = Running {
            app,
            performer,
            terminal,
            messages,
            events,
            signals,
            reply,
            themes: folder,
            dirty: true,
            spin: None,
            outside: None,
            over: false,
            ended_by: None,
        };
        session.run().await?;
        Ok(session.ended_by)
    });
    // What still runs is of no use to anybody.
    runtime.shutdown_background();
    result
}

struct Running {
    app: App,
    performer: Performer,
    terminal: Terminal,
    messages: UnboundedReceiver<Msg>,
    events: Events,
    signals: Signals,
    /// While the terminal may still say what its background is.
    reply: Option<Reply>,
    /// Where the user's own themes lie.
    themes: PathBuf,
    /// Something changed since the last frame.
    dirty: bool,
    /// When something on the screen moves next.
    spin: Option<Instant>,
    /// What wants the terminal for itself next.
    outside: Option<Outside>,
    over: bool,
    /// The exit code of the signal that ended it.
    ended_by: Option<u8>,
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
        let result = self.until_over().await;
        if result.is_err() {
            // Most likely the terminal is gone. Where one stood is kept all the same.
            let app = &self.app;
            self.performer.perform(Effect::SaveState, || app.saved());
        }
        Ok(result?)
    }

    async fn until_over(&mut self) -> io::Result<()> {
        self.resized()?;
        // What was asked before the screen was taken (an index opened) belongs into the first frame.
        self.drain()?;
        if self.reply.is_some() {
            self.terminal.write(QUESTION)?;
        }
        let mut drawn: Option<Instant> = None;
        while !self.over {
            let due = drawn.map(|last| last + FRAME);
            if self.dirty && due.is_none_or(|due| due <= Instant::now()) {
                self.app.regions = self.terminal.draw(&self.app)?;
                drawn = Some(Instant::now());
                self.dirty = false;
            }
            let frame = due.filter(|_| self.dirty);
            tokio::select! {
                biased;
                asked = self.signals.next() => match asked {
                    SignalRequest::End(code) => {
                        self.ended_by = Some(code);
                        self.take(Msg::Terminate)?;
                    }
                    SignalRequest::Resize => self.resized()?,
                },
                input = self.events.next() => self.input(input)?,
                message = self.messages.recv() => if let Some(message) = message { self.take(message)? },
                () = until(frame) => {}
                () = until(self.spin) => {
                    self.spin = None;
                    self.take(Msg::Frame)?;
                }
            }
            self.drain()?;
            if let Some(outside) = self.outside.take() {
                self.go_outside(outside).await?;
            }
        }
        Ok(())
    }

    /// Takes what waits already, up to a batch of each.
    fn drain(&mut self) -> io::Result<()> {
        for _ in 0..BATCH {
            // What is typed ahead of an editor waits until it is left.
            if self.outside.is_some() || self.over {
                break;
            }
            let Some(input) = self.events.read_already() else { break };
            self.input(input)?;
        }
        for _ in 0..BATCH {
            match self.messages.try_recv() {
                Ok(message) => self.take(message)?,
                Err(_) => break,
            }
        }
        Ok(())
    }

    fn input(&mut self, input: Input) -> io::Result<()> {
        match input {
            Input::Event(Event::Key(key)) => self.key(key),
            Input::Event(Event::Mouse(mouse)) => self.take(Msg::Mouse(mouse)),
            Input::Event(Event::Paste(text)) => self.take(Msg::Paste(text)),
            Input::Event(Event::Resize(..)) => self.resized(),
            Input::Event(Event::FocusGained) => self.take(Msg::Returned),
            Input::Event(Event::FocusLost) => Ok(()),
            Input::Gone => self.take(Msg::Terminate),
        }
    }

    /// A key of the user's, or a letter of what the terminal says of itself.
    fn key(&mut self, key: KeyEvent) -> io::Result<()> {
        let Some(reply) = &mut self.reply else { return self.take(Msg::Key(key)) };
        match reply.hear(key) {
            Heard::Held => {}
            Heard::Keys(keys) => {
                if reply.is_over(Instant::now()) {
                    self.reply = None;
                }
                for key in keys {
                    self.take(Msg::Key(key))?;
                }
            }
            Heard::Reply(background) => {
                self.reply = None;
                let theme = background.map(|background| setup::named(&self.themes, background.theme()));
                match theme {
                    Some(Ok(theme)) => self.take(Msg::Suits(theme))?,
                    Some(Err(error)) => self.take(Msg::Notice(Notice::bad(error.to_string())))?,
                    None => {}
                }
            }
        }
        Ok(())
    }

    /// The window may have another size.
    fn resized(&mut self) -> io::Result<()> {
        let (width, height) = crossterm::terminal::size()?;
        let screen = self.app.screen;
        if (screen.width, screen.height) == (width, height) { Ok(()) } else { self.take(Msg::Resize(width, height)) }
    }

    /// Lets the state change, and has what follows carried out.
    fn take(&mut self, message: Msg) -> io::Result<()> {
        self.dirty = true;
        self.app.now = Instant::now();
        if matches!(message, Msg::Opened { .. }) {
            self.performer.take_opened();
        }
        for effect in self.app.update(message) {
            match effect {
                Effect::Edit { path, line } => self.outside = Some(Outside::Editor { path, line }),
                Effect::Suspend => self.outside = Some(Outside::Shell),
                Effect::Frame(wait) => {
                    let at = Instant::now() + wait;
                    self.spin = Some(self.spin.map_or(at, |earlier| earlier.min(at)));
                }
                Effect::ToggleMouse => self.terminal.set_mouse(self.app.input.mouse)?,
                Effect::Redraw => self.terminal.redraw()?,
                Effect::Quit => self.over = true,
                effect => {
                    if let Effect::Copy(text) = &effect {
                        self.terminal.copy(text)?;
                    }
                    let app = &self.app;
                    self.performer.perform(effect, || app.saved());
                }
            }
        }
        Ok(())
    }

    /// Gives the terminal away for a while.
    async fn go_outside(&mut self, what: Outside) -> io::Result<()> {
        // A reader left behind would take the keys of what runs outside.
        self.events.stop().await;
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
        self.signals.forget_interrupts().await;
        self.events.go_on()?;
        self.app.notice = notice.map(Notice::bad);
        self.take(Msg::Returned)?;
        self.resized()
    }
}

/// Waits until a moment; for ever without one.
async fn until(moment: Option<Instant>) {
    match moment {
        Some(moment) => tokio::time::sleep_until(moment.into()).await,
        None => std::future::pending().await,
    }
}
