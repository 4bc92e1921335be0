//! Reads papers such as PDF into text, structure and pages, through `ibid_formats`.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::formats::{Fault, Format, Limits, Paper, Why};

use super::options::Papers;
use crate::refusal::Refusal;
use ibid::origin::{Origin, PageStart};
use ibid::structure::{Block, BlockKind, Hidden, HiddenWhy, NotRead, NotReadKind, Structure};
use ibid::{Document, Layout, Metadata};

/// Returns the document of a paper, without its id.
pub(super) fn read(bytes: &[u8], papers: &Papers) -> Result<Document, Refusal> {
    let paper = match papers {
        Papers::Here => read_here(bytes),
        Papers::Elsewhere(read) => read(bytes).and_then(|answer| {
            postcard::from_bytes(&answer).unwrap_or_else(|_| Err("its reader gave no answer".to_owned()))
        }),
    }?;
    document(paper)
}

/// Returns the document of a text in this format, without its id.
pub(super) fn read_text(format: Format, text: &str) -> Result<Document, Refusal> {
    document(guard(|| crate::formats::read_as(format, text.as_bytes(), &Limits::default()))?)
}

fn read_here(bytes: &[u8]) -> Result<Paper, String> {
    guard(|| crate::formats::read(bytes, &Limits::default()))
}

/// Runs a reader and turns a panic into a failure of its file, since some readers are third-party libraries.
fn guard(read: impl FnOnce() -> Result<Paper, Fault>) -> Result<Paper, String> {
    match catch_unwind(AssertUnwindSafe(read)) {
        Ok(paper) => paper.map_err(|fault: Fault| fault.to_string()),
        Err(_) => {
            Err("its reader failed on it, which is a bug; save it anew with another program".to_owned())
        }
    }
}

/// Reads a paper for [`Papers::Elsewhere`] in another process of the same version. Time and size are limited. Memory is
/// not, since third-party libraries unpack parts of a file: the caller must limit that of the process.
pub fn read_paper(bytes: &[u8]) -> Vec<u8> {
    postcard::to_stdvec(&read_here(bytes)).unwrap_or_default()
}

fn document(paper: Paper) -> Result<Document, Refusal> {
    if u32::try_from(paper.text.len()).is_err() {
        return Err("its text is larger than 4 GiB; split it".into());
    }
    let blocks = paper.blocks.iter().map(|block| Block {
        kind: kind(block.kind),
        start: block.range.start as u32,
        end: block.range.end as u32,
    });
    let hidden = paper.hidden.iter().map(|hidden| Hidden {
        why: why(hidden.why),
        text: hidden.text.clone(),
        page: hidden.page,
        at: hidden.at as u32,
    });
    let not_read =
        paper.not_read.iter().map(|parts| NotRead { kind: not_read(parts.kind), count: parts.count });
    let structure = Structure {
        blocks: blocks.collect(),
        hidden: hidden.collect(),
        not_read: not_read.collect(),
        doubtful_chars: paper.doubtful_chars,
    };
    let pages: Vec<PageStart> =
        paper.pages.iter().map(|page| PageStart { byte: page.at as u32, page: page.number }).collect();
    let visible = |text: &str| text.chars().filter(|c| !c.is_whitespace()).count();
    let hidden_chars: usize = paper.hidden.iter().map(|hidden| visible(&hidden.text)).sum();
    let metadata = paper.metadata;
    let meta = Metadata {
        title: metadata.title,
        author: metadata.author,
        date: metadata.date.as_deref().and_then(ibid::date::parse_date),
        hidden_chars: u32::try_from(hidden_chars).unwrap_or(u32::MAX),
        ..Metadata::default()
    };
    let origin = if pages.is_empty() { Origin::Unknown } else { Origin::Pages(pages) };
    Ok(Document { text: paper.text, layout: Layout::Flowing, meta, origin, structure, ..Document::default() })
}

fn kind(kind: crate::formats::Kind) -> BlockKind {
    use crate::formats::Kind;
    match kind {
        Kind::Heading(level) => BlockKind::Heading(level),
        Kind::Quote => BlockKind::Quote,
        Kind::Footnote => BlockKind::Footnote,
        Kind::Reference => BlockKind::Reference,
        Kind::Table => BlockKind::Table,
        Kind::Caption => BlockKind::Caption,
        Kind::Code => BlockKind::Code,
        _ => BlockKind::Paragraph,
    }
}

fn not_read(kind: crate::formats::NotReadKind) -> NotReadKind {
    use crate::formats::NotReadKind as Kind;
    match kind {
        Kind::PagesWithoutText => NotReadKind::PagesWithoutText,
        Kind::Pictures => NotReadKind::Pictures,
        Kind::Attachments => NotReadKind::Attachments,
        Kind::TextShapes => NotReadKind::TextShapes,
        Kind::Annotations => NotReadKind::Annotations,
        _ => NotReadKind::EmbeddedParts,
    }
}

fn why(why: Why) -> HiddenWhy {
    match why {
        Why::Color => HiddenWhy::Color,
        Why::Tiny => HiddenWhy::Tiny,
        Why::OffPage => HiddenWhy::OffPage,
        Why::Covered => HiddenWhy::Covered,
        _ => HiddenWhy::NotShown,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn a_paper_has_text_blocks_and_pages() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/formats/two-columns-en.pdf");
        let bytes = std::fs::read(path).unwrap();
        let elsewhere = Papers::Elsewhere(Arc::new(|bytes: &[u8]| Ok(read_paper(bytes))));
        let document = read(&bytes, &elsewhere).unwrap();
        assert_eq!(document, read(&bytes, &Papers::Here).unwrap());
        assert_eq!(document.layout, Layout::Flowing);
        let Structure { blocks, .. } = &document.structure;
        assert!(matches!(blocks[0].kind, BlockKind::Heading(_)), "{blocks:?}");
        assert!(blocks.iter().all(|block| !block.text(&document.text).is_empty()));
        assert!(
            matches!(&document.origin, Origin::Pages(pages) if pages[0] == PageStart { byte: 0, page: 1 })
        );
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        for (name, why) in [
            ("password-zh.pdf", "encrypted with a password: save it without one"),
            ("README.md", "the content is of no format that can be read here"),
        ] {
            let path = format!("{}/../fixtures/formats/{name}", env!("CARGO_MANIFEST_DIR"));
            assert_eq!(read(&std::fs::read(path).unwrap(), &Papers::Here).unwrap_err().to_string(), why);
        }
    }
}
