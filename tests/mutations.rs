//! Mutated inputs of everything that is read: whatever the bytes, there is no panic.
//!
//! Mutations are drawn from a fixed seed, so that a failure comes again. `cargo test` tries some hundred of each kind;
//! the long form, which is ignored, 10,000.

use std::fs;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use ibid::read::{ReadOptions, read_bytes};

use crate::fuzz_seeds::targets;
use crate::program::fixtures;

const FEW: u64 = 300;
const MANY: u64 = 10_000;
/// Longer inputs are cut: what breaks does so in short ones, too.
const MOST_BYTES: usize = 4096;

/// What is done with bytes.
type Read = Box<dyn Fn(&[u8])>;

/// Something that reads bytes.
struct Reader {
    name: &'static str,
    /// What is mutated.
    wholes: Vec<Vec<u8>>,
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
        Reader { name, wholes, read: Box::new(read) }
    }

    /// Of what a fuzz target reads, with its seeds.
    fn of_target(name: &'static str) -> Reader {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds").join(name);
        let mut seeds: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        seeds.sort();
        let (_, target) = targets::TARGETS.into_iter().find(|(known, _)| *known == name).unwrap();
        Reader {
            name,
            wholes: seeds.iter().map(|seed| fs::read(seed).unwrap()).collect(),
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
    vec![
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
    ]
}

/// Numbers from a seed (SplitMix64).
struct Dice(u64);

impl Dice {
    /// Below `end`, which is above 0.
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % end as u64) as usize
    }
}

/// One to four changes: bits, bytes, parts that go, come twice or come from elsewhere, and an end that is missing.
fn mutate(wholes: &[Vec<u8>], dice: &mut Dice) -> Vec<u8> {
    const ODD: [&[u8]; 12] = [
        b"\0",
        b"\xFF",
        b"\xFE\xFF",
        b"\x80",
        b"{",
        b"\"",
        b"\n",
        b"\\ud800",
        b"<",
        b"]]>",
        b"99999999999999999999",
        b"-1",
    ];
    let mut bytes = wholes[dice.below(wholes.len())].clone();
    bytes.truncate(MOST_BYTES);
    for _ in 0..=dice.below(4) {
        let at = dice.below(bytes.len() + 1);
        let end = (at + 1 + dice.below(64)).min(bytes.len());
        match dice.below(6) {
            0 if at < bytes.len() => bytes[at] ^= 1 << dice.below(8),
            1 => drop(bytes.splice(at..end, [])),
            2 => {
                let part = bytes[at..end].to_vec();
                bytes.splice(at..at, part);
            }
            3 => {
                let other = &wholes[dice.below(wholes.len())];
                let from = dice.below(other.len() + 1);
                let part = other[from..(from + 64).min(other.len())].to_vec();
                bytes.splice(at..end, part);
            }
            4 => bytes.truncate(at),
            _ => drop(bytes.splice(at..end, ODD[dice.below(ODD.len())].iter().copied())),
        }
    }
    bytes
}

fn try_mutations(count: u64) {
    for reader in readers() {
        for seed in 0..count {
            let bytes = mutate(&reader.wholes, &mut Dice(seed));
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
