//! Whether a text is a config file, and in words what is wrong with it where it is not.
//!
//! The reader of TOML says what is no TOML; what each setting has to be stands here, so that an error names the line,
//! the setting, what it has to be, and what it is. Knows nothing else of the program: `fuzz/` reads it too.

use toml::de::{DeTable, DeValue};

/// What a setting has to be.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Switch,
    Whole,
    Number,
    Text,
    Texts,
    OneOf(&'static [&'static str]),
}

/// All settings, under the names of their flags.
const SETTINGS: &[(&str, Kind)] = &[
    ("quiet", Kind::Switch),
    ("verbose", Kind::Switch),
    ("color", Kind::OneOf(&["auto", "always", "never"])),
    ("lang", Kind::OneOf(&["auto", "en", "zh"])),
    ("threads", Kind::Whole),
    ("encoding", Kind::Text),
    ("input-format", Kind::OneOf(&["text", "markdown", "html", "jsonl"])),
    ("glob", Kind::Texts),
    ("hidden", Kind::Switch),
    ("no-ignore", Kind::Switch),
    ("follow", Kind::Switch),
    ("dates-from-names", Kind::Switch),
    ("max-bytes", Kind::Whole),
    ("field-id", Kind::Text),
    ("field-title", Kind::Text),
    ("field-text", Kind::Text),
    ("field-author", Kind::Text),
    ("field-date", Kind::Text),
    ("field-url", Kind::Text),
    ("field-category", Kind::Text),
    ("profile", Kind::OneOf(&["robust", "paper"])),
    ("features", Kind::Text),
    ("idf", Kind::Text),
    ("skip", Kind::Text),
    ("words", Kind::Text),
    ("zh-tokens", Kind::OneOf(&["word", "char"])),
    ("min-jaccard", Kind::Number),
    ("reworded", Kind::OneOf(&["pairs", "always", "never"])),
    ("exclude", Kind::Texts),
    ("include", Kind::Texts),
    ("format", Kind::OneOf(&["text", "json", "jsonl"])),
    ("commonplaces", Kind::Switch),
    ("no-text", Kind::Switch),
    ("fail-over", Kind::Text),
    ("commit-every", Kind::Whole),
];

/// Letters that a mistyped name may differ in.
const MOST_TYPOS: usize = 2;
/// How much of a wrong text is shown.
const SHOWN_CHARS: usize = 40;

/// The names of all settings.
#[cfg(test)]
#[allow(
    dead_code,
    reason = "the tests that replay the seeds of `fuzz/` have this file too, and no use for it"
)]
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    SETTINGS.iter().map(|(name, _)| *name)
}

/// What is wrong with a config file, if anything is.
pub(super) fn check(text: &str) -> Result<(), String> {
    let table = DeTable::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        let why = error.message().replace('\n', " ").replace('`', "\"");
        format!("line {}: it is not TOML: {why}", line(text, at))
    })?;
    // The first one in the file, not in the alphabet.
    let mut settings: Vec<_> = table.get_ref().iter().collect();
    settings.sort_by_key(|(name, _)| name.span().start);
    for (name, value) in settings {
        check_setting(name.get_ref(), value.get_ref())
            .map_err(|why| format!("line {}: {why}", line(text, name.span().start)))?;
    }
    Ok(())
}

fn line(text: &str, at: usize) -> usize {
    text.bytes().take(at).filter(|&byte| byte == b'\n').count() + 1
}

fn check_setting(name: &str, value: &DeValue<'_>) -> Result<(), String> {
    let Some((_, kind)) = SETTINGS.iter().find(|(known, _)| *known == name) else {
        return Err(unknown(name));
    };
    if is(*kind, value) {
        return Ok(());
    }
    Err(format!("{name} must be {}, is {}", in_words(*kind), shown(value)))
}

fn unknown(name: &str) -> String {
    let near = SETTINGS.iter().map(|(known, _)| (strsim::levenshtein(known, name), *known)).min();
    let advice = match near {
        Some((typos, known)) if typos <= MOST_TYPOS => format!("did you mean \"{known}\"?"),
        _ => "the settings have the names of the flags, which `ibid check --help` lists".to_owned(),
    };
    format!("there is no setting \"{}\"; {advice}", shortened(name))
}

fn is(kind: Kind, value: &DeValue<'_>) -> bool {
    match (kind, value) {
        (Kind::Switch, DeValue::Boolean(_)) => true,
        (Kind::Whole, DeValue::Integer(number)) => {
            u64::from_str_radix(number.as_str(), number.radix()).is_ok()
        }
        (Kind::Number, DeValue::Integer(_) | DeValue::Float(_)) => true,
        (Kind::Text, DeValue::String(_)) => true,
        (Kind::Texts, DeValue::Array(values)) => {
            values.iter().all(|value| matches!(value.get_ref(), DeValue::String(_)))
        }
        (Kind::OneOf(names), DeValue::String(name)) => names.contains(&&**name),
        _ => false,
    }
}

fn in_words(kind: Kind) -> String {
    match kind {
        Kind::Switch => "true or false".to_owned(),
        Kind::Whole => "a whole number".to_owned(),
        Kind::Number => "a number".to_owned(),
        Kind::Text => "a text in quotation marks".to_owned(),
        Kind::Texts => "a list of texts, such as [\"*.log\"]".to_owned(),
        Kind::OneOf(names) => {
            let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
            format!("one of {}", names.join(", "))
        }
    }
}

fn shown(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => format!("\"{}\"", shortened(text)),
        DeValue::Integer(number) => shortened(number.as_str()),
        DeValue::Float(number) => shortened(number.as_str()),
        DeValue::Boolean(is) => is.to_string(),
        DeValue::Datetime(_) => "a date".to_owned(),
        DeValue::Array(_) => "a list".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(SHOWN_CHARS) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or("")),
        None => text.to_owned(),
    }
}
