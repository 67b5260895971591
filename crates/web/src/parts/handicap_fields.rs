use bosworth_engine::{Level, Odds};
use bosworth_rules::{Handicap, Position, Ruleset};
use bosworth_view::prelude::*;

use crate::language::{fill, texts, tr};
use crate::parts::choice;

/// The two players of a form, of whom one may give a handicap.
#[derive(Clone, PartialEq)]
pub struct HandicapPlayers {
    /// Their names.
    pub names: [String; 2],
    /// Their levels, if they are the computer.
    pub levels: [Option<u8>; 2],
    /// The rules of the game, on which the odds depend.
    pub ruleset: Ruleset,
}

/// The choice of a handicap: who is stronger, what the stronger player gives, and the odds.
#[derive(Clone, Copy)]
pub struct HandicapFields {
    /// The place of the giver among the players; `None` for an even game.
    giver: RwSignal<Option<usize>>,
    handicap: RwSignal<Handicap>,
    /// The assumed levels of the players who are people.
    assumed: RwSignal<[u8; 2]>,
}

impl Default for HandicapFields {
    /// An even game.
    fn default() -> Self {
        Self {
            giver: RwSignal::new(None),
            handicap: RwSignal::new(Handicap::NONE),
            assumed: RwSignal::new([3, 3]),
        }
    }
}

impl HandicapFields {
    /// The place of the giver among the players, and what is given.
    pub fn chosen(self) -> Option<(usize, Handicap)> {
        let given = self.giver.get().map(|giver| (giver, self.handicap.get()));
        given.filter(|(_, handicap)| !handicap.is_none())
    }

    /// The levels of the giver and of the other player.
    fn levels(self, players: &HandicapPlayers, giver: usize) -> Option<[Level; 2]> {
        let level = |place: usize| {
            Level::new(players.levels[place].unwrap_or_else(|| self.assumed.get()[place]))
        };
        Some([level(giver)?, level(1 - giver)?])
    }

    /// Assumes that the stronger of two players is two levels better, unless more is known.
    fn assume_difference(self, players: &HandicapPlayers, giver: usize) {
        self.assumed.update(|assumed| {
            let other = 1 - giver;
            let level = |place: usize| players.levels[place].unwrap_or(assumed[place]);
            let (stronger, weaker) = (level(giver), level(other));
            if stronger > weaker {
                return;
            }
            match players.levels[giver] {
                None => assumed[giver] = (weaker + 2).min(8),
                Some(known) => assumed[other] = known.saturating_sub(2).max(1),
            }
        });
    }

    /// Gives what makes the game even.
    fn make_fair(self, players: &HandicapPlayers) {
        untrack(|| {
            let Some(giver) = self.giver.get() else { return };
            let Some([stronger, weaker]) = self.levels(players, giver) else { return };
            if let Some((handicap, _)) = Odds::fairest(stronger, weaker, players.ruleset) {
                self.handicap.set(handicap);
            }
        });
    }

    /// The fields.
    pub fn view(self, players: Memo<HandicapPlayers>) -> View {
        let more = move || {
            let giver = self.giver.get()?;
            Some(self.details(players, giver))
        };
        view! {
            <fieldset class="handicap" id="handicap-fields">
                <legend>{tr("handicap")}</legend>
                {move || players.with(|players| self.giver_field(players))}
                {more}
            </fieldset>
        }
    }

    fn giver_field(self, players: &HandicapPlayers) -> View {
        let options = players.names.iter().enumerate();
        let options = options.map(|(place, name)| (place.to_string(), name.clone()));
        let options = core::iter::once((String::new(), tr("handicap-nobody"))).chain(options);
        let chosen = Signal::derive(move || {
            self.giver.get().map_or_else(String::new, |place| place.to_string())
        });
        let players = players.clone();
        let change = move |place: String| {
            let giver = place.parse().ok();
            self.giver.set(giver);
            // A stronger player is named to make the game even.
            if let Some(giver) = giver {
                self.assume_difference(&players, giver);
                self.make_fair(&players);
            }
        };
        choice("handicap-giver", tr("handicap-giver"), options.collect(), chosen, change)
    }

    fn details(self, players: Memo<HandicapPlayers>, giver: usize) -> View {
        let odds = move || {
            players.with(|players| {
                let [stronger, weaker] = self.levels(players, giver)?;
                let odds = Odds::of(stronger, weaker, self.handicap.get(), players.ruleset)?;
                Some(texts().odds(odds, stronger, weaker))
            })
        };
        let people = move || {
            let level = |place: usize| {
                players.with(|players| {
                    let of_computer = players.levels[place].is_some();
                    (!of_computer).then(|| self.level_field(place, place == giver))
                })
            };
            [level(giver), level(1 - giver)].into_iter().flatten().collect_view()
        };
        let fair = move |_| players.with_untracked(|players| self.make_fair(players));
        view! {
            <div class="fields">{people}</div>
            <div class="fields">
                {self.number_field("handicap-heroes-left", Position::HEROES, 0, Handicap::heroes, |handicap, heroes| {
                    Handicap::new(heroes, handicap.cards(), handicap.roses(), handicap.is_second())
                })}
                {self.number_field("handicap-first-cards", Handicap::NONE.cards(), *Handicap::CARDS.start(), Handicap::cards, |handicap, cards| {
                    Handicap::new(handicap.heroes(), cards, handicap.roses(), handicap.is_second())
                })}
                {self.number_field("handicap-own-roses", 0, *Handicap::ROSES.end(), Handicap::roses, |handicap, roses| {
                    Handicap::new(handicap.heroes(), handicap.cards(), roses, handicap.is_second())
                })}
                {self.first_field()}
            </div>
            <p class="note" id="handicap-odds" role="status">{odds}</p>
            <button type="button" class="button small" id="handicap-fair" on:click=fair>{tr("handicap-fair")}</button>
        }
    }

    /// The number of one thing, from what everybody has to the most that can be given.
    fn number_field(
        self,
        id: &'static str,
        usual: u8,
        last: u8,
        get: fn(Handicap) -> u8,
        set: fn(Handicap, u8) -> Option<Handicap>,
    ) -> View {
        let numbers: Vec<u8> =
            if usual < last { (usual..=last).collect() } else { (last..=usual).rev().collect() };
        let options = numbers.iter().map(|number| (number.to_string(), number.to_string()));
        let chosen = Signal::derive(move || get(self.handicap.get()).to_string());
        choice(id, tr(id), options.collect(), chosen, move |number| {
            let now = self.handicap.get_untracked();
            if let Some(next) = number.parse().ok().and_then(|number| set(now, number)) {
                self.handicap.set(next);
            }
        })
    }

    fn first_field(self) -> View {
        let options = [("", "handicap-first-rules"), ("second", "handicap-first-other")];
        let options = options.map(|(value, id)| (value.to_string(), tr(id)));
        let chosen = Signal::derive(move || {
            if self.handicap.get().is_second() { "second".into() } else { String::new() }
        });
        choice("handicap-first", tr("handicap-first"), options.to_vec(), chosen, move |value| {
            self.handicap.update(|handicap| {
                let (heroes, cards, roses) =
                    (handicap.heroes(), handicap.cards(), handicap.roses());
                if let Some(next) = Handicap::new(heroes, cards, roses, !value.is_empty()) {
                    *handicap = next;
                }
            });
        })
    }

    /// The level that a person plays like.
    fn level_field(self, place: usize, stronger: bool) -> View {
        let id = if stronger { "handicap-level-stronger" } else { "handicap-level-weaker" };
        let name = |level: u8| {
            let name = tr(&format!("level-{level}"));
            format!("{} · {name}", fill("odds-level", &[("level", level.into())]))
        };
        let options = (1..=8u8).map(|level| (level.to_string(), name(level)));
        let chosen = Signal::derive(move || self.assumed.get()[place].to_string());
        choice(id, tr(id), options.collect(), chosen, move |level| {
            if let Ok(level) = level.parse() {
                self.assumed.update(|assumed| assumed[place] = level);
            }
        })
    }
}
