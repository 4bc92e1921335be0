//! The counted words of a text, which DDW weighs.

use serde::{Deserialize, Serialize};

use crate::frequencies::WordCounts;

/// The part of a text that is kept until it is weighed: its category, and all of its words or those that can be terms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    pub(crate) category: u64,
    pub(crate) counts: WordCounts,
}
