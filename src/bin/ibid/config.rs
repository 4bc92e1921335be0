//! The config file: settings under the names of the flags. A flag that is given wins.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::args::{Format, HanName, ProfileName, RewordedName, When};
use crate::exit::Failure;

/// Its name beside the index.
pub(crate) const FILE: &str = "ibid.toml";

/// What a config file may say.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct ConfigFile {
    pub(crate) quiet: bool,
    pub(crate) verbose: bool,
    pub(crate) color: Option<When>,
    pub(crate) threads: Option<usize>,
    pub(crate) encoding: Option<String>,
    pub(crate) glob: Vec<String>,
    pub(crate) hidden: bool,
    pub(crate) no_ignore: bool,
    pub(crate) follow: bool,
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
        let text = std::fs::read_to_string(path)
            .map_err(|error| Failure::usage(format!("cannot read the config file {path:?}: {error}")))?;
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
        toml::from_str(text).map_err(|error| {
            let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or("");
            let line = before.matches('\n').count() + 1;
            let why = error.message().replace('\n', " ").replace("unknown field", "unknown setting");
            format!("line {line}: {why}")
        })
    }
}

/// Whether `--skip` names no file.
pub(crate) fn is_word(skip: &Path) -> bool {
    skip == Path::new("none") || skip == Path::new("articles")
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::args::Arguments;

    #[test]
    fn names_the_key_that_is_unknown() {
        let error = ConfigFile::parse("threads = 2\nprofil = \"paper\"\n").unwrap_err();
        assert!(error.starts_with("line 2: unknown setting `profil`, expected one of"), "{error}");
        assert!(ConfigFile::parse("profile = \"none\"").unwrap_err().contains("none"));
    }

    #[test]
    fn every_name_is_a_flag() {
        let error = ConfigFile::parse("x = 1").unwrap_err();
        let command = Arguments::command();
        let flags: Vec<&str> = std::iter::once(&command)
            .chain(command.get_subcommands())
            .flat_map(|command| command.get_arguments().filter_map(|argument| argument.get_long()))
            .collect();
        for name in error.split('`').skip(3).step_by(2) {
            assert!(flags.contains(&name), "{name}");
        }
    }
}
