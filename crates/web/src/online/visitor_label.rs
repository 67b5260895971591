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
    /// Whether the account has a role, so that the header has a link to the page of moderators.
    pub moderates: bool,
}

impl VisitorLabel {
    /// The label of an account.
    pub fn of(me: &Me) -> Self {
        let rated = me.ratings.iter().filter(|rating| rating.games > 0);
        let rating = rated.max_by_key(|rating| rating.games);
        Self {
            name: me.person.name.clone(),
            rating: rating.map(|rating| rating.rating.round() as i32),
            moderates: me.role.is_some(),
        }
    }

    /// Parses a stored label. Older versions stored only that there is an account.
    pub fn parse(text: &str) -> Option<Self> {
        let (name, rest) = text.split_once('\t')?;
        let (rating, moderates) = rest.split_once('\t').map_or((rest, false), |(it, _)| (it, true));
        Some(Self { name: name.into(), rating: rating.parse().ok(), moderates })
    }
}

/// As it is stored.
impl fmt::Display for VisitorLabel {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}\t", self.name)?;
        self.rating.map_or(Ok(()), |rating| write!(out, "{rating}"))?;
        out.write_str(if self.moderates { "\tm" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_label_is_read_back() {
        for (rating, moderates) in
            [(None, false), (Some(1687), false), (None, true), (Some(1), true)]
        {
            let label = VisitorLabel { name: "Zoë".into(), rating, moderates };
            assert_eq!(VisitorLabel::parse(&label.to_string()), Some(label));
        }
    }

    #[test]
    fn the_mark_of_older_versions_has_no_label() {
        assert_eq!(VisitorLabel::parse("1"), None);
    }
}
