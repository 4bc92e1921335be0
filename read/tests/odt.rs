//! OpenDocument texts, whose parts are written by hand.

use ibid::Document;
use ibid::structure::{BlockKind, HiddenWhy};
use ibid_read::formats::{Fault, PaperLimits, read};

use crate::parts::{blocks, hidden, packed};

const STYLES: &str = r##"<office:document-styles><office:styles>
    <style:default-style style:family="paragraph"/>
    <style:style style:name="Text_20_body" style:family="paragraph"/>
    <style:style style:name="Heading_20_1" style:display-name="Heading 1" style:family="paragraph"/>
    <style:style style:name="Quotations" style:family="paragraph"/>
    <style:style style:name="Preformatted_20_Text" style:family="paragraph"/>
    <style:style style:name="Caption" style:family="paragraph"/>
    <style:style style:name="Table" style:family="paragraph" style:parent-style-name="Caption"/>
    <style:style style:name="Contents_20_1" style:family="paragraph"/>
    <style:style style:name="A" style:family="paragraph" style:parent-style-name="B"/>
    <style:style style:name="B" style:family="paragraph" style:parent-style-name="A"/>
    <style:style style:name="White" style:family="text"><style:text-properties fo:color="#ffffff"/></style:style>
    </office:styles></office:document-styles>"##;

const AUTOMATIC: &str = r##"<office:automatic-styles>
    <style:style style:name="P1" style:family="paragraph" style:parent-style-name="Quotations"/>
    <style:style style:name="White" style:family="paragraph"/>
    <style:style style:name="PW" style:family="paragraph"><style:text-properties fo:color="#FFFFFF"/></style:style>
    <style:style style:name="T1" style:family="text"><style:text-properties text:display="none"/></style:style>
    <style:style style:name="T2" style:family="text" style:parent-style-name="White"/>
    <style:style style:name="T3" style:family="text"><style:text-properties fo:font-size="1pt"/></style:style>
    <style:style style:name="T4" style:family="text"><style:text-properties fo:color="#ffffff" fo:background-color="#000000"/></style:style>
    <style:style style:name="T5" style:family="text"><style:text-properties style:use-window-font-color="true"/></style:style>
    <style:style style:name="C1" style:family="table-cell"><style:table-cell-properties fo:background-color="#003366"/></style:style>
    <style:style style:name="F1" style:family="graphic"><style:graphic-properties draw:fill-color="#003366"/></style:style>
    </office:automatic-styles>"##;

const META: &str = "<office:document-meta><office:meta><dc:title>Boats &amp; storms</dc:title>\
    <dc:creator>Bo</dc:creator><meta:initial-creator>Ada Holm</meta:initial-creator>\
    <meta:creation-date>2026-01-02</meta:creation-date><dc:date>2026-02-03</dc:date>\
    <meta:generator>Quill</meta:generator></office:meta></office:document-meta>";

fn content(body: &str) -> String {
    format!(
        "<office:document-content>{AUTOMATIC}<office:body><office:text>{body}</office:text></office:body></office:document-content>"
    )
}

fn document(body: &str) -> Document {
    let content = content(body);
    let parts = [
        ("mimetype", "application/vnd.oasis.opendocument.text"),
        ("content.xml", content.as_str()),
        ("styles.xml", STYLES),
        ("meta.xml", META),
    ];
    read(&packed(&parts), &PaperLimits::default()).unwrap()
}

fn p(style: &str, text: &str) -> String {
    format!("<text:p text:style-name=\"{style}\">{text}</text:p>")
}

#[test]
fn blocks_are_known_by_their_styles_and_the_parents_of_these() {
    let all = [
        "<text:table-of-content><text:index-body><text:p>Boats 3</text:p></text:index-body></text:table-of-content>",
        &p("Contents_20_1", "Storms 4"),
        "<text:h text:outline-level=\"2\">Boats</text:h>",
        "<text:h>港口</text:h>",
        &p("Heading_20_1", "Storms"),
        &p("P1", "They &lt;all&gt; left."),
        &p("A", "A circle of styles is none."),
        &p("Table", "Table 1. Boats"),
        &p("Subtitle", "A style that is not written down"),
        &p("Preformatted_20_Text", "a<text:s text:c=\"3\"/>b"),
        &p("Preformatted_20_Text", "c"),
        "<text:list><text:list-item><text:p><text:number>1.</text:number>看守人数船。</text:p></text:list-item></text:list>",
        &p("", "参考文献"),
        &p("", "[1] 看守人. 港口的账."),
    ];
    let paper = document(&all.concat());
    assert_eq!(
        blocks(&paper),
        [
            (BlockKind::Heading(2), "Boats"),
            (BlockKind::Heading(1), "港口"),
            (BlockKind::Heading(1), "Storms"),
            (BlockKind::Quote, "They <all> left."),
            (BlockKind::Paragraph, "A circle of styles is none."),
            (BlockKind::Caption, "Table 1. Boats"),
            (BlockKind::Heading(2), "A style that is not written down"),
            (BlockKind::Code, "a   b\nc"),
            (BlockKind::Paragraph, "看守人数船。"),
            (BlockKind::Heading(1), "参考文献"),
            (BlockKind::Reference, "[1] 看守人. 港口的账."),
        ]
    );
    let metadata = paper.meta;
    assert_eq!(
        [metadata.title, metadata.author, metadata.date].map(Option::unwrap),
        ["Boats & storms", "Ada Holm", "2026-01-02"]
    );
}

#[test]
fn text_is_read_through_what_stands_in_it() {
    let paper = document(&p(
        "",
        "He\n  counted<text:s/><text:span>the <text:a>boats</text:a></text:span><text:tab/>twice<text:line-break/>and\
         <office:annotation><dc:creator>Bo</dc:creator><text:p>Really?</text:p></office:annotation> left\
         <text:bookmark-ref>, see 2</text:bookmark-ref><text:ruby><text:ruby-base>船</text:ruby-base>\
         <text:ruby-text>chuán</text:ruby-text></text:ruby>.<text:title>Boats</text:title>",
    ));
    assert_eq!(paper.text, "He counted the boats twice\nand left, see 2船.Boats");
}

#[test]
fn deleted_text_is_left_out_and_what_came_stays() {
    let paper = document(
        "<text:tracked-changes><text:changed-region><text:deletion><text:p>sank</text:p></text:deletion>\
         </text:changed-region></text:tracked-changes>\
         <text:p>The boats <text:change/><text:change-start/>left<text:change-end/>.</text:p>",
    );
    assert_eq!(paper.text, "The boats left.");
}

#[test]
fn notes_stand_behind_their_paragraph_without_their_mark() {
    let note = "<text:note text:note-class=\"footnote\"><text:note-citation>1</text:note-citation>\
        <text:note-body><text:p>See the ledger.</text:p><text:p>见账本。</text:p></text:note-body></text:note>";
    let paper =
        document(&[&p("", &format!("He counted{note} them.")), p("", "Every day.").as_str()].concat());
    assert_eq!(
        blocks(&paper),
        [
            (BlockKind::Paragraph, "He counted them."),
            (BlockKind::Footnote, "See the ledger. 见账本。"),
            (BlockKind::Paragraph, "Every day.")
        ]
    );
}

#[test]
fn a_bibliography_is_the_list_of_references() {
    let paper = document(
        "<text:bibliography><text:bibliography-source><text:index-title-template>x</text:index-title-template>\
         </text:bibliography-source><text:index-body><text:index-title><text:p>Sources</text:p></text:index-title>\
         <text:p>Holm: Boats. 1998.</text:p></text:index-body></text:bibliography><text:p>After.</text:p>",
    );
    assert_eq!(
        blocks(&paper),
        [
            (BlockKind::Heading(1), "Sources"),
            (BlockKind::Reference, "Holm: Boats. 1998."),
            (BlockKind::Paragraph, "After.")
        ]
    );
}

#[test]
fn tables_have_cells_and_text_boxes_come_after_their_paragraph() {
    let cell = |text: &str| format!("<table:table-cell>{text}</table:table-cell>");
    let row = |cells: &str| format!("<table:table-row>{cells}</table:table-row>");
    let inner =
        format!("<table:table>{}</table:table>", row(&[cell(&p("", "in")), cell(&p("", "side"))].concat()));
    let head = row(&[cell(&p("", "year")), cell(&p("", "船"))].concat());
    let repeated =
        "<table:table-cell table:number-columns-repeated=\"900000000\"><text:p>x</text:p></table:table-cell>";
    let last = row(&[cell(&p("", "1")), cell(&inner), repeated.to_owned()].concat());
    let table =
        format!("<table:table><table:table-header-rows>{head}</table:table-header-rows>{last}</table:table>");
    let boxed = format!(
        "Before<draw:frame><draw:text-box>{table}{}</draw:text-box><svg:desc>A boat</svg:desc></draw:frame> and after.",
        p("Caption", "Boats")
    );
    assert_eq!(
        blocks(&document(&p("", &boxed))),
        [
            (BlockKind::Paragraph, "Before and after."),
            (BlockKind::Table, "year\t船\n1\tin side\tx"),
            (BlockKind::Caption, "Boats"),
        ]
    );
}

#[test]
fn hidden_text_is_kept_apart() {
    let span = |style: &str, text: &str| format!("<text:span text:style-name=\"{style}\">{text}</text:span>");
    let all = [
        p("", &["Seen", &span("T1", "a"), &span("T2", "b"), &span("T3", "c"), &span("T4", " too")].concat()),
        p("PW", &["d", &span("T5", "Shown.")].concat()),
        p("White", "A paragraph's style is no text's."),
        "<text:section text:display=\"none\"><text:p>e<text:note><text:note-body><text:p>f</text:p></text:note-body></text:note></text:p></text:section>".to_owned(),
        p("", "<text:hidden-text text:is-hidden=\"true\" text:string-value=\"g\"/>Left."),
        p("", "h<text:hidden-paragraph text:is-hidden=\"true\"/>i"),
        "<table:table><table:table-row><table:table-cell table:style-name=\"C1\"><text:p text:style-name=\"PW\">On blue.</text:p></table:table-cell></table:table-row></table:table>".to_owned(),
        p("", "<draw:frame draw:style-name=\"F1\"><draw:text-box><text:p text:style-name=\"PW\">In a box.</text:p></draw:text-box></draw:frame>"),
    ];
    let paper = document(&all.concat());
    assert_eq!(
        paper.text,
        "Seen too\n\nShown.\n\nA paragraph's style is no text's.\n\nLeft.\n\nOn blue.\n\nIn a box."
    );
    let (not_shown, color) = (HiddenWhy::NotShown, HiddenWhy::Color);
    assert_eq!(
        hidden(&paper),
        [
            (not_shown, "a"),
            (color, "b"),
            (HiddenWhy::Tiny, "c"),
            (color, "d"),
            (not_shown, "e"),
            (not_shown, "f"),
            (not_shown, "g"),
            (not_shown, "hi"),
        ]
    );
}

#[test]
fn a_file_of_xml_alone_is_read_too() {
    let body = p("Quotations", "他们走了。");
    let meta = META.replace("office:document-meta", "x");
    let file = format!(
        "<?xml version=\"1.0\"?><office:document>{meta}{}<office:body><office:text>{body}</office:text></office:body></office:document>",
        STYLES.replace("office:document-styles", "x")
    );
    let paper = read(file.as_bytes(), &PaperLimits::default()).unwrap();
    assert_eq!(blocks(&paper), [(BlockKind::Quote, "他们走了。")]);
    assert_eq!(paper.meta.author.as_deref(), Some("Ada Holm"));
}

#[test]
fn what_is_encrypted_broken_or_too_large_says_so() {
    let fault = |parts: &[(&str, &str)], limits: &PaperLimits| {
        read(&packed(&[&[("mimetype", "application/vnd.oasis.opendocument.text")], parts].concat()), limits)
            .unwrap_err()
    };
    let plain = PaperLimits::default();
    let manifest = "<manifest:manifest><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>";
    assert_eq!(fault(&[("META-INF/manifest.xml", manifest)], &plain), Fault::Encrypted);
    assert_eq!(fault(&[], &plain), Fault::Damaged("content.xml is missing".to_owned()));
    let slides = "<office:document-content><office:body><office:presentation/></office:body></office:document-content>";
    assert!(matches!(fault(&[("content.xml", slides)], &plain), Fault::Unsupported { .. }));
    let deep = content(&"<text:section>".repeat(100_000));
    assert!(matches!(fault(&[("content.xml", &deep)], &plain), Fault::TooLarge { limit: 256, .. }));
    let cells = "<table:table-cell table:number-columns-repeated=\"100\"/>".repeat(10_000);
    let wide = content(&format!("<table:table><table:table-row>{cells}</table:table-row></table:table>"));
    let small = PaperLimits { unpacked_bytes: 4 << 20, ..PaperLimits::default() };
    assert!(matches!(fault(&[("content.xml", &wide)], &small), Fault::TooLarge { .. }));
    let text = content(&p("", "The boats left the harbour."));
    let whole = packed(&[("mimetype", "application/vnd.oasis.opendocument.text"), ("content.xml", &text)]);
    for end in (0..whole.len()).step_by(31) {
        assert!(read(&whole[..end], &plain).is_err());
    }
    for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
        // A text that is cut off is read as far as it goes, or said to be damaged.
        let _ = read(&packed(&[("content.xml", text.get(..end).unwrap())]), &plain);
    }
}

#[test]
fn what_styles_hide_is_kept_apart_and_what_is_seen_over_letters_or_in_lists_is_read() {
    let styles = "<office:automatic-styles><style:style style:name=\"P\" style:family=\"paragraph\"><style:text-properties fo:color=\"#fafafa\"/></style:style>\
        <style:style style:name=\"N\" style:family=\"paragraph\"><style:text-properties style:text-scale=\"1%\"/></style:style></office:automatic-styles>";
    let flat = |body: &str, more: &str| {
        let file = format!(
            "<office:document office:mimetype=\"application/vnd.oasis.opendocument.text\">{styles}{more}<office:body><office:text>{body}</office:text></office:body></office:document>"
        );
        read(file.as_bytes(), &PaperLimits::default()).unwrap()
    };
    let paper = flat(
        "<text:p text:style-name=\"P\">a</text:p><text:p text:style-name=\"N\">b</text:p><text:p>Seen</text:p>",
        "",
    );
    let lost: String = paper.structure.hidden.iter().map(|hidden| hidden.text.as_str()).collect();
    assert_eq!((paper.text.as_str(), lost.as_str()), ("Seen", "ab"));
    let white = "<office:styles><style:default-style style:family=\"paragraph\"><style:text-properties fo:color=\"#ffffff\"/></style:default-style></office:styles>";
    assert_eq!(flat("<text:p>c</text:p>", white).text, "");
    let dark = format!("{white}<style:page-layout-properties fo:background-color=\"#101010\"/>");
    assert_eq!(flat("<text:p>Seen</text:p>", &dark).text, "Seen");
    let ruby = |base: &str, text: &str| {
        format!(
            "<text:ruby><text:ruby-base>{base}</text:ruby-base><text:ruby-text>{text}</text:ruby-text></text:ruby>"
        )
    };
    assert_eq!(flat(&format!("<text:p>{}人</text:p>", ruby("看", "kān")), "").text, "看人");
    assert_eq!(flat(&format!("<text:p>{}</text:p>", ruby("x", "They left.")), "").text, "x\n\nThey left.");
    let list = "<text:table-of-content><text:index-body><text:p>Boats 1</text:p><text:p>They left.</text:p></text:index-body></text:table-of-content><text:h>Boats</text:h>";
    assert_eq!(flat(list, "").text, "They left.\n\nBoats");
}
