//! Two wordings -> the difference between them, and its subject.
//!
//! In: the words of both. Out: stretches that are the same, gone or new, by a longest common subsequence in as few
//! stretches as possible (`O(m · n)` for m and n words); and for each place where they differ, whether a negation, an
//! opposite, a number, a date, a name or a hedge is gone or new there. Words are those of the dictionary, but a numeral
//! or a date is one unit with its value, however the dictionary cuts it. [`exchange`](super::exchange) finds what
//! has changed places.

use std::collections::HashMap;
use std::ops::Range;

use super::exchange::{Exchange, exchange};
use super::limits::LIMITS;
use super::units::{Subject, Units};
use crate::align::alignment::similarity;
use crate::align::lcs::{common, common_in_few_runs};
use crate::analyze::Analyzer;
use crate::lexicon::{Sense, equal_ends, opposite_han, opposite_words, sense};
use crate::report::{Change, ChangeKind, Piece};
use crate::text::lookup::{behind, is_ascii_alphanumeric, until};
use crate::text::{Span, is_han};
use crate::tokenize::folded;

/// A wording, cut into words.
#[derive(Clone, Debug, Default)]
pub(super) struct DictionaryWords {
    /// Hashes of the words: equal for equal words, whatever their script and case.
    pub(super) hashes: Vec<u64>,
    /// The units that are compared.
    units: Units,
}

impl DictionaryWords {
    /// Cuts a part of a text into words.
    pub(super) fn of(analyzer: &Analyzer, text: &str, span: Span) -> DictionaryWords {
        let mut tokens = vec![];
        analyzer.tokenizer.words(text, span, &mut tokens);
        let hashes = tokens.iter().map(|token| token.word).collect();
        DictionaryWords { hashes, units: Units::of(analyzer, text, span, &tokens) }
    }

    /// Counts the words of the other wording that stand in this one, in order.
    pub(super) fn in_order(&self, other: &DictionaryWords) -> usize {
        common(&self.hashes, &other.hashes).len()
    }

    /// Returns the similarity to the other wording, with `in_order` words in both.
    pub(super) fn similarity(&self, other: &DictionaryWords, in_order: usize) -> f64 {
        similarity(in_order as u32, (self.hashes.len() + other.hashes.len()) as u32)
    }
}

/// Compares `old` with `new`: returns the words that are gone and new, and the changes, beginning with those that turn
/// the meaning.
pub(super) fn difference(old: &DictionaryWords, new: &DictionaryWords) -> (Vec<Piece>, Vec<Change>) {
    let (old, new) = (&old.units, &new.units);
    let (mut pieces, mut changes) = (vec![], vec![]);
    let (mut at_old, mut at_new, mut same) = (0, 0, 0..0);
    let ends = (old.len(), new.len());
    let pairs = common_in_few_runs(&old.hashes, &new.hashes);
    for (i, j) in pairs.into_iter().chain([ends]) {
        if (i, j) != (at_old, at_new) || (i, j) == ends {
            let gap = Gap { old, gone: at_old..i, new, added: at_new..j };
            let (gone_text, new_text) = (old.text(gap.gone.clone()), new.text(gap.added.clone()));
            // The dictionary may cut the same characters in two ways.
            if gone_text == new_text {
                same.end = j;
            } else {
                if !same.is_empty() {
                    pieces.push(Piece::Same(new.text(same)));
                }
                if !gone_text.is_empty() {
                    pieces.push(Piece::Gone(gone_text.clone()));
                }
                if !new_text.is_empty() {
                    pieces.push(Piece::New(new_text.clone()));
                }
                for kind in gap.kinds() {
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
    if let Some(Exchange { change, around }) = exchange(old, new) {
        let around = old.text(around);
        // The exchange says all of it.
        changes.retain(|change| match change.kind {
            ChangeKind::Name => false,
            ChangeKind::Words | ChangeKind::LeftOut => !around.contains(&change.gone),
            _ => true,
        });
        changes.push(change);
    }
    changes.sort_by_key(|change| change.kind);
    (pieces, changes)
}

/// A place where two wordings differ.
struct Gap<'u> {
    old: &'u Units,
    gone: Range<usize>,
    new: &'u Units,
    added: Range<usize>,
}

impl Gap<'_> {
    /// Returns the kinds of the difference.
    fn kinds(&self) -> Vec<ChangeKind> {
        if self.is_cut() {
            return if self.cuts_negation() {
                vec![ChangeKind::NegationLost, ChangeKind::LeftOut]
            } else {
                vec![ChangeKind::LeftOut]
            };
        }
        let opposite = self.opposite();
        let mut kinds = vec![];
        for (wanted, lost, more) in [
            (Subject::Negation, ChangeKind::NegationLost, ChangeKind::NegationAdded),
            (Subject::Hedge, ChangeKind::HedgeLost, ChangeKind::HedgeAdded),
        ] {
            let (old, new) = opposite.clone().unwrap_or_default();
            let before = self.old.count(self.gone.clone(), wanted, &old);
            let after = self.new.count(self.added.clone(), wanted, &new);
            if before != after {
                kinds.push(if before > after { lost } else { more });
            }
        }
        // With a negation of the opposite the meaning stays: "did not accept" for "rejected".
        if opposite.is_some() {
            let count = kinds.len();
            kinds.retain(|kind| !matches!(kind, ChangeKind::NegationLost | ChangeKind::NegationAdded));
            if kinds.len() == count {
                kinds.push(ChangeKind::Opposite);
            }
        }
        for (wanted, kind) in [
            (Subject::Number, ChangeKind::Number),
            (Subject::Date, ChangeKind::Date),
            (Subject::Name, ChangeKind::Name),
        ] {
            if self.differ(wanted) {
                kinds.push(kind);
            }
        }
        if kinds.is_empty() {
            kinds.push(self.negation_in_word().unwrap_or(ChangeKind::Words));
        }
        kinds
    }

    /// Returns the folded texts of both sides.
    fn folded(&self) -> (String, String) {
        (folded(&self.old.text(self.gone.clone())), folded(&self.new.text(self.added.clone())))
    }

    /// Returns the change of a negation inside a word, such as 前所未有 and 前所有, if nothing else differs.
    fn negation_in_word(&self) -> Option<ChangeKind> {
        let (gone, new) = self.folded();
        let (start, end) = equal_ends(&gone, &new);
        let (more, kind) = if start + end == new.len() {
            (&gone, ChangeKind::NegationLost)
        } else if start + end == gone.len() {
            (&new, ChangeKind::NegationAdded)
        } else {
            return None;
        };
        let rest = more.get(start..more.len() - end).unwrap_or_default();
        (rest.chars().all(is_han) && sense(rest) == Some(Sense::Negation)).then_some(kind)
    }

    /// Returns whether words are gone and nothing is new: at an end of the wording, at an ellipsis, or several words.
    /// A cut inside a Chinese word may leave a part of it.
    fn is_cut(&self) -> bool {
        if self.gone.is_empty() || !self.leaves_nothing() {
            return false;
        }
        // A negation or a hedge that is taken away by itself is no cut.
        let turns = |at| matches!(self.old.subject(at), Some(Subject::Negation | Subject::Hedge));
        if self.gone.clone().all(turns) {
            return false;
        }
        let is_at_start = self.gone.start == 0;
        let is_at_end = self.gone.end == self.old.len();
        let ends_with_negation = self.old.subject(self.gone.end - 1) == Some(Subject::Negation);
        self.gone.len() >= LIMITS.left_out_words
            || self.new.has_ellipsis(self.added.clone())
            || is_at_end
            || (is_at_start && !ends_with_negation)
    }

    /// Returns whether what is new is a beginning or an end of what is gone, or both in Chinese and at an ellipsis. A
    /// number or a date by itself is never cut: 41 is another number than 41.9.
    fn leaves_nothing(&self) -> bool {
        if self.added.is_empty() {
            return true;
        }
        let is_fact = matches!(self.old.subject(self.gone.start), Some(Subject::Number | Subject::Date));
        if self.gone.len() == 1 && is_fact {
            return false;
        }
        let (gone, new) = self.folded();
        let (start, end) = equal_ends(&gone, &new);
        let is_beginning = start == new.len() && !behind(&gone, start).starts_with(is_ascii_alphanumeric);
        let is_end = end == new.len() && !until(&gone, gone.len() - end).ends_with(is_ascii_alphanumeric);
        let rest = new.get(start..new.len().saturating_sub(end)).unwrap_or_default();
        let may_be_both = new.chars().all(is_han) || self.new.has_ellipsis(self.added.clone());
        is_beginning || is_end || (rest.trim().is_empty() && may_be_both)
    }

    /// Returns whether a cut takes a negation out of a clause whose rest stays: one behind which no mark stands, in the
    /// middle of the wording. A negation that goes with its whole clause does not turn the meaning of the others.
    fn cuts_negation(&self) -> bool {
        let is_inside = self.gone.start > 0 && self.gone.end < self.old.len();
        for at in self.gone.clone().rev() {
            if !is_inside || self.old.ends_clause(at) {
                return false;
            }
            if self.old.subject(at) == Some(Subject::Negation) {
                return true;
            }
        }
        false
    }

    /// Finds words of opposite meaning. Returns their places, as ranges of units on both sides.
    fn opposite(&self) -> Option<(Range<usize>, Range<usize>)> {
        if self.gone.len().max(self.added.len()) > LIMITS.opposite_words {
            return None;
        }
        let (old, new) = (self.old.words(self.gone.clone()), self.new.words(self.added.clone()));
        if let Some((i, j)) = opposite_words(&old, &new) {
            let (i, j) = (self.gone.start + i, self.added.start + j);
            return Some((i..i + 1, j..j + 1));
        }
        let (old, new) = (self.old.folded(self.gone.clone()), self.new.folded(self.added.clone()));
        let (i, j) = opposite_han(&old, &new)?;
        Some((self.old.units_at(self.gone.clone(), i), self.new.units_at(self.added.clone(), j)))
    }

    /// Returns whether units of a subject differ. A lone "one" is more often an article than a number.
    fn differ(&self, wanted: Subject) -> bool {
        let old = self.old.of_subject(self.gone.clone(), wanted);
        let new = self.new.of_subject(self.added.clone(), wanted);
        let is_article = wanted == Subject::Number
            && matches!((&old[..], &new[..]), ([Units::ONE], []) | ([], [Units::ONE]));
        old != new && !is_article
    }
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
    let mut shared = 0;
    for (_, at) in common(&parent.hashes, &child.hashes) {
        match left.get_mut(&child.hashes[at]) {
            Some(count) if *count > 0 => *count -= 1,
            _ => shared += 1,
        }
    }
    shared
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use super::*;
    use crate::detect::{Config, Detector};

    /// Loads the dictionary once for all tests.
    static DETECTOR: LazyLock<Detector> = LazyLock::new(|| Detector::new(Config::default()).unwrap());

    fn words(text: &str) -> DictionaryWords {
        DictionaryWords::of(DETECTOR.analyzer(), text, Span::new(0, text.len() as u32))
    }

    /// Returns the kinds of changes from the first text to the second.
    fn kinds(old: &str, new: &str) -> Vec<ChangeKind> {
        difference(&words(old), &words(new)).1.iter().map(|change| change.kind).collect()
    }

    #[test]
    fn what_turns_the_meaning_is_named() {
        use ChangeKind::*;
        let mut wrong = vec![];
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
            ("危机达到前所未有的程度", "危机达到前所有的程度", &[NegationLost]),
            ("危机达到前所有的程度", "危机达到前所未有的程度", &[NegationAdded]),
            ("He will pay 5 dlrs for each of them, he said", "He will pay, he said", &[LeftOut]),
            (
                "He will never again in his life pay, he said",
                "He will pay, he said",
                &[NegationLost, LeftOut],
            ),
            ("He will pay, but not before the end of May", "He will pay", &[LeftOut]),
            // Numerals have their values, however the dictionary cuts them.
            ("两种办法都不错", "三种办法都不错", &[Number]),
            ("他三十二岁时离开", "他七十二岁时离开", &[Number]),
            ("三千万人离开", "三千亿人离开", &[Number]),
            ("三千万人离开", "3000万人离开", &[]),
            ("3月5日离开", "3月6日离开", &[Date]),
            ("in the first five months of the year", "in the first four months of the year", &[Number]),
            ("他提出了一个计划", "他提出了计划", &[Words]),
            // Opposites.
            ("Prices will rise soon", "Prices will fall soon", &[Opposite]),
            ("It was an unfortunate choice", "It was a fortunate choice", &[Opposite]),
            ("The workers did not accept it", "The workers rejected it", &[Words]),
            ("多数村民支持方案", "多数村民反对方案", &[Opposite]),
            ("在洪水之前决定", "在洪水之后决定", &[Opposite]),
            ("他们同意条件", "他们拒绝条件", &[Opposite]),
            ("他们没有接受条件", "他们拒绝条件", &[Words]),
            ("他们满意结果", "他们不满意结果", &[NegationAdded]),
            ("多数村民支持方案", "多数村民赞成方案", &[Words]),
            // Exchanges.
            ("Lowell sued Halden in May", "Halden sued Lowell in May", &[Exchanged]),
            ("We know Lowell Inc sued Halden first", "We hear Halden sued Lowell Inc first", &[Exchanged]),
            ("The union forgave the company", "The company forgave the union", &[Exchanged]),
            ("海棠队战胜了石桥队", "石桥队战胜了海棠队", &[Exchanged]),
            ("Lowell and Halden met", "Halden and Lowell met", &[Name, LeftOut]),
            ("石桥镇和海棠镇修路", "海棠镇和石桥镇修路", &[Name, LeftOut]),
            // Cuts take away more than they change, even inside a word.
            ("改革不断推进新的发展", "改革不", &[LeftOut]),
            ("办法差不多说清楚了", "不多说清楚了", &[LeftOut]),
            ("他现年58岁", "他现年", &[LeftOut]),
            ("枪手是一名20岁男性", "20岁男性", &[LeftOut]),
            ("提供全国约10%的成品油", "提供全……成品油", &[LeftOut]),
            ("超过500万名的医务人员工作在基层", "超过500……基层", &[LeftOut]),
            ("惠及5000万户1.5亿人口", "惠及5000……億人口", &[LeftOut]),
            ("村里将估价的再生纸厂以68万元的低价交给村集体", "萬元的低價交給村集體", &[LeftOut]),
            ("revenues of eight mln dlrs last year", "revenues of eight", &[LeftOut]),
            ("It fell 41.9 pct", "It fell 41 pct", &[Number]),
            ("投资三千亿元", "投资三亿元", &[Number]),
            ("炸药和技术绝不是几个人的团体能有的，美英媒体的报道", "炸药……媒体的报道", &[LeftOut]),
            ("他们决不会加税", "他们……会加税", &[NegationLost]),
            ("不看人不看事也不说话", "不说话", &[LeftOut]),
        ] {
            let found = kinds(old, new);
            if found != expected {
                wrong.push(format!("{old} | {new}: {found:?}"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
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
