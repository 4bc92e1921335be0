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
#[rustfmt::skip]
const DATES: &[&str] = &[
    "citation_publication_date", "citation_date", "dc.date", "dc.date.issued", "article:published_time",
    "og:published_time", "datepublished", "date", "pubdate", "publishdate", "publish-date", "publish_date",
    "parsely-pub-date",
];
const CATEGORIES: &[&str] = &["article:section", "section", "category"];

/// Reads the metadata of a page, which must still have its scripts.
pub(super) fn read(page: &Page) -> Metadata {
    let named = MetaElements::of(page);
    let record = json_ld(page).unwrap_or_default();
    let published = record.get("datePublished").and_then(Value::as_str).and_then(date::parse_date);
    let mut date = named.date().or(published);
    if date.is_none() {
        date = attribute(page, "time[datetime]", "datetime").as_deref().and_then(date::parse_date);
    }
    let title = named.first(TITLES).or(record.get("headline").and_then(names));
    let author = named.all(AUTHORS).or(record.get("author").and_then(names));
    let address = attribute(page, "link[rel=canonical]", "href").or(named.first(&["og:url"]));
    Metadata {
        title: title.or_else(|| shown(page, &["head > title", "h1"])),
        author: author.or_else(|| shown(page, &["[itemprop=author], a[rel=author]"])),
        date,
        url: address.filter(|url| url.starts_with("http")),
        category: named.first(CATEGORIES).or(record.get("articleSection").and_then(names)),
        ..Metadata::default()
    }
}

/// Returns the text of the first element of the first of some selectors whose first element has any.
fn shown(page: &Page, selectors: &[&str]) -> Option<String> {
    selectors.iter().find_map(|selector| tidy(&page.select_single(selector).nodes().first()?.text()))
}

/// Returns an attribute of the first element that a selector finds.
fn attribute(page: &Page, selector: &str, name: &str) -> Option<String> {
    tidy(&page.select_single(selector).attr(name)?)
}

/// The `meta` elements, with their names in lower case.
struct MetaElements(Vec<(String, String)>);

impl MetaElements {
    fn of(page: &Page) -> MetaElements {
        let mut metas = vec![];
        for node in page.select("meta[content]").nodes() {
            if let Some(name) = ["name", "property", "itemprop"].iter().find_map(|name| node.attr(name))
                && let Some(content) = tidy(&node.attr_or("content", ""))
            {
                metas.push((name.trim().to_ascii_lowercase(), content));
            }
        }
        MetaElements(metas)
    }

    fn of_name(&self, name: &str) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(move |(known, value)| (known == name).then_some(&**value))
    }

    fn first(&self, names: &[&str]) -> Option<String> {
        names.iter().find_map(|name| self.of_name(name).next()).map(str::to_owned)
    }

    /// Returns all values of the first name that has any. A URL is no author's name.
    fn all(&self, names: &[&str]) -> Option<String> {
        for name in names {
            let values: Vec<&str> = self.of_name(name).filter(|value| !value.starts_with("http")).collect();
            if !values.is_empty() {
                return Some(values.join("; "));
            }
        }
        None
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
        Value::Array(list) => tidy(&list.iter().filter_map(names).collect::<Vec<_>>().join("; ")),
        _ => None,
    }
}

/// Collapses white space. `None` for an empty text.
fn tidy(text: &str) -> Option<String> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (!text.is_empty()).then_some(text)
}
