//! One page as segments, and functions that all steps of its layout share.

use std::borrow::Borrow;

use super::segment::Segment;

/// The segments of a page, in the order of the file.
#[derive(Clone, Debug, Default)]
pub(super) struct PageText {
    /// The number of the page, from 1.
    pub number: u32,
    pub segments: Vec<Segment>,
    /// The angle of most of its text.
    pub angle: i16,
}

impl PageText {
    pub(super) fn new(number: u32, segments: Vec<Segment>) -> Self {
        let mut angles: Vec<(i16, usize)> = Vec::new();
        for segment in &segments {
            match angles.iter_mut().find(|(angle, _)| *angle == segment.angle) {
                Some((_, count)) => *count += segment.count,
                None => angles.push((segment.angle, segment.count)),
            }
        }
        // On a tie, upright text wins.
        let angle =
            angles.iter().max_by_key(|(angle, count)| (*count, *angle == 0)).map_or(0, |(angle, _)| *angle);
        PageText { number, segments, angle }
    }

    /// Returns the segments that a reader sees, without those at another angle than most.
    pub(super) fn shown(&self) -> impl Iterator<Item = &Segment> {
        self.segments.iter().filter(|segment| segment.hidden.is_none() && segment.angle == self.angle)
    }
}

/// Returns where rows begin in a list of segments from top to bottom. A new row begins at a height more than `apart`
/// below its first.
pub(super) fn row_starts<S: Borrow<Segment>>(segments: &[S], apart: f32) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut first = f32::NEG_INFINITY;
    for (at, segment) in segments.iter().enumerate() {
        let y = segment.borrow().y;
        if y - first > apart {
            starts.push(at);
            first = y;
        }
    }
    starts
}

/// Returns the number of places in a sorted list that are at most `apart` from `x`.
pub(super) fn count_near(places: &[f32], x: f32, apart: f32) -> usize {
    places.partition_point(|place| *place <= x + apart) - places.partition_point(|place| *place < x - apart)
}

/// Returns the size of most characters of some segments. `None` if there are no segments.
pub(super) fn usual_size<'a>(segments: impl Iterator<Item = &'a Segment>) -> Option<f32> {
    let mut sizes: Vec<(usize, i32)> = Vec::new();
    for segment in segments {
        let tenths = (segment.size * 10.0).round() as i32;
        match sizes.iter_mut().find(|(_, size)| (*size - tenths).abs() <= 1) {
            Some((count, _)) => *count += segment.count,
            None => sizes.push((segment.count, tenths)),
        }
    }
    let (_, size) = sizes.into_iter().max()?;
    Some(size as f32 / 10.0)
}
