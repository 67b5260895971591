use bosworth_protocol::{AccountId, LobbyActivity, Person, RunningGame, Seek};
use bosworth_view::prelude::*;

use super::offers::{accept, withdraw};
use crate::browser;
use crate::language::{fill, texts, tr};
use crate::online::session::Session;
use crate::pages::online::labels::{player_name, running_text, seek_text};
use crate::pages::online::widgets::{button, panel, player_arms, player_link};
use crate::parts::arms;
use crate::route::Route;

/// The other people in the lobby, as far as they are listed, and how many there are.
fn others(activity: LobbyActivity, me: Option<AccountId>) -> (Vec<Person>, u32) {
    let LobbyActivity { mut people, count, .. } = activity;
    let is_complete = people.len() >= count as usize;
    let listed = people.len();
    people.retain(|person| Some(person.id) != me);
    // An incomplete list may have left out the visitor, who is counted all the same.
    let is_counted = people.len() < listed || (me.is_some() && !is_complete);
    (people, count - u32::from(is_counted))
}

/// The people in the lobby, whom the form can challenge.
pub fn people(session: Session, opponent: RwSignal<String>) -> View {
    let row = move |person: Person| {
        let page = Route::Person(person.name.clone()).to_string();
        let name = person.name.clone();
        let label = fill("challenge-title", &[("name", name.clone().into())]);
        let challenge = move |_| {
            opponent.set(name.clone());
            browser::focus("#challenge-go");
        };
        view! {
            <li>
                <a class="player" href=page>{arms(&person.name)}{person.name}</a>
                <button type="button" class="button small" aria-label=label on:click=challenge>{tr("challenge-short")}</button>
            </li>
        }
    };
    let me = move || session.me.with(|me| me.as_ref().map(|me| me.person.id));
    let body = move || {
        let (others, count) = others(session.lobby_activity.get().unwrap_or_default(), me());
        let words = match count {
            0 => tr("hall-alone"),
            count => texts().count("hall-count", count),
        };
        view! {
            <p class="note" id="hall-count">{words}</p>
            <ul class="people">{others.into_iter().map(row).collect_view()}</ul>
        }
    };
    panel("hall", tr("hall-title"), view! { {body} })
}

/// The running games, to watch; empty if there are none.
pub fn running(session: Session) -> View {
    let games = Memo::new(move |_| {
        session
            .lobby_activity
            .with(|hall| hall.as_ref().map(|hall| hall.games.clone()))
            .unwrap_or_default()
    });
    let some = Memo::new(move |_| games.with(|games| !games.is_empty()));
    let row = |game: RunningGame| {
        let route = Route::Game(game.game.to_string()).to_string();
        let names =
            format!("{} – {}", player_name(&game.players.red), player_name(&game.players.white));
        let label = format!("{}: {names}", tr("watch-game"));
        view! {
            <li class="offer">
                <span class="two-arms">{player_arms(&game.players.red)}{player_arms(&game.players.white)}</span>
                <div class="offer-what">
                    <b>{player_link(&game.players.red)}" – "{player_link(&game.players.white)}</b>
                    <span class="note">{running_text(&game)}</span>
                </div>
                <div class="offer-do"><a class="button small" href=route aria-label=label>{tr("watch-game")}</a></div>
            </li>
        }
    };
    view! {
        {move || some.get().then(|| panel("running", tr("running-title"), view! {
            <ul class="offer-list">{move || games.get().into_iter().map(row).collect_view()}</ul>
        }))}
    }
}

/// The challenges to the visitor; empty if there are none.
pub fn challenges(session: Session) -> View {
    let some = Memo::new(move |_| session.inbox.challenges.with(|seeks| !seeks.is_empty()));
    let row = move |seek: Seek| {
        let (accepted, declined) = (seek.id.clone(), seek.id.clone());
        let label = fill("offer-take-label", &[("name", player_name(&seek.by).into())]);
        view! {
            <li class="offer mine">
                {player_arms(&seek.by)}
                <div class="offer-what"><b>{player_link(&seek.by)}</b><span class="note">{seek_text(&seek)}</span></div>
                <div class="offer-do">
                    <button type="button" class="button small primary take" aria-label=label
                        on:click=move |_| accept(session, accepted.clone())>{tr("offer-accept")}</button>
                    {button(&format!("decline-{declined}"), "small", tr("offer-decline"), move || {
                        withdraw(session, declined.clone(), || {});
                    })}
                </div>
            </li>
        }
    };
    view! {
        {move || some.get().then(|| panel("challenges", tr("challenges-title"), view! {
            <ul class="offer-list">{move || session.inbox.challenges.get().into_iter().map(row).collect_view()}</ul>
        }))}
    }
}

#[cfg(test)]
mod tests {
    use bosworth_protocol::AccountKind;

    use super::*;

    fn activity(listed: usize, count: u32) -> LobbyActivity {
        let person = |id| {
            let kind = AccountKind::Person;
            Person { id: AccountId(id as i64), name: format!("player {id}"), kind }
        };
        LobbyActivity { people: (0..listed).map(person).collect(), count, games: Vec::new() }
    }

    #[test]
    fn the_lobby_counts_the_people_it_lists() {
        let counted = |listed, count, me: Option<i64>| {
            let (people, count) = others(activity(listed, count), me.map(AccountId));
            (people.len(), count)
        };
        assert_eq!(counted(2, 2, Some(0)), (1, 1));
        assert_eq!(counted(2, 2, None), (2, 2));
        assert_eq!(counted(1, 1, Some(0)), (0, 0));
        // The list does not know the visitor yet.
        assert_eq!(counted(1, 1, Some(7)), (1, 1));
        // The list is cut off, with or without the visitor.
        assert_eq!(counted(50, 80, Some(0)), (49, 79));
        assert_eq!(counted(50, 80, Some(70)), (50, 79));
    }
}
