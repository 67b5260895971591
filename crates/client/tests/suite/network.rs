//! Whatever the network does, all clients converge to the server's table, and every command is
//! carried out exactly once.

use bosworth_client::protocol::{Event, Table};
use bosworth_rules::Side;
use proptest::prelude::*;

use crate::world::{Weather, World};

fn weather() -> impl Strategy<Value = Weather> {
    (0..40_u64, 0..40_u64, 0..8_000_u64, 0..10_u64, 0..5_u64).prop_map(
        |(lose, double, delay, cut, restart)| Weather { lose, double, delay, cut, restart },
    )
}

/// The invariants once everything has been delivered.
fn check(world: &World) {
    let log = &world.server.log;
    let truth = Table::replay(log).expect("a good log");
    let said = log.iter().flat_map(|entry| &entry.events).filter_map(|event| match event {
        Event::Chat { side, text } => Some((*side, text.clone())),
        _ => None,
    });
    let said: Vec<_> = said.collect();
    for peer in &world.peers {
        let live = peer.talk.live().expect("a table");
        assert_eq!(live.table.length(), log.len() as u32, "the whole log is known");
        assert_eq!(live.table.game(), truth.game());
        assert_eq!(live.table.ending(), truth.ending());
        assert_eq!(live.chat, said);
        assert!(peer.talk.outbox().is_empty(), "every command is answered");
        assert!(peer.answers.values().all(|answers| answers.len() == 1), "exactly once");
    }
    for (side, peer) in Side::ALL.into_iter().zip(&world.peers) {
        for key in &peer.issued {
            let done = peer.answers[key] == [true];
            let times = log.iter().filter(|it| (it.by, it.key) == (Some(side), Some(*key))).count();
            assert_eq!(times, usize::from(done), "{key:?} of {side}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn all_clients_converge_to_the_servers_log_and_commands_take_effect_once(
        seed: u64,
        page in 1..40_usize,
        weather in weather(),
        broken: bool,
    ) {
        let mut world = World::new(seed, page, weather);
        world.play(120);
        world.weather = Weather::CALM;
        // A lost last entry is detected by the next entry, or by the next connection.
        if broken {
            world.break_all();
        }
        world.settle(200);
        if !broken {
            world.speak_from_elsewhere();
            world.settle(30);
        }
        check(&world);
    }
}

#[test]
fn without_faults_nothing_is_sent_twice_and_the_game_is_played() {
    let mut world = World::new(1485, 500, Weather::CALM);
    world.play(300);
    world.settle(5);
    check(&world);
    assert!(world.server.host().plies() > 40, "{}", world.server.host().plies());
    assert!(world.peers.iter().flat_map(|peer| &peer.answers).all(|(_, answers)| answers[0]));
}
