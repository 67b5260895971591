use std::path::PathBuf;

/// How people who are away are told.
#[derive(clap::Args)]
pub(super) struct NotificationArgs {
    /// Push messages to browsers; push services turn to this contact: mailto:… or https://…
    #[arg(long, env = "BOSWORTH_PUSH_CONTACT", value_name = "URL")]
    pub(super) push_contact: Option<String>,
    /// Push to this machine, too, for tests
    #[arg(long, env = "BOSWORTH_PUSH_LOOPBACK", hide = true)]
    pub(super) push_loopback: bool,
    /// Send mails by this SMTP server, `smtps://USER:PASSWORD@HOST`
    #[arg(long, env = "BOSWORTH_MAIL", value_name = "URL", hide_env_values = true)]
    pub(super) mail: Option<String>,
    /// Read that address from this file: then nobody sees its password in the environment
    #[arg(long, env = "BOSWORTH_MAIL_FILE", value_name = "FILE")]
    pub(super) mail_file: Option<PathBuf>,
    /// The sender of mails
    #[arg(long, env = "BOSWORTH_MAIL_FROM", value_name = "ADDRESS")]
    pub(super) mail_from: Option<String>,
    /// Where the web app is, for links in mails: https://…
    #[arg(long, env = "BOSWORTH_PUBLIC_URL", value_name = "URL")]
    pub(super) public_url: Option<String>,
}
