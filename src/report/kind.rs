//! The kinds and the credit of passages, and the reasons to leave words out.

use serde::{Deserialize, Serialize};

/// The kind of copy that a passage is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A passage with a similarity of at least .98.
    #[default]
    Verbatim,
    /// A passage with a similarity of at least .6.
    NearVerbatim,
    /// A passage with parts that stand in another order in the source, or at other places of it; most of its words are
    /// equal.
    Reordered,
    /// A passage of no other kind, with many other words.
    Reworded,
    /// Words that may be reworded, and are too weak to accuse by: they are what texts on one topic share too. It does not
    /// count.
    Possible,
    /// A common phrase: too little information to be evidence of a copy. It does not count. JSON calls it
    /// `commonplace`.
    #[serde(rename = "commonplace")]
    CommonPhrase,
}

impl Kind {
    /// The least similarity of a verbatim passage: one word of fifty may differ.
    pub(crate) const VERBATIM: f64 = 0.98;
    /// The least similarity of a near-verbatim passage; of a reordered one, with its moved words. Both define terms of
    /// the glossary, and were set on 2026-11-21.
    pub(crate) const NEAR_VERBATIM: f64 = 0.6;

    /// Returns the kind of a passage whose parts stand in the same order, by its similarity.
    pub(crate) fn of_similarity(similarity: f64) -> Kind {
        match similarity {
            _ if similarity >= Kind::VERBATIM => Kind::Verbatim,
            _ if similarity >= Kind::NEAR_VERBATIM => Kind::NearVerbatim,
            _ => Kind::Reworded,
        }
    }

    /// Returns whether passages of this kind count.
    pub(crate) fn counts(self) -> bool {
        !matches!(self, Kind::Possible | Kind::CommonPhrase)
    }
}

/// The reason why something is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LeftOut {
    /// Words in the list of references.
    References,
    /// Words in a caption.
    Captions,
    /// Words in front matter, such as keywords and addresses.
    Front,
    /// Quoted words.
    Quotes,
    /// Cited words.
    Cited,
    /// Phrases that were given in a file.
    Phrases,
    /// A passage of a source by the same author.
    Own,
    /// A passage of a source that was named.
    Source,
    /// A passage of a source dated outside of the wanted time.
    Date,
    /// A passage that is too small.
    Small,
    /// A finding that too many documents have.
    Documents,
    /// A passage of a source that covers too little of the document.
    SmallSource,
    /// A part of a passage that is only *possible*, where these count as a whole.
    Within,
}

impl LeftOut {
    /// All reasons, in their order.
    pub const ALL: [LeftOut; 13] = [
        LeftOut::References,
        LeftOut::Captions,
        LeftOut::Front,
        LeftOut::Quotes,
        LeftOut::Cited,
        LeftOut::Phrases,
        LeftOut::Own,
        LeftOut::Source,
        LeftOut::Date,
        LeftOut::Small,
        LeftOut::Documents,
        LeftOut::SmallSource,
        LeftOut::Within,
    ];

    /// Returns the name as options and reports write it.
    pub fn name(self) -> &'static str {
        match self {
            LeftOut::References => "references",
            LeftOut::Captions => "captions",
            LeftOut::Front => "front",
            LeftOut::Quotes => "quotes",
            LeftOut::Cited => "cited",
            LeftOut::Phrases => "phrases",
            LeftOut::Own => "own",
            LeftOut::Source => "source",
            LeftOut::Date => "date",
            LeftOut::Small => "small",
            LeftOut::Documents => "documents",
            LeftOut::SmallSource => "small-source",
            LeftOut::Within => "within",
        }
    }

    /// Returns whether it leaves out words because of the part in which they stand, and not whole passages.
    pub(crate) fn is_of_words(self) -> bool {
        let of_words = [LeftOut::Quotes, LeftOut::Cited, LeftOut::Phrases];
        self.is_out_of_all() || of_words.contains(&self)
    }

    /// Returns whether its words are out of *all* too.
    pub(crate) fn is_out_of_all(self) -> bool {
        matches!(self, LeftOut::References | LeftOut::Captions | LeftOut::Front)
    }
}

/// The credit of a passage: the case that holds for at least nine tenths of its matched words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Credit {
    /// Words that are quoted and cited.
    Both,
    /// Quoted words.
    Quoted,
    /// Cited words.
    Cited,
    /// Words of which some are credited and some are not.
    Partly,
    /// Words that are neither quoted nor cited.
    #[default]
    Neither,
}
