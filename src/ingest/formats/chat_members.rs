//! Who is meant by the ids in messages: the list of members that the export of a chat has beside them.

use std::collections::BTreeMap;
use std::sync::Arc;

/// What the file of the list is called.
pub const LIST: &str = "users.json";

/// The paths at which the list may lie by which a file is read: beside it, or in the folder above, where each channel
/// has a folder of its own. The nearest first.
pub fn lists_beside(path: &str) -> impl Iterator<Item = String> {
    let folders = std::iter::successors(Some(path), |path| path.rsplit_once('/').map(|(folder, _)| folder));
    let root = path.bytes().filter(|&byte| byte == b'/').count() < 2;
    let inside = folders.skip(1).take(2).map(|folder| format!("{folder}/{LIST}"));
    inside.chain(root.then(|| LIST.to_owned()))
}

/// Names by id.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChatMembers(Arc<BTreeMap<String, String>>);

/// One of a list, as far as it tells a name.
#[derive(serde::Deserialize)]
#[serde(default)]
#[derive(Default)]
struct Member {
    id: String,
    real_name: Option<String>,
    display_name: Option<String>,
    name: Option<String>,
    username: Option<String>,
    profile: Option<Profile>,
}

#[derive(Default, serde::Deserialize)]
#[serde(default)]
struct Profile {
    real_name: Option<String>,
    display_name: Option<String>,
}

impl ChatMembers {
    /// Reads a list; empty where the bytes are none. A member that is told otherwise than the others is left out.
    pub fn of_list(bytes: &[u8]) -> Self {
        let members: Vec<serde_json::Value> = serde_json::from_slice(bytes).unwrap_or_default();
        let named = members.into_iter().filter_map(|member| {
            let Member { id, real_name, display_name, name, username, profile } =
                serde_json::from_value(member).ok()?;
            let profile = profile.unwrap_or_default();
            let names = [real_name, profile.real_name, display_name, profile.display_name, name, username];
            let name = names.into_iter().flatten().map(|name| name.trim().to_owned()).find(|name| !name.is_empty())?;
            (!id.is_empty()).then_some((id, name))
        });
        named.collect()
    }

    /// The name of whoever has an id; the id itself where the list does not have it.
    pub fn name_of<'a>(&'a self, id: &'a str) -> &'a str {
        self.0.get(id).map_or(id, String::as_str)
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.0.iter().map(|(id, name)| (id.as_str(), name.as_str()))
    }
}

impl FromIterator<(String, String)> for ChatMembers {
    fn from_iter<I: IntoIterator<Item = (String, String)>>(members: I) -> Self {
        Self(Arc::new(members.into_iter().collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_members_gives_names_to_ids() {
        let list = r#"[{"id":"U1","name":"ada.l","real_name":"Ada Lund"},{"id":"U2","name":"tom","profile":{"real_name":"",
            "display_name":"Tom V."}},{"name":"nobody"},{"id":"U3","deleted":true}]"#;
        let members = ChatMembers::of_list(list.as_bytes());
        assert_eq!(["U1", "U2", "U3", "U4"].map(|id| members.name_of(id)), ["Ada Lund", "Tom V.", "U3", "U4"]);
        assert_eq!(ChatMembers::of_list(b"{\"id\": 1}"), ChatMembers::default());
    }

    #[test]
    fn a_list_lies_beside_a_file_or_in_the_folder_above() {
        let of = |path: &str| lists_beside(path).collect::<Vec<_>>();
        assert_eq!(of("log.json"), ["users.json"]);
        assert_eq!(of("quay/log.json"), ["quay/users.json", "users.json"]);
        assert_eq!(of("orsk/chat/quay/log.json"), ["orsk/chat/quay/users.json", "orsk/chat/users.json"]);
    }

    #[test]
    fn a_member_that_cannot_be_read_leaves_the_others_their_names() {
        let list = r#"[{"id":"U1","name":"Ada Voss","profile":null},{"id":7,"name":"lamp"},"U9",
            {"id":"U2","real_name":"Tom Reed","profile":{"display_name":3}},{"id":"U3","name":"Ida Lund"}]"#;
        let members = ChatMembers::of_list(list.as_bytes());
        assert_eq!(["U1", "7", "U3"].map(|id| members.name_of(id)), ["Ada Voss", "7", "Ida Lund"]);
    }
}
