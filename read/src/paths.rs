//! Runs the three steps of reading in a row: paths in, documents out.

use crate::decode::decode;
use crate::fetch::{fetch, fetch_from};
use crate::ids::{IdBase, Ids};
use crate::input::Input;
use crate::options::ReadOptions;
use crate::walk::walk;
use ibid::Document;
use ibid::{Error, Result};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The counts of a run of reading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The number of documents handed on.
    pub documents: u64,
    /// The number of failures handed on.
    pub failures: u64,
    /// The number of files and folders in folders that were skipped.
    pub skipped: u64,
}

/// Reads everything below the paths (files, folders, JSONL, `-` for standard input) in a fixed order and hands on each
/// document or failure as it comes. Ends early if the sink breaks.
///
/// # Errors
/// A glob is malformed. Other failures are handed to the sink: an unreadable path, file or record, or a document whose
/// id is already taken.
pub fn read_paths(
    paths: &[PathBuf],
    base: &IdBase,
    options: &ReadOptions,
    sink: &mut dyn FnMut(Result<Document>) -> ControlFlow<()>,
) -> Result<Summary> {
    let found = walk(paths, options)?;
    let mut summary = Summary { skipped: found.skipped.len() as u64, ..Summary::default() };
    let mut ids = Ids::new();
    let mut hand_on = |document: Result<Document>| {
        match document {
            Ok(_) => summary.documents += 1,
            Err(_) => summary.failures += 1,
        }
        sink(document)
    };
    for input in found.inputs {
        let step = match input {
            Ok(input) => read_input(&Arc::new(input), base, options, &mut ids, &mut hand_on),
            Err(error) => hand_on(Err(error)),
        };
        if step.is_break() {
            break;
        }
    }
    Ok(summary)
}

fn read_input(
    input: &Arc<Input>,
    base: &IdBase,
    options: &ReadOptions,
    ids: &mut Ids,
    sink: &mut dyn FnMut(Result<Document>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    fetch(input, options, &mut |raw| {
        let document = raw.and_then(|raw| {
            let place = raw.place();
            let document = decode(raw, base, options)?;
            ids.take(&document.id, &place)?;
            Ok(document)
        });
        sink(document)
    })
}

/// Reads the only document of a file, or of `-`.
///
/// # Errors
/// The file cannot be read, is a folder, or has none or several documents.
pub fn read_file(path: &Path, base: &IdBase, options: &ReadOptions) -> Result<Document> {
    if path.is_dir() {
        return Err(Error::unreadable(path, "it is a folder; name one of its files"));
    }
    let mut documents = Vec::new();
    read_paths(&[path.into()], base, options, &mut |document| {
        documents.push(document);
        if documents.len() > 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    match (documents.pop(), documents.pop()) {
        (Some(document), None) => document,
        (None, _) => Err(Error::unreadable(path, "it holds no record; name another file")),
        (Some(_), Some(_)) => {
            Err(Error::unreadable(path, "it holds several records; name a file of one document"))
        }
    }
}

/// Reads documents from bytes as if they stood in a file of this name. Touches no file.
pub fn read_bytes(
    name: &Path,
    bytes: &[u8],
    options: &ReadOptions,
    sink: &mut dyn FnMut(Result<Document>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    fetch_from(&Arc::new(Input::named(name)), bytes, options, &mut |raw| {
        sink(raw.and_then(|raw| decode(raw, &IdBase::AsGiven, options)))
    })
}

/// Reads random input, for fuzzing: the first byte chooses the name under which the rest is read. Must not panic, hang
/// or fill the memory.
#[doc(hidden)]
pub fn read_any(bytes: &[u8]) {
    const NAMES: [&str; 8] = ["a", "a.txt", "a.md", "a.html", "a.jsonl", "a.json", "a.txt.gz", "a.jsonl.zst"];
    let Some((&first, rest)) = bytes.split_first() else { return };
    let name = NAMES[usize::from(first) % NAMES.len()];
    let encoding = if first < 0xF0 { None } else { "gb18030".parse().ok() };
    let options = ReadOptions { encoding, max_bytes: 1 << 24, ..ReadOptions::default() };
    let _ = read_bytes(Path::new(name), rest, &options, &mut |document| {
        if let Ok(document) = document {
            assert!(!document.id.is_empty());
        }
        ControlFlow::Continue(())
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn read(paths: &[PathBuf], base: &IdBase) -> (Vec<String>, Summary) {
        let mut read = Vec::new();
        let summary = read_paths(paths, base, &ReadOptions::default(), &mut |document| {
            read.push(document.map_or_else(|error| error.to_string(), |d| format!("{}={}", d.id, d.text)));
            ControlFlow::Continue(())
        });
        (read, summary.unwrap())
    }

    #[test]
    fn reads_a_folder_in_a_fixed_order_with_ids_of_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("b")).unwrap();
        fs::create_dir_all(at("a")).unwrap();
        fs::write(at("a/x.txt"), "one").unwrap();
        fs::write(at("b/x.txt"), "二").unwrap();
        fs::write(at("b/y.jsonl"), "{\"id\":\"a/x.txt\",\"text\":\"t\"}\nno\n{\"text\":\"\"}\n").unwrap();
        fs::write(at("z.png"), "x").unwrap();
        let (found, summary) = read(&[folder.path().into()], &IdBase::folder(folder.path()).unwrap());
        assert_eq!(found[..2], ["a/x.txt=one", "b/x.txt=二"]);
        let shown = |name: &str| at(name).display().to_string();
        let taken = format!("y.jsonl:1\": the id \"a/x.txt\" is already taken by \"{}\"", shown("a/x.txt"));
        assert!(found[2].contains(&taken), "{}", found[2]);
        assert!(found[3].contains("y.jsonl:2\": "), "{}", found[3]);
        assert_eq!(found[4], "b/y.jsonl:3=");
        assert_eq!(summary, Summary { documents: 3, failures: 2, skipped: 1 });
        let (found, _) = read(&[at("a"), at("none")], &IdBase::AsGiven);
        assert_eq!(found[0], format!("{}=one", shown("a/x.txt")));
        assert_eq!(found[1], format!("cannot read \"{}\": no such file or folder", shown("none")));
    }

    #[test]
    fn one_file_is_one_document() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("a.txt"), "").unwrap();
        fs::write(at("one.jsonl"), "{\"text\":\"a\"}\n").unwrap();
        fs::write(at("two.jsonl"), "{\"text\":\"a\"}\n{\"text\":\"b\"}").unwrap();
        let read = |name: &str| read_file(&at(name), &IdBase::AsGiven, &ReadOptions::default());
        assert_eq!(read("a.txt").unwrap().text, "");
        assert_eq!(read("one.jsonl").unwrap().text, "a");
        assert!(
            read("two.jsonl")
                .unwrap_err()
                .to_string()
                .ends_with("several records; name a file of one document")
        );
        assert!(read("").unwrap_err().to_string().ends_with("it is a folder; name one of its files"));
        assert!(read("none").is_err());
    }

    #[test]
    fn ends_where_the_sink_breaks() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.jsonl");
        fs::write(&path, "{\"text\":\"a\"}\n{\"text\":\"b\"}\n").unwrap();
        let summary =
            read_paths(&[path], &IdBase::AsGiven, &ReadOptions::default(), &mut |_| ControlFlow::Break(()));
        assert_eq!(summary.unwrap().documents, 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_or_file_without_permission_is_named_and_the_rest_is_read() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("closed")).unwrap();
        fs::write(at("closed/a.txt"), "a").unwrap();
        fs::write(at("b.txt"), "b").unwrap();
        fs::write(at("open.txt"), "c").unwrap();
        let close =
            |name: &str, mode| fs::set_permissions(at(name), fs::Permissions::from_mode(mode)).unwrap();
        close("closed", 0o000);
        close("b.txt", 0o000);
        // The superuser may read everything, so this cannot be tested as root.
        let superuser = fs::read(at("b.txt")).is_ok();
        let (found, _) = read(&[folder.path().into()], &IdBase::folder(folder.path()).unwrap());
        close("closed", 0o755);
        if !superuser {
            assert_eq!(
                found.iter().filter(|line| line.contains("permission denied")).count(),
                2,
                "{found:?}"
            );
        }
        assert!(found.contains(&"open.txt=c".to_owned()), "{found:?}");
    }

    /// Checks the claims of `fixtures/README.md` about its odd files.
    #[test]
    fn reads_the_odd_fixtures_as_they_are_meant() {
        let odd = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/odd");
        let read = |name: &str| read_file(&odd.join(name), &IdBase::AsGiven, &ReadOptions::default());
        let text = |name: &str| read(name).unwrap().text;
        for (name, same) in [
            ("big5.txt", "big5.utf8.txt"),
            ("gb18030.txt", "gb18030.utf8.txt"),
            ("windows-1252.txt", "windows-1252.utf8.txt"),
            ("utf16le-bom.txt", "utf8-bom.txt"),
            ("utf16be-bom.txt", "utf8-bom.txt"),
            ("good.txt.gz", "plain.txt"),
        ] {
            assert_eq!(text(name), text(same), "{name}");
        }
        assert_eq!(text("empty.txt"), "");
        assert_eq!(text("crlf.txt").matches("\r\n").count(), 2);
        for (name, reason) in [
            ("broken.txt.gz", "broken gzip data: the file ends too early"),
            ("invalid-utf8.txt", "invalid UTF-8 at byte"),
            ("nul.txt", "it is binary: byte 30 is NUL"),
            ("utf16le-odd.txt", "invalid UTF-16LE"),
        ] {
            let error = read(name).unwrap_err().to_string();
            assert!(error.contains(&format!("{name}\": {reason}")), "{error}");
        }
    }

    proptest::proptest! {
        #[test]
        fn random_bytes_do_not_panic(bytes: Vec<u8>) {
            read_any(&bytes);
        }

        #[test]
        fn random_text_does_not_panic(name in 0_u8..8, text: String) {
            read_any(&[&[name], text.as_bytes()].concat());
        }

        #[test]
        fn random_markup_does_not_panic(name in 2_u8..5, parts in proptest::collection::vec(0..PARTS.len(), 0..60)) {
            let text: String = parts.iter().map(|&part| PARTS[part]).collect();
            read_any(&[&[name], text.as_bytes()].concat());
        }
    }

    const PARTS: [&str; 40] = [
        "<p>",
        "</p>",
        "<div hidden>",
        "</div>",
        "<script>",
        "</script",
        "<!--",
        "-->",
        "&amp;",
        "&#x4e2d;",
        "&#",
        "<",
        ">",
        "中文",
        "，",
        "\n",
        "\r\n",
        "\n\n",
        " ",
        "a",
        "*",
        "**",
        "`",
        "```",
        "- ",
        "1. ",
        "# ",
        "> ",
        "|",
        "---",
        "[",
        "](",
        ")",
        "^",
        "{\"text\":\"",
        "\"}",
        "\\ud800",
        "\\u4e2d",
        "title: ",
        "<b style='display:none'>",
    ];
}
