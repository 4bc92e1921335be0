//! Text of Word documents that is seen and has to be read, and text that is there and not seen.

use ibid::Document;
use ibid::structure::{HiddenWhy, NotReadKind};
use ibid_read::formats::{PaperLimits, read};

use crate::parts::{hidden, package};

const STYLES: &str = r#"<w:styles>
    <w:style w:type="paragraph" w:styleId="Toc1"><w:name w:val="toc 1"/></w:style>
    <w:style w:type="paragraph" w:styleId="H"><w:name w:val="heading 1"/></w:style>
    <w:style w:type="paragraph" w:styleId="Pale"><w:name w:val="pale"/><w:rPr><w:color w:val="F4F4F4"/></w:rPr></w:style>
    <w:style w:type="character" w:styleId="White"><w:name w:val="white"/><w:rPr><w:color w:val="FEFEFE"/></w:rPr></w:style>
    <w:style w:type="character" w:styleId="Whiter"><w:name w:val="whiter"/><w:basedOn w:val="White"/></w:style>
    <w:style w:type="character" w:styleId="Small"><w:name w:val="small"/><w:rPr><w:sz w:val="2"/></w:rPr></w:style>
    <w:style w:type="character" w:styleId="Theme"><w:name w:val="t"/><w:rPr><w:color w:val="000000" w:themeColor="background1" w:themeShade="F2"/></w:rPr></w:style>
    <w:style w:type="table" w:styleId="Grid"><w:name w:val="grid"/>
        <w:tblStylePr w:type="firstRow"><w:rPr><w:color w:val="FFFFFF"/></w:rPr><w:tcPr><w:shd w:val="clear" w:fill="1F3864"/></w:tcPr></w:tblStylePr></w:style>
</w:styles>"#;

fn with(body: &str, more: &[(&str, &str)]) -> Document {
    let document = format!("<w:document><w:body>{body}</w:body></w:document>");
    let parts = [&[("word/document.xml", document.as_str()), ("word/styles.xml", STYLES)], more].concat();
    read(&package(&parts), &PaperLimits::default()).unwrap()
}

fn styled(style: &str, text: &str) -> String {
    format!("<w:p><w:pPr><w:pStyle w:val=\"{style}\"/></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>")
}

fn run(look: &str, text: &str) -> String {
    format!("<w:r><w:rPr>{look}</w:rPr><w:t xml:space=\"preserve\">{text}</w:t></w:r>")
}

#[test]
fn a_style_of_contents_alone_drops_no_prose() {
    let all = ["Boats\t1", "The boats left before the storm."].map(|text| styled("Toc1", text)).concat();
    let paper = with(&format!("{all}{}", styled("H", "Boats")), &[]);
    assert_eq!(paper.text, "The boats left before the storm.\n\nBoats");
}

#[test]
fn pale_and_small_text_is_hidden_by_styles_and_by_the_theme() {
    let by = |style: &str, text: &str| run(&format!("<w:rStyle w:val=\"{style}\"/>"), text);
    let runs = [by("White", "a"), by("Small", "b"), by("Whiter", "c"), by("Theme", "d"), run("", "Seen")];
    let paper = with(&format!("<w:p>{}</w:p>{}", runs.concat(), styled("Pale", "e")), &[]);
    assert_eq!(paper.text, "Seen");
    let all: String = hidden(&paper).iter().map(|(_, text)| *text).collect();
    assert_eq!(all, "abcde");
    assert_eq!(hidden(&paper)[1].0, HiddenWhy::Tiny);
}

#[test]
fn letters_without_paint_and_lines_without_height_are_hidden() {
    let clear = run("<w14:textFill><w14:noFill/></w14:textFill>", "a");
    let flat =
        "<w:p><w:pPr><w:spacing w:line=\"20\" w:lineRule=\"exact\"/></w:pPr><w:r><w:t>b</w:t></w:r></w:p>";
    let paper = with(&format!("<w:p>{clear}{}</w:p>{flat}", run("<w:w w:val=\"1\"/>", "c")), &[]);
    assert_eq!(paper.text, "");
    assert_eq!(hidden(&paper), [(HiddenWhy::Color, "a"), (HiddenWhy::Tiny, "c"), (HiddenWhy::Tiny, "b")]);
}

#[test]
fn white_text_is_seen_on_what_is_dark() {
    let white = run("<w:color w:val=\"FFFFFF\"/>", "Seen");
    let check = |body: &str, more: &[(&str, &str)]| {
        let paper = with(body, more);
        assert_eq!((paper.text.as_str(), paper.structure.hidden.len()), ("Seen", 0), "{body}");
    };
    check(&format!("<w:p><w:pPr><w:shd w:val=\"clear\" w:fill=\"000000\"/></w:pPr>{white}</w:p>"), &[]);
    let cell = |inner: &str| format!("<w:tbl><w:tr><w:tc>{inner}<w:p>{white}</w:p></w:tc></w:tr></w:tbl>");
    check(&cell("<w:tcPr><w:shd w:val=\"clear\" w:fill=\"1F3864\"/></w:tcPr>"), &[]);
    check(
        "<w:tbl><w:tblPr><w:tblStyle w:val=\"Grid\"/><w:tblLook w:val=\"04A0\"/></w:tblPr><w:tr><w:tc><w:p><w:r><w:t>Seen</w:t></w:r></w:p></w:tc></w:tr></w:tbl>",
        &[],
    );
    let shape = format!(
        "<w:p><w:r><w:drawing><wp:inline><a:graphic><wps:wsp><wps:spPr><a:solidFill><a:srgbClr val=\"203060\"/></a:solidFill></wps:spPr><wps:txbx><w:txbxContent><w:p>{white}</w:p></w:txbxContent></wps:txbx></wps:wsp></a:graphic></wp:inline></w:drawing></w:r></w:p>"
    );
    check(&shape, &[]);
    let dark = format!(
        "<w:document><w:background w:color=\"101010\"/><w:body><w:p>{white}</w:p></w:body></w:document>"
    );
    let shown = "<w:settings><w:displayBackgroundShape/></w:settings>";
    let paper = read(
        &package(&[("word/document.xml", &dark), ("word/settings.xml", shown)]),
        &PaperLimits::default(),
    );
    assert_eq!(paper.unwrap().text, "Seen");
    let paper = read(
        &package(&[("word/document.xml", &dark), ("word/settings.xml", "<w:settings/>")]),
        &PaperLimits::default(),
    );
    assert_eq!(hidden(&paper.unwrap()), [(HiddenWhy::Color, "Seen")]);
}

#[test]
fn vanish_with_no_is_visible_whatever_the_style() {
    let runs = ["0", "false", "off"].map(|no| run(&format!("<w:vanish w:val=\"{no}\"/>"), "a"));
    assert_eq!(with(&format!("<w:p>{}</w:p>", runs.concat()), &[]).text, "aaa");
}

#[test]
fn reading_aids_are_no_part_of_the_words_and_other_text_over_them_is_read() {
    let ruby = |base: &str, text: &str| {
        format!(
            "<w:r><w:ruby><w:rubyPr/><w:rt>{}</w:rt><w:rubyBase>{}</w:rubyBase></w:ruby></w:r>",
            run("", text),
            run("", base)
        )
    };
    let paper =
        with(&format!("<w:p>{}{}{}</w:p>", ruby("看", "kān"), ruby("守", "shǒu"), run("", "人")), &[]);
    assert_eq!((paper.text.as_str(), paper.structure.hidden.len()), ("看守人", 0));
    let paper = with(&format!("<w:p>{}</w:p>", ruby("x", "The boats left before the storm.")), &[]);
    assert_eq!(paper.text, "x\n\nThe boats left before the storm.");
}

#[test]
fn text_of_other_parts_is_read_where_it_is_shown() {
    let relations = r#"<Relationships>
        <Relationship Id="c" Type="http://x/chart" Target="charts/chart1.xml"/>
        <Relationship Id="d" Type="http://x/diagramData" Target="diagrams/data1.xml"/>
        <Relationship Id="h" Type="http://x/aFChunk" Target="a.html"/>
        <Relationship Id="r" Type="http://x/aFChunk" Target="/word/a.rtf"/></Relationships>"#;
    let parts = [
        ("word/_rels/document.xml.rels", relations),
        (
            "word/charts/chart1.xml",
            "<c:chart><c:title><a:p><a:r><a:t>Chart</a:t></a:r></a:p></c:title><c:strCache><c:pt><c:v>one</c:v></c:pt><c:pt><c:v>two</c:v></c:pt></c:strCache></c:chart>",
        ),
        (
            "word/diagrams/data1.xml",
            "<dgm:dataModel><dgm:pt><dgm:t><a:p><a:r><a:t>Diagram</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:dataModel>",
        ),
        ("word/a.html", "<html><body><p>Page</p></body></html>"),
        ("word/a.rtf", "{\\rtf1 Letter\\par}"),
    ];
    let body = "<w:p><w:r><c:chart r:id=\"c\"/><dgm:relIds r:dm=\"d\"/></w:r></w:p><w:altChunk r:id=\"h\"/><w:altChunk r:id=\"r\"/><w:p><w:r><w:pict><v:shape><v:textpath string=\"Art\"/></v:shape></w:pict></w:r></w:p>";
    let text = with(body, &parts).text;
    assert_eq!(text, "Chart\n\none two\n\nDiagram\n\nPage\n\nLetter\n\nArt");
}

#[test]
fn a_page_inside_a_document_obeys_its_style_sheets() {
    let relations =
        r#"<Relationships><Relationship Id="h" Type="http://x/aFChunk" Target="a.html"/></Relationships>"#;
    let hidden = |head: &str, body: &str| {
        let page = format!("<html><head>{head}</head><body><p>Seen.</p>{body}</body></html>");
        let parts = [("word/_rels/document.xml.rels", relations), ("word/a.html", &page)];
        let paper = with("<w:altChunk r:id=\"h\"/>", &parts);
        let texts = paper.structure.hidden.into_iter().map(|hidden| hidden.text);
        (paper.text, texts.collect::<Vec<_>>().join("|"))
    };
    let found = |text: &str, hidden: &str| (text.to_owned(), hidden.to_owned());
    let gone = "<style>.x{display:none}</style>";
    assert_eq!(hidden(gone, "<p class=\"x\">Gone.</p>"), found("Seen.", "Gone."));
    let linked = "<link rel=\"stylesheet\" href=\"data:text/css,.x{display:none}\"/>";
    assert_eq!(hidden(linked, "<p class=\"x\">Gone.</p>"), found("Seen.", "Gone."));
    assert_eq!(hidden("", "<p><font color=\"white\">Gone.</font></p>"), found("Seen.", "Gone."));
    assert_eq!(hidden("", &"<br>".repeat(300)), found("Seen.", ""));
    assert_eq!(hidden(&"<meta>".repeat(300), ""), found("Seen.", ""));
    let unknown = "<link rel=\"stylesheet\" href=\"a.css\"/>";
    assert_eq!(hidden(unknown, "<p style=\"color:white\">Too.</p>"), found("Seen.\n\nToo.", ""));
}

#[test]
fn the_package_says_which_part_is_the_document() {
    let real = "<w:document><w:body><w:p><w:r><w:t>Seen</w:t></w:r></w:p></w:body></w:document>";
    let root = r#"<Relationships><Relationship Id="r" Type="http://x/officeDocument" Target="word/document2.xml"/></Relationships>"#;
    let paper = with("", &[("_rels/.rels", root), ("word/document2.xml", real)]);
    assert_eq!(paper.text, "Seen");
}

#[test]
fn running_text_at_the_head_of_a_page_is_read() {
    let relations = r#"<Relationships><Relationship Id="a" Type="http://x/header" Target="header1.xml"/></Relationships>"#;
    let head = |text: &str| format!("<w:hdr><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:hdr>");
    let long = "The keeper counted the boats. ".repeat(10);
    let read = |text: &str| {
        with("", &[("word/_rels/document.xml.rels", relations), ("word/header1.xml", &head(text))]).text
    };
    assert_eq!(read("Of boats, page 3"), "");
    assert_eq!(read(&long), long.trim());
}

#[test]
fn remarks_and_embedded_files_are_counted_as_not_read() {
    let relations = r#"<Relationships><Relationship Id="c" Type="http://x/comments" Target="comments.xml"/>
        <Relationship Id="e" Type="http://x/package" Target="e.xlsx"/></Relationships>"#;
    let remarks = "<w:comments><w:comment/><w:comment><w:p/></w:comment></w:comments>";
    let paper = with("", &[("word/_rels/document.xml.rels", relations), ("word/comments.xml", remarks)]);
    let counts: Vec<_> = paper.structure.not_read.into_iter().collect();
    assert_eq!(counts, [(NotReadKind::EmbeddedParts, 1), (NotReadKind::Annotations, 2)]);
}
