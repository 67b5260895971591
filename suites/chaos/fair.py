"""Verifies the shuffle of a finished game, from docs/fair.md.

The primitives are those of `suites/fair/check.py`, which implements the same document.
"""
from __future__ import annotations

import sys
from pathlib import Path
from typing import Iterable, Iterator, Mapping

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "fair"))
import check  # noqa: E402  (in a sibling folder, not in a package)

from rules import CARDS, Position, canonical, ruleset


class UnfairShuffle(Exception):
    """The cards do not follow from the secret."""


def draws(deal: Position, plies: Iterable[str], marks: Mapping[int, int],
          ) -> Iterator[tuple[int, str, Position, int | None]]:
    """Every draw of a game: its ply, its card, the position before it, and the number of the shuffle
    that it starts, if any.

    `marks` are the reshuffles required by takebacks, by the number of plies after which they take
    effect: the next draw starts a new shuffle.
    """
    left, number, position, waiting = len(deal.pile), 1, deal, dict(marks)
    for count, ply in enumerate(plies):
        if ply[0] == "+":
            due = [place for place in waiting if place <= count]
            if due:
                number, left = max(waiting.pop(place) for place in due), 0
            begins = None
            if left == 0:
                begins, left, number = number, len(position.drawable), number + 1
            left -= 1
            yield count, ply[1:], position, begins
        position = position.act(ply)


def verify(game: str, commitment: str, secret: str, nonces: Mapping[str, str], deal: Position,
           plies: Iterable[str], marks: Mapping[int, int]) -> None:
    """Recomputes the deal and every draw of a game."""
    raw, name = bytes.fromhex(secret), game.encode()
    if check.commitment(raw, name).hex() != commitment:
        raise UnfairShuffle("the secret is not the one that was committed to")
    key = check.key_of(raw, name, nonces["r"].encode(), nonces["w"].encode())
    words = check.chacha20_words(key, 0)
    cards = check.shuffle(words, CARDS)
    if (deal.hands["r"], deal.hands["w"]) != (set(cards[:5]), set(cards[5:10])):
        raise UnfairShuffle(f"dealt {deal}, shuffled {cards}")
    lot = ruleset(deal.rules)["first"] == "lot"
    if deal.side != ("w" if lot and check.below(words, 2) == 1 else "r"):
        raise UnfairShuffle(f"the wrong side acts first in {deal}")
    pile = cards[10:]
    for count, card, position, begins in draws(deal, plies, marks):
        if begins is not None:
            pile = check.shuffle(check.chacha20_words(key, begins), canonical(position.drawable))
        expected = pile.pop(0)
        if card != expected:
            raise UnfairShuffle(f"ply {count} drew {card}, the pile had {expected}")
