//! Many documents -> a table, which is read before their passages.
//!
//! In: a [`SummaryRow`] of each document, a few dozen bytes, so that thousands can be sorted without their
//! passages in memory. Out: [`Plain::table`] writes them in columns, and the pairs of documents that have the most in
//! common.

use std::cmp::Ordering;
use std::io::{self, Write};

use ibid::report::{DocumentReport, sanitize};

use super::messages::{Language, ReportMessages, thousands};
use super::names::ShortNames;
use super::plain::Plain;
use super::wrap::{pad_end, pad_start, shorten};
use super::{ONLY_OVER, SHOW_ALL, notes};
use crate::args::TableSort;

/// The most documents for which those without findings are listed; of more documents, they are counted.
const FEW: usize = 50;
/// The most documents that are named in one line.
const NAMED: usize = 5;
/// The columns of a share, such as ` 100.0 %`.
const RATIO_COLS: usize = 8;
/// The columns of the share that is credited to nobody, whose name is longer.
const UNCREDITED_COLS: usize = 12;
/// The columns of the number of passages.
const PASSAGES_COLS: usize = 10;
/// The width from which a table has all of its columns.
const WIDE_COLS: usize = 64;

/// The findings for one document, summed up.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct SummaryRow {
    /// Its id, or the name of an input that could not be read.
    pub(crate) id: String,
    /// Its title.
    pub(crate) title: Option<String>,
    /// Its author.
    pub(crate) author: Option<String>,
    /// The share that is neither quoted, cited nor own work.
    pub(crate) uncredited: f64,
    /// Its overall ratio.
    pub(crate) overall: f64,
    /// The source that covers most of it, and its ratio.
    pub(crate) largest: Option<(String, f64)>,
    /// The number of passages that count.
    pub(crate) passages: u64,
    /// True if a suspicious number of its words is hidden or disguised.
    pub(crate) is_disguised: bool,
    /// True if it has no words, so that its ratio says nothing.
    pub(crate) has_no_words: bool,
    /// True if it could not be read, for the reason among `reservations`.
    pub(crate) is_unread: bool,
    /// The reasons why its ratio says little: hidden, excluded or missing text.
    pub(crate) reservations: Vec<String>,
}

impl SummaryRow {
    /// Sums up a document in which `passages` passages count.
    pub(crate) fn of(document: &DocumentReport, passages: u64, language: Language) -> SummaryRow {
        SummaryRow {
            id: document.id.clone(),
            title: document.title.clone(),
            author: document.author.clone(),
            uncredited: document.ratios.uncredited,
            overall: document.ratios.overall,
            largest: document.sources.first().map(|source| (source.id.clone(), source.ratio)),
            passages,
            is_disguised: document.obfuscation.as_ref().is_some_and(|found| found.suspicious),
            has_no_words: document.has_no_words(),
            is_unread: false,
            reservations: notes::reservations(document, language),
        }
    }

    /// Returns the row of an input that could not be read.
    pub(crate) fn unread(id: String, why: String) -> SummaryRow {
        SummaryRow { id, is_unread: true, reservations: vec![why], ..SummaryRow::default() }
    }

    /// Formats what is credited to nobody, and the overall ratio; dashes if they say nothing.
    pub(super) fn ratios(&self, language: Language) -> [String; 2] {
        match self.has_no_words || self.is_unread {
            true => ["—", "—"].map(str::to_owned),
            false => [self.uncredited, self.overall].map(|ratio| language.percent(ratio, 1)),
        }
    }

    fn largest_ratio(&self) -> f64 {
        self.largest.as_ref().map_or(0.0, |(_, ratio)| *ratio)
    }

    /// Orders rows. Unread inputs come last, unless rows are sorted by name. Equal ones are ordered by what is uncredited,
    /// the overall ratio, the largest source, the number of passages, and the id.
    pub(crate) fn cmp_by(&self, other: &SummaryRow, sort: TableSort) -> Ordering {
        let by_uncredited = other.uncredited.total_cmp(&self.uncredited);
        let by_overall = other.overall.total_cmp(&self.overall);
        let by_largest = other.largest_ratio().total_cmp(&self.largest_ratio());
        let first = match sort {
            TableSort::Uncredited => Ordering::Equal,
            TableSort::Overall => by_overall,
            TableSort::Largest => by_largest,
            TableSort::Name => return self.id.cmp(&other.id),
        };
        let by_unread = self.is_unread.cmp(&other.is_unread);
        let by_figures = by_unread.then(first).then(by_uncredited).then(by_overall).then(by_largest);
        by_figures.then(other.passages.cmp(&self.passages)).then_with(|| self.id.cmp(&other.id))
    }
}

/// A pair of the checked documents, and the share of each that the other one covers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PairRow {
    /// The document of which the larger share is covered; of two equal ones, the first by its id.
    pub(crate) a: String,
    /// The other one.
    pub(crate) b: String,
    /// The share of `a` that stands in `b`.
    pub(crate) of_a: f64,
    /// The share of `b` that stands in `a`.
    pub(crate) of_b: f64,
}

/// The contents of the table.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SummaryTable<'t> {
    /// The documents, in their order.
    pub(crate) documents: &'t [SummaryRow],
    /// The pairs that have the most in common, these first. `None` if the documents were not compared with each other.
    pub(crate) pairs: Option<&'t [PairRow]>,
    /// True if there are more pairs that share a passage.
    pub(crate) has_more_pairs: bool,
    /// True if pairs share passages that are in the collection too.
    pub(crate) has_pairs_in_collection: bool,
    /// The number of documents left out, and the overall ratio below which they lie.
    pub(crate) below: Option<(u64, f64)>,
}

impl<W: Write> Plain<W> {
    /// Writes the table that stands before the documents.
    pub(crate) fn table(&mut self, table: &SummaryTable<'_>) -> io::Result<()> {
        (self.begun, self.has_table) = (true, true);
        let documents = table.documents;
        let messages = self.messages();
        let below = match table.below {
            None | Some((0, _)) => String::new(),
            Some((count, limit)) => {
                let how = messages.in_parentheses(ONLY_OVER);
                messages.left_out_below(count, self.percent(limit), how)
            }
        };
        self.wrapped(&summary(documents, &below, messages), "  ")?;
        let mut listed = vec![];
        for row in documents {
            let is_found = row.passages > 0 || row.overall > 0.0;
            if self.style.whole || documents.len() <= FEW || is_found || !row.reservations.is_empty() {
                listed.push(row);
            }
        }
        if !listed.is_empty() {
            self.documents(&listed)?;
        }
        match documents.len() - listed.len() {
            0 => {}
            more => {
                let how = if more == 1 { messages.lists_it(SHOW_ALL) } else { messages.lists_them(SHOW_ALL) };
                writeln!(self.out, "  {}", messages.more_without(more as u64, how))?;
            }
        }
        self.disguised(documents)?;
        self.pairs(table)
    }

    fn documents(&mut self, documents: &[&SummaryRow]) -> io::Result<()> {
        let is_wide = self.style.width_cols >= WIDE_COLS;
        let more_cols = if is_wide { RATIO_COLS + PASSAGES_COLS } else { 0 };
        let names = self.style.width_cols - 2 - UNCREDITED_COLS - RATIO_COLS - 2 - more_cols;
        let (own, source) = (names.div_ceil(2), names / 2);
        let messages = self.messages();
        // A column that a narrow table leaves out.
        let wide = |text: &str, cols: usize| if is_wide { pad_start(text, cols) } else { String::new() };
        let header = format!(
            "  {}{}{}  {}{}{}",
            pad_end(&shorten(messages.document(), own), own),
            pad_start(messages.uncredited(), UNCREDITED_COLS),
            wide(messages.overall_ratio(), RATIO_COLS),
            pad_end(&shorten(messages.largest_source_of_it(), source), source),
            pad_start(messages.ratio(), RATIO_COLS),
            wide(messages.passages(), PASSAGES_COLS)
        );
        writeln!(self.out)?;
        self.faint(&header)?;
        let mut ids = vec![];
        for row in documents {
            ids.push(&*row.id);
            ids.extend(row.largest.as_ref().map(|(id, _)| &**id));
        }
        // A space stands at the end of a column.
        let names = ShortNames::of_ids(ids, source.saturating_sub(1));
        for row in documents {
            let (largest, of_largest) = match &row.largest {
                Some((id, ratio)) => (pad_end(names.get(id), source), self.percent(*ratio)),
                None => (pad_end("", source), String::new()),
            };
            let [uncredited, overall] = row.ratios(self.style.language);
            let passages = if row.is_unread { String::new() } else { thousands(row.passages) };
            let line = format!(
                "  {}{}{}  {largest}{of_largest:>RATIO_COLS$}{}",
                pad_end(names.get(&row.id), own),
                pad_start(&uncredited, UNCREDITED_COLS),
                wide(&overall, RATIO_COLS),
                wide(&passages, PASSAGES_COLS)
            );
            writeln!(self.out, "{}", line.trim_end())?;
            self.about(&[&row.title, &row.author])?;
            if !row.reservations.is_empty() {
                self.wrapped(&format!("    ({})", row.reservations.join(messages.comma())), "     ")?;
            }
        }
        Ok(())
    }

    fn disguised(&mut self, documents: &[SummaryRow]) -> io::Result<()> {
        let (mut named, mut more) = (vec![], 0);
        for row in documents {
            if row.is_disguised && named.len() < NAMED {
                named.push(sanitize(&row.id));
            } else if row.is_disguised {
                more += 1;
            }
        }
        if named.is_empty() {
            return Ok(());
        }
        let messages = self.messages();
        let more = if more > 0 { messages.and_more(more) } else { String::new() };
        writeln!(self.out)?;
        self.wrapped(&messages.disguised(named.join(messages.comma_of_list()), more), "  ")
    }

    fn pairs(&mut self, table: &SummaryTable<'_>) -> io::Result<()> {
        let Some(pairs) = table.pairs else { return Ok(()) };
        let messages = self.messages();
        writeln!(self.out)?;
        if pairs.is_empty() {
            let none = match table.has_pairs_in_collection {
                true => messages.no_pairs_beyond(),
                false => messages.no_pairs(),
            };
            return writeln!(self.out, "{none}");
        }
        let names = self.style.width_cols - 2 - 2 * RATIO_COLS - 2;
        let (first, second) = (names.div_ceil(2), names / 2);
        let header = format!(
            "  {}{}  {}{}",
            pad_end(&shorten(messages.strongest_pairs(), first), first),
            pad_start(messages.of_it(), RATIO_COLS),
            pad_end(&shorten(messages.with(), second), second),
            pad_start(messages.of_it(), RATIO_COLS)
        );
        self.faint(&header)?;
        let ids = pairs.iter().flat_map(|pair| [&*pair.a, &*pair.b]);
        let names = ShortNames::of_ids(ids, second.saturating_sub(1));
        for pair in pairs {
            writeln!(
                self.out,
                "  {}{:>RATIO_COLS$}  {}{:>RATIO_COLS$}",
                pad_end(names.get(&pair.a), first),
                self.percent(pair.of_a),
                pad_end(names.get(&pair.b), second),
                self.percent(pair.of_b)
            )?;
        }
        if table.has_more_pairs { writeln!(self.out, "  {}", messages.others_share_less()) } else { Ok(()) }
    }

    /// Writes how many documents come without their passages, and the option that shows them.
    pub(crate) fn without_details(&mut self, documents: u64, how_to_show: &str) -> io::Result<()> {
        if documents == 0 {
            return Ok(());
        }
        let messages = self.messages();
        let note = messages.without_details(documents, messages.shown_with(how_to_show));
        writeln!(self.out)?;
        self.faint(&note)
    }
}

/// Says how many documents were checked, how many have copied passages, and how many could not be read. `below` says
/// how many were left out.
pub(super) fn summary(documents: &[SummaryRow], below: &str, messages: ReportMessages) -> String {
    let (mut checked, mut copied, mut unread) = (0, 0, 0);
    for row in documents {
        checked += u64::from(!row.is_unread);
        unread += u64::from(row.is_unread);
        copied += u64::from(row.passages > 0);
    }
    let unread = if unread > 0 { messages.unread(unread) } else { String::new() };
    messages.documents_checked(checked, thousands(copied), unread + below)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::PlainStyle;
    use crate::render::wrap::text_cols;

    fn row(id: &str, overall: f64, passages: u64) -> SummaryRow {
        let largest = (passages > 0).then(|| ("lib/源.txt".to_owned(), overall / 2.0));
        SummaryRow { id: id.into(), uncredited: overall, overall, largest, passages, ..SummaryRow::default() }
    }

    fn show(style: PlainStyle, table: &SummaryTable<'_>) -> String {
        let mut out = vec![];
        Plain::new(style, &mut out).table(table).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_worst_come_first_and_ties_by_id() {
        let mut all = [row("b", 0.1, 1), row("c", 0.5, 1), row("a", 0.1, 1), row("d", 0.1, 2)].to_vec();
        // Most of it is quoted.
        all.push(SummaryRow { uncredited: 0.05, ..row("e", 0.9, 1) });
        all.push(SummaryRow::unread("aa".into(), "a scan".into()));
        for (sort, expected) in [
            (TableSort::Uncredited, ["c", "d", "a", "b", "e", "aa"]),
            (TableSort::Overall, ["e", "c", "d", "a", "b", "aa"]),
            (TableSort::Largest, ["e", "c", "d", "a", "b", "aa"]),
            (TableSort::Name, ["a", "aa", "b", "c", "d", "e"]),
        ] {
            all.sort_by(|x, y| x.cmp_by(y, sort));
            let ids: Vec<&str> = all.iter().map(|row| &*row.id).collect();
            assert_eq!(ids, expected, "{sort:?}");
        }
    }

    #[test]
    fn lines_fit_whatever_the_names() {
        let long = "很长的名字/".repeat(30);
        let titled =
            SummaryRow { title: Some(long.clone()), author: Some("z\u{1b}[2J".into()), ..row("z", 0.1, 1) };
        let unread = SummaryRow::unread(long.clone() + "扫描.pdf", "no text on any of its 12 pages".into());
        let documents =
            [row(&long, 1.0, 12345), row("x\u{1b}[2J", 0.25, 1), row("y", 0.0, 0), titled, unread];
        let pairs = [PairRow { a: long.clone(), b: "y".into(), of_a: 1.0, of_b: 0.0 }];
        let table = SummaryTable {
            documents: &documents,
            pairs: Some(&pairs),
            has_more_pairs: true,
            has_pairs_in_collection: false,
            below: Some((7, 0.2)),
        };
        for width_cols in [40, 80, 120] {
            let english = PlainStyle { width_cols, ..PlainStyle::default() };
            let chinese = PlainStyle { language: Language::Chinese, ..english };
            let shown = show(chinese, &table);
            assert!(shown.lines().all(|line| text_cols(line) <= width_cols), "{shown}");
            let shown = show(english, &table);
            assert!(shown.lines().all(|line| text_cols(line) <= width_cols), "{shown}");
            assert!(!shown.contains('\u{1b}') && (width_cols == 40 || shown.contains("12,345")), "{shown}");
            assert!(
                shown.contains("no text on any") && shown.replace("\n  ", " ").contains("1 could not"),
                "{shown}"
            );
            assert!(shown.contains("others share less"), "{shown}");
            assert!(shown.replace("\n  ", " ").contains("7 more below 20.0 %"), "{shown}");
        }
    }

    #[test]
    fn two_documents_never_look_alike() {
        let id = |year: u32| format!("classes/{year}/autumn-term/essays-on-the-coast/final/anderson.md");
        let documents: Vec<SummaryRow> = (2019..2024).map(|year| row(&id(year), 0.5, 1)).collect();
        let pairs = [PairRow { a: id(2019), b: id(2020), of_a: 1.0, of_b: 0.5 }];
        let table = SummaryTable { documents: &documents, pairs: Some(&pairs), ..SummaryTable::default() };
        for width_cols in [40, 60, 80] {
            let shown = show(PlainStyle { width_cols, ..PlainStyle::default() }, &table);
            let names = shown.lines().filter_map(|line| line.strip_prefix("  c")?.split(' ').next()).take(5);
            assert_eq!(names.collect::<std::collections::BTreeSet<&str>>().len(), 5, "{shown}");
        }
    }

    #[test]
    fn of_many_documents_only_those_with_passages_are_listed() {
        let mut documents = vec![row("worst", 0.5, 1)];
        documents.extend((0..60).map(|number| row(&format!("clean{number}"), 0.0, 0)));
        documents[7].is_disguised = true;
        let table = SummaryTable { documents: &documents, ..SummaryTable::default() };
        let shown = show(PlainStyle { ..PlainStyle::default() }, &table);
        assert!(shown.starts_with("61 documents, 1 with copied passages\n"), "{shown}");
        assert!(shown.contains("60 more have none (-v lists them)") && !shown.contains("clean1 "), "{shown}");
        assert!(shown.contains("disguised words: clean6\n"), "{shown}");
        let whole = show(PlainStyle { whole: true, ..PlainStyle::default() }, &table);
        assert!(whole.contains("clean1 ") && !whole.contains("more have none"), "{whole}");
    }
}
