//! PDFs that tell what they are made of.

use crate::parts::{blocks, page_of};
use ibid::Document;
use ibid::structure::BlockKind;
use ibid_read::formats::{PaperLimits, read};

use crate::sheet::{Sheet, check_form, tagged_pdf};

fn paper(sheets: &[Sheet], kids: &str) -> Document {
    let paper = read(&tagged_pdf(sheets, kids), &PaperLimits::default()).unwrap();
    check_form(&paper);
    paper
}

/// Returns a line that is marked as content of this number.
fn marked(sheet: Sheet, number: u32, y: f32, text: &str) -> Sheet {
    sheet.operators(&format!("/P << /MCID {number} >> BDC")).line(30.0, y, 10.0, text).operators("EMC")
}

fn element(role: &str, page: u32, kids: &str) -> String {
    format!("<< /Type /StructElem /S /{role} /Pg {page} 0 R /K {kids} >>")
}

#[test]
fn the_order_and_the_kinds_of_the_tree_are_followed() {
    let page = marked(Sheet::new(), 0, 80.0, "Read this last, although it stands above");
    let page = marked(page, 1, 120.0, "Of harbors");
    let page = marked(page, 2, 160.0, "A ship knows more than its owner,");
    let page = marked(page, 3, 172.0, "as the keeper says.");
    let page = page.operators("/Artifact BMC").line(30.0, 30.0, 8.0, "Letters").operators("EMC");
    let kids = [
        element("H2", 7, "1"),
        element("BlockQuote", 7, &format!("[{}]", element("P", 7, "[2 3]"))),
        element("P", 7, "0"),
    ];
    let paper = paper(&[page], &format!("[{}]", kids.concat()));
    let expected = [
        (BlockKind::Heading(2), "Of harbors"),
        (BlockKind::Quote, "A ship knows more than its owner, as the keeper says."),
        (BlockKind::Paragraph, "Read this last, although it stands above"),
    ];
    assert_eq!(blocks(&paper), expected);
}

#[test]
fn a_paragraph_over_two_pages_is_one() {
    let first = marked(Sheet::new(), 0, 80.0, "The first page ends within");
    let second = marked(Sheet::new(), 0, 80.0, "this sentence.");
    let kids = element("P", 7, "[0 << /Type /MCR /Pg 9 0 R /MCID 0 >>]") + &element("P", 9, "7");
    let paper = paper(&[first, second], &format!("[{kids}]"));
    assert_eq!(blocks(&paper), [(BlockKind::Paragraph, "The first page ends within this sentence.")]);
    assert_eq!(page_of(&paper, paper.text.find("this").unwrap()), Some(2));
}

#[test]
fn a_tree_that_leaves_out_half_of_the_text_is_not_followed() {
    let page =
        marked(Sheet::new(), 0, 120.0, "Only this is in the tree.").line(30.0, 80.0, 14.0, "Not in the tree");
    let paper = paper(&[page], &element("P", 7, "0"));
    let expected =
        [(BlockKind::Heading(2), "Not in the tree"), (BlockKind::Paragraph, "Only this is in the tree.")];
    assert_eq!(
        blocks(&paper).iter().map(|(_, text)| *text).collect::<Vec<_>>(),
        expected.map(|(_, text)| text)
    );
}

#[test]
fn a_tree_that_goes_round_in_a_circle_has_an_end() {
    let page = marked(Sheet::new(), 0, 80.0, "Some text.");
    let paper = paper(&[page], "[1 0 R << /S /P /Pg 7 0 R /K 0 >> << /S /Div /K [1 0 R 1 0 R] >>]");
    assert_eq!(paper.text, "Some text.");
}

#[test]
fn cells_of_tables_are_read_whole() {
    let cells = ["A boat", "of the harbor", "An owner", "of the boat"];
    let page =
        Sheet::new().operators("/P << /MCID 0 >> BDC").lines(30.0, 80.0, 10.0, &cells[..2]).operators("EMC");
    let page = page.operators("/P << /MCID 1 >> BDC").lines(200.0, 80.0, 10.0, &cells[2..]).operators("EMC");
    let page = marked(page, 2, 120.0, "twelve");
    let cell = |mark: &str| element("TD", 7, &element("P", 7, mark));
    let rows = [element("TR", 7, &format!("[{} {}]", cell("0"), cell("1"))), element("TR", 7, &cell("2"))];
    let paper = paper(&[page], &element("Table", 7, &format!("[{}]", rows.concat())));
    assert_eq!(blocks(&paper), [(BlockKind::Table, "A boat of the harbor\tAn owner of the boat\ntwelve")]);
}

#[test]
fn a_form_with_its_text_in_a_cell_is_no_table() {
    let text = "The harbor was empty when we came, and nobody could say where all.";
    let page = (0..4).fold(Sheet::new(), |page, at| marked(page, at, 80.0 + 12.0 * at as f32, text));
    let paragraphs = element("P", 7, "[0 1]") + &element("P", 7, "[2 3]");
    let row = element("TR", 7, &element("TD", 7, &format!("[{paragraphs}]")));
    let paper = paper(&[page], &element("Table", 7, &row));
    let twice = format!("{text} {text}");
    assert_eq!(
        blocks(&paper),
        [(BlockKind::Paragraph, twice.as_str()), (BlockKind::Paragraph, twice.as_str())]
    );
}
