//! Spreadsheets, whose parts are written by hand.

use std::io::{Cursor, Write};

use ibid::Document;
use ibid::structure::{BlockKind, HiddenWhy};
use ibid_read::formats::{CSV, Fault, PaperLimits, read, read_as};

use crate::parts::{blocks, hidden, package, packed};

/// Returns a workbook of Excel with these sheets, the last of which is hidden.
fn xlsx(sheets: &[&str]) -> Vec<u8> {
    let count = 1..=sheets.len();
    let state = |n| if n == sheets.len() && n > 1 { " state=\"hidden\"" } else { "" };
    let listed: String = count
        .clone()
        .map(|n| format!("<sheet name=\"Sheet{n}\" sheetId=\"{n}\" r:id=\"r{n}\"{}/>", state(n)))
        .collect();
    let workbook = format!("<workbook xmlns:r=\"r\"><sheets>{listed}</sheets></workbook>");
    let links: String = count
        .clone()
        .map(|n| format!("<Relationship Id=\"r{n}\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet\" Target=\"worksheets/sheet{n}.xml\"/>"))
        .collect();
    let relations = format!("<Relationships>{links}</Relationships>");
    let strings =
        "<sst><si><t>year</t></si><si><r><t>bo</t></r><r><t>ats</t></r></si><si><t>一百\n艘</t></si></sst>";
    let styles = "<styleSheet><cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/></cellXfs></styleSheet>";
    let core = "<cp:coreProperties><dc:title>Boats</dc:title></cp:coreProperties>";
    let root = "<Relationships><Relationship Id=\"r1\" Target=\"xl/workbook.xml\" \
        Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\"/></Relationships>";
    let mut parts = vec![
        ("_rels/.rels".to_owned(), root.to_owned()),
        ("xl/workbook.xml".to_owned(), workbook),
        ("xl/_rels/workbook.xml.rels".to_owned(), relations),
        ("xl/sharedStrings.xml".to_owned(), strings.to_owned()),
        ("xl/styles.xml".to_owned(), styles.to_owned()),
        ("docProps/core.xml".to_owned(), core.to_owned()),
    ];
    for (sheet, n) in sheets.iter().zip(count) {
        let sheet = format!("<worksheet><sheetData>{sheet}</sheetData></worksheet>");
        parts.push((format!("xl/worksheets/sheet{n}.xml"), sheet));
    }
    package(&parts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect::<Vec<_>>())
}

fn whole(bytes: &[u8]) -> Document {
    read(bytes, &PaperLimits::default()).unwrap()
}

#[test]
fn a_workbook_of_excel_has_a_heading_and_a_table_for_each_sheet() {
    let long = "看守人每天数船。".repeat(100);
    let first = "<row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"C1\" t=\"s\"><v>1</v></c></row>\
        <row r=\"3\"><c r=\"A3\" s=\"1\"><v>45292</v></c><c r=\"B3\"><v>1.5</v></c><c r=\"C3\" t=\"s\"><v>2</v></c></row>";
    let second = format!(
        "<row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>Text</t></is></c><c r=\"B1\" t=\"inlineStr\"><is><t>{long}</t></is></c></row>\
         <row r=\"2\"><c r=\"A2\" t=\"b\"><v>1</v></c></row>"
    );
    let third = "<row r=\"1\"><c r=\"A1\" t=\"s\"><v>1</v></c></row>";
    let paper = whole(&xlsx(&[first, &second, third]));
    assert_eq!(
        blocks(&paper),
        [
            (BlockKind::Heading(1), "Sheet1"),
            (BlockKind::Table, "year\tboats\n2024-01-01\t1.5\t一百 艘"),
            (BlockKind::Heading(1), "Sheet2"),
            (BlockKind::Paragraph, "Text"),
            (BlockKind::Paragraph, long.as_str()),
            (BlockKind::Table, "true"),
        ]
    );
    assert_eq!(hidden(&paper), [(HiddenWhy::NotShown, "Sheet3"), (HiddenWhy::NotShown, "boats")]);
    assert_eq!(paper.meta.title.as_deref(), Some("Boats"));
}

/// Returns a record of an old workbook.
fn record(kind: u16, content: &[u8]) -> Vec<u8> {
    [&kind.to_le_bytes()[..], &(content.len() as u16).to_le_bytes(), content].concat()
}

fn begin(kind: u8) -> Vec<u8> {
    record(0x0809, &[0, 6, kind, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
}

fn label(row: u16, column: u16, text: &str) -> Vec<u8> {
    let units: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let (row, column, count) =
        (row.to_le_bytes(), column.to_le_bytes(), (units.len() as u16 / 2).to_le_bytes());
    record(0x0204, &[&row[..], &column, &[0, 0], &count, &[1], &units].concat())
}

/// Returns an old workbook with one sheet of these records.
fn xls(first: &[u8], sheet: &[Vec<u8>]) -> Vec<u8> {
    let place = (begin(5).len() + first.len() + record(0x85, &[0; 14]).len() + 4) as u32;
    let listed = record(0x85, &[&place.to_le_bytes()[..], &[0, 0, 6, 0], b"Sheet1"].concat());
    let end = record(0x0A, &[]);
    let book = [begin(5), first.to_vec(), listed, end.clone(), begin(16), sheet.concat(), end].concat();
    let mut file = cfb::CompoundFile::create(Cursor::new(vec![])).unwrap();
    file.create_stream("Workbook").unwrap().write_all(&book).unwrap();
    file.into_inner().into_inner()
}

#[test]
fn an_old_workbook_is_told_from_an_old_document_and_read() {
    let cells = [label(0, 0, "year"), label(0, 1, "船"), label(1, 1, "412")];
    let paper = whole(&xls(&[], &cells));
    assert_eq!(blocks(&paper), [(BlockKind::Heading(1), "Sheet1"), (BlockKind::Table, "year\t船\n412")]);
    let far = xls(&[], &[label(0, 0, "a"), label(65_535, 255, "b")]);
    assert!(matches!(read(&far, &PaperLimits::default()), Err(Fault::TooLarge { .. })));
    let dimensions = record(0x200, &[0, 0, 0, 0, 255, 255, 0, 0, 0, 0, 0, 1, 0, 0]);
    assert!(matches!(read(&xls(&[], &[dimensions]), &PaperLimits::default()), Err(Fault::TooLarge { .. })));
    assert_eq!(read(&xls(&record(0x2F, &[0; 54]), &cells), &PaperLimits::default()), Err(Fault::Encrypted));
}

#[test]
fn an_old_presentation_says_what_to_do() {
    let mut file = cfb::CompoundFile::create(Cursor::new(vec![])).unwrap();
    file.create_stream("PowerPoint Document").unwrap();
    let old = file.into_inner().into_inner();
    let fault = read(&old, &PaperLimits::default()).unwrap_err();
    assert_eq!(fault.to_string(), "an old presentation (PPT) cannot be read: save it as PPTX");
}

const ODS: &str = "<office:document-content><office:automatic-styles><style:style style:name=\"off\" style:family=\"table\">\
    <style:table-properties table:display=\"false\"/></style:style></office:automatic-styles><office:body><office:spreadsheet>\
    <table:table table:name=\"港口\"><table:table-row><table:table-cell><text:p>year</text:p></table:table-cell>\
    <table:table-cell table:number-columns-repeated=\"2\"><office:annotation><text:p>no</text:p></office:annotation><text:p>a<text:s/>b</text:p><text:p>c</text:p></table:table-cell>\
    <table:table-cell table:number-columns-repeated=\"900000000\"><text:p>x</text:p></table:table-cell></table:table-row>\
    <table:table-row table:visibility=\"collapse\"><table:table-cell><text:p>gone</text:p></table:table-cell></table:table-row>\
    <table:table-row table:number-rows-repeated=\"1000000\"><table:table-cell/></table:table-row>\
    <table:table-row><table:table-cell/><table:table-cell><text:p>412</text:p></table:table-cell></table:table-row></table:table>\
    <table:table table:name=\"Off\" table:style-name=\"off\"><table:table-row><table:table-cell><text:p>too</text:p></table:table-cell></table:table-row></table:table>\
    </office:spreadsheet></office:body></office:document-content>";

#[test]
fn a_spreadsheet_of_opendocument_is_read() {
    let packed =
        packed(&[("mimetype", "application/vnd.oasis.opendocument.spreadsheet"), ("content.xml", ODS)]);
    let flat = ODS.replace(
        "office:document-content",
        "office:document office:mimetype=\"application/vnd.oasis.opendocument.spreadsheet\"",
    );
    for bytes in [packed, flat.into_bytes()] {
        let paper = whole(&bytes);
        assert_eq!(
            blocks(&paper),
            [(BlockKind::Heading(1), "港口"), (BlockKind::Table, "year\ta b c\ta b c\tx\n412")]
        );
        assert_eq!(
            hidden(&paper),
            [(HiddenWhy::NotShown, "gone"), (HiddenWhy::NotShown, "Off"), (HiddenWhy::NotShown, "too")]
        );
    }
}

#[test]
fn values_by_lines_are_read_by_name_only() {
    let text = "\u{feff}year;船\n1;\"412; or\nso\"\n";
    assert_eq!(read(text.as_bytes(), &PaperLimits::default()), Err(Fault::Unknown));
    let paper = read_as(&CSV, text.as_bytes(), &PaperLimits::default()).unwrap();
    assert_eq!(blocks(&paper), [(BlockKind::Table, "year\t船\n1\t412; or so")]);
    let fault = read_as(&CSV, b"\xB4\xAC,1", &PaperLimits::default()).unwrap_err();
    assert_eq!(fault, Fault::Damaged("the text is not UTF-8".to_owned()));
}

#[test]
fn what_is_too_large_says_so() {
    let small = PaperLimits { unpacked_bytes: 20_000, ..PaperLimits::default() };
    let cell = "<c t=\"s\"><v>0</v></c>".repeat(600);
    let large = xlsx(&[&format!("<row r=\"1\">{cell}</row>")]);
    assert!(matches!(read(&large, &small), Err(Fault::TooLarge { limit: 20_000, .. })));
    assert!(read(&large, &PaperLimits::default()).is_ok());
    let csv = "year,boats\n".repeat(1_000);
    assert!(matches!(read_as(&CSV, csv.as_bytes(), &small), Err(Fault::TooLarge { .. })));
    let ods = packed(&[("mimetype", "application/vnd.oasis.opendocument.spreadsheet"), ("content.xml", ODS)]);
    assert!(matches!(
        read(&ods, &PaperLimits { depth: 3, ..PaperLimits::default() }),
        Err(Fault::TooLarge { limit: 3, .. })
    ));
    for end in (0..large.len()).step_by(97) {
        assert!(read(&large[..end], &PaperLimits::default()).is_err());
    }
}

#[test]
fn rows_columns_and_colors_of_excel_that_nobody_sees_are_kept_apart() {
    let cell = |place: &str, style: u8, text: &str| {
        format!("<c r=\"{place}\" s=\"{style}\" t=\"inlineStr\"><is><t>{text}</t></is></c>")
    };
    let styles = "<styleSheet><fonts><font/><font><color rgb=\"FFFFFFFF\"/></font></fonts><fills><fill/><fill><patternFill patternType=\"solid\"><fgColor rgb=\"FF203060\"/></patternFill></fill></fills>\
        <cellXfs><xf fontId=\"0\" fillId=\"0\"/><xf fontId=\"1\" fillId=\"0\"/><xf fontId=\"1\" fillId=\"1\"/></cellXfs></styleSheet>";
    let sheet = format!(
        "<worksheet><cols><col min=\"2\" max=\"2\" hidden=\"1\"/></cols><sheetData><row r=\"1\">{}{}{}</row><row r=\"2\" hidden=\"1\">{}</row><row r=\"3\">{}</row></sheetData></worksheet>",
        cell("A1", 0, "Seen"),
        cell("B1", 0, "a"),
        cell("C1", 1, "b"),
        cell("A2", 0, "c"),
        cell("A3", 2, "Too")
    );
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let link = |role: &str, target: &str| {
        format!(
            "<Relationships><Relationship Id=\"r1\" Type=\"{office}/{role}\" Target=\"{target}\"/></Relationships>"
        )
    };
    let file = package(&[
        ("_rels/.rels", &link("officeDocument", "xl/workbook.xml")),
        (
            "xl/workbook.xml",
            "<workbook xmlns:r=\"r\"><sheets><sheet name=\"S\" sheetId=\"1\" r:id=\"r1\"/></sheets></workbook>",
        ),
        ("xl/_rels/workbook.xml.rels", &link("worksheet", "worksheets/sheet1.xml")),
        ("xl/styles.xml", styles),
        ("xl/worksheets/sheet1.xml", &sheet),
    ]);
    let paper = whole(&file);
    assert_eq!(paper.text, "S\n\nSeen\nToo");
    assert_eq!(hidden(&paper), [(HiddenWhy::NotShown, "a b"), (HiddenWhy::NotShown, "c")]);
}
