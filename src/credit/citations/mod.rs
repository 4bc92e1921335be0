//! The marks of citations. A mark is believed if the list of references has an entry that fits it, or if its note names a
//! source.
//!
//! - `numbers`: `[3]`, `［3，5］31-33`, `[Holm10, p. 3]`, `(2,3)`
//! - `names`: `(Holm & Poe, 2010)`, `Holm et al. (2010: 4)`, `（张三，2010）`, `张三（2010）`
//! - `pages`: `(Holm and Poe 44)`, `(44)` behind a name in the sentence, `(ibid., p. 3)`
//! - `raised`: `¹²`, `①`

mod names;
mod numbers;
mod pages;
mod raised;

use super::notes::Notes;
use super::parts::Part;
use super::references::List;
use crate::interrupt;
use crate::structure::BlockKind;
use crate::text::Span;
use crate::text::lookup::{behind, char_at, until};

/// The longest bracket that may be a citation, in bytes.
const MAX_BYTES: usize = 400;

/// What a mark may stand for.
#[derive(Clone, Copy)]
pub(super) struct Known<'k> {
    pub(super) list: &'k List,
    pub(super) notes: &'k Notes,
}

/// Finds the marks of a text, outside its lists of references and its code, in order. A mark that is no text of the
/// document is an empty range.
pub(super) fn citations(text: &str, parts: &[Part], known: Known<'_>) -> Vec<Span> {
    let mut found = known.notes.marks.clone();
    for part in parts {
        if interrupt::is_set() {
            break;
        }
        if part.is(BlockKind::Code) || known.list.covers(part.span.start) {
            continue;
        }
        let (part_text, base) = (part.span.of(text), part.span.start);
        let (mut next, enumerates) = (0, raised::enumerates(part_text));
        for (at, c) in part_text.char_indices() {
            if at < next || c.is_ascii() && !matches!(c, '[' | '(') {
                continue;
            }
            if interrupt::is_set() {
                break;
            }
            let around = Around {
                before: end_of(until(part_text, at)),
                from: behind(part_text, at),
                enumerates,
                is_first: found.is_empty(),
            };
            if let Some((back, len)) = citation(c, around, known) {
                found.push(Span::new(base + (at - back) as u32, base + (at + len) as u32));
                next = at + len;
            }
        }
    }
    found.sort_unstable();
    found
}

/// A part divided in two at a character.
#[derive(Clone, Copy)]
struct Around<'t> {
    /// The end of the text before the character; more is not looked at.
    before: &'t str,
    /// The text from the character on.
    from: &'t str,
    /// True if the part counts with numbers in circles.
    enumerates: bool,
    /// True if no citation stands before.
    is_first: bool,
}

fn end_of(text: &str) -> &str {
    let start = text.len().saturating_sub(MAX_BYTES);
    (start..).find_map(|start| text.get(start..)).unwrap_or("")
}

/// Returns how many bytes before the character, and from it on, are a citation.
fn citation(c: char, around: Around<'_>, known: Known<'_>) -> Option<(usize, usize)> {
    let list = known.list;
    match c {
        '[' | '［' | '〔' | '【' => {
            let (inside, len) = bracket(around.from, &[']', '］', '〕', '】'])?;
            if let Some(label) = inside.strip_prefix('^')
                && !around.before.trim().is_empty()
                && known.notes.has_label(label)
            {
                return Some((0, len));
            }
            if numbers::is_citation(inside, around.before, list) {
                return Some((0, len + numbers::pages_len(behind(around.from, len))));
            }
            (c == '[' && names::are_works(inside, list)).then_some((0, len))
        }
        '(' | '（' => {
            let (inside, len) = bracket(around.from, &[')', '）'])?;
            let is_one = names::are_works(inside, list)
                || numbers::is_in_parentheses(inside, around.before, behind(around.from, len), list)
                || pages::is_of_name_before(inside, around.before, behind(around.from, len), list)
                || !around.is_first && pages::is_same_work(inside);
            if is_one {
                return Some((0, len));
            }
            let name = names::name_before(inside, around.before, list)?;
            Some((name, len))
        }
        _ => Some((0, raised::len(c, around, known)?)),
    }
}

/// Returns the text in a bracket, and the length of the whole. No bracket of the same kind is in it.
fn bracket<'t>(from: &'t str, closing: &[char]) -> Option<(&'t str, usize)> {
    let open = from.chars().next()?;
    let mut within = MAX_BYTES.min(from.len());
    while !from.is_char_boundary(within) {
        within -= 1;
    }
    let rest = from.get(open.len_utf8()..within)?;
    let end = rest.find(|c: char| closing.contains(&c) || c == open)?;
    let close = char_at(rest, end)?;
    if close == open {
        return None;
    }
    Some((until(rest, end).trim(), open.len_utf8() + end + close.len_utf8()))
}
