//! The language of text for people: the one that was asked for, else that of the locale.

use std::ffi::OsString;

use clap::ValueEnum;

use crate::args::LangName;
use crate::exit::Failure;
use crate::render::Language;

/// Returns the language of this name; without a name, that of the locale.
pub(crate) fn chosen(name: Option<LangName>) -> Language {
    match named(name) {
        Some(language) => language,
        None => Language::of_locale(&locale(|name| std::env::var(name).ok())),
    }
}

/// Returns the language that was asked for by name.
pub(crate) fn named(name: Option<LangName>) -> Option<Language> {
    match name? {
        LangName::En => Some(Language::English),
        LangName::Zh => Some(Language::Chinese),
        LangName::Auto => None,
    }
}

/// Returns the locale of messages, as POSIX defines it: the first of these variables that is set.
fn locale(variable: impl Fn(&str) -> Option<String>) -> String {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"];
    names.into_iter().filter_map(variable).find(|value| !value.is_empty()).unwrap_or_default()
}

/// Returns the language that the arguments ask for. It is found before they are parsed, since the help depends on it.
///
/// # Errors
/// There is no language of that name.
pub(crate) fn asked_for(arguments: impl IntoIterator<Item = OsString>) -> anyhow::Result<Option<LangName>> {
    let mut arguments = arguments.into_iter();
    let mut asked = None;
    while let Some(argument) = arguments.next() {
        if argument == "--" {
            break;
        }
        let argument = argument.to_string_lossy();
        let name = match argument.strip_prefix("--lang") {
            // A missing value is reported when the arguments are parsed.
            Some("") => arguments.next().map(|name| name.to_string_lossy().into_owned()),
            Some(rest) => rest.strip_prefix('=').map(str::to_owned),
            None => None,
        };
        let Some(name) = name else { continue };
        match LangName::from_str(&name, false) {
            Ok(name) => asked = Some(name),
            Err(_) => {
                return Err(Failure::usage(format!("--lang must be auto, en or zh, got {name:?}")));
            }
        }
    }
    Ok(asked)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(line: &str) -> Result<Option<LangName>, String> {
        asked_for(line.split(' ').map(OsString::from)).map_err(|error| error.to_string())
    }

    #[test]
    fn a_language_is_asked_for_anywhere_before_the_end_of_options() {
        assert_eq!(asked("check a --lang zh"), Ok(Some(LangName::Zh)));
        assert_eq!(asked("--lang=en check a"), Ok(Some(LangName::En)));
        assert_eq!(asked("check a --language x"), Ok(None));
        assert_eq!(asked("check --lang"), Ok(None));
        assert_eq!(asked("remove -- --lang fr"), Ok(None));
        assert_eq!(asked("check --lang fr").unwrap_err(), "--lang must be auto, en or zh, got \"fr\"");
        assert_eq!(asked("check --lang=").unwrap_err(), "--lang must be auto, en or zh, got \"\"");
    }

    #[test]
    fn the_first_variable_that_is_set_decides() {
        let of = |set: &[(&str, &str)]| {
            locale(|name| Some(set.iter().find(|(known, _)| *known == name)?.1.to_owned()))
        };
        assert_eq!(of(&[("LANG", "zh_CN.UTF-8")]), "zh_CN.UTF-8");
        assert_eq!(of(&[("LC_ALL", ""), ("LC_MESSAGES", "en_US"), ("LANG", "zh_CN")]), "en_US");
        assert_eq!(of(&[("LC_ALL", "C"), ("LANG", "zh_CN")]), "C");
        assert_eq!(of(&[]), "");
    }
}
