//! XML of articles and books, written by hand.

use ibid::Document;
use ibid::structure::BlockKind;
use ibid_read::formats::{Fault, PaperLimits, read};

fn document(xml: &str) -> Document {
    read(format!("<?xml version=\"1.0\"?>\n{xml}").as_bytes(), &PaperLimits::default()).unwrap()
}

fn check(xml: &str, expected: &[(BlockKind, &str)]) {
    let paper = document(xml);
    let blocks: Vec<_> =
        paper.structure.blocks.iter().map(|block| (block.kind, block.text(&paper.text))).collect();
    assert_eq!(blocks, expected);
}

#[test]
fn jats_is_read_with_its_title_notes_tables_and_references() {
    let xml = r#"<!DOCTYPE article><article xmlns:xlink="x"><front><journal-meta><journal-title>Harbours</journal-title></journal-meta>
<article-meta><title-group><article-title>Boats and <italic>Storms</italic></article-title></title-group>
<contrib-group><contrib><name><surname>Holm</surname><given-names>Ada</given-names></name></contrib><contrib><name><surname>Berg</surname></name></contrib></contrib-group>
<abstract><p>Boats leave.</p></abstract><kwd-group><kwd>boats</kwd></kwd-group></article-meta></front>
<body><sec><title>Storms</title><p>The keeper counts<fn><p>1 By hand.</p></fn> boats <xref ref-type="bibr">[1]</xref>.</p>
<disp-quote><p>They left.</p><p>All.</p></disp-quote>
<table-wrap><label>Table 1</label><caption><title>Boats</title></caption><table><tr><th>year</th><th>boats</th></tr><tr><td>1987</td><td>40</td></tr></table></table-wrap>
<sec><title>More</title><p>As <inline-formula><tex-math>\begin{document}</tex-math>n</inline-formula>:<disp-quote><p>Gone.</p></disp-quote> and so on.</p></sec></sec></body>
<back><ref-list><title>References</title><ref><label>1</label><element-citation><name><surname>Holm</surname><given-names>A</given-names></name><article-title>Boats</article-title><year>1987</year></element-citation></ref></ref-list></back></article>"#;
    check(
        xml,
        &[
            (BlockKind::Heading(1), "Boats and Storms"),
            (BlockKind::Paragraph, "Boats leave."),
            (BlockKind::Heading(2), "Storms"),
            (BlockKind::Paragraph, "The keeper counts boats [1]."),
            (BlockKind::Footnote, "1 By hand."),
            (BlockKind::Quote, "They left."),
            (BlockKind::Quote, "All."),
            (BlockKind::Paragraph, "Table 1"),
            (BlockKind::Caption, "Boats"),
            (BlockKind::Table, "year\tboats\n1987\t40"),
            (BlockKind::Heading(3), "More"),
            (BlockKind::Paragraph, "As n:"),
            (BlockKind::Quote, "Gone."),
            (BlockKind::Paragraph, "and so on."),
            (BlockKind::Heading(2), "References"),
            (BlockKind::Reference, "1 Holm A Boats 1987"),
        ],
    );
    let metadata = document(xml).meta;
    assert_eq!(
        (metadata.title.as_deref(), metadata.author.as_deref()),
        (Some("Boats and Storms"), Some("Holm Ada; Berg"))
    );
}

#[test]
fn tei_and_docbook_are_read() {
    check(
        r#"<TEI><teiHeader><fileDesc><titleStmt><title>港口的船</title><author>看守人</author></titleStmt><publicationStmt><p>港口</p></publicationStmt><sourceDesc><bibl><title>账</title></bibl></sourceDesc></fileDesc></teiHeader>
<text><body><div><head>引言</head><p>船在水<lb break="no"/>上，<quote>人在岸上</quote>。<note>账上。</note>船走了。</p><quote>大风之前。</quote><lg><l>一行</l><l>又一行</l></lg></div></body></text></TEI>"#,
        &[
            (BlockKind::Heading(1), "港口的船"),
            (BlockKind::Heading(2), "引言"),
            (BlockKind::Paragraph, "船在水上，“人在岸上”。船走了。"),
            (BlockKind::Footnote, "账上。"),
            (BlockKind::Quote, "大风之前。"),
            (BlockKind::Paragraph, "一行\n又一行"),
        ],
    );
    check(
        r#"<article xmlns="http://docbook.org/ns/docbook"><info><title>Boats</title><author><personname>Ada Holm</personname></author><copyright>1987</copyright></info>
<section><title>Storms</title><para>One<footnote><para>Two.</para></footnote> and <code>x</code>.</para><blockquote><para>Three.</para></blockquote>
<figure><title>A boat</title></figure><itemizedlist><listitem><para>Four</para></listitem></itemizedlist><programlisting>if a:
  b</programlisting></section></article>"#,
        &[
            (BlockKind::Heading(1), "Boats"),
            (BlockKind::Heading(2), "Storms"),
            (BlockKind::Paragraph, "One and x."),
            (BlockKind::Footnote, "Two."),
            (BlockKind::Quote, "Three."),
            (BlockKind::Caption, "A boat"),
            (BlockKind::Paragraph, "Four"),
            (BlockKind::Code, "if a:\nb"),
        ],
    );
}

#[test]
fn of_names_that_nobody_knows_each_element_with_text_is_a_block() {
    check(
        "<log><entry id=\"1\"><who>Ada &amp; Bo</who><what>A boat <b>left</b> &#x201C;early&#x201D;.</what></entry><entry><![CDATA[All < 3]]></entry></log>",
        &[
            (BlockKind::Paragraph, "Ada & Bo"),
            (BlockKind::Paragraph, "A boat left “early”."),
            (BlockKind::Paragraph, "All < 3"),
        ],
    );
    // What is not closed is read to its end, and what stands in text is text.
    check("<a><p>One <q>two", &[(BlockKind::Paragraph, "One “two”")]);
}

#[test]
fn nesting_beyond_the_limit_is_a_fault() {
    let deep = format!("<?xml version=\"1.0\"?>{}", "<a>".repeat(100_000));
    assert!(matches!(read(deep.as_bytes(), &PaperLimits::default()), Err(Fault::TooLarge { .. })));
    assert!(matches!(read(b"<?xml version=\"1.0\"?>\xFF", &PaperLimits::default()), Err(Fault::Damaged(_))));
}
