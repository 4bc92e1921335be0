//! The speed of normalizing and splitting: `cargo bench -p ibid --bench split -- PATH [MIB]`.
//!
//! PATH is a folder or a file of plain text; MIB (64) is how much of it is read. Prints megabytes a second on one core,
//! the best of five runs. With `--show N` in place of MIB it prints every N-th sentence, to look at.

#![expect(clippy::print_stdout, reason = "a program that prints its figures")]

use std::path::{Path, PathBuf};
use std::time::Instant;

use ibid::Layout;
use ibid::normalize::normalize;
use ibid::split::split_sentences;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let Some(path) = args.first() else {
        println!("split: no path given, nothing measured");
        return;
    };
    let show = args.iter().position(|arg| arg == "--show").and_then(|at| args.get(at + 1)?.parse().ok());
    let limit = args.get(1).and_then(|arg| arg.parse().ok()).unwrap_or(64) << 20;
    let texts = read(Path::new(path), limit);
    match show {
        Some(every) => print_sentences(&texts, every),
        None => measure(&texts),
    }
}

fn read(path: &Path, limit: usize) -> Vec<String> {
    let mut texts = Vec::new();
    let mut paths: Vec<PathBuf> = vec![path.to_owned()];
    let mut bytes = 0;
    while let Some(path) = paths.pop().filter(|_| bytes < limit) {
        if let Ok(entries) = std::fs::read_dir(&path) {
            let mut inside: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
            inside.sort();
            paths.extend(inside.into_iter().rev());
        } else if let Ok(content) = std::fs::read(&path) {
            bytes += content.len();
            texts.push(String::from_utf8_lossy(&content).into_owned());
        }
    }
    texts
}

fn print_sentences(texts: &[String], every: usize) {
    let mut spans = Vec::new();
    let mut count = 0;
    for text in texts {
        let normalized = normalize(text);
        spans.clear();
        split_sentences(&normalized.text, Layout::Wrapped, &mut spans);
        for span in &spans {
            count += 1;
            if count % every == 0 {
                println!("[{}]", span.of(&normalized.text).replace('\n', "⏎"));
            }
        }
    }
}

fn measure(texts: &[String]) {
    let bytes: usize = texts.iter().map(String::len).sum();
    let rate = |seconds: f64| bytes as f64 / 1e6 / seconds;
    let normalizing = best(|| texts.iter().map(|text| normalize(text).text.len()).sum());
    let normalized: Vec<_> = texts.iter().map(|text| normalize(text)).collect();
    let again = best(|| normalized.iter().map(|text| normalize(&text.text).text.len()).sum());
    let mut spans = Vec::new();
    let splitting = best(|| {
        spans.clear();
        normalized.iter().for_each(|text| split_sentences(&text.text, Layout::Wrapped, &mut spans));
        spans.len()
    });
    println!("{} files, {:.1} MB, {} sentences", texts.len(), bytes as f64 / 1e6, spans.len());
    println!("normalize            {:7.0} MB/s", rate(normalizing));
    println!("normalize, no change {:7.0} MB/s", rate(again));
    println!("split                {:7.0} MB/s", rate(splitting));
}

/// The seconds of the fastest of five runs.
fn best(mut run: impl FnMut() -> usize) -> f64 {
    let mut best = f64::MAX;
    for _ in 0..5 {
        let start = Instant::now();
        std::hint::black_box(run());
        best = best.min(start.elapsed().as_secs_f64());
    }
    best
}
