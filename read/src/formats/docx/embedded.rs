//! Other parts of a package whose text the document shows: drawings, charts, and documents in other formats.

use std::collections::HashMap;

use crate::formats::Fault;
use crate::formats::limits::Watch;
use crate::formats::package::Package;
use crate::formats::paper_builder::PaperBuilder;
use crate::formats::relations::Relation;
use crate::formats::story::{Meaning, Story};
use crate::formats::xml::{Node, Nodes, name};
use ibid::structure::BlockKind;
use ibid::{Document, Metadata};

/// The texts of other parts, by the ids of their relations.
pub(super) type Embedded = HashMap<String, Document>;

/// Reads the parts that the document shows inside itself.
pub(super) fn read(
    package: &mut Package<'_>,
    relations: &[Relation],
    watch: &Watch,
) -> Result<Embedded, Fault> {
    let mut all = Embedded::new();
    for relation in relations {
        let is_drawn = matches!(relation.role.as_str(), "chart" | "chartEx" | "diagramData");
        if !is_drawn && relation.role != "aFChunk" {
            continue;
        }
        let Some(part) = package.part(&relation.path)? else { continue };
        let paper = if is_drawn { drawn(&part, watch)? } else { other(&part, watch)? };
        all.extend(paper.map(|paper| (relation.id.clone(), paper)));
    }
    Ok(all)
}

/// Returns the text of a document inside this one. Such a document may not contain another: it has no time limit of its
/// own.
fn other(part: &[u8], watch: &Watch) -> Result<Option<Document>, Fault> {
    watch.depth(2)?;
    let read = match crate::formats::recognize(part) {
        Some(rtf) if *rtf == crate::formats::rtf::FORMAT => (rtf.read)(part, watch),
        Some(docx) if *docx == super::FORMAT => super::read_inner(part, watch),
        _ => match std::str::from_utf8(part) {
            Ok(text) if text.contains('<') => crate::formats::epub::read_page(text, watch),
            Ok(text) => Ok(plain(text)),
            Err(_) => return Ok(None),
        },
    };
    match read {
        Ok(paper) => Ok(Some(paper)),
        Err(fault @ (Fault::TooLarge { .. } | Fault::Late(_))) => Err(fault),
        Err(_) => Ok(None),
    }
}

fn plain(text: &str) -> Document {
    let mut builder = PaperBuilder::default();
    for paragraph in text.split("\n\n") {
        builder.block(BlockKind::Paragraph, paragraph);
    }
    builder.finish(Metadata::default())
}

/// Returns the text of a drawing: one paragraph for each of its paragraphs, and one for each list of names in a chart.
fn drawn(part: &[u8], watch: &Watch) -> Result<Option<Document>, Fault> {
    let (mut builder, mut in_text, mut in_names) = (PaperBuilder::default(), false, false);
    let mut nodes = Nodes::of_part(part, "a drawing", watch);
    while let Some(node) = nodes.next()? {
        match node {
            Node::Start(tag) => match name(&tag) {
                "p" => builder.open(BlockKind::Paragraph),
                "strCache" => {
                    builder.open(BlockKind::Paragraph);
                    in_names = true;
                }
                "t" => in_text = true,
                "v" if in_names => in_text = true,
                "br" => builder.push(" "),
                _ => {}
            },
            Node::End(tag) => match tag.local_name().as_ref() {
                "t" => in_text = false,
                "v" => {
                    in_text = false;
                    builder.push(" ");
                }
                "strCache" => in_names = false,
                _ => {}
            },
            Node::Text(text) if in_text => {
                watch.unpack(text.len() as u64)?;
                builder.push(&text);
            }
            Node::Text(_) => {}
        }
    }
    Ok(Some(builder.finish(Metadata::default())))
}

/// Writes the text of another part into the document.
pub(super) fn write(paper: &Document, story: &mut Story<'_>) -> Result<(), Fault> {
    for hidden in &paper.structure.hidden {
        story.paragraph(None, Some(hidden.why), &hidden.text)?;
    }
    for block in &paper.structure.blocks {
        let is_plain = block.kind == BlockKind::Paragraph;
        let meaning = (!is_plain).then_some(Meaning::Is(block.kind));
        story.paragraph(meaning, None, block.text(&paper.text))?;
    }
    Ok(())
}
