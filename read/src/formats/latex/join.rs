//! Splices the parts of a paper that its source has in other files.

use super::without_comment;

/// The most levels to which parts may be nested.
const DEPTH: usize = 16;
/// The most bytes of all parts together.
const BYTES: usize = 64 << 20;
/// The most parts of a paper.
const PARTS: usize = 2000;
/// The command whose argument may stand without braces.
const INPUT: &str = "\\input";
/// The commands that include a part.
const COMMANDS: [&str; 4] = [INPUT, "\\include", "\\subfile", "\\subfileinclude"];
/// The environments whose text is no source.
const VERBATIM: [&str; 6] = ["verbatim", "Verbatim", "lstlisting", "minted", "comment", "filecontents"];

/// Splices the files that `\input`, `\include` and `\subfile` include into one source.
///
/// `part` is given each name as it stands, without blanks around it and mostly without its ending (`.tex`). It returns
/// the bytes of that file, or `None` if the file is not available; the caller ensures that no name leads out of the
/// paper's folder. A part that includes itself is left out. So are parts nested deeper than 16 levels and everything
/// after 64 MB or 2,000 parts, which sets [`JoinedSource::is_cut`]. Names in comments and in verbatim text are no parts. Of a
/// part that is a document of its own (`\subfile`), only the text is taken.
pub fn join(main: &[u8], part: &mut dyn FnMut(&str) -> Option<Vec<u8>>) -> JoinedSource {
    let mut join = Join { out: String::new(), open: vec![], left: PARTS, is_cut: false, part };
    join.add(&String::from_utf8_lossy(main));
    JoinedSource { source: join.out.into_bytes(), is_cut: join.is_cut }
}

/// A source with its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JoinedSource {
    /// The joined source, in UTF-8.
    pub source: Vec<u8>,
    /// True if something was left out because of a limit.
    pub is_cut: bool,
}

struct Join<'p> {
    out: String,
    /// The names of the open parts.
    open: Vec<String>,
    left: usize,
    is_cut: bool,
    part: &'p mut dyn FnMut(&str) -> Option<Vec<u8>>,
}

impl Join<'_> {
    fn add(&mut self, source: &str) {
        // The end of the open verbatim text.
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
            verbatim = open_verbatim(text);
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
            Some((_, body)) => body.split("\\end{document}").next().unwrap_or(body),
            None => &source,
        };
        self.open.push(name.to_owned());
        self.add(body);
        self.open.pop();
    }
}

/// Returns the end of the verbatim text that a line leaves open.
fn open_verbatim(line: &str) -> Option<String> {
    for name in VERBATIM {
        let Some((_, rest)) = line.split_once(&format!("\\begin{{{name}")) else { continue };
        let end = format!("\\end{{{name}");
        if !rest.contains(&end) {
            return Some(end);
        }
    }
    None
}

/// Returns a name without `./` and its ending.
fn bare(name: &str) -> &str {
    name.trim_start_matches("./").trim_end_matches(".tex")
}

/// Returns the first part that a line includes, with the text before and behind it.
fn split_part(line: &str) -> Option<(&str, &str, &str)> {
    let (before, command, after) = split_command(line)?;
    let (name, rest) = match after.trim_start().strip_prefix('{') {
        Some(inner) => inner.split_once('}')?,
        // In TeX's own form, the name ends with a blank.
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

/// Returns the first command of a line that includes a part, with the text before and behind it.
fn split_command(line: &str) -> Option<(&str, &'static str, &str)> {
    for (at, _) in line.match_indices('\\') {
        let (before, rest) = line.split_at(at);
        for command in COMMANDS {
            // The name may go on, as that of `\inputenc`, and the backslash may be escaped.
            if let Some(after) = rest.strip_prefix(command)
                && !after.starts_with(|c: char| c.is_ascii_alphabetic())
                && (before.len() - before.trim_end_matches('\\').len()) % 2 == 0
            {
                return Some((before, command, after));
            }
        }
    }
    None
}
