"""What lies on the table of the oracle, and all that can be read from it at any moment.

What a seat makes, may build, has to pay, and scores. Nothing here changes the table but `_pay`
and `_take_effect`. "Ruling n" in a comment is the number in the list of rulings the project
settled on from the rulebook, "Edifice n" in the list for the expansion. The left neighbor of seat
i is seat i + 1, the next one clockwise.
"""

import itertools
from collections import Counter
from typing import Any

from tests.oracle.seven_wonders_bills import Bill, Source, pareto_bills, science
from tests.oracle.seven_wonders_tables import SIDES, board_sides, card_rows, wonder_table

START_COINS = 3
TURNS = 6
DEFEAT = -1
NOTHING: Bill = (0, 0)

SWITCHES: dict[str, tuple[Any, Any]] = {  # the default, and the other way to play
    "payment": ("choose", "cheapest"),
    "free_building": ("forced", "choose"),
    "coin_effects": ("together", "seat by seat"),
    "revival": ("optional", "forced"),
    "last_turn": ("seventh first", "revivals first"),
    "lost_cards": ("pile", "box"),
    "seventh_participates": (True, False),
    "agora_pair": ("different", "same"),
    "edifice_shields": ("permanent", "one war"),
}

# Carthage: the name of a half, and the key that only this half of a stage has.
HALVES = {"coins": "coins", "shield": "shields", "revive": "special", "science": "symbol"}


def half_name(half: dict[str, Any]) -> str:
    return next(name for name, key in HALVES.items() if key in half)


class Cities:
    """The table of a game: the cities, the hands, the coins."""

    def __init__(self, deal: dict[str, Any], options: dict[str, Any]) -> None:
        self.edition = options.get("edition", "second")
        self.rules = {name: options.get(name, values[0]) for name, values in SWITCHES.items()}
        self.expansions = list(options.get("expansions", []))
        known = all(self.rules[name] in values for name, values in SWITCHES.items())
        if self.edition not in SIDES or not known or not set(self.expansions) <= {"edifice"}:
            raise ValueError(f"options: {options!r}")
        self.cards = {row["name"]: row for row in card_rows(self.edition)}
        self.wonders: list[str] = [name for name, _ in deal["wonders"]]
        self.sides: list[str] = [side for _, side in deal["wonders"]]
        self.n = n = len(self.wonders)
        self._check(deal)
        self._boards = [wonder_table(self.edition)[name] for name in self.wonders]
        self._dealt = deal["hands"]
        self.age, self.turn = 1, 1
        self.phase = "main"  # side, main, choose, seventh, revive, lose, copy, over
        self.hands: list[list[str]] = [list(hand) for hand in deal["hands"]["1"]]
        self.cities: list[list[str]] = [[] for _ in range(n)]  # in the order of building
        self.tucked: list[list[str]] = [[] for _ in range(n)]  # ruling 2.9: they count for nothing
        self.discards: list[str] = []
        self.stages = [0] * n
        self.halves: list[list[str]] = [[] for _ in range(n)]  # of the stages with two halves
        self.coins = [START_COINS] * n
        self.tokens: list[list[int]] = [[] for _ in range(n)]
        self.paid = [0] * n  # to neighbors, in the whole game
        self.received = [0] * n
        self.copied: list[str | None] = [None] * n
        self.lost_colors: list[set[str]] = [set() for _ in range(n)]  # of cards lost by a penalty
        self._freed: list[set[int]] = [set() for _ in range(n)]  # Ages of the "free once an age"

    def _check(self, deal: dict[str, Any]) -> None:
        boards, names = wonder_table(self.edition), self.wonders
        if not (3 <= self.n <= 7 and set(names) <= set(boards) and len(set(names)) == self.n):
            raise ValueError(f"wonders: {deal['wonders']!r}")
        if "Ur" in names and "edifice" not in self.expansions:
            raise ValueError("Ur is for games with the expansion Edifice")
        for name, side in deal["wonders"]:
            if side not in (*board_sides(boards[name]), "choose"):
                raise ValueError(f"{name} has no side {side!r}")
        dealt = [hand for age in "123" for hand in deal["hands"][age]]
        whole = len(dealt) == 3 * self.n and all(len(hand) == 7 for hand in dealt)
        if not whole or not set(itertools.chain(*dealt)) <= set(self.cards):
            raise ValueError("the deal has an unknown card, or a hand that is not 7 cards")

    @property
    def payment(self) -> str:
        return str(self.rules["payment"])

    @property
    def shields(self) -> list[int]:
        return [sum(data.get("shields", 0) for data in self._owned(seat)) for seat in range(self.n)]

    @property
    def discard_count(self) -> int:
        return len(self.discards)

    def scores(self) -> list[dict[str, int]]:
        """The score sheet of each seat, as if the game ended now."""
        return [self._score(seat) for seat in range(self.n)]

    def ranking(self) -> list[int]:
        """The place of each seat, 1 the best: total, then coins, then shared (ruling 7.5)."""
        merits = [(score["total"], self.coins[i]) for i, score in enumerate(self.scores())]
        return [1 + sum(other > mine for other in merits) for mine in merits]

    # The cities

    def _neighbors(self, seat: int) -> tuple[int, int]:
        return (seat + 1) % self.n, (seat - 1) % self.n  # left, right

    def _side(self, seat: int) -> list[dict[str, Any]]:
        """All stages of the side a seat plays."""
        stages: list[dict[str, Any]] = self._boards[seat].get(self.sides[seat], [])
        return stages

    def _finished(self, seat: int) -> list[dict[str, Any]]:
        """The built stages; Edifice 14: of two halves only the chosen one, none before that."""
        finished = []
        halves = iter(self.halves[seat])
        for stage in self._side(seat)[: self.stages[seat]]:
            if "choose" in stage:
                chosen = next(halves, None)
                finished += [half for half in stage["choose"] if half_name(half) == chosen]
            else:
                finished.append(stage)
        return finished

    def _owned(self, seat: int) -> list[dict[str, Any]]:
        """The cards of a city and its finished stages."""
        return [self.cards[card] for card in self.cities[seat]] + self._finished(seat)

    def _specials(self, seat: int) -> list[str]:
        return [stage["special"] for stage in self._finished(seat) if "special" in stage]

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

    def _revivable(self, seat: int) -> set[str]:
        return set(self.discards) - set(self.cities[seat])

    def _neighbor_guilds(self, seat: int) -> set[str]:
        cards = {card for neighbor in self._neighbors(seat) for card in self.cities[neighbor]}
        return {card for card in cards if self.cards[card]["color"] == "purple"}

    # Building for nothing

    def _is_free(self, seat: int, card: str) -> bool:
        """No printed cost, a chain, or a stage of the second edition's Olympia."""
        data = self.cards[card]
        if "cost" not in data or set(data.get("free_with", [])) & set(self.cities[seat]):
            return True
        specials = self._specials(seat)
        first = (
            self._count(seat, data["color"]) == 0 and data["color"] not in self.lost_colors[seat]
        )
        if first and "free first of color" in specials:  # ruling 9.2: once for the whole game
            return True
        if self.phase != "main":  # the seventh card is not the sixth
            return False
        if self.turn == 1 and "free first card" in specials:
            return True
        return self.turn == TURNS and "free sixth card" in specials

    def _may_ask_free(self, seat: int, card: str) -> bool:
        """Whether free building is a choice beside paying.

        Always with the first edition's Olympia A, for what is not free anyway (ruling 9.3); with
        the switch free_building also for what is free by a chain or a stage.
        """
        if card in self.cities[seat]:
            return False
        if self._is_free(seat, card):
            return self.rules["free_building"] == "choose" and "cost" in self.cards[card]
        return "free once an age" in self._specials(seat) and self.age not in self._freed[seat]

    def _card_bills(self, seat: int, card: str) -> list[Bill]:
        """The bills for `build C` without "free"; none if it is not legal."""
        cost = self.cards[card].get("cost")
        if card in self.cities[seat]:  # ruling 3.2
            return []
        if cost is None or (self.rules["free_building"] == "forced" and self._is_free(seat, card)):
            return [NOTHING]
        return self._bills(seat, cost)

    # Paying

    def _bills(self, seat: int, cost: dict[str, int], beside: int = 0) -> list[Bill]:
        """What the coins at the start of the turn can pay (rulings 2.2 and 4.7).

        beside: coins to the bank that are due at the same time.
        """
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
        purse = self.coins[seat] - cost.get("coins", 0) - beside
        bills = [bill for bill in bills if sum(bill) <= purse]
        if self.payment == "cheapest" and bills:
            bills = [min(bills, key=lambda bill: (sum(bill), bill[0]))]
        return bills

    def _sources(self, seat: int) -> list[Source]:
        return [(self._boards[seat]["resource"],), *_made_by(self._owned(seat))]

    def _for_sale(self, seat: int) -> list[Source]:
        """Ruling 4.2: neither yellow cards nor wonder stages (nor Edifices: Edifice 12)."""
        cards = [self.cards[card] for card in self.cities[seat]]
        made = _made_by([data for data in cards if data["color"] in ("brown", "grey")])
        return [(self._boards[seat]["resource"],), *made]

    def _pay(self, seat: int, to_bank: int, bill: Bill) -> None:
        self._from_bank(seat, -to_bank)
        self.coins[seat] -= sum(bill)
        self.paid[seat] += sum(bill)
        for neighbor, coins in zip(self._neighbors(seat), bill):
            self.coins[neighbor] += coins
            self.received[neighbor] += coins

    def _from_bank(self, seat: int, coins: int) -> None:
        self.coins[seat] += coins

    def _take_effect(self, seat: int, data: dict[str, Any]) -> None:
        """Coins come once (ruling 2.6); the rest is read from the city when it matters."""
        self._from_bank(seat, data.get("coins", 0) + self._per(seat, data, "coins"))

    # Scoring

    def _score(self, seat: int) -> dict[str, int]:
        """Rulings 7 and 9.6; a copied guild scores as if it stood in the copier's city."""
        points: Counter[str] = Counter()
        for data in self._scoring_cards(seat):
            points[data["color"]] += self._card_points(seat, data)
        score = {
            "military": sum(self.tokens[seat]),
            "coins": self.coins[seat] // 3,
            "wonder": sum(stage.get("vp", 0) for stage in self._finished(seat)),
            "blue": points["blue"],
            "yellow": points["yellow"],
            "green": self._science(seat),
            "purple": points["purple"],
            "edifice": self._edifice_points(seat),
        }
        score["total"] = sum(score.values())
        return score

    def _scoring_cards(self, seat: int) -> list[dict[str, Any]]:
        copy = self.copied[seat]
        names = self.cities[seat] + ([copy] if copy is not None else [])
        return [self.cards[name] for name in names]

    def _card_points(self, seat: int, data: dict[str, Any]) -> int:
        """All points of a card but those of a collection of symbols."""
        points = int(data.get("vp", 0)) + self._per(seat, data, "vp")
        if self.stages[seat] == len(self._side(seat)):
            points += data.get("complete_vp", 0)
        return points

    def _science(self, seat: int, more_wilds: int = 0) -> int:
        sources = self._scoring_cards(seat) + self._finished(seat)
        symbols = Counter(data["symbol"] for data in sources if "symbol" in data)
        return science(symbols, symbols["any"] + more_wilds)

    def _edifice_points(self, seat: int) -> int:
        return 0


def _made_by(sources: list[dict[str, Any]]) -> list[Source]:
    """Every symbol that cards and stages make in a turn, each a choice of one or more."""
    made: list[Source] = []
    for data in sources:
        for resource, count in data.get("produces", {}).items():
            made += [(resource,)] * count
        if "one_of" in data:
            made.append(tuple(data["one_of"]))
    return made
