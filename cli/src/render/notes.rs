//! Notes beside the figures of a report: inputs that were skipped, parts that were not read, and hidden or disguised
//! words.

use ibid::report::{
    DocumentReport, HiddenReport, LeftOut, ObfuscationReport, Report, SkippedPath, SkippedReport, sanitize,
};

use super::messages::{Language, ReportMessages, thousands};
use super::{CountMessage, SHOW_ALL, joined, list_counts};

/// The most pages that are named in a line.
const MOST_PAGES: usize = 8;

/// Lists the inputs that may have been meant but were not read, one line each.
pub(crate) fn not_looked_at(report: &Report, language: Language) -> Vec<String> {
    let messages = ReportMessages(language);
    let mut lines = skipped_after(&report.skipped, messages.skipped(), messages);
    lines.extend(skipped_after(&report.collection.skipped, messages.skipped_among_sources(), messages));
    if report.collection.sentences == 0 {
        lines.push(messages.no_sentence().to_owned());
    }
    lines
}

/// Returns a line with the counts of skipped files, and a line for each that is named; empty if nothing was skipped.
pub(crate) fn skipped(skipped: &SkippedReport, language: Language) -> Vec<String> {
    let messages = ReportMessages(language);
    skipped_after(skipped, messages.skipped(), messages)
}

/// Returns the lines of [`skipped`], with a first line that begins with `what`.
fn skipped_after(skipped: &SkippedReport, what: &str, messages: ReportMessages) -> Vec<String> {
    let Some(counts) = skipped_counts(skipped, messages.0) else { return vec![] };
    let advice = if skipped.paths.is_empty() { messages.names_them(SHOW_ALL) } else { String::new() };
    let mut lines = vec![messages.what_is(what, counts) + &advice];
    for SkippedPath { path, why } in &skipped.paths {
        lines.push(format!("  {}", messages.what_is(path, why_skipped(why, messages))));
    }
    lines
}

/// Formats the counts of skipped files; `None` if nothing was skipped.
pub(crate) fn skipped_counts(skipped: &SkippedReport, language: Language) -> Option<String> {
    let kinds: [(u64, CountMessage); 6] = [
        (skipped.unread_format, ReportMessages::unread_format),
        (skipped.hidden, ReportMessages::hidden),
        (skipped.ignored, ReportMessages::ignored),
        (skipped.links, ReportMessages::links),
        (skipped.parts, ReportMessages::parts),
        (skipped.special, ReportMessages::special),
    ];
    list_counts(&kinds, ReportMessages(language))
}

/// Formats the reason why a file was skipped, by the name of its count.
fn why_skipped(name: &str, messages: ReportMessages) -> &str {
    match name {
        "unread_format" => messages.is_unread_format(),
        "hidden" => messages.is_hidden(),
        "ignored" => messages.is_ignored(),
        "links" => messages.is_link(),
        "parts" => messages.is_part(),
        "special" => messages.is_special(),
        name => name,
    }
}

/// Formats the number of words of a document, of those in each part that is not among all, and of the matched ones.
pub(crate) fn length(document: &DocumentReport, language: Language) -> String {
    let messages = ReportMessages(language);
    let unit = sanitize(language.unit(&document.unit)).into_owned();
    let mut parts = String::new();
    if document.template_words > 0 {
        parts += &messages.in_template(thousands(document.template_words), &unit);
    }
    if let Some(excluded) = &document.excluded {
        for (part, &count) in &excluded.words {
            parts += &match part {
                LeftOut::Captions => messages.in_captions(thousands(count), &unit),
                LeftOut::Front => messages.in_front_matter(thousands(count), &unit),
                _ => messages.in_references(thousands(count), &unit),
            };
        }
    }
    messages.length(thousands(document.total), unit, parts, thousands(document.matched))
}

/// Lists the matched words that were left out of a document, and says `how` the passages are shown; `None` if there are
/// none.
pub(crate) fn left_out(document: &DocumentReport, how: &str, language: Language) -> Option<String> {
    let messages = ReportMessages(language);
    let excluded = document.excluded.as_ref()?;
    let unit = sanitize(language.unit(&document.unit));
    let mut parts = vec![];
    for (&part, &count) in &excluded.matched {
        parts.push(messages.matched_in(thousands(count), &unit, language.part(part)));
    }
    let passages = match excluded.passages {
        0 => String::new(),
        count => messages.passages_left_out(count, how),
    };
    Some(messages.left_out(joined(&parts, messages.comma())?, passages))
}

/// Lists what a reader must know beside the figures: hidden and disguised words, flags, and parts that were not read.
pub(crate) fn cautions(document: &DocumentReport, language: Language) -> Vec<String> {
    let mut lines = vec![];
    if let Some(found) = &document.obfuscation {
        lines.push(disguised(found, language));
    }
    lines.extend(flags(document, language));
    lines.extend(not_read(document, language));
    lines
}

/// Formats the counts of the parts of a document that were not read; `None` if all was read.
pub(crate) fn not_read(document: &DocumentReport, language: Language) -> Option<String> {
    let messages = ReportMessages(language);
    let parts = joined(&not_read_parts(document, messages), messages.comma())?;
    Some(messages.what_is(messages.not_read(), parts))
}

/// Names the reasons why the ratios say little about a file: hidden, excluded, disguised or missing text.
pub(crate) fn reservations(document: &DocumentReport, language: Language) -> Vec<String> {
    let messages = ReportMessages(language);
    let mut notes = vec![];
    if document.has_no_words() {
        notes.push(messages.no_words());
    }
    if let Some(found) = &document.obfuscation {
        if found.hidden_text.count > 0 {
            notes.push(messages.has_hidden_text());
        }
        if found.suspicious {
            notes.push(messages.has_disguised_text());
        }
    }
    if document.flags.contains_key("quoted") {
        notes.push(messages.is_much_quoted());
    }
    if document.flags.contains_key("not_references") {
        notes.push(messages.has_not_references());
    }
    if document.excluded.as_ref().is_some_and(|excluded| !excluded.matched.is_empty()) {
        notes.push(messages.has_excluded());
    }
    if document.total > 0 && document.template_words == document.total {
        notes.push(messages.is_template());
    }
    let mut notes: Vec<String> = notes.into_iter().map(str::to_owned).collect();
    notes.extend(not_read_parts(document, messages));
    notes
}

fn not_read_parts(document: &DocumentReport, messages: ReportMessages) -> Vec<String> {
    document.not_read.iter().map(|(kind, &count)| not_read_part(kind, count, messages)).collect()
}

fn not_read_part(kind: &str, count: u64, messages: ReportMessages) -> String {
    match kind {
        "pages_without_text" => messages.pages_without_text(count),
        "pictures" => messages.pictures(count),
        "attachments" => messages.attachments(count),
        "text_shapes" => messages.text_shapes(count),
        "annotations" => messages.annotations(count),
        _ => messages.embedded_parts(count),
    }
}

/// Lists the flags of a document, except for hidden and disguised words, which have a line of their own.
pub(crate) fn flags(document: &DocumentReport, language: Language) -> Vec<String> {
    let messages = ReportMessages(language);
    let mut lines = vec![];
    for (flag, &share) in &document.flags {
        match &**flag {
            "quoted" => lines.push(messages.much_quoted(language.percent(share, 1))),
            "not_references" => lines.push(messages.not_references(language.percent(share, 1))),
            _ => {}
        }
    }
    lines
}

/// Sums up hidden and disguised words in one line: the count of each kind, with a warning if they are suspicious, and
/// the pages of hidden text.
pub(crate) fn disguised(found: &ObfuscationReport, language: Language) -> String {
    let messages = ReportMessages(language);
    let kinds: [(u64, CountMessage); 7] = [
        (found.zero_width.count, ReportMessages::zero_width),
        (found.look_alikes.count, ReportMessages::look_alikes),
        (found.mixed_script.count, ReportMessages::mixed_script),
        (found.letter_spaced.count, ReportMessages::letter_spaced),
        (found.bidi.count, ReportMessages::bidi),
        (found.hidden_text.count, ReportMessages::hidden_text),
        (found.doubtful_letters, ReportMessages::doubtful_letters),
    ];
    let named = list_counts(&kinds, messages).unwrap_or_default();
    let lead = if found.suspicious { messages.may_be_disguised() } else { messages.hidden_or_disguised() };
    let pages = match pages(&found.hidden_text, messages) {
        Some(pages) => messages.in_parentheses(pages),
        None => String::new(),
    };
    messages.what_is(lead, named + &pages)
}

/// Lists the pages of hidden text, in words; `None` if the file has no pages.
fn pages(hidden: &HiddenReport, messages: ReportMessages) -> Option<String> {
    let mut pages: Vec<u32> = hidden.places.iter().filter_map(|place| place.page).collect();
    pages.sort_unstable();
    pages.dedup();
    let mut named: Vec<String> = pages.iter().take(MOST_PAGES).map(u32::to_string).collect();
    if pages.len() > MOST_PAGES || hidden.may_have_more() {
        named.push("…".to_owned());
    }
    Some(messages.on_pages(joined(&named, messages.comma_of_list())?))
}

#[cfg(test)]
mod tests {
    use ibid::report::{HiddenPlace, UndoneReport};

    use super::*;

    #[test]
    fn skipped_files_are_counted_and_named_where_asked() {
        let mut report = SkippedReport { unread_format: 2, hidden: 1, links: 1, ..SkippedReport::default() };
        let counts = "skipped: 2 of a format that is not read, 1 hidden, 1 symbolic link";
        assert_eq!(skipped(&report, Language::English), [format!("{counts} (-v names them)")]);
        let named = [("a.pdf", "unread_format"), ("link", "links")];
        report.paths = named.map(|(path, why)| SkippedPath { path: path.into(), why: why.into() }).into();
        let lines = skipped(&report, Language::English);
        assert_eq!((&*lines[0], &*lines[2]), (counts, "  link: symbolic link"));
        let lines = skipped(&report, Language::Chinese);
        assert_eq!(
            (&*lines[0], &*lines[1]),
            ("已跳过：格式不支持 2 个，隐藏 1 个，符号链接 1 个", "  a.pdf：格式不支持")
        );
        assert!(skipped(&SkippedReport::default(), Language::English).is_empty());
    }

    #[test]
    fn what_was_not_read_is_said() {
        let kinds = [
            ("pages_without_text", 20),
            ("pictures", 1),
            ("attachments", 2),
            ("text_shapes", 1),
            ("embedded_parts", 3),
            ("annotations", 4),
        ];
        let counts = kinds.map(|(kind, count)| (kind.to_owned(), count));
        let mut document = DocumentReport { total: 5, not_read: counts.into(), ..DocumentReport::default() };
        assert_eq!(
            not_read(&document, Language::English).unwrap(),
            "not read: 4 notes or form fields, 2 attachments, 3 embedded parts, 20 pages without text, 1 picture that \
             fills a page, 1 text shape"
        );
        assert!(not_read(&document, Language::Chinese).unwrap().contains("无文字的页 20 页"));
        document.not_read.clear();
        assert_eq!(not_read(&document, Language::English), None);
        assert!(reservations(&document, Language::English).is_empty());
        document.total = 0;
        assert_eq!(reservations(&document, Language::English), ["no words"]);
    }

    #[test]
    fn disguised_words_are_counted_by_kind() {
        let one = || UndoneReport { count: 1, places: vec![] };
        let mut found = ObfuscationReport {
            suspicious: true,
            zero_width: one(),
            look_alikes: one(),
            mixed_script: one(),
            letter_spaced: one(),
            bidi: one(),
            hidden_text: HiddenReport { count: 3, places: vec![] },
            ..ObfuscationReport::default()
        };
        assert_eq!(
            disguised(&found, Language::English),
            "warning: this text may be disguised: 1 zero-width character, 1 word with look-alike letters, 1 word of \
             mixed scripts, 1 letter-spaced word, 1 direction mark, 3 characters of hidden text"
        );
        let place = |page| HiddenPlace { page: Some(page), ..HiddenPlace::default() };
        let hidden_text = HiddenReport { count: 5104, places: [3, 1, 3].map(place).into() };
        found = ObfuscationReport { hidden_text, ..ObfuscationReport::default() };
        let line = disguised(&found, Language::English);
        assert_eq!(line, "hidden or disguised: 5,104 characters of hidden text (p. 1, 3)");
        let line = disguised(&found, Language::Chinese);
        assert_eq!(line, "隐藏或伪装的文字：隐藏文字 5,104 个字符（第 1、3 页）");
    }
}
