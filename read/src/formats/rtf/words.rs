//! Control words that make their group something else than text, or that stand for a character.

/// The purpose of the text of a group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Target {
    #[default]
    Text,
    Skipped,
    Fonts,
    Colors,
    Styles,
    Info,
    Entry(Entry),
    Note,
    /// A shape, of which only the text box is text.
    Shape,
    /// The text box of a shape.
    Box,
    /// The name of a property of a shape. `Value` is its value.
    Property,
    Value,
}

/// A field of the file's metadata.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    Title,
    Author,
    Date,
}

/// Returns the purpose that a control word gives to the text of its group.
pub(super) fn target(word: &str) -> Option<Target> {
    const SKIPPED: &str = "pict nonshppict shppict shprslt objdata objclass objname objalias objsect header headerl headerr headerf footer footerl footerr \
        footerf ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn fldinst datafield listtable listoverridetable revtbl rsidtbl \
        themedata colorschememapping datastore latentstyles xmlnstbl pgdsctbl annotation atnid atnauthor atnref atndate \
        bkmkstart bkmkend xe tc tcn pntext listtext pn pnseclvl nonesttableprops nesttableprops filetbl mmathPr template \
        wgrffmtfilter docvar userprops passwordhash picprop background listpicture";
    Some(match word {
        "fonttbl" => Target::Fonts,
        "colortbl" => Target::Colors,
        "stylesheet" => Target::Styles,
        "info" => Target::Info,
        "title" => Target::Entry(Entry::Title),
        "author" => Target::Entry(Entry::Author),
        "creatim" => Target::Entry(Entry::Date),
        "footnote" => Target::Note,
        "shp" | "shpinst" | "do" => Target::Shape,
        "shptxt" | "dptxbxtext" => Target::Box,
        "sn" => Target::Property,
        "sv" => Target::Value,
        "generator" | "subject" | "operator" | "revtim" | "printim" | "doccomm" | "keywords" | "company"
        | "manager" | "category" => Target::Skipped,
        _ if SKIPPED.split_ascii_whitespace().any(|one| one == word) => Target::Skipped,
        _ => return None,
    })
}

/// Returns the text that a control word stands for.
pub(super) fn sign(word: &str) -> Option<&'static str> {
    Some(match word {
        "tab" => "\t",
        "line" | "lbr" | "softline" => "\n",
        "emdash" => "—",
        "endash" => "–",
        "lquote" => "‘",
        "rquote" => "’",
        "ldblquote" => "“",
        "rdblquote" => "”",
        "bullet" => "•",
        "emspace" | "enspace" | "qmspace" => " ",
        _ => return None,
    })
}
