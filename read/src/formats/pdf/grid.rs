//! The ink of an outline in a grid of eight by eight cells, by which outlines are compared.
//!
//! In: a path. Out: the share of ink in each cell of a square that the path is fitted into, so that its size and place
//! do not matter. The ink is sampled along 32 lines, from their crossings with the path (nonzero rule). `O(n)` for n
//! straight pieces.

use hayro_interpret::kurbo::{BezPath, PathEl, Point, Shape, flatten};

/// The number of cells on each side.
const SIDE: usize = 8;

/// The number of sample points on each side of a cell.
const SAMPLES: usize = 4;

/// The number of lines of a grid, and of sample points on each.
const LINES: usize = SIDE * SAMPLES;

/// The most elements of the outline of a letter.
const MOST_ELEMENTS: usize = 20_000;

/// The number of values of a byte.
const BYTES: usize = 256;

/// The ink in each cell, relative to the mean.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    /// For each row, the sum of the cells that each byte selects by its bits.
    sums: Vec<f32>,
    /// The norm of the ink as a vector.
    length: f32,
}

impl Grid {
    /// Returns the grid of a path. `None` if the path is empty or far too long.
    pub(super) fn of(path: &BezPath) -> Option<Grid> {
        if path.elements().len() > MOST_ELEMENTS {
            return None;
        }
        let around = path.bounding_box();
        let side = around.width().max(around.height());
        if !(side > 0.0 && side.is_finite()) {
            return None;
        }
        let step = side / LINES as f64;
        let corner = Point::new(
            around.center().x - side / 2.0 + step / 2.0,
            around.center().y + side / 2.0 - step / 2.0,
        );
        let mut crossings: Vec<Vec<(f64, i32)>> = vec![Vec::new(); LINES];
        each_piece(path, side / 200.0, |from, to| {
            let (from, to) = (place(from, corner, step), place(to, corner, step));
            let (first, last) = (from.y.min(to.y).ceil().max(0.0), from.y.max(to.y).ceil().min(LINES as f64));
            let count = (last - first).max(0.0) as usize;
            for (line, crossings) in crossings.iter_mut().enumerate().skip(first as usize).take(count) {
                let x = from.x + (line as f64 - from.y) / (to.y - from.y) * (to.x - from.x);
                crossings.push((x, if to.y > from.y { 1 } else { -1 }));
            }
        });
        let mut cells = [0.0; SIDE * SIDE];
        for (line, crossings) in crossings.iter_mut().enumerate() {
            crossings.sort_by(|a, b| a.0.total_cmp(&b.0));
            add_line(crossings, &mut cells[line / SAMPLES * SIDE..][..SIDE]);
        }
        if cells.iter().sum::<f32>() > 0.0 { Some(Grid::of_cells(&cells)) } else { None }
    }

    /// Builds the grid from the ink of each cell, row by row from the upper left.
    fn of_cells(cells: &[f32]) -> Grid {
        let mean = cells.iter().sum::<f32>() / cells.len() as f32;
        let mut sums = Vec::with_capacity(SIDE * BYTES);
        for row in cells.chunks_exact(SIDE) {
            for choice in 0..BYTES {
                let mut sum = 0.0;
                for (column, cell) in row.iter().enumerate() {
                    if choice >> (SIDE - 1 - column) & 1 == 1 {
                        sum += cell - mean;
                    }
                }
                sums.push(sum);
            }
        }
        let length = cells.iter().map(|cell| (cell - mean) * (cell - mean)).sum::<f32>().sqrt();
        Grid { sums, length }
    }

    /// Returns the correlation with another grid, from -1 to 1. Of the other, only the cells with more ink than the
    /// mean are given.
    pub(super) fn likeness(&self, bits: u64) -> f32 {
        let rows = self.sums.chunks_exact(BYTES).zip(bits.to_be_bytes());
        let together: f32 = rows.filter_map(|(sums, choice)| sums.get(usize::from(choice))).sum();
        let share = bits.count_ones() as f32 / (SIDE * SIDE) as f32;
        let length = self.length * SIDE as f32 * (share * (1.0 - share)).sqrt();
        if length > 0.0 { together / length } else { 0.0 }
    }
}

/// Returns a point in steps to the right of and below `corner`.
fn place(point: Point, corner: Point, step: f64) -> Point {
    Point::new((point.x - corner.x) / step, (corner.y - point.y) / step)
}

/// Calls `put` for each straight piece of a path. Open parts are closed.
fn each_piece(path: &BezPath, tolerance: f64, mut put: impl FnMut(Point, Point)) {
    let (mut start, mut last) = (Point::ZERO, Point::ZERO);
    flatten(path, tolerance, |element| match element {
        PathEl::MoveTo(point) => {
            put(last, start);
            (start, last) = (point, point);
        }
        PathEl::LineTo(point) => {
            put(last, point);
            last = point;
        }
        _ => {
            put(last, start);
            last = start;
        }
    });
    put(last, start);
}

/// Adds the ink on a line to the cells that it crosses.
fn add_line(crossings: &[(f64, i32)], cells: &mut [f32]) {
    let (mut winding, mut at) = (0, 0);
    for column in 0..LINES {
        while let Some((x, turn)) = crossings.get(at)
            && *x <= column as f64
        {
            winding += turn;
            at += 1;
        }
        if winding != 0 {
            cells[column / SAMPLES] += 1.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use hayro_interpret::kurbo::{Affine, Circle, Rect};

    use super::*;

    const LEFT_HALF: u64 = 0xF0F0_F0F0_F0F0_F0F0;

    #[test]
    fn ink_is_compared_whatever_the_size_and_place() {
        // The left half of a square, which a thin line on the right makes as wide as high.
        let mut half = Rect::new(0.0, 0.0, 50.0, 100.0).to_path(0.1);
        half.extend(Rect::new(99.0, 0.0, 100.0, 1.0).path_elements(0.1));
        for transform in [Affine::IDENTITY, Affine::translate((-300.0, 7.0)) * Affine::scale(0.03)] {
            let grid = Grid::of(&(transform * half.clone())).unwrap();
            assert!(grid.likeness(LEFT_HALF) > 0.95);
            assert!(grid.likeness(!LEFT_HALF) < -0.95);
        }
        assert!(
            Grid::of(&Circle::new((0.0, 0.0), 9.0).to_path(0.1)).unwrap().likeness(LEFT_HALF).abs() < 0.1
        );
    }

    #[test]
    fn what_has_no_ink_has_no_grid() {
        for path in ["", "M0 0 L9 9 Z", "M0 0 L1e300 1e300 L-1e308 1e308 Z"] {
            let _ = Grid::of(&BezPath::from_svg(path).unwrap());
        }
        assert!(Grid::of(&BezPath::new()).is_none());
    }
}
