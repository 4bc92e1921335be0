//! `ibid-lab dedup planted`: the precision and recall of Cao Yujuan et al. (2009).

use std::collections::BTreeSet;
use std::time::Instant;

use ibid::tokenize::Dictionary;
use ibid_lab::dedup::copies::{Kept, Method};
use ibid_lab::dedup::planted::{Pairs, Planted, RATES, plant, score};
use rayon::prelude::*;
use serde_json::{Value, json};

use super::table::{Table, short, three};
use super::{COLORS, Results, Texts};
use crate::Read;
use crate::args::DedupPlanted;
use ibid_plot::{Figure, Line, tenths};

/// The methods that are compared: DDW with the paper's number of terms and weights, and with the defaults of `ibid`;
/// I-Match with one lexicon and with ten; the other methods.
const METHODS: [&str; 6] = [PAPER, "ddw", "imatch", "imatch:lexicons=10", "simhash", "shingles"];
/// DDW with the paper's settings, as known: twenty terms, weighed by their frequency in the text.
const PAPER: &str = "ddw:terms=20,tf=raw,min=.7";
/// The precision and recall that the paper reports.
const PUBLISHED: [&str; 2] = ["> .9", "> .8"];

/// All pairs together, then by rate.
type Scores = [Pairs; 1 + RATES.len()];

/// The results of one method.
struct Found {
    method: String,
    scores: Scores,
    seconds: f64,
}

/// The results that are shown.
struct Planting {
    documents: usize,
    sources: usize,
    copies: usize,
    seed: u64,
    found: Vec<Found>,
}

pub(super) fn run(command: &DedupPlanted) -> anyhow::Result<Read> {
    let dictionary = Dictionary::default();
    let written = METHODS.into_iter().chain(command.method.iter().map(String::as_str));
    let methods = written.map(|written| Ok((written, Method::parse(written, &dictionary)?)));
    let methods: Vec<(&str, Method)> = methods.collect::<ibid::Result<_>>()?;
    let plot = command.experiment.plot()?;
    let read = Texts::documents(&command.experiment)?;
    let texts = read.strs();
    let planted = plant(&texts, command.sources as usize, command.seed, &dictionary);
    let copied: Vec<usize> =
        planted.iter().filter(|document| document.rate > 0).map(|document| document.source).collect();
    if copied.is_empty() {
        anyhow::bail!(
            "no copies can be planted: none of {} texts has 400 characters and is unlike all others",
            texts.len()
        );
    }
    let mut found = vec![];
    for (written, method) in &methods {
        let began = Instant::now();
        let clusters = clusters(method, &planted, &texts)?;
        let seconds = began.elapsed().as_secs_f64();
        found.push(Found { method: (*written).to_owned(), scores: score(&planted, &clusters), seconds });
    }
    let sources = copied.iter().collect::<BTreeSet<_>>().len();
    let planting =
        Planting { documents: texts.len(), sources, copies: copied.len(), seed: command.seed, found };
    let results = Results {
        tables: planting.tables(),
        json: planting.json(),
        rows: planting.rows(),
        figures: vec![
            planting.figure("Share of copies found with their source", Pairs::recall),
            planting.figure("Share of pairs found that are right", Pairs::precision),
        ],
    };
    results.write(&command.experiment.listing, plot)?;
    Ok(read.read)
}

fn clusters(method: &Method, planted: &[Planted], texts: &[&str]) -> anyhow::Result<Vec<u32>> {
    let keep = |document: &Planted| {
        let text = document.copy.as_deref().or_else(|| texts.get(document.source).copied());
        method.keep(text.unwrap_or_default())
    };
    let kept: Vec<Option<Kept>> = planted.par_iter().map(keep).collect();
    Ok(method.clusters(&kept.iter().map(Option::as_ref).collect::<Vec<_>>(), rayon::current_num_threads())?)
}

impl Found {
    /// Returns the method's name in tables and figures.
    fn name(&self) -> &str {
        if self.method == PAPER { "ddw (paper)" } else { &self.method }
    }
}

impl Planting {
    fn tables(&self) -> Vec<Table> {
        let title = format!(
            "Planted: {} copies, sources {}, documents {}, seed {}. Precision: pairs with a copy in one\n\
             cluster that are of one family. Recall: copies in one cluster with their source, and by\n\
             how much is edited. Family: pairs of a family in one cluster. ddw (paper):\n\
             {PAPER}.",
            self.copies, self.sources, self.documents, self.seed
        );
        let rates = RATES.map(|rate| format!("{rate} %"));
        let heads = ["method", "precision", "paper", "recall", "paper"].map(str::to_owned).into_iter();
        let heads = heads.chain(rates).chain(["family", "s"].map(str::to_owned)).collect();
        let mut table = Table { title, heads, rows: vec![] };
        for found in &self.found {
            let [all, by_rate @ ..] = &found.scores;
            let [precision, recall] = if found.method == PAPER { PUBLISHED } else { [""; 2] };
            let cells =
                [three(all.precision()), precision.to_owned(), three(all.recall()), recall.to_owned()];
            let by_rate = by_rate.iter().map(|pairs| three(pairs.recall()));
            let last = [three(all.family_recall()), short(found.seconds)];
            table.rows.push(
                [found.name().to_owned()].into_iter().chain(cells).chain(by_rate).chain(last).collect(),
            );
        }
        vec![table]
    }

    /// Returns a row for each method and rate, and for all rates of a method.
    fn rows(&self) -> Vec<Value> {
        let of_method = |found: &Found| {
            let rates = [None].into_iter().chain(RATES.map(Some)).zip(found.scores);
            let row = |(rate, pairs): (Option<u32>, Pairs)| {
                json!({
                    "method": found.method,
                    "rate": rate.map(|rate| f64::from(rate) / 100.0),
                    "copies": pairs.copies,
                    "with_source": pairs.with_source,
                    "right": pairs.right,
                    "wrong": pairs.wrong,
                    "precision": pairs.precision(),
                    "recall": pairs.recall(),
                    "family_recall": pairs.family_recall(),
                    "seconds": found.seconds,
                })
            };
            rates.map(row).collect::<Vec<_>>()
        };
        self.found.iter().flat_map(of_method).collect()
    }

    fn json(&self) -> Value {
        json!({
            "documents": self.documents,
            "sources": self.sources,
            "copies": self.copies,
            "seed": self.seed,
            "paper": {"method": PAPER, "precision_above": 0.9, "recall_above": 0.8},
            "rows": self.rows(),
        })
    }

    fn figure(&self, title: &str, share: impl Fn(Pairs) -> f64) -> Figure {
        let line = |(number, found): (usize, &Found)| Line {
            name: found.name().to_owned(),
            color: COLORS[number % COLORS.len()],
            is_dashed: false,
            points: RATES
                .into_iter()
                .zip(&found.scores[1..])
                .map(|(rate, pairs)| (f64::from(rate), share(*pairs)))
                .collect(),
        };
        Figure {
            title: title.to_owned(),
            x_title: "edited, % of the words".to_owned(),
            x: 0.0..20.0,
            x_marks: [0, 5, 10, 15, 20].map(|rate: u32| (f64::from(rate), rate.to_string())).into(),
            y: 0.0..1.0,
            y_marks: tenths(0..=10),
            height: 480,
            lines: self.found.iter().enumerate().map(line).collect(),
        }
    }
}
