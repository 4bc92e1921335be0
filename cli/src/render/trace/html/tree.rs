//! The tree of carriers as SVG: one row per carrier, with children below their parent and to the right.
//!
//! An edge comes from the left of its carrier and has its label above it, so that no two labels share a place. Widths
//! of texts are guessed; the window around scrolls. A few rows together are a figure of their own, without a gap
//! between figures, since no browser breaks a figure where a sheet of paper ends.

use std::ops::Range;

use ibid::report::Carrier;

use super::Section;
use crate::render::escape::escape;
use crate::render::names::ShortNames;
use crate::render::trace::{Tree, TreeRow, dates};
use crate::render::wrap::text_cols;

/// The most carriers that are drawn.
const MOST_ROWS: usize = 200;
/// The number of rows that stay together on one sheet.
const ROWS_TOGETHER: usize = 8;
/// The most columns of a name.
const NAME_COLS: usize = 36;
/// Sizes in pixels.
const ROW: usize = 46;
/// The room for the label of an edge.
const LABEL: usize = 16;
const BOX_HEIGHT: usize = 22;
const GAP: usize = 10;
const DIGIT: usize = 8;
/// The width of a column of text, on the wide side.
const COL: usize = 8;

impl Section<'_> {
    pub(super) fn tree(&self) -> String {
        let Some(tree) = Tree::of(self.trace) else { return String::new() };
        let rows = &tree.rows[..tree.rows.len().min(MOST_ROWS)];
        let left = (tree.rows.len() - rows.len()) as u64;
        let left_out = (left > 0).then(|| self.messages.not_drawn(left));
        self.figure("tree", self.messages.tree_heading(), &self.tree_svg(rows), left_out)
    }

    fn tree_svg(&self, rows: &[TreeRow<'_>]) -> String {
        let digits = rows.iter().map(|row| row.carrier.number.to_string().len()).max().unwrap_or(1);
        let names = ShortNames::of_ids(rows.iter().map(|row| &*row.carrier.document.id), NAME_COLS);
        let drawing = Drawing { section: self, rows, names, box_width: digits * DIGIT + 14 };
        let width = (0..rows.len()).map(|at| drawing.end(at)).max().unwrap_or(0);
        let mut drawn = String::new();
        for first in (0..rows.len()).step_by(ROWS_TOGETHER) {
            drawn += &drawing.figure(first..rows.len().min(first + ROWS_TOGETHER), width);
        }
        let label = self.messages.tree_label(rows.len() as u64);
        format!("<div class=\"tree\" role=\"img\" aria-label=\"{label}\">\n{drawn}</div>\n")
    }
}

struct Drawing<'d, 't> {
    section: &'d Section<'t>,
    rows: &'d [TreeRow<'d>],
    names: ShortNames,
    box_width: usize,
}

impl Drawing<'_, '_> {
    /// Draws a range of rows, with the parts of the lines between other rows that pass through it.
    fn figure(&self, rows: Range<usize>, width: usize) -> String {
        let (top, height) = (rows.start * ROW, rows.len() * ROW);
        let mut drawn = String::new();
        for parent in 0..rows.end {
            drawn += &self.trunk(parent, top..top + height);
        }
        for at in rows {
            drawn += &self.row(at);
        }
        format!(
            "<svg aria-hidden=\"true\" width=\"{width}\" height=\"{height}\" viewBox=\"0 {top} {width} {height}\">\n\
             {drawn}</svg>\n"
        )
    }

    /// Draws the part between two heights of the line that goes down from a carrier to its last child.
    fn trunk(&self, parent: usize, between: Range<usize>) -> String {
        let Some(last) = self.rows.iter().rposition(|row| row.parent == Some(parent)) else {
            return String::new();
        };
        let (start, end) = (middle(parent) + BOX_HEIGHT / 2, middle(last));
        let (start, end) = (start.max(between.start), end.min(between.end));
        if start >= end {
            return String::new();
        }
        format!("<path class=\"edge\" d=\"M{} {start}V{end}\"/>\n", self.left(parent) + self.box_width / 2)
    }

    fn row(&self, at: usize) -> String {
        let carrier = self.rows[at].carrier;
        let (x, y) = (self.left(at), middle(at));
        let title = match &carrier.document.title {
            Some(title) => format!("{} · {title}", carrier.document.id),
            None => carrier.document.id.clone(),
        };
        format!(
            "<g><title>{}</title>{}<rect class=\"node\" x=\"{x}\" y=\"{}\" width=\"{}\" height=\"{BOX_HEIGHT}\" rx=\"6\"/>\
             <text class=\"in-node\" x=\"{}\" y=\"{}\">{}</text><text x=\"{}\" y=\"{}\">{}</text></g>\n",
            escape(&title),
            self.edge(at),
            y - BOX_HEIGHT / 2,
            self.box_width,
            x + self.box_width / 2,
            y + 4,
            carrier.number,
            x + self.box_width + GAP,
            y + 4,
            escape(&self.named(carrier)),
        )
    }

    fn edge(&self, at: usize) -> String {
        let Some(parent) = self.rows[at].parent else { return String::new() };
        let (trunk, y) = (self.left(parent) + self.box_width / 2, middle(at));
        format!(
            "<path class=\"edge\" d=\"M{trunk} {y}H{}\"/><text class=\"edge-label\" x=\"{}\" y=\"{}\">{}</text>",
            self.left(at),
            trunk + GAP / 2,
            y - BOX_HEIGHT / 2 - 4,
            self.reasons(at)
        )
    }

    fn reasons(&self, at: usize) -> String {
        match &self.rows[at].carrier.parent {
            Some(parent) => self.section.messages.0.reasons(parent),
            None => String::new(),
        }
    }

    fn named(&self, carrier: &Carrier) -> String {
        let date = dates::day_of(&carrier.document, self.section.messages);
        format!("{date} · {}", self.names.get(&carrier.document.id))
    }

    /// Returns the left end of the box of a row.
    fn left(&self, at: usize) -> usize {
        1 + self.rows[at].depth * (self.box_width / 2 + 2 * GAP)
    }

    /// Returns the right end of a row, on the wide side.
    fn end(&self, at: usize) -> usize {
        let label = self.left(at) + text_cols(&self.reasons(at)) * COL;
        let name = text_cols(&self.named(self.rows[at].carrier)) * COL;
        label.max(self.left(at) + self.box_width + GAP + name) + GAP
    }
}

/// Returns the height of the middle of the box of a row.
fn middle(at: usize) -> usize {
    at * ROW + LABEL + BOX_HEIGHT / 2
}
