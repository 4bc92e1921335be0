//! The files that `ibid dedup` writes, including the list of documents.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use ibid_read::Input;
use rayon::ThreadPool;

use super::listed::Deduplicated;
use super::records::{Form, SecondReading, writer};
use super::tables;
use crate::args::{Dedup, Listing};
use crate::atomic_file::folder_of;
use crate::exit::Failure;
use crate::output::Output;
use crate::protected::{protect, replaced_by};

/// The files of a state in its folder.
const STATE_FILES: [&str; 3] = ["records.log", ".tmp-records.log", "writer.lock"];

/// The files to write.
#[derive(Debug)]
pub(super) struct Outputs {
    /// The files, each with its flag.
    files: Vec<(&'static str, PathBuf)>,
    /// True if each line is a text.
    lines: bool,
}

impl Outputs {
    /// Collects the files that the command asks for.
    ///
    /// # Errors
    /// Two files are the same, a file belongs to the state, or a name promises a format that is not written.
    pub(super) fn of(command: &Dedup) -> anyhow::Result<Outputs> {
        let Listing { format, output } = &command.listing;
        let mut files: Vec<(&'static str, PathBuf)> = vec![];
        for (flag, file) in [("--kept", &command.kept), ("--dropped", &command.dropped)] {
            if let Some(file) = file {
                Form::check(flag, file)?;
                files.push((flag, file.clone()));
            }
        }
        // With --kept, the list is printed only on request.
        if command.kept.is_none() || output.is_some() || format.is_some() {
            files.push(("--output", output.clone().unwrap_or("-".into())));
        }
        if command.cluster_fields && command.kept.as_deref().map(Form::of) != Some(Form::Records) {
            let why = "--cluster-fields goes with records of JSON: give --kept a name that ends in .jsonl, .jsonl.gz or .jsonl.zst";
            return Err(Failure::usage(why));
        }
        for file in &command.seen {
            files.push(("--seen", file.clone()));
        }
        let mut known = HashMap::new();
        for (flag, file) in &files {
            if let Some(other) = known.insert(absolute(file), flag) {
                let what = if is_standard(file) { "standard output".to_owned() } else { format!("{file:?}") };
                let why = format!("{other} and {flag} must be different files, both are {what}");
                return Err(Failure::usage(why));
            }
        }
        if let Some(dir) = &command.state {
            let state_files = STATE_FILES.map(|name| absolute(&dir.join(name)));
            if let Some((flag, file)) = files.iter().find(|(_, file)| state_files.contains(&absolute(file))) {
                let why = format!("{flag} {file:?} is a file of the state {dir:?}; name another file");
                return Err(Failure::usage(why));
            }
        }
        Ok(Outputs { files, lines: command.lines })
    }

    /// Checks that the files can be written while these inputs are read.
    ///
    /// # Errors
    /// A file is an input, or one table would get both rows of tables and other documents.
    pub(super) fn check<'i>(&self, inputs: impl Iterator<Item = &'i Input>) -> anyhow::Result<()> {
        let inputs: Vec<&Input> = inputs.collect();
        for input in &inputs {
            if let Some(path) = &input.absolute {
                protect(path);
            }
        }
        for (flag, file) in &self.files {
            if !is_standard(file)
                && let Some(replaced) = replaced_by(file)
            {
                return Err(Failure::usage(format!("{flag} {file:?} {replaced}; name another file")));
            }
        }
        match self.file("--kept").map(|kept| (kept, Form::of(kept))) {
            Some((kept, Form::Table)) if !self.lines => tables::only_tables_or_none(kept, &inputs),
            Some((kept, Form::Records)) if !self.lines => tables::tables_as_json(kept, &inputs),
            _ => Ok(()),
        }
    }

    /// Returns whether the verdict on each document is listed.
    pub(super) fn has_list(&self) -> bool {
        self.file("--output").is_some()
    }

    fn file(&self, flag: &str) -> Option<&Path> {
        let (_, file) = self.files.iter().find(|(other, _)| *other == flag)?;
        Some(file)
    }

    /// Returns whether the inputs must be read a second time.
    pub(super) fn need_records(&self) -> bool {
        matches!(self.file("--kept"), Some(kept) if self.lines || Form::of(kept) != Form::List)
    }

    /// Writes the files, each atomically. That of --dropped takes its place last, after the one of --kept.
    pub(super) fn write(
        &self,
        pool: &ThreadPool,
        result: &Deduplicated,
        second: SecondReading<'_>,
    ) -> anyhow::Result<()> {
        let dropped = match self.file("--dropped") {
            Some(path) => Some(write_dropped(path, result)?),
            None => None,
        };
        match self.file("--kept") {
            Some(path) if self.need_records() => {
                let mut records = writer(path, &second, self.lines)?;
                second.write(pool, result, &mut *records)?;
                records.finish()?;
            }
            Some(path) => write_ids(path, result)?.finish()?,
            None => {}
        }
        dropped.map_or(Ok(()), Output::finish)
    }
}

/// Writes the ids of the kept documents.
fn write_ids(path: &Path, result: &Deduplicated) -> anyhow::Result<Output> {
    let mut output = Output::open(Some(path))?;
    output.with(|out| {
        for kept in result.listed().filter(|listed| listed.kept) {
            writeln!(out, "{}", kept.id.listed())?;
        }
        Ok(())
    })?;
    Ok(output)
}

/// Writes the dropped documents with the reasons, or their ids.
fn write_dropped(path: &Path, result: &Deduplicated) -> anyhow::Result<Output> {
    let mut output = Output::open(Some(path))?;
    let dropped = result.listed().filter(|listed| !listed.kept);
    let form = Form::of(path);
    if form == Form::Table {
        return tables::write_dropped(output, dropped);
    }
    output.with(|out| {
        for dropped in dropped {
            match form {
                Form::Records => dropped.write_line(out)?,
                _ => writeln!(out, "{}", dropped.id.listed())?,
            }
        }
        Ok(())
    })?;
    Ok(output)
}

fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// Returns the absolute path of a file, which need not exist: equal for all names of the file.
fn absolute(path: &Path) -> PathBuf {
    match (folder_of(path).canonicalize(), path.file_name()) {
        (Ok(parent), Some(name)) => parent.join(name),
        _ => path.to_owned(),
    }
}
