use bosworth_rules::{BySide, Card, Cards, Side, Square, Squares};

/// Something that the rules say about an action, true whatever any search finds. Where the account
/// says it too, the fact mentions it.
///
/// "The side" is the one that acts. What is said of the opponent holds in the position after the
/// action; after a draw, whichever card comes.
#[derive(Clone, PartialEq, Debug)]
pub enum Fact {
    /// The action ends the game, with this winner and these points.
    Ends {
        /// `None` for a draw.
        winner: Option<Side>,
        /// The final points.
        points: BySide<u32>,
    },
    /// What the new rose does.
    Rose(RoseEffect),
    /// What a rose of the opponent would have done on the square that the side takes.
    Denies(RoseEffect),
    /// A rose of the side on another, empty square would now join these territories, which it would
    /// not have done before.
    Prepares(RoseEffect),
    /// The points that the action gains and takes from the opponent, fewer than those of the other
    /// action.
    FewerPoints {
        /// Of this action.
        points: u32,
        /// Of the other action.
        other: u32,
    },
    /// The opponent cannot play any card.
    NoReply {
        /// Whether it can draw; otherwise it has to pass.
        draws: bool,
        /// Of the cards that it may then draw, those that it could play from there, and how many may
        /// come in all; not known if the side draws before.
        rescue: Option<(Cards, u32)>,
    },
    /// The opponent can play these cards only, all of them with a hero.
    HeroReplies(Cards),
    /// The opponent can play these cards only, each without a hero, onto squares without one of its
    /// own roses beside them.
    LoneReplies(Cards),
    /// The opponent can play one card only.
    OneReply(Landing),
    /// How many cards the opponent can play, and how many it could after the other action.
    ReplyCount {
        /// After this action.
        cards: Cards,
        /// After the other action.
        other: Cards,
    },
    /// The opponent cannot play these cards, which it could after the other action.
    Stuck(Cards),
    /// The opponent can play these cards, which it could not after the other action.
    Freed(Cards),
    /// The most points that a reply gains and takes from the side, fewer than after the other action.
    ReplyPoints {
        /// After this action.
        most: u32,
        /// After the other action.
        other: u32,
    },
    /// A reply of the opponent.
    Reply(Landing, RoseEffect),
    /// A reply of the opponent that ends the game, with this winner.
    ReplyEnds(Landing, Option<Side>),
    /// What the side can do next if the opponent plays no card.
    Threat(Landing, RoseEffect, OpponentWait),
    /// What the side can do next if the opponent plays no card, to end the game and win it.
    EndThreat(Landing, OpponentWait),
    /// How many of its cards the side could play next if the crown stayed where it is, and how many
    /// after the other action.
    FollowUps {
        /// After this action.
        cards: Cards,
        /// After the other action.
        other: Cards,
    },
    /// Where the crown stands after the action and after the other one. The account says that the first
    /// is better.
    CrownPlace {
        /// After this action.
        at: Square,
        /// After the other action.
        than: Square,
    },
    /// The side puts a rose on a square. The account says that this alone lowers its win chance.
    HarmfulRose(Square),
    /// The side draws its fifth card, so that it cannot draw the next time.
    FillsHand,
    /// The side keeps a card that the other action spends, and spends another. The account says that
    /// the first is worth more in hand.
    KeepsCard {
        /// The card that it keeps.
        card: Card,
        /// The card that it spends.
        than: Card,
    },
    /// The side spends a card that the other action keeps, and keeps the one that the other action
    /// spends. The account says that the first is worth more in hand.
    SpendsCard {
        /// The card that it spends.
        card: Card,
        /// The card that it keeps.
        than: Card,
    },
    /// How many cards are in hand after the action, and after the other one.
    HandSize {
        /// After this action.
        cards: u32,
        /// After the other action.
        other: u32,
    },
    /// The side draws, and the opponent, which cannot, has to play from where the crown stands.
    Tempo {
        /// Where the crown stands.
        crown: Square,
        /// Why that is bad for the opponent.
        gain: TempoGain,
    },
    /// Of the cards that may be drawn, those whose rose would join territories from where the crown
    /// stands, and how many may come in all. The opponent can draw too.
    DrawnJoins {
        /// Those that would join.
        cards: Cards,
        /// How many may come.
        all: u32,
    },
    /// The side takes a rose from the supply, which the other action does not, and leads.
    NearsEnd {
        /// The roses left in the supply.
        left: u8,
        /// By how many points it leads.
        lead: u32,
    },
    /// The side takes no rose from the supply, which the other action does, and is behind.
    Delays {
        /// The roses left in the supply.
        left: u8,
        /// By how many points it is behind.
        behind: u32,
    },
    /// Of the cards that may be drawn, those that could be played where the crown stands, and how many
    /// may come in all.
    Drawable {
        /// Those that could be played.
        cards: Cards,
        /// How many may come.
        all: u32,
    },
    /// The side spends a hero, which the other action does not, and has this many left.
    SpendsHero(u8),
    /// The side keeps a hero that the other action spends, and has this many.
    KeepsHero(u8),
}

/// Why the opponent may play no card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpponentWait {
    /// It can draw instead.
    MayDraw,
    /// It can only draw.
    MustDraw,
    /// It can only pass.
    MustPass,
}

/// What is bad about acting for the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TempoGain {
    /// All cards that it can play take a hero.
    HeroesOnly,
    /// All cards that it can play begin new territories.
    NewTerritories,
    /// Nothing else: it holds five cards, so it has to play one.
    FullHand,
}

/// A card that is played, and where it leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Landing {
    /// The card.
    pub card: Card,
    /// Whether it takes a hero.
    pub hero: bool,
    /// Where the crown stands before.
    pub from: Square,
    /// Where it leads.
    pub to: Square,
}

/// What a rose of one side does on a square.
#[derive(Clone, PartialEq, Debug)]
pub struct RoseEffect {
    /// The square.
    pub at: Square,
    /// The territories of its side beside the square, the largest first; none if it is alone.
    pub joins: Vec<Squares>,
    /// The points that its side gains.
    pub gain: u32,
    /// What it takes from the other side, if there was a rose of it.
    pub cut: Option<TerritoryCut>,
}

/// A territory that loses a rose.
#[derive(Clone, PartialEq, Debug)]
pub struct TerritoryCut {
    /// The territory before.
    pub territory: Squares,
    /// What is left of it, the largest part first; none if it was a lone rose.
    pub rest: Vec<Squares>,
    /// The points that its side loses.
    pub loss: u32,
}

impl RoseEffect {
    /// What a rose of a side does on a square without one of its roses.
    pub(crate) fn of(own: Squares, theirs: Squares, at: Square) -> Self {
        let joins = territories(own, Squares::of(at).neighbours() & own);
        let size: u32 = 1 + joins.iter().map(|it| it.len()).sum::<u32>();
        let gain = size * size - points(&joins);
        let cut = theirs.contains(at).then(|| {
            let territory = theirs.joined_to(Squares::of(at));
            let left = territory - Squares::of(at);
            let rest = territories(left, left);
            let loss = territory.len() * territory.len() - points(&rest);
            TerritoryCut { territory, rest, loss }
        });
        Self { at, joins, gain, cut }
    }

    /// The points that it takes from the other side.
    pub fn loss(&self) -> u32 {
        self.cut.as_ref().map_or(0, |cut| cut.loss)
    }

    /// The points by which it changes the margin.
    pub fn points(&self) -> u32 {
        self.gain + self.loss()
    }

    /// The size of the territory of its rose.
    pub fn size(&self) -> u32 {
        1 + self.joins.iter().map(|it| it.len()).sum::<u32>()
    }
}

/// The territories of some roses that contain one of the seeds, the largest first.
fn territories(roses: Squares, seeds: Squares) -> Vec<Squares> {
    let mut left = seeds;
    let mut found: Vec<Squares> = Vec::new();
    while let Some(seed) = left.first() {
        let territory = roses.joined_to(Squares::of(seed));
        left = left - territory;
        found.insert(found.partition_point(|it| it.len() >= territory.len()), territory);
    }
    found
}

fn points(territories: &[Squares]) -> u32 {
    territories.iter().map(|it| it.len() * it.len()).sum()
}
