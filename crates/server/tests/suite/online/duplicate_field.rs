//! Duplicate: a field playing the same deals against the computer, through the API.

use bosworth_client::Play;
use bosworth_protocol::tournament::{SlotResult, TournamentGame};
use bosworth_protocol::{Command, EndReason, GameId};
use bosworth_rules::Side;
use bosworth_server::store::TournamentRow;
use bosworth_testing::eventually;
use bosworth_tournament::{
    Announcement, Applicant, Eligibility, Opponent, PlayerId, TournamentCommand,
    TournamentDecision, TournamentFormat,
};
use serde_json::{Value, json};

use crate::online::duplicate::{is_forbidden, over, proven, view};
use crate::online::online_fixture::{Dice, OnlineFixture, play};
use crate::online::tournaments::{announce, ask, tomorrow};

#[tokio::test(flavor = "multi_thread")]
async fn a_field_is_ranked_by_win_chance_gained_and_margin() {
    let fixture = OnlineFixture::in_memory().await;
    let (organiser, _) = fixture.person("olga").await;
    let field = |guests| {
        json!({
            "kind": {"field": {"level": 1, "deals": 2, "minutes": 60}}, "limits": {"guests": guests},
        })
    };
    assert!(announce(&organiser, &field(true)).await.is_err(), "anybody can create many guests");
    let event = announce(&organiser, &field(false)).await.expect("a tournament");
    let people =
        [fixture.person("anna").await, fixture.person("bert").await, fixture.person("carl").await];
    for (client, _) in &people {
        ask(client, &event, json!({"join": {}})).await.expect("a seat");
    }
    ask(&organiser, &event, json!("start")).await.expect("a start");
    let mut deals = Vec::new();
    for deal in 1..=2 {
        let round = eventually("the next deal", async || {
            let view = view(&fixture, &event).await;
            (view.summary.rounds == deal && view.games.len() == 3).then_some(view)
        })
        .await;
        let mut games = Vec::new();
        for (number, (client, me)) in people.iter().enumerate() {
            let mine = |game: &&TournamentGame| {
                [game.red, game.white].iter().flatten().any(|one| one.0 == me.person.id.0)
            };
            let game = round.games.iter().find(mine).expect("a game of one's own").game;
            eventually("the game", async || client.look(game).await.ok()).await;
            let mut own = Play::new(client.clone(), game, Some(me.person.id));
            if number == 2 && deal == 2 {
                // Carl resigns after his first action, whatever the position.
                play(&mut own, Dice(7), 2).await;
                own.command(Command::Resign).await;
                own.next().await.expect("the server keeps running");
            } else {
                play(&mut own, Dice(number as u64), usize::MAX).await;
            }
            for (other, _) in people.iter().filter(|(_, one)| one.person.id != me.person.id) {
                let seen = other.look(game).await;
                assert!(number == 2 || is_forbidden(seen), "{number} {deal}");
            }
            games.push(game);
        }
        deals.push(games);
    }
    over(&fixture, &event).await;
    for (deal, games) in (1..).zip(&deals) {
        let mut proofs = Vec::new();
        for &game in games {
            let (record, proof) = proven(&fixture, game).await;
            assert_eq!(proof.shared, Some(format!("{event}/{deal}")));
            proofs.push((record.start, proof.secret, proof.commitment));
        }
        assert!(proofs.iter().all(|one| *one == proofs[0]), "the same deal for all");
    }
    let rows = eventually("reviews of all games", async || {
        let rows = view(&fixture, &event).await.standings.remove(0).rows;
        (rows.iter().map(|row| row.reviewed).sum::<u16>() == 6).then_some(rows)
    })
    .await;
    let mut ranked: Vec<_> =
        rows.iter().map(|row| (row.adjusted, row.margin, row.player)).collect();
    let order: Vec<_> = ranked.iter().map(|row| row.2).collect();
    ranked.sort_by_key(|&(adjusted, margin, _)| std::cmp::Reverse((adjusted, margin)));
    assert_eq!(order, ranked.iter().map(|row| row.2).collect::<Vec<_>>());
    // Resigning gained him nothing.
    let second: Value = fixture
        .nobody()
        .get(&format!("/api/events/{event}/round?number=2"))
        .await
        .expect("a round");
    let carl = people[2].1.person.id.0;
    let boards = second["boards"].as_array().expect("boards");
    let board = boards.iter().find(|board| board["red"] == carl).expect("his board");
    let straight = board["games"][0]["straight"] == true;
    assert_eq!(board["games"][0]["review"], if straight { 0 } else { 1000 });
    fixture.stop().await;
}

/// The window of the deal closes in two seconds, because its round began a minute ago.
#[tokio::test(flavor = "multi_thread")]
async fn closing_a_window_ends_all_games_and_reveals_the_deal() {
    let fixture = OnlineFixture::in_memory().await;
    let (_, olga) = fixture.person("olga").await;
    let kind = TournamentFormat::Field { level: 1, deals: 1, minutes: 1 };
    let limits = Eligibility { guests: false, ..Eligibility::default() };
    let announcement = Announcement { starts: tomorrow(), limits, ..Announcement::example(kind) };
    let event =
        fixture.app.tournaments.create(olga.person.id, announcement).await.expect("a tournament");
    let people = [fixture.person("anna").await, fixture.person("bert").await];
    for (_, me) in &people {
        let join = TournamentCommand::Join { applicant: Applicant::rated(1500), mate: None };
        fixture.app.tournaments.command(event, me.person.id, &join).await.expect("a seat");
    }
    let before = fixture.app.tournaments.load(event).await.expect("a tournament");
    let at = fixture.app.now() - 55_000;
    let decided = before.decide(PlayerId(olga.person.id.0), &TournamentCommand::Start, at);
    let Ok(TournamentDecision::Append(entry)) = decided else { panic!("{decided:?}") };
    let body = serde_json::to_string(&entry).expect("a text");
    let store = &fixture.app.store;
    let row = TournamentRow { stage: "running", starts: before.starts() };
    let written = store.append_to_tournament(event, entry.seq, &body, row, Vec::new()).await;
    written.expect("it");
    fixture.app.tournaments.advance(event).await.expect("games");
    // Anna starts and does not finish, Bert does not show up.
    let (anna, me) = &people[0];
    let plans: Vec<_> =
        fixture.app.tournaments.load(event).await.expect("a tournament").games().collect();
    let game = |id: i64| {
        let plays = Opponent::Player(PlayerId(id));
        let plan = plans.iter().find(|plan| [plan.red, plan.white].contains(&plays));
        GameId::from_random(plan.expect("a game").number)
    };
    let hers = game(me.person.id.0);
    let mut own = Play::new(anna.clone(), hers, Some(me.person.id));
    play(&mut own, Dice(1), 3).await;
    let over = over(&fixture, event.as_str()).await;
    let table = |game: GameId| {
        let tables = fixture.app.tables.clone();
        async move {
            eventually("its secret", async || {
                let (table, _) = tables.snapshot(game).await.expect("a table");
                table.ending()?.secret.is_some().then_some(table)
            })
            .await
        }
    };
    assert_eq!(table(hers).await.ending().expect("an end").reason, EndReason::Time);
    let his = table(game(people[1].1.person.id.0)).await;
    assert_eq!(his.ending().expect("an end").reason, EndReason::Aborted);
    let results = |player: i64| {
        let boards = &over.round.as_ref().expect("a round").boards;
        let board = boards.iter().find(|board| board.red.0 == player).expect("a board");
        board.games[0].result.expect("a result")
    };
    assert!(matches!(results(me.person.id.0), SlotResult::White { .. }), "Red has not finished");
    assert!(results(people[1].1.person.id.0).is_no_show_of(Side::Red));
    fixture.stop().await;
}
