//! The calibration as JSON: one value, or one line per edit.

use std::io::{Result, Write};

use ibid_calibrate::{PassageRates, Rates, Row, RowRates};
use serde_json::{Value, json};

use super::checks::{Checked, better};
use super::{Calibration, edit_name};

pub(super) fn write(calibration: &Calibration<'_>, out: &mut dyn Write) -> Result<()> {
    let Calibration { command, collection, config, sample, table, advice, .. } = calibration;
    let mut all = vec![];
    for ((rates, error), good) in table.all.iter().zip(&table.f1_error).zip(&table.is_as_good) {
        let mut value = self::rates(rates);
        value["f1_error"] = json!(error);
        value["is_as_good_as_best"] = json!(good);
        all.push(value);
    }
    let mut profiles = vec![];
    for one in &calibration.profiles {
        let best = rates(&one.table.best());
        profiles.push(json!({"name": one.name, "feature": one.feature, "best": best}));
    }
    let mut checks = vec![];
    for checked in &calibration.checks {
        let mut value = figures(checked);
        value["edits"] = checked.rows.iter().map(passage_row).collect();
        checks.push(value);
    }
    let recommended = match (calibration.checks.first(), better(&calibration.checks)) {
        (None, _) => Value::Null,
        (Some(now), better) => {
            let mut value = figures(better.unwrap_or(now));
            value["how"] = match better {
                Some(better) => json!(better.how),
                None => json!([]),
            };
            value["present"] = figures(now);
            value
        }
    };
    let value = json!({
        "documents": collection.documents,
        "sentences": collection.sentences,
        "read_documents": sample.sources().len(),
        "read_bytes": collection.read_bytes,
        "sample": sample.sentence_count(),
        "passage_sample": sample.passage_count(),
        "seed": command.seed,
        "min_jaccard": config.min_jaccard,
        "edits": table.rows.iter().map(row).collect::<Vec<_>>(),
        "all": all,
        "checks": checks,
        "profiles": profiles,
        "recommended": recommended,
        "best_for_sentences": {
            "min_jaccard": advice.min_jaccard(),
            "is_present_as_good": advice.is_as_good,
            "present": rates(&advice.now),
            "best": rates(&advice.best),
            "profile": advice.profile.map(|(name, best)| json!({"name": name, "best": rates(&best)})),
        },
    });
    serde_json::to_writer(&mut *out, &value)?;
    writeln!(out)
}

pub(super) fn write_lines(calibration: &Calibration<'_>, out: &mut dyn Write) -> Result<()> {
    for line in calibration.table.rows.iter().map(row) {
        serde_json::to_writer(&mut *out, &line)?;
        writeln!(out)?;
    }
    Ok(())
}

fn row(row: &RowRates) -> Value {
    let mut value = named(&row.row, row.share);
    value["sentences"] = json!(row.sentences);
    value["rates"] = row.rates.iter().map(rates).collect();
    value
}

fn passage_row(row: &PassageRates) -> Value {
    let mut value = named(&row.row, row.share);
    value["passages"] = json!(row.passages);
    if row.passages > 0 {
        value["found"] = json!(row.found);
        value["recall"] = json!(row.recall);
        value["precision"] = json!(row.precision);
        value["granularity"] = json!(row.granularity);
    }
    value
}

fn named(row: &Row, share: f64) -> Value {
    json!({"edit": edit_name(row.edit), "share": row.share, "edited_share": share})
}

fn figures(checked: &Checked) -> Value {
    json!({
        "setting": checked.name,
        "recall": checked.recall,
        "precision": checked.precision,
        "f1": checked.f1,
    })
}

fn rates(rates: &Rates) -> Value {
    json!({"min_jaccard": rates.tau, "recall": rates.recall, "precision": rates.precision, "f1": rates.f1})
}
