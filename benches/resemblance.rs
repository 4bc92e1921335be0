//! How fast texts are compared by a near method.
//!
//! `cargo bench -p ibid-dedup --bench resemblance -- [--lines | --pieces BYTES] [--near SETTINGS]… PATH…`, two threads: documents, or
//! their lines, or pieces of about this many bytes. Prints megabytes a second from raw text to signatures, the best of
//! three runs, then seconds for the clusters, and how many there are.
//!
//! Without a path: skipped.

#![expect(clippy::print_stdout, reason = "a bench prints what it measures")]

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use ibid::tokenize::Dictionary;
use ibid_dedup::{NearMethod, Signature, near_method};
use ibid_read::{IdBase, ReadOptions, read_paths};
use rayon::prelude::*;

const THREADS: usize = 2;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut paths, mut methods) = (vec![], vec![]);
    let (mut lines, mut bytes) = (false, 0);
    let mut args = std::env::args().skip(1).filter(|arg| arg != "--bench");
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--lines" => lines = true,
            "--pieces" => bytes = args.next().unwrap_or_default().parse()?,
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
        let near = near_method(&method, Dictionary::default())?;
        pool.install(|| measure(&texts, &*near))?;
    }
    Ok(())
}

fn measure(texts: &[&str], near: &dyn NearMethod) -> ibid::Result<()> {
    let bytes: usize = texts.iter().map(|text| text.len()).sum();
    println!("{}: {} texts, {bytes} bytes, {THREADS} threads", near.name(), texts.len());
    let (mut best, mut signatures) = (f64::MAX, vec![]);
    for _ in 0..3 {
        let began = Instant::now();
        signatures =
            texts.par_iter().filter_map(|text| near.signature(text, None)).collect::<Vec<Signature>>();
        best = best.min(began.elapsed().as_secs_f64());
    }
    println!("  signatures: {:.1} MB/s", bytes as f64 / 1e6 / best);
    let signatures: Vec<&Signature> = signatures.iter().collect();
    for threads in [1, THREADS] {
        let began = Instant::now();
        let leaders = near.clusters(&signatures, threads)?;
        let seconds = began.elapsed().as_secs_f64();
        let clusters = leaders.iter().collect::<HashSet<_>>().len();
        println!("  {clusters} clusters, {threads} threads: {seconds:.2} s");
    }
    Ok(())
}

/// A text cut at the first ends of lines behind each stretch of this many bytes.
fn pieces(text: &str, bytes: usize) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = rest.bytes().enumerate().position(|(at, byte)| at >= bytes && byte == b'\n');
        let (piece, after) = rest.split_at(end.map_or(rest.len(), |end| end + 1));
        rest = after;
        Some(piece).filter(|piece| !piece.is_empty())
    })
}
