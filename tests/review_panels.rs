//! Stories of the panels of the review: what a filter would change is told before it is set, and is true.

use portable_pty::CommandBuilder;

use crate::review::Story;

const KEEPER: &str = "The old keeper climbed the narrow stairs every evening before dusk and trimmed the wick with a pair of \
                      silver scissors that his mother had left him.";
const GEESE: &str = "Within a month of the opening the geese had begun to travel by train, and the ferryman wrote down each of \
                     them with its ticket and its destination.";
const BELLS: &str = "Nobody in the parish remembered who had paid for the third bell, which was larger than the tower \
                     allowed and could only be rung on Sundays.";

/// Opens a paper that has a quoted sentence, and two others of which one stands in two sources.
fn story(args: &[&str], size: (u16, u16)) -> Story {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: String| std::fs::write(folder.path().join(name), text).unwrap();
    let own = "This much I found out by myself, in a rainy week of March. ".repeat(9);
    write("paper.txt", format!("{own}\n\nAs he put it: “{KEEPER}” {own}\n\n{GEESE} {own}\n\n{BELLS}\n"));
    write("keeper.txt", format!("A lamp is a small thing. {KEEPER} The rest is well known.\n"));
    write("trains.txt", format!("It rained. {GEESE} There was no third class. {BELLS}\n"));
    write("bells.txt", format!("Of bells there is little to say. {BELLS}\n"));
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_ibid"));
    command.args([
        "review",
        "paper.txt",
        "--against",
        "keeper.txt",
        "trains.txt",
        "bells.txt",
        "--by",
        "Ana Reyes",
    ]);
    command.args(args);
    Story::start(folder, command, size)
}

#[test]
fn a_filter_tells_what_it_changes_and_is_set_back() {
    let mut story = story(&[], (80, 24));
    story.shows("Passages 3, 3 open").shows("by place").shows("+1");
    story.press("f").shows("filters (f)").shows("[ ] no quotations").shows("−1, ").press("jjj");
    story.shows("▸[ ] no quotations").press(" ").shows("▸[x] no quotations").shows("+1, ");
    // Digits are numbers here, and decide nothing.
    story.press("jjjjj").shows("▸passage ≥ 0 words").press("30").shows("▸passage ≥ 30 words");
    story.press("\x1b").shows("Passages 0").shows("by place · no quotations · ≥ 30 words");
    story.press("F").shows("all filters are as in the report").shows("Passages 3, 3 open");
    story
        .press("1")
        .shows("1 of 3 decided")
        .press("f")
        .press("G")
        .shows("▸[ ] only trains.txt")
        .press("\x1b");
    story.shows("Passages 3, 2 open").press("q");
    assert_eq!(story.ends().0, 0);
}

#[test]
fn why_and_figures_are_told_in_both_languages() {
    for (lang, words, needs, ledger) in
        [("en", "equal words in order", "needs", "ledger: "), ("zh", "依次相同", "下限", "审定记录：")]
    {
        let mut story = story(&["--lang", lang], (100, 30));
        story.shows("1–5").press("w").shows(words).shows(needs);
        story.press("i").shows("18.6").press("G").shows(ledger).press("\x1b").shows("1–5");
        story.press("oo\r").shows("└").press("j");
        story.resize(160, 50).shows(words).shows("▸ └").press("q");
        assert_eq!(story.ends().0, 0, "{lang}");
    }
}
