//! `ibid-lab gold`: a labelled set of sentences, made from versions of documents.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use ibid::{Error, Lang, system_reason};
use ibid_lab::gold::{Draft, Family};
use ibid_lab::labelled::{self, Label, Labelled, LabelledPair};
use ibid_lab::shuffle::shuffle;
use rayon::prelude::*;

use crate::args::{Gold, GoldFamily, LangName};
use crate::output::{print, write_file};

pub(super) fn run(command: &Gold) -> anyhow::Result<()> {
    let files = find_files(&command.inputs)?;
    if files.is_empty() {
        anyhow::bail!(
            "no .txt or .md files in {:?}; name folders that hold versions of documents",
            command.inputs
        );
    }
    let draft = draw(files, command)?;
    let family = match command.family {
        GoldFamily::Name => Family::Name,
        GoldFamily::All => Family::All,
    };
    let comparer = draft.comparer(family);
    let at = |masks: &mut Vec<u128>, place| comparer.pairs_at(place, masks);
    let places = (0..draft.sentences.len()).into_par_iter();
    let mut pairs: Vec<LabelledPair> = places.map_init(|| comparer.masks(), at).flatten_iter().collect();
    pairs.par_sort_unstable_by_key(|pair| (pair.a, pair.b));
    let mut set = Labelled { sentences: draft.sentences, pairs };
    if command.mutual {
        set.open_unless_mutual();
    }
    write(&set, &command.out)?;
    print(|out| print_counts(out, &set))
}

/// Finds the files in the folders, by their names without folders: versions of one document, in order.
fn find_files(inputs: &[PathBuf]) -> anyhow::Result<BTreeMap<String, Vec<String>>> {
    let mut found = vec![];
    let mut folders = inputs.to_vec();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(|error| unreadable(&folder, system_reason(&error)))? {
            let entry = entry.map_err(|error| unreadable(&folder, system_reason(&error)))?;
            let path = entry.path();
            // Folders behind links are skipped, files are not.
            if entry.file_type().map_err(|error| unreadable(&path, system_reason(&error)))?.is_dir() {
                folders.push(path);
            } else if path.is_file() {
                let name = path.to_str();
                let name =
                    name.ok_or_else(|| unreadable(&path, "its name is not UTF-8; give it another one"))?;
                found.extend((name.ends_with(".txt") || name.ends_with(".md")).then(|| name.to_owned()));
            }
        }
    }
    found.sort_unstable();
    let mut files: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in found {
        let name = path.rsplit('/').next().unwrap_or("").to_owned();
        files.entry(name).or_default().push(path);
    }
    Ok(files)
}

/// Gathers the sentences of documents in the order of the seed, until there are enough.
fn draw(files: BTreeMap<String, Vec<String>>, command: &Gold) -> anyhow::Result<Draft> {
    let mut draft = Draft::new(match command.lang {
        LangName::En => Lang::Words,
        LangName::Zh => Lang::Chinese,
    });
    let mut documents: Vec<Vec<String>> = files.into_values().collect();
    shuffle(&mut documents, command.seed);
    for versions in documents {
        for file in versions {
            let bytes = fs::read(&file).map_err(|error| unreadable(file.as_ref(), system_reason(&error)))?;
            let text = String::from_utf8_lossy(&bytes);
            let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
            draft.add(&file, &text.replace("\r\n", "\n").replace('\r', "\n"));
        }
        if draft.sentences.len() >= command.sentences as usize {
            break;
        }
    }
    Ok(draft)
}

fn write(set: &Labelled, folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {folder:?}"))?;
    let (mut sentences, mut pairs) = (vec![], vec![]);
    set.write_sentences(&mut sentences)?;
    set.write_pairs(&mut pairs)?;
    write_file(&folder.join(labelled::SENTENCES), &sentences)?;
    write_file(&folder.join(labelled::PAIRS), &pairs)
}

fn print_counts(out: &mut dyn Write, set: &Labelled) -> std::io::Result<()> {
    let copies = set.pairs.iter().filter(|pair| pair.label == Label::Copy);
    let (copies, same) =
        copies.fold((0, 0), |(copies, same), pair| (copies + 1, same + usize::from(pair.is_same())));
    writeln!(
        out,
        "{} sentences, {copies} copies, {same} of them the same, {} open",
        set.sentences.len(),
        set.pairs.len() - copies
    )
}

fn unreadable(path: &Path, why: impl ToString) -> Error {
    Error::unreadable(path, why.to_string())
}
