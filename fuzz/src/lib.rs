//! What the fuzz targets do with bytes: one plain function each, which panics where a promise does not hold.
//!
//! The fuzzer calls them from `src/bin/`, `cargo test` in the folder above with the seeds of `seeds/`.

use std::fs;
use std::io::sink;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use ibid::decisions::{Ledger, LedgerLine};
use ibid::feature::{Feature, LowIdfSig};
use ibid::quotation::Quotation;
use ibid::report::{Passage, Report, Trace};
use ibid::split::split_sentences;
use ibid::tokenize::{Dictionary, Han, Tokenizer};
use ibid::{Document, Layout, Span};
use ibid_cli::{show_report, show_traces};
use ibid_index::{Bags, Containment, DiskIndex, Error, ExcludedRecord, Header, Questions, Ratio, Search};
use ibid_read::{FieldMap, IdBase, ReadOptions, read_bytes, read_paths, write_record};

/// What a target does with bytes.
pub type Target = fn(&[u8]);

/// The name of each target, which is that of its folder of seeds, and its function.
pub const TARGETS: [(&str, Target); 13] = [
    ("read", read),
    ("papers", papers),
    ("records", records),
    ("parquet", parquet),
    ("report", report),
    ("trace", trace),
    ("ledger", ledger),
    ("config", config),
    ("normalize", normalize),
    ("split", split),
    ("tokenize", tokenize),
    ("quotation", quotation),
    ("index_open", index_open),
];

/// The first byte chooses the name of a file, the rest is its content.
pub fn read(bytes: &[u8]) {
    ibid_read::read_any(bytes);
}

/// The first byte chooses the name of a file, the rest is its content: a paper, or a letter with papers. The blocks of what
/// is read are parts of its text in order, and what is hidden stands at a place of it.
pub fn papers(bytes: &[u8]) {
    const NAMES: [&str; 6] = ["a", "a.pdf", "a.csv", "a.tex", "a.xml", "a.eml"];
    let Some((&first, paper)) = bytes.split_first() else { return };
    let options = ReadOptions { max_bytes: 1 << 20, ..ReadOptions::default() };
    for document in documents(NAMES[usize::from(first) % NAMES.len()], paper, &options) {
        let mut end = 0;
        for block in &document.structure.blocks {
            assert!(block.start >= end, "{block:?} begins before {end}");
            assert!(!block.text(&document.text).is_empty(), "{block:?} is no part of the text");
            end = block.end;
        }
        for hidden in &document.structure.hidden {
            assert!(
                document.text.is_char_boundary(hidden.at as usize),
                "{hidden:?} has no place in the text"
            );
            assert!(!hidden.text.is_empty(), "nothing is hidden");
        }
    }
}

/// The first byte chooses the names of the fields, the rest are lines of JSONL. What is read of each is read again from
/// the line that is written of it.
pub fn records(bytes: &[u8]) {
    let Some((&first, lines)) = bytes.split_first() else { return };
    let fields = match first % 3 {
        0 => FieldMap::default(),
        1 => FieldMap { text: "page.body".into(), title: "page.title".into(), ..FieldMap::default() },
        _ => {
            FieldMap { id: "text".into(), title: "text".into(), author: "text".into(), ..FieldMap::default() }
        }
    };
    let options = ReadOptions { fields, max_bytes: 1 << 20, ..ReadOptions::default() };
    for document in documents("a.jsonl", lines, &options) {
        let again = documents("a.jsonl", write_record(&document, &options).as_bytes(), &options);
        assert_eq!(again.len(), 1, "{document:?}");
        assert_eq!(again[0].text, document.text);
        assert!(again[0].id == document.id || options.fields.id == options.fields.text, "{document:?}");
    }
}

fn documents(name: &str, bytes: &[u8], options: &ReadOptions) -> Vec<Document> {
    let mut documents = vec![];
    let _ = read_bytes(Path::new(name), bytes, options, &mut |document| {
        documents.extend(document.ok());
        ControlFlow::Continue(())
    });
    documents
}

/// The content of a table of Parquet.
pub fn parquet(bytes: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder for the table can be made");
    let path = folder.path().join("a.parquet");
    fs::write(&path, bytes).expect("the table can be written");
    let fields = FieldMap {
        title: "meta.section".into(),
        author: "meta.author".into(),
        date: "day".into(),
        category: "score".into(),
        url: "seen".into(),
        ..FieldMap::default()
    };
    let options = ReadOptions { fields, max_bytes: 1 << 20, ..ReadOptions::default() };
    // A row of the table that says that it has more than this is not waited for.
    let mut rows = 0;
    let read = read_paths(&[path], &IdBase::AsGiven, &options, &mut |document| {
        rows += 1;
        assert!(document.is_err() || document.is_ok_and(|document| !document.id.is_empty()));
        if rows < 10_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert!(read.is_ok(), "no pattern is malformed");
}

/// A report, as `ibid review` reads it: it is shown in all forms, or refused in one line.
pub fn report(bytes: &[u8]) {
    let report = match Report::read_json(bytes) {
        Ok(report) => report,
        Err(error) => return assert_eq!(error.to_string().lines().count(), 1, "{error}"),
    };
    show_report(&report, &mut sink()).expect("nothing is written");
    Passage::write_jsonl(report.passages(), &mut sink()).expect("nothing is written");
    let mut written = vec![];
    report.write_json(&mut written).expect("memory is written to");
    let number = Some(report.content_number().expect("memory is written to"));
    let expected = Report { number, ..report };
    assert_eq!(Report::read_json(&*written).expect("what was written is a report"), expected);
}

/// Traces, as `ibid review` reads them: they are shown in all forms, or refused in one line.
pub fn trace(bytes: &[u8]) {
    let traces = match Trace::read_json(bytes) {
        Ok(traces) => traces,
        Err(error) => return assert_eq!(error.to_string().lines().count(), 1, "{error}"),
    };
    show_traces(&traces, &mut sink()).expect("nothing is written");
    Trace::write_jsonl(&traces, &mut sink()).expect("nothing is written");
    let mut written = vec![];
    Trace::write_json(&traces, &mut written).expect("memory is written to");
    assert_eq!(Trace::read_json(&*written).expect("what was written are traces"), traces);
}

/// A ledger of decisions: a wrong line is told in one line, by its number; what is read is read again from its own JSON.
pub fn ledger(bytes: &[u8]) {
    let ledger = match Ledger::parse(bytes) {
        Ok(ledger) => ledger,
        Err((number, error)) => {
            let lines = bytes.split(|&byte| byte == b'\n').count();
            assert!((1..=lines).contains(&number), "line {number} of {lines}");
            return assert_eq!(error.to_string().lines().count(), 1, "{error}");
        }
    };
    let mut turned: Vec<LedgerLine> = ledger.lines().to_vec();
    turned.reverse();
    let written: Vec<String> = turned.iter().map(LedgerLine::to_json).collect();
    let again = Ledger::parse(written.join("\n").as_bytes()).expect("what was written is a ledger");
    assert_eq!(again.lines(), ledger.lines());
    assert_eq!((again.hash(), again.disputes()), (ledger.hash(), ledger.disputes()));
}

/// A config file: what is wrong is said in one line that names the line of the file.
pub fn config(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Err(why) = ibid_cli::check_config(&text) else { return };
    let number = why.strip_prefix("line ").and_then(|rest| rest.split_once(": ")?.0.parse::<usize>().ok());
    let lines = text.matches('\n').count() + 1;
    assert!(number.is_some_and(|number| (1..=lines).contains(&number)), "{why}");
}

/// Each character of the normalized text leads back to some text as it was read, in order, and to normalize twice
/// changes nothing more.
pub fn normalize(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let normalized = ibid::normalize::normalize(&text);
    let mut last = Span::default();
    for (at, c) in normalized.text.char_indices() {
        let source = normalized.original(span(at, at + c.len_utf8()));
        assert!(
            text.get(source.range()).is_some_and(|text| !text.is_empty()),
            "{at} leads back to {source:?}"
        );
        assert!(source.start >= last.start && source.end >= last.end, "{at}: {source:?} is before {last:?}");
        last = source;
    }
    let whole = normalized.original(span(0, normalized.text.len()));
    assert!(text.get(whole.range()).is_some(), "the whole leads back to {whole:?}");
    assert_eq!(ibid::normalize::normalize(&normalized.text).text, normalized.text);
}

/// Sentences are in order, on the borders of characters and without white space around them, in both layouts; and
/// paragraphs between blank lines are split as they are alone.
pub fn split(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for layout in [Layout::Wrapped, Layout::Flowing] {
        let alone = sentences(&text, layout);
        let normalized = ibid::normalize::normalize(&text);
        sentences(&normalized.text, layout);

        let (before, after) = ("It stands before.\n\n", "\n\n它在后面。");
        let between = sentences(&format!("{before}{text}{after}"), layout);
        let shifted = alone.iter().map(|span| span.start + before.len()..span.end + before.len());
        let inner = between.get(1..between.len() - 1).unwrap_or_default();
        assert!(inner.iter().cloned().eq(shifted), "{layout:?}: {alone:?} alone, {between:?} between");
    }
}

fn sentences(text: &str, layout: Layout) -> Vec<Range<usize>> {
    let mut spans = vec![];
    split_sentences(text, layout, &mut spans);
    let mut end = 0;
    for span in &spans {
        let range = span.range();
        let sentence = text.get(range.clone()).unwrap_or_else(|| panic!("{range:?} is no part of the text"));
        assert!(range.start >= end, "{range:?} begins before {end}");
        assert!(!sentence.is_empty() && sentence.trim() == sentence, "{range:?} has space around it");
        end = range.end;
    }
    spans.into_iter().map(Span::range).collect()
}

/// Words stand in order inside their sentence, whatever stands for a word, and make at least one feature.
pub fn tokenize(bytes: &[u8]) {
    static WORDS: LazyLock<Tokenizer> = LazyLock::new(|| Tokenizer::new(Han::Words, Dictionary::default()));
    static CHARACTERS: LazyLock<Tokenizer> =
        LazyLock::new(|| Tokenizer::new(Han::Characters, Dictionary::default()));
    static FEATURE: LazyLock<LowIdfSig> = LazyLock::new(LowIdfSig::robust);

    let text = String::from_utf8_lossy(bytes);
    let mut spans = vec![span(0, text.len())];
    split_sentences(&text, Layout::Wrapped, &mut spans);
    for sentence in spans {
        let mut cuts = [vec![], vec![], vec![]];
        WORDS.words(&text, sentence, &mut cuts[0]);
        CHARACTERS.words(&text, sentence, &mut cuts[1]);
        Tokenizer::characters(&text, sentence, &mut cuts[2]);
        for tokens in cuts {
            let mut end = sentence.start;
            for token in &tokens {
                let word = text.get(token.span.range()).unwrap_or_default();
                assert!(!word.is_empty(), "{:?} is no word", token.span);
                assert!(token.span.start >= end, "{:?} begins before {end}", token.span);
                end = token.span.end;
            }
            assert!(end <= sentence.end, "a word ends at {end}, after {sentence:?}");
            let words: Vec<u64> = tokens.iter().map(|token| token.word).collect();
            let mut keys = vec![];
            FEATURE.keys(&words, &mut keys);
            assert_eq!(keys.is_empty(), words.is_empty());
        }
    }
}

/// Quotations are in the order in which they begin, their parts in order inside them, and no span is empty or cuts a
/// character.
pub fn quotation(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for layout in [Layout::Wrapped, Layout::Flowing] {
        let mut begins = 0;
        for quotation in Quotation::all_in(&text, layout) {
            assert!(quotation.span.start >= begins, "{quotation:?} begins before {begins}");
            begins = quotation.span.start;
            let mut end = quotation.span.start;
            for part in &quotation.parts {
                assert!(part.start >= end, "{part:?} begins before {end}");
                end = part.end;
            }
            assert!(end > begins && end <= quotation.span.end, "{quotation:?} ends before its wording");
            let names = quotation.speaker.iter().chain(&quotation.said);
            for span in quotation.parts.iter().chain(names) {
                let part = text.get(span.range()).unwrap_or_default();
                assert!(!part.is_empty(), "{span:?} is no part of the text");
            }
        }
    }
}

/// An index with some of its bytes overwritten opens and answers, or says that it is damaged or foreign.
///
/// The bytes are changes to the files of the index of format 8, in the order of their paths, one after the other: the
/// number of the file, two bytes of where in it (little endian, both modulo what there is), how many bytes follow, and
/// those bytes, which overwrite what stands there. No bytes cut the file off. With 128 added to its number the file gets
/// a right checksum in its last line again.
pub fn index_open(bytes: &[u8]) {
    static FILES: LazyLock<Vec<(PathBuf, Vec<u8>)>> = LazyLock::new(fixture);
    let mut files = FILES.clone();
    let mut rest = bytes;
    while let [number, low, high, length, after @ ..] = rest {
        let is_sealed = number & 0x80 != 0;
        let number = usize::from(number & 0x7F) % files.len();
        let (_, file) = &mut files[number];
        let at = usize::from(u16::from_le_bytes([*low, *high])) % (file.len() + 1);
        let (new, after) = after.split_at(usize::from(*length).min(after.len()));
        if new.is_empty() {
            file.truncate(at);
        } else {
            file.resize(file.len().max(at + new.len()), 0);
            file[at..at + new.len()].copy_from_slice(new);
        }
        if is_sealed {
            seal(file);
        }
        rest = after;
    }
    let folder = tempfile::tempdir().expect("a folder for the index can be made");
    for (path, bytes) in &files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("it lies in the folder")).expect("a folder can be made");
        fs::write(path, bytes).expect("a file of the index can be written");
    }
    let answered = ask(folder.path());
    if let Err(error) = &answered {
        assert!(!matches!(error, Error::Locked(_)), "{error}");
    }
    if files == *FILES {
        answered.expect("an index that was not changed answers");
    }
}

/// Puts the right checksum in the place of the last line.
fn seal(file: &mut Vec<u8>) {
    let last = file.trim_ascii_end().iter().rposition(|&byte| byte == b'\n');
    file.truncate(last.map_or(0, |at| at + 1));
    let line = format!("{{\"xxh3\":\"{:016x}\"}}\n", xxhash_rust::xxh3::xxh3_64(file));
    file.extend(line.as_bytes());
}

/// The files of the index of format 8 by their paths in its folder.
fn fixture() -> Vec<(PathBuf, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .map(|above| above.join("index/tests/fixtures/format-8"))
        .find(|folder| folder.is_dir())
        .expect("the fixtures of the index stand beside this crate");
    let mut files = vec![];
    let mut folders = vec![folder.clone()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).expect("the fixture can be listed") {
            let path = entry.expect("the fixture can be listed").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let bytes = fs::read(&path).expect("the fixture can be read");
            files.push((path.strip_prefix(&folder).expect("it lies in the folder").to_owned(), bytes));
        }
    }
    files.sort();
    files
}

/// Opens the index and asks it everything.
fn ask(folder: &Path) -> Result<(), Error> {
    let index = DiskIndex::open(folder, &Header::new([("dictionary", "english 1"), ("splitter", "1")]))?;
    let verified = index.verify();
    let mut bags = Bags::new();
    for number in 0..8 {
        bags.push(&mut vec![number, number, 7, u64::MAX]);
    }
    let questions = Questions {
        resembling: Ratio::new(1, 2),
        containing: Some(Containment {
            rarest: 3,
            least: 2,
            max_record_freq: 20,
            max_unit_freq: 20,
            enough: 1,
        }),
        except: index.find("3/文 3")?.map(|record| ExcludedRecord { record, holds: false }),
    };
    let (mut alike, mut rare) = (vec![], vec![]);
    for bag in bags.iter() {
        let lists = index.look_up(&[bag], &[bag])?;
        lists.ask(bag, questions, &mut alike, &mut rare)?;
        lists.record_freq(bag[0], 9)?;
        lists.places(bag, 5, questions.except.map(|except| except.record))?;
    }
    for (id, record) in index.records()? {
        index.find(&id)?;
        index.id(record)?;
        index.stamp(record)?;
        index.time(record)?;
        index.payload(record)?;
    }
    verified
}

fn span(start: usize, end: usize) -> Span {
    Span::new(start as u32, end as u32)
}
