//! The `gleaner` program.

fn main() {}
