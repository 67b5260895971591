//! Certificates of solved positions: made by the program, checked by `suites/solve/check.py`, which
//! has to refuse them when they are tampered with.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail, ensure};
use serde_json::Value;

use crate::tool::{cargo, root, target, tool};

/// Positions that need more are left out.
const LIMITS: [&str; 4] = ["--nodes", "200000", "--max-states", "20000"];
/// About two of three positions stay within the limits.
const POSITIONS_PER_CERTIFICATE: usize = 3;

/// One rose and no hero left: N1 wins, E1 loses. Certificates of other positions may be refused for
/// a state that a worse action leads to, before its value is known.
const LAST_ROSE: &str = "w1rwr4/w1wrw4/1wwwrw3/rrrrw1rr1/rw1w1wwrr/1wrrwwr2/w1rww1rw1/wrrwww2w/1wr1rr1r1 \
                         h3 r N1,E1,E2,SW2,SW3 NE3,E3,W2,NW3 0 0 N2,N3,NE2,SE2,SE3,S2,SW1,W1,NW1 classic";

/// Builds the program and checks this many certificates.
pub(crate) fn run(count: usize, seed: u64) -> Result<()> {
    cargo(&["build", "--package", "bosworth-cli"]).run()?;
    cargo(&["build", "--package", "bosworth-engine", "--example", "endings"]).run()?;
    run_built(count, seed)
}

/// The same with programs that are built already.
pub(crate) fn run_built(count: usize, seed: u64) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let started = Instant::now();
    let certificates = make(count, seed, folder.path())?;
    println!("{} in {:.1} s", describe(&certificates)?, started.elapsed().as_secs_f64());
    let files: Vec<_> = certificates.iter().map(|it| it.file.clone()).collect();
    let started = Instant::now();
    for (file, verdict) in check(&files)? {
        ensure!(verdict.starts_with("proven"), "{}: {verdict}", file.display());
    }
    println!("all proven in {:.1} s", started.elapsed().as_secs_f64());
    let tampered = tamper(&certificates, folder.path())?;
    let files: Vec<_> = tampered.iter().map(|it| it.file.clone()).collect();
    let mut refused_by_value = 0;
    for (fake, (file, verdict)) in tampered.iter().zip(check(&files)?) {
        let right = fake.reasons.iter().any(|reason| verdict.contains(reason));
        if !verdict.starts_with("refused") || !right {
            let kept = std::env::temp_dir().join("bosworth-tampered-certificate");
            fs::copy(&file, &kept)?;
            bail!("{verdict}, but it was tampered with; it is kept as {}", kept.display());
        }
        refused_by_value += usize::from(fake.worse && verdict.contains(VALUE));
    }
    let worse = tampered.iter().filter(|it| it.worse).count();
    println!(
        "{} tampered ones refused; of {worse} with a worse action, {refused_by_value} for its value",
        tampered.len()
    );
    ensure!(refused_by_value > 0, "the worse action of the last rose has the right value");
    Ok(())
}

/// A certificate in a file.
struct CertificateFile {
    file: PathBuf,
    /// An action in the first position that is worse than the best one.
    worse: Option<String>,
}

/// Makes certificates of positions near the end of self-play games.
fn make(count: usize, seed: u64, folder: &Path) -> Result<Vec<CertificateFile>> {
    let programs = target()?.join("debug");
    let wanted = (count * POSITIONS_PER_CERTIFICATE + 20).to_string();
    let positions =
        tool(programs.join("examples/endings")).args([wanted, seed.to_string()]).read()?;
    let positions: Vec<_> = [LAST_ROSE].into_iter().chain(positions.lines()).collect();
    let program = programs.join("bosworth");
    let mut certificates = Vec::new();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    for (batch, positions) in positions.chunks(threads).enumerate() {
        let made: Result<Vec<_>> = thread::scope(|scope| {
            let numbered = positions.iter().zip(batch * threads..);
            let workers: Vec<_> = numbered
                .map(|(position, number)| {
                    let file = folder.join(format!("{number}.certificate"));
                    let program = &program;
                    scope.spawn(move || certificate(program, position, file))
                })
                .collect();
            let join = |worker: thread::ScopedJoinHandle<'_, _>| worker.join();
            workers.into_iter().map(|it| join(it).map_err(|_| anyhow!("a panic"))?).collect()
        });
        certificates.extend(made?.into_iter().flatten());
        if certificates.len() >= count {
            certificates.truncate(count);
            return Ok(certificates);
        }
    }
    bail!("only {} of {} positions stay within the limits", certificates.len(), positions.len())
}

/// The certificate of a position, unless that takes too much.
fn certificate(program: &Path, position: &str, file: PathBuf) -> Result<Option<CertificateFile>> {
    let output = Command::new(program)
        .args(["solve", position, "--json", "--hash", "64", "--lang", "en", "--certificate"])
        .arg(&file)
        .args(LIMITS)
        .output()
        .with_context(|| format!("cannot start {}", program.display()))?;
    let said = String::from_utf8_lossy(&output.stderr);
    if said.contains("no certificate") {
        return Ok(None);
    }
    ensure!(output.status.success(), "{position}: {said}");
    let report: Value = serde_json::from_slice(&output.stdout)?;
    let actions = report["actions"].as_array().context("solve reports actions")?;
    let win = |action: &Value| action["win"].as_f64().unwrap_or_default();
    let (first, last) = (actions.first(), actions.last());
    let worse = last.filter(|last| first.is_some_and(|first| win(first) > win(last)));
    let worse = worse.and_then(|action| action["action"].as_str()).map(String::from);
    Ok(Some(CertificateFile { file, worse }))
}

/// How many certificates there are, and how many states they list.
fn describe(certificates: &[CertificateFile]) -> Result<String> {
    let mut states = 0;
    for certificate in certificates {
        let text = fs::read_to_string(&certificate.file)?;
        states += text.lines().count().saturating_sub(6);
    }
    Ok(format!("{} certificates with {states} states", certificates.len()))
}

/// The verdict of the checker on each file.
fn check(files: &[PathBuf]) -> Result<Vec<(PathBuf, String)>> {
    let output = Command::new("python3")
        .arg(root().join("suites/solve/check.py"))
        .args(files)
        .output()
        .context("cannot start python3")?;
    let said = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<_> = said.lines().collect();
    let fault = String::from_utf8_lossy(&output.stderr);
    ensure!(lines.len() == files.len(), "the checker stopped: {fault}");
    let verdicts = files.iter().zip(lines).map(|(file, line)| {
        let verdict = line.strip_prefix(&format!("{}: ", file.display()));
        Ok((file.clone(), verdict.context("a verdict on each file")?.to_string()))
    });
    let verdicts: Vec<_> = verdicts.collect::<Result<_>>()?;
    let accepted = verdicts.iter().all(|(_, verdict)| verdict.starts_with("proven"));
    ensure!(accepted == output.status.success(), "the exit code contradicts the verdicts");
    Ok(verdicts)
}

/// A certificate that proves nothing.
struct TamperedFile {
    file: PathBuf,
    /// Why the checker may refuse it.
    reasons: &'static [&'static str],
    /// Whether it has a worse action instead of the best one.
    worse: bool,
}

const VALUE: &str = "proves";
const MISSING: &str = "nothing listed";
const ILLEGAL: &str = "is illegal";

/// Changes the value, or the first action to a worse one or an illegal one, or takes out its state.
fn tamper(certificates: &[CertificateFile], folder: &Path) -> Result<Vec<TamperedFile>> {
    let mut tampered = Vec::new();
    for (number, certificate) in certificates.iter().enumerate() {
        let text = fs::read_to_string(&certificate.file)?;
        let lines: Vec<_> = text.lines().map(String::from).collect();
        let mut save = |name: &str, place: usize, line: String, reasons| {
            let file = folder.join(format!("{number}.{name}"));
            let mut lines = lines.clone();
            lines[place] = line;
            tampered.push(TamperedFile { file: file.clone(), reasons, worse: name == "worse" });
            fs::write(file, lines.join("\n") + "\n").map_err(anyhow::Error::from)
        };
        let [_, _, value, _, first, ..] = &lines[..] else { bail!("{text} is too short") };
        let value = value.strip_prefix("win_chance ").and_then(|it| it.split_once('/'));
        let (above, below) = value.context("a fraction")?;
        let (above, below): (u64, u64) = (above.parse()?, below.parse()?);
        let other = if above > 0 { format!("{above}/{}", below + 1) } else { "1/2".into() };
        save("value", 2, format!("win_chance {other}"), &[VALUE])?;
        let (_, state) = first.split_once(' ').context("a state")?;
        if let Some(worse) = &certificate.worse {
            save("worse", 4, format!("{worse} {state}"), &[VALUE, MISSING])?;
        }
        save("illegal", 4, format!("pass {state}"), &[ILLEGAL])?;
        // The number of states stays right.
        save("missing", 4, format!("+ no {state}"), &[MISSING])?;
    }
    Ok(tampered)
}
