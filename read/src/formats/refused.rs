//! The formats that are recognized only for their error messages.

use crate::formats::Fault;
use crate::formats::compound::is_encrypted;
use crate::formats::format::{Mark, PaperFormat, Pass};
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
        read: refuse_slides,
        has_properties: true,
    };
}

/// PowerPoint since 2007.
pub(crate) mod pptx {
    use super::*;

    pub(crate) static FORMAT: PaperFormat = PaperFormat {
        name: "PPTX",
        marks: &[Mark::Package(Pass::Part, "ppt/presentation.xml"), Mark::Package(Pass::Beginning, "ppt/")],
        read: refuse_slides,
        has_properties: true,
    };
}

fn refuse_slides(_: &[u8], _: &Watch) -> Result<Document, Fault> {
    Err(Fault::Unsupported { what: "a presentation (PPT, PPTX)", instead: "save it as PDF" })
}
