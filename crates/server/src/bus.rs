//! How nodes hear from each other. The bus is a hint: whoever misses a notice reads the log,
//! and losing every notice loses nothing but time.

mod local;
mod nats;

use std::fmt;

use bosworth_table::{AccountId, GameId};
use serde::{Deserialize, Serialize};

pub use local::LocalBus;
pub use nats::{NatsBus, NatsError};

/// Something that other nodes want to know. Whoever hears it looks into the database: nothing of
/// it is believed, because whoever gets at the bus can say anything.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Notice {
    /// A game went on. (Nodes of the last version send the entry along; nobody reads it.)
    Entry {
        /// Which.
        game: GameId,
        /// The number of the entry.
        seq: u32,
    },
    /// The open offers have changed.
    Seeks,
    /// A game of an account begins.
    Begin {
        /// Whose.
        account: AccountId,
        /// Which.
        game: GameId,
    },
    /// It is an account's turn in a game that it may not be looking at.
    Turn {
        /// Whose.
        account: AccountId,
        /// In which.
        game: GameId,
    },
    /// The keys or the name of an account have changed.
    Changed {
        /// Whose.
        account: AccountId,
    },
    /// Notices may have been lost: read what matters again. Only a bus itself says so, to its
    /// own node.
    #[serde(skip)]
    Lost,
}

/// A notice with the node it comes from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Letter {
    /// The node's number.
    pub from: u64,
    /// What it says.
    pub notice: Notice,
}

/// A bus: inside this process, or NATS.
#[derive(Clone)]
pub enum Bus {
    /// For one node, or for several in one process.
    Local(LocalBus),
    /// For many.
    Nats(NatsBus),
}

impl Bus {
    /// Tells all nodes. Never waits; what cannot be sent now is lost.
    pub fn publish(&self, letter: Letter) {
        match self {
            Self::Local(bus) => bus.publish(letter),
            Self::Nats(bus) => bus.publish(letter),
        }
    }

    /// Hears everything that is published from now on, own letters included.
    pub async fn listen(&self) -> Result<Letters, NatsError> {
        match self {
            Self::Local(bus) => Ok(Letters(Source::Local(bus.listen()))),
            Self::Nats(bus) => Ok(Letters(Source::Nats(bus.listen().await?))),
        }
    }

    /// Whether no other process can be on it.
    pub fn is_local(&self) -> bool {
        matches!(self, Self::Local(_))
    }
}

impl fmt::Debug for Bus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_local() { "Bus(in process)" } else { "Bus(NATS)" })
    }
}

/// What comes over a bus.
pub struct Letters(Source);

enum Source {
    Local(local::Ear),
    Nats(nats::Ear),
}

impl Letters {
    /// The next letter; none when the bus is gone.
    pub async fn next(&mut self) -> Option<Letter> {
        match &mut self.0 {
            Source::Local(ear) => ear.next().await,
            Source::Nats(ear) => ear.next().await,
        }
    }
}
