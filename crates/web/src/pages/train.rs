//! Training: positions to solve, one's own mistakes, and the road from the rules to strategy.

mod aftermath;
mod continuation;
mod control;
mod daily_results;
mod exercise;
mod game_on;
mod home;
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

use self::place::TrainPlace;
use self::series::ExerciseSeries;
use self::solve_page::solve_page;
pub use self::training::Training;
use self::training::{today, use_training};
use crate::browser;
use crate::language::tr;
use crate::parts::{button, group, headline, link_button, paragraph};

/// A page of the training.
#[component]
pub fn Train(
    /// The place in the training, as in the address.
    place: String,
) -> View {
    let training = use_training();
    training.file.fetch();
    // What the pages read must not draw the whole page anew.
    untrack(|| {
        training.read();
        page(training, TrainPlace::parse(&place))
    })
}

fn page(training: Training, place: TrainPlace) -> View {
    match place {
        TrainPlace::Home => home::home_page(),
        TrainPlace::Road => road::road_page(),
        TrainPlace::Lesson(lesson) => road::lesson_page(lesson),
        TrainPlace::Progress => progress_page::progress_page(),
        _ => {
            let is_here = Memo::new(move |_| training.file.is_here());
            let page = move || match is_here.get() {
                None => waiting(),
                Some(false) => not_here(training),
                Some(true) => untrack(|| with_puzzles(training, place)),
            };
            page.into_view()
        }
    }
}

/// A page that needs the puzzles.
fn with_puzzles(training: Training, place: TrainPlace) -> View {
    browser::focus_later("#main h1");
    let series = match place {
        TrainPlace::Daily => ExerciseSeries::Daily(today()),
        TrainPlace::Puzzles(wish) => ExerciseSeries::Puzzles(wish),
        TrainPlace::Puzzle(id) => ExerciseSeries::Listed(vec![id], None),
        TrainPlace::Practice(lesson) => {
            ExerciseSeries::Listed(training.lesson_puzzles(lesson), Some(lesson))
        }
        TrainPlace::Run(kind) => return run::run_page(kind),
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
