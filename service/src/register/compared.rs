//! The decision of [`Rule::Facts`](crate::Rule::Facts): the earlier articles that were proposed are compared with an
//! article, and the best of them gives its `docId`.

use super::batch::Decision;
use super::{MatchBy, MatchedBy, RefusedArticle};
use crate::keys::{ArticleKeys, Owner};
use crate::signature::SHORT;
use crate::wording::Wording;

/// The least share of words in order for which a refused article is named.
const LEAST_NAMED: f64 = 0.5;

/// The article that is decided.
pub(super) struct Candidate<'a> {
    pub(super) article_keys: &'a ArticleKeys,
    pub(super) wording: &'a Wording,
    pub(super) may: MatchBy,
}

/// The result of the comparisons with earlier articles.
#[derive(Default)]
pub(super) struct Compared {
    identical: Option<Owner>,
    title: Option<Owner>,
    /// The most similar near article; of several the oldest.
    near: Option<(f64, Owner)>,
    /// The most similar refused article.
    refused: Option<RefusedArticle>,
}

impl Compared {
    /// Compares the article with an earlier one that has these keys and words.
    pub(super) fn compare(
        &mut self,
        this: &Candidate<'_>,
        owner: Owner,
        keys: &ArticleKeys,
        words: &Wording,
    ) {
        let Candidate { article_keys, wording, may } = this;
        let may_be_near = if wording.length() < SHORT { may.content_words } else { may.content };
        let has_title = may.title && article_keys.title.is_some() && article_keys.title == keys.title;
        if may_be_near && article_keys.content.is_some() && article_keys.content == keys.content {
            self.identical = Some(oldest(self.identical, owner));
            return;
        }
        let compared = wording.compare(words);
        let has_words = !wording.is_empty() && !words.is_empty();
        let title_difference =
            if has_title && has_words { wording.under_title(words, &compared) } else { None };
        if has_title && title_difference.is_none() {
            self.title = Some(oldest(self.title, owner));
        }
        let similarity = compared.similarity;
        if compared.difference.is_none() && has_words && may_be_near {
            let is_better = match self.near {
                None => true,
                Some((best, known)) => similarity > best || similarity == best && owner < known,
            };
            if is_better {
                self.near = Some((similarity, owner));
            }
            return;
        }
        let is_better = self.refused.as_ref().is_none_or(|refused| similarity > refused.similarity);
        if (has_title || similarity >= LEAST_NAMED)
            && is_better
            && let Some(difference) = title_difference.or(compared.difference)
        {
            self.refused = Some(RefusedArticle { doc: owner.doc, similarity, difference });
        }
    }

    /// Decides by an identical content, then by the title, then by a near content. Without a decision, the most
    /// similar article that was refused is returned.
    pub(super) fn decide(self) -> Result<Decision, Option<RefusedArticle>> {
        let (owner, matched_by, similarity) = if let Some(owner) = self.identical {
            (owner, MatchedBy::Identical, None)
        } else if let Some(owner) = self.title {
            (owner, MatchedBy::Title, None)
        } else if let Some((similarity, owner)) = self.near {
            (owner, MatchedBy::Near, Some(similarity))
        } else {
            return Err(self.refused);
        };
        Ok(Decision { doc: owner.doc, matched_by, distance: None, similarity })
    }
}

/// Returns the older of two owners, of which the first may be missing.
fn oldest(known: Option<Owner>, owner: Owner) -> Owner {
    known.unwrap_or(owner).min(owner)
}
