use super::*;
use crate::text::Layout;

fn of(text: &str) -> Credits {
    Credits::of(&Document { id: "a".into(), text: text.into(), ..Document::default() })
}

fn parts<'t>(text: &'t str, spans: &[Span]) -> Vec<&'t str> {
    spans.iter().map(|span| span.of(text)).collect()
}

/// Entries for the works that the tests cite by their names.
const NAMED: &str = "\n\nReferences\n\nHolm, A., & Poe, B. (2010a). Tides. Harbour Press, Lund.\n\nReed, C. (2001). Piers. Harbour Press.\n\nvan der Berg, D. (1999). Boats. Harbour Press.\n\nWorld Health Organization. (n.d.). Harbours. https://example.org/harbours\n\nPoe, B., & Reed, C. (2011). Winds. Harbour Press.\n\n张三. (2010). 潮水. 港口学报, 3(2), 1-9.\n\n李四, 王五. (2011). 栈桥. 海潮出版社.\n\n李明华. (2010). 风. 海潮出版社.\n\nHolm, A. (2011). Mud. Harbour Press.";

/// Entries for the works that the tests cite by their numbers and keys.
const NUMBERED: &str = "\n\nReferences\n\n[1] A. Holm, Tides. Lund: Harbour Press, 2010.\n\n[2] B. Poe, Piers. Lund: Harbour Press, 2011.\n\n[3] C. Reed, Boats. Lund: Harbour Press, 2012.\n\n[4] D. Lund, Mud. Lund: Harbour Press, 2013.\n\n[5] E. Berg, Carts. Lund: Harbour Press, 2014.\n\n[Hol10] A. Holm, Tides. Lund: Harbour Press, 2010.\n\n[HP+20b] A. Holm, Winds. Lund: Harbour Press, 2020.\n\n[holm2010tides] A. Holm, Tides. Lund: Harbour Press, 2010.";

/// Notes for raised and circled numbers.
const NOTES: &str = "\n\n¹ Holm, Tides, p. 4.\n\n² Poe, Piers, p. 5.\n\n³ Reed, Boats, p. 6.\n\n①张三：《潮水》，海潮出版社2010年版，第3页。\n\n②李四：《栈桥》，海潮出版社2011年版，第4页。";

#[test]
fn knows_marks_of_citations() {
    let check_with = |list: &str, text: &str, expected: &[&str]| {
        let whole = format!("{text}{list}");
        assert_eq!(parts(&whole, &of(&whole).citations), expected, "{text}");
        assert!(of(text).citations.is_empty(), "a mark without an entry or a note: {text}");
    };
    let check = |text: &str, expected: &[&str]| check_with(NUMBERED, text, expected);
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
    let check = |text: &str, expected: &[&str]| check_with(NAMED, text, expected);
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
    let check = |text: &str, expected: &[&str]| check_with(NOTES, text, expected);
    check("The tide was late.¹² It was low³ too.", &["¹²"]);
    check("“潮水来得很晚。”①后来更晚。②", &["①", "②"]);
    check("原因有三：①潮水晚。②风大。", &[]);
}

#[test]
fn where_there_is_a_list_the_work_must_be_in_it() {
    let text = "It was [2], [7], (Holm, 2010) and (Lund, 2011), (Poe, 2010).\n\nReferences\n\n[1] A. Holm. Tides. 2010.\n[2] B. Poe. Piers. 2011.";
    let found = of(text);
    assert_eq!(parts(text, &found.citations), ["[2]", "(Holm, 2010)"]);
    let text = "潮水[2]与[7]，见张三（2010）和李四（2011）。\n\n参考文献\n[1] 张三. 潮水[J]. 港口, 2010(3).\n[2] 王五. 栈桥[M]. 北京, 2011.";
    assert_eq!(parts(text, &of(text).citations), ["[2]", "张三（2010）"]);
}

#[test]
fn a_citation_stands_for_its_sentence_and_its_quotation() {
    let check = |text: &str, expected: &[&str]| {
        for list in [NUMBERED, NAMED] {
            let whole = format!("{text}{list}");
            if !of(&whole).citations.is_empty() {
                assert_eq!(parts(&whole, &of(&whole).cited), expected, "{text}");
                return;
            }
        }
        panic!("no citation: {text}");
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
        assert_eq!(parts(text, &Credits::of(&document).captions), expected, "{text}");
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

#[test]
fn entries_are_known_by_their_look() {
    use super::entries::looks_like_entry;
    for entry in [
        // APA, MLA, Chicago, Harvard.
        "Okafor, N., & Lind, S. (2014). The slow return of the eel to the northern rivers. Journal of Estuary Studies, 8(2), 101–119.",
        "Okafor, Ngozi, and Sven Lind. The Slow Return of the Eel. Tidewater Press, 2014.",
        "Okafor, Ngozi. “The Slow Return of the Eel.” Estuary Review, vol. 8, no. 2, 2014, pp. 101-19.",
        "Okafor, Ngozi. 2014. The Slow Return of the Eel. Bergen: Tidewater Press.",
        "Ngozi Okafor, The Slow Return of the Eel (Bergen: Tidewater Press, 2014), 33–35.",
        "Okafor, N. and Lind, S., 2014. The slow return of the eel. 2nd edn. Bergen: Tidewater Press.",
        "Estuary Commission. (2014). Annual report on the eel. https://example.org/eel",
        // Vancouver, IEEE, Nature.
        "1. Okafor N, Lind S. The slow return of the eel to northern rivers. Estuar Stud. 2014;8(2):101-19.",
        "[1] N. Okafor and S. Lind, “The slow return of the eel,” J. Estuar. Stud., vol. 8, no. 2, pp. 101–119, Mar. 2014.",
        "Okafor, N. & Lind, S. The slow return of the eel. Estuar. Stud. 8, 101–119 (2014).",
        // German, French, Spanish.
        "Müller, Jürgen: Die Rückkehr des Aals in den Norden. Bremen: Deichverlag 2003.",
        "Müller, J. (2003): Der Aal. In: Weber, K. (Hrsg.): Flüsse des Nordens. Bremen: Deichverlag, S. 33–51.",
        "LEFÈVRE, Anne, Le retour de l’anguille dans les rivières du nord, Brest, Éditions du Quai, 2003, p. 33.",
        "García Soto, M. (2003). El regreso de la anguila a los ríos del norte. Revista de Estuarios, 12(3), 45-67.",
        // Cases, laws, standards.
        "Okafor v. Lind, 512 U.S. 218, 224 (1994).",
        "Eel Protection Act 1994, § 12.",
        "ISO 10821:2009. Counting of eels in rivers. Geneva: International Organization for Standardization.",
        // Pages, datasets, preprints.
        "Lind, S. (2020, March 3). Eels are back. Retrieved April 5, 2021, from https://example.org/eels",
        "“Eels Are Back.” Tidewater Times, 3 Mar. 2020, www.example.org/eels. Accessed 5 Apr. 2021.",
        "Lind, S., & Okafor, N. (2019). Counts of eels, 1990–2018 (Version 2) [Data set]. Zenodo. https://doi.org/10.0000/1",
        "Lind S, Okafor N. Counting eels by sound. arXiv:1901.00001 [q-bio]. 2019.",
        // Chinese.
        "[1] 张三, 李四. 鳗鱼回到北方河流的原因[J]. 河口研究, 2014, 8(2): 101-119.",
        "［2］王五．河口的鳗鱼［M］．上海：潮水出版社，2011：33-35．",
        "[3] 赵六. 鳗鱼的洄游路线研究[D]. 青岛: 海洋大学, 2012.",
        "[4] 河口委员会. 鳗鱼年报[EB/OL]. (2014-03-01)[2015-04-05]. http://example.org/eel.",
        "张三：《河口的鳗鱼》，上海：潮水出版社，2011年，第33页。",
        "[美]约翰·林德：《鳗鱼的归来》，王五译，北京：商务印书馆，2003年版，第12页。",
        "李四、王五：《鳗鱼洄游的路线》，《河口研究》2014年第2期。",
        "GB/T 7714—2015. 信息与文献 参考文献著录规则[S].",
    ] {
        assert!(looks_like_entry(entry), "{entry}");
    }
    for prose in [
        "[1] The number of boats falls before a storm in thirty-one of forty cases.",
        "2. In 1998 the keeper of the harbour wrote that nobody had counted the boats since the spring.",
        "3. Nobody knows why the light went out before the flood, and the families on the quay have waited ever since.",
        "[4] The University Press of the town printed the book in 1998, and nobody bought it.",
        "Anna Holm, the keeper of the lighthouse, wrote in her ledger that the boats were gone (Holm, 1998, pp. 12-14).",
        "The tide was late in the spring of that year (Smith, 2010).",
        "[5] 大风到来之前，港口里船的数量在四十次中有三十一次明显下降。",
        "6. 1998年的春天，港口的看守人在账簿里写道，没有人再数过船的数量。",
        "[7] 北京大学的研究者在2010年第3期的学报上说，潮水来得很晚的原因还不清楚，没有人去问过他们。",
        "[8] a boat",
    ] {
        assert!(!looks_like_entry(prose), "{prose}");
    }
}

#[test]
fn a_list_is_believed_entry_by_entry() {
    let prose =
        "The number of boats falls before a storm in thirty-one of forty cases, and nobody knows why.";
    let entry = "Holm, A. (2010). Tides. Harbour Press, Lund.";
    let check = |text: &str, references: &[&str], others: &[&str]| {
        let found = of(text);
        assert_eq!(parts(text, &found.references), references, "{text}");
        assert_eq!(parts(text, &found.not_references), others, "{text}");
    };
    check(&format!("References\n\n{prose}\n\n{prose}"), &[], &[]);
    check(
        &format!("References\n\n[1] {prose}\n\n[2] {prose}"),
        &[],
        &[&format!("[1] {prose}"), &format!("[2] {prose}")],
    );
    check(
        &format!("References\n\n{entry}\n\n{prose}\n\n{entry}"),
        &[&format!("References\n\n{entry}"), entry],
        &[prose],
    );
    check(&format!("{entry}\n\n[1] {prose}\n\n[2] {prose}\n\n[3] {prose}"), &[], &[]);
}

/// Checks the marks that are found in a text above a list of references.
fn check_marks(list: &str, text: &str, expected: &[&str]) {
    let whole = format!("{text}\n\n{list}");
    assert_eq!(parts(&whole, &of(&whole).citations), expected, "{text}");
}

#[test]
fn forms_of_many_styles_are_citations() {
    let named = "Works Cited\n\nLee, Min. “Rivers at Night.” Estuary Review, vol. 8, no. 2, 2004, pp. 101-19.\n\n\
        Müller, Jürgen: Die Rückkehr des Aals. Bremen: Deichverlag 2003.\n\n\
        Okafor, Ngozi, and Sven Lind. The Slow Return of the Eel. Tidewater Press, 2014.\n\n\
        Smith, Ada. Harbours and Tides. Lund: Quay Books, 2010.\n\n张三：《河口的鳗鱼》，上海：潮水出版社，2010年。";
    let check = |text: &str, expected: &[&str]| check_marks(named, text, expected);
    check("The eel came back (Okafor and Lind 44).", &["(Okafor and Lind 44)"]);
    check("The eel came back (Okafor and Lind 44-46; Lee 102).", &["(Okafor and Lind 44-46; Lee 102)"]);
    check("The eel came back (Lee, “Rivers” 103).", &["(Lee, “Rivers” 103)"]);
    check("Lee writes that “the eel came back to the rivers” (103).", &["(103)"]);
    check("Der Aal kam zurück (vgl. Müller 2003, 33 f.).", &["(vgl. Müller 2003, 33 f.)"]);
    check("Der Aal kam zurück (siehe Müller 2003: 33).", &["(siehe Müller 2003: 33)"]);
    check(
        "Es war so (Müller 2003, S. 33). Und es blieb so (ebd., S. 35).",
        &["(Müller 2003, S. 33)", "(ebd., S. 35)"],
    );
    check("It came (cf. Smith 2010; see also Lee 2004).", &["(cf. Smith 2010; see also Lee 2004)"]);
    check(
        "It came (Smith 2010: 33) and went (Smith, 2010, p. 5).",
        &["(Smith 2010: 33)", "(Smith, 2010, p. 5)"],
    );
    check("Okafor and Lind (2014, 44) say so.", &["Okafor and Lind (2014, 44)"]);
    check(
        "鳗鱼回来了（张三，2010：33），又走了（张三等，2010）。",
        &["（张三，2010：33）", "（张三等，2010）"],
    );
    check("张三（2010）认为鳗鱼会回来。", &["张三（2010）"]);
    // Another year, another name, a number that is no page.
    check("It came (Smith, 1999), went (Reed 44) and came (Lund, 2010) in all (44) rivers.", &[]);
    let numbered = "References\n\n1. Okafor N, Lind S. The slow return of the eel. Estuar Stud. 2014;8(2):101-19.\n\n\
        2. Smith A. Harbours and tides. Lund: Quay Books; 2010.\n\n3. Lee M. Rivers at night. Estuar Rev. 2004;8:1-9.";
    let check = |text: &str, expected: &[&str]| check_marks(numbered, text, expected);
    check("The eel came back (1). It left again (2,3), and came (1-3).", &["(1)", "(2,3)", "(1-3)"]);
    check("The eel came back (4), as equation (2) says: (1) by night, (2) by day.", &[]);
    check("The eel came back.¹ It left.²,³", &["¹", "²", "³"]);
    check("鳗鱼回来了［2］31-33。", &["［2］31-33"]);
}

#[test]
fn a_note_that_names_a_source_is_a_citation() {
    let check = |text: &str, note: &str, expected: &[&str]| check_marks(note, text, expected);
    check("The eel came back.[^1]", "[^1]: Okafor, The Slow Return of the Eel, p. 44.", &["[^1]"]);
    check("The eel came back.[^1]", "[^1]: I thank the keeper of the harbour for his patience.", &[]);
    check("The court had said so.¹", "¹ Okafor v. Lind, 512 U.S. 218, 224 (1994).", &["¹"]);
    check(
        "The court had said so.¹ It said more.²",
        "Notes\n\n1. Okafor v. Lind, 512 U.S. 218, 224 (1994).\n\n2. Id. at 226.",
        &["¹", "²"],
    );
    check("鳗鱼回来了。①", "①张三：《河口的鳗鱼》，潮水出版社2010年版，第33页。", &["①"]);
    check("鳗鱼回来了。①", "①本文写作得到港口管理员的帮助，谨致谢意。", &[]);
}

#[test]
fn titles_and_scare_quotes_are_not_quoted() {
    let check = |text: &str, expected: &[&str]| assert_eq!(parts(text, &of(text).quoted), expected, "{text}");
    check("Her article “The Decline of the Herring” came late.", &[]);
    check("She wrote an article titled “The decline of the herring in northern waters” that year.", &[]);
    check("The “so called free harbour” was never free.", &[]);
    check(
        "Er sprach vom »freien Hafen« und schrieb: »Der Aal ist in den Fluss zurückgekehrt.«",
        &["Der Aal ist in den Fluss zurückgekehrt."],
    );
    check(
        "Er schrieb: „Der Aal ist in den Fluss zurückgekehrt.“",
        &["Der Aal ist in den Fluss zurückgekehrt."],
    );
    check(
        "Er schrieb: ›Der Aal ist in den Fluss zurückgekehrt.‹",
        &["Der Aal ist in den Fluss zurückgekehrt."],
    );
    check(
        "Il écrivait : « L’anguille est revenue dans la rivière. »",
        &[" L’anguille est revenue dans la rivière. "],
    );
    check("她的文章题为“北方河流中鳗鱼数量的减少”，写得很早。", &[]);
}

#[test]
fn an_indented_block_is_a_quotation_and_the_sentence_beside_it_credits_it() {
    let block = "    The eel has come back to the rivers of the north, and nobody\n    knows how long it will stay there.";
    let list = "References\n\n[1] N. Okafor, The Slow Return of the Eel. Bergen: Tidewater Press, 2014.\n\n[2] S. Berg, Rivers. Lund: Quay Books, 2004.";
    let wording = block.trim();
    for (before, behind) in [
        ("As Berg (2004) writes:", "Nobody has answered that."),
        ("It was late in the year.", "The passage above is taken from Berg [2]."),
        ("It was late in the year.", "Quoted from Okafor [1], who saw it."),
        ("It was late in the year.", "(Berg 2004)"),
    ] {
        let text = format!("{before}\n\n{block}\n\n{behind}\n\n{list}");
        let found = of(&text);
        assert_eq!(parts(&text, &found.quoted), [wording], "{text}");
        assert!(parts(&text, &found.cited).iter().any(|cited| cited.contains(wording)), "{text}");
    }
    let text = format!("It was late.\n\n{block}\n\nBerg [2] saw another river.\n\n{list}");
    assert!(!parts(&text, &of(&text).cited).iter().any(|cited| cited.contains(wording)), "{text}");
    let text = "他在书里写道。\n\n> 鳗鱼回到了北方的河流，没有人知道它们会停留多久，也没有人去问。\n\n以上引自文献［2］。\n\n参考文献\n\n［1］张三．鳗鱼［M］．上海：潮水出版社，2010．\n\n［2］李四．河流［M］．上海：潮水出版社，2011．";
    assert!(parts(text, &of(text).cited).iter().any(|cited| cited.contains("鳗鱼回到了")), "{text}");
    let all = format!("{block}\n\n{block}\n\n{block}");
    assert!(of(&all).quoted.is_empty(), "a text that is indented as a whole");
}
