//! Prints the text of a paper, for measuring: `read FILE`. With `--kinds`, every block begins with what it is.

use ibid::origin::Origin;
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
    match ibid_read::formats::read(&bytes, &ibid_read::formats::PaperLimits::default()) {
        Ok(paper) => print(&paper, kinds),
        Err(fault) => fail(&format!("cannot read {name:?}: {fault}")),
    }
}

fn print(paper: &ibid::Document, kinds: bool) -> ExitCode {
    let mut out = String::new();
    if kinds {
        for block in &paper.structure.blocks {
            let page = match &paper.origin {
                Origin::Pages(pages) => pages.iter().rev().find(|page| page.byte <= block.start),
                _ => None,
            };
            let page = page.map_or(0, |page| page.page);
            let text = block.text(&paper.text);
            out += &format!("{page} {:?}: {text}\n\n", block.kind);
        }
        for hidden in &paper.structure.hidden {
            out += &format!("hidden: {hidden:?}\n");
        }
        for (kind, count) in &paper.structure.not_read {
            out += &format!("not read: {kind:?} {count}\n");
        }
        if paper.structure.doubtful_chars > 0 {
            out += &format!("doubtful: {}\n", paper.structure.doubtful_chars);
        }
        out += &format!("{:?}\n", paper.meta);
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
