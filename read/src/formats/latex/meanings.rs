//! The meanings of commands.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::reader::Purpose;

/// The meaning of a command. Arguments are written as letters: `s` a star, `o` one in brackets, `m` one in braces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A command that stands for this text.
    Sign(&'static str),
    /// The name of a function in a formula.
    Function(&'static str),
    /// A mark that is set over or under the next character.
    Accent(char),
    /// A command whose arguments are skipped; the text behind them is read.
    Skip(&'static str),
    /// A command that is followed by a length or a number.
    Length,
    /// A command that stands for a number known only when pages are made.
    Reference(&'static str),
    /// A heading, or a text of the title page.
    Level(Purpose),
    MakeTitle,
    Begin,
    End,
    Footnote(&'static str),
    FootCite,
    Cite,
    Caption(&'static str),
    Item,
    BibItem,
    Paragraph,
    Line,
    TextInMath,
    Quotation,
    BlockQuotation,
    Fraction,
    Binomial,
    Verbatim(&'static str),
    Url,
    /// A URL that is not shown, and the text that is shown for it.
    Href,
    Color,
    ColorText,
    Ground(&'static str),
    Phantom,
    Size,
    DefineColor,
    NewCommand,
    NewDocumentCommand,
    NewEnvironment,
    Def,
    Let,
    Operator,
    NewIf,
    Else,
    Fi,
    OpenMath(&'static str),
    CloseMath(&'static str),
    Space,
    /// The end of a first table head. The text from it up to `\endhead` is repeated at the top of each further page.
    RepeatedHead,
}

use Meaning::*;

/// Returns the meaning of a command. `None` if it is unknown.
pub(super) fn meaning(name: &str) -> Option<Meaning> {
    static ALL: LazyLock<HashMap<&str, Meaning>> = LazyLock::new(all);
    ALL.get(name).copied()
}

fn all() -> HashMap<&'static str, Meaning> {
    let mut all = HashMap::new();
    for (names, meaning) in COMMANDS {
        for name in names.split_ascii_whitespace() {
            all.insert(name, meaning);
        }
    }
    let mut signs = SIGNS.iter().flat_map(|line| line.split_ascii_whitespace());
    while let (Some(name), Some(text)) = (signs.next(), signs.next()) {
        all.insert(name, Sign(text));
    }
    for name in FUNCTIONS.split_ascii_whitespace() {
        all.insert(name, Function(name));
    }
    for name in BLANKS {
        all.insert(name, Sign(" "));
    }
    all.extend(ACCENTS);
    all
}

/// Returns whether a paper may redefine a command. Commands that give the text its structure keep their meaning, since
/// new definitions only concern the looks.
pub(super) fn may_change(name: &str) -> bool {
    matches!(meaning(name), None | Some(Sign(_) | Function(_) | Accent(_)))
}

const BLANKS: [&str; 12] =
    [" ", "\n", "\t", ",", ";", ":", ">", "quad", "qquad", "enspace", "thinspace", "space"];

const ACCENTS: [(&str, Meaning); 15] = [
    ("'", Accent('\u{301}')),
    ("`", Accent('\u{300}')),
    ("^", Accent('\u{302}')),
    ("\"", Accent('\u{308}')),
    ("~", Accent('\u{303}')),
    ("=", Accent('\u{304}')),
    (".", Accent('\u{307}')),
    ("u", Accent('\u{306}')),
    ("v", Accent('\u{30C}')),
    ("H", Accent('\u{30B}')),
    ("c", Accent('\u{327}')),
    ("k", Accent('\u{328}')),
    ("d", Accent('\u{323}')),
    ("b", Accent('\u{331}')),
    ("r", Accent('\u{30A}')),
];

const FUNCTIONS: &str = "sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh coth log ln lg exp lim limsup liminf \
    max min sup inf arg det dim gcd hom ker Pr deg mod";

/// Names, each followed by the text that it stands for.
const SIGNS: [&str; 22] = [
    "% % & & # # $ $ _ _ { { } } ss ß SS ẞ o ø O Ø l ł L Ł ae æ AE Æ oe œ OE Œ aa å AA Å i ı j ȷ dh ð DH Ð th þ TH Þ",
    "S § P ¶ dag † dagger † ddag ‡ ddagger ‡ copyright © textcopyright © textregistered ® texttrademark ™ pounds £",
    "textsterling £ euro € texteuro € textyen ¥ textdegree ° degree ° textbullet • dots … ldots … cdots ⋯ vdots ⋮ ddots ⋱",
    "textellipsis … dotsc … dotsb ⋯ LaTeX LaTeX LaTeXe LaTeX2ε TeX TeX BibTeX BibTeX XeTeX XeTeX XeLaTeX XeLaTeX LuaTeX LuaTeX",
    "textbackslash \\ textasciitilde ~ textasciicircum ^ textbar | textless < textgreater > textunderscore _ textendash –",
    "textemdash — textquoteleft ‘ textquoteright ’ textquotedblleft “ textquotedblright ” textquotesingle ' textquotedbl \"",
    "lq ‘ rq ’ guillemotleft « guillemotright » guillemetleft « guillemetright » quotedblbase „ glqq „ grqq “ flqq « frqq »",
    "textexclamdown ¡ textquestiondown ¿ slash / textperiodcentered · lbrace { rbrace } backslash \\",
    "alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ mu μ nu ν",
    "xi ξ pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω",
    "Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω",
    "leq ≤ le ≤ leqslant ≤ geq ≥ ge ≥ geqslant ≥ neq ≠ ne ≠ approx ≈ equiv ≡ sim ∼ simeq ≃ cong ≅ propto ∝ ll ≪ gg ≫",
    "pm ± mp ∓ times × cdot · div ÷ ast ∗ star ⋆ circ ∘ bullet • oplus ⊕ otimes ⊗ cup ∪ cap ∩ setminus ∖ wedge ∧ land ∧",
    "vee ∨ lor ∨ neg ¬ lnot ¬ in ∈ notin ∉ ni ∋ subset ⊂ subseteq ⊆ supset ⊃ supseteq ⊇ emptyset ∅ varnothing ∅ forall ∀",
    "exists ∃ nexists ∄ to → rightarrow → leftarrow ← gets ← leftrightarrow ↔ Rightarrow ⇒ implies ⇒ Leftarrow ⇐ iff ⇔",
    "Leftrightarrow ⇔ longrightarrow → Longrightarrow ⇒ mapsto ↦ uparrow ↑ downarrow ↓ hookrightarrow ↪ infty ∞ partial ∂",
    "nabla ∇ sum ∑ prod ∏ int ∫ iint ∬ oint ∮ sqrt √ prime ′ angle ∠ perp ⊥ parallel ∥ mid ∣ vert | Vert ‖ | ‖ lvert |",
    "rvert | lVert ‖ rVert ‖ langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ ell ℓ hbar ℏ Re ℜ Im ℑ aleph ℵ wp ℘",
    "triangle △ square □ Box □ blacksquare ■ diamond ⋄ top ⊤ bot ⊥ vdash ⊢ models ⊨ colon : bigcup ⋃ bigcap ⋂ bigoplus ⨁",
    "succ ≻ prec ≺ preceq ⪯ succeq ⪰ lesssim ≲ gtrsim ≳ coloneqq ≔ because ∵ therefore ∴ checkmark ✓ cmark ✓ xmark ✗",
    "refname References bibname Bibliography abstractname Abstract figurename Figure tablename Table percent % micro µ",
    "textmu µ textohm Ω ohm Ω lbrack [ rbrack ] textasteriskcentered ∗ textdagger † textdaggerdbl ‡ textsection § ding ✓",
];

/// Commands by their meanings.
const COMMANDS: [(&str, Meaning); 76] = [
    ("part chapter", Level(Purpose::Heading(1))),
    ("section frametitle", Level(Purpose::Heading(2))),
    ("subsection framesubtitle", Level(Purpose::Heading(3))),
    ("subsubsection", Level(Purpose::Heading(4))),
    ("paragraph", Level(Purpose::Heading(5))),
    ("subparagraph", Level(Purpose::Heading(6))),
    ("title", Level(Purpose::Title)),
    ("author", Level(Purpose::Author)),
    ("date", Level(Purpose::Date)),
    ("maketitle", MakeTitle),
    ("begin", Begin),
    ("end", End),
    ("footnote", Footnote("o")),
    ("footnotetext endnote", Footnote("o")),
    ("thanks tnoteref tnotetext todo footnotemark", Skip("om")),
    ("footcite footcitep footfullcite footcitetext", FootCite),
    (
        "cite citep citet parencite autocite textcite citealp citealt citeauthor citeyear citeyearpar Citet Citep Cite \
         supercite fullcite upcite shortcite citeN citeasnoun cites parencites autocites textcites Parencite Autocite \
         Textcite onlinecite citenum",
        Cite,
    ),
    ("caption", Caption("so")),
    ("subcaption", Caption("so")),
    ("captionof", Caption("smo")),
    ("item", Item),
    ("bibitem", BibItem),
    ("par newpage clearpage cleardoublepage pagebreak bigskip medskip smallskip", Paragraph),
    ("\\ newline tabularnewline", Line),
    ("text textnormal textrm mbox hbox textup intertext shortintertext", TextInMath),
    ("enquote say textquote", Quotation),
    ("blockquote blockcquote", BlockQuotation),
    ("frac dfrac tfrac cfrac nicefrac sfrac", Fraction),
    ("binom dbinom tbinom", Binomial),
    ("verb", Verbatim("s")),
    ("lstinline", Verbatim("o")),
    ("mintinline", Verbatim("om")),
    ("url path nolinkurl", Url),
    ("color", Color),
    ("textcolor", ColorText),
    ("colorbox", Ground("om")),
    ("fcolorbox", Ground("omm")),
    ("rowcolor cellcolor columncolor", Ground("om")),
    ("phantom hphantom vphantom", Phantom),
    ("fontsize", Size),
    ("definecolor", DefineColor),
    ("newcommand renewcommand providecommand DeclareRobustCommand newrobustcmd", NewCommand),
    (
        "NewDocumentCommand RenewDocumentCommand ProvideDocumentCommand DeclareDocumentCommand",
        NewDocumentCommand,
    ),
    ("newenvironment renewenvironment", NewEnvironment),
    ("def gdef edef xdef", Def),
    ("let", Let),
    ("DeclareMathOperator", Operator),
    ("newif", NewIf),
    ("else", Else),
    ("fi", Fi),
    ("(", OpenMath(")")),
    ("[", OpenMath("]")),
    (")", CloseMath(")")),
    ("]", CloseMath("]")),
    ("ref pageref nameref vref autoref cref Cref labelcref", Reference("sm")),
    ("eqref subref", Reference("sm")),
    ("xspace", Space),
    ("endfirsthead", RepeatedHead),
    (
        "vskip hskip kern mskip mkern parindent parskip baselineskip textwidth textheight hsize vsize leftskip rightskip \
         penalty tolerance hfuzz oddsidemargin evensidemargin topmargin tabcolsep columnsep hangindent hangafter \
         itemsep labelsep",
        Length,
    ),
    (
        "label index vspace hspace bibliographystyle bibliography nocite pagestyle thispagestyle pagenumbering hypersetup \
         graphicspath geometry linespread setstretch include input subfile stepcounter refstepcounter captionsetup lstset \
         tikzset usetikzlibrary theoremstyle hyphenation selectlanguage glossary printglossary cline \
         addbibresource includeonly includepdf subfileinclude bibdata tag usecolortheme usetheme \
         newcounter newlength IfFileExists pdfbookmark \
         CJKfamily zihao ctexset sisetup usefonttheme setkeys",
        Skip("som"),
    ),
    ("includegraphics usepackage RequirePackage documentclass documentstyle LoadClass rule", Skip("somo")),
    ("printbibliography printindex tableofcontents listoffigures listoftables", Skip("o")),
    (
        "setlength addtolength setcounter addtocounter settowidth newtheorem* \
         setbeamertemplate setbeamercolor setbeamerfont numberwithin",
        Skip("smm"),
    ),
    ("newtheorem", Skip("smomo")),
    ("addcontentsline titleformat", Skip("smmm")),
    ("href", Href),
    ("hyperlink hypertarget foreignlanguage textlang raisebox rotatebox ifthenelse", Skip("om")),
    ("parbox", Skip("ooom")),
    ("makebox framebox", Skip("oo")),
    ("hyperref", Skip("o")),
    ("resizebox multicolumn multirow", Skip("smm")),
    ("adjustbox markboth", Skip("m")),
    (
        "setmainfont setsansfont setmonofont setCJKmainfont setCJKsansfont setCJKmonofont newfontfamily",
        Skip("omo"),
    ),
    ("left right big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr", Skip(".")),
    ("limits nolimits nonumber notag displaystyle textstyle relax protect leavevmode", Skip("")),
    (
        "emph textbf textit textsl textsc texttt textsf underline uline textmd textsuperscript textsubscript mathbf mathit \
         mathcal mathbb mathsf mathtt mathfrak boldsymbol overline hat widehat tilde widetilde bar vec bm",
        Skip(""),
    ),
];
