//! The reasons why a paper cannot be read, each with a message of one line that names no file.

use std::time::Duration;

/// The reason why a paper cannot be read. The message says what is wrong and what to do; the caller adds the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The content is in no known format.
    #[error("the content is of no format that can be read here")]
    Unknown,
    /// The format is known, but cannot be read.
    #[error("{what} cannot be read: {instead}")]
    Unsupported {
        /// The kind of file, e.g. `an old Word document (DOC)`.
        what: &'static str,
        /// The advice for its owner, e.g. `save it as DOCX`.
        instead: &'static str,
    },
    /// The file opens only with a password.
    #[error("encrypted with a password: save it without one")]
    Encrypted,
    /// The file is damaged.
    #[error("damaged: {0}; get it again, or save it anew")]
    Damaged(String),
    /// No page has any text.
    #[error("no text on {}: recognize the text first (OCR)", count(*.pages))]
    NoText {
        /// The number of pages.
        pages: u32,
    },
    /// The file exceeds one of the [`PaperLimits`](crate::formats::PaperLimits).
    #[error("too large: {what}, the limit is {limit}")]
    TooLarge {
        /// The amount that exceeds the limit, e.g. `10001 pages`.
        what: String,
        /// The limit.
        limit: u64,
    },
    /// Reading it took too long.
    #[error("not read within {} s: split it, or save it anew with another program", .0.as_secs_f64())]
    Late(Duration),
}

fn count(pages: u32) -> String {
    match pages {
        1 => "its one page (a scan?)".to_owned(),
        _ => format!("any of its {pages} pages (a scan?)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_fault_is_one_line_that_says_what_to_do() {
        let check = |fault: Fault, line: &str| assert_eq!(fault.to_string(), line);
        check(
            Fault::NoText { pages: 1 },
            "no text on its one page (a scan?): recognize the text first (OCR)",
        );
        check(
            Fault::NoText { pages: 12 },
            "no text on any of its 12 pages (a scan?): recognize the text first (OCR)",
        );
        check(
            Fault::Damaged("styles.xml is missing".to_owned()),
            "damaged: styles.xml is missing; get it again, or save it anew",
        );
        check(Fault::Encrypted, "encrypted with a password: save it without one");
        check(
            Fault::TooLarge { what: "20 pages".to_owned(), limit: 10 },
            "too large: 20 pages, the limit is 10",
        );
        check(
            Fault::Late(Duration::from_millis(1500)),
            "not read within 1.5 s: split it, or save it anew with another program",
        );
    }
}
