//! The terminal: taking it over, giving it back, reading events, drawing.
//!
//! Whatever ends the review, the terminal is as it was before: leaving the loop, an error, a panic, or a signal.

use std::io::{self, Write, stdout};
use std::time::Duration;

use anyhow::Context;
use ibid::report::{Language, Report};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use super::action::Action;
use super::osc52;
use super::state::State;
use super::update::{Effect, update};
use super::view;
use crate::stop;

type Screen = Terminal<CrosstermBackend<io::Stdout>>;

/// Reviews a report until the reader quits.
///
/// # Errors
/// Where the terminal cannot be set up, read or written.
pub(crate) fn run(report: Report, language: Language) -> anyhow::Result<()> {
    let has_color = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let _guard = Guard::take_over().context("cannot set up the terminal")?;
    let mut screen = Terminal::new(CrosstermBackend::new(stdout())).context("cannot set up the terminal")?;
    let size = screen.size().context("cannot ask for the size of the terminal")?;
    let mut state = State::new(report, (size.width, size.height), has_color);
    state.language = language;
    review(&mut screen, &mut state).context("the terminal is gone")
}

fn review(screen: &mut Screen, state: &mut State) -> io::Result<()> {
    loop {
        screen.draw(|frame| {
            let size = (frame.area().width, frame.area().height);
            if size != state.size {
                update(state, Action::Resize(size.0, size.1));
            }
            view::draw(state, frame.buffer_mut());
        })?;
        // What came while drawing is done before the next frame.
        let mut is_first = true;
        while is_first || event::poll(Duration::ZERO)? {
            is_first = false;
            let Some(action) = Action::new(&event::read()?, state.mode) else { continue };
            match update(state, action) {
                Effect::Draw => {}
                Effect::Quit => return Ok(()),
                Effect::Copy(text) => copy(state, &text)?,
            }
        }
    }
}

fn copy(state: &mut State, text: &str) -> io::Result<()> {
    let (sequence, is_whole) = osc52::copy(text);
    let mut out = stdout();
    out.write_all(sequence.as_bytes())?;
    out.flush()?;
    if !is_whole {
        state.message = Some(state.words().copied_beginning().into());
    }
    Ok(())
}

/// Gives the terminal back when it is dropped.
struct Guard;

impl Guard {
    fn take_over() -> io::Result<Guard> {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            restore();
            before(panic);
        }));
        stop::last(restore);
        let guard = Guard;
        enable_raw_mode()?;
        execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)?;
        Ok(guard)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal back. May be called at any time, also when it was never taken over.
fn restore() {
    if matches!(ratatui::crossterm::terminal::is_raw_mode_enabled(), Ok(true)) {
        // There is nobody left to tell that it failed.
        let _ = execute!(
            stdout(),
            DisableBracketedPaste,
            DisableMouseCapture,
            LeaveAlternateScreen,
            ratatui::crossterm::cursor::Show
        );
        let _ = disable_raw_mode();
    }
}
