//! An offset map from a rewritten text to the text that it was made from, and a pen that rewrites a text and makes its
//! map.
//!
//! In: replacements in the order of the text. Out: the new text and a list of runs. In a run, every `to_step` bytes of
//! the new text come from `from_step` bytes of the old one. Unchanged text is a run of steps 1 and 1, and a line of
//! full-width letters is one run too. A lookup takes `O(log r)` for r runs, a run 12 bytes.

use crate::text::Span;

/// The beginning of a range in which every `to_step` bytes of the new text stand for `from_step` bytes of the old one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    to: u32,
    from: u32,
    to_step: u8,
    from_step: u8,
}

impl Run {
    fn is_same(self) -> bool {
        self.to_step == 1 && self.from_step == 1
    }

    /// Returns whether a run that begins where this one ends has the same steps and the next origin.
    fn goes_on_with(self, next: Run) -> bool {
        let filled = next.to - self.to;
        let elements = filled / u32::from(self.to_step);
        (self.to_step, self.from_step) == (next.to_step, next.from_step)
            && filled.is_multiple_of(u32::from(self.to_step))
            && self.from + elements * u32::from(self.from_step) == next.from
    }

    /// Returns the origin of the element that holds byte `to` of the new text.
    fn source(self, to: u32) -> Span {
        if self.is_same() {
            let start = self.from + (to - self.to);
            return Span::new(start, start + 1);
        }
        let element = (to - self.to) / u32::from(self.to_step);
        let start = self.from + element * u32::from(self.from_step);
        Span::new(start, start + u32::from(self.from_step))
    }
}

/// A map from spans of a new text to spans of the old one.
///
/// Invariant: `to` of the runs is strictly rising and begins with 0; every run holds whole or cut elements up to the
/// next run's `to`, the last one up to `len`. If there are no runs, the two texts are the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct OffsetMap {
    runs: Vec<Run>,
    len: u32,
}

impl OffsetMap {
    /// Returns the smallest span of the old text that covers this span of the new one; empty for an empty span.
    pub(crate) fn original(&self, span: Span) -> Span {
        self.original_near(span, &mut self.run_number(span.start))
    }

    /// Returns the number of the run that holds byte `to`.
    fn run_number(&self, to: u32) -> usize {
        self.runs.partition_point(|run| run.to <= to).saturating_sub(1)
    }

    /// Returns the end of a run in the new text.
    fn end_of(&self, number: usize) -> u32 {
        self.runs.get(number + 1).map_or(self.len, |next| next.to)
    }

    /// Does the same, searching from the run `hint` on, which becomes the run of the span's end. `O(1)` per lookup for
    /// spans in the order of the text.
    pub(crate) fn original_near(&self, span: Span, hint: &mut usize) -> Span {
        let (Some(first), Some(last)) = (self.runs.first(), self.runs.last()) else { return span };
        debug_assert_eq!(first.to, 0);
        let start = if span.start >= self.len {
            last.source(self.len.saturating_sub(1)).end
        } else {
            self.run_at(span.start, hint).source(span.start).start
        };
        if span.is_empty() {
            return Span::new(start, start);
        }
        let final_byte = (span.end - 1).min(self.len.saturating_sub(1));
        Span::new(start, self.run_at(final_byte, hint).source(final_byte).end)
    }

    /// Returns how far the old text lies behind the new one, modulo 2^32, all through a span; `None` if anything in the
    /// span was changed. Searches as [`OffsetMap::original_near`] does.
    pub(crate) fn distance(&self, span: Span, hint: &mut usize) -> Option<u32> {
        if self.runs.is_empty() {
            return Some(0);
        }
        let run = self.run_at(span.start, hint);
        (run.is_same() && span.end <= self.end_of(*hint)).then_some(run.from.wrapping_sub(run.to))
    }

    /// Returns the offset map of both rewrites together: `first`, and then the one of `self`.
    pub(crate) fn after(&self, first: &OffsetMap) -> OffsetMap {
        if first.runs.is_empty() {
            return self.clone();
        }
        if self.runs.is_empty() {
            return first.clone();
        }
        let mut whole = OffsetMap::default();
        for (number, run) in self.runs.iter().enumerate() {
            let end = self.end_of(number);
            if run.is_same() {
                first.copy(run.from, run.from + (end - run.to), &mut whole);
                continue;
            }
            for to in (run.to..end).step_by(usize::from(run.to_step)) {
                let source = first.original(run.source(to));
                let to_len = u32::from(run.to_step).min(end - to);
                whole.push(to_len as u8, source.start, source.len().min(255) as u8);
            }
        }
        whole
    }

    /// Appends the range `start..end` of this map's new text to `whole`.
    fn copy(&self, start: u32, end: u32, whole: &mut OffsetMap) {
        let mut number = self.run_number(start);
        while let Some(run) = self.runs.get(number)
            && run.to < end
        {
            let run_end = self.end_of(number).min(end);
            let mut to = run.to.max(start);
            if run.is_same() {
                whole.push_same(run.from + (to - run.to), run_end.saturating_sub(to));
            } else {
                while to < run_end {
                    let step = u32::from(run.to_step);
                    let next = (run.to + ((to - run.to) / step + 1) * step).min(run_end);
                    let source = run.source(to);
                    whole.push((next - to) as u8, source.start, source.len() as u8);
                    to = next;
                }
            }
            number += 1;
        }
    }

    /// Returns the run that holds byte `to`, searching from the run `hint` on. There is one, since runs begin with 0.
    fn run_at(&self, to: u32, hint: &mut usize) -> Run {
        if self.runs.get(*hint).is_none_or(|run| run.to > to) {
            *hint = self.run_number(to);
        }
        while self.runs.get(*hint + 1).is_some_and(|next| next.to <= to) {
            *hint += 1;
        }
        self.runs.get(*hint).copied().unwrap_or(Run { to: 0, from: 0, to_step: 1, from_step: 1 })
    }

    /// Appends `len` unchanged bytes.
    fn push_same(&mut self, from: u32, len: u32) {
        if len == 0 {
            return;
        }
        self.go_on_with(Run { to: self.len, from, to_step: 1, from_step: 1 });
        self.len += len;
    }

    /// Begins a run, unless the last one goes on so.
    fn go_on_with(&mut self, next: Run) {
        if !self.runs.last().is_some_and(|run| run.goes_on_with(next)) {
            self.runs.push(next);
        }
    }

    /// Appends one element: `to_len` bytes that stand for `from_len` bytes.
    fn push(&mut self, to_len: u8, from: u32, from_len: u8) {
        if to_len == 0 {
            return;
        }
        self.go_on_with(Run { to: self.len, from, to_step: to_len, from_step: from_len });
        self.len += u32::from(to_len);
    }
}

/// A pen that rewrites a text piece by piece; it allocates nothing until something is replaced.
#[derive(Debug)]
pub(super) struct Pen<'t> {
    source: &'t str,
    out: String,
    copied: usize,
    map: OffsetMap,
    used: bool,
}

impl<'t> Pen<'t> {
    pub(super) fn new(source: &'t str) -> Pen<'t> {
        Pen { source, out: String::new(), copied: 0, map: OffsetMap::default(), used: false }
    }

    /// Writes `with` for the `len` bytes at `at`, which lie behind everything replaced before.
    pub(super) fn replace(&mut self, at: usize, len: usize, with: &str) {
        if !self.used {
            self.used = true;
            self.out.reserve(self.source.len());
        }
        self.copy_to(at);
        self.out.push_str(with);
        self.map.push(with.len().min(255) as u8, at as u32, len.min(255) as u8);
        self.copied = at + len;
    }

    /// Returns the last character that is written once the text before `at` has been copied.
    pub(super) fn last_char(&self, at: usize) -> Option<char> {
        let left = self.source.get(self.copied..at).unwrap_or("");
        left.chars().next_back().or_else(|| self.out.chars().next_back())
    }

    /// Returns the new text and its map, or `None` if nothing was replaced.
    pub(super) fn finish(mut self) -> Option<(String, OffsetMap)> {
        if !self.used {
            return None;
        }
        self.copy_to(self.source.len());
        Some((self.out, self.map))
    }

    fn copy_to(&mut self, at: usize) {
        let rest = self.source.get(self.copied..at).unwrap_or("");
        self.out.push_str(rest);
        self.map.push_same(self.copied as u32, rest.len() as u32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn back(map: &OffsetMap, start: u32, end: u32) -> (u32, u32) {
        let span = map.original(Span::new(start, end));
        (span.start, span.end)
    }

    #[test]
    fn leads_back_over_replacements_and_gaps() {
        let mut pen = Pen::new("abcＤＥＦgh-\nij");
        for (at, with) in [(3, "D"), (6, "E"), (9, "F")] {
            pen.replace(at, 3, with);
        }
        pen.replace(14, 2, "");
        let (text, map) = pen.finish().unwrap();
        assert_eq!(text, "abcDEFghij");
        assert_eq!(map.runs.len(), 4);
        assert_eq!(back(&map, 0, 10), (0, 18));
        assert_eq!(back(&map, 4, 5), (6, 9));
        assert_eq!(back(&map, 7, 8), (13, 14));
        assert_eq!(back(&map, 7, 9), (13, 17));
        assert_eq!(back(&map, 10, 10), (18, 18));
    }

    #[test]
    fn a_span_without_changes_is_as_far_away_as_its_words() {
        let mut pen = Pen::new("ab ＤＥ cd-\nef gh");
        for (at, len, with) in [(3, 3, "D"), (6, 3, "E"), (12, 2, "")] {
            pen.replace(at, len, with);
        }
        let (text, map) = pen.finish().unwrap();
        let all = Span::new(0, text.len() as u32);
        let spans =
            (0..all.end).flat_map(|start| (start + 1..=all.end).map(move |end| Span::new(start, end)));
        let is_far = |span: &Span| map.distance(*span, &mut 0).is_some();
        for span in spans.clone().filter(is_far) {
            assert_eq!(
                map.distance(span, &mut 0).map(|far| span.moved(far)),
                Some(map.original(span)),
                "{span:?}"
            );
        }
        let whole: Vec<&str> =
            spans.filter(is_far).map(|span| span.of(&text)).filter(|part| part.len() > 2).collect();
        assert_eq!(whole, ["ab ", " cd", "ef ", "ef g", "ef gh", "f g", "f gh", " gh"]);
        assert_eq!(OffsetMap::default().distance(all, &mut 0), Some(0));
    }

    #[test]
    fn one_map_after_another_leads_all_the_way() {
        let mut pen = Pen::new("ﬁx Ｗ Ｏ");
        for (at, len, with) in [(0, 3, "fi"), (5, 3, "W"), (9, 3, "O")] {
            pen.replace(at, len, with);
        }
        let (text, first) = pen.finish().unwrap();
        assert_eq!(text, "fix W O");
        let mut pen = Pen::new(&text);
        pen.replace(0, 1, "");
        pen.replace(5, 1, "");
        let (text, second) = pen.finish().unwrap();
        assert_eq!(text, "ix WO");
        let map = second.after(&first);
        assert_eq!(back(&map, 0, 1), (0, 3));
        assert_eq!(back(&map, 1, 2), (3, 4));
        assert_eq!(back(&map, 3, 4), (5, 8));
        assert_eq!(back(&map, 3, 5), (5, 12));
    }
}
