//! Measures how many entries per second become durable: `appends [URL] [GAMES] [SECONDS]`.
//!
//! All games append concurrently, and each waits for its last entry before the next.

use std::time::{Duration, Instant};

use bosworth_server::store::{AppendOutcome, Store};
use bosworth_table::GameId;
use tokio::task::JoinSet;

/// The typical length of an entry, in bytes.
const LENGTH: usize = 160;

#[tokio::main(flavor = "multi_thread", worker_threads = 1)]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let url = args.next().unwrap_or_else(|| "target/appends.db".into());
    let games: u128 = args.next().map_or(Ok(2000), |games| games.parse())?;
    let seconds: u64 = args.next().map_or(Ok(10), |seconds| seconds.parse())?;
    let store = Store::open(&url).await?;
    let begin = Instant::now();
    let end = begin + Duration::from_secs(seconds);
    // Other game ids in every run.
    let run = u128::from(std::process::id()) << 64;
    let mut tasks = JoinSet::new();
    for number in 0..games {
        let store = store.clone();
        tasks.spawn(async move {
            let game = GameId::from_random((run + number).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c));
            let mut times = Vec::new();
            for seq in 0.. {
                let since = Instant::now();
                if since >= end {
                    break;
                }
                let body = format!("{seq:0>LENGTH$}");
                let appended = store.append(game, seq, body, None).await.expect("an answer");
                assert_eq!(appended, AppendOutcome::Durable);
                times.push(since.elapsed());
            }
            times
        });
    }
    let mut times: Vec<_> = tasks.join_all().await.into_iter().flatten().collect();
    let took = begin.elapsed().as_secs_f64();
    times.sort_unstable();
    let part = |part: f64| times[((times.len() - 1) as f64 * part) as usize].as_secs_f64() * 1e3;
    println!(
        "{games} games, {} entries in {took:.1} s: {:.0} a second; \
         milliseconds: median {:.1}, p99 {:.1}, longest {:.1}",
        times.len(),
        times.len() as f64 / took,
        part(0.5),
        part(0.99),
        part(1.0),
    );
    store.close().await;
    Ok(())
}
