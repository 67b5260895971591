//! Offers with a handicap.

use bosworth_client::{Client, ClientError, Play};
use bosworth_fair::Proof;
use bosworth_protocol::{Challenge, Command, Offer, ProblemKind, Seek, SeekAnswer};
use bosworth_rules::{Record, Side};
use bosworth_testing::in_time;

use crate::online::online_fixture::{Dice, OnlineFixture, challenge, look_on, play};

fn with_handicap(clock: &str, rated: bool, text: &str) -> Challenge {
    Challenge { handicap: Some(text.into()), ..challenge(clock, rated) }
}

async fn open(client: &Client, offer: &Challenge) -> Seek {
    match client.offer(offer).await.expect("an offer") {
        SeekAnswer::Seek(seek) => *seek,
        SeekAnswer::Game(game) => panic!("paired in {game}"),
    }
}

async fn refused(client: &Client, offer: &Challenge) -> (ProblemKind, String) {
    match client.offer(offer).await {
        Err(ClientError::Problem(problem)) => (problem.problem, problem.message),
        other => panic!("{other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rated_game_has_no_handicap() {
    let fixture = OnlineFixture::in_memory().await;
    let (anna, _) = fixture.person("anna").await;
    let rated = with_handicap("5+3", true, "owner:heroes=2");
    let casual = "a game with a handicap is casual; offer it with `rated` false";
    assert_eq!(refused(&anna, &rated).await, (ProblemKind::Forbidden, casual.into()));
    let wrong = with_handicap("5+3", false, "owner:heroes=7");
    let fault = "heroes is 0 to 3, not \"7\"";
    assert_eq!(refused(&anna, &wrong).await, (ProblemKind::BadRequest, fault.into()));
    let nobody = with_handicap("5+3", false, "heroes=2");
    assert_eq!(refused(&anna, &nobody).await.0, ProblemKind::BadRequest);
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_with_a_handicap_becomes_a_game_with_it() {
    let fixture = OnlineFixture::in_memory().await;
    let ((anna, _), (bert, _)) = (fixture.person("anna").await, fixture.guest().await);
    for (by, giver) in [("owner", "red"), ("opponent", "white")] {
        let mut offer = with_handicap("-", false, &format!("{by}:heroes=1,cards=3,roses=2"));
        offer.terms.side = Some(Side::Red);
        let seek = open(&anna, &offer).await;
        assert_eq!(seek.handicap, offer.handicap, "the lobby shows it");
        let game = bert.accept(&seek.id).await.expect("a game");
        let given = format!("{giver}:heroes=1,cards=3,roses=2");
        assert_eq!(anna.look(game).await.expect("a view").handicap, Some(given.clone()));
        let games = bert.games().await.expect("games");
        let listed = games.iter().find(|listed| listed.game == game).expect("listed");
        assert_eq!(listed.handicap, Some(given));
    }
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_paired_into_a_handicap() {
    let fixture = OnlineFixture::in_memory().await;
    let ((anna, _), (bert, _)) = (fixture.guest().await, fixture.guest().await);
    let offer = with_handicap("5+3", false, "owner:heroes=2");
    open(&anna, &offer).await;
    open(&bert, &challenge("5+3", false)).await;
    let (carl, _) = fixture.guest().await;
    open(&carl, &offer).await;
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_with_a_handicap_is_dealt_recorded_and_repeated_on_the_other_side() {
    let fixture = OnlineFixture::in_memory().await;
    let ((anna, a), (bert, b)) = (fixture.person("anna").await, fixture.person("bert").await);
    let mut offer = with_handicap("-", false, "owner:heroes=2,roses=3,second");
    offer.terms.side = Some(Side::Red);
    let seek = open(&anna, &offer).await;
    let game = bert.accept(&seek.id).await.expect("a game");
    let mut red = Play::new(anna.clone(), game, Some(a.person.id));
    let mut white = Play::new(bert.clone(), game, Some(b.person.id));
    tokio::join!(play(&mut red, Dice(1), 12), play(&mut white, Dice(2), 12));
    let start = *red.table().and_then(|table| table.game()).expect("dealt").start();
    assert_eq!((start.heroes(Side::Red), start.roses(Side::White).len()), (2, 3));
    assert_eq!(start.side(), Side::White, "Red gives the first move");
    red.command(Command::Resign).await;
    look_on(&mut red).await;
    look_on(&mut white).await;
    let record: Record = anna.record(game).await.expect("text").parse().expect("a record");
    assert_eq!(record.tag("Handicap"), Some("red:heroes=2,roses=3,second"));
    Proof::of(&record).expect("a proof").verify(&record).expect("a fair deal");
    red.command(Command::Offer(Offer::Rematch)).await;
    white.command(Command::Offer(Offer::Rematch)).await;
    let agreed = async {
        loop {
            red.next().await.expect("news");
            if let Some(next) = red.table().and_then(|table| table.rematch()) {
                break next;
            }
        }
    };
    let next = in_time("the rematch", agreed).await;
    let given = anna.look(next).await.expect("a view").handicap;
    assert_eq!(given.as_deref(), Some("white:heroes=2,roses=3,second"), "anna gives it again");
    fixture.stop().await;
}
