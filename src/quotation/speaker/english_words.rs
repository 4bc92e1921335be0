//! English words by which a speaker is found, in lower case except for abbreviations.

/// Verbs of saying in their forms, except for those in -ing.
#[rustfmt::skip]
pub(super) const SAID: &[&str] = &[
    "said", "says", "say", "told", "tells", "tell", "asked", "asks", "ask", "added", "adds", "add", "wrote",
    "writes", "write", "written", "noted", "notes", "stated", "states", "announced", "announces", "argued",
    "argues", "argue", "claimed", "claims", "claim", "commented", "comments", "concluded", "concludes",
    "confirmed", "confirms", "continued", "continues", "declared", "declares", "explained", "explains",
    "explain", "insisted", "insists", "insist", "joked", "jokes", "observed", "observes", "predicted",
    "predicts", "recalled", "recalls", "remarked", "remarks", "replied", "replies", "reply", "reported",
    "reports", "responded", "responds", "shouted", "shouts", "stressed", "stresses", "suggested",
    "suggests", "testified", "testifies", "tweeted", "tweets", "urged", "urges", "vowed", "vows", "warned",
    "warns", "warn", "whispered", "whispers", "answered", "answers", "admitted", "admits", "acknowledged",
    "acknowledges", "agreed", "agrees", "alleged", "alleges", "asserted", "asserts", "cautioned",
    "cautions", "complained", "complains", "conceded", "concedes", "cried", "cries", "denied", "denies",
    "disclosed", "discloses", "emphasised", "emphasized", "emphasises", "emphasizes", "exclaimed",
    "exclaims", "indicated", "indicates", "maintained", "maintains", "mentioned", "mentions", "quipped",
    "quips", "repeated", "repeats", "reiterated", "reiterates", "revealed", "reveals", "yelled", "posted",
    "called", "calls", "described", "describes", "termed", "labelled", "labeled", "dubbed", "charged",
    "charges", "contended", "contends", "demanded", "demands", "interjected", "muttered", "murmured",
    "promised", "promises", "pledged", "pledges", "proposed", "proposes", "protested", "protests", "read",
    "reads", "reasoned", "retorted", "screamed", "sighed", "snapped", "wondered", "wonders", "recounted",
    "lamented", "quoted", "cited", "characterised", "characterized", "spoke", "expressed", "believes",
    "believed", "thought", "boasted", "mused", "opined", "advised", "advises", "ordered", "appealed",
    "appeals", "affirmed", "affirms", "clarified", "elaborated", "hailed", "praised", "blasted",
    "criticised", "criticized", "accused", "condemned", "denounced",
];

/// Verbs of saying that are also nouns, adjectives or words for other things. They do not count elsewhere in the
/// sentence of a quotation, only beside it.
#[rustfmt::skip]
pub(super) const SAID_BESIDE: &[&str] = &[
    "continued", "continues", "agreed", "agrees", "proposed", "proposes", "read", "reads", "reported",
    "reports", "report", "posted", "charged", "charges", "maintained", "maintains", "demanded", "demands",
    "written", "notes", "comments", "states", "claims", "claim", "appeals", "protests", "spoke", "thought",
    "cries", "promises", "promised", "pledges", "pledged", "remarks", "repeated", "indicated", "indicates",
    "alleged", "reply", "ordered", "accused", "cited", "answers", "believed", "believes", "tell", "say",
    "ask", "add", "write", "explain", "argue", "warn", "insist", "advised", "expressed", "adding",
    "announced", "announces", "revealed", "reveals", "disclosed", "discloses", "suggested", "suggests",
    "denied", "denies",
];

/// Verbs of saying in -ing; their subject is the subject of the sentence.
#[rustfmt::skip]
pub(super) const SAYING: &[&str] = &[
    "saying", "adding", "telling", "asking", "writing", "noting", "stating", "arguing", "claiming",
    "commenting", "concluding", "declaring", "explaining", "insisting", "observing", "recalling",
    "remarking", "replying", "responding", "stressing", "suggesting", "urging", "vowing", "warning",
    "answering", "calling", "describing", "emphasising", "emphasizing", "quoting", "promising", "shouting",
    "announcing", "cautioning",
];

/// Words for the listener, between the verb and the quotation: `he told reporters "no"`.
#[rustfmt::skip]
pub(super) const TO_WHOM: &[&str] = &[
    "reporters", "journalists", "reuters", "him", "her", "them", "me", "us", "parliament", "congress",
    "lawmakers", "newsmen", "correspondents", "delegates", "investors", "analysts", "shareholders", "cnn",
    "bbc", "ap", "afp",
];

/// Words that may stand between a subject and its verb.
#[rustfmt::skip]
pub(super) const BETWEEN: &[&str] = &[
    "has", "had", "have", "also", "then", "later", "earlier", "further", "again", "once", "now", "still",
    "just", "always", "often", "never", "not", "did", "does", "do", "would", "will", "could", "may",
    "might", "even", "only", "himself", "herself", "themselves", "itself", "today", "yesterday", "tonight",
];

/// Verbs that say with `it` or `this` behind them.
#[rustfmt::skip]
pub(super) const PUT: &[&str] = &[
    "put", "puts", "phrased", "phrases", "expressed", "formulated",
];

/// Words for what somebody said or wrote, with `of` or `from` behind them.
#[rustfmt::skip]
pub(super) const WORDS: &[&str] = &[
    "words", "letter", "statement", "speech", "memo", "note", "message", "testimony", "diary", "remarks",
];

/// Words that begin a clause about the subject before them.
#[rustfmt::skip]
pub(super) const RELATIVE: &[&str] = &[
    "who", "whose", "whom", "which", "where", "when",
];

/// Participles that begin a phrase about the subject before them.
#[rustfmt::skip]
pub(super) const ASIDE: &[&str] = &[
    "asked", "quoted", "cited", "reported", "called", "described", "accused", "told", "urged", "advised", "charged",
];

/// Forms of "be"; with one of these the subject is not the speaker.
#[rustfmt::skip]
pub(super) const PASSIVE: &[&str] = &[
    "is", "are", "was", "were", "be", "been", "being",
];

/// Words at which a name ends, read backwards.
#[rustfmt::skip]
pub(super) const STARTS_CLAUSE: &[&str] = &[
    "but", "that", "when", "while", "if", "because", "which", "where", "after", "before", "since",
    "although", "though", "so", "until", "than", "whether", "as", "or", "yet", "nor", "what", "how", "why",
    "whose", "who", "and", "is", "are", "was", "were", "has", "had", "have", "been", "be", "would", "will",
    "could", "may", "might", "should", "said", "says", "told",
];

/// Words at which a name ends, read forwards.
#[rustfmt::skip]
pub(super) const ENDS_NAME: &[&str] = &[
    "in", "at", "on", "after", "before", "during", "when", "as", "while", "who", "which", "that", "to",
    "because", "if", "from", "with", "by", "into", "about", "over", "under", "since", "until", "outside",
    "inside", "following", "through", "last", "this", "next", "earlier", "later", "yesterday", "today",
    "tonight", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "but",
    "referring", "speaking", "whose", "where", "was", "is", "has", "had", "said", "told", "speaks", "via",
    "recently", "then", "again", "explaining", "adding", "noting", "citing", "describing", "quoting", "not",
    "only", "so",
];

/// Words that begin a phrase before a subject, not the subject.
#[rustfmt::skip]
pub(super) const BEFORE_SUBJECT: &[&str] = &[
    "in", "at", "on", "after", "before", "during", "by", "for", "with", "from", "under", "since", "until",
    "when", "while", "if", "because", "although", "though", "as", "asked", "speaking", "according",
    "despite", "amid", "following", "earlier", "later", "yesterday", "today", "meanwhile", "however",
    "still", "but", "and", "yet", "also", "then", "now", "last", "instead", "indeed", "moreover",
    "separately", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "to",
    "that", "or", "nor", "so", "over", "about", "among", "through", "than", "which", "who", "whether",
    "where", "besides", "of", "into", "like", "not", "only", "once", "finally", "recently", "there",
    "noting", "citing", "adding", "saying",
];

/// Words that begin a name.
#[rustfmt::skip]
pub(super) const DETERMINERS: &[&str] = &[
    "the", "a", "an", "one", "another", "some", "many", "his", "her", "its", "their", "our", "my", "two",
    "three", "several", "both", "most", "other", "these", "those", "this", "each", "few",
];

/// Words that name a speaker by themselves.
#[rustfmt::skip]
pub(super) const PRONOUNS: &[&str] = &[
    "he", "she", "it", "they", "we", "i", "you", "who", "others", "someone", "everyone", "nobody",
];

/// Abbreviations that a dot belongs to.
#[rustfmt::skip]
pub(super) const ABBREVIATIONS: &[&str] = &[
    "Mr", "Mrs", "Ms", "Dr", "Gen", "Gov", "Sen", "Rep", "Lt", "Col", "St", "Prof", "Sgt", "Capt", "Rev",
    "Jr", "Sr", "Inc", "Corp", "Ltd", "Co", "Hon", "Maj", "Adm", "Messrs", "Reps", "Sens", "Jan", "Feb",
    "Aug", "Sept", "Oct", "Nov", "Dec", "No", "vs", "etc", "Mt", "Ave", "Bros", "Cie", "Plc",
];
