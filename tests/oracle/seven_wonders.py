"""An independent oracle of 7 Wonders, 3 to 7 players: the whole rules in plain Python, by names.

The tests play it next to the compiled engine. It shares the data tables with the package and
nothing else, and it is written for the reader: lists of names, and payment by trying every
source for every symbol. "Ruling n" in a comment is the number in the list of rulings the project
settled on from the rulebook. The left neighbor of seat i is seat i + 1, the next one clockwise.
"""

import itertools
import random
import tomllib
from collections import Counter
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parents[2] / "envs" / "wonderzoo" / "seven_wonders"

SIDES = {"second": ("day", "night"), "first": ("a", "b")}
SYMBOLS = ["compass", "gear", "tablet"]
START_COINS = 3
SALE = 3
PRICE = 2
TURNS = 6
PASS = {1: 1, 2: -1, 3: 1}  # ruling 2.8: how many seats to the left the hands go
VICTORY = {1: 1, 2: 3, 3: 5}
DEFEAT = -1

Bill = tuple[int, int]  # coins to the left neighbor, coins to the right one
Source = tuple[str, ...]  # the resources of which it gives one each turn
Sources = tuple[Source, ...]

# The tables


@cache
def _rows(file: str, key: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = tomllib.loads((DATA / file).read_text("utf-8"))[key]
    return rows


def card_rows(edition: str) -> list[dict[str, Any]]:
    """All rows of an edition; Loom, Press and Glassworks have two."""
    rows = []
    for row in _rows("cards.toml", "card"):
        if edition in row.get("editions", SIDES):
            rows.append({**row, **(row.get("first_edition", {}) if edition == "first" else {})})
    return rows


def wonder_table(edition: str) -> dict[str, dict[str, Any]]:
    rows = _rows("wonders.toml", "wonder")
    if edition == "first":
        return {row["name"]: row["first_edition"] for row in rows}
    return {row["name"]: row for row in rows}


# Dealing


def deck(age: int, players: int, edition: str) -> list[str]:
    """The cards of an Age without the guilds (ruling 1.1)."""
    names = []
    for row in card_rows(edition):
        if row["age"] == age:
            names += [row["name"]] * sum(least <= players for least in row.get("players", []))
    return names


def guilds(edition: str) -> list[str]:
    return [row["name"] for row in card_rows(edition) if row["color"] == "purple"]


def deal(rng: random.Random, players: int, options: dict[str, Any] | None = None) -> dict[str, Any]:
    """A random legal deal.

    options: ``edition``; ``wonders``, a list of names, one per seat; ``sides``, "random" (the
    default), "choose", or the side of every seat.
    """
    options = options or {}
    edition = options.get("edition", "second")
    names = options.get("wonders") or rng.sample(list(wonder_table(edition)), players)
    sides = options.get("sides", "random")
    wonders = [[name, rng.choice(SIDES[edition]) if sides == "random" else sides] for name in names]
    hands = {}
    for age in (1, 2, 3):
        cards = deck(age, players, edition)
        if age == 3:
            cards += rng.sample(guilds(edition), players + 2)
        rng.shuffle(cards)
        hands[str(age)] = [cards[7 * seat : 7 * seat + 7] for seat in range(players)]
    return {"wonders": wonders, "hands": hands}


# Paying


def pareto(bills: set[Bill]) -> frozenset[Bill]:
    """The bills that no other one beats: ruling 9.1."""
    return frozenset(
        bill
        for bill in bills
        if not any(b != bill and b[0] <= bill[0] and b[1] <= bill[1] for b in bills)
    )


def pareto_bills(
    cost: dict[str, int],
    own: Iterable[Source],
    left: Iterable[Source],
    right: Iterable[Source],
    cheap: set[tuple[str, str]],
) -> list[Bill]:
    """All Pareto-minimal ways to come by the resources of a cost, least to the left first.

    cheap: the (neighbor, resource) pairs that cost 1. Sources are cut down to what the cost
    needs, which changes nothing and lets the search meet the same question often.
    """
    symbols = tuple(sorted(r for r, count in cost.items() if r != "coins" for _ in range(count)))

    def useful(sources: Iterable[Source]) -> Sources:
        cut = [tuple(sorted(r for r in source if r in symbols)) for source in sources]
        return tuple(sorted(source for source in cut if source))

    needed = frozenset(pair for pair in cheap if pair[1] in symbols)
    return sorted(_search(symbols, useful(own), useful(left), useful(right), needed))


@lru_cache(maxsize=1 << 18)
def _search(
    symbols: tuple[str, ...],
    own: Sources,
    left: Sources,
    right: Sources,
    cheap: frozenset[tuple[str, str]],
) -> frozenset[Bill]:
    """Try every source for the first symbol, and every way to pay the others with what is left.

    Each source serves one symbol a turn (ruling 4.1). The Pareto-minimal bills of the others are
    enough: what the first symbol costs is added to all of them alike.
    """
    if not symbols:
        return frozenset({(0, 0)})
    first, others = symbols[0], symbols[1:]
    if (first,) in own:  # it can serve nothing else, and nothing is cheaper
        return _search(others, _without(own, (first,)), left, right, cheap)
    found: set[Bill] = set()
    for source in {source for source in own if first in source}:
        found |= _search(others, _without(own, source), left, right, cheap)
    for source in {source for source in left if first in source}:
        price = 1 if ("left", first) in cheap else PRICE
        bills = _search(others, own, _without(left, source), right, cheap)
        found |= {(to_left + price, to_right) for to_left, to_right in bills}
    for source in {source for source in right if first in source}:
        price = 1 if ("right", first) in cheap else PRICE
        bills = _search(others, own, left, _without(right, source), cheap)
        found |= {(to_left, to_right + price) for to_left, to_right in bills}
    return pareto(found)


def _without(sources: Sources, source: Source) -> Sources:
    i = sources.index(source)
    return sources[:i] + sources[i + 1 :]


# Science


def science(symbols: dict[str, int], wilds: int) -> int:
    """Points of a collection; each wild becomes the kind that is best for all (ruling 7.2)."""
    best = 0
    for chosen in itertools.combinations_with_replacement(SYMBOLS, wilds):
        counts = [symbols.get(symbol, 0) + chosen.count(symbol) for symbol in SYMBOLS]
        best = max(best, sum(count * count for count in counts) + 7 * min(counts))
    return best


class SevenWondersOracle:
    """One game of 7 Wonders from a fixed deal.

    options: ``edition`` "second" or "first"; ``payment`` "choose" (between all Pareto-minimal
    bills) or "cheapest" (the least in all, and of those the least to the left neighbor).
    A side "choose" in the deal lets that seat choose it before the first turn.
    """

    def __init__(self, deal: dict[str, Any], options: dict[str, Any] | None = None) -> None:
        options = options or {}
        self.edition = options.get("edition", "second")
        self.payment = options.get("payment", "choose")
        if self.edition not in SIDES or self.payment not in ("choose", "cheapest"):
            raise ValueError(f"options: {options!r}")
        self.cards = {row["name"]: row for row in card_rows(self.edition)}
        boards = wonder_table(self.edition)
        self.wonders: list[str] = [name for name, _ in deal["wonders"]]
        self.sides: list[str] = [side for _, side in deal["wonders"]]
        self.n = n = len(self.wonders)
        known = all(side in (*SIDES[self.edition], "choose") for side in self.sides)
        if not (3 <= n <= 7 and set(self.wonders) <= set(boards) and len(set(self.wonders)) == n):
            raise ValueError(f"wonders: {deal['wonders']!r}")
        dealt = [hand for age in "123" for hand in deal["hands"][age]]
        whole = len(dealt) == 3 * n and all(len(hand) == 7 for hand in dealt)
        if not known or not whole or not set(itertools.chain(*dealt)) <= set(self.cards):
            raise ValueError("the deal has an unknown side or card, or a hand that is not 7 cards")
        self._boards = [boards[name] for name in self.wonders]
        self._dealt = deal["hands"]
        self.age, self.turn = 1, 1
        self.hands: list[list[str]] = [list(hand) for hand in deal["hands"]["1"]]
        self.cities: list[list[str]] = [[] for _ in range(n)]  # in the order of building
        self.tucked: list[list[str]] = [[] for _ in range(n)]  # ruling 2.9: they count for nothing
        self.discards: list[str] = []
        self.stages = [0] * n
        self.coins = [START_COINS] * n
        self.tokens: list[list[int]] = [[] for _ in range(n)]
        self.paid = [0] * n  # to neighbors, in the whole game
        self.received = [0] * n
        self.copied: list[str | None] = [None] * n
        self.turns: list[dict[str, Any]] = []  # what the table sees after each complete turn
        self.over: dict[str, Any] | None = None
        self.phase = "main"  # side, main, seventh, revive, copy, over
        self.actors = list(range(n))
        self._paying: dict[int, tuple[str, list[Bill]]] = {}  # chosen, but the bill is not
        self._chosen: dict[int, tuple[str, Bill]] = {}
        self._queue: list[tuple[str, int]] = []  # decisions of one seat before the turn ends
        self._freed: list[set[int]] = [set() for _ in range(n)]  # Ages of the "free once an age"
        if "choose" in self.sides:
            self.phase = "side"
            self.actors = [seat for seat in range(n) if self.sides[seat] == "choose"]

    # What can be seen

    @property
    def shields(self) -> list[int]:
        return [sum(data.get("shields", 0) for data in self._owned(seat)) for seat in range(self.n)]

    @property
    def discard_count(self) -> int:
        return len(self.discards)

    def legal(self, seat: int) -> list[str]:
        """All choices of a seat, sorted; one that has nothing to decide can only wait."""
        return sorted(self._options(seat)) if seat in self.actors else ["wait"]

    def scores(self) -> list[dict[str, int]]:
        """The score sheet of each seat, as if the game ended now."""
        return [self._score(seat) for seat in range(self.n)]

    def ranking(self) -> list[int]:
        """The place of each seat, 1 the best: total, then coins, then shared (ruling 7.5)."""
        merits = [(score["total"], self.coins[i]) for i, score in enumerate(self.scores())]
        return [1 + sum(other > mine for other in merits) for mine in merits]

    # Choosing

    def apply(self, seat: int, text: str) -> None:
        """Store the choice of a seat; the last one of them carries the turn out."""
        if text not in self.legal(seat):
            raise ValueError(f"illegal for seat {seat}: {text!r}")
        if text == "wait":
            return
        bill = (0, 0)
        if seat in self._paying:
            _, to_left, _, to_right, _ = text.split()
            text, bill = self._paying.pop(seat)[0], (int(to_left), int(to_right))
        elif self.phase in ("main", "seventh"):
            verb, card, asked_free = self._parse(text)
            bills = [bill]
            if verb == "stage":
                bills = self._stage_bills(seat)
            elif verb == "build" and not asked_free:
                bills = self._card_bills(seat, card)
            if len(bills) > 1:
                self._paying[seat] = text, bills  # the same seat stays to decide
                return
            bill = bills[0]
        self._chosen[seat] = text, bill
        self.actors.remove(seat)
        if not self.actors:
            self._resolve()

    def _options(self, seat: int) -> set[str]:
        if self.phase == "side":
            return {f"side {side}" for side in SIDES[self.edition]}
        if self.phase == "revive":
            return {"revive nothing"} | {f"revive {card}" for card in self._revivable(seat)}
        if self.phase == "copy":
            return {f"copy {guild}" for guild in self._neighbor_guilds(seat)}
        if seat in self._paying:
            return {f"pay {left} left {right} right" for left, right in self._paying[seat][1]}
        hand = set(self.hands[seat])
        texts = {f"sell {card}" for card in hand}
        texts |= {f"build {card}" for card in hand if self._card_bills(seat, card)}
        texts |= {f"build {card} free" for card in hand if self._may_free(seat, card)}
        if self._stage_bills(seat):
            texts |= {f"stage with {card}" for card in hand}
        return texts

    def _card_bills(self, seat: int, card: str) -> list[Bill]:
        """The bills a seat may pay for a card of its hand; none if it may not build it."""
        if card in self.cities[seat]:  # ruling 3.2
            return []
        if self._is_free(seat, card):
            return [(0, 0)]
        return self._bills(seat, self.cards[card]["cost"])

    def _stage_bills(self, seat: int) -> list[Bill]:
        stages, built = self._side(seat), self.stages[seat]
        return self._bills(seat, stages[built]["cost"]) if built < len(stages) else []

    @staticmethod
    def _parse(text: str) -> tuple[str, str, bool]:
        """The verb and the card of a choice, and whether it is a free building asked for."""
        verb, _, card = text.partition(" ")
        free = verb == "build" and card.endswith(" free")
        return verb, card.removeprefix("with ").removesuffix(" free" if free else ""), free

    def _is_free(self, seat: int, card: str) -> bool:
        data = self.cards[card]
        if "cost" not in data or set(data.get("free_with", [])) & set(self.cities[seat]):
            return True
        specials = self._specials(seat)
        if self._count(seat, data["color"]) == 0 and "free first of color" in specials:
            return True
        if self.phase != "main":  # the seventh card is not the sixth
            return False
        if self.turn == 1 and "free first card" in specials:
            return True
        return self.turn == TURNS and "free sixth card" in specials

    def _may_free(self, seat: int, card: str) -> bool:
        """First edition, Olympia A: beside paying, never for what is free anyway (ruling 9.3)."""
        unused = "free once an age" in self._specials(seat) and self.age not in self._freed[seat]
        return unused and card not in self.cities[seat] and not self._is_free(seat, card)

    # Paying

    def _bills(self, seat: int, cost: dict[str, int]) -> list[Bill]:
        """What the coins at the start of the turn can pay (rulings 2.2 and 4.7)."""
        left, right = self._neighbors(seat)
        cheap = set()
        for data in self._owned(seat):
            for side in ("left", "right"):
                if data.get("from") in (side, "both"):
                    cheap |= {(side, resource) for resource in data["price_one"]}
        bills = pareto_bills(
            cost, self._sources(seat), self._for_sale(left), self._for_sale(right), cheap
        )
        # A bill that beats another is never the dearer one, so the rest stays Pareto-minimal.
        purse = self.coins[seat] - cost.get("coins", 0)
        bills = [bill for bill in bills if sum(bill) <= purse]
        if self.payment == "cheapest" and bills:
            bills = [min(bills, key=lambda bill: (sum(bill), bill[0]))]
        return bills

    def _sources(self, seat: int) -> list[Source]:
        return [(self._boards[seat]["resource"],), *_made_by(self._owned(seat))]

    def _for_sale(self, seat: int) -> list[Source]:
        """Ruling 4.2: neither yellow cards nor wonder stages."""
        cards = [self.cards[card] for card in self.cities[seat]]
        made = _made_by([data for data in cards if data["color"] in ("brown", "grey")])
        return [(self._boards[seat]["resource"],), *made]

    # The turn

    def _resolve(self) -> None:
        """Everybody has chosen: carry it out, then ask what comes after it."""
        chosen, self._chosen = dict(sorted(self._chosen.items())), {}
        if self.phase == "side":
            for seat, (text, _) in chosen.items():
                self.sides[seat] = text.removeprefix("side ")
            self._start_turn()
            return
        if self.phase in ("main", "seventh"):
            self._carry_out(chosen)
        for seat, (text, _) in chosen.items():
            if self.phase == "copy":
                self.copied[seat] = text.removeprefix("copy ")
            elif self.phase == "revive" and text != "revive nothing":
                card = text.removeprefix("revive ")
                self.discards.remove(card)
                self.cities[seat].append(card)
                self._take_effect(seat, self.cards[card])
        self._continue()

    def _carry_out(self, chosen: dict[int, tuple[str, Bill]]) -> None:
        """Ruling 2.5: all pay and place, then all effects."""
        effects: list[tuple[int, dict[str, Any]]] = []
        for seat, (text, bill) in chosen.items():
            verb, card, asked_free = self._parse(text)
            self.hands[seat].remove(card)
            if verb == "sell":
                self.coins[seat] += SALE
                self.discards.append(card)
            elif verb == "stage":
                effects.append((seat, self._side(seat)[self.stages[seat]]))
                self._pay(seat, 0, bill)
                self.stages[seat] += 1
                self.tucked[seat].append(card)
            else:
                free = asked_free or self._is_free(seat, card)
                data = self.cards[card]
                effects.append((seat, data))
                self._pay(seat, 0 if free else data.get("cost", {}).get("coins", 0), bill)
                self.cities[seat].append(card)
                if asked_free:
                    self._freed[seat].add(self.age)
        for seat, data in effects:
            self._take_effect(seat, data)
        if self.phase == "main" and self.turn == TURNS:
            for seat in range(self.n):
                if "play seventh" in self._specials(seat):
                    self._queue.append(("seventh", seat))
                else:
                    self.discards += self.hands[seat]  # ruling 2.7: no coins
                    self.hands[seat] = []
        revivals = [seat for seat, data in effects if data.get("special") == "revive"]
        self._queue += [("revive", seat) for seat in revivals]  # ruling 9.5: after the seventh

    def _pay(self, seat: int, bank: int, bill: Bill) -> None:
        self.coins[seat] -= bank + sum(bill)
        self.paid[seat] += sum(bill)
        for neighbor, coins in zip(self._neighbors(seat), bill):
            self.coins[neighbor] += coins
            self.received[neighbor] += coins

    def _take_effect(self, seat: int, data: dict[str, Any]) -> None:
        """Coins come once (ruling 2.6); the rest is read from the city when it matters."""
        self.coins[seat] += data.get("coins", 0) + self._per(seat, data, "coins")

    def _continue(self) -> None:
        """Ask the next seat that has something more to decide, or end the turn."""
        while self._queue:
            self.phase, seat = self._queue.pop(0)
            if self.phase == "revive" and not self._revivable(seat):
                continue  # nothing is legal: no effect, no later claim
            if self.phase == "copy" and len(self._neighbor_guilds(seat)) < 2:
                self.copied[seat] = next(iter(self._neighbor_guilds(seat)), None)  # ruling 9.4
                continue
            self.actors = [seat]
            return
        if len(self.turns) < 3 * TURNS:
            self._end_turn()
        else:
            self._finish()

    def _end_turn(self) -> None:
        if self.turn == TURNS:
            self._war()
        self.turns.append(
            {
                "age": self.age,
                "turn": self.turn,
                "coins": list(self.coins),
                "shields": self.shields,
                "stages": list(self.stages),
                "tokens": [list(tokens) for tokens in self.tokens],
                "discards": len(self.discards),
            }
        )
        if self.turn < TURNS:
            step = PASS[self.age]
            self.hands = [self.hands[(seat - step) % self.n] for seat in range(self.n)]
            self.turn += 1
        elif self.age < 3:
            self.age, self.turn = self.age + 1, 1
            self.hands = [list(hand) for hand in self._dealt[str(self.age)]]
        else:
            copiers = [s for s in range(self.n) if "copy guild" in self._specials(s)]
            self._queue = [("copy", seat) for seat in copiers]
            self._continue()
            return
        self._start_turn()

    def _start_turn(self) -> None:
        self.phase, self.actors = "main", list(range(self.n))

    def _revivable(self, seat: int) -> set[str]:
        return set(self.discards) - set(self.cities[seat])

    def _neighbor_guilds(self, seat: int) -> set[str]:
        cards = {card for neighbor in self._neighbors(seat) for card in self.cities[neighbor]}
        return {card for card in cards if self.cards[card]["color"] == "purple"}

    def _war(self) -> None:
        """Ruling 6: against each neighbor separately; equal shields bring nothing."""
        shields = self.shields
        for seat in range(self.n):
            for neighbor in self._neighbors(seat):
                if shields[seat] > shields[neighbor]:
                    self.tokens[seat].append(VICTORY[self.age])
                elif shields[seat] < shields[neighbor]:
                    self.tokens[seat].append(DEFEAT)

    def _finish(self) -> None:
        self.phase, self.actors = "over", []
        self.over = {"scores": self.scores(), "ranking": self.ranking()}

    # The cities

    def _neighbors(self, seat: int) -> tuple[int, int]:
        return (seat + 1) % self.n, (seat - 1) % self.n  # left, right

    def _side(self, seat: int) -> list[dict[str, Any]]:
        """All stages of the side a seat plays."""
        stages: list[dict[str, Any]] = self._boards[seat].get(self.sides[seat], [])
        return stages

    def _owned(self, seat: int) -> list[dict[str, Any]]:
        """The cards of a city and its finished stages."""
        cards = [self.cards[card] for card in self.cities[seat]]
        return cards + self._side(seat)[: self.stages[seat]]

    def _specials(self, seat: int) -> list[str]:
        stages = self._side(seat)[: self.stages[seat]]
        return [stage["special"] for stage in stages if "special" in stage]

    def _count(self, seat: int, what: str) -> int:
        if what == "stage":
            return self.stages[seat]
        if what == "defeat":
            return self.tokens[seat].count(DEFEAT)
        colors = what.split("+")
        return sum(self.cards[card]["color"] in colors for card in self.cities[seat])

    def _per(self, seat: int, data: dict[str, Any], what: str) -> int:
        """The coins or the vp of a card that counts something in the cities around it."""
        rule = data.get("per", {})
        if what not in rule:
            return 0
        left, right = self._neighbors(seat)
        seats = {"self": [seat], "neighbors": [left, right], "all": [left, seat, right]}
        return int(rule[what]) * sum(self._count(s, rule["count"]) for s in seats[rule["who"]])

    # Scoring

    def _score(self, seat: int) -> dict[str, int]:
        """Rulings 7 and 9.6; a copied guild scores as if it stood in the copier's city."""
        cards = [self.cards[card] for card in self.cities[seat]]
        copy = self.copied[seat]
        if copy is not None:
            cards.append(self.cards[copy])
        points: Counter[str] = Counter()
        for data in cards:
            points[data["color"]] += data.get("vp", 0) + self._per(seat, data, "vp")
            if self.stages[seat] == len(self._side(seat)):
                points[data["color"]] += data.get("complete_vp", 0)
        stages = self._side(seat)[: self.stages[seat]]
        symbols = Counter(data["symbol"] for data in cards + stages if "symbol" in data)
        score = {
            "military": sum(self.tokens[seat]),
            "coins": self.coins[seat] // 3,
            "wonder": sum(stage.get("vp", 0) for stage in stages),
            "blue": points["blue"],
            "yellow": points["yellow"],
            "green": science(symbols, symbols["any"]),
            "purple": points["purple"],
            "edifice": 0,
        }
        score["total"] = sum(score.values())
        return score


def _made_by(sources: list[dict[str, Any]]) -> list[Source]:
    """Every symbol that cards and stages make in a turn, each a choice of one or more."""
    made: list[Source] = []
    for data in sources:
        for resource, count in data.get("produces", {}).items():
            made += [(resource,)] * count
        if "one_of" in data:
            made.append(tuple(data["one_of"]))
    return made
