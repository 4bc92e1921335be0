//! Sums over blocks of sentences, which bound the weight of rare terms that stand close together.
//!
//! In: the places of the terms in other documents ([`Blocks`]), or the terms that meet in both documents ([`Cells`]).
//! Out: the places and meetings that may lie in a region or a pair of sentences of enough weight: all that do, and a
//! few others. A block has as many sentences as terms that are close together can span, so that they lie in one block
//! or in two adjacent ones. `O(n)` for n places or meetings, 8 to 16 bytes each.

use ibid_index::Place;

/// The number of sentences over which terms are close together. With three instead of five, and names weighed less
/// where they meet often, 5,457 English documents were compared instead of 18,434.
pub(super) const SPREAD: u32 = 3;

/// A term that stands in a sentence of the query document and in one of another document.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Meeting {
    pub(super) place: Place,
    pub(super) sentence: u32,
    pub(super) term: u32,
    /// The weight of the term: less if it meets often in this one document, as the names in two chapters of one story
    /// do.
    pub(super) weight: f32,
}

impl Meeting {
    /// Returns a number that orders by record, then by unit, sentence and term. Numbers are compared without a branch.
    pub(super) fn as_number(&self) -> u128 {
        let Meeting { place: Place { record, unit }, sentence, term, .. } = *self;
        let mut number = 0;
        for part in [record.0, unit, sentence, term] {
            number = number << 32 | u128::from(part);
        }
        number
    }

    /// Returns whether both are of the same two sentences.
    pub(super) fn is_beside(&self, other: &Meeting) -> bool {
        (self.place, self.sentence) == (other.place, other.sentence)
    }
}

/// The summed weights of terms in blocks of sentences. A sum is never below the true one: blocks with equal hashes
/// share a sum.
pub(super) struct Blocks {
    sums: Vec<f32>,
}

impl Blocks {
    /// The number of sentences in a block. Sentences over which terms are close together lie in one block or in two
    /// adjacent ones.
    const LEN: u32 = SPREAD + 1;
    /// The share by which sums of the same weights in another order may differ.
    const ROUNDING: f32 = 0.001;

    pub(super) fn with_room(places: usize) -> Blocks {
        Blocks { sums: vec![0.0; (places * 2).next_power_of_two()] }
    }

    /// Adds the sorted places of a term. Its weight counts once per block.
    pub(super) fn add(&mut self, places: &[Place], weight: f32) {
        let mut last = None;
        for &place in places {
            let block = (place.record, place.unit / Self::LEN);
            if last.replace(block) != Some(block) {
                let slot = self.slot(place, 0);
                self.sums[slot] += weight;
            }
        }
    }

    /// Returns whether terms close to a place may weigh `least`.
    pub(super) fn reach_near(&self, place: Place, least: f32) -> bool {
        let (before, behind) = (self.sums[self.slot(place, -1)], self.sums[self.slot(place, 1)]);
        self.sums[self.slot(place, 0)] + before.max(behind) >= least * (1.0 - Self::ROUNDING)
    }

    /// Returns the slot of the block of a place, or of the block `behind` blocks later.
    fn slot(&self, Place { record, unit }: Place, behind: i32) -> usize {
        let first = (u64::from(record.0) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        let number = (first as u32).wrapping_add(unit / Self::LEN).wrapping_add_signed(behind);
        number as usize & (self.sums.len() - 1)
    }
}

/// The summed weights of terms that meet in blocks of sentences of both documents. A sum is never below the true one:
/// blocks with equal hashes share a sum.
pub(super) struct Cells {
    sums: Vec<f32>,
    shift: u32,
}

impl Cells {
    /// The number of sentences of the query document in a block. Sentences over which terms are close together, before
    /// a sentence and behind it, lie in one block or in two adjacent ones.
    const LEN: u32 = 2 * SPREAD + 2;

    pub(super) fn of(meetings: &[Meeting]) -> Cells {
        let bits = (meetings.len() * 2).next_power_of_two().ilog2().max(1);
        let mut cells = Cells { sums: vec![0.0; 1 << bits], shift: 64 - bits };
        let mut last = None;
        for meeting in meetings {
            let slot = cells.slot(meeting, 0, 0);
            // A term counts once per block, unless its meetings in the block are not consecutive.
            if last.replace((slot, meeting.term)) != Some((slot, meeting.term)) {
                cells.sums[slot] += meeting.weight;
            }
        }
        cells
    }

    /// Keeps the meetings of records in which terms close together on both sides may weigh `least` somewhere, and of a
    /// few other records. All meetings of a record are kept or dropped together, since the meetings near one another
    /// decide how far a region reaches.
    pub(super) fn leave_records(&self, meetings: &mut Vec<Meeting>, least: f32) {
        let mut left = vec![false; self.sums.len()];
        for meeting in meetings.iter() {
            let slot = self.slot_of_record(meeting);
            left[slot] |= !left[slot] && self.reach_from(meeting, least);
        }
        meetings.retain(|meeting| left[self.slot_of_record(meeting)]);
    }

    /// Returns the slot of the record of a meeting.
    fn slot_of_record(&self, meeting: &Meeting) -> usize {
        (mixed(meeting.place.record.0) >> self.shift) as usize
    }

    /// Returns whether terms close to a meeting, in its unit or behind it, may weigh `least`.
    fn reach_from(&self, meeting: &Meeting, least: f32) -> bool {
        let beside = self.sum(meeting, -1).max(self.sum(meeting, 1));
        self.sum(meeting, 0) + beside >= least * (1.0 - Blocks::ROUNDING)
    }

    /// Sums the block of a meeting and the next one in the other document, `step` blocks later in the query document.
    fn sum(&self, meeting: &Meeting, step: i32) -> f32 {
        self.sums[self.slot(meeting, 0, step)] + self.sums[self.slot(meeting, 1, step)]
    }

    /// Returns the slot of the block of a meeting, or of the block `behind` blocks later in the other document and
    /// `step` blocks later in the query document.
    fn slot(&self, meeting: &Meeting, behind: u32, step: i32) -> usize {
        let Place { record, unit } = meeting.place;
        let block = u64::from(unit / Blocks::LEN + behind) << 32;
        let number = block | u64::from((meeting.sentence / Cells::LEN).wrapping_add_signed(step));
        (mixed(record.0).wrapping_add(number).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize
    }
}

/// Spreads the numbers of records over 64 bits.
fn mixed(record: u32) -> u64 {
    (u64::from(record) + 1).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}
