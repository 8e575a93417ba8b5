//! What a question has by other words than the table, and what the name of a column says of its figures.

use super::tests::{begins, table, told};
use super::*;
use crate::model::{DocumentId, Span};

/// Reports of breakdowns, each a document with its fields.
fn breakdowns() -> Table {
    let mut table = Table { name: "breakdowns".to_owned(), of_kind: true, of_documents: Some(4), ..Table::default() };
    let rows = [
        ("BRK-4: Quay lamps dark", "130 minutes", "Ada Voss", "a salted fuse", "closed"),
        ("BRK-5: Weir stuck", "48 minutes", "Tom Reed", "rust in the hinge", "closed"),
        ("BRK-7: Lock flooded", "9 hours", "Kai Lund", "a gate left open", "open"),
        ("BRK-9: Boiler cold", "25 minutes", "Tom Reed", "an empty tank", "closed"),
    ];
    for (number, (title, length, lead, cause, status)) in (0u32..).zip(rows) {
        let mut row = Row::of(DocumentId(number), title, None);
        let fields = [("Duration", length), ("Breakdown commander", lead), ("Root cause", cause), ("Status", status)];
        for (label, cell) in fields {
            let column = table.column_like(label);
            row.put(column, cell, Span::new(0, 4));
        }
        table.push(row);
    }
    table.settle();
    table
}

#[test]
fn the_field_that_a_question_names_is_the_one_that_is_told() {
    begins(
        &breakdowns(),
        &[
            ("What are the root causes of the breakdowns?", "4 values of Root cause: "),
            ("Which breakdowns are still open?", "1 of the 4 documents that fill in “Status” has Status “open”"),
            ("Which breakdowns took longer than an hour?", "2 of the 4 documents that fill in “Duration”"),
            ("Who was breakdown commander most often?", "Most often Tom Reed (2)."),
        ],
    );
}

#[test]
fn how_long_something_took_is_told_by_its_duration() {
    begins(
        &breakdowns(),
        &[
            ("Which breakdown lasted longest?", "The highest is 9 hours (BRK-7: Lock flooded)."),
            ("What was the shortest breakdown?", "The lowest is 25 minutes (BRK-9: Boiler cold)."),
            ("How long did BRK-4 last?", "BRK-4: Quay lamps dark, Duration: 130 minutes"),
            ("How long did BRK-7 take?", "BRK-7: Lock flooded, Duration: 9 hours"),
        ],
    );
}

#[test]
fn a_row_of_somebody_tells_what_happened_to_them() {
    let register = table(
        "register.csv",
        &["date", "event", "name", "age"],
        &[
            "1887-11-12|burial|Ada Voss|52",
            "1891-08-21|marriage|Tom Reed and Bea Rowan|",
            "1894-01-15|burial|Kai Lund|57",
            "1902-12-03|baptism|Nell Lund|",
        ],
    );
    begins(
        &register,
        &[
            ("When did Kai Lund die?", "Kai Lund (burial), date: 1894-01-15"),
            ("When was Ada Voss buried?", "Ada Voss (burial), date: 1887-11-12"),
            ("How old was Kai Lund when he died?", "Kai Lund (burial), age: 57"),
            ("How old was Ada Voss?", "Ada Voss, age: 52"),
            ("When was Nell Lund born?", "Nell Lund (baptism), date: 1902-12-03"),
        ],
    );
    assert_eq!(told(&register, "When did Nell Lund die?"), None, "her baptism does not tell");
    let boats = table("boats.csv", &["Boat", "Owner"], &["Tern|Ada Voss", "Skua|Tom Reed"]);
    begins(&boats, &[("Who owns Skua?", "Skua, Owner: Tom Reed")]);
}

#[test]
fn the_day_of_a_payment_to_somebody_is_not_the_day_of_what_happened_to_them() {
    let rows = ["1|2031-05-22|4800|Ada Voss", "2|2031-06-19|4800|Ada Voss", "3|2031-07-24|6400|Tom Arden"];
    let paid = table("payments.csv", &["voucher", "date", "amount", "signed_by"], &rows);
    for question in ["When did Tom Arden die?", "When was Ada Voss found dead?", "When was Tom Arden born?"] {
        assert_eq!(told(&paid, question), None, "{question}");
    }
    begins(
        &paid,
        &[
            ("When was voucher 3 signed?", "3, date: 2031-07-24"),
            ("When did Tom Arden sign?", "Tom Arden, date: 2031-07-24"),
            ("Who signed voucher 3?", "3, signed by: Tom Arden"),
        ],
    );
    let dead = table("burials.csv", &["date", "name"], &["2031-05-22|Ada Voss", "2031-06-19|Tom Arden"]);
    begins(&dead, &[("When was Tom Arden buried?", "Tom Arden, date: 2031-06-19")]);
}

#[test]
fn the_name_of_a_column_may_tell_what_its_figures_are_of() {
    let bids = table(
        "bids.csv",
        &["Bidder", "Price (EUR million)", "Load (kg)", "Sales in thousands", "Sold (k units)"],
        &["Orsk Works|39.8|12|7|4", "Voss & Co|34.1|30|9.5|2", "Tarn|36.6|8|5|3"],
    );
    begins(
        &bids,
        &[
            ("Which bidder had the lowest price?", "The lowest is €34.1 million (Voss & Co)."),
            ("What is the total price?", "Together Price (EUR million) is €110.5 million"),
            ("Which bidders have a price above 35 million?", "2 of 3 rows"),
            ("Which bidders have a price above 35?", "2 of 3 rows"),
            ("Which bidders have a price above 500,000?", "3 of 3 rows"),
            ("Which bidders have a price above 37,000,000?", "1 of 3 rows"),
            ("Which bidders have a price below 500?", "3 of 3 rows"),
            ("Which bidder has the highest load?", "The highest is 30 kg (Voss & Co)."),
            ("Which bidder had the highest sales?", "The highest is 9.5 thousands (Voss & Co)."),
            ("Which bidder has the most sold?", "The highest is 4 (k units) (Orsk Works)."),
        ],
    );
}

#[test]
fn the_largest_payment_to_somebody_is_a_row_of_the_ledger() {
    let ledger = table(
        "ledger.csv",
        &["date", "payee", "amount_eur", "purpose"],
        &[
            "2031-04-01|Orsk Advisory Ltd|18500|Fee",
            "2031-06-21|Orsk Advisory Ltd|45000|Report",
            "2031-07-12|Voss Works|940000|Instalment",
        ],
    );
    begins(
        &ledger,
        &[
            ("Which payment to Orsk was the largest?", "The highest is €45,000"),
            ("What was the largest payment to Orsk?", "The highest is €45,000"),
        ],
    );
}
