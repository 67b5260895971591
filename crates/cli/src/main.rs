//! `bosworth`: The Rose King from the command line.

mod arena;
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
mod inspect;
mod log;
mod man;
mod output;
mod perft;
mod play;
mod progress;
mod replay;
mod review;
mod score;
mod serve;
mod source;
mod texts;
mod ugi;
mod verify;
mod version;
mod worker;

use std::io;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;

use crate::texts::Language;

/// musl's own allocator takes one lock for all threads.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The Rose King (Rosenkönig): play, check and count games of the board game for two
///
/// Positions, actions and records are plain text, the same in every command:
///
///   position   9/9/9/9/4r4/9/9/9/9 e5 w NE2,E3 SE1,W1 4 4 S2 classic
///   action     N2 (play), N2* (play with a hero), + (draw), pass
///   record     a .rose file: tags, numbered actions, a result
#[derive(Parser)]
#[command(name = "bosworth", version = version::version(), verbatim_doc_comment, arg_required_else_help = true)]
struct Cli {
    /// Language of what people read [default: the system's, else en]
    #[arg(long, global = true, value_enum, value_name = "LANGUAGE")]
    lang: Option<Language>,

    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Play(play::Args),
    Games(games::Args),
    Serve(serve::Args),
    Worker(worker::Args),
    Bot(bot::Args),
    #[command(subcommand)]
    Db(db::Db),
    Healthcheck(healthcheck::Args),
    Deal(deal::Args),
    Score(score::Args),
    Best(best::Args),
    Replay(replay::Args),
    Review(review::Args),
    Verify(verify::Args),
    Inspect(inspect::Args),
    Perft(perft::Args),
    Engine(ugi::Args),
    Arena(arena::Args),
    Datagen(datagen::Args),
    Inputs(inputs::Args),
    #[command(subcommand)]
    Bench(bench::Bench),
    Man(man::Args),
    /// Print a script that completes commands with the Tab key
    ///
    /// For bash: bosworth completions bash > ~/.local/share/bash-completion/completions/bosworth
    #[command(verbatim_doc_comment)]
    Completions {
        /// The shell to write for
        shell: Shell,
    },
}

/// How a command ended that did not fail.
pub(crate) enum Finding {
    /// All is well.
    Good,
    /// The check found faults: exit code 1.
    Bad,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let texts = cli.lang.unwrap_or_else(Language::from_environment).texts();
    let finding = match cli.command {
        Command::Play(args) => play::run(&args, texts),
        Command::Games(args) => games::run(&args, texts),
        Command::Serve(args) => serve::run(&args, &texts),
        Command::Worker(args) => worker::run(&args),
        Command::Bot(args) => bot::run(&args),
        Command::Db(args) => db::run(&args, &texts),
        Command::Healthcheck(args) => healthcheck::run(&args),
        Command::Deal(args) => deal::run(&args, &texts),
        Command::Score(args) => score::run(&args, &texts),
        Command::Best(args) => best::run(&args, &texts),
        Command::Replay(args) => replay::run(&args, texts),
        Command::Review(args) => review::run(&args, texts),
        Command::Verify(args) => verify::run(&args, &texts),
        Command::Inspect(args) => inspect::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Engine(args) => ugi::run(&args),
        Command::Arena(args) => arena::run(&args),
        Command::Datagen(args) => datagen::run(&args),
        Command::Inputs(args) => inputs::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Man(args) => man::run(&args, Cli::command()),
        Command::Completions { shell } => {
            clap_complete::generate(shell, &mut Cli::command(), "bosworth", &mut io::stdout());
            Ok(Finding::Good)
        }
    };
    match finding {
        Ok(Finding::Good) => ExitCode::SUCCESS,
        Ok(Finding::Bad) => ExitCode::from(1),
        // The reader of our output closed the pipe, as `head` does.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bosworth: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let kind = |cause: &(dyn std::error::Error + 'static)| {
        cause.downcast_ref::<io::Error>().map(io::Error::kind)
    };
    error.chain().any(|cause| kind(cause) == Some(io::ErrorKind::BrokenPipe))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        super::Cli::command().debug_assert();
    }
}
