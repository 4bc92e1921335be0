//! The length of a quotation, compared with the limits of a trace.

use std::cmp::Ordering;

use super::limits::LIMITS;
use crate::analyze::Analyzed;
use crate::error::{Error, Result};
use crate::text::Lang;

/// Returns whether edited wordings of a quotation are worth looking for.
pub(super) fn may_be_edited(quotation: &Analyzed<'_>) -> bool {
    let words = quotation.words();
    quotation.lang() == Lang::Chinese || words.half_words(words.all()) >= LIMITS.least_edited_words
}

/// Compares the length of a quotation with the limits: equal if it can be traced; `None` if it has no words.
pub(super) fn is_of_length(quotation: &Analyzed<'_>) -> Option<Ordering> {
    let words = quotation.words();
    let half_words = words.half_words(words.all());
    let least = match quotation.lang() {
        Lang::Words => LIMITS.least_of_words,
        Lang::Chinese => LIMITS.least_of_han,
    };
    match half_words {
        0 => None,
        _ if half_words < least => Some(Ordering::Less),
        _ if half_words > LIMITS.most => Some(Ordering::Greater),
        _ => Some(Ordering::Equal),
    }
}

/// Returns an error for a quotation that is too short to be told from chance, or too long to be one.
pub(super) fn expect_length(quotation: &Analyzed<'_>) -> Result<()> {
    let words = quotation.words();
    let (half_words, unit, least) = match quotation.lang() {
        Lang::Words => (2, "word", LIMITS.least_of_words),
        Lang::Chinese => (1, "character", LIMITS.least_of_han),
    };
    let length = words.half_words(words.all()).div_ceil(half_words);
    let (least, most) = (least.div_ceil(half_words), LIMITS.most.div_ceil(half_words));
    let s = if length == 1 { "" } else { "s" };
    Err(match is_of_length(quotation) {
        Some(Ordering::Equal) => return Ok(()),
        None => Error::Request("the quotation has no words".to_owned()),
        Some(Ordering::Less) => Error::Request(format!(
            "the quotation has {length} {unit}{s}, which many texts have by chance: give at least {least}"
        )),
        Some(Ordering::Greater) => {
            Error::LongQuotation(format!("the quotation has {length} {unit}s, and at most {most} are traced"))
        }
    })
}
