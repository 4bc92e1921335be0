//! The formats that are recognized only for their error messages.

use crate::formats::Fault;
use crate::formats::compound::is_encrypted;
use crate::formats::format::{Mark, PaperFormat};
use crate::formats::limits::Watch;
use ibid::Document;

/// Word before 2007, and every other file in the same container.
pub(crate) mod doc {
    use super::*;

    pub(crate) static FORMAT: PaperFormat =
        PaperFormat { name: "DOC", marks: &[Mark::Stream("WordDocument")], read, has_properties: true };

    fn read(bytes: &[u8], _: &Watch) -> Result<Document, Fault> {
        if is_encrypted(bytes) {
            return Err(Fault::Encrypted);
        }
        Err(Fault::Unsupported { what: "an old Word document (DOC)", instead: "save it as DOCX" })
    }
}

/// PowerPoint before 2007.
pub(crate) mod ppt {
    use super::*;

    pub(crate) static FORMAT: PaperFormat = PaperFormat {
        name: "PPT",
        marks: &[Mark::Stream("PowerPoint Document")],
        read,
        has_properties: true,
    };

    fn read(_: &[u8], _: &Watch) -> Result<Document, Fault> {
        Err(Fault::Unsupported { what: "an old presentation (PPT)", instead: "save it as PPTX" })
    }
}
