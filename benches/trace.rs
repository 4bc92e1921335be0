//! How long one quotation takes to trace with the index open.
//!
//! `cargo bench -p ibid --bench trace -- INDEX QUOTES`: each line of the file is traced by itself, one after the other, and all of them
//! again, when their texts are kept. Prints the median and the 99th percentile. Without arguments: skipped.

#![expect(clippy::print_stdout, reason = "a bench prints what it measures")]

use std::path::Path;
use std::time::Instant;

use ibid::Library;
use ibid::trace::{Tracer, Wanted};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let [index, quotes] = arguments.as_slice() else {
        println!("SKIPPED: name an index and a file of quotations");
        return Ok(());
    };
    let opened = Instant::now();
    let library = Library::open(Path::new(index))?;
    let detector = library.detector(ibid::Config::default())?;
    println!("open: {:.3} s, {} MB", opened.elapsed().as_secs_f64(), library.size_bytes() / 1_000_000);
    let quotes = std::fs::read_to_string(quotes)?;
    let tracer = Tracer::new(&detector, library.index());
    for name in ["first", "again"] {
        let (mut millis, mut carriers) = (vec![], 0);
        for quote in quotes.lines() {
            let began = Instant::now();
            carriers += tracer.trace(quote, &Wanted::default())?.carriers.len();
            millis.push(began.elapsed().as_secs_f64() * 1000.0);
        }
        millis.sort_by(f64::total_cmp);
        let at = |share: f64| millis.get((millis.len() as f64 * share) as usize).copied().unwrap_or(0.0);
        println!(
            "{name}: {} quotations, {carriers} carriers: median {:.1} ms, 99th percentile {:.1}, longest {:.1}",
            millis.len(),
            at(0.5),
            at(0.99),
            millis.last().copied().unwrap_or(0.0),
        );
    }
    Ok(())
}
