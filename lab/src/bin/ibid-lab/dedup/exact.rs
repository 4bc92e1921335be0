//! `ibid-lab dedup exact`: the filter and the trie of Gao and Li (2014) beside the exact set, and its near stage.

use ibid::tokenize::Dictionary;
use ibid_dedup::{
    BloomFilter, ExactSet, Fingerprint, HammingLeaders, Membership, SimHash, SinglePass, linear_single_pass,
};
use ibid_lab::dedup::stream::{Judged, Stream, distinct};
use ibid_lab::dedup::{DigitTrie, PaperBloom};
use serde::Serialize;
use serde_json::{Value, json};

use super::table::{Table, short, three};
use super::{COLORS, Results, Texts, seconds};
use crate::Read;
use crate::args::DedupExact;
use ibid_plot::{Figure, Line, logarithm, powers, tenths};

/// The share of duplicates for the series over the number of texts, as in the paper.
const DUPLICATES: f64 = 0.01;
/// The shares of duplicates that are tried with all texts.
const SHARES: [f64; 6] = [0.01, 0.1, 0.3, 0.5, 0.7, 0.9];
/// The paper's bits, number of texts and share of duplicates in the series on accuracy.
const BITS: [u64; 6] = [10_000, 50_000, 160_000, 1_000_000, 5_000_000, 20_000_000];
const BITS_TEXTS: usize = 50_000;
const BITS_DUPLICATES: f64 = 0.9;
/// The most bits that the paper tried.
const PAPER_BITS: u64 = 20_000_000;
/// The standard filter's share of false positives.
const FALSE_POSITIVES: f64 = 0.001;
/// The numbers of texts in the paper's near stage.
const NEAR_TEXTS: [usize; 4] = [100, 500, 1000, 2000];
/// "Below five" bits of shingles of characters, of an unknown width.
const NEAR: &str = "simhash:width=4";
const NEAR_DISTANCE: u32 = 4;

/// A structure that remembers texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Structure {
    ExactSet,
    Bloom,
    PaperBloom,
    DigitTrie,
}

impl Structure {
    const ALL: [Structure; 4] =
        [Structure::ExactSet, Structure::Bloom, Structure::PaperBloom, Structure::DigitTrie];

    fn name(self) -> &'static str {
        match self {
            Structure::ExactSet => "exact set",
            Structure::Bloom => "Bloom filter",
            Structure::PaperBloom => "Bloom (paper)",
            Structure::DigitTrie => "digit trie (paper)",
        }
    }

    /// Makes an empty structure for this number of different texts.
    fn empty(self, different: usize) -> ibid::Result<Box<dyn Membership>> {
        Ok(match self {
            Structure::ExactSet => Box::new(ExactSet::new()),
            Structure::Bloom => Box::new(BloomFilter::new(different.max(1) as u64, FALSE_POSITIVES)?),
            Structure::PaperBloom => Box::new(PaperBloom::new(PAPER_BITS)?),
            Structure::DigitTrie => Box::new(DigitTrie::new()),
        })
    }

    /// Returns the time that the paper reports for 2.5 million texts of which 1 % are duplicates, in ms.
    fn paper_ms(self) -> Option<f64> {
        match self {
            Structure::PaperBloom => Some(3526.8),
            Structure::DigitTrie => Some(14_429.8),
            _ => None,
        }
    }
}

/// The measurement of a structure on a stream of texts.
#[derive(Debug, Serialize)]
struct Measured {
    texts: usize,
    duplicates: f64,
    structure: Structure,
    seconds: f64,
    size_bytes: usize,
    called_seen: u64,
    called_new: u64,
    accuracy: f64,
}

/// The measurement of filters of this number of bits.
#[derive(Debug, Serialize)]
struct WithBits {
    bits: u64,
    /// The rates of the paper's rule.
    any_bit: Rates,
    all_bits: Rates,
    /// The accuracy that the paper reports.
    paper: Option<f64>,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct Rates {
    accuracy: f64,
    false_positives: f64,
}

impl Rates {
    fn of(judged: Judged) -> Rates {
        Rates { accuracy: judged.accuracy(), false_positives: judged.false_positives() }
    }
}

/// The measurement of the near stage on this number of texts.
#[derive(Debug, Serialize)]
struct Near {
    texts: usize,
    fingerprints_s: f64,
    linear_s: f64,
    blocks_s: f64,
    /// The time that the paper reports, about.
    paper_s: Option<f64>,
}

/// The results that are shown.
struct Exact {
    over_number: Vec<Measured>,
    over_share: Vec<Measured>,
    over_bits: Vec<WithBits>,
    bits_texts: usize,
    near: Vec<Near>,
    /// The characters of a text, on average.
    characters: f64,
}

pub(super) fn run(command: &DedupExact) -> anyhow::Result<Read> {
    let plot = command.experiment.plot()?;
    let most = command.texts as usize;
    let (texts, all_read) = {
        let read = Texts::documents(&command.experiment)?;
        let read = if command.lines { read.into_lines() } else { read };
        (distinct(read.texts.iter().map(String::as_str), most)?, read.read)
    };
    let stream = |count: usize, duplicates: f64| Stream::new(&texts, count, duplicates, command.seed);
    let mut exact = Exact {
        over_number: vec![],
        over_share: vec![],
        over_bits: vec![],
        bits_texts: BITS_TEXTS.min(most),
        near: near(&texts, command.runs)?,
        characters: texts.iter().map(|text| text.chars().count()).sum::<usize>() as f64 / texts.len() as f64,
    };
    for part in [100, 10, 4, 2, 1] {
        exact.over_number.extend(measure(&stream(most / part, DUPLICATES), DUPLICATES, command.runs)?);
    }
    for share in SHARES {
        exact.over_share.extend(measure(&stream(most, share), share, command.runs)?);
    }
    let few = stream(exact.bits_texts, BITS_DUPLICATES);
    for bits in BITS {
        exact.over_bits.push(with_bits(&few, bits)?);
    }
    let results = Results {
        tables: exact.tables(),
        json: exact.json(),
        rows: exact.over_number.iter().chain(&exact.over_share).map(|row| json!(row)).collect(),
        figures: exact.figures(),
    };
    results.write(&command.experiment.listing, plot)?;
    Ok(all_read)
}

fn measure(stream: &Stream<'_>, duplicates: f64, runs: u32) -> anyhow::Result<Vec<Measured>> {
    let different = stream.different();
    let one = |structure: Structure| -> anyhow::Result<Measured> {
        let mut judging = structure.empty(different)?;
        let judged = stream.judge(&mut *judging);
        let size_bytes = judging.size_bytes();
        drop(judging);
        let fill = || {
            structure.empty(different).map(|mut seen| stream.texts().filter(|text| seen.insert(text)).count())
        };
        Ok(Measured {
            texts: stream.len(),
            duplicates,
            structure,
            seconds: seconds(runs, fill),
            size_bytes,
            called_seen: judged.called_seen,
            called_new: judged.called_new,
            accuracy: judged.accuracy(),
        })
    };
    Structure::ALL.into_iter().map(one).collect()
}

fn with_bits(stream: &Stream<'_>, bits: u64) -> anyhow::Result<WithBits> {
    // The share of false positives of the standard filter of this number of bits.
    let share = (-(bits as f64) / stream.different().max(1) as f64 * std::f64::consts::LN_2.powi(2)).exp();
    // Clamped, so that with many bits the filter has fewer of them, with 50 hashes.
    let mut standard = BloomFilter::new(stream.different().max(1) as u64, share.clamp(1e-15, 0.999))?;
    let mut any_bit = PaperBloom::new(bits)?;
    Ok(WithBits {
        bits,
        any_bit: Rates::of(stream.judge(&mut any_bit)),
        all_bits: Rates::of(stream.judge(&mut standard)),
        paper: match bits {
            50_000 => Some(0.56),
            160_000 => Some(0.9),
            20_000_000 => Some(1.0),
            _ => None,
        },
    })
}

fn near(texts: &[String], runs: u32) -> anyhow::Result<Vec<Near>> {
    let simhash = SimHash::new(NEAR.parse()?, Dictionary::default());
    let one = |count: usize| -> anyhow::Result<Near> {
        let texts = texts.get(..count).unwrap_or(texts);
        let prints =
            || texts.iter().filter_map(|text| simhash.fingerprint(text)).collect::<Vec<Fingerprint>>();
        let all = prints();
        let blocks = || {
            HammingLeaders::new(NEAR_DISTANCE).map(|leaders| SinglePass::new(leaders).push_all(&all, 1).len())
        };
        Ok(Near {
            texts: texts.len(),
            fingerprints_s: seconds(runs, prints),
            linear_s: seconds(runs, || linear_single_pass(&all, |a, b| a.within(b, NEAR_DISTANCE)).len()),
            blocks_s: seconds(runs, blocks),
            paper_s: match count {
                100 => Some(2.0),
                1000 => Some(60.0),
                _ => None,
            },
        })
    };
    let counts = NEAR_TEXTS.into_iter().filter(|&count| count <= texts.len());
    counts.map(one).collect()
}

impl Exact {
    fn tables(&self) -> Vec<Table> {
        let title = format!(
            "Over the number of texts ({:.0} characters on average), {} % of them duplicates; wrong are new texts\n\
             called duplicates. The standard filter is made for {} % of these, the paper's has\n\
             {PAPER_BITS} bits. The paper's times are those of 2.5 million texts.",
            self.characters,
            DUPLICATES * 100.0,
            FALSE_POSITIVES * 100.0
        );
        let number = Exact::measured(title, &self.over_number, true);
        let share = Exact::measured("Over the share of duplicates".to_owned(), &self.over_share, false);
        vec![number, share, self.bits(), self.near()]
    }

    fn measured(title: String, rows: &[Measured], beside_paper: bool) -> Table {
        let head = if beside_paper { "paper, ms" } else { "" };
        let mut table = Table::new(title, ["", "texts", "duplicates", "ms", "MB", "wrong", "accuracy", head]);
        for row in rows {
            let paper = row.structure.paper_ms().filter(|_| beside_paper && row.texts == 2_500_000);
            table.push([
                row.structure.name().to_owned(),
                row.texts.to_string(),
                format!("{:.0} %", row.duplicates * 100.0),
                short(row.seconds * 1000.0),
                short(row.size_bytes as f64 / 1e6),
                row.called_seen.to_string(),
                format!("{:.4}", row.accuracy),
                paper.map(|ms| ms.to_string()).unwrap_or_default(),
            ]);
        }
        table
    }

    fn bits(&self) -> Table {
        let title = format!(
            "Over the bits of a filter, {} texts, {} % of them duplicates: the share told rightly, and the\n\
             share of new texts called duplicates. \"Any\": one set bit of two is enough, as in the paper; \"all\":\n\
             the standard rule with as many hashes as suit the bits.",
            self.bits_texts,
            BITS_DUPLICATES * 100.0
        );
        let heads = ["bits", "any: accuracy", "wrong", "all: accuracy", "wrong", "paper: accuracy"];
        let mut table = Table::new(title, heads);
        for row in &self.over_bits {
            table.push([
                row.bits.to_string(),
                three(row.any_bit.accuracy),
                three(row.any_bit.false_positives),
                three(row.all_bits.accuracy),
                three(row.all_bits.false_positives),
                row.paper.map(three).unwrap_or_default(),
            ]);
        }
        table
    }

    fn near(&self) -> Table {
        let title = format!(
            "The near stage, ms: fingerprints ({NEAR}), then clusters of at most {NEAR_DISTANCE} bits, by comparing each\n\
             with each leader as in the paper, and by blocks of bits"
        );
        let mut table =
            Table::new(title, ["texts", "fingerprints", "each with each", "blocks", "paper, ms, about"]);
        for row in &self.near {
            table.push([
                row.texts.to_string(),
                short(row.fingerprints_s * 1000.0),
                short(row.linear_s * 1000.0),
                short(row.blocks_s * 1000.0),
                row.paper_s.map(|seconds| (seconds * 1000.0).to_string()).unwrap_or_default(),
            ]);
        }
        table
    }

    fn json(&self) -> Value {
        let paper = Structure::ALL.into_iter().filter_map(|one| Some((one.name(), one.paper_ms()?)));
        json!({
            "characters_per_text": self.characters,
            "over_number": self.over_number,
            "over_duplicates": self.over_share,
            "over_bits": {"texts": self.bits_texts, "duplicates": BITS_DUPLICATES, "rows": self.over_bits},
            "near": {"method": NEAR, "distance": NEAR_DISTANCE, "rows": self.near},
            "paper_ms_for_2500000_texts": paper.collect::<std::collections::BTreeMap<_, _>>(),
        })
    }

    fn figures(&self) -> Vec<Figure> {
        let texts = |row: &Measured| row.texts as f64;
        let (x, x_marks) = powers(self.over_number.iter().map(texts));
        let (number_x, number_marks) = (x, x_marks);
        let of = |title: &str, y: fn(&Measured) -> f64| {
            figure(
                title,
                "texts",
                (number_x.clone(), number_marks.clone()),
                &self.over_number,
                |row| logarithm(texts(row)),
                y,
            )
        };
        let shares = (0.0..1.0, tenths(0..=10));
        vec![
            of("Time over the number of texts, ms", |row| row.seconds * 1000.0),
            of("Memory over the number of texts, MB", |row| row.size_bytes as f64 / 1e6),
            figure(
                "Time over the share of duplicates, ms",
                "duplicates",
                shares,
                &self.over_share,
                |row| row.duplicates,
                |row| row.seconds * 1000.0,
            ),
            self.accuracy(),
        ]
    }

    fn accuracy(&self) -> Figure {
        let (x, x_marks) = powers(self.over_bits.iter().map(|row| row.bits as f64));
        let line = |name: &str, color: usize, of: fn(&WithBits) -> Option<f64>| {
            let points = self.over_bits.iter().filter_map(|row| Some((logarithm(row.bits as f64), of(row)?)));
            Line {
                name: name.to_owned(),
                color: COLORS[color],
                is_dashed: color == 6,
                points: points.collect(),
            }
        };
        Figure {
            title: format!("Accuracy over the bits of a filter, {} texts", self.bits_texts),
            x_title: "bits".to_owned(),
            x,
            x_marks,
            y: 0.0..1.0,
            y_marks: tenths(0..=10),
            height: 420,
            lines: vec![
                line("any bit", 0, |row| Some(row.any_bit.accuracy)),
                line("all bits", 1, |row| Some(row.all_bits.accuracy)),
                line("paper", 6, |row| row.paper),
            ],
        }
    }
}

/// Draws a line for each structure; values are on a logarithmic scale.
fn figure(
    title: &str,
    x_title: &str,
    (x, x_marks): (std::ops::Range<f64>, Vec<(f64, String)>),
    rows: &[Measured],
    at: impl Fn(&Measured) -> f64,
    value: fn(&Measured) -> f64,
) -> Figure {
    let (y, y_marks) = powers(rows.iter().map(value));
    let line = |(number, structure): (usize, Structure)| Line {
        name: structure.name().to_owned(),
        color: COLORS[number % COLORS.len()],
        is_dashed: false,
        points: rows
            .iter()
            .filter(|row| row.structure == structure)
            .map(|row| (at(row), logarithm(value(row))))
            .collect(),
    };
    let lines = Structure::ALL.into_iter().enumerate().map(line).collect();
    Figure {
        title: title.to_owned(),
        x_title: x_title.to_owned(),
        x,
        x_marks,
        y,
        y_marks,
        height: 400,
        lines,
    }
}
