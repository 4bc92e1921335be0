//! Marks of citations -> the text for which they stand.

use super::Quoted;
use crate::interrupt;
use crate::text::{Span, is_han};

/// Returns the sentences in or behind which citations stand, and the quotations that overlap one of these, in no order.
/// `sentences` are in order.
pub(super) fn cited(text: &str, citations: &[Span], sentences: &[Span], quotations: &[Quoted]) -> Vec<Span> {
    let mut cited: Vec<Span> = vec![];
    for &citation in citations {
        if interrupt::is_set() {
            break;
        }
        if let Some(sentence) = sentence_of(text, citation, sentences) {
            let whole = Span::new(sentence.start.min(citation.start), sentence.end.max(citation.end));
            if cited.last() != Some(&whole) {
                cited.push(whole);
            }
        }
    }
    // So far the order is that of the citations: a note behind a sentence may come after a name in the next one.
    let mut in_order = cited.clone();
    in_order.sort_unstable();
    for quoted in quotations {
        for part in &quoted.parts {
            let next = in_order.partition_point(|sentence| sentence.end <= part.start);
            if in_order.get(next).is_some_and(|sentence| sentence.start < part.end) {
                cited.push(quoted.span);
                break;
            }
        }
    }
    cited
}

/// Returns the sentence that a citation is about: the one it stands in, or the one before if it stands behind that.
fn sentence_of(text: &str, citation: Span, sentences: &[Span]) -> Option<Span> {
    let next = sentences.partition_point(|sentence| sentence.end <= citation.start);
    let at = sentences.get(next).filter(|sentence| sentence.start < citation.end).copied();
    let before = sentences[..next].last().copied();
    let follows = before.filter(|before| {
        let between = Span::new(before.end, citation.start).of(text);
        !between.contains('\n') && !between.contains(char::is_alphanumeric)
    });
    let Some(at) = at else { return follows };
    let begins = !Span::new(at.start, citation.start).of(text).contains(char::is_alphanumeric);
    match follows {
        Some(before) if begins && is_behind(text, before, citation) => Some(before),
        // A mark behind the end of a sentence, where the splitter saw none: `ended.³ Then…`
        _ if ends_before(text, at, citation) => Some(Span::new(at.start, citation.end)),
        _ => Some(at),
    }
}

/// Returns whether a sentence ends before a citation in it, and another begins behind the citation.
fn ends_before(text: &str, sentence: Span, citation: Span) -> bool {
    let before = Span::new(sentence.start, citation.start).of(text).trim_end();
    let before = before.trim_end_matches(['”', '’', '"', '\'', '」', '』', '»']);
    let ends = before.ends_with(['.', '!', '?', '。', '！', '？', '…']);
    let rest = Span::new(citation.end, sentence.end).of(text);
    let next = rest.trim_start().chars().next();
    let begins = |c: char| c.is_uppercase() || is_han(c) || matches!(c, '“' | '‘' | '"' | '「' | '『' | '«');
    ends && next.is_some_and(begins)
}

/// Returns whether a citation between two sentences belongs to the first: `…ended.[3] Then…`, `……结束。［3］后来……`. In `[3]
/// showed that` it begins a sentence.
fn is_behind(text: &str, before: Span, citation: Span) -> bool {
    let is_glued = !Span::new(before.end, citation.start).of(text).starts_with(char::is_whitespace);
    let rest = text.get(citation.end as usize..).unwrap_or("");
    let is_name = citation.of(text).starts_with(|c: char| c.is_alphabetic());
    let follows = rest.trim_start_matches([' ', '.', ',']).chars().next();
    !is_name
        && (is_glued
            || follows.is_none_or(|c| {
                c.is_uppercase() || c == '\n' || (is_han(c) && rest.starts_with(char::is_whitespace))
            }))
}
