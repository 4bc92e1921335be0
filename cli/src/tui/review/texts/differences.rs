//! The differences between the two sides of a passage, and moves from one to the next.
//!
//! A difference is what stands between two runs of equal words, on both sides. A side that has nothing there has an empty
//! range, at the end of the words before.

use std::collections::BTreeMap;
use std::ops::Range;

use ibid::report::Passage;

use super::messages::TextMessages;
use crate::render::MarkedWords;
use crate::tui::panes::Panes;
use crate::tui::review::layout::Pane;
use crate::tui::review::state::State;

/// The ranges of a difference in both texts of a passage, in bytes.
pub(super) type Difference = [Range<usize>; 2];

/// Returns the differences between two texts of a passage, whose marked words are given, in order.
pub(super) fn differences(
    passage: &Passage,
    texts: [&str; 2],
    marks: [&[MarkedWords]; 2],
) -> Vec<Difference> {
    let mut ranges: BTreeMap<usize, [Option<Range<usize>>; 2]> = BTreeMap::new();
    for (side, marks) in marks.into_iter().enumerate() {
        let runs: Vec<usize> = runs(passage, side).map(|run| run.start).collect();
        for words in marks {
            let number = runs.partition_point(|&start| start <= words.chars.start);
            let range = &mut ranges.entry(number).or_default()[side];
            let start = range.as_ref().map_or(words.bytes.start, |range| range.start);
            *range = Some(start..words.bytes.end);
        }
    }
    let ends = [0, 1].map(|side| ends(texts[side], runs(passage, side).map(|run| run.end)));
    let found = ranges.into_iter().map(|(number, ranges)| {
        let [a, b] = &ends;
        let [a_range, b_range] = ranges;
        [a_range.unwrap_or_else(|| empty(a, number)), b_range.unwrap_or_else(|| empty(b, number))]
    });
    found.collect()
}

/// Returns the runs of equal words on a side, in characters of the passage.
fn runs(passage: &Passage, side: usize) -> impl Iterator<Item = Range<usize>> {
    let first = [passage.a_start, passage.b_start][side];
    let place = move |point: u32| point.saturating_sub(first) as usize;
    passage.equal.iter().map(move |run| place(run[2 * side])..place(run[2 * side + 1]))
}

/// Returns the bytes at which runs end.
fn ends(text: &str, runs: impl Iterator<Item = usize>) -> Vec<usize> {
    let bytes: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    runs.map(|end| bytes.get(end).copied().unwrap_or(text.len())).collect()
}

/// Returns the empty range behind the run before the gap with a number.
fn empty(ends: &[usize], number: usize) -> Range<usize> {
    let end = number.checked_sub(1).and_then(|run| ends.get(run)).copied().unwrap_or(0);
    end..end
}

/// Shows the next difference of the selected passage, or the one before if `by` is negative.
pub(in crate::tui::review) fn step(state: &mut State, by: isize) {
    let messages = TextMessages(state.window.language);
    let count = state.texts.differences.len();
    if count == 0 {
        return state.tell(messages.no_difference());
    }
    let next = match state.texts.difference {
        Some(at) => at.checked_add_signed(by),
        None if by > 0 => Some(0),
        None => Some(count - 1),
    };
    let Some(at) = next.filter(|&at| at < count) else {
        return state.tell(if by > 0 { messages.last_difference() } else { messages.first_difference() });
    };
    state.texts.difference = Some(at);
    for pane in [Pane::Query, Pane::Source] {
        if let Some(range) = state.difference(pane) {
            state.reveal(pane, range.start);
        }
        state.fit_texts();
    }
    state.tell(messages.difference_of(at + 1, count));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{marks_here, marks_there};

    fn check(texts: [&str; 2], equal: &[[u32; 4]], expected: &[(&str, &str)]) {
        let passage = Passage { a_start: 100, b_start: 7, equal: equal.to_vec(), ..Passage::default() };
        let [a, b] = texts;
        let marks = [marks_here(&passage, a), marks_there(&passage, b)];
        let found = differences(&passage, texts, [&marks[0], &marks[1]]);
        let words: Vec<(&str, &str)> =
            found.into_iter().map(|[x, y]| (a.get(x).unwrap(), b.get(y).unwrap())).collect();
        assert_eq!(words, expected);
    }

    #[test]
    fn words_of_both_sides_in_one_gap_are_one_difference() {
        check(
            ["the old salt road", "the new, long salt path"],
            &[[100, 103, 7, 10], [108, 112, 21, 25]],
            &[("old", "new, long"), ("road", "path")],
        );
    }

    #[test]
    fn a_side_may_have_nothing() {
        check(["盐路很长", "盐路长"], &[[100, 102, 7, 9], [103, 104, 9, 10]], &[("很", "")]);
        check(["a b", "x a b"], &[[100, 103, 9, 12]], &[("", "x")]);
        check(["a b", "a, b"], &[[100, 101, 7, 8], [102, 103, 10, 11]], &[]);
    }
}
