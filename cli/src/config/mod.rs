//! The config file: settings under the names of the flags. A flag that is given wins.
//!
//! - `wording`: what a setting has to be, and what is said of one that is not

mod wording;

use std::path::{Path, PathBuf};

use ibid::system_reason;
use serde::Deserialize;

use crate::args::{Format, HanName, InputFormatName, LangName, ProfileName, RewordedName, When};
use crate::exit::Failure;
use crate::protected::protect;

/// Its name beside the index.
pub(crate) const FILE: &str = "ibid.toml";

/// What a config file may say.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct ConfigFile {
    pub(crate) quiet: bool,
    pub(crate) verbose: bool,
    pub(crate) color: Option<When>,
    pub(crate) lang: Option<LangName>,
    pub(crate) threads: Option<usize>,
    pub(crate) encoding: Option<String>,
    pub(crate) input_format: Option<InputFormatName>,
    pub(crate) glob: Vec<String>,
    pub(crate) hidden: bool,
    pub(crate) no_ignore: bool,
    pub(crate) follow: bool,
    pub(crate) dates_from_names: bool,
    pub(crate) max_bytes: Option<u64>,
    pub(crate) field_id: Option<String>,
    pub(crate) field_title: Option<String>,
    pub(crate) field_text: Option<String>,
    pub(crate) field_author: Option<String>,
    pub(crate) field_date: Option<String>,
    pub(crate) field_url: Option<String>,
    pub(crate) field_category: Option<String>,
    pub(crate) profile: Option<ProfileName>,
    pub(crate) features: Option<String>,
    pub(crate) idf: Option<PathBuf>,
    pub(crate) skip: Option<PathBuf>,
    pub(crate) words: Option<PathBuf>,
    pub(crate) zh_tokens: Option<HanName>,
    pub(crate) min_jaccard: Option<f64>,
    pub(crate) reworded: Option<RewordedName>,
    pub(crate) exclude: Vec<String>,
    pub(crate) include: Vec<String>,
    pub(crate) format: Option<Format>,
    pub(crate) commonplaces: bool,
    pub(crate) no_text: bool,
    pub(crate) fail_over: Option<String>,
    pub(crate) commit_every: Option<u64>,
}

impl ConfigFile {
    /// Reads the file that was named, else the one beside the index, else none.
    pub(crate) fn find(named: Option<&Path>, index: Option<&Path>) -> anyhow::Result<ConfigFile> {
        let beside = || index.and_then(Path::parent).map(|folder| folder.join(FILE)).filter(|p| p.is_file());
        match named.map(Path::to_owned).or_else(beside) {
            Some(path) => ConfigFile::read(&path),
            None => Ok(ConfigFile::default()),
        }
    }

    fn read(path: &Path) -> anyhow::Result<ConfigFile> {
        let cannot = |why: String| Failure::usage(format!("cannot read the config file {path:?}: {why}"));
        protect(path);
        let bytes = std::fs::read(path).map_err(|error| cannot(system_reason(&error)))?;
        let text = String::from_utf8(bytes).map_err(|error| {
            cannot(format!("invalid UTF-8 at byte {}; save it as UTF-8", error.utf8_error().valid_up_to()))
        })?;
        let mut config = ConfigFile::parse(&text)
            .map_err(|why| Failure::usage(format!("the config file {path:?} is wrong: {why}")))?;
        if config.profile.is_some() && config.features.is_some() {
            return Err(Failure::usage(format!(
                "the config file {path:?} names both a profile and features; leave one of them out"
            )));
        }
        // Files are meant from where the config file lies.
        let folder = path.parent().unwrap_or(Path::new(""));
        let skip = config.skip.as_mut().filter(|skip| !is_word(skip));
        for file in config.idf.iter_mut().chain(config.words.as_mut()).chain(skip) {
            *file = folder.join(&*file);
        }
        Ok(config)
    }

    fn parse(text: &str) -> Result<ConfigFile, String> {
        wording::check(text)?;
        // What was checked has the right form.
        toml::from_str(text).map_err(|error| error.message().to_owned())
    }
}

/// Whether `--skip` names no file.
pub(crate) fn is_word(skip: &Path) -> bool {
    skip == Path::new("none") || skip == Path::new("articles")
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, ValueEnum};

    use super::*;
    use crate::args::Arguments;

    fn fails(text: &str, expected: &str) {
        assert_eq!(ConfigFile::parse(text).unwrap_err(), expected, "{text}");
    }

    #[test]
    fn an_error_names_the_line_the_setting_and_what_it_has_to_be() {
        fails(
            "threads = 2\nprofil = \"paper\"\n",
            "line 2: there is no setting \"profil\"; did you mean \"profile\"?",
        );
        fails(
            "[check]\nthreads = 2",
            "line 1: there is no setting \"check\"; the settings have the names of the flags, which `ibid check --help` lists",
        );
        fails("profile = \"none\"", "line 1: profile must be one of \"robust\", \"paper\", is \"none\"");
        fails("\nthreads = \"many\"", "line 2: threads must be a whole number, is \"many\"");
        fails("threads = -1", "line 1: threads must be a whole number, is -1");
        fails("max-bytes = 1e9", "line 1: max-bytes must be a whole number, is 1e9");
        fails("quiet = 1", "line 1: quiet must be true or false, is 1");
        fails("encoding = true", "line 1: encoding must be a text in quotation marks, is true");
        fails("glob = \"*.log\"", "line 1: glob must be a list of texts, such as [\"*.log\"], is \"*.log\"");
        fails("glob = [1]", "line 1: glob must be a list of texts, such as [\"*.log\"], is a list");
        fails("min-jaccard = 2020-01-01", "line 1: min-jaccard must be a number, is a date");
        fails(
            "profile = robust",
            "line 1: it is not TOML: string values must be quoted, expected literal string",
        );
        for text in ["profile =", "a = [", "= 1", "threads 4", "threads = 1\nthreads = 2"] {
            assert!(ConfigFile::parse(text).unwrap_err().contains("it is not TOML: "), "{text}");
        }
    }

    #[test]
    fn every_setting_is_one_of_the_program_and_a_flag() {
        let command = Arguments::command();
        let flags: Vec<&str> = std::iter::once(&command)
            .chain(command.get_subcommands())
            .flat_map(|command| command.get_arguments().filter_map(|argument| argument.get_long()))
            .collect();
        let unknown = toml::from_str::<ConfigFile>("x = 1").unwrap_err();
        let known: Vec<&str> = unknown.message().split('`').skip(3).step_by(2).collect();
        assert_eq!(wording::names().collect::<Vec<_>>(), known);
        for name in known {
            assert!(flags.contains(&name), "{name}");
        }
    }

    #[test]
    fn what_may_be_chosen_is_what_can_be_chosen() {
        for (name, values) in [
            ("color", When::value_variants().len()),
            ("lang", LangName::value_variants().len()),
            ("input-format", InputFormatName::value_variants().len()),
            ("profile", ProfileName::value_variants().len()),
            ("zh-tokens", HanName::value_variants().len()),
            ("reworded", RewordedName::value_variants().len()),
            ("format", Format::value_variants().len()),
        ] {
            let error = ConfigFile::parse(&format!("{name} = ''")).unwrap_err();
            let listed: Vec<&str> =
                error.split('"').skip(1).step_by(2).filter(|name| !name.is_empty()).collect();
            assert_eq!(listed.len(), values, "{name}");
            for value in listed {
                ConfigFile::parse(&format!("{name} = '{value}'")).unwrap();
            }
        }
    }
}
