//! Labelled pairs of sentences: how well likenesses tell rewrites from other pairs.
//!
//! In: the text of a file with one line per pair: 1 (one sentence says the other again) or 0, and both sentences, with
//! tabs between. Out: for each [`Likeness`] its value for every pair ([`likenesses`]), and how well the values tell the
//! labels apart ([`told`]). Terms are weighed by the set itself: a pair alone has no rare words. `O(n log n)` for n
//! words, beside the edit distance, `O(l²)` for sentences of l words.
//!
//! ```
//! use ibid::Config;
//! use ibid_lab::pairs::{Likeness, likenesses, parse, told};
//!
//! let pairs = parse("set".as_ref(), "1\tThe mill stood there.\tThere stood the mill.\n0\tYes.\tRain fell.\n").unwrap();
//! let values = likenesses(&pairs, Likeness::Dice, &Config::default()).unwrap();
//! assert_eq!(told(&pairs, &values, 0.01).found, 1.0);
//! ```

use std::collections::{HashMap, HashSet};
use std::path::Path;

use ibid::normalize::normalize;
use ibid::tokenize::{Token, Tokenizer};
use ibid::{Analyzed, Config, Result, Span};

use crate::labelled::{lines, unreadable};

/// Two sentences with their label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// True if one says the other again.
    pub is_rewrite: bool,
    /// One sentence.
    pub a: String,
    /// The other.
    pub b: String,
}

/// A measure of how alike two sentences are, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Likeness {
    /// The Jaccard of the bags of features, by which sentences are found.
    Bags,
    /// The edit similarity: 1 - Levenshtein distance / length of the longer, in words (Chinese: characters).
    Edits,
    /// The Dice coefficient of the sets of terms, as reworded passages use it: stems, pairs of Han characters.
    Dice,
    /// The cosine of these sets; the weight of a term is its inverse sentence frequency in all pairs together.
    Cosine,
}

impl Likeness {
    /// All of them.
    pub const ALL: [Likeness; 4] = [Likeness::Bags, Likeness::Edits, Likeness::Dice, Likeness::Cosine];

    /// Returns the name for tables.
    pub fn name(self) -> &'static str {
        match self {
            Likeness::Bags => "bag Jaccard",
            Likeness::Edits => "edit similarity",
            Likeness::Dice => "Dice of terms",
            Likeness::Cosine => "cosine of terms",
        }
    }
}

/// The quality with which values tell the labels apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Told {
    /// The least value at which no more than the given share of other pairs is taken for rewrites; above 1 if there is
    /// none.
    pub least: f64,
    /// The share of rewrites that reach it.
    pub found: f64,
    /// The chance that a rewrite has a greater value than another pair; equal values count half.
    pub auc: f64,
}

/// Reads pairs; `path` is only named in errors.
///
/// # Errors
/// [`ibid::Error::Unreadable`] that names the line that is wrong, or the label that no pair has.
pub fn parse(path: &Path, text: &str) -> Result<Vec<Pair>> {
    let pairs = lines(path, text).map(|line| {
        let [label, a, b] = line.fields("1 or 0, sentence, sentence")?;
        let is_rewrite = match label {
            "1" => true,
            "0" => false,
            _ => return Err(line.wrong(format!("the label must be 1 or 0, got \"{label}\""))),
        };
        Ok(Pair { is_rewrite, a: a.to_owned(), b: b.to_owned() })
    });
    let pairs = pairs.collect::<Result<Vec<Pair>>>()?;
    for (label, is_rewrite) in [(1, true), (0, false)] {
        if pairs.iter().all(|pair| pair.is_rewrite != is_rewrite) {
            let why = format!("no pair in it has the label {label}, so there is nothing to tell apart");
            return Err(unreadable(path, why));
        }
    }
    Ok(pairs)
}

/// Returns the value of a likeness for each pair.
///
/// # Errors
/// [`ibid::Error::Request`] for settings out of range.
pub fn likenesses(pairs: &[Pair], likeness: Likeness, config: &Config) -> Result<Vec<f64>> {
    config.check()?;
    let of_both = |of: &dyn Fn(&str) -> Vec<u64>| -> Vec<(Vec<u64>, Vec<u64>)> {
        pairs.iter().map(|pair| (of(&pair.a), of(&pair.b))).collect()
    };
    let unweighted = |_: u64| 1.0;
    Ok(match likeness {
        Likeness::Bags => {
            let (tokenizer, feature) = (config.tokenizer(), config.feature());
            let bags = of_both(&|sentence| {
                let mut keys = vec![];
                feature.keys(&words(sentence, |text, span, out| tokenizer.words(text, span, out)), &mut keys);
                keys
            });
            let jaccard = |x: &[u64], y: &[u64]| {
                let (shared, x, y) = weigh(x, y, unweighted);
                ratio(shared, x + y - shared)
            };
            bags.iter().map(|(x, y)| jaccard(x, y)).collect()
        }
        Likeness::Edits => {
            let words = of_both(&|sentence| words(sentence, Tokenizer::characters));
            words.iter().map(|(x, y)| edit_similarity(x, y)).collect()
        }
        Likeness::Dice => {
            let dice = |x: &[u64], y: &[u64]| {
                let (shared, x, y) = weigh(x, y, unweighted);
                ratio(2.0 * shared, x + y)
            };
            of_both(&Analyzed::distinct_terms).iter().map(|(x, y)| dice(x, y)).collect()
        }
        Likeness::Cosine => {
            let terms = of_both(&Analyzed::distinct_terms);
            let mut freqs: HashMap<u64, f64> = HashMap::new();
            for term in terms.iter().flat_map(|(x, y)| x.iter().chain(y)) {
                *freqs.entry(*term).or_default() += 1.0;
            }
            let square = |term: u64| (2.0 * terms.len() as f64 / freqs[&term]).ln().powi(2);
            let cosine = |x: &[u64], y: &[u64]| {
                let (shared, x, y) = weigh(x, y, square);
                ratio(shared, (x * y).sqrt())
            };
            terms.iter().map(|(x, y)| cosine(x, y)).collect()
        }
    })
}

/// Returns the words of a sentence, cut by `cut`.
fn words(sentence: &str, cut: impl Fn(&str, Span, &mut Vec<Token>)) -> Vec<u64> {
    let text = normalize(sentence).text;
    let mut tokens = vec![];
    cut(&text, Span::new(0, text.len() as u32), &mut tokens);
    tokens.iter().map(|token| token.word).collect()
}

/// Returns the weights of the elements in both sets, in the first, and in the second. Each element is counted once;
/// weights are summed in the order given.
fn weigh(x: &[u64], y: &[u64], weight: impl Fn(u64) -> f64) -> (f64, f64, f64) {
    let mut seen = HashSet::new();
    let (mut in_y, mut of_y) = (HashSet::new(), 0.0);
    for &element in y {
        if in_y.insert(element) {
            of_y += weight(element);
        }
    }
    let (mut shared, mut of_x) = (0.0, 0.0);
    for &element in x {
        if seen.insert(element) {
            of_x += weight(element);
            if in_y.contains(&element) {
                shared += weight(element);
            }
        }
    }
    (shared, of_x, of_y)
}

fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

fn edit_similarity(x: &[u64], y: &[u64]) -> f64 {
    let mut row: Vec<usize> = (0..=y.len()).collect();
    for (i, word) in x.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, other) in y.iter().enumerate() {
            let replaced = diagonal + usize::from(word != other);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    let longer = x.len().max(y.len());
    ratio((longer - row[y.len()]) as f64, longer as f64)
}

/// Measures how well values, one per pair, tell the labels apart if at most a share `false_alarms` of the other pairs
/// may be taken for rewrites.
pub fn told(pairs: &[Pair], values: &[f64], false_alarms: f64) -> Told {
    let of = |is_rewrite: bool| {
        let labelled = pairs.iter().zip(values).filter(move |(pair, _)| pair.is_rewrite == is_rewrite);
        let mut values: Vec<f64> = labelled.map(|(_, &value)| value).collect();
        values.sort_by(|x, y| y.total_cmp(x));
        values
    };
    let (rewrites, others) = (of(true), of(false));
    let allowed = (false_alarms * others.len() as f64) as usize;
    let reach = |values: &[f64], least: f64| values.partition_point(|&value| value >= least);
    let mut tried: Vec<f64> = values.to_vec();
    tried.sort_by(f64::total_cmp);
    let least = tried.into_iter().find(|&least| reach(&others, least) <= allowed).unwrap_or(f64::INFINITY);
    let above = |value: f64| {
        let (reached, greater) = (reach(&others, value), others.partition_point(|&other| other > value));
        (others.len() - reached) as f64 + 0.5 * (reached - greater) as f64
    };
    let sum: f64 = rewrites.iter().map(|&value| above(value)).sum();
    Told {
        least,
        found: ratio(reach(&rewrites, least) as f64, rewrites.len() as f64),
        auc: ratio(sum, (rewrites.len() * others.len()) as f64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(a: &str, b: &str) -> [f64; 4] {
        let text = format!("1\t{a}\t{b}\n0\tA quiet harbour at night.\tNobody counted sheep.\n");
        let pairs = parse("set".as_ref(), &text).unwrap();
        Likeness::ALL.map(|likeness| likenesses(&pairs, likeness, &Config::default()).unwrap()[0])
    }

    #[test]
    fn the_same_is_one_and_nothing_in_common_is_zero() {
        let close = |values: [f64; 4], to: f64| values.iter().all(|value| (value - to).abs() < 1e-9);
        for (a, b) in [
            ("The keeper trimmed the wick of the lamp.", "Rain fell upon green fields everywhere."),
            ("守灯人修剪了灯芯。", "大雨落在田野里面。"),
        ] {
            assert!(close(values(a, a), 1.0), "{a}: {:?}", values(a, a));
            assert!(close(values(a, b), 0.0), "{a} | {b}: {:?}", values(a, b));
        }
        assert!(close(values("", ""), 0.0));
    }

    #[test]
    fn moved_words_cost_edits_but_no_terms() {
        let [_, edits, dice, cosine] = values("Grey ships passed the reef.", "The reef passed grey ships.");
        assert!(edits < 0.5 && dice > 0.999 && cosine > 0.999, "{edits} {dice} {cosine}");
    }

    #[test]
    fn edits_are_counted_in_words() {
        let check = |x: &[u64], y: &[u64], expected: f64| assert_eq!(edit_similarity(x, y), expected);
        check(&[1, 2, 3, 4], &[1, 9, 3, 4], 0.75);
        check(&[1, 2, 3, 4], &[1, 3, 4], 0.75);
        check(&[1, 2], &[], 0.0);
    }

    #[test]
    fn the_threshold_leaves_the_allowed_share_of_others() {
        let check = |others: &[f64], rewrites: &[f64], expected: (f64, f64, f64)| {
            let pair = |is_rewrite| Pair { is_rewrite, a: String::new(), b: String::new() };
            let pairs: Vec<Pair> =
                others.iter().map(|_| pair(false)).chain(rewrites.iter().map(|_| pair(true))).collect();
            let told = told(&pairs, &[others, rewrites].concat(), 0.25);
            assert_eq!((told.least, told.found, told.auc), expected);
        };
        check(&[0.1, 0.2, 0.3, 0.8], &[0.2, 0.4, 0.5, 0.9], (0.4, 0.75, (1.5 + 3.0 + 3.0 + 4.0) / 16.0));
        check(&[1.0, 1.0], &[1.0], (f64::INFINITY, 0.0, 0.5));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        for (text, expected) in [
            ("1\tOne.\n", "set.tsv:1\": the line has 2 fields, it must have 3 with tabs between them"),
            ("1\ta\tb\nyes\ta\tb\n", "set.tsv:2\": the label must be 1 or 0, got \"yes\""),
            ("1\ta\tb\n", "set.tsv\": no pair in it has the label 0"),
            ("", "set.tsv\": no pair in it has the label 1"),
        ] {
            let error = parse("set.tsv".as_ref(), text).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
