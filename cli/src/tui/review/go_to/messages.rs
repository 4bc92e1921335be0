//! The messages about going to a place, in each language.

messages! { GoToMessages:
    text keys =>
        "  55 passage · p12 page · l120 line · 40% · letters: document, source",
        "  55 片段 · p12 页 · l120 行 · 40% · 文字：文献、来源";
    text keys_in_queue => "  letters: document, source", "  文字：文献、来源";
    text passage => "passage", "片段";
    text page => "page", "页";
    text line => "line", "行";
    text place => "place", "位置";
    text document => "document", "文献";
    text source => "source", "来源";
    line no_match(typed) => "no document or source is called \"{typed}\"", "没有名称含“{typed}”的文献或来源";
    line no_passage(number, last) => "there is no passage {number}; they go up to {last}", "没有片段 {number}，最后一个是 {last}";
    text no_passages => "this document has no passages", "本文献没有片段";
    line not_listed(number) => "passage {number} is not in the list", "片段 {number} 不在列表中";
    text no_pages => "this document has no pages", "本文献没有页码";
    text no_lines => "this document has no lines", "本文献没有行号";
    line next_page(page, next) =>
        "page {page} has no passage; this one is on page {next}", "第 {page} 页没有片段；这一个在第 {next} 页";
}
