//! A report as text for a terminal or a pipe.
//!
//! In: documents with their passages. Out: for each document its figures, its sources, and its passages with both texts
//! (`sides`); at the end, the meaning of the figures and marks. All text of documents passes through [`sanitize`].
//! `O(n)` for n characters of text shown.

use std::collections::BTreeSet;
use std::io::{self, Write};

use ibid::report::{DocumentReport, Kind, Passage, Ratios, Report, SourceReport, sanitize};

use super::decisions::DecisionMessages;
use super::finding::{Finding, findings};
use super::marks::Mark;
use super::messages::{Language, ReportMessages, thousands};
use super::names::ShortNames;
use super::wrap::{pad_end, pad_start, shorten, widest, wrapped};
use super::{SHOW_UNCOUNTED, joined, notes};

/// The style of a report.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlainStyle {
    /// The columns of a line, at least 40.
    pub(crate) width_cols: usize,
    /// True to write escape sequences for bold, faint and colors.
    pub(crate) color: bool,
    /// True to show passages that do not count: common phrases, and passages left out of the figures.
    pub(crate) uncounted: bool,
    /// True to show long passages whole.
    pub(crate) whole: bool,
    /// The language of everything but the texts and names of documents.
    pub(crate) language: Language,
}

impl Default for PlainStyle {
    fn default() -> PlainStyle {
        PlainStyle {
            width_cols: 80,
            color: false,
            uncounted: false,
            whole: false,
            language: Language::default(),
        }
    }
}

impl PlainStyle {
    /// Puts a text between an escape sequence and its end, if there are colors.
    pub(super) fn paint(self, with: &str, text: &str) -> String {
        let is_painted = self.color && !with.is_empty() && !text.is_empty();
        if is_painted { format!("{with}{text}{PLAIN}") } else { text.to_owned() }
    }
}

pub(super) const BOLD: &str = "\x1b[1m";
pub(super) const FAINT: &str = "\x1b[2m";
pub(super) const PLAIN: &str = "\x1b[0m";

/// Returns the escape sequence of a mark.
pub(super) fn style(mark: Mark) -> &'static str {
    match mark {
        Mark::Changed => "\x1b[1;4;33m",
        Mark::Moved => "\x1b[3;35m",
        Mark::Own => "\x1b[2;3m",
    }
}

/// A writer of documents as they come. [`Plain::end`] explains the figures, once.
#[derive(Debug)]
pub(crate) struct Plain<W> {
    pub(super) style: PlainStyle,
    pub(super) out: W,
    pub(super) begun: bool,
    explains: bool,
    /// True if the table was written, whose share the legend explains.
    pub(super) has_table: bool,
    /// True if figures as decided were shown.
    has_decided: bool,
    /// The parts that are not among all, in documents that were shown.
    not_among_all: BTreeSet<&'static str>,
    /// The kinds and marks that were shown.
    pub(super) shown: BTreeSet<Shown>,
}

/// A sign that the legend explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Shown {
    Kind(Kind),
    Mark(Mark),
}

impl<W: Write> Plain<W> {
    /// Makes a writer that has written nothing yet.
    pub(crate) fn new(style: PlainStyle, out: W) -> Plain<W> {
        let style = PlainStyle { width_cols: style.width_cols.max(40), ..style };
        Plain {
            style,
            out,
            begun: false,
            explains: false,
            has_table: false,
            has_decided: false,
            not_among_all: BTreeSet::new(),
            shown: BTreeSet::new(),
        }
    }

    /// Writes one document with its passages.
    pub(crate) fn document(&mut self, document: &DocumentReport) -> io::Result<()> {
        if std::mem::replace(&mut self.begun, true) {
            writeln!(self.out)?;
        }
        self.heading(document)?;
        self.verdict(document)?;
        self.not_shown(document)?;
        self.passages(document)
    }

    /// Writes the figures and sources of a document, or why it has none.
    fn verdict(&mut self, document: &DocumentReport) -> io::Result<()> {
        let (messages, passages) = (self.messages(), &document.passages);
        let why = if document.has_no_words() {
            messages.nothing_to_check()
        } else if document.template_words == document.total {
            messages.all_in_template()
        } else if passages.iter().any(Passage::counts) {
            self.explains = true;
            self.ratios(document)?;
            return self.sources(&document.sources);
        } else if passages.iter().any(|passage| passage.left_out.is_some()) {
            messages.nothing_that_counts()
        } else {
            messages.nothing_found()
        };
        writeln!(self.out, "{why}")
    }

    /// Writes how much of a document was not looked through, does not count or is not shown.
    fn not_shown(&mut self, document: &DocumentReport) -> io::Result<()> {
        let (messages, uncounted) = (self.messages(), self.style.uncounted);
        if document.sources_left > 0 {
            self.faint(&messages.sources_left(document.sources_left))?;
        }
        let how = if uncounted { String::new() } else { messages.shown_with(SHOW_UNCOUNTED) };
        if let Some(line) = notes::left_out(document, &how, self.style.language) {
            self.wrapped(&line, "  ")?;
        }
        let (mut possible, mut common) = (0, 0);
        for passage in &document.passages {
            possible += u64::from(passage.kind == Kind::Possible);
            common += u64::from(passage.kind == Kind::CommonPhrase);
        }
        if possible > 0 && !uncounted {
            self.faint(&messages.possible_hidden(possible, &how))?;
        }
        if common > 0 && !uncounted {
            self.faint(&messages.common_phrases_hidden(common, how))?;
        }
        Ok(())
    }

    /// Writes the passages of a document, each with the other sources that have its words.
    fn passages(&mut self, document: &DocumentReport) -> io::Result<()> {
        let mut peers = BTreeSet::new();
        for source in &document.sources {
            if source.peer_matched.is_some() {
                peers.insert(&*source.id);
            }
        }
        for Finding { passage, repeated } in findings(&document.passages) {
            if !passage.counts() && !self.style.uncounted {
                continue;
            }
            writeln!(self.out)?;
            self.passage(passage)?;
            let is_from_peer = |other: &&Passage| peers.contains(&*other.b) && !peers.contains(&*passage.b);
            let (of_peers, others): (Vec<&Passage>, Vec<&Passage>) =
                repeated.into_iter().partition(is_from_peer);
            self.repeated(&others, "")?;
            let source = sanitize(&passage.b);
            let from = match of_peers.len() {
                1 => self.messages().both_from(source),
                _ => self.messages().all_from(source),
            };
            self.repeated(&of_peers, &from)?;
        }
        Ok(())
    }

    /// Writes how many inputs were not read or not searched, and why; nothing if all were.
    pub(crate) fn not_looked_at(&mut self, report: &Report) -> io::Result<()> {
        let mut lines = vec![];
        if !report.failures.is_empty() {
            lines.push(self.messages().failures(report.failures.len() as u64));
        }
        lines.extend(notes::not_looked_at(report, self.style.language));
        if !lines.is_empty() && std::mem::replace(&mut self.begun, true) {
            writeln!(self.out)?;
        }
        for line in lines {
            self.wrapped(&sanitize(&line), "    ")?;
        }
        Ok(())
    }

    /// Writes the meaning of the figures; nothing if none were shown.
    pub(crate) fn end(&mut self) -> io::Result<()> {
        if !self.explains {
            return Ok(());
        }
        writeln!(self.out)?;
        let (messages, language) = (self.messages(), self.style.language);
        let mut terms = vec![(messages.matched(), messages.matched_meaning())];
        terms.extend(formulas(messages));
        if self.has_table {
            terms.push((messages.uncredited(), messages.uncredited_meaning()));
        }
        if self.has_decided {
            let decisions = DecisionMessages(language);
            terms.push((decisions.found_copied(), decisions.found_copied_meaning()));
        }
        for (name, meaning) in terms {
            self.wrapped(&messages.meaning(name, meaning), "  ")?;
        }
        if !self.not_among_all.is_empty() {
            let parts: Vec<_> = std::mem::take(&mut self.not_among_all).into_iter().collect();
            self.wrapped(&messages.all_but(parts.join(messages.comma_of_list())), "  ")?;
        }
        if self.shown.iter().any(|shown| matches!(shown, Shown::Kind(_))) {
            self.wrapped(&messages.meaning(messages.quoted_name(), messages.quoted_meaning()), "  ")?;
            self.wrapped(&messages.meaning(messages.cited_name(), messages.cited_meaning()), "  ")?;
        }
        for shown in std::mem::take(&mut self.shown) {
            let line = match shown {
                Shown::Kind(kind) => messages.meaning(language.kind(kind), language.kind_meaning(kind)),
                Shown::Mark(mark) if self.style.color => {
                    messages.marked_so(style(mark), PLAIN, language.mark_meaning(mark))
                }
                Shown::Mark(mark) => format!("{} {}", mark.brackets().join(" "), language.mark_meaning(mark)),
            };
            self.wrapped(&line, "  ")?;
        }
        self.wrapped(messages.places(), "  ")
    }

    pub(super) fn messages(&self) -> ReportMessages {
        ReportMessages(self.style.language)
    }

    pub(super) fn percent(&self, ratio: f64) -> String {
        self.style.language.percent(ratio, 1)
    }

    fn heading(&mut self, document: &DocumentReport) -> io::Result<()> {
        let id = sanitize(&document.id).into_owned();
        writeln!(self.out, "{}", self.paint(BOLD, &id))?;
        if let Some(about) = known(&[&document.title, &document.author, &document.date]) {
            self.wrapped(&about, "")?;
        }
        let (messages, language) = (self.messages(), self.style.language);
        if document.template_words > 0 {
            self.not_among_all.insert(messages.the_template());
        }
        if let Some(excluded) = &document.excluded {
            self.not_among_all.extend(excluded.words.keys().map(|&part| language.part(part)));
        }
        writeln!(self.out, "{}", notes::length(document, language))?;
        for line in notes::cautions(document, language) {
            self.wrapped(&line, "  ")?;
        }
        Ok(())
    }

    fn ratios(&mut self, document: &DocumentReport) -> io::Result<()> {
        writeln!(self.out)?;
        if let Some(decided) = &document.decided {
            self.has_decided = true;
            return self.figures_as_decided(&document.ratios, decided);
        }
        let names = figure_names(self.messages());
        let longest = widest(names);
        for (name, value) in names.into_iter().zip(figures(&document.ratios)) {
            writeln!(self.out, "  {}{:>9}", pad_end(name, longest + 2), self.percent(value))?;
        }
        Ok(())
    }

    fn sources(&mut self, sources: &[SourceReport]) -> io::Result<()> {
        let name_cols = self.style.width_cols - 36;
        writeln!(self.out)?;
        let messages = self.messages();
        let header = format!(
            "  {}{}{}{}",
            pad_end(messages.source(), name_cols),
            pad_start(messages.matched(), 12),
            pad_start(messages.ratio(), 10),
            pad_start(messages.passages(), 12)
        );
        self.faint(&header)?;
        let names = ShortNames::of_ids(sources.iter().map(|source| &*source.id), name_cols);
        for source in sources {
            let name = pad_end(names.get(&source.id), name_cols);
            let (matched, ratio) = (thousands(source.matched), self.percent(source.ratio));
            writeln!(self.out, "  {name}{matched:>12}{ratio:>10}{:>12}", thousands(source.passages))?;
            self.about(&[&messages.own_source(source), &source.title, &source.author, &source.date])?;
        }
        Ok(())
    }

    /// Writes what is known of a document in one line below its row.
    pub(super) fn about(&mut self, about: &[&Option<String>]) -> io::Result<()> {
        let Some(about) = known(about) else { return Ok(()) };
        let about = shorten(&about, self.style.width_cols - 4);
        writeln!(self.out, "    {}", self.paint(FAINT, &about))
    }

    /// Writes a line that stands beside the matter.
    pub(super) fn faint(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{}", self.paint(FAINT, line))
    }

    pub(super) fn wrapped(&mut self, text: &str, indent: &str) -> io::Result<()> {
        let lead = text.len() - text.trim_start_matches(' ').len();
        let mut before = lead;
        for line in wrapped(text, self.style.width_cols - indent.len().max(lead)) {
            writeln!(self.out, "{:before$}{line}", "")?;
            before = indent.len();
        }
        Ok(())
    }

    pub(super) fn paint(&self, with: &str, text: &str) -> String {
        self.style.paint(with, text)
    }
}

/// Joins what is known of a document; none if nothing is.
fn known(about: &[&Option<String>]) -> Option<String> {
    let known: Vec<String> =
        about.iter().copied().flatten().map(|text| sanitize(text).into_owned()).collect();
    joined(&known, " / ")
}

/// Returns the four figures in the order of their formulas, and the share that is credited to nobody.
pub(super) fn figures(ratios: &Ratios) -> [f64; 5] {
    let Ratios { overall, without_quotations, without_own_work, largest_source, uncredited } = *ratios;
    [overall, without_quotations, without_own_work, largest_source, uncredited]
}

/// Returns the names of the four figures.
pub(super) fn figure_names(messages: ReportMessages) -> [&'static str; 4] {
    formulas(messages).map(|(name, _)| name)
}

/// Returns the four figures with their formulas.
pub(super) fn formulas(messages: ReportMessages) -> [(&'static str, &'static str); 4] {
    [
        (messages.overall(), messages.overall_meaning()),
        (messages.without_quotations(), messages.without_quotations_meaning()),
        (messages.without_own_work(), messages.without_own_work_meaning()),
        (messages.largest_source(), messages.largest_source_meaning()),
    ]
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::render::wrap::text_cols;
    use ibid::report::{HiddenReport, ObfuscationReport, SentencePair, SkippedReport, UndoneReport};

    pub(in crate::render) fn passage(a: &str, b: &str, equal: Vec<[u32; 4]>) -> Passage {
        Passage {
            a: "a".into(),
            a_start: 100,
            a_end: 100 + a.chars().count() as u32,
            b: "b\u{1b}[2J.txt".into(),
            b_start: 7,
            b_end: 7 + b.chars().count() as u32,
            kind: Kind::NearVerbatim,
            finding: 1,
            is_best: true,
            similarity: 0.75,
            a_sentences: [3, 4],
            b_sentences: [0, 1],
            a_words: 4,
            b_words: 4,
            matched_words: 4,
            uncredited_words: 4,
            equal_words: 3,
            information: 40.0,
            equal,
            a_text: Some(a.into()),
            b_text: Some(b.into()),
            ..Passage::default()
        }
    }

    pub(in crate::render) fn show(style: PlainStyle, passages: &[Passage]) -> String {
        let document = DocumentReport {
            id: "d.txt".into(),
            unit: "words".into(),
            total: 1234,
            matched: 4,
            sources: vec![SourceReport { id: "b\u{1b}[2J.txt".into(), matched: 4, ..Default::default() }],
            passages: passages.to_vec(),
            ..Default::default()
        };
        let mut out = vec![];
        let mut plain = Plain::new(style, &mut out);
        plain.document(&document).unwrap();
        plain.end().unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_legend_has_the_kinds_and_marks_that_were_shown() {
        let text = "The old bridge fell. I saw it.";
        let found = Passage {
            moved: vec![[104, 107, 11, 14]],
            own: vec![[121, 129]],
            ..passage(text, "The old bridge fell.", vec![[100, 119, 7, 26]])
        };
        let shown = show(PlainStyle::default(), std::slice::from_ref(&found));
        assert!(shown.contains("The {old} bridge fell. <I saw it>.\n"), "{shown}");
        assert!(shown.contains("The {old} bridge fell.\n"), "{shown}");
        let has = |sign: &str| shown.lines().any(|line| line.starts_with(sign));
        assert!(has("{ } is equal") && has("< > the writer's own") && !has("[ ]"), "{shown}");
        assert!(has("near-verbatim =") && !has("verbatim ="), "{shown}");
        let colored = show(PlainStyle { color: true, ..PlainStyle::default() }, &[found]);
        assert!(colored.contains("\u{1b}[2;3mI saw it\u{1b}[0m."), "{colored}");
    }

    #[test]
    fn sources_that_have_the_same_words_are_one_finding() {
        let text = "The old bridge fell";
        let best = passage(text, text, vec![[100, 119, 7, 26]]);
        let other = |b: &str| Passage { b: b.into(), is_best: false, ..best.clone() };
        let passages = [best.clone(), other("c.txt"), other("d.txt"), Passage { finding: 2, ..best.clone() }];
        let shown = show(PlainStyle { ..PlainStyle::default() }, &passages);
        assert!(
            shown.contains("also in c.txt, characters 7..26, and in 1 more (-v names them)\n"),
            "{shown}"
        );
        assert!(shown.contains("\n2. near-verbatim") && !shown.contains("\n3."), "{shown}");
        let whole = show(PlainStyle { whole: true, ..PlainStyle::default() }, &passages);
        assert!(
            whole.contains("also in c.txt, characters 7..26\n  also in d.txt, characters 7..26\n"),
            "{whole}"
        );
    }

    #[test]
    fn a_chinese_report_has_no_english_but_what_documents_say() {
        let text = "旧桥在夜里塌了，没有人受伤。作者自己写的话。";
        let found = |kind, finding| Passage {
            kind,
            finding,
            b: "来源.txt".into(),
            moved: vec![[100, 102, 7, 9]],
            own: vec![[114, 121]],
            sentence_pairs: vec![SentencePair { a: 0, b: 0, jaccard: 0.9 }; finding as usize],
            a_also: vec![[200, 214]],
            b_also: vec![[50, 64]],
            b_also_count: 3,
            ..passage(text, "旧桥在雨夜里塌了，没有人受伤。", vec![[100, 103, 7, 10]])
        };
        let kinds = [Kind::Verbatim, Kind::NearVerbatim, Kind::Reordered, Kind::Reworded, Kind::CommonPhrase];
        let mut passages: Vec<Passage> =
            kinds.into_iter().zip([1, 2, 3, 4, 0]).map(|(kind, finding)| found(kind, finding)).collect();
        passages.push(Passage { is_best: false, ..found(Kind::Verbatim, 1) });
        passages.push(Passage { a_text: None, finding: 5, ..found(Kind::Verbatim, 1) });
        let kind = |count| UndoneReport { count, places: vec![] };
        let document = DocumentReport {
            id: "论文.txt".into(),
            unit: "characters".into(),
            total: 1234,
            template_words: 50,
            sources_left: 2,
            sources: vec![SourceReport { id: "来源.txt".into(), matched: 4, ..Default::default() }],
            obfuscation: Some(ObfuscationReport {
                suspicious: true,
                zero_width: kind(1),
                look_alikes: kind(2),
                mixed_script: kind(3),
                letter_spaced: kind(4),
                hidden_text: HiddenReport { count: 5, places: vec![] },
                bidi: kind(6),
                doubtful_letters: 0,
            }),
            passages,
            ..Default::default()
        };
        let mut report = Report { failures: vec!["x".into()], ..Report::default() };
        let skipped = SkippedReport {
            unread_format: 1,
            hidden: 2,
            ignored: 3,
            links: 4,
            parts: 0,
            special: 5,
            paths: vec![],
        };
        (report.skipped, report.collection.skipped) = (skipped.clone(), skipped);
        for (uncounted, whole) in [(false, false), (true, true)] {
            let style = PlainStyle { uncounted, whole, language: Language::Chinese, ..PlainStyle::default() };
            let mut out = vec![];
            let mut plain = Plain::new(style, &mut out);
            plain.document(&document).unwrap();
            let template = DocumentReport { template_words: 1234, passages: vec![], ..document.clone() };
            plain.document(&template).unwrap();
            plain.document(&DocumentReport::default()).unwrap();
            plain.without_details(3, "--details all").unwrap();
            plain.not_looked_at(&report).unwrap();
            plain.end().unwrap();
            let shown = String::from_utf8(out).unwrap();
            let words = shown.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
            let letters = |word: &&str| word.contains(|c: char| c.is_ascii_alphabetic());
            let foreign: Vec<&str> = words
                .filter(letters)
                .filter(|word| !["a", "txt", "-v", "--commonplaces", "--details", "all"].contains(word))
                .collect();
            assert!(foreign.is_empty(), "{foreign:?} in {shown}");
            assert!(shown.lines().all(|line| text_cols(line) <= 80), "{shown}");
            assert!(shown.contains("  单篇最大文字复制比             0.0%\n"), "{shown}");
        }
    }

    #[test]
    fn common_phrases_are_named_or_shown() {
        let common = Passage { kind: Kind::CommonPhrase, ..passage("as follows", "as follows", vec![]) };
        let hidden = show(PlainStyle::default(), std::slice::from_ref(&common));
        assert!(hidden.contains("nothing copied was found\n1 common phrase is not shown"), "{hidden}");
        let shown = show(PlainStyle { uncounted: true, ..PlainStyle::default() }, &[common]);
        assert!(shown.contains("1. common phrase, similarity"), "{shown}");
    }
}
