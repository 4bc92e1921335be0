//! The seeds of the fuzz targets, replayed: what `fuzz/` does with random bytes, these tests do with a few.

use std::fs;
use std::path::Path;

#[path = "../fuzz/src/lib.rs"]
#[expect(unreachable_pub, reason = "a crate of its own shows them to its programs")]
pub(crate) mod targets;

#[test]
fn every_seed_passes_its_target() {
    for (name, target) in targets::TARGETS {
        let folder = Path::new(crate::ROOT).join("fuzz/seeds").join(name);
        let mut seeds: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        seeds.sort();
        assert!(seeds.len() >= 4, "{name}");
        for seed in seeds {
            eprintln!("{}", seed.display());
            target(&fs::read(seed).unwrap());
        }
    }
}

#[test]
fn every_target_is_a_program_of_the_fuzzer() {
    let manifest = fs::read_to_string(Path::new(crate::ROOT).join("fuzz/Cargo.toml")).unwrap();
    let programs: Vec<&str> =
        manifest.lines().filter_map(|line| line.strip_prefix("path = \"src/bin/")).collect();
    let targets = targets::TARGETS.map(|(name, _)| format!("{name}.rs\""));
    assert_eq!(programs, targets);
}
