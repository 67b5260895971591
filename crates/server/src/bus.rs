//! Notices between nodes. They only reduce latency: a node that misses one catches up from the log.

mod local;
mod nats;

use std::fmt;

use bosworth_table::{AccountId, GameId};
use bosworth_tournament::TournamentId;
use serde::{Deserialize, Serialize};

pub use local::LocalBus;
pub use nats::{NatsBus, NatsError};

/// A notice to other nodes. Receivers verify it against the database, because anyone with access to
/// the bus can publish notices.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Notice {
    /// A game's log has grown. (Nodes of the previous version also send the entry, which is
    /// ignored.)
    Entry {
        /// The game.
        game: GameId,
        /// The number of the entry.
        seq: u32,
    },
    /// The open offers have changed.
    Seeks,
    /// A game of an account begins.
    Begin {
        /// The account.
        account: AccountId,
        /// The game.
        game: GameId,
    },
    /// It is an account's turn in a game that it may not be watching.
    Turn {
        /// The account.
        account: AccountId,
        /// The game.
        game: GameId,
    },
    /// The challenges to or by an account have changed.
    Challenges {
        /// The account.
        account: AccountId,
    },
    /// A tournament or its chat has changed.
    #[serde(rename = "event")]
    Tournament {
        /// The tournament.
        #[serde(rename = "event")]
        tournament: TournamentId,
    },
    /// The credentials or the name of an account have changed.
    Changed {
        /// The account.
        account: AccountId,
    },
    /// Notices may have been lost: resynchronise. Sent only by the bus client itself, to its own
    /// node.
    #[serde(skip)]
    Lost {
        /// The time from which on they may have been lost.
        since: i64,
    },
}

/// How long before it was noticed a loss may have happened if its beginning is unknown, in
/// milliseconds.
const MAX_UNNOTICED_LOSS_MS: i64 = 60_000;

/// A notice with its sender.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Envelope {
    /// The id of the node that sent it.
    pub from: u64,
    /// The notice.
    pub notice: Notice,
}

/// The bus between nodes: inside this process, or NATS.
#[derive(Clone)]
pub enum Bus {
    /// One node, or several in one process.
    Local(LocalBus),
    /// Nodes in several processes.
    Nats(NatsBus),
}

impl Bus {
    /// Publishes to all nodes without blocking. An envelope that does not fit into the send queue
    /// is dropped.
    pub fn publish(&self, envelope: Envelope) {
        match self {
            Self::Local(bus) => bus.publish(envelope),
            Self::Nats(bus) => bus.publish(envelope),
        }
    }

    /// Subscribes to everything published from now on, including by this node.
    pub async fn subscribe(&self) -> Result<EnvelopeStream, NatsError> {
        match self {
            Self::Local(bus) => Ok(EnvelopeStream(Subscription::Local(bus.subscribe()))),
            Self::Nats(bus) => Ok(EnvelopeStream(Subscription::Nats(bus.subscribe().await?))),
        }
    }

    /// Whether no other process can be connected to it.
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
pub struct EnvelopeStream(Subscription);

enum Subscription {
    Local(local::LocalSubscription),
    Nats(nats::NatsSubscription),
}

impl EnvelopeStream {
    /// The next envelope; none once the bus is closed.
    pub async fn next(&mut self) -> Option<Envelope> {
        match &mut self.0 {
            Subscription::Local(subscription) => subscription.next().await,
            Subscription::Nats(subscription) => subscription.next().await,
        }
    }
}
