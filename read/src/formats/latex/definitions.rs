//! Commands that define commands, colors and conditions.

use super::environments::{Environment, environment};
use super::input::Token;
use super::macros::{Macro, Param, parse_letters, read_params, read_simple_params};
use super::meanings::{Meaning, may_change, meaning};
use super::reader::Reader;
use crate::formats::Fault;

impl Reader<'_> {
    /// Follows a command that defines something, or that belongs to a condition.
    pub(super) fn define(&mut self, meaning: Meaning, name: &str) -> Result<(), Fault> {
        match meaning {
            Meaning::DefineColor => {
                let (color, model) = (self.input.argument()?, self.input.argument()?);
                let value = self.input.argument()?;
                self.define_color(&color, Some(&model), &value);
            }
            Meaning::NewIf => {
                let name = self.input.argument()?;
                self.conditions.insert(name.trim_start_matches('\\').trim().to_owned(), false);
            }
            Meaning::Else => self.end_branch(),
            Meaning::Fi => _ = self.branches.pop(),
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
                // An environment that drops its text may be redefined to show it.
                if matches!(environment(&name), None | Some((Environment::Drop, _))) {
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

    /// Follows `\let\name=\other`, after which the name means what the other one means now.
    fn define_alias(&mut self) -> Result<(), Fault> {
        let Some(Token::Command(name)) = self.input.token() else { return Ok(()) };
        self.input.skip_blanks();
        self.input.take('=');
        let other = self.input.argument()?;
        if let Some(other) = other.strip_prefix('\\')
            && may_change(&name)
            && other != name
        {
            match self.macros.get(other).cloned() {
                Some(found) => _ = self.macros.insert(name, found),
                None if meaning(other).is_none() => {}
                None => _ = self.macros.insert(name, Macro::plain(format!("\\{other} "))),
            }
        }
        Ok(())
    }
}
