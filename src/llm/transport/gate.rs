//! The one gate to the network. Every HTTP client of the program is made here and every request passes [`Gate::pass`];
//! a closed gate makes none and lets none through.

use std::sync::Once;
use std::time::Duration;

use crate::llm::LlmError;

/// Whether anything may be sent at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gate {
    Open,
    /// `--offline`.
    Closed,
}

/// How long a connection may take to be made.
const CONNECTING: Duration = Duration::from_secs(15);
/// How much longer than its caller a client waits for the next bytes.
const SLACK: Duration = Duration::from_secs(5);

impl Gate {
    /// # Errors
    /// The gate is closed.
    pub fn pass(self, to: &str) -> Result<(), LlmError> {
        match self {
            Gate::Open => Ok(()),
            Gate::Closed => Err(LlmError::Offline { endpoint: to.to_owned() }),
        }
    }

    /// A client that gives up on an answer of which nothing came for little longer than `patience`. It follows no
    /// redirect, because a redirect would take the key to another host; and to a local server it goes past any proxy.
    ///
    /// # Errors
    /// The gate is closed, or the system's certificates cannot be used.
    pub fn http_client(self, to: &str, local: bool, patience: Duration) -> Result<reqwest::Client, LlmError> {
        self.pass(to)?;
        static TLS: Once = Once::new();
        // An error means that a provider is installed already.
        TLS.call_once(|| drop(rustls::crypto::ring::default_provider().install_default()));
        let builder = reqwest::Client::builder()
            .user_agent(concat!("gleaner/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(CONNECTING.min(patience))
            // Whoever asks waits for `patience` by itself, and knows how to say so: this one only ends what nobody
            // waits for.
            .read_timeout(patience + SLACK)
            .redirect(reqwest::redirect::Policy::none())
            .tcp_nodelay(true);
        let builder = if local { builder.no_proxy() } else { builder };
        builder.build().map_err(|e| LlmError::Tls { endpoint: to.to_owned(), detail: super::http::causes(&e) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::shown_path;

    #[test]
    fn a_closed_gate_makes_no_client() {
        let refused = Gate::Closed.http_client("http://x.test", false, Duration::from_secs(1)).unwrap_err();
        assert_eq!(refused, LlmError::Offline { endpoint: "http://x.test".to_owned() });
    }

    /// Whatever else in the program would open a socket must come here first.
    #[test]
    fn nothing_else_in_the_program_opens_sockets() {
        fn files(folder: &std::path::Path, into: &mut Vec<std::path::PathBuf>) {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() { files(&path, into) } else { into.push(path) }
            }
        }
        let src = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut all = Vec::new();
        files(&src, &mut all);
        let words = [
            "reqwest::Client::",
            "Client::new()",
            "TcpStream",
            "UdpSocket",
            "TcpListener",
            "UnixStream",
            "ToSocketAddrs",
        ];
        for file in all.into_iter().filter(|file| !file.ends_with("llm/transport/gate.rs")) {
            let text = std::fs::read_to_string(&file).unwrap_or_default();
            for word in words {
                assert!(!text.contains(word), "{} names {word}: go through llm::Gate", shown_path(&file));
            }
        }
    }
}
