//! What the program does, case by case: each file of `tests/cli/` is a test of its name.

use crate::case::cases;

cases! {
    calibrate
    cheats
    check
    chinese
    chinese_messages
    class
    class_order
    config
    credit
    dates
    dedup
    dedup_records
    #[cfg(feature = "parquet")]
    dedup_tables
    #[cfg(not(any(feature = "parquet", feature = "plots")))]
    default_build
    features
    forms
    help
    index
    mistakes
    one_sentence
    own_words
    page
    #[cfg(feature = "papers")]
    papers
    review_keys
    serve_settings
    trace
    trace_wordings
    trace_turns
    verify
    #[cfg(not(feature = "papers"))]
    without_papers
}
