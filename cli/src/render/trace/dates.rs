//! The dates of carriers -> the dates that are shown.

use std::borrow::Cow;

use ibid::report::{Carrier, CarrierDocument, Trace, sanitize};

use super::messages::TraceMessages;

/// Returns the day of a date, or all of a shorter one.
pub(crate) fn day(date: &str) -> &str {
    date.get(..10).unwrap_or(date)
}

/// Returns all documents that carry the quotation: that of each carrier, and its reprints.
pub(super) fn documents(trace: &Trace) -> impl Iterator<Item = &CarrierDocument> + Clone {
    trace.carriers.iter().flat_map(|carrier| std::iter::once(&carrier.document).chain(&carrier.reprints))
}

/// Returns the day of a document, or the text that stands for a missing one.
pub(super) fn day_of(document: &CarrierDocument, messages: TraceMessages) -> &str {
    document.date.as_deref().map_or(messages.no_date(), day)
}

/// Returns the first and the last day of all documents that carry the quotation.
pub(super) fn span(trace: &Trace) -> Option<(&str, &str)> {
    let days = documents(trace).filter_map(|document| document.date.as_deref()).map(day);
    Some((days.clone().min()?, days.max()?))
}

/// Returns the day of each carrier, with the time if two carriers have one day. The result is harmless for a terminal.
pub(super) fn shown(trace: &Trace, messages: TraceMessages) -> Vec<String> {
    let is_shared = has_shared_day(&trace.carriers);
    let mut shown = vec![];
    for Carrier { document, .. } in &trace.carriers {
        let date = match &document.date {
            Some(date) if is_shared => Cow::Owned(date.get(..16).unwrap_or(date).replacen('T', " ", 1)),
            _ => Cow::Borrowed(day_of(document, messages)),
        };
        shown.push(sanitize(&date).into_owned());
    }
    shown
}

/// Returns whether two carriers have one day.
pub(crate) fn has_shared_day(carriers: &[Carrier]) -> bool {
    let dates = carriers.iter().filter_map(|carrier| carrier.document.date.as_deref());
    let mut days: Vec<&str> = dates.map(day).collect();
    days.sort_unstable();
    days.windows(2).any(|two| two[0] == two[1])
}
