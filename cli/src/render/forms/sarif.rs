//! A report as SARIF 2.1.0: one result per finding, for tools that show findings in code and documentation.
//!
//! A rule is a kind of copy. A result lies at the place of its passage, and its related locations are the sources. The
//! fingerprint of a result is made of what the sentences say on both sides, so that it stays when lines are put in above. A
//! decision after which a finding no longer counts in each figure is a suppression, and its note is the justification.
//! Results are written as they come.

use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;

use ibid::report::{
    Decision, DocumentReport, Kind, Passage, PassageDecision, PlaceReport, Report, sanitize, write_value,
};
use serde_json::{Value, json};

use super::messages::{FormMessages, in_language};
use crate::output::{Output, ending};
use crate::render::finding::{Finding, findings};
use crate::render::{Language, ReportMessages, thousands};
use crate::report_form::ReportForm;

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/// The name of the fingerprint, with the version of its rule.
const FINGERPRINT: &str = "ibidPairs/v1";
/// The extensions of files whose text has other lines than the file.
const MARKUP: [&str; 5] = ["htm", "html", "markdown", "md", "xhtml"];
/// The kinds, each of which is a rule, in the order of their rules.
const RULES: [Kind; 6] =
    [Kind::Verbatim, Kind::NearVerbatim, Kind::Reordered, Kind::Reworded, Kind::Possible, Kind::CommonPhrase];

/// A writer of a log with one run.
#[derive(Debug)]
pub(crate) struct SarifLog {
    language: Language,
    messages: ReportMessages,
    forms: FormMessages,
    has_results: bool,
}

impl ReportForm for SarifLog {
    fn begin(&self, report: &Report, output: &mut Output) -> anyhow::Result<()> {
        output.with(|out| self.write_head(report, out))
    }

    fn push(&mut self, document: DocumentReport, output: &mut Output) -> anyhow::Result<()> {
        output.with(|out| self.write_findings(&document, out))
    }

    fn end(self: Box<Self>, report: &Report, output: &mut Output) -> anyhow::Result<()> {
        output.with(|out| self.write_end(report, out))
    }
}

impl SarifLog {
    /// Makes a writer that has written nothing yet.
    pub(crate) fn new(language: Language) -> SarifLog {
        let (messages, forms) = in_language(language);
        SarifLog { language, messages, forms, has_results: false }
    }

    /// Writes what comes before the results.
    pub(super) fn write_head(&self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        let (name, version) = report.tool.split_once(' ').unwrap_or((&report.tool, ""));
        let rules: Vec<Value> = RULES.iter().map(|&kind| self.rule(kind)).collect();
        let mut driver = json!({ "name": name, "rules": rules });
        if !version.is_empty() {
            driver["version"] = version.into();
        }
        write!(out, "{{\"$schema\":\"{SCHEMA}\",\"version\":\"2.1.0\",\"runs\":[{{\"tool\":")?;
        write_value(&json!({ "driver": driver }), out)?;
        let language = match self.language {
            Language::English => "en",
            Language::Chinese => "zh",
        };
        write!(out, ",\n\"language\":\"{language}\",\"columnKind\":\"unicodeCodePoints\",\n\"results\":[")
    }

    /// Writes the findings of a document, one per line.
    pub(super) fn write_findings(
        &mut self,
        document: &DocumentReport,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        for finding in findings(&document.passages) {
            writeln!(out, "{}", if self.has_results { "," } else { "" })?;
            write_value(&self.result(&finding), out)?;
            self.has_results = true;
        }
        Ok(())
    }

    /// Writes what comes behind the results.
    pub(super) fn write_end(&self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        let mut failed = vec![];
        for failure in &report.failures {
            failed.push(json!({ "level": "error", "message": message(failure) }));
        }
        let invocation = json!({ "executionSuccessful": true, "toolExecutionNotifications": failed });
        write!(out, "],\n\"invocations\":[")?;
        write_value(&invocation, out)?;
        writeln!(out, "]}}]}}")
    }

    fn rule(&self, kind: Kind) -> Value {
        let (name, meaning) = (self.language.kind(kind), self.language.kind_meaning(kind));
        let help = match is_counted(kind) {
            true => self.forms.rule_help(),
            false => meaning,
        };
        json!({
            "id": rule_id(kind),
            "name": name,
            "shortDescription": { "text": name },
            "fullDescription": { "text": meaning },
            "help": { "text": help },
            "defaultConfiguration": { "level": if is_counted(kind) { "warning" } else { "note" } },
        })
    }

    fn result(&self, finding: &Finding<'_>) -> Value {
        let passage = finding.passage;
        let suppressed = passage.decision.as_ref().filter(|decided| decided.decision != Decision::Copied);
        let is_warning = passage.counts() && suppressed.is_none();
        let summary = self.summary(passage);
        let mut related = vec![];
        for (number, passage) in (1..).zip([passage].iter().chain(&finding.repeated)) {
            related.push(self.related(passage, number));
        }
        let mut result = json!({
            "ruleId": rule_id(passage.kind),
            "ruleIndex": RULES.iter().position(|&kind| kind == passage.kind),
            "level": if is_warning { "warning" } else { "note" },
            "message": message(&summary),
            "locations": [self.location(&here(passage))],
            "relatedLocations": related,
            "properties": properties(passage),
        });
        if let Some(fingerprint) = fingerprint(passage) {
            result["partialFingerprints"] = json!({ FINGERPRINT: fingerprint });
        }
        if let Some(decided) = suppressed {
            let justification = sanitize(&self.justification(decided)).into_owned();
            result["suppressions"] =
                json!([{ "kind": "external", "status": "accepted", "justification": justification }]);
        }
        result
    }

    /// Says in words where a passage is from and what it is. It does not begin with the name of its rule, since
    /// sarif-tools 3.0.5 then shows the first letter behind it only.
    fn summary(&self, passage: &Passage) -> String {
        let facts = self.forms.result_facts(
            self.language.kind(passage.kind),
            format!("{:.2}", passage.similarity),
            thousands(passage.matched_words.into()),
            thousands(passage.a_words.into()),
            self.language.credit(passage),
        );
        self.forms.found_in(PlaceReport::name(&passage.b, passage.b_place), facts)
    }

    fn justification(&self, decided: &PassageDecision) -> String {
        let decision = self.language.decision(Some(decided.decision));
        match decided.note.is_empty() {
            true => decision.to_owned(),
            false => self.messages.what_is(decision, &decided.note),
        }
    }

    /// Returns the location of a source, with a number for messages.
    fn related(&self, passage: &Passage, number: usize) -> Value {
        let mut location = self.location(&there(passage));
        location["id"] = number.into();
        location["message"] = json!({ "text": self.messages.source() });
        location
    }

    /// Returns a location: the file, and the region in it where that is known by lines.
    fn location(&self, place: &TextPlace<'_>) -> Value {
        let mut physical = json!({ "artifactLocation": { "uri": uri(place.id) } });
        if let Some(region) = place.region() {
            physical["region"] = region;
        }
        let name = match place.start {
            Some(PlaceReport::Line { .. }) => return json!({ "physicalLocation": physical }),
            Some(PlaceReport::Page { page }) => self.forms.on_page(page),
            None => self.language.place_in(sanitize(place.id), place.chars.start, place.chars.end),
        };
        json!({ "physicalLocation": physical, "logicalLocations": [{ "fullyQualifiedName": name }] })
    }
}

/// A range of a document, with the place of its start in the file.
struct TextPlace<'p> {
    id: &'p str,
    start: Option<PlaceReport>,
    chars: Range<u32>,
    text: Option<&'p str>,
}

fn here(passage: &Passage) -> TextPlace<'_> {
    TextPlace {
        id: &passage.a,
        start: passage.a_place,
        chars: passage.a_start..passage.a_end,
        text: passage.a_text.as_deref(),
    }
}

fn there(passage: &Passage) -> TextPlace<'_> {
    TextPlace {
        id: &passage.b,
        start: passage.b_place,
        chars: passage.b_start..passage.b_end,
        text: passage.b_text.as_deref(),
    }
}

impl TextPlace<'_> {
    /// Returns the lines and columns of the text. Its end is left out, so that the region ends with its line, where the
    /// report has no text, or one whose lines are not those of the file.
    fn region(&self) -> Option<Value> {
        let (line, column) = self.start?.line_and_column()?;
        let mut region = json!({ "startLine": line, "startColumn": column });
        let Some(text) = self.text else { return Some(region) };
        if self.is_plain() {
            let (end_line, end_column) = end(text, line, column);
            region["endLine"] = end_line.into();
            region["endColumn"] = end_column.into();
        }
        region["snippet"] = json!({ "text": text });
        Some(region)
    }

    /// Returns whether the text has the lines of the file. Paragraphs of Markdown and HTML are joined when they are read.
    fn is_plain(&self) -> bool {
        !ending(Path::new(self.id)).is_some_and(|end| MARKUP.contains(&&*end))
    }
}

/// Returns the line and the column behind a text that begins at this line and column.
fn end(text: &str, line: u32, column: u32) -> (u64, u64) {
    let last = text.rsplit('\n').next().unwrap_or(text);
    let (breaks, chars) = (text.matches('\n').count() as u64, last.chars().count() as u64);
    let first = if breaks == 0 { u64::from(column) } else { 1 };
    (u64::from(line) + breaks, first + chars)
}

/// Returns the figures and the decision of a passage.
fn properties(passage: &Passage) -> Value {
    let mut properties = json!({
        "finding": passage.finding,
        "similarity": passage.similarity,
        "matched_words": passage.matched_words,
        "credit": passage.credit,
    });
    if let Some(decision) = &passage.decision {
        properties["decision"] = json!(decision);
    }
    if let Some(left_out) = passage.left_out {
        properties["left_out"] = json!(left_out);
    }
    properties
}

/// Returns the fingerprint of a passage: its sentence pairs, or else the hashes of its texts. A report without hashes, such
/// as an anonymous one, has none.
fn fingerprint(passage: &Passage) -> Option<String> {
    let mut pairs: Vec<&str> = passage.said.iter().map(|said| &*said.pair).collect();
    pairs.sort_unstable();
    pairs.dedup();
    if !pairs.is_empty() {
        return Some(pairs.join(" "));
    }
    let [a, b] = [&*passage.a_hash, &*passage.b_hash];
    let are_hashes = a.contains(|c| c != '0') && b.contains(|c| c != '0');
    are_hashes.then(|| format!("{a}~{b}"))
}

/// Returns the name of a kind in JSON.
fn rule_id(kind: Kind) -> Value {
    json!(kind)
}

fn is_counted(kind: Kind) -> bool {
    Passage { kind, ..Passage::default() }.counts()
}

/// Makes a message of plain text. Brackets would begin a link, and braces an argument.
fn message(text: &str) -> Value {
    let text = sanitize(text).replace('\\', "\\\\").replace('[', "\\[").replace(']', "\\]");
    json!({ "text": text.replace('{', "{{").replace('}', "}}") })
}

/// Returns the address of a document: its id as a path, from the root of the repository unless it is absolute.
fn uri(id: &str) -> String {
    let mut uri = String::new();
    let is_absolute = id.starts_with('/');
    // A path of Windows begins with its drive.
    let has_drive = matches!(id.as_bytes(), [drive, b':', b'/', ..] if drive.is_ascii_alphabetic());
    uri += if is_absolute {
        "file://"
    } else if has_drive {
        "file:///"
    } else {
        ""
    };
    for (at, byte) in id.bytes().enumerate() {
        let is_plain = byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte);
        match is_plain || has_drive && at == 1 {
            true => uri.push(char::from(byte)),
            false => uri += &format!("%{byte:02X}"),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use ibid::report::SaidPair;

    use super::*;

    #[test]
    fn the_end_of_a_region_is_counted_in_its_text() {
        for (text, expected) in
            [("", (3, 7)), ("旧桥", (3, 9)), ("a\nbc", (4, 3)), ("a\r\n\nb", (5, 2)), ("a\n", (4, 1))]
        {
            assert_eq!(end(text, 3, 7), expected, "{text:?}");
        }
    }

    #[test]
    fn an_id_becomes_an_address() {
        for (id, expected) in [
            ("docs/a.md", "docs/a.md"),
            ("/tmp/a b.md", "file:///tmp/a%20b.md"),
            ("C:/docs/a.md", "file:///C:/docs/a.md"),
            ("a:b<c>%", "a%3Ab%3Cc%3E%25"),
            ("旧", "%E6%97%A7"),
            ("document 1", "document%201"),
        ] {
            assert_eq!(uri(id), expected);
        }
    }

    #[test]
    fn no_message_has_links_or_arguments() {
        assert_eq!(message("[a](1) {0} \\")["text"], r"\[a\](1) {{0}} \\");
    }

    fn pair(pair: &str) -> SaidPair {
        SaidPair { pair: pair.into(), words: [0, 1] }
    }

    #[test]
    fn a_fingerprint_is_made_of_what_sentences_say() {
        let hashes = Passage { a_hash: "1f".into(), b_hash: "20".into(), ..Passage::default() };
        assert_eq!(fingerprint(&hashes).as_deref(), Some("1f~20"));
        let none = Passage { a_hash: "00".into(), ..hashes.clone() };
        assert_eq!(fingerprint(&none), None, "an anonymous report");
        let said = Passage { said: vec![pair("b~c"), pair("a~d"), pair("b~c")], ..hashes };
        assert_eq!(fingerprint(&said).as_deref(), Some("a~d b~c"));
    }

    fn results(passages: Vec<Passage>) -> Vec<Value> {
        let document = DocumentReport { passages, ..DocumentReport::default() };
        let mut log = SarifLog::new(Language::English);
        let (report, mut out) = (Report { tool: "ibid 0".into(), ..Report::default() }, vec![]);
        log.write_head(&report, &mut out).unwrap();
        log.write_findings(&document, &mut out).unwrap();
        log.write_end(&report, &mut out).unwrap();
        let log: Value = serde_json::from_slice(&out).unwrap();
        log["runs"][0]["results"].as_array().unwrap().clone()
    }

    #[test]
    fn a_decision_is_a_suppression_with_its_note() {
        let decided = |decision, note: &str| {
            let decision = PassageDecision { decision, by: "A".into(), at: "B".into(), note: note.into() };
            Passage { decision: Some(decision), finding: 1, is_best: true, ..Passage::default() }
        };
        let check = |decision, note: &str, level: &str, justification: Option<&str>| {
            let result = &results(vec![decided(decision, note)])[0];
            assert_eq!(result["level"], level, "{decision:?}");
            assert_eq!(result["suppressions"][0]["justification"].as_str(), justification, "{decision:?}");
        };
        check(Decision::Copied, "", "warning", None);
        check(Decision::Quotation, "in note 12", "note", Some("quotation: in note 12"));
        check(Decision::OwnWork, "", "note", Some("own work"));
        check(Decision::CommonPhrase, "", "note", Some("common phrase"));
        check(Decision::Ignore, "x", "note", Some("ignored: x"));
    }

    #[test]
    fn a_finding_is_one_result_with_all_of_its_sources() {
        let passage = |finding, b: &str, is_best| Passage {
            finding,
            is_best,
            b: b.into(),
            a_place: Some(PlaceReport::Line { line: 3, column: 1 }),
            b_place: Some(PlaceReport::Page { page: 9 }),
            ..Passage::default()
        };
        let results = results(vec![passage(1, "x", false), passage(1, "y", true), passage(2, "x", true)]);
        assert_eq!(results.len(), 2);
        let related = results[0]["relatedLocations"].as_array().unwrap();
        let uris = related
            .iter()
            .map(|source| source["physicalLocation"]["artifactLocation"]["uri"].as_str().unwrap());
        assert_eq!(uris.collect::<Vec<_>>(), ["y", "x"]);
        assert_eq!(related[0]["logicalLocations"][0]["fullyQualifiedName"], "p. 9");
        assert_eq!(results[0]["locations"][0]["physicalLocation"]["region"]["startLine"], 3);
    }
}
