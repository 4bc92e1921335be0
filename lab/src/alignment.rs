//! Passages against known answers: the measures of the PAN text-alignment task.
//!
//! In: the true cases and the detections of document pairs. Out: precision, recall, granularity and plagdet, as
//! Potthast, Stein, Barrón-Cedeño and Rosso define them (COLING 2010), macro-averaged. A detection detects a case if
//! they overlap on both sides. Precision is the mean over detections of the share of their characters, on both sides
//! together, that lie in cases they detect. Recall is the mean over cases of the share of their characters that lie in
//! detections. Granularity is the mean number of detections of a detected case. Plagdet is `F1 / log2(1 +
//! granularity)`. `O(r · s)` per pair, for r detections and s cases.
//!
//! ```
//! use ibid_lab::alignment::{Case, score};
//!
//! let case = Case { query: (0, 100), source: (50, 150) };
//! let found = Case { query: (0, 50), source: (50, 100) };
//! let score = score(&[(vec![case], vec![found])]);
//! assert_eq!((score.precision, score.recall, score.granularity), (1.0, 0.5, 1.0));
//! ```

use ibid::{Error, Result};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

/// A copied passage of a document pair, in code points, half open on both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Case {
    /// Its place in the query document.
    pub query: (u32, u32),
    /// Its place in the source document.
    pub source: (u32, u32),
}

/// The measures over some document pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    /// The number of pairs.
    pub pairs: usize,
    /// `F1 / log2(1 + granularity)`, 0 to 1.
    pub plagdet: f64,
    /// The share of the detected text that is right, 0 to 1; 0 if nothing was detected.
    pub precision: f64,
    /// The share of the cases that was detected, 0 to 1; 0 if there are none.
    pub recall: f64,
    /// The number of detections per detected case; 1 if there are none.
    pub granularity: f64,
    /// The number of pairs without a case in which something was detected.
    pub false_alarms: usize,
}

impl Case {
    fn size(&self) -> u64 {
        u64::from(self.query.1 - self.query.0) + u64::from(self.source.1 - self.source.0)
    }

    fn meets(&self, other: &Case) -> bool {
        overlap(self.query, other.query).is_some() && overlap(self.source, other.source).is_some()
    }

    /// Counts the characters, both sides together, that lie in those of `others` that overlap this case on both sides.
    /// Also returns the number of these others.
    fn covered_by(&self, others: &[Case]) -> (u64, usize) {
        let hits: Vec<&Case> = others.iter().filter(|other| self.meets(other)).collect();
        let side = |own: (u32, u32), of: fn(&Case) -> (u32, u32)| {
            let mut parts: Vec<(u32, u32)> = hits.iter().filter_map(|hit| overlap(own, of(hit))).collect();
            parts.sort_unstable();
            let (mut sum, mut end) = (0, own.0);
            for (start, stop) in parts {
                sum += u64::from(stop.saturating_sub(start.max(end)));
                end = end.max(stop);
            }
            sum
        };
        (side(self.query, |case| case.query) + side(self.source, |case| case.source), hits.len())
    }
}

fn overlap(a: (u32, u32), b: (u32, u32)) -> Option<(u32, u32)> {
    let (start, end) = (a.0.max(b.0), a.1.min(b.1));
    (start < end).then_some((start, end))
}

/// Computes the measures over pairs of (true cases, detections).
pub fn score(pairs: &[(Vec<Case>, Vec<Case>)]) -> Score {
    let (mut precision, mut recall, mut grains) = (vec![], vec![], vec![]);
    for (truth, found) in pairs {
        let share = |case: &Case, covered: u64| covered as f64 / case.size() as f64;
        precision.extend(found.iter().filter(|r| r.size() > 0).map(|r| share(r, r.covered_by(truth).0)));
        for case in truth.iter().filter(|case| case.size() > 0) {
            let (covered, count) = case.covered_by(found);
            recall.push(share(case, covered));
            if count > 0 {
                grains.push(count as f64);
            }
        }
    }
    let mean = |values: &[f64]| {
        if values.is_empty() { 0.0 } else { values.iter().sum::<f64>() / values.len() as f64 }
    };
    let (precision, recall) = (mean(&precision), mean(&recall));
    let granularity = if grains.is_empty() { 1.0 } else { mean(&grains) };
    let f1 = if precision + recall > 0.0 { 2.0 * precision * recall / (precision + recall) } else { 0.0 };
    let false_alarms = pairs.iter().filter(|(truth, found)| truth.is_empty() && !found.is_empty()).count();
    Score {
        pairs: pairs.len(),
        plagdet: f1 / (1.0 + granularity).log2(),
        precision,
        recall,
        granularity,
        false_alarms,
    }
}

/// Reads the true cases of a PAN XML document: its `feature` elements named `plagiarism`.
///
/// # Errors
/// [`Error::Request`] that names the fault in the XML, or the wrong attribute.
pub fn read_cases(xml: &str) -> Result<Vec<Case>> {
    let mut reader = Reader::from_str(xml);
    let mut cases = vec![];
    loop {
        match reader.read_event() {
            Ok(Event::Start(element) | Event::Empty(element)) if element.name().as_ref() == "feature" => {
                cases.extend(case(&element)?);
            }
            Ok(Event::Eof) => return Ok(cases),
            Ok(_) => {}
            Err(error) => {
                let at = reader.error_position();
                return Err(Error::Request(format!("broken XML at byte {at}: {error}")));
            }
        }
    }
}

/// Reads the case of a `feature` element; `None` for features of other names and for cases without a source.
fn case(element: &BytesStart<'_>) -> Result<Option<Case>> {
    let attribute = |name: &str| -> Result<Option<String>> {
        let found = element
            .try_get_attribute(name)
            .map_err(|error| Error::Request(format!("broken XML: {error}")))?;
        Ok(found.map(|attribute| attribute.value.into_owned()))
    };
    if attribute("name")?.as_deref() != Some("plagiarism") || attribute("source_reference")?.is_none() {
        return Ok(None);
    }
    let number = |name: &str| -> Result<u32> {
        let value = attribute(name)?.unwrap_or_default();
        value.parse().map_err(|_| Error::Request(format!("{name} must be a whole number, got \"{value}\"")))
    };
    let range = |start: &str, length: &str| -> Result<(u32, u32)> {
        let start = number(start)?;
        Ok((start, start.saturating_add(number(length)?)))
    };
    Ok(Some(Case {
        query: range("this_offset", "this_length")?,
        source: range("source_offset", "source_length")?,
    }))
}

/// Writes the detections of a document pair as a PAN XML document. `query` and `source` are the file names.
pub fn write_detections(query: &str, source: &str, found: &[Case]) -> String {
    let escaped = |name: &str| quick_xml::escape::escape(name).into_owned();
    let (query, source) = (escaped(query), escaped(source));
    let mut out = format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<document reference=\"{query}\">\n");
    for case in found {
        let length = |(start, end): (u32, u32)| end - start;
        out.push_str(&format!(
            "<feature name=\"detected-plagiarism\" this_offset=\"{}\" this_length=\"{}\" source_reference=\"{source}\" \
             source_offset=\"{}\" source_length=\"{}\"/>\n",
            case.query.0,
            length(case.query),
            case.source.0,
            length(case.source)
        ));
    }
    out.push_str("</document>\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(q0: u32, q1: u32, s0: u32, s1: u32) -> Case {
        Case { query: (q0, q1), source: (s0, s1) }
    }

    #[test]
    fn a_detection_must_overlap_on_both_sides() {
        let score = score(&[(vec![case(0, 10, 0, 10)], vec![case(0, 10, 20, 30)])]);
        assert_eq!((score.plagdet, score.precision, score.recall, score.granularity), (0.0, 0.0, 0.0, 1.0));
    }

    #[test]
    fn pieces_cost_granularity() {
        let found = vec![case(0, 5, 0, 5), case(5, 10, 5, 10)];
        let score = score(&[(vec![case(0, 10, 0, 10)], found)]);
        assert_eq!((score.precision, score.recall, score.granularity), (1.0, 1.0, 2.0));
        assert!((score.plagdet - 1.0 / 3.0_f64.log2()).abs() < 1e-12);
    }

    #[test]
    fn overlapping_detections_cover_once() {
        let found = vec![case(0, 6, 0, 6), case(4, 8, 4, 8)];
        let score =
            score(&[(vec![case(0, 10, 0, 10)], found), (vec![], vec![case(0, 1, 0, 1)]), (vec![], vec![])]);
        assert_eq!((score.recall, score.false_alarms, score.pairs), (0.8, 1, 3));
        assert!((score.precision - 2.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn no_pairs_score_nothing() {
        assert_eq!(score(&[]), Score { granularity: 1.0, ..Score::default() });
    }

    #[test]
    fn reads_cases_and_writes_detections() {
        let xml = "<?xml version=\"1.0\"?><document reference=\"a.txt\"><feature name=\"about\" title=\"x\"/>\
                   <feature name=\"plagiarism\" this_offset=\"3\" this_length=\"4\" source_reference=\"b.txt\" \
                   source_offset=\"10\" source_length=\"5\"/></document>";
        assert_eq!(read_cases(xml).unwrap(), [case(3, 7, 10, 15)]);
        let written = write_detections("a & b.txt", "c.txt", &[case(3, 7, 10, 15)]);
        assert!(
            written.contains("reference=\"a &amp; b.txt\"") && written.contains("this_length=\"4\""),
            "{written}"
        );
        assert_eq!(read_cases(&written.replace("detected-", "")).unwrap(), [case(3, 7, 10, 15)]);
    }

    #[test]
    fn broken_truth_is_named() {
        let error =
            read_cases("<document><feature name=\"plagiarism\" source_reference=\"b\" this_offset=\"x\"/>");
        assert_eq!(error.unwrap_err().to_string(), "this_offset must be a whole number, got \"x\"");
        assert!(read_cases("<document><feature").unwrap_err().to_string().starts_with("broken XML at byte"));
    }
}
