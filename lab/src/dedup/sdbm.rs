//! The hash with which the papers make fingerprints.
//!
//! In: bytes of UTF-8. Out: 64 bits. A word of fewer than eight ASCII letters leaves the upper bits 0. So fingerprints
//! are alike that should not be. Useful for repeating the papers' figures (Li, Mao and Chen 2013).

use ibid::Result;
use ibid::tokenize::Dictionary;
use ibid_dedup::{FeatureHash, NearMethod, SimHash, near_method};

/// SDBM, as a hash of features.
pub const SDBM: FeatureHash = FeatureHash { name: "sdbm", of: sdbm };

/// The setting of SimHash that asks for it.
const WRITTEN: &str = "hash=sdbm";

/// Makes a method as [`near_method`] does; SimHash also takes the setting `hash=sdbm`.
///
/// # Errors
/// The same as of [`near_method`].
pub fn near(written: &str, dictionary: &Dictionary) -> Result<Box<dyn NearMethod>> {
    match simhash(written, dictionary) {
        Some(simhash) => Ok(Box::new(simhash?)),
        None => near_method(written, dictionary.clone()),
    }
}

/// Makes SimHash with SDBM, if that is what is written.
fn simhash(written: &str, dictionary: &Dictionary) -> Option<Result<SimHash>> {
    let settings = written.strip_prefix("simhash:")?;
    let others: Vec<&str> = settings.split(',').filter(|setting| *setting != WRITTEN).collect();
    if others.len() == settings.split(',').count() {
        return None;
    }
    let written =
        if others.is_empty() { "simhash".to_owned() } else { format!("simhash:{}", others.join(",")) };
    let settings = written.parse();
    Some(settings.map(|settings| SimHash::new(settings, dictionary.clone()).with_hash(SDBM)))
}

/// Computes `h ← 65599 h + c` over bytes.
fn sdbm(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0_u64, |hash, &byte| hash.wrapping_mul(65_599).wrapping_add(u64::from(byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sdbm_as_the_papers_have_it() {
        for (word, hash) in [
            ("a", 0x61),
            ("abc", 0x0061_3025_f862),
            ("去重", 0x5ece_acc1_f28d_699d),
            ("系统", 0xb9a8_7922_ef47_d51c),
            ("手机", 0xf4e0_e403_fa6f_a2dc),
        ] {
            assert_eq!(sdbm(word.as_bytes()), hash, "{word}");
        }
    }

    #[test]
    fn fingerprints_are_made_with_it() {
        for (written, text, bytes) in [
            ("simhash:of=words,hash=sdbm", "abc", "abc"),
            ("simhash:of=words,hash=sdbm", "ÀBC", "abc"),
            ("simhash:hash=sdbm", "A, b", "ab"),
        ] {
            let simhash = simhash(written, &Dictionary::default()).unwrap().unwrap();
            assert_eq!(simhash.fingerprint(text).unwrap().0, sdbm(bytes.as_bytes()), "{written} {text}");
        }
        let error = near("ddw:hash=sdbm", &Dictionary::default()).unwrap_err().to_string();
        assert!(error.contains("hash=sdbm"), "{error}");
    }
}
