//! The Chinese texts of the options of single commands.

use super::OptionText;

const fn of(command: &'static str, id: &'static str, text: &'static str) -> OptionText {
    OptionText { command, id, text }
}

/// The format of a report, for `check` and `compare`.
const REPORT_FORMAT: &str = "\
报告的格式

默认依 --output 的扩展名；没有 --output 时为 text。网页所用的语言依 --lang，未指定时依文献。CSV 用 UTF-8，带字节顺序标记，\
可直接在 Excel 中打开；会被表格软件当作公式的内容前加撇号。

text：供人阅读
json：整个报告为一个 JSON 值
jsonl：每个片段一行 JSON
md：Markdown
csv：每个片段一行，供表格软件使用
sarif：SARIF 2.1.0，供在代码和文档中显示检查结果的工具使用
html：供浏览器阅读的单个网页文件";

/// The options. The first paragraph of a text is the short help.
pub(in crate::help) const OWN: &[OptionText] = &[
    // add, remove, show, read, info.
    of("add", "paths", "要加入的文件和文件夹，或用 - 表示标准输入"),
    of("add", "commit_every", "每加入 N 兆字节的文字提交一次 [默认：只在最后提交]"),
    of("remove", "ids", "文献的编号，如 `ibid list` 所列"),
    of("show", "id", "文献的编号，如 `ibid list` 所列"),
    of("read", "paths", "要读的文件和文件夹，或用 - 表示标准输入"),
    of("read", "hidden_text", "在每个文件的正文之后列出其中的隐藏文字"),
    of("info", "verify", "核对索引中每个文件的校验和"),
    // check, compare, review.
    of("check", "paths", "要检查的文件和文件夹，或用 - 表示标准输入"),
    of("check", "details", "\
详细显示的文献数 [默认：10]

依表中的次序列在多篇文献的报告的表后；all 显示全部。"),
    of("check", "sort", "\
文献表的次序

多篇文献的报告以此表开头。

uncredited：未加引号、未标注出处、也非本人文献的重复最多的在前（默认）
overall：总文字复制比最高的在前
largest：单篇最大文字复制比最高的在前
name：按名称"),
    of("check", "format", REPORT_FORMAT),
    of("compare", "format", REPORT_FORMAT),
    of("rescore", "format", REPORT_FORMAT),
    of("compare", "a", "要检查的文献：文件，或索引中的编号"),
    of("compare", "b", "可能是其来源的文献：文件，或索引中的编号"),
    of("review", "by", "\
审定人

默认取 IBID_REVIEWER 的值，没有时取 git 的 `user.name`，再没有时取登录名。"),
    of("review", "theme", "\
屏幕的颜色

不用颜色时（--color never、NO_COLOR）总是 none。

auto：按终端所答取 light 或 dark，没有回答时为 16（默认）
light：用于浅色背景
dark：用于深色背景
16：终端自有的 16 种颜色
none：不用颜色"),
    of("review", "keys", "\
键和主题的文件 [默认：设置文件夹中的 `ibid/review.toml`]

设置文件夹为 XDG_CONFIG_HOME，没有时为 `~/.config`；在 Windows 中为 APPDATA。--theme 优先于此文件。"),
    of("review", "list_keys", "以此种文件的形式输出现有的主题和键，然后退出"),
    of("rescore", "report", "报告：JSON，或载有报告的网页，或用 - 表示标准输入"),
    of("review", "paths", "报告、追溯结果，或要检查的文件和文件夹"),
    // verify.
    of("verify", "report", "`ibid check` 或 `ibid compare` 的报告，或用 - 表示标准输入"),
    of("verify", "paths", "\
所据文献的文件和文件夹 [默认：编号即路径]

默认按编号在当前文件夹、报告所在文件夹、索引所在文件夹和索引中查找。编号不是路径的，例如记录，须指明文件。"),
    // diff.
    of("diff", "old", "较早的报告，或用 - 表示标准输入"),
    of("diff", "new", "较晚的报告"),
    of("diff", "exit_code", "两份报告不同时，以退出码 1 结束\n\n片段、指标或文献有差别，即为不同。"),
    of("diff", "format", "\
结果的格式

默认由 --output 的扩展名决定；没有 --output 时为文本。

text：供阅读的文本
md：Markdown
json：一个 JSON 值"),
    // trace.
    of("trace", "quote", "引语、载有引语的文件，或用 - 表示标准输入"),
    of("trace", "quotes", "一行一句引语的文件，或 -\n\n- 表示标准输入。"),
    of("trace", "from", "\
核对这些文章中的引语

在索引中查找这些引语。其后的路径都归此选项。"),
    // decide, decisions.
    of("decide", "report", "JSON 格式的报告，如 `ibid check --format json` 所写"),
    of("decide", "passages", "片段的编号（JSON 中的 `finding`），例如 12 15-18"),
    of("decide", "as", "\
对这些片段的审定

copied：复制，各项指标都计入
quotation：引用，不计入“去除引用文献复制比”
own-work：本人文献，不计入“去除本人已发表文献复制比”
common-phrase：常用语，都不计入
ignore：忽略，都不计入
open：重新待定，照查得计"),
    of("decide", "note", "理由，供以后查看审定的人阅读"),
    of("decide", "document", "片段所在的文献，报告中有多篇时需要"),
    of("decide", "by", "\
审定人

默认取 IBID_REVIEWER 的值，没有时取 git 的 `user.name`，再没有时取登录名。"),
    of("decide", "everywhere", "\
适用于文字相同的所有文献

只用于 common-phrase 和 ignore，以及撤回这样的审定。其他审定只适用于一篇文献：在另一篇中，同样的文字可能没有加引号，\
也可能不是作者本人的。"),
    of("decide", "settle", "以此审定为准，不论他人的审定"),
    of("decide", "decisions", "要写入的审定记录 [默认：最近的 `ibid-decisions.jsonl`]"),
    of("decisions", "path", "审定记录，或在它旁边或下级的报告 [默认：最近的 `ibid-decisions.jsonl`]"),
    of("decisions", "check", "\
只核对每一行是否可读

也指出日期在将来的行，以及在 git 仓库中可能合并失败的审定记录。"),
    of("decisions", "format", "\
结果的格式

默认依 --output 的扩展名；没有 --output 时为 text。

text：供人阅读
json：一个 JSON 值，含计数和一致程度
jsonl：每项审定一行 JSON
csv：每项审定一行"),
    of("trace", "fail_on", "\
与 --from 同用：有此类引语时，以退出码 1 结束

部分见于文献的引语，其分句也算。可重复。

altered：与出处不同
spliced：由两处拼接
not-found：没有文献载有"),
    of("trace", "since", "\
只列此日期及以后的文献

日期可以是年、月、日或时间。"),
    of("trace", "until", "\
只列此日期及以前的文献

包含所给的整年、整月或整日。"),
    of("trace", "source", "只列编号、文件或网址含此文字的文献"),
    of("trace", "author", "只列作者含此文字的文献"),
    of("trace", "category", "只列类别含此文字的文献"),
    of("trace", "sort", "\
排列顺序

date：最早的在前（默认）
similarity：最相似的在前"),
    of("trace", "format", "\
结果的格式

默认依 --output 的扩展名；没有 --output 时为 text。CSV 用 UTF-8，带字节顺序标记，\
可直接在 Excel 中打开；会被表格软件当作公式的内容前加撇号。

text：供人阅读
json：一个 JSON 值
jsonl：每篇文献（使用 --from 时为每条引语）一行 JSON
md：Markdown
csv：每篇文献（使用 --from 时为每条引语）一行
html：供浏览器查看的网页，只有一个文件"),
    of("trace", "review", "\
在终端中查看结果

与用 `ibid review` 查看结果相同。使用 --from 时显示每条引语见于哪些文献。不在终端中时，\
以文本形式输出。"),
    // dedup.
    of("dedup", "paths", "要比较的文件、文件夹、JSONL，或用 - 表示标准输入"),
    of("dedup", "lines", "\
每一行作为一篇文献

编号是文件名和行号。空行跳过。"),
    of("dedup", "raw", "\
比较 Markdown 和 HTML 文件时包括标记

默认只比较文字：只有标记、前言或导航不同的文件视为相同。"),
    of("dedup", "level", "\
多相似才算近似

strict：短串至少有 .95 相同，只差几个词或一个日期
normal：短串至少有 .8 相同，或改动分散时，次序相同的词至少有 .66：多了几句的文章，或每五个词替换、\
删除或增加一个的文章（默认）
loose：短串至少有 .6 相同，或次序相同的词至少有 .6：一半是新内容的网页；\
框架相同的同一网站的网页也算近似"),
    of("dedup", "near", "\
不用级别而用的查找方法，none 为不找

mixed:min=.8,words=.66,width=8,keep=1024 先比较短串，再比较词。两篇文献都有的短串至少占 min，\
或次序相同的词至少占 words 时为近似；后一种情形中，不得有连续八个词（十六个汉字）是新的，\
不同的词也不得是同一个词反复出现。width 是短串的字节数（八个拉丁字母或三个汉字），\
keep 是长文献的取样大小，或 all。

shingles:min=.86,width=12 只比较短串。用于近似的文献须有相同文字的情形：法规、表格。

simhash:distance=5,of=shingles,width=4 比较 64 位指纹，至多有 distance 位（0 至 7）不同。\
of=words 比较词，weight=tf|idf 为词加权，stop=N 略去最常用的 N 个词。用于每篇只能占 8 字节的情形；\
误判较多。

ddw:min=.5,words=.6 比较权重最高的 terms=N 个词：min 是最小余弦，\
words 是全部词中两者都有的最小比例。其他设置有 idf=collection|builtin|mixed、tf=raw|log 和 stop=N。\
不同类别的文献不会近似。用于改写过、换了首尾的新闻，不用于手册、法规和同一网站的网页，它们用词相同。"),
    of("dedup", "keep_different", "\
保留在这些事实上不同的近似文献

数字、日期和名称（numbers、dates、names，逗号分隔），或 none。事实不同的文献不算重复：41.9 % 不是 41 %，\
2026 年的法令不是 2024 年的。写法不同而值相同的事实算相同。默认在不满 60 词（120 个汉字）的文献中比较数字和日期；\
在此给出的事实在所有文献中比较。文字相同的文献总算重复。"),
    of("dedup", "clusters", "\
一组的定义

leaders：与该组第一篇近似的文献
links：近似关系一篇接一篇连起来的全部文献，不论先后；只用于 mixed 和 shingles"),
    of("dedup", "keep", "\
每组保留哪一篇

first：输入中的第一篇
longest：字符最多的
newest：日期最晚的
best：元数据（标题、作者、日期、网址、类别）最多的，其次最长的"),
    of("dedup", "kept", "\
将保留的文献写入 .jsonl、.parquet 或 .txt 文件

.jsonl 文件写入记录：JSONL 的记录逐字节照写，Parquet 的行含所有列，其他文献含正文和元数据。\
.parquet 文件写入行：Parquet 的行照写，JSONL 的记录写入对应的字段，\
其余字段以 JSON 写入列 \"fields\"。.txt 文件写入编号，一行一个；使用 --lines 时写入各行。\
写记录和行时，输入要读第二遍。名称再以 .gz 或 .zst 结尾时压缩，.parquet 除外。"),
    of("dedup", "cluster_fields", "\
在 --kept FILE.jsonl 的记录中加入组的编号和大小

字段 \"ibid_cluster\"（该组在列表和 --dropped 中的编号）和 \"ibid_cluster_size\"（该组的文献数）写在记录自身的字段之后。\
记录已有同名字段时报错，什么也不写。"),
    of("dedup", "dropped", "\
将去除的文献写入 .jsonl、.parquet 或 .txt 文件

.jsonl 或 .parquet 文件写入每篇的编号、所在组、原因，以及所用的规则、其度量和界限，同 --format jsonl。.txt 文件写入编号，\
一行一个。名称再以 .gz 或 .zst 结尾时压缩，.parquet 除外。"),
    of("dedup", "state", "\
将处理的进度保存在此文件夹，以便继续

中断后从那里继续。以后加入新的输入时，只读新的和有改动的，结果与一次处理全部输入相同。\
每次须用相同的设置。"),
    of("dedup", "seen", "\
去除以前用此文件运行时见过的文字

并加入本次的文字。文件是一个布隆过滤器，没有时新建，最后重写。可重复：所有文件都会查询，只写第一个。"),
    of("dedup", "false_positives", "新建 --seen 文件时的误判率 [默认：1e-6]"),
    of("dedup", "expect", "\
新建 --seen 文件时预计的文字数 [默认：1000000]

十亿篇占 3.6 GB。"),
    // calibrate.
    of("calibrate", "sample", "抽取的句子数\n\n每句 8 至 80 词（中文：字）。"),
    of("calibrate", "passages", "抽取的片段数\n\n一个片段是若干连续的句子；0 为不抽。"),
    of("calibrate", "passage_words", "\
片段的最小词数

一个汉字算半个词。"),
    of("calibrate", "seed", "随机数种子\n\n种子相同，结果相同。"),
    of("calibrate", "edits", "植入的改动方式 [默认：全部]"),
    of("calibrate", "synonyms", "\
同义词文件 [默认：内置的小词表]

一行一组可互相替换的词，以逗号、制表符或空格分隔。内置词表有中英文。"),
    of("calibrate", "megabytes", "\
抽样所用文献的最大总兆字节数

索引更大时，使用总共这么大的随机文献。"),
    of("calibrate", "plot", "\
将各项指标画入 .svg 或 .png 文件

按最小 Jaccard 系数画出各种改动的召回率，以及准确率、召回率和 F1。须以 `--features full` 安装。"),
    // serve.
    of("serve", "listen", "\
监听的地址

其他机器可以到达的地址须与 --tokens 同用。"),
    of("serve", "data", "\
存放文章及其编号的文件夹

没有时新建。"),
    of("serve", "map", "\
存放文章与 docId 对应表的数据库 [默认：在 --data 中]

mysql://、postgres:// 或 redis:// 地址。带密码的地址请用环境变量给出，进程列表中不会显示。"),
    of("serve", "articles", "\
存放文章的数据库 [默认：在 --data 中]

地址同 --map，或经 REST 网关访问的 HBase 表：hbase+http://HOST:PORT/TABLE，或对象存储：s3://BUCKET/FOLDER?region=… 或 file:///FOLDER。"),
    of("serve", "keys", "\
存放查重键的数据库 [默认：在内存中]

地址同 --map。文章多到内存放不下时使用。"),
    of("serve", "rule", "\
判定一篇文章与先前的相同所用的规则

已有的文件夹沿用新建时的规则。

facts：由词语提出，由词序、数字和名称判定
paper：只看 SimHash 相差不超过三位，如论文所述"),
    of("serve", "match_by", "\
凭什么判定一篇文章与先前的相同

若不同的文章常用同一标题，请去掉 title。

url：网址相同
title：至少五个词的标题，除虚词外用词相同
content：正文相同或几乎相同
content-words：不足 40 词的正文相同或几乎相同"),
    of("serve", "weight_levels", "\
--rule paper 中词的最大权重；权重是词出现的次数 [默认：5]

已有的文件夹沿用新建时的值。"),
    of("serve", "tokens", "\
令牌及其权限的 TOML 文件

每个令牌一个表 `[[token]]`，如 --new-token 所输出。"),
    of("serve", "new_token", "\
为此名称新建并输出一个令牌，然后结束

同时输出 --tokens 文件中的各行。"),
    of("serve", "rights", "\
新令牌的权限

read：查看所存的文章和数据
check：检查、比较和追溯
write：发送和删除文章"),
    of("serve", "tls_cert", "TLS 证书，PEM 文件"),
    of("serve", "tls_key", "证书的私钥，PEM 文件"),
    of("serve", "rate", "每个客户端每秒的最大请求数 [默认：不限]"),
    of("serve", "behind_proxy", "\
从 X-Forwarded-For 取客户端的地址

服务前有代理时使用；以最后一个地址为准。"),
    of("serve", "max_body", "一个请求解压后的最大字节数"),
    of("serve", "max_connections", "\
同时连接的最大数目；多余的连接会被关闭

每个连接占用一个文件描述符（见 `ulimit -n`）。"),
    of("serve", "timeout", "\
一个请求的时限，秒

在这段时间内不接收应答的连接会被关闭。"),
    of("serve", "log", "\
写到标准错误的日志的格式

-q 只记录警告和错误。

text：供人阅读
json：每个事件一行 JSON"),
    // For the shell.
    of("completions", "shell", "命令行解释器"),
    of("man", "command", "命令 [默认：ibid 本身]"),
    of("man", "all", "将全部手册页写入此文件夹"),
];
