use bosworth_protocol::{GameSummary, Speed};
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
use crate::pages::online::widgets::{button, form, player_link};
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
    /// The filters as a query string, with a trailing `&`.
    fn query(&self) -> String {
        let parts = [
            ("opponent", &self.opponent),
            ("ruleset", &self.ruleset),
            ("rated", &self.rated),
            ("result", &self.result),
            ("speed", &self.speed),
        ];
        let parts = parts.into_iter().filter(|(_, value)| !value.is_empty());
        parts.map(|(name, value)| format!("{name}={}&", api::part(value))).collect()
    }
}

/// The games of a user, with filters, pagination and export.
pub fn games(name: &str) -> View {
    let name = StoredValue::new(api::part(name));
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
        {form("game-filter", || {}, fields)}
        <ul class="offer-list" id="game-list">{move || found.get().iter().map(row).collect_view()}</ul>
        {move || (loaded.get() && found.with(Vec::is_empty)).then(|| view! { <p class="note">{tr("games-none")}</p> })}
        <div class="buttons">
            {move || more.get().then(|| button("games-more", "", tr("games-more"), next))}
            {export("rose")}
            {export("ndjson")}
        </div>
    }
}

fn row(game: &GameSummary) -> View {
    let language = texts().language().code();
    let when = browser::date_and_time(game.ended.unwrap_or(game.created) as f64, language);
    let change = game.change.zip(game.ratings).map(|(change, after)| {
        let [red, white] = [(change.0, after.0), (change.1, after.1)];
        [red, white].map(|(change, after)| rating_change_text(change, after)).join(" / ")
    });
    let about = [
        Some(when),
        Some(game.clock.parse().map_or_else(|_| game.clock.clone(), clock_text)),
        Some(rated_text(game.rated)),
        Some(fill("games-actions", &[("count", game.plies.into())])),
        game.reason.as_ref().map(|reason| tr(&format!("reason-{reason}"))),
        change,
    ];
    let about = about.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    let (red, white) = game.points;
    view! {
        <li class="offer">
            <div class="offer-what">
                <b>{player_link(&game.players.red)}" – "{player_link(&game.players.white)}</b>
                <span class="note">{about}</span>
            </div>
            <a class="button small" href=Route::Game(game.game.to_string()).to_string()>
                {format!("{red} : {white}")}<span class="note">{game.result.clone()}</span></a>
        </li>
    }
}
