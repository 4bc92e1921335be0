//! The step before the first: thin blanks inside words.
//!
//! In: any text. Out: the text without the blanks of a hair's width, and the line ends that few programs show, that cut
//! words. A blank alone does not tell whether it cuts a word: `5 N m`, `Dr Smith` and a tightly set line have thin
//! blanks between words. So only blanks between two letters are looked at, and the document itself decides:
//!
//! - Fragments that thin blanks link are a chain. A chain was cut if the document has it as one word elsewhere. It was
//!   not cut if the document has each of its fragments as a word elsewhere, or if it is too long for a word.
//! - The other chains follow the document: they were cut if it has a few cut or open chains, and far fewer whole ones.
//! - Chains of short fragments (units, variables, abbreviations) follow the document too, but do not count in its
//!   decision. Four single letters or more were a word.
//! - A capital begins a new word. Letters without case (Mongolian has a thin blank in its words) are left alone.
//!
//! `O(n)` time; the words are only gathered if a blank stands between letters.

use std::collections::HashSet;

use super::Obfuscation;
use super::offset_map::{OffsetMap, Pen};
use crate::text::Span;
use crate::text::lookup::char_at;

/// The longest word, in letters; a longer chain of three or more fragments is several words.
const LONGEST_WORD: usize = 24;
/// The longest fragment, in letters, that may be a unit or a variable; also the most fragments of a short chain.
const LONGEST_UNIT: usize = 3;
/// The fewest single letters in a row that are one word.
const LEAST_SINGLE: usize = 4;
/// The fewest cut chains that are no accident.
const LEAST_CUT: usize = 3;
/// The fewest cut chains for each whole one; a document with fewer has thin blanks between its words.
const CUT_TO_WHOLE: usize = 5;

/// Removes the thin blanks inside words; returns `None` if there are none.
pub(super) fn join_cut(text: &str, counts: &mut Obfuscation) -> Option<(String, OffsetMap)> {
    let chains = chains(text);
    if chains.is_empty() {
        return None;
    }
    let words = free_words(text, &chains);
    let mut verdicts = Vec::with_capacity(chains.len());
    let (mut cut, mut whole) = (0, 0);
    for chain in &chains {
        let verdict = chain.verdict(text, &words);
        cut += usize::from(matches!(verdict, Verdict::Cut | Verdict::Open));
        whole += usize::from(verdict == Verdict::Whole);
        verdicts.push(verdict);
    }
    let is_cut_text = cut >= LEAST_CUT && cut >= CUT_TO_WHOLE * whole;
    let mut pen = Pen::new(text);
    for (chain, verdict) in chains.iter().zip(verdicts) {
        let is_cut = match verdict {
            Verdict::Cut => true,
            Verdict::Whole => false,
            Verdict::Open | Verdict::Short => is_cut_text,
        };
        if is_cut {
            for blank in chain.blanks() {
                counts.zero_width.add(blank);
                pen.replace(blank.start as usize, blank.range().len(), "");
            }
        }
    }
    pen.finish()
}

/// The judgement of a chain by the words of its document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// One word.
    Cut,
    /// Several words.
    Whole,
    /// An open case: the document decides.
    Open,
    /// An open case that does not count in the decision of the document.
    Short,
}

/// Fragments of letters, with one thin blank between each two.
#[derive(Debug)]
struct Chain(Vec<Span>);

impl Chain {
    /// Returns the range from its first letter to its last.
    fn span(&self) -> Span {
        match (self.0.first(), self.0.last()) {
            (Some(first), Some(last)) => Span::new(first.start, last.end),
            _ => Span::default(),
        }
    }

    fn blanks(&self) -> impl Iterator<Item = Span> {
        self.0.windows(2).map(|pair| Span::new(pair[0].end, pair[1].start))
    }

    fn verdict(&self, text: &str, words: &HashSet<String>) -> Verdict {
        let parts: Vec<String> = self.0.iter().map(|part| part.of(text).to_lowercase()).collect();
        let (mut longest, mut whole) = (0, 0);
        for part in &parts {
            let length = part.chars().count();
            longest = longest.max(length);
            whole += length;
        }
        if parts.len() >= LEAST_SINGLE && longest == 1 {
            return Verdict::Cut;
        }
        if parts.len() > 2 && whole > LONGEST_WORD {
            return Verdict::Whole;
        }
        let are_words = parts.iter().all(|part| words.contains(part));
        if words.contains(&parts.concat()) && !are_words {
            return Verdict::Cut;
        }
        if are_words {
            Verdict::Whole
        } else if longest.max(parts.len()) <= LONGEST_UNIT {
            Verdict::Short
        } else {
            Verdict::Open
        }
    }
}

/// Returns the chains of a text, in its order.
fn chains(text: &str) -> Vec<Chain> {
    let mut chains: Vec<Chain> = Vec::new();
    let mut from = 0;
    while let Some((at, blank)) = next_blank(text, from) {
        from = at + blank.len_utf8();
        let Some((before, after)) = letters_around(text, at, from) else { continue };
        match chains.last_mut() {
            Some(Chain(letters)) if letters.last() == Some(&before) => letters.push(after),
            _ => chains.push(Chain(vec![before, after])),
        }
        from = after.end as usize;
    }
    chains
}

/// Returns the letters before and after a blank, if it could cut a word there.
fn letters_around(text: &str, at: usize, end: usize) -> Option<(Span, Span)> {
    let (before, after) = (text.get(..at)?, text.get(end..)?);
    let start = before.trim_end_matches(is_cased).len();
    let len = after.len() - after.trim_start_matches(is_cased).len();
    let mut letters = after.chars();
    let (first, second) = (letters.next()?, letters.next());
    let last = before.chars().next_back()?;
    let begins_word = first.is_uppercase() && (last.is_lowercase() || second.is_some_and(char::is_lowercase));
    if start == at || len == 0 || begins_word {
        return None;
    }
    Some((Span::new(start as u32, at as u32), Span::new(end as u32, (end + len) as u32)))
}

fn is_cased(c: char) -> bool {
    c.is_lowercase() || c.is_uppercase() || matches!(c, '\u{300}'..='\u{36F}')
}

/// Finds the next thin blank, or line end that few programs show.
fn next_blank(text: &str, from: usize) -> Option<(usize, char)> {
    let bytes = text.as_bytes();
    let mut at = from;
    loop {
        at += bytes.get(at..)?.iter().position(|byte| matches!(byte, 0x0B | 0x0C | 0xC2 | 0xE2))?;
        let c = char_at(text, at)?;
        if matches!(
            c,
            '\u{B}' | '\u{C}' | '\u{85}' | '\u{2006}'..='\u{200A}' | '\u{2028}' | '\u{202F}' | '\u{205F}'
        ) {
            return Some((at, c));
        }
        at += c.len_utf8();
    }
}

/// Returns the words of a text that stand in no chain, in lower case.
fn free_words(text: &str, chains: &[Chain]) -> HashSet<String> {
    let mut free = vec![];
    let mut from = 0;
    for chain in chains {
        let span = chain.span();
        free.push(Span::new(from, span.start));
        from = span.end;
    }
    free.push(Span::new(from, text.len() as u32));
    let mut words = HashSet::new();
    for span in free {
        words.extend(span.of(text).split(|c| !is_cased(c)).map(str::to_lowercase));
    }
    words.remove("");
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    const STORY: &str =
        "The committee considered several important proposals before the meeting ended in great disorder.";

    fn check(text: &str, expected: &str, count: u32) {
        let mut counts = Obfuscation::default();
        let joined = join_cut(text, &mut counts).map_or_else(|| text.to_owned(), |(text, _)| text);
        assert_eq!((joined.as_str(), counts.zero_width.count), (expected, count));
    }

    /// Cuts every word of five letters or more behind its third letter.
    fn cut(text: &str, blank: char) -> String {
        let cut = |word: &str| match word.split_at_checked(3) {
            Some((head, tail)) if tail.len() >= 2 => format!("{head}{blank}{tail}"),
            _ => word.to_owned(),
        };
        text.split(' ').map(cut).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn thin_blanks_inside_words_are_undone_whatever_they_are() {
        let blanks = "\u{2006}\u{2007}\u{2008}\u{2009}\u{200A}\u{202F}\u{205F}\u{85}\u{B}\u{C}\u{2028}";
        for blank in blanks.chars() {
            check(&cut(STORY, blank), STORY, 10);
        }
        check("p\u{200A}l\u{200A}a\u{200A}i\u{200A}n w\u{200A}o\u{200A}r\u{200A}d", "plain word", 7);
        check("A plain word, a pla\u{2009}in word.", "A plain word, a plain word.", 1);
    }

    #[test]
    fn honest_thin_blanks_stay() {
        for honest in [
            "Cela co\u{FB}te 5\u{202F}000\u{202F}€\u{202F}; vraiment\u{202F}?",
            "5\u{2009}kg, 3\u{2009}N\u{2009}m, in J\u{2009}kg\u{2009}K, W\u{2009}m and V\u{2009}s and mol\u{2009}L",
            "J.\u{2009}K. Rowling, Dr\u{2009}Smith, Mr\u{2009}Jones, J\u{2009}Miller and Prof\u{2009}Brown",
            "ᠮᠣᠩᠭᠣᠯ\u{202F}ᠤᠨ ᠮᠣᠩᠭᠣᠯ\u{202F}ᠤᠨ ᠮᠣᠩᠭᠣᠯ\u{202F}ᠤᠨ",
            "A line set\u{2009}tight.",
        ] {
            check(honest, honest, 0);
        }
        check(&STORY.replace(' ', "\u{2009}"), &STORY.replace(' ', "\u{2009}"), 0);
        // Set tight in some places, in a text that has the words elsewhere.
        let tight = format!("{STORY} {}", STORY.replace("l i", "l\u{2009}i").replace("e m", "e\u{2009}m"));
        check(&tight, &tight, 0);
        let lines = "one line of words\u{85}another line of words\u{85}still another line";
        check(lines, lines, 0);
    }
}
