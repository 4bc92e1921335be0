//! Rich Text Format, written by hand.

use crate::parts::{blocks, hidden};
use ibid::Document;
use ibid::structure::{BlockKind, HiddenWhy};
use ibid_read::formats::{Fault, PaperLimits, read};

const HEAD: &str = r"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fcharset0 Times;}{\f1\fcharset134 SimSun;}{\f2\fcharset204 Arial;}}
{\colortbl;\red0\green0\blue0;\red255\green255\blue255;}
{\stylesheet{\ql Normal;}{\s1\outlinelevel0 heading 1;}{\s2\sbasedon1 My heading;}{\s3 Quote;}{\s4 toc 1;}{\s5\sbasedon6 a;}{\s6\sbasedon5 b;}{\s7 Mine\outlinelevel2;}{\*\cs10 Strong;}}
{\info{\title Of \u33337?\u-30038?}{\upr{\author ??}{\*\ud{\author Ada H\u246?lm}}}{\creatim\yr2024\mo5\dy3\hr1}{\operator No}}{\*\generator Tool 1;}";

fn document(body: &str) -> Document {
    read(format!("{HEAD}{body}}}").as_bytes(), &PaperLimits::default()).unwrap()
}

#[test]
fn blocks_are_known_by_their_styles_and_levels() {
    let paper = document(
        r"\pard\s4 1 Boats 3\par\pard\s1 Boats\par\pard\s2 Storms\par\pard\s5 A circle.\par\pard\s7 Third\par
\pard\s3 They all left.\par\pard\li720\ri720 Set in.\par\pard\li720 Not a quotation.\par\pard\outlinelevel1 Outlined\par
\pard {\listtext\bullet\tab}An item\par\bullet\tab Another\par\pard One\line two.\page References\par[1] Holm. Boats.\par",
    );
    assert_eq!(
        blocks(&paper),
        [
            (BlockKind::Heading(1), "Boats"),
            (BlockKind::Heading(1), "Storms"),
            (BlockKind::Paragraph, "A circle."),
            (BlockKind::Heading(3), "Third"),
            (BlockKind::Quote, "They all left."),
            (BlockKind::Quote, "Set in."),
            (BlockKind::Paragraph, "Not a quotation."),
            (BlockKind::Heading(2), "Outlined"),
            (BlockKind::Paragraph, "An item"),
            (BlockKind::Paragraph, "Another"),
            (BlockKind::Paragraph, "One\ntwo."),
            (BlockKind::Heading(1), "References"),
            (BlockKind::Reference, "[1] Holm. Boats."),
        ]
    );
    let metadata = paper.meta;
    assert_eq!(metadata.title.as_deref(), Some("Of 船說"));
    assert_eq!(metadata.author.as_deref(), Some("Ada Hölm"));
    assert_eq!(metadata.date.as_deref(), Some("2024-05-03"));
}

#[test]
fn characters_have_the_page_of_their_font() {
    let paper = document(
        r"caf\'e9 {\f1\'b4\'ac\'b6\'bc\'d7\'df\'c1\'cb\'a1\'a3}{\f2\'c4\'e0} \u8220?A\u8221\'94 \uc2\u33337ab\uc0\u33337 c \uc1\u-10179?\u-8704? a\~b\_c\-d\{\}\\ \emdash\ldblquote x\rdblquote",
    );
    assert_eq!(paper.text, "café 船都走了。Да “A” 船船c 😀 a b-cd{}\\ —“x”");
    let chinese =
        [br"{\rtf1\ansi\ansicpg936{\fonttbl{\f0\fcharset0 Times;}}\f0 \'b4\'ac".as_slice(), b"\xB6\xBC}"];
    assert_eq!(read(&chinese.concat(), &PaperLimits::default()).unwrap().text, "船都");
}

#[test]
fn a_note_stands_behind_its_paragraph_and_no_mark_in_it() {
    let paper = document(
        r"He counted{\super\chftn}{\footnote\pard\s3{\super\chftn} See the ledger.\par Twice.} them.\par 他数船{\*\footnote \u35265?}。\par",
    );
    assert_eq!(
        blocks(&paper)[..3],
        [
            (BlockKind::Paragraph, "He counted them."),
            (BlockKind::Footnote, "See the ledger. Twice."),
            (BlockKind::Paragraph, "ä»–æ•°èˆ¹ã€‚"),
        ]
    );
    assert_eq!(blocks(&paper)[3], (BlockKind::Footnote, "见"));
}

#[test]
fn tables_have_cells_and_those_for_the_layout_are_text() {
    let paper = document(
        r"Before\par\trowd\cellx1\cellx2\pard\intbl day\cell boats{\footnote No.}\cell\row\trowd\pard\intbl 1\par\tab and\line so\cell 412\cell\row\pard After\par",
    );
    assert_eq!(
        blocks(&paper),
        [
            (BlockKind::Paragraph, "Before"),
            (BlockKind::Table, "day\tboats\n1 and so\t412"),
            (BlockKind::Footnote, "No."),
            (BlockKind::Paragraph, "After"),
        ]
    );
    let paper = document(r"\trowd\intbl Set in one.\cell\row\intbl Twice.\cell\row");
    assert_eq!(blocks(&paper), [(BlockKind::Paragraph, "Set in one."), (BlockKind::Paragraph, "Twice.")]);
    let long = "The keeper counted the boats. ".repeat(30);
    let paper = document(&format!(r"\trowd\intbl Left\cell {long}\cell\row"));
    assert_eq!(blocks(&paper), [(BlockKind::Paragraph, "Left"), (BlockKind::Paragraph, long.trim())]);
}

#[test]
fn what_is_not_seen_is_kept_apart() {
    let paper = document(
        r"Seen{\v a}{\cf2 b}{\fs2 c}{\v0  too}{\cf2\highlight1  and this}{\deleted d}{\cf1 .}\plain{\v\plain  Yes.}",
    );
    assert_eq!(paper.text, "Seen too and this. Yes.");
    assert_eq!(hidden(&paper), [(HiddenWhy::NotShown, "a"), (HiddenWhy::Color, "b"), (HiddenWhy::Tiny, "c")]);
}

#[test]
fn fields_show_their_results_and_what_is_no_text_is_skipped() {
    let paper = document(
        "{\\header Top\\par}A {\\field{\\*\\fldinst HYPERLINK \"x\"}{\\fldrslt link}}{\\pict\\pngblip 89504e47{\\*\\x y}}{\\*\\unknown no}\
         {\\*\\bkmkstart m}{\\bin5 }}}}}} b{\\object{\\*\\objdata 01}{\\result c}}.",
    );
    assert_eq!(paper.text, "A link bc.");
}

#[test]
fn broken_files_are_a_fault_or_a_text() {
    let fault = |text: &str| read(text.as_bytes(), &PaperLimits::default()).unwrap_err();
    assert!(matches!(fault(&format!("{{\\rtf1{}", "{".repeat(100_000))), Fault::TooLarge { limit: 256, .. }));
    let text = |body: &str| read(body.as_bytes(), &PaperLimits::default()).unwrap().text;
    assert_eq!(text(&format!("{{\\rtf1 a{}b", "}".repeat(100_000))), "ab");
    assert_eq!(text("{\\rtf1 a\\"), "a");
    assert_eq!(text("{\\rtf1 a\\'e"), "ae");
    assert_eq!(text("{\\rtf1 a\\u99999999999 b\\bin99999999 c"), "a");
    assert_eq!(text("{\\rtf1 a\\cell\\row\\footnote b"), "a\n\nb");
    assert!(matches!(read(b"rtf1 {\\rtf1", &PaperLimits::default()), Err(Fault::Unknown)));
}

#[test]
fn text_boxes_are_read_and_their_properties_are_not() {
    let shape = |fill: &str, text: &str| {
        format!(
            "{{\\shp{{\\*\\shpinst\\shpleft1{{\\sp{{\\sn fillColor}}{{\\sv {fill}}}}}{{\\shptxt \\pard {text}\\par}}}}{{\\shprslt {{\\*\\do\\dprect{{\\dptxbxtext again\\par}}}}}}}}"
        )
    };
    let text = |shapes: &str| {
        let file = format!(
            "{{\\rtf1{{\\colortbl;\\red255\\green255\\blue255;}}Before {shapes}after.\\par Next.\\par}}"
        );
        read(file.as_bytes(), &PaperLimits::default()).unwrap()
    };
    assert_eq!(text(&shape("16777215", "In the box.")).text, "Before after.\n\nIn the box.\n\nNext.");
    assert_eq!(
        text(&shape("4210752", "\\cf1 White on dark.")).text,
        "Before after.\n\nWhite on dark.\n\nNext."
    );
    let lost = text(&shape("16777215", "\\cf1 White on white."));
    assert_eq!(
        (lost.text.as_str(), lost.structure.hidden[0].text.as_str()),
        ("Before after.\n\nNext.", "White on white.")
    );
    let old = text("{\\*\\do\\dobxpage{\\dptxbxtext Old box.\\par}}");
    assert_eq!(old.text, "Before after.\n\nOld box.\n\nNext.");
}

#[test]
fn pale_and_narrow_text_is_hidden_and_white_on_dark_is_seen() {
    let file = "{\\rtf1{\\colortbl;\\red250\\green250\\blue250;\\red30\\green30\\blue60;}\
        {\\cf1 a}{\\charscalex1 b}{\\fs2 c}{\\cf1\\chcbpat2 Seen }{\\v0 too}\\par\
        \\pard\\cbpat2{\\cf1 Dark}\\par\\pard\\sl-20\\slmult0 d\\par\
        \\trowd\\clcbpat2\\cellx1000\\cellx2000\\pard\\intbl{\\cf1 Cell}\\cell{\\cf1 e}\\cell\\row}";
    let paper = read(file.as_bytes(), &PaperLimits::default()).unwrap();
    assert_eq!(paper.text, "Seen too\n\nDark\n\nCell");
    let lost: String = paper.structure.hidden.iter().map(|hidden| hidden.text.as_str()).collect();
    assert_eq!(lost, "abcde");
}

#[test]
fn a_style_of_contents_alone_drops_no_prose() {
    let file = "{\\rtf1{\\stylesheet{\\s1 toc 1;}{\\s2 heading 1;}}\\pard\\s1 Boats\\tab 1\\par\\pard\\s1 They left early.\\par\
        \\pard\\s2 Boats\\par}";
    assert_eq!(read(file.as_bytes(), &PaperLimits::default()).unwrap().text, "They left early.\n\nBoats");
}
