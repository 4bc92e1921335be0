//! `ibid check --among`: the checked documents are sources too, together with an index, with files, or alone.
//!
//! They are read once and kept in memory. A document that the index holds unchanged stays there. One that the index
//! holds in another version replaces it.

use std::sync::Arc;

use ibid::{Analyzed, Checker, CollectionBuilder, Detector, Document, Library};

use super::check::{Event, Sink, Work, hand_on};
use crate::input::{Inputs, Item};
use crate::interrupt;
use crate::progress::Progress;

impl Work<'_> {
    /// Reads the documents to check, in their order. They become sources too, unless the library holds them.
    pub(super) fn read_among(
        &self,
        detector: &Detector,
        queries: Inputs,
        library: Option<&Library>,
        sources: &mut CollectionBuilder,
        sink: &mut Sink<'_>,
    ) -> anyhow::Result<Vec<Arc<Document>>> {
        let mut documents = vec![];
        let mut progress = Progress::new(queries.size_bytes(), self.job.shows_progress);
        queries.process(self.pool, |_, document| Ok(detector.analyze(document)), &mut |item: Item<Analyzed<'_>>| {
            progress.add(item.bytes);
            let analyzed = match item.result {
                Ok(analyzed) => analyzed,
                Err(error) => return sink(Event::Unread(error)),
            };
            let document = analyzed.to_document();
            if let Some(other) = sources.get(&document.id)
                && *other != *document
            {
                sink(Event::Failed(format!(
                    "the source {:?} was left out: a document that is checked has the same id; give them different ids",
                    document.id
                )))?;
            }
            match library {
                Some(library) if library.holds(&document)? => {}
                _ => sources.put(analyzed),
            }
            documents.push(document);
            Ok(())
        })?;
        Ok(documents)
    }

    /// Checks documents that are sources too.
    pub(super) fn check_among(
        &self,
        checker: &Checker<'_>,
        documents: &[Arc<Document>],
        sink: &mut Sink<'_>,
    ) -> anyhow::Result<u64> {
        let bytes = documents.iter().map(|document| document.text.len() as u64).sum();
        let mut progress = Progress::new(Some(bytes), self.job.shows_progress);
        let mut count = 0;
        let mut rest = documents;
        for size in self.job.batching.sizes(self.pool.current_num_threads()) {
            if rest.is_empty() {
                break;
            }
            interrupt::check()?;
            let (some, left) = rest.split_at(size.min(rest.len()));
            rest = left;
            let some: Vec<&Document> = some.iter().map(AsRef::as_ref).collect();
            let checked = self.check_all(checker, &some);
            for (document, result) in some.iter().zip(checked) {
                progress.add(document.text.len() as u64);
                count += u64::from(result.is_ok());
                hand_on(result, sink)?;
            }
        }
        Ok(count)
    }
}
