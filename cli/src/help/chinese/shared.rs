//! The Chinese texts of the options that many commands share.

use super::OptionText;

const fn all(id: &'static str, text: &'static str) -> OptionText {
    OptionText { command: "", id, text }
}

/// The options. The first paragraph of a text is the short help.
pub(in crate::help) const SHARED: &[OptionText] = &[
    // Of every command.
    all(
        "index",
        "\
索引文件夹 [默认：最近的 `.ibid`]

默认先在当前文件夹中找 `.ibid`，再逐级向上找。",
    ),
    all(
        "config",
        "\
配置文件 [默认：索引旁的 `ibid.toml`]

键是选项的名称；命令行上的选项优先。",
    ),
    all("quiet", "只输出结果和错误"),
    all("verbose", "完整显示长片段，并列出跳过的文件"),
    all(
        "color",
        "\
何时使用颜色

auto：在终端上，除非设置了 NO_COLOR（默认）
always：总是
never：从不",
    ),
    all(
        "lang",
        "\
文本和帮助的语言

用于文本报告、对照查看、帮助和提示信息。JSON 总是英文。

auto：区域设置（LC_ALL、LC_MESSAGES 或 LANG）的语言，没有译文时用英文（默认）
en：英文
zh：中文",
    ),
    all("threads", "线程数 [默认：每个处理器一个]"),
    all("help", "显示帮助；`--help` 有全部选项和示例"),
    all("version", "显示版本"),
    // Search.
    all(
        "profile",
        "\
特征的设置

robust：200 个英文和 500 个中文前导词，链长两词，能找到改动过的句子（默认）
paper：50 个前导词，链长三词，即已发表的方法",
    ),
    all(
        "features",
        "\
不用 profile 的特征方法：low-idf-sig 或 shingle

冒号后是方法的设置，例如 low-idf-sig:n=500,c=3。",
    ),
    all("idf", "前导词文件，一行一词，最常用的在前"),
    all("skip", "链中跳过的词：none、articles（冠词），或一行一词的文件 [默认：none]"),
    all(
        "words",
        "\
要加入词典的中文词文件

一行一词，写作 `词 [词频 [词性]]`。",
    ),
    all(
        "zh_tokens",
        "\
中文特征的单位

word：词典中的词（默认）
char：单字",
    ),
    all(
        "min_jaccard",
        "\
复制的句子的最小 Jaccard 系数 [默认：.6]

两个句子的 Jaccard 系数是两者都有的特征所占的比例，大于 0，不超过 1；1 只找特征全同的句子。",
    ),
    all(
        "reworded",
        "\
何时查找改写的片段

pairs：只在比较两篇文献时
always：检查时也找，看与文献某一处相同的生僻词最多的 50 篇来源（默认）
never：不找",
    ),
    // Counting.
    all(
        "exclude",
        "\
不计入这些内容，例如 quotes,cited,small=20

文中的部分：references（参考文献表）、front（关键词、作者单位、基金项目等题录信息）、captions（图表标题）、quotes（引文）、\
cited（标注出处的文字）和 phrases（见 --phrases）。片段：possible（可能是改写但不足以认定）、small=N（不足 N 词，中文按字）和 \
documents=N（超过 N 篇文献共有）。来源：own（同一作者）、source=PATTERN（按标识或标题，* 代表任意字符）、since=DATE 与 \
until=DATE（日期在此范围以外）、small-source=N%（覆盖全文不足此比例）。默认不计 references、front 和 possible。",
    ),
    all(
        "include",
        "\
重新计入这些内容，例如 possible（亦作 --count）

名称与 --exclude 相同，不带数值。",
    ),
    all(
        "phrases",
        "\
不计入此文件中的短语，每行一个

文中属于其中某个短语的字词不计入重复。",
    ),
    all(
        "commonplaces",
        "\
也显示不计入重复的片段

即常用语、疑似改写的片段，以及 --exclude 排除的内容。",
    ),
    // Input.
    all("encoding", "所有输入的编码，例如 gb18030 [默认：逐个识别]"),
    all(
        "input_format",
        "\
标准输入和扩展名未知的文件的格式

默认按内容识别纯文本、HTML 和 JSONL。

text：纯文本
markdown：带前言的 Markdown
html：HTML
jsonl：JSONL，一行一篇",
    ),
    all(
        "glob",
        "\
文件夹中要读（`*.log`）或跳过（`!drafts/`）的文件

可重复，以最后一个为准。",
    ),
    all("hidden", "也读隐藏的文件和文件夹"),
    all("no_ignore", "也读 .gitignore 和 .ignore 排除的文件"),
    all("follow", "跟随文件夹中的符号链接"),
    all(
        "dates_from_names",
        "\
从文件名和文件夹名取缺少的日期

例如 2026-08-22-speech.md、20260822.txt 和 2026/08/22/。",
    ),
    all(
        "max_bytes",
        "\
一个输入的最大字节数 [默认：134217728，即 128 MiB]

用于解压后的文件、一行 JSONL 和一行 Parquet。",
    ),
    all("field_id", "编号的 JSONL 字段或 Parquet 列 [默认：id]"),
    all("field_title", "标题的 JSONL 字段或 Parquet 列 [默认：title]"),
    all(
        "field_text",
        "\
正文的 JSONL 字段或 Parquet 列 [默认：text]

`a.b` 是对象 a 的字段 b。",
    ),
    all("field_author", "作者的 JSONL 字段或 Parquet 列 [默认：author]"),
    all("field_date", "日期的 JSONL 字段或 Parquet 列 [默认：date]"),
    all("field_url", "网址的 JSONL 字段或 Parquet 列 [默认：url]"),
    all("field_category", "类别的 JSONL 字段或 Parquet 列 [默认：category]"),
    // Output.
    all(
        "format",
        "\
结果的格式

默认依 --output 的扩展名；没有 --output 时为 text。

text：供人阅读
json：一个 JSON 值
jsonl：每个片段或文献一行 JSON",
    ),
    all(
        "output",
        "\
将结果写入此文件

要么写全，要么不写。名称再以 .gz 或 .zst 结尾时压缩。",
    ),
    all(
        "anonymous",
        "\
隐去名称，以及重复部分以外的全部文字

文献和来源只有编号。标题、作者、日期、备注和路径都不收入，未重复的字母、汉字和数字都被替换。各项指标、行号和页码不变。",
    ),
    all("no_text", "报告中不收入原文"),
    all(
        "fail_over",
        "\
有总文字复制比超过此值时，以退出码 1 结束

采用审定时，以审定后的复制比为准。全文三分之一以上是引文时，即使已排除引文，引文也计入。",
    ),
    all(
        "fail_on",
        "\
有文献属于此类时，以退出码 1 结束

flags：有标记：引文、隐藏或伪装的文字过多，或参考文献表中有不是条目的文字
new：有计入的片段无人审定，也不在 --baseline 的报告中",
    ),
    all(
        "baseline",
        "\
早先的报告，其中的片段在 --fail-on new 中不算新的

片段至少十分之九的文字所在的句子，早先的报告在该文献中也有，且对应的句子相同，就不算新的。",
    ),
    all(
        "decisions",
        "\
要采用的审定记录，或 none

默认先在报告所在的文件夹及其上各级中找 `ibid-decisions.jsonl`，再从第一篇文献所在的文件夹、最后从当前文件夹找。",
    ),
    all(
        "draft_of",
        "\
也采用对此早先稿本的审定

用稿本在审定记录中的编号，或它的报告指明。只有所在句子没有改动的文字才算审定过。",
    ),
    // check, compare, review.
    all(
        "against",
        "\
不用索引，而与这些文件和文件夹比对

其后的路径都归此选项，因此要检查的文献写在前面。",
    ),
    // check, review.
    all(
        "among",
        "\
受检文献之间也互相比对

每一篇都是其他各篇的来源，可与索引或 --against 同用，也可单独使用。其他来源也有的文字算作出自该来源；\
表后按其余文字列出重复最多的各对。此时 office 文件属性中的作者不作为本人文献的依据。",
    ),
    all(
        "template",
        "\
不计此文件中的文字，例如作业题目

这些文字不参与比对，各项指标只按其余文字计算。可重复。",
    ),
    all(
        "only_over",
        "\
只显示总文字复制比不低于此值的文献

对各种格式都有效。",
    ),
];
