#!/usr/bin/env python3
"""Re-reads the sentences of `bosworth best --why --json` and confirms each claim by the rules alone.

    bosworth best --why --json --nodes 400 < POSITIONS | python3 suites/reasons/check.py

A sentence that is false, or that this program cannot read, is printed and counts as a failure. Also
checks that accounts add up, and counts how often the first reason is about what matters most. The
rules are those of suites/chaos; nothing is shared with Bosworth.
"""
from __future__ import annotations

import collections
import json
import pathlib
import re
import sys
from dataclasses import replace

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "chaos"))
from rules import Position, other, ruleset  # noqa: E402

CARD = r"([NESW]{1,2}[123])"
CARDS = r"((?:[NESW]{1,2}[123](?:, | and | or )?)+)"
SQUARE = r"([a-i][1-9])"
SIZES = r"((?:\d+, )*\d+(?: and \d+)?)"
POINTS = r"(\d+) points?"
ACTION = r"(?:after ([NESW]{1,2}[123]\*?|a draw))"
WAIT = r"(?:[Ii]f \w+ draws,|\w+ must draw, and then|\w+ must pass, and then)"
MOVE = rf"{CARD}( with a hero)? to {SQUARE}"


class Wrong(Exception):
    """A claim that is not true."""


def need(condition: object, claim: str) -> None:
    if not condition:
        raise Wrong(claim)


def numbers(text: str) -> list[int]:
    return sorted(map(int, re.findall(r"\d+", text)))


def count_of(text: str) -> int:
    return 0 if text in ("no", "none") else int(text)


def cards_of(text: str) -> list[str]:
    return re.findall(r"[NESW]{1,2}[123]", text)


def beside(square: str) -> list[str]:
    file, rank = square
    return [chr(ord(file) + east) + chr(ord(rank) + north)
            for east, north in ((0, 1), (1, 0), (0, -1), (-1, 0))]


def groups(position: Position, side: str, square: str) -> list[int]:
    """The sizes of a side's territories beside a square."""
    sizes, seen = [], {square}
    for start in beside(square):
        if position.roses.get(start) != side or start in seen:
            continue
        edge, size = [start], 0
        seen.add(start)
        while edge:
            size += 1
            for next_one in beside(edge.pop()):
                if position.roses.get(next_one) == side and next_one not in seen:
                    seen.add(next_one)
                    edge.append(next_one)
        sizes.append(size)
    return sorted(sizes)


def with_rose(position: Position, side: str, square: str) -> Position:
    return replace(position, roses={**position.roses, square: side})


class Claim:
    """One sentence, about an action and the one it is compared with."""

    def __init__(self, before: Position, about: str, other_action: str) -> None:
        self.before, self.about, self.other_action = before, about, other_action
        self.side, self.foe = before.side, other(before.side)
        blue = ruleset(before.rules)["colours"] == "blue"
        self.names = {"r": "Red", "w": "Blue" if blue else "White"}
        self.futures = futures(before, about)
        self.target = None if about in ("+", "pass") else before.target(about.rstrip("*"), self.side)

    def is_about(self, name: str, side: str) -> None:
        need(name == self.names[side], f"{name} is the wrong side")

    def is_other(self, action: str) -> None:
        need((action == "a draw" and "+" or action) == self.other_action, f"compared with {action}")

    def rose(self, position: Position, side: str, square: str, text: str) -> None:
        """Confirms what a rose of a side does on a square: one clause, or two joined by "and"."""
        foe = other(side)
        owner, after = position.roses.get(square), with_rose(position, side, square)
        need(owner != side, "it has a rose there")
        gain = after.points(side) - position.points(side)
        loss = position.points(foe) - after.points(foe)
        own = groups(position, side, square)
        says = lambda pattern: re.fullmatch(pattern, text)
        for middle in re.finditer(r"\) and |^takes a single rose from \w+ and ", text):
            cut = middle.end() - len(" and ")
            self.rose(position, side, square, text[:cut])
            return self.rose(position, side, square, text[cut + len(" and "):])
        if found := says(rf"joins territories of {SIZES} roses \(\+{POINTS}\)"):
            need(numbers(found[1]) == own and len(own) > 1, "joins others")
            need(int(found[2]) == gain, "gains other points")
        elif found := says(rf"joins (\d+) single roses \(\+{POINTS}\)"):
            need([1] * int(found[1]) == own and len(own) > 1, "joins others")
            need(int(found[2]) == gain, "gains other points")
        elif found := says(rf"extends a territory to (\d+) roses \(\+{POINTS}\)"):
            need([int(found[1]) - 1] == own and int(found[2]) == gain, "extends another")
        elif text == "begins a new territory":
            need(not own, "begins none")
        elif found := says(rf"cuts (\w+)’s territory of (\d+) roses into {SIZES} \(−{POINTS} for (\w+)\)"):
            need(found[1] == found[5] == self.names[foe] and owner == foe, "cuts nothing")
            rest = groups(position, foe, square)
            split = groups(after, foe, square)
            need(numbers(found[3]) == split and len(split) > 1, "cuts into others")
            need(int(found[2]) == sum(split) + 1 and sum(rest) >= 1, "another size")
            need(int(found[4]) == loss, "loses other points")
        elif found := says(rf"takes a rose from (\w+)’s territory of (\d+) \(−{POINTS} for (\w+)\)"):
            need(found[1] == found[4] == self.names[foe] and owner == foe, "takes nothing")
            need(groups(after, foe, square) == [int(found[2]) - 1], "another territory")
            need(int(found[3]) == loss, "loses other points")
        elif found := says(r"takes a single rose from (\w+)"):
            need(found[1] == self.names[foe] and owner == foe, "takes nothing")
            need(not groups(after, foe, square), "it is not single")
        else:
            raise Wrong(f"cannot read: {text}")

    def can_play(self, position: Position, side: str, move: tuple[str, ...]) -> str:
        """Confirms that a side could play a card to a square, and returns the action."""
        card, hero, square = move
        action = card + ("*" if hero else "")
        need(action in plays(position, side), f"{action} cannot be played")
        need(position.target(card, side) == square, f"{card} does not lead to {square}")
        return action

    def confirm(self, text: str) -> str:
        """Confirms the sentence, in every future; returns which it is."""
        for kind, pattern in PATTERNS.items():
            if found := re.fullmatch(pattern, text):
                if kind in ("rose", "denies-joins", "denies-single", "denies-extends"):
                    need(self.target, "it places no rose")
                for after in self.futures:
                    getattr(self, "confirm_" + kind.replace("-", "_"))(after, *found.groups())
                return kind
        raise Wrong("cannot be read")

    def confirm_rose(self, after: Position, text: str) -> None:
        self.rose(self.before, self.side, self.target, text[0].lower() + text[1:])

    def denied(self, name: str, square: str, clause: str) -> None:
        self.is_about(name, self.foe)
        need(square == self.target and square not in self.before.roses, "another square")
        self.rose(self.before, self.foe, square, clause)

    def confirm_denies_joins(self, after: Position, name: str, sizes: str, square: str, points: str) -> None:
        self.denied(name, square, f"joins territories of {sizes} roses (+{points} points)")

    def confirm_denies_single(self, after: Position, name: str, count: str, square: str, points: str) -> None:
        self.denied(name, square, f"joins {count} single roses (+{points} points)")

    def confirm_denies_extends(self, after: Position, name: str, size: str, square: str, points: str) -> None:
        self.denied(name, square, f"extends a territory to {size} roses (+{points} points)")

    def confirm_prepares(self, after: Position, square: str, clause: str) -> None:
        need(square not in after.roses, "it is not empty")
        self.rose(after, self.side, square, clause.replace("join ", "joins ", 1))
        need(len(groups(self.before, self.side, square)) < len(groups(after, self.side, square)),
             "it was so before")

    def confirm_fewer_points(self, after: Position, points: str, action: str, more: str) -> None:
        self.is_other(action)
        margin = lambda position: position.points(self.side) - position.points(self.foe)
        need(margin(after) - margin(self.before) == int(points), "other points")
        need(margin(self.before.act(action)) - margin(self.before) == int(more), "others for it")
        need(int(points) < int(more), "not fewer")

    def confirm_no_reply(self, after: Position, name: str, what: str) -> None:
        self.is_about(name, self.foe)
        need(after.legal() == [{"draw": "+", "pass": "pass"}[what]], "it can do something else")

    def confirm_hero_replies(self, after: Position, name: str) -> None:
        self.is_about(name, self.foe)
        replies = plays(after, self.foe)
        need(replies and all(reply.endswith("*") for reply in replies), "not only")

    def confirm_lone_replies(self, after: Position, name: str) -> None:
        self.is_about(name, self.foe)
        replies = plays(after, self.foe)
        need(replies and not any(reply.endswith("*") for reply in replies), "with a hero")
        need(not any(groups(after, self.foe, after.target(reply, self.foe)) for reply in replies),
             "it can extend one")

    def confirm_one_reply(self, after: Position, name: str, *move: str) -> None:
        self.is_about(name, self.foe)
        need(plays(after, self.foe) == [self.can_play(after, self.foe, move)], "not only")

    def confirm_reply(self, after: Position, name: str, card: str, hero: str, square: str, clause: str) -> None:
        self.is_about(name, self.foe)
        self.can_play(after, self.foe, (card, hero, square))
        self.rose(after, self.foe, square, clause)

    def confirm_reply_ends(self, after: Position, name: str, *move: str) -> None:
        self.is_about(name, self.foe)
        end = after.act(self.can_play(after, self.foe, move))
        need(end.is_over() and end.winner() == self.foe, "it does not win")

    def confirm_reply_count(self, after: Position, name: str, count: str, than: str, action: str) -> None:
        self.is_about(name, self.foe)
        self.is_other(action)
        need(len(plays(after, self.foe)) == count_of(count), "another number")
        for future in futures(self.before, self.other_action):
            need(len(plays(future, self.foe)) == count_of(than), "another number for it")

    def waited(self, after: Position, wait: str, side: str) -> list[Position]:
        """The positions after the opponent has played no card, for the reason that is said."""
        self.is_about(side, self.side)
        for pattern, only, legal in (
            (r"[Ii]f (\w+) draws,", False, ["+"]),
            (r"(\w+) must draw, and then", True, ["+"]),
            (r"(\w+) must pass, and then", True, ["pass"]),
        ):
            if found := re.fullmatch(pattern, wait):
                self.is_about(found[1], self.foe)
                need(after.legal() == legal if only else legal[0] in after.legal(), "it may act otherwise")
                waited = futures(after, legal[0])
                need(not any(position.is_over() for position in waited), "the game may end before")
                return waited
        raise Wrong(f"cannot read: {wait}")

    def confirm_threat(self, after: Position, wait: str, side: str, card: str, hero: str, square: str,
                       clause: str) -> None:
        for waited in self.waited(after, wait, side):
            self.can_play(waited, self.side, (card, hero, square))
        self.rose(after, self.side, square, clause)

    def confirm_threat_ends(self, after: Position, wait: str, side: str, *move: str) -> None:
        for waited in self.waited(after, wait, side):
            end = waited.act(self.can_play(waited, self.side, move))
            need(end.is_over() and end.winner() == self.side, "it does not win")

    def fitting(self, position: Position, side: str) -> list[str]:
        """The cards that may be drawn and that a side could play from where the crown stands."""
        alone = lambda card: replace(position, hands={**position.hands, side: {card}})
        return [card for card in position.drawable if any(alone(card).plays(side))]

    def rescued(self, after: Position, name: str, square: str, every: str) -> list[str]:
        self.is_about(name, self.foe)
        need(after.legal() == ["+"] and after.crown == square, "it can do something else")
        need(len(after.drawable) == int(every), "other cards may come")
        return self.fitting(after, self.foe)

    def confirm_rescue_few(self, after: Position, name: str, square: str, every: str, cards: str) -> None:
        said = [] if cards == "none" else cards_of(cards)
        need(sorted(self.rescued(after, name, square, every)) == sorted(said), "other cards")

    def confirm_rescue_many(self, after: Position, name: str, square: str, every: str, count: str) -> None:
        need(len(self.rescued(after, name, square, every)) == int(count), "another number")

    def confirm_stuck(self, after: Position, name: str, cards: str) -> None:
        self.is_about(name, self.foe)
        for card in cards_of(cards):
            need(not {card, card + "*"} & set(plays(after, self.foe)), f"{card} can be played")
            for future in futures(self.before, self.other_action):
                need({card, card + "*"} & set(plays(future, self.foe)), f"nor can {card} after it")

    def confirm_freed(self, after: Position, name: str, cards: str) -> None:
        self.is_about(name, self.foe)
        for card in cards_of(cards):
            need({card, card + "*"} & set(plays(after, self.foe)), f"{card} cannot be played")
            for future in futures(self.before, self.other_action):
                need(not {card, card + "*"} & set(plays(future, self.foe)), f"so can {card} after it")

    def most_points(self, position: Position) -> int:
        """The most points that a card of the opponent would bring it."""
        turn = replace(position, side=self.foe)
        margin = lambda at: at.points(self.foe) - at.points(self.side)
        return max((margin(turn.act(play)) - margin(turn) for play in plays(turn, self.foe)), default=0)

    def confirm_reply_points(self, after: Position, name: str, points: str, than: str, action: str) -> None:
        self.is_about(name, self.foe)
        self.is_other(action)
        need(self.most_points(after) == int(points), "another number")
        for future in futures(self.before, self.other_action):
            need(self.most_points(future) == int(than), "another number for it")

    def gains_tempo(self, after: Position, side: str, foe: str, square: str) -> list[str]:
        self.is_about(side, self.side)
        self.is_about(foe, self.foe)
        need(self.about == "+" and after.crown == square and after.side == self.foe, "no draw")
        need(plays(after, self.foe) and "+" not in after.legal(), "it need not play")
        return plays(after, self.foe)

    def confirm_tempo_heroes(self, after: Position, side: str, foe: str, square: str) -> None:
        replies = self.gains_tempo(after, side, foe, square)
        need(all(reply.endswith("*") for reply in replies), "not only")

    def confirm_tempo_territories(self, after: Position, side: str, foe: str, square: str) -> None:
        self.gains_tempo(after, side, foe, square)
        self.confirm_lone_replies(after, foe)

    def confirm_tempo_full(self, after: Position, side: str, foe: str, square: str) -> None:
        self.gains_tempo(after, side, foe, square)
        need(len(after.hands[self.foe]) == 5, "its hand is not full")

    def confirm_drawn_joins(self, after: Position, name: str, square: str, count: str, every: str) -> None:
        self.is_about(name, self.foe)
        need(self.about == "+" and "+" in after.legal(), "nothing is drawn")
        need(square == self.before.crown == after.crown, "another square")
        need(len(self.before.drawable) == int(every), "other cards may come")
        joins = lambda card: len(groups(self.before, self.side, self.before.target(card, self.side))) > 1
        fit = [card for card in self.fitting(self.before, self.side) if joins(card)]
        need(len(fit) == int(count) > 0, "another number")

    def leads(self, position: Position) -> int:
        return position.points(self.side) - position.points(self.foe)

    def confirm_nears_end(self, after: Position, left: str, side: str, points: str) -> None:
        self.is_about(side, self.side)
        need(52 - len(after.roses) == int(left) == 51 - len(self.before.roses), "other roses")
        for future in futures(self.before, self.other_action):
            need(len(future.roses) == len(self.before.roses), "so does the other")
        need(self.leads(after) == int(points) > 0, "another lead")

    def confirm_delays(self, after: Position, left: str, side: str, points: str) -> None:
        self.is_about(side, self.side)
        need(52 - len(after.roses) == int(left) == 52 - len(self.before.roses), "other roses")
        for future in futures(self.before, self.other_action):
            need(len(future.roses) == len(self.before.roses) + 1, "so does the other")
        need(-self.leads(after) == int(points) > 0, "another lead")

    def confirm_follow_ups(self, after: Position, square: str, side: str, count: str, than: str,
                           action: str) -> None:
        self.is_about(side, self.side)
        self.is_other(action)
        need(after.crown == square, "another square")
        need(len(plays(after, self.side)) == count_of(count), "another number")
        need(len(plays(self.before.act(action), self.side)) == count_of(than), "another for it")

    def confirm_crown_place(self, after: Position, square: str, than: str) -> None:
        need(after.crown == square, "the crown is elsewhere")
        need(all(future.crown == than for future in futures(self.before, self.other_action)),
             "the other leaves it elsewhere")

    def confirm_harmful_rose(self, after: Position, square: str) -> None:
        need(self.target == square, "it places no rose there")

    def confirm_fills_hand(self, after: Position, name: str) -> None:
        self.is_about(name, self.side)
        need(self.about == "+" and len(after.hands[self.side]) == 5, "its hand is not full")

    def hands(self, after: Position, card: str) -> list[bool]:
        other_futures = futures(self.before, self.other_action)
        return [card in after.hands[self.side],
                any(card in future.hands[self.side] for future in other_futures)]

    def confirm_keeps_card(self, after: Position, card: str, than: str) -> None:
        need(self.hands(after, card) == [True, False], "it does not")
        need(self.hands(after, than) == [False, True], "not instead of that")

    def confirm_spends_card(self, after: Position, card: str, than: str) -> None:
        self.confirm_keeps_card(after, than, card)

    def confirm_hand_size(self, after: Position, side: str, count: str, than: str, action: str) -> None:
        self.is_about(side, self.side)
        self.is_other(action)
        need(len(after.hands[self.side]) == count_of(count), "another number")
        for future in futures(self.before, self.other_action):
            need(len(future.hands[self.side]) == count_of(than), "another number for it")

    def confirm_drawable(self, after: Position, name: str, square: str, count: str, every: str) -> None:
        self.is_about(name, self.foe)
        need(not plays(after, self.foe), "it can play")
        need(self.about == "+" and square == self.before.crown == after.crown, "nothing is drawn there")
        need(len(self.before.drawable) == int(every), "other cards may come")
        need(len(self.fitting(self.before, self.side)) == int(count), "another number")

    def confirm_spends_hero(self, after: Position, left: str) -> None:
        said = int(left) if left else 0
        need(after.heroes[self.side] == said == self.before.heroes[self.side] - 1, "another number")
        need(not self.other_action.endswith("*"), "so does the other")

    def confirm_keeps_hero(self, after: Position, action: str) -> None:
        self.is_other(action)
        need(action.endswith("*") and not self.about.endswith("*"), "it does not")

    def confirm_ends(self, after: Position, name: str, most: str, least: str) -> None:
        need(after.is_over() and after.winner(), "the game goes on")
        self.is_about(name, after.winner())
        found = [after.points(after.winner()), after.points(other(after.winner()))]
        need(found == [int(most), int(least)], "other points")

    def confirm_ends_drawn(self, after: Position) -> None:
        need(after.is_over() and after.winner() is None, "it is not drawn")


PATTERNS = {
    "denies-joins": rf"[Kk]eeps (\w+) from joining territories of {SIZES} roses on {SQUARE} \(\+{POINTS}\)\.",
    "denies-single": rf"[Kk]eeps (\w+) from joining (\d+) single roses on {SQUARE} \(\+{POINTS}\)\.",
    "denies-extends": rf"[Kk]eeps (\w+) from extending a territory to (\d+) roses on {SQUARE} \(\+{POINTS}\)\.",
    "prepares": rf"[Pp]repares {SQUARE}: a rose there would (join .*)\.",
    "fewer-points": rf"[Bb]rings only {POINTS}; ([NESW]{{1,2}}[123]\*?) would bring (\d+)\.",
    "no-reply": r"(\w+) then has no card to play and must (draw|pass)\.",
    "hero-replies": r"(\w+) can then only play with a hero\.",
    "lone-replies": r"(\w+) can then only begin new territories\.",
    "one-reply": rf"(\w+) can then play only {MOVE}\.",
    "reply-ends": rf"(\w+) can then play {MOVE}, which ends the game and wins it\.",
    "reply": rf"(\w+) can then play {MOVE}, which (.*)\.",
    "reply-count": rf"(\w+) can then play (\d+) cards? instead of (none|\d+) {ACTION}\.",
    "rescue-few": rf"(\w+) then cannot play from {SQUARE} and must draw; of the (\d+) cards that may come, "
                  rf"(none|only {CARDS[1:-1]}) could be played there\.",
    "rescue-many": rf"(\w+) then cannot play from {SQUARE} and must draw; of the (\d+) cards that may come, "
                   r"(\d+) could be played there\.",
    "stuck": rf"(\w+) then cannot play {CARDS}\.",
    "freed": rf"(\w+) can then also play {CARDS}\.",
    "reply-points": rf"(\w+)’s cards then bring at most {POINTS} instead of (\d+) {ACTION}\.",
    "threat-ends": rf"({WAIT}) (\w+) can play {MOVE}, which ends the game and wins it\.",
    "threat": rf"({WAIT}) (\w+) can play {MOVE}, which (.*)\.",
    "drawn-joins": rf"[Ii]f (\w+) draws too, the card could join territories from {SQUARE} in (\d+) of (\d+) cases\.",
    "tempo-heroes": rf"(\w+) gains a tempo, since (\w+) can only play with a hero from {SQUARE}\.",
    "tempo-territories": rf"(\w+) gains a tempo, since (\w+) can only begin new territories from {SQUARE}\.",
    "tempo-full": rf"(\w+) gains a tempo, since (\w+) holds five cards and must play from {SQUARE}\.",
    "nears-end": rf"[Bb]rings the end closer: only (\d+) roses? (?:is|are) left, and (\w+) leads by {POINTS}\.",
    "delays": rf"[Tt]he game lasts longer: (\d+) roses? stays? in the supply, and (\w+) is {POINTS} behind\.",
    "follow-ups": rf"[Ff]rom {SQUARE}, (\w+) could go on with (no|\d+) cards? instead of (none|\d+) {ACTION}\.",
    "crown-place": rf"[Ll]eaves the crown on {SQUARE}, a better place than {SQUARE}\.",
    "harmful-rose": rf"[Pp]uts a rose on {SQUARE} that does more harm than good\.",
    "fills-hand": r"(\w+) then holds five cards and cannot draw on its next turn\.",
    "keeps-card": rf"[Kk]eeps {CARD}, which is worth more in hand than {CARD}\.",
    "spends-card": rf"[Ss]pends {CARD}, which is worth more in hand than {CARD}\.",
    "hand-size": rf"(\w+) then holds (no|\d+) cards? instead of (none|\d+) {ACTION}\.",
    "drawable": rf"(\w+) cannot play from {SQUARE}; the drawn card can be played there in (\d+) of (\d+) cases\.",
    "spends-hero": r"[Cc]osts (?:a hero; (\d+) (?:is|are) left|the last hero)\.",
    "keeps-hero": r"[Ss]aves a hero, which ([NESW]{1,2}[123]\*) would cost\.",
    "ends": r"[Ee]nds the game: (\w+) wins, (\d+) to (\d+)\.",
    "ends-drawn": r"[Ee]nds the game in a draw\.",
}
PATTERNS["rose"] = rf"((?:[Jj]oins|[Ee]xtends|[Bb]egins|[Cc]uts|[Tt]akes) .*)\."


# The statements that follow from the account and not from the rules, with its part and its sign.
RESTS_ON_ACCOUNT = [
    ("eeps .* worth more", "card", 1), ("pends .* worth more", "card", -1),
    ("better place", "crown", 1), ("more harm than good", "rose", -1),
]


def plays(position: Position, side: str) -> list[str]:
    return list(position.plays(side))


def futures(position: Position, action: str) -> list[Position]:
    """The positions after an action: one for each card that may be drawn."""
    if action == "+":
        return [position.act("+" + card) for card in sorted(position.drawable)]
    return [position.act(action)]


def differences(own: dict, others: dict) -> dict[str, float]:
    """By how much one action is better than another in each aspect."""
    parts = [dict(own["parts"]), dict(others["parts"])]
    if any("end" in part for part in parts):
        return {"end": own["after"] - others["after"]}
    if any("crown" in part and "rose" not in part for part in parts):
        for part in parts:
            part["crown"] = part.get("crown", 0) + part.pop("rose", 0)
    aspects = {aspect for part in parts for aspect in part}
    return {aspect: parts[0].get(aspect, 0) - parts[1].get(aspect, 0) for aspect in aspects}


def main() -> int:
    counts: collections.Counter[str] = collections.Counter()
    kinds: collections.Counter[str] = collections.Counter()
    for line in sys.stdin:
        report = json.loads(line)
        position = Position.parse(report["position"])
        why = report["why"]
        counts["positions"] += 1
        for account in why:
            counts["actions"] += 1
            total = account["idle"] + sum(account["parts"].values())
            if abs(total - account["after"]) > 1e-5:
                counts["accounts that do not add up"] += 1
            others = why[1] if account is why[0] else why[0]
            weights = differences(account, others)
            if account["reasons"]:
                counts["explained"] += 1
                top = max(weights, key=lambda aspect: abs(weights[aspect]))
                is_first = account["reasons"][0]["aspect"] == top
                counts["first is most important"] += is_first
                counts[f"top is {top}"] += 1
                counts[f"top is {top}, not first"] += not is_first
            elif max(map(abs, weights.values())) > 0.01:
                counts["nothing said"] += 1
            for reason in account["reasons"]:
                counts["sentences"] += 1
                about = reason["about"]
                text = reason["text"]
                if about != account["action"]:
                    labels = ["Drawing instead: "]
                    if about != "+":
                        labels = [f"With {about} instead: ", f"{about}, by contrast, "]
                    label = next((label for label in labels if text.startswith(label)), None)
                    if not label:
                        counts["false"] += 1
                        print(f"no label: {text}")
                        continue
                    text = text.removeprefix(label)
                compared = others["action"] if about == account["action"] else account["action"]
                # What rests on the account: the difference has to favour what the text favours.
                favoured = 1 if about == account["action"] else -1
                for pattern, aspect, sign in RESTS_ON_ACCOUNT:
                    if re.search(pattern, text) and weights[aspect] * sign * favoured <= 0:
                        counts["false"] += 1
                        print(f"the account does not say so: {text}")
                try:
                    kinds[Claim(position, about, compared).confirm(text)] += 1
                except (Wrong, AssertionError) as wrong:
                    counts["false"] += 1
                    print(f"{wrong}: {reason['text']}\n  {about} in {position}")
    for name, count in [*counts.items(), *sorted(kinds.items())]:
        print(f"{count:8} {name}")
    return 1 if counts["false"] or counts["accounts that do not add up"] else 0


if __name__ == "__main__":
    sys.exit(main())
