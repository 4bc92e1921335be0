//! The order of modules in `src/lib.rs` is the order of what may use what.

use std::fs;
use std::path::{Path, PathBuf};

const PURE: [&str; 22] = [
    "calendar",
    "date",
    "chars",
    "origin",
    "structure",
    "text",
    "word_set",
    "written",
    "normalize",
    "split",
    "said",
    "tokenize",
    "lexicon",
    "facts",
    "quotation",
    "credit",
    "feature",
    "decisions",
    "score",
    "analyze",
    "align",
    "judge",
];
const IMPURE: [&str; 7] =
    ["std::fs", "std::env", "std::time", "std::net", "std::io", "println!", "std::process"];

fn source() -> PathBuf {
    Path::new(crate::ROOT).join("src")
}

/// The modules in the order of `lib.rs`.
fn modules() -> Vec<String> {
    modules_in(&source())
}

/// The modules of a package in the order of its `lib.rs`.
fn modules_in(source: &Path) -> Vec<String> {
    let text = fs::read_to_string(source.join("lib.rs")).unwrap();
    let name = |line: &str| {
        let line = line.strip_prefix("pub ").unwrap_or(line);
        Some(line.strip_prefix("mod ")?.strip_suffix(';')?.to_owned())
    };
    text.lines().filter_map(name).collect()
}

/// The code of a module without comments and tests, by file.
fn code(module: &str) -> Vec<(PathBuf, String)> {
    code_in(&source(), module)
}

/// The code of a module of a package without comments and tests, by file.
fn code_in(source: &Path, module: &str) -> Vec<(PathBuf, String)> {
    let mut files = vec![source.join(format!("{module}.rs"))];
    let mut folders = vec![source.join(module)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files.retain(|file| file.is_file() && file.file_name().is_some_and(|name| name != "tests.rs"));
    files.sort();
    assert!(!files.is_empty(), "{module}");
    files.into_iter().map(|file| (file.clone(), code_of(&file))).collect()
}

/// The code of a file without comments and tests.
fn code_of(file: &Path) -> String {
    without_comments(&fs::read_to_string(file).unwrap())
}

fn without_comments(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("");
    code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// The first names after `crate::`, but for macros, which belong to no module.
fn used(code: &str) -> Vec<&str> {
    let end = |rest: &str| rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    let rests = code.split("crate::").skip(1).map(|rest| rest.split_at(end(rest)));
    rests.filter(|(_, behind)| !behind.starts_with('!')).map(|(name, _)| name).collect()
}

#[test]
fn modules_use_only_what_stands_above_them() {
    check_order(&source());
}

#[test]
fn modules_of_the_reader_use_only_what_stands_above_them() {
    check_order(&Path::new(crate::ROOT).join("read/src"));
}

/// Checks that the modules of a package use only those above them in its `lib.rs`.
fn check_order(source: &Path) {
    let modules = modules_in(source);
    assert!(modules.len() >= 10, "{modules:?}");
    for (place, module) in modules.iter().enumerate() {
        for (file, code) in code_in(source, module) {
            for name in used(&code) {
                let at = modules.iter().position(|module| module == name);
                let at = at.unwrap_or_else(|| panic!("{}: name the module in crate::{name}", file.display()));
                assert!(at <= place, "{}: {module} stands above {name}", file.display());
            }
        }
    }
}

#[test]
fn the_design_describes_the_modules_in_their_order() {
    let design = Path::new(crate::ROOT).join("docs/design.md");
    let text = fs::read_to_string(design).unwrap();
    let (_, modules_on) = text.split_once("The modules in the order of `src/lib.rs`").unwrap();
    let (described, _) = modules_on.split_once("\nThe member crates").unwrap();
    let headings: Vec<&str> = described.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    assert_eq!(headings, modules());
}

/// The most names that the library may show, those of its open modules counted.
const MOST_NAMES: usize = 120;

#[test]
fn the_library_shows_few_names() {
    let names = public_names(&source().join("lib.rs"));
    assert!(names.len() <= MOST_NAMES, "{}: {names:?}", names.len());
    assert!(
        names.contains(&"Library".to_owned()) && names.contains(&"split_sentences".to_owned()),
        "{names:?}"
    );
}

/// Returns the public names of a module and of the open modules in it.
fn public_names(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap();
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("");
    let code: String =
        text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let mut names = vec![];
    for item in code.split("\npub ").skip(1) {
        let item = item.trim_start_matches("const fn ").trim_start_matches("unsafe ");
        let (kind, rest) = item.split_once(' ').unwrap();
        match kind {
            "use" => {
                let list = rest.split(';').next().unwrap();
                let list = list.split_once('{').map_or(list, |(_, inner)| inner.trim_end_matches('}'));
                let short = list.split(',').map(|name| name.rsplit("::").next().unwrap().trim());
                names.extend(short.filter(|name| !name.is_empty()).map(str::to_owned));
            }
            "mod" => {
                let name = rest.split(';').next().unwrap();
                let folder = file.parent().unwrap();
                let nested = folder.join(name).join("mod.rs");
                let file = if nested.is_file() { nested } else { folder.join(format!("{name}.rs")) };
                names.extend(public_names(&file));
            }
            _ => {
                names.push(rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap().to_owned())
            }
        }
    }
    names
}

#[test]
fn the_steps_touch_nothing_but_their_arguments() {
    for module in PURE {
        for (file, code) in code(module) {
            for word in IMPURE {
                assert!(!code.contains(word), "{} has {word}", file.display());
            }
        }
    }
    for file in files_in("dedup/src") {
        let code = code_of(&file);
        for word in IMPURE {
            assert!(!code.contains(word), "{} has {word}", file.display());
        }
    }
}

#[test]
fn the_library_touches_no_files_but_its_index() {
    for module in modules().into_iter().filter(|module| module != "library") {
        for (file, code) in code(&module) {
            assert!(!code.contains("std::fs"), "{}", file.display());
        }
    }
}

#[test]
fn only_the_program_prints_and_exits() {
    for module in modules() {
        for (file, code) in code(&module) {
            for word in ["println!", "eprintln!", "process::exit"] {
                assert!(!code.contains(word), "{} has {word}", file.display());
            }
        }
    }
}

/// All files below a folder of the repository.
fn files_in(folder: &str) -> Vec<PathBuf> {
    let mut folders = vec![Path::new(crate::ROOT).join(folder)];
    let mut files = vec![];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files
}

#[test]
fn the_programs_use_public_names_only() {
    for path in ["calibrate/src", "cli/src", "dedup/src", "lab/src", "read/src", "service/src"]
        .into_iter()
        .flat_map(files_in)
    {
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        assert!(!text.contains("include!(") && !text.contains("#[path"), "{}", path.display());
    }
}

#[test]
fn the_library_and_the_program_do_not_know_the_laboratory() {
    let manifests = [
        "Cargo.toml",
        "calibrate/Cargo.toml",
        "cli/Cargo.toml",
        "dedup/Cargo.toml",
        "read/Cargo.toml",
        "service/Cargo.toml",
    ]
    .map(|name| Path::new(crate::ROOT).join(name));
    let sources = ["src", "calibrate/src", "cli/src", "dedup/src", "read/src", "service/src"]
        .into_iter()
        .flat_map(files_in);
    for path in sources.chain(manifests) {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        assert!(!text.contains("ibid_lab") && !text.contains("ibid-lab"), "{}", path.display());
    }
}
