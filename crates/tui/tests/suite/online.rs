//! Online games, on the screen and in words, without a server.

mod fake_server;
mod lobby;
mod plain_mode;
mod table;

use bosworth_client::ClientError;
use bosworth_client::protocol::{Problem, ProblemKind};
use bosworth_rules::Side;
use bosworth_texts::Language;
use bosworth_tui::{NetworkEvent, SessionEnd};
use insta::assert_snapshot;

use self::fake_server::{SERVER, game, middle, screen_with};

#[test]
fn client_errors_are_explained_in_every_language() {
    let problem = |problem| {
        ClientError::Problem(Problem { problem, message: "why\u{1b}[2J".into(), refusal: None })
    };
    for language in Language::ALL {
        let texts = bosworth_tui::texts(language, &[]);
        let faults = [
            ClientError::Address("nonsense".into()),
            ClientError::Network("connection refused".into()),
            ClientError::NoGame(game(1)),
            ClientError::Nonsense("it answers 404".into()),
            ClientError::Bye { reason: "too many messages".into(), again: false },
            problem(ProblemKind::Unauthorized),
            problem(ProblemKind::NotFound),
            problem(ProblemKind::Gone),
            problem(ProblemKind::Forbidden),
        ];
        let lines: Vec<_> =
            faults.iter().map(|why| bosworth_tui::fault(&texts, why, SERVER)).collect();
        assert_snapshot!(format!("faults_{}", language.code()), lines.join("\n"));
    }
}

#[test]
fn a_failed_session_says_how_to_resume_the_game() {
    let server = middle("5+3", Some(Side::Red));
    let mut screen = screen_with(&server, Language::English);
    screen.network_event(NetworkEvent::Failed(ClientError::Bye {
        reason: "closed".into(),
        again: false,
    }));
    let Some(SessionEnd::Failed(text)) = screen.session_end() else { panic!("it is over") };
    assert!(text.contains(&format!("play --server {SERVER} {}", game(1485))), "{text}");
}
