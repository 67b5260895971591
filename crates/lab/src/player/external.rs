use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use bosworth_analysis::{Budget, StopSign};
use bosworth_rules::{Action, Game};

use super::Contestant;

/// Timeout for `ugiok` and `readyok`.
const READY_TIMEOUT: Duration = Duration::from_secs(5);
/// How far a program may overrun its time before it forfeits: enough for a loaded machine, short
/// enough for a match.
const MAX_OVERRUN: Duration = Duration::from_secs(2);
/// Timeout for an action when the budget is not a time.
const ACTION_TIMEOUT: Duration = Duration::from_secs(120);
/// Timeout for `quit` before the program is killed.
const QUIT_TIMEOUT: Duration = Duration::from_millis(300);
/// The maximum line length.
const MAX_LINE_BYTES: u64 = 1 << 16;

/// Another program that speaks UGI. It is started with the first game, and restarted after a
/// failure.
pub(crate) struct External {
    program: String,
    args: Vec<String>,
    budget: Budget,
    stop: StopSign,
    process: Option<Process>,
}

impl External {
    pub(crate) fn new(program: &str, args: &[String], budget: Budget, stop: StopSign) -> Self {
        Self { program: program.into(), args: args.to_vec(), budget, stop, process: None }
    }

    /// Starts the program once and checks that it answers.
    pub(crate) fn check(&mut self) -> Result<()> {
        self.begin(0)
    }

    /// Talks to the program, and kills it on failure, because its state is unknown then.
    fn talk<T>(&mut self, talk: impl FnOnce(&mut Process) -> Result<T>) -> Result<T> {
        let process = self.process.as_mut().context("the program is not running")?;
        let said = talk(process);
        if said.is_err() {
            self.process = None;
        }
        said
    }

    fn start(&self) -> Result<Process> {
        let Self { program, args, stop, .. } = self;
        let mut process = Process::start(program, args, stop.clone())?;
        process.shake_hands().with_context(|| format!("{program} does not speak UGI"))?;
        Ok(process)
    }
}

impl Contestant for External {
    /// The program's own seed is left alone: it is measured with its defaults.
    fn begin(&mut self, _: u64) -> Result<()> {
        if self.process.is_none() {
            self.process = Some(self.start()?);
        }
        self.talk(|process| {
            process.send("uginewgame")?;
            process.send("isready")?;
            process.wait_for("readyok", READY_TIMEOUT).map(drop)
        })
    }

    fn choose(&mut self, game: &Game) -> Result<Action> {
        let plies: String = game.plies().iter().map(|ply| format!(" {ply}")).collect();
        let moves = if plies.is_empty() { "" } else { " moves" };
        let position = format!("position pos {}{moves}{plies}", game.start());
        let (go, limit) = match self.budget {
            Budget::Time(ms) => {
                (format!("go movetime {ms}"), Duration::from_millis(ms) + MAX_OVERRUN)
            }
            Budget::Nodes(nodes) => (format!("go nodes {nodes}"), ACTION_TIMEOUT),
            Budget::Depth(depth) => (format!("go depth {depth}"), ACTION_TIMEOUT),
        };
        self.talk(|process| {
            process.send(&position)?;
            process.send(&go)?;
            let best = process.wait_for("bestmove", limit)?;
            let action = best.split_whitespace().nth(1).unwrap_or_default();
            action.parse().with_context(|| format!("it said {best:?}"))
        })
    }
}

/// A running program, killed on drop.
struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    stop: StopSign,
}

impl Process {
    fn start(program: &str, args: &[String], stop: StopSign) -> Result<Self> {
        let mut child = Command::new(program)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start the program {program}"))?;
        let input = child.stdin.take().context("the program has no input")?;
        let output = child.stdout.take().context("the program has no output")?;
        // A bounded channel: a program that floods us blocks on its pipe.
        let (sender, lines) = sync_channel(1024);
        thread::spawn(move || read_lines(output, &sender));
        Ok(Self { child, input, lines, stop })
    }

    /// The UGI handshake: reads the options, and sets memory and threads as for other players.
    fn shake_hands(&mut self) -> Result<()> {
        self.send("ugi")?;
        let deadline = Instant::now() + READY_TIMEOUT;
        let mut options = Vec::new();
        loop {
            let line = self.line_before(deadline, "ugiok", READY_TIMEOUT)?;
            match line.split_whitespace().collect::<Vec<_>>()[..] {
                ["ugiok", ..] => break,
                ["option", "name", name, ..] => options.push(name.to_string()),
                _ => {}
            }
        }
        for (name, value) in [("Threads", 1), ("Hash", 64)] {
            if options.iter().any(|option| option == name) {
                self.send(&format!("setoption name {name} value {value}"))?;
            }
        }
        self.send("isready")?;
        self.wait_for("readyok", READY_TIMEOUT).map(drop)
    }

    fn send(&mut self, line: &str) -> Result<()> {
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|error| anyhow!("the program does not listen any more ({error})"))
    }

    /// The first line that starts with a word.
    fn wait_for(&mut self, word: &str, within: Duration) -> Result<String> {
        let deadline = Instant::now() + within;
        loop {
            let line = self.line_before(deadline, word, within)?;
            if line.split_whitespace().next() == Some(word) {
                return Ok(line);
            }
            if let Some(why) = line.strip_prefix("info error") {
                bail!("the program says: {}", why.trim());
            }
        }
    }

    /// Returns the next line. `word` is what the caller waits for, named in errors. Polls for
    /// cancellation.
    fn line_before(&mut self, deadline: Instant, word: &str, within: Duration) -> Result<String> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                bail!("no {word} within {:.1} s", within.as_secs_f64());
            }
            if self.stop.is_stopped() {
                bail!("the match was stopped");
            }
            match self.lines.recv_timeout(left.min(Duration::from_millis(50))) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    bail!("the program ended, or closed its output, before it said {word}")
                }
            }
        }
    }
}

/// Forwards lines until the program exits, a line exceeds the limit, or the receiver is gone.
fn read_lines(output: ChildStdout, lines: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let read = output.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line);
        if !matches!(read, Ok(1..)) || line.len() as u64 >= MAX_LINE_BYTES {
            return;
        }
        if lines.send(String::from_utf8_lossy(&line).trim().into()).is_err() {
            return;
        }
    }
}

/// Asks the program to quit, and kills it after a timeout.
impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.send("quit");
        let deadline = Instant::now() + QUIT_TIMEOUT;
        while Instant::now() < deadline {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
