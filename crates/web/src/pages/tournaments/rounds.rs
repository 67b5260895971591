//! The rounds, board by board.

use bosworth_protocol::tournament::{
    BoardGame, BoardView, GameSlot, Points, RoundView, SlotResult, TournamentFormat, TournamentView,
};
use bosworth_rules::Side;
use bosworth_view::prelude::*;

use super::control::TournamentControl;
use super::correction::{Correction, correction};
use super::labels::{knockout_round, name_of, next_text, seat_of};
use super::times::date_and_time;
use crate::language::{fill, tr};
use crate::parts::sign_button;
use crate::route::Route;

/// A round with its boards, and navigation to the other rounds.
pub fn rounds(control: TournamentControl, chosen: RwSignal<Option<u16>>) -> View {
    let last = Memo::new(move |_| control.with(|view| view.summary.rounds).unwrap_or(0));
    let number =
        Memo::new(move |_| chosen.get().filter(|at| *at < last.get()).unwrap_or(last.get()));
    let correcting = RwSignal::new(None::<Correction>);
    let step = move |on: bool| {
        let now = number.get_untracked();
        let next = if on { now + 1 } else { now.saturating_sub(1) };
        if (1..=last.get_untracked()).contains(&next) {
            chosen.set(Some(next));
        }
    };
    let title = move || {
        let number = number.get();
        control.with(|view| round_title(view, number)).unwrap_or_default()
    };
    let body = move || {
        let round = control.round(number.get());
        let tools = control.is_mine();
        match round {
            None => view! { <p class="note" role="status">{tr("online-asking")}</p> },
            Some(round) => {
                control.with(|view| shown(view, &round, tools.then_some(correcting))).into_view()
            }
        }
    };
    let next = move || {
        let now = control.now.get();
        control
            .with(|view| {
                let next = view.next.filter(|at| *at > now && view.games.is_empty())?;
                Some(next_text(view, next, now))
            })
            .flatten()
    };
    view! {
        {move || if last.get() == 0 {
            view! { <p class="note">{tr("event-rounds-none")}</p> }
        } else {
            view! {
                <div class="round-head">
                    {sign_button("round-before", tr("event-round-before"), "‹", move || step(false))}
                    <h2 id="round-title" aria-live="polite">{title}</h2>
                    {sign_button("round-after", tr("event-round-after"), "›", move || step(true))}
                </div>
                {body}
                <p class="note">{next}</p>
            }
        }}
        {correction(control, correcting)}
    }
}

fn round_title(view: &TournamentView, number: u16) -> String {
    let round = ("round", number.into());
    match view.summary.format {
        TournamentFormat::Swiss { rounds } | TournamentFormat::Field { deals: rounds, .. } => {
            fill("event-round-of", &[round, ("rounds", rounds.into())])
        }
        TournamentFormat::Knockout => {
            let matches = view.bracket.rounds.get(usize::from(number) - 1).map_or(0, Vec::len);
            knockout_round(matches)
        }
        _ => fill("event-round", &[round]),
    }
}

fn shown(
    view: &TournamentView,
    round: &RoundView,
    tools: Option<RwSignal<Option<Correction>>>,
) -> View {
    // The visitor's own board comes first.
    let boards = || (1..).zip(&round.boards);
    let mine = boards().filter(|(_, board)| is_mine(view, board));
    let others = boards().filter(|(_, board)| !is_mine(view, board));
    let rows: Vec<_> = mine
        .chain(others)
        .map(|(number, board)| row(view, round.number, number, board, tools))
        .collect();
    let sealed = round.boards.iter().any(|board| board.sealed);
    let sealed =
        sealed.then(|| view! { <p class="note" id="round-sealed">{tr("event-sealed")}</p> });
    let byes = (!round.byes.is_empty()).then(|| {
        let names: Vec<_> = round.byes.iter().map(|player| name_of(view, *player)).collect();
        view! { <p class="byes"><b>{tr("event-byes")}</b>": "{names.join(", ")}</p> }
    });
    view! {
        <p class="note">{date_and_time(round.at)}</p>
        {sealed}
        <ol class="event-boards">{rows}</ol>
        {byes}
    }
}

fn is_mine(view: &TournamentView, board: &BoardView) -> bool {
    view.me.is_some_and(|me| me == board.red || Some(me) == board.white)
}

fn row(
    view: &TournamentView,
    round: u16,
    number: u16,
    board: &BoardView,
    tools: Option<RwSignal<Option<Correction>>>,
) -> View {
    let names = [seat_of(view, Some(board.red)), seat_of(view, board.white)];
    let live = board.games.iter().any(BoardGame::is_live);
    let mine = is_mine(view, board);
    let won = |own: fn(&(Points, Points)) -> Points| {
        board.points.as_ref().is_some_and(|points| own(points) == Points::ONE)
    };
    let games = board.games.iter().enumerate();
    let many = board.games.len() > 1;
    let games: Vec<_> = games
        .map(|(at, game)| {
            let slot = GameSlot { round, board: number, game: at as u8 };
            one_game(&names, slot, game, many, tools)
        })
        .collect();
    let score = match &board.points {
        Some((red, white)) => format!("{red} – {white}"),
        None if many => running_score(board),
        None => "–".into(),
    };
    let label = fill("event-board", &[("board", number.into())]);
    view! {
        <li class="event-board" class:live=live class:mine=mine aria-label=label>
            <span class="seat-name" class:won=won(|points| points.0)>
                <svg width="18" height="18" aria-hidden="true"><use href="#rose-red"/></svg>{names[0].clone()}
            </span>
            <b class="event-score">{score}</b>
            <span class="seat-name other" class:won=won(|points| points.1)>
                {names[1].clone()}<svg width="18" height="18" aria-hidden="true"><use href="#rose-white"/></svg>
            </span>
            <span class="board-games">{games}</span>
        </li>
    }
}

/// The points of a game in halves: of the player who had Red in the first game, and of the other
/// one.
pub fn score_in_halves(game: &BoardGame) -> Option<(u32, u32)> {
    let first = if game.straight { Side::Red } else { Side::White };
    game.result.map(|result| (result.halves(first), result.halves(!first)))
}

/// The score of an undecided series.
fn running_score(board: &BoardView) -> String {
    let add = |sum: (u32, u32), one: (u32, u32)| (sum.0 + one.0, sum.1 + one.1);
    let (red, white) = board.games.iter().filter_map(score_in_halves).fold((0, 0), add);
    format!("{} – {}", Points::of_halves(red), Points::of_halves(white))
}

/// A game with its result, linked if it can be watched, and the organiser's button to correct the
/// result.
fn one_game(
    names: &[String; 2],
    slot: GameSlot,
    game: &BoardGame,
    many: bool,
    tools: Option<RwSignal<Option<Correction>>>,
) -> View {
    let about = many.then(|| fill("event-game", &[("game", (slot.game + 1).into())]));
    let text = match game.result {
        None if game.abandoned => tr("event-result-missed"),
        None => tr(if game.hidden { "event-live" } else { "event-watch" }),
        Some(result) => result_text(game, result, many),
    };
    let between = names.join(" – ");
    let doing = tr(if game.is_live() { "event-watch" } else { "event-look" });
    let label = [Some(doing), about.clone(), Some(between)];
    let label = label.into_iter().flatten().collect::<Vec<_>>().join(", ");
    let played = game.result.is_none_or(SlotResult::is_played);
    let text = [about, Some(text)].into_iter().flatten().collect::<Vec<_>>().join(": ");
    let link = if played && !game.hidden {
        let route = Route::Game(game.game.to_string()).to_string();
        view! {
            <a class="button small" class:live=game.is_live() href=route aria-label=label>{text}</a>
        }
    } else {
        view! { <span class="note">{text}</span> }
    };
    let straight = game.straight;
    let correct = tools.filter(|_| game.result.is_some()).map(|correcting| {
        // By colour, like results.
        let sides = if straight { [names[0].clone(), names[1].clone()] } else { [names[1].clone(), names[0].clone()] };
        let label = format!("{}: {}", tr("event-correct"), names.join(" – "));
        let press = move |_| correcting.set(Some(Correction { slot, names: sides.clone() }));
        view! {
            <button type="button" class="button small correct" aria-label=label on:click=press>{tr("event-correct")}</button>
        }
    });
    view! { {link}{correct} }
}

fn result_text(game: &BoardGame, result: SlotResult, many: bool) -> String {
    let margin = match result {
        SlotResult::Red { margin } | SlotResult::White { margin } if margin > 0 => Some(margin),
        SlotResult::NoRed | SlotResult::NoWhite => return tr("event-result-missed"),
        SlotResult::Nobody => return tr("event-result-nobody"),
        _ => None,
    };
    let score = many.then(|| {
        let (red, white) = score_in_halves(game).unwrap_or_default();
        format!("{} – {}", Points::of_halves(red), Points::of_halves(white))
    });
    let margin = margin.map(|margin| format!("+{margin}"));
    let parts: Vec<_> = [score, margin].into_iter().flatten().collect();
    if parts.is_empty() { tr("event-look-short") } else { parts.join(" · ") }
}
