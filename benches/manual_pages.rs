//! How well near documents are found among the pages of a manual in many releases.
//!
//! `cargo bench -p ibid-dedup --bench manual_pages -- [--near SETTINGS]… FOLDER`: FOLDER has a folder for each release, with pages at
//! the same paths in each. The truth is the share of common stretches of five letters (whole sets, the letters of the
//! `shingles` method). Prints, for each method,
//!
//! - byte-identical pages with a text: how many pairs there are, whatever their paths, and how many are found as equal;
//! - recall: of the pairs of one page in two releases, by bands of the truth, and of 100,000 random other pairs, how
//!   many are in one cluster;
//! - precision: how many of what is dropped as near, against what is kept for it, and of all pairs of one cluster (at
//!   most 300,000, at random), have a truth of at least .7.
//!
//! Without a folder: skipped.

#![expect(clippy::print_stdout, reason = "a bench prints what it measures")]

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use ibid::tokenize::Dictionary;
use ibid_dedup::{Item, Keep, Sketch, Verdict, decide, near_method};
use ibid_read::{IdBase, ReadOptions, read_paths};
use rayon::prelude::*;

const BANDS: [f64; 4] = [0.95, 0.9, 0.8, 0.7];
const RANDOM_PAIRS: u64 = 100_000;
const CLUSTER_PAIRS: usize = 300_000;

/// A page of a release.
struct Page {
    /// Its path below the folder of the release.
    path: String,
    bytes: Vec<u8>,
    text: String,
    set: Option<Sketch>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut methods, mut folder) = (vec![], None);
    let mut args = std::env::args().skip(1).filter(|arg| arg != "--bench");
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--near" => methods.extend(args.next()),
            _ => folder = Some(PathBuf::from(arg)),
        }
    }
    let Some(folder) = folder.filter(|folder| folder.is_dir()) else {
        println!("SKIPPED: name the folder of a manual");
        return Ok(());
    };
    if methods.is_empty() {
        methods = vec!["shingles".to_owned(), "simhash".to_owned()];
    }
    let mut pages = vec![];
    read_paths(std::slice::from_ref(&folder), &IdBase::AsGiven, &ReadOptions::default(), &mut |document| {
        pages.extend(document.ok().and_then(|document| {
            let file = PathBuf::from(&document.id);
            let inside = file.strip_prefix(&folder).ok()?.to_str()?.to_owned();
            let path = inside.split_once('/')?.1.to_owned();
            Some(Page { path, bytes: std::fs::read(&file).ok()?, text: document.text, set: None })
        }));
        ControlFlow::Continue(())
    })?;
    pages.par_iter_mut().for_each(|page| page.set = Sketch::of_letters(&page.text, 5, None));
    let truth = Truth::of(&pages);
    println!("{} pages, {} pairs of one page in two releases", pages.len(), truth.families.len());
    let items: Vec<Item> = pages.par_iter().map(|page| Item::of_text(&page.text, None)).collect();
    truth.report_identical(&pages, &decide(&items, None, Keep::First, 2)?);
    for settings in methods {
        let near = near_method(&settings, Dictionary::default())?;
        let began = Instant::now();
        let items: Vec<Item> = pages.par_iter().map(|page| Item::of_text(&page.text, Some(&*near))).collect();
        let signed = began.elapsed().as_secs_f64();
        let verdicts = decide(&items, Some(&*near), Keep::First, 2)?;
        println!(
            "{}: signatures {signed:.1} s, both stages {:.1} s",
            near.name(),
            began.elapsed().as_secs_f64() - signed
        );
        truth.report(&pages, &verdicts);
    }
    Ok(())
}

/// A fixed sequence of numbers, by its place.
fn random(place: u64) -> u64 {
    let value = place.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}

fn resemblance(a: &Page, b: &Page) -> f64 {
    let sets = a.set.as_ref().zip(b.set.as_ref());
    sets.map_or(f64::from(a.text == b.text), |(a, b)| a.resemblance(b).share())
}

struct Pair {
    a: u32,
    b: u32,
    share: f64,
}

struct Truth {
    /// All pairs of one page in two releases.
    families: Vec<Pair>,
    /// Random pairs of two pages.
    others: Vec<Pair>,
    /// Groups of pages of the same bytes.
    identical: Vec<Vec<u32>>,
}

impl Truth {
    fn of(pages: &[Page]) -> Truth {
        let mut by_path: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
        let mut by_bytes: BTreeMap<&[u8], Vec<u32>> = BTreeMap::new();
        for (number, page) in (0..).zip(pages) {
            by_path.entry(&page.path).or_default().push(number);
            by_bytes.entry(&page.bytes).or_default().push(number);
        }
        let measured =
            |(a, b): (u32, u32)| Pair { a, b, share: resemblance(&pages[a as usize], &pages[b as usize]) };
        let families: Vec<(u32, u32)> = by_path.values().flat_map(|family| pairs(family)).collect();
        let count = pages.len() as u64;
        let random = (0..).map(|n| ((random(2 * n) % count) as u32, (random(2 * n + 1) % count) as u32));
        let is_other = |&(a, b): &(u32, u32)| pages[a as usize].path != pages[b as usize].path;
        let others: Vec<(u32, u32)> = random.filter(is_other).take(RANDOM_PAIRS as usize).collect();
        Truth {
            families: families.into_par_iter().map(measured).collect(),
            others: others.into_par_iter().map(measured).collect(),
            identical: by_bytes.into_values().filter(|group| group.len() > 1).collect(),
        }
    }

    /// Of the first stage alone.
    fn report_identical(&self, pages: &[Page], verdicts: &[Verdict]) {
        let kept = |number: u32| verdicts[number as usize].kept(number);
        let has_text = |group: &&Vec<u32>| !pages[group[0] as usize].text.trim().is_empty();
        let identical: Vec<(u32, u32)> =
            self.identical.iter().filter(has_text).flat_map(|group| pairs(group)).collect();
        let found = identical.iter().filter(|(a, b)| kept(*a) == kept(*b)).count();
        let dropped: Vec<u32> = (0..pages.len() as u32).filter(|&number| kept(number) != number).collect();
        let page = |number: u32| &pages[number as usize];
        let wrong = dropped.iter().filter(|&&number| page(number).text != page(kept(number)).text).count();
        let marked_up =
            dropped.iter().filter(|&&number| page(number).bytes != page(kept(number)).bytes).count();
        println!(
            "equal: {found} of {} pairs of byte-identical pages with a text are found; {} pages are dropped, {wrong} for another \
             text, {marked_up} for the same text in other bytes",
            identical.len(),
            dropped.len()
        );
    }

    fn report(&self, pages: &[Page], verdicts: &[Verdict]) {
        let kept = |number: u32| verdicts[number as usize].kept(number);
        let page = |number: u32| &pages[number as usize];
        let is_exact = |verdict: &Verdict| matches!(verdict, Verdict::Exact { .. });
        for (name, pairs) in [("pages", &self.families), ("others", &self.others)] {
            let mut above = 2.0;
            for band in BANDS.into_iter().chain([0.0]) {
                let in_one = |pair: &&Pair| kept(pair.a) == kept(pair.b);
                let least = pairs.iter().filter(|pair| pair.share >= band);
                let all = least.clone().count();
                let found = least.clone().filter(in_one).count();
                let of_band = least.filter(|pair| pair.share < above);
                let (band_all, band_found) = (of_band.clone().count(), of_band.filter(in_one).count());
                println!(
                    "  {name}, J >= {band:.2}: {found} of {all} found, {:.4}; in this band alone {band_found} of {band_all}, {:.4}",
                    share(found, all),
                    share(band_found, band_all)
                );
                above = band;
            }
        }
        let near: Vec<Pair> = (0..pages.len() as u32)
            .into_par_iter()
            .filter(|&n| matches!(verdicts[n as usize], Verdict::Near { .. }))
            .map(|n| Pair { a: n, b: kept(n), share: resemblance(page(n), page(kept(n))) })
            .collect();
        print_precision(
            "dropped as near",
            &near,
            verdicts.iter().filter(|verdict| is_exact(verdict)).count(),
        );
        let mut clusters: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        (0..pages.len() as u32).for_each(|number| clusters.entry(kept(number)).or_default().push(number));
        let all: usize = clusters.values().map(|cluster| cluster.len() * (cluster.len() - 1) / 2).sum();
        let sampled: Vec<(u32, u32)> = (0..)
            .zip(clusters.values().flat_map(|cluster| pairs(cluster)))
            .filter(|(place, _)| random(*place) % (all.max(1) as u64) < CLUSTER_PAIRS as u64)
            .map(|(_, pair)| pair)
            .collect();
        let sampled: Vec<Pair> = sampled
            .into_par_iter()
            .map(|(a, b)| Pair { a, b, share: resemblance(page(a), page(b)) })
            .collect();
        print_precision(&format!("sampled of {all} pairs of one cluster"), &sampled, 0);
    }
}

fn print_precision(name: &str, pairs: &[Pair], equal: usize) {
    let right = pairs.iter().filter(|pair| pair.share >= 0.7).count();
    let least = pairs.iter().map(|pair| pair.share).fold(1.0, f64::min);
    print!(
        "  {name}: {right} of {} have J >= .7, {:.4}; least {least:.3}",
        pairs.len(),
        share(right, pairs.len())
    );
    if equal > 0 {
        print!("; with the {equal} equal ones {:.4}", share(right + equal, pairs.len() + equal));
    }
    println!();
}

fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 1.0 } else { part as f64 / whole as f64 }
}

/// All pairs of a group.
fn pairs(group: &[u32]) -> impl Iterator<Item = (u32, u32)> {
    group.iter().enumerate().flat_map(|(at, &a)| group[at + 1..].iter().map(move |&b| (a, b)))
}
