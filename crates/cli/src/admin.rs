mod show;

use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};
use bosworth_client::protocol::tournament::TournamentId;
use bosworth_client::protocol::{AdminAction, AdminAnswer, GameId, Registration, Scope};
use bosworth_rules::Side;
use bosworth_server::admin::Administrator;
use bosworth_server::auth::password_hashers::PasswordHashers;
use bosworth_server::store::Store;
use tokio::runtime::Runtime;

use crate::db::{self, Database};
use crate::texts::Texts;
use crate::{Finding, output};

/// Run a server: people, tokens, games, registration, reports, and a log of all that was done
///
/// It works on the database, whether a server runs or not. A running one notices within a second:
/// people are logged out, announcements appear, games are ended. What only a server can do, such as
/// ending a game, waits for its next start otherwise.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    database: Database,
    /// Print JSON
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Admin,
}

#[derive(clap::Subcommand)]
enum Admin {
    /// List people, guests and bots, or those whose names contain a text
    List {
        /// A part of the name
        #[arg(default_value = "")]
        text: String,
    },
    /// Log somebody out and keep them out
    Disable { name: String },
    /// Let somebody in again
    Enable { name: String },
    /// Keep somebody from chatting
    Mute { name: String },
    /// Let somebody chat again
    Unmute { name: String },
    /// Give somebody another name
    Rename { name: String, to: String },
    /// Give a person another password, and log them out
    Password {
        name: String,
        /// Read it from this file, - for standard input, instead of drawing one by lot
        #[arg(long, value_name = "FILE")]
        password_file: Option<PathBuf>,
    },
    /// Delete an account and its bots; games that go on are aborted or resigned
    Delete { name: String },
    /// List somebody's tokens
    Tokens { name: String },
    /// Make a token for somebody
    Token {
        name: String,
        /// What to call it
        #[arg(long, default_value = "admin")]
        label: String,
        /// What it may do
        #[arg(long = "scope", value_name = "SCOPE", default_values = ["play", "read"])]
        scopes: Vec<ScopeName>,
    },
    /// Revoke a token of somebody
    Revoke { name: String, token: String },
    /// Make a bot that belongs to a person, and its token
    Bot { owner: String, name: String },
    /// End a game in favour of a side, or as a draw
    End { game: GameId, winner: Winner },
    /// Abort a game: it counts for nobody
    Void { game: GameId },
    /// Call a tournament off: games that go on are played out, no other begins
    Cancel { event: TournamentId },
    /// Show a line to everybody; nothing any more without a text
    Announce {
        #[arg(default_value = "")]
        text: String,
    },
    /// Say who may open an account
    Registration { mode: Mode },
    /// Make an invitation to open accounts
    Invite {
        /// For so many accounts
        #[arg(long, default_value_t = 1)]
        uses: u32,
        /// Good for so many days
        #[arg(long, default_value_t = 30)]
        days: u32,
    },
    /// Withdraw an invitation
    Uninvite { invitation: String },
    /// Change the list of words that no name and no chat may contain
    Words {
        /// Add a word
        #[arg(long, value_name = "WORD")]
        add: Vec<String>,
        /// Remove a word
        #[arg(long, value_name = "WORD")]
        remove: Vec<String>,
        /// Add the words of a file, one a line
        #[arg(long, value_name = "FILE")]
        file: Option<PathBuf>,
    },
    /// List open reports of players about others
    Reports,
    /// Close a report
    Resolve { report: String },
    /// Show registration, announcement, words and invitations
    Settings,
    /// Show what was done, the latest last
    Log {
        /// So many lines
        #[arg(short = 'n', long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=10_000))]
        lines: u32,
    },
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum ScopeName {
    Play,
    Read,
    Admin,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Winner {
    Red,
    White,
    Draw,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Mode {
    Open,
    Invitation,
    Closed,
}

pub(crate) fn run(args: &Args, texts: &Texts) -> Result<Finding> {
    let runtime = Runtime::new().context("cannot start")?;
    runtime.block_on(async {
        let url = args.database.url()?;
        let opened = Store::open_existing(&url).await;
        let store = opened.map_err(|why| db::explained(why, texts))?;
        let done = work(args, &store, texts).await;
        store.close().await;
        done.map(|()| Finding::Good)
    })
}

async fn work(args: &Args, store: &Store, texts: &Texts) -> Result<()> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis() as i64;
    let Some(action) = args.command.action()? else {
        return show::show(&args.command, store, now, args.json).await;
    };
    let password_hashers = PasswordHashers::new(1);
    let host = Administrator { store, actor: actor(), now, password_hashers: &password_hashers };
    let answer = host.perform(&action).await?;
    if args.json {
        return Ok(output::json(&answer)?);
    }
    tell(&answer, texts)
}

/// Who is at work, for the audit log.
fn actor() -> String {
    let user = ["SUDO_USER", "USER", "LOGNAME"].iter().find_map(|name| std::env::var(name).ok());
    let plain = |user: String| user.chars().filter(|c| !c.is_control()).take(40).collect();
    format!("cli:{}", user.map_or_else(user_id, plain))
}

/// Whose process this is, where no variable says so: in containers, for example.
#[cfg(unix)]
fn user_id() -> String {
    format!("uid {}", rustix::process::getuid().as_raw())
}

#[cfg(not(unix))]
fn user_id() -> String {
    "unknown".into()
}

fn tell(answer: &AdminAnswer, texts: &Texts) -> Result<()> {
    for (key, secret) in [
        ("admin-password", answer.password.as_ref()),
        ("admin-invitation", answer.invitation.as_ref()),
        ("admin-token", answer.token.as_ref().and_then(|token| token.token.as_ref())),
    ] {
        if let Some(secret) = secret {
            output::line(texts.format(key, &[("secret", secret.as_str().into())]))?;
        }
    }
    let done = if answer.pending { "admin-pending" } else { "admin-done" };
    let number = ("number", answer.audit.to_string().into());
    Ok(output::line(texts.format(done, &[number]))?)
}

/// The first line of a file, or of standard input.
fn secret(path: &Path) -> Result<String> {
    let text = if path == Path::new("-") {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).context("cannot read standard input")?;
        text
    } else {
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?
    };
    Ok(text.lines().next().unwrap_or_default().to_owned())
}

impl Admin {
    /// What is to be done; none if something is only to be shown.
    fn action(&self) -> Result<Option<AdminAction>> {
        Ok(Some(match self {
            Self::List { .. }
            | Self::Tokens { .. }
            | Self::Reports
            | Self::Settings
            | Self::Log { .. } => return Ok(None),
            Self::Disable { name } => AdminAction::Disable { name: name.clone() },
            Self::Enable { name } => AdminAction::Enable { name: name.clone() },
            Self::Mute { name } => AdminAction::Mute { name: name.clone() },
            Self::Unmute { name } => AdminAction::Unmute { name: name.clone() },
            Self::Rename { name, to } => AdminAction::Rename { name: name.clone(), to: to.clone() },
            Self::Password { name, password_file } => AdminAction::Password {
                name: name.clone(),
                password: password_file.as_deref().map(secret).transpose()?,
            },
            Self::Delete { name } => AdminAction::Delete { name: name.clone() },
            Self::Token { name, label, scopes } => AdminAction::Token {
                name: name.clone(),
                label: label.clone(),
                scopes: scopes.iter().map(|&scope| scope.into()).collect(),
            },
            Self::Revoke { name, token } => {
                AdminAction::Revoke { name: name.clone(), token: token.clone() }
            }
            Self::Bot { owner, name } => {
                AdminAction::Bot { owner: owner.clone(), name: name.clone() }
            }
            Self::End { game, winner } => AdminAction::End {
                game: *game,
                winner: match winner {
                    Winner::Red => Some(Side::Red),
                    Winner::White => Some(Side::White),
                    Winner::Draw => None,
                },
            },
            Self::Void { game } => AdminAction::Void { game: *game },
            Self::Cancel { event } => AdminAction::Cancel { event: *event },
            Self::Announce { text } => AdminAction::Announce { text: text.clone() },
            Self::Registration { mode } => AdminAction::Registration(match mode {
                Mode::Open => Registration::Open,
                Mode::Invitation => Registration::Invitation,
                Mode::Closed => Registration::Closed,
            }),
            Self::Invite { uses, days } => AdminAction::Invite { uses: *uses, days: *days },
            Self::Uninvite { invitation } => {
                AdminAction::Uninvite { invitation: invitation.clone() }
            }
            Self::Words { add, remove, file } => {
                let mut add = add.clone();
                if let Some(path) = file {
                    let cannot = || format!("cannot read {}", path.display());
                    let text = std::fs::read_to_string(path).with_context(cannot)?;
                    let words = text.lines().map(str::trim).filter(|word| !word.is_empty());
                    add.extend(words.map(str::to_owned));
                }
                AdminAction::Words { add, remove: remove.clone() }
            }
            Self::Resolve { report } => AdminAction::Resolve { report: report.clone() },
        }))
    }
}

impl From<ScopeName> for Scope {
    fn from(name: ScopeName) -> Self {
        match name {
            ScopeName::Play => Self::Play,
            ScopeName::Read => Self::Read,
            ScopeName::Admin => Self::Admin,
        }
    }
}
