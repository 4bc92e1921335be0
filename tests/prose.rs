//! Item comments say what a thing is or does: a verb or a noun comes first.

use std::fs;
use std::path::Path;

/// The folders whose comments are looked at.
const FOLDERS: [&str; 10] = [
    "calibrate/src",
    "cli/src",
    "css/src",
    "dedup/src",
    "read/src",
    "index/src",
    "lab/src",
    "plot/src",
    "service/src",
    "src",
];
/// Words with which a comment begins that names a thing by a question about it.
const OPENINGS: [&str; 5] = ["How", "Those", "What", "Where", "Whether"];
/// The largest share of such comments, in hundredths. Help texts are among them.
const MOST_HUNDREDTHS: usize = 3;

/// Returns the first line of each item comment of a file.
fn first_lines(text: &str) -> Vec<&str> {
    let lines: Vec<Option<&str>> =
        text.lines().map(|line| line.trim_start().strip_prefix("///").map(str::trim)).collect();
    let begins = |at: usize| at == 0 || lines[at - 1].is_none();
    lines.iter().enumerate().filter(|(at, _)| begins(*at)).filter_map(|(_, line)| *line).collect()
}

#[test]
fn comments_begin_with_what_an_item_is_or_does() {
    let (mut all, mut wrong) = (0, vec![]);
    let mut folders: Vec<_> = FOLDERS.iter().map(|folder| Path::new(crate::ROOT).join(folder)).collect();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                for line in first_lines(&text) {
                    all += 1;
                    let first = line.split(|c: char| !c.is_alphabetic()).next().unwrap_or("");
                    if OPENINGS.contains(&first) {
                        wrong.push(format!("{}: {line}", path.display()));
                    }
                }
            }
        }
    }
    assert!(all > 5_000, "{all} comments were found");
    wrong.sort();
    assert!(
        wrong.len() * 100 <= MOST_HUNDREDTHS * all,
        "{} of {all} comments begin with one of {OPENINGS:?}; say what the item is or does:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn the_first_line_of_each_comment_is_seen() {
    let text = "/// What it is.\n/// More.\nstruct A {\n    /// A field.\n    a: u8,\n}\n";
    assert_eq!(first_lines(text), ["What it is.", "A field."]);
}
