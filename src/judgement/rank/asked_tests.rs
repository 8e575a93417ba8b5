//! A question made ready to rank with: what texts have of it, whom it names, what it asks for.

use super::*;
use crate::judgement::rank::lexicon::NoLexicon;
use crate::text::statements::stance::STATED;

#[test]
fn a_text_is_measured_against_the_question() {
    let asked = PreparedQuestion::new(&Reading::of("Why did the harbour ferry sink?"), &NoLexicon);
    let mut stems = Stems::default();
    let whole = asked.hits("The harbour ferry sank because its hull had rusted; ferries sink.", &mut stems);
    let part = asked.hits("The ferry was painted in March.", &mut stems);
    assert!(whole.exact > part.exact && part.exact > 0.0);
    assert_eq!(whole.pairs, 1.0);
    assert_eq!(asked.exact("The harbour ferry sank; ferries sink.", &mut stems), whole.exact);
    assert!(whole.new >= 2);
    assert_eq!(asked.hits("", &mut stems), Hits { first: 1.0, ..Hits::default() });
}

#[test]
fn the_lone_word_by_which_somebody_is_called_is_all_of_the_name() {
    struct Board;
    impl Lexicon for Board {
        fn called(&self, name: &str) -> Vec<String> {
            if name == "Ada Voss" { vec!["ada".to_owned()] } else { Vec::new() }
        }
    }
    let reading = Reading::of("Why did Ada Voss resign?");
    let mut stems = Stems::default();
    let (alone, known) = (PreparedQuestion::new(&reading, &NoLexicon), PreparedQuestion::new(&reading, &Board));
    let text = "Ada resigned in May.";
    assert_eq!(known.hits(text, &mut stems).exact, known.hits("Ada Voss resigned.", &mut stems).exact);
    assert!(alone.hits(text, &mut stems).exact < known.hits(text, &mut stems).exact);
    assert!(known.calls_all(text) && !alone.calls_all(text) && !known.calls_all("Tom resigned."));
    assert_eq!(known.named(&folded(text)), 1.0);
}

#[test]
fn a_figure_with_a_mark_inside_is_told_from_others() {
    let mut stems = Stems::default();
    let mut exact = |question: &str, text: &str| {
        PreparedQuestion::new(&Reading::of(question), &NoLexicon).hits(text, &mut stems).exact
    };
    let asked = "When was the pump set to 4.2 bar?";
    assert!(exact(asked, "The pump was set to 4.2 bar.") > exact(asked, "The pump was set to 4.5 bar, in bay 2."));
    for other in ["14.2", "4.25", "4.2.1"] {
        assert!(!stands_alone("4.2", &format!("set to {other} bar")), "{other}");
    }
    assert!(stands_alone("4.2", "it was 4.2.") && stands_alone("node.js", "(node.js)"));
    let asked = "What does rule 2 say of the ferry?";
    assert!(exact(asked, "Rule 2 says of the ferry") > exact(asked, "Rule 1 says of the ferry"));
}

#[test]
fn the_question_s_own_word_for_a_kind_of_statement_makes_one() {
    let asked = PreparedQuestion::new(&Reading::of("What are the drawbacks of the lock?"), &NoLexicon);
    let mut stems = Stems::default();
    let neither = asked.stated("The lock was painted in March.", &[], &mut stems);
    let said = asked.stated("The one drawback of the lock is its height.", &[], &mut stems);
    let under = asked.stated("The lock was painted in March.", &["Drawbacks".to_owned()], &mut stems);
    assert!(said > under && under > neither, "{said} {under} {neither}");
    let of_none = PreparedQuestion::new(&Reading::of("When was the lock painted?"), &NoLexicon);
    assert_eq!(of_none.stated("The drawback of the lock is its height.", &[], &mut stems), 0.0);
}

#[test]
fn what_is_asked_about_is_not_its_own_reason() {
    let asked = PreparedQuestion::new(&Reading::of("Why was the letter of the clerk not read?"), &NoLexicon);
    let mut stems = Stems::default();
    let mut stated = |text: &str| asked.stated(text, &[], &mut stems);
    assert!(stated("The ferry was late, because the letter of the clerk was not read.") < STATED);
    assert!(stated("The letter of the clerk was not read, because the box was locked.") >= STATED);
}

#[test]
fn two_texts_together_have_what_one_text_of_both_has() {
    let asked = PreparedQuestion::new(&Reading::of("Why did the harbour ferry sink in 1931?"), &NoLexicon);
    let mut stems = Stems::default();
    let (above, below) = ("Log of the harbour, 1931", "The ferry sank; nobody says why.");
    let [one, other] = [above, below].map(|text| asked.hits_with_parts(text, &mut stems).1);
    let whole = asked.hits(&format!("{above} {below}"), &mut stems);
    assert_eq!(asked.together(&one, &other), (whole.exact, whole.related));
    assert!(whole.exact > asked.hits(below, &mut stems).exact);
}
