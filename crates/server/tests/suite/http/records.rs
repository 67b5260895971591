use bosworth_fair::Proof;
use bosworth_rules::{BySide, Record, Side};
use bosworth_server::Config;
use bosworth_server::store::{NewGameRow, Rating, StoredEnd};
use bosworth_table::{AccountId, GameId, MIN_RATED_PLIES, Seated, Speed};
use bosworth_testing::eventually;
use serde_json::{Value, json};

use super::http_fixture::{HttpFixture, TestVisitor};

async fn id(fixture: &HttpFixture, name: &str) -> AccountId {
    fixture.app.store.account_by_name(name).await.expect("a database").expect("an account").id
}

fn names(games: &Value) -> Vec<&str> {
    games.as_array().expect("a list").iter().filter_map(|game| game["game"].as_str()).collect()
}

/// A finished game that was never dealt, which is enough for lists.
struct Row {
    seats: BySide<Seated>,
    winner: Option<Side>,
    rated: bool,
    speed: Speed,
    ruleset: &'static str,
    aborted: bool,
}

impl Row {
    async fn store(self, fixture: &HttpFixture, number: u32) -> String {
        let game = GameId::from_random(u128::from(number) + 62_u128.pow(11));
        let created = i64::from(number) * 1_000;
        let new = NewGameRow {
            id: game,
            seats: self.seats,
            ruleset: self.ruleset.into(),
            clock: "5+3".into(),
            speed: self.speed as i64,
            rated: self.rated,
            created,
            secret: String::new(),
            rematch_of: None,
            sealed: None,
            handicap: None,
        };
        let opening = json!({ "seq": 0, "at": created, "events": [{ "open": {
            "game": game, "red": { "computer": 1 }, "white": { "computer": 1 },
            "ruleset": self.ruleset, "clock": "5+3", "rated": self.rated,
            "commitment": "0".repeat(64),
        } }] });
        fixture.app.store.create_game(&new, opening.to_string()).await.expect("a game");
        let ending = StoredEnd {
            winner: self.winner,
            reason: "resigned".into(),
            points: BySide { red: 1, white: 2 },
            plies: MIN_RATED_PLIES as i64,
            ended: created + 500,
            aborted: self.aborted,
        };
        let end = json!({ "seq": 1, "at": created + 500, "events": [] }).to_string();
        fixture.app.store.append(game, 1, end, Some(ending)).await.expect("an end");
        game.to_string()
    }
}

#[tokio::test]
async fn a_profile_shows_ratings_and_their_history() {
    let fixture = HttpFixture::open().await;
    let (mut anne, mut bess) = (fixture.person("Anne").await, fixture.person("Bess").await);
    let empty = anne.get("/api/people/anne").await.expect(200).json();
    assert_eq!((&empty["ratings"], &empty["history"]), (&json!([]), &json!([])));
    let game = fixture.play(&mut anne, &mut bess, true).await;
    let profile = fixture.visitor().get("/api/people/ANNE").await.expect(200).json();
    let rating = &profile["ratings"][0];
    assert_eq!((&rating["speed"], &rating["games"]), (&json!("blitz"), &json!(1)));
    assert!(rating["rating"].as_f64().is_some_and(|rating| rating > 1600.0));
    assert_eq!(profile["history"][0][0], "blitz");
    assert_eq!(profile["history"][0][1][0]["game"], game);
    assert_eq!(anne.get("/api/me").await.json()["ratings"], profile["ratings"]);
    let games = bess.get("/api/people/Anne/games").await.expect(200).json();
    let change = games[0]["change"].as_array().expect("a change");
    assert!(change[0].as_f64() > Some(0.0) && change[1].as_f64() < Some(0.0));
    anne.get("/api/people/Nobody-1").await.problem(404, "not-found");
    anne.get("/api/people/%00").await.problem(404, "not-found");
}

#[tokio::test]
async fn a_rated_game_is_reviewed_and_its_players_rated_without_luck() {
    let fixture = HttpFixture::open().await;
    let (mut anne, mut bess) = (fixture.person("Anne").await, fixture.person("Bess").await);
    let empty = anne.get("/api/people/Anne/insights").await.expect(200).json();
    assert_eq!((&empty["games"], &empty["groups"]), (&json!(0), &json!([])));
    let game = fixture.play(&mut anne, &mut bess, true).await;
    let view = eventually("the review", async || {
        let view = bess.get("/api/people/Bess/insights").await.expect(200).json();
        (view["games"] == json!(1)).then_some(view)
    })
    .await;
    assert_eq!(view["score"], json!(0.0));
    // Forced actions are no decisions.
    assert!(matches!(view["all"]["decisions"].as_u64(), Some(1..=4)), "{view}");
    assert!(view["groups"].as_array().is_some_and(|groups| groups.len() >= 5), "{view}");
    let profile = fixture.visitor().get("/api/people/Anne").await.expect(200).json();
    let rating = &profile["ratings_without_luck"][0];
    assert_eq!((&rating["speed"], &rating["games"]), (&json!("blitz"), &json!(1)));
    assert!(rating["deviation"].as_f64() < profile["ratings"][0]["deviation"].as_f64());
    let export = anne.get("/api/me/export").await.json();
    assert_eq!(export["reviews"][0]["game"], json!(game));
    anne.get("/api/people/Nobody-1/insights").await.problem(404, "not-found");
}

#[tokio::test]
async fn without_game_reviews_no_game_is_reviewed() {
    let fixture = HttpFixture::with(Config { game_reviews: false, ..Config::default() }).await;
    let (mut anne, mut bess) = (fixture.person("Anne").await, fixture.person("Bess").await);
    fixture.play(&mut anne, &mut bess, true).await;
    let now = fixture.app.now();
    let next = fixture.app.store.next_to_review(0, now).await.expect("an answer");
    assert!(next.is_some(), "the game waits");
}

#[tokio::test]
async fn lists_of_games_are_filtered_and_paged() {
    let fixture = HttpFixture::open().await;
    for name in ["Anne", "Bess", "Cecily"] {
        fixture.person(name).await;
    }
    let mut seat = Vec::new();
    for name in ["anne", "bess", &bosworth_server::auth::account_name::key("Cecily")] {
        seat.push(Seated::Account(id(&fixture, name).await));
    }
    let row = |red, white, winner, rated, speed, ruleset| Row {
        seats: BySide { red, white },
        winner,
        rated,
        speed,
        ruleset,
        aborted: false,
    };
    let (anne, bess, cecily, level) = (seat[0], seat[1], seat[2], Seated::Computer(3));
    let rows = [
        row(anne, bess, Some(Side::Red), true, Speed::Blitz, "classic"),
        row(bess, anne, Some(Side::Red), true, Speed::Rapid, "classic"),
        row(anne, cecily, None, false, Speed::Blitz, "kingofroses"),
        row(level, anne, Some(Side::White), false, Speed::Days, "classic"),
        row(bess, cecily, Some(Side::Red), true, Speed::Blitz, "classic"),
        Row { aborted: true, ..row(cecily, bess, None, true, Speed::Slow, "classic") },
    ];
    let mut games = Vec::new();
    for (number, row) in (1..).zip(rows) {
        games.push(row.store(&fixture, number).await);
    }
    let mut visitor = fixture.visitor();
    for (query, expected) in [
        ("", &[3, 2, 1, 0][..]),
        ("?opponent=Bess", &[1, 0]),
        ("?opponent=cecily", &[2]),
        ("?ruleset=kingofroses", &[2]),
        ("?rated=true", &[1, 0]),
        ("?rated=false", &[3, 2]),
        ("?result=won", &[3, 0]),
        ("?result=lost", &[1]),
        ("?result=drawn", &[2]),
        ("?speed=blitz", &[2, 0]),
        ("?speed=blitz&result=won&rated=true", &[0]),
        ("?computer=true", &[3]),
        ("?computer=false", &[2, 1, 0]),
        ("?from=2500&to=3500", &[1]),
        ("?limit=2", &[3, 2]),
        ("?limit=2&before=GAME", &[1, 0]),
    ] {
        let path = format!("/api/people/Anne/games{}", query.replace("GAME", &games[2]));
        let found = visitor.get(&path).await.expect(200).json();
        let expected: Vec<&str> = expected.iter().map(|&index| games[index].as_str()).collect();
        assert_eq!(names(&found), expected, "{query}");
    }
    for (name, won, drawn, lost) in [("Anne", 2, 1, 1), ("Bess", 2, 0, 1), ("Cecily", 0, 1, 1)] {
        let profile = visitor.get(&format!("/api/people/{name}")).await.expect(200).json();
        let results = json!({ "won": won, "drawn": drawn, "lost": lost });
        assert_eq!(profile["results"], results, "{name}");
    }
    let drawn = visitor.get("/api/people/Cecily/games?result=drawn").await.expect(200).json();
    assert_eq!(names(&drawn), [&games[2]], "what was called off is not drawn");
    let drawn = visitor.get("/api/people/Cecily/games?result=drawn").await.expect(200).json();
    assert_eq!(names(&drawn), [&games[2]], "what was called off is not drawn");
    for query in [
        "result=tied",
        "speed=fast",
        "rated=maybe",
        "limit=0",
        "limit=101",
        "limit=x",
        "before=x",
        "before=000000000000",
        "ruleset=chess",
        "unknown=1",
        "player=Bess",
        "format=rose",
        "from=x",
    ] {
        let path = format!("/api/people/Anne/games?{query}");
        visitor.get(&path).await.problem(400, "bad-request");
    }
    visitor.get("/api/people/Anne/games?opponent=Nobody-1").await.problem(404, "not-found");
    visitor.get("/api/people/Nobody-1/games").await.problem(404, "not-found");
    // Without a player, all games.
    let all = visitor.get("/api/games?format=ndjson").await.expect(200).body;
    assert_eq!(all.lines().count(), 6);
    let some = visitor.get("/api/games?format=ndjson&player=Anne&limit=3").await.expect(200).body;
    assert_eq!(some.lines().count(), 3);
    visitor.get("/api/games?result=won").await.problem(400, "bad-request");
}

#[tokio::test]
async fn a_record_is_complete_and_proves_its_shuffle() {
    let fixture = HttpFixture::open().await;
    let (mut anne, mut bess) = (fixture.person("Anne").await, fixture.person("Bess").await);
    let game = fixture.play(&mut anne, &mut bess, true).await;
    let answer = fixture.visitor().get(&format!("/api/games/{game}/record")).await.expect(200);
    let file = format!("attachment; filename=\"{game}.rose\"");
    assert_eq!(answer.header("content-disposition"), Some(file.as_str()));
    let record: Record = answer.body.parse().expect("a record");
    for (name, value) in [
        ("Event", "Rated blitz game"),
        ("Red", "Anne"),
        ("White", "Bess"),
        ("Game", &game),
        ("Clock", "5+3"),
        ("RedRating", "1500"),
        ("Termination", "resigned"),
    ] {
        assert_eq!(record.tag(name), Some(value), "{name}");
    }
    assert_eq!(record.result.to_string(), "1-0");
    assert!(record.steps.iter().all(|step| step.comments[0].starts_with("[%clk 0:0")));
    let proof = Proof::of(&record).expect("a proof");
    assert_eq!(proof.verify(&record).expect("it holds").plies().len(), MIN_RATED_PLIES);

    let rose = anne.get("/api/games?player=Anne").await.expect(200).body;
    let records: Vec<_> = Record::read_all(&rose).collect::<Result<_, _>>().expect("records");
    assert_eq!(records, [record]);
    let lines = anne.get("/api/games?player=Anne&format=ndjson").await.expect(200).body;
    let line: Value = serde_json::from_str(lines.trim()).expect("a line");
    assert_eq!((&line["game"], &line["record"]), (&json!(game), &json!(answer.body)));
}

#[tokio::test]
async fn the_record_of_an_open_game_reveals_no_secret() {
    let fixture = HttpFixture::open().await;
    let (mut anne, mut bess) = (fixture.person("Anne").await, fixture.person("Bess").await);
    let game = fixture.begin(&mut anne, &mut bess, false).await;
    let text = anne.get(&format!("/api/games/{game}/record")).await.expect(200).body;
    let record: Record = text.parse().expect("a record");
    assert_eq!((record.result.to_string().as_str(), record.tag("Secret")), ("*", None));
    let stored = fixture.app.store.secret(game.parse().expect("a game")).await;
    assert!(!text.contains(&stored.expect("a database").expect("a secret")));
    // It is in no list yet.
    let lists = ["/api/people/Anne/games", "/api/games?player=Anne&format=ndjson"];
    for path in lists {
        assert!(!anne.get(path).await.expect(200).body.contains(&game), "{path}");
    }
    anne.get("/api/games/000000000000/record").await.problem(404, "not-found");
    anne.get("/api/games/x/record").await.problem(404, "not-found");
    let waiting = json!({ "level": 1, "terms": { "ruleset": "classic", "clock": "-" } });
    let begun = anne.post("/api/computer", waiting).await.expect(200).json();
    let path = format!("/api/games/{}/record", begun["game"].as_str().expect("a game"));
    anne.get(&path).await.problem(409, "conflict");
}

#[tokio::test]
async fn the_leaderboard_omits_provisional_ratings() {
    let fixture = HttpFixture::open().await;
    let mut visitors: Vec<TestVisitor> = Vec::new();
    for name in ["Anne", "Bess", "Cecily"] {
        visitors.push(fixture.person(name).await);
    }
    visitors[0].post("/api/me/bots", json!({ "name": "Robot" })).await.expect(201);
    let key = bosworth_server::auth::account_name::key;
    let rated = [
        ("Anne", 1700.0, 60.0),
        ("Bess", 1900.0, 200.0),
        ("Cecily", 1600.0, 109.0),
        ("Robot", 1800.0, 60.0),
    ];
    for (number, pair) in (1..).zip(rated.chunks(2)) {
        let [one, other] = pair else { panic!("two play") };
        let seats = BySide {
            red: Seated::Account(id(&fixture, &key(one.0)).await),
            white: Seated::Account(id(&fixture, &key(other.0)).await),
        };
        let (winner, speed) = (Some(Side::Red), Speed::Blitz);
        let game = Row { seats, winner, rated: true, speed, ruleset: "classic", aborted: false }
            .store(&fixture, number)
            .await;
        let rating = |(_, rating, deviation): (&str, f64, f64)| Rating {
            rating,
            deviation,
            games: 9,
            ..Rating::default()
        };
        let after = BySide { red: rating(*one), white: rating(*other) };
        let settled = fixture.app.store.settle(game.parse().expect("a game"), move |_| after);
        settled.await.expect("a database").expect("settled");
    }
    let board = visitors[0].get("/api/leaderboard/blitz").await.expect(200).json();
    let names: Vec<_> =
        board.as_array().expect("a list").iter().map(|line| &line["person"]["name"]).collect();
    assert_eq!(names, ["Robot", "Anne", "Cecily"]);
    assert_eq!(board[0]["person"]["kind"], "bot");
    assert_eq!(board[0]["rating"]["speed"], "blitz");
    assert_eq!(visitors[0].get("/api/leaderboard/rapid").await.expect(200).json(), json!([]));
    visitors[0].get("/api/leaderboard/fast").await.problem(404, "not-found");
}
