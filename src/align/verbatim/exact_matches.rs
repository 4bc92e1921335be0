//! Maximal exact matches of two documents: the matches that can found a passage, and the shorter ones around them.
//!
//! The stretches of both sides are hashed. Equal hashes are seeds, and a seed is extended as far as the words stay
//! equal. Since the length of a stretch depends on its words only, equal text has equal seeds on both sides. The
//! documents as a whole are searched for long matches only: two novels share thousands of short ones by chance. Short
//! matches are searched for in a box around each long one. If a stretch is too frequent on both sides together, its
//! pairs of places are not seeds: the text that no match explains is cut into the longest phrases of the source
//! ([`repeats`]). The cost is `O((m + n) log (m + n))` for m and n words, however often they are repeated.

use std::collections::{HashMap, HashSet};

use super::covered::Covered;
use super::limits::LIMITS;
use super::pairs;
use super::repeats::{self, Phrase};
use crate::align::Sides;
use crate::align::{ExactMatch, Known};
use crate::analyze::seeds::{FOUNDING, Group};
use crate::analyze::{Seeds, Words};
use crate::interrupt;
use crate::text::WordRange;
use crate::tokenize::WordHash;

/// The maximal exact matches of two documents.
#[derive(Clone, Debug, Default)]
pub(crate) struct ExactMatches {
    /// All matches, sorted by place in the query document, then in the source.
    pub(crate) all: Vec<ExactMatch>,
    /// Text that is repeated too often for each pair of its places to be a match.
    pub(crate) phrases: Vec<Phrase>,
}

/// The parts of two documents to search for matches, and the stretches to search with.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Seeding<'s> {
    /// Only the sentences that are known to be alike.
    InPairs,
    /// Both documents, by the stretches of the shorter one.
    Once,
    /// Both documents, by these stretches of the query document, which is aligned with other sources too.
    By(&'s Seeds),
}

/// Finds the maximal matches that can found a passage, and shorter ones: near these, in sentences that are known to be
/// alike, and everywhere in a few documents of moderate length, since a sentence may be equal in short matches only.
pub(crate) fn find(a: &Words, seeding: Seeding<'_>, b: &Words, known: Known<'_>) -> ExactMatches {
    let ExactMatches { all: founding, phrases } = find_founding(a, seeding, b);
    let is_moderate = a.len().max(b.len()) <= LIMITS.moderate_words;
    let mut found = pairs::equal_words(Sides { a, b }, known.pairs, &founding, &phrases);
    let whole = vec![Near { a: a.all(), b: b.all(), max_pairs: LIMITS.max_pairs }];
    let is_whole =
        !matches!(seeding, Seeding::InPairs) && is_moderate && known.documents <= LIMITS.few_documents;
    for near in if is_whole { whole } else { boxes(a, b, &founding) } {
        pairs_inside(a, b, near, &mut found);
    }
    add_starts(&founding, &mut found);
    ExactMatches { all: extend(a, b, found), phrases }
}

/// Returns whether a match is long enough to found a passage. `a` has the words of the query side.
pub(crate) fn founds(a: &Words, exact: &ExactMatch) -> bool {
    a.half_words(exact.in_a()) >= FOUNDING
}

/// Finds the maximal matches that can found a passage. The stretches of a short query document are looked up in a
/// longer source, not the other way round.
fn find_founding(a: &Words, seeding: Seeding<'_>, b: &Words) -> ExactMatches {
    let made;
    let (seeds, are_of_b) = match seeding {
        Seeding::InPairs => return ExactMatches::default(),
        Seeding::Once => {
            let are_of_b = b.len() < a.len();
            made = Seeds::new(if are_of_b { b } else { a });
            (&made, are_of_b)
        }
        Seeding::By(seeds) => {
            let is_long = b.len() >= LIMITS.long_source_words && b.len() > a.len();
            let kept = if is_long { b.kept_seeds() } else { None };
            (kept.unwrap_or(seeds), kept.is_some())
        }
    };
    let mut matches = Extended::new(a, b);
    let (mut often_a, mut often_b);
    if are_of_b {
        (often_b, often_a) = for_each_shared(b, seeds, a, |j, i| matches.seed(i, j));
    } else {
        (often_a, often_b) = for_each_shared(a, seeds, b, |i, j| matches.seed(i, j));
    }
    let mut matches = matches.finish();
    drop_phrases(a, &mut matches);
    leave_unexplained(a, &mut often_a, &matches);
    if often_a.is_empty() {
        return ExactMatches { all: matches, phrases: vec![] };
    }
    let mut missing = HashSet::new();
    for &at in &often_a {
        missing.extend(a.stretch(at, FOUNDING));
    }
    often_b.retain(|&at| matches!(b.stretch(at, FOUNDING), Some(hash) if missing.contains(&hash)));
    often_b.sort_unstable();
    let phrases = repeats::find(Sides { a, b }, Sides { a: &often_a, b: &often_b }, &matches);
    let mut known = vec![];
    add_starts(&matches, &mut known);
    for phrase in &phrases {
        known.push((phrase.exact.a, phrase.exact.b));
    }
    ExactMatches { all: extend(a, b, known), phrases }
}

/// Appends the first words of matches, as seeds.
fn add_starts(matches: &[ExactMatch], seeds: &mut Vec<(u32, u32)>) {
    for exact in matches {
        seeds.push((exact.a, exact.b));
    }
}

/// Drops the matches that lie inside much longer ones on both sides: phrases that recur in text that was copied as a
/// whole.
fn drop_phrases(a: &Words, matches: &mut Vec<ExactMatch>) {
    let (mut on_a, mut on_b) = (Covered::default(), Covered::default());
    let mut long = vec![];
    for &exact in &*matches {
        if a.half_words(exact.in_a()) >= LIMITS.much_longer * FOUNDING {
            on_a.push(exact.in_a());
            on_b.push(exact.in_b());
            long.push(exact);
        }
    }
    matches.retain(|exact| {
        let least = LIMITS.much_longer * exact.len;
        let is_inside = on_a
            .over_word(exact.a)
            .any(|at| exact.a_end() <= long[at].a_end() && long[at].len >= least)
            && on_b.over_word(exact.b).any(|at| exact.b_end() <= long[at].b_end() && long[at].len >= least);
        !is_inside
    });
}

/// Sorts the stretches that begin at these words, and keeps those that lie in no match. Matches are in the order of
/// `a`.
fn leave_unexplained(a: &Words, often: &mut Vec<u32>, matches: &[ExactMatch]) {
    often.sort_unstable();
    let (mut matches, mut end) = (matches.iter().peekable(), 0);
    often.retain(|&at| {
        while let Some(exact) = matches.next_if(|exact| exact.a <= at) {
            end = end.max(exact.a_end());
        }
        a.stretch_end(at, FOUNDING) > end
    });
}

/// Calls `seed` for each pair of places of a founding stretch, in the order of `words`. Returns the places of stretches
/// that are too frequent on both sides together: first in the document of the seeds, then in `words`.
fn for_each_shared(
    sown: &Words,
    seeds: &Seeds,
    words: &Words,
    mut seed: impl FnMut(u32, u32),
) -> (Vec<u32>, Vec<u32>) {
    let mut shared: Vec<(Group, u32)> = vec![];
    let mut longest = 0;
    for (hash, at) in words.founding().zip(0..) {
        if let Some(group) = seeds.group(sown, hash) {
            longest = longest.max(group.len as usize);
            shared.push((group, at));
        }
    }
    // Small products cannot reach the limit, so they are not counted.
    let mut counts = vec![];
    if longest * shared.len() > LIMITS.max_pairs {
        counts.resize(seeds.len(), 0_u32);
        for (group, _) in &shared {
            counts[group.first as usize] += 1;
        }
    }
    let (mut often, mut often_here) = (vec![], vec![]);
    for &(group, at) in &shared {
        if interrupt::is_set() {
            break;
        }
        let count = counts.get(group.first as usize).copied().unwrap_or(0);
        if count as usize * group.len as usize > LIMITS.max_pairs {
            often.push(group);
            often_here.push(at);
        } else {
            for &place in seeds.places(group) {
                seed(place, at);
            }
        }
    }
    often.sort_unstable();
    often.dedup();
    let mut places = vec![];
    for group in often {
        places.extend(seeds.places(group));
    }
    (places, often_here)
}

/// A box: the words of either side to search for short matches.
struct Near {
    a: WordRange,
    b: WordRange,
    /// The most pairs of places of a stretch that all become seeds.
    max_pairs: usize,
}

/// Returns boxes around founding matches. Boxes that meet are joined until they are large. Matches are in the order of
/// `a`.
fn boxes(a: &Words, b: &Words, founding: &[ExactMatch]) -> Vec<Near> {
    let (mut done, mut open): (Vec<Near>, Vec<Near>) = (vec![], vec![]);
    for exact in founding {
        if interrupt::is_set() {
            break;
        }
        for mut near in around(a, b, exact).into_iter().flatten() {
            // Boxes that end before this one begins meet no later box either.
            done.extend(open.extract_if(.., |other| other.a.end <= near.a.start));
            while let Some(at) = open.iter().rposition(|other| other.a.meets(near.a) && other.b.meets(near.b))
            {
                let other = open.swap_remove(at);
                near = Near { a: other.a.union(near.a), b: other.b.union(near.b), ..near };
            }
            let is_large = a.half_words(near.a).max(b.half_words(near.b)) > LIMITS.most_in_box;
            if is_large { done.push(near) } else { open.push(near) }
        }
    }
    done.extend(open);
    done
}

/// Returns the box around a match, or one box around each end of a long match, whose middle has nothing new beside it.
fn around(a: &Words, b: &Words, exact: &ExactMatch) -> [Option<Near>; 2] {
    if a.half_words(exact.in_a()) <= LIMITS.most_in_box {
        return [Some(box_around(a, b, *exact)), None];
    }
    let last = exact.len - 1;
    let first = ExactMatch { len: 1, ..*exact };
    let last = ExactMatch { a: exact.a + last, b: exact.b + last, len: 1 };
    [Some(box_around(a, b, first)), Some(box_around(a, b, last))]
}

/// Returns the box around a whole match.
fn box_around(a: &Words, b: &Words, exact: ExactMatch) -> Near {
    Near {
        a: a.around(exact.in_a(), LIMITS.reach),
        b: b.around(exact.in_b(), LIMITS.reach),
        max_pairs: LIMITS.max_pairs_in_box,
    }
}

/// Appends the seeds of short matches in a box.
fn pairs_inside(a: &Words, b: &Words, near: Near, pairs: &mut Vec<(u32, u32)>) {
    let mut a: Vec<(u32, u32)> = a.stretches(LIMITS.shortest, near.a).collect();
    let mut b: Vec<(u32, u32)> = b.stretches(LIMITS.shortest, near.b).collect();
    // Most stretches stand on one side only; they are dropped before sorting.
    keep_those_of(&b, &mut a);
    keep_those_of(&a, &mut b);
    a.sort_unstable();
    b.sort_unstable();
    let mut rest = &b[..];
    for same_a in a.chunk_by(|x, y| x.0 == y.0) {
        if interrupt::is_set() {
            break;
        }
        let hash = same_a[0].0;
        while let [first, behind @ ..] = rest
            && first.0 < hash
        {
            rest = behind;
        }
        let same_b = &rest[..rest.iter().take_while(|seed| seed.0 == hash).count()];
        if same_a.len() * same_b.len() <= near.max_pairs {
            for x in same_a {
                for y in same_b {
                    pairs.push((x.1, y.1));
                }
            }
        }
    }
}

/// Keeps the stretches whose hashes are in `others`, and a few more by chance (a one-hash Bloom filter).
fn keep_those_of(others: &[(u32, u32)], stretches: &mut Vec<(u32, u32)>) {
    let mut bits = vec![0_u64; (others.len() / 8 + 1).next_power_of_two()];
    let last = bits.len() as u32 - 1;
    for &(hash, _) in others {
        let (at, bit) = bit_of(hash, last);
        bits[at] |= bit;
    }
    stretches.retain(|&(hash, _)| {
        let (at, bit) = bit_of(hash, last);
        bits[at] & bit != 0
    });
}

/// Returns the place and the bit of a hash in a filter whose last place is `last`.
fn bit_of(hash: u32, last: u32) -> (usize, u64) {
    ((hash >> 6 & last) as usize, 1 << (hash & 63))
}

/// Extends seeds in both directions, each match once. Matches are in the order of `a`, then of `b`.
fn extend(a: &Words, b: &Words, mut pairs: Vec<(u32, u32)>) -> Vec<ExactMatch> {
    let mut matches = Extended::new(a, b);
    pairs.sort_unstable();
    for (i, j) in pairs {
        matches.seed(i, j);
    }
    matches.finish()
}

/// Counts the pairs of equal words before the first pair of different ones.
fn equal_words<'w>(pairs: impl Iterator<Item = (&'w u64, &'w u64)>) -> u32 {
    pairs.take_while(|(x, y)| x == y).count() as u32
}

/// Matches that are extended from seeds as these come.
struct Extended<'w> {
    a: &'w [u64],
    b: &'w [u64],
    /// The end in `a` of the last match on each diagonal.
    ends: HashMap<u64, u32, WordHash>,
    matches: Vec<ExactMatch>,
}

impl Extended<'_> {
    fn new<'w>(a: &'w Words, b: &'w Words) -> Extended<'w> {
        Extended { a: a.hashes(), b: b.hashes(), ends: HashMap::default(), matches: vec![] }
    }

    /// Adds the match of a seed. Seeds of one diagonal come in order.
    fn seed(&mut self, i: u32, j: u32) {
        // Spread over all bits, since the map uses the key as its hash.
        let diagonal = (u64::from(i).wrapping_sub(u64::from(j))).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let end = self.ends.entry(diagonal).or_default();
        if i < *end {
            return;
        }
        let (first, second) = (i as usize, j as usize);
        let ahead = equal_words(self.a[first..].iter().zip(&self.b[second..]));
        let back = self.a[*end as usize..first].iter().rev();
        let behind = equal_words(back.zip(self.b[..second].iter().rev()));
        if ahead > 0 {
            *end = i + ahead;
            self.matches.push(ExactMatch { a: i - behind, b: j - behind, len: ahead + behind });
        }
    }

    /// Returns the matches in the order of `a`, then of `b`.
    fn finish(mut self) -> Vec<ExactMatch> {
        self.matches.sort_unstable();
        self.matches
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyze::words::tests::words;

    /// Facts about a source that is one of many documents, with no known pairs.
    const MANY: Known<'static> = Known { documents: 1000, pairs: &[] };

    /// Returns every maximal match of at least `FOUNDING` half words, found by looking at all pairs of words.
    fn all_founding(a: &Words, b: &Words) -> Vec<ExactMatch> {
        let (x, y) = (a.hashes(), b.hashes());
        let mut matches = vec![];
        for i in 0..x.len() {
            for j in 0..y.len() {
                if x[i] != y[j] || (i > 0 && j > 0 && x[i - 1] == y[j - 1]) {
                    continue;
                }
                let len = x[i..].iter().zip(&y[j..]).take_while(|(x, y)| x == y).count();
                let exact = ExactMatch { a: i as u32, b: j as u32, len: len as u32 };
                if founds(a, &exact) {
                    matches.push(exact);
                }
            }
        }
        matches
    }

    #[test]
    fn founding_runs_equal_those_of_all_pairs() {
        let mut state = 7_u64;
        let mut roll = |sides: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % sides
        };
        for _ in 0..300 {
            let alphabet = ["a", "b", "c", "d", "e", "f", "g", "h", "中", "文", "字", "人"];
            let mut text = |length: u64| -> String {
                (0..length).map(|_| format!("{} ", alphabet[roll(12) as usize])).collect()
            };
            let (shared, x, y) = (text(9), text(30), text(25));
            let (a, b) = (words(&format!("{x}{shared}{y}")), words(&format!("{y}{shared}{x}")));
            // Texts this short have no stretch that is too frequent.
            let all = all_founding(&a, &b);
            for seeding in [Seeding::Once, Seeding::By(&Seeds::new(&a))] {
                let mut found = find(&a, seeding, &b, MANY).all;
                found.retain(|exact| founds(&a, exact));
                assert_eq!(found, all);
            }
            let mut turned = find(&b, Seeding::Once, &a, MANY).all;
            turned.retain(|exact| founds(&b, exact));
            turned.iter_mut().for_each(|exact| (exact.a, exact.b) = (exact.b, exact.a));
            turned.sort_unstable();
            assert_eq!(turned, all);
        }
    }

    #[test]
    fn what_others_may_have_is_kept_and_little_else() {
        let spread = |number: u32| number.wrapping_mul(0x9E37_79B9);
        let stretches = |numbers: std::ops::Range<u32>| -> Vec<(u32, u32)> {
            numbers.map(|number| (spread(number), number)).collect()
        };
        let others = stretches(0..1000);
        for (own, shared) in [(stretches(900..2000), 100), (stretches(1000..2000), 0), (vec![], 0)] {
            let mut kept = own.clone();
            keep_those_of(&others, &mut kept);
            let is_shared = |stretch: &&(u32, u32)| others.iter().any(|other| other.0 == stretch.0);
            assert_eq!(kept.iter().filter(is_shared).count(), shared);
            assert!(kept.len() - shared <= own.len() / 4, "{}", kept.len());
            let mut none = own;
            keep_those_of(&[], &mut none);
            assert_eq!(none, []);
        }
    }

    #[test]
    fn short_runs_are_kept_near_long_ones_only() {
        let long = "one two three four five six seven";
        let far = "w ".repeat(400);
        let a = words(&format!("{long} x y eight nine ten {far} alpha beta gamma"));
        let b = words(&format!("{long} z eight nine ten {} alpha beta gamma", "v ".repeat(400)));
        let lengths: Vec<u32> = find(&a, Seeding::Once, &b, MANY).all.iter().map(|exact| exact.len).collect();
        assert_eq!(lengths, [7, 3]);
    }

    #[test]
    fn a_run_inside_one_that_is_eight_times_longer_on_both_sides_is_a_phrase() {
        let text: String = (0..120).map(|number| format!("w{number} ")).collect();
        let words = words(&text);
        let left = |inside: ExactMatch| {
            let whole = ExactMatch { a: 0, b: 0, len: 100 };
            let mut matches = vec![whole, inside];
            drop_phrases(&words, &mut matches);
            assert_eq!(matches[0], whole);
            matches.len() == 2
        };
        assert!(!left(ExactMatch { a: 5, b: 40, len: 12 }));
        assert!(left(ExactMatch { a: 5, b: 40, len: 13 }));
        assert!(left(ExactMatch { a: 5, b: 100, len: 12 }), "outside of it in the source");
    }

    #[test]
    fn short_runs_are_looked_for_around_both_ends_of_a_long_one() {
        let text: String = (0..2000).map(|number| format!("w{number} ")).collect();
        let words = words(&text);
        let reach = LIMITS.reach / 2;
        let ranges = |near: Option<Near>| near.map(|near| (near.a, near.b));
        let range = |start: u32, end: u32| WordRange::new(start, end);
        let [first, last] = around(&words, &words, &ExactMatch { a: 200, b: 100, len: 1500 });
        assert_eq!(ranges(first), Some((range(200 - reach, 201 + reach), range(100 - reach, 101 + reach))));
        assert_eq!(
            ranges(last),
            Some((range(1699 - reach, 1700 + reach), range(1599 - reach, 1600 + reach)))
        );
        let [whole, none] = around(&words, &words, &ExactMatch { a: 200, b: 100, len: 20 });
        assert_eq!(ranges(whole), Some((range(200 - reach, 220 + reach), range(100 - reach, 120 + reach))));
        assert_eq!(ranges(none), None);
    }
}
