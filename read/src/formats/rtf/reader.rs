//! Walks through the tokens of a file and gathers the text of its paragraphs.

use std::collections::HashMap;

use encoding_rs::{Encoding, WINDOWS_1252};

use super::blocks::Place;
use super::encodings::{is_wide, of_page, page_of_set};
use super::looks::Cells;
use super::tokens::{Token, Tokens};
use super::words::{Entry, Target, sign, target};
use crate::formats::Fault;
use crate::formats::colors::Color;
use crate::formats::limits::Watch;
use crate::formats::story::{self, Story};
use ibid::{Document, Metadata};

/// The number of tokens between two checks of the watch.
const STEP: usize = 1024;

/// The state that lasts until the end of a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    pub(super) target: Target,
    font: i32,
    pub(super) is_hidden: bool,
    is_deleted: bool,
    pub(super) color: i32,
    pub(super) ground: i32,
    pub(super) size: i32,
    /// The width of letters, in hundredths.
    pub(super) scale: i32,
    /// The number of substitute characters behind each Unicode character, for readers without Unicode.
    substitutes: i32,
    pub(super) paragraph: Paragraph,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Paragraph {
    pub(super) style: i32,
    pub(super) level: Option<u8>,
    pub(super) in_table: bool,
    pub(super) ground: i32,
    /// The height of the lines. An exact height is negative.
    pub(super) line: i32,
    pub(super) left: i32,
    pub(super) right: i32,
}

#[derive(Debug, Default)]
pub(super) struct Style {
    pub(super) name: String,
    pub(super) based_on: Option<i32>,
    pub(super) level: Option<u8>,
}

/// A file that is being read.
pub(super) struct Reader<'w> {
    watch: &'w Watch,
    pub(super) state: State,
    groups: Vec<State>,
    pub(super) story: Story<'w>,
    /// The paragraph, and the open notes and boxes in it.
    pub(super) levels: Vec<story::Paragraph>,
    pub(super) place: Place,
    pub(super) cells: Cells,
    /// The name of the shape property that is read; `fill` is the color of the shape.
    pub(super) property: String,
    pub(super) fill: Option<Color>,
    page: i32,
    fonts: HashMap<i32, i32>,
    pub(super) styles: HashMap<i32, Style>,
    pub(super) colors: Vec<[i32; 3]>,
    color: [i32; 3],
    metadata: Metadata,
    /// Bytes of text that wait to be decoded.
    bytes: Vec<u8>,
    /// The first half of a Unicode character that is written as a surrogate pair.
    half: Option<u16>,
    /// The number of substitute characters still to be skipped.
    left_out: i32,
    /// True if the group that was just opened is marked as optional.
    may_skip: bool,
}

impl<'w> Reader<'w> {
    pub(super) fn new(watch: &'w Watch) -> Self {
        let state = State {
            target: Target::Text,
            font: 0,
            is_hidden: false,
            is_deleted: false,
            color: 0,
            ground: 0,
            size: 24,
            scale: 100,
            substitutes: 1,
            paragraph: Paragraph::default(),
        };
        Reader {
            watch,
            state,
            groups: vec![],
            story: Story::new(watch),
            levels: vec![story::Paragraph::default()],
            place: Place::Outside,
            cells: Cells::default(),
            property: String::new(),
            fill: None,
            page: 1252,
            fonts: HashMap::new(),
            styles: HashMap::new(),
            colors: vec![],
            color: [0; 3],
            metadata: Metadata::default(),
            bytes: vec![],
            half: None,
            left_out: 0,
            may_skip: false,
        }
    }

    pub(super) fn read(mut self, bytes: &[u8]) -> Result<Document, Fault> {
        for (number, token) in Tokens::new(bytes).enumerate() {
            if number % STEP == 0 {
                self.watch.check()?;
            }
            self.token(token)?;
        }
        self.decode();
        while !self.groups.is_empty() {
            self.close();
        }
        self.end_paragraph()?;
        self.end_table();
        let Metadata { title, author, date, .. } = self.metadata;
        let metadata = Metadata {
            title: title.as_deref().map(tidy),
            author: author.as_deref().map(tidy),
            date: date.as_deref().map(tidy),
            ..Metadata::default()
        };
        Ok(self.story.finish(metadata))
    }

    fn token(&mut self, token: Token<'_>) -> Result<(), Fault> {
        if let Token::Byte(byte) | Token::Coded(byte) = token {
            if self.left_out > 0 {
                self.left_out -= 1;
            } else if self.state.target != Target::Skipped {
                self.bytes.push(byte);
            }
            return Ok(());
        }
        self.decode();
        match token {
            Token::Open => {
                self.left_out = 0;
                self.groups.push(self.state);
                self.watch.depth(u32::try_from(self.groups.len()).unwrap_or(u32::MAX))?;
            }
            Token::Close => self.close(),
            Token::Symbol(b'*') => {
                self.may_skip = true;
                return Ok(());
            }
            Token::Symbol(mark) => self.symbol(mark)?,
            Token::Word(word, number) => {
                let may_skip = std::mem::take(&mut self.may_skip);
                if self.state.target != Target::Skipped {
                    self.word(word, number, may_skip)?;
                }
            }
            Token::Byte(_) | Token::Coded(_) => {}
        }
        self.may_skip = false;
        Ok(())
    }

    /// Ends a group.
    fn close(&mut self) {
        self.left_out = 0;
        let Some(outer) = self.groups.pop() else { return };
        let inner = std::mem::replace(&mut self.state, outer);
        let is_level = matches!(inner.target, Target::Note | Target::Box);
        if is_level && outer.target != inner.target && self.levels.len() > 1 {
            let Some(inside) = self.levels.pop() else { return };
            let Some(around) = self.levels.last_mut() else { return };
            match inner.target {
                Target::Note => self.story.add_note(around, inside),
                _ => around.add_box(inside),
            }
        }
    }

    /// Decodes the waiting bytes in the encoding of their font.
    fn decode(&mut self) {
        if self.bytes.is_empty() {
            return;
        }
        let bytes = std::mem::take(&mut self.bytes);
        let (text, _, _) = self.encoding().decode(&bytes);
        self.text(&text);
    }

    fn encoding(&self) -> &'static Encoding {
        let set = self.fonts.get(&self.state.font).copied();
        let page = match set.and_then(page_of_set) {
            Some(page) if page != 1252 || !is_wide(self.page) => page,
            _ => self.page,
        };
        of_page(page).unwrap_or(WINDOWS_1252)
    }

    fn symbol(&mut self, mark: u8) -> Result<(), Fault> {
        if self.left_out > 0 {
            self.left_out -= 1;
            return Ok(());
        }
        match mark {
            b'~' => self.text("\u{a0}"),
            b'_' => self.text("-"),
            b'\\' | b'{' | b'}' => self.text(char::from(mark).encode_utf8(&mut [0; 4])),
            b'\r' | b'\n' => self.end_paragraph()?,
            b'\t' => self.text("\t"),
            _ => {}
        }
        Ok(())
    }

    pub(super) fn text(&mut self, text: &str) {
        match self.state.target {
            Target::Text | Target::Note | Target::Box if !self.state.is_deleted => {
                let hidden = self.hidden();
                if let Some(level) = self.levels.last_mut() {
                    level.push(hidden, text);
                }
            }
            Target::Styles => {
                let style = self.styles.entry(self.state.paragraph.style).or_default();
                style.name.push_str(text.trim_end_matches(';'));
            }
            Target::Colors => {
                for _ in text.matches(';') {
                    self.colors.push(std::mem::take(&mut self.color));
                }
            }
            Target::Entry(entry) => self.entry(entry).push_str(text),
            Target::Property => self.property.push_str(text),
            Target::Value => self.property(text),
            _ => {}
        }
    }

    fn entry(&mut self, entry: Entry) -> &mut String {
        let place = match entry {
            Entry::Title => &mut self.metadata.title,
            Entry::Author => &mut self.metadata.author,
            Entry::Date => &mut self.metadata.date,
        };
        place.get_or_insert_default()
    }

    fn word(&mut self, word: &str, number: Option<i32>, may_skip: bool) -> Result<(), Fault> {
        if let Some(target) = target(word) {
            self.enter(target);
            return Ok(());
        }
        // The content of this group was already written for readers without Unicode.
        if word == "ud" {
            return Ok(());
        }
        if may_skip {
            self.state.target = Target::Skipped;
            return Ok(());
        }
        if let Some(text) = sign(word) {
            if self.left_out > 0 {
                self.left_out -= 1;
            } else {
                self.text(text);
            }
            return Ok(());
        }
        let value = number.unwrap_or(1);
        match word {
            "u" => self.unicode(value),
            "uc" => self.state.substitutes = value.clamp(0, 16),
            "par" | "sect" | "page" => self.end_paragraph()?,
            "cell" | "nestcell" => self.end_cell()?,
            "row" if self.levels.len() == 1 => {
                self.end_row()?;
                self.cells.word(word, value);
                self.state.paragraph.in_table = false;
            }
            "trowd" | "clcbpat" | "cellx" => self.cells.word(word, value),
            "ansicpg" => self.page = value,
            "mac" => self.page = 10000,
            "fcharset" => _ = self.fonts.insert(self.state.font, value),
            "red" => self.color[0] = value,
            "green" => self.color[1] = value,
            "blue" => self.color[2] = value,
            "yr" | "mo" | "dy" => self.date(word, value),
            _ => self.look(word, number),
        }
        Ok(())
    }

    /// Reads a control word about the looks of the text behind it.
    fn look(&mut self, word: &str, number: Option<i32>) {
        let state = &mut self.state;
        let is_on = number != Some(0);
        let value = number.unwrap_or(0);
        match word {
            "f" => state.font = value,
            "v" => state.is_hidden = is_on,
            "deleted" => state.is_deleted = is_on,
            "cf" => state.color = value,
            "cb" | "highlight" | "chcbpat" => state.ground = value,
            "cbpat" => state.paragraph.ground = value,
            "charscalex" => state.scale = number.unwrap_or(100),
            "sl" => state.paragraph.line = value,
            "fs" => state.size = number.unwrap_or(24),
            "plain" => {
                (state.is_hidden, state.is_deleted, state.ground) = (false, false, 0);
                (state.color, state.size, state.scale) = (0, 24, 100);
            }
            "pard" => state.paragraph = Paragraph::default(),
            "s" => state.paragraph.style = value,
            "intbl" => state.paragraph.in_table = true,
            "li" => state.paragraph.left = value,
            "ri" => state.paragraph.right = value,
            "outlinelevel" => {
                let level = match u8::try_from(value) {
                    Ok(level @ ..9) => Some(level + 1),
                    _ => None,
                };
                state.paragraph.level = level;
                if state.target == Target::Styles {
                    self.styles.entry(state.paragraph.style).or_default().level = level;
                }
            }
            "sbasedon" if state.target == Target::Styles => {
                self.styles.entry(state.paragraph.style).or_default().based_on = number;
            }
            _ => {}
        }
    }

    fn enter(&mut self, target: Target) {
        if matches!(target, Target::Note | Target::Box) {
            // A shape may stand where there is no text, such as on the background of the pages.
            if matches!(self.state.target, Target::Text | Target::Shape | Target::Box) {
                self.levels.push(story::Paragraph::default());
                self.state.paragraph = Paragraph::default();
            } else {
                return;
            }
        }
        match target {
            Target::Property => self.property.clear(),
            Target::Shape if self.state.target != Target::Shape => self.fill = None,
            _ => {}
        }
        if let Target::Entry(entry) = target {
            self.entry(entry).clear();
        }
        self.state.target = target;
    }

    /// Adds a Unicode character. Characters beyond U+FFFF are written as surrogate pairs.
    fn unicode(&mut self, number: i32) {
        self.left_out = self.state.substitutes;
        let Ok(unit) = u16::try_from(number & 0xFFFF) else { return };
        let units = self.half.take().into_iter().chain([unit]);
        for c in char::decode_utf16(units) {
            match c {
                Ok(c) => self.text(c.encode_utf8(&mut [0; 4])),
                Err(half) => {
                    self.half = (0xD800..0xDC00).contains(&half.unpaired_surrogate()).then_some(unit)
                }
            }
        }
    }

    fn date(&mut self, word: &str, value: i32) {
        if self.state.target == Target::Entry(Entry::Date) {
            let text = if word == "yr" { format!("{value}") } else { format!("-{value:02}") };
            self.entry(Entry::Date).push_str(&text);
        }
    }
}

/// Returns a field of the metadata without the mark that may end it.
fn tidy(text: &str) -> String {
    text.trim().trim_end_matches(';').to_owned()
}
