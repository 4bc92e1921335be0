//! A labelled set made of several versions of the same documents: every pair of copied sentences in it.
//!
//! In: documents, all versions of one after the other. Out: sentences of 8 to 80 units (words; in Chinese, characters
//! and Latin words), each text at most three times, and their pairs with a similarity of at least 0.5: 1 - Levenshtein
//! distance over case-folded units / the length of the longer. A pair is a copy if its units are the same, or if its
//! documents are of one family and its similarity is at least 0.6; else it is open. No feature has a part in the set,
//! so that it judges them all alike.
//!
//! All pairs are looked at. In a pair of such a similarity, at most half of the longer side's units are missing in the
//! shorter. Each unit sets one of 256 bits of its sentence, and counting the missing bits rules out almost all pairs at
//! some nanoseconds each. The others are measured with Myers' bit vectors (Journal of the ACM 46, 1999), exactly.
//! `O(s²)` for s sentences, 50,000 in seconds; memory: the sentences, and 16 bytes for each pair listed.
//!
//! ```
//! use ibid::Lang;
//! use ibid_lab::gold::{Draft, Family};
//!
//! let mut draft = Draft::new(Lang::Words);
//! draft.add("1/a.txt", "The mill stood by the river for three hundred years.");
//! draft.add("2/a.txt", "The old mill stood by the river for three hundred years.");
//! let pairs = draft.comparer(Family::Name).pairs();
//! assert_eq!(format!("{:.3}", pairs[0].similarity), "0.909");
//! ```

use std::collections::HashMap;

use ibid::Lang;
use ibid_calibrate::similarity::{MIN_COPY, UNITS, distance};
use unicode_normalization::char::is_combining_mark;

use crate::labelled::{Label, LabelledPair};

/// The number of times that a text is taken at most.
const MOST_OF_ONE: u8 = 3;
/// The least similarity of a listed pair. [`Sketch::may_reach`] counts on this value.
const MIN_LISTED: f64 = 0.5;

/// The documents that are versions of each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Documents whose file names are equal.
    Name,
    /// All documents.
    All,
}

/// A set of sentences as they are gathered.
#[derive(Clone, Debug)]
pub struct Draft {
    lang: Lang,
    /// The document of each sentence, and its text.
    pub sentences: Vec<(String, String)>,
    units: Vec<Vec<u32>>,
    seen: HashMap<String, u8>,
    numbers: HashMap<String, u32>,
}

impl Draft {
    /// Makes a draft without sentences. The language decides how sentences and units are cut.
    pub fn new(lang: Lang) -> Draft {
        let (seen, numbers) = (HashMap::new(), HashMap::new());
        Draft { lang, sentences: vec![], units: vec![], seen, numbers }
    }

    /// Adds the sentences of a document that are neither too short nor too long. Line ends are `\n`.
    pub fn add(&mut self, document: &str, text: &str) {
        let cut = match self.lang {
            Lang::Words => english_pieces,
            Lang::Chinese => chinese_pieces,
        };
        cut(text, &mut |piece| self.add_sentence(document, piece));
    }

    fn add_sentence(&mut self, document: &str, piece: &str) {
        let words: Vec<&str> = piece.split(is_space).filter(|word| !word.is_empty()).collect();
        let text = words.join(" ");
        let units = units(&text.to_lowercase(), self.lang);
        if !(UNITS.0..=UNITS.1).contains(&units.len()) {
            return;
        }
        let times = self.seen.entry(text.clone()).or_default();
        if *times == MOST_OF_ONE {
            return;
        }
        *times += 1;
        let number = |unit: String| {
            let next = self.numbers.len() as u32;
            *self.numbers.entry(unit).or_insert(next)
        };
        self.units.push(units.into_iter().map(number).collect());
        self.sentences.push((document.to_owned(), text));
    }

    /// Returns the comparer of these sentences.
    pub fn comparer(&self, family: Family) -> Comparer<'_> {
        let mut families = HashMap::new();
        let mut family_of = |document: &'_ str| {
            let name = match family {
                Family::Name => document.rsplit('/').next().unwrap_or("").to_owned(),
                Family::All => String::new(),
            };
            let next = families.len() as u32;
            *families.entry(name).or_insert(next)
        };
        let mut order: Vec<u32> = (0..self.units.len() as u32).collect();
        order.sort_by_key(|&number| self.units[number as usize].len());
        Comparer {
            units: &self.units,
            sketches: order.iter().map(|&number| Sketch::new(&self.units[number as usize])).collect(),
            families: self.sentences.iter().map(|(document, _)| family_of(document)).collect(),
            order,
            vocabulary: self.numbers.len(),
        }
    }
}

/// Calls `each` with the pieces of English text between ends of sentences, and between blank lines.
fn english_pieces(text: &str, each: &mut dyn FnMut(&str)) {
    let bytes = text.as_bytes();
    let (mut start, mut at) = (0, 0);
    while at < bytes.len() {
        let is_end = at > 0 && matches!(bytes[at - 1], b'.' | b'!' | b'?');
        let next = if is_end { behind_end(text, at) } else { None };
        let next = next.or_else(|| if bytes[at] == b'\n' { behind_blank_line(text, at) } else { None });
        if let Some(next) = next {
            each(text.get(start..at).unwrap_or(""));
            (start, at) = (next, next);
        } else {
            at += 1;
        }
    }
    each(text.get(start..).unwrap_or(""));
}

/// Returns the place at which the next sentence begins if one ends before `at`: behind closing marks and space, at a
/// capital or a digit with at most one opening mark before it.
fn behind_end(text: &str, at: usize) -> Option<usize> {
    let rest = text.get(at..)?.trim_start_matches(['"', '\'', '”', '’', ')', ']']);
    let next = rest.trim_start_matches(is_space);
    let is_opening = |c: char| matches!(c, '"' | '\'' | '“' | '‘' | '(' | '[');
    let first = next.strip_prefix(is_opening).unwrap_or(next).chars().next()?;
    let begins = next.len() < rest.len() && (first.is_ascii_uppercase() || first.is_ascii_digit());
    begins.then_some(text.len() - next.len())
}

/// Returns the end of the last of the blank lines that begin with the line end at `at`.
fn behind_blank_line(text: &str, at: usize) -> Option<usize> {
    let rest = text.get(at + 1..)?;
    let blank = rest.get(..rest.len() - rest.trim_start_matches(is_space).len())?;
    Some(at + 1 + blank.rfind('\n')? + 1)
}

/// Calls `each` with the pieces of Chinese text: up to a full stop, an exclamation mark or a question mark, without the
/// closing marks behind it, or up to the end of the line.
fn chinese_pieces(text: &str, each: &mut dyn FnMut(&str)) {
    for line in text.split('\n') {
        let mut pieces = line.split_inclusive(['。', '！', '？']);
        pieces.next().into_iter().for_each(&mut *each);
        pieces.for_each(|piece| each(piece.trim_start_matches(['”', '’', '」', '』', '）'])));
    }
}

/// Returns whether Python takes a character for white space: that of Unicode, and four separators of ASCII.
fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\x1C'..='\x1F')
}

/// Returns the units of a text in lower case: words; in Chinese, Han characters and Latin words. An apostrophe belongs
/// to its word.
fn units(text: &str, lang: Lang) -> Vec<String> {
    let is_part = |c: char| match lang {
        Lang::Words => is_word(c) || c == '\'',
        Lang::Chinese => c.is_ascii_alphanumeric() || matches!(c, '_' | '\''),
    };
    let mut units = vec![];
    let mut word = String::new();
    for c in text.chars() {
        if is_part(c) {
            word.push(c);
            continue;
        }
        if !word.is_empty() {
            units.push(std::mem::take(&mut word));
        }
        if lang == Lang::Chinese && matches!(c, '\u{3400}'..='\u{9FFF}') {
            units.push(c.to_string());
        }
    }
    units.extend((!word.is_empty()).then_some(word));
    units
}

/// Returns whether `\w` of Python matches a character: letters, numbers and the underscore do; marks do not, nor do
/// letters in circles or squares.
fn is_word(c: char) -> bool {
    c == '_'
        || c.is_alphanumeric()
            && (c.is_ascii()
                || !is_combining_mark(c) && !matches!(c, 'Ⓐ'..='ⓩ' | '🄰'..='🅉' | '🅐'..='🅩' | '🅰'..='🆉'))
}

/// The set of a sentence's units, in 256 bits.
#[derive(Clone, Copy, Debug)]
struct Sketch([u64; 4]);

impl Sketch {
    fn new(units: &[u32]) -> Sketch {
        let mut bits = [0; 4];
        let mut sorted = units.to_vec();
        sorted.sort_unstable();
        for of_one in sorted.chunk_by(|a, b| a == b) {
            // The second occurrence of a unit is a unit of its own.
            for (unit, occurrence) in of_one.iter().zip(0_u64..) {
                let hash = (u64::from(*unit) << 8 | occurrence).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56;
                bits[hash as usize >> 6] |= 1 << (hash & 63);
            }
        }
        Sketch(bits)
    }

    fn missing_in(&self, other: &Sketch) -> usize {
        self.0.iter().zip(other.0).map(|(&bits, others)| (bits & !others).count_ones() as usize).sum()
    }

    /// Returns whether a sentence of `len` units may have half of its units in `shorter`, a sentence of at most `len`
    /// units. Each bit that is missing in `shorter` is a unit that is missing there.
    fn may_reach(&self, shorter: &Sketch, len: usize) -> bool {
        self.missing_in(shorter) <= len / 2
    }
}

/// A comparer that finds the pairs of the sentences of a [`Draft`]. Shared between threads.
#[derive(Clone, Debug)]
pub struct Comparer<'d> {
    units: &'d [Vec<u32>],
    /// Sentences by their lengths, then by their numbers.
    order: Vec<u32>,
    /// The sketches of the sentences in this order.
    sketches: Vec<Sketch>,
    /// The family of each sentence.
    families: Vec<u32>,
    vocabulary: usize,
}

impl Comparer<'_> {
    /// Returns all listed pairs, by their numbers.
    pub fn pairs(&self) -> Vec<LabelledPair> {
        let mut masks = self.masks();
        let mut pairs: Vec<LabelledPair> =
            (0..self.order.len()).flat_map(|place| self.pairs_at(place, &mut masks)).collect();
        pairs.sort_unstable_by_key(|pair| (pair.a, pair.b));
        pairs
    }

    /// Returns the working memory of [`Comparer::pairs_at`], which is as good as new after each call.
    pub fn masks(&self) -> Vec<u128> {
        vec![0; self.vocabulary]
    }

    /// Returns a part of [`Comparer::pairs`], for work in threads: the pairs of one sentence with the sentences before
    /// it. `place` is its place in the order of lengths, below the number of sentences.
    pub fn pairs_at(&self, place: usize, masks: &mut [u128]) -> Vec<LabelledPair> {
        let longer = self.order[place];
        let units = &self.units[longer as usize];
        let least = units.len().div_ceil(2);
        let first = self.order.partition_point(|&number| self.units[number as usize].len() < least);
        for (at, &unit) in units.iter().enumerate() {
            masks[unit as usize] |= 1 << at;
        }
        let sketch = &self.sketches[place];
        let near = (first..place).filter(|&other| sketch.may_reach(&self.sketches[other], units.len()));
        let pair = |other: usize| {
            let shorter = self.order[other];
            let equal = self.units[shorter as usize].iter().map(|&unit| masks[unit as usize]);
            let distance = distance(units.len(), equal);
            let similarity = 1.0 - distance as f64 / units.len() as f64;
            (similarity >= MIN_LISTED)
                .then(|| self.labelled(longer.min(shorter), longer.max(shorter), similarity))
        };
        let pairs = near.filter_map(pair).collect();
        for &unit in units {
            masks[unit as usize] = 0;
        }
        pairs
    }

    fn labelled(&self, a: u32, b: u32, similarity: f64) -> LabelledPair {
        let is_family = self.families[a as usize] == self.families[b as usize];
        let is_copy = similarity == 1.0 || similarity >= MIN_COPY && is_family;
        LabelledPair { a, b, similarity, label: if is_copy { Label::Copy } else { Label::Open } }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sentences(lang: Lang, text: &str) -> Vec<String> {
        let mut draft = Draft::new(lang);
        draft.add("a", text);
        draft.sentences.into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn english_text_is_cut_where_sentences_begin() {
        let eight = "one two three four five six seven eight";
        for (text, cut) in [
            (format!("{eight}. Next {eight}"), vec![format!("{eight}."), format!("Next {eight}")]),
            (format!("{eight}. next {eight}"), vec![format!("{eight}. next {eight}")]),
            (format!("{eight}.” “Next {eight}"), vec![format!("{eight}."), format!("“Next {eight}")]),
            (format!("{eight}?)\n (3 {eight}"), vec![format!("{eight}?"), format!("(3 {eight}")]),
            (format!("{eight}. (“Next {eight}"), vec![format!("{eight}. (“Next {eight}")]),
            (format!("{eight}\n \n\n  {eight}"), vec![eight.to_owned(), eight.to_owned()]),
            (
                format!("{eight}.\n\n{eight} \u{3000}\n{eight}"),
                vec![format!("{eight}."), format!("{eight} {eight}")],
            ),
            (format!("{eight}.Next {eight}"), vec![format!("{eight}.Next {eight}")]),
        ] {
            assert_eq!(sentences(Lang::Words, &text), cut, "{text:?}");
        }
    }

    #[test]
    fn chinese_text_is_cut_at_its_marks_and_lines() {
        for (text, cut) in [
            (
                "水车修好以后，村里人。”他们又开始引水灌田！",
                vec!["水车修好以后，村里人。", "他们又开始引水灌田！"],
            ),
            ("水车修好以后村里人\n\n他们又开始引水灌田", vec!["水车修好以后村里人", "他们又开始引水灌田"]),
            (
                "（水车修好以后村里人？！）」他们又开始 Rust 2 田",
                vec!["（水车修好以后村里人？", "他们又开始 Rust 2 田"],
            ),
            ("”水车修好以后村里人。", vec!["”水车修好以后村里人。"]),
        ] {
            assert_eq!(sentences(Lang::Chinese, text), cut, "{text:?}");
        }
    }

    #[test]
    fn short_long_and_frequent_sentences_are_left_out() {
        let words = |n: usize| vec!["word"; n].join(" ");
        assert_eq!(sentences(Lang::Words, &words(7)), Vec::<String>::new());
        assert_eq!(sentences(Lang::Words, &words(81)), Vec::<String>::new());
        assert_eq!(sentences(Lang::Words, &words(80)), [words(80)]);
        assert_eq!(sentences(Lang::Words, &[words(8), words(8), words(8), words(8)].join("\n\n")).len(), 3);
    }

    #[test]
    fn units_are_what_python_takes_for_words() {
        for (text, lang, cut) in [
            ("don't stop_it, café №½ x²", Lang::Words, vec!["don't", "stop_it", "café", "½", "x²"]),
            ("e\u{301}a Ⓐb 中文 हिन्दी", Lang::Words, vec!["e", "a", "b", "中文", "ह", "न", "द"]),
            ("用 rust_2 写，café 〇㐀々", Lang::Chinese, vec!["用", "rust_2", "写", "caf", "㐀"]),
        ] {
            assert_eq!(units(text, lang), cut, "{text}");
        }
    }

    #[test]
    fn pairs_are_labelled_by_similarity_and_family() {
        let base = "a b c d e f g h i j";
        let mut draft = Draft::new(Lang::Words);
        for (document, text) in [
            ("1/x.txt", base),
            ("2/x.txt", "a b c d e f Z Z Z Z"),
            ("2/y.txt", "A b c d, e f g h i j"),
            ("3/y.txt", "a b c d e Y Y Y Y Y"),
            ("3/y.txt", "a c b d e f g h i j k l"),
        ] {
            draft.add(document, text);
        }
        let listed = |family| -> Vec<(u32, u32, String, Label)> {
            let pairs = draft.comparer(family).pairs();
            pairs.iter().map(|p| (p.a, p.b, format!("{:.3}", p.similarity), p.label)).collect()
        };
        let (copy, open) = (Label::Copy, Label::Open);
        let expected = [
            (0, 1, "0.600", copy),
            (0, 2, "1.000", copy),
            (0, 3, "0.500", open),
            (0, 4, "0.667", open),
            (1, 2, "0.600", open),
            (1, 3, "0.500", open),
            (2, 3, "0.500", open),
            (2, 4, "0.667", copy),
        ];
        assert_eq!(listed(Family::Name), expected.map(|(a, b, s, label)| (a, b, s.to_owned(), label)));
        let all = listed(Family::All);
        assert_eq!(all.iter().filter(|pair| pair.3 == copy).count(), 5);
    }

    #[test]
    fn ties_are_rounded_as_python_rounds_them() {
        assert_eq!(
            [0.5625, 0.6875, 0.8125, 0.9375].map(|s| format!("{s:.3}")),
            ["0.562", "0.688", "0.812", "0.938"]
        );
    }

    /// Returns the distance by the textbook table.
    fn plain_distance(a: &[u32], b: &[u32]) -> usize {
        let mut row: Vec<usize> = (0..=b.len()).collect();
        for (i, x) in a.iter().enumerate() {
            let mut diagonal = row[0];
            row[0] = i + 1;
            for (j, y) in b.iter().enumerate() {
                let best = (diagonal + usize::from(x != y)).min(row[j] + 1).min(row[j + 1] + 1);
                diagonal = std::mem::replace(&mut row[j + 1], best);
            }
        }
        row[b.len()]
    }

    /// Generates sentences that resemble each other: one of a few bases with pieces put in, taken out and exchanged.
    fn related() -> impl Strategy<Value = Vec<Vec<u32>>> {
        let edits = prop::collection::vec((0_usize..80, 0_usize..3, 0_u32..40), 0..30);
        let sentence = (0_u32..3, 8_usize..=80, edits).prop_map(|(base, len, edits)| {
            let mut units: Vec<u32> = (0..len as u32).map(|i| (i * 7 + base * 13) % 40).collect();
            for (at, edit, unit) in edits {
                let at = at % units.len();
                match edit {
                    0 if units.len() > UNITS.0 => drop(units.remove(at)),
                    1 if units.len() < UNITS.1 => units.insert(at, unit),
                    _ => units[at] = unit,
                }
            }
            units
        });
        prop::collection::vec(sentence, 0..12)
    }

    proptest! {
        #[test]
        fn finds_what_comparing_all_pairs_finds(units in related()) {
            let mut draft = Draft::new(Lang::Words);
            let text = |units: &Vec<u32>| units.iter().map(|unit| format!("w{unit}")).collect::<Vec<_>>().join(" ");
            units.iter().enumerate().for_each(|(i, units)| draft.add(&format!("{i}/{}", i % 2), &text(units)));
            let found: Vec<(u32, u32, u64)> = draft
                .comparer(Family::Name)
                .pairs()
                .iter()
                .map(|pair| (pair.a, pair.b, pair.similarity.to_bits()))
                .collect();
            let mut all = vec![];
            for (b, y) in draft.units.iter().enumerate() {
                for (a, x) in draft.units[..b].iter().enumerate() {
                    let similarity = 1.0 - plain_distance(x, y) as f64 / x.len().max(y.len()) as f64;
                    if similarity >= 0.5 {
                        all.push((a as u32, b as u32, similarity.to_bits()));
                    }
                }
            }
            all.sort_unstable();
            prop_assert_eq!(found, all);
        }
    }
}
