//! The parts of a document that were not read.

use std::collections::BTreeMap;

use super::DocumentReport;
use crate::structure::{NotReadKind, Structure};

/// Counts the parts that were not read, by the names of their kinds.
pub(crate) fn not_read_counts(structure: &Structure) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for (&kind, &count) in &structure.not_read {
        counts.insert(name(kind).to_owned(), u64::from(count));
    }
    counts
}

fn name(kind: NotReadKind) -> &'static str {
    match kind {
        NotReadKind::PagesWithoutText => "pages_without_text",
        NotReadKind::Pictures => "pictures",
        NotReadKind::Attachments => "attachments",
        NotReadKind::TextShapes => "text_shapes",
        NotReadKind::EmbeddedParts => "embedded_parts",
        NotReadKind::Annotations => "annotations",
    }
}

impl DocumentReport {
    /// Returns whether it has no words, so that nothing was searched for.
    pub fn has_no_words(&self) -> bool {
        self.total == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_is_counted() {
        let kinds = [
            NotReadKind::PagesWithoutText,
            NotReadKind::Pictures,
            NotReadKind::Attachments,
            NotReadKind::TextShapes,
            NotReadKind::EmbeddedParts,
            NotReadKind::Annotations,
        ];
        let mut structure = Structure::default();
        for (kind, count) in kinds.into_iter().zip([20, 1, 2, 1, 3, 4]) {
            structure.add_not_read(kind, count);
        }
        let expected = [
            ("annotations", 4),
            ("attachments", 2),
            ("embedded_parts", 3),
            ("pages_without_text", 20),
            ("pictures", 1),
            ("text_shapes", 1),
        ];
        assert_eq!(
            not_read_counts(&structure),
            expected.map(|(name, count)| (name.to_owned(), count)).into()
        );
    }
}
