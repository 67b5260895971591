use core::fmt;

/// An idea of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Tag {
    /// The best action spends a hero.
    Hero,
    /// It takes a square that the opponent needs.
    Block,
    /// It joins territories of one's own.
    Join,
    /// It breaks a territory of the opponent apart.
    Cut,
    /// Whether to draw or to play is the question.
    DrawOrPlay,
    /// It leaves the opponent nothing good to play, or nothing at all.
    Tempo,
    /// It is about which cards stay in the hand.
    Hand,
    /// It gives up points for something better.
    Sacrifice,
    /// Few roses are left: who places the last one is in question.
    LastRose,
    /// It ends the game at once.
    EndNow,
    /// It wins against every card; the others do not.
    Exact,
}

impl Tag {
    /// All tags.
    pub const ALL: [Self; 11] = [
        Self::Hero,
        Self::Block,
        Self::Join,
        Self::Cut,
        Self::DrawOrPlay,
        Self::Tempo,
        Self::Hand,
        Self::Sacrifice,
        Self::LastRose,
        Self::EndNow,
        Self::Exact,
    ];

    /// Its name in machine-readable text.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hero => "hero",
            Self::Block => "block",
            Self::Join => "join",
            Self::Cut => "cut",
            Self::DrawOrPlay => "draw-or-play",
            Self::Tempo => "tempo",
            Self::Hand => "hand",
            Self::Sacrifice => "sacrifice",
            Self::LastRose => "last-rose",
            Self::EndNow => "end-now",
            Self::Exact => "exact",
        }
    }

    /// The inverse of [`name`](Self::name).
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tag| tag.name() == name)
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A set of tags.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Tags(u16);

impl Tags {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// The set of one tag.
    pub const fn of(tag: Tag) -> Self {
        Self(1 << tag as u8)
    }

    /// Whether a tag is in the set.
    pub const fn contains(self, tag: Tag) -> bool {
        self.0 & Self::of(tag).0 != 0
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Adds a tag.
    pub fn insert(&mut self, tag: Tag) {
        self.0 |= Self::of(tag).0;
    }

    /// The tags of the set, in the order of [`Tag::ALL`].
    pub fn iter(self) -> TagsIter {
        TagsIter(self)
    }

    pub(crate) const fn bits(self) -> u16 {
        self.0
    }

    /// `None` if a bit is not that of a tag.
    pub(crate) const fn from_bits(bits: u16) -> Option<Self> {
        if bits >> Tag::ALL.len() == 0 { Some(Self(bits)) } else { None }
    }
}

/// The tags of a set.
#[derive(Clone, Debug)]
pub struct TagsIter(Tags);

impl Iterator for TagsIter {
    type Item = Tag;

    fn next(&mut self) -> Option<Tag> {
        let tag = *Tag::ALL.get(self.0.0.trailing_zeros() as usize)?;
        self.0.0 &= self.0.0 - 1;
        Some(tag)
    }
}

impl IntoIterator for Tags {
    type Item = Tag;
    type IntoIter = TagsIter;

    fn into_iter(self) -> TagsIter {
        self.iter()
    }
}

impl FromIterator<Tag> for Tags {
    fn from_iter<I: IntoIterator<Item = Tag>>(tags: I) -> Self {
        let mut set = Self::EMPTY;
        tags.into_iter().for_each(|tag| set.insert(tag));
        set
    }
}

impl fmt::Debug for Tags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_into_it() {
        for bits in 0..1u16 << Tag::ALL.len() {
            let chosen = |tag: &Tag| bits >> *tag as u8 & 1 == 1;
            let set: Tags = Tag::ALL.into_iter().filter(chosen).collect();
            assert_eq!((set.bits(), Tags::from_bits(bits)), (bits, Some(set)));
            assert!(set.iter().eq(Tag::ALL.into_iter().filter(chosen)));
            assert!(Tag::ALL.iter().all(|tag| set.contains(*tag) == chosen(tag)));
        }
        assert_eq!(Tags::from_bits(1 << Tag::ALL.len()), None);
    }

    #[test]
    fn every_tag_has_a_name_of_its_own() {
        assert!(Tag::ALL.iter().all(|&tag| Tag::from_name(tag.name()) == Some(tag)));
        assert_eq!(Tag::from_name("Hero"), None);
    }
}
