use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use bosworth_client::Client;
use bosworth_client::protocol::{BotRequest, Credentials, NewBot};
use bosworth_tui::prompt_password;

use crate::{Finding, output};

/// Create a bot account and its token on a server, without a browser
///
/// Prompts for your password, unless it is in a file or in `BOSWORTH_PASSWORD`.
#[derive(clap::Args)]
pub(crate) struct NewArgs {
    /// Name of the bot
    name: String,
    /// Server URL, such as <http://localhost:1485>
    #[arg(long, env = "BOSWORTH_SERVER", value_name = "URL")]
    server: String,
    /// Your account name on the server
    #[arg(long, value_name = "NAME")]
    login: String,
    /// Read your password from this file
    #[arg(long, value_name = "FILE")]
    password_file: Option<PathBuf>,
    /// Your password
    #[arg(env = "BOSWORTH_PASSWORD", long = "password", hide = true, hide_env_values = true)]
    password: Option<String>,
    /// Write the token to this new file, readable only by you, instead of printing it
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
}

pub(super) async fn run(args: &NewArgs) -> Result<Finding> {
    let mut client = Client::new(&args.server)?;
    let password = match (&args.password_file, &args.password) {
        (Some(path), _) => first_line(path)?,
        (None, Some(password)) => password.clone(),
        (None, None) => prompt_password(&format!("Password of {}: ", args.login))?,
    };
    // Create the file first: a token that cannot be saved is lost.
    let file = args.token_file.as_deref().map(private).transpose()?;
    client.login(&Credentials::new(&args.login, password)).await?;
    let request = BotRequest { name: args.name.clone() };
    let made: Result<NewBot, _> = client.post("/api/me/bots", &request).await;
    client.logout().await?;
    let token = made?.token.token.context("the server returned no token")?;
    match (file, &args.token_file) {
        (Some(mut file), Some(path)) => {
            let cannot = || format!("cannot write {}", path.display());
            writeln!(file, "{token}").with_context(cannot)?;
            output::line(path.display())?;
        }
        _ => output::line(token)?,
    }
    Ok(Finding::Good)
}

fn first_line(path: &Path) -> Result<String> {
    let text = std::fs::read_to_string(path);
    let text = text.with_context(|| format!("cannot read {}", path.display()))?;
    Ok(text.lines().next().unwrap_or_default().to_owned())
}

/// Creates a file with mode 0600.
fn private(path: &Path) -> Result<std::fs::File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).with_context(|| format!("cannot create {}", path.display()))
}
