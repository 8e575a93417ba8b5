//! The lists of members that lie among the files of a reading: who is meant by the ids in the messages of a chat.

use std::collections::HashMap;

use super::read_bounded;
use crate::ingest::document::Earlier;
use crate::ingest::formats::chat_members::{LIST, lists_beside};
use crate::ingest::formats::{ChatMembers, TableFields};
use crate::ingest::walk::FoundFile;

/// Bytes of a list, at most.
const LARGEST: u64 = 64 << 20;

/// The lists, each by its path, with the members that it names.
#[derive(Debug, Default)]
pub(super) struct MemberLists(HashMap<String, (FoundFile, ChatMembers)>);

impl MemberLists {
    /// Reads the lists among `files`; one that cannot be read names nobody.
    pub fn of(files: &[FoundFile]) -> Self {
        let read = |file: &FoundFile| {
            let bytes = Some(file).filter(|file| file.bytes <= LARGEST);
            let bytes = bytes.and_then(|file| read_bounded(&file.location, LARGEST).ok());
            let members = bytes.map(|bytes| ChatMembers::of_list(&bytes)).unwrap_or_default();
            (file.path.clone(), (file.clone(), members))
        };
        Self(files.iter().filter(|file| file.location.ends_with(LIST)).map(read).collect())
    }

    /// `fields` with the members of the chat that a file is of.
    pub fn beside(&self, file: &FoundFile, fields: &TableFields) -> TableFields {
        let mut lists = lists_beside(&file.path).filter_map(|list| self.0.get(&list)).map(|(_, members)| members);
        let members = lists.find(|members| members.iter().len() > 0);
        TableFields { members: members.cloned().unwrap_or_default(), ..fields.clone() }
    }

    /// True where a list that a file is read by is not what it was at an earlier reading, came since or is gone: what
    /// the file said then has other names in it.
    pub fn are_new_beside(&self, file: &FoundFile, earlier: &dyn Earlier) -> bool {
        lists_beside(&file.path).any(|path| match self.0.get(&path) {
            Some((list, _)) if earlier.has(&path) => !earlier.is_same(list),
            Some((_, members)) => members.iter().len() > 0,
            None => earlier.has(&path),
        })
    }
}
