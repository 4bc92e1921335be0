//! Follows conditions: reads the branch that TeX takes if it can be determined, otherwise all branches.
//!
//! A number is known by its digits, by a letter behind a back-tick, or by a macro that stands for digits. Two commands
//! are the same by their names or by their macros. Only TeX knows everything else, such as the number of a page.

use super::input::Token;
use super::meanings::meaning;
use super::reader::Reader;
use crate::formats::Fault;

/// An open condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Branch {
    /// A condition of which one branch is read.
    One,
    /// A condition of which all branches are read.
    All,
}

/// Conditions that end with `\fi`, besides the ones that a paper declares.
const CONDITIONS: &str = "if ifx ifnum ifdim ifodd ifcase ifcat ifdefined ifcsname ifhmode ifvmode ifinner ifhbox ifvbox \
    ifvoid ifeof iftrue iffalse ifmmode ifpdf ifxetex ifluatex ifPDFTeX ifXeTeX ifLuaTeX ifpdftex";

impl Reader<'_> {
    fn is_condition(&self, name: &str) -> bool {
        name.starts_with("if")
            && (self.conditions.contains_key(name)
                || name.starts_with("if@")
                || CONDITIONS.split_ascii_whitespace().any(|one| one == name))
    }

    /// Follows a command that begins or changes a condition. Returns whether it is such a command.
    pub(super) fn follow_condition(&mut self, name: &str) -> Result<bool, Fault> {
        if self.is_condition(name) {
            if name == "ifcase" {
                match self.number()? {
                    Some(case) => self.skip_to_case(case),
                    None => self.branches.push(Branch::All),
                }
                return Ok(true);
            }
            match self.holds(name)? {
                Some(true) => self.branches.push(Branch::One),
                Some(false) => self.skip_branch(true),
                None => self.branches.push(Branch::All),
            }
            return Ok(true);
        }
        if name == "or" && !self.branches.is_empty() {
            self.end_branch();
            return Ok(true);
        }
        for (ending, is_true) in [("true", true), ("false", false)] {
            if let Some(stem) = name.strip_suffix(ending)
                && let Some(value) = self.conditions.get_mut(&format!("if{stem}"))
            {
                *value = is_true;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Ends a branch that is read, at `\else` or `\or`.
    pub(super) fn end_branch(&mut self) {
        if self.branches.last() != Some(&Branch::All) {
            self.branches.pop();
            self.skip_branch(false);
        }
    }

    /// Returns whether a condition holds. `None` if only TeX knows.
    fn holds(&mut self, name: &str) -> Result<Option<bool>, Fault> {
        Ok(match name {
            "iftrue" => Some(true),
            "iffalse" => Some(false),
            "ifmmode" => Some(self.state.is_math),
            "ifnum" | "ifdim" => {
                let is_length = name == "ifdim";
                let left = if is_length { self.length()? } else { self.number()? };
                self.input.skip_blanks();
                let relation = self.input.next();
                let right = if is_length { self.length()? } else { self.number()? };
                match (left, relation, right) {
                    (Some(left), Some('<'), Some(right)) => Some(left < right),
                    (Some(left), Some('>'), Some(right)) => Some(left > right),
                    (Some(left), Some('='), Some(right)) => Some(left == right),
                    _ => None,
                }
            }
            "ifodd" => self.number()?.map(|number| number % 2.0 != 0.0),
            "if" => match (self.operand(), self.operand()) {
                (Some(Token::Char(left)), Some(Token::Char(right))) => Some(left == right),
                _ => None,
            },
            "ifx" => {
                let (left, right) = (self.operand(), self.operand());
                self.are_same(left.as_ref(), right.as_ref())
            }
            "ifcat" => {
                self.operand();
                self.operand();
                None
            }
            "ifdefined" => match self.operand() {
                Some(Token::Command(name)) => Some(self.is_defined(&name)),
                _ => None,
            },
            "ifcsname" => {
                let name = self.input.take_until("\\endcsname");
                self.input.skip_blanks();
                Some(self.is_defined(name.trim()))
            }
            _ => self.conditions.get(name).copied(),
        })
    }

    fn operand(&mut self) -> Option<Token> {
        self.input.skip_blanks();
        self.input.token()
    }

    fn is_defined(&self, name: &str) -> bool {
        self.macros.contains_key(name) || meaning(name).is_some()
    }

    /// Returns the text that a macro stands for.
    fn body(&self, name: &str) -> Option<&str> {
        Some(&self.macros.get(name)?.body)
    }

    fn are_same(&self, left: Option<&Token>, right: Option<&Token>) -> Option<bool> {
        match (left?, right?) {
            (Token::Command(left), Token::Command(right)) => match (self.body(left), self.body(right)) {
                _ if left == right => Some(true),
                (Some(left), Some(right)) => Some(left == right),
                (None, None) if !self.is_defined(left) && !self.is_defined(right) => Some(true),
                _ => None,
            },
            (left, right) => Some(left == right),
        }
    }

    /// Reads a number and the blank that ends it. `None` if only TeX knows the number.
    pub(super) fn number(&mut self) -> Result<Option<f64>, Fault> {
        self.input.skip_blanks();
        let sign = if self.input.take('-') { -1.0 } else { 1.0 };
        let number = match self.input.peek() {
            Some('`') => {
                self.input.next();
                let letter = match self.input.token() {
                    Some(Token::Char(c)) => Some(c),
                    Some(Token::Command(name)) => name.chars().next(),
                    _ => None,
                };
                letter.map(u32::from).map(f64::from)
            }
            Some('"') => self.digits(16),
            Some('\'') => self.digits(8),
            Some('\\') => {
                let number = self.number_of_macro()?;
                return Ok(number.map(|number| sign * number));
            }
            _ => self.digits(10),
        };
        self.input.take(' ');
        Ok(number.map(|number| sign * number))
    }

    /// Reads the digits of a number. A mark stands before them unless they are decimal.
    fn digits(&mut self, radix: u32) -> Option<f64> {
        if radix != 10 {
            self.input.next();
        }
        let mut digits = String::new();
        while let Some(c) = self.input.peek()
            && (c.is_digit(radix) || (radix == 10 && c == '.'))
        {
            digits.push(c);
            self.input.next();
        }
        match radix {
            10 => digits.parse().ok(),
            _ => u32::from_str_radix(&digits, radix).ok().map(f64::from),
        }
    }

    /// Reads a length, in points.
    fn length(&mut self) -> Result<Option<f64>, Fault> {
        let number = self.number()?;
        let points = self.input.unit();
        self.input.skip_blanks();
        Ok(number.map(|number| number * points))
    }

    fn number_of_macro(&mut self) -> Result<Option<f64>, Fault> {
        let Some(Token::Command(name)) = self.input.token() else { return Ok(None) };
        if let Some(body) = self.body(&name) {
            return Ok(body.trim().parse().ok());
        }
        if matches!(name.as_str(), "value" | "arabic") {
            self.input.argument()?;
        }
        Ok(None)
    }

    /// Skips to the branch of `\ifcase` with this number.
    fn skip_to_case(&mut self, case: f64) {
        let mut left = case;
        while left != 0.0 {
            match self.skip_to(&["or", "else", "fi"]) {
                Some("or") if left > 0.0 => left -= 1.0,
                Some("or") => {}
                Some("else") => break,
                _ => return,
            }
        }
        self.branches.push(Branch::One);
    }

    /// Skips the branch of a condition that does not hold, with all conditions in it.
    pub(super) fn skip_branch(&mut self, to_else: bool) {
        let marks: &[&'static str] = if to_else { &["else", "fi"] } else { &["fi"] };
        if self.skip_to(marks) == Some("else") {
            self.branches.push(Branch::One);
        }
    }

    /// Skips to one of these commands that belongs to the open condition.
    fn skip_to(&mut self, marks: &[&'static str]) -> Option<&'static str> {
        let mut depth = 0_u32;
        while let Some(token) = self.input.token() {
            let Token::Command(name) = token else { continue };
            match marks.iter().find(|mark| **mark == name) {
                Some(mark) if depth == 0 => return Some(mark),
                _ if name == "fi" => depth = depth.saturating_sub(1),
                _ if self.is_condition(&name) => depth += 1,
                _ => {}
            }
        }
        None
    }
}
