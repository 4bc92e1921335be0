//! OpenDocument spreadsheets.

use quick_xml::events::BytesStart;

use super::Sheets;
use crate::formats::Fault;
use crate::formats::format::{Mark, PaperFormat, Pass};
use crate::formats::limits::Watch;
use crate::formats::odt;
use crate::formats::package::Package;
use crate::formats::xml::{Node, Nodes, attribute, name};
use ibid::Document;

/// OpenDocument spreadsheet, as LibreOffice writes it.
pub(crate) static FORMAT: PaperFormat = PaperFormat {
    name: "ODS",
    marks: &[
        Mark::Content(odt::is_flat_sheet),
        Mark::Package(Pass::Type, "application/vnd.oasis.opendocument.spreadsheet"),
    ],
    read: read_ods,
    has_properties: true,
};

fn read_ods(bytes: &[u8], watch: &Watch) -> Result<Document, Fault> {
    let mut reading = Reading::new(watch);
    if !bytes.starts_with(b"PK") {
        reading.read(bytes)?;
        return Ok(reading.sheets.builder.finish(odt::metadata(bytes, watch)?));
    }
    let mut package = Package::open(bytes, watch)?;
    reading.read(&odt::content(&mut package, watch)?)?;
    let meta = package.part("meta.xml")?.unwrap_or_default();
    Ok(reading.sheets.builder.finish(odt::metadata(&meta, watch)?))
}

struct Reading<'w> {
    sheets: Sheets<'w>,
    watch: &'w Watch,
    /// The table styles that are not shown.
    hidden_styles: Vec<String>,
    style: String,
    row: Vec<String>,
    is_row_hidden: bool,
    cell: Option<String>,
    repeated: usize,
    paragraphs: usize,
}

impl<'w> Reading<'w> {
    fn new(watch: &'w Watch) -> Reading<'w> {
        let (hidden_styles, style, row, cell) = (vec![], String::new(), vec![], None);
        let (is_row_hidden, repeated, paragraphs) = (false, 1, 0);
        let sheets = Sheets::new(watch);
        Reading { sheets, watch, hidden_styles, style, row, is_row_hidden, cell, repeated, paragraphs }
    }

    fn read(&mut self, part: &[u8]) -> Result<(), Fault> {
        let mut nodes = Nodes::of_part(part, "content.xml", self.watch);
        while let Some(node) = nodes.next()? {
            match node {
                Node::Start(tag) if is_skipped(name(&tag)) => nodes.skip()?,
                Node::Start(tag) => self.start(&tag)?,
                Node::End(tag) => self.end(tag.local_name().as_ref())?,
                Node::Text(text) => self.push(&text),
            }
        }
        Ok(())
    }

    fn start(&mut self, tag: &BytesStart<'_>) -> Result<(), Fault> {
        match name(tag) {
            "style" => self.style = attribute(tag, "name").unwrap_or_default(),
            "table-properties" if attribute(tag, "display").as_deref() == Some("false") => {
                self.hidden_styles.push(self.style.clone());
            }
            "table" => {
                let style = attribute(tag, "style-name").unwrap_or_default();
                let is_hidden = self.hidden_styles.contains(&style);
                self.sheets.sheet(&attribute(tag, "name").unwrap_or_default(), is_hidden)?;
            }
            "table-row" => {
                self.row.clear();
                let visibility = attribute(tag, "visibility");
                self.is_row_hidden = !matches!(visibility.as_deref(), None | Some("visible"));
            }
            "table-cell" | "covered-table-cell" => {
                self.repeated = odt::repetitions(tag);
                (self.cell, self.paragraphs) = (Some(String::new()), 0);
            }
            "p" => {
                self.push(if self.paragraphs > 0 { " " } else { "" });
                self.paragraphs += 1;
            }
            "s" | "tab" | "line-break" => self.push(" "),
            _ => {}
        }
        Ok(())
    }

    fn end(&mut self, name: &str) -> Result<(), Fault> {
        match name {
            "table-cell" | "covered-table-cell" => {
                let cell = self.cell.take().unwrap_or_default();
                self.watch.unpack((cell.len() + size_of::<String>()) as u64 * self.repeated as u64)?;
                self.row.extend(std::iter::repeat_n(cell, self.repeated));
                Ok(())
            }
            "table-row" => self.sheets.cells(&std::mem::take(&mut self.row), self.is_row_hidden),
            _ => Ok(()),
        }
    }

    fn push(&mut self, text: &str) {
        if self.paragraphs > 0
            && let Some(cell) = &mut self.cell
        {
            cell.push_str(text);
        }
    }
}

/// Returns whether the content of an element is outside of the cells: remarks, drawings, and deleted text.
fn is_skipped(name: &str) -> bool {
    matches!(name, "annotation" | "shapes" | "frame" | "tracked-changes" | "forms")
}
