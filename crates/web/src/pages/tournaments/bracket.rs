//! The bracket of a knockout: rounds as columns, joined by lines. For screen readers, it is a list
//! of rounds, each with a list of matches.

use bosworth_protocol::tournament::{
    BoardGame, BoardView, BracketMatch, PlayerId, Points, TournamentView,
};
use bosworth_view::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::control::TournamentControl;
use super::labels::{knockout_round, name_of};
use crate::language::tr;
use crate::lifetime::Lifetime;
use crate::route::Route;

/// The bracket, including future rounds.
pub fn bracket(control: TournamentControl) -> View {
    let rounds = move || {
        let count = control.with(|view| view.bracket.rounds.len()).unwrap_or(0);
        // The games are listed in the boards of each round. A knockout has few rounds, so all of
        // them are fetched, except one that the last remaining player won without a match.
        let played =
            control.with(|view| view.bracket.rounds.iter().map(|round| is_played(round)).collect());
        let played: Vec<bool> = played.unwrap_or_default();
        let boards: Vec<_> = (1..)
            .zip(played)
            .map(|(number, played)| played.then(|| control.round(number)).flatten())
            .collect();
        control.with(|view| {
            let rounds = columns(view);
            let all = rounds.len();
            let columns = rounds.into_iter().enumerate().map(|(at, matches)| {
                let boards = boards.get(at).and_then(Option::as_ref);
                let name = knockout_round(matches.len());
                let begun = at < count;
                let matches: Vec<_> = matches
                    .iter()
                    .map(|two| {
                        let board =
                            two.board.and_then(|board| boards?.boards.get(usize::from(board) - 1));
                        one_match(view, two, board, begun)
                    })
                    .collect();
                view! {
                    <li class="bracket-round" class:last=at + 1 == all>
                        <h3>{name}</h3>
                        <ul class="bracket-matches">{matches}</ul>
                    </li>
                }
            });
            columns.collect::<Vec<_>>()
        })
    };
    // On a phone, scroll to the current round.
    let (page, node) = (Lifetime::new(), NodeRef::<HtmlElement>::new());
    Effect::new(move |_| {
        let begun = control.with(|view| view.bracket.rounds.len()).unwrap_or(0);
        page.after(0, move || {
            let Some(node) = node.get_untracked() else { return };
            let column = format!(".bracket-round:nth-child({begun})");
            if let Ok(Some(round)) = node.query_selector(&column) {
                let round: web_sys::HtmlElement = round.unchecked_into();
                node.set_scroll_left(round.offset_left());
            }
        });
    });
    view! {
        <div class="table-scroll bracket-scroll" node_ref=node tabindex="0" role="region" aria-label=tr("event-tab-bracket")>
            <ol class="bracket" id="bracket">{rounds}</ol>
        </div>
    }
}

/// Whether a match of a round was played.
fn is_played(round: &[BracketMatch]) -> bool {
    round.iter().any(|two| two.board.is_some())
}

/// The rounds that have started, and those to come.
fn columns(view: &TournamentView) -> Vec<Vec<BracketMatch>> {
    let mut rounds = view.bracket.rounds.clone();
    let mut left = view.bracket.left.clone();
    while left.len() > 1 {
        let matches: Vec<_> = left
            .chunks(2)
            .map(|two| BracketMatch {
                one: two[0],
                other: two.get(1).copied().flatten(),
                board: None,
                winner: None,
            })
            .collect();
        left = vec![None; matches.len()];
        rounds.push(matches);
    }
    rounds
}

fn one_match(
    view: &TournamentView,
    two: &BracketMatch,
    board: Option<&BoardView>,
    begun: bool,
) -> View {
    let live = board.is_some_and(|board| board.games.iter().any(BoardGame::is_live));
    let line = |player: Option<PlayerId>| {
        let name = match player {
            Some(player) => name_of(view, player),
            None if begun && two.board.is_none() => tr("event-free-pass"),
            None => "…".into(),
        };
        let won = player.is_some() && two.winner == player;
        let out = two.winner.is_some() && !won;
        let points = player.and_then(|player| points(board?, player));
        let goes_on =
            won.then(|| view! { <span class="unseen">" ("{tr("event-goes-on")}")"</span> });
        view! {
            <span class="contender" class:won=won class:out=out class:mine=player.is_some() && player == view.me>
                <span class="contender-name">{name}{goes_on}</span><b>{points.map(|points| points.to_string())}</b>
            </span>
        }
    };
    let body = view! { {line(two.one)}{line(two.other)} };
    let game = board.and_then(|board| board.games.last());
    let body = match game {
        Some(game) => {
            let route = Route::Game(game.game.to_string()).to_string();
            view! { <a class="bracket-match" class:live=live href=route>{body}</a> }
        }
        None => view! { <div class="bracket-match">{body}</div> },
    };
    view! { <li>{body}</li> }
}

/// A player's points at a board, from the finished games.
fn points(board: &BoardView, player: PlayerId) -> Option<Points> {
    let red = board.red == player;
    let ended = board.games.iter().filter_map(super::rounds::score_in_halves);
    let own: Vec<_> = ended.map(|(first, second)| if red { first } else { second }).collect();
    (!own.is_empty()).then(|| Points::of_halves(own.into_iter().sum()))
}
