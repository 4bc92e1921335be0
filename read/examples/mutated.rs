//! Reads papers that accidents befell: `mutated COUNT FILE…` changes each file COUNT times, two times of three inside the
//! parts of a packed one, and prints how many could be read, the longest time and the most memory.
//!
//! A panic is counted; a stack that overflows or a reader that hangs ends or halts the program, and is seen so.

#[path = "../../tests/mutate.rs"]
mod mutate;

use std::collections::BTreeMap;
use std::io::{Cursor, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use mutate::{Dice, mutate};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

#[derive(Default)]
struct Tally {
    read: u32,
    refused: u32,
    panics: u32,
    longest: Duration,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args_os().skip(1);
    let count: u64 =
        args.next().and_then(|count| count.to_str()?.parse().ok()).ok_or("usage: mutated COUNT FILE…")?;
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    for path in args {
        let whole = vec![std::fs::read(&path)?];
        let kind = Path::new(&path).extension().unwrap_or_default().to_string_lossy().into_owned();
        let tally = tallies.entry(kind).or_default();
        for seed in 0..count {
            let mut dice = Dice(seed);
            let inside = if seed % 3 == 0 { None } else { mutate_part(&whole[0], &mut dice) };
            let bytes = inside.unwrap_or_else(|| mutate(&whole, usize::MAX, &mut dice));
            let format = known_by_name(&path.to_string_lossy());
            let start = Instant::now();
            let read = catch_unwind(AssertUnwindSafe(|| read(format, &bytes)));
            tally.longest = tally.longest.max(start.elapsed());
            match read {
                Ok(true) => tally.read += 1,
                Ok(false) => tally.refused += 1,
                Err(_) => tally.panics += 1,
            }
        }
    }
    let mut out = std::io::stdout().lock();
    for (kind, Tally { read, refused, panics, longest }) in tallies {
        writeln!(out, "{kind:5} {read:6} read, {refused:6} refused, {panics} panics, longest {longest:.2?}")?;
    }
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or("memory not known");
    Ok(writeln!(out, "{peak}")?)
}

/// Returns the format of a file that is known by its name only.
fn known_by_name(name: &str) -> Option<&'static ibid_read::formats::PaperFormat> {
    let is = |ending| name.ends_with(ending);
    [
        (".csv", &ibid_read::formats::CSV),
        (".tex", &ibid_read::formats::LATEX),
        (".xml", &ibid_read::formats::XML),
    ]
    .into_iter()
    .find_map(|(ending, format)| is(ending).then_some(format))
}

fn read(format: Option<&'static ibid_read::formats::PaperFormat>, bytes: &[u8]) -> bool {
    let limits = ibid_read::formats::PaperLimits::default();
    format
        .map_or_else(
            || ibid_read::formats::read(bytes, &limits),
            |format| ibid_read::formats::read_as(format, bytes, &limits),
        )
        .is_ok()
}

/// Returns the file with one of its parts changed; nothing for one that is not packed.
fn mutate_part(whole: &[u8], dice: &mut Dice) -> Option<Vec<u8>> {
    let mut archive = ZipArchive::new(Cursor::new(whole)).ok()?;
    let changed = dice.below(archive.len());
    let mut out = ZipWriter::new(Cursor::new(vec![]));
    for at in 0..archive.len() {
        let mut part = archive.by_index(at).ok()?;
        let mut bytes = vec![];
        part.read_to_end(&mut bytes).ok()?;
        if at == changed {
            bytes = mutate(&[bytes], usize::MAX, dice);
        }
        out.start_file(part.name().ok()?.into_owned(), SimpleFileOptions::default()).ok()?;
        out.write_all(&bytes).ok()?;
    }
    Some(out.finish().ok()?.into_inner())
}
