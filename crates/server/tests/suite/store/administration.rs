use bosworth_protocol::{AccountRole, PeopleFilter, ReportReason};
use bosworth_server::store::{AdminChange, NewAuditLine, NewReport, Store, StoreError};
use bosworth_table::AccountId;
use tokio::task::JoinSet;

use crate::store::Nodes;
use crate::store::fixture::{persons, session, token};

fn line(action: &'static str) -> NewAuditLine {
    let detail = "in words".into();
    let actor = "cli:test".into();
    NewAuditLine { at: 5, actor, action, account: None, game: None, detail, reason: None }
}

async fn numbers(store: &Store) -> Vec<i64> {
    let lines = store.audit_lines_after(0).await.expect("lines");
    lines.iter().map(|line| line.seq).collect()
}

pub async fn a_change_and_its_audit_line_are_atomic(nodes: &Nodes) {
    let (one, other) = (&nodes.one, &nodes.other);
    persons(one, &["anne", "bess"]).await;
    one.open_session(&session(1, 1)).await.expect("a session");
    one.create_token(&token(1, 1), 20).await.expect("a token");
    let anne = AccountId(1);
    let done = one.administer(AdminChange::Disable(anne, Some(7)), line("disable")).await;
    assert_eq!(done.expect("an answer"), Some(1));
    assert!(other.session("hash1", 1500).await.expect("an answer").is_none());
    assert!(other.token("hash1").await.expect("an answer").is_none());
    assert_eq!(other.account(anne).await.expect("an answer").expect("Anne").disabled, Some(7));
    let done = other.administer(AdminChange::Disable(anne, None), line("enable")).await;
    assert_eq!(done.expect("an answer"), Some(2));
    assert!(one.session("hash1", 1500).await.expect("an answer").is_some());
    // Nothing to change, or impossible to change: no line.
    let nothing = one.administer(AdminChange::Revoke(anne, "none".into()), line("revoke")).await;
    assert_eq!(nothing.expect("an answer"), None);
    let rename = AdminChange::Rename(anne, "Bess".into(), "bess".into());
    let taken = one.administer(rename, line("rename")).await;
    assert!(matches!(taken, Err(StoreError::NameTaken)), "{taken:?}");
    assert_eq!(numbers(other).await, [1, 2]);
    let password = AdminChange::Password(anne, "another hash".into());
    one.administer(password, line("password")).await.expect("an answer");
    assert!(other.session("hash1", 1500).await.expect("an answer").is_none());
    assert_eq!(other.password(anne).await.expect("one").as_deref(), Some("another hash"));
}

pub async fn concurrent_audit_lines_are_numbered_without_a_gap(nodes: &Nodes) {
    let mut tasks = JoinSet::new();
    for number in 0..20 {
        let store = if number % 2 == 0 { nodes.one.clone() } else { nodes.other.clone() };
        let change = AdminChange::Setting("announcement", number.to_string());
        tasks.spawn(async move { store.administer(change, line("announce")).await });
    }
    for done in tasks.join_all().await {
        assert!(done.expect("a line").is_some());
    }
    assert_eq!(numbers(&nodes.one).await, (1..=20).collect::<Vec<_>>());
    let latest = nodes.other.audit_lines(i64::MAX, 2).await.expect("lines");
    assert_eq!(latest.iter().map(|line| line.seq).collect::<Vec<_>>(), [20, 19]);
    assert_eq!(nodes.one.settings().await.expect("settings").len(), 1);
}

pub async fn orders_are_pending_until_they_are_carried_out(nodes: &Nodes) {
    let done = nodes.one.administer(AdminChange::Order, line("void")).await;
    let seq = done.expect("an answer").expect("a line");
    let pending = nodes.other.pending_orders().await.expect("orders");
    assert_eq!(pending.iter().map(|line| line.seq).collect::<Vec<_>>(), [seq]);
    nodes.other.carried_out(seq).await.expect("an answer");
    assert!(nodes.one.pending_orders().await.expect("orders").is_empty());
    assert_eq!(numbers(&nodes.one).await, [seq], "the line stays");
}

pub async fn an_invitation_is_limited_in_uses_and_time(nodes: &Nodes) {
    let (one, other) = (&nodes.one, &nodes.other);
    let invite = AdminChange::Invite("id".into(), "hash".into(), 10, 100, 2);
    one.administer(invite, line("invite")).await.expect("an answer");
    assert_eq!(other.invitations(50).await.expect("a list").len(), 1);
    assert!(other.invitations(100).await.expect("a list").is_empty());
    assert!(!other.use_invitation("other", 50).await.expect("an answer"));
    assert!(!other.use_invitation("hash", 100).await.expect("an answer"), "too late");
    assert!(other.use_invitation("hash", 50).await.expect("an answer"));
    assert!(one.use_invitation("hash", 50).await.expect("an answer"));
    assert!(!one.use_invitation("hash", 50).await.expect("an answer"), "used up");
    one.return_invitation("hash").await.expect("an answer");
    assert!(other.use_invitation("hash", 50).await.expect("an answer"));
}

pub async fn reports_and_blocks_are_kept_and_bounded(nodes: &Nodes) {
    let (one, other) = (&nodes.one, &nodes.other);
    persons(one, &["anne", "bess"]).await;
    let (anne, bess) = (AccountId(1), AccountId(2));
    let report = |number: i64| NewReport {
        id: format!("report{number}"),
        at: number,
        reporter: anne,
        account: bess,
        reason: ReportReason::Chat,
        game: None,
        text: "rude".into(),
    };
    for number in 0..20 {
        assert!(one.put_report(&report(number)).await.expect("an answer"));
    }
    assert!(!other.put_report(&report(20)).await.expect("an answer"), "too many");
    let open = other.reports(None, 100).await.expect("reports");
    assert_eq!((open.len(), open[0].by.as_str(), open[0].name.as_str()), (20, "anne", "bess"));
    let close = AdminChange::Resolve("report0".into(), 30);
    assert!(one.administer(close.clone(), line("resolve")).await.expect("an answer").is_some());
    assert!(one.administer(close, line("resolve")).await.expect("an answer").is_none());
    assert!(other.put_report(&report(20)).await.expect("an answer"), "there is room again");

    assert!(one.block(anne, bess, 1).await.expect("an answer"));
    assert!(other.block(anne, bess, 2).await.expect("an answer"), "idempotent");
    assert!(other.has_blocked(anne, bess).await.expect("an answer"));
    assert!(!other.has_blocked(bess, anne).await.expect("an answer"));
    assert!(other.has_block_between(bess, anne).await.expect("an answer"));
    assert_eq!(other.blocked_by(anne).await.expect("names"), ["bess"]);
    one.close_account(bess, "deleted-1", 40).await.expect("an answer");
    assert!(other.blocked_by(anne).await.expect("names").is_empty());
}

pub async fn people_are_found_by_parts_of_their_names(nodes: &Nodes) {
    persons(&nodes.one, &["anne", "hanna", "bess", "under_score"]).await;
    let find = async |text: &str, after: &str, limit: u32| {
        let found = nodes.other.find_accounts(text, None, after, limit).await.expect("accounts");
        found.into_iter().map(|account| account.name).collect::<Vec<_>>()
    };
    assert_eq!(find("", "", 10).await, ["anne", "bess", "hanna", "under_score"]);
    assert_eq!(find("ann", "", 10).await, ["anne", "hanna"]);
    assert_eq!(find("", "anne", 2).await, ["bess", "hanna"]);
    assert_eq!(find("_", "", 10).await, ["under_score"], "no wildcards");
    assert!(find("%", "", 10).await.is_empty());
}

pub async fn roles_are_given_and_taken_with_a_reason(nodes: &Nodes) {
    let (one, other) = (&nodes.one, &nodes.other);
    persons(one, &["anne", "bess"]).await;
    let (anne, bess) = (AccountId(1), AccountId(2));
    let give = |role| AdminChange::Role(anne, role);
    let why = NewAuditLine { reason: Some("helps".into()), ..line("role") };
    one.administer(give(Some(AccountRole::Moderator)), why).await.expect("an answer");
    let found = other.account(anne).await.expect("an answer").expect("Anne");
    assert_eq!(found.role, Some(AccountRole::Moderator));
    let only = Some(PeopleFilter::Role);
    let found = other.find_accounts("", only, "", 10).await.expect("accounts");
    assert_eq!(found.iter().map(|account| account.id).collect::<Vec<_>>(), [anne]);
    let report = NewReport {
        id: "report".into(),
        at: 3,
        reporter: bess,
        account: anne,
        reason: ReportReason::Play,
        game: None,
        text: String::new(),
    };
    assert!(one.put_report(&report).await.expect("an answer"));
    for (less_than, count) in [(AccountRole::Moderator, 0), (AccountRole::Admin, 1)] {
        let reports = other.reports(Some(less_than), 10).await.expect("reports");
        assert_eq!(reports.len(), count, "{less_than:?}");
    }
    assert_eq!(other.reports_by(bess, 10).await.expect("reports").len(), 1);
    other.administer(give(None), line("role")).await.expect("an answer");
    assert_eq!(one.account(anne).await.expect("an answer").expect("Anne").role, None);
    let lines = one.audit_lines_after(0).await.expect("lines");
    let reasons: Vec<_> = lines.iter().map(|line| line.reason.as_deref()).collect();
    assert_eq!(reasons, [Some("helps"), None]);
}
