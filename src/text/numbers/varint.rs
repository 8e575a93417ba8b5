//! Numbers of variable length, as everything packed is made of: seven bits a byte, the lowest first.

/// Appends a number.
pub fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes a number off the front; `None` when there is none, or one that is too large.
pub fn take(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0u64;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// Folds a signed number so that small ones stay small.
pub fn zigzag(number: i64) -> u64 {
    ((number << 1) ^ (number >> 63)) as u64
}

pub fn unzigzag(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn numbers_come_back(numbers in prop::collection::vec(any::<i64>(), 0..20)) {
            let mut bytes = Vec::new();
            numbers.iter().for_each(|&number| put(&mut bytes, zigzag(number)));
            let mut rest = bytes.as_slice();
            for number in numbers {
                prop_assert_eq!(take(&mut rest).map(unzigzag), Some(number));
            }
            prop_assert_eq!(take(&mut rest), None);
        }

        #[test]
        fn other_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..30)) {
            let mut rest = bytes.as_slice();
            while take(&mut rest).is_some() {}
        }
    }
}
