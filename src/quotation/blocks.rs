//! Quotations set as blocks: lines that begin with `>`, as in mail, and blocks that the file calls quotations.

use super::{Draft, QuotationForm};
use crate::structure::{BlockKind, Structure};
use crate::text::{Layout, Span};

/// The longest name behind a dash, in bytes.
const MAX_NAME_BYTES: usize = 80;

/// Finds the blocks of a text. A flowing text has none: its markup was removed.
pub(super) fn blocks(text: &str, layout: Layout) -> Vec<Draft> {
    let mut found: Vec<Draft> = vec![];
    if layout == Layout::Flowing {
        return found;
    }
    let mut start = 0;
    let mut is_inside = false;
    for line in text.split_inclusive('\n') {
        let behind_mark = line.strip_prefix('>');
        if let Some(rest) = behind_mark {
            let quoted = rest.trim_start_matches(['>', ' ']).trim();
            let end = start + line.trim_end().len();
            let span = Span::new(start as u32, end as u32);
            match found.last_mut() {
                Some(last) if is_inside => last.span.end = span.end,
                _ => found.push(Draft::block(span)),
            }
            if let Some(last) = found.last_mut()
                && !quoted.is_empty()
            {
                last.parts.push(Span::new((end - quoted.len()) as u32, end as u32));
            }
        }
        is_inside = behind_mark.is_some();
        start += line.len();
    }
    found.retain(|draft| !draft.parts.is_empty());
    found
}

/// Finds the blocks that the file calls quotations. Blocks that follow each other are one quotation, and a short last
/// one behind a dash names who said it.
pub(super) fn blocks_of(structure: &Structure, text: &str) -> Vec<Draft> {
    let mut found: Vec<Draft> = vec![];
    let mut is_inside = false;
    for block in &structure.blocks {
        let is_quote = block.kind == BlockKind::Quote && !block.text(text).trim().is_empty();
        if is_quote {
            let span = Span::new(block.start, block.end);
            if !is_inside {
                found.push(Draft::block(span));
            }
            if let Some(last) = found.last_mut() {
                last.span.end = span.end;
                last.parts.push(span);
            }
        }
        is_inside = is_quote;
    }
    found.into_iter().filter_map(|draft| draft.with_name(text)).collect()
}

impl Draft {
    fn block(span: Span) -> Draft {
        Draft { span, parts: vec![], form: QuotationForm::Block, is_title: false, name: None }
    }

    /// Takes the name behind a dash off its end; `None` if nothing else is left.
    fn with_name(mut self, text: &str) -> Option<Draft> {
        let last = *self.parts.last()?;
        let name = last.of(text).trim_start_matches(['—', '–', '―', '-']).trim_start();
        let is_behind_dash = last.of(text).starts_with(['—', '–', '―']) || last.of(text).starts_with("--");
        if is_behind_dash && !name.is_empty() && name.len() <= MAX_NAME_BYTES {
            self.parts.pop();
            self.name = Some(Span::new(last.end - name.len() as u32, last.end));
        }
        (!self.parts.is_empty()).then_some(self)
    }
}
