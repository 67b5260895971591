"""Players who hold one tournament after another: they announce it, enter, play, and check its log."""
from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from typing import Any

from couple import Play, Temper
from journal import Journal, contains
from player import Gone, Visitor
from rules import EDITIONS
from tournament import BrokenTournament, Slot, Tournament

PLAYERS = 4
FORMATS: list[Any] = [
    "knockout", {"swiss": {"rounds": 2}}, {"roundrobin": {"cycles": 1, "pace": "rounds"}},
]
CLOCKS = ["1+2", "3+2", "10+0"]
LOOK_S = 2.0
"""How often the log is read, and players look for a game whose beginning they missed."""
SETTLED_S = 10.0
"""The time within which a tournament is over once its last game is."""


class Group:
    """Four players and their tournaments, one after another."""

    def __init__(self, visitors: list[Visitor], rng: random.Random, temper: Temper, number: int,
                 entry_s: float) -> None:
        self.visitors, self.rng, self.temper = visitors, rng, temper
        self.number, self.entry_s = number, entry_s
        self.journal: Journal = visitors[0].journal
        self.held: list[Tournament] = []
        self.is_last = False
        """Whether the present tournament is the last one."""
        self._joins: Counter[int] = Counter()
        self._played: set[str] = set()

    async def live(self) -> None:
        """Connects, and holds tournaments until told to stop."""
        try:
            await asyncio.gather(*(visitor.enter() for visitor in self.visitors))
            for place, visitor in enumerate(self.visitors):
                # Guests cannot organise, and not play rated games.
                if self.is_rated or not place:
                    await visitor.register(f"Group{self.number}x{self.rng.getrandbits(20)}{'abcd'[place]}")
            while not self.is_last:
                await self._hold()
        finally:
            for visitor in self.visitors:
                visitor.close()

    @property
    def is_rated(self) -> bool:
        return self.number % 2 == 0

    async def _hold(self) -> None:
        """Holds a tournament from its announcement to its last result."""
        starts = int((time.time() + self.entry_s) * 1_000)
        request = {
            "title": f"Tournament {len(self.held) + 1} of group {self.number}",
            "kind": FORMATS[(self.number + len(self.held)) % len(FORMATS)],
            "clock": self.rng.choice(CLOCKS), "ruleset": self.rng.choice(sorted(EDITIONS)),
            "rated": self.is_rated, "limits": {"guests": not self.is_rated}, "starts": starts,
            "rest": 1_000,
        }
        answer = await self.visitors[0].ask("POST", "/api/events", request)
        if answer.status != 200:
            self.journal.violation(f"a tournament is answered with {answer.status} {answer.body!r}")
            return await asyncio.sleep(5)
        tournament = Tournament(answer.json()["event"], self._agrees)
        self.held.append(tournament)
        self._joins = Counter()
        try:
            await asyncio.gather(self._follow(tournament), *(
                self._take_part(visitor, tournament) for visitor in self.visitors))
            await self._check(tournament)
        except (BrokenTournament, Gone) as error:
            self.journal.violation(f"tournament {tournament.id}: {error}")
            # The others of this group are no longer of use.
            tournament.is_over = True

    def _agrees(self, one: Any, other: Any) -> bool:
        return one == other or self.journal.has_versions and (
            contains(one, other) or contains(other, one))

    async def _follow(self, tournament: Tournament) -> None:
        """Reads the log again and again, at one node or another, until the tournament is over."""
        while not tournament.is_over:
            await asyncio.sleep(self.rng.uniform(0.5, 1.0) * LOOK_S)
            await self._read(tournament)

    async def _read(self, tournament: Tournament) -> None:
        known = len(tournament.entries)
        answer = await self.visitors[0].ask("GET", f"/api/events/{tournament.id}/log")
        if answer.status != 200:
            raise BrokenTournament(f"the log is answered with {answer.status} {answer.body!r}")
        tournament.read(answer.json(), known)

    async def _take_part(self, visitor: Visitor, tournament: Tournament) -> None:
        await asyncio.sleep(self.rng.uniform(0.0, 0.6) * self.entry_s)
        await self._enter(visitor, tournament)
        if self.rng.random() < 0.2:
            await self._command(visitor, tournament, "leave")
            await self._enter(visitor, tournament)
        while not tournament.is_over:
            game = await self._next_game(visitor)
            if game:
                seat = visitor.sit(game)
                await Play(seat, self.rng, self.temper, "plain").to_the_end()
                visitor.forget(seat)

    async def _enter(self, visitor: Visitor, tournament: Tournament) -> None:
        if await self._command(visitor, tournament, {"join": {}}):
            self._joins[visitor.account] += 1

    async def _command(self, visitor: Visitor, tournament: Tournament, command: Any) -> bool:
        path = f"/api/events/{tournament.id}/command"
        answer = await visitor.ask("POST", path, command)
        if answer.status != 200 and not tournament.rounds:
            self.journal.violation(f"{command} in tournament {tournament.id} is answered with "
                                   f"{answer.status} {answer.body!r}")
        return answer.status == 200

    async def _next_game(self, visitor: Visitor) -> str | None:
        """Waits for a game to begin, and looks whether a beginning was missed."""
        try:
            async with asyncio.timeout(LOOK_S):
                game = await visitor.begun.get()
        except asyncio.TimeoutError:
            answer = await visitor.ask("GET", "/api/me/games")
            games = [game["game"] for game in answer.json()] if answer.status == 200 else []
            game = next((game for game in games if (visitor.name, game) not in self._played), None)
        if game is None or (visitor.name, game) in self._played:
            return None
        self._played.add((visitor.name, game))
        return game

    async def _check(self, tournament: Tournament) -> None:
        """Compares the log with what the players know, and with the logs of the games."""
        tournament.check_entries(self._joins)
        for slot, game in (await self._games(tournament)).items():
            entries = self.journal.log(game)
            if entries:
                tournament.check_game(slot, entries)
        lost = [game for _, game in self._played if not self.journal.log(game)]
        if lost:
            raise BrokenTournament(f"the games {lost} have no log")
        self._played.clear()
        for pause in tournament.pauses:
            self.journal.pause(pause.what + f" of tournament {tournament.id}", pause.ms / 1_000,
                               pause.until / 1_000 - time.time() + time.monotonic())

    async def _games(self, tournament: Tournament) -> dict[Slot, str]:
        """All games by their place, as every node tells them."""
        games: dict[Slot, str] = {}
        for number in range(1, len(tournament.rounds) + 1):
            path = f"/api/events/{tournament.id}/round?number={number}"
            boards = (await self.visitors[0].ask("GET", path)).json()["boards"]
            for board, pair in enumerate(boards, 1):
                games |= {(number, board, place): game["game"]
                          for place, game in enumerate(pair["games"])}
        if len(set(games.values())) < len(games) or set(games) != set(tournament.results):
            raise BrokenTournament(f"the games are {games}, the results {tournament.results}")
        return games
