//! Provably fair deals and shuffles (a commit–reveal scheme).
//!
//! Nobody should have to trust a server's shuffle. So the server commits itself before the
//! players contribute, and reveals everything when the game is over:
//!
//! 1. The server picks a [`Secret`] of 256 bits and publishes its [`Commitment`].
//! 2. Each player sends a [`Nonce`].
//! 3. The [`ShuffleKey`] is derived from secret, game and nonces; the key determines the deal and, one
//!    draw after another, the whole order of the pile ([`Deck`]).
//! 4. After the game the secret is published, and anyone can check a record ([`Proof`]).
//!
//! The server cannot choose the shuffle, because it does not know the nonces when it commits;
//! the players cannot, because they do not know the secret.
//!
//! A draw that was taken back is not drawn again: the rest of the pile is reshuffled, under a
//! number of its own that everyone knows ([`Reshuffles`]).
//!
//! This crate is the only place where the order of a pile exists. It is in no
//! [`Position`](bosworth_rules::Position) and cannot be printed or serialised.
//!
//! ```
//! use bosworth_fair::{Deck, Nonce, Secret};
//! use bosworth_rules::{Action, BySide, Next, Ruleset};
//!
//! let secret: Secret = "5ec2e7".parse()?;
//! let published_first = secret.commit("game 7");
//! let nonces = BySide { red: "lancaster".parse::<Nonce>()?, white: "york".parse()? };
//! let (start, mut deck) = Deck::deal(&secret.key("game 7", &nonces), Ruleset::CLASSIC);
//!
//! let card = start.hand(start.side()).iter().next().unwrap();
//! let Ok(Next::Position(next)) = start.act(Action::Play(card)) else { panic!() };
//! let card = next.hand(next.side()).iter().find(|&card| next.act(Action::Play(card)).is_ok());
//! let Ok(Next::Position(next)) = next.act(Action::Play(card.unwrap())) else { panic!() };
//! let Ok(Next::Draw(pending)) = next.act(Action::Draw) else { panic!() };
//! let after = deck.draw(&pending);
//! assert_eq!(after.hand(next.side()).len(), 5);
//! # assert_eq!(published_first, secret.commit("game 7"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![no_std]

extern crate alloc;

mod deck;
mod hex;
mod key;
mod proof;
mod reshuffles;
mod secret;

pub use deck::Deck;
pub use key::ShuffleKey;
pub use proof::{Proof, VerifyError, subject};
pub use reshuffles::{ParseReshufflesError, PileCount, Reshuffles};
pub use secret::{Commitment, Nonce, ParseNonceError, ParseSecretError, Secret};
