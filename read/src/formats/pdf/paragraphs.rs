//! Divides the lines of one region into paragraphs, by their indents, their ends and the space between them.

use super::face::Face;
use super::kinds;
use super::letters::is_wide;
use super::lines::Line;
use ibid::structure::BlockKind;

/// A paragraph, or the piece of one that a region contains.
#[derive(Clone, Debug)]
pub(super) struct Paragraph {
    pub kind: BlockKind,
    pub lines: Vec<Line>,
    /// True if its first line begins further right than the others of its region.
    pub is_indented: bool,
    /// True if its last line reaches the right edge of its region.
    pub is_full: bool,
    /// True if all its lines take less than [`NARROW`] of the width of their region.
    pub is_narrow: bool,
}

/// The number of lines before and after a line that tell the width of its block.
const AROUND: usize = 4;

/// The share of the width of the text below which lines may be words in a drawing.
const NARROW: f32 = 0.6;

/// The common measures of the lines of one region.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub left: f32,
    pub right: f32,
    /// The distance from one baseline to the next.
    pub pitch: f32,
    /// The size of the text of the paper.
    pub em: f32,
}

impl Shape {
    pub(super) fn new(lines: &[Line], em: f32) -> Self {
        let mut body: Vec<&Line> = lines.iter().filter(|line| (line.size - em).abs() < 0.12 * em).collect();
        if body.len() <= 2 {
            body = lines.iter().collect();
        }
        let left = left_edge(body.iter().map(|line| line.x0));
        let right = -left_edge(body.iter().map(|line| -line.x1));
        let mut steps = Vec::new();
        for pair in body.windows(2) {
            let step = pair[1].y - pair[0].y;
            if (0.8 * em..3.0 * em).contains(&step) {
                steps.push(step);
            }
        }
        steps.sort_by(f32::total_cmp);
        let pitch = steps.get(steps.len() / 2).copied().unwrap_or(1.25 * em);
        Shape { left, right, pitch, em }
    }

    fn is_indented(&self, line: &Line) -> bool {
        line.x0 > self.left + 0.8 * self.em
    }

    /// Returns whether a line reaches the right edge, or so far that the first word of the next line would not have
    /// fitted.
    fn is_full(&self, line: &Line, right: f32, next: Option<&Line>) -> bool {
        let room = right - line.x1;
        let word = next.map_or(2.0 * self.em, first_word);
        room < word + 0.6 * self.em
    }

    /// Returns the right edge at a line: that of the region or, in a narrower block, the edge that at least three of
    /// the lines around it share.
    fn right_at(&self, lines: &[Line], at: usize) -> f32 {
        let Some(line) = lines.get(at) else { return self.right };
        let (mut first, mut last) = (at, at);
        while first > 0 && at - first < AROUND && self.are_joined(&lines[first - 1], &lines[first]) {
            first -= 1;
        }
        while last + 1 < lines.len() && last - at < AROUND && self.are_joined(&lines[last], &lines[last + 1])
        {
            last += 1;
        }
        let around = &lines[first..=last];
        let right = around.iter().map(|line| line.x1).fold(line.x1, f32::max);
        let reaching = around.iter().filter(|line| right - line.x1 < 0.3 * self.em).count();
        // In a block that is inset on both sides, two lines are enough to show its edge.
        let is_inset = around.iter().all(|line| line.x0 > self.left + self.em);
        let enough = if is_inset { 2 } else { 3 };
        if right < self.right - self.em && reaching >= enough { right } else { self.right }
    }

    /// Returns whether two lines follow one another in one block.
    fn are_joined(&self, a: &Line, b: &Line) -> bool {
        b.y - a.y < 1.6 * self.pitch && (a.size - b.size).abs() < 0.08 * a.size
    }

    pub(super) fn is_centered(&self, line: &Line) -> bool {
        let (before, after) = (line.x0 - self.left, self.right - line.x1);
        before > 1.5 * self.em && (before - after).abs() < 0.15 * (before + after) + 2.0
    }
}

/// Returns the left edge that several lines share: the outermost that a seventh of them reach, within two points.
fn left_edge(xs: impl Iterator<Item = f32>) -> f32 {
    let mut bins: Vec<(f32, usize)> = Vec::new();
    for x in xs {
        match bins.iter_mut().find(|(bin, _)| (*bin - x).abs() < 2.0) {
            Some((_, count)) => *count += 1,
            None => bins.push((x, 1)),
        }
    }
    bins.sort_by(|a, b| a.0.total_cmp(&b.0));
    let all: usize = bins.iter().map(|(_, count)| count).sum();
    for &(x, count) in &bins {
        if count >= (all / 7).max(1) {
            return x;
        }
    }
    // The ends of ragged lines share no edge. One line in ten may be too long, and does not count.
    let mut outside = 0;
    for (x, count) in bins {
        outside += count;
        if outside * 10 > all {
            return x;
        }
    }
    0.0
}

/// Returns the width of the first word of a line, in points.
fn first_word(line: &Line) -> f32 {
    let count = line.text.chars().count().max(1) as f32;
    let per_char = (line.x1 - line.x0) / count;
    let mut chars = line.text.chars();
    let word = match chars.next() {
        // A Chinese line breaks nearly everywhere, but not before a mark.
        Some(first) if is_wide(first) => 2.0,
        _ => line.text.split(' ').next().unwrap_or_default().chars().count() as f32,
    };
    per_char * word
}

/// Divides the lines of a region into paragraphs.
pub(super) fn paragraphs(lines: Vec<Line>, em: f32) -> Vec<Paragraph> {
    let shape = Shape::new(&lines, em);
    let rights: Vec<f32> = (0..lines.len()).map(|at| shape.right_at(&lines, at)).collect();
    let mut out: Vec<Paragraph> = Vec::new();
    let mut right = shape.right;
    for (line, next_right) in lines.into_iter().zip(rights) {
        match out.last_mut() {
            Some(open) if goes_on(&open.lines, &line, right, &shape) => open.lines.push(line),
            _ => out.push(Paragraph {
                kind: BlockKind::Paragraph,
                is_indented: shape.is_indented(&line),
                is_full: false,
                is_narrow: true,
                lines: vec![line],
            }),
        }
        right = next_right;
        if let Some(open) = out.last_mut()
            && let Some(line) = open.lines.last()
        {
            open.is_full = shape.is_full(line, right, None);
            open.is_narrow &= line.x1 - line.x0 < NARROW * (shape.right - shape.left);
        }
    }
    for paragraph in &mut out {
        paragraph.kind = kinds::kind(&paragraph.lines, &shape);
        if paragraph.kind == BlockKind::Quote {
            // The whole quotation is inset, so its first line is indented only if it begins to the right of the second.
            paragraph.is_indented =
                matches!(&paragraph.lines[..], [first, next, ..] if first.x0 > next.x0 + 0.8 * em);
        }
    }
    out
}

/// Returns whether a line continues the paragraph before it, whose last line may reach `right`.
fn goes_on(open: &[Line], line: &Line, right: f32, shape: &Shape) -> bool {
    let (Some(first), Some(last)) = (open.first(), open.last()) else { return false };
    let size = last.size.max(line.size);
    if (last.size - line.size).abs() > 0.08 * size {
        return false;
    }
    let step = line.y - last.y;
    if is_code(open) {
        let is_code = line.face != Face::Proportional && !kinds::starts_item(&line.text);
        return is_code && step < 1.9 * shape.pitch.min(1.9 * size);
    }
    if last.gaps > 0 && line.gaps > 0 {
        return step < 2.0 * shape.pitch;
    }
    if line.size > 1.1 * shape.em {
        // The lines of a heading are close together, and share their middle or their edge.
        let same_middle = ((last.x0 + last.x1) - (line.x0 + line.x1)).abs() < 2.0 * size;
        let same_edge = (last.x0 - line.x0).abs() < 0.5 * size || is_below_number(open, line);
        return step < 1.6 * size && (same_middle || same_edge);
    }
    let is_full = shape.is_full(last, right, Some(line));
    let pitch = shape.pitch.min(1.9 * size);
    let cut_off = is_full && !ends_sentence(&last.text) && !shape.is_indented(line);
    if step > 1.25 * pitch && !(cut_off && step < 2.2 * pitch) {
        return false;
    }
    if kinds::starts_item(&line.text) && (!cut_off || line.x0 + 0.3 * shape.em < last.x0) {
        return false;
    }
    let is_moved_right = line.x0 > last.x0 + 0.8 * shape.em;
    let is_moved_left = line.x0 < last.x0 - 0.8 * shape.em;
    // Entries of a list hang: their first line begins left of the others.
    let hangs = open.len() == 1 && is_moved_right && is_full;
    if is_moved_right && !(hangs && (kinds::starts_item(&first.text) || is_below_number(open, line))) {
        return false;
    }
    if is_moved_left && open.len() > 1 {
        return false;
    }
    is_full
}

/// Returns whether lines are code: at least one is monospaced, and none is proportional.
pub(super) fn is_code(lines: &[Line]) -> bool {
    lines.iter().any(|line| line.face == Face::Mono)
        && lines.iter().all(|line| line.face != Face::Proportional)
}

/// Returns whether a line continues the words of a heading, to the right of its number.
fn is_below_number(open: &[Line], line: &Line) -> bool {
    let [first] = open else { return false };
    let indent = line.x0 - first.x0;
    kinds::numbered(&first.text).is_some() && indent > 0.0 && indent < 5.0 * first.size
}

/// Returns whether a text ends like a sentence.
pub(super) fn ends_sentence(text: &str) -> bool {
    let end = text.trim_end_matches(|c: char| {
        matches!(c, '”' | '’' | '"' | '\'' | ')' | '）' | '」' | '』' | ']' | ' ')
            || ('⁰'..='⁹').contains(&c)
            || matches!(c, '¹' | '²' | '³')
    });
    end.ends_with(['.', '!', '?', ':', ';', '。', '！', '？', '：', '；', '…'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(x0: f32, x1: f32, y: f32, text: &str) -> Line {
        Line { text: text.to_owned(), x0, x1, y, size: 10.0, page: 1, ..Line::default() }
    }

    fn texts(lines: Vec<Line>) -> Vec<String> {
        let join = |p: Paragraph| p.lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("|");
        paragraphs(lines, 10.0).into_iter().map(join).collect()
    }

    #[test]
    fn an_indent_begins_a_paragraph() {
        let region = vec![
            line(50.0, 300.0, 10.0, "one line of a first paragraph"),
            line(50.0, 300.0, 22.0, "that goes on and ends."),
            line(65.0, 300.0, 34.0, "Here the second begins"),
            line(50.0, 300.0, 46.0, "and goes on."),
        ];
        let expected =
            ["one line of a first paragraph|that goes on and ends.", "Here the second begins|and goes on."];
        assert_eq!(texts(region), expected);
    }

    #[test]
    fn a_line_that_ends_early_ends_a_paragraph() {
        let region = vec![
            line(50.0, 300.0, 10.0, "这是第一段的第一行文字"),
            line(50.0, 120.0, 22.0, "到此结束。"),
            line(50.0, 300.0, 34.0, "第二段从这里开始并且"),
            line(50.0, 300.0, 46.0, "继续写下去直到这里"),
        ];
        let expected = ["这是第一段的第一行文字|到此结束。", "第二段从这里开始并且|继续写下去直到这里"];
        assert_eq!(texts(region), expected);
    }

    #[test]
    fn space_divides_paragraphs() {
        let region = vec![
            line(50.0, 300.0, 10.0, "a first paragraph that is as"),
            line(50.0, 300.0, 22.0, "wide as it can be."),
            line(50.0, 300.0, 42.0, "Then a second after a space"),
            line(50.0, 300.0, 54.0, "and nothing else."),
        ];
        assert_eq!(texts(region).len(), 2);
    }
}
