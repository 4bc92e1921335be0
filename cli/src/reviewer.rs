//! The name of the person who decides.

use std::env;
use std::process::Command;

use crate::exit::Failure;

/// The most bytes of a name.
const MOST_BYTES: usize = 200;

/// Returns the name that was given, else that of IBID_REVIEWER, of git or of the login.
pub(crate) fn name(given: Option<&str>) -> anyhow::Result<String> {
    let name = match given {
        Some(name) => name.trim().to_owned(),
        None => known().unwrap_or_default(),
    };
    match name.len() {
        0 => Err(Failure::usage("nobody is named who decides; give a name with --by")),
        1..=MOST_BYTES => Ok(name),
        bytes => Err(Failure::usage(format!(
            "the name of who decides has {bytes} bytes, and {MOST_BYTES} are allowed; shorten it"
        ))),
    }
}

/// Returns the first name that the environment or git knows.
fn known() -> Option<String> {
    let mut names = vec![env::var("IBID_REVIEWER").ok(), name_in_git()];
    names.extend(["USER", "LOGNAME", "USERNAME"].map(|variable| env::var(variable).ok()));
    for name in names.into_iter().flatten() {
        if !name.trim().is_empty() {
            return Some(name.trim().to_owned());
        }
    }
    None
}

/// Returns the name with which git signs commits here.
fn name_in_git() -> Option<String> {
    let output = Command::new("git").args(["config", "user.name"]).output().ok()?;
    String::from_utf8(output.stdout).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_given_name_is_taken_without_the_space_around_it() {
        assert_eq!(name(Some(" Ana Reyes\n")).unwrap(), "Ana Reyes");
        assert!(name(Some(" ")).unwrap_err().to_string().contains("--by"));
        let long = "x".repeat(100_000);
        let refused = name(Some(&long)).unwrap_err().to_string();
        assert!(refused.contains("100000 bytes, and 200 are allowed"), "{refused}");
    }
}
