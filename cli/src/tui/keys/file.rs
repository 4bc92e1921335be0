//! The reader's own file of keys and theme, in TOML.
//!
//! In: a text with `theme = "dark"` and a table `[keys]`, in which the name of a command has a list of keys, one key, or
//! `false`. Out: the theme, the keys in force, and the mistakes. A mistake leaves the rest as it is. A key that the file
//! gives is taken from the command that had it. `O(n)`, for n bytes.

use clap::ValueEnum;
use clap::builder::PossibleValue;
use toml::de::{DeTable, DeValue};

use super::command::{COMMANDS, Command, KeyView};
use super::{Binding, Key, Keymap, Twice};
use crate::args::ThemeName;
use crate::config::{line, nearest, syntax};
use crate::exit;
use crate::render::Language;

messages! { KeyFileMessages:
    line no_setting(name) =>
        "there is no setting \"{name}\"; the file has theme and [keys]",
        "没有设置项“{name}”；文件中可有 theme 和 [keys]";
    line no_theme(name, themes) =>
        "there is no theme \"{name}\"; the themes are {themes}",
        "没有主题“{name}”；主题有 {themes}";
    text theme_is_text => "theme must be a text, such as \"dark\"", "theme 须为文本，如 \"dark\"";
    text keys_is_table => "keys must be a table: [keys]", "keys 须为表：[keys]";
    line no_command_but(name, near) =>
        "there is no command \"{name}\"; did you mean \"{near}\"?",
        "没有命令“{name}”；是否指“{near}”？";
    line no_command(name) =>
        "there is no command \"{name}\"; `ibid review --list-keys` lists them",
        "没有命令“{name}”；`ibid review --list-keys` 列出全部命令";
    line no_keys(name) =>
        "\"{name}\" must be a key, a list of keys, or false",
        "“{name}”须为一个键、键的列表或 false";
    line no_key(key, name) =>
        "\"{key}\", given to \"{name}\", is no key; write it as in \"n\", \"ctrl-n\", \"pagedown\" or \"f1\"",
        "给“{name}”的“{key}”不是键；写法如 \"n\"、\"ctrl-n\"、\"pagedown\" 或 \"f1\"";
    line interrupt(name) =>
        "ctrl-c cannot be given to \"{name}\": it always ends the review",
        "ctrl-c 不能给“{name}”：它总是结束审阅";
    line twice(key, first, second) =>
        "the key \"{key}\" is given to \"{first}\" and to \"{second}\"; \"{first}\" keeps it",
        "键“{key}”既给“{first}”又给“{second}”；归“{first}”";
    text listed =>
        "The theme and keys of `ibid review`. A list replaces the keys of a command; false leaves it without.",
        "`ibid review` 的主题和键。列表取代命令原有的键；false 使命令没有键。";
    line save_as(path) => "To change them, save this as {path}.", "如要更改，请存为 {path}。";
    line only_in(views) => "{views} only", "限{views}";
    text queue => "queue", "文献表";
    text passages => "passages", "片段";
    text carriers => "traces", "追溯结果";
    text and => " and ", "和";
}

/// The reader's choices, as the file has them.
#[derive(Debug, Default)]
pub(crate) struct KeyFile {
    /// The theme, if the file has one.
    pub(crate) theme: Option<ThemeName>,
    /// The keys in force.
    pub(crate) keymap: Keymap,
    /// The mistakes, in the order of the lines.
    pub(crate) mistakes: Vec<Mistake>,
}

/// A mistake in the file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Mistake {
    /// The line.
    pub(crate) line: usize,
    /// The reason, in one line.
    pub(crate) why: String,
}

impl KeyFile {
    /// Parses a file. Mistakes are told in a language.
    pub(crate) fn parse(text: &str, language: Language) -> KeyFile {
        let (table, errors) = DeTable::parse_recoverable(text);
        let mut parser = Parser { messages: KeyFileMessages(language), text, mistakes: vec![] };
        for error in &errors {
            let (line, why) = syntax(text, error);
            parser.mistakes.push(Mistake { line, why: exit::in_language(&why) });
        }
        // A line that is not TOML is so for one reason.
        parser.mistakes.dedup_by_key(|mistake| mistake.line);
        let mut theme = None;
        let mut own = vec![];
        for (name, value) in in_order(table.get_ref()) {
            let at = name.start;
            match (name.text, value) {
                ("theme", value) => theme = parser.theme(at, value),
                ("keys", DeValue::Table(keys)) => own = parser.keys(keys),
                ("keys", _) => parser.tell(at, parser.messages.keys_is_table().to_owned()),
                (name, _) => parser.tell(at, parser.messages.no_setting(name)),
            }
        }
        let (keymap, twice) = Keymap::new(&own);
        for Twice { key, first, second } in twice {
            if first.name != second.name {
                let binding = own.iter().find(|binding| binding.command.name == second.name);
                let why = parser.messages.twice(key.name(), first.name, second.name);
                parser.tell(binding.map_or(0, |binding| binding.start), why);
            }
        }
        parser.mistakes.sort_by_key(|mistake| mistake.line);
        KeyFile { theme, keymap, mistakes: parser.mistakes }
    }

    /// Writes the choices in force as a file that can be saved at `path` and changed.
    pub(crate) fn to_toml(&self, path: &str, language: Language) -> String {
        let messages = KeyFileMessages(language);
        let theme = self.theme.unwrap_or_default().to_possible_value();
        let theme = theme.as_ref().map_or("", PossibleValue::get_name);
        let mut lines =
            vec![format!("# {}", messages.listed()), format!("# {}", messages.save_as(path)), String::new()];
        lines.extend([format!("theme = {}", quoted(theme)), String::new(), "[keys]".to_owned()]);
        for command in COMMANDS {
            let keys: Vec<String> =
                self.keymap.keys_of(command.name).iter().map(|key| quoted(&key.name())).collect();
            let keys = if keys.is_empty() { "false".to_owned() } else { format!("[{}]", keys.join(", ")) };
            let views = match command.views.len() == KeyView::ALL.len() {
                true => String::new(),
                false => format!("  # {}", messages.only_in(view_names(command, messages))),
            };
            lines.push(format!("{} = {keys}{views}", command.name));
        }
        lines.join("\n") + "\n"
    }
}

fn view_names(command: &Command, messages: KeyFileMessages) -> String {
    let mut names = vec![];
    for view in command.views {
        names.push(match view {
            KeyView::Queue => messages.queue(),
            KeyView::Passages => messages.passages(),
            KeyView::Carriers => messages.carriers(),
        });
    }
    names.join(messages.and())
}

/// Quotes a text as TOML does, which has the strings of JSON.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A name in the file.
struct Name<'t> {
    text: &'t str,
    /// The byte at which it begins.
    start: usize,
}

/// Returns the entries of a table in the order of the file, not of the alphabet.
fn in_order<'t>(table: &'t DeTable<'_>) -> Vec<(Name<'t>, &'t DeValue<'t>)> {
    let mut entries = vec![];
    for (name, value) in table {
        entries.push((Name { text: name.get_ref(), start: name.span().start }, value.get_ref()));
    }
    entries.sort_by_key(|(name, _)| name.start);
    entries
}

/// A parser that collects mistakes.
struct Parser<'t> {
    messages: KeyFileMessages,
    text: &'t str,
    mistakes: Vec<Mistake>,
}

impl Parser<'_> {
    fn tell(&mut self, at: usize, why: String) {
        self.mistakes.push(Mistake { line: line(self.text, at), why });
    }

    fn theme(&mut self, at: usize, value: &DeValue<'_>) -> Option<ThemeName> {
        let name = match value {
            DeValue::String(name) => name.as_ref(),
            DeValue::Integer(number) => number.as_str(),
            _ => {
                self.tell(at, self.messages.theme_is_text().to_owned());
                return None;
            }
        };
        let theme = ThemeName::from_str(name, false).ok();
        if theme.is_none() {
            let values = ThemeName::value_variants().iter().filter_map(ValueEnum::to_possible_value);
            let names: Vec<String> = values.map(|value| value.get_name().to_owned()).collect();
            self.tell(at, self.messages.no_theme(name, names.join(", ")));
        }
        theme
    }

    fn keys(&mut self, table: &DeTable<'_>) -> Vec<Binding> {
        let mut bindings = vec![];
        for (name, value) in in_order(table) {
            let Some(command) = COMMANDS.iter().find(|command| command.name == name.text) else {
                let why = match nearest(name.text, COMMANDS.iter().map(|command| command.name)) {
                    Some(near) => self.messages.no_command_but(name.text, near),
                    None => self.messages.no_command(name.text),
                };
                self.tell(name.start, why);
                continue;
            };
            let Some(names) = names_of_keys(value) else {
                self.tell(name.start, self.messages.no_keys(name.text));
                continue;
            };
            let keys: Vec<Key> = names.iter().filter_map(|key| self.key(key, &name)).collect();
            // Of keys none of which can be read, nothing holds.
            if !keys.is_empty() || names.is_empty() {
                bindings.push(Binding { command, keys, start: name.start });
            }
        }
        bindings
    }

    fn key(&mut self, key: &str, command: &Name<'_>) -> Option<Key> {
        let read = Key::named(key);
        match read {
            None => self.tell(command.start, self.messages.no_key(key, command.text)),
            Some(read) if read.is_interrupt() => {
                self.tell(command.start, self.messages.interrupt(command.text));
                return None;
            }
            Some(_) => {}
        }
        read
    }
}

/// Returns the names of keys in a value: a list, one name, or none for `false`.
fn names_of_keys<'t>(value: &'t DeValue<'_>) -> Option<Vec<&'t str>> {
    match value {
        DeValue::Boolean(false) => Some(vec![]),
        DeValue::String(key) => Some(vec![key]),
        DeValue::Array(keys) => keys.iter().map(|key| key.get_ref().as_str()).collect(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::tui::action::Action;

    fn parse(text: &str) -> KeyFile {
        KeyFile::parse(text, Language::English)
    }

    fn action(file: &KeyFile, key: &str) -> Option<Action> {
        file.keymap.action(KeyView::Passages, Key::named(key).unwrap())
    }

    #[test]
    fn a_list_replaces_and_false_unbinds() {
        let file = parse("theme = 'dark'\n[keys]\nnext = ['right', 'ctrl-n']\nopen = 'x'\nquit = false\n");
        assert_eq!((file.theme, file.mistakes), (Some(ThemeName::Dark), vec![]));
        let file = KeyFile { mistakes: vec![], ..file };
        for key in ["right", "ctrl-n"] {
            assert_eq!(action(&file, key), Some(Action::Next), "{key}");
        }
        assert_eq!(action(&file, "x"), Some(Action::Open));
        // The keys from the start are gone, but others of the commands that lost one stay.
        assert_eq!(["n", "enter", "q"].map(|key| action(&file, key)), [None, None, None]);
        assert_eq!((action(&file, "l"), action(&file, "j")), (Some(Action::Right), Some(Action::Down)));
        assert_eq!(file.keymap.signs("quit", 2), "");
    }

    #[track_caller]
    fn fails(text: &str, line: usize, why: &str) {
        let mistakes = parse(text).mistakes;
        assert_eq!(mistakes, [Mistake { line, why: why.into() }], "{text}");
    }

    #[test]
    fn a_mistake_is_told_in_one_line() {
        fails("theme = 'drak'", 1, "there is no theme \"drak\"; the themes are auto, light, dark, 16, none");
        fails("\ntheme = true", 2, "theme must be a text, such as \"dark\"");
        fails("colour = 1", 1, "there is no setting \"colour\"; the file has theme and [keys]");
        fails("keys = 1", 1, "keys must be a table: [keys]");
        fails("[keys]\nnxt = 'x'", 2, "there is no command \"nxt\"; did you mean \"next\"?");
        fails(
            "[keys]\nteleport = 'x'",
            2,
            "there is no command \"teleport\"; `ibid review --list-keys` lists them",
        );
        fails("[keys]\nnext = true", 2, "\"next\" must be a key, a list of keys, or false");
        fails("[keys]\nnext = [1]", 2, "\"next\" must be a key, a list of keys, or false");
        fails(
            "[keys]\nnext = 'ctrl-xx'",
            2,
            "\"ctrl-xx\", given to \"next\", is no key; write it as in \"n\", \"ctrl-n\", \"pagedown\" or \"f1\"",
        );
        fails("[keys]\nnext = 'ctrl-c'", 2, "ctrl-c cannot be given to \"next\": it always ends the review");
        fails(
            "[keys]\nnext = 'x'\nopen = ['x', 'enter']",
            3,
            "the key \"x\" is given to \"next\" and to \"open\"; \"next\" keeps it",
        );
        // A key may have a meaning in each view.
        assert_eq!(parse("[keys]\nparent = 'x'\nfilters = 'x'").mistakes, []);
        assert_eq!(parse("theme = 16").theme, Some(ThemeName::Sixteen));
    }

    #[test]
    fn what_is_right_holds_beside_a_mistake() {
        for text in [
            "theme = 'light'\n[keys]\nnext = 'x'\nnxt = 'y'\n",
            "theme = 'light'\ncolour = 1\n[keys]\nnext = ['x', 'ctrl-xx']\n",
            "theme = 'light'\n[keys]\nopen = [\nnext = 'x'\n",
            "theme = 'light'\n[keys]\nnext = 'x'\nopen =\n",
        ] {
            let file = parse(text);
            assert!(!file.mistakes.is_empty(), "{text}");
            assert_eq!(file.theme, Some(ThemeName::Light), "{text}");
            assert!(!file.mistakes.iter().any(|mistake| mistake.why.contains('\n')), "{text}");
            if !text.contains("[\n") {
                assert_eq!(action(&file, "x"), Some(Action::Next), "{text}");
            }
        }
    }

    #[test]
    fn what_is_listed_can_be_read_again() {
        let file = parse(
            "theme = 'dark'\n[keys]\nnext = ['盐', '\"', '\\', 'alt-enter', 'ctrl-hyphen']\nquit = false",
        );
        assert_eq!(file.mistakes, []);
        for (file, language) in [
            (file, Language::English),
            (KeyFile::default(), Language::English),
            (KeyFile::default(), Language::Chinese),
        ] {
            let listed = file.to_toml("~/.config/ibid/review.toml", language);
            let again = parse(&listed);
            assert_eq!(again.mistakes, [], "{listed}");
            assert_eq!(again.theme, file.theme.or(Some(ThemeName::Auto)));
            for command in COMMANDS {
                assert_eq!(again.keymap.keys_of(command.name), file.keymap.keys_of(command.name), "{listed}");
            }
        }
    }

    /// Generates keys for some commands.
    fn bindings() -> impl Strategy<Value = Vec<(&'static Command, Vec<&'static str>)>> {
        const KEYS: &[&str] = &[
            "n", "N", "x", "z", "盐", "ctrl-n", "ctrl-x", "alt-x", "space", "enter", "tab", "backtab", "f1",
            "f12", "up", "shift-up", "pagedown", "1", "\"", "\\", "-", "esc", "j", "q", "?", "delete",
        ];
        let keys = prop::collection::vec(prop::sample::select(KEYS), 0..4);
        let command = prop::sample::select(COMMANDS.iter().collect::<Vec<_>>());
        prop::collection::vec((command, keys), 0..20).prop_map(|mut bindings| {
            let mut names = std::collections::HashSet::new();
            bindings.retain(|(command, _)| names.insert(command.name));
            bindings
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn each_key_does_what_the_file_says(bindings in bindings()) {
            let mut text = "[keys]\n".to_owned();
            for (command, keys) in &bindings {
                let keys: Vec<String> = keys.iter().map(|key| quoted(key)).collect();
                text += &format!("{} = [{}]\n", command.name, keys.join(", "));
            }
            let file = parse(&text);
            for view in KeyView::ALL {
                let of_view = |command: &&Command| command.views.contains(&view);
                // Each key has one command, and each command has its keys.
                for command in COMMANDS.iter().filter(of_view) {
                    for &key in file.keymap.keys_of(command.name) {
                        prop_assert_eq!(file.keymap.action(view, key), Some(command.action.clone()));
                    }
                }
                // What the file gives is in force, unless an earlier line gives the key to another command of a view in common.
                for (number, (command, keys)) in bindings.iter().enumerate().filter(|(_, (command, _))| of_view(command)) {
                    for &name in keys {
                        let key = Key::named(name).unwrap();
                        let has_given = |(other, keys): &(&Command, Vec<&str>)| {
                            keys.contains(&name) && other.views.iter().any(|view| command.views.contains(view))
                        };
                        if !bindings[..number].iter().any(has_given) {
                            prop_assert_eq!(file.keymap.action(view, key), Some(command.action.clone()), "{}", name);
                        } else if file.keymap.action(view, key) != Some(command.action.clone()) {
                            prop_assert!(!file.mistakes.is_empty());
                        }
                    }
                    if keys.is_empty() {
                        prop_assert_eq!(file.keymap.signs(command.name, 2), "");
                    }
                }
            }
        }
    }
}
