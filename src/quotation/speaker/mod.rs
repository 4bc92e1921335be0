//! The speaker of a quotation: the subject of a verb of saying nearby.
//!
//! The text before a quotation in its sentence is read first, then the text behind it. Each side is read as English or
//! Chinese by its letters.
//!
//! - `english`, `chinese`: the subject of a verb of saying
//! - `tokens`: English words and marks
//! - `english_words`, `chinese_words`: verbs of saying, and words that end a name

mod chinese;
mod chinese_words;
mod english;
mod english_words;
mod tokens;

use super::kind::{Introduced, kind};
use super::paragraphs::ends_sentence;
use super::{Draft, Quotation, QuotationForm, QuotationKind};
use crate::interrupt;
use crate::text::lookup::span_at;
use crate::text::{Span, is_han};

/// The length of the text before a quotation that is read, in bytes.
const BEFORE_BYTES: u32 = 400;
/// The length of the text behind a quotation that is read, in bytes.
const BEHIND_BYTES: u32 = 240;

/// A verb of saying that goes with a quotation.
#[derive(Clone, Copy, Debug)]
struct Attribution {
    speaker: Option<Span>,
    said: Span,
    introduced: Introduced,
}

/// The text around a quotation, in its paragraph and in the quotation around it.
#[derive(Clone, Copy, Debug)]
struct Around<'t> {
    text: &'t str,
    /// The text from the quotation before, or from the beginning of the paragraph.
    before: Span,
    /// The text up to the next quotation, or to the end of the paragraph.
    behind: Span,
    /// The first part of the wording.
    first: &'t str,
    /// The last part of the wording.
    last: &'t str,
}

/// A quotation in which others may lie, or the text itself.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    /// Its place among the quotations found; `None` for the text itself.
    outer: Option<usize>,
    /// The place of the last quotation in it.
    last: Option<usize>,
    /// The end of the last statement in it.
    statement_end: u32,
}

/// Adds depth, kind and speaker to the drafts, which have to be in order.
pub(super) fn attribute(text: &str, paragraphs: &[Span], drafts: Vec<Draft>) -> Vec<Quotation> {
    let mut starts = vec![];
    for draft in &drafts {
        if !draft.is_title {
            starts.push(draft.span.start);
        }
    }
    let mut found: Vec<Quotation> = vec![];
    let mut level = Level::default();
    let mut levels: Vec<Level> = vec![];
    for draft in drafts {
        if interrupt::is_set() {
            break;
        }
        while let Some(outer) = level.outer
            && found[outer].span.end <= draft.span.start
        {
            level = levels.pop().unwrap_or_default();
        }
        let outer = level.outer.map(|outer| &found[outer]);
        let bounds = bounds(paragraphs, &draft, outer);
        let before = before(text, paragraphs, &draft, bounds.start.max(level.statement_end));
        let next = starts.get(starts.partition_point(|&start| start < draft.span.end));
        let end = bounds.end.min(next.copied().unwrap_or(u32::MAX));
        let behind = forward(text, Span::new(draft.span.end, end), BEHIND_BYTES);
        let depth = match outer {
            None => 0,
            Some(outer) => outer.depth + u32::from(outer.kind != QuotationKind::Title),
        };
        let quotation = judged(text, Sides { before, behind }, draft, depth);

        let mut place = found.len();
        match level.last {
            Some(earlier) if found[earlier].span.end < bounds.start => found.push(quotation),
            Some(earlier) if goes_on(text, &found[earlier], &quotation) => {
                found[earlier].span.end = quotation.span.end;
                found[earlier].parts.extend(quotation.parts);
                place = earlier;
            }
            Some(earlier) => {
                let quotation = inherited(text, &found[earlier], quotation);
                found.push(quotation);
            }
            None => found.push(quotation),
        }
        level.last = Some(place);
        if found[place].kind == QuotationKind::Statement {
            level.statement_end = found[place].span.end;
        }
        levels.push(level);
        level = Level { outer: Some(place), ..Level::default() };
    }
    found
}

/// The text beside a quotation.
#[derive(Clone, Copy, Debug)]
struct Sides {
    before: Span,
    behind: Span,
}

fn judged(text: &str, sides: Sides, draft: Draft, depth: u32) -> Quotation {
    let (first, last) = (draft.first_words(text), draft.last_words(text));
    let around = Around { text, before: sides.before, behind: sides.behind, first, last };
    let attribution = if draft.is_title { None } else { attribution(around) };
    let introduced = match attribution {
        Some(found) => found.introduced,
        None => Introduced::Not,
    };
    let kind = kind(text, &draft, introduced);
    let (speaker, said) = match (attribution, kind) {
        _ if draft.name.is_some() => (draft.name, None),
        (Some(found), QuotationKind::Statement | QuotationKind::Fragment) => {
            (found.speaker, Some(found.said))
        }
        _ => (None, None),
    };
    Quotation { span: draft.span, parts: draft.parts, depth, form: draft.form, kind, speaker, said }
}

/// Returns the paragraphs of a quotation, or the part of the quotation around it.
fn bounds(paragraphs: &[Span], draft: &Draft, outer: Option<&Quotation>) -> Span {
    let Span { start, end } = draft.span;
    if let Some(outer) = outer
        && let Some(&part) = span_at(&outer.parts, start)
        && part.start <= start
        && end <= part.end
    {
        return part;
    }
    let first = span_at(paragraphs, start).map_or(0, |paragraph| paragraph.start);
    let last = span_at(paragraphs, end.saturating_sub(1)).map_or(end, |paragraph| paragraph.end);
    Span::new(first.min(start), last.max(end))
}

/// Returns the text before a quotation in its paragraph. At the beginning of a paragraph, it is the end of the one
/// above if this announces the quotation.
fn before(text: &str, paragraphs: &[Span], draft: &Draft, start: u32) -> Span {
    let own = Span::new(start.min(draft.span.start), draft.span.start);
    let number = paragraphs.partition_point(|paragraph| paragraph.start < draft.span.start);
    if let Some(&above) = paragraphs[..number].last()
        && own.of(text).is_empty()
        && above.end <= draft.span.start
        && (above.of(text).ends_with([':', '：']) || draft.form == QuotationForm::Block)
    {
        return backward(text, above, BEFORE_BYTES);
    }
    backward(text, own, BEFORE_BYTES)
}

/// Returns the end of a span, `most` bytes at most.
pub(super) fn backward(text: &str, span: Span, most: u32) -> Span {
    let start = span.start.max(span.end.saturating_sub(most));
    let start = (start..span.end).find(|&at| text.is_char_boundary(at as usize));
    Span::new(start.unwrap_or(span.end), span.end)
}

/// Returns the beginning of a span, `most` bytes at most.
pub(super) fn forward(text: &str, span: Span, most: u32) -> Span {
    let end = span.end.min(span.start.saturating_add(most));
    let end = (span.start..=end).rev().find(|&at| text.is_char_boundary(at as usize));
    Span::new(span.start, end.unwrap_or(span.start))
}

/// The language of a side of a quotation, by its letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SideLanguage {
    English,
    Chinese,
    /// No letters.
    Bare,
}

impl SideLanguage {
    /// Returns the side with these characters, the nearest first.
    fn of(mut chars: impl Iterator<Item = char>) -> SideLanguage {
        match chars.find(|c| c.is_alphabetic()) {
            None => SideLanguage::Bare,
            Some(c) if is_han(c) => SideLanguage::Chinese,
            Some(_) => SideLanguage::English,
        }
    }
}

fn attribution(around: Around) -> Option<Attribution> {
    let before = match SideLanguage::of(around.before.of(around.text).chars().rev()) {
        SideLanguage::English => english::before(around),
        SideLanguage::Chinese => chinese::before(around),
        SideLanguage::Bare => None,
    };
    if let Some(Attribution { introduced: Introduced::Directly, .. }) = before {
        return before;
    }
    let behind = match SideLanguage::of(around.behind.of(around.text).chars()) {
        SideLanguage::English => english::behind(around),
        SideLanguage::Chinese => chinese::behind(around),
        SideLanguage::Bare => None,
    };
    match (before, behind) {
        (_, Some(Attribution { introduced: Introduced::Directly, .. })) => behind,
        (Some(Attribution { speaker: Some(_), .. }), _) => before,
        _ => behind.or(before),
    }
}

/// Returns whether the verb of saying of a quotation stands in a span.
fn is_said_in(quotation: &Quotation, span: Span) -> bool {
    quotation.said.is_some_and(|said| said.start >= span.start && said.end <= span.end)
}

/// Returns whether a quotation continues the one before: only the attribution of that one stands between the two, and
/// it does not end with a sentence.
fn goes_on(text: &str, earlier: &Quotation, quotation: &Quotation) -> bool {
    let between = Span::new(earlier.span.end, quotation.span.start);
    let last = earlier.parts.last().copied().unwrap_or_default().of(text).trim_end();
    let said = between.of(text).trim();
    // Behind a whole sentence, a colon begins what somebody else may have said.
    let ends =
        if last.ends_with(['。', '！', '？']) { &[',', '，'][..] } else { &[',', '，', ':', '：'] };
    let is_short = said.len() <= BEHIND_BYTES as usize && !said.contains(['。', '！', '？', ';', '；', '\n']);
    let is_statement = earlier.kind == QuotationKind::Statement && quotation.kind != QuotationKind::Title;
    is_statement && is_short && is_said_in(earlier, between) && said.ends_with(ends) && has_no_end(said)
}

/// Returns whether no English sentence ends inside.
fn has_no_end(text: &str) -> bool {
    tokens::tokens(text, Span::new(0, text.len() as u32)).iter().all(|token| !token.is_mark(&['.', '!', '?']))
}

/// Takes over the speaker of the quotation before, if the text between the two shows that it is the same: only the
/// attribution (`"One," she said. "Two."`), only a comma or "and", or a verb of saying without a subject.
fn inherited(text: &str, earlier: &Quotation, mut quotation: Quotation) -> Quotation {
    if quotation.speaker.is_some()
        || earlier.said.is_none()
        || !matches!(quotation.kind, QuotationKind::Statement | QuotationKind::Fragment)
    {
        return quotation;
    }
    let between = Span::new(earlier.span.end, quotation.span.start);
    let said = between.of(text).trim();
    if said.len() > BEHIND_BYTES as usize {
        return quotation;
    }
    let inside = said.trim_end_matches(['.', '。']);
    let is_one_sentence = has_no_end(inside) && !inside.contains(['。', '！', '？']);
    let follows = is_said_in(earlier, between);
    let is_list = matches!(
        said,
        "" | "," | "，" | "、" | "and" | ", and" | "和" | "与" | "及" | "以及" | "，要" | "，并" | "，也"
    );
    let is_subjectless = quotation.said.is_some() && inside.len() == said.len();
    let is_statement = quotation.kind == QuotationKind::Statement && quotation.said.is_none();
    if is_list || is_one_sentence && (is_subjectless || follows && is_statement && ends_sentence(said)) {
        quotation.speaker = earlier.speaker;
        quotation.said = quotation.said.or(earlier.said);
    }
    quotation
}
