//! One line of a ledger, as text and as data.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use xxhash_rust::xxh3::xxh3_64;

use crate::report::{Decision, DocumentReport, Passage, shorten, write_value};

/// The version of the lines that are written.
const VERSION: u64 = 1;

/// The columns of the words that a line shows to people.
const SAYS_COLS: usize = 60;

/// The marks at the start of a line with which git shows a conflict.
const CONFLICT_MARKS: [&str; 4] = ["<<<<<<<", "=======", ">>>>>>>", "|||||||"];

/// A decision of one person on the passages of one finding or more: one line of a ledger.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LedgerLine {
    /// The version of the format, 1.
    pub v: u64,
    /// The time, as an instant of ISO 8601 in UTC, e.g. `2026-11-25T09:14:22Z`; fractions of a second are allowed.
    pub at: String,
    /// The person.
    pub by: String,
    /// The id of the paper.
    pub paper: String,
    /// The decision. None opens the passages again; it is written `open`.
    #[serde(rename = "as", with = "decision_or_open")]
    pub decision: Option<Decision>,
    /// The person's note; empty if there is none. At most [`MOST_NOTE_BYTES`](LedgerLine::MOST_NOTE_BYTES).
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub note: String,
    /// The pairs it decides: 16 hexadecimal digits, `~`, 16 hexadecimal digits.
    pub pairs: Vec<String>,
    /// The first words, for people.
    #[serde(default)]
    pub says: String,
    /// The id of the source, for people.
    #[serde(default)]
    pub source: String,
    /// True if it holds in all papers. Only common phrases, what is ignored, and what is open again may be.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub everywhere: bool,
    /// True if it settles a dispute: earlier lines of other people do not hold beside it.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub settles: bool,
}

/// The person who decides, the time, and a note.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    /// The person.
    pub by: String,
    /// The time, as in [`LedgerLine::at`].
    pub at: String,
    /// The note; may be empty.
    pub note: String,
}

/// A reason why a line of a ledger cannot be read. The caller adds the file, the number of the line, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LineError {
    /// It is no JSON, or a field is missing or of the wrong type.
    #[error("no line of decisions: {0}")]
    Malformed(String),
    /// It ends in the middle.
    #[error("cut off")]
    CutOff,
    /// Its version is later than 1.
    #[error("written by a later version (\"v\":{0})")]
    LaterVersion(u64),
    /// Its decision has no meaning.
    #[error("unknown decision {0:?}")]
    UnknownDecision(String),
    /// It is a mark of git in the middle of a merge.
    #[error("a conflict mark of git")]
    ConflictMark,
    /// A field has a value that is not allowed.
    #[error("\"{field}\" {why}")]
    Field {
        /// The name of the field.
        field: &'static str,
        /// The allowed values, and the given one.
        why: String,
    },
}

impl LedgerLine {
    /// The most bytes of a note.
    pub const MOST_NOTE_BYTES: usize = 128 * 1024;

    /// Parses a line. A byte order mark and the end of the line may be part of it; fields that are not known are
    /// ignored.
    pub fn parse(line: &str) -> Result<LedgerLine, LineError> {
        let line = line.trim_start_matches('\u{feff}').trim();
        for mark in CONFLICT_MARKS {
            if line.starts_with(mark) {
                return Err(LineError::ConflictMark);
            }
        }
        match serde_json::from_str::<LedgerLine>(line) {
            Ok(parsed) if parsed.v == VERSION => parsed.checked(),
            Ok(_) | Err(_) => Err(reason(line)),
        }
    }

    /// Returns the line as JSON, without the end of the line.
    pub fn to_json(&self) -> String {
        let mut json = vec![];
        // Writing to memory does not fail.
        let _ = write_value(self, &mut json);
        String::from_utf8(json).unwrap_or_default()
    }

    /// Makes the line that decides some findings of a document, with the pairs of all their passages.
    pub fn of_findings(
        document: &DocumentReport,
        findings: &[u32],
        decision: Option<Decision>,
        signature: Signature,
    ) -> LedgerLine {
        let mut passages = vec![];
        for passage in &document.passages {
            if findings.contains(&passage.finding) {
                passages.push(passage);
            }
        }
        LedgerLine::of_passages(document, passages, decision, signature)
    }

    /// Makes the line that decides the findings of which these are all passages, as [`LedgerLine::of_findings`] does.
    pub fn of_passages(
        document: &DocumentReport,
        mut passages: Vec<&Passage>,
        decision: Option<Decision>,
        signature: Signature,
    ) -> LedgerLine {
        let mut pairs = vec![];
        for passage in &passages {
            for said in &passage.said {
                pairs.push(said.pair.clone());
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        passages.sort_by_key(|passage| (!passage.is_best, passage.finding));
        let (says, source) = match passages.first() {
            Some(best) => (first_words(document, best), best.b.clone()),
            None => Default::default(),
        };
        LedgerLine {
            v: VERSION,
            at: signature.at,
            by: signature.by,
            paper: document.id.clone(),
            decision,
            note: signature.note,
            pairs,
            says,
            source,
            everywhere: false,
            settles: false,
        }
    }

    /// Returns a hash of all fields. `buffer` is only room to work in.
    pub(super) fn hash(&self, buffer: &mut Vec<u8>) -> u64 {
        buffer.clear();
        let decision = self.decision.map_or("open", Decision::name);
        let fields = [&*self.at, &*self.by, &*self.paper, decision, &*self.note, &*self.says, &*self.source];
        for field in fields.into_iter().chain(self.pairs.iter().map(String::as_str)) {
            buffer.extend_from_slice(&(field.len() as u64).to_le_bytes());
            buffer.extend_from_slice(field.as_bytes());
        }
        buffer.extend([u8::from(self.everywhere), u8::from(self.settles)]);
        xxh3_64(buffer)
    }

    /// Returns the instant of the line; none if its time is malformed.
    pub(super) fn instant(&self) -> Option<Timestamp> {
        self.at.parse().ok()
    }

    /// Returns the line if each field has an allowed value.
    fn checked(self) -> Result<LedgerLine, LineError> {
        if self.instant().is_none() {
            return refused("at", format!("must be a time such as 2026-11-25T09:14:22Z, got {:?}", self.at));
        }
        if self.by.is_empty() {
            return refused("by", "must name the person".to_owned());
        }
        if self.note.len() > LedgerLine::MOST_NOTE_BYTES {
            let most = LedgerLine::MOST_NOTE_BYTES;
            return refused("note", format!("must have at most {most} bytes, got {}", self.note.len()));
        }
        for pair in &self.pairs {
            if PairKey::parse(pair).is_none() {
                return refused(
                    "pairs",
                    format!("must be two hashes such as 9c1f0a7be3d42210~51aa3cc0de9f7d04, got {pair:?}"),
                );
            }
        }
        if self.everywhere && !may_hold_everywhere(self.decision) {
            return refused("everywhere", "is only for common-phrase, ignore and open".to_owned());
        }
        Ok(self)
    }
}

/// Makes the error for a field with a value that is not allowed.
fn refused(field: &'static str, why: String) -> Result<LedgerLine, LineError> {
    Err(LineError::Field { field, why })
}

/// A pair as a number: the hash of the paper's sentence in the upper half, that of its counterpart in the lower.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PairKey(u128);

impl PairKey {
    /// Parses a pair as reports and ledgers write it.
    pub(crate) fn parse(pair: &str) -> Option<PairKey> {
        let (a, b) = pair.split_once('~')?;
        Some(PairKey(u128::from(parse_hash(a)?) << 64 | u128::from(parse_hash(b)?)))
    }
}

/// Parses 16 hexadecimal digits in lower case.
fn parse_hash(digits: &str) -> Option<u64> {
    if digits.len() != 16 || !digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
        return None;
    }
    u64::from_str_radix(digits, 16).ok()
}

/// Returns whether a decision may hold in all papers: none that depends on how one paper credits its words.
fn may_hold_everywhere(decision: Option<Decision>) -> bool {
    matches!(decision, None | Some(Decision::CommonPhrase | Decision::Ignore))
}

/// Returns the first words of a passage, cut to some columns.
fn first_words(document: &DocumentReport, passage: &Passage) -> String {
    let range = passage.a_byte_start as usize..passage.a_byte_end as usize;
    let text = match (&passage.a_text, &document.text) {
        (Some(text), _) => text,
        (None, Some(text)) => text.get(range).unwrap_or_default(),
        (None, None) => "",
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    shorten(&words.join(" "), SAYS_COLS)
}

/// Returns why a line that could not be read cannot be.
fn reason(line: &str) -> LineError {
    let value: Value = match serde_json::from_str(line) {
        Ok(value) => value,
        Err(error) if error.is_eof() => return LineError::CutOff,
        Err(error) => return LineError::Malformed(error.to_string()),
    };
    if let Some(version) = value["v"].as_u64()
        && version > VERSION
    {
        return LineError::LaterVersion(version);
    }
    if let Some(name) = value["as"].as_str()
        && decision_or_open::of_name(name).is_none()
    {
        return LineError::UnknownDecision(name.to_owned());
    }
    match serde_json::from_value::<LedgerLine>(value) {
        Ok(line) => LineError::Field { field: "v", why: format!("must be {VERSION}, got {}", line.v) },
        Err(error) => LineError::Malformed(error.to_string()),
    }
}

/// The field `as`: the name of a decision, or `open`.
mod decision_or_open {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::report::Decision;

    const OPEN: &str = "open";

    pub(super) fn of_name(name: &str) -> Option<Option<Decision>> {
        if name == OPEN { Some(None) } else { Decision::of_name(name).map(Some) }
    }

    pub(super) fn serialize<S: Serializer>(
        decision: &Option<Decision>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(decision.map_or(OPEN, Decision::name))
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(
        deserializer: D,
    ) -> Result<Option<Decision>, D::Error> {
        let name = std::borrow::Cow::<str>::deserialize(deserializer)?;
        of_name(&name).ok_or_else(|| D::Error::custom("unknown decision"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = r#"{"v":1,"at":"2026-11-25T09:14:22Z","by":"Ana","paper":"a.md","as":"own-work","pairs":["9c1f0a7be3d42210~51aa3cc0de9f7d04"],"says":"","source":""}"#;

    /// Checks the error of [`LINE`] with a part of it replaced.
    fn check(part: &str, other: &str, message: &str) {
        assert!(LINE.contains(part), "{part}");
        let error = LedgerLine::parse(&LINE.replace(part, other)).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }

    #[test]
    fn a_line_is_read_and_written() {
        let line = LedgerLine::parse(LINE).unwrap();
        assert_eq!(line.decision, Some(Decision::OwnWork));
        assert_eq!(line.to_json(), LINE);
        assert_eq!(LedgerLine::parse(&format!("\u{feff}  {LINE}\r\n")).unwrap(), line);
        assert_eq!(LedgerLine::parse(&LINE.replace("\"v\"", "\"later\":[1],\"v\"")).unwrap(), line);
        assert_eq!(LedgerLine::parse(&LINE.replace("own-work", "open")).unwrap().decision, None);
    }

    #[test]
    fn each_fault_has_its_error() {
        check("\"v\":1", "\"v\":2", "later version (\"v\":2)");
        check("\"v\":1", "\"v\":0", "\"v\" must be 1, got 0");
        check("own-work", "stolen", "unknown decision \"stolen\"");
        check("\"by\":\"Ana\",", "", "missing field `by`");
        check("Ana", "", "\"by\" must name the person");
        check("2026-11-25T09:14:22Z", "yesterday", "\"at\" must be a time");
        check("~51aa3cc0de9f7d04", "", "\"pairs\" must be two hashes");
        check("9c1f0a7be3d42210~", "9C1F0A7BE3D42210~", "\"pairs\" must be two hashes");
        check("\"pairs\"", "\"everywhere\":true,\"pairs\"", "\"everywhere\" is only for");
        check(
            "\"pairs\"",
            &format!("\"note\":\"{}\",\"pairs\"", "n".repeat(131_073)),
            "\"note\" must have at most 131072 bytes",
        );
        check("\"source\":\"\"}", "", "cut off");
        check("}", "}}", "no line of decisions");
        assert_eq!(LedgerLine::parse(""), Err(LineError::CutOff));
        // A later version may have other fields and decisions.
        assert_eq!(LedgerLine::parse(r#"{"v":2,"as":"stolen"}"#), Err(LineError::LaterVersion(2)));
        for mark in ["<<<<<<< HEAD", "=======", ">>>>>>> w/ana", "||||||| 9c1f0a7"] {
            assert_eq!(LedgerLine::parse(mark), Err(LineError::ConflictMark));
        }
    }

    #[test]
    fn long_notes_of_any_kind_survive() {
        let note = "a\nb\r\u{1b}\u{202e}渡 \"".repeat(7_000);
        let line = LedgerLine { note, ..LedgerLine::parse(LINE).unwrap() };
        assert_eq!(LedgerLine::parse(&line.to_json()), Ok(line));
    }
}
