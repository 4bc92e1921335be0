//! Chains -> passages.
//!
//! In: two documents and the facts known about them. Out: their passages. The gaps between the matches of joined chains
//! are aligned word by word. A passage that is long and dense enough ([`copied`](super::copied)) is kept. It is
//! extended to the end of a sentence whose rest is half equal, and loses a word or two at its ends that match by
//! chance. Of passages in one place, the best is kept ([`best`](super::best)).

use std::cmp::Reverse;
use std::collections::HashMap;

use super::best::{best_places, part};
use super::chain_groups;
use super::chaining::{self, Chain};
use super::copied::{Pair, holds_sentence, is_copied};
use super::exact_matches::{self, ExactMatches, Seeding};
use super::limits::LIMITS;
use super::repeats::Phrase;
use crate::align::Sides;
use crate::align::alignment::{Alignment, measure};
use crate::align::{ExactMatch, Known, lcs};
use crate::analyze::Words;
use crate::interrupt;
use crate::lexicon::Rarity;
use crate::text::WordRange;

/// Returns all passages of two documents, in the order of `a`, then of `b`.
pub(crate) fn align(
    a: &Words,
    seeding: Seeding<'_>,
    b: &Words,
    rarity: &Rarity,
    known: Known<'_>,
) -> Vec<Alignment> {
    let pair = Pair { a, b, rarity, documents: known.documents };
    let ExactMatches { all: matches, phrases } = exact_matches::find(a, seeding, b, known);
    let chains = chaining::chain(a, b, &matches);
    let mut found = vec![];
    for joined in chain_groups::group_chains(a, b, chains) {
        if interrupt::is_set() {
            break;
        }
        let matches = joined.chains.iter().flatten();
        if !matches.clone().any(|exact| exact_matches::founds(a, exact)) && !holds_sentence(pair, matches) {
            continue;
        }
        let ranges = Sides { a: joined.a, b: joined.b };
        let passage = measure(Sides { a, b }, ranges, aligned_words(a, b, &joined.chains));
        for passage in copied_parts(pair, passage) {
            found.extend(without_stray_words(pair, with_sentence_ends(pair, passage)));
        }
    }
    let mut best = best_places(pair, found);
    for passage in &mut best {
        add_places(passage, &phrases);
    }
    best.sort_by_key(|passage| (passage.a, passage.b));
    best
}

/// Returns a passage if it is copied. Otherwise it is split at its widest gap, and so on, as long as both parts hold a
/// match that nobody writes by chance: more of the writer's own words between copied ones hide none of these.
fn copied_parts(pair: Pair<'_>, passage: Alignment) -> Vec<Alignment> {
    let (mut left, mut copied) = (vec![passage], vec![]);
    while let Some(passage) = left.pop() {
        if is_copied(pair, &passage) {
            copied.push(passage);
        } else if let Some(gap) = widest_gap(pair, &passage) {
            for range in [WordRange::new(passage.a.start, gap.start), WordRange::new(gap.end, passage.a.end)]
            {
                let is_long = |exact: &ExactMatch| pair.a.half_words(exact.in_a()) >= LIMITS.long_match;
                if let Some(part) = part(pair, &passage, range)
                    && part.equal.iter().any(is_long)
                {
                    left.push(part);
                }
            }
        }
    }
    copied
}

/// Returns the words of the query document in the widest gap between the equal words of a passage, measured on the side
/// on which it is wider.
fn widest_gap(Pair { a, b, .. }: Pair<'_>, passage: &Alignment) -> Option<WordRange> {
    let mut widest = None;
    for pair in passage.equal.windows(2) {
        let (before, behind) = (pair[0], pair[1]);
        if before.a_end() <= behind.a {
            let in_a = WordRange::new(before.a_end(), behind.a);
            let in_b = WordRange::new(before.b_end(), behind.b);
            widest = widest.max(Some((a.half_words(in_a).max(b.half_words(in_b)), Reverse(in_a))));
        }
    }
    let (_, Reverse(in_a)) = widest?;
    Some(in_a)
}

/// Folds passages that are equal word for word and have one place in the source into the first of them, if there are
/// more than `LIMITS.most_apart`. Takes and returns passages in order.
pub(crate) fn fold_repeats(passages: Vec<Alignment>) -> Vec<Alignment> {
    let mut counts: HashMap<WordRange, usize> = HashMap::new();
    for passage in &passages {
        if is_verbatim(passage) {
            *counts.entry(passage.b).or_default() += 1;
        }
    }
    let mut first: HashMap<WordRange, usize> = HashMap::new();
    let mut folded: Vec<Alignment> = vec![];
    for passage in passages {
        let is_repeated = is_verbatim(&passage) && counts.get(&passage.b) > Some(&LIMITS.most_apart);
        match first.get(&passage.b) {
            Some(&at) if is_repeated => folded[at].again.push(passage.a),
            _ => {
                if is_repeated {
                    first.insert(passage.b, folded.len());
                }
                folded.push(passage);
            }
        }
    }
    folded
}

/// Returns whether a passage is equal word for word.
fn is_verbatim(passage: &Alignment) -> bool {
    let words = passage.a.len();
    passage.in_order == words && passage.b.len() == words
}

/// Adds the places of the phrases that make up most of a passage. `phrases` are in the order of the query document.
fn add_places(passage: &mut Alignment, phrases: &[Phrase]) {
    let in_a = passage.a;
    let first = phrases.partition_point(|phrase| phrase.exact.a_end() <= in_a.start);
    for Phrase { exact, places } in &phrases[first..] {
        if exact.a >= in_a.end {
            break;
        }
        if in_a.is_mostly_in(exact.in_a()) {
            for &place in &**places {
                passage.add_place(WordRange::new(place, place + exact.len));
            }
            passage.also.sort_unstable();
            passage.also.dedup();
        }
    }
}

/// Returns the equal words of chains: their matches, and the equal words of the gaps between them.
fn aligned_words(a: &Words, b: &Words, chains: &[Chain]) -> Vec<ExactMatch> {
    let mut equal = vec![];
    for chain in chains {
        for (at, &exact) in chain.iter().enumerate() {
            if at > 0 {
                let before = chain[at - 1];
                let gap_a = WordRange::new(before.a_end(), exact.a);
                let gap_b = WordRange::new(before.b_end(), exact.b);
                fill(Sides { a, b }, Sides { a: gap_a, b: gap_b }, &mut equal);
            }
            equal.push(exact);
        }
    }
    equal
}

/// Extends a passage that ends inside a sentence to the end of the sentence, if half of the rest is equal too in
/// matches too short to be found, and the longer passage still counts as copied. Does the same at its beginning.
fn with_sentence_ends(pair: Pair<'_>, passage: Alignment) -> Alignment {
    let Pair { a, b, .. } = pair;
    let words = Sides { a, b };
    let (mut x, mut y) = (passage.a, passage.b);
    let mut equal = passage.equal.clone();
    let (end_a, end_b) = (sentence_with(a, x.end - 1).end, sentence_with(b, y.end - 1).end);
    let rest = Sides { a: WordRange::new(x.end, end_a), b: WordRange::new(y.end, end_b) };
    if let Some(found) = half_equal(words, rest) {
        equal.extend(found);
        (x.end, y.end) = (end_a, end_b);
    }
    let (start_a, start_b) = (sentence_with(a, x.start).start, sentence_with(b, y.start).start);
    let rest = Sides { a: WordRange::new(start_a, x.start), b: WordRange::new(start_b, y.start) };
    if let Some(found) = half_equal(words, rest) {
        equal.extend(found);
        (x.start, y.start) = (start_a, start_b);
    }
    if (x, y) == (passage.a, passage.b) {
        return passage;
    }
    let longer = measure(words, Sides { a: x, b: y }, equal);
    if is_copied(pair, &longer) { longer } else { passage }
}

/// Returns the equal words of two short rests of sentences, if they are half of the longer one.
fn half_equal(words: Sides<&Words>, rest: Sides<WordRange>) -> Option<Vec<ExactMatch>> {
    let longer = rest.a.len().max(rest.b.len());
    if rest.a.is_empty() || rest.b.is_empty() || longer > LIMITS.max_rest_words {
        return None;
    }
    let mut found = vec![];
    fill(words, rest, &mut found);
    (found.len() as u32 * 2 >= longer).then_some(found)
}

/// Returns the sentence with this word.
fn sentence_with(words: &Words, word: u32) -> WordRange {
    words.of_sentence(words.sentence_of(word))
}

/// Cuts off the word or two with which a passage reaches into a sentence by chance, such as a "The" that begins the
/// next sentence of both texts. Does the same at its beginning. Returns `None` if no words are left.
fn without_stray_words(Pair { a, b, .. }: Pair<'_>, passage: Alignment) -> Option<Alignment> {
    let (mut x, mut y) = (passage.a, passage.b);
    // The sentences of the last words go on beyond the passage, and it has as few words of either.
    let (in_a, in_b) = (sentence_with(a, x.end - 1), sentence_with(b, y.end - 1));
    let count = x.shared(in_a);
    if count == y.shared(in_b) && count <= LIMITS.max_stray_words && in_a.end > x.end && in_b.end > y.end {
        (x.end, y.end) = (x.end - count, y.end - count);
    }
    if x.is_empty() || y.is_empty() {
        return None;
    }
    let (in_a, in_b) = (sentence_with(a, x.start), sentence_with(b, y.start));
    let count = x.shared(in_a);
    if count == y.shared(in_b)
        && count <= LIMITS.max_stray_words
        && in_a.start < x.start
        && in_b.start < y.start
    {
        (x.start, y.start) = (x.start + count, y.start + count);
    }
    if x.is_empty() || y.is_empty() {
        return None;
    }
    Some(if (x, y) == (passage.a, passage.b) {
        passage
    } else {
        measure(Sides { a, b }, Sides { a: x, b: y }, passage.equal)
    })
}

/// Appends a longest common subsequence of the few words between two matches.
fn fill(words: Sides<&Words>, ranges: Sides<WordRange>, out: &mut Vec<ExactMatch>) {
    let Sides { a: in_a, b: in_b } = ranges;
    if in_a.is_empty() || in_b.is_empty() {
        return;
    }
    let (x, y) = (words.a.hashes_of(in_a), words.b.hashes_of(in_b));
    for (i, j) in lcs::common(x, y) {
        out.push(ExactMatch { a: in_a.start + i as u32, b: in_b.start + j as u32, len: 1 });
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

    fn found(a: &str, b: &str) -> Vec<Alignment> {
        let a = words(a);
        align(&a, Seeding::Once, &words(b), &RARITY, PAIR)
    }

    fn check(a: &str, b: &str, expected: &[(u32, u32)]) -> Vec<Alignment> {
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
                let passages = align(&a, Seeding::Once, &b, &RARITY, known);
                passages.iter().map(|passage| passage.a.len()).collect()
            };
            assert_eq!(lengths(LIMITS.few_documents, &[]), [count]);
            let many = LIMITS.few_documents + 1;
            assert_eq!(lengths(many, &[]), [0_u32; 0]);
            assert_eq!(lengths(many, &[CandidatePair { a: 1, b: 1 }]), [count], "named by the index");
        }
    }

    #[test]
    fn an_edited_sentence_may_stand_among_words_of_its_kind_of_text_but_not_in_a_retelling() {
        let (x, y) =
            ("摆渡的老头要数清对岸的每盏油灯才肯解缆绳。", "摆渡的老人要数清对岸的每一盏灯才肯解缆绳。");
        let found = |before: (&str, &str), documents| {
            let a = words(&format!("{}{x}我们睡下了。", before.0));
            let b = words(&format!("{}{y}后来他走了。", before.1));
            let known = Known { documents, pairs: &[CandidatePair { a: 1, b: 1 }] };
            align(&a, Seeding::Once, &b, &RARITY, known).len()
        };
        let same_kind = ("朝廷派遣御史查问县里的官吏。", "皇帝听说御史到了，便派遣他回朝廷做官吏。");
        let retold = ("蒲津渡口往年归梁山县管。", "那时候蒲津渡口还归梁山县。");
        for documents in [11, 1000, 100_000] {
            assert_eq!(found(same_kind, documents), 1, "{documents}");
        }
        assert_eq!(found(retold, 1), 1, "a pair");
        assert_eq!(found(retold, 1000), 0, "one of many documents");
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
            let (there, back) =
                (align(&a, Seeding::Once, &b, &RARITY, PAIR), align(&b, Seeding::Once, &a, &RARITY, PAIR));
            assert!(there.iter().any(|passage| passage.a.start <= 12 && passage.a.end >= 28), "{there:?}");
            for passage in &there {
                assert!(passage.a.end as usize <= a.len() && passage.b.end as usize <= b.len());
                assert!(
                    passage
                        .equal
                        .iter()
                        .all(|exact| exact.a >= passage.a.start && exact.a_end() <= passage.a.end)
                );
            }
            if let ([x], [y]) = (&there[..], &back[..]) {
                assert_eq!((x.a, x.b, x.in_order), (y.b, y.a, y.in_order));
            }
        }
    }

    #[test]
    fn own_sentences_between_copied_ones_hide_none_of_these() {
        let copied: Vec<&str> = STORY.split_inclusive(". ").take(3).collect();
        let own = "Our guests had meanwhile eaten nearly all of it, and my uncle asked whether anybody would care \
                   to play another game. ";
        let text = [copied[0], own, copied[1], own, copied[2], own].concat();
        let rarity = &RARITY;
        let (a, b) = (words(&text), words(STORY));
        let found = align(&a, Seeding::Once, &b, rarity, Known { documents: 100, pairs: &[] });
        let equal: u32 = found.iter().map(|passage| passage.equal_words).sum();
        assert_eq!(equal, words(&copied.concat()).len() as u32, "{found:?}");
    }
}
