//! The same cases through both implementations.

use ibid_index::{Bags, Containment, DiskIndex, Header, Hit, MemoryIndex, Ratio, Record, Search, Writer};

/// A case: units of the records a, b, c ...; a query; a ratio in tenths; the (record, unit, overlap, size) expected.
type Case<'a> = (&'a str, &'a [&'a [&'a [u64]]], &'a [u64], u32, &'a [(u32, u32, u32, u32)]);

const CASES: &[Case] = &[
    ("nothing in it", &[], &[1, 2], 5, &[]),
    ("an empty query finds nothing", &[&[&[], &[1]]], &[], 5, &[]),
    ("an empty unit is never found", &[&[&[], &[1]]], &[1], 5, &[(0, 1, 1, 1)]),
    ("a record without units", &[&[], &[&[1, 2]]], &[1, 2], 9, &[(1, 0, 2, 2)]),
    ("the ratio itself is enough", &[&[&[1, 2, 3, 4]]], &[1, 2, 3, 9], 6, &[(0, 0, 3, 4)]),
    ("just below the ratio is not", &[&[&[1, 2, 3, 4]]], &[1, 2, 3, 9], 7, &[]),
    ("repeats count", &[&[&[5, 5, 5], &[5]]], &[5, 5], 6, &[(0, 0, 2, 3)]),
    (
        "one key in many units",
        &[&[&[1], &[2], &[1]], &[&[1]]],
        &[1],
        10,
        &[(0, 0, 1, 1), (0, 2, 1, 1), (1, 0, 1, 1)],
    ),
    ("keys at both ends", &[&[&[0, u64::MAX]]], &[0, u64::MAX], 10, &[(0, 0, 2, 2)]),
];

/// A case as above, with the five numbers of a [`Containment`] in their order.
type Containing<'a> = (&'a str, &'a [&'a [&'a [u64]]], &'a [u64], [u32; 5], &'a [(u32, u32, u32, u32)]);

const CONTAINMENT: &[Containing] = &[
    (
        "two of the three rarest",
        &[&[&[1, 2, 8, 9]], &[&[8, 9]]],
        &[1, 2, 8, 9],
        [3, 2, 9, 9, 0],
        &[(0, 0, 3, 4)],
    ),
    ("unknown keys do not count", &[&[&[1, 2]]], &[0, 1, 2, 3], [2, 2, 9, 9, 0], &[(0, 0, 2, 2)]),
    ("ties go to the smaller key", &[&[&[1, 2, 3], &[3]]], &[1, 2, 3], [2, 1, 9, 9, 0], &[(0, 0, 2, 3)]),
    ("frequent keys are not looked at", &[&[&[7]], &[&[7, 1]]], &[1, 7], [2, 1, 1, 9, 0], &[(1, 0, 1, 2)]),
    (
        "keys of many units are not looked at",
        &[&[&[7, 1], &[7], &[7]]],
        &[1, 7],
        [2, 1, 9, 2, 1],
        &[(0, 0, 1, 2)],
    ),
    ("fewer keys than wanted", &[&[&[1]]], &[1], [5, 2, 9, 9, 0], &[]),
    (
        "keys of many units are looked at where others are too few",
        &[&[&[7, 1], &[7], &[7]]],
        &[1, 7],
        [2, 2, 9, 2, 2],
        &[(0, 0, 2, 2)],
    ),
];

fn records(units: &[&[&[u64]]]) -> Vec<Record> {
    let record = |(number, units): (usize, &&[&[u64]])| {
        let mut bags = Bags::new();
        for unit in *units {
            bags.push(&mut unit.to_vec());
        }
        Record { id: char::from(b'a' + number as u8).to_string(), bags: bags.into(), ..Record::default() }
    };
    units.iter().enumerate().map(record).collect()
}

/// Runs a question on both, and names records by their place in the alphabet.
fn check(
    name: &str,
    units: &[&[&[u64]]],
    question: impl Fn(&dyn Search, &mut Vec<Hit>),
    expected: &[(u32, u32, u32, u32)],
) {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(dir.path(), &Header::default()).unwrap();
    for record in records(units) {
        writer.put(record).unwrap();
    }
    writer.commit().unwrap();
    let disk = DiskIndex::open(dir.path(), &Header::default()).unwrap();
    let memory = MemoryIndex::from_records(records(units)).unwrap();
    for index in [&disk as &dyn Search, &memory] {
        let mut hits = Vec::new();
        question(index, &mut hits);
        let place = |hit: &Hit| u32::from(index.id(hit.record).unwrap().as_bytes()[0] - b'a');
        let mut found: Vec<_> =
            hits.iter().map(|hit| (place(hit), hit.unit, hit.overlap, hit.size)).collect();
        found.sort_unstable();
        assert_eq!(found, expected, "{name}");
    }
}

fn bag(keys: &[u64]) -> Vec<u64> {
    let mut bags = Bags::new();
    bags.push(&mut keys.to_vec());
    bags.get(0).to_vec()
}

#[test]
fn finds_what_resembles() {
    for (name, units, query, tenths, expected) in CASES {
        let min = Ratio::new(*tenths, 10).unwrap();
        check(name, units, |index, out| index.resembling(&bag(query), min, out).unwrap(), expected);
    }
}

#[test]
fn finds_what_contains() {
    for (name, units, query, [rarest, least, max_record_freq, max_unit_freq, enough], expected) in CONTAINMENT
    {
        let want = Containment {
            rarest: *rarest as usize,
            least: *least as usize,
            max_record_freq: *max_record_freq,
            max_unit_freq: *max_unit_freq,
            enough: *enough as usize,
        };
        check(name, units, |index, out| index.containing(&bag(query), want, out).unwrap(), expected);
    }
}
