//! Writes the paragraphs of all pages as one text. Joins paragraphs that a column, a page or a float breaks, and puts
//! anything between their pieces behind them.

use super::columns::{self, Grid};
use super::face::Face;
use super::hyphens::Words;
use super::kinds;
use super::letters::is_wide;
use super::lines::{Line, joined, lines};
use super::page::{PageText, usual_size};
use super::paragraphs::{Paragraph, ends_sentence, paragraphs};
use super::quotes::InsetBlocks;
use super::segment::Segment;
use super::tagged;
use super::tags::Tags;
use crate::formats::Fault;
use crate::formats::headings::is_references;
use crate::formats::limits::Watch;
use crate::formats::paper_builder::PaperBuilder;
use ibid::structure::{BlockKind, HiddenWhy};

/// Lays out all pages and writes their text.
pub(super) fn write(
    mut pages: Vec<PageText>,
    tags: Option<Tags>,
    watch: &Watch,
) -> Result<PaperBuilder, Fault> {
    let mut hidden: Vec<(u32, HiddenWhy, String)> = Vec::new();
    for page in &pages {
        hide(page, &mut hidden);
    }
    let shown = pages.iter().flat_map(|page| &page.segments).filter(|segment| segment.hidden.is_none());
    let em = usual_size(shown).unwrap_or(10.0).max(1.0);
    let blocks = match tags {
        Some(tags) => tagged::paragraphs(&tags, &mut pages, em),
        None => Vec::new(),
    };
    watch.check()?;
    let expected = expected_gutter(&pages, em);
    let mut regions: Vec<Vec<Line>> = Vec::new();
    for page in pages {
        watch.check()?;
        regions.extend(page_regions(page, em, expected));
    }
    unless_all_is_code(&mut regions);
    let mut words = Words::default();
    for line in regions.iter().chain(blocks.iter().map(|block| &block.lines)).flatten() {
        words.add(line);
    }
    let mut writer = Writer { words, hidden, em, ..Writer::default() };
    let mut blocks = blocks.into_iter().peekable();
    for region in regions {
        watch.check()?;
        let page = first_page(&region);
        while let Some(block) = blocks.next_if(|block| first_page(&block.lines) <= page) {
            writer.put_tagged(block);
        }
        for paragraph in paragraphs(region, em) {
            writer.add(paragraph);
        }
        writer.is_new_region();
    }
    for block in blocks {
        writer.put_tagged(block);
    }
    Ok(writer.finish())
}

/// Returns the page of the first line; 0 if there is none.
fn first_page(lines: &[Line]) -> u32 {
    lines.first().map_or(0, |line| line.page)
}

/// Resets the face of all lines if most are monospaced: a typescript is no code.
fn unless_all_is_code(regions: &mut [Vec<Line>]) {
    if is_typescript(regions.iter().flatten()) {
        for line in regions.iter_mut().flatten() {
            line.face = Face::Unknown;
        }
    }
}

/// Returns whether most lines are monospaced.
pub(super) fn is_typescript<'a>(lines: impl Iterator<Item = &'a Line>) -> bool {
    let (mut all, mut mono) = (0, 0);
    for line in lines {
        all += 1;
        mono += usize::from(line.face == Face::Mono);
    }
    mono * 2 > all
}

/// Returns the gutter that most pages share, from the page where it is tallest. `None` if fewer than a third share one.
fn expected_gutter(pages: &[PageText], em: f32) -> Option<Grid> {
    let mut grids = Vec::new();
    for page in pages {
        grids.extend(columns::main_gutter(page.shown().cloned().collect(), em));
    }
    let (mut best, mut most, mut rows) = (None, 0, 0);
    for grid in &grids {
        let near = grids.iter().filter(|other| (grid.x1 - other.x1).abs() < em).count();
        if (near, grid.rows) >= (most, rows) {
            (best, most, rows) = (Some(*grid), near, grid.rows);
        }
    }
    if most * 3 >= pages.len() { best } else { None }
}

/// Returns the lines of a page, region by region. Text at another angle than most comes last.
fn page_regions(page: PageText, em: f32, expected: Option<Grid>) -> Vec<Vec<Line>> {
    let mut out = Vec::new();
    for region in columns::regions(page.shown().cloned().collect(), em, expected) {
        out.push(lines(region, page.number));
    }
    let mut aside = page.segments;
    aside.retain(|segment| segment.hidden.is_none() && segment.angle != page.angle);
    aside.sort_by_key(|segment| segment.angle);
    while let Some(&Segment { angle, .. }) = aside.last() {
        let from = aside.partition_point(|segment| segment.angle < angle);
        out.push(lines(aside.split_off(from), page.number));
    }
    out
}

/// Notes the hidden texts of a page. Consecutive texts with the same reason are joined.
fn hide(page: &PageText, out: &mut Vec<(u32, HiddenWhy, String)>) {
    for segment in &page.segments {
        let Some(why) = segment.hidden else { continue };
        match out.last_mut() {
            Some((number, last, text)) if *number == page.number && *last == why && text.len() < 2_000 => {
                text.push(' ');
                text.push_str(&segment.text);
            }
            _ => out.push((page.number, why, segment.text.clone())),
        }
    }
}

#[derive(Default)]
struct Writer {
    builder: PaperBuilder,
    words: Words,
    /// The hidden texts not yet written, in the order of their pages.
    hidden: Vec<(u32, HiddenWhy, String)>,
    /// The last page begun in the builder.
    page: u32,
    /// The paragraph that may go on.
    open: Option<Paragraph>,
    /// The paragraphs between the pieces of the open one.
    after: Vec<Paragraph>,
    in_references: bool,
    quotes: InsetBlocks,
    /// The size of the text of the paper.
    em: f32,
}

impl Writer {
    fn add(&mut self, mut paragraph: Paragraph) {
        self.note_references(&mut paragraph);
        if let Some(open) = &mut self.open {
            if goes_on(open, &paragraph, !self.after.is_empty()) {
                open.is_full = paragraph.is_full;
                open.lines.append(&mut paragraph.lines);
                return;
            }
            if is_unfinished(open) && may_interrupt(&paragraph, self.em) {
                self.after.push(paragraph);
                return;
            }
        }
        self.flush();
        match paragraph.kind {
            BlockKind::Paragraph | BlockKind::Quote | BlockKind::Reference => self.open = Some(paragraph),
            _ => {
                self.quotes.judge(&mut paragraph);
                self.put(paragraph);
            }
        }
    }

    /// Writes a block of the structure tree as it is.
    fn put_tagged(&mut self, mut paragraph: Paragraph) {
        self.flush();
        if paragraph.kind == BlockKind::Paragraph
            && let [line] = &paragraph.lines[..]
            && is_references(&line.text)
        {
            paragraph.kind = BlockKind::Heading(1);
        }
        self.note_references(&mut paragraph);
        self.put(paragraph);
    }

    /// Turns the paragraphs below the heading of the list of references into its entries, until the next heading.
    fn note_references(&mut self, paragraph: &mut Paragraph) {
        match paragraph.kind {
            BlockKind::Heading(_) => self.in_references = is_references(&joined(&paragraph.lines)),
            BlockKind::Paragraph | BlockKind::Quote | BlockKind::Code if self.in_references => {
                paragraph.kind = BlockKind::Reference
            }
            _ => {}
        }
    }

    fn is_new_region(&mut self) {
        if let Some(open) = &self.open
            && !is_unfinished(open)
        {
            self.flush();
        }
    }

    fn flush(&mut self) {
        let open = self.open.take();
        for mut paragraph in open.into_iter().chain(std::mem::take(&mut self.after)) {
            self.quotes.judge(&mut paragraph);
            self.put(paragraph);
        }
    }

    /// Writes a paragraph.
    fn put(&mut self, mut paragraph: Paragraph) {
        if paragraph.kind == BlockKind::Footnote
            && let Some(first) = paragraph.lines.first_mut()
            && let Some(mark) = kinds::note_mark(&first.text)
        {
            first.text.insert(mark, ' ');
        }
        self.builder.open(paragraph.kind);
        let keeps_lines = matches!(paragraph.kind, BlockKind::Table | BlockKind::Code);
        let mut text = String::new();
        for line in paragraph.lines {
            if keeps_lines && !text.is_empty() {
                text.push('\n');
                text.push_str(&line.text);
            } else {
                self.words.join(&mut text, &line.text);
            }
            if line.page > self.page {
                // Joining may have dropped the hyphen of a word that the page break divides.
                let here = text.len() - line.text.len();
                let tail = text.split_off(here);
                self.builder.push(&text);
                self.begin(line.page);
                text = tail;
            }
        }
        self.builder.push(&text);
        self.builder.close();
    }

    /// Begins all pages up to this one.
    fn begin(&mut self, page: u32) {
        for number in self.page + 1..=page {
            self.builder.page(number);
            let here = self.hidden.partition_point(|(page, ..)| *page <= number);
            for (page, why, text) in self.hidden.drain(..here) {
                self.builder.hide(why, &text, Some(page));
            }
        }
        self.page = page;
    }

    fn finish(mut self) -> PaperBuilder {
        self.flush();
        let last = self.hidden.last().map_or(0, |(page, ..)| *page);
        self.begin(last.max(self.page));
        self.builder
    }
}

/// Returns whether a paragraph ends inside a sentence.
fn is_unfinished(paragraph: &Paragraph) -> bool {
    paragraph.lines.last().is_some_and(|line| !ends_sentence(&line.text))
}

/// Returns whether a paragraph continues the open, unfinished one: it begins further up or on another page or, if
/// nothing stands between them, in lower case.
fn goes_on(open: &Paragraph, next: &Paragraph, is_interrupted: bool) -> bool {
    let (Some(last), Some(first)) = (open.lines.last(), next.lines.first()) else { return false };
    let same_size = (last.size - first.size).abs() < 0.06 * last.size;
    let moved = first.page != last.page || first.y < last.y;
    let start = first.text.chars().next().unwrap_or(' ');
    let is_open_end = !next.is_indented && open.is_full;
    // Behind something skipped, a single line may only look like the continuation. There the paragraph must have more
    // lines, or begin as a continuation does.
    let is_line = start.is_lowercase() || is_wide(start) || next.lines.len() > 1;
    let is_likely =
        (moved && is_open_end && (is_line || !is_interrupted)) || (start.is_lowercase() && !is_interrupted);
    same_size
        && open.kind == next.kind
        && is_unfinished(open)
        && !kinds::starts_item(&first.text)
        && is_likely
}

/// Returns whether a paragraph may stand between the pieces of another: a float, a note, or words in a drawing.
fn may_interrupt(paragraph: &Paragraph, em: f32) -> bool {
    let Some(first) = paragraph.lines.first() else { return true };
    let is_other_size = (first.size - em).abs() > 0.06 * em;
    match paragraph.kind {
        BlockKind::Footnote | BlockKind::Caption | BlockKind::Table | BlockKind::Code => true,
        BlockKind::Heading(_) => !kinds::is_section(&first.text),
        _ => is_other_size || (paragraph.lines.len() <= 2 && paragraph.is_narrow && is_unfinished(paragraph)),
    }
}
