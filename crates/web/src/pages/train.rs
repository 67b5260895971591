//! Training: positions to solve, one's own mistakes, and the road from the rules to strategy.

mod aftermath;
mod continuation;
mod control;
mod course;
mod daily_results;
mod exercise;
mod game_on;
mod home;
mod late_parts;
mod lesson;
mod place;
mod progress_page;
mod puzzle_file;
mod road;
mod run;
mod series;
mod session;
mod share;
mod solve_page;
mod solve_state;
mod summary;
mod sync;
mod training;

use bosworth_view::prelude::*;

pub use self::course::{Course, is_of_course};
pub use self::late_parts::TrainingParts;
use self::place::TrainPlace;
use self::series::ExerciseSeries;
use self::solve_page::solve_page;
pub use self::training::Training;
use self::training::{today, use_training};
use crate::browser;
use crate::chunk::Chunks;
use crate::language::tr;
use crate::lifetime::Lifetime;
use crate::parts::{button, group, headline, link_button, paragraph};

/// The delay before the code that comes later is fetched, in milliseconds, so that the first position
/// waits for nothing else.
const LATE_PARTS_DELAY_MS: u32 = 1500;

/// A page of the training.
#[component]
pub fn Train(
    /// The place in the training, as in the address.
    place: String,
) -> View {
    let training = use_training();
    training.file.fetch();
    let (chunks, page) = (expect_context::<Chunks>(), Lifetime::new());
    page.after(LATE_PARTS_DELAY_MS, move || {
        page.spawn(async move {
            chunks.fetch_course().await;
        });
    });
    // What the pages read must not draw the whole page anew.
    untrack(|| {
        training.read();
        shown(training, TrainPlace::parse(&place))
    })
}

fn shown(training: Training, place: TrainPlace) -> View {
    match place {
        TrainPlace::Home => home::home_page(),
        _ => with_puzzle_file(training, move || exercises(training, place)),
    }
}

/// A page that needs the puzzles.
fn with_puzzle_file(training: Training, page: impl Fn() -> View + 'static) -> View {
    let is_here = Memo::new(move |_| training.file.is_here());
    let page = move || match is_here.get() {
        None => waiting(),
        Some(false) => not_here(training),
        Some(true) => untrack(|| {
            browser::focus_later("#main h1");
            page()
        }),
    };
    page.into_view()
}

/// A page with exercises.
fn exercises(training: Training, place: TrainPlace) -> View {
    let series = match place {
        TrainPlace::Daily => ExerciseSeries::Daily(today()),
        TrainPlace::Puzzles(wish) => ExerciseSeries::Puzzles(wish),
        TrainPlace::Puzzle(id) => ExerciseSeries::Listed(vec![id], None),
        TrainPlace::Practice(lesson) => {
            ExerciseSeries::Listed(training.lesson_puzzles(lesson), Some(lesson))
        }
        _ => ExerciseSeries::Mistakes,
    };
    solve_page(series)
}

fn waiting() -> View {
    view! {
        <main id="main" class="train-over">
            {headline(tr("title-train"))}
            <p class="lead" role="status">{tr("train-loading")}</p>
        </main>
    }
}

/// The puzzles could not be fetched.
fn not_here(training: Training) -> View {
    let buttons = vec![
        button("train-again", "primary", tr("load-again"), move || training.file.fetch()),
        link_button("train-home", "", tr("train-to-home"), TrainPlace::Home.address()),
    ];
    view! {
        <main id="main" class="train-over">
            {headline(tr("title-train"))}
            {paragraph("lead", "train-not-here", tr("train-not-here"))}
            {group("buttons", buttons)}
        </main>
    }
}
