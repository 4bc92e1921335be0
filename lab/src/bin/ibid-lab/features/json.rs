//! The comparison as JSON: one value, or one line per feature.

use std::io::{Result, Write};

use ibid_lab::features::{Measured, Score};
use serde_json::{Value, json};

use super::{Comparison, Row, TAU};

pub(super) fn write(comparison: &Comparison, out: &mut dyn Write) -> Result<()> {
    let antecedents = comparison.antecedents.iter().map(
        |(n, measured)| json!({"n": n, "at": score(&measured.at(TAU)), "best": score(&measured.best())}),
    );
    let value = json!({
        "sentences": comparison.sentences,
        "words_per_sentence": comparison.words_per_sentence,
        "copies": comparison.truth.copies(),
        "identical": comparison.truth.identical,
        "open": comparison.truth.open,
        "features": comparison.rows.iter().map(row).collect::<Vec<_>>(),
        "antecedents": antecedents.collect::<Vec<_>>(),
    });
    serde_json::to_writer(&mut *out, &value)?;
    writeln!(out)
}

pub(super) fn write_lines(comparison: &Comparison, out: &mut dyn Write) -> Result<()> {
    for line in comparison.rows.iter().map(row) {
        serde_json::to_writer(&mut *out, &line)?;
        writeln!(out)?;
    }
    Ok(())
}

fn row(row: &Row) -> Value {
    let Measured { feature, scores, keys_per_sentence, space_bytes } = &row.measured;
    json!({
        "name": row.name,
        "feature": feature,
        "best": score(&row.measured.best()),
        "keys_per_sentence": keys_per_sentence,
        "space_bytes": space_bytes,
        "indexing_s": row.times.indexing.as_secs_f64(),
        "counting_s": row.times.counting.as_secs_f64(),
        "join_s": row.times.join.as_secs_f64(),
        "scores": scores.iter().map(score).collect::<Vec<_>>(),
        "paper": {
            "tau": row.paper.tau,
            "f1": row.paper.f1,
            "space": row.paper.space,
            "indexing": row.paper.indexing,
            "similarity": row.paper.similarity,
        },
    })
}

fn score(score: &Score) -> Value {
    json!({
        "tau": score.tau,
        "f1": score.f1,
        "f1_edited": score.f1_edited,
        "precision": score.precision,
        "recall": score.recall,
        "wrong": score.wrong,
    })
}
