//! The speaker of a quotation in its source, and whether two names mean different people.

use std::collections::HashSet;

use crate::quotation::{Quotation, QuotationKind};
use crate::text::lookup::{ends_with_any, is_separator};
use crate::text::{Document, Span, is_han};

/// The most bytes on either side of a wording that are searched for its quotation.
const AROUND_BYTES: u32 = 4_000;
/// The fewest characters that two Chinese names of one person share.
const SHARED_HAN: usize = 2;

/// The ends of Chinese descriptions of a speaker that name nobody.
#[rustfmt::skip]
const ROLES: [&str; 24] = [
    "发言人", "负责人", "部长", "局长", "主任", "主席", "总理", "总统", "总裁", "经理", "书记", "委员",
    "代表", "记者", "专家", "教授", "医生", "官员", "干部", "校长", "院长", "村民", "市民", "工人",
];

/// Returns the speaker of the quotation in which a wording stands, as its document has it.
pub(super) fn speaker_of(document: &Document, wording: Span) -> Option<String> {
    let text = &*document.text;
    let start = next_boundary(text, wording.start.saturating_sub(AROUND_BYTES))?;
    let end = next_boundary(text, wording.end.saturating_add(AROUND_BYTES).min(text.len() as u32))?;
    let near = Span::new(start, end).of(text);
    let wording = Span::new(wording.start - start, wording.end - start);
    for quotation in Quotation::all_in(near, document.layout).into_iter().rev() {
        let has_wording = quotation.parts.iter().any(|part| 2 * part.shared(wording) > wording.len());
        if let Some(speaker) = quotation.speaker
            && quotation.kind != QuotationKind::Title
            && has_wording
        {
            return Some(one_line(speaker.of(near)));
        }
    }
    None
}

/// Returns the first place from here on at which a character begins, or the end.
fn next_boundary(text: &str, from: u32) -> Option<u32> {
    (from..=text.len() as u32).find(|&at| text.is_char_boundary(at as usize))
}

/// Returns a text with single spaces and no line ends.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns whether two speakers are surely different people: both have a name, and the names share nothing.
pub(super) fn are_different(one: &str, other: &str) -> bool {
    match (one.contains(is_han), other.contains(is_han)) {
        (true, true) => is_chinese_name(one) && is_chinese_name(other) && !shares_characters(one, other),
        (false, false) => {
            let (one, other) = (names(one), names(other));
            !one.is_empty() && !other.is_empty() && one.is_disjoint(&other)
        }
        // A name in two languages.
        _ => false,
    }
}

/// Returns the names in an English description of a speaker, in lower case: capitals that are no title or role.
fn names(speaker: &str) -> HashSet<String> {
    #[rustfmt::skip]
    const TITLES: [&str; 32] = [
        "the", "a", "an", "mr", "mrs", "ms", "dr", "sir", "president", "minister", "prime", "chairman",
        "secretary", "general", "governor", "senator", "professor", "judge", "mayor", "director",
        "chief", "he", "she", "they", "it", "we", "i", "one", "another", "king", "queen", "captain",
    ];
    let mut names = HashSet::new();
    for word in speaker.split(|c| is_separator(c) && c != '-' && c != '\'' && c != '’') {
        if word.chars().count() < 2 || !word.starts_with(char::is_uppercase) {
            continue;
        }
        let name = word.trim_end_matches("'s").trim_end_matches("’s").to_lowercase();
        if !TITLES.contains(&name.as_str()) {
            names.insert(name);
        }
    }
    names
}

/// Returns whether a Chinese description of a speaker ends with a name rather than a role.
fn is_chinese_name(speaker: &str) -> bool {
    speaker.chars().count() >= SHARED_HAN && !ends_with_any(speaker, &ROLES)
}

fn shares_characters(one: &str, other: &str) -> bool {
    let pairs = |text: &str| text.chars().zip(text.chars().skip(1)).collect::<HashSet<(char, char)>>();
    !pairs(one).is_disjoint(&pairs(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_different_if_their_names_share_nothing() {
        for (one, other, expected) in [
            ("Ruth Ellering", "Jonas Brandt", true),
            ("Ruth Ellering", "Mrs. Ellering", false),
            ("the minister", "Jonas Brandt", false),
            ("Prime Minister Jonas Brandt", "President Ellering", true),
            ("he", "Jonas Brandt", false),
            ("港务局长罗青", "罗青", false),
            ("港务局长罗青", "周白水", true),
            ("外交部发言人", "周白水", false),
            ("他", "周白水", false),
            ("周白水", "Zhou Baishui", false),
        ] {
            assert_eq!(are_different(one, other), expected, "{one} {other}");
            assert_eq!(are_different(other, one), expected, "{other} {one}");
        }
    }

    #[test]
    fn the_speaker_of_a_wording_is_that_of_its_quotation() {
        let text = "“It is late,” said Ruth Ellering. Then rain fell. Jonas Brandt said: “The mill on the Orle is closed.”";
        let document = Document { text: text.to_owned(), ..Document::default() };
        let speaker = |wording: &str| {
            let start = text.find(wording).unwrap() as u32;
            speaker_of(&document, Span::new(start, start + wording.len() as u32))
        };
        assert_eq!(speaker("It is late").as_deref(), Some("Ruth Ellering"));
        assert_eq!(speaker("mill on the Orle").as_deref(), Some("Jonas Brandt"));
        assert_eq!(speaker("Then rain fell"), None);
    }
}
