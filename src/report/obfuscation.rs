//! What hid or disguised words in a query document.

use serde::{Deserialize, Serialize};

use super::words::{Language, Words};
use crate::normalize::{Obfuscation, Undone};
use crate::text::{CharIndex, Document};

/// The words in a thousand above which a document is suspicious ...
const SUSPICIOUS_PER_MILLE: u64 = 5;
/// ... if there are also at least this many: a stray character in a short text is no attempt to deceive.
const LEAST_SUSPICIOUS: u64 = 5;

/// What was undone in a query document before it was matched, and what its reader left out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ObfuscationReport {
    /// Whether more than 0.5 % of the words (Chinese: characters), and at least five, are affected. Hidden text has no
    /// part in it: common pages hide their menus.
    pub suspicious: bool,
    /// Invisible characters, which were taken out.
    pub zero_width: UndoneReport,
    /// Words in which letters of another script stood for Latin ones; read as the Latin letters.
    pub look_alikes: UndoneReport,
    /// Words with letters of two scripts that were left as they are.
    pub mixed_script: UndoneReport,
    /// Words with a space between their letters; joined.
    pub letter_spaced: UndoneReport,
    /// Characters of text that the page hides, white space not counted; left out. They have no places.
    pub hidden_text: UndoneReport,
    /// Marks of writing direction, which were taken out.
    pub bidi: UndoneReport,
}

/// One kind of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct UndoneReport {
    /// How often.
    pub count: u64,
    /// The first places, at most twenty: start and end of each.
    pub places: Vec<[u32; 2]>,
}

/// Says a count.
type InWords = fn(Words, u64) -> String;

impl ObfuscationReport {
    /// What was found in a document with this number of words; none if nothing was found.
    pub(crate) fn of(
        document: &Document,
        found: &Obfuscation,
        chars: &CharIndex<'_>,
        words: u64,
    ) -> Option<ObfuscationReport> {
        let undone = |undone: &Undone| UndoneReport {
            count: u64::from(undone.count),
            places: undone
                .places
                .iter()
                .map(|place| [chars.chars(place.start), chars.chars(place.end)])
                .collect(),
        };
        let mut report = ObfuscationReport {
            suspicious: false,
            zero_width: undone(&found.zero_width),
            look_alikes: undone(&found.look_alikes),
            mixed_script: undone(&found.mixed_script),
            letter_spaced: undone(&found.letter_spaced),
            hidden_text: UndoneReport { count: u64::from(document.meta.hidden_chars), places: vec![] },
            bidi: undone(&found.bidi),
        };
        let all: u64 = report.kinds().iter().map(|(kind, _)| kind.count).sum();
        let affected = all - report.hidden_text.count;
        report.suspicious = affected >= LEAST_SUSPICIOUS && affected * 1000 > words * SUSPICIOUS_PER_MILLE;
        (all > 0).then_some(report)
    }

    /// The kinds, and how each is said with its count.
    fn kinds(&self) -> [(&UndoneReport, InWords); 6] {
        [
            (&self.zero_width, Words::zero_width),
            (&self.look_alikes, Words::look_alikes),
            (&self.mixed_script, Words::mixed_script),
            (&self.letter_spaced, Words::letter_spaced),
            (&self.hidden_text, Words::hidden_text),
            (&self.bidi, Words::bidi),
        ]
    }

    /// One line for people: what there is of each kind, with a warning where that is suspicious.
    pub fn line(&self, language: Language) -> String {
        let words = Words(language);
        let there = self.kinds().into_iter().filter(|(kind, _)| kind.count > 0);
        let named: Vec<String> = there.map(|(kind, in_words)| in_words(words, kind.count)).collect();
        let lead = if self.suspicious { words.may_be_disguised() } else { words.hidden_or_disguised() };
        words.what_is(lead, named.join(words.comma()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::normalize::normalize;

    fn of(text: &str, hidden_chars: u32, words: u64) -> Option<ObfuscationReport> {
        let mut document = Document { text: text.to_owned(), ..Document::default() };
        document.meta.hidden_chars = hidden_chars;
        ObfuscationReport::of(&document, &normalize(text).obfuscation, &CharIndex::new(text), words)
    }

    #[test]
    fn each_kind_is_named_and_placed_in_code_points() {
        assert_eq!(of("Plain text, 平常的文字。", 0, 9), None);
        let found = of("水车 w\u{200B}ord раypal Tокен w o r d \u{202E}xyz", 3, 7).unwrap();
        let places = |kind: &UndoneReport| (kind.count, kind.places.clone());
        assert_eq!(places(&found.zero_width), (1, vec![[4, 5]]));
        assert_eq!(places(&found.look_alikes), (1, vec![[9, 15]]));
        assert_eq!(places(&found.mixed_script), (1, vec![[16, 21]]));
        assert_eq!(places(&found.letter_spaced), (1, vec![[22, 29]]));
        assert_eq!(places(&found.bidi), (1, vec![[30, 31]]));
        assert_eq!(places(&found.hidden_text), (3, vec![]));
        assert_eq!(
            found.line(Language::English),
            "warning: this text may be disguised: 1 zero-width character, 1 word with look-alike letters, 1 word of \
             mixed scripts, 1 letter-spaced word, 3 characters of hidden text, 1 direction mark"
        );
    }

    #[test]
    fn few_of_many_words_are_not_suspicious() {
        let suspicious =
            |times: usize, words| of(&"w\u{200B}ord ".repeat(times), 0, words).unwrap().suspicious;
        assert!(!suspicious(4, 20) && suspicious(5, 20));
        assert!(!suspicious(5, 1000) && suspicious(6, 1000));
        let hidden = of("A page.", 5000, 2).unwrap();
        assert_eq!(
            (hidden.suspicious, hidden.line(Language::English).as_str()),
            (false, "hidden or disguised: 5,000 characters of hidden text")
        );
        let many = of(&"w\u{200B}ord ".repeat(50), 0, 50).unwrap().zero_width;
        assert_eq!((many.count, many.places.len()), (50, 20));
    }
}
