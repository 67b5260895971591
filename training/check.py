#!/usr/bin/env python3
"""Smoke test of the training pipeline, and a check that it computes what the program computes.

A random network evaluates the positions of a few games in both; a teacher must see the same card targets as the
program; the program must play the same games when it asks that network through the pipe. Then one tiny generation
is trained, and a tiny network is distilled from a tiny teacher. Needs PyTorch. Without it, everything is skipped
with a message, which is a failure if the variable BOSWORTH_NEEDS_TORCH is set.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path


def main() -> int:
    try:
        import torch
    except ImportError:
        print("SKIPPED: PyTorch is not installed, so the training was not checked")
        return 1 if os.environ.get("BOSWORTH_NEEDS_TORCH") else 0
    from network import Network
    from rows import Rows
    from shape import Shape
    from teacher import Teacher

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
            missed = unreached(Teacher(shape, 8, 3), shape.planes, facts)
            if missed:
                print(f"{rules}: {missed} squares that a hand reaches are not targets of its cards")
                return 1
        here = Path(__file__).parent
        weights = Path(folder) / "a.pt"
        torch.save(network.state_dict(), weights)
        ask = f"ask:{sys.executable} {here / 'answer.py'} --program {program} --blocks 0 {weights}@20n"
        match = [program, "arena", ask, f"net={net}:20n", "--pairs", "2", "--threads", "2", "--json"]
        report = json.loads(subprocess.run(match, check=True, capture_output=True, text=True).stdout)
        print(f"asked for the values of a network: {report['pentanomial']} by points of a pair")
        if report["pentanomial"] != [0, 0, 2, 0, 0]:
            return 1
        generation = ["--program", program, "--work", str(Path(folder) / "work"), "--games", "8", "--nodes", "30"]
        generation += ["--steps", "40", "--batch", "256", "--pairs", "2", "--match-nodes", "10", "--room", "20000"]
        subprocess.run([sys.executable, str(here / "generation.py"), *generation], check=True)
        distil = ["--program", program, "--work", str(Path(folder) / "taught"), "--games", "4", "--nodes", "30"]
        distil += ["--teach", "8", "--learn", "20", "--width", "8", "--blocks", "3", "--teacher-batch", "64"]
        distil += ["--batch", "256", "--pairs", "2", "--match-nodes", "10", "--room", "20000"]
        distil += ["--weights", str(Path(folder) / "work" / "last.pt"), "--against", str(net)]
        subprocess.run([sys.executable, str(here / "distil.py"), *distil], check=True)
    return 0


def unreached(teacher, planes: int, facts) -> int:
    """The number of squares that a hand reaches, but not along its cards as the teacher sees them. The last
    planes are the crown and the reached squares, own and theirs, without a hero and with one."""
    squares, others = teacher.counted(facts)
    crown = squares[:, :, planes - 5].bool()
    missed = 0
    for hand, plane in enumerate((planes - 4, planes - 2)):
        led = teacher.where(others)[:, hand, :81, :81][crown]
        reached = squares[:, :, plane : plane + 2].sum(dim=2)
        missed += int(((led == 0) & (reached > 0)).sum())
    return missed


if __name__ == "__main__":
    sys.exit(main())
