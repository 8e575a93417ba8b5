//! The terminal itself: raw mode, the alternate screen, one buffered writer, frames that appear at once, and leaving
//! all of it in order, whatever happens. The only file that changes the terminal's state or writes to it; `events`
//! reads its input, and `run` asks for its size.

use std::io::{self, BufWriter, Stdout, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::clipboard::CopyToClipboard;
use crossterm::cursor::Show;
use crossterm::event::{
    DisableBracketedPaste, DisableFocusChange, DisableMouseCapture, EnableBracketedPaste, EnableFocusChange,
    EnableMouseCapture,
};
use crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
    SetTitle, disable_raw_mode, enable_raw_mode,
};
use crossterm::{execute, queue};
use ratatui::backend::CrosstermBackend;
use ratatui::layout::Rect;

use crate::tui::app::App;
use crate::tui::placing::Regions;
use crate::tui::screen;

/// Standard output flushes about every kilobyte; a frame of a large screen takes several times that.
const BUFFER: usize = 64 * 1024;

/// True while the terminal is ours, so that the panic hook knows whether there is something to give back.
static ENTERED: AtomicBool = AtomicBool::new(false);

pub struct Terminal {
    inner: ratatui::Terminal<CrosstermBackend<BufWriter<Stdout>>>,
    mouse: bool,
}

impl Terminal {
    /// Takes the terminal over. It is given back when the value is dropped, and before a panic is printed.
    pub fn enter(mouse: bool) -> io::Result<Terminal> {
        let before = std::panic::take_hook();
        let ours = std::thread::current().id();
        std::panic::set_hook(Box::new(move |panic| {
            // A panic on another thread costs one answer; the screen stays.
            if std::thread::current().id() == ours {
                give_back();
            }
            before(panic);
        }));
        let backend = CrosstermBackend::new(BufWriter::with_capacity(BUFFER, io::stdout()));
        let mut terminal = Terminal { inner: ratatui::Terminal::new(backend)?, mouse };
        terminal.take_over()?;
        Ok(terminal)
    }

    fn take_over(&mut self) -> io::Result<()> {
        enable_raw_mode()?;
        ENTERED.store(true, Ordering::SeqCst);
        let out = self.inner.backend_mut();
        queue!(out, EnterAlternateScreen, EnableBracketedPaste, EnableFocusChange, SetTitle("gleaner"))?;
        if self.mouse {
            queue!(out, EnableMouseCapture)?;
        }
        out.flush()
    }

    /// Runs something that needs the terminal as it was: an editor, the shell after a suspension.
    pub fn outside<T>(&mut self, run: impl FnOnce() -> T) -> io::Result<T> {
        give_back();
        let result = run();
        self.take_over()?;
        self.redraw()?;
        Ok(result)
    }

    /// Makes the next frame draw every cell.
    pub fn redraw(&mut self) -> io::Result<()> {
        // `clear` would ask the terminal where its cursor is, and the answer would arrive among the keys.
        let size = self.inner.size()?;
        self.inner.resize(Rect::new(0, 0, size.width, size.height))
    }

    pub fn set_mouse(&mut self, mouse: bool) -> io::Result<()> {
        self.mouse = mouse;
        let out = self.inner.backend_mut();
        if mouse { execute!(out, EnableMouseCapture) } else { execute!(out, DisableMouseCapture) }
    }

    /// Draws a frame. The brackets of a synchronised update go through the writer of the frame itself, so that they
    /// enclose it; they are closed even when drawing fails.
    pub fn draw(&mut self, app: &App) -> io::Result<Regions> {
        queue!(self.inner.backend_mut(), BeginSynchronizedUpdate)?;
        let mut regions = Regions::default();
        let drawn = self.inner.draw(|frame| regions = screen::draw(app, frame)).map(drop);
        let closed = execute!(self.inner.backend_mut(), EndSynchronizedUpdate);
        drawn.and(closed).map(|()| regions)
    }

    /// Writes what the terminal answers by its input.
    pub fn write(&mut self, question: &str) -> io::Result<()> {
        let out = self.inner.backend_mut();
        out.write_all(question.as_bytes())?;
        out.flush()
    }

    /// Puts text on the clipboard by way of the terminal, which works over SSH too.
    pub fn copy(&mut self, text: &str) -> io::Result<()> {
        execute!(self.inner.backend_mut(), CopyToClipboard::to_clipboard_from(text))
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        give_back();
    }
}

/// Leaves the terminal as it was found. What cannot be undone is passed over: there is nobody left to tell.
fn give_back() {
    if ENTERED.swap(false, Ordering::SeqCst) {
        let mut out = io::stdout();
        let _ = execute!(
            out,
            EndSynchronizedUpdate,
            DisableMouseCapture,
            DisableFocusChange,
            DisableBracketedPaste,
            // tmux hands rows that it gained meanwhile on to the shell with what stands in them.
            Clear(ClearType::All),
            LeaveAlternateScreen,
            Show
        );
        let _ = disable_raw_mode();
    }
}
