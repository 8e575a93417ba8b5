use super::*;
use crate::text::language::pack;

fn of(word: &str) -> Vec<String> {
    pack("deu").map(|pack| forms(pack, word)).unwrap_or_default()
}

#[test]
fn a_participle_leads_to_the_other_forms_of_its_verb_and_back() {
    let has = |word: &str, form: &str| of(word).iter().any(|one| one == form);
    assert!(has("gestimmt", "stimmten") && has("gestimmt", "stimmen") && has("gewarnt", "warnte"));
    assert!(has("abgestimmt", "abstimmen") && has("abgestimmt", "stimmten"));
    assert!(has("gearbeitet", "arbeiten") && has("stimmten", "gestimmt"));
    assert!(pack("eng").is_some_and(|english| forms(english, "gewgaws").is_empty()));
}
