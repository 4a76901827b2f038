"""The engine's bills against an honest brute force on random positions."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

from tests.oracle.seven_wonders import (
    Bill,
    Source,
    board_sides,
    card_rows,
    pareto_bills,
    wonder_table,
)
from wonderzoo.seven_wonders.actions import MAX_BILLS
from wonderzoo.seven_wonders.game import SevenWonders
from wonderzoo.seven_wonders.payment import (
    NO_BILLS,
    cheapest_bill,
    count_bills,
    find_bills,
    least_right,
    nth_bill,
)
from wonderzoo.seven_wonders.tables import (
    CARD_COST,
    FROM_LEFT,
    FROM_RIGHT,
    MAX_STAGES,
    NUM_BOARDS,
    NUM_CARDS,
    NUM_RESOURCES,
    RESOURCES,
    STAGE_COST,
)

POSITIONS = 6_000
COSTS = 3  # tried in each position
RAW = RESOURCES[:4]
GOODS = RESOURCES[4:]
TWO_KINDS = [("wood", "clay"), ("stone", "clay"), ("ore", "clay"), ("wood", "stone"),
             ("wood", "ore"), ("stone", "ore")]  # fmt: skip


def printed_costs() -> list[dict[str, int]]:
    """The different costs of cards and stages of both editions."""
    costs = [row.get("cost", {}) for edition in ("second", "first") for row in card_rows(edition)]
    for edition in ("second", "first"):
        for board in wonder_table(edition).values():
            sides = board_sides(board)
            costs += [stage["cost"] for side in sides for stage in board[side]]
    found = [{r: n for r, n in cost.items() if r != "coins"} for cost in costs]
    return [dict(items) for items in sorted({tuple(sorted(cost.items())) for cost in found})]


class Position:
    """Random sources of seat 0 (its own ones apart) and of its neighbors, with discounts."""

    def __init__(self, rng: random.Random) -> None:
        self.players = rng.randint(3, 7)
        crowded = rng.random()
        # left, right, own: symbols by resource, and sources of one of several
        self.fixed = [[0] * NUM_RESOURCES for _ in range(3)]
        self.choices: list[list[Source]] = [[], [], []]
        for side in range(3):
            self.fixed[side][rng.randrange(NUM_RESOURCES)] += 1
            for resource in range(NUM_RESOURCES):
                for _ in range(2):
                    self.fixed[side][resource] += rng.random() < crowded / 3
            self.choices[side] = [rng.choice(TWO_KINDS) for _ in range(6)
                                  if rng.random() < 0.4]  # fmt: skip
        unsellable = [RAW, GOODS, RAW, GOODS]  # Caravansery, Forum, Alexandria's stages
        self.own_only: list[Source] = [kinds for kinds in unsellable if rng.random() < 0.3]
        self.neighbors_only: list[Source] = [RAW, GOODS]  # theirs, never for sale
        self.discounts = {
            (group, side) for group in ("raw", "goods") for side in ("left", "right")
            if rng.random() < 0.4
        }  # fmt: skip
        self.coins = rng.choice([rng.randint(0, 6), rng.randint(0, 12), 28])

    def write(self, state: np.record) -> None:
        left, right, own = 1, self.players - 1, 0
        for seat, side in ((left, 0), (right, 1), (own, 2)):
            state.production[seat] = self.fixed[side]
            self._write_choices(state.choices[seat], state.num_choices, seat, self.choices[side])
            sources = self.own_only if side == 2 else self.neighbors_only
            self._write_choices(state.own_choices[seat], state.num_own_choices, seat, sources)
        bits = {"left": FROM_LEFT, "right": FROM_RIGHT}
        state.raw_at_one[0] = sum(bits[s] for group, s in self.discounts if group == "raw")
        state.goods_at_one[0] = sum(bits[s] for group, s in self.discounts if group == "goods")
        # the neighbors' discounts are nothing to seat 0
        state.raw_at_one[left] = state.goods_at_one[right] = FROM_LEFT | FROM_RIGHT

    @staticmethod
    def _write_choices(
        row: np.ndarray, counts: np.ndarray, seat: int, sources: list[Source]
    ) -> None:
        masks = [sum(1 << RESOURCES.index(kind) for kind in source) for source in sources]
        row[: len(masks)] = masks
        counts[seat] = len(masks)

    def expected(self, cost: dict[str, int]) -> list[Bill]:
        made = [
            [(name,) for name, n in zip(RESOURCES, counts) for _ in range(n)]
            for counts in self.fixed
        ]
        left, right, own = (made[side] + self.choices[side] for side in range(3))
        groups = {"raw": RAW, "goods": GOODS}
        cheap = {(side, kind) for group, side in self.discounts for kind in groups[group]}
        bills = pareto_bills(cost, own + self.own_only, left, right, cheap)
        return [bill for bill in bills if sum(bill) <= self.coins]


def unpacked(bills: np.int64) -> list[Bill]:
    if bills == NO_BILLS:
        return []
    lefts = [nth_bill(bills, k) for k in range(count_bills(bills))]
    return [(int(left), int(least_right(bills, left))) for left in lefts]


def cases() -> Iterator[tuple[np.record, dict[str, int], Position]]:
    rng = random.Random(0)
    costs = printed_costs()
    costly = [cost for cost in costs if sum(cost.values()) >= 3]
    for _ in range(POSITIONS):
        position = Position(rng)
        state = SevenWonders(num_players=position.players).new_states(1)[0]
        position.write(state)
        for _ in range(COSTS):
            yield state, rng.choice(costly if rng.random() < 0.7 else costs), position


def cost_row(cost: dict[str, int]) -> np.ndarray:
    return np.array([cost.get(resource, 0) for resource in RESOURCES])


def test_bills_are_exactly_the_pareto_minimal_ones() -> None:
    """Every bill, in order; some bill is found if and only if there is one; never too many."""
    numbers = []
    affordable = limited = 0
    for state, cost, position in cases():
        row = cost_row(cost)
        bills = unpacked(find_bills(state, 0, row, position.coins, False))
        expected = position.expected(cost)
        assert bills == expected, (cost, vars(position))
        any_bill = unpacked(find_bills(state, 0, row, position.coins, True))
        assert bool(any_bill) == bool(expected)
        assert all(sum(bill) <= position.coins for bill in any_bill)
        assert len(bills) <= MAX_BILLS
        numbers.append(len(bills))
        affordable += bool(expected)
        limited += position.coins < 28 and len(expected) > 0
    # the positions are of every kind: free, one bill, a choice, and none
    assert min(numbers) == 0 and max(numbers) >= 4
    assert sum(n > 1 for n in numbers) > 2_000 and sum(n == 1 for n in numbers) > 2_000
    assert affordable > 5_000 and limited > 2_000 and numbers.count(0) > 500


def test_the_cheapest_bill_is_the_least_and_then_the_least_to_the_left() -> None:
    for i, (state, cost, position) in enumerate(cases()):
        if i >= 3_000:
            break
        bills = find_bills(state, 0, cost_row(cost), position.coins, False)
        expected = position.expected(cost)
        if expected:
            least = min(expected, key=lambda bill: (sum(bill), bill[0]))
            to_left = cheapest_bill(bills)
            assert (to_left, least_right(bills, to_left)) == least


def test_costs_in_the_tables_are_the_printed_ones() -> None:
    """`find_bills` reads these rows; a cost of the random positions is one of them."""
    printed = {tuple(cost_row(cost).tolist()) for cost in printed_costs()}
    rows = {tuple(CARD_COST[e, c].tolist()) for e in range(2) for c in range(NUM_CARDS)}
    rows |= {tuple(STAGE_COST[b, s].tolist()) for b in range(NUM_BOARDS) for s in range(MAX_STAGES)}
    assert rows == printed | {(0,) * NUM_RESOURCES}


@pytest.mark.parametrize("rich", [2, 7])
def test_no_position_has_more_bills_than_ids(rich: int) -> None:
    """Everything for sale on both sides, and every discount: the widest choices there are."""
    state = SevenWonders(num_players=3).new_states(1)[0]
    state.production[1:] = rich
    worst = 0
    costs = [cost_row(cost) for cost in printed_costs()]
    for raw in range(4):
        for goods in range(4):
            state.raw_at_one[0], state.goods_at_one[0] = raw, goods
            for cost in costs:
                bills = unpacked(find_bills(state, 0, cost, 28, False))
                assert bills[0][0] <= 14 and bills[-1][1] <= 14
                worst = max(worst, len(bills))
    # Palace's seven symbols, raw at 1 and goods at 2: every number of coins from 0 to 10
    assert 8 <= worst <= MAX_BILLS - 1
