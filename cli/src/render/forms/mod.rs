//! Reports -> forms to hand over: Markdown, CSV and SARIF.
//!
//! Names and texts of documents are taken for text in each of them, whatever they hold.
//!
//! - [`messages`]: the messages beyond those of the text report
//! - [`markdown`]: figures, sources and passages as Markdown
//! - [`passages_csv`]: one row per passage
//! - [`sarif`]: one result per finding, for tools that show findings in code and documentation

mod messages;
mod markdown;
mod passages_csv;
mod sarif;
#[cfg(test)]
pub(super) mod tests;

pub(crate) use markdown::Markdown;
pub(super) use markdown::escape as escape_markdown;
pub(crate) use passages_csv::PassagesCsv;
pub(crate) use sarif::SarifLog;
