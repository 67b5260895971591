//! Conditional actions: what becomes of them follows from the log.

use bosworth_rules::{Action, Ply, Position, Side};
use bosworth_table::{
    BadCondition, Command, Conditional, ConditionalStatus, ConditionalTree, Offer, Table,
};

use crate::desk::Desk;

fn tree(lines: &[&str]) -> Result<ConditionalTree, BadCondition> {
    ConditionalTree::parse(lines.iter().copied())
}

/// The first legal action, a play where there is one.
fn first(position: &Position) -> Action {
    position.actions().iter().next().expect("an action")
}

/// A line of plies from a position, as far as nobody draws.
fn line(position: &Position, plies: usize) -> String {
    let (mut at, mut words) = (*position, Vec::new());
    while words.len() < plies {
        let action = first(&at);
        let Some(ply) = action.resolved(None) else { break };
        words.push(action.to_string());
        at = at.follow(ply).expect("a legal ply");
    }
    words.truncate(words.len() / 2 * 2);
    words.join(" ")
}

/// A desk on the turn of a side's opponent, and the conditional actions of that side for a line.
fn planned(plies: usize) -> (Desk, Side, Conditional) {
    let mut desk = Desk::dealt("2d", false);
    let side = desk.act();
    let line = line(desk.host.position().unwrap(), plies);
    assert_eq!(line.split(' ').count(), plies, "{line}");
    let plan = Conditional::new(&desk.host, side, tree(&[&line]).unwrap()).unwrap();
    (desk, side, plan)
}

#[test]
fn the_answer_is_due_after_the_ply_it_answers_and_the_rest_waits() {
    let (mut desk, side, plan) = planned(4);
    for _ in 0..2 {
        assert!(matches!(plan.standing(&desk.host), ConditionalStatus::Waits(_)));
        desk.act();
        let due = first(desk.host.position().unwrap());
        assert_eq!(plan.standing(&desk.host), ConditionalStatus::Due(due));
        // Whoever folds the log says the same.
        assert_eq!(plan.standing(&Table::replay(&desk.log).unwrap()), ConditionalStatus::Due(due));
        assert_eq!(desk.act(), side);
    }
    assert_eq!(plan.standing(&desk.host), ConditionalStatus::Over, "nothing is left");
}

#[test]
fn another_way_ends_them_whoever_takes_it() {
    let other = |desk: &Desk| {
        let position = desk.host.position().unwrap();
        position.actions().iter().nth(1).expect("another action")
    };
    let (mut desk, side, plan) = planned(4);
    let command = desk.answer(other(&desk));
    desk.say(!side, command).unwrap();
    assert_eq!(plan.standing(&desk.host), ConditionalStatus::Over);

    let (mut desk, side, plan) = planned(4);
    desk.act();
    let command = desk.answer(other(&desk));
    desk.say(side, command).unwrap();
    assert_eq!(plan.standing(&desk.host), ConditionalStatus::Over);
}

#[test]
fn takebacks_and_the_end_end_them() {
    let (mut desk, side, plan) = planned(2);
    desk.say(side, Command::Offer(Offer::Takeback)).unwrap();
    desk.say(!side, Command::Offer(Offer::Takeback)).unwrap();
    assert_eq!(plan.standing(&desk.host), ConditionalStatus::Over);
    // The same position as another revision.
    desk.act();
    assert_eq!(plan.standing(&desk.host), ConditionalStatus::Over);

    let (mut desk, side, plan) = planned(2);
    desk.say(!side, Command::Resign).unwrap();
    assert_eq!(plan.standing(&desk.host), ConditionalStatus::Over);
}

#[test]
fn they_are_for_the_opponents_turn_and_legal() {
    let (desk, side, _) = planned(2);
    let line = line(desk.host.position().unwrap(), 2);
    let refused = Conditional::new(&desk.host, !side, tree(&[&line]).unwrap());
    assert_eq!(refused, Err(BadCondition::NotTheirTurn));
    let words: Vec<&str> = line.split(' ').collect();
    // The opponent's card in one's own hand, and a draw with a full hand.
    for line in [format!("{0} {0}", words[0]), format!("{} +", "+N1")] {
        let refused = Conditional::new(&desk.host, side, tree(&[&line]).unwrap());
        assert!(matches!(refused, Err(BadCondition::Illegal(..))), "{line}: {refused:?}");
    }
}

#[test]
fn an_opponents_draw_is_answered_by_the_card_that_came_up() {
    let mut desk = Desk::dealt("2d", false);
    let side = loop {
        let side = desk.act();
        if desk.host.position().unwrap().actions().draw {
            break side;
        }
    };
    let position = *desk.host.position().unwrap();
    let answers: Vec<String> = position
        .pile()
        .iter()
        .map(|card| {
            let after = position.follow(Ply::Draw(card)).expect("a draw");
            format!("+{card} {}", first(&after))
        })
        .collect();
    let tree = ConditionalTree::parse(answers.iter().map(String::as_str)).unwrap();
    assert_eq!(tree.lines(), answers);
    let plan = Conditional::new(&desk.host, side, tree).unwrap();
    desk.say(!side, desk.answer(Action::Draw)).unwrap();
    let due = first(desk.host.position().unwrap());
    assert_eq!(plan.standing(&desk.host), ConditionalStatus::Due(due));
}

#[test]
fn trees_are_bounded() {
    let deep = |plies: usize| ["N1"].repeat(plies).join(" ");
    assert!(tree(&[&deep(30)]).is_ok());
    assert_eq!(tree(&[&deep(32)]), Err(BadCondition::TooDeep));
    let many: Vec<String> = ["N1", "N2", "N3", "E1", "E2", "E3", "S1"]
        .map(|card| format!("{card} {}", deep(28)))
        .to_vec();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert!(matches!(tree(&many[..1]), Err(BadCondition::Incomplete(_))));
    let many: Vec<String> = many.iter().map(|line| format!("{line} S2")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert!(tree(&many[..6]).is_ok(), "180 plies");
    assert_eq!(tree(&many), Err(BadCondition::TooMany));
    for line in ["", "N1", "N1 S1 W1", "N1 x", "y N1", "+ N1"] {
        assert!(tree(&[line]).is_err(), "{line}");
    }
}
