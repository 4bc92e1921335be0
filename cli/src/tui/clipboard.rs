//! The clipboard: the terminal's own, also over SSH (OSC 52), or the buffer of tmux.
//!
//! No terminal says whether it took a text. [`Clipboard`] knows those that never do, so that nothing is told as copied that
//! was dropped. tmux passes OSC 52 on or not, as it is set up; its own command takes a text in any case, and sends it on.

use std::env;
use std::io::{self, Write};
use std::process::{Command, Stdio};

use ratatui::crossterm::clipboard::CopyToClipboard;
use ratatui::crossterm::execute;

use super::outside_messages::OutsideMessages;
use crate::render::thousands;

/// The most bytes of a text for a terminal. Terminals ignore longer sequences; xterm takes a little more.
const MAX_TEXT_BYTES: usize = 50_000;
/// The beginnings of `TERM` of terminals without a clipboard.
const WITHOUT: [&str; 6] = ["linux", "dumb", "vt", "cons", "eterm", "sun"];

/// A way to the clipboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Clipboard {
    /// A terminal that is not known to drop texts.
    Terminal,
    /// A terminal that drops texts in some of its versions or settings.
    Uncertain,
    /// tmux.
    Tmux,
    /// None: the terminal has no clipboard for programs.
    Missing,
}

/// The way that a text took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sent {
    to: Clipboard,
    /// The number of characters that were sent, and of all.
    chars: usize,
    all: usize,
}

impl Clipboard {
    /// Returns the way to the clipboard here.
    pub(super) fn here() -> Clipboard {
        Clipboard::of(|name| env::var(name).ok())
    }

    /// Returns the way to the clipboard, from the variables of the environment.
    fn of(variable: impl Fn(&str) -> Option<String>) -> Clipboard {
        let value = |name| variable(name).unwrap_or_default();
        let term = value("TERM");
        if !value("TMUX").is_empty() {
            Clipboard::Tmux
        } else if !value("STY").is_empty()
            || WITHOUT.iter().any(|name| term.starts_with(name))
            || value("TERM_PROGRAM") == "Apple_Terminal"
        {
            Clipboard::Missing
        } else if !value("VTE_VERSION").is_empty() || term.starts_with("screen") || term.starts_with("tmux") {
            Clipboard::Uncertain
        } else {
            Clipboard::Terminal
        }
    }

    /// Copies a text. What is too long for a terminal is cut.
    ///
    /// # Errors
    /// The terminal cannot be written.
    pub(super) fn copy(self, out: &mut impl Write, text: &str) -> io::Result<Sent> {
        let all = text.chars().count();
        let chars = match self {
            Clipboard::Missing => 0,
            Clipboard::Tmux if copy_to_tmux(text).is_ok() => all,
            Clipboard::Tmux => return Clipboard::Uncertain.copy(out, text),
            Clipboard::Terminal | Clipboard::Uncertain => {
                let shown = beginning(text);
                execute!(out, CopyToClipboard::to_clipboard_from(shown))?;
                shown.chars().count()
            }
        };
        Ok(Sent { to: self, chars, all })
    }
}

impl Sent {
    /// Tells the way that the text with a name took.
    pub(super) fn told(self, name: &str, messages: OutsideMessages) -> String {
        let count = self.all as u64;
        match self.to {
            Clipboard::Missing => messages.no_clipboard(name),
            Clipboard::Tmux => messages.copied_to_tmux(count, name),
            _ if self.chars < self.all => messages.sent_beginning(count, thousands(self.chars as u64), name),
            Clipboard::Terminal => messages.sent(count, name),
            Clipboard::Uncertain => messages.sent_perhaps(count, name),
        }
    }
}

/// Returns the beginning of a text that a terminal takes.
fn beginning(text: &str) -> &str {
    let ends = 0..=text.len().min(MAX_TEXT_BYTES);
    let end = ends.rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
    text.get(..end).unwrap_or(text)
}

/// Makes a text the newest buffer of tmux, which sends it to its terminal too. tmux knows `-w` since version 3.2.
fn copy_to_tmux(text: &str) -> io::Result<()> {
    let mut command = Command::new("tmux");
    command.args(["load-buffer", "-w", "-"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    if let Some(mut input) = child.stdin.take() {
        input.write_all(text.as_bytes())?;
    }
    if child.wait()?.success() { Ok(()) } else { Err(io::Error::other("tmux failed")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::Language;

    fn check(variables: &[(&str, &str)], expected: Clipboard) {
        let variable = |name: &str| {
            let known = variables.iter().find(|(known, _)| *known == name);
            known.map(|(_, value)| (*value).to_owned())
        };
        assert_eq!(Clipboard::of(variable), expected, "{variables:?}");
    }

    #[test]
    fn the_environment_tells_the_way_to_the_clipboard() {
        check(&[("TERM", "xterm-256color")], Clipboard::Terminal);
        check(&[], Clipboard::Terminal);
        check(&[("TERM", "linux")], Clipboard::Missing);
        check(&[("TERM", "vt220")], Clipboard::Missing);
        check(&[("TERM", "xterm-256color"), ("TERM_PROGRAM", "Apple_Terminal")], Clipboard::Missing);
        check(&[("TERM", "screen"), ("STY", "1.pts-0")], Clipboard::Missing);
        check(&[("TERM", "screen-256color")], Clipboard::Uncertain);
        check(&[("TERM", "xterm-256color"), ("VTE_VERSION", "7600")], Clipboard::Uncertain);
        check(&[("TERM", "tmux-256color"), ("TMUX", "/tmp/tmux-0/default,1,0")], Clipboard::Tmux);
    }

    #[test]
    fn a_long_text_is_cut_between_characters_and_told() {
        let mut out = vec![];
        let sent = Clipboard::Terminal.copy(&mut out, "盐").unwrap();
        assert_eq!(out, b"\x1b]52;c;55uQ\x1b\\");
        let messages = OutsideMessages(Language::English);
        assert_eq!(
            sent.told("a.md:1:1", messages),
            "a.md:1:1: sent to the terminal's clipboard (1 character)"
        );
        out.clear();
        let sent = Clipboard::Uncertain.copy(&mut out, &"盐".repeat(20_000)).unwrap();
        assert_eq!((sent.chars, sent.all), (16_666, 20_000));
        assert!(out.len() < 70_000);
        assert!(sent.told("it", messages).contains("only the first 16,666 of 20,000 characters"));
    }

    #[test]
    fn a_terminal_without_a_clipboard_gets_nothing() {
        let mut out = vec![];
        let sent = Clipboard::Missing.copy(&mut out, "salt").unwrap();
        assert!(out.is_empty());
        assert_eq!(
            sent.told("it", OutsideMessages(Language::English)),
            "it: not copied, this terminal has no clipboard for programs"
        );
    }
}
