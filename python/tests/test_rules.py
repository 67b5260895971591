"""Positions, games and records."""

import copy
import json
import pickle
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT, START, random_game
from hypothesis import given
from hypothesis import strategies as st

from bosworth import ACTIONS, CARDS, EDITIONS, Game, PendingDraw, Position, Record, perft


def perft_lines():
    lines = (ROOT / "suites/perft.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


@pytest.mark.parametrize("line", perft_lines())
def test_perft_counts_are_those_of_the_suite(line):
    position, counts = line.split(" ; ")
    for depth, count in enumerate(counts.split(), 1):
        assert perft(Position(position), depth) == int(count)


def test_random_games_are_equal_to_the_library_action_for_action(program, games, tmp_path):
    """The program replays the records: every ply is legal there, and leads to the same position. Of every position it
    says which actions are legal, the points and the result."""
    played = [random_game(seed) for seed in range(games)]
    file = tmp_path / "random.rose"
    file.write_text("\n".join(str(game.record(Event=f"{n}")) for n, game in enumerate(played)))
    replayed = subprocess.run(
        [program, "replay", str(file), "--positions"], capture_output=True, text=True, check=True
    )
    positions = [position for game in played for position in game.positions]
    assert replayed.stdout.splitlines() == [str(position) for position in positions]
    inspected = subprocess.run(
        [program, "inspect"], input=replayed.stdout, capture_output=True, text=True, check=True
    )
    lines = inspected.stdout.splitlines()
    assert len(lines) == len(positions)
    results = {"red": 1, "white": -1, None: 0}
    for position, line in zip(positions, lines):
        found = json.loads(line)
        outcome = position.outcome
        assert found["legal"] == sorted(position.actions())
        assert (found["red"], found["white"]) == tuple(
            position.score(side).points for side in ("red", "white")
        )
        assert found["result"] == (outcome and results[outcome.winner])
        assert found["over"] == position.is_over


@given(st.integers(0, 10_000), st.integers(0, 80))
def test_positions_survive_text_pickle_and_copies(seed, plies):
    position = random_game(seed, plies=plies).position
    for same in (Position(str(position)), pickle.loads(pickle.dumps(position)), copy.deepcopy(position)):
        assert same == position and hash(same) == hash(position) and repr(same) == repr(position)


@given(st.integers(0, 10_000), st.integers(0, 80))
def test_numbers_and_texts_name_the_same_actions(seed, plies):
    position = random_game(seed, plies=plies).position
    numbers = position.action_numbers()
    assert [position.action_text(number) for number in numbers] == position.actions()
    assert [Position.action_number(action) for action in position.actions()] == numbers
    assert position.action_mask().nonzero()[0].tolist() == numbers
    for number, action in zip(numbers, position.actions()):
        assert position.act(number) == position.act(action)
        assert ACTIONS[number] == action.removesuffix("*")


@given(st.integers(0, 10_000), st.integers(0, 80))
def test_symmetries_and_swapped_sides_keep_scores_and_the_number_of_actions(seed, plies):
    position = random_game(seed, plies=plies).position
    images = position.symmetries()
    assert images[0] == position and len(images) == 8
    for image in images:
        assert len(image.actions()) == len(position.actions())
        assert image.score("red") == position.score("red")
    swapped = position.with_sides_swapped()
    assert swapped.score("white") == position.score("red")
    assert swapped.with_sides_swapped() == position


@given(st.integers(0, 10_000), st.integers(0, 80))
def test_every_card_is_in_one_place(seed, plies):
    position = random_game(seed, plies=plies).position
    cards = [*position.hand("red"), *position.hand("white"), *position.discard, *position.pile]
    assert sorted(cards) == sorted(CARDS)


@given(st.integers(0, 10_000))
def test_probabilities_of_a_draw_add_up(seed):
    for position in random_game(seed).positions:
        if "+" in position.actions():
            pending = position.act("+")
            assert isinstance(pending, PendingDraw)
            assert abs(sum(chance for _, chance in pending.outcomes()) - 1) < 1e-12
            assert pickle.loads(pickle.dumps(pending)) == pending == PendingDraw(position)


@given(st.integers(0, 10_000))
def test_games_survive_records_and_pickle(seed):
    game = random_game(seed)
    record = game.record(Red="Anne", White='Jo "J"')
    assert Record(str(record)) == record == pickle.loads(pickle.dumps(record))
    assert record.replay() == game == pickle.loads(pickle.dumps(game))
    assert record.tags["White"] == 'Jo "J"' and record.winner == game.position.outcome.winner


def test_a_game_takes_plies_back(start):
    game = Game(start, ["NE2", "SW3", "+N1"])
    assert game.pop() == "+N1" and len(game) == 2 and game.position.side == "red"
    assert game.act("+", "N1") == "+N1"
    with pytest.raises(ValueError, match="the drawn card is missing"):
        Game(start, ["NE2", "SW3"]).act("+")


def test_faulty_records_are_left_out_or_raise():
    good = str(Game(Position(START), ["NE2"]).record())
    text = good + '\n[Red "x"]\n\n1. N9 *\n\n' + good
    with pytest.raises(ValueError, match="line"):
        Record.read_all(text)
    assert len(Record.read_all(text, skip_faulty=True)) == 2


def test_a_notebook_shows_the_board(start):
    picture = start.act("NE2")._repr_svg_()
    assert picture.startswith("<svg") and picture.count("<circle") == 1 and "♛" in picture


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_lot_decides_in_one_edition_only(edition):
    sides = {Position.deal(seed, edition).side for seed in range(50)}
    assert sides == ({"red", "white"} if edition == "kingofroses" else {"red"})


def test_stubs_name_what_there_is():
    import ast

    import bosworth._native as native

    stubs = Path(native.__file__).with_name("_native.pyi")
    tree = ast.parse(stubs.read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            assert hasattr(native, node.name), node.name
        if isinstance(node, ast.ClassDef):
            found = {name for name in vars(getattr(native, node.name)) if not name.startswith("__")}
            said = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
            assert found == {name for name in said if not name.startswith("__")}, node.name
