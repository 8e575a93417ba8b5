//! What a text has of a question: shares of its words, and which of them.

/// How well a text matches a question.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Hits {
    /// Share of the question's weight whose words stand in the text, from 0 to 1.
    pub exact: f32,
    /// Share of that weight matched by related words only.
    pub related: f32,
    /// Weight of the rarest word matched, divided by that of the rarest word of the question.
    pub rarest: f32,
    /// Share of the pairs of words side by side in the question that are side by side in the text.
    pub pairs: f32,
    /// Number of words of the text.
    pub words: usize,
    /// Number of those that are not function words.
    pub content: usize,
    /// Number of those that the question does not have.
    pub new: usize,
    /// Relative position in the text of the first word of the question, from 0 to 1; 1 where none matches.
    pub first: f32,
}

/// How well each word of a question was matched.
#[derive(Clone, Debug)]
pub struct FoundParts(pub(in crate::judgement::rank) Vec<f32>);

impl FoundParts {
    /// Returns the match of each word of the question: 1 for the word itself, less for a related one, 0 for none.
    pub fn found(&self) -> &[f32] {
        &self.0
    }
}
