use std::sync::LazyLock;

use bosworth_engine::Network;

/// The version of the program and its network, such as `0.1.0 net 0123abcd`: together they decide
/// how it plays.
pub(crate) fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| {
        format!("{} net {}", env!("CARGO_PKG_VERSION"), Network::shipped().name())
    });
    &VERSION
}
