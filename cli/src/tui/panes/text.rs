//! The text pane: wrapped words with marks, hits of a search, and bars at the left.
//!
//! A bar marks the lines of the place that matters, and a broken bar those of other places.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use super::row::Row;
use super::style::Tone;
use super::{Panes, View};
use crate::tui::flow::{Flow, Gap, TextRow};
use crate::tui::wrap::{Bracket, Line};

/// The state of a text. The words are elsewhere, since they may be long and have another owner.
#[derive(Clone, Debug, Default)]
pub(in crate::tui) struct Text {
    /// The blocks of the words.
    pub(in crate::tui) flow: Flow,
    /// The row at the top of the pane.
    pub(in crate::tui) top: TextRow,
    /// The blank rows in it, in order.
    pub(in crate::tui) gaps: Vec<Gap>,
    /// The place that matters, in bytes: a bar marks its lines.
    pub(in crate::tui) place: Range<usize>,
    /// The emphasis of words outside of that place.
    pub(in crate::tui) outside: Tone,
    /// The marked ranges, in bytes and in order.
    pub(in crate::tui) marks: Vec<(Range<usize>, Tone)>,
    /// The signs inserted into the words, in order.
    pub(in crate::tui) brackets: Vec<Bracket>,
}

impl Text {
    /// Marks a range, which must lie after all marked ranges.
    pub(in crate::tui) fn mark(&mut self, range: Range<usize>, tone: Tone, signs: Option<[&'static str; 2]>) {
        if let Some([before, behind]) = signs {
            self.brackets.push(Bracket { at: range.start, sign: before, closes: false });
            self.brackets.push(Bracket { at: range.end, sign: behind, closes: true });
        }
        self.marks.push((range, tone));
    }

    /// Returns the emphasis of the byte `at`.
    fn tone(&self, at: usize) -> Tone {
        match self.marks.get(self.marks.partition_point(|(range, _)| range.end <= at)) {
            Some((range, tone)) if range.contains(&at) => *tone,
            _ if self.place.contains(&at) => Tone::Plain,
            _ => self.outside,
        }
    }

    /// Returns the emphasis of the range that a closing sign before the byte `at` ends.
    fn closed_tone(&self, at: usize, sign: &str) -> Option<Tone> {
        let (range, tone) = self.marks.get(self.marks.partition_point(|(range, _)| range.end < at))?;
        if range.end != at {
            return None;
        }
        let first = self.brackets.partition_point(|bracket| bracket.at < at);
        for bracket in &self.brackets[first..] {
            if bracket.at > at {
                break;
            }
            if bracket.closes && bracket.sign == sign {
                return Some(*tone);
            }
        }
        None
    }
}

/// Draws the words of a pane, and the bars beside them. Returns the number of rows with words.
pub(in crate::tui) fn draw<R: View>(review: &R, pane: R::Pane, buffer: &mut Buffer) -> u16 {
    let (body, area) = (review.body(pane), review.text_area(pane));
    let lines = review.page(pane).lines(review.text(pane).1.top, area.height);
    let drawing = Drawing::new(review, pane, &lines);
    let gutter = Rect { width: area.x - body.x, ..body };
    for (number, line) in (0..).zip(&lines) {
        drawing.draw_line(line, Row::new(buffer, area, number));
        drawing.draw_bar(line, Row::new(buffer, gutter, number));
    }
    lines.len() as u16
}

/// Returns the byte of a text at a position of the screen.
pub(super) fn byte_at<R: Panes>(review: &R, pane: R::Pane, position: Position) -> Option<usize> {
    let area = review.text_area(pane);
    let lines = review.page(pane).lines(review.text(pane).1.top, area.height);
    let line = lines.get(usize::from(position.y.checked_sub(area.y)?))?;
    let mut end = area.x;
    for glyph in &line.glyphs {
        end += glyph.cols;
        if position.x < end {
            return Some(glyph.at);
        }
    }
    None
}

/// Returns whether two ranges have a byte in common.
pub(in crate::tui) fn overlap(x: &Range<usize>, y: &Range<usize>) -> bool {
    x.start < y.end && y.start < x.end
}

/// Returns whether a line has words of a place, or is empty inside of it.
fn holds(place: &Range<usize>, line: &Line<'_>) -> bool {
    match line.start == line.end {
        true => place.start < line.start && line.start < place.end,
        false => overlap(place, &(line.start..line.end)),
    }
}

/// The data for drawing the lines of a text.
struct Drawing<'s, R> {
    review: &'s R,
    text: &'s Text,
    hits: Vec<(Range<usize>, bool)>,
    others: Vec<Range<usize>>,
}

impl<'s, R: View> Drawing<'s, R> {
    fn new(review: &'s R, pane: R::Pane, lines: &[Line<'_>]) -> Drawing<'s, R> {
        let seen = match lines {
            [first, .., last] => first.start..last.end,
            [line] => line.start..line.end,
            [] => 0..0,
        };
        let (hits, others) = (review.hits(pane, &seen), review.other_places(pane, &seen));
        Drawing { review, text: review.text(pane).1, hits, others }
    }

    fn draw_line(&self, line: &Line<'_>, mut row: Row<'_>) {
        for glyph in &line.glyphs {
            row.put_glyph(glyph, self.style(glyph.at, &glyph.symbol));
        }
    }

    fn style(&self, at: usize, symbol: &str) -> Style {
        let look = self.review.look();
        if let Some((_, is_current)) = self.hits.iter().find(|(hit, _)| hit.contains(&at)) {
            return look.hit(*is_current);
        }
        let has_brackets = self.review.window().has_brackets;
        let closed = if has_brackets { self.text.closed_tone(at, symbol) } else { None };
        look.tone(closed.unwrap_or_else(|| self.text.tone(at)))
    }

    fn draw_bar(&self, line: &Line<'_>, mut row: Row<'_>) {
        let look = self.review.look();
        if holds(&self.text.place, line) {
            row.put("▌", look.gutter(true));
        } else if self.others.iter().any(|other| holds(other, line)) {
            row.put("┆", look.gutter(false));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closing_sign_looks_like_its_range() {
        let mut text = Text { place: 2..20, outside: Tone::Quiet, ..Text::default() };
        text.mark(4..7, Tone::New, Some(["[", "]"]));
        text.mark(7..9, Tone::Moved, Some(["{", "}"]));
        let tones = [0, 2, 4, 6, 7, 9, 20].map(|at| text.tone(at));
        use Tone::{Moved, New, Plain, Quiet};
        assert_eq!(tones, [Quiet, Plain, New, New, Moved, Plain, Quiet]);
        assert_eq!(text.closed_tone(7, "]"), Some(New));
        assert_eq!(text.closed_tone(9, "}"), Some(Moved));
        assert_eq!((text.closed_tone(7, "{"), text.closed_tone(8, "]")), (None, None));
    }
}
