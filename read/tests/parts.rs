//! What the tests of packed files share.

use std::io::{Cursor, Write};

use ibid::Document;
use ibid::origin::{Origin, PageStart};
use ibid::structure::{BlockKind, HiddenWhy};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// Returns a package of these parts, with the list of parts that Office writes.
pub(crate) fn package(parts: &[(&str, &str)]) -> Vec<u8> {
    packed(&[&[("[Content_Types].xml", "<Types/>")], parts].concat())
}

/// Returns a packed file of these parts.
pub(crate) fn packed(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(vec![]));
    for (name, text) in parts {
        // Nothing else is stored as it is.
        let method =
            if *name == "mimetype" { CompressionMethod::Stored } else { CompressionMethod::Deflated };
        zip.start_file(name, SimpleFileOptions::default().compression_method(method)).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// Returns the blocks of a paper, with their kinds.
pub(crate) fn blocks(paper: &Document) -> Vec<(BlockKind, &str)> {
    paper.structure.blocks.iter().map(|block| (block.kind, block.text(&paper.text))).collect()
}

/// Returns the hidden texts of a paper, with the reasons.
pub(crate) fn hidden(paper: &Document) -> Vec<(HiddenWhy, &str)> {
    paper.structure.hidden.iter().map(|hidden| (hidden.why, hidden.text.as_str())).collect()
}

/// Returns the starts of the pages of a paper.
pub(crate) fn pages(paper: &Document) -> &[PageStart] {
    match &paper.origin {
        Origin::Pages(pages) => pages,
        _ => &[],
    }
}

/// Returns the page of a place in the text.
pub(crate) fn page_of(paper: &Document, at: usize) -> Option<u32> {
    let after = pages(paper).partition_point(|page| page.byte as usize <= at);
    pages(paper).get(after.checked_sub(1)?).map(|page| page.page)
}
