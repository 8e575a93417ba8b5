//! Who belongs together, in small.

use super::*;

#[test]
fn chance_is_told_from_company() {
    assert!(log_likelihood(10.0, 12.0, 11.0, 1000.0) > 50.0);
    assert!(log_likelihood(1.0, 100.0, 100.0, 10_000.0) < 0.1);
}

#[test]
fn one_sentence_is_enough_where_there_are_few_and_chance_where_there_are_many() {
    let met = |weight, sentence| vec![Meeting { pair: 1, unit: 0, weight, sentence }];
    let enough = |meetings: &[Meeting], total, spread: [u32; 2]| judge(meetings, total, &spread, 35).1;
    let (said, near) = (met(NEAR[0], Some(0)), met(NEAR[1], None));
    assert!(enough(&said, 100, [4, 5]) && !enough(&said, 2_000, [80, 90]));
    assert!(!enough(&said, 100, [30, 40]), "who is everywhere meets everybody");
    // What stands in neighbouring sentences alone has to be rarer.
    assert!(enough(&near, 100, [1, 3]) && !enough(&near, 100, [5, 6]));
}

#[test]
fn messages_within_one_breath_are_near() {
    let sentences: Vec<crate::model::Sentence> = (0..3)
        .map(|at| crate::model::Sentence {
            span: crate::model::Span::new(at * 90, at * 90 + 80),
            kind: crate::model::SentenceKind::Prose,
            speaker: None,
            paragraph: at as u32,
            recurring: false,
        })
        .collect();
    let placed = |entity: u32, sentence: u32| {
        let start = sentence * 90 + 10;
        let place = EntityPlace { entity, sentence, start, end: start + 5, implied: false };
        [Placed { place, at: entity as usize, listed: false, line: None, form: false, row: false }]
    };
    assert_eq!(nearness(&placed(0, 0), &placed(1, 1), &sentences), (NEAR[1], None));
    assert_eq!(nearness(&placed(0, 0), &placed(1, 2), &sentences).0, SAME_UNIT);
}

#[test]
fn whoever_met_only_by_chance_keeps_the_strongest_meeting() {
    let meeting = |source, target, weight| Related { source, target, weight, units: vec![0], best: Some((0, 0)) };
    let mut related = vec![meeting(0, 1, 2.0)];
    let mut company = Company::of(4);
    for (chance, wanted) in [
        (meeting(0, 2, 0.1), true),
        (meeting(1, 2, 0.3), true),
        (meeting(0, 1, 9.0), true),
        (meeting(0, 2, 0.3), false),
    ] {
        assert_eq!(company.wants(&chance), wanted);
        company.offer(&chance);
    }
    company.keep(&mut related);
    assert_eq!(related, [meeting(0, 1, 2.0), meeting(1, 2, 0.3)]);
}

#[test]
fn a_name_in_a_list_meets_those_beside_it() {
    let placed = |listed: bool| -> Vec<Placed> {
        let place = |at: usize| EntityPlace {
            entity: at as u32,
            sentence: 0,
            start: at as u32 * 10,
            end: at as u32 * 10 + 5,
            implied: false,
        };
        (0..30).map(|at| Placed { place: place(at), at, listed, line: None, form: false, row: false }).collect()
    };
    let met = |all: &[Placed], a: usize, b: usize| nearness(&all[a..=a], &all[b..=b], &[]).0 > 0.0;
    assert!(met(&placed(true), 3, 3 + BESIDE) && !met(&placed(true), 3, 4 + BESIDE) && !met(&placed(true), 20, 3));
    assert!(met(&placed(false), 0, 29));
}

#[test]
fn who_was_there_is_hardly_tied_and_rows_are_nothing_to_each_other() {
    let placed = |entity: u32, sentence: u32, form: bool, row: bool| {
        let start = sentence * 100 + entity * 10;
        let place = EntityPlace { entity, sentence, start, end: start + 5, implied: false };
        [Placed { place, at: entity as usize, listed: false, line: None, form, row }]
    };
    assert_eq!(nearness(&placed(0, 0, true, false), &placed(1, 0, true, false), &[]), (SAME_UNIT, None));
    assert_eq!(nearness(&placed(0, 0, false, true), &placed(1, 1, false, true), &[]), (0.0, None));
    assert_eq!(nearness(&placed(0, 0, false, true), &placed(1, 0, false, true), &[]).0, NEAR[0]);
}

#[test]
fn a_row_of_numbers_is_told() {
    let names = ["INV-0184", "INV-0187", "INV-0190", "INV-0194", "INV-0196", "Ada Voss", "Clause 8", "4711"];
    let row = numbered(names.into_iter());
    assert_eq!(row.iter().filter(|one| **one).count(), 5);
    assert!(row[..5].iter().all(|one| *one));
}

#[test]
fn every_pair_is_in_one_range() {
    let unit = |entities: Range<u32>| -> Vec<EntityPlace> {
        entities.map(|entity| EntityPlace { entity, sentence: 0, start: 0, end: 0, implied: false }).collect()
    };
    // 110 entities that meet each other everywhere, and some that meet few.
    let mut places = Places::default();
    (0..400).for_each(|at| places.push(&unit(if at < 390 { 0..110 } else { 100..130 })));
    let ranges = ranges(&places, 140);
    assert!(ranges.len() > 1, "{ranges:?}");
    assert!(
        ranges
            .iter()
            .map(|range| range.start)
            .eq([0].into_iter().chain(ranges.iter().map(|range| range.end)).take(ranges.len()))
    );
    assert_eq!(ranges.last().map(|range| range.end), Some(140));
}

#[test]
fn a_hub_keeps_few() {
    let mut related: Vec<Related> = (1..400)
        .map(|target| Related { source: 0, target, weight: 1.0 / target as f32, units: vec![0], best: None })
        .collect();
    // Every other entity has a better friend than the hub.
    related.extend((1..400).step_by(2).map(|a| Related {
        source: a,
        target: (a + 1).min(399),
        weight: 2.0,
        units: vec![0],
        best: None,
    }));
    related.retain(|r| r.source != r.target);
    prune(&mut related, 400, &[false; 400]);
    let of_hub = related.iter().filter(|r| r.source == 0).count();
    assert!(of_hub < 40, "{of_hub}");
    assert!(related.iter().filter(|r| r.source != 0).count() >= 199);
}
