#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ibid_fuzz::ledger(bytes));
