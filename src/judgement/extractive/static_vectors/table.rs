//! Rows of numbers as they are held: signed bytes with a scale for each row, which keeps how long each was.

use crate::store::quantise;
use crate::text::hash;

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

    /// Adds a row, so many times, to a sum of the table's length.
    pub fn add_to(&self, sum: &mut [f32], row: usize, times: f32) {
        let share = self.scales[row] * times;
        let row = &self.data[row * self.dimensions..][..self.dimensions];
        sum.iter_mut().zip(row).for_each(|(sum, &value)| *sum += share * f32::from(value));
    }

    /// A hash of all rows.
    pub fn checksum(&self) -> u64 {
        let bytes: Vec<u8> = self.data.iter().map(|&value| value as u8).collect();
        let scales =
            self.scales.iter().fold(self.dimensions as u64, |all, scale| hash::mix(all, scale.to_bits().into()));
        hash::hash64(&bytes, scales)
    }
}
