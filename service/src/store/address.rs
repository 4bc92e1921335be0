//! The choice of a store by its address.

use std::sync::Arc;

use super::{Fault, Store};

/// The name of the articles, the only values that may be kept as objects.
pub(crate) const ARTICLES: &str = "articles";

/// Opens the store at an address, for values of this name: one database may hold several kinds.
pub(crate) fn open(url: &str, name: &str) -> Result<Arc<dyn Store>, Fault> {
    match url.split_once("://").map(|(scheme, _)| scheme) {
        Some("mysql" | "mariadb" | "postgres" | "postgresql") => sql(url, name),
        Some("redis") => redis(url, name),
        Some("s3" | "file") if name == ARTICLES => objects(url),
        Some("hbase+http" | "hbase+https") if name == ARTICLES => hbase(url),
        Some("hbase+http" | "hbase+https") => Err(Fault::Address {
            reason: format!("the {name} cannot be kept in HBase, which is for articles; name another database"),
        }),
        Some("s3" | "file") => Err(Fault::Address {
            reason: format!("the {name} cannot be kept as objects, which are too slow for it; name a database"),
        }),
        _ => Err(Fault::Address {
            reason: "the address of a store begins with mysql://, mariadb://, postgres://, postgresql:// or redis://, \
                     or that of articles with hbase+http://, hbase+https://, s3:// or file://"
                .into(),
        }),
    }
}

#[cfg(feature = "sql")]
fn sql(url: &str, name: &str) -> Result<Arc<dyn Store>, Fault> {
    Ok(Arc::new(super::sql::Sql::open(url, &format!("ibid_{name}"))?))
}

#[cfg(not(feature = "sql"))]
fn sql(_: &str, _: &str) -> Result<Arc<dyn Store>, Fault> {
    Err(left_out("MySQL and PostgreSQL", "full,stores", "1.94"))
}

#[cfg(feature = "redis")]
fn redis(url: &str, name: &str) -> Result<Arc<dyn Store>, Fault> {
    Ok(Arc::new(super::redis::Redis::open(url, &format!("ibid:{name}:"))?))
}

#[cfg(not(feature = "redis"))]
fn redis(_: &str, _: &str) -> Result<Arc<dyn Store>, Fault> {
    Err(left_out("Redis", "full,stores", "1.94"))
}

#[cfg(feature = "hbase")]
fn hbase(url: &str) -> Result<Arc<dyn Store>, Fault> {
    Ok(Arc::new(super::hbase::HBase::open(url)?))
}

#[cfg(not(feature = "hbase"))]
fn hbase(_: &str) -> Result<Arc<dyn Store>, Fault> {
    Err(left_out("HBase", "full,hbase", "1.90"))
}

#[cfg(feature = "objects")]
fn objects(url: &str) -> Result<Arc<dyn Store>, Fault> {
    use super::objects::Objects;

    Ok(Arc::new(match url.strip_prefix("file://") {
        Some(folder) if folder.starts_with('/') => Objects::folder(folder.as_ref())?,
        Some(_) => {
            let reason =
                "the address of a folder has three slashes and its whole path: file:///var/lib/ibid/articles";
            return Err(Fault::Address { reason: reason.into() });
        }
        None => Objects::s3(url)?,
    }))
}

#[cfg(not(feature = "objects"))]
fn objects(_: &str) -> Result<Arc<dyn Store>, Fault> {
    Err(left_out("objects", "full,objects", "1.91"))
}

#[cfg(not(all(feature = "sql", feature = "redis", feature = "hbase", feature = "objects")))]
fn left_out(stores: &str, features: &str, rust: &str) -> Fault {
    Fault::Address {
        reason: format!(
            "this program was built without {stores}: install it with `--features {features}`, which needs Rust {rust}"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(url: &str) -> String {
        open(url, "map").err().unwrap().to_string()
    }

    #[test]
    fn an_address_of_something_else_is_refused_without_its_password() {
        let all =
            ["", "geheim", "oracle://u:geheim@h/d", "MYSQL://u:geheim@h", "mysql:u:geheim@h", "://geheim"];
        for url in all {
            let text = refusal(url);
            assert!(text.starts_with("the address of a store begins with mysql://"), "{text}");
            assert!(!text.contains("geheim"), "{text}");
        }
    }

    #[test]
    fn a_broken_address_or_a_store_that_is_left_out_is_one_line() {
        let all = [
            "mysql://u:geheim@h:port/d",
            "postgres://u:geheim@[",
            "redis://u:geheim@h/geheim",
            "s3://b/geheim",
            "hbase+http://u:geheim@h/geheim",
        ];
        for url in all {
            let text = refusal(url);
            assert!(!text.contains("geheim") && !text.contains('\n'), "{text}");
        }
    }
}
