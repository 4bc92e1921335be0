//! The forms of a report that are handed over: what an anonymous one tells, and what a tool finds again in the next one.

use std::fs;

use serde_json::Value;

use crate::program::Folder;

const FORMATS: [&str; 6] = ["text", "json", "jsonl", "md", "csv", "sarif"];

const COPIED: &str = "The first lamp burned whale oil in nine flat wicks and had to be trimmed every four hours, and on \
     clear nights the crews of the herring boats could make out the beam from eighteen miles away.";
const COPIED_ZH: &str =
    "每年春天，村里人把成捆的榛条铺在沼泽上，再盖一层粗砂，好让运盐的车赶在雨季以前过去。";

/// Names, ids, paths and words outside of matches: nobody else has them.
const SECRETS: [&str; 60] = [
    "Quillandre",
    "Ostrovar",
    "Bexhollow",
    "Tamsinet",
    "Vrekoli",
    "Ildramoor",
    "Pennegast",
    "Zorbrith",
    "Mauvillac",
    "Korthwen",
    "Jessamora",
    "Druvinka",
    "Halvenard",
    "Yolistra",
    "Wexmoor",
    "Fennigold",
    "Carradesk",
    "Umbravale",
    "Nostrinka",
    "Leofwick",
    "gribbling",
    "snorfle",
    "quandary",
    "plinthwise",
    "murkling",
    "drizzlet",
    "fernweal",
    "oxterwise",
    "blatherby",
    "kestrelish",
    "twindle",
    "vespering",
    "haulmric",
    "jorumful",
    "skirrling",
    "wimblet",
    "yaffling",
    "zephyrel",
    "cromlech",
    "dulcimet",
    "1987654",
    "20260317",
    "quire-77",
    "folio-91",
    "éclairant",
    "naïvement",
    "Žlutický",
    "Ёлочкин",
    "司徒青萍",
    "欧阳墨白",
    "鹭屿镇",
    "听雨斋",
    "槐荫巷",
    "藕花洲",
    "拙政堂",
    "砚耕录",
    "问渠集",
    "松针茶",
    "竹蜻蜓",
    "石榴灯",
];

/// Two papers and two sources. A secret is in each place where one may be: ids, paths, metadata, texts.
fn class() -> Folder {
    let folder = Folder::new();
    let some = |range: std::ops::Range<usize>| SECRETS[range].join(" ");
    let paper = |title: &str, author: &str, before: &str, copied: &str, behind: &str| {
        format!(
            "---\ntitle: {title}\nauthor: {author}\ndate: 2019-04-05\n---\n\n{before}. {copied} {behind}.\n"
        )
    };
    folder
        .write("Quillandre/Ostrovar.md", paper(SECRETS[2], SECRETS[3], &some(20..35), COPIED, &some(35..46)));
    folder.write(
        "Quillandre/司徒青萍.md",
        paper(SECRETS[4], SECRETS[5], &some(46..55), COPIED_ZH, &some(55..60)),
    );
    folder.write("Quillandre/Pennegast.pdf", "no paper");
    folder.write("Zorbrith/Ildramoor.md", paper(SECRETS[8], SECRETS[3], &some(9..14), COPIED, &some(14..16)));
    folder.write("Zorbrith/Mauvillac.txt", format!("{}. {COPIED_ZH} {}", some(16..18), some(18..20)));
    folder.write("Korthwen.txt", "The Leofwick form is to be handed in by the end of term.");
    folder
}

fn run(folder: &Folder, format: &str, more: &[&str]) -> String {
    let base =
        ["check", "Quillandre", "--template", "Korthwen.txt", "-v", "--format", format, "-o", "report"];
    let ended = folder.run(&[&base[..], more, &["--against", "Zorbrith"]].concat());
    assert_eq!(ended.code, Some(3), "one paper cannot be read: {ended:?}");
    fs::read_to_string(folder.path("report")).unwrap()
}

#[test]
fn an_anonymous_report_tells_no_name_and_no_word_outside_of_matches() {
    let folder = class();
    for format in FORMATS {
        let report = run(&folder, format, &["--anonymous", "--commonplaces"]);
        let told: Vec<&str> = SECRETS.into_iter().filter(|secret| report.contains(secret)).collect();
        assert!(told.is_empty(), "{format} tells {told:?}: {report}");
        assert!(!report.contains("2019"), "{format}: {report}");
        assert!(report.contains("burned whale oil") && report.contains("运盐的车"), "{format}: {report}");
        assert!(report.contains("document"), "{format}: {report}");
    }
    let open = run(&folder, "json", &[]);
    let told = SECRETS.into_iter().filter(|secret| open.contains(secret)).count();
    assert!(told > 45, "without the option, the report has {told} of them");
}

/// Takes everything but the figures out of a report.
fn figures(report: &str) -> Vec<Value> {
    let report: Value = serde_json::from_str(report).unwrap();
    let documents = report["documents"].as_array().unwrap();
    let of_passage = |passage: &Value| {
        let names = [
            "finding",
            "kind",
            "similarity",
            "taken",
            "matched_words",
            "credit",
            "a_start",
            "b_end",
            "a_place",
        ];
        names.map(|name| passage[name].clone())
    };
    let of_document = |document: &Value| {
        let passages: Vec<_> = document["passages"].as_array().unwrap().iter().map(of_passage).collect();
        let matched: Vec<_> =
            document["sources"].as_array().unwrap().iter().map(|source| &source["matched"]).collect();
        serde_json::json!([document["total"], document["ratios"], document["words"], matched, passages])
    };
    documents.iter().map(of_document).collect()
}

#[test]
fn an_anonymous_report_has_the_same_figures_and_keeps_to_the_schema() {
    let folder = class();
    let (open, anonymous) = (run(&folder, "json", &[]), run(&folder, "json", &["--anonymous"]));
    assert_eq!(figures(&open), figures(&anonymous));
    let schema =
        fs::read_to_string(std::path::Path::new(crate::ROOT).join("docs/report.schema.json")).unwrap();
    let validator = jsonschema::validator_for(&serde_json::from_str(&schema).unwrap()).unwrap();
    let report: Value = serde_json::from_str(&anonymous).unwrap();
    let errors: Vec<String> = validator.iter_errors(&report).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    assert_eq!(report["anonymous"], true);
    // The ranges of the query document lead to the text of the passage, in characters and in bytes.
    for document in report["documents"].as_array().unwrap() {
        let text = document["text"].as_str().unwrap();
        for passage in document["passages"].as_array().unwrap() {
            let at = |name: &str| passage[name].as_u64().unwrap() as usize;
            let said = passage["a_text"].as_str().unwrap();
            assert_eq!(text.get(at("a_byte_start")..at("a_byte_end")), Some(said));
            assert_eq!(text.chars().skip(at("a_start")).take(said.chars().count()).collect::<String>(), said);
        }
    }
}

/// Returns the fingerprints of a SARIF log, and the line of each.
fn fingerprints(log: &str) -> Vec<(String, u64)> {
    let log: Value = serde_json::from_str(log).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let fingerprint = |result: &Value| {
        let line = result["locations"][0]["physicalLocation"]["region"]["startLine"].as_u64().unwrap();
        (result["partialFingerprints"]["ibidPairs/v1"].as_str().unwrap().to_owned(), line)
    };
    results.iter().map(fingerprint).collect()
}

#[test]
fn fingerprints_stay_when_lines_are_put_in_above() {
    let folder = Folder::with(&["en/paper.md", "en/library", "zh/paper.md", "zh/library"]);
    for lang in ["en", "zh"] {
        let (paper, library) = (format!("{lang}/paper.md"), format!("{lang}/library"));
        let log = || folder.run(&["check", &paper, "--format", "sarif", "--against", &library]).stdout;
        let before = fingerprints(&log());
        let text = fs::read_to_string(folder.path(&paper)).unwrap();
        let (head, body) = text.split_once("\n\n").unwrap();
        folder.write(&paper, format!("{head}\n\n{}{body}", "Put in.\n\n".repeat(20)));
        let after = fingerprints(&log());
        assert!(before.len() > 5, "{before:?}");
        let moved: Vec<_> = before.into_iter().map(|(fingerprint, line)| (fingerprint, line + 40)).collect();
        assert_eq!(moved, after);
    }
}
