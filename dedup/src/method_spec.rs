//! Settings as a user writes them: `simhash:of=words,distance=3`.
//!
//! In: a text. Out: the value of each setting. An error for a setting that is unknown or out of range lists the
//! settings that may be written.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use ibid::written::{self, Fault};
use ibid::{Error, Result};

/// A name and settings, written `name:key=value,key=value`. Settings are taken out one by one.
#[derive(Clone, Debug)]
pub(crate) struct MethodSpec<'t> {
    /// The name, which stands before the colon.
    pub(crate) name: &'t str,
    settings: Vec<(&'t str, &'t str)>,
    /// The settings that may be written, for error messages.
    help: &'static str,
}

impl<'t> MethodSpec<'t> {
    /// Cuts a text into a name and settings.
    ///
    /// # Errors
    /// [`Error::Request`] for a setting without an equals sign, and for one that is given twice.
    pub(crate) fn parse(text: &'t str, help: &'static str) -> Result<MethodSpec<'t>> {
        let (name, settings) = written::parse(text);
        let named = MethodSpec { name, settings: vec![], help };
        match settings {
            Ok(settings) => Ok(MethodSpec { settings, ..named }),
            Err(Fault::NoValue(part)) => Err(named.no_setting(part)),
            Err(Fault::Twice(setting)) => Err(named.wrong(format_args!("{text} has {setting} twice"))),
        }
    }

    /// Makes an error that ends with the settings that may be written.
    pub(crate) fn wrong(&self, what: impl Display) -> Error {
        Error::Request(format!("{what}; write {}", self.help))
    }

    fn no_setting(&self, setting: &str) -> Error {
        self.wrong(format_args!("{} has no setting \"{setting}\"", self.name))
    }

    fn take(&mut self, key: &str) -> Option<&'t str> {
        let at = self.settings.iter().position(|(name, _)| *name == key)?;
        let (_, value) = self.settings.remove(at);
        Some(value)
    }

    /// Takes a whole number within a range.
    pub(crate) fn whole(&mut self, key: &str, range: RangeInclusive<u32>) -> Result<Option<u32>> {
        self.number(key, range, "a whole number")
    }

    /// Takes a number within a range.
    pub(crate) fn share(&mut self, key: &str, range: RangeInclusive<f64>) -> Result<Option<f64>> {
        self.number(key, range, "a number")
    }

    /// Takes a whole number within a range, or nothing for `all`.
    pub(crate) fn whole_or_all(
        &mut self,
        key: &str,
        range: RangeInclusive<u32>,
    ) -> Result<Option<Option<u32>>> {
        if self.settings.contains(&(key, "all")) {
            self.take(key);
            return Ok(Some(None));
        }
        Ok(self.number(key, range, "all or a whole number")?.map(Some))
    }

    fn number<N: FromStr + PartialOrd + Display>(
        &mut self,
        key: &str,
        range: RangeInclusive<N>,
        kind: &str,
    ) -> Result<Option<N>> {
        let Some(value) = self.take(key) else { return Ok(None) };
        match value.parse() {
            Ok(number) if range.contains(&number) => Ok(Some(number)),
            _ => {
                let (least, most) = range.into_inner();
                Err(self.wrong(format_args!("\"{key}={value}\" must be {kind} from {least} to {most}")))
            }
        }
    }

    /// Takes one of several names.
    pub(crate) fn one_of<T: Copy>(&mut self, key: &str, names: &[(&str, T)]) -> Result<Option<T>> {
        let Some(value) = self.take(key) else { return Ok(None) };
        for (name, named) in names {
            if *name == value {
                return Ok(Some(*named));
            }
        }
        let names: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
        Err(self.wrong(format_args!("\"{key}={value}\" must be {}", names.join(" or "))))
    }

    /// Checks that all settings were taken.
    ///
    /// # Errors
    /// [`Error::Request`] for the first setting that was not taken.
    pub(crate) fn end(self) -> Result<()> {
        match self.settings.first() {
            Some((key, value)) => Err(self.no_setting(&format!("{key}={value}"))),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HELP: &str = "it:n=3,of=a or it:of=b";

    fn parse(text: &str) -> Result<(Option<u32>, Option<f64>, Option<bool>)> {
        let mut spec = MethodSpec::parse(text, HELP)?;
        let names = [("a", true), ("b", false)];
        let all = (spec.whole("n", 1..=9)?, spec.share("min", 0.0..=1.0)?, spec.one_of("of", &names)?);
        spec.end().map(|()| all)
    }

    #[test]
    fn values_are_taken() {
        assert_eq!(parse("it").unwrap(), (None, None, None));
        assert_eq!(parse("it:n=4,of=b,min=.5").unwrap(), (Some(4), Some(0.5), Some(false)));
        let keep = |text| MethodSpec::parse(text, HELP).unwrap().whole_or_all("keep", 2..=9);
        assert_eq!(keep("it:keep=all").unwrap(), Some(None));
        assert_eq!((keep("it:keep=4").unwrap(), keep("it").unwrap()), (Some(Some(4)), None));
        let error = keep("it:keep=1").unwrap_err().to_string();
        assert!(error.starts_with("\"keep=1\" must be all or a whole number from 2 to 9"), "{error}");
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, error) in [
            ("it:n=0", "\"n=0\" must be a whole number from 1 to 9"),
            ("it:n=x", "\"n=x\" must be a whole number from 1 to 9"),
            ("it:min=NaN", "\"min=NaN\" must be a number from 0 to 1"),
            ("it:of=c", "\"of=c\" must be a or b"),
            ("it:m=1", "it has no setting \"m=1\""),
            ("it:n", "it has no setting \"n\""),
            ("it:n=3,n=4", "it:n=3,n=4 has n twice"),
            ("it:n=3,", "it has no setting \"\""),
        ] {
            assert_eq!(parse(text).unwrap_err().to_string(), format!("{error}; write {HELP}"), "{text}");
        }
    }
}
