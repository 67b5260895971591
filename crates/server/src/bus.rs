//! Notifications between nodes. A notice is only a hint: a node that misses it catches up from the
//! log, so losing every notice costs nothing but latency.

mod local;
mod nats;

use std::fmt;

use bosworth_table::{AccountId, GameId};
use bosworth_tournament::TournamentId;
use serde::{Deserialize, Serialize};

pub use local::LocalBus;
pub use nats::{NatsBus, NatsError};

/// A notice to other nodes. Receivers verify it against the database, because anyone with access to
/// the bus can publish anything.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Notice {
    /// A game's log has grown. (Nodes of the previous version send the entry along; it is ignored.)
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
    /// It is an account's turn in a game that it may not be watching.
    Turn {
        /// Whose.
        account: AccountId,
        /// In which.
        game: GameId,
    },
    /// The challenges to or by an account have changed.
    Challenges {
        /// Whose.
        account: AccountId,
    },
    /// An event or its chat has gone on.
    Event {
        /// Which.
        event: TournamentId,
    },
    /// The credentials or the name of an account have changed.
    Changed {
        /// Whose.
        account: AccountId,
    },
    /// Notices may have been lost: resynchronise. Only the bus client itself sends it, to its own
    /// node.
    #[serde(skip)]
    Lost,
}

/// A notice with the node it comes from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Letter {
    /// The node's id.
    pub from: u64,
    /// What it says.
    pub notice: Notice,
}

/// A bus: inside this process, or NATS.
#[derive(Clone)]
pub enum Bus {
    /// For one node, or for several in one process.
    Local(LocalBus),
    /// For many nodes.
    Nats(NatsBus),
}

impl Bus {
    /// Publishes to all nodes. Never waits; what cannot be sent at once is dropped.
    pub fn publish(&self, letter: Letter) {
        match self {
            Self::Local(bus) => bus.publish(letter),
            Self::Nats(bus) => bus.publish(letter),
        }
    }

    /// Subscribes to everything published from now on, own letters included.
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

/// A subscription to a bus.
pub struct Letters(Source);

enum Source {
    Local(local::Ear),
    Nats(nats::Ear),
}

impl Letters {
    /// The next letter; none once the bus is gone.
    pub async fn next(&mut self) -> Option<Letter> {
        match &mut self.0 {
            Source::Local(ear) => ear.next().await,
            Source::Nats(ear) => ear.next().await,
        }
    }
}
