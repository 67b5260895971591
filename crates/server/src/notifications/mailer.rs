//! Sends mails through the configured SMTP server.

use std::time::{Duration, Instant};

use lettre::message::Mailbox;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use url::Url;

use super::InvalidNotifierConfig;
use crate::auth::secret;
use crate::config::Config;
use crate::prometheus::record_duration;

/// Timeouts of each step of the SMTP conversation, and of the whole conversation.
const SMTP_STEP_TIMEOUT: Duration = Duration::from_secs(10);
const SMTP_TIMEOUT: Duration = Duration::from_secs(30);

/// A mail to send.
#[derive(Debug, Clone)]
pub(super) struct Mail {
    pub(super) to: String,
    pub(super) subject: String,
    pub(super) body: String,
    /// The path of the unsubscribe link; `None` for mails that the user asked for.
    pub(super) unsubscribe: Option<String>,
}

/// The outcome of sending a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum MailOutcome {
    /// The SMTP server accepted it.
    Accepted,
    /// Refused permanently.
    Refused(String),
    /// Failed temporarily.
    Later(String),
}

/// Sends mails.
#[derive(Debug)]
pub(super) struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    /// The public URL of the web app, without a trailing slash.
    base: String,
}

impl Mailer {
    /// None without an SMTP server. With one, a public URL and a sender are required as well.
    pub(super) fn new(config: &Config) -> Result<Option<Self>, InvalidNotifierConfig> {
        let Some(server) = &config.mail else { return Ok(None) };
        // Errors about the URL could contain its password.
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(server).map_err(|_| {
            let why = "mail must be smtps://USER:PASSWORD@HOST, smtp://USER:PASSWORD@HOST?tls=required \
                       or, on this machine, smtp://localhost";
            InvalidNotifierConfig(why.into())
        })?;
        let from = config.mail_from.as_deref().unwrap_or_default().parse();
        let base = config.public_url.as_deref().and_then(|url| Url::parse(url).ok());
        let base = base.filter(|url| ["https", "http"].contains(&url.scheme()) && url.has_host());
        let (from, base) = match (from, base) {
            (Ok(from), Some(base)) => (from, base),
            (from, base) => {
                let sender = "mails need a sender: set mail-from to roses@example.org or \
                              \"Bosworth <roses@example.org>\"";
                let url = "links in mails need a base URL: set public-url to https://…";
                let faults = [from.is_err().then_some(sender), base.is_none().then_some(url)];
                let faults: Vec<_> = faults.into_iter().flatten().collect();
                return Err(InvalidNotifierConfig(faults.join("\n")));
            }
        };
        Ok(Some(Self {
            transport: transport.timeout(Some(SMTP_STEP_TIMEOUT)).build(),
            from,
            base: base.as_str().trim_end_matches('/').to_owned(),
        }))
    }

    /// The URL of a page or path of this server.
    pub(super) fn link(&self, path: &str) -> String {
        format!("{}/{path}", self.base)
    }

    /// Sends a mail.
    pub(super) async fn send(&self, mail: &Mail) -> MailOutcome {
        let message = match self.compose(mail) {
            Ok(message) => message,
            Err(why) => return MailOutcome::Refused(why),
        };
        let begun = Instant::now();
        let answer = tokio::time::timeout(SMTP_TIMEOUT, self.transport.send(message)).await;
        record_duration("bosworth_mail_seconds", begun);
        match answer {
            Ok(Ok(_)) => MailOutcome::Accepted,
            Ok(Err(why)) if why.is_permanent() => MailOutcome::Refused(why.to_string()),
            Ok(Err(why)) => MailOutcome::Later(why.to_string()),
            Err(_) => MailOutcome::Later("the mail server does not respond".into()),
        }
    }

    fn compose(&self, mail: &Mail) -> Result<Message, String> {
        let to: lettre::Address = mail.to.parse().map_err(|_| "the mail address is malformed")?;
        let id = format!("<{}@{}>", secret::label(), self.from.email.domain());
        let mut message = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(mail.subject.clone())
            .message_id(Some(id))
            .raw_header(raw("Auto-Submitted", "auto-generated".into()));
        if let Some(path) = &mail.unsubscribe {
            // One-click unsubscribe: the mail program sends a POST (RFC 8058).
            let link = format!("<{}>", self.link(path));
            message = message
                .raw_header(raw("List-Unsubscribe", link))
                .raw_header(raw("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".into()));
        }
        let message = message.header(ContentType::TEXT_PLAIN).body(mail.body.clone());
        message.map_err(|why| why.to_string())
    }
}

fn raw(name: &'static str, value: String) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value)
}
