//! The reader's own file of keys and theme, and the look of a review.
//!
//! The file is `ibid/review.toml` in the folder of settings, unless another one is named. A mistake in it is told on
//! standard error and at the bottom of the review, and leaves the rest as it is.

use std::path::{Path, PathBuf};

use ibid::system_reason;

use crate::args::{Showing, ThemeName};
use crate::exit::{self, Failure};
use crate::settings::Session;
use crate::tui::{Choices, KeyFile};

messages! { ReviewFileMessages:
    line first_of(count, mistake) => "{count} mistakes, first {mistake}", "有 {count} 处错误，首先是 {mistake}";
    line unreadable(path, why) => "cannot read {path}: {why}", "无法读取 {path}：{why}";
    text not_utf8 => "it is not UTF-8; save it as UTF-8", "不是 UTF-8；请存为 UTF-8";
}

/// Returns the reader's choices for a review, and tells the mistakes in the file.
///
/// # Errors
/// The file that is named cannot be read.
pub(crate) fn choices(session: &Session, showing: &Showing) -> anyhow::Result<Choices> {
    let Read { file, mistakes } = read(session, showing)?;
    let theme = match session.color(false) {
        true => file.theme.unwrap_or_default(),
        false => ThemeName::None,
    };
    let notice = match &*mistakes {
        [] => None,
        [only] => Some(only.clone()),
        [first, ..] => Some(ReviewFileMessages(session.language).first_of(mistakes.len(), first)),
    };
    Ok(Choices { theme, language: session.language, keymap: file.keymap, notice })
}

/// Returns the theme and keys in force, as a file.
///
/// # Errors
/// The file that is named cannot be read.
pub(crate) fn list(session: &Session, showing: &Showing) -> anyhow::Result<String> {
    let path = showing.keys.clone().or_else(usual_path).unwrap_or(PathBuf::from("review.toml"));
    Ok(read(session, showing)?.file.to_toml(&path.display().to_string(), session.language))
}

/// The file, and its mistakes with their places.
struct Read {
    file: KeyFile,
    mistakes: Vec<String>,
}

/// Reads the file, and tells its mistakes on standard error. `--theme` wins over its theme.
fn read(session: &Session, showing: &Showing) -> anyhow::Result<Read> {
    let mut read = Read { file: KeyFile::default(), mistakes: vec![] };
    let path = match &showing.keys {
        Some(path) => Some(path.clone()),
        None => usual_path().filter(|path| path.exists()),
    };
    if let Some(path) = &path {
        match std::fs::read(path).map(String::from_utf8) {
            Ok(Ok(text)) => read.parse(session, path, &text),
            Ok(Err(_)) => {
                read.tell_unreadable(session, path, ReviewFileMessages(session.language).not_utf8());
            }
            Err(error) if showing.keys.is_some() => {
                let why = system_reason(&error);
                return Err(Failure::usage(format!("--keys: cannot read {path:?}: {why}")));
            }
            Err(error) => read.tell_unreadable(session, path, &system_reason(&error)),
        }
    }
    read.file.theme = showing.theme.or(read.file.theme);
    Ok(read)
}

impl Read {
    fn parse(&mut self, session: &Session, path: &Path, text: &str) {
        self.file = KeyFile::parse(text, session.language);
        // At the bottom of a review there is no room for folders.
        let name = path.file_name().unwrap_or_default().display();
        for mistake in &self.file.mistakes {
            exit::say(&format!("{}:{}: {}", path.display(), mistake.line, mistake.why));
            self.mistakes.push(format!("{name}:{}: {}", mistake.line, mistake.why));
        }
    }

    fn tell_unreadable(&mut self, session: &Session, path: &Path, why: &str) {
        let message = ReviewFileMessages(session.language).unreadable(path.display(), why);
        exit::say(&message);
        self.mistakes.push(message);
    }
}

/// Returns the usual place of the file: in XDG_CONFIG_HOME or `~/.config`, on Windows in APPDATA.
fn usual_path() -> Option<PathBuf> {
    let folder = match cfg!(windows) {
        true => folder_in("APPDATA"),
        false => folder_in("XDG_CONFIG_HOME").or_else(|| Some(folder_in("HOME")?.join(".config"))),
    };
    Some(folder?.join("ibid").join("review.toml"))
}

/// Returns the folder that a variable of the environment names by its whole path.
fn folder_in(variable: &str) -> Option<PathBuf> {
    let folder = PathBuf::from(std::env::var_os(variable)?);
    folder.is_absolute().then_some(folder)
}
