"""The engine next to the oracle, move by move, over games of every size and option."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import numpy as np
import pytest

from tests.oracle.seven_wonders import SIDES, SevenWondersOracle
from tests.seven_wonders.play import (
    EDITIONS,
    SIZES,
    SPECIAL,
    Game,
    options_of,
    pick,
    specials_of,
)
from tests.seven_wonders.table import Table

# wonders of which builders make seventh cards, revivals, free cards, copied guilds
SPECIAL_WONDERS = [
    ("second", "night", ["Babylon", "Halikarnassós", "Olympía"]),
    ("second", "day", ["Olympía", "Halikarnassós", "Alexandria", "Babylon"]),
    ("first", "b", ["Olympía", "Halikarnassós", "Babylon"]),
    ("first", "a", ["Olympía", "Rhódos", "Halikarnassós"]),
]


def random_games(size: int, edition: str) -> Iterator[Game]:
    """Both payments, sides of all kinds, builders and random choosers."""
    for seed in range(8):
        options = options_of(seed, size, edition)
        yield Table.dealt(seed, **options), random.Random(f"{seed} {options}"), seed % 4 != 3


def special_games(edition: str, sides: str, wonders: list[str]) -> Iterator[Game]:
    options = {"edition": edition, "sides": sides, "wonders": wonders, "num_players": len(wonders)}
    for seed in range(20):  # copies are rare: three stages, and two guilds at the neighbors
        yield Table.dealt(seed, **options), random.Random(f"{seed} {options}"), True


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


def play_both(
    table: Table, rng: random.Random, builder: bool, coins: int | None = None
) -> SevenWondersOracle:
    """Play a game on both, move by move; ``coins``: what each seat starts with."""
    options = table.game.options
    names = table.game.deal_to_names(table.state)
    again = table.game.deal_from_names(names)[0]
    for field in set(table.game.state_dtype.names or ()) - {"rng"}:
        assert np.array_equal(table.state[field], again[field]), field
    oracle = SevenWondersOracle(names, options)
    if coins is not None:
        table.state.coins[: table.n] = coins
        oracle.coins = [coins] * table.n
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
    for game in random_games(size, edition):
        play_both(*game)


@pytest.mark.parametrize(("edition", "sides", "wonders"), SPECIAL_WONDERS)
def test_games_of_the_special_wonders_agree(edition: str, sides: str, wonders: list[str]) -> None:
    for game in special_games(edition, sides, wonders):
        assert sum(play_both(*game).stages) > 0


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_games_that_agree_hold_every_special_choice(edition: str) -> None:
    """The same games on the engine alone: what never comes up has not been compared."""
    at_random = specials_of(game for size in SIZES for game in random_games(size, edition))
    with_wonders = specials_of(
        game for case in SPECIAL_WONDERS if case[0] == edition for game in special_games(*case)
    )
    found = at_random + with_wonders
    assert set(found) == SPECIAL[edition]
    assert min(found.values()) >= 3


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_games_that_agree_vary_the_options(edition: str) -> None:
    tables = [table for size in SIZES for table, *_ in random_games(size, edition)]
    found = {(table.game.options["payment"], table.game.options["sides"]) for table in tables}
    sides = ("random", "choose", *SIDES[edition])
    assert found == set(itertools.product(("choose", "cheapest"), sides))
