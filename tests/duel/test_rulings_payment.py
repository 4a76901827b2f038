"""Rulings 16 to 25: paying."""

from __future__ import annotations

import pytest

from tests.duel.table import Pair, Table, assert_price
from wonderzoo.duel.tables import WONDER_NAMES

EVERYTHING = (
    *("Lumber Yard", "Logging Camp", "Sawmill", "Clay Pool", "Clay Pit", "Brickyard"),
    *("Quarry", "Stone Pit", "Shelf Quarry", "Glassworks", "Glass-Blower", "Press", "Drying Room"),
)
PRINTED_UNITS = {
    "The Appian Way": 5,
    "Circus Maximus": 4,
    "The Colossus": 4,
    "The Great Library": 5,
    "The Great Lighthouse": 4,
    "The Hanging Gardens": 4,
    "The Mausoleum": 5,
    "Piraeus": 4,
    "The Pyramids": 4,
    "The Sphinx": 4,
    "The Statue of Zeus": 5,
    "The Temple of Artemis": 4,
}


@pytest.mark.parametrize(
    ("city", "price"),
    [((), 4), (("Quarry",), 2), (("Quarry", "Stone Pit"), 0), (("Shelf Quarry",), 0),
     (("Shelf Quarry", "Quarry"), 0), (("Brickyard", "Glassworks"), 4)],
)  # fmt: skip
def test_ruling_16_missing_units(city: tuple[str, ...], price: int) -> None:
    assert_price(price, "build Walls", cards=["Walls"], cities=(city, ()))


def test_ruling_16_production_is_not_used_up() -> None:
    table = Table(
        cards=["Walls", "Rostrum", "Statue", "Brewery"],
        cities=(["Shelf Quarry", "Lumber Yard"], []),
        coins=(0, 0),
    )
    table.play("build Walls", "discard Statue", "build Rostrum")
    assert table.coins[0] == 0


@pytest.mark.parametrize(
    ("theirs", "unit"),
    [((), 2), (("Quarry",), 3), (("Quarry", "Stone Pit"), 4), (("Shelf Quarry",), 4),
     (("Quarry", "Stone Pit", "Shelf Quarry"), 6), (("Sawmill", "Press"), 2)],
)  # fmt: skip
@pytest.mark.parametrize("own", [0, 1])
def test_ruling_17_the_price_of_a_unit(theirs: tuple[str, ...], unit: int, own: int) -> None:
    """Every unit of one payment has the same price."""
    mine = ("Quarry",) if own and "Quarry" not in theirs else ()
    units = 2 - len(mine)  # one's own stone counts for the number, never for the price
    assert_price(units * unit, "build Walls", cards=["Walls"], cities=(mine, theirs))


@pytest.mark.parametrize(
    ("reserve", "theirs", "card", "price"),
    [
        ("Stone Reserve", ["Quarry", "Shelf Quarry"], "Walls", 2),
        ("Wood Reserve", ["Quarry", "Shelf Quarry"], "Walls", 10),
        ("Clay Reserve", ["Brickyard"], "Statue", 2),
        ("Wood Reserve", ["Sawmill", "Press"], "Temple", 1 + 3),
        ("Customs House", ["Press", "Drying Room"], "School", 2 + 1 + 1),
        ("Customs House", ["Glassworks", "Sawmill"], "Laboratory", 4 + 1 + 1),
    ],
)
def test_ruling_17_reserves(reserve: str, theirs: list[str], card: str, price: int) -> None:
    assert_price(price, f"build {card}", cards=[card], cities=([reserve], theirs))


def test_ruling_17_a_reserve_does_not_help_the_other_player() -> None:
    assert_price(4, "build Walls", cards=["Walls"], cities=([], ["Stone Reserve"]))


@pytest.mark.parametrize("built", [(), ("Piraeus", "The Great Lighthouse")])
def test_ruling_17_yellow_and_wonder_production_raises_no_price(built: tuple[str, ...]) -> None:
    theirs = () if built else ("Forum", "Caravansery", "Customs House")
    for card, price in (("Walls", 4), ("School", 6), ("Laboratory", 6)):
        assert_price(price, f"build {card}", cards=[card], cities=((), theirs), built=((), built))


def test_ruling_17_money_goes_to_the_bank() -> None:
    table = Table(cards=["Walls", "Statue"], cities=([], ["Quarry"]), coins=(6, 4))
    table.play("build Walls")
    assert (table.coins, table.paid) == ((0, 4), 6)


@pytest.mark.parametrize(
    ("card", "city", "built", "price"),
    [
        ("Walls", ["Caravansery"], [], 2),
        ("Walls", [], ["The Great Lighthouse"], 2),
        ("Walls", ["Caravansery"], ["The Great Lighthouse"], 0),  # two of the same resource
        ("Walls", ["Forum"], ["Piraeus"], 4),
        ("Laboratory", ["Forum"], [], 4),
        ("Laboratory", ["Forum"], ["Piraeus"], 2),
        ("Laboratory", ["Forum", "Caravansery"], ["Piraeus"], 0),
        ("School", [], ["Piraeus", "The Great Lighthouse"], 2),
        ("Aqueduct", ["Caravansery"], ["The Great Lighthouse"], 2),
        ("Barracks", ["Caravansery", "Forum"], ["Piraeus", "The Great Lighthouse"], 3),
    ],
)
def test_ruling_18_a_choice_source_supplies_one_unit(
    card: str, city: list[str], built: list[str], price: int
) -> None:
    assert_price(price, f"build {card}", cards=[card], cities=(city, []), built=(built, []))


def test_ruling_18_each_source_takes_what_is_dearest() -> None:
    """Stone costs 5 and wood 2: the Caravansery makes stone."""
    cities: Pair = (["Caravansery"], ["Quarry", "Shelf Quarry"])
    assert_price(2, "build Rostrum", cards=["Rostrum"], cities=cities)
    assert_price(5, "build Walls", cards=["Walls"], cities=cities)


def test_ruling_18_another_resource_in_every_payment() -> None:
    table = Table(
        cards=["Rostrum", "Horse Breeders", "Walls", "Statue", "Brewery"],
        cities=(["Caravansery", "Lumber Yard"], []),
        coins=(0, 0),
    )
    table.play("build Rostrum", "discard Walls", "build Horse Breeders")  # stone, then clay
    assert table.coins[0] == 0


@pytest.mark.parametrize(
    ("card", "theirs", "price"),
    [
        ("Aqueduct", [], 2),
        ("Statue", [], 0),
        ("Rostrum", [], 0),
        ("Courthouse", [], 2),
        ("Courthouse", ["Glassworks"], 2),  # glass at 3 and one wood are struck off
        ("Courthouse", ["Sawmill"], 2),  # both woods at 4 are struck off
        ("Courthouse", ["Sawmill", "Glassworks", "Glass-Blower"], 4),
    ],
)
def test_ruling_19_masonry(card: str, theirs: list[str], price: int) -> None:
    assert_price(
        price, f"build {card}", cards=[card], cities=([], theirs), tokens=(["Masonry"], [])
    )


def test_ruling_19_masonry_on_a_single_unit() -> None:
    """Baths cost one stone: not below 0, and what is left of the rebate is lost."""
    table = Table(age=1, cards=["Baths", "Altar"], coins=(0, 7), tokens=(["Masonry"], []))
    assert table.play("build Baths").coins == (0, 7)
    table = Table(age=1, cards=["Baths", "Altar"], coins=(5, 7), tokens=(["Masonry"], []))
    assert table.play("build Altar").coins == (5, 7)  # free anyway: nothing is given back


def test_ruling_19_masonry_is_for_blue_cards_only() -> None:
    tokens: Pair = (["Masonry"], [])
    assert_price(4, "build Walls", cards=["Walls"], tokens=tokens)
    assert_price(5, "build Forum", cards=["Forum"], tokens=tokens)
    setup = {"cards": ["Walls"], "wonders": (["The Pyramids"], [])}
    assert_price(8, "wonder The Pyramids with Walls", tokens=tokens, **setup)
    assert_price(4, "build Statue", cards=["Statue"], tokens=([], ["Masonry"]))  # not the owner


@pytest.mark.parametrize("wonder", WONDER_NAMES)
def test_ruling_19_architecture(wonder: str) -> None:
    setup = {"cards": ["Walls", "Statue"], "wonders": ([wonder], [])}
    text = f"wonder {wonder} with Walls"
    units = PRINTED_UNITS[wonder]
    assert_price(2 * units, text, **setup)
    assert_price(2 * units - 4, text, tokens=(["Architecture"], []), **setup)
    assert_price(2 * units, text, tokens=([], ["Architecture"]), **setup)


def test_ruling_19_architecture_is_not_for_cards() -> None:
    assert_price(4, "build Statue", cards=["Statue"], tokens=(["Architecture"], []))


def test_ruling_19_only_resources_never_coins() -> None:
    """No rebate and no choice source touches the printed coins."""
    setup = {"cities": (["Caravansery"], []), "built": (["The Great Lighthouse"], [])}
    assert_price(3, "build Forum", cards=["Forum"], tokens=(["Masonry"], []), **setup)
    assert_price(4, "build Customs House", cards=["Customs House"], **setup)


def test_ruling_19_the_rebate_is_of_the_builders_choice() -> None:
    """Pyramids: papyrus at 4 and a stone at 3 are struck off, two stones at 3 are left."""
    assert_price(
        6,
        "wonder The Pyramids with Walls",
        cards=["Walls"],
        wonders=(["The Pyramids"], []),
        tokens=(["Architecture"], []),
        cities=([], ["Quarry", "Press", "Drying Room"]),
    )


@pytest.mark.parametrize(
    ("mine", "theirs", "price"),
    [
        # Palace: wood, clay, stone, two glass. The rebate must leave raw units to the Caravansery.
        (["Caravansery"], ["Glassworks", "Glass-Blower", "Quarry"], 4),
        # stone 5, glass 3: striking off stone and a glass first would cost 2 + 3
        (["Caravansery"], ["Glassworks", "Quarry", "Shelf Quarry"], 4),
        # the Forum takes one glass, the rebate the other one and the stone
        (["Forum"], ["Glassworks", "Quarry"], 4),
        (["Forum", "Caravansery"], ["Glassworks", "Quarry", "Brickyard"], 2),
        # wood is dear and glass cheap: the Forum takes a glass all the same
        (["Forum", "Customs House"], ["Sawmill", "Lumber Yard"], 2 + 1),
        # own reserves: wood and clay at 1, so the rebate takes glass
        (["Wood Reserve", "Clay Reserve"], [], 1 + 1 + 2),
    ],
)
def test_ruling_20_joint_optimum(mine: list[str], theirs: list[str], price: int) -> None:
    assert_price(
        price,
        "build Palace",
        age=3,
        cards=["Palace"],
        cities=(mine, theirs),
        tokens=(["Masonry"], []),
    )


def test_ruling_20_wonder_with_architecture() -> None:
    """Sphinx: clay, stone, two glass at 3; the Forum a glass, the rebate a glass and one raw."""
    setup = {
        "cards": ["Walls"],
        "wonders": (["The Sphinx"], []),
        "tokens": (["Architecture"], []),
    }
    text = "wonder The Sphinx with Walls"
    assert_price(2, text, cities=(["Forum"], ["Glassworks"]), **setup)
    assert_price(0, text, cities=(["Forum", "Caravansery"], ["Glassworks"]), **setup)
    assert_price(0, text, cities=(["Forum", "Quarry"], ["Brickyard"]), **setup)
    # stone at 6: Caravansery makes it, the rebate takes both glasses, one clay is left
    theirs = ["Quarry", "Stone Pit", "Shelf Quarry"]
    assert_price(2, text, cities=(["Caravansery"], theirs), **setup)


def test_ruling_20_the_rebate_is_spent_on_missing_units() -> None:
    """What the city makes itself needs no rebate: two of three stones made, none is paid."""
    setup = {"cards": ["Aqueduct"], "tokens": (["Masonry"], [])}
    assert_price(0, "build Aqueduct", cities=(["Shelf Quarry"], []), **setup)
    assert_price(0, "build Aqueduct", cities=(["Quarry"], []), **setup)
    setup["cards"] = ["Courthouse"]
    assert_price(0, "build Courthouse", cities=(["Sawmill"], []), **setup)


def test_ruling_20_three_raw_kinds() -> None:
    """Two raw sources take stone at 6 and clay at 4, the rest is a wood at 2 and papyrus at 3."""
    assert_price(
        2 + 2 * 3,
        "wonder The Statue of Zeus with Walls",
        cards=["Walls"],
        wonders=(["The Statue of Zeus"], []),
        built=(["The Great Lighthouse"], []),
        cities=(["Caravansery"], ["Quarry", "Stone Pit", "Shelf Quarry", "Brickyard", "Press"]),
    )


def test_ruling_21_one_action_for_each_card_and_use() -> None:
    """However many ways there are to pay."""
    table = Table(
        cards=["Courthouse", "Statue"],
        cities=(["Forum", "Caravansery", "Glassworks", "Theater"], []),
        built=(["Piraeus", "The Great Lighthouse"], []),
        wonders=(["The Sphinx"], []),
        tokens=(["Masonry", "Architecture"], []),
        coins=(20, 0),
    )
    assert table.legal() == [
        "build Courthouse",
        "build Statue",
        "discard Courthouse",
        "discard Statue",
        "wonder The Sphinx with Courthouse",
        "wonder The Sphinx with Statue",
    ]


@pytest.mark.parametrize(
    ("age", "card", "theirs", "price"),
    [
        (1, "Palisade", [], 2),
        (1, "Stone Reserve", [], 3),
        (2, "Sawmill", [], 2),
        (2, "Forum", [], 3 + 2),
        (2, "Forum", ["Brickyard"], 3 + 4),
        (2, "Caravansery", [], 2 + 2 + 2),
        (2, "Caravansery", ["Glassworks"], 2 + 3 + 2),
        (2, "Customs House", ["Glassworks", "Press"], 4),
        (3, "Pretorium", ["Quarry"], 8),
    ],
)
def test_ruling_22_printed_coins_are_added(
    age: int, card: str, theirs: list[str], price: int
) -> None:
    assert_price(price, f"build {card}", age=age, cards=[card], cities=([], theirs))


@pytest.mark.parametrize(
    ("age", "card", "source", "price"),
    [
        (2, "Barracks", "Garrison", 3),
        (2, "Aqueduct", "Baths", 6),
        (3, "Circus", "Parade Ground", 8),
    ],
)
def test_ruling_22_a_chain_waives_coins_and_resources(
    age: int, card: str, source: str, price: int
) -> None:
    assert_price(price, f"build {card}", age=age, cards=[card])
    assert_price(0, f"build {card}", age=age, cards=[card], cities=([source], []))


@pytest.mark.parametrize(
    ("wonder", "price"), [("The Great Lighthouse", 8), ("Piraeus", 8), ("The Temple of Artemis", 8)]
)
def test_ruling_23_a_wonder_does_not_pay_for_itself(wonder: str, price: int) -> None:
    assert_price(price, f"wonder {wonder} with Walls", cards=["Walls"], wonders=([wonder], []))


def test_ruling_23_a_card_does_not_pay_for_itself() -> None:
    assert_price(6, "build Caravansery", cards=["Caravansery"])
    assert_price(5, "build Forum", cards=["Forum"])


def test_ruling_23_a_reserve_works_from_the_next_payment() -> None:
    table = Table(
        age=1,
        slots={0: None, 1: None, 2: "Stone Reserve", 3: "Baths", 4: "Altar"},
        cities=([], ["Quarry"]),
        coins=(4, 7),
    )
    table.play("build Stone Reserve", "discard Altar", "build Baths")
    assert (table.paid, table.coins[0]) == (1, 0)


def test_ruling_23_piraeus_works_in_its_own_extra_turn() -> None:
    table = Table(cards=["Walls", "Laboratory", "Statue"], coins=(12, 7), wonders=(["Piraeus"], []))
    table.play("wonder Piraeus with Walls", "build Laboratory")  # 8, then wood and one glass
    assert table.coins == (0, 7) and table.actor == 1


def test_ruling_23_a_revived_reserve_works_in_the_extra_turn() -> None:
    table = Table(
        cards=["Walls", "Aqueduct", "Statue"],
        coins=(13, 7),
        wonders=(["The Mausoleum"], []),
        tokens=(["Theology"], []),
        discards=["Stone Reserve"],
    )
    table.play("wonder The Mausoleum with Walls", "revive Stone Reserve", "build Aqueduct")
    assert table.coins == (0, 7)


@pytest.mark.parametrize("wonder", WONDER_NAMES)
def test_ruling_24_wonders_cost_resources_only(wonder: str) -> None:
    """A city that makes everything builds each wonder for nothing, under any card."""
    text = f"wonder {wonder} with Forum"
    setup = {"cards": ["Forum", "Walls"], "wonders": ([wonder], [])}
    assert_price(0, text, cities=(EVERYTHING, ()), **setup)
    assert_price(2 * PRINTED_UNITS[wonder], text, **setup)


def test_ruling_24_the_tucked_card_is_free() -> None:
    setup = {"age": 3, "wonders": (["The Sphinx"], [])}
    for card in ("Pretorium", "Town Hall", "Port"):
        assert_price(8, f"wonder The Sphinx with {card}", cards=[card], **setup)


@pytest.mark.parametrize(
    ("card", "price", "gain"),
    [("Lighthouse", 6, 1), ("Merchants Guild", 8, 0), ("Chamber of Commerce", 4, 6)],
)
def test_ruling_25_coins_of_a_card_cannot_pay_for_it(card: str, price: int, gain: int) -> None:
    theirs = ["Glassworks", "Press"] if card == "Chamber of Commerce" else []
    mine = ["Glass-Blower", "Drying Room"] if card == "Chamber of Commerce" else []
    if card == "Chamber of Commerce":
        price = 3  # one papyrus is made, the other one costs 3
    setup = {"age": 3, "cards": [card, "Obelisk"], "cities": (mine, theirs)}
    assert_price(price, f"build {card}", **setup)
    table = Table(coins=(price, 0), **setup).play(f"build {card}")
    assert table.coins == (gain, 0)


@pytest.mark.parametrize(
    ("wonder", "gain"), [("The Hanging Gardens", 6), ("The Temple of Artemis", 12)]
)
def test_ruling_25_coins_of_a_wonder_cannot_pay_for_it(wonder: str, gain: int) -> None:
    setup = {"cards": ["Walls", "Statue"], "wonders": ([wonder], [])}
    assert_price(8, f"wonder {wonder} with Walls", **setup)
    table = Table(coins=(8, 7), **setup).play(f"wonder {wonder} with Walls")
    assert table.coins == (gain, 7)


def test_ruling_25_economy_is_paid_before_the_effects() -> None:
    """Pay 4 to Economy's owner, then the shields: 0 + 4 - 2 coins of loot."""
    table = Table(cards=["Walls", "Statue"], coins=(4, 0), tokens=([], ["Economy"]), pawn=2).play(
        "build Walls"
    )
    assert (table.coins, table.pawn) == ((0, 2), 4)


def test_ruling_25_the_card_is_in_the_city_before_its_effects() -> None:
    """The Lighthouse counts itself among the yellow cards."""
    table = Table(
        age=3, cards=["Lighthouse", "Obelisk"], cities=(["Tavern", "Brewery"], []), coins=(0, 0)
    ).play("build Lighthouse")
    assert table.coins == (3, 0)
