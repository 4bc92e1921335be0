//! Articles as clients send them.

use serde::{Deserialize, Deserializer, Serialize};

use crate::docid::hash;

/// An article that asks for its `docId`. All fields are text, as Tang and Kou (2012) have them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[schema(example = json!({"url": "https://example.com/news/7", "title": "The harbour opens again after eleven years", "content": "The harbour opened again on Monday after eleven years."}))]
pub struct Article {
    /// Its own id, by which it is asked for later. Without one it is made of url, title and content.
    #[serde(skip_serializing_if = "String::is_empty", deserialize_with = "given_id")]
    #[schema(min_length = 1, max_length = 256, pattern = r"^[^\x00-\x1f\x7f-\x9f]*$")]
    pub id: String,
    /// Where it stands.
    #[schema(max_length = 8192)]
    pub url: String,
    /// Its headline.
    #[schema(max_length = 4096)]
    pub title: String,
    /// Its text.
    pub content: String,
    /// Its section, such as sports.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(max_length = 1024)]
    pub category: String,
    /// Who published it.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(max_length = 1024)]
    pub media: String,
    /// The number of its pictures.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(max_length = 32)]
    pub image_count: String,
}

/// Reads an id that is sent. An empty one could not be asked for.
fn given_id<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let id = String::deserialize(from)?;
    if id.is_empty() {
        return Err(serde::de::Error::custom("id is empty; leave it out, or give one"));
    }
    Ok(id)
}

/// An article as a store keeps it, with its history where the store has columns for it.
///
/// All fields are text. Such a store gets all of them each time, also the empty ones, so that no column is left over from
/// another article.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub(crate) struct StoredArticle {
    pub(crate) id: String,
    pub(crate) url: String,
    pub(crate) title: String,
    pub(crate) content: String,
    pub(crate) category: String,
    pub(crate) media: String,
    pub(crate) image_count: String,
    /// The number of times that it was sent.
    pub(crate) sent: String,
    /// The times when it was first and last sent, in milliseconds since 1970.
    pub(crate) first: String,
    pub(crate) last: String,
}

/// The fields of a stored article.
#[cfg(any(test, feature = "hbase"))]
pub(crate) const COLUMNS: [&str; 10] =
    ["id", "url", "title", "content", "category", "media", "imageCount", "sent", "first", "last"];

impl StoredArticle {
    /// Adds its history to an article.
    pub(crate) fn new(article: Article, sent: u64, first: i64, last: i64) -> StoredArticle {
        let Article { id, url, title, content, category, media, image_count } = article;
        let [sent, first, last] = [sent.to_string(), first.to_string(), last.to_string()];
        StoredArticle { id, url, title, content, category, media, image_count, sent, first, last }
    }

    /// Returns the article without its history.
    pub(crate) fn article(self) -> Article {
        let StoredArticle { id, url, title, content, category, media, image_count, .. } = self;
        Article { id, url, title, content, category, media, image_count }
    }
}

/// The most bytes of each field.
const MOST: [(&str, usize); 6] =
    [("id", 256), ("url", 8192), ("title", 4096), ("category", 1024), ("media", 1024), ("imageCount", 32)];

impl Article {
    /// Returns what is wrong with the article and what to change; none if nothing is.
    pub(crate) fn complaint(&self) -> Option<String> {
        let fields = [&self.id, &self.url, &self.title, &self.category, &self.media, &self.image_count];
        for ((name, most), value) in MOST.into_iter().zip(fields) {
            if value.len() > most {
                return Some(format!("{name} has {} bytes; at most {most} are allowed", value.len()));
            }
        }
        if self.id.chars().any(char::is_control) {
            return Some("id holds a control character; leave it out".into());
        }
        if [".", ".."].contains(&&*self.id) {
            return Some(format!("id is {:?}, which no path can end in; choose another", self.id));
        }
        if [&self.url, &self.title, &self.content].iter().all(|field| field.trim().is_empty()) {
            return Some("url, title and content are all empty; send at least one of them".into());
        }
        None
    }

    /// Returns the id by which it is asked for: its own, or one made of url, title and content.
    pub(crate) fn name(&self) -> String {
        if self.id.is_empty() {
            format!("{:032x}", hash(&[&self.url, &self.title, &self.content]))
        } else {
            self.id.clone()
        }
    }

    /// Returns a hash of all its fields except the id.
    pub(crate) fn version(&self) -> u128 {
        hash(&[&self.url, &self.title, &self.content, &self.category, &self.media, &self.image_count])
    }

    /// Returns the 128-bit key of its url; none without one.
    pub(crate) fn url_key(&self) -> Option<u128> {
        let url = self.url.trim();
        if url.is_empty() { None } else { Some(hash(&[url])) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Result<Article, String> {
        serde_json::from_str(json).map_err(|error| error.to_string())
    }

    #[test]
    fn a_field_that_is_not_known_is_named() {
        let error = read(r#"{"url": "u", "contents": "text"}"#).unwrap_err();
        assert!(error.contains("unknown field `contents`") && error.contains("`content`"), "{error}");
        let error = read(r#"{"id": "", "url": "u"}"#).unwrap_err();
        assert!(error.starts_with("id is empty; leave it out"), "{error}");
    }

    #[test]
    fn what_says_nothing_or_too_much_is_refused() {
        for (json, part) in [
            (r#"{}"#, "all empty"),
            (r#"{"title": " ", "content": "\n"}"#, "all empty"),
            (r#"{"id": "a\u0000b", "url": "u"}"#, "control character"),
            (r#"{"id": "..", "url": "u"}"#, "no path can end in"),
        ] {
            let complaint = read(json).unwrap().complaint().unwrap();
            assert!(complaint.contains(part), "{complaint}");
        }
        let long = Article { title: "t".repeat(5000), ..Article::default() };
        assert_eq!(long.complaint().unwrap(), "title has 5000 bytes; at most 4096 are allowed");
        assert_eq!(read(r#"{"title": "t"}"#).unwrap().complaint(), None);
    }

    #[test]
    fn a_stored_article_has_all_columns_and_is_read_from_fewer() {
        let article = Article { url: "u".into(), title: "题".into(), ..Article::default() };
        let stored = StoredArticle::new(article.clone(), 3, -4, 5);
        let json = serde_json::to_value(&stored).unwrap();
        let names: Vec<&String> = json.as_object().unwrap().keys().collect();
        let mut columns = COLUMNS;
        columns.sort_unstable();
        assert_eq!(names, columns);
        assert_eq!([&json["sent"], &json["first"], &json["last"], &json["media"]], ["3", "-4", "5", ""]);
        let plain: StoredArticle = serde_json::from_str(&serde_json::to_string(&article).unwrap()).unwrap();
        assert_eq!((stored.article(), plain.article()), (article.clone(), article));
    }

    #[test]
    fn the_same_article_has_the_same_name() {
        let article = read(r#"{"url": "u", "title": "t", "content": "c", "media": "m"}"#).unwrap();
        assert_eq!(article.name(), Article { media: String::new(), ..article.clone() }.name());
        assert_ne!(article.name(), Article { content: "d".into(), ..article.clone() }.name());
        assert_eq!(Article { id: "7".into(), ..article }.name(), "7");
    }
}
