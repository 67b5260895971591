"""The layout of rows, as printed by `bosworth inputs`."""

import json
import subprocess
from dataclasses import dataclass


@dataclass(frozen=True)
class Shape:
    """The layout of a row, and the permutations of features and squares under the eight symmetries."""

    inputs: int
    most: int
    row: int
    facts: list[list[int]]
    squares: list[list[int]]
    # The number of feature planes of 81 squares, which come first.
    planes: int
    # The first features of cards in hand and in the pile, and the number of things a card can lead to.
    held: int
    pile: int
    grounds: int
    # By square and card: the target, or 81 if it is off the board.
    targets: list[list[int]]

    @staticmethod
    def of(program: str) -> "Shape":
        text = subprocess.run([program, "inputs"], check=True, capture_output=True, text=True).stdout
        return Shape(**json.loads(text))


# A row consists of features, eight numbers and two sets of squares.
NUMBERS = 8
SQUARES = 81
CARDS = 24
SET = 11
