//! The order in which a person sorts names.

use std::cmp::Ordering;

/// Compares as a person sorts: runs of digits by value, so that `part2` comes before `part10`.
pub fn natural(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (a.as_bytes(), b.as_bytes());
    while let (Some(x), Some(y)) = (left.first(), right.first()) {
        if x.is_ascii_digit() && y.is_ascii_digit() {
            let digits = |bytes: &[u8]| bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let (x_len, y_len) = (digits(left), digits(right));
            let value = |bytes: &[u8], len: usize| {
                let zeros = bytes[..len].iter().take_while(|&&byte| byte == b'0').count();
                (len - zeros, bytes[zeros..len].to_vec())
            };
            let order = value(left, x_len).cmp(&value(right, y_len));
            if order != Ordering::Equal {
                return order;
            }
            (left, right) = (&left[x_len..], &right[y_len..]);
        } else if x == y {
            (left, right) = (&left[1..], &right[1..]);
        } else {
            return x.cmp(y);
        }
    }
    left.len().cmp(&right.len()).then_with(|| a.cmp(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_by_value_wherever_they_stand() {
        let mut names = ["Tape 10, part 2", "Tape 9", "Tape 10, part 10", "Tape 010, part 1", "Quay"];
        names.sort_by(|a, b| natural(a, b));
        assert_eq!(names, ["Quay", "Tape 9", "Tape 010, part 1", "Tape 10, part 2", "Tape 10, part 10"]);
    }
}
