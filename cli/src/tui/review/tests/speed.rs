//! The speed of the review with a long document and many passages.

use ibid::report::{Kind, Report};

use super::{Review, sample};
use crate::tui::action::Action;

/// Returns 4,000 passages in a megabyte, each from another source.
fn long() -> Report {
    let line = "Line by line the clerk copied the register, and line by line somebody copied the clerk, who knew. \
                他把登记簿一行一行抄下来。\n";
    let text = line.repeat(7_000);
    let one = sample::Sample::new("long.txt", line).passage(line, "b.txt", (0, line), Kind::Verbatim);
    let mut report = one.report();
    let chars = line.chars().count() as u32;
    let first = report.documents[0].passages.remove(0);
    for number in 0..4_000 {
        let mut passage = first.clone();
        passage.b = format!("library/{number}/b.txt");
        passage.a_start += number * chars;
        passage.a_end += number * chars;
        passage.a_byte_start += number * line.len() as u32;
        passage.a_byte_end += number * line.len() as u32;
        for stretch in &mut passage.equal {
            stretch[0] += number * chars;
            stretch[1] += number * chars;
        }
        report.documents[0].passages.push(passage);
    }
    report.documents[0].text = Some(text);
    report
}

/// Tests that only visible text is wrapped: a frame in the middle is as quick as in a short text. Run it with
/// `--nocapture` to see how long a key takes.
#[test]
fn a_long_document_is_drawn_everywhere() {
    let mut review = Review::new(long(), (160, 50));
    let actions = [
        Action::Next,
        Action::Last,
        Action::Right,
        Action::PageUp,
        Action::First,
        Action::Last,
        Action::Sort,
        Action::Resize(80, 24),
        Action::Previous,
    ];
    for action in actions {
        let start = std::time::Instant::now();
        review.act([action.clone()]);
        let updated = start.elapsed();
        review.draw();
        println!("{action:?}: update {updated:?}, with the frame {:?}", start.elapsed());
    }
    assert!(review.screen().contains("long.txt"));
}
