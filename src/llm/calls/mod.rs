//! What models are asked and how each kind of call is answered: chats whole or as they are written, with thinking set
//! apart, vectors of texts, and how well texts fit a question.

mod chat;
pub(super) mod embedding;
pub(super) mod reranking;
pub(super) mod streaming;
pub(super) mod thinking;

pub use chat::{
    AnswerShape, Answered, ChatAnswer, ChatRequest, Delta, Embedded, Finish, Message, MessageRole, Purpose, Reranked,
    Role, Schema,
};
