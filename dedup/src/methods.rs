//! The near methods, by the names that a user writes.

use ibid::Result;
use ibid::tokenize::Dictionary;

use crate::method_spec::MethodSpec;
use crate::near::{Method, NearMethod};
use crate::{ddw, mixed, resemblance, simhash};

const METHODS: [Method; 4] = [mixed::METHOD, resemblance::METHOD, simhash::METHOD, ddw::METHOD];
const HELP: &str = "mixed, shingles, simhash or ddw, and settings after a colon";

/// Makes the method that a user writes: its name, and after a colon its settings with commas between, such as
/// `shingles:width=12,min=.86`. `mixed` takes the settings of [`MixedSettings`](crate::MixedSettings), `shingles` of
/// [`ResemblanceSettings`](crate::ResemblanceSettings), `simhash` of [`SimHashSettings`](crate::SimHashSettings), and
/// `ddw` of [`DdwSettings`](crate::DdwSettings). The dictionary is used, and loaded, only if words count.
///
/// # Errors
/// [`Error::Request`](ibid::Error::Request) for an unknown method, for settings that it does not have, and for values
/// out of range.
pub fn near_method(text: &str, dictionary: Dictionary) -> Result<Box<dyn NearMethod>> {
    let name = text.split(':').next();
    let Some(method) = METHODS.iter().find(|method| Some(method.name) == name) else {
        let spec = MethodSpec::parse(text, HELP)?;
        return Err(spec.wrong(format_args!("the near method \"{}\" is unknown", spec.name)));
    };
    let mut spec = MethodSpec::parse(text, method.help)?;
    let near = (method.make)(&mut spec, dictionary)?;
    spec.end()?;
    Ok(near)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Similarity;

    fn near(text: &str) -> Result<Box<dyn NearMethod>> {
        near_method(text, Dictionary::default())
    }

    #[test]
    fn methods_are_named_with_their_settings() {
        assert_eq!(near("simhash").unwrap().name(), "simhash(shingles,once,width=4,hash=xxh3),distance=5");
        assert_eq!(near("shingles").unwrap().name(), "shingles(width=12,keep=1024,hash=xxh3),min=0.86");
        let name = near("shingles:width=8,min=.5,keep=all").unwrap().name();
        assert_eq!(name, "shingles(width=8,keep=all,hash=xxh3),min=0.5");
        let name = near("simhash:width=5,distance=7").unwrap().name();
        assert_eq!(name, "simhash(shingles,once,width=5,hash=xxh3),distance=7");
        assert!(near("ddw:min=.7").unwrap().name().starts_with("ddw(terms=40,min=0.7,"));
        for (text, error) in [
            ("minhash", "the near method \"minhash\" is unknown; write mixed, shingles, simhash or ddw,"),
            ("shingles:min=0", "\"min=0\" must be a number from 0.1 to 1; write shingles:width"),
            (
                "shingles:keep=9",
                "\"keep=9\" must be all or a whole number from 64 to 1000000; write shingles:width",
            ),
            ("shingles:distance=3", "shingles has no setting \"distance=3\"; write shingles:width"),
            ("ddw:min=0", "\"min=0\" must be a number from 0.0001 to 1; write ddw:terms=40,"),
            ("ddw:terms=1001", "\"terms=1001\" must be a whole number from 1 to 1000; write ddw:"),
            ("ddw:idf=none", "\"idf=none\" must be collection or builtin or mixed; write ddw:"),
            ("ddw:distance=3", "ddw has no setting \"distance=3\"; write ddw:"),
            ("simhash:distance=8", "\"distance=8\" must be a whole number from 0 to 7; write simhash:"),
        ] {
            let told = near(text).unwrap_err().to_string();
            assert!(told.starts_with(error), "{told}");
        }
    }

    #[test]
    fn signatures_of_different_methods_are_not_compared() {
        let (shingles, simhash) = (near("shingles").unwrap(), near("simhash").unwrap());
        let signature = |near: &dyn NearMethod| near.signature("The tide turned.", None).unwrap();
        let (a, b) = (signature(&*shingles), signature(&*simhash));
        assert_eq!(shingles.clusters(&[&a, &a], 1).unwrap(), [0, 0]);
        assert_eq!(shingles.similarity(&[&a, &a], &[(1, 0)], 1).unwrap(), [Similarity::Share(1.0)]);
        let error = shingles.clusters(&[&a, &b], 1).unwrap_err().to_string();
        assert_eq!(error, "signatures of different methods cannot be compared");
        assert_eq!(Similarity::Share(0.999).to_string(), "0.99");
    }
}
