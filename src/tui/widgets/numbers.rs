//! Numbers for people.

/// `1 entity`, `2,214 entities`.
pub fn count(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

/// A number with its thousands apart.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A size for a person: `812 B`, `41 kB`, `1.2 MB`.
pub fn bytes(number: u64) -> String {
    match number {
        0..1_000 => format!("{number} B"),
        1_000..1_000_000 => format!("{} kB", number / 1_000),
        _ => format!("{:.1} MB", number as f64 / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_for_people() {
        assert_eq!((grouped(7), grouped(8_214), grouped(1_234_567)), ("7".into(), "8,214".into(), "1,234,567".into()));
        assert_eq!((bytes(812), bytes(41_400), bytes(1_240_000)), ("812 B".into(), "41 kB".into(), "1.2 MB".into()));
        assert_eq!(count(1, "entity", "entities"), "1 entity");
    }
}
