//! Makes documents, without their ids, from characters in some format.

use crate::format::Format;
use crate::markdown;
use crate::plain;
#[cfg(not(feature = "papers"))]
use crate::recognize::if_built;
use crate::refusal::Refusal;
use ibid::Document;

/// Makes a document from its characters.
pub(super) fn read_text(format: Format, text: String) -> Result<Document, Refusal> {
    match format {
        Format::Plain | Format::Records | Format::Parquet | Format::Paper | Format::Mail => {
            Ok(plain::read(text))
        }
        Format::Markdown => Ok(markdown::read(text)),
        #[cfg(feature = "html")]
        Format::Html => Ok(crate::html::read(text)),
        #[cfg(not(feature = "html"))]
        Format::Html => Err("this program was built without HTML; build it with the feature \"html\"".into()),
        #[cfg(feature = "papers")]
        Format::Latex => crate::paper::read_text(&crate::formats::LATEX, &text),
        #[cfg(feature = "papers")]
        Format::Values => crate::paper::read_text(&crate::formats::CSV, &text),
        #[cfg(feature = "papers")]
        Format::Xml => crate::paper::read_text(&crate::formats::XML, &text),
        #[cfg(not(feature = "papers"))]
        Format::Latex | Format::Xml | Format::Values => if_built(format).map(|_| plain::read(text)),
    }
}
