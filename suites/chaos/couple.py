"""Two visitors who play game after game: by link, by matching offers, or each against the computer."""
from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass
from typing import Any

from player import Gone, Seat, Visitor
from rules import EDITIONS, other

CLOCKS = ["1+0", "5+3", "2d", "-"]
GONE_AFTER_S = 24.0
"""How long a player leaves a bullet game, in which a claim is possible after 15 s."""


@dataclass(frozen=True)
class Temper:
    """The behaviour of a couple."""

    think: float = 0.25
    """The mean thinking time in seconds."""
    drama: float = 0.15
    """The probability that one of them leaves, stalls or resigns in a game."""
    level: int = 2
    """The highest level of the computer."""


class Couple:
    """Two visitors and the games they play, one after another."""

    def __init__(self, first: Visitor, second: Visitor, rng: random.Random, temper: Temper,
                 number: int, is_registered: bool) -> None:
        self.first, self.second, self.rng, self.temper = first, second, rng, temper
        self.number, self.is_registered = number, is_registered
        self.names = [f"Rose{number}x{rng.getrandbits(20)}{letter}" for letter in "ab"]

    async def live(self) -> None:
        """Connects, plays until cancelled, and disconnects."""
        try:
            await self._live()
        finally:
            self.first.close()
            self.second.close()

    async def _live(self) -> None:
        await asyncio.gather(self.first.enter(), self.second.enter())
        if self.is_registered:
            for visitor, name in zip((self.first, self.second), self.names):
                await visitor.register(name)
        while True:
            if self.rng.random() < 0.2:
                await asyncio.gather(self._play_computer(self.first),
                                     self._play_computer(self.second))
                continue
            game = await self._meet()
            while game:
                game = await self._play(game)

    def _terms(self) -> dict[str, Any]:
        clock = self.rng.choice(CLOCKS)
        rated = self.is_registered and clock not in "-" and self.rng.random() < 0.7
        return {"ruleset": self.rng.choice(sorted(EDITIONS)), "clock": clock, "rated": rated}

    async def _play_computer(self, visitor: Visitor) -> None:
        terms = {**self._terms(), "rated": False}
        level = self.rng.randint(1, self.temper.level)
        answer = await visitor.ask("POST", "/api/computer", {"level": level, "terms": terms})
        if answer.status != 200:
            await asyncio.sleep(1)
            return
        seat = visitor.sit(answer.json()["game"])
        await Play(seat, self.rng, self.temper, "plain").to_the_end()
        visitor.forget(seat)

    async def _meet(self) -> str | None:
        """Agrees on a game; `None` if a response was lost and there is no game."""
        terms = self._terms()
        if self.rng.random() < 0.5:
            challenge = {"terms": terms, "public": False}
            offer = (await self.first.ask("POST", "/api/seeks", challenge)).json().get("seek")
            if offer:
                answer = await self.second.ask("POST", f"/api/seeks/{offer['id']}/accept")
                if answer.status == 200:
                    return answer.json()["game"]
        else:
            # A clock that no other couple uses, so that the two are matched.
            terms["clock"] = f"{10 + self.number % 170}+{self.number // 170}"
            for visitor in (self.first, self.second):
                answer = await visitor.ask("POST", "/api/seeks", {"terms": terms})
                if answer.status == 200 and "game" in answer.json():
                    return answer.json()["game"]
        await asyncio.sleep(0.5)
        return await self._find()

    async def _find(self) -> str | None:
        """Finds a game whose creation was not acknowledged, and withdraws open offers."""
        answer = await self.second.ask("GET", "/api/me/games")
        if answer.status == 200:
            both = {self.first.account, self.second.account}
            for game in answer.json():
                players = game["players"].values()
                if {player.get("account", {}).get("id") for player in players} == both:
                    return game["game"]
        answer = await self.first.ask("GET", "/api/seeks")
        for offer in answer.json() if answer.status == 200 else []:
            for visitor in (self.first, self.second):
                if offer["by"].get("account", {}).get("id") == visitor.account:
                    await visitor.ask("DELETE", f"/api/seeks/{offer['id']}")
        return None

    async def _play(self, game: str) -> str | None:
        """Plays a game and returns the rematch, if there is one."""
        seats = [self.first.sit(game), self.second.sit(game)]
        moods = ["plain", "plain"]
        if self.rng.random() < self.temper.drama:
            moods[self.rng.randrange(2)] = self.rng.choice(["leaver", "sleeper", "quitter"])
        try:
            await asyncio.gather(*(Play(seat, self.rng, self.temper, mood).to_the_end()
                                   for seat, mood in zip(seats, moods)))
            is_well = not any(seat.is_left or seat.is_broken for seat in seats)
            if is_well and self.rng.random() < 0.3:
                return await self._rematch(seats)
        except Gone as error:
            self.first.journal.violation(f"{game}: {error}")
        finally:
            for seat in seats:
                seat.visitor.forget(seat)
        return None

    async def _rematch(self, seats: list[Seat]) -> str | None:
        for seat in seats:
            await seat.visitor.do(seat, {"offer": "rematch"})
        for _ in range(20):
            if seats[0].table.next_game:
                return seats[0].table.next_game
            await seats[0].wait(0.5)
        return None


class Play:
    """One player in one game."""

    def __init__(self, seat: Seat, rng: random.Random, temper: Temper, mood: str) -> None:
        self.seat, self.rng, self.temper, self.mood = seat, rng, temper, mood
        self._asked: set[tuple[str, int]] = set()
        self._drama_at = rng.randrange(4, 30)

    async def to_the_end(self) -> None:
        """Plays until the game is over."""
        seat, table = self.seat, self.seat.table
        while table.stage != "over" and not seat.is_broken:
            if table.length and table.stage == "waiting" and seat.side not in table.nonces:
                await self._once("ready", {"ready": {"nonce": f"{self.rng.getrandbits(64):x}"}})
            elif seat.is_mine:
                await self._turn()
            else:
                await self._between()
        if not seat.is_broken:
            seat.visitor.journal.finish(table, seat.visitor.name)

    async def _once(self, what: str, command: Any) -> None:
        """Sends a command once at this point of the log, then waits for updates."""
        point = (what, self.seat.table.revision if what == "act" else len(self.seat.table.plies))
        if point in self._asked:
            await self.seat.wait(0.5)
            return
        self._asked.add(point)
        result = await self.seat.visitor.do(self.seat, command)
        if not isinstance(result, int) and result.get("why") in ("outdated", "notyourturn"):
            # Our view is behind the server's.
            self._asked.discard(point)
            await self.seat.wait(0.5)

    async def _turn(self) -> None:
        seat, table = self.seat, self.seat.table
        plies = len(table.plies)
        if self.mood != "plain" and plies >= self._drama_at and plies >= 2:
            return await self._drama()
        await asyncio.sleep(self.rng.expovariate(1 / self.temper.think))
        if not seat.is_mine or len(table.plies) != plies:
            return
        dice = self.rng.random()
        if plies < 2 and dice < 0.01:
            return await self._once("abort", "abort")
        if 0.99 < dice:
            await seat.visitor.do(seat, {"quiet": self.rng.random() < 0.5})
        elif dice < 0.03:
            await seat.visitor.do(seat, {"chat": {"text": f"ply {plies}, good luck"}})
        elif dice < 0.06 and not table.opening["rated"]:
            await self._once("takeback", {"offer": "takeback"})
        if not seat.is_mine or len(table.plies) != plies:
            return
        legal = table.position.legal()
        if legal:
            act: dict[str, Any] = {"action": self.rng.choice(legal), "ply": plies}
            # The revision is optional.
            if seat.visitor.world.has_revisions and self.rng.random() < 0.5:
                act["revision"] = table.revision
            await self._once("act", {"act": act})

    async def _drama(self) -> None:
        """Resigns, leaves, or lets the flag fall in a game with little time."""
        seat, table = self.seat, self.seat.table
        if self.mood == "quitter" or table.clock.base != 60_000:
            await self._once("resign", "resign")
        elif self.mood == "leaver":
            seat.visitor.leave(seat)
            await asyncio.sleep(GONE_AFTER_S)
            seat.visitor.come_back(seat)
            self.mood = "quitter"
            await seat.wait(3)
        else:
            await seat.wait(5)

    async def _between(self) -> None:
        """Reacts while it is the opponent's turn."""
        seat, table = self.seat, self.seat.table
        if table.stage == "running" and seat.side:
            if other(seat.side) in table.offers["takeback"]:
                answer = self.rng.choice(["offer", "decline"])
                return await self._once("takeback", {answer: "takeback"})
            if other(seat.side) not in table.here and not table.has_computer():
                before = table.length
                await seat.wait(GONE_AFTER_S / 4)
                if table.length == before and table.stage == "running":
                    self._asked = {point for point in self._asked if point[0] != "claim"}
                    await self._once("claim", {"claim": {"draw": self.rng.random() < 0.5}})
                return
        await seat.wait(1.0)
