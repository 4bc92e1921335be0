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
}
