//! Stories of decisions: made, withdrawn, disputed, settled, carried to a later draft, merged by git; and what is told
//! when one cannot be made or read.

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::program::{Ended, Folder};

const LEDGER: &str = "ibid-decisions.jsonl";

/// The sources: two texts and a form.
const SALT: [&str; 3] = [
    "The salt pans of Orrin were flooded twice each spring by women who had learned the trade from their mothers.",
    "A careful keeper of the pans could tell the strength of the brine by the way a fresh egg floated in it.",
    "When the levy on salt rose above the price of bread, half of the pans were broken open in a single night.",
];
const MILL: [&str; 2] = [
    "The tide mill below the church turned only while the ebb ran, and the miller slept by the table of the moon.",
    "Its wheel was shod with oak because iron rusted through within four winters of salt water and hard frost.",
];
const FORM: &str = "Bring the completed sheet with two photographs to the office on the second floor before noon on the last Friday.";

/// The paragraphs of the paper. Its findings are the form, salt (two sentences), mill and the last sentence on salt.
fn paragraphs() -> [String; 5] {
    [
        FORM.to_owned(),
        format!("Coastal trades left few papers behind. {} {} This essay asks why.", SALT[0], SALT[1]),
        "My own grandfather kept a boat and never spoke about taxes, mills or the price of anything."
            .to_owned(),
        format!("Machines are better documented. {} {} Nobody drew the gears.", MILL[0], MILL[1]),
        format!("Unrest came late and went early. {}", SALT[2]),
    ]
}

fn scene() -> Folder {
    let folder = Folder::new();
    folder.write("paper.md", paragraphs().join("\n\n"));
    folder.write("library/salt.txt", SALT.join(" "));
    folder.write("library/mill.txt", MILL.join(" "));
    folder.write("library/form.txt", FORM);
    check(&folder, "paper.md", &[]);
    folder
}

/// Checks a document, with the report in `report.json`, and returns what is printed.
fn check(folder: &Folder, paper: &str, more: &[&str]) -> Ended {
    let args = [&["check", paper, "-o", "report.json"], more, &["--against", "library"]].concat();
    folder.run(&args)
}

fn report(folder: &Folder) -> Value {
    serde_json::from_str(&fs::read_to_string(folder.path("report.json")).unwrap()).unwrap()
}

fn passages(folder: &Folder) -> Vec<Value> {
    report(folder)["documents"][0]["passages"].as_array().unwrap().clone()
}

/// The decisions of the passages, by their names; `open` for none.
fn decisions(folder: &Folder) -> Vec<String> {
    let name = |passage: &Value| passage["decision"]["as"].as_str().unwrap_or("open").to_owned();
    passages(folder).iter().map(name).collect()
}

fn decide(folder: &Folder, args: &str) -> Ended {
    let args: Vec<&str> = args.split(' ').collect();
    folder.run(&[&["decide", "report.json"], &*args].concat())
}

fn ledger(folder: &Folder) -> Vec<Value> {
    let text = fs::read_to_string(folder.path(LEDGER)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_decision_lasts_until_it_is_withdrawn() {
    let folder = scene();
    assert_eq!(decisions(&folder), ["open"; 4]);
    let told = decide(&folder, "1 3-4 --as quotation --note footnote --by Ana");
    told.done();
    assert!(told.stdout.contains("\n4: quotation: When the levy on salt rose"), "{told:?}");
    assert!(told.stdout.ends_with("3 decisions of Ana saved in ibid-decisions.jsonl\n"), "{told:?}");
    let lines = ledger(&folder);
    assert_eq!(lines.len(), 3);
    let of = |field: &str| lines[0][field].as_str().unwrap();
    assert_eq!([of("as"), of("by"), of("paper"), of("note")], ["quotation", "Ana", "paper.md", "footnote"]);
    let at: String = of("at").replace(|c: char| c.is_ascii_digit(), "0");
    assert_eq!((at.as_str(), of("source")), ("0000-00-00T00:00:00Z", "library/form.txt"));

    let told = check(&folder, "paper.md", &[]);
    told.says(0, &["decisions of ibid-decisions.jsonl applied: 3 of 4 passages decided\n"]);
    assert_eq!(decisions(&folder), ["quotation", "open", "quotation", "quotation"]);
    let found = report(&folder);
    let (ledger, document) = (&found["ledger"], &found["documents"][0]);
    assert_eq!((&ledger["path"], &ledger["lines"]), (&LEDGER.into(), &3.into()));
    let ratio = |figures: &Value| figures["without_quotations"].as_f64().unwrap();
    assert!(ratio(&document["decided"]["ratios"]) < ratio(&document["ratios"]));

    decide(&folder, "3 --as open --by Ana").done();
    check(&folder, "paper.md", &["--quiet"]).done();
    assert_eq!(decisions(&folder), ["quotation", "open", "open", "quotation"]);
    check(&folder, "paper.md", &["--decisions", "none"]).done();
    assert_eq!(decisions(&folder), ["open"; 4]);
    assert_eq!(report(&folder)["ledger"], Value::Null);
}

#[test]
fn two_who_disagree_leave_a_passage_disputed_until_it_is_settled() {
    let folder = scene();
    decide(&folder, "2 --as quotation --by Ana").done();
    decide(&folder, "2 --as copied --by Bo").done();
    check(&folder, "paper.md", &[]).says(0, &["0 of 4 passages decided, 1 disputed\n"]);
    let disputed = passages(&folder)[1]["disputed"].as_array().unwrap().clone();
    assert_eq!(disputed.len(), 2);
    let text = folder.run(&["check", "paper.md", "--against", "library", "-q"]);
    assert!(text.stdout.contains("  disputed, counts as found: "), "{text:?}");
    let listed = folder.run(&["decisions"]);
    assert!(
        listed.done().stdout.contains("2 sentence pairs decided by both, 0 alike, kappa 0.00"),
        "{listed:?}"
    );
    assert!(listed.stdout.contains("\n1 dispute:\n  paper.md: "), "{listed:?}");

    decide(&folder, "2 --as quotation --by Chen --settle").done();
    check(&folder, "paper.md", &[]).says(0, &["1 of 4 passages decided\n"]);
    assert_eq!(decisions(&folder)[1], "quotation");
}

#[test]
fn decisions_go_to_a_later_draft_and_an_edited_sentence_is_open() {
    let folder = scene();
    decide(&folder, "1-4 --as copied --by Ana").done();
    let [form, salt, own, mill, unrest] = paragraphs();
    let edited = unrest.replace("a single night", "one long angry night");
    folder.write("draft-2.md", [edited, mill, form, own, salt].join("\n\n"));
    // In another document they are suggestions only.
    check(&folder, "draft-2.md", &["-q"]).done();
    assert_eq!(decisions(&folder), ["open"; 4]);
    assert_eq!(passages(&folder)[1]["suggestion"]["paper"], "paper.md");
    check(&folder, "draft-2.md", &["--draft-of", "paper.md"]).says(0, &["3 of 4 passages decided\n"]);
    assert_eq!(decisions(&folder), ["open", "copied", "copied", "copied"]);
    assert_eq!(report(&folder)["ledger"]["draft_of"], "paper.md");
    // A report on the draft names it too.
    folder.run(&["check", "paper.md", "-q", "-o", "old.json", "--against", "library"]).done();
    check(&folder, "draft-2.md", &["-q", "--draft-of", "old.json"]).done();
    assert_eq!(decisions(&folder), ["open", "copied", "copied", "copied"]);
}

#[test]
fn a_form_is_decided_for_all_documents() {
    let folder = scene();
    decide(&folder, "1 --as common-phrase --everywhere --by Ana").done();
    folder.write("other.md", format!("{FORM}\n\nThe rest of this one was thought out by nobody else."));
    check(&folder, "other.md", &["-q"]).done();
    assert_eq!(decisions(&folder), ["common-phrase"]);
    assert_eq!(report(&folder)["documents"][0]["decided"]["matched"], 0);
    decide(&folder, "1 --as copied --everywhere --by Ana").says(2, &["--everywhere goes with"]);
    decide(&folder, "1 --as open --everywhere --by Ana").done();
    check(&folder, "other.md", &["-q"]).done();
    assert_eq!(decisions(&folder), ["open"]);
}

#[test]
fn what_cannot_be_decided_is_told_and_nothing_is_written() {
    let folder = scene();
    decide(&folder, "2 5-9 12 --as copied --by Ana")
        .says(2, &["\"paper.md\" has no passage 5-9, 12; its passages are 1 to 4; nothing was decided\n"]);
    decide(&folder, "2 --as copied --by Ana --decisions none").says(2, &["must name a file"]);
    decide(&folder, "2 --as copied --by Ana --document x")
        .says(2, &["has no document \"x\"", "\"paper.md\""]);
    let long = "x".repeat(200_000);
    folder
        .run(&["decide", "report.json", "2", "--as", "copied", "--by", "Ana", "--note", &long[..131_000]])
        .done();
    folder.run(&["check", "paper.md", "-q", "--against", "library"]).done();
    fs::remove_file(folder.path(LEDGER)).unwrap();
    folder
        .run(&["decide", "report.json", "2", "--as", "copied", "--by", &long[..100_000]])
        .says(2, &["has 100000 bytes, and 200 are allowed"]);
    let range = decide(&folder, "x --as copied");
    assert!(range.code == Some(2) && range.stderr.contains("a range of numbers as in 15-18"), "{range:?}");
    // Files that are no reports, or others.
    let text = fs::read_to_string(folder.path("report.json")).unwrap();
    folder.write("cut.json", &text[..text.len() / 2]);
    folder.write("old.json", text.replace("\"said\":", "\"unsaid\":"));
    folder.run(&["check", "paper.md", "-o", "lines.jsonl", "--against", "library"]).done();
    folder.run(&["check", "paper.md", "library/form.txt", "--among", "-o", "two.json"]).done();
    for (name, code, why) in [
        ("cut.json", 3, "make one with `ibid check --format json`"),
        ("lines.jsonl", 3, "make one with `ibid check --format json`"),
        ("paper.md", 3, "make one with `ibid check --format json`"),
        ("none.json", 3, "no such file"),
        ("old.json", 3, "make the report anew"),
        ("two.json", 2, "has 2 documents; name the one"),
    ] {
        folder.run(&["decide", name, "1", "--as", "copied", "--by", "Ana"]).says(code, &[why]);
    }
    assert!(!folder.path(LEDGER).exists());
    folder
        .run(&["decide", "two.json", "1", "--document", "paper.md", "--as", "copied", "--by", "Ana"])
        .done();
}

#[test]
fn notes_keep_their_line_ends_and_harm_no_terminal() {
    let folder = scene();
    let note = "first\nsecond\u{1b}[2J\u{202e}";
    folder.run(&["decide", "report.json", "1", "--as", "ignore", "--by", "A\u{1b}B", "--note", note]).done();
    assert_eq!(ledger(&folder)[0]["note"], note);
    for args in [&["decisions"][..], &["check", "paper.md", "-q", "--against", "library"]] {
        let told = folder.run(args);
        assert!(!told.done().stdout.contains(['\u{1b}', '\u{202e}']), "{told:?}");
        assert!(told.stdout.contains("first second"), "{told:?}");
    }
}

#[test]
fn a_ledger_that_cannot_be_read_stops_a_check() {
    let folder = scene();
    decide(&folder, "1 --as ignore --by Ana").done();
    let good = fs::read_to_string(folder.path(LEDGER)).unwrap();
    for (line, why) in [
        ("no JSON".to_owned(), "mend or delete the line"),
        (good.trim().replace("\"v\":1", "\"v\":2"), "update ibid"),
        (good.trim().replace("ignore", "stolen"), "unknown decision \"stolen\""),
        ("<<<<<<< HEAD".to_owned(), "a conflict mark of git; keep the lines of both sides"),
    ] {
        folder.write(LEDGER, format!("{good}{line}\n{good}"));
        let place = "\"ibid-decisions.jsonl\", line 2: ";
        check(&folder, "paper.md", &[]).says(3, &[place, why]);
        folder.run(&["compare", "paper.md", "library/salt.txt"]).says(3, &[place]);
        folder.run(&["decisions", "--check"]).says(3, &[place]);
        decide(&folder, "2 --as copied --by Ana").says(3, &[place]);
        // A review opens without the decisions.
        let review = folder.run(&["review", "report.json"]);
        review.says(3, &[place]);
        assert!(review.stdout.contains("The salt pans of Orrin"), "{review:?}");
        check(&folder, "paper.md", &["--decisions", "none"]).done();
    }
    folder.write(LEDGER, good.replace("\"at\":\"2", "\"at\":\"3"));
    folder.run(&["decisions", "--check"]).says(1, &["in the future"]);
    // The beginning of a line was never saved.
    folder.write(LEDGER, format!("{good}{}", &good[..40]));
    folder.run(&["decisions", "--check"]).done();
    decide(&folder, "2 --as copied --by Ana").done();
    assert_eq!(ledger(&folder).len(), 2);
}

#[test]
fn a_reader_of_a_finished_report_sees_the_decisions() {
    let folder = scene();
    decide(&folder, "2 --as own-work --by Ana --note mine").done();
    let review = folder.run(&["review", "report.json"]);
    review.says(0, &["1 of 4 passages decided\n"]);
    assert!(review.stdout.contains("  decided: own work (Ana, 20"), "{review:?}");
    assert!(review.stdout.contains("3 of 4 passages open; "), "{review:?}");
    let chinese = folder.run(&["--lang", "zh", "review", "report.json"]);
    chinese.says(0, &["已采用 ibid-decisions.jsonl 的审定：片段 4，已审定 1\n"]);
    assert!(chinese.stdout.contains("  审定：本人文献（Ana，20"), "{chinese:?}");
    let compared = folder.run(&["compare", "paper.md", "library/salt.txt"]);
    compared.says(0, &["applied: 1 of 2 passages decided\n"]);
}

#[test]
fn only_new_passages_fail() {
    let folder = scene();
    let new = ["--fail-on", "new"];
    assert_eq!(check(&folder, "paper.md", &new).code, Some(1));
    fs::rename(folder.path("report.json"), folder.path("old.json")).unwrap();
    let since = ["--fail-on", "new", "--baseline", "old.json"];
    check(&folder, "paper.md", &since).done();
    let [form, salt, _, mill, unrest] = paragraphs();
    folder.write("draft-2.md", [&*mill, &unrest, &form, &salt].join("\n\n"));
    check(&folder, "draft-2.md", &since).done();
    folder.write(
        "library/more.txt",
        "Nobody drew the gears of a mill that every deed in the parish names as a border.",
    );
    folder.write(
        "draft-3.md",
        [&*form, "Nobody drew the gears of a mill that every deed in the parish names as a border."]
            .join("\n\n"),
    );
    assert_eq!(check(&folder, "draft-3.md", &since).code, Some(1));
    decide(&folder, "1-2 --as copied --by Ana").done();
    assert_eq!(check(&folder, "draft-3.md", &new).code, Some(0));
    check(&folder, "draft-3.md", &["--fail-over", "1%"]).code.filter(|&code| code == 1).unwrap();
    decide(&folder, "1-2 --as ignore --by Ana").done();
    let told = check(&folder, "draft-3.md", &["--fail-over", "1%"]);
    assert!(
        told.code == Some(0) && told.stderr.contains("--fail-over goes by the ratio as decided"),
        "{told:?}"
    );
}

#[test]
fn decisions_are_listed_in_every_format() {
    let folder = scene();
    decide(&folder, "1 --as common-phrase --everywhere --by =Ana --note @home").done();
    decide(&folder, "2-3 --as copied --by Bo").done();
    decide(&folder, "3 --as open --by Bo").done();
    let listed = folder.run(&["decisions", "--format", "json"]);
    let json: Value = serde_json::from_str(&listed.done().stdout).unwrap();
    let schema = fs::read_to_string(format!("{}/docs/decisions.schema.json", crate::ROOT)).unwrap();
    let schema = jsonschema::validator_for(&serde_json::from_str(&schema).unwrap()).unwrap();
    assert!(schema.is_valid(&json), "{:?}", schema.iter_errors(&json).next());
    assert_eq!(json["counts"]["copied"], 1);
    let lines = folder.run(&["decisions", "report.json", "--format", "jsonl"]);
    let holds = lines.done().stdout.lines().filter(|line| line.ends_with("\"holds\":true}")).count();
    assert_eq!((lines.stdout.lines().count(), holds), (4, 2));
    folder.run(&["decisions", LEDGER, "-o", "list.csv"]).done();
    let csv = fs::read_to_string(folder.path("list.csv")).unwrap();
    assert!(csv.starts_with("\u{FEFF}at,by,paper,as,holds,") && csv.contains(",'=Ana,"), "{csv}");
    assert!(csv.contains(",'@home"), "{csv}");
    let text = folder.run(&["decisions"]);
    assert!(text.done().stdout.contains("\n2 decisions hold, of 4 lines\n"), "{text:?}");
    folder.run(&["decisions", "-o", "list.pdf"]).says(2, &["no .pdf is written"]);
    fs::remove_file(folder.path(LEDGER)).unwrap();
    folder.run(&["decisions"]).says(3, &["there is no ibid-decisions.jsonl here or above"]);
}

#[test]
fn the_reviewer_is_named_by_the_environment_or_git() {
    let folder = scene();
    let by = |reviewer: &str| {
        let mut command = folder.command(["decide", "report.json", "1", "--as", "copied"]);
        command.env("IBID_REVIEWER", reviewer).env("GIT_CONFIG_COUNT", "1");
        command.env("GIT_CONFIG_KEY_0", "user.name").env("GIT_CONFIG_VALUE_0", "Git Name");
        Ended::of(command.output().unwrap()).done();
        ledger(&folder).last().unwrap()["by"].as_str().unwrap().to_owned()
    };
    assert_eq!(by("Ana Reyes"), "Ana Reyes");
    if Command::new("git").arg("--version").output().is_ok() {
        assert_eq!(by(" "), "Git Name");
    }
}

#[cfg(unix)]
#[test]
fn a_ledger_that_cannot_be_written_saves_nothing() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = scene();
    let saves_nothing = |ended: &Ended, why: &str| {
        ended.says(2, &["cannot write ", why, "; no decision was saved\n"]);
        assert_eq!(ended.stdout, "");
    };
    saves_nothing(
        &decide(&folder, "1 --as copied --by Ana --decisions none/x.jsonl"),
        "no such file or folder",
    );
    symlink("/dev/full", folder.path("full.jsonl")).unwrap();
    decide(&folder, "1 --as copied --by Ana --decisions full.jsonl").says(3, &["it is no file"]);
    // A limit of file sizes leaves a part of a line, as a full disk does.
    decide(&folder, "1 --as copied --by Ana").done();
    let before = fs::read_to_string(folder.path(LEDGER)).unwrap();
    let line = before.len();
    let padded = before.replace("\"v\":1,", &format!("\"v\":1,{}", " ".repeat(1024 - line % 1024 - 100)));
    folder.write(LEDGER, &padded);
    let limited = format!(
        "ulimit -f {}; exec \"$0\" decide report.json 2 --as copied --by Ana",
        padded.len().div_ceil(1024)
    );
    let mut shell = Command::new("bash");
    shell.args(["-c", &limited, crate::PROGRAM]).current_dir(folder.path("."));
    saves_nothing(&Ended::of(shell.output().unwrap()), "larger than allowed");
    assert_eq!(fs::read_to_string(folder.path(LEDGER)).unwrap(), padded);
    // Root writes everywhere.
    fs::set_permissions(folder.path(LEDGER), fs::Permissions::from_mode(0o400)).unwrap();
    if fs::File::options().append(true).open(folder.path(LEDGER)).is_err() {
        saves_nothing(&decide(&folder, "2 --as copied --by Ana"), "permission denied");
    }
}

#[test]
fn two_writers_at_once_lose_nothing() {
    let folder = scene();
    let names: Vec<String> = (0..12).map(|number| format!("person-{number:02}")).collect();
    let start = |by: &String| {
        folder.spawn(&["decide", "report.json", "1-4", "--as", "copied", "--by", by], Stdio::null())
    };
    let children: Vec<_> = names.iter().map(start).collect();
    for child in children {
        Ended::of(child.wait_with_output().unwrap()).done();
    }
    let mut written: Vec<String> =
        ledger(&folder).iter().map(|line| line["by"].as_str().unwrap().to_owned()).collect();
    written.sort_unstable();
    let expected: Vec<String> = names.iter().flat_map(|name| vec![name.clone(); 4]).collect();
    assert_eq!(written, expected);
}

#[test]
fn what_was_told_as_saved_outlives_a_kill() {
    let folder = scene();
    let mut saved = vec![];
    for number in 0..20_u32 {
        let by = format!("person-{number:02}");
        let mut child =
            folder.spawn(&["decide", "report.json", "1-4", "--as", "copied", "--by", &by], Stdio::null());
        std::thread::sleep(Duration::from_millis(u64::from(number * 7 % 41) * 3));
        child.kill().unwrap();
        let ended = Ended::of(child.wait_with_output().unwrap());
        if ended.stdout.contains(" saved in ") {
            saved.push(by);
        }
        if folder.path(LEDGER).exists() {
            folder.run(&["decisions", "--check"]).done();
        }
    }
    decide(&folder, "1 --as copied --by last").done();
    let lines = ledger(&folder);
    for by in saved {
        assert_eq!(lines.iter().filter(|line| line["by"] == *by).count(), 4, "{by}");
    }
}

#[test]
fn git_merges_the_ledgers_of_two_reviewers() {
    let folder = scene();
    let git = |args: &[&str]| {
        let mut command = Command::new("git");
        command.args([
            "-c",
            "user.name=T",
            "-c",
            "user.email=t@example.com",
            "-c",
            "init.defaultBranch=main",
        ]);
        Ended::of(command.args(args).current_dir(folder.path(".")).output().unwrap())
    };
    if Command::new("git").arg("--version").output().is_err() {
        return eprintln!("skipped: git is not installed");
    }
    git(&["init", "-q"]).done();
    decide(&folder, "1 --as ignore --by Ana").done();
    folder.run(&["decisions", "--check"]).says(1, &["add the line `ibid-decisions.jsonl merge=union`"]);
    folder.write(".gitattributes", "ibid-decisions.jsonl merge=union\n");
    folder.run(&["decisions", "--check"]).done();
    git(&["add", "-A"]).done();
    git(&["commit", "-qm", "start"]).done();
    git(&["checkout", "-qb", "bo"]).done();
    decide(&folder, "2-4 --as quotation --by Bo").done();
    git(&["commit", "-qam", "Bo"]).done();
    git(&["checkout", "-q", "main"]).done();
    decide(&folder, "2 --as copied --by Ana").done();
    decide(&folder, "3 --as quotation --by Ana").done();
    git(&["commit", "-qam", "Ana"]).done();
    assert_eq!(git(&["merge", "-q", "bo", "-m", "both"]).code, Some(0));
    assert_eq!(ledger(&folder).len(), 6);
    check(&folder, "paper.md", &[]).says(0, &["3 of 4 passages decided, 1 disputed\n"]);
    // The order of lines never matters.
    let bytes = fs::read(folder.path("report.json")).unwrap();
    let text = fs::read_to_string(folder.path(LEDGER)).unwrap();
    let backwards: Vec<&str> = text.lines().rev().collect();
    folder.write(LEDGER, backwards.join("\n"));
    check(&folder, "paper.md", &["-q"]).done();
    assert_eq!(fs::read(folder.path("report.json")).unwrap(), bytes);
}
