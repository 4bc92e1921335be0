//! The config file: flags that are put before those of the command line.
//!
//! In: the arguments of the process, and a TOML file whose keys are names of flags. Out: the parsed arguments. Settings
//! of the file come before the arguments of the command. A flag given on the command line therefore wins, and repeated
//! values follow those of the file; a list that has a default is replaced. A variable of the environment that sets a flag
//! wins over the file too. A setting is declared only as a flag: the command line knows which values it takes,
//! and the message for a wrong one.

use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use clap::builder::ValueHint;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, CommandFactory, FromArgMatches, ValueEnum};
use ibid::system_reason;
use toml::de::{DeTable, DeValue};

use crate::args::{Arguments, Global, settings};
use crate::exit::Failure;
use crate::location;
use crate::output::format_of_name;
use crate::protected::protect;
use crate::render::TraceFormat;
use crate::report_form::ReportFormat;

/// The name of the file beside the index.
pub(crate) const FILE: &str = "ibid.toml";

/// The most letters in which a mistyped name may differ.
const MOST_TYPOS: usize = 2;
/// The length at which a wrong text is cut in a message.
const SHOWN_CHARS: usize = 40;

/// Parses the arguments of the process, after the settings of the config file.
///
/// # Errors
/// The answer of the command line, as a [`clap::Error`]; a usage failure if the config file is wrong or cannot be read.
pub(crate) fn arguments(given: Vec<OsString>) -> anyhow::Result<Arguments> {
    let mut command = Arguments::command();
    let matches = command.try_get_matches_from_mut(&given)?;
    let arguments = Arguments::from_arg_matches(&matches)?;
    if !arguments.command.has_settings() {
        return Ok(arguments);
    }
    let Some(path) = file_of(&arguments.global)? else { return Ok(arguments) };
    let settings = read(&path)?;
    let place = Place::innermost(&command, &matches, &given)?;
    let mut flags = vec![];
    for setting in &settings {
        if place.takes(setting) {
            flags.extend(place.flags(setting));
        }
    }
    let (before, behind) = given.split_at(place.start);
    let all = before.iter().chain(&flags).chain(behind);
    let matches =
        Arguments::command().args_override_self(true).try_get_matches_from(all).map_err(|error| {
            let why = error.to_string();
            let why = why.lines().next().unwrap_or_default().trim_start_matches("error: ");
            Failure::usage(format!("the config file {path:?} does not go with this command line: {why}"))
        })?;
    Ok(Arguments::from_arg_matches(&matches)?)
}

/// Returns the config file that was named, else the one beside the index, if it exists.
fn file_of(global: &Global) -> anyhow::Result<Option<PathBuf>> {
    if let Some(named) = &global.config {
        return Ok(Some(named.clone()));
    }
    let index = location::find(global.index.as_deref())?;
    let Some(folder) = index.as_deref().and_then(Path::parent) else { return Ok(None) };
    Ok(Some(folder.join(FILE)).filter(|path| path.is_file()))
}

fn read(path: &Path) -> anyhow::Result<Vec<Setting>> {
    protect(path);
    let text = read_text(path)
        .map_err(|why| Failure::usage(format!("cannot read the config file {path:?}: {why}")))?;
    let mut settings =
        parse(&text).map_err(|why| Failure::usage(format!("the config file {path:?} is wrong: {why}")))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    for setting in &mut settings {
        setting.resolve(folder);
    }
    Ok(settings)
}

/// Reads a text. The error is the reason.
fn read_text(path: &Path) -> Result<String, String> {
    let bytes = std::fs::read(path).map_err(|error| system_reason(&error))?;
    String::from_utf8(bytes).map_err(|error| {
        format!("invalid UTF-8 at byte {}; save it as UTF-8", error.utf8_error().valid_up_to())
    })
}

/// A setting that the file turns on or gives values.
#[derive(Debug)]
struct Setting {
    /// The flag of the setting.
    flag: Arg,
    /// The values of the setting; none for a switch.
    values: Vec<OsString>,
    /// The line of the file.
    line: usize,
}

impl Setting {
    fn name(&self) -> &str {
        self.flag.get_long().unwrap_or_default()
    }

    /// Returns the flag with one of the values, as on the command line.
    fn with(&self, value: &OsStr) -> OsString {
        [format!("--{}=", self.name()).as_ref(), value].into_iter().collect()
    }

    /// Resolves file names relative to the folder of the config file.
    fn resolve(&mut self, folder: &Path) {
        if self.flag.get_value_hint() != ValueHint::AnyPath {
            return;
        }
        let is_skip = self.name() == "skip";
        for value in &mut self.values {
            if !is_skip || !is_word(Path::new(value)) {
                *value = folder.join(&*value).into_os_string();
            }
        }
    }
}

/// Returns whether the value of `--skip` is one of its words and no file.
pub(crate) fn is_word(skip: &Path) -> bool {
    skip == Path::new("none") || skip == Path::new("articles")
}

/// Parses a config file. The error names the line.
fn parse(text: &str) -> Result<Vec<Setting>, String> {
    let table = match DeTable::parse(text) {
        Ok(table) => table,
        Err(error) => {
            let (line, why) = syntax(text, &error);
            return Err(format!("line {line}: {why}"));
        }
    };
    // In the order of the file, not of the alphabet.
    let mut entries: Vec<_> = table.get_ref().iter().collect();
    entries.sort_by_key(|(name, _)| name.span().start);
    let known = settings();
    let mut found: Vec<Setting> = vec![];
    for (name, value) in entries {
        let line = line(text, name.span().start);
        match setting_of(&known, &found, name.get_ref(), value.get_ref()) {
            Ok(Some((flag, values))) => found.push(Setting { flag, values, line }),
            Ok(None) => {}
            Err(why) => return Err(format!("line {line}: {why}")),
        }
    }
    for setting in &found {
        let Some(other) = required(&known, setting) else { continue };
        if !found.iter().any(|found| found.name() == other) {
            let (line, name) = (setting.line, setting.name());
            return Err(format!("line {line}: {name} needs {other}; set both in the file, or none"));
        }
    }
    Ok(found)
}

/// Returns the flag of a setting and its values, beside those found before; none for a switch that is off.
fn setting_of(
    known: &Command,
    found: &[Setting],
    name: &str,
    value: &DeValue<'_>,
) -> Result<Option<(Arg, Vec<OsString>)>, String> {
    let flag = flag_of(known, name)?;
    let Some(values) = values_of(known, flag, value)? else { return Ok(None) };
    if let Some(other) = found.iter().find(|other| conflict(known, flag, &other.flag)) {
        return Err(format!("{name} does not go with {}; leave one of them out", other.name()));
    }
    Ok(Some((flag.clone(), values.into_iter().map(OsString::from).collect())))
}

/// Checks a config file. The error is one line that names the line of the file and what is wrong there.
///
/// # Errors
/// The text is not TOML, has an unknown setting, or gives a setting a value that it does not take.
pub fn check(text: &str) -> Result<(), String> {
    parse(text)?;
    Ok(())
}

/// Returns the line of a text that is not TOML, and why it is not.
pub(crate) fn syntax(text: &str, error: &toml::de::Error) -> (usize, String) {
    let at = error.span().map_or(0, |span| span.start);
    let why = error.message().replace('\n', " ").replace('`', "\"");
    (line(text, at), format!("it is not TOML: {why}"))
}

/// Returns the number of the line with the byte `at`.
pub(crate) fn line(text: &str, at: usize) -> usize {
    text.bytes().take(at).filter(|&byte| byte == b'\n').count() + 1
}

/// Returns the flag of a command with this name.
fn flag_named<'c>(command: &'c Command, name: &str) -> Option<&'c Arg> {
    command.get_arguments().find(|flag| flag.get_long() == Some(name))
}

fn flag_of<'c>(known: &'c Command, name: &str) -> Result<&'c Arg, String> {
    if let Some(flag) = flag_named(known, name) {
        return Ok(flag);
    }
    let advice = match nearest(name, known.get_arguments().filter_map(Arg::get_long)) {
        Some(known) => format!("did you mean \"{known}\"?"),
        None => {
            "the settings have the names of the flags, which `ibid check --help` and `ibid serve --help` list"
                .to_owned()
        }
    };
    Err(format!("there is no setting \"{}\"; {advice}", shortened(name)))
}

/// Returns the known name that a mistyped one resembles most, if any does.
pub(crate) fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let (typos, known) = known.map(|known| (strsim::levenshtein(known, name), known)).min()?;
    (typos <= MOST_TYPOS).then_some(known)
}

/// Returns the values that a flag gets: none for a switch that is off.
fn values_of(known: &Command, flag: &Arg, value: &DeValue<'_>) -> Result<Option<Vec<String>>, String> {
    match (flag.get_action(), value) {
        (ArgAction::SetTrue, DeValue::Boolean(is_on)) => Ok(is_on.then(Vec::new)),
        (ArgAction::SetTrue, _) => must_be(flag, "true or false", value),
        (ArgAction::Append, _) => Ok(Some(list_of(known, flag, value)?)),
        _ => Ok(Some(vec![one_of(known, flag, value)?])),
    }
}

/// Returns the values of a flag that takes a list.
fn list_of(known: &Command, flag: &Arg, value: &DeValue<'_>) -> Result<Vec<String>, String> {
    let (name, choices) = (flag.get_long().unwrap_or_default(), choices(flag));
    let texts = match texts(value) {
        Some(texts) if choices.is_empty() || !texts.is_empty() => texts,
        _ if choices.is_empty() => return must_be(flag, "a list of texts, such as [\"*.log\"]", value),
        _ => return must_be(flag, &format!("a list of some of {choices}"), value),
    };
    if let Some(other) = texts.iter().find(|text| !takes(flag, OsStr::new(text))) {
        let other = shortened(other);
        return Err(format!("{name} must be a list of some of {choices}, has \"{other}\""));
    }
    for text in &texts {
        accept(known, name, text)?;
    }
    Ok(texts)
}

/// Returns the value of a flag that takes one.
fn one_of(known: &Command, flag: &Arg, value: &DeValue<'_>) -> Result<String, String> {
    let (name, choices) = (flag.get_long().unwrap_or_default(), choices(flag));
    match single(value) {
        Some(text) if choices.is_empty() => {
            accept(known, name, &text)?;
            Ok(text)
        }
        Some(text) if takes(flag, OsStr::new(&text)) => Ok(text),
        _ if !choices.is_empty() => must_be(flag, &format!("one of {choices}"), value),
        _ => {
            // For numbers, the parser of the flag says which values are allowed.
            accept(known, name, &shown(value))?;
            must_be(flag, "a text in quotation marks", value)
        }
    }
}

fn must_be<T>(flag: &Arg, expected: &str, value: &DeValue<'_>) -> Result<T, String> {
    Err(format!("{} must be {expected}, is {}", flag.get_long().unwrap_or_default(), shown(value)))
}

/// Lists the values that a flag offers; empty if it takes any.
fn choices(flag: &Arg) -> String {
    let choices = flag.get_possible_values();
    let quoted: Vec<String> = choices.iter().map(|choice| format!("\"{}\"", choice.get_name())).collect();
    quoted.join(", ")
}

/// Returns the texts of a list; none if it is no list of texts.
fn texts(value: &DeValue<'_>) -> Option<Vec<String>> {
    let DeValue::Array(items) = value else { return None };
    items.iter().map(|item| Some(item.get_ref().as_str()?.to_owned())).collect()
}

/// Returns a text or a number as the command line would give it.
fn single(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.clone().into_owned()),
        DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str().to_owned()),
        DeValue::Integer(number) => {
            Some(u64::from_str_radix(number.as_str(), number.radix()).ok()?.to_string())
        }
        DeValue::Float(number) => Some(number.as_str().to_owned()),
        _ => None,
    }
}

/// Lets the command line accept or reject a value.
fn accept(known: &Command, name: &str, value: &str) -> Result<(), String> {
    match parsed(known, format!("--{name}={value}").into()) {
        Err(error) if error.kind() != ErrorKind::MissingRequiredArgument => {
            let why = match error.source() {
                Some(source) => source.to_string(),
                None => error.kind().to_string(),
            };
            Err(format!("{name}: {why}, got \"{}\"", shortened(value)))
        }
        _ => Ok(()),
    }
}

/// Parses one flag as the whole command line.
fn parsed(known: &Command, flag: OsString) -> Result<ArgMatches, clap::Error> {
    known.clone().no_binary_name(true).try_get_matches_from([flag])
}

/// Returns the name of the flag that a setting needs beside it, if any.
fn required(known: &Command, setting: &Setting) -> Option<String> {
    let error = parsed(known, setting.with(setting.values.first()?)).err()?;
    let Some(ContextValue::Strings(missing)) = error.get(ContextKind::InvalidArg) else { return None };
    // It is written with the name of its value, as in `--tls-key <FILE>`.
    let flag = missing.first()?.split(' ').next()?;
    flag.strip_prefix("--").map(str::to_owned)
}

fn conflict(command: &Command, a: &Arg, b: &Arg) -> bool {
    command.get_arg_conflicts_with(a).contains(&b) || command.get_arg_conflicts_with(b).contains(&a)
}

fn shown(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => format!("\"{}\"", shortened(text)),
        DeValue::Integer(number) => shortened(number.as_str()),
        DeValue::Float(number) => shortened(number.as_str()),
        DeValue::Boolean(is) => is.to_string(),
        DeValue::Datetime(_) => "a date".to_owned(),
        DeValue::Array(_) => "a list".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(SHOWN_CHARS) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or("")),
        None => text.to_owned(),
    }
}

/// The command that runs, and its position in the arguments.
struct Place<'p> {
    command: &'p Command,
    matches: &'p ArgMatches,
    /// The number of arguments up to the name of the command.
    start: usize,
}

impl<'p> Place<'p> {
    fn innermost(
        command: &'p Command,
        matches: &'p ArgMatches,
        given: &[OsString],
    ) -> anyhow::Result<Place<'p>> {
        let mut place = Place { command, matches, start: 1 };
        while let Some((name, matches)) = place.matches.subcommand() {
            let Some(command) = place.command.find_subcommand(name) else { break };
            let behind = behind_name(place.command, given.get(place.start..).unwrap_or_default())?;
            place = Place { command, matches, start: given.len() - behind };
        }
        Ok(place)
    }

    /// Returns the flag with this name, if it is given.
    fn given(&self, name: &str) -> Option<&Arg> {
        flag_named(self.command, name).filter(|flag| self.is_given(flag))
    }

    fn is_given(&self, flag: &Arg) -> bool {
        self.matches.value_source(flag.get_id().as_str()) == Some(ValueSource::CommandLine)
    }

    /// Returns whether the command has the flag of a setting, takes its values, and got no flag that wins over it.
    fn takes(&self, setting: &Setting) -> bool {
        let Some(own) = flag_named(self.command, setting.name()) else { return false };
        let is_replaced = self.matches.value_source(own.get_id().as_str()) == Some(ValueSource::EnvVariable)
            || !own.get_default_values().is_empty() && self.is_given(own);
        if is_replaced || setting.name() == "format" && self.promises_format(own) {
            return false;
        }
        let mut all = self.command.get_arguments();
        let is_overruled = all.any(|flag| self.is_given(flag) && conflict(self.command, own, flag));
        !is_overruled && setting.values.iter().all(|value| takes(own, value))
    }

    /// Returns whether the name of the output promises one of the formats of this flag.
    fn promises_format(&self, flag: &Arg) -> bool {
        if self.given("output").is_none() {
            return false;
        }
        let Some(name) = self.matches.get_one::<PathBuf>("output") else { return false };
        let of_trace = format_of_name::<TraceFormat>(name).as_ref().and_then(ValueEnum::to_possible_value);
        let of_report = format_of_name::<ReportFormat>(name).as_ref().and_then(ValueEnum::to_possible_value);
        let mut promised = of_trace.iter().chain(&of_report);
        promised.any(|promised| is_choice(flag, OsStr::new(promised.get_name())))
    }

    fn flags(&self, setting: &Setting) -> Vec<OsString> {
        let name = setting.name();
        if matches!(setting.flag.get_action(), ArgAction::SetTrue) {
            return vec![format!("--{name}").into()];
        }
        let mut flags = vec![];
        for value in &setting.values {
            if name != "include" || !self.excludes(value) {
                flags.push(setting.with(value));
            }
        }
        flags
    }

    /// Returns whether the command line excludes a part that the file includes.
    fn excludes(&self, part: &OsStr) -> bool {
        let Some(flag) = self.given("exclude") else { return false };
        let given = self.matches.get_raw(flag.get_id().as_str()).into_iter().flatten();
        let mut parts = given.flat_map(|given| given.to_str().unwrap_or_default().split(','));
        parts.any(|given| given.split('=').next().map(OsStr::new) == Some(part))
    }
}

/// Returns whether a flag takes a value: it has no choices, or this is one of them.
fn takes(flag: &Arg, value: &OsStr) -> bool {
    flag.get_possible_values().is_empty() || is_choice(flag, value)
}

/// Returns whether a flag offers a value as one of its choices.
fn is_choice(flag: &Arg, value: &OsStr) -> bool {
    flag.get_possible_values().iter().any(|choice| choice.get_name() == value)
}

/// Returns the number of arguments after the name of a subcommand.
fn behind_name(command: &Command, given: &[OsString]) -> Result<usize, clap::Error> {
    let is_plain =
        |flag: &&Arg| matches!(flag.get_action(), ArgAction::Set | ArgAction::Append | ArgAction::SetTrue);
    let outer = Command::new("outer")
        .no_binary_name(true)
        .disable_help_flag(true)
        .disable_help_subcommand(true)
        .allow_external_subcommands(true)
        .args(command.get_arguments().filter(is_plain).cloned());
    let matches = outer.try_get_matches_from(given)?;
    let Some((_, inner)) = matches.subcommand() else { return Ok(0) };
    Ok(inner.get_many::<OsString>("").map_or(0, Iterator::count))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fails(text: &str, expected: &str) {
        assert_eq!(check(text).unwrap_err(), expected, "{text}");
    }

    #[test]
    fn an_error_names_the_line_the_setting_and_what_it_has_to_be() {
        fails(
            "threads = 2\nprofil = \"paper\"\n",
            "line 2: there is no setting \"profil\"; did you mean \"profile\"?",
        );
        fails(
            "[check]\nthreads = 2",
            "line 1: there is no setting \"check\"; the settings have the names of the flags, which `ibid check --help` and `ibid serve --help` list",
        );
        fails(
            "\nlisten = 'here'",
            "line 2: listen: must be an address with a port, such as 127.0.0.1:7117, got \"here\"",
        );
        fails("rate = 0", "line 1: rate: must be a whole number, 1 or more, got \"0\"");
        fails("behind-proxy = 'yes'", "line 1: behind-proxy must be true or false, is \"yes\"");
        fails("log = 'xml'", "line 1: log must be one of \"text\", \"json\", is \"xml\"");
        let properties = "a list of some of \"url\", \"title\", \"content\", \"content-words\"";
        fails("match-by = ['url', 'urls']", &format!("line 1: match-by must be {properties}, has \"urls\""));
        fails("match-by = 'url'", &format!("line 1: match-by must be {properties}, is \"url\""));
        fails("match-by = []", &format!("line 1: match-by must be {properties}, is a list"));
        fails(
            "log = 'json'\ntls-cert = 'c.pem'",
            "line 2: tls-cert needs tls-key; set both in the file, or none",
        );
        fails(
            "new-token = 'desk'",
            "line 1: there is no setting \"new-token\"; the settings have the names of the flags, which `ibid check --help` and `ibid serve --help` list",
        );
        fails(
            "output = 'x'",
            "line 1: there is no setting \"output\"; the settings have the names of the flags, which `ibid check --help` and `ibid serve --help` list",
        );
        fails("profile = \"none\"", "line 1: profile must be one of \"robust\", \"paper\", is \"none\"");
        fails("\nthreads = \"many\"", "line 2: threads: must be a whole number, got \"many\"");
        fails("threads = -1", "line 1: threads: must be a whole number, got \"-1\"");
        fails("max-bytes = 1e9", "line 1: max-bytes: must be a whole number, got \"1e9\"");
        fails("quiet = 1", "line 1: quiet must be true or false, is 1");
        fails("encoding = true", "line 1: encoding must be a text in quotation marks, is true");
        fails("glob = \"*.log\"", "line 1: glob must be a list of texts, such as [\"*.log\"], is \"*.log\"");
        fails("glob = [1]", "line 1: glob must be a list of texts, such as [\"*.log\"], is a list");
        fails("min-jaccard = 2020-01-01", "line 1: min-jaccard: must be a number, got \"a date\"");
        fails(
            "exclude = ['quote']",
            "line 1: exclude: must be references, captions, front, quotes, cited, phrases, possible, own, small=N, source=PATTERN, since=DATE, until=DATE, documents=N or small-source=N%, got \"quote\"",
        );
        fails(
            "profile = 'paper'\nfeatures = 'shingle'",
            "line 2: features does not go with profile; leave one of them out",
        );
        fails(
            "profile = robust",
            "line 1: it is not TOML: string values must be quoted, expected literal string",
        );
        for text in ["profile =", "a = [", "= 1", "threads 4", "threads = 1\nthreads = 2"] {
            assert!(check(text).unwrap_err().contains("it is not TOML: "), "{text}");
        }
    }

    /// Parses a command line after a config file.
    fn merged(config: &str, line: &str) -> anyhow::Result<Arguments> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("x.toml");
        std::fs::write(&file, config).unwrap();
        let named = ["--config".into(), file.into_os_string()];
        let (name, rest) = line.split_once(' ').unwrap();
        let words = rest.split(' ').map(OsString::from);
        arguments(
            [OsString::from("ibid")].into_iter().chain(named).chain([name.into()]).chain(words).collect(),
        )
    }

    fn check_of(config: &str, line: &str) -> crate::args::Check {
        match merged(config, line).unwrap().command {
            crate::args::Command::Check(check) => check,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_flag_wins_and_a_list_goes_on() {
        let config = "threads = 0x10\nglob = ['*.log']\nno-text = true\nhidden = false\nprofile = 'paper'\nformat = 'json'";
        let check = check_of(config, "check x --glob !a --against check");
        assert_eq!(check.reading.glob, ["*.log", "!a"]);
        assert!(check.reporting.no_text && !check.reading.hidden);
        assert_eq!(check.reporting.format, Some(ReportFormat::Json));
        assert_eq!(merged(config, "check x").unwrap().global.threads, Some(16));
        assert_eq!(merged(config, "check x --threads 3").unwrap().global.threads, Some(3));
        let check = check_of(config, "check x --features shingle -o y.jsonl");
        assert_eq!((check.detection.profile, check.detection.features.as_deref()), (None, Some("shingle")));
        assert_eq!(check.reporting.format, None, "the name of the output promises another one");
        assert_eq!(check_of(config, "check x -o y.md").reporting.format, None);
        let loud = merged("quiet = true", "check x --verbose").unwrap();
        assert!(loud.global.verbose && !loud.global.quiet);
    }

    #[test]
    fn every_option_of_the_service_is_a_setting() {
        let known = settings();
        let serve = Arguments::command().find_subcommand("serve").unwrap().clone();
        for flag in serve.get_arguments().filter_map(Arg::get_long) {
            let is_setting = known.get_arguments().any(|known| known.get_long() == Some(flag));
            assert_eq!(is_setting, !["new-token", "rights"].contains(&flag), "{flag}");
        }
        let config = "listen = '[::1]:80'\ndata = 'd'\nmatch-by = ['url', 'title']\ntls-cert = 'c'\ntls-key = 'k'\n\
                      max-body = 9\nrate = 5\nbehind-proxy = true\nlog = 'json'\nindex = 'i'\nmap = 'redis://h'";
        let arguments = merged(config, "serve --match-by content --rate 6").unwrap();
        assert!(arguments.global.index.is_some_and(|index| index.is_absolute()));
        let crate::args::Command::Serve(serve) = arguments.command else { panic!() };
        assert_eq!(serve.listen.to_string(), "[::1]:80");
        assert!(serve.data.is_absolute() && serve.tls_key.is_some_and(|key| key.is_absolute()));
        assert_eq!((serve.max_body, serve.rate.map(u32::from), serve.behind_proxy), (9, Some(6), true));
        assert_eq!((serve.match_by.len(), serve.map.as_deref()), (1, Some("redis://h")));
    }

    #[test]
    fn a_part_that_the_command_line_leaves_out_stays_out() {
        let check = check_of("include = ['references', 'cited']", "check x --exclude references,small=9");
        assert_eq!(check.counting.excluded().names(), ["references", "front", "possible", "small=9"]);
        let check = check_of("exclude = ['quotes']", "check x --include quotes");
        assert_eq!(check.counting.excluded().names(), ["references", "front", "possible"]);
    }

    #[test]
    fn a_setting_reaches_the_commands_that_have_its_flag() {
        let config = "format = 'json'\ncommit-every = 5\nskip = 'none'\nwords = 'w.txt'\nlang = 'zh'";
        for line in ["list --quiet", "man check", "calibrate --passages 9"] {
            merged(config, line).unwrap();
        }
        let crate::args::Command::Add(add) = merged(config, "add x").unwrap().command else { panic!() };
        assert_eq!(add.committing.commit_every, Some(5));
        assert_eq!(add.detection.skip, Some("none".into()));
        assert!(
            add.detection.words.is_some_and(|words| words.is_absolute()),
            "meant from where the file lies"
        );
    }

    #[test]
    fn only_the_words_of_skip_are_no_files() {
        for (name, is_file) in [("skip", false), ("words", true), ("idf", true)] {
            let mut setting = parse(&format!("{name} = 'none'")).unwrap().remove(0);
            setting.resolve(Path::new("folder"));
            assert_eq!(setting.values[0] != "none", is_file, "{name}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_whose_name_is_no_text_is_found() {
        use std::os::unix::ffi::OsStrExt;
        let mut setting = parse("words = 'w.txt'").unwrap().remove(0);
        setting.resolve(Path::new(OsStr::from_bytes(b"\xFF")));
        assert_eq!(setting.values[0].as_bytes(), b"\xFF/w.txt");
    }

    #[test]
    fn conflicts_are_known_of_all_flags_of_all_commands() {
        fn each(command: &Command) {
            let flags: Vec<&Arg> = command.get_arguments().collect();
            for a in &flags {
                assert!(!flags.iter().any(|b| a.get_id() == b.get_id() && conflict(command, a, b)), "{a}");
            }
            command.get_subcommands().for_each(each);
        }
        let mut command = Arguments::command();
        command.build();
        each(&command);
    }

    #[test]
    fn what_is_wrong_on_the_command_line_is_its_own_answer() {
        for line in ["check x --format json --format text", "check --help", "check x --quiet --verbose"] {
            let error = merged("format = 'json'\nquiet = true", line).unwrap_err();
            assert!(error.is::<clap::Error>(), "{line}: {error}");
        }
    }
}
