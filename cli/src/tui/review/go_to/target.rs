//! The places that can be named, and the way to each.

use ibid::report::PlaceReport;

use super::GoToMessages;
use crate::tui::glyph::byte_of_char;
use crate::tui::panes::Panes;
use crate::tui::review::layout::Pane;
use crate::tui::review::moves::{select_passage_at, select_source};
use crate::tui::review::queue::moves as queue;
use crate::tui::review::state::State;

/// A place to go to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Target {
    /// A passage, by the number of its finding.
    Passage(u32),
    /// A page of the paper.
    Page(u32),
    /// A line of the paper.
    Line(u32),
    /// A share of the paper, between 0 and 1.
    Share(f64),
    /// A document, by its index in the report.
    Document(usize),
    /// A source of the document, by its index.
    Source(usize),
    /// A source of all documents, by its index in the queue.
    ClassSource(usize),
}

impl Target {
    /// Parses a number, or a page, line or share; none for other text.
    pub(super) fn parse(typed: &str) -> Option<Target> {
        let typed = typed.trim();
        if let Some(page) = typed.strip_prefix(['p', 'P']) {
            return number(page.trim_start()).map(Target::Page);
        }
        if let Some(line) = typed.strip_prefix(['l', 'L']) {
            return number(line.trim_start()).map(Target::Line);
        }
        if let Some(percent) = typed.strip_suffix(['%', '％']) {
            let percent: f64 = percent.trim_end().parse().ok()?;
            return (0.0..=100.0).contains(&percent).then_some(Target::Share(percent / 100.0));
        }
        number(typed).map(Target::Passage)
    }
}

/// Parses a number without a sign.
fn number(digits: &str) -> Option<u32> {
    if digits.starts_with('+') { None } else { digits.parse().ok() }
}

/// Goes to a place, or tells why there is none.
pub(super) fn go(state: &mut State, target: Target) {
    match target {
        Target::Passage(number) => go_to_passage(state, number),
        Target::Page(page) => go_to_page(state, page),
        Target::Line(line) => go_to_line(state, line),
        Target::Share(share) => go_to_share(state, share),
        Target::Document(at) => queue::open(state, at),
        Target::ClassSource(at) => queue::list_documents_of(state, at),
        Target::Source(at) => {
            (state.is_zoomed, state.window.focus) = (false, Pane::Sources);
            select_source(state, at);
        }
    }
}

fn go_to_passage(state: &mut State, number: u32) {
    let messages = GoToMessages(state.messages().0);
    let last = state.facts.all_findings;
    if number == 0 || number > last {
        return state.tell(match last {
            0 => messages.no_passages().to_owned(),
            last => messages.no_passage(number, last),
        });
    }
    if place_of(state, number).is_none() && state.only.take().is_some() {
        state.list_passages();
    }
    match place_of(state, number) {
        Some(at) => select(state, at),
        None => state.tell(messages.not_listed(number)),
    }
}

/// Returns the place in the list of the passage that stands for a finding.
fn place_of(state: &State, number: u32) -> Option<usize> {
    let mut of_finding = state.listed().filter(|(_, passage)| passage.finding == number);
    let best = of_finding.clone().find(|(_, passage)| passage.is_best);
    Some(best.or(of_finding.next())?.0)
}

fn select(state: &mut State, at: usize) {
    if state.window.focus == Pane::Sources {
        state.window.focus = Pane::Passages;
    }
    state.select_passage(at);
}

/// Goes to the first passage on a page, or else on the next page that has one.
fn go_to_page(state: &mut State, page: u32) {
    let messages = GoToMessages(state.messages().0);
    let mut pages = vec![];
    for (row, passage) in state.listed() {
        if let Some(page) = passage.a_place.and_then(PlaceReport::page) {
            pages.push((page, passage.a_start, row));
        }
    }
    pages.sort_unstable();
    let behind = pages.partition_point(|&(of, ..)| of < page);
    match pages.get(behind).or(pages.last()) {
        Some(&(found, _, row)) => {
            select(state, row);
            if found != page {
                state.tell(messages.next_page(page, found));
            }
        }
        None => state.tell(messages.no_pages()),
    }
}

/// Goes to a line of the file. The lines of passages are known; between them, those of the text are counted.
fn go_to_line(state: &mut State, line: u32) {
    let (mut before, mut after) = (None, None);
    for passage in state.all_passages() {
        let Some((of, _)) = passage.a_place.and_then(PlaceReport::line_and_column) else { continue };
        if of <= line {
            before = Some((of, passage));
        } else if after.is_none() {
            after = Some((of, passage));
        }
    }
    let Some((_, nearest)) = before.or(after) else {
        return state.tell(GoToMessages(state.messages().0).no_lines());
    };
    if !state.has_whole_text() {
        return select_nearest(state, nearest.a_start);
    }
    let (from, start) = before.map_or((1, 0), |(of, passage)| (of, passage.a_byte_start as usize));
    let text = state.query_words();
    let end = after.map_or(text.len(), |(_, passage)| passage.a_byte_start as usize);
    let between = text.get(start..end).unwrap_or("");
    let skipped = line.saturating_sub(from) as usize;
    let last_break = between.match_indices('\n').take(skipped).last();
    let at = last_break.map_or(start, |(at, _)| start + at + 1);
    go_to_byte(state, at);
}

fn go_to_share(state: &mut State, share: f64) {
    let point = (f64::from(state.extent) * share) as u32;
    if !state.has_whole_text() {
        return select_nearest(state, point);
    }
    let at = byte_of_char(state.query_words(), point as usize);
    go_to_byte(state, at);
}

/// Scrolls the paper to a byte, and selects the passage there, if there is one.
fn go_to_byte(state: &mut State, at: usize) {
    select_passage_at(state, at);
    state.window.focus = Pane::Query;
    let rows = state.body(Pane::Query).height;
    state.query.top = state.page(Pane::Query).top_before(at, rows);
}

/// Selects the listed passage that begins nearest to a code point of the paper.
fn select_nearest(state: &mut State, point: u32) {
    match state.nearest_row(point) {
        Some(row) => select(state, row),
        None => state.tell(GoToMessages(state.messages().0).no_passages()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_parsed_and_letters_are_not() {
        for (typed, expected) in [
            ("55", Some(Target::Passage(55))),
            (" 55 ", Some(Target::Passage(55))),
            ("p12", Some(Target::Page(12))),
            ("P 12", Some(Target::Page(12))),
            ("l120", Some(Target::Line(120))),
            ("40%", Some(Target::Share(0.4))),
            ("40 ％", Some(Target::Share(0.4))),
            ("2.5%", Some(Target::Share(0.025))),
            ("140%", None),
            ("-5%", None),
            ("nan%", None),
            ("+5", None),
            ("99999999999", None),
            ("", None),
            ("p", None),
            ("p12x", None),
            ("盐路", None),
        ] {
            assert_eq!(Target::parse(typed), expected, "{typed:?}");
        }
    }
}
