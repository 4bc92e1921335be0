//! What cannot be read, and what may not take too long.

use std::time::Duration;

use ibid_read::formats::{Fault, PaperLimits, read};

use crate::programs::fixture;
use crate::sheet::{Sheet, check_form, pdf, try_paper};

#[test]
fn a_scan_says_how_many_pages_have_no_text() {
    let scan = Sheet::new().operators("q 400 0 0 600 0 0 cm /Im Do Q");
    let fault = try_paper(&[scan.clone(), scan]).unwrap_err();
    assert_eq!(fault, Fault::NoText { pages: 2 });
}

#[test]
fn a_file_without_a_byte_is_said_to_be_empty() {
    let fault = read(b"", &PaperLimits::default()).unwrap_err();
    assert_eq!(fault.to_string(), "damaged: the file is empty; get it again, or save it anew");
}

#[test]
fn a_file_that_is_cut_short_is_read_or_told_to_be_damaged() {
    let bytes = pdf(&[Sheet::new().line(30.0, 80.0, 10.0, "Some text.")]);
    for end in (0..bytes.len()).step_by(23) {
        if let Ok(paper) = read(&bytes[..end], &PaperLimits::default()) {
            check_form(&paper);
        }
    }
}

#[test]
fn changed_bytes_break_nothing() {
    // The same numbers every time, so that what fails once fails again.
    let mut state = 7_u64;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % below
    };
    for name in ["cid-zh.pdf", "empty-password-zh.pdf", "two-columns-en.pdf"] {
        let bytes = fixture(name);
        for _ in 0..20 {
            let mut changed = bytes.clone();
            for _ in 0..8 {
                let at = next(changed.len());
                changed[at] = next(256) as u8;
            }
            if let Ok(paper) = read(&changed, &PaperLimits::default()) {
                check_form(&paper);
            }
        }
    }
}

#[test]
fn a_page_that_would_be_painted_for_years_is_stopped() {
    let page = Sheet::new().line(30.0, 80.0, 10.0, "Some text.").operators("/Loop Do");
    let limits = PaperLimits { time: Duration::from_millis(200), ..PaperLimits::default() };
    assert_eq!(read(&pdf(&[page]), &limits), Err(Fault::Late(limits.time)));
}

#[test]
fn limits_are_kept() {
    let sheet = Sheet::new().line(30.0, 80.0, 10.0, "Some text.");
    let bytes = pdf(&[sheet.clone(), sheet.clone(), sheet]);
    let check = |limits: PaperLimits, expected: &str| {
        assert_eq!(read(&bytes, &limits).unwrap_err().to_string(), expected)
    };
    check(PaperLimits { pages: 2, ..PaperLimits::default() }, "too large: 3 pages, the limit is 2");
    check(
        PaperLimits { unpacked_bytes: 60, ..PaperLimits::default() },
        "too large: more than 60 bytes when unpacked, the limit is 60",
    );
    check(
        PaperLimits { time: Duration::ZERO, ..PaperLimits::default() },
        "not read within 0 s: split it, or save it anew with another program",
    );
}

#[test]
fn a_password_is_asked_for_only_where_there_is_one() {
    assert_eq!(read(&fixture("password-zh.pdf"), &PaperLimits::default()), Err(Fault::Encrypted));
    let open = read(&fixture("empty-password-zh.pdf"), &PaperLimits::default()).unwrap();
    let plain = read(&fixture("cid-zh.pdf"), &PaperLimits::default()).unwrap();
    assert_eq!(open.text, plain.text);
}

#[test]
fn an_old_word_document_says_what_to_do() {
    let fault = read(b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1 and so on", &PaperLimits::default()).unwrap_err();
    assert_eq!(fault.to_string(), "an old Word document (DOC) cannot be read: save it as DOCX");
}
