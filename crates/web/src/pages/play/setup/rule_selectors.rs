use bosworth_rules::{CardView, Colours, Ending, First, Reshuffle, Ruleset, Ties};
use bosworth_view::prelude::*;

use super::Edition;
use crate::parts::Select;
use crate::settings::{SelectOption, select_options};

select_options! { enum Cards { Board = "board", Holder = "holder" } }
select_options! { enum FirstTo { Red = "red", Lot = "lot" } }
select_options! { enum Shuffle { Needed = "needed", Emptied = "emptied" } }
select_options! { enum EndBy { Both = "both", Either = "either" } }
select_options! { enum TieBy { Largest = "largest", Roses = "roses" } }
select_options! { enum Colour { White = "white", Blue = "blue" } }

/// A selector for each rule in which the editions differ.
#[component]
pub fn RuleSelectors(rules: RwSignal<Ruleset>, edition: RwSignal<Edition>) -> View {
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
