//! Traces and the quotations of articles -> text, tables and pages.
//!
//! - [`timeline`]: the numbers of carriers over time
//! - [`messages`]: the messages about traces, in each language
//! - [`saying`]: lines about a trace or a carrier
//! - `dates`: dates as they are shown
//! - [`tree`]: carriers below the ones that they may come from
//! - [`plain`]: text for a terminal or a pipe
//! - [`csv`]: one row per carrier, or per quotation of an article
//! - [`html`]: a page that stands alone

mod timeline;
mod messages;
mod dates;
mod saying;
mod tree;
mod plain;
mod csv;
mod html;

pub(crate) use csv::{write_articles_csv, write_traces_csv};
pub(crate) use dates::{day, has_shared_day};
pub(crate) use html::{write_articles_html, write_traces_html};
pub(crate) use plain::{write_articles_text, write_traces_text};
pub(crate) use saying::stand_apart;
pub(crate) use timeline::{Step, Timeline};
pub(crate) use tree::{Tree, TreeRow};
