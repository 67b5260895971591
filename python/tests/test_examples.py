"""The examples run, in short form."""

import importlib.util
import json
import subprocess
import sys

import pytest
from conftest import ROOT

EXAMPLES = ROOT / "python/examples"


def run(script: str, *arguments: str) -> str:
    command = [sys.executable, EXAMPLES / script, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=300).stdout


def test_a_learner_is_saved_and_plays_in_a_league(tmp_path):
    network = tmp_path / "network.npz"
    settings = ["--minutes", "0.02", "--games", "32", "--batch", "256", "--pairs", "3"]
    assert "against level 3" in run("learn.py", *settings, "--out", str(network))
    players = ["random", "greedy", "level:1", "engine:20", f"learned:{network}"]
    table = run("league.py", "--pairs", "2", *players).splitlines()[-len(players) :]
    means = [float(line.split()[-1]) for line in table]
    assert means == sorted(means, reverse=True)
    assert abs(sum(means) / len(means) - 50) < 0.1


def test_openspiels_search_plays_in_a_league():
    pytest.importorskip("pyspiel")
    assert "mcts 3" in run("league.py", "--pairs", "1", "mcts:3", "random")


def test_the_notebook_runs(tmp_path, monkeypatch):
    if importlib.util.find_spec("matplotlib") is None:
        pytest.skip("Matplotlib is not installed")
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    monkeypatch.setattr(plt, "show", lambda: plt.savefig(tmp_path / "plot.png"))
    cells = json.loads((EXAMPLES / "win_chance.ipynb").read_text(encoding="utf-8"))["cells"]
    names: dict[str, object] = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    assert (tmp_path / "plot.png").stat().st_size > 5000
