//! The web app over real connections, well-behaved and hostile.

use std::fs;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;

use bosworth_server::{Config, ServeError, Server, WebApp, WebAppError};
use bosworth_testing::in_time;
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

const PAGE: &str = "<!doctype html><title>Bosworth</title>";

/// A server for one test, stopped at its end.
struct Fixture {
    folder: TempDir,
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    running: JoinHandle<Result<(), ServeError>>,
    runtime: Runtime,
}

impl Fixture {
    fn new() -> Self {
        let folder = TempDir::new().expect("a folder");
        let write = |name: &str, content: &str| {
            let path = folder.path().join("site").join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, content).expect("a file");
        };
        write("index.html", PAGE);
        write("index.html.br", "page in brotli");
        write("index.html.gz", "page in gzip");
        write("sw.js", "self");
        write("sw.js.gz", "worker in gzip");
        write("manifest.webmanifest", "{}");
        write("icon.svg", "<svg/>");
        write("icon-512.png", "png");
        write(".hidden", "hidden");
        write("alone.txt.br", "no file is beside it");
        write("assets/web-0123456789abcdef.wasm", "wasm");
        write("assets/web-0123456789abcdef.wasm.br", "wasm in brotli");
        write("assets/style-0123456789abcdef.css", "main {}");
        write("../secret.txt", "secret");
        let runtime = Runtime::new().expect("a runtime");
        let site = WebApp::folder(&folder.path().join("site")).expect("a site");
        let bound =
            runtime.block_on(Server::bind(([127, 0, 0, 1], 0).into(), site, Config::default()));
        let server = bound.expect("a free port");
        let address = server.address().tcp().expect("a port");
        let (stop, stopped) = oneshot::channel::<()>();
        let running = runtime.spawn(server.run(async { drop(stopped.await) }));
        Self { folder, address, stop, running, runtime }
    }

    fn site(&self) -> std::path::PathBuf {
        self.folder.path().join("site")
    }

    fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[])
    }

    fn ask(&self, method: &str, path: &str, headers: &[&str]) -> Answer {
        ask(self.address, method, path, headers)
    }
}

/// A response.
struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Answer {
    fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

/// Sends the path verbatim: HTTP clients would normalise it.
fn ask(address: SocketAddr, method: &str, path: &str, headers: &[&str]) -> Answer {
    let mut stream = TcpStream::connect(address).expect("a connection");
    let headers: String = headers.iter().map(|header| format!("{header}\r\n")).collect();
    let host = "Host: localhost\r\nConnection: close";
    write!(stream, "{method} {path} HTTP/1.1\r\n{host}\r\n{headers}\r\n").expect("a request");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("an answer");
    let text = String::from_utf8_lossy(&answer);
    let (head, body) = text.split_once("\r\n\r\n").expect("head and body");
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status");
    Answer { status, head: head.into(), body: body.into() }
}

#[test]
fn only_the_root_path_serves_the_page() {
    let server = Fixture::new();
    let page = server.get("/");
    assert_eq!((page.status, page.body.as_str()), (200, PAGE));
    assert_eq!(server.get("/?from=home").body, PAGE);
    // The link to the front page is relative, because a proxy may serve everything below a path.
    for (path, home) in [
        ("/play", "./"),
        ("/index", "./"),
        ("/assets", "./"),
        ("/assets/", "../"),
        ("/index.html/", "../"),
    ] {
        let answer = server.get(path);
        assert_eq!(answer.status, 404, "{path}");
        assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"));
        assert_eq!(answer.header("cache-control"), Some("no-cache"));
        assert!(answer.body.contains(&format!("<a href=\"{home}\">")), "{path}");
    }
}

#[test]
fn every_file_has_its_content_type() {
    let server = Fixture::new();
    for (path, kind) in [
        ("/", "text/html; charset=utf-8"),
        ("/sw.js", "text/javascript; charset=utf-8"),
        ("/manifest.webmanifest", "application/manifest+json"),
        ("/icon.svg", "image/svg+xml; charset=utf-8"),
        ("/icon-512.png", "image/png"),
        ("/assets/web-0123456789abcdef.wasm", "application/wasm"),
        ("/assets/style-0123456789abcdef.css", "text/css; charset=utf-8"),
    ] {
        let answer = server.get(path);
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.header("content-type"), Some(kind), "{path}");
    }
}

#[test]
fn hashed_files_are_immutable_and_others_revalidated() {
    let server = Fixture::new();
    let hashed = server.get("/assets/style-0123456789abcdef.css");
    assert_eq!(hashed.header("cache-control"), Some("public, max-age=31536000, immutable"));
    for path in ["/", "/sw.js", "/icon-512.png"] {
        let answer = server.get(path);
        assert_eq!(answer.header("cache-control"), Some("no-cache"), "{path}");
        let tag = answer.header("etag").expect("a tag").to_string();
        for known in [tag.clone(), format!("W/{tag}"), format!("\"old\", {tag}"), "*".into()] {
            let header = format!("If-None-Match: {known}");
            let again = server.ask("GET", path, &[&header]);
            assert_eq!((again.status, again.body.as_str()), (304, ""), "{path} {known}");
            assert_eq!(again.header("etag"), Some(tag.as_str()));
            assert_eq!(again.header("cache-control"), Some("no-cache"));
        }
        assert_eq!(server.ask("GET", path, &["If-None-Match: \"old\""]).status, 200, "{path}");
    }
    let tag = server.get("/").header("etag").expect("a tag").to_string();
    fs::write(server.site().join("index.html"), "changed").expect("a file");
    let changed = server.ask("GET", "/", &[&format!("If-None-Match: {tag}")]);
    assert_eq!((changed.status, changed.body.as_str()), (200, "changed"));
}

#[test]
fn the_accepted_encoding_is_served() {
    let server = Fixture::new();
    for (wish, encoding, body) in [
        ("gzip, deflate, br, zstd", Some("br"), "page in brotli"),
        ("br;q=0.5, gzip", Some("gzip"), "page in gzip"),
        ("br;q=0, *", Some("gzip"), "page in gzip"),
        ("identity, br;q=0.5", None, PAGE),
        ("br;q=0", None, PAGE),
        ("", None, PAGE),
    ] {
        let answer = server.ask("GET", "/", &[&format!("Accept-Encoding: {wish}")]);
        assert_eq!(answer.body, body, "{wish}");
        assert_eq!(answer.header("content-encoding"), encoding, "{wish}");
        assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"));
        assert_eq!(answer.header("vary"), Some("accept-encoding"));
    }
    // An encoding that does not exist is not served.
    let only_gzip = server.ask("GET", "/sw.js", &["Accept-Encoding: br, gzip;q=0.1"]);
    assert_eq!(only_gzip.body, "worker in gzip");
    let none = server.ask("GET", "/icon-512.png", &["Accept-Encoding: br, gzip"]);
    assert_eq!((none.body.as_str(), none.header("vary")), ("png", None));
}

#[test]
fn each_encoding_has_its_own_tag() {
    let server = Fixture::new();
    let plain = server.get("/").header("etag").expect("a tag").to_string();
    let known = format!("If-None-Match: {plain}");
    let brotli = server.ask("GET", "/", &["Accept-Encoding: br", &known]);
    assert_eq!((brotli.status, brotli.body.as_str()), (200, "page in brotli"));
}

#[test]
fn compressed_files_have_no_paths_of_their_own() {
    let server = Fixture::new();
    for path in ["/index.html.br", "/index.html.gz", "/sw.js.GZ", "/alone.txt.br", "/alone.txt"] {
        assert_eq!(server.ask("GET", path, &["Accept-Encoding: br"]).status, 404, "{path}");
    }
}

#[test]
fn paths_cannot_leave_the_folder() {
    let server = Fixture::new();
    for path in [
        "/../secret.txt",
        "/assets/../../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/%2e%2e%2fsecret.txt",
        "/..%5csecret.txt",
        "/..\\secret.txt",
        "/assets/..%252f..%252fsecret.txt",
        "/./../secret.txt",
        "//etc/passwd",
        "/%2fetc/passwd",
        "/secret.txt%00.html",
        "/.hidden",
        "/%2ehidden",
        "/assets/./style-0123456789abcdef.css",
    ] {
        let answer = server.get(path);
        assert!(matches!(answer.status, 400 | 404), "{path}: {}", answer.status);
        assert!(!answer.body.contains("secret"), "{path}");
    }
    assert_eq!(ask(server.address, "GET", "http://localhost/../secret.txt", &[]).status, 404);
}

#[cfg(unix)]
#[test]
fn symbolic_links_out_of_the_folder_are_not_followed() {
    let server = Fixture::new();
    let link = |to: &Path, name: &str| {
        std::os::unix::fs::symlink(to, server.site().join(name)).expect("a link");
    };
    link(&server.folder.path().join("secret.txt"), "out.txt");
    link(&server.site().join("icon.svg"), "inside.svg");
    assert_eq!(server.get("/out.txt").status, 404);
    assert_eq!(server.get("/inside.svg").body, "<svg/>");
}

#[test]
fn every_response_has_security_headers() {
    let server = Fixture::new();
    for (method, path, status) in [
        ("GET", "/", 200),
        ("HEAD", "/", 200),
        ("GET", "/health", 200),
        ("GET", "/no-such-page", 404),
        ("POST", "/", 405),
        ("POST", "/health", 405),
    ] {
        let answer = server.ask(method, path, &[]);
        assert_eq!(answer.status, status, "{method} {path}");
        let policy = answer.header("content-security-policy").expect("a policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "));
        assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"));
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
            ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{method} {path}");
        }
    }
}

#[test]
fn a_page_can_allow_its_inline_code_by_hash() {
    let server = Fixture::new();
    let policy = "default-src 'none'; style-src 'sha256-abc='";
    let page = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">");
    fs::write(server.site().join("index.html"), page).expect("a page");
    let sent = |path: &str| {
        let answer = server.get(path);
        answer.header("content-security-policy").expect("a policy").to_string()
    };
    assert_eq!(sent("/"), format!("{policy}; frame-ancestors 'none'"));
    assert!(!sent("/health").contains("sha256"), "only for the page itself");
}

#[test]
fn head_is_get_without_the_body() {
    let server = Fixture::new();
    let (head, get) = (server.ask("HEAD", "/", &[]), server.get("/"));
    assert_eq!(head.body, "");
    for name in ["content-length", "content-type", "etag", "vary"] {
        assert!(head.header(name).is_some(), "{name}");
        assert_eq!(head.header(name), get.header(name));
    }
}

#[test]
fn health_is_ok() {
    assert_eq!(Fixture::new().get("/health").body, "ok");
}

#[test]
fn idle_connections_do_not_prevent_the_shutdown() {
    let server = Fixture::new();
    let _silent = TcpStream::connect(server.address).expect("a connection");
    let mut slow = TcpStream::connect(server.address).expect("a connection");
    write!(slow, "GET / HTTP/1.1\r\n").expect("half a request");
    assert_eq!(server.get("/health").status, 200);
    server.stop.send(()).expect("the server runs");
    let ended = server.runtime.block_on(in_time("the end of the server", server.running));
    ended.expect("no panic").expect("no error");
}

#[test]
fn a_missing_web_app_is_an_error() {
    let folder = TempDir::new().expect("a folder");
    let name = folder.path().display();
    let error = WebApp::folder(folder.path()).expect_err("there is no page");
    assert_eq!(error.to_string(), format!("{name} does not contain index.html"));
    let error = WebApp::folder(&folder.path().join("none")).expect_err("there is no folder");
    assert!(error.to_string().starts_with(&format!("cannot read the folder {name}")), "{error}");
}

/// Either is correct: the web app may or may not have been built before this crate.
#[test]
fn the_embedded_web_app_is_served_or_reported_missing() {
    let site = match WebApp::embedded() {
        Ok(site) => site,
        Err(error) => {
            assert!(matches!(error, WebAppError::NotEmbedded));
            return assert_eq!(error.to_string(), "this build does not contain the web app");
        }
    };
    let runtime = Runtime::new().expect("a runtime");
    let bound = runtime.block_on(Server::bind(([127, 0, 0, 1], 0).into(), site, Config::default()));
    let server = bound.expect("a free port");
    let address = server.address().tcp().expect("a port");
    runtime.spawn(server.run(std::future::pending()));
    let page = ask(address, "GET", "/", &[]);
    assert_eq!(page.status, 200);
    let tag = format!("If-None-Match: {}", page.header("etag").expect("a tag"));
    assert_eq!(ask(address, "GET", "/", &[&tag]).status, 304);
    // WebAssembly is embedded compressed, and unpacked if the client wants it.
    let (before, _) = page.body.split_once(".wasm").expect("a page with chunks");
    let program = format!("/{}.wasm", &before[before.rfind("assets/").expect("its path")..]);
    let plain = ask(address, "GET", &program, &[]);
    assert_eq!(plain.body, ask(address, "GET", &program, &[]).body, "again, from the cache");
    assert_eq!((plain.status, plain.header("content-encoding")), (200, None));
    assert!(plain.body.starts_with("\0asm"), "{program}");
    let packed = ask(address, "GET", &program, &["Accept-Encoding: gzip"]);
    assert_eq!((packed.status, packed.header("content-encoding")), (200, Some("gzip")));
    let length = |answer: &Answer| answer.header("content-length").and_then(|n| n.parse().ok());
    assert!(length(&packed) < length(&plain) && length(&packed) > Some(100_usize));
    assert_eq!(ask(address, "GET", "/assets/none.wasm", &[]).status, 404);
}
