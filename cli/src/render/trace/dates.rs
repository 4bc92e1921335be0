//! The dates of carriers -> the dates that are shown.

use ibid::report::{Carrier, Trace, sanitize};

use super::messages::TraceMessages;

/// Returns the day of a date, or all of a shorter one.
pub(crate) fn day(date: &str) -> &str {
    date.get(..10).unwrap_or(date)
}

/// Returns the first and the last day of all documents that carry the quotation.
pub(super) fn span(trace: &Trace) -> Option<(&str, &str)> {
    let days = trace.carriers.iter().flat_map(|carrier| {
        let documents = std::iter::once(&carrier.document).chain(&carrier.reprints);
        documents.filter_map(|document| document.date.as_deref()).map(day)
    });
    Some((days.clone().min()?, days.max()?))
}

/// Returns the day of each carrier, with the time if two carriers have one day. The result is harmless for a terminal.
pub(super) fn shown(trace: &Trace, messages: TraceMessages) -> Vec<String> {
    let is_shared = has_shared_day(&trace.carriers);
    let shown = |carrier: &Carrier| match carrier.document.date.as_deref() {
        None => messages.no_date().to_owned(),
        Some(date) if is_shared => {
            sanitize(&date.get(..16).unwrap_or(date).replacen('T', " ", 1)).into_owned()
        }
        Some(date) => sanitize(day(date)).into_owned(),
    };
    trace.carriers.iter().map(shown).collect()
}

/// Returns whether two carriers have one day.
pub(crate) fn has_shared_day(carriers: &[Carrier]) -> bool {
    let dates = carriers.iter().filter_map(|carrier| carrier.document.date.as_deref());
    let mut days: Vec<&str> = dates.map(day).collect();
    days.sort_unstable();
    days.windows(2).any(|two| two[0] == two[1])
}
