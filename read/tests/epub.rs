//! Books, whose parts are written by hand.

use ibid::Document;
use ibid::structure::{BlockKind, HiddenWhy, NotReadKind};
use ibid_read::formats::{Fault, PaperLimits, read};

use crate::parts::{blocks, hidden, packed};

const CONTAINER: &str =
    "<container><rootfiles><rootfile full-path=\"OEBPS/book.opf\"/></rootfiles></container>";

const PACKAGE: &str = "<package><metadata><dc:title>Boats &amp; storms</dc:title><dc:creator>Ada Holm</dc:creator>\
    <dc:creator>李明</dc:creator><dc:date>2026-01-02</dc:date><meta name=\"generator\" content=\"Quill\"/></metadata>\
    <manifest><item id=\"cover\" href=\"cover.xhtml\"/><item id=\"nav\" href=\"nav.xhtml\" properties=\"nav\"/>\
    <item id=\"two\" href=\"text/second%20part.xhtml\"/><item id=\"one\" href=\"text/a.xhtml\"/>\
    <item id=\"notes\" href=\"text/notes.xhtml\"/></manifest>\
    <spine><itemref idref=\"cover\"/><itemref idref=\"nav\"/><itemref idref=\"one\"/><itemref idref=\"two\"/>\
    <itemref idref=\"one\"/><itemref idref=\"missing\"/><itemref idref=\"notes\" linear=\"no\"/></spine>\
    <guide><reference type=\"cover\" href=\"cover.xhtml\"/></guide></package>";

const CSS: &str =
    ".gone, p.away { display: none } .night { color: white; background: #000 } .w { color: #fff }";

fn chapter(body: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?><!DOCTYPE html><html><head><title>A title</title>\
         <link rel=\"stylesheet\" href=\"../book.css\"/><style>.s {{ font-size: 1px }}</style></head><body>{body}</body></html>"
    )
}

fn parts(chapters: &[(&str, &str)]) -> Vec<(String, String)> {
    let fixed = [
        ("mimetype", "application/epub+zip"),
        ("META-INF/container.xml", CONTAINER),
        ("OEBPS/book.opf", PACKAGE),
        ("OEBPS/book.css", CSS),
    ];
    let fixed = fixed.iter().map(|(name, text)| (name.to_string(), text.to_string()));
    fixed.chain(chapters.iter().map(|(name, body)| (format!("OEBPS/{name}"), chapter(body)))).collect()
}

fn pack(parts: &[(String, String)]) -> Vec<u8> {
    packed(&parts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect::<Vec<_>>())
}

fn book(chapters: &[(&str, &str)]) -> Document {
    read(&pack(&parts(chapters)), &PaperLimits::default()).unwrap()
}

fn text(body: &str) -> Document {
    book(&[("text/a.xhtml", body)])
}

#[test]
fn chapters_come_in_the_order_of_the_spine_without_cover_and_navigation() {
    let paper = book(&[
        ("cover.xhtml", "<p>Cover</p>"),
        ("nav.xhtml", "<p>Contents</p>"),
        ("text/second part.xhtml", "<p>第二章。</p>"),
        ("text/a.xhtml", "<p>The first.</p>"),
    ]);
    assert_eq!(paper.text, "The first.\n\n第二章。");
    assert_eq!(paper.origin, ibid::origin::Origin::Unknown);
    let metadata = paper.meta;
    assert_eq!(
        [metadata.title, metadata.author, metadata.date].map(Option::unwrap),
        ["Boats & storms", "Ada Holm, 李明", "2026-01-02"]
    );
}

#[test]
fn elements_are_blocks() {
    let paper = text(
        "<h1>Boats</h1>Bare text<div>He <b>counted</b>\n   them<br/>twice &amp; more&nbsp;&mdash; all.<ul><li>one</li><li><p>两个</p></li></ul></div>\
         <blockquote><p>They left.</p></blockquote><pre><code>let a = 1;\n  let  b = 2;</code></pre>\
         <figure><img alt=\"A boat\"/><figcaption>Figure 1. A boat.</figcaption></figure>\
         <nav><p>Contents</p></nav><p>船<ruby>港<rp>(</rp><rt>gǎng</rt></ruby><span epub:type=\"pagebreak\">12</span></p>\
         <h2>References</h2><p>Holm. Boats. 1998.</p><h2>After</h2><div class=\"csl-entry\">Li. 船.</div>",
    );
    assert_eq!(
        blocks(&paper),
        [
            (BlockKind::Heading(1), "Boats"),
            (BlockKind::Paragraph, "Bare text"),
            (BlockKind::Paragraph, "He counted them\ntwice & more — all."),
            (BlockKind::Paragraph, "one"),
            (BlockKind::Paragraph, "两个"),
            (BlockKind::Quote, "They left."),
            (BlockKind::Code, "let a = 1;\nlet  b = 2;"),
            (BlockKind::Caption, "Figure 1. A boat."),
            (BlockKind::Paragraph, "船港"),
            (BlockKind::Heading(2), "References"),
            (BlockKind::Reference, "Holm. Boats. 1998."),
            (BlockKind::Heading(2), "After"),
            (BlockKind::Reference, "Li. 船."),
        ]
    );
}

#[test]
fn tables_have_cells_and_their_captions_before_them() {
    let paper = text(
        "<table><caption>Boats</caption><thead><tr><th>year</th><th>船</th></tr></thead>\
         <tbody><tr><td>1</td><td><p>412</p><p>or so</p></td></tr></tbody></table><p>After.</p>",
    );
    assert_eq!(
        blocks(&paper),
        [
            (BlockKind::Caption, "Boats"),
            (BlockKind::Table, "year\t船\n1\t412 or so"),
            (BlockKind::Paragraph, "After.")
        ]
    );
}

#[test]
fn notes_of_any_place_stand_behind_what_refers_to_them() {
    let first = "<p>He counted them<sup>[<a href=\"#n1\">1</a>]</sup> every day.<a epub:type=\"noteref\" href=\"notes.xhtml#n2\">注</a></p>\
        <p>See <a href=\"#part\">2</a> and <a href=\"notes.xhtml#n2\">the note</a>.</p>\
        <aside epub:type=\"footnote\" id=\"n1\" class=\"gone\"><p>In the ledger.</p><p><a href=\"#r1\">↩</a></p></aside>\
        <p>Or so<a epub:type=\"noteref\" href=\"#n4\">4</a>.</p>\
        <aside epub:type=\"footnote\" id=\"n4\"><p><sup><a href=\"#r4\">4</a></sup>By the ledger.</p></aside>";
    let notes = "<section epub:type=\"endnotes\"><h2>Notes</h2><ol><li id=\"n2\">见账本。<a role=\"doc-backlink\" href=\"a.xhtml\">back</a></li>\
        <li id=\"n3\">Nobody refers to it.</li></ol></section>";
    let paper = book(&[("text/a.xhtml", first), ("text/notes.xhtml", notes)]);
    assert_eq!(
        blocks(&paper),
        [
            (BlockKind::Paragraph, "He counted them every day."),
            (BlockKind::Footnote, "In the ledger."),
            (BlockKind::Footnote, "见账本。"),
            (BlockKind::Paragraph, "See 2 and the note."),
            (BlockKind::Paragraph, "Or so."),
            (BlockKind::Footnote, "4 By the ledger."),
            (BlockKind::Heading(2), "Notes"),
            (BlockKind::Footnote, "Nobody refers to it."),
        ]
    );
    assert_eq!(paper.structure.hidden, []);
}

#[test]
fn hidden_text_is_kept_apart() {
    let paper = text(
        "<p>Seen<span style=\"display:none\">a</span><span hidden=\"\">b</span><span class=\"x gone\">c</span> too.</p>\
         <p class=\"away\">d</p><p><span class=\"w\">e</span><span class=\"night\">Seen on black.</span></p>\
         <p class=\"s\">f</p><div style=\"text-indent: -9999px\">g</div><p class=\"night\"><span class=\"w\">And here.</span></p>",
    );
    assert_eq!(paper.text, "Seen too.\n\nSeen on black.\n\nAnd here.");
    let (not_shown, color) = (HiddenWhy::NotShown, HiddenWhy::Color);
    assert_eq!(
        hidden(&paper),
        [
            (not_shown, "abc"),
            (not_shown, "d"),
            (color, "e"),
            (HiddenWhy::Tiny, "f"),
            (HiddenWhy::OffPage, "g"),
        ]
    );
}

#[test]
fn what_is_encrypted_broken_or_too_large_says_so() {
    let fault = |parts: &[(String, String)], limits: &PaperLimits| read(&pack(parts), limits).unwrap_err();
    let plain = PaperLimits::default();
    let with = |name: &str, text: &str| {
        let mut all = parts(&[("text/a.xhtml", "<p>The boats left.</p>")]);
        all.retain(|(known, _)| known != name);
        all.push((name.to_owned(), text.to_owned()));
        all
    };
    let encrypted = |path: &str| {
        format!(
            "<encryption><EncryptedData><CipherData><CipherReference URI=\"{path}\"/></CipherData></EncryptedData></encryption>"
        )
    };
    let locked = with("META-INF/encryption.xml", &encrypted("OEBPS/text/a.xhtml"));
    assert_eq!(fault(&locked, &plain), Fault::Encrypted);
    let font = with("META-INF/encryption.xml", &encrypted("OEBPS/font.otf"));
    assert_eq!(read(&pack(&font), &plain).unwrap().text, "The boats left.");
    let missing = with("META-INF/container.xml", "<container/>");
    assert_eq!(fault(&missing, &plain), Fault::Damaged("the container names no package".to_owned()));
    let foreign = [("mimetype".to_owned(), "application/epub+zip".to_owned())];
    assert_eq!(fault(&foreign, &plain), Fault::Damaged("META-INF/container.xml is missing".to_owned()));
    let deep = parts(&[("text/a.xhtml", &"<div>".repeat(100_000))]);
    assert!(matches!(fault(&deep, &plain), Fault::TooLarge { limit: 256, .. }));
    let large = parts(&[("text/a.xhtml", &"<p>bomb</p>".repeat(100_000))]);
    let small = PaperLimits { unpacked_bytes: 10_000, ..PaperLimits::default() };
    assert!(matches!(fault(&large, &small), Fault::TooLarge { limit: 10_000, .. }));
    let whole = pack(&parts(&[("text/a.xhtml", "<p>The boats left.</p>")]));
    for end in (0..whole.len()).step_by(31) {
        assert!(read(&whole[..end], &plain).is_err());
    }
}

#[test]
fn html_that_is_not_quite_xml_is_read_all_the_same() {
    let paper = text("<p>He counted<br>them & left <b>early</p><p>Then &unknown; he slept.<hr></p><p>完");
    assert_eq!(paper.text, "He counted\nthem & left early\n\nThen he slept.\n\n完");
}

#[test]
fn what_a_book_shows_beside_its_chapters_is_counted_as_not_read() {
    let long = "Nobody asked the keeper whether he knew why nine ships lay wrecked upon those sands last year, of all the years.";
    let kinds = |parts: &[(String, String)]| -> Vec<NotReadKind> {
        let paper = read(&pack(parts), &PaperLimits::default()).unwrap();
        paper.structure.not_read.into_keys().collect()
    };
    let one = [("text/a.xhtml", "<p>Seen.</p>")];
    assert_eq!(kinds(&parts(&one)), []);
    let mut more = parts(&one);
    more[2].1 = more[2].1.replace("<itemref idref=\"two\"/>", "");
    more.push(("OEBPS/text/second part.xhtml".to_owned(), chapter(&format!("<p>{long}</p>"))));
    assert_eq!(kinds(&more), [NotReadKind::EmbeddedParts]);
    let mut styled = parts(&one);
    styled[3].1 += &format!("p::after {{ content: \"{long}\" }}");
    assert_eq!(kinds(&styled), [NotReadKind::TextShapes]);
}

#[test]
fn names_in_names_stand_for_their_text() {
    let mut parts = parts(&[("text/a.xhtml", "<p>&b; &laughs;</p>")]);
    let laughs = "&b;".repeat(40_000);
    let declared =
        format!("<!DOCTYPE html [<!ENTITY a 'Seen.'><!ENTITY b '&a; Again.'><!ENTITY laughs '{laughs}'>]>");
    let last = parts.last_mut().unwrap();
    last.1 = last.1.replace("<!DOCTYPE html>", &declared);
    let paper = read(&pack(&parts), &PaperLimits::default()).unwrap();
    assert!(paper.text.starts_with("Seen. Again. Seen. Again."));
    assert!(paper.text.len() < 300_000);
}
