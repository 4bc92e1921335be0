//! TEMPORARY
use ibid::*;
use ibid_index::*;
use std::io::Write;
fn main() {
    let path = std::env::args().nth(1).unwrap();
    let t = std::time::Instant::now();
    let docs: Vec<Document> = std::fs::read_to_string(path)
        .unwrap()
        .lines()
        .map(|l| {
            let v: serde_json::Value = serde_json::from_str(l).unwrap();
            Document {
                id: v["id"].as_str().unwrap().into(),
                text: v["text"].as_str().unwrap().into(),
                ..Default::default()
            }
        })
        .collect();
    eprintln!("read {:?}", t.elapsed());
    let d = Detector::new(Config::default()).unwrap();
    let rest: Vec<String> = std::env::args().skip(3).collect();
    if !rest.is_empty() {
        let by: std::collections::HashMap<_, _> = docs.iter().map(|x| (x.id.clone(), x)).collect();
        for p in rest.chunks(2) {
            let c = d.compare(by[&p[0]], by[&p[1]]).unwrap();
            println!("{p:?}");
            for q in c.passages {
                println!(
                    "  {:?} sim {} says {} eq {} {:?} | {:?}",
                    q.kind, q.similarity, q.says, q.equal_words, q.a_text, q.b_text
                );
            }
        }
        return;
    }
    let records: Vec<Record> = docs.iter().map(|x| d.record(x)).collect();
    eprintln!(
        "records {:?} units {} keys {}",
        t.elapsed(),
        records.iter().map(|r| r.bags.len()).sum::<usize>(),
        records.iter().map(|r| r.bags.key_count()).sum::<usize>()
    );
    let index = MemoryIndex::from_records(records).unwrap();
    eprintln!("index {:?}", t.elapsed());
    let out = std::sync::Mutex::new(std::io::BufWriter::new(
        std::fs::File::create(std::env::args().nth(2).unwrap()).unwrap(),
    ));
    let c = d.checker(&index);
    let n = docs.len() / 2;
    let parts: Vec<Vec<report::Checked>> = std::thread::scope(|sc| {
        [&docs[..n], &docs[n..]]
            .map(|half| {
                let c = &c;
                sc.spawn(move || half.iter().map(|x| c.check(x).unwrap()).collect::<Vec<_>>())
            })
            .into_iter()
            .map(|h| h.join().unwrap())
            .collect()
    });
    eprintln!("checked {:?}", t.elapsed());
    let mut out = std::io::BufWriter::new(std::fs::File::create(std::env::args().nth(2).unwrap()).unwrap());
    for p in parts.into_iter().flatten() {
        report::write_jsonl(p.passages.iter().filter(|p| p.counts()), &mut out).unwrap();
    }
}
