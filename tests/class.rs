//! A class of papers: the table, the pairs among them, and text that is not counted.

use serde_json::Value;

use crate::program::Folder;

const OWN: [&str; 4] = [
    "Nobody in the valley remembered who had planted the walnut trees along the upper road, and nobody cared to ask. ",
    "The clerk of the harbour kept two ledgers, one for the ships that came and one for those that never did. ",
    "My grandmother measured flour by hand and swore that no scale had ever made a better loaf than she did. ",
    "In the autumn the river carries so much clay that the bridge seems to stand in a field of moving earth. ",
];
const COPIED: &str = "The first lamp burned whale oil in nine flat wicks and had to be trimmed every four hours, and on \
     clear nights the crews of the herring boats could make out the beam from eighteen miles away. ";
const FORM: &str = "Paper four of the winter term. Describe one building on the coast, and say in your own words who \
     kept it and how. Hand in before the last day of term. ";

/// Four papers on one form; the third has copied from the first.
fn class() -> Folder {
    let folder = Folder::new();
    for (number, own) in OWN.iter().enumerate() {
        let copied = if number == 0 || number == 2 { COPIED } else { "" };
        folder.write(&format!("papers/{number}.txt"), format!("{FORM}\n\n{own}{copied}"));
    }
    folder.write("form.txt", FORM);
    folder
}

fn json(folder: &Folder, args: &[&str]) -> Value {
    let ended = folder.run(&[&["check", "--format", "json"], args].concat());
    ended.done();
    serde_json::from_str(&ended.stdout).unwrap()
}

fn pairs(report: &Value) -> Vec<(&str, &str)> {
    let documents = report["documents"].as_array().unwrap();
    let mut pairs: Vec<_> = documents
        .iter()
        .flat_map(|document| document["passages"].as_array().unwrap())
        .map(|passage| (passage["a"].as_str().unwrap(), passage["b"].as_str().unwrap()))
        .collect();
    pairs.dedup();
    pairs
}

#[test]
fn papers_are_sources_of_each_other() {
    let folder = class();
    let report = json(&folder, &["papers", "--among", "--template", "form.txt"]);
    assert_eq!(pairs(&report), [("papers/0.txt", "papers/2.txt"), ("papers/2.txt", "papers/0.txt")]);
    assert_eq!(report["collection"]["documents"], 4);
    let without = json(&folder, &["papers", "--among"]);
    assert!(pairs(&without).len() > 2, "the form is copied, too: {without:#}");
}

#[test]
fn among_goes_with_files_and_with_an_index() {
    let folder = class();
    folder.write("library/lamps.txt", format!("{COPIED}{}", OWN[1]));
    let alone = ["papers/1.txt", "papers/2.txt", "papers/3.txt", "--among", "--template", "form.txt"];
    let with_files = json(&folder, &[&alone[..], &["--against", "library", "papers/0.txt"]].concat());
    let expected = [
        ("papers/1.txt", "library/lamps.txt"),
        ("papers/2.txt", "library/lamps.txt"),
        ("papers/2.txt", "papers/0.txt"),
    ];
    let mut found = pairs(&with_files);
    found.sort_unstable();
    assert_eq!(found, expected);
    folder.run(&["add", "library", "papers/0.txt"]).done();
    let mut with_index = json(&folder, &alone);
    assert_eq!(with_index["collection"]["documents"], 5);
    with_index["collection"] = with_files["collection"].clone();
    assert_eq!(with_index, with_files, "an index and files give one report");
    // One that the index holds is searched once, as it is in the folder now.
    folder.run(&["add", "papers"]).done();
    let all = json(&folder, &["papers", "--among", "--template", "form.txt"]);
    assert_eq!(all["collection"]["documents"], 5);
    folder.write("papers/0.txt", format!("{FORM}\n\n{}", OWN[0]));
    let changed = json(&folder, &["papers", "--among", "--template", "form.txt"]);
    assert!(!pairs(&changed).contains(&("papers/2.txt", "papers/0.txt")), "{changed:#}");
    assert_eq!(changed["collection"]["documents"], 5);
}

#[test]
fn the_table_names_the_worst_first_and_the_strongest_pairs() {
    let folder = class();
    let ended = folder.run(&["check", "papers", "--among", "--template", "form.txt"]);
    ended.done();
    let expected = "\
4 documents, 2 with copied passages

  document             uncredited overall  largest source        ratio  passages
";
    let lines = |text: &str| text.lines().take(3).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(lines(&ended.stdout), lines(expected), "{}", ended.stdout);
    assert!(ended.stdout.contains("the strongest pairs"), "{}", ended.stdout);
    let none = folder.run(&["check", "papers", "--among", "--template", "form.txt", "--details", "0"]);
    assert!(none.stdout.contains("of 2 more documents are not shown (--details all)"), "{}", none.stdout);
    assert!(!none.stdout.contains("similarity"), "{}", none.stdout);
    let one = folder.run(&["check", "papers", "--among", "--template", "form.txt", "--details", "1"]);
    assert_eq!(one.stdout.matches("similarity").count(), 1, "{}", one.stdout);
    let over = folder.run(&["check", "papers", "--among", "--template", "form.txt", "--only-over", "90%"]);
    assert!(over.stdout.starts_with("0 documents, 0 with copied passages; 4 more below 90.0 %"), "{over:?}");
    for format in ["json", "jsonl"] {
        let args =
            ["check", "papers", "--among", "--template", "form.txt", "--only-over", "99", "--format", format];
        let ended = folder.run(&args);
        ended.done();
        assert!(!ended.stdout.contains("papers/"), "{}", ended.stdout);
    }
    let exit = folder.run(&["check", "papers", "--among", "--only-over", "99", "--fail-over", "10%"]);
    assert_eq!(exit.code, Some(1), "what is not shown counts for the exit code");
}

#[test]
fn words_of_a_template_are_counted_apart() {
    let folder = class();
    let report = json(&folder, &["papers/2.txt", "--template", "form.txt", "--against", "papers/0.txt"]);
    let document = &report["documents"][0];
    assert_eq!(report["parameters"]["templates"], serde_json::json!(["form.txt"]));
    let (total, left_out) =
        (document["total"].as_f64().unwrap(), document["template_words"].as_f64().unwrap());
    assert_eq!(left_out, FORM.split_whitespace().count() as f64);
    let ratio = document["matched"].as_f64().unwrap() / (total - left_out);
    assert!((document["ratios"]["overall"].as_f64().unwrap() - ratio).abs() < 1e-4, "{document:#}");
    let text = folder.run(&["check", "papers/2.txt", "--template", "form.txt", "--against", "papers/0.txt"]);
    assert!(text.stdout.contains(&format!("{left_out} in the template, ")), "{}", text.stdout);
    // A passage over a part of a form tells how much of it is not matched.
    folder.write(
        "mixed.txt",
        COPIED.replace("and on clear", "Hand in before the last day of term. And on clear"),
    );
    let mixed = json(&folder, &["mixed.txt", "--template", "form.txt", "--against", "papers/0.txt"]);
    let in_passages: u64 = mixed["documents"][0]["passages"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|passage| passage["template_words"].as_u64())
        .sum();
    assert_eq!((in_passages, mixed["documents"][0]["template_words"].as_u64()), (8, Some(8)), "{mixed:#}");
    assert_eq!(mixed["documents"][0]["matched"], COPIED.split_whitespace().count());
}

#[test]
fn templates_that_leave_nothing_or_everything_are_told() {
    let folder = class();
    folder.write("empty.txt", " \n");
    let args = ["check", "papers", "--against", "papers", "--template"];
    let ended = folder.run(&[&args[..], &["empty.txt"]].concat());
    ended.says(0, &["the template \"empty.txt\" has no words: nothing is left out because of it"]);
    folder.write("papers/same.txt", FORM);
    let ended = folder.run(&["check", "papers/same.txt", "--template", "form.txt", "--against", "papers"]);
    ended.done();
    assert!(
        ended.stdout.contains("all of it stands in the template: nothing was left to check"),
        "{ended:?}"
    );
    let ended = folder.run(&[
        "check",
        "papers/same.txt",
        "--template",
        "form.txt",
        "--format",
        "jsonl",
        "--against",
        "papers",
    ]);
    ended.says(0, &["all of \"papers/same.txt\" stands in the template: nothing was left to check"]);
    for template in ["gone.txt", "papers"] {
        folder.run(&[&args[..], &[template]].concat()).says(3, &["--template", template]);
    }
    folder
        .run(&["check", "-", "--among", "--template", "-"])
        .says(2, &["standard input (-) can be read once"]);
}

#[test]
fn what_cannot_be_is_refused_in_one_line() {
    let folder = class();
    let many = folder.run(&["check", "papers", "--among", "--details", "many"]);
    assert!(many.code == Some(2) && many.stderr.contains("must be a whole number or `all`"), "{many:?}");
    folder
        .run(&["check", "papers", "--among", "--only-over", "120"])
        .says(2, &["--only-over must be between"]);
    folder.run(&["check", "papers/1.txt", "--among"]).says(3, &["no other document to check it against"]);
    folder.write("a.jsonl", format!("{{\"id\":\"x\",\"text\":\"{COPIED}\"}}\n"));
    folder.write("b.jsonl", format!("{{\"id\":\"x\",\"text\":\"{}\"}}\n", OWN[0]));
    let clash = folder.run(&["check", "a.jsonl", "papers", "--among", "--against", "b.jsonl"]);
    clash.says(3, &["\"x\" was left out", "give them different ids"]);
}
