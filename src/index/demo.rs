//! The built-in corpus. It is written beside its index, so that its passages open in an editor like any others.

use std::fs;
use std::io;
use std::path::PathBuf;

use super::Plan;
use crate::config::{Paths, Settings, replace_file_by};

macro_rules! documents {
    ($($path:literal),+ $(,)?) => {
        &[$(($path, include_bytes!(concat!("../../assets/demo/", $path)))),+]
    };
}

/// Every document: its path, and its bytes.
const DOCUMENTS: &[(&str, &[u8])] = documents![
    "council/Board minutes 26 June 2018.md",
    "council/Board minutes 8 January 2019.md",
    "council/Water & Amenities Cttee 2018-04-17.txt",
    "council/audit note - cement (OT).md",
    "council/emergency meeting 12 Feb 2019.txt",
    "council/minutes_2018-12-11_amenities.txt",
    "field/1935 resident engineer diary extract.txt",
    "field/Crake plan - transcription A Gellan.txt",
    "field/Danescu field notes 14-16 Nov 2018.md",
    "field/Great Agnes object record.txt",
    "field/Kinnear dive log 30-31 Jan.txt",
    "field/Low Bield daybook Nov 2018.txt",
    "field/MHFL certificate 1117 (reissued).txt",
    "field/MHFL certificate 1117.txt",
    "field/Museum loan register 2018.txt",
    "field/dye test 6 Oct 2018 - WMRG.txt",
    "field/samples_nov2018.tsv",
    "interviews/Burke with Tilda Askwith (tape).txt",
    "interviews/Inquiry day 3 - Whitlaw.txt",
    "interviews/Inquiry day 9 - Sarratt.txt",
    "interviews/Inquiry interim statement 28 June 2019.txt",
    "interviews/Orrell on the Nether Shaft (tape).txt",
    "letters/Brandvold to Thackwray 23 July 2018.txt",
    "letters/Canon Merrow to Noakes Easter.txt",
    "letters/Coyle provenance letter.txt",
    "letters/Delahunt to Wray.txt",
    "letters/Farthingale-Thackwray emails Jan19.txt",
    "letters/Kovalik resignation.txt",
    "letters/Noakes to Varley 2 Oct 2018.txt",
    "letters/RSI order 18-02-2019.txt",
    "letters/Strake to Thackwray re cement.txt",
    "letters/Wren Sarratt to Insp Mossop.txt",
    "letters/lettre Hélène 3 mars.txt",
    "letters/memo IK seepage 12-03-18.txt",
    "logs/Askwith weighbridge 2018-19.csv",
    "logs/Corvane invoices 2018.csv",
    "logs/Corvane site diary (Oduya).txt",
    "logs/Low Bield gauge 0102.log",
    "logs/Sarratt notebook (copy).txt",
    "logs/control room 1-2 Feb 2019.txt",
    "logs/door_readers_BoardHouse_20190201.log",
    "logs/radio 2 Feb 2019.jsonl",
    "logs/telephone list Board House Jan19.txt",
    "logs/weir V3 readings 2017-2019.csv",
    "pension/Harcastle Mott letter.txt",
    "pension/Nandakumar dissent 5-7-18.txt",
    "pension/Pargeter Lisle valuation.txt",
    "pension/RE bond - email.txt",
    "pension/company register - Lanternhill.txt",
    "pension/trustees 3 July 2018.txt",
    "press/Kestrel Lane Films call sheet.txt",
    "press/Lockyer & Thane sale 4 May catalogue p31.txt",
    "press/WVWB press release 20 Nov 2018.txt",
    "press/courier archive 1994 wedding.html",
    "press/courier letters page 14 Feb 2019.md",
    "press/courier_2018-11-15_char.html",
    "press/courier_2019-01-24_candle-night.html",
    "press/courier_2019-02-07_slip.html",
    "press/courier_2019-03-28_pension.txt",
    "press/examiner 21-11-18 fish.txt",
];

/// Returns the plan by which the demo is indexed, its documents written where they are not yet as they are here.
///
/// # Errors
/// The documents cannot be written.
pub fn plan(paths: &Paths, settings: &Settings) -> io::Result<Plan> {
    let root = paths.data.join("demo");
    for (path, bytes) in DOCUMENTS {
        let file = root.join(path);
        if fs::read(&file).is_ok_and(|there| there == *bytes) {
            continue;
        }
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        // Another process may be reading the folder.
        replace_file_by(&file, &paths.data.join(format!("demo.{}.tmp", std::process::id())), bytes)?;
    }
    let root: PathBuf = root.canonicalize()?;
    Ok(Plan {
        roots: vec![root],
        index: paths.demo_index(),
        name: "demo".to_owned(),
        settings: settings.clone(),
        afresh: false,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    fn files(folder: &Path, under: &Path, into: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                files(&path, under, into);
            } else {
                into.insert(path.strip_prefix(under).unwrap().to_string_lossy().replace('\\', "/"));
            }
        }
    }

    #[test]
    fn no_document_was_forgotten() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo");
        let mut there = BTreeSet::new();
        files(&folder, &folder, &mut there);
        let listed: BTreeSet<String> = DOCUMENTS.iter().map(|(path, _)| (*path).to_owned()).collect();
        assert_eq!(listed, there);
    }

    #[test]
    fn it_is_written_once_and_mended() {
        let place = tempfile::tempdir().unwrap();
        let paths = Paths { config: place.path().join("config.toml"), data: place.path().join("data") };
        let first = plan(&paths, &Settings::default()).unwrap();
        let file = first.roots[0].join(DOCUMENTS[0].0);
        fs::write(&file, "changed").unwrap();
        assert_eq!(plan(&paths, &Settings::default()).unwrap(), first);
        assert_eq!(fs::read(&file).unwrap(), DOCUMENTS[0].1);
    }
}
