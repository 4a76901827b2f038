"""Rulings 51 to 55: the conflict pawn."""

from __future__ import annotations

from typing import Any

import pytest

from tests.duel.table import Table

CARDS = ["Walls", "Barracks", "Statue", "Temple", "Brewery"]
RED = {1: ("Guard Tower", 1, 1), 2: ("Walls", 2, 2), 3: ("Pretorium", 3, 3)}  # card, Age, shields


def march(shields: int, pawn: int, seat: int = 0, *, theirs: int = 20, **setup: Any) -> Table:
    """The seat builds a red card with 1 to 4 shields; ``pawn`` > 0 means that he leads."""
    card, age, printed = RED[min(shields, 3)]
    other = {1: "Altar", 2: "Statue", 3: "Obelisk"}[age]
    tokens: list[list[str]] = [[], []]
    if shields > printed:
        tokens[seat].append("Strategy")
    table = Table(
        age=age,
        cards=[card, other],
        coins=(20, theirs) if seat == 0 else (theirs, 20),
        pawn=pawn if seat == 0 else -pawn,
        tokens=(tokens[0], tokens[1]),
        actor=seat,
        **setup,
    )
    return table.play(f"build {card}")


def lead(table: Table, seat: int) -> int:
    return table.pawn if seat == 0 else -table.pawn


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("pawn", range(-8, 8))
def test_ruling_51_the_spaces(pawn: int, seat: int) -> None:
    """One shield from each space: 2 coins on entering 3, 5 on entering 6, nothing elsewhere."""
    table = march(1, pawn, seat)
    loss = {3: 2, 6: 5}.get(pawn + 1, 0)
    assert lead(table, seat) == pawn + 1
    assert table.coins[1 - seat] == 20 - loss
    assert table.over is None


@pytest.mark.parametrize("seat", [0, 1])
def test_ruling_51_the_ninth_space_is_the_capital(seat: int) -> None:
    assert march(1, 7, seat).over is None
    assert march(1, 8, seat).over == ("military", seat)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("pawn", "shields", "loss"),
    [
        (2, 4, 7),  # 3, 4, 5, 6: both tokens
        (2, 3, 2),
        (3, 3, 5),
        (0, 3, 2),
        (1, 2, 2),
        (1, 4, 2),
        (0, 2, 0),
        (4, 4, 5),
        (-1, 4, 2),  # through 0 to 3
        (-2, 4, 0),
        (-4, 4, 0),
        (-7, 4, 0),  # past the rival's own 6 and 3 nothing is lost
        (-8, 4, 0),
    ],
)
def test_ruling_52_every_token_passed_is_applied(
    pawn: int, shields: int, loss: int, seat: int
) -> None:
    table = march(shields, pawn, seat)
    assert lead(table, seat) == pawn + shields
    assert table.coins[1 - seat] == 20 - loss
    assert table.coins[seat] == 20 - {1: 0, 2: 4, 3: 8, 4: 8}[shields]


@pytest.mark.parametrize("seat", [0, 1])
def test_ruling_52_both_tokens_are_spent(seat: int) -> None:
    assert march(4, 2, seat).loot[1 - seat] == (0, 0)


@pytest.mark.parametrize("seat", [0, 1])
def test_ruling_52_the_near_side_is_not_touched(seat: int) -> None:
    """Going through 0 leaves the tokens that threaten the mover as they are."""
    table = march(4, -1, seat)
    assert table.loot[seat] == (1, 1) and table.loot[1 - seat] == (0, 1)
    for tokens in ((1, 1), (0, 1), (1, 0), (0, 0)):
        loot = (tokens, (1, 1)) if seat == 0 else ((1, 1), tokens)
        table = march(4, -7, seat, loot=loot)
        assert table.loot[seat] == tokens and table.loot[1 - seat] == (1, 1)
        assert table.coins[seat] == 20 - 8


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("pawn", "shields", "had", "left"),
    [(2, 1, 0, 0), (2, 1, 1, 0), (2, 1, 2, 0), (2, 1, 3, 1), (5, 1, 4, 0), (5, 1, 6, 1),
     (2, 4, 6, 0), (2, 4, 8, 1), (2, 4, 1, 0)],
)  # fmt: skip
def test_ruling_53_no_more_than_there_is(
    pawn: int, shields: int, had: int, left: int, seat: int
) -> None:
    table = march(shields, pawn, seat, theirs=had)
    assert table.coins[1 - seat] == left
    assert table.coins[seat] == 20 - {1: 0, 4: 8}[shields]  # it goes to the bank


@pytest.mark.parametrize("seat", [0, 1])
def test_ruling_53_spent_even_on_a_poor_player(seat: int) -> None:
    table = march(1, 2, seat, theirs=0)
    assert table.loot[1 - seat] == (0, 1)


def test_ruling_53_coming_back_does_nothing() -> None:
    table = Table(
        cards=["Barracks", "Walls", "Horse Breeders", "Parade Ground", "Statue", "Temple"],
        cities=(["Garrison", "Glassworks", "Brickyard"], ["Shelf Quarry", "Stable"]),
        coins=(0, 10),
        pawn=2,
    )
    table.play("build Barracks")
    assert (table.pawn, table.coins) == (3, (0, 8))
    table.play("build Walls")
    assert table.pawn == 1
    table.play("build Parade Ground")
    assert (table.pawn, table.coins) == (3, (0, 8))  # entered again, nothing left to lose


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("pawn", "shields"), [(8, 1), (8, 3), (6, 3), (7, 3), (5, 4), (8, 4)])
def test_ruling_54_the_capital_ends_the_game(pawn: int, shields: int, seat: int) -> None:
    """At once; what is more than needed is ignored."""
    table = march(shields, pawn, seat)
    assert table.over == ("military", seat)
    assert lead(table, seat) == 9
    assert (table.phase, table.actor, table.legal()) == ("over", -1, [])


def test_ruling_54_by_a_wonder() -> None:
    table = Table(cards=CARDS, coins=(8, 7), wonders=(["The Colossus"], []), pawn=7)
    assert table.play("wonder The Colossus with Walls").over == ("military", 0)
    assert table.pawn == 9


def test_ruling_54_whatever_the_points_say() -> None:
    """The loser has many more."""
    table = march(1, 8, cities=([], ["Theater", "Baths"]))
    assert table.over == ("military", 0) and table.score(1) > 6


@pytest.mark.parametrize("pawn", range(-9, 10))
def test_ruling_55_points_for_the_leader_only(pawn: int) -> None:
    table = Table(cards=CARDS, pawn=pawn)
    zone = abs(pawn)
    points = 0 if zone in (0, 9) else 2 if zone <= 2 else 5 if zone <= 5 else 10
    expected = [points if pawn > 0 else 0, points if pawn < 0 else 0]
    assert [sheet["military"] for sheet in table.sheets] == expected
    assert [sheet["total"] for sheet in table.sheets] == [points + 2 for points in expected]


def test_ruling_55_shields_themselves_count_nothing() -> None:
    table = Table(cards=CARDS, cities=(["Stable", "Garrison"], ["Guard Tower"]), coins=(0, 0))
    assert [sheet["total"] for sheet in table.sheets] == [0, 0]
