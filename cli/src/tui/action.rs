//! Key and mouse events to actions.
//!
//! An event means different things while a search or a note is typed and while the help is shown ([`Mode`]). The keys of
//! commands are in the [`Keymap`]. The effect of an action is decided in `update`.

use std::time::Duration;

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use tui_input::InputRequest;
use tui_input::backend::crossterm::to_input_request;

use super::keys::{Key, KeyView, Keymap};

pub(super) use super::keys::Action;

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
    /// Answering a question with `y`; any other key is a no.
    Confirm,
    /// Choosing in a panel, where digits are numbers.
    Digits,
}

impl Action {
    /// Returns the action of an event in a view, if it has one.
    pub(super) fn new(event: &Event, mode: Mode, keymap: &Keymap, view: KeyView) -> Option<Action> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => of_key(key, mode, keymap, view),
            Event::Mouse(mouse) => of_mouse(mouse),
            Event::Resize(cols, rows) => Some(Action::Resize(*cols, *rows)),
            Event::Paste(text) if mode == Mode::Prompt => Some(Action::Type(text.clone())),
            _ => None,
        }
    }
}

fn of_key(key: &KeyEvent, mode: Mode, keymap: &Keymap, view: KeyView) -> Option<Action> {
    if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c') {
        return Some(Action::Quit);
    }
    match (mode, key.code) {
        (Mode::Prompt, _) => return of_prompt(key),
        (Mode::Digits, KeyCode::Char(c)) if c.is_ascii_digit() => return Some(Action::Type(c.to_string())),
        (Mode::Digits, KeyCode::Backspace) => return Some(Action::Edit(InputRequest::DeletePrevChar)),
        _ => {}
    }
    if mode == Mode::Confirm {
        return Some(if key.code == KeyCode::Char('y') { Action::Submit } else { Action::Back });
    }
    let action = keymap.action(view, Key::of_event(key))?;
    if mode == Mode::Help { in_help(action) } else { Some(action) }
}

/// Returns the action while the help is shown: it moves in the help, or closes it.
fn in_help(action: Action) -> Option<Action> {
    match action {
        Action::Back | Action::Quit | Action::Help => Some(Action::Help),
        Action::Up
        | Action::Down
        | Action::PageUp
        | Action::PageDown
        | Action::HalfPageUp
        | Action::HalfPageDown
        | Action::First
        | Action::Last
        | Action::Search => Some(action),
        Action::ReadOn => Some(Action::PageDown),
        _ => None,
    }
}

fn of_prompt(key: &KeyEvent) -> Option<Action> {
    match key.code {
        KeyCode::Enter if key.modifiers.contains(KeyModifiers::ALT) => Some(Action::Type("\n".to_owned())),
        KeyCode::Char('j') if key.modifiers == KeyModifiers::CONTROL => Some(Action::Type("\n".to_owned())),
        KeyCode::Up => Some(Action::CaretUp),
        KeyCode::Down => Some(Action::CaretDown),
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
        MouseEventKind::Drag(MouseButton::Left) => Some(Action::Drag(col, row)),
        MouseEventKind::ScrollDown => Some(Action::Wheel(col, row, 3)),
        MouseEventKind::ScrollUp => Some(Action::Wheel(col, row, -3)),
        _ => None,
    }
}

/// The most time between two clicks on one cell that are a double click.
const DOUBLE_CLICK: Duration = Duration::from_millis(400);

/// The last click while the reader moves about, with its time since the beginning.
#[derive(Debug, Default)]
pub(super) struct LastClick(Option<(u16, u16, Duration)>);

impl LastClick {
    /// Returns an action that comes at a time. The second of two clicks becomes a double click.
    pub(super) fn follow(&mut self, action: Action, mode: Mode, now: Duration) -> Action {
        let Action::Click(col, row) = action else { return action };
        let before = self.0.take();
        if mode != Mode::Normal {
            return action;
        }
        if let Some((x, y, at)) = before
            && (x, y) == (col, row)
            && now.saturating_sub(at) <= DOUBLE_CLICK
        {
            return Action::DoubleClick(col, row);
        }
        self.0 = Some((col, row, now));
        action
    }
}

#[cfg(test)]
mod tests {
    use ibid::report::Decision;

    use super::*;

    #[test]
    fn two_clicks_on_one_cell_in_a_short_time_are_a_double_click() {
        let (once, twice) = (Action::Click(3, 4), Action::DoubleClick(3, 4));
        let mut last = LastClick::default();
        let mut at = |action: &Action, mode, ms| last.follow(action.clone(), mode, Duration::from_millis(ms));
        assert_eq!(at(&once, Mode::Normal, 0), once);
        assert_eq!(at(&Action::Drag(3, 4), Mode::Normal, 10), Action::Drag(3, 4));
        assert_eq!(at(&once, Mode::Normal, 400), twice);
        assert_eq!(at(&once, Mode::Normal, 500), once, "a third click begins anew");
        assert_eq!(at(&once, Mode::Normal, 901), once);
        assert_eq!(at(&Action::Click(3, 5), Mode::Normal, 902), Action::Click(3, 5));
        assert_eq!(at(&once, Mode::Help, 903), once);
        assert_eq!(at(&once, Mode::Normal, 904), once, "the first closed the help");
    }

    fn check(code: KeyCode, modifiers: KeyModifiers, mode: Mode, expected: Option<Action>) {
        let event = Event::Key(KeyEvent::new(code, modifiers));
        assert_eq!(
            Action::new(&event, mode, &Keymap::default(), KeyView::Passages),
            expected,
            "{code:?} {modifiers:?} in {mode:?}"
        );
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
        let pasted = |mode| Action::new(&paste, mode, &Keymap::default(), KeyView::Passages);
        assert_eq!(pasted(Mode::Prompt), Some(Action::Type("a\nb".into())));
        assert_eq!(pasted(Mode::Normal), None);
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
    fn only_y_is_a_yes() {
        let check_answer = |code, action| check(code, KeyModifiers::NONE, Mode::Confirm, Some(action));
        check_answer(KeyCode::Char('y'), Action::Submit);
        for code in [KeyCode::Char('n'), KeyCode::Enter, KeyCode::Esc, KeyCode::Char('1'), KeyCode::Char('q')]
        {
            check_answer(code, Action::Back);
        }
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
    fn digits_are_numbers_in_a_panel() {
        let typed = Some(Action::Type("2".into()));
        check(KeyCode::Char('2'), KeyModifiers::NONE, Mode::Digits, typed);
        let back = Some(Action::Edit(InputRequest::DeletePrevChar));
        check(KeyCode::Backspace, KeyModifiers::NONE, Mode::Digits, back);
        check(KeyCode::Char('j'), KeyModifiers::NONE, Mode::Digits, Some(Action::Down));
    }

    #[test]
    fn the_mouse_clicks_and_scrolls() {
        let mouse = |kind| {
            let event = MouseEvent { kind, column: 3, row: 4, modifiers: KeyModifiers::NONE };
            Action::new(&Event::Mouse(event), Mode::Normal, &Keymap::default(), KeyView::Passages)
        };
        assert_eq!(mouse(MouseEventKind::Down(MouseButton::Left)), Some(Action::Click(3, 4)));
        assert_eq!(mouse(MouseEventKind::ScrollUp), Some(Action::Wheel(3, 4, -3)));
        assert_eq!(mouse(MouseEventKind::Moved), None);
    }
}
