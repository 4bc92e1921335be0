//! The layout of a help page: the declared command line and the Chinese texts become lines.

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
    if let Some(text) = text.filter(|text| detail == Detail::Long && !text.details.is_empty()) {
        parts.push(wrap_text(text.details, cols));
    }
    parts.push(usage(command));
    let commands = command.get_subcommands().map(command_row).collect();
    parts.extend(section("Commands", beside(commands, cols)));
    let options = |is_in: &dyn Fn(&Arg) -> bool| option_lines(command, is_in, detail, cols);
    parts.extend(section("Arguments", options(&Arg::is_positional)));
    for heading in headings(command) {
        let is_in = |option: &Arg| !option.is_positional() && heading_of(option) == heading;
        parts.extend(section(heading, options(&is_in)));
    }
    let after = command.get_after_long_help().filter(|_| detail == Detail::Long);
    parts.extend(after.or(command.get_after_help()).map(|after| explained(&after.to_string())));
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
fn option_lines(command: &Command, is_in: &dyn Fn(&Arg) -> bool, detail: Detail, cols: usize) -> String {
    let is_shown = |option: &&Arg| detail == Detail::Long || !option.is_hide_short_help_set();
    let options = command.get_arguments().filter(|option| is_in(option));
    let mut options: Vec<&Arg> = options.filter(is_shown).collect();
    options.sort_by_key(|option| option.get_display_order());
    let rows = options.iter().map(|option| option_row(command.get_name(), option, detail)).collect();
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
        let values = option.get_default_values().iter().map(|value| value.to_string_lossy().into_owned());
        text += &format!(" [默认：{}]", listed(values.collect()));
    }
    if let Some(variable) = option.get_env() {
        text += &format!(" [环境变量：{}]", variable.to_string_lossy());
    }
    let values = option.get_possible_values();
    if detail == Detail::Short && takes_values && !values.is_empty() {
        let values = values.iter().map(|value| value.get_name().to_owned());
        text += &format!(" [可选：{}]", listed(values.collect()));
    }
    if detail == Detail::Long && !details.is_empty() {
        text += "\n\n";
        text += details;
    }
    Row { name, text }
}

/// Joins values. Some hold commas themselves.
fn listed(values: Vec<String>) -> String {
    values.join(if values.iter().any(|value| value.contains(',')) { " " } else { "、" })
}

/// Lays out rows with their texts beside the names.
fn beside(rows: Vec<Row>, cols: usize) -> String {
    let longest = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
    let start = longest + 2 * GAP_COLS;
    let indent = format!("\n{:start$}", "");
    let lines = rows.iter().map(|row| {
        let gap = longest - row.name.chars().count() + GAP_COLS;
        let text = wrap_text(&row.text, cols.saturating_sub(start)).replace('\n', &indent);
        format!("{:GAP_COLS$}{}{:gap$}{text}", "", bold(&row.name), "")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Lays out rows with their texts below the names, and an empty line between rows.
fn below(rows: Vec<Row>, cols: usize) -> String {
    let lines = rows.iter().map(|row| {
        let text = wrap_text(&row.text, cols.saturating_sub(BELOW_COLS));
        let text = text.lines().map(|line| match line {
            "" => String::new(),
            line => format!("{:BELOW_COLS$}{line}", ""),
        });
        format!("{:GAP_COLS$}{}\n{}", "", bold(&row.name), text.collect::<Vec<_>>().join("\n"))
    });
    lines.collect::<Vec<_>>().join("\n\n")
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
    let explanation = explanation(line).and_then(|english| Some((english, of_phrase(english)?)));
    match explanation {
        Some((english, chinese)) => format!("{}{chinese}", line.strip_suffix(english).unwrap_or(line)),
        None => line.to_owned(),
    }
}

/// Returns the explanation at the end of a line, two spaces or more behind an example or a number.
pub(super) fn explanation(line: &str) -> Option<&str> {
    line.trim_start().split_once("  ").map(|(_, explanation)| explanation.trim_start())
}
