/// A map as a sorted list.
///
/// Half a dozen trees of the standard library would add 20 000 bytes to the training pages of the web
/// app. Keys come mostly in order, so that inserting is appending.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SortedMap<K, V>(Vec<(K, V)>);

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: Ord, V> SortedMap<K, V> {
    /// Where a key is, or belongs.
    fn place(&self, key: &K) -> Result<usize, usize> {
        match self.0.last() {
            Some((last, _)) if last < key => Err(self.0.len()),
            _ => self.0.binary_search_by(|(other, _)| other.cmp(key)),
        }
    }

    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        self.place(key).ok().map(|place| &self.0[place].1)
    }

    pub(crate) fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        self.place(key).ok().map(|place| &mut self.0[place].1)
    }

    pub(crate) fn contains(&self, key: &K) -> bool {
        self.place(key).is_ok()
    }

    /// The value of a key, which is inserted unless there is one.
    pub(crate) fn or_insert(&mut self, key: K, value: V) -> &mut V {
        let place = match self.place(&key) {
            Ok(place) => place,
            Err(place) => {
                self.0.insert(place, (key, value));
                place
            }
        };
        &mut self.0[place].1
    }

    /// Adds all of another map; `merge` combines the values of a key that both have.
    pub(crate) fn merge(&mut self, other: &Self, mut merge: impl FnMut(&mut V, &V))
    where
        K: Clone,
        V: Clone,
    {
        let mut own = core::mem::take(&mut self.0).into_iter().peekable();
        for (key, value) in &other.0 {
            while let Some(before) = own.next_if(|(own, _)| own < key) {
                self.0.push(before);
            }
            let both = own.next_if(|(own, _)| own == key).map(|(_, mut own)| {
                merge(&mut own, value);
                own
            });
            self.0.push((key.clone(), both.unwrap_or_else(|| value.clone())));
        }
        self.0.extend(own);
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// In the order of the keys.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = (&K, &V)> {
        self.0.iter().map(|(key, value)| (key, value))
    }

    pub(crate) fn first(&self) -> Option<(&K, &V)> {
        self.iter().next()
    }

    pub(crate) fn last(&self) -> Option<(&K, &V)> {
        self.iter().next_back()
    }

    pub(crate) fn retain(&mut self, mut is_kept: impl FnMut(&K, &V) -> bool) {
        self.0.retain(|(key, value)| is_kept(key, value));
    }

    /// Splits off the first keys, at most `count`.
    pub(crate) fn split_first(&mut self, count: usize) -> Self {
        Self(self.0.drain(..count.min(self.0.len())).collect())
    }

    /// Drops the first keys, so that at most `count` are left.
    pub(crate) fn keep_last(&mut self, count: usize) {
        self.0.drain(..self.0.len().saturating_sub(count));
    }
}

#[cfg(test)]
mod tests {
    use super::SortedMap;

    fn map(keys: &[u8]) -> SortedMap<u8, usize> {
        let mut map = SortedMap::default();
        for key in keys {
            *map.or_insert(*key, 0) += 1;
        }
        map
    }

    #[test]
    fn keys_are_sorted_and_counted_once() {
        let mut map = map(&[5, 1, 9, 1, 7, 9, 9]);
        assert_eq!(
            map.iter().map(|(key, count)| (*key, *count)).collect::<Vec<_>>(),
            [(1, 2), (5, 1), (7, 1), (9, 3)]
        );
        assert_eq!((map.get(&7), map.get(&8), map.contains(&1)), (Some(&1), None, true));
        map.keep_last(2);
        assert_eq!((map.first(), map.last(), map.len()), (Some((&7, &1)), Some((&9, &3)), 2));
    }

    #[test]
    fn merging_keeps_the_order_and_combines_what_both_have() {
        for (one, other) in [(&[1, 4, 6][..], &[2, 4, 9][..]), (&[], &[1, 2]), (&[3], &[])] {
            let mut merged = map(one);
            merged.merge(&map(other), |own, other| *own += other);
            assert_eq!(merged, map(&[one, other].concat()));
        }
    }
}
