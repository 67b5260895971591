use bosworth_rules::{Action, Next, Position};
use bosworth_view::prelude::*;

use super::control::AnalysisControl;
use crate::engine::Lane;
use crate::language::{fill, texts, tr};
use crate::pages::play::{action_name, chance_text, signed};
use crate::parts::{FirstMarks, ReasonsQuestion, choice, reasons, rollouts};
use bosworth_web_engine::wire::{Findings, LineFindings};

/// The engine's switch and its lines.
pub fn engine_lines(control: AnalysisControl) -> View {
    let shown = Memo::new(move |_| control.state.with(|state| state.lines));
    let numbers = (1..=5).map(|n: usize| (n.to_string(), n.to_string())).collect();
    let set = move |text: String| {
        if let Ok(number) = text.parse() {
            control.state.update(|state| state.lines = number);
        }
    };
    let switch = move |_| control.state.update(|state| state.thinking = !state.thinking);
    let count = move || {
        let (side, ruleset) =
            control.position.with(|position| (position.side(), position.ruleset()));
        let Some(findings) = control.findings.get() else { return tr("an-thinking") };
        let found = match findings.forecast(side) {
            Some(forecast) => texts().forecast(forecast, ruleset),
            None => effort(&findings),
        };
        format!("{found} {}", fill("an-seen", &[("side", texts().side(side, ruleset).into())]))
    };
    let rows = move || {
        (control.thinking.get() && !control.position.get().is_over()).then(|| {
            view! {
                <p class="note" id="engine-count">{count}</p>
                <table class="lines" id="engine-lines">
                    <caption class="unseen">{tr("hint-table")}</caption>
                    <thead><tr>{["hint-chance", "hint-margin", "hint-action"].map(|id| view! { <th scope="col">{tr(id)}</th> })}</tr></thead>
                    <tbody>{(0..shown.get()).map(|n| row(control, n)).collect_view()}</tbody>
                </table>
            }
        })
    };
    view! {
        <section class="panel engine" aria-labelledby="engine-title">
            <div class="engine-head">
                <h2 id="engine-title">{tr("an-engine")}</h2>
                <button type="button" id="engine" class="button brush" aria-pressed=move || control.thinking.get().to_string()
                    on:click=switch>{tr("an-engine-on")}</button>
                {choice("engine-count-lines", tr("an-lines"), numbers, Signal::stored(shown.get_untracked().to_string()), set)}
            </div>
            {rows}
            {rollouts(control.page, Memo::new(move |_| Some(control.position.get())))}
            {why(control)}
        </section>
    }
}

/// The least number of nodes after which the two best actions are compared.
const MIN_EXPLAINED_NODES: u64 = 30_000;

/// Why the actions are good or bad.
fn why(control: AnalysisControl) -> View {
    let question = Memo::new(move |_| {
        let position = control.position.get();
        let thinking = control.thinking.get();
        let found: Vec<Action> = control.findings.with(|findings| {
            let findings = findings.as_ref()?;
            let ready = findings.done || findings.nodes >= MIN_EXPLAINED_NODES;
            let lines = ready.then(|| findings.lines.iter().filter_map(LineFindings::action));
            (thinking && findings.position == position.to_string()).then_some(lines?.collect())
        })?;
        // The others are explained anew only if one of the first two changes.
        let first = &found[..found.len().min(2)];
        let is_other = |action: &Action| found.contains(action) && !first.contains(action);
        let others = position.actions().iter().filter(is_other);
        let actions = first.iter().copied().chain(others).collect();
        Some(ReasonsQuestion { position, actions, hidden: None })
    });
    let displayed = Signal::derive(move || Some(control.position.get()));
    reasons(control.page, Lane::Review, question, displayed, 1, FirstMarks::Action)
}

/// One line: its value, and its actions as buttons that play them.
fn row(control: AnalysisControl, n: usize) -> View {
    let look = move |look: fn(&LineFindings) -> String| {
        move || {
            control.findings.with(|findings| {
                let line = findings.as_ref()?.lines.get(n)?;
                Some(look(line))
            })
        }
    };
    // Memoised, so that unchanged buttons are not rebuilt and keep the focus.
    let actions = Memo::new(move |_| {
        control.findings.with(|findings| {
            let line = findings.as_ref()?.lines.get(n)?;
            Some(line.actions.clone())
        })
    });
    let buttons = move || {
        let actions = actions.get()?;
        let names = names(control.position.get_untracked(), &actions);
        let buttons = names.into_iter().enumerate().map(|(n, name)| {
            let action = actions[n].parse();
            let text = action.map_or_else(|_| actions[n].clone(), |it| texts().short_action(it));
            let done = actions[..=n].to_vec();
            // The label starts with the visible text, for voice control.
            let label = format!("{text}: {name}");
            view! {
                <button type="button" class="ply" aria-label=label title=name
                    on:click=move |_| control.follow_line(&done)>{text}</button>
            }
        });
        Some(buttons.collect_view())
    };
    view! {
        <tr>
            <td>{look(chance_text)}</td>
            <td>{look(|line| signed(line.margin))}</td>
            <td>{buttons}</td>
        </tr>
    }
}

/// The names of a line's actions, up to the first chance event.
fn names(mut position: Position, actions: &[String]) -> Vec<String> {
    let mut names = Vec::new();
    for action in actions.iter().map_while(|text| text.parse().ok()) {
        names.push(action_name(action, &position));
        let Ok(Next::Position(next)) = position.act(action) else { break };
        position = next;
    }
    names
}

/// The search statistics: depth, nodes, speed.
fn effort(findings: &Findings) -> String {
    let speed = findings.nodes as f64 * 1000.0 / findings.milliseconds.max(1.0);
    fill(
        "an-effort",
        &[
            ("depth", findings.depth.into()),
            ("nodes", short(findings.nodes as f64).into()),
            ("rate", short(speed).into()),
        ],
    )
}

/// Abbreviates a large number.
fn short(number: f64) -> String {
    match number {
        1e6.. => format!("{} M", texts().number(number / 1e6, 1)),
        1e3.. => format!("{} k", texts().number(number / 1e3, 0)),
        _ => texts().number(number, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_named_up_to_the_first_chance_event() {
        let text = "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic";
        let actions = ["NE2", "W1", "+", "SW2"].map(String::from);
        let names = names(text.parse().expect("a position"), &actions);
        assert_eq!(names, ["Play north-east II to g7", "Play west I to f7", "Draw a card"]);
    }

    #[test]
    fn large_numbers_are_abbreviated() {
        assert_eq!([short(12.0), short(45_678.0), short(2_345_678.0)], ["12", "46 k", "2.3 M"]);
    }
}
