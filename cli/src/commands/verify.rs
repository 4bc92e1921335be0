//! `ibid verify`: a report against its number, its own words and the documents that it was made from.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::rc::Rc;

use ibid::{Document, Library};
use ibid_read::{IdBase, ReadOptions, read_paths};

use crate::advice;
use crate::args::Verify;
use crate::document_finder::DocumentFinder;
use crate::exit::{self, Exit};
use crate::progress::Progress;
use crate::render::write_verification;
use crate::report_file::{ReportFile, expect_named};
use crate::settings::Session;
use crate::verification::{Role, Unchecked, verify};

pub(super) fn run(session: &Session, command: &Verify) -> anyhow::Result<Exit> {
    let file = ReportFile::open(&command.report)?;
    expect_named(&file.report, &command.report)?;
    let options = session.read_options(&command.reading)?;
    let finder = Finder::new(session, command, options)?;
    let progress = Progress::of_work("verifying", !session.quiet);
    let mut verification = verify(&file.report, &mut |id, role| finder.find(id, role), &mut |path| {
        finder.others.folders().iter().find_map(|folder| std::fs::read(folder.join(path)).ok())
    })?;
    drop(progress);
    if file.is_page {
        // The place to make the page again from its report and to compare the two.
        verification.unchecked.push(Unchecked::Page);
    }
    let mut text = vec![];
    write_verification(&verification, session.language, &mut text)?;
    super::print(text)?;
    Ok(match (verification.differences.is_empty(), verification.unchecked.is_empty()) {
        (false, _) => Exit::Holds,
        (true, false) => Exit::Inputs,
        (true, true) => Exit::Done,
    })
}

/// A finder of the documents of a report, with those that were named.
struct Finder {
    /// The documents that were named, by id.
    named: HashMap<String, Rc<Document>>,
    others: DocumentFinder,
}

impl Finder {
    fn new(session: &Session, command: &Verify, options: ReadOptions) -> anyhow::Result<Finder> {
        let mut named = HashMap::new();
        read_paths(&command.paths, &IdBase::AsGiven, &options, &mut |read| {
            match read {
                Ok(document) => drop(named.insert(document.id.clone(), Rc::new(document))),
                Err(error) => exit::say(&advice::in_words(&error)),
            }
            ControlFlow::Continue(())
        })?;
        let index = session.index.as_deref().filter(|dir| dir.exists());
        let library = index.map(Library::open).transpose()?;
        Ok(Finder { named, others: DocumentFinder::new(Some(&command.report), library, options) })
    }

    /// Returns the documents with an id: the one that was named, else files, and the one of the index. A file that was
    /// checked is the input, whatever the index holds of it.
    fn find(&self, id: &str, role: Role) -> Vec<Rc<Document>> {
        if let Some(document) = self.named.get(id) {
            return vec![Rc::clone(document)];
        }
        let mut found: Vec<Rc<Document>> = self.others.files(id).filter_map(readable).collect();
        if role == Role::Source || found.is_empty() {
            found.extend(self.others.indexed(id).and_then(readable));
        }
        found
    }
}

/// Returns a document, or says why it cannot be read.
fn readable(read: ibid::Result<Document>) -> Option<Rc<Document>> {
    match read {
        Ok(document) => Some(Rc::new(document)),
        Err(error) => {
            exit::say(&advice::in_words(&error));
            None
        }
    }
}
