//! Shared deals: what is revealed about them, and what happens when nodes are stopped anywhere.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use bosworth_client::{Client, fresh_key};
use bosworth_fair::Deck;
use bosworth_protocol::{Command, CommandRequest, FromClient, GameId};
use bosworth_rules::{BySide, Ruleset};
use bosworth_server::App;
use bosworth_server::store::NewTournament;
use bosworth_table::{AccountId, IdempotencyKey, Stage as TableStage, Table};
use bosworth_testing::{Postgres, eventually, is_ready_within};
use bosworth_tournament::{
    Announcement, Applicant, DealSharing, Eligibility, Opponent, PlayerId, Series, Tournament,
    TournamentCommand, TournamentFormat, TournamentId, TournamentStage,
};
use serde_json::{Value, json};

use crate::online::duplicate::{games, team};
use crate::online::online_fixture::OnlineFixture;
use crate::online::secrecy::{listen, scrub, secret};
use crate::online::tournaments::{ask, node, short_lives, tomorrow};
use crate::store::fixture::numbered_persons;

const EVENT: u64 = 1485;

fn teams(kind: TournamentFormat) -> Announcement {
    let limits = Eligibility { guests: false, ..Eligibility::default() };
    Announcement {
        starts: tomorrow(),
        series: Series::Two,
        deal: DealSharing::Teams,
        limits,
        ..Announcement::example(kind)
    }
}

/// Runs a server with a match of two teams whose deal has this secret. The first table is played as
/// long as possible and ends. Returns everything that all others can read meanwhile.
async fn overhear(number: u64) -> String {
    let fixture = OnlineFixture::in_memory().await;
    let mut people = Vec::new();
    for name in ["olga", "anna", "bert", "carl", "dora"] {
        people.push(fixture.person(name).await);
    }
    let ids: Vec<_> = people.iter().map(|(_, me)| me.person.id).collect();
    let (store, id) = (&fixture.app.store, TournamentId::from_random(EVENT));
    let mut announcement =
        Announcement { id, organiser: PlayerId(ids[0].0), ..teams(TournamentFormat::Knockout) };
    // Nobody runs out of time, however slow the machine is.
    announcement.terms.clock = "2d".into();
    let new = NewTournament {
        id,
        organiser: Some(ids[0]),
        starts: announcement.starts,
        invitation: None,
    };
    let first = Tournament::announce(announcement, fixture.app.now()).expect("a tournament");
    let first = serde_json::to_string(&first).expect("a text");
    store.create_tournament(&new, &first).await.expect("a tournament");
    // The first to write chooses the secret.
    let chosen = secret(number).to_string();
    let kept = store.deal_secret(&format!("{id}/1.1"), &chosen).await.expect("a secret");
    assert_eq!(kept, chosen);
    let event = id.as_str();
    for (captain, mate) in [(1, 3), (2, 4)] {
        team(event, &people[captain], &people[mate]).await;
    }
    ask(&people[0].0, event, json!("start")).await.expect("a start");
    let games = games(&fixture, event, &people).await;
    let [(one, at_one), (other, at_other)] = games[..] else { panic!("two games") };

    let mut watching = at_other[0].connect().await.expect("a connection");
    watching.send(&FromClient::Lobby(true)).await.expect("sent");
    let mut heard = listen(&mut watching, "\"hall\"").await;
    watching.send(&FromClient::Follow { event: id }).await.expect("sent");
    heard += &listen(&mut watching, "\"event\"").await;
    for client in at_other {
        say(client, other, Command::Ready { nonce: "a part".into() }).await;
    }
    for client in at_one {
        say(client, one, Command::Ready { nonce: "a part".into() }).await;
    }
    // The first table draws whenever possible, so the whole pile is seen there.
    let mut drawn = 0;
    loop {
        let view = at_one[0].look(one).await.expect("one's own game");
        let Some(turn) = view.turn else { break };
        let action = view.actions.iter().find(|action| *action == "+");
        drawn += usize::from(action.is_some());
        let action = action.unwrap_or(&view.actions[0]).parse().expect("an action");
        let client = at_one[usize::from(turn == "white")];
        say(client, one, Command::Act { action, ply: view.plies.len() as u16, revision: None })
            .await;
    }
    assert!(drawn >= 3, "cards have come up");
    fixture.app.tournaments.advance_all().await.expect("a database");
    // People who are not at that table, with and without an account.
    let nobody = fixture.nobody();
    for client in [&nobody, &people[0].0, at_other[0], at_other[1]] {
        let mut connection = client.connect().await.expect("a connection");
        connection.send(&FromClient::Watch { game: one, since: 0 }).await.expect("sent");
        heard += &listen(&mut connection, "\"unknown\"").await;
        for page in ["", "/record", "/stream", "/conditional"] {
            heard += &answer(client, &format!("/api/games/{one}{page}")).await;
        }
        for page in ["", "/log", "/standings", "/cross", "/games", "/chat", "/round?number=1"] {
            heard += &answer(client, &format!("/api/events/{event}{page}")).await;
        }
        for name in ["anna", "bert", "carl", "dora"] {
            heard += &answer(client, &format!("/api/people/{name}/games")).await;
            heard += &answer(client, &format!("/api/people/{name}")).await;
            heard += &answer(client, &format!("/api/games?player={name}")).await;
        }
        for page in ["/api/games?format=ndjson", "/api/events", "/api/me/games", "/api/me/waiting"]
        {
            heard += &answer(client, page).await;
        }
    }
    // The players at the other table know its hands, as before, and the organiser knows nothing.
    for client in at_other {
        heard += &answer(client, &format!("/api/games/{other}")).await;
        heard += &answer(client, &format!("/api/games/{other}/record")).await;
    }
    let (table, _) = fixture.app.tables.snapshot(one).await.expect("a table");
    assert_eq!(table.stage(), TableStage::Over);
    fixture.stop().await;
    let chosen = secret(number);
    let commitment = chosen.commit(&format!("{id}/1.1")).to_string();
    scrub(&heard, &chosen, &commitment, &ids)
}

async fn say(client: &Client, game: GameId, command: Command) {
    let request = CommandRequest { key: fresh_key(), command };
    let path = format!("/api/games/{game}/command");
    client.post::<Value>(&path, &request).await.expect("done");
}

/// The answer to a request, including refusals.
async fn answer(client: &Client, path: &str) -> String {
    match client.text(path).await {
        Ok(text) => text,
        Err(why) => format!("{path}: {why}\n"),
    }
}

/// For two deals with the same hands and different piles, everybody who is not at the first table
/// gets the same output, though the whole pile was drawn there.
#[tokio::test(flavor = "multi_thread")]
async fn one_table_reveals_nothing_about_the_cards_of_another() {
    let name = format!("{}/1.1", TournamentId::from_random(EVENT));
    let mut deals: HashMap<String, u64> = HashMap::new();
    let (one, other) = (0..400_000_u64)
        .find_map(|number| {
            let key = secret(number).key(&name, &BySide::default());
            let (start, _) = Deck::deal(&key, Ruleset::CLASSIC);
            deals.insert(start.to_string(), number).map(|earlier| (earlier, number))
        })
        .expect("two equal deals");
    let (one, other) = (Box::pin(overhear(one)).await, Box::pin(overhear(other)).await);
    assert_eq!(one, other);
}

const PEOPLE: i64 = 8;

/// A tournament of eight people, alone or in teams.
async fn open(app: &App, announcement: Announcement) -> TournamentId {
    numbered_persons(&app.store, PEOPLE).await;
    let teams = announcement.deal == DealSharing::Teams;
    let event = app.tournaments.create(AccountId(1), announcement).await.expect("a tournament");
    for id in (1..=PEOPLE).filter(|id| !teams || id % 2 == 1) {
        let standing = Applicant::rated(2000 - id as i32);
        let mate = teams.then_some(PlayerId(id + 1));
        let join = TournamentCommand::Join { applicant: standing, mate };
        app.tournaments.command(event, AccountId(id), &join).await.expect("a seat");
        if let Some(PlayerId(mate)) = mate {
            let accept = TournamentCommand::Accept { captain: PlayerId(id) };
            app.tournaments.command(event, AccountId(mate), &accept).await.expect("a seat");
        }
    }
    event
}

/// Plays a tournament to its end with pairs of nodes that are stopped after a number of steps.
/// Returns the number of games per deal.
async fn live(
    database: &str,
    announcement: Announcement,
    lives: impl Fn(usize) -> usize,
) -> BTreeMap<String, usize> {
    let event = {
        let (app, _stop) = node(database).await;
        open(&app, announcement).await
    };
    for life in 0..10_000 {
        let ((app, _stop), (other, _stop_other)) = (node(database).await, node(database).await);
        let work = async |app: &App| {
            app.readiness.note(true);
            app.tournaments.command(event, AccountId(1), &TournamentCommand::Start).await.ok();
            app.tournaments.advance_all().await.expect("a database");
        };
        let (whole, _) = tokio::join!(
            is_ready_within(lives(2 * life), work(&app)),
            is_ready_within(lives(2 * life + 1), work(&other)),
        );
        let view = app.tournaments.load(event).await.expect("a tournament");
        let sealed = !app.store.played_deals().await.expect("deals").is_empty();
        if view.stage() == TournamentStage::Over && !sealed {
            return deals(&app, &view).await;
        }
        if whole {
            finish(&app, &view).await;
        }
    }
    panic!("the tournament does not end");
}

/// Resigns all open games in turn.
async fn finish(app: &App, event: &Tournament) {
    for plan in event.games() {
        let game = GameId::from_random(plan.number);
        let Ok((table, _)) = app.tables.snapshot(game).await else { continue };
        if table.stage() == TableStage::Over {
            continue;
        }
        let people = [plan.red, plan.white].into_iter().filter_map(|seat| match seat {
            Opponent::Player(PlayerId(id)) => Some(AccountId(id)),
            Opponent::Computer(_) => None,
        });
        let people: Vec<_> = people.collect();
        for (key, &account) in (1..).zip(&people) {
            let ready = Command::Ready { nonce: format!("nonce {}", account.0) };
            command(app, game, account, IdempotencyKey(key), &ready).await;
        }
        let loser = *people.last().expect("a person");
        command(app, game, loser, IdempotencyKey(9), &Command::Resign).await;
    }
}

/// Sends a command as clients do: again, with the same key, while the database is too slow.
async fn command(app: &App, game: GameId, who: AccountId, key: IdempotencyKey, command: &Command) {
    eventually("an answer", async || app.tables.command(game, who, key, command, 0).await.ok())
        .await;
}

/// Checks all games of a finished tournament: those of a deal share its secret and its start, and
/// each was unsealed once.
async fn deals(app: &App, event: &Tournament) -> BTreeMap<String, usize> {
    let mut secrets: BTreeMap<String, BTreeSet<(String, String)>> = BTreeMap::new();
    let mut counts = BTreeMap::new();
    let mut last = None;
    loop {
        let page = app.store.games_after(last, 100).await.expect("games");
        let Some(end) = page.last() else { break };
        last = Some(*end);
        for game in page {
            let log = app.store.entries(game, 0).await.expect("a log");
            let log: Vec<bosworth_table::LogEntry> =
                log.iter().map(|(_, text)| serde_json::from_str(text).expect("an entry")).collect();
            let table = Table::replay(&log).expect("a good log");
            let deal = table.setup().sealed.clone().expect("a deal").deal;
            let secret = table.ending().and_then(|end| end.secret.clone()).expect("it is revealed");
            assert_eq!(secret.commit(&deal), *table.commitment());
            let start = table.game().map(|game| game.start().to_string()).unwrap_or_default();
            secrets.entry(deal.clone()).or_default().insert((secret.to_string(), start));
            *counts.entry(deal).or_default() += 1;
        }
    }
    assert!(secrets.values().all(|found| found.len() == 1), "one secret per deal: {secrets:?}");
    let all: BTreeSet<_> = secrets.values().flatten().collect();
    assert_eq!(all.len(), secrets.len(), "all deals differ");
    // None of them can be used again.
    for (deal, &games) in &counts {
        assert!(app.store.close_deal(deal, games as i64 + 1, 0).await.expect("a database"));
    }
    assert_eq!(event.stage(), TournamentStage::Over);
    counts
}

async fn in_a_file(
    announcement: Announcement,
    lives: impl Fn(usize) -> usize,
) -> BTreeMap<String, usize> {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("bosworth.db").display().to_string();
    let deals = Box::pin(live(&database, announcement, lives)).await;
    // The tournament's id is random.
    deals.into_iter().map(|(deal, games)| (deal[9..].to_owned(), games)).collect()
}

fn field() -> Announcement {
    let kind = TournamentFormat::Field { level: 1, deals: 2, minutes: 60 };
    Announcement { series: Series::One, deal: DealSharing::Fresh, ..teams(kind) }
}

fn expected(names: &[&str], games: usize) -> BTreeMap<String, usize> {
    names.iter().map(|name| ((*name).to_owned(), games)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn stopping_nodes_anywhere_leaves_one_deal_for_two_teams() {
    let all = expected(&["1.1", "1.2", "2.1", "2.2"], 2);
    assert_eq!(in_a_file(teams(TournamentFormat::Swiss { rounds: 2 }), |_| usize::MAX).await, all);
    for seed in 0..2 {
        let deals =
            in_a_file(teams(TournamentFormat::Swiss { rounds: 2 }), short_lives(seed)).await;
        assert_eq!(deals, all, "seed {seed}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn stopping_nodes_anywhere_leaves_one_deal_for_a_field() {
    let all = expected(&["1", "2"], PEOPLE as usize);
    assert_eq!(in_a_file(field(), |_| usize::MAX).await, all);
    assert_eq!(in_a_file(field(), short_lives(1)).await, all);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_nodes_on_postgres_deal_once() {
    let server = Postgres::start().await;
    let deals = Box::pin(live(&server.url(), field(), short_lives(0))).await;
    assert_eq!(deals.values().copied().collect::<Vec<_>>(), [8, 8]);
}
