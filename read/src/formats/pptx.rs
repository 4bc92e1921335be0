//! Reads presentations of PowerPoint: the paragraphs of each slide, and its speaker notes behind them, in the order of the
//! slides.
//!
//! Titles are headings, and tables are read row by row. Hidden slides and hidden shapes are hidden text. Dates, numbers and
//! feet of slides are left out, and so is the sample text of their layouts. Charts, diagrams, embedded files and remarks are
//! counted as not read. Colors are not compared: white text counts as seen.

use quick_xml::events::BytesStart;

use crate::formats::Fault;
use crate::formats::format::{Mark, PaperFormat, Pass};
use crate::formats::limits::Watch;
use crate::formats::package::Package;
use crate::formats::properties::properties;
use crate::formats::relations::{Relation, path_of, relations};
use crate::formats::story::{Meaning, Story, What};
use crate::formats::xml::{Node, Nodes, attribute, count_elements, is_true, name};
use ibid::Document;
use ibid::structure::{BlockKind, HiddenWhy, NotReadKind};

/// PowerPoint since 2007, and other programs that write its format.
pub(crate) static FORMAT: PaperFormat = PaperFormat {
    name: "PPTX",
    marks: &[Mark::Package(Pass::Part, MAIN), Mark::Package(Pass::Beginning, "ppt/")],
    read,
    has_properties: true,
};

/// The main part, if the package does not name it.
const MAIN: &str = "ppt/presentation.xml";

fn read(bytes: &[u8], watch: &Watch) -> Result<Document, Fault> {
    let mut package = Package::open(bytes, watch)?;
    let root = relations(&mut package, "", watch)?;
    let main = path_of(&root, "officeDocument").unwrap_or(MAIN);
    let presentation = whole_part(&mut package, main)?;
    let related = relations(&mut package, main, watch)?;
    let slides = slides(&presentation, &related, watch)?;
    watch.pages(slides.len())?;
    let mut story = Story::new(watch);
    for path in slides {
        read_slide(&mut package, path, &mut story, watch)?;
    }
    Ok(story.finish(properties(&mut package, watch)?))
}

fn whole_part(package: &mut Package<'_>, path: &str) -> Result<Vec<u8>, Fault> {
    package.part(path)?.ok_or_else(|| Fault::Damaged(format!("{path} is missing")))
}

/// Returns the paths of the slides in their order.
fn slides<'r>(presentation: &[u8], related: &'r [Relation], watch: &Watch) -> Result<Vec<&'r str>, Fault> {
    let mut paths = vec![];
    let mut nodes = Nodes::of_part(presentation, "presentation.xml", watch);
    while let Some(tag) = nodes.next_start()? {
        if name(&tag) != "sldId" {
            continue;
        }
        match related.iter().find(|relation| refers(&tag, &relation.id)) {
            Some(slide) => paths.push(slide.path.as_str()),
            None => return Err(Fault::Damaged("a slide that presentation.xml lists is missing".to_owned())),
        }
    }
    Ok(paths)
}

/// Returns whether a tag refers to a relation. A slide also has a number, whose attribute differs in its prefix only.
fn refers(tag: &BytesStart<'_>, id: &str) -> bool {
    tag.attributes().flatten().any(|attribute| {
        attribute.key.local_name().as_ref() == "id"
            && attribute.key.prefix().is_some()
            && attribute.value == id
    })
}

/// Reads a slide and its speaker notes.
fn read_slide<'w>(
    package: &mut Package<'_>,
    path: &str,
    story: &mut Story<'w>,
    watch: &'w Watch,
) -> Result<(), Fault> {
    let slide = whole_part(package, path)?;
    let related = relations(package, path, watch)?;
    let is_hidden = Shapes::new("slide", watch, story).read(&slide, false)?;
    for relation in &related {
        let part = match relation.role.as_str() {
            "notesSlide" | "comments" => package.part(&relation.path)?.unwrap_or_default(),
            _ => continue,
        };
        if relation.role == "comments" {
            story.not_read(NotReadKind::Annotations, count_elements(&part, "cm", watch)?);
        } else {
            Shapes::new("notes", watch, story).read(&part, is_hidden)?;
        }
    }
    Ok(())
}

/// A shape, as far as it matters to its text.
#[derive(Clone, Copy, Debug, Default)]
struct Shape {
    is_hidden: bool,
    is_title: bool,
    /// True if its text is the date, the number or the foot of the slide.
    is_running: bool,
}

/// A reader of the shapes of a slide, or of its notes.
struct Shapes<'d, 'w> {
    part: &'static str,
    watch: &'w Watch,
    story: &'d mut Story<'w>,
    shape: Shape,
    /// The groups around the open shape.
    around: Vec<Shape>,
    /// The number of charts, diagrams and embedded files.
    unread: usize,
}

impl<'d, 'w> Shapes<'d, 'w> {
    fn new(part: &'static str, watch: &'w Watch, story: &'d mut Story<'w>) -> Shapes<'d, 'w> {
        Shapes { part, watch, story, shape: Shape::default(), around: vec![], unread: 0 }
    }

    /// Reads a whole part. Returns whether the slide is hidden.
    fn read(mut self, part: &[u8], is_hidden: bool) -> Result<bool, Fault> {
        let mut is_hidden = is_hidden;
        let mut nodes = Nodes::of_part(part, self.part, self.watch);
        let mut in_text = false;
        while let Some(node) = nodes.next()? {
            match node {
                Node::Start(tag) if self.is_skipped(&tag) => nodes.skip()?,
                Node::Start(tag) => {
                    in_text = name(&tag) == "t";
                    if name(&tag) == "sld" {
                        is_hidden = matches!(attribute(&tag, "show").as_deref(), Some("0" | "false"));
                    }
                    self.shape.is_hidden |= is_hidden;
                    self.start(&tag)?;
                }
                Node::End(tag) => {
                    in_text = false;
                    self.end(tag.local_name().as_ref());
                }
                Node::Text(text) if in_text => self.push(&text)?,
                Node::Text(_) => {}
            }
        }
        self.story.not_read(NotReadKind::EmbeddedParts, self.unread);
        Ok(is_hidden)
    }

    /// Returns whether the content of an element is no text of the slide.
    fn is_skipped(&self, tag: &BytesStart<'_>) -> bool {
        name(tag) == "Fallback" || name(tag) == "txBody" && self.shape.is_running
    }

    fn start(&mut self, tag: &BytesStart<'_>) -> Result<(), Fault> {
        match name(tag) {
            "sp" | "grpSp" | "graphicFrame" | "pic" | "cxnSp" => {
                self.around.push(self.shape);
                self.shape = Shape { is_hidden: self.shape.is_hidden, ..Shape::default() };
            }
            "cNvPr" => self.shape.is_hidden |= is_true(tag, "hidden"),
            "ph" => match attribute(tag, "type").unwrap_or_default().as_str() {
                "title" | "ctrTitle" => self.shape.is_title = true,
                "dt" | "ftr" | "hdr" | "sldNum" | "sldImg" => self.shape.is_running = true,
                _ => {}
            },
            "chart" | "relIds" | "oleObj" => self.unread += 1,
            "p" => {
                let title = Meaning::Is(BlockKind::Heading(1));
                self.story.open_paragraph(self.shape.is_title.then_some(title))?;
            }
            "br" => self.push("\n")?,
            "tbl" => self.story.open_table(),
            "tr" => self.story.row(),
            "tc" => self.story.cell()?,
            _ => {}
        }
        Ok(())
    }

    fn end(&mut self, name: &str) {
        match name {
            "sp" | "grpSp" | "graphicFrame" | "pic" | "cxnSp" => {
                self.shape = self.around.pop().unwrap_or_default();
            }
            "p" => self.story.close(What::Paragraph),
            "tbl" => self.story.close(What::Table),
            _ => {}
        }
    }

    fn push(&mut self, text: &str) -> Result<(), Fault> {
        self.story.push(self.shape.is_hidden.then_some(HiddenWhy::NotShown), text)
    }
}
