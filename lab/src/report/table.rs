//! A Markdown table whose columns line up, so that it reads as text too.

use std::fmt;

/// Rows under a heading; the first column is text, the others end flush right.
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these column headings.
    pub fn new<'a>(headings: impl IntoIterator<Item = &'a str>) -> Self {
        let headings = headings.into_iter().map(str::to_owned).collect();
        Table { rows: vec![headings] }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |column: usize| {
            let cells = self.rows.iter().map(|row| row[column].chars().count());
            cells.max().unwrap_or_default().max(3)
        };
        let widths: Vec<usize> = (0..self.rows[0].len()).map(width).collect();
        for (index, row) in self.rows.iter().enumerate() {
            for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                match column {
                    0 => write!(f, "| {cell:<width$} |")?,
                    _ => write!(f, " {cell:>width$} |")?,
                }
            }
            writeln!(f)?;
            if index == 0 {
                for (column, &width) in widths.iter().enumerate() {
                    match column {
                        0 => write!(f, "| {:-<width$} |", "")?,
                        _ => write!(f, " {:->width$} |", ":")?,
                    }
                }
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let mut table = Table::new(["peer", "ns"]);
        table.row(["musli".to_owned(), "1234".to_owned()]);
        assert_eq!(table.to_string(), "| peer  |   ns |\n| ----- | ---: |\n| musli | 1234 |\n");
    }
}
