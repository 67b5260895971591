use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// A request that a push service received.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PushedMessage {
    /// The path of the endpoint.
    pub path: String,
    /// The headers, with their names in lower case.
    pub headers: HashMap<String, String>,
    /// The encrypted message.
    pub body: Vec<u8>,
}

#[derive(Debug, Default)]
struct Log {
    received: Vec<PushedMessage>,
    answers: VecDeque<String>,
}

/// A fake push service that records what it receives and answers as configured.
#[derive(Debug)]
pub struct PushService {
    origin: String,
    log: Arc<Mutex<Log>>,
    serving: JoinHandle<()>,
}

impl PushService {
    /// Starts one on a free port.
    pub async fn start() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a port");
        let origin = format!("http://{}", listener.local_addr().expect("an address"));
        let log = Arc::<Mutex<Log>>::default();
        let shared = log.clone();
        let serving = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let log = shared.clone();
                tokio::spawn(async move { converse(stream, &log).await });
            }
        });
        Self { origin, log, serving }
    }

    fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Its origin, without a trailing slash.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// The endpoint of a device.
    pub fn endpoint(&self, device: &str) -> String {
        format!("{}/send/{device}", self.origin)
    }

    /// Sets the status of the next answer, such as `410 Gone`; by default requests are accepted. A
    /// header can follow on a separate line.
    pub fn answer_next(&self, status: &str) {
        self.log().answers.push_back(status.into());
    }

    /// Everything received so far.
    pub fn received(&self) -> Vec<PushedMessage> {
        self.log().received.clone()
    }

    /// Everything received for a device so far.
    pub fn received_by(&self, device: &str) -> Vec<PushedMessage> {
        let path = format!("/send/{device}");
        self.received().into_iter().filter(|message| message.path == path).collect()
    }
}

impl Drop for PushService {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn converse(stream: TcpStream, log: &Mutex<Log>) {
    let mut stream = BufReader::new(stream);
    while let Some(message) = receive(&mut stream).await {
        let answer = {
            let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
            log.received.push(message);
            log.answers.pop_front().unwrap_or_else(|| "201 Created".into())
        };
        let answer = format!("HTTP/1.1 {answer}\r\nContent-Length: 0\r\n\r\n");
        if stream.write_all(answer.as_bytes()).await.is_err() {
            return;
        }
    }
}

async fn receive(stream: &mut BufReader<TcpStream>) -> Option<PushedMessage> {
    let mut line = String::new();
    stream.read_line(&mut line).await.ok().filter(|length| *length > 0)?;
    let path = line.split_whitespace().nth(1)?.to_owned();
    let mut headers = HashMap::new();
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).await.ok()?;
        let Some((name, value)) = line.trim().split_once(':') else { break };
        headers.insert(name.to_lowercase(), value.trim().to_owned());
    }
    let length = headers.get("content-length")?.parse().ok()?;
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await.ok()?;
    Some(PushedMessage { path, headers, body })
}
