//! Reads the bytes of the documents of an input.
//!
//! [`fetch`] opens, unpacks and cuts. A JSONL input is read line by line and never held as a whole.

use crate::compressed::{self, Packing, Taken};
use crate::encoding;
use crate::format::Format;
use crate::ids::at_line;
use crate::input::Input;
use crate::limits::{limit_bytes, too_large};
#[cfg(feature = "papers")]
use crate::options::Markup;
use crate::options::ReadOptions;
use crate::raw::Raw;
use crate::recognize::recognize;
use crate::refusal::{Refusal, refused};
use ibid::{Error, Result, system_reason};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

/// The size of the head by which an input is recognized.
const HEAD_BYTES: u64 = 64 * 1024;
/// The size of the buffer that lines are cut from: fewer and larger reads than with the usual 8 KiB.
const BUFFER_BYTES: usize = 256 * 1024;
/// The number of bytes unpacked between two checks for a decompression bomb.
const STEP_BYTES: u64 = 4 << 20;
/// The length above which a line is handed on in its own buffer, with spare capacity. Shorter lines are copied to fit.
const LONG_LINE_BYTES: usize = 1 << 20;

/// Reads an input and hands on each of its documents as it comes: one per file, one per nonblank line of JSONL, one per
/// row of Parquet. Failures are handed on as errors. Ends early, with a `Break`, if the sink breaks.
pub fn fetch(
    input: &Arc<Input>,
    options: &ReadOptions,
    sink: &mut dyn FnMut(Result<Raw>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if input.is_stdin() {
        return fetch_from(input, io::stdin().lock(), options, sink);
    }
    match open(input) {
        Ok(Opened::Stream(file)) => fetch_from(input, file, options, sink),
        #[cfg(feature = "parquet")]
        Ok(Opened::Table(file)) => crate::parquet::fetch(input, file, options, sink),
        Err(error) => sink(Err(Error::unreadable(&input.path, system_reason(&error)))),
    }
}

/// An open file, to be read in order or at many places.
enum Opened {
    Stream(File),
    #[cfg(feature = "parquet")]
    Table(File),
}

#[cfg(feature = "parquet")]
fn open(input: &Input) -> io::Result<Opened> {
    let mut file = File::open(input.absolute.as_ref().unwrap_or(&input.path))?;
    let is_table = input.is_table_in(&mut file)?;
    Ok(if is_table { Opened::Table(file) } else { Opened::Stream(file) })
}

#[cfg(not(feature = "parquet"))]
fn open(input: &Input) -> io::Result<Opened> {
    File::open(input.absolute.as_ref().unwrap_or(&input.path)).map(Opened::Stream)
}

/// Reads an input as [`fetch`] does, from a reader under the input's name.
pub fn fetch_from<'r>(
    input: &Arc<Input>,
    reader: impl Read + 'r,
    options: &ReadOptions,
    sink: &mut dyn FnMut(Result<Raw>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let source = match Source::new(reader, &input.path) {
        Ok(source) => source,
        Err(why) => return sink(Err(refused(&input.path, why))),
    };
    match recognize(&source.head, input, options) {
        Ok(Format::Records) => fetch_lines(input, source, options, sink),
        #[cfg(feature = "papers")]
        Ok(Format::Latex) if options.markup == Markup::Removed => {
            let main = fetch_whole(input, Format::Latex, source, options);
            crate::latex::join(input, main, options).into_iter().try_for_each(sink)
        }
        #[cfg(feature = "papers")]
        Ok(Format::Mail) if options.markup == Markup::Removed => {
            match fetch_whole(input, Format::Mail, source, options) {
                Ok(letter) => fetch_letter(input, letter, options, sink),
                Err(error) => sink(Err(error)),
            }
        }
        Ok(format) => sink(fetch_whole(input, format, source, options)),
        Err(why) => sink(Err(refused(&input.path, why))),
    }
}

/// Hands on a letter, then each paper, text and letter attached to it.
#[cfg(feature = "papers")]
fn fetch_letter(
    input: &Arc<Input>,
    letter: Raw,
    options: &ReadOptions,
    sink: &mut dyn FnMut(Result<Raw>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let attached = match crate::mail::attached(&letter.bytes) {
        Ok(attached) => attached,
        Err(why) => return sink(Err(refused(&input.path, why))),
    };
    sink(Ok(letter))?;
    for (name, bytes) in attached {
        let attached = Input {
            path: input.path.join(&name),
            absolute: input.absolute.as_ref().map(|path| path.join(&name)),
            size_bytes: bytes.len() as u64,
        };
        fetch_from(&Arc::new(attached), Cursor::new(bytes), options, sink)?;
    }
    ControlFlow::Continue(())
}

/// An unpacked stream whose beginning is already read.
struct Source<'r> {
    packing: Option<Packing>,
    /// The number of packed bytes taken so far.
    taken: Taken,
    head: Vec<u8>,
    rest: Box<dyn Read + 'r>,
}

impl<'r> Source<'r> {
    fn new(mut reader: impl Read + 'r, path: &Path) -> Result<Source<'r>, Refusal> {
        let head = read_head(&mut reader)?;
        let Some(packing) = Packing::of_bytes(&head) else {
            return match Packing::of_name(path) {
                Some(_) if !head.is_empty() => Err("it is not compressed as its name says; rename it".into()),
                _ => Ok(Source { packing: None, taken: Taken::default(), head, rest: Box::new(reader) }),
            };
        };
        let packed = BufReader::with_capacity(BUFFER_BYTES, Cursor::new(head).chain(reader));
        let reason = |error| packing.reason(&error);
        let (mut rest, taken) = packing.unpack(packed).map_err(reason)?;
        let head = read_head(&mut rest).map_err(reason)?;
        Ok(Source { packing: Some(packing), taken, head, rest })
    }
}

/// Returns the reason why a stream could not be read.
fn reason(packing: Option<Packing>, error: &io::Error) -> String {
    match packing {
        Some(packing) => packing.reason(error),
        None => system_reason(error),
    }
}

fn read_head(reader: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    reader.take(HEAD_BYTES).read_to_end(&mut head)?;
    Ok(head)
}

fn fetch_whole(input: &Arc<Input>, format: Format, mut source: Source, options: &ReadOptions) -> Result<Raw> {
    let limit = limit_bytes(options);
    let mut bytes = std::mem::take(&mut source.head);
    bytes.reserve_exact(input.size_bytes.min(limit).saturating_sub(bytes.len() as u64) as usize);
    loop {
        let room = (limit + 1).saturating_sub(bytes.len() as u64);
        let read = (&mut source.rest).take(room.min(STEP_BYTES)).read_to_end(&mut bytes);
        let count = read.map_err(|error| Error::unreadable(&input.path, reason(source.packing, &error)))?;
        let length = bytes.len() as u64;
        if source.packing.is_some() && compressed::is_bomb(source.taken.get(), length) {
            return Err(Error::unreadable(&input.path, compressed::bomb()));
        }
        if length > limit {
            return Err(refused(&input.path, too_large("it", limit)));
        }
        if count == 0 {
            return Ok(Raw { input: Arc::clone(input), line: None, format, bytes });
        }
    }
}

fn fetch_lines(
    input: &Arc<Input>,
    source: Source,
    options: &ReadOptions,
    sink: &mut dyn FnMut(Result<Raw>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Source { packing, head, rest, .. } = source;
    let utf16 = encoding::utf16(&head, options.encoding);
    let whole = Cursor::new(head).chain(rest);
    let mut lines: Box<dyn BufRead> = match utf16 {
        Some(utf16) => {
            Box::new(BufReader::with_capacity(BUFFER_BYTES, encoding::Utf16Reader::new(whole, utf16)))
        }
        None => Box::new(BufReader::with_capacity(BUFFER_BYTES, whole)),
    };
    let limit = limit_bytes(options);
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        let read = (&mut lines).take(limit + 1).read_until(b'\n', &mut line);
        let raw = match read {
            Ok(0) => break,
            Ok(_) if line.len() as u64 > limit => {
                let skipped = skip_line(&mut lines).err();
                if let Some(error) = skipped {
                    line.clear();
                    return sink(Err(broken(input, number, packing, &error)));
                }
                Err(refused(at_line(input, number), too_large("the line", limit)))
            }
            Ok(_) if is_blank(&line) => continue,
            Ok(length) => {
                let bytes = if length > LONG_LINE_BYTES { std::mem::take(&mut line) } else { line.clone() };
                Ok(Raw { input: Arc::clone(input), line: Some(number), format: Format::Records, bytes })
            }
            Err(error) => return sink(Err(broken(input, number, packing, &error))),
        };
        sink(raw)?;
    }
    ControlFlow::Continue(())
}

fn broken(input: &Input, line: u64, packing: Option<Packing>, error: &io::Error) -> Error {
    Error::BrokenOff { path: at_line(input, line).into(), why: reason(packing, error) }
}

fn is_blank(line: &[u8]) -> bool {
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
    line.iter().all(u8::is_ascii_whitespace)
}

fn skip_line(lines: &mut dyn BufRead) -> io::Result<()> {
    loop {
        let buffer = lines.fill_buf()?;
        let (used, done) = match buffer.iter().position(|&byte| byte == b'\n') {
            Some(end) => (end + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        lines.consume(used);
        if done {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compressed::tests::{gzip, zstd};
    use crate::decode::decode;
    use crate::ids::IdBase;
    use crate::options::{InputFormat, Markup};
    use ibid::Document;

    fn read(name: &str, bytes: &[u8], options: &ReadOptions) -> Vec<Result<Document, String>> {
        let mut documents = Vec::new();
        let _ = fetch_from(&Arc::new(Input::named(name)), bytes, options, &mut |raw| {
            let document = raw.and_then(|raw| decode(raw, &IdBase::AsGiven, options));
            documents.push(document.map_err(|error| error.to_string()));
            ControlFlow::Continue(())
        });
        documents
    }

    fn check(name: &str, bytes: &[u8], expected: &[Result<&str, &str>]) {
        let read = read(name, bytes, &ReadOptions::default());
        let texts: Vec<_> =
            read.iter().map(|r| r.as_ref().map(|d| d.text.as_str()).map_err(String::as_str)).collect();
        assert_eq!(texts, expected, "{name}");
    }

    #[test]
    fn a_file_without_a_known_name_is_what_it_looks_like() {
        check("a.txt", b"# a\n", &[Ok("# a\n")]);
        check("a.md", b"# a\n", &[Ok("a")]);
        check("README", b"# a\n", &[Ok("# a\n")]);
        check("-", b"\n{\"text\": \"a\"}\n{\"text\": \"b\"}", &[Ok("a"), Ok("b")]);
        check("a.json", b"{\"text\": \"a\"}", &[Ok("a")]);
        check("-", b"{\"body\": 1}", &[Ok("{\"body\": 1}")]);
        check("-", b"", &[Ok("")]);
        check("a.jsonl", b"", &[]);
        let json = "cannot read \"a.json\": it is JSON but not JSONL, one object with a text a line; \"jq -c\" makes lines";
        check("a.json", b"[{\"text\": \"a\"}]", &[Err(json)]);
    }

    #[cfg(feature = "papers")]
    #[test]
    fn xml_is_what_its_content_says_in_the_encoding_that_it_declares() {
        let page = b"<?xml version=\"1.0\"?>\n<html><p>a";
        for name in ["a.xml", "-"] {
            check(name, page, &[Ok("a")]);
            check(
                name,
                b"<?xml version=\"1.0\"?><article><p>a <b>b</b></p><p>c</p></article>",
                &[Ok("a b\n\nc")],
            );
        }
        let text = "<?xml version=\"1.0\" encoding=\"GB18030\"?><article><p>看守人每天都数船。</p></article>";
        let bytes = encoding_rs::GB18030.encode(text).0.into_owned();
        check("a.xml", &bytes, &[Ok("看守人每天都数船。")]);
    }

    #[test]
    fn markup_is_kept_where_that_is_wanted() {
        let options = ReadOptions { markup: Markup::Kept, ..ReadOptions::default() };
        for (name, text) in [
            ("a.md", "---\ntitle: T\n---\n# a *b*\n"),
            ("a.html", "<!doctype html><p>a <b>b</b>"),
            ("a.txt", "# a"),
        ] {
            assert_eq!(read(name, text.as_bytes(), &options)[0].as_ref().unwrap().text, text);
        }
    }

    #[test]
    fn what_the_caller_says_counts_where_the_name_says_nothing() {
        let said = |name: &str, text: &str, format| {
            let options = ReadOptions { input_format: Some(format), ..Default::default() };
            read(name, text.as_bytes(), &options)
                .into_iter()
                .map(|read| read.map(|d| d.text))
                .collect::<Vec<_>>()
        };
        assert_eq!(said("-", "# *a*", InputFormat::Markdown), [Ok("a".to_owned())]);
        assert_eq!(said("notes", "# *a*", InputFormat::Markdown), [Ok("a".to_owned())]);
        assert_eq!(said("a.txt", "# *a*", InputFormat::Markdown), [Ok("# *a*".to_owned())]);
        assert_eq!(said("-", "{\"text\":\"a\"}", InputFormat::Text), [Ok("{\"text\":\"a\"}".to_owned())]);
        assert_eq!(said("-", "no <b>tags</b>", InputFormat::Html), [Ok("no tags".to_owned())]);
        assert!(
            said("-", "{\"body\":\"a\"}", InputFormat::Jsonl)[0]
                .as_ref()
                .is_err_and(|why| why.contains("with fields.text"))
        );
    }

    #[test]
    fn packed_files_are_read_as_their_inner_name_says() {
        for pack in [gzip, zstd] {
            check("a.txt.gz", &pack("一段文字。".as_bytes()), &[Ok("一段文字。")]);
            check("a.txt", &pack(b"no name for it"), &[Ok("no name for it")]);
            check("a.md.zst", &pack(b"*a*"), &[Ok("a")]);
            check("a.jsonl.zst", &pack(b"{\"text\":\"a\"}\r\n\r\n{\"text\":\"b\"}"), &[Ok("a"), Ok("b")]);
            check("-", &pack(b"{\"text\":\"a\"}"), &[Ok("a")]);
        }
        check(
            "a.txt.gz",
            b"x",
            &[Err("cannot read \"a.txt.gz\": it is not compressed as its name says; rename it")],
        );
    }

    #[test]
    fn a_record_that_breaks_off_leaves_those_before_it() {
        let mut lines = Vec::new();
        // Lines that do not compress, so that the cut falls behind the first hundred.
        for i in 0_u64..20_000 {
            lines.extend(format!("{{\"text\":\"{}\"}}\n", i.wrapping_mul(0x9E37_79B9_7F4A_7C15)).bytes());
        }
        let packed = gzip(&lines);
        let read = read("a.jsonl.gz", packed.get(..packed.len() - 9).unwrap(), &ReadOptions::default());
        assert!(read.len() > 15_000);
        assert!(
            read.last().unwrap().as_ref().unwrap_err().contains("broken gzip data: the file ends too early")
        );
        assert_eq!(read.iter().filter(|document| document.is_err()).count(), 1);
    }

    #[test]
    fn what_is_too_large_is_refused_and_the_next_line_is_read() {
        let options = ReadOptions { max_bytes: 20, ..Default::default() };
        let long = "{\"text\": \"aaaaaaaaaaaaaaaaaaaaaa\"}\n{\"text\":\"b\"}\n";
        let lines = read("a.jsonl", long.as_bytes(), &options);
        assert!(
            lines[0]
                .as_ref()
                .unwrap_err()
                .starts_with("cannot read \"a.jsonl:1\": the line has more than 20 bytes")
        );
        assert_eq!(lines[1].as_ref().unwrap().text, "b");
        assert!(read("a.txt", &[b'a'; 20], &options)[0].is_ok());
        assert!(read("a.txt", &[b'a'; 21], &options)[0].is_err());
    }

    #[test]
    fn a_decompression_bomb_is_named_before_it_is_unpacked() {
        let large = vec![b'a'; 65 << 20];
        let line = b"The lock-keeper wrote down every barge that was full of bricks. ".repeat(66 << 14);
        for (name, packed) in [("a.txt.zst", zstd(&line)), ("a.md.gz", gzip(&line)), ("-", zstd(&large))] {
            let is_bomb =
                format!("cannot read \"{name}\": it is a decompression bomb: it unpacks to more than 64 MiB");
            let found = read(name, &packed, &ReadOptions::default());
            assert!(found[0].as_ref().is_err_and(|why| why.starts_with(&is_bomb)), "{name}");
        }
        // In records, the limit applies to each line.
        let lines = [&b"{\"text\":\""[..], &large[..2 << 20], b"\"}\n{\"text\":\"b\"}\n"].concat();
        let options = ReadOptions { max_bytes: 1 << 20, ..Default::default() };
        let found = read("a.jsonl.zst", &zstd(&lines), &options);
        assert!(found[0].as_ref().is_err_and(|why| why.contains("the line has more than 1 MiB, the limit")));
        assert_eq!(found[1].as_ref().unwrap().text, "b");
        // A small file stays readable; a large one must unpack beyond reason to be refused.
        let found = read("a.txt.zst", &zstd(&vec![b'a'; 1 << 22]), &ReadOptions::default());
        assert_eq!(found[0].as_ref().unwrap().text.len(), 1 << 22);
        let found = read("a.txt.zst", &zstd(&large), &options);
        assert!(
            found[0]
                .as_ref()
                .is_err_and(|why| why.contains("more than 1 MiB, the limit; split it, or raise"))
        );
    }

    #[test]
    fn records_are_called_after_their_id_or_their_line() {
        let read = read(
            "a.jsonl",
            "\u{FEFF}\n{\"text\":\"a\"}\n{\"id\":7,\"text\":\"b\"}".as_bytes(),
            &ReadOptions::default(),
        );
        let ids: Vec<_> = read.iter().map(|document| document.as_ref().unwrap().id.as_str()).collect();
        assert_eq!(ids, ["a.jsonl:2", "7"]);
        assert_eq!(read[0].as_ref().unwrap().meta.source.as_deref(), Some("a.jsonl"));
    }

    #[test]
    fn records_may_be_utf_16() {
        let text = "\u{FEFF}{\"text\":\"中文\"}\r\n{\"text\":\"b\"}\r\n";
        let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        check("a.jsonl", &bytes, &[Ok("中文"), Ok("b")]);
        check("-", &bytes, &[Ok("中文"), Ok("b")]);
    }
}
