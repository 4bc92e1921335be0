//! `ibid check --among`: the checked documents are sources too, together with an index, with files, or alone.
//!
//! They are read once and kept in memory. A document that the index holds unchanged stays there. One that the index
//! holds in another version replaces it.

use std::sync::Arc;

use ibid::{Checker, CollectionBuilder, Detector, Document, Library};

use super::check::{Event, Sink, Work, hand_on};
use crate::input::Inputs;
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
        let analyze = |_: &_, document| {
            let analyzed = detector.analyze(document);
            Ok((analyzed.to_document(), analyzed))
        };
        queries.process(self.pool, analyze, &mut |item| {
            progress.add(item.bytes);
            let (document, analyzed) = match item.result {
                Ok(read) => read,
                Err(error) => return sink(Event::Unread(error)),
            };
            if sources.get(&document.id).is_some_and(|other| *other != *document) {
                sink(Event::Failed(format!(
                    "the source {:?} was left out: a document that is checked has the same id; give them different ids",
                    document.id
                )))?;
            }
            if !library.map_or(Ok(false), |library| library.holds(&document))? {
                sources.put(analyzed);
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
            let some: Vec<&Document> = some.iter().map(|document| &**document).collect();
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
