//! The second step: words that were broken, spaced out or spelled with foreign letters.
//!
//! In: the text after the first step. Out: the text with words broken at a line end joined (`exam-⏎ple`), letter-spaced
//! words joined (`w o r d`), and letters of other scripts that stand for Latin ones replaced. Each of the three scans
//! bytes for its places and then looks at the characters around them. `O(n)` each; no place is visited twice.

use super::Obfuscation;
use super::look_alikes::{is_small_capital, is_sound, looks_like};
use super::offset_map::{OffsetMap, Pen};
use crate::text::lookup::{behind, char_at, char_before, until};
use crate::text::{Span, is_han};

/// A rewritten text with its offset map.
type Rewritten = (String, OffsetMap);

/// Joins words that a line end cuts: removes a hyphen between small letters, the line break and the next line's indent.
pub(super) fn join_broken(text: &str) -> Option<Rewritten> {
    let mut pen = Pen::new(text);
    for at in memchr::memmem::find_iter(text.as_bytes(), b"-\n") {
        let end = text.len() - behind(text, at + 2).trim_start_matches([' ', '\t']).len();
        if char_before(text, at).is_some_and(char::is_lowercase)
            && char_at(text, end).is_some_and(char::is_lowercase)
        {
            pen.replace(at, end - at, "");
        }
    }
    pen.finish()
}

/// The fewest single letters in a row that are taken for one word. Three are not: "X Y Z" and "A B C" are ordinary
/// text.
const MIN_SPACED: usize = 4;

/// Joins runs of single letters with single spaces between them.
pub(super) fn join_spaced(text: &str, counts: &mut Obfuscation) -> Option<Rewritten> {
    let mut pen = Pen::new(text);
    let mut at = 0;
    while let Some(place) = next_spaced(text.as_bytes(), at) {
        let spaces = spaced_run(text, place, at);
        if spaces.len() + 1 >= MIN_SPACED {
            counts.letter_spaced.add(run_of(text, &spaces));
            for &space in &spaces {
                pen.replace(space, 1, "");
            }
        }
        at = spaces.last().copied().unwrap_or(place).max(place) + 1;
    }
    pen.finish()
}

/// Returns the span of the letters around these spaces, from the first to the last.
fn run_of(text: &str, spaces: &[usize]) -> Span {
    let (first, last) = (spaces.first().copied().unwrap_or(0), spaces.last().copied().unwrap_or(0));
    let start = first - char_before(text, first).map_or(0, char::len_utf8);
    let end = last + 1 + char_at(text, last + 1).map_or(0, char::len_utf8);
    Span::new(start as u32, end as u32)
}

/// Finds the next space that is followed by two more, each behind one character of equal length.
fn next_spaced(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    while at < bytes.len() {
        let rest = &bytes[at..];
        if may_be_spaced(rest) != Some(false)
            && let Some(i) = (0..SPACED_CHUNK.min(rest.len())).find(|&i| is_spaced(rest, i))
        {
            return Some(at + i);
        }
        at += SPACED_CHUNK;
    }
    None
}

const SPACED_CHUNK: usize = 64;

/// Returns whether a spaced run may begin at one of the first bytes; `None` near the end of the text. Without branches
/// and with lengths known beforehand, this becomes a few vector instructions.
fn may_be_spaced(rest: &[u8]) -> Option<bool> {
    let (now, next, two) = (spaced_chunk(rest, 0)?, spaced_chunk(rest, 1)?, spaced_chunk(rest, 2)?);
    let (three, four) = (spaced_chunk(rest, 3)?, spaced_chunk(rest, 4)?);
    let (six, eight) = (spaced_chunk(rest, 6)?, spaced_chunk(rest, 8)?);
    let mut found = 0;
    for i in 0..SPACED_CHUNK {
        found |= space(now[i])
            & (u8::from(next[i] > b' ') & space(two[i]) & space(four[i])
                | u8::from(next[i] >= 0xC2) & space(three[i]) & space(six[i])
                | u8::from(next[i] >= 0xE0) & space(four[i]) & space(eight[i]));
    }
    Some(found != 0)
}

/// Returns 1 for a space, without a branch.
#[inline]
fn space(byte: u8) -> u8 {
    u8::from(byte == b' ')
}

#[inline]
fn spaced_chunk(rest: &[u8], ahead: usize) -> Option<&[u8; SPACED_CHUNK]> {
    rest.get(ahead..)?.first_chunk()
}

fn is_spaced(rest: &[u8], i: usize) -> bool {
    let space = |ahead: usize| rest.get(i + ahead) == Some(&b' ');
    let next = rest.get(i + 1).copied().unwrap_or(0);
    space(0)
        && (next > b' ' && space(2) && space(4)
            || next >= 0xC2 && space(3) && space(6)
            || next >= 0xE0 && space(4) && space(8))
}

/// Returns the spaces inside the run of single letters around the space at `place`. No space before `from` belongs to
/// it.
fn spaced_run(text: &str, place: usize, from: usize) -> Vec<usize> {
    let Some(kind) = char_at(text, place + 1).and_then(letter_kind) else { return Vec::new() };
    let mut spaces = Vec::new();
    let mut space = place;
    while space >= from && text.as_bytes().get(space) == Some(&b' ') {
        let Some(c) = char_before(text, space) else { break };
        let start = space - c.len_utf8();
        if single_at(text, start, kind).is_none() {
            break;
        }
        spaces.push(space);
        let Some(next) = start.checked_sub(1) else { break };
        space = next;
    }
    spaces.reverse();
    let mut space = place;
    while text.as_bytes().get(space) == Some(&b' ') {
        let Some(c) = single_at(text, space + 1, kind) else { break };
        if let Some(&last) = spaces.last()
            && last < space
        {
            spaces.push(space);
        }
        let next = space + 1 + c.len_utf8();
        if spaces.is_empty()
            && text.as_bytes().get(next) == Some(&b' ')
            && single_at(text, next + 1, kind).is_some()
        {
            // The letter before `place` is not part of the run, which begins behind this space.
            spaces.push(next);
        }
        space = next;
    }
    // A space is inside the run only if a letter of the run follows.
    if let Some(&last) = spaces.last()
        && single_at(text, last + 1, kind).is_none()
    {
        spaces.pop();
    }
    spaces
}

/// Returns the letter at a place if it is of this kind and no letter or digit stands beside it.
fn single_at(text: &str, at: usize, kind: bool) -> Option<char> {
    let c = char_at(text, at)?;
    let is_single = letter_kind(c) == Some(kind)
        && !char_before(text, at).is_some_and(char::is_alphanumeric)
        && !char_at(text, at + c.len_utf8()).is_some_and(char::is_alphanumeric);
    is_single.then_some(c)
}

/// Returns whether a letter is Han; `None` if it is neither Han nor has case. Other scripts may well write words of one
/// character.
fn letter_kind(c: char) -> Option<bool> {
    (is_han(c) || c.is_lowercase() || c.is_uppercase()).then_some(is_han(c))
}

/// Replaces letters that look like Latin ones, in words that also have Latin letters or small capitals, and, if most
/// letters of the text are Latin, in words of look-alikes alone. A word with a letter that looks like no Latin one is
/// left alone.
pub(super) fn unmask(text: &str, counts: &mut Obfuscation) -> Option<Rewritten> {
    let mut words = Vec::new();
    // The look-alikes in words with Latin letters.
    let mut disguised = 0;
    let mut at = 0;
    while let Some(place) = next_foreign(text.as_bytes(), at) {
        let word = word_around(text, place, at);
        at = word.end;
        if word.mixed_script {
            counts.mixed_script.add(word.span());
        }
        if word.mixed {
            disguised += word.masked;
        }
        if word.mixed || word.masked > 0 {
            words.push(word);
        }
    }
    if words.is_empty() {
        return None;
    }
    let (latin, foreign) = count_letters(text.as_bytes());
    let mostly_latin = latin + disguised > foreign.saturating_sub(disguised);
    let mut pen = Pen::new(text);
    for word in words {
        if !word.mixed && !mostly_latin {
            continue;
        }
        counts.look_alikes.add(word.span());
        let letters = text.get(word.start..word.end).unwrap_or("");
        for (offset, c) in letters.char_indices() {
            if let Some(latin) = looks_like(c) {
                pen.replace(word.start + offset, c.len_utf8(), latin.encode_utf8(&mut [0; 4]));
            }
        }
    }
    pen.finish()
}

/// A word with a foreign letter.
#[derive(Debug)]
struct Word {
    start: usize,
    end: usize,
    /// True if it has Latin letters or small capitals, and every foreign letter looks like a Latin one.
    mixed: bool,
    /// The number of letters that look like Latin ones; 0 if the word is to be left alone.
    masked: usize,
    /// True if it has Latin letters, and a foreign one that looks like none of them, so that it is left alone. Greek
    /// letters do not count: they are symbols, as in "μm".
    mixed_script: bool,
}

impl Word {
    fn span(&self) -> Span {
        Span::new(self.start as u32, self.end as u32)
    }
}

fn word_around(text: &str, place: usize, from: usize) -> Word {
    let before = text.get(from..place).unwrap_or("");
    let start = place - (before.len() - before.trim_end_matches(is_letter).len());
    let rest = behind(text, start);
    let letters = until(rest, rest.len() - rest.trim_start_matches(is_letter).len());
    let (mut latin, mut masked, mut strange) = (0, 0, 0);
    let (mut has_latin, mut has_other, mut sounds, mut small) = (false, false, 0, false);
    for c in letters.chars() {
        has_latin |= c.is_ascii_alphabetic();
        has_other |= matches!(c, '\u{400}'..='\u{58F}' | '\u{13A0}'..='\u{13FF}');
        sounds += usize::from(is_sound(c));
        small |= is_small_capital(c);
        match looks_like(c) {
            Some(_) => masked += 1,
            None if is_latin(c) => latin += 1,
            None => strange += 1,
        }
    }
    // The end lies at least behind the character that was found, be it a letter or not.
    let least = place + char_at(text, place).map_or(1, char::len_utf8);
    let mixed_script = has_latin && has_other && strange > 0;
    // "bɪt" is how a word sounds, and "ɪ" is a sound.
    let is_sounds = masked == sounds && (latin > 0 || masked == 1);
    let masked = if strange == 0 && !is_sounds { masked } else { 0 };
    // One Greek letter alone is a symbol; a Cyrillic а or о is a word.
    let masked = if latin == 0 && masked == 1 && matches!(char_at(text, start), Some('\u{370}'..='\u{3FF}')) {
        0
    } else {
        masked
    };
    Word {
        start,
        end: (start + letters.len()).max(least),
        mixed: (latin > 0 || small) && masked > 0,
        masked,
        mixed_script,
    }
}

/// Returns whether a character belongs to a word in letters other than Han.
fn is_letter(c: char) -> bool {
    c.is_alphabetic() && !is_han(c) || matches!(c, '\u{300}'..='\u{36F}')
}

fn is_latin(c: char) -> bool {
    matches!(c, 'A'..='Z' | 'a'..='z' | '\u{C0}'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}' | '\u{300}'..='\u{36F}')
}

/// Returns whether these bytes may begin a Cherokee letter or a small capital of the table.
fn is_foreign_wide(two: &[u8]) -> bool {
    matches!(two, [0xE1, 0x8E | 0x8F | 0xB4] | [0xEA, 0x9C | 0x9E | 0xAD | 0xAE])
}

/// Finds the next character that may belong to a script in the table, by its first bytes.
fn next_foreign(bytes: &[u8], from: usize) -> Option<usize> {
    const CHUNK: usize = 32;
    let mut at = from;
    while let Some(rest) = bytes.get(at..) {
        if let Some(chunk) = rest.first_chunk::<CHUNK>() {
            let mut near = 0;
            for &byte in chunk {
                near |= u8::from(is_foreign(byte)) | u8::from(matches!(byte, 0xE1 | 0xEA));
            }
            if near == 0 {
                at += CHUNK;
                continue;
            }
        }
        for (i, &byte) in rest.iter().enumerate().take(CHUNK) {
            if is_foreign(byte) || rest.get(i..i + 2).is_some_and(is_foreign_wide) {
                return Some(at + i);
            }
        }
        if rest.len() < CHUNK {
            return None;
        }
        at += CHUNK;
    }
    None
}

/// Returns whether a byte begins a letter of the table, of two bytes.
#[inline]
fn is_foreign(byte: u8) -> bool {
    byte.wrapping_sub(0xCD) < 10 || matches!(byte, 0xC9 | 0xCA)
}

/// Counts the letters that are Latin and those of other scripts, by the first byte of each character.
fn count_letters(bytes: &[u8]) -> (usize, usize) {
    let latin = bytes.iter().filter(|b| b.is_ascii_alphabetic() || matches!(b, 0xC3..=0xC8)).count();
    let foreign = bytes.iter().filter(|b| matches!(b, 0xC9..=0xE1 | 0xE3..=0xED)).count();
    (latin, foreign)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_of(rewritten: Option<Rewritten>, text: &str) -> String {
        rewritten.map_or_else(|| text.to_owned(), |(text, _)| text)
    }

    #[test]
    fn joins_words_broken_at_a_line_end() {
        for (text, joined) in [
            ("an exam-\nple of", "an example of"),
            ("an exam-\n   ple of", "an example of"),
            ("Jean-\nPaul", "Jean-\nPaul"),
            ("19-\n20", "19-\n20"),
            ("so --\nthen", "so --\nthen"),
            ("one-\n\ntwo", "one-\n\ntwo"),
            ("a-\nb-\nc", "abc"),
        ] {
            assert_eq!(text_of(join_broken(text), text), joined);
        }
    }

    #[test]
    fn joins_letter_spaced_words() {
        for (text, joined) in [
            ("a w o r d here", "aword here"),
            ("the w o r d here", "the word here"),
            ("w o r d", "word"),
            ("w o r d.", "word."),
            ("w o r d s  a r e", "words  a r e"),
            ("X Y Z and A B", "X Y Z and A B"),
            ("S t r a ß e", "Straße"),
            ("п л а г и а т", "плагиат"),
            ("“p l a g i a r i s m”, he said", "“plagiarism”, he said"),
            ("中 华 人 民 共 和 国", "中华人民共和国"),
            ("目 录", "目 录"),
            ("1 2 3 4 5 6", "1 2 3 4 5 6"),
            ("I saw a b c dog", "I saw a b c dog"),
            ("a  b  c  d", "a  b  c  d"),
            ("나 는 가 다 요", "나 는 가 다 요"),
        ] {
            // Between other text, where many bytes are looked at together.
            let much = "plain words. ".repeat(12);
            let (amid, joined_amid) = (format!("{much}{text}. {much}"), format!("{much}{joined}. {much}"));
            assert_eq!(text_of(join_spaced(&amid, &mut Obfuscation::default()), &amid), joined_amid);
            let mut undone = Obfuscation::default();
            assert_eq!(text_of(join_spaced(text, &mut undone), text), joined, "{text}");
            for place in undone.letter_spaced.places {
                let run = place.of(text).replace(' ', "");
                assert!(run.chars().count() >= MIN_SPACED && joined.contains(&run), "{text}: {run}");
            }
        }
    }

    #[test]
    fn foreign_letters_in_latin_words_are_replaced() {
        for (text, plain, words) in [
            ("раypal and Ρlato", "paypal and Plato", 2),
            ("это можно, а не оно", "это можно, а не оно", 0),
            ("a long English text о р с", "a long English text o p c", 3),
            ("the α and the ρ decay", "the α and the ρ decay", 0),
            ("α-helix of 5 μm", "α-helix of 5 μm", 0),
            ("中文и汉字 Tокен", "中文и汉字 Tокен", 0),
            ("士土一口", "士土一口", 0),
            ("Ꮃhat", "What", 1),
            ("Tʜᴇ ꜱᴍᴀʟʟ ᴄᴀᴘɪᴛᴀʟꜱ ᴏꜰ ᴀ ʙᴏᴏᴋ", "The small capitals of a book", 6),
            ("ꭼꮩꭼ of the word", "eve of the word", 1),
            ("a bit is /bɪt/, and ɪ a sound; 一个 ɴ", "a bit is /bɪt/, and ɪ a sound; 一个 ɴ", 0),
        ] {
            let mut counts = Obfuscation::default();
            assert_eq!(text_of(unmask(text, &mut counts), text), plain);
            assert_eq!(counts.look_alikes.count, words, "{text}");
            let mixed = if text.contains("окен") { 1 } else { 0 };
            assert_eq!(counts.mixed_script.count, mixed, "{text}");
        }
    }
}
