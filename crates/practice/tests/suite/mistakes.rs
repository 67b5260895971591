//! The deck of one's own mistakes.

use std::time::Instant;

use bosworth_practice::{Day, MistakeCard, MistakeKey, Progress};
use bosworth_rules::{Action, Position};
use proptest::prelude::*;

const TODAY: Day = Day(20_000);

fn card() -> MistakeCard {
    let position: Position =
        "9/9/9/4r4/9/4r4/9/9/9 e6 r S1,E1 N1,N2 4 4 - classic".parse().expect("a position");
    let [join, east] = ["S1", "E1"].map(|action| action.parse::<Action>().expect("an action"));
    let losses = [(east, 8.3), (join, 0.0), (Action::Draw, 2.4)];
    MistakeCard::new(&position, east, &losses).expect("a mistake")
}

fn key(ply: u32) -> MistakeKey {
    MistakeKey { played_at: i64::from(ply / 20), game: "game".into(), ply: ply % 20 }
}

fn deck(cards: u32) -> Progress {
    let mut progress = Progress::default();
    (0..cards).for_each(|ply| progress.mistakes.add(key(ply), &card()));
    progress
}

#[test]
fn a_card_knows_what_every_action_costs() {
    let card = card();
    let losses: Vec<_> =
        card.losses().iter().map(|(action, loss)| format!("{action} {loss}")).collect();
    assert_eq!(losses, ["S1 0", "+ 2.5", "E1 8.5"]);
    assert_eq!(card.played().map(|action| action.to_string()).as_deref(), Some("E1"));
    assert_eq!(card.position().map(|it| it.crown().to_string()).as_deref(), Some("e6"));
}

#[test]
fn a_decision_that_cost_less_than_four_points_is_no_mistake() {
    let position = card().position().expect("a position");
    let [best, other] = [0, 2].map(|place| card().losses()[place].0);
    let mistake = |loss| MistakeCard::new(&position, other, &[(best, 0.0), (other, loss)]);
    assert!(mistake(3.9).is_none() && mistake(4.0).is_some());
    assert!(MistakeCard::new(&position, Action::Pass, &[(best, 0.0)]).is_none());
}

#[test]
fn a_wrong_answer_comes_again_tomorrow_and_a_right_one_later_each_time() {
    let mut deck = deck(1).mistakes;
    let mut day = TODAY;
    deck.review(&key(0), day.begins(), false);
    assert_eq!(deck.card(&key(0)).and_then(MistakeCard::due), Some(day.plus(1)));
    let mut last = 0;
    for _ in 0..6 {
        day = deck.card(&key(0)).and_then(MistakeCard::due).expect("reviewed");
        assert_eq!(deck.due(day.plus(-1)), Vec::<&MistakeKey>::new());
        assert_eq!(deck.due(day), [&key(0)]);
        deck.review(&key(0), day.begins(), true);
        let interval = deck.card(&key(0)).and_then(MistakeCard::due).expect("due").since(day);
        assert!(interval > last, "{interval} after {last}");
        last = interval;
    }
    deck.review(&key(0), day.begins() + 5, false);
    let due = deck.card(&key(0)).and_then(MistakeCard::due);
    assert_eq!(due, Some(day.plus(last)), "only the first answer of a day counts");
}

#[test]
fn ten_new_cards_come_in_a_day_those_of_the_latest_games_first() {
    let mut deck = deck(50).mistakes;
    assert_eq!(deck.due(TODAY).len(), 10);
    assert_eq!(deck.due(TODAY)[0], &key(49));
    for ply in [49, 48, 47] {
        deck.review(&key(ply), TODAY.begins(), true);
    }
    assert_eq!(deck.due(TODAY).len(), 7);
    let tomorrow = TODAY.plus(1);
    assert_eq!(deck.due(tomorrow).len(), 10);
    let due = TODAY.plus(2);
    assert_eq!(deck.due(due).len(), 13, "three come again");
    assert!(deck.due(due)[..3].contains(&&key(48)), "and they come first");
    let counts = [0, 1, 2, 3].map(|days| deck.due(TODAY.plus(days)).len());
    assert_eq!(deck.due_counts::<4>(TODAY), counts, "the same for several days at once");
}

#[test]
fn a_removed_card_does_not_come_back_with_the_next_review_of_its_game() {
    let mut progress = deck(3);
    progress.mistakes.remove(&key(1));
    let merged = progress.clone().merged(&deck(3));
    assert_eq!(merged.mistakes.len(), 2);
    progress.mistakes.add(key(1), &card());
    assert_eq!(progress.mistakes.card(&key(1)), None);
}

#[test]
fn a_deck_keeps_the_latest_ten_thousand_and_opens_at_once() {
    let mut progress = deck(10_050);
    assert_eq!(progress.mistakes.len(), 10_000);
    assert_eq!(progress.mistakes.card(&key(49)), None);
    for ply in 50..10_050 {
        for (review, right) in [(-200, true), (-198, false), (-197, true), (-190, true)] {
            progress.mistakes.review(&key(ply), TODAY.plus(review).begins(), right);
        }
    }
    let text = progress.to_json();
    let started = Instant::now();
    let opened = Progress::from_json(&text).expect("the same");
    let read = started.elapsed();
    let due = opened.mistakes.due(TODAY).len();
    println!("{} bytes, read in {read:?}, {due} due after {:?}", text.len(), started.elapsed());
    let parts: Vec<_> = progress.parts().iter().map(|part| part.to_json().len()).collect();
    assert!(parts.len() == 20 && parts.iter().all(|bytes| *bytes < 1 << 20), "{parts:?}");
    assert_eq!((opened, due), (progress, 10_000));
}

proptest! {
    #[test]
    fn intervals_are_never_shorter_than_a_day_and_end(
        reviews in prop::collection::vec((1..400i32, any::<bool>()), 1..60),
    ) {
        let mut deck = deck(1).mistakes;
        let mut day = TODAY;
        for (days, right) in reviews {
            deck.review(&key(0), day.begins(), right);
            let card = deck.card(&key(0)).expect("a card");
            let memory = card.memory().expect("reviewed");
            prop_assert!((1.0..=10.0).contains(&memory.difficulty), "{:?}", memory);
            prop_assert!(memory.stability > 0.0 && memory.stability.is_finite());
            let interval = card.due().expect("reviewed").since(day);
            prop_assert!((1..=1_826).contains(&interval));
            prop_assert!(right || interval == 1);
            prop_assert!(card.reviews().0 <= 40);
            day = day.plus(days);
        }
    }

    #[test]
    fn remembering_lengthens_and_forgetting_shortens(
        days in 1..200i32, history in prop::collection::vec(any::<bool>(), 1..10),
    ) {
        let mut card_memory = bosworth_practice::Memory::first(history[0]);
        for right in &history[1..] {
            card_memory = card_memory.reviewed(card_memory.interval(), *right);
        }
        let right = card_memory.reviewed(days, true);
        let wrong = card_memory.reviewed(days, false);
        prop_assert!(right.stability >= card_memory.stability);
        prop_assert!(wrong.stability <= card_memory.stability);
        prop_assert!(wrong.difficulty >= right.difficulty);
        // The longer ago, the more a right answer proves.
        prop_assert!(card_memory.reviewed(days + 1, true).stability >= right.stability);
        prop_assert!(card_memory.retrievability(days + 1) < card_memory.retrievability(days));
    }
}
