//! Blocks of lines that begin with `>`, as in Markdown and mail.

use super::{Draft, QuotationForm};
use crate::text::{Layout, Span};

/// Finds the blocks of a text. A flowing text has none: its markup was removed.
pub(super) fn blocks(text: &str, layout: Layout) -> Vec<Draft> {
    let mut found: Vec<Draft> = vec![];
    if layout == Layout::Flowing {
        return found;
    }
    let mut start = 0;
    let mut is_inside = false;
    for line in text.split_inclusive('\n') {
        let quoted = line.strip_prefix('>').map(|rest| rest.trim_start_matches(['>', ' ']).trim());
        if let Some(quoted) = quoted {
            let end = start + line.trim_end().len();
            let span = Span::new(start as u32, end as u32);
            match found.last_mut() {
                Some(last) if is_inside => last.span.end = span.end,
                _ => found.push(Draft { span, parts: vec![], form: QuotationForm::Block, is_title: false }),
            }
            if let Some(last) = found.last_mut().filter(|_| !quoted.is_empty()) {
                last.parts.push(Span::new((end - quoted.len()) as u32, end as u32));
            }
        }
        is_inside = quoted.is_some();
        start += line.len();
    }
    found.retain(|draft| !draft.parts.is_empty());
    found
}
