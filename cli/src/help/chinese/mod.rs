//! The Chinese texts of the help, found by the command, the id of the option, or the English phrase.

mod commands;
mod own;
mod phrases;
mod shared;

use self::commands::COMMANDS;
use self::own::OWN;
use self::phrases::PHRASES;
use self::shared::SHARED;

/// The help of a command: its description in one line, and the paragraphs that the long help adds.
pub(super) struct CommandText {
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    pub(super) details: &'static str,
}

/// The help of an option: its first paragraph is the short help.
pub(super) struct OptionText {
    /// The command that has the option; empty for all commands.
    pub(super) command: &'static str,
    pub(super) id: &'static str,
    pub(super) text: &'static str,
}

/// Returns the help of a command.
pub(super) fn of_command(name: &str) -> Option<&'static CommandText> {
    COMMANDS.iter().find(|known| known.name == name)
}

/// Returns the help of an option: the text for this command, else the text for all.
pub(super) fn of_option(command: &str, id: &str) -> Option<&'static str> {
    let own = OWN.iter().filter(|known| known.command == command);
    Some(own.chain(SHARED).find(|known| known.id == id)?.text)
}

/// Returns a heading, or the explanation in an example or a table, in Chinese.
pub(super) fn of_phrase(english: &str) -> Option<&'static str> {
    Some(PHRASES.iter().find(|(known, _)| *known == english)?.1)
}

/// Returns everything that has a text: names of commands, commands and ids of options, English phrases.
#[cfg(test)]
pub(super) fn known() -> (Vec<&'static str>, Vec<(&'static str, &'static str)>, Vec<&'static str>) {
    let commands = COMMANDS.iter().map(|command| command.name).collect();
    let options = SHARED.iter().chain(OWN).map(|option| (option.command, option.id)).collect();
    (commands, options, PHRASES.iter().map(|(english, _)| *english).collect())
}
