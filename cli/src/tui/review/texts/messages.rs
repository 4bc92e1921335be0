//! The messages about the texts of a passage.

messages! { TextMessages:
    // Keys.
    text hint_difference => "difference", "差异";

    // Differences.
    line difference_of(at, count) => "difference {at} of {count}", "第 {at} 处差异，共 {count} 处";
    text no_difference => "both sides have the same words", "两侧文字相同";
    text last_difference => "this is the last difference", "已是最后一处差异";
    text first_difference => "this is the first difference", "已是第一处差异";

    // Texts that are not shown.
    text has_changed =>
        "has changed since; only the report's own sentences are shown",
        "原文已改动，只显示报告收入的句子";
    text changed_without_text =>
        "changed since; the report holds no text",
        "原文已改动，报告中没有收入原文";
    text not_there =>
        "not found in files or index; the report holds no text",
        "文件和索引中都没有原文，报告也没有收入";
    line unreadable(why) => "cannot be read: {why}", "无法读取：{why}";

    // Facts and headings.
    count sentences(count) => "{count} sentence", "{count} sentences", "{count} 句";
    line page(page) => "p. {page}", "第 {page} 页";
    count more_sources(count) => "also in {count} more", "also in {count} more", "另见 {count} 篇";
    line by_same_author(author) => "{author} (same author)", "{author}（同一作者）";
}
