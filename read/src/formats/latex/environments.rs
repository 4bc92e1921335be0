//! The meanings of environments.

/// The meaning of an environment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Environment {
    Document,
    Abstract,
    Quote,
    /// Blocks that are read as they are.
    Block,
    /// A block on a ground of its own.
    Ground,
    /// A figure or a table that is set where there is room.
    Float,
    Table,
    /// A displayed formula.
    Display,
    /// A formula in a line.
    Inline,
    /// Rows inside a formula.
    Rows,
    Verbatim,
    /// A drawing whose nodes contain text.
    Drawing,
    /// An environment without text.
    Drop,
    References,
}

use Environment::*;

/// Environments by their meanings, with the arguments that are skipped, which are written as for commands. A form with a
/// star means the same.
const ENVIRONMENTS: [(&str, Environment, &str); 25] = [
    ("document", Document, ""),
    ("abstract", Abstract, ""),
    ("quote quotation verse displayquote blockquote", Quote, "o"),
    ("displaycquote", Quote, "oom"),
    ("itemize enumerate description compactitem compactenum inparaenum", Block, "o"),
    ("list", Block, "mm"),
    ("multicols spacing adjustbox column", Block, "om"),
    ("CJK", Block, "mm"),
    ("minipage subfigure subtable", Block, "ooom"),
    ("tcolorbox mdframed", Ground, "o"),
    ("figure table sidewaystable sidewaysfigure algorithm listing", Float, "o"),
    ("wrapfigure", Float, "omom"),
    ("wraptable", Float, "omom"),
    ("tabular longtable supertabular tblr longtblr", Table, "om"),
    ("tabularx tabulary", Table, "omm"),
    ("equation align gather multline eqnarray displaymath flalign dmath empheq IEEEeqnarray", Display, "o"),
    ("alignat xalignat", Display, "m"),
    ("math", Inline, ""),
    ("array", Rows, "om"),
    (
        "aligned gathered split cases dcases matrix pmatrix bmatrix vmatrix Vmatrix Bmatrix smallmatrix alignedat",
        Rows,
        "o",
    ),
    ("verbatim Verbatim alltt lstlisting", Verbatim, "o"),
    ("minted", Verbatim, "om"),
    ("tikzpicture picture pgfpicture pspicture axis", Drawing, ""),
    ("comment filecontents CCSXML forest", Drop, ""),
    ("thebibliography", References, "m"),
];

/// Returns the meaning of an environment, and the arguments that are skipped. `None` if it is unknown.
pub(super) fn environment(name: &str) -> Option<(Environment, &'static str)> {
    let name = name.trim_end_matches('*');
    for (names, environment, skipped) in ENVIRONMENTS {
        if names.split_ascii_whitespace().any(|one| one == name) {
            return Some((environment, skipped));
        }
    }
    None
}
