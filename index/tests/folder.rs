//! What happens to the folder: what it accepts, refuses and keeps.

use std::fs;
use std::path::{Path, PathBuf};

use ibid_index::{DiskIndex, Error, Header, RecordNo, Search, Writer};

use crate::model::{Model, record};

fn header() -> Header {
    Header::new([("splitter", "1"), ("tokenizer", "2")])
}

fn filled(dir: &Path) -> Model {
    let mut model = Model::default();
    let mut writer = Writer::open(dir, &header()).unwrap();
    for number in 0..30 {
        let units: Vec<Vec<u64>> = (0..5).map(|unit| (number..number + 4 + unit).collect()).collect();
        let record = record(&format!("r{number}"), number, &units);
        model.put(record.clone());
        writer.put(record).unwrap();
        if number % 10 == 0 {
            writer.commit().unwrap();
        }
    }
    writer.finish().unwrap();
    model
}

#[test]
fn the_last_of_two_puts_stays() {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(dir.path(), &header()).unwrap();
    let mut model = Model::default();
    for round in 0..3 {
        for stamp in 0..50 {
            let record = record("same", round * 100 + stamp, &[vec![stamp, 7], vec![round]]);
            assert_eq!(writer.put(record.clone()).unwrap(), round + stamp > 0);
            model.put(record);
        }
        writer.commit().unwrap();
        model.check(&DiskIndex::open(dir.path(), &header()).unwrap(), &[vec![round]]);
    }
    assert!(writer.remove("same").unwrap());
    assert!(!writer.remove("same").unwrap());
    assert!(!writer.remove("never").unwrap());
    writer.commit().unwrap();
    assert_eq!(DiskIndex::open(dir.path(), &header()).unwrap().record_count(), 0);
}

#[test]
fn a_reader_keeps_what_it_opened() {
    let dir = tempfile::tempdir().unwrap();
    let model = filled(dir.path());
    let reader = DiskIndex::open(dir.path(), &header()).unwrap();
    let mut writer = Writer::open(dir.path(), &header()).unwrap();
    for id in model.0.keys() {
        writer.remove(id).unwrap();
    }
    writer.compact().unwrap();
    model.check(&reader, &[]);
    assert_eq!(DiskIndex::open(dir.path(), &header()).unwrap().record_count(), 0);
}

#[test]
fn dropping_a_writer_leaves_what_was_committed() {
    let dir = tempfile::tempdir().unwrap();
    let model = filled(dir.path());
    let mut writer = Writer::open(dir.path(), &header()).unwrap();
    writer.put(record("new", 1, &[vec![1, 2]])).unwrap();
    writer.remove("r1").unwrap();
    drop(writer);
    model.check(&DiskIndex::open(dir.path(), &header()).unwrap(), &[]);
    let mut writer = Writer::open(dir.path(), &header()).unwrap();
    assert!(writer.remove("r1").unwrap());
}

#[test]
fn refuses_other_facts_and_names_them() {
    let dir = tempfile::tempdir().unwrap();
    filled(dir.path());
    let other = Header::new([("splitter", "1"), ("tokenizer", "3")]);
    for error in [
        DiskIndex::open(dir.path(), &other).unwrap_err(),
        Writer::open(dir.path(), &other).map(drop).unwrap_err(),
    ] {
        let message = error.to_string();
        assert!(matches!(error, Error::Foreign(_)));
        for part in ["tokenizer \"2\"", "tokenizer \"3\"", "ibid rebuild"] {
            assert!(message.contains(part), "{message}");
        }
    }
    assert_eq!(DiskIndex::header(dir.path()).unwrap(), header());
    DiskIndex::open(dir.path(), &DiskIndex::header(dir.path()).unwrap()).unwrap();
}

#[test]
fn refuses_folders_that_are_no_index() {
    let dir = tempfile::tempdir().unwrap();
    let missing = dir.path().join("missing");
    let file = dir.path().join("file");
    fs::write(&file, "x").unwrap();
    let mut errors = vec![];
    for path in [&missing, &file, dir.path()] {
        errors.push(DiskIndex::open(path, &header()).unwrap_err());
        errors.push(DiskIndex::header(path).unwrap_err());
    }
    for path in [&file, dir.path()] {
        errors.push(Writer::open(path, &header()).map(drop).unwrap_err());
    }
    for error in errors {
        assert!(matches!(&error, Error::Damaged(message) if message.contains("is not an index")), "{error}");
    }
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "a foreign folder stays as it is");
}

#[test]
fn makes_missing_folders_and_finishes_what_was_interrupted() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a/b");
    drop(Writer::open(&path, &header()).unwrap());
    assert_eq!(DiskIndex::open(&path, &header()).unwrap().record_count(), 0);
    // As if the process had ended before the header was written.
    fs::remove_file(path.join("ibid-index.json")).unwrap();
    fs::write(path.join(".tmpXyz"), "cut off").unwrap();
    assert!(matches!(DiskIndex::open(&path, &header()), Err(Error::Damaged(_))));
    filled(&path);
    assert_eq!(DiskIndex::open(&path, &header()).unwrap().record_count(), 30);
    assert!(!path.join(".tmpXyz").exists());
}

#[test]
fn a_second_writer_is_told_the_first() {
    let dir = tempfile::tempdir().unwrap();
    let first = Writer::open(dir.path(), &header()).unwrap();
    let error = Writer::open(dir.path(), &header()).map(drop).unwrap_err();
    let id = std::process::id().to_string();
    assert!(matches!(&error, Error::Locked(message) if message.contains(&id)), "{error}");
    drop(first);
    Writer::open(dir.path(), &header()).unwrap();
}

#[test]
fn refuses_impossible_records() {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(dir.path(), &header()).unwrap();
    for id in ["", &"x".repeat(65_001)] {
        assert!(matches!(writer.put(record(id, 1, &[])), Err(Error::Request(_))));
    }
    let longest = "\u{1F4D6}".repeat(16_250);
    writer.put(record(&longest, 5, &[vec![1]])).unwrap();
    writer.commit().unwrap();
    let index = DiskIndex::open(dir.path(), &header()).unwrap();
    let number = index.find(&longest).unwrap().unwrap();
    assert_eq!(index.id(number).unwrap(), longest);
    assert!(matches!(index.id(RecordNo(99)), Err(Error::Request(_))));
    assert!(matches!(index.payload(RecordNo(u32::MAX)), Err(Error::Request(_))));
}

/// Every file of an index, cut at several lengths, missing, or with a flipped byte: an error or the right answer, never
/// a panic; and a flipped byte in a file is found by `verify`.
#[test]
fn damage_is_reported() {
    let dir = tempfile::tempdir().unwrap();
    let model = filled(dir.path());
    let names: Vec<_> = fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    let mut errors = 0;
    for name in names {
        let path = dir.path().join(&name);
        let name = name.to_string_lossy().into_owned();
        let whole = fs::read(&path).unwrap();
        if name.contains("lock") || name == ".managed.json" || whole.is_empty() {
            continue;
        }
        for cut in [0, 1, whole.len() / 2, whole.len() - 3] {
            fs::write(&path, &whole[..cut]).unwrap();
            assert!(ask(dir.path(), &model).is_err(), "{name} cut to {cut} of {}", whole.len());
        }
        fs::remove_file(&path).unwrap();
        assert!(ask(dir.path(), &model).is_err(), "{name} missing");
        for at in (0..whole.len()).step_by(1 + whole.len() / 10) {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x55;
            fs::write(&path, &bytes).unwrap();
            let verified = DiskIndex::open(dir.path(), &header()).and_then(|index| index.verify());
            if !name.ends_with(".json") {
                assert!(verified.is_err(), "{name} flipped at {at}");
            }
            errors += usize::from(ask(dir.path(), &model).is_err());
        }
        fs::write(&path, &whole).unwrap();
    }
    assert!(errors > 0);
    model.check(&DiskIndex::open(dir.path(), &header()).unwrap(), &[]);
    DiskIndex::open(dir.path(), &header()).unwrap().verify().unwrap();
}

/// The engine reserves memory for lengths that stand in a store. A huge one anywhere in it is an error or changes
/// nothing; before stores were checked it ended the process.
#[test]
fn lengths_in_a_damaged_store_are_not_believed() {
    let dir = tempfile::tempdir().unwrap();
    let model = filled(dir.path());
    let path = stores(dir.path()).remove(0);
    let whole = fs::read(&path).unwrap();
    let mut errors = 0;
    // As a number of 32 bits, and as one of seven bits a byte.
    for length in [&[0xFF; 4][..], &[0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0xFF]] {
        for at in 0..whole.len() - length.len() {
            let mut bytes = whole.clone();
            bytes[at..at + length.len()].copy_from_slice(length);
            fs::write(&path, &bytes).unwrap();
            if let Err(error) = payloads(dir.path()) {
                assert!(matches!(&error, Error::Damaged(why) if why.contains("is damaged")), "{error}");
                errors += 1;
            }
        }
    }
    assert!(errors > 100, "{errors}");
    fs::write(&path, &whole).unwrap();
    model.check(&DiskIndex::open(dir.path(), &header()).unwrap(), &[]);
}

/// Merging unpacks blocks of which records were removed.
#[test]
fn a_writer_does_not_believe_lengths_in_a_store_either() {
    let dir = tempfile::tempdir().unwrap();
    filled(dir.path());
    let mut writer = Writer::open(dir.path(), &header()).unwrap();
    for number in (0..30).step_by(2) {
        assert!(writer.remove(&format!("r{number}")).unwrap());
    }
    let path = stores(dir.path()).pop().unwrap();
    let whole = fs::read(&path).unwrap();
    fs::write(&path, [&[0xFF; 4], &whole[4..]].concat()).unwrap();
    let error = writer.compact().unwrap_err();
    assert!(matches!(&error, Error::Damaged(why) if why.contains("is damaged")), "{error}");
}

fn payloads(dir: &Path) -> Result<(), Error> {
    let index = DiskIndex::open(dir, &header())?;
    for (_, number) in index.records()? {
        index.payload(number)?;
    }
    Ok(())
}

/// The stores of an index, the largest last.
fn stores(dir: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    let mut stores: Vec<_> =
        files.filter(|path| path.extension().is_some_and(|extension| extension == "store")).collect();
    stores.sort_by_key(|path| fs::metadata(path).unwrap().len());
    stores
}

/// Opens the index and reads everything.
fn ask(dir: &Path, model: &Model) -> Result<(), Error> {
    let index = DiskIndex::open(dir, &header())?;
    let mut hits = Vec::new();
    for record in model.0.values() {
        if let Some(number) = index.find(&record.id)? {
            index.payload(number)?;
            index.stamp(number)?;
            index.id(number)?;
        }
        for bag in record.bags.iter() {
            index.resembling(bag, ibid_index::Ratio::new(1, 2).unwrap(), &mut hits)?;
        }
    }
    index.records()?;
    Ok(())
}
