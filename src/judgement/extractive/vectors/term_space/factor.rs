//! Factors a large sparse symmetric matrix into short vectors, one for each row, by randomised subspace iteration
//! (Halko, Martinsson and Tropp, 2011, algorithm 4.4 with one iteration). All sums are taken in a fixed order.

use rayon::prelude::*;

use super::cooccurrence::Sparse;
use crate::graph::rng::Rng;
use crate::model::dense::normalise;

/// Directions computed beyond those wanted, which sharpens the last of those.
const SPARE: usize = 16;
/// Rows whose products are summed by one thread.
const BLOCK: usize = 512;
const SEED: u64 = 0x676c_6561_6e65_7221;
/// Passes over all pairs of directions; the matrix is small and nearly diagonal after a few.
const SWEEPS: usize = 10;

/// Returns `dimensions` numbers for each row: its place along the strongest directions, weighted by the root of their
/// eigenvalues, of unit length. Directions that the matrix does not have are zero.
pub(super) fn embed(matrix: &Sparse, dimensions: usize) -> Vec<f32> {
    let rows = matrix.rows();
    let width = (dimensions + SPARE).min(rows);
    if rows == 0 || matrix.values.is_empty() {
        return vec![0.0; rows * dimensions];
    }
    let mut basis = Dense::random(rows, width);
    for _ in 0..2 {
        basis = basis.multiplied_by(matrix);
        basis.orthonormalise();
    }
    let image = basis.multiplied_by(matrix);
    let (values, turns) = eigen(basis.products(&image), width);
    let mut strongest: Vec<usize> = (0..width).collect();
    strongest.sort_by(|&a, &b| values[b].abs().total_cmp(&values[a].abs()).then(a.cmp(&b)));
    strongest.truncate(dimensions);
    let weights: Vec<f32> = strongest.iter().map(|&at| values[at].abs().sqrt() as f32).collect();
    let mut vectors = vec![0.0f32; rows * dimensions];
    vectors.par_chunks_mut(dimensions).zip(basis.values.par_chunks(width)).for_each(|(vector, row)| {
        for ((to, &direction), weight) in vector.iter_mut().zip(&strongest).zip(&weights) {
            let along: f32 = row.iter().enumerate().map(|(i, x)| x * turns[i * width + direction] as f32).sum();
            *to = along * weight;
        }
        normalise(vector);
    });
    vectors
}

/// A tall matrix, row after row.
struct Dense {
    width: usize,
    values: Vec<f32>,
}

impl Dense {
    /// Ones with random signs, the same every time.
    fn random(rows: usize, width: usize) -> Self {
        let mut rng = Rng::new(SEED);
        let mut sign = || if rng.next() >> 63 == 0 { 1.0 } else { -1.0 };
        Self { width, values: (0..rows * width).map(|_| sign()).collect() }
    }

    /// The sparse matrix times this one.
    fn multiplied_by(&self, matrix: &Sparse) -> Self {
        let mut values = vec![0.0f32; self.values.len()];
        values.par_chunks_mut(self.width).enumerate().for_each(|(row, sum)| {
            for (column, value) in matrix.row(row) {
                let from = &self.values[column * self.width..(column + 1) * self.width];
                for (to, from) in sum.iter_mut().zip(from) {
                    *to += value * from;
                }
            }
        });
        Self { width: self.width, values }
    }

    /// The products of every column with every column of `other`, `width` × `width`.
    fn products(&self, other: &Dense) -> Vec<f64> {
        let width = self.width;
        let blocks: Vec<Vec<f32>> = self
            .values
            .par_chunks(BLOCK * width)
            .zip(other.values.par_chunks(BLOCK * width))
            .map(|(left, right)| {
                let mut sums = vec![0.0f32; width * width];
                for (left, right) in left.chunks(width).zip(right.chunks(width)) {
                    for (sums, &x) in sums.chunks_mut(width).zip(left) {
                        for (sum, y) in sums.iter_mut().zip(right) {
                            *sum += x * y;
                        }
                    }
                }
                sums
            })
            .collect();
        let mut sums = vec![0.0f64; width * width];
        for block in blocks {
            for (sum, part) in sums.iter_mut().zip(block) {
                *sum += f64::from(part);
            }
        }
        sums
    }

    /// Makes the columns orthonormal, by Cholesky's factor of their products; a column that depends on the others
    /// comes out as (nearly) nothing. Twice, because once is inexact when they are nearly dependent.
    fn orthonormalise(&mut self) {
        let width = self.width;
        for _ in 0..2 {
            let inverse: Vec<f32> =
                inverse_cholesky(self.products(self), width).into_iter().map(|x| x as f32).collect();
            self.values.par_chunks_mut(width).for_each(|row| {
                let mut turned = vec![0.0f32; width];
                for (&x, inverse) in row.iter().zip(inverse.chunks(width)) {
                    for (to, y) in turned.iter_mut().zip(inverse) {
                        *to += x * y;
                    }
                }
                row.copy_from_slice(&turned);
            });
        }
    }
}

/// Returns the inverse of the upper factor `R` of a positive matrix `RᵀR`. Rows without weight of their own become 0.
fn inverse_cholesky(mut matrix: Vec<f64>, width: usize) -> Vec<f64> {
    let largest = (0..width).map(|i| matrix[i * width + i]).fold(0.0, f64::max);
    let least = largest * 1e-10;
    // In place: the upper half becomes R.
    for i in 0..width {
        for j in i..width {
            let mut sum = matrix[i * width + j];
            for k in 0..i {
                sum -= matrix[k * width + i] * matrix[k * width + j];
            }
            matrix[i * width + j] = if i == j {
                if sum > least { sum.sqrt() } else { 0.0 }
            } else if matrix[i * width + i] > 0.0 {
                sum / matrix[i * width + i]
            } else {
                0.0
            };
        }
    }
    let mut inverse = vec![0.0f64; width * width];
    for j in 0..width {
        if matrix[j * width + j] == 0.0 {
            continue;
        }
        inverse[j * width + j] = 1.0 / matrix[j * width + j];
        for i in (0..j).rev() {
            if matrix[i * width + i] == 0.0 {
                continue;
            }
            let sum: f64 = (i + 1..=j).map(|k| matrix[i * width + k] * inverse[k * width + j]).sum();
            inverse[i * width + j] = -sum / matrix[i * width + i];
        }
    }
    inverse
}

/// Eigenvalues and eigenvectors (as columns) of a small symmetric matrix, by Jacobi's rotations.
fn eigen(mut matrix: Vec<f64>, width: usize) -> (Vec<f64>, Vec<f64>) {
    let mut vectors = vec![0.0f64; width * width];
    for i in 0..width {
        vectors[i * width + i] = 1.0;
        for j in 0..i {
            let mean = (matrix[i * width + j] + matrix[j * width + i]) / 2.0;
            (matrix[i * width + j], matrix[j * width + i]) = (mean, mean);
        }
    }
    let scale: f64 = matrix.iter().map(|x| x * x).sum::<f64>().sqrt();
    for _ in 0..SWEEPS {
        let mut turned = false;
        for p in 0..width {
            for q in p + 1..width {
                let off = matrix[p * width + q];
                if off.abs() <= scale * 1e-12 {
                    continue;
                }
                turned = true;
                let angle = (matrix[q * width + q] - matrix[p * width + p]) / (2.0 * off);
                let tangent = angle.signum() / (angle.abs() + (angle * angle + 1.0).sqrt());
                let tangent = if angle == 0.0 { 1.0 } else { tangent };
                let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
                let sine = tangent * cosine;
                for k in 0..width {
                    let (a, b) = (matrix[k * width + p], matrix[k * width + q]);
                    (matrix[k * width + p], matrix[k * width + q]) = (cosine * a - sine * b, sine * a + cosine * b);
                }
                for k in 0..width {
                    let (a, b) = (matrix[p * width + k], matrix[q * width + k]);
                    (matrix[p * width + k], matrix[q * width + k]) = (cosine * a - sine * b, sine * a + cosine * b);
                    let (a, b) = (vectors[k * width + p], vectors[k * width + q]);
                    (vectors[k * width + p], vectors[k * width + q]) = (cosine * a - sine * b, sine * a + cosine * b);
                }
            }
        }
        if !turned {
            break;
        }
    }
    ((0..width).map(|i| matrix[i * width + i]).collect(), vectors)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eigenvalues_of_a_known_matrix() {
        // [[2, 1], [1, 2]] has the eigenvalues 1 and 3.
        let (values, vectors) = eigen(vec![2.0, 1.0, 1.0, 2.0], 2);
        let mut sorted = values.clone();
        sorted.sort_by(f64::total_cmp);
        assert!((sorted[0] - 1.0).abs() < 1e-12 && (sorted[1] - 3.0).abs() < 1e-12);
        let largest = if values[0] > values[1] { 0 } else { 1 };
        assert!((vectors[largest].abs() - vectors[2 + largest].abs()).abs() < 1e-12);
    }

    #[test]
    fn columns_become_orthonormal_and_dependent_ones_vanish() {
        let mut dense = Dense { width: 3, values: (0..30).map(|i| ((i * 7919) % 13) as f32 - 6.0).collect() };
        for row in dense.values.chunks_mut(3) {
            row[2] = row[0] + row[1];
        }
        dense.orthonormalise();
        let products = dense.products(&dense);
        for (i, expected) in [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0].into_iter().enumerate() {
            assert!((products[i] - expected).abs() < 1e-4, "{products:?}");
        }
    }

    #[test]
    fn rows_alike_get_like_vectors() {
        // Rows 0 and 1 are joined to 2, rows 3 and 4 to 5.
        let matrix =
            Sparse { starts: vec![0, 1, 2, 4, 5, 6, 8], columns: vec![2, 2, 0, 1, 5, 5, 3, 4], values: vec![1.0; 8] };
        let vectors = embed(&matrix, 4);
        let dot = |a: usize, b: usize| -> f32 { (0..4).map(|i| vectors[a * 4 + i] * vectors[b * 4 + i]).sum() };
        assert!(dot(0, 1) > 0.99 && dot(3, 4) > 0.99 && dot(0, 3).abs() < 0.01);
    }
}
