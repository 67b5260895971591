//! How clocks are displayed.

use bosworth_client::clocks::{called_off_in, claimable_in};
use bosworth_client::protocol::{Command, IdempotencyKey, Table};
use bosworth_rules::Side;
use bosworth_table::TableOrder;

use crate::server::{EPOCH, Server};

#[test]
fn the_running_clock_freezes_on_resignation() {
    let mut server = Server::dealt("5+0", 99);
    server.act(10, EPOCH);
    server.act(11, EPOCH);
    let side = server.host().turn().expect("a game in progress");
    server.command(side, IdempotencyKey(12), &Command::Resign, EPOCH + 16_000);
    let table = Table::replay(&server.log).expect("a log");
    for later in [16_000, 20_000, 900_000] {
        let left = table.time_left(EPOCH + later).expect("a clock");
        assert_eq!((left[side], left[!side]), (284_000, 300_000), "4:44, not back to 5:00");
    }
}

#[test]
fn an_absent_opponent_counts_as_gone_after_a_delay() {
    let mut server = Server::dealt("5+3", 99);
    let mut table = Table::replay(&server.log).expect("a log");
    assert_eq!(claimable_in(&table, Side::Red, EPOCH), None);
    for order in [TableOrder::Came(Side::White), TableOrder::Left(Side::White)] {
        let entry = server.order(&order, EPOCH + 1_000).expect("a new entry");
        table.fold(&entry).expect("a valid entry");
    }
    assert_eq!(claimable_in(&table, Side::Red, EPOCH + 11_000), Some(20_000));
    assert_eq!(claimable_in(&table, Side::Red, EPOCH + 99_000), Some(0));
    assert_eq!(claimable_in(&table, Side::White, EPOCH + 99_000), None, "Red is there");
}

#[test]
fn an_unstarted_game_can_time_out_only_before_the_clocks_run() {
    let mut server = Server::dealt("5+3", 99);
    let off = |server: &Server, now| called_off_in(server.host(), EPOCH + now);
    assert_eq!(off(&server, 10_000), Some(20_000));
    assert_eq!(off(&server, 40_000), Some(0));
    server.act(10, EPOCH + 15_000);
    assert_eq!(off(&server, 20_000), Some(25_000));
    server.act(11, EPOCH + 20_000);
    assert_eq!(off(&server, 20_000), None);
    let untimed = Server::dealt("-", 99);
    assert_eq!(off(&untimed, 99_000), None);
}
