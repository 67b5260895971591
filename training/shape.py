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
    # The first facts are so many for each square.
    planes: int
    # Where cards in hand begin, where cards of the pile do, and how many things a card can lead to.
    held: int
    pile: int
    grounds: int
    # By square and card: where the card leads the crown from there, 81 where that is off the board.
    targets: list[list[int]]

    @staticmethod
    def of(program: str) -> "Shape":
        text = subprocess.run([program, "inputs"], check=True, capture_output=True, text=True).stdout
        return Shape(**json.loads(text))


# In a row: facts, eight numbers, two sets of squares.
NUMBERS = 8
SQUARES = 81
CARDS = 24
SET = 11
