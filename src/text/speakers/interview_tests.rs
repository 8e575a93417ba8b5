use crate::text::speakers::transcript::find;

const PRINTED: &str = "Orsker Bote, 4. Mai 2031\n\nHafenmeisterin Ada Vossel im Gespräch\n\n\
                       Frau Vossel, warum ist der Hafen zu?\n\nVossel: Weil die Lampe nicht brennt.\n\n\
                       Wer zahlt die neue?\n\nVossel: Das weiß bisher niemand.\n\n\
                       Im Herbst klangen Sie anders.\n\nVossel: Im Herbst hatte ich noch Geld.\n\n\
                       Treten Sie zurück?\n\nVossel: Nein.\n";

#[test]
fn whoever_answers_in_a_printed_interview_speaks_and_the_questions_are_nobody_s() {
    let transcript = find(PRINTED);
    assert_eq!(transcript.speakers.len(), 1, "{transcript:?}");
    let turns: Vec<(&str, bool)> = (transcript.labels.iter())
        .map(|label| (PRINTED[label.span.start..].lines().next().unwrap_or_default(), label.speaker.is_some()))
        .collect();
    assert!(turns.contains(&("Im Herbst klangen Sie anders.", false)), "{turns:?}");
    assert!(turns.contains(&("Vossel: Nein.", true)), "{turns:?}");
}

#[test]
fn fields_that_return_are_no_interview() {
    let form = "Lampe 1\n\nZustand: gut.\n\nLampe 2\n\nZustand: schlecht.\n\nLampe 3\n\nZustand: gut.\n";
    assert!(find(form).speakers.is_empty());
}

#[test]
fn several_who_speak_twice_among_others_who_speak_once_talk() {
    let stage = "Mitschrift in der Halle, 4. Mai 2031\nAuf der Bühne: Tilla Ohm, Ada Vossel, Rune Tarn, Dirk Quast\n\n\
                 Ohm: Darf man da fahren?\n\nVossel: Man darf, wenn man aufpasst.\n\n\
                 Quast: Im April klang das anders.\n\nVossel: Im April habe ich mich geirrt.\n\n(Beifall)\n\n\
                 Tarn: Mein Boot liegt seit Jahren im Hafen und rostet.\n\nOhm: Das höre ich zum ersten Mal.\n\n\
                 Tarn: Seit gestern.\n";
    let names: Vec<String> = find(stage).speakers.into_iter().map(|speaker| speaker.name).collect();
    assert!(
        ["Ohm", "Vossel", "Quast", "Tarn"].iter().all(|one| names.iter().any(|name| name.ends_with(one))),
        "{names:?}"
    );
}
