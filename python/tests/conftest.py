"""What tests share. `BOSWORTH_PROGRAM` names the program `bosworth`, with which some tests compare; `BOSWORTH_GAMES`
says how many random games are compared (10 000 in the long run of `cargo xtask python --all`)."""

import os
import random
from pathlib import Path

import pytest

from bosworth import EDITIONS, Game, PendingDraw, Position

ROOT = Path(__file__).parents[2]

START = "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic"
#: A game that a side has nearly won: both hands are full, little is left.
ENDING = (
    "1rrwwww2/wwr1r1r2/wrrr2www/1r1wrr1rr/r3wrr2/rw1wwwrw1/rw2w4/r1r1w1r2/1r1wwrw2 "
    "h7 w SE1,SE2,SE3,S1,NW1 S2,SW3,NW2,NW3 0 0 N1,NE2,W1 classic"
)


def random_game(seed: int, ruleset: "str | None" = None, plies: int = 1000) -> Game:
    """A game of random actions and cards, up to a number of plies."""
    chance = random.Random(seed)
    game = Game(Position.deal(seed, ruleset or EDITIONS[seed % len(EDITIONS)]))
    while not game.position.is_over and len(game) < plies:
        action = chance.choice(game.position.actions())
        pending = game.position.act(action)
        drawn = isinstance(pending, PendingDraw)
        game.act(action, chance.choice(pending.outcomes())[0] if drawn else None)
    return game


@pytest.fixture
def start() -> Position:
    return Position(START)


@pytest.fixture
def games() -> int:
    return int(os.environ.get("BOSWORTH_GAMES", "300"))


@pytest.fixture
def program() -> str:
    found = os.environ.get("BOSWORTH_PROGRAM")
    if not found:
        pytest.skip("BOSWORTH_PROGRAM does not name the program bosworth")
    return found
