"""Positions of 7 Wonders set up by names and played by text, for the tests of the rulings.

Seat 1 is the left neighbor of seat 0; in a game of three, seat 2 is its right neighbor.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from tests.oracle.seven_wonders import PASS, SYMBOLS, card_rows, deal, wonder_table
from wonderzoo.seven_wonders.game import SevenWonders
from wonderzoo.seven_wonders.state import PHASES, TUCKED
from wonderzoo.seven_wonders.tables import CARD_NAMES, COLORS, RESOURCES

Names = Sequence[str]
Bill = tuple[int, int]

PLAIN = ("Gizah day", "Rhódos day", "Éphesos day")  # stone, ore, papyrus
FILLER = "Palace"  # costs every resource, so that no small city can pay for it
SIDE_BITS = {"left": 1, "right": 2, "both": 3}


def card_id(name: str) -> int:
    return CARD_NAMES.index(name)


def mask(resources: Names) -> int:
    return sum(1 << RESOURCES.index(resource) for resource in resources)


def hand_number(players: int, age: int, seat: int, turn: int) -> int:
    """Which of the opening hands a seat holds."""
    return (seat - PASS[age] * (turn - 1)) % players


class Table:
    """One game in progress.

    Places of hands that the scenario does not fill hold a `FILLER`; cards that have left the hands
    without being named lie under wonders, where they count for nothing.

    Args:
        wonders: "name side" of each seat; their number is the number of players.
        age, turn: the turn to be played.
        hands, cities, stages, tokens: of each seat; missing seats have none.
        coins: of each seat, or of all.
        discards: the pile; a name may stand there twice.
        free_used: by seat, the Ages of first-edition Olympia's free buildings.
        edifices: the three of the game, by Age; none: without the expansion.
        pawns_left: on the three Edifices; None: all of them.
        pawns: of each seat, by Age; those of built Edifices have been rewarded before.
        joined: the seats that have participated in this Age.
        rulings: options of the game that change a ruling.
    """

    def __init__(
        self,
        *,
        wonders: Names = PLAIN,
        edition: str = "second",
        payment: str = "choose",
        age: int = 1,
        turn: int = 1,
        hands: Sequence[Names] = (),
        cities: Sequence[Names] = (),
        stages: Sequence[int] = (),
        coins: int | Sequence[int] = 3,
        discards: Names = (),
        tokens: Sequence[Sequence[int]] = (),
        free_used: Sequence[Sequence[int]] = (),
        edifices: Names = (),
        pawns_left: Sequence[int] | None = None,
        pawns: Sequence[Sequence[int]] = (),
        joined: Sequence[int] = (),
        **rulings: Any,
    ) -> None:
        n = len(wonders)
        pairs = [wonder.rsplit(" ", 1) for wonder in wonders]
        names = [name for name, _ in pairs]
        rulings |= {"wonders": names, "expansions": ["edifice"] if edifices else []}
        self.game = SevenWonders(num_players=n, edition=edition, payment=payment, **rulings)
        options = {"edition": edition, "wonders": names}
        dealt = deal(random.Random(0), n, options)
        dealt["wonders"] = [list(pair) for pair in pairs]
        if edifices:
            dealt["edifices"] = list(edifices)
        self.state = state = self.game.deal_from_names(dealt)[0]
        state.age, state.turn = age, turn
        state.coins[:n] = coins
        for name in discards:
            state.discards[card_id(name)] += 1
        for seat, ages in enumerate(free_used):
            state.free_used[seat] = sum(1 << a for a in ages)
        if pawns_left is not None:
            state.pawns_left[:] = pawns_left
        for seat, counts in enumerate(pawns):
            state.pawns[seat] = counts
            state.rewarded[seat] = np.where(state.pawns_left == 0, counts, 0)
        for seat in joined:
            state.joined[seat] |= 1 << age - 1
        for seat, values in enumerate(tokens):
            state.num_tokens[seat] = len(values)
            state.tokens[seat, : len(values)] = values
        self._set_hands([list(hand) for hand in hands])
        boards = wonder_table(edition)
        for seat, (name, side) in enumerate(pairs):
            built = stages[seat] if seat < len(stages) else 0
            if built > len(boards[name][side]):
                raise ValueError(f"{name} {side} has no {built} stages")
            city = list(cities[seat]) if seat < len(cities) else []
            self._set_city(seat, city, boards[name][side][:built])

    @classmethod
    def of(cls, state: np.record, game: SevenWonders) -> Table:
        """A table that plays on from a record."""
        table = cls.__new__(cls)
        table.game, table.state = game, state
        return table

    @classmethod
    def dealt(cls, seed: int, **options: Any) -> Table:
        game = SevenWonders(**options)
        return cls.of(game.dealt(seed)[0], game)

    # Setting up

    def _set_hands(self, hands: list[list[str]]) -> None:
        state, n = self.state, self.n
        size = 8 - self.turn
        for age in range(self.age):
            for hand in range(n):
                left = size if age == self.age - 1 else 0
                state.left[age, hand] = (1 << left) - 1
                state.taken[age, hand, left:] = np.arange(1, 8 - left)
                state.how_taken[age, hand, left:] = TUCKED
        for seat in range(n):
            cards = hands[seat] if seat < len(hands) else []
            if len(cards) > size:
                raise ValueError(f"{size} cards in a hand on turn {self.turn}: {cards}")
            cards = [*cards, *[FILLER] * (size - len(cards))]
            hand = hand_number(n, self.age, seat, self.turn)
            state.deck[self.age - 1, hand, :size] = [card_id(name) for name in cards]

    def _set_city(self, seat: int, city: list[str], stages: list[dict[str, Any]]) -> None:
        """The cards and stages, and every field that follows from them."""
        state = self.state
        if len(set(city)) != len(city):
            raise ValueError(f"a name stands twice in a city: {city}")
        cards = {row["name"]: row for row in card_rows(self.game.options["edition"])}
        state.stages[seat] = len(stages)
        choices: list[int] = []
        own: list[int] = []
        for name in city:
            color = cards[name]["color"]
            state.city[seat, card_id(name)] = 1
            state.colors[seat, COLORS.index(color)] += 1
            state.had_colors[seat] |= 1 << COLORS.index(color)
            for resource, count in cards[name].get("produces", {}).items():
                state.production[seat, RESOURCES.index(resource)] += count
            if "one_of" in cards[name]:
                (own if color == "yellow" else choices).append(mask(cards[name]["one_of"]))
        for data in [*(cards[name] for name in city), *stages]:
            state.shields[seat] += data.get("shields", 0)
            if "symbol" in data:
                state.symbols[seat, [*SYMBOLS, "any"].index(data["symbol"])] += 1
            if "price_one" in data:
                raw = data["price_one"][0] in RESOURCES[:4]
                field = state.raw_at_one if raw else state.goods_at_one
                field[seat] |= SIDE_BITS[data["from"]]
        own += [mask(stage["one_of"]) for stage in stages if "one_of" in stage]
        state.choices[seat, : len(choices)] = choices
        state.own_choices[seat, : len(own)] = own
        state.num_choices[seat], state.num_own_choices[seat] = len(choices), len(own)

    # Playing

    def moves(self, seat: int) -> dict[str, int]:
        return self.game.legal_moves(self.state, seat)

    def legal(self, seat: int) -> list[str]:
        return sorted(self.moves(seat))

    def can(self, seat: int, text: str) -> bool:
        if not text.startswith(("pay ", "side ")):
            self.game.action_id(text)  # a misspelled text must not pass for an illegal one
        return text in self.moves(seat)

    def builds(self, seat: int) -> set[str]:
        """The cards that a seat may build."""
        return {text.removeprefix("build ") for text in self.moves(seat) if text[:5] == "build"}

    def choose(self, seat: int, *texts: str) -> Table:
        """One choice of a seat, and the bill after it if it must choose one."""
        for text in texts:
            assert self.can(seat, text), f"{text!r} is not among {self.legal(seat)}"
            self.game.kernels.apply(self.state, seat, self.moves(seat)[text])
        return self

    def play(self, *texts: str) -> Table:
        """A turn: the texts of each seat, its bill after a semicolon; the others sell a card."""
        turn = (self.age, self.turn)
        for seat in range(self.n):
            text = texts[seat] if seat < len(texts) else ""
            self.choose(seat, *(text or f"sell {self.hand(seat)[-1]}").split("; "))
        assert self.phase != "main" or (self.age, self.turn) != turn, "somebody must still choose"
        return self

    def bills(self, seat: int, text: str) -> list[Bill]:
        """What a seat may pay (left, right) for a choice."""
        table = self.copy().choose(seat, text)
        found = [table.copy().choose(seat, pay) for pay in table.moves(seat) if pay[:4] == "pay "]
        return sorted((int(t.state.bill[seat, 0]), int(t.state.bill[seat, 1]))
                      for t in found or [table])  # fmt: skip

    def copy(self) -> Table:
        states = np.zeros(1, dtype=self.game.state_dtype)
        states[0] = self.state
        return Table.of(states[0], self.game)

    def resampled(self, seat: int, seed: int) -> Table:
        """The position with everything redrawn that the seat cannot know."""
        other = self.copy()
        self.game.kernels.resample(other.state, seat, np.uint64(seed))
        return other

    # Looking

    @property
    def n(self) -> int:
        return self.game.num_players

    @property
    def age(self) -> int:
        return int(self.state.age)

    @property
    def turn(self) -> int:
        return int(self.state.turn)

    @property
    def wonders(self) -> list[tuple[str, str]]:
        """Name and side of each seat's wonder."""
        return [(name, side) for name, side in self.game.deal_to_names(self.state)["wonders"]]

    @property
    def phase(self) -> str:
        return PHASES[self.state.phase]

    @property
    def actors(self) -> list[int]:
        return self.game.actors(self.state)

    def _row(self, field: str) -> list[int]:
        return [int(x) for x in self.state[field][: self.n]]

    @property
    def coins(self) -> list[int]:
        return self._row("coins")

    @property
    def shields(self) -> list[int]:
        return self._row("shields")

    @property
    def stages(self) -> list[int]:
        return self._row("stages")

    @property
    def tokens(self) -> list[list[int]]:
        counts = self._row("num_tokens")
        return [self.state.tokens[seat, : counts[seat]].tolist() for seat in range(self.n)]

    @property
    def pawns(self) -> list[list[int]]:
        """Of each seat, by Age."""
        return [[int(count) for count in row] for row in self.state.pawns[: self.n]]

    @property
    def pawns_left(self) -> list[int]:
        """On the three Edifices."""
        return [int(count) for count in self.state.pawns_left]

    @property
    def debts(self) -> list[list[int]]:
        """The Ages of each seat's debt tokens."""
        return [[age + 1 for age in range(3) if int(bits) >> age & 1]
                for bits in self.state.debts[: self.n]]  # fmt: skip

    @property
    def discards(self) -> list[str]:
        """The names in the pile, sorted."""
        return sorted(np.repeat(CARD_NAMES, self.state.discards).tolist())

    def city(self, seat: int) -> set[str]:
        return {CARD_NAMES[card] for card in np.flatnonzero(self.state.city[seat])}

    def hand(self, seat: int) -> list[str]:
        hand = hand_number(self.n, self.age, seat, self.turn)
        left = int(self.state.left[self.age - 1, hand])
        row = self.state.deck[self.age - 1, hand]
        return [CARD_NAMES[row[place]] for place in range(7) if (left >> place) & 1]

    def opening_hands(self, age: int) -> list[list[str]]:
        return [[CARD_NAMES[card] for card in row] for row in self.state.deck[age - 1, : self.n]]

    @property
    def sheets(self) -> list[dict[str, int]]:
        return self.game.score_sheet(self.state)

    def points(self, column: str) -> list[int]:
        """One column of the score sheet, as if the game ended now."""
        return [sheet[column] for sheet in self.sheets]

    @property
    def over(self) -> dict[str, Any] | None:
        return self.game.over_row(self.state)

    @property
    def ranking(self) -> list[int]:
        """Places, 1 the best; the mean of the places is shared."""
        places, points = np.zeros(self.n), np.zeros(self.n)
        self.game.kernels.outcome(self.state, places, points)
        return [int((places < place).sum()) + 1 for place in places]

    def observe(self, encoder: str, seat: int) -> np.ndarray[Any, Any]:
        out = np.zeros((1, self.game.encoders[encoder].size), np.float32)
        states = np.array([self.state], dtype=self.game.state_dtype)
        self.game.kernels.observe[encoder](states, np.array([seat]), out)
        row: np.ndarray[Any, Any] = out[0]
        return row
