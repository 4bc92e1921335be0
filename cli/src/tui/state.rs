//! The state of the review, independent of the screen: the report, the selection, and the scroll position of each pane.
//!
//! `update` changes a [`State`], and `view` draws it; neither has any state of its own. A place in a text is a byte, so
//! that it survives a change of width. A new decision, filter or threshold belongs in [`State::list_passages`].

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use crate::render::{Mark, MarkedWords};
use crate::render::{marks_here, marks_there};
use ibid::report::{DocumentReport, Passage, Report, SourceReport};
use ratatui::layout::Rect;

use super::flow::{Flow, Page};
use super::layout::{Arrangement, GUTTER_COLS, Layout, Pane, without_margins};
use super::search::Search;
use super::terminal::Setting;
use super::window::Window;
use super::wrap::Bracket;

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
}

/// A text in a pane.
#[derive(Clone, Debug, Default)]
pub(super) struct Text {
    /// Its blocks.
    pub(super) flow: Flow,
    /// The byte whose line is at the top of the pane.
    pub(super) top: usize,
    /// The passage in it, in bytes.
    pub(super) passage: Range<usize>,
    /// The marked words of the passage, in bytes and in order.
    pub(super) marks: Vec<(Mark, Range<usize>)>,
    /// Brackets around the marked words.
    pub(super) brackets: Vec<Bracket>,
}

/// The whole state of the review.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// The report under review, without its passages.
    pub(super) report: Report,
    /// The passages of all its documents.
    pub(super) passages: Vec<Passage>,
    /// The index of the query document shown, in the report.
    pub(super) document: usize,
    /// The passages in the list, by their indices in the report.
    pub(super) shown: Vec<usize>,
    /// The index of the selected passage in the list.
    pub(super) selected: usize,
    /// The index of the selected source among the document's sources.
    pub(super) source: usize,
    /// The only source whose passages are listed, if one was chosen.
    pub(super) only: Option<usize>,
    /// The order of the list.
    pub(super) sort: Sort,
    /// True if passages that do not count are in the list.
    pub(super) has_uncounted: bool,
    /// The pane in focus.
    pub(super) focus: Pane,
    /// True if the texts fill the screen.
    pub(super) is_zoomed: bool,
    /// The first row of the list of passages.
    pub(super) passages_top: usize,
    /// The first row of the list of sources.
    pub(super) sources_top: usize,
    /// The query document's text.
    pub(super) query: Text,
    /// The source's text.
    pub(super) other: Text,
    /// The search in progress.
    pub(super) search: Option<Search>,
    /// The state that all reviews share.
    pub(super) window: Window,
    /// The passages of each document, by their indices in the report.
    of_document: Vec<Vec<usize>>,
    /// The length of the query document, in code points.
    extent: u32,
    /// The names of the query document's sources, by id.
    names: BTreeMap<String, String>,
}

impl State {
    /// Starts at the first passage of the first document.
    pub(super) fn new(mut report: Report, setting: Setting) -> State {
        let (passages, of_document) = take_passages(&mut report);
        let mut state = State {
            report,
            passages,
            document: 0,
            shown: vec![],
            selected: 0,
            source: 0,
            only: None,
            sort: Sort::default(),
            has_uncounted: false,
            focus: Pane::Passages,
            is_zoomed: false,
            passages_top: 0,
            sources_top: 0,
            query: Text::default(),
            other: Text::default(),
            search: None,
            window: Window::new(setting),
            of_document,
            extent: 0,
            names: BTreeMap::new(),
        };
        state.open_document(0);
        state
    }

    /// Shows a query document, beginning at its first passage.
    pub(super) fn open_document(&mut self, document: usize) {
        self.document = document;
        (self.source, self.only, self.search) = (0, None, None);
        let text = self.document().and_then(|document| document.text.as_deref());
        let ends = self.passages_of_document().iter().map(|&at| self.passages[at].a_end);
        let chars = text.map_or(0, |text| text.chars().count() as u32);
        let extent = chars.max(ends.max().unwrap_or(0));
        let flow = Flow::new(text.unwrap_or(""));
        (self.extent, self.query) = (extent, Text { flow, ..Text::default() });
        self.names = self.name_sources();
        self.list_passages();
    }

    /// Fills the list again. The selected passage stays selected if it is still listed.
    pub(super) fn list_passages(&mut self) {
        let before = self.shown.get(self.selected).copied();
        let ranks = self.source_ranks();
        let only = self.only.and_then(|at| self.sources().get(at)).map(|source| source.id.as_str());
        let passage = |at: usize| &self.passages[at];
        let mut shown: Vec<usize> = self.passages_of_document().to_vec();
        shown.retain(|&at| {
            let passage = passage(at);
            // A list narrowed to one source also has its passages that repeat the words of another source's.
            (self.has_uncounted || passage.counts())
                && only.map_or(!passage.is_repeated(), |id| passage.b == id)
        });
        match self.sort {
            Sort::Place => shown.sort_by_key(|&at| (passage(at).a_start, passage(at).a_end, at)),
            Sort::Source => shown.sort_by_key(|&at| {
                let rank = ranks.get(passage(at).b.as_str()).copied();
                (rank.unwrap_or(usize::MAX), &passage(at).b, passage(at).a_start, at)
            }),
            Sort::Similarity => shown
                .sort_by(|&x, &y| passage(y).similarity.total_cmp(&passage(x).similarity).then(x.cmp(&y))),
        }
        self.shown = shown;
        let selected = before.and_then(|at| self.shown.iter().position(|&shown| shown == at));
        self.select(selected.unwrap_or(0));
    }

    /// Maps each source to its title, with the id if another has the same title; without a title, to its id.
    fn name_sources(&self) -> BTreeMap<String, String> {
        let mut titled: HashMap<&str, u32> = HashMap::new();
        for title in self.sources().iter().filter_map(|source| source.title.as_deref()) {
            *titled.entry(title).or_default() += 1;
        }
        let of_passages = self.passages_of_document().iter().map(|&at| &self.passages[at].b);
        let mut names: BTreeMap<String, String> = of_passages.map(|id| (id.clone(), id.clone())).collect();
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

    /// Returns the ids and names of the query document's sources.
    pub(super) fn source_names(&self) -> impl Iterator<Item = (&str, &str)> {
        self.names.iter().map(|(id, name)| (id.as_str(), name.as_str()))
    }

    /// Returns the name of a passage's source.
    pub(super) fn source_name<'s>(&'s self, passage: &'s Passage) -> &'s str {
        self.names.get(&passage.b).unwrap_or(&passage.b)
    }

    fn source_ranks(&self) -> HashMap<&str, usize> {
        self.sources().iter().enumerate().map(|(rank, source)| (source.id.as_str(), rank)).collect()
    }

    /// Selects a passage of the list and shows it in both texts.
    pub(super) fn select(&mut self, at: usize) {
        self.selected = at.min(self.shown.len().saturating_sub(1));
        if let Some(rank) = self.passage().and_then(|p| self.sources().iter().position(|s| s.id == p.b)) {
            self.source = rank;
        }
        self.query = self.query_text();
        self.other = self.source_text();
        self.show_passage();
    }

    fn query_text(&mut self) -> Text {
        let mut text = std::mem::take(&mut self.query);
        text.passage = 0..0;
        text.marks.clear();
        let whole = self.document().and_then(|document| document.text.as_deref());
        if let Some(passage) = self.passage() {
            let range = match whole {
                Some(_) => passage.a_byte_start as usize..passage.a_byte_end as usize,
                None => 0..passage.a_text.as_ref().map_or(0, String::len),
            };
            let shown = whole.or(passage.a_text.as_deref()).unwrap_or("");
            if let Some(words) = shown.get(range.clone()) {
                text.marks = marks(marks_here(passage, words), range.start);
                text.passage = range;
            }
            if whole.is_none() {
                text.flow = Flow::new(shown);
            }
        }
        text.brackets = brackets(&text.marks);
        text
    }

    fn source_text(&self) -> Text {
        let Some(passage) = self.passage() else { return Text::default() };
        let words = passage.b_text.as_deref().unwrap_or("");
        let marks = marks(marks_there(passage, words), 0);
        Text { flow: Flow::new(words), top: 0, passage: 0..words.len(), brackets: brackets(&marks), marks }
    }

    /// Scrolls both texts to the selected passage.
    pub(super) fn show_passage(&mut self) {
        let rows = self.layout().body(Pane::Query).height;
        self.query.top = self.page(Pane::Query).top_before(self.query.passage.start, rows);
        self.other.top = 0;
    }

    /// Returns the query document shown.
    pub(super) fn document(&self) -> Option<&DocumentReport> {
        self.report.documents.get(self.document)
    }

    /// Returns the sources of the query document.
    pub(super) fn sources(&self) -> &[SourceReport] {
        self.document().map_or(&[], |document| &document.sources)
    }

    /// Returns all passages of the query document, by their indices in the report.
    pub(super) fn passages_of_document(&self) -> &[usize] {
        self.of_document.get(self.document).map_or(&[], Vec::as_slice)
    }

    /// Returns the selected passage.
    pub(super) fn passage(&self) -> Option<&Passage> {
        self.shown_passage(self.selected)
    }

    /// Returns the passage at a position of the list.
    pub(super) fn shown_passage(&self, at: usize) -> Option<&Passage> {
        self.shown.get(at).and_then(|&at| self.passages.get(at))
    }

    /// Returns the number of the finding at a position of the list; none for a passage that does not count.
    pub(super) fn number(&self, at: usize) -> Option<u32> {
        self.shown_passage(at).map(|passage| passage.finding).filter(|&number| number > 0)
    }

    /// Returns the document's number of findings, and its number of passages that do not count.
    pub(super) fn passage_counts(&self) -> (usize, usize) {
        let passages = || self.passages_of_document().iter().map(|&at| &self.passages[at]);
        let findings = passages().filter(|passage| passage.is_best).count();
        (findings, passages().filter(|passage| !passage.counts()).count())
    }

    /// Returns the number of other sources with the same words as a passage.
    pub(super) fn repeated_count(&self, passage: &Passage) -> usize {
        let same = |other: &Passage| other.is_repeated() && other.finding == passage.finding;
        let others = self.passages_of_document().iter().map(|&at| &self.passages[at]);
        if passage.counts() { others.filter(|other| same(other) && other.b != passage.b).count() } else { 0 }
    }

    /// Returns the length of the query document in code points, at least 1.
    pub(super) fn extent(&self) -> u32 {
        self.extent.max(1)
    }

    /// Returns the text of a pane; empty if the report has none.
    pub(super) fn text(&self, pane: Pane) -> &str {
        let text = match pane {
            Pane::Source => self.passage().and_then(|passage| passage.b_text.as_deref()),
            _ => self
                .document()
                .and_then(|document| document.text.as_deref())
                .or_else(|| self.passage().and_then(|passage| passage.a_text.as_deref())),
        };
        text.unwrap_or("")
    }

    /// Returns whether the query pane shows the whole document and not only the passage.
    pub(super) fn has_whole_text(&self) -> bool {
        self.document().is_some_and(|document| document.text.is_some())
    }

    /// Returns the state of a pane's text.
    pub(super) fn text_state(&self, pane: Pane) -> &Text {
        if pane == Pane::Source { &self.other } else { &self.query }
    }

    /// Returns the text of a pane at its present width.
    pub(super) fn page(&self, pane: Pane) -> Page<'_> {
        let text = self.text_state(pane);
        let brackets = if self.window.has_brackets { text.brackets.as_slice() } else { &[] };
        Page { text: self.text(pane), flow: &text.flow, cols: self.text_area(pane).width, brackets }
    }

    /// Returns the area of a pane's words: its body without signs and margins.
    pub(super) fn text_area(&self, pane: Pane) -> Rect {
        let margins = if pane == Pane::Source { (1, 0) } else { (GUTTER_COLS, 1) };
        without_margins(self.layout().body(pane), margins)
    }

    /// Returns the areas of the panes.
    pub(super) fn layout(&self) -> Layout {
        Layout::new(Arrangement {
            size: self.window.size,
            focus: self.focus,
            is_zoomed: self.is_zoomed,
            sources: self.sources().len(),
        })
    }
}

/// Takes the passages of all documents out of a report. Returns them with the numbers of those of each document, in
/// the order of their places.
fn take_passages(report: &mut Report) -> (Vec<Passage>, Vec<Vec<usize>>) {
    let (mut passages, mut of_document) = (vec![], vec![]);
    for document in &mut report.documents {
        let mut numbers: Vec<usize> = (passages.len()..passages.len() + document.passages.len()).collect();
        passages.append(&mut document.passages);
        numbers.sort_by_key(|&at: &usize| (passages[at].a_start, passages[at].a_end, at));
        of_document.push(numbers);
    }
    (passages, of_document)
}

/// Shifts the marks of a passage's text, which begins at byte `offset` of the text shown.
fn marks(of_passage: Vec<MarkedWords>, offset: usize) -> Vec<(Mark, Range<usize>)> {
    let range = |bytes: Range<usize>| bytes.start + offset..bytes.end + offset;
    of_passage.into_iter().map(|words| (words.mark, range(words.bytes))).collect()
}

fn brackets(marks: &[(Mark, Range<usize>)]) -> Vec<Bracket> {
    let both = |(mark, range): &(Mark, Range<usize>)| {
        let [before, behind] = mark.brackets();
        let at = |at, sign, closes| Bracket { at, sign, closes };
        [at(range.start, before, false), at(range.end, behind, true)]
    };
    marks.iter().flat_map(both).collect()
}
