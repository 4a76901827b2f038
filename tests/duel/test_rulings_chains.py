"""Rulings 26 to 29: chains."""

from __future__ import annotations

import pytest

from tests.duel.table import Table, assert_price
from wonderzoo.duel.tables import CARD_NAMES, TOKEN_NAMES

CHAINS = {  # card: (its Age, the card that makes it free)
    "Horse Breeders": (2, "Stable"),
    "Barracks": (2, "Garrison"),
    "Library": (2, "Scriptorium"),
    "Dispensary": (2, "Pharmacist"),
    "Statue": (2, "Theater"),
    "Temple": (2, "Altar"),
    "Aqueduct": (2, "Baths"),
    "Fortifications": (3, "Palisade"),
    "Lighthouse": (3, "Tavern"),
    "Siege Workshop": (3, "Archery Range"),
    "Circus": (3, "Parade Ground"),
    "University": (3, "School"),
    "Observatory": (3, "Laboratory"),
    "Gardens": (3, "Statue"),
    "Pantheon": (3, "Temple"),
    "Senate": (3, "Rostrum"),
    "Arena": (3, "Brewery"),
}


@pytest.mark.parametrize("card", CHAINS)
def test_ruling_26_the_source_must_be_in_ones_own_city(card: str) -> None:
    age, source = CHAINS[card]
    mine = Table(age=age, cards=[card], cities=([source], []), coins=(0, 0))
    assert mine.can(f"build {card}")
    theirs = Table(age=age, cards=[card], cities=([], [source]), coins=(0, 0))
    assert not theirs.can(f"build {card}")


@pytest.mark.parametrize("card", ["Walls", "Palace", "Study", "Port", "Pretorium", "Courthouse"])
def test_ruling_26_no_other_chain_exists(card: str) -> None:
    """A city of all other cards of the Ages before makes no other card free."""
    age = 2 if card in ("Walls", "Courthouse") else 3
    makers = {*CARD_NAMES[:8], *CARD_NAMES[20:28], "Forum", "Caravansery", "Customs House"}
    city = [name for name in CARD_NAMES[:20] if name not in makers]
    table = Table(age=age, cards=[card], cities=(city, []), coins=(0, 0))
    assert not table.can(f"build {card}")


@pytest.mark.parametrize("card", CHAINS)
def test_ruling_27_a_chain_is_automatic(card: str) -> None:
    """Rich or poor, the card is free and there is one way to build it."""
    age, source = CHAINS[card]
    other = "Walls" if age == 2 else "Obelisk"
    table = Table(age=age, cards=[card, other], cities=([source], []), coins=(50, 50))
    assert [text for text in table.legal() if card in text] == [f"build {card}", f"discard {card}"]
    assert table.play(f"build {card}").paid == 0


def test_ruling_28_what_a_destruction_takes() -> None:
    """Of a city with a card of every color only the brown or the grey ones are offered."""
    city = ["Quarry", "Sawmill", "Press", "Altar", "Scriptorium", "Library", "Tavern", "Stable"]
    for wonder, names in (
        ("The Statue of Zeus", ["Quarry", "Sawmill"]),
        ("Circus Maximus", ["Press"]),
    ):
        table = Table(cards=["Walls", "Statue"], cities=([], city), wonders=([wonder], []),
                      coins=(50, 7))  # fmt: skip
        table.play(f"wonder {wonder} with Walls")
        assert table.legal() == [f"destroy {name}" for name in names]


def test_ruling_28_no_chain_and_no_symbol_hangs_on_them() -> None:
    table = Table(
        cards=["Walls", "Temple", "Brewery"],
        cities=([], ["Press", "Altar", "Scriptorium", "Library"]),
        wonders=(["Circus Maximus"], []),
        coins=(50, 0),
    )
    before = table.state.symbols.tolist()
    table.play("wonder Circus Maximus with Walls", "destroy Press")
    assert table.state.symbols.tolist() == before
    assert table.can("build Temple")  # by its chain, with no coin


def test_ruling_29_a_discarded_card_gives_no_chain() -> None:
    assert_price(4, "build Statue", cards=["Statue"], discards=["Theater"])


def test_ruling_29_a_tucked_card_gives_no_chain() -> None:
    table = Table(
        age=1, cards=["Theater"], coins=(8, 0), wonders=(["The Sphinx"], []), actor=0
    ).play("wonder The Sphinx with Theater")
    assert table.city(0) == set()
    assert_price(4, "build Statue", cards=["Statue"], buried=["Theater"])


def test_ruling_29_a_revived_card_gives_its_chain_later() -> None:
    table = Table(
        cards=["Walls", "Statue", "Temple"],
        coins=(10, 0),
        wonders=(["The Mausoleum"], []),
        discards=["Theater"],
    )
    table.play("wonder The Mausoleum with Walls", "revive Theater", "discard Temple")
    assert table.coins[0] == 0
    table.play("build Statue")
    assert (table.paid, table.coins[0]) == (0, 0)


def test_ruling_29_a_revived_card_of_a_chain_pays_urbanism_later() -> None:
    """The revival itself is no chain; the card built by its chain afterwards is one."""
    table = Table(
        cards=["Walls", "Statue", "Temple"],
        coins=(10, 0),
        wonders=(["The Mausoleum"], []),
        discards=["Theater"],
        tokens=(["Urbanism"], []),
        board=list(TOKEN_NAMES[:4]),
    )
    table.play("wonder The Mausoleum with Walls", "revive Theater", "discard Temple")
    table.play("build Statue")
    assert table.coins[0] == 4
