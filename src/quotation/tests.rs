use super::*;
use proptest::prelude::*;

fn of(text: &str) -> Vec<Quotation> {
    Quotation::all_in(text, Layout::Wrapped)
}

/// Returns the wording of a quotation, with a bar between its parts.
fn wording(text: &str, quotation: &Quotation) -> String {
    quotation.parts.iter().map(|part| part.of(text)).collect::<Vec<_>>().join(" | ")
}

/// Returns the statements and fragments of a text.
fn said(text: &str) -> Vec<Quotation> {
    let is_said =
        |quotation: &Quotation| matches!(quotation.kind, QuotationKind::Statement | QuotationKind::Fragment);
    of(text).into_iter().filter(is_said).collect()
}

#[test]
fn recognizes_statements() {
    for (text, expected) in [
        ("He said: \"We shall build the bridge.\"", "We shall build the bridge."),
        ("He said: “We shall build the bridge.”", "We shall build the bridge."),
        ("He said: ‘We shall build the bridge.’", "We shall build the bridge."),
        ("He said: 'We don't build bridges.'", "We don't build bridges."),
        ("He said: ‘We don’t build bridges.’", "We don’t build bridges."),
        ("Er sagte: „We shall build the bridge.“", "We shall build the bridge."),
        ("He said: „We shall build the bridge.”", "We shall build the bridge."),
        ("He said: «We shall build the bridge.»", "We shall build the bridge."),
        ("He said: ‹We shall build the bridge.›", "We shall build the bridge."),
        ("\"No,\" she said.", "No,"),
        ("\"Will the\nbridge stand?\" asked Jones.", "Will the\nbridge stand?"),
        ("(\"The bridge will stand,\" he said.)", "The bridge will stand,"),
        ("他说：“我们要修这座桥。”", "我们要修这座桥。"),
        ("他说：\"我们要修这座桥。\"", "我们要修这座桥。"),
        ("他说：＂我们要修这座桥。＂", "我们要修这座桥。"),
        ("他说：「我們要修這座橋。」", "我們要修這座橋。"),
        ("他说：『我們要修這座橋。』", "我們要修這座橋。"),
        ("他说：﹁我們要修這座橋。﹂", "我們要修這座橋。"),
        ("他说：‘我们要修这座桥。’", "我们要修这座桥。"),
        ("“好！”他说。", "好！"),
        ("“我们要修这座桥，”市长说。", "我们要修这座桥，"),
    ] {
        let found = of(text);
        assert_eq!(found.iter().map(|found| wording(text, found)).collect::<Vec<_>>(), [expected], "{text}");
        assert_eq!(found[0].kind, QuotationKind::Statement, "{text}");
        assert!(found[0].span.start < found[0].parts[0].start, "{text}");
    }
}

#[test]
fn recognizes_words_of_statements() {
    for (text, expected) in [
        ("Smith said the bridge was \"a very grave mistake\" of the city.", "a very grave mistake"),
        ("The level, he said, \"ought not to be lower.\"", "ought not to be lower."),
        ("他表示，这座桥“关系到两岸居民的出行安全”，不能再等。", "关系到两岸居民的出行安全"),
    ] {
        let found = of(text);
        assert_eq!(found.iter().map(|found| wording(text, found)).collect::<Vec<_>>(), [expected], "{text}");
        assert_eq!(found[0].kind, QuotationKind::Fragment, "{text}");
    }
}

#[test]
fn what_is_no_quotation_is_told_apart() {
    for (text, expected) in [
        ("The \"free\" ferry costs five dollars.", Some(QuotationKind::Phrase)),
        ("They sold the so-called \"Christmas butter\" at once.", Some(QuotationKind::Phrase)),
        ("The word \"ferry\" is old.", Some(QuotationKind::Phrase)),
        ("这种“免费”的渡轮要收五元。", Some(QuotationKind::Phrase)),
        ("各地推进“一带一路”建设。", Some(QuotationKind::Phrase)),
        ("她读《红楼梦》。", Some(QuotationKind::Title)),
        ("〈静夜思〉很短。", Some(QuotationKind::Title)),
        ("She wrote the novel \"The House by the Salt Road\" in a year.", Some(QuotationKind::Title)),
        ("The ferry doesn't run in the boys' street.", None),
        ("The ferry doesn’t run in the boys’ street.", None),
        ("He is 5'10\" tall and she is 5'2\" tall.", None),
        ("A 12\" pipe and a 10\" pipe.", None),
        ("In the '90s and the '80s the ferry ran.", None),
        ("In the ‘90s and the ’80s the ferry ran.", None),
        ("Get 'em while the ferry's here, rock 'n' roll.", None),
        ("The call `print(\"hello, dear old world\")` prints.", None),
        ("let name = \"the name of the world\";", None),
        ("print(\"the name of the world\")", None),
        ("{\"name of it\": 1}", None),
        ("An “open mark is none.\n\nAnd here is more.", None),
        ("他说：“没有说完\n\n下一段。", None),
        ("“”", None),
        ("\" \"", None),
        ("", None),
    ] {
        let found: Vec<QuotationKind> = of(text).iter().map(|found| found.kind).collect();
        assert_eq!(found, expected.into_iter().collect::<Vec<_>>(), "{text}");
        assert!(of(text).iter().all(|found| found.speaker.is_none() && found.said.is_none()), "{text}");
    }
}

#[test]
fn finds_quotations_in_quotations() {
    for (text, expected) in [
        ("“He told me ‘I will go home now,’ and he went,” she said.", ["I will go home now,", "He told me"]),
        (
            "\"He told me 'I will go home now,' and he went,\" she said.",
            ["I will go home now,", "He told me"],
        ),
        ("她说：“他告诉我‘我现在就要回家去’，然后他走了。”", ["我现在就要回家去", "他告诉我"]),
        ("她說：「他告訴我『我現在就要回家去』，然後他走了。」", ["我現在就要回家去", "他告訴我"]),
        ("她说：“他告诉我“我现在就要回家去”，然后他走了。”", ["我现在就要回家去", "他告诉我"]),
    ] {
        let [inner, outer] = expected;
        let found = of(text);
        assert_eq!(found.iter().map(|found| found.depth).collect::<Vec<_>>(), [0, 1], "{text}");
        assert!(wording(text, &found[0]).starts_with(outer), "{text}");
        assert_eq!(wording(text, &found[1]), inner, "{text}");
    }
    let text = "他说：“我读《红楼梦》里的‘好了歌’。”";
    assert_eq!(of(text).iter().map(|found| found.depth).collect::<Vec<_>>(), [0, 1, 1]);
}

#[test]
fn joins_what_an_attribution_splits() {
    for (text, expected, speaker) in [
        ("\"We will win,\" he said, \"and soon.\"", "We will win, | and soon.", "he"),
        ("“We will win,” said John Smith on Friday, “and soon.”", "We will win, | and soon.", "John Smith"),
        ("“我们会赢，”他说，“很快。”", "我们会赢， | 很快。", "他"),
        ("“我们会赢。”王毅说，“很快就会。”", "我们会赢。 | 很快就会。", "王毅"),
    ] {
        let found = of(text);
        assert_eq!(found.len(), 1, "{text}");
        assert_eq!(wording(text, &found[0]), expected, "{text}");
        assert_eq!(found[0].speaker.unwrap().of(text), speaker, "{text}");
        assert_eq!(found[0].span, Span::new(0, text.len() as u32), "{text}");
    }
    for text in [
        "\"We will win the election,\" he said. \"And we will win soon.\"",
        "\"We will win the election,\" he said. She said: \"You will not win.\"",
        "“我们会赢。”他说。她说：“我们不会赢。”",
    ] {
        assert_eq!(of(text).len(), 2, "{text}");
        assert!(of(text).iter().all(|found| found.speaker.is_some()), "{text}");
    }
}

#[test]
fn goes_on_from_paragraph_to_paragraph() {
    for (text, expected) in [
        (
            "He said: “One is enough.\n\n“Two are more.\n\n“Three are all.”\n\nEnd.",
            "One is enough. | Two are more. | Three are all.",
        ),
        ("He said: \"One is enough.\n\n\"Two are more.\"\n\nEnd.", "One is enough. | Two are more."),
        (
            "He said.\n    \"One is\nenough.\n    \"Two are more,\" he added.",
            "One is\nenough. | Two are more,",
        ),
        ("他说：“一就够了。\n\n“二更好。”\n\n完。", "一就够了。 | 二更好。"),
        ("　　他说：“一就够了。\n　　“二更好。”", "一就够了。 | 二更好。"),
    ] {
        let found = of(text);
        assert_eq!(found.iter().map(|found| wording(text, found)).collect::<Vec<_>>(), [expected], "{text}");
        assert!(found[0].speaker.is_some(), "{text}");
    }
    let text = "He said: “One is enough.\nTwo “are” more.”";
    assert_eq!(Quotation::all_in(text, Layout::Flowing).len(), 1, "an open mark ends with its paragraph");
}

#[test]
fn finds_blocks() {
    let text = "The minister wrote:\n\n> We will build the bridge,\n> and soon.\n\nNobody did.";
    let found = of(text);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].form, found[0].kind), (QuotationForm::Block, QuotationKind::Statement));
    assert_eq!(wording(text, &found[0]), "We will build the bridge, | and soon.");
    assert_eq!(found[0].speaker.unwrap().of(text), "The minister");
    assert!(Quotation::all_in(text, Layout::Flowing).is_empty());
    assert!(of(">\n>\n").is_empty());
}

#[test]
fn names_the_speaker() {
    for (text, speaker) in [
        ("\"The bridge will stand,\" said John Smith.", "John Smith"),
        ("\"The bridge will stand,\" John Smith said.", "John Smith"),
        (
            "\"The bridge will stand,\" said Finance Minister John Smith, the chairman.",
            "Finance Minister John Smith",
        ),
        ("\"The bridge will stand,\" said the ministry on Friday.", "the ministry"),
        ("\"The bridge will stand,\" he added.", "he"),
        ("\"The bridge will stand,\" according to the city.", "the city"),
        ("\"Will the bridge stand?\" one engineer who built it asked.", "one engineer"),
        ("\"The bridge will stand,\" said one engineer who built it.", "one engineer"),
        ("\"The bridge will stand,\" Smith, the chairman, told reporters.", "Smith"),
        ("\"The bridge will stand,\" a U.S. official said.", "a U.S. official"),
        ("\"The bridge will stand,\" said the bank's analyst, Peter Hall.", "the bank's analyst, Peter Hall"),
        ("John Smith said: \"The bridge will stand.\"", "John Smith"),
        ("Smith, the chairman, told reporters \"The bridge will stand.\"", "Smith"),
        ("According to John Smith, \"The bridge will stand.\"", "John Smith"),
        ("On Friday John Smith said, \"The bridge will stand.\"", "John Smith"),
        (
            "In Tokyo, a spokesman for the ministry said: \"The bridge will stand.\"",
            "a spokesman for the ministry",
        ),
        ("The city was quiet. Mr. Smith also said: \"The bridge will stand.\"", "Mr. Smith"),
        ("One of them quoted Smith as saying, \"The bridge will stand.\"", "Smith"),
        ("Smith was quoted as saying: \"The bridge will stand.\"", "Smith"),
        ("Smith defended the plan, saying \"The bridge will stand.\"", "Smith"),
        ("Said another engineer, \"The bridge will stand.\"", "another engineer"),
        ("The Economic Unit (EU) said: \"The bridge will stand.\"", "The Economic Unit"),
        ("The plan is \"a very grave mistake\" of the city, Smith said.", "Smith"),
        ("王毅表示：“这座桥不会倒。”", "王毅"),
        ("“这座桥不会倒，”发言人毛宁说。", "发言人毛宁"),
        ("“这座桥不会倒。”毛宁表示。", "毛宁"),
        ("外交部发言人在会上指出，“这座桥不会倒。”", "外交部发言人"),
        ("对此，毛宁8月22日在例行记者会上回应称：“这座桥不会倒。”", "毛宁"),
        ("今天他说：“这座桥不会倒。”", "他"),
        ("据新华社报道，“这座桥不会倒，而且还会再用一百年。”", "新华社"),
        ("市长李明（左）告诉记者：“这座桥不会倒。”", "市长李明"),
        ("李明在致辞中祝贺通车，并强调：“这座桥不会倒。”", "李明"),
        ("《建议》提出，“这座桥不会倒，而且还会再用一百年。”", "《建议》"),
        ("李向阳对记者说：“这座桥不会倒。”", "李向阳"),
        ("研究所称：“这座桥不会倒。”", "研究所"),
        ("市长李明勉励大家，“这座桥不会倒。”", "市长李明"),
        ("以色列总理称，这座桥是“世界上最古老的一座桥”。", "以色列总理"),
        ("夺冠后她深情告白：“国家荣誉至高无上。”", "她"),
        ("他的同事也说：“这座桥不会倒。”", "他的同事"),
        ("毛宁说，中方认为这座桥“不会倒塌，而且还会再用一百年”。", "中方"),
    ] {
        let found = said(text);
        assert_eq!(found.len(), 1, "{text}");
        assert_eq!(found[0].speaker.map(|span| span.of(text)), Some(speaker), "{text}");
        assert!(found[0].said.is_some(), "{text}");
    }
}

#[test]
fn no_speaker_is_better_than_a_wrong_one() {
    for text in [
        "\"The bridge will stand.\" Smith said nothing of it.",
        "The reports of it were wrong. \"The bridge will stand.\"",
        "He read the claims as \"a very wild story\" with no end.",
        "It was \"business as usual today\" in the city.",
        "对大家来说：“这座桥不会倒。”",
        "“这座桥不会倒。”毛宁表示，中方会继续修桥。",
        "他们采纳中国提出的“以人为本而且安全可控的办法”原则。",
        "桥头的名称：“这座桥不会倒。”",
    ] {
        let found = said(text);
        assert_eq!(found.len(), 1, "{text}");
        assert_eq!(found[0].speaker.map(|span| span.of(text)), None, "{text}");
    }
}

/// Checks that spans lie on characters, in order and inside each other.
fn check(text: &str, layout: Layout) {
    let found = Quotation::all_in(text, layout);
    let is_part = |span: &Span| text.get(span.range()).is_some_and(|part| !part.is_empty());
    let mut before = Span::default();
    for quotation in &found {
        assert!(
            !quotation.parts.is_empty() && quotation.parts.iter().all(is_part),
            "{text:?}: {quotation:?}"
        );
        assert!(is_part(&quotation.span), "{text:?}: {quotation:?}");
        assert!(quotation.speaker.iter().chain(&quotation.said).all(is_part), "{text:?}: {quotation:?}");
        assert!(quotation.span.start >= before.start, "{text:?}: {quotation:?} begins before {before:?}");
        let (first, last) = (quotation.parts[0], quotation.parts[quotation.parts.len() - 1]);
        assert!(quotation.span.start <= first.start && last.end <= quotation.span.end, "{text:?}");
        assert!(quotation.parts.windows(2).all(|two| two[0].end <= two[1].start), "{text:?}");
        before = quotation.span;
    }
}

proptest! {
    #[test]
    fn no_text_is_too_odd(text in any::<String>(), marks in "[“”‘’\"'„«»「」『』《》＂\n> .,:，。：a他说said`=(]{0,60}") {
        for layout in [Layout::Wrapped, Layout::Flowing] {
            check(&text, layout);
            check(&marks, layout);
        }
    }
}

/// Reads a megabyte of marks that are never closed, and less of marks that are.
#[test]
fn takes_linear_time() {
    let open = ["“", "‘", "「『", "„a", "`", "“a.\n\n", "> \n", "（", ",", "他说：“", "Smith said, ", "x"];
    let closed =
        ["“‘\"", "\"a ", "'a ", "` \"a b c d.\" ", "\"a b c.\" he said, ", "“一。”他说，", "\"a\n    \"b."];
    for (pieces, bytes) in [(&open[..], 1 << 20), (&closed[..], 1 << 15)] {
        for piece in pieces {
            let text = piece.repeat(bytes / piece.len());
            let start = std::time::Instant::now();
            check(&text, Layout::Wrapped);
            // Without optimization, and beside other tests.
            assert!(start.elapsed().as_secs() < 5, "{piece:?} took {:?}", start.elapsed());
        }
    }
}

#[test]
fn quotations_in_quotations_are_read_in_linear_time() {
    let count = 10_000;
    let text = ["“".repeat(count).as_str(), "The tide turned twice.", &"”".repeat(count)].concat();
    let start = std::time::Instant::now();
    assert_eq!(Quotation::all_in(&text, Layout::Wrapped).len(), count);
    // It took minutes before the rules looked only at the ends of a quotation.
    assert!(start.elapsed().as_secs() < 10, "it took {:?}", start.elapsed());
}

#[test]
fn a_speaker_is_found_behind_what_is_said_about_them() {
    for (text, expected) in [
        (
            "The minister, who had come from Tannery, said: \"We will not reopen the line.\"",
            Some("The minister"),
        ),
        ("\"We will not reopen the line,\" the minister, who had told nobody, said.", Some("the minister")),
        (
            "\"We will not reopen the line,\" farmer Ada Brook, who had waited, said.",
            Some("farmer Ada Brook"),
        ),
        (
            "\"We will not reopen the line,\" Ada Brook, asked about it in Tannery, replied.",
            Some("Ada Brook"),
        ),
        ("Ada Brook, whose office is in Tannery, told reporters: \"We will reopen.\"", Some("Ada Brook")),
        ("Ada Brook put it thus: \"we will not reopen the line\".", Some("Ada Brook")),
        ("The mayor put it like this in Tannery: \"We will not reopen the line.\"", Some("The mayor")),
        ("In the words of Ada Brook: \"We will not reopen the line.\"", Some("Ada Brook")),
        ("From a letter of the Harbor Board: \"We will not reopen the line.\"", Some("the Harbor Board")),
        ("\"We will not reopen the line,\" reads a notice at the station.", None),
        ("A banner in the street read: \"We will not reopen the line.\"", None),
        ("She read: \"We will not reopen the line.\"", Some("She")),
    ] {
        let found = of(text);
        assert_eq!(found.len(), 1, "{text}");
        assert_eq!(found[0].speaker.map(|name| name.of(text)), expected, "{text}");
    }
}
