//! How fast fingerprints are made, found and clustered.
//!
//! `cargo bench -p ibid-dedup --bench simhash -- [--clusters] [--linear N] [--large] PATH…`, two threads. Prints
//!
//! - megabytes a second from raw text to fingerprints, by settings, the best of three runs (not with `--clusters`);
//! - seconds for clustering 10⁵ and 10⁶ fingerprints (with `--large` 10⁷), and the growth: each is of two pieces of the
//!   texts, put together, ten versions of which a few characters are changed;
//! - with `--linear`, whether N fingerprints of unchanged pieces have the clusters of the linear scan, for k = 0 to 7.
//!
//! Without a path: skipped.

#![expect(clippy::print_stdout, reason = "a bench prints what it measures")]

use std::hint::black_box;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use ibid::tokenize::Dictionary;
use ibid_dedup::{
    Fingerprint, HammingLeaders, MOST_DISTANCE, NearMethod, SimHash, SinglePass, linear_single_pass,
};
use ibid_read::{IdBase, ReadOptions, read_paths};
use rayon::prelude::*;

const THREADS: usize = 2;
/// The fewest characters of a piece.
const PIECE_CHARS: usize = 80;
const VERSIONS: u64 = 10;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut paths = vec![];
    let (mut linear, mut large, mut clusters_only) = (0, false, false);
    let mut args = std::env::args().skip(1).filter(|arg| arg != "--bench");
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--linear" => linear = args.next().unwrap_or_default().parse()?,
            "--large" => large = true,
            "--clusters" => clusters_only = true,
            _ => paths.push(PathBuf::from(arg)),
        }
    }
    if paths.is_empty() {
        println!("SKIPPED: name files or folders of documents");
        return Ok(());
    }
    let mut texts = vec![];
    read_paths(&paths, &IdBase::AsGiven, &ReadOptions::default(), &mut |document| {
        texts.extend(document.map(|document| document.text));
        ControlFlow::Continue(())
    })?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(THREADS).build()?;
    let done: ibid::Result<()> = pool.install(|| {
        if !clusters_only {
            throughput(&texts)?;
        }
        let pieces: Vec<&str> = texts.iter().flat_map(|text| pieces(text)).collect();
        clustering(&pieces, large)?;
        if linear > 0 { against_linear(&pieces[..linear.min(pieces.len())]) } else { Ok(()) }
    });
    Ok(done?)
}

fn throughput(texts: &[String]) -> ibid::Result<()> {
    let bytes: usize = texts.iter().map(String::len).sum();
    println!("fingerprints: {} documents, {bytes} bytes, {THREADS} threads", texts.len());
    for settings in ["simhash", "simhash:of=words", "simhash:weight=idf,stop=100"] {
        let simhash = SimHash::new(settings.parse()?, Dictionary::default());
        let mut best = f64::MAX;
        for _ in 0..3 {
            let began = Instant::now();
            black_box(texts.par_iter().filter_map(|text| simhash.fingerprint(text)).count());
            best = best.min(began.elapsed().as_secs_f64());
        }
        println!("  {:<84} {:6.1} MB/s", simhash.name(), bytes as f64 / 1e6 / best);
    }
    Ok(())
}

/// A text's lines, the short ones together.
fn pieces(text: &str) -> Vec<&str> {
    let (mut pieces, mut rest) = (vec![], text);
    while let Some((at, _)) = rest.char_indices().nth(PIECE_CHARS) {
        let (least, more) = rest.split_at(at);
        let (piece, other) = rest.split_at(least.len() + more.find('\n').unwrap_or(more.len()));
        pieces.push(piece);
        rest = other;
    }
    pieces
}

/// A fixed sequence of numbers, by its place.
fn random(place: u64) -> u64 {
    let value = place.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}

fn version(pieces: &[&str], number: u64) -> String {
    let piece = |place: u64| pieces[random(place) as usize % pieces.len()];
    let origin = number / VERSIONS;
    let mut text: Vec<char> = piece(2 * origin).chars().chain(piece(2 * origin + 1).chars()).collect();
    // Up to five characters are dropped or replaced.
    for edit in 0..random(number ^ 0xED17) % 6 {
        let chance = random(number.rotate_left(20) ^ edit);
        let place = chance as usize % text.len();
        if chance >> 40 & 1 == 0 {
            text.remove(place);
        } else {
            text[place] = text[(chance >> 41) as usize % text.len()];
        }
    }
    text.into_iter().collect()
}

fn clustering(pieces: &[&str], large: bool) -> ibid::Result<()> {
    let simhash = SimHash::default();
    let most: u64 = if large { 10_000_000 } else { 1_000_000 };
    // In an order of their own, so that versions do not stand side by side.
    let step = 7_368_787;
    let print = |number| simhash.fingerprint(&version(pieces, number));
    println!("clustering: versions of {} pieces, k = 3", pieces.len());
    let mut before: Option<(u64, f64)> = None;
    let mut count = 100_000;
    while count <= most {
        let prints: Vec<Fingerprint> =
            (0..count).into_par_iter().filter_map(|place| print(place * step % count)).collect();
        for threads in [1, THREADS] {
            let mut best = f64::MAX;
            let mut clusters = 0;
            for _ in 0..if count > 1_000_000 { 1 } else { 3 } {
                let began = Instant::now();
                let mut single_pass = SinglePass::new(HammingLeaders::new(3)?);
                black_box(single_pass.push_all(&prints, threads).len());
                best = best.min(began.elapsed().as_secs_f64());
                clusters = single_pass.len();
            }
            println!("  {count:9} fingerprints, {clusters:8} clusters, {threads} threads: {best:7.3} s");
            if threads == THREADS {
                if let Some((fewer, seconds)) = before {
                    let growth = (best / seconds).ln() / (count as f64 / fewer as f64).ln();
                    println!("  growth from {fewer}: n^{growth:.2}");
                }
                before = before.or(Some((count, best)));
            }
        }
        count *= 10;
    }
    Ok(())
}

fn against_linear(pieces: &[&str]) -> ibid::Result<()> {
    let simhash = SimHash::default();
    let prints: Vec<Fingerprint> = pieces.par_iter().filter_map(|text| simhash.fingerprint(text)).collect();
    println!("against the linear scan: {} fingerprints of unchanged pieces", prints.len());
    for distance in 0..=MOST_DISTANCE {
        let began = Instant::now();
        let mut single_pass = SinglePass::new(HammingLeaders::new(distance)?);
        let joined = single_pass.push_all(&prints, THREADS);
        let seconds = began.elapsed().as_secs_f64();
        let began = Instant::now();
        let is_equal = joined == linear_single_pass(&prints, |a, b| a.within(b, distance));
        println!(
            "  k = {distance}: {} clusters, {}, {seconds:.2} s against {:.1} s",
            single_pass.len(),
            if is_equal { "equal" } else { "DIFFERENT" },
            began.elapsed().as_secs_f64()
        );
    }
    Ok(())
}
