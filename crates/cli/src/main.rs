//! `bosworth`: The Rose King from the command line.

mod admin;
mod arena;
mod arguments;
mod bench;
mod best;
mod board;
mod bot;
mod datagen;
mod db;
mod deal;
mod games;
mod healthcheck;
mod inputs;
mod insights;
mod inspect;
mod interrupt;
mod log;
mod man;
mod memory;
mod odds;
#[cfg(feature = "otlp")]
mod otlp;
#[cfg(not(feature = "otlp"))]
#[path = "no_otlp.rs"]
mod otlp;
mod output;
mod output_file;
mod perft;
mod play;
mod position_input;
mod progress_bar;
mod puzzles;
mod record_files;
mod replay;
mod review;
mod score;
mod serve;
mod server_flag;
mod solve;
mod study;
mod texts;
mod tournament;
mod train;
mod ugi;
mod verify;
mod version;
mod why;
mod worker;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::env::Shells;
use clap_complete::{CompleteEnv, Shell};

use crate::texts::{LanguageArg, Texts};

/// musl's own allocator takes one lock for all threads, and 10 % more time under load
/// (docs/hosting.md).
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The Rose King (Rosenkönig): play, review and analyse the two-player board game
///
/// Positions, actions and records are plain text, the same for every command:
///
///   position   9/9/9/9/4r4/9/9/9/9 e5 w NE2,E3 SE1,W1 4 4 S2 classic
///   action     N2 (play), N2* (play with a hero), + (draw), pass
///   record     a .rose file: tags, numbered actions, a result
#[derive(Parser)]
#[command(name = "bosworth", version = version::version(), verbatim_doc_comment, arg_required_else_help = true)]
struct Cli {
    /// Language of the output: en, de or fr [default: from the locale]
    #[arg(long, global = true, value_enum, value_name = "LANGUAGE", hide_possible_values = true)]
    lang: Option<LanguageArg>,

    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Play(play::Args),
    Train(train::Args),
    Games(games::Args),
    Serve(serve::Args),
    Worker(worker::Args),
    Bot(bot::Args),
    Admin(admin::Args),
    #[command(subcommand)]
    Db(db::Db),
    Healthcheck(healthcheck::Args),
    Deal(deal::Args),
    Score(score::Args),
    Best(best::Args),
    Solve(solve::Args),
    Replay(replay::Args),
    Review(review::Args),
    Insights(insights::Args),
    Verify(verify::Args),
    Odds(odds::Args),
    Inspect(inspect::Args),
    Perft(perft::Args),
    Engine(ugi::Args),
    Arena(arena::Args),
    #[command(subcommand)]
    Event(tournament::EngineTournament),
    Datagen(datagen::Args),
    Inputs(inputs::Args),
    #[command(subcommand)]
    Puzzles(puzzles::Puzzles),
    #[command(subcommand)]
    Study(study::Study),
    #[command(subcommand)]
    Bench(bench::Bench),
    Man(man::Args),
    /// Print a completion script for a shell
    ///
    /// Completes options, their values and saved games. The script runs bosworth, which must be in
    /// the PATH.
    ///
    /// For bash: bosworth completions bash > ~/.local/share/bash-completion/completions/bosworth
    #[command(verbatim_doc_comment)]
    Completions {
        /// Shell
        shell: Shell,
    },
}

/// The outcome of a command that did not fail.
pub(crate) enum Finding {
    /// No faults.
    Good,
    /// The check found faults: exit code 1.
    Bad,
    /// Ctrl-C ended it early, with what was done until then: exit code 130.
    Interrupted,
}

impl Finding {
    pub(crate) const fn of(good: bool) -> Self {
        if good { Self::Good } else { Self::Bad }
    }
}

fn main() -> ExitCode {
    CompleteEnv::with_factory(Cli::command).complete();
    let texts = LanguageArg::asked_for(std::env::args_os()).texts();
    let parsed = command(&texts).try_get_matches().and_then(|found| Cli::from_arg_matches(&found));
    let cli = parsed.unwrap_or_else(|error| usage_error(&error, &texts));
    let texts = cli.lang.map_or(texts, LanguageArg::texts);
    match run(cli.command, texts) {
        Ok(Finding::Good) => ExitCode::SUCCESS,
        Ok(Finding::Bad) => ExitCode::from(1),
        Ok(Finding::Interrupted) => ExitCode::from(interrupt::INTERRUPTED),
        // The reader of our output closed the pipe, as `head` does.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::note(format_args!("{error:#}"));
            // What was given is valid.
            ExitCode::from(if is_failed_output(&error) { 1 } else { 2 })
        }
    }
}

/// Prints help, or what is wrong with the arguments, and ends the program.
fn usage_error(error: &clap::Error, texts: &Texts) -> ! {
    // The streams may be closed.
    let _ = error.print();
    if error.use_stderr() && texts.language() != bosworth_texts::Language::English {
        let _ = writeln!(io::stderr(), "\n{}", texts.get("help-in-english"));
    }
    std::process::exit(error.exit_code())
}

/// The command line. Its help is in English only; in other languages a note says why.
fn command(texts: &Texts) -> clap::Command {
    fn with_note(command: clap::Command, note: &str) -> clap::Command {
        let note_below = |command| with_note(command, note);
        command.after_help(note.to_string()).mut_subcommands(note_below)
    }
    match texts.language() {
        bosworth_texts::Language::English => Cli::command(),
        _ => with_note(Cli::command(), &texts.get("help-in-english")),
    }
}

fn run(command: Command, texts: Texts) -> Result<Finding> {
    match command {
        Command::Play(args) => play::run(&args, texts),
        Command::Train(args) => train::run(&args, texts),
        Command::Games(args) => games::run(&args, texts),
        Command::Serve(args) => serve::run(&args, &texts),
        Command::Worker(args) => worker::run(&args),
        Command::Bot(args) => bot::run(&args),
        Command::Admin(args) => admin::run(&args, &texts),
        Command::Db(args) => db::run(&args, &texts),
        Command::Healthcheck(args) => healthcheck::run(&args),
        Command::Deal(args) => deal::run(&args, &texts),
        Command::Score(args) => score::run(&args, &texts),
        Command::Best(args) => best::run(&args, &texts),
        Command::Solve(args) => solve::run(&args, &texts),
        Command::Replay(args) => replay::run(&args, texts),
        Command::Review(args) => review::run(&args, texts),
        Command::Insights(args) => insights::run(&args, &texts),
        Command::Verify(args) => verify::run(&args, &texts),
        Command::Odds(args) => odds::run(&args, &texts),
        Command::Inspect(args) => inspect::run(&args, &texts),
        Command::Perft(args) => perft::run(&args),
        Command::Engine(args) => ugi::run(&args, &texts),
        Command::Arena(args) => arena::run(&args, &texts),
        Command::Event(args) => tournament::run(&args, &texts),
        Command::Datagen(args) => datagen::run(&args, &texts),
        Command::Inputs(args) => inputs::run(&args),
        Command::Puzzles(args) => puzzles::run(&args, &texts),
        Command::Study(args) => study::run(&args, &texts),
        Command::Bench(args) => bench::run(&args),
        Command::Man(args) => man::run(&args, Cli::command()),
        Command::Completions { shell } => completions(shell),
    }
}

/// Prints the script that makes a shell ask this program for completions.
fn completions(shell: Shell) -> Result<Finding> {
    let shells = Shells::builtins();
    let completer = shells.completer(&shell.to_string()).context("unknown shell")?;
    let mut script = Vec::new();
    completer.write_registration("COMPLETE", "bosworth", "bosworth", "bosworth", &mut script)?;
    output::text(String::from_utf8_lossy(&script))?;
    Ok(Finding::Good)
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let kind = |cause: &(dyn std::error::Error + 'static)| {
        cause.downcast_ref::<io::Error>().map(io::Error::kind)
    };
    error.chain().any(|cause| kind(cause) == Some(io::ErrorKind::BrokenPipe))
}

fn is_failed_output(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let inner = cause.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        inner.is_some_and(|inner| inner.is::<output::OutputError>())
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        super::Cli::command().debug_assert();
    }
}
