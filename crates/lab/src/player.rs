//! Computer players, named by a text such as `tree:200ms`.

mod contestant;
mod external;
mod external_evaluation;

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, Result};
use bosworth_analysis::{Budget, StopSign};
use bosworth_engine::{Engine, EngineSettings, Judge, Level, Network, SearchKind};

pub(crate) use contestant::Contestant;
pub(crate) use external_evaluation::EvaluationProgram;

use contestant::{EnginePlayer, Ladder, LadderKind, LevelPlayer};
use external::External;

/// A parsed player name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerSpec {
    text: String,
    kind: Kind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    Random,
    Greedy,
    Uct(Budget),
    AlphaBeta(Budget),
    Engine(SearchKind, Judge, Budget),
    /// The engine with a network file.
    File(PathBuf, Budget),
    /// The engine with an external evaluation.
    Asking(EvaluationProgram, Budget),
    Level(Level),
    External {
        program: String,
        args: Vec<String>,
        budget: Budget,
    },
}

/// The syntax of a player, for error messages.
const CHOICES: &str = "a player is random, greedy, uct:BUDGET, ab:BUDGET, tree:BUDGET, \
                       star:BUDGET, hand:BUDGET, net=FILE:BUDGET, level:N, \"ugi:PROGRAM ARGS@BUDGET\" or \
                       \"ask:PROGRAM ARGS@BUDGET\", with a budget such as 200ms, 1000n or d4";

/// The syntax of a level.
const NO_LEVEL: &str = "a level is a number from 1 to 8, such as level:3";

/// The maximum depth of the frozen alpha-beta player.
const ALPHA_BETA_DEPTH: u32 = 7;

impl PlayerSpec {
    /// A level of the computer.
    pub fn level(level: Level) -> Self {
        Self { text: format!("level:{}", level.number()), kind: Kind::Level(level) }
    }

    /// Creates a player that stops thinking on cancellation.
    pub(crate) fn contestant(&self, stop: &StopSign) -> Box<dyn Contestant> {
        let stop = stop.clone();
        let ladder = |kind, budget| Box::new(Ladder::new(kind, budget, stop.clone()));
        match &self.kind {
            Kind::Random => ladder(LadderKind::Random, None),
            Kind::Greedy => ladder(LadderKind::Greedy, None),
            Kind::Uct(budget) => ladder(LadderKind::Uct, Some(*budget)),
            Kind::AlphaBeta(budget) => {
                ladder(LadderKind::AlphaBeta(ALPHA_BETA_DEPTH), Some(*budget))
            }
            Kind::Engine(search, judge, budget) => {
                let settings =
                    EngineSettings { search: *search, judge: *judge, ..EngineSettings::default() };
                Box::new(EnginePlayer::new(Engine::new(settings), *budget, stop))
            }
            Kind::File(path, budget) => match network(path) {
                Ok(network) => {
                    let engine = Engine::with(network, EngineSettings::default());
                    Box::new(EnginePlayer::new(engine, *budget, stop))
                }
                // `check` has reported this, unless the file has vanished since.
                Err(_) => Box::new(EnginePlayer::new(Engine::default(), *budget, stop)),
            },
            Kind::Asking(oracle, budget) => match oracle.evaluation() {
                Ok(asked) => {
                    let engine = Engine::with(asked, EngineSettings::default());
                    Box::new(EnginePlayer::new(engine, *budget, stop))
                }
                // `check` has reported this: it starts the program.
                Err(_) => Box::new(EnginePlayer::new(Engine::default(), *budget, stop)),
            },
            Kind::Level(level) => Box::new(LevelPlayer::new(*level)),
            Kind::External { program, args, budget } => {
                Box::new(External::new(program, args, *budget, stop))
            }
        }
    }

    /// Checks that the player works: a program may be missing, or speak another protocol.
    pub fn check(&self) -> Result<()> {
        match &self.kind {
            Kind::External { program, args, budget } => {
                External::new(program, args, *budget, StopSign::default()).check()
            }
            Kind::File(path, _) => network(path).map(drop),
            Kind::Asking(oracle, _) => oracle.evaluation().map(drop),
            _ => Ok(()),
        }
    }
}

/// Reads a network, to be used for all editions.
pub fn network(path: &Path) -> Result<Network> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Network::read(&bytes).with_context(|| format!("{}", path.display()))
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl FromStr for PlayerSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let kind = match text.split_once(':') {
            None => without_budget(text)?,
            Some(("ugi", rest)) => external(rest)?,
            Some(("ask", rest)) => asking(rest)?,
            Some((name, budget)) => with_budget(name, budget)?,
        };
        Ok(Self { text: text.into(), kind })
    }
}

fn without_budget(name: &str) -> Result<Kind, String> {
    match name {
        "random" => Ok(Kind::Random),
        "greedy" => Ok(Kind::Greedy),
        "uct" | "ab" | "tree" | "star" | "hand" => {
            Err(format!("{name} needs a budget after a colon, such as {name}:200ms"))
        }
        "level" => Err(NO_LEVEL.into()),
        "ugi" => Err("ugi needs a program and a budget, such as \
                      \"ugi:bosworth engine@200ms\""
            .into()),
        _ => Err(CHOICES.into()),
    }
}

fn with_budget(name: &str, budget: &str) -> Result<Kind, String> {
    match name {
        "random" | "greedy" => Err(format!("{name} does not think and takes no budget")),
        "uct" => match budget.parse()? {
            Budget::Depth(_) => {
                Err("uct has no depth; its budget is a time (200ms) or playouts (1000n)".into())
            }
            budget => Ok(Kind::Uct(budget)),
        },
        "ab" => match budget.parse()? {
            Budget::Depth(depth) if depth > ALPHA_BETA_DEPTH => {
                Err(format!("ab searches at most {ALPHA_BETA_DEPTH} plies: d1 to d7"))
            }
            budget => Ok(Kind::AlphaBeta(budget)),
        },
        "tree" => Ok(Kind::Engine(SearchKind::Tree, Judge::Network, budget.parse()?)),
        "star" => Ok(Kind::Engine(SearchKind::Star, Judge::Network, budget.parse()?)),
        "hand" => Ok(Kind::Engine(SearchKind::Tree, Judge::HandMade, budget.parse()?)),
        "level" => {
            let level = budget.parse().ok().and_then(Level::new);
            Ok(Kind::Level(level.ok_or(NO_LEVEL)?))
        }
        _ => match name.strip_prefix("net=") {
            Some(path) => Ok(Kind::File(path.into(), budget.parse()?)),
            None => Err(CHOICES.into()),
        },
    }
}

/// `PROGRAM ARGS@BUDGET`. The last `@` counts, as a path may contain others.
fn external(text: &str) -> Result<Kind, String> {
    let (command, budget) = text.rsplit_once('@').ok_or(
        "the program must be followed by @ and a budget, such as \"ugi:bosworth engine@200ms\"",
    )?;
    let mut words = command.split_whitespace().map(str::to_string);
    let program = words
        .next()
        .ok_or("a program is missing between ugi: and @, such as \"ugi:bosworth engine@200ms\"")?;
    Ok(Kind::External { program, args: words.collect(), budget: budget.parse()? })
}

/// `PROGRAM ARGS@BUDGET`, of an evaluation program.
fn asking(text: &str) -> Result<Kind, String> {
    let (command, budget) = text
        .rsplit_once('@')
        .filter(|(command, _)| !command.trim().is_empty())
        .ok_or("ask: needs a program, @ and a budget, such as \"ask:./values@250n\"")?;
    Ok(Kind::Asking(EvaluationProgram::new(command), budget.parse()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> String {
        text.parse::<PlayerSpec>().expect_err(text)
    }

    #[test]
    fn players_round_trip_through_text() {
        let kind = |text: &str| {
            let player: PlayerSpec = text.parse().expect(text);
            assert_eq!(player.to_string(), text);
            player.kind
        };
        assert_eq!(kind("random"), Kind::Random);
        assert_eq!(kind("greedy"), Kind::Greedy);
        assert_eq!(kind("uct:1000n"), Kind::Uct(Budget::Nodes(1000)));
        assert_eq!(kind("ab:d7"), Kind::AlphaBeta(Budget::Depth(7)));
        let engine = |search, judge, budget| Kind::Engine(search, judge, budget);
        let (tree, star) = (SearchKind::Tree, SearchKind::Star);
        assert_eq!(kind("tree:200ms"), engine(tree, Judge::Network, Budget::Time(200)));
        assert_eq!(kind("star:d4"), engine(star, Judge::Network, Budget::Depth(4)));
        assert_eq!(kind("hand:9n"), engine(tree, Judge::HandMade, Budget::Nodes(9)));
        assert_eq!(kind("net=a/b.net:9n"), Kind::File("a/b.net".into(), Budget::Nodes(9)));
        assert_eq!(kind("level:8"), Kind::Level(Level::FULL));
        let external = Kind::External {
            program: "./a@b".into(),
            args: vec!["engine".into(), "-x".into()],
            budget: Budget::Nodes(5),
        };
        assert_eq!(kind("ugi:./a@b engine  -x@5n"), external);
    }

    #[test]
    fn invalid_players_are_rejected_with_the_valid_forms() {
        for text in ["", "alice", "alice:200ms"] {
            assert_eq!(fault(text), CHOICES, "{text}");
        }
        assert!(fault("tree").contains("tree:200ms"));
        assert!(fault("greedy:5n").contains("no budget"));
        for text in ["level", "level:", "level:0", "level:9", "level:200ms"] {
            assert_eq!(fault(text), NO_LEVEL, "{text}");
        }
        assert!(fault("uct:d4").contains("playouts"));
        assert!(fault("ab:d8").contains("at most 7"));
        assert!(fault("ugi").contains("@200ms"));
        assert!(fault("ugi:bosworth engine").contains("followed by @"));
        assert!(fault("ugi:@200ms").contains("a program is missing"));
        assert!(fault("star:fast").contains("200ms"));
    }
}
