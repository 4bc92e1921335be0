//! Word documents, whose parts are written by hand.

use ibid::Document;
use ibid::structure::{BlockKind, HiddenWhy};
use ibid_read::formats::{Fault, PaperLimits, read};

use crate::parts::{blocks, package};

const STYLES: &str = r#"<w:styles>
    <w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>
    <w:style w:styleId="Mine"><w:name w:val="My heading"/><w:basedOn w:val="berschrift1"/></w:style>
    <w:style w:styleId="Zitat"><w:name w:val="Quote"/></w:style>
    <w:style w:styleId="Code"><w:name w:val="Source Code"/></w:style>
    <w:style w:styleId="V1"><w:name w:val="toc 1"/></w:style>
    <w:style w:styleId="A"><w:name w:val="a"/><w:basedOn w:val="B"/></w:style>
    <w:style w:styleId="B"><w:name w:val="b"/><w:basedOn w:val="A"/></w:style>
    <w:style w:styleId="Gone"><w:name w:val="gone"/><w:rPr><w:vanish/></w:rPr></w:style>
</w:styles>"#;

fn document(body: &str) -> Document {
    let document = format!("<w:document><w:body>{body}</w:body></w:document>");
    let notes = "<w:footnotes><w:footnote w:type=\"separator\" w:id=\"-1\"><w:p/></w:footnote>\
        <w:footnote w:id=\"2\"><w:p><w:r><w:footnoteRef/></w:r><w:r><w:t>See the ledger.</w:t></w:r></w:p></w:footnote></w:footnotes>";
    let core = "<cp:coreProperties><dc:title>Boats &amp; storms</dc:title><dc:creator>Ada Holm</dc:creator></cp:coreProperties>";
    let parts = [
        ("word/document.xml", document.as_str()),
        ("word/styles.xml", STYLES),
        ("word/footnotes.xml", notes),
        ("docProps/core.xml", core),
        ("docProps/app.xml", "<Properties><Application>Quill</Application></Properties>"),
    ];
    read(&package(&parts), &PaperLimits::default()).unwrap()
}

fn paragraph(style: &str, runs: &str) -> String {
    let style = if style.is_empty() {
        String::new()
    } else {
        format!("<w:pPr><w:pStyle w:val=\"{style}\"/></w:pPr>")
    };
    format!("<w:p>{style}{runs}</w:p>")
}

fn run(text: &str) -> String {
    format!("<w:r><w:t xml:space=\"preserve\">{text}</w:t></w:r>")
}

#[test]
fn blocks_are_known_by_the_names_of_styles_whatever_their_ids() {
    let all = [
        paragraph("V1", &run("1 Boats 3")),
        paragraph("berschrift1", &run("Boats")),
        paragraph("Mine", &run("Storms")),
        paragraph("A", &run("A circle of styles is none.")),
        paragraph("Zitat", &run("They &lt;all&gt; left.")),
        "<w:p><w:pPr><w:outlineLvl w:val=\"1\"/></w:pPr><w:r><w:t>Outlined</w:t></w:r></w:p>".to_owned(),
        paragraph("", &run("参考文献")),
        paragraph("", &run("[1] 看守人. 港口的账.")),
    ];
    let paper = document(&all.concat());
    assert_eq!(
        blocks(&paper),
        [
            (BlockKind::Heading(1), "Boats"),
            (BlockKind::Heading(1), "Storms"),
            (BlockKind::Paragraph, "A circle of styles is none."),
            (BlockKind::Quote, "They <all> left."),
            (BlockKind::Heading(2), "Outlined"),
            (BlockKind::Heading(1), "参考文献"),
            (BlockKind::Reference, "[1] 看守人. 港口的账."),
        ]
    );
    let metadata = paper.meta;
    assert_eq!(
        [metadata.title.as_deref(), metadata.author.as_deref()],
        [Some("Boats & storms"), Some("Ada Holm")]
    );
}

#[test]
fn changes_are_accepted_and_fields_show_their_results() {
    let paper = document(
        "<w:p><w:r><w:t xml:space=\"preserve\">The boats </w:t></w:r><w:del><w:r><w:delText>sank</w:delText></w:r></w:del>\
         <w:ins><w:r><w:t>left</w:t></w:r></w:ins><w:moveFrom><w:r><w:t>moved</w:t></w:r></w:moveFrom>\
         <w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r><w:instrText> REF a </w:instrText></w:r>\
         <w:r><w:t xml:space=\"preserve\"> at</w:t><w:noBreakHyphen/><w:t>sea</w:t><w:tab/><w:t>now</w:t><w:br/><w:t>and</w:t><w:softHyphen/><w:t>then.</w:t></w:r></w:p>",
    );
    assert_eq!(paper.text, "The boats left at-sea now\nandthen.");
}

#[test]
fn a_note_stands_behind_its_paragraph_and_no_number_in_it() {
    let body = "<w:p><w:r><w:t>He counted</w:t></w:r><w:r><w:footnoteReference w:id=\"2\"/></w:r><w:r><w:t xml:space=\"preserve\"> them.</w:t></w:r></w:p>";
    let paper = document(&[body, &paragraph("", &run("Every day."))].concat());
    assert_eq!(
        blocks(&paper),
        [
            (BlockKind::Paragraph, "He counted them."),
            (BlockKind::Footnote, "See the ledger."),
            (BlockKind::Paragraph, "Every day.")
        ]
    );
    assert_eq!(paper.structure.note_marks, [[10, 18]], "the mark stands behind `counted`");
}

#[test]
fn a_paragraph_that_is_indented_on_both_sides_is_a_quotation() {
    let indented = |sides: &str| format!("<w:p><w:pPr><w:ind {sides}/></w:pPr>{}</w:p>", run("They left."));
    let body = [
        "w:left=\"720\" w:right=\"720\"",
        "w:start=\"720\" w:end=\"400\"",
        "w:left=\"720\" w:hanging=\"360\"",
    ]
    .map(indented);
    let paper = document(&body.concat());
    let kinds: Vec<_> = blocks(&paper).into_iter().map(|(kind, _)| kind).collect();
    assert_eq!(kinds, [BlockKind::Quote, BlockKind::Quote, BlockKind::Paragraph]);
}

#[test]
fn hidden_text_is_kept_apart() {
    let hidden = |look: &str, text: &str| format!("<w:r><w:rPr>{look}</w:rPr><w:t>{text}</w:t></w:r>");
    let runs = [
        run("Seen"),
        hidden("<w:vanish/>", "a"),
        hidden("<w:color w:val=\"FFFFFF\"/>", "b"),
        hidden("<w:sz w:val=\"2\"/>", "c"),
        hidden("<w:rStyle w:val=\"Gone\"/>", "d"),
        hidden("<w:vanish w:val=\"0\"/>", " too"),
        hidden("<w:color w:val=\"FFFFFF\"/><w:shd w:fill=\"000000\"/>", " and this."),
    ];
    let paper = document(&paragraph("", &runs.concat()));
    assert_eq!(paper.text, "Seen too and this.");
    let hidden: Vec<_> =
        paper.structure.hidden.iter().map(|hidden| (hidden.why, hidden.text.as_str())).collect();
    assert_eq!(
        hidden,
        [
            (HiddenWhy::NotShown, "a"),
            (HiddenWhy::Color, "b"),
            (HiddenWhy::Tiny, "c"),
            (HiddenWhy::NotShown, "d")
        ]
    );
}

#[test]
fn tables_have_cells_and_those_for_the_layout_are_text() {
    let cell = |text: &str| format!("<w:tc>{}</w:tc>", paragraph("", &run(text)));
    let row =
        |cells: &[&str]| format!("<w:tr>{}</w:tr>", cells.iter().map(|text| cell(text)).collect::<String>());
    let table = |rows: &[String]| format!("<w:tbl>{}</w:tbl>", rows.concat());
    let paper = document(&table(&[row(&["year", "boats"]), row(&["1", "412"])]));
    assert_eq!(blocks(&paper), [(BlockKind::Table, "year\tboats\n1\t412")]);
    let paper = document(&table(&[row(&["year</w:t><w:tab/><w:t>of", "boats"])]));
    assert_eq!(blocks(&paper), [(BlockKind::Table, "year of\tboats")]);
    let long = "The keeper counted the boats. ".repeat(30);
    let paper = document(&table(&[row(&["Left", &long])]));
    assert_eq!(blocks(&paper), [(BlockKind::Paragraph, "Left"), (BlockKind::Paragraph, long.trim())]);
    // A table of one column is set for the layout; that in it is one.
    let inner = table(&[row(&["year", "boats"])]);
    let layout = format!("<w:tbl><w:tr><w:tc>{}{inner}</w:tc></w:tr></w:tbl>", paragraph("", &run("Before")));
    assert_eq!(
        blocks(&document(&layout)),
        [(BlockKind::Paragraph, "Before"), (BlockKind::Table, "year\tboats")]
    );
}

#[test]
fn lines_of_code_are_one_block_and_a_note_is_there_once() {
    let note = "<w:r><w:footnoteReference w:id=\"2\"/></w:r>";
    let all = [
        paragraph("Code", &run("let a = 1;")),
        paragraph("Code", &run("let b = 2;")),
        paragraph("", &[run("Then").as_str(), note, note].concat()),
    ];
    assert_eq!(
        blocks(&document(&all.concat())),
        [
            (BlockKind::Code, "let a = 1;\nlet b = 2;"),
            (BlockKind::Paragraph, "Then"),
            (BlockKind::Footnote, "See the ledger."),
        ]
    );
}

#[test]
fn a_text_box_that_is_there_in_two_forms_is_read_once() {
    let boxed = paragraph("", &run("In the box."));
    let paper = document(&format!(
        "<w:p>{}<w:r><mc:AlternateContent><mc:Choice><w:drawing><wp:docPr><w:t>alt</w:t></wp:docPr><w:txbxContent>{boxed}</w:txbxContent>\
         </w:drawing></mc:Choice><mc:Fallback><w:pict><w:txbxContent>{boxed}</w:txbxContent></w:pict></mc:Fallback>\
         </mc:AlternateContent></w:r>{}</w:p>",
        run("Before"),
        run(" and after.")
    ));
    assert_eq!(paper.text, "Before and after.\n\nIn the box.");
}

#[test]
fn what_is_no_document_or_too_large_says_so() {
    let fault = |bytes: &[u8], limits: &PaperLimits| read(bytes, limits).unwrap_err().to_string();
    let plain = PaperLimits::default();
    let sheet = package(&[("visio/document.xml", "<document/>")]);
    assert!(fault(&sheet, &plain).contains("an office file without a Word document cannot be read"));
    let body = format!("<w:document>{}</w:document>", paragraph("", &run(&"bomb ".repeat(100_000))));
    let large = package(&[("word/document.xml", &body)]);
    let small = PaperLimits { unpacked_bytes: 10_000, ..PaperLimits::default() };
    assert!(fault(&large, &small).starts_with("too large: more than 10000 bytes when unpacked"));
    // Little in the file, and much more when it is held.
    for (many, limit) in
        [("<w:p/>", 100_000), ("<w:tc/>", 20_000), ("<w:p><w:footnoteReference/></w:p>", 100_000)]
    {
        let body =
            format!("<w:document><w:tbl><w:tr><w:tc>{}</w:tc></w:tr></w:tbl></w:document>", many.repeat(300));
        let limits = PaperLimits { unpacked_bytes: limit, ..PaperLimits::default() };
        let file = package(&[("word/document.xml", &body)]);
        assert!(fault(&file, &limits).starts_with("too large"), "{many}");
        assert!(read(&file, &plain).is_ok());
    }
    let deep = format!("<w:document>{}", "<w:p>".repeat(100_000));
    assert!(
        fault(&package(&[("word/document.xml", &deep)]), &plain)
            .starts_with("too large: nested 257 levels deep")
    );
    let entity = "<!DOCTYPE a [<!ENTITY b \"bbbb\">]><w:document><w:p><w:r><w:t>a &b; c</w:t></w:r></w:p></w:document>";
    let paper = read(&package(&[("word/document.xml", entity)]), &plain).unwrap();
    assert!(!paper.text.contains("bbbb"), "{}", paper.text);
    let mut ole = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1".to_vec();
    ole.extend("EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes));
    assert_eq!(read(&ole, &plain), Err(Fault::Encrypted));
    let whole = package(&[("word/document.xml", &body)]);
    for end in (0..whole.len()).step_by(97) {
        assert!(read(&whole[..end], &plain).is_err());
    }
}

#[test]
fn changed_bytes_break_nothing() {
    let body: String =
        (0..40).map(|n| paragraph("Mine", &run(&format!("The boats of day {n} & more.")))).collect();
    let document = format!("<w:document><w:body>{body}</w:body></w:document>");
    let bytes = package(&[("word/document.xml", &document), ("word/styles.xml", STYLES)]);
    // The same numbers every time, so that what fails once fails again.
    let mut state = 7_u64;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % below
    };
    for _ in 0..400 {
        let mut changed = bytes.clone();
        let at = next(changed.len());
        changed[at] = next(256) as u8;
        let _ = read(&changed, &PaperLimits::default());
        let mut text = document.clone().into_bytes();
        for _ in 0..4 {
            let at = next(text.len());
            text[at] = b"<>&\"/ w:"[next(8)];
        }
        let text = String::from_utf8_lossy(&text).into_owned();
        let _ = read(&package(&[("word/document.xml", &text)]), &PaperLimits::default());
    }
}
