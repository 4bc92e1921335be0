//! [`Method`]: a feature by name with its settings, as in `low-idf-sig:n=500,c=3`.
//!
//! This example is the method `low-idf-sig` with two settings; the other settings have their defaults. One table
//! ([`Kind::settings`]) holds the settings and their limits, for parsing, for messages and for printing a method. The
//! word lists are not part of a method: [`Method::build`] takes them.
//!
//! ```
//! use ibid::feature::{Lists, Method};
//!
//! let method: Method = "shingle:k=4".parse()?;
//! assert_eq!(method.build(&Lists::default()).name(), "shingle(k=4)");
//! # Ok::<(), ibid::Error>(())
//! ```

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::{Feature, LowIdfSig, Ranking, Shingle, Skip};
use crate::error::{Error, Result};
use crate::written::{self, Fault};

/// A feature by name with its settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Method {
    kind: Kind,
    /// The values, in the order of [`Kind::settings`].
    values: Vec<u32>,
}

/// The kind of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    LowIdfSig,
    Shingle,
}

/// A setting of a method, a whole number.
struct Setting {
    name: &'static str,
    default: u32,
    least: u32,
    most: u32,
}

const fn setting(name: &'static str, default: u32, most: u32) -> Setting {
    Setting { name, default, least: 1, most }
}

/// The number of Chinese antecedents; by default as many as English ones.
const N_ZH: &str = "n-zh";

impl Kind {
    const ALL: [Kind; 2] = [Kind::LowIdfSig, Kind::Shingle];

    fn name(self) -> &'static str {
        match self {
            Kind::LowIdfSig => "low-idf-sig",
            Kind::Shingle => "shingle",
        }
    }

    fn settings(self) -> &'static [Setting] {
        match self {
            Kind::LowIdfSig => {
                const {
                    &[
                        setting("n", 200, 10_000),
                        setting(N_ZH, 200, 10_000),
                        setting("c", 2, 100),
                        setting("d", 1, 100),
                        Setting { least: 0, ..setting("m", 0, 1000) },
                    ]
                }
            }
            Kind::Shingle => const { &[setting("k", 3, 100)] },
        }
    }
}

/// The word lists that methods use.
#[derive(Clone, Debug)]
pub struct Lists {
    /// The English ranking, if English antecedents are wanted.
    pub english: Option<Ranking>,
    /// The Chinese ranking, if Chinese antecedents are wanted.
    pub chinese: Option<Ranking>,
    /// The words that Low-IDF-Sig skips.
    pub skip: Skip,
}

impl Default for Lists {
    /// Returns the built-in lists of both languages.
    fn default() -> Lists {
        Lists { english: Some(Ranking::english()), chinese: Some(Ranking::chinese_words()), skip: Skip::None }
    }
}

impl Method {
    /// Returns the names of all methods.
    pub fn names() -> [&'static str; 2] {
        Kind::ALL.map(Kind::name)
    }

    /// Makes the feature with these word lists.
    pub fn build(&self, lists: &Lists) -> Arc<dyn Feature> {
        match self.kind {
            Kind::LowIdfSig => {
                let mut rankings = vec![];
                for (list, setting) in [(&lists.english, 0), (&lists.chinese, 1)] {
                    if let Some(list) = list {
                        rankings.push((list, self.value(setting)));
                    }
                }
                let chains = LowIdfSig::of_lists(&rankings, self.value(2)).with_distance(self.value(3));
                Arc::new(chains.with_least(self.value(4)).with_skip(&lists.skip))
            }
            Kind::Shingle => Arc::new(Shingle::new(self.value(0))),
        }
    }

    /// Returns the value of the setting at this place.
    fn value(&self, at: usize) -> usize {
        self.values.get(at).copied().unwrap_or_default() as usize
    }

    /// Returns whether it is Low-IDF-Sig, the only method with antecedents and words to skip.
    pub fn is_low_idf_sig(&self) -> bool {
        self.kind == Kind::LowIdfSig
    }

    /// Returns each method with its defaults, and with each setting changed.
    #[cfg(test)]
    pub(super) fn examples() -> impl Iterator<Item = Method> {
        Kind::ALL.into_iter().flat_map(|kind| {
            let default =
                Method { kind, values: kind.settings().iter().map(|setting| setting.default).collect() };
            let changed = (0..default.values.len()).map({
                let default = default.clone();
                move |at| {
                    let mut method = default.clone();
                    method.values[at] = if method.values[at] > 7 { 7 } else { method.values[at] + 1 };
                    method
                }
            });
            std::iter::once(default).chain(changed)
        })
    }
}

impl FromStr for Method {
    type Err = Error;

    /// Parses `NAME` or `NAME:SETTING=VALUE,…`.
    ///
    /// # Errors
    /// [`Error::Setting`] that names the fault and the allowed values.
    fn from_str(text: &str) -> Result<Method> {
        let (name, given) = written::parse(text);
        let Some(kind) = Kind::ALL.into_iter().find(|kind| kind.name() == name) else {
            let names = Method::names().join(", ");
            return Err(refused(format!("must be one of {names}, got \"{name}\"")));
        };
        let settings = kind.settings();
        let mut values: Vec<Option<u32>> = vec![None; settings.len()];
        let given = match given {
            Ok(given) => given,
            Err(Fault::NoValue(part)) => {
                let usage = kind.usage();
                return Err(refused(format!(
                    "{text} should have SETTING=VALUE in place of \"{part}\", {usage}"
                )));
            }
            Err(Fault::Twice(setting)) => return Err(refused(format!("{text} has {setting} twice"))),
        };
        for (setting, value) in given {
            let Some(at) = settings.iter().position(|known| known.name == setting) else {
                return Err(refused(format!("{name} has no setting \"{setting}\", {}", kind.usage())));
            };
            values[at] = Some(settings[at].read(name, value)?);
        }
        let mut all = vec![];
        for (setting, given) in settings.iter().zip(&values) {
            let like_n = if setting.name == N_ZH { values[0] } else { None };
            all.push(given.or(like_n).unwrap_or(setting.default));
        }
        Ok(Method { kind, values: all })
    }
}

impl fmt::Display for Method {
    /// Writes the method with all its settings, as it is parsed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        for (at, (setting, value)) in self.kind.settings().iter().zip(&self.values).enumerate() {
            write!(f, "{}{}={value}", if at == 0 { ':' } else { ',' }, setting.name)?;
        }
        Ok(())
    }
}

impl Kind {
    fn usage(self) -> String {
        let mut defaults = vec![];
        for setting in self.settings() {
            defaults.push(format!("{}={}", setting.name, setting.default));
        }
        format!("as in {}:{}", self.name(), defaults.join(","))
    }
}

impl Setting {
    fn read(&self, method: &str, text: &str) -> Result<u32> {
        let Setting { name, least, most, .. } = self;
        match text.parse() {
            Ok(value) if (*least..=*most).contains(&value) => Ok(value),
            _ => Err(refused(format!(
                "{method} needs {name} to be a whole number from {least} to {most}, got \"{text}\""
            ))),
        }
    }
}

fn refused(why: String) -> Error {
    Error::Setting { setting: "features", why }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, name: &str) {
        assert_eq!(text.parse::<Method>().unwrap().build(&Lists::default()).name(), name, "{text}");
    }

    #[test]
    fn what_is_not_given_has_defaults() {
        check("shingle", "shingle(k=3)");
        check("low-idf-sig", "low-idf-sig(english-1+chinese-words-1,n=200+200,c=2,d=1)");
        check("low-idf-sig:n=500,c=3,d=2", "low-idf-sig(english-1+chinese-words-1,n=500+500,c=3,d=2)");
        check("low-idf-sig:n-zh=500,m=8", &LowIdfSig::robust().name());
    }

    #[test]
    fn says_what_is_wrong_and_what_is_allowed() {
        for (text, why) in [
            ("shingles", "must be one of low-idf-sig, shingle, got \"shingles\""),
            ("", "got \"\""),
            ("shingle:", "shingle: should have SETTING=VALUE in place of \"\", as in shingle:k=3"),
            ("shingle:3", "shingle:3 should have SETTING=VALUE in place of \"3\""),
            ("shingle:n=3", "shingle has no setting \"n\", as in shingle:k=3"),
            ("shingle:k=0", "shingle needs k to be a whole number from 1 to 100, got \"0\""),
            ("shingle:k=3,k=4", "shingle:k=3,k=4 has k twice"),
            ("shingle:k=3,", "in place of \"\""),
        ] {
            let error = text.parse::<Method>().unwrap_err().to_string();
            assert!(error.starts_with("features ") && error.contains(why), "{text}: {error}");
        }
    }

    #[test]
    fn a_method_is_shown_as_it_is_read() {
        for method in Method::examples() {
            assert_eq!(method.to_string().parse::<Method>().unwrap(), method);
        }
    }
}
