//! Sentences that were once split wrongly, or are known to be hard. `|` marks the end of a sentence.

use fastrand::Rng;

use super::*;

fn split(text: &str, layout: Layout) -> Vec<&str> {
    let mut spans = Vec::new();
    split_sentences(text, layout, &mut spans);
    spans.into_iter().map(|span| span.of(text)).collect()
}

/// Checks sentences given with `|` between them, and `⏎` for a line end.
fn check_in(layout: Layout, marked: &str) {
    let marked = marked.replace('⏎', "\n");
    let expected: Vec<&str> = marked.split('|').map(str::trim).filter(|s| !s.is_empty()).collect();
    let text = marked.replace('|', "");
    assert_eq!(split(&text, layout), expected, "{layout:?}");
}

fn check(cases: &[&str]) {
    for case in cases {
        check_in(Layout::Wrapped, case);
        check_in(Layout::Flowing, case);
    }
}

fn check_wrapped(cases: &[&str]) {
    for case in cases {
        check_in(Layout::Wrapped, case);
    }
}

#[test]
fn cases_that_the_unicode_rules_get_wrong() {
    check(&[
        "I saw Mr. Smith today.",
        "Smith et al. Found it again.",
        "This is it, i.e. That is all.",
        "The U.S. Government said so.",
        "A book by J. K. Rowling was read.",
        "It was known before.[12]| We know it now.",
        "It was known before.12| We know it now.",
        "走了很久……|然后他来到了这里。|",
        "前面的这一个分句比较长；|后面的这一个分句也比较长。|",
        "「今天。」|他说。|『好！』|",
        "他说。|“好！”|她也说。|",
        "第1.节 内容",
        "1.引言 内容",
        "“你好。”|他走了。|",
        "See Fig. 3 for this.| See No. 5 too.| Smith et al. [12] found it.|",
        "他走了。| 她也走了。|",
    ]);
    check_wrapped(&["A hard⏎wrapped text.|⏎It goes⏎on.|"]);
}

#[test]
fn plain_english() {
    check(&[
        "Hello World.| My name is Jonas.|",
        "What is your name?| My name is Jonas.|",
        "There it is!| I found it.|",
        "She turned to him, \"This is great.\"| She held the book out.|",
        "\"Stop!\" he said.| \"Why?\" she asked.|",
        "He said, \"Stop.\"| \"Why?\"|",
        "Hello!!| Long time no see.|",
        "Hello??| Who is there?|",
        "Hello!?| Is that you?|",
        "He left (it rained).| (It rained all day.)| Then he came back.|",
        "The film “Who?” was good.| It ended.|",
        "‘Yes.’| ‘No.’| It ended.|",
        "I can see it. éclair is small.|",
        "Ça va.| École is a word.| Über alles.|",
        "Is it 5?| 12 men came.| \"Yes,\" they said.|",
        "Go to it.| https://example.com/a.b?c=d is the place.|",
    ]);
}

#[test]
fn abbreviations_stay_inside() {
    check(&[
        "Mr. and Mrs. Brown met Dr. No, Prof. Plum and Messrs. Smith.",
        "Gen. Lee, Capt. Hook, Sen. Smith, Rev. Green and Lt. Col. Blue came.",
        "Please turn to p. 55, pp. 7-9 and ch. 3.",
        "See sec. IV, Fig. A, eq. (3), vol. 2 and no. 7.",
        "On Jan. 5 and in Sept. 1999 it rained.",
        "Use e.g. Python, or i.e. C, cf. Smith, vs. Jones, etc. and so on.",
        "Let's ask Jane and co. they should know.",
        "They closed the deal with Pitt, Briggs & Co. at noon.",
        "We make a good team, Acme Inc. Labs and Foo Ltd. Partners.",
        "He works at Yahoo.com and Acme Corp. headquarters.",
        "The U.S. Senate, the U.K. Parliament and the U.N. General Assembly met.",
        "John F. Kennedy, George W. Bush and J.R.R. Tolkien.",
        "J.-P. Sartre and T. S. Eliot met.",
        "He has a Ph.D. Student and an M.D. Friend.",
        "At 5 a.m. Mr. Smith went to the bank at 6 p.m. Eastern time.",
        "St. John lives on Main St. near Mt. Everest.",
        "She stopped at No. One, High Street.",
        "In Roe v. Wade it was decided approx. Ten times.",
        "Dept. Of Defense vs. Univ. of Maine.",
        "The case (cf. Smith) and the other (approx. 5) hold.",
    ]);
}

#[test]
fn abbreviations_may_end_a_sentence() {
    check(&[
        "I live in the U.S.| How about you?|",
        "I work for the U.S. Government in Virginia.",
        "I have lived in the U.S. for 20 years.",
        "We met at 5 p.m.| The sun set.|",
        "They sell apples, pears, etc.| It is cheap.|",
        "He joined Acme Inc.| They fired him.|",
        "Sammy Davis Jr.| He sang.|",
        "It is as good as I.| The next came.|",
        "This is Plan B.| However, it failed.|",
        "The answer is no.| Nobody knew.|",
        "Did you see Albert I. Jones yesterday?",
        "It happened in Dec.| Rain fell.|",
        "It was on p. 5",
        "I asked for water and a fig.| It was given.|",
        "He got his Ph.D.| Then he left.|",
    ]);
}

#[test]
fn dots_inside_words_end_nothing() {
    check(&[
        "It costs $3.50 and 1,000.25 or .5 of it.",
        "Version 1.2.3 of file.txt and main.rs came out.| It works.|",
        "Go to www.example.com or http://a.b/c.html?x=Y.Z now.| Please.|",
        "Write to john.doe@example.co.uk for more.| Thanks.|",
        "Use Node.js and .NET.| Both work.|",
        "The IP is 192.168.0.1.| Use it.|",
        "She has $100.00.| It is hers.|",
        "This is not a.b.c but x.| Yes.|",
        "Yes!important is CSS.",
    ]);
}

#[test]
fn ellipses() {
    check(&[
        "I never meant that....| She left the store.|",
        "Wait... what?| Well… yes.|",
        "Wait...| I know.| Well…| Yes.|",
        "One further habit . . . was . . . reading.| Fine.|",
        "It ended . . .| Then it began.|",
        "“…and so it goes.”| He left.|",
        "他……|好像不太对……|然后他走了。|",
        "他想了想…还是走了。|",
        "他说：“我……”|然后走了。|",
        "等等......|他来了。|",
    ]);
}

#[test]
fn citations_belong_to_the_sentence_before() {
    check(&[
        "It is known.[1][2]| We go on.| It is so.[3, 5-7]|",
        "It is so.\"[4]| Then it ended.|",
        "As shown [12].| We go on.|",
        "As they say.3| We go on.| As they say.10,12| End.|",
        "See no.12 The end.",
        "这是已知的。[12]|我们继续。|[第三]这里。|",
        "We saw it.| [12] We go on.|",
    ]);
}

#[test]
fn what_is_no_citation_is_left_to_the_next_sentence() {
    check(&[
        "It is known.[12: see] We go on.|",
        "It is known.[12abc] We go on.|",
        "It is known.[a12] We go on.|",
        "It is known.[, -] We go on.|",
        "It is known.[12",
        "It is known.[",
        "这是已知的。|[12我们继续。|",
        "这是已知的。|[12中]我们继续。|",
        "这是已知的。|[12",
    ]);
}

#[test]
fn numbers_at_the_start_are_no_sentences() {
    check(&[
        "1. Introduction is here.| 2. Method is here.|",
        "a. First of all.| B. Second of all.| IV. The last.|",
        "1.2. Results are good.|",
        "(1) One thing.| (2) Another.|",
        "一. 标题在此。|二、内容。|",
        "第一. 我们要走。|",
        "It was in 1999.| 2000 came next.|",
    ]);
}

#[test]
fn chinese() {
    check(&[
        "今天天气很好。|我们去公园吧！|好吗？|好。|",
        "真的吗？！|是的！！！|",
        "他说：“今天天气很好。|明天也好。”|然后走了。|",
        "“好！”，他说。|“够了！”的声音传来。|“走吧。”、“好吧。”是他们的话。|",
        "他问：“你是谁？”|我没有回答。|",
        "「你好！」|「再见。」|",
        "“‘好。’|他说。”|我走了。|",
        "他走了（没有人知道为什么。真的！）然后回来了。|",
        "（他走了。）|她也走了。|",
        "《你好，李焕英！》上映了。|我看了《谁？什么！》这部电影。|",
        "苹果；梨；桃子；都很好吃。|",
        "天下大势分久必合合久必分；|周末七国分争并入于秦；汉。|",
        "我——不知道——怎么办。|他走了：去了北京、上海，还有广州。|",
        "他说.|我不信.|她也不信!|真的?|是.|",
        "请看文件.txt和版本3.5的内容。|",
        "网址是http://例子.com/?a=b，不是http://a.cn/b。|",
        "增长了3.5%。|达到5.0亿元。|",
        "他说。|\"好。\"|她说。|\"不。\"|",
        "好。 ，他说。|",
        "为什么？|——因为好。|",
        "甲方应当按时付款，乙方应当按时交货。|",
    ]);
}

#[test]
fn chinese_with_english() {
    check(&[
        "我用 Python.|然后用 Rust.|好。|",
        "我在 Apple Inc. 工作。|我在 Apple Inc.工作。|",
        "TiDB 5.0 发布了。|See Fig. 3.| 结果很好。|",
        "使用 Node.js 和 e.g. 这些东西。|",
        "OK!|然后呢?|No.|",
        "Smith et al. 发现了它。|",
        "He said 你好。|Then he left.| 他走了。|",
        "这是第1.2.3节的内容。|详见a.b.c。|",
    ]);
}

#[test]
fn other_languages() {
    check(&[
        "今日は。|元気ですか？|はい！|「そうです。」|彼は言った。|",
        "안녕하세요.| 저는 학생입니다.| 반갑습니다!|",
        "Это мир.| Как дела?| А. С. Пушкин писал.|",
        "هل هذا؟| نعم۔| هذا.|",
        "यह है।| वह था।|",
        "Bonjour !| Ça va ?| Oui.|",
    ]);
}

#[test]
fn wrapped_lines_make_paragraphs() {
    check_wrapped(&[
        "A line⏎goes on.| And⏎ends|⏎⏎Another one|⏎ \t ⏎and one more",
        "# Heading|⏎Text goes⏎on here.|⏎## Another|⏎More",
        "A list:|⏎- one item|⏎- another⏎  that goes on|⏎* third|⏎• fourth",
        "Steps:|⏎1. do this|⏎2. do that⏎and more|⏎3. stop",
        "Fruit|⏎- apples|⏎- pears|⏎- plums",
        "It went⏎- so far as he knew⏎- to the end.|",
        "It was cold;⏎- he could not⏎believe it.|",
        "He read v.⏎173.| The end.|",
        "He said.|⏎- Yes|⏎- No",
        "It ended . .⏎. .| Then.|",
        "The war ended in⏎12.| It was⏎late.|",
        "He was born in⏎1945.| The war⏎ended.|",
        "it was a word⏎- a long one - and⏎it ended.|",
        "第一章 总则|⏎⏎第一条 为了保护。|⏎第二条 本法所称：|⏎（一）甲|⏎（二）乙",
        "一、概述。|⏎二、方法",
        "He met J.⏎Smith there.|",
        "[1] A book, 1999.|⏎[2] Another book⏎of 2000.|",
        "2.1 Method.|⏎Some text here.|⏎2.2 Results|⏎⏎Text",
        "- one|⏎+ two|⏎- three|⏎1. four|⏎- five|⏎2. six",
    ]);
    check_in(Layout::Flowing, "A line|⏎another|⏎and a third.| Yes.|");
}

#[test]
fn signs_alone_are_in_no_sentence() {
    let text = "A title\n-----\nc d\n***\n> e\n>\n> f\n```\ncode\n```\n| a | b |\n|---|---|\n| c |";
    assert_eq!(split(text, Layout::Wrapped), ["A title", "c d", "> e", "> f", "code", "| a | b |", "| c |"]);
    for text in ["", " \n\u{3000}\n", "* * *\n\n……\n\n!!!", "“……”"] {
        assert!(split(text, Layout::Wrapped).is_empty() && split(text, Layout::Flowing).is_empty());
    }
}

#[test]
fn short_lines_among_long_ones_are_headings() {
    let long = "these words fill a line of the usual length in a text that is wrapped";
    let text = format!("{long}⏎{long}.|⏎A Heading|⏎The next {long}⏎{long}⏎{long}.");
    check_wrapped(&[&text, &text.replace("The next", "the next").replace("Heading|", "Heading")]);
    check_wrapped(&["A Heading⏎The text⏎of four⏎lines"]);
}

#[test]
fn very_long_lines_were_not_wrapped() {
    let long = "these words fill a line ".repeat(20);
    check_wrapped(&[&format!("{}|⏎Then the next", long.trim()), &format!("{}⏎then the next", long.trim())]);
}

/// Returns fewer than `most` pieces of text in a row.
fn random_text(random: &mut Rng, most: usize) -> String {
    (0..random.usize(..most)).map(|_| PIECES[random.usize(..PIECES.len())]).collect()
}

const PIECES: &[&str] = &[
    "Word",
    "word",
    "Mr",
    "etc",
    "e.g",
    "U.S",
    "I",
    "J",
    "a",
    "The",
    "12",
    "3.5",
    " ",
    " ",
    " ",
    "\n",
    "  ",
    ".",
    ".",
    ".",
    "!",
    "?",
    "...",
    "…",
    "……",
    ",",
    ";",
    "\"",
    "'",
    "“",
    "”",
    "‘",
    "’",
    "(",
    ")",
    "[3]",
    "[",
    "- ",
    "1. ",
    "# ",
    "中文",
    "的",
    "今天天气很好",
    "。",
    "！",
    "？",
    "；",
    "，",
    "：",
    "《",
    "》",
    "（",
    "）",
    "「",
    "」",
    "一、",
    "第一章",
    "カナ",
    "한국",
    "é",
    "É",
    "\u{301}",
    "\u{3000}",
    "👩",
    "---",
    "*",
    "|",
    "http://a.b/c",
    "x@y.z",
    "\t",
    "।",
    "؟",
];

#[test]
fn any_text_has_sentences_in_order() {
    // A fixed seed, so that failures can be repeated.
    let mut random = Rng::with_seed(0x2545_F491_4F6C_DD1D);
    for round in 0..6_000 {
        let text = random_text(&mut random, 40);
        for layout in [Layout::Wrapped, Layout::Flowing] {
            let mut spans = Vec::new();
            split_sentences(&text, layout, &mut spans);
            let mut last = 0;
            for span in spans {
                let sentence = text.get(span.range()).unwrap_or("");
                assert!(span.start >= last, "{round} {text:?}");
                assert!(!sentence.is_empty() && sentence.trim() == sentence, "{round} {text:?}");
                assert!(
                    !text.get(last as usize..span.start as usize).unwrap().contains(char::is_alphanumeric)
                );
                last = span.end;
            }
            assert!(!text.get(last as usize..).unwrap().contains(char::is_alphanumeric), "{round} {text:?}");
        }
    }
}

#[test]
fn a_paragraph_has_the_same_sentences_in_any_document() {
    let mut random = Rng::with_seed(0x9E37_79B9_7F4A_7C15);
    for _ in 0..2_000 {
        let paragraphs: Vec<String> = (0..4).map(|_| random_text(&mut random, 30)).collect();
        for (layout, gap) in
            [(Layout::Wrapped, "\n\n"), (Layout::Wrapped, "\n \n\n"), (Layout::Flowing, "\n")]
        {
            let whole = paragraphs.join(gap);
            let alone: Vec<&str> = paragraphs.iter().flat_map(|paragraph| split(paragraph, layout)).collect();
            assert_eq!(split(&whole, layout), alone, "{paragraphs:?}");
        }
    }
}

#[test]
fn line_ends_in_place_of_spaces_change_no_boundary() {
    let text = "It was late. Mr. Smith said, \"Go home!\" He went (as one does) to the U.S. The end came soon, etc. It was \
                over. \"Why?\" she asked. Nobody knew.";
    let expected = split(text, Layout::Wrapped);
    for (at, _) in text.match_indices(' ') {
        let mut wrapped = text.to_owned();
        wrapped.replace_range(at..=at, "\n");
        let sentences: Vec<String> =
            split(&wrapped, Layout::Wrapped).into_iter().map(|s| s.replace('\n', " ")).collect();
        assert_eq!(sentences, expected, "{at}");
    }
}

#[test]
fn huge_paragraphs_take_linear_time() {
    // Each takes some milliseconds when linear, and minutes when quadratic.
    for piece in [
        "a",
        "中",
        "(",
        "（！）",
        ". ",
        "x. ",
        "。\"",
        "; ",
        "；",
        "\n",
        "- ",
        "1. ",
        "a, ",
        "，",
        "\"",
        ". . ",
        "[1]",
        "\n-\n",
    ] {
        let text = piece.repeat(20_000);
        for layout in [Layout::Wrapped, Layout::Flowing] {
            split_sentences(&text, layout, &mut Vec::new());
        }
    }
}

#[test]
fn marks_of_emphasis_open_the_next_chinese_sentence() {
    check(&["他走了。|*她*也走了。", "他走了。|_她_也走了。"]);
}

#[test]
fn a_narrow_mark_before_a_small_letter_ends_no_chinese_sentence() {
    check(&["他在雅虎!answers上问过。", "他在雅虎上问过！|answers是英文。"]);
}
