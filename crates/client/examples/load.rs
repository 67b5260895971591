//! A load generator for servers. `cargo xtask bench server` runs it; it connects to 127.0.0.1
//! only and terminates on its own.
//!
//! ```sh
//! load live URL TABLES ACTIONS_A_SECOND SECONDS   # latency of actions at a fixed rate
//! load top  URL TABLES PLIES                      # throughput at full speed
//! load echo URL SOCKETS SECONDS                   # an echo server, as the baseline
//! load idle URL SOCKETS PID                       # memory per idle connection
//! ```
//!
//! For `live` and `top`, URL may be two nodes, `http://…,http://…`: the players of every table
//! then connect to different ones.

use std::error::Error;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use bosworth_client::protocol::{Challenge, OfferTerms, SeekAnswer, Stage, Table};
use bosworth_client::{Client, Play, Update};
use futures_util::future::join_all;
use futures_util::stream::{self, StreamExt};
use tokio::sync::{Barrier, Semaphore, watch};

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

#[tokio::main]
async fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["live", url, tables, rate, seconds] => {
            live(url, tables.parse()?, rate.parse()?, seconds.parse()?).await
        }
        ["top", url, tables, plies] => top(url, tables.parse()?, plies.parse()?).await,
        ["echo", url, sockets, seconds] => echo(url, sockets.parse()?, seconds.parse()?).await,
        ["idle", url, sockets, pid] => idle(url, sockets.parse()?, pid.parse()?).await,
        _ => Err("see the first lines of load.rs".into()),
    }
}

/// One table with both players.
struct Seats {
    players: [Play; 2],
}

impl Seats {
    async fn sit(url: &str) -> Result<Self> {
        let (red, white) = url.split_once(',').unwrap_or((url, url));
        let mut clients = [Client::new(red)?, Client::new(white)?];
        let mut accounts = Vec::new();
        for client in &mut clients {
            accounts.push(client.guest().await?.person.id);
        }
        let terms = OfferTerms {
            ruleset: "classic".into(),
            clock: "180+0".parse()?,
            rated: false,
            side: Some(bosworth_rules::Side::Red),
        };
        let challenge = Challenge::by_link(terms);
        let SeekAnswer::Seek(seek) = clients[0].offer(&challenge).await? else {
            return Err("an offer by link was paired".into());
        };
        let game = clients[1].accept(&seek.id).await?;
        let [red, white] = clients;
        let players =
            [Play::new(red, game, Some(accounts[0])), Play::new(white, game, Some(accounts[1]))];
        let mut seats = Self { players };
        while !seats.players.iter().all(|play| play.table().is_some_and(is_dealt)) {
            seats.hear().await?;
        }
        Ok(seats)
    }

    /// Waits for the next update of either player.
    async fn hear(&mut self) -> Result<()> {
        let [red, white] = &mut self.players;
        tokio::select! {
            update = red.next() => check(update?),
            update = white.next() => check(update?),
        }
    }

    /// Processes updates and answers pings until a future completes, since unanswered pings end
    /// the connection.
    async fn listen(&mut self, until: impl Future) -> Result<()> {
        let mut until = pin!(until);
        loop {
            tokio::select! {
                _ = &mut until => return Ok(()),
                heard = self.hear() => heard?,
            }
        }
    }

    fn plies(&self) -> usize {
        self.players[0].table().map_or(0, Table::plies)
    }

    /// Acts for the side to act, and returns the latency until the opponent received the entry;
    /// also waits for the acknowledgement. `None` once the game is over.
    async fn act(&mut self) -> Result<Option<Duration>> {
        let [red, white] = &mut self.players;
        let Some((side, position)) =
            red.table().and_then(|table| Some((table.turn()?, *table.position()?)))
        else {
            return Ok(None);
        };
        let (own, other) = if red.side() == Some(side) { (red, white) } else { (white, red) };
        let plies = own.table().map_or(0, Table::plies);
        let actions = position.actions();
        let Some(action) = actions.iter().nth(plies * 7 % actions.len() as usize) else {
            return Ok(None);
        };
        let sent = Instant::now();
        own.act(action).await;
        while other.table().is_some_and(|table| table.plies() == plies && !is_over(table)) {
            check(other.next().await?)?;
        }
        let taken = sent.elapsed();
        while own.is_waiting() {
            check(own.next().await?)?;
        }
        Ok(Some(taken))
    }
}

fn is_dealt(table: &Table) -> bool {
    table.stage() != Stage::Waiting
}

fn is_over(table: &Table) -> bool {
    table.stage() == Stage::Over
}

/// Fails on a lost connection or a refused command: either invalidates the measurement.
fn check(update: Update) -> Result<()> {
    match update {
        Update::Refused { refusal, .. } => Err(refusal.to_string().into()),
        Update::Lost(why) => Err(why.into()),
        _ => Ok(()),
    }
}

/// Fills tables, then runs a task at all of them concurrently, given the table's number and the
/// common start time. Returns the collected results, the number of failures and the elapsed time.
async fn at_tables<F>(
    url: &str,
    tables: usize,
    play: impl Fn(Seats, usize, Instant) -> F,
) -> (Vec<Duration>, usize, Duration)
where
    F: Future<Output = Result<Vec<Duration>>> + Send + 'static,
{
    let filling = Instant::now();
    let (start, started) = watch::channel(None);
    let seated = Arc::new(Semaphore::new(0));
    let room = Arc::new(Semaphore::new(32));
    let tasks: Vec<_> = (0..tables)
        .map(|number| {
            let (url, mut started) = (url.to_owned(), started.clone());
            let (seated, room) = (seated.clone(), room.clone());
            let table = async move {
                let permit = room.acquire_owned().await;
                let seats = Box::pin(Seats::sit(&url)).await;
                drop(permit);
                seated.add_permits(1);
                let mut seats = seats?;
                seats.listen(started.wait_for(Option::is_some)).await?;
                Result::Ok((seats, number))
            };
            tokio::spawn(table)
        })
        .collect();
    let all = seated.acquire_many(tables as u32).await;
    println!("{tables} tables were filled in {:.1} s", filling.elapsed().as_secs_f64());
    drop(all);
    let begun = Instant::now();
    let _ = start.send(Some(begun));
    let playing = tasks.into_iter().map(async |task| {
        let (seats, number) = task.await??;
        tokio::spawn(play(seats, number, begun)).await?
    });
    let (mut times, mut errors) = (Vec::new(), 0);
    for played in join_all(playing).await {
        match played {
            Ok(more) => times.extend(more),
            Err(why) => {
                if errors == 0 {
                    eprintln!("{why}");
                }
                errors += 1;
            }
        }
    }
    (times, errors, begun.elapsed())
}

fn report(mut times: Vec<Duration>, errors: usize, took: Duration) -> Result<()> {
    let rate = times.len() as f64 / took.as_secs_f64();
    println!("{} actions in {:.1} s, {errors} errors", times.len(), took.as_secs_f64());
    println!("durable actions a second {rate:.0}");
    // One message in; the entry to both players, and the acknowledgement to one of them.
    println!("messages a second {:.0}", rate * 4.0);
    times.sort_unstable();
    let at = |share: f64| {
        let place = ((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1));
        times.get(place).map_or(0.0, |time| time.as_secs_f64() * 1e3)
    };
    println!(
        "from sending to the opponent's receipt: median {:.2} ms, 90 % {:.2}, 99 % {:.2}, \
         99.9 % {:.2}, longest {:.2}",
        at(0.5),
        at(0.9),
        at(0.99),
        at(0.999),
        at(1.0)
    );
    if errors == 0 { Ok(()) } else { Err("there were errors".into()) }
}

/// Plays at a fixed rate, evenly spread over the tables.
async fn live(url: &str, tables: usize, rate: f64, seconds: u64) -> Result<()> {
    let pause = Duration::from_secs_f64(tables as f64 / rate);
    let play = move |mut seats: Seats, number: usize, begun: Instant| async move {
        let end = begun + Duration::from_secs(seconds);
        let mut times = Vec::new();
        let mut due = begun + pause.mul_f64(number as f64 / tables as f64);
        while due < end {
            seats.listen(tokio::time::sleep_until(due.into())).await?;
            match seats.act().await? {
                Some(time) => times.push(time),
                None => break,
            }
            due += pause;
        }
        Ok(times)
    };
    let (times, errors, took) = at_tables(url, tables, play).await;
    report(times, errors, took)
}

/// Plays at full speed: each table acts again as soon as the last action has arrived.
async fn top(url: &str, tables: usize, plies: usize) -> Result<()> {
    let play = move |mut seats: Seats, _, _| async move {
        let mut times = Vec::new();
        while seats.plies() < plies {
            match seats.act().await? {
                Some(time) => times.push(time),
                None => break,
            }
        }
        Ok(times)
    };
    let (times, errors, took) = at_tables(url, tables, play).await;
    report(times, errors, took)
}

/// Measures round trips at full speed.
async fn echo(url: &str, sockets: usize, seconds: u64) -> Result<()> {
    let client = Client::new(url)?;
    let count = Arc::new(AtomicU64::new(0));
    let ready = Arc::new(Barrier::new(sockets + 1));
    let room = Arc::new(Semaphore::new(64));
    let mut tasks = Vec::new();
    for _ in 0..sockets {
        let (client, count) = (client.clone(), count.clone());
        let (ready, room) = (ready.clone(), room.clone());
        tasks.push(tokio::spawn(async move {
            let permit = room.acquire_owned().await;
            let opened = client.connect().await;
            drop(permit);
            ready.wait().await;
            let Ok(mut connection) = opened else { return };
            // The size of a typical entry.
            let text =
                format!(r#"{{"entry":{{"game":"AAAAAAAAAAAA","entry":"{}"}}}}"#, "x".repeat(120));
            while connection.send_text(text.clone()).await.is_ok()
                && connection.next_text().await.is_ok()
            {
                count.fetch_add(1, Ordering::Relaxed);
            }
        }));
    }
    ready.wait().await;
    let begun = Instant::now();
    tokio::time::sleep(Duration::from_secs(seconds)).await;
    let trips = count.load(Ordering::Relaxed);
    let took = begun.elapsed().as_secs_f64();
    println!("{sockets} sockets, {trips} echoes in {took:.1} s");
    println!("messages a second {:.0}", trips as f64 * 2.0 / took);
    for task in tasks {
        task.abort();
    }
    Ok(())
}

/// Measures the server's memory per idle connection.
async fn idle(url: &str, sockets: usize, pid: u32) -> Result<()> {
    let resident = || -> Result<f64> {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"));
        let number = line.and_then(|line| line.split_whitespace().nth(1));
        Ok(number.ok_or("no VmRSS")?.parse::<f64>()?)
    };
    let client = Client::new(url)?;
    let before = resident()?;
    let opened: Vec<_> =
        stream::iter(0..sockets).map(|_| client.connect()).buffer_unordered(64).collect().await;
    let mut connections = Vec::with_capacity(sockets);
    for connection in opened {
        let mut connection = connection?;
        // The welcome.
        connection.next().await?;
        connections.push(connection);
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    let after = resident()?;
    println!(
        "{} sockets: from {before:.0} to {after:.0} KiB, {:.1} KiB each",
        connections.len(),
        (after - before) / sockets as f64
    );
    Ok(())
}
