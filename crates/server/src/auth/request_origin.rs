//! Tells requests of our own pages from those of other sites (CSRF).

use axum::http::header::{HOST, ORIGIN};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, Method};

use crate::app::Config;

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const FORWARDED_HOST: HeaderName = HeaderName::from_static("x-forwarded-host");
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// The site of the page that sent a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RequestOrigin {
    /// One of our own pages.
    SameSite,
    /// Another site.
    CrossSite,
    /// Unknown: not sent by a browser, or by a very old one.
    Unknown,
}

impl RequestOrigin {
    /// The origin of a request, by headers that scripts cannot forge.
    ///
    /// `Sec-Fetch-Site` is the browser's own judgement, which also holds behind a proxy that
    /// rewrites the host. Browsers send it in secure contexts only; elsewhere `Origin` has to match
    /// the requested host.
    pub fn of(headers: &HeaderMap, config: &Config) -> Self {
        let text = |name: &HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
        if let Some(site) = text(&SEC_FETCH_SITE) {
            return if site == "same-origin" { Self::SameSite } else { Self::CrossSite };
        }
        let Some(origin) = headers.get(ORIGIN) else { return Self::Unknown };
        let host = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
        let told = text(&FORWARDED_HOST).filter(|_| config.trust_proxy);
        match (host, told.or_else(|| text(&HOST))) {
            (Some((_, origin)), Some(host)) if origin.eq_ignore_ascii_case(host) => Self::SameSite,
            _ => Self::CrossSite,
        }
    }
}

/// Whether a request with a cookie must come from one of our own pages: its method is not safe, or
/// it opens a websocket.
pub fn is_required(parts: &Parts) -> bool {
    let upgrade = parts.headers.contains_key(axum::http::header::UPGRADE);
    upgrade || ![Method::GET, Method::HEAD, Method::OPTIONS].contains(&parts.method)
}

/// Whether the browser uses https, so that cookies can be `Secure`.
pub fn is_secure(headers: &HeaderMap, config: &Config) -> bool {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let told = text(FORWARDED_PROTO).and_then(|list| list.rsplit(',').next()).map(str::trim);
    config.secure_cookies
        || (config.trust_proxy && told == Some("https"))
        || text(ORIGIN).is_some_and(|origin| origin.starts_with("https://"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(list: &[(&'static str, &str)]) -> HeaderMap {
        let header = |&(name, value): &(&'static str, &str)| {
            (HeaderName::from_static(name), value.parse().expect("a value"))
        };
        list.iter().map(header).collect()
    }

    fn check(list: &[(&'static str, &str)], expected: RequestOrigin) {
        let config = Config { trust_proxy: true, ..Config::default() };
        assert_eq!(RequestOrigin::of(&headers(list), &config), expected, "{list:?}");
    }

    #[test]
    fn the_origin_must_match_the_host() {
        let host = ("host", "rose.example:1485");
        check(&[host, ("origin", "http://rose.example:1485")], RequestOrigin::SameSite);
        check(&[host, ("origin", "https://ROSE.example:1485")], RequestOrigin::SameSite);
        check(&[host, ("origin", "http://rose.example")], RequestOrigin::CrossSite);
        check(&[host, ("origin", "http://evil.example:1485")], RequestOrigin::CrossSite);
        check(
            &[host, ("origin", "http://rose.example:1485.evil.example")],
            RequestOrigin::CrossSite,
        );
        check(&[host, ("origin", "null")], RequestOrigin::CrossSite);
        check(&[("origin", "http://rose.example:1485")], RequestOrigin::CrossSite);
        check(&[host], RequestOrigin::Unknown);
    }

    #[test]
    fn sec_fetch_site_takes_precedence() {
        let host = ("host", "inside:80");
        check(&[host, ("sec-fetch-site", "same-origin")], RequestOrigin::SameSite);
        for site in ["cross-site", "same-site", "none"] {
            check(&[host, ("sec-fetch-site", site)], RequestOrigin::CrossSite);
        }
        let named = ("x-forwarded-host", "rose.example");
        check(&[host, named, ("origin", "https://rose.example")], RequestOrigin::SameSite);
    }

    #[test]
    fn https_is_detected_behind_a_proxy() {
        let (near, far) = (Config::default(), Config { trust_proxy: true, ..Config::default() });
        let proxied = headers(&[("x-forwarded-proto", "https")]);
        assert!(is_secure(&proxied, &far) && !is_secure(&proxied, &near));
        assert!(is_secure(&headers(&[("origin", "https://rose.example")]), &near));
        assert!(!is_secure(&headers(&[("origin", "http://rose.example")]), &near));
        let always = Config { secure_cookies: true, ..Config::default() };
        assert!(is_secure(&HeaderMap::new(), &always));
    }
}
