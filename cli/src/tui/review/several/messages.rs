//! The messages of decisions on several passages, in each language.

messages! { SeveralMessages:
    line selected_of(count, all) => "Passages {all} · {count} selected", "片段 {all} · 已选 {count}";
    text select_ends => "move to select more; a decision is on all of them, Esc ends", "移动光标以选择更多；审定对全部生效，按 Esc 取消";
    count decided_here(count) => "decided {count} passage", "decided {count} passages", "已审定 {count} 个片段";
    count undone_here(count) => "undone on {count} passage", "undone on {count} passages", "已撤销 {count} 个片段的审定";
    line in_documents(decided, count) => "{decided} in {count} documents", "{decided}，共 {count} 篇文献";
    count ask_same_words(count, documents, decision) =>
        "decide {count} passage in {documents} documents as {decision}? y/n",
        "decide {count} passages in {documents} documents as {decision}? y/n",
        "将 {documents} 篇文献中的 {count} 个片段审定为“{decision}”？y/n";
    text decide_first => "decide this passage first", "请先审定此片段";
    text none_says_the_same => "no other open passage says the same", "没有其他内容相同的待定片段";
}
