//! The program's wording of library errors: settings become flags, and kinds of errors become advice.
//!
//! The library knows neither flags nor commands: its errors name settings. Only this module turns settings into flags.

use std::error::Error as StdError;
use std::io;

use ibid::{Error, system_reason};
use ibid_index::Error as IndexError;

use crate::exit;
use crate::render::CHECK;
use crate::text_report::Unread;

/// The advice for a build that lacks a feature.
pub(crate) const INSTALL: &str = "install it with `cargo install --path cli --features full`";

/// Returns the message of one error, without its causes.
pub(crate) fn in_words(error: &(dyn StdError + 'static)) -> String {
    if let Some(error) = error.downcast_ref::<Error>() {
        return of_library(error);
    }
    if let Some(error) = error.downcast_ref::<IndexError>() {
        return of_index(error);
    }
    match error.downcast_ref::<io::Error>() {
        Some(error) => system_reason(error),
        None => error.to_string(),
    }
}

/// Returns the input that could not be read, with the reason in the language of messages; none for another error.
pub(crate) fn unread(error: &Error) -> Option<Unread> {
    let (Error::Unreadable { path, .. } | Error::BrokenOff { path, .. } | Error::NotBuilt { path, .. }) =
        error
    else {
        return None;
    };
    let path = path.display().to_string();
    let said = of_library(error);
    let why = said.strip_prefix(&format!("cannot read \"{path}\": ")).unwrap_or(&said);
    Some(Unread { why: exit::in_language(why), path })
}

fn of_library(error: &Error) -> String {
    match error {
        Error::Setting { setting, why } => format!("{} {why}", flag(setting)),
        Error::Unreadable { path, why, setting: Some(setting) } => {
            format!("{} with {}", Error::unreadable(path, why), flag(setting))
        }
        Error::NotBuilt { .. } => format!("{error}; {INSTALL}"),
        Error::LongQuotation(_) => format!("{error} with `{}`", CHECK),
        Error::Index(error) => of_index(error),
        error => error.to_string(),
    }
}

fn of_index(error: &IndexError) -> String {
    let advice = match error {
        IndexError::NotIndex(_) => "; name an index, or make one with `ibid add`",
        IndexError::Suspect { .. } => "; `ibid info --verify` says whether it is damaged",
        IndexError::Payload(_) => "; `ibid info --verify` says which file of the index is damaged",
        IndexError::OtherFacts { .. } => ": run `ibid rebuild`",
        _ => "",
    };
    format!("{error}{advice}")
}

/// Returns the flag that gives a setting of the library.
fn flag(setting: &str) -> String {
    match setting.split_once('.') {
        Some(("fields", field)) => format!("--field-{field}"),
        _ if setting == "antecedents" => "--idf".to_owned(),
        _ => format!("--{}", setting.replace('_', "-")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_go_by_their_flags() {
        let setting = |setting| Error::Setting { setting, why: "is wrong".into() };
        for (name, said) in [
            ("min_jaccard", "--min-jaccard is wrong"),
            ("antecedents", "--idf is wrong"),
            ("skip", "--skip is wrong"),
        ] {
            assert_eq!(in_words(&setting(name)), said);
        }
        for (name, said) in [("fields.text", "--field-text"), ("max_bytes", "--max-bytes")] {
            let error = Error::Unreadable { path: "a".into(), why: "mend it".into(), setting: Some(name) };
            assert_eq!(in_words(&error), format!("cannot read \"a\": mend it with {said}"));
        }
        assert_eq!(in_words(&Error::unreadable("a", "no")), "cannot read \"a\": no");
    }

    #[test]
    fn an_index_comes_with_advice_however_it_is_wrapped() {
        let suspect = || IndexError::Suspect { dir: "x".into(), why: "y".into() };
        let said = "the index \"x\" cannot be read: y; `ibid info --verify` says whether it is damaged";
        assert_eq!(in_words(&suspect()), said);
        assert_eq!(in_words(&Error::Index(suspect())), said);
        let foreign = IndexError::OtherFacts { dir: "x".into(), then: "a".into(), now: "b".into() };
        assert!(in_words(&foreign).ends_with("now it is b: run `ibid rebuild`"));
    }
}
