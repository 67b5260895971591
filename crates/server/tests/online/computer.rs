use bosworth_client::Play;
use bosworth_protocol::{Reason, Stage};

use crate::place::{Dice, Place, play, terms};

#[tokio::test(flavor = "multi_thread")]
async fn the_computer_plays_a_game_to_its_end() {
    let place = Place::in_memory().await;
    let (anna, me) = place.guest().await;
    let game = anna.computer(1, &terms("-", false)).await.expect("a game");
    let mut own = Play::new(anna.clone(), game, Some(me.person.id));
    play(&mut own, Dice(21), usize::MAX).await;
    let table = own.table().expect("a table");
    assert_eq!(table.stage(), Stage::Over);
    assert_eq!(table.ending().expect("an end").reason, Reason::Played);
    place.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rated_games_against_the_computer_and_levels_that_are_none_are_refused() {
    let place = Place::in_memory().await;
    let (anna, _) = place.person("anna").await;
    assert!(anna.computer(1, &terms("5+3", true)).await.is_err());
    for level in [0, 9, 255] {
        assert!(anna.computer(level, &terms("5+3", false)).await.is_err());
    }
    place.stop().await;
}
