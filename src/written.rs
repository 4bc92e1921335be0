//! The notation of a name and its settings: `low-idf-sig:n=500,c=3`, `simhash:of=words,distance=3`.
//!
//! In: a text. Out: the name, and each setting behind it with its value. The caller decides which names and values are
//! allowed. `O(n²)` for n settings, which are few.

use std::fmt;

/// A setting and its value.
pub(crate) type Setting<'t> = (&'t str, &'t str);

/// An error in the notation of settings.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Fault<'t> {
    /// A part without an equals sign.
    NoValue(&'t str),
    /// A setting given twice.
    Twice(Twice<'t>),
}

/// A setting given twice.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Twice<'t> {
    text: &'t str,
    setting: &'t str,
}

impl fmt::Display for Twice<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} has {} twice", self.text, self.setting)
    }
}

/// Splits a text into the name at its beginning and the settings behind a colon.
pub(crate) fn parse(text: &str) -> (&str, Result<Vec<Setting<'_>>, Fault<'_>>) {
    match text.split_once(':') {
        None => (text, Ok(vec![])),
        Some((name, written)) => (name, settings(text, written)),
    }
}

fn settings<'t>(text: &'t str, written: &'t str) -> Result<Vec<Setting<'t>>, Fault<'t>> {
    let mut settings: Vec<Setting> = vec![];
    for part in written.split(',') {
        let (setting, value) = part.split_once('=').ok_or(Fault::NoValue(part))?;
        if settings.iter().any(|(given, _)| *given == setting) {
            return Err(Fault::Twice(Twice { text, setting }));
        }
        settings.push((setting, value));
    }
    Ok(settings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_have_names_and_values() {
        for (text, name, settings) in [
            ("it", "it", &[][..]),
            ("it:n=3", "it", &[("n", "3")]),
            ("it:n=3,of=a:b=c", "it", &[("n", "3"), ("of", "a:b=c")]),
            ("it:n=", "it", &[("n", "")]),
        ] {
            assert_eq!(parse(text), (name, Ok(settings.to_vec())), "{text}");
        }
    }

    #[test]
    fn what_has_no_value_or_is_given_twice_is_named() {
        for (text, part) in [("it:", ""), ("it:n", "n"), ("it:n=3,", ""), ("it:n=3,,of=b", "")] {
            assert_eq!(parse(text), ("it", Err(Fault::NoValue(part))), "{text}");
        }
        let (_, Err(Fault::Twice(twice))) = parse("it:n=3,of=a,n=4") else { panic!() };
        assert_eq!(twice.to_string(), "it:n=3,of=a,n=4 has n twice");
    }
}
