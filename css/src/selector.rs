//! Selectors, and the elements that they match.

use std::rc::Rc;

/// Of more siblings before an element, only the last ones are looked at.
const MOST_SIBLINGS: usize = 32;

/// An element as selectors see it.
#[derive(Clone, Debug, Default)]
pub struct Element {
    name: String,
    id: Option<String>,
    classes: Vec<String>,
    attributes: Vec<(String, String)>,
    /// True if no element follows it in the same one; nothing where that is not known.
    is_last: Option<bool>,
}

impl Element {
    /// An element of this name with these attributes.
    pub fn new(name: &str, attributes: impl IntoIterator<Item = (String, String)>) -> Element {
        let attributes = attributes.into_iter().map(|(name, value)| (name.to_ascii_lowercase(), value));
        let name = name.to_ascii_lowercase();
        let mut element = Element { name, attributes: attributes.collect(), ..Element::default() };
        element.id = element.attribute("id").map(str::to_owned);
        let classes = element.attribute("class").unwrap_or_default().split_whitespace();
        element.classes = classes.map(str::to_owned).collect();
        element
    }

    /// This element, where it is known whether no other follows it in the same one.
    pub fn with_last(mut self, is_last: bool) -> Element {
        self.is_last = Some(is_last);
        self
    }

    /// Its name in small letters.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The value of an attribute.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// What rules about it may be found by.
    pub(crate) fn keys(&self) -> impl Iterator<Item = String> {
        let id = self.id.iter().map(|id| format!("#{id}"));
        let classes = self.classes.iter().map(|class| format!(".{class}"));
        [self.name.clone(), "*".to_owned()].into_iter().chain(classes).chain(id)
    }
}

/// The elements that are open, outermost first, each behind those before it in the same one.
#[derive(Debug, Default)]
pub struct Path {
    open: Vec<Rc<Element>>,
    /// The children so far of the page and of each open element: the last ones, and how many.
    children: Vec<(Vec<Rc<Element>>, usize)>,
}

impl Path {
    /// Opens an element in the last one.
    pub fn open(&mut self, element: Element) {
        let element = Rc::new(element);
        if self.children.is_empty() {
            self.children.push(Default::default());
        }
        if let Some((last, count)) = self.children.last_mut() {
            if last.len() >= 2 * MOST_SIBLINGS {
                last.drain(..MOST_SIBLINGS);
            }
            last.push(Rc::clone(&element));
            *count += 1;
        }
        self.open.push(element);
        self.children.push(Default::default());
    }

    /// Closes the last one.
    pub fn close(&mut self) {
        if self.open.pop().is_some() {
            self.children.pop();
        }
    }

    /// The last one.
    pub fn last(&self) -> Option<&Element> {
        self.open.last().map(|element| &**element)
    }

    fn at(&self, place: Place) -> Option<&Element> {
        match place.back {
            0 => self.open.get(place.depth).map(|element| &**element),
            back => {
                let (before, _) = self.children.get(place.depth)?;
                before.len().checked_sub(1 + back).and_then(|at| before.get(at)).map(|element| &**element)
            }
        }
    }

    fn is_first(&self, place: Place) -> bool {
        self.number(place) == Some(1)
    }

    /// The number of an element among those in the same one, from 1.
    fn number(&self, place: Place) -> Option<usize> {
        self.children.get(place.depth).and_then(|(_, count)| count.checked_sub(place.back))
    }
}

/// An element of a path: an open one, or one so many before it.
#[derive(Clone, Copy)]
struct Place {
    depth: usize,
    back: usize,
}

/// How a part of a selector stands to the one behind it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Link {
    Inside,
    Child,
    Next,
    After,
}

/// One condition on an element.
#[derive(Clone, Debug, PartialEq)]
enum Test {
    Any,
    Name(String),
    Id(String),
    Class(String),
    Has(String, Option<(char, String)>),
    First,
    Last,
    /// Each of so many, from that of this number.
    Nth(usize, usize),
    Root,
    Not(Vec<Vec<Test>>),
}

/// A selector, its parts from the last to the first.
#[derive(Clone, Debug)]
pub(crate) struct Selector(Vec<(Vec<Test>, Link)>);

impl Selector {
    /// Parses one; nothing where it has what is not known here.
    pub(crate) fn parse(text: &str) -> Option<Selector> {
        let mut parts = vec![];
        let mut link = Link::Inside;
        for token in tokens(text)? {
            match token.as_str() {
                ">" => link = Link::Child,
                "+" => link = Link::Next,
                "~" => link = Link::After,
                part => {
                    parts.push((tests(part)?, link));
                    link = Link::Inside;
                }
            }
        }
        parts.reverse();
        (!parts.is_empty() && link == Link::Inside).then_some(Selector(parts))
    }

    /// Ids; classes, attributes and pseudo-classes; names.
    pub(crate) fn specificity(&self) -> [usize; 3] {
        let mut sum = [0; 3];
        self.0.iter().flat_map(|(tests, _)| tests).for_each(|test| weigh(test, &mut sum));
        sum
    }

    /// What the elements that it may match are found by.
    pub(crate) fn key(&self) -> String {
        let tests = self.0.first().map(|(tests, _)| tests.as_slice()).unwrap_or_default();
        let key = |test: &Test| match test {
            Test::Id(id) => Some(format!("#{id}")),
            Test::Class(class) => Some(format!(".{class}")),
            Test::Name(name) => Some(name.clone()),
            _ => None,
        };
        tests.iter().rev().find_map(key).unwrap_or_else(|| "*".to_owned())
    }

    /// Whether it matches the last open element. `steps` counts what was compared.
    pub(crate) fn matches(&self, path: &Path, steps: &mut u64) -> bool {
        let Some(depth) = path.open.len().checked_sub(1) else { return false };
        let mut reached = vec![Place { depth, back: 0 }];
        let mut link = None;
        // All places that the parts so far can stand at, so that no choice has to be taken back.
        for (tests, before) in &self.0 {
            let places = match link {
                None => reached,
                Some(link) => behind(link, &reached, path),
            };
            *steps += places.len() as u64 + 1;
            reached = places.into_iter().filter(|&place| passes(tests, path, place)).collect();
            if reached.is_empty() {
                return false;
            }
            link = Some(*before);
        }
        true
    }
}

/// Adds how specific a test is.
fn weigh(test: &Test, sum: &mut [usize; 3]) {
    match test {
        Test::Id(_) => sum[0] += 1,
        Test::Class(_) | Test::Has(..) | Test::First | Test::Last | Test::Nth(..) | Test::Root => sum[1] += 1,
        Test::Name(_) => sum[2] += 1,
        Test::Not(parts) => parts.iter().flatten().for_each(|test| weigh(test, sum)),
        Test::Any => {}
    }
}

/// The places that a link leads to from some of these.
fn behind(link: Link, from: &[Place], path: &Path) -> Vec<Place> {
    let siblings = |place: Place, most: usize| {
        let known = path.children.get(place.depth).map_or(0, |(known, _)| known.len());
        let last = known.saturating_sub(1).min(place.back + most);
        (place.back + 1..=last).map(move |back| Place { depth: place.depth, back })
    };
    let deepest = from.iter().map(|place| place.depth).max().unwrap_or(0);
    match link {
        Link::Inside => (0..deepest).map(|depth| Place { depth, back: 0 }).collect(),
        Link::Child => {
            let mut depths: Vec<usize> = from.iter().filter_map(|place| place.depth.checked_sub(1)).collect();
            depths.dedup();
            depths.into_iter().map(|depth| Place { depth, back: 0 }).collect()
        }
        Link::Next => from.iter().flat_map(|&place| siblings(place, 1)).collect(),
        Link::After => {
            // From the nearest of those at one depth, all others are reached.
            let mut nearest: Vec<Place> = vec![];
            for &place in from {
                match nearest.iter_mut().find(|near| near.depth == place.depth) {
                    Some(near) => near.back = near.back.min(place.back),
                    None => nearest.push(place),
                }
            }
            nearest.into_iter().flat_map(|place| siblings(place, MOST_SIBLINGS)).collect()
        }
    }
}

fn passes(tests: &[Test], path: &Path, place: Place) -> bool {
    let Some(element) = path.at(place) else { return false };
    tests.iter().all(|test| match test {
        Test::Last => element.is_last == Some(true),
        Test::Nth(step, first) => path.number(place).is_some_and(|number| is_nth(number, *step, *first)),
        Test::Not(parts) => parts.iter().all(|tests| !passes(tests, path, place)),
        Test::Any => true,
        Test::Name(name) => element.name == *name,
        Test::Id(id) => element.id.as_ref() == Some(id),
        Test::Class(class) => element.classes.contains(class),
        Test::Has(name, sought) => element.attribute(name).is_some_and(|value| has(value, sought.as_ref())),
        Test::First => path.is_first(place),
        Test::Root => place.depth == 0,
    })
}

fn is_nth(number: usize, step: usize, first: usize) -> bool {
    match number.checked_sub(first) {
        Some(behind) if step > 0 => behind % step == 0,
        behind => behind == Some(0),
    }
}

fn has(value: &str, sought: Option<&(char, String)>) -> bool {
    let Some((how, sought)) = sought else { return true };
    match how {
        '~' => value.split_whitespace().any(|word| word == sought),
        '|' => {
            value == sought || value.strip_prefix(sought.as_str()).is_some_and(|rest| rest.starts_with('-'))
        }
        '^' => !sought.is_empty() && value.starts_with(sought.as_str()),
        '$' => !sought.is_empty() && value.ends_with(sought.as_str()),
        '*' => !sought.is_empty() && value.contains(sought.as_str()),
        _ => value == sought,
    }
}

/// The parts and combinators of a selector; a blank between two parts is none.
fn tokens(text: &str) -> Option<Vec<String>> {
    let mut tokens = vec![String::new()];
    let mut in_brackets = false;
    let mut depth = 0;
    for c in text.chars() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        match c {
            // The blanks of a list in parentheses say nothing.
            c if depth > 0 && c.is_whitespace() => continue,
            _ if depth > 0 => {}
            '[' if in_brackets => return None,
            '[' | ']' => in_brackets = c == '[',
            '>' | '+' | '~' if !in_brackets => {
                tokens.extend([c.to_string(), String::new()]);
                continue;
            }
            c if c.is_whitespace() && !in_brackets => {
                tokens.push(String::new());
                continue;
            }
            _ => {}
        }
        tokens.last_mut()?.push(c);
    }
    tokens.retain(|token| !token.is_empty());
    Some(tokens)
}

fn tests(part: &str) -> Option<Vec<Test>> {
    let mut tests = vec![];
    let mut rest = part;
    while let Some(first) = rest.chars().next() {
        let body = rest.get(first.len_utf8()..)?;
        if first == '[' {
            let (inside, after) = body.split_once(']')?;
            tests.push(attribute_test(inside)?);
            rest = after;
            continue;
        }
        if let Some((inside, after)) = body.strip_prefix("not(").and_then(|body| body.split_once(')')) {
            tests.push(Test::Not(inside.split(',').map(self::tests).collect::<Option<_>>()?));
            rest = after;
            continue;
        }
        if let Some((inside, after)) = body.strip_prefix("nth-child(").and_then(|body| body.split_once(')')) {
            tests.push(nth(inside)?);
            rest = after;
            continue;
        }
        let from = if matches!(first, '.' | '#' | ':' | '*') { body } else { rest };
        let end = from.find(['.', '#', '[', ':', '*']).unwrap_or(from.len());
        let (name, after) = from.split_at_checked(end)?;
        tests.push(match (first, name) {
            ('*', "") => Test::Any,
            ('.', name) => Test::Class(plain(name)?),
            ('#', name) => Test::Id(plain(name)?),
            (':', "first-child") => Test::First,
            (':', "last-child") => Test::Last,
            (':', "root") => Test::Root,
            (':' | '*', _) => return None,
            (_, name) => Test::Name(plain(name)?.to_ascii_lowercase()),
        });
        rest = after;
    }
    Some(tests)
}

/// Parses the numbers of children that are meant: `3`, `odd`, `2n+1`.
fn nth(inside: &str) -> Option<Test> {
    match inside {
        "odd" => return Some(Test::Nth(2, 1)),
        "even" => return Some(Test::Nth(2, 2)),
        "n" => return Some(Test::Any),
        _ => {}
    }
    let Some((step, first)) = inside.split_once('n') else { return Some(Test::Nth(0, inside.parse().ok()?)) };
    let step: usize = step.parse().ok()?;
    let first = if first.is_empty() { step } else { first.trim_start_matches('+').parse().ok()? };
    Some(Test::Nth(step, first))
}

/// A name without escapes.
fn plain(name: &str) -> Option<String> {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    (!name.is_empty() && name.chars().all(is_plain)).then(|| name.to_owned())
}

fn attribute_test(inside: &str) -> Option<Test> {
    let Some((name, value)) = inside.split_once('=') else {
        return Some(Test::Has(plain(inside.trim())?.to_ascii_lowercase(), None));
    };
    let how = name.chars().next_back().filter(|c| matches!(c, '~' | '|' | '^' | '$' | '*'));
    let name = name.trim_end_matches(['~', '|', '^', '$', '*']).trim();
    let value = value.trim().trim_matches(['"', '\'']).to_owned();
    Some(Test::Has(plain(name)?.to_ascii_lowercase(), Some((how.unwrap_or('='), value))))
}
