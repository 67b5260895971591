//! Bytes as a stream of legal and illegal actions: illegal ones are rejected, and after each legal
//! one the invariants hold.
#![no_main]

use bosworth_rules::{Action, BySide, Card, Cards, First, Next, Position, Ruleset, Setup, Side};
use libfuzzer_sys::fuzz_target;

fn deal(bytes: &[u8]) -> Option<Position> {
    let (&edition, order) = bytes.split_first()?;
    let (_, ruleset) = Ruleset::PRESETS[usize::from(edition) % 3];
    let mut cards = Card::ALL.to_vec();
    let mut take = |n: usize| cards.remove(usize::from(order[n % order.len()]) % cards.len());
    let red: Cards = (0..5).map(&mut take).collect();
    let white: Cards = (5..10).map(&mut take).collect();
    let first = match ruleset.first {
        First::Lot if edition > 127 => Side::White,
        _ => Side::Red,
    };
    Position::deal(BySide { red, white }, first, ruleset)
}

fuzz_target!(|bytes: &[u8]| {
    let Some((head, stream)) = bytes.split_at_checked(11) else { return };
    let Some(mut position) = deal(head) else { return };
    for &byte in stream {
        // Bytes below 200 pick a legal action, the others any action.
        let any = usize::from(byte) % 50;
        let action = match any {
            0..24 => Action::Play(Card::ALL[any]),
            24..48 => Action::Hero(Card::ALL[any - 24]),
            48 => Action::Draw,
            _ => Action::Pass,
        };
        let choices = position.choices();
        let picked = choices.pick(u32::from(byte) % choices.len().max(1));
        let action = picked.filter(|_| byte < 200).map_or(action, |choice| choice.action());
        let legal = position.actions().contains(action);
        let next = match position.act(action) {
            Ok(Next::Position(next)) => next,
            Ok(Next::Draw(pending)) => {
                let count = pending.outcomes().len();
                assert!(count >= 1);
                pending.pick(u32::from(byte) % count).expect("one of the outcomes")
            }
            Err(_) => {
                assert!(!legal, "{position}: {action}");
                continue;
            }
        };
        assert!(legal, "{position}: {action}");
        assert_eq!(next.side(), !position.side());
        let fresh = Position::try_from(Setup::from(next)).expect("possible");
        assert_eq!(fresh, next);
        assert_eq!(fresh.key(), next.key());
        assert_eq!(next.to_string().parse(), Ok(next));
        position = next;
    }
});
