//! Presentations of PowerPoint.

use crate::parts::{blocks, hidden, package, packed};
use crate::programs::fixture;
use crate::sheet::check_form;
use ibid::structure::{BlockKind, HiddenWhy};
use ibid_read::formats::{Fault, PaperLimits, read};

#[test]
fn slides_are_read_in_their_order_with_notes_and_tables() {
    let paper = read(&fixture("boats.pptx"), &PaperLimits::default()).unwrap();
    check_form(&paper);
    let expected = [
        (BlockKind::Heading(1), "What the book says"),
        (BlockKind::Paragraph, "The number of boats falls before a storm in thirty-one of forty cases."),
        (BlockKind::Paragraph, "Boats that leave early come back early."),
        (BlockKind::Table, "year\tboats\tstorms\n1986\t38\t17\n1987\t40\t23"),
        (BlockKind::Paragraph, "The owners could not have known of it in time."),
        (BlockKind::Heading(1), "船和大风"),
        (BlockKind::Paragraph, "看守人每天傍晚都数一数小港口里的船，把船的数目记在一本没有人读的账上。"),
    ];
    assert_eq!(blocks(&paper), expected);
    assert_eq!(hidden(&paper), [(HiddenWhy::NotShown, "A slide that is not shown.")]);
    assert_eq!(paper.meta.title.as_deref(), Some("Boats and Storms"));
    assert_eq!(paper.meta.author.as_deref(), Some("Ada Holm"));
    assert_eq!(paper.meta.date.as_deref(), Some("1987-03-03T00:00:00Z"));
    assert!(paper.meta.is_author_property);
}

/// Returns a presentation of one slide.
fn slide(shapes: &str) -> Vec<u8> {
    package(&[
        ("ppt/presentation.xml", "<p:presentation><p:sldId id=\"256\" r:id=\"rId1\"/></p:presentation>"),
        (
            "ppt/_rels/presentation.xml.rels",
            "<R><Relationship Id=\"rId1\" Type=\"a/slide\" Target=\"slides/a.xml\"/></R>",
        ),
        ("ppt/slides/a.xml", &format!("<p:sld>{shapes}</p:sld>")),
    ])
}

#[test]
fn a_hidden_shape_is_hidden_and_what_is_inside_it() {
    let text = |text: &str| format!("<p:sp><a:p><a:r><a:t>{text}</a:t></a:r></a:p></p:sp>");
    let group = format!("<p:grpSp><p:cNvPr hidden=\"1\"/>{}</p:grpSp>", text("gone"));
    let paper = read(&slide(&(group + &text("seen"))), &PaperLimits::default()).unwrap();
    assert_eq!(blocks(&paper), [(BlockKind::Paragraph, "seen")]);
    assert_eq!(hidden(&paper), [(HiddenWhy::NotShown, "gone")]);
}

#[test]
fn a_damaged_presentation_is_a_fault_and_so_is_one_that_is_too_large() {
    let damaged = |bytes: &[u8]| matches!(read(bytes, &PaperLimits::default()), Err(Fault::Damaged(_)));
    assert!(damaged(&packed(&[("ppt/slides/slide1.xml", "<p:sld/>")])));
    let list = "<p:presentation><p:sldId r:id=\"rId1\"/></p:presentation>";
    assert!(damaged(&package(&[("ppt/presentation.xml", list)])));
    let whole = fixture("boats.pptx");
    assert!(damaged(&whole[..whole.len() / 2]));
    let small = PaperLimits { pages: 2, ..PaperLimits::default() };
    assert!(matches!(read(&whole, &small), Err(Fault::TooLarge { .. })));
    let small = PaperLimits { unpacked_bytes: 1000, ..PaperLimits::default() };
    assert!(matches!(read(&whole, &small), Err(Fault::TooLarge { .. })));
}
