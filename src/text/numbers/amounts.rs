//! Numbers, numbers of things and sizes, as people read them.

/// `1234567` → `1,234,567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A figure in plain digits with its thousands apart where it has more of them than a year: `1,789,000`. What begins
/// with a nought is a number of something.
pub fn in_groups(plain: &str) -> String {
    const YEAR: usize = 4;
    let (sign, figure) = plain.strip_prefix('-').map_or(("", plain), |figure| ("-", figure));
    let (whole, decimals) = figure.split_once('.').unwrap_or((figure, ""));
    match whole.parse().ok().filter(|_| whole.len() > YEAR && !whole.starts_with('0')) {
        None => plain.to_owned(),
        Some(number) if decimals.is_empty() => format!("{sign}{}", grouped(number)),
        Some(number) => format!("{sign}{}.{decimals}", grouped(number)),
    }
}

/// A number of things: `1 entity`, `2,214 entities`.
pub fn count(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

/// A number of things within a sentence: `one entity`, `2,214 entities`.
pub fn in_words(number: u64, one: &str, many: &str) -> String {
    if number == 1 { format!("one {one}") } else { count(number, one, many) }
}

/// A number of things at the beginning of a sentence: `One entity`, `2,214 entities`.
pub fn in_words_first(number: u64, one: &str, many: &str) -> String {
    if number == 1 { format!("One {one}") } else { count(number, one, many) }
}

/// How many of a list are not shown, behind what stands in front: `, and 2,214 more`. Nothing where all are shown.
pub fn and_more(front: &str, more: usize) -> String {
    if more == 0 { String::new() } else { format!("{front}and {} more", grouped(more as u64)) }
}

/// A size: `812 B`, `41 kB`, `1.2 MB`, `3.0 GB`.
pub fn bytes(number: u64) -> String {
    let of = |unit: f64| number as f64 / unit;
    match number {
        0..1_000 => format!("{number} B"),
        1_000..999_500 => format!("{:.0} kB", of(1e3)),
        999_500..999_950_000 => format!("{:.1} MB", of(1e6)),
        999_950_000..999_950_000_000 => format!("{:.1} GB", of(1e9)),
        _ => format!("{:.1} TB", of(1e12)),
    }
}

/// `$0.42`, `$0.0031`
pub fn dollars(cost: f64) -> String {
    if cost == 0.0 || cost >= 0.01 { format!("${cost:.2}") } else { format!("${cost:.4}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_by_people() {
        assert_eq!([7, 999, 8_214, 1_234_567].map(grouped), ["7", "999", "8,214", "1,234,567"]);
        assert_eq!(
            [0, 1, 2_214].map(|number| count(number, "entity", "entities")),
            ["0 entities", "1 entity", "2,214 entities"]
        );
        assert_eq!([1, 12].map(|number| in_words(number, "token", "tokens")), ["one token", "12 tokens"]);
        assert_eq!([1, 1_200].map(|number| in_words_first(number, "token", "tokens")), ["One token", "1,200 tokens"]);
        assert_eq!([0, 1_200].map(|more| and_more(", ", more)), ["", ", and 1,200 more"]);
    }

    #[test]
    fn sizes_are_rounded_and_never_have_four_digits() {
        let sizes = [812, 41_400, 41_600, 999_499, 999_500, 1_240_000, 999_949_999, 999_950_000, 3_000_000_000_000];
        let told = ["812 B", "41 kB", "42 kB", "999 kB", "1.0 MB", "1.2 MB", "999.9 MB", "1.0 GB", "3.0 TB"];
        assert_eq!(sizes.map(bytes), told);
    }
}
