"""Whatever is passed, the answer is an exception with the message of the rules, never a panic or a crash."""

import numpy as np
import pytest
from conftest import random_game
from hypothesis import given
from hypothesis import strategies as st

from bosworth import Engine, Game, Level, PendingDraw, Position, Record, evaluate, observations, perft
from bosworth.fair import Dealer, verify
from bosworth.vector import Buffers, VectorEnv

#: What arguments of a wrong kind or size raise.
REFUSED = (ValueError, TypeError)


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ("SW3", "Red does not hold SW3"),
        ("NE2*", r"NE2\* leads to g7, which is empty: a hero needs an opponent's rose"),
        ("+", "Red cannot draw: the hand is full with 5 cards"),
        ("pass", "Red cannot pass while another action is possible"),
        ("N9", "is not an action"),
        ("+N1", "names the drawn card"),
        (77, "an action is a number from 0 to 25, not 77"),
        (-1, "an action is a number from 0 to 25, not -1"),
        (24, "Red cannot draw"),
    ],
)
def test_an_illegal_action_names_the_rule_it_breaks(start, action, message):
    with pytest.raises(ValueError, match=message):
        start.act(action)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Position("nonsense"), "crown: is missing"),
        (lambda: Position("9/9/9/9/9/9/9/9/9 e5 r N1 N1 4 4 -"), "white-hand: N1 is in two places"),
        (lambda: Position.deal(1, "chess"), "no edition is called"),
        (lambda: Position.deal(1).hand("blue"), "a side is red or white"),
        (lambda: PendingDraw(Position.deal(1)), "cannot draw"),
        (lambda: perft(Position.deal(1), 99), "the depth is at most 24"),
        (lambda: Level(9), "a level is 1 to 8, not 9"),
        (lambda: Engine(hash=0), "hash is 1 to"),
        (lambda: Engine(search="alpha"), "search is tree or star"),
        (lambda: Engine().analyse(Position.deal(1), nodes=0), "at least 1"),
        (lambda: Engine().analyse(Position.deal(1), seconds=-1), "not negative"),
        (lambda: Engine().analyse(Position.deal(1), seconds=float("nan")), "not negative"),
        (lambda: Engine().review(Game(Position.deal(1)), depth="shallow"), "standard or deep"),
        (lambda: evaluate([Position.deal(1)], evaluation="x"), "network or hand"),
        (lambda: Record("[x"), "is not a tag"),
        (lambda: Dealer("xyz"), "hexadecimal"),
        (lambda: verify(random_game(1).record()), "the tag Game is missing"),
        (lambda: VectorEnv(0), "n is 1 to"),
        (lambda: VectorEnv(-1), "n is 1 to 10000000, not -1"),
        (lambda: VectorEnv(1, seed=-1), r"a whole number from 0 to 2\*\*64 - 1 is expected, not -1"),
        (lambda: VectorEnv(1).reset(2**64), "is expected, not 18446744073709551616"),
        (lambda: Position.deal(-1), "is expected, not -1"),
        (lambda: Engine().analyse(Position.deal(1), nodes=-1), "is expected, not -1"),
        (lambda: Engine().best(Position.deal(1), depth=2**32), r"from 0 to 2\*\*32 - 1 is expected"),
        (lambda: Engine().rollout(Position.deal(1), games=-1), "is expected, not -1"),
        (lambda: Engine().review(Game(Position.deal(1)), nodes=-1), "is expected, not -1"),
        (lambda: Engine(hash=10**5000), "hash is 1 to 16384 MiB, not a number with very many digits"),
        (lambda: Level(2**70), "a level is 1 to 8, not 1180591620717411303424"),
        (lambda: Level(1).choose(Position.deal(1), game=-1), "is expected, not -1"),
        (lambda: perft(Position.deal(1), -1), "the depth is at most 24, not -1"),
        (lambda: Position.deal(1).act(2**70), "an action is a number from 0 to 25"),
        (lambda: Position.deal(1).action_text(2**70), "an action is a number from 0 to 25"),
    ],
)
def test_messages_say_what_would_be_valid(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_a_finished_game_has_no_action():
    over = random_game(1).position
    for call in (lambda: Level(3).choose(over), lambda: Engine().best(over), lambda: over.act("+")):
        with pytest.raises(ValueError, match="the game is over"):
            call()
    assert Engine().analyse(over).best is None


@given(st.integers() | st.integers(-(2**80), 2**80) | st.sampled_from([2**31, 2**32, 2**63, 2**64, 10**5000]))
def test_any_whole_number_is_refused_with_a_message_or_accepted(number):
    start = Position.deal(1)
    small = number if abs(number) < 2 or abs(number) > 2**32 else 1
    calls = [
        lambda: Position.deal(number),
        lambda: start.act(number),
        lambda: start.action_text(number),
        lambda: Level(number),
        lambda: Level(1).choose(start, game=number),
        lambda: Engine(seed=number, hash=1),
        lambda: Engine(hash=number) if number < 1 or number > 16384 else None,
        lambda: Engine(hash=1).analyse(start, nodes=number if number < 1 else 1),
        lambda: Engine(hash=1).analyse(start, depth=number if number < 1 else 1),
        lambda: Engine(hash=1).rollout(start, games=1, seed=number),
        lambda: Engine(hash=1).rollout(start, games=small) if small != 1 and small < 0 else None,
        lambda: Engine(hash=1).review(Game(start), nodes=number if number < 1 else 1),
        lambda: perft(start, small if small < 1 or small > 24 else 1),
        lambda: VectorEnv(small if small < 1 or small > 2**32 else 1),
        lambda: VectorEnv(1, seed=number),
        lambda: VectorEnv(1).reset(number),
    ]
    for call in calls:
        try:
            call()
        except REFUSED as refusal:
            assert str(refusal)


@given(st.text() | st.integers() | st.none() | st.floats() | st.binary())
def test_any_argument_is_refused_or_accepted_but_never_panics(anything):
    start = Position.deal(1)
    calls = [
        lambda: Position(anything),
        lambda: Position.deal(anything),
        lambda: Position.deal(1, anything),
        lambda: start.act(anything),
        lambda: start.follow(anything),
        lambda: start.hand(anything),
        lambda: start.action_text(anything),
        lambda: Position.action_number(anything),
        lambda: start.target("red", anything),
        lambda: Game(start, [anything]),
        lambda: Game(start).act("+", anything),
        lambda: Record(anything),
        lambda: Record.read_all(anything),
        lambda: Dealer(anything),
        lambda: Dealer("1", game=anything, red_nonce=anything),
        lambda: evaluate(anything),
        lambda: observations([anything]),
        lambda: Level(anything),
        lambda: Engine(seed=anything),
    ]
    for call in calls:
        try:
            call()
        except REFUSED:
            pass


@given(st.integers(0, 1000), st.text(alphabet="0123456789rw/ ,-NSEW+*abcdefghi", max_size=120))
def test_texts_that_look_like_positions_never_panic(seed, noise):
    text = str(random_game(seed, plies=seed % 50).position)
    for broken in (noise, text[: len(noise)] + noise, noise + text[len(noise) :]):
        try:
            assert Position(str(Position(broken))) == Position(broken)
        except ValueError:
            pass


def test_a_step_with_a_bad_action_or_array_changes_nothing():
    n = 8
    env, buffers, actions = VectorEnv(n, seed=5), Buffers.of(n), np.zeros(n, np.int64)
    before = env.positions
    env.random_actions(actions)
    for bad, message in ((26, "0 to 25"), (-1, "0 to 25"), (24, "game 3: Red cannot draw"), (25, "pass")):
        wrong = actions.copy()
        wrong[3] = bad
        with pytest.raises(ValueError, match=message):
            env.step(wrong, buffers.rewards, buffers.dones)
    strided = np.zeros((n, 2), np.int64)[:, 0]
    fortran = np.zeros((n, 26), np.bool_, order="F")
    frozen = np.zeros(n, np.float32)
    frozen.flags.writeable = False
    for arguments in (
        (actions[:-1], buffers.rewards, buffers.dones),
        (strided, buffers.rewards, buffers.dones),
        (actions, buffers.rewards, buffers.dones, None, fortran),
        (actions, buffers.rewards, buffers.dones, buffers.observations[:, :-1]),
        (actions.astype(np.int32), buffers.rewards, buffers.dones),
        (actions, frozen, buffers.dones),
    ):
        with pytest.raises(REFUSED):
            env.step(*arguments)
    assert env.positions == before
