//! Validates push endpoints. They come from users, so they are not trusted: they must not make this
//! server connect to its own network (SSRF).

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use url::{Host, Url};

use crate::notifications::host_name::is_public_name;

/// The maximum length of an endpoint, in bytes.
const MAX_ENDPOINT_BYTES: usize = 1_000;

/// A validated URL of a push service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint(Url);

/// Why an endpoint is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvalidEndpoint {
    /// It is not a URL, or too long.
    Malformed,
    /// It is not https.
    Insecure,
    /// It is on a private network.
    Private,
}

impl fmt::Display for InvalidEndpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Malformed => "the endpoint is not a valid URL of a push service",
            Self::Insecure => "the endpoint must use https",
            Self::Private => "the endpoint is not on the public internet",
        })
    }
}

impl std::error::Error for InvalidEndpoint {}

impl Endpoint {
    /// Parses and checks an endpoint. With `loopback`, this machine is allowed, without TLS: for
    /// tests.
    pub(super) fn parse(given: &str, loopback: bool) -> Result<Self, InvalidEndpoint> {
        let url = Url::parse(given).map_err(|_| InvalidEndpoint::Malformed)?;
        let (port, address) = (url.port(), literal(&url));
        if given.len() > MAX_ENDPOINT_BYTES
            || !url.username().is_empty()
            || url.password().is_some()
        {
            return Err(InvalidEndpoint::Malformed);
        }
        if loopback && address.is_some_and(|address| address.is_loopback()) && port.is_some() {
            return Ok(Self(url));
        }
        if url.scheme() != "https" {
            return Err(InvalidEndpoint::Insecure);
        }
        match (url.host(), address) {
            (None, _) => Err(InvalidEndpoint::Malformed),
            (_, Some(address)) if !is_public(address) => Err(InvalidEndpoint::Private),
            (Some(Host::Domain(name)), _) if !is_public_name(name) => Err(InvalidEndpoint::Private),
            _ => Ok(Self(url)),
        }
    }

    /// The origin, which is part of signatures.
    pub(super) fn origin(&self) -> String {
        self.0.origin().ascii_serialization()
    }

    /// The URL.
    pub(super) fn url(&self) -> Url {
        self.0.clone()
    }
}

fn literal(url: &Url) -> Option<IpAddr> {
    match url.host()? {
        Host::Ipv4(address) => Some(address.into()),
        Host::Ipv6(address) => Some(address.into()),
        Host::Domain(_) => None,
    }
}

/// Whether an address is on the public internet and not reserved.
fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    !(address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation()
        || a == 0
        // Carrier-grade NAT.
        || (a == 100 && (64..128).contains(&b))
        // Protocol assignments, and the relays of 6to4.
        || (a == 192 && b == 0 && c == 0)
        || (a == 192 && b == 88 && c == 99)
        // Benchmarks.
        || (a == 198 && (18..20).contains(&b))
        // Multicast, the future and broadcast.
        || a >= 224)
}

/// Whether an address is global unicast, not reserved, and does not embed an IPv4 address (Teredo,
/// 6to4).
fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, ..] = address.segments();
    let global = a & 0xe000 == 0x2000;
    let protocols = a == 0x2001 && b < 0x0200;
    let documentation = (a == 0x2001 && b == 0x0db8) || (a == 0x3fff && b < 0x1000);
    global && !protocols && !documentation && a != 0x2002
}

/// Resolves names to public addresses only. It is used when a connection is opened, so a name
/// cannot pass the check and then resolve to a private address (DNS rebinding).
#[derive(Debug, Clone, Copy)]
pub(super) struct PublicResolver;

impl Resolve for PublicResolver {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let public: Vec<SocketAddr> = found.filter(|address| is_public(address.ip())).collect();
            if public.is_empty() {
                return Err(InvalidEndpoint::Private.into());
            }
            Ok(Box::new(public.into_iter()) as Addrs)
        })
    }
}

impl PublicResolver {
    pub(super) fn shared() -> Arc<Self> {
        Arc::new(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_endpoints_are_refused() {
        for (given, why) in [
            ("https://127.0.0.1/push", InvalidEndpoint::Private),
            ("https://localhost/push", InvalidEndpoint::Private),
            ("https://localhost./push", InvalidEndpoint::Private),
            ("https://push.localhost/push", InvalidEndpoint::Private),
            ("https://printer.local/push", InvalidEndpoint::Private),
            ("https://intranet/push", InvalidEndpoint::Private),
            ("https://10.0.0.1/push", InvalidEndpoint::Private),
            ("https://172.16.3.4/push", InvalidEndpoint::Private),
            ("https://192.168.1.1/push", InvalidEndpoint::Private),
            ("https://169.254.169.254/latest", InvalidEndpoint::Private),
            ("https://100.64.0.1/push", InvalidEndpoint::Private),
            ("https://0.0.0.0/push", InvalidEndpoint::Private),
            ("https://0x7f000001/push", InvalidEndpoint::Private),
            ("https://2130706433/push", InvalidEndpoint::Private),
            ("https://[::1]/push", InvalidEndpoint::Private),
            ("https://[::ffff:10.0.0.1]/push", InvalidEndpoint::Private),
            ("https://[fe80::1]/push", InvalidEndpoint::Private),
            ("https://[fd00::1]/push", InvalidEndpoint::Private),
            ("https://[64:ff9b::a00:1]/push", InvalidEndpoint::Private),
            ("https://[2002:a00:1::]/push", InvalidEndpoint::Private),
            ("http://push.example.org/x", InvalidEndpoint::Insecure),
            ("ftp://push.example.org/x", InvalidEndpoint::Insecure),
            ("https://user@push.example.org/x", InvalidEndpoint::Malformed),
            ("push.example.org", InvalidEndpoint::Malformed),
        ] {
            assert_eq!(Endpoint::parse(given, false), Err(why), "{given}");
        }
        let long = format!("https://push.example.org/{}", "x".repeat(MAX_ENDPOINT_BYTES));
        assert_eq!(Endpoint::parse(&long, false), Err(InvalidEndpoint::Malformed));
    }

    #[test]
    fn push_services_are_accepted() {
        for given in [
            "https://fcm.googleapis.com/fcm/send/x",
            "https://updates.push.services.mozilla.com/wpush/v2/x",
            "https://web.push.apple.com/x",
            "https://unifiedpush.example.org:8443/UP?token=x",
            "https://8.8.8.8/push",
            "https://[2606:4700::1111]/push",
        ] {
            assert!(Endpoint::parse(given, false).is_ok(), "{given}");
        }
    }

    #[test]
    fn only_loopback_can_be_allowed_for_tests() {
        assert!(Endpoint::parse("http://127.0.0.1:8080/push", true).is_ok());
        assert!(Endpoint::parse("http://192.168.1.1:8080/push", true).is_err());
        assert!(Endpoint::parse("http://push.example.org:8080/push", true).is_err());
    }

    #[tokio::test]
    async fn names_of_private_addresses_are_not_resolved() {
        let name: Name = "localhost".parse().expect("a name");
        assert!(PublicResolver.resolve(name).await.is_err());
    }
}
