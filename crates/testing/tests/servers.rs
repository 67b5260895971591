//! The servers start, are there, and are gone afterwards.

use std::net::TcpStream;

use bosworth_testing::{Nats, Postgres};

/// The part of an address that says where to connect.
fn place(url: &str) -> &str {
    let place = url.rsplit(['@', '/']).find(|part| part.contains(':'));
    place.expect("a host and a port")
}

#[tokio::test]
async fn a_postgres_restarts_with_its_databases_and_is_gone_in_the_end() {
    let mut server = Postgres::start().await;
    let url = server.url();
    assert_ne!(url, server.url(), "each is a new one");
    server.sql("test0", "CREATE TABLE things (id BIGINT)");
    server.restart().await;
    server.sql("test0", "INSERT INTO things VALUES (1)");
    assert!(TcpStream::connect(place(&url)).is_ok());
    drop(server);
    assert!(TcpStream::connect(place(&url)).is_err());
}

#[tokio::test]
async fn a_nats_restarts_and_is_gone_in_the_end() {
    let mut server = Nats::start().await;
    let url = server.url();
    server.restart().await;
    assert!(TcpStream::connect(place(&url)).is_ok());
    drop(server);
    assert!(TcpStream::connect(place(&url)).is_err());
}
