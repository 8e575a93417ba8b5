//! Which rows and columns a question is read to ask of a table.

use super::super::table::tests::tickets;
use super::*;
use crate::model::{DocumentId, Span};

fn plan(question: &str) -> Option<Plan> {
    Plan::of(question, &tickets(), &["gate".to_owned()], &mut Stems::default())
}

fn is(column: usize, value: &str) -> Condition {
    Condition { column, negated: false, test: Test::Is(value.to_owned()) }
}

/// How many of the four tickets are taken.
fn taken(question: &str) -> Option<usize> {
    let (table, mut stems) = (tickets(), Stems::default());
    plan(question).map(|plan| table.rows.iter().filter(|row| plan.takes(&table, row, &mut stems)).count())
}

fn shape(question: &str) -> Option<RowOperation> {
    plan(question).map(|plan| plan.shape)
}

#[test]
fn values_are_told_from_columns_and_from_what_rows_are_called() {
    let open = plan("Which tickets are open?").expect("a plan");
    assert_eq!((open.shape, open.conditions.as_slice()), (RowOperation::List, [is(1, "open")].as_slice()));
    let high = plan("How many tickets have high severity?").expect("a plan");
    assert_eq!((high.shape, high.conditions.as_slice()), (RowOperation::Count, [is(2, "high")].as_slice()));
    assert!(high.words.is_empty());
    let both = plan("Which open tickets speak of the lamp?").expect("a plan");
    assert_eq!((both.conditions.len(), both.words.as_slice()), (1, ["lamp".to_owned()].as_slice()));
}

#[test]
fn rows_are_counted_grouped_and_put_in_order() {
    assert_eq!(shape("How many tickets are there?"), Some(RowOperation::Count));
    assert_eq!(shape("Who owns the most tickets?"), Some(RowOperation::Group { column: 4, fewest: false }));
    assert_eq!(shape("List all owners."), Some(RowOperation::Group { column: 4, fewest: false }));
    assert_eq!(shape("Who owns the closed ones?"), Some(RowOperation::Group { column: 4, fewest: false }));
    assert_eq!(shape("What was the latest ticket?"), Some(RowOperation::ByDate { column: Some(3), newest: true }));
    assert_eq!(
        shape("When was the first ticket opened?"),
        Some(RowOperation::ByDate { column: Some(3), newest: false })
    );
}

#[test]
fn what_rows_are_told_apart_by_is_listed_row_by_row() {
    let boats = table("register.csv", &["Boat", "Berth"], &["Halcyon|3", "Tern|4", "Skua|7"]);
    begins(
        &boats,
        &[("List the boats", "3 rows of register.csv"), ("Which boats are there?", "3 rows of register.csv")],
    );
}

#[test]
fn what_is_done_is_a_value_of_its_column_and_a_day_of_it() {
    let done = |question: &str| plan(question).map(|plan| (plan.shape, plan.conditions));
    let closed = Some((RowOperation::Count, vec![is(1, "closed")]));
    assert_eq!(done("How many tickets are done?"), closed);
    assert_eq!(done("How many tickets are resolved?"), closed);
    let ada = Some((RowOperation::Count, vec![is(4, "ada voss"), is(1, "closed")]));
    let mut told = done("How many tickets has Ada Voss finished?");
    told.iter_mut().for_each(|(_, conditions)| conditions.sort_by_key(|one| one.column != 4));
    assert_eq!(told, ada);
    assert_eq!(done("Which tickets are unresolved?").map(|(_, conditions)| conditions), Some(vec![is(1, "open")]));
}

#[test]
fn what_has_no_day_of_a_deed_is_not_done() {
    let mut table = Table { name: "log.csv".to_owned(), ..Table::default() };
    for (id, who, closed) in
        [("L-1", "Ada", "2024-02-01"), ("L-2", "Ada", ""), ("L-3", "Tom", "2024-02-03"), ("L-4", "Tom", "")]
    {
        let line = format!("ticket: {id}; owner: {who}; area: quay; closed: {closed}");
        let line = line.trim_end_matches("; closed: ");
        let row = table.read(DocumentId(0), Span::new(0, line.len()), id, line);
        table.push(row);
    }
    table.settle();
    let mut stems = Stems::default();
    let mut taken = |question: &str| {
        let plan = Plan::of(question, &table, &[], &mut stems)?;
        Some(table.rows.iter().filter(|row| plan.takes(&table, row, &mut stems)).count())
    };
    assert_eq!(taken("How many tickets has Ada closed?"), Some(1));
    assert_eq!(taken("How many tickets are not closed?"), Some(2));
    assert_eq!(taken("Which tickets of Ada are not closed?"), Some(1));
    let are = Plan::of("Which tickets are not closed?", &table, &[], &mut stems).map(|plan| plan.shape);
    assert_eq!(are, Some(RowOperation::List), "are is no area");
}

#[test]
fn what_is_highest_is_told_before_the_superlative_or_behind_it() {
    let mut table = Table { name: "nile.csv".to_owned(), ..Table::default() };
    for (year, volume) in [(1871, 1120), (1913, 456), (1879, 1370), (1960, 815)] {
        let line = format!("year: {year}; volume: {volume}");
        let row = table.read(DocumentId(0), Span::new(0, line.len()), "", &line);
        table.push(row);
    }
    table.settle();
    let shape = |question: &str| Plan::of(question, &table, &[], &mut Stems::default()).map(|plan| plan.shape);
    for question in [
        "In which year was the volume the lowest?",
        "In what year was the volume lowest?",
        "Which year had the lowest volume?",
        "Which year recorded the lowest volume?",
        "Which year recorded the lowest level of volume?",
    ] {
        assert_eq!(shape(question), Some(RowOperation::ByFigure { column: 1, highest: false }), "{question}");
    }
}

#[test]
fn figures_are_put_in_order_and_summed_up() {
    assert_eq!(
        shape("Which ticket has the most days open?"),
        Some(RowOperation::ByFigure { column: 5, highest: true })
    );
    assert_eq!(shape("Which has the lowest days open?"), Some(RowOperation::ByFigure { column: 5, highest: false }));
    assert_eq!(shape("What is the average days open?"), Some(RowOperation::Mean { column: 5 }));
    assert_eq!(shape("What is the total of days open?"), Some(RowOperation::Sum { column: 5 }));
    assert_eq!(shape("How many days open have the closed tickets?"), Some(RowOperation::Each { column: 5 }));
    assert_eq!(shape("How many days open have the closed tickets in total?"), Some(RowOperation::Sum { column: 5 }));
}

#[test]
fn a_cell_of_one_row_is_told() {
    assert_eq!(shape("Who owns L-2?"), Some(RowOperation::Cell { column: 4 }));
    assert_eq!(shape("What is the status of L-1?"), Some(RowOperation::Cell { column: 1 }));
    assert_eq!(shape("When was L-3 opened?"), Some(RowOperation::Cell { column: 3 }));
    assert_eq!(shape("How many days open has L-3?"), Some(RowOperation::Cell { column: 5 }));
}

#[test]
fn rows_are_taken_by_what_they_are_not_and_by_bounds() {
    for (question, number) in [
        ("How many tickets are not open?", 2),
        ("Which tickets are open but not high?", 1),
        ("Which tickets are neither open nor closed?", 0),
        ("Which tickets are not open or closed?", 0),
        ("How many tickets are owned by Tom Reed or Ada Voss?", 4),
        ("How many tickets have days open above 10?", 2),
        ("Which tickets have at least 12 days open?", 2),
        ("How many tickets were opened in February 2024?", 4),
        ("How many tickets were not opened in February 2024?", 0),
        ("Which tickets were opened after 2 February 2024?", 2),
        ("Which tickets have no owner?", 0),
        ("Which tickets does nobody own?", 0),
        ("How many tickets except the open ones are low?", 1),
    ] {
        assert_eq!(taken(question), Some(number), "{question}");
    }
}

#[test]
fn a_strange_name_for_the_rows_is_told() {
    assert_eq!(plan("How many boats are there?").and_then(|plan| plan.stranger).as_deref(), Some("boats"));
    assert_eq!(plan("How many rows are there?").and_then(|plan| plan.stranger), None);
    assert_eq!(taken("How many hinges are there?"), Some(1));
    let is_strange = |question: &str| plan(question).is_some_and(|plan| plan.is_strange);
    let of_days = |question: &str| plan(question).is_none_or(|plan| plan.is_strange && plan.is_of_days());
    assert!(of_days("How many keepers met in May 2031?"), "rows of a day are no keepers");
    assert!(is_strange("How many boats are open?"));
    assert!(!is_strange("How many tickets are open?") && !is_strange("How many owners have open tickets?"));
}

#[test]
fn documents_are_asked_for_by_what_they_fill_in() {
    let mut table = Table { name: "outages".to_owned(), of_documents: Some(5), ..Table::default() };
    let rows = [
        ("Quay", "open", "43 minutes", "AV; TR"),
        ("Weir", "closed", "2 hours", "AV"),
        ("Lamp", "solved", "5 min", "KL"),
    ];
    for (number, (title, status, length, there)) in (0u32..).zip(rows) {
        let mut row = Row::of(DocumentId(number), title, None);
        for (label, cell) in [("Status", status), ("Time to recovery", length), ("Attendees", there)] {
            let column = table.column_like(label);
            cell.split("; ").for_each(|value| row.put(column, value, Span::new(0, 4)));
        }
        table.push(row);
    }
    table.settle();
    let mut stems = Stems::default();
    let mut plan = |question: &str| Plan::of(question, &table, &[], &mut stems).filter(|plan| plan.words.is_empty());
    for (question, column) in [
        ("which tickets are still open", 0),
        ("Which incident was closed?", 0),
        ("How many outages are solved?", 0),
        ("Which incidents took longer than 60 minutes to recover?", 1),
        ("Which outages did AV attend?", 2),
    ] {
        let found = plan(question).unwrap_or_else(|| panic!("{question}"));
        assert!(found.names_column && found.conditions[0].column == column, "{question}: {found:?}");
    }
    let most = plan("Who attended the most incidents?").expect("a plan");
    assert_eq!((most.shape, most.most), (RowOperation::Group { column: 2, fewest: false }, true));
    let longest = plan("Which incident had the longest time to recovery?").expect("a plan");
    assert_eq!(longest.shape, RowOperation::ByFigure { column: 1, highest: true });
    assert!(plan("Which outages did the storm cause?").is_none());
    assert!(plan("Which outage has the most attendees?").is_none());
    assert!(plan("Which outage has the highest status?").is_none());
    let hour = plan("Which outages took longer than an hour to recover?").expect("a plan");
    assert_eq!(hour.conditions.len(), 1);
}

#[test]
fn what_asks_for_no_rows_or_for_what_none_has_is_left_to_others() {
    for question in [
        "Which gates are open?",
        "Who has no open tickets?",
        "Who does not own any ticket?",
        "Which tickets speak of the moon?",
        "Which way did she go?",
        "",
    ] {
        assert_eq!(plan(question), None, "{question}");
    }
}

/// A table with columns, and rows of cells between bars; an empty one is none.
pub(super) fn table(name: &str, columns: &[&str], rows: &[&str]) -> Table {
    let mut table = Table { name: name.to_owned(), ..Table::default() };
    for column in columns {
        table.column_like(column);
    }
    for said in rows {
        let mut row = Row::of(DocumentId(0), "", None);
        for (column, cell) in said.split('|').enumerate().filter(|(_, cell)| !cell.is_empty()) {
            row.put(column, cell, Span::new(0, 4));
        }
        table.push(row);
    }
    table.settle();
    table
}

/// What is told of a table where a question is asked.
pub(super) fn told(table: &Table, question: &str) -> Option<String> {
    let mut stems = Stems::default();
    let plan = Plan::of(question, table, &[], &mut stems)?;
    let mut rows: Vec<&Row> = table.rows.iter().filter(|row| plan.takes(table, row, &mut stems)).collect();
    Some(super::super::facts::facts(table, &plan, &mut rows).join(" "))
}

pub(super) fn begins(table: &Table, pairs: &[(&str, &str)]) {
    for (question, begin) in pairs {
        let told =
            told(table, question).unwrap_or_else(|| panic!("{question}: {:?}", QuestionWords::of(question).read));
        assert!(told.starts_with(begin), "{question}\n{told}");
    }
}

fn jobs() -> Table {
    let columns = ["Job", "Contractor", "Place", "Status", "Amount", "Closed on", "Made by"];
    table(
        "jobs.csv",
        &columns,
        &[
            "J1|Brand & Co|Quay|closed|£120.00|2015-03-01|Hanna Berg",
            "J2|Marsh Ltd|Weir|open|£80.00||Tom Reed",
            "J3|Brand & Co|Quay|closed|£40.50|2015-04-02|Hanna Berg",
            "J4|Marsh Ltd|Lock|closed|£300.00|2016-01-09|Ada Voss",
            "J5|Orsk Works|Quay|open|£15.00||Ada Voss",
            "J6|Brand & Co|Weir|open|£60.00||Ada Voss",
        ],
    )
}

#[test]
fn figures_are_grouped_by_what_the_question_names() {
    begins(
        &jobs(),
        &[
            (
                "Which contractor received the most money?",
                "The highest Amount, all together, is that of Marsh Ltd (£380).",
            ),
            ("Which place has the highest total amount?", "The highest Amount, all together, is that of Lock (£300)."),
            ("Which contractor closed the most jobs?", "Most often Brand & Co (2)."),
            ("What is the total amount per place?", "The highest Amount, all together, is that of Lock (£300)."),
            ("Who made the most jobs?", "Most often Ada Voss (3)."),
            ("Who has the most open jobs?", "Most often Ada Voss (2)."),
            ("How many jobs did Hanna make?", "2 of 6 rows of jobs.csv have Made by “Hanna Berg”"),
            ("How many jobs does each contractor have?", "6 rows of jobs.csv. By Contractor: Brand & Co (3)"),
            ("What is the total amount?", "Together Amount is £615.50, of 6 rows of jobs.csv"),
        ],
    );
}

#[test]
fn figures_and_days_are_bounded_on_both_sides() {
    begins(
        &jobs(),
        &[
            ("How many jobs are from 2015?", "2 of 6 rows of jobs.csv have Closed on within 2015-01-01 to 2015-12-31"),
            ("How many jobs are from 2015 on?", "3 of 6 rows of jobs.csv have Closed on on or after 2015-01-01"),
            ("Which jobs have an amount between £50 and £130?", "3 of 6 rows of jobs.csv have Amount from £50 to £130"),
        ],
    );
}

#[test]
fn units_are_turned_into_each_other_and_currencies_never() {
    let crates = table("crates.csv", &["Crate", "Weight"], &["A|1.2 kg", "B|800 g", "C|0.5 t", "D|n/a", "E|3 kg"]);
    begins(
        &crates,
        &[
            ("What is the total weight?", "Together Weight is 505 kg, of 4 rows"),
            ("Which crate has the highest weight?", "The highest is 0.5 t (C)"),
            ("Which crate is the heaviest?", "The highest is 0.5 t (C)"),
            ("Which crates have a weight above 2 kg?", "2 of 5 rows of crates.csv have Weight above 2 kg"),
        ],
    );
    let shops = table("shops.csv", &["Shop", "Turnover"], &["A|$10", "B|€20", "C|£30", "D|$5"]);
    begins(
        &shops,
        &[
            (
                "What is the total turnover?",
                "Together Turnover is £30, €20 and $15, in currencies that are not added up",
            ),
            ("Which shop has the highest turnover?", "The highest of each currency: £30 (C), €20 (B), $10 (A)."),
        ],
    );
}

#[test]
fn the_name_of_a_column_may_tell_the_currency() {
    let paid = table(
        "payments.csv",
        &["payee", "amount_gbp", "approved_by"],
        &["Orsk Consulting Ltd|16500|Voss", "Orsk Consulting Ltd|15500|Voss", "Reed & Sons|601000|Reed"],
    );
    begins(
        &paid,
        &[
            (
                "What is the total of all payments?",
                "Together amount is £633,000, of 3 rows of payments.csv: from £15,500",
            ),
            ("How much did Orsk get in total?", "Together amount is £32,000, of 2 rows"),
            ("Who approved the most payments?", "Most often Voss (2). 2 values of approved by: Voss (2), Reed (1)"),
        ],
    );
}

#[test]
fn rows_are_asked_for_in_other_languages() {
    let walls = table("wände.csv", &["Wand", "Rissbreite"], &["Nord|3,5", "Süd|12,5", "Ost|0,5"]);
    begins(&walls, &[("Welche Wand hatte den breitesten Riss?", "The highest is 12,5 (Süd)")]);
    let prices = table("prezzi.csv", &["Prodotto", "Prezzo"], &["Pane|2,50", "Vino|12,00", "Olio|9,00"]);
    begins(
        &prices,
        &[
            ("Qual è il prezzo più alto?", "The highest is 12,00 (Vino)"),
            ("Quanti prodotti ci sono?", "3 rows"),
            ("Qual è la somma dei prezzi?", "Together Prezzo is 23.5"),
        ],
    );
    let spent = table("gastos.csv", &["Concepto", "Importe"], &["Luz|40", "Agua|120", "Gas|60"]);
    begins(&spent, &[("¿Cuál fue el gasto más grande?", "The highest is 120 (Agua)")]);
    let costs = table("花费.csv", &["项目", "费用"], &["水|40", "电|120", "气|60"]);
    begins(&costs, &[("费用最高的是哪一项?", "The highest is 120 (电)")]);
    let french = table("dépenses.csv", &["Poste", "Montant"], &["Eau|40", "Gaz|120", "Bois|60"]);
    begins(
        &french,
        &[
            ("Quel est le montant le plus élevé ?", "The highest is 120 (Gaz)"),
            ("Combien de dépenses y a-t-il ?", "3 rows"),
        ],
    );
}

#[test]
fn values_may_be_asked_for_in_another_form_and_by_what_they_are_called() {
    let doors = table(
        "door-inspections.csv",
        &["date", "location", "inspector", "doors_failed", "result"],
        &[
            "2031-02-03|Quay 7|Ada Voss|0|pass",
            "2031-02-04|Quay 4|Ada Voss|3|fail",
            "2031-02-05|Boat house|Tom Reed|1|fail",
        ],
    );
    begins(
        &doors,
        &[
            ("Which quays failed the door inspection?", "2 of 3 rows of door-inspections.csv have result “fail”"),
            ("How many door inspections failed?", "2 of 3 rows of door-inspections.csv have result “fail”"),
            ("Which inspections passed?", "1 of 3 rows of door-inspections.csv has result “pass”"),
        ],
    );
}

#[test]
fn what_costs_most_or_lasts_longest_is_told_by_the_figures_that_it_is() {
    let columns = ["vendor", "what for", "annual_cost_gbp", "owner", "note"];
    let rows = ["Tarn Cloud|hosting|2100|Ada|", "Orsk Works|lamps|3900|Tom|last to sign", "Tarn Cloud|mail|400|Ada|"];
    let vendors = table("vendors.csv", &columns, &rows);
    let sum = "The highest annual cost, all together, is that of Orsk Works";
    begins(&vendors, &[("Which vendor is the most expensive?", sum), ("Which supplier costs us the most?", sum)]);
    let columns = ["incident", "severity", "duration_min", "customers_hit", "found_by"];
    let rows = ["I1|3|95|2|customer", "I2|2|34|41|us", "I3|1|402|17|customer"];
    let incidents = table("incidents.csv", &columns, &rows);
    begins(
        &incidents,
        &[
            ("Which incident lasted longest?", "The highest is 402"),
            ("Which incident hit the most customers?", "The highest is 41"),
        ],
    );
}

#[test]
fn a_row_is_no_highest_of_those_that_have_a_word_which_no_other_has() {
    let rows = ["T1|260|first to fail", "T2|310|last to fail", "T3|228|"];
    let tests = table("seal_tests.csv", &["test", "hours_reached", "remark"], &rows);
    assert_eq!(told(&tests, "What is the lowest number of hours reached of those that sign?"), None);
    begins(&tests, &[("What is the lowest number of hours any seal lasted?", "The lowest is 228")]);
}

#[test]
fn a_bound_on_what_a_table_is_called_counts_no_rows() {
    let stations = table("stations.csv", &["code", "state"], &["S1|up", "S2|down", "S3|up"]);
    assert_eq!(told(&stations, "What is the minimum number of stations now?"), None);
    begins(&stations, &[("How many stations are there?", "3 rows")]);
}

#[test]
fn rows_are_counted_by_what_they_are_about() {
    let rows = ["K-1|lamp|dim", "K-2|gate|sticks", "K-3|lamp|out"];
    let complaints = table("complaints_2031.csv", &["ref", "category", "remark"], &rows);
    begins(&complaints, &[("How many complaints were about the lamp?", "2 of 3 rows")]);
}

#[test]
fn money_is_told_by_sums_alone() {
    let loads = table("loads.csv", &["customer", "net_tonnes"], &["Orsk|4", "Tarn|9", "Orsk|3"]);
    assert_eq!(told(&loads, "Which customer received the most money?"), None);
    let paid = table("suppliers.csv", &["no", "name", "spend_gbp", "days"], &["S1|Orsk|400|30", "S2|Tarn|900|14"]);
    begins(&paid, &[("Which supplier do we spend the most money with?", "The highest is £900 (S2)")]);
}

#[test]
fn what_went_out_and_what_came_in_are_told_by_their_own_columns() {
    let columns = ["Ref", "Date", "Counterparty", "Narrative", "Out GBP", "In GBP", "Auth"];
    let ledger = table(
        "quay_payments_export.csv",
        &columns,
        &[
            "0001|07/04/2031|Orsk Land Group Ltd|Loan||2,725,000.00|AL",
            "0002|30/06/2031|Orsk Land Group Ltd|Management charge|95,000.00||AL",
            "0003|29/09/2031|Tarn Consulting Ltd|Liaison|18,400.00||MK",
            "0004|29/12/2031|Orsk Land Group Ltd|Management charge|105,000.00||AL",
            "0005|11/01/2032|Harbour Board|Tranche C||1,300,000.00|MK",
            "0006|16/01/2032|Vossel Works Ltd|Application 8|480,000.00||MK",
        ],
    );
    begins(
        &ledger,
        &[
            ("How much was paid to Orsk Land Group Ltd in total?", "Together Out GBP is £200,000"),
            ("What was paid to Orsk Land Group Ltd altogether?", "Together Out GBP is £200,000"),
            ("What was the largest payment?", "The highest is £480,000 (0006)"),
            ("What was the largest payment to Orsk Land Group Ltd?", "The highest is £105,000 (0004)"),
            ("How much was received from Orsk Land Group Ltd in total?", "Together In GBP is £2,725,000"),
        ],
    );
}

#[test]
fn rows_are_called_by_what_a_column_numbers() {
    let bills = table(
        "orsk-2031.csv",
        &["invoice no", "date", "description", "quantity", "amount GBP", "approved by"],
        &[
            "V-1|2031-05-16|Site|1|46200|T. Reed",
            "V-2|2031-06-10|Order 4: lamp room|1|312000|A.V.",
            "V-3|2031-06-30|Oil|420|131600|T. Reed",
        ],
    );
    begins(
        &bills,
        &[
            ("Which invoice is the largest?", "The highest is £312,000"),
            ("What is the total of the invoices?", "Together amount GBP is £489,800, of 3 rows"),
            ("Who approved order 4?", "Order 4: lamp room, approved by: A.V."),
        ],
    );
}
