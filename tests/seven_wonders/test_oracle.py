"""The engine next to the oracle, move by move, over games of every size and option."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from tests.oracle.seven_wonders import SevenWondersOracle
from tests.seven_wonders.play import EDITIONS, SIZES, pick
from tests.seven_wonders.table import Table

PAYMENTS = ("choose", "cheapest")


def assert_same(table: Table, oracle: SevenWondersOracle) -> None:
    """Everything that both know."""
    assert table.actors == sorted(oracle.actors)
    assert table.phase == oracle.phase
    for seat in range(table.n):
        if oracle.over is None:
            assert table.legal(seat) == oracle.legal(seat), (seat, table.age, table.turn)
        assert table.city(seat) == set(oracle.cities[seat])
    assert table.coins == oracle.coins
    assert table.shields == oracle.shields
    assert table.stages == oracle.stages
    assert table.tokens == oracle.tokens
    assert table.discards == sorted(oracle.discards)
    assert table.sheets == oracle.scores()
    if table.state.completed:
        assert table.game.table_row(table.state)["turn"] == oracle.turns[-1]


def play_both(seed: int, builder: bool, **options: Any) -> SevenWondersOracle:
    table = Table.dealt(seed, **options)
    names = table.game.deal_to_names(table.state)
    again = table.game.deal_from_names(names)[0]
    for field in set(table.game.state_dtype.names or ()) - {"rng"}:
        assert np.array_equal(table.state[field], again[field]), field
    oracle = SevenWondersOracle(names, {key: options[key] for key in ("edition", "payment")})
    rng = random.Random(f"{seed} {options}")
    while True:
        assert_same(table, oracle)
        if oracle.over is not None:
            assert table.over == oracle.over
            return oracle
        assert table.over is None
        seat = rng.choice(oracle.actors)
        text = pick(oracle.legal(seat), rng, builder=builder)
        table.choose(seat, text)
        oracle.apply(seat, text)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("size", SIZES)
def test_games_agree_move_by_move(size: int, edition: str) -> None:
    """Both payments, given and chosen sides, builders and random choosers."""
    for seed in range(8):
        play_both(
            seed,
            builder=seed % 4 != 3,
            num_players=size,
            edition=edition,
            payment=PAYMENTS[seed % 2],
            sides=("random", "choose")[seed // 2 % 2],
        )


@pytest.mark.parametrize(
    ("edition", "sides", "wonders"),
    [
        ("second", "night", ["Babylon", "Halikarnassós", "Olympía"]),
        ("second", "day", ["Olympía", "Halikarnassós", "Alexandria", "Babylon"]),
        ("first", "b", ["Olympía", "Halikarnassós", "Babylon"]),
        ("first", "a", ["Olympía", "Rhódos", "Halikarnassós"]),
    ],
)
def test_games_of_the_special_wonders_agree(edition: str, sides: str, wonders: list[str]) -> None:
    """Builders that finish their wonders: seventh cards, revivals, free cards, copied guilds."""
    for seed in range(5):
        oracle = play_both(
            seed,
            builder=True,
            num_players=len(wonders),
            edition=edition,
            payment="choose",
            sides=sides,
            wonders=wonders,
        )
        assert sum(oracle.stages) > 0
