//! [`Sides`]: one value for each side of a pair of documents.

/// A value of the query document, and the same of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sides<T> {
    /// The value of the query document.
    pub(crate) a: T,
    /// The value of the source.
    pub(crate) b: T,
}
