//! The terminal interface: nested Elm. Each pane owns its state, messages, update and view.
