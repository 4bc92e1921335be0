//! The texts of the queue.

messages! { QueueMessages:
    // The bar at the top and the headings.
    line decided_of(decided, all) => "{decided} of {all} decided", "已审定 {decided} / {all}";
    line checking(done, count) => "checking {done} of {count}", "正在检查 {done} / {count}";
    line checking_uncounted(done) => "checking, {done} so far", "正在检查，已完成 {done}";
    text reading_sources => "reading the sources", "正在读取来源";
    count documents(count, found) =>
        "{count} document, {found} with passages",
        "{count} documents, {found} with passages",
        "文献 {count} 篇，{found} 篇有片段";
    line documents_from(count, name) => "{count} that take from {name}", "引自 {name} 的文献 {count} 篇";
    text by_open => "undecided first, the worst on top", "待定在前，复制比高者在前";
    text by_found => "by ratio as found", "按复制比";
    text by_name => "by name", "按名称";
    count pairs(count) => "{count} pair", "{count} pairs", "文献对 {count} 个";
    text strongest_first => "the strongest first", "重复多者在前";
    count sources(count) => "{count} source", "{count} sources", "来源 {count} 篇";
    text by_words => "by words", "按重复字数";

    // The columns.
    text found => "found", "复制比";
    text decided => "decided", "审定后";
    text open => "open", "待定";
    text largest_source => "largest source", "最大来源";
    text document => "document", "文献";
    text with => "with", "与之重复";
    text source => "source", "来源";
    text in_documents => "in", "篇数";
    text words => "words", "字数";

    // The lines between documents.
    count decided_documents(count) => "decided: {count} document", "decided: {count} documents", "已审定 {count} 篇";
    count clean_folded(count, key) =>
        "nothing found: {count} document ({key} shows it)",
        "nothing found: {count} documents ({key} shows them)",
        "未发现重复 {count} 篇（{key} 显示）";
    count clean(count) => "nothing found: {count} document", "nothing found: {count} documents", "未发现重复 {count} 篇";
    text no_documents => " no documents yet", " 还没有文献";
    text no_pairs => " no two documents share a passage", " 没有互相重复的文献";
    text no_sources => " no sources", " 没有来源";

    // The lines below.
    line strongest_pair(a, of_a, b, of_b, key) =>
        "strongest pair: {a} {of_a} with {b} {of_b}   ({key} lists pairs)",
        "重复最多的文献对：{a} {of_a} ↔ {b} {of_b}   （{key} 列出文献对）";
    count failures(count, first) =>
        "{count} input could not be checked: {first}",
        "{count} inputs could not be checked; the first: {first}",
        "{count} 个输入未能检查：{first}";
    line ledger(path, by) =>
        "decisions in {path}, as {by}; every key is saved at once",
        "审定记录 {path}，审定人 {by}；所有操作即时保存";

    // Messages.
    line next_comes(name, ratio, key) => "next: {name}, {ratio}; {key} opens it", "下一篇：{name}，{ratio}；再按 {key} 打开";
    line previous_comes(name, ratio, key) =>
        "before: {name}, {ratio}; {key} opens it",
        "上一篇：{name}，{ratio}；再按 {key} 打开";
    text all_decided => "no document has an open passage", "所有文献都已审定";
    line only_from(name) => "only documents that take from {name}; Esc shows all", "只显示引自 {name} 的文献；按 Esc 显示全部";
    count clean_shown(count) =>
        "{count} document without findings is shown",
        "{count} documents without findings are shown",
        "已显示未发现重复的文献 {count} 篇";
    count clean_hidden(count) =>
        "{count} document without findings is hidden",
        "{count} documents without findings are hidden",
        "已隐藏未发现重复的文献 {count} 篇";

    // The title of a document.
    line found_share(ratio) => "found {ratio}", "总 {ratio}";
    line copied_share(ratio) => "copied {ratio}", "认定复制 {ratio}";

    // The line of keys.
    text hint_open => "opens", "打开";
}
