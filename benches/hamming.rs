//! How long the nearest fingerprint within three bits takes to find, one after another, among 10⁵, 10⁶ and 10⁷ in memory.
//!
//! `cargo bench -p ibid-dedup --bench hamming`: every other fingerprint that is asked for is one of those there with up to three bits
//! changed, and the rest are new. Evenly spread bits.

#![expect(clippy::print_stdout, reason = "a bench prints what it measures")]

use std::hint::black_box;
use std::time::Instant;

use ibid_dedup::{Fingerprint, HammingIndex};

const DISTANCE: u32 = 3;
const QUESTIONS: usize = 100_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut random = fastrand::Rng::with_seed(7);
    let mut before = None;
    for count in [100_000_usize, 1_000_000, 10_000_000] {
        let prints: Vec<u64> = (0..count).map(|_| random.u64(..)).collect();
        let mut index = HammingIndex::new(DISTANCE)?;
        let began = Instant::now();
        for &print in &prints {
            black_box(index.insert(Fingerprint(print)));
        }
        let inserted = began.elapsed().as_secs_f64();
        let mut changed =
            |print: u64| (0..random.u32(..4)).fold(print, |print, _| print ^ 1 << random.u32(..64));
        let asked: Vec<u64> = (0..QUESTIONS).map(|n| changed(prints[n * 7919 % count])).collect();
        let asked: Vec<u64> =
            asked.into_iter().enumerate().map(|(n, print)| if n % 2 == 0 { print } else { !print }).collect();
        let mut times: Vec<f64> = asked
            .iter()
            .map(|&print| {
                let began = Instant::now();
                black_box(index.nearest(Fingerprint(print)));
                began.elapsed().as_secs_f64() * 1e6
            })
            .collect();
        times.sort_by(f64::total_cmp);
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        let growth =
            before.map_or(String::new(), |before: f64| format!(", n^{:.2}", (mean / before).log10()));
        println!(
            "{count} fingerprints: inserted in {inserted:.2} s; nearest: mean {mean:.2} µs, p50 {:.2}, p99 {:.2}{growth}",
            times[QUESTIONS / 2],
            times[QUESTIONS * 99 / 100]
        );
        before = Some(mean);
    }
    Ok(())
}
