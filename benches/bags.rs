//! Writes what the default profile stores of documents into a file, for the bench of index layouts, which knows no text:
//!
//! `cargo bench -p ibid --bench bags -- FILE PATH…`, then `cargo bench -p ibid-index --bench layouts -- --bags FILE`.
//!
//! A record is the number of bytes of its payload, the payload, the number of its units, and for each unit the number of
//! its keys and these. All numbers are `u64`, little endian. Without arguments: skipped.

#![expect(clippy::print_stdout, reason = "a bench prints what it measures")]

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use ibid::{Config, Detector};
use ibid_index::Record;
use ibid_read::{IdBase, ReadOptions, read_paths};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<PathBuf> =
        std::env::args().skip(1).filter(|argument| argument != "--bench").map(PathBuf::from).collect();
    let [file, paths @ ..] = arguments.as_slice() else {
        println!("SKIPPED: name a file to write, and files or folders of documents");
        return Ok(());
    };
    let detector = Detector::new(Config::default())?;
    let mut out = BufWriter::new(File::create(file)?);
    let mut written = Ok(());
    let _ = read_paths(paths, &IdBase::AsGiven, &ReadOptions::default(), &mut |document| {
        if let Ok(document) = document {
            written = write(&detector.record(&document), &mut out);
        }
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    written?;
    Ok(out.flush()?)
}

fn write(record: &Record, out: &mut impl Write) -> io::Result<()> {
    let number = |number: usize| (number as u64).to_le_bytes();
    out.write_all(&number(record.payload.len()))?;
    out.write_all(&record.payload)?;
    out.write_all(&number(record.bags.len()))?;
    for bag in record.bags.iter() {
        out.write_all(&number(bag.len()))?;
        for key in bag {
            out.write_all(&key.to_le_bytes())?;
        }
    }
    Ok(())
}
