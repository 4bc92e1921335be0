//! `ibid-lab dedup speed`: the times of fingerprints and clusters, beside Shingle's.

use ibid::tokenize::Dictionary;
use ibid_dedup::{Fingerprint, HammingLeaders, SimHash, SinglePass, linear_single_pass};
use ibid_lab::dedup::copies::{Contender, contenders};
use ibid_lab::dedup::shingles::{Shingles, single_pass};
use serde_json::{Value, json};

use super::table::{Table, short};
use super::{COLORS, Results, Texts, seconds};
use crate::Read;
use crate::args::DedupSpeed;
use ibid_plot::{Figure, Line, logarithm, powers};

/// The greatest distance of near fingerprints, as in the paper.
const DISTANCE: u32 = 3;
/// The Jaccard above which two texts are copies, as in the paper.
const LEAST: f64 = 0.95;
/// The number of growing parts of the texts; each is half of the next one.
const PARTS: u32 = 5;
/// The most texts for comparing each with each, which takes minutes, then hours.
const MOST_LINEAR: usize = 200_000;
const MOST_SHINGLES: usize = 20_000;

/// The results that are shown.
struct Speed {
    texts: usize,
    bytes: usize,
    kept: Vec<Keeping>,
    clusters: Vec<Clustering>,
}

/// The time that a method takes to make what it keeps of all texts.
struct Keeping {
    contender: Contender,
    seconds: f64,
}

/// The times that clusters of one number of texts take.
struct Clustering {
    texts: usize,
    clusters: usize,
    blocks_s: f64,
    linear_s: Option<f64>,
    shingle_s: Option<f64>,
}

pub(super) fn run(command: &DedupSpeed) -> anyhow::Result<Read> {
    let contenders = contenders(&command.method, &Dictionary::default())?;
    let plot = command.experiment.plot()?;
    let read = Texts::documents(&command.experiment)?;
    let read = if command.lines { read.into_lines() } else { read };
    let mut kept = vec![];
    for contender in contenders {
        // The dictionary is loaded before time counts.
        contender.method.keep("字 a");
        let all = || read.texts.iter().filter_map(|text| contender.method.keep(text)).count();
        let seconds = seconds(command.runs, all);
        kept.push(Keeping { contender, seconds });
    }
    let speed = Speed {
        texts: read.texts.len(),
        bytes: read.texts.iter().map(String::len).sum(),
        kept,
        clusters: clusters(&read.texts, command.runs)?,
    };
    let results = Results {
        tables: speed.tables(),
        json: speed.json(),
        rows: speed.clusters.iter().map(Clustering::json).collect(),
        figures: vec![speed.figure()],
    };
    results.write(&command.experiment.listing, plot)?;
    Ok(read.read)
}

fn clusters(texts: &[String], runs: u32) -> anyhow::Result<Vec<Clustering>> {
    let simhash = SimHash::default();
    let prints: Vec<Fingerprint> = texts.iter().filter_map(|text| simhash.fingerprint(text)).collect();
    let shingles = Shingles::of_words(3, &Dictionary::default());
    let most_sets = texts.len().min(MOST_SHINGLES);
    let sets: Vec<Vec<u64>> = texts.iter().take(most_sets).map(|text| shingles.set(text)).collect();
    let sets: Vec<&[u64]> = sets.iter().map(Vec::as_slice).collect();
    let mut counts: Vec<usize> = (0..PARTS).rev().map(|half| prints.len() >> half).collect();
    counts.retain(|&count| count > 0);
    counts.dedup();
    let clustering = |count: usize| -> anyhow::Result<Clustering> {
        let Some(part) = prints.get(..count) else {
            anyhow::bail!("there are {} fingerprints", prints.len())
        };
        let blocks = || {
            HammingLeaders::new(DISTANCE).map(|leaders| {
                let mut clusters = SinglePass::new(leaders);
                clusters.push_all(part, 1);
                clusters.len()
            })
        };
        let timed = |most: usize, run: &dyn Fn() -> usize| (count <= most).then(|| seconds(runs, run));
        Ok(Clustering {
            texts: count,
            clusters: blocks()?,
            blocks_s: seconds(runs, blocks),
            linear_s: timed(MOST_LINEAR, &|| linear_single_pass(part, |a, b| a.within(b, DISTANCE)).len()),
            shingle_s: timed(sets.len(), &|| single_pass(&sets[..count], LEAST).len()),
        })
    };
    counts.into_iter().map(clustering).collect()
}

impl Clustering {
    fn json(&self) -> Value {
        json!({
            "texts": self.texts,
            "clusters": self.clusters,
            "blocks_s": self.blocks_s,
            "linear_s": self.linear_s,
            "shingle_s": self.shingle_s,
        })
    }
}

impl Speed {
    fn ms(&self, keeping: &Keeping) -> f64 {
        keeping.seconds * 1000.0 / self.texts as f64
    }

    fn mb_per_s(&self, keeping: &Keeping) -> f64 {
        self.bytes as f64 / 1e6 / keeping.seconds.max(1e-9)
    }

    fn tables(&self) -> Vec<Table> {
        let (texts, average) = (self.texts, self.bytes / self.texts.max(1));
        let title = format!(
            "{texts} texts of {average} bytes on average: fingerprints, and sets of shingles. The paper's pages\n\
             (2.5 GHz, Java) are not described; it reports that Shingle took longer."
        );
        let mut keeping = Table::new(title, ["method", "ms a text", "MB/s", "paper: ms a page"]);
        for kept in &self.kept {
            keeping.push([
                format!("{}: {}", kept.contender.name, kept.contender.method.name()),
                short(self.ms(kept)),
                short(self.mb_per_s(kept)),
                kept.contender.paper.page_ms.map(|ms| ms.to_string()).unwrap_or_default(),
            ]);
        }
        let title = format!(
            "Clusters, ms: fingerprints of at most {DISTANCE} bits by blocks of bits and by comparing each with each\n\
             leader; sets of shingles with a Jaccard above {LEAST} by comparing with the leaders of like size."
        );
        let mut clusters = Table::new(title, ["texts", "clusters", "blocks", "each with each", "shingles"]);
        let ms = |seconds: Option<f64>| seconds.map(|seconds| short(seconds * 1000.0)).unwrap_or_default();
        for row in &self.clusters {
            clusters.push([
                row.texts.to_string(),
                row.clusters.to_string(),
                ms(Some(row.blocks_s)),
                ms(row.linear_s),
                ms(row.shingle_s),
            ]);
        }
        vec![keeping, clusters]
    }

    fn json(&self) -> Value {
        let kept = self.kept.iter().map(|kept| {
            json!({
                "name": kept.contender.name,
                "method": kept.contender.method.name(),
                "ms_per_text": self.ms(kept),
                "mb_per_s": self.mb_per_s(kept),
                "paper_ms_per_page": kept.contender.paper.page_ms,
            })
        });
        json!({
            "texts": self.texts,
            "bytes": self.bytes,
            "methods": kept.collect::<Vec<_>>(),
            "clusters": self.clusters.iter().map(Clustering::json).collect::<Vec<_>>(),
        })
    }

    fn figure(&self) -> Figure {
        let line = |name: &str, color: usize, of: &dyn Fn(&Clustering) -> Option<f64>| {
            let points = self
                .clusters
                .iter()
                .filter_map(|row| Some((logarithm(row.texts as f64), logarithm(of(row)? * 1000.0))));
            Line { name: name.to_owned(), color: COLORS[color], is_dashed: false, points: points.collect() }
        };
        let lines = vec![
            line("blocks of bits", 1, &|row| Some(row.blocks_s)),
            line("each with each", 0, &|row| row.linear_s),
            line("shingles", 2, &|row| row.shingle_s),
        ];
        let (x, x_marks) = powers(self.clusters.iter().map(|row| row.texts as f64));
        let times = lines.iter().flat_map(|line| line.points.iter().map(|&(_, time)| 10_f64.powf(time)));
        let (y, y_marks) = powers(times);
        Figure {
            title: "Time for clusters, ms".to_owned(),
            x_title: "texts".to_owned(),
            x,
            x_marks,
            y,
            y_marks,
            height: 480,
            lines,
        }
    }
}
