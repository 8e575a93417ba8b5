//! Long work: start, watch, cancel. A panic becomes a failed job.
