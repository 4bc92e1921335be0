//! `ibid-lab pairs`: likenesses of sentences against labelled pairs.

use ibid::{Config, Detector, Document, Error};
use ibid_lab::pairs::{Likeness, Pair, Told, likenesses, parse, told};
use rayon::prelude::*;

use crate::args::Pairs;
use crate::labelled;
use crate::output::print;

/// The share of pairs of label 0 that may be taken for rewrites.
const FALSE_ALARMS: f64 = 0.01;

pub(super) fn run(command: &Pairs) -> anyhow::Result<()> {
    let text =
        labelled::read_text(&command.file, "name a file with a line a pair: 1 or 0, and two sentences")?;
    let pairs = parse(&command.file, &text)?;
    let config = Config::default();
    let scored = |likeness: &Likeness| -> Result<(&str, Told), Error> {
        let values = likenesses(&pairs, *likeness, &config)?;
        Ok((likeness.name(), told(&pairs, &values, FALSE_ALARMS)))
    };
    let detector = Detector::new(config.clone())?;
    let rows = Likeness::ALL.par_iter().map(scored).collect::<Result<Vec<_>, Error>>()?;
    let passages = pairs.par_iter().map(|pair| has_passage(&detector, pair));
    let passages = passages.collect::<Result<Vec<bool>, Error>>()?;
    print(|out| {
        writeln!(out, "{:16} {:>9} {:>9} {:>9}", "likeness", "least", "found", "AUC")?;
        for (name, Told { least, found, auc }) in rows {
            let least = if least > 1.0 { "none".to_owned() } else { format!("{least:.4}") };
            writeln!(out, "{name:16} {least:>9} {found:9.4} {auc:9.4}")?;
        }
        writeln!(out)?;
        [true, false].into_iter().try_for_each(|is_rewrite| {
            let of_label = pairs.iter().zip(&passages).filter(|(pair, _)| pair.is_rewrite == is_rewrite);
            let (all, found) =
                of_label.fold((0, 0), |sum, (_, &found)| (sum.0 + 1, sum.1 + usize::from(found)));
            writeln!(out, "label {}: {found} of {all} pairs have a passage that counts", u8::from(is_rewrite))
        })
    })
}

fn has_passage(detector: &Detector, pair: &Pair) -> Result<bool, Error> {
    let document =
        |id: &str, text: &String| Document { id: id.to_owned(), text: text.clone(), ..Document::default() };
    let checked = detector.compare(&document("a", &pair.a), &document("b", &pair.b))?;
    Ok(checked.passages().any(|passage| passage.counts()))
}
