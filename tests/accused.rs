//! Texts that were copied from nobody: one topic, the formulas of a trade, the front matter of a journal.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::program::Folder;

/// The folder of essays and their rewordings.
fn paraphrase(language: &str, name: &str) -> String {
    let path = Path::new(crate::ROOT).join("lab/paraphrases").join(language).join(format!("{name}.txt"));
    fs::read_to_string(path).unwrap()
}

/// Returns the passages of all documents, also those that do not count.
fn passages(folder: &Folder, arguments: &[&str]) -> Vec<Value> {
    let ended = folder.run(&[arguments, &["--format", "jsonl", "--commonplaces"]].concat());
    assert!(matches!(ended.code, Some(0 | 1)), "{ended:?}");
    ended.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn kinds(passages: &[Value]) -> Vec<&str> {
    passages.iter().map(|passage| passage["kind"].as_str().unwrap()).collect()
}

#[test]
fn a_rewording_that_is_too_weak_to_accuse_by_is_possible() {
    let folder = Folder::with(&[]);
    for name in ["02-source", "02-medium", "02-light", "02-other"] {
        folder.write(&format!("{name}.txt"), paraphrase("en", name));
    }
    let compare =
        |name, more: &[&str]| folder.run(&[&["compare", name, "02-source.txt"], more].concat()).stdout;
    assert_eq!(kinds(&passages(&folder, &["compare", "02-medium.txt", "02-source.txt"])), ["possible"]);
    let text = compare("02-medium.txt", &[]);
    assert!(
        text.contains("nothing copied was found\n1 possible rewording is not counted (--commonplaces)"),
        "{text}"
    );
    let shown = compare("02-medium.txt", &["--commonplaces"]);
    assert!(shown.contains("1. possible, similarity"), "{shown}");
    let counted = compare("02-medium.txt", &["--count", "possible"]);
    assert!(counted.contains("1. reworded, similarity") && counted.contains("overall"), "{counted}");
    assert!(compare("02-light.txt", &[]).contains("overall"), "a light rewording counts");
    assert!(passages(&folder, &["compare", "02-other.txt", "02-source.txt"]).is_empty(), "the same topic");
}

#[test]
fn a_chinese_rewording_whose_clauses_were_moved_is_possible() {
    let folder = Folder::with(&[]);
    for name in ["03-source", "03-medium", "03-light", "03-other"] {
        folder.write(&format!("{name}.txt"), paraphrase("zh", name));
    }
    let found = |name| passages(&folder, &["compare", name, "03-source.txt"]);
    assert_eq!(kinds(&found("03-medium.txt")), ["possible"]);
    assert!(
        found("03-light.txt").iter().any(|passage| passage["kind"] != "possible"),
        "a light rewording counts"
    );
    assert!(found("03-other.txt").is_empty(), "the same topic");
}

#[test]
fn a_formula_that_ten_sources_carry_is_common_and_one_of_five_is_not() {
    const FORMULA: &str =
        "The keeper of each lamp shall enter the hour of its lighting in the harbour book every evening.";
    let own = |number: usize| {
        let names = [
            "heron", "anvil", "barley", "copper", "drum", "ember", "fiddle", "gravel", "hinge", "ivory",
            "jigsaw", "kettle",
        ];
        let name = names[number % names.len()];
        format!(
            "The {name} of quay {number} was mended in spring. Nobody painted a {name} as well as Holm. {FORMULA} A {name} costs {number} crowns."
        )
    };
    let query = format!(
        "Our report speaks of ropes, sails and weather. {FORMULA} The ropes were bought in Norrland, and the sails came by train. {}",
        "We measured the wind on each morning of that long year and wrote it down. ".repeat(4)
    );
    for (count, expected) in [(5, vec!["verbatim"; 5]), (12, vec!["commonplace"; 12])] {
        let folder = Folder::with(&[]);
        folder.write("query.txt", &query);
        (0..count).for_each(|number| folder.write(&format!("sources/{number:02}.txt"), own(number)));
        let found = passages(&folder, &["check", "query.txt", "--against", "sources"]);
        assert_eq!(kinds(&found), expected, "{count} sources");
    }
}

#[test]
fn a_text_that_many_documents_have_as_a_whole_counts() {
    let folder = Folder::with(&[]);
    let essay = paraphrase("en", "03-source");
    folder.write("query.txt", &essay);
    (0..12).for_each(|number| folder.write(&format!("sources/{number:02}.txt"), &essay));
    let found = passages(&folder, &["check", "query.txt", "--against", "sources"]);
    assert!(!found.is_empty() && found.iter().all(|passage| passage["kind"] == "verbatim"));
}

#[test]
fn formulas_of_laws_accuse_nobody() {
    let folder = Folder::with(&[]);
    let law = |duty: &str, number: &str, year: u32| {
        format!(
            "{duty}\n\n第{number}条 违反本条例规定的，由主管部门责令限期改正；逾期不改正的，处五百元以上二千元以下罚款。\n\n\
             主管部门工作人员滥用职权、玩忽职守、徇私舞弊的，由其所在单位或者上级主管部门依法给予处分；构成犯罪的，依法追究刑事责任。\n\n\
             第五章 附则\n\n本条例自{year}年1月1日起施行。\n"
        )
    };
    folder.write(
        "灯塔.txt",
        law("灯塔每天黄昏点灯，守塔人应当在航海日志上记下时刻，并且保持镜片洁净。", "十二", 2019),
    );
    folder.write(
        "渡口.txt",
        law("渡船载客不得超过核定人数，船工在大风天气里应当停航，乘客要听从指挥。", "二十", 2021),
    );
    assert_eq!(kinds(&passages(&folder, &["compare", "灯塔.txt", "渡口.txt"])), ["commonplace"]);
}

#[test]
fn front_matter_is_left_out_and_counted_as_such() {
    let folder = Folder::with(&[]);
    let paper = |text: &str| {
        format!(
            "中图分类号：U644 文献标识码：A 文章编号：1001-2345(2020)03-0012-05\n\n\
             基金项目：沿海航标维护与灯塔历史研究专项基金资助项目（2019A01）\n\n{text}\n"
        )
    };
    folder.write("a.txt", paper("守塔人每天黄昏点灯，到第二天早上再熄灭。大风的日子里他不睡觉。"));
    folder.write("b.txt", paper("渡船在春天换了新的木板，船工说它能再走二十年。"));
    let found = passages(&folder, &["compare", "a.txt", "b.txt"]);
    assert!(
        found.iter().all(|passage| passage["left_out"] == "front" || passage["kind"] == "commonplace"),
        "{found:?}"
    );
    let text = folder.run(&["compare", "a.txt", "b.txt"]).stdout;
    assert!(text.contains("in front matter, 0 matched"), "{text}");
    let counted = folder.run(&["compare", "a.txt", "b.txt", "--include", "front"]).stdout;
    assert!(counted.contains("overall"), "{counted}");
}

#[test]
fn essays_of_a_class_share_the_words_of_their_topic() {
    let folder = Folder::with(&[]);
    let essays = [
        "Green plants live on sunlight. My aunt calls photosynthesis their kitchen, and sugar is what they cook.",
        "Sugar is made by photosynthesis. No animal knows that process, but all green plants in our garden do.",
        "Without sunlight there is no photosynthesis, so green plants in a cellar starve for want of sugar.",
        "We learned that photosynthesis needs water too. The process ends when green plants are dry; sunlight is not enough.",
        "Is sugar all that photosynthesis yields? Green plants give off oxygen as well, a gift of this process.",
        "I kept two green plants in a box. Sunlight came through a hole, and the process of photosynthesis bent them.",
        "Photosynthesis feeds the cow, since grass and other green plants store sugar, and sunlight pays for it.",
        "How fast the process runs depends on sunlight. In winter, photosynthesis of green plants makes little sugar.",
        "Leaves look green; plants owe that to what catches sunlight for photosynthesis, the process that brings sugar.",
        "A farmer asked me about photosynthesis. I said: a process, some sunlight, green plants, and sugar at the end.",
        "Our teacher drew the process on the board: sunlight above, green plants below, photosynthesis and sugar between.",
        "Old books speak of green plants as eating earth. Photosynthesis was unknown, and sugar came from sunlight unseen.",
    ];
    for (number, essay) in essays.iter().enumerate() {
        folder.write(&format!("class/{number:02}.txt"), essay);
    }
    let copied = "Photosynthesis is a process in green plants which makes sugar out of sunlight.";
    folder
        .write("class/90.txt", format!("Nobody in my street keeps hens. {copied} We moved house in March."));
    folder.write("class/91.txt", "The ferry was late again. Photosynthesis is the process in green plants that makes sugar. Then it rained.");
    let found = passages(&folder, &["check", "class", "--among"]);
    let counting: Vec<&Value> = found
        .iter()
        .filter(|passage| passage["kind"] != "commonplace" && passage["kind"] != "possible")
        .collect();
    let texts: Vec<&Value> = counting.iter().map(|passage| &passage["a_text"]).collect();
    assert!(texts.is_empty(), "{texts:?}");
}
