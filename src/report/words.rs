//! The words of a document by the part in which they stand.

use serde::{Deserialize, Serialize};

/// The words of a document by part: half-open ranges of word numbers, in order and apart from each other. Words are
/// counted from 0; each Han character of a Chinese text is one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartWords {
    /// The list of references.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub references: Vec<[u32; 2]>,
    /// Captions of figures and tables.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub captions: Vec<[u32; 2]>,
    /// Front matter.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub front: Vec<[u32; 2]>,
    /// Quoted words.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub quoted: Vec<[u32; 2]>,
    /// Words in a sentence, or in a quotation, with a citation.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub cited: Vec<[u32; 2]>,
    /// Words that stand in a template.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub template: Vec<[u32; 2]>,
    /// Phrases of the file that `phrases=FILE` named.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub phrases: Vec<[u32; 2]>,
    /// Words that are listed among the references and are no entries.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub not_references: Vec<[u32; 2]>,
}
