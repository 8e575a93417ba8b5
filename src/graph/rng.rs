//! A small seeded generator of random numbers: the same seed gives the same clustering on every machine.

/// SplitMix64 (Steele, Lea and Flood, 2014).
#[derive(Clone, Debug)]
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 to below `bound`, which must not be 0 (multiply-shift; the bias is below 2⁻³²).
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        (((self.next() >> 32) * u64::from(bound)) >> 32) as u32
    }

    /// Returns a number from 0 to below 1.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Shuffles in place (Fisher and Yates).
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
    /// Returns positions among `of`, each once, at most `wanted`.
    pub(crate) fn sample(&mut self, of: usize, wanted: usize) -> Vec<usize> {
        let mut positions: Vec<usize> = (0..of).collect();
        let taken = wanted.min(of);
        for at in 0..taken {
            positions.swap(at, at + self.below((of - at) as u32) as usize);
        }
        positions.truncate(taken);
        positions
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_the_same_for_a_seed_and_have_no_doubles() {
        let mut sample = Rng::new(7).sample(50, 20);
        assert_eq!(sample, Rng::new(7).sample(50, 20));
        assert_ne!(sample, Rng::new(8).sample(50, 20));
        sample.sort_unstable();
        sample.dedup();
        assert_eq!(sample.len(), 20);
        assert_eq!(Rng::new(7).sample(3, 20).len(), 3);
    }

    #[test]
    fn a_seed_gives_one_order() {
        let shuffled = |seed| {
            let mut items: Vec<u32> = (0..40).collect();
            Rng::new(seed).shuffle(&mut items);
            items
        };
        assert_eq!(shuffled(7), shuffled(7));
        assert_ne!(shuffled(7), shuffled(8));
        let mut sorted = shuffled(7);
        sorted.sort_unstable();
        assert_eq!(sorted, (0..40).collect::<Vec<_>>());
    }
}
