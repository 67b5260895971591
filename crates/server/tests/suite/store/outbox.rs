use bosworth_server::Notification;
use bosworth_server::store::{
    AppendOutcome, MailAddress, OutboxContent, OutboxRow, Store, StoredDevice,
};
use bosworth_table::AccountId;
use tokio::task::JoinSet;

use crate::store::Nodes;
use crate::store::fixture::{create_version, game, persons, seek, sql};
use crate::store::opening::drop_tables;

pub fn device(id: &str, account: i64) -> StoredDevice {
    StoredDevice {
        id: id.into(),
        account: AccountId(account),
        endpoint: format!("https://push.example.org/{id}"),
        p256dh: "point".into(),
        auth: "secret".into(),
        language: Some("de".into()),
        agent: "Browser".into(),
        created: 1000,
        seen: None,
        failures: 0,
    }
}

fn turn(number: u128, seq: i64, due: i64) -> OutboxRow {
    OutboxRow::new(AccountId(1), Notification::Turn { game: game(number) }, seq, due - 10, due)
}

async fn person_with_device(store: &Store) {
    persons(store, &["Anne", "Bess"]).await;
    store.put_device(&device("a", 1), 5).await.expect("an answer").expect("a device");
}

async fn waiting(store: &Store) -> Vec<(String, i64)> {
    let rows = store.notifications_of(AccountId(1)).await.expect("rows");
    rows.into_iter().map(|row| (row.kind, row.seq)).collect()
}

/// The rows as that version wrote them: kind, subject and detail.
const ROWS_OF_VERSION_8: [(&str, &str, &str); 10] = [
    ("turn", "1J2k000000Zz", ""),
    ("time", "1J2k000000Zz", ""),
    ("taken", "1J2k000000Zz", ""),
    ("over", "1J2k000000Zz", ""),
    ("challenge", "aB3dE6gH", ""),
    ("challenge", "t0urnAme/9007199254740991", r#"Die "Rosen" \o/ & 50 %"#),
    ("round", "t0urnAme", r#"1J2k000000Zz {"a": 1} l''été"#),
    ("confirm", "confirm", ""),
    ("reset", "reset", ""),
    ("digest", "digest", ""),
];

pub async fn notifications_that_version_8_of_the_schema_stored_can_be_read(nodes: &Nodes) {
    drop_tables(nodes).await;
    create_version(&nodes.url, 8).await;
    for (seq, (kind, subject, detail)) in (0..).zip(ROWS_OF_VERSION_8) {
        let row = format!(
            "INSERT INTO outbox (account, kind, subject, seq, created, due, detail, tries, told) \
             VALUES (1, '{kind}', '{subject}', {seq}, 10, {seq}, '{detail}', 2, 'a b')"
        );
        sql(&nodes.url, &row).await;
    }
    let store = Store::open(&nodes.url).await.expect("a database of version 8");
    let game = "1J2k000000Zz".parse().expect("a game");
    let tournament = "t0urnAme".parse().expect("a tournament");
    let captain = AccountId(9_007_199_254_740_991);
    let contents = [
        Notification::Turn { game }.into(),
        Notification::Time { game }.into(),
        Notification::Taken { game }.into(),
        Notification::Over { game }.into(),
        Notification::Challenge { offer: "aB3dE6gH".into() }.into(),
        Notification::Team { tournament, captain, title: r#"Die "Rosen" \o/ & 50 %"#.into() }
            .into(),
        Notification::Round { tournament, game, title: r#"{"a": 1} l'été"#.into() }.into(),
        OutboxContent::Confirm,
        OutboxContent::Reset,
        OutboxContent::Digest,
    ];
    let expected: Vec<_> = (0..)
        .zip(contents)
        .map(|(seq, content)| OutboxRow {
            tries: 2,
            told: vec!["a".into(), "b".into()],
            ..OutboxRow::new(AccountId(1), content, seq, 10, seq)
        })
        .collect();
    assert_eq!(store.notifications_of(AccountId(1)).await.expect("rows"), expected);
    store.close().await;
}

pub async fn a_notification_of_another_version_is_left_to_it(nodes: &Nodes) {
    person_with_device(&nodes.one).await;
    nodes.one.put_notification(&turn(1, 0, 2000)).await.expect("an answer");
    let unknown = "INSERT INTO outbox (account, kind, subject, seq, created, due, detail, tries, told) \
                   VALUES (1, 'gift', 'rose', 0, 10, 1000, '{\"gift\":{\"of\":\"rose\"}}', 0, '')";
    sql(&nodes.url, unknown).await;
    nodes.one.renew_lease(7, 1000).await.expect("an answer");
    let claimed = nodes.one.claim_notifications(7, 3000, 5000, 10).await.expect("an answer");
    let mut contents: Vec<_> = claimed.into_iter().map(|row| (row.kind, row.content)).collect();
    contents.sort_by(|one, other| one.0.cmp(&other.0));
    let turn = Notification::Turn { game: game(1) }.into();
    assert_eq!(contents, [("gift".to_string(), None), ("turn".to_string(), Some(turn))]);
}

pub async fn a_notification_and_its_entry_are_atomic(nodes: &Nodes) {
    person_with_device(&nodes.one).await;
    let append = async |store: &Store, seq: u32| {
        let told = vec![turn(1, i64::from(seq), 2000)];
        store.append_notifying(game(1), seq, "x".into(), None, told).await.expect("an answer")
    };
    assert_eq!(append(&nodes.one, 4).await, AppendOutcome::Durable);
    assert_eq!(waiting(&nodes.other).await, [("turn".to_string(), 4)]);
    // The other node was too late, so its notifications are not written either.
    assert_eq!(append(&nodes.other, 4).await, AppendOutcome::Taken);
    // A newer one replaces the older one.
    assert_eq!(append(&nodes.other, 6).await, AppendOutcome::Durable);
    assert_eq!(waiting(&nodes.one).await, [("turn".to_string(), 6)]);
    // Writing is idempotent, and accounts that cannot be reached are skipped.
    nodes.one.put_notification(&turn(1, 6, 9000)).await.expect("an answer");
    let unreachable = OutboxRow { account: AccountId(2), ..turn(1, 6, 2000) };
    nodes.one.put_notification(&unreachable).await.expect("an answer");
    assert_eq!(nodes.one.notifications_of(AccountId(2)).await.expect("rows"), []);
    assert_eq!(nodes.one.notifications_of(AccountId(1)).await.expect("rows")[0].due, 2000);
    let mut challenge = seek("s", 2);
    challenge.recipient = Some(AccountId(1));
    assert!(nodes.one.put_seek(&challenge, 10).await.expect("an answer"));
    challenge.id = "t".into();
    assert!(!nodes.one.put_seek(&challenge, 1).await.expect("an answer"), "the limit is one");
    let rows = nodes.one.notifications_of(AccountId(1)).await.expect("rows");
    let subjects: Vec<_> = rows.iter().map(|row| row.subject.as_str()).collect();
    assert_eq!(subjects, [game(1).as_str(), "s"]);
}

pub async fn a_notification_has_one_claimant_until_the_claim_expires(nodes: &Nodes) {
    person_with_device(&nodes.one).await;
    for node in [7, 8] {
        nodes.one.renew_lease(node, 1000).await.expect("an answer");
    }
    for number in 0..50 {
        nodes.one.put_notification(&turn(number, 0, 2000)).await.expect("an answer");
    }
    nodes.one.put_notification(&turn(99, 0, 9000)).await.expect("an answer");
    let mut tasks = JoinSet::new();
    for number in 0..10 {
        let (store, node) =
            if number % 2 == 0 { (nodes.one.clone(), 7) } else { (nodes.other.clone(), 8) };
        tasks.spawn(async move {
            store.claim_notifications(node, 3000, 5000, 10).await.expect("an answer")
        });
    }
    let claimed: Vec<_> = tasks.join_all().await.into_iter().flatten().collect();
    let mut subjects: Vec<_> = claimed.iter().map(|row| row.subject.clone()).collect();
    subjects.sort();
    subjects.dedup();
    assert_eq!((claimed.len(), subjects.len()), (50, 50), "each once, and only due ones");
    let claim = async |node, now| {
        let claimed = nodes.one.claim_notifications(node, now, now + 2000, 100).await;
        claimed.expect("an answer").len()
    };
    assert_eq!(claim(7, 4000).await, 0);
    // Only the node with the claim can settle a row.
    nodes.one.settle_notification(9, &claimed[0]).await.expect("an answer");
    assert_eq!(waiting(&nodes.one).await.len(), 51);
    assert_eq!(claim(8, 5001).await, 50, "the claims have expired");
    // A claim expires with the lease of its node.
    let lease = nodes.one.leases().await.expect("leases").into_iter().find(|one| one.node == 8);
    assert!(nodes.one.remove_lease(lease.expect("a lease")).await.expect("an answer"));
    assert_eq!(claim(7, 5002).await, 50);
    let mut later = claimed[0].clone();
    (later.due, later.tries, later.told) = (8000, 1, vec!["a".into(), "mail".into()]);
    nodes.one.postpone_notification(7, &later).await.expect("an answer");
    assert_eq!(claim(7, 7999).await, 49, "it is not due yet");
    let rows = nodes.one.notifications_of(AccountId(1)).await.expect("rows");
    assert!(rows.contains(&later));
    for row in &rows {
        nodes.one.settle_notification(7, row).await.expect("an answer");
    }
    assert_eq!(waiting(&nodes.one).await.len(), 2, "unclaimed rows stay");
}

pub async fn devices_are_limited_and_removed(nodes: &Nodes) {
    persons(&nodes.one, &["Anne", "Bess"]).await;
    let mut tasks = JoinSet::new();
    for number in 0..12 {
        let store = if number % 2 == 0 { nodes.one.clone() } else { nodes.other.clone() };
        tasks.spawn(async move {
            store.put_device(&device(&number.to_string(), 1), 5).await.expect("an answer")
        });
    }
    let made = tasks.join_all().await.into_iter().flatten().count();
    assert_eq!(made, 5);
    let own = nodes.one.devices_of(AccountId(1)).await.expect("devices");
    // A different user of the same browser takes it over; a stranger without its secret does not.
    let moved = StoredDevice { id: "new".into(), account: AccountId(2), ..own[0].clone() };
    let stolen = StoredDevice { auth: "a guess".into(), ..moved.clone() };
    assert_eq!(nodes.one.put_device(&stolen, 5).await.expect("an answer"), None);
    let taken = nodes.one.put_device(&moved, 5).await.expect("an answer").expect("a device");
    assert_eq!((taken.id, taken.account), (own[0].id.clone(), AccountId(2)));
    assert_eq!(nodes.other.devices_of(AccountId(1)).await.expect("devices"), own[1..]);
    for _ in 0..9 {
        nodes.one.device_refused(&own[1].id).await.expect("an answer");
    }
    nodes.one.device_accepted(&own[1].id, 7000).await.expect("an answer");
    for _ in 0..9 {
        nodes.one.device_refused(&own[1].id).await.expect("an answer");
    }
    let devices = async || nodes.one.devices_of(AccountId(1)).await.expect("devices");
    assert_eq!(devices().await[0].seen, Some(7000));
    nodes.one.device_refused(&own[1].id).await.expect("an answer");
    assert_eq!(devices().await, own[2..]);
}

pub async fn a_link_works_once_and_expires(nodes: &Nodes) {
    use bosworth_server::store::LinkPurpose::{Confirm, Reset};

    persons(&nodes.one, &["Anne"]).await;
    let anne = AccountId(1);
    let address = |address: &str| MailAddress {
        account: anne,
        address: address.into(),
        language: None,
        created: 1000,
        confirmed: None,
    };
    nodes.one.put_mail_address(&address("Anne@example.org")).await.expect("an answer");
    assert_eq!(waiting(&nodes.one).await, [("confirm".to_string(), 1000)]);
    let put = async |purpose, hash: &str, address: &str| {
        nodes.one.put_link(anne, purpose, hash, address, 2000).await.expect("an answer");
    };
    let confirm = async |hash: &str, now| {
        nodes.other.confirm_mail_address(hash, now).await.expect("an answer")
    };
    put(Confirm, "one", "anne@example.org").await;
    put(Reset, "two", "anne@example.org").await;
    assert!(!confirm("one", 2000).await, "too late");
    assert!(!confirm("two", 1500).await, "for something else");
    assert!(confirm("one", 1500).await);
    assert!(!confirm("one", 1500).await, "a second time");
    let who = async || nodes.one.accounts_with_mail("anne@example.org").await.expect("accounts");
    assert_eq!(who().await, [anne]);
    // The same address stays confirmed, a different one does not, and the former link becomes
    // invalid.
    nodes.one.put_mail_address(&address("anne@EXAMPLE.org")).await.expect("an answer");
    assert_eq!(who().await, [anne]);
    put(Confirm, "three", "anne@example.org").await;
    nodes.one.put_mail_address(&address("bess@example.org")).await.expect("an answer");
    assert_eq!(who().await, []);
    assert!(!confirm("three", 1500).await);
    assert_eq!(nodes.one.reset_account("two", 1500).await.expect("an answer"), Some(anne));
    let reset = async || nodes.one.reset_password("two", "phc", 1500).await.expect("an answer");
    assert_eq!(reset().await, Some(anne));
    assert_eq!(reset().await, None);
    assert_eq!(nodes.one.password(anne).await.expect("a hash").as_deref(), Some("phc"));
}
