//! How often a search ten times as long finds the same aspect to matter most between the two best
//! actions, in positions from standard input, one per line.
//!
//! `cargo run --release -p bosworth-reasons --example stability < POSITIONS`

use std::io;

use bosworth_engine::{Engine, SearchLimits};
use bosworth_reasons::{Aspect, Explainer};
use bosworth_rules::Position;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let engine = Engine::default();
    let (mut same, mut clear, mut clear_same, mut all, mut named) = (0, 0, 0, 0, 0);
    let mut errors = Vec::new();
    for line in io::stdin().lines() {
        let position: Position = line?.parse()?;
        let analysis = engine.analyse(&position, SearchLimits::nodes(4_000));
        let actions: Vec<_> = analysis.lines.iter().map(|line| line.action()).collect();
        let &[best, second, ..] = &actions[..] else { continue };
        let explainers = [1, 10].map(|factor| {
            let search =
                |link: &Position, nodes| engine.analyse(link, SearchLimits::nodes(nodes * factor));
            Explainer::new(&position, &[best, second], search)
        });
        let [short, long] = explainers.each_ref().map(|it| it.differences(best, second));
        let reasons = explainers[0].reasons(best, second);
        let weight = |aspect: Aspect, list: &[(Aspect, f64)]| {
            list.iter().find(|(other, _)| *other == aspect).map_or(0.0, |(_, weight)| *weight)
        };
        for (aspect, weight_long) in &long {
            errors.push((weight(*aspect, &short) - weight_long).abs());
        }
        let (Some(first), Some(second)) = (long.first(), long.get(1)) else { continue };
        let agrees = short[0].0 == first.0 && (short[0].1 > 0.0) == (first.1 > 0.0);
        all += 1;
        named += usize::from(reasons.first().is_some_and(|reason| reason.aspect == short[0].0));
        same += usize::from(agrees);
        // Two that are nearly equal may change places.
        if first.1.abs() - second.1.abs() > 0.02 {
            clear += 1;
            clear_same += usize::from(agrees);
        }
    }
    errors.sort_by(f64::total_cmp);
    let mean = errors.iter().sum::<f64>() / errors.len() as f64;
    println!("{all} positions, the same aspect first in {same}");
    println!("the first reason is about it in {named}");
    println!("{clear} where it leads by two points, the same in {clear_same}");
    println!("mean difference of a weight: {:.2} points", 100.0 * mean);
    Ok(())
}
