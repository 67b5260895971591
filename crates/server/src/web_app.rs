//! The web app: static files.

mod content_encoding;
mod content_type;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::{fs, io};

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG,
    IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use flate2::read::GzDecoder;
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

use self::content_encoding::ContentEncoding;
use self::content_type::content_type;

const INDEX_PAGE: &str = "index.html";

/// Files in this folder have a content hash in their names, so they are immutable.
const HASHED_FOLDER: &str = "assets/";
const IMMUTABLE_CACHE_POLICY: &str = "public, max-age=31536000, immutable";
const REVALIDATE_CACHE_POLICY: &str = "no-cache";

/// The page for unknown paths; `{home}` is the link to the front page.
const NOT_FOUND_PAGE: &str = "<!doctype html>
<html lang=\"en\">
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width\">
<title>Not found – Bosworth</title>
<main>
<h1>There is nothing here</h1>
<p><a href=\"{home}\">Go to the game</a></p>
</main>
</html>
";

/// The output of `cargo xtask web` when this program was compiled. WebAssembly, which is most of
/// it, is embedded in compressed form only; clients that accept neither encoding get the gzipped
/// file unpacked.
#[derive(RustEmbed)]
#[folder = "../../dist"]
#[exclude = "*.wasm"]
#[allow_missing = true]
struct EmbeddedFiles;

/// The files of the web app.
#[derive(Clone, Debug)]
pub struct WebApp {
    source: WebAppSource,
}

#[derive(Clone, Debug)]
enum WebAppSource {
    Embedded,
    /// None: a server for programs only.
    Missing,
    /// The canonical path of a folder.
    Folder(Arc<Path>),
}

/// Why the web app cannot be served.
#[derive(Debug)]
pub enum WebAppError {
    /// This program was compiled before the web app was built.
    NotEmbedded,
    /// The folder cannot be read.
    Unreadable(PathBuf, io::Error),
    /// The folder has no index page.
    NoIndex(PathBuf),
}

impl fmt::Display for WebAppError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotEmbedded => write!(f, "this build does not contain the web app"),
            Self::Unreadable(folder, error) => {
                write!(f, "cannot read the folder {}: {error}", folder.display())
            }
            Self::NoIndex(folder) => {
                write!(f, "{} does not contain {INDEX_PAGE}", folder.display())
            }
        }
    }
}

impl std::error::Error for WebAppError {}

impl WebApp {
    /// The web app embedded in this program.
    pub fn embedded() -> Result<Self, WebAppError> {
        let web_app = Self { source: WebAppSource::Embedded };
        web_app.file(INDEX_PAGE).map(|_| web_app).ok_or(WebAppError::NotEmbedded)
    }

    /// No web app, for a server that only programs use.
    pub fn none() -> Self {
        Self { source: WebAppSource::Missing }
    }

    /// The web app in a folder. Files are read for each request, so changes show immediately.
    pub fn folder(path: &Path) -> Result<Self, WebAppError> {
        let unreadable = |error| WebAppError::Unreadable(path.to_path_buf(), error);
        let folder = path.canonicalize().map_err(unreadable)?;
        let web_app = Self { source: WebAppSource::Folder(folder.into()) };
        web_app
            .file(INDEX_PAGE)
            .map(|_| web_app)
            .ok_or_else(|| WebAppError::NoIndex(path.to_path_buf()))
    }

    /// A file by its path. The path must have been checked by [`name`].
    fn file(&self, path: &str) -> Option<WebFile> {
        match &self.source {
            WebAppSource::Embedded => {
                let file = EmbeddedFiles::get(path)?;
                let content = match file.data {
                    Cow::Borrowed(content) => Bytes::from_static(content),
                    Cow::Owned(content) => content.into(),
                };
                Some(WebFile { content, hash: file.metadata.sha256_hash() })
            }
            WebAppSource::Missing => None,
            WebAppSource::Folder(folder) => {
                let path = folder.join(path).canonicalize().ok()?;
                // A symbolic link may point out of the folder.
                if !path.starts_with(folder) || !path.is_file() {
                    return None;
                }
                let content = fs::read(path).ok()?;
                let hash = Sha256::digest(&content).into();
                Some(WebFile { content: content.into(), hash })
            }
        }
    }

    /// A file in an encoding.
    fn form(&self, name: &str, encoding: ContentEncoding) -> Option<WebFile> {
        self.file(&format!("{name}{}", encoding.suffix()))
    }

    /// A file without a content coding.
    fn plain(&self, name: &str) -> Option<WebFile> {
        self.form(name, ContentEncoding::Identity).or_else(|| match &self.source {
            WebAppSource::Embedded => self.unpacked(name),
            WebAppSource::Missing | WebAppSource::Folder(_) => None,
        })
    }

    /// An embedded file that is stored gzipped. It is unpacked only once, so that requests stay
    /// cheap.
    fn unpacked(&self, name: &str) -> Option<WebFile> {
        static UNPACKED: Mutex<BTreeMap<String, WebFile>> = Mutex::new(BTreeMap::new());
        let mut cache = UNPACKED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = cache.get(name) {
            return Some(file.clone());
        }
        let file = self.form(name, ContentEncoding::Gzip)?.unpacked()?;
        cache.insert(name.into(), file.clone());
        Some(file)
    }

    fn has(&self, name: &str) -> bool {
        let packed = || self.form(name, ContentEncoding::Gzip).is_some();
        self.form(name, ContentEncoding::Identity).is_some()
            || (matches!(self.source, WebAppSource::Embedded) && packed())
    }

    /// The response to a request for a path, in the best encoding that the browser accepts.
    fn answer(&self, path: &str, headers: &HeaderMap) -> Option<Response> {
        let name = name(path).filter(|name| self.has(name))?;
        let form = |encoding| match encoding {
            ContentEncoding::Identity => self.plain(name),
            ContentEncoding::Brotli | ContentEncoding::Gzip => self.form(name, encoding),
        };
        let varies =
            form(ContentEncoding::Brotli).or_else(|| form(ContentEncoding::Gzip)).is_some();
        let encodings = content_encoding::accepted(&header(headers.get_all(ACCEPT_ENCODING)));
        let best = |encoding| Some((encoding, form(encoding)?));
        let (encoding, file) = encodings.into_iter().find_map(best)?;

        let tag = file.tag();
        let fresh = header(headers.get_all(IF_NONE_MATCH))
            .split(',')
            .map(str::trim)
            .any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag);
        let mut response = if fresh {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            let mut response = Response::new(Body::from(file.content));
            set(&mut response, CONTENT_TYPE, content_type(name));
            if let Some(name) = encoding.name() {
                set(&mut response, CONTENT_ENCODING, name);
            }
            response
        };
        let age = if name.starts_with(HASHED_FOLDER) {
            IMMUTABLE_CACHE_POLICY
        } else {
            REVALIDATE_CACHE_POLICY
        };
        set(&mut response, CACHE_CONTROL, age);
        if varies {
            set(&mut response, VARY, "accept-encoding");
        }
        if let Ok(tag) = HeaderValue::from_str(&tag) {
            response.headers_mut().insert(ETAG, tag);
        }
        if name == INDEX_PAGE
            && let Some(policy) = self.plain(INDEX_PAGE).and_then(|page| own_policy(&page.content))
        {
            response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
        }
        Some(response)
    }
}

/// The content security policy that a page declares for itself, with the hashes of its inline style
/// and script. `frame-ancestors` only works in a header, so the policy is sent as one.
fn own_policy(page: &[u8]) -> Option<HeaderValue> {
    const DECLARED: &str = "http-equiv=\"Content-Security-Policy\" content=\"";
    let (_, rest) = std::str::from_utf8(page).ok()?.split_once(DECLARED)?;
    let (policy, _) = rest.split_once('"')?;
    HeaderValue::from_str(&format!("{policy}; frame-ancestors 'none'")).ok()
}

/// The fallback handler of the router.
pub(crate) async fn answer(
    State(web_app): State<WebApp>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let home = home(uri.path());
    // File reads must not block the executor.
    let found = tokio::task::spawn_blocking(move || web_app.answer(uri.path(), &headers)).await;
    found.ok().flatten().unwrap_or_else(|| {
        let page = NOT_FOUND_PAGE.replace("{home}", &home);
        let mut response = (StatusCode::NOT_FOUND, page).into_response();
        set(&mut response, CONTENT_TYPE, content_type(INDEX_PAGE));
        set(&mut response, CACHE_CONTROL, REVALIDATE_CACHE_POLICY);
        response
    })
}

/// The front page relative to a path: the server may be below a prefix that only a proxy knows.
fn home(path: &str) -> String {
    match path.matches('/').count() {
        0 | 1 => "./".into(),
        depth => "../".repeat(depth - 1),
    }
}

/// The file name that a request path maps to, if any. Files of the web app have plain names;
/// anything else, including path traversal, is rejected before the file system is touched.
/// Compressed files are encodings of a file, not files of their own.
fn name(path: &str) -> Option<&str> {
    let name = path.strip_prefix('/')?;
    if name.is_empty() {
        return Some(INDEX_PAGE);
    }
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    let visible =
        |part: &str| !part.is_empty() && !part.starts_with('.') && part.chars().all(plain);
    let compressed = [ContentEncoding::Brotli, ContentEncoding::Gzip].map(ContentEncoding::suffix);
    let whole = !compressed.iter().any(|suffix| name.to_ascii_lowercase().ends_with(suffix));
    (whole && name.split('/').all(visible)).then_some(name)
}

/// A file, or a precompressed encoding of one.
#[derive(Clone)]
struct WebFile {
    content: Bytes,
    hash: [u8; 32],
}

impl WebFile {
    /// A gzipped file, unpacked.
    fn unpacked(&self) -> Option<Self> {
        let mut content = Vec::new();
        GzDecoder::new(&*self.content).read_to_end(&mut content).ok()?;
        let hash = Sha256::digest(&content).into();
        Some(Self { content: content.into(), hash })
    }

    /// The entity tag, which changes with the content. Each encoding has its own.
    fn tag(&self) -> String {
        let digits: String = self.hash.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("\"{digits}\"")
    }
}

/// A header that may occur several times, joined into one list.
fn header<'a>(values: impl IntoIterator<Item = &'a HeaderValue>) -> String {
    values.into_iter().filter_map(|value| value.to_str().ok()).collect::<Vec<_>>().join(",")
}

fn set(response: &mut Response, name: HeaderName, value: &'static str) {
    response.headers_mut().insert(name, HeaderValue::from_static(value));
}
