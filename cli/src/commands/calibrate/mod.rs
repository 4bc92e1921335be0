//! `ibid calibrate`: measures how many known edits in the user's own texts are found, and recommends settings.
//!
//! - [`checks`]: results of whole checks with several settings, and the recommended one
//! - [`advice`]: the best settings for sentences alone
//! - [`text`]: the tables for people
//! - [`json`]: the same as JSON
//! - [`figures`]: its two figures

mod advice;
mod checks;
mod figures;
mod json;
mod text;

use std::fs;
use std::path::Path;

use ibid::{Config, Detector, Document, Library, Profile, system_reason};
use ibid_calibrate::edits::{Dice, Edit, Synonyms};
use ibid_calibrate::{Plan, Rates, Sample, SentenceTable, SentenceTrial, Source};
use ibid_index::{MemoryIndex, Search};
use ibid_plot::{Plot, Refused};
use rayon::ThreadPool;
use rayon::prelude::*;

use self::advice::Advice;
use self::checks::{Checked, checks};
use crate::advice::INSTALL;
use crate::args::{Calibrate, Format};
use crate::exit::{Exit, Failure};
use crate::output::{Output, write_file};
use crate::progress::Progress;
use crate::protected::protect;
use crate::settings::Session;

/// The results of a calibration.
struct Calibration<'c> {
    command: &'c Calibrate,
    collection: Collection,
    config: &'c Config,
    sample: &'c Sample<'c>,
    /// The sentences, with the index as it is.
    table: SentenceTable,
    /// The profiles on the documents that were read, the profile of the index first.
    profiles: Vec<ProfileTable>,
    advice: Advice,
    /// The checks with the present settings, then with others.
    checks: Vec<Checked>,
}

struct Collection {
    documents: u32,
    sentences: u64,
    read_bytes: usize,
}

/// The results of one profile.
struct ProfileTable {
    name: &'static str,
    feature: String,
    table: SentenceTable,
}

/// The threads for the work, and whether to show progress.
struct Work<'w> {
    pool: &'w ThreadPool,
    shows_progress: bool,
}

pub(super) fn run(session: &Session, command: &Calibrate) -> anyhow::Result<Exit> {
    // Wrong requests are reported before the work.
    let edits = edits(&command.edits)?;
    let own = command.synonyms.as_deref().map(read_synonyms).transpose()?;
    let synonyms = own.as_ref().unwrap_or(Synonyms::built_in());
    let plot = command.plot.as_deref().map(plot).transpose()?;
    let dir = session.expect_index()?;
    let library = Library::open(dir)?;
    let detector = library.detector(session.config(&command.detection)?)?;
    let work = Work { pool: &session.pool()?, shows_progress: !session.quiet };

    let reading = Progress::of_work("reading the index", !session.quiet);
    let documents = read(&library, command)?;
    let read_bytes = documents.iter().map(|document| document.text.len()).sum();
    let plan = Plan {
        sentences: command.sample as usize,
        passages: command.passages as usize,
        passage_words: command.passage_words as usize,
        edits,
        seed: command.seed,
        dictionary: detector.config().dictionary.clone(),
    };
    let sources = work.pool.install(|| documents.into_par_iter().map(Source::new).collect());
    let sample = Sample::new(sources, &plan, synonyms);
    drop(reading);
    if sample.sentence_count() == 0 {
        return Err(Failure::index(format!(
            "the index {dir:?} has no sentence of 8 to 80 words to edit: add documents with `ibid add PATH`"
        )));
    }
    let table = work.sentences(&sample, detector.config(), library.index())?;
    let profiles = work.profiles(&sample, &detector, &library, &table)?;
    let advice = Advice::new(&table, &profiles, detector.config());
    let checks = checks(&work, &sample, &detector, library.index(), &advice)?;
    let (documents, sentences) = (library.len(), library.sentence_count());
    let calibration = Calibration {
        command,
        collection: Collection { documents, sentences, read_bytes },
        config: detector.config(),
        sample: &sample,
        table,
        profiles,
        advice,
        checks,
    };
    let mut output = Output::open(command.listing.output.as_deref())?;
    output.with(|out| match session.format(&command.listing) {
        Format::Text => text::write(&calibration, out),
        Format::Json => json::write(&calibration, out),
        Format::Jsonl => json::write_lines(&calibration, out),
    })?;
    output.finish()?;
    if let Some(plot) = plot {
        let picture = plot.draw(&figures::figures(&calibration)).map_err(anyhow::Error::msg)?;
        write_file(plot.path(), &picture)?;
    }
    Ok(Exit::Done)
}

/// Checks the path of a picture before the work begins.
fn plot(path: &Path) -> anyhow::Result<Plot> {
    // Another crate in the same build may enable the drawing feature.
    let plot = if cfg!(feature = "plots") { Plot::new(path) } else { Err(Refused::Lacks) };
    let why = match plot {
        Ok(plot) => return Ok(plot),
        Err(Refused::Lacks) => {
            format!("--plot {path:?} needs the feature \"plots\", which this build lacks; {INSTALL}")
        }
        Err(refused) => format!("--plot {refused}"),
    };
    Err(Failure::usage(why))
}

/// Returns the edits that are named, each once, in their usual order; all if none is.
fn edits(names: &[String]) -> anyhow::Result<Vec<Edit>> {
    let mut named: Vec<Edit> = vec![];
    for name in names {
        match name.trim().parse() {
            Ok(edit) => named.push(edit),
            Err(error) => return Err(Failure::usage(format!("--edits: {error}"))),
        }
    }
    Ok(Edit::ALL.into_iter().filter(|edit| named.is_empty() || named.contains(edit)).collect())
}

fn read_synonyms(file: &Path) -> anyhow::Result<Synonyms> {
    protect(file);
    let list = fs::read_to_string(file).map_err(|error| {
        Failure::usage(format!("--synonyms: cannot read {file:?}: {}", system_reason(&error)))
    })?;
    Synonyms::parse(&list).map_err(|error| Failure::usage(format!("--synonyms {file:?}: {error}")))
}

/// Reads random documents, up to the number of megabytes that was asked for.
fn read(library: &Library, command: &Calibrate) -> anyhow::Result<Vec<Document>> {
    let mut ids = library.ids()?;
    Dice::new(command.seed, &[3]).shuffle(&mut ids);
    let most = command.megabytes as usize * 1_000_000;
    let (mut documents, mut bytes) = (vec![], 0);
    for id in ids {
        let Some(document) = library.document(&id)? else { continue };
        // The first document is read, however large it is.
        if bytes + document.text.len() > most && !documents.is_empty() {
            break;
        }
        bytes += document.text.len();
        documents.push(document);
    }
    Ok(documents)
}

impl Work<'_> {
    fn sentences(
        &self,
        sample: &Sample<'_>,
        config: &Config,
        index: &dyn Search,
    ) -> ibid::Result<SentenceTable> {
        let trial = SentenceTrial::new(sample, config, index)?;
        let count = sample.sentence_count();
        let progress = Progress::of_steps(count, "looking sentences up", self.shows_progress);
        Ok(trial.table(&self.all(count, &progress, |number| trial.one(number))?))
    }

    /// Makes as many parts on all threads, with a step of progress each.
    fn all<T: Send>(
        &self,
        count: usize,
        progress: &Progress,
        part: impl Fn(usize) -> ibid::Result<T> + Sync,
    ) -> ibid::Result<Vec<T>> {
        let part = |number| part(number).inspect(|_| progress.step());
        self.pool.install(|| (0..count).into_par_iter().map(part).collect())
    }

    /// Measures the settings of the index, and the profiles that it could be made with.
    fn profiles(
        &self,
        sample: &Sample<'_>,
        detector: &Detector,
        library: &Library,
        own: &SentenceTable,
    ) -> ibid::Result<Vec<ProfileTable>> {
        let config = detector.config();
        let own_profile = own_profile(config);
        let is_all_read = sample.sources().len() == library.len() as usize;
        let table = if is_all_read { own.clone() } else { self.on_read(sample, detector)? };
        let mut tables =
            vec![ProfileTable { name: name(own_profile), feature: detector.feature_name(), table }];
        for profile in [Profile::Robust, Profile::Paper] {
            if Some(profile) == own_profile {
                continue;
            }
            let other = Detector::new(Config { profile: Some(profile), features: None, ..config.clone() })?;
            let (name, feature) = (name(Some(profile)), other.feature_name());
            tables.push(ProfileTable { name, feature, table: self.on_read(sample, &other)? });
        }
        Ok(tables)
    }

    /// Looks the sentences up in an index of the documents that were read.
    fn on_read(&self, sample: &Sample<'_>, detector: &Detector) -> ibid::Result<SentenceTable> {
        let index = self.index(sample, detector)?;
        self.sentences(sample, detector.config(), &index)
    }

    /// Builds an index in memory of the documents that were read.
    fn index(&self, sample: &Sample<'_>, detector: &Detector) -> ibid::Result<MemoryIndex> {
        let sources = sample.sources();
        let progress = Progress::of_steps(sources.len(), "trying another profile", self.shows_progress);
        let record = |source: &Source| {
            let record = detector.record(source.document());
            progress.step();
            record
        };
        let records: Vec<_> = self.pool.install(|| sources.par_iter().map(record).collect());
        Ok(MemoryIndex::from_records(records)?)
    }
}

/// Returns the profile that an index was made with; none if it has features of its own.
fn own_profile(config: &Config) -> Option<Profile> {
    match config.features {
        None => Some(config.profile.unwrap_or_default()),
        Some(_) => None,
    }
}

fn name(profile: Option<Profile>) -> &'static str {
    match profile {
        Some(Profile::Robust) => "robust",
        Some(Profile::Paper) => "paper",
        None => "as made",
    }
}

fn recall_of(rates: &Rates) -> f64 {
    rates.recall
}

fn precision_of(rates: &Rates) -> f64 {
    rates.precision
}

fn f1_of(rates: &Rates) -> f64 {
    rates.f1
}

/// Returns the name of an edit.
fn edit_name(edit: Option<Edit>) -> &'static str {
    edit.map_or("as it is", Edit::name)
}
