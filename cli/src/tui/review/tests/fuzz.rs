//! Random keys, clicks, pastes and sizes in both languages, with decisions saved to a ledger.
//!
//! `IBID_FUZZ_EVENTS` sets the number of events.

use std::rc::Rc;

use ibid::decisions::LedgerLine;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::deciding::decidable;
use super::random::PIECES;
use super::sizes::{check_frame, palettes};
use super::typing::KEY_FILES;
use super::{Review, sample};
use crate::ledger_file::LedgerFile;
use crate::render::Language;
use crate::tui::action::Action;
use crate::tui::keys::KeyFile;
use crate::tui::panes::{Effect, Keys, Panes};
use crate::tui::terminal::Written;
use crate::tui::trace::Missing;

const EVENTS: usize = 20_000;
/// The events after which another review begins.
const ROUND_EVENTS: usize = 1_000;

const CODES: &[KeyCode] = &[
    KeyCode::Up,
    KeyCode::Down,
    KeyCode::Left,
    KeyCode::Right,
    KeyCode::PageUp,
    KeyCode::PageDown,
    KeyCode::Home,
    KeyCode::End,
    KeyCode::Tab,
    KeyCode::BackTab,
    KeyCode::Enter,
    KeyCode::Esc,
    KeyCode::Backspace,
    KeyCode::Delete,
    KeyCode::F(1),
    KeyCode::F(5),
];

fn event(random: &mut fastrand::Rng) -> Event {
    let modifiers = match random.u8(..12) {
        0 => KeyModifiers::CONTROL,
        1 => KeyModifiers::ALT,
        _ => KeyModifiers::NONE,
    };
    let place = (random.u16(..140), random.u16(..45));
    match random.u8(..20) {
        0..10 => Event::Key(KeyEvent::new(KeyCode::Char(random.char(' '..='~')), modifiers)),
        10 => Event::Key(KeyEvent::new(
            KeyCode::Char(*random.choice(&['盐', '路', '穿', '过', '，']).unwrap()),
            modifiers,
        )),
        11..16 => Event::Key(KeyEvent::new(*random.choice(CODES).unwrap(), modifiers)),
        16 | 17 => {
            let kinds = [
                MouseEventKind::Down(MouseButton::Left),
                MouseEventKind::Drag(MouseButton::Left),
                MouseEventKind::Up(MouseButton::Left),
                MouseEventKind::ScrollDown,
                MouseEventKind::ScrollUp,
            ];
            let kind = *random.choice(&kinds).unwrap();
            Event::Mouse(MouseEvent { kind, column: place.0, row: place.1, modifiers: KeyModifiers::NONE })
        }
        18 => Event::Paste((0..random.usize(..9)).map(|_| *random.choice(PIECES).unwrap()).collect()),
        _ if random.u8(..9) == 0 => Event::Resize(random.u16(..5), random.u16(..5)),
        _ => Event::Resize(place.0, place.1),
    }
}

/// A review in a random language, with random colors and keys.
fn review(random: &mut fastrand::Rng) -> Review {
    let reports = [sample::english(), sample::chinese(), sample::both(), sample::without_texts()];
    let mut review = Review::new(decidable(random.choice(reports).unwrap()), (80, 24));
    let window = &mut review.state.window;
    window.language = random.choice([Language::English, Language::Chinese]).unwrap();
    window.palette = random.choice(palettes().collect::<Vec<_>>()).unwrap();
    let file = KeyFile::parse(random.choice(KEY_FILES).unwrap(), window.language);
    window.keymap = Rc::new(file.keymap);
    review
}

/// Handles an event as the terminal's loop does. Returns whether the review goes on.
fn send(review: &mut Review, event: &Event, ledger: &LedgerFile, saved: &mut usize) -> bool {
    let (window, view) = (&review.state.window, review.state.key_view());
    let Some(action) = Action::new(event, window.mode, &window.keymap, view) else { return true };
    match review.effect(action) {
        Effect::Quit => return false,
        Effect::Read(_) => review.state.take_document(Err(Missing::Index)),
        Effect::Record(lines) => {
            let lines = lines.into_iter().map(|line| LedgerLine { by: "Ana Reyes".into(), ..line }).collect();
            let lines = ledger.append(lines).map_err(|error| error.to_string());
            *saved += lines.as_ref().map_or(0, Vec::len);
            review.state.take_recorded(lines);
        }
        Effect::NameReport => review.state.name_report("report.html".to_owned()),
        Effect::Write(to) => {
            let written = if to.may_replace { Ok(Written::Done) } else { Ok(Written::Exists) };
            review.state.take_written(to, written);
        }
        _ => {}
    }
    true
}

#[test]
fn whatever_is_pressed_nothing_panics_and_the_ledger_reads() {
    let events =
        std::env::var("IBID_FUZZ_EVENTS").ok().and_then(|count| count.parse().ok()).unwrap_or(EVENTS);
    let mut random = fastrand::Rng::with_seed(0x2026);
    let (mut sent, mut decided) = (0, 0);
    while sent < events {
        let folder = tempfile::tempdir().unwrap();
        let ledger = LedgerFile::at(folder.path().join("ledger.jsonl"));
        let (mut review, mut saved) = (review(&mut random), 0);
        for _ in 0..ROUND_EVENTS {
            sent += 1;
            if !send(&mut review, &event(&mut random), &ledger, &mut saved) {
                break;
            }
            // Events that come together are handled before the next frame.
            if random.u8(..4) == 0 {
                check_frame(&review.state);
            }
        }
        if saved > 0 {
            assert_eq!(ledger.read().unwrap().lines().len(), saved);
        }
        decided += saved;
    }
    println!("{sent} events, {decided} decisions saved");
}
