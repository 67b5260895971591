use bosworth_client::{Client, ClientError, Play, fresh_key};
use bosworth_protocol::{
    Command, CommandRequest, EndReason, GameId, OfferTerms, ProblemKind, Stage,
};
use bosworth_rules::Side;
use bosworth_testing::eventually;
use futures_util::future::join_all;

use crate::online::online_fixture::{Dice, OnlineFixture, play, terms};

#[tokio::test(flavor = "multi_thread")]
async fn the_computer_plays_a_game_to_its_end() {
    let fixture = OnlineFixture::in_memory().await;
    let (anna, me) = fixture.guest().await;
    let game = anna.computer(1, &terms("-", false)).await.expect("a game");
    let mut own = Play::new(anna.clone(), game, Some(me.person.id));
    play(&mut own, Dice(21), usize::MAX).await;
    let table = own.table().expect("a table");
    assert_eq!(table.stage(), Stage::Over);
    assert_eq!(table.ending().expect("an end").reason, EndReason::Played);
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rated_games_against_the_computer_and_unknown_levels_are_refused() {
    let fixture = OnlineFixture::in_memory().await;
    let (anna, _) = fixture.person("anna").await;
    assert!(anna.computer(1, &terms("5+3", true)).await.is_err());
    for level in [0, 9, 255] {
        assert!(anna.computer(level, &terms("5+3", false)).await.is_err());
    }
    fixture.stop().await;
}

/// Starts a game in which it is the computer's turn.
async fn ask(client: &Client, level: u8) -> Result<GameId, ClientError> {
    let terms = OfferTerms { side: Some(Side::White), ..terms("-", false) };
    let game = client.computer(level, &terms).await?;
    let command = Command::Ready { nonce: "york".into() };
    client.command(game, &CommandRequest { key: fresh_key(), command }).await?;
    Ok(game)
}

#[tokio::test(flavor = "multi_thread")]
async fn many_level_8_games_do_not_delay_others() {
    let fixture = OnlineFixture::in_memory().await;
    let mut crowd = Vec::new();
    for _ in 0..24 {
        crowd.push(fixture.guest().await.0);
    }
    let mut games = Vec::new();
    for client in &crowd {
        for game in join_all((0..5).map(|_| ask(client, 8))).await {
            games.push(game.expect("a game"));
        }
    }
    let (anna, _) = fixture.guest().await;
    let game = ask(&anna, 1).await.expect("a game");
    let has_begun = async |game| !anna.look(game).await.expect("a view").plies.is_empty();
    eventually("the action of level 1", async || has_begun(game).await.then_some(())).await;
    let mut waiting = 0;
    for game in games {
        waiting += usize::from(!has_begun(game).await);
    }
    assert!(waiting > 0, "level 1 waited behind all games of level 8");
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_limit_of_computer_games_holds_for_concurrent_requests() {
    let fixture = OnlineFixture::in_memory().await;
    let ((anna, _), (bert, _)) = (fixture.guest().await, fixture.person("bert").await);
    for (client, most) in [(&anna, 5), (&bert, 20)] {
        let untimed = terms("-", false);
        let begun = join_all((0..30).map(|_| client.computer(1, &untimed))).await;
        let (good, bad): (Vec<_>, Vec<_>) = begun.into_iter().partition(Result::is_ok);
        assert_eq!((good.len(), bad.len()), (most, 30 - most));
        for refused in bad {
            let Err(ClientError::Problem(problem)) = refused else { panic!("{refused:?}") };
            assert_eq!(problem.problem, ProblemKind::Conflict, "{}", problem.message);
        }
        // A finished game frees its slot.
        let game = *good[0].as_ref().expect("a game");
        let command = Command::Abort;
        let request = CommandRequest { key: fresh_key(), command };
        client.command(game, &request).await.expect("aborted");
        client.computer(1, &untimed).await.expect("room for one more");
    }
    fixture.stop().await;
}
