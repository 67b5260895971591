//! The form for a new game.

mod rule_selectors;

use bosworth_rules::{BySide, Ruleset, Side};
use bosworth_texts::Fixed;
use bosworth_view::prelude::*;

use self::rule_selectors::RuleSelectors;
use super::new_game::{LocalGameOptions, start_local_game};
use crate::app::use_app;
use crate::browser;
use crate::clocked_table::Seat;
use crate::geometry::SIZE;
use crate::language::{fill, texts, tr};
use crate::parts::{HandicapFields, HandicapPlayers, Select, number};
use crate::settings::{SelectOption, select_options};

select_options! { enum Opponents { Computer = "computer", People = "people", Watch = "watch" } }
select_options! { enum Edition { Classic = "classic", Brettspielnetz = "brettspielnetz", Kingofroses = "kingofroses", Custom = "custom" } }
select_options! { enum MySide { Red = "red", White = "white", Lot = "lot" } }
select_options! { enum ClockKind { None = "none", Blitz = "3-2", Rapid = "10-5", Slow = "30-20", Own = "own" } }

impl Edition {
    fn ruleset(self) -> Option<Ruleset> {
        match self {
            Self::Classic => Some(Ruleset::CLASSIC),
            Self::Brettspielnetz => Some(Ruleset::BRETTSPIELNETZ),
            Self::Kingofroses => Some(Ruleset::KINGOFROSES),
            Self::Custom => None,
        }
    }

    /// What is drawn on its card.
    fn picture(self) -> View {
        match self {
            Self::Classic => view! {
                <use href="#rose-red" x="4" y="10" width="34" height="34"/>
                <use href="#rose-white" x="42" y="10" width="34" height="34"/>
            },
            // The discard becomes the pile.
            Self::Brettspielnetz => view! {
                <rect x="8" y="6" width="26" height="38" rx="4"/>
                <rect x="14" y="9" width="26" height="38" rx="4"/>
                <use href="#sword" x="16" y="17" width="22" height="22"/>
                <path d="M50 20c10-10 22-2 20 10m4-5l-4 6l-6-4"/>
            },
            Self::Kingofroses => view! {
                <use href="#rose-red" x="4" y="10" width="34" height="34"/>
                <use href="#rose-white" x="42" y="10" width="34" height="34"/>
                <use href="#crown" x="27" y="2" width="26" height="22"/>
            },
            Self::Custom => view! {
                <path d="M14 16h30M60 16h8M14 36h8M36 36h32M52 8v16M28 28v16"/>
            },
        }
    }
}

/// The levels of the computer; of Red and White if it plays against itself.
type Levels = RwSignal<(u8, u8)>;

/// The form for a new game: who plays, on which side, and, folded, the edition's rules and the clock;
/// beside it the table as it will be set.
#[component]
pub fn Setup(
    /// Whether it is shown.
    choosing: RwSignal<bool>,
) -> View {
    let app = use_app();
    let kind = RwSignal::new(Opponents::Computer);
    let levels: Levels = RwSignal::new((3, 6));
    let side = RwSignal::new(MySide::Red);
    let edition = RwSignal::new(Edition::Classic);
    let rules = RwSignal::new(Ruleset::CLASSIC);
    let clock = RwSignal::new(ClockKind::None);
    let (minutes, seconds) = (RwSignal::new(5), RwSignal::new(3));
    let handicap = HandicapFields::default();
    let players = Memo::new(move |_| handicap_players(kind.get(), levels.get(), rules.get()));
    let has_table = app.table.with_untracked(Option::is_some);
    let start = move |_| {
        let (first, second) = levels.get_untracked();
        // The side of the first of the two players.
        let mut first_side = Side::Red;
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
                    first_side = Side::White;
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
        let given = untrack(|| handicap.chosen()).map(|(place, handicap)| {
            handicap.given_by(if place == 0 { first_side } else { !first_side })
        });
        let options =
            LocalGameOptions { ruleset: rules.get_untracked(), seats, clock, handicap: given };
        start_local_game(app, options);
        choosing.set(false);
    };
    let choose_edition = move |choice: Edition| {
        edition.set(choice);
        if let Some(ruleset) = choice.ruleset() {
            rules.set(ruleset);
        }
    };
    // Custom rules are unfolded.
    let is_own = move || (edition.get() == Edition::Custom).then_some("");
    view! {
        <main id="main" class="setup new-game">
            <h1 tabindex="-1">{tr("setup-title")}</h1>
            <div class="new-game-choices">
                <div class="kinds" role="group" aria-label=tr("setup-kind")>{Opponents::ALL.iter().map(|choice| kind_card(*choice, kind)).collect_view()}</div>
                {move || match kind.get() {
                    Opponents::Computer => view! {
                        {level_list("setup-level", levels, |levels| levels.0, |levels, level| levels.0 = level)}
                        {side_list(side, rules)}
                    },
                    Opponents::People => view! { <p class="note">{tr("setup-people-note")}</p> },
                    Opponents::Watch => view! {
                        {level_list("setup-level-red", levels, |levels| levels.0, |levels, level| levels.0 = level)}
                        {level_list("setup-level-white", levels, |levels| levels.1, |levels, level| levels.1 = level)}
                    },
                }}
                <fieldset class="editions">
                    <legend>{tr("setup-edition")}</legend>
                    <div class="edition-cards">{Edition::ALL.iter().map(|choice| edition_card(*choice, edition, choose_edition)).collect_view()}</div>
                </fieldset>
                <details class="more" open=is_own>
                    <summary>{tr("setup-more")}</summary>
                    <div class="fields">
                        <Select name="setup-clock" value=clock.into() on_change=Callback::new(move |choice| clock.set(choice))/>
                        {move || (clock.get() == ClockKind::Own).then(|| view! {
                            {clock_field("setup-clock-minutes", 1, minutes)}
                            {clock_field("setup-clock-seconds", 0, seconds)}
                        })}
                    </div>
                    <RuleSelectors rules edition/>
                    {handicap.view(players)}
                </details>
            </div>
            <section class="panel set-table" aria-label=tr("setup-table")>
                {move || set_table(kind.get(), side.get(), levels.get(), rules.get())}
                <p class="note">{move || tr(&format!("setup-edition-{}", edition.get().key()))}" · "{move || match clock.get() {
                    ClockKind::None => tr("no-clock-short"),
                    ClockKind::Own => format!("{}+{}", minutes.get(), seconds.get()),
                    kind => kind.key().replace('-', "+"),
                }}</p>
                <button type="button" class="button primary" id="start" on:click=start>{tr("setup-start")}</button>
                {has_table.then(|| view! {
                    <button type="button" class="button" on:click=move |_| choosing.set(false)>{tr("setup-back")}</button>
                })}
            </section>
        </main>
    }
}

/// The players, of whom one may give a handicap.
fn handicap_players(
    kind: Opponents,
    (first, second): (u8, u8),
    ruleset: Ruleset,
) -> HandicapPlayers {
    let level = |level: u8| fill("seat-level", &[("level", level.into())]);
    let side = |side: Side| texts().side(side, ruleset);
    let (names, levels) = match kind {
        Opponents::Computer => ([tr("seat-you"), level(first)], [None, Some(first)]),
        Opponents::People => ([side(Side::Red), side(Side::White)], [None, None]),
        Opponents::Watch => (
            [(Side::Red, first), (Side::White, second)]
                .map(|(of, number)| format!("{} · {}", side(of), level(number))),
            [Some(first), Some(second)],
        ),
    };
    HandicapPlayers { names, levels, ruleset }
}

/// The card of a kind of game.
fn kind_card(choice: Opponents, kind: RwSignal<Opponents>) -> View {
    let id = choice.key();
    let picture = match choice {
        Opponents::Computer => {
            view! { <use href="#rose-red" x="2" y="8" width="32" height="32"/><path d="M44 12h24v18H44zM50 36h12M56 30v6"/> }
        }
        Opponents::People => {
            view! { <use href="#rose-red" x="2" y="8" width="32" height="32"/><use href="#rose-white" x="40" y="8" width="32" height="32"/> }
        }
        Opponents::Watch => {
            view! { <path d="M4 24c12-20 56-20 68 0c-12 20-56 20-68 0z"/><circle cx="38" cy="24" r="9"/> }
        }
    };
    view! {
        <button type="button" class="kind" id=format!("kind-{id}")
            aria-pressed=move || (kind.get() == choice).to_string()
            on:click=move |_| kind.set(choice)>
            <svg class="choice-picture" viewBox="0 0 76 48" aria-hidden="true">{picture}</svg>
            <b>{tr(&format!("kind-{id}"))}</b>
            <span>{tr(&format!("kind-{id}-about"))}</span>
        </button>
    }
}

/// The levels by name, and what the chosen one is like.
fn level_list(
    name: &'static str,
    levels: Levels,
    get: fn((u8, u8)) -> u8,
    set: fn(&mut (u8, u8), u8),
) -> View {
    view! {
        <fieldset class="levels">
            <legend>{tr(name)}</legend>
            <div class="level-buttons">
                {(1..=8u8).map(|level| view! {
                    <label class="level">
                        <input type="radio" name=name value=level.to_string()
                            prop:checked=move || get(levels.get()) == level
                            on:change=move |_| levels.update(|levels| set(levels, level))/>
                        <b class="shield-number">{level}</b><span>{tr(&format!("level-{level}"))}</span>
                    </label>
                }).collect_view()}
            </div>
            <p class="note level-about">{move || tr(&format!("level-about-{}", get(levels.get())))}</p>
        </fieldset>
    }
}

/// The sides.
fn side_list(side: RwSignal<MySide>, rules: RwSignal<Ruleset>) -> View {
    let card = move |choice: MySide| {
        let key = choice.key();
        let name = move || match choice {
            MySide::Red => texts().side(Side::Red, rules.get()),
            MySide::White => texts().side(Side::White, rules.get()),
            MySide::Lot => tr("setup-side-lot"),
        };
        let roses: &[_] = match choice {
            MySide::Red => &["#rose-red"],
            MySide::White => &["#rose-white"],
            MySide::Lot => &["#rose-red", "#rose-white"],
        };
        let rose = |href: &&'static str| {
            view! { <svg class="side-rose" viewBox="-16 -16 32 32" aria-hidden="true"><use href=*href x="-16" y="-16" width="32" height="32"/></svg> }
        };
        view! {
            <label class="level side-choice">
                <input type="radio" name="setup-side" value=key prop:checked=move || side.get() == choice on:change=move |_| side.set(choice)/>
                <span class="side-roses">{roses.iter().map(rose).collect_view()}</span><b>{name}</b>
            </label>
        }
    };
    view! {
        <fieldset>
            <legend>{tr("setup-side")}</legend>
            <div class="side-choices" data-colours=move || colours(rules.get())>{MySide::ALL.iter().map(|choice| card(*choice)).collect_view()}</div>
        </fieldset>
    }
}

/// The card of an edition.
fn edition_card(
    choice: Edition,
    edition: RwSignal<Edition>,
    choose: impl Fn(Edition) + 'static,
) -> View {
    let key = choice.key();
    let of = choice.ruleset().unwrap_or(Ruleset::CLASSIC);
    view! {
        <label class="level edition-card">
            <input type="radio" name="setup-edition" value=key prop:checked=move || edition.get() == choice on:change=move |_| choose(choice)/>
            <svg class="choice-picture" viewBox="0 0 80 50" aria-hidden="true" data-colours=colours(of)>{choice.picture()}</svg>
            <b>{tr(&format!("setup-edition-{key}"))}</b>
            <span>{tr(&format!("edition-about-{key}"))}</span>
        </label>
    }
}

/// The colours of a ruleset, for the style sheet.
fn colours(rules: Ruleset) -> &'static str {
    match rules.colours {
        bosworth_rules::Colours::RedWhite => "white",
        bosworth_rules::Colours::RedBlue => "blue",
    }
}

/// The table as it will be set: the board between the two seats.
fn set_table(kind: Opponents, side: MySide, (first, second): (u8, u8), rules: Ruleset) -> View {
    let computer = |level: u8| {
        let name = fill("seat-level", &[("level", level.into())]);
        (name, tr(&format!("level-{level}")))
    };
    let person = |side: Side| (texts().side(side, rules), String::new());
    let you = (tr("seat-you"), String::new());
    // The one at the bottom first.
    let (seats, roses) = match (kind, side) {
        (Opponents::People, _) => ([person(Side::Red), person(Side::White)], true),
        (Opponents::Watch, _) => ([computer(first), computer(second)], true),
        (Opponents::Computer, MySide::White) => ([you, computer(first)], false),
        (Opponents::Computer, _) => ([you, computer(first)], true),
    };
    let by_lot = kind == Opponents::Computer && side == MySide::Lot;
    let seat = |(name, about): (String, String), red: bool| {
        let href = if red { "#rose-red" } else { "#rose-white" };
        let rose = (!by_lot).then(|| view! { <svg class="side-rose" viewBox="-16 -16 32 32" aria-hidden="true"><use href=href x="-16" y="-16" width="32" height="32"/></svg> });
        view! { <p class="set-seat">{rose}<b>{name}</b><span class="note">{about}</span></p> }
    };
    let [mine, theirs] = seats;
    let middle = SIZE / 2.0 - 36.0;
    view! {
        <div class="set-seats" data-colours=colours(rules)>
            {seat(theirs, !roses)}
            <svg class="set-board" viewBox=format!("0 0 {0} {0}", Fixed(SIZE, 0)) aria-hidden="true">
                <use href="#ground" width=SIZE height=SIZE/><use href="#crown" x=middle y=middle width="72" height="63"/>
            </svg>
            {seat(mine, roses)}
        </div>
    }
}

/// A field for a custom clock, up to 180.
fn clock_field(name: &'static str, least: i64, value: RwSignal<u32>) -> View {
    let now = Signal::derive(move || value.get().into());
    number(name, least..=180, now, move |given| value.set(given as u32))
}
