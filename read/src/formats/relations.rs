//! The references between the parts of an Office package.

use crate::formats::Fault;
use crate::formats::limits::Watch;
use crate::formats::package::{Package, join};
use crate::formats::xml::{Nodes, attribute, name};

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

/// Returns the path of the part of this role.
pub(crate) fn path_of<'r>(relations: &'r [Relation], role: &str) -> Option<&'r str> {
    Some(&relations.iter().find(|relation| relation.role == role)?.path)
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
    let name_of_list = format!("{file}.rels");
    let mut nodes = Nodes::of_part(&list, &name_of_list, watch);
    while let Some(tag) = nodes.next_start()? {
        let is_outside = attribute(&tag, "TargetMode").as_deref() == Some("External");
        if name(&tag) != "Relationship" || is_outside {
            continue;
        }
        let (id, role, target) = (attribute(&tag, "Id"), attribute(&tag, "Type"), attribute(&tag, "Target"));
        if let (Some(id), Some(role), Some(target)) = (id, role, target) {
            let role = role.rsplit('/').next().unwrap_or_default().to_owned();
            all.push(Relation { id, role, path: resolve(folder, &target) });
        }
    }
    Ok(all)
}

/// Returns the path of a part that a part in `folder` refers to.
fn resolve(folder: &str, target: &str) -> String {
    let folder = if target.starts_with('/') { "" } else { folder };
    join(folder, target)
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
