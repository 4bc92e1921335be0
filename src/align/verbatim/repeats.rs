//! Words that are repeated too often on both sides to look at every pair of their places.
//!
//! In: the stretches that are too frequent in both documents, without those of the query document that a match already
//! explains. Out: the query document's words cut into phrases from left to right, each the longest that stands in the
//! source (relative Lempel–Ziv factorization), with all its places there. Each repeated word thus has one match, and
//! text that is equal as a whole is one phrase. The cost is that of a suffix array of both sides together, `O(n log n)`
//! for n words of the stretches, however often they are repeated.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::rc::Rc;

use super::limits::LIMITS;
use super::suffixes::{common_prefixes, suffix_array};
use crate::align::ExactMatch;
use crate::align::Sides;
use crate::analyze::Words;
use crate::analyze::seeds::FOUNDING;
use crate::text::WordRange;
use crate::tokenize::WordHash;

/// A stretch of the query document that stands in the source and cannot be made longer.
#[derive(Clone, Debug)]
pub(crate) struct Phrase {
    /// The words on both sides.
    pub(crate) exact: ExactMatch,
    /// The first word of each place in the source, ascending. Places do not overlap.
    pub(crate) places: Rc<[u32]>,
}

/// Cuts the too frequent stretches of `a` into phrases of `b`, in the order of `a`. `often` has the
/// first words of the stretches of [`FOUNDING`] half words, ascending. Of several places, a phrase takes the one where
/// the match before it continues; `known` has the matches found so far, in the order of `a`.
pub(crate) fn find(words: Sides<&Words>, often: Sides<&[u32]>, known: &[ExactMatch]) -> Vec<Phrase> {
    let Sides { a, b } = words;
    let text = Text::new(words, often);
    let longest = text.longest();
    let mut chosen = Places { b, text: &text, order: &longest.order, of: HashMap::new() };
    let mut phrases: Vec<Phrase> = vec![];
    let mut known = known.iter().peekable();
    let mut last: Option<ExactMatch> = None;
    for region in &text.regions {
        // Those of the source come last.
        if region.at >= text.first_b {
            break;
        }
        let (mut at, end) = (region.at, region.at + region.len);
        while at < end {
            let word = region.word + (at - region.at);
            let found = longest.of[at as usize];
            if found.len == 0 || a.half_words(WordRange::new(word, word + found.len)) < FOUNDING {
                at += 1;
                continue;
            }
            while let Some(exact) = known.next_if(|exact| exact.a_end() <= word) {
                if !matches!(last, Some(last) if last.a_end() > exact.a_end()) {
                    last = Some(*exact);
                }
            }
            let places = chosen.of(found);
            let first = places.first().copied().unwrap_or(0);
            let near = match last {
                Some(last) if word <= last.a_end() + LIMITS.near_words => {
                    going_on(a, b, last, word, found.len)
                }
                _ => None,
            };
            let exact = ExactMatch { a: word, b: near.unwrap_or(first), len: found.len };
            phrases.push(Phrase { exact, places });
            last = Some(exact);
            at += found.len;
        }
    }
    phrases
}

/// Finds a place of a phrase in `b` near the place where the last match continues.
fn going_on(a: &Words, b: &Words, last: ExactMatch, word: u32, len: u32) -> Option<u32> {
    let phrase = a.hashes_of(WordRange::new(word, word + len));
    let expected = last.b_end() + (word - last.a_end().min(word));
    if stands_at(b, expected, phrase) {
        return Some(expected);
    }
    for off in 1..=LIMITS.near_words {
        for place in [Some(expected + off), expected.checked_sub(off)].into_iter().flatten() {
            if stands_at(b, place, phrase) {
                return Some(place);
            }
        }
    }
    None
}

/// Returns whether a phrase stands at a place.
fn stands_at(words: &Words, place: u32, phrase: &[u64]) -> bool {
    let start = place as usize;
    words.hashes().get(start..start + phrase.len()) == Some(phrase)
}

/// Consecutive words, and their place in the text.
struct Region {
    at: u32,
    word: u32,
    len: u32,
}

/// The frequent words of both sides as numbers. A separator, unique to it, follows each region.
struct Text {
    numbers: Vec<u32>,
    alphabet: usize,
    /// The regions, sorted by place, with those of the query document first.
    regions: Vec<Region>,
    /// The place where the source begins.
    first_b: u32,
}

impl Text {
    fn new(words: Sides<&Words>, often: Sides<&[u32]>) -> Text {
        let mut text = Text { numbers: vec![], alphabet: 0, regions: vec![], first_b: 0 };
        let mut known: HashMap<u64, u32, WordHash> = HashMap::default();
        text.push(words.a, often.a, &mut known);
        text.first_b = text.numbers.len() as u32;
        text.push(words.b, often.b, &mut known);
        text
    }

    fn push(&mut self, words: &Words, often: &[u32], known: &mut HashMap<u64, u32, WordHash>) {
        for range in regions(words, often) {
            self.regions.push(Region { at: self.numbers.len() as u32, word: range.start, len: range.len() });
            for &hash in words.hashes_of(range) {
                self.numbers.push(match known.entry(hash) {
                    Entry::Occupied(number) => *number.get(),
                    Entry::Vacant(new) => {
                        self.alphabet += 1;
                        *new.insert(self.alphabet as u32 - 1)
                    }
                });
            }
            self.numbers.push(self.alphabet as u32);
            self.alphabet += 1;
        }
    }

    /// Returns the word of the source at a place.
    fn word_of_b(&self, at: u32) -> u32 {
        let region = &self.regions[self.regions.partition_point(|region| region.at <= at) - 1];
        region.word + (at - region.at)
    }

    /// Finds the longest match with the source for each place of the query document.
    fn longest(&self) -> Longest {
        let order = suffix_array(&self.numbers, self.alphabet);
        let common = common_prefixes(&self.numbers, &order);
        let mut of = vec![Match::default(); self.first_b as usize];
        let mut open: Vec<Interval> = vec![];
        for (at, &start) in order.iter().enumerate() {
            let mut leaf =
                Interval { len: u32::MAX, first: at as u32, has_b: start >= self.first_b, left: vec![] };
            if !leaf.has_b {
                leaf.left.push(start);
            }
            // Intervals with more in common than the next two suffixes end here.
            let len = if at == 0 { 0 } else { common[at] };
            while let Some(interval) = open.pop_if(|interval| interval.len > len) {
                let first = interval.first;
                let rest = interval.close(at as u32, &mut of);
                match open.last_mut() {
                    Some(parent) if parent.len >= len => parent.take(rest),
                    _ => open.push(Interval { len, first, ..rest }),
                }
            }
            open.push(leaf);
        }
        let end = order.len() as u32;
        while let Some(interval) = open.pop() {
            let rest = interval.close(end, &mut of);
            if let Some(parent) = open.last_mut() {
                parent.take(rest);
            }
        }
        Longest { order, of }
    }
}

/// Merges the stretches that begin at these words into ranges that do not touch.
fn regions(words: &Words, often: &[u32]) -> Vec<WordRange> {
    let mut regions: Vec<WordRange> = vec![];
    for &start in often {
        let end = words.stretch_end(start, FOUNDING);
        match regions.last_mut() {
            Some(last) if start <= last.end => last.end = last.end.max(end),
            _ => regions.push(WordRange::new(start, end)),
        }
    }
    regions
}

/// The first `len` numbers of a suffix of the query document, shared by all suffixes `first..end` of the order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Match {
    len: u32,
    first: u32,
    end: u32,
}

struct Longest {
    order: Vec<u32>,
    /// The longest match of each place of the query document.
    of: Vec<Match>,
}

/// Suffixes that are adjacent in the order and have `len` numbers in common.
struct Interval {
    len: u32,
    first: u32,
    /// True if one of them is a suffix of the source.
    has_b: bool,
    /// The suffixes of the query document whose longest match is not known yet.
    left: Vec<u32>,
}

impl Interval {
    /// Records the match of the suffixes of the query document, if the interval has a suffix of the source.
    fn close(mut self, end: u32, of: &mut [Match]) -> Interval {
        // A single suffix has nothing in common with another.
        if self.has_b && self.len != u32::MAX {
            for start in self.left.drain(..) {
                of[start as usize] = Match { len: self.len, first: self.first, end };
            }
        }
        self
    }

    fn take(&mut self, mut other: Interval) {
        self.has_b |= other.has_b;
        if other.left.len() > self.left.len() {
            std::mem::swap(&mut self.left, &mut other.left);
        }
        self.left.append(&mut other.left);
    }
}

/// A cache of the places of phrases in the source.
struct Places<'t> {
    b: &'t Words,
    text: &'t Text,
    order: &'t [u32],
    of: HashMap<Match, Rc<[u32]>>,
}

impl Places<'_> {
    fn of(&mut self, found: Match) -> Rc<[u32]> {
        let Places { b, text, order, of } = self;
        let new = match of.entry(found) {
            Entry::Occupied(places) => return Rc::clone(places.get()),
            Entry::Vacant(new) => new,
        };
        let mut places = vec![];
        for &at in &order[found.first as usize..found.end as usize] {
            if at >= text.first_b {
                places.push(text.word_of_b(at));
            }
        }
        places.sort_unstable();
        let mut end = 0;
        places.retain(|&place| {
            let is_apart = place >= end;
            end = if is_apart { place + found.len } else { end };
            is_apart
        });
        debug_assert!(places.iter().all(|&place| place + found.len <= b.len() as u32));
        Rc::clone(new.insert(places.into()))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::analyze::words::tests::words;

    /// Returns words of one letter, so that each stretch of five is founding.
    fn of_letters(letters: &[u8]) -> Words {
        words(&letters.iter().map(|&letter| format!("{} ", (b'a' + letter) as char)).collect::<String>())
    }

    fn all(words: &Words) -> Vec<u32> {
        words.founding().zip(0..).map(|(_, at)| at).collect()
    }

    fn phrases(a: &Words, b: &Words) -> Vec<Phrase> {
        find(Sides { a, b }, Sides { a: &all(a), b: &all(b) }, &[])
    }

    /// Returns the longest phrases, found by looking at all places.
    fn simple(a: &Words, b: &Words) -> Vec<(u32, u32, Vec<u32>)> {
        let (x, y) = (a.hashes(), b.hashes());
        let common = |i: usize, j: usize| x[i..].iter().zip(&y[j..]).take_while(|(x, y)| x == y).count();
        let (mut found, mut at) = (vec![], 0);
        while at < x.len() {
            let len = (0..y.len()).map(|j| common(at, j)).max().unwrap_or(0);
            if len < 5 {
                at += 1;
                continue;
            }
            let mut end = 0;
            let mut places = vec![];
            for place in (0..y.len()).filter(|&j| common(at, j) == len) {
                if place >= end {
                    places.push(place as u32);
                    end = place + len;
                }
            }
            found.push((at as u32, len as u32, places));
            at += len;
        }
        found
    }

    #[test]
    fn what_is_the_same_as_a_whole_is_one_phrase() {
        let text = of_letters(&[0, 1, 2, 3, 4, 5].repeat(200));
        let found = phrases(&text, &text);
        assert_eq!(
            found.iter().map(|phrase| phrase.exact).collect::<Vec<_>>(),
            [ExactMatch { a: 0, b: 0, len: 1200 }]
        );
    }

    #[test]
    fn what_stands_more_often_in_the_query_is_taken_again_from_the_start() {
        let piece = [0, 1, 2, 3, 4, 5];
        let found = phrases(&of_letters(&piece.repeat(12)), &of_letters(&piece.repeat(9)));
        let matches: Vec<ExactMatch> = found.iter().map(|phrase| phrase.exact).collect();
        assert_eq!(matches, [ExactMatch { a: 0, b: 0, len: 54 }, ExactMatch { a: 54, b: 0, len: 18 }]);
        assert_eq!(&*found[1].places, [0, 18, 36]);
    }

    #[test]
    fn a_phrase_is_taken_from_where_the_one_before_it_goes_on() {
        let piece = [0, 1, 2, 3, 4, 5].repeat(10);
        let edited = [&piece[..24], &[9], &piece[24..]].concat();
        let found = phrases(&of_letters(&edited), &of_letters(&piece));
        let matches: Vec<ExactMatch> = found.iter().map(|phrase| phrase.exact).collect();
        assert_eq!(matches, [ExactMatch { a: 0, b: 0, len: 24 }, ExactMatch { a: 25, b: 24, len: 36 }]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn phrases_are_those_of_looking_at_all_places(
            a in prop::collection::vec(0_u8..3, 0..60),
            b in prop::collection::vec(0_u8..3, 0..60),
        ) {
            let (a, b) = (of_letters(&a), of_letters(&b));
            let found = phrases(&a, &b);
            let expected = simple(&a, &b);
            prop_assert_eq!(found.len(), expected.len());
            for (phrase, (at, len, places)) in found.iter().zip(expected) {
                prop_assert_eq!((phrase.exact.a, phrase.exact.len), (at, len));
                prop_assert_eq!(&*phrase.places, &*places);
                let (x, y) = (phrase.exact.a as usize, phrase.exact.b as usize);
                prop_assert_eq!(&a.hashes()[x..x + len as usize], &b.hashes()[y..y + len as usize]);
            }
        }
    }
}
