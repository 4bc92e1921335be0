//! The commands of the reviews: a declaration each, from which actions, keys and the help are made.
//!
//! A new command is a declaration here and an arm of the review that obeys it. A declaration has the action, the name, the
//! keys from the start and the views, and in braces the lines of the help that begin with it. A line has its views, other
//! commands that it tells too, and its meaning in English and Chinese.

use ibid::report::Decision;
use tui_input::InputRequest;

use crate::render::Language;

/// A view in which keys have a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::tui) enum KeyView {
    /// The queue of documents.
    Queue,
    /// The passages of a document.
    Passages,
    /// The carriers of a quotation.
    Carriers,
}

impl KeyView {
    /// All views.
    pub(in crate::tui) const ALL: [KeyView; 3] = [KeyView::Queue, KeyView::Passages, KeyView::Carriers];

    /// Returns the commands with which lines of the help begin, in their order. Lines of other commands follow.
    fn help_order(self) -> &'static str {
        match self {
            KeyView::Queue => {
                "down next previous-document next-open open left first page-up back go-to search sort uncounted copy \
                 write-report reload narrower help suspend"
            }
            KeyView::Passages => {
                "down next copied common-phrase repeat same-words select note undo next-open read-on next-difference \
                 source-down left next-pane first page-up half-page-up open back go-to search sort uncounted filters \
                 why figures brackets previous-document copy help narrower editor write-report reload suspend"
            }
            KeyView::Carriers => {
                "down next left next-pane first page-up half-page-up read-on open back parent beside search sort \
                 brackets narrower previous-document copy help suspend"
            }
        }
    }

    /// Returns the lines of the help.
    pub(in crate::tui) fn help(self) -> Vec<&'static HelpLine> {
        let mut placed = vec![];
        for command in COMMANDS {
            let mut order = self.help_order().split(' ');
            let place = order.position(|name| name == command.name).unwrap_or(usize::MAX);
            for line in command.help {
                if line.views.contains(&self) {
                    placed.push((place, line));
                }
            }
        }
        placed.sort_by_key(|(place, _)| *place);
        placed.into_iter().map(|(_, line)| line).collect()
    }
}

/// A command of the reader.
#[derive(Debug)]
pub(in crate::tui) struct Command {
    /// The name, as the reader's file of keys and the help have it.
    pub(in crate::tui) name: &'static str,
    /// The action.
    pub(in crate::tui) action: Action,
    /// The keys from the start.
    pub(in crate::tui) keys: &'static [&'static str],
    /// The views that have the command.
    pub(in crate::tui) views: &'static [KeyView],
    /// The lines of the help that begin with the command.
    help: &'static [HelpLine],
}

/// A line of the help.
#[derive(Debug)]
pub(in crate::tui) struct HelpLine {
    /// The views whose help has the line.
    views: &'static [KeyView],
    /// The names of the commands that it tells, with blanks between.
    pub(in crate::tui) commands: &'static str,
    /// The meaning in English and in Chinese.
    meaning: [&'static str; 2],
}

impl HelpLine {
    /// Returns the meaning in a language.
    pub(in crate::tui) fn meaning(&self, language: Language) -> &'static str {
        let [english, chinese] = self.meaning;
        match language {
            Language::English => english,
            Language::Chinese => chinese,
        }
    }
}

const EVERYWHERE: &[KeyView] = &KeyView::ALL;
const QUEUE: &[KeyView] = &[KeyView::Queue];
const REPORTS: &[KeyView] = &[KeyView::Queue, KeyView::Passages];
const PASSAGES: &[KeyView] = &[KeyView::Passages];
const TEXTS: &[KeyView] = &[KeyView::Passages, KeyView::Carriers];
const CARRIERS: &[KeyView] = &[KeyView::Carriers];

/// Defines [`Action`] and [`COMMANDS`] by a declaration of each command. An action in parentheses is one that has a value.
macro_rules! commands {
    ($(
        $($variant:ident)? $(($valued:expr))? $name:literal [$($key:literal),+] $views:ident
        $({ $($line_views:ident $(+ $more:literal)? => $english:literal, $chinese:literal;)+ })?
    )+) => {
        /// A request of the reader.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub(in crate::tui) enum Action {
            $($(#[doc = concat!("The command `", $name, "`.")] $variant,)?)+
            /// A decision on the passage; none opens it again.
            Decide(Option<Decision>),
            /// Text to insert into the prompt.
            Type(String),
            /// A move or a deletion in the prompt.
            Edit(InputRequest),
            /// A move of the caret up by a row of the note.
            CaretUp,
            /// A move of the caret down by a row of the note.
            CaretDown,
            /// The end of the pattern, which starts the search, or of the note.
            Submit,
            /// A click at a column and a row.
            Click(u16, u16),
            /// A second click at a column and a row, soon after the first.
            DoubleClick(u16, u16),
            /// A move of the mouse with its button held, to a column and a row.
            Drag(u16, u16),
            /// A turn of the wheel at a column and a row, by this number of lines down.
            Wheel(u16, u16, i16),
            /// A new size of the screen, in columns and rows.
            Resize(u16, u16),
        }

        /// All commands. No key stands twice for one view.
        pub(in crate::tui) static COMMANDS: &[Command] = &[$(Command {
            name: $name,
            action: $(Action::$variant)? $($valued)?,
            keys: &[$($key),+],
            views: $views,
            help: &[$($(HelpLine {
                views: $line_views,
                commands: concat!($name $(, " ", $more)?),
                meaning: [$english, $chinese],
            }),+)?],
        }),+];
    };
}

commands! {
    Up "up" ["k", "up", "ctrl-p"] EVERYWHERE
    Down "down" ["j", "down", "ctrl-n"] EVERYWHERE {
        QUEUE + "up" => "document down, up", "下一篇、上一篇";
        PASSAGES + "up" => "line down, up; in a list: next, previous", "下一行、上一行；在列表中：下一项、上一项";
        CARRIERS + "up" => "line down, up; in the list: next, previous", "下一行、上一行；在列表中：下一篇、上一篇";
    }
    Left "left" ["h", "left"] EVERYWHERE {
        QUEUE + "right next-pane" => "documents, pairs, sources", "文献、文献对、来源";
        TEXTS + "right" => "pane on the left, on the right", "左边、右边的窗格";
    }
    Right "right" ["l", "right"] EVERYWHERE
    PageUp "page-up" ["pageup", "ctrl-b"] EVERYWHERE {
        EVERYWHERE + "page-down" => "screen up, down", "上一屏、下一屏";
    }
    PageDown "page-down" ["pagedown", "ctrl-f"] EVERYWHERE
    HalfPageUp "half-page-up" ["ctrl-u"] EVERYWHERE {
        TEXTS + "half-page-down" => "half a screen up, down", "上半屏、下半屏";
    }
    HalfPageDown "half-page-down" ["ctrl-d"] EVERYWHERE
    First "first" ["g", "home"] EVERYWHERE {
        EVERYWHERE + "last" => "beginning, end", "开头、末尾";
    }
    Last "last" ["G", "end"] EVERYWHERE
    NextPane "next-pane" ["tab"] EVERYWHERE {
        TEXTS + "previous-pane" => "next, previous pane", "下一个、上一个窗格";
    }
    PreviousPane "previous-pane" ["backtab"] EVERYWHERE
    Next "next" ["n"] EVERYWHERE {
        QUEUE + "previous" =>
            "next, previous document; while a search is on: hit",
            "下一篇、上一篇文献；搜索时：下一处、上一处";
        PASSAGES + "previous" =>
            "next, previous passage; while a search is on: place",
            "下一个、上一个片段；搜索时：下一处、上一处";
        CARRIERS + "previous" =>
            "next, previous carrier; while a search is on: place",
            "下一篇、上一篇；搜索时：下一处、上一处";
    }
    Previous "previous" ["N"] EVERYWHERE
    ReadOn "read-on" ["space"] EVERYWHERE {
        PASSAGES => "read on: a screen, then the next open passage", "继续读：下一屏，然后下一个待定片段";
        CARRIERS => "read on", "继续阅读";
    }
    NextDocument "next-document" ["]"] EVERYWHERE
    PreviousDocument "previous-document" ["["] EVERYWHERE {
        REPORTS + "next-document" => "previous, next document", "上一篇、下一篇文献";
        CARRIERS + "next-document" => "previous, next quotation", "上一句、下一句引语";
    }
    Open "open" ["enter"] EVERYWHERE {
        QUEUE =>
            "open the document or the pair; source: only its documents",
            "打开文献、文献对；来源：只看引自它的文献";
        PASSAGES => "passage: read it in full; source: only its passages", "片段：通读；来源：只看它的片段";
        CARRIERS => "read the document at this place", "在此处通读文献";
    }
    Back "back" ["esc"] EVERYWHERE {
        EVERYWHERE => "one step back", "返回一步";
    }
    (Action::Decide(Some(Decision::Copied))) "copied" ["1"] PASSAGES {
        PASSAGES + "quotation own-work" => "copied, quotation, own work", "复制、引用、本人文献";
    }
    (Action::Decide(Some(Decision::Quotation))) "quotation" ["2"] PASSAGES
    (Action::Decide(Some(Decision::OwnWork))) "own-work" ["3"] PASSAGES
    (Action::Decide(Some(Decision::CommonPhrase))) "common-phrase" ["4"] PASSAGES {
        PASSAGES + "ignore undecide" => "common phrase, ignore, open again", "常用语、忽略、重新待定";
    }
    (Action::Decide(Some(Decision::Ignore))) "ignore" ["5"] PASSAGES
    (Action::Decide(None)) "undecide" ["0"] PASSAGES
    Repeat "repeat" ["."] PASSAGES {
        PASSAGES => "take the suggestion, else repeat the last decision", "采纳建议，否则重复上一次审定";
    }
    SameWords "same-words" ["="] PASSAGES {
        PASSAGES => "decide the same words in other documents", "审定其他文献中的相同文字";
    }
    Select "select" ["v"] PASSAGES {
        PASSAGES => "select several, for a decision on all of them", "选择多个片段，一并审定";
    }
    Note "note" ["a"] PASSAGES {
        PASSAGES => "note on the decision", "审定附注";
    }
    Undo "undo" ["u"] PASSAGES {
        PASSAGES + "redo" => "undo, redo a decision", "撤销、重做审定";
    }
    Redo "redo" ["ctrl-r"] PASSAGES
    NextOpen "next-open" ["o"] REPORTS {
        QUEUE + "previous-open" => "next, previous document with an open passage", "下一篇、上一篇有待定片段的文献";
        PASSAGES + "previous-open" => "next, previous open passage", "下一个、上一个待定片段";
    }
    PreviousOpen "previous-open" ["O"] REPORTS
    NextDifference "next-difference" ["d"] PASSAGES {
        PASSAGES + "previous-difference" => "next, previous difference", "下一处、上一处差异";
    }
    PreviousDifference "previous-difference" ["D"] PASSAGES
    SourceDown "source-down" ["J"] PASSAGES {
        PASSAGES + "source-up" => "scroll the source alone", "只滚动来源";
    }
    SourceUp "source-up" ["K"] PASSAGES
    Why "why" ["w"] PASSAGES {
        PASSAGES => "why the passage was found", "发现此片段的依据";
    }
    Figures "figures" ["i"] PASSAGES {
        PASSAGES => "all figures, and the ledger", "全部指标与审定记录";
    }
    Filters "filters" ["f"] PASSAGES {
        PASSAGES + "no-filters" =>
            "filters, each with what it would change; set all back",
            "筛选（注明影响）、全部恢复";
    }
    NoFilters "no-filters" ["F"] PASSAGES
    GoTo "go-to" [":"] REPORTS {
        QUEUE => "go to a document or a source", "转到文献或来源";
        PASSAGES => "go to a passage, page, line, place, document or source", "转到片段、页、行、位置、文献或来源";
    }
    Editor "editor" ["e"] PASSAGES {
        PASSAGES => "open the paper or the source in $EDITOR at the line", "用 $EDITOR 打开论文或来源的该行";
    }
    WriteReport "write-report" ["E"] REPORTS {
        REPORTS => "write the report as it is here", "按当前所示写出报告";
    }
    Reload "reload" ["r"] REPORTS {
        REPORTS => "read again what has changed on the disk", "重新读入磁盘上有改动的文件";
    }
    Narrower "narrower" ["<"] EVERYWHERE {
        EVERYWHERE + "wider" => "make the pane narrower, wider", "窗格变窄、变宽";
    }
    Wider "wider" [">"] EVERYWHERE
    Parent "parent" ["p"] CARRIERS {
        CARRIERS => "go to the wording it was likely taken from", "转到最可能所本的文献";
    }
    Beside "beside" ["t"] CARRIERS {
        CARRIERS => "the tree, the timeline, the carrier", "承袭关系、时间分布、文献";
    }
    Sort "sort" ["s"] EVERYWHERE {
        QUEUE => "sort by what is open, ratio as found, name", "按待定、复制比、名称排序";
        PASSAGES => "sort by place, source, similarity, open first", "按位置、来源、相似度、待定在前排序";
        CARRIERS => "sort by date, similarity", "按日期、相似度排序";
    }
    Uncounted "uncounted" ["c"] REPORTS {
        QUEUE => "show or hide documents without findings", "显示或隐藏未发现重复的文献";
        PASSAGES => "show or hide what does not count", "显示或隐藏不计入的片段";
    }
    Brackets "brackets" ["m"] EVERYWHERE {
        PASSAGES => "brackets around words that differ", "用括号标出不同的文字";
        CARRIERS => "brackets around words that are gone or new", "用括号标出删去和新增的文字";
    }
    Copy "copy" ["y"] EVERYWHERE {
        QUEUE => "copy the name of the document", "复制文献名到剪贴板";
        PASSAGES + "copy-place" => "copy the passage, its place", "复制片段、片段位置";
        CARRIERS => "copy the place", "复制位置到剪贴板";
    }
    CopyPlace "copy-place" ["Y"] PASSAGES
    CopyQuotation "copy-quotation" ["\""] PASSAGES {
        PASSAGES => "copy this side as a quotation for a mail", "将此侧复制为邮件引文，附出处";
    }
    Search "search" ["/"] EVERYWHERE {
        QUEUE => "search in names and sources", "在名称和来源中搜索";
        PASSAGES => "search in the text, the passages and the sources", "在正文、片段和来源中搜索";
        CARRIERS => "search in the carriers, or in the document", "在各篇中搜索；通读时：在文献中搜索";
    }
    Help "help" ["?", "f1"] EVERYWHERE {
        EVERYWHERE + "quit" => "this help, quit", "本帮助、退出";
    }
    Suspend "suspend" ["ctrl-z"] EVERYWHERE {
        EVERYWHERE + "redraw" => "stop until `fg`, draw anew", "暂停（fg 继续）、重绘";
    }
    Redraw "redraw" ["ctrl-l"] EVERYWHERE
    Quit "quit" ["q"] EVERYWHERE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::expect_same_in_both_languages;

    #[test]
    fn the_help_says_the_same_in_both_languages() {
        for line in COMMANDS.iter().flat_map(|command| command.help) {
            expect_same_in_both_languages(&[(line.commands, &line.meaning)]);
        }
    }

    #[test]
    fn the_help_names_commands_that_its_views_have() {
        let known = |name: &str| COMMANDS.iter().find(|command| command.name == name);
        for view in KeyView::ALL {
            let names = view.help_order().split(' ');
            for name in names.chain(view.help().iter().flat_map(|line| line.commands.split(' '))) {
                assert!(
                    known(name).is_some_and(|command| command.views.contains(&view)),
                    "{name} in {view:?}"
                );
            }
        }
    }
}
