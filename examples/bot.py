#!/usr/bin/env python3
"""A bot for a Bosworth server, using only Python's standard library.

    BOSWORTH_TOKEN=bos_... python3 examples/bot.py http://localhost:1485 [games]

It accepts casual challenges and plays whenever it is its turn: a random legal action, drawing only
if it must. Put your own strategy into `choose`. Create a bot account and its token on the
account page of the server; the API is documented at /api of the server.
"""
import json
import os
import random
import re
import secrets
import sys
import threading
import time
import urllib.error
import urllib.request

SERVER = sys.argv[1].rstrip("/") if len(sys.argv) > 1 else "http://localhost:1485"
GAMES = int(sys.argv[2]) if len(sys.argv) > 2 else None
HEADERS = {"Authorization": "Bearer " + os.environ["BOSWORTH_TOKEN"], "Content-Type": "application/json"}
BUSY = (429, 502, 503)


def choose(view):
    """Picks an action: `view` has position, legal actions, plies, clocks and more."""
    plays = [action for action in view["actions"] if action != "+"]
    return random.choice(plays or view["actions"])


def wants(seek):
    """Whether to take a challenge; others are declined."""
    return not seek["terms"].get("rated")


def is_live(clock):
    """`5+3` is a live game; `2d` and `-` are not."""
    return re.fullmatch(r"\d+\+\d+", clock) is not None


def ask(path, body=None, method=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(SERVER + path, data, HEADERS, method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.loads(answer.read() or b"null")


def lines(path):
    """The lines of an NDJSON stream, reconnecting for ever. The heartbeat is an empty line every seven
    seconds, here {}, so after thirty seconds of silence the connection is dead."""
    while True:
        try:
            request = urllib.request.Request(SERVER + path, headers=HEADERS)
            with urllib.request.urlopen(request, timeout=30) as answer:
                for line in answer:
                    yield json.loads(line) if line.strip() else {}
        except urllib.error.HTTPError as error:
            if error.code not in BUSY:
                raise
        except OSError as error:
            print("reconnecting:", error, file=sys.stderr)
        time.sleep(1)


def command(game, key, what):
    """Retries a command until it is answered. The key makes it idempotent."""
    while True:
        try:
            return ask(f"/api/games/{game}/command", {"key": key, "command": what})
        except urllib.error.HTTPError as error:
            if error.code in (409, 422):
                # Refused: the body says why. The next line of the stream has the state.
                print(game, json.load(error), file=sys.stderr)
                return None
            if error.code not in BUSY:
                raise
        except OSError as error:
            print("retrying:", error, file=sys.stderr)
        time.sleep(1)


def play(game):
    """Plays a live game to its end. A correspondence game is left on the opponent's turn; it is listed as
    waiting again when it is our turn."""
    answered = None
    for line in lines(f"/api/games/{game}/stream"):
        view = (line.get("state") or line.get("entry") or {}).get("view")
        if view is None:
            continue
        if view["stage"] == "over":
            print(game, view["result"], view.get("reason"))
            return
        # A takeback restores an earlier position under a new revision.
        here = (view["stage"], view["revision"])
        if here == answered:
            continue
        key = random.getrandbits(53)
        if view["stage"] == "waiting":
            # The server has committed to its seed; this is our contribution to the shuffle.
            command(game, key, {"ready": {"nonce": secrets.token_hex(16)}})
            answered = here
        elif view["turn"] == view["you"]:
            act = {"action": choose(view), "ply": len(view["plies"]), "revision": view["revision"]}
            command(game, key, {"act": act})
            answered = here
        elif not is_live(view["clock"]):
            return


def answer_challenges():
    for seek in ask("/api/me/challenges"):
        try:
            if wants(seek):
                ask(f"/api/seeks/{seek['id']}/accept", {})
            else:
                ask(f"/api/seeks/{seek['id']}", method="DELETE")
        except urllib.error.HTTPError as error:
            # Withdrawn or not acceptable; if the server was busy, the next heartbeat retries.
            print(seek["id"], error, file=sys.stderr)


def main():
    print(ask("/api/me")["person"]["name"], "plays at", SERVER)
    known, threads = set(), {}

    def sit_down(game):
        known.add(game)
        if game not in threads or not threads[game].is_alive():
            threads[game] = threading.Thread(target=play, args=(game,))
            threads[game].start()

    for line in lines("/api/stream"):
        # On every line and heartbeat: play the waiting games, the most urgent first.
        try:
            waiting = ask("/api/me/waiting")
            if waiting["challenges"]:
                answer_challenges()
            for game in waiting["games"]:
                sit_down(game["game"])
            begun = line.get("begin", {}).get("game")
            # A player who is not connected to a live game counts as gone, even on the opponent's turn.
            if begun and is_live(ask(f"/api/games/{begun}")["clock"]):
                sit_down(begun)
            if GAMES and len(known - {game["game"] for game in ask("/api/me/games")}) >= GAMES:
                break
        except urllib.error.HTTPError as error:
            if error.code not in BUSY:
                raise
        except OSError as error:
            print("retrying:", error, file=sys.stderr)
    for thread in threads.values():
        thread.join()


if __name__ == "__main__":
    main()
