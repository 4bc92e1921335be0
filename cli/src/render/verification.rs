//! The outcome of a verification as text: what differs, what could not be checked, and what was checked.

use std::io::{self, Write};

use ibid::report::sanitize;

use super::{Language, thousands};
use crate::verification::{Difference, PassageName, Unchecked, Verification};

messages! { VerificationMessages:
    text differs => "differs:", "不一致：";
    text not_checked => "not checked:", "未核对：";
    text checked => "checked:", "已核对：";
    text nothing => "nothing", "无";
    line number(written, content) =>
        "number: the report has the number {written}, and its content {content}: it was changed after it was written",
        "编号：报告的编号为 {written}，内容的编号为 {content}：报告写出后被改动过";
    line figure(document, figure, written, again) =>
        "{document}: {figure} is {written}, and the words of the passages give {again}",
        "{document}：{figure} 为 {written}，而按片段的文字应为 {again}";
    line report_text(document) =>
        "{document}: its text in the report does not belong to its hash",
        "{document}：报告中的正文与其哈希不符";
    line input_text(id) => "{id}: its text is not the one that was checked", "{id}：正文与检查时不同";
    line no_longer(passages) => "; no longer at their places: {passages}", "；已不在原处的片段：{passages}";
    line about(id, field, found, written) =>
        "{id}: its {field} is {found}, and was {written} when it was checked",
        "{id}：{field} 为 {found}，检查时为 {written}";
    line passage_fields(document, passage, fields, id) =>
        "{document}, {passage}: {fields} do not belong to the text of {id}",
        "{document}，{passage}：{fields} 与 {id} 的正文不符";
    line finding(number, source) => "passage {number} ({source})", "片段 {number}（{source}）";
    line at(start, source) => "the passage at {start} ({source})", "位于 {start} 的片段（{source}）";
    text no_number =>
        "the number: an earlier version made the report, and it has none",
        "编号：报告由较早的版本生成，没有编号";
    line no_figures(document) =>
        "{document}: its figures, since an earlier version made the report",
        "{document}：各项指标，因为报告由较早的版本生成";
    line not_found(id) =>
        "{id}: its text, since it is neither a file nor in the index",
        "{id}：正文，因为它既不是文件，也不在索引中";
    text page => "the text that the page shows: only the report in it was checked", "网页显示的文字：只核对了其中的报告";
    line ledger(path) => "{path}: the ledger, since it is not there", "{path}：审定记录，因为找不到";
    line other_ledger(path, found, written) =>
        "{path}: its lines are not the {written} that were applied; it has {found}",
        "{path}：其中的行与当时采用的 {written} 行不同；现有 {found} 行";
    line ledger_line(path, line, why) => "{path}, line {line}: {why}", "{path}，第 {line} 行：{why}";
    count ledger_lines(count) => "{count} line of the ledger", "{count} lines of the ledger", "审定记录 {count} 行";
    text the_number => "the number", "编号";
    count scored(count) =>
        "the figures of {count} document", "the figures of {count} documents", "{count} 篇文献的指标";
    count texts(count) => "{count} text", "{count} texts", "{count} 篇正文";
    count passages(count) => "{count} passage at its place", "{count} passages at their places", "{count} 个片段的位置";
    text comma => ", ", "、";
}

/// The message for a count.
type CountMessage = fn(VerificationMessages, u64) -> String;

/// Writes the outcome, one line for each thing.
pub(crate) fn write_verification(
    verification: &Verification,
    language: Language,
    out: &mut dyn Write,
) -> io::Result<()> {
    let messages = VerificationMessages(language);
    let differences = verification.differences.iter().map(|difference| messages.difference(difference));
    let unchecked = verification.unchecked.iter().map(|unchecked| messages.unchecked(unchecked));
    section(messages.differs(), differences, out)?;
    section(messages.not_checked(), unchecked, out)?;
    let counts: [(u64, CountMessage); 4] = [
        (verification.scored, VerificationMessages::scored),
        (verification.texts, VerificationMessages::texts),
        (verification.passages, VerificationMessages::passages),
        (verification.ledger_lines, VerificationMessages::ledger_lines),
    ];
    let mut checked = vec![];
    if verification.is_numbered {
        checked.push(messages.the_number().to_owned());
    }
    for (count, message) in counts {
        if count > 0 {
            checked.push(message(messages, count));
        }
    }
    if checked.is_empty() {
        checked.push(messages.nothing().to_owned());
    }
    section(messages.checked(), [checked.join(messages.comma())].into_iter(), out)
}

/// Writes the lines below a heading; nothing if there is none.
fn section(heading: &str, lines: impl Iterator<Item = String>, out: &mut dyn Write) -> io::Result<()> {
    let mut is_first = true;
    for line in lines {
        if std::mem::replace(&mut is_first, false) {
            writeln!(out, "{heading}")?;
        }
        writeln!(out, "  {}", sanitize(&line))?;
    }
    Ok(())
}

impl VerificationMessages {
    fn difference(self, difference: &Difference) -> String {
        match difference {
            Difference::Number { written, content } => self.number(written, content),
            Difference::Figure { document, figure, written, again } => {
                self.figure(document, figure, written, again)
            }
            Difference::ReportText { document } => self.report_text(document),
            Difference::Text { id, passages } if passages.is_empty() => self.input_text(id),
            Difference::Text { id, passages } => {
                let passages: Vec<String> = passages.iter().map(|passage| self.passage(passage)).collect();
                self.input_text(id) + &self.no_longer(passages.join(self.comma()))
            }
            Difference::About { id, field, written, found } => {
                self.about(id, field, format!("{found:?}"), format!("{written:?}"))
            }
            Difference::Ledger { path, written, found } => {
                self.other_ledger(path, thousands(*found), thousands(*written))
            }
            Difference::LedgerLine { path, line, why } => self.ledger_line(path, line, why),
            Difference::Passage { document, passage, id, fields } => {
                self.passage_fields(document, self.passage(passage), fields.join(self.comma()), id)
            }
        }
    }

    fn unchecked(self, unchecked: &Unchecked) -> String {
        match unchecked {
            Unchecked::Number => self.no_number().to_owned(),
            Unchecked::Figures { document } => self.no_figures(document),
            Unchecked::Text { id } => self.not_found(id),
            Unchecked::Page => self.page().to_owned(),
            Unchecked::Ledger { path } => self.ledger(path),
        }
    }

    fn passage(self, passage: &PassageName) -> String {
        match passage.finding {
            0 => self.at(thousands(passage.start.into()), &passage.source),
            number => self.finding(number, &passage.source),
        }
    }
}
