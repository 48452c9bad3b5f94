//! What readers of single groups, rows and fields do with a [`Reader`], for which no event tells where they are.

use super::super::values::Dictionary;
use super::Reader;
use crate::error::Result;
use alloc::vec::Vec;
use core::ops::Range;

impl<'de, 'p> Reader<'de, 'p> {
    /// Goes into the list around the rows, of which no event tells.
    pub(in crate::wire::columnar) fn enter_list(&mut self) -> Result<()> {
        self.enter()
    }

    /// Goes to some of the rows in the frame.
    pub(in crate::wire::columnar) fn go_to_rows(&mut self, rows: Range<usize>) {
        (self.rows, self.row, self.row_end) = (rows, 0, 0);
    }

    /// Reads the rows that are left.
    pub(in crate::wire::columnar) fn each_row<T>(&mut self, read: impl Fn(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let mut rows = Vec::with_capacity(self.rows.len());
        while self.next_row()? {
            rows.push(read(self).map_err(|error| error.in_item(self.rows.start - 1))?);
        }
        Ok(rows)
    }

    /// Begins with the dictionaries of earlier groups, which are not in the frame, for these leaves.
    pub(in crate::wire::columnar) fn building_on(
        mut self,
        bases: impl Iterator<Item = (usize, Dictionary<'de>)>,
    ) -> Self {
        self.loader.build_on(bases);
        self
    }

    /// Loads the next group whole, and says how many rows it has; `None` if there is none.
    #[cfg(feature = "arrow")]
    pub(in crate::wire::columnar) fn load_group(&mut self) -> Result<Option<usize>> {
        if !self.next_group()? {
            return Ok(None);
        }
        let rows = self.row_end - self.row;
        (self.row, self.rows.start) = (self.row_end, self.rows.start + rows);
        Ok(Some(rows))
    }

    /// A column of the group that is loaded.
    #[cfg(feature = "arrow")]
    pub(in crate::wire::columnar) fn column(&mut self, leaf: u32) -> &mut super::super::group::Loaded<'de> {
        &mut self.loader.columns[leaf as usize]
    }

    /// Goes to a value of a node, by its place among those that are there.
    #[cfg(feature = "arrow")]
    pub(in crate::wire::columnar) fn go_to(&mut self, node: u32, place: usize) {
        (self.at, self.place) = (node, place);
    }

    /// Refuses what a writer does not write.
    pub(in crate::wire::columnar) fn strict(mut self, strict: bool) -> Self {
        self.strict = strict;
        self
    }

    /// Reads only one field of the rows, which these nodes lead to.
    pub(in crate::wire::columnar) fn only(mut self, way: &'p [u32]) -> Self {
        self.way = Some(way);
        self
    }

    /// Goes from a row to the field that alone is read; `false` if it is missing, or a record around it is.
    pub(in crate::wire::columnar) fn go_to_field(&mut self) -> Result<bool> {
        for &node in self.way.unwrap_or_default() {
            self.at = node;
            if !self.is_present()? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
