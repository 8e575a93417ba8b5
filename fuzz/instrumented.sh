#!/bin/sh
# Compiles our own crate and the targets so that the fuzzer sees which branches an input takes, and all others as they are.
case " $* " in
*" --crate-name gleaner "* | *" fuzz_target "* | *"/fuzz/targets/"* | *" targets/"*)
    exec "$@" -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
        -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
        -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=16 ;;
*) exec "$@" ;;
esac
