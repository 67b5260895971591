"""Engine, levels, rollouts, reviews, batches."""

import random
import threading
import time

import numpy as np
import pytest
from conftest import ENDING, random_game

from bosworth import EDITIONS, Engine, Game, Level, PendingDraw, Position, evaluate


def test_the_same_search_gives_the_same_answer(start):
    once, again = (Engine().analyse(start, nodes=500) for _ in range(2))
    assert [(line.action, line.win_chance) for line in once.lines] == [
        (line.action, line.win_chance) for line in again.lines
    ]
    assert [line.action for line in once.lines][0] == once.best
    assert {line.action for line in once.lines} == set(start.actions())
    assert Engine(search="star", evaluation="hand").analyse(start, depth=1).best in start.actions()


def test_endings_are_solved_exactly():
    analysis = Engine().analyse(Position(ENDING), nodes=100_000)
    assert analysis.exact and analysis.lines[0].exact
    rollout = Engine().rollout(Position(ENDING), games=16)
    assert rollout[0].exact and rollout[0].games == 0


def test_time_limits_a_search(start):
    begin = time.monotonic()
    analysis = Engine().analyse(start, seconds=0.05)
    assert analysis.nodes > 0 and time.monotonic() - begin < 10


def test_rollouts_have_intervals(start):
    lines = Engine().rollout(start, games=16, precision=0)
    assert len(lines) == 5
    assert all(line.low < line.win_chance < line.high and line.games == 16 for line in lines)


@pytest.mark.parametrize("edition", EDITIONS)
def test_levels_choose_legal_actions_in_every_edition(edition):
    for level in range(1, 7):
        for seed in range(3):
            position = Position.deal(seed, edition)
            while len(position.actions()) < 2:
                position = Position.deal(position.key % 2**32, edition)
            action = Level(level).choose(position, game=3)
            assert action in position.actions()
            assert action == Level(level).choose(position, game=3)


def test_a_level_plays_a_game_of_every_edition_to_its_end():
    for seed, edition in enumerate(EDITIONS):
        game, chance = Game(Position.deal(seed, edition)), random.Random(seed)
        while not game.position.is_over:
            action = Level(2).choose(game.position, game=seed)
            card = chance.choice(PendingDraw(game.position).outcomes())[0] if action == "+" else None
            game.act(action, card)
        assert game.position.outcome is not None and game.record().replay() == game


def test_a_review_adds_up():
    review = Engine().review(random_game(3, plies=12), nodes=50)
    assert len(review.plies) == 12 and len(review.win_chances) == 13
    parts = review.balance()
    names = ("deal_luck", "luck", "skill", "revision")
    assert abs(parts["result"] - parts["start"] - sum(parts[name] for name in names)) < 1e-9
    for ply in review.plies:
        assert ply.loss is None or ply.loss >= 0
        assert (ply.luck is None) == (not ply.ply.startswith("+"))
    assert review.summary("red")["decisions"] <= 6


def test_a_batch_is_evaluated_as_one_by_one():
    positions = [random_game(seed, plies=seed).position for seed in range(100)]
    win_chances, margins = evaluate(positions)
    assert win_chances.dtype == np.float32 and ((0 <= win_chances) & (win_chances <= 1)).all()
    for place in (0, 50, 99):
        one, margin = evaluate([positions[place]])
        assert one[0] == win_chances[place] and margin[0] == margins[place]
    over = random_game(1).position
    win, margin = evaluate([over])
    own, theirs = over.score(over.side), over.score("white" if over.side == "red" else "red")
    assert margin[0] == own.points - theirs.points
    assert win[0] == float(over.outcome.winner == over.side)
    assert evaluate([])[0].shape == (0,)
    with pytest.raises(TypeError, match="positions are expected, not str"):
        evaluate(["x"])


def test_other_threads_run_during_a_search(start):
    """The interpreter's lock is released: a thread counts while another one searches."""
    done = threading.Event()
    counted = 0

    def search():
        Engine().analyse(start, seconds=0.3)
        done.set()

    thread = threading.Thread(target=search)
    thread.start()
    while not done.wait(0.001):
        counted += 1
    thread.join()
    assert counted > 5
