//! The passages of a query document and a source -> verdicts.
//!
//! Each passage is judged by itself ([`passages`](super::passages)). A reworded one that is too weak to accuse by is
//! only possible, and the verbatim ones in it are judged instead. Whole sentences are then judged with regard to the
//! passages that count, and to those that they continue ([`continued`](super::continued)).

use super::continued::count_continued;
use super::demands::least_information;
use super::evidence::is_evidence;
use super::limits::LIMITS;
use super::passages::{Judged, Rules, copied, judge_passage};
use super::sentences::{Beside, sentence_information};
use crate::align::{Alignment, FoundBy, Likeness, Sides};
use crate::analyze::{Analyzed, Words};
use crate::error::Result;
use crate::interrupt;
use crate::report::Kind;

/// Judges the passages of a query document and a source. Takes and returns them in order.
pub(crate) fn judge(
    query: &Analyzed<'_>,
    source: &Analyzed<'_>,
    passages: Vec<Alignment>,
    rules: &Rules<'_>,
) -> Result<Vec<Judged>> {
    let mut judged = vec![];
    for mut alignment in passages {
        let pieces = match &mut alignment.found_by {
            FoundBy::Words => vec![],
            FoundBy::Terms { pieces, .. } => std::mem::take(pieces),
        };
        let mut passage = judge_passage(query, source, alignment, rules)?;
        if is_only_possible(&passage, query.words(), source.words(), rules) {
            passage.kind = Kind::Possible;
            for piece in pieces {
                let piece = judge_passage(query, source, piece, rules)?;
                judged.push(Judged { is_part_of_weak: true, ..piece });
            }
        }
        judged.push(passage);
    }
    let mut beside = Beside::Nothing;
    for passage in &judged {
        if passage.kind.counts() && passage.alignment.equal_half_words >= LIMITS.sentences.long {
            beside = Beside::LongPassage;
            break;
        }
    }
    for passage in &mut judged {
        if passage.kind != Kind::CommonPhrase {
            continue;
        }
        interrupt::check()?;
        let words = Sides { a: query.words(), b: source.words() };
        let evidence = sentence_information(&passage.alignment, words, rules.rarity, rules.documents, beside);
        passage.information = passage.information.max((1.0 - passage.common) * evidence);
        if passage.information >= least_information(&passage.alignment, words, rules.documents) {
            passage.kind = copied(&passage.alignment, &passage.moved, query.words());
        }
    }
    count_continued(&mut judged, Sides { a: query.words(), b: source.words() }, rules.rarity);
    Ok(judged)
}

/// Returns whether a passage that counts by its information may be reworded and is too weak to accuse by.
fn is_only_possible(passage: &Judged, a: &Words, b: &Words, rules: &Rules<'_>) -> bool {
    let Judged { alignment, kind, common, .. } = passage;
    let is_reworded = *kind == Kind::Reworded && alignment.is_by_terms();
    let is_weak = is_reworded && !is_evidence(alignment, Sides { a, b }, 1.0 - common, rules.least_in_runs);
    kind.counts() && (alignment.likeness() == Some(Likeness::Faint) || is_weak)
}
