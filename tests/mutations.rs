//! Mutated inputs of everything that is read: whatever the bytes, there is no panic.
//!
//! Mutations are drawn from a fixed seed, so that a failure comes again. `cargo test` tries some hundred of each kind;
//! the long form, which is ignored, 10,000.

use std::fs;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use ibid_read::{ReadOptions, read_bytes};

use crate::fuzz_seeds::targets;
use crate::mutate::{Dice, mutate};
use crate::program::fixtures;

const FEW: u64 = 300;
const MANY: u64 = 10_000;
/// Longer inputs are cut: what breaks does so in short ones, too.
const MOST_BYTES: usize = 4096;
/// Papers are no papers when they are cut.
#[cfg(feature = "papers")]
const MOST_PAPER_BYTES: usize = 1 << 16;

/// What is done with bytes.
type Read = Box<dyn Fn(&[u8])>;

/// Something that reads bytes.
struct Reader {
    name: &'static str,
    /// What is mutated.
    wholes: Vec<Vec<u8>>,
    most_bytes: usize,
    read: Read,
}

impl Reader {
    /// Of files of this name.
    fn of_name(name: &'static str, wholes: Vec<Vec<u8>>) -> Reader {
        let options = ReadOptions { max_bytes: 1 << 20, ..ReadOptions::default() };
        let read = move |bytes: &[u8]| {
            let _ = read_bytes(Path::new(name), bytes, &options, &mut |document| {
                assert!(document.is_err() || document.is_ok_and(|document| !document.id.is_empty()));
                ControlFlow::Continue(())
            });
        };
        Reader { name, wholes, most_bytes: MOST_BYTES, read: Box::new(read) }
    }

    /// Of papers of this name.
    #[cfg(feature = "papers")]
    fn of_paper(name: &'static str, paper: Vec<u8>) -> Reader {
        Reader { most_bytes: MOST_PAPER_BYTES, ..Reader::of_name(name, vec![paper]) }
    }

    /// Of what a fuzz target reads, with its seeds.
    fn of_target(name: &'static str) -> Reader {
        let folder = Path::new(crate::ROOT).join("fuzz/seeds").join(name);
        let mut seeds: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        seeds.sort();
        let (_, target) = targets::TARGETS.into_iter().find(|(known, _)| *known == name).unwrap();
        Reader {
            name,
            wholes: seeds.iter().map(|seed| fs::read(seed).unwrap()).collect(),
            most_bytes: MOST_BYTES,
            read: Box::new(target),
        }
    }
}

fn readers() -> Vec<Reader> {
    let file = |name: &str| fs::read(fixtures().join(name)).unwrap();
    let gzip = file("odd/good.txt.gz");
    let zstd = zstd::encode_all(&*file("zh/paper.md"), 3).unwrap();
    let (records, front_matter) = (file("library.jsonl"), file("en/paper.md"));
    let packed = zstd::encode_all(&*records, 3).unwrap();
    let texts = vec![
        Reader::of_name(
            "utf8.txt",
            vec![file("odd/plain.txt"), file("odd/utf8-bom.txt"), file("odd/terminal.txt")],
        ),
        Reader::of_name("utf16.txt", vec![file("odd/utf16le-bom.txt"), file("odd/utf16be-bom.txt")]),
        Reader::of_name("gb18030.txt", vec![file("odd/gb18030.txt")]),
        Reader::of_name("big5.txt", vec![file("odd/big5.txt")]),
        Reader::of_name("windows-1252.txt", vec![file("odd/windows-1252.txt")]),
        Reader::of_name(
            "front-matter.md",
            vec![front_matter, b"+++\ntitle = \"a\"\nauthors = ['b']\n+++\n# c\n".to_vec()],
        ),
        Reader::of_name("page.html", vec![file("odd/page.html")]),
        Reader::of_name("records.jsonl", vec![records.clone(), file("odd/surrogate.jsonl")]),
        Reader::of_name("records.json", vec![records]),
        Reader::of_name("text.txt.gz", vec![gzip.clone(), [gzip.clone(), gzip].concat()]),
        Reader::of_name("text.md.zst", vec![zstd]),
        Reader::of_name("records.jsonl.zst", vec![packed]),
        Reader::of_target("parquet"),
        Reader::of_target("records"),
        Reader::of_target("report"),
        Reader::of_target("trace"),
        Reader::of_target("config"),
    ];
    #[cfg(feature = "papers")]
    let texts = {
        let papers = [
            "boats.csv",
            "boats.docx",
            "boats.eml",
            "boats.epub",
            "boats.odt",
            "boats.pptx",
            "boats.rtf",
            "boats.tex",
            "boats.xlsx",
            "boats.xml",
            "two-columns-en.pdf",
            "cid-zh.pdf",
            "page-zh.pdf",
        ];
        let papers = papers.map(|name| Reader::of_paper(name, file(&format!("formats/{name}"))));
        texts.into_iter().chain(papers).collect()
    };
    texts
}

fn try_mutations(count: u64) {
    for reader in readers() {
        for seed in 0..count {
            let bytes = mutate(&reader.wholes, reader.most_bytes, &mut Dice(seed));
            let read = catch_unwind(AssertUnwindSafe(|| (reader.read)(&bytes)));
            assert!(read.is_ok(), "{}, seed {seed}: {:?}", reader.name, String::from_utf8_lossy(&bytes));
        }
    }
}

#[test]
fn hundreds_of_mutated_inputs_of_every_format_do_no_harm() {
    try_mutations(FEW);
}

#[test]
#[ignore = "takes minutes"]
fn ten_thousand_mutated_inputs_of_every_format_do_no_harm() {
    try_mutations(MANY);
}
