//! The readings of a question, each made once: on the way to an answer a question is narrowed in a dozen places, most
//! of which leave its wording as it is.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use super::{Attribution, Reading};

/// Wordings of one question that are remembered: as it was asked, as it is looked for, and the same of the question
/// that it was a part of.
const WORDINGS: usize = 4;

/// What was read of some wordings, the latest last.
type Remembered<T> = Mutex<Vec<(String, T)>>;

/// What the wordings of one question are read as. It is only remembered: two are alike, whatever they have read.
#[derive(Default)]
pub struct Readings {
    readings: Remembered<Arc<Reading>>,
    attributions: Remembered<Option<Arc<Attribution>>>,
}

impl Readings {
    /// Returns the reading of a wording.
    pub fn reading(&self, wording: &str) -> Arc<Reading> {
        remembered(&self.readings, wording, || Arc::new(Reading::of(wording)))
    }

    /// Returns whose words a wording asks for; `None` where it names nobody for it.
    pub fn attribution(&self, wording: &str) -> Option<Arc<Attribution>> {
        remembered(&self.attributions, wording, || Reading::attribution(wording).map(Arc::new))
    }
}

/// What a wording was read as, read where it is not known yet.
fn remembered<T: Clone>(known: &Remembered<T>, wording: &str, read: impl FnOnce() -> T) -> T {
    let locked = || known.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, told)) = locked().iter().find(|(of, _)| of == wording) {
        return told.clone();
    }
    let told = read();
    let mut all = locked();
    if all.len() == WORDINGS {
        all.remove(0);
    }
    all.push((wording.to_owned(), told.clone()));
    told
}

impl Clone for Readings {
    fn clone(&self) -> Self {
        fn copied<T: Clone>(known: &Remembered<T>) -> Remembered<T> {
            Mutex::new(known.lock().unwrap_or_else(PoisonError::into_inner).clone())
        }
        Self { readings: copied(&self.readings), attributions: copied(&self.attributions) }
    }
}

impl PartialEq for Readings {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl fmt::Debug for Readings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Readings").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wording_is_read_once_and_another_by_itself() {
        let readings = Readings::default();
        let read = readings.reading("Who is Ada Voss?");
        assert_eq!(*read, Reading::of("Who is Ada Voss?"));
        assert!(Arc::ptr_eq(&read, &readings.reading("Who is Ada Voss?")));
        assert!(Arc::ptr_eq(&read, &readings.clone().reading("Who is Ada Voss?")));
        for at in 0..=WORDINGS {
            let wording = format!("Who is Tom Reed {at}?");
            assert_eq!(*readings.reading(&wording), Reading::of(&wording));
        }
        assert!(!Arc::ptr_eq(&read, &readings.reading("Who is Ada Voss?")), "no more than these are kept");
    }
}
