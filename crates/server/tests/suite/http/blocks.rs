//! Players who cannot meet: blocked ones, and in rated games the accounts of one person.

use serde_json::{Value, json};

use super::http_fixture::{HttpFixture, TestVisitor};

/// An offer: public, by link (private and without `to`), or to one account.
fn offer(rated: bool, public: bool, to: Option<&str>) -> Value {
    let terms = json!({ "ruleset": "classic", "clock": "5+3", "rated": rated, "side": null });
    json!({ "terms": terms, "public": public, "to": to })
}

async fn bot(fixture: &HttpFixture, owner: &mut TestVisitor, name: &str) -> TestVisitor {
    let made = owner.post("/api/me/bots", json!({ "name": name })).await.expect(201).json();
    fixture.program(made["token"]["token"].as_str().expect("the token"))
}

/// Makes an offer that is not paired, and returns its id.
async fn stands(by: &mut TestVisitor, offer: Value) -> String {
    let answer = by.post("/api/seeks", offer).await.expect(200).json();
    answer["seek"]["id"].as_str().expect("an open offer").to_string()
}

/// Checks that no kind of offer pairs these two.
async fn never_meet(one: (&mut TestVisitor, &str), other: (&mut TestVisitor, &str), rated: bool) {
    let ((one, first), (other, second)) = (one, other);
    // Both want any opponent, and are not paired.
    let public = stands(one, offer(rated, true, None)).await;
    let answered = stands(other, offer(rated, true, None)).await;
    let accept = |id: &str| format!("/api/seeks/{id}/accept");
    other.post(&accept(&public), Value::Null).await.problem(403, "forbidden");
    one.post(&accept(&answered), Value::Null).await.problem(403, "forbidden");
    let link = stands(one, offer(rated, false, None)).await;
    other.post(&accept(&link), Value::Null).await.problem(403, "forbidden");
    // An offer addressed to the other one is refused.
    one.post("/api/seeks", offer(rated, false, Some(second))).await.problem(403, "forbidden");
    other.post("/api/seeks", offer(rated, false, Some(first))).await.problem(403, "forbidden");
    for id in [public, link] {
        one.delete(&format!("/api/seeks/{id}")).await.expect(204);
    }
    other.delete(&format!("/api/seeks/{answered}")).await.expect(204);
}

#[tokio::test]
async fn bots_of_one_owner_cannot_play_rated_games() {
    let fixture = HttpFixture::open().await;
    let (mut anne, mut bess) = (fixture.person("Anne").await, fixture.person("Bess").await);
    let mut catesby = bot(&fixture, &mut anne, "Catesby").await;
    let mut ratcliffe = bot(&fixture, &mut anne, "Ratcliffe").await;
    let mut lovell = bot(&fixture, &mut bess, "Lovell").await;
    never_meet((&mut catesby, "Catesby"), (&mut ratcliffe, "Ratcliffe"), true).await;
    // Nor can their owner play them rated, for the same reason.
    never_meet((&mut anne, "Anne"), (&mut catesby, "Catesby"), true).await;
    // Casual games are possible, and rated ones against bots of others.
    fixture.play(&mut catesby, &mut ratcliffe, false).await;
    fixture.play(&mut anne, &mut catesby, false).await;
    fixture.play(&mut catesby, &mut lovell, true).await;
    stands(&mut catesby, offer(true, false, Some("Lovell"))).await;
    stands(&mut catesby, offer(false, false, Some("Ratcliffe"))).await;
}

#[tokio::test]
async fn blocked_players_cannot_challenge() {
    let fixture = HttpFixture::open().await;
    let (mut anne, mut bess) = (fixture.person("Anne").await, fixture.person("Bess").await);
    anne.send("PUT", "/api/me/blocks/Bess", &Value::Null).await.expect(204);
    for rated in [false, true] {
        never_meet((&mut anne, "Anne"), (&mut bess, "Bess"), rated).await;
    }
    anne.delete("/api/me/blocks/Bess").await.expect(204);
    fixture.play(&mut anne, &mut bess, true).await;
    stands(&mut bess, offer(true, false, Some("Anne"))).await;
}
