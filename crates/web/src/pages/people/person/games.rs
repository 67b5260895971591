use bosworth_protocol::{AccountId, GameSummary, Person, PlayerView, Speed};
use bosworth_rules::Side;
use bosworth_view::event;
use bosworth_view::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::use_app;
use crate::browser;
use crate::language::{fill, texts, tr};
use crate::online::api;
use crate::pages::online::labels::{
    clock_text, rated_text, rating_change_text, ruleset_text, speed_text,
};
use crate::pages::online::widgets::{button, form, player_arms, player_link};
use crate::parts::choice;
use crate::route::Route;

/// The page size.
const GAMES_PER_REQUEST: usize = 30;

/// The search filters. Empty strings match everything.
#[derive(Clone, PartialEq, Eq, Default)]
struct Filter {
    opponent: String,
    ruleset: String,
    rated: String,
    result: String,
    speed: String,
}

impl Filter {
    fn parts(&self) -> [(&'static str, &str); 5] {
        [
            ("opponent", &self.opponent),
            ("ruleset", &self.ruleset),
            ("rated", &self.rated),
            ("result", &self.result),
            ("speed", &self.speed),
        ]
    }

    /// The number of filters in use.
    fn count(&self) -> usize {
        self.parts().iter().filter(|(_, value)| !value.is_empty()).count()
    }

    /// The filters as a query string, with a trailing `&`.
    fn query(&self) -> String {
        let parts = self.parts().into_iter().filter(|(_, value)| !value.is_empty());
        parts.map(|(name, value)| format!("{name}={}&", api::part(value))).collect()
    }
}

/// The games of a user, with filters, pagination and export.
pub fn games(person: &Person) -> View {
    let name = StoredValue::new(api::part(&person.name));
    let me = person.id;
    let filter = RwSignal::new(Filter::default());
    let opponent = RwSignal::new(String::new());
    let found = RwSignal::new(Vec::<GameSummary>::new());
    let more = RwSignal::new(false);
    let loaded = RwSignal::new(false);
    let asking = RwSignal::new(false);
    let app = use_app();
    let ask = move |before: Option<String>| {
        // A double press loads only one page.
        if before.is_some() && asking.get_untracked() {
            return;
        }
        asking.set(true);
        let wanted = filter.get_untracked();
        let before = before.map(|id| format!("&before={id}")).unwrap_or_default();
        let path = format!(
            "api/people/{}/games?{}limit={GAMES_PER_REQUEST}{before}",
            name.get_value(),
            wanted.query()
        );
        spawn_local(async move {
            let page = api::get::<Vec<GameSummary>>(&path).await;
            if filter.try_get_untracked() == Some(wanted) {
                asking.set(false);
                let page = match page {
                    Ok(page) => page,
                    Err(fault) => return app.toast(fault.text()),
                };
                more.set(page.len() >= GAMES_PER_REQUEST);
                loaded.set(true);
                found.update(|found| {
                    if before.is_empty() {
                        found.clear();
                    }
                    found.extend(page);
                });
            }
        });
    };
    Effect::new(move |_| {
        filter.track();
        ask(None);
    });
    let select = move |id: &'static str,
                       choices: Vec<(&'static str, String)>,
                       set: fn(&mut Filter, String)| {
        let mut options = vec![(String::new(), tr("filter-all"))];
        options.extend(choices.into_iter().map(|(value, text)| (value.to_string(), text)));
        choice(id, tr(id), options, Signal::stored(String::new()), move |value| {
            filter.update(|filter| set(filter, value));
        })
    };
    let editions = ["classic", "brettspielnetz", "kingofroses"].map(|id| (id, ruleset_text(id)));
    let results = ["won", "lost", "drawn"].map(|id| (id, tr(&format!("filter-{id}"))));
    let kinds = [("true", rated_text(true)), ("false", rated_text(false))];
    let speeds = Speed::ALL.map(|speed| (speed.name(), speed_text(speed)));
    let fields = view! {
        <div class="fields">
            <label class="field"><span>{tr("filter-opponent")}</span>
                <input type="search" id="filter-opponent" maxlength="40" prop:value=move || opponent.get()
                    on:change=move |event| {
                        opponent.set(event::value(&event));
                        filter.update(|filter| filter.opponent = opponent.get_untracked());
                    }/>
            </label>
            {select("filter-result", results.into(), |filter, value| filter.result = value)}
            {select("filter-speed", speeds.into(), |filter, value| filter.speed = value)}
            {select("filter-rated", kinds.into(), |filter, value| filter.rated = value)}
            {select("filter-ruleset", editions.into(), |filter, value| filter.ruleset = value)}
        </div>
    };
    let export = move |format: &'static str| {
        let address = move || {
            format!("api/games?player={}&{}format={format}", name.get_value(), filter.get().query())
        };
        view! { <a class="button small" download="" href=address>{tr(&format!("export-{format}"))}</a> }
    };
    let next =
        move || ask(found.with_untracked(|found| found.last().map(|game| game.game.to_string())));
    view! {
        <details class="filters" id="filters">
            <summary>{move || match filter.with(Filter::count) {
                0 => tr("filters"),
                count => format!("{} ({count})", tr("filters")),
            }}</summary>
            {form("game-filter", || {}, fields)}
            <div class="buttons">{export("rose")}{export("ndjson")}</div>
        </details>
        <ul class="offer-list" id="game-list">{move || found.get().iter().map(|game| row(game, me)).collect_view()}</ul>
        {move || (!loaded.get()).then(|| view! { <p class="note" role="status">{tr("online-asking")}</p> })}
        {move || (loaded.get() && found.with(Vec::is_empty)).then(|| view! { <p class="note">{tr("games-none")}</p> })}
        {move || more.get().then(|| view! {
            <div class="buttons">{button("games-more", "wide", tr("games-more"), next)}</div>
        })}
    }
}

/// The result of a game for one side: a message and a class.
fn outcome(result: &str, forfeit: Option<Side>, side: Side) -> Option<&'static str> {
    if let Some(loser) = forfeit {
        return Some(if loser == side { "lost" } else { "won" });
    }
    match (result, side) {
        ("1-0", Side::Red) | ("0-1", Side::White) => Some("won"),
        ("1-0", Side::White) | ("0-1", Side::Red) => Some("lost"),
        ("1/2-1/2", _) => Some("drawn"),
        _ => None,
    }
}

/// A game from the point of view of the user whose page it is.
fn row(game: &GameSummary, me: AccountId) -> View {
    let is_red = matches!(&game.players.red, PlayerView::Account { person, .. } if person.id == me);
    let side = if is_red { Side::Red } else { Side::White };
    let opponent = if is_red { &game.players.white } else { &game.players.red };
    let own = |(red, white): (i64, i64)| if is_red { (red, white) } else { (white, red) };
    let language = texts().language().code();
    let when = browser::day(game.ended.unwrap_or(game.created) as f64, language);
    let about = [
        Some(game.clock.parse().map_or_else(|_| game.clock.clone(), clock_text)),
        Some(rated_text(game.rated)),
        Some(fill("games-actions", &[("count", game.plies.into())])),
        game.reason.as_ref().map(|reason| match game.forfeit {
            Some(_) => tr("reason-forfeit"),
            None => tr(&format!("reason-{reason}")),
        }),
        Some(when),
    ];
    let about = about.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    let (mine, theirs) = own(game.points);
    let outcome = outcome(&game.result, game.forfeit, side);
    let change = game.change.zip(game.ratings).map(|(change, after)| match side {
        Side::Red => rating_change_text(change.0, after.0),
        Side::White => rating_change_text(change.1, after.1),
    });
    let words = [outcome.map(|outcome| tr(&format!("filter-{outcome}"))), change];
    let words = words.into_iter().flatten().collect::<Vec<_>>().join(" ");
    let class = format!("offer played {}", outcome.unwrap_or_default());
    view! {
        <li class=class>
            {player_arms(opponent)}
            <div class="offer-what">
                <b>{player_link(opponent)}</b>
                <span class="note">{about}</span>
            </div>
            <a class="game-score" href=Route::Game(game.game.to_string()).to_string()>
                <b>{format!("{mine} : {theirs}")}</b><span>{words}</span></a>
        </li>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_told_from_one_side() {
        assert_eq!(outcome("1-0", None, Side::Red), Some("won"));
        assert_eq!(outcome("1-0", None, Side::White), Some("lost"));
        assert_eq!(outcome("1/2-1/2", None, Side::White), Some("drawn"));
        assert_eq!(outcome("*", None, Side::Red), None);
    }

    #[test]
    fn a_forfeited_tournament_game_is_won_and_lost() {
        assert_eq!(outcome("*", Some(Side::Red), Side::Red), Some("lost"));
        assert_eq!(outcome("*", Some(Side::Red), Side::White), Some("won"));
    }
}
