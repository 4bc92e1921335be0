//! Gives every incoming article its `docId`, the same for all that say the same, and answers over HTTP.
//!
//! Tang and Kou (2012), as one would run it today. In: articles with url, title and content. Out: the `docId` of each, and
//! how it was found.
//!
//! The engine `ibid` knows texts: its SimHash makes the signatures by which repeats are found, and its detector answers
//! checks, comparisons and traces.
//!
//! - [`Article`], [`DocId`]: what comes and what is given
//! - [`Signer`]: makes the signatures of titles and contents
//! - [`Checks`]: answers about copied sentences
//! - [`Store`]: where values are kept by key; [`Embedded`] needs nothing installed
//! - [`Register`]: gives ids, one after another
//! - [`Service`]: answers over HTTP, by [`router`] without a socket or [`Listening::serve`] with one; [`Access`] says who may
//!   ask what

mod docid;
mod article;
mod signature;
mod checks;
mod store;
mod keys;
mod register;
mod http;

pub use article::Article;
pub use checks::Checks;
pub use docid::{DocId, NoDocId};
pub use http::{Access, AccessHints, JobLimits, Listening, Right, Service, Settings, Tls, Token, router};
pub use register::{MatchBy, MatchedBy, Register, Stores};
pub use signature::Signer;
pub use store::{Change, Embedded, Fault, Found, Store};
