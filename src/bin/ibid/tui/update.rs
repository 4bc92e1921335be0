//! State and action -> the next state.
//!
//! [`update`] touches nothing outside the state: what has to be done to the world comes back as an [`Effect`].

use super::action::{Action, Mode};
use super::glyph::clean;
use super::layout::{Pane, contains};
use super::marks::opposite;
use super::search::{Hit, MAX_HITS, Search, find_all};
use super::state::{Sort, State};

/// A longer pattern is cut.
const MAX_PATTERN_CHARS: usize = 200;

/// What is to be done outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Nothing but a new frame.
    Draw,
    /// Put this text into the clipboard.
    Copy(String),
    /// End the review.
    Quit,
}

/// Does what an action asks for.
pub(super) fn update(state: &mut State, action: Action) -> Effect {
    if !matches!(action, Action::Resize(..)) {
        state.message = None;
    }
    match action {
        Action::Quit => return Effect::Quit,
        Action::Copy => return copy(state),
        Action::Up => step(state, -1),
        Action::Down => step(state, 1),
        Action::PageUp => step(state, -page_rows(state)),
        Action::PageDown => step(state, page_rows(state)),
        Action::First => to_end(state, false),
        Action::Last => to_end(state, true),
        Action::Left => state.focus = left_of(state),
        Action::Right => state.focus = right_of(state.focus),
        Action::NextPane => state.focus = pane_after(state, 1),
        Action::PreviousPane => state.focus = pane_after(state, -1),
        Action::Next => next(state, 1),
        Action::Previous => next(state, -1),
        Action::NextDocument => step_document(state, 1),
        Action::PreviousDocument => step_document(state, -1),
        Action::Open => open(state),
        Action::Back => back(state),
        Action::Sort => sort(state),
        Action::Commonplaces => commonplaces(state),
        Action::Brackets => state.has_brackets = !state.has_brackets,
        Action::Help => toggle_help(state),
        Action::Search => (state.mode, state.prompt) = (Mode::Prompt, String::new()),
        Action::Type(text) => type_text(state, &text),
        Action::Erase => drop(state.prompt.pop()),
        Action::EraseAll => state.prompt.clear(),
        Action::Submit => submit(state),
        Action::Click(col, row) => click(state, col, row),
        Action::Wheel(col, row, lines) => wheel(state, col, row, lines),
        Action::Resize(cols, rows) => state.size = (cols, rows),
    }
    settle(state);
    Effect::Draw
}

/// Keeps what is selected on the screen, and texts from ending above the bottom.
fn settle(state: &mut State) {
    let layout = state.layout();
    let rows = |pane| usize::from(layout.body(pane).height);
    let keep = |top: usize, at: usize, rows: usize| top.min(at).max((at + 1).saturating_sub(rows.max(1)));
    state.passages_top = keep(state.passages_top, state.selected, rows(Pane::Passages));
    state.sources_top = keep(state.sources_top, state.source, rows(Pane::Sources));
    for pane in [Pane::Query, Pane::Source] {
        let bottom = state.page(pane).bottom(layout.body(pane).height);
        let text = if pane == Pane::Source { &mut state.other } else { &mut state.query };
        text.top = text.top.min(bottom);
    }
}

fn page_rows(state: &State) -> isize {
    // A line of the old screen stays to be seen.
    (state.layout().body(state.focus).height as isize - 1).max(1)
}

/// Moves down in the pane in focus, or up.
fn step(state: &mut State, by: isize) {
    match state.focus {
        Pane::Passages => select(state, moved(state.selected, by, state.shown.len())),
        Pane::Sources => select_source(state, moved(state.source, by, state.sources().len())),
        pane => scroll(state, pane, by),
    }
}

/// `at` moved inside a list of `len`.
fn moved(at: usize, by: isize, len: usize) -> usize {
    at.saturating_add_signed(by).min(len.saturating_sub(1))
}

fn select(state: &mut State, at: usize) {
    if at != state.selected {
        state.select(at);
    }
}

fn select_source(state: &mut State, at: usize) {
    let Some(source) = state.sources().get(at) else { return };
    let first = (0..state.shown.len())
        .find(|&place| state.shown_passage(place).is_some_and(|passage| passage.b == source.id));
    if let Some(first) = first {
        state.select(first);
    }
    state.source = at;
}

/// Moves a text by lines. The source goes along with the query text.
fn scroll(state: &mut State, pane: Pane, by: isize) {
    let page = state.page(pane);
    let top = state.text_state(pane).top;
    let count = by.unsigned_abs();
    let top = if by < 0 { page.up(top, count) } else { page.down(top, count) };
    let top = top.min(page.bottom(state.layout().body(pane).height));
    match pane {
        Pane::Source => state.other.top = top,
        _ => {
            state.query.top = top;
            follow(state);
        }
    }
}

/// Scrolls the source to what stands at the top of the query text.
fn follow(state: &mut State) {
    let (passage, top) = (state.query.passage.clone(), state.query.top);
    if !passage.contains(&top) {
        if top < passage.start {
            state.other.top = 0;
        }
        return;
    }
    let Some(shown) = state.passage() else { return };
    let before = state.text(Pane::Query).get(passage.start..top).unwrap_or("");
    let point = shown.a_start.saturating_add(before.chars().count() as u32);
    let start = opposite(&shown.equal, point).map_or(0, |b| b.saturating_sub(shown.b_start) as usize);
    let text = state.text(Pane::Source);
    let at = text.char_indices().nth(start).map_or(text.len(), |(at, _)| at);
    let page = state.page(Pane::Source);
    state.other.top = page.line_start(at).min(page.bottom(state.layout().body(Pane::Source).height));
}

fn to_end(state: &mut State, is_last: bool) {
    match state.focus {
        Pane::Passages => select(state, if is_last { state.shown.len().saturating_sub(1) } else { 0 }),
        Pane::Sources => {
            select_source(state, if is_last { state.sources().len().saturating_sub(1) } else { 0 })
        }
        pane => {
            let end = if is_last { state.page(pane).bottom(state.layout().body(pane).height) } else { 0 };
            match pane {
                Pane::Source => state.other.top = end,
                _ => {
                    state.query.top = end;
                    follow(state);
                }
            }
        }
    }
}

fn left_of(state: &State) -> Pane {
    match state.focus {
        Pane::Source => Pane::Query,
        Pane::Query if state.is_zoomed => Pane::Query,
        Pane::Sources => Pane::Sources,
        _ => Pane::Passages,
    }
}

fn right_of(pane: Pane) -> Pane {
    if matches!(pane, Pane::Passages | Pane::Sources) { Pane::Query } else { Pane::Source }
}

fn pane_after(state: &State, by: isize) -> Pane {
    let all = [Pane::Passages, Pane::Sources, Pane::Query, Pane::Source];
    let panes = if state.is_zoomed { &all[2..] } else { &all[..] };
    let at = panes.iter().position(|&pane| pane == state.focus).unwrap_or(0) as isize;
    panes[(at + by).rem_euclid(panes.len() as isize) as usize]
}

fn next(state: &mut State, by: isize) {
    if state.search.is_some() {
        step_hit(state, by);
        return;
    }
    let at = moved(state.selected, by, state.shown.len());
    if at == state.selected {
        state.message =
            Some(if by > 0 { "this is the last passage" } else { "this is the first passage" }.into());
        state.show_passage();
    }
    select(state, at);
}

fn step_document(state: &mut State, by: isize) {
    let at = moved(state.document, by, state.report.documents.len());
    if at == state.document {
        let end = if by > 0 { "last" } else { "first" };
        state.message = Some(format!("this is the {end} document"));
    } else {
        state.open_document(at);
    }
}

fn open(state: &mut State) {
    match state.focus {
        Pane::Passages if state.shown.is_empty() => {}
        Pane::Passages => {
            (state.is_zoomed, state.focus) = (true, Pane::Query);
            state.show_passage();
        }
        Pane::Sources => narrow_to_source(state),
        _ => {
            state.is_zoomed = !state.is_zoomed;
            state.show_passage();
        }
    }
}

fn narrow_to_source(state: &mut State) {
    if state.sources().is_empty() {
        return;
    }
    state.only = if state.only == Some(state.source) { None } else { Some(state.source) };
    let source = state.source;
    state.list_passages();
    select_source(state, source);
    if state.only.is_some() {
        state.focus = Pane::Passages;
        state.message = Some("only passages of this source; Esc shows all".into());
    }
}

fn back(state: &mut State) {
    if state.mode != Mode::Normal {
        state.mode = Mode::Normal;
    } else if state.search.take().is_some() {
        state.message = Some("the search has ended".into());
    } else if state.is_zoomed {
        (state.is_zoomed, state.focus) = (false, Pane::Passages);
        state.show_passage();
    } else if state.only.take().is_some() {
        state.list_passages();
    } else if state.focus != Pane::Passages {
        state.focus = Pane::Passages;
    } else {
        state.message = Some("q quits".into());
    }
}

fn sort(state: &mut State) {
    state.sort = match state.sort {
        Sort::Place => Sort::Source,
        Sort::Source => Sort::Similarity,
        Sort::Similarity => Sort::Place,
    };
    state.list_passages();
}

fn commonplaces(state: &mut State) {
    state.has_commonplaces = !state.has_commonplaces;
    let (_, commonplaces) = state.passage_counts();
    state.message = Some(match (commonplaces, state.has_commonplaces) {
        (0, _) => "there are no commonplaces".into(),
        (count, true) => format!("commonplaces are shown: {count}; they do not count"),
        (count, false) => format!("commonplaces are hidden: {count}"),
    });
    state.list_passages();
}

fn toggle_help(state: &mut State) {
    state.mode = if state.mode == Mode::Help { Mode::Normal } else { Mode::Help };
}

fn type_text(state: &mut State, text: &str) {
    let left = MAX_PATTERN_CHARS.saturating_sub(state.prompt.chars().count());
    let typed = clean(text).replace(['\n', '\t'], " ");
    state.prompt.extend(typed.chars().take(left));
}

fn submit(state: &mut State) {
    state.mode = Mode::Normal;
    let pattern = state.prompt.trim().to_owned();
    if pattern.is_empty() {
        state.search = None;
        return;
    }
    let hits = find_hits(state, &pattern);
    if hits.is_empty() {
        state.search = None;
        state.message = Some(format!("\"{pattern}\" was not found"));
        return;
    }
    // The search begins where the reader is.
    let top = state.query.top;
    let at = hits.iter().position(|hit| matches!(hit, Hit::Query(range) if range.start >= top)).unwrap_or(0);
    let first = hits[at].clone();
    state.search = Some(Search { pattern, hits, at });
    go_to(state, &first);
}

fn find_hits(state: &State, pattern: &str) -> Vec<Hit> {
    let mut hits = vec![];
    if state.has_whole_text() {
        hits.extend(find_all(state.text(Pane::Query), pattern, MAX_HITS).into_iter().map(Hit::Query));
    }
    for (at, source) in state.sources().iter().enumerate() {
        let names = [Some(source.id.as_str()), source.title.as_deref(), source.author.as_deref()];
        if names.iter().flatten().any(|name| !find_all(name, pattern, 1).is_empty()) {
            hits.push(Hit::Name(at));
        }
    }
    for &at in &state.shown {
        let left = MAX_HITS.saturating_sub(hits.len());
        let text = state.report.passages[at].b_text.as_deref().unwrap_or("");
        hits.extend(find_all(text, pattern, left).into_iter().map(|range| Hit::Passage(at, range)));
    }
    hits
}

fn step_hit(state: &mut State, by: isize) {
    let Some(search) = &mut state.search else { return };
    let count = search.hits.len() as isize;
    search.at = (search.at as isize + by).rem_euclid(count.max(1)) as usize;
    if let Some(hit) = search.hits.get(search.at).cloned() {
        go_to(state, &hit);
    }
}

fn go_to(state: &mut State, hit: &Hit) {
    match hit {
        Hit::Query(range) => {
            if !state.query.passage.contains(&range.start)
                && let Some(at) = passage_at(state, range.start)
            {
                state.select(at);
            }
            state.focus = Pane::Query;
            reveal(state, Pane::Query, range.start);
        }
        Hit::Passage(passage, range) => {
            if let Some(at) = state.shown.iter().position(|shown| shown == passage) {
                select(state, at);
            }
            state.focus = Pane::Source;
            reveal(state, Pane::Source, range.start);
        }
        Hit::Name(at) => {
            (state.is_zoomed, state.focus) = (false, Pane::Sources);
            select_source(state, *at);
        }
    }
}

/// Scrolls a text so that a byte is to be seen.
fn reveal(state: &mut State, pane: Pane, at: usize) {
    let rows = state.layout().body(pane).height;
    let page = state.page(pane);
    let lines = page.lines(state.text_state(pane).top, rows);
    if lines.iter().any(|line| (line.start..line.end).contains(&at)) {
        return;
    }
    let top = page.up(at, usize::from(rows / 3));
    if pane == Pane::Source { state.other.top = top } else { state.query.top = top }
}

/// The passage of the list that holds a byte of the query text; the one that is selected comes first.
fn passage_at(state: &State, at: usize) -> Option<usize> {
    let holds = |&place: &usize| {
        state
            .shown_passage(place)
            .is_some_and(|p| (p.a_byte_start as usize..p.a_byte_end as usize).contains(&at))
    };
    Some(state.selected).filter(holds).or_else(|| (0..state.shown.len()).find(holds))
}

fn copy(state: &mut State) -> Effect {
    let Some(passage) = state.passage() else {
        state.message = Some("there is no passage to copy".into());
        return Effect::Draw;
    };
    let side = |id: &str, start: u32, end: u32, text: Option<&str>| {
        format!("{id} [{start}, {end})\n{}\n", text.unwrap_or("(the report holds no text)"))
    };
    let a = side(&passage.a, passage.a_start, passage.a_end, passage.a_text.as_deref());
    let b = side(&passage.b, passage.b_start, passage.b_end, passage.b_text.as_deref());
    let head = format!("{}, similarity {:.3}", passage.kind.name(), passage.similarity);
    state.message = Some("copied the passage, both sides".into());
    Effect::Copy(clean(&format!("{a}\n{b}\n{head}\n")))
}

fn click(state: &mut State, col: u16, row: u16) {
    if state.mode == Mode::Help {
        state.mode = Mode::Normal;
        return;
    }
    let layout = state.layout();
    if contains(layout.map, col, row) {
        click_map(state, col - layout.map.x, layout.map.width);
        return;
    }
    let Some(pane) = layout.pane_at(col, row) else { return };
    state.focus = pane;
    let body = layout.body(pane);
    if !contains(body, col, row) {
        return;
    }
    let line = usize::from(row - body.y);
    match pane {
        Pane::Passages if state.passages_top + line < state.shown.len() => {
            select(state, state.passages_top + line);
        }
        Pane::Sources if state.sources_top + line < state.sources().len() => {
            select_source(state, state.sources_top + line);
        }
        Pane::Query => click_text(state, col, line),
        _ => {}
    }
}

/// Selects the passage whose beginning is nearest to a column of the minimap.
fn click_map(state: &mut State, col: u16, cols: u16) {
    let at = u64::from(col) * u64::from(state.extent()) / u64::from(cols.max(1));
    let distance = |place: &usize| state.shown_passage(*place).map(|p| u64::from(p.a_start).abs_diff(at));
    if let Some(nearest) = (0..state.shown.len()).min_by_key(distance) {
        select(state, nearest);
    }
}

/// Selects the passage that was clicked on in the query text, which stays where it is.
fn click_text(state: &mut State, col: u16, line: usize) {
    if !state.has_whole_text() {
        return;
    }
    let area = state.text_area(Pane::Query);
    let lines = state.page(Pane::Query).lines(state.query.top, area.height);
    let Some(line) = lines.get(line) else { return };
    let mut end = area.x;
    let hit = line.glyphs.iter().find(|glyph| {
        end += glyph.cols;
        col < end
    });
    let Some(at) = hit.map(|glyph| glyph.at).and_then(|at| passage_at(state, at)) else { return };
    let top = state.query.top;
    select(state, at);
    state.query.top = top;
}

fn wheel(state: &mut State, col: u16, row: u16, lines: i16) {
    match state.layout().pane_at(col, row) {
        Some(Pane::Passages) => {
            select(state, moved(state.selected, lines.signum().into(), state.shown.len()));
        }
        Some(Pane::Sources) => {
            select_source(state, moved(state.source, lines.signum().into(), state.sources().len()));
        }
        Some(pane) => scroll(state, pane, lines.into()),
        None => {}
    }
}
