"""Many games at once."""

import numpy as np
import pytest
from conftest import random_game
from hypothesis import given
from hypothesis import strategies as st

from bosworth import (
    ACTIONS,
    CARDS,
    EDITIONS,
    OBSERVATION_LAYOUT,
    OBSERVATION_SIZE,
    Position,
    observations,
    symmetry_tables,
)
from bosworth.vector import Buffers, VectorEnv


@pytest.mark.parametrize("ruleset", [*EDITIONS, "classic:ending=either,first=lot"])
def test_a_step_does_what_positions_do(ruleset):
    n = 64
    env, buffers, actions = VectorEnv(n, seed=7, ruleset=ruleset), Buffers.of(n), np.zeros(n, np.int64)
    env.observe(*buffers.views)
    ended = 0
    for _ in range(150):
        before = env.positions
        env.random_actions(actions)
        assert buffers.masks[np.arange(n), actions].all()
        env.step(actions, buffers.rewards, buffers.dones, *buffers.views)
        after = env.positions
        assert (buffers.observations == observations(after)).all()
        for place, (old, new) in enumerate(zip(before, after)):
            nexts = old.act(int(actions[place]))
            nexts = [nexts] if isinstance(nexts, Position) else [
                nexts.resolve(card) for card, _ in nexts.outcomes()
            ]
            if buffers.dones[place]:
                ended += 1
                assert new.supply == 52 and new.discard == []
                rewards = [
                    0 if over.outcome.winner is None else 1 if over.outcome.winner == old.side else -1
                    for over in nexts
                    if over.is_over
                ]
                assert buffers.rewards[place] in rewards
            else:
                assert new in nexts and not new.is_over and buffers.rewards[place] == 0
            other = "white" if new.side == "red" else "red"
            assert buffers.leads[place] == new.score(new.side).points - new.score(other).points
            assert (buffers.masks[place] == new.action_mask()).all()
    assert env.games == ended > n // 2


def test_the_same_seed_gives_the_same_games_however_many_there_are():
    def played(n, seed):
        env, buffers = VectorEnv(n, seed=seed), Buffers.of(n)
        env.observe(*buffers.views)
        for _ in range(200):
            env.step(buffers.masks.argmax(axis=1), buffers.rewards, buffers.dones, *buffers.views)
        return env.positions

    assert played(3, 9) == played(8, 9)[:3]
    assert played(3, 9) != played(3, 10)
    env = VectorEnv(3, seed=1)
    env.reset(9)
    assert env.positions == VectorEnv(3, seed=9).positions


def test_drawn_cards_are_equally_likely():
    n = 20_000
    env, buffers, actions = VectorEnv(n, seed=2), Buffers.of(n), np.zeros(n, np.int64)
    counts = dict.fromkeys(CARDS, 0)
    for _ in range(3):
        env.observe(None, buffers.masks)
        before = env.positions
        actions[:] = np.where(buffers.masks[:, 24], 24, buffers.masks.argmax(axis=1))
        env.step(actions, buffers.rewards, buffers.dones)
        for action, old, new in zip(actions, before, env.positions):
            if action == 24:
                (card,) = set(new.hand(old.side)) - set(old.hand(old.side))
                counts[card] += 1
    mean = sum(counts.values()) / len(counts)
    assert mean > 400
    # 23 degrees of freedom: 60 is beyond one in ten thousand. Cards differ a little in how often they are in the pile.
    assert sum((count - mean) ** 2 / mean for count in counts.values()) < 200


@given(st.integers(0, 10_000), st.integers(0, 80))
def test_an_observation_says_what_the_position_says(seed, plies):
    position = random_game(seed, plies=plies).position
    for side, other in (("red", "white"), ("white", "red")):
        facts = position.observation(side)
        part = {name: facts[where] for name, where in OBSERVATION_LAYOUT.items()}
        square = lambda place: "abcdefghi"[place % 9] + str(place // 9 + 1)  # noqa: E731
        squares = lambda name: sorted(square(place) for place in part[name].nonzero()[0])  # noqa: E731
        cards = lambda name: [CARDS[place] for place in part[name].nonzero()[0]]  # noqa: E731
        assert squares("own_roses") == sorted(position.roses(side))
        assert squares("their_roses") == sorted(position.roses(other))
        assert squares("crown") == [position.crown]
        assert cards("own_hand") == position.hand(side)
        assert cards("their_hand") == position.hand(other)
        assert cards("pile") == position.pile
        assert part["own_heroes"] == position.heroes(side)
        assert part["supply"] == position.supply
        assert part["is_white"] == (side == "white") and part["pending"] == 0
        if side == position.side and not position.is_over:
            cards_played = [action.rstrip("*") for action in position.actions() if action[0] in "NESW"]
            plays = [position.target(side, card) for card in cards_played]
            assert sorted(squares("own_plays") + squares("own_hero_plays")) == sorted(plays)


@given(st.integers(0, 10_000), st.integers(0, 80))
def test_symmetry_tables_are_those_of_positions(seed, plies):
    position = random_game(seed, plies=plies).position
    facts, actions = symmetry_tables()
    assert facts.shape == (8, OBSERVATION_SIZE) and actions.shape == (8, len(ACTIONS))
    for place, image in enumerate(position.symmetries()):
        assert (image.observation() == position.observation()[facts[place]]).all()
        assert (image.action_mask() == position.action_mask()[actions[place]]).all()


def test_looking_ahead_shows_what_the_opponent_would_see():
    n = 200
    env, buffers, actions = VectorEnv(n, seed=4, ruleset="kingofroses"), Buffers.of(n), np.zeros(n, np.int64)
    seen, numbers = np.zeros((n, 5, OBSERVATION_SIZE), np.uint8), np.zeros((n, 5), np.int64)
    leads, results = np.zeros((n, 5), np.int32), np.zeros((n, 5), np.float32)
    pending = over = 0
    for _ in range(80):
        env.look_ahead(seen, numbers, leads, results)
        for place, position in enumerate(env.positions):
            found = [number for number in numbers[place] if number >= 0]
            assert found == position.action_numbers()
            viewer = "white" if position.side == "red" else "red"
            for slot, number in enumerate(found):
                after = position.act(int(number))
                if not isinstance(after, Position):
                    pending += 1
                    assert seen[place, slot, OBSERVATION_LAYOUT["pending"]] == 1
                    assert (seen[place, slot] == after.observation()).all()
                    continue
                assert (seen[place, slot] == after.observation(viewer)).all()
                lead = after.score(viewer).points - after.score(position.side).points
                assert leads[place, slot] == lead
                assert np.isnan(results[place, slot]) == (not after.is_over)
                if after.is_over:
                    over += 1
                    winner = after.outcome.winner
                    assert results[place, slot] == (0 if winner is None else 1 if winner == viewer else -1)
        env.random_actions(actions)
        env.step(actions, buffers.rewards, buffers.dones)
    assert pending > 100 and over > 10
