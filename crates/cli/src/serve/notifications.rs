use std::path::PathBuf;

/// How to notify players who are away.
#[derive(clap::Args)]
pub(super) struct NotificationArgs {
    /// Enable push notifications; contact address for push services: mailto:… or https://…
    #[arg(long, env = "BOSWORTH_PUSH_CONTACT", value_name = "URL")]
    pub(super) push_contact: Option<String>,
    /// Allow push endpoints on this machine, for tests
    #[arg(long, env = "BOSWORTH_PUSH_LOOPBACK", hide = true)]
    pub(super) push_loopback: bool,
    /// SMTP server for outgoing mail, `smtps://USER:PASSWORD@HOST`
    #[arg(long, env = "BOSWORTH_MAIL", value_name = "URL", hide_env_values = true)]
    pub(super) mail: Option<String>,
    /// Read the SMTP URL from this file, to keep its password out of the environment
    #[arg(long, env = "BOSWORTH_MAIL_FILE", value_name = "FILE")]
    pub(super) mail_file: Option<PathBuf>,
    /// Sender address of outgoing mail
    #[arg(long, env = "BOSWORTH_MAIL_FROM", value_name = "ADDRESS")]
    pub(super) mail_from: Option<String>,
    /// Public URL of the web app, for links in mail: https://…
    #[arg(long, env = "BOSWORTH_PUBLIC_URL", value_name = "URL")]
    pub(super) public_url: Option<String>,
}
