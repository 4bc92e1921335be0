//! What the service asks of the library: what a text is known by, and what is copied.

mod checks;
mod texts;

pub(crate) use checks::Library;
pub(crate) use texts::Signer;
