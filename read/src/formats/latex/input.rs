//! The unread rest of a source: its characters and, before them, the texts of expanded macros.

use std::rc::Rc;

use crate::formats::Fault;
use crate::formats::limits::Watch;

/// The most macros whose expansions may be open inside one another.
const FRAMES: usize = 1000;
/// The most bytes that all macros of a paper may expand to.
const EXPANDED: usize = 16 << 20;
/// The bytes that each use of a macro counts in addition to its text.
const EXPANSION: usize = 16;
/// The most characters that are searched for the end of an optional argument. It and the limit on opening brackets
/// below bound the cost of a bracket that is never closed.
const OPTIONAL: usize = 2000;
const BRACKETS: u32 = 8;

/// A token: the smallest unit with a meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Command(String),
    Char(char),
    Blank,
    Paragraph,
    Open,
    Close,
}

#[derive(Debug)]
struct Frame {
    text: Rc<str>,
    at: usize,
}

impl Frame {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }
}

/// The unread rest of a source.
#[derive(Debug)]
pub(super) struct Input<'w> {
    frames: Vec<Frame>,
    expanded: usize,
    watch: &'w Watch,
}

impl<'w> Input<'w> {
    pub(super) fn new(text: &str, watch: &'w Watch) -> Self {
        Input { frames: vec![Frame { text: text.into(), at: 0 }], expanded: 0, watch }
    }

    /// Puts a text before the rest. The total of such texts is bounded.
    pub(super) fn expand(&mut self, text: &str) -> Result<(), Fault> {
        self.expanded = self.expanded.saturating_add(text.len() + EXPANSION);
        if self.expanded > EXPANDED {
            let what = format!("macros that stand for more than {EXPANDED} bytes");
            return Err(Fault::TooLarge { what, limit: EXPANDED as u64 });
        }
        self.watch.unpack((text.len() + EXPANSION) as u64)?;
        self.put_back(text)
    }

    /// Puts back text that was read.
    fn put_back(&mut self, text: &str) -> Result<(), Fault> {
        self.peek();
        self.frames.push(Frame { text: text.into(), at: 0 });
        match self.frames.len() > FRAMES {
            true => Err(Fault::TooLarge {
                what: "macros that stand for one another".into(),
                limit: FRAMES as u64,
            }),
            false => Ok(()),
        }
    }

    /// Returns the next character without taking it.
    pub(super) fn peek(&mut self) -> Option<char> {
        loop {
            let frame = self.frames.last()?;
            if let Some(c) = frame.rest().chars().next() {
                return Some(c);
            }
            if self.frames.len() == 1 {
                return None;
            }
            self.frames.pop();
        }
    }

    /// Returns the next character of the same text: the name of a command does not continue behind the macro that it
    /// ends.
    fn peek_here(&self) -> Option<char> {
        self.frames.last()?.rest().chars().next()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        if let Some(frame) = self.frames.last_mut() {
            frame.at += c.len_utf8();
        }
        Some(c)
    }

    /// Takes the next character if it is `c`. Returns whether it was.
    pub(super) fn take(&mut self, c: char) -> bool {
        let is_next = self.peek() == Some(c);
        if is_next {
            self.next();
        }
        is_next
    }

    /// Takes the text up to a mark, and the mark. Without the mark, takes all the rest.
    pub(super) fn take_until(&mut self, mark: &str) -> String {
        self.peek();
        let Some(frame) = self.frames.last_mut() else { return String::new() };
        let rest = frame.rest();
        let (text, taken) = match rest.find(mark) {
            Some(at) => (rest.get(..at).unwrap_or_default().to_owned(), at + mark.len()),
            None => (rest.to_owned(), rest.len()),
        };
        frame.at += taken;
        text
    }

    /// Skips the text up to a mark, and the mark, if it is near.
    pub(super) fn skip_until(&mut self, mark: &str) {
        let Some(frame) = self.frames.last_mut() else { return };
        let rest = frame.rest();
        let near = match rest.char_indices().nth(OPTIONAL) {
            Some((end, _)) => rest.get(..end).unwrap_or(rest),
            None => rest,
        };
        if let Some(at) = near.find(mark) {
            frame.at += at + mark.len();
        }
    }

    pub(super) fn token(&mut self) -> Option<Token> {
        loop {
            let token = match self.next()? {
                '\\' => Token::Command(self.name()),
                '{' => Token::Open,
                '}' => Token::Close,
                '%' => {
                    self.skip_comment();
                    continue;
                }
                '\n' | '\r' if self.skip_lines() => Token::Paragraph,
                c if c.is_ascii_whitespace() => {
                    self.skip_spaces();
                    Token::Blank
                }
                c => Token::Char(c),
            };
            return Some(token);
        }
    }

    /// Reads the name of a command, behind its backslash, and the blanks behind the name.
    fn name(&mut self) -> String {
        let mut name = String::new();
        while let Some(c @ ('a'..='z' | 'A'..='Z' | '@')) = self.peek_here() {
            name.push(c);
            self.next();
        }
        if name.is_empty() {
            name.extend(self.next());
        } else if self.peek_here().is_some() {
            self.skip_blanks();
        }
        name
    }

    /// Skips the rest of a comment, its line end and the blanks at the start of the next line.
    pub(super) fn skip_comment(&mut self) {
        while !matches!(self.next(), None | Some('\n')) {}
        self.skip_spaces();
    }

    fn skip_spaces(&mut self) {
        while matches!(self.peek(), Some(' ' | '\t')) {
            self.next();
        }
    }

    /// Skips blanks and line ends behind a line end. Returns whether there was a further line end.
    fn skip_lines(&mut self) -> bool {
        let mut is_empty = false;
        while let Some(c) = self.peek()
            && c.is_ascii_whitespace()
        {
            is_empty |= c == '\n';
            self.next();
        }
        is_empty
    }

    /// Skips blanks, comments and one line end. An empty line stays.
    pub(super) fn skip_blanks(&mut self) {
        while let Some(c) = self.peek() {
            match c {
                ' ' | '\t' | '\r' => {}
                '\n' if !self.is_before_empty_line() => {}
                '%' => {
                    self.skip_comment();
                    continue;
                }
                _ => return,
            }
            self.next();
        }
    }

    /// Returns whether a line end, which comes next, is followed by an empty line.
    fn is_before_empty_line(&self) -> bool {
        let rest = self.frames.last().map_or("", Frame::rest);
        let line = rest.strip_prefix('\n').unwrap_or_default();
        line.trim_start_matches([' ', '\t', '\r']).starts_with('\n')
    }

    /// Reads an argument as it stands, without its braces: a group, a command or a character.
    pub(super) fn argument(&mut self) -> Result<String, Fault> {
        self.skip_blanks();
        match self.peek() {
            Some('{') => {
                self.next();
                self.group()
            }
            Some('\\') => {
                self.next();
                Ok(format!("\\{}", self.name()))
            }
            Some('}') | None => Ok(String::new()),
            Some(c) => {
                self.next();
                Ok(c.to_string())
            }
        }
    }

    /// Reads the content of a group, behind its opening brace, up to the closing brace.
    fn group(&mut self) -> Result<String, Fault> {
        let (mut text, mut depth) = (String::new(), 1);
        while let Some(c) = self.next() {
            match c {
                '{' => {
                    depth += 1;
                    self.watch.depth(depth)?;
                }
                '}' => depth -= 1,
                '%' => {
                    self.skip_comment();
                    continue;
                }
                _ => {}
            }
            if depth == 0 {
                break;
            }
            text.push(c);
            if c == '\\' {
                text.extend(self.next());
            }
        }
        Ok(text)
    }

    /// Reads an optional argument, if there is one.
    pub(super) fn optional(&mut self) -> Result<Option<String>, Fault> {
        self.skip_blanks();
        if !self.take('[') {
            return Ok(None);
        }
        let (mut text, mut depth, mut brackets) = (String::new(), 0_u32, 0);
        for _ in 0..OPTIONAL {
            if brackets > BRACKETS {
                break;
            }
            match self.next() {
                Some(']') if depth == 0 => return Ok(Some(text)),
                Some('%') => self.skip_comment(),
                Some('\\') => {
                    text.push('\\');
                    text.extend(self.next());
                }
                Some(c) => {
                    match c {
                        '{' => depth += 1,
                        '[' => brackets += 1,
                        // Here ends the group around the bracket.
                        '}' if depth == 0 => {
                            text.push(c);
                            break;
                        }
                        '}' => depth -= 1,
                        _ => {}
                    }
                    text.push(c);
                }
                None => break,
            }
        }
        self.put_back(&text)?;
        self.put_back("[")?;
        // A bracket that is no argument is text in brackets.
        Ok(None)
    }

    /// Skips a length or a number, as in `\vskip 3pt plus 1fil` and `\parindent=0pt`.
    pub(super) fn skip_length(&mut self) {
        self.skip_blanks();
        self.take('=');
        self.skip_blanks();
        loop {
            self.take('-');
            let mut has_number = false;
            while matches!(self.peek(), Some('0'..='9' | '.')) {
                has_number = true;
                self.next();
            }
            if !has_number {
                return;
            }
            let units = ["pt", "cm", "mm", "in", "em", "ex", "mu", "sp", "bp", "fil", "fill", "filll"];
            self.skip_blanks();
            self.skip_word(&units);
            self.skip_blanks();
            if !self.skip_word(&["plus", "minus"]) {
                return;
            }
            self.skip_blanks();
        }
    }

    /// Takes a unit of length, if there is one. Returns its size in points, 1 without a unit.
    pub(super) fn unit(&mut self) -> f64 {
        const UNITS: [(&str, f64); 6] =
            [("pt", 1.0), ("cm", 28.45), ("mm", 2.845), ("in", 72.27), ("bp", 1.004), ("sp", 1.0 / 65536.0)];
        for (unit, points) in UNITS {
            if self.skip_word(&[unit]) {
                return points;
            }
        }
        1.0
    }

    /// Skips one of some words, if one stands here. Returns whether it did.
    fn skip_word(&mut self, words: &[&str]) -> bool {
        let Some(frame) = self.frames.last_mut() else { return false };
        let rest = frame.rest();
        let length = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len()).min(5);
        let is_one = words.contains(&rest.get(..length).unwrap_or_default());
        if is_one {
            frame.at += length;
        }
        is_one
    }
}
