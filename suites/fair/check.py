#!/usr/bin/env python3
"""Reproduces Bosworth's deals and shuffles from the description alone.

    python3 check.py vectors.json     compares with the test vectors
    python3 check.py GAMES.rose       checks every game of a file: commitment, deal and draws
    python3 check.py --make           prints test vectors

Uses only Python's standard library and shares no code with the Rust implementation.
"""
import hashlib, hmac, json, re, struct, sys

CARDS = [d + s for d in "N NE E SE S SW W NW".split() for s in "123"]


def parts(*texts):
    return b"".join(struct.pack(">I", len(t)) + t for t in texts)


def commitment(secret, game):
    return hashlib.sha256(parts(b"bosworth commitment 1", game, secret)).digest()


def key_of(secret, game, red, white):
    return hmac.new(secret, parts(b"bosworth shuffle 1", game, red, white), hashlib.sha256).digest()


def chacha20_words(key, stream):
    """The key stream of the original ChaCha20 (64-bit block counter, 64-bit nonce) as 32-bit words."""
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


def games(text):
    """The games of a file: tags, and the actions without numbers, comments and result."""
    for part in re.split(r"\n\s*\n(?=\[)", text.strip()):
        tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', part, re.M))
        tags = {name: value.replace('\\"', '"').replace("\\\\", "\\") for name, value in tags.items()}
        moves = re.sub(r"\{[^}]*\}|;.*|^\[.*\]$", " ", part, flags=re.M).split()
        yield tags, [m for m in moves if re.fullmatch(r"\+?[NESW]+[123]\*?|pass", m)]


def reshuffles(tag):
    """The plies and numbers of the tag Reshuffles: both strictly increasing."""
    pairs = [tuple(map(int, pair.split(":"))) for pair in tag.split()]
    for (ply, number), (next_ply, next_number) in zip(pairs, pairs[1:]):
        if ply >= next_ply or number >= next_number:
            raise ValueError(f"reshuffles are not increasing: {tag}")
    return pairs


def handicap(tag):
    """The first cards and heroes of both sides, Red first, the board, and who acts first if not as in the
    rules."""
    sizes, heroes, roses, second = [5, 5], [4, 4], 0, None
    if tag is None:
        return sizes, heroes, "/".join("9" * 9), second
    giver, parts = tag.split(":")
    by = ["red", "white"].index(giver)
    for part in parts.split(","):
        name, _, number = part.partition("=")
        if name == "heroes":
            heroes[by] = int(number)
        elif name == "cards":
            sizes[by] = int(number)
        elif name == "roses":
            roses = int(number)
        elif name == "second":
            second = "wr"[by]
        else:
            raise ValueError(f"no handicap: {tag}")
    letter = "wr"[by]
    # e5, d5, e4, d4, as many as there are.
    ranks = ["9"] * 9
    for rank, count in ((4, min(roses, 2)), (5, roses - 2)):
        if count == 1:
            ranks[rank] = f"4{letter}4"
        elif count > 1:
            ranks[rank] = f"3{letter}{letter}4"
    return sizes, heroes, "/".join(ranks), second


def check_game(tags, actions):
    """Raises unless the commitment, the deal and every draw follow from the secret. Tracks only cards;
    the legality of actions is not checked."""
    secret = bytes.fromhex(tags["Secret"].rjust(64, "0"))
    # A deal that several games have in common has a name of its own, and no player a part in it.
    name = tags.get("SharedDeal", tags["Game"])
    # A handicap is committed to as well.
    game = " ".join([name] + ([tags["Handicap"]] if "Handicap" in tags else [])).encode()
    if commitment(secret, game).hex() != tags["Commitment"]:
        raise ValueError("the secret is not the one committed to")
    key = key_of(secret, game, tags["RedNonce"].encode(), tags["WhiteNonce"].encode())
    rules = tags["Rules"]
    words = chacha20_words(key, 0)
    if "HandsOf" in tags:
        # The hands of another game, dealt again: the pile alone is shuffled.
        hands = tags["Deal"].replace(" / ", ",").split(",")
        rest = [card for card in CARDS if card not in hands]
        if len(hands) != 10 or len(rest) != 14:
            raise ValueError("these are not two hands of five cards")
        cards = hands + shuffle(words, rest)
    else:
        cards = shuffle(words, CARDS)
    lot = "first=lot" in rules or (rules.startswith("kingofroses") and "first=red" not in rules)
    if "HandsOf" in tags:
        first = tags["Position"].split()[2] if "Position" in tags else "r"
    else:
        first = "w" if lot and below(words, 2) == 1 else "r"
    hand = lambda cards: ",".join(sorted(cards, key=CARDS.index))
    sizes, heroes, board, second = handicap(tags.get("Handicap"))
    first = second or first
    dealt = sum(sizes)
    red, white = hand(cards[:sizes[0]]), hand(cards[sizes[0]:dealt])
    start = f"{board} e5 {first} {red} {white} {heroes[0]} {heroes[1]} - {rules}"
    if "Deal" in tags and tags["Deal"] != f"{red} / {white}" or tags.get("Position", start) != start:
        raise ValueError(f"the deal is {red} / {white}, {first} acts first")
    emptied = "reshuffle=emptied" in rules or (
        rules.startswith("brettspielnetz") and "reshuffle=needed" not in rules)
    order, number, held, played, draws = cards[dealt:], 1, set(cards[:dealt]), set(), 0
    due = reshuffles(tags.get("Reshuffles", ""))
    for ply, action in enumerate(actions + [None]):
        if action is None or action.startswith("+"):
            while due and due[0][0] <= ply:
                if due[0][1] < number:
                    raise ValueError(f"shuffle {due[0][1]} was used before")
                order, number = [], due.pop(0)[1]
        if action is None or action == "pass":
            continue
        if not action.startswith("+"):
            card = action.rstrip("*")
            held.remove(card)
            played.add(card)
            continue
        pile = [card for card in CARDS if card not in held and card not in played]
        if not pile:
            pile, played = [card for card in CARDS if card in played], set()
        if not order:
            order, number = shuffle(chacha20_words(key, number), pile), number + 1
        card = order.pop(0)
        if card != action[1:]:
            raise ValueError(f"action {ply + 1}: {action[1:]} was drawn, but {card} is the next card")
        held.add(card)
        draws += 1
        if emptied and len(held) + len(played) == len(CARDS):
            played = set()
    if due:
        raise ValueError("a reshuffle after the last action")
    return draws


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
    elif sys.argv[1].endswith(".rose"):
        failed = count = 0
        for tags, actions in games(open(sys.argv[1], encoding="utf-8").read()):
            count += 1
            try:
                check_game(tags, actions)
            except (KeyError, ValueError) as fault:
                failed += 1
                print(f"game {count}: {fault!r}")
        print(f"{count} games, {failed} not proven")
        sys.exit(1 if failed or not count else 0)
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
