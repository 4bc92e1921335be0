//! No files of the library, and none of `dedup`, use each other in a circle: each can be read, and changed, with what
//! stands below it.
//!
//! The `mod.rs` of a folder is left out: it has what its files share, and may use these.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A path in the code, such as `["super", "words", "Words"]`.
type Names = Vec<String>;

/// Files that use each other all the same: words keep their seeds, which are made of words, and name sets of words.
const KNOWN: [&[&str]; 1] = [&["analyze/seeds", "analyze/words"]];

/// A file as a module.
struct Module {
    is_folder: bool,
    /// What it names: in `use`, and in paths that begin with `crate` or `super`.
    named: Vec<Names>,
    /// What it hands on, by its name.
    shown: BTreeMap<String, Names>,
}

/// All modules below a folder by their paths.
fn modules(folder: &str) -> BTreeMap<Names, Module> {
    let source = Path::new(crate::ROOT).join(folder);
    let (mut folders, mut modules) = (vec![(source, Names::new())], BTreeMap::new());
    while let Some((folder, names)) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let stem = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let is_folder = matches!(&*stem, "mod" | "lib");
            let inside: Names =
                if is_folder { names.clone() } else { names.iter().cloned().chain([stem.clone()]).collect() };
            if path.is_dir() && stem != "tests" {
                folders.push((path, inside));
            } else if path.extension().is_some_and(|extension| extension == "rs") && stem != "tests" {
                modules.insert(inside, module(&fs::read_to_string(&path).unwrap(), is_folder));
            }
        }
    }
    modules
}

fn module(text: &str, is_folder: bool) -> Module {
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or("");
    let code = code.split("#[cfg(test)]\npub(super) mod ").next().unwrap_or("");
    let code = code.split("#[cfg(test)]\npub(crate) mod ").next().unwrap_or("");
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code = lines.collect::<Vec<_>>().join("\n");
    let mut module = Module { is_folder, named: vec![], shown: BTreeMap::new() };
    for statement in code.split(';') {
        let line = statement.rfind("use ").map_or("", |at| &statement[at..]);
        let before = statement.strip_suffix(line).unwrap_or("").lines().last().unwrap_or("").trim_end();
        let is_use = !line.is_empty() && (before.is_empty() || before.starts_with("pub"));
        for names in is_use.then(|| paths(&line[4..])).into_iter().flatten() {
            if before.starts_with("pub") {
                module.shown.insert(names.last().unwrap().clone(), names);
            } else {
                module.named.push(names);
            }
        }
        let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        let words = statement.split(|c| !is_name(c)).filter(|_| !is_use);
        let inline = words.filter(|word| word.starts_with("crate::") || word.starts_with("super::"));
        module.named.extend(inline.flat_map(paths));
    }
    module
}

/// The paths that a `use` names: `a::{b, c::{self, d}}` names `a::b`, `a::c::self` and `a::c::d`.
fn paths(written: &str) -> Vec<Names> {
    let written = written.trim().split(" as ").next().unwrap_or("");
    let Some((head, inside)) = written.split_once('{') else {
        let names = written.split("::").filter(|name| !name.is_empty());
        return vec![names.map(str::to_owned).collect()];
    };
    let head: Names = head.split("::").filter(|name| !name.is_empty()).map(str::to_owned).collect();
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for c in inside.trim_end().trim_end_matches('}').chars() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        match c {
            ',' if depth == 0 => parts.push(String::new()),
            _ => parts.last_mut().unwrap().push(c),
        }
    }
    let parts = parts.iter().filter(|part| !part.trim().is_empty());
    parts.flat_map(|part| paths(part)).map(|rest| [&head[..], &rest].concat()).collect()
}

/// The module that something comes from which another module names.
fn home(modules: &BTreeMap<Names, Module>, from: &[String], names: &[String]) -> Option<Names> {
    let (mut at, mut rest) = (from.to_vec(), names);
    match &*rest.first()?.clone() {
        "crate" => (at, rest) = (vec![], &rest[1..]),
        "super" | "self" => {
            while let Some(name) = rest.first().filter(|name| matches!(&***name, "super" | "self")) {
                if name == "super" {
                    at.pop()?;
                }
                rest = &rest[1..];
            }
        }
        first if !modules.contains_key(&[&at[..], &[first.to_owned()]].concat()) => return None,
        _ => {}
    }
    while let Some(name) = rest.first() {
        let below = [&at[..], std::slice::from_ref(name)].concat();
        if !modules.contains_key(&below) {
            break;
        }
        (at, rest) = (below, &rest[1..]);
    }
    let handed_on = rest.first().and_then(|name| modules.get(&at)?.shown.get(name));
    handed_on.map_or(Some(at.clone()), |names| home(modules, &at, names))
}

/// What can be reached from a module.
fn reached(uses: &BTreeMap<Names, BTreeSet<Names>>, from: &Names) -> BTreeSet<Names> {
    let (mut reached, mut left) = (BTreeSet::new(), vec![from]);
    while let Some(module) = left.pop() {
        left.extend(uses[module].iter().filter(|other| reached.insert((*other).clone())));
    }
    reached
}

#[test]
fn files_do_not_use_each_other_in_circles() {
    assert_eq!(circles("src", 250), KNOWN);
    assert!(circles("dedup/src", 50).is_empty());
}

/// The circles among the files below a folder, in which at least so many uses are seen.
fn circles(folder: &str, least_uses: usize) -> Vec<Vec<String>> {
    let modules = modules(folder);
    let is_file = |names: &Names| modules.get(names).is_some_and(|module| !module.is_folder);
    let uses: BTreeMap<Names, BTreeSet<Names>> = modules
        .iter()
        .filter(|(_, module)| !module.is_folder)
        .map(|(names, module)| {
            let homes = module.named.iter().filter_map(|named| home(&modules, names, named));
            (names.clone(), homes.filter(|home| home != names && is_file(home)).collect())
        })
        .collect();
    assert!(uses.values().map(BTreeSet::len).sum::<usize>() > least_uses, "what files use is seen");
    let reached: BTreeMap<&Names, BTreeSet<Names>> =
        uses.keys().map(|names| (names, reached(&uses, names))).collect();
    let circle = |names: &&Names| -> Vec<String> {
        let others = reached[*names].iter().filter(|other| reached[*other].contains(*names));
        others.map(|other| other.join("/")).collect()
    };
    let circles: BTreeSet<Vec<String>> =
        reached.keys().map(circle).filter(|circle| !circle.is_empty()).collect();
    circles.into_iter().collect()
}
