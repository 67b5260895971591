use bosworth_protocol::{Event, GameId, LogEntry, Offer, Players, Table};
use bosworth_rules::{Ply, Position, Side};

/// A table as it is seen from here: the fold over all entries that were heard.
#[derive(Clone, Debug)]
pub struct Live {
    /// The table.
    pub table: Table,
    /// Who plays.
    pub players: Players,
    /// How many look on.
    pub watchers: u32,
    /// When it was opened.
    pub opened: i64,
    /// What was said, and by whom.
    pub chat: Vec<(Side, String)>,
}

/// Something that happened and that people want to know of.
#[derive(Clone, PartialEq, Debug)]
pub enum News {
    /// The cards were dealt.
    Dealt,
    /// Somebody acted; the position before.
    Acted(Box<Position>, Ply),
    /// Actions were taken back; whether the pile is shuffled anew.
    TakenBack(bool),
    /// Somebody offered something.
    Offered(Side, Offer),
    /// Somebody declined something or took it back.
    Declined(Side, Offer),
    /// Somebody is there.
    Came(Side),
    /// Somebody is gone.
    Left(Side),
    /// Somebody said something.
    Said(Side, String),
    /// The game is over.
    Ended,
    /// Another game follows.
    Next(GameId),
}

/// What was heard does not continue what is known: the game has to be asked for again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Torn;

impl Live {
    /// The table of a whole log.
    pub fn open(players: Players, entries: &[LogEntry]) -> Result<Self, Torn> {
        let (first, rest) = entries.split_first().ok_or(Torn)?;
        let table = Table::open(first).map_err(|_| Torn)?;
        let mut live = Self { table, players, watchers: 0, opened: first.at, chat: Vec::new() };
        for entry in rest {
            live.take(entry)?;
        }
        Ok(live)
    }

    /// The table with one more page of its log, without a word about what is in it.
    pub fn turn_page(mut self, players: Players, entries: &[LogEntry]) -> Result<Self, Torn> {
        for entry in entries {
            self.take(entry)?;
        }
        self.players = players;
        Ok(self)
    }

    /// Goes on by one entry, and says what is new. Old entries are no news.
    pub fn take(&mut self, entry: &LogEntry) -> Result<Vec<News>, Torn> {
        if entry.seq < self.table.length() {
            return Ok(Vec::new());
        }
        let before = self.table.position().copied();
        self.table.fold(entry).map_err(|_| Torn)?;
        let news = entry.events.iter().filter_map(|event| {
            Some(match event {
                Event::Deal { .. } => News::Dealt,
                Event::Act { ply, .. } => News::Acted(Box::new(before?), *ply),
                Event::Takeback { shuffle, .. } => News::TakenBack(shuffle.is_some()),
                Event::Offer { side, offer } => News::Offered(*side, *offer),
                Event::Decline { side, offer } => News::Declined(*side, *offer),
                Event::Came { side } => News::Came(*side),
                Event::Left { side } => News::Left(*side),
                Event::Chat { side, text } => News::Said(*side, text.clone()),
                Event::End { .. } => News::Ended,
                Event::Next { game } => News::Next(*game),
                Event::Open(_)
                | Event::Ready { .. }
                | Event::Quiet { .. }
                | Event::Credit { .. } => return None,
            })
        });
        let news: Vec<_> = news.collect();
        self.chat.extend(news.iter().filter_map(|news| match news {
            News::Said(side, text) => Some((*side, text.clone())),
            _ => None,
        }));
        Ok(news)
    }
}

#[cfg(test)]
mod tests {
    use bosworth_protocol::{Command, GameId, Key, PlayerView};
    use bosworth_rules::{Action, Ruleset};
    use bosworth_table::{AccountId, Decided, Host, Opening, Seated};

    use super::*;

    fn players() -> Players {
        let player = |level| PlayerView::Computer { level };
        Players { red: player(1), white: player(2) }
    }

    /// A table with two guests, and what its log is after some commands.
    fn log(commands: &[(Side, Command)]) -> Vec<LogEntry> {
        let secret = bosworth_fair::Secret::new([3; 32]);
        let game = GameId::from_random(99);
        let opening = Opening {
            game,
            red: Seated::Account(AccountId(1)),
            white: Seated::Account(AccountId(2)),
            ruleset: Ruleset::CLASSIC,
            clock: "5+3".parse().expect("a clock"),
            rated: false,
            commitment: secret.commit(game.as_str()),
            after: None,
        };
        let first = Host::opening(opening, 1);
        let mut host = Host::replay(std::slice::from_ref(&first), secret).expect("an opening");
        let mut log = vec![first];
        for (n, (side, command)) in commands.iter().enumerate() {
            let decision =
                host.decide(*side, Key(n as u64), command, 10, 0, GameId::from_random(5));
            let Ok(Decided::Append(entry)) = decision else { panic!("{decision:?}") };
            host.fold(&entry).expect("it was decided");
            log.push(entry);
        }
        log
    }

    /// A game of one action, some words and a resignation.
    fn short_game() -> Vec<LogEntry> {
        let ready = |nonce: &str| Command::Ready { nonce: nonce.into() };
        let mut commands = vec![(Side::Red, ready("a")), (Side::White, ready("b"))];
        let dealt = Live::open(players(), &log(&commands)).expect("a deal");
        let position = *dealt.table.position().expect("a position");
        let action: Action = position.actions().iter().next().expect("an action");
        commands.push((position.side(), Command::Act { action, ply: 0, revision: None }));
        commands.push((Side::White, Command::Chat { text: "<b>well</b>".into() }));
        commands.push((Side::Red, Command::Resign));
        log(&commands)
    }

    #[test]
    fn entries_one_by_one_and_all_at_once_make_the_same_table() {
        let log = short_game();
        let whole = Live::open(players(), &log).expect("a whole log");
        let mut grown = Live::open(players(), &log[..1]).expect("an opening");
        let news: Vec<_> =
            log[1..].iter().flat_map(|entry| grown.take(entry).expect("no gap")).collect();
        assert_eq!(whole.table.length(), grown.table.length());
        assert_eq!(whole.table.game(), grown.table.game());
        assert_eq!(whole.chat, [(Side::White, "<b>well</b>".to_string())]);
        assert!(matches!(news[0], News::Dealt));
        assert!(matches!(news[1], News::Acted(..)));
        assert_eq!(news.last(), Some(&News::Ended));
        assert_eq!(grown.take(&log[2]), Ok(Vec::new()), "old entries are no news");
    }

    #[test]
    fn a_log_in_pages_makes_the_same_table() {
        let log = short_game();
        let whole = Live::open(players(), &log).expect("a whole log");
        let paged = Live::open(players(), &log[..2]).expect("the first page");
        // The second page may begin with what is known.
        let paged = paged.turn_page(players(), &log[1..4]).expect("the second page");
        let paged = paged.turn_page(players(), &log[4..]).expect("the third page");
        assert_eq!(whole.table.length(), paged.table.length());
        assert_eq!(whole.table.game(), paged.table.game());
        assert_eq!(whole.chat, paged.chat);
        let torn = Live::open(players(), &log[..2]).expect("the first page");
        assert!(torn.turn_page(players(), &log[3..]).is_err());
    }

    #[test]
    fn a_gap_is_found() {
        let log = short_game();
        let mut live = Live::open(players(), &log[..2]).expect("a start");
        assert_eq!(live.take(&log[3]), Err(Torn));
    }
}
