//! The text report: a summary table of many documents, the highest ratio first, then the passages of some of them.
//!
//! The result of each document is spooled to a file ([`ReportSpool`]). Memory holds one table row per document, and the
//! strongest pairs.

use std::collections::{HashMap, HashSet};
use std::io::Write;

use anyhow::Context;
use ibid::report::{DocumentReport, Report};

use crate::args::{DETAILS, Details};
use crate::render::{PairRow, Plain, PlainStyle, SummaryRow, SummaryTable};
use crate::report_spool::{ReportSpool, SpoolPlace};

/// The most pairs that are shown.
const MOST_PAIRS: usize = 100;

/// The documents of a text report, collected as they are checked.
pub(crate) struct TextReport {
    style: PlainStyle,
    entries: Vec<Entry>,
    spool: ReportSpool,
    details: Details,
    only_over: Option<f64>,
    pairs: Option<Pairs>,
}

struct Entry {
    row: SummaryRow,
    place: SpoolPlace,
    /// True if there is more to show of the document than its table row.
    has_details: bool,
}

impl TextReport {
    /// Creates a report without documents.
    pub(crate) fn new(style: PlainStyle, details: Details, only_over: Option<f64>) -> TextReport {
        TextReport { style, entries: vec![], spool: ReportSpool::default(), details, only_over, pairs: None }
    }

    /// Also collects pairs of documents with these ids, which are searched too.
    pub(crate) fn among(&mut self, ids: HashSet<String>) {
        let most = match self.details {
            Details::All => MOST_PAIRS,
            Details::Worst(documents) => documents.clamp(DETAILS, MOST_PAIRS),
        };
        self.pairs = Some(Pairs { ids, most, found: vec![], has_more: false });
    }

    /// Adds a document.
    pub(crate) fn push(&mut self, mut document: DocumentReport) -> anyhow::Result<()> {
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
        self.entries.push(Entry { row, place, has_details });
        Ok(())
    }

    /// Writes the documents, below a table if there is more than one, and what `report` has besides them.
    pub(crate) fn write(mut self, report: &Report, out: &mut dyn Write) -> anyhow::Result<()> {
        let mut plain = Plain::new(self.style, out);
        let all = self.entries.len();
        let (pairs, has_more_pairs) = match self.pairs.take() {
            Some(pairs) => pairs.pair_rows(&self.entries, &mut self.spool)?,
            None => (None, false),
        };
        self.entries.sort_by(|x, y| x.row.cmp_worst(&y.row));
        if let Some(limit) = self.only_over {
            self.entries.retain(|entry| entry.row.overall >= limit);
        }
        let (mut shown, mut left) = (usize::MAX, 0);
        if all > 1 || self.entries.len() < all {
            let documents: Vec<SummaryRow> = self.entries.iter().map(|entry| entry.row.clone()).collect();
            let table = SummaryTable {
                documents: &documents,
                pairs: pairs.as_deref(),
                has_more_pairs,
                below: self.only_over.map(|limit| ((all - self.entries.len()) as u64, limit)),
            };
            plain.table(&table).context(CANNOT)?;
            self.entries.retain(|entry| entry.has_details);
            if let Details::Worst(documents) = self.details {
                shown = documents;
                left = self.entries.len().saturating_sub(shown) as u64;
            }
        }
        for entry in self.entries.iter().take(shown) {
            let document: DocumentReport = self.spool.get(entry.place)?;
            plain.document(&document).context(CANNOT)?;
        }
        let written = plain.without_details(left, "--details all").and_then(|()| plain.not_looked_at(report));
        written.and_then(|()| plain.end()).context(CANNOT)
    }
}

const CANNOT: &str = "cannot write the report";

/// The strongest pairs among the checked documents.
struct Pairs {
    ids: HashSet<String>,
    /// The number of pairs to show.
    most: usize,
    /// The share of the first document that stands in the second. A pair may be listed in both directions.
    found: Vec<(f64, String, String)>,
    has_more: bool,
}

impl Pairs {
    /// Adds the pairs of one document. A pair outside its strongest cannot be among the strongest of all.
    fn add(&mut self, document: &DocumentReport) {
        let others = document.sources.iter().filter(|source| self.ids.contains(&source.id));
        let of_one = others.map(|source| (source.ratio, document.id.clone(), source.id.clone()));
        let before = self.found.len();
        self.found.extend(of_one.take(self.most + 1));
        self.has_more |= self.found.len() - before > self.most;
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

    /// Returns the pairs with both shares, and whether there are more.
    fn pair_rows(
        mut self,
        entries: &[Entry],
        spool: &mut ReportSpool,
    ) -> anyhow::Result<(Option<Vec<PairRow>>, bool)> {
        self.prune();
        let places: HashMap<&str, SpoolPlace> =
            entries.iter().map(|entry| (entry.row.id.as_str(), entry.place)).collect();
        let mut pairs = vec![];
        for (of_a, a, b) in self.found {
            // The report of the other document has the other share.
            let sources = match places.get(b.as_str()) {
                Some(&place) => spool.get::<DocumentReport>(place)?.sources,
                None => vec![],
            };
            let of_b = sources.iter().find(|source| source.id == a).map_or(0.0, |source| source.ratio);
            pairs.push(PairRow { a, b, of_a, of_b });
        }
        Ok((Some(pairs), self.has_more))
    }
}
