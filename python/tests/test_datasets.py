"""Files of games."""

import json
import subprocess

import numpy as np
import pytest
from conftest import random_game

from bosworth import OBSERVATION_SIZE, Position, datasets


@pytest.fixture
def files(program, tmp_path):
    """What `bosworth datagen` writes, in all formats."""
    found = {}
    for kind in ("jsonl", "csv", "parquet"):
        file = tmp_path / f"rows.{kind}"
        command = [program, "datagen", file, "--format", kind, "--games", "3", "--nodes", "6", "--threads", "1"]
        subprocess.run([*command, "--seed", "7", "--net", "hand", "--quiet"], check=True)
        found[kind] = file
    return found


def equal(one, other):
    assert list(one) == list(other)
    for name, values in one.items():
        assert values.dtype == other[name].dtype and (values == other[name]).all(), name


def test_rows_are_the_same_in_all_formats(files):
    pytest.importorskip("pyarrow")
    rows = datasets.read_rows(files["jsonl"])
    assert list(rows) == list(datasets.COLUMNS) and len(rows["game"]) > 50
    assert set(rows["game"]) == {0, 1, 2} and set(rows["result"]) <= {0, 0.5, 1}
    for kind in ("csv", "parquet"):
        equal(datasets.read_rows(files[kind]), rows)
    tables = [datasets.read_table(files[kind]) for kind in files]
    assert tables[0].equals(tables[1]) and tables[0].equals(tables[2])
    assert datasets.read_table(files["parquet"], ["value", "ply"]).column_names == ["value", "ply"]
    for text, action in zip(rows["position"], rows["action"]):
        assert action in Position(text).actions()


def test_numbers_are_made_of_rows(files):
    rows = datasets.read_rows(files["csv"])
    arrays = datasets.arrays(rows)
    n = len(rows["game"])
    assert arrays["observations"].shape == (n, OBSERVATION_SIZE)
    assert arrays["masks"][np.arange(n), arrays["actions"]].all()
    assert np.allclose(arrays["values"], rows["value"])


def test_an_incomplete_game_at_the_end_is_left_out(files, tmp_path):
    text = files["jsonl"].read_text()
    whole = datasets.read_rows(files["jsonl"])
    last = int(whole["rows"][-1])
    cut = tmp_path / "cut.jsonl"
    cut.write_text(text[:-30])
    assert len(datasets.read_rows(cut)["game"]) == len(whole["game"]) - last
    cut.write_text("")
    assert len(datasets.read_rows(cut)["game"]) == 0


def test_other_files_are_refused(tmp_path):
    file = tmp_path / "x.jsonl"
    file.write_text(json.dumps({"game": 1}) + "\n")
    with pytest.raises(ValueError, match="it has no column 'rows'"):
        datasets.read_rows(file)
    with pytest.raises(ValueError, match="there is no column 'elo'"):
        datasets.read_rows(file, ["elo"])


def test_records_are_read_and_made_rows(tmp_path):
    played = [random_game(seed) for seed in range(6)]
    file = tmp_path / "games.rose"
    file.write_text("\n".join(str(game.record()) for game in played))
    read = list(datasets.read_games(file))
    assert read == played
    rows = datasets.decisions(read)
    for place in range(len(rows["game"])):
        game = played[rows["game"][place]]
        position = game.positions[rows["ply"][place] - 1]
        assert str(position) == rows["position"][place]
        assert rows["action"][place] == game.plies[rows["ply"][place] - 1].split("+")[0] or (
            rows["action"][place] == "+"
        )
        winner = game.position.outcome.winner
        assert rows["result"][place] == (0.5 if winner is None else float(winner == position.side))
    arrays = datasets.arrays(rows)
    assert "values" not in arrays and len(arrays["results"]) == len(rows["game"])


def test_faulty_games_raise_or_are_left_out(tmp_path):
    good = str(random_game(1).record())
    file = tmp_path / "games.rose"
    file.write_text(good + "\n" + good.replace('[Score "', '[Score "9') + "\n" + good)
    with pytest.raises(ValueError, match="game 2 of .*the points are"):
        list(datasets.read_games(file))
    assert len(list(datasets.read_games(file, skip_faulty=True))) == 2
