//! Stories of a class in the review: its queue, the ways through it, and documents that come while they are checked.

use portable_pty::CommandBuilder;

use crate::program::Folder;
use crate::review::Story;

/// The number of papers.
const PAPERS: usize = 12;
/// The sentences that papers copy: paper `n` has those of its row.
const COPIED: [&[usize]; PAPERS] =
    [&[0], &[], &[1, 2, 3], &[4, 5], &[], &[6, 7, 8, 9], &[0], &[10, 11], &[], &[4, 5], &[12], &[13, 14]];

/// The sentences of the library, and two that only papers have.
const SENTENCES: [&str; 15] = [
    "The council bought forty lamps from a widow who had kept them dry under straw through three wet winters.",
    "A rope maker from the upper town swore that hemp soaked in cider never rots, and nobody dared to test it.",
    "When the mill pond froze, children sold rides on a barn door pulled by two very patient oxen.",
    "Twelve barrels of nails went missing the night before the new bridge was to be opened by the bishop.",
    "My neighbour keeps the weather in a notebook and blames each storm on whichever relative visited last.",
    "Half of the orchard was planted by a blind man who told the saplings apart by the smell of their bark.",
    "The clock of the customs house ran backwards for a year because its owner had paid only for the repair of one wheel.",
    "Smugglers preferred foggy Tuesdays, since the sergeant spent those evenings losing at cards to the ferryman.",
    "No map of the marsh agrees with any other, and all of them leave out the island on which they were drawn.",
    "Her recipe for black bread begins with the advice to quarrel with somebody before kneading.",
    "The schoolmaster measured the height of the tower by the time a boiled egg needed to reach the ground.",
    "Every spring the glass blowers threw their worst vase into the river and drank to its health.",
    "An inventory of the castle lists nine drums, a broken harp and one elephant, said to be in good repair.",
    "The first telegram to reach the valley asked for warm socks, and the whole parish answered it.",
    "Whoever lost the wrestling match had to carry the winner's mother up the church steps.",
];

/// Returns sentence `number` of a paper, in made-up words that no other paper has.
fn own(paper: usize, number: usize) -> String {
    let syllables = [
        "ba", "ko", "mi", "ru", "te", "lo", "fa", "ni", "sho", "dra", "pel", "gu", "vin", "zor", "hy", "quam",
    ];
    let mut state = (paper * 1000 + number) as u64 + 77;
    let mut draw = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        syllables[(state >> 33) as usize % syllables.len()]
    };
    let words: Vec<String> = (0..11).map(|_| [draw(), draw(), draw(), draw()].concat()).collect();
    format!("It {}.", words.join(" "))
}

/// Makes a class whose papers have copied from a library, and two of them from each other.
fn class() -> Folder {
    let folder = Folder::new();
    for (paper, sentences) in COPIED.iter().enumerate() {
        let between =
            |number: usize| (0..5).map(|more| own(paper, 5 * number + more)).collect::<Vec<_>>().join(" ");
        let copied =
            sentences.iter().map(|&number| format!("{}\n\n{}\n\n", SENTENCES[number], between(number + 1)));
        let text = between(0) + "\n\n" + &copied.collect::<String>();
        folder.write(&format!("class/{paper:02}.txt"), text);
    }
    let library: Vec<&str> =
        (0..15).filter(|number| ![4, 5].contains(number)).map(|number| SENTENCES[number]).collect();
    folder.write("library/council.txt", library.join("\n\n"));
    folder.write("ledger.jsonl", "");
    folder
}

fn findings() -> usize {
    COPIED.iter().map(|sentences| sentences.len()).sum()
}

/// Opens the review in a folder.
fn review(folder: &Folder, args: &[&str], size: (u16, u16)) -> Story {
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_ibid"));
    command.args(["review", "--by", "Ana Reyes", "--decisions"]);
    command.arg(folder.path("ledger.jsonl"));
    for arg in args {
        // Paths are from the folder of the class.
        let path = folder.path(arg);
        if path.exists() { command.arg(path) } else { command.arg(arg) }
    }
    Story::start(tempfile::tempdir().unwrap(), command, size)
}

fn report(folder: &Folder) {
    folder.run(&["check", "class", "--among", "-o", "class.json", "--against", "library"]).done();
}

#[test]
fn a_class_is_decided_worst_first() {
    let folder = class();
    report(&folder);
    let mut story = review(&folder, &["class.json"], (80, 24));
    story
        .shows("12 documents, 9 with passages")
        .shows("strongest pair: ")
        .shows("nothing found: 3 documents");
    story.press("\r").shows("class/05.txt");
    let mut keys = 1;
    let mut decided = 0;
    // One document after the other: its findings, and the key that opens the next one.
    let mut of_documents: Vec<usize> =
        COPIED.iter().map(|sentences| sentences.len()).filter(|&len| len > 0).collect();
    of_documents.sort_unstable_by(|x, y| y.cmp(x));
    for (number, &count) in of_documents.iter().enumerate() {
        for _ in 0..count {
            story.press("1");
            (keys, decided) = (keys + 1, decided + 1);
        }
        if number + 1 < of_documents.len() {
            story.shows("; o opens it").press("o").shows(&format!("[{}/9]", number + 2));
            keys += 1;
        }
    }
    story.shows("no document has an open passage");
    assert_eq!(decided, findings());
    assert!(2 * keys <= 3 * decided, "{keys} keys for {decided} decisions");
    story
        .press("\x1b")
        .shows(&format!("{decided} of {decided} decided"))
        .shows("decided: 9 documents")
        .press("q");
    assert_eq!(story.ends().0, 0);
    let ledger = std::fs::read_to_string(folder.path("ledger.jsonl")).unwrap();
    assert_eq!(ledger.lines().count(), decided);
    // The next review begins with what was decided in this one.
    let mut story = review(&folder, &["class.json", "--lang", "zh"], (160, 50));
    story.shows(&format!("已审定 {decided} / {decided}")).shows("文献对").shows("已审定 9 篇").press("q");
    assert_eq!(story.ends().0, 0);
}

#[test]
fn documents_come_while_they_are_checked() {
    let folder = class();
    folder.write("class/scan.pdf", "no pages");
    let mut story =
        review(&folder, &["class", "--among", "--only-over", "1%", "--against", "library"], (80, 24));
    story.shows("9 documents, 9 with passages").shows("1 input could not be checked").press("q");
    let (code, written) = story.ends();
    assert_eq!(code, 3);
    let written = String::from_utf8_lossy(&written).into_owned();
    let after = written.rsplit("\x1b[?1049l").next().unwrap_or("");
    assert!(after.contains("scan.pdf"), "{after}");
}

#[test]
fn a_pair_a_source_and_a_name_lead_to_documents() {
    let folder = class();
    report(&folder);
    let mut story = review(&folder, &["class.json"], (80, 24));
    story.shows("12 documents").press("\t").shows("1 pair").press("\r").shows("[").shows("Passages 2");
    story.press("\x1b").shows("9 with passages").press("\t\t").shows("council.txt").press("\r");
    story.shows("that take from").press("\x1b").shows("12 documents");
    story
        .press("/class/07\r")
        .shows("1 of ")
        .press("\r")
        .shows("class/07.txt")
        .shows("Passages 2")
        .press("q");
    assert_eq!(story.ends().0, 0);
}

#[test]
fn a_class_that_cannot_be_checked_says_why() {
    let folder = class();
    let mut story = review(&folder, &["class", "--against", "missing"], (80, 24));
    // A check that fails late has opened the queue, which shows the reason until it is left.
    story.wait("the reason", |screen| screen.contains("missing")).press("q");
    assert_ne!(story.ends().0, 0);
}

#[test]
fn without_a_terminal_a_class_is_printed() {
    let folder = class();
    let ended = folder.run(&["review", "class", "--among", "--only-over", "18%", "--against", "library"]);
    ended.done();
    assert!(
        ended.stdout.contains("class/05.txt") && !ended.stdout.contains("class/00.txt"),
        "{}",
        ended.stdout
    );
    // Papers that are searched among themselves need no other source.
    folder.run(&["review", "class", "--among"]).done();
}
