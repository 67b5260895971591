//! Evaluates the positions on standard input, one per line, again and again for a number of seconds of
//! processor time, and prints the number of evaluations per second: what `bosworth.evaluate` is compared with.

use std::env;
use std::hint::black_box;
use std::io::{self, BufRead};

use bosworth_engine::{Evaluation, Network};
use bosworth_rules::Position;
use rustix::time::{ClockId, clock_gettime};

fn main() {
    let seconds = env::args().find_map(|argument| argument.parse::<f64>().ok()).unwrap_or(1.0);
    let lines = io::stdin().lock().lines().map_while(Result::ok);
    let positions: Vec<Position> = lines.filter_map(|line| line.parse().ok()).collect();
    let network = Network::shipped();
    let (start, mut done) = (processor_seconds(), 0);
    loop {
        for position in &positions {
            if !position.is_over() {
                black_box(network.evaluate(position));
            }
        }
        done += positions.len();
        let spent = processor_seconds() - start;
        if spent >= seconds || positions.is_empty() {
            println!("{}", done as f64 / spent);
            return;
        }
    }
}

/// The processor time of this thread.
fn processor_seconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
