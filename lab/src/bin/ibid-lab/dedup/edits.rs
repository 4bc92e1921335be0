//! `ibid-lab dedup edits`: the robustness of Li, Mao and Chen (2013).

use ibid::tokenize::Dictionary;
use ibid_lab::dedup::changes::{Changer, Kind, Unit};
use ibid_lab::dedup::copies::{Contender, contenders};
use ibid_lab::dedup::robust::{
    Counts, Original, Recognized, Taken, add, changes, original, recognized, taken,
};
use rayon::prelude::*;
use serde_json::{Value, json};

use super::table::{Table, three};
use super::{COLORS, Results, Texts};
use crate::Read;
use crate::args::{DedupEdits, HanName};
use ibid_plot::{Figure, Line, tenths};

/// The rates that have a row, in hundredths.
const SHOWN: [u32; 10] = [1, 2, 3, 4, 5, 7, 10, 12, 15, 20];
/// The rate of the changes in the paper's figure.
const PAPER_RATE: f64 = 0.05;

/// The results that are shown.
struct Robustness {
    documents: usize,
    characters: usize,
    unit: HanName,
    contenders: Vec<Contender>,
    counts: Counts,
    taken: Vec<Taken>,
}

pub(super) fn run(command: &DedupEdits) -> anyhow::Result<Read> {
    let dictionary = Dictionary::default();
    let contenders = contenders(&command.method, &dictionary)?;
    let plot = command.experiment.plot()?;
    let mut read = Texts::documents(&command.experiment)?;
    read.thin_out(command.documents as usize);
    let texts = read.strs();
    let unit = match command.unit {
        HanName::Word => Unit::Words,
        HanName::Char => Unit::Characters,
    };
    let changer = Changer::new(unit, &dictionary, &texts);
    let documents: Vec<(&String, &str)> = read.ids.iter().zip(texts.iter().copied()).collect();
    let originals = documents.par_iter().map(|(id, text)| original(id, text, &contenders));
    let originals: Vec<Original<'_>> = originals.collect();
    let of_document = |(number, original)| recognized(&changer, number, original, &contenders, command.seed);
    let all: ibid::Result<Vec<Counts>> = originals.par_iter().enumerate().map(of_document).collect();
    let mut counts = vec![];
    all?.iter().for_each(|of_document| add(&mut counts, of_document));
    let mut all_taken = vec![];
    for (method, contender) in contenders.iter().enumerate() {
        all_taken.push(taken(contender, method, &originals, &texts, rayon::current_num_threads())?);
    }
    let robustness = Robustness {
        documents: texts.len(),
        characters: texts.iter().map(|text| text.chars().count()).sum(),
        unit: command.unit,
        contenders,
        counts,
        taken: all_taken,
    };
    let results = Results {
        tables: robustness.tables(),
        json: robustness.json(),
        rows: robustness.rows(),
        figures: vec![
            robustness.figure([Kind::Added, Kind::Deleted], "one by one"),
            robustness.figure([Kind::StretchAdded, Kind::StretchDeleted], "in one stretch"),
        ],
    };
    results.write(&command.experiment.listing, plot)?;
    Ok(read.read)
}

impl Robustness {
    /// Returns the recognized copies of one method after changes of one kind, by rate.
    fn over_rates(&self, kind: Kind, method: usize) -> impl Iterator<Item = (f64, Recognized)> {
        let of_kind = changes().into_iter().zip(&self.counts).filter(move |(change, _)| change.kind == kind);
        of_kind.filter_map(move |(change, counts)| Some((change.rate, *counts.get(method)?)))
    }

    fn at(&self, kind: Kind, rate: f64, method: usize) -> Recognized {
        let nearest = self.over_rates(kind, method);
        let distance = |(other, _): &(f64, Recognized)| (other - rate).abs();
        let nearest = nearest.min_by(|a, b| distance(a).total_cmp(&distance(b)));
        nearest.map(|(_, recognized)| recognized).unwrap_or_default()
    }

    fn letter(method: usize) -> String {
        char::from_u32(u32::from('A') + method as u32).unwrap_or('?').to_string()
    }

    fn unit(&self) -> &'static str {
        match self.unit {
            HanName::Word => "words",
            HanName::Char => "characters",
        }
    }

    fn tables(&self) -> Vec<Table> {
        let average = self.characters / self.documents.max(1);
        let title = format!("{} documents of {average} characters on average", self.documents);
        let mut methods = Table::new(title, []);
        for (method, contender) in self.contenders.iter().enumerate() {
            methods.push([format!(
                "{}  {}: {}",
                Robustness::letter(method),
                contender.name,
                contender.method.name()
            )]);
        }
        let unit = self.unit();
        vec![
            methods,
            self.by_rate(
                format!("Share recognized when so many {unit} are added or deleted one by one"),
                [Kind::Added, Kind::Deleted],
            ),
            self.by_rate(
                format!("Share recognized when so many {unit} are added or deleted in one stretch"),
                [Kind::StretchAdded, Kind::StretchDeleted],
            ),
            self.beside_the_paper(),
        ]
    }

    fn by_rate(&self, title: String, kinds: [Kind; 2]) -> Table {
        let methods = || 0..self.contenders.len();
        let heads = ["add", "del"]
            .into_iter()
            .flat_map(|kind| methods().map(move |method| format!("{kind} {}", Robustness::letter(method))));
        let mut table =
            Table { title, heads: Some("rate".to_owned()).into_iter().chain(heads).collect(), rows: vec![] };
        for hundredths in SHOWN {
            let rate = f64::from(hundredths) / 100.0;
            let cells = kinds
                .iter()
                .flat_map(|&kind| methods().map(move |method| three(self.at(kind, rate, method).share())));
            table.rows.push(Some(format!("{hundredths} %")).into_iter().chain(cells).collect());
        }
        table
    }

    fn beside_the_paper(&self) -> Table {
        let title = format!(
            "Beside the paper: {} % of the {} one by one. The paper says \"at least\", and not\n\
             how it edited. Taken: documents taken for copies of others, and those of them\n\
             that have less than half of their runs of five letters in common with the other.",
            PAPER_RATE * 100.0,
            self.unit()
        );
        let heads = ["method", "added", "deleted", "paper", "reordered", "paper", "taken", "different"];
        let mut table = Table::new(title, heads);
        for (method, contender) in self.contenders.iter().enumerate() {
            let share = |kind: Kind| three(self.at(kind, PAPER_RATE, method).share());
            let paper = |value: Option<f64>| value.map(three).unwrap_or_default();
            table.push([
                format!("{}  {}", Robustness::letter(method), contender.name),
                share(Kind::Added),
                share(Kind::Deleted),
                paper(contender.paper.edited),
                share(Kind::Reordered),
                paper(contender.paper.reordered),
                self.taken[method].taken.to_string(),
                self.taken[method].different.to_string(),
            ]);
        }
        table
    }

    /// Returns a row for each change and method.
    fn rows(&self) -> Vec<Value> {
        let mut rows = vec![];
        for (change, counts) in changes().iter().zip(&self.counts) {
            for (contender, counts) in self.contenders.iter().zip(counts) {
                let rate = (change.kind != Kind::Reordered).then_some(change.rate);
                rows.push(json!({
                    "change": change.kind.name(),
                    "rate": rate,
                    "method": contender.name,
                    "copies": counts.copies,
                    "recognized": counts.recognized,
                    "share": counts.share(),
                }));
            }
        }
        rows
    }

    fn json(&self) -> Value {
        let methods = self.contenders.iter().zip(&self.taken).map(|(contender, taken)| {
            json!({
                "name": contender.name,
                "method": contender.method.name(),
                "taken_for_others": taken.taken,
                "of_these_different": taken.different,
                "paper": {"edited_5_percent_at_least": contender.paper.edited, "reordered": contender.paper.reordered},
            })
        });
        json!({
            "documents": self.documents,
            "characters": self.characters,
            "unit": self.unit(),
            "methods": methods.collect::<Vec<_>>(),
            "rows": self.rows(),
        })
    }

    fn figure(&self, kinds: [Kind; 2], how: &str) -> Figure {
        let line = |(method, contender): (usize, &Contender)| {
            kinds.map(|kind| Line {
                name: format!("{}, {}", contender.name, if kind == kinds[0] { "added" } else { "deleted" }),
                color: COLORS[method % COLORS.len()],
                is_dashed: kind == kinds[1],
                points: self.over_rates(kind, method).map(|(rate, counts)| (rate, counts.share())).collect(),
            })
        };
        Figure {
            title: format!("Share of copies recognized, {} added or deleted {how}", self.unit()),
            x_title: "added or deleted, % of the text".to_owned(),
            x: 0.0..0.2,
            x_marks: (0..=10).map(|half| (f64::from(half) / 50.0, (half * 2).to_string())).collect(),
            y: 0.0..1.0,
            y_marks: tenths(0..=10),
            height: 480,
            lines: self.contenders.iter().enumerate().flat_map(line).collect(),
        }
    }
}
