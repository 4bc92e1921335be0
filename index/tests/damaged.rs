//! Damaged indexes by the hundred: one that is said to be whole answers as it did before; the others answer anything or
//! say that they cannot, and in no case is there a panic, or no end.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Duration;

use ibid_index::{Bags, Containment, DiskIndex, Error, Header, Ratio, Search, Writer};

use crate::files::files;
use crate::model::{Model, record};

/// The files of an index by their paths in its folder.
type Files = BTreeMap<String, Vec<u8>>;

/// One case takes a few milliseconds.
const PATIENCE: Duration = Duration::from_secs(60);

/// Random numbers, but the same ones in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below.max(1)
    }

    fn name(&mut self, files: &Files) -> String {
        in_order(files).swap_remove(self.below(files.len()))
    }
}

/// An index of three parts with deletions, whose records differ with `seed`.
fn index(dir: &Path, seed: u64) -> Model {
    let mut model = Model::default();
    let mut writer = Writer::open(dir, &Header::default()).unwrap();
    for number in 0..24 {
        let units: Vec<Vec<u64>> =
            (0..4).map(|unit| (seed + number..seed + number + 4 + unit).collect()).collect();
        let record = record(&format!("r{number}"), seed + number, &units);
        model.put(record.clone());
        writer.put(record).unwrap();
        if number % 8 == 7 {
            writer.commit().unwrap();
        }
    }
    for number in [0, 5, 12] {
        assert!(writer.remove(&format!("r{number}")).unwrap());
        model.0.remove(&format!("r{number}"));
    }
    writer.finish().unwrap();
    model
}

fn read(dir: &Path) -> Files {
    let named = |file: PathBuf| (file.to_str().unwrap().to_owned(), fs::read(dir.join(&file)).unwrap());
    files(dir).into_iter().map(named).collect()
}

/// Names in an order that is the same for every index of the same records.
fn in_order(files: &Files) -> Vec<String> {
    let mut names: Vec<String> = files.keys().cloned().collect();
    let kind = |name: &String| Path::new(name).extension().map(ToOwned::to_owned);
    names.sort_by_key(|name| (kind(name), files[name].clone()));
    names
}

fn write(dir: &Path, files: &Files) {
    for (name, bytes) in files {
        fs::create_dir_all(dir.join(name).parent().unwrap()).unwrap();
        fs::write(dir.join(name), bytes).unwrap();
    }
}

/// Damages one file or two. Says how.
fn damage(files: &mut Files, others: &Files, random: &mut Random) -> String {
    let name = random.name(files);
    let bytes = files.get_mut(&name).unwrap();
    let at = random.below(bytes.len());
    match random.below(8) {
        0..=2 => {
            let bit = random.below(8);
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << bit;
            }
            format!("bit {bit} of byte {at} of {name}")
        }
        3 => {
            bytes.truncate(at);
            format!("{name} cut to {at}")
        }
        4 => {
            let length = (1 + random.below(64)).min(bytes.len() - at);
            bytes[at..at + length].fill(0);
            format!("{length} zeros at {at} of {name}")
        }
        5 => {
            bytes.extend([7; 9]);
            format!("{name} with a tail")
        }
        6 => {
            let other = random.name(files);
            let (a, b) = (files[&name].clone(), files[&other].clone());
            files.insert(name.clone(), b);
            files.insert(other.clone(), a);
            format!("{name} exchanged for {other}")
        }
        _ => {
            // Of another index: the file of the same kind.
            let extension = Path::new(&name).extension().map(ToOwned::to_owned);
            let other = others.iter().find(|(name, _)| Path::new(name).extension() == extension.as_deref());
            match other {
                Some((_, other)) => files.insert(name.clone(), other.clone()),
                None => files.remove(&name),
            };
            format!("{name} of another index")
        }
    }
}

/// Asks everything, and says whether all was answered.
fn ask(index: &DiskIndex) -> Result<(), Error> {
    let mut bags = Bags::new();
    for number in 0..20 {
        bags.push(&mut (100 + number..106 + number).collect());
    }
    let mut hits = vec![];
    for bag in bags.iter() {
        index.resembling(bag, Ratio::new(1, 2).unwrap(), &mut hits)?;
        index.containing(
            bag,
            Containment { rarest: 4, least: 2, max_record_freq: 50, max_unit_freq: 50, enough: 1 },
            &mut hits,
        )?;
        index.look_up(&[], &[bag])?.places(bag, 50, None)?;
    }
    index.unit_count();
    for (id, record) in index.records()? {
        index.find(&id)?;
        index.id(record)?;
        index.stamp(record)?;
        index.payload(record)?;
    }
    Ok(())
}

/// What was found of an index that may be damaged: whether it is said to be whole.
fn examine(dir: &Path, model: &Model) -> bool {
    let is_whole = match DiskIndex::open_verified(dir) {
        Ok(index) => {
            model.check(&index, &[]);
            true
        }
        Err(Error::Damaged(_) | Error::NotIndex(_) | Error::Foreign(_)) => false,
        Err(error) => panic!("{error}"),
    };
    // Without a look at the checksums it may answer anything.
    let _ = DiskIndex::open_as_is(dir).and_then(|index| ask(&index));
    let change = || {
        let mut writer = Writer::open_as_is(dir)?;
        writer.put(record("r1", 7, &[vec![1, 2]]))?;
        writer.compact()
    };
    if change().is_ok() {
        // What was written anew has right checksums, so it has to be right.
        let mut changed = model.clone();
        changed.put(record("r1", 7, &[vec![1, 2]]));
        changed.check(&DiskIndex::open_verified(dir).unwrap(), &[]);
    }
    is_whole
}

/// Says how many were found damaged.
fn damaged_indexes(number: u64) -> u64 {
    let scratch = tempfile::tempdir().unwrap();
    let model = index(&scratch.path().join("whole"), 100);
    index(&scratch.path().join("other"), 500);
    let (whole, others) = (read(&scratch.path().join("whole")), read(&scratch.path().join("other")));
    let mut random = Random(number);
    let mut noticed = 0;
    for case in 0..number {
        let mut files = whole.clone();
        let what = damage(&mut files, &others, &mut random);
        let dir: PathBuf = scratch.path().join("damaged");
        write(&dir, &files);
        let (sender, receiver) = mpsc::channel();
        let (examined, known) = (dir.clone(), model.clone());
        let thread = std::thread::spawn(move || sender.send(examine(&examined, &known)));
        match receiver.recv_timeout(PATIENCE) {
            Ok(is_whole) => noticed += u64::from(!is_whole),
            Err(mpsc::RecvTimeoutError::Timeout) => panic!("case {case} has no end: {what}"),
            Err(mpsc::RecvTimeoutError::Disconnected) => panic!("case {case}: {what}: {:?}", thread.join()),
        }
        fs::remove_dir_all(&dir).unwrap();
    }
    assert!(noticed > number / 2, "{noticed}");
    noticed
}

/// The engine looks for what is replaced in every part of the index, in a thread whose panic would end the process.
#[test]
fn records_of_a_damaged_index_are_replaced_or_the_damage_is_named() {
    let scratch = tempfile::tempdir().unwrap();
    let whole = scratch.path().join("whole");
    index(&whole, 100);
    let files = read(&whole);
    let (mut refused, mut done) = (0, 0);
    let names = in_order(&files).into_iter().filter(|name| name.ends_with(".term"));
    // The dictionary of ids comes first in the file; each of its addresses of eight bytes is met.
    let cases = names.flat_map(|name| (0..96).step_by(8).map(move |at| (name.clone(), at)));
    // Each is in another part of the index.
    for ((name, at), id) in cases.flat_map(|case| ["r1", "r9", "r17"].map(move |id| (case.clone(), id))) {
        let mut damaged = files[&name].clone();
        damaged[at] ^= 0x44;
        let dir = scratch.path().join("damaged");
        write(&dir, &files);
        fs::write(dir.join(&name), damaged).unwrap();
        let change = || {
            let mut writer = Writer::open_as_is(&dir)?;
            writer.put(record(id, 7, &[vec![1, 2]]))?;
            writer.commit()
        };
        match change() {
            Ok(()) => done += 1,
            Err(error) => {
                assert!(matches!(error, Error::Suspect { .. }), "{name} {at}: {error}");
                refused += 1;
            }
        }
        fs::remove_dir_all(&dir).unwrap();
    }
    assert!(refused > 10 && done > 10, "{refused} {done}");
}

#[test]
fn a_damaged_index_is_noticed_or_answers_as_before() {
    damaged_indexes(60);
}

#[test]
#[ignore = "takes minutes"]
fn a_thousand_damaged_indexes_are_noticed_or_answer_as_before() {
    println!("{} of 1000 were found damaged", damaged_indexes(1000));
}
