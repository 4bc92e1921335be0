//! Articles and their ids: the parts that all ways of sending share, and the interface of the paper.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::Json;
use axum::extract::State;
use moka::sync::Cache;
use serde::{Deserialize, Serialize};

use super::Service;
use super::body::{Asked, parse};
use super::problem::{Problem, Refused};
use crate::article::Article;
use crate::checks::Refusal;
use crate::docid::{DocId, hash};
use crate::keys::ArticleKeys;
use crate::register::{Assigned, MatchedBy, RefusedArticle, Sent};
use crate::signature::{ContentSignature, Signer};
use crate::wording::{DifferBy, Difference};

/// The time for which the signature of a text is cached, since cutting the text into words is costly.
const KEPT: Duration = Duration::from_secs(7 * 24 * 60 * 60);
/// The least bytes of a text worth caching; shorter ones are cut faster than looked up.
const WORTH_KEEPING: usize = 256;
/// The bytes from which a text is cut on its own thread.
const LONG: usize = 32 << 10;

/// The answer to an article that was sent.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Answer {
    /// The id that it shares with all articles that say the same.
    #[schema(value_type = String, example = "cdd71f57317390e7-ad7b2a053b6e4176", pattern = "^[0-9a-f]{16}-[0-9a-f]{16}$")]
    doc_id: DocId,
    /// `success`.
    #[schema(example = "success")]
    status: &'static str,
    /// `good`: the article could be told from others.
    #[schema(example = "good")]
    filter_status: &'static str,
    /// In words, how the id was found.
    #[schema(example = "docId_filter good news")]
    filter_reason: String,
    /// How the id was found.
    matched_by: MatchedBy,
    /// The bits in which the fingerprints differ, of the titles or else of the contents, where they led to the id
    /// (`--rule paper`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0, maximum = 64)]
    distance: Option<u32>,
    /// The share of the words that stand in both contents in the same order, where they led to the id; the bag Jaccard
    /// of the words under `--rule paper`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0.7, maximum = 1.0)]
    similarity: Option<f64>,
    /// The most similar earlier article that this one does not repeat, where the id is new.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<RefusedAnswer>,
    /// The article's own id, by which it is asked for.
    id: String,
    #[serde(skip)]
    pub(crate) is_new: bool,
}

/// An earlier article that was proposed, and the difference that decided against it.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RefusedAnswer {
    /// The id of the earlier article.
    #[schema(value_type = String, example = "cdd71f57317390e7-ad7b2a053b6e4176", pattern = "^[0-9a-f]{16}-[0-9a-f]{16}$")]
    doc_id: DocId,
    /// The property in which they differ.
    differ_by: DifferBy,
    /// The facts of this article at the first place where they differ.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(example = "5.1")]
    here: String,
    /// The facts of the earlier article at this place.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(example = "4.3")]
    there: String,
    /// The share of the words that stand in both contents in the same order.
    #[schema(minimum = 0, maximum = 1)]
    similarity: f64,
}

impl RefusedAnswer {
    fn of(RefusedArticle { doc, similarity, difference }: RefusedArticle) -> RefusedAnswer {
        let Difference { by, here, there } = difference;
        RefusedAnswer { doc_id: doc, differ_by: by, here, there, similarity }
    }
}

impl Answer {
    fn of(assigned: Assigned) -> Answer {
        let filter_reason = match assigned.matched_by {
            MatchedBy::None => "docId_filter good news".to_owned(),
            by => format!("docId_filter repeated by {}", by.name()),
        };
        Answer {
            doc_id: assigned.doc,
            status: "success",
            filter_status: "good",
            filter_reason,
            matched_by: assigned.matched_by,
            distance: assigned.distance,
            similarity: assigned.similarity,
            refused: assigned.refused.map(RefusedAnswer::of),
            id: assigned.name,
            is_new: assigned.is_new,
        }
    }

    /// Returns the id by which the article is asked for.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }
}

/// A cache of signatures by the hash of the text, each kept for seven days.
pub(crate) struct Signatures {
    cache: Cache<u128, Arc<ContentSignature>>,
}

impl Signatures {
    /// Makes a cache of at most this many bytes.
    pub(crate) fn new(bytes: u64) -> Signatures {
        let size = |_: &u128, signature: &Arc<ContentSignature>| (signature.size() + 64) as u32;
        let cache = Cache::builder().max_capacity(bytes).weigher(size).time_to_live(KEPT).build();
        Signatures { cache }
    }

    fn of(&self, signer: &Signer, text: &str) -> Arc<ContentSignature> {
        if text.len() < WORTH_KEEPING {
            return Arc::new(signer.content(text));
        }
        let key = hash(&[text]);
        if let Some(signature) = self.cache.get(&key) {
            return signature;
        }
        let signature = Arc::new(signer.content(text));
        self.cache.insert(key, signature.clone());
        signature
    }
}

impl Service {
    /// Gives an article its `docId`.
    pub(crate) async fn assign(
        self: &Arc<Service>,
        article: Article,
        is_put: bool,
    ) -> Result<Answer, Problem> {
        if let Some(complaint) = article.complaint() {
            return Err(Problem::content(complaint));
        }
        let sent = if article.content.len() < LONG {
            self.sign(article, is_put)
        } else {
            let service = self.clone();
            let signed = tokio::task::spawn_blocking(move || service.sign(article, is_put));
            signed.await.or(Err(Refusal::Stopped))?
        };
        let assigned = self.register.assign(sent).await?;
        self.figures.assigned(assigned.matched_by);
        tracing::info!(
            docId = %assigned.doc,
            matchedBy = assigned.matched_by.name(),
            distance = assigned.distance,
            similarity = assigned.similarity,
            refused = assigned.refused.as_ref().map(|refused| tracing::field::display(refused.doc)),
            "docId"
        );
        Ok(Answer::of(assigned))
    }

    /// Makes the keys and the words of an article that has come.
    fn sign(&self, article: Article, is_put: bool) -> Sent {
        let title = self.signer.title(&article.title);
        let content = self.signatures.of(&self.signer, &article.content);
        let article_keys = ArticleKeys::of(title, &content);
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as i64;
        Sent {
            article,
            article_keys,
            wording: content.wording.clone(),
            match_by: self.settings.match_by,
            is_put,
            now,
        }
    }
}

/// The query of the paper's interface.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct JsonQuery {
    /// The article, as an object of JSON.
    #[param(
        example = r#"{"url":"https://example.com/1","title":"The harbour opens again after eleven years","content":"The harbour opened again on Monday."}"#
    )]
    json: String,
}

/// Gives an article its `docId`, as Tang and Kou (2012) ask for it.
#[utoipa::path(
    get,
    path = "/docId/getDocId",
    tag = "docId",
    params(JsonQuery),
    responses(
        (status = 200, description = "Its docId", body = Answer),
        Refused,
    )
)]
pub(crate) async fn get_doc_id(
    State(service): State<Arc<Service>>,
    Asked(query): Asked<JsonQuery>,
) -> Result<Json<Answer>, Problem> {
    let article: Article = parse(query.json.as_bytes(), "json")?;
    service.assign(article, false).await.map(Json)
}
