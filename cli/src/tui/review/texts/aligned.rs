//! The two texts of a passage -> the places at which both begin a line on the same row.
//!
//! Both sides are split into sentences as the engine does. Two sentences belong together if the report has them as a
//! pair, or if equal words of theirs stand in order on both sides. Of pairs that cross, as in a reordered passage, the
//! heaviest chain without crossings is taken. `O(n + k log k)`, for n bytes of text and k pairs.

use std::collections::BTreeMap;

use ibid::Layout;
use ibid::report::Passage;
use ibid::split::split_sentences;

/// The weight of a sentence pair of the report: more than that of any run of equal words.
const PAIR_WEIGHT: u64 = 1 << 40;

/// Returns the byte at which each pair of sentences begins in both texts of a passage. Both sides of each are greater
/// than those before. The first is the beginning of both texts, or of one of them.
pub(super) fn pair_starts(passage: &Passage, a_text: &str, b_text: &str) -> Vec<[usize; 2]> {
    let a = Sentences::new(a_text, passage.a_sentences);
    let b = Sentences::new(b_text, passage.b_sentences);
    let mut weights: BTreeMap<(usize, usize), u64> = BTreeMap::new();
    for &[a_start, a_end, b_start, b_end] in &passage.equal {
        let first = [a_start.saturating_sub(passage.a_start), b_start.saturating_sub(passage.b_start)];
        let chars = a_end.saturating_sub(a_start).min(b_end.saturating_sub(b_start));
        add_equal_chars(&a, &b, first.map(|at| at as usize), chars as usize, &mut weights);
    }
    // A few equal words are no sentence.
    weights.retain(|&(x, y), chars| *chars * 4 >= a.chars(x).min(b.chars(y)));
    for pair in &passage.sentence_pairs {
        if let (Some(x), Some(y)) = (a.numbered(pair.a), b.numbered(pair.b)) {
            *weights.entry((x, y)).or_default() += PAIR_WEIGHT;
        }
    }
    let mut starts = vec![];
    for (x, y) in heaviest_chain(&weights, b.bytes.len()) {
        starts.push([a.bytes[x], b.bytes[y]]);
    }
    if starts.first().is_none_or(|[a, b]| *a > 0 && *b > 0) {
        starts.insert(0, [0, 0]);
    }
    starts
}

/// The sentences of one side.
struct Sentences {
    /// The byte at which each begins. The first begins where the text does.
    bytes: Vec<usize>,
    /// The character at which each begins, and the number of all.
    chars: Vec<usize>,
    /// The number of the first in its document; none if the document has other sentences here.
    first: Option<u32>,
}

impl Sentences {
    /// Splits a text, which is a range of the sentences of its document.
    fn new(text: &str, [first, end]: [u32; 2]) -> Sentences {
        let count = end.saturating_sub(first) as usize;
        let (mut spans, mut flowing) = (vec![], vec![]);
        split_sentences(text, Layout::Wrapped, &mut spans);
        split_sentences(text, Layout::Flowing, &mut flowing);
        if spans.len() != count && flowing.len() == count {
            spans = flowing;
        }
        let mut sentences = Sentences { bytes: vec![0], chars: vec![0], first: None };
        sentences.first = (spans.len() == count).then_some(first);
        let mut places = text.char_indices().enumerate();
        for span in spans.iter().skip(1) {
            if let Some((char, (byte, _))) = places.find(|(_, (byte, _))| *byte == span.start as usize) {
                sentences.bytes.push(byte);
                sentences.chars.push(char);
            }
        }
        sentences.chars.push(text.chars().count());
        sentences
    }

    /// Returns the index of the sentence with a number in the document.
    fn numbered(&self, number: u32) -> Option<usize> {
        let at = number.checked_sub(self.first?)? as usize;
        (at < self.bytes.len()).then_some(at)
    }

    /// Returns the index of the sentence of a character.
    fn at(&self, char: usize) -> usize {
        let begun = self.chars.partition_point(|&start| start <= char);
        begun.clamp(1, self.bytes.len()) - 1
    }

    /// Returns whether a sentence begins at a character.
    fn begins(&self, char: usize) -> bool {
        self.chars[self.at(char)] == char
    }

    /// Returns the character at which a sentence ends.
    fn end_of(&self, at: usize) -> usize {
        self.chars[at + 1]
    }

    /// Returns the number of characters of a sentence.
    fn chars(&self, at: usize) -> u64 {
        (self.chars[at + 1] - self.chars[at]) as u64
    }
}

/// Adds the equal characters of a run to the pairs of sentences through which it goes.
fn add_equal_chars(
    a: &Sentences,
    b: &Sentences,
    [a_first, b_first]: [usize; 2],
    chars: usize,
    weights: &mut BTreeMap<(usize, usize), u64>,
) {
    let mut done = 0;
    while done < chars {
        let (x, y) = (a.at(a_first + done), b.at(b_first + done));
        let left = a.end_of(x).saturating_sub(a_first + done).min(b.end_of(y).saturating_sub(b_first + done));
        let here = left.min(chars - done);
        if here == 0 {
            return;
        }
        // Of the sentences that one was made into, the first begins like it.
        let begins_both = a.begins(a_first + done) && b.begins(b_first + done);
        *weights.entry((x, y)).or_default() += here as u64 * if begins_both { 2 } else { 1 };
        done += here;
    }
}

/// Returns the chain of pairs with the greatest weight in which both numbers rise.
fn heaviest_chain(weights: &BTreeMap<(usize, usize), u64>, columns: usize) -> Vec<(usize, usize)> {
    let mut best = PrefixMax(vec![(0, 0); columns + 1]);
    // The pair before each in its chain, both counted from 1.
    let mut chain: Vec<((usize, usize), usize)> = vec![];
    let mut same_row: Vec<(usize, u64, usize)> = vec![];
    let mut row = None;
    for (&(x, y), &weight) in weights {
        if row.replace(x) != Some(x) {
            for (y, total, number) in same_row.drain(..) {
                best.raise(y, (total, number));
            }
        }
        let (before, number) = best.below(y);
        chain.push(((x, y), number));
        same_row.push((y, before + weight, chain.len()));
    }
    for (y, total, number) in same_row {
        best.raise(y, (total, number));
    }
    let mut pairs = vec![];
    let (_, mut number) = best.below(columns);
    while number > 0 {
        let (pair, before) = chain[number - 1];
        pairs.push(pair);
        number = before;
    }
    pairs.reverse();
    pairs
}

/// The greatest value at any place below another: a Fenwick tree.
struct PrefixMax(Vec<(u64, usize)>);

impl PrefixMax {
    fn raise(&mut self, place: usize, value: (u64, usize)) {
        let mut at = place + 1;
        while let Some(most) = self.0.get_mut(at) {
            *most = value.max(*most);
            at += at & at.wrapping_neg();
        }
    }

    fn below(&self, place: usize) -> (u64, usize) {
        let mut most = (0, 0);
        let mut at = place;
        while at > 0 {
            most = most.max(self.0.get(at).copied().unwrap_or_default());
            at &= at - 1;
        }
        most
    }
}

#[cfg(test)]
mod tests {
    use ibid::report::SentencePair;

    use super::*;

    /// Returns the words at which each pair begins.
    fn pairs(
        a: &str,
        b: &str,
        equal: &[[u32; 4]],
        pairs: &[(u32, u32)],
        count: u32,
    ) -> Vec<(String, String)> {
        let passage = Passage {
            a_sentences: [5, 5 + count],
            b_sentences: [7, 7 + count],
            sentence_pairs: pairs
                .iter()
                .map(|&(a, b)| SentencePair { a: a + 5, b: b + 7, jaccard: 0.7 })
                .collect(),
            equal: equal.to_vec(),
            ..Passage::default()
        };
        let word = |text: &str, at: usize| {
            text.get(at..).unwrap().split([' ', '，', '。']).next().unwrap().to_owned()
        };
        pair_starts(&passage, a, b).into_iter().map(|[x, y]| (word(a, x), word(b, y))).collect()
    }

    fn check(found: Vec<(String, String)>, expected: &[(&str, &str)]) {
        let found: Vec<(&str, &str)> = found.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        assert_eq!(found, expected);
    }

    const A: &str = "Salt came first. Then came light. Tides last";
    const B: &str = "Light came then. Salt was first. Tides at last";

    #[test]
    fn pairs_of_the_report_begin_together() {
        check(
            pairs(A, B, &[], &[(1, 1), (2, 2)], 3),
            &[("Salt", "Light"), ("Then", "Salt"), ("Tides", "Tides")],
        );
        check(pairs(A, B, &[], &[(0, 1)], 3), &[("Salt", "Salt")]);
        check(pairs(A, B, &[], &[], 3), &[("Salt", "Light")]);
    }

    #[test]
    fn of_pairs_that_cross_one_chain_is_taken() {
        check(pairs(A, B, &[], &[(0, 1), (1, 0), (2, 2)], 3).split_off(1), &[("Tides", "Tides")]);
    }

    #[test]
    fn equal_words_pair_sentences_whose_numbers_are_not_known() {
        let equal = [[34, 44, 33, 43]];
        check(pairs(A, B, &equal, &[(1, 1)], 9), &[("Salt", "Light"), ("Tides", "Tides")]);
        let (a, b) = ("盐路很长。山口很高", "另一句。盐路很长。山口很高");
        check(pairs(a, b, &[[0, 9, 4, 13]], &[], 9), &[("盐路很长", "盐路很长"), ("山口很高", "山口很高")]);
    }

    #[test]
    fn of_two_sentences_made_of_one_the_first_begins_with_it() {
        let (a, b) = ("Odd. Salt came and light came too", "Odd. Salt came. And light came too");
        let equal = [[0, 3, 0, 3], [5, 14, 5, 14], [19, 33, 20, 34]];
        check(pairs(a, b, &equal, &[], 9), &[("Odd.", "Odd."), ("Salt", "Salt")]);
    }

    #[test]
    fn a_chain_rises_on_both_sides() {
        let weights = [((0, 3), 5), ((1, 0), 3), ((1, 1), 3), ((2, 1), 4), ((3, 2), 1)].into_iter().collect();
        assert_eq!(heaviest_chain(&weights, 4), [(1, 0), (2, 1), (3, 2)]);
        assert_eq!(heaviest_chain(&BTreeMap::new(), 4), []);
    }
}
