//! Help in Chinese: the same command line with translated texts. [`chinese`] has the descriptions of options, by id.
//!
//! The help is made by the same library as in English. That library breaks lines only at spaces, and adds words of its
//! own. Lines are therefore broken here, and those words are translated in its output.

mod chinese;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};

use crate::render::wrap_text;
use clap::error::ErrorKind;
use clap::{Arg, Command, CommandFactory};

use self::chinese::{ARGUMENTS, COMMANDS, HEADINGS, OF_THE_LIBRARY};
use crate::args::Arguments;
use crate::settings::terminal_cols;

/// The greatest width of a help text.
const MOST_COLS: usize = 80;
/// The indentation of an option's description.
const INDENT_COLS: usize = 10;
/// The indentation of a description beside its option, in the summary of all commands.
const BESIDE_COLS: usize = 24;

/// Returns whether an answer of the command line is its help.
pub(crate) fn is_help(answer: &clap::Error) -> bool {
    answer.kind() == ErrorKind::DisplayHelp
}

/// Writes the help that these arguments ask for.
pub(crate) fn write(arguments: impl IntoIterator<Item = OsString>) -> io::Result<()> {
    let cols = terminal_cols().unwrap_or(MOST_COLS).clamp(40, MOST_COLS);
    let mut out = io::stdout();
    let has_color = out.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let Err(answer) = in_chinese(cols).try_get_matches_from(arguments) else { return Ok(()) };
    let made = answer.render();
    let made = if has_color { made.ansi().to_string() } else { made.to_string() };
    out.write_all(in_chinese_words(made).as_bytes())?;
    out.flush()
}

/// Translates the words of the library.
fn in_chinese_words(made: String) -> String {
    OF_THE_LIBRARY.iter().fold(made, |text, (english, chinese)| text.replace(english, chinese))
}

/// Returns the command line with its help in Chinese.
fn in_chinese(cols: usize) -> Command {
    translated(Arguments::command(), "ibid", cols)
}

fn translated(command: Command, name: &str, cols: usize) -> Command {
    let inner: Vec<String> = command.get_subcommands().map(|inner| inner.get_name().to_owned()).collect();
    let mut command = command
        .mut_args(|argument| match of_argument(name, argument.get_id().as_str()) {
            Some(help) => with_help(argument, help, cols),
            None => argument,
        })
        // A command has its description beside it, an option below it.
        .next_line_help(inner.is_empty());
    if let Some(words) = COMMANDS.iter().find(|words| words.name == name) {
        let about = wrap_text(words.about, cols);
        let long = match words.more {
            "" => about.clone(),
            more => format!("{about}\n\n{}", wrap_text(more, cols)),
        };
        command = command.about(wrap_text(words.about, cols - INDENT_COLS)).long_about(long);
        command = command.after_help(words.after.to_owned()).after_long_help(words.after.to_owned());
    }
    for inner in inner {
        command = command.mut_subcommand(&inner, |command| translated(command, &inner, cols));
    }
    command
}

fn with_help(argument: Arg, help: &str, cols: usize) -> Arg {
    let short = wrap_text(help, cols - BESIDE_COLS);
    let help = wrap_text(help, cols - INDENT_COLS);
    let heading = argument.get_help_heading();
    let heading = HEADINGS.iter().find(|(english, _)| Some(*english) == heading);
    // The help of an option explains its values.
    let argument = argument.help(short).long_help(help);
    let has_values = !argument.get_possible_values().is_empty() && argument.get_action().takes_values();
    let argument = if has_values { argument.hide_possible_values(true) } else { argument };
    heading.into_iter().fold(argument, |argument, (_, chinese)| argument.help_heading(*chinese))
}

/// Returns the description of an option in this command, or in all.
fn of_argument(command: &str, id: &str) -> Option<&'static str> {
    let find = |wanted: (&str, &str)| ARGUMENTS.iter().find(|(command, id, _)| (*command, *id) == wanted);
    find((command, id)).or_else(|| find(("", id))).map(|(_, _, help)| *help)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns all commands, including the one that holds the others.
    fn commands(command: &Command) -> Vec<&Command> {
        let inner = command.get_subcommands().flat_map(commands);
        std::iter::once(command).chain(inner).collect()
    }

    /// Returns the command lines of the examples, without their explanations and the table of exit codes.
    fn examples(text: &str) -> Vec<&str> {
        let lines = text.lines().map(str::trim_start).filter(|line| line.contains("ibid "));
        let calls = lines.filter(|line| !line.starts_with(char::is_numeric));
        calls.filter_map(|line| line.split("  ").next()).collect()
    }

    #[test]
    fn every_command_and_every_option_has_its_help() {
        let whole = Arguments::command();
        for command in commands(&whole) {
            let name = command.get_name();
            let words = COMMANDS.iter().find(|words| words.name == name);
            let words = words.unwrap_or_else(|| panic!("{name} has no help in Chinese"));
            assert!(!words.about.is_empty() && words.after.contains("示例："), "{name}");
            let english = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let english = command.get_after_long_help().map_or(english, ToString::to_string);
            assert_eq!(examples(words.after), examples(&english), "the examples of {name}");
            for argument in command.get_arguments() {
                let id = argument.get_id().as_str();
                let help = of_argument(name, id);
                let help = help.unwrap_or_else(|| panic!("{id} of {name} has no help in Chinese"));
                let values = argument.get_possible_values();
                let is_shell = id == "shell";
                for value in values.iter().filter(|_| argument.get_action().takes_values() && !is_shell) {
                    assert!(help.contains(value.get_name()), "{id}: {}", value.get_name());
                }
            }
        }
        for (command, id, _) in ARGUMENTS {
            let holds = |known: &&Command| {
                (command.is_empty() || *command == known.get_name())
                    && known.get_arguments().any(|argument| argument.get_id() == id)
            };
            assert!(commands(&whole).iter().any(holds), "there is no {id} {command}");
        }
    }

    #[test]
    fn the_command_line_is_the_same_and_says_nothing_in_english() {
        in_chinese(80).debug_assert();
        let mut whole = in_chinese(60);
        whole.build();
        let mut english = Arguments::command();
        english.build();
        for (command, english) in commands(&whole).into_iter().zip(commands(&english)) {
            let (mut command, is_help) = (command.clone(), command.get_name() == "help");
            for help in [command.render_help(), command.render_long_help()] {
                let help = in_chinese_words(help.to_string());
                for word in
                    ["Usage", "Options", "Arguments", "Commands", "Print", "[default:", "[env:", "values"]
                {
                    assert!(!help.contains(word) || is_help, "{word}: {help}");
                }
                for argument in english.get_arguments().filter(|_| !is_help) {
                    let said = argument.get_help().map(ToString::to_string).unwrap_or_default();
                    assert!(said.is_empty() || !help.contains(&said), "{said}: {help}");
                }
                let about = english.get_about().map(ToString::to_string).unwrap_or_default();
                assert!(is_help || !help.contains(&about), "{about}");
            }
        }
    }
}
