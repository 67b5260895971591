//! Training progress, puzzles and the position of the day.

use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use bosworth_puzzles::{Answer, Puzzle, PuzzleSet, Tag, Tags};
use bosworth_server::Config;
use bosworth_server::limits::MAX_TRAINING_PART_BYTES;
use serde_json::{Value, json};

use super::http_fixture::HttpFixture;

const POSITION: &str = "9/9/9/4r4/9/4r4/9/9/9 e6 r E1,S1 N1,N2 4 4 - classic";

/// A set of one puzzle.
fn puzzles() -> Option<PuzzleSet> {
    let losses = [("S1", 0.0), ("E1", 9.0), ("+", 2.5)];
    let answer =
        |(action, loss): (&str, f64)| Answer::new(action.parse().expect("an action"), loss);
    let answers = losses.map(answer).to_vec();
    let position = POSITION.parse().expect("a position");
    let puzzle = Puzzle::new(position, 58.0, answers, Tags::of(Tag::Join), 3, 1_300);
    PuzzleSet::new(&[puzzle.expect("a puzzle")]).ok()
}

async fn fixture() -> HttpFixture {
    HttpFixture::with(Config { puzzles: puzzles(), ..Config::default() }).await
}

#[tokio::test]
async fn progress_of_two_devices_is_merged() {
    let fixture = fixture().await;
    let mut phone = fixture.person("Anne").await;
    let mut laptop = phone.clone();
    assert_eq!(phone.get("/api/me/training").await.json(), json!({}));
    let now = fixture.app.now();
    let put = json!({ "attempts": [[now - 5, 7, 0, 1500]], "lessons": [3] });
    phone.send("PUT", "/api/me/training", &put).await.expect(204);
    let put = json!({ "attempts": [[now, 8, 3, 1500]], "wins": [[2, 77]] });
    laptop.send("PUT", "/api/me/training", &put).await.expect(204);
    let merged = json!({
        "attempts": [[now - 5, 7, 0, 1500], [now, 8, 3, 1500]], "lessons": [3], "wins": [[2, 77]],
    });
    assert_eq!(phone.get("/api/me/training").await.json(), merged);
    let export = phone.get("/api/me/export").await.json();
    assert_eq!(export["training"], merged);
}

#[tokio::test]
async fn progress_that_cannot_be_is_refused() {
    let fixture = fixture().await;
    let mut anne = fixture.person("Anne").await;
    let path = "/api/me/training";
    let future = fixture.app.now() + 2 * 86_400_000;
    for bad in [
        json!({ "attempts": [[future, 7, 0, 1500]] }),
        json!({ "attempts": [[5, 7, 250, 1500]] }),
        json!({ "attempts": [[5]] }),
        json!({ "lessons": vec![1; 1_001] }),
    ] {
        anne.send("PUT", path, &bad).await.problem(400, "bad-request");
    }
    // A field of a later version is ignored.
    let padded =
        |bytes| Body::from(format!(r#"{{"later":"{}","lessons":[1]}}"#, "x".repeat(bytes)));
    anne.set(CONTENT_TYPE, "application/json");
    anne.ask("PUT", path, padded(MAX_TRAINING_PART_BYTES)).await.expect(413);
    anne.ask("PUT", path, padded(MAX_TRAINING_PART_BYTES - 100)).await.expect(204);
    let mut guest = fixture.visitor();
    guest.post("/api/guest", Value::Null).await.expect(200);
    guest.send("PUT", path, &json!({})).await.problem(403, "forbidden");
}

#[tokio::test]
async fn the_position_of_the_day_is_answered_once() {
    let fixture = fixture().await;
    let mut guest = fixture.visitor();
    let path = "/api/puzzles/daily";
    let view = guest.get(path).await.expect(200).json();
    assert_eq!(view["position"], POSITION);
    assert_eq!(view["results"], json!({ "right": 0, "close": 0, "wrong": 0 }));
    let reply = |action: &str| json!({ "date": view["date"], "action": action });
    guest.post(path, reply("+")).await.problem(401, "unauthorized");
    guest.post("/api/guest", Value::Null).await.expect(200);
    guest.post(path, reply("N2")).await.problem(400, "bad-request");
    guest.post(path, reply("nonsense")).await.problem(400, "bad-request");
    let old = json!({ "date": "2020-01-01", "action": "+" });
    guest.post(path, old).await.problem(409, "conflict");
    let answered = guest.post(path, reply("+")).await.expect(200).json();
    assert_eq!(answered["results"], json!({ "right": 0, "close": 1, "wrong": 0 }));
    assert_eq!(answered["own"], json!(2.5));
    assert_eq!(answered["actions"], json!([{ "action": "+", "answers": 1 }]));
    let seen = fixture.visitor().get(path).await.expect(200).json();
    assert_eq!((&seen["mean"], &seen["actions"]), (&json!(2.5), &Value::Null), "no spoiler");
    guest.post(path, reply("S1")).await.problem(409, "conflict");
    let mut anne = fixture.person("Anne").await;
    let answered = anne.post(path, reply("S1")).await.expect(200).json();
    assert_eq!(answered["results"], json!({ "right": 1, "close": 1, "wrong": 0 }));
    let shares = json!([{ "action": "S1", "answers": 1 }, { "action": "+", "answers": 1 }]);
    assert_eq!((&answered["mean"], &answered["actions"]), (&json!(1.25), &shares));
    assert_eq!(anne.get("/api/me/export").await.json()["daily_answers"][0]["loss"], json!(0.0));
}

#[tokio::test]
async fn puzzles_are_exported_as_lines() {
    let fixture = fixture().await;
    let mut anne = fixture.person("Anne").await;
    let lines = anne.get("/api/puzzles").await.expect(200);
    let puzzle: Value = serde_json::from_str(&lines.body).expect("one line");
    assert_eq!((&puzzle["best"], &puzzle["second"]), (&json!("S1"), &json!("+")));
    assert_eq!((&puzzle["gap"], &puzzle["position"]), (&json!(2.5), &json!(POSITION)));
    let put = json!({ "attempts": [[fixture.app.now(), puzzle["id"], 0, 1300]] });
    anne.send("PUT", "/api/me/training", &put).await.expect(204);
    let lines = anne.get("/api/puzzles?edition=classic&tag=join&level=3").await.expect(200);
    let rated: Value = serde_json::from_str(&lines.body).expect("one line");
    assert_eq!(rated["people"]["answers"], 1);
    assert!(rated["people"]["rating"].as_f64() < Some(1_300.0));
    for none in ["edition=kingofroses", "tag=hero", "level=4"] {
        assert_eq!(anne.get(&format!("/api/puzzles?{none}")).await.expect(200).body, "");
    }
    for bad in ["edition=chess", "tag=luck", "level=x"] {
        anne.get(&format!("/api/puzzles?{bad}")).await.problem(400, "bad-request");
    }
}
