//! Gives every incoming article its `docId`, the same for all that say the same, and answers over HTTP.
//!
//! Tang and Kou (2012), as one would run it today. In: articles with url, title and content. Out: the `docId` of each, and
//! how it was found.
//!
//! The service knows no words and no languages: what a text is known by, what is near, and what is copied, it asks of
//! [`Texts`] and [`Checks`], which the program `ibid` gives it over the library's public names. (The library's package has
//! the program, which has this crate; cargo allows no circle.)
//!
//! - [`Article`], [`DocId`]: what comes and what is given
//! - [`Store`]: where values are kept by key; [`Embedded`] needs nothing installed
//! - [`Register`]: gives ids, one after another
//! - [`Service`]: answers over HTTP, by [`router`] without a socket or [`Listening::serve`] with one; [`Access`] says who may
//!   ask what

mod docid;
mod article;
mod texts;
mod store;
mod keys;
mod register;
mod http;
#[cfg(test)]
mod plain;

pub use article::Article;
pub use docid::{DocId, NoDocId};
pub use http::{Access, AccessHints, JobLimits, Listening, Right, Service, Settings, Tls, Token, router};
pub use register::{MatchBy, MatchedBy, Register, Stores};
pub use store::{Change, Embedded, Fault, Found, Store};
pub use texts::{Checks, DISTANCE, Nearby, Quote, Refusal, SHORT, Signature, Text, Texts};
