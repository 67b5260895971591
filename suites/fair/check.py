#!/usr/bin/env python3
"""Reproduces Bosworth's deals and shuffles from the description alone.

    python3 check.py vectors.json     compares with the test vectors
    python3 check.py --make           prints test vectors

Nothing but Python's standard library; nothing taken from the Rust code.
"""
import hashlib, hmac, json, struct, sys

CARDS = [d + s for d in "N NE E SE S SW W NW".split() for s in "123"]


def parts(*texts):
    return b"".join(struct.pack(">I", len(t)) + t for t in texts)


def commitment(secret, game):
    return hashlib.sha256(parts(b"bosworth commitment 1", game, secret)).digest()


def key_of(secret, game, red, white):
    return hmac.new(secret, parts(b"bosworth shuffle 1", game, red, white), hashlib.sha256).digest()


def chacha20_words(key, stream):
    """The words of djb's ChaCha20: 64-bit block counter, 64-bit nonce."""
    rotate = lambda x, n: (x << n | x >> (32 - n)) & 0xFFFFFFFF
    counter = 0
    while True:
        start = list(struct.unpack("<4I", b"expand 32-byte k")) + list(struct.unpack("<8I", key))
        start += [counter & 0xFFFFFFFF, counter >> 32, stream & 0xFFFFFFFF, stream >> 32]
        x = start[:]
        for n in range(80):
            a, b, c, d = [(0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
                          (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)][n % 8]
            for (p, q, r, by) in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                x[p] = (x[p] + x[q]) & 0xFFFFFFFF
                x[r] = rotate(x[r] ^ x[p], by)
        yield from ((u + v) & 0xFFFFFFFF for u, v in zip(x, start))
        counter += 1


def below(words, bound):
    usable = 0xFFFFFFFF - 0xFFFFFFFF % bound
    return next(w for w in words if w < usable) % bound


def shuffle(words, items):
    items = list(items)
    for last in range(len(items) - 1, 0, -1):
        other = below(words, last + 1)
        items[last], items[other] = items[other], items[last]
    return items


def vector(secret_hex, game, red, white, rules):
    secret = bytes.fromhex(secret_hex.rjust(64, "0"))
    key = key_of(secret, game.encode(), red.encode(), white.encode())
    words = chacha20_words(key, 0)
    cards = shuffle(words, CARDS)
    lot = rules == "kingofroses"
    side = "w" if lot and below(words, 2) == 1 else "r"
    hand = lambda cards: ",".join(sorted(cards, key=CARDS.index))
    return {
        "secret": secret_hex, "game": game, "red_nonce": red, "white_nonce": white, "rules": rules,
        "commitment": commitment(secret, game.encode()).hex(), "key": key.hex(),
        "start": f"9/9/9/9/9/9/9/9/9 e5 {side} {hand(cards[:5])} {hand(cards[5:10])} 4 4 - {rules}",
        "pile": ",".join(cards[10:]),
        "shuffle_1": ",".join(shuffle(chacha20_words(key, 1), CARDS)),
        "shuffle_2_40": ",".join(shuffle(chacha20_words(key, 2 ** 40), CARDS)),
    }


CASES = [
    ("0", "", "", "", "classic"),
    ("5ec2e7", "game 7", "lancaster", "york", "classic"),
    ("ff" * 32, "0192f0e4-3c5a-7b1e-9d2f-6a8b7c5d4e3f", "8d1f0c", "77aa01", "brettspielnetz"),
    ("1485", "Bosworth", "Rose rouge", "Rose bleue", "kingofroses"),
    ("1486", "Bosworth", "Rose rouge", "Rose bleue", "kingofroses"),
    ("3", "g", "a", "b", "kingofroses"),
    ("c0ffee" * 10, "Königsspiel", "größer", "naïve", "classic"),
]

if __name__ == "__main__":
    if sys.argv[1:] == ["--make"]:
        print(json.dumps([vector(*case) for case in CASES], indent=2, ensure_ascii=False))
    else:
        failed = 0
        vectors = json.load(open(sys.argv[1], encoding="utf-8"))
        for v in vectors:
            own = vector(*(v[k] for k in ("secret", "game", "red_nonce", "white_nonce", "rules")))
            for name in own:
                if own[name] != v[name]:
                    failed += 1
                    print(f"{v['game']!r}: {name} is {own[name]}, not {v[name]}")
        print(f"{len(vectors)} vectors, {failed} differences")
        sys.exit(1 if failed else 0)
