//! The reader's editor, opened at a line.
//!
//! In: a file and a place in it. Out: the command that opens it, made of VISUAL or EDITOR as other programs make it: a
//! program, and arguments with blanks between. Editors have three ways to name a line; one that is not known gets the file
//! alone.

use std::env;
use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

/// Returns the editor of the environment, if one is set.
pub(crate) fn chosen() -> Option<String> {
    for name in ["VISUAL", "EDITOR"] {
        if let Ok(editor) = env::var(name)
            && !editor.trim().is_empty()
        {
            return Some(editor.trim().to_owned());
        }
    }
    None
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
    let Some((line, column)) = place else {
        command.arg(path);
        return command;
    };
    let mut at_place = path.as_os_str().to_owned();
    at_place.push(format!(":{line}:{column}"));
    match Path::new(program).file_stem().and_then(OsStr::to_str).unwrap_or(program) {
        "vi" | "vim" | "nvim" | "view" | "vimdiff" | "gvim" | "ex" | "nano" | "pico" | "emacs"
        | "emacsclient" | "mg" | "jed" | "joe" | "ne" | "kak" | "micro" | "gedit" | "kate" => {
            command.arg(format!("+{line}")).arg(path)
        }
        "code" | "code-insiders" | "codium" | "vscodium" | "cursor" | "windsurf" => {
            command.arg("--goto").arg(at_place)
        }
        "hx" | "helix" | "subl" | "sublime_text" | "zed" => command.arg(at_place),
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
