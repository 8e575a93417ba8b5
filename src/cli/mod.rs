//! The command line: arguments, plain and JSON output, exit codes.
