//! The servers start, restart and stop.

use std::net::TcpStream;

use bosworth_testing::{Nats, Postgres};

/// Host and port of a URL.
fn place(url: &str) -> &str {
    let place = url.rsplit(['@', '/']).find(|part| part.contains(':'));
    place.expect("a host and a port")
}

#[tokio::test]
async fn postgres_restarts_with_its_databases_and_stops_on_drop() {
    let mut server = Postgres::start().await;
    let url = server.url();
    assert_ne!(url, server.url(), "each database is new");
    server.sql("test0", "CREATE TABLE things (id BIGINT)");
    server.restart().await;
    server.sql("test0", "INSERT INTO things VALUES (1)");
    assert!(TcpStream::connect(place(&url)).is_ok());
    drop(server);
    assert!(TcpStream::connect(place(&url)).is_err());
}

#[tokio::test]
async fn nats_restarts_and_stops_on_drop() {
    let mut server = Nats::start().await;
    let url = server.url();
    server.restart().await;
    assert!(TcpStream::connect(place(&url)).is_ok());
    drop(server);
    assert!(TcpStream::connect(place(&url)).is_err());
}
