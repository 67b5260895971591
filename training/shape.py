"""What the program says about the rows it writes: `bosworth inputs`."""

import json
import subprocess
from dataclasses import dataclass


@dataclass(frozen=True)
class Shape:
    """How a row is laid out, and where facts and squares go under the eight symmetries."""

    inputs: int
    most: int
    row: int
    facts: list[list[int]]
    squares: list[list[int]]

    @staticmethod
    def of(program: str) -> "Shape":
        text = subprocess.run([program, "inputs"], check=True, capture_output=True, text=True).stdout
        return Shape(**json.loads(text))


# In a row: facts, eight numbers, two sets of squares.
NUMBERS = 8
SQUARES = 81
SET = 11
