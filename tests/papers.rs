//! Papers that would take the program down with them.

use std::io::Write;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::ZlibEncoder;

use crate::program::Folder;

/// A PDF of one page, whose operators are unpacked to 640 MB of blanks and a text. Packing them takes long.
pub(crate) static BOMB: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut packed = ZlibEncoder::new(vec![], Compression::fast());
    let blanks = vec![b' '; 1 << 20];
    (0..640).for_each(|_| packed.write_all(&blanks).unwrap());
    packed.write_all(b"BT /F1 12 Tf 50 700 Td (A text) Tj ET").unwrap();
    let packed = packed.finish().unwrap();
    let mut pdf = b"%PDF-1.4\n\
        1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n\
        2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj\n\
        3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R\n\
        /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >> endobj\n"
        .to_vec();
    writeln!(pdf, "4 0 obj << /Length {} /Filter /FlateDecode >> stream", packed.len()).unwrap();
    pdf.extend(packed);
    pdf.extend(b"\nendstream endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n");
    pdf
});

#[test]
fn one_that_takes_all_memory_is_its_own_failure_and_the_others_are_read() {
    let folder = Folder::with(&["formats/two-columns-en.pdf", "formats/cid-zh.pdf"]);
    folder.write("formats/bomb.pdf", &*BOMB);
    let start = Instant::now();
    let ended = folder.run(&["read", "formats", "--format", "jsonl"]);
    assert_eq!(ended.code, Some(3), "{ended:?}");
    assert_eq!(ended.stdout.lines().count(), 2);
    assert_eq!(ended.stderr.lines().count(), 1, "{}", ended.stderr);
    let said = "cannot read \"formats/bomb.pdf\": reading it takes more than 512 MB of memory or 12 s";
    assert!(ended.stderr.contains(said), "{}", ended.stderr);
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}
