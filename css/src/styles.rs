//! Style sheets, and the rules that they make for an element.

use std::collections::HashMap;

use crate::declare::{Rule, declarations};
use crate::media;
use crate::selector::{Path, Selector};
use crate::sheet::{Variables, alternatives, imported, split_closed, unescaped, without_comments};

/// The marks around a block.
const BRACES: [u8; 2] = [b'{', b'}'];
/// The longest list of selectors, in bytes, around a nested rule.
const MOST_OUTER: usize = 500;
/// The most rules of a page: more than any page has.
const MOST_RULES: usize = 20_000;
/// The most comparisons of a page: a second at most.
pub const MOST_STEPS: u64 = 50_000_000;

/// The style sheets of a page, weakest first.
#[derive(Clone, Debug, Default)]
pub struct Styles {
    rules: Vec<(Selector, [Rule; 2])>,
    /// The indices of the rules by the key of their selectors.
    by_key: HashMap<String, Vec<usize>>,
    steps: u64,
    variables: Variables,
    /// The texts that rules put before or behind elements.
    contents: Vec<String>,
}

/// The most such texts that are kept.
const MOST_CONTENTS: usize = 10_000;

impl Styles {
    /// Adds a style sheet for some media.
    pub fn add(&mut self, css: &str, media: &str) {
        if !media::holds(media) {
            return;
        }
        for css in imported(css).iter().map(String::as_str).chain([css]) {
            let css = without_comments(css);
            self.variables.gather(&css);
            self.add_block(&self.variables.resolve(&css));
        }
    }

    /// Returns the values of `content` that rules put before or behind elements, as they are written.
    pub fn contents(&self) -> &[String] {
        &self.contents
    }

    /// Returns whether no rule can match.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Counts the words in the values of `content`.
    pub fn words_of_contents(&self) -> usize {
        let mut count = 0;
        for value in &self.contents {
            // Every second piece stands between quotes.
            for string in value.split(['"', '\'']).skip(1).step_by(2) {
                for word in string.split_whitespace() {
                    count += usize::from(word.chars().any(char::is_alphanumeric));
                }
            }
        }
        count
    }

    fn add_block(&mut self, css: &str) {
        let mut rest = css;
        while let Some((head, tail)) = split_head(rest) {
            let is_group =
                ["@media", "@supports", "@layer", "@container"].iter().any(|name| head.starts_with(name));
            let holds = head.strip_prefix("@media").is_none_or(media::holds);
            if is_group && holds {
                // The block's content is read as if it stood alone, and its end is skipped like the end of a rule.
                rest = tail;
                continue;
            }
            let (body, after) = split_closed(tail, BRACES).unwrap_or((tail, ""));
            if !head.starts_with('@') {
                self.add_rule(head, body);
            }
            rest = after;
        }
    }

    fn add_rule(&mut self, head: &str, body: &str) {
        let (own, nested) = split_nested(body);
        if !nested.is_empty() {
            self.add_nested(head, nested);
        }
        self.add_content(head, own);
        let said = declarations(own);
        if said == [Rule::default(), Rule::default()] {
            return;
        }
        for selector in alternatives(head) {
            let Some(selector) = Selector::parse(selector.trim()) else { continue };
            if self.rules.len() >= MOST_RULES {
                return;
            }
            self.by_key.entry(selector.key()).or_default().push(self.rules.len());
            self.rules.push((selector, said));
        }
    }

    /// Adds the rules nested in a rule about `outer`.
    fn add_nested(&mut self, outer: &str, inner: &str) {
        let mut rest = inner;
        while let Some((head, tail)) = split_head(rest) {
            let (body, after) = split_closed(tail, BRACES).unwrap_or((tail, ""));
            // A block that is nested twice, or has a condition, is left out.
            if !head.starts_with('@') && !head.is_empty() && !body.contains('{') && outer.len() <= MOST_OUTER
            {
                for one in outer.split(',').map(str::trim) {
                    let mut heads = vec![];
                    for part in head.split(',') {
                        heads.push(match part.contains('&') {
                            true => part.replace('&', one),
                            false => format!("{one} {}", part.trim()),
                        });
                    }
                    self.add_rule(&heads.join(","), body);
                }
            }
            rest = after;
        }
    }

    /// Notes the text that a rule puts before or behind elements.
    fn add_content(&mut self, head: &str, own: &str) {
        if !(head.contains(":before") || head.contains(":after")) || self.contents.len() >= MOST_CONTENTS {
            return;
        }
        for declaration in own.split(';') {
            if let Some((property, value)) = declaration.split_once(':')
                && property.trim().eq_ignore_ascii_case("content")
            {
                self.contents.push(unescaped(value.trim()));
            }
        }
    }

    /// Returns the rule that style sheets and its own `style` make for the last element of a path. `hints`, from its
    /// other attributes, are weaker than all.
    pub fn rule(&mut self, path: &Path, hints: Rule) -> Rule {
        let Some(element) = path.last() else { return hints };
        let mut found = vec![];
        if !self.rules.is_empty() {
            for key in element.keys() {
                for &candidate in self.by_key.get(&key).into_iter().flatten() {
                    if self.steps < MOST_STEPS
                        && let Some((selector, said)) = self.rules.get(candidate)
                        && selector.matches(path, &mut self.steps)
                    {
                        found.push((selector.specificity(), candidate, said));
                    }
                }
            }
        }
        found.sort_unstable_by_key(|&(specificity, candidate, _)| (specificity, candidate));
        let own = match element.attribute("style") {
            Some(style) => declarations(&self.variables.resolve(style)),
            None => Default::default(),
        };
        let mut sum = hints;
        for weight in 0..2 {
            for (_, _, said) in &found {
                sum.add(&said[weight]);
            }
            sum.add(&own[weight]);
        }
        sum
    }
}

/// Splits a sheet into the head of its first block and the text after the opening brace.
fn split_head(css: &str) -> Option<(&str, &str)> {
    let (head, tail) = css.split_once('{')?;
    // A statement without a block, or the end of a group, may precede the head.
    let head = head.rsplit([';', '}']).next().unwrap_or_default();
    Some((head.trim(), tail))
}

/// Splits the body of a rule into its own declarations and the rules nested in it, which are about other elements.
fn split_nested(body: &str) -> (&str, &str) {
    let Some((before, _)) = body.split_once('{') else { return (body, "") };
    body.split_at_checked(before.rfind(';').unwrap_or(0)).unwrap_or((body, ""))
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

    /// Returns whether the last of these elements is hidden. A `/` before an element first closes the one before it.
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
            ("p:not(.b)", &["p class=a"], true),
            ("p:not(.a, .b)", &["p class=a"], false),
            ("p:nth-child(2)", &["div", "i", "/p"], true),
            ("p:nth-child(odd)", &["div", "i", "/p"], false),
            (":is(p, i).a", &["p class=a"], true),
            (":where(p > i)", &["p", "i"], true),
            (".\\61 ", &["p class=a"], true),
            ("p:last-child", &["p"], false),
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
            (".b{color:red; &.a{display:none}}", "p class=a_b", true),
            (":root{--d:none} .a{display:var(--d)}", "p class=a", true),
            (":root{--d:none} .dark{--d:block} .a{display:var(--d)}", "p class=a", false),
            ("@import url(data:text/css,.a%7Bdisplay:none});", "p class=a", true),
        ] {
            assert_eq!(is_hidden(css, &[tag]), expected, "{css} {tag}");
        }
    }

    #[test]
    fn after_many_steps_style_sheets_are_skipped() {
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
