//! Runs a throw-away PostgreSQL with durable commits and a NATS, for measurements. Prints the URLs
//! of a new database and of the bus, and stops both at the end of its input.

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
