use bosworth_board::{Board, Scene};
use bosworth_rules::{BySide, Card, Cards, Position, Ruleset, Setup, Side, Square};
use bosworth_view::prelude::*;

use super::control::AnalysisControl;
use super::import_error::impossible_position_text;
use crate::language::{fill, texts, tr};
use crate::parts::choice;
use crate::parts::{CardFace, button, turned};

/// What pressing a square places on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Brush {
    /// A rose; toggles one that is already there.
    Rose(Side),
    /// The crown.
    Crown,
    /// Nothing.
    Clear,
}

impl Brush {
    /// The setup after painting a square.
    pub fn paint(self, mut setup: Setup, square: Square) -> Setup {
        match self {
            Self::Crown => setup.crown = square,
            Self::Rose(side) if !setup.roses[side].contains(square) => {
                setup.roses[!side].remove(square);
                setup.roses[side].insert(square);
            }
            Self::Rose(_) | Self::Clear => {
                setup.roses.red.remove(square);
                setup.roses.white.remove(square);
            }
        }
        setup
    }
}

/// The location of a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum CardPlace {
    Hand(Side),
    Discard,
    Pile,
}

impl CardPlace {
    const ALL: [Self; 4] =
        [Self::Hand(Side::Red), Self::Hand(Side::White), Self::Discard, Self::Pile];

    fn of(setup: &Setup, card: Card) -> Self {
        let held = Side::ALL.into_iter().find(|&side| setup.hands[side].contains(card));
        match held {
            Some(side) => Self::Hand(side),
            None if setup.discard.contains(card) => Self::Discard,
            None => Self::Pile,
        }
    }

    /// Moves a card here.
    fn put(self, mut setup: Setup, card: Card) -> Setup {
        for side in Side::ALL {
            setup.hands[side].remove(card);
        }
        setup.discard.remove(card);
        match self {
            Self::Hand(side) => setup.hands[side].insert(card),
            Self::Discard => setup.discard.insert(card),
            Self::Pile => {}
        }
        setup
    }

    fn name(self, ruleset: Ruleset) -> String {
        match self {
            Self::Hand(side) => texts().side(side, ruleset),
            Self::Discard => tr("an-discard"),
            Self::Pile => tr("an-pile"),
        }
    }

    fn class(self) -> &'static str {
        match self {
            Self::Hand(Side::Red) => "small-card place-red",
            Self::Hand(Side::White) => "small-card place-white",
            Self::Discard => "small-card place-discard",
            Self::Pile => "small-card",
        }
    }
}

/// The scene of a setup, even an illegal one: with the crown where it was placed, and without the
/// cards, which the editor itself shows.
pub fn scene(board: &Board, setup: Setup, bottom: Side) -> Scene {
    let occupied = setup.roses.red | setup.roses.white;
    let crown = if occupied.contains(setup.crown) {
        setup.crown
    } else {
        occupied.first().unwrap_or(Square::CENTRE)
    };
    let shown = Setup {
        crown,
        hands: BySide::default(),
        discard: Cards::EMPTY,
        heroes: BySide::default(),
        ..setup
    };
    let Ok(position) = Position::try_from(shown) else {
        unreachable!("brushes keep the roses valid")
    };
    Scene { crown: setup.crown, ..board.scene(position, bottom) }
}

/// Changes the edited setup.
fn change(control: AnalysisControl, change: &dyn Fn(&mut Setup)) {
    control.state.update(|state| {
        if let Some(setup) = &mut state.editing {
            change(setup);
        }
    });
}

/// The position editor, with the reason why the current setup is illegal.
pub fn editor(control: AnalysisControl) -> View {
    let Some(start) = control.state.with_untracked(|state| state.editing) else {
        return View::Empty;
    };
    let setup = Memo::new(move |_| control.state.with(|state| state.editing.unwrap_or(start)));
    let fault = Memo::new(move |_| {
        let setup = setup.get();
        Position::try_from(setup).err().map(|why| impossible_position_text(why, setup.ruleset))
    });
    let clear = move || {
        change(control, &|setup| {
            setup.roses = BySide::default();
            setup.crown = Square::CENTRE;
        });
    };
    let apply = move |_| control.edited(Position::try_from(setup.get_untracked()).ok());
    view! {
        <section class="panel editor" aria-labelledby="edit-title">
            <h2 id="edit-title" tabindex="-1">{tr("an-edit")}</h2>
            {brushes(control, start.ruleset)}
            {cards(control, setup)}
            {fields(control, start)}
            <div role="alert" id="edit-fault">{move || fault.get().map(|text| view! { <p class="fault">{text}</p> })}</div>
            <div class="buttons">
                <button type="button" class="button primary" id="edit-apply" disabled=move || fault.with(Option::is_some)
                    on:click=apply>{tr("an-apply")}</button>
                {button("edit-cancel", "", tr("cancel"), move || control.edited(None))}
                {button("edit-clear", "", tr("an-empty"), clear)}
            </div>
        </section>
    }
}

/// The brush selector.
fn brushes(control: AnalysisControl, ruleset: Ruleset) -> View {
    let rose = |side| fill("side-rose", &[("side", texts().side(side, ruleset).into())]);
    let brushes = [
        (Brush::Rose(Side::Red), "#rose-red", rose(Side::Red), "brush-red"),
        (Brush::Rose(Side::White), "#rose-white", rose(Side::White), "brush-white"),
        (Brush::Crown, "#crown", tr("an-crown"), "brush-crown"),
        (Brush::Clear, "", tr("an-clear"), "brush-clear"),
    ];
    let brushes = brushes.map(|(brush, icon, name, id)| {
        view! {
            <button type="button" class="button brush" id=id
                aria-pressed=move || (control.brush.get() == brush).to_string()
                on:click=move |_| control.brush.set(brush)>
                {(!icon.is_empty()).then(|| view! { <svg aria-hidden="true"><use href=icon/></svg> })}
                {name}
            </button>
        }
    });
    view! { <div class="buttons" role="group" aria-label=tr("an-brushes")>{brushes.into_iter().collect_view()}</div> }
}

/// All cards, and the location that a pressed card is moved to.
fn cards(control: AnalysisControl, setup: Memo<Setup>) -> View {
    let place = RwSignal::new(CardPlace::Hand(Side::Red));
    let ruleset = Memo::new(move |_| setup.get().ruleset);
    let places = CardPlace::ALL.map(|choice| {
        view! {
            <button type="button" class="button brush" aria-pressed=move || (place.get() == choice).to_string()
                on:click=move |_| place.set(choice)>
                <span class=choice.class() aria-hidden="true"></span>
                {move || choice.name(ruleset.get())}
            </button>
        }
    });
    let cards = Card::ALL.map(|card| {
        let here = Memo::new(move |_| CardPlace::of(&setup.get(), card));
        // Cards are oriented for the side at the bottom.
        let face = move || {
            let (position, bottom) = (control.position.get_untracked(), control.bottom());
            let direction = turned(position.direction(bottom, card), bottom);
            view! { <CardFace card direction/> }
        };
        let label = move || {
            let place = here.get().name(ruleset.get());
            fill(
                "an-card-in",
                &[("card", texts().short_card(card).into()), ("place", place.into())],
            )
        };
        let put =
            move |_| change(control, &|setup| *setup = place.get_untracked().put(*setup, card));
        view! {
            <button type="button" id=format!("edit-{card}") class=move || here.get().class()
                aria-label=label title=label on:click=put>{face}</button>
        }
    });
    view! {
        <h3>{tr("an-places")}</h3>
        <div class="buttons" role="group" aria-label=tr("an-places")>{places.into_iter().collect_view()}</div>
        <div class="all-cards" role="group" aria-label=tr("an-cards")>{cards.into_iter().collect_view()}</div>
    }
}

/// The side to act, the edition, the heroes.
fn fields(control: AnalysisControl, start: Setup) -> View {
    let name = |side| texts().side(side, start.ruleset);
    let heroes = |side: Side| {
        let label = fill("an-heroes", &[("side", name(side).into())]);
        let numbers = (0..=Position::HEROES).map(|n| (n.to_string(), n.to_string())).collect();
        let id = if side == Side::Red { "edit-heroes-red" } else { "edit-heroes-white" };
        let set = move |text: String| {
            if let Ok(number) = text.parse() {
                change(control, &|setup| setup.heroes[side] = number);
            }
        };
        choice(id, label, numbers, Signal::stored(start.heroes[side].to_string()), set)
    };
    let sides = Side::ALL.map(|side| (side.letter().to_string(), name(side)));
    let own = start.ruleset.preset().is_none();
    let editions = Ruleset::PRESETS
        .iter()
        .map(|(name, _)| ((*name).to_string(), tr(&format!("setup-edition-{name}"))))
        .chain(own.then(|| (start.ruleset.to_string(), tr("setup-edition-custom"))))
        .collect();
    let set_side = move |text: String| {
        if let Some(side) = text.chars().next().and_then(Side::from_letter) {
            change(control, &|setup| setup.side = side);
        }
    };
    let set_rules = move |text: String| {
        if let Ok(ruleset) = text.parse() {
            change(control, &|setup| setup.ruleset = ruleset);
        }
    };
    let (side, rules) = (start.side.letter().to_string(), start.ruleset.to_string());
    view! {
        <div class="fields">
            {choice("edit-side", tr("an-side"), sides.into(), Signal::stored(side), set_side)}
            {choice("edit-rules", tr("setup-edition"), editions, Signal::stored(rules), set_rules)}
            {heroes(Side::Red)}
            {heroes(Side::White)}
        </div>
    }
}

#[cfg(test)]
mod tests {
    use bosworth_rules::ImpossiblePosition;

    use super::*;

    fn start() -> Setup {
        let text = "9/9/9/9/4r4/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 N1 classic";
        Setup::from(text.parse::<Position>().expect("a position"))
    }

    fn square(name: &str) -> Square {
        name.parse().expect("a square")
    }

    #[test]
    fn painting_replaces_a_rose_and_painting_again_removes_it() {
        let (red, white) = (Brush::Rose(Side::Red), Brush::Rose(Side::White));
        let setup = white.paint(start(), square("e5"));
        assert!(setup.roses.red.is_empty() && setup.roses.white.contains(square("e5")));
        assert_eq!(red.paint(setup, square("e5")), start());
        assert!(red.paint(start(), square("e5")).roses.red.is_empty());
    }

    #[test]
    fn the_editor_shows_a_crown_on_an_illegal_square() {
        let setup = Brush::Crown.paint(start(), square("a1"));
        let crown = square("a1");
        assert_eq!(Position::try_from(setup), Err(ImpossiblePosition::CrownWithoutRose(crown)));
        let crown_of = |setup: Setup, bottom: Side| scene(&Board::default(), setup, bottom).crown;
        assert_eq!(crown_of(setup, Side::White), crown);
        assert_eq!(crown_of(Brush::Clear.paint(setup, square("e5")), Side::Red), crown);
    }

    #[test]
    fn every_card_is_in_exactly_one_place() {
        for card in Card::ALL {
            for place in CardPlace::ALL {
                let setup = place.put(start(), card);
                assert_eq!(CardPlace::of(&setup, card), place);
                let total = setup.hands.red.len() + setup.hands.white.len() + setup.discard.len();
                assert!((10..=12).contains(&total));
            }
        }
    }
}
