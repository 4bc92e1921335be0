//! What the tests of packed files share.

use std::io::{Cursor, Write};

use ibid_read::formats::{Kind, Paper, Why};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// A package of these parts, with the list of parts that Office writes.
pub(crate) fn package(parts: &[(&str, &str)]) -> Vec<u8> {
    packed(&[&[("[Content_Types].xml", "<Types/>")], parts].concat())
}

/// A packed file of these parts.
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

/// The blocks of a paper.
pub(crate) fn blocks(paper: &Paper) -> Vec<(Kind, &str)> {
    paper.blocks.iter().map(|block| (block.kind, paper.text.get(block.range.clone()).unwrap())).collect()
}

/// What is hidden in a paper.
pub(crate) fn hidden(paper: &Paper) -> Vec<(Why, &str)> {
    paper.hidden.iter().map(|hidden| (hidden.why, hidden.text.as_str())).collect()
}
