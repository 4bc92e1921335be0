//! The characters of CID fonts that have no map to Unicode.
//!
//! Their character ids (CIDs) are those of a known collection (Adobe-GB1 and its like). `hayro` brings the maps of
//! these collections but uses them only for fonts that are not embedded; here they serve embedded fonts. Windows fonts
//! that are neither embedded nor of a known collection have their glyphs in one order, in which the ASCII characters
//! stand together. The fonts of a file are collected at the first character without a meaning.

use std::cell::OnceCell;
use std::collections::HashMap;

use hayro_interpret::hayro_cmap::{BfString, CMap, CMapName, CidFamily, load_embedded};
use hayro_interpret::hayro_syntax::Pdf;
use hayro_interpret::hayro_syntax::object::{Array, Dict, Name, Object, String as PdfString};

/// The CID fonts of a file that have no map to Unicode.
pub(super) struct CidFonts<'a> {
    pdf: &'a Pdf,
    /// The fonts by their names, without the prefix of a subset.
    fonts: OnceCell<HashMap<String, CidFont>>,
}

struct CidFont {
    /// The map from codes to CIDs. `None` if they are the same.
    encoding: Option<CMap>,
    characters: Characters,
}

/// The map from CIDs to characters.
enum Characters {
    Collection(Box<CMap>),
    /// The glyph order of TrueType fonts of Windows.
    Windows,
}

/// The distance from the code of an ASCII character back to its glyph in TrueType fonts of Windows.
pub(super) const WINDOWS_SHIFT: u32 = 29;

impl<'a> CidFonts<'a> {
    pub(super) fn new(pdf: &'a Pdf) -> Self {
        CidFonts { pdf, fonts: OnceCell::new() }
    }

    /// Returns the character of a code in the font of this name.
    pub(super) fn character(&self, name: &str, code: u32) -> Option<BfString> {
        let font = self.fonts.get_or_init(|| find(self.pdf)).get(name)?;
        let cid = match &font.encoding {
            Some(encoding) => {
                [2, 1, 4, 3].into_iter().find_map(|length| encoding.lookup_cid_code(code, length))?
            }
            None => code,
        };
        match &font.characters {
            Characters::Collection(characters) => characters.lookup_bf_string(cid),
            Characters::Windows => {
                let ascii =
                    char::from_u32(cid.checked_add(WINDOWS_SHIFT)?).filter(|c| matches!(c, ' '..='~'))?;
                Some(BfString::Char(ascii))
            }
        }
    }
}

fn find(pdf: &Pdf) -> HashMap<String, CidFont> {
    let dicts = pdf.objects().into_iter().filter_map(Object::into_dict);
    dicts.filter_map(|dict| cid_font(&dict)).collect()
}

/// Returns the font of a dictionary, by its name. `None` unless it is a CID font without a map to Unicode, either of a
/// known collection or in the glyph order of Windows.
fn cid_font(dict: &Dict<'_>) -> Option<(String, CidFont)> {
    if dict.get::<Name<'_>>(b"Subtype")?.as_str() != "Type0" || dict.contains_key(b"ToUnicode") {
        return None;
    }
    let base = dict.get::<Name<'_>>(b"BaseFont")?;
    let name = match base.as_str().split_once('+') {
        Some((subset, name)) if subset.len() == 6 => name.to_owned(),
        _ => base.as_str().to_owned(),
    };
    let encoding = dict.get::<Name<'_>>(b"Encoding")?;
    let encoding = match encoding.as_str() {
        "Identity-H" | "Identity-V" => None,
        other => Some(parse(CMapName::from_bytes(other.as_bytes()))?),
    };
    let descendant = dict.get::<Array<'_>>(b"DescendantFonts")?.iter::<Dict<'_>>().next()?;
    let system = descendant.get::<Dict<'_>>(b"CIDSystemInfo")?;
    let registry = system.get::<PdfString<'_>>(b"Registry")?;
    let ordering = system.get::<PdfString<'_>>(b"Ordering")?;
    let family = CidFamily::from_registry_ordering(registry.as_bytes(), ordering.as_bytes());
    let characters = match family.ucs2_cmap() {
        Some(name) => Characters::Collection(Box::new(parse(name)?)),
        None if encoding.is_none() && !is_embedded(&descendant) => Characters::Windows,
        None => return None,
    };
    Some((name, CidFont { encoding, characters }))
}

fn is_embedded(descendant: &Dict<'_>) -> bool {
    let descriptor = descendant.get::<Dict<'_>>(b"FontDescriptor").unwrap_or_default();
    [b"FontFile".as_slice(), b"FontFile2", b"FontFile3"].iter().any(|key| descriptor.contains_key(key))
}

fn parse(name: CMapName<'_>) -> Option<CMap> {
    CMap::parse(load_embedded(name)?, load_embedded)
}
