//! The reader's editor, opened at a line.
//!
//! In: a file and a place in it. Out: the command that opens it, made of VISUAL or EDITOR as other programs make it: a
//! program, and arguments with blanks between. Editors have three ways to name a line; one that is not known gets the file
//! alone.

use std::env;
use std::path::Path;
use std::process::Command;

/// The ways in which editors take a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineArgument {
    /// `+12 file`.
    Plus,
    /// `--goto file:12:3`.
    GoTo,
    /// `file:12:3`.
    Suffix,
    /// None is known.
    Unknown,
}

const PLUS: [&str; 19] = [
    "vi",
    "vim",
    "nvim",
    "view",
    "vimdiff",
    "gvim",
    "ex",
    "nano",
    "pico",
    "emacs",
    "emacsclient",
    "mg",
    "jed",
    "joe",
    "ne",
    "kak",
    "micro",
    "gedit",
    "kate",
];
const GO_TO: [&str; 6] = ["code", "code-insiders", "codium", "vscodium", "cursor", "windsurf"];
const SUFFIX: [&str; 5] = ["hx", "helix", "subl", "sublime_text", "zed"];

impl LineArgument {
    fn of(program: &str) -> LineArgument {
        let name = Path::new(program).file_stem().and_then(|name| name.to_str()).unwrap_or(program);
        if PLUS.contains(&name) {
            LineArgument::Plus
        } else if GO_TO.contains(&name) {
            LineArgument::GoTo
        } else if SUFFIX.contains(&name) {
            LineArgument::Suffix
        } else {
            LineArgument::Unknown
        }
    }
}

/// Returns the editor of the environment, if one is set.
pub(crate) fn chosen() -> Option<String> {
    let set = ["VISUAL", "EDITOR"].into_iter().filter_map(|name| env::var(name).ok());
    set.map(|editor| editor.trim().to_owned()).find(|editor| !editor.is_empty())
}

/// Returns the command that opens a file in an editor, at a line and column if there are any.
pub(crate) fn command(editor: &str, path: &Path, place: Option<(u32, u32)>) -> Command {
    let (program, arguments) = match editor.split_once(char::is_whitespace) {
        // The name of a program may have blanks itself.
        Some((program, arguments)) if !Path::new(editor).is_file() => (program, arguments),
        _ => (editor, ""),
    };
    let mut command = Command::new(program);
    command.args(arguments.split_whitespace());
    let at_place = |(line, column)| {
        let mut named = path.as_os_str().to_owned();
        named.push(format!(":{line}:{column}"));
        named
    };
    match (LineArgument::of(program), place) {
        (LineArgument::Plus, Some((line, _))) => command.arg(format!("+{line}")).arg(path),
        (LineArgument::GoTo, Some(place)) => command.arg("--goto").arg(at_place(place)),
        (LineArgument::Suffix, Some(place)) => command.arg(at_place(place)),
        _ => command.arg(path),
    };
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(editor: &str, place: Option<(u32, u32)>, expected: &[&str]) {
        let command = command(editor, Path::new("盐 路.md"), place);
        let words = std::iter::once(command.get_program()).chain(command.get_args());
        assert_eq!(words.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn each_editor_gets_the_line_in_its_way() {
        let place = Some((29, 3));
        check("vim", place, &["vim", "+29", "盐 路.md"]);
        check("/usr/bin/nano -l  -S", place, &["/usr/bin/nano", "-l", "-S", "+29", "盐 路.md"]);
        check("emacsclient -t", place, &["emacsclient", "-t", "+29", "盐 路.md"]);
        check("code --wait", place, &["code", "--wait", "--goto", "盐 路.md:29:3"]);
        check("code.cmd", place, &["code.cmd", "--goto", "盐 路.md:29:3"]);
        check("hx", place, &["hx", "盐 路.md:29:3"]);
        check("subl -w", place, &["subl", "-w", "盐 路.md:29:3"]);
        check("ed", place, &["ed", "盐 路.md"]);
        check("vim", None, &["vim", "盐 路.md"]);
    }
}
