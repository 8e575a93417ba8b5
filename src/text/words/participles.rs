//! Participles of regular verbs that no stemmer joins with their other forms, since they begin otherwise: who has
//! *gestimmt* *stimmte*, and *stimmte ab* who has *abgestimmt*.

use crate::text::language::Pack;

/// Letters of the part that all forms of a verb have.
const SHORTEST: usize = 4;

/// The forms of a verb whose participle a word in lower case is, else the participle of which it may be a form; none in
/// a language whose participles begin like other forms.
pub fn forms(pack: &Pack, word: &str) -> Vec<String> {
    let ge = pack.participle.as_str();
    let ends: Vec<&str> = pack.verb_ends.split(' ').collect();
    let Some(participle) = ends.last().filter(|_| !ge.is_empty()) else { return Vec::new() };
    let prefixes = || std::iter::once("").chain(pack.verb_prefixes.iter());
    let long = |root: &&str| root.chars().count() >= SHORTEST;
    let of_participle = prefixes().find_map(|prefix| {
        let root = word.strip_prefix(prefix)?.strip_prefix(ge)?.strip_suffix(participle).filter(long)?;
        Some((prefix, root.strip_suffix('e').filter(long).unwrap_or(root)))
    });
    match of_participle {
        Some((prefix, root)) => {
            let whole = ends.iter().map(|end| format!("{prefix}{root}{end}"));
            // *Sie stimmten ab*
            let apart = ends.iter().filter(|_| !prefix.is_empty()).map(|end| format!("{root}{end}"));
            whole.chain(apart).collect()
        }
        None => {
            let root = ends.iter().filter_map(|end| word.strip_suffix(end)).filter(long).min_by_key(|root| root.len());
            root.map(|root| format!("{ge}{root}{participle}")).into_iter().collect()
        }
    }
}

#[cfg(test)]
#[path = "participles_tests.rs"]
mod tests;
