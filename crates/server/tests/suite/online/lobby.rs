//! Finding an opponent: matching offers meet, challenges reach one account, the lobby shows who is
//! there.

use bosworth_client::{Client, ClientError, Play};
use bosworth_protocol::{
    Challenge, FromClient, FromServer, GameId, LobbyActivity, ProblemKind, Seek, SeekAnswer,
    TimeControl,
};
use bosworth_server::Config;
use bosworth_table::MIN_RATED_PLIES;
use bosworth_testing::{Nats, Postgres, eventually, in_time};
use serde_json::Value;

use crate::online::nodes::two;
use crate::online::online_fixture::{OnlineFixture, challenge, pair, until};
use crate::store::fixture::sql;

/// The offer made by the "find an opponent" button.
fn any(rated: bool) -> Challenge {
    Challenge { flexible: true, ..challenge("5+3", rated) }
}

/// Makes two offers in turn. Returns the game if they match.
async fn meet(
    (one, first): (&Client, &Challenge),
    (other, second): (&Client, &Challenge),
) -> Option<GameId> {
    let SeekAnswer::Seek(standing) = one.offer(first).await.expect("an offer") else {
        panic!("there was no matching offer");
    };
    match other.offer(second).await.expect("an answer") {
        SeekAnswer::Game(game) => Some(game),
        SeekAnswer::Seek(seek) => {
            for (client, seek) in [(one, standing), (other, seek)] {
                let path = format!("/api/seeks/{}", seek.id);
                client.delete(&path).await.expect("withdrawn");
            }
            None
        }
    }
}

async fn agreed(client: &Client, game: Option<GameId>) -> Option<(TimeControl, bool)> {
    let view = client.look(game?).await.expect("a view");
    Some((view.clock, view.rated))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flexible_offer_matches_every_suitable_offer() {
    let fixture = OnlineFixture::in_memory().await;
    let ((anna, _), (bert, _)) = (fixture.person("anna").await, fixture.person("bert").await);
    let (guest, _) = fixture.guest().await;
    let clock = |text: &str| text.parse::<TimeControl>().expect("a clock");
    let ten = |rated| challenge("10+5", rated);
    // The definite clock applies, whichever offer is first.
    for (client, rated) in [(&bert, true), (&bert, false), (&guest, false)] {
        let game = meet((&anna, &ten(rated)), (client, &any(rated))).await;
        assert_eq!(agreed(&anna, game).await, Some((clock("10+5"), rated)));
        let game = meet((client, &any(rated)), (&anna, &ten(rated))).await;
        assert_eq!(agreed(&anna, game).await, Some((clock("10+5"), rated)));
        let game = meet((&anna, &any(rated)), (client, &any(rated))).await;
        assert_eq!(agreed(&anna, game).await, Some((clock("5+3"), rated)));
    }
    // Flexible offers never match correspondence, untimed or other rulesets' games.
    for other in ["1d", "-"] {
        assert_eq!(meet((&anna, &challenge(other, false)), (&bert, &any(false))).await, None);
    }
    let mut blue = ten(false);
    blue.terms.ruleset = "kingofroses".into();
    assert_eq!(meet((&anna, &blue), (&bert, &any(false))).await, None);
    // Definite offers match only on the same terms.
    assert_eq!(meet((&anna, &ten(false)), (&bert, &challenge("5+3", false))).await, None);
    fixture.stop().await;
}

/// The offer is taken and its game created, or neither.
#[tokio::test(flavor = "multi_thread")]
async fn an_offer_whose_game_cannot_be_stored_stays_open() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = format!("sqlite:{}", folder.path().join("rose.db").display());
    let config = Config { limits: false, database: database.clone(), ..Config::default() };
    let fixture = OnlineFixture::open(config).await;
    let ((anna, _), (bert, _)) = (fixture.guest().await, fixture.guest().await);
    let SeekAnswer::Seek(seek) = anna.offer(&challenge("5+3", false)).await.expect("an offer")
    else {
        panic!("there was no matching offer");
    };
    let refuse = "CREATE TRIGGER no_games BEFORE INSERT ON games \
                  BEGIN SELECT RAISE(ABORT, 'no games today'); END";
    sql(&database, refuse).await;
    bert.accept(&seek.id).await.expect_err("no game");
    bert.offer(&challenge("5+3", false)).await.expect_err("no game");
    let open = anna.seeks().await.expect("offers");
    assert_eq!(
        open.into_iter().map(|seek| seek.id).collect::<Vec<_>>(),
        std::slice::from_ref(&seek.id)
    );
    sql(&database, "DROP TRIGGER no_games").await;
    bert.accept(&seek.id).await.expect("a game");
    assert_eq!(anna.seeks().await.expect("offers"), []);
    assert_eq!(anna.games().await.expect("games").len(), 1);
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rated_offer_never_becomes_casual() {
    let fixture = OnlineFixture::in_memory().await;
    let ((anna, _), (guest, _)) = (fixture.person("anna").await, fixture.guest().await);
    let ten = |rated| challenge("10+5", rated);
    for (rated, casual) in
        [(any(true), any(false)), (any(true), ten(false)), (ten(true), any(false))]
    {
        assert_eq!(meet((&anna, &rated), (&guest, &casual)).await, None);
        assert_eq!(meet((&guest, &casual), (&anna, &rated)).await, None);
    }
    // A guest who takes one by hand is told why not.
    let SeekAnswer::Seek(seek) = anna.offer(&any(true)).await.expect("an offer") else {
        panic!("there was no matching offer");
    };
    let Err(ClientError::Problem(problem)) = guest.accept(&seek.id).await else {
        panic!("a guest took a rated offer");
    };
    assert_eq!(problem.problem, ProblemKind::Forbidden);
    assert_eq!(problem.message, "this game is rated: log in to play rated games");
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn identical_terms_are_matched_first() {
    let fixture = OnlineFixture::in_memory().await;
    let (anna, _) = fixture.guest().await;
    let (bert, _) = fixture.guest().await;
    let (carl, _) = fixture.guest().await;
    anna.offer(&challenge("10+5", false)).await.expect("the older offer");
    bert.offer(&challenge("5+3", false)).await.expect("the same terms");
    let SeekAnswer::Game(game) = carl.offer(&any(false)).await.expect("a game") else {
        panic!("two offers fit")
    };
    let clock = "5+3".parse().expect("a clock");
    assert_eq!(agreed(&carl, Some(game)).await, Some((clock, false)));
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn offers_match_across_nodes_and_both_lobbies_show_everybody() {
    let (postgres, nats) = (Postgres::start().await, Nats::start().await);
    let [north, south] = two(&postgres, &nats).await;
    let ((anna, _), (bert, _)) = (north.person("anna").await, south.person("bert").await);
    let mut lobbies = Vec::new();
    for client in [&anna, &bert] {
        let mut connection = client.connect().await.expect("a connection");
        connection.send(&FromClient::Lobby(true)).await.expect("sent");
        lobbies.push(connection);
    }
    for connection in &mut lobbies {
        let hall = until(connection, |message| match message {
            FromServer::LobbyActivity(hall) if hall.count == 2 => Some(hall),
            _ => None,
        });
        let names: Vec<_> = hall.await.people.into_iter().map(|person| person.name).collect();
        assert_eq!(names, ["anna", "bert"]);
    }
    let game = meet((&anna, &challenge("10+5", true)), (&bert, &any(true))).await;
    let game = game.expect("a game");
    let hall = until(&mut lobbies[0], |message| match message {
        FromServer::LobbyActivity(hall) if !hall.games.is_empty() => Some(hall),
        _ => None,
    });
    assert_eq!(hall.await.games[0].game, game);
    drop(lobbies.pop());
    let left = until(&mut lobbies[0], |message| match message {
        FromServer::LobbyActivity(LobbyActivity { count: 1, people, .. }) => Some(people),
        _ => None,
    });
    assert_eq!(left.await[0].name, "anna");
    north.stop().await;
    south.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_is_visible_to_its_recipient_only() {
    let fixture = OnlineFixture::in_memory().await;
    let ((anna, _), (bert, b)) = (fixture.person("anna").await, fixture.person("bert").await);
    let (carl, _) = fixture.person("carl").await;
    let mut connection = bert.connect().await.expect("a connection");
    let offer = Challenge { to: Some("Bert".into()), ..challenge("5+3", true) };
    let challenged = async |offer: &Challenge| {
        let SeekAnswer::Seek(seek) = anna.offer(offer).await.expect("an offer") else {
            panic!("a challenge waits for its answer");
        };
        *seek
    };
    let seek = challenged(&offer).await;
    assert_eq!((seek.to.as_ref(), seek.public), (Some(&b.person), false));
    let told = |message| matches!(message, FromServer::Challenges).then_some(());
    until(&mut connection, told).await;
    let list = async |client: &Client| -> Vec<Seek> {
        client.get("/api/me/challenges").await.expect("a list")
    };
    assert_eq!(list(&bert).await, std::slice::from_ref(&seek));
    assert_eq!((list(&anna).await, list(&carl).await), (vec![], vec![]));
    let own =
        async |client: &Client| -> Vec<Seek> { client.get("/api/me/seeks").await.expect("a list") };
    assert_eq!(own(&anna).await, std::slice::from_ref(&seek));
    assert_eq!((own(&bert).await, own(&carl).await), (vec![], vec![]));
    let open: Vec<Seek> = carl.get("/api/seeks").await.expect("a list");
    assert_eq!(open, [], "a challenge is not listed in the lobby");

    let refused = |answer: Result<_, ClientError>, kind| match answer {
        Err(ClientError::Problem(problem)) => assert_eq!(problem.problem, kind),
        other => panic!("{other:?} was not refused"),
    };
    refused(carl.accept(&seek.id).await.map(drop), ProblemKind::Forbidden);
    let path = format!("/api/seeks/{}", seek.id);
    refused(carl.delete(&path).await, ProblemKind::NotFound);

    // After it is declined, it is gone for both, and its author is notified.
    let mut author = anna.connect().await.expect("a connection");
    bert.delete(&path).await.expect("declined");
    until(&mut author, told).await;
    refused(anna.get::<Value>(&path).await.map(drop), ProblemKind::Gone);
    assert_eq!((list(&bert).await, own(&anna).await), (vec![], vec![]));

    // When it is accepted, the game begins.
    let seek = challenged(&offer).await;
    let game = bert.accept(&seek.id).await.expect("a game");
    assert!(anna.look(game).await.expect("a view").rated);

    // You cannot challenge yourself, an unknown name, or a guest to a rated game.
    let (guest, g) = fixture.guest().await;
    let to = |name: &str, rated| Challenge { to: Some(name.into()), ..challenge("5+3", rated) };
    refused(anna.offer(&to("anna", false)).await.map(drop), ProblemKind::Conflict);
    refused(anna.offer(&to("nobody", false)).await.map(drop), ProblemKind::NotFound);
    refused(anna.offer(&to(&g.person.name, true)).await.map(drop), ProblemKind::Forbidden);
    challenged(&to(&g.person.name, false)).await;
    assert_eq!(list(&guest).await.len(), 1);
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn leaving_the_table_counts_as_absence_even_while_connected() {
    let fixture = OnlineFixture::in_memory().await;
    let ((anna, a), (bert, _)) = (fixture.guest().await, fixture.guest().await);
    let game = pair(&anna, &bert, "5+3", false).await;
    let mut red = Play::new(anna, game, Some(a.person.id));
    let other = async |red: &mut Play, here: bool| {
        let looking = async {
            loop {
                let there = |play: &Play| {
                    let side = play.side()?;
                    play.table().map(|table| table.is_connected(!side))
                };
                if there(red) == Some(here) {
                    return;
                }
                red.next().await.expect("the server keeps running");
            }
        };
        in_time("the opponent to come or go", looking).await;
    };
    let mut connection = bert.connect().await.expect("a connection");
    connection.send(&FromClient::Watch { game, since: 0 }).await.expect("sent");
    other(&mut red, true).await;
    connection.send(&FromClient::Leave { game }).await.expect("sent");
    connection.send(&FromClient::Lobby(true)).await.expect("sent");
    other(&mut red, false).await;
    connection.send(&FromClient::Watch { game, since: 0 }).await.expect("sent");
    other(&mut red, true).await;
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_ratings_after_a_game_are_sent_with_their_changes() {
    let fixture = OnlineFixture::in_memory().await;
    let ((anna, _), (bert, _)) = (fixture.person("anna").await, fixture.person("bert").await);
    let game = pair(&anna, &bert, "5+3", true).await;
    finish(&anna, &bert, game).await;
    let settled = eventually("the ratings", async || {
        let games: Vec<bosworth_protocol::GameSummary> =
            anna.get("/api/people/anna/games").await.expect("a list");
        games.into_iter().find_map(|game| game.change.zip(game.ratings))
    });
    let ((red, white), (red_after, white_after)) = settled.await;
    assert!((red_after - 1500.0 - red).abs() < 1e-6, "{red_after} {red}");
    assert!((white_after - 1500.0 - white).abs() < 1e-6, "{white_after} {white}");
    fixture.stop().await;
}

/// Both act four times, then one resigns.
async fn finish(anna: &Client, bert: &Client, game: GameId) {
    use bosworth_client::fresh_key;
    use bosworth_protocol::{Command, CommandRequest};
    let send = async |client: &Client, command| {
        let request = CommandRequest { key: fresh_key(), command };
        client.command(game, &request).await.expect("an answer");
    };
    for client in [anna, bert] {
        let nonce = "york".to_owned();
        send(client, Command::Ready { nonce }).await;
    }
    for ply in 0..MIN_RATED_PLIES as u16 {
        let view = anna.look(game).await.expect("a view");
        let client = if view.turn == view.you { anna } else { bert };
        let action = view.actions[0].parse().expect("an action");
        send(client, Command::Act { action, ply, revision: None }).await;
    }
    send(bert, Command::Resign).await;
}
