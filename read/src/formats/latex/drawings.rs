//! The text of drawings: the nodes of TikZ and the boxes of a picture.

/// Returns a source that sets the texts of a drawing one after the other.
pub(super) fn source(drawing: &str) -> String {
    let mut nodes = Nodes { text: drawing, at: 0, source: String::new() };
    nodes.read();
    nodes.source
}

/// A drawing that is being read.
struct Nodes<'t> {
    text: &'t str,
    at: usize,
    source: String,
}

/// The commands and words that are followed by options, places and the text of a node or a box.
const WORDS: [&str; 6] = ["node", "\\node", "\\put", "\\multiput", "\\rput", "\\uput"];

impl Nodes<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn read(&mut self) {
        while let Some(c) = self.rest().chars().next() {
            let before = self.text.get(..self.at).unwrap_or_default();
            let is_begin = !before.ends_with(|c: char| c.is_ascii_alphabetic() || c == '\\');
            let length = word(self.rest());
            if c == '%' {
                self.at += self.rest().find('\n').unwrap_or(self.rest().len());
            } else if is_begin && length > 0 {
                let is_node = WORDS.contains(&self.rest().get(..length).unwrap_or_default());
                self.at += length;
                if is_node {
                    self.node();
                }
            } else {
                self.at += c.len_utf8();
            }
        }
    }

    /// Reads the options, the places and the text behind the word of a node.
    fn node(&mut self) {
        let mut options = String::new();
        loop {
            let blanks = self.rest().len() - self.rest().trim_start().len();
            self.at += blanks;
            match self.rest().chars().next() {
                Some('[') => options += &format!(",{}", self.balanced('[', ']')),
                Some('(') => _ = self.balanced('(', ')'),
                Some('{') => {
                    let text = self.balanced('{', '}');
                    self.source += &dressed(&text, &options);
                    return;
                }
                _ if self.rest().starts_with("at") => self.at += 2,
                _ => return,
            }
        }
    }

    /// Returns the content of brackets, and skips them.
    fn balanced(&mut self, open: char, close: char) -> String {
        let (mut depth, mut is_escaped, mut end) = (0_u32, false, self.text.len());
        for (at, c) in self.rest().char_indices() {
            match c {
                _ if is_escaped => is_escaped = false,
                '\\' => is_escaped = true,
                c if c == open => depth += 1,
                c if c == close => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                end = self.at + at;
                break;
            }
        }
        let inner = self.text.get(self.at + open.len_utf8()..end).unwrap_or_default().to_owned();
        self.at = (end + close.len_utf8()).min(self.text.len());
        inner
    }
}

/// Returns the length of the word or command that a text begins with.
fn word(text: &str) -> usize {
    let bare = text.strip_prefix('\\').unwrap_or(text);
    let letters = bare.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(bare.len());
    if letters == 0 { 0 } else { text.len() - bare.len() + letters }
}

/// Returns the source of a node's text, with the looks that its options give it.
fn dressed(text: &str, options: &str) -> String {
    let mut dressed = format!("{{{text}}}");
    let (mut color, mut fill) = (None, None);
    for option in options.split(',') {
        let (key, value) = option.split_once('=').unwrap_or(("", option));
        let value = value.trim();
        let share = value.parse().unwrap_or(1.0);
        match key.trim() {
            "text" => color = Some(value),
            "" if value.starts_with("white") => color = color.or(Some(value)),
            "fill" => fill = Some(value),
            "opacity" | "text opacity" if share < 0.05 => {
                dressed = format!("\\phantom{dressed}");
            }
            "scale" if share < 0.2 => {
                dressed = format!("\\scalebox{{{value}}}{dressed}");
            }
            _ => {}
        }
    }
    if let Some(color) = color {
        dressed = format!("\\textcolor{{{color}}}{dressed}");
    }
    match fill {
        Some(fill) => format!("\\colorbox{{{fill}}}{{{dressed}}} "),
        None => format!("{dressed} "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_texts_of_nodes_are_found_behind_their_options() {
        let check = |drawing: &str, expected: &str| assert_eq!(source(drawing), expected, "{drawing}");
        check(
            r"\node[draw] (a) at (0,0) {One \{two\}}; \draw (a) -- (b) node[above] {three};",
            r"{One \{two\}} {three} ",
        );
        check(r"\draw (0,0) -- (nodeless) % node {no}", "");
        check(r"\node[text=white] {a};", r"\textcolor{white}{a} ");
        check(r"\put(1,2){Text}", "{Text} ");
        check(r"\node {never ends", "{never ends} ");
    }
}
