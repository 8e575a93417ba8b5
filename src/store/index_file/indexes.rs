//! Indexes put off: rows that come by the hundred thousand are written faster when what looks them up is made at the
//! end, in one sorted pass each. A build that is stopped meanwhile has them made when it is opened again.

use crate::store::{Result, Writer};

/// The fact that holds the statements which make the missing indexes.
const PUT_OFF: &str = "indexes_put_off";

impl Writer {
    /// Drops the indexes, but for unique ones, which guard their rows, and the ledger's.
    pub fn put_off_indexes(&self) -> Result<()> {
        let sql = "SELECT json_group_array(sql), group_concat('DROP INDEX ' || name, ';') FROM sqlite_schema \
                   WHERE type = 'index' AND sql LIKE 'CREATE INDEX %' AND tbl_name <> 'ledger'";
        let found = self.connection().query_row(sql, [], |row| Ok((row.get::<_, String>(0)?, row.get(1)?)));
        let (make, drop): (String, Option<String>) = found.map_err(|e| self.wrap(e))?;
        let Some(drop) = drop else { return Ok(()) };
        self.batch(|writer| {
            writer.set_fact(PUT_OFF, &make)?;
            writer.run_batch(&drop)
        })
    }

    /// Makes the indexes that were put off; nothing where none were.
    pub fn make_indexes(&self) -> Result<()> {
        let sql = "SELECT group_concat(made.value, ';') FROM meta, json_each(meta.value) AS made WHERE meta.key = ?1";
        let make: Option<String> =
            self.connection().query_row(sql, [PUT_OFF], |row| row.get(0)).map_err(|e| self.wrap(e))?;
        let Some(make) = make else { return Ok(()) };
        self.batch(|writer| {
            writer.run_batch(&make)?;
            writer.run("DELETE FROM meta WHERE key = ?1", [PUT_OFF]).map(drop)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::BuildFile;

    fn indexes(writer: &Writer) -> Vec<String> {
        let mut statement = writer
            .connection()
            .prepare("SELECT name FROM sqlite_schema WHERE type = 'index' ORDER BY name")
            .expect("sql");
        let names = statement.query_map([], |row| row.get(0)).expect("names");
        names.collect::<rusqlite::Result<_>>().expect("names")
    }

    #[test]
    fn a_build_that_stops_without_its_indexes_gets_them_when_it_goes_on_or_begins_anew() {
        let folder = tempfile::tempdir().expect("temporary folder");
        for inputs in ["the same", "others"] {
            let place = BuildFile::begin(&folder.path().join("index")).expect("a place");
            let writer = place.open("the same").expect("a build");
            let all = indexes(&writer);
            writer.put_off_indexes().expect("room");
            let left = indexes(&writer);
            assert!(left.len() + 8 < all.len(), "{left:?} of {all:?}");
            // Once more, as by a run that is stopped in between: nothing is forgotten.
            writer.put_off_indexes().expect("room");
            drop(writer);
            let writer = place.open(inputs).expect("the build");
            assert_eq!(indexes(&writer), all);
        }
    }
}
