//! Marks of citations -> the text for which they stand.

use super::quoted::Quoted;
use crate::interrupt;
use crate::quotation::QuotationForm;
use crate::text::lookup::{behind, contains_any, count_ended, span_at};
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
            if let Some(sentence) = span_at(&in_order, part.start)
                && sentence.start < part.end
            {
                cited.push(quoted.span);
                break;
            }
        }
        if introduces(text, quoted, &in_order) || refers_back(text, quoted, &in_order) {
            cited.push(quoted.span);
        }
    }
    cited
}

/// Words of a sentence that speaks of the quotation before it, in lower case.
#[rustfmt::skip]
const BACK: [&str; 29] = [
    "above", "passage", "quoted", "quotation", "taken from", "quotes", "excerpt", "extract",
    "these words", "these lines", "this paragraph", "preceding", "以上", "上文", "上引", "上述", "上面",
    "引自", "出自", "摘自", "这段话", "这段文字", "此段", "zitat", "zitiert", "obige", "ci-dessus",
    "citation", "cita",
];
/// The most bytes of a cited sentence without its mark that is only the mark: `— (Holm, 2010).`
const ONLY_MARK: usize = 12;

/// Returns whether the cited sentence before a quotation introduces it: `As Berg (2004) writes:`
fn introduces(text: &str, quoted: &Quoted, cited: &[Span]) -> bool {
    let Some(before) = cited[..count_ended(cited, quoted.span.start)].last() else { return false };
    let between = Span::new(before.end, quoted.span.start).of(text);
    before.of(text).trim_end().ends_with([':', '：'])
        && between.chars().all(|c| c.is_whitespace() || c == '>')
}

/// Returns whether the cited sentence behind a block is about it: `The passage above is taken from Berg [2].`
fn refers_back(text: &str, quoted: &Quoted, cited: &[Span]) -> bool {
    if quoted.form != QuotationForm::Block {
        return false;
    }
    let next = cited.partition_point(|sentence| sentence.start < quoted.span.end);
    let Some(behind) = cited.get(next) else { return false };
    let between = Span::new(quoted.span.end, behind.start).of(text);
    let sentence = behind.of(text).to_lowercase();
    !between.contains(char::is_alphanumeric)
        && (sentence.len() < ONLY_MARK
            || sentence.starts_with(['(', '[', '（', '［', '—', '–', '-'])
            || contains_any(&sentence, &BACK))
}

/// Returns the sentence that a citation is about: the one it stands in, or the one before if it stands behind that.
fn sentence_of(text: &str, citation: Span, sentences: &[Span]) -> Option<Span> {
    let (earlier, later) = sentences.split_at(count_ended(sentences, citation.start));
    let before = earlier.last().copied().filter(|before| {
        let between = Span::new(before.end, citation.start).of(text);
        !between.contains('\n') && !between.contains(char::is_alphanumeric)
    });
    let at = match later.first() {
        Some(&at) if at.start < citation.end => at,
        _ => return before,
    };
    let begins = !Span::new(at.start, citation.start).of(text).contains(char::is_alphanumeric);
    match before {
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
    let rest = Span::new(citation.end, sentence.end).of(text).trim_start();
    ends && (rest.starts_with(char::is_uppercase)
        || rest.starts_with(is_han)
        || rest.starts_with(['“', '‘', '"', '「', '『', '«']))
}

/// Returns whether a citation between two sentences belongs to the first: `…ended.[3] Then…`, `……结束。［3］后来……`. In `[3]
/// showed that` it begins a sentence.
fn is_behind(text: &str, before: Span, citation: Span) -> bool {
    let is_glued = !Span::new(before.end, citation.start).of(text).starts_with(char::is_whitespace);
    let rest = behind(text, citation.end as usize);
    let next = rest.trim_start_matches([' ', '.', ',']);
    let begins_sentence = next.is_empty()
        || next.starts_with('\n')
        || next.starts_with(char::is_uppercase)
        || next.starts_with(is_han) && rest.starts_with(char::is_whitespace);
    (is_glued || begins_sentence) && !citation.of(text).starts_with(char::is_alphabetic)
}
