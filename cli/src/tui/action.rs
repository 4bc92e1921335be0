//! Key and mouse events to actions.
//!
//! An event means different things while a search or a note is typed and while the help is shown ([`Mode`]). The effect of an
//! action is decided in `update`.

use ibid::report::Decision;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use tui_input::InputRequest;
use tui_input::backend::crossterm::to_input_request;

/// The mode that decides the meaning of a key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Mode {
    /// Moving about in the panes.
    #[default]
    Normal,
    /// Typing the pattern of a search, or a note.
    Prompt,
    /// Reading the help.
    Help,
}

/// A request of the reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// A move up by one line.
    Up,
    /// A move down by one line.
    Down,
    /// A move to the pane on the left.
    Left,
    /// A move to the pane on the right.
    Right,
    /// A move up by one screen.
    PageUp,
    /// A move down by one screen.
    PageDown,
    /// A move to the beginning.
    First,
    /// A move to the end.
    Last,
    /// A move to the next pane.
    NextPane,
    /// A move to the previous pane.
    PreviousPane,
    /// A move to the next passage, or to the next hit during a search.
    Next,
    /// A move to the previous passage or hit.
    Previous,
    /// A move to the next query document.
    NextDocument,
    /// A move to the previous query document.
    PreviousDocument,
    /// A decision on the passage; none opens it again.
    Decide(Option<Decision>),
    /// A request to take the suggestion for the passage, or else to repeat the last decision.
    Repeat,
    /// The beginning of a note on the passage.
    Note,
    /// A request to undo the last decision.
    Undo,
    /// A request to make the decision again that was undone last.
    Redo,
    /// A move to the next open passage.
    NextOpen,
    /// A move to the previous open passage.
    PreviousOpen,
    /// A request to open the selection.
    Open,
    /// A step back to where the reader came from.
    Back,
    /// A move to the carrier from which a wording was likely taken.
    Parent,
    /// A switch to the next content beside the carriers of a quotation.
    Beside,
    /// A switch to the next order of the passages.
    Sort,
    /// A switch that shows or hides passages that do not count.
    Uncounted,
    /// A switch that shows or hides brackets around words that differ.
    Brackets,
    /// A request to copy the passage.
    Copy,
    /// The beginning of a search.
    Search,
    /// Text to insert into the prompt.
    Type(String),
    /// A move or a deletion in the prompt.
    Edit(InputRequest),
    /// The end of the pattern, which starts the search, or of the note.
    Submit,
    /// A switch that shows or hides the help.
    Help,
    /// A click at a column and a row.
    Click(u16, u16),
    /// A turn of the wheel at a column and a row, by this number of lines down.
    Wheel(u16, u16, i16),
    /// A new size of the screen, in columns and rows.
    Resize(u16, u16),
    /// A request to stop the program until the shell goes on with it.
    Suspend,
    /// A request to draw everything anew.
    Redraw,
    /// The end of the review.
    Quit,
}

impl Action {
    /// Returns the action of an event, if it has one.
    pub(super) fn new(event: &Event, mode: Mode) -> Option<Action> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => of_key(key, mode),
            Event::Mouse(mouse) => of_mouse(mouse),
            Event::Resize(cols, rows) => Some(Action::Resize(*cols, *rows)),
            Event::Paste(text) if mode == Mode::Prompt => Some(Action::Type(text.clone())),
            _ => None,
        }
    }
}

fn of_key(key: &KeyEvent, mode: Mode) -> Option<Action> {
    let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
    if is_control && key.code == KeyCode::Char('c') {
        return Some(Action::Quit);
    }
    match mode {
        Mode::Normal if is_control => of_control(key.code),
        Mode::Normal => of_plain(key.code),
        Mode::Prompt => of_prompt(key),
        Mode::Help => of_help(key.code),
    }
}

fn of_control(code: KeyCode) -> Option<Action> {
    match code {
        KeyCode::Char('f' | 'd') => Some(Action::PageDown),
        KeyCode::Char('b' | 'u') => Some(Action::PageUp),
        KeyCode::Char('n') => Some(Action::Down),
        KeyCode::Char('p') => Some(Action::Up),
        KeyCode::Char('r') => Some(Action::Redo),
        KeyCode::Char('z') => Some(Action::Suspend),
        KeyCode::Char('l') => Some(Action::Redraw),
        _ => None,
    }
}

fn of_plain(code: KeyCode) -> Option<Action> {
    Some(match code {
        KeyCode::Up | KeyCode::Char('k') => Action::Up,
        KeyCode::Down | KeyCode::Char('j') => Action::Down,
        KeyCode::Left | KeyCode::Char('h') => Action::Left,
        KeyCode::Right | KeyCode::Char('l') => Action::Right,
        KeyCode::PageUp => Action::PageUp,
        KeyCode::PageDown | KeyCode::Char(' ') => Action::PageDown,
        KeyCode::Home | KeyCode::Char('g') => Action::First,
        KeyCode::End | KeyCode::Char('G') => Action::Last,
        KeyCode::Tab => Action::NextPane,
        KeyCode::BackTab => Action::PreviousPane,
        KeyCode::Char('n') => Action::Next,
        KeyCode::Char('N') => Action::Previous,
        KeyCode::Char(']') => Action::NextDocument,
        KeyCode::Char('[') => Action::PreviousDocument,
        KeyCode::Char('0') => Action::Decide(None),
        KeyCode::Char(digit @ '1'..='5') => {
            let at = digit.to_digit(10).and_then(|digit| (digit as usize).checked_sub(1))?;
            Action::Decide(Decision::ALL.get(at).copied())
        }
        KeyCode::Char('.') => Action::Repeat,
        KeyCode::Char('a') => Action::Note,
        KeyCode::Char('u') => Action::Undo,
        KeyCode::Char('o') => Action::NextOpen,
        KeyCode::Char('O') => Action::PreviousOpen,
        KeyCode::Enter => Action::Open,
        KeyCode::Esc => Action::Back,
        KeyCode::Char('p') => Action::Parent,
        KeyCode::Char('t') => Action::Beside,
        KeyCode::Char('s') => Action::Sort,
        KeyCode::Char('c') => Action::Uncounted,
        KeyCode::Char('m') => Action::Brackets,
        KeyCode::Char('y') => Action::Copy,
        KeyCode::Char('/') => Action::Search,
        KeyCode::Char('?') | KeyCode::F(1) => Action::Help,
        KeyCode::Char('q') => Action::Quit,
        _ => return None,
    })
}

/// Returns the action of a key while the help is shown: it moves in the help, or closes it.
fn of_help(code: KeyCode) -> Option<Action> {
    match of_plain(code)? {
        Action::Back | Action::Quit | Action::Help => Some(Action::Help),
        move_in_help @ (Action::Up
        | Action::Down
        | Action::PageUp
        | Action::PageDown
        | Action::First
        | Action::Last) => Some(move_in_help),
        _ => None,
    }
}

fn of_prompt(key: &KeyEvent) -> Option<Action> {
    match key.code {
        KeyCode::Enter => Some(Action::Submit),
        KeyCode::Esc => Some(Action::Back),
        _ => match to_input_request(&Event::Key(*key))? {
            InputRequest::InsertChar(c) => Some(Action::Type(c.to_string())),
            request => Some(Action::Edit(request)),
        },
    }
}

fn of_mouse(mouse: &MouseEvent) -> Option<Action> {
    let (col, row) = (mouse.column, mouse.row);
    match mouse.kind {
        MouseEventKind::Down(MouseButton::Left) => Some(Action::Click(col, row)),
        MouseEventKind::ScrollDown => Some(Action::Wheel(col, row, 3)),
        MouseEventKind::ScrollUp => Some(Action::Wheel(col, row, -3)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(code: KeyCode, modifiers: KeyModifiers, mode: Mode, expected: Option<Action>) {
        let event = Event::Key(KeyEvent::new(code, modifiers));
        assert_eq!(Action::new(&event, mode), expected, "{code:?} {modifiers:?} in {mode:?}");
    }

    #[test]
    fn keys_move() {
        let plain = |code, action| check(code, KeyModifiers::NONE, Mode::Normal, Some(action));
        plain(KeyCode::Char('j'), Action::Down);
        plain(KeyCode::Up, Action::Up);
        plain(KeyCode::Char('n'), Action::Next);
        plain(KeyCode::Tab, Action::NextPane);
        plain(KeyCode::Char(']'), Action::NextDocument);
        check(KeyCode::Char('N'), KeyModifiers::SHIFT, Mode::Normal, Some(Action::Previous));
        check(KeyCode::Char('G'), KeyModifiers::SHIFT, Mode::Normal, Some(Action::Last));
        check(KeyCode::Char('x'), KeyModifiers::NONE, Mode::Normal, None);
    }

    #[test]
    fn keys_are_text_while_a_search_is_typed() {
        let typed = |c: char| Some(Action::Type(c.to_string()));
        check(KeyCode::Char('q'), KeyModifiers::NONE, Mode::Prompt, typed('q'));
        check(KeyCode::Char('盐'), KeyModifiers::NONE, Mode::Prompt, typed('盐'));
        check(KeyCode::Enter, KeyModifiers::NONE, Mode::Prompt, Some(Action::Submit));
        let edit = |request| Some(Action::Edit(request));
        check(KeyCode::Char('u'), KeyModifiers::CONTROL, Mode::Prompt, edit(InputRequest::DeleteLine));
        check(KeyCode::Char('w'), KeyModifiers::CONTROL, Mode::Prompt, edit(InputRequest::DeletePrevWord));
        check(KeyCode::Home, KeyModifiers::NONE, Mode::Prompt, edit(InputRequest::GoToStart));
        let paste = Event::Paste("a\nb".into());
        assert_eq!(Action::new(&paste, Mode::Prompt), Some(Action::Type("a\nb".into())));
        assert_eq!(Action::new(&paste, Mode::Normal), None);
    }

    #[test]
    fn control_c_ends_the_review_anywhere() {
        for mode in [Mode::Normal, Mode::Prompt, Mode::Help] {
            check(KeyCode::Char('c'), KeyModifiers::CONTROL, mode, Some(Action::Quit));
        }
    }

    #[test]
    fn the_help_moves_and_is_closed() {
        for code in [KeyCode::Char('q'), KeyCode::Esc, KeyCode::Char('?'), KeyCode::F(1)] {
            check(code, KeyModifiers::NONE, Mode::Help, Some(Action::Help));
        }
        check(KeyCode::Char('j'), KeyModifiers::NONE, Mode::Help, Some(Action::Down));
        check(KeyCode::Char('1'), KeyModifiers::NONE, Mode::Help, None);
    }

    #[test]
    fn digits_decide() {
        let plain = |c, action| check(KeyCode::Char(c), KeyModifiers::NONE, Mode::Normal, Some(action));
        plain('1', Action::Decide(Some(Decision::Copied)));
        plain('5', Action::Decide(Some(Decision::Ignore)));
        plain('0', Action::Decide(None));
        check(KeyCode::Char('6'), KeyModifiers::NONE, Mode::Normal, None);
    }

    #[test]
    fn the_mouse_clicks_and_scrolls() {
        let mouse = |kind| {
            let event = MouseEvent { kind, column: 3, row: 4, modifiers: KeyModifiers::NONE };
            Action::new(&Event::Mouse(event), Mode::Normal)
        };
        assert_eq!(mouse(MouseEventKind::Down(MouseButton::Left)), Some(Action::Click(3, 4)));
        assert_eq!(mouse(MouseEventKind::ScrollUp), Some(Action::Wheel(3, 4, -3)));
        assert_eq!(mouse(MouseEventKind::Moved), None);
    }
}
