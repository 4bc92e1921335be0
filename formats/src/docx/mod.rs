//! Word documents: the parts of the package -> blocks in the order of the text.
//!
//! Tracked changes are accepted, fields show their results, tables of contents are left out, footnotes and endnotes stand
//! behind the paragraph that refers to them. Pages are not known: a Word document gets them when it is printed.

mod body;
mod styles;

use self::body::Body;
use self::styles::Styles;
use crate::limits::Watch;
use crate::package::Package;
use crate::properties::properties;
use crate::story::Story;
use crate::{Fault, Format, Paper};

pub(crate) fn read(bytes: &[u8], watch: &Watch) -> Result<Paper, Fault> {
    let mut package = Package::open(bytes, watch)?;
    let Some(document) = package.part("word/document.xml")? else {
        let instead = "save it as PDF, or its text as DOCX";
        return Err(Fault::Unsupported { what: "an office file without a Word document", instead });
    };
    let styles = match package.part("word/styles.xml")? {
        Some(part) => Styles::read(&part, watch)?,
        None => Styles::default(),
    };
    let mut story = Story::new(watch);
    for part in ["word/footnotes.xml", "word/endnotes.xml"] {
        if let Some(part) = package.part(part)? {
            Body::new(&styles, watch, &mut story).read(&part)?;
        }
    }
    Body::new(&styles, watch, &mut story).read(&document)?;
    Ok(story.finish(Format::Docx, properties(&mut package, watch)?))
}
