//! Features by name with their settings, such as `spotsig:n=24`, as `--features` takes them.

use std::sync::Arc;

use ibid::feature::{Feature, Lists, Method, Ranking};
use ibid::{Error, Result};

use super::{Compared, Dsc, DscSs, IMatch, Idf, Lexicons, Matching, MinHash, SpotSig};

/// The methods beside those of `ibid`, and the defaults of their settings.
const METHODS: [(&str, &[(&str, f64)]); 5] = [
    ("dsc", &[("k", 3.0), ("every", 25.0)]),
    ("dsc-ss", &[("k", 3.0), ("every", 25.0), ("group", 2.0)]),
    ("spotsig", &[("n", 365.0), ("c", 3.0), ("d", 1.0)]),
    ("i-match", &[("low", 0.3), ("high", 1.0), ("lexicons", 0.0), ("drop", 0.3)]),
    ("min-hash", &[("bands", 20.0), ("rows", 5.0), ("k", 3.0)]),
];
/// The greatest value of a setting, above every one that makes sense.
const MOST: f64 = 1e6;

/// Makes the feature that is written as `NAME` or `NAME:SETTING=VALUE,…`, with these word lists; `idf` is for I-Match.
///
/// # Errors
/// [`Error::Setting`] that names the fault and the settings that may be written.
pub fn build(written: &str, lists: &Lists, idf: &Idf) -> Result<Compared> {
    let (name, given) = written.split_once(':').map_or((written, None), |(name, given)| (name, Some(given)));
    if Method::names().contains(&name) {
        let feature = written.parse::<Method>()?.build(lists);
        return Ok(Compared { feature, matching: Matching::Jaccard });
    }
    let Some((_, settings)) = METHODS.into_iter().find(|(known, _)| *known == name) else {
        let names: Vec<&str> = Method::names().into_iter().chain(METHODS.map(|(name, _)| name)).collect();
        return Err(refused(format!("must be one of {}, got \"{name}\"", names.join(", "))));
    };
    let values = values(name, settings, given)?;
    let whole = |at: usize| values[at] as usize;
    let any_key = |feature: Arc<dyn Feature>| Compared { feature, matching: Matching::AnyKey };
    let jaccard = |feature: Arc<dyn Feature>| Compared { feature, matching: Matching::Jaccard };
    Ok(match name {
        "dsc" => jaccard(Arc::new(Dsc::new(whole(0), values[1] as u64))),
        "dsc-ss" => any_key(Arc::new(DscSs::new(whole(0), values[1] as u64, whole(2)))),
        "spotsig" => {
            let english = lists.english.as_ref().map(|_| SpotSig::english_stop_words());
            let chinese = lists.chinese.as_ref().map(|list| (list.name().to_owned(), list.clone()));
            let both: Vec<(String, Ranking)> = english.into_iter().chain(chinese).collect();
            jaccard(Arc::new(SpotSig::of_lists(&both, whole(0), whole(1)).with_distance(whole(2))))
        }
        "i-match" => {
            let plain = IMatch::new(idf.clone(), values[0], values[1]);
            let lexicons = Lexicons { count: values[2] as u32, drop: values[3] };
            any_key(Arc::new(if lexicons.count == 0 { plain } else { plain.with_lexicons(lexicons) }))
        }
        _ => {
            let sketch = MinHash::new(whole(0), whole(1), whole(2));
            if whole(1) > 1 { any_key(Arc::new(sketch)) } else { jaccard(Arc::new(sketch)) }
        }
    })
}

/// Returns the values given, and the defaults for the others.
fn values(name: &str, settings: &[(&str, f64)], given: Option<&str>) -> Result<Vec<f64>> {
    let mut values: Vec<f64> = settings.iter().map(|(_, default)| *default).collect();
    for part in given.into_iter().flat_map(|given| given.split(',')) {
        let read = || {
            let (setting, value) = part.split_once('=')?;
            let at = settings.iter().position(|(known, _)| *known == setting)?;
            Some((at, value.parse().ok().filter(|value| (0.0..=MOST).contains(value))?))
        };
        let Some((at, value)) = read() else {
            let usage: Vec<String> = settings.iter().map(|(name, value)| format!("{name}={value}")).collect();
            return Err(refused(format!("{name} takes no \"{part}\"; write {name}:{}", usage.join(","))));
        };
        values[at] = value;
    }
    Ok(values)
}

fn refused(why: String) -> Error {
    Error::Setting { setting: "features", why }
}

#[cfg(test)]
mod tests {
    use super::super::tests::idf;
    use super::*;

    fn name(written: &str) -> String {
        build(written, &Lists::default(), &idf()).unwrap().feature.name()
    }

    #[test]
    fn what_is_not_given_has_defaults() {
        for (written, expected) in [
            ("shingle:k=4", "shingle(k=4)"),
            ("dsc", "dsc(k=3,every=25)"),
            ("dsc-ss:every=5", "dsc-ss(k=3,every=5,group=2)"),
            ("spotsig:n=24", "spotsig(english-stop-1+chinese-words-1,n=24,c=3,d=1)"),
            ("i-match:low=0.2", "i-match(english-1,low=0.2,high=1,lexicons=0,drop=0)"),
            ("i-match:lexicons=5", "i-match(english-1,low=0.3,high=1,lexicons=5,drop=0.3)"),
            ("min-hash:bands=32,rows=4", "min-hash(bands=32,rows=4,k=3)"),
        ] {
            assert_eq!(name(written), expected);
        }
    }

    #[test]
    fn an_equal_key_decides_where_keys_are_made_of_many() {
        let matching = |written: &str| build(written, &Lists::default(), &idf()).unwrap().matching;
        for written in ["dsc-ss", "i-match", "min-hash"] {
            assert_eq!(matching(written), Matching::AnyKey, "{written}");
        }
        for written in ["low-idf-sig", "shingle", "dsc", "spotsig", "min-hash:rows=1"] {
            assert_eq!(matching(written), Matching::Jaccard, "{written}");
        }
    }

    #[test]
    fn says_what_is_wrong_and_what_may_be_written() {
        for (written, why) in [
            ("shingles", "must be one of low-idf-sig, shingle, dsc, dsc-ss, spotsig"),
            ("shingle:k=0", "shingle needs k to be a whole number from 1 to 100, got \"0\""),
            ("dsc:n=3", "dsc takes no \"n=3\"; write dsc:k=3,every=25"),
            ("dsc:3", "dsc takes no \"3\""),
            (
                "i-match:low=NaN",
                "i-match takes no \"low=NaN\"; write i-match:low=0.3,high=1,lexicons=0,drop=0.3",
            ),
        ] {
            let error = build(written, &Lists::default(), &idf()).unwrap_err().to_string();
            assert!(error.starts_with("features ") && error.contains(why), "{written}: {error}");
        }
    }
}
