//! Formatting of players, clocks and games.

use bosworth_protocol::{
    AccountKind, Days, HandicapOffer, OfferTerms, PlayerView, RatingView, RunningGame, Seek, Speed,
    TimeControl,
};
use bosworth_rules::{GivenHandicap, Ruleset};
use bosworth_texts::Fixed;

use crate::language::{fill, texts, tr};

/// The name of a player.
pub fn player_name(player: &PlayerView) -> String {
    match player {
        PlayerView::Account { person, .. } => person.name.clone(),
        PlayerView::Computer { level } => fill("computer-level", &[("level", (*level).into())]),
    }
}

/// A rating, with a question mark while it is provisional.
pub fn rating_text(rating: &RatingView) -> String {
    let mark = if rating.is_provisional() { "?" } else { "" };
    format!("{}{mark}", Fixed(rating.rating, 0))
}

/// How a game changed a rating, in whole points: the difference of the ratings as they are shown.
pub fn rating_change_text(change: f64, after: f64) -> String {
    match (after.round() - (after - change).round()) as i64 {
        0 => "±0".into(),
        gain @ 1.. => format!("+{gain}"),
        loss => format!("\u{2212}{}", loss.unsigned_abs()),
    }
}

/// The note beside a player's name: the rating, or the kind of account.
pub fn player_note(player: &PlayerView) -> String {
    match player {
        PlayerView::Computer { .. } => String::new(),
        PlayerView::Account { rating: Some(rating), .. } => rating_text(rating),
        PlayerView::Account { person, .. } => match person.kind {
            AccountKind::Guest => tr("kind-guest"),
            AccountKind::Bot => tr("kind-bot"),
            AccountKind::Person => String::new(),
        },
    }
}

/// A time control in short form.
pub fn clock_text(clock: TimeControl) -> String {
    match clock {
        TimeControl::Live { .. } => clock.to_string(),
        TimeControl::Days(days) => days_text(days),
        TimeControl::Untimed => tr("clock-none"),
    }
}

fn days_text(clock: Days) -> String {
    let days = [("days", clock.days.into())];
    let text = match clock.increment {
        None => fill("clock-days", &days),
        Some(more) => fill(
            "clock-reserve",
            &[("days", fill("clock-days", &days).into()), ("more", more.into())],
        ),
    };
    if clock.weekends_off { fill("clock-weekends", &[("clock", text.into())]) } else { text }
}

/// The name of a speed.
pub fn speed_text(speed: Speed) -> String {
    tr(&format!("speed-{speed}"))
}

/// The name of an edition.
pub fn ruleset_text(ruleset: &str) -> String {
    match ruleset {
        "classic" | "brettspielnetz" | "kingofroses" => tr(&format!("setup-edition-{ruleset}")),
        other => other.into(),
    }
}

/// Whether a game is rated, in words.
pub fn rated_text(rated: bool) -> String {
    tr(if rated { "rated" } else { "casual" })
}

/// The parts of a game's terms. The classic edition goes without saying.
fn game_text(clock: String, ruleset: &str, rated: bool) -> Vec<String> {
    let edition = (ruleset != "classic").then(|| ruleset_text(ruleset));
    [Some(clock), edition, Some(rated_text(rated))].into_iter().flatten().collect()
}

/// The handicap of a game, in words.
pub fn handicap_text(handicap: Option<&str>, ruleset: &str) -> Option<String> {
    let given: GivenHandicap = handicap?.parse().ok()?;
    Some(texts().given_handicap(given, ruleset.parse().unwrap_or(Ruleset::CLASSIC)))
}

/// The handicap of an offer, in words.
fn offered_handicap_text(handicap: Option<&str>, owner: &str) -> Option<String> {
    let offer: HandicapOffer = handicap?.parse().ok()?;
    let opponent = tr("handicap-opponent");
    let [giver, other] = offer.giver_first(owner, opponent.as_str());
    Some(texts().handicap(offer.handicap, giver, other))
}

/// The terms of a running game.
pub fn running_text(game: &RunningGame) -> String {
    let mut parts = game_text(clock_text(game.clock), &game.ruleset, game.rated);
    parts.extend(handicap_text(game.handicap.as_deref(), &game.ruleset));
    parts.join(" · ")
}

/// The terms of an offered game.
pub fn terms_text(terms: &OfferTerms) -> String {
    let mut parts = game_text(clock_text(terms.clock), &terms.ruleset, terms.rated);
    if let Some(side) = terms.side {
        let ruleset: Ruleset = terms.ruleset.parse().unwrap_or(Ruleset::CLASSIC);
        let side = texts().side(side, ruleset);
        parts.push(fill("terms-side", &[("side", side.into())]));
    }
    parts.join(" · ")
}

/// The terms of an offer.
pub fn seek_text(seek: &Seek) -> String {
    if !seek.flexible {
        let handicap = offered_handicap_text(seek.handicap.as_deref(), &player_name(&seek.by));
        let parts = [Some(terms_text(&seek.terms)), handicap];
        return parts.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    }
    let clock = fill("terms-any-clock", &[("clock", clock_text(seek.terms.clock).into())]);
    game_text(clock, &seek.terms.ruleset, seek.terms.rated).join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rating_changes_are_whole_numbers_that_add_up() {
        for (change, after, text) in [
            (162.3, 1662.3, "+162"),
            (-162.3, 1337.7, "\u{2212}162"),
            // From 1500 to 1501.
            (0.4, 1500.6, "+1"),
            (0.2, 1500.2, "±0"),
        ] {
            assert_eq!(rating_change_text(change, after), text, "{change}");
        }
    }
}
