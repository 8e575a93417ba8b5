//! A readable title for every document: what the document says of itself, else its file's name, tidied.

/// Returns the file name without extension, in words: `annual_report-2020.txt` → `Annual report 2020`.
pub(super) fn from_path(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = match name.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() && extension.len() <= 8 && !extension.contains(' ') => stem,
        _ => name,
    };
    let spaced = stem.contains(' ');
    let mut words: Vec<String> = Vec::new();
    for part in stem.split(|c: char| c == '_' || c == '+' || c.is_whitespace()).filter(|part| !part.is_empty()) {
        // "(1)" is what a copy of a file is called.
        if part.len() <= 4
            && part.starts_with('(')
            && part.ends_with(')')
            && part[1..part.len() - 1].bytes().all(|b| b.is_ascii_digit())
        {
            continue;
        }
        if is_date(part) || spaced && part.chars().filter(|&c| c == '-').count() < 2 {
            words.push(split_camel(part));
            continue;
        }
        let mut rest = part;
        if let Some(date) = part.get(..10).filter(|date| is_date(date)) {
            words.push(date.to_owned());
            rest = part[10..].trim_start_matches('-');
        }
        words.extend(rest.split('-').filter(|word| !word.is_empty()).map(split_camel));
    }
    let mut title = words.join(" ");
    if let Some(first) = title.chars().next().filter(|c| c.is_lowercase()) {
        title = first.to_uppercase().chain(title.chars().skip(1)).collect();
    }
    if title.is_empty() { name.to_owned() } else { title }
}

/// `2018-12-10`
fn is_date(part: &str) -> bool {
    part.len() == 10
        && part
            .bytes()
            .enumerate()
            .all(|(at, byte)| if matches!(at, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() })
}

/// `DavidBaker` → `David Baker`, `TranscriptFY14Q4` → `Transcript FY14Q4`, `TRANSCRIPT` → `Transcript`.
fn split_camel(word: &str) -> String {
    if word.len() >= 6 && word.chars().all(char::is_uppercase) {
        return word.chars().take(1).chain(word.chars().skip(1).flat_map(char::to_lowercase)).collect();
    }
    let chars: Vec<char> = word.chars().collect();
    let mut out = String::with_capacity(word.len() + 4);
    let mut since_break = 0;
    for (at, &c) in chars.iter().enumerate() {
        let after_small = at > 0 && chars[at - 1].is_lowercase();
        // A break needs three letters before it: "McDonald" and "iPhone" stay.
        if c.is_uppercase() && after_small && since_break >= 3 {
            out.push(' ');
            since_break = 0;
        }
        out.push(c);
        since_break += 1;
    }
    out
}

/// True for names that tell a reader nothing: hashes, numbers, a word or two of a code.
pub(super) fn is_poor(title: &str) -> bool {
    let wordy = |word: &&str| {
        let letters = word.chars().filter(|c| c.is_alphabetic()).count();
        letters >= 3
            && letters * 2 > word.chars().count()
            && word.to_lowercase().contains(['a', 'e', 'i', 'o', 'u', 'y'])
            || !word.is_ascii()
    };
    title.split_whitespace().filter(wordy).count() < 2
}
