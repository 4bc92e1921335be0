//! Walks through a source and gathers its blocks.

use std::collections::HashMap;

use super::conditions::Branch;
use super::gather::{Item, Level, Marks, Piece};
use super::input::{Input, Token};
use super::macros::Macro;
use crate::formats::Fault;
use crate::formats::colors::Color;
use crate::formats::headings::is_references;
use crate::formats::limits::Watch;
use ibid::structure::{BlockKind, HiddenWhy};

/// The number of tokens between two checks of the watch.
const STEP: usize = 1024;

/// The state that lasts until the end of a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    pub(super) kind: BlockKind,
    pub(super) is_math: bool,
    pub(super) hidden: Option<HiddenWhy>,
    /// True if the text stands on a ground of another color than the paper's.
    pub(super) has_ground: bool,
    /// True in rows that do not form a table of their own.
    pub(super) in_rows: bool,
    /// The number of open quotations.
    pub(super) quotations: u32,
}

/// The mark that closes a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Closer {
    Brace,
    Dollar,
    Dollars,
    Command(&'static str),
    Environment(String),
}

/// The action at the end of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    None,
    Text(&'static str),
    Flush,
    References,
    Level(Purpose),
}

/// The purpose of a text that is being gathered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Body,
    Title,
    Author,
    Date,
    Heading(u8),
    Footnote,
    Caption,
    Float,
    Table,
}

#[derive(Debug)]
struct Group {
    closer: Closer,
    outer: State,
    ending: Ending,
}

/// The content of the title page.
#[derive(Debug, Default)]
pub(super) struct Front {
    pub(super) title: Option<Item>,
    pub(super) author: Option<String>,
    pub(super) date: Option<String>,
    /// True if the title is already in the text.
    pub(super) is_set: bool,
}

/// A source that is being read.
pub(super) struct Reader<'w> {
    pub(super) input: Input<'w>,
    pub(super) watch: &'w Watch,
    pub(super) macros: HashMap<String, Macro>,
    pub(super) environments: HashMap<String, (Macro, String)>,
    pub(super) conditions: HashMap<String, bool>,
    /// The open conditions.
    pub(super) branches: Vec<Branch>,
    pub(super) colors: HashMap<String, Color>,
    pub(super) marks: Marks,
    pub(super) state: State,
    pub(super) front: Front,
    pub(super) in_preamble: bool,
    pub(super) is_over: bool,
    pub(super) references: usize,
    in_references: bool,
    /// True in a formula if the next sign has no left operand.
    is_fresh: bool,
    groups: Vec<Group>,
    /// The text that is being gathered, and its purpose.
    pub(super) level: Level,
    pub(super) purpose: Purpose,
    /// The texts around it, from the paper inwards.
    around: Vec<(Purpose, Level)>,
}

impl Default for State {
    fn default() -> Self {
        let (is_math, has_ground, in_rows) = (false, false, false);
        State { kind: BlockKind::Paragraph, is_math, hidden: None, has_ground, in_rows, quotations: 0 }
    }
}

impl<'w> Reader<'w> {
    pub(super) fn new(source: &str, watch: &'w Watch) -> Self {
        Reader {
            input: Input::new(source, watch),
            watch,
            macros: HashMap::new(),
            environments: HashMap::new(),
            conditions: HashMap::new(),
            branches: vec![],
            colors: HashMap::new(),
            marks: Marks::new(),
            state: State::default(),
            front: Front::default(),
            in_preamble: false,
            is_over: false,
            references: 0,
            in_references: false,
            is_fresh: true,
            groups: vec![],
            level: Level::default(),
            purpose: Purpose::Body,
            around: vec![],
        }
    }

    /// Reads the whole source.
    pub(super) fn read(&mut self) -> Result<Vec<Item>, Fault> {
        let mut steps = 0;
        while let Some(token) = self.input.token() {
            steps += 1;
            if steps % STEP == 0 {
                self.watch.check()?;
            }
            self.token(token)?;
            if self.is_over {
                break;
            }
        }
        self.close_all(0);
        self.level.flush(self.kind());
        Ok(if self.in_preamble { vec![] } else { std::mem::take(&mut self.level.items) })
    }

    fn token(&mut self, token: Token) -> Result<(), Fault> {
        match token {
            Token::Command(name) => self.command(&name)?,
            Token::Char('$') => self.dollar()?,
            Token::Char('~') => self.blank(),
            Token::Char('&') => self.cell(),
            Token::Char('_' | '^') if self.state.is_math => {}
            Token::Char(c) if self.state.is_math => self.math(c),
            Token::Char(c) => self.char(c),
            Token::Blank if self.state.is_math => {}
            Token::Blank => self.blank(),
            Token::Paragraph => self.paragraph(),
            Token::Open => self.open(Closer::Brace, self.state, Ending::None)?,
            Token::Close => self.close_brace(),
        }
        Ok(())
    }

    /// Begins the text: everything before it only defines.
    pub(super) fn begin_document(&mut self) {
        self.groups.clear();
        self.around.clear();
        (self.purpose, self.level) = (Purpose::Body, Level::default());
        self.state = State { has_ground: self.state.has_ground, ..State::default() };
        self.in_preamble = false;
    }

    // Groups.

    pub(super) fn open(&mut self, closer: Closer, state: State, ending: Ending) -> Result<(), Fault> {
        self.watch.depth(u32::try_from(self.groups.len()).unwrap_or(u32::MAX))?;
        if let Ending::Level(purpose) = ending {
            self.around.push((self.purpose, std::mem::take(&mut self.level)));
            self.purpose = purpose;
        }
        self.groups.push(Group { closer, outer: self.state, ending });
        self.state = state;
        Ok(())
    }

    /// Opens the group of an argument that is read as text.
    pub(super) fn open_argument(&mut self, state: State, ending: Ending) -> Result<(), Fault> {
        self.input.skip_blanks();
        if !self.input.take('{') {
            let argument = self.input.argument()?;
            self.input.expand(&format!("{argument}}}"))?;
        }
        self.open(Closer::Brace, state, ending)
    }

    /// Closes a group and all groups inside it. Returns whether there was one.
    pub(super) fn close(&mut self, closer: &Closer) -> bool {
        let found = self.groups.iter().rposition(|group| group.closer == *closer);
        if let Some(at) = found {
            self.close_all(at);
        }
        found.is_some()
    }

    fn close_brace(&mut self) {
        for (at, group) in self.groups.iter().enumerate().rev() {
            match group.closer {
                Closer::Brace => return self.close_all(at),
                Closer::Environment(_) => return,
                _ => {}
            }
        }
    }

    /// Closes groups until only `count` are open.
    fn close_all(&mut self, count: usize) {
        while self.groups.len() > count {
            let Some(group) = self.groups.pop() else { return };
            match group.ending {
                Ending::None => {}
                Ending::Text(text) => self.push_str(text),
                Ending::Flush => self.flush(),
                Ending::References => {
                    self.flush();
                    self.in_references = false;
                }
                Ending::Level(purpose) => self.close_level(purpose),
            }
            self.state = group.outer;
            if self.state.is_math {
                self.is_fresh = false;
            }
        }
    }

    fn close_level(&mut self, purpose: Purpose) {
        let kind = self.kind();
        let Some((outer_purpose, outer)) = self.around.pop() else { return };
        let mut level = std::mem::replace(&mut self.level, outer);
        self.purpose = outer_purpose;
        match purpose {
            Purpose::Body => {}
            Purpose::Title => {
                self.front.title = Some(level.into_item(BlockKind::Heading(1)));
                if !self.in_preamble {
                    self.write_title();
                }
            }
            Purpose::Author => self.front.author = Some(level.into_item(BlockKind::Paragraph).text()),
            Purpose::Date => self.front.date = Some(level.into_item(BlockKind::Paragraph).text()),
            Purpose::Heading(number) => {
                let item = level.into_item(BlockKind::Heading(number));
                self.in_references = is_references(&item.text());
                self.add(item);
            }
            Purpose::Caption => self.add(level.into_item(BlockKind::Caption)),
            Purpose::Footnote => self.level.note(level.into_item(BlockKind::Footnote)),
            Purpose::Float => {
                level.flush(kind);
                match self.level.is_empty() {
                    true => self.level.items.extend(level.items),
                    false => self.level.after.extend(level.items),
                }
            }
            Purpose::Table => self.add(table(level.into_item(BlockKind::Table))),
        }
    }

    /// Adds a block. Cells of a table have no blocks, so there it follows the table.
    fn add(&mut self, item: Item) {
        if self.purpose == Purpose::Table {
            self.level.after.push(item);
        } else {
            self.flush();
            self.level.items.push(item);
        }
    }

    pub(super) fn write_title(&mut self) {
        let Some(title) = &mut self.front.title else { return };
        if !std::mem::replace(&mut self.front.is_set, true) {
            let item = Item {
                kind: title.kind,
                pieces: title.pieces.clone(),
                after: std::mem::take(&mut title.after),
            };
            self.add(item);
        }
    }

    /// Closes groups that an author forgot to close before a heading.
    pub(super) fn close_unfinished(&mut self) {
        use Purpose::*;
        let first = self.groups.iter().position(|group| {
            matches!(group.ending, Ending::Level(Title | Author | Date | Heading(_) | Footnote | Caption))
        });
        if let Some(at) = first {
            self.close_all(at);
        }
    }

    // Text.

    pub(super) fn kind(&self) -> BlockKind {
        match self.state.kind {
            BlockKind::Paragraph if self.in_references => BlockKind::Reference,
            kind => kind,
        }
    }

    /// Adds a text.
    pub(super) fn push_str(&mut self, text: &str) {
        for c in text.chars() {
            self.push(c);
        }
    }

    pub(super) fn push(&mut self, c: char) {
        self.level.push(c, self.state.hidden);
    }

    pub(super) fn blank(&mut self) {
        self.level.blank();
    }

    /// Ends the open block. In a cell of a table, which is a single block, adds a blank.
    pub(super) fn flush(&mut self) {
        match self.purpose {
            Purpose::Table => self.blank(),
            _ => self.level.flush(self.kind()),
        }
    }

    /// Ends a paragraph, at an empty line.
    fn paragraph(&mut self) {
        if let Purpose::Heading(_) = self.purpose {
            // The brace of the heading was forgotten.
            self.close_unfinished();
            return;
        }
        if self.state.is_math {
            let inline = self
                .groups
                .iter()
                .rposition(|group| matches!(group.closer, Closer::Dollar | Closer::Command(")")));
            let Some(at) = inline else { return };
            self.close_all(at);
        }
        self.flush();
    }

    /// Ends a line that its author ended.
    pub(super) fn line(&mut self) {
        let breaks = match self.purpose {
            _ if self.state.is_math || self.state.in_rows => false,
            Purpose::Body | Purpose::Float | Purpose::Table => true,
            _ => false,
        };
        if breaks { self.level.push('\n', None) } else { self.blank() }
    }

    /// Ends a cell.
    fn cell(&mut self) {
        let ends = self.purpose == Purpose::Table && !self.state.is_math && !self.state.in_rows;
        if ends { self.level.push('\t', None) } else { self.blank() }
    }

    /// Adds a character of text. With the characters behind it, it may stand for another one.
    fn char(&mut self, c: char) {
        let other = match c {
            '`' if self.input.take('`') => '“',
            '`' => '‘',
            '\'' if self.input.take('\'') => '”',
            '\'' => '’',
            '-' if self.input.take('-') => match self.input.take('-') {
                true => '—',
                false => '–',
            },
            ',' if self.input.take(',') => '„',
            '!' if self.input.take('`') => '¡',
            '?' if self.input.take('`') => '¿',
            c => c,
        };
        self.push(other);
    }

    // Formulas.

    fn dollar(&mut self) -> Result<(), Fault> {
        if self.state.is_math {
            if self.close(&Closer::Dollar) {
                return Ok(());
            }
            if self.close(&Closer::Dollars) {
                self.input.take('$');
            }
            return Ok(());
        }
        match self.input.take('$') {
            true => self.open_display(Closer::Dollars),
            false => self.open_math(Closer::Dollar, Ending::None),
        }
    }

    /// Opens a displayed formula: a paragraph of its own, as on the page.
    pub(super) fn open_display(&mut self, closer: Closer) -> Result<(), Fault> {
        self.flush();
        self.open_math(closer, Ending::Flush)
    }

    pub(super) fn open_math(&mut self, closer: Closer, ending: Ending) -> Result<(), Fault> {
        self.is_fresh = true;
        self.open(closer, State { is_math: true, ..self.state }, ending)
    }

    /// Adds a character of a formula, with blanks around signs between two operands.
    pub(super) fn math(&mut self, c: char) {
        let divides = is_operator(c) && !(self.is_fresh && matches!(c, '-' | '+' | '±' | '*'));
        if divides {
            self.blank();
        }
        self.push(match c {
            '-' => '−',
            '\'' => '′',
            c => c,
        });
        if divides || c == ',' {
            self.blank();
        }
        self.is_fresh = is_operator(c) || matches!(c, '(' | '[' | '{' | ',');
    }
}

/// Returns a table as a block. A table of one column only sets the layout, and is a paragraph.
fn table(item: Item) -> Item {
    let has_cells = item.pieces.iter().any(|piece| matches!(piece, Piece::Text(text) if text.contains('\t')));
    let kind = if has_cells { BlockKind::Table } else { BlockKind::Paragraph };
    Item { kind, ..item }
}

/// The signs that stand between two operands in a formula.
const OPERATORS: &str = "=<>+-*±×·≤≥≠≈≡∼≃≅∝≪≫∪∩∧∨∈∉⊂⊆⊃⊇→←↔⇒⇐⇔↦⊕⊗≔";

fn is_operator(c: char) -> bool {
    OPERATORS.contains(c)
}
