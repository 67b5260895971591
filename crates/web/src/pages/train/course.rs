use bosworth_view::prelude::*;

use super::place::TrainPlace;
use super::training::use_training;
use super::{progress_page, road, run, with_puzzle_file};

/// Whether a place in the training is a page of the course.
pub fn is_of_course(place: &str) -> bool {
    matches!(
        TrainPlace::parse(place),
        TrainPlace::Road | TrainPlace::Lesson(_) | TrainPlace::Progress | TrainPlace::Run(_)
    )
}

/// A page beside the exercises: the road, a run, or the progress.
#[component]
pub fn Course(
    /// The place in the training, as in the address.
    place: String,
) -> View {
    let training = use_training();
    training.file.fetch();
    // What the pages read must not draw the whole page anew.
    untrack(|| {
        training.read();
        match TrainPlace::parse(&place) {
            TrainPlace::Lesson(lesson) => road::lesson_page(lesson),
            TrainPlace::Progress => progress_page::progress_page(),
            TrainPlace::Run(kind) => with_puzzle_file(training, move || run::run_page(kind)),
            _ => road::road_page(),
        }
    })
}
