#!/usr/bin/env python3
"""A bot for a Bosworth server, using only Python's standard library.

    BOSWORTH_TOKEN=bos_... python3 examples/bot.py http://localhost:1485 [games]

It plays every game that begins, with a random legal action, drawing only if it must. Put your own
strategy into `choose`. Create a bot account and its token on the account page of the server; the API
is documented at /api of the server.
"""
import json
import os
import random
import secrets
import sys
import threading
import time
import urllib.error
import urllib.request

SERVER = sys.argv[1].rstrip("/") if len(sys.argv) > 1 else "http://localhost:1485"
GAMES = int(sys.argv[2]) if len(sys.argv) > 2 else None
HEADERS = {"Authorization": "Bearer " + os.environ["BOSWORTH_TOKEN"], "Content-Type": "application/json"}


def choose(view):
    """Picks an action: `view` has position, legal actions, plies, clocks and more."""
    plays = [action for action in view["actions"] if action != "+"]
    return random.choice(plays or view["actions"])


def ask(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(SERVER + path, data, HEADERS)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def lines(path):
    """The lines of an NDJSON stream, reconnecting for ever. The heartbeat is an empty line every seven
    seconds, so after thirty seconds of silence the connection is dead."""
    while True:
        try:
            request = urllib.request.Request(SERVER + path, headers=HEADERS)
            with urllib.request.urlopen(request, timeout=30) as answer:
                for line in answer:
                    if line.strip():
                        yield json.loads(line)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 502, 503):
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
            if error.code not in (429, 502, 503):
                raise
        except OSError as error:
            print("retrying:", error, file=sys.stderr)
        time.sleep(1)


def play(game):
    """Plays a game to its end."""
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


def main():
    print(ask("/api/me")["person"]["name"], "plays at", SERVER)
    known, threads = set(), []
    for line in lines("/api/stream"):
        game = line.get("begin", {}).get("game")
        if game and game not in known:
            known.add(game)
            thread = threading.Thread(target=play, args=(game,))
            thread.start()
            threads.append(thread)
        if GAMES and len(known) >= GAMES:
            break
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    main()
