//! Duplicate: a match of two teams with a shared deal, through the API.

use bosworth_client::{Client, ClientError, fresh_key};
use bosworth_fair::Proof;
use bosworth_protocol::tournament::{TournamentChatLine, TournamentStage, TournamentView};
use bosworth_protocol::{Command, CommandRequest, FromClient, FromServer, GameId, Me, ProblemKind};
use bosworth_rules::Record;
use bosworth_testing::eventually;
use bosworth_tournament::{Tournament, TournamentLogEntry};
use serde_json::{Value, json};

use crate::online::online_fixture::{OnlineFixture, until};
use crate::online::tournaments::{announce, ask, play as resign};

/// A player with an account.
pub type Someone = (Client, Me);

pub async fn view(fixture: &OnlineFixture, event: &str) -> TournamentView {
    fixture.nobody().get(&format!("/api/events/{event}")).await.expect("a tournament")
}

/// Two teams of two about to play a match, captains first.
pub async fn two_teams(fixture: &OnlineFixture) -> (Client, String, [Someone; 4]) {
    let (organiser, _) = fixture.person("olga").await;
    let teams = json!({
        "kind": "knockout", "series": "2", "deal": "teams", "limits": {"guests": false},
    });
    let event = announce(&organiser, &teams).await.expect("a tournament");
    let people = [
        fixture.person("anna").await,
        fixture.person("bert").await,
        fixture.person("carl").await,
        fixture.person("dora").await,
    ];
    for (captain, mate) in [(0, 2), (1, 3)] {
        team(&event, &people[captain], &people[mate]).await;
    }
    (organiser, event, people)
}

/// Enters a team: the captain proposes it, and the mate accepts.
pub async fn team(event: &str, captain: &Someone, mate: &Someone) {
    let propose = json!({"join": {"mate": mate.1.person.name}});
    ask(&captain.0, event, propose).await.expect("a proposal");
    let accept = json!({"accept": {"captain": captain.1.person.id}});
    ask(&mate.0, event, accept).await.expect("a seat");
}

/// Waits for the games of a match, each with its Red and White.
pub async fn games<'a>(
    fixture: &OnlineFixture,
    event: &str,
    people: &'a [Someone],
) -> Vec<(GameId, [&'a Client; 2])> {
    let view = eventually("both games", async || {
        let view = view(fixture, event).await;
        (view.games.len() == 2).then_some(view)
    })
    .await;
    let mut games = Vec::new();
    for game in view.games {
        let seat = |player: Option<bosworth_protocol::tournament::PlayerId>| {
            let id = player.expect("a person").0;
            &people.iter().find(|(_, me)| me.person.id.0 == id).expect("one of them").0
        };
        let seats = [seat(game.red), seat(game.white)];
        eventually("the game", async || seats[0].look(game.game).await.ok()).await;
        games.push((game.game, seats));
    }
    games
}

pub async fn over(fixture: &OnlineFixture, event: &str) -> TournamentView {
    eventually("the end", async || {
        let view = view(fixture, event).await;
        (view.summary.stage == TournamentStage::Over).then_some(view)
    })
    .await
}

pub fn is_forbidden<T>(answer: Result<T, ClientError>) -> bool {
    matches!(answer, Err(ClientError::Problem(problem)) if problem.problem == ProblemKind::Forbidden)
}

/// Whether a client can see anything of a game in any way.
async fn sees(fixture: &OnlineFixture, client: &Client, game: GameId) -> bool {
    let mut connection = client.connect().await.expect("a connection");
    connection.send(&FromClient::Watch { game, since: 0 }).await.expect("sent");
    let watched = until(&mut connection, |message| match message {
        FromServer::Table { .. } => Some(true),
        FromServer::Unknown { .. } => Some(false),
        _ => None,
    })
    .await;
    let looked = client.look(game).await;
    assert_eq!(watched, looked.is_ok(), "all routes agree");
    assert_eq!(watched, client.record(game).await.is_ok());
    assert!(watched || is_forbidden(looked));
    if !watched {
        assert!(is_forbidden(client.text(&format!("/api/games/{game}/stream")).await));
        let all = fixture.nobody().text("/api/games?format=ndjson").await.expect("games");
        assert!(!all.contains(game.as_str()), "{all}");
        connection.send(&FromClient::Lobby(true)).await.expect("sent");
        let hall = until(&mut connection, |message| match message {
            FromServer::LobbyActivity(hall) => Some(hall),
            _ => None,
        })
        .await;
        assert!(hall.games.iter().all(|running| running.game != game));
    }
    watched
}

pub async fn proven(fixture: &OnlineFixture, game: GameId) -> (Record, Proof) {
    let text = eventually("its secret", async || {
        let text = fixture.nobody().record(game).await.ok()?;
        text.contains("[Secret ").then_some(text)
    })
    .await;
    let record: Record = text.parse().expect("a good record");
    let proof = Proof::of(&record).expect("a proof");
    proof.verify(&record).expect("proven");
    (record, proof)
}

#[tokio::test(flavor = "multi_thread")]
async fn two_teams_play_the_same_deal_without_seeing_the_other_table() {
    let fixture = OnlineFixture::in_memory().await;
    let (organiser, event, people) = two_teams(&fixture).await;
    let chat = format!("/api/events/{event}/chat");
    let say = async || organiser.post::<TournamentChatLine>(&chat, &json!({"text": "hello"})).await;
    say().await.expect("nothing has been played");
    ask(&organiser, &event, json!("start")).await.expect("a start");
    let games = games(&fixture, &event, &people).await;
    let [(first, at_first), (second, at_second)] = games[..] else { panic!("two games") };
    assert!(view(&fixture, &event).await.sealed);
    assert!(say().await.is_err(), "players who know the cards could talk");
    resign(at_first[0], at_first[1], first.as_str(), at_first[0]).await;
    // The first game is over, the second is in progress: people not at the table learn nothing.
    for client in [&fixture.nobody(), &organiser, at_second[0], at_second[1]] {
        assert!(!sees(&fixture, client, first).await);
    }
    for client in [at_first[0], at_first[1], &organiser] {
        assert!(!sees(&fixture, client, second).await);
    }
    for client in at_first {
        assert!(sees(&fixture, client, first).await);
        let record = client.record(first).await.expect("one's own");
        assert!(!record.contains("Secret"), "{record}");
    }
    let meanwhile = view(&fixture, &event).await;
    let boards = &meanwhile.round.as_ref().expect("a round").boards;
    assert!(boards[0].games.iter().all(|game| game.result.is_none()), "{boards:?}");
    // The tournament tells everybody which games they can see.
    let games = async |client: &Client, path: &str| {
        let view: Value = client.get(&format!("/api/events/{event}{path}")).await.expect("a view");
        let board = if path.is_empty() { &view["round"]["boards"][0] } else { &view["boards"][0] };
        assert_eq!(board["sealed"], true);
        [0, 1].map(|game| board["games"][game]["hidden"] == true)
    };
    for path in ["", "/round?number=1"] {
        assert_eq!(games(&fixture.nobody(), path).await, [true, true]);
        assert_eq!(games(&organiser, path).await, [true, true]);
        assert_eq!(games(at_first[0], path).await, [false, true]);
        assert_eq!(games(at_second[1], path).await, [true, false]);
    }
    let all =
        fixture.nobody().text(&format!("/api/events/{event}/games")).await.expect("an export");
    assert!(all.is_empty(), "{all}");

    resign(at_second[0], at_second[1], second.as_str(), at_second[1]).await;
    let over = over(&fixture, &event).await;
    assert!(!over.sealed);
    let board = &over.round.as_ref().expect("a round").boards[0];
    assert!(!board.sealed && board.games.iter().all(|game| !game.hidden), "{board:?}");
    // The same hand won at both tables, so each team won once.
    assert_eq!(over.standings[0].rows.iter().filter(|row| row.points.halves() > 0).count(), 1);
    let (one, a) = proven(&fixture, first).await;
    let (other, b) = proven(&fixture, second).await;
    assert_eq!(one.start, other.start, "the same hands");
    assert_eq!(a.shared, Some(format!("{event}/1.1")));
    assert_eq!((a.shared, a.secret, a.commitment), (b.shared, b.secret, b.commitment));
    let names = |record: &Record| {
        [record.tag("Red").map(String::from), record.tag("White").map(String::from)]
    };
    let mut four: Vec<_> = names(&one).into_iter().chain(names(&other)).flatten().collect();
    four.sort();
    assert_eq!(four, ["anna", "bert", "carl", "dora"]);
    // At the second table the mate has the other side.
    assert_eq!(one.tag("Red") == Some("anna"), other.tag("White") == Some("carl"));
    let all =
        fixture.nobody().text(&format!("/api/events/{event}/games")).await.expect("an export");
    assert_eq!(all.matches("[SharedDeal ").count(), 2);
    assert!(sees(&fixture, &fixture.nobody(), first).await);
    say().await.expect("everything is revealed");
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_team_that_leaves_or_does_not_show_up_keeps_no_deal_sealed() {
    for leaves in [true, false] {
        let fixture = OnlineFixture::in_memory().await;
        let (organiser, event, people) = two_teams(&fixture).await;
        ask(&organiser, &event, json!("start")).await.expect("a start");
        let games = games(&fixture, &event, &people).await;
        let [(first, at_first), (second, at_second)] = games[..] else { panic!("two games") };
        if leaves {
            // Either member can act for the team.
            ask(&people[2].0, &event, json!("leave")).await.expect("left");
        } else {
            let command = Command::Abort;
            let request = CommandRequest { key: fresh_key(), command };
            let path = format!("/api/games/{first}/command");
            at_first[0].post::<Value>(&path, &request).await.expect("called off");
            resign(at_second[0], at_second[1], second.as_str(), at_second[1]).await;
        }
        let over = over(&fixture, &event).await;
        let winners: Vec<_> =
            over.standings[0].rows.iter().filter(|row| row.points.halves() > 0).collect();
        assert_eq!(winners.len(), 1, "{leaves}");
        for game in [first, second] {
            eventually("everything to be revealed", async || {
                fixture.nobody().look(game).await.ok()
            })
            .await;
            let (table, _) = fixture.app.tables.snapshot(game).await.expect("a table");
            assert!(table.ending().expect("an end").secret.is_some());
        }
        fixture.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn teams_consist_of_two_eligible_accounts() {
    let fixture = OnlineFixture::in_memory().await;
    let (organiser, _) = fixture.person("olga").await;
    let teams = |change: Value| {
        let mut all = json!({
            "kind": "knockout", "series": "2", "deal": "teams", "limits": {"guests": false},
        });
        for (name, value) in change.as_object().expect("fields") {
            all[name] = value.clone();
        }
        all
    };
    let bots = json!({"limits": {"guests": false, "bots": true}});
    let guests = json!({"limits": {"guests": true}});
    for wrong in [guests, bots, json!({"rated": true}), json!({"series": "1"})] {
        assert!(announce(&organiser, &teams(wrong.clone())).await.is_err(), "{wrong}");
    }
    let event = announce(&organiser, &teams(json!({}))).await.expect("a tournament");
    let (anna, _) = fixture.person("anna").await;
    let (bert, _) = fixture.person("bert").await;
    let (_, guest) = fixture.guest().await;
    let join = async |client: &Client, mate: &str| {
        ask(client, &event, json!({"join": {"mate": mate}})).await
    };
    assert!(ask(&anna, &event, json!({"join": {}})).await.is_err(), "alone");
    assert!(join(&anna, "anna").await.is_err(), "with herself");
    assert!(join(&anna, "nobody").await.is_err());
    assert!(join(&anna, &guest.person.name).await.is_err());
    let id = async |client: &Client| client.me().await.expect("an account").person.id;
    fixture.app.store.block(id(&bert).await, id(&anna).await, 0).await.expect("blocked");
    assert!(join(&anna, "bert").await.is_err(), "he declined");
    // Nobody is in a team before accepting, and only the two know about the proposal.
    let view = join(&bert, "olga").await.expect("a proposal");
    assert_eq!(view["entrants"], json!([]));
    assert_eq!(view["proposals"][0]["mate"]["name"], "olga");
    assert_eq!(view["entry"], "proposed");
    let look = async |client: &Client| -> Value {
        client.get(&format!("/api/events/{event}")).await.expect("a tournament")
    };
    assert_eq!(look(&anna).await.get("proposals"), None);
    let hers = look(&organiser).await;
    assert_eq!(hers["proposals"][0]["captain"]["name"], "bert");
    assert_eq!(hers.get("joined"), None);
    let captain = json!({"captain": id(&bert).await});
    let answer = async |client: &Client, command: &str| {
        ask(client, &event, json!({ command: captain })).await
    };
    assert!(answer(&anna, "accept").await.is_err(), "she was not invited");
    let declined = answer(&organiser, "decline").await.expect("an answer");
    assert_eq!(declined.get("proposals"), None);
    assert!(answer(&organiser, "accept").await.is_err(), "it is withdrawn");
    join(&bert, "olga").await.expect("a proposal");
    let view = answer(&organiser, "accept").await.expect("a seat");
    assert_eq!(view["entry"], "entered");
    assert_eq!(view["me"], json!(id(&bert).await), "the captain stands for the team");
    assert_eq!(view["entrants"][0]["mate"]["name"], "olga");
    assert_eq!(look(&organiser).await["joined"], true);
    assert!(join(&organiser, "anna").await.is_err(), "she is in a team already");
    // The log says who is in a team, but not who declined whom.
    let log: Value = anna.get(&format!("/api/events/{event}/log")).await.expect("a log");
    let text = log.to_string();
    assert!(text.contains("\"join\"") && !text.contains("propose") && !text.contains("retract"));
    let log: Vec<TournamentLogEntry> = serde_json::from_value(log).expect("entries");
    Tournament::replay(&log).expect("it can be read");
    fixture.stop().await;
}
