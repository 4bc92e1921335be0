//! The verb of saying beside a quotation in Chinese, and its subject.

use super::chinese_words::*;
use super::{Around, Attribution};
use crate::quotation::kind::Introduced;
use crate::text::Span;
use crate::text::lookup::{char_at, count_han, ends_with_any, is_digit, starts_with_any, strip_any};

/// The most characters of a name with its title.
const MOST_OF_NAME: usize = 40;
/// The most characters of an attribution behind a quotation.
const MOST_BEHIND: usize = 30;
/// Characters with which no name begins.
const NO_NAME: &str = "的等之和与是这那用以要把被为当从将使让如";
/// The verbs of saying that may have a person behind them.
const TELLING: &[&str] = &["告诉", "勉励", "叮嘱", "嘱咐", "提醒", "寄语", "要求", "告诫", "鼓励", "问"];
/// The fewest Han characters of a statement behind a comma; fewer may be a phrase.
const LEAST_STATEMENT: usize = 9;

/// Finds the attribution before a quotation: `王毅在会上表示：“…”`.
pub(super) fn before(around: Around) -> Option<Attribution> {
    let whole = around.before.of(around.text).trim_end();
    let start = whole.rfind(['。', '！', '？', '；', '\n']).map_or(0, |at| next_char(whole, at));
    let sentence = Part { text: around.text, span: part(around.before, start, whole.len()) };
    let said = sentence.trim_end(&['：', '，', ':', ',', ' ', '—']);
    let mark = sentence.text().get(said.text().len()..).unwrap_or("");
    let (clause, earlier) = said.last_clause();
    let is_announced = mark.starts_with(['：', ':']);
    let goes_on = around.behind.of(around.text).starts_with(char::is_alphanumeric);
    let ends = around.last.ends_with(['。', '！', '？']);
    if let Some(verb) = clause.verb_at_end() {
        let is_direct = is_announced || ends || !mark.is_empty() && !goes_on && is_statement(around.first);
        let introduced = if is_direct { Introduced::Directly } else { Introduced::InSentence };
        return Some(Attribution { speaker: subject(clause, verb, earlier), said: verb, introduced });
    }
    // The verb stands in an earlier clause: `毛宁表示，中方对此“…”`.
    let (mut clause, mut earlier) = (clause, earlier);
    for _ in 0..4 {
        if let Some(said) = clause.verb_at_end().or_else(|| clause.verb_inside()) {
            let speaker = subject(clause, said, earlier);
            return Some(Attribution { speaker, said, introduced: Introduced::InSentence });
        }
        (clause, earlier) = earlier.last_clause();
    }
    None
}

/// Returns the speaker before a verb in its clause, or the one that the clauses before name.
fn subject(clause: Part, verb: Span, earlier: Part) -> Option<Span> {
    clause.before(verb).speaker().or_else(|| earlier.topic())
}

/// Finds the attribution behind a quotation: `“…，”发言人毛宁说。`
pub(super) fn behind(around: Around) -> Option<Attribution> {
    let whole = around.behind.of(around.text);
    let start = whole.len() - whole.trim_start_matches(['，', ',', ' ', '—']).len();
    let rest = whole.get(start..)?;
    let length = rest.find(['。', '，', '：', '；', '！', '？', ',', ':', '\n']).unwrap_or(rest.len());
    let clause = Part { text: around.text, span: part(around.behind, start, start + length) };
    if clause.text().chars().count() > MOST_BEHIND {
        return None;
    }
    let mark = rest.get(length..).unwrap_or("");
    // Behind a whole sentence, a new one follows, unless a quotation comes next.
    let ends = around.last.ends_with(['。', '！', '？']);
    if ends && start == 0 && !mark.is_empty() && !mark.starts_with(['。', '\n']) && mark.chars().count() > 1
    {
        return None;
    }
    let verb = clause.verb_at_end()?;
    let speaker = clause.before(verb).speaker()?;
    let is_marked =
        around.last.ends_with(['，', ',', '。', '！', '？', '…', '；']) || is_statement(around.first);
    let introduced = if is_marked { Introduced::Directly } else { Introduced::InSentence };
    Some(Attribution { speaker: Some(speaker), said: verb, introduced })
}

/// Returns whether a wording is too long for a mere phrase.
fn is_statement(wording: &str) -> bool {
    count_han(wording) >= LEAST_STATEMENT
}

fn part(span: Span, start: usize, end: usize) -> Span {
    Span::new(span.start + start as u32, span.start + end as u32)
}

fn next_char(text: &str, at: usize) -> usize {
    at + char_at(text, at).map_or(1, char::len_utf8)
}

/// Skips the years, months and days that a text begins with.
fn behind_date(text: &str) -> &str {
    let mut rest = text;
    loop {
        let behind = rest.trim_start_matches(is_digit);
        match behind.strip_prefix(['年', '月', '日']) {
            Some(behind_unit) if behind.len() < rest.len() => rest = behind_unit,
            _ => return rest,
        }
    }
}

/// Skips the place that a text begins with, up to the word that closes it: `在会上王毅表示`.
fn behind_place(text: &str) -> Option<&str> {
    let inside = text.strip_prefix(['在', '当'])?;
    let end = inside.find(['上', '中', '时', '后', '下', '间'])?;
    inside.get(next_char(inside, end)..).filter(|rest| !rest.is_empty())
}

/// Removes an adverb at the end, unless too little is left for a name.
fn without_adverb(text: &str) -> Option<&str> {
    for adverb in ADVERBS {
        if let Some(left) = text.strip_suffix(adverb)
            && (left.chars().count() > 1 || PRONOUNS.contains(&left))
        {
            return Some(left);
        }
    }
    None
}

/// A part of a text.
#[derive(Clone, Copy, Debug)]
struct Part<'t> {
    text: &'t str,
    span: Span,
}

impl<'t> Part<'t> {
    fn text(self) -> &'t str {
        self.span.of(self.text)
    }

    fn with(self, span: Span) -> Part<'t> {
        Part { span, ..self }
    }

    /// Returns the part up to a place in it.
    fn up_to(self, bytes: usize) -> Part<'t> {
        self.with(part(self.span, 0, bytes))
    }

    /// Returns the part from a place in it on.
    fn from(self, bytes: usize) -> Part<'t> {
        self.with(part(self.span, bytes, self.span.len()))
    }

    fn trim_end(self, chars: &[char]) -> Part<'t> {
        self.up_to(self.text().trim_end_matches(chars).len())
    }

    /// Returns the part before a span in it.
    fn before(self, span: Span) -> Part<'t> {
        self.with(Span::new(self.span.start, span.start))
    }

    /// Splits off the last clause; returns it, and the part before it.
    fn last_clause(self) -> (Part<'t>, Part<'t>) {
        let text = self.trim_end(&['，', ',', ' ']).text();
        for (at, c) in text.char_indices().rev() {
            let is_border = match c {
                '，' | ',' | '：' | ':' => true,
                // Only behind a whole sentence. Other marks stand around words of the clause.
                '”' | '」' => self.up_to(at).text().ends_with(['。', '！', '？', '，', '…', '；']),
                _ => false,
            };
            if is_border {
                return (self.up_to(text.len()).from(at + c.len_utf8()), self.up_to(at));
            }
        }
        (self.up_to(text.len()), self.up_to(0))
    }

    /// Returns the verb of saying at the end of the part.
    fn verb_at_end(self) -> Option<Span> {
        let whole = self.text().trim_end();
        let whole = whole.strip_suffix('了').unwrap_or(whole);
        let mut text = whole;
        for whom in TO_WHOM {
            if let Some(before) = whole.strip_suffix(whom)
                && ends_with_any(before, TELLING)
            {
                text = before;
                break;
            }
        }
        let verb = SAID.iter().find(|verb| text.ends_with(**verb))?;
        let is_other = NOT_SAID.iter().any(|word| text.ends_with(word) && word.len() > verb.len());
        if is_other { None } else { Some(part(self.span, text.len() - verb.len(), text.len())) }
    }

    /// Returns the last verb of saying inside the part that is no part of another word.
    fn verb_inside(self) -> Option<Span> {
        let text = self.text();
        let mut last = None;
        for verb in SAID_INSIDE {
            let Some(at) = text.rfind(verb) else { continue };
            let end = at + verb.len();
            // In `中国提出的“…”` the verb describes the quotation, and nothing is said here.
            if !self.from(end).text().starts_with('的') {
                last = last.max(Some((at, end)));
            }
        }
        let (start, end) = last?;
        Some(part(self.span, start, end))
    }

    /// Returns the speaker that the part before a verb of saying names.
    fn speaker(self) -> Option<Span> {
        self.source().or_else(|| self.name())
    }

    /// Returns the name behind 据, as in `据新华社报道`.
    fn source(self) -> Option<Span> {
        let at = self.text().rfind('据')?;
        let before = self.up_to(at).text();
        let is_of_word = before.ends_with(['数', '证', '依', '根', '占', '收', '票']);
        if is_of_word { None } else { self.from(at + '据'.len_utf8()).name() }
    }

    /// Returns the name that the part begins with, without adverbs before and behind.
    fn name(self) -> Option<Span> {
        let name = self.without_introduction();
        let mut cut = name.cut();
        while let Some(left) = without_adverb(cut.text().trim_end()) {
            cut = cut.up_to(left.len());
        }
        cut = cut.up_to(cut.text().trim_end().len());
        // `夺冠后她`
        for pronoun in ["他们", "她们", "他", "她"] {
            if let Some(before) = cut.text().strip_suffix(pronoun) {
                if before.ends_with(['后', '时', '前', '中']) {
                    cut = cut.from(before.len());
                }
                break;
            }
        }
        let text = cut.text();
        let begins = text.starts_with(char::is_alphabetic)
            || (text.starts_with('《') && text.contains('》'))
            || (text.starts_with('“') && text.contains('”'));
        let length = text.chars().count();
        let is_long = length > 1 || PRONOUNS.contains(&text);
        let is_name = begins
            && is_long
            && length <= MOST_OF_NAME
            && text.matches('“').count() == text.matches('”').count()
            && !text.contains('：')
            && (!NO_NAME.contains(text.chars().next().unwrap_or('的')) || text.starts_with("以色列"));
        is_name.then_some(cut.span)
    }

    /// Returns the name that an earlier clause begins with, if a word that stands behind subjects cuts it off:
    /// `习近平在致辞中…，强调：`.
    fn topic(self) -> Option<Span> {
        let mut rest = self;
        for _ in 0..4 {
            let text = rest.text();
            let end = text.find('，').unwrap_or(text.len());
            let clause = rest.up_to(end).without_introduction();
            let cut = clause.cut();
            if cut.span.len() < clause.span.len() && cut.text().chars().count() >= 2 {
                return cut.name();
            }
            rest = rest.from(if end < text.len() { end + '，'.len_utf8() } else { end });
        }
        None
    }

    /// Skips dates and adverbs at the beginning.
    fn without_introduction(self) -> Part<'t> {
        let mut found = self;
        for _ in 0..6 {
            let text = found.text();
            let bare = text.trim_start_matches(|c: char| c.is_whitespace() || "，,》）)”\"".contains(c));
            let date = behind_date(bare);
            let rest = if date.len() < bare.len() {
                date
            } else if let Some(rest) = strip_any(bare, BEFORE).or(strip_any(bare, MANNERS)) {
                rest
            } else {
                behind_place(bare).unwrap_or(bare)
            };
            if rest.len() == text.len() {
                break;
            }
            found = found.from(text.len() - rest.len());
        }
        found
    }

    /// Returns the part up to the first word that stands behind subjects, or up to a bracket, comma or date.
    fn cut(self) -> Part<'t> {
        let text = self.text();
        // A name has at least two characters: `李向阳`.
        let least = if starts_with_any(text, PRONOUNS) { 1 } else { 2 };
        for (at, _) in text.char_indices().skip(least) {
            let rest = self.from(at).text();
            let is_end = behind_date(rest).len() < rest.len()
                || rest.starts_with(['（', '(', '，'])
                || starts_with_any(rest, BEHIND)
                || starts_with_any(rest, MANNERS);
            if is_end {
                return self.up_to(at);
            }
        }
        self
    }
}
