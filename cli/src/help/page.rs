//! The layout of a help page: the declared command line and the Chinese texts become lines.

use clap::builder::PossibleValue;
use clap::{Arg, Command};

use super::chinese::{of_command, of_option, of_phrase};
use crate::render::wrap_text;

/// The indentation of a text below its option, in columns.
const BELOW_COLS: usize = 10;
/// The indentation of options and commands, and the gap to a text beside them, in columns.
const GAP_COLS: usize = 2;
/// The start and the end of bold text on a terminal, and the start of a heading.
const BOLD: &str = "\x1b[1m";
const HEADING: &str = "\x1b[1m\x1b[4m";
const PLAIN: &str = "\x1b[0m";

/// The amount of help that was asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Detail {
    /// `-h`: the first paragraph of common options.
    Short,
    /// `--help`: everything.
    Long,
}

/// A name and its text: an option, an argument or a command.
struct Row {
    /// The name as it is typed, such as `-o, --output <FILE>`.
    name: String,
    text: String,
}

/// Returns the help page of a built command, with escape sequences for a terminal.
pub(super) fn page(command: &Command, detail: Detail, cols: usize) -> String {
    let name = command.get_name();
    let text = of_command(name);
    let mut parts = vec![wrap_text(text.map_or("", |text| text.about), cols)];
    if let Some(text) = text
        && detail == Detail::Long
        && !text.details.is_empty()
    {
        parts.push(wrap_text(text.details, cols));
    }
    parts.push(usage(command));
    let commands = command.get_subcommands().map(command_row).collect();
    parts.extend(section("Commands", beside(commands, cols)));
    parts.extend(section("Arguments", option_lines(command, Arg::is_positional, detail, cols)));
    for heading in headings(command) {
        let is_in = |option: &Arg| !option.is_positional() && heading_of(option) == heading;
        parts.extend(section(heading, option_lines(command, is_in, detail, cols)));
    }
    let after = match command.get_after_long_help() {
        Some(after) if detail == Detail::Long => Some(after),
        _ => command.get_after_help(),
    };
    parts.extend(after.map(|after| explained(&after.to_string())));
    parts.join("\n\n")
}

/// Returns the usage of a command.
fn usage(command: &Command) -> String {
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ").lines().map(str::trim).collect::<Vec<_>>();
    format!("{HEADING}用法：{PLAIN}{}", usage.join("\n      "))
}

/// Returns the headings of the options, in the order in which they are declared.
fn headings(command: &Command) -> Vec<&str> {
    let mut headings = vec![];
    for heading in command.get_arguments().map(heading_of) {
        if !headings.contains(&heading) {
            headings.push(heading);
        }
    }
    headings
}

fn heading_of(option: &Arg) -> &str {
    option.get_help_heading().unwrap_or("Options")
}

/// Lays out those options of a command that are in a section and are shown.
fn option_lines(command: &Command, is_in: impl Fn(&Arg) -> bool, detail: Detail, cols: usize) -> String {
    let mut options = vec![];
    for option in command.get_arguments() {
        if is_in(option) && (detail == Detail::Long || !option.is_hide_short_help_set()) {
            options.push(option);
        }
    }
    options.sort_by_key(|option| option.get_display_order());
    let mut rows = vec![];
    for option in options {
        rows.push(option_row(command.get_name(), option, detail));
    }
    match detail {
        Detail::Short => beside(rows, cols),
        Detail::Long => below(rows, cols),
    }
}

/// Puts a heading above lines, if there are any.
fn section(english: &str, lines: String) -> Option<String> {
    let heading = of_phrase(english).unwrap_or(english);
    (!lines.is_empty()).then(|| format!("{HEADING}{heading}：{PLAIN}\n{lines}"))
}

fn command_row(command: &Command) -> Row {
    let name = command.get_name().to_owned();
    let text = of_command(&name).map_or("", |text| text.about).to_owned();
    Row { name, text }
}

/// Returns an option with its text, its default, its variable and, in the short help, its values.
fn option_row(command: &str, option: &Arg, detail: Detail) -> Row {
    let short = option.get_short().map(|short| format!("-{short}, "));
    let indent = if option.is_positional() { "" } else { "    " };
    let name = format!("{}{option}", short.as_deref().unwrap_or(indent));
    let text = of_option(command, option.get_id().as_str()).unwrap_or_default();
    let (first, details) = text.split_once("\n\n").unwrap_or((text, ""));
    let mut text = first.to_owned();
    let takes_values = option.get_action().takes_values();
    if takes_values && !option.get_default_values().is_empty() {
        let values: Vec<_> =
            option.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
        text += &format!(" [默认：{}]", listed(values.iter().map(AsRef::as_ref).collect()));
    }
    if let Some(variable) = option.get_env() {
        text += &format!(" [环境变量：{}]", variable.to_string_lossy());
    }
    let values = option.get_possible_values();
    if detail == Detail::Short && takes_values && !values.is_empty() {
        text += &format!(" [可选：{}]", listed(values.iter().map(PossibleValue::get_name).collect()));
    }
    if detail == Detail::Long && !details.is_empty() {
        text += "\n\n";
        text += details;
    }
    Row { name, text }
}

/// Joins values. Some hold commas themselves.
fn listed(values: Vec<&str>) -> String {
    values.join(if values.iter().any(|value| value.contains(',')) { " " } else { "、" })
}

/// Lays out rows with their texts beside the names.
fn beside(rows: Vec<Row>, cols: usize) -> String {
    let longest = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
    let start = longest + 2 * GAP_COLS;
    let indent = format!("\n{:start$}", "");
    let mut lines = vec![];
    for Row { name, text } in rows {
        let gap = longest - name.chars().count() + GAP_COLS;
        let text = wrap_text(&text, cols.saturating_sub(start)).replace('\n', &indent);
        lines.push(format!("{:GAP_COLS$}{}{:gap$}{text}", "", bold(&name), ""));
    }
    lines.join("\n")
}

/// Lays out rows with their texts below the names, and an empty line between rows.
fn below(rows: Vec<Row>, cols: usize) -> String {
    let mut blocks = vec![];
    for Row { name, text } in rows {
        let mut lines = vec![format!("{:GAP_COLS$}{}", "", bold(&name))];
        for line in wrap_text(&text, cols.saturating_sub(BELOW_COLS)).lines() {
            let indent = if line.is_empty() { 0 } else { BELOW_COLS };
            lines.push(format!("{:indent$}{line}", ""));
        }
        blocks.push(lines.join("\n"));
    }
    blocks.join("\n\n")
}

/// Makes the name of an option bold, but not its value.
fn bold(name: &str) -> String {
    let (name, value) = name.split_at(name.find(" <").unwrap_or(name.len()));
    format!("{BOLD}{name}{PLAIN}{value}")
}

/// Translates lines that are laid out by hand: a whole line, or the explanation at its end.
fn explained(section: &str) -> String {
    section.lines().map(explained_line).collect::<Vec<_>>().join("\n")
}

fn explained_line(line: &str) -> String {
    let whole = line.trim_start();
    if let Some(chinese) = of_phrase(whole) {
        return line.replace(whole, chinese);
    }
    if let Some(english) = explanation(line)
        && let Some(chinese) = of_phrase(english)
    {
        return format!("{}{chinese}", line.strip_suffix(english).unwrap_or(line));
    }
    line.to_owned()
}

/// Returns the explanation at the end of a line, two spaces or more behind an example or a number.
pub(super) fn explanation(line: &str) -> Option<&str> {
    let (_, explanation) = line.trim_start().split_once("  ")?;
    Some(explanation.trim_start())
}
