use crate::count::sizes;
use crate::{MessageArgument, TextCommand, Texts};
use bosworth_rules::{
    Action, BySide, Card, Direction, End, Game, IllegalAction, Outcome, Ply, Position, Ruleset,
    Score, Side, Square, Squares, Steps, Territory, Verdict,
};

/// Describes a game in sentences, for screen readers and pipes.
#[derive(Clone, Copy)]
pub struct Speech<'a> {
    texts: &'a Texts,
    game: &'a Game,
    /// Whose point of view: `hand` is this side's hand.
    side: Side,
}

impl<'a> Speech<'a> {
    /// Describes a game from one side's point of view.
    pub fn new(texts: &'a Texts, game: &'a Game, side: Side) -> Self {
        Self { texts, game, side }
    }

    fn position(&self) -> &Position {
        self.game.position()
    }

    fn ruleset(&self) -> Ruleset {
        self.position().ruleset()
    }

    fn side_name(&self, side: Side) -> MessageArgument<'static> {
        self.texts.side(side, self.ruleset()).into()
    }

    /// The lines that answer a question. `None` for clocks, hints, taking back and actions, which
    /// are up to the program.
    pub fn answer(&self, word: TextCommand) -> Option<Vec<String>> {
        match word {
            TextCommand::Hand => Some(self.hand(self.side)),
            TextCommand::Opponent => Some(self.hand(!self.side)),
            TextCommand::Pile => Some(self.pile()),
            TextCommand::Crown => Some(vec![self.crown()]),
            TextCommand::Targets => Some(self.targets()),
            TextCommand::Area(square) => Some(self.area(square)),
            TextCommand::Score => Some(self.score()),
            TextCommand::Last => Some(vec![self.last()]),
            TextCommand::Board => Some(self.board()),
            TextCommand::Help => Some(vec![self.words()]),
            TextCommand::Clock | TextCommand::Undo | TextCommand::Hint | TextCommand::Act(_) => {
                None
            }
        }
    }

    /// The list of commands.
    pub fn words(&self) -> String {
        let names = TextCommand::QUESTIONS.iter().map(|(id, _)| self.texts.command_name(id));
        self.texts.commands(&names.collect::<Vec<_>>())
    }

    /// The answer to an unknown command.
    pub fn unknown(&self, word: &str) -> String {
        let short: String = word.chars().take(40).collect();
        let values = [("word", short.into()), ("words", self.words().into())];
        self.texts.format("say-unknown", &values)
    }

    /// Whose turn it is, or that the game is over.
    pub fn turn(&self) -> String {
        if self.position().is_over() {
            return self.texts.get("say-over");
        }
        let side = self.side_name(self.position().side());
        self.texts.format("say-turn", &[("side", side)])
    }

    fn hand(&self, side: Side) -> Vec<String> {
        let hand = self.position().hand(side);
        let heroes = self.texts.count("heroes", self.position().heroes(side).into());
        let values = [("side", self.side_name(side)), ("heroes", heroes.into())];
        if hand.is_empty() {
            return vec![self.texts.format("say-hand-empty", &values)];
        }
        let mut lines = vec![self.texts.format("say-hand", &values)];
        lines.extend(hand.iter().map(|card| self.card(side, card)));
        lines
    }

    /// A card in a side's hand and its current target.
    pub fn card(&self, side: Side, card: Card) -> String {
        let position = self.position();
        let name = self.texts.card(position, side, card);
        let target = position.target(side, card);
        let (plays, heroes) = position.playable(side);
        let id = match target.map(|target| position.rose_at(target)) {
            _ if plays.contains(card) => "say-card-free",
            _ if heroes.contains(card) => "say-card-hero",
            None => "say-card-off",
            Some(Some(owner)) if owner == side => "say-card-own",
            Some(Some(_)) => "say-card-no-hero",
            Some(None) => "say-card-free",
        };
        let target = target.map(|target| target.to_string()).unwrap_or_default();
        let values = [
            ("card", self.texts.short_card(card).into()),
            ("name", name.into()),
            ("target", target.into()),
        ];
        self.texts.format(id, &values)
    }

    fn pile(&self) -> Vec<String> {
        let position = self.position();
        let pile = position.pile();
        let left = self.texts.count("roses-left", position.supply().into());
        let count = self.texts.count("pile", pile.len());
        let join = |cards: bosworth_rules::Cards| self.texts.short_cards(cards.iter());
        let mut lines =
            vec![self.texts.format("say-pile", &[("pile", count.into()), ("left", left.into())])];
        if !pile.is_empty() {
            lines.push(self.texts.format("say-pile-cards", &[("cards", join(pile).into())]));
        }
        lines.push(if position.discard().is_empty() {
            self.texts.get("say-discard-empty")
        } else {
            self.texts.format("say-discard", &[("cards", join(position.discard()).into())])
        });
        lines
    }

    fn crown(&self) -> String {
        let crown = self.position().crown();
        let content = self.content(crown);
        let values = [("square", crown.to_string().into()), ("content", content.into())];
        self.texts.format("say-crown", &values)
    }

    /// The content of a square.
    fn content(&self, square: Square) -> String {
        match self.position().rose_at(square) {
            Some(side) => self.texts.format("side-rose", &[("side", self.side_name(side))]),
            None => self.texts.get("say-empty"),
        }
    }

    fn targets(&self) -> Vec<String> {
        if self.position().is_over() {
            return vec![self.turn()];
        }
        self.position().actions().iter().map(|action| self.action(action)).collect()
    }

    /// An action and its gain.
    pub fn action(&self, action: Action) -> String {
        let position = self.position();
        let side = position.side();
        let (id, card) = match action {
            Action::Play(card) => ("say-target-play", card),
            Action::Hero(card) => ("say-target-hero", card),
            Action::Draw => return self.texts.get("say-target-draw"),
            Action::Pass => {
                let pass = self.texts.short_action(action);
                return self.texts.format("say-target-pass", &[("action", pass.into())]);
            }
        };
        let target = position.target(side, card).map(|target| target.to_string());
        let values = [
            ("action", self.texts.short_action(action).into()),
            ("name", self.texts.card(position, side, card).into()),
            ("target", target.unwrap_or_default().into()),
            ("gain", self.gain(action).into()),
        ];
        self.texts.format(id, &values)
    }

    /// The change in points that an action brings.
    fn gain(&self, action: Action) -> String {
        let position = self.position();
        let side = position.side();
        let Ok(bosworth_rules::Next::Position(next)) = position.act(action) else {
            return String::new();
        };
        let (before, after) = (position.scores(), next.scores());
        let change = |side: Side| {
            signed(i64::from(after[side].points) - i64::from(before[side].points)).into()
        };
        let id = if matches!(action, Action::Hero(_)) { "say-gain-hero" } else { "say-gain" };
        let values = [
            ("own", change(side)),
            ("side", self.side_name(side)),
            ("theirs", change(!side)),
            ("other", self.side_name(!side)),
        ];
        self.texts.format(id, &values)
    }

    fn area(&self, square: Square) -> Vec<String> {
        let position = self.position();
        let mut lines = vec![match position.rose_at(square) {
            Some(side) => self.territory(square, side),
            None => self.surroundings(square),
        }];
        if position.crown() == square {
            lines.push(self.texts.get("say-area-crown"));
        }
        lines
    }

    /// The territory of a square with a rose.
    fn territory(&self, square: Square, side: Side) -> String {
        let seed = Squares::of(square);
        let area = Territory { squares: self.position().roses(side).joined_to(seed) };
        let squares: Vec<_> = area.squares.iter().map(|square| square.to_string()).collect();
        let values = [
            ("square", square.to_string().into()),
            ("side", self.side_name(side)),
            ("size", area.size().into()),
            ("points", self.texts.count("points", area.points()).into()),
            ("squares", squares.join(" ").into()),
        ];
        self.texts.format("say-area", &values)
    }

    /// The neighbours of an empty square.
    fn surroundings(&self, square: Square) -> String {
        let beside: Vec<_> = Squares::of(square)
            .neighbours()
            .iter()
            .filter_map(|square| self.position().rose_at(square).map(|side| (square, side)))
            .map(|(square, side)| self.rose("say-square-rose", square, side))
            .collect();
        let beside =
            if beside.is_empty() { self.texts.get("say-nothing") } else { beside.join(", ") };
        let values = [("square", square.to_string().into()), ("beside", beside.into())];
        self.texts.format("say-area-empty", &values)
    }

    fn rose(&self, id: &str, square: Square, side: Side) -> String {
        let values = [("square", square.to_string().into()), ("side", self.side_name(side))];
        self.texts.format(id, &values)
    }

    fn score(&self) -> Vec<String> {
        let position = self.position();
        let scores = position.scores();
        let mut lines: Vec<_> = Side::ALL
            .into_iter()
            .map(|side| {
                let sizes: Vec<_> = sizes(position, side).iter().map(u32::to_string).collect();
                let values = [
                    ("side", self.side_name(side)),
                    ("points", self.texts.count("points", scores[side].points).into()),
                    ("sizes", sizes.join(" ").into()),
                ];
                let id = if sizes.is_empty() { "say-score-none" } else { "say-score" };
                self.texts.format(id, &values)
            })
            .collect();
        lines.extend(self.texts.standing(position));
        lines
    }

    fn last(&self) -> String {
        let plies = self.game.plies();
        let Some(last) = plies.len().checked_sub(1) else {
            return self.texts.get("say-last-none");
        };
        self.texts.ply(&self.game.positions()[last], plies[last])
    }

    fn board(&self) -> Vec<String> {
        let position = self.position();
        let square_text = |square: Square| {
            let crown = position.crown() == square;
            match position.rose_at(square) {
                Some(side) if crown => Some(self.rose("say-square-rose-crown", square, side)),
                Some(side) => Some(self.rose("say-square-rose", square, side)),
                None if crown => Some(
                    self.texts.format("say-square-crown", &[("square", square.to_string().into())]),
                ),
                None => None,
            }
        };
        (0..9)
            .rev()
            .map(|rank| {
                let content: Vec<_> = (0..9)
                    .filter_map(|file| Square::new(file, rank))
                    .filter_map(square_text)
                    .collect();
                let id = if content.is_empty() { "say-row-empty" } else { "say-row" };
                let values =
                    [("rank", u32::from(rank + 1).into()), ("content", content.join(", ").into())];
                self.texts.format(id, &values)
            })
            .collect()
    }
}

/// A number with its sign.
fn signed(number: i64) -> String {
    match number {
        0 => "±0".into(),
        1.. => format!("+{number}"),
        _ => format!("\u{2212}{}", number.unsigned_abs()),
    }
}

impl Texts {
    /// How actions are typed, and the questions with these names.
    pub fn commands(&self, names: &[String]) -> String {
        let card = Card { direction: Direction::NorthEast, steps: Steps::Two };
        let values = [
            ("card", self.short_card(card).into()),
            ("words", names.join(", ").into()),
            ("area", self.command_name("area").into()),
        ];
        self.format("say-words", &values)
    }

    /// A card by its direction on the board: "north-east 2".
    pub fn card(&self, position: &Position, side: Side, card: Card) -> String {
        let direction = self.direction(position.direction(side, card));
        let steps = card.steps as u32 + 1;
        self.format("card-name", &[("direction", direction.into()), ("steps", steps.into())])
    }

    /// A direction on the board.
    pub fn direction(&self, direction: Direction) -> String {
        self.get(match direction {
            Direction::North => "north",
            Direction::NorthEast => "north-east",
            Direction::East => "east",
            Direction::SouthEast => "south-east",
            Direction::South => "south",
            Direction::SouthWest => "south-west",
            Direction::West => "west",
            Direction::NorthWest => "north-west",
        })
    }

    /// A description of a ply, given the position before it.
    pub fn ply(&self, before: &Position, ply: Ply) -> String {
        if self.numerals {
            return self.told_with(before, ply, |side, card| self.card(before, side, card));
        }
        let side = before.side();
        let (id, card) = match ply {
            Ply::Play(card) => ("say-last-play", Some(card)),
            Ply::Hero(card) => ("say-last-hero", Some(card)),
            Ply::Draw(card) => ("say-last-draw", Some(card)),
            Ply::Pass => ("say-last-pass", None),
        };
        let name = card.map(|card| self.card(before, side, card)).unwrap_or_default();
        let target = card.and_then(|card| before.target(side, card));
        let values = [
            ("side", self.side(side, before.ruleset()).into()),
            ("action", self.short_action(ply.action()).into()),
            ("card", card.map(|card| self.short_card(card)).unwrap_or_default().into()),
            ("name", name.into()),
            ("target", target.map(|target| target.to_string()).unwrap_or_default().into()),
        ];
        self.format(id, &values)
    }

    /// How the game ended, or who leads.
    pub fn standing(&self, position: &Position) -> Vec<String> {
        match position.outcome() {
            Some(outcome) => vec![
                self.end(outcome.end, position.ruleset()),
                self.verdict(&outcome, position.ruleset()),
            ],
            None => vec![self.leader(position)],
        }
    }

    fn leader(&self, position: &Position) -> String {
        let BySide { red, white } = position.scores().map(|score| score.points);
        if red == white {
            return self.get("level");
        }
        let side = if red > white { Side::Red } else { Side::White };
        let side = self.side(side, position.ruleset());
        self.format("leads", &[("side", side.into()), ("count", red.abs_diff(white).into())])
    }

    /// What ended the game.
    pub fn end(&self, end: End, ruleset: Ruleset) -> String {
        match end {
            End::LastRose => self.get("end-last-rose"),
            End::BothBlocked => self.get("end-both-blocked"),
            End::Blocked(side) => {
                self.format("end-blocked", &[("side", self.side(side, ruleset).into())])
            }
        }
    }

    /// Who won, and on which criterion.
    pub fn verdict(&self, outcome: &Outcome, ruleset: Ruleset) -> String {
        let won = |id: &str, side: Side, what: fn(Score) -> u32| {
            let scores = outcome.scores.map(what);
            let values = [
                ("side", self.side(side, ruleset).into()),
                ("most", scores[side].into()),
                ("least", scores[!side].into()),
            ];
            self.format(id, &values)
        };
        match outcome.verdict {
            Verdict::Points(side) => won("won-points", side, |score| score.points),
            Verdict::Largest(side) => won("won-largest", side, |score| score.largest),
            Verdict::Roses(side) => won("won-roses", side, |score| score.roses),
            Verdict::Drawn => self.get("drawn"),
        }
    }

    /// Why an action is illegal.
    pub fn refusal(&self, why: IllegalAction, position: &Position) -> String {
        let side = || ("side", self.side(position.side(), position.ruleset()).into());
        let card = |card: Card| ("card", self.short_card(card).into());
        let target = |target: Square| ("target", target.to_string().into());
        match why {
            IllegalAction::GameOver => self.get("no-game-over"),
            IllegalAction::NotInHand { card: c, .. } => {
                self.format("no-not-in-hand", &[side(), card(c)])
            }
            IllegalAction::OffBoard { card: c, .. } => self.format("no-off-board", &[card(c)]),
            IllegalAction::OwnRose { target: t, card: c } => {
                self.format("no-own-rose", &[card(c), target(t), side()])
            }
            IllegalAction::NeedsHero { target: t, card: c } => {
                self.format("no-needs-hero", &[card(c), target(t)])
            }
            IllegalAction::NothingToFlip { target: t, card: c } => {
                self.format("no-nothing-to-flip", &[card(c), target(t)])
            }
            IllegalAction::NoHeroLeft { .. } => self.format("no-hero-left", &[side()]),
            IllegalAction::HandFull { .. } => self.format("no-hand-full", &[side()]),
            IllegalAction::MustAct { .. } => self.format("no-must-act", &[side()]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    fn game() -> Game {
        let start = "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic";
        let mut game = Game::new(start.parse().expect("a position"));
        for ply in ["NE2", "W1"] {
            game.push(ply.parse().expect("a ply")).expect("a legal ply");
        }
        game
    }

    #[test]
    fn every_question_is_answered_in_every_language() {
        let game = game();
        for language in Language::ALL {
            let texts = Texts::new(language, &[]);
            for (name, word) in TextCommand::QUESTIONS {
                let speech = Speech::new(&texts, &game, Side::Red);
                let Some(lines) = speech.answer(word) else { continue };
                assert!(!lines.is_empty(), "{name}");
                for line in lines {
                    assert!(!line.contains(['{', '}', '$']), "{name}: {line}");
                    assert!(!line.contains("say-"), "{name}: {line}");
                }
            }
        }
    }

    #[test]
    fn a_blind_player_can_find_everything() {
        let game = game();
        let texts = Texts::new(Language::English, &[]);
        let speech = Speech::new(&texts, &game, Side::Red);
        let answer = |word: &str| {
            let word = word.parse().expect("a word");
            speech.answer(word).expect("an answer").join("\n")
        };
        assert_eq!(answer("crown"), "The crown is on f7, White rose.");
        assert_eq!(answer("last"), "White played W1: west 1 to f7.");
        assert!(answer("hand").contains("E3, east 3, to i7: empty"), "{}", answer("hand"));
        assert_eq!(answer("area f7").lines().count(), 2);
        assert!(answer("area g7").starts_with("g7: Red rose in a territory of 1, worth 1 point"));
        assert!(answer("targets").contains("E3: east 3 to i7, +1 for Red"));
        assert!(answer("board").contains("7: f7 White and crown, g7 Red"));
    }
}
