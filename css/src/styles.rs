//! Style sheets, and what they say of an element.

use std::collections::HashMap;

use crate::declare::{Rule, declarations};
use crate::media;
use crate::selector::{Path, Selector};

/// More rules than any page has.
const MOST_RULES: usize = 20_000;
/// So many comparisons are a second at most.
pub const MOST_STEPS: u64 = 50_000_000;

/// The style sheets of a page, weakest first.
#[derive(Clone, Debug, Default)]
pub struct Styles {
    rules: Vec<(Selector, [Rule; 2])>,
    /// The rules by what their elements are found by.
    by_key: HashMap<String, Vec<usize>>,
    steps: u64,
}

impl Styles {
    /// Adds a style sheet with the media that it is for.
    pub fn add(&mut self, css: &str, media: &str) {
        if media::holds(media) {
            self.add_block(&without_comments(css));
        }
    }

    /// Whether nothing can match.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    fn add_block(&mut self, css: &str) {
        let mut rest = css;
        while let Some((head, tail)) = rest.split_once('{') {
            // After what ends before it: a statement without a block.
            let head = head.rsplit([';', '}']).next().unwrap_or_default().trim();
            let is_group =
                ["@media", "@supports", "@layer", "@container"].iter().any(|name| head.starts_with(name));
            let holds = head.strip_prefix("@media").is_none_or(media::holds);
            if is_group && holds {
                // What is in the block is read as if it stood alone, and its end is passed over as the end of a rule.
                rest = tail;
                continue;
            }
            let (body, after) = split_block(tail);
            if !head.starts_with('@') {
                self.add_rule(head, body);
            }
            rest = after;
        }
    }

    fn add_rule(&mut self, head: &str, body: &str) {
        // What stands in a block of its own is a rule about other elements.
        let own =
            body.split_once('{').map_or(body, |(own, _)| own.rsplit_once(';').map_or("", |(own, _)| own));
        let said = declarations(own);
        if said == [Rule::default(), Rule::default()] {
            return;
        }
        for selector in head.split(',').filter_map(|selector| Selector::parse(selector.trim())) {
            if self.rules.len() >= MOST_RULES {
                return;
            }
            self.by_key.entry(selector.key()).or_default().push(self.rules.len());
            self.rules.push((selector, said));
        }
    }

    /// What style sheets and its own attributes say of the last element of a path. `hints` are what its attributes say
    /// that are no style, and are weaker than all.
    pub fn rule(&mut self, path: &Path, hints: Rule) -> Rule {
        let Some(element) = path.last() else { return hints };
        let mut found: Vec<usize> = vec![];
        if !self.rules.is_empty() {
            let candidates = element.keys().filter_map(|key| self.by_key.get(&key)).flatten().copied();
            for candidate in candidates {
                if self.steps >= MOST_STEPS {
                    break;
                }
                let steps = &mut self.steps;
                let is_match = self.rules.get(candidate).is_some_and(|(one, _)| one.matches(path, steps));
                found.extend(is_match.then_some(candidate));
            }
        }
        found.sort_unstable_by_key(|&at| (self.rules.get(at).map(|(one, _)| one.specificity()), at));
        let own = element.attribute("style").map(declarations).unwrap_or_default();
        let mut sum = hints;
        for weight in 0..2 {
            found.iter().filter_map(|&at| self.rules.get(at)).for_each(|(_, said)| sum.add(&said[weight]));
            sum.add(&own[weight]);
        }
        sum
    }
}

fn without_comments(css: &str) -> String {
    let mut pieces = css.split("/*");
    let first = pieces.next().unwrap_or_default().to_owned();
    let rest = pieces.filter_map(|piece| piece.split_once("*/")).map(|(_, text)| text);
    let css = rest.fold(first, |css, text| css + text);
    css.replace("<!--", "").replace("-->", "")
}

/// What is in a block that is open, and what follows it.
fn split_block(css: &str) -> (&str, &str) {
    let mut depth = 1;
    for (at, byte) in css.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return (css.get(..at).unwrap_or_default(), css.get(at + 1..).unwrap_or_default());
        }
    }
    (css, "")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Element, Hides, Look};

    fn element(tag: &str) -> Element {
        let mut words = tag.split(' ');
        let name = words.next().unwrap();
        let pairs = words.map(|word| word.split_once('=').unwrap_or((word, "")));
        Element::new(name, pairs.map(|(name, value)| (name.to_owned(), value.replace('_', " "))))
    }

    /// Whether the last of these elements is hidden. A `/` before one closes the one before it first.
    fn is_hidden(css: &str, tags: &[&str]) -> bool {
        let (mut styles, mut path, mut looks) = (Styles::default(), Path::default(), vec![Look::of_page()]);
        styles.add(css, "");
        for tag in tags {
            let tag = match tag.strip_prefix('/') {
                Some(tag) => {
                    path.close();
                    looks.pop();
                    tag
                }
                None => tag,
            };
            path.open(element(tag));
            let rule = styles.rule(&path, Rule::default());
            looks.push(looks.last().unwrap().with(&rule));
        }
        looks.last().unwrap().hides() == Some(Hides::NotShown)
    }

    #[test]
    fn selectors_match_what_browsers_match() {
        for (selector, tags, expected) in [
            (".a", &["p class=b_a"][..], true),
            ("P.a", &["p class=a"], true),
            ("p.a.b", &["p class=a"], false),
            ("#x", &["p id=x"], true),
            ("*", &["p"], true),
            ("p > i", &["p", "i"], true),
            ("p>i", &["p", "b", "i"], false),
            ("p i", &["p", "b", "i"], true),
            ("div p > i", &["div", "p", "b", "p", "i"], true),
            ("p + i", &["div", "p", "/i"], true),
            ("p + i", &["div", "p", "/b", "/i"], false),
            ("p ~ i", &["div", "p", "/b", "/i"], true),
            ("p ~ i", &["div", "b", "/i"], false),
            ("p:first-child", &["div", "p"], true),
            ("p:first-child", &["div", "i", "/p"], false),
            ("[data-x]", &["p data-x=1"], true),
            ("p[data-x=\"1\"]", &["p data-x=1"], true),
            ("[class~=b]", &["p class=a_b"], true),
            ("[class^='a']", &["p class=b"], false),
            ("p::before", &["p"], false),
            ("p:hover", &["p"], false),
            ("a, .c", &["p class=c"], true),
        ] {
            let css = format!("@charset \"utf-8\"; /* {{ */ {selector} {{ margin: 0; display: none }}");
            assert_eq!(is_hidden(&css, tags), expected, "{selector} {tags:?}");
        }
    }

    #[test]
    fn the_stronger_rule_wins() {
        for (css, tag, expected) in [
            (".a{display:none} p{display:block}", "p class=a", true),
            ("p{display:none} .a{display:block}", "p class=a", false),
            (".a{display:none} .a{display:block}", "p class=a", false),
            ("#x{display:none} .a{display:block !important}", "p class=a id=x", false),
            (".a{display:none !important}", "p class=a style=display:block", true),
            (".a{display:none}", "p class=a style=display:block", false),
            (".a{display:none}", "p class=a style=display:contents", false),
            ("@media print{.a{display:none}} .b{display:none}", "p class=a", false),
            ("@media print{.a{color:red}} .b{display:none}", "p class=b", true),
            ("@media screen{.a{display:none}} ", "p class=a", true),
            ("@media screen{.b{color:red} } .a{display:none}", "p class=a", true),
            ("@font-face{src:url(x)} .a{display:none}", "p class=a", true),
            (".a{color:red; &:hover{display:none}}", "p class=a", false),
        ] {
            assert_eq!(is_hidden(css, &[tag]), expected, "{css} {tag}");
        }
    }

    #[test]
    fn after_many_steps_style_sheets_are_passed_over() {
        let (mut styles, mut path) = (Styles::default(), Path::default());
        styles.add("* * * * * * ~ * {display:none} p{display:none}", "");
        styles.steps = MOST_STEPS - 10_000;
        for _ in 0..300 {
            path.open(element("p"));
        }
        while styles.steps < MOST_STEPS {
            assert_eq!(styles.rule(&path, Rule::default()), Rule::gone());
        }
        assert_eq!(styles.rule(&path, Rule::default()), Rule::default());
    }
}
