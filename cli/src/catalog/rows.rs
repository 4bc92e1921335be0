//! The rows of the catalog: a message in English as the code writes it, and in Chinese.
//!
//! An argument stands in braces under the same name in both. What stands for an argument whose name begins with `why` is
//! a message itself and is looked up too.

/// The messages of the program and of its libraries.
pub(super) const MESSAGES: &[(&str, &str)] = &[
    // Inputs.
    ("cannot read {path}: {why}", "无法读取 {path}：{why}"),
    ("cannot read {path}", "无法读取 {path}"),
    ("{why} with --{flag}", "{why}（用 --{flag}）"),
    ("no such file or folder", "没有这个文件或文件夹"),
    ("permission denied; make it accessible to this user", "没有权限；请让当前用户可以访问"),
    ("it is a folder", "这是文件夹"),
    ("it is not a folder", "这不是文件夹"),
    ("a part of the path is no folder", "路径中有一段不是文件夹"),
    ("the disk is full; make room", "磁盘已满；请腾出空间"),
    ("the file would be larger than allowed (ulimit -f)", "文件会超过允许的大小（ulimit -f）"),
    ("the disk can only be read", "磁盘只能读取"),
    ("the file is empty", "文件是空的"),
    ("it is a folder; name one of its files", "这是文件夹；请指明其中的一个文件"),
    ("it holds no record; name another file", "其中没有记录；请换一个文件"),
    ("it holds several records; name a file of one document", "其中有多条记录；请给出只有一篇文献的文件"),
    ("it is no file", "这不是文件"),
    ("the link leads back to {path}", "链接又指回 {path}"),
    (
        "there is no such file, and no document of this id in the index {dir}",
        "没有这个文件，索引 {dir} 中也没有这个编号的文献",
    ),
    (
        "no document was found in {places}; {formats} are read",
        "在 {places} 中没有找到文献；可读取的格式：{formats}",
    ),
    (
        "no document was found in {places} (skipped: {why}); {formats} are read",
        "在 {places} 中没有找到文献（已跳过：{why}）；可读取的格式：{formats}",
    ),
    ("nothing was added: {why}", "没有加入任何文献：{why}"),
    ("nothing was read: {why}", "没有读到任何内容：{why}"),
    ("nothing was checked: {why}", "没有检查任何文献：{why}"),
    ("nothing was checked, since there are no sources: {why}", "没有来源，因此没有检查：{why}"),
    (
        "standard input (-) can be read once; name a file for one of the two",
        "标准输入（-）只能读一次；请为其中一处给出文件",
    ),
    (
        "the id {id} is already taken by {first}; give one of the two another id",
        "编号 {id} 已属于 {first}；请为其中之一换一个编号",
    ),
    (
        "the id {id} is already taken by {stored} in the index; remove that one, or give one of the two another id",
        "编号 {id} 在索引中已属于 {stored}；请先删除那一篇，或为其中之一换一个编号",
    ),
    (
        "{why}, while it was kept to be read again; give a file in its place",
        "{why}，当时正在保存以备再读；请改用文件",
    ),
    (
        "an input could be read in part only, so that no file was written: mend it or leave it out, and run the same again",
        "有输入只读出一部分，因此没有写出文件：请修复或去掉它，再运行一次",
    ),
    (
        "it has changed since it was first read, so that nothing was written; run the same again",
        "第一次读取之后它有改变，因此没有写出；请再运行一次",
    ),
    (
        "{why} has 4 GiB or more, which is more than a document may have; split it",
        "{why}有 4 GiB 或更多，超过一篇文献的上限；请拆分",
    ),
    (
        "{why} has more than {limit}, the limit; split it, or raise the limit",
        "{why}超过上限 {limit}；请拆分，或提高上限",
    ),
    ("it has more than {size} MiB, the limit; split it", "超过上限 {size} MiB；请拆分"),
    ("its text", "正文"),
    ("the line", "这一行"),
    ("the row", "这一行记录"),
    // Encodings and contents.
    (
        "unknown encoding {name}; such as utf-8, gb18030, big5, windows-1252, utf-16le",
        "没有编码 {name}；可用的例如 utf-8、gb18030、big5、windows-1252、utf-16le",
    ),
    (
        "invalid UTF-8 at byte {at} (0x{byte}), and no other encoding fits; convert it, or name its encoding (utf-8 puts U+FFFD in such places)",
        "第 {at} 字节处（0x{byte}）不是有效的 UTF-8，也不合其他编码；请转换，或指明其编码（utf-8 会在这些位置放 U+FFFD）",
    ),
    ("invalid UTF-8 at byte {at}; save it as UTF-8", "第 {at} 字节处不是有效的 UTF-8；请存为 UTF-8"),
    (
        "invalid {name}; convert it to UTF-8, or name {name} (it puts U+FFFD in such places)",
        "不是有效的 {name}；请转换为 UTF-8，或指明 {name}（会在这些位置放 U+FFFD）",
    ),
    ("invalid UTF-16; convert it to UTF-8", "不是有效的 UTF-16；请转换为 UTF-8"),
    ("it is not UTF-8; save it as UTF-8", "不是 UTF-8；请存为 UTF-8"),
    (
        "it is not UTF-8: byte {at} begins no character; convert it to UTF-8",
        "不是 UTF-8：第 {at} 字节不是字符的开头；请转换为 UTF-8",
    ),
    ("the text is not UTF-8", "文字不是 UTF-8"),
    ("{path} is not UTF-8", "{path} 不是 UTF-8"),
    (
        "it is binary: byte {at} is NUL; convert it to text, or name its encoding",
        "这是二进制文件：第 {at} 字节是 NUL；请转换为文本，或指明其编码",
    ),
    ("it is binary: a PDF; convert it to text", "这是二进制文件（PDF）；请转换为文本"),
    (
        "it is binary: a ZIP archive or an office document; unpack it or save it as text",
        "这是二进制文件（ZIP 或办公文档）；请解压或存为文本",
    ),
    ("it is binary: an office document; save it as text", "这是二进制文件（office 文档）；请存为文本"),
    ("it is RTF; save it as text", "这是 RTF；请存为文本"),
    ("it is UTF-32; convert it to UTF-8", "这是 UTF-32；请转换为 UTF-8"),
    ("it is compressed twice; unpack it", "压缩了两次；请先解压"),
    ("it is compressed with bzip2; unpack it", "用 bzip2 压缩；请先解压"),
    ("it is compressed with xz; unpack it", "用 xz 压缩；请先解压"),
    (
        "it is ISO-2022-KR or ISO-2022-CN; convert it to UTF-8",
        "这是 ISO-2022-KR 或 ISO-2022-CN；请转换为 UTF-8",
    ),
    (
        "it is ISO-2022-JP with damaged places; convert it to UTF-8",
        "这是有损坏的 ISO-2022-JP；请转换为 UTF-8",
    ),
    ("it is not compressed as its name says; rename it", "文件名说它是压缩的，其实不是；请改名"),
    (
        "broken {name} data: {why}; get the file again, {test} tells whether it is whole",
        "{name} 数据已损坏：{why}；请重新获取文件，用 {test} 可知是否完整",
    ),
    ("the file ends too early", "文件提前结束"),
    ("the file ends too early; get the file again", "文件提前结束；请重新获取"),
    (
        "it is a decompression bomb: it unpacks to more than {size} MiB, over {ratio} times its size; unpack it first if it is what it should be",
        "疑似解压炸弹：解压后超过 {size} MiB，是原大小的 {ratio} 倍以上；若无误请先自行解压",
    ),
    (
        "this program was built without HTML; build it with the feature \"html\"",
        "此程序不含 HTML；请加上功能 \"html\" 编译",
    ),
    (
        "Parquet is read from a file only, not from a stream and not packed; name the unpacked file",
        "Parquet 只能从文件读取，不能来自流，也不能压缩；请给出解压后的文件",
    ),
    (
        "{why} need the feature {feature}, which this build lacks; {advice}",
        "{why}需要功能 {feature}，此程序没有；请{advice}",
    ),
    (
        "install it with `cargo install --path cli --features full`",
        "用 `cargo install --path cli --features full` 安装",
    ),
    ("tables of Parquet", "Parquet 表格"),
    (
        "papers (such as PDF, DOCX, LaTeX) and sheets (such as XLSX, CSV)",
        "论文（如 PDF、DOCX、LaTeX）和表格（如 XLSX、CSV）",
    ),
    // Records.
    (
        "it is JSON but not JSONL, one object with a text a line; \"jq -c\" makes lines",
        "这是 JSON 而不是 JSONL（一行一个带文字的对象）；\"jq -c\" 可以转为一行一个",
    ),
    (
        "the field {name} must be {why}, is {why2}; mend the record, or name another field",
        "字段 {name} 必须是{why}，现在是{why2}；请修改记录，或指明其他字段",
    ),
    (
        "no text in the field {name} of {records} records from here on; mend them, or name another field",
        "从这里起 {records} 条记录的字段 {name} 没有文字；请修改，或指明其他字段",
    ),
    (
        "no field {name}; there is {why}: name the one that holds the text",
        "没有字段 {name}，有 {why}：请指明存放正文的字段",
    ),
    (
        "no column {name}; there is {why}: name the one that holds the text",
        "没有列 {name}，有 {why}：请指明存放正文的列",
    ),
    ("no field at all", "没有任何字段"),
    ("no column at all", "没有任何列"),
    (
        "a record must be an object in braces, this is {why}; mend the record or leave it out",
        "记录必须是花括号中的对象，这里是{why}；请修改或去掉",
    ),
    (
        "{why} in the field {name}, at column {column}; mend the record or leave it out",
        "字段 {name} 第 {column} 列：{why}；请修改或去掉这条记录",
    ),
    (
        "{why}, at column {column}; mend the record or leave it out",
        "第 {column} 列：{why}；请修改或去掉这条记录",
    ),
    ("the line ends too early", "这一行提前结束"),
    ("a colon is missing after a name", "名称后缺冒号"),
    ("a comma or the end of a list is missing", "缺逗号或列表的结尾"),
    ("a comma or the end of an object is missing", "缺逗号或对象的结尾"),
    ("this is not JSON", "这不是 JSON"),
    ("a name must stand in quotation marks", "名称必须加引号"),
    ("a backslash must be written as two", "反斜线必须写成两个"),
    ("a control character must be escaped", "控制字符必须转义"),
    ("a \\u escape that is no character", "\\u 转义不是字符"),
    ("nested too deep", "嵌套太深"),
    ("something follows the record", "记录后面还有内容"),
    ("a comma too many", "多了一个逗号"),
    ("a text or a whole number", "文字或整数"),
    ("a text or a list of texts", "文字或文字的列表"),
    ("a text", "文字"),
    ("a number", "数字"),
    ("a list", "列表"),
    ("an object", "对象"),
    ("true or false", "true 或 false"),
    ("a whole number", "整数"),
    ("the column {name} {why}", "列 {name} {why}"),
    ("holds bytes that are no UTF-8; write it as text", "含有不是 UTF-8 的字节；请写成文字"),
    ("broken Parquet data: {why}; get the file again", "Parquet 数据已损坏：{why}；请重新获取文件"),
    ("it contradicts itself", "内容自相矛盾"),
    // Papers.
    ("the content is of no format that can be read here", "内容不是可读取的格式"),
    ("{why} cannot be read: {why2}", "无法读取{why}：{why2}"),
    ("encrypted with a password: save it without one", "有密码保护：请去掉密码后保存"),
    ("damaged: {why}; get it again, or save it anew", "已损坏：{why}；请重新获取，或重新保存"),
    (
        "no text on its one page (a scan?): recognize the text first (OCR)",
        "唯一的一页没有文字（扫描件？）：请先识别文字（OCR）",
    ),
    (
        "no text on any of its {pages} pages (a scan?): recognize the text first (OCR)",
        "共 {pages} 页，都没有文字（扫描件？）：请先识别文字（OCR）",
    ),
    ("too large: {why}, the limit is {limit}", "太大：{why}，上限为 {limit}"),
    ("more than {limit} bytes when unpacked", "解压后超过 {limit} 字节"),
    ("{count} pages", "{count} 页"),
    ("nested {depth} levels deep", "嵌套 {depth} 层"),
    (
        "not read within {seconds} s: split it, or save it anew with another program",
        "{seconds} 秒内没有读完：请拆分，或用其他程序重新保存",
    ),
    (
        "reading it takes more than {size} MB of memory or {seconds} s; save it anew with another program, or split it",
        "读取它需要超过 {size} MB 内存或 {seconds} 秒；请用其他程序重新保存，或拆分",
    ),
    ("its reader cannot be started: {why}", "无法启动读取它的进程：{why}"),
    ("its reader gave no answer", "读取它的进程没有回答"),
    (
        "its reader failed on it, which is a bug; save it anew with another program",
        "读取它时出错，这是程序的缺陷；请用其他程序重新保存",
    ),
    ("save it as PDF, or its text as DOCX", "请存为 PDF，或将文字存为 DOCX"),
    ("save it as DOCX", "请存为 DOCX"),
    ("save it as PDF", "请存为 PDF"),
    ("save it as PPTX", "请存为 PPTX"),
    ("save it without encryption", "请去掉加密后保存"),
    ("an old Word document (DOC)", "旧的 Word 文档（DOC）"),
    ("an office file without a Word document", "没有 Word 文档的 office 文件"),
    ("an OpenDocument file without a text", "没有文字的 OpenDocument 文件"),
    ("a PDF with this encryption", "用这种方式加密的 PDF"),
    ("no PDF pages can be found in it", "其中找不到 PDF 页面"),
    ("page {number} cannot be painted", "第 {number} 页无法绘出"),
    ("{path} is missing", "缺少 {path}"),
    ("the container names no package", "容器没有指明内容"),
    ("it is no whole Zip archive ({why})", "不是完整的 Zip 文件（{why}）"),
    ("it cannot be opened", "无法打开"),
    ("its container holds no workbook", "其中没有工作簿"),
    ("macros that stand for more than {limit} bytes", "宏展开后超过 {limit} 字节"),
    ("macros that stand for one another", "宏互相指代"),
    ("it has no header of a letter; rename it if it is none", "没有邮件头；若不是邮件请改名"),
    (
        "it holds more than {count} other letters; save those by themselves",
        "其中还有 {count} 封以上的邮件；请单独保存",
    ),
    (
        "it has more than 2,000 parts, more than 64 MB with them, or parts nested deeper than 16 levels, and what is beyond was left out; split it",
        "组成部分超过 2,000 个，或合计超过 64 MB，或嵌套超过 16 层，超出部分未读；请拆分",
    ),
    ("it is the paper itself; take it out", "这就是论文本身；请去掉"),
    (
        "it lies outside of the paper's folder; move it there to have it read",
        "它在论文的文件夹之外；要读取请移到其中",
    ),
    // Checks.
    (
        "nothing to check: every path after --against is a source; name the documents first, as in {example}",
        "没有要检查的文献：--against 之后的路径都是来源；请先写文献，例如 {example}",
    ),
    (
        "nothing was checked: the index {dir} holds no document; add some with `ibid add PATH`",
        "没有检查：索引 {dir} 中没有文献；请用 `ibid add PATH` 加入",
    ),
    ("the sources have no words: nothing was looked in", "来源中没有文字：没有比对"),
    (
        "{id} has no words: nothing was checked; if it shows some, they are pictures, which are not read",
        "{id} 没有文字：没有检查；如果看得见文字，那是图片，无法读取",
    ),
    (
        "all of {id} stands in the template: nothing was left to check",
        "{id} 的全部文字都在模板中：没有可检查的内容",
    ),
    (
        "the template {id} has no words: nothing is left out because of it",
        "模板 {id} 没有文字：没有因它而不计的内容",
    ),
    ("--template has to be one document: {why}", "--template 必须是一篇文献：{why}"),
    (
        "{id} was not checked: there is no other document to check it against",
        "{id} 没有检查：没有可比对的其他文献",
    ),
    (
        "the source {id} was left out: a document that is checked has the same id; give them different ids",
        "来源 {id} 没有使用：有一篇要检查的文献编号相同；请用不同的编号",
    ),
    (
        "{flag} {text}: did you mean {percent}%? write {percent}% or {digits}%",
        "{flag} {text}：是指 {percent}% 吗？请写 {percent}% 或 {digits}%",
    ),
    ("{flag} must be between 0% and 100%, got {text}", "{flag} 必须在 0% 到 100% 之间，现在是 {text}"),
    ("the report {report} has no document: nothing was checked", "报告 {report} 中没有文献：没有检查"),
    ("the trace {path} has no quotation: nothing was traced", "{path} 中没有引语：没有查考"),
    ("{why}; make one with `ibid check --format json`", "{why}；可用 `ibid check --format json` 生成"),
    (
        "{why}; make one with `ibid trace QUOTE --format json`",
        "{why}；可用 `ibid trace QUOTE --format json` 生成",
    ),
    ("this is no report of ibid: {why}", "这不是 ibid 的报告：{why}"),
    ("this is no trace of ibid: {why}", "这不是 ibid 的引语查考结果：{why}"),
    ("it ends too early", "提前结束"),
    ("it is a trace", "这是引语查考结果"),
    ("it is JSON Lines, one passage per line", "这是 JSON Lines，每行一个片段"),
    (
        "it is a page without a report of ibid; make one with `ibid check --format json`",
        "这个网页中没有 ibid 的报告；可用 `ibid check --format json` 生成",
    ),
    ("it is not JSON at line {line}, column {column}", "第 {line} 行第 {column} 列不是 JSON"),
    (
        "the report has schema_version {found}, this version reads 1 to {version}",
        "报告的 schema_version 为 {found}，此版本读取 1 到 {version}",
    ),
    (
        "the trace has trace_version {found}, this version reads {version}",
        "结果的 trace_version 为 {found}，此版本读取 {version}",
    ),
    ("the report is damaged: {why}", "报告已损坏：{why}"),
    ("the trace is damaged: {why}", "引语查考结果已损坏：{why}"),
    ("the field {name} is missing", "缺少字段 {name}"),
    ("the field {name} is there twice", "字段 {name} 出现了两次"),
    ("there is no kind {name}", "没有类型 {name}"),
    // Traces.
    (
        "--fail-on is about the quotations of an article: name it with --from",
        "--fail-on 针对文章中的引语：请用 --from 指明文章",
    ),
    (
        "nothing was traced: the index {dir} holds no document; add some with `ibid add PATH`",
        "没有查考：索引 {dir} 中没有文献；请用 `ibid add PATH` 加入",
    ),
    ("{path} has no quotation: write one a line", "{path} 中没有引语：请一行写一句"),
    ("cannot read the quotation from {path}: {why}", "无法从 {path} 读取引语：{why}"),
    ("the quotation has no words", "引语没有文字"),
    (
        "the quotation has {length} {why}, which many texts have by chance: give at least {least}",
        "引语只有 {length} {why}，许多文章都会碰巧有：请至少给出 {least} 个",
    ),
    (
        "the quotation has {length} {why}, and at most {most} are traced",
        "引语有 {length} {why}，最多查考 {most} 个",
    ),
    (
        "{why}: take a part of it, or check the whole text with {command}",
        "{why}：请取其中一段，或用 {command} 检查全文",
    ),
    ("words", "个词"),
    ("word", "个词"),
    ("characters", "个字"),
    ("character", "个字"),
    (
        "{flag} is after {until}, the end of the time that is asked for: nothing can be of both",
        "{flag} 晚于所问时间的终点 {until}：没有文献能同时符合",
    ),
    (
        "{flag} must be a date such as 2026, 2026-08, 2026-08-22 or 2026-08-22T15:00Z, got {text}",
        "{flag} 必须是日期，例如 2026、2026-08、2026-08-22 或 2026-08-22T15:00Z，现在是 {text}",
    ),
    // The index.
    (
        "there is no index here or above: make one with `ibid add PATH`, or name one with --index",
        "这里和上级文件夹都没有索引：请用 `ibid add PATH` 建立，或用 --index 指明",
    ),
    (
        "there is no index here or above: make one with `ibid add PATH`, name one with --index, or give files with --against",
        "这里和上级文件夹都没有索引：请用 `ibid add PATH` 建立，用 --index 指明，或用 --against 给出文件",
    ),
    (
        "no report: {paths}, and no index to check it against; make a report with `ibid check --format json`, or give files with --against",
        "不是报告：{paths}，也没有索引可与之对照；请用 `ibid check --format json` 生成报告，或用 --against 给出文件",
    ),
    (
        "{dir} is not an index: {why}; name an index, or make one with `ibid add`",
        "{dir} 不是索引：{why}；请指明索引，或用 `ibid add` 建立",
    ),
    ("it has no {file}", "其中没有 {file}"),
    ("there is no such folder", "没有这个文件夹"),
    (
        "{dir} is not an index, and none is made where other files are, such as {other}: name a folder that is empty or not there yet",
        "{dir} 不是索引，其中另有 {other} 等文件，因此不在此建立：请指明空的或尚不存在的文件夹",
    ),
    (
        "the index {dir} cannot be read: {why}; `ibid info --verify` says whether it is damaged",
        "无法读取索引 {dir}：{why}；`ibid info --verify` 可查明是否损坏",
    ),
    (
        "{why}; `ibid info --verify` says which file of the index is damaged",
        "{why}；`ibid info --verify` 可查明索引的哪个文件已损坏",
    ),
    ("a stored document cannot be read", "有一篇存入的文献无法读取"),
    (
        "the index {dir} was made with {then} and now it is {now}: run `ibid rebuild`",
        "索引 {dir} 是用 {then} 建立的，现在是 {now}：请运行 `ibid rebuild`",
    ),
    (
        "the index {dir} is damaged: {why}; put back a copy of the folder, or delete it and add the documents again",
        "索引 {dir} 已损坏：{why}；请恢复文件夹的备份，或删除后重新加入文献",
    ),
    ("cannot read the index {dir}: {why}", "无法读取索引 {dir}：{why}"),
    (
        "cannot write the index {dir} (what was committed before is kept: make room or check the permissions, and do it again): {why}",
        "无法写入索引 {dir}（先前提交的内容不变：请腾出空间或检查权限，再运行一次）：{why}",
    ),
    ("{file} holds what cannot have been written to it", "{file} 中有不可能写入的内容"),
    ("a file holds what cannot have been written to it", "有文件含有不可能写入的内容"),
    ("the checksum of {file} is wrong", "{file} 的校验和不对"),
    ("{file} lacks what has to be in it", "{file} 缺少必需的内容"),
    ("it is not the file that was committed", "不是提交时的文件"),
    ("it is cut off, or its end is not what was written", "文件被截断，或结尾不是写入的内容"),
    (
        "the index {dir} has format {format} and this program reads format {own}: add the documents to a new index, or use the version that it was made with",
        "索引 {dir} 的格式为 {format}，此程序读取格式 {own}：请将文献加入新的索引，或使用建立它的版本",
    ),
    (
        "{why} is writing to the index {dir}: wait until it has finished, or end it",
        "{why}正在写入索引 {dir}：请等它完成，或结束它",
    ),
    (
        "{why} is writing to the state {dir}: wait until it has finished, or end it",
        "{why}正在写入状态 {dir}：请等它完成，或结束它",
    ),
    ("process {id}", "进程 {id} "),
    ("another process", "另一个进程"),
    ("the index {dir} is changing all the time: try again later", "索引 {dir} 一直在变化：请稍后再试"),
    (
        "the record {id} has {value} {what}, and the most is {most}: split it",
        "文献 {id} 太大（{value} {what}，上限 {most}）：请拆分",
    ),
    ("a record needs an id that is not empty", "文献必须有编号"),
    ("the writer of {dir} has failed before: open the index again", "先前写入 {dir} 失败：请重新打开索引"),
    ("cannot list {path}: {why}", "无法列出 {path}：{why}"),
    ("cannot delete {path}: {why}", "无法删除 {path}：{why}"),
    ("cannot lock {path}: {why}", "无法锁定 {path}：{why}"),
    ("cannot make {path}: {why}", "无法建立 {path}：{why}"),
    (
        "there is no document {id} in the index {dir}; `ibid list` shows the ids there are",
        "索引 {dir} 中没有文献 {id}；`ibid list` 列出已有的编号",
    ),
    (
        "the folder that shall hold the index {dir} is not there: {why}",
        "要放置索引 {dir} 的文件夹不存在：{why}",
    ),
    ("the current folder cannot be found: {why}", "找不到当前文件夹：{why}"),
    (
        "the old index is left in {dir}: it cannot be deleted, or has other files in it",
        "旧索引留在 {dir}：无法删除，或其中另有文件",
    ),
    ("cannot find the index {dir}: {why}", "找不到索引 {dir}：{why}"),
    ("interrupted; the index is as it was after the last commit", "已中断；索引保持最后一次提交时的状态"),
    ("interrupted", "已中断"),
    // Outputs.
    ("cannot write standard output: {why}", "无法写到标准输出：{why}"),
    ("cannot write standard output", "无法写到标准输出"),
    (
        "cannot write {path}, which is the input {input}; name another file",
        "无法写入 {path}，它是输入 {input}；请换一个文件",
    ),
    (
        "cannot write {path}, which lies in the index {dir}; name another file",
        "无法写入 {path}，它在索引 {dir} 之中；请换一个文件",
    ),
    ("cannot write {path}: {why}", "无法写入 {path}：{why}"),
    ("cannot write the report: {why}", "无法写出报告：{why}"),
    (
        "cannot hold the report in a temporary file; TMPDIR names the folder for it: {why}",
        "无法将报告存入临时文件；TMPDIR 指明所在的文件夹：{why}",
    ),
    (
        "{flag} {path}: no {end} is written; name a file that ends in {endings}",
        "{flag} {path}：不能写出 {end}；文件名请以 {endings} 结尾",
    ),
    (
        "{flag} {path}: no {end} is written; name a file that ends in .jsonl (.gz or .zst after that) or .parquet for records, or in .txt for a list",
        "{flag} {path}：不能写出 {end}；记录请用 .jsonl（之后可加 .gz 或 .zst）或 .parquet，列表请用 .txt",
    ),
    ("cannot make the folder {dir}: {why}", "无法建立文件夹 {dir}：{why}"),
    // Settings.
    ("--lang must be auto, en or zh, got {name}", "--lang 必须是 auto、en 或 zh，现在是 {name}"),
    (
        "--threads must be between 1 and 1024, got {threads}",
        "--threads 必须在 1 到 1024 之间，现在是 {threads}",
    ),
    (
        "cannot start {threads} threads: {why}; ask for fewer with --threads",
        "无法启动 {threads} 个线程：{why}；请用 --threads 减少",
    ),
    (
        "cannot start a thread: {why}; allow more processes or more memory, or ask for fewer with --threads",
        "无法启动线程：{why}；请允许更多进程或内存，或用 --threads 减少",
    ),
    ("the system gives no more", "系统不再提供"),
    ("{flag} must name a field, got \"\"", "{flag} 必须指明字段，现在是 \"\""),
    ("{flag}: cannot read {file}: {why}", "{flag}：无法读取 {file}：{why}"),
    ("--words {file}: {why}", "--words {file}：{why}"),
    (
        "line {line} of the word list: the frequency must be a whole number, got {value}; write a line as: word [frequency [tag]]",
        "词表第 {line} 行：频率必须是整数，现在是 {value}；每行写作：word [frequency [tag]]",
    ),
    ("{flag} must be above 0 and at most 1, got {value}", "{flag} 必须大于 0 且不超过 1，现在是 {value}"),
    (
        "{flag} is for the features low-idf-sig only, got {method}; leave one of them out",
        "{flag} 只用于 low-idf-sig，现在是 {method}；请去掉其中一个",
    ),
    ("--features must be one of {names}, got {name}", "--features 必须是 {names} 之一，现在是 {name}"),
    ("the glob {glob} is malformed: {why}", "通配模式 {glob} 有误：{why}"),
    ("the globs are malformed: {why}", "通配模式有误：{why}"),
    (
        "the config file {path} does not go with this command line: {why}",
        "配置文件 {path} 与命令行不合：{why}",
    ),
    ("cannot read the config file {path}: {why}", "无法读取配置文件 {path}：{why}"),
    ("the config file {path} is wrong: {why}", "配置文件 {path} 有误：{why}"),
    ("it is not TOML: {why}", "不是 TOML：{why}"),
    ("line {line}: it is not TOML: {why}", "第 {line} 行：不是 TOML：{why}"),
    ("line {line}: {why}", "第 {line} 行：{why}"),
    (
        "{one} does not go with {other}; leave one of them out",
        "{one} 与 {other} 不能同时使用；请去掉其中一个",
    ),
    ("there is no setting {name}; did you mean {known}?", "没有设置 {name}；是指 {known} 吗？"),
    (
        "there is no setting {name}; the settings have the names of the flags, which `ibid check --help` and `ibid serve --help` list",
        "没有设置 {name}；设置与选项同名，见 `ibid check --help` 和 `ibid serve --help`",
    ),
    ("{flag}: {why}, got {value}", "{flag}：{why}，现在是 {value}"),
    ("{flag} must be {why}, is {value}", "{flag} 必须是{why}，现在是 {value}"),
    ("a list of texts, such as [\"*.log\"]", "文字的列表，例如 [\"*.log\"]"),
    ("one of {choices}", "以下之一：{choices}"),
    ("{flag} must be {why}, has {item}", "{flag} 必须是{why}，现在含有 {item}"),
    ("a list of some of {choices}", "由 {choices} 组成的列表"),
    (
        "{flag} needs {other}; set both in the file, or none",
        "{flag} 须与 {other} 同时设置；请都写入文件，或都不写",
    ),
    ("must be an address with a port, such as 127.0.0.1:7117", "必须是带端口的地址，例如 127.0.0.1:7117"),
    ("a text in quotation marks", "加引号的文字"),
    ("must be a whole number", "必须是整数"),
    ("must be a number", "必须是数字"),
    ("must be a whole number, {least} or more", "必须是不小于 {least} 的整数"),
    ("must be a whole number from {least} to {most}", "必须是 {least} 到 {most} 的整数"),
    ("must be a whole number or `all`", "必须是整数或 `all`"),
    ("must be a whole number of words above 0, as in small=20", "必须是大于 0 的整数，例如 small=20"),
    ("must be a whole number above 0, as in documents=5", "必须是大于 0 的整数，例如 documents=5"),
    (
        "must be a share above 0 and at most 100 %, as in small-source=1%",
        "必须是大于 0、不超过 100% 的比例，例如 small-source=1%",
    ),
    ("must be an id or a pattern, as in source=drafts/*", "必须是标识或通配模式，例如 source=drafts/*"),
    (
        "must be a date, as in since=2020 or since=2020-06-30",
        "必须是日期，例如 since=2020 或 since=2020-06-30",
    ),
    (
        "must be a date, as in until=2024 or until=2024-06-30",
        "必须是日期，例如 until=2024 或 until=2024-06-30",
    ),
    (
        "must be references, captions, front, quotes, cited, phrases, possible, own, small=N, source=PATTERN, since=DATE, until=DATE, documents=N or small-source=N%",
        "必须是 references、captions、front、quotes、cited、phrases、possible、own、small=N、source=PATTERN、since=DATE、until=DATE、documents=N 或 small-source=N%",
    ),
    (
        "must be references, captions, front, quotes, cited, phrases, possible, own, small, source, since, until, documents or small-source",
        "必须是 references、captions、front、quotes、cited、phrases、possible、own、small、source、since、until、documents 或 small-source",
    ),
    (
        "the report on {id:?} was made by an earlier version and has no word ranges; check the document again",
        "关于 {id:?} 的报告由较早的版本生成，没有字词范围；请重新检查该文献",
    ),
    (
        "no phrases can be found in {id:?}: the report has no text or no word ranges; check the document again",
        "无法在 {id:?} 中查找短语：报告中没有原文或字词范围；请重新检查该文献",
    ),
    (
        "no phrases can be found in {id:?}: its words were counted with another dictionary; check the document again",
        "无法在 {id:?} 中查找短语：其字词按另一词典计数；请重新检查该文献",
    ),
    (
        "there is no command {name}; `ibid --help` lists the commands",
        "没有命令 {name}；`ibid --help` 列出所有命令",
    ),
    ("`ibid serve` needs the feature \"serve\"; {why}", "`ibid serve` 需要功能 \"serve\"；请{why}"),
    (
        "a bug in ibid: {why}; please report it with the command that was run",
        "ibid 自身的错误：{why}；请连同所运行的命令一起报告",
    ),
    ("a bug in ibid: {why}; please report it", "ibid 自身的错误：{why}；请报告"),
    // Deduplication.
    (
        "{documents} read: {kept} kept, {exact} exact and {near} near duplicates dropped",
        "读入 {documents} 篇：保留 {kept} 篇，去除完全重复 {exact} 篇、近似重复 {near} 篇",
    ),
    (
        "{documents} read: {kept} kept, {exact} exact and {near} near duplicates dropped, {seen} seen before",
        "读入 {documents} 篇：保留 {kept} 篇，去除完全重复 {exact} 篇、近似重复 {near} 篇，以前见过 {seen} 篇",
    ),
    (
        "Markdown and HTML are compared as they are read, without markup (--raw compares the files)",
        "Markdown 和 HTML 按读出的文字比较，不含标记（--raw 比较原文件）",
    ),
    (
        "--keep newest: {undated} of {all} have no date; where none of a cluster has one, the first is kept (--field-date names the field of dates)",
        "--keep newest：{all} 篇中有 {undated} 篇没有日期；一组都没有日期时保留第一篇（--field-date 指明日期的字段）",
    ),
    ("--clusters links: {why}; got {settings}", "--clusters links：{why}；现在是 {settings}"),
    ("clusters by links go with mixed and shingles only", "按关联分组只能用于 mixed 和 shingles"),
    (
        "interrupted; what was read is in the state, and the same command goes on from there",
        "已中断；读过的内容在状态中，再次运行同一命令会继续",
    ),
    (
        "--cluster-fields goes with records of JSON: give --kept a name that ends in .jsonl, .jsonl.gz or .jsonl.zst",
        "--cluster-fields 只用于 JSON 记录：--kept 的文件名请以 .jsonl、.jsonl.gz 或 .jsonl.zst 结尾",
    ),
    (
        "--cluster-fields: the record {id} has a field {field} of its own, which is not overwritten; rename it, or leave out --cluster-fields",
        "--cluster-fields：记录 {id} 已有字段 {field}，不会覆盖；请改名，或去掉 --cluster-fields",
    ),
    (
        "{other} and {flag} must be different files, both are {file}",
        "{other} 和 {flag} 必须是不同的文件，现在都是 {file}",
    ),
    (
        "{flag} {file} is a file of the state {dir}; name another file",
        "{flag} {file} 是状态 {dir} 中的文件；请换一个文件",
    ),
    ("{flag} {file} is the input {input}; name another file", "{flag} {file} 是输入 {input}；请换一个文件"),
    (
        "{flag} {file} lies in the index {dir}; name another file",
        "{flag} {file} 在索引 {dir} 之中；请换一个文件",
    ),
    (
        "--state needs inputs that stay, standard input does not; give a file in its place",
        "--state 需要不变的输入，标准输入不行；请改用文件",
    ),
    (
        "--state needs inputs that stay, {path} does not; give a file in its place",
        "--state 需要不变的输入，{path} 不行；请改用文件",
    ),
    (
        "--false-positives must be above 0 and below 1, got {value}",
        "--false-positives 必须大于 0 且小于 1，现在是 {value}",
    ),
    ("--expect must be at least 1, got 0", "--expect 至少为 1，现在是 0"),
    ("--seen {path} takes {size} GB of memory", "--seen {path} 占用 {size} GB 内存"),
    (
        "{path} has seen {texts} texts, and takes {share} of new ones for seen",
        "{path} 已见过 {texts} 条，会将新文本的 {share} 误作见过",
    ),
    (
        "{path} is too full; begin another one, with a larger --expect",
        "{path} 太满；请另建一个，并加大 --expect",
    ),
    ("--seen {path}: it is a folder; name a file", "--seen {path}：这是文件夹；请给出文件"),
    ("--seen {path}: {why}", "--seen {path}：{why}"),
    ("--seen: {why}, or name another file", "--seen：{why}，或换一个文件"),
    ("no such file; only the first one is made", "没有这个文件；只有第一个会新建"),
    ("it is no Bloom filter of ibid", "不是 ibid 的 Bloom 过滤器"),
    ("the state {dir} is damaged: {why}", "状态 {dir} 已损坏：{why}"),
    (
        "the state {dir} is damaged: its settings cannot be read; delete its records.log, and all is read again",
        "状态 {dir} 已损坏：无法读取其设置；请删除其中的 records.log，将全部重新读取",
    ),
    (
        "the state {dir} has version {version} and this program has {own}: name another folder",
        "状态 {dir} 的版本为 {version}，此程序为 {own}：请换一个文件夹",
    ),
    (
        "the state {dir} was made with {name} {then} and now it is {now}: give it what it was made with, or name another folder",
        "状态 {dir} 建立时 {name} 为 {then}，现在是 {now}：请用建立时的设置，或换一个文件夹",
    ),
    (
        "{dir} is no state: {why}: name an empty folder, or one that is not there yet",
        "{dir} 不是状态：{why}：请指明空的或尚不存在的文件夹",
    ),
    (
        "{dir} is a file: name a folder, or one that is not there yet",
        "{dir} 是文件：请指明文件夹，或尚不存在的文件夹",
    ),
    ("cannot {what} the state {dir}: {why}", "状态 {dir} 出错（{what}）：{why}"),
    ("the near method {name} is unknown; write {help}", "没有近似方法 {name}；请写 {help}"),
    ("{text} has {setting} twice; write {help}", "{text} 中 {setting} 出现两次；请写 {help}"),
    ("{method} has no setting {setting}; write {help}", "{method} 没有设置 {setting}；请写 {help}"),
    (
        "{setting} must be {why} from {least} to {most}; write {help}",
        "{setting} 必须是 {least} 到 {most} 的{why}；请写 {help}",
    ),
    (
        "{flag} {path} needs the feature \"parquet\", which this build lacks; name a file that ends in .jsonl, or {why}",
        "{flag} {path} 需要功能 \"parquet\"，此程序没有；文件名请以 .jsonl 结尾，或{why}",
    ),
    (
        "--kept {kept} cannot have the columns of {table}, because {other} is no table; name a file that ends in .jsonl",
        "--kept {kept} 不能有 {table} 的列，因为 {other} 不是表格；文件名请以 .jsonl 结尾",
    ),
    (
        "--kept {kept} cannot have all columns of {table}, of which one has no form in JSON; name a file that ends in .parquet",
        "--kept {kept} 不能有 {table} 的全部列，其中一列无法写成 JSON；文件名请以 .parquet 结尾",
    ),
    (
        "the columns of {first} and {other} differ; write .jsonl, or one table at a time",
        "{first} 和 {other} 的列不同；请写 .jsonl，或一次一个表格",
    ),
    // Parts of an index or a state that are wrong, and limits.
    ("an old presentation (PPT)", "旧版演示文稿（PPT）"),
    ("a column has fewer rows than the file says", "有一列的行数少于文件所说"),
    ("a column lies outside of the file", "有一列在文件之外"),
    ("cannot copy rows of {path}: {why}", "无法复制 {path} 的行：{why}"),
    ("the table has fewer rows than it had", "表格的行数比先前少"),
    ("more than {count} links lead from one to the next", "链接连续超过 {count} 个"),
    ("a block of a .store file unpacks to less than it claims", ".store 文件中有一块解压后小于所说"),
    ("{file} describes other fields than an index has", "{file} 所说的字段与索引不同"),
    ("it holds 2^32 sentences or more", "其中有 2^32 个或更多句子"),
    ("there is no record number {number}", "没有第 {number} 条记录"),
    ("there is no record number {number} in {dir}", "{dir} 中没有第 {number} 条记录"),
    ("a record lacks a stored field", "有一条记录缺少存入的字段"),
    ("a record lacks its id", "有一条记录缺少编号"),
    ("a record lacks its stamp", "有一条记录缺少标记"),
    ("the file has no whole header", "文件头不完整"),
    ("the file has {length} bytes of {committed}", "文件有 {length} 字节，应有 {committed}"),
    ("the record at byte {at} is not the one that was written", "第 {at} 字节处的记录不是写入的那一条"),
    ("the place of its last commit is lost", "最后一次提交的位置已丢失"),
    ("its last commit is before its beginning", "最后一次提交的位置在开头之前"),
    (
        "the state {dir} has format {version} and this program reads format {own}: delete its {file}, or name another folder",
        "状态 {dir} 的格式为 {version}，此程序读取格式 {own}：请删除其中的 {file}，或换一个文件夹",
    ),
    (
        "the state {dir} is damaged: {why}; delete its {file}, and all is read again",
        "状态 {dir} 已损坏：{why}；请删除其中的 {file}，将全部重新读取",
    ),
    ("it has no {file}, and {other}, which is of another program", "其中没有 {file}，而有其他程序的 {other}"),
    ("a record has {bytes} bytes, more than 4 GiB", "有一条记录为 {bytes} 字节，超过 4 GiB"),
    ("an earlier write has failed", "先前的写入失败"),
    (
        "a record is not what this program writes; delete its records.log, and all is read again",
        "有一条记录不是此程序写入的；请删除其中的 records.log，将全部重新读取",
    ),
    ("cannot store a record: {why}", "无法存入记录：{why}"),
    (
        "{units} units with {keys} keys are too many for an index in memory; make one on disk",
        "{units} 个单位、{keys} 个键对内存中的索引太多；请在磁盘上建立索引",
    ),
    (
        "{count} places of terms are too many for an index in memory; make one on disk",
        "{count} 处词语对内存中的索引太多；请在磁盘上建立索引",
    ),
    ("the index has no name", "索引没有名称"),
    // Features and methods.
    (
        "{text} should have SETTING=VALUE in place of {part}, {usage}",
        "{text} 中的 {part} 应写作 SETTING=VALUE，{usage}",
    ),
    (
        "{method} needs {name} to be a whole number from {least} to {most}, got {text}",
        "{method} 的 {name} 必须是 {least} 到 {most} 的整数，现在是 {text}",
    ),
    ("{setting} must be {why}; write {help}", "{setting} 必须是{why}；请写 {help}"),
    ("give weight or levels, not both; write {help}", "weight 和 levels 只能给一个；请写 {help}"),
    ("width goes with of=shingles only; write {help}", "width 只用于 of=shingles；请写 {help}"),
    (
        "weight, levels and stop go with of=words only; write {help}",
        "weight、levels 和 stop 只用于 of=words；请写 {help}",
    ),
    (
        "the Hamming distance must be between 0 and {most}, got {distance}",
        "Hamming 距离必须在 0 到 {most} 之间，现在是 {distance}",
    ),
    (
        "--seen {path} has {bits} bits, {hashes} a text, and --expect {expected} with --false-positives {share} needs {more} and {other}; leave these out, or name another file",
        "--seen {path} 有 {bits} 位，每条 {hashes} 位，而 --expect {expected} 和 --false-positives {share} 需要 {more} 和 {other}；请去掉这两项，或换一个文件",
    ),
    (
        "--seen {first} and {path} cannot be merged: {bits} bits, {hashes} a text, and {more} bits, {other} a text; make both with the same --expect and --false-positives",
        "--seen {first} 和 {path} 无法合并：{bits} 位、每条 {hashes} 位，与 {more} 位、每条 {other} 位；请用相同的 --expect 和 --false-positives 建立",
    ),
    (
        "another run has made it while this one worked, and what this one has seen is not in it",
        "本次运行期间另一次运行建立了它，本次见过的不在其中",
    ),
    ("there is no memory for a Bloom filter of {size} GB", "没有足够内存容纳 {size} GB 的 Bloom 过滤器"),
    ("there is no memory for its {size} GB", "没有足够内存容纳它的 {size} GB"),
    (
        "a Bloom filter for {texts} texts at {share} needs {size} GB, more than 128 GiB; take fewer texts or more false positives",
        "{texts} 条文本、误判率 {share} 的 Bloom 过滤器需要 {size} GB，超过 128 GiB；请减少文本或提高误判率",
    ),
    ("it is damaged: {why}; make it again", "已损坏：{why}；请重新建立"),
    ("its checksum or its length is wrong", "校验和或长度不对"),
    ("the checksum of its header is wrong", "文件头的校验和不对"),
    ("{bits} bits with {hashes} hashes cannot be", "不可能有 {bits} 位和 {hashes} 个散列"),
    (
        "it has version {found}, this ibid reads {version}; make it again",
        "版本为 {found}，此版本读取 {version}；请重新建立",
    ),
    ("it has the unknown setting {setting}; make it again", "其中有未知的设置 {setting}；请重新建立"),
    // Calibrating and serving.
    (
        "the index {dir} has no sentence of 8 to 80 words to edit: add documents with `ibid add PATH`",
        "索引 {dir} 中没有 8 到 80 词的句子可供改动：请用 `ibid add PATH` 加入文献",
    ),
    (
        "--plot {path} needs the feature \"plots\", which this build lacks; {why}",
        "--plot {path} 需要功能 \"plots\"，此程序没有；请{why}",
    ),
    ("--synonyms: cannot read {file}: {why}", "--synonyms：无法读取 {file}：{why}"),
    ("--synonyms {file}: {why}", "--synonyms {file}：{why}"),
    (
        "--listen {address} can be reached from other machines: name who may ask with --tokens FILE (see --new-token)",
        "--listen {address} 可从其他机器访问：请用 --tokens FILE 指明谁可以访问（见 --new-token）",
    ),
    ("--listen {address}: {why}", "--listen {address}：{why}"),
    ("ibid answers at {address}; try it at {docs}", "ibid 的地址为 {address}；可在 {docs} 试用"),
    ("--data {dir}: {why}", "--data {dir}：{why}"),
    ("--tls-cert {certificates} --tls-key {key}: {why}", "--tls-cert {certificates} --tls-key {key}：{why}"),
    (
        "--tokens {file}: sha256 of {name} must be 64 hexadecimal digits, as --new-token prints them",
        "--tokens {file}：{name} 的 sha256 必须是 64 位十六进制数，如 --new-token 所印",
    ),
    (
        "--tokens {file} has no token: make one with --new-token NAME",
        "--tokens {file} 中没有令牌：请用 --new-token NAME 新建",
    ),
    ("--tokens {file}: {why}", "--tokens {file}：{why}"),
    (
        "--new-token needs --rights, such as --rights read,check",
        "--new-token 需要 --rights，例如 --rights read,check",
    ),
    (
        "--weight-levels goes with --rule paper only: words are not weighed otherwise",
        "--weight-levels 只与 --rule paper 同用：其他规则不给词加权",
    ),
    // Decisions.
    ("{path}, line {line}: {why}; {why_mend}", "{path} 第 {line} 行：{why}；{why_mend}"),
    ("no line of decisions: {what}", "不是审定记录的一行：{what}"),
    ("cut off", "不完整"),
    ("written by a later version (\"v\":{version})", "由更新的版本写入（\"v\":{version}）"),
    ("unknown decision {name}", "没有审定 {name}"),
    ("a conflict mark of git", "git 的冲突标记"),
    ("update ibid", "请更新 ibid"),
    ("mend or delete the line", "请改正或删除此行"),
    (
        "keep the lines of both sides, delete the marks, and set \"merge=union\" for the file in .gitattributes",
        "请保留两边的行，删除标记，并在 .gitattributes 中为此文件设置 \"merge=union\"",
    ),
    (
        "name copied, quotation, own-work, common-phrase, ignore or open, or update ibid",
        "请写 copied、quotation、own-work、common-phrase、ignore 或 open，或更新 ibid",
    ),
    ("cannot write {path}: {why}; no decision was saved", "无法写入 {path}：{why}；没有保存任何审定"),
    (
        "{path}: a decision of {by} is dated {at}, in the future; correct it, since no later one holds until then",
        "{path}：{by}的一项审定日期是 {at}，在将来；请改正，否则在那之前的审定都不生效",
    ),
    (
        "--draft-of applies the decisions on a draft, and there is no ledger; name one with --decisions",
        "--draft-of 采用对稿本的审定，但没有审定记录；请用 --decisions 指明",
    ),
    (
        "--draft-of names the draft of one document; check the others without it",
        "--draft-of 只指一篇文献的稿本；检查其他文献时不要使用",
    ),
    (
        "--draft-of: the report {path} has {count} documents; give the id of one",
        "--draft-of：报告 {path} 有 {count} 篇文献；请给出其中一篇的编号",
    ),
    (
        "--fail-over goes by the ratio as decided where a passage is decided, else by that as found",
        "--fail-over 在有片段审定时依审定后的复制比，否则依查得的复制比",
    ),
    ("nobody is named who decides; give a name with --by", "没有审定人的名字；请用 --by 给出"),
    (
        "the name of who decides has {bytes} bytes, and {most} are allowed; shorten it",
        "审定人的名字有 {bytes} 字节，最多 {most} 字节；请缩短",
    ),
    (
        "--note has {bytes} bytes, and {most} are allowed; shorten it",
        "--note 有 {bytes} 字节，最多 {most} 字节；请缩短",
    ),
    (
        "--everywhere goes with --as common-phrase, ignore or open only",
        "--everywhere 只与 --as common-phrase、ignore 或 open 同用",
    ),
    (
        "--decisions must name a file: a decision has to stand somewhere",
        "--decisions 须指明文件：审定要有地方存放",
    ),
    (
        "{path} has {count} documents; name the one of the passages with --document",
        "{path} 有 {count} 篇文献；请用 --document 指明片段所在的一篇",
    ),
    ("{path} has no document {id}; it has {ids}", "{path} 中没有文献 {id}；其中有 {ids}"),
    (
        "{id} has no passage {numbers}; its passages are {first} to {last}; nothing was decided",
        "{id} 没有片段 {numbers}；其片段是 {first} 至 {last}；没有审定任何片段",
    ),
    (
        "{id} has no passage {numbers}: it has none; nothing was decided",
        "{id} 没有片段 {numbers}：其中没有片段；没有审定任何片段",
    ),
    (
        "{path} is anonymous, and does not say what its sentences and inputs are; take the report that it was made from",
        "{path} 已隐去名称，没有句子和输入的信息；请用它所据的报告",
    ),
    (
        "{path} has no sentence pairs for passage {number}, on which decisions are made; make the report anew with \
         `ibid check --format json`",
        "{path} 的片段 {number} 没有审定所依据的句对；请用 `ibid check --format json` 重新生成报告",
    ),
    (
        "there is no {name} here or above; `ibid decide` makes one, or name another file",
        "此处和上级文件夹中没有 {name}；`ibid decide` 会新建，或请指明其他文件",
    ),
    (
        "{path}: git may show conflicts in it; add the line `{name} merge=union` to .gitattributes",
        "{path}：git 可能在其中产生冲突；请在 .gitattributes 中加一行 `{name} merge=union`",
    ),
];

/// The messages of the library that parses the command line, a line each.
pub(super) const OF_COMMAND_LINE: &[(&str, &str)] = &[
    ("error: unexpected argument {argument} found", "错误：没有选项 {argument}"),
    (
        "error: unexpected value {value} for {option} found; no more were expected",
        "错误：{option} 不接受值 {value}",
    ),
    ("error: unrecognized subcommand {name}", "错误：没有命令 {name}"),
    ("error: invalid value {value} for {option}: {why}", "错误：{option} 的值 {value} 有误：{why}"),
    ("error: invalid value {value} for {option}", "错误：{option} 的值 {value} 有误"),
    ("error: a value is required for {option} but none was supplied", "错误：{option} 需要一个值"),
    ("error: the argument {one} cannot be used with {other}", "错误：{one} 不能与 {other} 同时使用"),
    ("error: the argument {one} cannot be used with:", "错误：{one} 不能与以下选项同时使用："),
    ("error: the argument {option} cannot be used multiple times", "错误：{option} 只能用一次"),
    ("error: the following required arguments were not provided:", "错误：缺少以下必需的参数："),
    ("error: {program} requires a subcommand but one was not provided", "错误：{program} 需要一个命令"),
    ("error: {why}", "错误：{why}"),
    ("invalid value {value} for {option}: {why}", "{option} 的值 {value} 有误：{why}"),
    ("the argument {one} cannot be used with {other}", "{one} 不能与 {other} 同时使用"),
    ("[possible values: {values}]", "[可用的值：{values}]"),
    ("[subcommands: {values}]", "[命令：{values}]"),
    ("tip: a similar argument exists: {argument}", "提示：有相近的选项：{argument}"),
    ("tip: some similar arguments exist: {arguments}", "提示：有相近的选项：{arguments}"),
    ("tip: a similar value exists: {value}", "提示：有相近的值：{value}"),
    ("tip: a similar subcommand exists: {name}", "提示：有相近的命令：{name}"),
    ("tip: some similar subcommands exist: {names}", "提示：有相近的命令：{names}"),
    ("tip: to pass {argument} as a value, use {way}", "提示：要把 {argument} 作为值，请写 {way}"),
    ("Usage: {usage}", "用法：{usage}"),
    ("For more information, try '--help'.", "详见 '--help'。"),
];
