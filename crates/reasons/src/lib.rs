//! Why an action is good or bad.
//!
//! An [`Account`](ChanceAccount) splits what an action changes in the win chance into parts that add
//! up: the rose, the place of the crown, the hero and the card that are spent. Each part is the
//! difference between two positions that differ in that one thing. Comparing the accounts of two
//! actions says what matters most between them, and the rules say what there is to see there: a
//! [`Fact`], such as territories that join or a reply that is possible. Facts are computed from the
//! rules alone, but for a few that repeat the account; the account chooses among them. A [`Reason`]
//! is a fact with its weight.
//!
//! Words for reasons are in `bosworth-texts`.
//!
//! ```
//! use bosworth_engine::{Engine, SearchLimits};
//! use bosworth_reasons::{Aspect, Explainer};
//! use bosworth_rules::{Action, Position};
//!
//! // S1 joins two roses, E1 leaves one of them alone.
//! let position: Position = "9/9/9/4r4/9/4r4/9/9/9 e6 r S1,E1 N1,N2 4 4 - classic".parse()?;
//! let engine = Engine::default();
//! let search = |position: &Position, nodes| engine.analyse(position, SearchLimits::nodes(nodes));
//! let explainer = Explainer::new(&position, &position.actions().iter().collect::<Vec<_>>(), search);
//! let joining = Action::Play("S1".parse()?);
//! let reasons = explainer.reasons(joining, Action::Play("E1".parse()?));
//! assert_eq!(reasons[0].aspect, Aspect::Rose);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod account;
mod crown;
mod explainer;
mod fact;
mod reason;
mod rose;
mod supply;

pub use account::{Aspect, ChanceAccount};
pub use explainer::Explainer;
pub use fact::{Fact, Landing, OpponentWait, RoseEffect, TempoGain, TerritoryCut};
pub use reason::{BoardMark, Reason};
