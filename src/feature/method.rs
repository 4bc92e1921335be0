//! [`Method`]: a feature by name with its settings, as `--features` takes it.
//!
//! `low-idf-sig:n=500,c=3` is the method `low-idf-sig` with two settings; those that are not given have defaults. One
//! table ([`Kind::settings`]) says which settings there are and within what limits, for parsing, for messages and for
//! showing a method again. The word lists are not part of it: [`Method::build`] takes them.
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

use super::spotsig::STOP_WORDS;
use super::{
    Dsc, DscSs, Feature, IMatch, IdfTable, Lexicons, LowIdfSig, Matching, MinHash, Ranking, Shingle, Skip,
    SpotSig,
};
use crate::error::{Error, Result};

/// A feature by name with its settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Method {
    kind: Kind,
    /// In the order of [`Kind::settings`].
    values: Vec<f64>,
}

/// The methods there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    LowIdfSig,
    Shingle,
    Dsc,
    DscSs,
    SpotSig,
    IMatch,
    MinHash,
}

/// A number that a method is set with.
struct Setting {
    name: &'static str,
    default: f64,
    limits: Limits,
}

enum Limits {
    /// A whole number up to this.
    Whole { least: u32, most: u32 },
    /// A number from 0 to 1.
    Share,
}

const fn whole(name: &'static str, default: u32, most: u32) -> Setting {
    Setting { name, default: default as f64, limits: Limits::Whole { least: 1, most } }
}

const fn share(name: &'static str, default: f64) -> Setting {
    Setting { name, default, limits: Limits::Share }
}

/// How many Chinese antecedents; where it is not given, as many as English ones.
const N_ZH: &str = "n-zh";

impl Kind {
    const ALL: [Kind; 7] =
        [Kind::LowIdfSig, Kind::Shingle, Kind::Dsc, Kind::DscSs, Kind::SpotSig, Kind::IMatch, Kind::MinHash];

    fn name(self) -> &'static str {
        match self {
            Kind::LowIdfSig => "low-idf-sig",
            Kind::Shingle => "shingle",
            Kind::Dsc => "dsc",
            Kind::DscSs => "dsc-ss",
            Kind::SpotSig => "spotsig",
            Kind::IMatch => "i-match",
            Kind::MinHash => "min-hash",
        }
    }

    fn settings(self) -> &'static [Setting] {
        match self {
            Kind::LowIdfSig => {
                const {
                    &[
                        whole("n", 200, 10_000),
                        whole(N_ZH, 200, 10_000),
                        whole("c", 2, 100),
                        whole("d", 1, 100),
                        Setting { name: "m", default: 0.0, limits: Limits::Whole { least: 0, most: 1000 } },
                    ]
                }
            }
            Kind::Shingle => const { &[whole("k", 3, 100)] },
            Kind::Dsc => const { &[whole("k", 3, 100), whole("every", 25, 1_000_000)] },
            Kind::DscSs => {
                const { &[whole("k", 3, 100), whole("every", 25, 1_000_000), whole("group", 2, 1000)] }
            }
            Kind::SpotSig => {
                const { &[whole("n", 365, STOP_WORDS as u32), whole("c", 3, 100), whole("d", 1, 100)] }
            }
            Kind::IMatch => {
                const LEXICONS: Setting = Setting {
                    name: "lexicons",
                    default: 0.0,
                    limits: Limits::Whole { least: 0, most: 1000 },
                };
                const { &[share("low", 0.3), share("high", 1.0), LEXICONS, share("drop", 0.3)] }
            }
            Kind::MinHash => const { &[whole("bands", 20, 1000), whole("rows", 5, 100), whole("k", 3, 100)] },
        }
    }
}

/// The word lists that methods use.
#[derive(Clone, Debug)]
pub struct Lists {
    /// The English ranking, where English antecedents are wanted.
    pub english: Option<Ranking>,
    /// The Chinese ranking, where Chinese ones are.
    pub chinese: Option<Ranking>,
    /// What Low-IDF-Sig passes over.
    pub skip: Skip,
    /// The idf of words for I-Match; without it, a guess from the rankings.
    pub idf: Option<IdfTable>,
}

impl Default for Lists {
    /// The built-in lists of both languages.
    fn default() -> Lists {
        Lists {
            english: Some(Ranking::english()),
            chinese: Some(Ranking::chinese_words()),
            skip: Skip::None,
            idf: None,
        }
    }
}

impl Method {
    /// The feature, with these word lists.
    pub fn build(&self, lists: &Lists) -> Arc<dyn Feature> {
        let value = |at: usize| self.values.get(at).copied().unwrap_or_default();
        let number = |at: usize| value(at) as usize;
        match self.kind {
            Kind::LowIdfSig => {
                let english = lists.english.as_ref().map(|list| (list, number(0)));
                let chinese = lists.chinese.as_ref().map(|list| (list, number(1)));
                let both: Vec<(&Ranking, usize)> = english.into_iter().chain(chinese).collect();
                let chains = LowIdfSig::of_lists(&both, number(2)).with_distance(number(3));
                Arc::new(chains.with_least(number(4)).with_skip(&lists.skip))
            }
            Kind::Shingle => Arc::new(Shingle::new(number(0))),
            Kind::Dsc => Arc::new(Dsc::new(number(0), number(1) as u64)),
            Kind::DscSs => Arc::new(DscSs::new(number(0), number(1) as u64, number(2))),
            Kind::SpotSig => {
                let english = lists.english.as_ref().map(|_| SpotSig::english_stop_words());
                let both: Vec<&Ranking> = english.iter().chain(&lists.chinese).collect();
                Arc::new(SpotSig::of_lists(&both, number(0), number(1)).with_distance(number(2)))
            }
            Kind::IMatch => {
                let guess = || IdfTable::of_rankings(lists.english.iter().chain(&lists.chinese));
                let table = lists.idf.clone().unwrap_or_else(guess);
                let plain = IMatch::new(table, value(0), value(1));
                let lexicons = Lexicons { count: value(2) as u32, drop: value(3) };
                Arc::new(if lexicons.count == 0 { plain } else { plain.with_lexicons(lexicons) })
            }
            Kind::MinHash => Arc::new(MinHash::new(number(0), number(1), number(2))),
        }
    }

    /// What [`Feature::matching`] of the feature says.
    pub fn matching(&self) -> Matching {
        match self.kind {
            Kind::DscSs | Kind::IMatch => Matching::AnyKey,
            Kind::MinHash => MinHash::matching_of(self.values.get(1).map_or(1, |&rows| rows as usize)),
            _ => Matching::Jaccard,
        }
    }

    /// Whether it is Low-IDF-Sig, which alone has antecedents of one's own and words to skip.
    pub fn is_low_idf_sig(&self) -> bool {
        self.kind == Kind::LowIdfSig
    }

    /// The method that a [`Feature::name`] names, whatever its word lists are.
    pub fn from_name(name: &str) -> Option<Method> {
        let (method, rest) = name.strip_suffix(')')?.split_once('(')?;
        let kind = Kind::ALL.into_iter().find(|kind| kind.name() == method)?;
        let known = |name: &str| kind.settings().iter().any(|setting| setting.name == name);
        let settings =
            rest.split(',').filter(|part| part.split_once('=').is_some_and(|(name, _)| known(name)));
        // Low-IDF-Sig with two lists is named `n=200+500`.
        let settings: Vec<String> = settings.map(|part| part.replace('+', &format!(",{N_ZH}="))).collect();
        format!("{method}:{}", settings.join(",")).parse().ok()
    }

    /// Each method with its defaults, and with each setting changed.
    #[cfg(test)]
    pub(super) fn examples() -> impl Iterator<Item = Method> {
        Kind::ALL.into_iter().flat_map(|kind| {
            let default =
                Method { kind, values: kind.settings().iter().map(|setting| setting.default).collect() };
            let changed = (0..default.values.len()).map({
                let default = default.clone();
                move |at| {
                    let mut method = default.clone();
                    // Without random lexicons their share means nothing.
                    if kind == Kind::IMatch && at == 3 {
                        method.values[2] = 5.0;
                    }
                    method.values[at] = match kind.settings()[at].limits {
                        Limits::Share => method.values[at] / 2.0,
                        Limits::Whole { .. } => {
                            if method.values[at] > 7.0 {
                                7.0
                            } else {
                                method.values[at] + 1.0
                            }
                        }
                    };
                    method
                }
            });
            std::iter::once(default).chain(changed)
        })
    }
}

impl FromStr for Method {
    type Err = Error;

    /// Reads `NAME` or `NAME:SETTING=VALUE,…`.
    ///
    /// # Errors
    /// [`Error::Request`] that names what is wrong and what is allowed.
    fn from_str(text: &str) -> Result<Method> {
        let (name, given) = text.split_once(':').map_or((text, None), |(name, given)| (name, Some(given)));
        let Some(kind) = Kind::ALL.into_iter().find(|kind| kind.name() == name) else {
            let names = Kind::ALL.map(Kind::name).join(", ");
            return Err(refused(format!("there is no method \"{name}\"; there are {names}")));
        };
        let settings = kind.settings();
        let mut values: Vec<Option<f64>> = vec![None; settings.len()];
        for part in given.into_iter().flat_map(|given| given.split(',')) {
            let Some((setting, value)) = part.split_once('=') else {
                return Err(refused(format!(
                    "\"{part}\" in \"{text}\" should be SETTING=VALUE, {}",
                    kind.usage()
                )));
            };
            let Some(at) = settings.iter().position(|known| known.name == setting) else {
                return Err(refused(format!("{name} has no setting \"{setting}\", {}", kind.usage())));
            };
            if values[at].replace(settings[at].read(name, value)?).is_some() {
                return Err(refused(format!("{setting} stands twice in \"{text}\"")));
            }
        }
        let n = values[0];
        let default =
            |setting: &Setting| if setting.name == N_ZH { n } else { None }.unwrap_or(setting.default);
        let values: Vec<f64> = values
            .iter()
            .zip(settings)
            .map(|(given, setting)| given.unwrap_or_else(|| default(setting)))
            .collect();
        if kind == Kind::IMatch && values[0] > values[1] {
            return Err(refused(format!(
                "low of i-match must be at most high, got low={},high={}",
                values[0], values[1]
            )));
        }
        Ok(Method { kind, values })
    }
}

impl fmt::Display for Method {
    /// The method with all its settings, as it is parsed.
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
        let defaults: Vec<String> =
            self.settings().iter().map(|setting| format!("{}={}", setting.name, setting.default)).collect();
        format!("as in {}:{}", self.name(), defaults.join(","))
    }
}

impl Setting {
    fn read(&self, method: &str, text: &str) -> Result<f64> {
        let (value, limits) = match self.limits {
            Limits::Whole { least, most } => {
                let value = text.parse::<u32>().ok().filter(|value| (least..=most).contains(value));
                (value.map(f64::from), format!("a whole number from {least} to {most}"))
            }
            Limits::Share => {
                let value = text.parse::<f64>().ok().filter(|value| (0.0..=1.0).contains(value));
                (value, "a number from 0 to 1".to_owned())
            }
        };
        value.ok_or_else(|| refused(format!("{} of {method} must be {limits}, got \"{text}\"", self.name)))
    }
}

fn refused(why: String) -> Error {
    Error::Request(format!("--features: {why}"))
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
        check("spotsig:n=24", "spotsig(english-stop-1+chinese-words-1,n=24,c=3,d=1)");
        check("i-match:low=0.2", "i-match(english-1+chinese-words-1,low=0.2,high=1,lexicons=0,drop=0)");
        check("dsc-ss:every=5", "dsc-ss(k=3,every=5,group=2)");
        check("min-hash:bands=32,rows=4", "min-hash(bands=32,rows=4,k=3)");
    }

    #[test]
    fn says_what_is_wrong_and_what_is_allowed() {
        for (text, why) in [
            (
                "shingles",
                "there is no method \"shingles\"; there are low-idf-sig, shingle, dsc, dsc-ss, spotsig, i-match, min-hash",
            ),
            ("", "there is no method \"\""),
            ("shingle:", "\"\" in \"shingle:\" should be SETTING=VALUE, as in shingle:k=3"),
            ("shingle:3", "\"3\" in \"shingle:3\" should be"),
            ("dsc:n=3", "dsc has no setting \"n\", as in dsc:k=3,every=25"),
            ("shingle:k=0", "k of shingle must be a whole number from 1 to 100, got \"0\""),
            ("shingle:k=3,k=4", "k stands twice"),
            ("shingle:k=3,", "\"\" in"),
            ("spotsig:n=366", "from 1 to 365, got \"366\""),
            ("i-match:low=NaN", "low of i-match must be a number from 0 to 1, got \"NaN\""),
            ("i-match:low=0.9,high=0.3", "must be at most high, got low=0.9,high=0.3"),
        ] {
            let error = text.parse::<Method>().unwrap_err().to_string();
            assert!(error.starts_with("--features: ") && error.contains(why), "{text}: {error}");
        }
    }

    #[test]
    fn a_method_is_told_from_its_name_and_shown_as_it_is_read() {
        let lists = Lists::default();
        for method in Method::examples() {
            let name = method.build(&lists).name();
            let told = Method::from_name(&name).unwrap();
            assert_eq!(told.build(&lists).name(), name);
            assert_eq!(method.to_string().parse::<Method>().unwrap(), method);
            assert_eq!(method.build(&lists).matching(), method.matching(), "{method}");
        }
        for name in ["shingle", "nothing(k=3)", "shingle(k=0)", ""] {
            assert_eq!(Method::from_name(name), None, "{name}");
        }
    }
}
