//! `ibid dedup --state`: the last of several runs gives the result of a single run, whatever happened in between.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use proptest::prelude::*;

use crate::program::{Ended, Folder, wait_until};

const SETTINGS: [&str; 5] = ["dedup", "--near", "simhash:distance=6", "--format", "json"];

/// A run over these inputs with a state.
fn with_state(folder: &Folder, inputs: &[&str]) -> Ended {
    folder.run(&[&SETTINGS[..], &["--state", "state"], inputs].concat())
}

/// The list of a run without a state.
fn fresh(folder: &Folder, inputs: &[&str]) -> String {
    folder.run(&[&SETTINGS[..], inputs].concat()).stdout
}

/// Records whose texts are equal, near, or neither, and here and there a broken one or one that has another's id.
fn records(texts: &[(u8, u8)], from: usize) -> String {
    let record = |(number, &(text, edit)): (usize, &(u8, u8))| {
        let words = (0..30).map(|word| format!("{}", (u32::from(text) + 1) * (word + 7) % 97));
        let mut words: Vec<String> = words.collect();
        words[usize::from(edit) % 5] += if edit % 2 == 0 { "" } else { "x" };
        match edit {
            250..=255 => "{\"text\": \n".to_owned(),
            240..=249 => format!("{{\"id\": \"shared\", \"text\": \"{}\"}}\n", words.join(" ")),
            _ => format!("{{\"id\": \"{}\", \"text\": \"{}\"}}\n", from + number, words.join(" ")),
        }
    };
    texts.iter().enumerate().map(record).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    /// Documents in files, given in one run, in two, or a file a run; then a file that changes, and one that goes.
    #[test]
    fn runs_one_after_the_other_equal_one_run(
        texts in prop::collection::vec((0..6_u8, any::<u8>()), 4..40),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 3),
        change in 0_usize..4,
        lines in any::<bool>(),
    ) {
        let folder = Folder::new();
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(texts.len() + 1)).collect();
        cuts.sort_unstable();
        let ends = [&[0], &cuts[..], &[texts.len()]].concat();
        let names = ["a.jsonl", "d.jsonl", "b.jsonl", "c.jsonl"];
        for (name, ends) in names.iter().zip(ends.windows(2)) {
            folder.write(name, records(&texts[ends[0]..ends[1]], ends[0]));
        }
        let more: &[&str] = if lines { &["--lines"] } else { &[] };
        let names_of = |names: &[&'static str]| [more, names].concat();
        for (number, name) in names.iter().enumerate() {
            let now = with_state(&folder, &names_of(&[name]));
            prop_assert_eq!(now.stdout, fresh(&folder, &names_of(&names[..=number])));
        }
        let again = with_state(&folder, &names_of(&names));
        prop_assert!(again.stderr.contains("inputs: 4 as before, 0 new\n"), "{:?}", again);
        prop_assert_eq!(&again.stdout, &fresh(&folder, &names_of(&names)));
        let two = folder.run(&[&SETTINGS[..], &["--state", "two"], &names_of(&names[..2])].concat());
        prop_assert!(two.stderr.contains("0 as before, 2 new"), "{:?}", two);
        let two = folder.run(&[&SETTINGS[..], &["--state", "two"], &names_of(&names[2..])].concat());
        prop_assert_eq!(two.stdout, again.stdout);

        folder.write(names[change], format!("{}{}", "\n", records(&texts[..3], 100)));
        let changed = with_state(&folder, &names_of(&[]).into_iter().chain([names[change]]).collect::<Vec<_>>());
        prop_assert!(changed.stderr.contains("3 as before, 0 new, 1 changed and read again"), "{:?}", changed);
        prop_assert_eq!(changed.stdout, fresh(&folder, &names_of(&names)));
        fs::remove_file(folder.path(names[change])).unwrap();
        let left: Vec<&'static str> = names.iter().copied().filter(|name| *name != names[change]).collect();
        let gone = with_state(&folder, &names_of(&left[..1]));
        prop_assert!(gone.stderr.contains("3 as before, 0 new, 1 gone with"), "{:?}", gone);
        prop_assert_eq!(gone.stdout, fresh(&folder, &names_of(&left)));
    }
}

/// A folder with an input that takes a while, and one small one before and behind it.
fn large() -> Folder {
    with_numbers(45_000)
}

fn with_numbers(count: usize) -> Folder {
    let folder = Folder::new();
    let mut records = String::new();
    for number in 0..count {
        records.push_str(&format!("{{\"id\": \"{number}\", \"text\": \"{} is a number\"}}\n", number / 3));
    }
    folder.write("a.jsonl", "{\"id\": \"a\", \"text\": \"7 is a number\"}\n");
    folder.write("b.jsonl", records);
    folder.write("c.jsonl", "{\"id\": \"c\", \"text\": \"8 is a number\"}\n{broken\n");
    folder
}

const LARGE: [&str; 8] = ["dedup", "a.jsonl", "b.jsonl", "c.jsonl", "--near", "none", "-o", "out"];

fn log_bytes(folder: &Folder) -> u64 {
    fs::metadata(folder.path("state/records.log")).map_or(0, |about| about.len())
}

/// Runs until some of the large input is in the log, ends that, spoils the end of the log, and runs again.
#[cfg(unix)]
fn ended_and_continued(signal: &str, spoil: fn(&Path)) -> Ended {
    let folder = large();
    folder.run(&LARGE).says_last("45002 read: 15000 kept");
    let expected = fs::read_to_string(folder.path("out")).unwrap();
    let args = [&LARGE[..], &["--state", "state"]].concat();
    let child = folder.spawn(&args, Stdio::null());
    wait_until("the first batches", || log_bytes(&folder) > 100_000);
    let status = std::process::Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(status.unwrap().success());
    let ended = Ended::of(child.wait_with_output().unwrap());
    assert_ne!(ended.code, Some(3), "it was done before it could be ended: {ended:?}");
    spoil(&folder.path("state/records.log"));
    let again = folder.run(&args);
    assert_eq!(again.code, Some(3), "{again:?}");
    assert!(again.stderr.contains("inputs: 1 as before, 1 new, 1 continued"), "{again:?}");
    assert_eq!(fs::read_to_string(folder.path("out")).unwrap(), expected);
    let third = folder.run(&args);
    assert!(third.stderr.contains("inputs: 3 as before, 0 new\n"), "{third:?}");
    assert!(third.stderr.contains("c.jsonl:2"), "failures are told again: {third:?}");
    assert_eq!(fs::read_to_string(folder.path("out")).unwrap(), expected);
    ended
}

impl Ended {
    /// Asserts what the last line on standard error has.
    fn says_last(&self, part: &str) {
        assert!(self.stderr.lines().last().unwrap_or("").contains(part), "{self:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_killed_run_is_continued() {
    ended_and_continued("-KILL", |_| {});
}

#[cfg(unix)]
#[test]
fn a_torn_end_is_cut_off() {
    ended_and_continued("-KILL", |log| {
        let mut log = fs::OpenOptions::new().append(true).open(log).unwrap();
        log.write_all(&[7; 5000]).unwrap();
    });
    ended_and_continued("-KILL", |log| {
        let bytes = fs::metadata(log).unwrap().len();
        fs::OpenOptions::new().write(true).open(log).unwrap().set_len(bytes - 1000).unwrap();
    });
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_was_read() {
    let ended = ended_and_continued("-INT", |_| {});
    ended.says(130, &["interrupted; what was read is in the state"]);
}

#[test]
fn kept_records_of_all_runs_are_written_from_anywhere() {
    let folder = Folder::with(&["dedup"]);
    folder.write("one/a.jsonl", "{\"x\":1,\"id\":\"a\",\"text\":\"One.\"}\n");
    folder.write("two/b.jsonl", "{\"id\":\"b\",\"text\":\"One.\"}\n{\"id\":\"c\",\"text\":\"Two.\"}");
    let one = ["dedup", "--state", "state", "one", "-q", "-o", "out", "--kept", "k.jsonl"];
    folder.run(&one).done();
    let two =
        ["dedup", "--state", "../state", "b.jsonl", "-q", "-o", "out", "--kept", "k.jsonl", "--dropped", "d"];
    let ended = Ended::of(folder.command(two).current_dir(folder.path("two")).output().unwrap());
    ended.done();
    let kept = fs::read_to_string(folder.path("two/k.jsonl")).unwrap();
    assert_eq!(kept, "{\"x\":1,\"id\":\"a\",\"text\":\"One.\"}\n{\"id\":\"c\",\"text\":\"Two.\"}\n");
    assert_eq!(fs::read_to_string(folder.path("two/d")).unwrap(), "b\n");
    // An input of an earlier run is an input.
    let args = ["dedup", "--state", "state", "two/b.jsonl", "--kept", "one/a.jsonl"];
    folder.run(&args).says(2, &["--kept \"one/a.jsonl\" is the input", "one/a.jsonl\"; name"]);
}

/// Files of one name in two folders, each named from its own: both are documents, and are told apart.
#[test]
fn files_of_one_name_in_several_folders_are_told_apart() {
    let folder = Folder::new();
    let at = |name: &str| fs::canonicalize(folder.path(name)).unwrap().to_str().unwrap().to_owned();
    for (name, text) in [("one/a.txt", "One."), ("two/a.txt", "Two."), ("three/a.txt", "One.")] {
        folder.write(name, text);
    }
    let args =
        ["dedup", "--state", "../state", "a.txt", "-q", "--near", "none", "-o", "out", "--kept", "k.jsonl"];
    for name in ["one", "two", "three"] {
        Ended::of(folder.command(args).current_dir(folder.path(name)).output().unwrap()).done();
    }
    let [one, two, three] = ["one/a.txt", "two/a.txt", "three/a.txt"].map(at);
    let listed = fs::read_to_string(folder.path("three/out")).unwrap();
    assert_eq!(listed, format!("a.txt ({one})\n    exact     a.txt ({three})\na.txt ({two})\n"));
    let kept = fs::read_to_string(folder.path("three/k.jsonl")).unwrap();
    assert_eq!(
        kept,
        format!("{{\"id\":\"{one}\",\"text\":\"One.\"}}\n{{\"id\":\"{two}\",\"text\":\"Two.\"}}\n")
    );
}

#[test]
fn a_state_is_for_one_run_of_the_same_settings() {
    let folder = Folder::with(&["dedup", "en/library"]);
    let state = |args: &[&str]| folder.run(&[&["dedup", "--state"], args].concat());
    state(&["s", "dedup/news.jsonl", "-q", "-o", "out"]).done();
    let normal = "shingles(width=8,keep=1024,hash=xxh3),min=0.8 or words(aligned,spread),min=0.66";
    let near = &format!("made with --near \"{normal}\" and now it is \"none\"");
    state(&["s", "dedup/news.jsonl", "--near", "none"]).says(4, &["the state \"s\"", near]);
    state(&["s", "dedup/news.jsonl", "--lines"]).says(4, &["--lines \"no\" and now it is \"yes\""]);
    let fields =
        "made with --field names \"id title text author date url category\" and now it is \"id title x ";
    state(&["s", "dedup/news.jsonl", "--field-text", "x"]).says(4, &[fields]);
    state(&["dedup/news.jsonl", "dedup/notes"]).says(2, &["\"dedup/news.jsonl\" is a file: name a folder"]);
    state(&["en/library", "dedup/notes"])
        .says(2, &["\"en/library\" is no state: it has no records.log, and "]);
    state(&["s", "-"]).says(2, &["--state needs inputs that stay, standard input does not"]);
    let log = folder.path("s/records.log");
    let mut bytes = fs::read(&log).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&log, bytes).unwrap();
    state(&["s", "dedup/news.jsonl"]).says(4, &["the state \"s\" is damaged", "delete its records.log"]);
    fs::write(&log, "some text that someone put there").unwrap();
    state(&["s", "dedup/news.jsonl"])
        .says(2, &["\"s\" is no state: its records.log is not one that this program wrote"]);
    assert_eq!(fs::read(log).unwrap(), b"some text that someone put there");
}

/// Nothing of a folder that is named by mistake is touched, and a state's files are not written over.
#[test]
fn a_folder_with_foreign_files_is_no_state() {
    let folder = Folder::with(&["dedup"]);
    let run = |args: &[&str]| folder.run(&[&["dedup", "dedup/news.jsonl", "-q"], args].concat());
    run(&["--state", "."]).says(2, &["\".\" is no state: it has no records.log, and \"dedup\""]);
    assert_eq!(fs::read_dir(folder.path("")).unwrap().count(), 1, "nothing was made there");
    run(&["--state", "s"]).done();
    folder.write("s/thesis.txt", "mine");
    run(&["--state", "s"]).done();
    let log = fs::read(folder.path("s/records.log")).unwrap();
    assert_eq!(fs::read(folder.path("s/thesis.txt")).unwrap(), b"mine");
    let of_state = "is a file of the state \"s\"; name another file";
    for (flag, name, why) in [
        ("--kept", "s/records.log", "no .log is written"),
        ("--dropped", "s/writer.lock", "no .lock is written"),
        ("-o", "s/../s/records.log", of_state),
        ("-o", "s/writer.lock", of_state),
    ] {
        run(&["--state", "s", flag, name]).says(2, &[name, why]);
    }
    assert!(fs::read(folder.path("s/records.log")).unwrap() == log);
}

#[cfg(unix)]
#[test]
fn a_second_run_is_told_the_first_ones_id() {
    let folder = large();
    // Nobody reads its long list, so that it cannot end.
    let first = ["dedup", "a.jsonl", "b.jsonl", "--near", "none", "--state", "state"];
    let mut child = folder.spawn(&first, Stdio::null());
    let lock = folder.path("state/writer.lock");
    let id = child.id().to_string();
    wait_until("the lock", || fs::read_to_string(&lock).is_ok_and(|text| text.trim() == id));
    let second = folder.run(&["dedup", "a.jsonl", "--near", "none", "--state", "state"]);
    child.kill().unwrap();
    child.wait().unwrap();
    second.says(4, &[&format!("process {id} is writing to the state \"state\"")]);
}

/// All files that a run may write.
const ALL: [&str; 14] = [
    "--kept",
    "kept.jsonl",
    "--dropped",
    "dropped.jsonl.gz",
    "--seen",
    "seen.bloom",
    "--expect",
    "50000",
    "--state",
    "state",
    "--format",
    "jsonl",
    "--threads",
    "1",
];
const RESULTS: [&str; 4] = ["kept.jsonl", "dropped.jsonl.gz", "seen.bloom", "out"];
/// Names that look like those of temporary files, and are not.
const FOREIGN: [&str; 5] =
    [".ibid-notes.tmp", "kept.jsonl.tmp-1", "out.tmp", "state/thesis.txt", "state/.tmp-notes"];

/// `dedup` is killed twenty times, each time a little later. Its files are whole or not there, the next run gives the
/// result of an undisturbed one, nothing is left over, and no foreign file is touched.
#[cfg(unix)]
#[test]
fn killed_at_any_moment_it_loses_nothing_and_leaves_nothing() {
    let args = [&LARGE[..], &ALL].concat();
    let undisturbed = with_numbers(12_000);
    let start = std::time::Instant::now();
    undisturbed.run(&args).says_last("12002 read: 4000 kept");
    let whole = start.elapsed();
    let expected = RESULTS.map(|name| fs::read(undisturbed.path(name)).unwrap());

    let folder = with_numbers(12_000);
    let mut killed = 0;
    for round in 1..=20 {
        let mut child = folder.spawn(&args, Stdio::null());
        std::thread::sleep(whole * round / 20);
        child.kill().unwrap();
        killed += usize::from(child.wait().unwrap().code().is_none());
        for (name, expected) in RESULTS.iter().zip(&expected) {
            let found = fs::read(folder.path(name));
            assert!(found.is_err() || found.unwrap() == *expected, "round {round}: {name} is not whole");
        }
        // A folder with foreign files and no log would be no state.
        if folder.path("state/records.log").exists() {
            FOREIGN.iter().for_each(|name| folder.write(name, "mine"));
        }
    }
    assert!(killed >= 5, "{killed} of 20 were killed before they were done");
    let last = folder.run(&args);
    last.says_last("12002 read: 4000 kept");
    for (name, expected) in RESULTS.iter().zip(&expected) {
        assert!(fs::read(folder.path(name)).unwrap() == *expected, "{name}");
    }
    assert!(FOREIGN.iter().all(|name| fs::read(folder.path(name)).unwrap() == b"mine"));
    let names = |folder: &Folder, inner: &str| -> Vec<String> {
        let entries = fs::read_dir(folder.path(inner)).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    for inner in ["", "state"] {
        let foreign = FOREIGN.iter().filter_map(|name| Path::new(name).strip_prefix(inner).ok());
        let foreign: Vec<&str> =
            foreign.filter_map(|name| name.to_str()).filter(|name| !name.contains('/')).collect();
        let mut left = names(&folder, inner);
        left.retain(|name| !foreign.contains(&name.as_str()));
        assert_eq!(left, names(&undisturbed, inner), "{inner:?}");
    }
}

/// The disk takes no more in the middle of a record: what was committed before opens.
#[cfg(unix)]
#[test]
fn a_write_that_fails_costs_nothing_that_was_committed() {
    let folder = Folder::new();
    let record =
        |number: usize| format!("{{\"id\":\"{number}\",\"text\":\"Text {number} of {}.\"}}\n", number * 7);
    let records = |numbers: std::ops::Range<usize>| numbers.map(record).collect::<String>();
    folder.write("a.jsonl", records(0..300));
    folder.write("b.jsonl", records(300..2000));
    let args = ["dedup", "a.jsonl", "b.jsonl", "--state", "state", "-q", "-o", "out"];
    folder.run(&["dedup", "a.jsonl", "--state", "state", "-q", "-o", "out"]).done();
    let whole = fs::metadata(folder.path("state/records.log")).unwrap().len();
    for more_kb in [0, 1, 2, 8, 30, 70] {
        let kb = whole.div_ceil(1024) + more_kb;
        let limited = "ulimit -f $1 && shift && exec \"$@\"";
        let mut shell = std::process::Command::new("bash");
        shell.current_dir(folder.path("")).args(["-c", limited, "bash", &kb.to_string(), crate::PROGRAM]);
        let ended = Ended::of(shell.args(args).output().unwrap());
        ended.says(4, &["cannot write the state \"state\""]);
    }
    folder.run(&args).done();
    let told = folder.run(&["dedup", "a.jsonl", "b.jsonl", "--state", "state", "-o", "out"]);
    assert_eq!(told.code, Some(0), "{told:?}");
}

#[cfg(unix)]
#[test]
fn an_input_that_cannot_be_looked_at_is_not_gone() {
    let folder = Folder::new();
    folder.write("d/a.jsonl", records(&[(1, 0), (2, 0), (3, 0)], 0));
    folder.write("b.jsonl", records(&[(4, 0)], 3));
    with_state(&folder, &["d/a.jsonl"]);
    let (there, away) = (folder.path("d"), folder.path("away"));
    fs::rename(&there, &away).unwrap();
    std::os::unix::fs::symlink("d", &there).unwrap();
    with_state(&folder, &["b.jsonl"]).says(3, &["d/a.jsonl"]);
    fs::remove_file(&there).unwrap();
    fs::rename(&away, &there).unwrap();
    let ended = with_state(&folder, &["b.jsonl"]);
    assert!(ended.stderr.contains("inputs: 1 as before, 1 new"), "{ended:?}");
    assert_eq!(ended.stdout, fresh(&folder, &["d/a.jsonl", "b.jsonl"]));
    // A folder that gave way to a file is gone, as one that was deleted.
    fs::remove_dir_all(&there).unwrap();
    fs::write(&there, "no folder").unwrap();
    let ended = with_state(&folder, &["b.jsonl"]);
    assert!(ended.stderr.contains("1 gone with 3 documents"), "{ended:?}");
}
