//! Words that answer one another: a question about what killed somebody is answered by what somebody died of, one about
//! obstacles by a sentence about a struggle.
//!
//! People ask in abstract words (challenges, impact, ethics) and documents tell in plain ones. Vectors trained on one
//! corpus bring up what stands beside a word more often than what could stand for it, so the families are written down:
//! those that questions about a pile of documents ask for. A word whose stem is also that of a word with another meaning
//! (*object*, *objective*) is left out.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::terms::Stems;

const FAMILIES: &[&str] = &[
    "kill die dead death murder",
    "pay paid fund payment cost price bill",
    "buy bought purchase acquire acquisition merger",
    "own owner belong property",
    "want wish ask request demand seek support favour resolve urge",
    "borrow borrower loan lend lent lender",
    "lake reservoir pond",
    "find found discover",
    "write wrote author letter",
    "approve approval accept adopt",
    "choose chose elect appoint",
    "lose lost missing vanish disappear",
    "cut reduce lower decrease",
    "raise lift increase rise rose",
    "happen occur",
    "live reside resident home house address",
    "speak spoke talk speech",
    "show shown reveal",
    "doctor physician surgeon",
    "lawyer attorney solicitor counsel",
    "police constable inspector sergeant",
    "money cash fund sum",
    "child son daughter parent father mother",
    "begin began start found establish open launch",
    "end close stop finish cease",
    "leave left depart quit resign",
    "marry wife husband wed spouse",
    "teach taught teacher train educate education educational school student curriculum university",
    "work job employ",
    "career profession job",
    "hurt injure harm damage",
    "tell told say said state",
    "order instruct command told",
    "allow permit approve agree consent",
    "refuse deny reject decline",
    "warn caution alert danger",
    "break broke broken fail failure failed collapse slip",
    "steal stole stolen theft taken",
    "sell sold sale auction",
    "build built construct",
    "disagree disagreement dispute contradict oppose quarrel deny refuse argue argument debate controversy controversial",
    "fail failure fault flaw defect mistake error wrong setback",
    "problem difficulty difficult trouble fault failure defect damage shortage complaint challenge obstacle barrier \
     hurdle struggle tough hard hardest",
    "risk danger dangerous hazard threat unsafe fear worry worried",
    "change alter shift replace became convert evolve transform",
    "impact effect influence affect consequence transform",
    "ethics ethical moral bias biased harm",
    "invest investment investor venture capital funding fundraise budget financing",
    "diversity diverse inclusion inclusive women gender underrepresented",
    "privacy surveillance confidential",
    "policy regulation regulate regulatory law legislation government",
    "collaborate collaboration partner partnership cooperate cooperation",
    "grow growth scale expand expansion",
    "succeed success successful achieve achievement accomplish",
    "inspire inspiration motivate motivation passion passionate",
    "predict prediction forecast foresee envision anticipate",
    "mentor mentorship coach advise adviser guidance",
    "health healthcare medical medicine patient hospital clinical disease",
    "climate environment environmental sustainability sustainable carbon emission",
    "security secure attack hack breach protect",
    "compete competition competitor rival competitive",
    "innovate innovation innovative innovator invent invention inventor breakthrough",
    "decide decision choose chose choice",
    "robot automate automation",
    "transparent transparency disclose disclosure openness",
    "accessible afford affordable",
    "creative creativity artist artistic imagination",
    "strategy strategic",
    "emerging upcoming future",
    "recommend recommendation suggest propose proposal advice",
    "hire recruit",
    "society societal community communities",
];

/// Returns the stems that answer a stem; empty for one without a family.
pub fn kin(stem: &str) -> &'static [String] {
    static KIN: OnceLock<HashMap<String, Vec<String>>> = OnceLock::new();
    let all = KIN.get_or_init(|| {
        let mut stems = Stems::default();
        let mut all: HashMap<String, Vec<String>> = HashMap::new();
        for family in FAMILIES {
            let mut members: Vec<String> = family.split(' ').map(|word| stems.stem(word).to_owned()).collect();
            members.sort();
            members.dedup();
            for one in &members {
                let known = all.entry(one.clone()).or_default();
                let others = members.iter().filter(|&other| other != one);
                let fresh: Vec<String> = others.filter(|other| !known.contains(other)).cloned().collect();
                known.extend(fresh);
            }
        }
        all
    });
    all.get(stem).map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kin_is_mutual_and_never_of_oneself() {
        let mut stems = Stems::default();
        for word in FAMILIES.iter().flat_map(|family| family.split(' ')) {
            let stem = stems.stem(word).to_owned();
            assert!(!kin(&stem).contains(&stem), "{word}");
            for other in kin(&stem) {
                assert!(kin(other).contains(&stem), "{word} and {other}");
            }
        }
        assert!(kin(stems.stem("dispute")).iter().any(|other| other == "disagr"), "{:?}", kin("disput"));
        assert!(kin("banana").is_empty());
    }
}
