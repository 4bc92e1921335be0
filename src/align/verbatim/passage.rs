//! Chains -> passages.
//!
//! What is left between the runs of joined chains is aligned word by word. A passage that is long and dense enough is
//! kept. It is extended to the end of a sentence that is half equal, and loses a word or two that stand at its ends by
//! chance.

use std::cmp::{Ordering, Reverse};
use std::collections::{BinaryHeap, HashMap};

use super::covered::Covered;
use super::join::{self, density};
use super::limits::LIMITS;
use super::repeats::Phrase;
use super::runs::{self, Runs};
use super::sequence::{self, Chain};
use crate::align::aligned::{Aligned, cut, equal_half_words, equal_share, measure};
use crate::align::{Known, Run};
use crate::analyze::{Seeds, Words};
use crate::lexicon::Rarity;
use crate::text::WordRange;

/// All passages of two documents, in the order of `a`, then of `b`. `seeds` are those of `a`; without them, equal words are
/// looked for only where they are known to be.
pub(crate) fn align(
    a: &Words,
    seeds: Option<&Seeds>,
    b: &Words,
    rarity: &Rarity,
    known: Known<'_>,
) -> Vec<Aligned> {
    let pair = Pair { a, b, rarity, documents: known.documents };
    let Runs { all: runs, phrases } = runs::find(a, seeds, b, known);
    let chains = sequence::chain(a, b, &runs);
    let mut boxes = join::join(a, b, chains);
    boxes.retain(|found| {
        let runs = || found.chains.iter().flatten();
        runs().any(|run| runs::founds(a, run)) || holds_sentence(pair, runs())
    });
    let found: Vec<Aligned> = boxes
        .into_iter()
        .map(|found| measure(a, b, (found.a, found.b), aligned_words(a, b, &found.chains), rarity))
        .filter(|passage| is_copied(pair, passage))
        .map(|passage| with_sentence_ends(pair, passage))
        .filter_map(|passage| without_stray_words(pair, passage))
        .collect();
    let mut best = best_places(pair, found);
    best.iter_mut().for_each(|passage| add_places(passage, &phrases));
    best.sort_by_key(|passage| (passage.a, passage.b));
    best
}

/// Two documents.
#[derive(Clone, Copy)]
struct Pair<'p> {
    a: &'p Words,
    b: &'p Words,
    rarity: &'p Rarity,
    /// How many documents the source is one of.
    documents: u32,
}

impl Pair<'_> {
    fn is_among_many(self) -> bool {
        self.documents > LIMITS.few_documents
    }
}

/// Whether most of a sentence, on either side, is equal: that founds a passage where no single run is long enough.
fn holds_sentence<'r>(Pair { a, b, .. }: Pair<'_>, runs: impl Iterator<Item = &'r Run> + Clone) -> bool {
    let share = equal_share(a, runs.clone().map(|run| run.in_a()));
    share.max(equal_share(b, runs.map(|run| run.in_b()))) >= LIMITS.founding_share
}

/// Leaves each place of the query document the passage with the most equal words, and keeps the other places of the source
/// with it. The part of another passage that reaches beyond it is a passage of its own where it is long enough.
fn best_places(pair: Pair<'_>, found: Vec<Aligned>) -> Vec<Aligned> {
    let mut best: Vec<(Aligned, Unequal)> = vec![];
    let mut places = Covered::default();
    let mut left: BinaryHeap<ByEqual> = found.into_iter().map(ByEqual).collect();
    while let Some(ByEqual(passage)) = left.pop() {
        // What covers more than half of a passage covers the word in its middle.
        let over = places.over_word(passage.a.start + passage.a.len() / 2);
        match over.max_by_key(|&other| best[other].0.a.shared(passage.a)) {
            Some(other) if passage.a.is_mostly_in(best[other].0.a) => {
                let (other, unequal) = &mut best[other];
                let before = WordRange::new(passage.a.start, other.a.start);
                let behind = WordRange::new(other.a.end, passage.a.end);
                let beyond = [before, behind].into_iter().filter_map(|range| part(pair, &passage, range));
                left.extend(beyond.map(ByEqual));
                let is_long = |run: &Run| pair.a.half_words(run.in_a()) >= LIMITS.shortest;
                other
                    .elsewhere
                    .extend(passage.equal.iter().flat_map(|&run| unequal.take(run)).filter(is_long));
                other.add_place(passage.b);
            }
            _ => {
                places.push(passage.a);
                let unequal = Unequal::of(&passage);
                best.push((passage, unequal));
            }
        }
    }
    let finished = |(mut passage, _): (Aligned, Unequal)| {
        passage.also.sort_unstable();
        passage.elsewhere.sort_unstable();
        passage
    };
    best.into_iter().map(finished).collect()
}

/// The words of a passage that are equal to none of the source yet, in order and apart.
struct Unequal(Vec<WordRange>);

impl Unequal {
    fn of(passage: &Aligned) -> Unequal {
        let mut gaps = vec![];
        let mut end = passage.a.start;
        for run in &passage.equal {
            gaps.push(WordRange::new(end, run.a));
            end = end.max(run.a_end());
        }
        gaps.push(WordRange::new(end, passage.a.end));
        gaps.retain(|gap| !gap.is_empty());
        Unequal(gaps)
    }

    /// The parts of a run that lie in these words, which are equal from then on.
    fn take(&mut self, run: Run) -> Vec<Run> {
        let first = self.0.partition_point(|gap| gap.end <= run.a);
        let met = self.0[first..].iter().take_while(|gap| gap.start < run.a_end()).count();
        let (mut parts, mut left) = (vec![], vec![]);
        for &gap in &self.0[first..first + met] {
            let part = WordRange::new(gap.start.max(run.a), gap.end.min(run.a_end()));
            parts.push(Run { a: part.start, b: run.b + (part.start - run.a), len: part.len() });
            left.extend([WordRange::new(gap.start, part.start), WordRange::new(part.end, gap.end)]);
        }
        left.retain(|gap| !gap.is_empty());
        self.0.splice(first..first + met, left);
        parts
    }
}

/// Orders passages by their equal words, then by how many of them are in order; of equals, the earlier is the greater.
struct ByEqual(Aligned);

impl ByEqual {
    fn key(&self) -> impl Ord {
        let ByEqual(passage) = self;
        (passage.equal_words, passage.in_order, Reverse((passage.a, passage.b)))
    }
}

impl Ord for ByEqual {
    fn cmp(&self, other: &ByEqual) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for ByEqual {
    fn partial_cmp(&self, other: &ByEqual) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for ByEqual {
    fn eq(&self, other: &ByEqual) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for ByEqual {}

/// The part of a passage in a range of the query document, where that is enough for a passage.
fn part(pair: Pair<'_>, passage: &Aligned, range: WordRange) -> Option<Aligned> {
    let Pair { a, b, rarity, .. } = pair;
    if a.half_words(range) < LIMITS.min_equal {
        return None;
    }
    let mut equal = passage.equal.clone();
    equal.retain_mut(|run| cut(run, range, passage.b));
    equal.iter().find(|run| runs::founds(a, run))?;
    let whole = |side: fn(Run) -> WordRange| equal.iter().map(|&run| side(run)).reduce(WordRange::union);
    let ranges = (whole(Run::in_a)?, whole(Run::in_b)?);
    let part = measure(a, b, ranges, equal, rarity);
    is_copied(pair, &part).then_some(part)
}

/// Makes one passage of those that are equal word for word and have one place in the source, where there are more of them
/// than `LIMITS.most_apart`. Takes and returns them in order.
pub(crate) fn fold_repeats(passages: Vec<Aligned>) -> Vec<Aligned> {
    let is_verbatim = |passage: &Aligned| {
        let words = passage.a.len();
        passage.in_order == words && passage.b.len() == words
    };
    let mut counts: HashMap<WordRange, usize> = HashMap::new();
    for passage in passages.iter().filter(|passage| is_verbatim(passage)) {
        *counts.entry(passage.b).or_default() += 1;
    }
    let mut first: HashMap<WordRange, usize> = HashMap::new();
    let mut folded: Vec<Aligned> = vec![];
    for passage in passages {
        let is_repeated = is_verbatim(&passage) && counts.get(&passage.b) > Some(&LIMITS.most_apart);
        match first.get(&passage.b).filter(|_| is_repeated) {
            Some(&at) => folded[at].again.push(passage.a),
            None => {
                if is_repeated {
                    first.insert(passage.b, folded.len());
                }
                folded.push(passage);
            }
        }
    }
    folded
}

/// Adds the places of the phrases that make up most of a passage. `phrases` are in the order of the query document.
fn add_places(passage: &mut Aligned, phrases: &[Phrase]) {
    let in_a = passage.a;
    let first = phrases.partition_point(|phrase| phrase.run.a_end() <= in_a.start);
    for Phrase { run, places } in phrases[first..].iter().take_while(|phrase| phrase.run.a < in_a.end) {
        if in_a.is_mostly_in(run.in_a()) {
            for &place in &**places {
                passage.add_place(WordRange::new(place, place + run.len));
            }
            passage.also.sort_unstable();
            passage.also.dedup();
        }
    }
}

/// Whether enough of a passage is equal: in long enough runs, or nearly all of it.
fn is_copied(pair: Pair<'_>, passage: &Aligned) -> bool {
    let Pair { a, b, .. } = pair;
    let equal = equal_half_words(a, b, passage.equal.iter());
    let density = density((a, b), (passage.a, passage.b), equal);
    (density >= LIMITS.min_density && is_in_long_runs(pair, passage))
        || (density >= LIMITS.sure_density && is_edited_sentence(pair, passage))
}

/// Whether enough of a passage is equal in long enough runs.
fn is_in_long_runs(pair: Pair<'_>, passage: &Aligned) -> bool {
    let Pair { a, b, .. } = pair;
    let is_founded = || passage.equal.iter().any(|run| runs::founds(a, run));
    if passage.equal_half_words < LIMITS.min_equal || (pair.is_among_many() && !is_founded()) {
        return false;
    }
    let stretches = |half_words: u32| half_words.saturating_sub(LIMITS.shortest - 2);
    let runs = passage.equal.iter().map(|run| a.half_words(run.in_a()));
    let longest = runs.clone().max().unwrap_or(0);
    let equal: u32 = runs.map(stretches).sum();
    let shorter = a.half_words(passage.a).min(b.half_words(passage.b));
    let share = equal as f32 / stretches(shorter).max(1) as f32;
    share
        >= if longest >= LIMITS.long_run { LIMITS.min_stretches_with_long_run } else { LIMITS.min_stretches }
}

/// Whether most of a sentence is equal, and what stands around it is another text: among many documents, a sentence that is
/// alike amid others that are alike is a retelling.
fn is_edited_sentence(pair: Pair<'_>, passage: &Aligned) -> bool {
    passage.equal_half_words >= LIMITS.least_sure
        && passage.equal_words >= LIMITS.least_sure_words
        && holds_sentence(pair, passage.equal.iter())
        && (!pair.is_among_many() || rarity_around(pair, passage) <= LIMITS.most_around)
}

/// The rarity of the pairs of words that stand around a passage on both sides.
fn rarity_around(Pair { a, b, rarity, .. }: Pair<'_>, passage: &Aligned) -> f32 {
    let pairs = |words: &Words, passage: WordRange| -> Vec<(u64, u64)> {
        let near = words.around(passage, LIMITS.around);
        let sides = [WordRange::new(near.start, passage.start), WordRange::new(passage.end, near.end)];
        let of_side = |side| words.hashes_of(side).windows(2).map(|pair| (pair[0], pair[1]));
        let mut pairs: Vec<_> = sides.into_iter().flat_map(of_side).collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    };
    let (mut in_a, in_b) = (pairs(a, passage.a), pairs(b, passage.b));
    in_a.retain(|pair| in_b.binary_search(pair).is_ok());
    let weight = |(x, y): (u64, u64)| (rarity.of(x) + rarity.of(y) - LIMITS.common_pair).max(0.0);
    in_a.into_iter().map(weight).sum()
}

/// The equal words of chains: their runs, and what is equal between two runs.
fn aligned_words(a: &Words, b: &Words, chains: &[Chain]) -> Vec<Run> {
    let mut equal = vec![];
    for chain in chains {
        for (at, &run) in chain.iter().enumerate() {
            if let Some(&before) = at.checked_sub(1).and_then(|at| chain.get(at)) {
                let gap_a = WordRange::new(before.a_end(), run.a);
                let gap_b = WordRange::new(before.b_end(), run.b);
                fill(a, b, (gap_a, gap_b), &mut equal);
            }
            equal.push(run);
        }
    }
    equal
}

/// Extends a passage that ends inside a sentence to the sentence's end where the rest is half equal too, in runs too short
/// to be found, as long as the whole still counts as copied; likewise at its beginning.
fn with_sentence_ends(pair: Pair<'_>, passage: Aligned) -> Aligned {
    let Pair { a, b, rarity, .. } = pair;
    let (mut x, mut y) = (passage.a, passage.b);
    let mut equal = passage.equal.clone();
    let mut half_equal = |rest_a: WordRange, rest_b: WordRange| {
        let longer = rest_a.len().max(rest_b.len());
        if rest_a.is_empty() || rest_b.is_empty() || longer > LIMITS.max_rest_words {
            return false;
        }
        let mut found = vec![];
        fill(a, b, (rest_a, rest_b), &mut found);
        let is_half = found.len() as u32 * 2 >= longer;
        if is_half {
            equal.append(&mut found);
        }
        is_half
    };
    let sentence = |words: &Words, word: u32| words.of_sentence(words.sentence_of(word));
    let (end_a, end_b) = (sentence(a, x.end - 1).end, sentence(b, y.end - 1).end);
    if half_equal(WordRange::new(x.end, end_a), WordRange::new(y.end, end_b)) {
        (x.end, y.end) = (end_a, end_b);
    }
    let (start_a, start_b) = (sentence(a, x.start).start, sentence(b, y.start).start);
    if half_equal(WordRange::new(start_a, x.start), WordRange::new(start_b, y.start)) {
        (x.start, y.start) = (start_a, start_b);
    }
    if (x, y) == (passage.a, passage.b) {
        return passage;
    }
    let longer = measure(a, b, (x, y), equal, rarity);
    if is_copied(pair, &longer) { longer } else { passage }
}

/// Cuts off the word or two with which a passage reaches into a sentence by chance, such as the "The" that the next
/// sentences of both texts begin with; likewise at its beginning.
fn without_stray_words(Pair { a, b, rarity, .. }: Pair<'_>, passage: Aligned) -> Option<Aligned> {
    let (mut x, mut y) = (passage.a, passage.b);
    // How many words of a passage lie in the sentence of its last (first) word, and whether the sentence goes on beyond it.
    let tail = |words: &Words, range: WordRange| {
        let sentence = words.of_sentence(words.sentence_of(range.end - 1));
        (range.shared(sentence), sentence.end > range.end)
    };
    let head = |words: &Words, range: WordRange| {
        let sentence = words.of_sentence(words.sentence_of(range.start));
        (range.shared(sentence), sentence.start < range.start)
    };
    let stray = |(in_a, more_a): (u32, bool), (in_b, more_b): (u32, bool)| {
        if in_a == in_b && in_a <= LIMITS.max_stray_words && more_a && more_b { in_a } else { 0 }
    };
    let count = stray(tail(a, x), tail(b, y));
    (x.end, y.end) = (x.end - count, y.end - count);
    if x.is_empty() || y.is_empty() {
        return None;
    }
    let count = stray(head(a, x), head(b, y));
    (x.start, y.start) = (x.start + count, y.start + count);
    if x.is_empty() || y.is_empty() {
        return None;
    }
    Some(if (x, y) == (passage.a, passage.b) {
        passage
    } else {
        measure(a, b, (x, y), passage.equal, rarity)
    })
}

/// Aligns what stands between two runs: a longest common subsequence of a few words.
fn fill(a: &Words, b: &Words, (in_a, in_b): (WordRange, WordRange), out: &mut Vec<Run>) {
    if in_a.is_empty() || in_b.is_empty() {
        return;
    }
    let (x, y) = (a.hashes_of(in_a), b.hashes_of(in_b));
    let width = y.len() + 1;
    let mut lengths = vec![0_u16; (x.len() + 1) * width];
    for i in (0..x.len()).rev() {
        for j in (0..y.len()).rev() {
            lengths[i * width + j] = if x[i] == y[j] {
                lengths[(i + 1) * width + j + 1] + 1
            } else {
                lengths[(i + 1) * width + j].max(lengths[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < x.len() && j < y.len() {
        if x[i] == y[j] {
            out.push(Run { a: in_a.start + i as u32, b: in_b.start + j as u32, len: 1 });
            (i, j) = (i + 1, j + 1);
        } else if lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use super::*;
    use crate::analyze::words::tests::words;
    use crate::retrieve::CandidatePair;

    const STORY: &str = "The old lighthouse keeper climbed the narrow stairs every evening before dusk. He trimmed the \
                         wick, polished the brass and counted the ships beyond the reef. Nobody in the village could \
                         remember a night when the lamp had failed. His daughter wrote the weather into a green book.";

    const PAIR: Known<'static> = Known { documents: 1, pairs: &[] };
    static RARITY: LazyLock<Rarity> = LazyLock::new(Rarity::default);

    fn found(a: &str, b: &str) -> Vec<Aligned> {
        let a = words(a);
        align(&a, Some(&Seeds::new(&a)), &words(b), &RARITY, PAIR)
    }

    fn check(a: &str, b: &str, expected: &[(u32, u32)]) -> Vec<Aligned> {
        let found = found(a, b);
        let ranges: Vec<_> = found.iter().map(|passage| (passage.a.start, passage.a.end)).collect();
        assert_eq!(ranges, expected, "{a} | {b}");
        found
    }

    #[test]
    fn a_verbatim_copy_has_exact_borders() {
        let other = "Something else entirely stood here first. ";
        let count = words(STORY).len() as u32;
        let passages =
            check(&format!("{other}{STORY}"), &format!("{STORY} And then the end came."), &[(6, 6 + count)]);
        assert_eq!(passages[0].b, WordRange::new(0, count));
        assert_eq!(passages[0].similarity(), 1.0);
    }

    #[test]
    fn edits_are_bridged() {
        let edited = STORY
            .replace("narrow", "steep")
            .replace("every evening ", "")
            .replace("the brass", "all the old brass");
        let count = words(&edited).len() as u32;
        let passage = &check(&edited, STORY, &[(0, count)])[0];
        assert!(passage.similarity() > 0.9 && passage.similarity() < 1.0);
    }

    #[test]
    fn a_reordered_copy_is_one_passage() {
        let mut sentences: Vec<&str> = STORY.split_inclusive(". ").collect();
        sentences.rotate_left(2);
        let count = words(STORY).len() as u32;
        let passage = &check(&sentences.concat().replace("book.", "book. "), STORY, &[(0, count)])[0];
        assert_eq!(passage.equal_words, count);
        assert!(passage.in_order < count);
    }

    #[test]
    fn the_rest_of_a_sentence_is_taken_when_half_of_it_is_equal() {
        let edited =
            STORY.replace("wrote the weather into a green book", "noted the weather in a green ledger");
        let count = words(STORY).len() as u32;
        check(&format!("{edited} Unlike."), &format!("{STORY} Different."), &[(0, count)]);
    }

    #[test]
    fn stray_words_of_the_next_sentence_are_left_out() {
        let count = words(STORY).len() as u32;
        check(
            &format!("{STORY} The next thing differs."),
            &format!("{STORY} The other one too."),
            &[(0, count)],
        );
    }

    #[test]
    fn other_places_in_the_source_are_kept_with_the_passage() {
        let twice =
            format!("{STORY} Some words between the two that nobody wrote before, and more of them. {STORY}");
        let passages = found(STORY, &twice);
        assert_eq!((passages.len(), passages[0].also.len()), (1, 1));
        assert_eq!(found(&twice, STORY).len(), 2, "two places that were copied are two passages");
    }

    #[test]
    fn a_text_that_repeats_is_matched_as_it_stands() {
        let sentence =
            "The old lighthouse keeper climbed the narrow winding stairs every evening before dusk. ";
        let han = "造桥的钱大都是一家一户凑出来的，有人捐一根大梁。";
        for (piece, times) in [sentence, han, STORY]
            .iter()
            .flat_map(|piece| [1, 2, 3, 8, 9, 10, 12, 29].map(|times| (piece, times)))
        {
            let text = piece.repeat(times);
            let count = words(&text).len() as u32;
            let passage = &check(&text, &text, &[(0, count)])[0];
            assert_eq!((passage.b, passage.similarity()), (WordRange::new(0, count), 1.0), "{times} times");
        }
    }

    #[test]
    fn every_place_of_what_repeats_has_a_passage() {
        let piece = "The old lighthouse keeper climbed the narrow winding stairs every evening before dusk. ";
        for (times_a, times_b) in [(1, 100), (100, 1), (12, 9), (9, 12), (40, 30), (3, 30), (9, 7)] {
            let (a, b) = (piece.repeat(times_a), piece.repeat(times_b));
            let passages = fold_repeats(found(&a, &b));
            let ranges = passages.iter().flat_map(|passage| passage.again.iter().chain([&passage.a]));
            let covered: u32 = ranges.map(|range| range.len()).sum();
            assert_eq!(covered as usize, words(&a).len(), "{times_a} and {times_b} times: {passages:?}");
            assert!(passages.len() <= LIMITS.most_apart, "{times_a} and {times_b} times");
        }
        let passages = found(piece, &piece.repeat(100));
        assert_eq!((passages.len(), passages[0].also.len()), (1, 99));
        let passages = fold_repeats(found(&piece.repeat(100), piece));
        assert_eq!((passages.len(), passages[0].again.len()), (1, 99));
    }

    #[test]
    fn what_repeats_is_found_between_other_words() {
        let piece = "The old lighthouse keeper climbed the narrow winding stairs every evening before dusk. ";
        let own = |number: usize| (0..40).map(|word| format!("own{number}x{word} ")).collect::<String>();
        let a: String = (0..20).map(|number| own(number) + &piece.repeat(3)).collect();
        let passages = fold_repeats(found(&a, &piece.repeat(50)));
        let ranges = passages.iter().flat_map(|passage| passage.again.iter().chain([&passage.a]));
        assert_eq!(ranges.map(|range| range.len()).sum::<u32>(), 60 * 13, "{passages:?}");
        assert_eq!((passages.len(), passages[0].also.len()), (1, 15));
    }

    #[test]
    fn a_sentence_is_found_in_short_runs_among_few_documents_and_where_it_is_known() {
        let texts = |x: &str, y: &str| {
            (
                words(&format!("Rain fell all night. {x} We slept.")),
                words(&format!("A clerk wrote home. {y} He left.")),
            )
        };
        let english = texts(
            "The ferryman counted each lantern on the far bank before he would loosen the rope.",
            "The ferryman counted every lantern on the far shore before he would untie the rope.",
        );
        let chinese =
            texts("摆渡的老头要数清对岸的每盏油灯才肯解缆绳。", "摆渡的老人要数清对岸的每一盏灯才肯解缆绳。");
        for ((a, b), count) in [(english, 15), (chinese, 20)] {
            let lengths = |documents, pairs: &[CandidatePair]| -> Vec<u32> {
                let known = Known { documents, pairs };
                let passages = align(&a, Some(&Seeds::new(&a)), &b, &RARITY, known);
                passages.iter().map(|passage| passage.a.len()).collect()
            };
            assert_eq!(lengths(LIMITS.few_documents, &[]), [count]);
            let many = LIMITS.few_documents + 1;
            assert_eq!(lengths(many, &[]), [0_u32; 0]);
            assert_eq!(lengths(many, &[CandidatePair { a: 1, b: 1 }]), [count], "named by the index");
        }
    }

    #[test]
    fn what_shares_words_but_no_runs_is_no_passage() {
        check(
            STORY,
            "Ships, lamps, a reef, the brass, the wick, stairs and a green book: he had a daughter.",
            &[],
        );
        check("", STORY, &[]);
        check("中", "中", &[]);
    }

    #[test]
    fn chinese_is_compared_by_characters() {
        let text = "造桥的钱大都是一家一户凑出来的。有人捐一根大梁，有人捐三天工，也有人只拿得出一篮鸡蛋。";
        let count = words(text).len() as u32;
        let passage = &check(text, &text.replace("大梁", "梁"), &[(0, count)])[0];
        assert_eq!(passage.b, WordRange::new(0, count - 1));
    }

    #[test]
    fn passages_mirror_and_stay_in_range() {
        let mut state = 3_u64;
        let mut roll = |sides: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) % sides) as usize
        };
        let lexicon: Vec<String> = (0..40).map(|number| format!("w{number}")).collect();
        for _ in 0..200 {
            let mut text = |length: usize| (0..length).map(|_| lexicon[roll(40)].clone()).collect::<Vec<_>>();
            let (copied, mut a, mut b) = (text(20), text(30), text(30));
            a.splice(10..12, copied.iter().cloned());
            b.splice(25..26, copied);
            let (a, b) = (words(&a.join(" ")), words(&b.join(" ")));
            let (there, back) = (
                align(&a, Some(&Seeds::new(&a)), &b, &RARITY, PAIR),
                align(&b, Some(&Seeds::new(&b)), &a, &RARITY, PAIR),
            );
            assert!(there.iter().any(|passage| passage.a.start <= 12 && passage.a.end >= 28), "{there:?}");
            for passage in &there {
                assert!(passage.a.end as usize <= a.len() && passage.b.end as usize <= b.len());
                assert!(
                    passage.equal.iter().all(|run| run.a >= passage.a.start && run.a_end() <= passage.a.end)
                );
            }
            if let ([x], [y]) = (&there[..], &back[..]) {
                assert_eq!((x.a, x.b, x.in_order), (y.b, y.a, y.in_order));
            }
        }
    }
}
