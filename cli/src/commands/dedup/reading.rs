//! The first reading of the inputs: all of them, or only what the state lacks.

use std::collections::{HashMap, HashSet};
use std::fmt;

use ibid::{Error, system_reason};
use ibid_read::{IdBase, Input, ReadOptions};

use super::collection::{Collection, Entry, Making, Read};
use super::source::{Source, Stamp};
use super::state::{Known, State};
use crate::exit::Failure;
use crate::input::Inputs;
use crate::input_spool::{Spools, is_passing};
use crate::progress::Progress;

/// An input, in the order of the inputs.
struct Step {
    source: Source,
    /// The entries that were read earlier.
    loaded: Vec<Entry>,
    /// The part to read now; none if all of it was read earlier.
    now: Option<Now>,
    /// Its place in the state.
    place: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Now {
    All,
    /// The part after the entries that were read earlier.
    Rest,
}

/// The number of inputs of each kind, if there is a state.
#[derive(Debug, Default)]
pub(super) struct Told {
    unchanged: usize,
    new: usize,
    continued: usize,
    changed: usize,
    gone: usize,
    gone_documents: usize,
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Told { unchanged, new, continued, changed, gone, gone_documents } = self;
        write!(f, "inputs: {unchanged} as before, {new} new")?;
        if *continued > 0 {
            write!(f, ", {continued} continued")?;
        }
        if *changed > 0 {
            write!(f, ", {changed} changed and read again")?;
        }
        if *gone > 0 {
            write!(f, ", {gone} gone with {gone_documents} documents")?;
        }
        Ok(())
    }
}

/// The inputs to read, with what is known of them.
pub(super) struct Plan {
    steps: Vec<Step>,
    pub(super) told: Told,
}

impl Plan {
    /// Plans to read all of these inputs.
    pub(super) fn of(found: &[Input]) -> Plan {
        let mut plan = Plan { steps: vec![], told: Told::default() };
        for (place, input) in found.iter().enumerate() {
            plan.push_new(input, place);
        }
        plan
    }

    fn push_new(&mut self, input: &Input, place: usize) {
        self.steps.push(Step { source: Source::of(input), loaded: vec![], now: Some(Now::All), place });
    }

    /// Plans to read what the state lacks, of these inputs and of all that it knows.
    ///
    /// # Errors
    /// An input can be read only once, or the state cannot be written.
    pub(super) fn with(state: &mut State, found: &[Input]) -> anyhow::Result<Plan> {
        if let Some(input) = found.iter().find(|input| is_passing(input)) {
            let what =
                if input.is_stdin() { "standard input".to_owned() } else { format!("{:?}", input.path) };
            return Err(Failure::usage(format!(
                "--state needs inputs that stay, {what} does not; give a file in its place"
            )));
        }
        let mut plan = Plan { steps: vec![], told: Told::default() };
        let places = state.places();
        for place in 0..state.known.len() {
            plan.push_known(state, place)?;
        }
        let mut seen = HashSet::new();
        for input in found {
            let absolute = input.absolute.as_deref().unwrap_or(&input.path);
            if !places.contains_key(absolute) && seen.insert(absolute) {
                plan.told.new += 1;
                plan.push_new(input, state.known.len());
                state.known.push(None);
            }
        }
        Ok(plan)
    }

    fn push_known(&mut self, state: &mut State, place: usize) -> anyhow::Result<()> {
        let Some(known) = state.known[place].as_mut() else { return Ok(()) };
        let Some(stamp) = stamp_of(known)? else {
            self.told.gone += 1;
            self.told.gone_documents += known.entries.iter().filter(|entry| entry.is_document()).count();
            return Ok(state.out(place)?);
        };
        let input = Input {
            path: known.path.clone(),
            absolute: Some(known.absolute.clone()),
            size_bytes: stamp.size_bytes,
        };
        let (now, loaded) = match (stamp == known.stamp, known.is_done, known.can_go_on()) {
            (true, true, _) => {
                self.told.unchanged += 1;
                (None, std::mem::take(&mut known.entries))
            }
            (true, false, true) => {
                self.told.continued += 1;
                (Some(Now::Rest), std::mem::take(&mut known.entries))
            }
            _ => {
                self.told.changed += 1;
                state.superseded.extend(std::mem::take(&mut known.entries).iter().flat_map(Entry::keys));
                (Some(Now::All), vec![])
            }
        };
        self.steps.push(Step {
            source: Source { input, stamp: Some(stamp), entries: 0 },
            loaded,
            now,
            place,
        });
        Ok(())
    }

    /// Returns all inputs.
    pub(super) fn sources(&self) -> impl Iterator<Item = &Input> {
        self.steps.iter().map(|step| &step.source.input)
    }

    /// Returns the inputs that are read now.
    pub(super) fn inputs(&self, options: &ReadOptions, spools: Spools) -> Inputs {
        let (mut pending, mut skips) = (vec![], HashMap::new());
        for step in self.steps.iter().filter(|step| step.now.is_some()) {
            skips.insert(pending.len(), step.loaded.len() as u64);
            pending.push(Ok(step.source.input.clone()));
        }
        Inputs { spools, skips, ..Inputs::new(pending, options, IdBase::AsGiven) }
    }

    /// Reads the inputs. The collection then has all documents of all inputs, in the order of their places.
    ///
    /// # Errors
    /// The state cannot be written; or Ctrl-C was pressed, and the entries read until then are in the state.
    pub(super) fn read(
        self,
        making: Making<'_>,
        inputs: Inputs,
        progress: Progress,
        state: Option<&mut State>,
    ) -> anyhow::Result<(Collection, Vec<Source>)> {
        let pending: Vec<usize> = (0..self.steps.len()).filter(|&at| self.steps[at].now.is_some()).collect();
        let mut reader =
            Reader { steps: self.steps, next: 0, is_whole: true, state, collection: Collection::default() };
        let read = making.read(inputs, progress, &mut |read| {
            let at = pending[read.input];
            reader.advance(at)?;
            reader.take(at, read)
        });
        let read = match read {
            Ok(()) => reader.finish(),
            failed => failed,
        };
        if let Some(state) = &mut reader.state {
            state.commit()?;
        }
        read?;
        reader.collection.end();
        Ok((reader.collection, reader.steps.into_iter().map(|step| step.source).collect()))
    }
}

/// Returns the present stamp of a known input; none if it is gone.
///
/// # Errors
/// The system cannot tell whether it is there; the entries of the input must then not be forgotten.
fn stamp_of(known: &Known) -> ibid::Result<Option<Stamp>> {
    use std::io::ErrorKind::{NotADirectory, NotFound};
    match Stamp::of(&known.absolute) {
        Ok(stamp) => Ok(Some(stamp)),
        Err(error) if matches!(error.kind(), NotFound | NotADirectory) => Ok(None),
        Err(error) => Err(Error::unreadable(&known.path, system_reason(&error))),
    }
}

/// A merger of the entries read earlier and those read now.
struct Reader<'s> {
    steps: Vec<Step>,
    /// The number of steps begun; all but the last of these have ended.
    next: usize,
    /// True if all of the current step could be fetched.
    is_whole: bool,
    state: Option<&'s mut State>,
    collection: Collection,
}

impl Reader<'_> {
    /// Advances to this step.
    fn advance(&mut self, to: usize) -> anyhow::Result<()> {
        while self.next <= to {
            self.end()?;
            self.begin()?;
        }
        Ok(())
    }

    fn begin(&mut self) -> anyhow::Result<()> {
        let step = &mut self.steps[self.next];
        self.next += 1;
        self.is_whole = true;
        for entry in std::mem::take(&mut step.loaded) {
            step.source.entries += 1;
            self.collection.push(&step.source.input, entry);
        }
        if let (Some(state), Some(Now::All), input) = (&mut self.state, step.now, &step.source.input) {
            let absolute = input.absolute.as_deref().unwrap_or(&input.path);
            let stamp = step.source.stamp.unwrap_or(Stamp { size_bytes: 0, modified_ns: 0 });
            state.begin(step.place, &input.path, absolute, stamp)?;
        }
        Ok(())
    }

    /// Ends the current step, if there is one.
    fn end(&mut self) -> anyhow::Result<()> {
        let Some(step) = self.steps[..self.next].last() else { return Ok(()) };
        if let (Some(state), Some(_)) = (&mut self.state, step.now) {
            // An input that changed while it was read is read again.
            state.end(step.place, self.is_whole && step.source.is_unchanged())?;
        }
        Ok(())
    }

    fn take(&mut self, at: usize, read: Read) -> anyhow::Result<()> {
        let step = &mut self.steps[at];
        if let Some(state) = &mut self.state {
            state.push(step.place, &read)?;
        }
        self.is_whole &= read.is_fetched;
        self.collection.is_broken_off |= read.is_broken_off;
        step.source.entries += 1;
        self.collection.push(&step.source.input, read.entry);
        Ok(())
    }

    fn finish(&mut self) -> anyhow::Result<()> {
        while self.next < self.steps.len() {
            self.end()?;
            self.begin()?;
        }
        self.end()
    }
}
