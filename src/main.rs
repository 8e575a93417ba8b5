//! The `gleaner` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    gleaner::cli::main(std::env::args_os())
}
