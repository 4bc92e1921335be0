//! The pairs of documents that share the most, and the sources over all documents.

use std::collections::BTreeMap;
use std::convert::Infallible;

use ibid::report::{DocumentReport, SourceReport};

use crate::args::Details;
use crate::render::PairRow;
use crate::text_report::Pairs;
use crate::tui::panes::list::List;

/// The most sources that are listed.
const MOST_SOURCES: usize = 1000;

/// A source over all documents.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::tui::review) struct ClassSource {
    /// The id.
    pub(in crate::tui::review) id: String,
    /// The title, else the id.
    pub(in crate::tui::review) name: String,
    /// The number of documents that take from it.
    pub(super) documents: u64,
    /// The number of words that they have in common with it.
    pub(super) matched: u64,
}

/// The pairs and the sources over all documents.
#[derive(Clone, Debug, Default)]
pub(in crate::tui::review) struct Class {
    /// The pairs that share the most, the strongest first.
    pub(in crate::tui::review) pairs: Vec<PairRow>,
    /// The list of pairs.
    pub(in crate::tui::review) pair_list: List,
    /// The sources, those of the most words first.
    pub(in crate::tui::review) sources: Vec<ClassSource>,
    /// The list of sources.
    pub(in crate::tui::review) source_list: List,
    found: Option<Pairs>,
    /// All sources by their ids, listed or not.
    pub(super) by_id: BTreeMap<String, ClassSource>,
}

impl Class {
    /// Counts documents in.
    pub(super) fn add(&mut self, documents: &[DocumentReport]) {
        let found = self.found.get_or_insert_with(|| Pairs::new(Details::All));
        for document in documents {
            found.add(document);
            for source in &document.sources {
                let of_all = self.by_id.entry(source.id.clone()).or_insert_with(|| ClassSource {
                    id: source.id.clone(),
                    name: source.title.as_ref().unwrap_or(&source.id).clone(),
                    ..ClassSource::default()
                });
                of_all.documents += 1;
                of_all.matched += source.matched;
            }
        }
    }

    /// Fills both lists for all documents of a report.
    pub(in crate::tui::review) fn list(&mut self, documents: &[DocumentReport]) {
        if let Some(mut found) = self.found.clone() {
            let mut sources: BTreeMap<&str, &[SourceReport]> = BTreeMap::new();
            for document in documents {
                sources.insert(&document.id, &document.sources);
            }
            let Ok(pairs) =
                found.rows(|id| Ok::<_, Infallible>(sources.get(id).copied().unwrap_or_default().to_vec()));
            self.pairs = pairs;
        }
        let mut listed: Vec<&ClassSource> = self.by_id.values().collect();
        listed.sort_by(|x, y| y.matched.cmp(&x.matched).then_with(|| x.id.cmp(&y.id)));
        self.sources = listed.into_iter().take(MOST_SOURCES).cloned().collect();
        for (list, len) in
            [(&mut self.pair_list, self.pairs.len()), (&mut self.source_list, self.sources.len())]
        {
            (list.len, list.selected) = (len, list.selected.min(len.saturating_sub(1)));
        }
    }
}
