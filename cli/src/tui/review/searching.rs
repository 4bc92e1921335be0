//! Search in the paper, the sources and their names, and the way to a hit.

use rayon::prelude::*;

use super::layout::Pane;
use super::moves::{passage_at, select_passage, select_source};
use super::state::{Hit, State};
use crate::tui::panes::search::{MAX_HITS, find_all, has_hit};

/// The passages that are searched before the hits are counted.
const SEARCHED_AT_ONCE: usize = 4096;

/// Finds a pattern: in the paper, in the names of sources, then in the sources beside the passages of the list. Returns
/// the index of the first hit in the paper from its first visible row on, too.
pub(super) fn find(state: &State, pattern: &str) -> (Vec<Hit>, usize) {
    let hits = find_hits(state, pattern);
    let top = state.query.top.at;
    let ahead = hits.iter().position(|hit| matches!(hit, Hit::Query(range) if range.start >= top));
    (hits, ahead.unwrap_or(0))
}

fn find_hits(state: &State, pattern: &str) -> Vec<Hit> {
    let mut hits = vec![];
    if state.has_whole_text() {
        hits.extend(find_all(state.query_words(), pattern, MAX_HITS).into_iter().map(Hit::Query));
    }
    for (at, source) in state.sources().iter().enumerate() {
        let names = [Some(source.id.as_str()), source.title.as_deref(), source.author.as_deref()];
        if names.iter().flatten().any(|name| has_hit(name, pattern)) {
            hits.push(Hit::Name(at));
        }
    }
    let all = state.all_passages();
    for passages in state.shown.chunks(SEARCHED_AT_ONCE) {
        let left = MAX_HITS.saturating_sub(hits.len());
        if left == 0 {
            break;
        }
        let found = passages.par_iter().flat_map_iter(|&at| {
            let text = all[at].b_text.as_deref().unwrap_or("");
            find_all(text, pattern, left).into_iter().map(move |range| Hit::Passage(at, range))
        });
        hits.extend(found.collect::<Vec<Hit>>().into_iter().take(left));
    }
    hits
}

/// Selects the item of a hit.
pub(super) fn visit(state: &mut State, hit: &Hit) {
    match hit {
        Hit::Query(range) => {
            if !state.query.place.contains(&range.start)
                && let Some(at) = passage_at(state, range.start)
            {
                state.select_passage(at);
            }
        }
        Hit::Passage(passage, _) => {
            if let Some(at) = state.shown.iter().position(|shown| shown == passage) {
                select_passage(state, at);
            }
        }
        Hit::Name(at) => {
            (state.is_zoomed, state.window.focus) = (false, Pane::Sources);
            select_source(state, *at);
        }
        Hit::Document(document) => {
            state.window.focus = Pane::Queue;
            state.queue.select_document(*document);
        }
    }
}
