//! The macros that a paper defines, with up to nine simple arguments.

use super::input::Input;
use crate::formats::Fault;

/// A macro, or one half of an environment.
#[derive(Clone, Debug, Default)]
pub(super) struct Macro {
    pub(super) params: Vec<Param>,
    pub(super) body: String,
}

#[derive(Clone, Debug)]
pub(super) enum Param {
    Mandatory,
    /// An argument in brackets, with its default.
    Optional(String),
    Star,
}

impl Macro {
    pub(super) fn plain(body: String) -> Macro {
        Macro { params: vec![], body }
    }

    /// Reads the arguments behind the name of the macro.
    pub(super) fn arguments(&self, input: &mut Input<'_>) -> Result<Vec<String>, Fault> {
        let mut all = vec![];
        for param in &self.params {
            all.push(match param {
                Param::Mandatory => input.argument()?,
                Param::Optional(default) => input.optional()?.unwrap_or_else(|| default.clone()),
                Param::Star => {
                    input.take('*');
                    String::new()
                }
            });
        }
        Ok(all)
    }

    /// Returns the expansion of the macro with these arguments.
    pub(super) fn with(&self, arguments: &[String]) -> String {
        let mut text = String::with_capacity(self.body.len());
        let mut rest = self.body.chars().peekable();
        while let Some(c) = rest.next() {
            if c == '\\' {
                text.push(c);
                text.extend(rest.next());
                continue;
            }
            if c == '#'
                && let Some(number) = rest.peek().and_then(|digit| digit.to_digit(10))
                && let Some(argument) = arguments.get((number as usize).wrapping_sub(1))
            {
                rest.next();
                text.push_str(argument);
            } else {
                text.push(c);
            }
        }
        text
    }
}

/// Reads the parameters of `\newcommand`: their number, and the default of the first one.
pub(super) fn read_params(input: &mut Input<'_>) -> Result<Vec<Param>, Fault> {
    let count = input.optional()?.unwrap_or_default().trim().parse().unwrap_or(0_usize);
    let default = match count {
        0 => None,
        _ => input.optional()?,
    };
    let mut params = vec![Param::Mandatory; count.min(9)];
    if let (Some(first), Some(default)) = (params.first_mut(), default) {
        *first = Param::Optional(default);
    }
    Ok(params)
}

/// Parses the parameters of `\NewDocumentCommand`: one letter each.
pub(super) fn parse_letters(letters: &str) -> Vec<Param> {
    let mut params = vec![];
    let mut depth = 0_u32;
    for c in letters.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ if depth > 0 || params.len() == 9 => {}
            'm' | 'r' | 'v' => params.push(Param::Mandatory),
            'o' | 'O' | 'd' => params.push(Param::Optional(String::new())),
            's' => params.push(Param::Star),
            _ => {}
        }
    }
    params
}

/// Reads the parameters of `\def`: `#1#2` with nothing between. `None` if there are marks between them.
pub(super) fn read_simple_params(input: &mut Input<'_>) -> Option<Vec<Param>> {
    let mut params = vec![];
    let mut is_simple = true;
    while let Some(c) = input.peek()
        && c != '{'
    {
        input.next();
        match c {
            '#' => {
                is_simple &= matches!(input.next(), Some('0'..='9')) && params.len() < 9;
                params.push(Param::Mandatory);
            }
            '\n' => return None,
            c if c.is_whitespace() => {}
            _ => is_simple = false,
        }
    }
    is_simple.then_some(params)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_stand_where_their_numbers_do() {
        let pair = Macro { params: vec![Param::Mandatory; 2], body: r"#2 and #1, \#1 #3".to_owned() };
        assert_eq!(pair.with(&["a".to_owned(), "b#1".to_owned()]), r"b#1 and a, \#1 #3");
    }

    #[test]
    fn letters_name_parameters() {
        let params = parse_letters("s o m O{a m}");
        assert_eq!(format!("{params:?}"), r#"[Star, Optional(""), Mandatory, Optional("")]"#);
    }
}
