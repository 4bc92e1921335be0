//! `ibid-lab features`: features compared on a labelled set of sentences.
//!
//! - [`text`]: the tables for people
//! - [`json`]: the same as JSON
//! - [`figures`]: its two figures

mod figures;
mod json;
mod text;

use std::sync::Arc;

use ibid::feature::{Feature, IdfTable, Lists, Method, Ranking};
use ibid::{Dictionary, Error, Han, Tokenizer};
use ibid_lab::features::{ANTECEDENTS, Cut, Measured, Published, Times, Truth, contenders};
use ibid_lab::labelled::Labelled;

use crate::args::{Features, Format, HanName, LangName};
use crate::{labelled, output};

/// The ratio with which costs are measured and the number of antecedents is varied, as in the paper.
const TAU: f64 = 0.6;

/// Everything that is shown.
struct Comparison {
    sentences: usize,
    words_per_sentence: f64,
    truth: Truth,
    rows: Vec<Row>,
    /// Low-IDF-Sig with chains of three words, by the number of antecedents.
    antecedents: Vec<(usize, Measured)>,
}

/// A feature.
struct Row {
    name: String,
    measured: Measured,
    times: Times,
    paper: Published,
}

pub(super) fn run(command: &Features) -> anyhow::Result<()> {
    let extra = command.features.iter().map(|text| Ok((text.as_str(), text.parse()?)));
    let extra: Vec<(&str, Method)> = extra.collect::<Result<_, Error>>()?;
    let plot = output::plot(command.plot.as_deref())?;
    let set = labelled::read(&command.dir)?;
    let comparison = compare(command, &set, &extra);
    output::write(&command.listing, |format, out| match format {
        Format::Text => text::write(&comparison, out),
        Format::Json => json::write(&comparison, out),
        Format::Jsonl => json::write_lines(&comparison, out),
    })?;
    output::draw(plot, &figures::figures(&comparison))
}

fn compare(command: &Features, set: &Labelled, extra: &[(&str, Method)]) -> Comparison {
    let (han, chinese) = match command.zh_tokens {
        Some(HanName::Char) => (Han::Characters, Ranking::chinese_characters()),
        Some(HanName::Word) | None => (Han::Words, Ranking::chinese_words()),
    };
    let cut = Cut::new(set, &Tokenizer::new(han, Dictionary::default()));
    let lists = Lists {
        english: (command.lang != Some(LangName::Zh)).then(Ranking::english),
        chinese: (command.lang != Some(LangName::En)).then_some(chinese),
        idf: Some(IdfTable::of_sentences(cut.words())),
        ..Lists::default()
    };
    let build = |method: &str| -> Arc<dyn Feature> {
        method.parse::<Method>().expect("the built-in methods are right").build(&lists)
    };
    let row = |name: &str, feature: &dyn Feature, paper: Published| Row {
        name: name.to_owned(),
        measured: cut.measure(feature),
        times: cut.time(feature, TAU),
        paper,
    };
    let known = contenders(han).into_iter().map(|one| row(one.name, &*build(one.method), one.paper));
    let others = extra.iter().map(|(name, method)| row(name, &*method.build(&lists), Published::default()));
    let rows = known.chain(others).collect();
    let antecedents =
        ANTECEDENTS.map(|n| (n, cut.measure(&*build(&format!("low-idf-sig:n={n},c=3"))))).into();
    Comparison {
        sentences: set.sentences.len(),
        words_per_sentence: cut.words_per_sentence(),
        truth: Truth::of(set),
        rows,
        antecedents,
    }
}
