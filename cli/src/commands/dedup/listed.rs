//! The output of `ibid dedup`: the verdict on each document, and the number of documents of each kind.

use std::fmt;
use std::io::{self, Write};

use ibid::report::{sanitize, write_value};
use ibid_dedup::{Item, KeepDifferent, Measure, NearMethod, Rule, Similarity, Verdict};
use serde::Serialize;

use super::collection::Collection;
use super::name::Name;
use crate::args::{Dedup, KeepName};

/// The version of the JSON form.
const SCHEMA_VERSION: u32 = 1;

/// The number of documents of each kind.
#[derive(Debug, Default, Serialize)]
pub(super) struct Counts {
    documents: usize,
    kept: usize,
    exact: usize,
    near: usize,
    /// The number dropped because they were seen before.
    seen: usize,
    /// The number of documents that the second stage skipped.
    skipped: usize,
}

impl Counts {
    pub(super) fn of(items: &[Item], verdicts: &[Verdict]) -> Counts {
        let mut counts = Counts { documents: items.len(), ..Counts::default() };
        counts.skipped = items.iter().filter(|item| item.signature.is_none() && !item.seen).count();
        for verdict in verdicts {
            match verdict {
                Verdict::Kept => counts.kept += 1,
                Verdict::Seen => counts.seen += 1,
                Verdict::Exact { .. } => counts.exact += 1,
                Verdict::Near { .. } => counts.near += 1,
            }
        }
        counts
    }

    pub(super) fn dropped(&self) -> usize {
        self.exact + self.near + self.seen
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts { documents, kept, exact, near, seen, .. } = self;
        write!(f, "{documents} read: {kept} kept, {exact} exact and {near} near duplicates dropped")?;
        if *seen > 0 { write!(f, ", {seen} seen before") } else { Ok(()) }
    }
}

/// The settings of the run.
#[derive(Debug, Serialize)]
pub(super) struct Parameters {
    exact: &'static str,
    near: Option<String>,
    keep_different: String,
    keep: &'static str,
    pub(super) lines: bool,
    /// True if kept records get fields that tell their cluster.
    #[serde(skip)]
    pub(super) cluster_fields: bool,
    /// True if Markdown and HTML are compared with their markup.
    raw: bool,
    /// The files of texts that were seen before.
    seen: Vec<String>,
}

impl Parameters {
    pub(super) fn of(
        command: &Dedup,
        near: Option<&dyn NearMethod>,
        different: &KeepDifferent,
    ) -> Parameters {
        Parameters {
            exact: "xxh3-128",
            near: near.map(NearMethod::name),
            keep_different: different.name(),
            keep: match command.keep {
                KeepName::First => "first",
                KeepName::Longest => "longest",
                KeepName::Newest => "newest",
                KeepName::Best => "best",
            },
            lines: command.lines,
            cluster_fields: command.cluster_fields,
            raw: command.raw,
            seen: command.seen.iter().map(|path| path.display().to_string()).collect(),
        }
    }
}

/// A document as JSON.
#[derive(Debug, Serialize)]
pub(super) struct Listed<'r> {
    pub(super) id: Name<'r>,
    /// The place of its document, if several documents have its id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) place: Option<String>,
    pub(super) kept: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cluster: Option<Name<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cluster_place: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<&'static str>,
    /// The document that an exact duplicate equals, if that is not the kept one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) equal_to: Option<Name<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) equal_to_place: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) distance: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) similarity: Option<f64>,
    /// The rule by which it is dropped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rule: Option<&'static str>,
    /// The measure of the rule, and its limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) measure: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) limit: Option<f64>,
}

fn rule_name(rule: Rule) -> &'static str {
    match rule {
        Rule::Shingles => "shingles",
        Rule::Words => "words",
        Rule::Bits => "bits",
        Rule::Cosine => "cosine",
    }
}

/// Rounds a share down to four decimal places.
fn rounded_down(share: f64) -> f64 {
    (share * 1e4).floor() / 1e4
}

/// Returns the place of a named document, if it needs one.
fn place_of(name: Option<&Name<'_>>) -> Option<String> {
    Some(name?.place.as_ref()?.to_string())
}

impl Listed<'_> {
    /// Writes the document as a line of JSON.
    pub(super) fn write_line(&self, out: &mut dyn Write) -> io::Result<()> {
        write_value(self, out)?;
        writeln!(out)
    }
}

/// The complete result.
pub(super) struct Deduplicated {
    pub(super) collection: Collection,
    pub(super) verdicts: Vec<Verdict>,
    /// The measures of the documents dropped as near.
    pub(super) measures: Vec<Option<Measure>>,
    pub(super) counts: Counts,
    pub(super) parameters: Parameters,
}

impl Deduplicated {
    /// Returns whether no document was read and some input could not be.
    pub(super) fn is_of_nothing(&self) -> bool {
        self.collection.items.is_empty() && !self.collection.failures.is_empty()
    }

    /// Returns the number of documents in each cluster, indexed by the kept one; 0 for all others.
    pub(super) fn cluster_sizes(&self) -> Vec<u32> {
        let mut sizes = vec![0; self.verdicts.len()];
        for (verdict, number) in self.verdicts.iter().zip(0..) {
            if *verdict != Verdict::Seen {
                sizes[verdict.kept(number) as usize] += 1;
            }
        }
        sizes
    }

    /// Returns an entry for each document, in input order.
    pub(super) fn listed(&self) -> impl Iterator<Item = Listed<'_>> {
        (0..self.verdicts.len()).map(|number| self.entry(number))
    }

    /// Returns the entry for the document with this number.
    fn entry(&self, number: usize) -> Listed<'_> {
        let verdict = &self.verdicts[number];
        let (reason, distance, similarity) = match verdict {
            Verdict::Kept => (None, None, None),
            Verdict::Seen => (Some("seen"), None, None),
            Verdict::Exact { .. } => (Some("exact"), None, None),
            Verdict::Near { similarity: Similarity::Bits(bits), .. } => (Some("near"), Some(*bits), None),
            Verdict::Near { similarity: Similarity::Share(share), .. } => {
                (Some("near"), None, Some(rounded_down(*share)))
            }
        };
        let id = self.collection.name(number as u32);
        let cluster = match verdict {
            Verdict::Seen => None,
            _ => Some(self.collection.name(verdict.kept(number as u32))),
        };
        let equal_to = self.equal_to(verdict);
        let measure = self.measures[number];
        Listed {
            place: place_of(Some(&id)),
            id,
            kept: reason.is_none(),
            cluster_place: place_of(cluster.as_ref()),
            cluster,
            equal_to_place: place_of(equal_to.as_ref()),
            equal_to,
            reason,
            distance,
            similarity,
            rule: match (measure, reason) {
                (Some(measure), _) => Some(rule_name(measure.rule)),
                (None, reason) => reason.and(Some("text")),
            },
            measure: measure.map(|measure| rounded_down(measure.value)),
            limit: measure.map(|measure| measure.limit),
        }
    }

    /// Returns the document that an exact duplicate equals, if that is not the kept one but near it.
    fn equal_to(&self, verdict: &Verdict) -> Option<Name<'_>> {
        match *verdict {
            Verdict::Exact { kept, of } if kept != of => Some(self.collection.name(of)),
            _ => None,
        }
    }

    /// Writes the kept documents, each with those dropped for it below, then the documents seen before.
    pub(super) fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut order: Vec<u32> = (0..self.verdicts.len() as u32).collect();
        order.sort_by_key(|&number| {
            let verdict = &self.verdicts[number as usize];
            (*verdict == Verdict::Seen, verdict.kept(number), verdict.kept(number) != number)
        });
        let mut has_seen = false;
        for number in order {
            let verdict = &self.verdicts[number as usize];
            if *verdict == Verdict::Seen && !has_seen {
                has_seen = true;
                writeln!(out, "seen before:")?;
            }
            let mut id = self.collection.name(number).to_string();
            if let Some(equal) = self.equal_to(verdict) {
                id = format!("{id}, equal to {equal}");
            }
            let id = sanitize(&id);
            match verdict {
                Verdict::Kept => writeln!(out, "{id}")?,
                Verdict::Seen => writeln!(out, "    seen      {id}")?,
                Verdict::Exact { .. } => writeln!(out, "    exact     {id}")?,
                Verdict::Near { similarity, .. } => writeln!(out, "    near {similarity:<4} {id}")?,
            }
        }
        Ok(())
    }

    pub(super) fn write_jsonl(&self, out: &mut dyn Write) -> io::Result<()> {
        for listed in self.listed() {
            listed.write_line(out)?;
        }
        Ok(())
    }

    /// Writes the header, then one line per document.
    pub(super) fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let tool = concat!("ibid ", env!("CARGO_PKG_VERSION"));
        writeln!(out, "{{\"schema_version\":{SCHEMA_VERSION},\n\"tool\":\"{tool}\",")?;
        write!(out, "\"parameters\":")?;
        write_value(&self.parameters, out)?;
        write!(out, ",\n\"counts\":")?;
        write_value(&self.counts, out)?;
        write!(out, ",\n\"failures\":")?;
        write_value(&self.collection.failures, out)?;
        write!(out, ",\n\"documents\":[")?;
        for (number, listed) in self.listed().enumerate() {
            writeln!(out, "{}", if number > 0 { "," } else { "" })?;
            write_value(&listed, out)?;
        }
        writeln!(out, "]}}")
    }
}
