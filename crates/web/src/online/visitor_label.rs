use core::fmt;

use bosworth_protocol::Me;

/// How the header names the visitor. It is stored in the browser, so that it is there before the
/// server responds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VisitorLabel {
    /// The name of the account.
    pub name: String,
    /// The rating at the speed with the most games, rounded; `None` before the first rated game.
    pub rating: Option<i32>,
}

impl VisitorLabel {
    /// The label of an account.
    pub fn of(me: &Me) -> Self {
        let rated = me.ratings.iter().filter(|rating| rating.games > 0);
        let rating = rated.max_by_key(|rating| rating.games);
        Self {
            name: me.person.name.clone(),
            rating: rating.map(|rating| rating.rating.round() as i32),
        }
    }

    /// Parses a stored label. Older versions stored only that there is an account.
    pub fn parse(text: &str) -> Option<Self> {
        let (name, rating) = text.split_once('\t')?;
        Some(Self { name: name.into(), rating: rating.parse().ok() })
    }
}

/// As it is stored.
impl fmt::Display for VisitorLabel {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}\t", self.name)?;
        self.rating.map_or(Ok(()), |rating| write!(out, "{rating}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_label_is_read_back() {
        for rating in [None, Some(1687)] {
            let label = VisitorLabel { name: "Zoë".into(), rating };
            assert_eq!(VisitorLabel::parse(&label.to_string()), Some(label));
        }
    }

    #[test]
    fn the_mark_of_older_versions_has_no_label() {
        assert_eq!(VisitorLabel::parse("1"), None);
    }
}
