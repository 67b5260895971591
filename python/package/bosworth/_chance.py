"""What environments share: cards that come from a generator, and copies that draw cards of their own."""

from typing import Any

import numpy as np

from ._native import PendingDraw, Position


class DrawsCards:
    """Deals and draws with a generator. A copy, pickled or not, has a generator of its own, so that nobody can try
    in a copy which card comes next."""

    _random: np.random.Generator

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__.copy()
        state.pop("_random", None)
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._random = np.random.default_rng()

    def _deal(self, ruleset: str) -> Position:
        while True:
            position = Position.deal(int(self._random.integers(2**63)), ruleset)
            # In some editions a game can be over before it begins.
            if not position.is_over:
                return position

    def _draw(self, pending: PendingDraw) -> Position:
        cards = pending.outcomes()
        return pending.resolve(cards[int(self._random.integers(len(cards)))][0])

    def _act(self, position: Position, action: "int | str") -> Position:
        after = position.act(action)
        return self._draw(after) if isinstance(after, PendingDraw) else after
