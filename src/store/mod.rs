//! The index file: one SQLite database. The only place that speaks SQL.
