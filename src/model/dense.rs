//! Arithmetic on vectors of floating-point numbers, as models and the space of a corpus's own terms make them. Those
//! that an index keeps are rounded to bytes (`store`), those of terms are sparse (`text::term_vectors`).

/// Returns the dot product: the cosine, where both have unit length.
pub fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Gives a vector unit length; one that is all zero stays so.
pub fn normalise(vector: &mut [f32]) {
    let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    if length > f32::EPSILON {
        vector.iter_mut().for_each(|x| *x /= length);
    }
}

/// How far the largest of some values is from the smallest.
pub fn spread(values: impl Iterator<Item = f32> + Clone) -> f32 {
    values.clone().fold(f32::MIN, f32::max) - values.fold(f32::MAX, f32::min)
}

/// Returns the weighted mean of vectors, of unit length; empty for none.
pub fn mean<V: AsRef<[f32]>>(vectors: impl IntoIterator<Item = (V, f32)>) -> Vec<f32> {
    let mut sum: Vec<f32> = Vec::new();
    for (vector, weight) in vectors {
        let vector = vector.as_ref();
        sum.resize(vector.len().max(sum.len()), 0.0);
        sum.iter_mut().zip(vector).for_each(|(sum, x)| *sum += weight * x);
    }
    normalise(&mut sum);
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_has_unit_length_and_none_has_no_direction() {
        assert!(mean(std::iter::empty::<(Vec<f32>, f32)>()).is_empty());
        let unit = mean([(vec![3.0, 0.0], 1.0), (vec![0.0, 4.0], 1.0)]);
        assert!((unit[0] - 0.6).abs() < 1e-6 && (unit[1] - 0.8).abs() < 1e-6);
        assert!((dot(&unit, &unit) - 1.0).abs() < 1e-6);
        assert_eq!(mean([(vec![0.0, 0.0], 1.0)]), [0.0, 0.0]);
    }
}
