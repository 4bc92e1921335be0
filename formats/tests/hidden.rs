//! Text that a reader of the page does not see: kept out of the text, and told.

use ibid_formats::Why;

use crate::sheet::{Sheet, check_form, paper};

/// A page with a visible sentence, and a second one that `operators` write.
fn check(operators: &str, why: Why) {
    let seen = Sheet::new().line(30.0, 80.0, 10.0, "Everyone can read this.");
    let paper = paper(&[Sheet::new().line(30.0, 80.0, 10.0, "A first page."), seen.operators(operators)]);
    check_form(&paper);
    assert!(paper.text.ends_with("Everyone can read this."), "{operators}: {}", paper.text);
    let hidden: Vec<_> =
        paper.hidden.iter().map(|hidden| (hidden.why, hidden.text.as_str(), hidden.page)).collect();
    assert_eq!(hidden, [(why, "Nobody sees it.", Some(2))], "{operators}");
}

#[test]
fn what_is_not_seen_is_kept_out_and_told_with_its_page() {
    check("1 g BT /F1 10 Tf 30 400 Td (Nobody sees it.) Tj ET", Why::Color);
    check("0.99 0.99 1 rg BT /F1 10 Tf 30 400 Td (Nobody sees it.) Tj ET", Why::Color);
    check("0 0 1 rg 20 390 200 30 re f BT /F1 10 Tf 30 400 Td (Nobody sees it.) Tj ET", Why::Color);
    check("BT /F1 0.5 Tf 30 400 Td (Nobody sees it.) Tj ET", Why::Tiny);
    check("BT /F1 10 Tf 30 700 Td (Nobody sees it.) Tj ET", Why::OffPage);
    check("BT /F1 10 Tf 3 Tr 30 400 Td (Nobody sees it.) Tj ET", Why::NotShown);
    check("BT /F1 10 Tf 30 400 Td (Nobody sees it.) Tj ET 0.5 g 20 390 200 30 re f", Why::Covered);
    check("BT /F1 10 Tf 30 400 Td (Nobody sees it.) Tj ET q 200 0 0 30 20 390 cm /Im Do Q", Why::Covered);
}

#[test]
fn white_text_on_a_dark_box_is_seen() {
    let box_ = "0 g 20 390 200 30 re f 1 g BT /F1 10 Tf 30 400 Td (White on black.) Tj ET";
    let paper = paper(&[Sheet::new().operators(box_)]);
    assert_eq!(paper.text, "White on black.");
    assert!(paper.hidden.is_empty());
}

#[test]
fn what_was_read_from_the_picture_of_a_page_is_its_text() {
    let scan = "q 400 0 0 600 0 0 cm /Im Do Q BT /F1 10 Tf 3 Tr 30 400 Td (Read by a machine.) Tj ET";
    let paper = paper(&[Sheet::new().operators(scan)]);
    assert_eq!(paper.text, "Read by a machine.");
    assert!(paper.hidden.is_empty());
}

#[test]
fn letters_painted_twice_are_read_once() {
    let bold = "BT /F1 10 Tf 30 400 Td (Bold) Tj ET BT /F1 10 Tf 30.3 400 Td (Bold) Tj ET";
    let outlined = "BT /F1 10 Tf 2 Tr 30 300 Td (Outlined) Tj ET";
    let paper = paper(&[Sheet::new().operators(bold).operators(outlined)]);
    assert_eq!(paper.text.split_whitespace().collect::<Vec<_>>(), ["Bold", "Outlined"]);
}
