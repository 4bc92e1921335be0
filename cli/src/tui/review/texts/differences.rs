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
    let runs = [runs(passage, 0), runs(passage, 1)];
    let mut ranges: BTreeMap<usize, [Option<Range<usize>>; 2]> = BTreeMap::new();
    for (side, marks) in marks.into_iter().enumerate() {
        for words in marks {
            let number = runs[side].partition_point(|run| run.start <= words.chars.start);
            match &mut ranges.entry(number).or_default()[side] {
                Some(range) => range.end = words.bytes.end,
                nothing => *nothing = Some(words.bytes.clone()),
            }
        }
    }
    let ends = [ends(texts[0], &runs[0]), ends(texts[1], &runs[1])];
    let mut found = vec![];
    for (number, [a, b]) in ranges {
        found.push([a.unwrap_or(empty(&ends[0], number)), b.unwrap_or(empty(&ends[1], number))]);
    }
    found
}

/// Returns the runs of equal words on a side, in characters of the passage.
fn runs(passage: &Passage, side: usize) -> Vec<Range<usize>> {
    let first = [passage.a_start, passage.b_start][side];
    let mut runs = Vec::with_capacity(passage.equal.len());
    for run in &passage.equal {
        let [start, end] = [run[2 * side], run[2 * side + 1]].map(|point| point.saturating_sub(first));
        runs.push(start as usize..end as usize);
    }
    runs
}

/// Returns the bytes at which runs end.
fn ends(text: &str, runs: &[Range<usize>]) -> Vec<usize> {
    let bytes: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    runs.iter().map(|run| bytes.get(run.end).copied().unwrap_or(text.len())).collect()
}

/// Returns the empty range behind the run before the gap with a number.
fn empty(ends: &[usize], number: usize) -> Range<usize> {
    let end = if number == 0 { 0 } else { ends.get(number - 1).copied().unwrap_or(0) };
    end..end
}

/// Shows the next difference of the selected passage, or the one before if `by` is negative.
pub(in crate::tui::review) fn step(state: &mut State, by: isize) {
    let messages = TextMessages(state.window.language);
    let count = state.texts.differences.len();
    if count == 0 {
        return state.tell(messages.no_difference());
    }
    let at = match state.texts.difference {
        // Before the first difference comes none.
        Some(at) => at.wrapping_add_signed(by),
        None if by > 0 => 0,
        None => count - 1,
    };
    if at >= count {
        return state.tell(if by > 0 { messages.last_difference() } else { messages.first_difference() });
    }
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
