"""Rulings 30 and 31: discarding for coins."""

from __future__ import annotations

import pytest

from tests.duel.table import Table

YELLOW = ["Tavern", "Stone Reserve", "Clay Reserve", "Wood Reserve"]


@pytest.mark.parametrize("count", range(5))
@pytest.mark.parametrize("seat", [0, 1])
def test_ruling_30_two_coins_and_one_for_each_yellow_card(count: int, seat: int) -> None:
    city = YELLOW[:count]
    cities = (city, YELLOW[count:]) if seat == 0 else (YELLOW[count:], city)
    table = Table(cards=["Walls", "Statue"], cities=cities, coins=(1, 1), actor=seat)
    table.play("discard Walls")
    assert table.coins[seat] == 1 + 2 + count
    assert table.coins[1 - seat] == 1


def test_ruling_30_the_discarded_card_does_not_count() -> None:
    table = Table(cards=["Brewery", "Statue"], cities=(["Tavern"], []), coins=(0, 0))
    assert table.play("discard Brewery").coins == (3, 0)


def test_ruling_30_only_cards_in_the_city_count() -> None:
    """Neither a yellow card of the pile nor one under a wonder."""
    table = Table(
        cards=["Walls", "Statue", "Brewery", "Temple"],
        coins=(8, 0),
        wonders=(["The Sphinx"], []),
        discards=["Tavern"],
        buried=["Stone Reserve"],
    )
    table.play("wonder The Sphinx with Brewery", "discard Walls")
    assert table.coins[0] == 2


def test_ruling_30_a_card_bought_before_counts() -> None:
    table = Table(cards=["Brewery", "Statue", "Walls", "Temple"], coins=(0, 0))
    table.play("build Brewery", "discard Walls", "discard Temple")
    assert table.coins == (6 + 3, 2)


def test_ruling_31_one_public_pile() -> None:
    table = Table(cards=["Walls", "Statue", "Temple"], discards=["Altar"])
    table.play("discard Walls", "discard Statue")
    assert table.discards == {"Altar", "Walls", "Statue"}
    column = "in the discard pile"
    block = table.game.encoders["flat"].blocks[0]
    for seat in range(2):
        rows = table.observe("flat", seat)[: block.size].reshape(block.rows, -1)
        assert rows[:, block.columns.index(column)].sum() == 3
    for word in range(5):
        assert table.resampled(0, word).discards == table.discards


def test_ruling_31_the_mausoleum_sees_it_all() -> None:
    """Discards of both players and of every Age."""
    table = Table(
        cards=["Walls", "Statue", "Temple"],
        coins=(10, 10),
        discards=["Altar"],
        wonders=(["The Mausoleum"], []),
        actor=0,
    )
    table.play("discard Walls", "discard Statue", "wonder The Mausoleum with Temple")
    assert table.legal() == ["revive Altar", "revive Statue", "revive Walls"]
