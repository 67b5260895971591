//! Bodies of requests and answers. Does not compile if a field is missing.

use bosworth_protocol::{
    AccountId, AccountKind, AccountRole, BotRequest, Challenge, Command, CommandAnswer,
    CommandRequest, ConditionalLines, Credentials, DailyReply, DailyResults, DailyShare, DailyView,
    Days, Deletion, GameExport, GameSummary, HolidayRequest, HolidayView, IdempotencyKey,
    InsightGroup, InsightStretch, InsightsView, LeaderboardRow, Me, MeanCost, NewBot, OfferTerms,
    OpenGame, PasswordChange, Person, PlayerView, Players, Preferences, Problem, ProblemKind,
    Profile, RatingPoint, RatingView, Refusal, ResultCounts, Scope, Seek, SeekAnswer, SessionView,
    Speed, TableView, TimeControl, TokenRequest, TokenView, VisitorView, Waiting, WaitingGame,
    tournament,
};
use bosworth_rules::Side;
use insta::assert_snapshot;
use serde::Serialize;

use crate::messages::view;
use crate::{game, lines};

/// What can be written, but says nothing about being equal.
fn line(body: &impl Serialize) -> String {
    serde_json::to_string(body).expect("a text") + "\n"
}

fn person(kind: AccountKind) -> Person {
    Person { id: AccountId(7), name: "Anne".into(), kind }
}

fn rating() -> RatingView {
    RatingView { speed: Speed::Rapid, rating: 1612.5, deviation: 80.25, games: 12 }
}

fn terms(side: Option<Side>) -> OfferTerms {
    OfferTerms {
        ruleset: "classic".into(),
        clock: TimeControl::Days(Days::per_action(2)),
        rated: true,
        side,
    }
}

fn token(token: Option<&str>) -> TokenView {
    TokenView {
        id: "t1".into(),
        name: "my bot".into(),
        scopes: vec![Scope::Play, Scope::Read],
        created: 1_700_000_000_000,
        seen: token.is_none().then_some(1_700_000_000_001),
        token: token.map(Into::into),
    }
}

fn players() -> Players {
    let kinds = every!(PlayerView {
        PlayerView::Account { .. } => {
            PlayerView::Account { person: person(AccountKind::Bot), rating: None }
        },
        PlayerView::Computer { .. } => PlayerView::Computer { level: 8 },
    });
    let [red, white]: [PlayerView; 2] = kinds.try_into().expect("two");
    Players { red, white }
}

fn summary(ended: bool) -> GameSummary {
    GameSummary {
        game: game(1485),
        players: players(),
        ruleset: "classic".into(),
        clock: "5+3".into(),
        speed: Speed::Blitz,
        rated: ended,
        created: 1_700_000_000_000,
        ended: ended.then_some(1_700_000_900_000),
        result: if ended { "1-0" } else { "*" }.into(),
        reason: ended.then(|| "played".into()),
        forfeit: None,
        points: (62, 37),
        plies: 88,
        change: ended.then_some((8.5, -8.5)),
        ratings: ended.then_some((1621.0, 1489.5)),
        handicap: None,
    }
}

fn offered() -> String {
    "owner:heroes=2,cards=4,roses=1,second".into()
}

fn given() -> String {
    "white:heroes=2".into()
}

#[test]
fn requests() {
    let challenge = |public, rating_min| Challenge {
        terms: terms(Some(Side::Red)),
        public,
        rating_min,
        rating_max: Some(1900),
        flexible: false,
        to: None,
        handicap: None,
    };
    let casual = OfferTerms { rated: false, ..terms(None) };
    let mut sent = String::new();
    sent += &lines(&[CommandRequest { key: IdempotencyKey(5), command: Command::Resign }]);
    sent += &lines(&[terms(None), terms(Some(Side::White))]);
    sent += &lines(&[challenge(true, None), challenge(false, Some(1500))]);
    sent += &lines(&[
        Challenge { flexible: true, ..Challenge::open(terms(None)) },
        Challenge { to: Some("Bess".into()), ..Challenge::by_link(terms(None)) },
        Challenge { handicap: Some(offered()), ..Challenge::open(casual) },
    ]);
    sent += &line(&Credentials::new("Anne", "a white rose"));
    let invitation = Some("abcd-efgh-jkmn-pqrs".into());
    sent += &line(&Credentials { invitation, ..Credentials::new("Anne", "a white rose") });
    sent += &lines(&[
        Preferences { chat: true, language: None },
        Preferences { chat: false, language: Some("fr".into()) },
    ]);
    sent += &line(&PasswordChange { old: "old".into(), new: "new".into() });
    sent += &line(&Deletion { password: "a white rose".into() });
    sent += &lines(&[TokenRequest { name: "my bot".into(), scopes: vec![Scope::Play] }]);
    sent += &lines(&[BotRequest { name: "my-bot".into() }]);
    sent += &lines(&[HolidayRequest { days: 14 }]);
    sent += &lines(&[DailyReply { date: "2026-11-19".into(), action: "NE2".into() }]);
    sent += &lines(&[ConditionalLines {
        revision: 15,
        lines: vec!["N2 SE1 W3* N1".into(), "+NE3 +".into()],
    }]);
    assert_snapshot!("requests", sent);
}

#[test]
fn answers() {
    let mut said = String::new();
    said += &lines(&every!(CommandAnswer {
        CommandAnswer::Done(_) => CommandAnswer::Done(4),
        CommandAnswer::Refused(_) => CommandAnswer::Refused(Refusal::Over),
    }));
    let seek = Seek {
        id: "abc".into(),
        by: players().red,
        terms: terms(None),
        public: false,
        rating_min: None,
        rating_max: Some(1900),
        flexible: false,
        to: None,
        handicap: None,
        created: 1_700_000_000_000,
    };
    let bess = Some(person(AccountKind::Person));
    said += &lines(&[Seek { flexible: true, to: bess, ..seek.clone() }]);
    said += &lines(&[Seek { handicap: Some(offered()), ..seek.clone() }]);
    said += &lines(&every!(SeekAnswer {
        SeekAnswer::Seek(_) => SeekAnswer::Seek(Box::new(seek)),
        SeekAnswer::Game(_) => SeekAnswer::Game(game(1)),
    }));
    said += &lines(&[view()]);
    said += &lines(&[OpenGame {
        game: game(1),
        players: players(),
        ruleset: "classic".into(),
        clock: TimeControl::Untimed,
        rated: false,
        your_turn: true,
        deadline: Some(1_700_000_000_000),
        plies: 12,
        handicap: None,
    }]);
    said += &lines(&[
        HolidayView { until: None, left: 28, allowance: 28 },
        HolidayView { until: Some(1_700_000_000_000), left: 14, allowance: 28 },
    ]);
    said += &lines(&[Waiting {
        games: vec![WaitingGame {
            game: game(1),
            opponent: players().white,
            ruleset: "classic".into(),
            clock: TimeControl::Days(Days::per_action(2)),
            rated: true,
            left: Some(86_400_000),
            since: 1_700_000_000_000,
            ply: 12,
        }],
        count: 3,
        challenges: 1,
    }]);
    let results = DailyResults { right: 41, close: 3, wrong: 17 };
    let daily = |own| DailyView {
        date: "2026-11-19".into(),
        puzzle: 7_340_033,
        position: "9/9/9/4r4/9/4r4/9/9/9 e6 r S1,E1 N1,N2 4 4 - classic".into(),
        level: 3,
        results,
        mean: None,
        actions: Vec::new(),
        own,
    };
    said += &lines(&[daily(None), daily(Some(0.5))]);
    let shares = vec![DailyShare { action: "S1".into(), answers: 41 }];
    said += &lines(&[DailyView { mean: Some(2.25), actions: shares, ..daily(Some(0.5)) }]);
    let forfeited = GameSummary { forfeit: Some(Side::White), ..summary(false) };
    said += &lines(&[summary(true), summary(false), forfeited]);
    said += &lines(&[GameSummary { handicap: Some(given()), ..summary(false) }]);
    said += &lines(&[TableView { handicap: Some(given()), ..view() }]);
    said += &lines(&[GameExport { summary: summary(true), record: Some("[Game \"x\"]".into()) }]);
    assert_snapshot!("answers", said);
}

#[test]
fn people() {
    let mut said = String::new();
    said += &lines(&every!(AccountKind {
        AccountKind::Guest => AccountKind::Guest,
        AccountKind::Person => AccountKind::Person,
        AccountKind::Bot => AccountKind::Bot,
    }));
    said += &lines(&every!(Scope {
        Scope::Play => Scope::Play,
        Scope::Read => Scope::Read,
        Scope::Admin => Scope::Admin,
    }));
    said += &lines(&every!(Speed {
        Speed::Bullet => Speed::Bullet,
        Speed::Blitz => Speed::Blitz,
        Speed::Rapid => Speed::Rapid,
        Speed::Slow => Speed::Slow,
        Speed::Days => Speed::Days,
    }));
    let preferences = Preferences { chat: true, language: Some("de".into()) };
    let anne = person(AccountKind::Person);
    let ratings = vec![rating()];
    let me = Me { person: anne.clone(), preferences, ratings, role: None, muted: false };
    said += &lines(&[VisitorView { me: None }, VisitorView { me: Some(me.clone()) }]);
    said += &lines(&every!(AccountRole {
        AccountRole::Moderator => AccountRole::Moderator,
        AccountRole::Admin => AccountRole::Admin,
    }));
    said += &lines(&[me.clone(), Me { role: Some(AccountRole::Moderator), muted: true, ..me }]);
    let point =
        RatingPoint { game: game(1), at: 1_700_000_000_000, rating: 1612.5, deviation: 80.25 };
    let profile = Profile {
        person: anne.clone(),
        created: 1_700_000_000_000,
        ratings: vec![rating()],
        history: vec![(Speed::Rapid, vec![point])],
        results: ResultCounts { won: 3, drawn: 1, lost: 2 },
        ratings_without_luck: Vec::new(),
    };
    said += &lines(&[profile.clone(), Profile { ratings_without_luck: vec![rating()], ..profile }]);
    let cost = MeanCost { games: 2, decisions: 61, loss: 2.25, interval: Some(0.5) };
    let group = InsightGroup { by: "phase".into(), group: "opening".into(), cost };
    let stretch = InsightStretch { at: 1_700_000_000_000, score: 1.5, without_luck: 1.25, cost };
    said += &lines(&[
        InsightsView {
            games: 2,
            score: 1.5,
            without_luck: 1.25,
            interval: Some(0.5),
            all: cost,
            level: Some(5),
            groups: vec![group],
            course: vec![stretch],
        },
        InsightsView {
            games: 0,
            score: 0.0,
            without_luck: 0.0,
            interval: None,
            all: MeanCost::default(),
            level: None,
            groups: Vec::new(),
            course: Vec::new(),
        },
    ]);
    said += &lines(&[SessionView {
        id: "s1".into(),
        created: 1_700_000_000_000,
        seen: 1_700_000_000_001,
        agent: "a browser".into(),
        current: true,
    }]);
    said += &lines(&[token(None), token(Some("secret"))]);
    said += &lines(&[NewBot { person: person(AccountKind::Bot), token: token(Some("secret")) }]);
    said += &lines(&[LeaderboardRow { person: anne, rating: rating() }]);
    assert_snapshot!("people", said);
}

#[test]
fn problems() {
    let kinds = every!(ProblemKind {
        ProblemKind::BadRequest => ProblemKind::BadRequest,
        ProblemKind::Unauthorized => ProblemKind::Unauthorized,
        ProblemKind::Forbidden => ProblemKind::Forbidden,
        ProblemKind::NotFound => ProblemKind::NotFound,
        ProblemKind::NameTaken => ProblemKind::NameTaken,
        ProblemKind::BadName => ProblemKind::BadName,
        ProblemKind::BadPassword => ProblemKind::BadPassword,
        ProblemKind::WrongCredentials => ProblemKind::WrongCredentials,
        ProblemKind::Gone => ProblemKind::Gone,
        ProblemKind::Conflict => ProblemKind::Conflict,
        ProblemKind::Damaged => ProblemKind::Damaged,
        ProblemKind::TooMany => ProblemKind::TooMany,
        ProblemKind::Unavailable => ProblemKind::Unavailable,
    });
    let problem = |problem, refusal| Problem { problem, message: "in words".into(), refusal };
    let mut problems: Vec<Problem> = kinds.into_iter().map(|kind| problem(kind, None)).collect();
    problems
        .push(problem(ProblemKind::Forbidden, Some(tournament::TournamentRefusal::NotOrganiser)));
    assert_snapshot!("problems", lines(&problems));
}
