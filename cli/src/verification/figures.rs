//! The figures and the decisions of a document, made again from the words of its parts and passages and from the ledger.
//!
//! Whatever [`ibid::score`] and [`Ledger::apply`] set is compared: both run once more, and both documents are walked
//! through as JSON.

use ibid::Exclude;
use ibid::decisions::Ledger;
use ibid::report::DocumentReport;
use serde_json::Value;

use super::Difference;

/// The settings with which a report was made.
pub(super) struct MadeWith {
    pub(super) exclude: Exclude,
    /// The ledger that was applied, and the draft whose decisions were taken over; none if there was no ledger, or it was
    /// not found as it was.
    pub(super) ledger: Option<(Ledger, Option<String>)>,
}

/// Returns the figures that are not those that the words give, and the decisions that are not those of the ledger.
///
/// # Errors
/// The document has no word ranges.
pub(super) fn differences(
    document: &DocumentReport,
    MadeWith { exclude, ledger }: &MadeWith,
) -> anyhow::Result<Vec<Difference>> {
    let written = DocumentReport { text: None, ..document.clone() };
    let mut again = written.clone();
    if let Some((ledger, draft_of)) = ledger {
        ledger.apply(&mut again, draft_of.as_deref());
    }
    again.score(exclude)?;
    let (written, again) = (serde_json::to_value(written)?, serde_json::to_value(again)?);
    let mut found = vec![];
    walk("", Some(&written), Some(&again), &mut |figure, written, again| {
        found.push(Difference::Figure {
            document: document.id.clone(),
            figure: figure.to_owned(),
            written: written.map_or("–".to_owned(), Value::to_string),
            again: again.map_or("–".to_owned(), Value::to_string),
        });
    });
    Ok(found)
}

/// A receiver of differences: the path of a value, and the value in both.
type Tell<'t> = dyn FnMut(&str, Option<&Value>, Option<&Value>) + 't;

/// Walks through two values side by side and tells the innermost ones that differ.
fn walk(path: &str, written: Option<&Value>, again: Option<&Value>, tell: &mut Tell<'_>) {
    match (written, again) {
        _ if written == again => {}
        (Some(Value::Object(x)), Some(Value::Object(y))) => {
            let only_in_y = y.keys().filter(|name| !x.contains_key(*name));
            for name in x.keys().chain(only_in_y) {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                walk(&path, x.get(name), y.get(name), tell);
            }
        }
        (Some(Value::Array(x)), Some(Value::Array(y))) => {
            for at in 0..x.len().max(y.len()) {
                let (x, y) = (x.get(at), y.get(at));
                let name = name_of(x.or(y).unwrap_or(&Value::Null), at);
                walk(&format!("{path}[{name}]"), x, y, tell);
            }
        }
        _ => tell(path, written, again),
    }
}

/// Names an entry of a list: a source by its id, a passage by its finding and its source, another one by its number.
fn name_of(value: &Value, at: usize) -> String {
    match (value.get("id"), value.get("b"), value.get("finding")) {
        (Some(Value::String(id)), ..) => id.clone(),
        (_, Some(Value::String(source)), Some(finding)) => format!("{finding}, {source}"),
        _ => at.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_innermost_values_that_differ_are_told_by_their_names() {
        let written = json!({"ratios": {"overall": 0.5}, "sources": [{"id": "s.txt", "matched": 7}], "a": [1, 2],
            "passages": [{"finding": 3, "b": "s.txt", "matched_words": 7}], "left": true, "same": [1]});
        let again = json!({"ratios": {"overall": 0.25}, "sources": [{"id": "s.txt", "matched": 9}], "a": [1],
            "passages": [{"finding": 3, "b": "s.txt", "matched_words": 6}], "new": 1, "same": [1]});
        let mut told = vec![];
        walk("", Some(&written), Some(&again), &mut |path, _, _| told.push(path.to_owned()));
        told.sort();
        let expected = [
            "a[1]",
            "left",
            "new",
            "passages[3, s.txt].matched_words",
            "ratios.overall",
            "sources[s.txt].matched",
        ];
        assert_eq!(told, expected);
    }
}
