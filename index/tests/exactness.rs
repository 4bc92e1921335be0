//! The index on disk, the one in memory and the model give equal answers after any history.

use ibid_index::{DiskIndex, Error, Header, MemoryIndex, Search, Writer, WriterOptions};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::model::{Model, record};

/// One step of a history. Ids are few, so that most puts replace.
#[derive(Clone, Debug)]
enum Step {
    Put(u8, Vec<Vec<u64>>),
    Remove(u8),
    Commit,
    Compact,
    Reopen,
}

fn keys() -> impl Strategy<Value = Vec<u64>> {
    // Small alphabets with repeats: keys of one short term, of several, and of none.
    let key = prop_oneof![
        9 => (0..14u64).prop_map(|key| key << 22),
        3 => (0..6u64).prop_map(|key| key << 48),
        2 => 0..4u64,
        1 => (0..4u64).prop_map(|key| u64::MAX - key),
    ];
    vec(key, 0..12)
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        10 => (0..12u8, vec(keys(), 0..7)).prop_map(|(id, units)| Step::Put(id, units)),
        3 => (0..12u8).prop_map(Step::Remove),
        2 => Just(Step::Commit),
        1 => Just(Step::Compact),
        1 => Just(Step::Reopen),
    ]
}

fn sorted(keys: &[u64]) -> Vec<u64> {
    let mut bags = ibid_index::Bags::new();
    bags.push(&mut keys.to_vec());
    bags.get(0).to_vec()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_history_gives_the_answers_of_the_model(steps in vec(step(), 1..40), queries in vec(keys(), 1..8)) {
        let dir = tempfile::tempdir().unwrap();
        let header = Header::default();
        let queries: Vec<Vec<u64>> = queries.iter().map(|keys| sorted(keys)).collect();
        let options = WriterOptions { memory_bytes: 15_000_000 };
        let open = || Writer::open_with(dir.path(), &header, options).unwrap();
        let mut writer = open();
        let mut memory = MemoryIndex::new();
        let (mut model, mut committed) = (Model::default(), Model::default());
        let mut has_commit = false;
        for (stamp, step) in steps.into_iter().enumerate() {
            match step {
                Step::Put(id, units) => {
                    let record = record(&format!("d{id}"), stamp as u64, &units);
                    let replaced = writer.put(record.clone()).unwrap();
                    prop_assert_eq!(replaced, model.0.contains_key(&record.id));
                    memory.put(record.clone());
                    model.put(record);
                }
                Step::Remove(id) => {
                    let id = format!("d{id}");
                    prop_assert_eq!(writer.remove(&id).unwrap(), model.0.remove(&id).is_some());
                    memory.remove(&id);
                }
                Step::Commit | Step::Compact => {
                    if matches!(step, Step::Commit) { writer.commit() } else { writer.compact() }.unwrap();
                    memory.commit().unwrap();
                    committed = model.clone();
                    has_commit = true;
                    committed.check(&DiskIndex::open(dir.path(), &header).unwrap(), &queries);
                    committed.check(&memory, &queries);
                }
                Step::Reopen => {
                    // What was not committed is gone.
                    drop(writer);
                    writer = open();
                    model = committed.clone();
                    memory = MemoryIndex::from_records(model.0.values().cloned()).unwrap();
                    match DiskIndex::open(dir.path(), &header) {
                        Ok(disk) => committed.check(&disk, &queries),
                        Err(error) => prop_assert!(!has_commit && matches!(error, Error::NotIndex(_)), "{}", error),
                    }
                }
            }
        }
        writer.finish().unwrap();
        memory.commit().unwrap();
        let disk = DiskIndex::open(dir.path(), &header).unwrap();
        disk.verify().unwrap();
        model.check(&disk, &queries);
        model.check(&memory, &queries);
        let ids: Vec<String> = disk.records().unwrap().into_iter().map(|(id, _)| id).collect();
        prop_assert_eq!(ids, model.0.keys().cloned().collect::<Vec<_>>());
        for (id, number) in disk.records().unwrap() {
            prop_assert_eq!(disk.find(&id).unwrap(), Some(number));
        }
    }
}

/// The same records in one segment, in two and in eight, some replaced and some removed, and merged.
#[test]
fn any_number_of_segments_answers_alike() {
    let header = Header::default();
    let units = |number: u64| -> Vec<Vec<u64>> {
        let key = |at: u64| (number * at % 37 + at % 3) << (if at.is_multiple_of(2) { 22 } else { 46 });
        (0..3 + number % 4).map(|unit| (1..8).map(|at| key(at + unit)).collect()).collect()
    };
    for segments in [1, 2, 8] {
        let dir = tempfile::tempdir().unwrap();
        let mut writer = Writer::open(dir.path(), &header).unwrap();
        let mut model = Model::default();
        for number in 0..160_u64 {
            // Every tenth replaces an earlier one.
            let id = if number % 10 == 9 { number / 2 } else { number };
            let record = record(&format!("r{id}"), number, &units(number));
            writer.put(record.clone()).unwrap();
            model.put(record);
            if (number + 1) % (160 / segments) == 0 {
                writer.commit().unwrap();
            }
        }
        let queries: Vec<Vec<u64>> =
            (200..280).flat_map(|number| units(number).into_iter().map(|unit| sorted(&unit))).collect();
        model.check(&DiskIndex::open(dir.path(), &header).unwrap(), &queries);
        for number in (0..160).step_by(11) {
            let id = format!("r{number}");
            assert_eq!(writer.remove(&id).unwrap(), model.0.remove(&id).is_some());
        }
        writer.commit().unwrap();
        model.check(&DiskIndex::open(dir.path(), &header).unwrap(), &queries);
        writer.compact().unwrap();
        model.check(&DiskIndex::open(dir.path(), &header).unwrap(), &queries);
    }
}

/// Lists longer than the engine's blocks of 128, so that lists are sought in and skipped, with deleted records between.
#[test]
fn long_lists_are_sought_in() {
    let dir = tempfile::tempdir().unwrap();
    let header = Header::default();
    let mut writer = Writer::open(dir.path(), &header).unwrap();
    let mut model = Model::default();
    let mut state = 7_u64;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    for number in 0..1500 {
        // Key k is held by about one unit in k.
        let units: Vec<Vec<u64>> = (0..1 + random(4))
            .map(|_| {
                let mut unit: Vec<u64> = (0..6).map(|_| 400 / (1 + random(400))).collect();
                unit.extend([random(3), number]);
                unit
            })
            .collect();
        let record = record(&format!("{number}"), number, &units);
        writer.put(record.clone()).unwrap();
        model.put(record);
        if number % 400 == 399 {
            writer.commit().unwrap();
        }
    }
    for number in (0..1500).step_by(7) {
        assert!(writer.remove(&number.to_string()).unwrap());
        model.0.remove(&number.to_string());
    }
    writer.finish().unwrap();
    let queries: Vec<Vec<u64>> =
        (0..20).map(|_| sorted(&(0..5).map(|_| 400 / (1 + random(400))).collect::<Vec<_>>())).collect();
    model.check(&DiskIndex::open(dir.path(), &header).unwrap(), &queries);
}

/// Numbers of units and sizes of bags that need more than seven bits, in both kinds of postings.
#[test]
fn records_of_many_units_and_large_bags_are_found() {
    let dir = tempfile::tempdir().unwrap();
    let header = Header::default();
    let mut units: Vec<Vec<u64>> = (0..300).map(|unit| vec![unit, unit + 1, 1000 + unit % 7]).collect();
    units[290] = (2000..2300).collect();
    let record = record("long", 1, &units);
    let mut model = Model::default();
    model.put(record.clone());
    let mut writer = Writer::open(dir.path(), &header).unwrap();
    writer.put(record).unwrap();
    writer.finish().unwrap();
    let queries: Vec<Vec<u64>> = [3, 127, 128, 255, 256, 290, 298].map(|unit| sorted(&units[unit])).into();
    let disk = DiskIndex::open(dir.path(), &header).unwrap();
    model.check(&disk, &queries);
    model.check(&MemoryIndex::from_records(model.0.values().cloned()).unwrap(), &queries);
    let mut hits = vec![];
    disk.resembling(&queries[5], ibid_index::Ratio::new(9, 10).unwrap(), &mut hits).unwrap();
    assert_eq!(
        hits.iter().map(|hit| (hit.unit, hit.overlap, hit.size)).collect::<Vec<_>>(),
        [(290, 300, 300)]
    );
}
