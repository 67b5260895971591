use bosworth_protocol::{
    AccountId, AccountKind, AccountRole, AdminAction, AdminAnswer, AdminChatLine, AdminGame,
    AdminGameChat, AdminPerson, AdminSettings, AuditLine, ChatPlace, HouseRules, InvitationView,
    NameAndReason, OwnReport, PeopleFilter, Person, PlayerView, Players, Registration,
    ReportReason, ReportRequest, ReportView, Scope,
};
use bosworth_rules::Side;
use insta::assert_snapshot;

use crate::{game, lines};

#[test]
fn admin_actions() {
    let name = || "Anne".to_owned();
    let about = |reason: &str| NameAndReason { name: name(), reason: reason.into() };
    let event = || "Bosworth".parse().expect("an id");
    let actions = every!(AdminAction {
        AdminAction::Disable(_) => AdminAction::Disable(about("")),
        AdminAction::Enable(_) => AdminAction::Enable(about("")),
        AdminAction::Mute(_) => AdminAction::Mute(about("insults")),
        AdminAction::Unmute(_) => AdminAction::Unmute(about("")),
        AdminAction::Logout(_) => AdminAction::Logout(about("")),
        AdminAction::Rename { .. } => {
            AdminAction::Rename { name: name(), to: "Bess".into(), reason: String::new() }
        },
        AdminAction::Role { .. } => AdminAction::Role {
            name: name(),
            role: Some(AccountRole::Moderator),
            reason: "helps on Fridays".into(),
        },
        AdminAction::Password { .. } => AdminAction::Password { name: name(), password: None },
        AdminAction::Delete(_) => AdminAction::Delete(about("")),
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
        AdminAction::End { .. } => {
            AdminAction::End { game: game(1), winner: Some(Side::Red), reason: String::new() }
        },
        AdminAction::Void { .. } => AdminAction::Void { game: game(1), reason: String::new() },
        AdminAction::Erase { .. } => AdminAction::Erase {
            chat: ChatPlace::Game(game(1)),
            line: 7,
            reason: "insults".into(),
        },
        AdminAction::Cancel { .. } => AdminAction::Cancel { event: event(), reason: String::new() },
        AdminAction::Announce { .. } => {
            AdminAction::Announce { text: "we move house".into(), reason: String::new() }
        },
        AdminAction::Registration(_) => AdminAction::Registration(Registration::Invitation),
        AdminAction::Invite { .. } => AdminAction::Invite { uses: 5, days: 30 },
        AdminAction::Uninvite { .. } => AdminAction::Uninvite { invitation: "c0ffee".into() },
        AdminAction::Words { .. } => {
            AdminAction::Words { add: vec!["rude".into()], remove: Vec::new() }
        },
        AdminAction::Resolve { .. } => {
            AdminAction::Resolve { report: "c0ffee".into(), reason: String::new() }
        },
    });
    let mut said = lines(&actions);
    said += &lines(&every!(ChatPlace {
        ChatPlace::Game(_) => ChatPlace::Game(game(1)),
        ChatPlace::Event(_) => ChatPlace::Event(event()),
    }));
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
        role: None,
    }]);
    said += &lines(&every!(PeopleFilter {
        PeopleFilter::Disabled => PeopleFilter::Disabled,
        PeopleFilter::Muted => PeopleFilter::Muted,
        PeopleFilter::Role => PeopleFilter::Role,
    }));
    let person = Person { id: AccountId(7), name: "Anne".into(), kind: AccountKind::Person };
    let players = Players {
        red: PlayerView::Account { person, rating: None },
        white: PlayerView::Computer { level: 3 },
    };
    said += &lines(&[AdminGameChat {
        game: AdminGame { game: game(1), players, created: 1_700_000_000_000, ended: Some(1) },
        chat: vec![AdminChatLine {
            line: 7,
            at: 1_700_000_000_000,
            by: "Anne".into(),
            text: "good game".into(),
        }],
    }]);
    said += &lines(&[AuditLine {
        seq: 3,
        at: 1_700_000_000_000,
        actor: "cli:root".into(),
        action: "end".into(),
        account: None,
        game: Some(game(1)),
        detail: "red".into(),
        reason: Some("left".into()),
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
    said += &lines(&[
        OwnReport { at: 1, name: "Anne".into(), reason: ReportReason::Name, closed: None },
        OwnReport { at: 1, name: "Anne".into(), reason: ReportReason::Chat, closed: Some(2) },
    ]);
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
