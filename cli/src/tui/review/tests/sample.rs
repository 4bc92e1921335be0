//! Small reports that are made by hand, without the detector.

use ibid::report::{DocumentReport, Kind, Passage, Ratios, Report, SourceReport};

/// A report of one document that grows passage by passage.
pub(super) struct Sample {
    document: DocumentReport,
    passages: Vec<Passage>,
}

impl Sample {
    pub(super) fn new(id: &str, text: &str) -> Sample {
        let unit = if text.is_ascii() { "words" } else { "characters" };
        let total = words(text).len() as u64;
        let document = DocumentReport {
            id: id.into(),
            unit: unit.into(),
            total,
            text: Some(text.into()),
            ..DocumentReport::default()
        };
        Sample { document, passages: vec![] }
    }

    /// Adds a passage: the words `a` of the document are `b` in `source`, from its code point `b_start` on.
    pub(super) fn passage(mut self, a: &str, source: &str, (b_start, b): (u32, &str), kind: Kind) -> Sample {
        let text = self.document.text.as_deref().unwrap();
        let a_byte_start = text.find(a).unwrap();
        let a_start = text.get(..a_byte_start).unwrap().chars().count() as u32;
        let (a_words, b_words) = (words(a), words(b));
        let equal = equal_words(&a_words, &b_words);
        let similarity = 2.0 * equal.len() as f64 / (a_words.len() + b_words.len()).max(1) as f64;
        let place = |&(x, y): &(usize, usize)| {
            let (x, y) = (&a_words[x], &b_words[y]);
            [a_start + x.1, a_start + x.2, b_start + y.1, b_start + y.2]
        };
        let before = self.passages.iter().filter(|passage| passage.counts()).count() as u32;
        let counts = kind != Kind::CommonPhrase;
        self.passages.push(Passage {
            a: self.document.id.clone(),
            a_start,
            a_end: a_start + a.chars().count() as u32,
            b: source.into(),
            b_start,
            b_end: b_start + b.chars().count() as u32,
            kind,
            finding: if counts { before + 1 } else { 0 },
            is_best: counts,
            similarity: (similarity * 1000.0).round() / 1000.0,
            a_sentences: [0, 1],
            b_sentences: [0, 1],
            a_byte_start: a_byte_start as u32,
            a_byte_end: (a_byte_start + a.len()) as u32,
            b_byte_start: b_start,
            b_byte_end: b_start + b.len() as u32,
            a_words: a_words.len() as u32,
            b_words: b_words.len() as u32,
            matched_words: a_words.len() as u32,
            uncredited_words: a_words.len() as u32,
            equal_words: equal.len() as u32,
            information: 9.0,
            equal: equal.iter().map(place).collect(),
            a_text: Some(a.into()),
            b_text: Some(b.into()),
            ..Passage::default()
        });
        self
    }

    /// Adds the figures, and returns the report.
    pub(super) fn report(mut self) -> Report {
        let total = self.document.total.max(1) as f64;
        for passage in self.passages.iter().filter(|passage| passage.counts()) {
            let sources = &mut self.document.sources;
            let at = sources.iter().position(|source| source.id == passage.b).unwrap_or_else(|| {
                sources.push(SourceReport { id: passage.b.clone(), ..SourceReport::default() });
                sources.len() - 1
            });
            sources[at].matched += u64::from(passage.a_words);
            sources[at].passages += 1;
            sources[at].ratio = sources[at].matched as f64 / total;
            self.document.matched += u64::from(passage.a_words);
        }
        self.document.sources.sort_by(|x, y| y.matched.cmp(&x.matched).then(x.id.cmp(&y.id)));
        let overall = self.document.matched as f64 / total;
        self.document.ratios = Ratios { overall, ..Ratios::default() };
        Report {
            schema_version: Report::SCHEMA_VERSION,
            documents: vec![DocumentReport { passages: self.passages, ..self.document }],
            ..Report::default()
        }
    }
}

/// Splits a text into words with their places in code points; each Chinese character is a word.
fn words(text: &str) -> Vec<(String, u32, u32)> {
    let mut words: Vec<(String, u32, u32)> = vec![];
    for (at, c) in (0..).zip(text.chars()) {
        match words.last_mut() {
            _ if !c.is_alphanumeric() => {}
            Some((word, _, end)) if *end == at && c.is_ascii() => {
                word.push(c.to_ascii_lowercase());
                *end += 1;
            }
            _ => words.push((c.to_lowercase().collect(), at, at + 1)),
        }
    }
    words
}

/// Returns a longest common subsequence, as pairs of places.
fn equal_words(a: &[(String, u32, u32)], b: &[(String, u32, u32)]) -> Vec<(usize, usize)> {
    let mut best = vec![vec![0; b.len() + 1]; a.len() + 1];
    for x in (0..a.len()).rev() {
        for y in (0..b.len()).rev() {
            best[x][y] =
                if a[x].0 == b[y].0 { best[x + 1][y + 1] + 1 } else { best[x + 1][y].max(best[x][y + 1]) };
        }
    }
    let (mut x, mut y, mut equal) = (0, 0, vec![]);
    while x < a.len() && y < b.len() {
        if a[x].0 == b[y].0 {
            equal.push((x, y));
            (x, y) = (x + 1, y + 1);
        } else if best[x + 1][y] >= best[x][y + 1] {
            x += 1;
        } else {
            y += 1;
        }
    }
    equal
}

const ENGLISH: &str = "\
# The ferryman's ledger

For thirty years one man rowed people across the estuary, and for thirty years he wrote down what they carried. \
The ledger lay in a biscuit tin until last spring.

Nobody crossed on a Sunday, and nobody crossed when the wind stood in the east. On all other days the boat left \
when there were four passengers, or two passengers and a pig. The fare was a penny a head, children half, and the \
dead went free.

I counted the pigs. There were two hundred and six of them in the first ten years, and only nine in the last. What \
happened in between is the railway. It came down the other bank in 1871, and within a month the ferryman noted \
that the geese had begun to travel by train.

He kept rowing all the same. As everybody knows, habits are hard to break. The last entry says that the tide was \
good, that he carried no one, and that he saw a heron standing where the jetty used to be.
";

/// Returns a report of an English paper with passages of every kind, from three sources.
pub(super) fn english() -> Report {
    Sample::new("essays/ferry.md", ENGLISH)
        .passage(
            "On all other days the boat left when there were four passengers, or two passengers and a pig. The \
             fare was a penny a head, children half, and the dead went free.",
            "library/estuary-boats.txt",
            (
                310,
                "On all other days the boat left as soon as there were four passengers, or two passengers and a \
                 pig. The fare was a penny a head, children half, and the dead travelled free.",
            ),
            Kind::NearVerbatim,
        )
        .passage(
            "What happened in between is the railway. It came down the other bank in 1871",
            "library/branch-lines.txt",
            (42, "What happened in between is the railway. It came down the other bank in 1871"),
            Kind::Verbatim,
        )
        .passage(
            "As everybody knows, habits are hard to break.",
            "library/proverbs.txt",
            (7, "As everybody knows, habits are hard to break."),
            Kind::CommonPhrase,
        )
        .passage(
            "The last entry says that the tide was good, that he carried no one, and that he saw a heron standing \
             where the jetty used to be.",
            "library/estuary-boats.txt",
            (
                2040,
                "His final note records a good tide and no passengers. Where the jetty used to be, he saw a heron \
                 standing.",
            ),
            Kind::Reworded,
        )
        .report()
}

const CHINESE: &str = "\
渡船人的账本

三十年里，同一个人划着船送人过江；三十年里，他把大家带的东西一样一样记了下来。这本账一直躺在饼干盒里，去年春天才被人翻出来。

星期天没有人过江，刮东风的时候也没有人过江。别的日子，坐满四个人就开船，或者两个人加一头猪。船钱一人一文，小孩减半，去世的人不收钱。

我数了数那些猪。头十年一共二百零六头，最后十年只有九头。中间发生的事情叫做“铁路”。铁路在一八七一年修到对岸，不出一个月，渡船人就写道：鹅也开始坐 train 了。

他还是照样划船。众所周知，习惯是很难改的。最后一行写着：今天潮水很好，没有客人，看见一只鹭站在从前码头的地方……
";

/// Returns a report in Chinese, with passages of the same kinds.
pub(super) fn chinese() -> Report {
    Sample::new("作文/渡船.md", CHINESE)
        .passage(
            "别的日子，坐满四个人就开船，或者两个人加一头猪。船钱一人一文，小孩减半，去世的人不收钱。",
            "书库/江上的船.txt",
            (120, "其他日子，坐满四个人就开船，或者两个人加一头猪。船钱每人一文，小孩减半，死去的人不收钱。"),
            Kind::NearVerbatim,
        )
        .passage(
            "中间发生的事情叫做“铁路”。铁路在一八七一年修到对岸",
            "书库/支线.txt",
            (33, "中间发生的事情叫做“铁路”。铁路在一八七一年修到对岸"),
            Kind::Verbatim,
        )
        .passage(
            "众所周知，习惯是很难改的。",
            "书库/谚语.txt",
            (5, "众所周知，习惯是很难改的。"),
            Kind::CommonPhrase,
        )
        .passage(
            "今天潮水很好，没有客人，看见一只鹭站在从前码头的地方……",
            "书库/江上的船.txt",
            (900, "在从前码头的地方，他看见站着一只鹭。那天没有客人，潮水倒是很好……"),
            Kind::Reworded,
        )
        .report()
}

/// Returns a report without any text.
pub(super) fn without_texts() -> Report {
    let mut report = english();
    for document in &mut report.documents {
        document.text = None;
        for passage in &mut document.passages {
            (passage.a_text, passage.b_text) = (None, None);
        }
    }
    report
}

/// Returns both reports in one.
pub(super) fn both() -> Report {
    let (mut both, other) = (english(), chinese());
    both.documents.extend(other.documents);
    both
}
