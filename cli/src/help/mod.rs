//! Help in Chinese: the command line as [`crate::args`] declares it, with the texts of [`chinese`].
//!
//! An option is declared once, and its Chinese text is found by its id; a test fails for an option without one. The
//! library that parses the command line breaks lines only at spaces and adds English words. The pages are therefore laid
//! out by [`page`], and that library only decides which page is asked for.

mod chinese;
mod page;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};

use clap::error::ErrorKind;
use clap::{Command, CommandFactory};

use self::page::{Detail, page};
use crate::args::Arguments;
use crate::settings::terminal_cols;

/// The greatest width of a help text.
const MOST_COLS: usize = 80;

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
    let help = answer.render();
    let help = if has_color { help.ansi().to_string() } else { help.to_string() };
    out.write_all(help.as_bytes())?;
    out.flush()
}

/// Returns the command line with Chinese help pages.
fn in_chinese(cols: usize) -> Command {
    let mut built = Arguments::command();
    built.build();
    with_pages(Arguments::command(), &built, cols)
}

/// Puts the pages of a built command, and of those in it, in place of their descriptions.
fn with_pages(command: Command, built: &Command, cols: usize) -> Command {
    let mut command = command
        .help_template("{about}")
        // The lines of the pages are final.
        .term_width(0)
        .about(page(built, Detail::Short, cols))
        .long_about(page(built, Detail::Long, cols));
    for inner in built.get_subcommands().filter(|inner| inner.get_name() != "help") {
        command = command.mut_subcommand(inner.get_name(), |command| with_pages(command, inner, cols));
    }
    command
}

#[cfg(test)]
mod tests {
    use super::chinese::{known, of_command, of_option, of_phrase};
    use super::page::explanation;
    use super::*;

    /// Returns all commands, including the one that holds the others.
    fn commands(command: &Command) -> Vec<&Command> {
        let inner = command.get_subcommands().flat_map(commands);
        std::iter::once(command).chain(inner).collect()
    }

    /// Returns the lines after the options of a command.
    fn after(command: &Command) -> Vec<String> {
        let after = [command.get_after_help(), command.get_after_long_help()].into_iter().flatten();
        let after: Vec<String> = after.map(ToString::to_string).collect();
        after.iter().flat_map(|text| text.lines()).map(str::to_owned).collect()
    }

    #[test]
    fn every_command_and_every_option_has_its_text() {
        let whole = Arguments::command();
        for command in commands(&whole) {
            let name = command.get_name();
            let text = of_command(name).unwrap_or_else(|| panic!("{name} has no text in Chinese"));
            let has_details = command.get_long_about().is_some();
            assert_eq!(!text.details.is_empty(), has_details, "the details of {name}");
            for option in command.get_arguments() {
                let id = option.get_id().as_str();
                let text = of_option(name, id);
                let text = text.unwrap_or_else(|| panic!("{id} of {name} has no text in Chinese"));
                let values = option.get_possible_values();
                let is_listed = option.get_action().takes_values() && id != "shell";
                for value in values.iter().filter(|_| is_listed) {
                    assert!(text.contains(value.get_name()), "{id}: {}", value.get_name());
                }
                let heading = option.get_help_heading().unwrap_or("Options");
                assert!(of_phrase(heading).is_some(), "{heading} has no text in Chinese");
            }
        }
    }

    #[test]
    fn every_explanation_has_its_text() {
        let whole = Arguments::command();
        for line in commands(&whole).into_iter().flat_map(after) {
            let is_known = of_phrase(line.trim_start()).is_some() || line.trim().is_empty();
            if let Some(english) = explanation(&line).filter(|_| !is_known) {
                assert!(of_phrase(english).is_some(), "{english:?} has no text in Chinese");
            }
            assert!(is_known || line.starts_with(' '), "{line:?} has no text in Chinese");
        }
    }

    #[test]
    fn no_text_is_left_over() {
        let mut whole = Arguments::command();
        whole.build();
        let all = commands(&whole);
        let (names, options, phrases) = known();
        for name in names {
            assert!(all.iter().any(|command| command.get_name() == name), "there is no command {name}");
        }
        for (name, id) in options {
            let has = |command: &&Command| {
                (name.is_empty() || name == command.get_name())
                    && command.get_arguments().any(|known| known.get_id() == id)
            };
            assert!(all.iter().any(has), "there is no option {id} of {name:?}");
        }
        let headings = all.iter().flat_map(|command| command.get_arguments());
        let headings = headings.filter_map(|option| option.get_help_heading()).map(str::to_owned);
        let lines: Vec<String> = all.iter().flat_map(|command| after(command)).chain(headings).collect();
        for english in phrases {
            let is_fixed = ["Commands", "Arguments", "Options"].contains(&english);
            assert!(is_fixed || lines.iter().any(|line| line.ends_with(english)), "{english}");
        }
    }

    #[test]
    fn the_command_line_is_the_same() {
        in_chinese(80).debug_assert();
    }
}
