//! Checks that are interrupted; `add` and `rebuild` that are ended, refused, or run out of room: nothing committed is lost, nothing is half added.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::index_files::entries;
use crate::program::{Ended, Folder, fixtures, wait_until};

/// A folder with an index of five documents, and an `add` that has begun and waits for more input.
fn adding() -> (Folder, Child) {
    let folder = Folder::with(&["en/library", "zh/library"]);
    folder.run(&["add", "en/library"]).done();
    assert!(Command::new("mkfifo").arg(folder.path("pipe")).status().unwrap().success());
    let child = folder.spawn(&["add", "zh/library", "pipe"], Stdio::null());
    let lock = folder.path(".ibid/writer.lock");
    let id = format!("{}\n", child.id());
    wait_until("the lock", || fs::read_to_string(&lock).is_ok_and(|text| text == id));
    (folder, child)
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status();
    assert!(status.unwrap().success());
}

/// The index has what it had, is whole, and takes documents.
fn is_unharmed(folder: &Folder) {
    assert_eq!(folder.ids().len(), 5);
    folder.run(&["info", "--verify"]).done();
    assert!(folder.run(&["add", "zh/library"]).done().stdout.starts_with("added 5,"));
    assert_eq!(folder.ids().len(), 10);
}

#[test]
fn ctrl_c_adds_nothing_and_says_so() {
    for name in ["INT", "TERM"] {
        let (folder, child) = adding();
        signal(&child, name);
        let ended = Ended::of(child.wait_with_output().unwrap());
        ended.says(130, &["interrupted", "last commit"]);
        assert_eq!(ended.stdout, "");
        is_unharmed(&folder);
    }
}

#[test]
fn a_killed_writer_loses_nothing() {
    let (folder, mut child) = adding();
    child.kill().unwrap();
    child.wait().unwrap();
    is_unharmed(&folder);
}

#[test]
fn a_second_writer_is_told_the_first_ones_id() {
    let (folder, mut child) = adding();
    let id = child.id().to_string();
    for args in [&["add", "zh/library"][..], &["remove", "x"], &["rebuild"]] {
        folder.run(args).says(4, &[&format!("process {id} "), ".ibid"]);
    }
    assert_eq!(folder.ids().len(), 5, "readers are not disturbed");
    child.kill().unwrap();
    child.wait().unwrap();
    is_unharmed(&folder);
}

#[test]
fn a_killed_rebuild_leaves_one_whole_index() {
    let folder = Folder::with(&["en/library", "zh/library"]);
    folder.run(&["add", "en/library"]).done();
    for _ in 0..10 {
        let mut child = folder.spawn(&["rebuild", "--profile", "paper"], Stdio::null());
        std::thread::sleep(std::time::Duration::from_millis(15));
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(folder.ids().len(), 5);
        folder.run(&["info", "--verify"]).done();
    }
    folder.run(&["rebuild"]).done();
    is_unharmed(&folder);
    let left = entries(&folder.path(".ibid"));
    assert_eq!(left.len(), 3, "the manifest, the lock and the files of one index: {left:?}");
}

#[test]
fn a_full_disk_is_named_and_loses_nothing() {
    let folder = Folder::with(&["en/library", "zh/library"]);
    let disk = folder.path("disk");
    fs::create_dir(&disk).unwrap();
    let Some(_mounted) = Mounted::new(&disk, "400k") else {
        return eprintln!(
            "SKIPPED: no tmpfs can be mounted here; the writer that fails after N bytes is tested in index/"
        );
    };
    fs::create_dir(disk.join("inside")).unwrap();
    let index = ["--index", "disk/inside/.ibid"];
    let run = |args: &[&str]| folder.run(&[args, &index].concat());
    run(&["add", "en/library"]).done();
    let text = fs::read_to_string(fixtures().join("en/paper.md")).unwrap();
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut many = String::new();
    for number in 0..20_000_usize {
        let word = |step: usize| words[number.wrapping_mul(step).wrapping_add(step) % words.len()];
        many.push_str(&format!("{} {} {number} {} {}.\n", word(7), word(31), word(101), word(503)));
    }
    folder.write("many.txt", many);
    run(&["add", "many.txt"]).says(4, &["disk/inside/.ibid", "the disk is full"]);
    run(&["info", "--verify"]).done();
    let listed = run(&["list"]);
    assert_eq!(listed.done().stdout.lines().count(), 5);
}

#[cfg(all(unix, feature = "serve"))]
#[test]
fn a_service_whose_disk_is_full_says_so_and_goes_on_when_there_is_room() {
    use std::time::{Duration, Instant};

    use serde_json::{Value, json};

    let folder = Folder::new();
    let disk = folder.path("disk");
    fs::create_dir(&disk).unwrap();
    let Some(_mounted) = Mounted::new(&disk, "4m") else {
        return eprintln!("SKIPPED: no tmpfs can be mounted here");
    };
    let service = crate::serve::Service::start(&folder, &["--data", "disk/data"]);
    let post = |name: &str, number: usize| {
        let content: String = (0..800).map(|word| format!("{name}{} ", number * 800 + word)).collect();
        service.send("POST", "/v1/documents", &json!({"id": format!("{name}{number}"), "content": content}))
    };
    let mut kept: Vec<(usize, Value)> = vec![];
    let refused = (0..2_000).find_map(|number| match post("w", number) {
        (201, answer) => {
            kept.push((number, answer["docId"].clone()));
            None
        }
        refused => Some(refused),
    });
    let (status, problem) = refused.unwrap();
    assert_eq!(status, 503, "{problem}");
    assert!(kept.len() > 10, "{}", kept.len());
    assert_eq!(service.send("GET", "/health/ready", &Value::Null).0, 503, "nothing can be kept now");
    // Room, as somebody makes it.
    let resized = Command::new("mount").args(["-o", "remount,size=64m"]).arg(&disk).status();
    assert!(resized.unwrap().success());
    let began = Instant::now();
    while service.send("GET", "/health/ready", &Value::Null).0 != 200 {
        assert!(began.elapsed() < Duration::from_secs(60), "it does not go on");
        std::thread::sleep(Duration::from_millis(50));
    }
    for (number, doc) in &kept {
        let (status, known) = service.send("GET", &format!("/v1/documents/w{number}"), &Value::Null);
        assert_eq!((status, &known["docId"]), (200, doc), "{number} was acknowledged");
        let (status, again) = post("w", *number);
        assert_eq!((status, &again["docId"]), (200, doc));
    }
    let (_, other) = post("x", 0);
    assert_eq!(other["matchedBy"], "none");
    let (code, log) = service.stop();
    assert_eq!(code, Some(0), "{log}");
}

/// A small disk.
struct Mounted<'p>(&'p Path);

impl Mounted<'_> {
    fn new<'p>(path: &'p Path, size: &str) -> Option<Mounted<'p>> {
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={size}"), "tmpfs"]).arg(path).stderr(Stdio::null());
        mount.status().is_ok_and(|status| status.success()).then_some(Mounted(path))
    }
}

impl Drop for Mounted<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0).status();
    }
}

/// Checks, comparisons and traces of a text that takes long in one step or another end soon after they are interrupted.
#[test]
fn work_of_the_library_ends_soon_after_it_is_interrupted() {
    use ibid::interrupt::Interrupt;
    use ibid::{Config, Detector, Document, Error};
    use std::time::{Duration, Instant};

    let words = |count: usize, many: usize| -> String {
        (0..count).map(|n| format!("word{} ", n * 7919 % many)).collect()
    };
    let marks =
        |count| format!("{}{}{}", "\u{201c}".repeat(count), words(9_000, 3_000), "\u{201d}".repeat(count));
    let forms: String = (0..8_000)
        .map(|n| format!("Name {n} of the office, street {}, entered on the first day. ", n * 31))
        .collect();
    let detector = Detector::new(Config::default()).unwrap();
    for (kind, text) in [("marks", marks(80_000)), ("no ends", words(80_000, 9_000)), ("forms", forms)] {
        let document = |id: &str| Document { id: id.into(), text: text.clone(), ..Document::default() };
        let (a, b) = (document("a"), document("b"));
        let index = ibid_index::MemoryIndex::from_records([detector.record(&b)]).unwrap();
        let checker = detector.checker(ibid::Sources::of_index(&index)).unwrap();
        let check = || checker.check(&a).map(drop);
        let compare = || detector.compare(&a, &b).map(drop);
        for (name, work) in [("check", &check as &dyn Fn() -> Result<(), Error>), ("compare", &compare)] {
            for after in [50, 400, 1500] {
                let interrupt = Interrupt::default();
                let set = interrupt.clone();
                let began = Instant::now();
                let timer = std::thread::spawn(move || {
                    std::thread::sleep(Duration::from_millis(after));
                    set.set();
                });
                let result = interrupt.during(work);
                let late = began.elapsed().saturating_sub(Duration::from_millis(after));
                timer.join().unwrap();
                eprintln!("{kind} {name} {after} ms: {late:?} late, {result:?}");
                // Unoptimized, on a busy machine; optimized it is a tenth of a second.
                assert!(late < Duration::from_secs(5), "{kind} {name} {after}: {late:?}");
                assert!(matches!(result, Ok(()) | Err(Error::Interrupted)), "{result:?}");
            }
        }
    }
}

/// From the least memory in which the program starts at all, it ends with an exit code and a reason.
#[cfg(target_os = "linux")]
#[test]
fn memory_that_cannot_be_had_is_no_crash() {
    let folder = Folder::with(&["en/library", "en/paper.md"]);
    folder.run(&["add", "en/library"]).done();
    let under = |megabytes: usize, args: &str| {
        let limited = format!("ulimit -v {} && exec \"$0\" {args}", megabytes << 10);
        let mut command = Command::new("sh");
        command
            .args(["-c", &limited, crate::PROGRAM])
            .current_dir(folder.path(""))
            .env_remove("RUST_BACKTRACE");
        Ended::of(command.output().unwrap())
    };
    let starts = |megabytes: &usize| under(*megabytes, "--version").code == Some(0);
    let least = (20..2000).step_by(4).find(starts).unwrap();
    let mut refused = 0;
    for megabytes in (least..least + 400).step_by(2) {
        let ended = under(megabytes, "check en/paper.md --threads 2");
        if ended.code == Some(0) {
            break;
        }
        refused += 1;
        assert_eq!(ended.code, Some(4), "{megabytes} MB: {ended:?}");
        let is_told = ["memory", "thread"].iter().any(|word| ended.stderr.contains(word));
        assert!(is_told && !ended.stderr.contains("a bug in ibid"), "{megabytes} MB: {ended:?}");
    }
    assert!(refused > 0, "no limit was too low");
    assert_eq!(folder.ids().len(), 5);
    folder.run(&["info", "--verify"]).done();
}
