//! Duplicate: teams and fields that have a deal in common, played through the API.

use bosworth_client::{Client, ClientError, Play, fresh_key};
use bosworth_fair::Proof;
use bosworth_protocol::event::{EventLine, EventView, GameResult, Stage};
use bosworth_protocol::{
    Command, CommandRequest, FromClient, FromServer, GameId, Me, ProblemKind, Reason,
};
use bosworth_rules::{Record, Side};
use bosworth_testing::eventually;
use serde_json::{Value, json};

use crate::events::{announce, ask, play as resign};
use crate::place::{Dice, Place, play, until};

/// Somebody with an account.
pub type Someone = (Client, Me);

pub async fn view(place: &Place, event: &str) -> EventView {
    place.nobody().get(&format!("/api/events/{event}")).await.expect("an event")
}

/// Two teams of two that are about to play a match: the captains first.
pub async fn two_teams(place: &Place) -> (Client, String, [Someone; 4]) {
    let (organiser, _) = place.person("olga").await;
    let teams = json!({
        "kind": "knockout", "series": "2", "deal": "teams", "limits": {"guests": false},
    });
    let event = announce(&organiser, &teams).await.expect("an event");
    let people = [
        place.person("anna").await,
        place.person("bert").await,
        place.person("carl").await,
        place.person("dora").await,
    ];
    for (captain, mate) in [(0, "carl"), (1, "dora")] {
        let join = json!({"join": {"mate": mate}});
        ask(&people[captain].0, &event, join).await.expect("a seat");
    }
    (organiser, event, people)
}

/// The games of a match once they are open, each with its Red and White.
pub async fn games<'a>(
    place: &Place,
    event: &str,
    people: &'a [Someone],
) -> Vec<(GameId, [&'a Client; 2])> {
    let view = eventually("both games", async || {
        let view = view(place, event).await;
        (view.games.len() == 2).then_some(view)
    })
    .await;
    let mut games = Vec::new();
    for game in view.games {
        let seat = |player: Option<bosworth_protocol::event::PlayerId>| {
            let id = player.expect("a person").0;
            &people.iter().find(|(_, me)| me.person.id.0 == id).expect("one of them").0
        };
        let seats = [seat(game.red), seat(game.white)];
        eventually("the game", async || seats[0].look(game.game).await.ok()).await;
        games.push((game.game, seats));
    }
    games
}

async fn over(place: &Place, event: &str) -> EventView {
    eventually("the end", async || {
        let view = view(place, event).await;
        (view.summary.stage == Stage::Over).then_some(view)
    })
    .await
}

fn is_forbidden<T>(answer: Result<T, ClientError>) -> bool {
    matches!(answer, Err(ClientError::Problem(problem)) if problem.problem == ProblemKind::Forbidden)
}

/// Whether somebody can see anything of a game by any way that leads to games.
async fn sees(place: &Place, client: &Client, game: GameId) -> bool {
    let mut connection = client.connect().await.expect("a connection");
    connection.send(&FromClient::Watch { game, since: 0 }).await.expect("sent");
    let watched = until(&mut connection, |message| match message {
        FromServer::Table { .. } => Some(true),
        FromServer::Unknown { .. } => Some(false),
        _ => None,
    })
    .await;
    let looked = client.look(game).await;
    assert_eq!(watched, looked.is_ok(), "all ways agree");
    assert_eq!(watched, client.record(game).await.is_ok());
    assert!(watched || is_forbidden(looked));
    if !watched {
        assert!(is_forbidden(client.text(&format!("/api/games/{game}/stream")).await));
        let all = place.nobody().text("/api/games?format=ndjson").await.expect("games");
        assert!(!all.contains(game.as_str()), "{all}");
        connection.send(&FromClient::Lobby(true)).await.expect("sent");
        let hall = until(&mut connection, |message| match message {
            FromServer::Hall(hall) => Some(hall),
            _ => None,
        })
        .await;
        assert!(hall.games.iter().all(|running| running.game != game));
    }
    watched
}

async fn proven(place: &Place, game: GameId) -> (Record, Proof) {
    let text = eventually("its secret", async || {
        let text = place.nobody().record(game).await.ok()?;
        text.contains("[Secret ").then_some(text)
    })
    .await;
    let record: Record = text.parse().expect("a good record");
    let proof = Proof::of(&record).expect("a proof");
    proof.verify(&record).expect("proven");
    (record, proof)
}

#[tokio::test(flavor = "multi_thread")]
async fn two_teams_play_the_same_deal_and_nobody_sees_the_other_table() {
    let place = Place::in_memory().await;
    let (organiser, event, people) = two_teams(&place).await;
    let chat = format!("/api/events/{event}/chat");
    let say = async || organiser.post::<EventLine>(&chat, &json!({"text": "hello"})).await;
    say().await.expect("nothing is played yet");
    ask(&organiser, &event, json!("start")).await.expect("a start");
    let games = games(&place, &event, &people).await;
    let [(first, at_first), (second, at_second)] = games[..] else { panic!("two games") };
    assert!(view(&place, &event).await.sealed);
    assert!(say().await.is_err(), "whoever knows the cards could talk");
    resign(at_first[0], at_first[1], first.as_str(), at_first[0]).await;
    // The first game is over, the second goes on: nothing is told to those who are not at the table.
    for client in [&place.nobody(), &organiser, at_second[0], at_second[1]] {
        assert!(!sees(&place, client, first).await);
    }
    for client in [at_first[0], at_first[1], &organiser] {
        assert!(!sees(&place, client, second).await);
    }
    for client in at_first {
        assert!(sees(&place, client, first).await);
        let record = client.record(first).await.expect("one's own");
        assert!(!record.contains("Secret"), "{record}");
    }
    let meanwhile = view(&place, &event).await;
    let boards = &meanwhile.round.as_ref().expect("a round").boards;
    assert!(boards[0].games.iter().all(|game| game.result.is_none()), "{boards:?}");
    let all = place.nobody().text(&format!("/api/events/{event}/games")).await.expect("an export");
    assert!(all.is_empty(), "{all}");

    resign(at_second[0], at_second[1], second.as_str(), at_second[1]).await;
    let over = over(&place, &event).await;
    assert!(!over.sealed);
    // The same hand won at both tables: one team each time, but for White in the second game.
    assert_eq!(over.standings[0].rows.iter().filter(|row| row.points.halves() > 0).count(), 1);
    let (one, a) = proven(&place, first).await;
    let (other, b) = proven(&place, second).await;
    assert_eq!(one.start, other.start, "the same hands");
    assert_eq!(a.shared, Some(format!("{event}/1.1")));
    assert_eq!((a.shared, a.secret, a.commitment), (b.shared, b.secret, b.commitment));
    let names = |record: &Record| {
        [record.tag("Red").map(String::from), record.tag("White").map(String::from)]
    };
    let mut four: Vec<_> = names(&one).into_iter().chain(names(&other)).flatten().collect();
    four.sort();
    assert_eq!(four, ["anna", "bert", "carl", "dora"]);
    // The captain's side is the other one's mate's at the second table.
    assert_eq!(one.tag("Red") == Some("anna"), other.tag("White") == Some("carl"));
    let all = place.nobody().text(&format!("/api/events/{event}/games")).await.expect("an export");
    assert_eq!(all.matches("[SharedDeal ").count(), 2);
    assert!(sees(&place, &place.nobody(), first).await);
    say().await.expect("all is known");
    place.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_team_that_leaves_or_does_not_come_keeps_no_deal_sealed() {
    for leaves in [true, false] {
        let place = Place::in_memory().await;
        let (organiser, event, people) = two_teams(&place).await;
        ask(&organiser, &event, json!("start")).await.expect("a start");
        let games = games(&place, &event, &people).await;
        let [(first, at_first), (second, at_second)] = games[..] else { panic!("two games") };
        if leaves {
            // Either half speaks for the team.
            ask(&people[2].0, &event, json!("leave")).await.expect("left");
        } else {
            let command = Command::Abort;
            let request = CommandRequest { key: fresh_key(), command };
            let path = format!("/api/games/{first}/command");
            at_first[0].post::<Value>(&path, &request).await.expect("called off");
            resign(at_second[0], at_second[1], second.as_str(), at_second[1]).await;
        }
        let over = over(&place, &event).await;
        let winners: Vec<_> =
            over.standings[0].rows.iter().filter(|row| row.points.halves() > 0).collect();
        assert_eq!(winners.len(), 1, "{leaves}");
        for game in [first, second] {
            eventually("that all is told", async || place.nobody().look(game).await.ok()).await;
            let (table, _) = place.app.tables.look(game).await.expect("a table");
            assert!(table.ending().expect("an end").secret.is_some());
        }
        place.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn teams_are_of_two_accounts_that_may_take_part() {
    let place = Place::in_memory().await;
    let (organiser, _) = place.person("olga").await;
    let teams = |change: Value| {
        let mut all = json!({
            "kind": "knockout", "series": "2", "deal": "teams", "limits": {"guests": false},
        });
        for (name, value) in change.as_object().expect("fields") {
            all[name] = value.clone();
        }
        all
    };
    for wrong in [json!({"limits": {}}), json!({"rated": true}), json!({"series": "1"})] {
        assert!(announce(&organiser, &teams(wrong.clone())).await.is_err(), "{wrong}");
    }
    let event = announce(&organiser, &teams(json!({}))).await.expect("an event");
    let (anna, _) = place.person("anna").await;
    let (bert, _) = place.person("bert").await;
    let (_, guest) = place.guest().await;
    let join = async |client: &Client, mate: &str| {
        ask(client, &event, json!({"join": {"mate": mate}})).await
    };
    assert!(ask(&anna, &event, json!({"join": {}})).await.is_err(), "alone");
    assert!(join(&anna, "anna").await.is_err(), "with herself");
    assert!(join(&anna, "nobody").await.is_err());
    assert!(join(&anna, &guest.person.name).await.is_err());
    let id = async |client: &Client| client.me().await.expect("an account").person.id;
    place.app.store.block(id(&bert).await, id(&anna).await, 0).await.expect("blocked");
    assert!(join(&anna, "bert").await.is_err(), "he does not want to");
    let view = join(&bert, "olga").await.expect("a seat");
    assert_eq!(view["entrants"][0]["mate"]["name"], "olga");
    let hers: Value = organiser.get(&format!("/api/events/{event}")).await.expect("an event");
    assert_eq!(hers["joined"], true);
    assert!(join(&organiser, "anna").await.is_err(), "she is in a team already");
    place.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_field_plays_the_same_deals_and_is_ranked_by_win_chance_gained_and_margin() {
    let place = Place::in_memory().await;
    let (organiser, _) = place.person("olga").await;
    let field = |guests| {
        json!({
            "kind": {"field": {"level": 1, "deals": 2, "minutes": 60}}, "limits": {"guests": guests},
        })
    };
    assert!(announce(&organiser, &field(true)).await.is_err(), "anybody can be many guests");
    let event = announce(&organiser, &field(false)).await.expect("an event");
    let people =
        [place.person("anna").await, place.person("bert").await, place.person("carl").await];
    for (client, _) in &people {
        ask(client, &event, json!({"join": {}})).await.expect("a seat");
    }
    ask(&organiser, &event, json!("start")).await.expect("a start");
    let mut deals = Vec::new();
    for deal in 1..=2 {
        let round = eventually("the next deal", async || {
            let view = view(&place, &event).await;
            (view.summary.rounds == deal && view.games.len() == 3).then_some(view)
        })
        .await;
        let mut games = Vec::new();
        for (number, (client, me)) in people.iter().enumerate() {
            let mine = |game: &&bosworth_protocol::event::EventGame| {
                [game.red, game.white].iter().flatten().any(|one| one.0 == me.person.id.0)
            };
            let game = round.games.iter().find(mine).expect("a game of one's own").game;
            eventually("the game", async || client.look(game).await.ok()).await;
            let mut own = Play::new(client.clone(), game, Some(me.person.id));
            if number == 2 && deal == 2 {
                // Carl stops after his first action, however he stands.
                play(&mut own, Dice(7), 2).await;
                own.command(Command::Resign).await;
                own.next().await.expect("the server goes on");
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
    over(&place, &event).await;
    for (deal, games) in (1..).zip(&deals) {
        let mut proofs = Vec::new();
        for &game in games {
            let (record, proof) = proven(&place, game).await;
            assert_eq!(proof.shared, Some(format!("{event}/{deal}")));
            proofs.push((record.start, proof.secret, proof.commitment));
        }
        assert!(proofs.iter().all(|one| *one == proofs[0]), "the same deal for all");
    }
    let rows = eventually("reviews of all games", async || {
        let rows = view(&place, &event).await.standings.remove(0).rows;
        (rows.iter().map(|row| row.reviewed).sum::<u16>() == 6).then_some(rows)
    })
    .await;
    let mut ranked: Vec<_> =
        rows.iter().map(|row| (row.adjusted, row.margin, row.player)).collect();
    let order: Vec<_> = ranked.iter().map(|row| row.2).collect();
    ranked.sort_by_key(|&(adjusted, margin, _)| std::cmp::Reverse((adjusted, margin)));
    assert_eq!(order, ranked.iter().map(|row| row.2).collect::<Vec<_>>());
    // Who resigned has gained nothing by it.
    let second: Value =
        place.nobody().get(&format!("/api/events/{event}/round?number=2")).await.expect("a round");
    let carl = people[2].1.person.id.0;
    let boards = second["boards"].as_array().expect("boards");
    let board = boards.iter().find(|board| board["red"] == carl).expect("his board");
    let straight = board["games"][0]["straight"] == true;
    assert_eq!(board["games"][0]["review"], if straight { 0 } else { 1000 });
    place.stop().await;
}

/// The window of a deal closes two seconds from now, because its round began a minute ago.
#[tokio::test(flavor = "multi_thread")]
async fn when_a_window_closes_all_games_end_and_all_is_told() {
    use bosworth_events::{
        Command as EventCommand, Decided, Kind, Limits, Opening, PlayerId, Standing,
    };

    let place = Place::in_memory().await;
    let (_, olga) = place.person("olga").await;
    let kind = Kind::Field { level: 1, deals: 1, minutes: 1 };
    let limits = Limits { guests: false, ..Limits::default() };
    let opening = Opening { starts: crate::events::tomorrow(), limits, ..Opening::example(kind) };
    let event = place.app.events.create(olga.person.id, opening).await.expect("an event");
    let people = [place.person("anna").await, place.person("bert").await];
    for (_, me) in &people {
        let join = EventCommand::Join { standing: Standing::rated(1500), mate: None };
        place.app.events.command(event, me.person.id, &join).await.expect("a seat");
    }
    let before = place.app.events.look(event).await.expect("an event");
    let at = place.app.now() - 55_000;
    let decided = before.decide(PlayerId(olga.person.id.0), &EventCommand::Start, at);
    let Ok(Decided::Append(entry)) = decided else { panic!("{decided:?}") };
    let body = serde_json::to_string(&entry).expect("a text");
    let store = &place.app.store;
    let written = store.append_to_event(event, entry.seq, &body, "running", Vec::new()).await;
    written.expect("it");
    place.app.events.drive(event).await.expect("games");
    // Anna begins and does not finish, Bert does not come.
    let (anna, me) = &people[0];
    let plans: Vec<_> = place.app.events.look(event).await.expect("an event").games().collect();
    let game = |id: i64| {
        let plays = bosworth_events::Opponent::Player(PlayerId(id));
        let plan = plans.iter().find(|plan| [plan.red, plan.white].contains(&plays));
        GameId::from_random(plan.expect("a game").number)
    };
    let hers = game(me.person.id.0);
    let mut own = Play::new(anna.clone(), hers, Some(me.person.id));
    play(&mut own, Dice(1), 3).await;
    let over = over(&place, event.as_str()).await;
    let table = |game: GameId| {
        let tables = place.app.tables.clone();
        async move {
            eventually("its secret", async || {
                let (table, _) = tables.look(game).await.expect("a table");
                table.ending()?.secret.is_some().then_some(table)
            })
            .await
        }
    };
    assert_eq!(table(hers).await.ending().expect("an end").reason, Reason::Time);
    let his = table(game(people[1].1.person.id.0)).await;
    assert_eq!(his.ending().expect("an end").reason, Reason::Aborted);
    let results = |player: i64| {
        let boards = &over.round.as_ref().expect("a round").boards;
        let board = boards.iter().find(|board| board.red.0 == player).expect("a board");
        board.games[0].result.expect("a result")
    };
    assert!(matches!(results(me.person.id.0), GameResult::White { .. }), "Red has not finished");
    assert!(results(people[1].1.person.id.0).is_missed_by(Side::Red));
    place.stop().await;
}
