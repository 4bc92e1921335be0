//! The colors that fit the terminal: its ground is asked for, and its number of colors is in the environment.

use std::time::Duration;

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use terminal_colorsaurus::{QueryOptions, ThemeMode, theme_mode};

use super::panes::style::{Depth, Palette};
use crate::args::ThemeName;

/// The time that the terminal has to tell its ground, which nobody should have to wait for.
const PATIENCE: Duration = Duration::from_millis(100);
/// The most keys that an answer is read as, such as `ESC ]11;rgb:ffff/ffff/ffff ESC \`, and one like it.
const MOST_ANSWER_KEYS: usize = 80;

/// Returns the colors of a theme. For [`ThemeName::Auto`] the terminal is asked, whose answer may come too late.
pub(super) fn palette(theme: ThemeName) -> (Palette, LateAnswer) {
    let mut late = LateAnswer::default();
    let palette = match theme {
        ThemeName::None => Palette::None,
        ThemeName::Sixteen => Palette::Sixteen,
        ThemeName::Light => Palette::Light(depth()),
        ThemeName::Dark => Palette::Dark(depth()),
        ThemeName::Auto => match ground() {
            Ok(ThemeMode::Light) => Palette::Light(depth()),
            Ok(ThemeMode::Dark) => Palette::Dark(depth()),
            Err(_) => {
                late.left = MOST_ANSWER_KEYS;
                Palette::Sixteen
            }
        },
    };
    (palette, late)
}

fn ground() -> Result<ThemeMode, terminal_colorsaurus::Error> {
    let mut options = QueryOptions::default();
    options.timeout = PATIENCE;
    theme_mode(options)
}

fn depth() -> Depth {
    let colors = std::env::var("COLORTERM").unwrap_or_default();
    if colors.contains("truecolor") || colors.contains("24bit") { Depth::Full } else { Depth::Indexed }
}

/// A filter for an answer of the terminal that comes too late, and would be read as keys that decide.
#[derive(Debug, Default)]
pub(super) struct LateAnswer {
    /// The most keys that it may still have.
    left: usize,
    is_inside: bool,
}

impl LateAnswer {
    /// Returns whether an event is a part of the answer. The answer begins with Alt-], and ends with Alt-\, Ctrl-g, or
    /// anything that no color has.
    pub(super) fn takes(&mut self, event: &Event) -> bool {
        let Event::Key(KeyEvent { code: KeyCode::Char(c), modifiers, .. }) = event else {
            self.is_inside = false;
            return false;
        };
        let is_begin = *c == ']' && modifiers.contains(KeyModifiers::ALT);
        let is_end =
            matches!(c, '\\' | 'g') && modifiers.intersects(KeyModifiers::ALT | KeyModifiers::CONTROL);
        let is_color =
            modifiers.is_empty() && (c.is_ascii_hexdigit() || matches!(c, 'r' | 'g' | 'b' | ':' | ';' | '/'));
        let takes = self.left > 0 && (is_begin || self.is_inside && (is_end || is_color));
        self.is_inside = takes && !is_end;
        self.left -= usize::from(takes);
        takes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: KeyModifiers = KeyModifiers::NONE;
    const ALT: KeyModifiers = KeyModifiers::ALT;

    /// Returns the characters of which the filter leaves the keys.
    fn left(late: &mut LateAnswer, keys: &[(&str, KeyModifiers)]) -> String {
        let keys = keys.iter().flat_map(|&(keys, modifiers)| keys.chars().map(move |c| (c, modifiers)));
        let is_left = |&(c, modifiers): &(char, KeyModifiers)| {
            !late.takes(&Event::Key(KeyEvent::new(KeyCode::Char(c), modifiers)))
        };
        keys.filter(is_left).map(|(c, _)| c).collect()
    }

    #[test]
    fn an_answer_that_comes_late_decides_nothing() {
        let answer = [("]", ALT), ("11;rgb:1e1e/1e1e/1e1e", NONE), ("\\", ALT)];
        let with_bell = [("]", ALT), ("10;rgb:ffff/ffff/ffff", NONE), ("g", KeyModifiers::CONTROL)];
        let mut late = LateAnswer { left: MOST_ANSWER_KEYS, is_inside: false };
        assert_eq!(
            left(&mut late, &[&[("1", NONE)], &answer[..], &with_bell, &[("1j", NONE)]].concat()),
            "11j"
        );
        // What no color has is a key of the reader again.
        assert_eq!(left(&mut late, &[("]", ALT), ("jn1", NONE)]), "jn1");
        // A terminal that has answered says nothing more.
        assert_eq!(left(&mut LateAnswer::default(), &[("]", ALT), ("11", NONE)]), "]11");
    }
}
