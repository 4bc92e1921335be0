//! The settings that decide the features of a library, as its index stores them.
//!
//! In: a [`Config`], or the header of an index. Out: the other. The facts of a header decide whether an index can be
//! used; the settings tell a later run what the first one asked for.

use ibid_index::Header;

use crate::detect::{Config, Detector, Profile};
use crate::error::Result;
use crate::feature::Skip;
use crate::tokenize::Han;

/// Returns the header of an index that this detector makes.
pub(super) fn header(detector: &Detector) -> Header {
    let config = detector.config();
    let profile = match config.profile() {
        Profile::Robust => "robust",
        Profile::Paper => "paper",
    };
    let tokens = match config.han() {
        Han::Words => "word",
        Han::Characters => "char",
    };
    let skip = match config.skip() {
        Skip::None => "none",
        Skip::Articles => "articles",
        Skip::Words(_) => "a list",
    };
    let mut settings = vec![];
    for (name, word) in [("profile", profile), ("zh_tokens", tokens), ("skip", skip)] {
        settings.push((name, word.to_owned()));
    }
    if let Some(method) = &config.features {
        settings.push(("features", method.to_string()));
    }
    Header::new(detector.facts()).with_settings(settings)
}

/// Makes the detector of an index with these settings. Those that are not given are the index's.
///
/// # Errors
/// [`crate::Error::Setting`] for wrong settings.
pub(super) fn detector(given: Config, header: &Header) -> Result<Detector> {
    // A given setting may conflict with one of the index. The facts then differ, and the error names them.
    match Detector::new(given.clone().over(config(header))) {
        Ok(detector) => Ok(detector),
        Err(_) => Detector::new(given),
    }
}

/// Returns the settings that an index stores. Values that this version does not know count as not stored; the facts
/// then differ, and the error names them.
fn config(header: &Header) -> Config {
    let setting = |name| header.settings.get(name).map(String::as_str);
    Config {
        profile: (setting("profile") == Some("paper")).then_some(Profile::Paper),
        features: setting("features").and_then(|text| text.parse().ok()),
        han: (setting("zh_tokens") == Some("char")).then_some(Han::Characters),
        skip: (setting("skip") == Some("articles")).then_some(Skip::Articles),
        ..Config::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_come_back_unless_others_are_given() {
        let stored = |given: Config| header(&Detector::new(given).unwrap());
        let paper = stored(Config {
            profile: Some(Profile::Paper),
            han: Some(Han::Characters),
            skip: Some(Skip::Articles),
            ..Config::default()
        });
        let back = |given: Config| header(&detector(given, &paper).unwrap());
        assert_eq!(back(Config::default()), paper);
        assert_eq!(back(Config { min_jaccard: 0.5, ..Config::default() }), paper);
        let robust = back(Config { profile: Some(Profile::Robust), ..Config::default() });
        assert_eq!(robust.settings["profile"], "robust");
        assert_eq!(robust.settings["zh_tokens"], "char");
    }
}
