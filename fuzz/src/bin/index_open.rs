#![no_main]

// A panic of the engine below the index is caught there and becomes an error, so that it must not end the process as
// libfuzzer's own hook does. One that is not caught still does, without a word: replay the input with `cargo test`.
libfuzzer_sys::fuzz_target!(
    init: std::panic::set_hook(Box::new(|_| {})),
    |bytes: &[u8]| ibid_fuzz::index_open(bytes)
);
