//! Explanations of errors and refusals.

use bosworth_client::ClientError;
use bosworth_client::protocol::{ProblemKind, Refusal};
use bosworth_texts::Texts;

use super::sanitise::sanitise;

/// Explains why a command was refused.
pub fn refusal(texts: &Texts, why: &Refusal) -> String {
    let id = match why {
        Refusal::Spectator => "online-no-spectator",
        Refusal::Over => "online-no-over",
        Refusal::NotBegun => "online-no-not-begun",
        Refusal::NotYourTurn => "tui-not-your-turn",
        Refusal::Outdated(_) => "online-no-outdated",
        Refusal::Illegal(why) => {
            return texts.format("online-no-illegal", &[("why", sanitise(why).into())]);
        }
        Refusal::TooLate => "online-no-too-late",
        Refusal::NotGone => "online-no-not-gone",
        Refusal::Nothing => "tui-undo-none",
        Refusal::Rated => "online-no-rated",
        Refusal::Sealed => "online-no-sealed",
        Refusal::NoOffer => "online-no-offer",
        Refusal::Quiet => "online-no-quiet",
        Refusal::BadText => "online-no-bad-text",
        Refusal::BadNonce => "online-no-bad-nonce",
        Refusal::TooMuch => "online-no-too-much",
    };
    texts.get(id)
}

/// Explains a client error, and what to do about it.
pub fn fault(texts: &Texts, why: &ClientError, server: &str) -> String {
    let server = ("server", sanitise(server).into());
    let because = |why: &str| ("why", sanitise(why).into());
    match why {
        ClientError::Address(given) => {
            texts.format("online-bad-address", &[("given", sanitise(given).into())])
        }
        ClientError::Network(why) => texts.format("online-unreachable", &[server, because(why)]),
        ClientError::NoGame(game) => {
            texts.format("online-no-game", &[server, ("game", game.to_string().into())])
        }
        ClientError::Nonsense(why) => texts.format("online-nonsense", &[server, because(why)]),
        ClientError::Bye { reason, .. } => texts.format("online-bye", &[server, because(reason)]),
        ClientError::Problem(problem) => {
            // Why a tournament cannot be joined or left. Commands of the terminal cause no others.
            let refusal = problem.refusal.map(|why| format!("online-event-no-{why:?}"));
            let refusal = refusal.map(|id| id.to_ascii_lowercase());
            if let Some(id) = refusal.filter(|id| texts.has(id)) {
                return texts.get(&id);
            }
            let id = match problem.problem {
                ProblemKind::Unauthorized => "online-unauthorized",
                ProblemKind::Gone => "online-seek-gone",
                ProblemKind::NotFound => "online-not-found",
                ProblemKind::TooMany => "online-too-many",
                ProblemKind::Unavailable => "online-unavailable",
                _ => "online-problem",
            };
            texts.format(id, &[server, because(&problem.message)])
        }
    }
}
