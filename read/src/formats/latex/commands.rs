//! The effects of commands.

use unicode_normalization::UnicodeNormalization;

use super::environments::{Environment, environment};
use super::input::{Input, Token};
use super::meanings::{Meaning, meaning};
use super::reader::{Closer, Ending, Purpose, Reader, State};
use crate::formats::Fault;
use crate::formats::paper_builder::one_line;
use ibid::structure::BlockKind;

impl Reader<'_> {
    pub(super) fn command(&mut self, name: &str) -> Result<(), Fault> {
        if let Some(found) = self.macros.get(name).cloned() {
            let arguments = found.arguments(&mut self.input)?;
            return self.input.expand(&found.with(&arguments));
        }
        match meaning(name) {
            Some(meaning) => self.follow(meaning, name),
            None if name == "and" => {
                self.level.gone();
                self.push(',');
                self.blank();
                Ok(())
            }
            None => self.unknown(name),
        }
    }

    fn follow(&mut self, meaning: Meaning, name: &str) -> Result<(), Fault> {
        let state = self.state;
        match meaning {
            Meaning::Sign(text) => self.sign(text),
            Meaning::Function(name) => self.function(name),
            Meaning::Accent(mark) => return self.accent(mark, name),
            Meaning::Skip(letters) => return self.skip(letters),
            Meaning::Length => self.input.skip_length(),
            Meaning::Reference(letters) => {
                self.skip(letters)?;
                self.level.gone();
            }
            Meaning::Level(purpose) => return self.front_or_heading(purpose),
            Meaning::MakeTitle => self.write_title(),
            Meaning::Begin => return self.begin(),
            Meaning::End => return self.end(),
            Meaning::Footnote(letters) => {
                self.skip(letters)?;
                let state = State { kind: BlockKind::Footnote, is_math: false, ..state };
                return self.open_argument(state, Ending::Level(Purpose::Footnote));
            }
            Meaning::FootCite => {
                self.open(Closer::Brace, state, Ending::Level(Purpose::Footnote))?;
                self.cite()?;
                self.close(&Closer::Brace);
            }
            Meaning::Cite => return self.cite(),
            Meaning::Caption(letters) => {
                self.skip(letters)?;
                let state = State { kind: BlockKind::Caption, is_math: false, in_rows: false, ..state };
                return self.open_argument(state, Ending::Level(Purpose::Caption));
            }
            Meaning::Item => return self.item(),
            Meaning::BibItem => return self.bib_item(),
            Meaning::Paragraph => self.flush(),
            Meaning::Line => return self.end_line(),
            _ => return self.follow_inline(meaning, name),
        }
        Ok(())
    }

    /// Follows a command that changes text inside a block, or defines something.
    fn follow_inline(&mut self, meaning: Meaning, name: &str) -> Result<(), Fault> {
        let state = self.state;
        match meaning {
            Meaning::TextInMath => {
                self.open_argument(State { is_math: false, in_rows: true, ..state }, Ending::None)?;
                self.state.in_rows = state.in_rows || state.is_math;
            }
            Meaning::Quotation => return self.quotation(),
            Meaning::BlockQuotation => {
                self.skip("oo")?;
                self.flush();
                return self.open_argument(State { kind: BlockKind::Quote, ..state }, Ending::Flush);
            }
            Meaning::Fraction => return self.fraction(),
            Meaning::Binomial => {
                let (above, below) = (self.input.argument()?, self.input.argument()?);
                return self.input.expand(&format!("({above}\\ {below})"));
            }
            Meaning::Verbatim(letters) => {
                self.skip(letters)?;
                self.verb();
            }
            Meaning::Url => {
                let url = self.url();
                self.push_str(&url);
            }
            Meaning::Href => _ = self.url(),
            Meaning::OpenMath(end) if !state.is_math => {
                let closer = Closer::Command(end);
                return match end {
                    "]" => self.open_display(closer),
                    _ => self.open_math(closer, Ending::None),
                };
            }
            Meaning::CloseMath(end) => _ = self.close(&Closer::Command(end)),
            Meaning::RepeatedHead => self.input.skip_until("\\endhead"),
            Meaning::Space if self.input.peek().is_some_and(char::is_alphanumeric) => self.blank(),
            Meaning::Color | Meaning::ColorText | Meaning::Ground(_) | Meaning::Phantom | Meaning::Size => {
                return self.look(meaning);
            }
            _ => return self.define(meaning, name),
        }
        Ok(())
    }

    fn unknown(&mut self, name: &str) -> Result<(), Fault> {
        if self.follow_condition(name)? {
            return Ok(());
        }
        match name {
            "char" | "Uchar" => {
                if let Some(code) = self.number()?
                    && let Some(c) = char::from_u32(code as u32)
                {
                    if c == ' ' { self.blank() } else { self.push(c) }
                }
            }
            "symbol" => {
                let code = self.input.argument()?;
                self.input.expand(&format!("\\char {code} "))?;
            }
            "csname" => {
                let name = self.input.take_until("\\endcsname");
                self.input.skip_blanks();
                self.input.expand(&format!("\\{} ", name.trim()))?;
            }
            "pagecolor" => {
                let (model, color) = (self.input.optional()?, self.input.argument()?);
                self.state.has_ground = !self.is_white(model.as_deref(), &color);
            }
            "colorlet" => {
                let (name, color) = (self.input.argument()?, self.input.argument()?);
                self.define_color(&name, None, &color);
            }
            "scalebox" => {
                let share = self.input.argument()?;
                self.input.optional()?;
                return self.open_scaled(share.trim().parse().unwrap_or(1.0));
            }
            "texttransparent" => {
                let share = self.input.argument()?.trim().parse().unwrap_or(1.0);
                return self.open_scaled(share);
            }
            "tikz" => {
                self.input.optional()?;
                let drawing = match self.input.peek() {
                    Some('{') => self.input.argument()?,
                    _ => self.input.take_until(";"),
                };
                return self.draw(&drawing);
            }
            _ => {}
        }
        Ok(())
    }

    /// Adds the text of a drawing as a block of its own.
    fn draw(&mut self, drawing: &str) -> Result<(), Fault> {
        let source = super::drawings::source(drawing);
        if source.is_empty() {
            return Ok(());
        }
        self.flush();
        self.input.expand(&format!("{source}\\par "))
    }

    // Blocks.

    /// Gathers the text of a heading, or one of the title page.
    fn front_or_heading(&mut self, purpose: Purpose) -> Result<(), Fault> {
        self.close_unfinished();
        self.skip("so")?;
        let state = State { kind: BlockKind::Paragraph, is_math: false, ..self.state };
        self.open_argument(state, Ending::Level(purpose))
    }

    fn begin(&mut self) -> Result<(), Fault> {
        let name = self.input.argument()?.trim().to_owned();
        if let Some((begin, _)) = self.environments.get(&name).cloned() {
            let arguments = begin.arguments(&mut self.input)?;
            return self.input.expand(&begin.with(&arguments));
        }
        let (found, skipped) = environment(&name).unwrap_or((Environment::Block, "o"));
        self.skip(skipped)?;
        let state = self.state;
        let closer = Closer::Environment(name.clone());
        match found {
            Environment::Document => self.begin_document(),
            Environment::Inline => return self.open_math(closer, Ending::None),
            Environment::Display => return self.open_display(closer),
            Environment::Rows => return self.open(closer, State { in_rows: true, ..state }, Ending::None),
            Environment::Table => return self.begin_table(closer),
            Environment::Float => return self.open(closer, state, Ending::Level(Purpose::Float)),
            Environment::Verbatim => self.code(&name),
            Environment::Drawing => {
                let drawing = self.input.take_until(&format!("\\end{{{name}}}"));
                return self.draw(&drawing);
            }
            Environment::Drop => _ = self.input.take_until(&format!("\\end{{{name}}}")),
            found => return self.begin_block(found, closer),
        }
        Ok(())
    }

    fn begin_block(&mut self, found: Environment, closer: Closer) -> Result<(), Fault> {
        self.flush();
        let state = self.state;
        match found {
            Environment::Quote => self.open(closer, State { kind: BlockKind::Quote, ..state }, Ending::Flush),
            Environment::Ground => self.open(closer, State { has_ground: true, ..state }, Ending::Flush),
            Environment::Abstract => {
                self.open(closer, state, Ending::Flush)?;
                self.input.expand("\\section*{\\abstractname}")
            }
            Environment::References => {
                self.open(closer, State { kind: BlockKind::Reference, ..state }, Ending::References)?;
                self.input.expand("\\section*{\\refname}")
            }
            _ => self.open(closer, state, Ending::Flush),
        }
    }

    /// Opens a table. A table in a cell becomes text of the cell.
    fn begin_table(&mut self, closer: Closer) -> Result<(), Fault> {
        if self.purpose == Purpose::Table || self.state.is_math {
            return self.open(closer, State { in_rows: true, ..self.state }, Ending::None);
        }
        self.open(closer, self.state, Ending::Level(Purpose::Table))
    }

    fn end(&mut self) -> Result<(), Fault> {
        let name = self.input.argument()?.trim().to_owned();
        if let Some((_, end)) = self.environments.get(&name) {
            let end = end.clone();
            return self.input.expand(&end);
        }
        self.is_over = name == "document";
        self.close(&Closer::Environment(name));
        Ok(())
    }

    /// Reads lines that are kept as they are, up to the end of their environment.
    fn code(&mut self, name: &str) {
        let text = self.input.take_until(&format!("\\end{{{name}}}"));
        self.flush();
        self.push_str(&text);
        self.level.flush(BlockKind::Code);
    }

    fn item(&mut self) -> Result<(), Fault> {
        self.flush();
        match self.input.optional()? {
            Some(label) => self.input.expand(&format!("{{{label}}} ")),
            None => Ok(()),
        }
    }

    fn bib_item(&mut self) -> Result<(), Fault> {
        self.flush();
        self.references += 1;
        let label = match self.input.optional()? {
            Some(label) => self.plain(&label),
            None => self.references.to_string(),
        };
        let key = self.input.argument()?;
        self.push_str(&format!("[{label}]"));
        self.blank();
        self.marks.insert(key.trim().to_owned(), label);
        Ok(())
    }

    fn end_line(&mut self) -> Result<(), Fault> {
        self.input.take('*');
        if self.input.peek() == Some('[') {
            self.input.optional()?;
        }
        self.line();
        Ok(())
    }

    // Text.

    fn sign(&mut self, text: &str) {
        match text {
            " " => self.blank(),
            _ if self.state.is_math => {
                for c in text.chars() {
                    self.math(c);
                }
            }
            _ => self.push_str(text),
        }
    }

    fn function(&mut self, name: &str) {
        if self.state.is_math {
            self.blank();
        }
        self.push_str(name);
        if self.state.is_math && !matches!(self.input.peek(), Some('(' | '[' | '}' | '$')) {
            self.blank();
        }
    }

    fn accent(&mut self, mark: char, name: &str) -> Result<(), Fault> {
        let argument = self.input.argument()?;
        let text = self.plain(&argument);
        let mut letters = text.chars();
        match letters.next() {
            Some(letter) => {
                // An accent takes the place of the dot.
                let letter = match letter {
                    'ı' => 'i',
                    'ȷ' => 'j',
                    letter => letter,
                };
                for c in [letter, mark].into_iter().nfc() {
                    self.push(c);
                }
                self.push_str(letters.as_str());
            }
            // The sign of an accent over nothing stands for itself.
            None => {
                for c in name.chars() {
                    if matches!(c, '~' | '^') {
                        self.push(c);
                    }
                }
            }
        }
        Ok(())
    }

    /// Skips arguments: `s` a star, `o` one in brackets, `m` one in braces, `.` the mark behind `\left`.
    pub(super) fn skip(&mut self, letters: &str) -> Result<(), Fault> {
        for letter in letters.chars() {
            match letter {
                's' => _ = self.input.take('*'),
                'o' => _ = self.input.optional()?,
                '.' => _ = self.input.take('.'),
                _ => _ = self.input.argument()?,
            }
        }
        Ok(())
    }

    fn cite(&mut self) -> Result<(), Fault> {
        self.input.take('*');
        let first = self.input.optional()?;
        let second = match first {
            Some(_) => self.input.optional()?,
            None => None,
        };
        let keys = self.input.argument()?;
        let keys: Vec<String> = keys.split(',').map(|key| key.trim().to_owned()).collect();
        let (before, after) = match (first, second) {
            (Some(before), Some(after)) => (self.plain(&before), self.plain(&after)),
            (Some(after), None) => (String::new(), self.plain(&after)),
            _ => (String::new(), String::new()),
        };
        self.level.cite(before, keys, after);
        Ok(())
    }

    /// Returns the text of an argument in which commands only stand for letters.
    fn plain(&self, source: &str) -> String {
        let mut input = Input::new(source, self.watch);
        let (mut text, mut mark) = (String::new(), None);
        while let Some(token) = input.token() {
            match token {
                Token::Command(name) => match meaning(&name) {
                    Some(Meaning::Sign(sign)) => text.push_str(sign),
                    Some(Meaning::Accent(accent)) => mark = Some(accent),
                    _ => {}
                },
                Token::Char('~') | Token::Blank | Token::Paragraph => text.push(' '),
                Token::Char(c) => {
                    text.push(c);
                    text.extend(mark.take());
                }
                Token::Open | Token::Close => {}
            }
        }
        let text = text.replace("---", "—").replace("--", "–");
        one_line(&text).nfc().collect()
    }

    fn quotation(&mut self) -> Result<(), Fault> {
        self.input.take('*');
        let is_inner = self.state.quotations % 2 == 1;
        let (open, close) = if is_inner { ('‘', "’") } else { ('“', "”") };
        self.push(open);
        let state = State { quotations: self.state.quotations + 1, ..self.state };
        self.open_argument(state, Ending::Text(close))
    }

    fn fraction(&mut self) -> Result<(), Fault> {
        let mut parts = [self.input.argument()?, self.input.argument()?];
        for part in &mut parts {
            if part.contains(['+', '-', '=']) {
                *part = format!("({part})");
            }
        }
        self.input.expand(&format!("{{{}}}", parts.join("/")))
    }

    fn verb(&mut self) {
        let end = match self.input.next() {
            Some('{') => '}',
            Some(c) => c,
            None => return,
        };
        while let Some(c) = self.input.next()
            && c != end
            && c != '\n'
        {
            if c == ' ' { self.blank() } else { self.push(c) }
        }
    }

    /// Reads a URL as it stands: a `%` in it begins no comment.
    fn url(&mut self) -> String {
        self.input.skip_blanks();
        let mut url = String::new();
        let end = match self.input.next() {
            Some('{') => '}',
            Some(c) => c,
            None => return url,
        };
        let mut depth = 0_u32;
        while let Some(c) = self.input.next()
            && c != '\n'
        {
            match c {
                _ if c == end && depth == 0 => break,
                '{' => depth += 1,
                '}' => depth = depth.saturating_sub(1),
                '\\' => {}
                c if c.is_whitespace() => {}
                c => url.push(c),
            }
        }
        url
    }
}
