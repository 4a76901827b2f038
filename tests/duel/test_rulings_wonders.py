"""Rulings 32 to 40: wonders."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from tests.duel.table import Pair, Table, assert_price
from wonderzoo.duel.state import BURIED

SIX_BUILT = (
    ["The Pyramids", "Piraeus", "The Colossus"],
    ["The Appian Way", "The Great Lighthouse", "The Hanging Gardens"],
)
BOARD = ["Economy", "Masonry", "Strategy", "Theology", "Urbanism"]
LEFT_OUT = ["Agriculture", "Architecture", "Law", "Mathematics", "Philosophy"]
CARDS = ["Walls", "Statue", "Temple", "Brewery"]


# Ruling 32: the seventh wonder


def test_ruling_32_the_seventh_sends_the_eighth_to_the_box() -> None:
    table = Table(
        cards=CARDS,
        coins=(50, 50),
        built=SIX_BUILT,
        wonders=(["The Sphinx"], ["The Temple of Artemis"]),
    )
    table.play("wonder The Sphinx with Walls")
    assert table.removed == {"The Temple of Artemis"} and table.unbuilt(1) == set()
    assert (table.phase, table.actor) == ("play", 0)  # its extra turn counts
    table.play("discard Statue")
    assert not [text for text in table.legal() if text.startswith("wonder")]


def test_ruling_32_the_eighth_may_be_ones_own() -> None:
    table = Table(
        cards=CARDS,
        coins=(50, 50),
        built=(["The Pyramids", "Piraeus"], [*SIX_BUILT[1], "The Colossus"]),
        wonders=(["The Sphinx", "The Temple of Artemis"], []),
    )
    table.play("wonder The Sphinx with Walls")
    assert table.removed == {"The Temple of Artemis"}
    assert table.actor == 0
    assert not [text for text in table.legal() if text.startswith("wonder")]


def test_ruling_32_the_sixth_removes_nothing() -> None:
    table = Table(
        cards=CARDS,
        coins=(50, 50),
        built=(SIX_BUILT[0][:2], SIX_BUILT[1]),
        wonders=(["The Sphinx", "The Colossus"], ["The Temple of Artemis"]),
    )
    table.play("wonder The Sphinx with Walls")
    assert table.removed == set() and table.can("wonder The Colossus with Statue")
    table.play("wonder The Colossus with Statue")
    assert table.removed == {"The Temple of Artemis"}


@pytest.mark.parametrize(
    ("wonder", "phase"),
    [("The Mausoleum", "revive"), ("The Great Library", "library"),
     ("The Statue of Zeus", "destroy"), ("Circus Maximus", "destroy")],
)  # fmt: skip
def test_ruling_32_removed_before_the_effects_of_the_seventh(wonder: str, phase: str) -> None:
    table = Table(
        cards=CARDS,
        coins=(50, 50),
        cities=([], ["Quarry", "Press"]),
        built=SIX_BUILT,
        wonders=([wonder], ["The Temple of Artemis"]),
        discards=["Altar"],
    )
    table.play(f"wonder {wonder} with Walls")
    assert table.removed == {"The Temple of Artemis"}
    assert (table.phase, table.actor) == (phase, 0)  # the seventh has its full effect
    table.play(table.legal()[0])
    assert (table.phase, table.actor) == ("play", 1)


def test_ruling_32_theology_on_the_seventh() -> None:
    table = Table(
        cards=CARDS,
        coins=(50, 50),
        built=(["The Great Library", *SIX_BUILT[0][1:]], SIX_BUILT[1]),
        wonders=(["The Pyramids"], ["The Temple of Artemis"]),
        tokens=(["Theology"], []),
    )
    table.play("wonder The Pyramids with Walls")
    assert table.actor == 0 and table.removed == {"The Temple of Artemis"}


# Ruling 33: the card under a wonder


def test_ruling_33_the_tucked_card_is_out_of_the_game() -> None:
    table = Table(
        cards=CARDS,
        coins=(8, 10),
        wonders=(["The Sphinx"], ["The Mausoleum"]),
        discards=["Altar"],
    )
    table.play("wonder The Sphinx with Brewery")
    assert table.discards == {"Altar"} and table.city(0) == table.city(1) == set()
    table.play("discard Walls")
    assert table.coins[0] == 2  # the yellow card under the wonder does not count
    table.play("wonder The Mausoleum with Temple")
    assert table.legal() == ["revive Altar", "revive Walls"]


def test_ruling_33_the_mausoleums_own_card_is_not_in_the_pile() -> None:
    table = Table(cards=CARDS, coins=(10, 7), wonders=(["The Mausoleum"], []), discards=["Altar"])
    table.play("wonder The Mausoleum with Brewery")
    assert table.legal() == ["revive Altar"]


def test_ruling_33_not_counted_by_color() -> None:
    """A blue card under one's wonder adds nothing to the Magistrates Guild, nor points."""
    table = Table(
        age=3,
        cards=["Palace", "Magistrates Guild"],
        coins=(16, 0),
        wonders=(["The Sphinx"], []),
    )
    table.play("wonder The Sphinx with Palace", "build Magistrates Guild")
    assert table.coins == (0, 0)
    assert table.sheets[0]["blue"] == table.sheets[0]["guilds"] == 0


def test_ruling_33_both_players_know_it() -> None:
    table = Table(cards=CARDS, coins=(50, 7), wonders=(["The Pyramids"], []), buried=["Altar"])
    table.play("wonder The Pyramids with Walls")
    block = table.game.encoders["flat"].blocks[0]
    seen = []
    for seat in range(2):
        rows = table.observe("flat", seat)[: block.size].reshape(block.rows, -1)
        seen.append(rows[:, block.columns.index("under a wonder")].tolist())
    assert seen[0] == seen[1] and sum(seen[0]) == len(table.names(BURIED))
    assert {"Walls", "Altar"} <= table.names(BURIED)


# Ruling 34: the order


@pytest.mark.parametrize(("theirs", "left"), [(7, 4), (3, 0), (2, 0), (0, 0)])
def test_ruling_34_the_appian_way(theirs: int, left: int) -> None:
    table = Table(cards=CARDS, coins=(10, theirs), wonders=(["The Appian Way"], []))
    table.play("wonder The Appian Way with Walls")
    assert table.coins == (3, left)  # what is not there is not lost by anyone else
    assert (table.phase, table.actor) == ("play", 0)


def test_ruling_34_the_appian_way_for_the_second_seat() -> None:
    table = Table(cards=CARDS, coins=(2, 10), wonders=([], ["The Appian Way"]), actor=1)
    table.play("wonder The Appian Way with Walls")
    assert (table.coins, table.actor) == ((0, 3), 1)


@pytest.mark.parametrize(
    ("wonder", "card"), [("The Statue of Zeus", "Quarry"), ("Circus Maximus", "Press")]
)
def test_ruling_34_shields_and_loot_before_the_choice(wonder: str, card: str) -> None:
    table = Table(cards=CARDS, coins=(20, 7), cities=([], [card]), wonders=([wonder], []), pawn=2)
    table.play(f"wonder {wonder} with Walls")
    assert (table.phase, table.pawn, table.coins[1]) == ("destroy", 3, 5)
    table.play(f"destroy {card}")
    assert (table.phase, table.actor, table.pawn) == ("play", 1, 3)


def test_ruling_34_the_choice_before_the_extra_turn() -> None:
    table = Table(
        cards=CARDS,
        coins=(20, 7),
        wonders=(["The Great Library"], []),
        tokens=(["Theology"], []),
        left_out=LEFT_OUT,
    )
    table.play("wonder The Great Library with Walls")
    assert (table.phase, table.actor) == ("library", 0)
    table.play("library Law")
    assert (table.phase, table.actor) == ("play", 0)


# Ruling 35: Economy and a loss in one action


def test_ruling_35_the_real_case() -> None:
    """11 + 2 - 5 = 8."""
    table = Table(
        cards=CARDS,
        coins=(2, 11),
        cities=(["Brickyard", "Clay Pool"], []),
        wonders=(["The Colossus"], []),
        tokens=([], ["Economy"]),
        pawn=4,
    )
    table.play("wonder The Colossus with Walls")
    assert (table.coins, table.pawn) == ((0, 8), 6)


@pytest.mark.parametrize(("had", "left"), [(0, 0), (1, 0), (2, 1)])
def test_ruling_35_income_before_the_appian_way(had: int, left: int) -> None:
    """Only papyrus is bought: 2 coins come, then 3 are lost as far as they reach."""
    table = Table(
        cards=CARDS,
        coins=(2, had),
        cities=(["Brickyard", "Shelf Quarry"], []),
        wonders=(["The Appian Way"], []),
        tokens=([], ["Economy"]),
    )
    table.play("wonder The Appian Way with Walls")
    assert table.coins == (3, left)


def test_ruling_35_income_before_loot() -> None:
    table = Table(
        cards=CARDS,
        coins=(8, 0),
        wonders=(["The Colossus"], []),
        tokens=([], ["Economy"]),
        pawn=5,
    )
    table.play("wonder The Colossus with Walls")
    assert table.coins == (0, 8 - 5)


# Ruling 36: The Great Library


def library(**setup: Any) -> Table:
    """Seat 0 can build The Great Library."""
    known = {"board": BOARD, "left_out": LEFT_OUT, "coins": (20, 7), **setup}
    return Table(cards=CARDS, wonders=(["The Great Library"], []), **known)


def test_ruling_36_three_of_the_five_left_out() -> None:
    table = library().play("wonder The Great Library with Walls")
    offered = {text.removeprefix("library ") for text in table.legal()}
    assert len(offered) == 3 and offered <= set(LEFT_OUT)
    assert (table.phase, table.actor, table.board) == ("library", 0, set(BOARD))
    for token in offered:
        after = table.copy().play(f"library {token}")
        assert after.tokens(0) == {token} and after.board == set(BOARD)
        assert (after.phase, after.actor) == ("play", 1)


def test_ruling_36_never_one_that_was_on_the_board() -> None:
    """Tokens that players took off the board are not left out."""
    table = library(board=BOARD[:1], tokens=(BOARD[1:3], BOARD[3:]))
    for word in range(50):
        drawn = table.resampled(0, word).play("wonder The Great Library with Walls")
        assert {text.removeprefix("library ") for text in drawn.legal()} <= set(LEFT_OUT)


def test_ruling_36_drawn_at_the_time_of_building() -> None:
    """Hidden until then: any three can come, and what is seen before does not tell."""
    table = library()
    draws = set()
    for word in range(300):
        redrawn = table.resampled(word % 2, word)
        for encoder in ("flat", "entities"):
            one, other = redrawn.observe(encoder, 0), table.observe(encoder, 0)
            assert one.tobytes() == other.tobytes()
        assert redrawn.board == set(BOARD)
        redrawn.play("wonder The Great Library with Walls")
        draws.add(tuple(redrawn.legal()))
    assert draws == {tuple(f"library {t}" for t in three) for three in combinations(LEFT_OUT, 3)}


def test_ruling_36_once_drawn_they_are_public() -> None:
    table = library().play("wonder The Great Library with Walls")
    for word in range(20):
        assert table.resampled(word % 2, word).legal() == table.legal()


def test_ruling_36_the_effect_of_the_token() -> None:
    table = library().play("wonder The Great Library with Walls", "library Agriculture")
    assert table.coins == (20 - 10 + 6, 7)


@pytest.mark.parametrize(
    ("symbols", "wins"),
    [(["Scriptorium", "Pharmacist", "Workshop", "Apothecary"], False),
     (["Scriptorium", "Library", "Pharmacist", "Workshop", "Apothecary"], False),
     (["Scriptorium", "Pharmacist", "Workshop", "Apothecary", "Academy"], True)],
)  # fmt: skip
def test_ruling_36_law_as_the_sixth_symbol(symbols: list[str], wins: bool) -> None:
    table = Table(
        age=3,
        cards=["Palace", "Senate"],
        wonders=(["The Great Library"], []),
        cities=(symbols, []),
        coins=(10, 7),
        left_out=["Law", "Agriculture", "Philosophy"],
        board=BOARD,
    )
    table.play("wonder The Great Library with Palace", "library Law")
    assert table.over == (("science", 0) if wins else None)
    assert table.actor == (-1 if wins else 1)


# Ruling 37: The Mausoleum


def mausoleum(card: str, *, age: int = 2, **setup: Any) -> Table:
    """Seat 0 has built The Mausoleum with his last 10 coins and now revives the card."""
    table = Table(
        age=age,
        slots={0: "Walls", 1: "Rostrum"} if age == 2 else {0: "Palace", 1: "Obelisk"},
        coins=(10, 7),
        wonders=(["The Mausoleum"], []),
        discards=[card],
        **setup,
    )
    table.play(f"wonder The Mausoleum with {'Walls' if age == 2 else 'Palace'}")
    assert (table.coins[0], table.phase, table.actor) == (0, "revive", 0)
    return table


@pytest.mark.parametrize(
    ("age", "card", "gain"),
    [
        (2, "Tavern", 4),
        (2, "Brewery", 6),
        (2, "Altar", 0),
        (2, "Customs House", 0),
        (3, "Fortifications", 0),
        (3, "Lighthouse", 1),
        (3, "Arena", 2),
        (3, "Town Hall", 0),
        (3, "Scientists Guild", 1),
    ],
)
def test_ruling_37_built_free_with_its_coins(age: int, card: str, gain: int) -> None:
    city = ["Scriptorium"] if card == "Scientists Guild" else []
    table = mausoleum(card, cities=(city, []), age=age)
    table.play(f"revive {card}")
    assert (table.coins, table.paid) == ((gain, 7), 0)
    assert table.city(0) == {card, *city} and table.discards == set()
    assert (table.phase, table.actor) == ("play", 1)


def test_ruling_37_guild_coins_by_the_city_with_more() -> None:
    theirs = ["Altar", "Theater", "Baths"]
    table = mausoleum("Magistrates Guild", cities=(["Statue"], theirs), age=3)
    assert table.play("revive Magistrates Guild").coins == (3, 7)


@pytest.mark.parametrize(("tokens", "pawn"), [([], 3), (["Strategy"], 4)])
def test_ruling_37_shields_and_strategy(tokens: list[str], pawn: int) -> None:
    table = mausoleum("Pretorium", tokens=(tokens, []), age=3)
    table.play("revive Pretorium")
    assert (table.pawn, table.coins) == (pawn, (0, 5))  # and 2 coins of loot


def test_ruling_37_a_pair_gives_a_token() -> None:
    table = mausoleum("Library", cities=(["Scriptorium"], []), board=["Agriculture"])
    table.play("revive Library")
    assert (table.phase, table.actor, table.legal()) == ("token", 0, ["token Agriculture"])
    table.play("token Agriculture")
    assert (table.coins[0], table.phase, table.actor) == (6, "play", 1)


def test_ruling_37_a_military_win() -> None:
    table = mausoleum("Stable", pawn=8)
    assert table.play("revive Stable").over == ("military", 0)


def test_ruling_37_a_scientific_win() -> None:
    city = ["Scriptorium", "Pharmacist", "Workshop", "Apothecary", "Academy"]
    table = mausoleum("University", cities=(city, []), age=3)
    assert table.play("revive University").over == ("science", 0)


def test_ruling_37_any_card_of_the_pile() -> None:
    pile = ["Altar", "Stable", "Quarry", "Statue", "Sawmill", "Merchants Guild", "Senate"]
    table = Table(
        age=3,
        cards=["Palace", "Obelisk"],
        coins=(10, 7),
        wonders=(["The Mausoleum"], []),
        discards=pile,
    ).play("wonder The Mausoleum with Palace")
    assert table.legal() == sorted(f"revive {name}" for name in pile)  # and no way to decline


def test_ruling_37_an_empty_pile() -> None:
    table = Table(cards=CARDS, coins=(10, 7), wonders=(["The Mausoleum"], []))
    table.play("wonder The Mausoleum with Walls")
    assert (table.phase, table.actor) == ("play", 1)
    table = Table(
        cards=CARDS, coins=(10, 7), wonders=(["The Mausoleum"], []), tokens=(["Theology"], [])
    )
    table.play("wonder The Mausoleum with Walls")
    assert (table.phase, table.actor) == ("play", 0)


def test_ruling_37_not_a_chain() -> None:
    """Statue would be free by the Theater, but a revival earns no coins of Urbanism."""
    table = mausoleum("Statue", cities=(["Theater"], []), tokens=(["Urbanism"], []))
    assert table.play("revive Statue").coins == (0, 7)


def test_ruling_37_a_revived_resource_card_produces() -> None:
    """Three turns on, seat 0 builds Aqueduct with its two stones; they raise his rival's price."""
    table = Table(
        cards=["Walls", "Aqueduct", "Rostrum", "Temple"],
        coins=(12, 6),
        wonders=(["The Mausoleum"], []),
        discards=["Shelf Quarry"],
    )
    table.play("wonder The Mausoleum with Walls", "revive Shelf Quarry", "build Rostrum")
    assert table.paid == 2 + 4
    assert table.play("build Aqueduct").coins == (0, 0)


# Ruling 38: destruction

ZEUS = ("The Statue of Zeus", "Quarry", "Press")
CIRCUS = ("Circus Maximus", "Press", "Quarry")


@pytest.mark.parametrize(("wonder", "target", "other"), [ZEUS, CIRCUS])
def test_ruling_38_compulsory_and_of_its_color(wonder: str, target: str, other: str) -> None:
    """One card of the opponent, never one's own, and no way to decline."""
    own = ["Shelf Quarry", "Glassworks"]
    table = Table(cards=CARDS, coins=(20, 7), cities=(own, [target, other]), wonders=([wonder], []))
    table.play(f"wonder {wonder} with Walls")
    assert table.legal() == [f"destroy {target}"]
    table.play(f"destroy {target}")
    assert table.city(1) == {other} and table.city(0) == set(own)


@pytest.mark.parametrize(("wonder", "target", "other"), [ZEUS, CIRCUS])
@pytest.mark.parametrize("theology", [False, True])
def test_ruling_38_no_target_is_not_asked(
    wonder: str, target: str, other: str, theology: bool
) -> None:
    table = Table(
        cards=CARDS,
        coins=(20, 7),
        cities=([target], [other, "Altar"]),
        wonders=([wonder], []),
        tokens=(["Theology"] if theology else [], []),
    )
    table.play(f"wonder {wonder} with Walls")
    assert (table.phase, table.actor, table.pawn) == ("play", 0 if theology else 1, 1)


@pytest.mark.parametrize(("wonder", "target", "other"), [ZEUS, CIRCUS])
def test_ruling_38_a_military_win_comes_first(wonder: str, target: str, other: str) -> None:
    table = Table(
        cards=CARDS, coins=(20, 7), cities=([], [target, other]), wonders=([wonder], []), pawn=8
    )
    table.play(f"wonder {wonder} with Walls")
    assert table.over == ("military", 0) and table.legal() == []
    assert table.city(1) == {target, other}


def test_ruling_38_for_the_second_seat() -> None:
    table = Table(
        cards=CARDS, coins=(7, 20), cities=(["Quarry"], []), wonders=([], [ZEUS[0]]), actor=1
    )
    table.play(f"wonder {ZEUS[0]} with Walls", "destroy Quarry")
    assert table.city(0) == set() and (table.pawn, table.actor) == (-1, 0)


# Ruling 39: the destroyed card


def zeus(card: str, color_wonder: str = "The Statue of Zeus", **setup: Any) -> Table:
    """Seat 0 has destroyed the card of seat 1."""
    known = {"cards": CARDS, "coins": (20, 20), "wonders": ([color_wonder], []), **setup}
    table = Table(**known)
    first = next(iter(table.in_slots().values()))
    return table.play(f"wonder {color_wonder} with {first}", f"destroy {card}")


def test_ruling_39_it_goes_to_the_discard_pile() -> None:
    table = zeus("Quarry", cities=([], ["Quarry", "Sawmill"]), discards=["Altar"])
    assert table.discards == {"Altar", "Quarry"} and table.city(1) == {"Sawmill"}


def test_ruling_39_the_mausoleum_can_take_it() -> None:
    """Either player's: here the one who lost it gets it back."""
    table = zeus(
        "Shelf Quarry",
        cities=([], ["Shelf Quarry"]),
        wonders=(["The Statue of Zeus"], ["The Mausoleum"]),
    )
    table.play("wonder The Mausoleum with Temple", "revive Shelf Quarry")
    assert table.city(1) == {"Shelf Quarry"}
    assert table.state.production[1].tolist() == [0, 0, 2, 0, 0]


def test_ruling_39_production_and_weight_end_at_once() -> None:
    """Rostrum costs seat 1 a stone again; a stone costs seat 0 two coins again."""
    cards = ["Walls", "Rostrum", "Aqueduct", "Temple", "Statue"]
    cities = (["Lumber Yard"], ["Shelf Quarry", "Sawmill"])
    table = zeus("Shelf Quarry", cards=cards, cities=cities, coins=(40, 20))
    table.play("build Rostrum")
    assert table.paid == 2
    table.play("build Aqueduct")
    assert table.paid == 6


def test_ruling_39_one_of_two_sources_is_left() -> None:
    cards = ["Walls", "Aqueduct", "Temple", "Statue"]
    table = zeus("Quarry", cards=cards, cities=([], ["Quarry", "Shelf Quarry"]))
    table.play("build Aqueduct")
    assert table.paid == 2


def test_ruling_39_it_counts_no_more() -> None:
    """Shipowners Guild: points fall from 3 to 2, coins already received are kept."""
    setup: dict[str, Any] = {"age": 3, "cards": ["Palace", "Port"]}
    city = ["Quarry", "Sawmill", "Press", "Shipowners Guild"]
    before = Table(cities=([], city), **setup)
    assert before.sheets[1]["guilds"] == 3
    table = zeus("Quarry", cities=([], city), **setup)
    assert (table.coins[1], table.sheets[1]["guilds"]) == (20, 2)
    table.play("build Port")
    # wood is made, papyrus too, glass is bought; one brown card is left
    assert table.coins[1] == 20 - 2 + 2


def test_ruling_39_grey_for_the_chamber_of_commerce() -> None:
    table = zeus(
        "Press",
        "Circus Maximus",
        age=3,
        cards=["Palace", "Chamber of Commerce"],
        cities=([], ["Press", "Drying Room"]),
    )
    table.play("build Chamber of Commerce")
    assert table.coins[1] == 20 - 2 + 3


# Ruling 40: the others


@pytest.mark.parametrize(
    ("wonder", "again", "pawn", "points"),
    [
        ("The Pyramids", False, 0, 9),
        ("The Colossus", False, 2, 3),
        ("The Great Lighthouse", False, 0, 4),
        ("Piraeus", True, 0, 2),
        ("The Sphinx", True, 0, 6),
        ("The Hanging Gardens", True, 0, 3),
        ("The Temple of Artemis", True, 0, 0),
        ("The Appian Way", True, 0, 3),
    ],
)
def test_ruling_40_wonders_without_a_choice(
    wonder: str, again: bool, pawn: int, points: int
) -> None:
    table = Table(
        cards=CARDS,
        coins=(20, 20),
        cities=([], ["Quarry", "Press"]),
        wonders=([wonder], []),
        discards=["Altar"],
    ).play(f"wonder {wonder} with Walls")
    assert (table.phase, table.actor) == ("play", 0 if again else 1)
    assert (table.pawn, table.sheets[0]["wonders"]) == (pawn, points)


@pytest.mark.parametrize("seat", [0, 1])
def test_ruling_40_piraeus_and_the_lighthouse_supply_one_unit(seat: int) -> None:
    """Its owner's only: one raw unit by the Lighthouse, one glass or papyrus by Piraeus."""
    plain = {"Walls": 4, "School": 6, "Laboratory": 6}
    with_piraeus = {"Walls": 4, "School": 4, "Laboratory": 4}
    with_lighthouse = {"Walls": 2, "School": 4, "Laboratory": 4}
    for wonder, prices in (("Piraeus", with_piraeus), ("The Great Lighthouse", with_lighthouse)):
        built: Pair = ([wonder], []) if seat == 0 else ([], [wonder])
        for card, price in (prices if seat == 0 else plain).items():
            assert_price(price, f"build {card}", cards=[card], built=built)
