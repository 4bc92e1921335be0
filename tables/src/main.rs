//! Makes the tables that ship with ibid.
//!
//! ```text
//! cargo run --release -- simplified > ../src/tokenize/simplified.txt
//! cargo run --release -- rank english 10000 FOLDER… > ../src/lexicon/rank/english.txt
//! cargo run --release -- rank chinese-words 2000 FOLDER… > ../src/lexicon/rank/chinese-words.txt
//! cargo run --release -- rank chinese-characters 5000 FOLDER… > ../src/lexicon/rank/chinese-characters.txt
//! ```
//!
//! Each FOLDER is one kind of text (`.txt` and `.md` files in it and below), and all kinds weigh equally.

mod counter;

use std::path::{Path, PathBuf};

use ferrous_opencc::{OpenCC, config::BuiltinConfig};
use ibid::tokenize::{Dictionary, Han, Tokenizer};

use self::counter::Counter;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["simplified"] => simplified(),
        ["rank", list, length, ref folders @ ..] if !folders.is_empty() => {
            rank(list, length.parse().expect("the length of the list is a whole number"), folders);
        }
        _ => {
            eprintln!(
                "usage: ibid-tables simplified | rank english|chinese-words|chinese-characters LENGTH FOLDER…"
            );
            std::process::exit(2);
        }
    }
}

/// Prints a line for each Han character with a different simplified form: the two characters.
fn simplified() {
    let convert = OpenCC::from_config(BuiltinConfig::T2s).expect("the conversion is built in");
    for c in ('\u{3400}'..='\u{9FFF}').chain('\u{F900}'..='\u{FAFF}').chain('\u{20000}'..='\u{323AF}') {
        let to = convert.convert(&c.to_string());
        let mut chars = to.chars();
        if let (Some(simple), None) = (chars.next(), chars.next())
            && simple != c
        {
            println!("{c}{simple}");
        }
    }
}

fn rank(list: &str, length: usize, folders: &[&str]) {
    let (han, is_wanted): (Han, fn(&str) -> bool) = match list {
        "english" => {
            (Han::Characters, |word| word.is_ascii() && word.contains(|c: char| c.is_ascii_alphabetic()))
        }
        "chinese-words" => (Han::Words, |word| word.chars().all(is_han)),
        "chinese-characters" => (Han::Characters, |word| word.chars().all(is_han)),
        other => panic!("no list is named {other}"),
    };
    let tokenizer = Tokenizer::new(han, Dictionary::default());
    let mut counter = Counter::default();
    for folder in folders {
        counter.begin_kind();
        for file in files(Path::new(folder)) {
            let text =
                String::from_utf8_lossy(&std::fs::read(&file).expect("the file can be read")).into_owned();
            counter.add_text(&text, &tokenizer);
        }
    }
    println!(
        "# {list}: words by how many documents hold them, in {} kinds of text at equal weight",
        folders.len()
    );
    for word in counter.rank().iter().filter(|word| is_wanted(word)).take(length) {
        println!("{word}");
    }
}

fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9FFF}' | '\u{20000}'..='\u{323AF}')
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder can be read")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    entries.sort();
    let mut found = vec![];
    for path in entries {
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|e| e == "txt" || e == "md") {
            found.push(path);
        }
    }
    found
}
