use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use bosworth_rules::{
    BySide, Card, Game, GivenHandicap, Handicap, Position, Record, ReplayError, Ruleset,
};

use crate::{Commitment, Deck, Nonce, Reshuffles, Secret, ShuffleKey};

/// What a record must contain so that its shuffles can be verified.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The id of the game, unique on its server.
    pub game: String,
    /// The commitment published before the game.
    pub commitment: Commitment,
    /// The players' contributions.
    pub nonces: BySide<Nonce>,
    /// The secret revealed after the game.
    pub secret: Secret,
    /// Where the pile was reshuffled because a draw had been taken back.
    pub reshuffles: Reshuffles,
    /// The game whose hands were reused, if any; then only the pile was shuffled. The proof does not
    /// cover the hands: compare them with that game's record.
    pub hands_of: Option<String>,
    /// The deal shared with other games, if any: commitment and key are then derived from its name
    /// instead of the game id, so that they are the same in all of these games.
    pub shared: Option<String>,
    /// The handicap, if any. It is committed to like the game's id.
    pub handicap: Option<GivenHandicap>,
}

/// What a commitment and a key are made for: the game or a deal that it shares with others, and the
/// handicap, if there is one.
pub fn subject(name: &str, handicap: Option<GivenHandicap>) -> Cow<'_, str> {
    handicap.map_or(Cow::Borrowed(name), |given| Cow::Owned(alloc::format!("{name} {given}")))
}

/// The tags of a record that hold a proof.
const GAME: &str = "Game";
const COMMITMENT: &str = "Commitment";
const NONCES: BySide<&str> = BySide { red: "RedNonce", white: "WhiteNonce" };
const SECRET: &str = "Secret";
/// Only in records of games in which a draw was taken back.
const RESHUFFLES: &str = "Reshuffles";
/// Only in records of games with another game's hands.
const HANDS_OF: &str = "HandsOf";
/// Only in records of games that share hands and pile with others.
const SHARED: &str = "SharedDeal";
/// Only in records of games with a handicap.
const HANDICAP: &str = Handicap::TAG;

/// Why a record's shuffles are not proven.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum VerifyError {
    /// A tag of the proof is missing.
    MissingTag(&'static str),
    /// A tag's value is invalid.
    BadTag(&'static str, String),
    /// The secret does not match the commitment.
    WrongSecret {
        /// The secret's commitment.
        found: Commitment,
    },
    /// The game did not start with the deal derived from secret and nonces.
    WrongDeal {
        /// The position it should have started with.
        expected: Position,
    },
    /// The position before the first action is not an initial position.
    NotAStart,
    /// Another card was drawn than the next one of the pile.
    WrongDraw {
        /// The place of the action, from 0.
        index: usize,
        /// The card in the record.
        found: Card,
        /// The card that should have been drawn.
        expected: Card,
    },
    /// A reshuffle has a used number, or comes after the last ply.
    WrongReshuffle {
        /// The number of plies before it.
        ply: usize,
        /// Its number.
        shuffle: u64,
    },
    /// The record does not even follow the rules.
    Replay(ReplayError),
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingTag(name) => write!(
                f,
                "the tag {name} is missing; a checkable record has {GAME}, {COMMITMENT}, {}, {} \
                 and {SECRET}",
                NONCES.red, NONCES.white
            ),
            Self::BadTag(name, fault) => write!(f, "the tag {name}: {fault}"),
            Self::WrongSecret { found } => write!(
                f,
                "the secret is not the one committed to: it would have given the commitment {found}"
            ),
            Self::WrongDeal { expected } => {
                write!(f, "the deal is not the one of this shuffle, which is {expected}")
            }
            Self::NotAStart => f.write_str("this is not an initial position"),
            Self::WrongDraw { index, found, expected } => write!(
                f,
                "action {}: {found} was drawn, but {expected} is the next card of this shuffle",
                index + 1
            ),
            Self::WrongReshuffle { ply, shuffle } => write!(
                f,
                "shuffle {shuffle} cannot begin after {ply} actions: its number was used before, or \
                 the game has fewer"
            ),
            Self::Replay(error) => fmt::Display::fmt(error, f),
        }
    }
}

impl core::error::Error for VerifyError {}

fn read<T: FromStr<Err: fmt::Display>>(name: &'static str, text: &str) -> Result<T, VerifyError> {
    text.parse().map_err(|error| VerifyError::BadTag(name, alloc::format!("{error}")))
}

impl Proof {
    /// The proof of a game without nonces or takebacks.
    pub fn of_dealer(secret: Secret, game: &str) -> Self {
        Self {
            game: game.into(),
            commitment: secret.commit(game),
            nonces: BySide::default(),
            secret,
            reshuffles: Reshuffles::default(),
            hands_of: None,
            shared: None,
            handicap: None,
        }
    }

    /// The same with a handicap, which the commitment covers.
    #[must_use]
    pub fn with_handicap(mut self, handicap: Option<GivenHandicap>) -> Self {
        self.handicap = handicap;
        self.commitment = self.secret.commit(&self.subject());
        self
    }

    /// Reads the proof from a record's tags.
    pub fn of(record: &Record) -> Result<Self, VerifyError> {
        let tag = |name| record.tag(name).ok_or(VerifyError::MissingTag(name));
        Ok(Self {
            game: tag(GAME)?.into(),
            commitment: read(COMMITMENT, tag(COMMITMENT)?)?,
            nonces: BySide {
                red: read(NONCES.red, tag(NONCES.red)?)?,
                white: read(NONCES.white, tag(NONCES.white)?)?,
            },
            secret: read(SECRET, tag(SECRET)?)?,
            reshuffles: read(RESHUFFLES, record.tag(RESHUFFLES).unwrap_or_default())?,
            hands_of: record.tag(HANDS_OF).map(Into::into),
            shared: record.tag(SHARED).map(Into::into),
            handicap: record.tag(HANDICAP).map(|text| read(HANDICAP, text)).transpose()?,
        })
    }

    /// Writes the proof into a record's tags.
    pub fn write(&self, record: &mut Record) {
        record.set_tag(GAME, &self.game);
        record.set_tag(COMMITMENT, &alloc::format!("{}", self.commitment));
        record.set_tag(NONCES.red, &alloc::format!("{}", self.nonces.red));
        record.set_tag(NONCES.white, &alloc::format!("{}", self.nonces.white));
        record.set_tag(SECRET, &alloc::format!("{}", self.secret));
        record.tags.retain(|(name, _)| name != RESHUFFLES);
        if !self.reshuffles.is_empty() {
            record.set_tag(RESHUFFLES, &alloc::format!("{}", self.reshuffles));
        }
        let handicap = self.handicap.map(|given| alloc::format!("{given}"));
        for (tag, value) in
            [(HANDS_OF, &self.hands_of), (SHARED, &self.shared), (HANDICAP, &handicap)]
        {
            record.tags.retain(|(name, _)| name != tag);
            if let Some(value) = value {
                record.set_tag(tag, value);
            }
        }
    }

    fn subject(&self) -> Cow<'_, str> {
        subject(self.shared.as_ref().unwrap_or(&self.game), self.handicap)
    }

    /// The key of all shuffles of the game.
    pub fn key(&self) -> ShuffleKey {
        self.secret.key(&self.subject(), &self.nonces)
    }

    /// Deals the game of this proof, unless it has another game's hands.
    pub fn deal(&self, ruleset: Ruleset) -> (Position, Deck) {
        Deck::deal_with(&self.key(), ruleset, self.handicap)
    }

    /// Verifies a record: the secret against the commitment, then the deal and every draw against
    /// the secret and the nonces, with the pile reshuffled where the record says so and under
    /// strictly increasing numbers. For a game with another game's hands, it proves only the draws.
    /// Returns the proven game.
    pub fn verify(&self, record: &Record) -> Result<Game, VerifyError> {
        let found = self.secret.commit(&self.subject());
        if found != self.commitment {
            return Err(VerifyError::WrongSecret { found });
        }
        if self.hands_of.is_some() {
            let game = record.replay().map_err(VerifyError::Replay)?;
            Deck::follow_again(&self.key(), &game, &self.reshuffles)?;
            return Ok(game);
        }
        let (expected, _) = self.deal(record.start.ruleset());
        if expected != record.start {
            return Err(VerifyError::WrongDeal { expected });
        }
        let game = record.replay().map_err(VerifyError::Replay)?;
        Deck::follow(&self.key(), &game, &self.reshuffles, self.handicap)?;
        Ok(game)
    }
}
