//! Training line by line, and the file with what was done.

use std::fs;
use std::io::{self, BufRead};
use std::time::Duration;

use bosworth_engine::{DecisionReview, PlyReview};
use bosworth_fair::Secret;
use bosworth_local::{LocalTable, Seat};
use bosworth_practice::{Day, Progress, PuzzleWish};
use bosworth_puzzles::{Answer, Puzzle, PuzzleSet, Tag, Tags};
use bosworth_rules::{Action, BySide, Position, Ruleset, Side};
use bosworth_texts::Language;
use bosworth_tui::{
    Depth, GameSource, Ground, LineSource, NothingToTrain, PlainTraining, PracticeSession,
    SavedGames, TerminalApp, Theme, TrainingBackend, TrainingFile, TrainingInput, TrainingKind,
};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

const NOW: i64 = 1_795_100_000_000;

/// Joins two roses, or leaves one of them alone.
fn puzzles() -> PuzzleSet {
    let position: Position =
        "9/9/9/4r4/9/4r4/9/9/9 e6 r S1,E1 N1,N2 4 4 - classic".parse().expect("a position");
    let losses = [("S1", 0.0), ("E1", 9.0), ("+", 2.5)];
    let answers = losses.map(|(action, loss)| Answer::new(action.parse().expect("good"), loss));
    let puzzle = Puzzle::new(position, 58.0, answers.to_vec(), Tags::of(Tag::Join), 3, 1_300);
    PuzzleSet::new(&[puzzle.expect("a puzzle")]).expect("a set")
}

#[derive(Default)]
struct Memory {
    saved: Progress,
}

impl TrainingBackend for Memory {
    fn now(&mut self) -> i64 {
        NOW
    }

    fn luck(&mut self) -> u64 {
        7
    }

    fn save(&mut self, progress: &Progress) -> io::Result<()> {
        self.saved = progress.clone();
        Ok(())
    }
}

struct Script(io::Cursor<&'static str>);

impl LineSource for Script {
    fn next_line(&mut self) -> io::Result<Option<String>> {
        let mut line = String::new();
        Ok((self.0.read_line(&mut line)? > 0).then_some(line))
    }
}

fn session(kind: TrainingKind, progress: Progress) -> Result<PracticeSession, NothingToTrain> {
    PracticeSession::begin(puzzles(), progress, (kind, PuzzleWish::default()), NOW, 7)
}

fn train(language: Language, script: &'static str) -> (String, Progress) {
    let texts = bosworth_tui::texts(language, &[]);
    let (mut backend, mut output) = (Memory::default(), Vec::new());
    let input = Script(io::Cursor::new(script));
    let mut plain = PlainTraining { texts: &texts, input, output: &mut output };
    let mut session = session(TrainingKind::Mixed, Progress::default()).expect("a position");
    plain.train(&mut session, &mut backend).expect("no fault");
    (String::from_utf8(output).expect("text"), backend.saved)
}

#[test]
fn every_answer_is_told_what_it_costs() {
    let (said, progress) = train(Language::English, "hand\nE1\n+\nN2\nS1\nS1\nnext\n");
    let order = [
        "Position of the day, 2026-11-19",
        "Not this one: 9 of 100 games less than the best.",
        "Your rating: 1199 (−301).",
        "Close: 2.5 of 100 games less than the best.",
        "Right: best by 2.5 of 100 games.",
        "next: the next position.",
        "This position is solved.",
        "You have answered all of these puzzles within half a year.",
        "0 of 1 right at the first try.",
    ];
    let mut rest = said.as_str();
    for part in order {
        let Some((_, after)) = rest.split_once(part) else { panic!("{part}: {said}") };
        rest = after;
    }
    assert_eq!(progress.standing().rated, 1);
    assert_eq!(progress.daily(Day::of(NOW)).map(|it| it.loss() as i32), Some(9));
}

#[test]
fn the_last_hint_gives_the_solution_away_and_counts_as_a_miss() {
    let (said, progress) = train(Language::English, "hint\nhint\nhint\n");
    assert!(said.contains("The idea: join territories."), "{said}");
    assert!(said.contains("It is a card without a hero."), "{said}");
    assert!(said.contains("The best action is S1."), "{said}");
    let standing = progress.standing();
    assert_eq!((standing.answered, standing.right), (1, 0));
}

/// The full screen at the smallest size after some inputs.
fn screen(language: Language, kind: TrainingKind, inputs: &[TrainingInput]) -> String {
    let session = session(kind, Progress::default()).expect("a position");
    let theme = Theme { depth: Depth::None, ground: Ground::Dark, ascii: false };
    let source = GameSource::Training(Box::new(session));
    let texts = bosworth_tui::texts(language, &[]);
    let mut app = TerminalApp::new(source, texts, theme, Duration::ZERO);
    for input in inputs {
        app.train(*input, &mut Memory::default());
    }
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).expect("a terminal");
    terminal.draw(|frame| drop(bosworth_tui::draw(&app, frame.buffer_mut()))).expect("drawn");
    let buffer = terminal.backend().buffer();
    let row = |y| (0..80).map(|x| buffer[(x, y)].symbol()).collect::<String>() + "\n";
    (0..24).map(row).collect()
}

fn solve() -> TrainingInput {
    TrainingInput::Answer("S1".parse().expect("an action"))
}

#[test]
fn the_headline_of_the_smallest_window_says_whose_turn_it_is() {
    for (language, open, solved) in [
        (Language::English, "Your turn (Red)", "This position is solved."),
        (Language::German, "Du bist am Zug (Rot)", "Diese Stellung ist gelöst."),
        (Language::French, "À vous (Rouge)", "Cette position est résolue."),
    ] {
        for kind in [TrainingKind::Daily, TrainingKind::Puzzles] {
            for (inputs, status) in [(&[][..], open), (&[solve()], solved)] {
                let screen = screen(language, kind, inputs);
                let headline = screen.lines().next().unwrap_or_default().trim_end();
                assert!(headline.ends_with(&format!("  {status}")), "{headline}");
                assert!(!headline.contains('…'), "{headline}");
            }
        }
    }
}

#[test]
fn a_hint_after_the_solution_leaves_the_explanation_on_the_screen() {
    let explained = screen(Language::English, TrainingKind::Daily, &[solve()]);
    let asked = screen(Language::English, TrainingKind::Daily, &[solve(), TrainingInput::Hint]);
    assert!(explained.contains("Right: best by"), "{explained}");
    assert_eq!(asked, explained);
}

#[test]
fn all_languages_say_it() {
    let words = [(Language::German, "Richtig: um 2,5 von 100"), (Language::French, "Juste")];
    for (language, expected) in words {
        let (said, _) = train(language, "hint\nS1\n");
        assert!(said.contains(expected), "{said}");
        assert!(!said.contains("train-"), "{said}");
    }
}

#[test]
fn what_cannot_be_trained_has_a_reason() {
    let why = |kind, progress| session(kind, progress).err();
    assert_eq!(why(TrainingKind::Mistakes, Progress::default()), Some(NothingToTrain::NoMistakes));
    let (_, answered) = train(Language::English, "S1\n");
    assert_eq!(why(TrainingKind::Daily, answered.clone()), Some(NothingToTrain::DailyAnswered));
    assert_eq!(why(TrainingKind::Puzzles, answered), Some(NothingToTrain::AllAnswered));
}

#[test]
fn mistakes_of_a_reviewed_game_come_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = || TrainingFile::beside(&SavedGames::new(folder.path().join("games")), || 7);
    assert!(file().load().expect("an empty file").is_empty());
    let seats = BySide { red: Seat::Person, white: Seat::Level(3) };
    let id = "2026-11-15-1".to_string();
    let mut table = LocalTable::deal(id, Secret::new([7; 32]), Ruleset::CLASSIC, seats);
    let actions: Vec<Action> = table.position().actions().iter().collect();
    let ply = table.act(actions[0]).expect("legal");
    let chances = actions.iter().enumerate().map(|(n, it)| (*it, 0.3 + 0.1 * n as f64)).collect();
    let decision = DecisionReview {
        best: actions[1],
        loss: 0.2,
        exact: false,
        rollout: Vec::new(),
        actions: chances,
    };
    let review = PlyReview {
        number: 1,
        side: Side::Red,
        ply,
        before: 0.5,
        after: 0.3,
        margin: 0.0,
        forecast: None,
        decision: Some(decision),
        draw: None,
    };
    assert_eq!(file().add_mistakes(&table, std::slice::from_ref(&review)).expect("saved"), 1);
    let theirs = PlyReview { side: Side::White, ..review };
    assert_eq!(file().add_mistakes(&table, &[theirs]).expect("nothing to save"), 0);
    let progress = file().load().expect("a file");
    let mut session = session(TrainingKind::Mistakes, progress).expect("a mistake is due");
    let texts = bosworth_tui::texts(Language::English, &[]);
    assert_eq!(session.title(&texts), "Your mistake in game 2026-11-15-1, action 1");
    let said = session.answer(actions[0], NOW, &texts).join(" ");
    assert!(said.contains("Not this one: 20 of 100") && said.contains("again tomorrow"), "{said}");
    fs::write(folder.path().join("training.json"), "nonsense").expect("written");
    assert!(file().load().is_err(), "a damaged file is not overwritten");
}
