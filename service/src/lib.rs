//! A service that gives every incoming article its `docId`, shared by all articles with the same content, over HTTP.
//!
//! It follows Tang and Kou (2012), with the technology of today. In: articles with url, title and content. Out: the
//! `docId` of each, and how it was found.
//!
//! The engine `ibid` handles the texts: its SimHash makes the signatures by which repeats are found, and its detector
//! does checks, comparisons and traces.
//!
//! - [`Article`], [`DocId`]: the input and the result
//! - [`Signer`]: makes the signatures of titles and contents
//! - [`Checks`]: checks, comparisons and traces
//! - [`Store`]: keeps values by key; [`Embedded`] needs nothing installed
//! - [`Register`]: gives ids, one after another
//! - [`Service`]: answers over HTTP, by [`router`] without a socket or [`Listening::serve`] with one; [`Access`] has
//!   the rights and rates of clients

mod mutex;
mod docid;
mod article;
mod wording;
mod signature;
mod checks;
mod store;
mod keys;
mod register;
mod http;

pub use article::Article;
pub use checks::{Checks, FileReader};
pub use docid::{DocId, NoDocId};
pub use http::{Access, AccessHints, JobLimits, Listening, Right, Service, Settings, Tls, Token, router};
pub use register::{MatchBy, MatchedBy, Register, Stores};
pub use signature::{Method, Rule, Signer};
pub use store::{Change, Embedded, Fault, Found, Store};
pub use wording::DifferBy;
