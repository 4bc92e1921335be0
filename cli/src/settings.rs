//! Arguments to settings. Arguments win over the settings of the index, and these over the defaults.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use ibid::feature::{Ranking, Skip};
use ibid::report::SkippedReport;
use ibid::tokenize::{Dictionary, Han};
use ibid::{Config, Profile, Reworded, system_reason};
use ibid_read::{FieldMap, InputFormat, Naming, ReadOptions, Skipped, report_skipped};

use crate::args::{
    Counting, Detection, Format, Global, HanName, InputFormatName, Listing, ProfileName, Reading, Reporting,
    RewordedName, When,
};
use crate::config;
use crate::exit::Failure;
use crate::output::format_of_name;
use crate::render::{Language, PlainStyle};
use crate::{language, location};

/// The settings of the whole run.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    /// The index that was named or found; it may not exist.
    pub(crate) index: Option<PathBuf>,
    pub(crate) quiet: bool,
    pub(crate) verbose: bool,
    pub(crate) threads: usize,
    /// The language of text for people.
    pub(crate) language: Language,
    /// The language that was asked for, if any was.
    pub(crate) named_language: Option<Language>,
    color: When,
}

impl Session {
    /// Finds the index.
    pub(crate) fn new(global: &Global) -> anyhow::Result<Session> {
        let index = location::find(global.index.as_deref())?;
        let threads = match global.threads {
            Some(threads) => threads,
            None => std::thread::available_parallelism().map_or(1, usize::from),
        };
        if !(1..=1024).contains(&threads) {
            return Err(Failure::usage(format!("--threads must be between 1 and 1024, got {threads}")));
        }
        Ok(Session {
            quiet: global.quiet,
            verbose: global.verbose,
            color: global.color.unwrap_or(When::Auto),
            language: language::chosen(global.lang),
            named_language: language::named(global.lang),
            threads,
            index,
        })
    }

    /// Returns the settings of a run that says nothing besides its results.
    pub(crate) fn quietly(&self) -> Session {
        Session { quiet: true, ..self.clone() }
    }

    /// Returns the index, or fails without one.
    pub(crate) fn expect_index(&self) -> anyhow::Result<&Path> {
        location::expect(self.index.as_deref(), None)
    }

    /// Returns the index. Without one it fails, with `else_do` as the advice.
    pub(crate) fn expect_index_or(&self, else_do: &str) -> anyhow::Result<&Path> {
        location::expect(self.index.as_deref(), Some(else_do))
    }

    /// Builds the thread pool.
    pub(crate) fn pool(&self) -> anyhow::Result<rayon::ThreadPool> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build();
        pool.map_err(|error| {
            let (count, why) = (self.threads, system_reason(&std::io::Error::other(error)));
            Failure::index(format!("cannot start {count} threads: {why}; ask for fewer with --threads"))
        })
    }

    /// Returns whether to write color escape sequences to standard output.
    pub(crate) fn color(&self, to_file: bool) -> bool {
        match self.color {
            When::Always => true,
            When::Never => false,
            When::Auto => {
                let no_color = std::env::var_os("NO_COLOR").unwrap_or_default();
                let is_dumb = std::env::var_os("TERM") == Some("dumb".into());
                !to_file && std::io::stdout().is_terminal() && no_color.is_empty() && !is_dumb
            }
        }
    }

    /// Returns the style of a text report.
    pub(crate) fn style(&self, uncounted: bool, to_file: bool) -> PlainStyle {
        let is_terminal = !to_file && std::io::stdout().is_terminal();
        let width = is_terminal.then(terminal_cols).flatten().unwrap_or(80);
        PlainStyle {
            width_cols: width.clamp(40, 120),
            color: self.color(to_file),
            uncounted,
            whole: self.verbose,
            language: self.language,
        }
    }

    /// Reports the inputs that were skipped: by name with `--verbose`, else by count.
    pub(crate) fn skipped(&self, skipped: &[Skipped]) -> SkippedReport {
        report_skipped(skipped, if self.verbose { Naming::Named } else { Naming::Counted })
    }

    /// Returns the options for reading inputs.
    pub(crate) fn read_options(&self, given: &Reading) -> anyhow::Result<ReadOptions> {
        let defaults = ReadOptions::default();
        Ok(ReadOptions {
            fields: fields(given)?,
            input_format: given.input_format.map(InputFormat::from),
            globs: given.glob.clone(),
            hidden: given.hidden,
            ignore_files: !given.no_ignore,
            follow_links: given.follow,
            encoding: given.encoding.as_deref().map(str::parse).transpose()?,
            markup: defaults.markup,
            dates_from_names: given.dates_from_names,
            max_bytes: given.max_bytes.unwrap_or(defaults.max_bytes),
            #[cfg(feature = "papers")]
            papers: crate::papers::elsewhere(),
            #[cfg(not(feature = "papers"))]
            papers: defaults.papers,
        })
    }

    /// Returns the given settings of a detector that counts, with the phrases of their file.
    pub(crate) fn counting_config(&self, given: &Detection, counting: &Counting) -> anyhow::Result<Config> {
        let phrases = match counting.phrases.as_deref() {
            None => vec![],
            Some(file) => read_list("--phrases", file)?.lines().map(str::to_owned).collect(),
        };
        Ok(Config { exclude: counting.excluded(), phrases, ..self.config(given)? })
    }

    /// Returns the given settings of a detector. Those that are not given are a library's, else the defaults.
    pub(crate) fn config(&self, given: &Detection) -> anyhow::Result<Config> {
        let profile = match (given.profile, &given.features) {
            (_, Some(_)) | (None, None) => None,
            (Some(ProfileName::Robust), None) => Some(Profile::Robust),
            (Some(ProfileName::Paper), None) => Some(Profile::Paper),
        };
        let skip = match given.skip.as_deref() {
            None => None,
            Some(word) if config::is_word(word) && word == Path::new("none") => Some(Skip::None),
            Some(word) if config::is_word(word) => Some(Skip::Articles),
            Some(file) => Some(Skip::Words(Ranking::from_list(&read_list("--skip", file)?))),
        };
        let antecedents = match given.idf.as_deref() {
            None => None,
            Some(file) => Some(Ranking::from_list(&read_list("--idf", file)?)),
        };
        let dictionary = match given.words.as_deref() {
            None => Dictionary::default(),
            Some(file) => Dictionary::with_words(&read_list("--words", file)?)
                .map_err(|error| anyhow::Error::from(error).context(format!("--words {file:?}")))?,
        };
        let defaults = Config::default();
        Ok(Config {
            profile,
            features: given.features.as_deref().map(str::parse).transpose()?,
            skip,
            han: given.zh_tokens.map(Han::from),
            antecedents,
            dictionary,
            min_jaccard: given.min_jaccard.unwrap_or(defaults.min_jaccard),
            reworded: given.reworded.map_or(defaults.reworded, Reworded::from),
            ..defaults
        })
    }

    /// Returns the format of results: the one that was asked for, else the one that the name of the file promises.
    pub(crate) fn format(&self, given: &Listing) -> Format {
        let by_name = given.output.as_deref().and_then(format_of_name);
        given.format.or(by_name).unwrap_or_default()
    }

    /// Returns the limit of `--fail-over`, a share between 0 and 1.
    pub(crate) fn fail_over(&self, given: &Reporting) -> anyhow::Result<Option<f64>> {
        given.fail_over.as_ref().map(|text| share("--fail-over", text)).transpose()
    }
}

impl From<InputFormatName> for InputFormat {
    fn from(name: InputFormatName) -> InputFormat {
        match name {
            InputFormatName::Text => InputFormat::Text,
            InputFormatName::Markdown => InputFormat::Markdown,
            InputFormatName::Html => InputFormat::Html,
            InputFormatName::Jsonl => InputFormat::Jsonl,
        }
    }
}

impl From<HanName> for Han {
    fn from(name: HanName) -> Han {
        match name {
            HanName::Word => Han::Words,
            HanName::Char => Han::Characters,
        }
    }
}

impl From<RewordedName> for Reworded {
    fn from(name: RewordedName) -> Reworded {
        match name {
            RewordedName::Pairs => Reworded::Pairs,
            RewordedName::Always => Reworded::Always,
            RewordedName::Never => Reworded::Never,
        }
    }
}

/// Returns the names of the fields in records.
fn fields(given: &Reading) -> anyhow::Result<FieldMap> {
    let names = FieldMap::default();
    Ok(FieldMap {
        id: field("--field-id", given.field_id.as_deref(), names.id)?,
        title: field("--field-title", given.field_title.as_deref(), names.title)?,
        text: field("--field-text", given.field_text.as_deref(), names.text)?,
        author: field("--field-author", given.field_author.as_deref(), names.author)?,
        date: field("--field-date", given.field_date.as_deref(), names.date)?,
        url: field("--field-url", given.field_url.as_deref(), names.url)?,
        category: field("--field-category", given.field_category.as_deref(), names.category)?,
    })
}

fn field(flag: &str, given: Option<&str>, default: String) -> anyhow::Result<String> {
    match given {
        None => Ok(default),
        Some("") => Err(Failure::usage(format!("{flag} must name a field, got \"\""))),
        Some(name) => Ok(name.to_owned()),
    }
}

/// Parses a percentage of a flag into a share between 0 and 1. A number below 1 may be meant as a share, so that it needs
/// its sign.
pub(crate) fn share(flag: &str, text: &str) -> anyhow::Result<f64> {
    let digits = text.strip_suffix('%').unwrap_or(text).trim();
    match digits.parse::<f64>() {
        Ok(number) if 0.0 < number && number < 1.0 && !text.ends_with('%') => {
            let percent = (number * 1e8).round() / 1e6;
            Err(Failure::usage(format!(
                "{flag} {text}: did you mean {percent}%? write {percent}% or {digits}%"
            )))
        }
        Ok(number @ 0.0..=100.0) => Ok(number / 100.0),
        _ => Err(Failure::usage(format!("{flag} must be between 0% and 100%, got \"{text}\""))),
    }
}

fn read_list(flag: &str, file: &Path) -> anyhow::Result<String> {
    crate::protected::protect(file);
    std::fs::read_to_string(file)
        .map_err(|error| Failure::usage(format!("{flag}: cannot read {file:?}: {}", list_reason(&error))))
}

fn list_reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::InvalidData => "it is not UTF-8; save it as UTF-8".to_owned(),
        _ => system_reason(error),
    }
}

/// Returns the width of the terminal in columns, from the shell's `COLUMNS`, else from the terminal itself.
pub(crate) fn terminal_cols() -> Option<usize> {
    let columns = match std::env::var("COLUMNS").unwrap_or_default().parse() {
        Ok(columns) => columns,
        Err(_) => usize::from(ratatui::crossterm::terminal::size().ok()?.0),
    };
    (columns > 0).then_some(columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentage_below_one_needs_its_sign() {
        let of = |text| share("--fail-over", text).map_err(|error| error.to_string());
        for (text, expected) in
            [("20%", 0.2), ("20", 0.2), ("0.2%", 0.002), ("1", 0.01), ("0", 0.0), ("0.0", 0.0), ("100", 1.0)]
        {
            assert_eq!(of(text), Ok(expected), "{text}");
        }
        assert_eq!(of("0.2").unwrap_err(), "--fail-over 0.2: did you mean 20%? write 20% or 0.2%");
        assert_eq!(of(".07").unwrap_err(), "--fail-over .07: did you mean 7%? write 7% or .07%");
        for text in ["-1", "101", "x", "", "%", "NaN"] {
            assert!(of(text).unwrap_err().contains("must be between 0% and 100%"), "{text}");
        }
    }
}
