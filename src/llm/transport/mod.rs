//! The way to an endpoint and back: its address and its key, the gate to the network, requests and answers as they go
//! over the wire, and what a refusal means.

mod endpoint;
mod gate;
pub(super) mod http;
mod key;
pub(super) mod refusal;
pub(super) mod wire;

pub use endpoint::{Endpoint, OPENAI, without_secrets};
pub use gate::Gate;
pub use key::Key;
