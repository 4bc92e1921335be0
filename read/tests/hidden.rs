//! Text that a reader of the page does not see: kept out of the text, and told.

use ibid::structure::HiddenWhy;

use crate::sheet::{Sheet, check_form, paper};

/// Returns a page with a visible sentence, and a second one that `operators` write.
fn check(operators: &str, why: HiddenWhy) {
    let seen = Sheet::new().line(30.0, 80.0, 10.0, "Everyone can read this.");
    let paper = paper(&[Sheet::new().line(30.0, 80.0, 10.0, "A first page."), seen.operators(operators)]);
    check_form(&paper);
    assert!(paper.text.ends_with("Everyone can read this."), "{operators}: {}", paper.text);
    let hidden: Vec<_> =
        paper.structure.hidden.iter().map(|hidden| (hidden.why, hidden.text.as_str(), hidden.page)).collect();
    assert_eq!(hidden, [(why, "Nobody sees it.", Some(2))], "{operators}");
}

#[test]
fn what_is_not_seen_is_kept_out_and_told_with_its_page() {
    check("1 g BT /F1 10 Tf 30 400 Td (Nobody sees it.) Tj ET", HiddenWhy::Color);
    check("0.99 0.99 1 rg BT /F1 10 Tf 30 400 Td (Nobody sees it.) Tj ET", HiddenWhy::Color);
    check("0 0 1 rg 20 390 200 30 re f BT /F1 10 Tf 30 400 Td (Nobody sees it.) Tj ET", HiddenWhy::Color);
    check("BT /F1 0.5 Tf 30 400 Td (Nobody sees it.) Tj ET", HiddenWhy::Tiny);
    check("BT /F1 10 Tf 30 700 Td (Nobody sees it.) Tj ET", HiddenWhy::OffPage);
    check("BT /F1 10 Tf 3 Tr 30 400 Td (Nobody sees it.) Tj ET", HiddenWhy::NotShown);
    check("BT /F1 10 Tf 30 400 Td (Nobody sees it.) Tj ET 0.5 g 20 390 200 30 re f", HiddenWhy::Covered);
    check(
        "BT /F1 10 Tf 30 400 Td (Nobody sees it.) Tj ET q 200 0 0 30 20 390 cm /Im Do Q",
        HiddenWhy::Covered,
    );
}

#[test]
fn masks_and_shadings_are_evaluated() {
    check("/Pattern cs /White scn BT /F1 10 Tf 30 400 Td (Nobody sees it.) Tj ET", HiddenWhy::Color);
    check("q /Half gs BT /F1 10 Tf 30 400 Td (Nobody sees it.) Tj ET Q", HiddenWhy::NotShown);
    let paper = paper(&[Sheet::new().operators("/Half gs BT /F1 10 Tf 30 200 Td (All see it.) Tj ET")]);
    assert_eq!(
        (paper.text.as_str(), paper.structure.hidden.len(), paper.structure.doubtful_chars),
        ("All see it.", 0, 0)
    );
}

/// Returns a round path around a place.
fn round(x: f32, y: f32, r: f32) -> String {
    let k = 0.55 * r;
    format!(
        "{} {y} m {} {} {} {} {x} {} c {} {} {} {} {} {y} c {} {} {} {} {x} {} c {} {} {} {} {} {y} c",
        x + r,
        x + r,
        y + k,
        x + k,
        y + r,
        y + r,
        x - k,
        y + r,
        x - r,
        y + k,
        x - r,
        x - r,
        y - k,
        x - k,
        y - r,
        y - r,
        x + k,
        y - r,
        x + r,
        y - k,
        x + r
    )
}

#[test]
fn round_areas_are_grounds_and_what_they_and_clips_hide_of_many_letters_is_hidden() {
    let long = "Nobody sees what is written here, nor that it is so long.";
    let text = format!("BT /F1 6 Tf 100 400 Td ({long}) Tj ET");
    let seen = format!(".1 .1 .3 rg {} f 1 g {text}", round(200.0, 400.0, 190.0));
    let label = format!("q {} W n BT /F1 6 Tf 30 590 Td (Label) Tj ET Q", round(200.0, 400.0, 90.0));
    for (operators, text, hidden) in [
        (seen, long, 0),
        (format!("{text} 1 g {} f", round(200.0, 400.0, 190.0)), "", 1),
        (format!("q 0 0 9 9 re W n {text} Q"), "", 1),
        (format!("q 20 380 350 50 re W n {text} Q"), long, 0),
        (label, "Label", 0),
        (format!("{text} 1 G 60 w 0 400 m 400 400 l S"), "", 1),
        (format!("0 0 .3 RG 60 w 0 400 m 400 400 l S 1 g {text}"), long, 0),
    ] {
        let other = Sheet::new().line(30.0, 80.0, 10.0, "A first page.");
        let paper = paper(&[other, Sheet::new().operators(&operators)]);
        assert_eq!(paper.text.strip_prefix("A first page.").unwrap().trim(), text, "{operators}");
        assert_eq!(paper.structure.hidden.len(), hidden, "{operators}");
    }
}

#[test]
fn white_text_on_a_dark_box_is_seen() {
    let box_ = "0 g 20 390 200 30 re f 1 g BT /F1 10 Tf 30 400 Td (White on black.) Tj ET";
    let paper = paper(&[Sheet::new().operators(box_)]);
    assert_eq!(paper.text, "White on black.");
    assert!(paper.structure.hidden.is_empty());
}

#[test]
fn what_was_read_from_the_picture_of_a_page_is_its_text() {
    let scan = "q 400 0 0 600 0 0 cm /Im Do Q BT /F1 10 Tf 3 Tr 30 400 Td (Read by a machine.) Tj ET";
    let paper = paper(&[Sheet::new().operators(scan)]);
    assert_eq!(paper.text, "Read by a machine.");
    assert!(paper.structure.hidden.is_empty());
}

#[test]
fn letters_painted_twice_are_read_once() {
    let bold = "BT /F1 10 Tf 30 400 Td (Bold) Tj ET BT /F1 10 Tf 30.3 400 Td (Bold) Tj ET";
    let outlined = "BT /F1 10 Tf 2 Tr 30 300 Td (Outlined) Tj ET";
    let paper = paper(&[Sheet::new().operators(bold).operators(outlined)]);
    assert_eq!(paper.text.split_whitespace().collect::<Vec<_>>(), ["Bold", "Outlined"]);
}
