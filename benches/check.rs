//! How long a check takes with the index open and loaded.
//!
//! `cargo bench -p ibid --bench check -- INDEX PAPER…`: the median of 20 checks of each paper. Without arguments: skipped.

#![expect(clippy::print_stdout, reason = "a bench prints what it measures")]

use std::path::Path;
use std::time::Instant;

use ibid::Library;
use ibid_read::{IdBase, ReadOptions, read_file};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let [index, papers @ ..] = arguments.as_slice() else {
        println!("SKIPPED: name an index and some papers");
        return Ok(());
    };
    let opened = Instant::now();
    let library = Library::open(Path::new(index))?;
    let detector = library.detector(ibid::Config::default())?;
    println!("open: {:.3} s", opened.elapsed().as_secs_f64());
    for paper in papers {
        let document = read_file(Path::new(paper), &IdBase::AsGiven, &ReadOptions::default())?;
        let mut seconds = vec![];
        let mut passages = 0;
        for _ in 0..20 {
            let began = Instant::now();
            passages = detector.checker(library.sources())?.check(&document)?.passages.len();
            seconds.push(began.elapsed().as_secs_f64());
        }
        seconds.sort_by(f64::total_cmp);
        println!(
            "{paper}: median {:.3} s, shortest {:.3}, longest {:.3}, {passages} passages",
            (seconds[9] + seconds[10]) / 2.0,
            seconds[0],
            seconds[19]
        );
    }
    Ok(())
}
