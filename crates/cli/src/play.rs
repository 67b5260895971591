use std::fs;
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use bosworth_engine::Level;
use bosworth_fair::{Deck, Proof, Secret};
use bosworth_rules::{
    Action, BySide, Game, IllegalAction, Next, Ply, Position, Record, Ruleset, Side,
};

use crate::texts::Texts;
use crate::{Finding, board, deal, output, score};

/// Play a game, line by line: two people at one keyboard, or against the computer
///
/// The game is saved after every action, as a record with a shuffle that can be checked.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The edition, or an edition and what differs from it
    #[arg(long, default_value_t)]
    rules: Ruleset,
    /// Play against the computer, from 1 (a first game) to 8 (as strong as it gets)
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=8))]
    level: Option<u8>,
    /// The side of the person who plays against the computer
    #[arg(long, value_enum, default_value = "red", requires = "level")]
    side: Seat,
    /// Deal from this seed, 1 to 64 hexadecimal digits [default: a random one]
    #[arg(long, value_name = "HEX")]
    seed: Option<Secret>,
    /// Where to save the game; must not exist [default: game.rose, or the next free name]
    #[arg(long, value_name = "FILE.rose")]
    save: Option<PathBuf>,
}

/// Where a person sits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Seat {
    Red,
    White,
}

/// A game at one keyboard.
struct Table {
    proof: Proof,
    game: Game,
    deck: Deck,
}

impl Table {
    fn new(secret: Secret, ruleset: Ruleset) -> Self {
        let game = "at one keyboard".to_string();
        let proof =
            Proof { commitment: secret.commit(&game), game, nonces: BySide::default(), secret };
        let (start, deck) = proof.deal(ruleset);
        Self { proof, game: Game::new(start), deck }
    }

    fn position(&self) -> &Position {
        self.game.position()
    }

    /// A number that tells this game from others.
    fn number(&self) -> u64 {
        self.game.start().key()
    }

    /// Does an action and says which ply it was.
    fn act(&mut self, action: Action) -> Result<Ply, IllegalAction> {
        let position = *self.position();
        let ply = match (position.act(action)?, action) {
            (Next::Draw(pending), _) => Ply::Draw(self.deck.draw_card(&pending)),
            (Next::Position(_), Action::Play(card)) => Ply::Play(card),
            (Next::Position(_), Action::Hero(card)) => Ply::Hero(card),
            (Next::Position(_), _) => Ply::Pass,
        };
        match self.game.push(ply) {
            Ok(_) => Ok(ply),
            Err(why) => unreachable!("the action was legal: {why}"),
        }
    }

    /// Takes everything back to the last choice of a person; false if there is none.
    fn undo(&mut self, computer: Option<Side>) -> bool {
        let mut plies = self.game.plies().to_vec();
        let sides = self.game.positions().iter().map(|position| Some(position.side()));
        let chosen: Vec<_> = plies
            .iter()
            .zip(sides)
            .map(|(ply, side)| *ply != Ply::Pass && (computer.is_none() || side != computer))
            .collect();
        let last = chosen.iter().rposition(|chosen| *chosen);
        let Some(last) = last else { return false };
        plies.truncate(last);
        // The deck cannot go back; dealing again brings the same cards in the same order.
        *self = Self::new(self.proof.secret.clone(), self.game.start().ruleset());
        plies.into_iter().all(|ply| self.act(ply.action()) == Ok(ply))
    }

    fn save(&self, path: &Path) -> Result<()> {
        let mut record = Record::of(&self.game);
        record.set_tag("Event", "Bosworth");
        self.proof.write(&mut record);
        fs::write(path, record.to_string())
            .with_context(|| format!("cannot save the game in {}", path.display()))
    }
}

pub(crate) fn run(args: &Args, texts: &Texts) -> Result<Finding> {
    let secret = args.seed.clone().map_or_else(deal::random_secret, Ok)?;
    let mut table = Table::new(secret, args.rules);
    let file = match &args.save {
        Some(file) => file.clone(),
        None => free_name(),
    };
    ensure!(!file.exists(), "{} is there already; choose another name", file.display());
    table.save(&file)?;
    let level = args.level.and_then(Level::new);
    let computer = level.map(|_| match args.side {
        Seat::Red => Side::White,
        Seat::White => Side::Red,
    });
    let welcome = match args.level {
        None => texts.get("play-welcome"),
        Some(level) => texts.format("play-welcome-level", &[("level", level.into())]),
    };
    output::line(format_args!("{welcome}\n"))?;
    output::text(board::table(table.position(), texts))?;
    let mut lines = io::stdin().lock().lines();
    while !table.position().is_over() {
        let position = *table.position();
        let side = texts.side(position.side(), args.rules);
        if position.actions().pass {
            table.act(Action::Pass)?;
            output::line(texts.format("play-forced-pass", &[("side", side.into())]))?;
            continue;
        }
        if let Some(level) = level.filter(|_| computer == Some(position.side())) {
            let ply = table.act(level.choose(&position, table.number()))?;
            table.save(&file)?;
            let values = &[("side", side.into()), ("action", ply.to_string().into())];
            output::line(format_args!("\n{}\n", texts.format("play-computer", values)))?;
            output::text(board::table(table.position(), texts))?;
            continue;
        }
        let actions = actions(&position);
        let prompt = &[("side", side.clone().into()), ("actions", actions.clone().into())];
        output::text(format_args!("\n{} ", texts.format("play-prompt", prompt)))?;
        let Some(line) = lines.next().transpose().context("cannot read what was typed")? else {
            output::line("")?;
            break;
        };
        match line.trim() {
            "" | "board" => output::text(format_args!("\n{}", board::table(&position, texts)))?,
            "quit" => break,
            "help" | "?" => output::line(texts.get("play-help"))?,
            "score" => output::text(score::count(&position, texts))?,
            "undo" => {
                if table.undo(computer) {
                    table.save(&file)?;
                    output::text(format_args!("\n{}", board::table(table.position(), texts)))?;
                } else {
                    output::line(texts.get("play-nothing-to-undo"))?;
                }
            }
            word => match word.parse::<Action>() {
                Err(_) => {
                    let values = &[("word", word.into()), ("actions", actions.into())];
                    output::line(texts.format("play-unknown", values))?;
                }
                Ok(action) => match table.act(action) {
                    Err(why) => output::line(texts.refusal(why, &position))?,
                    Ok(ply) => {
                        table.save(&file)?;
                        if let Ply::Draw(card) = ply {
                            let values =
                                &[("side", side.into()), ("card", card.to_string().into())];
                            output::line(texts.format("play-drawn", values))?;
                        }
                        output::text(format_args!("\n{}", board::table(table.position(), texts)))?;
                    }
                },
            },
        }
    }
    table.save(&file)?;
    output::text(format_args!("\n{}", score::count(table.position(), texts)))?;
    let file = file.display().to_string();
    output::line(texts.format("play-saved", &[("file", file.into())]))?;
    Ok(Finding::Good)
}

fn actions(position: &Position) -> String {
    position.actions().iter().map(|action| action.to_string()).collect::<Vec<_>>().join(" ")
}

/// A file name that nothing has yet.
fn free_name() -> PathBuf {
    let names = (2..).map(|n| PathBuf::from(format!("game-{n}.rose")));
    let mut names = std::iter::once(PathBuf::from("game.rose")).chain(names);
    names.find(|name| !name.exists()).unwrap_or_default()
}
