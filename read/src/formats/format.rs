//! The declaration of a format of papers.

use crate::formats::Fault;
use crate::formats::limits::Watch;
use ibid::Document;

/// A format of papers. Two of one name are the same.
#[derive(Debug)]
pub struct PaperFormat {
    pub(crate) name: &'static str,
    /// The marks by which content is recognized. Without any, only the name of a file tells.
    pub(crate) marks: &'static [Mark],
    pub(crate) read: fn(&[u8], &Watch) -> Result<Document, Fault>,
    /// True if the author is kept among properties that no reader sees, and programs fill in.
    pub(crate) has_properties: bool,
}

/// A mark of a format in the content of a file.
#[derive(Debug)]
pub(crate) enum Mark {
    /// A test of a file that is not packed.
    Content(fn(&[u8]) -> bool),
    /// The name of a stream in the container of Office before 2007.
    Stream(&'static str),
    /// The words in a packed file (Zip), and the pass that looks for them.
    Package(Pass, &'static str),
}

/// The passes over a packed file. Each compares it with all formats before the next one begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pass {
    /// The type that the first part names.
    Type,
    /// A part that only this format has.
    Part,
    /// A part that a whole file of this format has.
    AnyPart,
    /// A part, or the beginning of its name, that recognizes a file by its beginning alone.
    Beginning,
}

impl PartialEq for PaperFormat {
    fn eq(&self, other: &PaperFormat) -> bool {
        self.name == other.name
    }
}

impl Eq for PaperFormat {}
