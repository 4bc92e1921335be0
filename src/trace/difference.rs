//! Two wordings -> the difference between them, and its subject.
//!
//! In: the words of both, as the dictionary cuts them. Out: stretches that are the same, gone or new, by their longest
//! common subsequence (`O(m · n)` for m and n words); and for each place where they differ, whether a negation, a
//! number, a date, a name or a hedge is gone or new there.

use std::collections::HashMap;
use std::ops::Range;

use super::limits::LIMITS;
use crate::align::alignment::similarity;
use crate::align::lcs::common;
use crate::analyze::Analyzer;
use crate::lexicon::{Sense, sense};
use crate::report::{Change, ChangeKind, Piece};
use crate::text::{Span, is_han};

/// A wording, cut into words.
#[derive(Clone, Debug, Default)]
pub(super) struct DictionaryWords {
    /// Hashes of the words: equal for equal words, whatever their script and case.
    pub(super) hashes: Vec<u64>,
    /// The words as they stand in the text.
    texts: Vec<String>,
    /// For each word, true if it is a name.
    names: Vec<bool>,
}

impl DictionaryWords {
    /// Cuts a part of a text into words.
    pub(super) fn of(analyzer: &Analyzer, text: &str, span: Span) -> DictionaryWords {
        let mut tokens = vec![];
        analyzer.tokenizer.words(text, span, &mut tokens);
        let hashes = tokens.iter().map(|token| token.word).collect();
        let texts: Vec<String> = tokens.iter().map(|token| token.span.of(text).to_owned()).collect();
        let is_name = |(at, word): (usize, &String)| {
            if word.contains(is_han) {
                return word.chars().count() > 1 && analyzer.tokenizer.is_name(word);
            }
            let is_capital = word.starts_with(char::is_uppercase) && word.chars().count() > 1;
            // The first word of a sentence has a capital letter whatever it is.
            let opens = at == 0 || text.get(..tokens[at].span.start as usize).is_some_and(opens_sentence);
            is_capital && sense(word).is_none() && (!opens || analyzer.rarity.is_unknown(tokens[at].word))
        };
        let names = texts.iter().enumerate().map(is_name).collect();
        DictionaryWords { hashes, texts, names }
    }

    /// Counts the words of the other wording that stand in this one, in order.
    pub(super) fn in_order(&self, other: &DictionaryWords) -> usize {
        common(&self.hashes, &other.hashes).len()
    }

    /// Returns the similarity to the other wording, with `in_order` words in both.
    pub(super) fn similarity(&self, other: &DictionaryWords, in_order: usize) -> f64 {
        similarity(in_order as u32, (self.hashes.len() + other.hashes.len()) as u32)
    }

    fn text(&self, range: Range<usize>) -> String {
        let mut joined = String::new();
        for word in &self.texts[range] {
            let is_joined = joined.ends_with(is_han) && word.starts_with(is_han);
            if !joined.is_empty() && !is_joined {
                joined.push(' ');
            }
            joined.push_str(word);
        }
        joined
    }

    fn count(&self, range: Range<usize>, wanted: Sense) -> usize {
        self.texts[range].iter().filter(|word| sense(word) == Some(wanted)).count()
    }

    /// Returns the words of a range that have this sense, by their hashes.
    fn of_sense(&self, range: Range<usize>, wanted: Sense) -> Vec<u64> {
        self.sorted(range, |at| sense(&self.texts[at]) == Some(wanted))
    }

    /// Returns the words of a range that are names, by their hashes.
    fn names(&self, range: Range<usize>) -> Vec<u64> {
        self.sorted(range, |at| self.names[at])
    }

    fn sorted(&self, range: Range<usize>, is_wanted: impl Fn(usize) -> bool) -> Vec<u64> {
        let mut found: Vec<u64> = range.filter(|&at| is_wanted(at)).map(|at| self.hashes[at]).collect();
        found.sort_unstable();
        found
    }
}

fn opens_sentence(before: &str) -> bool {
    let before = before.trim_end_matches([' ', '\n', '\r', '\t', '"', '“', '‘', '\'', '(']);
    before.is_empty() || before.ends_with(['.', '!', '?', ':', ';', '。', '！', '？'])
}

/// Compares `old` with `new`: returns the words that are gone and new, and the changes, beginning with those that turn
/// the meaning.
pub(super) fn difference(old: &DictionaryWords, new: &DictionaryWords) -> (Vec<Piece>, Vec<Change>) {
    let (mut pieces, mut changes) = (vec![], vec![]);
    let (mut at_old, mut at_new, mut same) = (0, 0, 0..0);
    let ends = (old.hashes.len(), new.hashes.len());
    for (i, j) in common(&old.hashes, &new.hashes).into_iter().chain([ends]) {
        if (i, j) != (at_old, at_new) || (i, j) == ends {
            let (gone, added) = (at_old..i, at_new..j);
            let (gone_text, new_text) = (old.text(gone.clone()), new.text(added.clone()));
            // The dictionary may cut the same characters in two ways.
            if gone_text == new_text {
                same.end = j;
            } else {
                if !same.is_empty() {
                    pieces.push(Piece::Same(new.text(same)));
                }
                if !gone.is_empty() {
                    pieces.push(Piece::Gone(gone_text.clone()));
                }
                if !added.is_empty() {
                    pieces.push(Piece::New(new_text.clone()));
                }
                let place = if gone.start > 0 && gone.end < ends.0 { Place::Inside } else { Place::AtEnd };
                for kind in kinds(old, gone, new, added, place) {
                    changes.push(Change { kind, gone: gone_text.clone(), new: new_text.clone() });
                }
                same = j..j;
            }
        }
        same.end = (j + 1).min(ends.1);
        (at_old, at_new) = (i + 1, j + 1);
    }
    if !same.is_empty() {
        pieces.push(Piece::Same(new.text(same)));
    }
    changes.sort_by_key(|change| change.kind);
    (pieces, changes)
}

/// The place of a difference in the old wording.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    AtEnd,
    Inside,
}

/// Returns the kinds of a difference.
fn kinds(
    old: &DictionaryWords,
    gone: Range<usize>,
    new: &DictionaryWords,
    added: Range<usize>,
    place: Place,
) -> Vec<ChangeKind> {
    let mut kinds = vec![];
    if gone.len() >= LIMITS.left_out_words && added.is_empty() {
        // A negation that is cut out of the middle turns the meaning of the rest; one that goes with its whole clause
        // does not.
        if place == Place::Inside && old.count(gone, Sense::Negation) > 0 {
            kinds.push(ChangeKind::NegationLost);
        }
        kinds.push(ChangeKind::LeftOut);
        return kinds;
    }
    for (wanted, lost, more) in [
        (Sense::Negation, ChangeKind::NegationLost, ChangeKind::NegationAdded),
        (Sense::Hedge, ChangeKind::HedgeLost, ChangeKind::HedgeAdded),
    ] {
        let (before, after) = (old.count(gone.clone(), wanted), new.count(added.clone(), wanted));
        if before != after {
            kinds.push(if before > after { lost } else { more });
        }
    }
    for (wanted, kind) in [(Sense::Number, ChangeKind::Number), (Sense::Date, ChangeKind::Date)] {
        if old.of_sense(gone.clone(), wanted) != new.of_sense(added.clone(), wanted) {
            kinds.push(kind);
        }
    }
    if old.names(gone) != new.names(added) {
        kinds.push(ChangeKind::Name);
    }
    if kinds.is_empty() {
        kinds.push(ChangeKind::Words);
    }
    kinds
}

/// Counts the words of `child` that stand in `parent` and not in `first`.
pub(super) fn shared_changes(
    child: &DictionaryWords,
    parent: &DictionaryWords,
    first: &DictionaryWords,
) -> u32 {
    let mut left: HashMap<u64, usize> = HashMap::new();
    for &word in &first.hashes {
        *left.entry(word).or_default() += 1;
    }
    let mut is_new = |word: u64| match left.get_mut(&word) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    };
    let shared = common(&parent.hashes, &child.hashes).into_iter();
    shared.filter(|&(_, at)| is_new(child.hashes[at])).count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::{Config, Detector};

    fn words(text: &str) -> DictionaryWords {
        let detector = Detector::new(Config::default()).unwrap();
        DictionaryWords::of(detector.analyzer(), text, Span::new(0, text.len() as u32))
    }

    /// Checks the kinds of changes from the first text to the second.
    fn check(old: &str, new: &str, expected: &[ChangeKind]) {
        let (pieces, changes) = difference(&words(old), &words(new));
        let kinds: Vec<ChangeKind> = changes.iter().map(|change| change.kind).collect();
        assert_eq!(kinds, expected, "{old} | {new}: {pieces:?}");
    }

    #[test]
    fn what_turns_the_meaning_is_named() {
        use ChangeKind::*;
        for (old, new, expected) in [
            ("We will not raise taxes", "We will raise taxes", &[NegationLost][..]),
            ("We will raise taxes", "We won't raise taxes", &[NegationAdded]),
            ("They don't pay", "They pay", &[NegationLost]),
            ("It fell 5 pct in 1986", "It fell 7 pct in 1985", &[Number, Date]),
            ("It fell five pct on Monday", "It fell six pct on Friday", &[Number, Date]),
            ("A deal may be near", "A deal is near", &[HedgeLost]),
            ("He said Baldrige left", "He said Volcker left", &[Name]),
            ("The price rose", "the price rose", &[]),
            ("The price rose", "The price climbed", &[Words]),
            ("我们不会加税", "我们会加税", &[NegationLost]),
            ("增长百分之五", "增长百分之七", &[Number]),
            ("据称他已离开北京", "他已离开上海", &[Name, HedgeLost]),
            ("他可能在三月离开", "他在五月离开", &[Date, HedgeLost]),
            ("不断改革", "不斷改革", &[]),
            ("He will pay 5 dlrs for each of them, he said", "He will pay, he said", &[LeftOut]),
            (
                "He will never again in his life pay, he said",
                "He will pay, he said",
                &[NegationLost, LeftOut],
            ),
            ("He will pay, but not before the end of May", "He will pay", &[LeftOut]),
        ] {
            check(old, new, expected);
        }
    }

    #[test]
    fn pieces_make_up_both_texts() {
        let (old, new) =
            (words("He will not raise the taxes now"), words("He might lower the taxes soon now"));
        let (pieces, _) = difference(&old, &new);
        let text = |is_left_out: fn(&Piece) -> bool| {
            pieces.iter().filter(|piece| !is_left_out(piece)).map(Piece::text).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(text(|piece| matches!(piece, Piece::New(_))), "He will not raise the taxes now");
        assert_eq!(text(|piece| matches!(piece, Piece::Gone(_))), "He might lower the taxes soon now");
    }

    #[test]
    fn shared_changes_are_words_that_the_first_has_not() {
        let [first, parent, child] =
            ["the old mill burned", "the new mill burned down", "a new mill down"].map(words);
        assert_eq!(shared_changes(&child, &parent, &first), 2);
        assert_eq!(shared_changes(&child, &first, &first), 0);
    }
}
