use std::collections::VecDeque;
use std::io::{self, Write};

use bosworth_client::protocol::{Command, Event, Offer};
use bosworth_rules::{Action, Side};
use bosworth_texts::{Speech, Texts, Word};

use super::link::{News, Order, Wish};
use super::lobby::Lobby;
use super::phrase::Phrase;
use super::room::offered;
use super::snapshot::Snapshot;
use super::tame::tame;
use super::told::{Told, fault, refusal};
use super::{Farewell, Keeping};

/// What somebody at a server hears who plays line by line.
#[derive(Debug)]
pub enum Heard {
    /// Something was typed.
    Line(String),
    /// Nothing more will be typed.
    End,
    /// The program has to end.
    Stop,
    /// The server tells something.
    News(Box<News>),
}

/// Plays at a server line by line, in words.
pub struct PlainOnline<'a, O> {
    texts: &'a Texts,
    output: O,
    server: &'a str,
    /// Whether somebody sits at a keyboard. Else lines wait until they can be used: a script
    /// does not know when it is its turn.
    talk: bool,
    lines: VecDeque<Heard>,
    place: Place,
    lost: bool,
    /// What is done after a yes.
    asked: Option<Command>,
    passed: Option<usize>,
    orders: Vec<Order>,
    ended: bool,
    prompted: bool,
    farewell: Option<Farewell>,
}

enum Place {
    OnTheWay,
    Lobby(Lobby),
    Table(Box<Snapshot>),
}

impl<'a, O: Write> PlainOnline<'a, O> {
    /// Somebody who has just come.
    pub fn new(texts: &'a Texts, output: O, server: &'a str, talk: bool) -> Self {
        Self {
            texts,
            output,
            server,
            talk,
            lines: VecDeque::new(),
            place: Place::OnTheWay,
            lost: false,
            asked: None,
            passed: None,
            orders: Vec::new(),
            ended: false,
            prompted: false,
            farewell: None,
        }
    }

    /// What is to be sent, once.
    pub fn orders(&mut self) -> Vec<Order> {
        std::mem::take(&mut self.orders)
    }

    /// The table of one's own game that has just ended, once.
    pub fn ended(&mut self) -> Option<&Snapshot> {
        match &self.place {
            Place::Table(snapshot) if std::mem::take(&mut self.ended) => Some(snapshot),
            _ => None,
        }
    }

    /// Whether and how the server is left.
    pub fn farewell(&self) -> Option<&Farewell> {
        self.farewell.as_ref()
    }

    /// Says that a line can be typed, to somebody at a keyboard.
    pub fn prompt(&mut self) -> io::Result<()> {
        if self.talk && !self.prompted {
            self.prompted = true;
            write!(self.output, "> ")?;
        }
        self.output.flush()
    }

    /// Takes what comes next, at a time in milliseconds since 1970.
    pub fn hear(&mut self, heard: Heard, now: i64) -> io::Result<()> {
        match heard {
            Heard::News(news) => self.news(*news, now)?,
            Heard::Stop => self.quit(),
            typed => {
                self.prompted = false;
                self.lines.push_back(typed);
            }
        }
        while self.farewell.is_none() && (self.talk || self.is_asked()) {
            match self.lines.pop_front() {
                Some(Heard::Line(line)) => self.line(line.trim(), now)?,
                Some(_) => self.quit(),
                None => break,
            }
        }
        Ok(())
    }

    /// Whether a line of a script can be used now.
    fn is_asked(&self) -> bool {
        match &self.place {
            Place::OnTheWay => false,
            Place::Lobby(_) => self.orders.is_empty(),
            Place::Table(snapshot) => {
                let act = snapshot.is_my_turn() && !snapshot.must_pass();
                let free = snapshot.side.is_none() || snapshot.is_over() || act;
                free && !snapshot.sending && self.orders.is_empty()
            }
        }
    }

    /// What the engine's part of the program found out about a game that has ended.
    pub fn kept(&mut self, kept: Option<&Keeping>) -> io::Result<()> {
        let lines = kept.map(|kept| kept.lines(self.texts)).unwrap_or_default();
        self.say_all(&lines)
    }

    fn quit(&mut self) {
        let line = match &self.place {
            Place::Table(snapshot) if snapshot.side.is_some() && !snapshot.is_over() => {
                Some(self.how_back(snapshot))
            }
            _ => None,
        };
        self.farewell = Some(Farewell::Quit(line));
    }

    fn how_back(&self, snapshot: &Snapshot) -> String {
        let id = if self.lost { "online-goes-on-lost" } else { "online-goes-on" };
        let game = snapshot.table.id().to_string();
        self.texts.format(id, &[("server", self.server.into()), ("game", game.into())])
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        if self.prompted {
            // What others do comes on a line of its own.
            self.prompted = false;
            writeln!(self.output)?;
        }
        writeln!(self.output, "{line}")
    }

    fn say_all(&mut self, lines: &[String]) -> io::Result<()> {
        lines.iter().try_for_each(|line| self.say(line))
    }

    fn say_text(&mut self, id: &str) -> io::Result<()> {
        let text = self.texts.get(id);
        self.say(&text)
    }

    fn news(&mut self, news: News, now: i64) -> io::Result<()> {
        match news {
            News::Lobby(games, seeks) => self.list(|lobby| lobby.fill(games, seeks)),
            News::Offered(seek) => {
                self.say_all(&offered(self.texts, &seek, self.server))?;
                self.say_text("plain-offered")
            }
            News::Table(snapshot, events) => self.table(snapshot, &events, now),
            News::Refused(why) => self.say(&refusal(self.texts, &why)),
            News::Denied(why) => self.say(&fault(self.texts, &why, self.server)),
            News::Lost(_) if !self.lost => {
                self.lost = true;
                self.say_text("plain-lost")
            }
            News::Back if self.lost => {
                self.lost = false;
                self.say_text("online-back")
            }
            News::Lost(_) | News::Back => Ok(()),
            News::Elsewhere(game) => {
                let values = [("game", game.to_string().into())];
                self.say(&self.texts.format("online-elsewhere", &values))
            }
            News::Failed(why) => {
                let mut text = fault(self.texts, &why, self.server);
                if let Place::Table(snapshot) = &self.place
                    && !snapshot.is_over()
                {
                    text += &format!("\n{}", self.how_back(snapshot));
                }
                self.farewell = Some(Farewell::Failed(text));
                Ok(())
            }
        }
    }

    /// Shows the list when it is another one.
    fn list(&mut self, fill: impl FnOnce(&mut Lobby)) -> io::Result<()> {
        let mut lobby = match std::mem::replace(&mut self.place, Place::OnTheWay) {
            Place::Lobby(lobby) => lobby,
            _ => Lobby::default(),
        };
        fill(&mut lobby);
        let lines = lobby.lines(self.texts);
        self.place = Place::Lobby(lobby);
        if lines.is_empty() {
            return self.say_text("online-lobby-empty");
        }
        for (number, line) in (1..).zip(&lines) {
            self.say(&format!("{number}. {line}"))?;
        }
        self.say_text("plain-lobby")
    }

    fn table(&mut self, snapshot: Box<Snapshot>, events: &[Event], now: i64) -> io::Result<()> {
        let old = match std::mem::replace(&mut self.place, Place::OnTheWay) {
            Place::Table(old) if old.table.id() == snapshot.table.id() => Some(old),
            _ => None,
        };
        let texts = self.texts;
        let told = Told::new(texts, &snapshot);
        let dealt = old.as_ref().is_some_and(|old| old.game().is_some());
        if old.is_none() {
            self.welcome(&snapshot)?;
        }
        // Whoever was away is told what was missed: the last action, not all of them.
        let silent = events.is_empty() && old.as_ref().is_some_and(|old| differs(old, &snapshot));
        if silent && let Some(game) = snapshot.game() {
            let speech = Speech::new(texts, game, listener(&snapshot));
            self.say_all(&speech.answer(Word::Last).unwrap_or_default())?;
        }
        self.say_all(&told.events(events))?;
        let was_over = old.as_ref().is_some_and(|old| old.is_over());
        let had_next = old.as_ref().is_none_or(|old| old.table.next().is_some());
        let ends = snapshot.is_over() && !was_over;
        if ends {
            if !events.iter().any(|event| matches!(event, Event::End { .. })) {
                self.say_all(&told.ending())?;
            }
            self.ended = snapshot.side.is_some();
            self.asked = None;
        }
        let turned = match (&old, snapshot.game()) {
            (_, None) => false,
            (Some(old), Some(_)) if dealt => differs(old, &snapshot),
            _ => true,
        };
        if turned && !snapshot.is_over() {
            self.turn(&snapshot, now)?;
        }
        let ply = snapshot.table.plies();
        if snapshot.must_pass() && !snapshot.sending && self.passed != Some(ply) {
            self.passed = Some(ply);
            let command = Command::Act { action: Action::Pass, ply: ply as u16 };
            self.orders.push(Order::Do(command));
        }
        if let (Some(next), false) = (snapshot.table.next(), had_next) {
            self.orders.push(Order::Go(Wish::Game(next)));
        }
        if ends && snapshot.side.is_some() && self.talk {
            self.say_text("plain-over")?;
        }
        self.place = Place::Table(snapshot);
        Ok(())
    }

    /// Who plays, and which words there are.
    fn welcome(&mut self, snapshot: &Snapshot) -> io::Result<()> {
        self.passed = None;
        let told = Told::new(self.texts, snapshot);
        let names = [
            ("red", told.rated_name(Side::Red).into()),
            ("white", told.rated_name(Side::White).into()),
        ];
        let between = self.texts.format("online-between", &names);
        self.say(&format!("{between} {}", told.terms()))?;
        self.say(&match snapshot.side {
            Some(side) => {
                let side = self.texts.side(side, snapshot.table.opening().ruleset);
                self.texts.format("plain-you-play", &[("side", side.into())])
            }
            None => self.texts.get("plain-you-watch"),
        })?;
        if snapshot.game().is_none() && !snapshot.is_over() {
            self.say_text("online-undealt")?;
        }
        self.say_text("plain-online-help")
    }

    /// Whose turn it is, and what waits for an answer.
    fn turn(&mut self, snapshot: &Snapshot, now: i64) -> io::Result<()> {
        let Some(game) = snapshot.game() else { return Ok(()) };
        let texts = self.texts;
        if snapshot.is_my_turn() {
            let side = texts.side(game.position().side(), game.position().ruleset());
            self.say(&texts.format("tui-your-turn", &[("side", side.into())]))?;
        } else {
            self.say(&Speech::new(texts, game, Side::Red).turn())?;
        }
        let left = snapshot.left(now).zip(snapshot.side);
        if left.is_some_and(|(left, side)| snapshot.is_low(left[side])) {
            self.say_all(&Told::new(texts, snapshot).clocks(now))?;
        }
        Ok(())
    }

    fn line(&mut self, line: &str, now: i64) -> io::Result<()> {
        if let Place::Lobby(lobby) = &self.place
            && let Ok(number) = line.parse::<usize>()
        {
            return match number.checked_sub(1).and_then(|place| lobby.wish(place)) {
                Some(wish) => {
                    self.orders.push(Order::Go(wish));
                    Ok(())
                }
                None => self.say_text("plain-no-number"),
            };
        }
        let phrase = line.parse::<Phrase>();
        let asked = self.asked.take();
        match (phrase, asked) {
            (Ok(Phrase::Quit), _) => self.quit(),
            (Ok(Phrase::List), _) => match &self.place {
                Place::Lobby(_) => return self.list(|_| ()),
                _ => self.orders.push(Order::Go(Wish::Lobby)),
            },
            (Ok(Phrase::Yes), Some(command)) => self.send(command),
            (Ok(Phrase::Decline), Some(_)) => {}
            (phrase, _) => {
                let place = std::mem::replace(&mut self.place, Place::OnTheWay);
                let said = match &place {
                    Place::Table(snapshot) => self.at_table(snapshot, line, phrase.ok(), now),
                    Place::Lobby(_) => self.say_text("plain-lobby"),
                    Place::OnTheWay => self.say_text("plain-offered"),
                };
                self.place = place;
                self.mark_sending();
                return said;
            }
        }
        self.mark_sending();
        Ok(())
    }

    fn send(&mut self, command: Command) {
        self.orders.push(Order::Do(command));
    }

    /// What was ordered waits for its answer from now on.
    fn mark_sending(&mut self) {
        if let Place::Table(snapshot) = &mut self.place
            && self.orders.iter().any(|order| matches!(order, Order::Do(_)))
        {
            snapshot.sending = true;
        }
    }

    fn at_table(
        &mut self,
        snapshot: &Snapshot,
        line: &str,
        phrase: Option<Phrase>,
        now: i64,
    ) -> io::Result<()> {
        let told = Told::new(self.texts, snapshot);
        let plays = snapshot.side.is_some();
        let offers = [Offer::Takeback, Offer::Rematch];
        match phrase {
            Some(Phrase::Word(word)) => return self.word(snapshot, word, now),
            Some(Phrase::Players) => {
                let lines = players(self.texts, snapshot);
                return self.say_all(&lines);
            }
            None if line.is_empty() => {
                self.turn(snapshot, now)?;
                return self.say_all(&told.waiting(now, false));
            }
            None => {
                let words = self.words(snapshot);
                let short: String = tame(line).chars().take(40).collect();
                let values = [("word", short.into()), ("words", words.into())];
                return self.say(&self.texts.format("say-unknown", &values));
            }
            Some(_) if !plays => return self.say_text("online-no-spectator"),
            Some(Phrase::Chat(text)) => self.send(Command::Chat { text }),
            Some(Phrase::Resign) if snapshot.is_over() => return self.say_text("online-no-over"),
            Some(Phrase::Resign) => {
                let abort = snapshot.may_abort();
                self.asked = Some(if abort { Command::Abort } else { Command::Resign });
                return self.say_text(if abort { "plain-ask-abort" } else { "plain-ask-resign" });
            }
            Some(Phrase::Takeback) => self.send(Command::Offer(Offer::Takeback)),
            Some(Phrase::Rematch) if !snapshot.is_over() => {
                return self.say_text("online-rematch-later");
            }
            Some(Phrase::Rematch) => self.send(Command::Offer(Offer::Rematch)),
            Some(Phrase::Claim) if snapshot.claimable_in(now) == Some(0) => {
                self.send(Command::Claim { draw: false });
            }
            Some(Phrase::Claim) => {
                self.say_text("online-no-not-gone")?;
                return self.say_all(&told.waiting(now, false));
            }
            Some(Phrase::Yes) => {
                match offers.into_iter().find(|offer| snapshot.is_offered(*offer)) {
                    Some(offer) => self.send(Command::Offer(offer)),
                    None => return self.say_text("online-no-offer"),
                }
            }
            Some(Phrase::Decline) => {
                let standing =
                    |offer: &Offer| snapshot.is_offered(*offer) || snapshot.offers(*offer);
                match offers.into_iter().find(standing) {
                    Some(offer) => self.send(Command::Decline(offer)),
                    None => return self.say_text("online-no-offer"),
                }
            }
            Some(Phrase::Quit | Phrase::List) => {}
        }
        Ok(())
    }

    fn words(&self, snapshot: &Snapshot) -> String {
        let known = Word::QUESTIONS.iter().map(|(name, _)| *name);
        let playing = |name: &&str| !matches!(*name, "hint" | "undo") || snapshot.side.is_none();
        let names: Vec<_> = known.filter(playing).chain(Phrase::NAMES).collect();
        self.texts.format("say-words", &[("words", names.join(", ").into())])
    }

    fn word(&mut self, snapshot: &Snapshot, word: Word, now: i64) -> io::Result<()> {
        let texts = self.texts;
        let Some(game) = snapshot.game() else { return self.say_text("online-undealt") };
        let speech = Speech::new(texts, game, listener(snapshot));
        match word {
            Word::Act(_) if snapshot.side.is_none() => self.say_text("online-no-spectator"),
            Word::Act(_) if snapshot.is_over() => self.say_text("online-no-over"),
            Word::Act(_) if !snapshot.is_my_turn() => self.say_text("tui-not-your-turn"),
            Word::Act(_) if snapshot.sending => self.say_text("online-sending"),
            Word::Act(action) => {
                if let Err(why) = game.position().act(action) {
                    return self.say(&texts.refusal(why, game.position()));
                }
                let ply = game.plies().len() as u16;
                self.send(Command::Act { action, ply });
                Ok(())
            }
            Word::Clock => self.say_all(&Told::new(texts, snapshot).clocks(now)),
            Word::Hint => self.say_text("online-no-engine"),
            Word::Help => self.say(&self.words(snapshot)),
            word => self.say_all(&speech.answer(word).unwrap_or_default()),
        }
    }
}

/// Whether the game went on between two looks at a table.
fn differs(old: &Snapshot, new: &Snapshot) -> bool {
    old.game().map(|game| game.plies()) != new.game().map(|game| game.plies())
}

/// Whose eyes: those of whoever plays here, else of whoever is to act.
fn listener(snapshot: &Snapshot) -> Side {
    snapshot.side.or(snapshot.table.turn()).unwrap_or(Side::Red)
}

/// Who plays, whether they are there, and who looks on.
fn players(texts: &Texts, snapshot: &Snapshot) -> Vec<String> {
    let told = Told::new(texts, snapshot);
    let line = |side: Side| {
        let id =
            if snapshot.table.is_here(side) { "plain-player-here" } else { "plain-player-away" };
        let colour = texts.side(side, snapshot.table.opening().ruleset);
        texts.format(id, &[("side", colour.into()), ("name", told.rated_name(side).into())])
    };
    let mut lines: Vec<_> = Side::ALL.into_iter().map(line).collect();
    lines.push(texts.count("online-watchers", snapshot.watchers));
    lines
}
