//! Tuning of glibc's malloc. A build allocates on all cores and frees on others, stage by stage. With the defaults
//! every thread's arena keeps what was freed, and free memory between blocks in use is never returned to the system:
//! together more than half as much again as is in use.

/// Sets the parameters of malloc. Has to be called before there are threads.
pub fn settle() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    gnu::settle();
}

/// Returns free memory to the system; called between the stages of a build, which leave much behind.
pub fn give_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    gnu::malloc_trim(0);
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod gnu {
    use crate::config::cores;

    // As in `malloc.h`.
    unsafe extern "C" {
        safe fn mallopt(parameter: i32, value: i32) -> i32;
        pub safe fn malloc_trim(keep: usize) -> i32;
    }

    const TRIM_THRESHOLD: i32 = -1;
    const MMAP_THRESHOLD: i32 = -3;
    const ARENA_MAX: i32 = -8;
    /// Bytes from which on a block is mapped by itself and unmapped when freed. Setting it stops glibc from raising it
    /// by itself.
    const LARGE: i32 = 256 << 10;

    /// Limits the number of arenas and the memory they keep. Parameters that the library does not know are left as they
    /// were.
    pub fn settle() {
        mallopt(ARENA_MAX, i32::try_from(cores()).unwrap_or(i32::MAX));
        mallopt(MMAP_THRESHOLD, LARGE);
        mallopt(TRIM_THRESHOLD, LARGE);
    }
}
