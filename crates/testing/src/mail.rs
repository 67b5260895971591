use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// A received mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivedMail {
    /// The recipient of the envelope.
    pub to: String,
    /// The headers, unfolded.
    pub head: String,
    /// The body, decoded.
    pub body: String,
}

impl ReceivedMail {
    /// A header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let named =
            |line: &&str| line.split(':').next().is_some_and(|n| n.eq_ignore_ascii_case(name));
        let line = self.head.lines().find(named)?;
        line.split_once(':').map(|(_, value)| value.trim())
    }

    /// The rest of the line after a text in the body.
    pub fn after(&self, text: &str) -> Option<&str> {
        self.body.split_once(text)?.1.lines().next()
    }
}

type Mails = Arc<Mutex<Vec<ReceivedMail>>>;

/// A fake mail server that records what it receives (SMTP without TLS).
#[derive(Debug)]
pub struct MailServer {
    url: String,
    mails: Mails,
    serving: JoinHandle<()>,
}

impl MailServer {
    /// Starts one on a free port.
    pub async fn start() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a port");
        let url = format!("smtp://{}", listener.local_addr().expect("an address"));
        let mails = Mails::default();
        let shared = mails.clone();
        let serving = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let mails = shared.clone();
                tokio::spawn(async move { converse(stream, &mails).await });
            }
        });
        Self { url, mails, serving }
    }

    /// Its URL, `smtp://…`.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Everything received so far.
    pub fn received(&self) -> Vec<ReceivedMail> {
        self.mails.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for MailServer {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

/// The server's side of a session. `None` when the client disconnects.
async fn converse(stream: TcpStream, mails: &Mails) -> Option<()> {
    let mut stream = BufReader::new(stream);
    let mut to = String::new();
    answer(&mut stream, "220 mail.example.org").await?;
    loop {
        let line = line(&mut stream).await?;
        let word = line.split_whitespace().next().unwrap_or_default().to_uppercase();
        match word.as_str() {
            "EHLO" => answer(&mut stream, "250-mail.example.org\r\n250 8BITMIME").await?,
            "RCPT" => {
                let address = line.split_once('<').and_then(|(_, rest)| rest.split_once('>'));
                to = address.map(|(address, _)| address.to_owned()).unwrap_or_default();
                answer(&mut stream, "250 OK").await?;
            }
            "DATA" => {
                answer(&mut stream, "354 go on").await?;
                let mail = mail(&mut stream, &to).await?;
                mails.lock().unwrap_or_else(PoisonError::into_inner).push(mail);
                answer(&mut stream, "250 OK").await?;
            }
            "QUIT" => return answer(&mut stream, "221 bye").await,
            _ => answer(&mut stream, "250 OK").await?,
        }
    }
}

async fn line(stream: &mut BufReader<TcpStream>) -> Option<String> {
    let mut line = String::new();
    stream.read_line(&mut line).await.ok().filter(|length| *length > 0)?;
    Some(line.trim_end_matches(['\r', '\n']).to_owned())
}

async fn answer(stream: &mut BufReader<TcpStream>, text: &str) -> Option<()> {
    stream.write_all(format!("{text}\r\n").as_bytes()).await.ok()
}

async fn mail(stream: &mut BufReader<TcpStream>, to: &str) -> Option<ReceivedMail> {
    let mut text = String::new();
    loop {
        let line = line(stream).await?;
        if line == "." {
            break;
        }
        // Dot stuffing: a leading full stop is doubled.
        text += line.strip_prefix('.').unwrap_or(&line);
        text.push('\n');
    }
    // Long headers are folded into several lines.
    let (head, body) = text.split_once("\n\n").unwrap_or((&text, ""));
    let head = head.replace("\n ", " ").replace("\n\t", " ");
    let quoted = head.to_lowercase().contains("quoted-printable");
    let body = if quoted { decode(body) } else { body.to_owned() };
    Some(ReceivedMail { to: to.to_owned(), head, body })
}

/// Decodes quoted-printable.
fn decode(text: &str) -> String {
    let text = text.replace("=\n", "");
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let code = after
            .get(..2)
            .filter(|_| byte == b'=')
            .and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok());
        bytes.push(code.unwrap_or(byte));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
