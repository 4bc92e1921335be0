//! A trace -> what is said above its carriers: how many there are, and which was first.

use super::words::Words;
use super::{Carrier, Trace, dates};
use crate::report::sanitize::sanitize;
use crate::report::words::thousands;

/// A list of ids names so many.
const MOST_NAMED: usize = 5;

/// The lines of the summary, harmless for a terminal: at least one.
pub(super) fn summary(trace: &Trace, words: Words) -> Vec<String> {
    let carriers: u64 = trace.carriers.iter().map(|carrier| 1 + carrier.reprints.len() as u64).sum();
    if carriers == 0 {
        let none = if trace.is_common {
            words.too_common().to_owned()
        } else {
            words.no_carrier(thousands(trace.documents))
        };
        return vec![none];
    }
    let count = words.carriers_in(carriers, thousands(trace.documents));
    let count = match dates::span(trace) {
        Some((first, last)) if first != last => {
            format!("{count}{}{}", words.comma(), words.between(sanitize(first), sanitize(last)))
        }
        _ => count,
    };
    let mut lines = vec![count];
    lines.extend(witness(trace, words));
    if trace.left > 0 {
        lines.push(words.left(trace.left));
    }
    lines
}

fn witness(trace: &Trace, words: Words) -> Vec<String> {
    let witness = &trace.witness;
    let named = trace.carriers.iter().find(|carrier| Some(carrier.number) == witness.carrier);
    let mut lines = vec![match named {
        Some(Carrier { document, .. }) => {
            let date = document.date.as_deref().unwrap_or("");
            words.witness_is(sanitize(&document.id), sanitize(date))
        }
        None if witness.tied.is_empty() => words.witness_without_dates().to_owned(),
        None => {
            let more = if witness.tied.len() > MOST_NAMED { "…" } else { "" };
            let tied: Vec<_> = witness.tied.iter().take(MOST_NAMED).map(|id| sanitize(id)).collect();
            words.witness_tied(format!("{}{more}", tied.join(words.comma())))
        }
    }];
    if witness.undated > 0 && (named.is_some() || !witness.tied.is_empty()) {
        lines.push(words.undated(witness.undated));
    }
    lines
}
