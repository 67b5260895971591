use bosworth_practice::{PuzzleWish, RunKind};
use bosworth_puzzles::Tag;
use bosworth_rules::Ruleset;
use bosworth_view::event;
use bosworth_view::prelude::*;

use super::place::{DIFFICULTIES, TrainPlace, run_name};
use super::road;
use super::series::ExerciseSeries;
use super::share::share_daily;
use super::training::{Training, today, use_training};
use crate::language::{fill, texts, tr};
use crate::parts::{group, headline, link_button, paragraph, title};

/// The overview: what there is to do today, and everything else.
pub fn home_page() -> View {
    let training = use_training();
    let wish = RwSignal::new(PuzzleWish::default());
    view! {
        <main id="main" class="training">
            {headline(tr("title-train"))}
            {paragraph("lead", "", tr("train-lead"))}
            <div class="train-cards">
                {move || cards(training)}
            </div>
            {move || themes(training, wish)}
            <p class="note"><a id="train-progress" href=TrainPlace::Progress.address()>{tr("train-progress")}</a></p>
        </main>
    }
}

/// A link to a page of the training, with a picture and what is to be said about it.
fn card(
    id: &str,
    place: TrainPlace,
    picture: &str,
    title: String,
    about: String,
    mark: bool,
) -> View {
    let id = format!("train-{id}");
    let picture = picture.to_string();
    view! {
        <a class="way" class:yours=mark id=id href=place.address()>
            <svg viewBox="0 0 44 44" aria-hidden="true"><use href=picture/></svg>
            <b>{title}</b>
            <span>{about}</span>
        </a>
    }
}

fn cards(training: Training) -> Vec<View> {
    let day = today();
    let (daily, streak) = training.progress.with(|it| (it.daily(day), it.daily_streak(day)));
    let about_daily = match daily {
        None => tr("train-daily-open"),
        Some(_) if streak > 1 => fill("train-daily-streak", &[("count", streak.into())]),
        Some(_) => tr("train-daily-done"),
    };
    let standing = training.standing();
    let about_puzzles = match standing.answered {
        0 => tr("train-puzzles-about"),
        answered => {
            let rating = texts().number(standing.rating(), 0);
            fill("train-rating-of", &[("points", rating.into()), ("count", answered.into())])
        }
    };
    let (due, all) = training.progress.with(|it| (it.mistakes.due(day).len(), it.mistakes.len()));
    let about_mistakes = match all {
        0 => tr("train-mistakes-none"),
        _ => fill("train-mistakes-due", &[("due", due.into()), ("count", all.into())]),
    };
    let best = |kind: RunKind| {
        let best = training.progress.with(|it| it.best_run(kind));
        match best {
            None => tr(&format!("train-{}-about", run_name(kind))),
            Some(best) => fill("train-best-run", &[("count", best.solved.into())]),
        }
    };
    let (done, steps) = road::steps(training);
    let about_road = fill("road-progress", &[("done", done.into()), ("count", steps.into())]);
    let any = TrainPlace::Puzzles(PuzzleWish::default());
    let (storm, streak) = (TrainPlace::Run(RunKind::Storm), TrainPlace::Run(RunKind::Streak));
    let mut cards = vec![
        card(
            "daily",
            TrainPlace::Daily,
            "#rose-red",
            ExerciseSeries::Daily(day).title(),
            about_daily,
            daily.is_none(),
        ),
        card(
            "mistakes",
            TrainPlace::Mistakes,
            "#rose-white",
            tr("train-mistakes"),
            about_mistakes,
            due > 0,
        ),
        card("puzzles", any, "#crown", tr("train-puzzles"), about_puzzles, false),
        card("storm", storm, "#sword", tr("train-storm"), best(RunKind::Storm), false),
        card("streak", streak, "#shield-red", tr("train-streak"), best(RunKind::Streak), false),
        card("road", TrainPlace::Road, "#shield-white", tr("train-road"), about_road, false),
    ];
    cards.extend(share_daily(training, day, &[]).map(|share| group("share-row", vec![share])));
    cards
}

/// Puzzles by theme, edition and difficulty.
fn themes(training: Training, wish: RwSignal<PuzzleWish>) -> View {
    let count = move || {
        let wish = wish.get();
        training.file.with(|set| Some(set.headers().filter(|it| wish.admits(it)).count()))
    };
    let known =
        training.progress.with(|progress| training.file.with(|set| Some(progress.themes(set))));
    let theme = |tag: Tag| {
        let known = known.map(|themes| themes[tag as usize]).filter(|(answered, _)| *answered > 0);
        let result = known.map(|(answered, right)| {
            let values = [("right", right.into()), ("count", answered.into())];
            view! { " "<small>{fill("train-theme-result", &values)}</small> }
        });
        let pressed = move || (wish.with(|wish| wish.tag) == Some(tag)).to_string();
        let choose = move |_| {
            wish.update(|wish| wish.tag = if wish.tag == Some(tag) { None } else { Some(tag) });
        };
        view! {
            <button type="button" class="button small" id=format!("theme-{tag}") aria-pressed=pressed on:click=choose>
                {tr(&format!("theme-{tag}"))}{result}
            </button>
        }
    };
    let themes: Vec<_> = Tag::ALL.into_iter().map(theme).collect();
    let editions = Ruleset::PRESETS.map(|(name, ruleset)| {
        let is_chosen = move || wish.with(|wish| wish.edition) == Some(ruleset);
        view! { <option value=name selected=is_chosen()>{tr(&format!("setup-edition-{name}"))}</option> }
    });
    let choose_edition = move |event| {
        let name = event::value(&event);
        let edition = Ruleset::PRESETS.into_iter().find(|(known, _)| *known == name);
        wish.update(|wish| wish.edition = edition.map(|(_, ruleset)| ruleset));
    };
    let difficulties = DIFFICULTIES.map(|(name, harder)| {
        let is_chosen = wish.with_untracked(|wish| wish.harder) == harder;
        view! { <option value=name selected=is_chosen>{tr(&format!("train-{name}"))}</option> }
    });
    let choose_difficulty = move |event| {
        let name = event::value(&event);
        let harder = DIFFICULTIES.iter().find(|(known, _)| *known == name);
        wish.update(|wish| wish.harder = harder.map_or(0, |(_, harder)| *harder));
    };
    let start = move || {
        let place = TrainPlace::Puzzles(wish.get()).address();
        let label = match count() {
            None => tr("train-start"),
            Some(count) => fill("train-start-count", &[("count", count.into())]),
        };
        link_button("train-start", "primary", label, place)
    };
    view! {
        <section class="panel themes" aria-labelledby="themes">
            {title("themes", tr("train-themes"))}
            <div class="buttons" role="group" aria-labelledby="themes">{themes}</div>
            <div class="fields">
                <label class="field"><span>{tr("setup-edition")}</span>
                    <select id="train-edition" on:change=choose_edition>
                        <option value="">{tr("train-any-edition")}</option>{editions.into_iter().collect::<Vec<_>>()}
                    </select>
                </label>
                <label class="field"><span>{tr("train-difficulty")}</span>
                    <select id="train-difficulty" on:change=choose_difficulty>{difficulties.into_iter().collect::<Vec<_>>()}</select>
                </label>
            </div>
            {start}
        </section>
    }
}
