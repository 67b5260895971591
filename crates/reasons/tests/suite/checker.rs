//! Confirms facts on the naive game: arrays and loops, nothing of the code that finds them.

use bosworth_reasons::{Fact, Landing, OpponentWait, Reason, RoseEffect, TempoGain};
use bosworth_rules::{
    Action, Card, CardView, Cards, Ending, Position, Reshuffle, Side, Square, Squares, Ties,
};

use crate::naive::{NaiveAction, NaiveCard, NaiveGame, NaiveRules};

/// Whether a fact is true of its action; otherwise what is wrong with it.
pub fn confirm(position: &Position, reason: &Reason) -> Result<(), String> {
    let before = naive_of(position);
    let side = before.player;
    for after in futures(&before, reason.about) {
        for after_other in futures(&before, reason.other) {
            let case = Case { before: &before, after: &after, other: &after_other, side };
            case.confirm(reason).map_err(|what| format!("{what}: {reason:?} in {position}"))?;
        }
    }
    Ok(())
}

/// The games after an action: one for each card that may be drawn.
fn futures(before: &NaiveGame, action: Action) -> Vec<NaiveGame> {
    let act = |action: NaiveAction, drawn: Option<NaiveCard>| {
        assert!(before.legal().contains(&action), "{action:?} is illegal");
        let mut after = before.clone();
        after.act(action, drawn);
        after
    };
    match action {
        Action::Play(card) => vec![act(NaiveAction::Play(naive_card(card)), None)],
        Action::Hero(card) => vec![act(NaiveAction::Hero(naive_card(card)), None)],
        Action::Draw => {
            let cards = before.drawable().into_iter();
            cards.map(|card| act(NaiveAction::Draw, Some(card))).collect()
        }
        Action::Pass => vec![act(NaiveAction::Pass, None)],
    }
}

struct Case<'a> {
    before: &'a NaiveGame,
    after: &'a NaiveGame,
    other: &'a NaiveGame,
    side: usize,
}

type Spot = (usize, usize);

fn require(holds: bool, what: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what.into()) }
}

impl Case<'_> {
    fn confirm(&self, reason: &Reason) -> Result<(), String> {
        let (side, foe) = (self.side, 3 - self.side);
        let places_rose = !matches!(reason.about, Action::Draw | Action::Pass);
        let target = spot_of(self.after.crown);
        match &reason.fact {
            Fact::Ends { winner, points } => {
                require(self.after.over(), "the game goes on")?;
                require(self.after.leader() == winner.map_or(0, player), "wrong winner")?;
                let found = [self.after.points(1), self.after.points(2)];
                require(found == [points.red, points.white], "wrong points")
            }
            Fact::Rose(effect) => {
                require(places_rose && spot(effect.at) == target, "wrong square")?;
                same_effect(self.before, side, effect)
            }
            Fact::Denies(effect) => {
                require(places_rose && spot(effect.at) == target, "wrong square")?;
                require(self.before.board[target.0][target.1] == 0, "not empty")?;
                same_effect(self.before, foe, effect)
            }
            Fact::Prepares(effect) => {
                let at = spot(effect.at);
                require(self.after.board[at.0][at.1] == 0, "not empty")?;
                same_effect(self.after, side, effect)?;
                let before = beside(self.before, side, at).len();
                require(before < effect.joins.len(), "it joined as much before")
            }
            Fact::FewerPoints { points, other } => {
                let found = swing(self.before, self.after, side);
                let found_other = swing(self.before, self.other, side);
                require(found == i64::from(*points), "wrong points")?;
                require(found_other == i64::from(*other) && points < other, "wrong other points")
            }
            Fact::CrownPlace { at, than } => {
                require(spot(*at) == target, "the crown is elsewhere")?;
                require(spot(*than) == spot_of(self.other.crown), "the other leaves it elsewhere")
            }
            Fact::HarmfulRose(at) => require(places_rose && spot(*at) == target, "wrong square"),
            Fact::FillsHand => {
                require(reason.about == Action::Draw, "nothing is drawn")?;
                require(self.after.hands[side].len() == 5, "the hand is not full")
            }
            Fact::KeepsCard { card, than } => {
                let (card, than) = (naive_card(*card), naive_card(*than));
                require(!self.after.hands[side].contains(&than), "it keeps both")?;
                require(self.after.hands[side].contains(&card), "it is not in the hand")?;
                require(!self.other.hands[side].contains(&card), "the other keeps it")
            }
            Fact::SpendsCard { card, than } => {
                let (card, than) = (naive_card(*card), naive_card(*than));
                require(self.after.hands[side].contains(&than), "it spends both")?;
                require(!self.after.hands[side].contains(&card), "it is in the hand")?;
                require(self.other.hands[side].contains(&card), "the other spends it")
            }
            Fact::HandSize { cards, other } => {
                let found = [self.after, self.other].map(|it| it.hands[side].len() as u32);
                require(found == [*cards, *other], "wrong sizes")
            }
            Fact::Drawable { cards, all } => {
                require(reason.about == Action::Draw, "nothing is drawn")?;
                same_drawable(self.before, side, (*cards, *all))
            }
            Fact::NearsEnd { left, lead } => {
                let fewer = self.after.roses_left + 1 == self.before.roses_left;
                require(fewer && self.other.roses_left == self.before.roses_left, "not nearer")?;
                require(self.after.roses_left == u32::from(*left), "wrong roses")?;
                require(margin(self.after, side) == i64::from(*lead) && *lead > 0, "wrong lead")
            }
            Fact::Delays { left, behind } => {
                let more = self.other.roses_left + 1 == self.before.roses_left;
                require(more && self.after.roses_left == self.before.roses_left, "no longer")?;
                require(self.after.roses_left == u32::from(*left), "wrong roses")?;
                require(margin(self.after, side) == -i64::from(*behind) && *behind > 0, "wrong gap")
            }
            Fact::SpendsHero(left) => {
                require(self.after.heroes[side] == u32::from(*left), "wrong number")?;
                require(self.other.heroes[side] == u32::from(*left) + 1, "the other spends one")
            }
            Fact::KeepsHero(left) => {
                require(self.after.heroes[side] == u32::from(*left), "wrong number")?;
                require(self.other.heroes[side] + 1 == u32::from(*left), "the other spends none")
            }
            _ => self.confirm_crown(&reason.fact),
        }
    }

    /// The games after the opponent has played no card.
    fn waited(&self, wait: OpponentWait) -> Result<Vec<NaiveGame>, String> {
        let legal = self.after.legal();
        let (action, holds) = match wait {
            OpponentWait::MayDraw => (Action::Draw, legal.contains(&NaiveAction::Draw)),
            OpponentWait::MustDraw => (Action::Draw, legal == [NaiveAction::Draw]),
            OpponentWait::MustPass => (Action::Pass, legal == [NaiveAction::Pass]),
        };
        require(holds, "it can act otherwise")?;
        let games = futures(self.after, action);
        require(games.iter().all(|game| !game.over()), "the game may end")?;
        Ok(games)
    }

    /// What is said of the place of the crown.
    #[expect(clippy::too_many_lines, reason = "one short arm for each kind of fact")]
    fn confirm_crown(&self, fact: &Fact) -> Result<(), String> {
        let (side, foe) = (self.side, 3 - self.side);
        match fact {
            Fact::NoReply { draws, rescue } => {
                let only = if *draws { NaiveAction::Draw } else { NaiveAction::Pass };
                require(self.after.legal() == [only], "there is another action")?;
                rescue.map_or(Ok(()), |said| same_drawable(self.after, foe, said))
            }
            Fact::Stuck(cards) => {
                for card in cards.iter().map(naive_card) {
                    require(!can_play(self.after, foe, card), "it can be played")?;
                    require(can_play(self.other, foe, card), "nor after the other")?;
                }
                Ok(())
            }
            Fact::Freed(cards) => {
                for card in cards.iter().map(naive_card) {
                    require(can_play(self.after, foe, card), "it cannot be played")?;
                    require(!can_play(self.other, foe, card), "so can it after the other")?;
                }
                Ok(())
            }
            Fact::ReplyPoints { most, other } => {
                let found = [self.after, self.other].map(|game| most_points(game, foe));
                require(
                    found == [i64::from(*most), i64::from(*other)] && most < other,
                    "wrong points",
                )
            }
            Fact::Tempo { crown, gain } => {
                require(spot(*crown) == spot_of(self.before.crown), "the crown is elsewhere")?;
                require(spot(*crown) == spot_of(self.after.crown), "the crown has moved")?;
                let replies = plays(self.after, foe);
                require(!replies.is_empty(), "it cannot play")?;
                require(self.after.hands[foe].len() == 5, "it can draw")?;
                let is_hero = |it: &NaiveAction| matches!(it, NaiveAction::Hero(_));
                match gain {
                    TempoGain::HeroesOnly => {
                        require(replies.iter().all(is_hero), "one takes no hero")
                    }
                    TempoGain::NewTerritories => {
                        let is_lone = |it: &NaiveAction| {
                            let to = landing(self.after, foe, *it);
                            !is_hero(it) && beside(self.after, foe, to).is_empty()
                        };
                        require(replies.iter().all(is_lone), "one is not alone")
                    }
                    TempoGain::FullHand => Ok(()),
                }
            }
            Fact::DrawnJoins { cards, all } => {
                require(self.after.legal().contains(&NaiveAction::Draw), "it cannot draw")?;
                let may_come = self.before.drawable();
                require(may_come.len() == *all as usize, "wrong number of cards")?;
                let joins = |card: &NaiveCard| {
                    let mut with = self.before.clone();
                    with.hands[side] = vec![*card];
                    let to = plays(&with, side).first().map(|it| landing(&with, side, *it));
                    to.is_some_and(|to| beside(&with, side, to).len() > 1)
                };
                let joining: Vec<_> = may_come.into_iter().filter(joins).collect();
                require(same_naive_cards(*cards, &joining), "wrong cards")
            }
            Fact::HeroReplies(cards) => {
                let replies = plays(self.after, foe);
                require(same_cards(*cards, &replies), "other cards")?;
                let all = replies.iter().all(|it| matches!(it, NaiveAction::Hero(_)));
                require(all && !replies.is_empty(), "one takes no hero")
            }
            Fact::LoneReplies(cards) => {
                let replies = plays(self.after, foe);
                require(same_cards(*cards, &replies) && !replies.is_empty(), "other cards")?;
                for reply in replies {
                    require(matches!(reply, NaiveAction::Play(_)), "one takes a hero")?;
                    let to = landing(self.after, foe, reply);
                    require(beside(self.after, foe, to).is_empty(), "one is not alone")?;
                }
                Ok(())
            }
            Fact::OneReply(only) => {
                let replies = plays(self.after, foe);
                require(replies.len() == 1, "not one reply")?;
                same_landing(self.after, foe, *only)
            }
            Fact::ReplyCount { cards, other } => {
                require(same_cards(*cards, &plays(self.after, foe)), "other cards")?;
                require(same_cards(*other, &plays(self.other, foe)), "other cards of the other")
            }
            Fact::Reply(reply, effect) => {
                same_landing(self.after, foe, *reply)?;
                require(spot(effect.at) == spot(reply.to), "wrong square")?;
                same_effect(self.after, foe, effect)
            }
            Fact::ReplyEnds(reply, winner) => {
                same_landing(self.after, foe, *reply)?;
                let mut end = self.after.clone();
                end.act(naive_action(*reply), None);
                require(end.over(), "the game goes on")?;
                require(end.leader() == winner.map_or(0, player), "wrong winner")
            }
            Fact::EndThreat(threat, wait) => {
                for waited in self.waited(*wait)? {
                    same_landing(&waited, side, *threat)?;
                    let mut end = waited.clone();
                    end.act(naive_action(*threat), None);
                    require(end.over() && end.leader() == side, "it does not win")?;
                }
                Ok(())
            }
            Fact::Threat(threat, effect, wait) => {
                for waited in self.waited(*wait)? {
                    same_landing(&waited, side, *threat)?;
                }
                require(spot(effect.at) == spot(threat.to), "wrong square")?;
                same_effect(self.after, side, effect)
            }
            Fact::FollowUps { cards, other } => {
                require(same_cards(*cards, &plays(self.after, side)), "other cards")?;
                require(same_cards(*other, &plays(self.other, side)), "other cards of the other")
            }
            _ => Err("not checked".into()),
        }
    }
}

/// Whether a rose of a player does what an effect says.
fn same_effect(game: &NaiveGame, who: usize, effect: &RoseEffect) -> Result<(), String> {
    let (row, column) = spot(effect.at);
    let owner = game.board[row][column];
    require(owner != who, "there is a rose of its own")?;
    let mut joins = beside(game, who, (row, column));
    joins.sort();
    let mut said: Vec<_> = effect.joins.iter().map(|it| spots(*it)).collect();
    said.sort();
    require(joins == said, "it joins other territories")?;
    let mut with = game.clone();
    with.board[row][column] = who;
    require(with.points(who) == game.points(who) + effect.gain, "wrong gain")?;
    let foe = 3 - who;
    match &effect.cut {
        None => require(owner == 0, "it takes a rose"),
        Some(cut) => {
            require(owner == foe, "it takes no rose")?;
            let mut whole = group(game, foe, (row, column));
            whole.sort_unstable();
            require(whole == spots(cut.territory), "it cuts another territory")?;
            let mut rest = beside(&with, foe, (row, column));
            rest.sort();
            let mut said: Vec<_> = cut.rest.iter().map(|it| spots(*it)).collect();
            said.sort();
            require(rest == said, "other parts are left")?;
            require(with.points(foe) + cut.loss == game.points(foe), "wrong loss")
        }
    }
}

/// Whether a player could play a card, and it leads where is said.
fn same_landing(game: &NaiveGame, who: usize, said: Landing) -> Result<(), String> {
    require(spot(said.from) == spot_of(game.crown), "the crown is elsewhere")?;
    let action = naive_action(said);
    require(plays(game, who).contains(&action), "it cannot be played")?;
    require(landing(game, who, action) == spot(said.to), "it leads elsewhere")
}

/// What a player could play if it were its turn.
fn plays(game: &NaiveGame, who: usize) -> Vec<NaiveAction> {
    let mut turn = game.clone();
    turn.player = who;
    let mut actions = turn.legal();
    actions.retain(|action| !matches!(action, NaiveAction::Draw | NaiveAction::Pass));
    actions
}

fn landing(game: &NaiveGame, who: usize, action: NaiveAction) -> Spot {
    let mut next = game.clone();
    next.player = who;
    next.act(action, None);
    spot_of(next.crown)
}

/// By how much the margin of a player grows.
fn swing(before: &NaiveGame, after: &NaiveGame, who: usize) -> i64 {
    margin(after, who) - margin(before, who)
}

/// By how many points a player leads.
fn margin(game: &NaiveGame, who: usize) -> i64 {
    i64::from(game.points(who)) - i64::from(game.points(3 - who))
}

/// The most by which a play of a player changes the margin.
fn most_points(game: &NaiveGame, who: usize) -> i64 {
    let points = plays(game, who).into_iter().map(|action| {
        let mut next = game.clone();
        next.player = who;
        next.act(action, None);
        swing(game, &next, who)
    });
    points.max().unwrap_or(0)
}

fn can_play(game: &NaiveGame, who: usize, card: NaiveCard) -> bool {
    let is_it = |action: &NaiveAction| match action {
        NaiveAction::Play(played) | NaiveAction::Hero(played) => *played == card,
        _ => false,
    };
    plays(game, who).iter().any(is_it)
}

/// Whether these are the cards that a player may draw and could play, of how many it may draw.
fn same_drawable(game: &NaiveGame, who: usize, said: (Cards, u32)) -> Result<(), String> {
    let may_come = game.drawable();
    require(may_come.len() == said.1 as usize, "wrong number of cards")?;
    let fits = |card: &NaiveCard| {
        let mut with = game.clone();
        with.hands[who] = vec![*card];
        !plays(&with, who).is_empty()
    };
    let fitting: Vec<_> = may_come.into_iter().filter(fits).collect();
    require(same_naive_cards(said.0, &fitting), "wrong cards")
}

fn same_naive_cards(said: Cards, found: &[NaiveCard]) -> bool {
    said.len() as usize == found.len() && said.iter().all(|it| found.contains(&naive_card(it)))
}

/// The territories of a player beside a square, each sorted.
fn beside(game: &NaiveGame, who: usize, (row, column): Spot) -> Vec<Vec<Spot>> {
    let mut found: Vec<Vec<Spot>> = Vec::new();
    for (down, right) in [(-1i32, 0i32), (1, 0), (0, -1), (0, 1)] {
        let (y, x) = (row as i32 + down, column as i32 + right);
        if !(0..9).contains(&y) || !(0..9).contains(&x) {
            continue;
        }
        let at = (y as usize, x as usize);
        if game.board[at.0][at.1] == who && !found.iter().any(|it| it.contains(&at)) {
            let mut territory = group(game, who, at);
            territory.sort_unstable();
            found.push(territory);
        }
    }
    found
}

/// The squares of a territory.
fn group(game: &NaiveGame, who: usize, start: Spot) -> Vec<Spot> {
    let mut found = vec![start];
    let mut next = 0;
    while next < found.len() {
        let (row, column) = found[next];
        next += 1;
        for at in [
            (row.wrapping_sub(1), column),
            (row + 1, column),
            (row, column.wrapping_sub(1)),
            (row, column + 1),
        ] {
            if at.0 < 9 && at.1 < 9 && game.board[at.0][at.1] == who && !found.contains(&at) {
                found.push(at);
            }
        }
    }
    found
}

fn same_cards(said: Cards, actions: &[NaiveAction]) -> bool {
    let card = |action: &NaiveAction| match action {
        NaiveAction::Play(card) | NaiveAction::Hero(card) => *card,
        _ => unreachable!("only plays"),
    };
    same_naive_cards(said, &actions.iter().map(card).collect::<Vec<_>>())
}

fn naive_action(landing: Landing) -> NaiveAction {
    let card = naive_card(landing.card);
    if landing.hero { NaiveAction::Hero(card) } else { NaiveAction::Play(card) }
}

fn naive_card(card: Card) -> NaiveCard {
    let name = card.to_string();
    let (letters, steps) = name.split_at(name.len() - 1);
    let has = |letter| i32::from(letters.contains(letter));
    let (east, north) = (has('E') - has('W'), has('N') - has('S'));
    NaiveCard { east, north, steps: steps.parse().expect("a number") }
}

fn player(side: Side) -> usize {
    if side == Side::Red { 1 } else { 2 }
}

/// The row and the column of a square by its name.
fn spot(square: Square) -> Spot {
    let name = square.to_string().into_bytes();
    (usize::from(name[1] - b'1'), usize::from(name[0] - b'a'))
}

fn spot_of((x, y): (i32, i32)) -> Spot {
    (y as usize, x as usize)
}

fn spots(squares: Squares) -> Vec<Spot> {
    let mut all: Vec<_> = squares.iter().map(spot).collect();
    all.sort_unstable();
    all
}

/// The naive equivalent of a position.
fn naive_of(position: &Position) -> NaiveGame {
    let list = |cards: Cards| cards.iter().map(naive_card).collect::<Vec<_>>();
    let ruleset = position.ruleset();
    let rules = NaiveRules {
        seen_by_holder: ruleset.cards == CardView::Holder,
        refill_at_once: ruleset.reshuffle == Reshuffle::WhenEmptied,
        either_blocked_ends: ruleset.ending == Ending::EitherBlocked,
        largest_breaks_ties: ruleset.ties == Ties::LargestThenRoses,
    };
    let hand = |side| list(position.hand(side));
    let turn = player(position.side());
    let mut game = NaiveGame::new(hand(Side::Red), hand(Side::White), turn, rules);
    for square in Square::all() {
        let (row, column) = spot(square);
        game.board[row][column] = position.rose_at(square).map_or(0, player);
    }
    let (row, column) = spot(position.crown());
    game.crown = (column as i32, row as i32);
    game.heroes = [0, position.heroes(Side::Red).into(), position.heroes(Side::White).into()];
    game.pile = list(position.pile());
    game.discard = list(position.discard());
    game.roses_left = position.supply().into();
    game
}
