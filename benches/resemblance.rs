//! How fast texts are compared by their shingles.
//!
//! `cargo bench --bench resemblance -- [--lines | --pieces BYTES] [--near SETTINGS]… PATH…`, two threads: documents, or
//! their lines, or pieces of about so many bytes. Prints megabytes a second from raw text to sketches, the best of three
//! runs, with bytes a text; seconds for the clusters, how many there are, and how often a text met and was compared with
//! a centre; with `--linear N`, whether the first N have the clusters of the linear scan.
//!
//! Without a path: skipped.

#![expect(clippy::print_stdout, reason = "a bench prints what it measures")]

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use ibid::dedup::{Near, ResemblancePass, ResemblanceSettings, Sketch, linear_resemblance_pass};
use ibid::read::{IdBase, ReadOptions, read_paths};
use ibid::tokenize::Dictionary;
use rayon::prelude::*;

const THREADS: usize = 2;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut paths, mut methods) = (vec![], vec![]);
    let (mut lines, mut bytes, mut linear) = (false, 0, 0);
    let mut args = std::env::args().skip(1).filter(|arg| arg != "--bench");
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--lines" => lines = true,
            "--pieces" => bytes = args.next().unwrap_or_default().parse()?,
            "--linear" => linear = args.next().unwrap_or_default().parse()?,
            "--near" => methods.extend(args.next()),
            _ => paths.push(PathBuf::from(arg)),
        }
    }
    if paths.is_empty() {
        println!("SKIPPED: name files or folders of documents");
        return Ok(());
    }
    let mut documents = vec![];
    read_paths(&paths, &IdBase::AsGiven, &ReadOptions::default(), &mut |document| {
        documents.extend(document.map(|document| document.text));
        ControlFlow::Continue(())
    })?;
    let texts: Vec<&str> = match (lines, bytes) {
        (true, _) => documents.iter().flat_map(|text| text.lines()).collect(),
        (_, 0) => documents.iter().map(String::as_str).collect(),
        (_, bytes) => documents.iter().flat_map(|text| pieces(text, bytes)).collect(),
    };
    if methods.is_empty() {
        methods.push("shingles".to_owned());
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(THREADS).build()?;
    for method in methods {
        match Near::parse(&method, Dictionary::default())? {
            Near::Resemblance(settings) => pool.install(|| measure(&texts, &settings, linear)),
            other => println!("{} has no shingles", other.name()),
        }
    }
    Ok(())
}

fn measure(texts: &[&str], settings: &ResemblanceSettings, linear: usize) {
    let bytes: usize = texts.iter().map(|text| text.len()).sum();
    println!("{}: {} texts, {bytes} bytes, {THREADS} threads", settings.name(), texts.len());
    let (mut best, mut sketches) = (f64::MAX, vec![]);
    for _ in 0..3 {
        let began = Instant::now();
        sketches = texts.par_iter().filter_map(|text| settings.sketch(text)).collect::<Vec<Sketch>>();
        best = best.min(began.elapsed().as_secs_f64());
    }
    let hashes: usize = sketches.iter().map(|sketch| sketch.hashes().len()).sum();
    println!(
        "  sketches: {:.1} MB/s; {:.0} hashes and {:.0} bytes a text",
        bytes as f64 / 1e6 / best,
        hashes as f64 / sketches.len() as f64,
        (hashes * 4) as f64 / sketches.len() as f64 + size_of::<Sketch>() as f64
    );
    for threads in [1, THREADS] {
        let began = Instant::now();
        let mut pass = ResemblancePass::new(settings.min);
        pass.push_all(&sketches, threads);
        let (effort, count) = (pass.effort(), sketches.len() as f64);
        println!(
            "  {} clusters, {threads} threads: {:.2} s; a text meets {:.1} centres and is compared with {:.2}",
            pass.len(),
            began.elapsed().as_secs_f64(),
            effort.met as f64 / count,
            effort.compared as f64 / count
        );
    }
    if linear > 0 {
        let few = &sketches[..linear.min(sketches.len())];
        let began = Instant::now();
        let slow = linear_resemblance_pass(few, settings.min);
        let seconds = began.elapsed().as_secs_f64();
        let fast = ResemblancePass::new(settings.min).push_all(few, THREADS);
        let same = if fast == slow { "equal" } else { "DIFFERENT" };
        println!("  against the linear scan of {}: {same}, {seconds:.1} s", few.len());
    }
}

/// A text cut at the first ends of lines after so many bytes.
fn pieces(text: &str, bytes: usize) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = rest.bytes().enumerate().position(|(at, byte)| at >= bytes && byte == b'\n');
        let (piece, after) = rest.split_at(end.map_or(rest.len(), |end| end + 1));
        rest = after;
        Some(piece).filter(|piece| !piece.is_empty())
    })
}
