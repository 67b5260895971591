use bosworth_protocol::{
    AccountId, AccountKind, AdminAction, AdminAnswer, AdminPerson, AdminSettings, AuditLine,
    HouseRules, InvitationView, Registration, ReportReason, ReportRequest, ReportView, Scope,
};
use bosworth_rules::Side;
use insta::assert_snapshot;

use crate::{game, lines};

#[test]
fn admin_actions() {
    let name = || "Anne".to_owned();
    let actions = every!(AdminAction {
        AdminAction::Disable { .. } => AdminAction::Disable { name: name() },
        AdminAction::Enable { .. } => AdminAction::Enable { name: name() },
        AdminAction::Mute { .. } => AdminAction::Mute { name: name() },
        AdminAction::Unmute { .. } => AdminAction::Unmute { name: name() },
        AdminAction::Rename { .. } => AdminAction::Rename { name: name(), to: "Bess".into() },
        AdminAction::Password { .. } => AdminAction::Password { name: name(), password: None },
        AdminAction::Delete { .. } => AdminAction::Delete { name: name() },
        AdminAction::Token { .. } => AdminAction::Token {
            name: name(),
            label: "my script".into(),
            scopes: vec![Scope::Play, Scope::Admin],
        },
        AdminAction::Revoke { .. } => AdminAction::Revoke { name: name(), token: "c0ffee".into() },
        AdminAction::Person { .. } => AdminAction::Person {
            name: name(),
            mail: Some("anne@example.org".into()),
            language: Some("en".into()),
        },
        AdminAction::Bot { .. } => AdminAction::Bot { owner: name(), name: "my-bot".into() },
        AdminAction::End { .. } => AdminAction::End { game: game(1), winner: Some(Side::Red) },
        AdminAction::Void { .. } => AdminAction::Void { game: game(1) },
        AdminAction::Cancel { .. } => {
            AdminAction::Cancel { event: "Bosworth".parse().expect("an id") }
        },
        AdminAction::Announce { .. } => AdminAction::Announce { text: "we move house".into() },
        AdminAction::Registration(_) => AdminAction::Registration(Registration::Invitation),
        AdminAction::Invite { .. } => AdminAction::Invite { uses: 5, days: 30 },
        AdminAction::Uninvite { .. } => AdminAction::Uninvite { invitation: "c0ffee".into() },
        AdminAction::Words { .. } => {
            AdminAction::Words { add: vec!["rude".into()], remove: Vec::new() }
        },
        AdminAction::Resolve { .. } => AdminAction::Resolve { report: "c0ffee".into() },
    });
    let mut said = lines(&actions);
    said += &lines(&[
        AdminAnswer { audit: 7, ..AdminAnswer::default() },
        AdminAnswer {
            audit: 8,
            pending: true,
            password: Some("abcd-efgh".into()),
            invitation: Some("jkmn-pqrs".into()),
            token: None,
        },
    ]);
    assert_snapshot!("admin_actions", said);
}

#[test]
fn admin_views() {
    let mut said = lines(&[AdminPerson {
        id: AccountId(7),
        name: "Anne".into(),
        kind: AccountKind::Bot,
        created: 1_700_000_000_000,
        disabled: Some(1_700_000_000_001),
        muted: None,
        owner: Some(AccountId(8)),
    }]);
    said += &lines(&[AuditLine {
        seq: 3,
        at: 1_700_000_000_000,
        actor: "cli:root".into(),
        action: "end".into(),
        account: None,
        game: Some(game(1)),
        detail: "red".into(),
        pending: true,
    }]);
    said += &lines(&every!(ReportReason {
        ReportReason::Name => ReportReason::Name,
        ReportReason::Chat => ReportReason::Chat,
        ReportReason::Play => ReportReason::Play,
    }));
    said += &lines(&[ReportRequest {
        name: "Anne".into(),
        reason: ReportReason::Chat,
        game: Some(game(1)),
        text: "rude".into(),
    }]);
    said += &lines(&[ReportView {
        id: "c0ffee".into(),
        at: 1_700_000_000_000,
        by: "Bess".into(),
        name: "Anne".into(),
        reason: ReportReason::Name,
        game: None,
        text: String::new(),
    }]);
    said += &lines(&[AdminSettings {
        registration: Registration::Closed,
        announcement: "we move house".into(),
        words: vec!["rude".into()],
        invitations: vec![InvitationView { id: "c0ffee".into(), uses: 2, expires: 9 }],
    }]);
    said += &lines(&every!(Registration {
        Registration::Open => Registration::Open,
        Registration::Invitation => Registration::Invitation,
        Registration::Closed => Registration::Closed,
    }));
    said += &lines(&[
        HouseRules::default(),
        HouseRules {
            announcement: Some("we move house".into()),
            login_provider: Some("login.example.org".into()),
            ..HouseRules::default()
        },
    ]);
    assert_snapshot!("admin_views", said);
}
