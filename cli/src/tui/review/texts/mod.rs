//! The texts of the selected passage: the paper and the source around it, side by side.
//!
//! In: the selected passage, and texts that were read from files or the index. Out: the words of both panes, and the blank
//! rows with which both sides of a sentence pair begin on the same row. The paper leads: the source follows it, unless it
//! is scrolled alone. A selection costs `O(n)` for n bytes of both texts, a new width the same for the passage alone, and
//! a move `O(h · w)` for a screen of h rows and w columns.
//!
//! - [`aligned`]: the places at which both texts begin a line
//! - [`cache`]: the texts that were read last
//! - [`differences`]: moves from one difference to the next
//! - [`reading`]: scrolling in both texts
//! - [`messages`]: the messages about texts

mod aligned;
mod cache;
pub(super) mod differences;
pub(super) mod messages;
pub(super) mod reading;

use std::ops::Range;
use std::rc::Rc;

use ibid::report::{DocumentReport, Passage, Report, SourceReport};
use ratatui::layout::Rect;

use self::aligned::pair_starts;
use self::cache::{ReadText, TextCache};
use self::differences::{Difference, differences};
use self::messages::TextMessages;
use super::layout::Pane;
use super::state::{State, query_range};
use crate::render::{Mark, MarkedWords, marks_here, marks_there};
use crate::tui::flow::{Flow, Gap, TextRow};
use crate::tui::glyph::is_newline;
use crate::tui::panes::Panes;
use crate::tui::panes::area::GUTTER_COLS;
use crate::tui::panes::style::Tone;
use crate::tui::panes::text::Text;
use crate::tui::trace::Missing;
use crate::tui::wrap::{Line, wrap};

pub(in crate::tui) use self::cache::WantedText;

/// The least number of rows of a text above a remark.
const MIN_TEXT_ROWS: u16 = 4;

/// The state of the texts, beside the scroll positions.
#[derive(Clone, Debug, Default)]
pub(super) struct Texts {
    cache: TextCache,
    /// The text of the query document, which was read because the report has none.
    paper: Option<ReadText>,
    /// The words in the pane of the source.
    pub(super) source: Rc<str>,
    /// The bytes at which both texts begin a line on the same row, in order; the last are behind the passage.
    starts: Vec<[usize; 2]>,
    /// The widths for which there are blank rows.
    fitted: Option<Widths>,
    /// The rows of the paper and of the source that stand side by side at the top.
    aligned: Option<[TextRow; 2]>,
    /// The remarks on a text that is not shown, below it.
    notes: [Option<String>; 2],
    differences: Vec<Difference>,
    /// The index of the difference visited last.
    difference: Option<usize>,
}

impl Texts {
    /// Returns the remark on the text in a pane; none in a pane of other words.
    pub(super) fn note(&self, pane: Pane) -> Option<&str> {
        self.notes[side_of(pane)?].as_deref()
    }
}

/// The inputs of the blank rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Widths {
    cols: [u16; 2],
    has_brackets: bool,
    is_side_by_side: bool,
}

/// Returns the side of a passage whose text is in a pane; none for a pane of other words.
fn side_of(pane: Pane) -> Option<usize> {
    match pane {
        Pane::Query => Some(0),
        Pane::Source => Some(1),
        _ => None,
    }
}

impl State {
    /// Prepares the text of the query document.
    pub(super) fn begin_text(&mut self) {
        let text = self.whole_text().unwrap_or("");
        let (mut chars, mut bytes) = (text.chars().count().max(1) as u32, text.len().max(1));
        for passage in self.all_passages() {
            chars = chars.max(passage.a_end);
            bytes = bytes.max(passage.a_byte_end as usize);
        }
        let flow = Flow::new(text);
        (self.extent, self.extent_bytes) = (chars, bytes);
        self.query = Text { flow, outside: Tone::Quiet, ..Text::default() };
    }

    /// Forgets the text of the query document shown before.
    pub(super) fn forget_paper(&mut self) {
        self.texts.paper = None;
    }

    /// Forgets which texts were not there or had changed, so that they are looked for again.
    pub(super) fn forget_missing_texts(&mut self) {
        self.texts.cache.forget_missing();
        self.texts.paper.take_if(|paper| paper.is_err());
    }

    /// Returns the text of the query document: the report's, or the one that was read.
    pub(super) fn whole_text(&self) -> Option<&str> {
        match self.document() {
            Some(DocumentReport { text: Some(own), .. }) => Some(own),
            _ => self.texts.paper.as_ref()?.as_deref().ok(),
        }
    }

    /// Returns whether the query pane shows the whole document and not only the passage.
    pub(super) fn has_whole_text(&self) -> bool {
        self.whole_text().is_some()
    }

    /// Returns the words in the query pane: the document, or else the passage.
    pub(super) fn query_words(&self) -> &str {
        self.whole_text().or_else(|| self.passage()?.a_text.as_deref()).unwrap_or("")
    }

    /// Returns the text of a passage in the query document; empty if there is none.
    pub(super) fn text_here<'s>(&'s self, passage: &'s Passage) -> &'s str {
        let whole = || self.whole_text()?.get(query_range(passage));
        passage.a_text.as_deref().or_else(whole).unwrap_or("")
    }

    /// Returns the text of a passage in its source; empty if there is none.
    pub(super) fn text_there<'s>(&'s self, passage: &'s Passage) -> &'s str {
        let whole = || self.whole_source(passage)?.get(source_range(passage));
        passage.b_text.as_deref().or_else(whole).unwrap_or("")
    }

    /// Returns the range of the difference visited last in the text of a pane.
    pub(super) fn difference(&self, pane: Pane) -> Option<Range<usize>> {
        let range = &self.texts.differences.get(self.texts.difference?)?[side_of(pane)?];
        let start = self.text(pane).1.place.start;
        Some(range.start + start..range.end + start)
    }

    /// Returns the source of a passage.
    pub(super) fn source_of(&self, passage: &Passage) -> Option<&SourceReport> {
        let document = self.document()?;
        document.sources.iter().chain(&document.other_sources).find(|source| source.id == passage.b)
    }

    /// Returns the document whose text is wanted for the selected passage, unless it was read.
    pub(super) fn wanted_text(&self) -> Option<WantedText> {
        let document = self.document()?;
        if document.text.is_none() && self.texts.paper.is_none() {
            let hash = &document.text_hash;
            let hash = if hash.is_empty() { None } else { Some(hash.clone()) };
            return Some(WantedText { id: document.id.clone(), hash });
        }
        let wanted = self.wanted_source(self.passage()?);
        self.texts.cache.get(&wanted).is_none().then_some(wanted)
    }

    fn wanted_source(&self, passage: &Passage) -> WantedText {
        let source = self.source_of(passage);
        WantedText { id: passage.b.clone(), hash: source.and_then(|source| source.text_hash.clone()) }
    }

    /// Takes a text that was wanted, or the reason why there is none.
    pub(super) fn take_wanted_text(&mut self, wanted: WantedText, text: Result<String, Missing>) {
        let text = text.map(Rc::from);
        let is_paper =
            self.document().is_some_and(|document| document.id == wanted.id && document.text.is_none());
        if is_paper && self.texts.paper.is_none() {
            self.texts.paper = Some(text);
            self.begin_text();
            self.fill_texts();
            self.show_passage();
            return;
        }
        self.texts.cache.put(wanted, text);
        let (top, difference) = (self.query.top, self.texts.difference);
        self.fill_texts();
        (self.query.top, self.texts.difference) = (top, difference);
        self.fit_texts();
    }

    /// Returns the text of a passage's source, if it was read and still has the passage.
    fn whole_source(&self, passage: &Passage) -> Option<&Rc<str>> {
        let text = self.texts.cache.get(&self.wanted_source(passage))?.as_ref().ok()?;
        let there = text.get(source_range(passage))?;
        let is_same = match &passage.b_text {
            Some(own) => own == there,
            None => Report::text_hash(there) == passage.b_hash,
        };
        is_same.then_some(text)
    }

    /// Returns the words of the source around a passage, and the range of the passage in them.
    fn words_there(&self, passage: &Passage) -> (Rc<str>, Range<usize>) {
        if let Some(whole) = self.whole_source(passage) {
            return (Rc::clone(whole), source_range(passage));
        }
        let Some(own) = &passage.b_text else { return (Rc::default(), 0..0) };
        let start = passage.b_before.len();
        (format!("{}{own}{}", passage.b_before, passage.b_after).into(), start..start + own.len())
    }

    /// Returns the lines of the remark below the text of a pane; none if nothing is to be said.
    pub(super) fn remark(&self, pane: Pane, area: Rect) -> Vec<Line<'_>> {
        if self.list(pane).is_some() || self.text(pane).0.is_empty() || area.height <= MIN_TEXT_ROWS {
            return vec![];
        }
        let Some(note) = self.texts.note(pane) else { return vec![] };
        wrap(note, 0, area.width.saturating_sub(GUTTER_COLS), &[])
    }

    /// Fills both panes with the texts of the selected passage.
    pub(super) fn fill_texts(&mut self) {
        let filled = match self.passage() {
            Some(passage) => Filled::new(self, passage),
            None => Filled::default(),
        };
        let Filled { source, ranges: [here, there], marks: [a_marks, b_marks], starts, differences } = filled;
        let mut query = std::mem::take(&mut self.query);
        if !self.has_whole_text() {
            query.flow = Flow::new(self.query_words());
        }
        self.query = text_of(query.flow, here, a_marks, &starts, 0);
        let is_same = !source.is_empty() && Rc::ptr_eq(&source, &self.texts.source);
        let flow = if is_same { std::mem::take(&mut self.other.flow) } else { Flow::new(&source) };
        self.other = text_of(flow, there, b_marks, &starts, 1);
        let texts = &mut self.texts;
        (texts.source, texts.starts, texts.differences) = (source, starts, differences);
        (texts.fitted, texts.aligned, texts.difference) = (None, None, None);
        self.texts.notes = [self.note_here(), self.note_there()];
    }

    /// Returns the remark on the text of the query document, if it is wanted and not there.
    fn note_here(&self) -> Option<String> {
        let missing = self.texts.paper.as_ref()?.as_ref().err()?;
        self.note(missing, matches!(self.passage(), Some(Passage { a_text: Some(_), .. })))
    }

    /// Returns the remark on the source's text.
    fn note_there(&self) -> Option<String> {
        let passage = self.passage()?;
        let has_own = passage.b_text.is_some();
        match self.texts.cache.get(&self.wanted_source(passage))? {
            Ok(_) if self.whole_source(passage).is_some() => None,
            Ok(_) => self.note(&Missing::Changed, has_own),
            Err(missing) => self.note(missing, has_own),
        }
    }

    /// Tells why a text is not shown. The report has its own sentences in its place, or nothing.
    fn note(&self, missing: &Missing, has_own: bool) -> Option<String> {
        let messages = TextMessages(self.window.language);
        match missing {
            Missing::Changed if has_own => Some(messages.has_changed().to_owned()),
            Missing::Changed => Some(messages.changed_without_text().to_owned()),
            Missing::Damaged(why) => Some(messages.unreadable(why)),
            Missing::Index | Missing::Document if has_own => None,
            Missing::Index | Missing::Document => Some(messages.not_there().to_owned()),
        }
    }

    /// Scrolls both texts to the selected passage.
    pub(super) fn show_passage(&mut self) {
        self.fill_gaps();
        self.show_place(Pane::Query);
        self.texts.aligned = None;
        self.fit_texts();
    }

    /// Fits the texts to their panes: blank rows for their widths, and the source beside the paper.
    pub(super) fn fit_texts(&mut self) {
        self.fill_gaps();
        self.query.top = self.query.top.min(self.lowest(Pane::Query));
        if self.texts.aligned.is_none_or(|[query, _]| query != self.query.top) {
            self.align();
        }
    }

    /// Fills the shorter side of each sentence pair with blank rows, unless this was done for these widths.
    fn fill_gaps(&mut self) {
        let (query, source) = (self.text_area(Pane::Query), self.text_area(Pane::Source));
        let widths = Widths {
            cols: [query.width, source.width],
            has_brackets: self.window.has_brackets,
            is_side_by_side: query.y == source.y && query.right() < source.x && !source.is_empty(),
        };
        if self.texts.fitted == Some(widths) {
            return;
        }
        (self.texts.fitted, self.texts.aligned) = (Some(widths), None);
        let gaps = if widths.is_side_by_side { self.gaps() } else { Default::default() };
        [self.query.gaps, self.other.gaps] = gaps;
    }

    /// Returns the blank rows of both sides.
    fn gaps(&self) -> [Vec<Gap>; 2] {
        let pages = [self.page(Pane::Query), self.page(Pane::Source)];
        let mut gaps = [vec![], vec![]];
        for pair in self.texts.starts.windows(2) {
            let rows = [0, 1].map(|side| pages[side].lines_of(pair[0][side]..pair[1][side]));
            for side in [0, 1] {
                let missing = rows[1 - side].saturating_sub(rows[side]);
                if missing > 0 {
                    gaps[side].push(Gap { at: pair[1][side], rows: missing });
                }
            }
        }
        gaps
    }

    /// Scrolls the source so that it stands beside the paper.
    pub(super) fn align(&mut self) {
        let top = self.query.top;
        let Some(at) = self.texts.starts.len().checked_sub(1) else {
            self.show_place(Pane::Source);
            self.texts.aligned = Some([top, self.other.top]);
            return;
        };
        let after = self.texts.starts.partition_point(|[here, _]| *here <= top.at);
        let [here, there] = self.texts.starts[after.saturating_sub(1)].map(TextRow::from);
        // Where no row of the passage is on the screen, the source stays.
        let most = if (1..=at).contains(&after) { usize::MAX } else { self.body(Pane::Source).height.into() };
        let (query, source) = (self.page(Pane::Query), self.page(Pane::Source));
        self.other.top = if top < here {
            source.far_up(there, query.distance(top, here, most))
        } else {
            source.down(there, query.distance(here, top, most))
        };
        self.texts.aligned = Some([top, self.other.top]);
    }

    /// Returns the first row of a text that is scrolled to its end. The source may end above the bottom beside the paper.
    pub(super) fn lowest_row(&self, pane: Pane) -> TextRow {
        let bottom = self.page(pane).bottom(self.body(pane).height);
        match self.texts.aligned {
            Some([_, aligned]) if pane == Pane::Source => bottom.max(aligned),
            _ => bottom,
        }
    }
}

/// The content of both panes for a passage.
#[derive(Default)]
struct Filled {
    source: Rc<str>,
    ranges: [Range<usize>; 2],
    marks: [Vec<MarkedWords>; 2],
    starts: Vec<[usize; 2]>,
    differences: Vec<Difference>,
}

impl Filled {
    fn new(state: &State, passage: &Passage) -> Filled {
        let (source, there) = state.words_there(passage);
        let words = state.query_words();
        let here = if state.has_whole_text() { query_range(passage) } else { 0..words.len() };
        let Some(a_text) = words.get(here.clone()) else { return Filled { source, ..Filled::default() } };
        let b_text = source.get(there.clone()).unwrap_or("");
        let marks = [marks_here(passage, a_text), marks_there(passage, b_text)];
        let differences = differences(passage, [a_text, b_text], [&marks[0], &marks[1]]);
        let mut starts = pair_starts(passage, a_text, b_text);
        for [a, b] in &mut starts {
            (*a, *b) = (*a + here.start, *b + there.start);
        }
        starts.push([sentence_end(words, here.end), sentence_end(&source, there.end)]);
        Filled { source, ranges: [here, there], marks, starts, differences }
    }
}

/// Makes the text of a pane, in which the passage, and each of its sentences that has a partner, begins a line.
fn text_of(
    mut flow: Flow,
    place: Range<usize>,
    marks: Vec<MarkedWords>,
    starts: &[[usize; 2]],
    side: usize,
) -> Text {
    let mut cuts = vec![place.start];
    cuts.extend(starts.iter().map(|start| start[side]));
    flow.cut(&cuts);
    let changed = if side == 0 { Tone::New } else { Tone::Lacking };
    let mut text = Text { flow, outside: Tone::Quiet, ..Text::default() };
    for MarkedWords { mark, bytes, .. } in marks {
        let tone = match mark {
            Mark::Changed => changed,
            Mark::Moved => Tone::Moved,
            Mark::Own => Tone::Own,
        };
        text.mark(bytes.start + place.start..bytes.end + place.start, tone, Some(mark.brackets()));
    }
    text.place = place;
    text
}

/// Returns the range of a passage in the source's text, in bytes.
fn source_range(passage: &Passage) -> Range<usize> {
    passage.b_byte_start as usize..passage.b_byte_end as usize
}

/// Returns the byte behind the signs that close the sentence before `end`, such as its stop.
fn sentence_end(text: &str, end: usize) -> usize {
    let rest = text.get(end..).unwrap_or("");
    let closing =
        rest.find(|c: char| c.is_alphanumeric() || is_newline(c) || "“‘「『《〈（(【[<#*_-—".contains(c));
    end + closing.unwrap_or(rest.len())
}
