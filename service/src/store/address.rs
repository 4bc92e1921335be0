//! Stores by their addresses.

use std::sync::Arc;

use super::{Fault, Store};

/// Opens the store at an address, for values of this name: several kinds may stand in one database.
pub(crate) fn open(url: &str, name: &str) -> Result<Arc<dyn Store>, Fault> {
    match url.split_once("://").map(|(scheme, _)| scheme) {
        Some("mysql" | "mariadb" | "postgres" | "postgresql") => sql(url, name),
        Some("redis") => redis(url, name),
        _ => Err(Fault::Address {
            reason: "the address of a store begins with mysql://, mariadb://, postgres://, postgresql:// or redis://"
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
    Err(left_out("MySQL and PostgreSQL"))
}

#[cfg(feature = "redis")]
fn redis(url: &str, name: &str) -> Result<Arc<dyn Store>, Fault> {
    Ok(Arc::new(super::redis::Redis::open(url, &format!("ibid:{name}:"))?))
}

#[cfg(not(feature = "redis"))]
fn redis(_: &str, _: &str) -> Result<Arc<dyn Store>, Fault> {
    Err(left_out("Redis"))
}

#[cfg(not(all(feature = "sql", feature = "redis")))]
fn left_out(stores: &str) -> Fault {
    Fault::Address {
        reason: format!("this program was built without {stores}: install it with `--features stores`"),
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
        let all = ["mysql://u:geheim@h:port/d", "postgres://u:geheim@[", "redis://u:geheim@h/geheim"];
        for url in all {
            let text = refusal(url);
            assert!(!text.contains("geheim") && !text.contains('\n'), "{text}");
        }
    }
}
