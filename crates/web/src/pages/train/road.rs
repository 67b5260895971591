//! The road: twelve lessons of strategy, then a first win against each level of the computer.

use bosworth_reasons::BoardMark;
use bosworth_rules::{BySide, Position, Ruleset, Side};
use bosworth_view::prelude::*;

use super::lesson::{LESSONS, StrategyLesson};
use super::place::TrainPlace;
use super::training::{Training, use_training};
use crate::browser;
use crate::clocked_table::Seat as GameSeat;
use crate::language::{fill, texts, tr};
use crate::pages::{LocalGameOptions, start_local_game};
use crate::parts::{
    Board, Seat, group, headline, link_button, paragraph, show_marks, title as heading,
};
use crate::route::Route;

/// The levels of the computer.
const LEVELS: core::ops::RangeInclusive<u8> = 1..=8;

/// The title of a lesson.
pub fn title(lesson: usize) -> String {
    LESSONS.get(lesson).map(|it| tr(&format!("road-{}", it.name))).unwrap_or_default()
}

/// What follows a lesson.
pub fn after(lesson: usize) -> TrainPlace {
    if lesson + 1 < LESSONS.len() { TrainPlace::Lesson(lesson + 1) } else { TrainPlace::Road }
}

/// The steps of the road that are done, of all.
pub fn steps(training: Training) -> (usize, usize) {
    let wins =
        training.progress.with(|it| LEVELS.filter(|level| it.first_win(*level).is_some()).count());
    (training.done_lessons().len() + wins, LESSONS.len() + LEVELS.count())
}

/// The list of lessons and levels, with what is done.
pub fn road_page() -> View {
    let training = use_training();
    training.note_wins();
    view! {
        <main id="main" class="lessons">
            {headline(tr("train-road"))}
            {move || road(training)}
        </main>
    }
}

/// What is done, and what comes next.
fn road(training: Training) -> View {
    let done = training.done_lessons();
    let next = (0..LESSONS.len()).find(|lesson| !done.contains(lesson));
    let start = next.map(|next| {
        let label = tr(if done.is_empty() { "learn-start" } else { "learn-go-on" });
        link_button("road-start", "primary", label, TrainPlace::Lesson(next).address())
    });
    let (count, all) = steps(training);
    let progress = fill("road-progress", &[("done", count.into()), ("count", all.into())]);
    let lessons: Vec<_> = LESSONS
        .iter()
        .enumerate()
        .map(|(n, lesson)| {
            let place = TrainPlace::Lesson(n).address();
            let title = format!("{}. {}", n + 1, title(n));
            let mark = done.contains(&n).then(|| tr("learn-done"));
            let sword = (lesson.picture == "#compass").then(|| view! { <use href="#sword"/> });
            view! {
                <li><a id=format!("lesson-{n}") class="way" class:done=done.contains(&n) href=place>
                    <svg viewBox="0 0 44 44" aria-hidden="true"><use href=lesson.picture/>{sword}</svg>
                    <b>{title}</b>
                    <span>{mark}</span>
                </a></li>
            }
        })
        .collect();
    let rules = Route::Learn(None).to_string();
    view! {
            <p class="lead">{tr("road-lead")}" "<a href=rules>{tr("road-rules")}</a></p>
            <div class="buttons">{start}</div>
            <p class="progress">
                <progress id="road-progress" max=all.to_string() value=count.to_string() aria-label=progress.clone()></progress>
                {progress}
            </p>
            <ol class="lesson-list">{lessons}</ol>
            {heading("road-wins", tr("road-wins"))}
            {paragraph("note", "", tr("road-wins-about"))}
            <ol class="level-buttons road-levels">{LEVELS.map(|level| win(training, level)).collect::<Vec<_>>()}</ol>
    }
}

/// A level of the computer, and whether it was beaten.
fn win(training: Training, level: u8) -> View {
    let is_won = training.progress.with(|it| it.first_win(level).is_some());
    let play = move |_| {
        let seats = BySide { red: GameSeat::Person, white: GameSeat::Level(level) };
        let options =
            LocalGameOptions { ruleset: Ruleset::CLASSIC, seats, clock: None, handicap: None };
        start_local_game(training.app, options);
        browser::go(&Route::Play);
    };
    let mark = is_won.then(|| tr("road-won"));
    view! {
        <li><button type="button" id=format!("road-level-{level}") class="level" class:done=is_won on:click=play>
            <b class="shield-number">{level}</b>
            <span>{tr(&format!("level-{level}"))}</span>
            <span class="won">{mark}</span>
        </button></li>
    }
}

/// A lesson: the idea, and an example with marks on the board.
pub fn lesson_page(number: usize) -> View {
    let Some(lesson) = LESSONS.get(number) else { return road_page() };
    let Ok(position) = lesson.position.parse::<Position>() else { return View::Empty };
    show_marks(position, marks(lesson));
    let board = RwSignal::new(bosworth_board::Board::default());
    let scene = Memo::new(move |_| board.with(|board| board.scene(position, Side::White)));
    let press = Callback::new(|_| {});
    let seat = |side: Side, name: String| {
        let (side, name) = (Signal::stored(side), Signal::stored(name));
        view! { <Seat side scene name on_press=press/> }
    };
    let other = texts().side(Side::White, position.ruleset());
    let table = vec![
        seat(Side::White, other),
        group("board-row", vec![view! { <Board scene board/> }]),
        seat(Side::Red, tr("seat-you")),
    ];
    let all = TrainPlace::Road.address();
    let text = |end: &str| tr(&format!("road-{}{end}", lesson.name));
    let step =
        fill("learn-step", &[("step", (number + 1).into()), ("count", LESSONS.len().into())]);
    let practice = TrainPlace::Practice(number).address();
    view! {
        <main id="main" class="play learn road">
            <div class="stage">
                {group("table", table)}
                <div class="rail">
                    <div class="panel side lesson">
                        <p class="note"><a id="road-all" href=all>{tr("train-road")}</a><span>{step}</span></p>
                        <h1 tabindex="-1">{format!("{}. {}", number + 1, text(""))}</h1>
                        <p>{text("-idea")}</p>
                        <p class="task">{text("-example")}</p>
                    </div>
                    <div class="act"><div class="act-buttons">
                        {link_button("practice", "primary", tr("road-practice"), practice)}
                    </div></div>
                </div>
            </div>
        </main>
    }
}

fn marks(lesson: &StrategyLesson) -> Vec<BoardMark> {
    lesson.marks.iter().filter_map(|mark| BoardMark::parse(mark)).collect()
}
