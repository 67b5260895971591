//! Any bytes parse as a network or are rejected. The shipped network, modified or truncated, is
//! either rejected or yields the same values on every kernel.
#![no_main]

use std::sync::OnceLock;

use bosworth_engine::{Evaluation, Kernel, Network};
use bosworth_rules::Position;
use libfuzzer_sys::fuzz_target;

const SHIPPED: &[u8] = include_bytes!("../../crates/engine/nets/shipped.net");
const POSITION: &str = "9/2ww1r3/1www1rr2/2w1rrr2/1r1wrr3/1rr1ww1w1/2r1w1ww1/4rrr2/9 e5 w NE2,E3,S2,W3,NW3 \
     W2,N3,S3,E2,SE1 2 3 - classic";

fn position() -> &'static Position {
    static POSITION_READ: OnceLock<Position> = OnceLock::new();
    POSITION_READ.get_or_init(|| POSITION.parse().expect("a position"))
}

fn check(bytes: &[u8]) {
    let Ok(network) = Network::read(bytes) else { return };
    let values = Kernel::available().into_iter().map(|kernel| {
        let value = network.clone().with_kernel(kernel).evaluate(position());
        [value.win.to_bits(), value.margin.to_bits()]
    });
    let values: Vec<_> = values.collect();
    assert!(values.iter().all(|value| *value == values[0]), "{values:?}");
}

fuzz_target!(|bytes: &[u8]| {
    check(bytes);
    // Every five bytes are an offset from the end of the shipped network and two bytes to write.
    let mut network = SHIPPED.to_vec();
    let (patches, rest) = bytes.as_chunks::<5>();
    for [low, middle, high, one, two] in patches {
        let back = u32::from_le_bytes([*low, *middle, *high, 0]) as usize % (SHIPPED.len() - 1);
        let at = SHIPPED.len() - 2 - back.min(SHIPPED.len() - 2);
        network[at] = *one;
        network[at + 1] = *two;
    }
    // The remaining bytes determine where it is truncated.
    network.truncate(SHIPPED.len() - rest.len());
    check(&network);
});
