//! Carriers -> their order, the witness, and the most likely parent of each.
//!
//! Carriers are ordered by date. Carriers whose sentences are equal word for word become one, with the later ones as
//! reprints. The parent of a carrier is the one among the surely earlier ones that has most of its words; of several,
//! the one that is most like it, and then the earliest. This is a guess: a wording may have come by a way that is not
//! in the index. `O(d² m²)` for d wordings of m words, at most [`most_wordings`](super::limits::TraceLimits::most_wordings)
//! of which are compared.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use super::carrier::{FoundCarrier, sort_by_date};
use super::difference::{DictionaryWords, difference, shared_changes};
use super::limits::LIMITS;
use super::{of_thousandths, thousandths};
use crate::report::{Carrier, CarrierDocument, Form, Parent, Reason, Witness};

/// Orders carriers by date, keeps one carrier for each sentence, and numbers them.
pub(super) fn in_order(mut found: Vec<FoundCarrier>) -> Vec<FoundCarrier> {
    sort_by_date(&mut found);
    let mut first: HashMap<Vec<u64>, usize> = HashMap::new();
    let mut ordered: Vec<FoundCarrier> = vec![];
    for found in found {
        match first.get(&found.sentence) {
            Some(&at) => {
                let FoundCarrier { carrier: Carrier { document, .. }, moment, .. } = found;
                ordered[at].carrier.reprints.push(document);
                ordered[at].reprinted.push(moment);
            }
            None => {
                first.insert(found.sentence.clone(), ordered.len());
                ordered.push(found);
            }
        }
    }
    for (found, number) in ordered.iter_mut().zip(1..) {
        found.carrier.number = number;
    }
    ordered
}

/// Returns the earliest of the carriers that have the quotation's wording; of those that have most of it, if none has it;
/// of all, if none has most. Carriers come in order.
pub(super) fn witness(ordered: &[FoundCarrier]) -> Witness {
    let mut able: Vec<&FoundCarrier> =
        ordered.iter().filter(|found| found.carrier.form == Form::Exact).collect();
    if able.is_empty() {
        able = ordered.iter().filter(|found| has_most(found)).collect();
    }
    if able.is_empty() {
        able = ordered.iter().collect();
    }
    let first = able.first().and_then(|found| found.moment);
    let mut witness = Witness::default();
    for found in &able {
        let reprints = found.carrier.reprints.iter().zip(found.reprinted.iter().copied());
        for (document, moment) in std::iter::once((&found.carrier.document, found.moment)).chain(reprints) {
            match (first, moment) {
                (_, None) => witness.undated += 1,
                (Some(first), Some(moment)) if !first.is_before(moment) => {
                    witness.tied.push(document.id.clone());
                }
                _ => {}
            }
        }
    }
    if let Some(first) = first
        && witness.tied.len() <= 1
    {
        witness.carrier = Some(able[0].carrier.number);
        witness.tied.clear();
        for found in ordered {
            if let Some(moment) = found.moment
                && moment.is_before(first)
                && has_most(found)
            {
                witness.similar_since = Some(found.carrier.number);
                break;
            }
        }
    }
    witness
}

fn has_most(found: &FoundCarrier) -> bool {
    found.carrier.coverage >= LIMITS.witness_coverage
}

/// Gives each carrier its most likely parent, and its difference from it, or from the quotation if it has none.
/// Carriers come in order.
pub(super) fn add_parents(ordered: &mut [FoundCarrier], quotation: &DictionaryWords) {
    // The first carriers of each wording, from which others may have taken it.
    let mut wordings: HashSet<&[u64]> = HashSet::new();
    let mut firsts = vec![];
    for (at, found) in ordered.iter().enumerate() {
        if found.moment.is_some()
            && firsts.len() < LIMITS.most_wordings
            && wordings.insert(&found.words.hashes)
        {
            firsts.push(at);
        }
    }
    let parents: Vec<Option<(usize, Parent)>> =
        (0..ordered.len()).map(|at| parent(ordered, &firsts, at)).collect();
    for (at, parent) in parents.into_iter().enumerate() {
        let (before, parent) = match parent {
            Some((before, parent)) => (&ordered[before].words, Some(parent)),
            None => (quotation, None),
        };
        let (wording, changes) = difference(before, &ordered[at].words);
        let carrier = &mut ordered[at].carrier;
        (carrier.parent, carrier.wording, carrier.changes) = (parent, wording, changes);
    }
}

fn parent(ordered: &[FoundCarrier], firsts: &[usize], at: usize) -> Option<(usize, Parent)> {
    let child = &ordered[at];
    let moment = child.moment?;
    let context = format!("{} {}", child.carrier.before, child.carrier.after).to_lowercase();
    let mut most = None;
    for &other in firsts {
        let FoundCarrier { words, moment: earlier, .. } = &ordered[other];
        if let Some(earlier) = earlier
            && earlier.is_before(moment)
        {
            let common = words.in_order(&child.words);
            let similarity = thousandths(words.similarity(&child.words, common));
            most = most.max(Some((common, similarity, Reverse(other))));
        }
    }
    let (_, similarity, Reverse(best)) = most?;
    let parent = &ordered[best];
    let mut reasons = vec![if similarity == 1000 { Reason::SameWording } else { Reason::ClosestWording }];
    let shared = shared_changes(&child.words, &parent.words, &ordered[0].words);
    if shared > 0 && best > 0 {
        reasons.push(Reason::SharedChanges { words: shared });
    }
    if is_named(&parent.carrier.document, &context) {
        reasons.push(Reason::Named);
    }
    let parent = Parent { carrier: parent.carrier.number, similarity: of_thousandths(similarity), reasons };
    Some((best, parent))
}

/// Returns whether a text in lower case has the name of a document's author.
fn is_named(document: &CarrierDocument, context: &str) -> bool {
    let authors = document.author.as_deref().unwrap_or("");
    for name in authors.split([';', '；', '、', ',']) {
        let name = name.trim().to_lowercase();
        if name.chars().count() > 1 && context.contains(&name) {
            return true;
        }
    }
    false
}
