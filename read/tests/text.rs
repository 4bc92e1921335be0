//! The text of PDFs: its order, its paragraphs, and what only a page needs.

use crate::parts::{blocks, page_of};
use ibid::structure::BlockKind;

use crate::sheet::{Sheet, check_form, paper};

const LEFT: [&str; 6] = [
    "The harbor was empty when we came,",
    "and nobody could say where all the",
    "boats had gone during the night. A",
    "woman who mended nets at the pier",
    "told us that they had left one after",
    "the other, without any light, and in",
];

const RIGHT: [&str; 6] = [
    "a silence that she had never heard",
    "before in the forty years of her work",
    "there. We wrote down what she had",
    "seen, and asked the others. None of",
    "them had been awake. The keeper of",
    "the ledger had counted no boats.",
];

#[test]
fn two_columns_are_read_one_after_the_other() {
    let page = Sheet::new()
        .line(60.0, 50.0, 18.0, "The night of the boats")
        .lines(30.0, 100.0, 9.0, &LEFT)
        .lines(215.0, 100.0, 9.0, &RIGHT);
    let paper = paper(&[page]);
    check_form(&paper);
    let blocks = blocks(&paper);
    assert_eq!(blocks[0], (BlockKind::Heading(1), "The night of the boats"));
    assert_eq!(blocks[1].0, BlockKind::Paragraph);
    assert!(blocks[1].1.contains("without any light, and in a silence that she"), "{blocks:?}");
    assert_eq!(blocks.len(), 2);
}

#[test]
fn heads_and_numbers_of_pages_are_no_text() {
    let page = |number: &str, lines: &[&str]| {
        let sheet = Sheet::new().line(150.0, 30.0, 8.0, "Harbor Letters").line(198.0, 580.0, 8.0, number);
        sheet.lines(30.0, 80.0, 10.0, lines)
    };
    let paper = paper(&[page("1", &LEFT[..3]), page("2", &LEFT[3..]), page("3", &RIGHT)]);
    check_form(&paper);
    assert!(!paper.text.contains("Harbor Letters"), "{}", paper.text);
    assert!(!paper.text.contains(|c: char| c.is_ascii_digit()), "{}", paper.text);
    // The sentence that the end of the first page cuts is whole, and the second page begins inside it.
    assert!(paper.text.contains("during the night. A woman who mended"), "{}", paper.text);
    assert_eq!(page_of(&paper, paper.text.find("woman").unwrap()), Some(2));
    assert_eq!(page_of(&paper, paper.text.find("night. A").unwrap()), Some(1));
}

/// Quotation marks of Helvetica, which are a third of their size wide, in lines of a Chinese font.
#[test]
fn marks_of_another_font_stand_where_they_are_painted() {
    let mark = |sheet: Sheet, x: f32, y: f32, code: &str| {
        sheet.operators(&format!("BT /F1 10 Tf {x} {} Td (\\{code}) Tj ET", 600.0 - y))
    };
    // Behind the first character of the quotation.
    let first = Sheet::new().chinese(40.0, 80.0, 10.0, "愁");
    let first = mark(first, 36.67, 80.0, "223").chinese(50.0, 80.0, 10.0, "鬓如丝，一夜添霜");
    let first = mark(first, 130.0, 80.0, "224").chinese(133.33, 80.0, 10.0, "是旧句。");
    // Behind both lines.
    let both = first.chinese(30.0, 140.0, 10.0, "他常说").chinese(63.33, 140.0, 10.0, "渡口无人").chinese(
        106.66,
        140.0,
        10.0,
        "又叹息，",
    );
    let both = both.chinese(30.0, 155.0, 10.0, "大家便称他").chinese(83.33, 155.0, 10.0, "老舵").chinese(
        106.66,
        155.0,
        10.0,
        "，一直如此。",
    );
    let marks = [(60.0, 140.0, "223"), (103.33, 140.0, "224"), (80.0, 155.0, "223"), (103.33, 155.0, "224")];
    let page = marks.iter().fold(both, |sheet, (x, y, code)| mark(sheet, *x, *y, code));
    let paper = paper(&[page]);
    check_form(&paper);
    assert_eq!(
        paper.text,
        "“愁鬓如丝，一夜添霜”是旧句。\n\n他常说“渡口无人”又叹息，\n\n大家便称他“老舵”，一直如此。"
    );
}

#[test]
fn a_note_and_a_picture_do_not_cut_a_sentence() {
    let first = Sheet::new()
        .lines(
            30.0,
            80.0,
            10.0,
            &["They had gone, as the ledger says, to", "the north, where the wind was then"],
        )
        .line(30.0, 550.0, 5.0, "1")
        .line(33.0, 553.0, 8.0, "The ledger is kept in the library.");
    let second = Sheet::new().line(30.0, 180.0, 8.0, "Figure 1: The harbor at low water.").lines(
        30.0,
        220.0,
        10.0,
        &["blowing from the land, and where the", "fish were said to be."],
    );
    let paper = paper(&[first, second]);
    check_form(&paper);
    let expected = [
        (
            BlockKind::Paragraph,
            "They had gone, as the ledger says, to the north, where the wind was then blowing from the land, and where \
             the fish were said to be.",
        ),
        (BlockKind::Footnote, "¹ The ledger is kept in the library."),
        (BlockKind::Caption, "Figure 1: The harbor at low water."),
    ];
    assert_eq!(blocks(&paper), expected);
}

#[test]
fn words_that_a_line_breaks_are_whole_and_hyphens_of_their_own_stay() {
    let page = Sheet::new().lines(
        30.0,
        80.0,
        10.0,
        &[
            "Half of the owners were well-informed men of the harbor. The other owners",
            "were less fortunate than these, and some of them were not even well-",
            "informed about the weather or the com-",
            "ing night.",
        ],
    );
    let text = paper(&[page]).text;
    assert!(text.contains("even well-informed about"), "{text}");
    assert!(text.contains("the coming night."), "{text}");
}

#[test]
fn chinese_lines_are_joined_without_blanks() {
    let page = Sheet::new()
        .chinese(50.0, 80.0, 12.0, "看守人每天早晨都要数一数停在码头边的船，并把")
        .chinese(26.0, 98.0, 12.0, "它们的数目记在一本没有人要求他写的账簿里，十一年")
        .chinese(26.0, 116.0, 12.0, "来从不间断。");
    let paper = paper(&[page]);
    check_form(&paper);
    let expected = "看守人每天早晨都要数一数停在码头边的船，并把它们的数目记在一本没有人要求他写的账簿里，十一年来从不间断。";
    assert_eq!(blocks(&paper), [(BlockKind::Paragraph, expected)]);
}

#[test]
fn references_are_entries_of_their_own() {
    let page = Sheet::new()
        .line(30.0, 60.0, 14.0, "References")
        .line(30.0, 90.0, 10.0, "[1] A. Keeper. On ledgers. Harbor Press, 1987.")
        .line(30.0, 102.0, 10.0, "[2] B. Wright. Gulls as instruments. Coastal Letters, 1991.");
    let paper = paper(&[page]);
    let kinds: Vec<BlockKind> = paper.structure.blocks.iter().map(|block| block.kind).collect();
    assert_eq!(kinds, [BlockKind::Heading(1), BlockKind::Reference, BlockKind::Reference], "{}", paper.text);
}

#[test]
fn a_page_on_its_side_is_read_as_its_lines_run() {
    let turned = |x: f32, text: &str| format!("BT /F1 10 Tf 0 1 -1 0 {x} 100 Tm ({text}) Tj ET");
    let page = Sheet::new()
        .operators(&turned(100.0, "The first line of a wide table"))
        .operators(&turned(112.0, "and the second one below it"));
    let text = paper(&[page]).text;
    assert_eq!(
        text.split_whitespace().collect::<Vec<_>>().join(" "),
        "The first line of a wide table and the second one below it"
    );
}

#[test]
fn code_keeps_its_lines() {
    let code = |y: f32, text: &str| format!("BT /F3 9 Tf 40 {} Td ({text}) Tj ET", 600.0 - y);
    let page = Sheet::new()
        .line(30.0, 80.0, 10.0, "The program that counts the boats of the harbor is short:")
        .operators(&code(100.0, "for boat in harbor:"))
        .operators(&code(111.0, "total = total + 1"))
        .line(30.0, 135.0, 10.0, "It was never run.");
    let paper = paper(&[page]);
    check_form(&paper);
    let expected = [
        (BlockKind::Paragraph, "The program that counts the boats of the harbor is short:"),
        (BlockKind::Code, "for boat in harbor:\ntotal = total + 1"),
        (BlockKind::Paragraph, "It was never run."),
    ];
    assert_eq!(blocks(&paper), expected);
}

#[test]
fn a_font_that_says_only_the_numbers_of_its_glyphs_is_read() {
    let page = Sheet::new().operators("BT /F4 10 Tf 30 400 Td <00240003004500520044005700110011> Tj ET");
    assert_eq!(paper(&[page]).text, "A boat..");
}

#[test]
fn what_glyphs_are_said_to_mean_is_believed_where_it_hides_nothing() {
    let check = |operators: &str, expected: &str| {
        let page = Sheet::new().operators(&format!("BT /F1 10 Tf 30 400 Td {operators} ET"));
        assert_eq!(paper(&[page]).text, expected, "{operators}");
    };
    let says = |text: &str, painted: &str| format!("/Span << /ActualText <{text}> >> BDC {painted} EMC");
    let soft = says("FEFF00AD", "( ) Tj");
    check(&format!("(A fore) Tj {soft} [278 (gone)] TJ ( end.) Tj"), "A foregone end.");
    let blank = says("FEFF0020", "( ) Tj");
    check(&format!("(A) Tj {blank} (boat.) Tj"), "A boat.");
    // A glyph without a meaning, as a ligature may be.
    let ligature = says("FEFF00660066", "/F4 10 Tf <0900> Tj /F1 10 Tf");
    check(&format!("(O) Tj {ligature} ( the pier.) Tj"), "Off the pier.");
    let other = says("FEFF006E006F006E0065", "(copied) Tj");
    check(&format!("(It is ) Tj {other} (.) Tj"), "It is copied.");
}
