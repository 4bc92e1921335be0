//! The terminal: taking it over, giving it back, reading events, drawing.
//!
//! Whatever ends the review, the terminal is restored: after the loop, an error, a panic or a signal.

use std::io::{self, stdout};
use std::process::Command;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::Context;
use ibid::decisions::{Ledger, LedgerLine};
use ibid::report::{PlaceReport, Report};
use ibid::system_reason;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::layout::{Position, Rect};

use super::action::{Action, LastClick, Mode};
use super::clipboard::Clipboard;
use super::ground::{self, LateAnswer};
use super::keys::Keymap;
use super::outside_messages::OutsideMessages;
use super::panes::style::Palette;
use super::panes::{Effect, Keys, View, caret, draw, settle, update};
use super::review::{Arrival, Decisions};
use super::trace::Missing;
use crate::args::ThemeName;
use crate::render::Language;
use crate::{exit, interrupt};

/// The wait for events that are there already. Zero would find none: crossterm looks for events only while time is left.
const AT_ONCE: Duration = Duration::from_millis(1);

/// The time between two looks at the disk while no key comes.
const BETWEEN_LOOKS: Duration = Duration::from_secs(1);
/// The time between two looks for documents that were checked.
const ARRIVALS: Duration = Duration::from_millis(50);

type Screen = Terminal<CrosstermBackend<io::Stdout>>;

/// The terminal and the reader's choices.
#[derive(Clone, Debug, Default)]
pub(super) struct Setting {
    /// The columns and rows of the screen.
    pub(super) size: (u16, u16),
    /// The colors.
    pub(super) palette: Palette,
    /// The language of all text but documents and names.
    pub(super) language: Language,
    /// The keys in force.
    pub(super) keymap: Rc<Keymap>,
}

/// The reader's choices for a review.
#[derive(Clone, Debug)]
pub(crate) struct Choices {
    /// The theme.
    pub(crate) theme: ThemeName,
    /// The language of all text but documents and names.
    pub(crate) language: Language,
    /// The keys in force.
    pub(crate) keymap: Keymap,
    /// A message at the start, such as a mistake in the file of keys.
    pub(crate) notice: Option<String>,
}

/// The world outside of a review: files and processes.
pub(crate) trait Outside {
    /// Reads a document, by its id. If a hash is given, its text must have it.
    fn read(&mut self, id: &str, hash: Option<&str>) -> Result<String, Missing>;

    /// Returns whether documents are being checked, so that [`Outside::arrivals`] may return some.
    fn is_checking(&self) -> bool {
        false
    }

    /// Returns the documents that were checked since the last call.
    fn arrivals(&mut self) -> Vec<Arrival> {
        vec![]
    }

    /// Returns the command that opens a document at a place in the reader's editor, or the reason why there is none.
    fn editor(&mut self, _id: &str, _place: Option<PlaceReport>) -> Result<Command, String> {
        Err(OutsideMessages(exit::language()).no_editor().to_owned())
    }

    /// Returns the path that is proposed for a report.
    fn report_path(&self) -> String {
        String::new()
    }

    /// Writes a report to a path. A file that is there is replaced only if that is agreed.
    fn write(&mut self, _report: &ReportToWrite<'_>, _to: &Destination) -> Result<Written, String> {
        Err(OutsideMessages(exit::language()).report_forms().to_owned())
    }

    /// Returns what has changed on the disk since this was asked last.
    fn changes(&mut self) -> Changes {
        Changes::default()
    }

    /// Reads the report again if it has changed since it was read, with its decisions.
    fn reload(&mut self) -> Result<Option<(Report, Decisions)>, String> {
        Ok(None)
    }

    /// Saves lines of the ledger, all or none, and returns them as they were written, or the reason why they were not.
    fn save(&mut self, lines: Vec<LedgerLine>) -> Result<Vec<LedgerLine>, String>;
}

/// A report to write, as the screen shows it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReportToWrite<'r> {
    /// The report.
    pub(crate) report: &'r Report,
    /// The decisions that are applied.
    pub(crate) decisions: &'r Decisions,
    /// True if passages that do not count are written too.
    pub(crate) has_uncounted: bool,
}

/// The file that a report is written to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Destination {
    /// The path, as it was typed.
    pub(crate) path: String,
    /// True if the reader wants a file that is there replaced.
    pub(crate) may_replace: bool,
}

/// The outcome of writing a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    /// The report is on the disk.
    Done,
    /// A file is there already, and was left as it is.
    Exists,
}

/// The changes on the disk.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    /// True if the report has changed.
    pub(crate) is_report_new: bool,
    /// The ledger, if it has changed, or the reason why it cannot be read.
    pub(crate) ledger: Option<Result<Ledger, String>>,
}

impl Changes {
    fn is_empty(&self) -> bool {
        !self.is_report_new && self.ledger.is_none()
    }
}

/// Shows the review that `begin` makes, until the reader quits.
///
/// # Errors
/// The terminal cannot be set up, read or written.
pub(super) fn show<R: Keys + View>(
    begin: impl FnOnce(Setting) -> R,
    choices: Choices,
    outside: &mut dyn Outside,
) -> anyhow::Result<()> {
    let Choices { theme, language, keymap, notice } = choices;
    let (palette, mut late) = ground::palette(theme);
    let _guard = Guard::take_over().context("cannot set up the terminal")?;
    let mut screen = Terminal::new(CrosstermBackend::new(stdout())).context("cannot set up the terminal")?;
    let size = screen.size().context("cannot ask for the size of the terminal")?;
    let size = (size.width, size.height);
    let mut review = begin(Setting { size, palette, language, keymap: Rc::new(keymap) });
    if let Some(notice) = notice {
        review.tell(notice);
    }
    follow(&mut screen, &mut review, &mut late, outside).context("the terminal is gone")
}

fn follow(
    screen: &mut Screen,
    review: &mut (impl Keys + View),
    late: &mut LateAnswer,
    outside: &mut dyn Outside,
) -> io::Result<()> {
    let clipboard = Clipboard::here();
    let (mut last_click, begun) = (LastClick::default(), Instant::now());
    loop {
        screen.draw(|frame| {
            let size = (frame.area().width, frame.area().height);
            if size != review.window().size {
                update(review, Action::Resize(size.0, size.1));
            }
            draw(review, frame.buffer_mut());
            if let Some(place) = caret(review) {
                frame.set_cursor_position(place);
            }
        })?;
        review.prepare();
        // Keys come first, so that they never wait for more than one text.
        if let Some(wanted) = review.wanted_text()
            && !event::poll(AT_ONCE)?
        {
            let text = outside.read(&wanted.id, wanted.hash.as_deref());
            review.take_wanted_text(wanted, text);
            continue;
        }
        if !wait(review, outside)? {
            continue;
        }
        // Events that came while drawing are handled before the next frame.
        let mut is_first = true;
        while is_first || event::poll(AT_ONCE)? {
            is_first = false;
            let event = event::read()?;
            if late.takes(&event) {
                continue;
            }
            let window = review.window();
            let action = Action::new(&event, window.mode, &window.keymap, review.key_view());
            let Some(action) = action else { continue };
            let action = last_click.follow(action, window.mode, begun.elapsed());
            match update(review, action) {
                Effect::Draw => {}
                Effect::Quit => return Ok(()),
                Effect::Read(id) => review.take_document(outside.read(&id, None)),
                Effect::Record(lines) => review.take_recorded(outside.save(lines)),
                Effect::Suspend => {
                    suspend()?;
                    clear(screen)?;
                }
                Effect::Edit { id, place } => match outside.editor(&id, place) {
                    Ok(command) => {
                        let failure = edit(command, review.window().language)?;
                        clear(screen)?;
                        if let Some(why) = failure {
                            review.tell(why);
                        }
                    }
                    Err(why) => review.tell(why),
                },
                Effect::NameReport => review.name_report(outside.report_path()),
                Effect::Write(destination) => {
                    if let Some(report) = review.report_to_write() {
                        let written = outside.write(&report, &destination);
                        review.take_written(destination, written);
                    }
                    // Messages on standard error may stand over the last frame.
                    clear(screen)?;
                }
                Effect::Reload => reload(review, outside),
                Effect::Redraw => clear(screen)?,
                Effect::Copy { name, text } => {
                    let sent = clipboard.copy(&mut stdout(), &text)?;
                    review.tell(sent.told(&name, OutsideMessages(review.window().language)));
                }
            }
        }
        take_arrivals(review, outside);
    }
}

/// Hands on the documents that were checked. Returns whether there were some.
fn take_arrivals(review: &mut impl Keys, outside: &mut dyn Outside) -> bool {
    let arrivals = outside.arrivals();
    let has_some = !arrivals.is_empty();
    if has_some {
        review.take_arrivals(arrivals);
        settle(review);
    }
    has_some
}

/// Waits for an event, and looks meanwhile at the disk and for documents that were checked. Returns false if there is
/// something new first.
fn wait(review: &mut impl Keys, outside: &mut dyn Outside) -> io::Result<bool> {
    let mut looked = Instant::now();
    while !event::poll(if outside.is_checking() { ARRIVALS } else { BETWEEN_LOOKS })? {
        if take_arrivals(review, outside) {
            return Ok(false);
        }
        // A message would not be seen while something is typed.
        if review.window().mode != Mode::Normal || looked.elapsed() + ARRIVALS < BETWEEN_LOOKS {
            continue;
        }
        looked = Instant::now();
        let changes = outside.changes();
        if !changes.is_empty() {
            review.take_changes(changes);
            settle(review);
            return Ok(false);
        }
    }
    Ok(true)
}

/// Reads what has changed on the disk.
fn reload(review: &mut impl Keys, outside: &mut dyn Outside) {
    let messages = OutsideMessages(review.window().language);
    match outside.reload() {
        Ok(Some((report, decisions))) => review.take_report(report, decisions),
        Ok(None) => match outside.changes() {
            changes if changes.is_empty() => review.tell(messages.nothing_changed()),
            changes => review.take_changes(changes),
        },
        Err(why) => review.tell(messages.report_unreadable(why)),
    }
    settle(review);
}

/// Clears the screen, so that the next frame is drawn anew. [`Terminal::clear`] would ask for the place of the caret, and end
/// the review if the answer comes behind two seconds of keys.
fn clear(screen: &mut Screen) -> io::Result<()> {
    let size = screen.size()?;
    screen.resize(Rect::from((Position::ORIGIN, size)))
}

/// A guard that gives the terminal back when it is dropped.
struct Guard;

impl Guard {
    fn take_over() -> io::Result<Guard> {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            restore();
            before(panic);
        }));
        interrupt::last(restore);
        let guard = Guard;
        begin()?;
        Ok(guard)
    }
}

/// Takes the terminal over.
fn begin() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)
}

/// Gives the terminal to an editor until it ends. Returns the reason if it failed.
fn edit(mut command: Command, language: Language) -> io::Result<Option<String>> {
    let messages = OutsideMessages(language);
    restore();
    let ended = command.status();
    begin()?;
    let editor = command.get_program().display();
    Ok(match ended {
        Ok(status) if status.success() => None,
        Ok(status) => Some(match status.code() {
            Some(code) => messages.editor_failed(editor, code),
            None => messages.editor_killed(editor),
        }),
        Err(error) => Some(messages.editor_missing(editor, system_reason(&error))),
    })
}

/// Stops the program, as Ctrl-Z does elsewhere, until the shell goes on with it.
#[cfg(unix)]
fn suspend() -> io::Result<()> {
    restore();
    rustix::process::kill_current_process_group(rustix::process::Signal::TSTP)?;
    begin()
}

/// Does nothing: there are no stopped programs here.
#[cfg(not(unix))]
fn suspend() -> io::Result<()> {
    Ok(())
}

impl Drop for Guard {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal back. May be called at any time, even if it was never taken over.
fn restore() {
    if matches!(ratatui::crossterm::terminal::is_raw_mode_enabled(), Ok(true)) {
        // There is nobody left to tell of a failure.
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
