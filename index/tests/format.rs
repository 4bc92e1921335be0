//! An index of this format that lies in the source, and indexes of others.

use std::fs;
use std::path::{Path, PathBuf};

use ibid_index::{DiskIndex, Error, Header, Writer};

use crate::files::files;
use crate::model::{Model, record};

fn fixture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/format-8")
}

fn header() -> Header {
    Header::new([("dictionary", "english 1"), ("splitter", "1")])
}

/// What the fixtures hold: two segments, a replaced record, a removed one and one without units.
fn write(dir: &Path) -> Model {
    let mut model = Model::default();
    let mut writer = Writer::open(dir, &header()).unwrap();
    for batch in 0..2 {
        for number in 0..8_u64 {
            let units: Vec<Vec<u64>> =
                (0..number).map(|unit| vec![unit, unit, number, u64::MAX - batch]).collect();
            let record = record(&format!("{}/文 {number}", batch * number), batch * 8 + number, &units);
            writer.put(record.clone()).unwrap();
            model.put(record);
        }
        if batch == 1 {
            assert!(writer.remove("5/文 5").unwrap());
            model.0.remove("5/文 5");
        }
        writer.commit().unwrap();
    }
    model
}

#[test]
fn refuses_an_index_of_another_format() {
    let scratch = tempfile::tempdir().unwrap();
    for format in [1, 6, 7, 9] {
        fs::write(scratch.path().join("ibid-index.json"), format!("{{\"format\":{format}}}")).unwrap();
        for error in [
            DiskIndex::open(scratch.path(), &header()).unwrap_err(),
            Writer::open(scratch.path(), &header()).unwrap_err(),
        ] {
            let expected = format!(
                "has format {format} and this program reads format 8: add the documents to a new index"
            );
            assert!(matches!(&error, Error::Foreign(why) if why.contains(&expected)), "{error}");
        }
    }
}

/// Copies the fixture, since a writer writes to it.
fn copy(to: &Path) {
    for file in files(&fixture()) {
        fs::create_dir_all(to.join(&file).parent().unwrap()).unwrap();
        fs::copy(fixture().join(&file), to.join(&file)).unwrap();
    }
}

const QUERIES: [&[u64]; 3] = [&[1, 2], &[3, u64::MAX], &[0]];

#[test]
fn reads_and_writes_the_index_of_format_8() {
    let scratch = tempfile::tempdir().unwrap();
    let mut model = write(&scratch.path().join("now"));
    let copied = scratch.path().join("copy");
    copy(&copied);
    let index = DiskIndex::open(&copied, &header()).unwrap();
    index.verify().unwrap();
    let queries = QUERIES.map(<[u64]>::to_vec);
    model.check(&index, &queries);
    let mut writer = Writer::open(&copied, &header()).unwrap();
    let new = record("new", 99, &[vec![1, 2, 3]]);
    writer.put(new.clone()).unwrap();
    model.put(new);
    writer.compact().unwrap();
    model.check(&DiskIndex::open(&copied, &header()).unwrap(), &queries);
}

/// Makes the fixture of the present format, if it is not there: `cargo test -p ibid-index -- --ignored`.
#[test]
#[ignore = "writes into the source folder"]
fn make_the_fixture_of_this_format() {
    let dir = fixture();
    if !dir.exists() {
        write(&dir);
        fs::remove_file(dir.join("writer.lock")).unwrap();
    }
}
