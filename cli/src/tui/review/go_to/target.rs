//! The places that can be named, and the way to each.

use ibid::report::{Passage, PlaceReport};

use super::GoToMessages;
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
        let number = |digits: &str| {
            let is_number = digits.starts_with(|c: char| c.is_ascii_digit());
            digits.parse().ok().filter(|_| is_number)
        };
        let behind = |letters: [char; 2]| typed.strip_prefix(letters).map(str::trim_start).and_then(number);
        let share = || {
            let share: f64 = typed.strip_suffix(['%', '％'])?.trim_end().parse().ok()?;
            (0.0..=100.0).contains(&share).then_some(Target::Share(share / 100.0))
        };
        let place = number(typed).map(Target::Passage).or_else(|| behind(['p', 'P']).map(Target::Page));
        place.or_else(|| behind(['l', 'L']).map(Target::Line)).or_else(share)
    }
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
    let last = state.all_passages().iter().map(|passage| passage.finding).max().unwrap_or(0);
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
    let is_of = |at: &usize| state.shown_passage(*at).is_some_and(|passage| passage.finding == number);
    let is_best = |at: &usize| state.shown_passage(*at).is_some_and(|passage| passage.is_best);
    let mut all = (0..state.shown.len()).filter(is_of);
    all.clone().find(is_best).or_else(|| all.next())
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
    let page_of = |at: usize| state.shown_passage(at)?.a_place.and_then(PlaceReport::page);
    let pages =
        (0..state.shown.len()).filter_map(|at| Some((page_of(at)?, state.shown_passage(at)?.a_start, at)));
    let behind = pages.clone().filter(|(of, ..)| *of >= page).min();
    match behind.or_else(|| pages.max()) {
        Some((found, _, at)) => {
            select(state, at);
            if found != page {
                state.tell(messages.next_page(page, found));
            }
        }
        None => state.tell(messages.no_pages()),
    }
}

/// Goes to a line of the file. The lines of passages are known; between them, those of the text are counted.
fn go_to_line(state: &mut State, line: u32) {
    let line_of =
        |passage: &Passage| passage.a_place.and_then(PlaceReport::line_and_column).map(|(line, _)| line);
    let known = || state.all_passages().iter().filter_map(|passage| Some((line_of(passage)?, passage)));
    if known().next().is_none() {
        return state.tell(GoToMessages(state.messages().0).no_lines());
    }
    let before = known().rfind(|(of, _)| *of <= line);
    let after = known().find(|(of, _)| *of > line).map(|(_, passage)| passage);
    let (from, start) = before.map_or((1, 0), |(of, passage)| (of, passage.a_byte_start as usize));
    if state.has_whole_text() {
        let end = after.map_or(state.query_words().len(), |passage| passage.a_byte_start as usize);
        let between = state.query_words().get(start..end).unwrap_or("");
        let skipped = line.saturating_sub(from) as usize;
        let breaks = between.match_indices('\n').map(|(at, _)| start + at + 1);
        let at = if skipped == 0 { start } else { breaks.take(skipped).last().unwrap_or(start) };
        go_to_byte(state, at);
    } else if let Some(start) = before.map(|(_, passage)| passage).or(after).map(|passage| passage.a_start) {
        select_nearest(state, start);
    }
}

fn go_to_share(state: &mut State, share: f64) {
    let point = (f64::from(state.extent()) * share) as u32;
    if !state.has_whole_text() {
        return select_nearest(state, point);
    }
    let text = state.query_words();
    let at = text.char_indices().nth(point as usize).map_or(text.len(), |(at, _)| at);
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
    let distance = |at: &usize| state.shown_passage(*at).map(|passage| passage.a_start.abs_diff(point));
    match (0..state.shown.len()).min_by_key(distance) {
        Some(at) => select(state, at),
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
