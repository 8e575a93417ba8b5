//! Rows of numbers as they are held: signed bytes with a scale for each row, which keeps how long each was.

use crate::model::hash;
use crate::store::quantise;

/// Bytes that are hashed at once.
const HASHED: usize = 1 << 16;

/// Rows of one length.
#[derive(Debug, Default)]
pub(super) struct Table {
    dimensions: usize,
    scales: Vec<f32>,
    /// `dimensions` for each row.
    data: Vec<i8>,
}

impl Table {
    /// An empty table, with room for as many rows as there are sure to be.
    pub fn new(dimensions: usize, rows: usize) -> Self {
        Self { dimensions, scales: Vec::with_capacity(rows), data: Vec::with_capacity(rows.saturating_mul(dimensions)) }
    }

    /// Adds a row of the table's length. Returns false for one that holds what is no number.
    #[must_use]
    pub fn push(&mut self, row: &[f32]) -> bool {
        if row.len() != self.dimensions || !row.iter().all(|value| value.is_finite()) {
            return false;
        }
        let (scale, data) = quantise(row);
        self.scales.push(scale);
        self.data.extend(data);
        true
    }

    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    pub fn len(&self) -> usize {
        self.scales.len()
    }

    /// True when every row is zero.
    pub fn is_zero(&self) -> bool {
        self.scales.iter().all(|&scale| scale == 0.0)
    }

    /// Makes the longest row about as long as one: only directions are compared, and no sum of rows is too large then.
    pub fn level(&mut self) {
        let largest = self.scales.iter().fold(0f32, |largest, &scale| largest.max(scale));
        if largest > 0.0 {
            self.scales.iter_mut().for_each(|scale| *scale = *scale / largest / 127.0);
        }
    }

    /// Adds a row, so many times, to a sum of the table's length.
    pub fn add_to(&self, sum: &mut [f32], row: usize, times: f32) {
        let share = self.scales[row] * times;
        let row = &self.data[row * self.dimensions..][..self.dimensions];
        sum.iter_mut().zip(row).for_each(|(sum, &value)| *sum += share * f32::from(value));
    }

    /// A hash of all rows.
    pub fn checksum(&self) -> u64 {
        let begun =
            self.scales.iter().fold(self.dimensions as u64, |all, scale| hash::mix(all, scale.to_bits().into()));
        let mut bytes = Vec::with_capacity(HASHED);
        self.data.chunks(HASHED).fold(begun, |all, chunk| {
            bytes.clear();
            bytes.extend(chunk.iter().map(|&value| value as u8));
            hash::mix(all, hash::hash64(&bytes, 0))
        })
    }
}
