"""The board game The Rose King (Rosenkönig): exact rules, a strong engine, environments.

>>> from bosworth import Position
>>> position = Position.deal(seed=1485)
>>> position.side, len(position.actions())
('red', 5)

Sides are "red" and "white". Squares, cards and actions are texts: `e5`, `N2`, `N2*` with a hero, `+` for a draw,
`+NE3` for a draw with its card, `pass`. Learners use numbers instead: `ACTIONS[number]` is a card, `+` or `pass`, and
a card has the same number with and without a hero, because only one of the two can be legal.

`bosworth.vector` steps many games at once, `bosworth.rose_king_v0` is a PettingZoo environment,
`bosworth.gymnasium` one for Gymnasium, `bosworth.openspiel` registers the game in OpenSpiel, `bosworth.fair` deals
and shuffles, `bosworth.datasets` reads files of games.
"""

from ._native import (
    ACTIONS as _ACTIONS,
    CARDS as _CARDS,
    OBSERVATION_LAYOUT as _LAYOUT,
    OBSERVATION_SIZE,
    Analysis,
    Engine,
    Game,
    Level,
    Line,
    Outcome,
    PendingDraw,
    PlyReview,
    Position,
    Puzzle,
    Record,
    Review,
    RolloutLine,
    Score,
    __version__,
    evaluate,
    observations,
    perft,
    puzzles,
    symmetry_tables,
)

#: The 24 cards in canonical order.
CARDS: tuple[str, ...] = tuple(_CARDS)
#: The actions by number: the cards, the draw, the pass.
ACTIONS: tuple[str, ...] = tuple(_ACTIONS)
#: Which part of an observation holds what.
OBSERVATION_LAYOUT: dict[str, slice] = {name: slice(*ends) for name, ends in _LAYOUT}
#: The published editions.
EDITIONS: tuple[str, ...] = ("classic", "brettspielnetz", "kingofroses")

__all__ = [
    "ACTIONS",
    "CARDS",
    "EDITIONS",
    "OBSERVATION_LAYOUT",
    "OBSERVATION_SIZE",
    "Analysis",
    "Engine",
    "Game",
    "Level",
    "Line",
    "Outcome",
    "PendingDraw",
    "PlyReview",
    "Position",
    "Puzzle",
    "Record",
    "Review",
    "RolloutLine",
    "Score",
    "__version__",
    "evaluate",
    "observations",
    "perft",
    "puzzles",
    "symmetry_tables",
]
