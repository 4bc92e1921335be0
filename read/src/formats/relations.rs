//! The references between the parts of an Office package.

use quick_xml::events::Event;

use crate::formats::Fault;
use crate::formats::limits::Watch;
use crate::formats::package::Package;
use crate::formats::xml::{attribute, name, reader};

/// A reference from one part to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Relation {
    /// The id of the reference in the part that refers.
    pub(crate) id: String,
    /// The role of the other part: the last step of the URL of the reference's type, such as `styles`.
    pub(crate) role: String,
    /// The path of the other part in the package.
    pub(crate) path: String,
}

/// Reads the references of a part, or of the package itself if the path is empty. References to addresses outside the
/// package are left out.
pub(crate) fn relations(
    package: &mut Package<'_>,
    part: &str,
    watch: &Watch,
) -> Result<Vec<Relation>, Fault> {
    let (folder, file) = part.rsplit_once('/').unwrap_or(("", part));
    let list =
        if folder.is_empty() { format!("_rels/{file}.rels") } else { format!("{folder}/_rels/{file}.rels") };
    let Some(list) = package.part(&list)? else { return Ok(vec![]) };
    let mut all = vec![];
    let mut xml = reader(&list);
    loop {
        watch.check()?;
        match xml.read_event().map_err(|error| Fault::Damaged(format!("{file}.rels: {error}")))? {
            Event::Eof => return Ok(all),
            Event::Start(tag) | Event::Empty(tag) if name(&tag) == "Relationship" => {
                let (id, role, target) =
                    (attribute(&tag, "Id"), attribute(&tag, "Type"), attribute(&tag, "Target"));
                let is_outside = attribute(&tag, "TargetMode").as_deref() == Some("External");
                if let (Some(id), Some(role), Some(target), false) = (id, role, target, is_outside) {
                    let role = role.rsplit('/').next().unwrap_or_default().to_owned();
                    all.push(Relation { id, role, path: resolve(folder, &target) });
                }
            }
            _ => {}
        }
    }
}

/// Returns the path of a part that a part in `folder` refers to.
fn resolve(folder: &str, target: &str) -> String {
    let folder = if target.starts_with('/') { "" } else { folder };
    let mut path: Vec<&str> = folder.split('/').filter(|step| !step.is_empty()).collect();
    for step in target.split('/') {
        match step {
            "" | "." => {}
            ".." => _ = path.pop(),
            step => path.push(step),
        }
    }
    path.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_is_seen_from_the_folder_of_its_part() {
        assert_eq!(resolve("word", "charts/chart1.xml"), "word/charts/chart1.xml");
        assert_eq!(resolve("word", "../customXml/item1.xml"), "customXml/item1.xml");
        assert_eq!(resolve("word", "/word/document2.xml"), "word/document2.xml");
    }
}
