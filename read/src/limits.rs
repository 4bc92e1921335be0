//! The size limits of documents.

use crate::options::ReadOptions;
use crate::refusal::Refusal;

/// The most bytes of a text: less than 4 GiB, so that its positions fit 32 bits.
pub(super) const MOST_BYTES: u64 = u32::MAX as u64 - 1;

/// Returns the most bytes that a document may have with these options.
pub(super) fn limit_bytes(options: &ReadOptions) -> u64 {
    options.max_bytes.min(MOST_BYTES)
}

pub(super) fn too_large(what: &str, limit: u64) -> Refusal {
    const MEBIBYTE: u64 = 1 << 20;
    match limit {
        MOST_BYTES => {
            format!("{what} has 4 GiB or more, which is more than a document may have; split it").into()
        }
        _ if limit.is_multiple_of(MEBIBYTE) => too_large_for(what, &format!("{} MiB", limit / MEBIBYTE)),
        _ => too_large_for(what, &format!("{limit} bytes")),
    }
}

fn too_large_for(what: &str, limit: &str) -> Refusal {
    let why = format!("{what} has more than {limit}, the limit; split it, or raise the limit");
    Refusal::with(why, "max_bytes")
}
