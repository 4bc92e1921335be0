//! The content beside the list of carriers: the selected carrier, the tree of likely parents, or a timeline of counts.
//!
//! The tree and the timeline are drawn for a given width, so that no line is broken: `O(p)` for p carriers.

use ibid::report::{Carrier, Trace};

use super::card::card;
use super::sheet::Sheet;
use crate::messages::ReviewMessages;
use crate::render::{Language, Timeline, Tree, TreeRow, day, thousands};
use crate::tui::panes::row::{cols, fit, fit_names};
use crate::tui::panes::style::Tone;

/// The most columns of a name in the tree.
const MAX_NAME_COLS: u16 = 28;
/// The most columns of a bar in the timeline.
const MAX_BAR_COLS: u16 = 60;

/// The kind of content beside the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Beside {
    /// The selected carrier.
    #[default]
    Card,
    /// The tree of likely parents.
    Tree,
    /// The numbers of carriers over time.
    Timeline,
}

impl Beside {
    /// Returns the kind that comes next.
    pub(super) fn next(self) -> Beside {
        match self {
            Beside::Card => Beside::Tree,
            Beside::Tree => Beside::Timeline,
            Beside::Timeline => Beside::Card,
        }
    }

    /// Builds the text for a carrier of a trace, in `cols` columns. In the tree and the timeline, the line of the
    /// carrier is the place that matters.
    pub(super) fn sheet(self, trace: &Trace, carrier: &Carrier, cols: u16, language: Language) -> Sheet {
        match self {
            Beside::Card => card(trace, carrier, language),
            Beside::Tree => tree(trace, carrier, cols, language),
            Beside::Timeline => timeline(trace, carrier, cols, language),
        }
    }
}

fn tree(trace: &Trace, selected: &Carrier, cols: u16, language: Language) -> Sheet {
    let mut sheet = Sheet::default();
    let Some(tree) = Tree::of(trace) else {
        sheet.put(ReviewMessages(language).no_tree(), Tone::Quiet).end_line();
        return sheet.finished();
    };
    sheet.put(language.tree_heading(), Tone::Strong).end_line().end_line();
    let ids = trace.carriers.iter().map(|carrier| (&*carrier.document.id, &*carrier.document.id));
    let names = fit_names(ids, MAX_NAME_COLS.min(cols / 2));
    for TreeRow { carrier, lines, .. } in &tree.rows {
        let is_alarming = carrier.changes.iter().any(|change| change.kind.turns_meaning());
        let sign = if is_alarming { "!" } else { " " };
        let date = carrier.document.date.as_deref().map_or(language.no_date(), day);
        let reasons = match &carrier.parent {
            Some(parent) => format!("  {}", language.reasons(parent)),
            None => String::new(),
        };
        let name = names.get(&carrier.document.id);
        let line = fit(&format!("{lines}{}{sign} {date}  {name}{reasons}", carrier.number), cols);
        let tone = if is_alarming { Tone::Alarm } else { Tone::Plain };
        put_line(&mut sheet, &line, tone, std::ptr::eq(*carrier, selected));
    }
    sheet.finished()
}

fn timeline(trace: &Trace, selected: &Carrier, width: u16, language: Language) -> Sheet {
    let mut sheet = Sheet::default();
    let Some(Timeline { step, counts }) = Timeline::of(trace) else {
        sheet.put(ReviewMessages(language).no_timeline(), Tone::Quiet).end_line();
        return sheet.finished();
    };
    sheet.put(language.timeline_heading(step), Tone::Strong).end_line().end_line();
    let of_selected = match selected.document.date.as_deref() {
        Some(date) => counts.partition_point(|(name, _)| name.as_str() <= date).checked_sub(1),
        None => None,
    };
    let (mut most, mut beside) = (1, 0);
    for (name, count) in &counts {
        most = most.max(*count);
        beside = beside.max(cols(name) + cols(&thousands(*count)) + 3);
    }
    let room = u64::from(width.saturating_sub(beside).clamp(1, MAX_BAR_COLS));
    for (at, (name, count)) in counts.iter().enumerate() {
        let bar_cols = if most <= room { *count } else { (count * room).div_ceil(most) };
        let line = match count {
            0 => format!("{name}  ·"),
            count => format!("{name}  {} {}", "█".repeat(bar_cols as usize), thousands(*count)),
        };
        put_line(&mut sheet, &fit(&line, width), Tone::Plain, Some(at) == of_selected);
    }
    sheet.finished()
}

/// Appends a line of a drawing. The line of the selected carrier becomes the place that matters.
fn put_line(sheet: &mut Sheet, line: &str, tone: Tone, is_selected: bool) {
    let start = sheet.words.len();
    sheet.put(line, if is_selected { Tone::Strong } else { tone });
    if is_selected {
        sheet.text.place = start..sheet.words.len();
    }
    sheet.end_line();
}
