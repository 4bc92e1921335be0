//! One paragraph -> sentences.
//!
//! In: the text of a paragraph. Out: spans. A scan over bytes stops where a terminator or a bracket can begin. The text
//! around a terminator then decides, by one set of rules for Latin and one for CJK text. The rules look at nothing
//! outside the paragraph, and at nothing far away inside it, except for a count of straight quotes. `O(n)`.

use super::abbreviations::{self, Next};
use super::long;
use super::marks::{
    goes_on, has_chars, is_cjk, is_cjk_terminator, is_closing_quote, is_opening_bracket, is_opening_quote,
    is_roman, is_terminator, opener_of,
};
use crate::text::Span;
use crate::text::lookup::{behind, char_at, char_before, is_digit, is_number, is_separator};

/// The longest text in brackets that is not cut, in characters.
const MAX_BRACKETED_CHARS: usize = 40;
/// The fewest characters, without white space, of the clauses on both sides of a semicolon that cuts.
const MIN_CLAUSE_CHARS: usize = 8;
/// The number of open brackets that are tracked at once; the outermost are forgotten.
const MAX_DEPTH: usize = 8;

/// Adds the sentences of `paragraph`, which begins at byte `base` of the text.
pub(super) fn add_sentences(paragraph: &str, base: usize, out: &mut Vec<Span>) {
    let mut scan = Scan {
        text: paragraph,
        base,
        start: 0,
        clause: 0,
        semicolon: None,
        brackets: [(0, ' '); MAX_DEPTH],
        depth: 0,
        quotes: (0, false),
        out,
    };
    let mut at = 0;
    while let Some(place) = next_stop(paragraph.as_bytes(), at) {
        at = scan.stop(place);
    }
    scan.finish(paragraph.len(), paragraph.len());
}

/// The bytes at which a terminator, a semicolon or a bracket may begin.
const STOPS: [bool; 256] = {
    let mut stops = [false; 256];
    let leads = b".!?;()\xE2\xE3\xEF\xD8\xDB\xE0";
    let mut i = 0;
    while i < leads.len() {
        stops[leads[i] as usize] = true;
        i += 1;
    }
    stops
};

fn next_stop(bytes: &[u8], from: usize) -> Option<usize> {
    let rest = bytes.get(from..)?;
    Some(from + rest.iter().position(|&byte| STOPS[usize::from(byte)])?)
}

struct Scan<'t, 'o> {
    text: &'t str,
    base: usize,
    /// The beginning of the open sentence.
    start: usize,
    /// The beginning of the open clause: behind the last semicolon, or with the sentence.
    clause: usize,
    /// The end of a semicolon that cuts if the clause behind it turns out long enough.
    semicolon: Option<usize>,
    /// The open brackets with their positions, the innermost last.
    brackets: [(usize, char); MAX_DEPTH],
    depth: usize,
    /// The end of the text in which straight double quotes were counted, and whether one is open there.
    quotes: (usize, bool),
    out: &'o mut Vec<Span>,
}

/// A run of terminators, with the closing marks that belong to it.
#[derive(Debug, Default)]
struct Ending {
    end: usize,
    /// The number of dots; with no other mark, one is a full stop, more are an ellipsis.
    dots: usize,
    /// The number of `…`.
    ellipses: usize,
    /// True if it holds a stronger mark: `!`, `?`, `。`.
    strong: bool,
    /// True if a quotation was closed.
    quote: bool,
    /// The last bracket that was closed, and the position of its opening one, if known.
    bracket: Option<(char, Option<usize>)>,
}

impl Ending {
    fn is_full_stop(&self) -> bool {
        self.dots == 1 && self.ellipses == 0 && !self.strong
    }
}

impl Scan<'_, '_> {
    /// Looks at the character at `at`. Returns the position to continue from.
    fn stop(&mut self, at: usize) -> usize {
        let Some(c) = char_at(self.text, at) else { return at + 1 };
        let end = at + c.len_utf8();
        if is_terminator(c) {
            return self.terminator(at, c);
        }
        if c == '；' || c == ';' && char_before(self.text, at).is_some_and(is_cjk) {
            return self.semicolon(at, end);
        }
        if is_opening_bracket(c) {
            self.open(at, c);
        } else if let Some(opener) = opener_of(c) {
            self.close(opener);
        }
        end
    }

    fn terminator(&mut self, at: usize, c: char) -> usize {
        let cjk = is_cjk_terminator(c) || char_before(self.text, at).is_some_and(is_cjk);
        let mut ending = self.ending(at, cjk);
        if !cjk || c != '.' {
            ending.end = self.citation(at, &ending);
        }
        let cuts = match char_at(self.text, ending.end) {
            Some(next) if cjk => self.cuts_cjk(at, &ending, next),
            Some(next) => self.cuts_latin(at, &ending, next),
            None => false,
        };
        if cuts {
            self.finish(at, ending.end);
        }
        ending.end
    }

    /// Reads terminators and closing marks from `at` on, as long as there are any.
    fn ending(&mut self, at: usize, cjk: bool) -> Ending {
        let mut ending = Ending { end: at, ..Ending::default() };
        while let Some(c) = char_at(self.text, ending.end) {
            let end = ending.end + c.len_utf8();
            match c {
                '.' => ending.dots += 1,
                '…' | '⋯' => ending.ellipses += 1,
                ' ' | '\n' if ending.dots > 0 && !cjk && self.is_spaced_dot(ending.end) => {}
                c if is_terminator(c) => ending.strong = true,
                '"' if cjk && self.opens_quote(ending.end) => break,
                c if is_closing_quote(c) => ending.quote = true,
                // Markup around a sentence that ends here.
                '*' | '_' if !cjk => {}
                c => match opener_of(c) {
                    Some(opener) => ending.bracket = Some((c, self.close(opener))),
                    None => break,
                },
            }
            ending.end = end;
        }
        ending
    }

    /// Returns whether ` .` at `at` continues an ellipsis such as `. . .`.
    fn is_spaced_dot(&self, at: usize) -> bool {
        let near = self.text.as_bytes().get(at + 1..).unwrap_or(&[]);
        near.first() == Some(&b'.') && !near.get(1).is_some_and(u8::is_ascii_alphanumeric)
    }

    /// Returns whether the straight quote at `at` is an opening one: an even number of them stand before it in the
    /// paragraph.
    fn opens_quote(&mut self, at: usize) -> bool {
        let (from, open) = self.quotes;
        let between = self.text.as_bytes().get(from..at).unwrap_or(&[]);
        let count = memchr::memchr_iter(b'"', between).count();
        let open = open != (count % 2 == 1);
        self.quotes = (at.max(from), open);
        !open
    }

    /// Returns the end of a reference mark attached to the ending (`[12]`, `[3, 5-7]`, or a raised number), or of the
    /// ending itself if there is none.
    fn citation(&self, at: usize, ending: &Ending) -> usize {
        let bytes = self.text.as_bytes();
        let mut end = ending.end;
        while bytes.get(end) == Some(&b'[') {
            let inside = bytes.get(end + 1..).unwrap_or(&[]);
            let len = figures_len(inside, 60, b",- ");
            let has_digit = inside.iter().take(len).any(u8::is_ascii_digit);
            if !has_digit || inside.get(len) != Some(&b']') {
                break;
            }
            end += len + 2;
        }
        if end > ending.end || !ending.is_full_stop() {
            return end;
        }
        // A raised number has become a plain one: "as known.12 We" or "as known.3,5-7 We".
        let raised = bytes.get(end..).unwrap_or(&[]);
        let len = figures_len(raised, 12, b",-");
        let mut numbers = raised.get(..len).unwrap_or(&[]).split(|b| !b.is_ascii_digit());
        let is_mark = numbers.all(|number| (1..=3).contains(&number.len()))
            && raised.get(len).is_none_or(u8::is_ascii_whitespace)
            && char_before(self.text, at).is_some_and(char::is_lowercase)
            && !abbreviations::takes_number(self.text, at);
        if is_mark { end + len } else { end }
    }

    fn cuts_cjk(&self, at: usize, ending: &Ending, next: char) -> bool {
        let wide = ending.strong && !matches!(char_at(self.text, at), Some('!' | '?'));
        if !wide
            && (next.is_ascii_digit() || next.is_ascii_lowercase() || matches!(next, '=' | '&' | '/' | '_'))
        {
            return false;
        }
        if ending.is_full_stop() && (next.is_ascii_alphanumeric() || self.is_enumerator(at)) {
            return false;
        }
        if behind(self.text, ending.end).trim_start_matches(' ').starts_with(goes_on) {
            return false;
        }
        if !ending.strong && !ending.is_full_stop() {
            let long = ending.ellipses >= 2 || ending.dots >= 6;
            if !long && !next.is_whitespace() {
                return false;
            }
        }
        match ending.bracket {
            Some(('》' | '〉', _)) => return false,
            Some((_, Some(opened))) if self.is_short(opened, at) && self.has_begun(opened) => return false,
            _ => {}
        }
        if ending.quote && is_particle(next) {
            return false;
        }
        !self.is_bracketed(at)
    }

    fn cuts_latin(&self, at: usize, ending: &Ending, attached: char) -> bool {
        if goes_on(attached)
            || !attached.is_whitespace() && !is_cjk(attached) && !matches!(attached, '“' | '‘')
        {
            return false;
        }
        let after_digit = char_before(self.text, at).is_some_and(is_digit);
        if ending.is_full_stop() && (self.is_enumerator(at) || after_digit && is_cjk(attached)) {
            return false;
        }
        let next = self.next(ending.end);
        if let Some((place, first)) = next.first {
            if first.is_lowercase() && !next.quoted && !self.is_address(place) {
                return false;
            }
            let plain = !ending.quote && ending.bracket.is_none() && ending.end == at + 1;
            if ending.is_full_stop() && plain && !abbreviations::ends_sentence(self.text, at, &next) {
                return false;
            }
        }
        !self.is_bracketed(at)
    }

    /// Returns the first letter or digit after `at`, if it is near.
    fn next(&self, at: usize) -> Next {
        let mut next = Next::default();
        let rest = behind(self.text, at).trim_start();
        let start = self.text.len() - rest.len();
        for (offset, c) in rest.char_indices().take(8) {
            if c.is_alphanumeric() {
                next.first = Some((start + offset, c));
                return next;
            }
            next.quoted |= is_opening_quote(c);
            next.bracketed |= matches!(c, '(' | '[' | '{');
        }
        next
    }

    fn is_address(&self, at: usize) -> bool {
        let rest = behind(self.text, at);
        rest.starts_with("http") || rest.starts_with("www.")
    }

    /// Returns whether the open sentence is so far only a number such as `1`, `2.3`, `a`, `IV`, `第1` or `一`.
    fn is_enumerator(&self, at: usize) -> bool {
        let begun = self.text.get(self.start..at).unwrap_or("");
        if begun.len() > 24 {
            return false;
        }
        let number = begun.trim_start_matches(is_separator).trim_end();
        if number.is_empty() {
            return false;
        }
        let digits = number.split('.').all(|part| is_number(part, 1..=3));
        let letter = matches!(number.as_bytes(), [letter] if letter.is_ascii_alphabetic());
        let han = number.strip_prefix('第').unwrap_or(number);
        let has_prefix = han.len() < number.len();
        let han = han.len() <= 15 && han.chars().all(|c| is_han_digit(c) || has_prefix && is_digit(c));
        digits || is_roman(number) || letter || han
    }

    /// Notes a semicolon behind a clause that is long enough. It cuts once the clause behind it proves long enough too.
    fn semicolon(&mut self, at: usize, end: usize) -> usize {
        if self.is_bracketed(at) {
            return end;
        }
        let rest = behind(self.text, end).trim_start_matches(is_closing_quote);
        let end = self.text.len() - rest.len();
        self.settle_semicolon(at);
        let clause = self.text.get(self.clause..at).unwrap_or("");
        self.semicolon = has_chars(clause, MIN_CLAUSE_CHARS).then_some(end);
        self.clause = end;
        end
    }

    /// Cuts at the last semicolon if the clause from there to `at` is long enough.
    fn settle_semicolon(&mut self, at: usize) {
        if let Some(cut) = self.semicolon.take() {
            let clause = self.text.get(cut..at).unwrap_or("");
            if has_chars(clause, MIN_CLAUSE_CHARS) {
                self.add(cut);
            }
        }
    }

    /// Ends the sentence whose last words end at `at` and whose last mark ends at `end`.
    fn finish(&mut self, at: usize, end: usize) {
        self.settle_semicolon(at);
        self.add(end);
        self.clause = end;
    }

    fn add(&mut self, end: usize) {
        long::add(self.text, self.start, end, self.base, self.out);
        self.start = self.text.len() - behind(self.text, end).trim_start().len();
    }

    fn open(&mut self, at: usize, c: char) {
        if self.depth == MAX_DEPTH {
            self.brackets.rotate_left(1);
            self.depth -= 1;
        }
        if let Some(place) = self.brackets.get_mut(self.depth) {
            *place = (at, c);
            self.depth += 1;
        }
    }

    /// Closes the innermost bracket of this kind and those inside it. Returns where it was opened.
    fn close(&mut self, opener: char) -> Option<usize> {
        let open = self.brackets.get(..self.depth).unwrap_or(&[]);
        let place = open.iter().rposition(|&(_, c)| c == opener)?;
        self.depth = place;
        Some(self.brackets.get(place)?.0)
    }

    /// Returns whether a part of the open sentence stands before `at`.
    fn has_begun(&self, at: usize) -> bool {
        self.text.get(self.start..at).unwrap_or("").chars().take(64).any(char::is_alphanumeric)
    }

    /// Returns whether `from..at` is short enough to be kept in one piece in brackets.
    fn is_short(&self, from: usize, at: usize) -> bool {
        let Some(inside) = self.text.get(from..at) else { return false };
        inside.len() <= 4 * MAX_BRACKETED_CHARS && inside.chars().count() <= MAX_BRACKETED_CHARS
    }

    /// Returns whether `at` stands inside brackets that hold a short text.
    fn is_bracketed(&self, at: usize) -> bool {
        let open = self.brackets.get(..self.depth).unwrap_or(&[]);
        open.iter()
            .any(|&(from, opener)| self.is_short(from, at) && closes_soon(behind(self.text, from), opener))
    }
}

/// Returns whether a bracket that a text begins with is closed near, in the same line.
fn closes_soon(text: &str, opener: char) -> bool {
    for c in text.chars().take(MAX_BRACKETED_CHARS + 1) {
        if c == '\n' {
            return false;
        }
        if opener_of(c) == Some(opener) {
            return true;
        }
    }
    false
}

/// Counts the digits that bytes begin with, these marks included, as far as `most`.
fn figures_len(bytes: &[u8], most: usize, marks: &[u8]) -> usize {
    bytes.iter().take(most).take_while(|b| b.is_ascii_digit() || marks.contains(b)).count()
}

/// Returns whether a character continues a sentence after a quotation in it.
fn is_particle(c: char) -> bool {
    "的地得之等这這那与與和及或而般是".contains(c)
}

fn is_han_digit(c: char) -> bool {
    "一二三四五六七八九十百〇零甲乙丙丁".contains(c)
}
