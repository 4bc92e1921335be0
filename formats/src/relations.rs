//! How the parts of an Office package refer to one another.

use quick_xml::events::Event;

use crate::Fault;
use crate::limits::Watch;
use crate::package::Package;
use crate::xml::{attribute, name, reader};

/// A part that another one refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Relation {
    /// Its name in the part that refers to it.
    pub(crate) id: String,
    /// Its role: the last step of the address of its type, such as `styles`.
    pub(crate) role: String,
    /// Its path in the package.
    pub(crate) path: String,
}

/// Reads the parts that a part refers to; those that the package itself refers to for an empty path. Addresses outside of
/// the package are left out.
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

/// The path of a part that one of this folder refers to.
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
