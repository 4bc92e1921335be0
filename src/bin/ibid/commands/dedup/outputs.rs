//! The files that `ibid dedup` is asked for, beside what it says of each document.

use std::path::{Path, PathBuf};

use ibid::Input;
use rayon::ThreadPool;

use super::listed::Deduplicated;
use super::records::{Form, SecondReading, writer};
use crate::args::Dedup;
use crate::exit::Failure;
use crate::output::Output;

/// Which files are written.
#[derive(Debug)]
pub(super) struct Outputs {
    kept: Option<PathBuf>,
    dropped: Option<PathBuf>,
    /// Whether each line is a text.
    lines: bool,
}

impl Outputs {
    /// What is asked for.
    ///
    /// # Errors
    /// Two of the files are one, or one of them is an input.
    pub(super) fn of(command: &Dedup, inputs: &[ibid::Result<Input>]) -> anyhow::Result<Outputs> {
        let (kept, dropped) = (command.kept.clone(), command.dropped.clone());
        let standard = PathBuf::from("-");
        let listing = command.listing.output.as_ref().unwrap_or(&standard);
        let files = [("--kept", kept.as_ref()), ("--dropped", dropped.as_ref()), ("--output", Some(listing))];
        let files: Vec<(&str, &PathBuf)> =
            files.into_iter().filter_map(|(flag, file)| Some((flag, file?))).collect();
        for (number, (flag, file)) in files.iter().enumerate() {
            for (other_flag, other) in &files[..number] {
                if absolute(file) == absolute(other) {
                    let what = if *file == &standard {
                        "are standard output".to_owned()
                    } else {
                        format!("are {file:?}")
                    };
                    return Err(Failure::usage(format!(
                        "{other_flag} and {flag} must be different files, both {what}"
                    )));
                }
            }
            let is_it = |input: &Input| *file != &standard && input.absolute == Some(absolute(file));
            if let Some(input) = inputs.iter().flatten().find(|input| is_it(input)) {
                let path = &input.path;
                return Err(Failure::usage(format!(
                    "{flag} {file:?} is the input {path:?}; name another file"
                )));
            }
        }
        Ok(Outputs { kept, dropped, lines: command.lines })
    }

    /// Whether inputs are read a second time.
    pub(super) fn need_records(&self) -> bool {
        self.kept.as_deref().is_some_and(|kept| self.lines || Form::of(kept) == Form::Records)
    }

    /// Writes them, each whole or not at all, and all of them or none.
    pub(super) fn write(
        &self,
        pool: &ThreadPool,
        result: &Deduplicated,
        second: SecondReading<'_>,
    ) -> anyhow::Result<()> {
        let dropped = self.dropped.as_deref().map(|path| write_dropped(path, result)).transpose()?;
        match self.kept.as_deref() {
            Some(path) if self.need_records() => {
                let mut records = writer(path, second.options)?;
                second.write(pool, result, &mut *records)?;
                records.finish()?;
            }
            Some(path) => write_ids(path, result)?.finish()?,
            None => {}
        }
        dropped.map_or(Ok(()), Output::finish)
    }
}

/// The ids of what is kept.
fn write_ids(path: &Path, result: &Deduplicated) -> anyhow::Result<Output> {
    let mut output = Output::open_packed(path)?;
    output.with(|out| {
        let mut kept = result.listed().filter(|listed| listed.kept);
        kept.try_for_each(|kept| writeln!(out, "{}", kept.id))
    })?;
    Ok(output)
}

/// What is dropped and why, or the ids of it.
fn write_dropped(path: &Path, result: &Deduplicated) -> anyhow::Result<Output> {
    let mut output = Output::open_packed(path)?;
    output.with(|out| {
        let mut dropped = result.listed().filter(|listed| !listed.kept);
        match Form::of(path) {
            Form::List => dropped.try_for_each(|dropped| writeln!(out, "{}", dropped.id)),
            Form::Records => dropped.try_for_each(|dropped| dropped.write_line(out)),
        }
    })?;
    Ok(output)
}

/// The same for each name of a file, whether it is there or not.
fn absolute(path: &Path) -> PathBuf {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match (parent.canonicalize(), path.file_name()) {
        (Ok(parent), Some(name)) => parent.join(name),
        _ => path.to_owned(),
    }
}
