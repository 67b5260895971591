use bosworth_rules::Action;

/// The mistakes that a review has found in a game, until the training takes them into its deck. They
/// are kept as text, so that the review need not know the deck.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundMistakes {
    /// The id of the game.
    pub game: String,
    /// When it was played, in milliseconds since 1970.
    pub played_at: i64,
    /// The mistakes.
    pub mistakes: Vec<FoundMistake>,
}

/// A decision that was a mistake.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundMistake {
    /// The number of the ply, from 1.
    pub ply: u32,
    /// The position, in the text format.
    pub position: String,
    /// The action that was played.
    pub played: String,
    /// `N2 0,SE1* 42`: each action with its loss, in half points of win chance out of 100.
    answers: String,
}

impl FoundMistake {
    /// A mistake with the loss of each action, in points of win chance out of 100.
    pub fn new(ply: usize, position: String, played: Action, losses: &[(Action, f64)]) -> Self {
        let answer = |(action, loss): &(Action, f64)| {
            format!("{action} {}", (loss.clamp(0.0, 100.0) * 2.0).round() as u32)
        };
        let answers: Vec<_> = losses.iter().map(answer).collect();
        Self { ply: ply as u32, position, played: played.to_string(), answers: answers.join(",") }
    }

    /// The loss of each action, in points of win chance out of 100.
    pub fn losses(&self) -> impl Iterator<Item = (Action, f64)> + '_ {
        self.answers.split(',').filter_map(|answer| {
            let (action, half_points) = answer.split_once(' ')?;
            Some((action.parse().ok()?, half_points.parse::<u32>().ok()? as f64 / 2.0))
        })
    }
}

impl FoundMistakes {
    /// As text: when the game was played, then a line for each mistake.
    pub(super) fn text(&self) -> String {
        let line = |it: &FoundMistake| {
            format!("\n{}|{}|{}|{}", it.ply, it.position, it.played, it.answers)
        };
        let lines: Vec<_> = self.mistakes.iter().map(line).collect();
        format!("{}{}", self.played_at, lines.concat())
    }

    /// Reads [`text`](Self::text); a damaged line is left out.
    pub(super) fn parse(game: &str, text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let played_at = lines.next()?.parse().ok()?;
        let mistake = |line: &str| {
            let mut parts = line.split('|');
            Some(FoundMistake {
                ply: parts.next()?.parse().ok()?,
                position: parts.next()?.into(),
                played: parts.next()?.into(),
                answers: parts.next()?.into(),
            })
        };
        Some(Self { game: game.into(), played_at, mistakes: lines.filter_map(mistake).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn found_mistakes_survive_the_store() {
        let action = |text: &str| text.parse::<Action>().expect("an action");
        let losses = [(action("S1"), 0.0), (action("E1*"), 3.52), (action("+"), 12.0)];
        let position = "9/9/9/4r4/9/4r4/9/9/9 e6 r S1,E1 N1,N2 4 4 - classic".to_string();
        let mistake = FoundMistake::new(17, position, action("+"), &losses);
        let found = FoundMistakes {
            game: "2026-11-19-abcd".into(),
            played_at: 1_795_046_400_000,
            mistakes: vec![mistake.clone(), mistake.clone()],
        };
        assert_eq!(FoundMistakes::parse(&found.game, &found.text()), Some(found));
        let rounded = [(action("S1"), 0.0), (action("E1*"), 3.5), (action("+"), 12.0)];
        assert!(mistake.losses().eq(rounded));
        assert_eq!(FoundMistakes::parse("x", ""), None);
        assert_eq!(FoundMistakes::parse("x", "7\nx|y\n").map(|it| it.mistakes.len()), Some(0));
    }
}
