//! The cluster of a kept record, as fields after its own.

use std::collections::BTreeMap;

use ibid::report::write_value;
use serde::de::IgnoredAny;

use crate::exit::Failure;

/// The fields: the id that `--dropped` and the list have as `cluster`, and the number of documents in the cluster.
const FIELDS: [&str; 2] = ["ibid_cluster", "ibid_cluster_size"];

/// The cluster of a kept document.
#[derive(Clone, Debug)]
pub(super) struct ClusterFields {
    pub(super) cluster: String,
    pub(super) size: u32,
}

impl ClusterFields {
    /// Returns the record with the fields after its own, without a line break.
    ///
    /// # Errors
    /// The record has a field with one of these names; none of it is changed.
    pub(super) fn add_to(&self, record: &[u8]) -> anyhow::Result<Vec<u8>> {
        let fields: BTreeMap<String, IgnoredAny> = serde_json::from_slice(record)?;
        if let Some(field) = FIELDS.iter().find(|field| fields.contains_key(**field)) {
            return Err(Failure::usage(format!(
                "--cluster-fields: the record {:?} has a field {field:?} of its own, which is not overwritten; rename it, or \
                 leave out --cluster-fields",
                self.cluster
            )));
        }
        let record = record.trim_ascii_end();
        let mut marked = record.strip_suffix(b"}").unwrap_or(record).trim_ascii_end().to_vec();
        let comma = if fields.is_empty() { "" } else { "," };
        marked.extend_from_slice(format!("{comma}\"{}\":", FIELDS[0]).as_bytes());
        write_value(&self.cluster, &mut marked)?;
        marked.extend_from_slice(format!(",\"{}\":{}}}", FIELDS[1], self.size).as_bytes());
        Ok(marked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_stand_behind_those_of_the_record() {
        let cluster = ClusterFields { cluster: "a\"b".into(), size: 3 };
        let check = |record: &str, expected: &str| {
            assert_eq!(String::from_utf8(cluster.add_to(record.as_bytes()).unwrap()).unwrap(), expected);
        };
        check("{\"id\": 1.50 }\r\n", "{\"id\": 1.50,\"ibid_cluster\":\"a\\\"b\",\"ibid_cluster_size\":3}");
        check("{}", "{\"ibid_cluster\":\"a\\\"b\",\"ibid_cluster_size\":3}");
        let clash = cluster.add_to(b"{\"ibid_cluster_size\":1}").unwrap_err().to_string();
        assert!(clash.contains("has a field \"ibid_cluster_size\" of its own"), "{clash}");
    }
}
