//! Settings (flags over environment over file over defaults) and paths. The only reader of HOME and XDG.
