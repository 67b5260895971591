//! Client addresses.

use std::convert::Infallible;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};

use crate::app::{App, Config};

/// A client address as the key of rate limits. For IPv6 it is the /64 network, because one host
/// usually controls all 2⁶⁴ addresses in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Address(IpAddr);

impl From<IpAddr> for Address {
    fn from(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(address) => {
                let network = u128::from(address) & !u128::from(u64::MAX);
                IpAddr::V6(Ipv6Addr::from(network))
            }
            address @ IpAddr::V4(_) => address,
        })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The client address according to a reverse proxy: the last entry of `X-Forwarded-For`, because a
/// client can forge the entries before it.
fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    let entry = last.rsplit(',').next()?.trim();
    let with_port = || entry.parse::<SocketAddr>().ok().map(|address| address.ip());
    let bare = entry.trim_start_matches('[').trim_end_matches(']');
    bare.parse().ok().or_else(with_port)
}

/// The address of a client. Without connection info, as in tests, all clients share one.
pub(crate) fn of(headers: &HeaderMap, extensions: &Extensions, config: &Config) -> IpAddr {
    let reported = if config.trust_proxy { forwarded(headers) } else { None };
    let connected = || {
        let connection = extensions.get::<ConnectInfo<SocketAddr>>();
        connection.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |connection| connection.0.ip())
    };
    reported.unwrap_or_else(connected).to_canonical()
}

impl FromRequestParts<App> for Address {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        Ok(of(&parts.headers, &parts.extensions, &app.config).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(headers: &[&str], expected: Option<&str>) {
        let mut map = HeaderMap::new();
        for header in headers {
            map.append("x-forwarded-for", header.parse().expect("a header"));
        }
        let found = forwarded(&map).map(|address| Address::from(address).to_string());
        assert_eq!(found.as_deref(), expected, "{headers:?}");
    }

    #[test]
    fn only_the_last_entry_is_trusted() {
        check(&["1.2.3.4, 5.6.7.8"], Some("5.6.7.8"));
        check(&["1.2.3.4", "9.9.9.9"], Some("9.9.9.9"));
        check(&["5.6.7.8:443"], Some("5.6.7.8"));
        check(&["[2001:db8::1]:443"], Some("2001:db8::"));
        check(&["[2001:db8::1]"], Some("2001:db8::"));
        check(&["rubbish"], None);
        check(&[], None);
    }

    #[test]
    fn an_ipv6_network_counts_as_one_address() {
        let address = |text: &str| Address::from(text.parse::<IpAddr>().expect("an address"));
        assert_eq!(address("2001:db8::1"), address("2001:db8::ffff:1:2:3"));
        assert_ne!(address("2001:db8::1"), address("2001:db8:0:1::1"));
        assert_eq!(address("::ffff:1.2.3.4"), address("1.2.3.4"));
        assert_ne!(address("1.2.3.4"), address("1.2.3.5"));
    }
}
