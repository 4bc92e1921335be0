//! Pairs of marks -> quotations.
//!
//! A quotation that continues in the next paragraph opens there with the same mark again, and only its last paragraph
//! closes it, as in newspapers and novels of both languages.

use super::marks::Family;
use super::pairs::{Open, Pair, pairs};
use super::paragraphs::ends_sentence;
use super::{Draft, QuotationForm};
use crate::interrupt;
use crate::text::Span;
use crate::text::lookup::trimmed;

/// A quotation that the last paragraph left open.
struct Chain {
    family: Family,
    start: u32,
    parts: Vec<Span>,
}

/// Finds the quotations between marks, in no order.
pub(super) fn chains(text: &str, paragraphs: &[Span]) -> Vec<Draft> {
    let mut found = vec![];
    let mut in_paragraph = vec![];
    let mut chain: Option<Chain> = None;
    for &paragraph in paragraphs {
        if interrupt::is_set() {
            break;
        }
        in_paragraph.clear();
        let open = pairs(text, paragraph, &mut in_paragraph);
        // The mark that opens the paragraph is part of the chain, closed or not.
        if let Some(going) = chain.take() {
            let closed = in_paragraph
                .iter()
                .position(|pair| pair.outer.start == paragraph.start && pair.family == going.family);
            if let Some(closed) = closed {
                found.push(going.closed(in_paragraph.swap_remove(closed)));
            } else if let Some(open) = open.first()
                && open.start == paragraph.start
                && open.family == going.family
                && ends_sentence(paragraph.of(text))
            {
                let part = trimmed(text, open.end as usize, paragraph.end as usize);
                chain = Some(going.continued(part));
            }
        }
        for pair in in_paragraph.drain(..) {
            let (parts, is_title) = (vec![pair.inner], pair.family.is_title());
            found.push(Draft { span: pair.outer, parts, form: QuotationForm::Marks, is_title, name: None });
        }
        if chain.is_none() {
            chain = begun(text, paragraph, &open);
        }
    }
    found
}

/// Returns the quotation that a paragraph leaves open, if it may continue.
fn begun(text: &str, paragraph: Span, open: &[Open]) -> Option<Chain> {
    let last = open.iter().rev().find(|open| open.family.spans_paragraphs())?;
    let part = trimmed(text, last.end as usize, paragraph.end as usize);
    if part.is_empty() || !ends_sentence(paragraph.of(text)) {
        return None;
    }
    Some(Chain { family: last.family, start: last.start, parts: vec![part] })
}

impl Chain {
    fn continued(mut self, part: Span) -> Chain {
        if !part.is_empty() {
            self.parts.push(part);
        }
        self
    }

    fn closed(mut self, last: Pair) -> Draft {
        self.parts.push(last.inner);
        let span = Span::new(self.start, last.outer.end);
        Draft { span, parts: self.parts, form: QuotationForm::Marks, is_title: false, name: None }
    }
}
