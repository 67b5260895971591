//! Conditional actions: "if they do this, I do that".

use core::fmt;

use bosworth_rules::{Action, Next, Ply, Position, Side};

use crate::Table;

/// The maximum number of plies in a line.
const MAX_LINE_PLIES: usize = 30;
/// The maximum number of plies in a tree.
const MAX_TREE_PLIES: usize = 200;

/// A player's prepared replies: a tree in which the opponent's plies and the player's own actions
/// alternate.
///
/// Its text form is the list of its lines, from the opponent's next ply to a leaf, separated by
/// spaces. An opponent's draw names its card. The player's own draw cannot, so a line ends there.
///
/// ```
/// use bosworth_table::ConditionalTree;
///
/// let tree = ConditionalTree::parse(["N2 SE1 W3* N1", "N2 SE1 +NE3 S2", "+W1 +"])?;
/// assert_eq!(tree.lines(), ["N2 SE1 W3* N1", "N2 SE1 +NE3 S2", "+W1 +"]);
/// assert!(ConditionalTree::parse(["N2 SE1", "N2 SE3"]).is_err(), "one or the other");
/// assert!(ConditionalTree::parse(["N2 + W1 S1"]).is_err(), "after a draw of one's own");
/// # Ok::<(), bosworth_table::InvalidConditional>(())
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
    /// Parses the lines of a tree, without checking legality.
    pub fn parse<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<Self, InvalidConditional> {
        let mut tree = Self::default();
        for line in lines {
            let words: Vec<&str> = line.split_ascii_whitespace().collect();
            if words.is_empty() || words.len() % 2 == 1 {
                return Err(InvalidConditional::Incomplete(line.into()));
            }
            if words.len() > MAX_LINE_PLIES {
                return Err(InvalidConditional::TooDeep);
            }
            let unreadable = |word: &str| InvalidConditional::Unreadable(word.into());
            let mut at = &mut tree;
            for (place, pair) in words.chunks_exact(2).enumerate() {
                let to: Ply = pair[0].parse().map_err(|_| unreadable(pair[0]))?;
                let action: Action = pair[1].parse().map_err(|_| unreadable(pair[1]))?;
                if action == Action::Draw && 2 * (place + 1) < words.len() {
                    return Err(InvalidConditional::AfterDraw(line.into()));
                }
                at = at
                    .answer(to, action)
                    .ok_or_else(|| InvalidConditional::Ambiguous(line.into()))?;
            }
            if tree.plies() > MAX_TREE_PLIES {
                return Err(InvalidConditional::TooMany);
            }
        }
        Ok(tree)
    }

    /// Adds a reply to a ply and returns its subtree; `None` if there is a different reply already.
    fn answer(&mut self, to: Ply, action: Action) -> Option<&mut Self> {
        let place = self.replies.iter().position(|reply| reply.to == to).unwrap_or_else(|| {
            self.replies.push(Reply { to, action, then: Self::default() });
            self.replies.len() - 1
        });
        let reply = &mut self.replies[place];
        (reply.action == action).then_some(&mut reply.then)
    }

    /// The lines, in the order in which they were added.
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

    /// Whether the tree is empty.
    pub fn is_empty(&self) -> bool {
        self.replies.is_empty()
    }

    /// The number of plies.
    fn plies(&self) -> usize {
        self.replies.iter().map(|reply| 2 + reply.then.plies()).sum()
    }

    /// Checks that all plies and actions are legal from a position in which the opponent is to act.
    pub fn check(&self, position: &Position) -> Result<(), InvalidConditional> {
        for Reply { to, action, then } in &self.replies {
            let illegal = |why: &dyn fmt::Display, what: &dyn fmt::Display| {
                InvalidConditional::Illegal(what.to_string(), why.to_string())
            };
            let after = position.follow(*to).map_err(|why| illegal(&why, to))?;
            match after.act(*action).map_err(|why| illegal(&why, action))? {
                Next::Position(next) => then.check(&next)?,
                // A draw is always a leaf.
                Next::Draw(_) => {}
            }
        }
        Ok(())
    }

    fn reply(&self, ply: Ply) -> Option<&Reply> {
        self.replies.iter().find(|reply| reply.to == ply)
    }
}

/// Conditional actions with the position they were made for. Their status depends on the log alone,
/// so every node computes the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conditional {
    /// The [revision](Table::revision) of that position.
    pub revision: u32,
    /// The number of plies up to that position.
    pub ply: u16,
    /// The prepared replies.
    pub tree: ConditionalTree,
}

/// The status of conditional actions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConditionalStatus<'a> {
    /// The game follows the tree and the opponent is to act; this is the remaining tree.
    Waits(&'a ConditionalTree),
    /// This action is to be performed now.
    Due(Action),
    /// The game has ended, left the tree or reached a leaf, or plies were taken back.
    Over,
}

impl Conditional {
    /// Creates a side's conditional actions for the current position, in which the opponent is to
    /// act.
    pub fn new(
        table: &Table,
        side: Side,
        tree: ConditionalTree,
    ) -> Result<Self, InvalidConditional> {
        let Some(position) = table.position().filter(|_| table.turn() == Some(!side)) else {
            return Err(InvalidConditional::NotTheirTurn);
        };
        tree.check(position)?;
        Ok(Self { revision: table.revision(), ply: table.plies() as u16, tree })
    }

    /// Their status at a table.
    pub fn standing(&self, table: &Table) -> ConditionalStatus<'_> {
        let since = table.game().and_then(|game| game.plies().get(usize::from(self.ply)..));
        let (Some(since), None) = (since, table.ending()) else { return ConditionalStatus::Over };
        // A takeback advances the revision but not the game.
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

/// Why conditional actions are invalid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InvalidConditional {
    /// It is not the opponent's turn.
    NotTheirTurn,
    /// A word is neither a ply nor an action.
    Unreadable(String),
    /// A line is empty or does not end with the player's own action.
    Incomplete(String),
    /// A line continues after the player's own draw.
    AfterDraw(String),
    /// Two lines reply differently to the same plies.
    Ambiguous(String),
    /// A line has too many plies.
    TooDeep,
    /// All lines together have too many plies.
    TooMany,
    /// A ply or action is illegal; with the reason.
    Illegal(String, String),
}

impl fmt::Display for InvalidConditional {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotTheirTurn => {
                f.write_str("conditional actions can only be set on the opponent's turn")
            }
            Self::Unreadable(word) => write!(f, "{word:?} is neither a ply nor an action"),
            Self::Incomplete(line) => {
                write!(f, "{line:?} does not end with your own action")
            }
            Self::AfterDraw(line) => {
                write!(f, "{line:?} continues after your own draw, whose card is unknown")
            }
            Self::Ambiguous(line) => write!(f, "{line:?} contradicts an earlier line"),
            Self::TooDeep => write!(f, "a line has at most {MAX_LINE_PLIES} plies"),
            Self::TooMany => write!(f, "all lines together have at most {MAX_TREE_PLIES} plies"),
            Self::Illegal(what, why) => write!(f, "{what} is illegal there: {why}"),
        }
    }
}

impl core::error::Error for InvalidConditional {}
