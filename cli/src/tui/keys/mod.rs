//! Keys and the commands that they give.
//!
//! In: the keys of each command, some from the reader's own file. Out: the action of a key in a view, and the keys of a
//! command as the help shows them.
//!
//! - [`key`]: a key, its name and its sign
//! - [`command`]: the commands with their actions, names, first keys and help
//! - [`file`]: the reader's own file of keys

mod command;
mod file;
mod key;

use std::collections::HashMap;

pub(super) use self::command::{Action, COMMANDS, Command, KeyView};
pub(crate) use self::file::KeyFile;
pub(super) use self::key::Key;

/// The keys in force.
#[derive(Clone, Debug)]
pub(crate) struct Keymap {
    /// The keys of each command, by its name.
    keys: HashMap<&'static str, Vec<Key>>,
    /// The command of each key in each view.
    commands: HashMap<(KeyView, Key), &'static Command>,
}

impl Default for Keymap {
    fn default() -> Keymap {
        Keymap::new(&[]).0
    }
}

/// The keys that the reader's file gives a command.
struct Binding {
    command: &'static Command,
    keys: Vec<Key>,
    /// The byte of the file at which the name of the command begins.
    start: usize,
}

/// A key that was to be given twice in a view.
#[derive(Clone, Copy, Debug)]
struct Twice {
    key: Key,
    /// The command that has it.
    first: &'static Command,
    /// The command that does not get it.
    second: &'static Command,
}

impl Keymap {
    /// Gives some commands keys of the reader's own, and all others those from the start, without keys that are taken; so
    /// too if another command has all of the reader's keys. Returns the reader's keys that were given twice, too.
    fn new(own: &[Binding]) -> (Keymap, Vec<Twice>) {
        let mut keymap = Keymap { keys: HashMap::new(), commands: HashMap::new() };
        let mut twice = vec![];
        let mut unbound = vec![];
        for Binding { command, keys, .. } in own {
            for &key in keys {
                twice.extend(keymap.give(key, command).err());
            }
            if keys.is_empty() {
                unbound.push(command.name);
            }
        }
        for command in COMMANDS {
            if unbound.contains(&command.name) || !keymap.keys_of(command.name).is_empty() {
                continue;
            }
            for name in command.keys {
                if let Some(key) = Key::named(name) {
                    // The reader has given a key that is taken to another command.
                    let _ = keymap.give(key, command);
                }
            }
        }
        (keymap, twice)
    }

    /// Gives a command a key in all its views.
    fn give(&mut self, key: Key, command: &'static Command) -> Result<(), Twice> {
        for &view in command.views {
            if let Some(first) = self.commands.get(&(view, key)) {
                return Err(Twice { key, first, second: command });
            }
        }
        for &view in command.views {
            self.commands.insert((view, key), command);
        }
        self.keys.entry(command.name).or_default().push(key);
        Ok(())
    }

    /// Returns the action of a key in a view.
    pub(super) fn action(&self, view: KeyView, key: Key) -> Option<Action> {
        Some(self.commands.get(&(view, key))?.action.clone())
    }

    /// Returns the signs of at most `most` keys of each of some commands, which are named with blanks between: first the
    /// first key of each, then the second. Empty if none has a key.
    pub(super) fn signs(&self, names: &str, most: usize) -> String {
        let mut signs: Vec<String> = vec![];
        for nth in 0..most {
            for name in names.split(' ') {
                let Some(key) = self.keys_of(name).get(nth) else { continue };
                let sign = key.sign();
                if !sign.starts_with("Ctrl-") || nth == 0 {
                    signs.push(sign);
                }
            }
        }
        signs.join(" ")
    }

    fn keys_of(&self, name: &str) -> &[Key] {
        self.keys.get(name).map_or(&[], Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_has_two_meanings_in_a_view() {
        for view in KeyView::ALL {
            let here = COMMANDS.iter().filter(|command| command.views.contains(&view));
            let mut keys: Vec<&str> = here.flat_map(|command| command.keys).copied().collect();
            let count = keys.len();
            keys.sort_unstable();
            keys.dedup();
            assert_eq!(keys.len(), count, "{view:?}");
        }
    }

    #[test]
    fn each_key_of_the_table_gives_its_command() {
        let keymap = Keymap::default();
        for command in COMMANDS {
            for (name, &view) in
                command.keys.iter().flat_map(|key| command.views.iter().map(move |view| (key, view)))
            {
                let action = keymap.action(view, Key::named(name).unwrap());
                assert_eq!(action, Some(command.action.clone()), "{name} in {view:?}");
            }
        }
    }

    #[test]
    fn signs_of_commands() {
        let keymap = Keymap::default();
        assert_eq!(keymap.signs("down up", 2), "j k ↓ ↑");
        assert_eq!(keymap.signs("next previous", 2), "n N");
        assert_eq!(keymap.signs("undo redo", 2), "u Ctrl-r");
        assert_eq!(keymap.signs("help", 1), "?");
        assert_eq!(keymap.signs("page-up page-down", 2), "PgUp PgDn");
    }
}
