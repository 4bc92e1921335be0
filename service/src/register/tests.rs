use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use proptest::prelude::*;

use super::*;
use crate::signature::{self, Rule};
use crate::store::memory::Memory;
use crate::wording::DifferBy;

struct Opened {
    rule: Rule,
    register: Register,
    match_by: MatchBy,
    runtime: tokio::runtime::Runtime,
}

/// Opens a register of the published rule.
fn open(folder: &std::path::Path) -> Opened {
    open_with(folder, Stores::default())
}

fn open_with(folder: &std::path::Path, stores: Stores) -> Opened {
    open_by(Rule::Paper, folder, stores)
}

fn open_by(rule: Rule, folder: &std::path::Path, stores: Stores) -> Opened {
    let register = Register::open(Embedded::open(folder).unwrap(), stores, method(rule)).unwrap();
    Opened {
        rule,
        register,
        match_by: MatchBy::default(),
        runtime: tokio::runtime::Builder::new_current_thread().build().unwrap(),
    }
}

impl Opened {
    fn send(&self, article: Article, is_put: bool) -> Result<Assigned, Fault> {
        self.runtime.block_on(self.register.assign(sent(self.rule, article, self.match_by, is_put)))
    }

    fn post(&self, article: Article) -> Assigned {
        self.send(article, false).unwrap()
    }

    fn put(&self, article: Article) -> Assigned {
        self.send(article, true).unwrap()
    }

    fn delete(&self, name: &str) -> bool {
        self.runtime.block_on(self.register.remove(name.into())).unwrap()
    }

    fn known(&self, name: &str) -> Option<Known> {
        self.register.get(name).unwrap()
    }
}

fn method(rule: Rule) -> Method {
    signature::shared(rule).method()
}

fn sent(rule: Rule, article: Article, match_by: MatchBy, is_put: bool) -> Sent {
    let signer = signature::shared(rule);
    let content = signer.content(&article.content);
    let article_keys = ArticleKeys::of(signer.title(&article.title), &content);
    Sent { article, article_keys, wording: content.wording, match_by, is_put, now: 1 }
}

fn article(id: &str, url: &str, title: &str, content: &str) -> Article {
    let [id, url, title, content] = [id, url, title, content].map(str::to_owned);
    Article { id, url, title, content, ..Article::default() }
}

/// Returns a text of this many words, none of which is in a text of another name.
fn text(name: &str, words: usize) -> String {
    (0..words).map(|n| format!("{name}{n} ")).collect()
}

#[test]
fn a_store_with_columns_gets_the_history_each_time() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(Memory::with_history());
    let stores = Stores { articles: Some(store.clone()), ..Stores::default() };
    let opened = open_with(folder.path(), stores);
    let row = |doc: DocId| {
        opened.register.with(super::opened::Opened::wait_until_written).unwrap();
        let json = store.get_one(&article_key(doc)).unwrap().unwrap();
        serde_json::from_slice::<serde_json::Value>(&json).unwrap()
    };
    let first = article("a", "u", TITLE, &text("a", 60));
    let doc = opened.post(first.clone()).doc;
    assert_eq!([&row(doc)["sent"], &row(doc)["id"], &row(doc)["media"]], ["1", "a", ""]);
    opened.post(first.clone());
    opened.put(first.clone());
    let other = Article { id: "b".into(), ..first.clone() };
    assert_eq!(opened.post(other.clone()).doc, doc);
    assert_eq!([&row(doc)["sent"], &row(doc)["id"], &row(doc)["first"]], ["2", "a", "1"]);
    opened.post(other.clone());
    opened.post(other.clone());
    assert_eq!([&row(doc)["sent"], &row(doc)["id"]], ["3", "b"]);
    assert_eq!(opened.known("a").unwrap().article, Some(other));
}

/// A short text, and the same text with one word of ten exchanged.
const TREES: &str = "ash beech cedar date elm fir gorse holly ivy juniper";
const TREES_EDITED: &str = "ash beech cedar date elm fir gorse holly ivy yew";

const TITLE: &str = "the harbour opens again after years";

#[test]
fn a_repeat_is_found_by_url_then_title_then_content_then_words() {
    let folder = tempfile::tempdir().unwrap();
    let service = open(folder.path());
    let long = text("w", 300);
    let first = service.post(article("", "u1", TITLE, &long));
    assert_eq!((first.matched_by, first.is_new), (MatchedBy::None, true));
    for (sent, by, distance) in [
        (article("", "u1", "another title of many words here", &text("x", 300)), MatchedBy::Url, None),
        (article("", "u2", TITLE, &text("y", 300)), MatchedBy::Title, Some(0)),
        (article("", "u3", "one more title of many words", &long), MatchedBy::Content, Some(0)),
        (article("", "u3", "", ""), MatchedBy::Url, None),
        (article("", "", TITLE, ""), MatchedBy::Title, Some(0)),
    ] {
        let found = service.post(sent);
        assert_eq!((found.doc, found.matched_by, found.distance), (first.doc, by, distance));
        assert!(found.is_new);
    }
    let short = service.post(article("", "s1", "", TREES));
    let alike = service.post(article("", "s2", "", TREES_EDITED));
    assert_eq!((alike.doc, alike.matched_by), (short.doc, MatchedBy::ContentWords));
    assert_eq!(alike.similarity, Some(9.0 / 11.0));
    let other = service.post(article("", "s3", "", "ash beech cedar date elm kale lime maple nettle oak"));
    assert_ne!(other.doc, short.doc);
}

#[test]
fn a_short_title_never_decides_alone() {
    let folder = tempfile::tempdir().unwrap();
    let service = open(folder.path());
    let first = service.post(article("", "", "sports news of today", ""));
    let second = service.post(article("", "u", "sports news of today", &text("w", 90)));
    assert_ne!(first.doc, second.doc);
    let again = service.post(article("", "", "sports news of today", ""));
    assert_eq!((again.doc, again.matched_by), (first.doc, MatchedBy::Exact));
    let named = service.post(article("7", "", "sports news of today", ""));
    assert_eq!((named.doc, named.matched_by, named.is_new), (first.doc, MatchedBy::Exact, true));
}

#[test]
fn what_may_not_decide_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let mut service = open(folder.path());
    let content = text("w", 90);
    let first = service.post(article("", "u1", TITLE, &content));
    let none = MatchBy { url: false, title: false, content: false, content_words: false };
    let mut sent = 0;
    let mut repeat = |match_by, url: &str, title: &str, content: &str| {
        service.match_by = match_by;
        sent += 1;
        let found = service.post(article(&format!("n{sent}"), url, title, content));
        (found.doc == first.doc).then_some(found.matched_by)
    };
    let more = text("x", 90);
    assert_eq!(repeat(none, "u1", "", &content), None);
    assert_eq!(repeat(MatchBy { url: true, ..none }, "u1", "", &more), Some(MatchedBy::Url));
    assert_eq!(repeat(MatchBy { title: true, ..none }, "u1", TITLE, &more), Some(MatchedBy::Title));
    assert_eq!(repeat(MatchBy { content: true, ..none }, "u1", "t", &content), Some(MatchedBy::Content));
    assert_eq!(repeat(MatchBy { content_words: true, ..none }, "u1", "s", &content), None, "it is long");
    assert_eq!(repeat(none, "u1", TITLE, &content), Some(MatchedBy::Exact));
}

#[test]
fn a_name_keeps_its_id_and_its_later_forms_lead_to_it() {
    let folder = tempfile::tempdir().unwrap();
    let service = open(folder.path());
    let first = service.put(article("7", "u1", TITLE, &text("w", 90)));
    let changed = service.put(article("7", "u2", "a wholly different title of seven words", &text("x", 90)));
    assert_eq!((changed.doc, changed.matched_by, changed.is_new), (first.doc, MatchedBy::Id, false));
    let copy = service.post(article("8", "u3", "", &text("x", 90)));
    assert_eq!((copy.doc, copy.matched_by), (first.doc, MatchedBy::Content));
    assert_eq!(service.post(article("", "u2", "", "")).doc, first.doc);
    assert_ne!(service.post(article("", "u1", "", "")).doc, first.doc, "it does not stand there any more");
}

#[test]
fn putting_again_changes_nothing_and_posting_counts() {
    let folder = tempfile::tempdir().unwrap();
    let service = open(folder.path());
    let one = article("7", "u1", TITLE, &text("w", 90));
    for _ in 0..3 {
        service.put(one.clone());
    }
    assert_eq!(service.known("7").unwrap().sent, 1);
    service.post(one);
    assert_eq!(service.known("7").unwrap().sent, 2);
}

#[test]
fn the_article_sent_most_often_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let service = open(folder.path());
    let a = article("a", "u1", TITLE, "the first text");
    let b = article("b", "u2", TITLE, "the second text");
    service.post(a.clone());
    service.post(b.clone());
    assert_eq!(service.known("b").unwrap().article, Some(a.clone()), "the first of two");
    service.post(b.clone());
    assert_eq!(service.known("a").unwrap().article, Some(b.clone()));
    assert_eq!(service.known("a").unwrap().members, 2);
    service.post(a.clone());
    assert_eq!(service.known("a").unwrap().article, Some(b));
    service.post(a.clone());
    assert_eq!(service.known("a").unwrap().article, Some(a));
}

#[test]
fn what_is_deleted_is_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let service = open(folder.path());
    let a = article("a", "u1", TITLE, &text("w", 90));
    let b = article("b", "u2", TITLE, "");
    let first = service.post(a.clone());
    service.post(b.clone());
    assert!(service.delete("a"));
    assert!(!service.delete("a"));
    assert_eq!(service.known("a"), None);
    assert_eq!(service.known("b").unwrap().article, None, "its text was the other's");
    assert_eq!(service.post(article("", "", "", &text("w", 90))).doc, first.doc, "the group is still there");
    service.post(b.clone());
    assert_eq!(service.known("b").unwrap().article, Some(b));
    for name in [&article("", "", "", &text("w", 90)).name(), "b"] {
        assert!(service.delete(name));
    }
    assert_eq!(service.post(article("c", "u1", "", "")).matched_by, MatchedBy::None);
    assert_eq!(service.post(article("d", "", TITLE, "")).matched_by, MatchedBy::None);
    assert_eq!(service.post(article("e", "", "", &text("w", 90))).matched_by, MatchedBy::None);
}

#[test]
fn everything_is_there_after_a_start() {
    let folder = tempfile::tempdir().unwrap();
    let articles = [
        article("a", "u1", TITLE, &text("w", 90)),
        article("b", "u2", "", TREES),
        article("c", "", "", &text("x", 90)),
    ];
    let service = open(folder.path());
    let before: Vec<DocId> = articles.iter().map(|article| service.post(article.clone()).doc).collect();
    drop(service);
    let service = open(folder.path());
    let repeats = [
        (article("d", "u1", "", ""), MatchedBy::Url),
        (article("e", "", "", TREES_EDITED), MatchedBy::ContentWords),
        (article("f", "", "", &text("x", 90)), MatchedBy::Content),
    ];
    for ((repeat, by), doc) in repeats.into_iter().zip(before) {
        let found = service.post(repeat);
        assert_eq!((found.doc, found.matched_by), (doc, by));
    }
    assert_eq!(service.known("a").unwrap().article, Some(articles[0].clone()));
}

#[test]
fn a_folder_of_another_method_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    drop(open(folder.path()));
    let refused = |method: Method| {
        let embedded = Embedded::open(folder.path()).unwrap();
        Register::open(embedded, Stores::default(), method).err().unwrap().to_string()
    };
    let told = refused(Method { rule: Rule::Paper, name: "simhash(other)".into() });
    let name = method(Rule::Paper).name;
    assert!(told.contains(&format!("made by {name}, and those of now by simhash(other)")), "{told}");
    let told = refused(method(Rule::Facts));
    assert!(told.contains("compared by --rule paper; start with --rule paper, or"), "{told}");
}

#[test]
fn similar_articles_at_once_get_one_id() {
    [Rule::Paper, Rule::Facts].into_iter().for_each(similar_articles_at_once_get_one_id_by);
}

fn similar_articles_at_once_get_one_id_by(rule: Rule) {
    let folder = tempfile::tempdir().unwrap();
    let embedded = Embedded::open(folder.path()).unwrap();
    let register = Register::open(embedded, Stores::default(), method(rule)).unwrap();
    let register = &register;
    let ids: std::collections::HashSet<DocId> = std::thread::scope(|scope| {
        let send = |n: usize| {
            scope.spawn(move || {
                let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
                let one = |m: usize| {
                    // One different word is too little to change a bit.
                    let content = format!("{} other{n}x{m}", text("w", 301).repeat(9));
                    let article = article("", &format!("u{n}/{m}"), "", &content);
                    let sent = sent(rule, article, MatchBy::default(), false);
                    runtime.block_on(register.assign(sent)).unwrap().doc
                };
                (0..30).map(one).collect::<Vec<_>>()
            })
        };
        let threads: Vec<_> = (0..16).map(send).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(ids.len(), 1);
}

#[test]
fn stores_that_are_down_refuse_nothing_that_is_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let (map, articles) = (Arc::new(Memory::default()), Arc::new(Memory::default()));
    let stores = || Stores { map: Some(map.clone()), articles: Some(articles.clone()), keys: None };
    let a = article("a", "u1", TITLE, "the first text");
    let service = open_with(folder.path(), stores());
    let first = service.post(a.clone());
    articles.is_down.store(true, Ordering::SeqCst);
    service.post(article("b", "u2", "", &text("x", 90)));
    assert_eq!(
        service.known("b").unwrap().article,
        Some(article("b", "u2", "", &text("x", 90))),
        "it waits here"
    );
    map.is_down.store(true, Ordering::SeqCst);
    let refused = service.send(article("c", "u3", "", "c"), false).unwrap_err();
    assert!(matches!(refused, Fault::Unreachable { .. }), "nobody can tell whether c is known: {refused}");
    drop(service);
    for store in [&map, &articles] {
        store.is_down.store(false, Ordering::SeqCst);
    }
    let service = open_with(folder.path(), stores());
    assert_eq!(service.known("a").unwrap().article, Some(a.clone()));
    assert_eq!(service.post(article("", "u1", "", "")).doc, first.doc);
    drop(service);
    assert_eq!(articles.get(&[&article_key(first.doc)]).unwrap()[0], Some(serde_json::to_vec(&a).unwrap()));
}

#[test]
fn keys_in_a_store_are_not_made_again_and_are_made_anew_where_they_were_lost() {
    let folder = tempfile::tempdir().unwrap();
    let keys = Arc::new(Memory::default());
    let stores = || Stores { keys: Some(keys.clone()), ..Stores::default() };
    let articles = [
        article("a", "u1", TITLE, &text("w", 90)),
        article("b", "u2", "", TREES),
        article("c", "", "", &text("x", 90)),
    ];
    let repeats = || {
        [
            (article("d", "u1", "", ""), MatchedBy::Url),
            (article("e", "", "", TREES_EDITED), MatchedBy::ContentWords),
            (article("f", "", "", &text("x", 90)), MatchedBy::Content),
        ]
    };
    let mut service = open_with(folder.path(), stores());
    let before: Vec<DocId> = articles.iter().map(|article| service.post(article.clone()).doc).collect();
    let epoch = keys.get_one(b"e2").unwrap();
    for loss in ["none", "while it runs", "while it does not run", "keys in memory meanwhile"] {
        if loss == "while it runs" {
            keys.lose();
        } else {
            drop(service);
            if loss == "while it does not run" {
                keys.lose();
            }
            if loss == "keys in memory meanwhile" {
                drop(open(folder.path()));
            }
            service = open_with(folder.path(), stores());
        }
        for ((repeat, by), doc) in repeats().into_iter().zip(&before) {
            let name = repeat.name();
            let found = service.post(repeat);
            assert_eq!((found.doc, found.matched_by), (*doc, by), "{loss}");
            assert!(service.delete(&name));
        }
        assert_eq!(keys.get_one(b"e2").unwrap() == epoch, loss == "none", "{loss}");
    }
    keys.is_down.store(true, Ordering::SeqCst);
    let refused = service.send(article("g", "u9", "", ""), false).unwrap_err();
    assert!(matches!(refused, Fault::Unreachable { .. }), "{refused}");
    keys.is_down.store(false, Ordering::SeqCst);
    assert_eq!(service.post(article("g", "u1", "", "")).doc, before[0]);
}

#[test]
fn a_map_that_is_kept_elsewhere_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    drop(open(folder.path()));
    let stores = Stores { map: Some(Arc::new(Memory::default())), ..Stores::default() };
    let embedded = Embedded::open(folder.path()).unwrap();
    let refused = Register::open(embedded, stores, method(Rule::Paper)).err().unwrap().to_string();
    assert!(
        refused.contains("the map of this folder is kept in the folder itself, not in memory"),
        "{refused}"
    );
}

#[test]
fn a_url_leads_to_the_oldest_that_stands_there() {
    let folder = tempfile::tempdir().unwrap();
    let mut service = open(folder.path());
    let older = service.put(article("z", "u1", "", &text("w", 90)));
    let newer = service.put(article("a", "u2", "", &text("x", 90)));
    service.put(article("z", "u2", "", &text("w", 90)));
    for _ in 0..2 {
        assert_eq!(service.post(article("b", "u2", "", "")).doc, older.doc);
        assert!(service.delete("b"));
        drop(service);
        service = open(folder.path());
    }
    assert!(service.delete("z"));
    assert_eq!(service.post(article("b", "u2", "", "")).doc, newer.doc);
}

/// Opens a register of the rule that facts decide.
fn open_facts(folder: &std::path::Path) -> Opened {
    open_by(Rule::Facts, folder, Stores::default())
}

/// A report on a quake, of the form of all such reports.
fn quake(strength: &str, distance: &str, place: &str) -> String {
    format!(
        "A magnitude {strength} earthquake struck {distance} km north of {place} on Monday, the seismological service \
         said. There were no immediate reports of damage or injuries, and no warning was issued."
    )
}

#[test]
fn words_find_and_facts_decide() {
    let folder = tempfile::tempdir().unwrap();
    let service = open_facts(folder.path());
    let first = service.post(article("", "u1", "", &quake("5.1", "26", "Wexcombe")));
    assert_eq!((first.matched_by, first.refused), (MatchedBy::None, None));
    let edited = quake("5.1", "26", "Wexcombe").replace("immediate ", "").replace("said", "says");
    let repost = service.post(article("", "u2", "", &edited));
    assert_eq!((repost.doc, repost.matched_by, repost.distance), (first.doc, MatchedBy::Near, None));
    assert!(repost.similarity.unwrap() > 0.9, "{repost:?}");
    let other = service.post(article("", "u3", "", &quake("4.3", "12", "Carrow")));
    assert_eq!((other.matched_by, other.similarity), (MatchedBy::None, None));
    let refused = other.refused.unwrap();
    assert_eq!(refused.doc, first.doc);
    assert!(refused.similarity > 0.8);
    let Difference { by, here, there } = refused.difference;
    assert_eq!((by, &*here, &*there), (DifferBy::Numbers, "4.3", "5.1"));
}

#[test]
fn an_identical_content_comes_before_the_title() {
    let folder = tempfile::tempdir().unwrap();
    let service = open_facts(folder.path());
    let titled = service.post(article("", "u1", TITLE, &text("w", 90)));
    let other = service.post(article("", "u2", "", &text("x", 90)));
    let repeat = service.post(article("", "u3", TITLE, &text("x", 90).to_uppercase()));
    assert_eq!((repeat.doc, repeat.matched_by), (other.doc, MatchedBy::Identical));
    let by_title = service.post(article("", "u4", "THE HARBOUR, opens again - after years!", &text("y", 30)));
    assert_eq!((by_title.doc, by_title.matched_by), (titled.doc, MatchedBy::Title));
    let headline = service.post(article("", "u5", TITLE, &text("z", 90)));
    assert_eq!(headline.matched_by, MatchedBy::None, "a long text without a word in common");
}

#[test]
fn function_words_do_not_weigh_in_titles() {
    let folder = tempfile::tempdir().unwrap();
    let service = open_facts(folder.path());
    for title in ["The smash of the rain and the", "The broad avenues were enchanting, the park spaces, the"]
    {
        let url = format!("u{}", title.len());
        assert_eq!(service.post(article("", &url, title, "")).matched_by, MatchedBy::None, "{title}");
    }
    let again = service.post(article("", "u", "Broad avenues enchanting, the park and its spaces", ""));
    assert_eq!(again.matched_by, MatchedBy::Title);
}

#[test]
fn the_same_title_over_other_facts_is_no_repeat() {
    let folder = tempfile::tempdir().unwrap();
    let service = open_facts(folder.path());
    let first = service.post(article("", "u1", TITLE, &quake("5.1", "26", "Wexcombe")));
    let other = service.post(article("", "u2", TITLE, &quake("4.3", "12", "Carrow")));
    assert_eq!((other.matched_by, other.refused.unwrap().doc), (MatchedBy::None, first.doc));
    let without_text = service.post(article("", "u3", TITLE, ""));
    assert_eq!((without_text.doc, without_text.matched_by), (first.doc, MatchedBy::Title));
}

#[test]
fn words_and_keys_are_there_after_a_start_and_gone_after_a_removal() {
    let folder = tempfile::tempdir().unwrap();
    let keys = Arc::new(Memory::default());
    for stores in [Stores::default(), Stores { keys: Some(keys), ..Stores::default() }] {
        let open = || open_by(Rule::Facts, folder.path(), stores.clone());
        let mut service = open();
        let first = service.put(article("a", "", "", &quake("5.1", "26", "Wexcombe")));
        let later = service.put(article("a", "", "", &text("w", 60)));
        assert_eq!(later.doc, first.doc);
        drop(service);
        service = open();
        let edited = quake("5.1", "26", "Wexcombe").replace("said", "says");
        assert_eq!(service.post(article("", "", "", &edited)).matched_by, MatchedBy::Near);
        assert_eq!(service.post(article("b", "", "", &text("w", 60))).matched_by, MatchedBy::Identical);
        for name in ["a", "b", &article("", "", "", &edited).name()] {
            assert!(service.delete(name), "{name}");
        }
        for content in [&edited, &text("w", 60)] {
            assert_eq!(service.post(article("c", "", "", content)).matched_by, MatchedBy::None);
            assert!(service.delete("c"));
        }
    }
}

#[derive(Clone, Debug)]
enum Step {
    Post(usize, usize, usize, usize),
    Put(usize, usize, usize, usize),
    Delete(usize),
    Restart,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let article = || (0..4_usize, 0..4_usize, 0..4_usize, 0..6_usize);
    let step = prop_oneof![
        6 => article().prop_map(|(a, b, c, d)| Step::Post(a, b, c, d)),
        4 => article().prop_map(|(a, b, c, d)| Step::Put(a, b, c, d)),
        2 => (0..4_usize).prop_map(Step::Delete),
        1 => Just(Step::Restart),
    ];
    prop::collection::vec(step, 1..25)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    /// Tests that an article keeps its id until it is deleted, also over restarts, and so does its url if it had it
    /// first.
    #[test]
    fn ids_never_change(steps in steps(), is_stored in prop::bool::ANY, is_paper in prop::bool::ANY) {
        let rule = if is_paper { Rule::Paper } else { Rule::Facts };
        let contents = [String::new(), text("w", 60), text("x", 60), TREES.into(), TREES_EDITED.into(), "z".into()];
        let titles = ["", TITLE, "one more title of many words", "short"];
        let make = |(id, url, title, content): (usize, usize, usize, usize)| {
            let url = if url == 0 { String::new() } else { format!("u{url}") };
            article(&format!("n{id}"), &url, titles[title], &contents[content])
        };
        let folder = tempfile::tempdir().unwrap();
        let keys: Option<Arc<dyn Store>> = is_stored.then(|| Arc::new(Memory::default()) as Arc<dyn Store>);
        let open = || open_by(rule, folder.path(), Stores { keys: keys.clone(), ..Stores::default() });
        let mut service = open();
        let mut ids: BTreeMap<String, DocId> = BTreeMap::new();
        for step in steps {
            let sent = match step {
                Step::Post(a, b, c, d) => Some((make((a, b, c, d)), false)),
                Step::Put(a, b, c, d) => Some((make((a, b, c, d)), true)),
                Step::Delete(id) => {
                    let name = format!("n{id}");
                    prop_assert_eq!(service.delete(&name), ids.remove(&name).is_some());
                    None
                }
                Step::Restart => {
                    drop(service);
                    service = open();
                    None
                }
            };
            if let Some((article, is_put)) = sent {
                let assigned = service.send(article.clone(), is_put).unwrap();
                let doc = *ids.entry(article.id.clone()).or_insert(assigned.doc);
                prop_assert_eq!(assigned.doc, doc);
            }
            for (name, doc) in &ids {
                prop_assert_eq!(service.known(name).map(|known| known.doc), Some(*doc));
            }
        }
    }
}

/// Returns all files below a folder except the lock, which is empty.
fn files(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut all: Vec<_> =
        entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect();
    all.sort();
    all
}

fn copy(from: &std::path::Path, to: &std::path::Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() { copy(&path, &target) } else { assert!(std::fs::copy(&path, &target).is_ok()) }
    }
}

/// Tests that no acknowledged article is lost silently: all are there, or the folder is not opened.
#[test]
fn a_folder_that_lost_data_is_refused_or_has_all() {
    const ARTICLES: usize = 60;
    let folder = tempfile::tempdir().unwrap();
    let of =
        |n: usize| article(&n.to_string(), "", &text(&format!("title{n}-"), 9), &text(&format!("w{n}-"), 60));
    let whole = folder.path().join("whole");
    let older = folder.path().join("older");
    let registered = open(&whole);
    (0..ARTICLES / 3).for_each(|n| drop(registered.post(of(n))));
    drop(registered);
    copy(&whole, &older);
    let registered = open(&whole);
    (ARTICLES / 3..ARTICLES).for_each(|n| drop(registered.post(of(n))));
    // Some of it is in sorted files, some only in the journal.
    registered.register.with(|opened| opened.flush_tables()).unwrap();
    registered.post(of(ARTICLES));
    drop(registered);
    let (mut refused, mut opened) = (0, 0);
    for file in files(&whole) {
        let name = file.strip_prefix(&whole).unwrap();
        let bytes = std::fs::read(&file).unwrap();
        let half = bytes[..bytes.len() / 2].to_vec();
        let mut holed = bytes.clone();
        let (start, end) = (bytes.len() / 3, bytes.len() * 2 / 3);
        holed[start..end].fill(0);
        let old = std::fs::read(older.join(name)).ok();
        let damages = [
            None,
            Some(vec![]),
            Some(half),
            Some(vec![0; bytes.len()]),
            Some(holed),
            Some(old.unwrap_or(bytes)),
        ];
        for (number, damage) in damages.into_iter().enumerate() {
            let tried = folder.path().join("tried");
            copy(&whole, &tried);
            match damage {
                None => std::fs::remove_file(tried.join(name)).unwrap(),
                Some(bytes) => std::fs::write(tried.join(name), bytes).unwrap(),
            }
            let register = Embedded::open(&tried)
                .and_then(|embedded| Register::open(embedded, Stores::default(), method(Rule::Paper)));
            match register {
                Err(fault) => {
                    refused += 1;
                    println!("{name:?} {number}: {fault}");
                }
                Ok(register) => {
                    opened += 1;
                    for n in 0..=ARTICLES {
                        let known = register.get(&of(n).name()).unwrap();
                        assert!(known.is_some_and(|known| known.article.is_some()), "{name:?} {number}: {n}");
                    }
                }
            }
            std::fs::remove_dir_all(&tried).unwrap();
        }
    }
    println!("{refused} refused, {opened} opened");
    assert!(refused > 10 && opened > 0, "{refused} refused, {opened} opened");
}
