//! Commands that define commands and colors, and conditions.

use super::input::Token;
use super::macros::{Macro, Param, parse_letters, read_params, read_simple_params};
use super::meanings::{Meaning, may_change, meaning};
use super::reader::Reader;
use crate::Fault;

impl Reader<'_> {
    /// Follows a command that defines, or that a condition is made of.
    pub(super) fn define(&mut self, meaning: Meaning, name: &str) -> Result<(), Fault> {
        match meaning {
            Meaning::DefineColor => {
                let (color, model) = (self.input.argument()?, self.input.argument()?);
                let value = self.input.argument()?;
                if self.is_white(Some(&model), &value) {
                    self.whites.insert(color.trim().to_owned());
                }
            }
            Meaning::NewIf => {
                let name = self.input.argument()?;
                self.conditions.insert(name.trim_start_matches('\\').trim().to_owned(), false);
            }
            Meaning::Else => self.skip_branch(false),
            Meaning::Fi => {}
            _ => return self.define_macro(meaning, name),
        }
        Ok(())
    }

    fn define_macro(&mut self, defines: Meaning, by: &str) -> Result<(), Fault> {
        match defines {
            Meaning::NewCommand | Meaning::NewDocumentCommand | Meaning::Operator => {
                self.input.take('*');
                let name = self.input.argument()?;
                let name = name.trim().trim_start_matches('\\').to_owned();
                let params = match defines {
                    Meaning::NewCommand => read_params(&mut self.input)?,
                    Meaning::NewDocumentCommand => parse_letters(&self.input.argument()?),
                    _ => vec![],
                };
                let body = self.input.argument()?;
                let body =
                    if defines == Meaning::Operator { format!("\\ \\mathrm{{{body}}}\\ ") } else { body };
                self.keep(name, params, body, by.starts_with("provide") || by.starts_with("Provide"));
            }
            Meaning::NewEnvironment => {
                self.input.take('*');
                let name = self.input.argument()?.trim().to_owned();
                let params = read_params(&mut self.input)?;
                let (begin, end) = (self.input.argument()?, self.input.argument()?);
                if super::environments::environment(&name).is_none() {
                    self.environments.insert(name, (Macro { params, body: begin }, end));
                }
            }
            Meaning::Def => {
                let Some(Token::Command(name)) = self.input.token() else { return Ok(()) };
                let params = read_simple_params(&mut self.input);
                let body = self.input.argument()?;
                if let Some(params) = params {
                    self.keep(name, params, body, false);
                }
            }
            Meaning::Let => return self.define_alias(),
            _ => {}
        }
        Ok(())
    }

    fn keep(&mut self, name: String, params: Vec<Param>, body: String, if_new: bool) {
        let is_old = self.macros.contains_key(&name) || meaning(&name).is_some();
        if may_change(&name) && !(if_new && is_old) {
            self.macros.insert(name, Macro { params, body });
        }
    }

    /// `\let\name=\other`: the name means what the other one means now.
    fn define_alias(&mut self) -> Result<(), Fault> {
        let Some(Token::Command(name)) = self.input.token() else { return Ok(()) };
        self.input.skip_blanks();
        self.input.take('=');
        let other = self.input.argument()?;
        let Some(other) = other.strip_prefix('\\').filter(|other| may_change(&name) && *other != name) else {
            return Ok(());
        };
        let found = self.macros.get(other).cloned();
        let found = found.or_else(|| meaning(other).map(|_| Macro::plain(format!("\\{other} "))));
        if let Some(found) = found {
            self.macros.insert(name, found);
        }
        Ok(())
    }

    /// Whether a condition holds; nothing for what is none.
    pub(super) fn condition(&self, name: &str) -> Option<bool> {
        match name {
            "iftrue" => Some(true),
            "ifmmode" => Some(self.state.is_math),
            _ => self.conditions.get(name).copied().or_else(|| is_condition(name).then_some(false)),
        }
    }

    /// Skips the branch of a condition that does not hold, with all conditions in it.
    pub(super) fn skip_branch(&mut self, to_else: bool) {
        let mut depth = 0_u32;
        while let Some(token) = self.input.token() {
            let Token::Command(name) = token else { continue };
            match name.as_str() {
                "fi" if depth == 0 => return,
                "fi" => depth -= 1,
                "else" if depth == 0 && to_else => return,
                _ if self.condition(&name).is_some() => depth += 1,
                _ => {}
            }
        }
    }
}

/// Conditions that end with `\fi`. Which of them hold, only TeX knows; that of no paper is taken.
fn is_condition(name: &str) -> bool {
    const ALL: &str = "if ifx ifnum ifdim ifodd ifcase ifcat ifdefined ifcsname ifhmode ifvmode ifinner ifhbox ifvbox ifvoid \
        ifeof iffalse ifpdf ifxetex ifluatex ifPDFTeX ifXeTeX ifLuaTeX ifpdftex";
    ALL.split_ascii_whitespace().any(|one| one == name) || name.starts_with("if@")
}
