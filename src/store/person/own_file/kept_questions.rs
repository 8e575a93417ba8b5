//! Questions kept as tests, each a line of a question set.

use super::{PersonFile, now};
use crate::store::Result;

impl PersonFile {
    /// Keeps a question with what is known of its answer, in the place of one with the same words.
    pub fn keep_question(&self, question: &str, line: &str) -> Result<()> {
        let sql = "INSERT INTO kept_questions (question, line, kept) VALUES (?1, ?2, ?3) \
                   ON CONFLICT (question) DO UPDATE SET line = excluded.line, kept = excluded.kept";
        self.run_sql(sql, (question, line, now())).map(drop)
    }

    /// Forgets a question; says whether it was there.
    pub fn forget_question(&self, question: &str) -> Result<bool> {
        Ok(self.run_sql("DELETE FROM kept_questions WHERE question = ?1", [question])? > 0)
    }

    /// The lines of what was kept, in the order of keeping.
    pub fn kept_questions(&self) -> Result<Vec<String>> {
        self.all("SELECT line FROM kept_questions ORDER BY id", [], |row| row.get(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_kept_once_with_its_last_answer() {
        let folder = tempfile::tempdir().unwrap();
        let own = PersonFile::beside(&folder.path().join("papers")).unwrap();
        own.keep_question("Who?", "{\"answer\":\"A\"}").unwrap();
        own.keep_question("When?", "{}").unwrap();
        own.keep_question("Who?", "{\"answer\":\"B\"}").unwrap();
        assert_eq!(own.kept_questions().unwrap(), ["{\"answer\":\"B\"}", "{}"]);
        assert!(own.forget_question("When?").unwrap());
        assert!(!own.forget_question("When?").unwrap());
        assert_eq!(own.kept_questions().unwrap().len(), 1);
    }
}
