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
REFUSED = (ValueError, TypeError, OverflowError)


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
