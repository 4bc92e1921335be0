//! State and action to the next state.
//!
//! [`update`] touches nothing outside the state. Work in the outside world is returned as an [`Effect`].

use ibid::decisions::LedgerLine;
use ibid::report::PlaceReport;
use ratatui::layout::Position;

use super::area::rows_of_page;
use super::search::{self, Search};
use super::text::byte_at;
use super::widths::Border;
use super::window::{Asked, Window};
use super::{Keys, Panes};
use crate::tui::action::{Action, Mode};
use crate::tui::flow::TextRow;
use crate::tui::terminal::Destination;

/// Work to do outside the state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::tui) enum Effect {
    /// A new frame and nothing else.
    Draw,
    /// A text to put into the clipboard, and its name in the message about it.
    Copy {
        /// The name.
        name: String,
        /// The text.
        text: String,
    },
    /// A document to read, by its id.
    Read(String),
    /// Lines of the ledger to save, all or none.
    Record(Vec<LedgerLine>),
    /// A stop until the shell goes on with the program.
    Suspend,
    /// A document to open in the editor, by its id.
    Edit {
        /// The id.
        id: String,
        /// The place in its file.
        place: Option<PlaceReport>,
    },
    /// A path to propose for a report.
    NameReport,
    /// A report to write.
    Write(Destination),
    /// A look at the disk for what has changed there.
    Reload,
    /// A frame drawn on a cleared screen.
    Redraw,
    /// The end of the review.
    Quit,
}

/// Handles an action.
pub(in crate::tui) fn update<R: Keys>(review: &mut R, action: Action) -> Effect {
    if !matches!(action, Action::Resize(..)) {
        review.window_mut().message = None;
    }
    let effect = act(review, action);
    settle(review);
    effect
}

/// Keeps the selected rows on the screen, and keeps texts from ending above the bottom.
pub(in crate::tui) fn settle<R: Keys>(review: &mut R) {
    review.fit();
    for (pane, area) in review.areas().panes {
        let rows = review.body(pane).height;
        if area.is_empty() {
            continue;
        }
        if let Some(list) = review.list_mut(pane) {
            list.settle(rows);
        } else {
            let bottom = review.lowest(pane);
            let text = review.text_mut(pane);
            text.top = text.top.min(bottom);
        }
    }
}

/// Handles an action that means the same in all reviews, and passes on any other.
fn act<R: Keys>(review: &mut R, action: Action) -> Effect {
    if review.window().mode == Mode::Prompt
        && let Some(effect) = in_prompt(review, &action)
    {
        return effect;
    }
    if review.window().mode == Mode::Help && move_help(review, &action) {
        return Effect::Draw;
    }
    if review.window().mode == Mode::Confirm && !matches!(action, Action::Resize(..) | Action::Quit) {
        review.window_mut().mode = Mode::Normal;
        return if action == Action::Submit { review.confirm() } else { Effect::Draw };
    }
    if matches!(review.window().mode, Mode::Normal | Mode::Digits)
        && let Some(effect) = review.act_first(&action)
    {
        return effect;
    }
    let page = rows_of_page(review.body(review.window().focus));
    match action {
        Action::Quit => return Effect::Quit,
        Action::Suspend => return Effect::Suspend,
        Action::Redraw => return Effect::Redraw,
        Action::Up => step(review, -1),
        Action::Down => step(review, 1),
        Action::PageUp => step(review, -page),
        Action::ReadOn if review.read_on() => {}
        Action::PageDown | Action::ReadOn => step(review, page),
        Action::HalfPageUp => step(review, -(page / 2).max(1)),
        Action::HalfPageDown => step(review, (page / 2).max(1)),
        Action::First => go_to_first(review),
        Action::Last => go_to_last(review),
        Action::Left => review.window_mut().focus = review.left_pane(),
        Action::Right => review.window_mut().focus = review.right_pane(),
        Action::NextPane => review.window_mut().focus = pane_after(review, 1),
        Action::PreviousPane => review.window_mut().focus = pane_after(review, -1),
        Action::Next => next(review, 1),
        Action::Previous => next(review, -1),
        Action::Back => back(review),
        Action::Brackets | Action::Help | Action::Search | Action::CaretUp | Action::CaretDown => {
            review.window_mut().change(action);
        }
        Action::Submit if review.window().asked == Asked::Note => {
            review.window_mut().mode = Mode::Normal;
            let note = review.window().note.text().trim().to_owned();
            return review.note(note);
        }
        Action::Submit if review.window().asked == Asked::Help => review.window_mut().mode = Mode::Help,
        Action::Submit => search::submit(review),
        Action::Click(col, row) => click(review, Position::new(col, row)),
        Action::DoubleClick(col, row) => return double_click(review, Position::new(col, row)),
        Action::Drag(col, row) => drag(review, Position::new(col, row)),
        Action::Narrower => resize_pane(review, -1),
        Action::Wider => resize_pane(review, 1),
        Action::Wheel(col, row, lines) => wheel(review, Position::new(col, row), lines),
        Action::Resize(cols, rows) => keeping_place(review, |window| window.size = (cols, rows)),
        other => return review.act(other),
    }
    Effect::Draw
}

/// Handles an action while something is typed that is no pattern and no note.
fn in_prompt<R: Keys>(review: &mut R, action: &Action) -> Option<Effect> {
    let asked = review.window().asked;
    match action {
        Action::CaretUp if asked == Asked::Place => review.choose(-1),
        Action::CaretDown if asked == Asked::Place => review.choose(1),
        Action::Type(_) | Action::Edit(_) => {
            review.window_mut().change(action.clone());
            review.typed();
        }
        Action::Click(col, row) if asked == Asked::Place => review.click_choice(Position::new(*col, *row)),
        Action::Submit if !matches!(asked, Asked::Pattern | Asked::Note | Asked::Help) => {
            review.window_mut().mode = Mode::Normal;
            let text = review.window().prompt.value().trim().to_owned();
            return Some(review.answer(asked, text));
        }
        _ => return None,
    }
    Some(Effect::Draw)
}

/// Scrolls the help. Returns whether the action does.
fn move_help<R: Keys>(review: &mut R, action: &Action) -> bool {
    let rows = usize::from(review.window().size.1);
    let window = review.window_mut();
    window.help_top = match action {
        Action::Up => window.help_top.saturating_sub(1),
        Action::Down => window.help_top + 1,
        Action::PageUp | Action::HalfPageUp => window.help_top.saturating_sub(rows / 2),
        Action::PageDown | Action::HalfPageDown => window.help_top + rows / 2,
        Action::First => 0,
        Action::Last => usize::MAX / 2,
        _ => return false,
    };
    true
}

/// Moves the selection or the text of the pane in focus; a positive `by` is down.
fn step<R: Keys>(review: &mut R, by: isize) {
    let pane = review.window().focus;
    match review.list(pane) {
        Some(list) => review.select(pane, list.moved(by)),
        None => scroll(review, pane, by),
    }
}

fn scroll<R: Keys>(review: &mut R, pane: R::Pane, by: isize) {
    let top = review.page(pane).moved(review.text(pane).1.top, by);
    scroll_to(review, pane, top.min(review.lowest(pane)));
}

fn scroll_to<R: Keys>(review: &mut R, pane: R::Pane, top: TextRow) {
    review.text_mut(pane).top = top;
    review.follow(pane);
}

fn go_to_first<R: Keys>(review: &mut R) {
    let pane = review.window().focus;
    match review.list(pane) {
        Some(_) => review.select(pane, 0),
        None => scroll_to(review, pane, TextRow::default()),
    }
}

fn go_to_last<R: Keys>(review: &mut R) {
    let pane = review.window().focus;
    match review.list(pane) {
        Some(list) => review.select(pane, list.len.saturating_sub(1)),
        None => scroll_to(review, pane, review.lowest(pane)),
    }
}

fn pane_after<R: Panes>(review: &R, by: isize) -> R::Pane {
    let (panes, focus) = (review.panes(), review.window().focus);
    let at = panes.iter().position(|&pane| pane == focus).unwrap_or(0) as isize;
    panes.get((at + by).rem_euclid(panes.len() as isize) as usize).copied().unwrap_or(focus)
}

fn next<R: Keys>(review: &mut R, by: isize) {
    if review.window().search.is_some() { search::step(review, by) } else { review.next(by) }
}

fn back<R: Keys>(review: &mut R) {
    let messages = review.messages();
    let window = review.window_mut();
    if window.mode == Mode::Prompt && window.asked == Asked::Help {
        window.mode = Mode::Help;
        window.filter_help(String::new());
    } else if window.mode != Mode::Normal {
        window.mode = Mode::Normal;
    } else if window.search.take().is_some() {
        review.tell(messages.search_ended());
    } else if !review.back() {
        review.tell(messages.quits(review.quit_key()));
    }
}

fn click<R: Keys>(review: &mut R, position: Position) {
    if review.window().mode == Mode::Help {
        review.window_mut().mode = Mode::Normal;
        return;
    }
    let areas = review.areas();
    let border = areas.borders.iter().find(|border| border.place.contains(position));
    review.window_mut().dragged = border.map(|border| border.name);
    let Some(pane) = areas.pane_at(position) else {
        review.click_outside(position);
        return;
    };
    let body = review.body(pane);
    let byte = if review.list(pane).is_some() { None } else { byte_at(review, pane, position) };
    review.window_mut().focus = pane;
    if let Some(byte) = byte {
        review.click_text(pane, byte);
    } else if let Some(list) = review.list(pane)
        && body.contains(position)
    {
        let at = list.top + usize::from(position.y - body.y);
        if at < list.len {
            review.select(pane, at);
        }
    } else if review.list(pane).is_some() {
        review.click_heading(pane);
    }
}

/// Opens what the first click has selected.
fn double_click<R: Keys>(review: &mut R, position: Position) -> Effect {
    if is_on_something(review, position) {
        return review.act(Action::Open);
    }
    click(review, position);
    Effect::Draw
}

/// Returns whether a position of the screen is on a text, or on a row of a list.
fn is_on_something<R: Panes>(review: &R, position: Position) -> bool {
    let Some(pane) = review.areas().pane_at(position) else { return false };
    let body = review.body(pane);
    let row = position.y.saturating_sub(body.y);
    body.contains(position) && review.list(pane).is_none_or(|list| list.seen(body.height).len() > row.into())
}

/// Moves the border that is held to the mouse.
fn drag<R: Keys>(review: &mut R, position: Position) {
    let dragged = review.window().dragged;
    if let Some(border) = review.areas().borders.iter().find(|border| Some(border.name) == dragged) {
        move_border(review, border, border.distance(position));
    }
}

/// Makes the pane in focus wider, or narrower if `by` is negative: moves the border behind it, or else the one before it.
fn resize_pane<R: Keys>(review: &mut R, by: i16) {
    let areas = review.areas();
    let pane = areas.of(review.window().focus);
    let steps = areas.borders.iter().filter_map(|border| Some((border.step(pane)?, border)));
    if let Some((step, border)) = steps.max_by_key(|(step, _)| *step) {
        let from = border.distance(border.place.as_position());
        move_border(review, border, from.saturating_add_signed(step * by));
    }
}

fn move_border<R: Keys>(review: &mut R, border: &Border, distance: u16) {
    keeping_place(review, |window| window.widths.move_to(border, distance));
}

fn wheel<R: Keys>(review: &mut R, position: Position, lines: i16) {
    let Some(pane) = review.areas().pane_at(position) else { return };
    match review.list(pane) {
        Some(list) => review.select(pane, list.moved(lines.signum().into())),
        None => scroll(review, pane, lines.into()),
    }
}

/// Changes the size of texts. The place that was being read stays visible.
fn keeping_place<R: Keys>(review: &mut R, change: impl FnOnce(&mut Window<R::Pane, R::Hit>)) {
    let main = review.main_text().filter(|&pane| {
        let text = review.text(pane).1;
        review.page(pane).shows(text.place.start, text.top, review.body(pane).height)
    });
    change(review.window_mut());
    let hit = review.window().search.as_ref().and_then(Search::current);
    if let Some((pane, range)) = hit.and_then(|hit| review.range_of_hit(hit)) {
        review.reveal(pane, range.start);
    } else if let Some(pane) = main {
        review.reveal(pane, review.text(pane).1.place.start);
    }
}
