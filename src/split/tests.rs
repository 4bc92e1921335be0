//! Sentences that were split wrongly once, or are known to be hard. `|` stands where a sentence ends.

use super::*;

fn split(text: &str, layout: Layout) -> Vec<&str> {
    let mut spans = Vec::new();
    split_sentences(text, layout, &mut spans);
    spans.into_iter().map(|span| span.of(text)).collect()
}

/// Checks sentences given with `|` between them, and a line end where there is `⏎`.
fn check_in(layout: Layout, marked: &str) {
    let marked = marked.replace('⏎', "\n");
    let expected: Vec<&str> = marked.split('|').map(str::trim).filter(|s| !s.is_empty()).collect();
    let text = marked.replace('|', "");
    assert_eq!(split(&text, layout), expected, "{layout:?}");
}

fn check(marked: &str) {
    check_in(Layout::Wrapped, marked);
    check_in(Layout::Flowing, marked);
}

fn check_all(cases: &[&str]) {
    for case in cases {
        check(case);
    }
}

#[test]
fn cases_that_the_unicode_rules_get_wrong() {
    check_all(&[
        "I saw Mr. Smith today.",
        "Smith et al. Found it again.",
        "This is it, i.e. That is all.",
        "The U.S. Government said so.",
        "A book by J. K. Rowling was read.",
        "It was known before.[12]| We know it now.",
        "It was known before.12| We know it now.",
        "走了很久……|然后他来到了这里。|",
        "「今天。」|他说。|『好！』|",
        "他说。|“好！”|她也说。|",
        "第1.节 内容",
        "1.引言 内容",
        "“你好。”|他走了。|",
        "See Fig. 3 for this.| See No. 5 too.| Smith et al. [12] found it.|",
    ]);
    check_in(Layout::Wrapped, "A hard⏎wrapped text.|⏎It goes⏎on.|");
}
