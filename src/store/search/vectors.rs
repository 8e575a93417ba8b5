//! Vectors of unit length, kept as signed bytes with one scale each: a quarter of the room, and the dot product of two
//! is a sum of small integers.

use crate::model::Kind;
use crate::store::{Reader, Result, StoreError, Writer};

/// All vectors of one kind of record, side by side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Vectors {
    pub dimensions: usize,
    /// Ids in ascending order.
    pub ids: Vec<u32>,
    pub scales: Vec<f32>,
    /// `dimensions` bytes for each id.
    pub data: Vec<i8>,
}

impl Vectors {
    /// Adds a vector; one of another length is another model's, and is left out.
    pub(in crate::store) fn push(&mut self, id: u32, scale: f32, data: &[u8]) {
        if self.dimensions == 0 {
            self.dimensions = data.len();
        }
        if data.len() == self.dimensions {
            self.ids.push(id);
            self.scales.push(scale);
            self.data.extend(data.iter().map(|&byte| byte as i8));
        }
    }

    /// The vector of the record at a position, with its scale.
    pub fn at(&self, position: usize) -> (f32, &[i8]) {
        (self.scales[position], &self.data[position * self.dimensions..][..self.dimensions])
    }

    /// The vector of the record at a position, as numbers.
    pub fn dequantised(&self, position: usize) -> Vec<f32> {
        let (scale, data) = self.at(position);
        data.iter().map(|&byte| f32::from(byte) * scale).collect()
    }
}

/// A term of the corpus: what it weighs, and its direction.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredTerm {
    pub term: String,
    pub weight: f32,
    pub vector: Vec<f32>,
}

/// Rounds a vector to signed bytes and the scale that undoes it.
pub fn quantise(vector: &[f32]) -> (f32, Vec<i8>) {
    let largest = vector.iter().fold(0f32, |largest, value| largest.max(value.abs()));
    if largest == 0.0 || !largest.is_finite() {
        return (0.0, vec![0; vector.len()]);
    }
    let scale = largest / 127.0;
    (scale, vector.iter().map(|value| (value / scale).round() as i8).collect())
}

/// The vector that was rounded to these bytes.
pub fn dequantise(bytes: &[u8], scale: f32) -> Vec<f32> {
    bytes.iter().map(|&byte| f32::from(byte as i8) * scale).collect()
}

/// The dot product of two vectors of signed bytes, without their scales.
pub fn dot(a: &[i8], b: &[i8]) -> i32 {
    a.iter().zip(b).map(|(&a, &b)| i32::from(a) * i32::from(b)).sum()
}

fn kind_number(kind: Kind) -> i64 {
    match kind {
        Kind::Report => 0,
        Kind::Entity => 1,
        Kind::Relationship => 2,
        Kind::Claim => 3,
        Kind::Source => 4,
        Kind::Document => 5,
    }
}

fn bytes(values: &[i8]) -> Vec<u8> {
    values.iter().map(|&value| value as u8).collect()
}

impl Writer {
    /// Adds the vector of a record.
    pub fn add_vector(&self, kind: Kind, id: u32, vector: &[f32]) -> Result<()> {
        let (scale, data) = quantise(vector);
        self.add_quantised(kind, id, scale, &data)
    }

    /// Adds a vector that was read from an index.
    pub fn add_quantised(&self, kind: Kind, id: u32, scale: f32, data: &[i8]) -> Result<()> {
        self.run(
            "INSERT OR REPLACE INTO vectors (id, scale, data) VALUES (?1, ?2, ?3)",
            (kind_number(kind) << 32 | i64::from(id), f64::from(scale), bytes(data)),
        )
        .map(drop)
    }

    pub fn add_term_vector(&self, term: &StoredTerm) -> Result<()> {
        let (scale, data) = quantise(&term.vector);
        self.run(
            "INSERT OR REPLACE INTO term_vectors (term, weight, scale, data) VALUES (?1, ?2, ?3, ?4)",
            (&term.term, f64::from(term.weight), f64::from(scale), bytes(&data)),
        )
        .map(drop)
    }
}

impl Reader {
    /// All vectors of a kind of record; empty when there are none.
    pub fn vectors(&self, kind: Kind) -> Result<Vectors> {
        let from = kind_number(kind) << 32;
        let mut vectors = Vectors::default();
        self.all(
            "SELECT id, scale, data FROM vectors WHERE id BETWEEN ?1 AND ?2 ORDER BY id",
            (from, from | 0xffff_ffff),
            |row| {
                let id = (row.get::<_, i64>(0)? & 0xffff_ffff) as u32;
                vectors.push(id, row.get::<_, f64>(1)? as f32, row.get_ref(2)?.as_blob()?);
                Ok(())
            },
        )?;
        Ok(vectors)
    }

    /// The vectors of those terms that the corpus knows, in the order of `terms`.
    pub fn term_vectors(&self, terms: &[String]) -> Result<Vec<StoredTerm>> {
        let connection = self.lock();
        let mut statement = connection
            .prepare_cached("SELECT weight, scale, data FROM term_vectors WHERE term = ?1")
            .map_err(|e| self.wrap(e))?;
        let mut found = Vec::new();
        for term in terms {
            let row = statement.query_row([term], |row| {
                let scale = row.get::<_, f64>(1)? as f32;
                let vector = dequantise(row.get_ref(2)?.as_blob()?, scale);
                Ok(StoredTerm { term: term.clone(), weight: row.get::<_, f64>(0)? as f32, vector })
            });
            match row {
                Ok(vector) => found.push(vector),
                Err(rusqlite::Error::QueryReturnedNoRows) => {}
                Err(e) => return Err(StoreError::from_sqlite(self.path(), e)),
            }
        }
        Ok(found)
    }

    /// Every term, by its spelling.
    pub fn all_term_vectors(&self) -> Result<Vec<StoredTerm>> {
        self.all("SELECT term, weight, scale, data FROM term_vectors ORDER BY term", [], |row| {
            let scale = row.get::<_, f64>(2)? as f32;
            let vector = dequantise(row.get_ref(3)?.as_blob()?, scale);
            Ok(StoredTerm { term: row.get(0)?, weight: row.get::<_, f64>(1)? as f32, vector })
        })
    }

    /// The terms whose vectors are nearest to one of unit length, nearest first, none below `least`. Reads all term
    /// vectors once.
    pub fn terms_near(&self, vector: &[f32], count: usize, least: f32) -> Result<Vec<(String, f32)>> {
        let mut near: Vec<(String, f32)> = Vec::new();
        self.all("SELECT term, scale, data FROM term_vectors", [], |row| {
            let scale = row.get::<_, f64>(1)? as f32;
            let data = row.get_ref(2)?.as_blob()?;
            let dot: f32 = data.iter().zip(vector).map(|(&byte, &value)| f32::from(byte as i8) * value).sum();
            let likeness = dot * scale;
            if data.len() == vector.len() && likeness >= least {
                near.push((row.get(0)?, likeness));
            }
            Ok(())
        })?;
        near.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        near.truncate(count);
        Ok(near)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn rounding_is_within_half_a_step(vector in prop::collection::vec(-1f32..1.0, 1..40)) {
            let (scale, data) = quantise(&vector);
            for (value, byte) in vector.iter().zip(data) {
                prop_assert!((value - f32::from(byte) * scale).abs() <= scale * 0.501);
            }
        }
    }
}
