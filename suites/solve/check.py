#!/usr/bin/env python3
"""Checks certificates of solved positions (docs/notation.md) with nothing but the rules (RULES.md).

    python3 check.py FILE...

Computes in exact integers what both strategies of a certificate guarantee: in states of its owner the
listed action counts, in states of the opponent the worst legal action, over the cards of a draw the mean.
Both have to be the claimed value. Needs only the standard library, and shares no code with Bosworth.
"""
import fractions, functools, itertools, math, re, sys

DIRECTIONS = {"N": (0, 1), "NE": (1, 1), "E": (1, 0), "SE": (1, -1),
              "S": (0, -1), "SW": (-1, -1), "W": (-1, 0), "NW": (-1, 1)}
CARDS = [(name + str(steps), east * steps, north * steps)
         for name, (east, north) in DIRECTIONS.items() for steps in (1, 2, 3)]
BIT = {name: 1 << place for place, (name, _, _) in enumerate(CARDS)}
HAND, ROSES, SIDES, FILES = 5, 52, "rw", "abcdefghi"
POINTS = {"cards": "board holder", "reshuffle": "needed emptied", "ending": "both either",
          "ties": "largest roses", "first": "red lot", "colours": "white blue"}
EDITIONS = {"classic": "", "brettspielnetz": "reshuffle=emptied",
            "kingofroses": "cards=holder,ending=either,ties=roses"}
POSITION = re.compile(r"([rw1-9/]+) ([a-i])([1-9]) ([rw]) (\S+) (\S+) ([0-4]) ([0-4]) (\S+) (\S+)")
size = lambda some: bin(some).count("1")
bits = lambda cards: [bit for bit in BIT.values() if bit & cards]
# Squares are numbered from a1 along the ranks; these are all but those of file a, and of file i.
NOT_A, NOT_I = (sum(1 << square for square in range(81) if square % 9 != file) for file in (0, 8))


class Refused(Exception):
    """Why a certificate proves nothing."""


def need(condition, reason):
    if not condition:
        raise Refused(reason)


def points_of(text):
    """The points in which a ruleset differs from `classic` (10.1), and perhaps some others."""
    edition, _, differences = text.partition(":")
    need(edition in EDITIONS, f"no such rules: {text}")
    points = [part.partition("=") for part in f"{EDITIONS[edition]},{differences}".split(",") if part]
    need(all(value in POINTS.get(point, "").split() for point, _, value in points), f"no such rules: {text}")
    return {point: value for point, _, value in points}


def territories(roses):
    """The sizes of maximal groups connected by edges (8.1, 8.2)."""
    while roses:
        group, more = 0, roses & -roses
        while more != group:
            group = more
            more |= roses & (group << 9 | group >> 9 | (group & NOT_I) << 1 | (group & NOT_A) >> 1)
        roses ^= group
        yield size(group)


class Board:
    """Roses, crown and heroes, and what follows from them and the rules without the cards."""
    def __init__(self, roses, crown, heroes, rules):
        self.roses, self.crown, self.heroes = roses, crown, heroes
        self.is_full = size(sum(roses)) == ROSES
        self.plays = tuple(dict(self.targets(side, rules.get("cards") == "holder")) for side in (0, 1))
        self.playable = tuple(sum(plays) for plays in self.plays)
        red, white = (self.rank(side, rules.get("ties") != "roses") for side in (0, 1))
        self.winner = None if red == white else 0 if red > white else 1

    def targets(self, side, read_by_holder):
        """For each card that a side could play: the action and its target (4, 5)."""
        turn = -1 if read_by_holder and side == 0 else 1
        for name, east, north in CARDS:
            file, rank = self.crown % 9 + turn * east, self.crown // 9 + turn * north
            target = 9 * rank + file
            if 0 <= file < 9 and 0 <= rank < 9 and not self.roses[side] >> target & 1:
                if not self.roses[1 - side] >> target & 1:
                    yield BIT[name], (name, target)
                elif self.heroes[side]:
                    yield BIT[name], (name + "*", target)

    def rank(self, side, largest_counts):
        """What decides the game, most important first (8, 9)."""
        sizes = list(territories(self.roses[side]))
        return sum(n * n for n in sizes), largest_counts and max(sizes, default=0), sum(sizes)

    @functools.cached_property
    def text(self):
        cells = ["." if not sum(self.roses) >> n & 1 else SIDES[self.roses[1] >> n & 1] for n in range(81)]
        rows = "/".join("".join(cells[first:first + 9]) for first in range(72, -1, -9))
        rows = re.sub(r"\.+", lambda run: str(len(run[0])), rows)
        return f"{rows} {FILES[self.crown % 9]}{self.crown // 9 + 1}"


class Game:
    """What the rules make of states. A state is a board, three sets of cards and a side (0 is Red)."""
    def __init__(self, rules):
        self.rules_text, self.rules = rules, points_of(rules)
        self.board = functools.cache(lambda *parts: Board(*parts, self.rules))
        self.after = functools.cache(self.play)

    def parse(self, text):
        match = POSITION.fullmatch(text)
        need(match and match[10] == self.rules_text, f"not a position of this game: {text}")
        rows = re.sub("[1-9]", lambda run: "." * int(run[0]), match[1]).split("/")[::-1]
        roses = tuple(sum(1 << n for n, cell in enumerate("".join(rows)) if cell == side) for side in SIDES)
        taken, crown = sum(roses), 9 * int(match[3]) - 9 + FILES.index(match[2])
        cards = [part.split(",") if part != "-" else [] for part in match.group(5, 6, 9)]
        names = sum(cards, [])
        need([len(row) for row in rows] == [9] * 9 and (taken >> crown & 1 or not taken and crown == 40)
             and size(taken) <= ROSES and max(map(len, cards[:2])) <= HAND
             and BIT.keys() >= set(names) and len(set(names)) == len(names), f"not possible: {text}")
        board = self.board(roses, crown, (int(match[7]), int(match[8])))
        return board, *(sum(BIT[name] for name in part) for part in cards), SIDES.index(match[4])

    def follow(self, owner, actions, win, root):
        """What a strategy guarantees its owner. A win is worth `win`, a draw half of it."""
        self.owner, self.actions, self.win = owner, actions, win
        self.guarantee = functools.cache(self.compute)
        return self.guarantee(*root)

    def compute(self, board, red, white, discard, side):
        hand, other = (white, red) if side else (red, white)
        plays, draws = hand & board.playable[side], size(hand) < HAND
        blocked = not plays and not draws
        blocked_sides = blocked + (not other & board.playable[1 - side] and size(other) == HAND)
        if board.is_full or blocked_sides > (self.rules.get("ending") != "either"):
            return self.win // 2 if board.winner is None else self.win * (board.winner == self.owner)
        if side == self.owner and (plays & (plays - 1) or plays and draws):
            *hands, rest = [",".join(name for name in BIT if BIT[name] & cards) or "-"
                            for cards in (red, white, discard)]
            text = " ".join([board.text, SIDES[side], *hands, *map(str, board.heroes), rest, self.rules_text])
            action = self.actions.get(text)
            legal = [board.plays[side][card][0] for card in bits(plays)] + ["+"] * draws
            if action not in legal:
                raise Refused(f"{action} is illegal in {text}" if action else f"nothing listed for {text}")
            plays, draws = BIT.get(action.rstrip("*"), 0), action == "+"
        if blocked:
            return self.guarantee(board, red, white, discard, 1 - side)
        values = [self.draw(board, red, white, discard, side)] if draws else []
        for card in bits(plays):
            child = self.after(board, side, card)
            values.append(self.guarantee(child, red & ~card, white & ~card, discard | card, 1 - side))
        return min(values)

    def play(self, board, side, card):
        """The board after a play."""
        action, target = board.plays[side][card]
        roses, heroes = [part & ~(1 << target) for part in board.roses], list(board.heroes)
        roses[side] |= 1 << target
        heroes[side] -= action.endswith("*")
        return self.board(tuple(roses), target, tuple(heroes))

    def draw(self, board, red, white, discard, side):
        """The mean over the cards that may be drawn (6.2 to 6.4)."""
        pile = (1 << 24) - 1 & ~(red | white | discard)
        pile, discard = (pile, discard) if pile else (discard, 0)
        if self.rules.get("reshuffle") == "emptied" and size(pile) == 1:
            discard = 0
        drawn = [((red, white | bit) if side else (red | bit, white)) for bit in bits(pile)]
        total = sum(self.guarantee(board, *hands, discard, 1 - side) for hands in drawn)
        assert total % len(drawn) == 0, "a win is worth a multiple of all numbers of cards"
        return total // len(drawn)


def check(lines):
    """The value that a certificate proves."""
    def field(name):
        word, _, rest = next(lines, "").partition(" ")
        need(word == name, f"the line {name} is missing")
        return rest
    need(field("bosworth-certificate") == "1", "not of version 1")
    game = Game((text := field("position")).split(" ")[-1])
    root = board, red, white, _, side = game.parse(text)
    claim = field("win_chance")
    need(re.fullmatch("[0-9]{1,20}/[1-9][0-9]{0,19}", claim), "the win chance is not a fraction")
    # Each draw fills a place in a hand that is empty now or that a play has emptied.
    draws = 2 * HAND - size(red | white) + ROSES - size(sum(board.roses)) + sum(board.heroes)
    win = 2 * math.lcm(*range(1, 25)) ** draws
    for name, owner in (("keep", side), ("hold", 1 - side)):
        count = int(field(name))
        listed = [line.partition(" ") for line in itertools.islice(lines, count)]
        actions = {text: action for action, _, text in listed}
        need(len(actions) == count, f"{name} has fewer states than it says, or one twice")
        found = fractions.Fraction(game.follow(owner, actions, win, root), win)
        found = found if owner == side else 1 - found
        need(found == fractions.Fraction(claim), f"the strategy {name} proves {found}, not {claim}")
    need(field("end") == "" and not next(lines, ""), "text after the end")
    return claim


if __name__ == "__main__":
    sys.setrecursionlimit(10_000)  # A game has at most a few hundred plies.
    refused = 0
    for path in sys.argv[1:]:
        try:
            with open(path, encoding="ascii") as file:
                print(f"{path}: proven, win chance", check(line.rstrip("\n") for line in file))
        except (Refused, OSError, ValueError) as why:
            refused += 1
            print(f"{path}: refused: {why}")
    sys.exit(1 if refused or len(sys.argv) < 2 else 0)
