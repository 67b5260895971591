mod diagnostics;
mod export;
mod import;
mod show;

use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};
use bosworth_client::protocol::tournament::TournamentId;
use bosworth_client::protocol::{
    AccountRole, AdminAction, AdminAnswer, ChatPlace, GameId, NameAndReason, Registration, Scope,
};
use bosworth_rules::Side;
use bosworth_server::admin::{Administrator, Authority};
use bosworth_server::auth::password_hashers::PasswordHashers;
use bosworth_server::store::Store;
use tokio::runtime::Runtime;

use self::import::ImportArgs;
use crate::db::{self, DatabaseArgs};
use crate::texts::Texts;
use crate::{Finding, output};

/// Administer a server: accounts, roles, tokens, games, registration, reports and the audit log
///
/// Works directly on the database, whether or not a server is running. A running server applies
/// changes within a second: it logs accounts out, shows announcements, ends games. Actions that
/// need a server, such as ending a game, wait until one starts.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    database: DatabaseArgs,
    /// Print JSON
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: AdminCommand,
}

#[derive(clap::Subcommand)]
enum AdminCommand {
    /// List accounts (people, guests and bots), or those whose name contains TEXT
    List {
        /// Part of the name
        #[arg(default_value = "")]
        text: String,
    },
    /// Disable an account and log it out
    Disable(Whom),
    /// Enable a disabled account
    Enable(Whom),
    /// Ban an account from chat
    Mute(Whom),
    /// Lift a chat ban
    Unmute(Whom),
    /// Log an account out everywhere; its tokens stay valid
    Logout(Whom),
    /// Rename an account
    Rename {
        name: String,
        to: String,
        #[command(flatten)]
        why: Why,
    },
    /// Make a person a moderator or an admin, or take the role away
    ///
    /// Moderators handle reports, people, games, tournaments and the announcement on the page
    /// #/admin of the web app. Admins also appoint moderators.
    Role {
        name: String,
        role: RoleName,
        #[command(flatten)]
        why: Why,
    },
    /// Set a new password for an account and log it out
    Password {
        name: String,
        /// Read the password from this file (- for standard input) instead of generating one
        #[arg(long, value_name = "FILE")]
        password_file: Option<PathBuf>,
    },
    /// Delete an account and its bots; games in progress are aborted or resigned
    Delete(Whom),
    /// List the tokens of an account
    Tokens {
        name: String,
    },
    /// Create a token for an account
    Token {
        name: String,
        /// Label of the token
        #[arg(long, default_value = "admin")]
        label: String,
        /// Permission to grant; can be repeated
        #[arg(long = "scope", value_name = "SCOPE", default_values = ["play", "read"])]
        scopes: Vec<ScopeName>,
    },
    /// Revoke a token of an account
    Revoke {
        name: String,
        token: String,
    },
    /// Create an account for a person, with a random password
    Person {
        name: String,
        /// Send a link to choose a password to this address instead
        #[arg(long, value_name = "ADDRESS")]
        mail: Option<String>,
        /// Language of the mails: en, de or fr
        #[arg(long, value_name = "LANGUAGE", requires = "mail")]
        language: Option<String>,
    },
    Import(ImportArgs),
    /// Create a bot account owned by a person, with a token
    Bot {
        owner: String,
        name: String,
    },
    /// End a game as a win for one side, or as a draw
    End {
        game: GameId,
        winner: Winner,
        #[command(flatten)]
        why: Why,
    },
    /// Abort a game, so that it counts for neither player
    Void {
        game: GameId,
        #[command(flatten)]
        why: Why,
    },
    /// List the chat of a game or a tournament, with the numbers of its lines
    Chat {
        /// Id of the game or tournament
        #[arg(value_parser = chat_place)]
        id: ChatPlace,
    },
    /// Remove a line from the chat of a game or a tournament
    Erase {
        /// Id of the game or tournament
        #[arg(value_parser = chat_place)]
        id: ChatPlace,
        /// Number of the line
        line: u32,
        #[command(flatten)]
        why: Why,
    },
    /// Cancel a tournament: games in progress are finished, no new ones start
    Cancel {
        event: TournamentId,
        #[command(flatten)]
        why: Why,
    },
    /// Show an announcement to all users; without TEXT, remove it
    Announce {
        #[arg(default_value = "")]
        text: String,
        #[command(flatten)]
        why: Why,
    },
    /// Set who can register
    Registration {
        mode: RegistrationMode,
    },
    /// Create an invitation to register
    Invite {
        /// Number of accounts that can register with it
        #[arg(long, default_value_t = 1)]
        uses: u32,
        /// Days until it expires
        #[arg(long, default_value_t = 30)]
        days: u32,
    },
    /// Revoke an invitation
    Uninvite {
        invitation: String,
    },
    /// Edit the list of words that are forbidden in names and chat
    Words {
        /// Add a word
        #[arg(long, value_name = "WORD")]
        add: Vec<String>,
        /// Remove a word
        #[arg(long, value_name = "WORD")]
        remove: Vec<String>,
        /// Add the words in a file, one per line
        #[arg(long, value_name = "FILE")]
        file: Option<PathBuf>,
    },
    /// List open reports about players
    Reports,
    /// Close a report
    Resolve {
        report: String,
        #[command(flatten)]
        why: Why,
    },
    /// Show registration mode, announcement, forbidden words and invitations
    Settings,
    /// Write the records of all finished public games to a file, without the names of players
    Export {
        /// Output file; - for standard output
        file: PathBuf,
        /// Write the names as well, and what proves the shuffles: the records that the server publishes
        #[arg(long)]
        names: bool,
    },
    /// Print facts about the program, the machine and the database for a bug report, without secrets
    Diagnostics,
    /// Show the audit log, latest entry last
    Log {
        /// Number of lines
        #[arg(short = 'n', long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=10_000))]
        lines: u32,
    },
}

/// The account that a command is about.
#[derive(clap::Args)]
struct Whom {
    name: String,
    #[command(flatten)]
    why: Why,
}

/// Why a command is given.
#[derive(clap::Args)]
struct Why {
    /// Reason, for the audit log
    #[arg(long, default_value = "", hide_default_value = true)]
    reason: String,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum RoleName {
    Moderator,
    Admin,
    /// Take the role away
    None,
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
enum RegistrationMode {
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
        let done = execute(args, &store, &url, texts).await;
        store.close().await;
        done.map(|()| Finding::Good)
    })
}

async fn execute(args: &Args, store: &Store, url: &str, texts: &Texts) -> Result<()> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis() as i64;
    let password_hashers = PasswordHashers::new(1);
    let host = Administrator {
        store,
        actor: actor(),
        authority: Authority::Host,
        now,
        password_hashers: &password_hashers,
    };
    if args.command.sends_mail() && !args.database.with_environment()?.has("mail") {
        output::note("warning: these settings have no mail; only a server that has it sends links");
    }
    match &args.command {
        AdminCommand::Import(import) => return import.run(&host, args.json, texts).await,
        AdminCommand::Export { file, names } => {
            return export::write(file, *names, store, args.json, texts).await;
        }
        AdminCommand::Diagnostics => {
            let given = args.database.with_environment()?;
            return diagnostics::print(store, url, &given, now).await;
        }
        _ => {}
    }
    let Some(action) = args.command.action()? else {
        return show::show(&args.command, store, now, args.json).await;
    };
    let answer = host.perform(&action).await?;
    if args.json {
        return Ok(output::json(&answer)?);
    }
    print_answer(&answer, texts)
}

/// Returns the operator's name for the audit log.
fn actor() -> String {
    let user = ["SUDO_USER", "USER", "LOGNAME"].iter().find_map(|name| std::env::var(name).ok());
    let plain = |user: String| user.chars().filter(|c| !c.is_control()).take(40).collect();
    format!("cli:{}", user.map_or_else(user_id, plain))
}

/// Returns the user ID of the process, for when no variable names the user, as in containers.
#[cfg(unix)]
fn user_id() -> String {
    format!("uid {}", rustix::process::getuid().as_raw())
}

#[cfg(not(unix))]
fn user_id() -> String {
    "unknown".into()
}

fn print_answer(answer: &AdminAnswer, texts: &Texts) -> Result<()> {
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

/// Reads the first line of a file, or of standard input.
fn first_line(path: &Path) -> Result<String> {
    let text = if path == Path::new("-") {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).context("cannot read standard input")?;
        text
    } else {
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?
    };
    Ok(text.lines().next().unwrap_or_default().to_owned())
}

impl AdminCommand {
    /// Whether a running server sends a mail because of it.
    fn sends_mail(&self) -> bool {
        match self {
            Self::Person { mail, .. } => mail.is_some(),
            Self::Import(_) => true,
            _ => false,
        }
    }

    /// Returns the action to perform; none for commands that only print.
    fn action(&self) -> Result<Option<AdminAction>> {
        Ok(Some(match self {
            Self::List { .. }
            | Self::Tokens { .. }
            | Self::Chat { .. }
            | Self::Reports
            | Self::Settings
            | Self::Export { .. }
            | Self::Import(_)
            | Self::Diagnostics
            | Self::Log { .. } => return Ok(None),
            Self::Disable(whom) => AdminAction::Disable(whom.into()),
            Self::Enable(whom) => AdminAction::Enable(whom.into()),
            Self::Mute(whom) => AdminAction::Mute(whom.into()),
            Self::Unmute(whom) => AdminAction::Unmute(whom.into()),
            Self::Logout(whom) => AdminAction::Logout(whom.into()),
            Self::Delete(whom) => AdminAction::Delete(whom.into()),
            Self::Rename { name, to, why } => {
                AdminAction::Rename { name: name.clone(), to: to.clone(), reason: why.text() }
            }
            Self::Role { name, role, why } => AdminAction::Role {
                name: name.clone(),
                role: match role {
                    RoleName::Moderator => Some(AccountRole::Moderator),
                    RoleName::Admin => Some(AccountRole::Admin),
                    RoleName::None => None,
                },
                reason: why.text(),
            },
            Self::Password { name, password_file } => AdminAction::Password {
                name: name.clone(),
                password: password_file.as_deref().map(first_line).transpose()?,
            },
            Self::Token { name, label, scopes } => AdminAction::Token {
                name: name.clone(),
                label: label.clone(),
                scopes: scopes.iter().map(|&scope| scope.into()).collect(),
            },
            Self::Revoke { name, token } => {
                AdminAction::Revoke { name: name.clone(), token: token.clone() }
            }
            Self::Person { name, mail, language } => AdminAction::Person {
                name: name.clone(),
                mail: mail.clone(),
                language: language.clone(),
            },
            Self::Bot { owner, name } => {
                AdminAction::Bot { owner: owner.clone(), name: name.clone() }
            }
            Self::End { game, winner, why } => AdminAction::End {
                game: *game,
                winner: match winner {
                    Winner::Red => Some(Side::Red),
                    Winner::White => Some(Side::White),
                    Winner::Draw => None,
                },
                reason: why.text(),
            },
            Self::Void { game, why } => AdminAction::Void { game: *game, reason: why.text() },
            Self::Erase { id, line, why } => {
                AdminAction::Erase { chat: *id, line: *line, reason: why.text() }
            }
            Self::Cancel { event, why } => {
                AdminAction::Cancel { event: *event, reason: why.text() }
            }
            Self::Announce { text, why } => {
                AdminAction::Announce { text: text.clone(), reason: why.text() }
            }
            Self::Registration { mode } => AdminAction::Registration(match mode {
                RegistrationMode::Open => Registration::Open,
                RegistrationMode::Invitation => Registration::Invitation,
                RegistrationMode::Closed => Registration::Closed,
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
            Self::Resolve { report, why } => {
                AdminAction::Resolve { report: report.clone(), reason: why.text() }
            }
        }))
    }
}

/// Parses the id of a game or, if it is shorter, of a tournament.
fn chat_place(id: &str) -> Result<ChatPlace, &'static str> {
    let game = id.parse().map(ChatPlace::Game);
    let place = game.or_else(|_| id.parse().map(ChatPlace::Event));
    place.map_err(|_| "not the id of a game or a tournament")
}

impl Why {
    fn text(&self) -> String {
        self.reason.clone()
    }
}

impl From<&Whom> for NameAndReason {
    fn from(Whom { name, why }: &Whom) -> Self {
        Self { name: name.clone(), reason: why.text() }
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
