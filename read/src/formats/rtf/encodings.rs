//! The encodings of the bytes of a text.

use encoding_rs::*;

/// Returns the encoding of a Windows code page.
pub(super) fn of_page(page: i32) -> Option<&'static Encoding> {
    Some(match page {
        874 => WINDOWS_874,
        932 => SHIFT_JIS,
        936 | 54936 => GB18030,
        949 => EUC_KR,
        950 => BIG5,
        1250 => WINDOWS_1250,
        1251 => WINDOWS_1251,
        1252 => WINDOWS_1252,
        1253 => WINDOWS_1253,
        1254 => WINDOWS_1254,
        1255 => WINDOWS_1255,
        1256 => WINDOWS_1256,
        1257 => WINDOWS_1257,
        1258 => WINDOWS_1258,
        10000 => MACINTOSH,
        65001 => UTF_8,
        _ => return None,
    })
}

/// Returns the code page of a font's character set. `None` for that of the file.
pub(super) fn page_of_set(set: i32) -> Option<i32> {
    Some(match set {
        0 => 1252,
        77 => 10000,
        128 => 932,
        129 => 949,
        134 => 936,
        136 => 950,
        161 => 1253,
        162 => 1254,
        163 => 1258,
        177 => 1255,
        178 => 1256,
        186 => 1257,
        204 => 1251,
        222 => 874,
        238 => 1250,
        _ => return None,
    })
}

/// Returns whether a code page writes most characters as two or more bytes. In a file with such a page, fonts are often
/// declared Western although their text has that page.
pub(super) fn is_wide(page: i32) -> bool {
    matches!(page, 932 | 936 | 949 | 950 | 54936 | 65001)
}
