use anyhow::{Context, Result, anyhow, bail, ensure};
use bosworth_rules::{Ply, Position};

use super::go::Go;

/// A parsed line.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum UgiCommand {
    Ugi,
    IsReady,
    SetOption { name: String, value: String },
    NewGame,
    Position(Box<Position>),
    Go(Go),
    Stop,
    Query(Query),
    Quit,
}

/// What can be queried about the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Query {
    GameOver,
    Result,
    Legal,
}

impl UgiCommand {
    /// Parses a line; an empty line contains no command.
    pub(super) fn parse(line: &[u8]) -> Result<Option<Self>> {
        let line = std::str::from_utf8(line).context("the line is not UTF-8 text")?;
        let mut words = line.split_whitespace();
        let Some(name) = words.next() else { return Ok(None) };
        let command = match name {
            "ugi" => Self::Ugi,
            "isready" => Self::IsReady,
            "setoption" => set_option(&mut words)?,
            "uginewgame" => Self::NewGame,
            "position" => Self::Position(Box::new(position(&mut words)?)),
            "go" => Self::Go(Go::parse(&mut words)?),
            "stop" => Self::Stop,
            "query" => Self::Query(query(words.next())?),
            "quit" => Self::Quit,
            _ => bail!(
                "unknown command {name:?}; the commands are ugi, isready, setoption, \
                 uginewgame, position, go, stop, query and quit"
            ),
        };
        match words.next() {
            None => Ok(Some(command)),
            Some(word) => bail!("unexpected {word:?} after {name}"),
        }
    }
}

fn set_option<'a>(words: &mut impl Iterator<Item = &'a str>) -> Result<UgiCommand> {
    let mut text = |keyword: &str| {
        let found = words.next() == Some(keyword);
        let text = words.next().filter(|_| found).map(str::to_string);
        text.context("usage: setoption name <name> value <value>")
    };
    Ok(UgiCommand::SetOption { name: text("name")?, value: text("value")? })
}

fn query(what: Option<&str>) -> Result<Query> {
    match what {
        Some("gameover") => Ok(Query::GameOver),
        Some("result") => Ok(Query::Result),
        Some("legal") => Ok(Query::Legal),
        Some(word) => bail!("query takes gameover, result or legal, not {word:?}"),
        None => bail!("query needs one of gameover, result or legal"),
    }
}

/// Parses `pos` and the fields up to `moves`, and plays the actions after it.
fn position<'a>(words: &mut impl Iterator<Item = &'a str>) -> Result<Position> {
    ensure!(words.next() == Some("pos"), "usage: position pos <position> [moves <action> ...]");
    let fields: Vec<_> = words.by_ref().take_while(|word| *word != "moves").collect();
    let mut position: Position = fields.join(" ").parse()?;
    for (number, word) in (1..).zip(words) {
        let follow = |ply: Ply| position.follow(ply).map_err(|illegal| anyhow!(illegal));
        position = word
            .parse()
            .map_err(|error| anyhow!("{error}"))
            .and_then(follow)
            .with_context(|| format!("action {number}, {word}"))?;
    }
    Ok(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 -";

    fn position(text: &str) -> Result<String> {
        match UgiCommand::parse(format!("position pos {text}\n").as_bytes())? {
            Some(UgiCommand::Position(position)) => Ok(position.to_string()),
            other => bail!("no position: {other:?}"),
        }
    }

    #[test]
    fn a_position_has_eight_or_nine_fields_and_then_its_actions() {
        let expected = position(START).expect("eight fields");
        assert_eq!(expected, format!("{START} classic"));
        assert_eq!(position(&expected).expect("nine fields"), expected);
        assert_eq!(position(&format!("{START} moves")).expect("no actions"), expected);
        let after = position(&format!("{START}  classic moves NE2 SW3 +N1\r")).expect("a game");
        assert_eq!(
            after,
            "9/9/6r2/9/9/3w5/9/9/9 d4 w N1,E3,S2,W3,NW3 SE1,SE2,SW2,W1 4 4 NE2,SW3 classic"
        );
    }

    #[test]
    fn errors_name_the_action_and_the_reason() {
        for (actions, error) in [
            ("NE2 W2", "action 2, W2: White does not hold W2"),
            ("NE2 SW3 +NE2", "action 3, +NE2: NE2 cannot be drawn: it is not in the pile"),
            (
                "NE2 SW3 +",
                "action 3, +: the drawn card is missing: write + and the card, such as +NE3",
            ),
        ] {
            let fault = position(&format!("{START} moves {actions}")).unwrap_err();
            assert_eq!(format!("{fault:#}"), error);
        }
    }
}
