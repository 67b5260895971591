//! Whether a position can come about in a game.

use bosworth_rules::{BySide, Position, Setup, Side};

/// The number of cards in the pile after a deal.
const PILE: u32 = 14;

/// What speaks against a position having been reached from a deal in which Red acted first and no side was
/// skipped; `None` if nothing does.
///
/// Each side began with five cards and four heroes. Its roses and heroes say how many cards it has
/// played, its hand how many it has drawn, and the sides took turns.
pub(super) fn unreachable_because(position: &Position) -> Option<&'static str> {
    let setup = Setup::from(*position);
    let used = setup.heroes.map(|heroes| u32::from(Position::HEROES - heroes));
    // A rose that was flipped was placed by the other side.
    let placed = |side: Side| {
        let roses = setup.roses[side].len() + used[!side];
        roses.checked_sub(used[side])
    };
    let (Some(red), Some(white)) = (placed(Side::Red), placed(Side::White)) else {
        return Some("more roses were flipped than were placed");
    };
    let played = BySide { red: red + used.red, white: white + used.white };
    let held = setup.hands.map(|hand| hand.len());
    let drawn = |side: Side| (held[side] + played[side]).checked_sub(Position::HAND);
    let (Some(red), Some(white)) = (drawn(Side::Red), drawn(Side::White)) else {
        return Some("a side has fewer cards than it was dealt and has not played");
    };
    let turns = BySide { red: played.red + red, white: played.white + white };
    let ahead = u32::from(setup.side == Side::White);
    if turns.red != turns.white + ahead {
        return Some("the sides did not take turns");
    }
    // Until the pile has been refilled, all that was played is in the discard.
    if red + white < PILE && setup.discard.len() != played.red + played.white {
        return Some("the discard is not what was played");
    }
    None
}

#[cfg(test)]
mod tests {
    use bosworth_engine::Random;
    use bosworth_rules::{Next, Ruleset};

    use super::*;

    fn why(text: &str) -> Option<&'static str> {
        unreachable_because(&text.parse().expect("a position"))
    }

    #[test]
    fn every_position_of_a_game_without_a_skip_can_be_reached() {
        let mut random = Random::new(36);
        for (_, ruleset) in Ruleset::PRESETS.into_iter().cycle().take(300) {
            let mut position = random.deal(ruleset);
            loop {
                assert_eq!(unreachable_because(&position), None, "{position}");
                let choices = position.choices();
                let Some(choice) = choices.pick(random.below(choices.len().max(1))) else { break };
                if choice.action() == bosworth_rules::Action::Pass {
                    break;
                }
                position = match choice.take() {
                    Next::Position(next) => next,
                    Next::Draw(pending) => {
                        let card = random.below(pending.outcomes().len());
                        pending.pick(card).expect("a card")
                    }
                };
            }
        }
    }

    #[test]
    fn positions_that_were_set_up_are_found_out() {
        let hands = "NE2,E3,S2,W3 SE1,SE2,SW2,SW3,W1";
        let first = format!("9/9/9/9/9/9/9/4r4/9 e2 w {hands} 4 4 S3 classic");
        assert_eq!(why(&first), None);
        assert_eq!(why(&first.replace(" w ", " r ")), Some("the sides did not take turns"));
        assert_eq!(
            why(&first.replace(" S3 ", " S3,N2 ")),
            Some("the discard is not what was played")
        );
        assert_eq!(
            why(&first.replace("NE2,E3,S2,W3", "NE2,E3,S2")),
            Some("a side has fewer cards than it was dealt and has not played")
        );
        assert_eq!(
            why(&first.replace(" 4 4 ", " 2 4 ")),
            Some("more roses were flipped than were placed")
        );
    }
}
