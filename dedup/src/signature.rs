//! The signature of a text, whatever the method.

use ibid::{Error, Result};
use serde::{Deserialize, Serialize};

use crate::{Fingerprint, Sketch, Terms, WordPrefix};

/// The part of a text that a near method keeps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Signature {
    /// The text's shingles, or a sample of them.
    Sketch(Sketch),
    /// The text's shingles and its bag of words, or samples of them, and its first words in order.
    Words(Sketch, Sketch, WordPrefix),
    /// 64 bits.
    Fingerprint(Fingerprint),
    /// The text's words with their counts.
    Terms(Terms),
}

/// Returns the contents of all signatures, which must be of one method.
pub(crate) fn all_of<'s, T>(
    signatures: &[&'s Signature],
    held: impl Fn(&'s Signature) -> Option<T>,
) -> Result<Vec<T>> {
    let mut all = Vec::with_capacity(signatures.len());
    for signature in signatures {
        let Some(held) = held(signature) else {
            return Err(Error::Request("signatures of different methods cannot be compared".to_owned()));
        };
        all.push(held);
    }
    Ok(all)
}
