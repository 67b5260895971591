"""A game as the fold of its log, from docs/online.md, with our own rules.

`Table.fold` applies entries one by one and rejects whatever could not have happened.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import fair
from rules import SIDES, IllegalAction, Position, other

Entry = dict[str, Any]
FIRST_ACTIONS_MS = 30_000
"""The time limit of each of the first two actions of a live game."""
MIN_RATED_PLIES = 8
"""Until each player has acted four times, leaving a rated game outside tournaments aborts it."""
FLAG_TOLERANCE_MS = 1_500
"""How much too early a flag may fall by the log's timestamps: lag is estimated, not known."""
CHARGE_TOLERANCE_MS = 50
"""How much more than by the log's timestamps an action may cost."""


class BrokenLog(Exception):
    """An entry that is invalid after those before it."""


@dataclass(frozen=True)
class Clock:
    """`5+3`, `2d`, `10d+1dw` or `-`; times in milliseconds."""

    base: int | None
    increment: int
    is_live: bool

    @staticmethod
    def parse(text: str) -> Clock:
        if text == "-":
            return Clock(None, 0, False)
        if text[-1] in "dw":
            base, _, increment = text.removesuffix("w").partition("+")
            return Clock(int(base[:-1]) * 86_400_000, int(increment[:-1] or 0) * 86_400_000, False)
        minutes, seconds = text.split("+")
        return Clock(int(minutes) * 60_000, int(seconds) * 1_000, True)


@dataclass
class Table:
    """One game, as far as its log is known."""

    game: str
    length: int = 0
    opening: dict[str, Any] = field(default_factory=dict)
    clock: Clock = Clock(None, 0, False)
    nonces: dict[str, str] = field(default_factory=dict)
    deal: Position | None = None
    positions: list[Position] = field(default_factory=list)
    plies: list[str] = field(default_factory=list)
    marks: dict[int, int] = field(default_factory=dict)
    shuffled: int = 0
    left: dict[str, int] | None = None
    turn_at: int = 0
    credit: int = 0
    keys: set[tuple[str, int]] = field(default_factory=set)
    offers: dict[str, set[str]] = field(default_factory=lambda: {"takeback": set(), "rematch": set()})
    here: set[str] = field(default_factory=set)
    revision: int = 0
    ending: dict[str, Any] | None = None
    next_game: str | None = None

    @property
    def stage(self) -> str:
        return "over" if self.ending else "running" if self.deal else "waiting"

    @property
    def position(self) -> Position:
        return self.positions[-1]

    def seat_of(self, account: int) -> str | None:
        """The side that an account plays."""
        return next((side for name, side in SIDES.items()
                     if self.opening.get(name) == {"account": account}), None)

    def is_computer(self, side: str) -> bool:
        return any("computer" in self.opening[name] for name, short in SIDES.items()
                   if short == side)

    def has_computer(self) -> bool:
        return self.is_computer("r") or self.is_computer("w")

    def fold(self, entry: Entry) -> None:
        """Applies the next entry."""
        if entry["seq"] != self.length:
            raise BrokenLog(f"entry {entry['seq']} where {self.length} was expected")
        if ("by" in entry) != ("key" in entry):
            raise BrokenLog("a command needs both its player and its key")
        if "key" in entry:
            key = (SIDES[entry["by"]], entry["key"])
            if key in self.keys:
                raise BrokenLog(f"the key {key} was used twice")
            self.keys.add(key)
        if not entry["events"]:
            raise BrokenLog("an entry without events")
        for event in entry["events"]:
            if len(event) != 1:
                raise BrokenLog(f"not exactly one event: {event}")
            (name, body), = event.items()
            if (self.length == 0) != (name == "open") and not self.opening:
                raise BrokenLog(f"the log begins with {name}")
            fold = getattr(self, "_" + name, None)
            if fold is None:
                raise BrokenLog(f"the event {name} is not documented")
            try:
                fold(body, entry)
            except IllegalAction as error:
                raise BrokenLog(str(error)) from error
        self.length += 1
        if self.deal and not self.ending and self.position.is_over():
            raise BrokenLog("the game is over on the board but continues in the log")

    def _open(self, body: dict[str, Any], entry: Entry) -> None:
        if self.opening or body["game"] != self.game:
            raise BrokenLog(f"opened as {body}")
        self.opening = body
        self.clock = Clock.parse(body["clock"])
        self.turn_at = entry["at"]

    def _ready(self, body: dict[str, Any], entry: Entry) -> None:
        side = SIDES[body["side"]]
        if side in self.nonces or self.deal:
            raise BrokenLog(f"{side} is ready twice")
        if not self.is_computer(side) and entry.get("by") != body["side"]:
            raise BrokenLog(f"{side} was made ready by {entry.get('by')}")
        self.nonces[side] = body["nonce"]

    def _deal(self, body: dict[str, Any], entry: Entry) -> None:
        if len(self.nonces) != 2 or self.deal:
            raise BrokenLog("dealt before both sides were ready, or twice")
        self.deal = Position.parse(body["position"])
        if self.deal.roses or self.deal.discard or self.deal.rules != self.opening["ruleset"] or \
                {len(hand) for hand in self.deal.hands.values()} != {5}:
            raise BrokenLog(f"not a first position: {self.deal}")
        self.positions = [self.deal]
        self.revision += 1
        if self.clock.base is not None:
            self.left = {"r": self.clock.base, "w": self.clock.base}
        self._start_turn(entry)

    def _start_turn(self, entry: Entry) -> None:
        self.turn_at, self.credit = entry["at"], 0

    def _act(self, body: dict[str, Any], entry: Entry) -> None:
        if self.stage != "running":
            raise BrokenLog(f"an action in a game that is {self.stage}")
        side = self.position.side
        by = entry.get("by")
        if SIDES.get(by) != side and not (by is None and self.is_computer(side)):
            # The computer may act in the same entry as the player before it.
            if not (self.is_computer(side) and by is not None):
                raise BrokenLog(f"{by} acted for {side}")
        self.positions.append(self.position.act(body["ply"]))
        self.plies.append(body["ply"])
        self.revision += 1
        self.offers["takeback"].clear()
        if self.clock.is_live:
            self._charge(side, body, entry)
        self._start_turn(entry)

    def _charge(self, side: str, body: dict[str, Any], entry: Entry) -> None:
        """Checks that an action costs no more than the log's timestamps say."""
        after = {SIDES[name]: ms for name, ms in body["left"].items()}
        if self.left is not None:
            cost = self.left[side] - after[side]
            used = max(0, entry["at"] - self.turn_at - self.credit) if len(self.plies) > 2 else 0
            if cost + (self.clock.increment if len(self.plies) > 2 else 0) > \
                    used + CHARGE_TOLERANCE_MS:
                raise BrokenLog(f"ply {len(self.plies)} cost {side} {cost} ms, used were {used}")
            if after[other(side)] < self.left[other(side)]:
                raise BrokenLog(f"the clock of {other(side)} ran in the turn of {side}")
            if after[side] < 0:
                raise BrokenLog(f"{side} acted without time")
        self.left = after

    def _offer(self, body: dict[str, Any], entry: Entry) -> None:
        side = SIDES[body["side"]]
        self.offers[body["offer"]].add(side)
        if (body["offer"] == "rematch") != bool(self.ending):
            raise BrokenLog(f"{body['offer']} offered in a game that is {self.stage}")

    def _decline(self, body: dict[str, Any], entry: Entry) -> None:
        self.offers[body["offer"]].clear()

    def _takeback(self, body: dict[str, Any], entry: Entry) -> None:
        plies = body["plies"]
        if self.opening["rated"] or self.stage != "running" or not 0 < plies <= len(self.plies):
            raise BrokenLog(f"{plies} plies taken back")
        assert self.deal
        keep = len(self.plies) - plies
        numbers = [begins for _, _, _, begins in fair.draws(self.deal, self.plies, self.marks)
                   if begins is not None]
        self.shuffled = max([self.shuffled, *numbers])
        is_due = any(ply[0] == "+" for ply in self.plies[keep:]) or \
            not set(self.marks.values()) <= set(numbers)
        del self.plies[keep:]
        del self.positions[keep + 1:]
        # A pending reshuffle moves to the earlier ply, and may be announced again.
        self.marks = {min(place, keep): number for place, number in sorted(self.marks.items())}
        if body.get("shuffle") is not None:
            number = body["shuffle"]
            if not is_due or number != self.shuffled + 1:
                raise BrokenLog(f"shuffle {number} announced after shuffle {self.shuffled}")
            self.marks[keep] = number
        self.revision += 1
        self.offers["takeback"].clear()
        self.left = None
        self._start_turn(entry)

    def _came(self, body: dict[str, Any], entry: Entry) -> None:
        self.here.add(SIDES[body["side"]])

    def _left(self, body: dict[str, Any], entry: Entry) -> None:
        self.here.discard(SIDES[body["side"]])

    def _credit(self, body: dict[str, Any], entry: Entry) -> None:
        # Negative if the server's clock was set back: the timestamps go back by as much.
        self.credit += body["ms"]

    def _holiday(self, body: dict[str, Any], entry: Entry) -> None:
        if self.clock.is_live or self.clock.base is None or self.ending or entry.get("by"):
            raise BrokenLog(f"a holiday of {body['side']} in a game of {self.opening['clock']}")

    def _chat(self, body: dict[str, Any], entry: Entry) -> None:
        if entry.get("by") != body["side"]:
            raise BrokenLog(f"{entry.get('by')} spoke for {body['side']}")

    def _quiet(self, body: dict[str, Any], entry: Entry) -> None:
        if entry.get("by") != body["side"]:
            raise BrokenLog(f"{entry.get('by')} was quiet for {body['side']}")

    def _next(self, body: dict[str, Any], entry: Entry) -> None:
        if not self.ending or self.next_game:
            raise BrokenLog("a rematch of an unfinished game, or a second one")
        self.next_game = body["game"]

    def _end(self, body: dict[str, Any], entry: Entry) -> None:
        if self.ending:
            raise BrokenLog("ended twice")
        reason, winner = body["reason"], SIDES.get(body.get("winner"))
        by = SIDES.get(entry.get("by"))
        to_act = self.position.side if self.deal else None
        right = {
            "played": lambda: self.position.is_over() and winner == self.position.winner(),
            "resigned": lambda: by is not None and winner == other(by),
            "time": lambda: to_act is not None and winner in (other(to_act), None)
            and self._is_flag_down(to_act, entry),
            "gone": lambda: by is not None and winner in (by, None),
            "aborted": lambda: winner is None and (len(self.plies) <= 2 or self._is_short()),
        }.get(reason)
        if right is None or not right():
            raise BrokenLog(f"ended by {body} after {len(self.plies)} plies")
        if reason != "played" and self.deal and self.position.is_over():
            raise BrokenLog(f"{reason}, but the game was over on the board")
        if reason in ("resigned", "time", "gone") and self._is_short():
            raise BrokenLog(f"{reason} after {len(self.plies)} plies of a rated game")
        self.ending = body

    def _is_short(self) -> bool:
        """Whether leaving the game aborts it."""
        return self.opening["rated"] and "event" not in self.opening and \
            len(self.plies) < MIN_RATED_PLIES

    def _is_flag_down(self, side: str, entry: Entry) -> bool:
        """Whether a side's time was up by the log's timestamps."""
        if self.clock.base is None:
            return False
        left = self.clock.base if self.left is None else self.left[side]
        if not self.clock.is_live and not self.clock.increment:
            left = self.clock.base
        elif self.left is None:
            return True  # After a takeback the log does not contain the remaining time.
        return left - (entry["at"] - self.turn_at - self.credit) <= FLAG_TOLERANCE_MS

    def overdue_ms(self, now: int) -> int:
        """How long the server has been overdue with the computer's turn, a fallen flag, or calling off a
        game that did not begin. Negative if nothing is due yet."""
        if self.stage != "running":
            return -1
        spent, side = now - self.turn_at - self.credit, self.position.side
        if self.is_computer(side):
            return spent
        if not self.clock.is_live:
            return -1
        if len(self.plies) < 2:
            return spent - FIRST_ACTIONS_MS
        return spent - self.left[side] if self.left else -1

    def verify_shuffle(self) -> None:
        """Verifies the cards of a finished game against its secret."""
        if self.ending and self.deal:
            fair.verify(self.game, self.opening["commitment"], self.ending["secret"], self.nonces,
                        self.deal, self.plies, self.marks)
