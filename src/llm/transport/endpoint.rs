//! An endpoint: its address and key as async-openai wants them, and a form of the address that may be shown.

use std::borrow::Cow;

use async_openai::config::Config;
use reqwest::Url;
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};
use secrecy::{ExposeSecret, SecretString};

use crate::llm::{Key, LlmError};
use crate::text::display::cut::clipped;
use crate::text::display::sanitise::one_line;
use crate::text::display::spacing::single_spaced;

/// Where models are when nothing else is said.
pub const OPENAI: &str = "https://api.openai.com/v1";

/// The part of an address that says which version of a service is meant.
const API_VERSION: &str = "api-version";

/// Where models are, and the key that opens it.
#[derive(Clone, Debug)]
pub struct Endpoint {
    base: String,
    shown: String,
    local: bool,
    plain: bool,
    api_version: String,
    key: Option<Key>,
    headers: HeaderMap,
    /// What async-openai asks for; empty where there is no key.
    secret: SecretString,
    /// What is called, whatever the crate names.
    call: Option<&'static str>,
}

impl Endpoint {
    /// An endpoint from its address. An address without a path gets `/v1`, one of a whole call loses the call's name.
    /// With an `api_version` it is spoken to as Azure is: the version in the query, the key in a header of its own.
    ///
    /// # Errors
    /// The address is none of the web.
    pub fn new(base_url: &str, api_version: &str, key: Option<Key>) -> Result<Self, LlmError> {
        let base_url = if base_url.trim().is_empty() { OPENAI } else { base_url.trim() };
        let failed = |detail: &str| LlmError::Setting {
            what: format!("base_url `{}`", base_url.split('@').next_back().unwrap_or_default()),
            detail: detail.to_owned(),
        };
        let mut url = Url::parse(base_url).map_err(|e| failed(&e.to_string()))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(failed("it begins neither with http:// nor with https://"));
        }
        let mut path = url.path().trim_end_matches('/').to_owned();
        for call in ["/chat/completions", "/embeddings", "/rerank", "/models"] {
            path = path.strip_suffix(call).unwrap_or(&path).to_owned();
        }
        url.set_path(if path.is_empty() { "/v1" } else { &path });
        let version = url.query_pairs().find(|(name, _)| name == API_VERSION).map(|(_, value)| value.into_owned());
        let api_version = version.unwrap_or_else(|| api_version.to_owned());
        url.set_query(None);
        url.set_fragment(None);
        let base = url.to_string();
        // What cannot be removed from an address without a host is not there.
        let _ = url.set_username("");
        let _ = url.set_password(None);
        let host = url.host_str().unwrap_or_default();
        let local = host == "localhost" || host == "[::1]" || host.starts_with("127.");
        let mut headers = HeaderMap::new();
        if let Some(key) = &key {
            let (name, value) = match api_version.is_empty() {
                true => (AUTHORIZATION, format!("Bearer {}", key.expose().expose_secret())),
                false => (HeaderName::from_static("api-key"), key.expose().expose_secret().to_owned()),
            };
            let mut value = HeaderValue::from_str(&value).map_err(|_| failed("the key fits no header"))?;
            value.set_sensitive(true);
            headers.insert(name, value);
        }
        let secret = key.as_ref().map_or_else(|| SecretString::from(""), |key| key.expose().clone());
        let plain = url.scheme() == "http";
        Ok(Self { base, shown: url.to_string(), local, plain, api_version, key, headers, secret, call: None })
    }

    /// The address without user, password, query or key.
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// True for a server on this machine: it costs nothing, and no proxy leads to it.
    pub fn is_local(&self) -> bool {
        self.local
    }

    /// What a model is to the ledger. A hosted one answers the same wherever it is asked; servers on this machine give
    /// one name to whatever they run, so where one is asked tells which.
    pub(in crate::llm) fn identity<'a>(&self, model: &'a str) -> Cow<'a, str> {
        if self.local { Cow::Owned(format!("{model} at {}", self.shown)) } else { Cow::Borrowed(model) }
    }

    pub fn has_key(&self) -> bool {
        self.key.is_some()
    }

    /// True when a key would travel where others can read it.
    pub fn exposes_key(&self) -> bool {
        self.plain && !self.local && self.key.is_some()
    }

    /// What the other side said, fit to be shown: without the key, in one line, and short.
    pub(in crate::llm) fn clean(&self, said: &str) -> String {
        const CLIPPED: usize = 300;
        let said = match &self.key {
            Some(key) => key.redact(said),
            None => said.to_owned(),
        };
        clipped(&single_spaced(&one_line(&said)), CLIPPED).into_owned()
    }
}

impl Endpoint {
    /// The same, whatever is called being this: a call that the crate of the wire does not know.
    pub(super) fn calling(&self, call: &'static str) -> Self {
        Self { call: Some(call), ..self.clone() }
    }
}

impl Config for Endpoint {
    fn headers(&self) -> HeaderMap {
        self.headers.clone()
    }

    fn url(&self, path: &str) -> String {
        format!("{}{}", self.base, self.call.unwrap_or(path))
    }

    fn query(&self) -> Vec<(&str, &str)> {
        match self.api_version.as_str() {
            "" => Vec::new(),
            version => vec![("api-version", version)],
        }
    }

    fn api_base(&self) -> &str {
        &self.base
    }

    fn api_key(&self) -> &SecretString {
        &self.secret
    }
}

/// An address as it was given, with what nobody but the server is to read as stars.
pub fn without_secrets(address: &str) -> String {
    const HIDDEN: &str = "***";
    let Some(mut url) = Url::parse(address).ok().filter(Url::has_host) else {
        return address.rsplit_once('@').map_or_else(|| address.to_owned(), |(_, behind)| format!("{HIDDEN}@{behind}"));
    };
    let hidden: Vec<(String, String)> = url
        .query_pairs()
        .map(|(name, value)| {
            let value = if name == API_VERSION { value.into_owned() } else { HIDDEN.to_owned() };
            (name.into_owned(), value)
        })
        .collect();
    let secret = url.password().is_some() || hidden.iter().any(|(_, value)| value == HIDDEN);
    if !secret {
        return address.to_owned();
    }
    if url.password().is_some() {
        let _ = url.set_password(Some(HIDDEN));
    }
    if !hidden.is_empty() {
        url.query_pairs_mut().clear().extend_pairs(hidden);
    }
    url.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(url: &str) -> String {
        Endpoint::new(url, "", None).map_or_else(|error| error.to_string(), |endpoint| endpoint.shown().to_owned())
    }

    #[test]
    fn what_is_secret_in_an_address_is_not_shown() {
        for (address, shown) in [
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("https://ada:pier@models.example/v1", "https://ada:***@models.example/v1"),
            ("https://models.example/v1?key=pier&api-version=2", "https://models.example/v1?key=***&api-version=2"),
            ("models.example", "models.example"),
            ("ada:pier@models.example", "***@models.example"),
            ("", ""),
        ] {
            assert_eq!(without_secrets(address), shown);
        }
    }

    #[test]
    fn addresses_as_people_write_them() {
        assert_eq!(shown(""), OPENAI);
        assert_eq!(shown("http://127.0.0.1:11434"), "http://127.0.0.1:11434/v1");
        assert_eq!(shown(" http://localhost:8080/v1/ "), "http://localhost:8080/v1");
        assert_eq!(shown("https://x.test/api/v1/chat/completions"), "https://x.test/api/v1");
        assert_eq!(shown("https://me:pw@x.test/v1"), "https://x.test/v1");
        assert!(shown("localhost:8080").contains("neither with http"), "{}", shown("localhost:8080"));
        assert!(!shown("ftp://me:pw@x.test").contains("pw"));
        assert!(shown("http://").contains("base_url"));
    }

    #[test]
    fn azure_takes_its_version_from_the_address_too() {
        let key = || Key::new("sk-1", "").unwrap();
        let azure =
            Endpoint::new("https://r.test/openai/deployments/d/chat/completions?api-version=2024-10-21", "", key())
                .unwrap();
        assert_eq!(azure.url("/chat/completions"), "https://r.test/openai/deployments/d/chat/completions");
        assert_eq!(azure.query(), [("api-version", "2024-10-21")]);
        assert!(azure.headers().contains_key("api-key") && !azure.headers().contains_key(AUTHORIZATION));
        assert!(!format!("{azure:?}").contains("sk-1"), "{azure:?}");
        assert!(Endpoint::new("http://lan.test/v1", "", key()).unwrap().exposes_key());
        assert!(!Endpoint::new("http://localhost/v1", "", key()).unwrap().exposes_key());
    }

    #[test]
    fn what_the_other_side_said_is_made_fit_to_show() {
        let endpoint = Endpoint::new("http://localhost", "", Key::new("sk-123456", "").unwrap()).unwrap();
        assert_eq!(endpoint.clean("bad key\n\u{1b}[31msk-123456"), "bad key ␛[31m[key]");
        assert_eq!(endpoint.clean(&"é".repeat(1000)).chars().count(), 301);
    }
}
