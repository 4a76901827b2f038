"""Rulings 56 to 60: the ends of the game."""

from __future__ import annotations

from typing import Any

import pytest

from tests.duel.table import Table

FIVE = ["Scriptorium", "Pharmacist", "Workshop", "Apothecary", "Academy"]


def end(**setup: Any) -> Table:
    """Age III: seat 0 discards the last card for 2 coins (his coins are counted before it)."""
    return Table(age=3, cards=["Pretorium"], **setup).play("discard Pretorium")


# Ruling 56: six symbols


@pytest.mark.parametrize("seat", [0, 1])
def test_ruling_56_six_different_symbols_win(seat: int) -> None:
    table = Table(
        age=3,
        cards=["University", "Obelisk"],
        coins=(10, 10),
        cities=(FIVE, []) if seat == 0 else ([], FIVE),
        actor=seat,
    ).play("build University")
    assert table.over == ("science", seat)
    assert (table.actor, table.legal()) == (-1, [])


@pytest.mark.parametrize("missing", range(5))
def test_ruling_56_each_symbol_counts(missing: int) -> None:
    """Without any one of them the sixth card is the fifth symbol."""
    city = [name for i, name in enumerate(FIVE) if i != missing]
    table = Table(age=3, cards=["University", "Obelisk"], coins=(10, 7), cities=(city, []))
    assert table.play("build University").over is None
    table = Table(
        age=3,
        cards=["University", "Obelisk"],
        coins=(10, 7),
        cities=(city, []),
        tokens=(["Law"], []),
    )
    assert table.play("build University").over == ("science", 0)


def test_ruling_56_copies_do_not_count() -> None:
    city = [*FIVE, "Library", "Dispensary", "Laboratory", "School"]
    table = Table(
        age=3, cards=["Study", "Obelisk"], coins=(20, 7), cities=(city, []), board=["Law"]
    )
    assert table.play("build Study").phase == "token"


def test_ruling_56_the_two_cities_do_not_add_up() -> None:
    table = Table(age=3, cards=["University", "Obelisk"], coins=(10, 7), cities=([], FIVE))
    assert table.play("build University").over is None


def test_ruling_56_at_any_time() -> None:
    """With the pawn at one's own door and cards left."""
    table = Table(
        age=3,
        cards=["University", "Obelisk"],
        coins=(10, 300),
        cities=(FIVE, ["Town Hall"]),
        pawn=-8,
    ).play("build University")
    assert table.over == ("science", 0)


def test_ruling_56_checked_as_soon_as_the_symbol_enters() -> None:
    """By a token too: no turn passes between."""
    city = ["Scriptorium", "Pharmacist", "Workshop", "Apothecary", "University"]
    table = Table(
        age=3,
        cards=["Observatory", "Obelisk"],
        coins=(10, 7),
        cities=(city, []),
        board=["Law", "Economy"],
    ).play("build Observatory", "token Law")
    assert table.over == ("science", 0)


def test_ruling_56_only_built_cards_count() -> None:
    """Discarded or tucked, the sixth symbol is lost."""
    setup: dict[str, Any] = {
        "age": 3,
        "cards": ["University", "Obelisk"],
        "coins": (10, 7),
        "cities": (FIVE, []),
        "wonders": (["The Pyramids"], []),
    }
    assert Table(**setup).play("discard University").over is None
    assert Table(**setup).play("wonder The Pyramids with University").over is None


def test_ruling_56_before_the_end_of_the_last_age() -> None:
    """The last card of all is the sixth symbol: a scientific victory against more points."""
    table = Table(
        age=3,
        cards=["University"],
        coins=(10, 300),
        cities=(FIVE, ["Palace", "Town Hall"]),
    ).play("build University")
    assert table.over == ("science", 0) and table.score(1) > table.score(0)


# Ruling 57: a supremacy stops everything


@pytest.mark.parametrize("wonder", ["The Statue of Zeus", "Circus Maximus", "The Colossus"])
def test_ruling_57_no_choice_and_no_extra_turn(wonder: str) -> None:
    table = Table(
        cards=["Walls", "Statue"],
        coins=(20, 7),
        cities=([], ["Quarry", "Press"]),
        wonders=([wonder], []),
        tokens=(["Theology"], []),
        pawn=8,
    ).play(f"wonder {wonder} with Walls")
    assert table.over == ("military", 0)
    assert (table.phase, table.actor, table.state.again) == ("over", -1, 0)
    assert table.city(1) == {"Quarry", "Press"}


def test_ruling_57_no_extra_turn_after_law_from_the_library() -> None:
    table = Table(
        age=3,
        cards=["Palace", "Obelisk"],
        coins=(20, 7),
        cities=(FIVE, []),
        wonders=(["The Great Library"], []),
        tokens=(["Theology"], []),
        left_out=["Law"],
    )
    # the first three left out are drawn
    table.play("wonder The Great Library with Palace", "library Law")
    assert table.over == ("science", 0) and table.legal() == []


def test_ruling_57_no_extra_turn_after_a_revival() -> None:
    table = Table(
        cards=["Walls", "Statue"],
        coins=(20, 7),
        wonders=(["The Mausoleum"], []),
        tokens=(["Theology"], []),
        discards=["Guard Tower"],
        pawn=8,
    ).play("wonder The Mausoleum with Walls", "revive Guard Tower")
    assert table.over == ("military", 0) and table.actor == -1


def test_ruling_57_on_the_last_card_nothing_is_scored() -> None:
    """Military ending, not a civilian one, though no card is left."""
    table = Table(age=3, cards=["Pretorium"], coins=(8, 300), pawn=6).play("build Pretorium")
    assert table.over == ("military", 0)


def test_ruling_57_no_new_age() -> None:
    table = Table(age=2, cards=["Walls"], coins=(8, 7), pawn=7).play("build Walls")
    assert (table.over, table.age, table.phase) == (("military", 0), 2, "over")


# Ruling 58: civilian victory


@pytest.mark.parametrize(("coins", "winner"), [((1, 2), 0), ((0, 3), 1), ((4, 3), 0), ((1, 9), 1)])
def test_ruling_58_most_points(coins: tuple[int, int], winner: int) -> None:
    assert end(coins=coins).over == ("civilian", winner)


def test_ruling_58_the_sum_of_all_categories() -> None:
    table = end(
        coins=(5, 0),
        cities=(["Altar", "Library", "Academy", "Port", "Builders Guild"], ["Palace"]),
        built=(["The Sphinx", "Piraeus"], ["The Pyramids", "The Colossus", "Circus Maximus"]),
        tokens=(["Agriculture", "Mathematics"], ["Philosophy"]),
        pawn=4,
    )
    assert table.sheets[0] == {
        "blue": 3,
        "green": 2 + 3,
        "yellow": 3,
        "guilds": 6,
        "wonders": 8,
        "tokens": 4 + 6,
        "coins": 2,
        "military": 5,
        "total": 42,
    }
    assert table.score(1) == 7 + 9 + 3 + 3 + 7
    assert table.over == ("civilian", 0)


@pytest.mark.parametrize(
    ("cities", "coins", "built", "winner"),
    [
        ((["Altar"], []), (0, 9), ([], []), 0),  # 3 blue against 3 of coins
        (([], ["Altar"]), (7, 0), ([], []), 1),
        ((["Altar", "Theater"], ["Palace"]), (1, 0), ([], []), 1),  # 6 blue + 1, 7 blue
        ((["Theater"], []), (0, 0), ([], ["The Colossus"]), 0),  # wonders are not blue
        (([], ["Theater"]), (0, 0), (["The Colossus"], []), 1),
    ],
)
def test_ruling_58_a_tie_goes_to_more_blue_points(
    cities: Any, coins: tuple[int, int], built: Any, winner: int
) -> None:
    table = end(cities=cities, coins=coins, built=built)
    assert table.score(0) == table.score(1)
    assert table.over == ("civilian", winner)


def test_ruling_58_tokens_are_not_blue() -> None:
    table = end(cities=([], ["Palace"]), coins=(0, 0), tokens=(["Philosophy"], []))
    assert table.score(0) == table.score(1) == 7
    assert table.over == ("civilian", 1)


def test_ruling_58_a_full_tie_is_shared() -> None:
    for cities, coins in ((([], []), (1, 3)), ((["Altar"], ["Theater"]), (0, 2))):
        table = end(cities=cities, coins=coins)
        assert table.score(0) == table.score(1)
        assert table.over == ("civilian", None)


# Rulings 59 and 60: coins


@pytest.mark.parametrize(
    ("coins", "points"), [(0, 0), (1, 0), (2, 0), (3, 1), (5, 1), (6, 2), (8, 2), (100, 33)]
)
def test_ruling_59_three_coins_are_a_point(coins: int, points: int) -> None:
    table = Table(cards=["Walls"], coins=(coins, coins))
    assert [sheet["coins"] for sheet in table.sheets] == [points, points]
    assert [sheet["total"] for sheet in table.sheets] == [points, points]


def test_ruling_59_in_the_tie_sum_as_usual() -> None:
    """Two coins more, but not a third: a tie all the same."""
    assert end(coins=(1, 5)).over == ("civilian", None)
    assert end(coins=(1, 6)).over == ("civilian", 1)


def test_ruling_60_the_bank_is_never_short() -> None:
    """There are 86 coins' worth of pieces or so in the box; nothing stops there."""
    table = Table(
        cards=["Brewery", "Statue", "Walls", "Temple"],
        coins=(500, 500),
        wonders=(["The Temple of Artemis"], []),
    )
    table.play("wonder The Temple of Artemis with Temple", "build Brewery", "discard Walls")
    assert table.coins == (500 - 8 + 12 + 6, 502)
