//! The network's arithmetic: all kernels are bit-identical.

use bosworth_engine::{
    Evaluation, INPUT_LAYOUT, INPUTS, InputLayout, Inputs, Kernel, Network, NotANetwork, Random,
    Value, turned_inputs,
};
use bosworth_rules::{Action, Card, Next, Position, Ruleset, Square, Symmetry};

/// Shows `most` positions of random games, in all editions.
fn positions(seed: u64, most: usize, mut see: impl FnMut(&Position)) {
    let mut random = Random::new(seed);
    let mut count = 0;
    for game in 0.. {
        let (_, ruleset) = Ruleset::PRESETS[game % Ruleset::PRESETS.len()];
        let mut position = random.deal(ruleset);
        loop {
            let choices = position.choices();
            if choices.is_empty() {
                break;
            }
            see(&position);
            count += 1;
            if count == most {
                return;
            }
            let choice = choices.pick(random.below(choices.len())).expect("a choice");
            position = match choice.take() {
                Next::Position(next) => next,
                Next::Draw(pending) => {
                    pending.pick(random.below(pending.outcomes().len())).expect("a card")
                }
            };
        }
    }
}

fn bits(value: Value) -> [u32; 2] {
    [value.win.to_bits(), value.margin.to_bits()]
}

#[test]
fn all_kernels_agree_to_the_bit_on_100_000_positions() {
    let kernels = Kernel::available();
    assert_eq!(kernels[0], Kernel::Plain);
    let networks: Vec<_> =
        kernels.into_iter().map(|kernel| Network::shipped().with_kernel(kernel)).collect();
    let (plain, others) = networks.split_first().expect("the plain one");
    positions(1485, 100_000, |position| {
        let expected = bits(plain.evaluate(position));
        for other in others {
            assert_eq!(
                bits(other.evaluate(position)),
                expected,
                "{:?}: {position}",
                other.kernel()
            );
        }
    });
}

#[test]
fn batched_and_single_evaluations_are_bit_identical() {
    let network = Network::shipped();
    positions(7, 20_000, |position| {
        let nexts: Vec<(Action, Next)> =
            position.choices().iter().map(|choice| (choice.action(), choice.take())).collect();
        let mut together = Vec::new();
        network.evaluate_acted(position, &nexts, &mut together);
        for ((action, next), together) in nexts.iter().zip(&together) {
            let alone = match next {
                Next::Position(next) => network.evaluate(next),
                Next::Draw(pending) => {
                    let drawn: Vec<(Card, Position)> = pending.each().collect();
                    let mut together = Vec::new();
                    network.evaluate_drawn(pending, &drawn, &mut together);
                    for ((card, next), together) in drawn.iter().zip(&together) {
                        let alone = network.evaluate(next);
                        assert_eq!(bits(*together), bits(alone), "{card} in {position}");
                    }
                    network.evaluate_draw(pending)
                }
            };
            assert_eq!(bits(*together), bits(alone), "{action} in {position}");
        }
    });
}

#[test]
fn the_network_is_invariant_under_side_swap() {
    let network = Network::shipped();
    positions(8, 20_000, |position| {
        let swapped = position.with_sides_swapped();
        assert_eq!(
            bits(network.evaluate(position)),
            bits(network.evaluate(&swapped)),
            "{position}"
        );
    });
}

/// Training augments its data by permuting features instead of transforming positions.
#[test]
fn features_permute_with_the_symmetries() {
    let tables: Vec<_> =
        Symmetry::all().map(|symmetry| (symmetry, turned_inputs(symmetry))).collect();
    positions(9, 3_000, |position| {
        let facts = Inputs::of(position);
        assert!(facts.numbers().iter().all(|&number| usize::from(number) < INPUTS));
        for (symmetry, table) in &tables {
            let mut turned: Vec<_> =
                facts.numbers().iter().map(|&number| table[usize::from(number)]).collect();
            let mut expected = Inputs::of(&symmetry.position(position)).numbers().to_vec();
            turned.sort_unstable();
            expected.sort_unstable();
            assert_eq!(turned, expected, "{symmetry:?} of {position}");
        }
    });
}

/// The teacher networks address features by plane and card.
#[test]
fn features_follow_the_published_layout() {
    let InputLayout { planes, held, pile, grounds } = INPUT_LAYOUT;
    assert_eq!(held, planes * Square::COUNT);
    positions(11, 3_000, |position| {
        let facts = Inputs::of(position);
        let within = |start: usize, count: usize| {
            let here = start..start + count;
            facts.numbers().iter().filter(|&&fact| here.contains(&usize::from(fact))).count()
        };
        let cards = Card::COUNT * grounds;
        for (hand, side) in [position.side(), !position.side()].into_iter().enumerate() {
            assert_eq!(within(held + hand * cards, cards), position.hand(side).len() as usize);
        }
        assert_eq!(within(pile, cards), position.pile().len() as usize);
        let crown = (planes - 5) * Square::COUNT;
        assert_eq!(within(crown, Square::COUNT), 1);
        assert_eq!(within(crown + position.crown().index(), 1), 1);
    });
}

/// Data augmentation by the symmetries has made the network nearly invariant under them.
#[test]
fn the_network_is_nearly_invariant_under_symmetries() {
    let network = Network::shipped();
    let (mut sum, mut count, mut most) = (0.0, 0.0, 0.0f32);
    positions(10, 3_000, |position| {
        let value = network.evaluate(position);
        for symmetry in Symmetry::all() {
            let turned = network.evaluate(&symmetry.position(position));
            let off = (turned.win - value.win).abs();
            sum += off;
            count += 1.0;
            most = most.max(off);
        }
    });
    let mean = sum / count;
    assert!(mean < 0.03, "{mean} on average, {most} at most");
}

#[test]
fn malformed_network_files_are_rejected() {
    let fault = |bytes: &[u8]| Network::read(bytes).err();
    assert_eq!(fault(b""), Some(NotANetwork::Length));
    assert_eq!(fault(b"a picture of a cat"), Some(NotANetwork::Magic));
    assert_eq!(fault(b"BOSWNET\x02________________"), Some(NotANetwork::Shape));
}

/// A file may hold any bias: sums wrap around, alike on every kernel and without a panic.
#[test]
fn biases_at_the_ends_of_the_scale_are_summed_alike_on_every_kernel() {
    // Behind the first layer: 16 stages, each three layers of weights with their biases.
    const LAYERS: [(usize, usize); 3] = [(32 * 192, 32), (32 * 64, 32), (2 * 3 * 32, 3)];
    const STAGES: usize = 16;
    let stage: usize = LAYERS.iter().map(|(weights, biases)| weights + 4 * biases).sum();
    for extreme in [i32::MIN, i32::MAX] {
        let mut bytes = include_bytes!("../../nets/shipped.net").to_vec();
        let mut at = bytes.len() - STAGES * stage;
        for _ in 0..STAGES {
            for (weights, biases) in LAYERS {
                at += weights;
                for bias in bytes[at..at + 4 * biases].as_chunks_mut::<4>().0 {
                    *bias = extreme.to_le_bytes();
                }
                at += 4 * biases;
            }
        }
        assert_eq!(at, bytes.len());
        let network = Network::read(&bytes).expect("the shape is right");
        positions(1485, 200, |position| {
            let kernels = Kernel::available().into_iter();
            let values =
                kernels.map(|kernel| network.clone().with_kernel(kernel).evaluate(position));
            let values: Vec<_> = values.map(bits).collect();
            assert!(values.iter().all(|value| *value == values[0]), "{values:?}");
        });
    }
}
