"""An independent oracle of 7 Wonders Duel: the whole rules in plain Python, by names.

The tests play it next to the compiled engine. It shares the data tables with the package and
nothing else, and it is written for the reader: sets of names, and payment by brute force.
"Ruling n" in a comment is the number in the list of rulings the project settled on from the
rulebook.
"""

import itertools
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parents[2] / "envs" / "wonderzoo" / "duel"


def _table(file: str, key: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = tomllib.loads((DATA / file).read_text("utf-8"))[key]
    return rows


CARDS = {row["name"]: row for row in _table("cards.toml", "card")}
WONDERS = {row["name"]: row for row in _table("wonders.toml", "wonder")}
TOKENS = {row["name"]: row for row in _table("tokens.toml", "token")}
LAYOUTS: list[list[list[int]]] = [row["rows"] for row in _table("tableau.toml", "age")]

RESOURCES = ["wood", "clay", "stone", "glass", "papyrus"]
START_COINS = 7
DRAFT_ORDER = [[0, 1, 1, 0], [1, 0, 0, 1]]  # ruling 1: who picks, in each group of four
MAX_WONDERS = 7  # of both players together (ruling 32)
CAPITAL = 9
LOOT = {3: 2, 6: 5}  # coins the opponent loses when the pawn first enters a space (ruling 51)
WINNING_SYMBOLS = 6


def cheapest(
    cost: dict[str, int],
    production: dict[str, int],
    choices: list[list[str]],
    rebate: int,
    unit_price: dict[str, int],
) -> int:
    """The least coins that buy the missing resources of a printed cost (rulings 16 to 20).

    cost holds resources only, no coins. Each of the choices supplies one unit, of any resource
    of its list; rebate units are struck off the cost, of the builder's choice. Brute force: every
    way to strike units off is tried with every assignment of the choices.
    """
    units = [resource for resource, count in cost.items() for _ in range(count)]
    best: int | None = None
    # An unneeded unit is worth nothing, so it is never better to use fewer of either.
    for struck in set(itertools.combinations(units, min(rebate, len(units)))):
        for supplied in itertools.product(*choices):
            price = 0
            for resource, count in cost.items():
                missing = count - struck.count(resource) - supplied.count(resource)
                missing -= production.get(resource, 0)
                price += max(0, missing) * unit_price[resource]
            best = price if best is None else min(best, price)
    assert best is not None
    return best


def layout(age: int) -> tuple[list[bool], list[list[int]]]:
    """For each slot of an Age: whether it is dealt face up, and the slots that cover it."""
    rows = LAYOUTS[age - 1]
    place: dict[tuple[int, int], int] = {}
    for y, row in enumerate(rows):
        for x in row:
            place[y, x] = len(place)
    up = [y % 2 == 0 for y, _ in place]
    covers = [[place[y + 1, c] for c in (x - 1, x + 1) if (y + 1, c) in place] for y, x in place]
    return up, covers


class DuelOracle:
    """One game of 7 Wonders Duel from a fixed deal; seat 0 is the first player."""

    def __init__(self, deal: dict[str, Any], options: dict[str, Any] | None = None) -> None:
        self.tied_start = (options or {}).get("tied_start", "choose")
        if self.tied_start not in ("choose", "begin"):
            raise ValueError(f"tied_start: {self.tied_start!r}")
        self.coins = [START_COINS, START_COINS]
        self.pawn = 0
        self.paid = 0
        self.age = 0  # 0 during the draft: nothing is laid out yet
        self.discards: list[str] = []
        self.unbuilt: list[list[str]] = [[], []]
        self.wonders: list[list[str]] = [[], []]  # built ones
        self.tokens: list[list[str]] = [[], []]
        self.board: list[str] = list(deal["progress_tokens"])
        self.over: dict[str, Any] | None = None
        self._cities: list[set[str]] = [set(), set()]
        self._library: list[str] = list(deal["great_library"])
        self._decks = [list(deal[f"age_{age}"]) for age in (1, 2, 3)]
        self._groups = [list(group) for group in deal["wonders"]]
        self._pickers = [list(order) for order in DRAFT_ORDER]
        self._loot = {side * space for side in (1, -1) for space in LOOT}
        self._slots: dict[int, str] = {}  # the cards still in the tableau
        self._up: set[int] = set()  # the slots turned up
        self._covers: list[list[int]] = []
        self._again = False  # an extra turn follows the play in progress
        self._choices: list[str] = []  # what the play in progress still has to ask
        self._target = ""  # the color a "destroy" choice may take
        self.phase = "draft"
        self.actor: int | None = self._pickers[0][0]

    # What can be seen

    def cities(self) -> list[set[str]]:
        return [set(city) for city in self._cities]

    def face_up(self) -> set[str]:
        return {card for slot, card in self._slots.items() if slot in self._up}

    def legal(self) -> list[str]:
        """All actions of the player to decide."""
        if self.actor is None:
            return []
        if self.phase == "draft":
            texts = [f"draft {wonder}" for wonder in self._groups[0]]
        elif self.phase == "play":
            texts = self._plays(self.actor)
        elif self.phase == "start":
            texts = ["start self", "start opponent"]
        else:
            texts = [f"{self.phase} {name}" for name in self._targets(self.phase)]
        return sorted(texts)

    def scores(self) -> list[dict[str, int]]:
        """The points of each seat by category, if the game ended now (ruling 3 of section 13)."""
        return [self._score(seat) for seat in (0, 1)]

    # Moves

    def apply(self, text: str) -> None:
        if text not in self.legal():
            raise ValueError(f"illegal: {text!r}")
        assert self.actor is not None
        seat = self.actor
        self.paid = 0
        verb, _, name = text.partition(" ")
        if verb == "draft":
            self._draft(seat, name)
            return
        if verb == "start":
            self.actor = seat if name == "self" else 1 - seat
            self.phase = "play"
            return
        if verb == "build":
            self._take(name)
            self._build(seat, name)
        elif verb == "discard":
            self._take(name)
            # Ruling 30: the card sold is not in the city, so it does not count.
            self.coins[seat] += 2 + self._count(seat, "yellow")
            self.discards.append(name)
        elif verb == "wonder":
            wonder, _, card = name.partition(" with ")
            self._take(card)  # ruling 33: it lies under the wonder, out of the game
            self._build_wonder(seat, wonder)
        elif verb == "token":
            self.board.remove(name)
            self._gain_token(seat, name)
        elif verb == "library":
            self._library = []  # the two others leave the game (section 13)
            self._gain_token(seat, name)
        elif verb == "destroy":
            self._cities[1 - seat].remove(name)
            self.discards.append(name)  # ruling 39
        elif verb == "revive":
            self.discards.remove(name)
            self._add_card(seat, name)
        self._continue(seat)

    def _draft(self, seat: int, wonder: str) -> None:
        group, pickers = self._groups[0], self._pickers[0]
        group.remove(wonder)
        self.unbuilt[seat].append(wonder)
        pickers.pop(0)
        if len(group) > 1:
            self.actor = pickers[0]
            return
        self.unbuilt[pickers[0]].append(group[0])  # the last one of a group is not asked
        self._groups.pop(0)
        self._pickers.pop(0)
        if self._groups:
            self.actor = self._pickers[0][0]
        else:
            self._lay_out()
            self.phase, self.actor = "play", 0  # ruling 4

    def _plays(self, seat: int) -> list[str]:
        free = [card for slot, card in self._slots.items() if self._is_free(slot)]
        texts = [f"discard {card}" for card in free]
        for card in free:
            if sum(self._card_cost(seat, card)) <= self.coins[seat]:
                texts.append(f"build {card}")
        for wonder in self.unbuilt[seat]:
            if self._wonder_cost(seat, wonder) <= self.coins[seat]:
                texts.extend(f"wonder {wonder} with {card}" for card in free)
        return texts

    def _continue(self, seat: int) -> None:
        """Ask the next choice of the play in progress, or end the play."""
        if self.over is not None:  # ruling 57: nothing else happens, nothing is turned up
            return
        while self._choices:
            self.phase = self._choices.pop(0)
            if self._targets(self.phase):
                return  # the same player decides
        if not self._slots:
            self._end_age(seat)  # rulings 11 and 12: after the choices, an extra turn is lost
            return
        self._turn_up()  # ruling 8: after the choices, before the next turn, extra or not
        self.actor = seat if self._again else 1 - seat
        self._again = False
        self.phase = "play"

    def _targets(self, choice: str) -> list[str]:
        """What a choice offers; when it is nothing, the choice is not asked."""
        assert self.actor is not None
        if choice == "token":
            return self.board
        if choice == "library":
            return self._library
        if choice == "revive":
            return self.discards
        theirs = self._cities[1 - self.actor]
        return [card for card in theirs if CARDS[card]["color"] == self._target]

    # The tableau and the Ages

    def _is_free(self, slot: int) -> bool:
        return not any(cover in self._slots for cover in self._covers[slot])

    def _take(self, card: str) -> None:
        slot = next(slot for slot, name in self._slots.items() if name == card)
        del self._slots[slot]

    def _turn_up(self) -> None:
        self._up |= {slot for slot in self._slots if self._is_free(slot)}

    def _lay_out(self) -> None:
        self.age += 1
        up, self._covers = layout(self.age)
        self._slots = dict(enumerate(self._decks[self.age - 1]))
        self._up = {slot for slot in self._slots if up[slot]}

    def _end_age(self, last: int) -> None:
        self._again = False
        if self.age == 3:
            self._finish_civilian()
            return
        self._lay_out()  # ruling 15: before the choice
        if self.pawn == 0:  # ruling 14
            self.actor = last
            self.phase = "start" if self.tied_start == "choose" else "play"
        else:
            self.actor = 1 if self.pawn > 0 else 0  # ruling 13: the weaker player
            self.phase = "start"

    # Paying

    def _production(self, seat: int) -> dict[str, int]:
        """What the brown and grey cards of a city make."""
        made: Counter[str] = Counter()
        for card in self._cities[seat]:
            made.update(CARDS[card].get("produces", {}))
        return dict(made)

    def _trade(self, seat: int, cost: dict[str, int], rebate: int) -> int:
        """Coins that a seat pays for the resources of a cost."""
        theirs = self._production(1 - seat)
        price = {resource: 2 + theirs.get(resource, 0) for resource in RESOURCES}
        for card in self._cities[seat]:
            for resource in CARDS[card].get("price_one", []):
                price[resource] = 1
        sources = [CARDS[card] for card in self._cities[seat]]
        sources += [WONDERS[wonder] for wonder in self.wonders[seat]]
        choices = [source["one_of"] for source in sources if "one_of" in source]
        resources = {resource: n for resource, n in cost.items() if resource != "coins"}
        return cheapest(resources, self._production(seat), choices, rebate, price)

    def _has_chain(self, seat: int, card: str) -> bool:
        return CARDS[card].get("chain_from") in self._cities[seat]

    def _card_cost(self, seat: int, card: str) -> tuple[int, int]:
        """Printed coins and coins for resources; a chain waives both (ruling 22)."""
        if self._has_chain(seat, card):
            return 0, 0
        cost = CARDS[card].get("cost", {})
        masonry = CARDS[card]["color"] == "blue" and "Masonry" in self.tokens[seat]
        return cost.get("coins", 0), self._trade(seat, cost, 2 if masonry else 0)

    def _wonder_cost(self, seat: int, wonder: str) -> int:
        rebate = 2 if "Architecture" in self.tokens[seat] else 0
        return self._trade(seat, WONDERS[wonder]["cost"], rebate)

    def _pay(self, seat: int, printed: int, trade: int) -> None:
        self.paid = printed + trade
        self.coins[seat] -= self.paid
        if "Economy" in self.tokens[1 - seat]:  # ruling 46: never the printed coins
            self.coins[1 - seat] += trade

    # Building

    def _build(self, seat: int, card: str) -> None:
        chained = self._has_chain(seat, card)
        self._pay(seat, *self._card_cost(seat, card))
        if chained and "Urbanism" in self.tokens[seat]:
            # Ruling 45: on the heels of the payment, hence also when the card wins the game.
            self.coins[seat] += 4
        self._add_card(seat, card)

    def _add_card(self, seat: int, card: str) -> None:
        """A card enters a city, paid for or revived, and then takes effect (ruling 25)."""
        data = CARDS[card]
        self._cities[seat].add(card)
        self.coins[seat] += data.get("coins", 0)
        if "coins_per" in data:  # ruling 64: one's own city
            rule = data["coins_per"]
            self.coins[seat] += rule["coins"] * self._count(seat, rule["count"])
        if "guild" in data:  # ruling 61: the city with more
            rule = data["guild"]
            self.coins[seat] += rule["coins"] * max(self._count(s, rule["count"]) for s in (0, 1))
        strategy = data["color"] == "red" and "Strategy" in self.tokens[seat]
        self._march(seat, data.get("shields", 0) + (1 if strategy else 0))
        if "symbol" in data:
            self._check_science(seat)
            copies = [c for c in self._cities[seat] if CARDS[c].get("symbol") == data["symbol"]]
            if len(copies) == 2:
                self._choices.append("token")

    def _build_wonder(self, seat: int, wonder: str) -> None:
        data = WONDERS[wonder]
        self._pay(seat, 0, self._wonder_cost(seat, wonder))
        self.unbuilt[seat].remove(wonder)
        self.wonders[seat].append(wonder)
        if len(self.wonders[0]) + len(self.wonders[1]) == MAX_WONDERS:
            self.unbuilt = [[], []]  # ruling 32: before the effects of the 7th
        # Ruling 48: settled here, so that a Theology this wonder brings comes too late.
        self._again = data.get("again", False) or "Theology" in self.tokens[seat]
        # Ruling 34: coins, shields and loot, the opponent's loss, then the choice.
        self.coins[seat] += data.get("coins", 0)
        self._march(seat, data.get("shields", 0))
        self._lose_coins(1 - seat, data.get("opponent_loses", 0))
        if "choice" in data:
            choice, _, self._target = data["choice"].partition(" ")
            self._choices.append(choice)

    def _gain_token(self, seat: int, token: str) -> None:
        self.tokens[seat].append(token)
        self.coins[seat] += TOKENS[token].get("coins", 0)
        self._check_science(seat)  # rulings 36 and 42: Law may be the sixth symbol

    # The two supremacies

    def _lose_coins(self, seat: int, coins: int) -> None:
        self.coins[seat] -= min(coins, self.coins[seat])

    def _march(self, seat: int, shields: int) -> None:
        """Move the pawn space by space; each loot token it meets is spent (rulings 52 to 54)."""
        step = 1 if seat == 0 else -1
        for _ in range(shields):
            self.pawn += step
            # Only those before the opponent's capital: the others are his to win.
            if self.pawn * step > 0 and self.pawn in self._loot:
                self._loot.remove(self.pawn)
                self._lose_coins(1 - seat, LOOT[abs(self.pawn)])
            if abs(self.pawn) == CAPITAL:
                self._finish("military", seat)
                return

    def _check_science(self, seat: int) -> None:
        sources = [CARDS[card] for card in self._cities[seat]]
        sources += [TOKENS[token] for token in self.tokens[seat]]
        if len({source["symbol"] for source in sources if "symbol" in source}) >= WINNING_SYMBOLS:
            self._finish("science", seat)

    def _finish(self, ending: str, winner: int | None) -> None:
        self.over = {"ending": ending, "winner": winner}
        self.phase, self.actor = "over", None

    def _finish_civilian(self) -> None:
        """Ruling 58: the total, then the points of the blue cards, then shared."""
        first, second = ((score["total"], score["blue"]) for score in self.scores())
        self._finish("civilian", None if first == second else 0 if first > second else 1)

    # Counting

    def _count(self, seat: int, what: str) -> int:
        """How many a city has of what the yellow cards and the guilds count."""
        if what == "wonder":
            return len(self.wonders[seat])
        if what == "three coins":
            return self.coins[seat] // 3
        colors = what.split("+")  # ruling 62: brown and grey of one city together
        return sum(CARDS[card]["color"] in colors for card in self._cities[seat])

    def _score(self, seat: int) -> dict[str, int]:
        printed: Counter[str] = Counter()
        guilds = 0
        for card in self._cities[seat]:
            data = CARDS[card]
            printed[data["color"]] += data.get("vp", 0)
            if "guild" in data:
                rule = data["guild"]
                guilds += rule["vp"] * max(self._count(s, rule["count"]) for s in (0, 1))
        tokens = sum(TOKENS[token].get("vp", 0) for token in self.tokens[seat])
        if "Mathematics" in self.tokens[seat]:
            tokens += 3 * len(self.tokens[seat])
        score = {
            "blue": printed["blue"],
            "green": printed["green"],
            "yellow": printed["yellow"],
            "guilds": guilds,
            "wonders": sum(WONDERS[wonder].get("vp", 0) for wonder in self.wonders[seat]),
            "tokens": tokens,
            "coins": self.coins[seat] // 3,
            "military": self._military_points(seat),
        }
        score["total"] = sum(score.values())
        return score

    def _military_points(self, seat: int) -> int:
        """Ruling 55: for the leader only, and none at the capital."""
        lead = self.pawn if seat == 0 else -self.pawn
        if lead <= 0 or lead == CAPITAL:
            return 0
        return 2 if lead <= 2 else 5 if lead <= 5 else 10
