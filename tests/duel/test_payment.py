"""The engine's prices against an honest brute force on random positions."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from numba import njit

from tests.oracle.duel import CARDS, RESOURCES, WONDERS, cheapest
from wonderzoo import make_game
from wonderzoo.duel.payment import card_price, card_trade, trade_cost, wonder_price
from wonderzoo.duel.state import CITY, OWNED
from wonderzoo.duel.tables import CARD_NAMES, NUM_CARDS, NUM_WONDERS, TOKEN_NAMES, WONDER_NAMES

POSITIONS = 20_000
RAW = RESOURCES[:3]
NOWHERE = 0
Relief = np.ndarray[Any, Any]


@njit
def price_all(states, cards, trades, wonders):
    """The engine's prices for seat 0 of every card and wonder in every position."""
    for i in range(len(states)):
        for card in range(NUM_CARDS):
            cards[i, card] = card_price(states[i], 0, card)
            trades[i, card] = card_trade(states[i], 0, card)
        for wonder in range(NUM_WONDERS):
            wonders[i, wonder] = wonder_price(states[i], 0, wonder)


def _row(data: dict[str, Any], key: str) -> list[int]:
    value = data.get(key, {})
    if isinstance(value, dict):
        return [value.get(resource, 0) for resource in RESOURCES]
    return [int(resource in value) for resource in RESOURCES]


def _supplies(data: dict[str, Any]) -> str:
    return "" if "one_of" not in data else "raw" if set(data["one_of"]) == set(RAW) else "grey"


class Positions:
    """Random cities and tokens, with what they make by the printed facts."""

    def __init__(self, count: int, seed: int) -> None:
        rng = np.random.default_rng(seed)
        self.states = make_game("duel").new_states(count)
        # From nearly empty to crowded cities.
        share = rng.uniform(0.05, 0.5, (count, 1))
        drawn = rng.random((count, NUM_CARDS))
        self.owner = np.where(drawn < share, 0, np.where(drawn < 2 * share, 1, -1))
        wonders = rng.integers(-1, 2, (count, NUM_WONDERS))
        self.masonry, self.architecture = rng.random((2, count)) < 0.5
        produces = np.array([_row(CARDS[name], "produces") for name in CARD_NAMES])
        ones = np.array([_row(CARDS[name], "price_one") for name in CARD_NAMES])
        self.made = np.stack([(self.owner == seat) @ produces for seat in range(2)], axis=1)
        self.cheap = np.stack([((self.owner == s) @ ones) > 0 for s in range(2)], axis=1)
        self.sources = {}
        for group in ("raw", "grey"):
            cards = [_supplies(CARDS[name]) == group for name in CARD_NAMES]
            built = [_supplies(WONDERS[name]) == group for name in WONDER_NAMES]
            self.sources[group] = np.stack(
                [
                    (self.owner == seat) @ np.array(cards, int)
                    + (wonders == seat) @ np.array(built, int)
                    for seat in range(2)
                ],
                axis=1,
            )
        self.states["production"] = self.made
        self.states["price_one"] = self.cheap
        self.states["one_raw"] = self.sources["raw"]
        self.states["one_grey"] = self.sources["grey"]
        self.states["card_at"] = np.where(self.owner >= 0, CITY + self.owner, NOWHERE)
        token_at = self.states["token_at"]
        token_at[:, TOKEN_NAMES.index("Masonry")] = np.where(self.masonry, OWNED, OWNED + 1)
        token_at[:, TOKEN_NAMES.index("Architecture")] = np.where(
            self.architecture, OWNED, OWNED + 1
        )
        self.unit = np.where(self.cheap[:, 0], 1, 2 + self.made[:, 1])


def reliefs(cost: list[int], raw: int, grey: int, rebate: int) -> Relief:
    """Every way to strike units off the printed cost and to assign the choice sources."""
    units = [i for i, count in enumerate(cost) for _ in range(count)]
    struck = set(itertools.combinations(units, min(rebate, len(units))))
    made_raw = itertools.combinations_with_replacement(range(3), raw)
    made_grey = itertools.combinations_with_replacement(range(3, 5), grey)
    ways = {
        tuple(sorted((*s, *r, *g)))
        for s, r, g in itertools.product(struck, list(made_raw), list(made_grey))
    }
    return np.array([[way.count(i) for i in range(5)] for way in sorted(ways)])


def brute_force(
    positions: Positions, cost: list[int], rebated: Relief
) -> np.ndarray[Any, np.dtype[np.int64]]:
    """The least price of a cost in each position, by trying everything."""
    best = np.zeros(len(positions.unit), dtype=np.int64)
    raw, grey = positions.sources["raw"][:, 0], positions.sources["grey"][:, 0]
    for key in itertools.product(range(3), range(3), (False, True)):
        at = np.flatnonzero((raw == key[0]) & (grey == key[1]) & (rebated == key[2]))
        relief = reliefs(cost, key[0], key[1], 2 if key[2] else 0)
        short = np.array(cost) - positions.made[at, 0]
        missing = np.maximum(short[:, None] - relief[None], 0)
        if len(at):
            best[at] = np.einsum("prk,pk->pr", missing, positions.unit[at]).min(axis=1)
    return best


@pytest.fixture(scope="module")
def positions() -> Positions:
    return Positions(POSITIONS, seed=0)


def test_prices_are_the_least_there_are(positions: Positions) -> None:
    """Every card and wonder in every position."""
    cards = np.zeros((POSITIONS, NUM_CARDS), np.int64)
    trades = np.zeros_like(cards)
    wonders = np.zeros((POSITIONS, NUM_WONDERS), np.int64)
    price_all(positions.states, cards, trades, wonders)
    for card, name in enumerate(CARD_NAMES):
        data = CARDS[name]
        cost = _row(data, "cost")
        rebated = positions.masonry & (data["color"] == "blue")
        expected = brute_force(positions, cost, rebated)
        coins = np.full(POSITIONS, data.get("cost", {}).get("coins", 0))
        if "chain_from" in data:
            free = positions.owner[:, CARD_NAMES.index(data["chain_from"])] == 0
            expected[free] = coins[free] = 0
        assert np.array_equal(trades[:, card], expected), name
        assert np.array_equal(cards[:, card], expected + coins), name
    for wonder, name in enumerate(WONDER_NAMES):
        expected = brute_force(positions, _row(WONDERS[name], "cost"), positions.architecture)
        assert np.array_equal(wonders[:, wonder], expected), name


def test_the_positions_are_varied(positions: Positions) -> None:
    raw, grey = positions.sources["raw"][:, 0], positions.sources["grey"][:, 0]
    assert set(raw) == set(grey) == {0, 1, 2}
    assert positions.unit.min() == 1 and positions.unit.max() >= 5
    assert len(np.unique(positions.made[:, 0], axis=0)) > 200


def test_costs_that_are_on_no_card() -> None:
    """Up to four of each resource, and the oracle's own brute force as the judge."""
    few = Positions(400, seed=1)
    rng = np.random.default_rng(1)
    for i, state in enumerate(few.states):
        cost = rng.integers(0, 3, 5)
        rebate = 2 * int(rng.integers(0, 2))
        choices = [list(RAW)] * few.sources["raw"][i, 0]
        choices += [RESOURCES[3:]] * few.sources["grey"][i, 0]
        expected = cheapest(
            dict(zip(RESOURCES, cost.tolist(), strict=True)),
            dict(zip(RESOURCES, few.made[i, 0].tolist(), strict=True)),
            choices,
            rebate,
            dict(zip(RESOURCES, few.unit[i].tolist(), strict=True)),
        )
        assert trade_cost(state, 0, cost, rebate) == expected
