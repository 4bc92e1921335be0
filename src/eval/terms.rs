//! The terms of a sentence, by which reworded passages are found.
//!
//! In: a sentence. Out: its distinct terms as hashes: stems of words, and pairs of consecutive Han characters. `O(n
//! log n)` for n words. Useful for comparing measures of similarity on what a check itself uses.
//!
//! ```
//! use ibid::eval::terms::distinct_terms;
//!
//! assert_eq!(distinct_terms("The mills turned."), distinct_terms("The mill is turning!"));
//! ```

use crate::analyze::{Terms, Words};
use crate::normalize::normalize;
use crate::text::Span;
use crate::tokenize::Tokenizer;

/// Returns the distinct terms of a sentence, in ascending order.
pub fn distinct_terms(sentence: &str) -> Vec<u64> {
    let text = normalize(sentence).text;
    let (mut tokens, mut words) = (vec![], Words::with_room(text.len(), 1));
    Tokenizer::characters(&text, Span::new(0, text.len() as u32), &mut tokens);
    words.push_sentence(&text, &tokens, |span| span);
    Terms::new(&words, &text).distinct().to_vec()
}
