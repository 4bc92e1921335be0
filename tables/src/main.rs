//! Makes the tables that ship with ibid: `simplified` and `antecedents`.
use ferrous_opencc::{OpenCC, config::BuiltinConfig};

fn main() {
    let convert = OpenCC::from_config(BuiltinConfig::T2s).expect("the conversion is built in");
    for c in ('\u{3400}'..='\u{9FFF}').chain('\u{F900}'..='\u{FAFF}').chain('\u{20000}'..='\u{323AF}') {
        let to = convert.convert(&c.to_string());
        let mut chars = to.chars();
        if let (Some(simple), None) = (chars.next(), chars.next()) && simple != c {
            println!("{c}{simple}");
        }
    }
}
