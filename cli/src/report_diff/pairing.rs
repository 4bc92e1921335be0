//! The documents of two reports that belong together.

use ibid::report::{DocumentReport, Report};

/// The documents of two reports.
pub(super) struct PairedDocuments<'r> {
    pub(super) both: Vec<(&'r DocumentReport, &'r DocumentReport)>,
    pub(super) only_old: Vec<String>,
    pub(super) only_new: Vec<String>,
}

/// A rule by which a document of the earlier report and one of the later belong together.
#[derive(Clone, Copy, Debug)]
enum Rule {
    Id,
    Text,
    Draft,
    /// Both are the only one in their report.
    Only,
}

/// Pairs the documents: by their ids, then by their texts, then the draft that the later report names with the document
/// that took over its decisions; and if one is left on both sides of two reports on one document, these.
pub(super) fn pair<'r>(old: &'r Report, new: &'r Report) -> PairedDocuments<'r> {
    let mut left: Vec<&DocumentReport> = old.documents.iter().collect();
    let draft_of = new.ledger.as_ref().and_then(|ledger| ledger.draft_of.as_deref());
    let (is_only_old, is_only_new) = (old.documents.len() == 1, new.documents.len() == 1);
    let mut partners: Vec<Option<&DocumentReport>> = vec![None; new.documents.len()];
    for rule in [Rule::Id, Rule::Text, Rule::Draft, Rule::Only] {
        for (new, partner) in new.documents.iter().zip(&mut partners) {
            if partner.is_some() {
                continue;
            }
            let at = left.iter().position(|old| match rule {
                Rule::Id => old.id == new.id,
                Rule::Text => old.text_hash == new.text_hash && !old.text_hash.is_empty(),
                Rule::Draft => is_only_new && draft_of == Some(&*old.id),
                Rule::Only => is_only_old && is_only_new,
            });
            if let Some(at) = at {
                *partner = Some(left.remove(at));
            }
        }
    }
    let (mut both, mut only_new) = (vec![], vec![]);
    for (document, partner) in new.documents.iter().zip(partners) {
        match partner {
            Some(partner) => both.push((partner, document)),
            None => only_new.push(document.id.clone()),
        }
    }
    PairedDocuments { both, only_old: left.iter().map(|document| document.id.clone()).collect(), only_new }
}

#[cfg(test)]
mod tests {
    use ibid::report::LedgerReport;

    use super::*;

    fn report(documents: &[(&str, &str)]) -> Report {
        let document = |&(id, hash): &(&str, &str)| DocumentReport {
            id: id.to_owned(),
            text_hash: hash.to_owned(),
            ..DocumentReport::default()
        };
        Report { documents: documents.iter().map(document).collect(), ..Report::default() }
    }

    fn check(old: &Report, new: &Report, expected: &[(&str, &str)], only_old: &[&str], only_new: &[&str]) {
        let paired = pair(old, new);
        let both: Vec<(&str, &str)> = paired.both.iter().map(|(old, new)| (&*old.id, &*new.id)).collect();
        assert_eq!(both, expected);
        assert_eq!((paired.only_old, paired.only_new).0, only_old);
        assert_eq!(pair(old, new).only_new, only_new);
    }

    #[test]
    fn documents_are_paired_by_id_then_text_then_draft_then_alone() {
        let two = report(&[("a", "1"), ("b", "2")]);
        check(&two, &report(&[("b", "9"), ("a", "1")]), &[("b", "b"), ("a", "a")], &[], &[]);
        check(&two, &report(&[("c", "2"), ("a", "3")]), &[("b", "c"), ("a", "a")], &[], &[]);
        check(&two, &report(&[("c", "3")]), &[], &["a", "b"], &["c"]);
        let ledger = LedgerReport { draft_of: Some("b".to_owned()), ..LedgerReport::default() };
        let draft = Report { ledger: Some(ledger), ..report(&[("c", "3")]) };
        check(&two, &draft, &[("b", "c")], &["a"], &[]);
        check(&report(&[("a", "1")]), &report(&[("c", "3")]), &[("a", "c")], &[], &[]);
    }
}
