//! Files that are sent to be checked.
//!
//! In: files of any format, with their names. Out: one report over the documents in them. A reader from outside makes
//! documents of the bytes, since this crate knows no formats. A file that cannot be read is a failure in the report, and
//! the others are checked.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ibid::report::Report;
use ibid::{CollectionBuilder, Detector, Document, ErrorKind, Library, Sources};

use super::{Checks, MOST_BYTES, Opened, Refusal, apart, refusal, text_too_large};

/// The most documents in the files of one request.
const MOST_DOCUMENTS: usize = 1000;

/// A function that reads a file. It takes the name and the bytes, and gives up when the flag is set. It returns each
/// document of the file, or one line that says why it cannot be read.
pub type FileReader = dyn Fn(&str, &[u8], &AtomicBool) -> Vec<Result<Document, String>> + Send + Sync;

/// A file that was sent.
pub(crate) struct SentFile {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

impl SentFile {
    /// Returns its size in memory in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<SentFile>() + self.name.len() + self.bytes.len()
    }
}

/// The settings of a check of files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FileOptions {
    /// True to check the files among each other too, as `ibid check --among` does. They then need no index.
    #[serde(default)]
    pub(crate) among: bool,
}

/// The documents that were read, and why others were not.
#[derive(Default)]
struct ReadFiles {
    documents: Vec<Document>,
    failures: Vec<String>,
    ids: HashSet<String>,
}

impl ReadFiles {
    fn push(&mut self, read: Result<Document, String>) {
        match read {
            Ok(document) => match self.refuse(&document) {
                None => self.documents.push(document),
                Some(why) => self.failures.push(why),
            },
            Err(why) => self.failures.push(why),
        }
    }

    /// Returns why a document is not checked, if it is not.
    fn refuse(&mut self, document: &Document) -> Option<String> {
        let id = &document.id;
        let why = match document.text.len() {
            length if length > MOST_BYTES => text_too_large(length),
            _ if self.documents.len() == MOST_DOCUMENTS => {
                format!("there are more than {MOST_DOCUMENTS} documents; send the rest in another request")
            }
            _ if !self.ids.insert(id.clone()) => {
                "another one has its name; send each under a name of its own".into()
            }
            _ => return None,
        };
        Some(ibid::Error::unreadable(id, why).to_string())
    }
}

impl Checks {
    /// Makes checks of files possible, whose documents come from this reader.
    pub fn reading(self, reader: Arc<FileReader>) -> Checks {
        Checks { reader: Some(reader), ..self }
    }

    /// Checks files against the index, and among each other if asked. Ends soon after `stop` is set.
    ///
    /// # Errors
    /// [`Refusal`]: none of the files can be read or checked, or the index is missing.
    pub(crate) fn check_files(
        &self,
        files: &[SentFile],
        options: FileOptions,
        stop: &Arc<AtomicBool>,
    ) -> Result<Report, Refusal> {
        let ReadFiles { documents, mut failures, .. } = self.read(files, stop)?;
        if !documents.is_empty() {
            let opened = if options.among && !self.has_index() { None } else { Some(self.index()?) };
            let report =
                apart(stop, || check_documents(&self.detector, opened.as_deref(), documents, options));
            let mut report = report.map_err(refusal)?;
            failures.append(&mut report.failures);
            if !report.documents.is_empty() {
                return Ok(self.shown(Report { failures, ..report }));
            }
        }
        if failures.is_empty() {
            failures.push("the files hold no document; send files with words".into());
        }
        Err(Refusal::Request(failures.join("; ")))
    }

    fn read(&self, files: &[SentFile], stop: &AtomicBool) -> Result<ReadFiles, Refusal> {
        let Some(reader) = &self.reader else {
            return Err(Refusal::Request("the service reads no files; send the words as JSON".into()));
        };
        let mut read = ReadFiles::default();
        for file in files {
            for document in reader(&file.name, &file.bytes, stop) {
                read.push(document);
            }
            if stop.load(Ordering::Relaxed) {
                return Err(Refusal::Stopped);
            }
        }
        Ok(read)
    }
}

/// Checks documents together. Without an index, `detector` compares them with each other.
fn check_documents(
    detector: &Detector,
    opened: Option<&Opened>,
    documents: Vec<Document>,
    options: FileOptions,
) -> ibid::Result<Report> {
    let (detector, library) = match opened {
        Some(opened) => (&opened.detector, Some(&opened.library)),
        None => (detector, None),
    };
    let mut peers = CollectionBuilder::default();
    let mut checked = Vec::with_capacity(documents.len());
    for document in documents {
        checked.push(if options.among {
            add_peer(detector, library, document, &mut peers)?
        } else {
            Arc::new(document)
        });
    }
    let documents = checked;
    let peers = peers.finish()?;
    let sources = match library {
        Some(library) if peers.is_empty() => library.sources(),
        Some(library) => library.sources().and(&peers),
        None => Sources::of_collection(&peers),
    };
    let checker = detector.checker(sources)?;
    let checker = match options.among {
        true => checker.among(documents.iter().map(|document| document.id.clone()).collect())?,
        false => checker,
    };
    let mut report = checker.report();
    for (document, checked) in documents.iter().zip(checker.check_together(documents.iter().map(Arc::as_ref)))
    {
        if checker.is_alone(document)? {
            let why = "there is no other document to check it against; send more files, or none with among";
            report.failures.push(format!("{:?} was not checked: {why}", document.id));
            continue;
        }
        match checked {
            Ok(checked) => report.documents.push(checked),
            Err(error) if matches!(error.kind(), ErrorKind::Request | ErrorKind::Input) => {
                report.failures.push(error.to_string());
            }
            Err(error) => return Err(error),
        }
    }
    Ok(report)
}

/// Makes a document a source of the others, unless the library holds it as it is.
fn add_peer(
    detector: &Detector,
    library: Option<&Library>,
    document: Document,
    peers: &mut CollectionBuilder,
) -> ibid::Result<Arc<Document>> {
    let analyzed = detector.analyze(document);
    let document = analyzed.to_document();
    let is_held = match library {
        Some(library) => library.holds(&document)?,
        None => false,
    };
    if !is_held {
        peers.put(analyzed);
    }
    Ok(document)
}
