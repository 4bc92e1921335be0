//! `kill -9` at any moment, over every command that keeps something: nothing that was committed is lost, nothing foreign
//! is touched, and what was left behind is gone after the next run.
//!
//! `.ci/kills` runs as many as it is told.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use ibid_index::DiskIndex;

use crate::index_files::generation;
use crate::program::{Ended, Folder};

/// What belongs to nobody but the user, beside the index and among the outputs.
const FOREIGN: [&str; 5] = [
    ".ibid.new-1/thesis.md",
    "g-0123456789abcdef/thesis.md",
    "kept.jsonl.tmp-drafts",
    ".tmp-thesis",
    "seen.old",
];

/// Ids of what is added and removed.
const ADDED: [&str; 2] = ["zh/library", "en/paper.md"];

/// Everything that is killed, in the order in which each leaves to the next what it needs.
const VICTIMS: [fn(&mut Scene); 6] = [first_add, add, remove, rebuild, dedup, review];

/// What is killed, and what is known of it.
struct Scene {
    folder: Folder,
    random: u64,
    /// How long a run takes that is not ended.
    lengths: BTreeMap<&'static str, Duration>,
    /// The records that `dedup` keeps.
    kept: String,
    killed: u64,
}

impl Scene {
    fn new(seed: u64) -> Scene {
        let folder = Folder::with(&["en/library", "zh/library", "en/paper.md"]);
        for name in FOREIGN {
            folder.write(name, "Mine.");
        }
        let mut records = String::new();
        for number in 0..1500 {
            let text = format!("{} is the number of a text that stands here", number / 3);
            records.push_str(&format!("{{\"id\":\"{number}\",\"text\":\"{text}\"}}\n"));
        }
        folder.write("in.jsonl", records);
        folder.run(&["dedup", "in.jsonl", "--kept", "expected.jsonl", "-q", "-o", "list"]).done();
        let kept = fs::read_to_string(folder.path("expected.jsonl")).unwrap();
        Scene { folder, random: seed, lengths: BTreeMap::new(), kept, killed: 0 }
    }

    /// Runs to the end.
    fn run(&mut self, args: &[&'static str]) -> Ended {
        let start = Instant::now();
        let ended = self.folder.run(args);
        self.lengths.insert(args[0], start.elapsed());
        ended
    }

    /// Starts a run and kills it after a part of the time that it takes, or a little later than its end.
    fn kill(&mut self, args: &[&'static str]) {
        self.random =
            self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let part = (self.random >> 33) as f64 / (1_u64 << 31) as f64;
        let length = self.lengths.get(args[0]).copied().unwrap_or(Duration::from_millis(300));
        let mut child = self.folder.spawn(args, Stdio::null());
        std::thread::sleep(length.mul_f64(1.1 * part));
        child.kill().unwrap();
        let ended = Ended::of(child.wait_with_output().unwrap());
        assert_eq!(ended.stderr, "", "{args:?}");
        self.killed += u64::from(ended.code.is_none());
        self.nothing_foreign_is_touched();
    }

    fn nothing_foreign_is_touched(&self) {
        for name in FOREIGN {
            assert_eq!(fs::read_to_string(self.folder.path(name)).unwrap(), "Mine.", "{name}");
        }
    }

    /// The ids in the index, which is whole.
    fn ids(&self) -> BTreeSet<String> {
        let index = DiskIndex::open_verified(&self.folder.path(".ibid")).unwrap();
        index.records().unwrap().into_iter().map(|(id, _)| id).collect()
    }

    /// In and beside the index there is only what has to be there.
    fn nothing_is_left_of_the_index(&self) {
        let dir = self.folder.path(".ibid");
        let names = [names(&dir), names(&generation(&dir))];
        assert!(!names.iter().flatten().any(|name| name.ends_with(".tmp")), "{names:?}");
        assert_eq!(names[0].len(), 3, "{names:?}");
        assert_eq!(DiskIndex::foreign(&dir).unwrap(), Vec::<std::path::PathBuf>::new());
        let is_beside = |name: &&String| name.starts_with(".ibid.");
        let found: Vec<String> =
            self::names(&self.folder.path("")).iter().filter(is_beside).cloned().collect();
        assert_eq!(found, [".ibid.new-1"]);
    }
}

fn names(dir: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(dir).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// There is no index, or a whole one.
fn first_add(scene: &mut Scene) {
    let dir = scene.folder.path(".ibid");
    if dir.exists() {
        fs::remove_dir_all(&dir).unwrap();
    }
    scene.kill(&["add", "en/library"]);
    if dir.join("ibid-index.json").exists() {
        assert_eq!(scene.ids().len(), 5);
    }
    scene.run(&["add", "en/library"]).done();
    assert_eq!(scene.ids().len(), 5);
    scene.nothing_is_left_of_the_index();
}

fn add(scene: &mut Scene) {
    let before = scene.ids();
    scene.kill(&["add", ADDED[0], ADDED[1]]);
    let after = scene.ids();
    assert!(after == before || after.len() == 11, "{after:?}");
    scene.run(&["add", ADDED[0], ADDED[1]]).done();
    assert_eq!(scene.ids().len(), 11);
    scene.nothing_is_left_of_the_index();
}

fn remove(scene: &mut Scene) {
    let before = scene.ids();
    let args = ["remove", ADDED[1], "en/library/salt-roads.txt"];
    scene.kill(&args);
    let after = scene.ids();
    assert!(after == before || after.len() + 2 == before.len(), "{after:?}");
    // What is removed already is not known.
    let ended = scene.run(&args);
    assert!(matches!(ended.code, Some(0 | 3)), "{ended:?}");
    assert_eq!(scene.ids().len() + 2, before.len());
    scene.nothing_is_left_of_the_index();
}

fn rebuild(scene: &mut Scene) {
    let before = scene.ids();
    scene.kill(&["rebuild"]);
    assert_eq!(scene.ids(), before);
    // Any writer takes away what is left, and a rebuild goes through.
    scene.run(&["add", "en/library"]).done();
    scene.nothing_is_left_of_the_index();
    scene.run(&["rebuild"]).done();
    assert_eq!(scene.ids().len(), 10);
    scene.nothing_is_left_of_the_index();
}

/// What is kept is there whole or not at all, and the run after the kill keeps what one run would.
fn dedup(scene: &mut Scene) {
    for name in ["state", "seen", "kept.jsonl"] {
        let path = scene.folder.path(name);
        if path.is_dir() {
            fs::remove_dir_all(path).unwrap();
        } else if path.exists() {
            fs::remove_file(path).unwrap();
        }
    }
    let before = names(&scene.folder.path(""));
    let args = [
        "dedup",
        "in.jsonl",
        "--state",
        "state",
        "--seen",
        "seen",
        "--kept",
        "kept.jsonl",
        "-q",
        "-o",
        "list",
    ];
    scene.kill(&args);
    let kept = scene.folder.path("kept.jsonl");
    if kept.exists() {
        assert_eq!(fs::read_to_string(&kept).unwrap(), scene.kept);
    }
    scene.run(&args).done();
    assert_eq!(fs::read_to_string(&kept).unwrap(), scene.kept);
    let new: BTreeSet<String> = names(&scene.folder.path("")).difference(&before).cloned().collect();
    let own = ["kept.jsonl", "seen", "state"];
    let is_left = |name: &&String| !own.contains(&name.as_str());
    let left: Vec<&String> = new.iter().filter(is_left).collect();
    assert!(left.is_empty(), "{left:?}");
    assert_eq!(names(&scene.folder.path("state")), ["records.log", "writer.lock"].map(String::from).into());
}

/// It only reads.
fn review(scene: &mut Scene) {
    let before = names(&scene.folder.path(""));
    let ids = scene.ids();
    scene.kill(&["review", "en/paper.md"]);
    scene.run(&["review", "en/paper.md"]).done();
    assert_eq!(names(&scene.folder.path("")), before);
    assert_eq!(scene.ids(), ids);
    scene.nothing_is_left_of_the_index();
}

/// Says how many runs were killed before their end.
fn kills(number: usize) -> u64 {
    let mut scene = Scene::new(number as u64);
    for victim in VICTIMS.iter().cycle().take(number) {
        victim(&mut scene);
    }
    assert!(scene.killed as usize > number / 2, "{}", scene.killed);
    scene.killed
}

#[test]
fn fifty_kills_lose_nothing() {
    kills(50);
}

#[test]
#[ignore = "takes minutes"]
fn a_thousand_kills_lose_nothing() {
    let number = std::env::var("IBID_KILLS").ok();
    let number = number.map_or(1000, |number| number.parse().expect("IBID_KILLS is a number"));
    println!("{} of {number} runs were killed before their end", kills(number));
}
