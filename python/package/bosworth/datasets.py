"""Readers of files of games, to NumPy and Arrow.

`bosworth datagen FILE --format jsonl|csv|parquet` writes rows, one for each decision of self-play games: `read_rows` and
`read_table` read them. Servers export finished games as records (`bosworth admin export games.rose`), and so do all
other programs: `read_games` reads them, and `decisions` makes rows of them. `arrays` makes numbers of either.

>>> from bosworth import Engine, Game, Position, datasets
>>> game = Game(Position.deal(1485))
>>> while not game.position.is_over and len(game) < 6:
...     action = game.position.actions()[0]
...     _ = game.push(action if action != "+" else "+" + game.position.pile[0])
>>> rows = datasets.decisions([game])
>>> rows["position"][0] == str(game.start), float(rows["result"][0])
(True, nan)
>>> datasets.arrays(rows)["observations"].shape[0] == len(rows["ply"])
True
"""

import csv
import json
from collections.abc import Iterable, Iterator, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from . import Game, Position, Record, observations

if TYPE_CHECKING:
    import pyarrow

__all__ = ["COLUMNS", "arrays", "decisions", "read_games", "read_rows", "read_table"]

#: The columns of rows, with the types of their values; texts are objects.
COLUMNS: dict[str, type] = {
    "game": np.uint32,
    "rows": np.uint32,
    "ply": np.uint32,
    "position": object,
    "best": object,
    "action": object,
    "value": np.float64,
    "margin": np.float64,
    "result": np.float64,
    "final_margin": np.int32,
    "edition": object,
    "seed": np.uint64,
    "nodes": np.uint32,
    "evaluation": object,
    "program": object,
}

Rows = dict[str, np.ndarray]
FilePath = str | PathLike[str]


def read_rows(path: FilePath, columns: "Sequence[str] | None" = None) -> Rows:
    """The rows of a file (`.jsonl`, `.csv`) or of a folder or file of Parquet, as NumPy arrays by column.

    The rows of a game at the end of a file that is still being written are left out. Parquet needs pyarrow.
    """
    path, wanted = Path(path), _known(columns)
    if path.is_dir() or path.suffix == ".parquet":
        table = read_table(path, columns)
        return {name: table[name].to_numpy().astype(COLUMNS[name], copy=False) for name in wanted}
    lines = _complete(path, _json_rows(path) if path.suffix == ".jsonl" else _csv_rows(path))
    return {name: np.array([row[name] for row in lines], COLUMNS[name]) for name in wanted}


def read_table(path: FilePath, columns: "Sequence[str] | None" = None) -> "pyarrow.Table":
    """The same rows as an Arrow table."""
    import pyarrow
    import pyarrow.parquet

    path, wanted = Path(path), _known(columns)
    if path.is_dir() or path.suffix == ".parquet":
        table = pyarrow.parquet.read_table(path, columns=wanted)
        return table.cast(_schema(wanted))
    rows = read_rows(path, wanted)
    return pyarrow.table({name: pyarrow.array(rows[name]) for name in wanted}, schema=_schema(wanted))


def read_games(path: FilePath, *, skip_faulty: bool = False) -> Iterator[Game]:
    """The games of a file of records, each played again and checked. One that cannot be read or breaks a rule raises a
    ValueError, or is left out."""
    text = Path(path).read_text(encoding="utf-8")
    for number, record in enumerate(Record.read_all(text, skip_faulty=skip_faulty), 1):
        try:
            game = record.replay()
        except ValueError as fault:
            if skip_faulty:
                continue
            raise ValueError(f"game {number} of {path}: {fault}") from None
        yield game


def decisions(games: Iterable[Game]) -> Rows:
    """Rows of games: every position in which a side had a choice, what it chose, and its result.

    The columns are those of `read_rows` that need no search. A result is that of the side to act: 1, 0.5 or 0; NaN if the
    game is not over.
    """
    names = ("game", "rows", "ply", "position", "action", "result", "edition")
    rows: dict[str, list[Any]] = {name: [] for name in names}
    for number, game in enumerate(games):
        outcome = game.position.outcome
        chosen = [
            (place, position, "+" if ply.startswith("+") else ply)
            for place, (position, ply) in enumerate(zip(game.positions, game.plies), 1)
            if len(position.action_numbers()) > 1
        ]
        for ply, position, action in chosen:
            result = float("nan")
            if outcome is not None:
                result = 0.5 if outcome.winner is None else float(outcome.winner == position.side)
            row = (number, len(chosen), ply, str(position), action, result, position.ruleset)
            for name, value in zip(names, row):
                rows[name].append(value)
    return {name: np.array(values, COLUMNS[name]) for name, values in rows.items()}


def arrays(rows: Rows) -> Rows:
    """What a learner takes of rows: `observations` (uint8), `masks` of legal actions (bool), `actions` (their numbers) and
    `results`, and `values` if the rows have them."""
    positions = [Position(text) for text in rows["position"]]
    found: Rows = {
        "observations": observations(positions),
        "masks": np.array([position.action_mask() for position in positions], np.bool_),
        "actions": np.array([Position.action_number(text) for text in rows["action"]], np.int64),
        "results": rows["result"].astype(np.float32),
    }
    if "value" in rows:
        found["values"] = rows["value"].astype(np.float32)
    return found


def _known(columns: "Sequence[str] | None") -> list[str]:
    unknown = [name for name in columns or () if name not in COLUMNS]
    if unknown:
        raise ValueError(f"there is no column {unknown[0]!r}; there are {', '.join(COLUMNS)}")
    return list(COLUMNS if columns is None else columns)


def _json_rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            # A line without an end is still being written.
            if line.endswith("\n"):
                yield json.loads(line)


def _csv_rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8", newline="") as lines:
        yield from csv.DictReader(line for line in lines if line.endswith("\n"))


def _complete(path: Path, rows: Iterator[dict[str, Any]]) -> list[dict[str, Any]]:
    """All rows but those of an incomplete game at the end."""
    found = list(rows)
    missing = [name for name in COLUMNS if found and name not in found[0]]
    if missing:
        raise ValueError(f"{path} is not a file of rows: it has no column {missing[0]!r}")
    last = 0
    while last < len(found) and found[-1 - last]["game"] == found[-1]["game"]:
        last += 1
    if last and last < int(found[-1]["rows"]):
        del found[-last:]
    return found


def _schema(columns: Sequence[str]) -> "pyarrow.Schema":
    import pyarrow

    def kind(name: str) -> "pyarrow.DataType":
        return pyarrow.string() if COLUMNS[name] is object else pyarrow.from_numpy_dtype(COLUMNS[name])

    return pyarrow.schema([(name, kind(name)) for name in columns])
