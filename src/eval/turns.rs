//! Which lines of a transcript an answer quotes, and how many of those that hold the answer are among them.

/// A document's lines, made comparable: small letters, one space for whatever is no letter or digit.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    lines: Vec<(String, String)>,
}

/// A part of a quotation shorter than this could stand in any line.
const TELLING: usize = 12;
/// A line longer than this may be told by being inside a quotation.
const LONG: usize = 25;

impl Lines {
    pub fn of(text: &str) -> Self {
        let lines = text.lines().map(|line| {
            let said = line.split_once(": ").map_or(line, |(_, said)| said);
            (comparable(line), comparable(said))
        });
        Self { lines: lines.collect() }
    }

    /// The numbers, from 0, of the lines that passages quote.
    pub fn quoted(&self, passages: &[String]) -> Vec<usize> {
        let parts = passages.iter().flat_map(|passage| passage.split('\n')).flat_map(|line| line.split('…'));
        let parts: Vec<String> = parts.map(comparable).filter(|part| part.chars().count() > TELLING).collect();
        let is_quoted = |(line, said): &(String, String)| {
            parts
                .iter()
                .any(|part| line.contains(part.as_str()) || line.chars().count() > LONG && part.contains(said.as_str()))
        };
        self.lines.iter().enumerate().filter(|(_, line)| is_quoted(line)).map(|(number, _)| number).collect()
    }
}

fn comparable(text: &str) -> String {
    let lower = text.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// The share of the wanted lines that are quoted, and of the quoted ones that are wanted (none where nothing is
/// quoted).
pub fn shares(quoted: &[usize], wanted: &[usize]) -> (f64, Option<f64>) {
    let both = quoted.iter().filter(|line| wanted.contains(line)).count() as f64;
    let recall = if wanted.is_empty() { 0.0 } else { both / wanted.len() as f64 };
    (recall, (!quoted.is_empty()).then(|| both / quoted.len() as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_quoted_in_part_or_as_part_of_more() {
        let lines = Lines::of(
            "Clerk: We begin.\nBrandt: The north gate leaked for three nights in March.\nOrsk: And cement rose.",
        );
        let quoted = |text: &str| lines.quoted(&[text.to_owned()]);
        assert_eq!(quoted("gate leaked for three nights"), [1]);
        assert_eq!(quoted("He said: the north gate leaked for three nights in March. Nobody wrote it down."), [1]);
        assert_eq!(quoted("The north gate … for three nights in March"), [1]);
        assert_eq!(quoted("gate"), [0usize; 0]);
        assert_eq!(shares(&[1, 2], &[1, 5]), (0.5, Some(0.5)));
        assert_eq!(shares(&[], &[1]), (0.0, None));
    }
}
