//! The descriptions of the commands in Chinese.

use super::CommandText;

/// The commands, by name.
pub(in crate::help) const COMMANDS: &[CommandText] = &[
    CommandText { name: "ibid", about: "在中英文文献中查找复制的句子，以及由它们组成的片段", details: "" },
    CommandText {
        name: "add",
        about: "将文献加入索引，有改动的予以更新",
        details: "\
输入可以是文件、文件夹、JSONL（一行一篇，也可以是 .gz 和 .zst）、Parquet（一行一篇，须以 `--features full` 安装），\
或用 - 表示标准输入。文件的编号是它相对于索引所在文件夹的路径，JSONL 记录的编号是字段 `id`。\
未改动的文献跳过。无法读取的在最后列出，其余照常加入。

全部内容在最后一次提交：按 Ctrl-C、程序崩溃或磁盘已满时，索引保持原样。--commit-every 可中途提交。",
    },
    CommandText { name: "remove", about: "从索引中移除文献", details: "" },
    CommandText { name: "list", about: "列出索引中的文献", details: "" },
    CommandText { name: "show", about: "显示索引中的一篇文献：元数据和带编号的句子", details: "" },
    CommandText {
        name: "read",
        about: "按检查时的读法输出文件的正文",
        details: "使用 --format json 时，还有每个文件的结构、页码和隐藏文字。片段看上去不对时，先看这里。",
    },
    CommandText { name: "info", about: "显示索引的大小、设置和状态", details: "" },
    CommandText {
        name: "rebuild",
        about: "用索引中保存的文字和新的设置重建索引",
        details: "\
先核对旧索引的校验和。新索引完成之前旧索引照常可用，然后一步替换，因此中断后索引仍然可用。\
文件夹中的其他文件保持不变。",
    },
    CommandText {
        name: "check",
        about: "查找文献与索引或其他文件相同的片段",
        details: "\
重复字数是与来源相同的文字，含同一句内不超过十个字（英文为五个词）的间隔；作者在两处复制之间自己写的文字不计。\
--template 中的文字和参考文献表不参与比对，也不计入总字数，除非使用 --include references。\
报告说明每个片段是否加了引号、是否标注了出处；使用 --exclude quotes,cited 时这些片段不计。\
文献不会成为自己的来源：编号相同的来源略去。

检查多篇文献时，报告以一张表开头，列出各篇的未标注文字复制比、总文字复制比、重复最多的来源和片段数，未标注最多的在前。\
无法读取的文献也占一行，并注明原因。",
    },
    CommandText { name: "compare", about: "逐个片段比较两篇文献", details: "" },
    CommandText {
        name: "rescore",
        about: "按其他筛选条件重新计算报告的数值，不必重新检查",
        details: "\
报告中的片段保持不变。筛选条件以报告原有的为准，由 --exclude 和 --include 改动。不计入的内容留在报告中并注明原因，\
可以重新计入。数值与以同样条件重新检查所得的一致。",
    },
    CommandText {
        name: "trace",
        about: "追溯一句引语：按日期列出载有它的文献，以及各篇的改动",
        details: "\
列出索引中载有引语的每篇文献，最早的在前。文献中的文字可能与引语完全相同、有改动，或只有其中一部分\
（有删减，或以省略号略去）；也可能嵌入长句、用作间接引语，或用另一种字体（简体、繁体）。\
每篇都与它最可能所本的较早文献比较，否定、反义、数字、日期、名称和推测语的改动会特别指出。承袭关系仅据文字和日期推测。

使用 --from 时，改为逐条核对文章中的引语：与出处一致、有改动、由两处拼接，或未找到。\
载有它的文献多得无法列出的，是常见用语；有的分句见于文献而有的未见的，逐个分句核对。",
    },
    CommandText {
        name: "dedup",
        about: "查找相同和近乎相同的文献，并选出要保留的",
        details: "\
先找出文字完全相同的文献，再找出与前面某一篇相似的：两者的大部分短串（短的字符序列）或词相同。\
--level 规定多少算近似，--near 可选其他方法。每一组保留一篇。\
不含字母、汉字和数字的文献一律保留。不使用也不建立索引。

在文本输出中，保留的文献顶格，因它而去除的列在下面：exact 表示文字相同，near 表示近似，并注明相同的比例。\
使用 --kept 时，只有用 --format 或 --output 要求才写出列表，摘要写到标准错误输出。\
编号可以重复，这时注明文件和行号。",
    },
    CommandText {
        name: "review",
        about: "在终端中查看重复的片段，或引语的追溯结果",
        details: "\
打开 `ibid check --format json` 的报告，或检查给出的文献，将每个片段与来源左右对照。按 1 至 5 审定片段，每次审定立即存入审定记录。\
也可打开 `ibid trace QUOTE --format json` 的结果，显示载有引语的文献、各篇的改动，以及引语在索引中的文献里的位置。\
不在终端中时，以文本形式输出。

文献多于一篇时，先列出待审定的文献，待定在前，复制比高者在前；检查期间逐篇加入。",
    },
    CommandText {
        name: "decide",
        about: "审定报告中的片段，供脚本使用",
        details: "\
每个片段在审定记录 `ibid-decisions.jsonl` 中加一行：取报告所在文件夹或其上各级中最近的一个，没有时在报告旁新建。\
先写入磁盘，然后才显示。以后检查、比较或查看该文献时采用；报告本身不变。再次审定取代自己先前的审定，\
`--as open` 将其撤回。两人意见不同时，片段有争议，照查得计，直到有一行使用 --settle。",
    },
    CommandText {
        name: "decisions",
        about: "列出审定记录中的审定",
        details: "\
列出每项审定的人、内容和时间，以及片段的开头和备注；然后按审定和按人计数，并列出每两人的一致程度：\
两人都审定的句对、其中一致的句对，以及 Cohen kappa 系数。最后是有争议的片段。",
    },
    CommandText {
        name: "verify",
        about: "核对报告：编号、各项指标，以及所据的文字",
        details: "\
编号是报告内容的哈希。各项指标按片段的文字重新计算，审定按审定记录重新得出。每篇文献和来源的正文与其文件或索引比对，\
每个片段与其中的位置比对。不一致之处逐一列出。网页（.html）中的报告也可核对。",
    },
    CommandText {
        name: "diff",
        about: "比较两份报告：哪些片段新出现、消失、有改动或移动",
        details: "\
片段按其句子和来源的句子识别，与编号和位置无关。至少十分之九的文字属于另一份报告的句对的，为不变；不足的，为有改动。\
文献先按编号、再按正文配对；两份报告各只有一篇的，视为同一篇的两稿。各项指标并列。",
    },
    CommandText {
        name: "calibrate",
        about: "植入已知的改动，测量能找到多少，并推荐设置",
        details: "\
从索引中随机抽取片段，用多种方式改动，放在其他文献的文字之间，按 `ibid check` 的方式检查：\
先用现有的设置，再每次改变一项。推荐能找到更多的那一项，或不作推荐。然后以各个最小 Jaccard 系数单独查找句子。\
召回率是改动过的文字中被找到的比例；准确率是找到的文字中原文或与之几乎相同者的比例。索引不会改变。

drop、insert、swap 和 synonym 改动 5%、10% 和 20% 的词，至少一个；look-alike 和 zero-width 伪装同样多的词。\
split、merge 和 reorder 改动句子；单独一句时，reorder 调换分句。traditional 将简体改为繁体，或反过来。",
    },
    CommandText {
        name: "serve",
        about: "通过 HTTP 为文章分配 docId，并检查文献",
        details: "\
网址、标题或正文相同，或者用词几乎相同且数字、日期、名称一致的文章，得到先前那篇的 docId。已答复的文章都已写入磁盘。\
检查、比较和追溯都在索引中查找，其间可继续向索引加入文献。服务的 /docs 页面可试用全部请求。\
除 --new-token 和 --rights 外，这里的选项都可写入配置文件。须以 `--features full` 安装。",
    },
    CommandText { name: "completions", about: "输出命令行补全脚本", details: "" },
    CommandText { name: "man", about: "输出一个命令的手册页，或写入全部手册页（英文）", details: "" },
    CommandText { name: "help", about: "显示本帮助，或某个命令的帮助", details: "" },
];
