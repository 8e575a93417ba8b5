//! What a name is by its own words and what stands beside it.

use super::*;

#[test]
fn words_of_a_name_tell_its_type() {
    for (name, kind) in [
        ("Dr. Varga", EntityType::Person),
        ("Clara Voss", EntityType::Person),
        ("Fyodor K. Lem", EntityType::Person),
        ("Tarnold Vossler KC", EntityType::Person),
        ("Vossler Haulage", EntityType::Organisation),
        ("Clara van Tarnsen", EntityType::Person),
        ("Otago Harbour Board", EntityType::Organisation),
        ("University of Otago", EntityType::Organisation),
        ("Clara Voss Foundation", EntityType::Organisation),
        ("Clara Holdings", EntityType::Organisation),
        ("Clara Church", EntityType::Person),
        ("Battle of Hastings", EntityType::Event),
        ("Tallow County", EntityType::Place),
        ("Lake Arrow", EntityType::Place),
        ("Hollin Dam", EntityType::Place),
        ("Priory Row", EntityType::Place),
        ("St Bede", EntityType::Place),
        ("St Orskin Tarnholm", EntityType::Place),
        ("St John Vossler", EntityType::Person),
        ("Kirk of Orsk", EntityType::Place),
        ("Kirk Vossler", EntityType::Person),
        ("Orsk Foundry", EntityType::Organisation),
        ("Vossler Castings", EntityType::Organisation),
        ("Saint Bede", EntityType::Person),
        ("Lantern Night", EntityType::Event),
        ("Ostley Constabulary", EntityType::Organisation),
        ("D. Orsk", EntityType::Person),
        ("D.F. Orskin", EntityType::Person),
        ("D. Clara Mills", EntityType::Person),
        ("Thomas Stuart Mill", EntityType::Person),
        ("Inspector Clara Tarnsen", EntityType::Person),
        ("River Orsk", EntityType::Place),
        ("Lower Tarnings", EntityType::Place),
        ("Orsk Therapeutics", EntityType::Organisation),
        ("Orsk Athletic", EntityType::Organisation),
        ("Orsk Advertiser", EntityType::Organisation),
        ("Lloyd Minor Park", EntityType::Place),
        ("Clara G. Marsh", EntityType::Person),
        ("Port Orsk", EntityType::Place),
        ("Moore's Law", EntityType::Concept),
        ("Otago Lane Films", EntityType::Organisation),
        ("Azure Tarn Service", EntityType::Product),
        ("W. Va", EntityType::Place),
        ("Orsk W. Va.", EntityType::Place),
        ("Clara Library", EntityType::Organisation),
        ("Alder Court", EntityType::Place),
        ("Flood Hazard District", EntityType::Place),
        ("Supreme Court", EntityType::Organisation),
        ("Tarn School District", EntityType::Organisation),
        ("Orsk City Charter", EntityType::Work),
        ("Northside Plumbing", EntityType::Organisation),
        ("Tarn Battalion", EntityType::Organisation),
        ("Microsoft Investor Relations", EntityType::Organisation),
        ("Mr. Lane", EntityType::Person),
        ("Clara Street", EntityType::Place),
        ("Clara of Tarn", EntityType::Person),
        ("Costa Rica", EntityType::Place),
        ("Banco de Tarn", EntityType::Organisation),
        ("Banco Tarn", EntityType::Organisation),
        ("Orsk Games", EntityType::Organisation),
        ("Olympic Games", EntityType::Event),
        ("Zaal Orskin", EntityType::Place),
        ("Orskin Oblast", EntityType::Place),
        ("Santiago de Chile", EntityType::Place),
        ("Comisión de Pesca", EntityType::Organisation),
        ("Île de Tarn", EntityType::Place),
        ("Batalla de Tarn", EntityType::Event),
        ("Estados Unidos", EntityType::Place),
        ("Congress of Orsk", EntityType::Organisation),
        ("Office of Orskin", EntityType::Organisation),
        ("United States Army", EntityType::Organisation),
        ("United States Government", EntityType::Organisation),
        ("Government of New Orsk", EntityType::Organisation),
        ("Java Sea", EntityType::Place),
        ("Clara Islands", EntityType::Place),
        ("South Orsk", EntityType::Place),
        ("Clara Day", EntityType::Person),
        ("Revd Clara Marsh", EntityType::Person),
        ("Senate Majority Leader Orskin", EntityType::Person),
        ("MS Windows", EntityType::Product),
        ("Luddists", EntityType::Concept),
        ("Orskism", EntityType::Concept),
        ("Banco de España", EntityType::Organisation),
        ("Alemania", EntityType::Place),
    ] {
        assert_eq!(by_words(name), Some(kind), "{name}");
    }
    assert_eq!(by_words("Port 443"), None);
    assert_eq!(by_words("Zanthe"), None);
    // Letters in front of plain words make no product, nor does a game that somebody is called like.
    assert_eq!(by_words("UN System"), None);
    assert_eq!(by_words("Mario Cuomo"), Some(EntityType::Person));
    assert_ne!(by_words("Secretaries of War"), Some(EntityType::Event));
    for nobody in [
        "Grant of Patent Right",
        "C API",
        "C APIs",
        "Ada CI",
        "ADA SVM",
        "Orsk C ABI",
        "Christian Tarnism",
        "Christian Luddists",
        "Clara SASL API",
        "JACK Audio Connection Kit",
        // Particles tie what is no name too, where every noun has a capital or offices are called so.
        "Wartung von Tarn",
        "Banco de Tarn",
        "L. Rev",
        "Rev. Proc",
        "Tarn L. Rev",
    ] {
        assert_ne!(by_words(nobody), Some(EntityType::Person), "{nobody}");
    }
    for somebody in ["F.A. von Orsk", "MARY LEE", "Mary Voss II", "J. Reed"] {
        assert_eq!(by_words(somebody), Some(EntityType::Person), "{somebody}");
    }
}
