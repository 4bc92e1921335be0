//! The commands of the reviews, with their names and the keys that they have from the start.

use ibid::report::Decision;

use crate::tui::action::Action;

/// A view in which keys have a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::tui) enum KeyView {
    /// The queue of documents.
    Queue,
    /// The passages of a document.
    Passages,
    /// The carriers of a quotation.
    Carriers,
}

impl KeyView {
    /// All views.
    pub(in crate::tui) const ALL: [KeyView; 3] = [KeyView::Queue, KeyView::Passages, KeyView::Carriers];
}

/// A command of the reader.
#[derive(Debug)]
pub(in crate::tui) struct Command {
    /// The name, as the reader's file of keys and the help have it.
    pub(in crate::tui) name: &'static str,
    /// The action.
    pub(in crate::tui) action: Action,
    /// The keys from the start.
    pub(in crate::tui) keys: &'static [&'static str],
    /// The views that have the command.
    pub(in crate::tui) views: &'static [KeyView],
}

const EVERYWHERE: &[KeyView] = &KeyView::ALL;
const REPORTS: &[KeyView] = &[KeyView::Queue, KeyView::Passages];
const PASSAGES: &[KeyView] = &[KeyView::Passages];
const CARRIERS: &[KeyView] = &[KeyView::Carriers];

/// All commands. No key stands twice for one view.
pub(in crate::tui) static COMMANDS: &[Command] = &[
    command("up", Action::Up, &["k", "up", "ctrl-p"], EVERYWHERE),
    command("down", Action::Down, &["j", "down", "ctrl-n"], EVERYWHERE),
    command("left", Action::Left, &["h", "left"], EVERYWHERE),
    command("right", Action::Right, &["l", "right"], EVERYWHERE),
    command("page-up", Action::PageUp, &["pageup", "ctrl-b"], EVERYWHERE),
    command("page-down", Action::PageDown, &["pagedown", "ctrl-f"], EVERYWHERE),
    command("half-page-up", Action::HalfPageUp, &["ctrl-u"], EVERYWHERE),
    command("half-page-down", Action::HalfPageDown, &["ctrl-d"], EVERYWHERE),
    command("first", Action::First, &["g", "home"], EVERYWHERE),
    command("last", Action::Last, &["G", "end"], EVERYWHERE),
    command("next-pane", Action::NextPane, &["tab"], EVERYWHERE),
    command("previous-pane", Action::PreviousPane, &["backtab"], EVERYWHERE),
    command("next", Action::Next, &["n"], EVERYWHERE),
    command("previous", Action::Previous, &["N"], EVERYWHERE),
    command("read-on", Action::ReadOn, &["space"], EVERYWHERE),
    command("next-document", Action::NextDocument, &["]"], EVERYWHERE),
    command("previous-document", Action::PreviousDocument, &["["], EVERYWHERE),
    command("open", Action::Open, &["enter"], EVERYWHERE),
    command("back", Action::Back, &["esc"], EVERYWHERE),
    command("copied", Action::Decide(Some(Decision::Copied)), &["1"], PASSAGES),
    command("quotation", Action::Decide(Some(Decision::Quotation)), &["2"], PASSAGES),
    command("own-work", Action::Decide(Some(Decision::OwnWork)), &["3"], PASSAGES),
    command("common-phrase", Action::Decide(Some(Decision::CommonPhrase)), &["4"], PASSAGES),
    command("ignore", Action::Decide(Some(Decision::Ignore)), &["5"], PASSAGES),
    command("undecide", Action::Decide(None), &["0"], PASSAGES),
    command("repeat", Action::Repeat, &["."], PASSAGES),
    command("same-words", Action::SameWords, &["="], PASSAGES),
    command("select", Action::Select, &["v"], PASSAGES),
    command("note", Action::Note, &["a"], PASSAGES),
    command("undo", Action::Undo, &["u"], PASSAGES),
    command("redo", Action::Redo, &["ctrl-r"], PASSAGES),
    command("next-open", Action::NextOpen, &["o"], REPORTS),
    command("previous-open", Action::PreviousOpen, &["O"], REPORTS),
    command("next-difference", Action::NextDifference, &["d"], PASSAGES),
    command("previous-difference", Action::PreviousDifference, &["D"], PASSAGES),
    command("source-down", Action::SourceDown, &["J"], PASSAGES),
    command("source-up", Action::SourceUp, &["K"], PASSAGES),
    command("why", Action::Why, &["w"], PASSAGES),
    command("figures", Action::Figures, &["i"], PASSAGES),
    command("filters", Action::Filters, &["f"], PASSAGES),
    command("no-filters", Action::NoFilters, &["F"], PASSAGES),
    command("go-to", Action::GoTo, &[":"], REPORTS),
    command("editor", Action::Editor, &["e"], PASSAGES),
    command("write-report", Action::WriteReport, &["E"], REPORTS),
    command("reload", Action::Reload, &["r"], REPORTS),
    command("narrower", Action::Narrower, &["<"], EVERYWHERE),
    command("wider", Action::Wider, &[">"], EVERYWHERE),
    command("parent", Action::Parent, &["p"], CARRIERS),
    command("beside", Action::Beside, &["t"], CARRIERS),
    command("sort", Action::Sort, &["s"], EVERYWHERE),
    command("uncounted", Action::Uncounted, &["c"], REPORTS),
    command("brackets", Action::Brackets, &["m"], EVERYWHERE),
    command("copy", Action::Copy, &["y"], EVERYWHERE),
    command("copy-place", Action::CopyPlace, &["Y"], PASSAGES),
    command("search", Action::Search, &["/"], EVERYWHERE),
    command("help", Action::Help, &["?", "f1"], EVERYWHERE),
    command("suspend", Action::Suspend, &["ctrl-z"], EVERYWHERE),
    command("redraw", Action::Redraw, &["ctrl-l"], EVERYWHERE),
    command("quit", Action::Quit, &["q"], EVERYWHERE),
];

const fn command(
    name: &'static str,
    action: Action,
    keys: &'static [&'static str],
    views: &'static [KeyView],
) -> Command {
    Command { name, action, keys, views }
}
