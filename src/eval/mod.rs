//! Evaluation: which way of asking is better, on one's own documents. Question sets (`question`, `sets`), what is
//! measured without anybody judging (`answers`, `retrieval`, each figure in a file of its own), runs over many
//! questions and ways of answering (`run`), what simple ways would have given (`baseline`), how sure a difference is
//! (`statistics`, `comparison`), and a model as judge (`judge`).

pub mod answers;
pub mod baseline;
pub mod communities;
pub mod comparison;
pub mod content;
pub mod documents;
pub mod fidelity;
pub mod judge;
pub mod metric;
pub mod porter;
pub mod question;
pub mod ranking;
pub mod retrieval;
pub mod rouge;
pub mod run;
pub mod scores;
pub mod sets;
pub mod shown;
pub mod statistics;
pub mod table;
pub mod turns;
