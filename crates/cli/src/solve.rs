use std::fmt::Write as _;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, ensure};
use bosworth_analysis::{MAX_THREADS, ParallelSolver, Timer};
use bosworth_engine::{CertificateError, SearchLimits, Solution, Watch};
use bosworth_rules::{Action, Position};
use serde::Serialize;

use crate::best::effort;
use crate::interrupt::Interrupt;
use crate::position_input::PositionInput;
use crate::progress_bar::ProgressBar;
use crate::texts::Texts;
use crate::{Finding, memory, output, output_file};

/// Solve a position near the end of the game exactly
///
/// Prints the win chance of every action for the side to move under best play of both sides, over
/// all cards that may come; a draw counts as half a win. Most positions with up to three roses and
/// few heroes left take less than a second; each rose or hero more takes many times as long. When a
/// limit is reached, only the actions solved until then are printed. With positions on standard
/// input, the exit code is 1 if any line is not a position.
///
/// A certificate proves the values: it has a strategy for each side, and suites/solve/check.py
/// checks it from the rules alone.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The position, in quotes, or a saved game by number or name; - reads positions from standard
    /// input, one per line
    #[arg(default_value = "-")]
    position: PositionInput,
    /// Stop after N nodes; reproducible with one thread
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Stop after MS milliseconds [default: 60000, without --nodes]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    ms: Option<u64>,
    /// Memory limit in MiB
    #[arg(long, value_name = "MiB", default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: u32,
    /// Number of threads, which share the memory
    #[arg(
        long,
        value_name = "T",
        default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..=i64::from(MAX_THREADS))
    )]
    threads: u16,
    /// Write JSON, one line per position
    #[arg(long)]
    json: bool,
    /// Leave out the time taken, so that searches with the same result print the same text
    #[arg(long)]
    no_timing: bool,
    /// Write a certificate to a new file, which may take longer than solving the position
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Maximum number of states that the strategies of the certificate may reach
    #[arg(long, value_name = "N", default_value_t = 2_000_000, requires = "certificate", value_parser = clap::value_parser!(u64).range(1..))]
    max_states: u64,
}

/// The time limit if no limit is given.
const DEFAULT_MS: u64 = 60_000;
/// Work that ends sooner shows no progress bar.
const PROGRESS_DELAY: Duration = Duration::from_secs(1);

#[derive(Serialize)]
struct Report {
    position: String,
    /// Whether all actions are solved.
    exact: bool,
    /// The solved actions, the best first.
    actions: Vec<ActionReport>,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

#[derive(Serialize)]
struct ActionReport {
    action: String,
    /// From 0 to 1, with nine decimals.
    win: f64,
}

pub(crate) fn run(args: &Args, texts: &Texts) -> Result<Finding> {
    if let Some(path) = &args.certificate {
        let one = matches!(args.position, PositionInput::One(_));
        ensure!(one, "--certificate needs the position as an argument");
        ensure!(!path.exists(), "{} already exists; choose another name", path.display());
    }
    memory::check(args.hash as usize)?;
    let interrupt = Interrupt::new()?;
    let mut solver = ParallelSolver::new((args.hash as usize) << 20, args.threads);
    args.position.each(texts, &mut |position| {
        let started = Instant::now();
        let solution = interrupt.during(|| args.solve(&mut solver, position, &interrupt, texts));
        let time = (!args.no_timing).then(|| started.elapsed());
        if args.json {
            output::json(&report(position, &solution, time))?;
        } else {
            output::text(args.position.heading(position, texts))?;
            output::text(description(position, &solution, time, texts))?;
        }
        ensure!(!interrupt.stop.is_stopped(), texts.get("solve-interrupted"));
        if let Some(path) = &args.certificate {
            ensure!(solution.complete, texts.get("solve-certificate-unsolved"));
            interrupt.during(|| args.certify(&mut solver, position, path, &interrupt, texts))?;
        }
        Ok(())
    })
}

impl Args {
    fn solve(
        &self,
        solver: &mut ParallelSolver,
        position: &Position,
        interrupt: &Interrupt,
        texts: &Texts,
    ) -> Solution {
        let default_ms = self.nodes.is_none().then_some(DEFAULT_MS);
        let time = self.ms.or(default_ms).map(Duration::from_millis);
        let timer = Timer::new(time, &interrupt.stop);
        let limits = SearchLimits { nodes: self.nodes, depth: None };
        let mut progress = LateProgress::new(&texts.get("solve-progress"));
        solver.solve(position, limits, &timer, |done, all| progress.show(done, all))
    }

    /// Writes the certificate of a solved position.
    fn certify(
        &self,
        solver: &mut ParallelSolver,
        position: &Position,
        path: &Path,
        interrupt: &Interrupt,
        texts: &Texts,
    ) -> Result<()> {
        let max_states = usize::try_from(self.max_states).unwrap_or(usize::MAX);
        let found = {
            let mut watch = CertificateWatch {
                timer: Timer::new(None, &interrupt.stop),
                max_states,
                progress: LateProgress::new(&texts.get("solve-certificate-progress")),
            };
            solver.certify(position, max_states, &mut watch)
        };
        let certificate = found.map_err(|error| match error {
            CertificateError::Stopped if interrupt.stop.is_stopped() => {
                anyhow!(texts.get("solve-interrupted"))
            }
            CertificateError::Stopped => anyhow!(texts.get("solve-certificate-memory")),
            CertificateError::TooManyStates { .. } => {
                let values = [("limit", self.max_states.into())];
                anyhow!(texts.format("solve-certificate-states", &values))
            }
            CertificateError::TooFine => anyhow!(texts.get("solve-certificate-fine")),
        })?;
        output_file::replace(path, |file| write!(file, "{certificate}"))?;
        if !self.json {
            let states = certificate.keep.len() + certificate.hold.len();
            let values =
                [("file", path.display().to_string().into()), ("states", (states as u64).into())];
            output::line(texts.format("solve-certificate", &values))?;
        }
        Ok(())
    }
}

/// A progress bar that appears only once the work has taken a while.
struct LateProgress {
    label: String,
    started: Instant,
    bar: Option<ProgressBar>,
}

impl LateProgress {
    fn new(label: &str) -> Self {
        Self { label: label.into(), started: Instant::now(), bar: None }
    }

    fn show(&mut self, done: usize, all: usize) {
        if self.bar.is_none() && self.started.elapsed() >= PROGRESS_DELAY {
            self.bar = Some(ProgressBar::new(&self.label, all));
        }
        if let Some(bar) = &mut self.bar {
            bar.show(done);
        }
    }
}

/// Shows the number of states and stops on Ctrl-C.
struct CertificateWatch {
    timer: Timer,
    max_states: usize,
    progress: LateProgress,
}

impl Watch for CertificateWatch {
    fn keep_on(&mut self, states: u64) -> ControlFlow<()> {
        self.progress.show(states as usize, self.max_states);
        self.timer.keep_on(states)
    }
}

fn report(position: &Position, solution: &Solution, time: Option<Duration>) -> Report {
    let actions = solution.actions.iter().map(|solved| ActionReport {
        action: solved.action.to_string(),
        win: (solved.win_chance * 1e9).round() / 1e9,
    });
    Report {
        position: position.to_string(),
        exact: solution.complete,
        actions: actions.collect(),
        nodes: solution.nodes,
        seconds: time.map(|time| time.as_secs_f64()),
    }
}

/// What people read: the actions, and a summary.
fn description(
    position: &Position,
    solution: &Solution,
    time: Option<Duration>,
    texts: &Texts,
) -> String {
    if position.is_over() {
        return texts.standing(position).iter().map(|sentence| format!("{sentence}\n")).collect();
    }
    let list = action_list(solution, texts);
    let answer = answer(position, solution, texts);
    let nodes = texts.format("search-nodes", &[("nodes", solution.nodes.into())]);
    format!("{list}{answer}\n{}.\n", effort(nodes, time, texts))
}

fn action_list(solution: &Solution, texts: &Texts) -> String {
    if solution.actions.is_empty() {
        return String::new();
    }
    let head = ["best-column-action", "best-column-chance"].map(|id| texts.get(id));
    let rows = solution.actions.iter().map(|solved| {
        [texts.short_action(solved.action), texts.percent(100.0 * solved.win_chance, 4)]
    });
    let rows: Vec<_> = [head].into_iter().chain(rows).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let [a, b] = [0, 1].map(|column| width(column).unwrap_or(0));
    let mut out = String::new();
    for [action, chance] in &rows {
        let _ = writeln!(out, "{action:a$}  {chance:>b$}");
    }
    out + "\n"
}

/// Whether the position is solved, and the best action if it is.
fn answer(position: &Position, solution: &Solution, texts: &Texts) -> String {
    let best = match solution.actions.first() {
        Some(best) if solution.complete => best,
        _ => {
            let values = [
                ("solved", solution.actions.len().into()),
                ("actions", position.actions().len().into()),
            ];
            return texts.format("solve-partial", &values);
        }
    };
    let action = match best.action {
        Action::Draw => texts.get("best-draw"),
        Action::Pass => texts.get("best-pass"),
        action => texts.short_action(action),
    };
    let values = [
        ("side", texts.side(position.side(), position.ruleset()).into()),
        ("best", action.into()),
        ("chance", texts.percent(100.0 * best.win_chance, 4).into()),
    ];
    texts.format("solve-exact", &values)
}
