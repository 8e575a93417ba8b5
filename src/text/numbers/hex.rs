//! Numbers in hexadecimal digits, as escapes write characters and bytes.

/// The number that digits give; `None` for none of them, more than eight, or anything else, a sign too.
pub fn number(digits: &[u8]) -> Option<u32> {
    let digits =
        std::str::from_utf8(digits).ok().filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
    // The standard library's own takes a sign in front.
    u32::from_str_radix(digits, 16).ok()
}

/// The byte that two digits give.
pub fn byte(digits: &[u8]) -> Option<u8> {
    number(digits).filter(|_| digits.len() == 2).map(|byte| byte as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_digits_are_a_number() {
        assert_eq!((number(b"12f"), number(b"00E9"), number(b"ffffffff")), (Some(0x12f), Some(0xe9), Some(u32::MAX)));
        for other in ["", "+12F", "-1", " 1", "1 ", "1_0", "0x1", "fffffffff", "１２"] {
            assert_eq!(number(other.as_bytes()), None, "{other}");
        }
        assert_eq!((byte(b"e9"), byte(b"+1"), byte(b"1"), byte(b"123")), (Some(0xe9), None, None, None));
    }
}
