"""Rulings 61 to 65: guilds and cards that count."""

from __future__ import annotations

from typing import Any

import pytest

from tests.duel.table import Pair, Table

CARDS = ["Palace", "Obelisk"]
RICH = (30, 30)
COLORS = {
    "Merchants Guild": (["Tavern", "Brewery", "Wood Reserve"], ["Clay Reserve", "Stone Reserve"]),
    "Magistrates Guild": (["Altar", "Theater", "Baths"], ["Statue", "Temple"]),
    "Scientists Guild": (["Scriptorium", "Pharmacist", "Workshop"], ["Library", "School"]),
    "Tacticians Guild": (["Stable", "Garrison", "Palisade"], ["Walls", "Barracks"]),
}


def built(card: str, **setup: Any) -> tuple[Table, int]:
    """Seat 0 builds a card of Age III; the table and the coins that came in."""
    known = {"age": 3, "cards": [card, "Obelisk"], "coins": RICH, **setup}
    table = Table(**known).play(f"build {card}")
    return table, table.coins[0] - (RICH[0] - table.paid)


# Rulings 61 and 62: guilds


@pytest.mark.parametrize("guild", COLORS)
@pytest.mark.parametrize("more", [0, 1])
def test_ruling_61_coins_by_the_city_with_more(guild: str, more: int) -> None:
    """Three against two: three coins, whoever has them."""
    many, few = COLORS[guild]
    cities: Pair = (many, few) if more == 0 else (few, many)
    table, gain = built(guild, cities=cities)
    assert gain == 3
    assert table.coins[1] == RICH[1]
    assert [sheet["guilds"] for sheet in table.sheets] == [3, 0]


@pytest.mark.parametrize("guild", COLORS)
def test_ruling_61_nothing_to_count(guild: str) -> None:
    table, gain = built(guild)
    assert gain == 0 and table.sheets[0]["guilds"] == 0


def test_ruling_61_guilds_are_purple_and_never_counted() -> None:
    cities: Pair = (["Builders Guild"], ["Moneylenders Guild", "Altar"])
    for guild, coins in (("Magistrates Guild", 1), ("Merchants Guild", 0)):
        assert built(guild, cities=cities)[1] == coins


def test_ruling_61_once_and_at_that_moment() -> None:
    """A blue card built later brings points but no more coins."""
    table = Table(
        age=3,
        slots={0: None, 1: None, 2: "Magistrates Guild", 3: "Palace", 4: "Obelisk"},
        cities=(["Altar"], ["Theater"]),
        coins=(8 + 10, 50),
    ).play("build Magistrates Guild")
    assert table.coins[0] == 18 - 8 + 1 and table.sheets[0]["guilds"] == 1
    table.play("build Palace")
    assert table.coins[0] == 11 and table.sheets[0]["guilds"] == 2


@pytest.mark.parametrize("seat", [0, 1])
def test_ruling_62_points_of_the_city_with_more_at_the_end(seat: int) -> None:
    """The other city overtakes after the guild was built."""
    mine, theirs = ["Altar", "Theater"], ["Statue", "Temple", "Aqueduct"]
    cities: Pair = (["Magistrates Guild", *mine], theirs)
    if seat == 1:
        cities = (theirs, ["Magistrates Guild", *mine])
    table = Table(age=3, cards=["Palace"], cities=cities, coins=(0, 0)).play("discard Palace")
    assert table.over is not None
    assert table.sheets[seat]["guilds"] == 3 and table.sheets[1 - seat]["guilds"] == 0


@pytest.mark.parametrize(
    ("mine", "theirs", "count"),
    [
        (["Quarry", "Sawmill", "Stone Pit"], ["Press", "Glassworks"], 3),  # not 3 + 2
        (["Press", "Glassworks"], ["Quarry", "Sawmill", "Stone Pit"], 3),
        (["Quarry", "Sawmill", "Press"], ["Stone Pit", "Glassworks"], 3),
        (["Quarry", "Press"], ["Sawmill", "Stone Pit", "Glassworks", "Drying Room"], 4),
        ([], ["Glassworks"], 1),
        ([], [], 0),
    ],
)
def test_ruling_62_shipowners_count_one_city(
    mine: list[str], theirs: list[str], count: int
) -> None:
    table, gain = built("Shipowners Guild", cities=(mine, theirs))
    assert gain == count
    assert [sheet["guilds"] for sheet in table.sheets] == [count, 0]


def test_ruling_62_a_double_producer_is_one_card() -> None:
    assert built("Shipowners Guild", cities=(["Sawmill", "Brickyard"], ["Quarry"]))[1] == 2


# Ruling 63: Builders and Moneylenders


@pytest.mark.parametrize(
    ("mine", "theirs", "points"),
    [
        ([], [], 0),
        (["Piraeus"], [], 2),
        (["Piraeus"], ["The Sphinx", "The Pyramids", "The Colossus"], 6),
        (["Piraeus", "The Sphinx", "The Pyramids", "The Colossus"], ["Circus Maximus"], 8),
    ],
)
def test_ruling_63_builders(mine: list[str], theirs: list[str], points: int) -> None:
    table, gain = built("Builders Guild", built=(mine, theirs))
    assert gain == 0 and table.sheets[0]["guilds"] == points


@pytest.mark.parametrize(
    ("coins", "points"),
    [((0, 0), 0), ((3, 0), 1), ((0, 2), 0), ((8, 5), 2), ((5, 8), 2), ((2, 30), 10), ((4, 5), 1)],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_ruling_63_moneylenders(coins: tuple[int, int], points: int, seat: int) -> None:
    guild = ["Moneylenders Guild"]
    cities: Pair = (guild, []) if seat == 0 else ([], guild)
    table = Table(age=3, cards=CARDS, cities=cities, coins=coins)
    assert table.sheets[seat]["guilds"] == points
    assert table.sheets[1 - seat]["guilds"] == 0


def test_ruling_63_moneylenders_bring_no_coins() -> None:
    table, gain = built("Moneylenders Guild")
    assert gain == 0
    assert table.sheets[0]["guilds"] == 10  # the 30 coins of the other city


# Ruling 64: one's own counters

COUNTERS = {  # card: (what it counts, coins for each)
    "Chamber of Commerce": (["Press", "Glassworks"], 3),
    "Port": (["Quarry", "Sawmill", "Clay Pool"], 2),
    "Armory": (["Stable", "Walls", "Guard Tower"], 1),
    "Lighthouse": (["Brewery", "Stone Reserve"], 1),
}


@pytest.mark.parametrize("card", COUNTERS)
@pytest.mark.parametrize("own", range(4))
def test_ruling_64_coins_by_ones_own_city(card: str, own: int) -> None:
    """What the other one has does not matter, even if it is more."""
    names, each = COUNTERS[card]
    table, gain = built(card, cities=(names[:own], names[own:]))
    itself = 1 if card == "Lighthouse" else 0
    assert gain == each * (min(own, len(names)) + itself)
    assert [sheet["yellow"] for sheet in table.sheets] == [3, 0]
    assert table.coins[1] == RICH[1]


@pytest.mark.parametrize("own", range(4))
def test_ruling_64_arena(own: int) -> None:
    names = ["Piraeus", "The Sphinx", "The Pyramids"]
    table, gain = built("Arena", built=(names[:own], names[own:]))
    assert gain == 2 * own
    assert [sheet["yellow"] for sheet in table.sheets] == [3, 0]


@pytest.mark.parametrize("card", COUNTERS)
def test_ruling_64_revived_they_count_at_that_time(card: str) -> None:
    names, each = COUNTERS[card]
    table = Table(
        age=3,
        cards=CARDS,
        cities=(names, []),
        coins=(30, 7),
        wonders=(["The Mausoleum"], []),
        discards=[card],
    ).play("wonder The Mausoleum with Palace")
    before = table.coins[0]
    table.play(f"revive {card}")
    itself = 1 if card == "Lighthouse" else 0
    assert table.coins[0] - before == each * (len(names) + itself)


def test_ruling_64_later_cards_bring_nothing() -> None:
    table = Table(
        age=2,
        cards=["Sawmill", "Walls"],
        cities=(["Tavern"], []),
        coins=(2, 7),
    ).play("build Sawmill")
    assert table.coins == (0, 7)
    table = Table(age=3, cards=["Pretorium", "Obelisk"], cities=(["Armory"], []), coins=(8, 7))
    assert table.play("build Pretorium").coins[0] == 0


# Ruling 65: built wonders only


def test_ruling_65_unbuilt_wonders_do_not_count() -> None:
    wonders: Pair = (["The Pyramids", "The Colossus"], ["The Sphinx", "Circus Maximus"])
    _, gain = built("Arena", built=(["Piraeus"], []), wonders=wonders)
    assert gain == 2
    table, _ = built("Builders Guild", built=(["Piraeus"], []), wonders=wonders)
    assert table.sheets[0]["guilds"] == 2


def test_ruling_65_nor_does_the_eighth() -> None:
    names = ["Piraeus", "The Pyramids", "The Colossus"]
    theirs = ["The Sphinx", "Circus Maximus", "The Great Library"]
    table = Table(
        age=3,
        cards=CARDS,
        coins=(20, 7),
        cities=(["Builders Guild"], []),
        built=(names, theirs),
        wonders=(["The Hanging Gardens"], ["The Mausoleum"]),
    ).play("wonder The Hanging Gardens with Palace")
    assert table.sheets[0]["guilds"] == 8
    assert table.removed == {"The Mausoleum"}
