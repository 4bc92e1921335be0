//! Reworded passages beside the verbatim ones: words were replaced, moved or translated.
//!
//! In: two documents with their terms, and their verbatim passages. Out: all passages of the pair ([`with_reworded`]).
//! Reworded passages are searched for among sentences that are alike ([`search`](super::search)). A passage with a long
//! exact match is left unchanged, and reworded passages beside it have to be sure. Short pieces in a reworded
//! passage become part of it, so that no word of the query document is reported twice. `O(n + p)` for n terms of both
//! documents and p pairs of sentences that share a rare term, and the cost of the search.

use super::Text;
use super::alike::Weighted;
use super::carried::carried;
use super::limits::{Demands, FAINT, LIMITS, SURE};
use super::search::{RewordedPassage, Search};
use crate::align::Sides;
use crate::align::alignment::{Alignment, FoundBy, Likeness, measure};
use crate::analyze::Words;
use crate::interrupt;
use crate::text::WordRange;

/// Returns whether two documents are so long that [`with_reworded`] finds nothing in them, whatever their terms are.
pub(crate) fn are_too_long(a: &Words, b: &Words) -> bool {
    // `Terms` merges short sentences, but more than ten only if they have next to no terms.
    let pairs = a.sentence_count() as usize * b.sentence_count() as usize;
    pairs > 100 * LIMITS.most_pairs
}

/// Returns the passages of two documents, in order. `verbatim` are the passages of equal words.
pub(crate) fn with_reworded(
    texts: Sides<Text<'_>>,
    verbatim: Vec<Alignment>,
    demands: Demands,
) -> Vec<Alignment> {
    let Sides { a, b } = texts;
    let words = Sides { a: a.words, b: b.words };
    if a.terms.len() * b.terms.len() > LIMITS.most_pairs {
        return verbatim;
    }
    let weighted = Weighted::new(a.terms, b.terms);
    let mut search = Search { a, b, weighted: &weighted, likeness: SURE };
    let (mut solid, mut pieces) = (vec![], vec![]);
    for passage in verbatim {
        if is_solid(a.words, &passage) { solid.push(passage) } else { pieces.push(passage) }
    }
    let mut found = beside_solid(&search, &solid, demands);
    let is_alone = solid.is_empty();
    let is_faint = is_alone && pieces.is_empty() && found.is_empty() && demands.faint_worth.is_finite();
    if is_faint {
        let demands = Demands { min_share: f32::INFINITY, min_worth: demands.faint_worth, ..demands };
        search.likeness = FAINT;
        if search.may_meet(demands) {
            found = search.all_that_meet(&search.seeds(), demands);
        }
    }
    let mut passages = solid;
    for found in found {
        if interrupt::is_set() {
            break;
        }
        let in_a = found.words.a;
        let (mut covered, mut matches) = (0, vec![]);
        for piece in &pieces {
            covered += piece.a.shared(in_a);
            if piece.a.meets(in_a) {
                matches.extend_from_slice(&piece.equal);
            }
        }
        if covered as f32 > demands.max_covered * in_a.len() as f32 {
            continue;
        }
        let equal = carried(texts, found.words, found.seeds, matches);
        let likeness = match is_faint {
            true => Likeness::Faint,
            false if is_alone && found.is_sure => Likeness::Sure,
            false => Likeness::Plain,
        };
        let passage = measure(words, found.words, equal);
        if is_carried(a.words, b.words, &passage) {
            let (mut inside, mut others) = (vec![], vec![]);
            for piece in pieces {
                if piece.a.meets(in_a) { inside.push(piece) } else { others.push(piece) }
            }
            pieces = others;
            passages.push(Alignment { found_by: FoundBy::Terms { likeness, pieces: inside }, ..passage });
        }
    }
    passages.extend(pieces);
    passages.sort_by_key(|passage| (passage.a, passage.b));
    joined(words, passages)
}

/// Finds the reworded passages that meet the demands. Beside passages with a long match, they have to be sure.
fn beside_solid(search: &Search<'_>, solid: &[Alignment], demands: Demands) -> Vec<RewordedPassage> {
    let mut seeds = if search.may_meet(demands) { search.seeds() } else { vec![] };
    seeds.retain(|seed| {
        let (x, y) = (search.a.terms.words_of(seed.a), search.b.terms.words_of(seed.b));
        for passage in solid {
            if x.is_mostly_in(passage.a) || y.is_mostly_in(passage.b) {
                return false;
            }
        }
        true
    });
    let mut found = search.all_that_meet(&seeds, demands);
    if solid.is_empty() {
        return found;
    }
    found.retain(|found| {
        let mut is_apart = found.cosines() >= LIMITS.min_beside_solid;
        for passage in solid {
            is_apart &= !passage.a.meets(found.words.a);
        }
        is_apart
    });
    found
}

/// Returns the evidence for two passages that are joined.
fn found_by(last: &Alignment, next: &Alignment) -> FoundBy {
    let likeness = match (last.likeness(), next.likeness()) {
        (None, None) => return FoundBy::Words,
        (Some(last), Some(next)) => last.joined(next),
        (Some(one), None) | (None, Some(one)) => one,
    };
    FoundBy::Terms { likeness, pieces: [last.verbatim_pieces(), next.verbatim_pieces()].concat() }
}

/// Joins passages that continue each other on both sides, if neither has a long match: an edited sentence and a
/// reworded one are one copy if they follow each other in both documents.
fn joined(words: Sides<&Words>, passages: Vec<Alignment>) -> Vec<Alignment> {
    let a = words.a;
    let mut joined: Vec<Alignment> = vec![];
    for next in passages {
        match joined.last_mut() {
            Some(last)
                if goes_on(last.a, next.a)
                    && goes_on(last.b, next.b)
                    && last.b.end <= next.b.start + LIMITS.most_between
                    && !is_solid(a, last)
                    && !is_solid(a, &next) =>
            {
                let equal = last.equal.iter().chain(&next.equal).copied().collect();
                let ranges = Sides { a: last.a.union(next.a), b: last.b.union(next.b) };
                let whole = measure(words, ranges, equal);
                *last = Alignment {
                    found_by: found_by(last, &next),
                    elsewhere: [&*last.elsewhere, &*next.elsewhere].concat(),
                    also: [&*last.also, &*next.also].concat(),
                    ..whole
                };
            }
            _ => joined.push(next),
        }
    }
    joined
}

/// Returns whether a range begins and ends behind another, and begins soon after its end at the latest.
fn goes_on(last: WordRange, next: WordRange) -> bool {
    last.start < next.start && last.end < next.end && next.start <= last.end + LIMITS.most_between
}

/// Returns whether enough of the shorter side is equal.
fn is_carried(a: &Words, b: &Words, passage: &Alignment) -> bool {
    let shorter = a.half_words(passage.a).min(b.half_words(passage.b));
    passage.equal_half_words as f32 >= LIMITS.min_equal * shorter as f32
}

fn is_solid(a: &Words, passage: &Alignment) -> bool {
    passage.equal.iter().any(|exact| a.half_words(exact.in_a()) >= LIMITS.solid_match)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::align::verbatim::{Seeding, align};
    use crate::align::{ExactMatch, Known};
    use crate::analyze::Terms;
    use crate::analyze::words::tests::words;
    use crate::lexicon::Rarity;

    const SOURCE: &str = "Before the cable was laid, letters crossed the strait in a rowing boat. The postman Aldous Quill \
                          tied the canvas sack to the thwart so that it would float. In winter he steered by the bell \
                          on the northern skerry and waited for slack water.";
    const COPY: &str = "A rowing boat carried letters across the strait before anyone laid a cable. To make it float, the \
                        sack of canvas was tied to a thwart by Aldous Quill the postman. Waiting for water that was \
                        slack, he would steer by the bell of the northern skerry in winter.";
    const OTHER: &str =
        "The schoolhouse stands at the other end of the lane. Its roof was replaced after a storm. ";

    /// Returns the verbatim passages.
    fn pieces(a: &str, b: &str) -> Vec<Alignment> {
        let (a, b) = (words(a), words(b));
        align(&a, Seeding::Once, &b, &Rarity::default(), Known { documents: 1, pairs: &[] })
    }

    fn found(a: &str, b: &str) -> Vec<Alignment> {
        let (x, y) = (words(a), words(b));
        let (in_x, in_y) = (Terms::new(&x, a), Terms::new(&y, b));
        let text = |words, terms| Text { words, terms };
        with_reworded(Sides { a: text(&x, &in_x), b: text(&y, &in_y) }, pieces(a, b), Demands::default())
    }

    fn check(a: &str, b: &str, expected: &[(WordRange, WordRange)]) -> Vec<Alignment> {
        let found = found(a, b);
        let ranges: Vec<_> = found.iter().map(|passage| (passage.a, passage.b)).collect();
        assert_eq!(ranges, expected, "{a} | {b}");
        found
    }

    fn all(text: &str) -> WordRange {
        words(text).all()
    }

    fn count(text: &str) -> u32 {
        all(text).len()
    }

    #[test]
    fn a_reworded_passage_has_the_borders_of_its_sentences() {
        let (before, copy) = (count(OTHER), count(COPY));
        let garden = "My garden has roses, and the hedge needs a trim every second spring.";
        let passages = check(
            &format!("{OTHER}{COPY} {garden}"),
            &format!("{SOURCE} Nobody remembers who painted that door green."),
            &[(WordRange::new(before, before + copy), all(SOURCE))],
        );
        let passage = &passages[0];
        assert!(passage.similarity() < 0.6 && passage.equal_words > 25, "{passage:?}");
    }

    #[test]
    fn words_before_it_in_its_first_sentence_are_cut_off() {
        let menu = "Home Imprint Newsletter Sitemap Privacy Accessibility Careers Partners Warehouse ";
        let (before, copy) = (count(menu), count(COPY));
        let found = found(&format!("{menu}{COPY}"), &format!("{SOURCE} {OTHER}"));
        assert_eq!((found.len(), found[0].a.end, found[0].b), (1, before + copy, all(SOURCE)));
        assert!(found[0].a.start.abs_diff(before) <= LIMITS.margin / 2, "{:?}", found[0].a);
    }

    #[test]
    fn two_chinese_words_beside_what_is_shared_stay() {
        let source = "海底电缆铺设以前，信件每周两次靠一条划艇送过海峡。邮差阿木原来是个退休的渔民，他把帆布邮袋绑在横板上。\
                      冬天他要等到平潮的时候才出发。";
        let copy = "在铺设海底电缆之前，每周有两次，信件是用划艇送过海峡的。退休渔民阿木当了邮差，帆布邮袋总是被他绑在横板上。\
                    到了冬天，要等平潮的时候他才肯出发";
        let menu = "首页新闻体育娱乐财经汽车房产旅游健康教育";
        let found = found(&format!("{menu} {copy}"), source);
        let starts: Vec<u32> = found.iter().map(|passage| passage.a.start).collect();
        // The first character of the copy is in no shared term.
        assert_eq!(starts, [count(menu) + 1 - 4]);
    }

    #[test]
    fn a_verbatim_passage_stays_as_it_is() {
        check(SOURCE, SOURCE, &[(all(SOURCE), all(SOURCE))]);
    }

    #[test]
    fn a_summary_covers_all_that_it_sums_up() {
        let summary = "Aldous Quill the postman rowed letters across the strait before the cable came. He steered by the \
                       skerry bell in winter fog. When the cable came, Quill sold the boat to a museum.";
        let source = "Before any cable lay on the floor of the strait, the postman Aldous Quill rowed the letters across. \
                      The boat had two oars and a locker for the letters. Quill tied the locker to the thwart of the boat. \
                      On calm days the postman sang while he rowed. \
                      The letters were dry when the postman landed. \
                      Children waited for Quill and for the boat. \
                      In winter fog the postman steered by the bell on the skerry. \
                      The strait froze twice while Quill was the postman. \
                      Then the boat stayed in its shed. \
                      The letters waited in the shed with the boat. \
                      Quill mended the oars in the shed. \
                      The postman liked the shed well enough. \
                      When the cable came at last, Quill sold his boat to the museum.";
        check(summary, &format!("{source} {OTHER}"), &[(all(summary), all(source))]);
    }

    #[test]
    fn verbatim_pieces_in_a_reworded_passage_become_part_of_it() {
        let piece = "tied the canvas sack to the thwart so that it would float";
        let copy = COPY.replace(
            "To make it float, the sack of canvas was tied to a thwart by Aldous Quill the postman.",
            &format!("It was the postman Aldous Quill who {piece}."),
        );
        assert_eq!(pieces(&copy, SOURCE).len(), 1);
        let passages = check(&copy, SOURCE, &[(all(&copy), all(SOURCE))]);
        let longest = passages[0].equal.iter().map(|exact| exact.len).max();
        assert!(longest >= Some(count(piece)), "{passages:?}");
    }

    #[test]
    fn passages_that_follow_each_other_on_both_sides_are_one() {
        let x = words(&format!("{SOURCE} {OTHER}"));
        let at = |a: u32, b: u32, len| {
            let (in_a, in_b) = (WordRange::new(a, a + len), WordRange::new(b, b + len));
            measure(Sides { a: &x, b: &x }, Sides { a: in_a, b: in_b }, vec![ExactMatch { a, b, len: 6 }])
        };
        let join = |passages: &[Alignment]| -> Vec<(WordRange, WordRange)> {
            joined(Sides { a: &x, b: &x }, passages.to_vec()).iter().map(|found| (found.a, found.b)).collect()
        };
        let whole = (WordRange::new(0, 20), WordRange::new(30, 50));
        assert_eq!(join(&[at(0, 30, 10), at(10, 40, 10)]), [whole]);
        assert_eq!(
            join(&[at(0, 30, 10), at(10, 50 + LIMITS.most_between, 10)]).len(),
            2,
            "far apart in the source"
        );
        assert_eq!(join(&[at(0, 40, 10), at(10, 30, 10)]).len(), 2, "in another order");
        assert_eq!(join(&[at(0, 30, 10), at(2, 32, 6)]).len(), 2, "one inside the other");
    }

    #[test]
    fn what_shares_little_is_no_passage() {
        check(COPY, OTHER, &[]);
        check("", SOURCE, &[]);
        check("中。", "中。", &[]);
    }

    #[test]
    fn chinese_is_compared_by_pairs_of_characters() {
        let source = "海底电缆铺设以前，信件每周两次靠一条划艇送过海峡。邮差阿木原来是个退休的渔民，他把帆布邮袋绑在横板上。\
                      冬天他要等到平潮的时候才出发。";
        let copy = "在铺设海底电缆之前，每周有两次，信件是用划艇送过海峡的。退休渔民阿木当了邮差，帆布邮袋总是被他绑在横板上。\
                    到了冬天，要等平潮的时候他才肯出发。";
        check(copy, source, &[(all(copy), all(source))]);
    }

    #[test]
    fn passages_mirror_and_stay_in_range() {
        let mut state = 5_u64;
        let mut roll = |sides: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % sides
        };
        for _ in 0..100 {
            let mut sentence = || -> Vec<String> {
                (0..10).map(|_| format!("word{}", roll(60) * roll(60))).chain([".".to_owned()]).collect()
            };
            let (copied, more): (Vec<_>, Vec<_>) =
                ((0..5).map(|_| sentence()).collect(), (0..8).map(|_| sentence()).collect());
            let shuffled = copied.iter().map(|words| {
                let mut words = words.clone();
                words[..10].reverse();
                words
            });
            let text = |sentences: Vec<Vec<String>>| sentences.concat().join(" ").replace(" .", ".");
            let a = text(more[..4].iter().cloned().chain(shuffled).collect());
            let b = text(copied.iter().chain(&more[4..]).cloned().collect());
            let (there, back) = (found(&a, &b), found(&b, &a));
            assert_eq!(there.len(), 1, "{a} | {b}");
            let passage = &there[0];
            assert!(passage.a.end <= count(&a) && passage.b.end <= count(&b));
            assert!(
                passage
                    .equal
                    .iter()
                    .all(|exact| exact.a >= passage.a.start && exact.a_end() <= passage.a.end)
            );
            assert!(
                passage
                    .equal
                    .iter()
                    .all(|exact| exact.b >= passage.b.start && exact.b_end() <= passage.b.end)
            );
            assert_eq!((passage.a, passage.b), (back[0].b, back[0].a));
        }
    }
}
