//! Moves from one hit of a search to the next.

use super::action::Mode;
use super::layout::Pane;
use super::moves::{passage_at, reveal, select, select_source};
use super::search::{Hit, MAX_HITS, Search, find_all};
use super::state::State;

pub(super) fn submit(state: &mut State) {
    state.window.mode = Mode::Normal;
    let pattern = state.window.prompt.trim().to_owned();
    if pattern.is_empty() {
        state.search = None;
        return;
    }
    let hits = find_hits(state, &pattern);
    if hits.is_empty() {
        state.search = None;
        state.window.message = Some(state.words().not_found(pattern));
        return;
    }
    // The search begins at the reader's place.
    let top = state.query.top;
    let at = hits.iter().position(|hit| matches!(hit, Hit::Query(range) if range.start >= top)).unwrap_or(0);
    let first = hits[at].clone();
    state.search = Some(Search { pattern, hits, at });
    go_to(state, &first);
}

pub(super) fn step_hit(state: &mut State, by: isize) {
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
        let text = state.passages[at].b_text.as_deref().unwrap_or("");
        hits.extend(find_all(text, pattern, left).into_iter().map(|range| Hit::Passage(at, range)));
    }
    hits
}
