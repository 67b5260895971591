use bosworth_protocol::Refusal;

use crate::language::{fill, tr};

/// The localised message of a refusal.
pub fn refusal_text(refusal: &Refusal) -> String {
    tr(match refusal {
        Refusal::Spectator => "refusal-spectator",
        Refusal::Over => "refusal-over",
        Refusal::NotBegun => "refusal-not-begun",
        Refusal::NotYourTurn => "not-your-turn",
        Refusal::Outdated(_) => "refusal-outdated",
        Refusal::Illegal(why) => {
            return fill("refusal-illegal", &[("why", why.clone().into())]);
        }
        Refusal::TooLate => "refusal-too-late",
        Refusal::NotGone => "refusal-not-gone",
        Refusal::Nothing => "undo-none",
        Refusal::Rated => "refusal-rated",
        Refusal::Sealed => "refusal-sealed",
        Refusal::NoOffer => "refusal-no-offer",
        Refusal::Quiet => "refusal-quiet",
        Refusal::BadText => "refusal-bad-text",
        Refusal::BadNonce => "refusal-bad-nonce",
        Refusal::TooMuch => "refusal-too-much",
    })
}
