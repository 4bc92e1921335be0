//! Sources in LaTeX, written by hand.

use std::collections::HashMap;

use crate::parts::{blocks, hidden};
use ibid::Document;
use ibid::structure::{BlockKind, HiddenWhy};
use ibid_read::formats::{Fault, LATEX, PaperFormat, PaperLimits, join_latex, read, read_as, recognize};

fn whole(body: &str) -> Document {
    read(format!("\\documentclass{{article}}\n{body}").as_bytes(), &PaperLimits::default()).unwrap()
}

/// Returns a part of a paper.
fn part(body: &str) -> Document {
    read_as(&LATEX, body.as_bytes(), &PaperLimits::default()).unwrap()
}

fn check(source: &str, expected: &[(BlockKind, &str)]) {
    assert_eq!(blocks(&part(source)), expected, "{source}");
}

fn text(source: &str, expected: &str) {
    assert_eq!(part(source).text, expected, "{source}");
}

#[test]
fn a_paper_has_its_title_headings_and_references() {
    let paper = whole(
        "\\usepackage{amsmath}\\title{Of \\emph{Ships}\\thanks{To all.}}\\author{Ada Holm \\and J\\\"org M\\\"uller}\\date{May 2024}\n\
         \\begin{document}\\maketitle\n\\begin{abstract}They left.\\end{abstract}\n\\section[Short]{The Boats}\\label{a}\n\
         We count\nthem \\cite{holm, knuth}.\n\n\\subsection*{Storms}None.\n\
         \\begin{thebibliography}{9}\\bibitem{knuth} Knuth.\n\n\\bibitem[Holm 1990]{holm} Holm.\\end{thebibliography}\n\
         The end.\n\\end{document}\nNo text.",
    );
    assert_eq!(
        blocks(&paper),
        [
            (BlockKind::Heading(1), "Of Ships"),
            (BlockKind::Heading(2), "Abstract"),
            (BlockKind::Paragraph, "They left."),
            (BlockKind::Heading(2), "The Boats"),
            (BlockKind::Paragraph, "We count them [Holm 1990, 1]."),
            (BlockKind::Heading(3), "Storms"),
            (BlockKind::Paragraph, "None."),
            (BlockKind::Heading(2), "References"),
            (BlockKind::Reference, "[1] Knuth."),
            (BlockKind::Reference, "[Holm 1990] Holm."),
            (BlockKind::Paragraph, "The end."),
        ]
    );
    let metadata = paper.meta;
    assert_eq!(metadata.title.as_deref(), Some("Of Ships"));
    assert_eq!(metadata.author.as_deref(), Some("Ada Holm, Jörg Müller"));
    assert_eq!(metadata.date.as_deref(), Some("2024-05"));
}

#[test]
fn a_chinese_paper_has_no_blanks_where_its_lines_end() {
    let paper = read(
        "\\documentclass{ctexart}\\title{港口的船}\\begin{document}\\maketitle\\begin{abstract}船会移动，\n因此很难。\\end{abstract}\n\
         \\section{引言}他数船\\footnote{见账本。}，\n用 \\LaTeX{} 写\\cite{a}。\n\n\\begin{quote}船都走了，\n没有人数。\\end{quote}\n\
         \\begin{thebibliography}{9}\\bibitem{a} 王小明. 港口的账[J]. 2020, 3: 1--10.\\end{thebibliography}\\end{document}"
            .as_bytes(),
        &PaperLimits::default(),
    )
    .unwrap();
    assert_eq!(
        blocks(&paper),
        [
            (BlockKind::Heading(1), "港口的船"),
            (BlockKind::Heading(2), "摘要"),
            (BlockKind::Paragraph, "船会移动，因此很难。"),
            (BlockKind::Heading(2), "引言"),
            (BlockKind::Paragraph, "他数船，用 LaTeX 写[1]。"),
            (BlockKind::Footnote, "见账本。"),
            (BlockKind::Quote, "船都走了，没有人数。"),
            (BlockKind::Heading(2), "参考文献"),
            (BlockKind::Reference, "[1] 王小明. 港口的账[J]. 2020, 3: 1–10."),
        ]
    );
}

#[test]
fn letters_marks_and_blanks_are_those_of_the_page() {
    text(
        r#"na\"{\i}ve caf\'e, \c{c}a, stra\ss e, \AA rhus, \v{C}apek, \'{}x, \~{}"#,
        "naïve café, ça, straße, Århus, Čapek, x, ~",
    );
    text(
        "``A'' `b' -- c --- d\\dots 50\\,\\% \\& \\$5 \\_ \\#1 !`Si!",
        "“A” ‘b’ – c — d…50 % & $5 _ #1 ¡Si!",
    );
    text("A~b% a comment\n  c \\LaTeX{} d \\LaTeX e\\- f", "A bc LaTeX d LaTeXe f");
    text(
        r"\textbf{bold} {\it and} \emph{more \textit{text}} \mbox{here} \unknown{kept} \vspace{2pt}\hspace*{1em}.",
        "bold and more text here kept .",
    );
    text(
        r"\href{http://x.org/%20}{a link} \url{http://x.org/a_b%20c} \verb|\x{%}|",
        r"a link http://x.org/a_b%20c \x{%}",
    );
    text(r"\enquote{They \enquote{left} us}", "“They ‘left’ us”");
    text("\\noindent\\vskip 3pt plus 1fil\\parindent=0pt Text", "Text");
    text("一\\textbf{二}\n三 four\nfive", "一二三 four five");
}

#[test]
fn citations_are_shown_and_numbers_of_the_page_left_out() {
    text(
        r"Boats left \citep[see][p.~3--4]{a, b} and \citet[ch. 2]{c}.",
        "Boats left [see a, b, p. 3–4] and [c, ch. 2].",
    );
    text(r"As Figure~\ref{f} shows (\eqref{e}), see Section~\ref{s}.", "As Figure shows, see Section.");
    check(
        r"So he said\footcite[3]{a}.",
        &[(BlockKind::Paragraph, "So he said."), (BlockKind::Footnote, "[a, 3]")],
    );
}

#[test]
fn formulas_are_read_as_their_characters() {
    text(
        r"Let $x_i^2=\alpha+\frac{a+b}{2}$ and \(f(-1) \le \sin y\).",
        "Let xi2 = α + (a + b)/2 and f(−1) ≤ sin y.",
    );
    check(
        "It follows that\n\\[ E = mc^2 \\text{ for all } m, \\]\nwhere $$a$$ and\n\\begin{align}x &= 1\\label{a}\\\\ y &= 2\\end{align}",
        &[
            (BlockKind::Paragraph, "It follows that"),
            (BlockKind::Paragraph, "E = mc2 for all m,"),
            (BlockKind::Paragraph, "where"),
            (BlockKind::Paragraph, "a"),
            (BlockKind::Paragraph, "and"),
            (BlockKind::Paragraph, "x = 1 y = 2"),
        ],
    );
    check("A $x + \n\nB", &[(BlockKind::Paragraph, "A x +"), (BlockKind::Paragraph, "B")]);
}

#[test]
fn quotations_lists_floats_and_code_are_blocks() {
    check(
        "He said\n\\begin{quote}They left.\n\nAll.\\end{quote}\n\\begin{itemize}\\item One\n\\item[b] Two\\end{itemize}\n\
         \\begin{verse}A\\\\B\\end{verse}\n\\begin{verbatim}\nif a:\n  b % c\n\\end{verbatim}\\blockquote{Gone.}",
        &[
            (BlockKind::Paragraph, "He said"),
            (BlockKind::Quote, "They left."),
            (BlockKind::Quote, "All."),
            (BlockKind::Paragraph, "One"),
            (BlockKind::Paragraph, "b Two"),
            (BlockKind::Quote, "A\nB"),
            (BlockKind::Code, "if a:\nb % c"),
            (BlockKind::Quote, "Gone."),
        ],
    );
    check(
        "They left\n\\begin{figure}[t]\\includegraphics[width=2cm]{a}\\caption[s]{The boats.}\\end{figure}\nand came.\n\n\
         \\begin{table}\\caption{Days}\\begin{tabular}{l|r}\\hline a & b\\\\[2pt]\n1 & \\multicolumn{1}{c}{2\\footnote{No.}}\\\\\\end{tabular}\\end{table}",
        &[
            (BlockKind::Paragraph, "They left and came."),
            (BlockKind::Caption, "The boats."),
            (BlockKind::Caption, "Days"),
            (BlockKind::Table, "a\tb\n1\t2"),
            (BlockKind::Footnote, "No."),
        ],
    );
}

#[test]
fn the_head_of_a_long_table_is_read_once() {
    check(
        "\\begin{longtable}[]{@{}ll@{}}\\caption{Days}\\\\ a & b\\\\ \\endfirsthead a & b\\\\ \\endhead 1 & 2\\\\ \\end{longtable}",
        &[(BlockKind::Table, "a\tb\n1\t2"), (BlockKind::Caption, "Days")],
    );
}

#[test]
fn a_note_stands_behind_its_paragraph() {
    check(
        "He counted\\footnote{See the \\emph{ledger}.\n\nTwice.} them.\n\nThen not.",
        &[
            (BlockKind::Paragraph, "He counted them."),
            (BlockKind::Footnote, "See the ledger. Twice."),
            (BlockKind::Paragraph, "Then not."),
        ],
    );
}

#[test]
fn what_is_not_seen_is_kept_apart() {
    let paper = part(
        "\\definecolor{mine}{rgb}{1,1,1}Seen \\textcolor{white}{a} {\\color[HTML]{ffffff} b} \\textcolor{mine}{c} \\phantom{d}\
         {\\fontsize{1pt}{1pt}\\selectfont e} \\colorbox{black}{\\textcolor{white}{too}} \\textcolor{red}{and this}.",
    );
    assert_eq!(paper.text, "Seen too and this.");
    assert_eq!(
        hidden(&paper),
        [(HiddenWhy::Color, "a b c"), (HiddenWhy::NotShown, "d"), (HiddenWhy::Tiny, "e")]
    );
}

#[test]
fn what_is_left_out_of_the_page_is_no_text() {
    text("A\\iffalse b \\ifnum1=1 c\\fi d\\else e\\fi f", "Aef");
    text("\\newif\\ifdraft\\drafttrue\\ifdraft a\\else b\\fi\\draftfalse\\ifdraft c\\fi d", "ad");
    text(
        "a \\begin{comment}b\\end{comment}\\begin{tikzpicture}\\draw (0,0) -- (1,1);\\end{tikzpicture}\\todo{d} e",
        "a e",
    );
}

#[test]
fn conditions_take_the_branch_that_tex_takes() {
    text(r"\ifnum1<2 a\else b\fi c\ifnum2=1 d\else e\fi", "ace");
    text(r"\newcommand{\n}{3}\ifnum\n>2 a\else b\fi\ifodd\n c\fi", "ac");
    text(r"\ifdim2cm>3pt a\else b\fi", "a");
    text(r"\def\x{1}\def\y{1}\ifx\x\y a\else b\fi\if00c\fi\if01d\fi", "ac");
    text(r"\ifcase2 a\or b\or c\else d\fi e\ifcase7 a\or b\else f\fi", "cef");
    text(r"\ifdefined\nothing a\else b\fi\ifcsname section\endcsname c\fi", "bc");
    // Only TeX knows the number of the page, so both are read.
    text(r"\ifnum\value{page}>3 a\else b\fi c", "abc");
}

#[test]
fn characters_by_their_numbers_and_commands_by_their_names_are_read() {
    text(r#"\char66 o\char"61 t\symbol{115}\char`\! in"#, "Boats!in");
    text("^^42o^^61ts ^^^^5b88", "Boats 守");
    text(r"\newcommand{\boat}{The boat}\csname boat\endcsname{} left.", "The boat left.");
    text(r"\renewenvironment{comment}{}{}\begin{comment}Seen\end{comment}", "Seen");
}

#[test]
fn the_texts_of_drawings_are_read() {
    text(
        r"\begin{tikzpicture}\node[draw] (a) at (0,0) {The boats}; \draw (a) -- (1,1) node[right] {left.};\end{tikzpicture}",
        "The boats left.",
    );
    text(r"\tikz \node {Boats}; \begin{picture}(9,9)\put(1,1){Storms}\end{picture}", "Boats\n\nStorms");
}

#[test]
fn pale_and_shrunk_text_is_hidden_and_white_on_a_dark_page_is_seen() {
    let body = r"Seen\textcolor{white!95!black}{a}\definecolor{x}{HTML}{FDFDFD}\textcolor{x}{b}\colorlet{y}{white!98!black}\textcolor{y}{c}\scalebox{0.01}{d}\textcolor{gray}{ too}\begin{tikzpicture}\node[text=white]{e};\end{tikzpicture}";
    let paper = read_as(&LATEX, body.as_bytes(), &PaperLimits::default()).unwrap();
    assert_eq!(paper.text, "Seen too");
    let lost: String = paper.structure.hidden.iter().map(|hidden| hidden.text.as_str()).collect();
    assert_eq!(lost, "abcde");
    text(r"\pagecolor{black}\color{white}Seen", "Seen");
}

#[test]
fn macros_of_the_paper_are_expanded() {
    text(r"\newcommand{\boat}{The \emph{boat}}\boat{} left. \boat\ came.", "The boat left. The boat came.");
    text(r"\newcommand{\pair}[2][one]{(#1, #2)}\pair{two} \pair[a]{b}", "(one, two) (a, b)");
    text(r"\def\swap#1#2{#2#1}\swap{a}{b}\let\other\swap\other cd", "badc");
    text(r"\NewDocumentCommand{\x}{s m O{}}{<#2>}\x*{a}[b]", "<a>");
    text(r"\newcommand{\sys}{Ibid\xspace}\sys reads, \sys.", "Ibid reads, Ibid.");
    text(r"\providecommand{\LaTeX}{no}\LaTeX", "LaTeX");
    check(
        r"\newenvironment{said}[1]{\begin{quote}#1: }{\end{quote}}\begin{said}{He}Gone.\end{said}\renewcommand{\section}[1]{}\section{A}",
        &[(BlockKind::Quote, "He: Gone."), (BlockKind::Heading(2), "A")],
    );
}

#[test]
fn macros_that_have_no_end_are_an_end() {
    let fault = |source: &str| read_as(&LATEX, source.as_bytes(), &PaperLimits::default()).unwrap_err();
    assert!(matches!(fault(r"\def\a{\a}\a"), Fault::TooLarge { .. }));
    assert!(matches!(fault(r"\def\a{\a b}\a"), Fault::TooLarge { .. }));
    let mut laughs = "\\def\\a{haha}".to_owned();
    for name in 'b'..='z' {
        let before = char::from_u32(u32::from(name) - 1).unwrap();
        laughs += &format!("\\def\\{name}{{{}}}", format!("\\{before} ").repeat(10));
    }
    assert!(matches!(fault(&format!("{laughs}\\z")), Fault::TooLarge { .. }));
    assert!(matches!(fault(&"{".repeat(100_000)), Fault::TooLarge { limit: 256, .. }));
    assert!(matches!(fault(&"\\label{".repeat(100_000)), Fault::TooLarge { limit: 256, .. }));
    assert!(matches!(fault(&"\\begin{a}".repeat(100_000)), Fault::TooLarge { limit: 256, .. }));
    assert_eq!(part(&"}".repeat(100_000)).text, "");
    assert!(part(&"\\cite[".repeat(100_000)).text.len() < 1_000_000);
}

#[test]
fn what_is_not_closed_takes_no_more_than_its_paragraph() {
    check(
        "\\section{Boats\n\nThey left.\\footnote{See\n\n\\section{Storms}None.",
        &[
            (BlockKind::Heading(2), "Boats"),
            (BlockKind::Paragraph, "They left."),
            (BlockKind::Footnote, "See"),
            (BlockKind::Heading(2), "Storms"),
            (BlockKind::Paragraph, "None."),
        ],
    );
}

#[test]
fn parts_are_spliced_and_no_circle_is_run() {
    let files: HashMap<&str, &str> = HashMap::from([
        ("a", "A\\input{b.tex}\\input{a}"),
        ("b.tex", "B\\include{a}"),
        ("sub", "\\documentclass{subfiles}\\begin{document}S\\end{document}"),
    ]);
    let mut asked = vec![];
    let main = "\\input{a} % \\input{c}\n\\subfile{sub}\\input b.tex\n\\begin{verbatim}\n\\input{a}\n\\end{verbatim}\n\\inputenc{a}\\\\input{a}";
    let joined = join_latex(main.as_bytes(), &mut |name| {
        asked.push(name.to_owned());
        files.get(name).map(|text| text.as_bytes().to_vec())
    });
    assert_eq!(
        String::from_utf8(joined.source).unwrap(),
        "AB % \\input{c}\nSBA\n\\begin{verbatim}\n\\input{a}\n\\end{verbatim}\n\\inputenc{a}\\\\input{a}"
    );
    assert_eq!(asked, ["a", "b.tex", "sub", "b.tex", "a"]);
    assert!(!joined.is_cut, "a circle is none of too many parts");
    let twice = join_latex(b"\\input{x}", &mut |_| Some(b"\\input{y}\\input{z}".to_vec()));
    assert!(twice.source.len() < 1000 && !twice.is_cut);
}

#[test]
fn what_is_too_much_is_left_out_and_told() {
    // Each part names the next one, this many deep; then one part is named as often.
    let deep = |levels: usize| {
        let next = |name: &str| name.parse::<usize>().ok().filter(|&level| level < levels);
        join_latex(b"\\input{1}", &mut |name| {
            Some(next(name).map_or("end".into(), |level| format!("\\input{{{}}}", level + 1)).into_bytes())
        })
    };
    assert_eq!((deep(16).source.as_slice(), deep(16).is_cut), (&b"end"[..], false));
    assert_eq!((deep(17).source.as_slice(), deep(17).is_cut), (&b""[..], true));
    let often = |count: usize| {
        let source = "\\input{a}".repeat(count);
        join_latex(source.as_bytes(), &mut |_| Some(b"a".to_vec()))
    };
    assert_eq!((often(2000).source.len(), often(2000).is_cut), (2000, false));
    assert_eq!((often(2001).source.len(), often(2001).is_cut), (2000, true));
    let large = join_latex(b"\\input{a}\n\\input{b}\n", &mut |_| Some(vec![b'x'; 65 << 20]));
    assert_eq!((large.source.len(), large.is_cut), ((65 << 20) + 1, true));
}

#[test]
fn a_source_is_known_by_its_class_outside_of_comments() {
    let check = |source: &str, expected: Option<&PaperFormat>| {
        assert_eq!(recognize(source.as_bytes()), expected, "{source}")
    };
    check("% a comment\n\\documentclass{article}", Some(&LATEX));
    check("\\documentstyle{article}", Some(&LATEX));
    check("50\\% \\begin{document}", Some(&LATEX));
    check("% \\documentclass{article}", None);
    check("\\section{A chapter}", None);
    check("\\documentclass\0", None);
}
