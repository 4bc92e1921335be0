//! The tests of `ibid-lab gold`, which makes the sets in `fixtures/gold/` byte for byte as an independent program has
//! made them.

use std::fs;

use crate::program::{Folder, fixtures};

#[test]
fn the_sets_are_those_of_the_independent_program() {
    let folder = Folder::with(&["gold"]);
    for lang in ["en", "zh"] {
        let (out, texts) = (format!("out/{lang}"), format!("gold/{lang}"));
        folder.run(&["gold", "--lang", lang, "--sentences", "1000", &out, &texts]).done();
        for file in ["sentences.tsv", "pairs.tsv"] {
            let made = fs::read_to_string(folder.path(&out).join(file)).unwrap();
            let expected = fs::read_to_string(fixtures().join(&texts).join(file)).unwrap();
            assert_eq!(made, expected, "{lang} {file}");
        }
    }
}
