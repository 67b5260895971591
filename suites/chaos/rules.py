"""An independent implementation of The Rose King, from RULES.md and docs/notation.md alone.

Naive on purpose: a position is a dictionary of squares and four sets of cards, immutable, and
everything else is computed on demand. Sides are `r` and `w`, as in the notation; `SIDES` translates
the names of the wire format.
"""
from __future__ import annotations

import re
import sys
from dataclasses import dataclass, replace
from typing import Iterable, Iterator, Mapping

FILES, RANKS = "abcdefghi", "123456789"
DIRECTIONS = {
    "N": (0, 1), "NE": (1, 1), "E": (1, 0), "SE": (1, -1),
    "S": (0, -1), "SW": (-1, -1), "W": (-1, 0), "NW": (-1, 1),
}
CARDS = [direction + steps for direction in DIRECTIONS for steps in "123"]
ORDER = {card: place for place, card in enumerate(CARDS)}
SIDES = {"red": "r", "white": "w"}
NAMES = {"r": "red", "w": "white"}
ROSES = 52
HAND = 5

EDITIONS: dict[str, dict[str, str]] = {
    "classic": dict(cards="board", first="red", reshuffle="needed", ending="both", ties="largest",
                    colours="white"),
    "brettspielnetz": dict(cards="board", first="red", reshuffle="emptied", ending="both",
                           ties="largest", colours="white"),
    "kingofroses": dict(cards="holder", first="lot", reshuffle="needed", ending="either",
                        ties="roses", colours="blue"),
}


class IllegalAction(Exception):
    """An illegal action, or an invalid text."""


def other(side: str) -> str:
    """The opponent's side."""
    return "w" if side == "r" else "r"


def canonical(cards: Iterable[str]) -> list[str]:
    """Cards clockwise from north, then by distance."""
    return sorted(cards, key=ORDER.__getitem__)


def ruleset(text: str) -> Mapping[str, str]:
    """The six points of an edition or of a custom game (10.1)."""
    name, _, differences = text.partition(":")
    points = dict(EDITIONS[name])
    for difference in filter(None, differences.split(",")):
        point, value = difference.split("=")
        points[point] = value
    return points


@dataclass(frozen=True)
class Position:
    """What both players see."""

    roses: Mapping[str, str]
    crown: str
    side: str
    hands: Mapping[str, frozenset[str]]
    heroes: Mapping[str, int]
    discard: frozenset[str]
    rules: str = "classic"

    @staticmethod
    def parse(text: str) -> Position:
        """Parses the eight or nine fields of a position."""
        board, crown, side, red, white, red_heroes, white_heroes, discard, *rules = text.split(" ")
        roses = {}
        for rank, row in zip(reversed(RANKS), board.split("/"), strict=True):
            cells = re.sub(r"\d", lambda run: "." * int(run.group()), row)
            roses |= {file + rank: cell for file, cell in zip(FILES, cells, strict=True)
                      if cell != "."}
        read = lambda cards: frozenset(() if cards == "-" else cards.split(","))
        position = Position(
            roses, crown, side, {"r": read(red), "w": read(white)},
            {"r": int(red_heroes), "w": int(white_heroes)}, read(discard),
            rules[0] if rules else "classic",
        )
        position.check()
        return position

    def check(self) -> None:
        """Validates: every card is in one place, hands and supply are in range, the crown is on a rose."""
        cards = [*self.hands["r"], *self.hands["w"], *self.discard]
        if len(set(cards)) != len(cards) or not set(cards) <= set(CARDS):
            raise IllegalAction(f"cards are not conserved: {cards}")
        if any(len(hand) > HAND for hand in self.hands.values()) or len(self.roses) > ROSES:
            raise IllegalAction("a hand or the supply is overdrawn")
        if self.crown not in self.roses and (self.roses or self.crown != "e5"):
            raise IllegalAction(f"the crown on {self.crown} is not on a rose")
        if not set(self.roses.values()) <= {"r", "w"} or self.side not in "rw":
            raise IllegalAction("only red and white play")

    def __str__(self) -> str:
        rows = ("".join(self.roses.get(file + rank, ".") for file in FILES)
                for rank in reversed(RANKS))
        board = "/".join(re.sub(r"\.+", lambda run: str(len(run.group())), row) for row in rows)
        write = lambda cards: ",".join(canonical(cards)) or "-"
        return " ".join([
            board, self.crown, self.side, write(self.hands["r"]), write(self.hands["w"]),
            str(self.heroes["r"]), str(self.heroes["w"]), write(self.discard), self.rules,
        ])

    @property
    def pile(self) -> frozenset[str]:
        """The cards that lie face down."""
        return frozenset(CARDS) - self.hands["r"] - self.hands["w"] - self.discard

    @property
    def drawable(self) -> frozenset[str]:
        """The possible outcomes of the next draw: an empty pile is refilled first (6.3)."""
        return self.pile or self.discard

    def target(self, card: str, side: str) -> str | None:
        """The square a card leads to (4.2, 4.8), or `None` if it is off the board (4.4)."""
        east, north = DIRECTIONS[card[:-1]]
        steps = int(card[-1])
        if ruleset(self.rules)["cards"] == "holder" and side == "r":
            steps = -steps
        file = FILES.index(self.crown[0]) + east * steps
        rank = RANKS.index(self.crown[1]) + north * steps
        return FILES[file] + RANKS[rank] if 0 <= file < 9 and 0 <= rank < 9 else None

    def plays(self, side: str) -> Iterator[str]:
        """The cards that a side could play now, with or without a hero (4, 5)."""
        for card in canonical(self.hands[side]):
            target = self.target(card, side)
            if target is None:
                continue
            if target not in self.roses:
                yield card
            elif self.roses[target] == other(side) and self.heroes[side]:
                yield card + "*"

    def is_over(self) -> bool:
        """Whether the last rose is placed or the sides are blocked (7)."""
        if len(self.roses) == ROSES:
            return True
        blocked = [len(self.hands[side]) == HAND and not any(self.plays(side)) for side in "rw"]
        return any(blocked) if ruleset(self.rules)["ending"] == "either" else all(blocked)

    def legal(self) -> list[str]:
        """The legal actions of the side to act; a draw without its card (3)."""
        if self.is_over():
            return []
        draw = ["+"] if len(self.hands[self.side]) < HAND else []
        return [*self.plays(self.side), *draw] or ["pass"]

    def act(self, ply: str) -> Position:
        """The position after a ply; a draw names its card."""
        if (ply[0] == "+" and "+" or ply) not in self.legal():
            raise IllegalAction(f"{ply} in {self}")
        side, next_side = self.side, other(self.side)
        if ply == "pass":
            return replace(self, side=next_side)
        if ply[0] == "+":
            return self._draw(ply[1:])
        card = ply.rstrip("*")
        target = self.target(card, side)
        heroes = {**self.heroes, side: self.heroes[side] - ply.endswith("*")}
        return replace(
            self, roses={**self.roses, target: side}, crown=target, side=next_side, heroes=heroes,
            hands={**self.hands, side: self.hands[side] - {card}}, discard=self.discard | {card},
        )

    def _draw(self, card: str) -> Position:
        if card not in self.drawable:
            raise IllegalAction(f"{card} cannot be drawn in {self}")
        discard = self.discard if self.pile else frozenset()
        if ruleset(self.rules)["reshuffle"] == "emptied" and self.pile == {card}:
            discard = frozenset()
        hands = {**self.hands, self.side: self.hands[self.side] | {card}}
        return replace(self, side=other(self.side), hands=hands, discard=discard)

    def territories(self, side: str) -> list[int]:
        """The sizes of a side's territories (8.1, 8.2)."""
        left = {square for square, rose in self.roses.items() if rose == side}
        sizes = []
        while left:
            edge, size = [left.pop()], 0
            while edge:
                file, rank = edge.pop()
                size += 1
                beside = {chr(ord(file) + east) + chr(ord(rank) + north)
                          for east, north in ((0, 1), (1, 0), (0, -1), (-1, 0))} & left
                left -= beside
                edge += beside
            sizes.append(size)
        return sizes

    def points(self, side: str) -> int:
        """The score of a side (8.3)."""
        return sum(size * size for size in self.territories(side))

    def winner(self) -> str | None:
        """The winner of a finished game, or `None` if it is drawn (8.4, 9)."""
        largest = ruleset(self.rules)["ties"] == "largest"

        def rank(side: str) -> tuple[int, int, int]:
            sizes = self.territories(side)
            return self.points(side), max(sizes, default=0) if largest else 0, sum(sizes)

        red, white = rank("r"), rank("w")
        return None if red == white else "r" if red > white else "w"


def perft(position: Position, depth: int) -> int:
    """The number of leaf positions at a depth, as defined in docs/notation.md."""
    if depth == 0:
        return 1
    plies = (ply for action in position.legal()
             for ply in (["+" + card for card in position.drawable] if action == "+" else [action]))
    return sum(perft(position.act(ply), depth - 1) for ply in plies)


def main(path: str, most: int = 5_000) -> int:
    """Compares with the counts of `suites/perft.txt`, as deep as is feasible in Python."""
    counted = failed = 0
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if line.strip() and not line.startswith("#"):
                text, _, counts = line.partition(";")
                position = Position.parse(text.strip())
                for depth, count in enumerate(map(int, counts.split()), 1):
                    if count > most:
                        break
                    counted += 1
                    if perft(position, depth) != count:
                        failed += 1
                        print(f"{position}: not {count} at depth {depth}")
    print(f"{counted} perft counts, {failed} differences")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
