//! The text report: a summary table of many documents, the highest ratio first, then the passages of some of them.
//!
//! The result of each document is spooled to a file ([`ReportSpool`]). Memory holds one table row per document, and the
//! strongest pairs.

use std::collections::{HashMap, HashSet};

use anyhow::Context;
use ibid::report::{DocumentReport, Report, SourceReport};

use crate::args::{DETAILS, Details, TableSort};
use crate::output::Output;
use crate::render::{PairRow, Plain, PlainStyle, SummaryRow, SummaryTable};
use crate::report_form::{FormOptions, ReportForm};
use crate::report_spool::{ReportSpool, SpoolPlace};

/// The most pairs that are shown.
const MOST_PAIRS: usize = 100;

/// The documents of a text report, collected as they are checked.
pub(crate) struct TextReport {
    style: PlainStyle,
    entries: Vec<Entry>,
    spool: ReportSpool,
    details: Details,
    sort: TableSort,
    only_over: Option<f64>,
    pairs: Option<Pairs>,
}

/// An input that could not be read, and the reason.
#[derive(Clone, Debug)]
pub(crate) struct Unread {
    pub(crate) path: String,
    pub(crate) why: String,
}

struct Entry {
    row: SummaryRow,
    /// The place of the document; none for an input that could not be read.
    place: Option<SpoolPlace>,
    /// True if there is more to show of the document than its table row.
    has_details: bool,
}

impl TextReport {
    /// Creates a report without documents.
    pub(crate) fn new(options: FormOptions<'_>) -> TextReport {
        let FormOptions { session, tables, pairs, only_over, uncounted, is_file } = options;
        TextReport {
            style: session.style(uncounted, is_file),
            entries: vec![],
            spool: ReportSpool::default(),
            details: tables.details.unwrap_or_default(),
            sort: tables.sort.unwrap_or_default(),
            only_over,
            pairs,
        }
    }
}

impl ReportForm for TextReport {
    fn shows_all_documents(&self) -> bool {
        true
    }

    /// Leaves all in: the text says what does not count.
    fn leave_uncounted_out(&self, _: &mut DocumentReport) {}

    fn push_unread(&mut self, Unread { path, why }: Unread) {
        let row = SummaryRow::unread(path, why);
        self.entries.push(Entry { row, place: None, has_details: false });
    }

    fn push(&mut self, mut document: DocumentReport, _: &mut Output) -> anyhow::Result<()> {
        // The whole text is not shown, so it is not spooled.
        document.text = None;
        let counting = document.passages.iter().filter(|passage| passage.is_best).count();
        let row = SummaryRow::of(&document, counting as u64, self.style.language);
        let is_template = document.total > 0 && document.total == document.template_words;
        let has_details = counting > 0 || row.is_disguised || is_template || row.has_no_words;
        if let Some(pairs) = &mut self.pairs {
            pairs.add(&document);
        }
        let place = self.spool.push(&document)?;
        self.entries.push(Entry { row, place: Some(place), has_details });
        Ok(())
    }

    /// Writes the documents, below a table if there is more than one, and what `report` has besides them.
    fn end(mut self: Box<Self>, report: &Report, out: &mut Output) -> anyhow::Result<()> {
        let mut plain = Plain::new(self.style, out);
        let mut pairs = self.pairs;
        let pair_rows = match &mut pairs {
            Some(pairs) => {
                let entries = self.entries.iter().map(|entry| (&entry.row, entry.place));
                Some(pairs.spooled_rows(entries, &mut self.spool)?)
            }
            None => None,
        };
        self.entries.sort_by(|x, y| x.row.cmp_by(&y.row, self.sort));
        let all = self.entries.len();
        let (mut rows, mut details) = (vec![], vec![]);
        for Entry { row, place, has_details } in self.entries {
            if let Some(limit) = self.only_over
                && !row.is_unread
                && row.overall < limit
            {
                continue;
            }
            if has_details || all == 1 {
                details.extend(place);
            }
            rows.push(row);
        }
        let (mut shown, below) = (details.len(), all - rows.len());
        if all > 1 || below > 0 {
            let (has_more_pairs, has_pairs_in_collection) =
                pairs.map_or((false, false), |pairs| (pairs.has_more, pairs.has_in_collection));
            let table = SummaryTable {
                documents: &rows,
                pairs: pair_rows.as_deref(),
                has_more_pairs,
                has_pairs_in_collection,
                below: self.only_over.map(|limit| (below as u64, limit)),
            };
            plain.table(&table).context(CANNOT)?;
            if let Details::Worst(most) = self.details {
                shown = shown.min(most);
            }
        }
        let left = (details.len() - shown) as u64;
        for place in details.into_iter().take(shown) {
            let document: DocumentReport = self.spool.get(place)?;
            plain.document(&document).context(CANNOT)?;
        }
        plain.without_details(left, "--details all").context(CANNOT)?;
        plain.not_looked_at(report).context(CANNOT)?;
        plain.end().context(CANNOT)
    }
}

const CANNOT: &str = "cannot write the report";

/// The strongest pairs among the checked documents.
#[derive(Clone, Debug)]
pub(crate) struct Pairs {
    /// The number of pairs to show.
    most: usize,
    /// The share of the first document that stands in the second and in no other source. A pair may be listed in both
    /// directions.
    found: Vec<(f64, String, String)>,
    has_more: bool,
    /// True if a pair shares passages that are in the collection too.
    has_in_collection: bool,
}

impl Pairs {
    /// Creates a list without pairs. It shows about as many as there are documents shown with their passages.
    pub(crate) fn new(details: Details) -> Pairs {
        let most = match details {
            Details::All => MOST_PAIRS,
            Details::Worst(documents) => documents.clamp(DETAILS, MOST_PAIRS),
        };
        Pairs { most, found: vec![], has_more: false, has_in_collection: false }
    }

    /// Adds the pairs of one document. A pair outside its strongest cannot be among the strongest of all.
    pub(crate) fn add(&mut self, document: &DocumentReport) {
        let mut of_one: Vec<(f64, String, String)> = vec![];
        for source in &document.sources {
            let Some(matched) = source.peer_matched else { continue };
            self.has_in_collection |= matched < source.matched;
            if matched > 0 {
                of_one.push((peer_ratio(source), document.id.clone(), source.id.clone()));
            }
        }
        of_one.sort_by(|x, y| y.0.total_cmp(&x.0));
        self.has_more |= of_one.len() > self.most;
        self.found.extend(of_one.into_iter().take(self.most + 1));
        if self.found.len() > 64 * self.most {
            self.prune();
        }
    }

    /// Sorts the pairs, the strongest first, and drops repeats and the weakest.
    fn prune(&mut self) {
        self.found.sort_by(|x, y| y.0.total_cmp(&x.0).then_with(|| (&x.1, &x.2).cmp(&(&y.1, &y.2))));
        let mut seen: HashSet<(String, String)> = HashSet::new();
        self.found.retain(|(_, a, b)| seen.insert((a.min(b).clone(), a.max(b).clone())));
        self.has_more |= self.found.len() > self.most;
        self.found.truncate(self.most);
    }

    /// Returns the pairs with both shares. The documents of `entries` are in a spool.
    ///
    /// # Errors
    /// The spool cannot be read.
    pub(crate) fn spooled_rows<'e>(
        &mut self,
        entries: impl Iterator<Item = (&'e SummaryRow, Option<SpoolPlace>)>,
        spool: &mut ReportSpool,
    ) -> anyhow::Result<Vec<PairRow>> {
        let mut places = HashMap::new();
        for (row, place) in entries {
            if let Some(place) = place {
                places.insert(&*row.id, place);
            }
        }
        self.rows(|id| match places.get(id) {
            Some(&place) => Ok(spool.get::<DocumentReport>(place)?.sources),
            None => Ok(vec![]),
        })
    }

    /// Returns the pairs with both shares. `sources_of` returns the sources of the document with an id.
    ///
    /// # Errors
    /// The sources of a document cannot be had.
    pub(crate) fn rows<E>(
        &mut self,
        mut sources_of: impl FnMut(&str) -> Result<Vec<SourceReport>, E>,
    ) -> Result<Vec<PairRow>, E> {
        self.prune();
        let mut pairs = vec![];
        for (of_a, a, b) in std::mem::take(&mut self.found) {
            // The report of the other document has the other share.
            let sources = sources_of(&b)?;
            let of_b = sources.iter().find(|source| source.id == a).map_or(0.0, peer_ratio);
            pairs.push(PairRow { a, b, of_a, of_b });
        }
        Ok(pairs)
    }
}

/// Returns the share of a document that a source has, if only documents checked beside it have it.
fn peer_ratio(source: &SourceReport) -> f64 {
    let matched = source.peer_matched.unwrap_or(0);
    if matched == 0 { 0.0 } else { source.ratio * matched as f64 / source.matched as f64 }
}
