//! Certificates of solved positions. `suites/solve/check.py` checks many more.

use std::collections::HashMap;
use std::ops::ControlFlow;

use bosworth_engine::{Certificate, CertificateError, SearchLimits, Solver, Watch};
use bosworth_rules::{Action, Position};

/// Two roses and no hero left.
const ENDING: &str = "1rrwwww2/wwr1r1r2/wrrr2www/1r1wrr1rr/r3wrr2/rw1wwwrw1/rw2w4/r1r1w1r2/1r1wwrw2 \
                      h7 w SE1,SE2,SE3,S1,NW1 S2,SW3,NW2,NW3 0 0 N1,NE2,W1";

fn ending(rules: &str) -> Position {
    format!("{ENDING} {rules}").parse().expect("a position")
}

fn certificate(position: &Position) -> Result<Certificate, CertificateError> {
    Certificate::find(position, &mut Solver::new(16 << 20), 200_000, &mut ())
}

#[test]
fn a_certificate_has_the_exact_value_in_every_edition() {
    for rules in ["classic", "brettspielnetz", "classic:ties=roses"] {
        let position = ending(rules);
        let found = certificate(&position).expect("a certificate");
        let mut solver = Solver::new(16 << 20);
        let win_chance = solver.win_chance(&position, SearchLimits::default(), &mut ());
        let win_chance = win_chance.expect("no limit");
        assert!((f64::from(found.win_chance) - win_chance).abs() < 1e-12, "{rules}");
        assert_eq!(found.keep[0].0, position, "the walk begins there");
    }
}

#[test]
fn only_states_with_a_choice_are_listed_each_once_and_with_a_legal_action() {
    let position = ending("classic");
    let found = certificate(&position).expect("a certificate");
    for (strategy, owner) in [(&found.keep, position.side()), (&found.hold, !position.side())] {
        let mut listed = HashMap::new();
        for (state, action) in strategy {
            assert_eq!(state.side(), owner);
            assert!(state.actions().len() > 1 && state.actions().contains(*action), "{state}");
            assert_eq!(listed.insert(state.to_string(), *action), None, "{state}");
        }
    }
}

#[test]
fn equal_actions_are_chosen_in_the_order_plays_heroes_draw() {
    let found = certificate(&ending("classic")).expect("a certificate");
    let mut solver = Solver::new(16 << 20);
    for (state, _) in found.keep.iter().filter(|(_, action)| *action == Action::Draw).take(50) {
        let solution = solver.solve(state, SearchLimits::default(), &mut ());
        let drawn = solution.actions.iter().find(|it| it.action == Action::Draw).expect("a draw");
        let others = solution.actions.iter().filter(|it| it.action != Action::Draw);
        assert!(others.clone().count() > 0);
        assert!(others.clone().all(|it| it.win_chance < drawn.win_chance), "{state}");
    }
}

#[test]
fn the_same_position_gives_the_same_certificate() {
    let position = ending("classic");
    let text = certificate(&position).expect("a certificate").to_string();
    let mut used = Solver::new(16 << 20);
    used.solve(&position, SearchLimits::default(), &mut ());
    let again = Certificate::find(&position, &mut used, 200_000, &mut ());
    assert_eq!(again.expect("a certificate").to_string(), text);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[0], "bosworth-certificate 1");
    assert_eq!(lines[1], format!("position {position}"));
    assert_eq!(lines[2], "win_chance 493/528");
    assert_eq!(
        lines[3],
        format!("keep {}", lines.iter().position(|it| it.starts_with("hold")).expect("hold") - 4)
    );
    assert_eq!(lines.last(), Some(&"end"));
}

#[test]
fn a_finished_game_needs_no_strategy() {
    let over =
        "8r/9/rr7/9/rrrrr1rr1/9/ww1w5/9/wwwwwwww1 i9 r N1,N2,N3,NE1,E1 NE2,NE3,E2,E3,NW1 4 4 -";
    let over: Position = over.parse().expect("a position");
    let text = certificate(&over).expect("a certificate").to_string();
    let expected =
        format!("bosworth-certificate 1\nposition {over}\nwin_chance 0/1\nkeep 0\nhold 0\nend\n");
    assert_eq!(text, expected);
}

#[test]
fn a_certificate_that_is_too_large_or_stopped_is_refused() {
    struct Impatient;
    impl Watch for Impatient {
        fn keep_on(&mut self, _: u64) -> ControlFlow<()> {
            ControlFlow::Break(())
        }
    }
    let position = ending("classic");
    let mut solver = Solver::new(16 << 20);
    let error = Certificate::find(&position, &mut solver, 100, &mut ()).expect_err("too large");
    assert_eq!(error, CertificateError::TooManyStates { max_states: 100 });
    assert_eq!(error.to_string(), "the strategies reach more than 100 states");
    let error = Certificate::find(&position, &mut solver, 200_000, &mut Impatient);
    assert_eq!(error, Err(CertificateError::Stopped));
}
