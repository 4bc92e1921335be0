//! Decisions on several passages at once: rows of the list, or the same words in other documents.
//!
//! - `selection`: rows of the list that are selected together
//! - [`same_words`]: the passages whose sources say the same
//! - `messages`: what is told of these

mod messages;
mod selection;
pub(super) mod same_words;

pub(super) use self::messages::SeveralMessages;
