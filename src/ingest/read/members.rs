//! The lists of members that lie among the files of a reading: who is meant by the ids in the messages of a chat.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::read_bounded;
use crate::ingest::formats::chat_members::LIST;
use crate::ingest::formats::{ChatMembers, TableFields};
use crate::ingest::walk::FoundFile;

/// Bytes of a list, at most.
const LARGEST: u64 = 64 << 20;

/// The lists, each by the folder that it lies in.
#[derive(Debug, Default)]
pub(super) struct MemberLists(HashMap<PathBuf, ChatMembers>);

impl MemberLists {
    /// Reads the lists among `files`; one that cannot be read names nobody.
    pub fn of(files: &[FoundFile]) -> Self {
        let lists = files.iter().filter(|file| file.bytes <= LARGEST && file.location.ends_with(LIST));
        let read = lists.filter_map(|file| {
            let bytes = read_bounded(&file.location, LARGEST).ok()?;
            Some((file.location.parent()?.to_owned(), ChatMembers::of_list(&bytes)))
        });
        Self(read.filter(|(_, members)| members.iter().len() > 0).collect())
    }

    /// `fields` with the members of the chat that a file is of: its list lies beside it or in the folder above, where
    /// each channel has a folder of its own.
    pub fn beside(&self, file: &Path, fields: &TableFields) -> TableFields {
        let members = file.ancestors().skip(1).take(2).find_map(|folder| self.0.get(folder));
        TableFields { members: members.cloned().unwrap_or_default(), ..fields.clone() }
    }
}
