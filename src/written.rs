//! The notation of a name and its settings: `low-idf-sig:n=500,c=3`, `simhash:of=words,distance=3`.
//!
//! In: a text. Out: the name, and each setting behind it with its value. The caller decides which names and values are
//! allowed. `O(n²)` for n settings, which are few.

/// The settings, each with its value, in the order in which they are written.
type Settings<'t> = Result<Vec<(&'t str, &'t str)>, Fault<'t>>;

/// An error in the notation of settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault<'t> {
    /// A part without an equals sign.
    NoValue(&'t str),
    /// A setting given twice.
    Twice(&'t str),
}

/// Splits a text into the name at its beginning and the settings behind a colon.
pub fn parse(text: &str) -> (&str, Settings<'_>) {
    match text.split_once(':') {
        None => (text, Ok(vec![])),
        Some((name, written)) => (name, settings(written)),
    }
}

fn settings(written: &str) -> Settings<'_> {
    let mut settings: Vec<(&str, &str)> = vec![];
    for part in written.split(',') {
        let (setting, value) = part.split_once('=').ok_or(Fault::NoValue(part))?;
        if settings.iter().any(|(given, _)| *given == setting) {
            return Err(Fault::Twice(setting));
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
        assert_eq!(parse("it:n=3,of=a,n=4"), ("it", Err(Fault::Twice("n"))));
    }
}
