//! Prints the text of a paper, for measuring: `read FILE`. With `--kinds`, every block begins with what it is.

use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut args: Vec<_> = std::env::args_os().skip(1).collect();
    let kinds = args.iter().position(|arg| arg == "--kinds").map(|at| args.remove(at)).is_some();
    let Some(path) = args.pop() else { return fail("usage: read [--kinds] FILE") };
    let name = path.to_string_lossy().into_owned();
    let bytes = match std::fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) => return fail(&format!("cannot read {name:?}: {error}")),
    };
    match ibid_read::formats::read(&bytes, &ibid_read::formats::Limits::default()) {
        Ok(paper) => print(&paper, kinds),
        Err(fault) => fail(&format!("cannot read {name:?}: {fault}")),
    }
}

fn print(paper: &ibid_read::formats::Paper, kinds: bool) -> ExitCode {
    let mut out = String::new();
    if kinds {
        for block in &paper.blocks {
            let page = paper.page_of(block.range.start).unwrap_or(0);
            let text = paper.text.get(block.range.clone()).unwrap_or_default();
            out += &format!("{page} {:?}: {text}\n\n", block.kind);
        }
        for hidden in &paper.hidden {
            out += &format!("hidden: {hidden:?}\n");
        }
        for parts in &paper.not_read {
            out += &format!("not read: {:?} {}\n", parts.kind, parts.count);
        }
        if paper.doubtful_chars > 0 {
            out += &format!("doubtful: {}\n", paper.doubtful_chars);
        }
        out += &format!("{:?}\n", paper.metadata);
    } else {
        out = format!("{}\n", paper.text);
    }
    match std::io::stdout().write_all(out.as_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn fail(line: &str) -> ExitCode {
    // Nothing can be done about a closed standard error.
    let _ = writeln!(std::io::stderr(), "{line}");
    ExitCode::FAILURE
}
