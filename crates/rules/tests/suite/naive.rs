//! A naive reference implementation of the game, as slow and plain as possible: arrays, loops
//! and recursion, nothing shared with the library, not even its types.
#![allow(dead_code, reason = "tests and benchmarks use different parts of it")]

/// A card as the vector of one step and the number of steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NaiveCard {
    pub east: i32,
    pub north: i32,
    pub steps: i32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NaiveRules {
    pub seen_by_holder: bool,
    pub refill_at_once: bool,
    pub either_blocked_ends: bool,
    pub largest_breaks_ties: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NaiveAction {
    Play(NaiveCard),
    Hero(NaiveCard),
    Draw,
    Pass,
}

/// 0 is nobody, 1 is Red, 2 is White; arrays by player have an unused entry 0.
#[derive(Clone, Debug)]
pub struct NaiveGame {
    pub board: [[usize; 9]; 9],
    pub crown: (i32, i32),
    pub player: usize,
    pub hands: [Vec<NaiveCard>; 3],
    pub heroes: [u32; 3],
    pub pile: Vec<NaiveCard>,
    pub discard: Vec<NaiveCard>,
    pub roses_left: u32,
    pub rules: NaiveRules,
}

pub fn all_cards() -> Vec<NaiveCard> {
    let compass = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
    let mut cards = Vec::new();
    for (east, north) in compass {
        for steps in 1..=3 {
            cards.push(NaiveCard { east, north, steps });
        }
    }
    cards
}

fn other(player: usize) -> usize {
    if player == 1 { 2 } else { 1 }
}

impl NaiveGame {
    pub fn new(
        red: Vec<NaiveCard>,
        white: Vec<NaiveCard>,
        player: usize,
        rules: NaiveRules,
    ) -> Self {
        let mut pile = all_cards();
        pile.retain(|card| !red.contains(card) && !white.contains(card));
        Self {
            board: [[0; 9]; 9],
            crown: (4, 4),
            player,
            hands: [Vec::new(), red, white],
            heroes: [0, 4, 4],
            pile,
            discard: Vec::new(),
            roses_left: 52,
            rules,
        }
    }

    fn landing(&self, player: usize, card: NaiveCard) -> Option<(i32, i32)> {
        let turn = if self.rules.seen_by_holder && player == 1 { -1 } else { 1 };
        let x = self.crown.0 + turn * card.east * card.steps;
        let y = self.crown.1 + turn * card.north * card.steps;
        if (0..9).contains(&x) && (0..9).contains(&y) { Some((x, y)) } else { None }
    }

    fn card_actions(&self, player: usize) -> Vec<NaiveAction> {
        let mut actions = Vec::new();
        for card in &self.hands[player] {
            if let Some((x, y)) = self.landing(player, *card) {
                let owner = self.board[y as usize][x as usize];
                if owner == 0 {
                    actions.push(NaiveAction::Play(*card));
                } else if owner == other(player) && self.heroes[player] > 0 {
                    actions.push(NaiveAction::Hero(*card));
                }
            }
        }
        actions
    }

    fn stuck(&self, player: usize) -> bool {
        self.hands[player].len() == 5 && self.card_actions(player).is_empty()
    }

    pub fn over(&self) -> bool {
        if self.roses_left == 0 {
            return true;
        }
        if self.rules.either_blocked_ends {
            self.stuck(1) || self.stuck(2)
        } else {
            self.stuck(1) && self.stuck(2)
        }
    }

    pub fn legal(&self) -> Vec<NaiveAction> {
        if self.over() {
            return Vec::new();
        }
        let mut actions = self.card_actions(self.player);
        if self.hands[self.player].len() < 5 {
            actions.push(NaiveAction::Draw);
        }
        if actions.is_empty() {
            actions.push(NaiveAction::Pass);
        }
        actions
    }

    /// The cards that can be drawn now.
    pub fn drawable(&self) -> Vec<NaiveCard> {
        if self.pile.is_empty() { self.discard.clone() } else { self.pile.clone() }
    }

    /// Applies a legal action; a draw brings up `drawn`.
    pub fn act(&mut self, action: NaiveAction, drawn: Option<NaiveCard>) {
        let player = self.player;
        match action {
            NaiveAction::Play(card) | NaiveAction::Hero(card) => {
                let (x, y) = self.landing(player, card).unwrap();
                if matches!(action, NaiveAction::Hero(_)) {
                    self.heroes[player] -= 1;
                } else {
                    self.roses_left -= 1;
                }
                self.board[y as usize][x as usize] = player;
                self.crown = (x, y);
                self.hands[player].retain(|held| *held != card);
                self.discard.push(card);
            }
            NaiveAction::Draw => {
                if self.pile.is_empty() {
                    self.pile = std::mem::take(&mut self.discard);
                }
                let drawn = drawn.unwrap();
                assert!(self.pile.contains(&drawn));
                self.pile.retain(|card| *card != drawn);
                self.hands[player].push(drawn);
                if self.pile.is_empty() && self.rules.refill_at_once {
                    self.pile = std::mem::take(&mut self.discard);
                }
            }
            NaiveAction::Pass => {}
        }
        self.player = other(player);
    }

    fn flood(&self, seen: &mut [[bool; 9]; 9], x: i32, y: i32, player: usize) -> u32 {
        if !(0..9).contains(&x) || !(0..9).contains(&y) {
            return 0;
        }
        let (column, row) = (x as usize, y as usize);
        if seen[row][column] || self.board[row][column] != player {
            return 0;
        }
        seen[row][column] = true;
        1 + self.flood(seen, x + 1, y, player)
            + self.flood(seen, x - 1, y, player)
            + self.flood(seen, x, y + 1, player)
            + self.flood(seen, x, y - 1, player)
    }

    /// The sizes of a player's territories.
    pub fn territories(&self, player: usize) -> Vec<u32> {
        let mut seen = [[false; 9]; 9];
        let mut sizes = Vec::new();
        for y in 0..9 {
            for x in 0..9 {
                let size = self.flood(&mut seen, x, y, player);
                if size > 0 {
                    sizes.push(size);
                }
            }
        }
        sizes
    }

    pub fn points(&self, player: usize) -> u32 {
        self.territories(player).iter().map(|size| size * size).sum()
    }

    /// The side that is ahead on the board, 0 for neither.
    pub fn leader(&self) -> usize {
        let measure = |player: usize| {
            let sizes = self.territories(player);
            let largest = sizes.iter().copied().max().unwrap_or(0);
            let roses: u32 = sizes.iter().sum();
            let points: u32 = sizes.iter().map(|size| size * size).sum();
            if self.rules.largest_breaks_ties {
                vec![points, largest, roses]
            } else {
                vec![points, roses]
            }
        };
        let (red, white) = (measure(1), measure(2));
        match red.cmp(&white) {
            std::cmp::Ordering::Greater => 1,
            std::cmp::Ordering::Less => 2,
            std::cmp::Ordering::Equal => 0,
        }
    }

    /// Counts the leaves of the game tree at a depth.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut count = 0;
        for action in self.legal() {
            let drawn = match action {
                NaiveAction::Draw => self.drawable().into_iter().map(Some).collect(),
                _ => vec![None],
            };
            for card in drawn {
                let mut next = self.clone();
                next.act(action, card);
                count += next.perft(depth - 1);
            }
        }
        count
    }
}
