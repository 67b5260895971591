use std::fmt;
use std::io::{Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, OnceLock};
use std::thread;

use anyhow::{Context, Result, ensure};
use bosworth_engine::{Evaluation, INPUTS, Inputs, MAX_ACTIVE_INPUTS, Value};
use bosworth_rules::{Action, Card, Ending, Next, PendingDraw, Position};

/// An evaluation program, such as `python3 training/answer.py teacher.pt`. It is started lazily,
/// once for all concurrent games.
#[derive(Clone)]
pub(crate) struct EvaluationProgram {
    command: String,
    started: Arc<OnceLock<ExternalEvaluation>>,
}

impl EvaluationProgram {
    pub(crate) fn new(command: &str) -> Self {
        Self { command: command.into(), started: Arc::default() }
    }

    /// An evaluation that queries the program.
    pub(crate) fn evaluation(&self) -> Result<ExternalEvaluation> {
        if let Some(asked) = self.started.get() {
            return Ok(asked.clone());
        }
        let asked = ExternalEvaluation::start(&self.command)?;
        Ok(self.started.get_or_init(|| asked).clone())
    }
}

impl fmt::Debug for EvaluationProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Oracle").field(&self.command).finish()
    }
}

/// Compares command lines, whether the programs are running or not.
impl PartialEq for EvaluationProgram {
    fn eq(&self, other: &Self) -> bool {
        self.command == other.command
    }
}

impl Eq for EvaluationProgram {}

/// An evaluation by another program. Requests of concurrent games are batched, since a large
/// network on a GPU evaluates thousands of positions as fast as one.
///
/// The program reads batches: the number of positions (u32), then for each its features (u16,
/// padded) and the roses left, plus 64 if the game ends when either side is blocked (u16). It
/// answers with the number of positions (u32) and two numbers (f32) for each: the value from -1 to
/// 1 for the side to act next, and the margin in points. All of them are little-endian. Before the
/// first batch it sends an empty answer, which signals that it is ready.
#[derive(Clone)]
pub(crate) struct ExternalEvaluation {
    questions: Sender<Question>,
}

struct Question {
    rows: Vec<u8>,
    answer: SyncSender<Vec<Value>>,
}

/// Facts and roses left.
const ROW_BYTES: usize = 2 * MAX_ACTIVE_INPUTS + 2;
/// Value and margin.
const ANSWER_BYTES: usize = 2 * size_of::<f32>();
/// The target batch size; the last request of a batch may exceed it.
const BATCH_POSITIONS: usize = 16_384;
/// Pipelining: while the program works on one batch, the next is prepared.
const MAX_QUEUED_BATCHES: usize = 1;

impl ExternalEvaluation {
    fn start(command: &str) -> Result<Self> {
        let mut words = command.split_whitespace();
        let program = words.next().context("no program is named to ask")?;
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {program}"))?;
        let (Some(input), Some(mut output)) = (child.stdin.take(), child.stdout.take()) else {
            unreachable!("both are pipes");
        };
        let ready =
            read_count(&mut output).with_context(|| format!("{command} does not answer"))?;
        ensure!(ready == 0, "{command} answers before it is asked");
        let (questions, asked) = channel();
        let (waiting, answered) = sync_channel(MAX_QUEUED_BATCHES);
        thread::spawn(move || end_if(ask(&asked, &waiting, input)));
        thread::spawn(move || end_if(answer(&answered, output, child)));
        Ok(Self { questions })
    }

    /// The values of the rows, each for the side to act next.
    fn ask(&self, rows: Vec<u8>) -> Vec<Value> {
        let (answer, answered) = sync_channel(1);
        let sent = self.questions.send(Question { rows, answer });
        let answered = sent.ok().and_then(|()| answered.recv().ok());
        // The I/O threads end only when the process is about to exit.
        answered.unwrap_or_else(|| {
            loop {
                thread::park();
            }
        })
    }
}

/// Exits on failure: without the program nothing can continue, and partial results are worthless.
#[allow(clippy::exit, reason = "games cannot fail, and must not continue with made-up values")]
fn end_if(result: Result<()>) {
    if let Err(fault) = result {
        eprintln!("bosworth: the program that is asked for values failed: {fault:#}");
        std::process::exit(2);
    }
}

/// Sends pending requests to the program in batches.
fn ask(
    asked: &Receiver<Question>,
    waiting: &SyncSender<Vec<Question>>,
    mut program: ChildStdin,
) -> Result<()> {
    while let Ok(first) = asked.recv() {
        let mut count = first.rows.len() / ROW_BYTES;
        let mut batch = vec![first];
        while count < BATCH_POSITIONS
            && let Ok(more) = asked.try_recv()
        {
            count += more.rows.len() / ROW_BYTES;
            batch.push(more);
        }
        let mut bytes = (count as u32).to_le_bytes().to_vec();
        for question in &batch {
            bytes.extend(&question.rows);
        }
        program.write_all(&bytes)?;
        program.flush()?;
        if waiting.send(batch).is_err() {
            break;
        }
    }
    Ok(())
}

/// Distributes the answers to the requests.
fn answer(
    waiting: &Receiver<Vec<Question>>,
    mut program: ChildStdout,
    mut child: Child,
) -> Result<()> {
    for batch in waiting {
        let count: usize = batch.iter().map(|question| question.rows.len() / ROW_BYTES).sum();
        let said = read_count(&mut program)?;
        ensure!(said == count, "{count} positions were asked, {said} answered");
        let mut bytes = vec![0; count * ANSWER_BYTES];
        program.read_exact(&mut bytes)?;
        let number = |bytes: &[u8]| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        let mut values = bytes
            .chunks_exact(ANSWER_BYTES)
            .map(|answer| Value { win: number(answer), margin: number(&answer[4..]) });
        for Question { rows, answer } in batch {
            // The receiver may be gone when a match is over.
            let _ = answer.send(values.by_ref().take(rows.len() / ROW_BYTES).collect());
        }
    }
    child.wait()?;
    Ok(())
}

fn read_count(program: &mut ChildStdout) -> Result<usize> {
    let mut count = [0; 4];
    program.read_exact(&mut count).context("it ended")?;
    Ok(u32::from_le_bytes(count) as usize)
}

fn push(rows: &mut Vec<u8>, inputs: &Inputs, position: &Position) {
    let numbers = inputs.numbers();
    let filling = std::iter::repeat_n(INPUTS as u16, MAX_ACTIVE_INPUTS - numbers.len());
    rows.extend(numbers.iter().copied().chain(filling).flat_map(u16::to_le_bytes));
    let either = position.ruleset().ending == Ending::EitherBlocked;
    rows.extend((u16::from(position.supply()) + 64 * u16::from(either)).to_le_bytes());
}

impl Evaluation for ExternalEvaluation {
    fn evaluate(&self, position: &Position) -> Value {
        let mut rows = Vec::with_capacity(ROW_BYTES);
        push(&mut rows, &Inputs::of(position), position);
        self.ask(rows)[0]
    }

    fn evaluate_draw(&self, pending: &PendingDraw) -> Value {
        let mut rows = Vec::with_capacity(ROW_BYTES);
        push(&mut rows, &Inputs::of_draw(pending), pending.position());
        // The opponent acts next, so the answer is from the opponent's point of view.
        -self.ask(rows)[0]
    }

    fn evaluate_acted(&self, _: &Position, nexts: &[(Action, Next)], out: &mut Vec<Value>) {
        if nexts.is_empty() {
            return;
        }
        let mut rows = Vec::with_capacity(nexts.len() * ROW_BYTES);
        for (_, next) in nexts {
            match next {
                Next::Position(next) => push(&mut rows, &Inputs::of(next), next),
                Next::Draw(pending) => {
                    push(&mut rows, &Inputs::of_draw(pending), pending.position());
                }
            }
        }
        let seen = nexts.iter().zip(self.ask(rows));
        out.extend(seen.map(|((_, next), value)| match next {
            Next::Position(_) => value,
            Next::Draw(_) => -value,
        }));
    }

    fn evaluate_drawn(&self, _: &PendingDraw, nexts: &[(Card, Position)], out: &mut Vec<Value>) {
        if nexts.is_empty() {
            return;
        }
        let mut rows = Vec::with_capacity(nexts.len() * ROW_BYTES);
        for (_, next) in nexts {
            push(&mut rows, &Inputs::of(next), next);
        }
        out.extend(self.ask(rows));
    }
}
