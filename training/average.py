#!/usr/bin/env python3
"""Averages the weights of networks from one training run, to reduce their noise.

    python3 training/average.py out.net a.net b.net c.net

Only checkpoints of the same run can be averaged. Needs nothing but Python.
"""

import struct
import sys
from array import array
from pathlib import Path

HEADER = 24


def parts(inputs: int, width: int, hidden: int, stages: int) -> list[tuple[str, int]]:
    """The arrays that follow the header: type codes and lengths."""
    stage = [("b", hidden * width), ("i", hidden), ("b", hidden * 2 * hidden), ("i", hidden), ("h", 3 * hidden), ("i", 3)]
    return [("b", inputs * width), ("h", width)] + stage * stages


def average(files: list[bytes]) -> bytes:
    head = files[0][:HEADER]
    if any(file[:HEADER] != head or len(file) != len(files[0]) for file in files):
        raise SystemExit("the networks have different shapes")
    out, place = bytearray(head), HEADER
    for kind, count in parts(*struct.unpack("<4I", head[8:])):
        size = count * array(kind).itemsize
        columns = zip(*(array(kind, file[place : place + size]) for file in files))
        out += array(kind, [round(sum(column) / len(files)) for column in columns]).tobytes()
        place += size
    return bytes(out)


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(average([Path(name).read_bytes() for name in sys.argv[2:]]))
