//! Files that other programs made; `fixtures/formats/` has their sources.

use crate::parts::{blocks, hidden, page_of, pages};
use std::path::Path;

use ibid::Document;
use ibid::structure::{BlockKind, HiddenWhy};
use ibid_read::formats::{PaperLimits, read};

use crate::sheet::check_form;

pub(crate) fn fixture(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/formats").join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn paper(name: &str) -> Document {
    let paper = read(&fixture(name), &PaperLimits::default()).unwrap();
    check_form(&paper);
    paper
}

#[test]
fn typst_in_two_columns() {
    let paper = paper("two-columns-en.pdf");
    let blocks = blocks(&paper);
    let headings: Vec<_> = blocks.iter().filter(|(kind, _)| matches!(kind, BlockKind::Heading(_))).collect();
    let expected = [
        (BlockKind::Heading(1), "1 Counting boats from a window"),
        (BlockKind::Heading(1), "2 What the ledger says"),
        (BlockKind::Heading(2), "2.1 The part of the tide"),
        (BlockKind::Heading(1), "3 What remains open"),
        (BlockKind::Heading(1), "4 References"),
    ];
    assert_eq!(headings, expected.iter().collect::<Vec<_>>());
    let of = |kind: BlockKind| {
        blocks.iter().filter(|(k, _)| *k == kind).map(|(_, text)| *text).collect::<Vec<_>>()
    };
    assert_eq!(of(BlockKind::Footnote), ["¹ The nine days all fall into November."]);
    assert_eq!(of(BlockKind::Caption), ["Table 1: Boats and storms by year"]);
    assert_eq!(of(BlockKind::Table), ["year\tboats\tstorms\n1\t412\t4\n2\t398\t3"]);
    assert_eq!(of(BlockKind::Reference).len(), 2);
    for whole in [
        "The ledger is complete but for nine days, on which fog covered the water so thickly that not even the nearest \
         masts could be made out. ¹",
        "Most owners seem to rely on the behavior of gulls, on stiffness in an old shoulder, and on each other; the \
         official warning reaches the harbor when half of the boats have already been brought to the inner basin.",
        "Leaving these hours out does not change the result, although it makes the curves considerably smoother than \
         they would otherwise be.",
    ] {
        assert!(blocks.iter().any(|(_, text)| text.contains(whole)), "{whole}\nin\n{}", paper.text);
    }
    assert!(!paper.text.contains("Journal of Small Harbors"));
    assert_eq!(paper.meta.title.as_deref(), Some("Counting Boats"));
    assert_eq!(paper.meta.author.as_deref(), Some("A. Keeper"));
    assert_eq!(paper.meta.date.as_deref(), Some("2024-05-02T00:00:00"));
}

#[test]
fn weasyprint_in_chinese() {
    let paper = paper("page-zh.pdf");
    let expected = [
        (BlockKind::Heading(1), "港口的船"),
        (BlockKind::Heading(1), "一、引言"),
        (
            BlockKind::Paragraph,
            "看守人每天都数一数港口的船，每天都把船的数目记在账上。船在大风之前就走了，还是在大风之后才走？\
             看守人不知道，账上也没有。",
        ),
        (BlockKind::Quote, "船在水上，人在岸上；船知道的，人不知道。这是看守人每天都说的一句话。"),
        (BlockKind::Paragraph, "大风之前船就走了，这是账上的数目说的。"),
        (BlockKind::Heading(1), "参考文献"),
        (BlockKind::Reference, "[1] 看守人. 港口的账. 港口, 1987."),
        (BlockKind::Reference, "[2] 看守人. 水上的大风. 港口, 1991."),
    ];
    assert_eq!(blocks(&paper), expected);
    assert_eq!(hidden(&paper), [(HiddenWhy::Color, "这一句是白的，人看不到。")]);
}

#[test]
fn reportlab_with_a_font_that_is_not_embedded() {
    let paper = paper("cid-zh.pdf");
    assert!(paper.text.starts_with("港务所在去年春天关闭以后，"), "{}", paper.text);
    // The second page begins inside the sentence that it ends.
    assert!(paper.text.contains("而看守人已经没有力气再去修理窗户。"), "{}", paper.text);
    assert_eq!(pages(&paper).iter().map(|page| page.page).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(page_of(&paper, paper.text.find("已经没有").unwrap()), Some(2));
    assert!(!paper.text.contains("小港口学刊"));
}
