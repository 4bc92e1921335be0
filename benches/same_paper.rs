//! The same paper in all formats: whether a check says the same of each.
//!
//! `cargo bench --bench same_paper --features full -- ENGLISH CHINESE`, two folders of prose. Needs `pandoc`, and for PDF
//! `chromium`; without arguments or `pandoc`: skipped.
//!
//! Five papers a language are made of real sentences, a third of them from a library, with headings, a list, a table, block
//! quotations, footnotes, code and references. Printed are, for each format beside plain text: by how many points the
//! overall ratio differs at most, and how many of the library's sentences that text has in passages it has too, and the
//! other way round.

#![expect(clippy::print_stdout, reason = "a bench prints what it measures")]

mod prose;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use prose::{Random, sentences};
use serde_json::Value;

const PAPERS: usize = 5;
const PARAGRAPHS: usize = 24;
/// What pandoc writes, and how such a file is called. The first is what the others are compared with.
const FORMATS: [(&str, &str); 11] = [
    ("plain", "txt"),
    ("docx", "docx"),
    ("odt", "odt"),
    ("epub", "epub"),
    ("rtf", "rtf"),
    ("latex", "tex"),
    ("html", "html"),
    ("markdown", "md"),
    ("jats", "jats.xml"),
    ("tei", "tei.xml"),
    ("docbook5", "docbook.xml"),
];

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let paths: Vec<PathBuf> =
        std::env::args().skip(1).filter(|argument| argument != "--bench").map(PathBuf::from).collect();
    let [english, chinese] = paths.as_slice() else {
        println!("SKIPPED: name a folder of English prose and one of Chinese prose");
        return Ok(());
    };
    if !is_there("pandoc") {
        println!("SKIPPED: pandoc is not installed");
        return Ok(());
    }
    measure("English", &sentences(english, 60..240, ".")?, " ")?;
    measure("Chinese", &sentences(chinese, 16..80, "。")?, "")
}

fn measure(language: &str, sentences: &[String], gap: &str) -> Result<(), Failure> {
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    let mut random = Random(0x9E37_79B9);
    let mut compared: Vec<Compared> = vec![];
    for number in 0..PAPERS {
        let (theirs, own) = sentences.split_at(sentences.len() / 2);
        let library: Vec<&String> = (0..400).map(|_| random.one_of(theirs)).collect();
        let starts = write_library(folder, &library, gap)?;
        let paper = paper(number, &library, own, gap, &mut random);
        let markdown = folder.join("paper.src");
        std::fs::write(&markdown, paper)?;
        let mut text: Option<Checked> = None;
        for (name, file) in files(folder, &markdown)? {
            let checked = check(folder, &file, &starts)?;
            let text = text.get_or_insert_with(|| checked.clone());
            if number == 0 {
                compared.push(Compared { name, ..Compared::default() });
            }
            if let Some(compared) = compared.iter_mut().find(|compared| compared.name == name) {
                compared.add(text, &checked);
            }
        }
    }
    for Compared { name, points, has, of, more, ratio } in compared {
        let (ratio, points) = (100.0 * ratio / PAPERS as f64, 100.0 * points);
        println!(
            "{language:8} {name:9} ratio {ratio:5.2}, differs by {points:4.2} at most, has {has} of {of} sentences, {more} more"
        );
    }
    Ok(())
}

#[derive(Default)]
struct Compared {
    name: &'static str,
    points: f64,
    has: usize,
    of: usize,
    more: usize,
    ratio: f64,
}

impl Compared {
    fn add(&mut self, text: &Checked, checked: &Checked) {
        self.points = self.points.max((text.ratio - checked.ratio).abs());
        self.has += text.sentences.intersection(&checked.sentences).count();
        self.of += text.sentences.len();
        self.more += checked.sentences.difference(&text.sentences).count();
        self.ratio += checked.ratio;
    }
}

/// Writes the library, and returns where its sentences begin, in characters.
fn write_library(folder: &Path, library: &[&String], gap: &str) -> Result<Vec<usize>, Failure> {
    let (mut text, mut starts) = (String::new(), vec![]);
    for sentence in library {
        starts.push(text.chars().count());
        text.push_str(sentence);
        text.push_str(gap);
    }
    std::fs::create_dir_all(folder.join("library"))?;
    std::fs::write(folder.join("library/all.txt"), text)?;
    Ok(starts)
}

fn paper(number: usize, library: &[&String], own: &[String], gap: &str, random: &mut Random) -> String {
    let mut text =
        format!("---\ntitle: {}\nauthor: A. B.\n---\n\n", random.one_of(own).trim_end_matches(['.', '。']));
    let mut notes = String::new();
    for at in 0..PARAGRAPHS {
        if at % 6 == 0 {
            text += &format!(
                "{} {}\n\n",
                "#".repeat(1 + at % 4 / 2),
                random.one_of(own).trim_end_matches(['.', '。'])
            );
        }
        let copied = random.below(library.len() - 2);
        let copied: Vec<&str> = library.iter().skip(copied).take(1 + at % 2).map(|s| s.as_str()).collect();
        let mut all: Vec<String> = (0..2 + random.below(4)).map(|_| random.one_of(own).clone()).collect();
        match (at + number) % 8 {
            0 => text += &format!("> {}\n\n", copied.join(gap)),
            1 => {
                text += &format!("{}[^{at}]\n\n", all.join(gap));
                notes += &format!("[^{at}]: {}\n\n", copied.join(gap));
                continue;
            }
            2 => text += &format!("- {}\n- {}\n\n", copied.join(gap), random.one_of(own)),
            3 => text += &format!("| a | b |\n|---|---|\n| 1 | {} |\n| 2 | c |\n\n", random.one_of(own)),
            4 => text += "```\nlet a = 1;\nlet b = a;\n```\n\n",
            _ => all.insert(1, copied.join(gap)),
        }
        if let Some(first) = all.first_mut() {
            *first = first.replacen(char::is_whitespace, " *and* ", 1);
        }
        text += &format!("{}\n\n", all.join(gap));
    }
    text + &notes
}

/// The paper in each format.
fn files(folder: &Path, markdown: &Path) -> Result<Vec<(&'static str, PathBuf)>, Failure> {
    let mut files = vec![];
    for (format, ending) in FORMATS {
        let file = folder.join(format!("paper.{ending}"));
        run(Command::new("pandoc")
            .args(["-s", "-f", "markdown", "-t", format, "-o"])
            .arg(&file)
            .arg(markdown))?;
        files.push((format, file));
    }
    if is_there("chromium") {
        let pdf = folder.join("paper.pdf");
        let page = format!("file://{}", folder.join("paper.html").display());
        let flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"];
        run(Command::new("chromium").args(flags).arg(format!("--print-to-pdf={}", pdf.display())).arg(page))?;
        files.push(("pdf", pdf));
    } else {
        println!("no PDF: chromium is not installed");
    }
    Ok(files)
}

#[derive(Clone)]
struct Checked {
    ratio: f64,
    /// The sentences of the library that passages cover, the middle of them.
    sentences: BTreeSet<usize>,
}

fn check(folder: &Path, file: &Path, starts: &[usize]) -> Result<Checked, Failure> {
    let report = Command::new(env!("CARGO_BIN_EXE_ibid"))
        .args(["check", "--format", "json"])
        .arg(file)
        .arg("--against")
        .arg(folder.join("library"))
        .output()?;
    let report: Value = serde_json::from_slice(&report.stdout)?;
    let mut sentences = BTreeSet::new();
    for passage in report["passages"].as_array().into_iter().flatten() {
        let place = |name: &str| passage[name].as_u64().unwrap_or(0) as usize;
        let covered = place("b_start")..place("b_end");
        let middles = starts.windows(2).map(|two| two.iter().sum::<usize>() / 2);
        sentences
            .extend(middles.enumerate().filter(|(_, middle)| covered.contains(middle)).map(|(at, _)| at));
    }
    let ratio = report["documents"][0]["ratios"]["overall"].as_f64().ok_or("no ratio")?;
    Ok(Checked { ratio, sentences })
}

fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}

fn run(command: &mut Command) -> Result<(), Failure> {
    let ended = command.output()?;
    if ended.status.success() {
        return Ok(());
    }
    Err(format!("{command:?}: {}", String::from_utf8_lossy(&ended.stderr)).into())
}
