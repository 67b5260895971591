"""The puzzles that ship with every program."""

from collections import Counter

from bosworth import EDITIONS, Engine, puzzles


def test_every_puzzle_is_a_decision_with_the_costs_of_all_actions():
    shipped = puzzles()
    assert len(shipped) > 1000
    assert len({puzzle.id for puzzle in shipped}) == len(shipped)
    for puzzle in shipped:
        costs = puzzle.costs
        assert sorted(costs) == sorted(puzzle.position.actions())
        assert list(costs)[0] == puzzle.best and costs[puzzle.best] == 0
        assert all(0 <= cost <= 1 for cost in costs.values())
        assert puzzle.edition == puzzle.position.ruleset and puzzle.edition in EDITIONS
        assert puzzle.level is None or 1 <= puzzle.level <= 8
        assert 0 <= puzzle.win_chance <= 1 and puzzle.rating > 0


def test_puzzles_have_levels_tags_and_editions():
    shipped = puzzles()
    assert set(EDITIONS) <= {puzzle.edition for puzzle in shipped}
    tags = Counter(tag for puzzle in shipped for tag in puzzle.tags)
    assert tags["hero"] and tags["draw-or-play"]
    assert len({puzzle.level for puzzle in shipped}) > 3


def test_the_engine_solves_most_puzzles():
    some = puzzles()[::200]
    solved = sum(Engine().best(puzzle.position, nodes=5_000) == puzzle.best for puzzle in some)
    assert solved > len(some) / 2
