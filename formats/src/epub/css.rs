//! What style sheets say that hides text, as far as their selectors are simple: an element, a class, an id.

use std::collections::HashMap;
use std::rc::Rc;

use quick_xml::events::{BytesStart, Event};

use super::book::resolve;
use crate::limits::Watch;
use crate::package::Package;
use crate::xml::{attribute, name, reader};
use crate::{Fault, Why};

/// A chapter has at most this many style sheets that count.
const SHEETS: usize = 16;
/// Text of fewer pixels is not meant to be read.
const TINY: f32 = 3.0;
/// What is moved by more pixels is off the page.
const FAR: f32 = 900.0;

/// Rules by their selectors.
pub(super) type Rules = HashMap<String, Rule>;

/// The style sheets of a book by their paths.
#[derive(Debug, Default)]
pub(super) struct Sheets(HashMap<String, Rc<Rules>>);

/// What a rule says.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Rule {
    is_gone: Option<bool>,
    is_invisible: Option<bool>,
    is_white: Option<bool>,
    on_color: Option<bool>,
    is_off: Option<bool>,
    size: Option<Size>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Size {
    Pixels(f32),
    Times(f32),
}

/// How text looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub(super) is_gone: bool,
    is_invisible: bool,
    is_white: bool,
    on_color: bool,
    is_off: bool,
    pixels: f32,
}

impl Default for Look {
    fn default() -> Self {
        let (is_gone, is_invisible, is_white, on_color, is_off) = (false, false, false, false, false);
        Look { is_gone, is_invisible, is_white, on_color, is_off, pixels: 16.0 }
    }
}

impl Look {
    pub(super) fn with(self, rule: Rule) -> Look {
        Look {
            is_gone: self.is_gone || rule.is_gone == Some(true),
            is_invisible: rule.is_invisible.unwrap_or(self.is_invisible),
            is_white: rule.is_white.unwrap_or(self.is_white),
            on_color: rule.on_color.unwrap_or(self.on_color),
            is_off: self.is_off || rule.is_off == Some(true),
            pixels: match rule.size {
                Some(Size::Pixels(pixels)) => pixels,
                Some(Size::Times(times)) => self.pixels * times,
                None => self.pixels,
            },
        }
    }

    pub(super) fn hides(self) -> Option<Why> {
        let hidden = [
            (self.is_gone || self.is_invisible, Why::NotShown),
            (self.is_white && !self.on_color, Why::Color),
            (self.pixels < TINY, Why::Tiny),
            (self.is_off, Why::OffPage),
        ];
        hidden.into_iter().find(|(is, _)| *is).map(|(_, why)| why)
    }
}

impl Sheets {
    /// The rules that hold in a chapter, weakest first.
    pub(super) fn of_chapter(
        &mut self,
        path: &str,
        text: &str,
        package: &mut Package<'_>,
        watch: &Watch,
    ) -> Result<Vec<Rc<Rules>>, Fault> {
        let mut all = vec![];
        let mut in_style = false;
        let mut xml = reader(text.as_bytes());
        while all.len() < SHEETS {
            watch.check()?;
            match xml.read_event() {
                Ok(Event::Start(tag) | Event::Empty(tag)) => match name(&tag) {
                    "body" => break,
                    "link" if is_sheet(&tag) => {
                        let path = resolve(path, &attribute(&tag, "href").unwrap_or_default());
                        all.push(self.read(path, package)?);
                    }
                    other => in_style = other == "style",
                },
                Ok(Event::Text(text)) if in_style => all.push(Rc::new(rules(&text))),
                Ok(Event::CData(text)) if in_style => all.push(Rc::new(rules(&text))),
                Ok(Event::End(_)) => in_style = false,
                Ok(Event::Eof) | Err(_) => break,
                Ok(_) => {}
            }
        }
        Ok(all)
    }

    fn read(&mut self, path: String, package: &mut Package<'_>) -> Result<Rc<Rules>, Fault> {
        if let Some(known) = self.0.get(&path) {
            return Ok(Rc::clone(known));
        }
        let part = package.part(&path)?.unwrap_or_default();
        let read = Rc::new(rules(&String::from_utf8_lossy(&part)));
        self.0.insert(path, Rc::clone(&read));
        Ok(read)
    }
}

/// Whether a link is to a style sheet that always holds.
fn is_sheet(tag: &BytesStart<'_>) -> bool {
    attribute(tag, "rel").is_some_and(|rel| rel.eq_ignore_ascii_case("stylesheet"))
}

/// What the rules and its own attributes say of an element.
pub(super) fn rule(all: &[Rc<Rules>], tag: &BytesStart<'_>) -> Rule {
    let name = name(tag).to_ascii_lowercase();
    let classes = attribute(tag, "class").unwrap_or_default();
    let classes: Vec<&str> = classes.split_whitespace().collect();
    let id = attribute(tag, "id").map(|id| format!("#{id}"));
    let selectors = std::iter::once(name.clone())
        .chain(classes.iter().map(|class| format!(".{class}")))
        .chain(classes.iter().map(|class| format!("{name}.{class}")))
        .chain(id);
    let mut sum = Rule::default();
    for selector in selectors {
        all.iter().filter_map(|rules| rules.get(&selector)).for_each(|rule| sum.add(*rule));
    }
    if let Some(style) = attribute(tag, "style") {
        sum.add(declarations(&style));
    }
    if attribute(tag, "hidden").is_some() {
        sum.is_gone = Some(true);
    }
    sum
}

impl Rule {
    fn add(&mut self, stronger: Rule) {
        self.is_gone = stronger.is_gone.or(self.is_gone);
        self.is_invisible = stronger.is_invisible.or(self.is_invisible);
        self.is_white = stronger.is_white.or(self.is_white);
        self.on_color = stronger.on_color.or(self.on_color);
        self.is_off = stronger.is_off.or(self.is_off);
        self.size = stronger.size.or(self.size);
    }
}

/// The rules of a style sheet.
fn rules(css: &str) -> Rules {
    let mut rules = Rules::new();
    let css = without_comments(css);
    let mut rest = css.as_str();
    while let Some((head, tail)) = rest.split_once('{') {
        // After what ends before it: a statement without a block, or the block around it.
        let head = head.rsplit([';', '}']).next().unwrap_or_default().trim();
        if head.starts_with("@media") && !head.contains(['(', ',']) && !head.contains("print") {
            rest = tail;
        } else if head.starts_with('@') {
            rest = after_block(tail);
        } else {
            let (body, tail) = tail.split_once('}').unwrap_or((tail, ""));
            let rule = declarations(body);
            if rule != Rule::default() {
                let selectors = head.split(',').map(str::trim).filter(|selector| is_simple(selector));
                selectors.for_each(|selector| rules.entry(selector.to_owned()).or_default().add(rule));
            }
            rest = tail;
        }
    }
    rules
}

/// Whether a selector is that of one element, whatever it stands in.
fn is_simple(selector: &str) -> bool {
    !selector.is_empty() && !selector.contains([' ', '>', '+', '~', ':', '[', '*', '\n', '\t'])
}

fn without_comments(css: &str) -> String {
    let mut pieces = css.split("/*");
    let first = pieces.next().unwrap_or_default().to_owned();
    let rest = pieces.filter_map(|piece| piece.split_once("*/")).map(|(_, text)| text);
    rest.fold(first, |css, text| css + text)
}

/// What follows a block that is open.
fn after_block(css: &str) -> &str {
    let mut depth = 1;
    for (at, c) in css.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return css.get(at + 1..).unwrap_or_default();
        }
    }
    ""
}

fn declarations(css: &str) -> Rule {
    let mut rule = Rule::default();
    for declaration in css.split(';') {
        let Some((property, value)) = declaration.split_once(':') else { continue };
        let value = value.trim().trim_end_matches("!important").trim().to_ascii_lowercase();
        match property.trim().to_ascii_lowercase().as_str() {
            "display" => rule.is_gone = Some(value == "none"),
            "visibility" => rule.is_invisible = Some(value == "hidden" || value == "collapse"),
            "opacity" => rule.is_gone = rule.is_gone.or((value.parse() == Ok(0.0)).then_some(true)),
            "color" => rule.is_white = Some(is_white(&value) || is_clear(&value)),
            "background" | "background-color" => {
                rule.on_color = Some(!value.split_whitespace().any(|one| is_white(one) || is_clear(one)));
            }
            "font-size" => rule.size = size(&value),
            "text-indent" | "left" | "margin-left" | "top" => {
                rule.is_off =
                    matches!(size(&value), Some(Size::Pixels(pixels)) if pixels < -FAR).then_some(true);
            }
            _ => {}
        }
    }
    rule
}

fn is_white(color: &str) -> bool {
    let close: String = color.chars().filter(|c| !c.is_whitespace()).collect();
    matches!(close.as_str(), "white" | "#fff" | "#ffffff" | "rgb(255,255,255)")
}

fn is_clear(color: &str) -> bool {
    matches!(color, "transparent" | "none") || (color.starts_with("rgba(") && color.ends_with(",0)"))
}

fn size(value: &str) -> Option<Size> {
    let end =
        value.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | '-' | '+')).unwrap_or(value.len());
    let (number, unit) = value.split_at_checked(end)?;
    let number: f32 = number.parse().ok()?;
    match unit.trim() {
        "px" => Some(Size::Pixels(number)),
        "pt" => Some(Size::Pixels(number * 4.0 / 3.0)),
        "em" => Some(Size::Times(number)),
        "rem" => Some(Size::Pixels(number * 16.0)),
        "%" => Some(Size::Times(number / 100.0)),
        "" if number == 0.0 => Some(Size::Pixels(0.0)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_simple_rules_and_passes_over_others() {
        let css = "@charset \"utf-8\"; /* .a { display: none } */ p.b , .c { display: none; margin: 0 }\n\
            @media print { .d { display: none } } @media screen { .e { color: #FFF } }\n\
            .f .g { display: none } .h { font-size: 0 } @font-face { src: url(x) } .i{color:WHITE !important}";
        let rules = rules(css);
        let mut found: Vec<_> = rules.keys().map(String::as_str).collect();
        found.sort_unstable();
        assert_eq!(found, [".c", ".e", ".h", ".i", "p.b"]);
    }

    #[test]
    fn looks_hide_text_or_do_not() {
        let check = |style: &str, why: Option<Why>| {
            assert_eq!(Look::default().with(declarations(style)).hides(), why, "{style}");
        };
        check("display: block", None);
        check("display: none", Some(Why::NotShown));
        check("visibility:hidden", Some(Why::NotShown));
        check("opacity: 0", Some(Why::NotShown));
        check("opacity: 0.5", None);
        check("color: rgb(255, 255, 255)", Some(Why::Color));
        check("color: transparent", Some(Why::Color));
        check("color: white; background: #036 url(a)", None);
        check("color: white; background-color: #fff", Some(Why::Color));
        check("font-size: 1pt", Some(Why::Tiny));
        check("font-size: 10%", Some(Why::Tiny));
        check("font-size: small", None);
        check("font-size: 0.9em", None);
        check("text-indent: -9999px", Some(Why::OffPage));
        check("text-indent: -2em", None);
    }
}
