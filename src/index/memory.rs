//! How the C library holds memory. A build makes much on all cores and lets go of it on another, stage by stage: as the
//! library would have it, each of many threads keeps what was let go of for itself, and what lies between what is still in
//! use is never given back, which together is more than half as much again as is in use.

/// Settles how memory is held. Has to be called before there are threads.
pub fn settle() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    gnu::settle();
}

/// Gives back to the system whatever is held and not in use: between the stages of a build, which leave much behind.
pub fn give_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    gnu::malloc_trim(0);
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod gnu {
    // As in `malloc.h`.
    unsafe extern "C" {
        safe fn mallopt(parameter: i32, value: i32) -> i32;
        pub safe fn malloc_trim(keep: usize) -> i32;
    }

    const TRIM_THRESHOLD: i32 = -1;
    const MMAP_THRESHOLD: i32 = -3;
    const ARENA_MAX: i32 = -8;
    /// What is larger goes back to the system as soon as it is let go of. Set, it no longer grows with what is let go of.
    const LARGE: i32 = 256 << 10;

    /// What the library does not know is left as it was.
    pub fn settle() {
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        mallopt(ARENA_MAX, i32::try_from(cores).unwrap_or(i32::MAX));
        mallopt(MMAP_THRESHOLD, LARGE);
        mallopt(TRIM_THRESHOLD, LARGE);
    }
}
