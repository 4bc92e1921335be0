//! The metadata of Office documents.

use crate::formats::Fault;
use crate::formats::limits::Watch;
use crate::formats::package::Package;
use crate::formats::xml::fields;
use ibid::Metadata;

/// Reads the properties of a package.
pub(crate) fn properties(package: &mut Package<'_>, watch: &Watch) -> Result<Metadata, Fault> {
    let mut metadata = Metadata::default();
    let part = package.part("docProps/core.xml")?.unwrap_or_default();
    for (name, text) in fields(&part, "coreProperties", watch)? {
        match name.as_str() {
            "title" => metadata.title = Some(text),
            "creator" => metadata.author = Some(text),
            "created" => metadata.date = Some(text),
            _ => {}
        }
    }
    Ok(metadata)
}
