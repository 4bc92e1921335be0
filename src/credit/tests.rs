use super::*;
use crate::text::Layout;

fn of(text: &str) -> Credits {
    credits(&Document { id: "a".into(), text: text.into(), ..Document::default() })
}

fn parts<'t>(text: &'t str, spans: &[Span]) -> Vec<&'t str> {
    spans.iter().map(|span| span.of(text)).collect()
}

#[test]
fn knows_marks_of_citations() {
    let check = |text: &str, expected: &[&str]| {
        assert_eq!(parts(text, &of(text).citations), expected, "{text}");
    };
    // Numbers and keys.
    check("The tide was late [3].", &["[3]"]);
    check("The tide was late[3, 5], and low [1–4, p. 7].", &["[3, 5]", "[1–4, p. 7]"]);
    check("The tide was late [Hol10; HP+20b].", &["[Hol10; HP+20b]"]);
    check("The tide was late [holm2010tides].", &["[holm2010tides]"]);
    check("潮水来得很晚［3］，后来更晚〔5〕。", &["［3］", "〔5〕"]);
    check("潮水来得很晚[1-3]。", &["[1-3]"]);
    // No citations.
    check("It is x[1] and a_b[2], [sic], [2010], [...] and [1 m].", &[]);
    check("[1] The first item.", &[]);
    check("It was 3 km² and 10³ m² large.", &[]);
    // Names in brackets.
    check("The tide was late (Holm, 2010).", &["(Holm, 2010)"]);
    check(
        "It was (see Holm & Poe 2010a, p. 3; Reed et al., 2001).",
        &["(see Holm & Poe 2010a, p. 3; Reed et al., 2001)"],
    );
    check(
        "It was (van der Berg, 1999; World Health Organization, n.d.).",
        &["(van der Berg, 1999; World Health Organization, n.d.)"],
    );
    check("潮水来得很晚（张三，2010；李四、王五，2011）。", &["（张三，2010；李四、王五，2011）"]);
    check("潮水来得很晚（张三等，2010）。", &["（张三等，2010）"]);
    check("潮水来得很晚(Holm,2010)。", &["(Holm,2010)"]);
    check("It fell (March 2010), rose (in 2011) and fell (n = 2010; about 2010).", &[]);
    check("潮水退了（1998年），又涨了（见图3）。", &[]);
    // Names in the sentence.
    check(
        "As Holm (2010) shows, Poe and Reed (2011, p. 3) are wrong.",
        &["Holm (2010)", "Poe and Reed (2011, p. 3)"],
    );
    check("Holm et al. (2010) disagree.", &["Holm et al. (2010)"]);
    check("李明华（2010）认为潮水会晚。", &["李明华（2010）"]);
    check("张三等（2010）认为潮水会晚，Holm（2011）也这样认为。", &["张三等（2010）", "Holm（2011）"]);
    check("In March (2010) it fell; in Lund (2011) it rose.", &[]);
    // Raised numbers.
    check("The tide was late.¹² It was low³ too.", &["¹²"]);
    check("“潮水来得很晚。”①后来更晚。②", &["①", "②"]);
    check("原因有三：①潮水晚。②风大。", &[]);
}

#[test]
fn where_there_is_a_list_the_work_must_be_in_it() {
    let text = "It was [2], [7], (Holm, 2010) and (Lund, 2011).\n\nReferences\n\n[1] A. Holm. Tides. 2010.\n[2] B. Poe. Piers. 2011.";
    let found = of(text);
    assert_eq!(parts(text, &found.citations), ["[2]", "(Holm, 2010)"]);
    let text = "潮水[2]与[7]，见张三（2010）和李四（2011）。\n\n参考文献\n[1] 张三. 潮水[J]. 港口, 2010(3).\n[2] 王五. 栈桥[M]. 北京, 2011.";
    assert_eq!(parts(text, &of(text).citations), ["[2]", "张三（2010）"]);
}

#[test]
fn a_citation_stands_for_its_sentence_and_its_quotation() {
    let check = |text: &str, expected: &[&str]| {
        assert_eq!(parts(text, &of(text).cited), expected, "{text}");
    };
    check("One. Two is late [3]. Three.", &["Two is late [3]."]);
    check("One. Two is late.[3] Three.", &["Two is late.[3]"]);
    check("One. Two is late. [3] Three.", &["Two is late. [3]"]);
    check("One was. [3] showed that two is late. Three.", &["[3] showed that two is late."]);
    check("一是这样。二来得很晚。［3］三是那样。", &["二来得很晚。［3］"]);
    check("一是这样。二来得很晚［3］。三是那样。", &["二来得很晚［3］。"]);
    check(
        "Holm (2010) writes: “The tide is late. Nobody knows why. It was low.” That is so.",
        &["Holm (2010) writes: “The tide is late. Nobody knows why. It was low.”"],
    );
    check(
        "He said so. “The tide is late. Nobody knows why.” (Holm, 2010) That is so.",
        &["“The tide is late. Nobody knows why.” (Holm, 2010)"],
    );
}

#[test]
fn quoted_is_what_is_no_title_and_no_scare_quote() {
    let check = |text: &str, expected: &[&str]| {
        assert_eq!(parts(text, &of(text).quoted), expected, "{text}");
    };
    check("He called it “late” and wrote “the tide has come and gone”.", &["the tide has come and gone"]);
    check("In “The Boats of the Herring Coast” nobody is “wise”.", &[]);
    check("他在《港口的潮水与栈桥的故事》里说：“潮水来得很晚。”", &["潮水来得很晚。"]);
    check("所谓“晚潮”，就是「潮水來得很晚很晚的時候」。", &["潮水來得很晚很晚的時候"]);
    check("He wrote:\n\n> The tide has come and gone.\n\nSo it is.", &["The tide has come and gone."]);
}

#[test]
fn a_list_of_references_ends_where_something_else_begins() {
    let check = |text: &str, expected: &[&str]| {
        assert_eq!(parts(text, &of(text).references), expected, "{text}");
    };
    let entries = "Holm, A. (2010). Tides.\n\nPoe, B. (2011). Piers.";
    check(
        &format!("Text.\n\nReferences\n\n{entries}\n\nAppendix A: Tables\n\nMore in 2012."),
        &[&format!("References\n\n{entries}")],
    );
    check(&format!("6. BIBLIOGRAPHY\n{entries}"), &[&format!("6. BIBLIOGRAPHY\n{entries}")]);
    check("Contents\n\nReferences\n\nAppendix\n\nText of the chapter.", &[]);
    check("References are given to all who ask.\n\nNobody asked in 2010.", &[]);
    let entries = "[1] 张三. 潮水[J]. 港口, 2010(3): 1-9.\n[2] 李四. 栈桥[M]. 北京: 海潮出版社, 2011.";
    check(
        &format!("正文。\n\n参 考 文 献\n{entries}\n\n致谢\n感谢所有人。"),
        &[&format!("参 考 文 献\n{entries}")],
    );
    check(&format!("正文。\n\n参考文献：{entries}"), &[&format!("参考文献：{entries}")]);
    check(
        &format!("正文。\n\n{entries}\n[3] 王五. 风[D]. 上海: 海洋大学, 2012."),
        &[&format!("{entries}\n[3] 王五. 风[D]. 上海: 海洋大学, 2012.")],
    );
    check("There are three:\n\n[1] tides\n\n[2] piers\n\n[3] boats", &[]);
}

#[test]
fn captions_are_no_sentences_about_figures() {
    let check = |text: &str, expected: &[&str]| {
        let document =
            Document { id: "a".into(), text: text.into(), layout: Layout::Flowing, ..Document::default() };
        assert_eq!(parts(text, &credits(&document).captions), expected, "{text}");
    };
    check(
        "Figure 3: The tide.\nFigure 3 shows the tide.\nTable 2.1. Piers\nFig. 4 The low tide",
        &["Figure 3: The tide.", "Table 2.1. Piers", "Fig. 4 The low tide"],
    );
    check(
        "图3-1 潮水的高度\n图3所示为潮水的高度。\n表2：栈桥\n表现很好的人\n图中的潮水",
        &["图3-1 潮水的高度", "表2：栈桥"],
    );
}

#[test]
fn hostile_texts_are_read_in_linear_time() {
    for piece in [
        "(",
        "[1",
        "“",
        "Holm (2010) ",
        "[1]",
        "（张三，2010）",
        "参考文献\n[1] 2010 ",
        "①",
        "²",
        "> a\n",
        "图1 ",
    ] {
        let text = piece.repeat(200_000 / piece.len());
        let before = std::time::Instant::now();
        let _ = of(&text);
        assert!(before.elapsed().as_secs() < 10, "{piece}");
    }
}
