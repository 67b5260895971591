use bosworth_client::is_by;
use bosworth_protocol::{GameId, OpenGame, PlayerView, Players, Seek};
use bosworth_view::prelude::*;

use super::StartedGame;
use crate::browser;
use crate::language::{fill, texts, tr};
use crate::online::api::{self, RequestError};
use crate::online::session::Session;
use crate::online::time::left_text;
use crate::pages::online::labels::{clock_text, handicap_text, player_name, rated_text, seek_text};
use crate::pages::online::widgets::{button, panel, player_arms, player_link};
use crate::route::Route;

/// Whether an offer is the visitor's own.
pub fn is_mine(session: Session, seek: &Seek) -> bool {
    session.me.with(|me| me.as_ref().is_some_and(|me| is_by(seek, me.person.id)))
}

/// Accepts an offer, and navigates to the table.
pub fn accept(session: Session, id: String) {
    session.with_account(async move {
        let game = take(&id).await?;
        browser::go(&Route::Game(game.to_string()));
        Ok(())
    });
}

/// The path of an offer.
fn path(id: &str) -> String {
    format!("api/seeks/{}", api::part(id))
}

/// Accepts an offer.
pub async fn take(id: &str) -> Result<GameId, RequestError> {
    let begun: StartedGame = api::post(&format!("{}/accept", path(id)), &()).await?;
    Ok(begun.game)
}

/// Withdraws the visitor's own offer, or declines a challenge.
pub fn withdraw(session: Session, id: String, then: impl Fn() + 'static) {
    session.with_account(async move {
        api::delete(&path(&id)).await?;
        let inbox = session.inbox;
        if inbox.seek.with_untracked(|seek| seek.as_ref() == Some(&id)) {
            inbox.seek.set(None);
        }
        let declined = inbox.challenges.with_untracked(|all| all.iter().any(|seek| seek.id == id));
        inbox.challenges.update(|seeks| seeks.retain(|seek| seek.id != id));
        session.seeks.update(|seeks| {
            if let Some(seeks) = seeks {
                seeks.retain(|seek| seek.id != id);
            }
        });
        let said = if declined { "challenge-declined" } else { "offer-withdrawn" };
        session.app.toast(tr(said));
        then();
        Ok(())
    });
}

/// The link to log in, in place of a button to accept a rated offer.
pub fn log_in_link() -> View {
    view! { <a class="button small log-in" href=Route::Account.to_string()>{tr("offer-log-in")}</a> }
}

/// All open offers.
pub fn open_offers(session: Session) -> View {
    let row = move |seek: Seek| {
        let id = seek.id.clone();
        let mine = is_mine(session, &seek);
        let name = player_name(&seek.by);
        let action = if mine {
            let go = Route::Seek(id.clone()).to_string();
            view! {
                <a class="button small" href=go>{tr("offer-look")}</a>
                {button(&format!("withdraw-{id}"), "small", tr("offer-withdraw"), move || withdraw(session, id.clone(), || {}))}
            }
        } else if seek.terms.rated && !session.can_rate() {
            log_in_link()
        } else {
            let label = fill("offer-take-label", &[("name", name.into())]);
            view! {
                <button type="button" class="button small take" aria-label=label
                    on:click=move |_| accept(session, id.clone())>{tr("offer-take")}</button>
            }
        };
        view! {
            <li class="offer" class:mine=mine>
                {player_arms(&seek.by)}
                <div class="offer-what"><b>{player_link(&seek.by)}</b><span class="note">{seek_text(&seek)}</span></div>
                <div class="offer-do">{action}</div>
            </li>
        }
    };
    let rows = move || match session.seeks.get() {
        None => view! { <p class="note">{tr("offers-loading")}</p> },
        Some(seeks) if seeks.is_empty() => {
            view! { <p class="note">{tr("offers-none")}</p> }
        }
        Some(seeks) => {
            view! { <ul class="offer-list">{seeks.into_iter().map(row).collect_view()}</ul> }
        }
    };
    view! { {rows} }
}

/// The number of games shown before the rest is folded.
const GAMES_SHOWN: usize = 3;

/// The visitor's unfinished games, those in which it is their turn first.
pub fn my_games(session: Session) -> View {
    let some = Memo::new(move |_| session.games.with(|games| !games.is_empty()));
    let opponent = move |players: Players| {
        let me = session.me.with(|me| me.as_ref().map(|me| me.person.id));
        let Players { red, white } = players;
        let mine = matches!(&red, PlayerView::Account { person, .. } if Some(person.id) == me);
        if mine { white } else { red }
    };
    let row = move |game: OpenGame| {
        let left = game.deadline.filter(|_| game.your_turn).map(|deadline| {
            fill("games-left", &[("left", left_text(deadline - session.now()).into())])
        });
        let handicap = handicap_text(game.handicap.as_deref(), &game.ruleset);
        let about = [left, Some(clock_text(game.clock)), Some(rated_text(game.rated)), handicap];
        let about = about.into_iter().flatten().collect::<Vec<_>>().join(" · ");
        let opponent = opponent(game.players);
        let name = player_name(&opponent);
        let turn = match &opponent {
            _ if game.your_turn => tr("games-yours"),
            PlayerView::Computer { .. } => tr("games-computers"),
            PlayerView::Account { .. } => fill("games-theirs", &[("name", name.clone().into())]),
        };
        view! {
            <li><a class="offer my-game" class:yours=game.your_turn href=Route::Game(game.game.to_string()).to_string()>
                {player_arms(&opponent)}
                <span class="offer-what"><b>{name}</b><span class="note">{about}</span></span>
                <span class="turn">{turn}</span>
            </a></li>
        }
    };
    let list = move || {
        let mut games = session.games.get();
        let rest = games.split_off(games.len().min(GAMES_SHOWN));
        let more = (!rest.is_empty()).then(|| {
            let count = texts().count("games-rest", rest.len() as u32);
            view! {
                <details><summary>{count}</summary>
                    <ul class="offer-list">{rest.into_iter().map(row).collect_view()}</ul>
                </details>
            }
        });
        view! { <ul class="offer-list">{games.into_iter().map(row).collect_view()}</ul>{more} }
    };
    view! { {move || some.get().then(|| panel("my-games", tr("games-title"), view! { {list} }))} }
}
