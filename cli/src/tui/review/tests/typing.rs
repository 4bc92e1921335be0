//! Typing: searches, notes and the pattern of the help, and the caret after each key.

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Position;

use super::{Review, sample};
use crate::render::Language;
use crate::tui::action::{Action, Mode};
use crate::tui::keys::{COMMANDS, KeyFile, KeyView};
use crate::tui::panes::{Panes, View, caret};

const SIZES: [(u16, u16); 7] = [(80, 24), (160, 50), (40, 12), (20, 6), (10, 3), (9, 2), (3, 3)];

/// Handles an event as the terminal's loop does.
fn send(review: &mut Review, event: &Event) {
    let (window, view) = (&review.state.window, review.state.key_view());
    if let Some(action) = Action::new(event, window.mode, &window.keymap, view) {
        review.act([action]);
    }
}

fn press(review: &mut Review, keys: &str) {
    for c in keys.chars() {
        let (code, modifiers) = match c {
            '\r' => (KeyCode::Enter, KeyModifiers::NONE),
            '\n' => (KeyCode::Char('j'), KeyModifiers::CONTROL),
            '\x1b' => (KeyCode::Esc, KeyModifiers::NONE),
            '↑' => (KeyCode::Up, KeyModifiers::NONE),
            '↓' => (KeyCode::Down, KeyModifiers::NONE),
            '←' => (KeyCode::Left, KeyModifiers::NONE),
            c => (KeyCode::Char(c), KeyModifiers::NONE),
        };
        send(review, &Event::Key(KeyEvent::new(code, modifiers)));
    }
}

/// Asserts that the caret is on the screen, right behind a glyph if there is room for it. Blanks at the end of a row take
/// no room.
#[track_caller]
fn caret_is_behind(review: &mut Review, glyph: char) {
    let Position { x, y } = caret(&review.state).expect("a caret while the reader types");
    let size = review.state.window.size;
    assert!(x < size.0 && y < size.1, "{x}, {y} in {size:?}");
    let cols = unicode_width::UnicodeWidthChar::width(glyph).unwrap_or(0) as u16;
    let cell = x.checked_sub(cols).map(|x| review.draw()[(x, y)].symbol().to_owned());
    assert!(
        size.0 < 9 || x == 0 || glyph == ' ' || cell.as_deref() == Some(glyph.to_string().as_str()),
        "{cell:?} is no {glyph:?} before {x}, {y} in {size:?}:\n{}",
        review.screen()
    );
}

#[test]
fn the_caret_is_where_the_text_stands() {
    for language in [Language::English, Language::Chinese] {
        for size in SIZES {
            for begin in ["/", "a", "?/"] {
                let mut review = Review::new(sample::chinese(), size);
                review.state.window.language = language;
                assert_eq!(caret(&review.state), None);
                press(&mut review, begin);
                for c in "盐路穿过山口, salt road 前往港口的商人们在这里休息".chars() {
                    press(&mut review, &c.to_string());
                    caret_is_behind(&mut review, c);
                }
                press(&mut review, "←");
                caret_is_behind(&mut review, '休');
                press(&mut review, "\r");
                assert_eq!(caret(&review.state), None);
            }
        }
    }
}

#[test]
fn a_note_has_lines_above_the_last_line() {
    let mut review = Review::new(sample::english(), (80, 24));
    review.state.window.language = Language::Chinese;
    press(&mut review, "a第一行：引文见脚注\n第二行");
    insta::assert_snapshot!("a_note_being_typed", review.screen());
    caret_is_behind(&mut review, '行');
    press(&mut review, "↑");
    caret_is_behind(&mut review, '行');
    press(&mut review, "↓\n");
    send(&mut review, &Event::Paste("three\rfour\r\nfive\tsix\nseven\neight".into()));
    caret_is_behind(&mut review, 't');
    // The passage stays on the screen, and the first line is scrolled away.
    let screen = review.screen();
    assert!(!screen.contains("第一行") && screen.contains("five six"), "{screen}");
    assert_eq!(
        review.state.window.note.text(),
        "第一行：引文见脚注\n第二行\nthree\nfour\nfive six\nseven\neight"
    );
    press(&mut review, "\r");
    assert_eq!(review.state.window.mode, Mode::Normal);
    press(&mut review, "a");
    caret_is_behind(&mut review, 't');
    assert_eq!(review.state.window.note.text().lines().count(), 7);
}

#[test]
fn a_line_break_is_a_blank_in_a_search() {
    let mut review = Review::new(sample::english(), (80, 24));
    press(&mut review, "/salt\n");
    assert_eq!(review.state.window.prompt.value(), "salt");
    send(&mut review, &Event::Paste("\r\nroad".into()));
    assert_eq!(review.state.window.prompt.value(), "salt road");
}

#[test]
fn the_help_is_searched() {
    let mut review = Review::new(sample::english(), (80, 24));
    press(&mut review, "?");
    let all = review.screen();
    press(&mut review, "/UNDO");
    let screen = review.screen();
    assert!(screen.contains("u Ctrl-r") && !screen.contains("quotation, own work"), "{screen}");
    assert!(screen.lines().last().is_some_and(|line| line.starts_with("/UNDO")), "{screen}");
    press(&mut review, "x");
    let screen = review.screen();
    assert!(screen.contains("\"UNDOx\" was not found"), "{screen}");
    press(&mut review, "\x1b");
    assert_eq!(review.screen(), all);
    press(&mut review, "/undo\r");
    let screen = review.screen();
    assert!(screen.contains("u Ctrl-r") && !screen.contains("/undo"), "{screen}");
    press(&mut review, "?");
    assert_eq!(review.state.window.mode, Mode::Normal);
    press(&mut review, "?");
    assert_eq!(review.screen(), all, "it opens whole");
}

/// Asserts that the help of a review has the first key in force of each command of its view, and nothing else or twice.
#[track_caller]
pub(in crate::tui) fn help_has_what_is_in_force<R: View>(review: &R) {
    let keys = review.key_lines();
    let shown: Vec<&str> = keys.iter().flat_map(|(keys, _)| keys.split(' ')).collect();
    for (number, sign) in shown.iter().enumerate() {
        assert!(!shown[..number].contains(sign), "{sign} stands twice in {shown:?}");
    }
    let keymap = &review.window().keymap;
    for command in COMMANDS.iter().filter(|command| command.views.contains(&review.key_view())) {
        let first = keymap.signs(command.name, 1);
        let is_shown = first.is_empty() || shown.contains(&first.as_str());
        assert!(is_shown, "{} ({first}) in {shown:?}", command.name);
    }
    let in_force: Vec<String> = COMMANDS
        .iter()
        .filter(|command| command.views.contains(&review.key_view()))
        .flat_map(|command| keymap.signs(command.name, 9).split(' ').map(str::to_owned).collect::<Vec<_>>())
        .collect();
    for sign in shown {
        assert!(in_force.iter().any(|known| known == sign), "{sign} is not in force");
    }
}

/// Keys of the reader's own, in three ways.
pub(in crate::tui) const KEY_FILES: [&str; 3] = [
    "",
    "[keys]\nnext = ['x', 'ctrl-n']\nquit = false\nhelp = 'f5'\ncopied = 'z'\nback = false\nsearch = '盐'",
    "[keys]\ndown = ['n', 'e']\nup = 'u'\nnext = 'j'\nundo = 'backspace'\nread-on = 'alt-space'\nopen = ['o']",
];

#[test]
fn the_help_has_what_is_in_force() {
    for text in KEY_FILES {
        let file = KeyFile::parse(text, Language::English);
        assert_eq!(file.mistakes, []);
        let mut review = Review::new(sample::english(), (80, 24));
        review.state.window.keymap = std::rc::Rc::new(file.keymap);
        assert_eq!(review.state.key_view(), KeyView::Passages);
        help_has_what_is_in_force(&review.state);
    }
}

/// Returns a file that gives random keys to some commands.
fn random_file(random: &mut fastrand::Rng) -> String {
    let keys = [
        "n", "x", "盐", "ctrl-n", "alt-x", "space", "enter", "f5", "up", "1", "\"", "-", "esc", "j", "q", "?",
    ];
    let mut text = "[keys]\n".to_owned();
    for command in random.choose_multiple(COMMANDS.iter(), 12) {
        let given: Vec<String> =
            random.choose_multiple(keys, 2).iter().map(|key| serde_json::json!(key).to_string()).collect();
        text += &format!("{} = [{}]\n", command.name, given.join(", "));
    }
    text
}

#[test]
fn the_help_has_random_keys_in_force() {
    let mut random = fastrand::Rng::with_seed(5);
    let mut review = Review::new(sample::english(), (80, 24));
    for _ in 0..50 {
        let file = KeyFile::parse(&random_file(&mut random), Language::English);
        review.state.window.keymap = std::rc::Rc::new(file.keymap);
        help_has_what_is_in_force(&review.state);
    }
}

#[test]
fn the_line_at_the_bottom_has_the_keys_in_force() {
    let mut review = Review::new(sample::english(), (80, 24));
    let file = KeyFile::parse(KEY_FILES[1], Language::English);
    review.state.window.keymap = std::rc::Rc::new(file.keymap);
    let last = |review: &mut Review| review.screen().lines().last().unwrap_or("").to_owned();
    assert!(last(&mut review).contains("F5 help  z 2 3 4 5 decide"), "{}", last(&mut review));
    press(&mut review, "q");
    review.act([Action::Back]);
    assert_eq!(last(&mut review).trim(), "Ctrl-c quits");
    press(&mut review, "盐e\r");
    assert!(last(&mut review).contains("x N next, previous"), "{}", last(&mut review));
}
