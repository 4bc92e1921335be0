//! What happens to the folder: what it accepts, refuses and keeps.

use std::fs;
use std::path::{Path, PathBuf};

use ibid_index::{DiskIndex, Error, Header, RecordNo, Search, Writer};

use crate::files::{files, read_files};
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
        assert!(matches!(error, Error::OtherFacts { .. }));
        for part in ["tokenizer \"2\"", "tokenizer \"3\""] {
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
        assert!(matches!(&error, Error::NotIndex(_) | Error::Occupied(_)), "{error:?}");
        assert!(error.to_string().contains("is not an index"), "{error}");
    }
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "a foreign folder stays as it is");
}

#[test]
fn a_writer_without_a_commit_leaves_no_index() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a/b");
    let mut writer = Writer::open(&path, &header()).unwrap();
    writer.put(record("r", 1, &[vec![1, 2]])).unwrap();
    assert!(matches!(DiskIndex::open(&path, &header()), Err(Error::NotIndex(_))));
    drop(writer);
    assert!(!path.exists());
    // A folder that was there stays.
    fs::create_dir(&path).unwrap();
    drop(Writer::open(&path, &header()).unwrap());
    assert_eq!(fs::read_dir(&path).unwrap().count(), 0);
    // A commit of nothing is one.
    Writer::open(&path, &header()).unwrap().finish().unwrap();
    assert_eq!(DiskIndex::open(&path, &header()).unwrap().record_count(), 0);
}

#[test]
fn makes_missing_folders_and_finishes_what_was_interrupted() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a/b");
    filled(&path);
    // As if the process had ended before the first commit.
    fs::remove_file(path.join("ibid-index.json")).unwrap();
    fs::write(path.join(".ibid-index-0123456789ab.tmp"), "cut off").unwrap();
    assert!(matches!(DiskIndex::open(&path, &header()), Err(Error::NotIndex(_))));
    let model = filled(&path);
    model.check(&DiskIndex::open(&path, &header()).unwrap(), &[]);
    assert!(!path.join(".ibid-index-0123456789ab.tmp").exists());
    assert_eq!(fs::read_dir(&path).unwrap().count(), 3, "the manifest, the lock and one generation");
}

/// What a new generation is made of does not count before its first commit, and then the old one is gone.
#[test]
fn an_index_that_is_made_anew_is_replaced_by_the_first_commit() {
    let dir = tempfile::tempdir().unwrap();
    let model = filled(dir.path());
    let reader = DiskIndex::open(dir.path(), &header()).unwrap();
    let before = files(dir.path());
    let facts = Header::new([("splitter", "2")]);
    let new = record("new", 1, &[vec![1, 2]]);

    let open_anew = |header: &Header| {
        let lock = DiskIndex::lock(dir.path()).unwrap();
        Writer::open_anew(dir.path(), header, lock).unwrap()
    };
    let mut writer = open_anew(&facts);
    assert!(!writer.put(new.clone()).unwrap(), "it begins without records");
    assert!(matches!(Writer::open_as_is(dir.path()), Err(Error::Locked(_))));
    model.check(&DiskIndex::open(dir.path(), &header()).unwrap(), &[]);
    drop(writer);
    assert_eq!(files(dir.path()), before, "without a commit nothing is left of it");

    let mut writer = open_anew(&facts);
    writer.put(new.clone()).unwrap();
    writer.finish().unwrap();
    model.check(&reader, &[]);
    assert!(!reader.generation_dir().exists());
    let mut expected = Model::default();
    expected.put(new);
    let index = DiskIndex::open(dir.path(), &facts).unwrap();
    expected.check(&index, &[]);
    assert_eq!(files(&index.generation_dir()).len(), 8);
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 3);

    // Without records there is a new index too.
    open_anew(&header()).finish().unwrap();
    assert_eq!(DiskIndex::open(dir.path(), &header()).unwrap().record_count(), 0);
}

/// A generation that is of no commit goes with the next writer, but not with a file of the user's in it.
#[test]
fn a_generation_that_no_commit_names_is_deleted() {
    let dir = tempfile::tempdir().unwrap();
    let model = filled(dir.path());
    let current = DiskIndex::open(dir.path(), &header()).unwrap().generation_dir();
    let leave = |name: &str| {
        let left = dir.path().join(name);
        fs::create_dir(&left).unwrap();
        for file in files(&current) {
            fs::copy(current.join(&file), left.join(&file)).unwrap();
        }
        left
    };
    let (stale, mixed) = (leave("g-0123456789abcdef"), leave("g-fedcba9876543210"));
    fs::write(mixed.join("thesis.md"), "mine").unwrap();
    let before = files(&mixed);
    assert_eq!(DiskIndex::foreign(dir.path()).unwrap(), [mixed.join("thesis.md")]);
    drop(Writer::open_as_is(dir.path()).unwrap());
    assert!(!stale.exists());
    assert_eq!(files(&mixed), before);
    model.check(&DiskIndex::open_verified(dir.path()).unwrap(), &[]);
    // Where no manifest says which generation is used, none is deleted.
    let manifest = dir.path().join("ibid-index.json");
    let bytes = fs::read(&manifest).unwrap();
    fs::write(&manifest, &bytes[1..]).unwrap();
    let before = files(dir.path());
    assert!(matches!(Writer::open_as_is(dir.path()), Err(Error::Suspect { .. })));
    assert!(matches!(Writer::open(dir.path(), &header()), Err(Error::Suspect { .. })));
    assert!(matches!(DiskIndex::lock(dir.path()), Err(Error::Suspect { .. })));
    assert_eq!(files(dir.path()), before);
}

/// The manifest decides; the engine's own description may be behind it, lost, or of a commit that never was.
#[test]
fn the_engines_description_follows_the_manifest() {
    let dir = tempfile::tempdir().unwrap();
    let model = filled(dir.path());
    let description = DiskIndex::open(dir.path(), &header()).unwrap().generation_dir().join("meta.json");
    let committed = fs::read(&description).unwrap();
    for other in [&b""[..], b"{\"segments\":[],\"schema\":[],\"opstamp\":99}"] {
        fs::write(&description, other).unwrap();
        model.check(&DiskIndex::open_verified(dir.path()).unwrap(), &[]);
        assert_eq!(fs::read(&description).unwrap(), other, "readers write nothing");
        drop(Writer::open(dir.path(), &header()).unwrap());
        assert_eq!(fs::read(&description).unwrap(), committed);
    }
    model.check(&DiskIndex::open_verified(dir.path()).unwrap(), &[]);
}

/// Everything that a user may have put there.
#[test]
fn what_is_not_the_indexs_own_is_not_touched() {
    let dir = tempfile::tempdir().unwrap();
    filled(dir.path());
    let generation = DiskIndex::open(dir.path(), &header()).unwrap().generation_dir();
    let thesis = dir.path().join("thesis");
    fs::create_dir(&thesis).unwrap();
    let mut foreign = [".managed.json", ".tmp-notes", "0123456789abcdef0123456789abcdef.store", "meta.json"]
        .map(|name| dir.path().join(name))
        .to_vec();
    foreign.extend([thesis.join(".ibid-index-0123456789ab.tmp"), generation.join("notes.txt")]);
    for file in &foreign {
        fs::write(file, "mine").unwrap();
    }
    let mut writer = Writer::open_as_is(dir.path()).unwrap();
    for number in 0..30 {
        writer.remove(&format!("r{number}")).unwrap();
    }
    writer.compact().unwrap();
    drop(writer);
    let lock = DiskIndex::lock(dir.path()).unwrap();
    Writer::open_anew(dir.path(), &header(), lock).unwrap().finish().unwrap();
    let mut told: Vec<PathBuf> = foreign.clone();
    told[4] = thesis;
    told.sort();
    assert_eq!(DiskIndex::foreign(dir.path()).unwrap(), told);
    for file in &foreign {
        assert_eq!(fs::read(file).unwrap(), b"mine");
    }
    // And no index is made there.
    fs::remove_file(dir.path().join("ibid-index.json")).unwrap();
    let before = files(dir.path());
    let error = Writer::open(dir.path(), &header()).map(drop).unwrap_err();
    assert!(matches!(&error, Error::Occupied(why) if why.contains(".managed.json")), "{error}");
    assert_eq!(files(dir.path()), before);
}

#[test]
fn what_is_locked_is_not_written_to() {
    let dir = tempfile::tempdir().unwrap();
    assert!(matches!(DiskIndex::lock(dir.path()), Err(Error::NotIndex(_))));
    assert!(matches!(Writer::open_as_is(dir.path()), Err(Error::NotIndex(_))));
    filled(dir.path());
    let lock = DiskIndex::lock(dir.path()).unwrap();
    assert!(matches!(Writer::open(dir.path(), &header()), Err(Error::Locked(_))));
    assert!(matches!(Writer::open_as_is(dir.path()), Err(Error::Locked(_))));
    drop(lock);
    let mut writer = Writer::open_as_is(dir.path()).unwrap();
    assert!(writer.remove("r1").unwrap());
    writer.finish().unwrap();
    assert_eq!(DiskIndex::open_as_is(dir.path()).unwrap().facts(), &header());
}

#[test]
fn an_index_has_a_size() {
    let dir = tempfile::tempdir().unwrap();
    filled(dir.path());
    let files = read_files(dir.path());
    let lengths = files.iter().map(|file| fs::metadata(dir.path().join(file)).unwrap().len());
    assert_eq!(DiskIndex::open_as_is(dir.path()).unwrap().size_bytes(), lengths.sum::<u64>());
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
    for number in [1, 2, 99] {
        assert!(matches!(index.id(RecordNo(number)), Err(Error::Request(_))), "{number}");
    }
    assert!(matches!(index.payload(RecordNo(u32::MAX)), Err(Error::Request(_))));
}

/// Every file of an index, cut at several lengths, missing, or with a flipped byte: an error or the right answer, never
/// a panic; and a flipped byte in a file is found by `verify`.
#[test]
fn damage_is_reported() {
    let dir = tempfile::tempdir().unwrap();
    let model = filled(dir.path());
    let mut errors = 0;
    for file in read_files(dir.path()) {
        let path = dir.path().join(&file);
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let whole = fs::read(&path).unwrap();
        for cut in [0, 1, whole.len() / 2, whole.len() - 3] {
            fs::write(&path, &whole[..cut]).unwrap();
            let error = ask(dir.path(), &model).unwrap_err();
            assert!(matches!(&error, Error::Suspect { .. }), "{name} cut to {cut}: {error}");
            assert!(matches!(DiskIndex::open_verified(dir.path()), Err(Error::Damaged(_))));
        }
        fs::remove_file(&path).unwrap();
        let error = ask(dir.path(), &model).unwrap_err();
        assert!(matches!(&error, Error::Suspect { .. } | Error::NotIndex(_)), "{name} missing: {error}");
        for at in (0..whole.len()).step_by(1 + whole.len() / 10) {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x55;
            fs::write(&path, &bytes).unwrap();
            let error = DiskIndex::open_verified(dir.path()).unwrap_err();
            assert!(matches!(&error, Error::Damaged(why) if why.contains(&name)), "{at}: {error}");
            errors += usize::from(ask(dir.path(), &model).is_err());
        }
        fs::write(&path, &whole).unwrap();
    }
    assert!(errors > 0);
    model.check(&DiskIndex::open(dir.path(), &header()).unwrap(), &[]);
    DiskIndex::open_verified(dir.path()).unwrap();
}

/// The list says what may be deleted; nothing that was committed depends on it.
#[test]
fn a_lost_list_of_files_is_made_again() {
    for damage in [None, Some(&b"[]"[..]), Some(b"mine")] {
        let dir = tempfile::tempdir().unwrap();
        let model = filled(dir.path());
        let generation = DiskIndex::open(dir.path(), &header()).unwrap().generation_dir();
        let list = generation.join(".managed.json");
        match damage {
            None => fs::remove_file(&list).unwrap(),
            Some(bytes) => fs::write(&list, bytes).unwrap(),
        }
        DiskIndex::open_verified(dir.path()).unwrap();
        let mut writer = Writer::open(dir.path(), &header()).unwrap();
        writer.compact().unwrap();
        drop(writer);
        model.check(&DiskIndex::open_verified(dir.path()).unwrap(), &[]);
        // Six for the segment, the engine's description and the list: those that were merged are gone.
        assert_eq!(files(&generation).len(), 8, "{damage:?}");
        assert!(DiskIndex::foreign(dir.path()).unwrap().is_empty());
    }
}

/// Each file has its right checksum, but it is another one's.
#[test]
fn exchanged_files_are_noticed_when_the_index_is_opened() {
    let dir = tempfile::tempdir().unwrap();
    filled(dir.path());
    for extension in ["store", "fast", "idx", "term"] {
        let files = parts(dir.path(), extension);
        let [first, .., last] = files.as_slice() else { panic!("{files:?}") };
        let exchange = || {
            let (a, b) = (fs::read(first).unwrap(), fs::read(last).unwrap());
            fs::write(first, b).unwrap();
            fs::write(last, a).unwrap();
        };
        exchange();
        let error = DiskIndex::open(dir.path(), &header()).unwrap_err();
        assert!(matches!(&error, Error::Suspect { why, .. } if why.contains(extension)), "{error}");
        exchange();
        DiskIndex::open(dir.path(), &header()).unwrap();
    }
}

/// A merge would write damage under a new checksum.
#[test]
fn what_is_damaged_is_not_merged() {
    let dir = tempfile::tempdir().unwrap();
    filled(dir.path());
    let path = stores(dir.path()).pop().unwrap();
    let mut bytes = fs::read(&path).unwrap();
    bytes[20] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let is_named = |error: Error| matches!(error, Error::Damaged(why) if why.contains(&name));
    assert!(is_named(Writer::open(dir.path(), &header()).unwrap().compact().unwrap_err()));
    // As many small commits as are merged.
    let mut damage = vec![];
    for number in 100..120 {
        let mut writer = Writer::open(dir.path(), &header()).unwrap();
        writer.put(record(&format!("r{number}"), number, &[vec![number]])).unwrap();
        damage.extend(writer.finish().err());
    }
    assert!(!damage.is_empty() && damage.into_iter().all(is_named));
    let index = DiskIndex::open(dir.path(), &header()).unwrap();
    assert_eq!(index.record_count(), 50, "what was put is there");
    assert!(is_named(index.verify().unwrap_err()));
}

/// Deletions are written anew when there are more of them; their damage would get a new checksum.
#[test]
fn damaged_deletions_are_noticed_when_the_index_is_opened() {
    let dir = tempfile::tempdir().unwrap();
    filled(dir.path());
    let mut writer = Writer::open(dir.path(), &header()).unwrap();
    assert!(writer.remove("r5").unwrap());
    writer.finish().unwrap();
    let path = parts(dir.path(), "del").pop().unwrap();
    let whole = fs::read(&path).unwrap();
    for at in 0..12 {
        let mut bytes = whole.clone();
        bytes[at] ^= 2;
        fs::write(&path, bytes).unwrap();
        let reading = DiskIndex::open(dir.path(), &header()).map(drop);
        for result in [reading, Writer::open(dir.path(), &header()).map(drop)] {
            let error = result.unwrap_err();
            assert!(matches!(&error, Error::Suspect { why, .. } if why.contains(".del")), "{at}: {error}");
        }
    }
}

/// The words of the engine are advice for programs, and what it does not understand is not its version's fault.
#[test]
fn errors_are_in_our_own_words() {
    let dir = tempfile::tempdir().unwrap();
    filled(dir.path());
    let mut files: Vec<_> = files(dir.path()).iter().map(|file| dir.path().join(file)).collect();
    // One of each kind.
    files.dedup_by_key(|path| path.extension().map(ToOwned::to_owned));
    for path in files {
        let whole = fs::read(&path).unwrap();
        // The engine's own checksum and version stand in the last hundred bytes.
        for at in (0..whole.len()).rev().step_by(7).take(15) {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x11;
            fs::write(&path, &bytes).unwrap();
            let reading = DiskIndex::open(dir.path(), &header()).and_then(|index| index.verify());
            let writing = Writer::open(dir.path(), &header()).map(drop);
            for error in [reading, writing].into_iter().filter_map(Result::err) {
                let message = error.to_string();
                let words = ["antivy", "Footer", "footer", "meta.json", "DataCorruption"];
                assert!(!words.iter().any(|word| message.contains(word)), "{message}");
                assert!(matches!(error, Error::Suspect { .. } | Error::Damaged(_)), "{message}");
            }
        }
        fs::write(&path, whole).unwrap();
    }
}

/// The engine reserves memory for lengths that stand in a store. A huge one anywhere in it is an error or changes
/// nothing; before stores were checked it ended the process.
#[test]
fn lengths_in_a_damaged_store_are_not_believed() {
    let dir = tempfile::tempdir().unwrap();
    let model = filled(dir.path());
    let path = stores(dir.path()).remove(0);
    let whole = fs::read(&path).unwrap();
    let (mut errors, mut blocks) = (0, 0);
    // As a number of 32 bits, and as one of seven bits a byte.
    for length in [&[0xFF; 4][..], &[0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0xFF]] {
        for at in 0..whole.len() - length.len() {
            let mut bytes = whole.clone();
            bytes[at..at + length.len()].copy_from_slice(length);
            fs::write(&path, &bytes).unwrap();
            if let Err(error) = payloads(dir.path()) {
                let Error::Suspect { why, .. } = &error else { panic!("{error}") };
                blocks += usize::from(why.contains("unpacks to less than it claims"));
                errors += 1;
            }
        }
    }
    assert!(errors > 100 && blocks > 0, "{errors} {blocks}");
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
    parts(dir, "store")
}

/// The files of this kind, the largest last.
fn parts(dir: &Path, extension: &str) -> Vec<PathBuf> {
    let files = files(dir).into_iter().map(|file| dir.join(file));
    let mut parts: Vec<_> =
        files.filter(|path| path.extension().is_some_and(|found| found == extension)).collect();
    parts.sort_by_key(|path| fs::metadata(path).unwrap().len());
    parts
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
