#!/usr/bin/env python3
"""Checks that training computes what the program computes, and that all parts of it work together.

First a random network values the positions of a few games in both; then one generation is made, far
too small to be any good. Needs PyTorch. Without it nothing is checked, and it says so; with the
variable BOSWORTH_NEEDS_TORCH set, that is a failure.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path


def main() -> int:
    try:
        import torch
    except ImportError:
        print("SKIPPED: PyTorch is not installed, so nothing of the training was checked")
        return 1 if os.environ.get("BOSWORTH_NEEDS_TORCH") else 0
    from network import Network
    from rows import Rows
    from shape import Shape

    program = sys.argv[1]
    shape = Shape.of(program)
    torch.manual_seed(1485)
    network = Network(shape.inputs)
    with tempfile.TemporaryDirectory() as folder:
        net, games, rows_path = (Path(folder) / name for name in ("a.net", "a.games", "a.rows"))
        network.export(net)
        for rules in ("classic", "kingofroses"):
            games.unlink(missing_ok=True)
            play = ["datagen", str(games), "--games", "8", "--nodes", "40", "--rules", rules, "--net", "hand"]
            subprocess.run([program, *play, "--quiet"], check=True, stdout=subprocess.DEVNULL)
            write = ["inputs", str(games), "--out", str(rows_path), "--value-by", str(net)]
            subprocess.run([program, *write], check=True)
            rows = Rows(shape, 100_000, torch.device("cpu"))
            count = rows.add(rows_path)
            facts, numbers = rows.facts[:count].long(), rows.numbers[:count].float()
            with torch.no_grad():
                out = network(facts, numbers[:, 7].long(), helpers=False)
            win = (torch.tanh(out["win"] / 2) + torch.tanh(out["not_loss"] / 2)) / 2
            off_win = (win - numbers[:, 0] / 16384).abs().max().item()
            off_margin = (out["margin"] * 100 - numbers[:, 1] / 8).abs().max().item()
            print(f"{rules}: {count} positions, off by at most {off_win:.5f} in win, {off_margin:.3f} in margin")
            if off_win > 1e-3 or off_margin > 0.2:
                return 1
        generation = ["--program", program, "--work", str(Path(folder) / "work"), "--games", "8", "--nodes", "30"]
        generation += ["--steps", "40", "--batch", "256", "--pairs", "2", "--match-nodes", "10", "--room", "20000"]
        here = Path(__file__).parent
        subprocess.run([sys.executable, str(here / "generation.py"), *generation], check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
