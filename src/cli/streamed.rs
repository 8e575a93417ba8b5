//! An answer on a terminal while it is written: Markdown that comes in pieces, its lines broken at spaces.

use super::error::CliError;
use super::output::{Output, continues, one_line, plain_markdown, safe, shorten, wrap};
use super::tables;

/// Streamed Markdown on a terminal: words show as they come, and lines are broken at spaces. Only the last line is
/// drawn again; those above it stand.
#[derive(Default)]
pub(super) struct Lines {
    /// What came since the last line break.
    open: String,
    /// How many of its lines stand already.
    standing: usize,
    /// The rows of a table that is not whole yet.
    table: Vec<String>,
}

impl Lines {
    pub(super) fn add(&mut self, out: &mut Output, text: &str) -> Result<(), CliError> {
        self.open.push_str(text);
        // Whether the paragraph goes on behind a line break shows with the next word.
        while let Some(end) = line_end(&self.open) {
            let line: String = self.open.drain(..=end).collect();
            self.end_line(out, &line)?;
            if line.trim().is_empty() {
                out.line("")?;
            }
        }
        let open = std::mem::take(&mut self.open);
        // How wide its columns are shows with its last row.
        let lines = if tables::is_row(&open) { Vec::new() } else { wrapped(out, &open) };
        for line in lines.iter().take(lines.len().saturating_sub(1)).skip(self.standing) {
            out.redraw(line)?;
            out.line("")?;
            self.standing += 1;
        }
        out.redraw(lines.last().map_or("", String::as_str))?;
        self.open = open;
        out.flush()
    }

    fn end_line(&mut self, out: &mut Output, line: &str) -> Result<(), CliError> {
        if tables::is_row(line) {
            self.table.push(safe(line).into_owned());
            return Ok(());
        }
        self.end_table(out)?;
        let lines = wrapped(out, line);
        out.redraw("")?;
        for line in lines.iter().skip(std::mem::take(&mut self.standing)) {
            out.line(line)?;
        }
        Ok(())
    }

    /// Says what is being done while nothing is written yet.
    pub(super) fn stage(&self, out: &mut Output, what: &str) -> Result<(), CliError> {
        if self.open.is_empty() {
            let what = out.style.dim(&shorten(&one_line(what), out.width - 2));
            out.redraw(&format!("{what} …"))?;
            out.flush()?;
        }
        Ok(())
    }

    fn end_table(&mut self, out: &mut Output) -> Result<(), CliError> {
        let rows = std::mem::take(&mut self.table);
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        if !rows.is_empty() {
            out.redraw("")?;
        }
        for line in tables::drawn(&rows, out.width.saturating_sub(1)) {
            out.line(line)?;
        }
        Ok(())
    }

    pub(super) fn finish(&mut self, out: &mut Output) -> Result<(), CliError> {
        let rest = std::mem::take(&mut self.open);
        self.end_line(out, &rest)?;
        self.end_table(out)
    }
}

/// Where the first line ends, once that is certain: a break inside a paragraph, as documents have them, ends none.
fn line_end(open: &str) -> Option<usize> {
    open.match_indices('\n').map(|(at, _)| at).find_map(|at| {
        let rest = &open[at + 1..];
        let is_certain = rest.starts_with('\n') || rest.trim_start_matches(' ').contains([' ', '\n']);
        match is_certain {
            true if continues(&open[..at], rest) => None,
            true => Some(Some(at)),
            false => Some(None),
        }
    })?
}

fn wrapped(out: &Output, line: &str) -> Vec<String> {
    let plain = plain_markdown(&safe(line.trim_end()));
    let lines = wrap(&plain, out.width.saturating_sub(1));
    lines.into_iter().map(|line| line.trim_end().to_owned()).filter(|line| !line.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_ends_where_its_paragraph_does() {
        assert_eq!(line_end("“The gate never closed\nthat"), None, "one cannot know yet");
        assert_eq!(line_end("“The gate never closed\nthat night"), None, "it goes on");
        assert_eq!(line_end("“The gate never closed\nthat night.\n\nNext"), Some(36));
        assert_eq!(line_end("- one\n- two"), Some(5));
        assert_eq!(line_end("### Gates\nThe gate"), Some(9));
        assert_eq!(line_end("\nThe gate never"), Some(0));
        assert_eq!(line_end("The gate\n-"), None);
    }
}
