//! The parts of a document that were not read, in words, and the reasons why its ratios say little.

use std::collections::BTreeMap;

use super::DocumentReport;
use super::words::{Language, Words};
use crate::structure::{NotReadKind, Structure};

/// Counts the parts that were not read, by the names of their kinds.
pub(super) fn counts(structure: &Structure) -> BTreeMap<String, u64> {
    let parts = structure.not_read.iter().filter(|parts| parts.count > 0);
    parts.map(|parts| (name(parts.kind).to_owned(), u64::from(parts.count))).collect()
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
    /// Words the counts of the parts that were not read; `None` if all was read.
    pub fn not_read_line(&self, language: Language) -> Option<String> {
        let words = Words(language);
        let parts = self.not_read_parts(words);
        (!parts.is_empty()).then(|| words.what_is(words.not_read(), parts.join(words.comma())))
    }

    /// Returns whether it has no words, so that nothing was searched for.
    pub fn has_no_words(&self) -> bool {
        self.total == 0
    }

    /// Names the reasons why the ratios say little about the file: hidden, excluded, disguised or missing text.
    pub fn reservations(&self, language: Language) -> Vec<String> {
        let words = Words(language);
        let has_excluded = self.excluded.as_ref().is_some_and(|excluded| !excluded.matched.is_empty());
        let found = self.obfuscation.as_ref();
        let notes = [
            (self.has_no_words(), words.no_words()),
            (found.is_some_and(|found| found.hidden_text.count > 0), words.has_hidden_text()),
            (found.is_some_and(|found| found.suspicious), words.has_disguised_text()),
            (has_excluded, words.has_excluded()),
            (self.total > 0 && self.template_words == self.total, words.is_template()),
        ];
        let notes = notes.into_iter().filter(|(is_so, _)| *is_so).map(|(_, note)| note.to_owned());
        notes.chain(self.not_read_parts(words)).collect()
    }

    fn not_read_parts(&self, words: Words) -> Vec<String> {
        self.not_read.iter().map(|(kind, &count)| in_words(kind, count, words)).collect()
    }
}

fn in_words(kind: &str, count: u64, words: Words) -> String {
    match kind {
        "pages_without_text" => words.pages_without_text(count),
        "pictures" => words.pictures(count),
        "attachments" => words.attachments(count),
        "text_shapes" => words.text_shapes(count),
        "annotations" => words.annotations(count),
        _ => words.embedded_parts(count),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::structure::NotRead;

    #[test]
    fn each_kind_is_counted_and_said() {
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
            structure.not_read.push(NotRead { kind, count });
        }
        let mut document =
            DocumentReport { total: 5, not_read: counts(&structure), ..DocumentReport::default() };
        assert_eq!(
            document.not_read_line(Language::English).unwrap(),
            "not read: 4 notes or form fields, 2 attachments, 3 embedded parts, 20 pages without text, 1 picture that \
             fills a page, 1 text shape"
        );
        assert!(document.not_read_line(Language::Chinese).unwrap().contains("无文字的页 20 页"));
        document.not_read.clear();
        assert_eq!(document.not_read_line(Language::English), None);
        assert!(document.reservations(Language::English).is_empty());
        document.total = 0;
        assert_eq!(document.reservations(Language::English), ["no words"]);
    }
}
