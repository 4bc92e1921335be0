//! Time grows in step with the text, for texts whose parts are alike: a text of four times the length takes at most
//! `2.6²` times the processor time. `lab/scripts/growth.py` measures some fifty kinds up to 4 MB.

use std::process::{Command, Stdio};

use crate::many_copies::Maker;
use crate::program::Folder;

/// Bytes of the shorter text.
const BYTES: usize = 48_000;
/// Times of this length are mostly the start of the program, and noise.
const LEAST_SECONDS: f64 = 0.25;
const MOST_TIMES: f64 = 2.6 * 2.6;

fn english() -> Maker {
    Maker { seed: 11, is_chinese: false }
}

fn chinese() -> Maker {
    Maker { seed: 11, is_chinese: true }
}

/// Returns `count` words of a maker.
fn words(maker: &mut Maker, count: usize) -> String {
    (0..count).map(|_| maker.word()).collect()
}

/// Returns items of at least `bytes` in all.
fn filled(mut maker: Maker, bytes: usize, item: impl Fn(&mut Maker) -> String) -> String {
    let mut text = String::new();
    while text.len() < bytes {
        text += &item(&mut maker);
    }
    text
}

/// Returns the processor seconds of a run of the program.
fn seconds(folder: &Folder, args: &[&str]) -> f64 {
    let mut command = Command::new("sh");
    // The shell's sums: the last line is that of the programs that it ran.
    command.args(["-c", "\"$0\" --quiet \"$@\" >out 2>err; code=$?; times; exit $code", crate::PROGRAM]);
    let output = command.args(args).current_dir(folder.path("")).stdin(Stdio::null()).output().unwrap();
    let said = || std::fs::read_to_string(folder.path("err")).unwrap();
    assert!(matches!(output.status.code(), Some(0 | 1)), "{args:?}: {:?} {}", output.status, said());
    let times = String::from_utf8(output.stdout).unwrap();
    let of_programs = times.lines().last().unwrap().split_whitespace().map(|time| {
        let (minutes, seconds) = time.trim_end_matches('s').split_once('m').unwrap();
        minutes.parse::<f64>().unwrap() * 60.0 + seconds.parse::<f64>().unwrap()
    });
    of_programs.sum()
}

/// Runs a command over a text and its copy, `text` and `copy` with this ending, of each length.
#[track_caller]
fn check(ending: &str, args: &[&str], text: impl Fn(usize) -> String) {
    let of = |bytes: usize| {
        let folder = Folder::with(&[]);
        let text = text(bytes);
        for name in ["text", "copy"] {
            folder.write(&format!("{name}.{ending}"), &text);
        }
        if args[0] == "trace" {
            folder.run(&["add", &format!("copy.{ending}")]).done();
        }
        seconds(&folder, args)
    };
    let (short, long) = (of(BYTES), of(BYTES * 4));
    let most = MOST_TIMES * short.max(LEAST_SECONDS);
    assert!(long <= most, "{short:.2} s, and {long:.2} s for four times the text");
}

const CHECK: [&str; 4] = ["check", "text.txt", "--against", "copy.txt"];

#[test]
fn quotations_in_quotations() {
    check("txt", &CHECK, |bytes| {
        let deep = bytes / 12;
        "“".repeat(deep) + &filled(english(), bytes / 2, |maker| words(maker, 12) + ". ") + &"”".repeat(deep)
    });
}

#[test]
fn english_without_punctuation() {
    check("txt", &CHECK, |bytes| filled(english(), bytes, Maker::word));
}

#[test]
fn chinese_without_punctuation() {
    check("txt", &CHECK, |bytes| filled(chinese(), bytes, Maker::word));
}

#[test]
fn numbers() {
    check("txt", &CHECK, |bytes| filled(english(), bytes, |maker| format!("{} ", maker.below(99_999))));
}

#[test]
fn lines_of_one_form() {
    check("txt", &CHECK, |bytes| {
        filled(english(), bytes, |maker| {
            let [person, town, thing] = std::array::from_fn(|_| maker.word());
            format!(
                "The applicant {person}of the town of {town}hereby asks the office to grant the {thing}permit.\n\n"
            )
        })
    });
}

#[test]
fn a_log() {
    check("txt", &CHECK, |bytes| {
        filled(english(), bytes, |maker| {
            let [worker, job, time] = [9, 99_999, 999].map(|below| maker.below(below));
            format!("2026-11-02 INFO worker {worker} finished job {job} in {time} ms with status 200.\n")
        })
    });
}

#[test]
fn footnotes_of_markdown() {
    check("md", &["check", "text.md", "--against", "copy.md"], |bytes| {
        filled(english(), bytes, |maker| {
            let (number, page) = (maker.below(1 << 30), maker.below(400));
            format!(
                "{}[^{number}].\n\n[^{number}]: See {}, page {page}.\n\n",
                words(maker, 9),
                words(maker, 2)
            )
        })
    });
}

#[test]
fn a_trace_of_interviews() {
    check("txt", &["trace", "--from", "text.txt"], |bytes| {
        filled(english(), bytes, |maker| {
            format!(
                "“So {}?” asked Brandt.\n\n“No {}.”\n\n",
                words(maker, 7).trim_end(),
                words(maker, 9).trim_end()
            )
        })
    });
}

#[test]
fn html_of_entities() {
    check("html", &["read", "text.html"], |bytes| {
        filled(english(), bytes, |maker| {
            format!("<p>{}&amp; &#233;&nbsp;{}</p>\n", maker.word(), maker.word())
        })
    });
}

#[test]
fn dedup_of_records_of_one_form() {
    check("jsonl", &["dedup", "text.jsonl", "--kept", "kept.jsonl"], |bytes| {
        let values: Vec<Vec<String>> = std::iter::repeat_with({
            let mut maker = english();
            move || (0..10).map(|_| maker.word()).collect()
        })
        .take(30)
        .collect();
        filled(english(), bytes, |maker| {
            let text: String =
                values.iter().map(|list| format!("of the {}", list[maker.below(10) as usize])).collect();
            format!("{{\"text\": \"{}\"}}\n", text.trim_end())
        })
    });
}
