//! Results of whole checks with several settings, and the recommended one: the setting that helps a check most.
//!
//! Each setting is changed alone. It is recommended if its F1 exceeds that of the present ones by more than two
//! standard errors of the difference, as estimated by redraws of the checked documents, and by more than half a per
//! cent. Results for sentences alone say little about a setting, since a check also finds passages in other ways.

use ibid::{Config, Detector, Profile, Reworded, Sources};
use ibid_calibrate::edits::Dice;
use ibid_calibrate::{PassagePart, PassageRates, PassageTrial, Sample};
use ibid_index::Search;

use super::{Advice, Work, own_profile};
use crate::progress::Progress;

/// The number of redraws of the checks.
const REDRAWS: usize = 200;
/// The difference of F1 up to which a change is not worth while.
const SLIGHT: f64 = 0.005;

/// The results of checks with one setting.
#[derive(Debug)]
pub(super) struct Checked {
    /// The name of the change, such as "reworded never".
    pub(super) name: String,
    /// The lines that tell how to set it.
    pub(super) how: Vec<String>,
    pub(super) rows: Vec<PassageRates>,
    pub(super) recall: f64,
    pub(super) precision: f64,
    pub(super) f1: f64,
    /// The index of the result that it is compared with.
    pub(super) base: usize,
    /// The standard error of the difference of F1 from that result.
    error: f64,
    parts: Vec<PassagePart>,
}

/// A setting to try.
struct Setting<'s> {
    name: String,
    how: Vec<String>,
    config: Config,
    index: &'s dyn Search,
    base: usize,
}

/// Tries the present settings, then each of the others. Returns nothing if there is no passage.
pub(super) fn checks(
    work: &Work<'_>,
    sample: &Sample<'_>,
    detector: &Detector,
    index: &dyn Search,
    advice: &Advice,
) -> ibid::Result<Vec<Checked>> {
    if sample.group_count() == 0 {
        return Ok(vec![]);
    }
    let config = detector.config();
    let (name, how) = ("as set now".to_owned(), vec![]);
    let mut settings = vec![Setting { name, how, config: config.clone(), index, base: 0 }];
    if advice.best.tau != config.min_jaccard {
        let tau = advice.best.tau;
        settings.push(Setting {
            name: format!("min-jaccard {tau}"),
            how: in_file("min-jaccard", &tau.to_string()),
            config: Config { min_jaccard: tau, ..config.clone() },
            index,
            base: 0,
        });
    }
    let (reworded, word) = match config.reworded {
        Reworded::Always => (Reworded::Never, "never"),
        Reworded::Never | Reworded::Pairs => (Reworded::Always, "always"),
    };
    settings.push(Setting {
        name: format!("reworded {word}"),
        how: in_file("reworded", &format!("\"{word}\"")),
        config: Config { reworded, ..config.clone() },
        index,
        base: 0,
    });
    let is_paper = own_profile(config) == Some(Profile::Paper);
    let other = if is_paper { Profile::Robust } else { Profile::Paper };
    let other_config = Config { profile: Some(other), features: None, ..config.clone() };
    let is_all_read = sample.sources().len() == index.record_count() as usize;
    let own_part = if is_all_read { None } else { Some(work.index(sample, detector)?) };
    let other_part = work.index(sample, &Detector::new(other_config.clone())?)?;
    let mut base = 0;
    if let Some(part) = &own_part {
        base = settings.len();
        let name = "as set now, documents read".to_owned();
        settings.push(Setting { name, how: vec![], config: config.clone(), index: part, base });
    }
    let profile = super::name(Some(other));
    settings.push(Setting {
        name: format!("profile {profile}"),
        how: vec![format!("make the index anew    ibid rebuild --profile {profile}")],
        config: other_config,
        index: &other_part,
        base,
    });
    let mut tried: Vec<Checked> = vec![];
    for setting in settings {
        let checked = work.check(sample, setting, &tried)?;
        tried.push(checked);
    }
    Ok(tried)
}

/// Returns the setting that helps most, unless the present one is best.
pub(super) fn better(tried: &[Checked]) -> Option<&Checked> {
    let mut best: Option<(f64, &Checked)> = None;
    for checked in tried {
        let gain = checked.f1 - tried[checked.base].f1;
        let helps = gain > SLIGHT.max(2.0 * checked.error);
        if helps && best.is_none_or(|(most, _)| gain >= most) {
            best = Some((gain, checked));
        }
    }
    let (_, checked) = best?;
    Some(checked)
}

/// Returns the lines that tell how to set a value for one run and in the config file.
fn in_file(name: &str, value: &str) -> Vec<String> {
    vec![
        format!("for one run        ibid check --{name} {} PATH", value.trim_matches('"')),
        format!("from now on        {name} = {value}    in ibid.toml beside the index"),
    ]
}

impl Work<'_> {
    fn check(&self, sample: &Sample<'_>, setting: Setting<'_>, tried: &[Checked]) -> ibid::Result<Checked> {
        let detector = Detector::new(setting.config)?;
        let checker = detector.checker(Sources::of_index(setting.index))?;
        let trial = PassageTrial::new(sample, &checker);
        let count = sample.group_count();
        let progress = Progress::of_steps(count, "checking passages", self.shows_progress);
        let parts = self.all(count, &progress, |number| trial.one(number))?;
        let rows = trial.table(&parts);
        let (recall, precision, f1) = means(&rows);
        let error = match tried.get(setting.base) {
            Some(base) => error(&trial, &parts, &base.parts),
            None => 0.0,
        };
        let Setting { name, how, base, .. } = setting;
        Ok(Checked { name, how, rows, recall, precision, f1, base, error, parts })
    }
}

/// Estimates the standard error of the difference of F1 between two settings, whose parts belong to the same documents.
fn error(trial: &PassageTrial<'_>, parts: &[PassagePart], base: &[PassagePart]) -> f64 {
    let mut dice = Dice::new(1, &[7]);
    let mut differences = vec![];
    for _ in 0..REDRAWS {
        let (mut drawn, mut drawn_of_base) = (vec![], vec![]);
        for _ in 0..parts.len() {
            let number = dice.below(parts.len());
            drawn.push(parts[number].clone());
            drawn_of_base.push(base[number].clone());
        }
        let (_, _, f1) = means(&trial.table(&drawn));
        let (_, _, f1_of_base) = means(&trial.table(&drawn_of_base));
        differences.push(f1 - f1_of_base);
    }
    let mean = differences.iter().sum::<f64>() / REDRAWS as f64;
    let squares: f64 = differences.iter().map(|difference| (difference - mean).powi(2)).sum();
    (squares / REDRAWS as f64).sqrt()
}

/// Returns recall and precision, as means over kinds of edits of the means over their shares, and the F1 of the two.
/// Unedited copies count only if there is nothing else.
fn means(rows: &[PassageRates]) -> (f64, f64, f64) {
    let has_edits = rows.iter().any(|row| row.passages > 0 && row.row.edit.is_some());
    let (mut recall, mut precision, mut kinds) = (0.0, 0.0, 0.0);
    for kind in rows.chunk_by(|a, b| a.row.edit == b.row.edit) {
        let (mut kind_recall, mut kind_precision, mut count) = (0.0, 0.0, 0.0);
        for row in kind {
            if row.passages > 0 && (row.row.edit.is_some() || !has_edits) {
                kind_recall += row.recall;
                kind_precision += row.precision;
                count += 1.0;
            }
        }
        if count > 0.0 {
            recall += kind_recall / count;
            precision += kind_precision / count;
            kinds += 1.0;
        }
    }
    let (recall, precision) = (recall / f64::max(kinds, 1.0), precision / f64::max(kinds, 1.0));
    let sum = recall + precision;
    (recall, precision, if sum > 0.0 { 2.0 * recall * precision / sum } else { 0.0 })
}
