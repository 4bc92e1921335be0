//! The parts of a paper that its source has in other files.

use super::without_comment;

/// How deep parts may stand in one another.
const DEPTH: usize = 16;
/// How many bytes all parts may have together.
const BYTES: usize = 64 << 20;
/// How many parts there may be.
const PARTS: usize = 2000;
/// The command whose argument may stand without braces.
const INPUT: &str = "\\input";
/// Commands that name a part.
const COMMANDS: [&str; 4] = [INPUT, "\\include", "\\subfile", "\\subfileinclude"];
/// Environments whose text is no source.
const VERBATIM: [&str; 6] = ["verbatim", "Verbatim", "lstlisting", "minted", "comment", "filecontents"];

/// Splices what `\input`, `\include` and `\subfile` name into one source.
///
/// `part` is given each name as it stands there, without blanks around it and mostly without its ending (`.tex`), and
/// returns the bytes of that file, or nothing where it is not to be had; who calls it sees to it that no name leads out
/// of the paper's folder. A part that stands in itself is left out, and so are parts nested deeper than 16 levels and what
/// comes after 64 MB or 2,000 parts, which is told. Names in comments and in verbatim text are no parts. Of a part that is a
/// document of its own (`\subfile`), the text is taken.
pub fn join(main: &[u8], part: &mut dyn FnMut(&str) -> Option<Vec<u8>>) -> Joined {
    let mut join = Join { out: String::new(), open: vec![], left: PARTS, is_cut: false, part };
    join.add(&String::from_utf8_lossy(main));
    Joined { source: join.out.into_bytes(), is_cut: join.is_cut }
}

/// A source with its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joined {
    /// The whole, in UTF-8.
    pub source: Vec<u8>,
    /// Whether something was left out because there is too much of it.
    pub is_cut: bool,
}

struct Join<'p> {
    out: String,
    /// The names of the parts that are being read.
    open: Vec<String>,
    left: usize,
    is_cut: bool,
    part: &'p mut dyn FnMut(&str) -> Option<Vec<u8>>,
}

impl Join<'_> {
    fn add(&mut self, source: &str) {
        // The end that the verbatim text is read up to.
        let mut verbatim: Option<String> = None;
        for line in source.split_inclusive('\n') {
            if self.out.len() > BYTES {
                self.is_cut = true;
                return;
            }
            if let Some(end) = &verbatim {
                if line.contains(end.as_str()) {
                    verbatim = None;
                }
                self.out.push_str(line);
                continue;
            }
            let text = without_comment(line);
            verbatim = VERBATIM.iter().find_map(|name| {
                let (_, rest) = text.split_once(&format!("\\begin{{{name}"))?;
                let end = format!("\\end{{{name}");
                (!rest.contains(&end)).then_some(end)
            });
            self.add_line(text);
            self.out.push_str(line.get(text.len()..).unwrap_or_default());
        }
    }

    fn add_line(&mut self, text: &str) {
        let mut rest = text;
        while let Some((before, name, after)) = split_part(rest) {
            self.out.push_str(before);
            self.add_part(name);
            rest = after;
        }
        self.out.push_str(rest);
    }

    fn add_part(&mut self, name: &str) {
        if self.open.iter().any(|open| bare(open) == bare(name)) {
            return;
        }
        if self.open.len() >= DEPTH || self.left == 0 || self.out.len() > BYTES {
            self.is_cut = true;
            return;
        }
        self.left -= 1;
        let Some(bytes) = (self.part)(name) else { return };
        let source = String::from_utf8_lossy(&bytes);
        let body = match source.split_once("\\begin{document}") {
            Some((_, body)) => body.split_once("\\end{document}").map_or(body, |(body, _)| body),
            None => &source,
        };
        self.open.push(name.to_owned());
        self.add(body);
        self.open.pop();
    }
}

/// A name without its ending.
fn bare(name: &str) -> &str {
    name.trim_start_matches("./").trim_end_matches(".tex")
}

/// The first part that a line names, with what stands before and behind it.
fn split_part(line: &str) -> Option<(&str, &str, &str)> {
    let (at, command) = line.match_indices('\\').find_map(|(at, _)| {
        let rest = line.get(at..)?;
        let command =
            COMMANDS.iter().find(|command| rest.starts_with(**command) && is_whole(line, at, command))?;
        Some((at, *command))
    })?;
    let after = line.get(at + command.len()..)?;
    let before = line.get(..at)?;
    let (name, rest) = match after.trim_start().strip_prefix('{') {
        Some(inner) => inner.split_once('}')?,
        // The form of TeX itself: the name ends with a blank.
        None if command == INPUT && after.starts_with([' ', '\t']) => {
            let after = after.trim_start();
            let end = after.find(|c: char| c.is_whitespace() || c == '\\').unwrap_or(after.len());
            after.split_at_checked(end)?
        }
        None => return None,
    };
    let name = name.trim().trim_matches('"');
    (!name.is_empty()).then_some((before, name, rest))
}

/// Whether a command does not go on, as `\inputenc`, and no backslash stands before it.
fn is_whole(line: &str, at: usize, command: &str) -> bool {
    let next = line.get(at + command.len()..).and_then(|rest| rest.chars().next());
    let before = line.get(..at).unwrap_or_default();
    let backslashes = before.chars().rev().take_while(|c| *c == '\\').count();
    next.is_none_or(|c| !c.is_ascii_alphabetic()) && backslashes % 2 == 0
}
