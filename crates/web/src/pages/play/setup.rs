use bosworth_rules::{BySide, CardView, Colours, Ending, First, Reshuffle, Ruleset, Ties};
use bosworth_view::prelude::*;

use super::new_game::{LocalGameOptions, start_local_game};
use crate::app::use_app;
use crate::browser;
use crate::clocked_table::Seat;
use crate::language::tr;
use crate::parts::{Select, number};
use crate::settings::{SelectOption, select_options};

select_options! { enum Opponents { Computer = "computer", People = "people", Watch = "watch" } }
select_options! { enum Edition { Classic = "classic", Brettspielnetz = "brettspielnetz", Kingofroses = "kingofroses", Custom = "custom" } }
select_options! { enum MySide { Red = "red", White = "white", Lot = "lot" } }
select_options! { enum ClockKind { None = "none", Blitz = "3-2", Rapid = "10-5", Slow = "30-20", Own = "own" } }
select_options! { enum Cards { Board = "board", Holder = "holder" } }
select_options! { enum FirstTo { Red = "red", Lot = "lot" } }
select_options! { enum Shuffle { Needed = "needed", Emptied = "emptied" } }
select_options! { enum EndBy { Both = "both", Either = "either" } }
select_options! { enum TieBy { Largest = "largest", Roses = "roses" } }
select_options! { enum Colour { White = "white", Blue = "blue" } }

impl Edition {
    fn ruleset(self) -> Option<Ruleset> {
        match self {
            Self::Classic => Some(Ruleset::CLASSIC),
            Self::Brettspielnetz => Some(Ruleset::BRETTSPIELNETZ),
            Self::Kingofroses => Some(Ruleset::KINGOFROSES),
            Self::Custom => None,
        }
    }
}

/// The form for a new game.
#[component]
pub fn Setup(
    /// Whether it is shown.
    choosing: RwSignal<bool>,
) -> View {
    let app = use_app();
    let kind = RwSignal::new(Opponents::Computer);
    let levels = RwSignal::new((3u8, 6u8));
    let side = RwSignal::new(MySide::Red);
    let edition = RwSignal::new(Edition::Classic);
    let rules = RwSignal::new(Ruleset::CLASSIC);
    let clock = RwSignal::new(ClockKind::None);
    let (minutes, seconds) = (RwSignal::new(5), RwSignal::new(3));
    let has_table = app.table.with_untracked(Option::is_some);
    let start = move |_| {
        let (first, second) = levels.get_untracked();
        let seats = match kind.get_untracked() {
            Opponents::People => BySide { red: Seat::Person, white: Seat::Person },
            Opponents::Watch => BySide { red: Seat::Level(first), white: Seat::Level(second) },
            Opponents::Computer => {
                let red = match side.get_untracked() {
                    MySide::Red => true,
                    MySide::White => false,
                    MySide::Lot => browser::random::<1>()[0].is_multiple_of(2),
                };
                let (person, computer) = (Seat::Person, Seat::Level(first));
                if red {
                    BySide { red: person, white: computer }
                } else {
                    BySide { red: computer, white: person }
                }
            }
        };
        let clock = match clock.get_untracked() {
            ClockKind::None => None,
            ClockKind::Blitz => Some((3, 2)),
            ClockKind::Rapid => Some((10, 5)),
            ClockKind::Slow => Some((30, 20)),
            ClockKind::Own => Some((minutes.get_untracked(), seconds.get_untracked())),
        };
        start_local_game(app, LocalGameOptions { ruleset: rules.get_untracked(), seats, clock });
        choosing.set(false);
    };
    let level_list =
        move |name: &'static str, get: fn((u8, u8)) -> u8, set: fn(&mut (u8, u8), u8)| {
            view! {
                <fieldset class="levels">
                    <legend>{tr(name)}</legend>
                    <div class="level-buttons">
                        {(1..=8u8).map(|level| view! {
                            <label class="level">
                                <input type="radio" name=name value=level.to_string()
                                    prop:checked=move || get(levels.get()) == level
                                    on:change=move |_| levels.update(|levels| set(levels, level))/>
                                <b>{level}</b><span>{tr(&format!("level-{level}"))}</span>
                            </label>
                        }).collect_view()}
                    </div>
                </fieldset>
            }
        };
    view! {
        <main id="main" class="setup">
            <h1 tabindex="-1">{tr("setup-title")}</h1>
            <div class="kinds" role="group" aria-label=tr("setup-kind")>
                {Opponents::ALL.iter().map(|choice| {
                    let choice = *choice;
                    let id = choice.key();
                    view! {
                        <button type="button" class="kind" id=format!("kind-{id}")
                            aria-pressed=move || (kind.get() == choice).to_string()
                            on:click=move |_| kind.set(choice)>
                            <b>{tr(&format!("kind-{id}"))}</b>
                            <span>{tr(&format!("kind-{id}-about"))}</span>
                        </button>
                    }
                }).collect_view()}
            </div>
            {move || match kind.get() {
                Opponents::Computer => view! {
                    {level_list("setup-level", |levels| levels.0, |levels, level| levels.0 = level)}
                    <Select name="setup-side" value=side.into() on_change=Callback::new(move |choice| side.set(choice))/>
                },
                Opponents::People => view! { <p class="note">{tr("setup-people-note")}</p> },
                Opponents::Watch => view! {
                    {level_list("setup-level-red", |levels| levels.0, |levels, level| levels.0 = level)}
                    {level_list("setup-level-white", |levels| levels.1, |levels, level| levels.1 = level)}
                },
            }}
            <details class="more">
                <summary>{tr("setup-more")}</summary>
                <div class="fields">
                    <Select name="setup-edition" value=edition.into() on_change=Callback::new(move |choice: Edition| {
                        edition.set(choice);
                        if let Some(ruleset) = choice.ruleset() {
                            rules.set(ruleset);
                        }
                    })/>
                    <Select name="setup-clock" value=clock.into() on_change=Callback::new(move |choice| clock.set(choice))/>
                    {move || (clock.get() == ClockKind::Own).then(|| view! {
                        {clock_field("setup-clock-minutes", 1, minutes)}
                        {clock_field("setup-clock-seconds", 0, seconds)}
                    })}
                </div>
                <Points rules edition/>
            </details>
            <div class="buttons">
                <button type="button" class="button primary" id="start" on:click=start>{tr("setup-start")}</button>
                {has_table.then(|| view! {
                    <button type="button" class="button" on:click=move |_| choosing.set(false)>{tr("setup-back")}</button>
                })}
            </div>
        </main>
    }
}

/// A field for a custom clock, up to 180.
fn clock_field(name: &'static str, least: i64, value: RwSignal<u32>) -> View {
    let now = Signal::derive(move || value.get().into());
    number(name, least..=180, now, move |given| value.set(given as u32))
}

/// A selector for each rule in which the editions differ.
#[component]
fn Points(rules: RwSignal<Ruleset>, edition: RwSignal<Edition>) -> View {
    let change = move |change: &dyn Fn(&mut Ruleset)| {
        rules.update(|rules| change(rules));
        let preset =
            Edition::ALL.iter().find(|choice| choice.ruleset() == Some(rules.get_untracked()));
        edition.set(preset.copied().unwrap_or(Edition::Custom));
    };
    let cards = Signal::derive(move || match rules.get().cards {
        CardView::Board => Cards::Board,
        CardView::Holder => Cards::Holder,
    });
    let first = Signal::derive(move || match rules.get().first {
        First::Red => FirstTo::Red,
        First::Lot => FirstTo::Lot,
    });
    let reshuffle = Signal::derive(move || match rules.get().reshuffle {
        Reshuffle::WhenNeeded => Shuffle::Needed,
        Reshuffle::WhenEmptied => Shuffle::Emptied,
    });
    let ending = Signal::derive(move || match rules.get().ending {
        Ending::BothBlocked => EndBy::Both,
        Ending::EitherBlocked => EndBy::Either,
    });
    let ties = Signal::derive(move || match rules.get().ties {
        Ties::LargestThenRoses => TieBy::Largest,
        Ties::Roses => TieBy::Roses,
    });
    let colours = Signal::derive(move || match rules.get().colours {
        Colours::RedWhite => Colour::White,
        Colours::RedBlue => Colour::Blue,
    });
    view! {
        <div class="fields">
            <Select name="point-cards" value=cards on_change=Callback::new(move |choice| change(&|rules| rules.cards = match choice {
                Cards::Board => CardView::Board,
                Cards::Holder => CardView::Holder,
            }))/>
            <Select name="point-first" value=first on_change=Callback::new(move |choice| change(&|rules| rules.first = match choice {
                FirstTo::Red => First::Red,
                FirstTo::Lot => First::Lot,
            }))/>
            <Select name="point-reshuffle" value=reshuffle on_change=Callback::new(move |choice| change(&|rules| rules.reshuffle = match choice {
                Shuffle::Needed => Reshuffle::WhenNeeded,
                Shuffle::Emptied => Reshuffle::WhenEmptied,
            }))/>
            <Select name="point-ending" value=ending on_change=Callback::new(move |choice| change(&|rules| rules.ending = match choice {
                EndBy::Both => Ending::BothBlocked,
                EndBy::Either => Ending::EitherBlocked,
            }))/>
            <Select name="point-ties" value=ties on_change=Callback::new(move |choice| change(&|rules| rules.ties = match choice {
                TieBy::Largest => Ties::LargestThenRoses,
                TieBy::Roses => Ties::Roses,
            }))/>
            <Select name="point-colours" value=colours on_change=Callback::new(move |choice| change(&|rules| rules.colours = match choice {
                Colour::White => Colours::RedWhite,
                Colour::Blue => Colours::RedBlue,
            }))/>
        </div>
    }
}
