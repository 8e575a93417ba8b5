//! Full text: what is indexed, and questions in words that can never be a syntax error.

use rusqlite::Row;

use crate::model::{DocumentId, Kind, Ref, TextUnit, TextUnitId};
use crate::store::corpus::units::listed;
use crate::store::{Reader, Result, Writer};
use crate::text::cutting::script::is_unspaced;
use crate::text::words::forms;
use crate::text::words::terms::{fold, numbers};

/// More distinct words than this are not looked for: a question of 100 kB is answered by its beginning.
const MAX_WORDS: usize = 64;
/// Figures of a number that tells something by itself.
const TELLING: usize = 3;
/// Text units that are counted of those that hold a word.
const MOST_COUNTED: u32 = 100_000;

/// A record found by its words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    pub record: Ref,
    /// BM25: higher is better, comparable within one search.
    pub score: f32,
}

const KINDS: [Kind; 6] = [Kind::Report, Kind::Entity, Kind::Relationship, Kind::Claim, Kind::Source, Kind::Document];

/// The row of a record other than a source in the full text. Written in the order of rows, records go in fastest.
pub fn row_of_words(record: Ref) -> i64 {
    let kind = KINDS.iter().position(|&kind| kind == record.kind).unwrap_or_default() as i64;
    i64::from(record.id) << 3 | kind
}

fn record_of(row_id: i64) -> Ref {
    Ref::new(KINDS[(row_id & 7).clamp(0, 5) as usize], (row_id >> 3) as u32)
}

/// Letters of scripts whose words questions are cut out of in pairs: the tokeniser would take a run of them for one
/// long word.
fn is_paired(c: char) -> bool {
    is_unspaced(c) && c.is_alphanumeric()
}

/// True for letters of a script that the full-text index holds in pairs.
pub fn is_indexed_in_pairs(letters: &str) -> bool {
    letters.chars().all(is_paired)
}

/// Prepares text for the full-text index: runs of letters of scripts without spaces, and of Korean, become overlapping
/// pairs of characters.
pub fn search_text(text: &str) -> std::borrow::Cow<'_, str> {
    if !text.chars().any(is_paired) {
        return text.into();
    }
    let mut prepared = String::with_capacity(text.len() * 2);
    let mut run: Vec<char> = Vec::new();
    let flush = |run: &mut Vec<char>, prepared: &mut String| {
        if run.len() == 1 {
            prepared.push(' ');
            prepared.push(run[0]);
            prepared.push(' ');
        }
        for pair in run.windows(2) {
            prepared.push(' ');
            prepared.extend(pair);
            prepared.push(' ');
        }
        run.clear();
    };
    for c in text.chars() {
        if is_paired(c) {
            run.push(c);
        } else {
            flush(&mut run, &mut prepared);
            prepared.push(c);
        }
    }
    flush(&mut run, &mut prepared);
    prepared.into()
}

/// Writes words as a full-text expression: any of them, or all of them. Every word is quoted, so nothing typed can be
/// an operator; words inside quotation marks stay together. `None` when there are no words.
pub(super) fn expression(words: &str, all: bool) -> Option<String> {
    let mut terms: Vec<String> = Vec::new();
    let add = |words: Vec<&str>, terms: &mut Vec<String>| {
        let term = format!("\"{}\"", words.join(" "));
        if !words.is_empty() && terms.len() < MAX_WORDS && !terms.contains(&term) {
            terms.push(term);
        }
    };
    let is_part = |c: char| !c.is_alphanumeric();
    for (i, piece) in words.split(['"', '“', '”']).enumerate() {
        let piece = search_text(piece);
        let pieces = piece.split(is_part).filter(|word| !word.is_empty());
        if i % 2 == 1 {
            add(pieces.take(MAX_WORDS).collect(), &mut terms);
        } else {
            let whole: Vec<Vec<&str>> = numbers(&piece).take(MAX_WORDS).collect();
            let of_numbers: Vec<&str> = whole.concat();
            whole.into_iter().for_each(|parts| add(parts, &mut terms));
            for word in pieces {
                // "1" of "4.6.1" tells nothing, and is no word to be had besides.
                if of_numbers.contains(&word) && (all || word.len() < TELLING) {
                    continue;
                }
                let forms = forms::forms(&fold(word));
                if forms.is_empty() {
                    add(vec![word], &mut terms);
                } else if all {
                    let any: Vec<String> = forms.iter().map(|form| format!("\"{form}\"")).collect();
                    terms.push(format!("({})", any.join(" OR ")));
                } else {
                    forms.iter().for_each(|form| add(vec![form], &mut terms));
                }
                if terms.len() >= MAX_WORDS {
                    break;
                }
            }
        }
    }
    (!terms.is_empty()).then(|| terms.join(if all { " AND " } else { " OR " }))
}

impl Writer {
    /// Before many rows: segments are built large in memory and merged once, at the end.
    pub fn begin_full_text(&self) -> Result<()> {
        for table in ["unit_words", "record_words"] {
            self.run_batch(&format!(
                "INSERT INTO {table} ({table}, rank) VALUES ('automerge', 0); \
                 INSERT INTO {table} ({table}, rank) VALUES ('hashsize', 16777216)"
            ))?;
        }
        Ok(())
    }

    pub fn add_unit_words(&self, unit: TextUnitId, title: &str, text: &str) -> Result<()> {
        self.run(
            "INSERT INTO unit_words (rowid, title, text) VALUES (?1, ?2, ?3)",
            (unit.0, search_text(title), search_text(text)),
        )
        .map(drop)
    }

    /// Makes a record other than a source findable by its title and body.
    pub fn add_record_words(&self, record: Ref, title: &str, body: &str) -> Result<()> {
        self.run(
            "INSERT INTO record_words (rowid, title, body) VALUES (?1, ?2, ?3)",
            (row_of_words(record), search_text(title), search_text(body)),
        )
        .map(drop)
    }

    /// After the last text unit: one segment, the fastest to read.
    pub fn finish_unit_words(&self) -> Result<()> {
        self.run_batch("INSERT INTO unit_words (unit_words) VALUES ('optimize')")
    }

    /// After the last record: the same.
    pub fn finish_record_words(&self) -> Result<()> {
        self.run_batch("INSERT INTO record_words (record_words) VALUES ('optimize')")
    }
}

fn unit_hit(row: &Row<'_>) -> rusqlite::Result<Hit> {
    Ok(Hit { record: Ref::new(Kind::Source, row.get(0)?), score: -row.get::<_, f64>(1)? as f32 })
}

impl Reader {
    /// The text units that hold any of the words (all of them, with `all`), best first. A word in the document's title
    /// counts `title_weight` times.
    pub fn search_units(&self, words: &str, all: bool, title_weight: f64, limit: usize) -> Result<Vec<Hit>> {
        let Some(expression) = expression(words, all) else { return Ok(Vec::new()) };
        self.all(
            "SELECT rowid, bm25(unit_words, ?2, 1.0) AS score FROM unit_words WHERE unit_words MATCH ?1 \
             ORDER BY score, rowid LIMIT ?3",
            (expression, title_weight, limit as i64),
            unit_hit,
        )
    }

    /// As [`Self::search_units`] with any of the words, of the units named only.
    pub fn search_units_within(
        &self,
        words: &str,
        title_weight: f64,
        within: &[u32],
        limit: usize,
    ) -> Result<Vec<Hit>> {
        let Some(expression) = expression(words, false) else { return Ok(Vec::new()) };
        // The sign in front keeps the list from the full text, which would be asked anew for each of its numbers.
        self.all(
            "SELECT rowid, bm25(unit_words, ?2, 1.0) AS score FROM unit_words WHERE unit_words MATCH ?1 \
             AND +rowid IN (SELECT value FROM json_each(?4)) ORDER BY score, rowid LIMIT ?3",
            (expression, title_weight, limit as i64, listed(within.iter().copied())),
            unit_hit,
        )
    }

    /// The records of `kinds` (sources are elsewhere) that hold any of the words: of each kind at most `limit`, the
    /// kinds in their order and each best first. The index is read once for all kinds.
    pub fn search_records(&self, words: &str, kinds: &[Kind], all: bool, limit: usize) -> Result<Vec<Hit>> {
        let Some(expression) = expression(words, all) else { return Ok(Vec::new()) };
        let mask = kinds.iter().filter_map(|kind| KINDS.iter().position(|known| known == kind));
        let mask = mask.fold(0i64, |mask, position| mask | 1 << position);
        let mut hits = self.all(
            "SELECT rowid, bm25(record_words, 4.0, 1.0) FROM record_words \
             WHERE record_words MATCH ?1 AND ?2 >> (rowid & 7) & 1",
            (expression, mask),
            |row| Ok(Hit { record: record_of(row.get(0)?), score: -row.get::<_, f64>(1)? as f32 }),
        )?;
        hits.sort_unstable_by(|a, b| {
            let kinds = a.record.kind.cmp(&b.record.kind);
            kinds.then(b.score.total_cmp(&a.score)).then(a.record.id.cmp(&b.record.id))
        });
        Ok(hits
            .chunk_by(|a, b| a.record.kind == b.record.kind)
            .flat_map(|kind| kind.iter().take(limit))
            .copied()
            .collect())
    }

    /// About how many records other than text units there are.
    pub fn record_count(&self) -> Result<u32> {
        let sql = "SELECT coalesce((SELECT max(id) + 1 FROM entities), 0) \
                   + coalesce((SELECT max(id) + 1 FROM relationships), 0)";
        self.one(sql, [], |row| row.get(0))
    }

    /// The documents with a text unit that has words, or a phrase in quotation marks; each may stand several times.
    pub fn documents_with(&self, words: &str) -> Result<Vec<DocumentId>> {
        let units = self.text_units_with(words, true, usize::MAX >> 1)?;
        Ok(units.into_iter().map(|unit| unit.document).collect())
    }

    /// The text units with words, or a phrase in quotation marks, best first: with `all` of the words, or any.
    pub fn text_units_with(&self, words: &str, all: bool, limit: usize) -> Result<Vec<TextUnit>> {
        let hits = self.search_units(words, all, 1.0, limit)?;
        let units: Vec<TextUnitId> = hits.iter().map(|hit| TextUnitId(hit.record.id)).collect();
        self.text_units(&units)
    }

    /// The terms of the full text that begin so, as it has them, in the order of their spelling.
    pub fn terms_beginning(&self, beginning: &str) -> Result<Vec<String>> {
        let behind = format!("{beginning}{}", char::MAX);
        let sql = "SELECT term FROM temp.unit_vocabulary WHERE term >= ?1 AND term <= ?2";
        self.all(sql, (beginning, behind), |row| row.get(0))
    }

    /// In how many text units a word stands, inflected as it may be; of more than a hundred thousand, so many are
    /// counted, because counting all takes longer than asking.
    pub fn units_with(&self, words: &str) -> Result<u32> {
        let Some(expression) = expression(words, true) else { return Ok(0) };
        let sql = "SELECT count(*) FROM (SELECT 1 FROM unit_words WHERE unit_words MATCH ?1 LIMIT ?2)";
        self.one(sql, (expression, MOST_COUNTED), |row| row.get(0))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::text::words::terms::words;

    fn index() -> rusqlite::Connection {
        let connection = rusqlite::Connection::open_in_memory().unwrap();
        connection
            .execute_batch(
                "CREATE VIRTUAL TABLE words USING fts5 (text, content = '', tokenize = 'porter unicode61 remove_diacritics 2')",
            )
            .unwrap();
        connection
    }

    fn finds(text: &str, words: &str, all: bool) -> bool {
        let connection = index();
        connection.execute("INSERT INTO words (rowid, text) VALUES (1, ?1)", [search_text(text)]).unwrap();
        let Some(expression) = expression(words, all) else { return false };
        connection
            .query_row("SELECT count(*) FROM words WHERE words MATCH ?1", [expression], |row| row.get::<_, i64>(0))
            .unwrap()
            == 1
    }

    #[test]
    fn words_are_found_inflected_and_without_their_marks() {
        assert!(finds("The cafés were closing", "cafe closed", true));
        assert!(!finds("The cafés were closing", "cafe opened", true));
        assert!(finds("The cafés were closing", "cafe opened", false));
    }

    #[test]
    fn forms_that_no_stemmer_joins_are_found() {
        assert!(finds("Ada met Bo at the quay", "whom meet quay", false));
        assert!(finds("Ada met Bo at the quay", "meets meet quay", false));
        assert!(finds("Ada met Bo at the quay", "meet Bo", true));
        assert!(!finds("Ada met Bo at the quay", "\"meet Bo\"", true), "what is quoted is looked for as it is");
    }

    #[test]
    fn the_numbers_of_a_version_stay_together() {
        for all in [true, false] {
            assert!(finds("Version 4.6.1 was released in May", "4.6.1", all));
            assert!(finds("Changes in v4.6.1.", "What changed in v4.6.1?", false));
            assert!(!finds("6.1.4 Host-specific files", "4.6.1", all));
        }
        assert!(finds("from 2015 on", "2015-2023", false), "a year tells something by itself");
        assert!(finds("The mast, 12 metres", "mast 12", true));
    }

    #[test]
    fn quoted_words_stay_together() {
        assert!(finds("a quiet place to read", "\"quiet place\"", true));
        assert!(!finds("a place that is quiet", "\"quiet place\"", true));
    }

    #[test]
    fn chinese_and_japanese_are_found_inside_a_run() {
        assert!(finds("国家发展和改革委员会主任", "改革委员", true));
        assert!(finds("都知事は昨日", "昨日", true));
        assert!(!finds("国家发展和改革委员会主任", "开放", true));
    }

    #[test]
    fn what_questions_are_cut_into_is_indexed_so() {
        for (text, word) in [("방파제를 지었다", "방파제를"), ("สะพานเก่าพังลง", "พังลง"), ("都知事は昨日", "知事")]
        {
            let cut: Vec<&str> = words(word).map(|word| word.text).collect();
            assert!(finds(text, &cut.join(" "), true), "{word}: {cut:?}");
        }
    }

    #[test]
    fn a_question_of_a_hundred_kilobytes_is_an_expression() {
        let long: String = (0..20_000).map(|n| format!("w{n} ")).collect();
        assert!(finds("w1 and w2", &long, false));
    }

    proptest! {
        #[test]
        fn nothing_typed_is_a_syntax_error(words in "[\\PC\"'()*^:+\\-]{0,40}|(AND|OR|NOT|NEAR|[\"(){}*:^ -]){0,12}") {
            let connection = index();
            for all in [true, false] {
                if let Some(expression) = expression(&words, all) {
                    let count = connection
                        .query_row("SELECT count(*) FROM words WHERE words MATCH ?1", [expression], |r| r.get::<_, i64>(0));
                    prop_assert_eq!(count.unwrap(), 0);
                }
            }
        }

        #[test]
        fn records_keep_their_row_ids(kind in 0usize..6, id in any::<u32>()) {
            let record = Ref::new(Kind::ALL[kind], id);
            prop_assert_eq!(record_of(row_of_words(record)), record);
        }
    }
}
