//! The quotations of a document: text between marks that is more than a title or a phrase, and blocks.

use super::parts::Part;
use crate::quotation::{Quotation, QuotationForm, QuotationKind};
use crate::structure::BlockKind;
use crate::text::lookup::{count_han, ends_with_any, first_chars, is_digit, is_separator, strip_any, until};
use crate::text::{Document, Layout, Span};

/// The fewest words of a statement that is a quotation.
const LEAST_WORDS: usize = 3;
/// The fewest Han characters of a statement of fewer words that is a quotation.
const LEAST_HAN: usize = 4;
/// The fewest words of a part of a sentence that is a quotation without a verb of saying: fewer are kept at a distance
/// (scare quotes).
const LEAST_PART: usize = 5;
/// The fewest words of an indented block that is a quotation, and the fewest Han characters.
const LEAST_BLOCK: usize = 8;
const LEAST_BLOCK_HAN: usize = 16;
/// The fewest blanks before each line of an indented block.
const INDENT: usize = 4;
/// The words before the title of a work, in lower case.
#[rustfmt::skip]
const WORKS: [&str; 30] = [
    "article", "essay", "paper", "chapter", "titled", "entitled", "called", "named", "headed", "report",
    "thesis", "lecture", "study", "poem", "book", "section", "story", "song", "novel", "film", "talk",
    "column", "editorial", "dissertation", "aufsatz", "artikel", "beitrag", "artículo", "l’article",
    "l'article",
];
const CHINESE_WORKS: [&str; 12] =
    ["题为", "文章", "论文", "名为", "题目是", "所谓", "一文", "报告", "标题", "称为", "叫做", "书名"];
/// The headings of abstracts, in lower case.
const ABSTRACTS: [&str; 9] = [
    "abstract",
    "summary",
    "zusammenfassung",
    "kurzfassung",
    "résumé",
    "resumen",
    "摘要",
    "内容摘要",
    "提要",
];

/// A quotation, or a block that is one.
pub(super) struct Quoted {
    /// The range with its marks.
    pub(super) span: Span,
    /// The wording.
    pub(super) parts: Vec<Span>,
    /// The way in which it is marked.
    pub(super) form: QuotationForm,
}

/// Finds the quotations of a document with these parts, in no order.
pub(super) fn quoted(document: &Document, parts: &[Part]) -> Vec<Quoted> {
    let text = &*document.text;
    let mut found = vec![];
    for quotation in Quotation::all_in(text, document.layout) {
        if is_quoted(text, &quotation) {
            let Quotation { span, parts, form, .. } = quotation;
            found.push(Quoted { span, parts, form });
        }
    }
    for span in blocks(document, parts) {
        found.push(Quoted { span, parts: vec![span], form: QuotationForm::Block });
    }
    found
}

fn is_quoted(text: &str, found: &Quotation) -> bool {
    let is_block = found.form == QuotationForm::Block;
    match found.kind {
        _ if is_block => true,
        QuotationKind::Phrase | QuotationKind::Title => false,
        QuotationKind::Statement => {
            !is_phrase(text, found) && (found.said.is_some() || !is_title(text, found))
        }
        QuotationKind::Fragment => {
            !is_title(text, found) && (found.said.is_some() || is_long_part(text, found))
        }
    }
}

/// Counts the words between blanks, and the Han characters, of a quotation.
fn size(text: &str, quotation: &Quotation) -> (usize, usize) {
    let (mut words, mut han) = (0, 0);
    for part in &quotation.parts {
        words += part.of(text).split_whitespace().count();
        han += count_han(part.of(text));
    }
    (words, han)
}

/// Returns whether a statement is only a word or two: “No,” or a name for somebody.
fn is_phrase(text: &str, quotation: &Quotation) -> bool {
    let (words, han) = size(text, quotation);
    words < LEAST_WORDS && han < LEAST_HAN
}

/// Returns whether a part of a sentence is longer than what is kept at a distance.
fn is_long_part(text: &str, quotation: &Quotation) -> bool {
    let (words, han) = size(text, quotation);
    words >= LEAST_PART || han > 0
}

/// Returns whether this is the title of a work: all longer words have capitals, as in “The Boats of the Herring Coast”,
/// or a word for works stands before it and it is no sentence.
fn is_title(text: &str, quotation: &Quotation) -> bool {
    let [part] = quotation.parts[..] else { return false };
    let wording = part.of(text);
    has_capitals(wording) || is_named_work(text, quotation) && !wording.ends_with(['!', '。', '！', '；'])
}

/// Returns whether all longer words have capitals, and one word has.
fn has_capitals(wording: &str) -> bool {
    for word in wording.split_whitespace() {
        let letters = word.trim_start_matches(is_separator);
        if word.chars().count() >= 5 && !letters.starts_with(char::is_uppercase) {
            return false;
        }
    }
    wording.contains(char::is_uppercase)
}

/// Returns whether a word for works stands before a quotation.
fn is_named_work(text: &str, quotation: &Quotation) -> bool {
    let before = until(text, quotation.span.start as usize).trim_end_matches([' ', ',', '，', ':', '\n']);
    let tail = before.rsplit(|c: char| !c.is_alphabetic() && c != '’' && c != '\'').next().unwrap_or("");
    let lower = if tail.len() < 24 { tail.to_lowercase() } else { String::new() };
    WORKS.contains(&&*lower) || ends_with_any(before, &CHINESE_WORKS)
}

/// Finds the blocks that are quotations by the file or by their indent.
fn blocks(document: &Document, parts: &[Part]) -> Vec<Span> {
    let text = &*document.text;
    if document.structure.blocks.is_empty() {
        return if document.layout == Layout::Wrapped { indented(text) } else { vec![] };
    }
    let mut found = vec![];
    let mut in_abstract = false;
    for part in parts {
        let block = part.span.of(text);
        match part.kind {
            Some(BlockKind::Quote) => {
                in_abstract |= begins_abstract(block);
                found.extend((!in_abstract).then_some(part.span));
            }
            // Four blanks make code of a paragraph of Markdown.
            Some(BlockKind::Code) if is_prose(block) => found.push(part.span),
            _ => in_abstract = begins_abstract(block),
        }
    }
    found
}

/// Returns whether a block is the heading of an abstract, or begins with it.
fn begins_abstract(block: &str) -> bool {
    let head = first_chars(block, 24);
    let letters = head.to_lowercase().replace(char::is_whitespace, "");
    let letters = letters.trim_start_matches(|c: char| !c.is_alphabetic());
    let Some(rest) = strip_any(letters, &ABSTRACTS) else { return false };
    !rest.starts_with(char::is_alphabetic)
        || block.starts_with(char::is_uppercase)
            && rest.len() > 2
            && head.contains(['—', '.', ':', '：', '\n'])
}

/// Finds the paragraphs of a wrapped text all lines of which are indented, where others are not.
fn indented(text: &str) -> Vec<Span> {
    let (mut found, mut paragraphs, mut first_indented) = (vec![], 0, 0);
    let mut at = 0;
    // The paragraph that is read: its range, its lines, and how many of them are indented.
    let (mut span, mut lines, mut set_in) = (Span::default(), 0, 0);
    for line in text.split_inclusive('\n').chain(["\n"]) {
        let bare = line.trim();
        let start = at + (line.len() - line.trim_start().len());
        at += line.len();
        if !bare.is_empty() {
            let is_set_in =
                line.starts_with('\t') || line.len() - line.trim_start_matches(' ').len() >= INDENT;
            if lines == 0 {
                span.start = start as u32;
                first_indented += usize::from(is_set_in);
            }
            span.end = (start + bare.len()) as u32;
            (lines, set_in) = (lines + 1, set_in + usize::from(is_set_in));
        } else if lines > 0 {
            paragraphs += 1;
            if lines == set_in && is_prose(span.of(text)) {
                found.push(span);
            }
            (lines, set_in) = (0, 0);
        }
    }
    if first_indented * 2 <= paragraphs { found } else { vec![] }
}

/// Returns whether a block is prose: sentences of words, and no list, table or code.
fn is_prose(block: &str) -> bool {
    let mut words = 0;
    let mut others = 0;
    for word in block.split_whitespace() {
        let is_word = word.matches(char::is_alphabetic).count() * 2 > word.chars().count();
        words += usize::from(is_word);
        others += usize::from(!is_word);
    }
    let han = count_han(block);
    let ends = block.trim_end_matches(|c| "”’\"'」』»）)]］0123456789".contains(c));
    let is_listed = block.starts_with(['-', '*', '+', '•', '#', '|']) || block.starts_with(is_digit);
    let is_code = block.contains(['{', '}', '=', '<', '\\', '\t']) || block.contains("();");
    (words >= LEAST_BLOCK || han >= LEAST_BLOCK_HAN)
        && others * 4 <= words + han
        && !is_listed
        && !is_code
        && (ends.ends_with(['.', '!', '?', '。', '！', '？', '…']) || ends.len() + 8 < block.len())
}
