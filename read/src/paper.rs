//! Reads papers such as PDF into text, structure and pages, through [`formats`].

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::formats::{self, Fault, PaperFormat, PaperLimits};

use crate::options::Papers;
use crate::refusal::Refusal;
use ibid::Document;

/// Returns the document of a paper, without its id.
pub(super) fn read(bytes: &[u8], papers: &Papers) -> Result<Document, Refusal> {
    let answer: Result<Document, String> = match papers {
        Papers::Here => read_here(bytes),
        Papers::Elsewhere(read) => match postcard::from_bytes(&read(bytes)?) {
            Ok(answer) => answer,
            Err(_) => return Err("its reader gave no answer".into()),
        },
    };
    Ok(answer?)
}

/// Returns the document of a text in this format, without its id.
pub(super) fn read_text(format: &PaperFormat, text: &str) -> Result<Document, Refusal> {
    Ok(guard(|| formats::read_as(format, text.as_bytes(), &PaperLimits::default()))?)
}

fn read_here(bytes: &[u8]) -> Result<Document, String> {
    guard(|| formats::read(bytes, &PaperLimits::default()))
}

/// Runs a reader and turns a panic into a failure of its file, since some readers are third-party libraries.
fn guard(read: impl FnOnce() -> Result<Document, Fault>) -> Result<Document, String> {
    match catch_unwind(AssertUnwindSafe(read)) {
        Ok(read) => read.map_err(|fault| fault.to_string()),
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use ibid::Layout;
    use ibid::origin::{Origin, PageStart};
    use ibid::structure::{BlockKind, Structure};

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
