//! `ibid-lab sentences`: copied sentence pairs against a labelled set.

use std::io::{self, Write};

use ibid::Error;
use ibid::report::sanitize;
use ibid_lab::labelled::{Label, Labelled};
use ibid_lab::sentences::{Finder, FoundPair, Score, Which, bands, sample_missed, sample_wrong, score};
use rayon::prelude::*;

use crate::args::Sentences;
use crate::labelled;
use crate::output::print;

/// The least Jaccards that are tried beside the given one, in thousandths.
const TRIED: std::ops::RangeInclusive<u32> = 200..=900;
const STEP: usize = 50;

/// The pairs found in a set.
struct Results<'s> {
    set: &'s Labelled,
    finder: &'s Finder,
    found: &'s [FoundPair],
    /// The least Jaccard given.
    min: f64,
}

pub(super) fn run(command: &Sentences) -> anyhow::Result<()> {
    let config = command.detection.config()?;
    let set = labelled::read(&command.dir)?;
    let finder = Finder::new(&set, &config.tokenizer(), &*command.detection.feature(&config)?)?;
    let mut tried: Vec<f64> = TRIED.step_by(STEP).map(|min| f64::from(min) / 1000.0).collect();
    tried.push(config.min_jaccard);
    tried.sort_by(f64::total_cmp);
    tried.dedup();
    let least = tried.first().copied().unwrap_or(config.min_jaccard);
    let all = 0..set.sentences.len() as u32;
    let pairs_of = |a: u32| {
        let mut pairs = finder.pairs_of(a, least)?;
        if let Some(share) = command.in_order {
            pairs.retain(|pair| finder.in_order(pair.a, pair.b) >= share);
        }
        Ok(pairs)
    };
    let found: Result<Vec<Vec<FoundPair>>, Error> = all.into_par_iter().map(pairs_of).collect();
    let found = found?.concat();
    let results = Results { set: &set, finder: &finder, found: &found, min: config.min_jaccard };
    print(|out| {
        results.print_counts(out)?;
        results.print_scores(out, &tried)?;
        results.print_bands(out)?;
        if command.wrong > 0 {
            results.print_wrong(out, command.wrong, command.seed)?;
            results.print_missed(out, command.wrong, command.seed)?;
        }
        Ok(())
    })
}

impl Results<'_> {
    fn print_counts(&self, out: &mut dyn Write) -> io::Result<()> {
        let count = |label: Label| self.set.pairs.iter().filter(|pair| pair.label == label).count();
        let same = self.set.pairs.iter().filter(|pair| pair.is_same()).count();
        let (sentences, copies, open) = (self.set.sentences.len(), count(Label::Copy), count(Label::Open));
        writeln!(out, "{sentences} sentences, {copies} copies, {same} of them the same, {open} open pairs\n")
    }

    fn print_scores(&self, out: &mut dyn Write, tried: &[f64]) -> io::Result<()> {
        let scores: Vec<[Score; 2]> = tried
            .iter()
            .map(|&min| [Which::All, Which::Edited].map(|which| score(self.set, self.found, min, which)))
            .collect();
        let best = [0, 1].map(|which| scores.iter().map(|score| score[which].f1()).fold(0.0, f64::max));
        writeln!(out, "{:9}  {:^32}  {:^32}", "least", "all copies", "without equal sentences")?;
        let heads = format!("{:>9} {:>9} {:>9}    ", "precision", "recall", "F1");
        writeln!(out, "{:9}  {heads}  {}", "Jaccard", heads.trim_end())?;
        for (&min, scores) in tried.iter().zip(&scores) {
            let columns = [0, 1].map(|which| {
                let score = &scores[which];
                let mark = if score.f1() == best[which] { "best" } else { "" };
                format!("{:9.4} {:9.4} {:9.4} {mark:4}", score.precision(), score.recall(), score.f1())
            });
            let given = if min == self.min { "given" } else { "" };
            let line = format!("{min:.3} {given:5} {}  {}", columns[0], columns[1]);
            writeln!(out, "{}", line.trim_end())?;
        }
        let given = score(self.set, self.found, self.min, Which::All);
        writeln!(
            out,
            "\nleast Jaccard {}: {} copies found, {} missed, {} pairs wrongly found\n",
            self.min, given.right, given.missed, given.wrong
        )
    }

    fn print_bands(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "{:11} {:>9} {:>9} {:>9} {:>9} {:>9}",
            "similarity", "copies", "found", "recall", "open", "found"
        )?;
        for band in bands(self.set, self.found, self.min) {
            let name = match band.to {
                to if to > 1.0 => "1".to_owned(),
                to => format!("{:.1} to <{to:.1}", band.from),
            };
            let recall = match band.copies {
                (0, _) => String::new(),
                (copies, found) => format!("{:.4}", found as f64 / copies as f64),
            };
            let ((copies, found), (open, open_found)) = (band.copies, band.open);
            writeln!(out, "{name:11} {copies:9} {found:9} {recall:>9} {open:9} {open_found:9}")?;
        }
        Ok(())
    }

    fn print_wrong(&self, out: &mut dyn Write, n: usize, seed: u64) -> io::Result<()> {
        let sample = sample_wrong(self.set, self.found, self.min, n, seed);
        writeln!(out, "\nWrongly found, {} of them:", sample.len())?;
        for pair in sample {
            writeln!(out, "\n{} {}  {}", pair.a, pair.b, keys(&pair))?;
            self.print_texts(out, pair.a, pair.b)?;
        }
        Ok(())
    }

    fn print_missed(&self, out: &mut dyn Write, n: usize, seed: u64) -> io::Result<()> {
        let sample = sample_missed(self.set, self.found, self.min, n, seed);
        writeln!(out, "\nMissed, {} of them:", sample.len())?;
        for pair in sample {
            let found = keys(&self.finder.pair(pair.a, pair.b));
            writeln!(out, "\n{} {}  similarity {:.3}, {found}", pair.a, pair.b, pair.similarity)?;
            self.print_texts(out, pair.a, pair.b)?;
        }
        Ok(())
    }

    fn print_texts(&self, out: &mut dyn Write, a: u32, b: u32) -> io::Result<()> {
        for number in [a, b] {
            let (document, text) = &self.set.sentences[number as usize];
            writeln!(out, "  {}: {}", sanitize(document), sanitize(text))?;
        }
        Ok(())
    }
}

/// Formats the Jaccard, with the numbers of keys that it comes from.
fn keys(pair: &FoundPair) -> String {
    format!("Jaccard {:.3} ({} of {} keys)", pair.jaccard(), pair.shared, pair.together)
}
