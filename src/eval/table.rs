//! A table as data: a title, names of columns, rows with a name and cells. Lines of text and Markdown are its forms.

use unicode_width::UnicodeWidthStr;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    pub title: String,
    pub columns: Vec<String>,
    pub rows: Vec<(String, Vec<Option<String>>)>,
}

impl Table {
    /// Lines for a terminal of so many columns, the names' column first; columns that find no room go into further
    /// blocks below, each with the names again.
    pub fn lines(&self, width: usize) -> Vec<String> {
        let names = self.rows.iter().map(|(name, _)| name.width()).max().unwrap_or_default();
        let widths: Vec<usize> = (0..self.columns.len()).map(|column| self.width_of(column)).collect();
        let mut lines = Vec::new();
        let mut first = 0;
        while first < self.columns.len() {
            let mut used = names;
            let fits = widths[first..].iter().take_while(|cells| {
                used += *cells + 2;
                used <= width
            });
            let end = first + fits.count().max(1);
            if first > 0 {
                lines.push(String::new());
            }
            let block = first..end;
            let line = |name: &str, cells: Vec<&str>| {
                let mut line = format!("{name}{}", " ".repeat(names.saturating_sub(name.width())));
                for (cell, width) in cells.into_iter().zip(&widths[block.clone()]) {
                    line.push_str(&" ".repeat(2 + width.saturating_sub(cell.width())));
                    line.push_str(cell);
                }
                line.trim_end().to_owned()
            };
            lines.push(line("", self.columns[block.clone()].iter().map(String::as_str).collect()));
            for (name, cells) in &self.rows {
                let shown: Vec<&str> = cells[block.clone()].iter().map(|cell| cell.as_deref().unwrap_or("–")).collect();
                if cells[block.clone()].iter().any(Option::is_some) {
                    lines.push(line(name, shown));
                }
            }
            first = end;
        }
        lines
    }

    fn width_of(&self, column: usize) -> usize {
        let cells = self.rows.iter().map(|(_, cells)| cells[column].as_deref().unwrap_or("–").width());
        cells.max().unwrap_or_default().max(self.columns[column].width())
    }

    /// A Markdown table under its title in bold.
    pub fn to_markdown(&self) -> String {
        let escape = |text: &str| text.replace('|', "\\|").replace('\n', " ");
        let mut text = format!("**{}**\n\n| |", escape(&self.title));
        self.columns.iter().for_each(|column| text.push_str(&format!(" {} |", escape(column))));
        text.push_str("\n|---|");
        self.columns.iter().for_each(|_| text.push_str("---:|"));
        for (name, cells) in &self.rows {
            text.push_str(&format!("\n| {} |", escape(name)));
            cells.iter().for_each(|cell| text.push_str(&format!(" {} |", escape(cell.as_deref().unwrap_or("")))));
        }
        text.push('\n');
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let cell = |text: &str| Some(text.to_owned());
        Table {
            title: "all | some".to_owned(),
            columns: ["local", "global", "basic"].map(str::to_owned).to_vec(),
            rows: vec![
                ("contained".to_owned(), vec![cell("61.2"), cell("8.0"), None]),
                ("words".to_owned(), vec![cell("110"), cell("99"), cell("80")]),
            ],
        }
    }

    #[test]
    fn columns_that_find_no_room_go_below() {
        assert_eq!(
            table().lines(80),
            ["           local  global  basic", "contained   61.2     8.0      –", "words        110      99     80"]
        );
        assert_eq!(
            table().lines(25),
            [
                "           local  global",
                "contained   61.2     8.0",
                "words        110      99",
                "",
                "           basic",
                "words         80"
            ]
        );
    }

    #[test]
    fn markdown_keeps_bars_inside_cells() {
        assert!(table().to_markdown().starts_with(
            "**all \\| some**\n\n| | local | global | basic |\n|---|---:|---:|---:|\n| contained | 61.2 | 8.0 |  |\n"
        ));
    }
}
