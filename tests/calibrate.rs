//! `ibid calibrate` on the library of the fixtures.

use serde_json::Value;

use crate::index_files::index_files;
use crate::program::{Ended, Folder};

const SMALL: [&str; 7] = ["calibrate", "--sample", "20", "--passages", "4", "--edits", "synonym,zero-width"];

fn run(folder: &Folder, more: &[&str]) -> Ended {
    folder.run(&[&SMALL[..], more].concat())
}

fn with_index() -> Folder {
    let folder = Folder::with(&["en/library"]);
    folder.run(&["add", "en", "-q"]).done();
    folder
}

#[test]
fn the_figures_are_the_same_for_any_number_of_threads() {
    let folder = with_index();
    let json = |more: &[&str]| run(&folder, &[&["--format", "json"], more].concat()).done().stdout.clone();
    let one = json(&["--threads", "1"]);
    assert_eq!(one, json(&["--threads", "3", "--edits", "zero-width,synonym"]));
    assert_ne!(one, json(&["--seed", "2"]));

    let value: Value = serde_json::from_str(&one).unwrap();
    assert_eq!(
        (&value["sample"], &value["passage_sample"], &value["seed"]),
        (&20.into(), &4.into(), &1.into())
    );
    let edits = value["edits"].as_array().unwrap();
    let names: Vec<&str> = edits.iter().map(|edit| edit["edit"].as_str().unwrap()).collect();
    assert_eq!(names, [["as it is"; 1].as_slice(), &["synonym"; 3], &["zero-width"; 3]].concat());
    for rates in edits[4]["rates"].as_array().unwrap() {
        assert_eq!(rates["recall"], 1.0, "zero-width characters are taken out before anything is compared");
    }
    for checks in value["checks"].as_array().unwrap() {
        assert_eq!((&checks["edits"][0]["passages"], &checks["edits"][0]["found"]), (&4.into(), &4.into()));
    }
    let settings: Vec<&str> =
        value["checks"].as_array().unwrap().iter().map(|one| one["setting"].as_str().unwrap()).collect();
    assert!(settings.contains(&"as set now") && settings.contains(&"reworded never"), "{settings:?}");
    assert!(settings.contains(&"profile paper"), "{settings:?}");
    // What is recommended is one of them, and no worse in checks.
    let recommended = &value["recommended"];
    assert!(settings.contains(&recommended["setting"].as_str().unwrap()), "{recommended}");
    assert!(recommended["f1"].as_f64() >= recommended["present"]["f1"].as_f64(), "{recommended}");
    let profiles: Vec<&str> =
        value["profiles"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(profiles, ["robust", "paper"]);

    // One headline, before the tables; sentences come after checks.
    let text = run(&folder, &[]);
    let text = &text.done().stdout;
    assert_eq!(text.matches("RECOMMENDED").count(), 1, "{text}");
    let place = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part}: {text}"));
    assert!(place("RECOMMENDED") < place("CHECKS") && place("CHECKS") < place("RECALL of edited"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    let none = folder.run(&["calibrate", "--passages", "0", "--sample", "9"]);
    assert!(none.done().stdout.contains("NOTHING RECOMMENDED: no check was made (--passages 0)"), "{none:?}");
    let none = folder.run(&["calibrate", "--passages", "0", "--sample", "9", "--format", "json"]);
    assert!(none.stdout.contains("\"recommended\":null"), "{none:?}");
}

#[test]
fn a_damaged_index_is_named() {
    let folder = with_index();
    let mut stores = index_files(&folder.path(".ibid"));
    stores.retain(|path| path.extension().is_some_and(|extension| extension == "store"));
    for path in stores {
        let mut bytes = std::fs::read(&path).unwrap();
        let middle = bytes.len() / 3;
        bytes[..middle].fill(0xA5);
        std::fs::write(&path, bytes).unwrap();
    }
    run(&folder, &[]).says(4, &[".ibid"]);
}

#[cfg(feature = "plots")]
#[test]
fn figures_are_drawn() {
    let folder = with_index();
    run(&folder, &["--output", "table.txt", "--plot", "edits.svg"]).done();
    let svg = std::fs::read_to_string(folder.path("edits.svg")).unwrap();
    for part in [
        "<svg",
        "Recall of edited sentences by kind of edit",
        "synonym",
        "zero-width",
        "precision",
        "F1",
        "now",
    ] {
        assert!(svg.contains(part), "{part}");
    }
    assert!(!svg.contains("look-alike"), "it was not asked for");
    assert!(std::fs::read_to_string(folder.path("table.txt")).unwrap().contains("RECOMMENDED"));
}
