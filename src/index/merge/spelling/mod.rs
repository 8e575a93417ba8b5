//! How names are written: what is one name written in two ways (`variants`), or one day (`days`), what its capitals
//! tell (`cases`), where a name begins (`openings`), and whether *and* or a slash holds one together or stands between
//! two (`conjunctions`).

pub(super) mod cases;
pub(super) mod conjunctions;
pub(super) mod days;
pub(super) mod openings;
pub(super) mod variants;
