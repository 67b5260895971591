//! Conditional actions: their status depends on the log alone.

use bosworth_rules::{Action, Ply, Position, Side};
use bosworth_table::{
    Command, Conditional, ConditionalStatus, ConditionalTree, InvalidConditional, Offer, Table,
};

use crate::fixture::TableFixture;

fn tree(lines: &[&str]) -> Result<ConditionalTree, InvalidConditional> {
    ConditionalTree::parse(lines.iter().copied())
}

/// The first legal action, preferably a play.
fn first(position: &Position) -> Action {
    position.actions().iter().next().expect("an action")
}

/// A line of plies from a position, up to the first draw.
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

/// A table on the opponent's turn, and a side's conditional actions for a line.
fn planned(plies: usize) -> (TableFixture, Side, Conditional) {
    let mut fixture = TableFixture::dealt("2d", false);
    let side = fixture.act();
    let line = line(fixture.authoritative.position().unwrap(), plies);
    assert_eq!(line.split(' ').count(), plies, "{line}");
    let plan = Conditional::new(&fixture.authoritative, side, tree(&[&line]).unwrap()).unwrap();
    (fixture, side, plan)
}

#[test]
fn a_reply_is_due_after_its_ply_and_the_rest_waits() {
    let (mut fixture, side, plan) = planned(4);
    for _ in 0..2 {
        assert!(matches!(plan.standing(&fixture.authoritative), ConditionalStatus::Waits(_)));
        fixture.act();
        let due = first(fixture.authoritative.position().unwrap());
        assert_eq!(plan.standing(&fixture.authoritative), ConditionalStatus::Due(due));
        // Every fold of the log agrees.
        assert_eq!(
            plan.standing(&Table::replay(&fixture.log).unwrap()),
            ConditionalStatus::Due(due)
        );
        assert_eq!(fixture.act(), side);
    }
    assert_eq!(
        plan.standing(&fixture.authoritative),
        ConditionalStatus::Over,
        "the tree is used up"
    );
}

#[test]
fn leaving_the_tree_ends_conditional_actions() {
    let other = |fixture: &TableFixture| {
        let position = fixture.authoritative.position().unwrap();
        position.actions().iter().nth(1).expect("another action")
    };
    let (mut fixture, side, plan) = planned(4);
    let command = fixture.answer(other(&fixture));
    fixture.say(!side, command).unwrap();
    assert_eq!(plan.standing(&fixture.authoritative), ConditionalStatus::Over);

    let (mut fixture, side, plan) = planned(4);
    fixture.act();
    let command = fixture.answer(other(&fixture));
    fixture.say(side, command).unwrap();
    assert_eq!(plan.standing(&fixture.authoritative), ConditionalStatus::Over);
}

#[test]
fn takebacks_and_the_end_of_the_game_end_conditional_actions() {
    let (mut fixture, side, plan) = planned(2);
    fixture.say(side, Command::Offer(Offer::Takeback)).unwrap();
    fixture.say(!side, Command::Offer(Offer::Takeback)).unwrap();
    assert_eq!(plan.standing(&fixture.authoritative), ConditionalStatus::Over);
    // The same position under another revision.
    fixture.act();
    assert_eq!(plan.standing(&fixture.authoritative), ConditionalStatus::Over);

    let (mut fixture, side, plan) = planned(2);
    fixture.say(!side, Command::Resign).unwrap();
    assert_eq!(plan.standing(&fixture.authoritative), ConditionalStatus::Over);
}

#[test]
fn conditional_actions_must_be_legal_and_made_on_the_opponents_turn() {
    let (fixture, side, _) = planned(2);
    let line = line(fixture.authoritative.position().unwrap(), 2);
    let refused = Conditional::new(&fixture.authoritative, !side, tree(&[&line]).unwrap());
    assert_eq!(refused, Err(InvalidConditional::NotTheirTurn));
    let words: Vec<&str> = line.split(' ').collect();
    // The opponent plays a card that is in our hand, or draws with a full hand.
    for line in [format!("{0} {0}", words[0]), format!("{} +", "+N1")] {
        let refused = Conditional::new(&fixture.authoritative, side, tree(&[&line]).unwrap());
        assert!(matches!(refused, Err(InvalidConditional::Illegal(..))), "{line}: {refused:?}");
    }
}

#[test]
fn replies_to_a_draw_depend_on_the_card() {
    let mut fixture = TableFixture::dealt("2d", false);
    let side = loop {
        let side = fixture.act();
        if fixture.authoritative.position().unwrap().actions().draw {
            break side;
        }
    };
    let position = *fixture.authoritative.position().unwrap();
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
    let plan = Conditional::new(&fixture.authoritative, side, tree).unwrap();
    fixture.say(!side, fixture.answer(Action::Draw)).unwrap();
    let due = first(fixture.authoritative.position().unwrap());
    assert_eq!(plan.standing(&fixture.authoritative), ConditionalStatus::Due(due));
}

#[test]
fn trees_are_bounded() {
    let deep = |plies: usize| ["N1"].repeat(plies).join(" ");
    assert!(tree(&[&deep(30)]).is_ok());
    assert_eq!(tree(&[&deep(32)]), Err(InvalidConditional::TooDeep));
    let many: Vec<String> = ["N1", "N2", "N3", "E1", "E2", "E3", "S1"]
        .map(|card| format!("{card} {}", deep(28)))
        .to_vec();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert!(matches!(tree(&many[..1]), Err(InvalidConditional::Incomplete(_))));
    let many: Vec<String> = many.iter().map(|line| format!("{line} S2")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert!(tree(&many[..6]).is_ok(), "180 plies");
    assert_eq!(tree(&many), Err(InvalidConditional::TooMany));
    for line in ["", "N1", "N1 S1 W1", "N1 x", "y N1", "+ N1"] {
        assert!(tree(&[line]).is_err(), "{line}");
    }
}
