//! TEMPORARY
use ibid::*; use ibid_index::*; use std::io::Write;
fn main() {
    let path = std::env::args().nth(1).unwrap();
    let t = std::time::Instant::now();
    let docs: Vec<Document> = std::fs::read_to_string(path).unwrap().lines().map(|l| { let v: serde_json::Value = serde_json::from_str(l).unwrap(); Document { id: v["id"].as_str().unwrap().into(), text: v["text"].as_str().unwrap().into(), ..Default::default() } }).collect();
    eprintln!("read {:?}", t.elapsed());
    let d = Detector::new(Config::default()).unwrap();
    let records: Vec<Record> = docs.iter().map(|x| d.record(x)).collect();
    eprintln!("records {:?} units {} keys {}", t.elapsed(), records.iter().map(|r| r.bags.len()).sum::<usize>(), records.iter().map(|r| r.bags.key_count()).sum::<usize>());
    let index = MemoryIndex::from_records(records).unwrap();
    eprintln!("index {:?}", t.elapsed());
    let out = std::sync::Mutex::new(std::io::BufWriter::new(std::fs::File::create(std::env::args().nth(2).unwrap()).unwrap()));
    let n = docs.len() / 2;
    std::thread::scope(|sc| { for half in [&docs[..n], &docs[n..]] { let (d, index, t, out) = (&d, &index, &t, &out); sc.spawn(move || {
    for x in half {
        let ci = CharIndex::new(&x.text);
        for p in d.probe(x, &index).unwrap() {
            let cb = CharIndex::new(&p.b_text);
            let rare: Vec<_> = p.rare.iter().take(40).collect();
 let line = "{}", serde_json::json!({"a": x.id, "a_start": ci.chars(p.a_span.start), "a_end": ci.chars(p.a_span.end), "b": p.b, "b_start": cb.chars(p.b_span.start), "b_end": cb.chars(p.b_span.end), "similarity": p.similarity, "rarity": p.rarity, "equal": p.equal, "rare": rare, "windows": p.windows, "longest": p.longest}).to_string(); let mut o = out.lock().unwrap(); writeln!(o, "{line}").unwrap();
        }
    } let _ = t; }); } });
    eprintln!("checked {:?}", t.elapsed());
}
