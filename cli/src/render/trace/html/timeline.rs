//! The timeline as SVG: a bar for each day, week, month or year.
//!
//! A bar is wide enough for its count. As many of the dates below are written as fit side by side.

use super::Section;
use crate::render::escape::escape;
use crate::render::messages::thousands;
use crate::render::trace::Timeline;
use crate::render::wrap::text_cols;

/// The most bars that are drawn: the latest.
const MOST_BARS: usize = 400;
/// Sizes in pixels.
const LEFT: usize = 44;
const TOP: usize = 22;
const BARS_HEIGHT: usize = 140;
const BELOW: usize = 30;
/// The width that the bars are spread over, if they fit.
const SPREAD: usize = 600;
const WIDEST_BAR: usize = 60;
const NARROWEST_BAR: usize = 20;
/// The width of a column of text, on the wide side.
const COL: usize = 7;
/// The most marks of the axis above zero.
const MOST_MARKS: u64 = 4;

impl Section<'_> {
    pub(super) fn timeline(&self) -> String {
        let Some(timeline) = Timeline::of_several_steps(self.trace) else { return String::new() };
        let heading = self.messages.0.timeline_heading(timeline.step);
        let (early, counts) = timeline.counts.split_at(timeline.counts.len().saturating_sub(MOST_BARS));
        let early: u64 = early.iter().map(|(_, count)| count).sum();
        let left_out = (early > 0).then(|| self.messages.earlier_not_drawn(early));
        self.figure("timeline", heading, &self.timeline_svg(heading, counts), left_out)
    }

    fn timeline_svg(&self, heading: &str, counts: &[(String, u64)]) -> String {
        let most = counts.iter().map(|(_, count)| *count).max().unwrap_or(0);
        let narrowest = NARROWEST_BAR.max(text_cols(&thousands(most)) * COL + 4);
        let slot = (SPREAD / counts.len().max(1)).min(WIDEST_BAR).max(narrowest);
        let chart = Chart { slot, mark: mark_step(most), most, width: LEFT * 2 + slot * counts.len() };
        let mut bars = String::new();
        for (at, (name, count)) in counts.iter().enumerate() {
            bars += &chart.bar(at, name, *count);
        }
        let [first, last] = match counts {
            [(first, _), .., (last, _)] => [&**first, &**last],
            [(only, _)] => [&**only; 2],
            [] => [""; 2],
        };
        let label = self.messages.timeline_label(heading, first, last, thousands(most));
        let (width, height) = (chart.width, TOP + BARS_HEIGHT + BELOW);
        format!(
            "<svg class=\"timeline\" role=\"img\" aria-label=\"{}\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">\n{}{bars}{}</svg>\n",
            escape(&label),
            chart.marks(),
            chart.dates(counts)
        )
    }
}

struct Chart {
    /// The width of a bar with the room beside it.
    slot: usize,
    /// The number of carriers between two marks of the axis.
    mark: u64,
    most: u64,
    width: usize,
}

impl Chart {
    /// Draws the marks of the axis of counts.
    fn marks(&self) -> String {
        let mut marks = String::new();
        for mark in 0..=self.top() / self.mark {
            let count = mark * self.mark;
            let y = self.y(count);
            marks += &format!(
                "<path class=\"grid\" d=\"M{LEFT} {y}H{}\"/><text class=\"count-mark\" x=\"{}\" y=\"{}\">{}</text>\n",
                self.width - LEFT,
                LEFT - 6,
                y + 4,
                thousands(count)
            );
        }
        marks
    }

    fn bar(&self, at: usize, name: &str, count: u64) -> String {
        if count == 0 {
            return String::new();
        }
        let (y, gap, count_text) = (self.y(count), (self.slot / 8).max(2), thousands(count));
        format!(
            "<g><title>{name}: {count_text}</title>\
             <rect class=\"bar\" x=\"{}\" y=\"{y}\" width=\"{}\" height=\"{}\"/>\
             <text class=\"count\" x=\"{}\" y=\"{}\">{count_text}</text></g>\n",
            LEFT + at * self.slot + gap / 2,
            self.slot - gap,
            TOP + BARS_HEIGHT - y,
            LEFT + at * self.slot + self.slot / 2,
            y - 4,
        )
    }

    /// Draws the dates below, as many as fit.
    fn dates(&self, counts: &[(String, u64)]) -> String {
        let widest = counts.iter().map(|(name, _)| text_cols(name) * COL + 10).max().unwrap_or(1);
        let every = widest.div_ceil(self.slot).max(1);
        let mut dates = String::new();
        for (at, (name, _)) in counts.iter().enumerate().step_by(every) {
            let (x, y) = (LEFT + at * self.slot + self.slot / 2, TOP + BARS_HEIGHT);
            dates += &format!(
                "<path class=\"grid\" d=\"M{x} {y}v5\"/><text class=\"date\" x=\"{x}\" y=\"{}\">{}</text>\n",
                y + 18,
                escape(name)
            );
        }
        dates
    }

    /// Returns the count at the top of the axis.
    fn top(&self) -> u64 {
        self.most.div_ceil(self.mark) * self.mark
    }

    fn y(&self, count: u64) -> usize {
        let height = count as usize * BARS_HEIGHT / self.top().max(1) as usize;
        TOP + BARS_HEIGHT - height
    }
}

/// Returns the number of carriers between two marks: 1, 2 or 5, or one of these with zeros behind it.
fn mark_step(most: u64) -> u64 {
    let mut ten = 1;
    loop {
        for step in [ten, 2 * ten, 5 * ten] {
            if step * MOST_MARKS >= most {
                return step;
            }
        }
        ten *= 10;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_has_round_marks_and_few() {
        for (most, step) in [(0, 1), (1, 1), (4, 1), (5, 2), (9, 5), (20, 5), (21, 10), (3000, 1000)] {
            assert_eq!(mark_step(most), step, "{most}");
        }
    }
}
