//! The metadata of Office documents.

use crate::formats::limits::Watch;
use crate::formats::package::Package;
use crate::formats::xml::fields;
use crate::formats::{Fault, Metadata};

/// Reads the properties of a package.
pub(crate) fn properties(package: &mut Package<'_>, watch: &Watch) -> Result<Metadata, Fault> {
    let mut metadata = Metadata::default();
    for (name, root) in [("docProps/core.xml", "coreProperties"), ("docProps/app.xml", "Properties")] {
        let Some(part) = package.part(name)? else { continue };
        for (name, text) in fields(&part, root, watch)? {
            match name.as_str() {
                "title" => metadata.title = Some(text),
                "creator" => metadata.author = Some(text),
                "created" => metadata.date = Some(text),
                "Application" => metadata.program = Some(text),
                _ => {}
            }
        }
    }
    Ok(metadata)
}
