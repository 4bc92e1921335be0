//! Selectors, and the elements that they match.

use std::rc::Rc;

/// The most preceding siblings of an element that are compared.
const MOST_SIBLINGS: usize = 32;

/// An element as selectors see it.
#[derive(Clone, Debug, Default)]
pub struct Element {
    name: String,
    id: Option<String>,
    classes: Vec<String>,
    attributes: Vec<(String, String)>,
    /// True if no sibling follows the element. `None` if that is unknown.
    is_last: Option<bool>,
}

impl Element {
    /// Returns an element with this name and these attributes.
    pub fn new(name: &str, attributes: impl IntoIterator<Item = (String, String)>) -> Element {
        let attributes = attributes.into_iter().map(|(name, value)| (name.to_ascii_lowercase(), value));
        let name = name.to_ascii_lowercase();
        let mut element = Element { name, attributes: attributes.collect(), ..Element::default() };
        element.id = element.attribute("id").map(str::to_owned);
        let classes = element.attribute("class").unwrap_or_default().split_whitespace();
        element.classes = classes.map(str::to_owned).collect();
        element
    }

    /// Returns this element, with the knowledge whether it is the last of its siblings.
    pub fn with_last(mut self, is_last: bool) -> Element {
        self.is_last = Some(is_last);
        self
    }

    /// Returns the name in lower case.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the value of an attribute.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        for (other, value) in &self.attributes {
            if other == name {
                return Some(value);
            }
        }
        None
    }

    /// Returns the keys under which rules for this element are stored.
    pub(crate) fn keys(&self) -> impl Iterator<Item = String> {
        let id = self.id.iter().map(|id| format!("#{id}"));
        let classes = self.classes.iter().map(|class| format!(".{class}"));
        [self.name.clone(), "*".to_owned()].into_iter().chain(classes).chain(id)
    }
}

/// The open elements, outermost first, each with its preceding siblings.
#[derive(Debug, Default)]
pub struct Path {
    open: Vec<Rc<Element>>,
    /// The children so far of the page and of each open element: the last ones, and the count of all.
    children: Vec<(Vec<Rc<Element>>, usize)>,
}

impl Path {
    /// Opens an element in the last open one.
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

    /// Closes the last open element.
    pub fn close(&mut self) {
        if self.open.pop().is_some() {
            self.children.pop();
        }
    }

    /// Returns the last open element.
    pub fn last(&self) -> Option<&Element> {
        Some(self.open.last()?)
    }

    fn at(&self, place: Place) -> Option<&Element> {
        match place.back {
            0 => Some(self.open.get(place.depth)?),
            back => {
                let (before, _) = self.children.get(place.depth)?;
                Some(before.get(before.len().checked_sub(1 + back)?)?)
            }
        }
    }

    /// Returns the number of an element among its siblings, from 1.
    fn number(&self, place: Place) -> Option<usize> {
        let (_, count) = self.children.get(place.depth)?;
        count.checked_sub(place.back)
    }

    /// Returns the known siblings before each of some elements, at most `most` of each, the nearest first.
    fn siblings(&self, places: &[Place], most: usize) -> Vec<Place> {
        let mut siblings = vec![];
        for &place in places {
            let Some((known, _)) = self.children.get(place.depth) else { continue };
            for back in place.back + 1..known.len().min(place.back + most + 1) {
                siblings.push(Place { back, ..place });
            }
        }
        siblings
    }
}

/// An element of a path: an open one, or the sibling `back` places before it.
#[derive(Clone, Copy)]
struct Place {
    depth: usize,
    back: usize,
}

impl Place {
    /// Returns the place of an open element.
    fn open(depth: usize) -> Place {
        Place { depth, back: 0 }
    }
}

/// The combinator between a part of a selector and the next.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Link {
    Inside,
    Child,
    Next,
    After,
}

/// A condition on an element.
#[derive(Clone, Debug, PartialEq)]
enum Test {
    Any,
    Name(String),
    Id(String),
    Class(String),
    Has(String, Option<(char, String)>),
    First,
    Last,
    /// `Nth(step, first)` matches every `step`-th child, beginning with child `first`.
    Nth(usize, usize),
    Root,
    Not(Vec<Vec<Test>>),
}

/// A selector, with its parts from the last to the first.
#[derive(Clone, Debug)]
pub(crate) struct Selector(Vec<(Vec<Test>, Link)>);

impl Selector {
    /// Parses a selector. `None` if it has anything that is not known here.
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

    /// Returns the specificity: the counts of ids; of classes, attributes and pseudo-classes; and of names.
    pub(crate) fn specificity(&self) -> [usize; 3] {
        let mut sum = [0; 3];
        for (tests, _) in &self.0 {
            weigh(tests, &mut sum);
        }
        sum
    }

    /// Returns the key by which the elements that it may match are found.
    pub(crate) fn key(&self) -> String {
        if let Some((tests, _)) = self.0.first() {
            for test in tests.iter().rev() {
                match test {
                    Test::Id(id) => return format!("#{id}"),
                    Test::Class(class) => return format!(".{class}"),
                    Test::Name(name) => return name.clone(),
                    _ => {}
                }
            }
        }
        "*".to_owned()
    }

    /// Returns whether it matches the last open element. Adds the number of comparisons to `steps`.
    pub(crate) fn matches(&self, path: &Path, steps: &mut u64) -> bool {
        let Some(depth) = path.open.len().checked_sub(1) else { return false };
        let mut reached = vec![Place::open(depth)];
        let mut link = None;
        // All places at which the parts so far can stand are kept, so that no choice has to be undone.
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

/// Adds the specificity of tests.
fn weigh(tests: &[Test], sum: &mut [usize; 3]) {
    for test in tests {
        match test {
            Test::Id(_) => sum[0] += 1,
            Test::Class(_) | Test::Has(..) => sum[1] += 1,
            Test::First | Test::Last | Test::Nth(..) | Test::Root => sum[1] += 1,
            Test::Name(_) => sum[2] += 1,
            Test::Not(parts) => {
                for tests in parts {
                    weigh(tests, sum);
                }
            }
            Test::Any => {}
        }
    }
}

/// Returns the places that a combinator leads to from the given ones.
fn behind(link: Link, from: &[Place], path: &Path) -> Vec<Place> {
    match link {
        Link::Inside => {
            let mut deepest = 0;
            for place in from {
                deepest = deepest.max(place.depth);
            }
            (0..deepest).map(Place::open).collect()
        }
        Link::Child => {
            let mut depths = vec![];
            for place in from {
                depths.extend(place.depth.checked_sub(1));
            }
            depths.dedup();
            depths.into_iter().map(Place::open).collect()
        }
        Link::Next => path.siblings(from, 1),
        Link::After => {
            // From the nearest place at one depth, all others at that depth are reached.
            let mut nearest: Vec<Place> = vec![];
            for &place in from {
                match nearest.iter_mut().find(|near| near.depth == place.depth) {
                    Some(near) => near.back = near.back.min(place.back),
                    None => nearest.push(place),
                }
            }
            path.siblings(&nearest, MOST_SIBLINGS)
        }
    }
}

fn passes(tests: &[Test], path: &Path, place: Place) -> bool {
    let Some(element) = path.at(place) else { return false };
    for test in tests {
        let holds = match test {
            Test::Last => element.is_last == Some(true),
            Test::Nth(step, first) => {
                matches!(path.number(place), Some(number) if is_nth(number, *step, *first))
            }
            Test::Not(parts) => parts.iter().all(|tests| !passes(tests, path, place)),
            Test::Any => true,
            Test::Name(name) => element.name == *name,
            Test::Id(id) => element.id.as_ref() == Some(id),
            Test::Class(class) => element.classes.contains(class),
            Test::Has(name, sought) => has(element.attribute(name), sought.as_ref()),
            Test::First => path.number(place) == Some(1),
            Test::Root => place.depth == 0,
        };
        if !holds {
            return false;
        }
    }
    true
}

fn is_nth(number: usize, step: usize, first: usize) -> bool {
    match number.checked_sub(first) {
        Some(behind) if step > 0 => behind % step == 0,
        behind => behind == Some(0),
    }
}

fn has(value: Option<&str>, sought: Option<&(char, String)>) -> bool {
    let Some(value) = value else { return false };
    let Some((how, sought)) = sought else { return true };
    match how {
        '~' => value.split_whitespace().any(|word| word == sought),
        '|' => match value.strip_prefix(sought.as_str()) {
            Some(rest) => rest.is_empty() || rest.starts_with('-'),
            None => false,
        },
        '^' => !sought.is_empty() && value.starts_with(sought.as_str()),
        '$' => !sought.is_empty() && value.ends_with(sought.as_str()),
        '*' => !sought.is_empty() && value.contains(sought.as_str()),
        _ => value == sought,
    }
}

/// Splits a selector into parts and combinators. A blank between two parts is no token.
fn tokens(text: &str) -> Option<Vec<String>> {
    let mut tokens = vec![String::new()];
    let mut in_brackets = false;
    let mut depth = 0;
    for c in text.chars() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        match c {
            // Blanks in a list in parentheses have no meaning.
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
        if let Some(body) = body.strip_prefix("not(")
            && let Some((inside, after)) = body.split_once(')')
        {
            tests.push(Test::Not(inside.split(',').map(self::tests).collect::<Option<_>>()?));
            rest = after;
            continue;
        }
        if let Some(body) = body.strip_prefix("nth-child(")
            && let Some((inside, after)) = body.split_once(')')
        {
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

/// Parses the child numbers of `:nth-child`: `3`, `odd`, `2n+1`.
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

/// Returns a name, if it has no escapes.
fn plain(name: &str) -> Option<String> {
    let is_plain = name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
    if is_plain && !name.is_empty() { Some(name.to_owned()) } else { None }
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
