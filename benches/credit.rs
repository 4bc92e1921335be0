//! How well quotations, citations and lists of references are known: papers made of real prose, in which these stand in the
//! forms that writers use, beside what looks like them and is none.
//!
//! `cargo bench -p ibid --bench credit -- ENGLISH CHINESE`, two folders of prose. Without arguments: skipped.
//!
//! Thirty papers a language. Each has a style of citation, of quotation and of the list of references. A known span is
//! recognized when nine tenths of its characters are found as its kind; a span that was found is wrong when less than half
//! of it is known. White space and marks are not counted.

#![expect(clippy::print_stdout, reason = "a bench prints what it measures")]
#![expect(clippy::string_slice, reason = "places are those of what was pushed")]

mod prose;

use std::ops::Range;
use std::path::PathBuf;

use ibid::credit::Credits;
use ibid::{Document, Layout, Span};

use prose::{Random, sentences};

const PAPERS: usize = 30;
const KINDS: [&str; 3] = ["quoted", "cited", "references"];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let paths: Vec<PathBuf> =
        std::env::args().skip(1).filter(|argument| argument != "--bench").map(PathBuf::from).collect();
    let [english, chinese] = paths.as_slice() else {
        println!("SKIPPED: name a folder of English prose and one of Chinese prose");
        return Ok(());
    };
    for (name, path, language) in [("English", english, &ENGLISH), ("Chinese", chinese, &CHINESE)] {
        let sentences = sentences(path, language.length.clone(), language.stop)?;
        let mut tally = [Tally::default(), Tally::default(), Tally::default()];
        for number in 0..PAPERS {
            let paper = Paper::new(number, &sentences, language);
            let document = Document {
                id: "a".into(),
                text: paper.text.clone(),
                layout: paper.layout,
                ..Document::default()
            };
            paper.score(number, &Credits::of(&document), &mut tally);
        }
        for (kind, tally) in KINDS.iter().zip(&tally) {
            let share = |part: usize, all: usize| part as f64 / all.max(1) as f64;
            println!(
                "{name:8} {kind:10} recognized {:.3} of {:4}, wrongly {:.3} of {:4}",
                share(tally.recognized, tally.known),
                tally.known,
                share(tally.wrong, tally.found),
                tally.found
            );
        }
    }
    Ok(())
}

/// What a language writes.
struct Language {
    names: &'static [&'static str],
    headings: &'static [&'static str],
    ends: &'static [&'static str],
    quotes: &'static [(&'static str, &'static str)],
    /// Sentences with what is none of it.
    others: &'static [&'static str],
    /// Characters of a sentence.
    length: Range<usize>,
    stop: &'static str,
    gap: &'static str,
}

const ENGLISH: Language = Language {
    names: &[
        "Ashgrove",
        "O'Neill",
        "van der Meer",
        "Lindqvist",
        "García-Ruiz",
        "Okonkwo",
        "Li",
        "Fitzwilliam",
        "de Souza",
        "Marlowe",
        "Nakamura",
        "Petrov",
        "Young",
        "Hale",
        "Winter",
        "Müller",
        "Abernathy",
        "Ng",
        "Sørensen",
        "Brightwater",
    ],
    headings: &[
        "References",
        "REFERENCES",
        "7. References",
        "Bibliography",
        "Works Cited",
        "Literature cited",
        "VI. REFERENCES",
        "References and Notes",
    ],
    ends: &[
        "Appendix A: The survey\n\nThe questions were put to all of them in the same order and by the same person.",
        "Acknowledgements\n\nWe thank all who answered, and above all those who asked.",
        "",
    ],
    quotes: &[("“", "”"), ("\"", "\""), ("‘", "’"), ("“", "”")],
    others: &[
        "The so-called “golden age” was short (in the spring of 1911) and cold.",
        "We used the novel “The Lanterns of Low Harbour” and x[1] of the table (see Figure 3).",
        "It covers 12 km² (about 1850 farms) and was sold (March 2010) for little.",
        "There were (1) the mill, (2) the road and (3) the pier [sic] to think of.",
        "Figure 3 shows what the years (1890-1911) did to it.",
        "She called him 'Old Tom' and nobody's boat was hers.",
    ],
    length: 60..240,
    stop: ".",
    gap: " ",
};

const CHINESE: Language = Language {
    names: &[
        "王小明",
        "欧阳修文",
        "李四光",
        "冼星河",
        "仇英",
        "张伟",
        "陈思远",
        "区少坤",
        "刘海",
        "赵一凡",
        "单田",
        "诸葛清",
        "周敏",
        "吴文",
        "孙立人",
        "钱学",
        "黄河清",
        "林徽",
        "马未",
        "郭子",
    ],
    headings: &[
        "参考文献",
        "参 考 文 献",
        "参考文献：",
        "五、参考文献",
        "主要参考文献",
        "[参考文献]",
        "【参考文献】",
        "参考书目",
    ],
    ends: &["附录 调查问卷\n\n所有问题都由同一个人按同样的次序提出。", "致谢\n\n感谢所有回答问题的人。", ""],
    quotes: &[("“", "”"), ("「", "」"), ("“", "”"), ("『", "』")],
    others: &[
        "所谓“黄金时代”并不长（1911年春天），而且很冷。",
        "我们用了《低港的灯笼》一书和表格中的x[1]（见图3）。",
        "面积为12 km²（约1850户），后来（2010年3月）卖掉了。",
        "原因有三：①磨坊；②道路；③栈桥。",
        "图3所示为那些年（1890—1911）的变化。",
        "他读过《水经注》《梦溪笔谈》等书，也有“老汤”的外号。",
    ],
    length: 16..80,
    stop: "。",
    gap: "",
};

/// How works are cited.
#[derive(Clone, Copy, PartialEq)]
enum Style {
    Number,
    WideNumber,
    NumberBehind,
    NameAndYear,
    Narrative,
    Key,
    Raised,
}

struct Work {
    name: &'static str,
    second: Option<&'static str>,
    year: usize,
    title: String,
}

struct Paper {
    text: String,
    layout: Layout,
    known: [Vec<Range<usize>>; 3],
}

#[derive(Default)]
struct Tally {
    known: usize,
    recognized: usize,
    found: usize,
    wrong: usize,
}

impl Paper {
    fn new(number: usize, sentences: &[String], language: &Language) -> Paper {
        let mut random = Random(0x9E37_79B9 + 7919 * number as u64);
        let is_chinese = language.gap.is_empty();
        let styles: &[Style] = match is_chinese {
            false => &[
                Style::Number,
                Style::NumberBehind,
                Style::NameAndYear,
                Style::Narrative,
                Style::Key,
                Style::Raised,
            ],
            true => {
                &[Style::Number, Style::WideNumber, Style::NumberBehind, Style::NameAndYear, Style::Narrative]
            }
        };
        let style = styles[number % styles.len()];
        let quotes = language.quotes[number % language.quotes.len()];
        let layout = if number.is_multiple_of(2) { Layout::Wrapped } else { Layout::Flowing };
        let mut paper = Paper { text: String::new(), layout, known: [vec![], vec![], vec![]] };
        let works: Vec<Work> = (0..12)
            .map(|at| Work {
                name: language.names[(number + at * 3) % language.names.len()],
                second: (at % 3 == 0).then(|| language.names[(number + at * 3 + 1) % language.names.len()]),
                year: 1950 + random.below(74),
                title: random.one_of(sentences).trim_end_matches(['.', '。']).chars().take(60).collect(),
            })
            .collect();
        for _ in 0..14 {
            for _ in 0..2 + random.below(4) {
                let sentence = random.one_of(sentences).clone();
                let at = random.below(works.len());
                match random.below(9) {
                    0 | 1 => paper.cite(&sentence, style, at, &works[at], language),
                    2 => paper.quote(&[sentence], quotes, None, language),
                    3 => {
                        let more = [sentence, random.one_of(sentences).clone()];
                        paper.quote(&more, quotes, Some((style, at, &works[at])), language);
                    }
                    4 => {
                        let other: &&str = random.one_of(language.others);
                        paper.push(other, language);
                    }
                    _ => paper.push(&sentence, language),
                }
            }
            paper.text.push_str("\n\n");
        }
        paper.list(number, &works, style, language);
        paper.text.push_str(language.ends[number % language.ends.len()]);
        paper
    }

    fn push(&mut self, sentence: &str, language: &Language) {
        if !self.text.ends_with('\n') && !self.text.is_empty() {
            self.text.push_str(language.gap);
        }
        self.text.push_str(sentence);
    }

    /// A sentence with a citation.
    fn cite(&mut self, sentence: &str, style: Style, at: usize, work: &Work, language: &Language) {
        let bare = sentence.trim_end_matches(language.stop);
        let whole = match style {
            Style::Narrative => lead(work, language) + &lower(bare, language) + language.stop,
            Style::NumberBehind | Style::Raised => format!("{sentence}{}", mark(style, at, work, language)),
            _ => format!("{bare}{}{}{}", language.gap, mark(style, at, work, language), language.stop),
        };
        self.push("", language);
        let start = self.text.len();
        self.text.push_str(&whole);
        self.known[1].push(start..self.text.len());
    }

    /// A quotation of some sentences, cited or not.
    fn quote(
        &mut self,
        sentences: &[String],
        (open, close): (&str, &str),
        cited: Option<(Style, usize, &Work)>,
        language: &Language,
    ) {
        self.push("", language);
        let start = self.text.len();
        let said = if language.gap.is_empty() { "他写道：" } else { "He wrote: " };
        match cited {
            Some((Style::Narrative, _, work)) if language.gap.is_empty() => {
                self.text += &format!("{}写道：", narrative(work, language))
            }
            Some((Style::Narrative, _, work)) => {
                self.text += &format!("{} writes: ", narrative(work, language))
            }
            _ => self.text.push_str(said),
        }
        self.text.push_str(open);
        let inner = self.text.len();
        self.text.push_str(&sentences.join(language.gap));
        self.known[0].push(inner..self.text.len());
        self.text.push_str(close);
        if let Some((style, at, work)) = cited {
            if style != Style::Narrative {
                self.text += &format!(
                    "{}{}",
                    if style == Style::Raised || style == Style::NumberBehind { "" } else { language.gap },
                    mark(style, at, work, language)
                );
            }
            self.known[1].push(start..self.text.len());
        }
    }

    fn list(&mut self, number: usize, works: &[Work], style: Style, language: &Language) {
        let start = self.text.len();
        self.text.push_str(language.headings[number % language.headings.len()]);
        self.text.push_str(if number.is_multiple_of(3) { "\n" } else { "\n\n" });
        for (at, work) in works.iter().enumerate() {
            let Work { name, second, year, title } = work;
            let is_named = matches!(style, Style::NameAndYear | Style::Narrative);
            let entry = match (language.gap.is_empty(), is_named) {
                (true, true) => format!(
                    "{name}{}，{year}. {title}[J]. 港口学报, ({}): 1-{}.",
                    second.map_or(String::new(), |second| format!("、{second}")),
                    at + 1,
                    at + 9
                ),
                (true, false) => format!(
                    "[{}] {name}{}. {title}[M]. 上海: 港口出版社, {year}.",
                    at + 1,
                    second.map_or(String::new(), |second| format!(", {second}"))
                ),
                (false, true) => format!(
                    "{name}, A. B.{} ({year}). {title}. Journal of Harbours, {}(2), 1-{}.",
                    second.map_or(String::new(), |second| format!(", & {second}, C.")),
                    at + 1,
                    at + 9
                ),
                (false, false) if style == Style::Key => {
                    format!("[{}] A. {name}. {title}. Harbour Press, {year}.", key(work))
                }
                (false, false) if number.is_multiple_of(2) => format!(
                    "[{}] A. B. {name}. “{title},” Journal of Harbours, vol. {}, pp. 1-9, {year}.",
                    at + 1,
                    at + 2
                ),
                (false, false) => format!("{}. {name} A. {title}. J Harb. {year};{}:1-9.", at + 1, at + 2),
            };
            self.text.push_str(&entry);
            self.text.push_str(if number.is_multiple_of(3) { "\n" } else { "\n\n" });
        }
        self.known[2].push(start..self.text.trim_end().len());
        self.text.push('\n');
    }

    fn score(&self, number: usize, found: &Credits, tally: &mut [Tally; 3]) {
        let found = [&found.quoted, &found.cited, &found.references];
        for (kind, tally) in tally.iter_mut().enumerate() {
            let ranges: Vec<Range<usize>> = found[kind].iter().map(|span: &Span| span.range()).collect();
            let say = |what: &str, range: &Range<usize>| {
                let text: String = self.text[range.clone()].chars().take(160).collect();
                println!("  {what} {number} {}: {}", KINDS[kind], text.replace('\n', " / "));
            };
            for known in &self.known[kind] {
                let (inside, all) = self.shared(known, &ranges);
                tally.known += 1;
                tally.recognized += usize::from(inside * 10 >= all * 9);
                if inside * 10 < all * 9 {
                    say("missed", known);
                }
            }
            for range in &ranges {
                let (inside, all) = self.shared(range, &self.known[kind]);
                tally.found += 1;
                tally.wrong += usize::from(inside * 2 < all);
                if inside * 2 < all {
                    say("wrong", range);
                }
            }
        }
    }

    /// How many letters of a range lie in others, and how many it has.
    fn shared(&self, range: &Range<usize>, others: &[Range<usize>]) -> (usize, usize) {
        let letters = self.text[range.clone()].char_indices().filter(|(_, c)| c.is_alphanumeric());
        let is_in = |at: usize| others.iter().any(|other| other.contains(&(range.start + at)));
        letters.fold((0, 0), |(inside, all), (at, _)| (inside + usize::from(is_in(at)), all + 1))
    }
}

fn mark(style: Style, at: usize, work: &Work, language: &Language) -> String {
    let number = at + 1;
    let Work { name, second, year, .. } = work;
    let is_chinese = language.gap.is_empty();
    match style {
        Style::Number if at % 4 == 1 => format!("[{number}, {}]", at.max(1)),
        Style::Number | Style::NumberBehind => format!("[{number}]"),
        Style::WideNumber => format!("［{number}］"),
        Style::Key => format!("[{}]", key(work)),
        Style::Raised => number
            .to_string()
            .chars()
            .map(|c| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(c as usize - '0' as usize).unwrap_or('¹'))
            .collect(),
        Style::NameAndYear | Style::Narrative => match (is_chinese, second) {
            (true, Some(second)) => format!("（{name}、{second}，{year}）"),
            (true, None) => format!("（{name}，{year}）"),
            (false, Some(second)) if at.is_multiple_of(2) => {
                format!("({name} and {second}, {year}, p. {number})")
            }
            (false, Some(_)) => format!("(see {name} et al. {year})"),
            (false, None) => format!("({name}, {year})"),
        },
    }
}

fn narrative(work: &Work, language: &Language) -> String {
    let Work { name, second, year, .. } = work;
    match (language.gap.is_empty(), second) {
        (true, Some(_)) => format!("{name}等（{year}）"),
        (true, None) => format!("{name}（{year}）"),
        (false, Some(second)) => format!("{name} and {second} ({year})"),
        (false, None) => format!("{name} ({year})"),
    }
}

/// The beginning of a sentence that names who says it.
fn lead(work: &Work, language: &Language) -> String {
    match language.gap.is_empty() {
        true => format!("{}认为", narrative(work, language)),
        false => format!("As {} shows, ", narrative(work, language)),
    }
}

fn lower(text: &str, language: &Language) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|c| if language.gap.is_empty() { c } else { c.to_ascii_lowercase() });
    first.into_iter().chain(chars).collect()
}

fn key(work: &Work) -> String {
    let letters: String = work.name.chars().filter(char::is_ascii_alphabetic).take(3).collect();
    format!("{}{:02}", letters, work.year % 100)
}
