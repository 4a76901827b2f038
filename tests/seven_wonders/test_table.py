"""The scenario builder: a position set up by names is the one that play arrives at."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tests.seven_wonders.play import EDITIONS, SIZES, decisions
from tests.seven_wonders.table import FILLER, Table
from tests.seven_wonders.test_invariants import named_sides

# these follow from the cities and stages, and the builder fills them from the printed facts
DERIVED = ("production", "symbols", "colors", "shields", "num_choices", "num_own_choices",
           "raw_at_one", "goods_at_one", "stages", "city", "coins", "discards", "tokens",
           "num_tokens", "board", "age", "turn", "phase", "waiting", "revivals")  # fmt: skip


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("size", SIZES)
def test_positions_of_games_are_set_up_again(size: int, edition: str) -> None:
    compared = 0
    table = Table.dealt(size, num_players=size, edition=edition)
    for t, _, _ in decisions(table, random.Random(size), builder=True):
        if t.phase != "main" or len(t.actors) < size or t.state.billing:
            continue
        again = Table(
            wonders=[" ".join(pair) for pair in named_sides(t)],
            edition=edition,
            age=t.age,
            turn=t.turn,
            hands=[t.hand(seat) for seat in range(size)],
            cities=[sorted(t.city(seat)) for seat in range(size)],
            stages=t.stages,
            coins=t.coins,
            discards=t.discards,
            tokens=t.tokens,
            free_used=[[a for a in (1, 2, 3) if int(t.state.free_used[seat]) >> a & 1]
                       for seat in range(size)],
        )  # fmt: skip
        for field in DERIVED:
            assert np.array_equal(again.state[field], t.state[field]), field
        for field in ("choices", "own_choices"):
            assert np.array_equal(np.sort(again.state[field]), np.sort(t.state[field])), field
        for seat in range(size):
            assert again.legal(seat) == t.legal(seat)
            assert again.hand(seat) == t.hand(seat)
        compared += 1
    assert compared == 18


def test_what_is_left_out_is_of_no_effect() -> None:
    table = Table(age=3, turn=4)
    assert table.coins == [3, 3, 3] and table.discards == []
    assert [table.hand(seat) for seat in range(3)] == [[FILLER] * 4] * 3
    assert table.points("total") == [1, 1, 1]
    assert table.legal(0) == [f"sell {FILLER}"]


def test_impossible_positions_are_refused() -> None:
    with pytest.raises(ValueError, match="cards in a hand"):
        Table(turn=6, hands=[["Altar", "Theater", "Loom"]])
    with pytest.raises(ValueError, match="twice"):
        Table(cities=[["Altar", "Altar"]])
    with pytest.raises(ValueError, match="stages"):
        Table(stages=[4])


def test_a_misspelled_choice_is_an_error() -> None:
    with pytest.raises(ValueError, match="no action"):
        Table().can(0, "build Altarr")


def test_an_illegal_choice_is_not_played() -> None:
    with pytest.raises(AssertionError, match="is not among"):
        Table(hands=[["Stockade"]]).play("build Stockade")
    table = Table(hands=[["Stockade"]], cities=[[], ["Lumber Yard"], ["Lumber Yard"]])
    with pytest.raises(AssertionError, match="must still choose"):
        table.play("build Stockade")
