//! Builds lines of text from the segments of one region: segments that overlap in height form one line, including
//! raised and lowered pieces.

use std::collections::HashMap;

use super::face::{Face, Widths};
use super::letters::{is_raised, is_wide, is_word_end, raise};
use super::segment::{BLANK, Segment, from_left};

/// A line of text.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    pub text: String,
    pub x0: f32,
    pub x1: f32,
    /// The baseline.
    pub y: f32,
    /// The size of most of its letters.
    pub size: f32,
    /// True if it begins with a raised mark, as a footnote does.
    pub starts_raised: bool,
    /// The number of wide gaps in it, as between the cells of a row.
    pub gaps: usize,
    /// The page of the line, from 1.
    pub page: u32,
    pub face: Face,
}

/// Builds lines from segments, from top to bottom.
pub(super) fn lines(mut segments: Vec<Segment>, page: u32) -> Vec<Line> {
    // The largest come first: they form the lines that raised and lowered pieces then join.
    segments.sort_by(|a, b| b.size.total_cmp(&a.size).then(a.y.total_cmp(&b.y)).then(a.x0.total_cmp(&b.x0)));
    let usual = super::page::usual_size(segments.iter()).unwrap_or(10.0);
    let (initials, segments): (Vec<_>, Vec<_>) = segments.into_iter().partition(|s| is_initial(s, usual));
    let mut bands = Bands::default();
    for segment in segments {
        bands.add(segment);
    }
    bands.sort();
    for initial in initials {
        bands.add_initial(initial);
    }
    bands.sort();
    bands.all.into_iter().map(|band| band.line(page)).collect()
}

/// Returns the texts of lines, with a blank between two.
pub(super) fn joined(lines: &[Line]) -> String {
    let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
    texts.join(" ")
}

/// Returns whether a segment is a drop cap: a large first letter that reaches down into the lines below.
fn is_initial(segment: &Segment, usual: f32) -> bool {
    segment.count <= 2 && segment.size > 1.8 * usual && segment.text.chars().all(char::is_alphabetic)
}

/// The segments of a future line, in any order. The first is the largest.
struct Band {
    top: f32,
    bottom: f32,
    segments: Vec<Segment>,
}

#[derive(Default)]
struct Bands {
    all: Vec<Band>,
    /// The indices of the bands that touch each height, in steps of [`STEP`].
    by_height: HashMap<i32, Vec<usize>>,
}

/// The step of the heights by which bands are found, in points.
const STEP: f32 = 8.0;

impl Bands {
    fn add(&mut self, segment: Segment) {
        let steps = step(segment.top())..=step(segment.bottom()).min(step(segment.top()) + 100);
        let (mut best, mut most) = (None, 0.5);
        for step in steps.clone() {
            for &at in self.by_height.get(&step).into_iter().flatten() {
                let band = &self.all[at];
                let shared = band.bottom.min(segment.bottom()) - band.top.max(segment.top());
                let share = shared / (segment.bottom() - segment.top()).max(0.1);
                if share > most {
                    (best, most) = (Some(at), share);
                }
            }
        }
        if let Some(at) = best {
            self.all[at].segments.push(segment);
            return;
        }
        for step in steps {
            self.by_height.entry(step).or_default().push(self.all.len());
        }
        self.all.push(Band { top: segment.top(), bottom: segment.bottom(), segments: vec![segment] });
    }

    /// Adds a drop cap to the first line beside it.
    fn add_initial(&mut self, initial: Segment) {
        let line = self.all.iter_mut().find(|band| {
            band.bottom > initial.top() && band.top < initial.bottom() && band.x0() >= initial.x0
        });
        match line {
            Some(band) => band.segments.push(initial),
            None => self.add(initial),
        }
    }

    fn sort(&mut self) {
        self.all.sort_by(|a, b| a.y().total_cmp(&b.y()));
    }
}

fn step(y: f32) -> i32 {
    (y / STEP).floor() as i32
}

impl Band {
    fn y(&self) -> f32 {
        self.segments.first().map_or(0.0, |segment| segment.y)
    }

    fn x0(&self) -> f32 {
        self.segments.iter().map(|segment| segment.x0).fold(f32::MAX, f32::min)
    }

    fn line(mut self, page: u32) -> Line {
        let y = self.y();
        let size = super::page::usual_size(self.segments.iter()).unwrap_or(10.0);
        self.segments.sort_by(from_left);
        let mut line = Line { y, size, x0: f32::MAX, x1: f32::MIN, page, ..Line::default() };
        let mut last: Option<&Segment> = None;
        let mut widths = Widths::default();
        for segment in &self.segments {
            widths = widths.with(segment.widths);
            if let Some(last) = last
                && segment.x0 - last.x1 > 1.5 * size
            {
                line.gaps += 1;
                line.text.push('\t');
            }
            let raised = segment.size < 0.85 * size && segment.y < y - 0.15 * size;
            line.starts_raised |= last.is_none() && raised && segment.count <= 4;
            push(&mut line.text, last, segment, size, raised);
            line.x0 = line.x0.min(segment.x0);
            line.x1 = line.x1.max(segment.x1);
            last = Some(segment);
        }
        take_leaders(&mut line);
        // A font may draw a note mark above the line, with the note right behind it.
        let note = line.text.trim_start_matches(is_raised);
        let mark = line.text.len() - note.len();
        if mark > 0 && note.starts_with(char::is_alphabetic) {
            line.starts_raised = true;
            line.text.insert(mark, ' ');
        }
        // A Chinese line with a name from code in it is no code; Chinese characters have one width in any font.
        let wide = line.text.chars().filter(|c| is_wide(*c)).count();
        let latin = line.text.chars().filter(char::is_ascii_alphabetic).count();
        line.face = if wide > latin { Face::Proportional } else { widths.face() };
        line
    }
}

/// Appends a segment to the text of a line, with a blank where one belongs.
fn push(text: &mut String, last: Option<&Segment>, segment: &Segment, size: f32, raised: bool) {
    let before = text.chars().next_back();
    if let (Some(last), Some(before), Some(after)) = (last, before, segment.text.chars().next()) {
        let gap = segment.x0 - last.x1;
        let wide = is_wide(before) && is_wide(after);
        let initial = last.size > 1.8 * size && last.count <= 2;
        let narrowest = if wide { 1.2 } else { BLANK };
        if gap > narrowest * size && !initial && !before.is_whitespace() {
            text.push(' ');
        }
        // A raised mark behind a word would be read as part of the word, so it is set apart and raised in the text as
        // well.
        let is_raised_mark = raised && is_mark(&segment.text);
        if (is_raised_mark || is_raised(after)) && is_word_end(text) {
            if !text.ends_with(' ') {
                text.push(' ');
            }
            match is_raised_mark {
                true => text.extend(segment.text.chars().map(raise)),
                false => text.push_str(&segment.text),
            }
            return;
        }
    }
    if last.is_none() && raised && is_mark(&segment.text) {
        // The mark of a note stands apart from its first word.
        text.extend(segment.text.chars().map(raise));
        text.push(' ');
        return;
    }
    text.push_str(&segment.text);
}

/// Replaces the dots that lead from a heading to its page in a table of contents by a gap between two cells.
fn take_leaders(line: &mut Line) {
    const FEWEST: usize = 5;
    const DOTS: [char; 5] = ['.', '·', '…', '．', '⋯'];
    let mut out = String::new();
    let mut rest = line.text.as_str();
    while let Some(at) = rest.find(DOTS) {
        let (before, from) = rest.split_at(at);
        let after = from.trim_start_matches(|c: char| DOTS.contains(&c) || c.is_whitespace());
        let run = from.get(..from.len() - after.len()).unwrap_or_default();
        out.push_str(before);
        if run.matches(DOTS).count() < FEWEST {
            out.push_str(run);
        } else {
            out.truncate(out.trim_end().len());
            out.push('\t');
            line.gaps += 1;
        }
        rest = after;
    }
    out.push_str(rest);
    line.text = out;
}

fn is_mark(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | '-' | '–' | ' '))
        && text.contains(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(text: &str, x0: f32, y: f32, size: f32) -> Segment {
        let x1 = x0 + 0.5 * size * text.chars().count() as f32;
        Segment { text: text.to_owned(), x0, x1, y, size, count: text.chars().count(), ..Segment::default() }
    }

    fn texts(segments: Vec<Segment>) -> Vec<String> {
        lines(segments, 1).into_iter().map(|line| line.text).collect()
    }

    #[test]
    fn marks_behind_words_are_raised_and_set_apart() {
        let line = vec![
            segment("a word", 0.0, 100.0, 10.0),
            segment("12", 30.0, 96.4, 7.0),
            segment("goes on", 40.0, 100.0, 10.0),
        ];
        assert_eq!(texts(line), ["a word ¹² goes on"]);
        let formula = vec![segment("x", 0.0, 100.0, 10.0), segment("2", 5.0, 96.4, 7.0)];
        assert_eq!(texts(formula), ["x2"]);
    }

    #[test]
    fn dots_that_lead_to_a_page_are_a_gap() {
        let check = |text: &str, expected: &str, gaps: usize| {
            let mut line = Line { text: text.to_owned(), ..Line::default() };
            take_leaders(&mut line);
            assert_eq!((line.text.as_str(), line.gaps), (expected, gaps));
        };
        check("引言 ........ 1", "引言\t1", 1);
        check("Results . . . . . . . 12", "Results\t12", 1);
        check("And so on ... and on", "And so on ... and on", 0);
        check("1.2 Method ........ 3", "1.2 Method\t3", 1);
    }

    #[test]
    fn the_mark_of_a_note_stands_before_it() {
        let line = lines(vec![segment("3", 0.0, 97.0, 6.0), segment("See there.", 3.2, 100.0, 8.0)], 1);
        assert_eq!(line[0].text, "³ See there.");
        assert!(line[0].starts_raised);
    }

    #[test]
    fn pieces_of_lines_are_read_from_left_to_right() {
        let page = vec![
            segment("below", 0.0, 112.0, 10.0),
            segment("right", 60.0, 100.2, 10.0),
            segment("left", 0.0, 100.0, 10.0),
        ];
        assert_eq!(texts(page), ["left\tright", "below"]);
    }

    #[test]
    fn a_large_first_letter_belongs_to_the_first_line_beside_it() {
        let page = vec![
            segment("T", 0.0, 112.0, 26.0),
            segment("HE first line", 14.0, 100.0, 10.0),
            segment("and the second", 14.0, 112.0, 10.0),
            segment("and the third", 0.0, 124.0, 10.0),
        ];
        assert_eq!(texts(page), ["THE first line", "and the second", "and the third"]);
    }
}
