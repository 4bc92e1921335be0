//! A key with its modifiers, its name in the file of keys, and its sign in the help.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A key with its modifiers. Shift is part of a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::tui) struct Key {
    code: KeyCode,
    modifiers: KeyModifiers,
}

impl Key {
    /// Returns the key of an event.
    pub(in crate::tui) fn of_event(event: &KeyEvent) -> Key {
        Key::new(event.code, event.modifiers)
    }

    fn new(code: KeyCode, modifiers: KeyModifiers) -> Key {
        let modifiers = modifiers & (KeyModifiers::CONTROL | KeyModifiers::ALT | KeyModifiers::SHIFT);
        match code {
            KeyCode::Char(_) | KeyCode::BackTab => Key { code, modifiers: modifiers - KeyModifiers::SHIFT },
            _ => Key { code, modifiers },
        }
    }

    /// Returns the key with a name: a character, or a name such as `ctrl-d`, `pagedown` or `f1`.
    pub(in crate::tui) fn named(name: &str) -> Option<Key> {
        let mut chars = name.chars();
        if let (Some(c), None) = (chars.next(), chars.next()) {
            return Some(Key::new(KeyCode::Char(c), KeyModifiers::NONE));
        }
        let parsed = crokey::parse(name).ok()?;
        match parsed.codes {
            crokey::OneToThree::One(code) => Some(Key::new(code, parsed.modifiers)),
            _ => None,
        }
    }

    /// Returns whether this is Ctrl-c, which always ends a review.
    pub(in crate::tui) fn is_interrupt(self) -> bool {
        self.modifiers.contains(KeyModifiers::CONTROL) && self.code == KeyCode::Char('c')
    }

    /// Returns the name of the key, which [`Key::named`] reads.
    pub(in crate::tui) fn name(self) -> String {
        let name = match self.code {
            KeyCode::Char(' ') => "space".to_owned(),
            // A hyphen parts the names of keys.
            KeyCode::Char('-') if !self.modifiers.is_empty() => "hyphen".to_owned(),
            KeyCode::Char(c) => c.to_string(),
            KeyCode::F(number) => format!("f{number}"),
            code => format!("{code:?}").to_lowercase(),
        };
        self.with_modifiers(["ctrl-", "alt-", "shift-"], &name)
    }

    /// Returns the sign of the key for the help: `n`, `Ctrl-d`, `↓`, `PgDn`.
    pub(in crate::tui) fn sign(self) -> String {
        let sign = match self.code {
            KeyCode::Char(' ') => "Space".to_owned(),
            KeyCode::Char(c) => c.to_string(),
            KeyCode::Up => "↑".to_owned(),
            KeyCode::Down => "↓".to_owned(),
            KeyCode::Left => "←".to_owned(),
            KeyCode::Right => "→".to_owned(),
            KeyCode::PageUp => "PgUp".to_owned(),
            KeyCode::PageDown => "PgDn".to_owned(),
            KeyCode::BackTab => "Shift-Tab".to_owned(),
            KeyCode::F(number) => format!("F{number}"),
            code => format!("{code:?}"),
        };
        self.with_modifiers(["Ctrl-", "Alt-", "Shift-"], &sign)
    }

    /// Puts the names of the modifiers that are held before that of the key.
    fn with_modifiers(self, names: [&str; 3], key: &str) -> String {
        let mut held = String::new();
        for (modifier, name) in
            [KeyModifiers::CONTROL, KeyModifiers::ALT, KeyModifiers::SHIFT].iter().zip(names)
        {
            if self.modifiers.contains(*modifier) {
                held += name;
            }
        }
        held + key
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_names_and_signs() {
        for (name, sign) in [
            ("n", "n"),
            ("N", "N"),
            ("=", "="),
            ("盐", "盐"),
            ("ctrl-d", "Ctrl-d"),
            ("alt-x", "Alt-x"),
            ("space", "Space"),
            ("pagedown", "PgDn"),
            ("backtab", "Shift-Tab"),
            ("f1", "F1"),
            ("down", "↓"),
            ("enter", "Enter"),
            ("delete", "Delete"),
            ("ctrl-alt-x", "Ctrl-Alt-x"),
            ("shift-up", "Shift-↑"),
            ("ctrl-hyphen", "Ctrl--"),
            ("-", "-"),
        ] {
            let key = Key::named(name).unwrap();
            assert_eq!((key.name().as_str(), key.sign().as_str()), (name, sign));
        }
        for name in ["", "nn", "ctrl-", "a-b", "ctrl-xx"] {
            assert_eq!(Key::named(name), None, "{name}");
        }
    }

    #[test]
    fn shift_is_part_of_a_character() {
        let event = KeyEvent::new(KeyCode::Char('N'), KeyModifiers::SHIFT);
        assert_eq!(Some(Key::of_event(&event)), Key::named("N"));
        assert_eq!(Key::named("shift-n"), Key::named("N"));
    }
}
