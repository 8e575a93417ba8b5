//! What cells say where a question names them in part, denies them, or asks for what several of them tell.

use super::tests::{begins, table, told};

#[test]
fn no_value_is_a_cell_that_denies_or_none() {
    let rows = ["Orsk Works|yes|2031", "Tarn Ltd|no|2032", "Voss & Co|yes|2032", "Lindhavn Rope|no|2030"];
    let firms = table("suppliers.csv", &["supplier", "contract", "since"], &rows);
    begins(
        &firms,
        &[
            ("Which suppliers have no contract?", "2 of 4 rows of suppliers.csv have contract “no”."),
            ("How many suppliers are without a contract?", "2 of 4 rows of suppliers.csv have contract “no”."),
            ("Which suppliers do not have a contract?", "2 of 4 rows of suppliers.csv have contract “no”."),
            ("Which suppliers have a contract?", "2 of 4 rows of suppliers.csv have contract “yes”."),
        ],
    );
    let rows = ["Orsk|sí|4", "Tarn|no|5", "Lindhavn||7", "Vossel|sí|9"];
    let villages = table("comunidades.csv", &["comunidad", "pozo", "familias"], &rows);
    let none = "2 of 4 rows of comunidades.csv have pozo “no” or no value of pozo.";
    begins(&villages, &[("¿Qué comunidades no tienen pozo?", none), ("¿Cuántas comunidades están sin pozo?", none)]);
}

#[test]
fn whoever_is_called_by_two_names_is_not_whoever_has_one_of_them() {
    let rows = ["Ada Maria Voss|41000|founder", "Voss Family Trust|22000|", "Nell Voss-Lund|10000|daughter"];
    let holders = table("register.csv", &["holder", "shares", "remarks"], &rows);
    begins(
        &holders,
        &[
            ("How many shares does Ada Voss hold?", "Ada Maria Voss, shares: 41000"),
            ("How many shares does Voss hold?", "shares of 3 rows of register.csv: 41000 (Ada Maria Voss), 22000 ("),
            ("How many shares does Voss hold in total?", "Together shares is 73,000"),
        ],
    );
    assert_eq!(told(&holders, "How many shares does Tom Voss hold?"), None, "another of the name");
}

#[test]
fn what_is_told_again_is_not_added_up() {
    let rows = ["2031-09-01|Orsk|97|2400", "2031-09-19|Orsk|97|1900", "2031-09-20|Tarn|142|4200"];
    let water = table("entregas.csv", &["fecha", "comunidad", "familias", "litros"], &rows);
    begins(
        &water,
        &[
            ("¿Cuántas familias hay en Orsk?", "familias is 97, in 2 rows of entregas.csv."),
            ("¿Cuántos litros hay en Orsk?", "litros of 2 rows of entregas.csv: 2400 (2031-09-01), 1900 (2031-09-19)."),
            ("¿Cuántos litros recibió Orsk?", "Together litros is 4300, of 2 rows"),
            ("¿Cuántos litros recibió Orsk en total?", "Together litros is 4300, of 2 rows"),
        ],
    );
}

#[test]
fn the_largest_is_told_by_how_much_there_is() {
    let columns = ["supplier", "city", "spend_gbp_2031", "terms_days", "since"];
    let rows = ["Orsk Works|Orsk|412000|90|2016", "Tarn Ltd|Tarn|1980000|60|2019", "Voss & Co|Orsk|730000|30|1998"];
    let firms = table("suppliers.csv", &columns, &rows);
    begins(
        &firms,
        &[
            ("Which is the largest supplier?", "The highest is £1,980,000 (Tarn Ltd)."),
            ("What is the smallest supplier?", "The lowest is £412,000 (Orsk Works)."),
            ("Which supplier is the biggest?", "The highest is £1,980,000 (Tarn Ltd)."),
            ("Which supplier has the longest terms?", "The highest is 90"),
        ],
    );
    let rows = ["Ada Voss|41000|41.0|1987", "Tom Reed|8000|8.0|2015", "Kai Lund|51000|51.0|1990"];
    let holders = table("register.csv", &["holder", "shares", "percent", "acquired"], &rows);
    begins(&holders, &[("Who is the largest holder?", "The highest is 51000 (Kai Lund).")]);
    let boats = table("boats.csv", &["boat", "beam", "masts"], &["Tern|4|2", "Skua|3|3", "Gannet|2|1"]);
    assert_eq!(told(&boats, "Which is the largest boat?"), None, "nothing tells by what");
}

#[test]
fn what_rows_are_of_is_said_by_none_of_their_cells() {
    let columns = ["no", "name", "date_buried", "by_whom", "remarks"];
    let rows = [
        "1|Ada Voss|1918-11-20|H. Lund|influenza",
        "2|Tom Reed|1917-03-02|H. Lund|drowned; on the weir",
        "3|Nell Reed|1918-12-01|H. Lund|influenza",
    ];
    for name in ["burials.csv", "register.csv"] {
        let dead = table(name, &columns, &rows);
        let influenza = format!("2 of 3 rows of {name} have remarks “influenza”.");
        assert_eq!(told(&dead, "How many people are named?"), None);
        let pairs = ["Which people died of influenza?", "Who died of influenza?", "How many died of influenza?"];
        begins(&dead, &pairs.map(|question| (question, influenza.as_str())));
    }
}
