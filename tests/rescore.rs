//! A report that is scored again has the figures of a new check.

use serde_json::Value;

use crate::program::Folder;

/// Filters to draw from. Some leave nothing out of these reports.
const FILTERS: [&str; 18] = [
    "quotes",
    "cited",
    "captions",
    "own",
    "small=12",
    "small=40",
    "source=*list*",
    "source=essays/0*",
    "source=*",
    "since=2000",
    "until=2021-06",
    "documents=1",
    "documents=2",
    "small-source=3%",
    "small-source=20%",
    "phrases",
    "quotes",
    "cited",
];

const INCLUDED: [&str; 3] = ["references", "front", "possible"];

/// Returns a few filters, as the options of a command.
fn drawn(random: &mut fastrand::Rng) -> Vec<String> {
    let mut options: Vec<String> = vec![];
    for (option, names) in [("--exclude", &FILTERS[..]), ("--include", &INCLUDED[..])] {
        let count = random.usize(0..4);
        for name in random.choose_multiple(names, count) {
            options.extend([option.to_owned(), (*name).to_owned()]);
        }
    }
    options
}

fn report(folder: &Folder, args: &[&str]) -> Value {
    let (command, rest) = args.split_at(2);
    let ended = folder.run(&[command, &["--format", "json"], rest].concat());
    assert_eq!(ended.code, Some(0), "{args:?}: {}", ended.stderr);
    serde_json::from_str(&ended.stdout).unwrap()
}

#[test]
fn any_filters_give_the_figures_of_a_new_check() {
    let folder = Folder::with(&["credit", "class", "en", "zh"]);
    let checks: [&[&str]; 4] = [
        &["check", "credit/paper.txt", "--against", "credit/sources"],
        &["check", "credit/论文.txt", "--against", "credit/sources"],
        &["check", "class/essays", "--among", "--template", "class/assignment.txt"],
        &["check", "en/paper.md", "--against", "en/library"],
    ];
    let mut random = fastrand::Rng::with_seed(36);
    for check in checks {
        let (first, rest) = check.split_at(2);
        assert_eq!(folder.run(&[first, &["-o", "report.json"], rest].concat()).code, Some(0));
        for _ in 0..5 {
            let options = drawn(&mut random);
            let options: Vec<&str> = options.iter().map(String::as_str).collect();
            let new = report(&folder, &[first, &options, rest].concat());
            let again = report(&folder, &[&["rescore", "report.json"], &*options].concat());
            assert_eq!(new, again, "{check:?} {options:?}");
        }
    }
}
