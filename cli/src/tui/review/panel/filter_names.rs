//! The names of filters in the list's heading, and the rows of their panel: a box, a name, and the effect.

use ibid::Exclude;

use super::PanelMessages;
use super::filters::{FilterRow, Only, RowEffect, has_part};
use crate::render::thousands;
use crate::tui::panes::Panes;
use crate::tui::review::state::State;

/// Returns what is in force beyond the filters of the report: a few words each.
pub(in crate::tui::review) fn in_force(state: &State) -> Vec<String> {
    let messages = PanelMessages(state.window.language);
    let filters = &state.filters;
    let mut parts: Vec<String> = match filters.only {
        Only::All => vec![],
        Only::Open => vec![messages.open().to_owned()],
        Only::Disputed => vec![messages.disputed().to_owned()],
        Only::Noted => vec![messages.noted().to_owned()],
    };
    parts.extend(filters.kind.map(|kind| messages.0.kind(kind).to_owned()));
    let (now, start) = (state.deciding.exclude.names(), filters.start.names());
    for name in &now {
        if !start.contains(name) {
            parts.push(named(state, name));
        }
    }
    for name in &start {
        // A threshold that was only changed is named once.
        let key = name.split('=').next();
        let is_changed = key != Some("source") && now.iter().any(|other| other.split('=').next() == key);
        if !is_changed && !now.contains(name) {
            parts.push(messages.counted(named(state, name)));
        }
    }
    parts
}

/// Returns the name of a filter in the reader's language.
pub(super) fn named(state: &State, name: &str) -> String {
    let messages = PanelMessages(state.window.language);
    let (name, value) = name.split_once('=').unwrap_or((name, ""));
    match name {
        "small" => format!("≥ {value} {}", state.unit()),
        "small-source" => messages.small_source(value),
        "documents" => messages.documents(value),
        "since" => messages.since(value),
        "until" => messages.until(value),
        "source" => messages.source(value),
        name => part_name(messages, name).to_owned(),
    }
}

fn part_name(messages: PanelMessages, name: &str) -> &'static str {
    match name {
        "references" => messages.references(),
        "front" => messages.front(),
        "captions" => messages.captions(),
        "quotes" => messages.quotes(),
        "cited" => messages.cited(),
        "phrases" => messages.phrases(),
        "possible" => messages.possible(),
        _ => messages.own(),
    }
}

/// Returns the value of a threshold.
pub(super) fn value(state: &State, exclude: &Exclude, row: &FilterRow) -> Option<String> {
    match row {
        FilterRow::Small => Some(exclude.small.to_string()),
        FilterRow::SmallSource => {
            let decimals = usize::from((exclude.small_source * 100.0).fract() > 0.0001);
            Some(state.messages().0.percent(exclude.small_source, decimals))
        }
        FilterRow::Documents => Some(exclude.documents.to_string()),
        FilterRow::Since => Some(exclude.since.clone().unwrap_or_default()),
        FilterRow::Until => Some(exclude.until.clone().unwrap_or_default()),
        _ => None,
    }
}

/// Returns the box and the name of a row.
pub(in crate::tui::review) fn row_name(state: &State, at: usize) -> (&'static str, String) {
    let messages = PanelMessages(state.window.language);
    let exclude = &state.deciding.exclude;
    let Some(row) = state.filters.rows.get(at) else { return ("", String::new()) };
    let value = value(state, exclude, row).unwrap_or_default();
    match row {
        FilterRow::Part(name) => (check(has_part(exclude, name)), part_name(messages, name).to_owned()),
        FilterRow::Small => ("", messages.small(value, state.unit())),
        FilterRow::SmallSource => ("", messages.small_source(value)),
        FilterRow::Documents if exclude.documents == 0 => ("", messages.any_documents().to_owned()),
        FilterRow::Documents => ("", messages.documents(value)),
        FilterRow::Since => ("", messages.since(exclude.since.as_deref().unwrap_or(messages.any_time()))),
        FilterRow::Until => ("", messages.until(exclude.until.as_deref().unwrap_or(messages.any_time()))),
        FilterRow::Pattern(pattern) => (check(exclude.sources.contains(pattern)), messages.source(pattern)),
        FilterRow::Only(only) => {
            let name = match only {
                Only::Disputed => messages.only_disputed(),
                Only::Noted => messages.only_noted(),
                _ => messages.only_open(),
            };
            (check(state.filters.only == *only), name.to_owned())
        }
        FilterRow::Kind => {
            let kind = state.filters.kind.map_or(messages.all_kinds(), |kind| messages.0.kind(kind));
            ("", messages.kind(kind))
        }
        FilterRow::Source => {
            let name = state.passage().map_or("–", |passage| state.source_name(passage));
            (check(state.only.is_some()), messages.only_source(name))
        }
    }
}

/// Returns the box of a row.
fn check(is_on: bool) -> &'static str {
    if is_on { "[x] " } else { "[ ] " }
}

/// Returns the effect of a row, in full and in a shorter form; empty if it was not computed.
pub(in crate::tui::review) fn row_effect(state: &State, at: usize) -> [String; 2] {
    let messages = PanelMessages(state.window.language);
    let Some(Some(effect)) = state.filters.effects.get(at) else { return Default::default() };
    let nothing = [messages.no_change().to_owned(), "=".to_owned()];
    match effect {
        RowEffect::Nothing => nothing,
        RowEffect::Shown(count) => {
            let [count, all] = [*count, state.facts.findings].map(|count| thousands(count as u64));
            [messages.shown_of(&count, all), count]
        }
        RowEffect::Figures(after, value) => {
            let before = state.document().map_or(0.0, |document| document.ratios.overall);
            let by = after.findings as i64 - state.facts.findings as i64;
            let value = match value {
                Some(value) => format!("{value}: "),
                None => String::new(),
            };
            if by == 0 && (after.ratio - before).abs() < 0.00005 {
                return nothing.map(|nothing| format!("{value}{nothing}"));
            }
            let by = match by {
                0 => "±0".to_owned(),
                by => format!("{}{}", if by < 0 { "−" } else { "+" }, thousands(by.unsigned_abs())),
            };
            let [before, after] = [before, after.ratio].map(|ratio| messages.0.percent(ratio, 1));
            [format!("{value}{by}, {before} → {after}"), format!("{value}{by} → {after}")]
        }
    }
}
