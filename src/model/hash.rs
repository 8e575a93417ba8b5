//! Stable hashes: of a file's bytes, to see that it changed, and of words, to see that they return. Not cryptographic,
//! and the same on every machine and in every version, because they are stored.

const K0: u64 = 0x9e37_79b9_7f4a_7c15;
const K1: u64 = 0xd6e8_feb8_6659_fd93;

/// Multiplies to 128 bits and folds the halves together; the mixing step of wyhash.
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

/// Returns a 64-bit hash of `bytes`.
pub fn hash64(bytes: &[u8], seed: u64) -> u64 {
    let mut state = fold(seed ^ K0, bytes.len() as u64 ^ K1);
    let mut chunks = bytes.chunks_exact(8);
    for chunk in &mut chunks {
        let word = u64::from_le_bytes(chunk.try_into().expect("eight bytes"));
        state = fold(state ^ word ^ K0, state.rotate_left(29) ^ K1);
    }
    let mut tail = [0; 8];
    tail[..chunks.remainder().len()].copy_from_slice(chunks.remainder());
    state = fold(state ^ u64::from_le_bytes(tail), K0);
    fold(state, K1 ^ seed)
}

/// Joins a hash to those before it; order matters.
pub fn mix(state: u64, value: u64) -> u64 {
    fold(state.rotate_left(23) ^ value ^ K0, value ^ K1)
}

/// Returns 32 hex digits that change when `bytes` do.
pub fn hex(bytes: &[u8]) -> String {
    format!("{:016x}{:016x}", hash64(bytes, 1), hash64(bytes, 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_stored_and_so_must_never_change() {
        assert_eq!(hex(b""), "b9c2d045f847c66305cd10db4c236644");
        assert_eq!(hex(b"gleaner"), "185be06d29b1f4373807f89226adbadb");
        assert_eq!(hex(b"12345678"), "c48cff57b8217fa1129e4b9b90c6820a");
        assert_eq!(mix(1, 2), 0x9e72_3dce_ae84_51dd);
    }

    #[test]
    fn what_is_not_the_same_has_another_hash() {
        assert_ne!(hex(b"gleaner"), hex(b"gleaner\0"));
        assert_ne!(hex(b"12345678"), hex(b"1234567"));
        assert_ne!(mix(1, 2), mix(2, 1));
    }

    #[test]
    fn zero_bytes_are_told_apart_by_their_number() {
        let all: std::collections::BTreeSet<String> = (0..64).map(|n| hex(&vec![0; n])).collect();
        assert_eq!(all.len(), 64);
    }
}
