//! The messages about the world outside of a review, in each language: the clipboard, the editor, and files.

messages! { OutsideMessages:
    // The clipboard.
    text the_passage => "both sides", "双方文字";
    count sent(count, name) =>
        "{name}: sent to the terminal's clipboard ({count} character)",
        "{name}: sent to the terminal's clipboard ({count} characters)",
        "{name}：已送往终端剪贴板（{count} 个字符）";
    count sent_perhaps(count, name) =>
        "{name}: sent to the terminal, which may drop it ({count} character)",
        "{name}: sent to the terminal, which may drop it ({count} characters)",
        "{name}：已送往终端，但终端可能不接收（{count} 个字符）";
    count sent_beginning(all, sent, name) =>
        "{name}: only the first {sent} of {all} character was sent; the rest is too long for a terminal",
        "{name}: only the first {sent} of {all} characters were sent; the rest is too long for a terminal",
        "{name}：过长，只送出了前 {sent} 个字符，共 {all} 个";
    count copied_to_tmux(count, name) =>
        "{name}: in the buffer of tmux, and sent to its terminal ({count} character)",
        "{name}: in the buffer of tmux, and sent to its terminal ({count} characters)",
        "{name}：已存入 tmux 缓冲区，并送往其终端（{count} 个字符）";
    line no_clipboard(name) =>
        "{name}: not copied, this terminal has no clipboard for programs",
        "{name}：未复制，此终端没有可供程序使用的剪贴板";

    // The editor.
    text no_editor => "no editor is set; name one in EDITOR or VISUAL", "未设置编辑器；请用 EDITOR 或 VISUAL 指明";
    line no_file(id) => "{id}: there is no such file here or beside the report", "{id}：此处和报告旁都没有这个文件";
    line only_in_index(id) => "{id}: there is no file, its text is in the index", "{id}：没有这个文件，其正文在索引中";
    line no_text_file(id) => "{id}: no text that an editor could show", "{id}：不是编辑器可以显示的文本";
    line editor_missing(editor, why) => "cannot run {editor}: {why}", "无法运行 {editor}：{why}";
    line editor_failed(editor, code) => "{editor} ended with exit code {code}", "{editor} 退出码为 {code}";
    line editor_killed(editor) => "{editor} was ended by a signal", "{editor} 被信号终止";

    // Reports that are written.
    text report_prompt => "write report: ", "写出报告：";
    text replace_prompt => "it is there, replace it? ", "文件已存在，是否替换？";
    text report_keys => "  Enter writes · Esc leaves", "  Enter 写出 · Esc 取消";
    line report_written(path) => "written: {path}", "已写出：{path}";
    text report_forms =>
        "not written: name a file that ends in .html, .md, .csv, .json, .jsonl, .sarif or .txt",
        "未写出：文件名须以 .html、.md、.csv、.json、.jsonl、.sarif 或 .txt 结尾";

    // Files that have changed.
    count decisions_read(count, people) =>
        "{count} decision by {people} was read",
        "{count} decisions by {people} were read",
        "已读入 {people} 的审定 {count} 条";
    text ledger_read => "the ledger has changed and was read again", "审定记录有改动，已重新读入";
    line ledger_unreadable(why) =>
        "old decisions kept: {why}", "保留原有审定：{why}";
    line report_changed(key) => "the report has changed; {key} reads it again", "报告有改动；按 {key} 重新读入";
    text report_read => "the report was read again", "报告已重新读入";
    line report_unreadable(why) => "old report kept: {why}", "保留原有报告：{why}";
    text nothing_changed => "nothing has changed on the disk", "磁盘上的文件没有改动";
}
