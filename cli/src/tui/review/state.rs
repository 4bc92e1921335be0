//! The state of the review, independent of the screen: the report, the selection, and the scroll position of each pane.
//!
//! `update` changes a [`State`], and `view` draws it; neither has any state of its own. A place in a text is a byte, so
//! that it survives a change of width. A new decision, filter or threshold belongs in [`State::list_passages`].

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use ibid::report::{DocumentReport, Passage, Report, SourceReport};

use super::ReviewInput;
use super::deciding::Deciding;
use super::go_to::Picker;
use super::layout::{Arrangement, Layout, Pane};
use super::listing::{self, PassageFacts};
use super::minimap::MapColumn;
use super::names::ListNames;
use super::panel::{Filters, Panels, filters};
use super::queue::{self, Queue};
use super::several::same_words::SaidIndex;
use super::texts::Texts;
use crate::tui::panes::list::List;
use crate::tui::panes::text::Text;
use crate::tui::panes::window::Window;
use crate::tui::panes::{Keys, Panes};
use crate::tui::terminal::Setting;

/// The order of the passages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Sort {
    /// By place in the query document.
    #[default]
    Place,
    /// By source, the one with the largest share first.
    Source,
    /// By similarity, the highest first.
    Similarity,
    /// Open passages first, then by place.
    OpenFirst,
}

/// A place that a search finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Hit {
    /// A range of the query document's text, in bytes.
    Query(Range<usize>),
    /// A range in the source text of a passage, in bytes; the passage by its index.
    Passage(usize, Range<usize>),
    /// The name or title of a source, by its position in the list.
    Name(usize),
    /// A document of the queue, by its index in the report.
    Document(usize),
}

/// The whole state of the review.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    /// The report under review. The passages of each document are in the order of their places.
    pub(super) report: Report,
    /// The index of the query document shown, in the report.
    pub(super) document: usize,
    /// The passages in the list, by their indices in the document.
    pub(super) shown: Vec<usize>,
    /// The same in the order of their places.
    pub(super) by_place: Vec<usize>,
    /// The bytes of the longest passage in the query document.
    longest: usize,
    /// The list of passages.
    pub(super) passage_list: List,
    /// The list of sources.
    pub(super) source_list: List,
    /// The only source whose passages are listed, if one was chosen.
    pub(super) only: Option<usize>,
    /// The order of the passages.
    pub(super) sort: Sort,
    /// True if passages that do not count are in the list.
    pub(super) has_uncounted: bool,
    /// True if the texts fill the screen.
    pub(super) is_zoomed: bool,
    /// The query document's text.
    pub(super) query: Text,
    /// The source's text.
    pub(super) other: Text,
    /// The state that all reviews share.
    pub(super) window: Window<Pane, Hit>,
    /// The decisions.
    pub(super) deciding: Deciding,
    /// The row at which the selection of several rows began.
    pub(super) selection_start: Option<usize>,
    /// The sentences of all sources, once they were asked for.
    pub(super) said_index: SaidIndex,
    /// The path of the report that was written last.
    pub(super) written: Option<String>,
    /// The choice of a place to go to.
    pub(super) picker: Picker,
    /// The filters and views beyond the decisions.
    pub(super) filters: Filters,
    /// The panels.
    pub(super) panels: Panels,
    /// The short names of sources.
    pub(super) list_names: ListNames,
    /// The columns of the minimap; none if they have to be made.
    pub(super) minimap: Vec<MapColumn>,
    /// The facts about the passages of the document shown.
    pub(super) facts: PassageFacts,
    /// The findings whose other sources are in the list too.
    pub(super) unfolded: HashSet<u32>,
    /// The length of the query document, in code points and in bytes: at least 1.
    pub(super) extent: u32,
    pub(super) extent_bytes: usize,
    /// The texts of the selected passage.
    pub(super) texts: Texts,
    /// The queue of documents.
    pub(super) queue: Queue,
    /// The names of the query document's sources, by id.
    pub(super) names: BTreeMap<String, String>,
}

impl State {
    /// Starts with the queue, or at the first passage of the only document, with the decisions of a ledger applied.
    pub(super) fn new(input: ReviewInput, setting: Setting) -> State {
        let ReviewInput { name, mut report, decisions, is_checking } = input;
        let deciding = Deciding::new(decisions, &report.parameters.excluded);
        let filters = Filters::new(&deciding.exclude);
        report.documents.iter_mut().for_each(sort_passages);
        let queue = Queue::new(name, is_checking, &report.documents);
        let first = queue.documents().next().unwrap_or(0);
        let window = Window::new(setting, Pane::Passages);
        let mut state = State { report, window, deciding, filters, queue, ..State::default() };
        if state.has_queue() {
            queue::moves::load(&mut state, first);
            (state.queue.is_shown, state.window.focus) = (true, Pane::Queue);
            queue::view::fit_names(&mut state);
        } else {
            state.open_document(0);
        }
        state.fit();
        state
    }

    /// Returns whether there is a queue: there is more than one document, or more may come.
    pub(super) fn has_queue(&self) -> bool {
        self.report.documents.len() > 1 || self.queue.checking.is_some()
    }

    /// Takes the header of a report whose documents follow.
    pub(super) fn take_header(&mut self, header: Report) {
        self.deciding.set_filters(&header.parameters.excluded);
        let documents = std::mem::take(&mut self.report.documents);
        self.report = Report { documents, ..header };
    }

    /// Adds a document at the end of the report, with the decisions of the ledger.
    pub(super) fn add_document(&mut self, mut document: DocumentReport) {
        sort_passages(&mut document);
        self.deciding.apply_any(&mut document);
        self.report.documents.push(document);
    }

    /// Shows a query document, beginning at its first passage.
    pub(super) fn open_document(&mut self, document: usize) {
        self.document = document;
        filters::score_document(self);
        // The places of another document mean nothing here.
        self.shown.clear();
        self.source_list = List::new(self.sources().len());
        (self.passage_list, self.only, self.window.search) = (List::default(), None, None);
        self.unfolded.clear();
        self.forget_paper();
        self.begin_text();
        let passages = self.all_passages().iter();
        self.longest = passages.map(|passage| query_range(passage).len()).max().unwrap_or(0);
        self.names = self.name_sources();
        self.list_passages();
    }

    /// Fills the list again, and gathers the facts about its passages. The selected passage stays selected if it is still
    /// listed; else the one in its row is. A selection of several ends.
    pub(super) fn list_passages(&mut self) {
        self.selection_start = None;
        let before = self.selected_index();
        self.panels.changes += 1;
        self.minimap.clear();
        self.facts = self.document().map(PassageFacts::new).unwrap_or_default();
        self.shown = listing::list(self);
        self.passage_list.len = self.shown.len();
        let selected = self.shown.iter().position(|&at| Some(at) == before);
        self.select_passage(selected.unwrap_or(self.passage_list.selected));
    }

    /// Returns whether a passage is in the list. A list narrowed to one source also has its passages that repeat the
    /// words of another source's.
    pub(super) fn is_listed(&self, passage: &Passage) -> bool {
        let is_of_list = match self.only_source() {
            Some(source) => passage.b == source.id,
            None => !passage.is_repeated(),
        };
        is_of_list && self.is_counted(passage) && self.filters.shows(passage)
    }

    /// Returns whether a passage counts, or those that do not count are in the list too.
    pub(super) fn is_counted(&self, passage: &Passage) -> bool {
        self.has_uncounted || passage.counts()
    }

    /// Maps each source to its title, with the id if another has the same title; without a title, to its id.
    fn name_sources(&self) -> BTreeMap<String, String> {
        let mut titled: HashMap<&str, u32> = HashMap::new();
        for source in self.sources() {
            if let Some(title) = &source.title {
                *titled.entry(title).or_default() += 1;
            }
        }
        let mut names = BTreeMap::new();
        for passage in self.all_passages() {
            if !names.contains_key(&passage.b) {
                names.insert(passage.b.clone(), passage.b.clone());
            }
        }
        for source in self.sources() {
            let name = match source.title.as_deref() {
                Some(title) if titled.get(title) == Some(&1) => title.to_owned(),
                Some(title) => format!("{title} ({})", source.id),
                None => source.id.clone(),
            };
            names.insert(source.id.clone(), name);
        }
        names
    }

    /// Returns the name of a passage's source.
    pub(super) fn source_name<'s>(&'s self, passage: &'s Passage) -> &'s str {
        self.names.get(&passage.b).unwrap_or(&passage.b)
    }

    /// Selects a passage of the list and shows it in both texts.
    pub(super) fn select_passage(&mut self, at: usize) {
        self.queue.offer = None;
        self.passage_list.selected = at.min(self.shown.len().saturating_sub(1));
        if let Some(passage) = self.passage()
            && let Some(rank) = self.source_at(&passage.b)
        {
            self.source_list.selected = rank;
        }
        self.fill_texts();
        self.show_passage();
    }

    /// Returns the query document shown.
    pub(super) fn document(&self) -> Option<&DocumentReport> {
        self.report.documents.get(self.document)
    }

    /// Returns the sources of the query document.
    pub(super) fn sources(&self) -> &[SourceReport] {
        self.document().map_or(&[], |document| &document.sources)
    }

    /// Returns the index of the source with an id, among those of the query document.
    pub(super) fn source_at(&self, id: &str) -> Option<usize> {
        self.sources().iter().position(|source| source.id == id)
    }

    /// Returns the only source whose passages are listed, if one was chosen.
    pub(super) fn only_source(&self) -> Option<&SourceReport> {
        self.sources().get(self.only?)
    }

    /// Returns the short name of the unit in which the query document is counted.
    pub(super) fn unit(&self) -> &'static str {
        self.document().map_or("", |document| self.messages().short_unit(&document.unit))
    }

    /// Returns all passages of the query document, listed or not.
    pub(super) fn all_passages(&self) -> &[Passage] {
        self.document().map_or(&[], |document| &document.passages)
    }

    /// Returns the selected passage.
    pub(super) fn passage(&self) -> Option<&Passage> {
        self.shown_passage(self.passage_list.selected)
    }

    /// Returns the passage at a position of the list.
    pub(super) fn shown_passage(&self, at: usize) -> Option<&Passage> {
        self.all_passages().get(*self.shown.get(at)?)
    }

    /// Returns the index of the selected passage in the document.
    pub(super) fn selected_index(&self) -> Option<usize> {
        self.shown.get(self.passage_list.selected).copied()
    }

    /// Iterates over the passages of the list, each with its row.
    pub(super) fn listed(&self) -> impl Iterator<Item = (usize, &Passage)> + Clone {
        let passages = self.all_passages();
        let rows = self.shown.iter().enumerate();
        rows.filter_map(|(row, &at)| Some((row, passages.get(at)?)))
    }

    /// Returns the first row of the list with a passage that is wanted.
    pub(super) fn first_row(&self, is_wanted: impl Fn(&Passage) -> bool) -> Option<usize> {
        Some(self.listed().find(|(_, passage)| is_wanted(passage))?.0)
    }

    /// Returns the row of the list whose passage begins nearest to a code point of the paper.
    pub(super) fn nearest_row(&self, point: u32) -> Option<usize> {
        Some(self.listed().min_by_key(|(_, passage)| passage.a_start.abs_diff(point))?.0)
    }

    /// Returns the passages of the list that have a byte of a range of the query text, with their indices in the document
    /// and in the order of their places. `O(log n)` for n passages, and the few that are near.
    pub(super) fn passages_in(&self, range: Range<usize>) -> Vec<(usize, &Passage)> {
        let (passages, from) = (self.all_passages(), range.start.saturating_sub(self.longest));
        let first = self.by_place.partition_point(|&at| query_range(&passages[at]).start < from);
        let mut found = vec![];
        for &at in &self.by_place[first..] {
            let bytes = query_range(&passages[at]);
            if bytes.start >= range.end {
                break;
            }
            if bytes.end > range.start {
                found.push((at, &passages[at]));
            }
        }
        found
    }

    /// Returns the number of the finding at a position of the list; none for a passage that does not count.
    pub(super) fn number(&self, at: usize) -> Option<u32> {
        let number = self.shown_passage(at)?.finding;
        (number > 0).then_some(number)
    }

    /// Iterates over the passages of other sources with the same words as a passage.
    pub(super) fn repeats_elsewhere(&self, passage: &Passage) -> impl Iterator<Item = &Passage> {
        let repeats = self.facts.repeats_in(passage.finding).iter();
        let repeats = repeats.filter_map(|&at| self.all_passages().get(at));
        repeats.filter(|other| other.b != passage.b)
    }

    /// Returns the areas of the panes.
    pub(super) fn layout(&self) -> Layout {
        Layout::new(Arrangement {
            size: self.window.size,
            focus: self.window.focus,
            is_zoomed: self.is_zoomed,
            sources: self.source_list.len,
            filters: self.filters.list.len,
            widths: self.window.widths,
        })
    }
}

/// Sorts the passages of a document by their places.
pub(super) fn sort_passages(document: &mut DocumentReport) {
    document.passages.sort_by_key(|passage| (passage.a_start, passage.a_end));
}

/// Returns the range of a passage in the query document's text, in bytes.
pub(super) fn query_range(passage: &Passage) -> Range<usize> {
    passage.a_byte_start as usize..passage.a_byte_end as usize
}
