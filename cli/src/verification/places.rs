//! The texts of passages at their places: code points, bytes, hashes and the sentences around.

use ibid::CharIndex;
use ibid::report::{Passage, Report};

/// The text of one side, which turns bytes into code points.
pub(super) struct SideText<'t> {
    text: &'t str,
    chars: CharIndex<'t>,
}

impl<'t> SideText<'t> {
    pub(super) fn new(text: &'t str) -> SideText<'t> {
        SideText { text, chars: CharIndex::new(text) }
    }
}

/// One side of a passage.
struct Side<'p> {
    bytes: [u32; 2],
    chars: [u32; 2],
    text: Option<&'p str>,
    hash: &'p str,
    before: &'p str,
    after: &'p str,
    /// The names of its fields, in this order: start, end, bytes of both, text, hash, before, after.
    names: [&'static str; 8],
}

/// Returns the fields of a passage that do not belong to the text of the query document, or to each other if there is no
/// text.
pub(super) fn here(passage: &Passage, text: Option<&SideText<'_>>) -> Vec<&'static str> {
    let side = Side {
        bytes: [passage.a_byte_start, passage.a_byte_end],
        chars: [passage.a_start, passage.a_end],
        text: passage.a_text.as_deref(),
        hash: &passage.a_hash,
        before: "",
        after: "",
        names: ["a_start", "a_end", "a_byte_start", "a_byte_end", "a_text", "a_hash", "", ""],
    };
    side.wrong(text)
}

/// Returns the fields of a passage that do not belong to the text of its source.
pub(super) fn there(passage: &Passage, text: Option<&SideText<'_>>) -> Vec<&'static str> {
    let names = ["b_start", "b_end", "b_byte_start", "b_byte_end", "b_text", "b_hash", "b_before", "b_after"];
    let side = Side {
        bytes: [passage.b_byte_start, passage.b_byte_end],
        chars: [passage.b_start, passage.b_end],
        text: passage.b_text.as_deref(),
        hash: &passage.b_hash,
        before: &passage.b_before,
        after: &passage.b_after,
        names,
    };
    side.wrong(text)
}

impl Side<'_> {
    fn wrong(&self, text: Option<&SideText<'_>>) -> Vec<&'static str> {
        let [start, end, byte_start, byte_end, own, hash, before, after] = self.names;
        let Some(SideText { text, chars }) = text else {
            let is_wrong = matches!(self.text, Some(own) if Report::text_hash(own) != self.hash);
            return if is_wrong { vec![own] } else { vec![] };
        };
        let (from, to) = (self.bytes[0] as usize, self.bytes[1] as usize);
        let (Some(left), Some(found), Some(right)) = (text.get(..from), text.get(from..to), text.get(to..))
        else {
            return vec![byte_start, byte_end];
        };
        let is_other_start = self.chars[0] != chars.chars(self.bytes[0]);
        let is_other_end = self.chars[1] != chars.chars(self.bytes[1]);
        let is_other_text = Report::text_hash(found) != self.hash;
        if is_other_text && (is_other_start || is_other_end) {
            // The code points tell another place, and the text at the bytes is another one.
            return wrong_of(&[(is_other_start, byte_start), (is_other_end, byte_end)]);
        }
        wrong_of(&[
            (is_other_start, start),
            (is_other_end, end),
            (is_other_text, hash),
            (matches!(self.text, Some(own) if own != found), own),
            (!left.ends_with(self.before), before),
            (!right.starts_with(self.after), after),
        ])
    }
}

/// Returns the names of the fields that are wrong.
fn wrong_of(fields: &[(bool, &'static str)]) -> Vec<&'static str> {
    fields.iter().filter_map(|&(is_wrong, name)| is_wrong.then_some(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passage() -> Passage {
        let text = "水车 turns";
        Passage {
            b_byte_start: 4,
            b_byte_end: 16,
            b_start: 2,
            b_end: 10,
            b_text: Some(text.to_owned()),
            b_hash: Report::text_hash(text),
            b_before: "潮".to_owned(),
            b_after: " on".to_owned(),
            ..Passage::default()
        }
    }

    #[test]
    fn each_field_that_does_not_belong_to_the_text_is_named() {
        let text = "潮 水车 turns on.";
        let check = |change: &dyn Fn(&mut Passage), expected: &[&str]| {
            let mut passage = Passage { b_before: "潮 ".to_owned(), ..passage() };
            change(&mut passage);
            assert_eq!(there(&passage, Some(&SideText::new(text))), expected);
        };
        check(&|_| {}, &[]);
        check(&|passage| passage.b_start += 1, &["b_start"]);
        check(&|passage| passage.b_end += 1, &["b_end"]);
        check(&|passage| passage.b_byte_start += 1, &["b_byte_start", "b_byte_end"]);
        check(&|passage| passage.b_byte_end += 1, &["b_byte_end"]);
        check(&|passage| passage.b_byte_end = 99, &["b_byte_start", "b_byte_end"]);
        check(&|passage| passage.b_hash = "0".to_owned(), &["b_hash"]);
        check(&|passage| passage.b_text = Some("x".to_owned()), &["b_text"]);
        check(&|passage| passage.b_before = "x".to_owned(), &["b_before"]);
        check(&|passage| passage.b_after = "x".to_owned(), &["b_after"]);
    }

    #[test]
    fn without_the_source_a_text_has_to_belong_to_its_hash() {
        assert_eq!(there(&passage(), None), [""; 0]);
        assert_eq!(there(&Passage { b_hash: "0".to_owned(), ..passage() }, None), ["b_text"]);
    }
}
