//! The metadata of a page: title, authors, date, URL and category.
//!
//! It comes from the `meta` elements, the JSON-LD (the records for search engines) and, last, the elements that show
//! it.

use dom_query::Document as Page;
use ibid::Metadata;
use ibid::date;
use serde_json::Value;

/// The names of `meta` elements, the most reliable first: for libraries, for the page itself, for social networks.
const TITLES: &[&str] = &["citation_title", "dc.title", "og:title", "twitter:title"];
const AUTHORS: &[&str] =
    &["citation_author", "dc.creator", "author", "article:author", "parsely-author", "byl"];
const DATES: &[&str] = &[
    "citation_publication_date",
    "citation_date",
    "dc.date",
    "dc.date.issued",
    "article:published_time",
    "og:published_time",
    "datepublished",
    "date",
    "pubdate",
    "publishdate",
    "publish-date",
    "publish_date",
    "parsely-pub-date",
];
const CATEGORIES: &[&str] = &["article:section", "section", "category"];

/// Reads the metadata of a page, which must still have its scripts.
pub(super) fn read(page: &Page) -> Metadata {
    let named = MetaElements::of(page);
    let record = json_ld(page).unwrap_or_default();
    let recorded = |name: &str| record.get(name).and_then(names);
    let published = record.get("datePublished").and_then(Value::as_str).and_then(date::parse_date);
    let shown_date = || attribute(page, "time[datetime]", "datetime").as_deref().and_then(date::parse_date);
    let address = attribute(page, "link[rel=canonical]", "href").or_else(|| named.first(&["og:url"]));
    Metadata {
        title: named
            .first(TITLES)
            .or_else(|| recorded("headline"))
            .or_else(|| shown(page, "head > title"))
            .or_else(|| shown(page, "h1")),
        author: named
            .all(AUTHORS)
            .or_else(|| recorded("author"))
            .or_else(|| shown(page, "[itemprop=author], a[rel=author]")),
        date: named.date().or(published).or_else(shown_date),
        url: address.filter(|url| url.starts_with("http")),
        category: named.first(CATEGORIES).or_else(|| recorded("articleSection")),
        ..Metadata::default()
    }
}

/// Returns the text of the first element that a selector finds.
fn shown(page: &Page, selector: &str) -> Option<String> {
    tidy(&page.select_single(selector).nodes().first()?.text())
}

/// Returns an attribute of the first element that a selector finds.
fn attribute(page: &Page, selector: &str, name: &str) -> Option<String> {
    tidy(&page.select_single(selector).attr(name)?)
}

/// The `meta` elements, with their names in lower case.
struct MetaElements(Vec<(String, String)>);

impl MetaElements {
    fn of(page: &Page) -> MetaElements {
        let metas = page.select("meta[content]");
        let named = metas.nodes().iter().filter_map(|node| {
            let name = ["name", "property", "itemprop"].iter().find_map(|attribute| node.attr(attribute))?;
            Some((name.trim().to_ascii_lowercase(), tidy(&node.attr("content")?)?))
        });
        MetaElements(named.collect())
    }

    fn of_name(&self, name: &str) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    fn first(&self, names: &[&str]) -> Option<String> {
        names.iter().find_map(|name| self.of_name(name).next()).map(str::to_owned)
    }

    /// Returns all values of the first name that has any. A URL is no author's name.
    fn all(&self, names: &[&str]) -> Option<String> {
        names.iter().find_map(|name| {
            let values: Vec<&str> = self.of_name(name).filter(|value| !value.starts_with("http")).collect();
            (!values.is_empty()).then(|| values.join("; "))
        })
    }

    fn date(&self) -> Option<String> {
        DATES.iter().find_map(|name| self.of_name(name).find_map(date::parse_date))
    }
}

/// Returns the first record about a text. `serde_json` refuses nesting deeper than 128 levels.
fn json_ld(page: &Page) -> Option<Value> {
    let scripts = page.select("script[type='application/ld+json']");
    scripts.nodes().iter().find_map(|script| article_in(serde_json::from_str(&script.text()).ok()?))
}

fn article_in(value: Value) -> Option<Value> {
    match value {
        Value::Array(list) => list.into_iter().find_map(article_in),
        Value::Object(mut object) if !object.contains_key("headline") => article_in(object.remove("@graph")?),
        Value::Object(_) => Some(value),
        _ => None,
    }
}

fn names(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => tidy(text),
        Value::Object(object) => names(object.get("name")?),
        Value::Array(list) => {
            let names: Vec<String> = list.iter().filter_map(names).collect();
            (!names.is_empty()).then(|| names.join("; "))
        }
        _ => None,
    }
}

/// Collapses white space. `None` for an empty text.
fn tidy(text: &str) -> Option<String> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (!text.is_empty()).then_some(text)
}
