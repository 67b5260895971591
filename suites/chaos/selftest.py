#!/usr/bin/env python3
"""Tests of the referee: real logs pass, and tampered ones fail.

    python3 suites/chaos/selftest.py
"""
from __future__ import annotations

import asyncio
import contextlib
import copy
import io
import json
import random
import struct
import unittest
from collections import Counter
from pathlib import Path
from typing import Any, Callable
from unittest.mock import AsyncMock, Mock, patch

import fair
from journal import Journal
from player import Visitor
from rules import NAMES, Position, perft
from table import BrokenLog, Table
from tournament import BrokenTournament, Tournament
from wire import HandshakeRefused, WebSocket, WireError, frame, is_unauthorized

GAMES = sorted((Path(__file__).resolve().parent / "games").glob("*.ndjson"))
Log = list[dict[str, Any]]


def read(path: Path) -> Log:
    return [json.loads(line) for line in path.read_text().splitlines()]


def judge(log: Log) -> Table:
    """Folds a whole log and checks its shuffle, as the referee does."""
    table = Table(log[0]["events"][0]["open"]["game"])
    for entry in log:
        table.fold(entry)
    table.verify_shuffle()
    return table


def events(log: Log, name: str) -> list[dict[str, Any]]:
    return [event[name] for entry in log for event in entry["events"] if name in event]


def short(plies: int, **opening: Any) -> Log:
    """A rated game that was aborted after a number of plies."""
    log = read(GAMES[0])
    log[0]["events"][0]["open"].update({"rated": True, **opening})
    secret = events(log, "end")[0]["secret"]
    acts = [place for place, entry in enumerate(log) if "act" in entry["events"][0]]
    kept = [entry for entry in log[:acts[plies]]
            if not {"offer", "takeback"} & set(entry["events"][0])]
    for seq, entry in enumerate(kept):
        entry["seq"] = seq
    end = {"end": {"reason": "aborted", "secret": secret}}
    return [*kept, {"seq": len(kept), "at": kept[-1]["at"], "events": [end]}]


class Tampering(unittest.TestCase):
    """Every kind of corruption of a log is detected."""

    def test_real_games_pass(self) -> None:
        self.assertTrue(GAMES)
        for path in GAMES:
            with self.subTest(path.name):
                self.assertEqual(judge(read(path)).stage, "over")

    def refuse(self, tamper: Callable[[Log], object]) -> None:
        for path in GAMES:
            log = read(path)
            changed = copy.deepcopy(log)
            tamper(changed)
            self.assertNotEqual(log, changed)
            with self.subTest(path.name), self.assertRaises((BrokenLog, fair.UnfairShuffle)):
                judge(changed)

    def test_leaving_a_rated_game_aborts_it_until_each_has_acted_four_times(self) -> None:
        self.assertEqual(judge(short(5)).stage, "over")
        with self.assertRaises(BrokenLog):
            judge(short(8))
        with self.assertRaises(BrokenLog):
            judge(short(5, event="Ab3dEf6h/1.1.0"))

    def test_a_gap(self) -> None:
        self.refuse(lambda log: log.pop(len(log) // 2))

    def test_an_entry_twice(self) -> None:
        self.refuse(lambda log: log.insert(20, log[20]))

    def test_a_key_twice(self) -> None:
        def tamper(log: Log) -> None:
            acts = [entry for entry in log if "act" in entry["events"][0] and "key" in entry]
            acts[2]["key"] = acts[0]["key"]
        self.refuse(tamper)

    def test_another_card(self) -> None:
        def tamper(log: Log) -> None:
            table = Table(log[0]["events"][0]["open"]["game"])
            for entry in log:
                for event in entry["events"]:
                    if event.get("act", {}).get("ply", "").startswith("+"):
                        drawn = event["act"]["ply"][1:]
                        rest = sorted(table.position.drawable - {drawn})
                        event["act"]["ply"] = "+" + rest[0]
                        return
                table.fold(entry)
        self.refuse(tamper)

    def test_another_winner(self) -> None:
        def tamper(log: Log) -> None:
            end = events(log, "end")[0]
            end["winner"] = "white" if end.get("winner") == "red" else "red"
        self.refuse(tamper)

    def test_another_secret(self) -> None:
        def tamper(log: Log) -> None:
            end = events(log, "end")[0]
            end["secret"] = "0" * 64
        self.refuse(tamper)

    def test_another_deal(self) -> None:
        def tamper(log: Log) -> None:
            deal = events(log, "deal")[0]
            fields = deal["position"].split(" ")
            fields[3], fields[4] = fields[4], fields[3]
            deal["position"] = " ".join(fields)
        self.refuse(tamper)

    def test_a_clock_that_runs_too_fast(self) -> None:
        def tamper(log: Log) -> None:
            for act in events(log, "act")[-4:]:
                for side in NAMES.values():
                    act["left"][side] -= 5_000
        self.refuse(tamper)

    def test_the_wrong_side_acts(self) -> None:
        def tamper(log: Log) -> None:
            act = next(entry for entry in log if "act" in entry["events"][0] and "by" in entry)
            act["by"] = "white" if act["by"] == "red" else "red"
        self.refuse(tamper)

    def test_a_game_that_goes_on_after_its_end(self) -> None:
        def tamper(log: Log) -> None:
            for entry in log:
                entry["events"] = [event for event in entry["events"] if "end" not in event]
        self.refuse(tamper)

    def test_a_shuffle_of_another_number(self) -> None:
        def tamper(log: Log) -> None:
            takeback = events(log, "takeback")[0]
            takeback["shuffle"] = takeback.get("shuffle", 0) + 7
        self.refuse(tamper)


class Parts(unittest.TestCase):
    """Unit tests of the client's parts."""

    def test_positions_round_trip(self) -> None:
        text = "9/9/4r4/4w4/9/9/9/9/9 e7 w N2 SE1,SE2,SW2,SW3,W1 3 4 NE1,E1 kingofroses"
        self.assertEqual(str(Position.parse(text)), text)

    def test_perft_of_the_notation(self) -> None:
        first = "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic"
        counts = [perft(Position.parse(first), depth) for depth in (1, 2, 3)]
        self.assertEqual(counts, [5, 19, 327])

    def test_frames_are_masked(self) -> None:
        for size in (0, 5, 125, 126, 65_535, 65_536):
            data = bytes(range(256)) * (size // 256 + 1)
            made = frame(1, data[:size])
            start = 2 if size < 126 else 4 if size < 65_536 else 10
            said = {2: made[1] & 127, 4: struct.unpack(">H", made[2:4])[0] if size > 1 else 0,
                    10: struct.unpack(">Q", made[2:10])[0] if size > 5 else 0}[start]
            mask, masked = made[start:start + 4], made[start + 4:]
            self.assertEqual(said, size)
            self.assertEqual(bytes(b ^ mask[n % 4] for n, b in enumerate(masked)), data[:size])

    def test_an_idempotency_key_has_one_entry(self) -> None:
        journal = Journal()
        journal.acknowledge("game", "r", 1, 7)
        journal.acknowledge("game", "r", 1, 7)
        self.assertFalse(journal.violations)
        with contextlib.redirect_stdout(io.StringIO()):
            journal.acknowledge("game", "r", 1, 8)
        self.assertTrue(journal.violations)

    def test_a_port_with_the_digits_of_a_status_is_no_status(self) -> None:
        down = ConnectionRefusedError(111, "Connect call failed ('127.0.0.1', 40153)")
        self.assertFalse(is_unauthorized(down))
        self.assertFalse(is_unauthorized(HandshakeRefused(503)))
        self.assertTrue(is_unauthorized(HandshakeRefused(401)))


    def test_registering_ends_the_session_of_a_guest_but_not_the_guest(self) -> None:
        visitor = Visitor(Mock(ports=[1]), Journal(), random.Random(1), "127.0.0.1")
        visitor.account = 7

        def connect(socket: Mock) -> None:
            with patch.object(WebSocket, "connect", AsyncMock(return_value=socket)):
                asyncio.run(visitor._connection())

        nobody = Mock(receive=AsyncMock(return_value={"welcome": {"now": 1}}))
        visitor._registers = True
        with self.assertRaises(WireError):
            connect(nobody)
        self.assertFalse(visitor.journal.violations)
        nobody.receive = AsyncMock(side_effect=[{"welcome": {"now": 1}}, WireError("closed")])
        visitor._registers = False
        with self.assertRaises(WireError), contextlib.redirect_stdout(io.StringIO()):
            connect(nobody)
        self.assertTrue(visitor.journal.violations)


def tournament_log() -> Log:
    """A knockout of two that 1 has won."""
    slot = {"round": 1, "board": 1, "game": 0}
    steps: list[tuple[int, list[Any]]] = [
        (0, [{"open": {"event": "Ab3dEf6h", "starts": 9_000, "rest": 0}}]),
        (1_000, [{"join": {"player": 1, "rating": 1500}}]),
        (2_000, [{"join": {"player": 2, "rating": 1500}}]),
        (3_000, [{"leave": {"player": 2, "why": "withdrew"}}]),
        (4_000, [{"join": {"player": 2, "rating": 1500}}]),
        (9_500, [{"season": {"season": 1, "divisions": [[1, 2]]}},
                 {"round": {"round": 1, "pairs": [{"red": 1, "white": 2}]}}]),
        (30_000, [{"result": {"slot": slot, "result": {"red": {"margin": 3}}}}]),
        (30_500, [{"end": {"cancelled": False}}]),
    ]
    return [{"seq": seq, "at": at, "steps": of} for seq, (at, of) in enumerate(steps)]


GAME_LOG: Log = [
    {"at": 9_800, "events": [{"open": {"event": "Ab3dEf6h/1.1.0"}}]},
    {"at": 29_000, "events": [{"end": {"reason": "played", "winner": "red"}}]},
]


class Tournaments(unittest.TestCase):
    """What is lost or doubled in a tournament is noticed."""

    def judge(self, log: Log, game: Log) -> Tournament:
        tournament = Tournament("Ab3dEf6h")
        tournament.read(log, 0)
        tournament.check_entries(Counter({1: 1, 2: 2}))
        tournament.check_game((1, 1, 0), game)
        return tournament

    def test_a_real_tournament_passes_and_its_pauses_are_known(self) -> None:
        pauses = [pause.ms for pause in self.judge(tournament_log(), GAME_LOG).pauses]
        self.assertEqual(pauses, [500, 300, 1_000])

    def refuse(self, tamper: Callable[[Log, Log], object]) -> None:
        log, game = copy.deepcopy(tournament_log()), copy.deepcopy(GAME_LOG)
        tamper(log, game)
        with self.assertRaises(BrokenTournament):
            self.judge(log, game)

    def test_an_entry_twice(self) -> None:
        self.refuse(lambda log, _: log[3].update(steps=log[2]["steps"]))

    def test_a_lost_entry(self) -> None:
        self.refuse(lambda log, _: log[4].update(steps=[]))

    def test_a_round_twice(self) -> None:
        self.refuse(lambda log, _: log[5]["steps"].append(log[5]["steps"][1]))

    def test_a_result_twice(self) -> None:
        self.refuse(lambda log, _: log[6]["steps"].append(log[6]["steps"][0]))

    def test_a_gap(self) -> None:
        self.refuse(lambda log, _: log.pop(3))

    def test_another_result(self) -> None:
        self.refuse(lambda _, game: game[1]["events"][0]["end"].update(winner="white"))

    def test_another_game(self) -> None:
        self.refuse(lambda _, game: game[0]["events"][0]["open"].update(event="Ab3dEf6h/2.1.0"))

    def test_what_was_read_before_stays(self) -> None:
        tournament, log = Tournament("Ab3dEf6h"), tournament_log()
        tournament.read(log, 0)
        with self.assertRaises(BrokenTournament):
            tournament.read(log[:5], len(log))
        with self.assertRaises(BrokenTournament):
            tournament.read([*log[:1], {**log[1], "at": 1_001}, *log[2:]], 0)


if __name__ == "__main__":
    unittest.main()
