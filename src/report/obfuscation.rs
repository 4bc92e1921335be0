//! The hidden and disguised words of a query document.

use serde::{Deserialize, Serialize};

use super::columns::shorten;
use crate::chars::CharIndex;
use crate::normalize::{Obfuscation, Undone};
use crate::structure::Hidden;
use crate::text::Document;

/// The words in a thousand above which a document is suspicious.
const SUSPICIOUS_PER_MILLE: u64 = 5;
/// The least number of words for that: a stray character in a short text is no attempt to deceive.
const LEAST_SUSPICIOUS: u64 = 5;

/// The disguises undone in a query document before it was matched, and the text that its reader left out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ObfuscationReport {
    /// True if more than 0.5 % of the words (Chinese: characters), and at least five, are affected. Hidden text does
    /// not matter here: common pages hide their menus.
    pub suspicious: bool,
    /// Invisible characters, which were removed.
    pub zero_width: UndoneReport,
    /// Words in which letters of another script stood for Latin ones; read as the Latin letters.
    pub look_alikes: UndoneReport,
    /// Words with letters of two scripts that were left unchanged.
    pub mixed_script: UndoneReport,
    /// Words with a space between their letters; joined.
    pub letter_spaced: UndoneReport,
    /// Text that the file hides; left out.
    pub hidden_text: HiddenReport,
    /// Marks of writing direction, which were removed.
    pub bidi: UndoneReport,
    /// Letters that a reader may see as others, because they look unlike the letters that the file says they are.
    #[serde(skip_serializing_if = "super::is_none", default)]
    pub doubtful_letters: u64,
}

/// The words or characters of one kind of disguise.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct UndoneReport {
    /// The number of occurrences.
    pub count: u64,
    /// The first places, at most twenty: start and end of each.
    pub places: Vec<[u32; 2]>,
}

/// The text that a file hides.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HiddenReport {
    /// The number of its characters, without white space.
    pub count: u64,
    /// The first places, at most twenty. Empty for a document that comes from an index.
    pub places: Vec<HiddenPlace>,
}

/// A hidden text.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HiddenPlace {
    /// The way it is hidden: `color`, `tiny`, `off-page`, `not-shown` or `covered`.
    pub why: String,
    /// Its page, if the file has pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<u32>,
    /// The number of the character of the text before which it stands.
    pub at: u32,
    /// Its beginning.
    pub text: String,
}

/// The most places that are listed, as for the other kinds.
const MOST_PLACES: usize = 20;
/// The most columns of a hidden text that are shown.
const BEGINNING: usize = 80;

impl ObfuscationReport {
    /// Reports the disguises of a document with this number of words; `None` if there are none.
    pub(crate) fn of(
        document: &Document,
        found: &Obfuscation,
        chars: &CharIndex<'_>,
        words: u64,
    ) -> Option<ObfuscationReport> {
        let mut report = ObfuscationReport {
            suspicious: false,
            zero_width: UndoneReport::of(&found.zero_width, chars),
            look_alikes: UndoneReport::of(&found.look_alikes, chars),
            mixed_script: UndoneReport::of(&found.mixed_script, chars),
            letter_spaced: UndoneReport::of(&found.letter_spaced, chars),
            hidden_text: HiddenReport::of(document, chars),
            bidi: UndoneReport::of(&found.bidi, chars),
            doubtful_letters: u64::from(document.structure.doubtful_chars),
        };
        let affected = report.disguised();
        report.suspicious = affected >= LEAST_SUSPICIOUS && affected * 1000 > words * SUSPICIOUS_PER_MILLE;
        (affected + report.hidden_text.count > 0).then_some(report)
    }

    /// Returns the number of words and characters of all kinds but hidden text.
    pub(crate) fn disguised(&self) -> u64 {
        let undone =
            [&self.zero_width, &self.look_alikes, &self.mixed_script, &self.letter_spaced, &self.bidi];
        let mut count = self.doubtful_letters;
        for undone in undone {
            count += undone.count;
        }
        count
    }
}

impl UndoneReport {
    fn of(undone: &Undone, chars: &CharIndex<'_>) -> UndoneReport {
        let places = undone.places.iter().map(|place| [chars.chars(place.start), chars.chars(place.end)]);
        UndoneReport { count: u64::from(undone.count), places: places.collect() }
    }
}

impl HiddenReport {
    /// Returns whether there may be more places than are listed.
    pub fn may_have_more(&self) -> bool {
        self.places.len() == MOST_PLACES
    }

    fn of(document: &Document, chars: &CharIndex<'_>) -> HiddenReport {
        let place = |hidden: &Hidden| HiddenPlace {
            why: hidden.why.name().to_owned(),
            page: hidden.page,
            at: chars.chars(hidden.at),
            text: shorten(&hidden.text, BEGINNING),
        };
        let places = document.structure.hidden.iter().take(MOST_PLACES).map(place).collect();
        HiddenReport { count: u64::from(document.meta.hidden_chars), places }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::normalize::normalize;
    use crate::structure::HiddenWhy;

    fn of(text: &str, hidden_chars: u32, words: u64) -> Option<ObfuscationReport> {
        let mut document = Document { text: text.to_owned(), ..Document::default() };
        document.meta.hidden_chars = hidden_chars;
        ObfuscationReport::of(&document, &normalize(text).obfuscation, &CharIndex::new(text), words)
    }

    #[test]
    fn each_kind_is_counted_and_placed_in_code_points() {
        assert_eq!(of("Plain text, 平常的文字。", 0, 9), None);
        let found = of("水车 w\u{200B}ord раypal Tокен w o r d \u{202E}xyz", 3, 7).unwrap();
        let places = |kind: &UndoneReport| (kind.count, kind.places.clone());
        assert_eq!(places(&found.zero_width), (1, vec![[4, 5]]));
        assert_eq!(places(&found.look_alikes), (1, vec![[9, 15]]));
        assert_eq!(places(&found.mixed_script), (1, vec![[16, 21]]));
        assert_eq!(places(&found.letter_spaced), (1, vec![[22, 29]]));
        assert_eq!(places(&found.bidi), (1, vec![[30, 31]]));
        assert_eq!(found.hidden_text, HiddenReport { count: 3, places: vec![] });
    }

    #[test]
    fn hidden_text_has_its_place_and_its_page() {
        let mut document = Document { text: "大风之前。".to_owned(), ..Document::default() };
        document.meta.hidden_chars = 104;
        for page in [3, 1, 3] {
            let (why, text) = (HiddenWhy::Tiny, "x".repeat(100));
            document.structure.hidden.push(Hidden { why, text, page: Some(page), at: 6 });
        }
        let chars = CharIndex::new(&document.text);
        let found = ObfuscationReport::of(&document, &Obfuscation::default(), &chars, 5).unwrap();
        let place = &found.hidden_text.places[0];
        assert_eq!((&*place.why, place.page, place.at, place.text.chars().count()), ("tiny", Some(3), 2, 80));
    }

    #[test]
    fn few_of_many_words_are_not_suspicious() {
        let suspicious =
            |times: usize, words| of(&"w\u{200B}ord ".repeat(times), 0, words).unwrap().suspicious;
        assert!(!suspicious(4, 20) && suspicious(5, 20));
        assert!(!suspicious(5, 1000) && suspicious(6, 1000));
        let hidden = of("A page.", 5000, 2).unwrap();
        assert!(!hidden.suspicious);
        let many = of(&"w\u{200B}ord ".repeat(50), 0, 50).unwrap().zero_width;
        assert_eq!((many.count, many.places.len()), (50, 20));
    }
}
