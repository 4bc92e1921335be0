//! The descriptions of commands and options in Chinese.

/// The help of a command.
pub(super) struct CommandHelp {
    pub(super) name: &'static str,
    /// The description in one line.
    pub(super) about: &'static str,
    /// The paragraphs that follow in the long help.
    pub(super) more: &'static str,
    /// The text after the options.
    pub(super) after: &'static str,
}

/// The commands, by name.
pub(super) const COMMANDS: &[CommandHelp] = &[
    CommandHelp {
        name: "ibid",
        about: "在中英文文献中查找复制的句子，以及由它们组成的片段",
        more: "",
        after: "\
示例：
  ibid add library/                          为文件夹建立索引
  ibid check paper.md                        检查论文中有哪些文字见于索引
  ibid check paper.md --against library/     同上，不用索引
  ibid compare draft.txt published.txt       比较两篇文献

退出码：
  0    完成
  1    所问的条件成立，例如 --fail-over
  2    用法有误：参数或设置不对，或输出无法写入
  3    部分输入无法读取或没有文字，其余已读；或没有可读的输入
  4    索引无法使用，或内存、线程不足
  70   ibid 自身的错误
  130  被中断；已提交的内容不会丢失",
    },
    CommandHelp {
        name: "add",
        about: "将文献加入索引；有改动的替换，未改动的跳过",
        more: "\
可读文件、文件夹、JSONL（一行一篇，也可以是 .gz 和 .zst）、Parquet（一行一篇，须以 `--features full` 安装），或用 - 表示标准输入。\
文件的编号是它相对于索引所在文件夹的路径，JSONL 记录的编号是它的字段 `id`。无法读取的在最后列出，其余照常加入。\
全部内容在最后一次提交：按 Ctrl-C、程序崩溃或磁盘已满时，索引保持原样。--commit-every 可中途提交。",
        after: "\
示例：
  ibid add library/                                  一个文件夹；没有索引时在此新建 .ibid
  ibid add 2026.jsonl.gz --field-text body           正文在字段 body 中的记录
  curl https://example.org/x.jsonl | ibid add -      标准输入
  ibid add archive/ --commit-every 1000              中断时保留已完成的部分",
    },
    CommandHelp {
        name: "remove",
        about: "从索引中移除文献",
        more: "",
        after: "\
示例：
  ibid remove library/old.txt
  ibid list --format jsonl | jq -r 'select(.date < \"2020\") | .id' | xargs -d '\\n' ibid remove",
    },
    CommandHelp {
        name: "list",
        about: "列出索引中的文献",
        more: "",
        after: "\
示例：
  ibid list
  ibid list --format jsonl | wc -l",
    },
    CommandHelp {
        name: "show",
        about: "显示读入的文献：元数据，以及带编号的句子",
        more: "",
        after: "\
示例：
  ibid show library/mills.txt
  ibid show d00012 --format json",
    },
    CommandHelp {
        name: "read",
        about: "输出从文件中读到的内容，即检查时所用的：正文；以 JSON 输出时还有结构、页码和隐藏文字",
        more: "片段看上去不对时，先看这里。",
        after: "\
示例：
  ibid read paper.pdf
  ibid read paper.pdf --format json
  ibid read thesis/ --hidden-text | less",
    },
    CommandHelp {
        name: "info",
        about: "显示索引的大小和设置，以及是否完好",
        more: "",
        after: "\
示例：
  ibid info
  ibid info --verify",
    },
    CommandHelp {
        name: "rebuild",
        about: "用索引中保存的文字和现在给出的设置重建索引",
        more: "\
先核对旧索引的校验和。新索引完成之前旧索引照常可用，然后一步替换。无论如何结束，总有一个完好的索引。\
如果文件夹中还有索引以外的内容，则拒绝重建。",
        after: "\
示例：
  ibid rebuild                      更新 ibid 之后
  ibid rebuild --profile paper      改用其他特征
  ibid rebuild --features shingle:k=4
  ibid rebuild --words names.txt    增加中文词语",
    },
    CommandHelp {
        name: "check",
        about: "查找文献中哪些片段也见于索引，或见于 --against 给出的文件",
        more: "\
每篇文献的四项指标（中文按字计，英文按词计）：
总文字复制比：重复字数 ÷ 总字数
去除引用文献复制比：（重复字数 − 引文和标注出处的文字中的重复字数）÷ 总字数
去除本人已发表文献复制比：（重复字数 − 只见于同一作者文献的重复字数）÷ 总字数
单篇最大文字复制比：与任何一篇来源重复的最多字数 ÷ 总字数

重复字数：与来源相同的文字，含同一句内不超过十个字（英文为五个词）的间隔。作者在两处复制之间自己写的文字不计入。

文献不会成为自己的来源：编号相同的不算。--template 中的文字不参与比对，也不计入总字数。\
参考文献表也不计入，除非使用 --include references。
报告说明每个片段是否加了引号、是否标注了出处；用 --exclude quotes,cited 可将这些片段排除在重复字数之外。

检查多篇文献时，报告以一张表开头，重复最多的在前，列出每篇的总文字复制比、重复最多的来源和片段数。\
使用 --among 时，受检文献之间也互相比对（可同时使用索引或 --against，也可单独使用），表后列出重复最多的各对文献。",
        after: "\
示例：
  ibid check paper.md                                      与索引比对
  ibid check paper.md --against library/ notes.txt         与文件比对，不用索引
  ibid check drafts/ --format jsonl > passages.jsonl       一行一个片段
  ibid check paper.md --fail-over 20% -o report.json --format json
  ibid check papers/ --among --template assignment.md      一个班：谁与谁重复
  ibid check thesis.pdf --exclude quotes,cited,small=20    只计没有引用、没有标注出处的片段
  ibid check papers/ --among --only-over 20% --details all --against library/",
    },
    CommandHelp {
        name: "compare",
        about: "逐个片段比较两篇文献",
        more: "",
        after: "\
示例：
  ibid compare draft.txt published.html
  ibid compare paper.md library/mills.txt --format json
  ibid compare paper.md d00012                第二篇取自索引，按编号",
    },
    CommandHelp {
        name: "trace",
        about: "追溯一句引语：按日期列出索引中载有它的每篇文献，以及途中的改动",
        more: "\
最早载有引语的文献列在最前。文献中的文字可能与引语完全相同、有改动，或只有其中一部分（有删减，或以省略号略去）；\
也可能嵌入长句、用作间接引语，或用另一种字体（简体、繁体）。每篇都与它最可能所本的较早文献比较，\
否定、数字、日期、名称和推测语的改动会特别指出。承袭关系仅据文字和日期推测。

使用 --from 时，逐条核对文章中的引语：与出处一致、有改动、由两处拼接，或未找到。",
        after: "\
示例：
  ibid trace \"we will not raise taxes\"
  ibid trace - < quote.txt                         从标准输入读取引语
  ibid trace --quotes quotes.txt --format jsonl    一行一句引语
  ibid trace \"我们绝不加税\" --since 2026-01 --until 2026-06 --sort similarity
  ibid trace \"we will not raise taxes\" -o trace.html        供浏览器查看的网页
  ibid trace --from draft.md -o draft.html         核对文章中的引语，结果为网页
  ibid trace --from draft.md --fail-on altered     核对文章是否照原话引用",
    },
    CommandHelp {
        name: "dedup",
        about: "查找相同或近乎相同的文献，并选出要保留的",
        more: "\
先找出文字完全相同的文献，再在其余文献中找出与前面某一篇相似的：两者的大部分短串（短的字符序列）或词相同。\
--level 规定多少算近似，--near 可选其他方法。\
每一组保留一篇。在文本输出中，保留的文献顶格，因它而去除的列在下面：exact 表示文字相同，near 表示近似，并注明相同的比例。\
使用 --kept 时，只有用 --format 或 --output 要求才写出列表，摘要写到标准错误输出。\
Markdown 和 HTML 比较去掉标记后的文字（--raw 比较文件原样）。编号可以重复，这时注明文件和行号。\
不含字母、汉字和数字的文献一律保留。不使用也不建立索引。",
        after: "\
示例：
  ibid dedup library/                                保留哪些，去除哪些
  ibid dedup library/ --format jsonl | jq -r 'select(.kept | not).id'
  ibid dedup news.jsonl.gz --keep newest --kept ids.txt
  ibid dedup crawl/ --kept clean.jsonl.zst --dropped dropped.jsonl -o clusters.txt
  ibid dedup --state seen/ monday.jsonl              到周二，与周一的一起比较：
  ibid dedup --state seen/ tuesday.jsonl --kept all.jsonl
  ibid dedup today.jsonl --seen seen.bloom --kept new.jsonl
  ibid dedup --lines titles.txt --kept unique.txt    短文本，一行一条
  ibid dedup library/ --near none                    只找完全相同的
  ibid dedup library/ --level strict                 几乎没有差别的
  ibid dedup news.jsonl --level loose --clusters links
  ibid dedup library/ --near simhash:of=words,weight=idf,stop=100,distance=5
  ibid dedup library/ --near ddw:min=.6              按权重最高的词，不同类别分开",
    },
    CommandHelp {
        name: "review",
        about: "在终端中左右对照查看重复的片段，或查看引语的追溯结果",
        more: "\
可打开用 `ibid check --format json` 生成的报告，或检查给出的文献。用 `ibid trace QUOTE --format json` 生成的追溯结果\
也可打开：列出载有引语的文献及每篇的改动，并可在索引中的文献里查看引语所在之处。不在终端中时，以文本形式输出。",
        after: "\
示例：
  ibid review report.json
  ibid review paper.md
  ibid review paper.md --against library/
  ibid review trace.json",
    },
    CommandHelp {
        name: "calibrate",
        about: "在索引的样本中植入已知的改动，测量能找到多少，并推荐设置",
        more: "\
从索引中随机抽取片段，用多种方式改动，放在其他文献的文字之间，按 `ibid check` 的方式检查：先用现有的设置，再每次改变一项。\
推荐能使检查找到更多的那一项，或不作推荐。然后单独以各个最小 Jaccard 查找句子。召回率是改动过的内容中被找到的比例；\
准确率是找到的内容中原文或与之几乎相同者所占的比例。索引不会改变。

改动方式：drop、insert、swap 和 synonym 改动 5%、10% 和 20% 的词，至少一个；look-alike 和 zero-width 伪装同样多的词；\
split、merge 和 reorder 改动句子（单独一句时，reorder 调换分句）；traditional 将简体改为繁体，或反过来。",
        after: "\
示例：
  ibid calibrate
  ibid calibrate --passages 1000 --sample 5000 --edits synonym,drop
  ibid calibrate --synonyms my-words.txt --plot edits.svg
  ibid calibrate --format json | jq .recommended",
    },
    CommandHelp {
        name: "serve",
        about: "通过 HTTP 为每篇收到的文章给出 docId，并检查文献。须以 `--features full` 安装",
        more: "\
内容相同的文章得到同一个 docId：网址相同，标题或正文只有极少不同，或短文中的词大多相同。凡已答复的都已写入磁盘。\
检查、比较和追溯都在索引中查找，其间可继续向索引加入文献。网址 /docs 有可以试用全部功能的页面。",
        after: "\
示例：
  ibid serve                                       在 127.0.0.1:7117，使用此处的索引（如果有）
  ibid serve --data /var/lib/ibid --log json       文章存放在那里
  ibid serve --new-token desk --rights read,check  输出一个令牌，以及令牌文件中的各行
  curl -d '{\"title\": \"…\", \"content\": \"…\"}' -H 'Content-Type: application/json' http://127.0.0.1:7117/v1/documents",
    },
    CommandHelp {
        name: "completions",
        about: "输出命令行补全脚本",
        more: "",
        after: "\
示例：
  ibid completions bash > ~/.local/share/bash-completion/completions/ibid
  ibid completions fish > ~/.config/fish/completions/ibid.fish",
    },
    CommandHelp {
        name: "man",
        about: "输出手册页（英文）",
        more: "",
        after: "\
示例：
  ibid man | man -l -                     ibid 的手册页
  ibid man check | man -l -               某个命令的手册页
  ibid man --all ~/.local/share/man/man1  将全部手册页写入文件夹",
    },
];

/// The options: command, or empty for all commands, then id and description.
pub(super) const ARGUMENTS: &[(&str, &str, &str)] = &[
    // Of every command.
    ("", "index", "索引（默认：此处或上级最近的文件夹 `.ibid`）"),
    ("", "config", "配置文件（默认：索引旁的 `ibid.toml`，如果有）"),
    ("", "quiet", "只输出结果和错误"),
    ("", "verbose", "完整显示长片段，并列出跳过的文件"),
    ("", "color", "何时使用颜色，遵守 NO_COLOR：auto，在终端上（默认）；always，总是；never，从不"),
    (
        "",
        "lang",
        "文本报告、对照查看和帮助的语言：auto，依区域设置（LC_ALL、LC_MESSAGES 或 LANG），没有译文时用英文（默认）；\
         en，英文；zh，中文。JSON 以及关于输入错误的说明总是英文",
    ),
    ("", "threads", "使用多少个线程（默认：每个处理器一个）"),
    // Detection.
    (
        "",
        "profile",
        "特征的设置：robust 能找到改动过的句子，用 200 个英文和 500 个中文前导词，链长两词；\
         paper 是已发表方法的设置，用 50 个前导词，链长三词",
    ),
    (
        "",
        "features",
        "不用 profile 而用其他方法：low-idf-sig 或 shingle，可带设置，例如 low-idf-sig:n=500,c=3",
    ),
    ("", "idf", "前导词文件：一行一词，最常用的在前"),
    ("", "skip", "链中跳过的词：none（无）、articles（冠词），或一行一词的文件"),
    ("", "words", "加入词典的中文词：一行一词，写作“词 [词频 [词性]]”"),
    ("", "zh_tokens", "提取特征时，中文以什么为词：word，词典切出的词；char，单字"),
    ("", "min_jaccard", "复制的句对至少要达到的 Jaccard 系数，大于 0，不超过 1（默认 .6）"),
    (
        "",
        "reworded",
        "在哪里查找改写的片段：pairs，只在比较两篇文献时；\
         always，检查时也找，至多看 50 篇在同一处有相同生僻词的文献（默认）；never，不找",
    ),
    // Counting.
    (
        "",
        "exclude",
        "不计入重复：references，参考文献表（默认不计）；captions，图表标题；quotes，引文；cited，标注出处的文字；\
         small=N，不足 N 词（中文按字）的片段",
    ),
    ("", "include", "重新计入：references、captions、quotes、cited、small"),
    // Reading.
    ("", "encoding", "所有输入的编码，例如 gb18030。默认逐个识别"),
    (
        "",
        "input_format",
        "标准输入和扩展名未知的文件的格式：text，纯文本；markdown，带前言的 Markdown；html；jsonl，一行一篇。\
         默认识别纯文本、HTML 和 JSONL",
    ),
    ("", "glob", "文件夹中要读（`*.log`）或不读（`!drafts/`）的文件。可重复，以最后一个为准"),
    ("", "hidden", "也读隐藏的文件和文件夹"),
    ("", "no_ignore", "也读 .gitignore 和 .ignore 排除的文件"),
    ("", "follow", "在文件夹中跟随符号链接"),
    (
        "",
        "dates_from_names",
        "文献没有日期时，取文件名或文件夹名中的日期：2026-08-22-speech.md、20260822.txt、2026/08/22/",
    ),
    (
        "",
        "max_bytes",
        "一个文件（解压后）、一行 JSONL 或一行 Parquet 的最大字节数（默认 134217728，即 128 MiB）",
    ),
    ("", "field_id", "编号的字段（JSONL）或列（Parquet）"),
    ("", "field_title", "标题的字段（JSONL）或列（Parquet）"),
    ("", "field_text", "正文的字段（JSONL）或列（Parquet）；`a.b` 是对象 a 的字段 b"),
    ("", "field_author", "作者的字段（JSONL）或列（Parquet）"),
    ("", "field_date", "日期的字段（JSONL）或列（Parquet）"),
    ("", "field_url", "网址的字段（JSONL）或列（Parquet）"),
    ("", "field_category", "类别的字段（JSONL）或列（Parquet）"),
    // Output.
    (
        "",
        "format",
        "结果的格式：text，供人阅读；json，一个 JSON 值；jsonl，每个片段或文献一行 JSON\
         （默认：--output 的名称以此结尾时用 json 或 jsonl，否则用 text）",
    ),
    ("", "output", "将结果写入此文件，要么写全，要么不写。名称以 .gz 或 .zst 结尾时压缩"),
    ("", "commonplaces", "也显示不计入重复的：常用语，以及 --exclude 排除的片段"),
    ("", "no_text", "报告中不收入原文"),
    ("", "fail_over", "有文献的总文字复制比超过此值时，以退出码 1 结束"),
    // add, remove, show, info.
    ("add", "paths", "文件和文件夹"),
    ("add", "commit_every", "每加入这么多兆字节提交一次"),
    ("remove", "ids", "编号，如 `ibid list` 所列"),
    ("show", "id", "编号，如 `ibid list` 所列"),
    ("read", "paths", "文件和文件夹，或用 - 表示标准输入"),
    ("read", "hidden_text", "在每个文件的正文之后列出其中的隐藏文字"),
    ("info", "verify", "将索引的每个文件与其校验和核对"),
    // check, compare, review.
    ("check", "paths", "要检查的文件和文件夹，或用 - 表示标准输入"),
    ("", "against", "不用索引，而与这些文件和文件夹比对，直到行末"),
    ("check", "among", "受检文献之间也互相比对：每一篇都是其他各篇的来源"),
    (
        "check",
        "template",
        "不计此文件中的文字，例如作业题目或表格：这些文字不参与比对，各项指标只按其余文字计算。可重复",
    ),
    ("check", "details", "表后显示多少篇文献的片段，重复最多的在前（默认 10），all 为全部"),
    ("check", "only_over", "只显示总文字复制比不低于此值的文献，对各种格式都有效"),
    ("compare", "a", "要检查的文献：文件，或索引中的编号"),
    ("compare", "b", "可能是其来源的文献"),
    ("trace", "quote", "引语、载有引语的文件，或用 - 表示标准输入"),
    ("trace", "quotes", "一行一句引语的文件，或用 - 表示标准输入"),
    ("trace", "from", "核对这些文章中的引语是否与索引中的文字一致；直到行末"),
    (
        "trace",
        "fail_on",
        "与 --from 同用：有此类引语时以 1 退出：altered，有改动；spliced，由两处拼接；not-found，未找到。可重复",
    ),
    ("trace", "since", "只列此日期及以后的文献：年、月、日或时间"),
    ("trace", "until", "只列此日期及以前的文献，含所给的整年、整月或整日"),
    ("trace", "source", "只列编号、文件或网址中含此文字的文献"),
    ("trace", "author", "只列作者中含此文字的文献"),
    ("trace", "category", "只列类别中含此文字的文献"),
    ("trace", "sort", "排列顺序：date，最早的在前（默认）；similarity，最相似的在前"),
    (
        "trace",
        "format",
        "结果的格式：text，文本；json，一个 JSON 值；jsonl，每篇文献（使用 --from 时为每条引语）一行；csv，同样每篇（每条）一行的表格；\
         html，供浏览器查看的网页，只有一个文件\
         （默认：依 --output 的文件名，否则为 text）。CSV 用 UTF-8，开头无标记：在 Excel 中用“数据 > 从文本/CSV”打开；\
         其中会被表格软件当作公式的内容前加撇号",
    ),
    (
        "trace",
        "review",
        "在终端中查看结果，与 `ibid review` 相同；使用 --from 时查看每条引语见于哪些文献。不在终端中时以文本形式输出",
    ),
    ("serve", "listen", "监听的地址（默认 127.0.0.1:7117）。其他机器可以到达的地址须与 --tokens 同用"),
    ("serve", "data", "存放文章及其编号的文件夹（默认 .ibid-service）；没有时新建"),
    (
        "serve",
        "map",
        "在文件夹之外存放对应表的数据库：mysql://、postgres:// 或 redis://（默认只在文件夹中）。带密码的地址请用环境变量给出，进程列表中不会显示",
    ),
    (
        "serve",
        "match_by",
        "凭什么判定一篇文章与先前的相同：url，网址；title，标题；content，正文；content-words，短文的词。\
         若不同的文章常用同一标题，请去掉 title",
    ),
    (
        "serve",
        "articles",
        "存放文章的数据库，写法同 --map；或作为对象存放：s3://BUCKET/FOLDER?region=…，或 file:///FOLDER",
    ),
    ("serve", "keys", "存放查重键的数据库，写法同 --map；默认放在内存中。文章多到内存放不下时使用"),
    ("serve", "weight_levels", "词的权重是它在文中出现的次数，至多为此数（默认 5）。文件夹沿用它新建时的数"),
    ("serve", "tokens", "谁可以做什么：TOML 文件，每个令牌一个表 [[token]]，如 --new-token 所输出"),
    ("serve", "new_token", "为此名称新建一个令牌，输出它和令牌文件中的各行，然后结束"),
    ("serve", "rights", "新令牌允许的事：read，查看所存的内容；check，检查文献；write，发送和删除文章"),
    ("serve", "tls_cert", "TLS 的证书，PEM 格式"),
    ("serve", "tls_key", "证书的私钥，PEM 格式"),
    ("serve", "rate", "每个客户端每秒可以发送的请求数（默认不限）"),
    ("serve", "behind_proxy", "服务前有代理：以 X-Forwarded-For 的最后一个地址区分客户端"),
    ("serve", "max_body", "一个请求解压后最多的字节数（默认 8388608）"),
    (
        "serve",
        "max_connections",
        "同时连接的数目（默认 512）；多余的连接会被关闭。每个连接占用一个文件描述符（见 `ulimit -n`）",
    ),
    ("serve", "timeout", "多少秒后放弃一个请求，或放弃一个不接收应答的客户端（默认 30）"),
    (
        "serve",
        "log",
        "日志的形式，写到标准错误：text，文本（默认）；json，每个事件一行 JSON。-q 略去一切正常的事件",
    ),
    ("review", "paths", "报告、引语追溯结果，或要检查的文件和文件夹"),
    // dedup.
    ("dedup", "paths", "文件、文件夹、JSONL，或用 - 表示标准输入"),
    ("dedup", "lines", "每一行作为一篇，以文件名和行号为编号；空行跳过"),
    (
        "dedup",
        "raw",
        "按原样比较 Markdown 和 HTML 文件，包括标记。默认比较去掉标记后的文字，因此只有标记、前言或导航不同的文件视为相同",
    ),
    (
        "dedup",
        "level",
        "多相似才算近似（默认 normal）。\n\
         strict：两篇文献的短串至少有 .95 相同，只差几个词或一个日期。\n\
         normal：至少 .8 相同；改动分散时，或次序相同的词至少有 .66：多了几句的文章，每五个词改了、删了或加了一个的报道。\n\
         loose：至少 .6 相同，或次序相同的词至少有 .6：一半是新内容的网页；\
         同一网站框架相同的网页也会归在一起",
    ),
    (
        "dedup",
        "near",
        "不用级别而用的查找方法及其设置，none 为不找。\n\
         mixed：min=.8，两篇文献的短串中两者都有的比例，或 words=.66，次序相同的词的比例，\
         此时没有连续八个词（十六个汉字）是新的，不同的词也不是同一个词反复出现；\
         width=8，短串的字节数（八个拉丁字母或三个汉字）；keep=1024|all，长文献的取样大小。\n\
         shingles：同上，不看词，min=.86，width=12。要求近似的文献确有相同文字时用：法规、表格。\n\
         simhash：distance=5，64 位中至多有多少位不同，0 至 7；of=shingles,width=4（字符）或 of=words，\
         后者可带 weight=tf|idf 和 stop=N（略去多少个最常用的词）。每篇只能占 8 字节时用，误判较多。\n\
         ddw：min=.5，权重最高的 terms=N 个词的余弦至少多大，words=.6，全部词中两者都有的最小比例；\
         idf=collection|builtin|mixed，tf=raw|log，stop=N。不同类别的文献不会近似。\
         用于改写过、换了首尾的新闻，不用于手册、法规和同一网站的网页，它们用词相同。",
    ),
    (
        "dedup",
        "clusters",
        "一组是什么：leaders，与该组第一篇近似的；links，近似关系一篇接一篇连起来的，不论先后。links 只用于 mixed 和 shingles",
    ),
    (
        "dedup",
        "cluster_fields",
        "在 --kept FILE.jsonl 的每条记录自身的字段之后，加上 \"ibid_cluster\"（所在组在列表和 --dropped 中的编号）和 \
         \"ibid_cluster_size\"（该组的文献数）。记录已有同名字段时拒绝，什么也不写",
    ),
    (
        "dedup",
        "keep",
        "每组保留哪一篇：first，第一篇；longest，字符最多的；newest，日期最晚的；\
         best，元数据（标题、作者、日期、网址、类别）最多的，其次最长的",
    ),
    (
        "dedup",
        "kept",
        "将保留的写入此文件。.jsonl 文件写入记录：JSONL 的记录逐字节照写，Parquet 的行含所有列，其他文献含正文和元数据。\
         .parquet 文件照写 Parquet 的行；JSONL 的记录写入对应的字段，其余字段以 JSON 写入列 \"fields\"。\
         .txt 文件写入编号，一行一个；使用 --lines 时写入各行。写记录和行时，输入要读第二遍。\
         名称再以 .gz 或 .zst 结尾时压缩，.parquet 除外",
    ),
    (
        "dedup",
        "dropped",
        "将去除的写入此文件。.jsonl 或 .parquet 文件写入每篇的编号、所在组和原因，同 --format jsonl。\
         .txt 文件写入编号，一行一个。名称再以 .gz 或 .zst 结尾时压缩，.parquet 除外",
    ),
    (
        "dedup",
        "state",
        "将对输入所做的处理保存在此文件夹。中断后可继续；以后加入新的输入时，只读新的和有改动的，结果与一次读完相同。\
         每次须用相同的设置",
    ),
    (
        "dedup",
        "seen",
        "去除以前用此文件运行时见过的文字，并加入本次的文字。文件是一个布隆过滤器，没有时新建，最后重写。\
         可重复：所有文件都会查询，只写第一个",
    ),
    ("dedup", "false_positives", "新建 --seen 文件时：误判率（默认 1e-6）"),
    ("dedup", "expect", "新建 --seen 文件时：预计的文字数（默认 1000000）。十亿篇占 3.6 GB"),
    // calibrate.
    ("calibrate", "sample", "抽取多少个 8 至 80 词（中文：字）的句子"),
    ("calibrate", "passages", "抽取多少个由连续句子组成的片段；0 为不抽"),
    ("calibrate", "passage_words", "片段的最小词数（一个汉字算半个词）"),
    ("calibrate", "seed", "随机数种子：种子相同，结果相同"),
    ("calibrate", "edits", "只用这些改动方式，以逗号分隔（默认：全部）"),
    (
        "calibrate",
        "synonyms",
        "可互相替换的词的文件：一行一组，以逗号、制表符或空格分隔（默认：一份中英文小词表）",
    ),
    ("calibrate", "megabytes", "索引更大时，只从总共这么大的随机文献中抽取"),
    (
        "calibrate",
        "plot",
        "将各种改动的召回率，以及准确率、召回率和 F1，按最小 Jaccard 画入此 .svg 或 .png 文件。须以 `--features full` 安装",
    ),
    // For the shell.
    ("completions", "shell", "命令行解释器"),
    ("man", "command", "输出哪个命令的手册页"),
    ("man", "all", "将全部手册页写入此文件夹"),
];

/// The headings above options.
pub(super) const HEADINGS: &[(&str, &str)] = &[
    ("Reading", "读取"),
    ("Detection", "查找"),
    ("Counting", "计数"),
    ("Output", "输出"),
    ("Many documents", "多篇文献"),
    ("Filters", "筛选"),
    ("Safety", "安全"),
];

/// The texts of the command-line library itself. A text comes before any shorter one that it begins with.
pub(super) const OF_THE_LIBRARY: &[(&str, &str)] = &[
    ("Usage: ", "用法："),
    ("Usage:", "用法："),
    ("Commands:", "命令："),
    ("Arguments:", "参数："),
    ("Options:", "选项："),
    ("读取:", "读取："),
    ("查找:", "查找："),
    ("计数:", "计数："),
    ("输出:", "输出："),
    ("多篇文献:", "多篇文献："),
    ("筛选:", "筛选："),
    ("Print this message or the help of the given subcommand(s)", "显示本帮助，或某个命令的帮助"),
    ("Print help (see a summary with '-h')", "显示帮助（-h 为摘要）"),
    ("Print help (see more with '--help')", "显示帮助（--help 更详细）"),
    ("Print help", "显示帮助"),
    ("Print version", "显示版本"),
    ("[default: ", "[默认："),
    ("[env: ", "[环境变量："),
];
