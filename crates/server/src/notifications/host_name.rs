//! Which host names can be reached. They come from users: what nothing can ever be sent to is refused
//! when it is given.

use bosworth_protocol::limits::MAX_MAIL_ADDRESS_BYTES;
use url::Host;

/// Names that are on no network, or on this machine (RFC 2606, RFC 6761, RFC 7686).
const UNREACHABLE: [&str; 6] = ["example", "invalid", "localdomain", "localhost", "onion", "test"];
/// Names on the local network (RFC 6762, RFC 8375, ICANN).
const LOCAL: [&str; 3] = ["home.arpa", "internal", "local"];
/// The maximum lengths of a name and of a label, and of the part before the @, in bytes.
const MAX_NAME_BYTES: usize = 253;
const MAX_LABEL_BYTES: usize = 63;
const MAX_LOCAL_PART_BYTES: usize = 64;

/// Whether a name is in one of these domains.
fn is_in(name: &str, domains: &[&str]) -> bool {
    domains.iter().any(|domain| {
        name.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    })
}

/// Whether this is the name of a host on some network other than this machine. Names without a dot
/// depend on the machine that looks them up.
fn is_network_name(name: &str) -> bool {
    let is_label = |label: &str| {
        (1..=MAX_LABEL_BYTES).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    name.contains('.')
        && name.len() <= MAX_NAME_BYTES
        && name.split('.').all(is_label)
        && !is_in(name, &UNREACHABLE)
}

/// Whether a name, in lower case, can be on the public internet.
pub(super) fn is_public_name(name: &str) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name);
    is_network_name(name) && !is_in(name, &LOCAL)
}

/// Whether mail can reach an address. The mail server may be on a local network, but an IP address
/// instead of a name would let anybody make it connect anywhere.
pub(crate) fn is_mail_address(given: &str) -> bool {
    if given.len() > MAX_MAIL_ADDRESS_BYTES {
        return false;
    }
    let Ok(address) = given.parse::<lettre::Address>() else { return false };
    match Host::parse(address.domain()) {
        Ok(Host::Domain(name)) => {
            address.user().len() <= MAX_LOCAL_PART_BYTES && is_network_name(&name)
        }
        Ok(Host::Ipv4(_) | Host::Ipv6(_)) | Err(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_mail_cannot_reach_are_refused() {
        for given in [
            "anna",
            "anna@localhost",
            "root@localhost.localdomain",
            "anna@mail.localhost",
            "anna@[127.0.0.1]",
            "anna@[IPv6:::1]",
            "anna@127.0.0.1",
            "anna@intranet",
            "anna@example",
            "anna@roses.invalid",
            "anna@ROSES.TEST",
            "anna@roses..org",
            "anna@-roses.org",
        ] {
            assert!(!is_mail_address(given), "{given}");
        }
        assert!(!is_mail_address(&format!("{}@example.org", "a".repeat(65))));
        assert!(!is_mail_address(&format!("anna@{}.org", "a".repeat(64))));
    }

    #[test]
    fn other_addresses_are_accepted() {
        for given in [
            "anna@example.org",
            "Anna.Neville+roses@mail.example.co.uk",
            "anna@rosen-könig.de",
            "anna@club.local",
            "anna@test.org",
            "anna@mylocalhost.net",
        ] {
            assert!(is_mail_address(given), "{given}");
        }
    }

    #[test]
    fn names_on_this_machine_or_network_are_not_public() {
        for name in [
            "localhost",
            "localhost.",
            "push.localhost",
            "localhost.localdomain",
            "printer.local",
            "push.internal",
            "router.home.arpa",
            "push.test",
            "push.invalid.",
            "intranet",
        ] {
            assert!(!is_public_name(name), "{name}");
        }
        for name in ["fcm.googleapis.com", "push.example.org.", "arpa.example.org"] {
            assert!(is_public_name(name), "{name}");
        }
    }
}
