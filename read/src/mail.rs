//! E-mail: the letter as its writer wrote it, and its attachments.
//!
//! Of a letter in both text and HTML, the HTML is read, as mail programs show it. If the text part says something else,
//! it is hidden text. Lines that answer (`> …`) are quotations. Attached papers and texts are documents of their own,
//! named after the letter and the attachment; pictures and the like are skipped.

use std::borrow::Cow;
use std::collections::HashSet;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

use mail_parser::{Addr, Message, MessageParser, MessagePart, MimeHeaders, PartType};

use crate::format::Format;
use crate::prose::{Gap, Prose};
use crate::recognize::is_paper;
use crate::refusal::Refusal;
use crate::shown_words::ShownWords;
use crate::text::read_text;
use ibid::structure::{Block, BlockKind, Hidden, HiddenWhy, NotReadKind, Structure};
use ibid::{Document, Layout, Metadata};

/// The most letters inside a letter: each level of nesting takes stack.
const MOST_LETTERS: usize = 64;

/// Returns the names and bytes of the papers, texts and letters attached to a letter.
pub(super) fn attached(bytes: &[u8]) -> Result<Vec<(PathBuf, Vec<u8>)>, Refusal> {
    with_letter(bytes, attachments)
}

/// Returns the document of a letter, without its id.
pub(super) fn read(bytes: &[u8]) -> Result<Document, Refusal> {
    with_letter(bytes, document_of)?
}

fn document_of(letter: &Message) -> Result<Document, Refusal> {
    let mut whole = Document { meta: metadata(letter), layout: Layout::Wrapped, ..Document::default() };
    for part in letter.html_bodies() {
        match &part.body {
            PartType::Text(text) => append(&mut whole, plain(&as_written(letter, part, text))),
            PartType::Html(html) => {
                whole.layout = Layout::Flowing;
                append(&mut whole, read_text(Format::Html, html.clone().into_owned())?);
            }
            _ => {}
        }
    }
    hide_what_differs(letter, &mut whole);
    whole.meta.hidden_chars = whole.structure.hidden_chars();
    whole.structure.add_not_read(NotReadKind::Attachments, other_texts(letter));
    Ok(whole)
}

fn with_letter<T>(bytes: &[u8], read: impl Fn(&Message) -> T) -> Result<T, Refusal> {
    const NESTED: &[u8] = b"message/";
    let nested = bytes.windows(NESTED.len()).filter(|window| window.eq_ignore_ascii_case(NESTED)).count();
    if nested > MOST_LETTERS {
        return Err(
            format!("it holds more than {MOST_LETTERS} other letters; save those by themselves").into()
        );
    }
    // The parser is a third-party library. If it panics on a letter, that letter fails.
    match catch_unwind(|| MessageParser::default().parse(bytes)) {
        Ok(Some(letter)) => Ok(read(&letter)),
        _ => Err("it has no header of a letter; rename it if it is none".into()),
    }
}

/// Returns the text of a part. If the part is valid UTF-8 although the letter declares ASCII or nothing, it is read as
/// UTF-8, as mail programs do.
fn as_written<'t>(letter: &'t Message, part: &MessagePart, text: &'t str) -> Cow<'t, str> {
    let charset = part.content_type().and_then(|kind| kind.attribute("charset")).unwrap_or("us-ascii");
    let is_ascii = charset.eq_ignore_ascii_case("us-ascii");
    let is_packed = !matches!(part.encoding, mail_parser::Encoding::None);
    let raw = letter.raw_message.get(part.offset_body as usize..part.offset_end as usize);
    match raw.map(std::str::from_utf8) {
        Some(Ok(raw)) if is_ascii && !is_packed && !raw.is_ascii() => raw.into(),
        _ => text.into(),
    }
}

/// Counts text parts that are not read, such as calendars.
fn other_texts(letter: &Message) -> u32 {
    let mut count = 0_u32;
    for part in &letter.parts {
        let Some(kind) = part.content_type() else { continue };
        let subtype = kind.subtype().unwrap_or_default().to_ascii_lowercase();
        let is_read = matches!(&*subtype, "plain" | "html" | "enriched" | "richtext" | "markdown" | "csv");
        count += u32::from(kind.ctype().eq_ignore_ascii_case("text") && !is_read);
    }
    count
}

/// Adds the text parts beside the HTML of a letter as hidden text, if much of them is not in the text shown.
fn hide_what_differs(letter: &Message, whole: &mut Document) {
    let shown = ShownWords::of(&whole.text);
    for part in &letter.text_body {
        if !letter.html_body.contains(part)
            && let Some(part) = letter.parts.get(*part as usize)
            && let PartType::Text(text) = &part.body
        {
            let text = plain(text).text;
            if shown.lacks(&text) {
                whole.structure.hidden.push(Hidden { why: HiddenWhy::NotShown, text, page: None, at: 0 });
            }
        }
    }
}

fn metadata(letter: &Message) -> Metadata {
    let title = letter.subject().unwrap_or_default().trim().to_owned();
    let senders = letter.from().into_iter().flat_map(|from| from.iter().filter_map(sender));
    let author = senders.collect::<Vec<_>>().join("; ");
    Metadata {
        title: (!title.is_empty()).then_some(title),
        author: (!author.is_empty()).then_some(author),
        date: letter.date().and_then(|date| ibid::date::parse_date(&date.to_rfc3339())),
        ..Metadata::default()
    }
}

fn sender<'a>(address: &'a Addr) -> Option<&'a str> {
    address.name().or(address.address())
}

/// Returns the document of a plain text part, whose lines may be wrapped.
fn plain(text: &str) -> Document {
    let mut prose = Prose::default();
    for line in text.lines() {
        let (kind, line) = match line.strip_prefix('>') {
            Some(answered) => (BlockKind::Quote, answered.trim_start_matches(['>', ' '])),
            None => (BlockKind::Paragraph, line),
        };
        let line = line.trim_end();
        prose.gap(if line.is_empty() { Gap::Paragraph } else { Gap::Line });
        prose.open(kind);
        prose.push(line);
        prose.close();
    }
    let structure = prose.structure();
    Document { text: prose.finish().0, structure, ..Document::default() }
}

fn append(whole: &mut Document, part: Document) {
    if !whole.text.is_empty() && !part.text.is_empty() {
        whole.text.push_str("\n\n");
    }
    let at = whole.text.len() as u32;
    whole.text.push_str(&part.text);
    let Structure { blocks, note_marks, hidden, not_read, doubtful_chars } = part.structure;
    for (kind, count) in not_read {
        whole.structure.add_not_read(kind, count);
    }
    whole.structure.doubtful_chars = whole.structure.doubtful_chars.saturating_add(doubtful_chars);
    for block in blocks {
        whole.structure.blocks.push(Block { start: at + block.start, end: at + block.end, ..block });
    }
    for [mark, note] in note_marks {
        whole.structure.note_marks.push([at + mark, at + note]);
    }
    for hidden in hidden {
        whole.structure.hidden.push(Hidden { at: at + hidden.at, ..hidden });
    }
}

/// Returns the names and bytes of the attached papers, texts and letters. Each name is unique.
fn attachments(letter: &Message) -> Vec<(PathBuf, Vec<u8>)> {
    let (mut attached, mut taken) = (vec![], HashSet::new());
    for (part, number) in letter.attachments().zip(1..) {
        let Some(bytes) = contents(part) else { continue };
        let name = name(part, number);
        if Format::of_name(Path::new(&name)).is_some() || is_paper(&bytes) {
            attached.push((apart(name, &mut taken), bytes.into_owned()));
        }
    }
    attached
}

/// Returns a unique name, with a number before its ending if the name is taken.
fn apart(name: String, taken: &mut HashSet<String>) -> PathBuf {
    let dot = name.char_indices().skip(1).find(|&(_, c)| c == '.').map_or(name.len(), |(at, _)| at);
    let (stem, ending) = name.split_at(dot);
    let (mut free, mut number) = (name.clone(), 2_u32);
    while !taken.insert(free.clone()) {
        free = format!("{stem}-{number}{ending}");
        number += 1;
    }
    free.into()
}

/// Returns the name of an attachment, without the folders that some programs write before it.
fn name(part: &MessagePart, number: usize) -> String {
    let path = part.attachment_name().unwrap_or_default();
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    match &part.body {
        _ if !name.trim().is_empty() && !matches!(name, "." | "..") => name.to_owned(),
        PartType::Message(_) => format!("letter-{number}.eml"),
        _ => format!("part-{number}"),
    }
}

fn contents<'p>(part: &'p MessagePart) -> Option<Cow<'p, [u8]>> {
    match &part.body {
        PartType::Text(text) | PartType::Html(text) => Some(text.as_bytes().into()),
        PartType::Binary(bytes) | PartType::InlineBinary(bytes) => Some(bytes.as_ref().into()),
        PartType::Message(letter) => Some(letter.raw_message().into()),
        PartType::Multipart(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::Arc;

    use super::*;
    use crate::{IdBase, Input, ReadOptions, decode, fetch_from};

    fn documents(letter: &str) -> Vec<Result<Document, String>> {
        let mut documents = Vec::new();
        let options = ReadOptions::default();
        let _ = fetch_from(&Arc::new(Input::named("a.eml")), letter.as_bytes(), &options, &mut |raw| {
            let document = raw.and_then(|raw| decode(raw, &IdBase::AsGiven, &options));
            documents.push(document.map_err(|error| error.to_string()));
            ControlFlow::Continue(())
        });
        documents
    }

    const HEAD: &str = "From: =?utf-8?B?55yL5a6I5Lq6?= <keeper@example.org>\nDate: Tue, 3 Mar 1987 10:00:00 +0000\n\
                        Subject: Boats\nMIME-Version: 1.0\n";

    #[test]
    fn a_letter_has_its_text_its_quotations_and_who_wrote_it() {
        let body = "Content-Type: text/plain; charset=utf-8\n\nAll boats\nleft.\n\n> Did they\n>> leave?\n>\n> All?\nYes.\n";
        let found = documents(&format!("{HEAD}{body}"));
        let document = found[0].as_ref().unwrap();
        assert_eq!(document.text, "All boats\nleft.\n\nDid they\nleave?\n\nAll?\nYes.");
        let quoted: Vec<_> =
            document.structure.blocks.iter().filter(|block| block.kind == BlockKind::Quote).collect();
        assert_eq!(
            quoted.iter().map(|block| block.text(&document.text)).collect::<Vec<_>>(),
            ["Did they", "leave?", "All?"]
        );
        assert_eq!(document.meta.author.as_deref(), Some("看守人"));
        assert_eq!(document.meta.title.as_deref(), Some("Boats"));
        assert_eq!(
            document.meta.date.as_ref().map(|date| date.to_string()).as_deref(),
            Some("1987-03-03T10:00:00Z")
        );
    }

    #[test]
    fn a_letter_of_html_has_no_hidden_text_and_what_is_attached_is_read_too() {
        let letter = format!(
            "{HEAD}Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html; charset=gbk\n\
             Content-Transfer-Encoding: base64\n\nPHA+tPO35zxzcGFuIHN0eWxlPSJkaXNwbGF5Om5vbmUiPmhpZGRlbjwvc3Bhbj4uPC9wPg==\n\
             --b\nContent-Type: application/octet-stream; name=\"x/notes.md\"\nContent-Disposition: attachment; filename=\"x/notes.md\"\n\n\
             # Notes\n--b\nContent-Type: image/png; name=a.png\nContent-Disposition: attachment\n\nPNG\n\
             --b\nContent-Type: message/rfc822\n\n{HEAD}\nInner.\n--b--\n"
        );
        let found = documents(&letter);
        let texts: Vec<_> =
            found.iter().map(|read| read.as_ref().map(|d| (d.id.as_str(), d.text.as_str()))).collect();
        assert_eq!(
            texts,
            [Ok(("a.eml", "大风.")), Ok(("a.eml/notes.md", "Notes")), Ok(("a.eml/letter-3.eml", "Inner."))]
        );
        assert_eq!(found[0].as_ref().unwrap().structure.hidden[0].text, "hidden");
    }

    #[test]
    fn of_text_and_html_what_is_shown_is_read_and_text_that_says_something_else_is_hidden() {
        let letter = |text: &str, html: &str| {
            let letter = format!(
                "{HEAD}Content-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain\n\n{text}\n\
                 --b\nContent-Type: text/html\n\n<p>{html}</p>\n--b--\n"
            );
            documents(&letter).remove(0).unwrap()
        };
        let same = "All of the boats that had left in the morning came back in the evening, before the storm was over.";
        let other = "Nobody asked the keeper whether he knew why nine ships lay wrecked upon those sands last year, although \
                     everybody else seemed quite certain.";
        let found = letter(same, same);
        assert_eq!((found.text.as_str(), found.meta.hidden_chars), (same, 0));
        assert_eq!(letter("This letter is one of HTML.", same).structure.hidden, []);
        let found = letter(other, same);
        assert_eq!((found.text.as_str(), found.structure.hidden[0].text.as_str()), (same, other));
        assert_eq!(found.meta.hidden_chars as usize, other.replace(' ', "").len());
    }

    #[test]
    fn a_letter_that_says_ascii_and_is_not_is_utf_8_and_calendars_are_not_read() {
        let body = "Content-Type: text/plain; charset=us-ascii\nContent-Transfer-Encoding: 8bit\n\n大风。\n";
        assert_eq!(documents(&format!("{HEAD}{body}"))[0].as_ref().unwrap().text, "大风。");
        let letter = format!(
            "{HEAD}Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nAll.\n\
             --b\nContent-Type: text/calendar\n\nBEGIN:VCALENDAR\n--b--\n"
        );
        let not_read = documents(&letter).remove(0).unwrap().structure.not_read;
        assert_eq!(not_read.into_keys().collect::<Vec<_>>(), [NotReadKind::Attachments]);
    }

    /// Checks that no two attachments share a name, since one would replace the other in an index.
    #[test]
    fn what_is_attached_under_one_name_stays_apart() {
        let part = |name: &str, text: &str| {
            format!("--b\nContent-Disposition: attachment; filename=\"{name}\"\n\n{text}\n")
        };
        let parts: String = ["x/a.txt", "y/a.txt", "a-2.txt", "a.txt", "a-2.txt", ".", ".a.txt", ".a.txt"]
            .iter()
            .map(|name| part(name, "Boats."))
            .collect();
        let letter = format!("{HEAD}Content-Type: multipart/mixed; boundary=b\n\n{parts}--b--\n");
        let ids: Vec<String> = documents(&letter).into_iter().map(|read| read.unwrap().id).collect();
        let names = ["a.txt", "a-2.txt", "a-2-2.txt", "a-3.txt", "a-2-3.txt", ".a.txt", ".a-2.txt"];
        let expected = names.map(|name| format!("a.eml/{name}"));
        assert_eq!(ids[1..], expected);
    }

    #[test]
    fn what_has_no_header_or_holds_too_many_letters_is_refused() {
        let nested = "Content-Type: message/rfc822\n\n".repeat(50_000);
        let why = "cannot read \"a.eml\": it holds more than 64 other letters; save those by themselves";
        assert_eq!(documents(&format!("{HEAD}{nested}")), [Err(why.to_owned())]);
        let parts: String = (0..20_000)
            .map(|i| format!("Content-Type: multipart/mixed; boundary=b{i}\n\n--b{i}\n"))
            .collect();
        assert!(documents(&format!("{HEAD}{parts}"))[0].is_ok());
    }
}
