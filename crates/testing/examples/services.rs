//! A throw-away PostgreSQL, which waits for the disk, and a NATS: prints the address of a new
//! database and that of the bus, and stops both when its input ends. For measurements.

use std::io::{self, Read};

use bosworth_testing::{Nats, Postgres};

#[tokio::main(flavor = "current_thread")]
async fn main() -> io::Result<()> {
    let (postgres, nats) = (Postgres::start_durable().await, Nats::start().await);
    println!("{}", postgres.url());
    println!("{}", nats.url());
    io::stdin().read_to_end(&mut Vec::new())?;
    Ok(())
}
