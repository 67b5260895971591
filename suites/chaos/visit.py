#!/usr/bin/env python3
"""Plays whole games at a server that is running already, such as one that was just installed.

    python3 suites/chaos/visit.py PORT [PORT ...]

Two guests play each other, and one of them the computer, in every edition, at random nodes. Both
follow the log by their own rules and check the shuffle in the end; the exit status is 1 if anything
was wrong.
"""
from __future__ import annotations

import asyncio
import random
import sys

from couple import Play, Temper
from journal import Journal
from player import Seat, Visitor
from rules import EDITIONS
from wire import within

PATIENCE_S = 120.0


class Elsewhere:
    """Servers that are already running."""

    has_revisions = True

    def __init__(self, ports: list[int]) -> None:
        self.ports = ports


async def play(seats: list[Seat], rng: random.Random) -> None:
    """Plays a game to its end and verifies it."""
    temper = Temper(think=0.01)
    plays = (Play(seat, rng, temper, "plain").to_the_end() for seat in seats)
    await within(PATIENCE_S, asyncio.gather(*plays))
    for seat in seats:
        seat.table.verify_shuffle()
        seat.visitor.forget(seat)


async def visit(ports: list[int], rng: random.Random) -> Journal:
    journal = Journal()
    world = Elsewhere(ports)
    first, second = (Visitor(world, journal, rng, "127.0.0.1") for _ in range(2))
    try:
        for visitor in (first, second):
            await within(PATIENCE_S, visitor.enter())
        for edition in sorted(EDITIONS):
            terms = {"ruleset": edition, "clock": "60+5", "rated": False}
            offer = (await first.ask("POST", "/api/seeks", {"terms": terms, "public": False})).json()
            path = f"/api/seeks/{offer['seek']['id']}/accept"
            game = (await second.ask("POST", path)).json()["game"]
            await play([first.sit(game), second.sit(game)], rng)
            answer = await first.ask("POST", "/api/computer", {"level": 1, "terms": terms})
            await play([first.sit(answer.json()["game"])], rng)
            print(f"{edition}: two games, their shuffles verified", flush=True)
    finally:
        first.close()
        second.close()
    return journal


def main() -> int:
    seed = random.SystemRandom().randrange(1 << 32)
    print(f"seed {seed}", flush=True)
    journal = asyncio.run(visit([int(port) for port in sys.argv[1:]], random.Random(seed)))
    return 1 if journal.violations else 0


if __name__ == "__main__":
    sys.exit(main())
