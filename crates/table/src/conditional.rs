//! Conditional actions: "if they do this, I do that".

use core::fmt;

use bosworth_rules::{Action, Next, Ply, Position, Side};

use crate::Table;

/// How many plies deep a tree may be.
const DEEPEST: usize = 30;
/// How many plies a tree may have in all.
const MOST: usize = 200;

/// What a player wants done in answer to what the opponent may do: a tree of plies, the opponent's
/// and one's own by turns.
///
/// As text it is its lines, from the opponent's next ply to a leaf, with a space between plies. An
/// opponent's draw names its card, one's own cannot: nobody knows what comes up, so a line ends
/// there.
///
/// ```
/// use bosworth_table::ConditionalTree;
///
/// let tree = ConditionalTree::parse(["N2 SE1 W3* N1", "N2 SE1 +NE3 S2", "+W1 +"])?;
/// assert_eq!(tree.lines(), ["N2 SE1 W3* N1", "N2 SE1 +NE3 S2", "+W1 +"]);
/// assert!(ConditionalTree::parse(["N2 SE1", "N2 SE3"]).is_err(), "one or the other");
/// assert!(ConditionalTree::parse(["N2 + W1 S1"]).is_err(), "after a card that nobody knows");
/// # Ok::<(), bosworth_table::BadCondition>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ConditionalTree {
    replies: Vec<Reply>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Reply {
    /// The opponent's ply.
    to: Ply,
    action: Action,
    then: ConditionalTree,
}

impl ConditionalTree {
    /// Reads the lines of a tree. Whether they are legal is not known yet.
    pub fn parse<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<Self, BadCondition> {
        let mut tree = Self::default();
        for line in lines {
            let words: Vec<&str> = line.split_ascii_whitespace().collect();
            if words.is_empty() || words.len() % 2 == 1 {
                return Err(BadCondition::Incomplete(line.into()));
            }
            if words.len() > DEEPEST {
                return Err(BadCondition::TooDeep);
            }
            let unreadable = |word: &str| BadCondition::Unreadable(word.into());
            let mut at = &mut tree;
            for (place, pair) in words.chunks_exact(2).enumerate() {
                let to: Ply = pair[0].parse().map_err(|_| unreadable(pair[0]))?;
                let action: Action = pair[1].parse().map_err(|_| unreadable(pair[1]))?;
                if action == Action::Draw && 2 * (place + 1) < words.len() {
                    return Err(BadCondition::AfterDraw(line.into()));
                }
                at = at.answer(to, action).ok_or_else(|| BadCondition::Ambiguous(line.into()))?;
            }
            if tree.plies() > MOST {
                return Err(BadCondition::TooMany);
            }
        }
        Ok(tree)
    }

    /// Adds an answer to a ply, and returns what comes after it. None if there is another answer.
    fn answer(&mut self, to: Ply, action: Action) -> Option<&mut Self> {
        let place = self.replies.iter().position(|reply| reply.to == to).unwrap_or_else(|| {
            self.replies.push(Reply { to, action, then: Self::default() });
            self.replies.len() - 1
        });
        let reply = &mut self.replies[place];
        (reply.action == action).then_some(&mut reply.then)
    }

    /// The lines, in the order in which they were first written down.
    pub fn lines(&self) -> Vec<String> {
        let line = |reply: &Reply| {
            let begin = format!("{} {}", reply.to, reply.action);
            let rest = reply.then.lines();
            if rest.is_empty() {
                return vec![begin];
            }
            rest.into_iter().map(|line| format!("{begin} {line}")).collect()
        };
        self.replies.iter().flat_map(line).collect()
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.replies.is_empty()
    }

    /// How many plies it has.
    fn plies(&self) -> usize {
        self.replies.iter().map(|reply| 2 + reply.then.plies()).sum()
    }

    /// Checks that every ply and every action is legal, in a position in which the opponent is to
    /// act.
    pub fn check(&self, position: &Position) -> Result<(), BadCondition> {
        for Reply { to, action, then } in &self.replies {
            let illegal = |why: &dyn fmt::Display, what: &dyn fmt::Display| {
                BadCondition::Illegal(what.to_string(), why.to_string())
            };
            let after = position.follow(*to).map_err(|why| illegal(&why, to))?;
            match after.act(*action).map_err(|why| illegal(&why, action))? {
                Next::Position(next) => then.check(&next)?,
                // A leaf, as every draw is.
                Next::Draw(_) => {}
            }
        }
        Ok(())
    }

    fn reply(&self, ply: Ply) -> Option<&Reply> {
        self.replies.iter().find(|reply| reply.to == ply)
    }
}

/// Conditional actions with the position they were made for. What becomes of them follows from the
/// log alone, so that every node says the same, whenever it is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conditional {
    /// The [revision](Table::revision) of that position.
    pub revision: u32,
    /// How many plies had been done.
    pub ply: u16,
    /// What is wanted.
    pub tree: ConditionalTree,
}

/// What has become of conditional actions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConditionalStatus<'a> {
    /// The game goes its way along the tree, and this is what is left of it: the opponent is to
    /// act.
    Waits(&'a ConditionalTree),
    /// This is to be done now.
    Due(Action),
    /// The game has ended or taken another way, something was taken back, or the tree is used up.
    Over,
}

impl Conditional {
    /// Conditional actions of a side, for the present position, in which the opponent is to act.
    pub fn new(table: &Table, side: Side, tree: ConditionalTree) -> Result<Self, BadCondition> {
        let Some(position) = table.position().filter(|_| table.turn() == Some(!side)) else {
            return Err(BadCondition::NotTheirTurn);
        };
        tree.check(position)?;
        Ok(Self { revision: table.revision(), ply: table.plies() as u16, tree })
    }

    /// What has become of them.
    pub fn standing(&self, table: &Table) -> ConditionalStatus<'_> {
        let since = table.game().and_then(|game| game.plies().get(usize::from(self.ply)..));
        let (Some(since), None) = (since, table.ending()) else { return ConditionalStatus::Over };
        // A takeback advances the revision and not the game.
        if table.revision().checked_sub(self.revision) != Some(since.len() as u32) {
            return ConditionalStatus::Over;
        }
        let (mut tree, mut plies) = (&self.tree, since.iter());
        while let Some(theirs) = plies.next() {
            let Some(reply) = tree.reply(*theirs) else { return ConditionalStatus::Over };
            match plies.next() {
                None => return ConditionalStatus::Due(reply.action),
                Some(own) if own.action() == reply.action => tree = &reply.then,
                Some(_) => return ConditionalStatus::Over,
            }
        }
        if tree.is_empty() { ConditionalStatus::Over } else { ConditionalStatus::Waits(tree) }
    }
}

/// Why conditional actions are refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadCondition {
    /// It is not the opponent's turn, so there is nothing to wait for.
    NotTheirTurn,
    /// A word is neither a ply nor an action.
    Unreadable(String),
    /// A line is empty, or does not end with an action of one's own.
    Incomplete(String),
    /// A line goes on after a draw of one's own.
    AfterDraw(String),
    /// A line has another answer to the same plies than one before it.
    Ambiguous(String),
    /// A line has too many plies.
    TooDeep,
    /// All lines together have too many plies.
    TooMany,
    /// The rules forbid it: what, and why.
    Illegal(String, String),
}

impl fmt::Display for BadCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotTheirTurn => {
                f.write_str("conditional actions are made on the opponent's turn")
            }
            Self::Unreadable(word) => write!(f, "{word:?} is neither a ply nor an action"),
            Self::Incomplete(line) => {
                write!(f, "{line:?} does not end with an action of your own")
            }
            Self::AfterDraw(line) => {
                write!(f, "{line:?} goes on after a draw of yours, whose card nobody knows")
            }
            Self::Ambiguous(line) => write!(f, "{line:?} contradicts a line before it"),
            Self::TooDeep => write!(f, "a line has at most {DEEPEST} plies"),
            Self::TooMany => write!(f, "there are at most {MOST} plies in all lines together"),
            Self::Illegal(what, why) => write!(f, "{what} is not possible there: {why}"),
        }
    }
}

impl core::error::Error for BadCondition {}
