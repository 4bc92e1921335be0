//! The quotations of a text.
//!
//! - `marked`: the simple scanner that figures of checks are counted with

mod marked;

pub(crate) use marked::marked;
