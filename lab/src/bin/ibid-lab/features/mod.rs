//! `ibid-lab features`: features compared on a labelled set of sentences.
//!
//! - [`text`]: the tables for people
//! - [`json`]: the comparison as JSON
//! - [`figures`]: the two figures of the comparison

mod figures;
mod json;
mod text;

use ibid::feature::{Lists, Ranking};
use ibid::tokenize::{Dictionary, Han, Tokenizer};
use ibid_lab::feature::{Compared, Idf, build};
use ibid_lab::features::{ANTECEDENTS, Cut, Measured, Published, Times, Truth, contenders};
use ibid_lab::labelled::Labelled;

use crate::args::{Features, Format, HanName, LangName};
use crate::{labelled, output};

/// The ratio at which costs are measured and the number of antecedents is varied, as in the paper.
const TAU: f64 = 0.6;

/// The results that are shown.
struct Comparison {
    sentences: usize,
    words_per_sentence: f64,
    truth: Truth,
    rows: Vec<Row>,
    /// The measurements of Low-IDF-Sig with chains of three words, by the number of antecedents.
    antecedents: Vec<(usize, Measured)>,
}

/// A row of the table: a feature with its measurements.
struct Row {
    name: String,
    measured: Measured,
    times: Times,
    paper: Published,
}

pub(super) fn run(command: &Features) -> anyhow::Result<()> {
    let plot = output::plot(command.plot.as_deref())?;
    let set = labelled::read(&command.dir)?;
    let comparison = compare(command, &set)?;
    output::write(&command.listing, |format, out| match format {
        Format::Text => text::write(&comparison, out),
        Format::Json => json::write(&comparison, out),
        Format::Jsonl => json::write_lines(&comparison, out),
    })?;
    output::draw(plot, &figures::figures(&comparison))
}

fn compare(command: &Features, set: &Labelled) -> ibid::Result<Comparison> {
    let (han, chinese) = match command.zh_tokens {
        Some(HanName::Char) => (Han::Characters, Ranking::chinese_characters()),
        Some(HanName::Word) | None => (Han::Words, Ranking::chinese_words()),
    };
    let cut = Cut::new(set, &Tokenizer::new(han, Dictionary::default()));
    let lists = Lists {
        english: (command.lang != Some(LangName::Zh)).then(Ranking::english),
        chinese: (command.lang != Some(LangName::En)).then_some(chinese),
        ..Lists::default()
    };
    let idf = Idf::of_sentences(cut.words());
    // Faults in the written features are reported before anything is measured.
    let mut compared: Vec<(&str, Compared, Published)> = vec![];
    for one in contenders(han) {
        compared.push((one.name, build(one.method, &lists, &idf)?, one.paper));
    }
    for written in &command.features {
        compared.push((written, build(written, &lists, &idf)?, Published::default()));
    }
    let row = |(name, compared, paper): (&str, Compared, Published)| Row {
        name: name.to_owned(),
        measured: cut.measure(&compared),
        times: cut.time(&compared, TAU),
        paper,
    };
    let antecedents = ANTECEDENTS.into_iter().map(|n| {
        let compared = build(&format!("low-idf-sig:n={n},c=3"), &lists, &idf)?;
        Ok((n, cut.measure(&compared)))
    });
    Ok(Comparison {
        sentences: set.sentences.len(),
        words_per_sentence: cut.words_per_sentence(),
        truth: Truth::of(set),
        rows: compared.into_iter().map(row).collect(),
        antecedents: antecedents.collect::<ibid::Result<_>>()?,
    })
}
