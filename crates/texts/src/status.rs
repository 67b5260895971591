use bosworth_board::{DecidingTerritory, TerritoryWeight, heart};
use bosworth_rules::{Card, Game, Ply, Position, Ruleset, Side};

use crate::Texts;

/// Whose turn it is, for [`Texts::status`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn<'a> {
    /// The reader's.
    Yours,
    /// That of a side that is played at the same screen.
    Shared(&'a str),
    /// Another person's.
    Theirs(&'a str),
    /// The computer's.
    Thinking(&'a str),
}

/// The state of a game in one line.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Status {
    /// Whose turn it is.
    pub lead: String,
    /// What happened last, and what can be done.
    pub rest: String,
}

/// How a game ended, for [`Texts::headline`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResultForReader<'a> {
    /// The winner.
    pub winner: Option<Side>,
    /// The winner's name.
    pub name: &'a str,
    /// The reader's side, if they played against someone else.
    pub reader: Option<Side>,
    /// Whether the game was played to its end, so that points decided.
    pub played: bool,
}

impl ResultForReader<'_> {
    /// The margin, if the game was won on points.
    fn margin(&self, position: &Position) -> Option<u32> {
        let points = position.scores().map(|score| score.points);
        let by = points.red.abs_diff(points.white);
        (self.played && self.winner.is_some() && by > 0).then_some(by)
    }

    /// Whether the winner has at least three times as many points as the loser.
    pub fn is_triumph(&self, position: &Position) -> bool {
        let points = position.scores().map(|score| score.points);
        self.margin(position).is_some()
            && self.winner.is_some_and(|winner| points[winner] >= 3 * points[!winner])
    }
}

impl Texts {
    /// Whose turn it is, what happened last and what can be done: `Your turn.` and `Red drew north
    /// III. Choose a card or a square.`
    pub fn status(&self, game: &Game, turn: Turn<'_>) -> Status {
        let position = game.position();
        let lead = match turn {
            Turn::Yours => self.get("turn-yours"),
            Turn::Shared(name) | Turn::Theirs(name) => {
                self.format("turn-of", &[("name", name.into())])
            }
            Turn::Thinking(name) => self.format("turn-thinking", &[("name", name.into())]),
        };
        let actions = position.actions();
        let can = match turn {
            Turn::Theirs(_) | Turn::Thinking(_) => None,
            _ if actions.pass => Some("turn-pass"),
            _ if actions.draw && actions.len() == 1 => {
                let has_cards = !position.hand(position.side()).is_empty();
                Some(if has_cards { "turn-draw" } else { "turn-draw-first" })
            }
            _ => Some("turn-choose"),
        };
        let sentences = [self.just_done(game), can.map(|id| self.get(id))];
        let sentences: Vec<_> = sentences.into_iter().flatten().collect();
        Status { lead, rest: sentences.join(" ") }
    }

    /// The last ply of a game, in a sentence without notation: `White played south II to d5.`
    pub fn just_done(&self, game: &Game) -> Option<String> {
        let ply = *game.plies().last()?;
        Some(self.told(&game.positions()[game.plies().len() - 1], ply))
    }

    /// A ply in a sentence without notation, with the numeral on the card.
    pub fn told(&self, before: &Position, ply: Ply) -> String {
        self.told_with(before, ply, |side, card| {
            let direction = self.direction(before.direction(side, card));
            format!("{direction} {}", card.steps.numeral())
        })
    }

    /// A ply in a sentence without notation, with a name for its card.
    pub(crate) fn told_with(
        &self,
        before: &Position,
        ply: Ply,
        name: impl FnOnce(Side, Card) -> String,
    ) -> String {
        let side = before.side();
        let (id, card) = match ply {
            Ply::Play(card) => ("just-play", Some(card)),
            Ply::Hero(card) => ("just-hero", Some(card)),
            Ply::Draw(card) => ("just-draw", Some(card)),
            Ply::Pass => ("just-pass", None),
        };
        let name = card.map(|card| name(side, card));
        let target = card.and_then(|card| before.target(side, card));
        let values = [
            ("side", self.side(side, before.ruleset()).into()),
            ("card", name.unwrap_or_default().into()),
            ("target", target.map(|target| target.to_string()).unwrap_or_default().into()),
        ];
        self.format(id, &values)
    }

    /// The result in a few words: `You win by 91`.
    pub fn headline(&self, position: &Position, ending: ResultForReader<'_>) -> String {
        let Some(winner) = ending.winner else { return self.get("headline-drawn") };
        let margin = ending.margin(position);
        let id = match ending.reader {
            Some(reader) if reader == winner && ending.is_triumph(position) => "headline-triumph",
            Some(reader) if reader == winner && margin.is_some() => "headline-won-by",
            Some(reader) if reader == winner => "headline-won",
            Some(_) if margin.is_some() => "headline-lost-by",
            Some(_) => "headline-lost",
            None if margin.is_some() => "headline-wins-by",
            None => "headline-wins",
        };
        let count = margin.unwrap_or_default();
        self.format(id, &[("name", ending.name.into()), ("count", count.into())])
    }

    /// What decided a game that was won on points.
    pub fn decision(&self, decision: &DecidingTerritory, ruleset: Ruleset) -> String {
        let territory = decision.territory;
        let (id, less) = match decision.weight {
            TerritoryWeight::Outweighs => ("decided-alone", 0),
            TerritoryWeight::Decides(0) => ("decided", 0),
            TerritoryWeight::Decides(size) => ("decided-against", size * size),
            TerritoryWeight::Leads => ("decided-most", 0),
            TerritoryWeight::Loses => ("decided-together", 0),
        };
        let square = heart(territory.squares).map(|square| square.to_string()).unwrap_or_default();
        let values = [
            ("square", square.into()),
            ("other", self.side(!decision.winner, ruleset).into()),
            ("roses", self.count("roses", territory.size()).into()),
            ("points", self.count("points", territory.points()).into()),
            ("less", less.into()),
        ];
        self.format(id, &values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    const START: &str = "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3 4 4 - classic";

    fn game(plies: &[&str]) -> Game {
        let mut game = Game::new(START.parse().expect("a position"));
        for ply in plies {
            game.push(ply.parse().expect("a ply")).expect("legal");
        }
        game
    }

    #[test]
    fn a_draw_with_no_cards_is_told_from_one_with_none_that_can_be_played() {
        let texts = Texts::new(Language::English, &[]);
        let rest = |hand: &str| {
            let start = START.replace("NE2,E3,S2,W3,NW3", hand).replace(" e5 ", " i5 ");
            let start = start.replace("9/9/9/9/9/", "9/9/9/9/8r/");
            texts.status(&Game::new(start.parse().expect("a position")), Turn::Yours).rest
        };
        assert_eq!(rest("-"), "You have no cards: draw one.");
        assert_eq!(rest("E1"), "No card can be played: draw one.");
    }

    #[test]
    fn the_status_says_whose_turn_it_is_what_happened_and_what_can_be_done() {
        let texts = Texts::new(Language::English, &[]);
        let status = |plies: &[&str], turn| {
            let Status { lead, rest } = texts.status(&game(plies), turn);
            format!("{lead}|{rest}")
        };
        assert_eq!(status(&[], Turn::Yours), "Your turn.|Choose a card or a square.");
        assert_eq!(
            status(&["NE2", "+N3"], Turn::Yours),
            "Your turn.|White drew north III. Choose a card or a square."
        );
        assert_eq!(
            status(&["NE2"], Turn::Thinking("Level 5")),
            "Level 5 is thinking …|Red played north-east II to g7."
        );
        assert_eq!(
            status(&["NE2"], Turn::Shared("White")),
            "White’s turn.|Red played north-east II to g7. Choose a card or a square."
        );
    }

    #[test]
    fn sentences_for_a_screen_with_cards_have_no_notation() {
        let texts = Texts::new(Language::English, &[]).with_numerals();
        let game = game(&["NE2"]);
        let (before, ply) = (&game.positions()[0], game.plies()[0]);
        assert_eq!(texts.told(before, ply), "Red played north-east II to g7.");
        assert_eq!(texts.ply(before, ply), "Red played north-east 2 to g7.");
    }

    #[test]
    fn the_headline_is_addressed_to_its_reader() {
        let text = "rrrr5/9/9/9/9/9/9/9/www6 a9 r - - 0 0 - classic";
        let position: Position = text.parse().expect("a position");
        let ending =
            |winner, reader| ResultForReader { winner, name: "Emile", reader, played: true };
        let texts = Texts::new(Language::English, &[]);
        let say = |ending| texts.headline(&position, ending);
        let (red, white) = (Some(Side::Red), Some(Side::White));
        assert_eq!(say(ending(red, red)), "You win by 7");
        assert_eq!(say(ending(red, white)), "You lose by 7");
        assert_eq!(say(ending(red, None)), "Emile wins by 7");
        assert_eq!(say(ending(None, red)), "A draw");
        assert_eq!(say(ResultForReader { played: false, ..ending(white, white) }), "You win");
        assert!(!ending(red, red).is_triumph(&position));
        let text = "rrrr5/9/9/9/9/9/9/9/ww7 a9 r - - 0 0 - classic";
        let position: Position = text.parse().expect("a position");
        assert!(ending(red, red).is_triumph(&position));
        assert_eq!(texts.headline(&position, ending(red, red)), "A triumph! You win by 12");
    }

    #[test]
    fn the_sentence_about_the_decision_follows_its_weight() {
        let board = "rrrrrrrrr/wwwwwwwww/rrrrrrrr1/wwwwwwww1/rrrrrrrr1/wwwwwww2/9/w1w1w4/9";
        let position: Position = format!("{board} a9 r - - 0 0 - classic").parse().expect("legal");
        let decision = DecidingTerritory::of(&position).expect("won on points");
        let told = Language::ALL
            .map(|language| Texts::new(language, &[]).decision(&decision, Ruleset::CLASSIC));
        assert_eq!(told[0], "The territory around d7 decided: 8 roses, 64 points against 49.");
        assert!(told.iter().all(|told| !told.contains("{$") && told.contains("49")), "{told:?}");
    }
}
