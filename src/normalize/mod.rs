//! A text -> the text for matching, with an offset map to the original.
//!
//! In: any text. Out: the text without anything that hides or disguises words ([`Normalized::text`]), an offset map
//! ([`Normalized::original`]), and for reports what was undone and where. Undone are invisible characters, thin
//! blanks inside words, widths, ligatures, look-alike letters, letter spacing, and words broken at a line end. Case,
//! accents and traditional Han characters stay: the splitter needs case, and the tokenizer folds all three word by
//! word. Double quotes stay, and so do single quotes beside CJK, because the splitter needs their direction in Chinese.
//!
//! Thin blanks inside words go first. Then the characters are folded one by one, and at last broken and disguised words
//! are mended. Each step scans bytes and writes only where something changes, so that plain text is borrowed. `O(n)`
//! time; the map takes 12 bytes for each change. Normalizing twice changes nothing more.
//!
//! ```
//! use ibid::Span;
//! use ibid::normalize::normalize;
//!
//! let read = "an ef\u{ad}fort"; // with a soft hyphen
//! let normalized = normalize(read);
//! assert_eq!(normalized.text, "an effort");
//! assert_eq!(normalized.original(Span { start: 3, end: 9 }).of(read), "ef\u{ad}fort");
//! ```

mod chars;
mod look_alikes;
mod obfuscation;
mod offset_map;
mod thin;
mod words;

use std::borrow::Cow;

pub use self::look_alikes::disguised;
pub(crate) use self::obfuscation::{Obfuscation, Undone};
use self::offset_map::OffsetMap;
use crate::text::Span;

/// A text for matching, made by [`normalize`].
#[derive(Clone, Debug)]
pub struct Normalized<'t> {
    /// The text; borrowed if nothing had to be changed.
    pub text: Cow<'t, str>,
    /// The disguises that were undone, with positions in the original text.
    pub(crate) obfuscation: Obfuscation,
    offset_map: OffsetMap,
}

impl Normalized<'_> {
    /// The version of the rules. Texts normalized by different versions must not be matched.
    pub const VERSION: u32 = 2;

    /// Returns the smallest span of the original text that covers this span of [`text`](Normalized::text), from the
    /// origin of its first character to the origin of its last. An empty span stays empty. `O(log r)` for r changed
    /// places.
    pub fn original(&self, span: Span) -> Span {
        self.offset_map.original(span)
    }

    /// Does the same as [`Normalized::original`] in `O(1)`, for spans in the order of the text. `hint` begins with 0
    /// and is passed from call to call.
    pub(crate) fn original_near(&self, span: Span, hint: &mut usize) -> Span {
        self.offset_map.original_near(span, hint)
    }

    /// Returns how far behind a span its original lies, modulo 2^32; `None` if anything in the span was changed. `hint`
    /// is the one of [`Normalized::original_near`].
    pub(crate) fn distance(&self, span: Span, hint: &mut usize) -> Option<u32> {
        self.offset_map.distance(span, hint)
    }
}

/// Normalizes a text of less than 4 GiB.
pub fn normalize(text: &str) -> Normalized<'_> {
    let obfuscation = Obfuscation::default();
    let mut now = Normalized { text: Cow::Borrowed(text), obfuscation, offset_map: OffsetMap::default() };
    now.step(thin::join_cut);
    now.step(chars::fold_chars);
    now.rewrite(words::join_broken(&now.text));
    // Each of the two gives the other more to do: a look-alike among spaced letters keeps them from being joined, and a
    // Greek letter is a symbol alone, but not in a word that was spaced. Some four rounds at most: letters that stand
    // alone are replaced all at once, and the letters of a word as soon as it is one.
    while now.step(words::join_spaced) | now.step(words::unmask) {
        // Words of mixed scripts stay as they are, so each pass counts them again; only the last pass's count is right.
        now.obfuscation.mixed_script = Undone::default();
    }
    now
}

impl Normalized<'_> {
    /// Runs a step that rewrites the text and reports what it undoes, with positions in its input. Returns whether the
    /// step rewrote anything.
    fn step(&mut self, step: impl FnOnce(&str, &mut Obfuscation) -> Option<(String, OffsetMap)>) -> bool {
        let mut undone = Obfuscation::default();
        let rewritten = step(&self.text, &mut undone);
        undone.each_place(|span| self.offset_map.original(span));
        self.obfuscation.add(undone);
        self.rewrite(rewritten)
    }

    fn rewrite(&mut self, rewritten: Option<(String, OffsetMap)>) -> bool {
        let Some((text, offset_map)) = rewritten else { return false };
        self.offset_map = offset_map.after(&self.offset_map);
        self.text = Cow::Owned(text);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_is_borrowed() {
        for text in
            ["", "Plain text.\nIt’s \"here\".", "他说：“今天好。”\n\n第二段，……《书》。", "Ünïcödé русский"]
        {
            let text = text.replace('’', "'");
            let normalized = normalize(&text);
            assert!(matches!(normalized.text, Cow::Borrowed(_)), "{text}");
            assert_eq!(normalized.original(Span::new(0, 2)), Span::new(0, 2));
        }
    }

    #[test]
    fn a_look_alike_among_spaced_letters_does_not_keep_them_apart() {
        // The second one begins with a Greek letter, which is a symbol where it stands alone.
        for (text, joined) in [("e s а i", "esai"), ("see υ s а i", "see usai")] {
            assert_eq!(normalize(text).text, joined);
        }
    }

    #[test]
    fn spans_lead_back_through_all_steps() {
        let text = "\u{FEFF}Ｔｈｅ s а i\u{200B} d exam-\r\nples";
        let normalized = normalize(text);
        assert_eq!(normalized.text, "The said examples");
        let undone = &normalized.obfuscation;
        assert_eq!(
            (undone.zero_width.count, undone.letter_spaced.count, undone.look_alikes.count),
            (1, 1, 1)
        );
        let places = [&undone.zero_width, &undone.letter_spaced, &undone.look_alikes];
        assert_eq!(
            places.map(|undone| undone.places[0].of(text)),
            ["\u{200B}", "s а i\u{200B} d", "s а i\u{200B} d"]
        );
        let back = |start, end| normalized.original(Span::new(start, end)).of(text);
        assert_eq!(back(0, 3), "Ｔｈｅ");
        assert_eq!(back(4, 8), "s а i\u{200B} d");
        assert_eq!(back(9, 17), "exam-\r\nples");
        assert_eq!(back(5, 6), "а");
    }

    #[test]
    fn any_text_has_a_offset_map_and_normalizes_once() {
        const PIECES: &[&str] = &[
            "a", "b", " ", " ", "\n", "\r\n", "-", "-\n", "е", "Ω", "ж", "υ", "中", "。", "’", "‘", "ｶ", "ﾞ",
            "Ａ", "ﬁ", "\u{200B}", "\u{200D}", "\u{AD}", "\u{FEFF}", "👩", "م", "é", "e\u{301}", "–", "—",
            "\u{3000}", "①", "ﷺ", "x y z w", "\t", "㍿", "́", "\u{2028}", "ɡ", "Ꭰ", "ß", "1", ".", "”", "𝐚",
        ];
        // A fixed seed, so that failures can be repeated.
        let mut random = fastrand::Rng::with_seed(0x9E37_79B9_7F4A_7C15);
        for _ in 0..8_000 {
            let text: String =
                (0..random.usize(..14)).map(|_| PIECES[random.usize(..PIECES.len())]).collect();
            let normalized = normalize(&text);
            let again = normalize(&normalized.text);
            assert_eq!(again.text, normalized.text, "{text:?}");
            let mut last = Span::default();
            for (at, c) in normalized.text.char_indices() {
                let span = normalized.original(Span::new(at as u32, (at + c.len_utf8()) as u32));
                assert!(text.get(span.range()).is_some_and(|source| !source.is_empty()), "{text:?} {at}");
                assert!(span.start >= last.start && span.end >= last.end, "{text:?} {at}");
                last = span;
            }
            let whole = normalized.original(Span::new(0, normalized.text.len() as u32));
            assert!(text.get(whole.range()).is_some());
        }
    }
}
