//! The decisions of people on passages, as a report has them.

use serde::{Deserialize, Serialize};

/// The decision of a person on a passage. A passage without one is open, and counts as found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// Copied: it counts in each figure.
    Copied,
    /// A quotation: it is out of *without quotations* and of *uncredited*.
    Quotation,
    /// The writer's own work: it is out of *without own work* and of *uncredited*.
    OwnWork,
    /// A common phrase: it counts nowhere.
    CommonPhrase,
    /// To be ignored: it counts nowhere.
    Ignore,
}

impl Decision {
    /// All decisions, in the order of their keys 1 to 5.
    pub const ALL: [Decision; 5] =
        [Decision::Copied, Decision::Quotation, Decision::OwnWork, Decision::CommonPhrase, Decision::Ignore];

    /// Returns the name as the ledger, options and reports write it, e.g. `own-work`.
    pub fn name(self) -> &'static str {
        match self {
            Decision::Copied => "copied",
            Decision::Quotation => "quotation",
            Decision::OwnWork => "own-work",
            Decision::CommonPhrase => "common-phrase",
            Decision::Ignore => "ignore",
        }
    }

    /// Returns the decision with this name.
    pub fn of_name(name: &str) -> Option<Decision> {
        Decision::ALL.into_iter().find(|decision| decision.name() == name)
    }
}

/// A decision, with its author, time and note.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PassageDecision {
    /// The decision.
    #[serde(rename = "as")]
    pub decision: Decision,
    /// The person who made it.
    pub by: String,
    /// The time it was made, in UTC, e.g. `2026-11-25T09:14:22Z`.
    pub at: String,
    /// The person's note; empty if there is none.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub note: String,
}

/// A decision that is shown with an open passage and not applied to it: it was made on another draft or on another
/// paper, or on only some of its sentences.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suggestion {
    /// The decision.
    #[serde(flatten)]
    pub decision: PassageDecision,
    /// The id of the paper on which it was made.
    pub paper: String,
    /// The number of the passage's matched words in sentence pairs that it decides.
    pub words: u32,
}

/// A sentence of the query document and its counterpart in the source, by what they say. The sentences are cut by the
/// frozen rule of [`decisions`](crate::decisions), which is not the splitter's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaidPair {
    /// The hashes of both sentences: 16 hexadecimal digits, `~`, 16 hexadecimal digits.
    pub pair: String,
    /// The words of the sentence in the query document, half open, counted from 0.
    pub words: [u32; 2],
}

/// The figures of a document with the decisions applied.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DecidedReport {
    /// The number of matched words.
    pub matched: u64,
    /// The ratios.
    pub ratios: super::Ratios,
    /// The words of passages that are decided *copied*.
    pub found_copied: u64,
    /// `found_copied / all`.
    pub found_copied_ratio: f64,
    /// The number of findings that count, or would but for a decision.
    pub findings: u64,
    /// The number of them that are open, disputed ones among them.
    pub open: u64,
    /// The number of them that are disputed: two people disagree.
    pub disputed: u64,
    /// The matched words by their gravest decision; open ones are not among them.
    pub words: std::collections::BTreeMap<Decision, u64>,
}
