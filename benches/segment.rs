//! What `add` cannot do without: documents read, normalized, split and cut into words, which are thrown away.
//!
//! `cargo bench -p ibid --bench segment -- PATH…`: megabytes a second on two threads, the best of three runs. `add` on the same
//! files is to be seen beside it; `lab/scripts/index.sh` prints both. Without a path: skipped.

#![expect(clippy::print_stdout, reason = "a bench prints what it measures")]

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use ibid::normalize::normalize;
use ibid::split::split_sentences;
use ibid::tokenize::{Dictionary, Han, Tokenizer};
use ibid_read::{IdBase, Input, ReadOptions, walk};
use rayon::prelude::*;

/// As many as `add` is measured with.
const THREADS: usize = 2;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let paths: Vec<PathBuf> =
        std::env::args().skip(1).filter(|argument| argument != "--bench").map(PathBuf::from).collect();
    if paths.is_empty() {
        println!("SKIPPED: name files or folders of documents");
        return Ok(());
    }
    let inputs = walk(&paths, &ReadOptions::default())?.inputs;
    let inputs: Vec<Arc<Input>> = inputs.into_iter().flatten().map(Arc::new).collect();
    let bytes: u64 = inputs.iter().map(|input| input.size_bytes).sum();
    // The default profile's.
    let tokenizer = Tokenizer::new(Han::Words, Dictionary::default());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(THREADS).build()?;
    let mut best = f64::MAX;
    let mut count = 0;
    for _ in 0..3 {
        let began = Instant::now();
        let words = AtomicU64::new(0);
        pool.install(|| {
            inputs.par_iter().with_max_len(1).for_each(|input| {
                words.fetch_add(segment(input, &tokenizer), Ordering::Relaxed);
            });
        });
        best = best.min(began.elapsed().as_secs_f64());
        count = words.into_inner();
    }
    println!(
        "segment: {} files, {bytes} bytes, {count} words, {best:.2} s, {:.1} MB/s",
        inputs.len(),
        bytes as f64 / 1e6 / best
    );
    Ok(())
}

/// How many words the documents of an input have; those that cannot be read have none.
fn segment(input: &Arc<Input>, tokenizer: &Tokenizer) -> u64 {
    let options = ReadOptions::default();
    let mut count = 0;
    let (mut sentences, mut tokens) = (vec![], vec![]);
    let _ = ibid_read::fetch(input, &options, &mut |raw| {
        if let Ok(document) = raw.and_then(|raw| ibid_read::decode(raw, &IdBase::AsGiven, &options)) {
            let normalized = normalize(&document.text);
            sentences.clear();
            split_sentences(&normalized.text, document.layout, &mut sentences);
            for &sentence in &sentences {
                tokens.clear();
                tokenizer.words(&normalized.text, sentence, &mut tokens);
                count += tokens.len() as u64;
            }
        }
        ControlFlow::Continue(())
    });
    count
}
